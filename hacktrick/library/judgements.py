"""Reviews of matches in the library, and the figures from which statistics are made.

All of it follows from the records and can be made again. Every figure keeps the name of the judge
that made it; figures of different judges are never mixed.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import dataclass

from hacktrick.coach.review.round_review import is_free_decision
from hacktrick.coach.review.story import (
    CHANCE_KINDS,
    FinishedRound,
    ReviewProgress,
    review_from_text,
    review_to_text,
)
from hacktrick.library.database import Library


@dataclass(frozen=True, slots=True)
class DecisionCost:
    """A kept decision: where it is, and what it cost by the first look (``loss`` in equity)."""

    match: int
    round: int
    action: int
    seat: int
    themes: tuple[str, ...]
    free: bool
    played: str
    best: str
    loss: float
    loss_match: float
    checked: bool


@dataclass(frozen=True, slots=True)
class RoundLuck:
    """The chance luck of a seat in a round, as a chance of the match."""

    match: int
    round: int
    seat: int
    value: float


class Judgements:
    """The judgements in a library."""

    def __init__(self, library: Library) -> None:
        self._library = library

    def save_review(self, match: int, reviewed: ReviewProgress) -> None:
        """Keep the review of a round; it takes the place of an older one.

        Raises:
            LibraryError: it could not be written; nothing has changed.
        """
        story, judge = reviewed.story, reviewed.judge
        here = (match, story.number)
        with self._library.writing() as write:
            for table in ("judged", "decision", "luck"):
                write.execute(f"DELETE FROM {table} WHERE match = ? AND round = ?", here)
            packed = zlib.compress(review_to_text(reviewed).encode(), 9)
            write.execute("INSERT INTO judged VALUES (?, ?, ?, ?)", (*here, judge, packed))
            write.executemany(
                "INSERT INTO decision VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                ((*here, *row) for row in _decisions(reviewed)),
            )
            write.executemany(
                "INSERT OR REPLACE INTO luck VALUES (?, ?, ?, ?, ?, ?, ?)",
                ((*here, one.number, one.seat, one.kind, judge, one.change) for one in story.luck),
            )

    def saved_review(
        self, match: int, finished: FinishedRound, judge: str
    ) -> ReviewProgress | None:
        """The kept review of a round by this judge; None where there is none."""
        rows = self._library.read(
            "SELECT story FROM judged WHERE match = ? AND round = ? AND judge = ?",
            (match, finished.story.number, judge),
        )
        if not rows:
            return None
        try:
            return review_from_text(zlib.decompress(rows[0][0]).decode(), finished)
        except (zlib.error, ValueError, TypeError, KeyError, RecursionError):
            return None

    def outdated_rounds(self, match: int, judge: str) -> set[int]:
        """The rounds of a match that another judge has looked at."""
        rows = self._library.read(
            "SELECT round FROM judged WHERE match = ? AND judge != ?", (match, judge)
        )
        return {row[0] for row in rows}

    def decision_costs(self, judge: str, matches: tuple[int, ...]) -> Iterator[DecisionCost]:
        """What this judge found in these matches."""
        wanted = set(matches)
        rows = self._library.read(
            "SELECT match, round, action, seat, themes, free, played, best, loss, loss_match,"
            " checked FROM decision WHERE judge = ? ORDER BY match, round, action",
            (judge,),
        )
        for match, round_, action, seat, themes, free, played, best, loss, lost, checked in rows:
            texts, numbers = (themes, played, best), (loss, lost)
            sound = all(isinstance(one, str) for one in texts)
            sound = sound and all(isinstance(one, int | float) for one in numbers)
            if match in wanted and sound:
                told = tuple(themes.split())
                where = (match, round_, action, seat, told, bool(free), played, best)
                yield DecisionCost(*where, loss, lost, checked is not None)

    def luck_by_round(self, judge: str, matches: tuple[int, ...]) -> Iterator[RoundLuck]:
        """Chance luck by round and seat."""
        wanted = set(matches)
        rows = self._library.read(
            "SELECT match, round, seat, sum(value) FROM luck WHERE judge = ?"
            f" AND kind IN ({', '.join('?' * len(CHANCE_KINDS))}) GROUP BY match, round, seat",
            (judge, *CHANCE_KINDS),
        )
        yield from (RoundLuck(*row) for row in rows if row[0] in wanted and row[3] is not None)


def _decisions(reviewed: ReviewProgress) -> Iterator[tuple[object, ...]]:
    story = reviewed.story
    for one in story.decisions:
        best = " | ".join(map(str, one.options[0][0])) if one.options else ""
        themes = " ".join(one.themes)
        checked = None if one.checked is None else one.checked / story.unit
        yield (
            *(
                one.moment.number,
                one.moment.seat,
                reviewed.judge,
                themes,
                is_free_decision(one, story.unit),
            ),
            *(best, str(one.moment.action), one.loss / story.unit, one.loss, one.frequency),
            checked,
        )
