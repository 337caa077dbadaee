"""The bot protocol: a computer player reads requests and writes answers, one JSON line each.

An answer waits for the end of its time slot (``ai.answer_time_slots``), so its delay reveals
nothing. A command is decided together with its card, so a request for a command is answered at
once.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple, TextIO

from hacktrick.ai.agent import MIN_SHARE, TOLERATED_SLOWNESS, Budget, Decision, machine_work_share
from hacktrick.ai.answer_time_slots import TimeSlots, decisions_until_new_information, slot_seconds
from hacktrick.ai.levels.catalogue import LEVELS, level_decision
from hacktrick.game import json_validation
from hacktrick.game.actions import NotationError, parse
from hacktrick.game.view import View
from hacktrick.game.view_json import read_view

ANSWER_SHARE = 0.9  # share of the request's time limit after which the answer is given
THINKING_SHARE = 0.8  # share of the request's time limit after which the search is cut short
MAX_LEGAL = 200  # maximum number of legal actions in a request
MAX_LINE = 1_000_000  # maximum characters in a line; real requests have at most about 10,000
FINE_WAIT = 0.003  # seconds before the end of a wait during which the clock sleeps in small steps
MIN_SLOT = 0.01  # shortest time slot, in seconds
IMMEDIATE_SLOT = 0.0


class BotReply(NamedTuple):
    """An answer, with the length in seconds of the time slot that delays it."""

    answer: dict[str, Any]
    slot: float


class BotRequest(NamedTuple):
    """A validated request; ``time_ms`` is None without a time limit."""

    view: View
    legal: tuple[str, ...]
    time_ms: float | None


class MonotonicClock:
    """The system's monotonic clock; tests replace it."""

    def now(self) -> float:
        """Return the time in seconds since an unspecified moment."""
        return time.monotonic()

    def wait_until(self, moment: float) -> None:
        """Sleep until the clock shows ``moment``.

        The last ``FINE_WAIT`` seconds are slept in small steps, since a long sleep may end late.
        """
        while (left := moment - self.now()) > 0:
            time.sleep(left - FINE_WAIT if left > FINE_WAIT else 0)


@dataclass(slots=True)
class Bot:
    """A computer player of one level that answers requests of the bot protocol.

    Attributes:
        level: the level, from 1 to 10.
        seed: determines the bot's random choices.
        answers_at_once: whether the bot ignores time slots, for measurements.
    """

    level: int
    seed: int
    answers_at_once: bool = False
    _next: tuple[View, Budget, Decision] | None = None  # the command decided with the last card

    def reply(self, line: str) -> BotReply:
        """Return the reply to one line: an action, or an error if the line is no valid request."""
        if len(line) >= MAX_LINE:
            return BotReply({"error": "the request is too long"}, IMMEDIATE_SLOT)
        try:
            return self._reply_to_request(_read_request(line))
        except RecursionError:
            return BotReply({"error": "the request is nested too deeply"}, IMMEDIATE_SLOT)
        except ValueError as error:
            return BotReply({"error": str(error) or "not a request"}, IMMEDIATE_SLOT)

    def _reply_to_request(self, request: BotRequest) -> BotReply:
        budget = budget_for_request(self.level, request)
        known, self._next = self._next, None
        if known is not None and known[:2] == (request.view, budget):
            return BotReply(decision_as_json(known[2], request.legal), IMMEDIATE_SLOT)
        if self.answers_at_once:
            decision = level_decision(self.level, request.view, budget, self.seed)
            return BotReply(decision_as_json(decision, request.legal), IMMEDIATE_SLOT)
        _, decision = self._first_decision_of_turn(request, budget)
        return BotReply(decision_as_json(decision, request.legal), self._slot_seconds_for(request))

    def _first_decision_of_turn(self, request: BotRequest, budget: Budget) -> tuple[View, Decision]:
        """Return the requested decision with its view; remember the next decision of the turn."""
        turn = decisions_until_new_information(
            request.view, lambda view: level_decision(self.level, view, budget, self.seed)
        )
        first, second = next(turn), next(turn, None)
        if second is not None:
            self._next = (second[0], budget, second[1])
        return first

    def _slot_seconds_for(self, request: BotRequest) -> float:
        usual = slot_seconds(self.level, request.view.rules)
        if request.time_ms is None:
            return usual
        return max(MIN_SLOT, min(usual, ANSWER_SHARE * request.time_ms / 1000))


def answer_without_waiting(level: int, seed: int, line: str) -> dict[str, Any]:
    """Return a level's answer to one request line, without waiting for a time slot."""
    return Bot(level, seed, answers_at_once=True).reply(line).answer


def serve_lines(
    level: int,
    seed: int,
    source: TextIO,
    sink: TextIO,
    at_once: bool = False,
    clock: MonotonicClock | None = None,
) -> None:
    """Read requests from ``source`` and write the answers to ``sink`` until ``source`` ends.

    Args:
        level: the level of the bot, from 1 to 10.
        seed: determines the bot's random choices.
        at_once: whether to answer at once, instead of at the end of a time slot.
        clock: replaces the system's clock in tests.
    """
    bot, clock = Bot(level, seed, at_once), clock or MonotonicClock()
    for line in _bounded_lines(source):
        began = clock.now()
        answer, slot = bot.reply(line)
        if slot:
            clock.wait_until(began + TimeSlots(slot).end_of_slot(clock.now() - began))
        sink.write(json.dumps(answer) + "\n")
        sink.flush()


def _bounded_lines(source: TextIO) -> Iterator[str]:
    """Yield the lines of ``source``; lines that are too long are cut to ``MAX_LINE`` characters."""
    while line := source.readline(MAX_LINE):
        yield line
        while len(line) == MAX_LINE and not line.endswith("\n"):
            line = source.readline(MAX_LINE)


def _read_request(line: str) -> BotRequest:
    request = json_validation.require_object(json.loads(line), "the request")
    legal = json_validation.require_strings(request.get("legal"), "the legal actions", MAX_LEGAL)
    if not legal:
        raise json_validation.JsonShapeError("the legal actions: none")
    time_ms = request.get("time_ms")
    if time_ms is not None and (type(time_ms) not in (int, float) or not time_ms > 0):
        raise json_validation.JsonShapeError("the time in milliseconds is not a number above zero")
    longest = 1000 * LEVELS[max(LEVELS)].budget.seconds / THINKING_SHARE
    # The upper limit also rejects integers that are too large for a float.
    return BotRequest(read_view(request.get("view")), legal, time_ms and min(time_ms, longest))


def budget_for_request(level: int, request: BotRequest) -> Budget:
    """Return a level's budget for an answer within the time that the request allows.

    Less time means less work, in steps that depend only on the time limit and the machine's speed.
    The clock is only an emergency brake.
    """
    own, share = LEVELS[level].budget, machine_work_share()
    if request.time_ms is None:
        return own.with_scaled_work(share)
    seconds = request.time_ms / 1000
    longest = slot_seconds(level, request.view.rules) / TOLERATED_SLOWNESS
    while share > MIN_SHARE and longest * share > ANSWER_SHARE * seconds:
        share /= 2
    reduced = own.with_scaled_work(share)
    return Budget(min(THINKING_SHARE * seconds, own.seconds), reduced.nodes, reduced.share)


def decision_as_json(decision: Decision, legal: tuple[str, ...]) -> dict[str, Any]:
    """Return a decision as the protocol's answer to a request, as data for JSON.

    It contains only actions that the request calls legal. ``cut`` is present only if the clock
    ended the search.
    """
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
    return answer | {"cut": True} if decision.is_cut_short else answer


def read_answer_action(answer: Any) -> str:
    """Return the action that a bot's answer names, in the notation of records.

    Raises:
        ValueError: the answer does not name an action.
    """
    try:
        action = json_validation.require_string(
            json_validation.require_object(answer, "the answer").get("action"), "the action"
        )
        parse(action)
    except NotationError as error:
        raise json_validation.JsonShapeError(str(error)) from error
    return action
