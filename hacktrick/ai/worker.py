"""What the thinking process runs: questions come in, decisions and judgements go out.

Three kinds of question: what a level does (``Question``), and, by ``Consider``, how a position is
judged and what else there is to work out. A decision of the computer comes before all the rest,
which is done in pieces and only while nobody waits. Nothing crosses but views.

Imports nothing but the rules and the computer players: the window must not load here.
"""

from __future__ import annotations

import signal
import sys
import traceback
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from multiprocessing.connection import Connection
from typing import Any, Literal

from hacktrick.ai.agent import Budget, Decision
from hacktrick.ai.levels import LEVELS, nearest
from hacktrick.game.legal import legal_actions
from hacktrick.game.view import View, observation_of

Question = tuple[int, int, View, Budget | None, int]  # ticket, level, view, budget, seed
Answer = tuple[int, Decision]
Kind = Literal["odds", "judge", "levels", "check", "work"]
KINDS: tuple[Kind, ...] = ("odds", "judge", "levels", "check", "work")
"""What there is to consider, the most urgent first."""


@dataclass(frozen=True, slots=True)
class Consider:
    """Consider a position: its answers come under ``ticket``, the last of them being None. The
    latest of a kind takes the place of those before it.

    Attributes:
        made: for ``work``: the texts of the turn to be explained; none: the best of another kind.
    """

    ticket: int
    kind: Kind
    view: View
    made: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Drop:
    """Nothing of what is being considered is of interest any more."""


def choose(level: int, view: View, budget: Budget | None = None, seed: int = 0) -> Decision:
    """What ``level`` does in ``view``: a function of its arguments and of nothing else.

    Args:
        budget: instead of the level's own.

    Raises:
        ValueError: there is no such level, or the seat of the view has nothing to decide.
    """
    if level not in LEVELS:
        raise ValueError(f"there is no level {level}")
    settings = LEVELS[level]
    return settings.agent.choose(view, budget or settings.budget, seed)


def serve(connection: Connection) -> None:
    """Answer questions until the other end is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # an interrupt is the window's to handle
    considered = Considered()
    try:
        while True:
            while not considered.is_busy or connection.poll():
                said = connection.recv()
                if isinstance(said, (Consider, Drop)):
                    considered.take(said)
                else:
                    ticket, level, view, budget, seed = said
                    connection.send((ticket, answer(level, view, budget, seed)))
            told = considered.go_on()
            if told is not None:
                connection.send(told)
    except (EOFError, OSError):
        return


class Considered:
    """Positions under consideration, a piece at a time."""

    def __init__(self) -> None:
        self._work: dict[Kind, tuple[int, Iterator[Any]]] = {}

    @property
    def is_busy(self) -> bool:
        return bool(self._work)

    def take(self, said: Consider | Drop) -> None:
        """Something new to consider, or nothing more."""
        if isinstance(said, Drop):
            self._work.clear()
        else:
            self._work[said.kind] = said.ticket, considering(said)

    def go_on(self) -> tuple[int, Any] | None:
        """Works for a piece; an answer with its ticket, if there is one. The last answer of a
        ticket is None."""
        kind = next(kind for kind in KINDS if kind in self._work)
        ticket, work = self._work[kind]
        try:
            told = next(work)
        except StopIteration:
            del self._work[kind]
            return ticket, None
        except Exception:
            traceback.print_exc(file=sys.stderr)
            del self._work[kind]
            return ticket, None
        return None if told is None else (ticket, told)


def considering(question: Consider) -> Iterator[Any]:
    """The answers to a question, None between pieces. Nothing where there is nothing to decide, or
    where nobody can judge."""
    desk = import_module("hacktrick.ai.coach.desk")  # it needs numpy
    try:
        if question.kind == "odds":
            yield from desk.counted(question.view)
        elif question.kind == "judge":
            yield from desk.judged(question.view)
        elif question.kind == "levels":
            yield from desk.chosen(question.view)
        elif question.kind == "check":
            yield from desk.checked(question.view)
        else:
            yield from desk.worked(question.view, question.made)
    except desk.NoAdvice:
        return


def answer(level: int, view: View, budget: Budget | None, seed: int) -> Decision:
    """``choose`` for the nearest level there is, where a fault in a player costs a move and not
    the match: it is written to standard error and the first legal action is taken."""
    try:
        return choose(nearest(level), view, budget, seed)
    except Exception:
        traceback.print_exc(file=sys.stderr)
        return fallback(view)


def fallback(view: View) -> Decision:
    """A decision without any thought."""
    return Decision(legal_actions(observation_of(view))[0], 0.0)
