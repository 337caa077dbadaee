"""The tension of a round depends on keys that would win and on the match at stake, nothing else."""

from __future__ import annotations

import pytest

from hacktrick.app.threats_and_decisive_turn import exhausted_cards, public_threats, round_tension
from hacktrick.game.state import IN_SUPPLY, NEVER, PublicState, Result
from tests.support.scripted_matches import scripted_match

ONE = {8: 0, 1: 0}  # side 0 wins on one key: 6
TWO = {8: 0, 1: 0, 5: 0}  # side 0 wins on three keys: 6, 2 and 9
BOTH = {8: 0, 1: 0, 4: 1, 9: 1}  # side 0 wins on 6, side 1 on 2


def public(board: dict[int, int], score: tuple[int, int] = (0, 0), row: str = "0") -> PublicState:
    """Return a table with single markers on these keys, given by side."""
    begun = scripted_match(hands=("123", "0345"), aside="00").submit_text("start 0").public
    marks = tuple(tuple(int(board.get(key) == side) for side in (0, 1)) for key in range(1, 10))
    return begun._replace(board=marks, score=score, row=tuple(map(int, row)))


def board_from_other_side(board: dict[int, int]) -> dict[int, int]:
    return {key: 1 - side for key, side in board.items()}


@pytest.mark.parametrize("board", [{}, ONE, TWO, BOTH])
@pytest.mark.parametrize("score", [(0, 0), (3, 1), (4, 0), (4, 4)])
def test_tension_is_the_same_from_either_side(
    board: dict[int, int], score: tuple[int, int]
) -> None:
    assert round_tension(public(board, score)) == round_tension(
        public(board_from_other_side(board), score[::-1])
    )


def test_threats_on_two_keys_count_more_than_on_one_and_threats_of_both_sides_most() -> None:
    levels = [round_tension(public(board)) for board in ({}, {8: 0}, ONE, TWO, BOTH)]
    assert levels[0] == levels[1] == 0
    assert levels[1] < levels[2] < levels[3] < levels[4]


def test_two_keys_are_as_tense_as_three() -> None:
    two = {8: 0, 1: 0, 3: 0}  # 6, and 4 with 8-3-4
    assert len([t for t in public_threats(public(two), 0) if t.pairs]) == 2
    assert round_tension(public(two)) == round_tension(public(TWO))


def test_the_match_is_at_stake_from_one_point_before_the_target() -> None:
    plain = round_tension(public(ONE))
    for score in ((1, 0), (3, 3), (0, 3)):
        assert round_tension(public(ONE, score)) == plain
    for score in ((4, 0), (0, 4), (5, 4)):
        assert round_tension(public(ONE, score)) > plain
    assert round_tension(public({}, (4, 4))) == 0, "as long as nobody can win"


def test_tension_is_at_most_one_and_reached_with_two_keys_each_at_match_point() -> None:
    board = {8: 0, 1: 0, 3: 0, 9: 1, 7: 1, 2: 1}
    both = public(board)
    assert all(len([t for t in public_threats(both, side) if t.pairs]) > 1 for side in (0, 1))
    assert round_tension(public(board, (4, 4))) == 1.0


def test_a_key_that_no_card_can_reach_any_more_is_no_threat() -> None:
    """6 is 1 + 5 or 2 + 4, so it can be won until every 5, 1, 4 and 2 has been played."""
    open_key, closed = public(ONE, row="11542"), public(ONE, row="115544220")
    assert round_tension(open_key) == round_tension(public(ONE))
    gone = closed._replace(row=(1, 1, 1, 5, 5, 5, 4, 4, 4, 2, 2, 2))
    assert set(exhausted_cards(gone)) == {1, 2, 4, 5}
    assert round_tension(gone) == 0


def test_nothing_is_tense_once_the_round_is_over() -> None:
    over = public(BOTH, (4, 4))
    assert round_tension(over) > 0
    assert round_tension(over._replace(result=Result(0, 1, "line"))) == 0


def points(state: PublicState, side: int, key: int) -> int:
    return {threat.key: threat.points for threat in public_threats(state, side)}[key]


def test_a_double_counts_from_the_turn_after_the_one_in_which_it_was_placed() -> None:
    """8 + 1 + 6 is a line with the double on 1: two points, but not in the turn it is placed."""
    begun = public(ONE)
    now = begun._replace(seat=0, turn=2, double=(1, IN_SUPPLY), double_turn=(2, NEVER))
    assert points(now, 0, 6) == 1, "in the turn itself"
    assert points(now._replace(phase="command"), 0, 6) == 2, "before the word: in the next turn"
    assert points(now._replace(phase="command", is_second_card_allowed=True), 0, 6) == 1, (
        "a second card may follow"
    )
    assert points(now._replace(seat=1, turn=3), 0, 6) == 2, "the other side has the turn"
    assert points(now._replace(turn=4), 0, 6) == 2
    earlier = now._replace(double_turn=(0, NEVER))
    assert points(earlier, 0, 6) == points(earlier._replace(phase="command"), 0, 6) == 2
