"""``view_after`` adds one action to a view; a start position limits the possible hands."""

from __future__ import annotations

from random import Random

import pytest

from hacktrick.game.cards import Card, counts_of
from hacktrick.game.editions import PRESETS, rules_for
from hacktrick.game.view import MAX_TRACED_DRAWS, KnownSum, StartPosition, view_after
from tests.support.random_positions import begin_match, random_action


@pytest.mark.parametrize("preset", PRESETS)
def test_a_view_after_an_action_is_the_view_that_its_seat_then_has(preset: str) -> None:
    rng = Random(f"view after {preset}")
    rules = rules_for(preset)
    for _ in range(4):
        match = begin_match(rules, rng)
        while not match.is_round_over:
            before = [match.view(seat) for seat in range(rules.n_seats)]
            match.submit(match.public.seat, random_action(match, rng))
            event = match.full_events()[-1]
            assert [view_after(view, event) for view in before] == [
                match.view(seat) for seat in range(rules.n_seats)
            ]


@pytest.mark.parametrize(
    ("held", "sum_known", "ways"),
    [
        ((1, 3), KnownSum(4), 1),
        ((1, 3), KnownSum(5), 0),
        ((1, 1, 3), KnownSum(4, 1), 2),  # either of the two 1s may be the drawn card
        ((5,), KnownSum(3, 1), 1),  # a 2 was drawn, then played
        ((5,), KnownSum(4, 1), 0),
        ((5, 5, 5, 1), KnownSum(14, MAX_TRACED_DRAWS), 0),  # no three cards make 2
        ((5, 5, 5, 1), KnownSum(14, MAX_TRACED_DRAWS + 1), 1),
        ((5, 5, 5, 1), KnownSum(17, MAX_TRACED_DRAWS + 1), 0),
    ],
)
def test_a_hand_weighs_as_many_ways_as_its_sum_allows(
    held: tuple[Card, ...], sum_known: KnownSum, ways: int
) -> None:
    rules = rules_for("keypad")
    public = begin_match(rules, Random(1)).public._replace(row=(2,))
    nothing = (0,) * rules.values
    start = StartPosition(public, (nothing, nothing), (None, sum_known))
    assert start.hand_weight(1, counts_of(held, rules.values)) == ways


@pytest.mark.parametrize("drawn", [MAX_TRACED_DRAWS + 1, MAX_TRACED_DRAWS + 3])
def test_after_many_draws_a_hand_may_exceed_its_known_sum_by_fives_alone(drawn: int) -> None:
    """Every drawn card may be up to a five.

    The known sum falls when a drawn card is played, so it can be negative.
    """
    rules = rules_for("keypad")
    public = begin_match(rules, Random(1)).public
    nothing, held = (0,) * rules.values, (2, 3, 4, 5)
    highest = (rules.values - 1) * drawn
    for excess in range(-3, highest + 4):
        start = StartPosition(
            public, (nothing, nothing), (None, KnownSum(sum(held) - excess, drawn))
        )
        weight = start.hand_weight(1, counts_of(held, rules.values))
        assert bool(weight) == (0 <= excess <= highest)


def test_a_hand_without_the_cards_that_all_have_seen_weighs_nothing() -> None:
    rules = rules_for("keypad")
    public = begin_match(rules, Random(1)).public
    nothing, seen = (0,) * rules.values, counts_of((1, 1), rules.values)
    start = StartPosition(public, (nothing, seen), (None, None))
    assert start.hand_weight(1, counts_of((1, 2), rules.values)) == 0
    # Three choices for the first 1 seen, two for the second.
    assert start.hand_weight(1, counts_of((1, 1, 1), rules.values)) == 6
