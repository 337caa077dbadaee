"""Schedules missed questions for repetition with py-fsrs, and stores results of puzzles.

A missed question that is solved every time after that comes again after 1, 1, 3, 7, 15, 30, 57, 103
and 180 days, and then every 180 days. Unlike most tables of the library, these data cannot be
computed again from records.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, time
from typing import Literal

from fsrs import Card, Rating, Scheduler

from hacktrick.coach.puzzles import PositionQuestion, mirrored_question, read_question
from hacktrick.library.database import Library

Grade = Literal["again", "hard", "good"]
_RATINGS = {"again": Rating.Again, "hard": Rating.Hard, "good": Rating.Good}
_SCHEDULER = Scheduler(
    desired_retention=0.93,
    learning_steps=(),
    relearning_steps=(),
    maximum_interval=180,
    enable_fuzzing=False,
)


def initial_state_and_due_time(now: datetime) -> tuple[str, datetime]:
    """Return the state, as text, and the due time of a new card for a missed question."""
    return rescheduled_state_and_due_time(json.dumps(Card().to_dict()), "again", now)


def rescheduled_state_and_due_time(state: str, grade: Grade, now: datetime) -> tuple[str, datetime]:
    """Return the new state, as text, and the next due time of a card after an answer."""
    card, _log = _SCHEDULER.review_card(Card.from_dict(json.loads(state)), _RATINGS[grade], now)
    return json.dumps(card.to_dict()), card.due


MAX_QUESTIONS_A_DAY = 12
"""The most questions that a player is asked in a day."""
SOLUTION_SHOWN = 99
"""Stored as the number of hints of an attempt that ended with the solution."""


def utc_now() -> datetime:
    """Return the current time, in UTC."""
    return datetime.now(UTC)


class SpacedRepetition:
    """The flashcards of all players in a library, one for each missed question.

    Args:
        clock: returns the current time, in UTC.
    """

    def __init__(self, library: Library, clock: Callable[[], datetime] = utc_now) -> None:
        self._library, self._clock = library, clock

    def add_flashcard(self, player: str, question: PositionQuestion, origin: str) -> None:
        """Add a card for a missed question, unless the player already has one.

        Args:
            player: the name of the player.
            question: the question that the player has missed.
            origin: where the question comes from.
        """
        state, due = initial_state_and_due_time(self._clock())
        text = json.dumps(question.as_json(), separators=(",", ":"))
        with self._library.transaction() as write:
            write.execute(
                "INSERT OR IGNORE INTO card (profile, puzzle, origin, text, fsrs, due)"
                " VALUES (?, ?, ?, ?, ?, ?)",
                (player, question.key, origin, text, state, due.isoformat()),
            )

    def due_questions(self, player: str) -> tuple[PositionQuestion, ...]:
        """Return the questions due today, oldest first.

        A question is mirrored every second time that it comes. Together with the questions already
        answered today, there are at most ``MAX_QUESTIONS_A_DAY``.
        """
        moment = self._clock()
        begun = datetime.combine(moment.date(), time(), UTC).isoformat()
        done = self._library.query_rows(
            "SELECT count(*) FROM attempt JOIN card ON card.profile = attempt.profile"
            " AND card.puzzle = attempt.puzzle WHERE attempt.profile = ? AND at >= ?",
            (player, begun),
        )
        left = max(0, MAX_QUESTIONS_A_DAY - (done[0][0] if done else 0))
        rows = self._library.query_rows(
            "SELECT text, shown FROM card WHERE profile = ? AND due <= ? AND NOT suspended"
            " ORDER BY due, id LIMIT ?",
            (player, moment.isoformat(), left),
        )
        found = ((_question_from_text(text), shown) for text, shown in rows)
        return tuple(
            mirrored_question(one) if shown % 2 else one
            for one, shown in found
            if one is not None and isinstance(shown, int)
        )

    def n_flashcards(self, player: str) -> int:
        """Return the number of a player's cards, whether due or not."""
        rows = self._library.query_rows("SELECT count(*) FROM card WHERE profile = ?", (player,))
        return int(rows[0][0]) if rows else 0

    def keys_of_flashcard_questions(self, player: str) -> frozenset[str]:
        """Return the keys of the questions for which a player has cards."""
        rows = self._library.query_rows("SELECT puzzle FROM card WHERE profile = ?", (player,))
        return frozenset(row[0] for row in rows)

    def questions_with_keys(self, player: str, keys: Sequence[str]) -> tuple[PositionQuestion, ...]:
        """Return the questions on a player's cards with these keys, in the order of ``keys``."""
        rows = self._library.query_rows(
            "SELECT puzzle, text FROM card WHERE profile = ?"
            f" AND puzzle IN ({', '.join('?' * len(keys))})",
            (player, *keys),
        )
        texts = dict(rows)
        found = (_question_from_text(texts.get(key)) for key in keys)
        return tuple(one for one in found if one is not None)

    def save_answer(
        self,
        player: str,
        question: PositionQuestion,
        answer: str,
        loss: float,
        tries: int,
        solved: bool,
        mixed: bool,
    ) -> None:
        """Save an attempt, and reschedule the card for the question if there is one.

        Args:
            answer: the chosen turn, as text.
            loss: the cost of the answer, in equity.
            tries: the number of attempts, including the last one.
            solved: whether the question was solved.
            mixed: whether the question came in a mixed series.
        """
        moment = self._clock()
        grade: Grade = "good" if solved and tries == 1 else "hard" if solved else "again"
        with self._library.transaction() as write:
            rows = write.execute(
                "SELECT fsrs, shown FROM card WHERE profile = ? AND puzzle = ?",
                (player, question.key),
            ).fetchall()
            shown = rows[0][1] if rows and isinstance(rows[0][1], int) else 0
            write.execute(
                "INSERT INTO attempt (profile, puzzle, at, mirrored, answer, loss, solved, hints,"
                " mixed) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    *(player, question.key, moment.isoformat(), shown % 2, answer, loss),
                    *(solved and tries == 1, tries - 1 if solved else SOLUTION_SHOWN, mixed),
                ),
            )
            for state, _shown in rows:
                try:
                    text, due = rescheduled_state_and_due_time(state, grade, moment)
                except (ValueError, TypeError, KeyError):  # a damaged card is replaced by a new one
                    text, due = initial_state_and_due_time(moment)
                write.execute(
                    "UPDATE card SET fsrs = ?, due = ?, shown = ? WHERE profile = ? AND puzzle = ?",
                    (text, due.isoformat(), shown + 1, player, question.key),
                )

    def tries_when_first_asked(self, player: str, key: str, since: datetime) -> int | None:
        """Return how many tries a player needed when first asked a question since ``since``.

        Returns:
            0 if the player did not solve the question then; None if they have not been asked since.
        """
        rows = self._library.query_rows(
            "SELECT solved, hints FROM attempt WHERE profile = ? AND puzzle = ? AND at >= ?"
            " ORDER BY at, id LIMIT 1",
            (player, key, since.isoformat()),
        )
        if not rows:
            return None
        solved, more = rows[0]
        if solved:
            return 1
        return more + 1 if isinstance(more, int) and 0 < more < SOLUTION_SHOWN else 0

    def puzzles_solved_at_first_attempt(self, player: str) -> frozenset[str]:
        """Return the keys of the puzzles that a player has solved at the first attempt."""
        rows = self._library.query_rows(
            "SELECT DISTINCT puzzle FROM attempt WHERE profile = ? AND solved", (player,)
        )
        return frozenset(row[0] for row in rows)

    def tried_puzzles(self, player: str) -> frozenset[str]:
        """Return the keys of the puzzles that a player has attempted."""
        rows = self._library.query_rows(
            "SELECT DISTINCT puzzle FROM attempt WHERE profile = ?", (player,)
        )
        return frozenset(row[0] for row in rows)


def _question_from_text(text: object) -> PositionQuestion | None:
    """Return the question in a card's JSON text; None if the text is damaged."""
    try:
        return read_question(json.loads(text)) if isinstance(text, str) else None
    except (ValueError, TypeError, KeyError, RecursionError):
        return None
