"""The planning levels value codes by the table of their strength, the hand and the score."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from hacktrick.ai.decision_position import read_position
from hacktrick.ai.search.code_heuristics import CODE_VALUES, choose_code
from hacktrick.game.actions import CODES, LayCode
from hacktrick.game.cards import Counts
from tests.ai.search.test_planning_with_codes import match_with_held_codes

# The values of codes, in points of the round, where nothing in the position changes them.
PLAIN_VALUES = {
    "slavic": 0.14,
    "baltic": 0.12,
    "huang": 0.08,
    "popescu": 0.08,
    "vaeck": 0.08,
    "sun": 0.1,
    "kriskaya": 0.3,
    "grigorova": 0.02,
    "gorilla": 0.2,
    "doo": 0.15,
}


class CodeChoice(NamedTuple):
    values: dict[str | None, float]
    hand: Counts
    target: int


def code_choice(score: tuple[int, int], first: str | None = "") -> CodeChoice:
    """Return how the seat that chooses a code values each of them, and none, at a score.

    Args:
        first: the code that the other seat has laid, or None for none; "" before it has chosen.
    """
    match = match_with_held_codes((CODES, CODES), score)
    if first != "":
        match.submit(match.public.seat, LayCode(first))
    position = read_position(match.view(match.public.seat))
    values = {
        action.code: value
        for action, value in choose_code(position).values
        if isinstance(action, LayCode)
    }
    return CodeChoice(values, position.hand, position.public.rules.target)


def test_each_code_is_worth_its_gain_in_the_middle_of_a_match() -> None:
    values = code_choice((2, 2)).values
    assert {code: values[code] for code in PLAIN_VALUES} == PLAIN_VALUES
    assert set(values) == {None, *CODES}


def test_low_and_high_cards_make_the_code_for_the_corner_keys_better() -> None:
    values, hand, _target = code_choice((2, 2))
    outer = hand[0] + hand[1] + hand[4] + hand[5]
    assert values["god"] == pytest.approx(0.25 + 0.04 * (outer - sum(hand) / 2))


@pytest.mark.parametrize(
    ("score", "value"), [((0, 0), -0.85), ((1, 0), -0.85), ((0, 1), -0.85), ((1, 1), 0.15)]
)
def test_a_stake_needs_a_point_of_each_player(score: tuple[int, int], value: float) -> None:
    assert code_choice(score).values["doo"] == pytest.approx(value)


def test_doubled_points_are_worth_less_to_a_player_who_needs_one() -> None:
    target = code_choice((2, 2)).target
    assert code_choice((target - 2, target - 2)).values["gorilla"] == pytest.approx(0.2)
    assert code_choice((target - 1, target - 1)).values["gorilla"] == pytest.approx(0.05)


def test_a_cancelling_code_is_worth_something_only_against_a_code() -> None:
    # The first to choose expects a code of the other; the last one knows.
    assert code_choice((2, 2)).values["rukowski"] == pytest.approx(0.1)
    assert code_choice((2, 2), first="slavic").values["rukowski"] == pytest.approx(0.22)
    assert code_choice((2, 2), first=None).values["rukowski"] == pytest.approx(-0.9)


def test_keeping_codes_is_worth_less_near_the_end_and_with_many_codes() -> None:
    target = code_choice((2, 2)).target
    for best, share in ((0, 1.0), (target - 4, 1.0), (target - 2, 0.5), (target - 1, 0.25)):
        kept = code_choice((best, 0)).values[None]
        assert kept == pytest.approx(0.05 * share / len(CODES))


def test_only_one_code_changes_the_price_of_a_question() -> None:
    prices = {code: value.question_price for code, value in CODE_VALUES.items()}
    assert {code: price for code, price in prices.items() if price is not None} == {"baltic": 0.3}
