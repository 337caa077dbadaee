"""In teams, a partner's announced sum changes what a player does."""

from __future__ import annotations

import pytest

from hacktrick.ai.levels.catalogue import level_decision
from hacktrick.app.study_positions import study_start_view
from hacktrick.game.notation.position_parser import read_diagram
from hacktrick.game.state import Seat

SEEDS = range(3)
PLAYERS = ("a", "b", "c", "d")


def decisions_of_level_10(line: str, seat: Seat) -> set[str]:
    """Return level 10's actions in a position under several seeds, without a following command."""
    view = study_start_view(read_diagram(line), PLAYERS, seat)
    return {str(level_decision(10, view, None, seed).action) for seed in SEEDS}


@pytest.mark.parametrize(
    ("line", "seat", "answers"),
    [
        pytest.param(
            "quartet lead=1 turn=5 row=53 aside=12 hands=034/??/???/??? board=8B placed=-/4 "
            "flags=partnered sums=7+1/0+1/{}/8+1",
            0,
            {4: "play 0 double", 7: "play 4 double"},
            marks=pytest.mark.slow,
        ),
        (
            "quartet lead=3 turn=11 row=125304 aside=43 hands=02/???/???/? board=3a,4b,7A,8b out=b "
            "placed=5/- captured=1/0 flags=partnered sums=2+1/1+2/{}/0",
            0,
            {6: "draw", 10: "play 0"},
        ),
        pytest.param(
            "quartet lead=1 turn=6 row=121 aside=00 hands=??/??/???/345 board=3A out=b placed=5/- "
            "captured=1/0 flags=partnered sums=7+1/{}/7+1/7+1",
            3,
            {3: "play 5", 6: "play 4"},
            marks=pytest.mark.slow,
        ),
    ],
)
def test_the_sum_of_the_partner_changes_the_decision(
    line: str, seat: Seat, answers: dict[int, str]
) -> None:
    for total, action in answers.items():
        assert decisions_of_level_10(line.format(total), seat) == {action}


@pytest.mark.parametrize("level", [8, 9, 10])
def test_a_partner_whose_sum_is_unknown_is_asked_first(level: int) -> None:
    line = (
        "quartet lead=1 turn=5 row=53 aside=12 hands=034/??/???/??? board=8B placed=-/4 "
        "sums=7+1/0+1/-/8+1"
    )
    view = study_start_view(read_diagram(line), PLAYERS, 0)
    assert str(level_decision(level, view, None, 0).action) == "partner"
