"""A computer player as a filter: one request a line in, one answer a line out.

An answer is given at the end of its slot (``hacktrick.play.slots``), so that the time of it tells
nothing; the word after a card is thought about with the card, and given at once when asked for.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple, TextIO

from hacktrick.ai.agent import Budget, Decision
from hacktrick.ai.levels import LEVELS
from hacktrick.ai.machine import LEAST, SPARE, share_of_work
from hacktrick.ai.worker import choose
from hacktrick.game import shapes
from hacktrick.game.actions import NotationError, parse
from hacktrick.game.view import View
from hacktrick.game.viewtext import read_view
from hacktrick.play.slots import Slots, slot_of, whole_turn

OVERHEAD = 0.9  # the share of the time allowed after which an answer is given
THOUGHT = 0.8  # the share of it that may go into thought before the brake
MAX_LEGAL = 200
MAX_LINE = 1_000_000  # characters; the longest request is some 10 kB
FINE = 0.003  # seconds before the end of a slot that are waited for in small steps
SHORTEST = 0.01  # seconds that a slot takes at least, however short the time allowed
AT_ONCE = 0.0


class Reply(NamedTuple):
    """What is answered, and the length of the slot that it is given at the end of, in seconds."""

    answer: dict[str, Any]
    slot: float


class Request(NamedTuple):
    """A request as read."""

    view: View
    legal: tuple[str, ...]
    time_ms: float | None


class Clock:
    """The time, and letting it pass until a moment of it."""

    def now(self) -> float:
        return time.monotonic()

    def wait_until(self, moment: float) -> None:
        """Sleeps; the last steps are small, since a long sleep ends as the system likes."""
        while (left := moment - self.now()) > 0:
            time.sleep(left - FINE if left > FINE else 0)


@dataclass(slots=True)
class Bot:
    """A level behind the protocol.

    Attributes:
        at_once: it answers as soon as it can, for measuring.
    """

    level: int
    seed: int
    at_once: bool = False
    _word: tuple[View, Budget, Decision] | None = None  # of the turn whose card was answered last

    def reply(self, line: str) -> Reply:
        """The answer to one line: an action, or an error where the line is no request."""
        if len(line) >= MAX_LINE:
            return Reply({"error": "the request is too long"}, AT_ONCE)
        try:
            return self._decide(_read(line))
        except RecursionError:
            return Reply({"error": "the request is nested too deeply"}, AT_ONCE)
        except ValueError as error:
            return Reply({"error": str(error) or "not a request"}, AT_ONCE)

    def _decide(self, request: Request) -> Reply:
        budget = budget_within(self.level, request)
        known, self._word = self._word, None
        if known is not None and known[:2] == (request.view, budget):
            return Reply(as_json(known[2], request.legal), AT_ONCE)
        if self.at_once:
            decision = choose(self.level, request.view, budget, self.seed)
            return Reply(as_json(decision, request.legal), AT_ONCE)
        _, decision = self._thought(request, budget)
        return Reply(as_json(decision, request.legal), self._slot(request))

    def _thought(self, request: Request, budget: Budget) -> tuple[View, Decision]:
        """The decision asked for; the one after it is kept."""
        turn = whole_turn(request.view, lambda view: choose(self.level, view, budget, self.seed))
        first, second = next(turn), next(turn, None)
        if second is not None:
            self._word = (second[0], budget, second[1])
        return first

    def _slot(self, request: Request) -> float:
        usual = slot_of(self.level, request.view.rules)
        if request.time_ms is None:
            return usual
        return max(SHORTEST, min(usual, OVERHEAD * request.time_ms / 1000))


def reply(level: int, seed: int, line: str) -> dict[str, Any]:
    """The answer to one line, by itself and at once."""
    return Bot(level, seed, at_once=True).reply(line).answer


def serve_lines(
    level: int,
    seed: int,
    source: TextIO,
    sink: TextIO,
    at_once: bool = False,
    clock: Clock | None = None,
) -> None:
    """Answer every line of ``source`` on ``sink`` until it ends."""
    bot, clock = Bot(level, seed, at_once), clock or Clock()
    for line in _lines(source):
        began = clock.now()
        answer, slot = bot.reply(line)
        if slot:
            clock.wait_until(began + Slots(slot).end(clock.now() - began))
        sink.write(json.dumps(answer) + "\n")
        sink.flush()


def _lines(source: TextIO) -> Iterator[str]:
    """The lines of ``source``, one that is too long as its beginning only."""
    while line := source.readline(MAX_LINE):
        yield line
        while len(line) == MAX_LINE and not line.endswith("\n"):
            line = source.readline(MAX_LINE)


def _read(line: str) -> Request:
    request = shapes.mapping(json.loads(line), "the request")
    legal = shapes.texts(request.get("legal"), "the legal actions", MAX_LEGAL)
    if not legal:
        raise shapes.ShapeError("the legal actions: none")
    time_ms = request.get("time_ms")
    if time_ms is not None and (type(time_ms) not in (int, float) or not time_ms > 0):
        raise shapes.ShapeError("the time in milliseconds is not a number above zero")
    longest = 1000 * LEVELS[max(LEVELS)].budget.seconds / THOUGHT
    # Also of a number beyond all floats.
    return Request(read_view(request.get("view")), legal, time_ms and min(time_ms, longest))


def budget_within(level: int, request: Request) -> Budget:
    """The budget for an answer in the time allowed: less work where that is short, by steps that
    depend on nothing but the time and the machine; the clock only brakes."""
    own, share = LEVELS[level].budget, share_of_work()
    if request.time_ms is None:
        return own.scaled(share)
    seconds = request.time_ms / 1000
    longest = slot_of(level, request.view.rules) / SPARE
    while share > LEAST and longest * share > OVERHEAD * seconds:
        share /= 2
    reduced = own.scaled(share)
    return Budget(min(THOUGHT * seconds, own.seconds), reduced.nodes, reduced.share)


def as_json(decision: Decision, legal: tuple[str, ...]) -> dict[str, Any]:
    """The protocol's answer. Where the asker's ``legal`` differs from ours, theirs is law. ``cut``
    stands in it only where the clock has ended the thought."""
    known = [(action, share) for action, share in decision.policy if str(action) in legal]
    action = str(decision.action)
    if action not in legal:
        best = max(known, key=lambda pair: pair[1], default=None)
        action = str(best[0]) if best else legal[0]
    answer = {
        "action": action,
        "value": round(decision.value, 4),
        "policy": {str(act): round(share, 4) for act, share in known},
    }
    return answer | {"cut": True} if decision.cut else answer


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
