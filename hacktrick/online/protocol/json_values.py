"""Values through a pipe between two processes, as JSON.

What comes out is made of numbers, texts, tuples, lists, mappings and the kinds of values that were
named beforehand; nothing that comes in can name another class, a function or a module. So a network
process that a stranger had taken over could show its program a false table, and no more than that.

A tuple is a list in JSON. Everything else that JSON has not got is an object with one name:
``{"list": […]}``, ``{"map": [[key, value], …]}``, ``{"Sitter": [what it is made from]}``.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from importlib import import_module
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING, Any, get_args

from hacktrick.online.protocol import process_messages as news
from hacktrick.online.protocol.process_messages import (
    NetworkCommand,
    NetworkState,
    NetworkTrouble,
    RemoteMatchState,
    StateReceived,
)

LARGEST_VALUE = 1 << 24  # bytes: more than any picture of a match
_AS_IT_IS = (str, int, bool, float, type(None))

Kinds = Mapping[str, type]
"""By name: dataclasses and named tuples that may come through."""


class ValuePipe:
    """One end of a pipe. Its methods are those of a ``Connection``."""

    def __init__(self, connection: Connection, kinds: Kinds) -> None:
        self._connection, self._kinds = connection, kinds

    def send(self, value: object) -> None:
        """
        Raises:
            OSError: nobody is at the other end.
            TypeError: the value is not one of those that may come through.
        """
        self._connection.send_bytes(written(value, self._kinds))

    def poll(self) -> bool:
        return self._connection.poll()

    def recv(self) -> Any:
        """
        Raises:
            EOFError: nobody is at the other end.
            OSError: the same, or more bytes than any value has.
            ValueError: bytes that are no value.
        """
        return read(self._connection.recv_bytes(LARGEST_VALUE), self._kinds)

    def close(self) -> None:
        self._connection.close()


def written(value: object, kinds: Kinds) -> bytes:
    return json.dumps(_plain(value, kinds), separators=(",", ":")).encode()


def read(data: bytes, kinds: Kinds) -> Any:
    """The value that was written.

    Raises:
        ValueError: it is none.
    """
    try:
        return _value(json.loads(data), kinds)
    except (AttributeError, LookupError, TypeError, RecursionError) as error:
        raise ValueError("no value of a known kind") from error


def _plain(value: Any, kinds: Kinds) -> Any:
    kind = type(value)
    if kind in _AS_IT_IS:
        return value
    if kind is tuple:
        return [_plain(one, kinds) for one in value]
    if kind is list:
        return {"list": [_plain(one, kinds) for one in value]}
    if isinstance(value, Mapping):
        return {"map": [[key, _plain(one, kinds)] for key, one in value.items()]}
    if kinds.get(kind.__name__) is not kind:
        raise TypeError(f"{kind.__name__} does not come through this pipe")
    parts = value
    if is_dataclass(kind):
        parts = [getattr(value, field.name) for field in fields(kind) if field.init]
    return {kind.__name__: [_plain(one, kinds) for one in parts]}


def _value(plain: Any, kinds: Kinds) -> Any:
    if isinstance(plain, list):
        return tuple([_value(one, kinds) for one in plain])
    if not isinstance(plain, dict):
        return plain
    ((name, parts),) = plain.items()
    if name == "list":
        return [_value(one, kinds) for one in parts]
    if name == "map":
        return {key: _value(one, kinds) for key, one in parts}
    return kinds[name](*[_value(one, kinds) for one in parts])


if TYPE_CHECKING:
    pass


@cache
def pipe_value_types() -> Kinds:
    """All that comes through the pipe of the network process, both ways. What is only a part of a
    match is loaded with the first of them."""
    parts = {
        "game.actions": (
            *("Lay", "Start", "Ask", "Partner", "Swap", "Discard", "Stake", "Call", "Fold"),
            *("Play", "Draw", "Under", "Pass", "Command"),
        ),
        "game.match_rules": ("MatchState", "RoundPlan"),
        "game.rules": ("Rules", "Seating"),
        "game.state": ("Facts", "Observation", "PublicState", "Result"),
        "game.view": ("Event", "SeatInfo", "View"),
        "match.record": ("Record", "RoundRecord"),
    }
    told = (
        news.AwaitedFrame,
        news.FoundTable,
        news.ResumableTable,
        news.ChatLine,
        news.PauseState,
        news.TablePlayer,
        news.Spectator,
    )
    known: list[type] = [
        *get_args(NetworkCommand),
        StateReceived,
        NetworkState,
        NetworkTrouble,
        RemoteMatchState,
        *told,
    ]
    for module, names in parts.items():
        known += [getattr(import_module(f"hacktrick.{module}"), name) for name in names]
    return {kind.__name__: kind for kind in known}
