"""Missed questions come again after a time that depends on the answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from assets.shots.reviewed_match import sample_question

from hacktrick.coach.puzzles import PositionQuestion
from hacktrick.library.database import Library
from hacktrick.library.spaced_repetition import MAX_QUESTIONS_A_DAY, SpacedRepetition

NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)
PLAYER = "ANNA"


class ManualClock:
    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def library(tmp_path: Path) -> Library:
    return Library(tmp_path)


def other_question(name: str) -> PositionQuestion:
    return replace(sample_question(), key=name)


def answer(
    cards: SpacedRepetition, question: PositionQuestion, tries: int = 1, solved: bool = True
) -> None:
    cards.save_answer(PLAYER, question, "draw", 0.0, tries, solved, mixed=False)


def waits_after(library: Library, answers: Sequence[tuple[int, bool]]) -> list[int]:
    """Return the days until a missed question comes again: at first, and after each answer.

    Args:
        answers: the tries, and whether the question was solved.
    """
    clock, question = ManualClock(), other_question(str(answers))
    cards, waits = SpacedRepetition(library, clock), []
    cards.add_flashcard(PLAYER, question, "match")
    for tries, solved in (*answers, (1, True)):
        begun = clock.now
        while question.key not in {one.key for one in cards.due_questions(PLAYER)}:
            clock.now += timedelta(days=1)
        waits.append((clock.now - begun).days)
        answer(cards, question, tries, solved)
    return waits


def test_the_better_the_answer_the_later_the_question_comes_again(library: Library) -> None:
    first_try, retry, never = (
        waits_after(library, ((1, True), (1, True), (1, True), last))[-1]
        for last in ((1, True), (2, True), (1, False))
    )
    assert 1 == never < retry < first_try


def test_right_answers_lead_to_the_intervals_that_the_module_states(library: Library) -> None:
    waits = waits_after(library, ((1, True),) * 9)
    assert waits == [1, 1, 3, 7, 15, 30, 57, 103, 180, 180]


def test_how_often_a_card_was_shown_is_counted(library: Library) -> None:
    cards, question = SpacedRepetition(library, ManualClock()), sample_question()
    assert (
        cards.n_flashcards(PLAYER) == 0 and cards.keys_of_flashcard_questions(PLAYER) == frozenset()
    )
    cards.add_flashcard(PLAYER, question, "match")
    for _ in range(3):
        answer(cards, question)
    assert library.query_rows("SELECT shown FROM card") == [(3,)]
    assert library.query_rows("SELECT mirrored FROM attempt ORDER BY id") == [(0,), (1,), (0,)]
    assert (
        cards.keys_of_flashcard_questions(PLAYER) == {question.key}
        and cards.n_flashcards(PLAYER) == 1
    )


@pytest.mark.parametrize(
    ("tries", "solved", "expected"),
    [(1, True, 1), (2, True, 2), (3, True, 3), (1, False, 0), (3, False, 0)],
)
def test_the_tries_at_the_first_time_a_question_was_asked_are_remembered(
    library: Library, tries: int, solved: bool, expected: int
) -> None:
    clock, question = ManualClock(), sample_question()
    cards = SpacedRepetition(library, clock)
    answer(cards, question, tries=2)
    clock.now += timedelta(days=2)
    since = clock.now
    assert cards.tries_when_first_asked(PLAYER, question.key, since) is None
    answer(cards, question, tries, solved)
    clock.now += timedelta(hours=1)
    answer(cards, question, tries=5)
    assert cards.tries_when_first_asked(PLAYER, question.key, since) == expected
    assert cards.tries_when_first_asked("BELA", question.key, since) is None
    first_solved = solved and tries == 1
    assert (question.key in cards.puzzles_solved_at_first_attempt(PLAYER)) == first_solved
    assert cards.tried_puzzles(PLAYER) == {question.key}


@pytest.mark.parametrize("damage", ["text = '{]'", "text = '7'", "text = 5", "shown = 'often'"])
def test_a_damaged_card_is_not_asked_and_hides_no_other(library: Library, damage: str) -> None:
    clock = ManualClock()
    cards = SpacedRepetition(library, clock)
    for name in ("damaged", "sound"):
        cards.add_flashcard(PLAYER, other_question(name), "match")
    with library.transaction() as write:
        write.execute(f"UPDATE card SET {damage} WHERE puzzle = 'damaged'")
    clock.now += timedelta(days=2)
    assert [one.key for one in cards.due_questions(PLAYER)] == ["sound"]


def test_a_card_without_a_readable_state_starts_anew(library: Library) -> None:
    clock, question = ManualClock(), sample_question()
    cards = SpacedRepetition(library, clock)
    cards.add_flashcard(PLAYER, question, "match")
    with library.transaction() as write:
        write.execute("UPDATE card SET fsrs = '{}'")
    clock.now += timedelta(days=1)
    answer(cards, question)
    assert not cards.due_questions(PLAYER)
    clock.now += timedelta(days=1)
    assert [one.key for one in cards.due_questions(PLAYER)] == [question.key]


def test_questions_are_found_by_their_keys_in_the_order_asked_for(library: Library) -> None:
    cards = SpacedRepetition(library, ManualClock())
    for name in ("a", "b", "c"):
        cards.add_flashcard(PLAYER, other_question(name), "match")
    found = cards.questions_with_keys(PLAYER, ("c", "unknown", "a"))
    assert [one.key for one in found] == ["c", "a"] and not cards.questions_with_keys(
        "BELA", ("a",)
    )


def test_yesterdays_answers_do_not_count_against_todays_questions(library: Library) -> None:
    clock = ManualClock()
    cards = SpacedRepetition(library, clock)
    names = [f"{n:02}" for n in range(2 * MAX_QUESTIONS_A_DAY)]
    for name in names:
        cards.add_flashcard(PLAYER, other_question(name), "match")
    clock.now += timedelta(days=1)
    asked = cards.due_questions(PLAYER)
    assert [one.key for one in asked] == names[:MAX_QUESTIONS_A_DAY]
    for one in asked:
        answer(cards, one)
    assert cards.due_questions(PLAYER) == ()
    clock.now = datetime(2026, 11, 24, tzinfo=UTC)  # the other cards come after midnight
    assert [one.key for one in cards.due_questions(PLAYER)] == names[MAX_QUESTIONS_A_DAY:]
