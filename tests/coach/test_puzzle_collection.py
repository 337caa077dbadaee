"""The shipped puzzles: sound, and parsed only when needed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from datetime import date, timedelta

import pytest

from hacktrick.coach import puzzles
from hacktrick.coach.puzzles import (
    DAY_STEP,
    PUZZLE_KINDS,
    PuzzleCollection,
    mirrored_question,
    pack_puzzles,
    puzzle_key,
    puzzle_of_day,
    shipped_puzzles,
)

FIRST = date(2026, 11, 23)


@pytest.mark.parametrize(
    "n", range(0, len(shipped_puzzles()), max(1, len(shipped_puzzles()) // 40))
)
def test_in_every_shipped_puzzle_the_first_option_is_right(n: int) -> None:
    question = shipped_puzzles()[n]
    assert (question.key, question.kind) == shipped_puzzles().keys_and_kinds[
        n
    ] and question.kind in PUZZLE_KINDS
    best = question.options[0][0]
    assert question.is_right(best) and question.loss(best) == 0
    others = [actions for actions, _, _ in question.options if not question.is_right(actions)]
    assert others, "a question has a wrong answer"
    assert 0 < question.miss_share <= 1, "some level misses it"
    assert question.key == puzzle_key(question) == puzzle_key(mirrored_question(question))


def test_shipped_puzzles_differ_and_a_draw_is_rarely_the_answer() -> None:
    heads = shipped_puzzles().keys_and_kinds
    assert len({key for key, _ in heads}) == len(heads)
    # Counting needs no position built from each puzzle.
    answers = Counter(str(one["options"][0][0][0]) for one in shipped_puzzles()._data)
    assert answers["draw"] <= len(heads) / 4


def test_a_puzzle_is_parsed_when_first_accessed() -> None:
    (first,) = shipped_puzzles()[:1]
    some = PuzzleCollection([*shipped_puzzles()[:1]._data, {"key": "broken", "kind": "word"}])
    assert len(some) == 2 and some.keys_and_kinds[1] == ("broken", "word") and some[0] == first
    with pytest.raises(ValueError, match="no question"):
        some[1]
    assert list(shipped_puzzles().subset([2, 0])) == [shipped_puzzles()[2], shipped_puzzles()[0]]


@pytest.fixture
def other_file(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[bytes], None]]:
    """Yield a function that replaces the content of the shipped puzzle file."""

    def put(data: bytes) -> None:
        monkeypatch.setattr(puzzles, "read_asset_bytes", lambda *path: data)
        shipped_puzzles.cache_clear()

    yield put
    shipped_puzzles.cache_clear()


def test_packed_puzzles_are_read_back(other_file: Callable[[bytes], None]) -> None:
    puzzles = list(shipped_puzzles()._data[:3])
    other_file(pack_puzzles(puzzles))
    assert list(shipped_puzzles()._data) == puzzles


@pytest.mark.parametrize("data", [b"", b"no puzzles", pack_puzzles([])[:-2]])
def test_a_damaged_puzzle_file_counts_as_empty(
    data: bytes, other_file: Callable[[bytes], None]
) -> None:
    other_file(data)
    assert len(shipped_puzzles()) == 0 and puzzle_of_day(FIRST) is None


def test_the_puzzle_of_the_day_repeats_only_after_all_others() -> None:
    n = len(shipped_puzzles())
    asked = [puzzle_of_day(FIRST + timedelta(days=day)) for day in range(min(n, 60))]
    assert len({one.key for one in asked if one}) == len(asked) and None not in asked
    assert puzzle_of_day(FIRST) == puzzle_of_day(FIRST + timedelta(days=n))
    assert n % DAY_STEP, "the step would stand still"
