"""Output shared by commands: a progress bar on standard error, turns, scores and counts."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from typing import NamedTuple

BAR_WIDTH = 24
REDRAW_SECONDS = 0.2
CLEAR_LINE = "\r\x1b[K"


class ProgressBar:
    """Shows on standard error how much work is done and how long the rest will take.

    Args:
        total: the total units of work.
        unit: the name of the units, in the plural.
        before: the units done before the start, which do not count for the estimated speed.
    """

    def __init__(self, total: int, unit: str, before: int = 0) -> None:
        self._total, self._unit, self._before = total, unit, before
        self._began = time.monotonic()
        self._drawn = 0.0
        self._shown = sys.stderr is not None and sys.stderr.isatty()

    def update(self, done: int) -> None:
        """Redraw the bar, at most once in ``REDRAW_SECONDS`` until the work is done.

        Args:
            done: the number of finished units.
        """
        now = time.monotonic()
        if self._shown and (now - self._drawn >= REDRAW_SECONDS or done == self._total):
            self._drawn = now
            line = progress_line(done, self._total, self._unit, self._seconds_left(done, now))
            print(CLEAR_LINE + line, end="", file=sys.stderr, flush=True)

    def close(self) -> None:
        """Erase the progress bar."""
        if self._shown:
            print(CLEAR_LINE, end="", file=sys.stderr, flush=True)

    def _seconds_left(self, done: int, now: float) -> float | None:
        fresh = done - self._before
        if fresh <= 0:
            return None
        return (now - self._began) / fresh * (self._total - done)


def progress_line(done: int, total: int, unit: str, seconds_left: float | None) -> str:
    """Return a progress bar as a line of text.

    Args:
        done: the number of finished units.
        total: the number of all units.
        unit: the name of the units, in the plural.
        seconds_left: the remaining seconds; None if unknown.

    >>> progress_line(30, 120, "rounds", 3725)
    '[######..................] 30 of 120 rounds, 1:02:05 left'
    """
    full = BAR_WIDTH * done // max(1, total)
    line = f"[{'#' * full}{'.' * (BAR_WIDTH - full)}] {done} of {total} {unit}"
    if seconds_left is None:
        return line
    minutes, seconds = divmod(round(seconds_left), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{line}, {hours}:{minutes:02}:{seconds:02} left"


BEFORE_FIRST_TURN = 0  # number of the turn that contains the codes and the start card
_BEFORE_THE_FIRST_TURN = ("lay", "start")
# The opponent's answers, which count as part of the turn of the player who is on turn.
_WITHIN_A_TURN = ("call", "fold")


class RecordTurn(NamedTuple):
    """The actions of one turn, as indices into the record."""

    number: int
    seat: int
    actions: list[int]


def turns_of_round(seats: Sequence[int], actions: Sequence[str]) -> list[RecordTurn]:
    """Group the actions of a round into turns, numbered from 1.

    Args:
        seats: for each of ``actions``, the seat that made it.

    >>> [(turn.number, turn.seat, turn.actions)
    ...  for turn in turns_of_round((1, 0, 0, 1), ("start 3", "play 1", "pass", "draw"))]
    [(0, 1, [0]), (1, 0, [1, 2]), (2, 1, [3])]
    """
    found: list[RecordTurn] = []
    for n, (seat, action) in enumerate(zip(seats, actions, strict=True)):
        verb = action.split(" ")[0]
        if verb in _BEFORE_THE_FIRST_TURN:
            found.append(RecordTurn(BEFORE_FIRST_TURN, seat, [n]))
        elif found and found[-1].number and (found[-1].seat == seat or verb in _WITHIN_A_TURN):
            found[-1].actions.append(n)
        else:
            found.append(RecordTurn(found[-1].number + 1 if found else 1, seat, [n]))
    return found


def count_turns(turns: Sequence[RecordTurn]) -> int:
    """Return the number of turns, not counting the actions before the first turn."""
    return turns[-1].number if turns else 0


def count_phrase(n: int, singular: str, plural: str = "") -> str:
    """Return a number with a noun in the singular or plural.

    Args:
        n: the number of things.
        singular: the noun in the singular.
        plural: the noun in the plural; "" to add an s to the singular.

    >>> count_phrase(1, "turn"), count_phrase(2, "turn"), count_phrase(0, "loss", "losses")
    ('1 turn', '2 turns', '0 losses')
    """
    return f"{n} {singular if n == 1 else plural or singular + 's'}"


def score_text(score: Sequence[int]) -> str:
    """Return a score as text, in the order of the sides.

    >>> score_text((2, 0))
    '2 : 0'
    """
    return " : ".join(map(str, score))


def list_phrase(names: Sequence[str]) -> str:
    """Return names joined with commas and "and", as in a sentence.

    >>> list_phrase(["Ada"]), list_phrase(["Ada", "Ben"]), list_phrase(["Ada", "Ben", "Cleo"])
    ('Ada', 'Ada and Ben', 'Ada, Ben and Cleo')
    """
    return " and ".join([*([", ".join(names[:-1])] if len(names) > 1 else []), *names[-1:]])
