"""A computer player as a filter: one request a line in, one answer a line out."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, TextIO

from hacktrick.ai.agent import Budget, Decision
from hacktrick.ai.levels import LEVELS
from hacktrick.ai.worker import choose
from hacktrick.game import shapes
from hacktrick.game.actions import NotationError, parse
from hacktrick.game.viewtext import read_view

OVERHEAD = 0.9  # the share of the time allowed that goes into thought
MAX_LEGAL = 200
MAX_LINE = 1_000_000  # characters; the longest request is some 10 kB


def serve_lines(level: int, seed: int, source: TextIO, sink: TextIO) -> None:
    """Answer every line of ``source`` on ``sink`` until it ends."""
    for line in _lines(source):
        sink.write(json.dumps(reply(level, seed, line)) + "\n")
        sink.flush()


def _lines(source: TextIO) -> Iterator[str]:
    """The lines of ``source``, one that is too long as its beginning only."""
    while line := source.readline(MAX_LINE):
        yield line
        while len(line) == MAX_LINE and not line.endswith("\n"):
            line = source.readline(MAX_LINE)


def reply(level: int, seed: int, line: str) -> dict[str, Any]:
    """The answer to one line: an action, or an error where the line is no request."""
    if len(line) >= MAX_LINE:
        return {"error": "the request is too long"}
    try:
        request = shapes.mapping(json.loads(line), "the request")
        return _decide(level, seed, request)
    except RecursionError:
        return {"error": "the request is nested too deeply"}
    except ValueError as error:
        return {"error": str(error) or "not a request"}


def _decide(level: int, seed: int, request: Mapping[str, Any]) -> dict[str, Any]:
    legal = shapes.texts(request.get("legal"), "the legal actions", MAX_LEGAL)
    if not legal:
        raise shapes.ShapeError("the legal actions: none")
    view = read_view(request.get("view"))
    budget = _budget(level, request.get("time_ms"))
    return as_json(choose(level, view, budget, seed), legal)


def _budget(level: int, time_ms: Any) -> Budget:
    own = LEVELS[level].budget
    if time_ms is None:
        return own
    if type(time_ms) not in (int, float) or not time_ms > 0:
        raise shapes.ShapeError("the time in milliseconds is not a number above zero")
    milliseconds = min(time_ms, 1000 * own.seconds / OVERHEAD)  # also of a number beyond all floats
    return Budget(OVERHEAD * milliseconds / 1000, own.nodes)


def as_json(decision: Decision, legal: tuple[str, ...]) -> dict[str, Any]:
    """The protocol's answer. Where the asker's ``legal`` differs from ours, theirs is law."""
    known = [(action, share) for action, share in decision.policy if str(action) in legal]
    action = str(decision.action)
    if action not in legal:
        best = max(known, key=lambda pair: pair[1], default=None)
        action = str(best[0]) if best else legal[0]
    return {
        "action": action,
        "value": round(decision.value, 4),
        "policy": {str(act): round(share, 4) for act, share in known},
    }


def checked_action(answer: Any) -> str:
    """The action of a bot's answer.

    Raises:
        ValueError: the answer names no action.
    """
    try:
        action = shapes.text(shapes.mapping(answer, "the answer").get("action"), "the action")
        parse(action)
    except NotationError as error:
        raise shapes.ShapeError(str(error)) from error
    return action
