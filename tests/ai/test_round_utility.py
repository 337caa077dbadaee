"""The utility of a round's end depends on the score."""

from __future__ import annotations

import pytest

from hacktrick.ai.match_equity import RoundUtility, match_chance_between_equals
from hacktrick.game.editions import PRESETS
from hacktrick.game.state import PublicState
from tests.support.random_positions import random_positions


def position_at_score(score: tuple[int, ...], preset: str = "keypad") -> PublicState:
    return next(random_positions(preset, 1)).public._replace(score=score)


@pytest.mark.parametrize("score", [(0, 0), (3, 3), (4, 4), (3, 4), (4, 1)])
def test_one_point_is_one_unit_of_utility_won_or_lost(score: tuple[int, int]) -> None:
    public = position_at_score(score)
    worth = RoundUtility(public, 0)
    assert worth.value_of_win(public, 0, 1) == pytest.approx(1)
    assert worth.value_of_win(public, 1, 1) == pytest.approx(-1)


def test_the_value_of_two_points_depends_on_the_score() -> None:
    def two(score: tuple[int, int]) -> float:
        public = position_at_score(score)
        return RoundUtility(public, 0).value_of_win(public, 0, 2)

    assert two((4, 4)) == two((4, 0)) == pytest.approx(1)  # one point already wins the match
    assert two((3, 3)) > two((0, 0)) > 1.2


def test_stakes_go_to_the_winner() -> None:
    public = position_at_score((3, 3), "wits")._replace(stakes=(1, 1), score=(2, 2))
    base = RoundUtility(position_at_score((3, 3), "wits"), 0)
    assert base.value_of_win(public, 0, 1) > base.value_of_win(
        position_at_score((3, 3), "wits"), 0, 1
    )
    assert base.value_of_win(public, 1, 1) < base.value_of_win(
        position_at_score((3, 3), "wits"), 1, 1
    )


def test_in_a_deciding_round_only_the_winner_counts() -> None:
    public = position_at_score((4, 4, 0), "trio-individual")
    worth = RoundUtility(public, 1, is_deciding=True)
    assert worth.value_of_win(public, 1, 1) == worth.value_of_win(public, 1, 2) == 1
    assert worth.value_of_win(public, 0, 2) == -1


def test_team_members_share_their_score() -> None:
    rules = PRESETS["trio-individual"]
    public = position_at_score((3, 1, 3), rules.preset)
    assert RoundUtility(public, 1).value_of_win(public, 1, 2) == pytest.approx(1)


def test_the_match_chances_of_both_sides_add_up_to_one() -> None:
    for need in range(1, 7):
        for other in range(1, 7):
            assert match_chance_between_equals(need, other) + match_chance_between_equals(
                other, need
            ) == pytest.approx(1)
