"""What is said on a line between host and guest: frames of the table, and words beside them.

One byte tells which: ``F`` a frame, ``E`` a frame shown as evidence, ``W`` words, a JSON object
whose ``w`` says what it is. Words are read as carefully as frames: whatever is odd is refused.
"""

from __future__ import annotations

import json
from typing import Any, Literal, NamedTuple

from hacktrick.net.faults import Refused
from hacktrick.net.frames import from_base64, in_base64, write_json

Kind = Literal["frame", "evidence", "words"]
_TAGS: dict[bytes, Kind] = {b"F": "frame", b"E": "evidence", b"W": "words"}
LONGEST_TEXT = 16_000


class Odd(ValueError):
    """What came is no message of this protocol."""


class Words:
    """A JSON object from the other side; asking for what is not there raises ``Odd``."""

    def __init__(self, data: dict[str, Any]) -> None:
        self._data = data
        self.what = self.text("w")

    def text(self, name: str, longest: int = LONGEST_TEXT) -> str:
        value = self._data.get(name)
        if not isinstance(value, str) or len(value) > longest or not _is_clean(value):
            raise Odd(name)
        return value

    def number(self, name: str) -> int:
        value = self._data.get(name)
        if type(value) is not int or not 0 <= value < 2**31:
            raise Odd(name)
        return value

    def has(self, name: str) -> bool:
        return name in self._data

    def flag(self, name: str) -> bool:
        value = self._data.get(name)
        if not isinstance(value, bool):
            raise Odd(name)
        return value

    def data(self, name: str, size: int) -> bytes:
        try:
            value = from_base64(self._data.get(name))
        except Refused as error:
            raise Odd(name) from error
        if len(value) != size:
            raise Odd(name)
        return value

    def mapping(self, name: str) -> dict[str, Any]:
        value = self._data.get(name)
        if not isinstance(value, dict):
            raise Odd(name)
        return value

    def several(self, name: str, most: int) -> list[Words | None]:
        """A list of objects, or of nothing in their place."""
        value = self._data.get(name)
        if not isinstance(value, list) or len(value) > most:
            raise Odd(name)
        if not all(one is None or isinstance(one, dict) for one in value):
            raise Odd(name)
        return [None if one is None else Words({"w": "", **one}) for one in value]


class Message(NamedTuple):
    """``words`` where it is words, else ``frame``."""

    kind: Kind
    frame: bytes = b""
    words: Words | None = None


def frame_message(frame: bytes) -> bytes:
    return b"F" + frame


def evidence_message(frame: bytes) -> bytes:
    return b"E" + frame


def words_message(what: str, **facts: Any) -> bytes:
    """Bytes among the facts go as base64."""
    told = {
        name: in_base64(value) if isinstance(value, bytes) else value
        for name, value in facts.items()
    }
    return b"W" + write_json({"w": what, **told})


def read_message(data: bytes) -> Message:
    """Raises:
    Odd: it is none.
    """
    kind = _TAGS.get(data[:1])
    if kind is None:
        raise Odd("no such message")
    if kind != "words":
        return Message(kind, data[1:])
    try:
        value = json.loads(data[1:].decode("ascii"))
    except (ValueError, RecursionError) as error:
        raise Odd("not JSON") from error
    if not isinstance(value, dict):
        raise Odd("not an object")
    return Message("words", words=Words(value))


def _is_clean(text: str) -> bool:
    """Nothing that no font has, and no half characters."""
    return not any(
        "\ud800" <= sign <= "\udfff" or sign < " " or "\x7f" <= sign < "\xa0" for sign in text
    )
