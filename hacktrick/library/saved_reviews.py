"""Stores reviews of matches, with the costs of decisions and the luck that statistics use.

All of these can be computed again from the records. Each row names the judge; results of different
judges are never mixed.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import dataclass

from hacktrick.coach.judgement import current_judge_ids
from hacktrick.coach.review.judged_round import (
    CHANCE_KINDS,
    FinishedRound,
    ReviewProgress,
    review_from_text,
    review_to_text,
)
from hacktrick.coach.review.round_review import has_real_choice
from hacktrick.library.database import Library

STAGE_PREFIX_BYTES = 200  # number of bytes at the beginning of a review that contain the stage


@dataclass(frozen=True, slots=True)
class RoundLuck:
    """The luck of a seat in a round, as a gain in match chance."""

    match: int
    round: int
    seat: int
    value: float


class SavedReviews:
    """Reviews, costs of decisions and luck in a library."""

    def __init__(self, library: Library) -> None:
        self._library = library

    def save_review(self, match_number: int, reviewed: ReviewProgress) -> None:
        """Save the review of a round, replacing an older one.

        Args:
            match_number: the number of the match in the library.
            reviewed: the review, complete or not.

        Raises:
            LibraryError: the review could not be written; nothing has changed.
        """
        story, judge = reviewed.judgement, reviewed.judge
        here = (match_number, story.number)
        with self._library.transaction() as write:
            for table in ("judged", "decision", "luck"):
                write.execute(f"DELETE FROM {table} WHERE match = ? AND round = ?", here)
            packed = zlib.compress(review_to_text(reviewed).encode(), 9)
            write.execute("INSERT INTO judged VALUES (?, ?, ?, ?)", (*here, judge, packed))
            write.executemany(
                "INSERT INTO decision VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                ((*here, *row) for row in _decision_rows(reviewed)),
            )
            write.executemany(
                "INSERT OR REPLACE INTO luck VALUES (?, ?, ?, ?, ?, ?, ?)",
                ((*here, one.number, one.seat, one.kind, judge, one.change) for one in story.luck),
            )

    def saved_review(
        self, match_number: int, finished: FinishedRound, judge: str
    ) -> ReviewProgress | None:
        """Return the saved review of a round by the judge ``judge``; None if there is none."""
        rows = self._library.query_rows(
            "SELECT story FROM judged WHERE match = ? AND round = ? AND judge = ?",
            (match_number, finished.judgement.number, judge),
        )
        if not rows:
            return None
        try:
            return review_from_text(zlib.decompress(rows[0][0]).decode(), finished)
        except (zlib.error, ValueError, TypeError, KeyError, RecursionError):
            return None

    def has_complete_review(self, match_number: int) -> bool:
        """Return whether all rounds of a match have a complete review by the current judge."""
        rows = self._library.query_rows(
            "SELECT match.rounds, judged.story FROM match JOIN judged ON judged.match = match.id"
            " WHERE match.id = ? AND judge IN (?, ?)",
            (match_number, *current_judge_ids()),
        )
        return bool(rows) and sum(_is_complete(story) for _n, story in rows) == rows[0][0]

    def rounds_with_outdated_review(self, match_number: int, judge: str) -> set[int]:
        """Return the rounds of a match, from 0, whose saved review is by another judge."""
        rows = self._library.query_rows(
            "SELECT round FROM judged WHERE match = ? AND judge != ?", (match_number, judge)
        )
        return {row[0] for row in rows}

    def luck_by_round(self, judge: str, match_numbers: tuple[int, ...]) -> Iterator[RoundLuck]:
        """Yield the luck of each seat in each round of these matches, according to one judge."""
        wanted = set(match_numbers)
        rows = self._library.query_rows(
            "SELECT match, round, seat, sum(value) FROM luck WHERE judge = ?"
            f" AND kind IN ({', '.join('?' * len(CHANCE_KINDS))}) GROUP BY match, round, seat",
            (judge, *CHANCE_KINDS),
        )
        yield from (RoundLuck(*row) for row in rows if row[0] in wanted and row[3] is not None)


def _is_complete(review: object) -> bool:
    """Return whether a compressed review is complete, decompressing only its beginning."""
    try:
        beginning = zlib.decompressobj().decompress(review, STAGE_PREFIX_BYTES)  # type: ignore[arg-type]
    except (zlib.error, TypeError):
        return False
    return b'"stage":"opened"' in beginning


def _decision_rows(reviewed: ReviewProgress) -> Iterator[tuple[object, ...]]:
    story = reviewed.judgement
    for one in story.decisions:
        best = " | ".join(map(str, one.options[0][0])) if one.options else ""
        themes = " ".join(one.themes)
        checked = None if one.checked_loss is None else one.checked_loss / story.unit
        yield (
            *(
                one.decision_point.number,
                one.decision_point.seat,
                reviewed.judge,
                themes,
                has_real_choice(one, story.unit),
            ),
            *(best, str(one.decision_point.action), one.loss / story.unit, one.loss, one.frequency),
            checked,
        )
