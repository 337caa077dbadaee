"""Hand tables, likelihoods of hands and utilities of wins follow from their definitions."""

from __future__ import annotations

from math import comb, prod

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hacktrick.ai.solver.public_belief import (
    MIN_LIKELIHOOD,
    NO_HAND,
    HandTable,
    PublicBelief,
    WinUtilities,
    belief_after_deal,
    cards_in_hands_and_deck,
    hand_table,
    hand_table_for,
    open_hands_belief,
    pruned_belief,
)
from hacktrick.game.cards import Counts
from hacktrick.game.notation.position_parser import read_diagram
from hacktrick.game.state import PublicState

# Odd and even numbers of card values: the table splits them into two halves.
TABLES = [hand_table(6, 3, 4), hand_table(5, 2, 3)]


def counts_up_to(table: HandTable) -> st.SearchStrategy[Counts]:
    return st.tuples(*[st.integers(0, table.copies)] * table.values)


@pytest.mark.parametrize("table", TABLES)
def test_a_hand_table_holds_every_hand_once_the_smaller_first(table: HandTable) -> None:
    limit = max(map(sum, table.hands))
    n_hands = sum(
        1 for counts in np.ndindex(*(table.copies + 1,) * table.values) if sum(counts) <= limit
    )
    assert len(set(table.hands)) == len(table.hands) == n_hands
    assert sorted(table.hands, key=sum) == list(table.hands)


@pytest.mark.parametrize("table", TABLES)
def test_the_columns_of_a_hand_table_describe_its_hands(table: HandTable) -> None:
    cards = range(table.values)
    for number, hand in enumerate(table.hands):
        assert table.index[hand] == number and tuple(table.count[number]) == hand
        assert table.size[number] == sum(hand)
        assert table.total[number] == sum(card * n for card, n in zip(cards, hand, strict=True))
        for card in cards:
            more = tuple(n + (other == card) for other, n in enumerate(hand))
            less = tuple(n - (other == card) for other, n in enumerate(hand))
            assert table.add[number, card] == table.index.get(more, NO_HAND)
            assert table.sub[number, card] == table.index.get(less, NO_HAND)
            keys = {card + own for own in cards if hand[own] and own != card}
            assert table.reach[number, card] == sum(1 << key for key in keys)


@pytest.mark.parametrize("table", TABLES)
def test_hands_are_found_by_their_counts_and_others_are_no_hand(table: HandTable) -> None:
    counts = np.array(table.hands)
    numbers = np.arange(len(table.hands))
    assert (table.numbers_of_counts(counts) == numbers).all()
    assert (table.numbers_of_hands(table.hands) == numbers).all()
    too_many_copies = np.zeros((table.values, table.values), dtype=np.int64)
    np.fill_diagonal(too_many_copies, table.copies + 1)
    assert (table.numbers_of_counts(too_many_copies) == NO_HAND).all()
    too_many_cards = np.full((1, table.values), table.copies)
    assert (table.numbers_of_counts(too_many_cards) == NO_HAND).all()


@pytest.mark.parametrize("table", TABLES)
@given(st.data())
def test_the_ways_of_two_hands_are_the_choices_of_their_cards(
    table: HandTable, data: st.DataObject
) -> None:
    unseen = data.draw(counts_up_to(table))
    numbers = st.lists(st.integers(0, len(table.hands) - 1), min_size=1, max_size=4)
    first, second = data.draw(numbers), data.draw(numbers)
    ways = table.deal_counts_by_hand_pair(unseen, np.array(first), np.array(second))
    for i, one in enumerate(first):
        for j, other in enumerate(second):
            cards = zip(unseen, table.hands[one], table.hands[other], strict=True)
            expected = prod(comb(u, a) * (comb(u - a, b) if a <= u else 0) for u, a, b in cards)
            assert ways[i, j] == expected


def late_position() -> PublicState:
    return read_diagram("keypad turn=4 row=315 hands=??/??? board=4a,7b aside=02").public


def test_unseen_cards_are_those_neither_in_the_row_nor_set_aside() -> None:
    assert cards_in_hands_and_deck(late_position()) == (2, 2, 2, 2, 3, 2)


def uneven_belief() -> PublicBelief:
    dealt = belief_after_deal(late_position())
    first, second = (
        np.random.default_rng(seat).random(len(hands)).astype(np.float32)
        for seat, hands in enumerate(dealt.hands)
    )
    return PublicBelief(dealt.public, dealt.hands, (first, second))


def test_after_a_deal_every_possible_hand_has_the_same_likelihood() -> None:
    belief, table = belief_after_deal(late_position()), hand_table_for(late_position())
    unseen = cards_in_hands_and_deck(late_position())
    for seat, size in enumerate((2, 3)):
        fitting = {
            number
            for number, hand in enumerate(table.hands)
            if sum(hand) == size and all(n <= left for n, left in zip(hand, unseen, strict=True))
        }
        assert set(belief.hands[seat]) == fitting and (belief.likelihood[seat] == 1).all()


def test_what_a_seat_expects_is_what_the_pairs_with_its_hand_say() -> None:
    belief = uneven_belief()
    table, joint = hand_table_for(belief.public), belief.pair_chances()
    assert joint.sum() == pytest.approx(1, abs=1e-5)
    for seat in (0, 1):
        for place in range(0, len(belief.hands[seat]), 5):
            row = joint[place] if seat == 0 else joint[:, place]
            hand = table.hands[int(belief.hands[seat][place])]
            given_hand = belief.opponent_chances(seat, hand)
            assert given_hand == pytest.approx(row / row.sum(), abs=1e-5)


def test_open_hands_are_certain() -> None:
    public, hands = late_position(), ((1, 0, 0, 0, 1, 0), (0, 1, 1, 1, 0, 0))
    belief = open_hands_belief(public, hands)
    table = hand_table_for(public)
    assert [table.hands[int(numbers[0])] for numbers in belief.hands] == list(hands)
    assert belief.pair_chances().tolist() == [[1.0]]


def test_pruning_drops_impossible_hands_and_bounds_the_others() -> None:
    even = belief_after_deal(late_position())
    first, second = even.likelihood[0].copy(), even.likelihood[1].copy()
    first[:] = 4.0
    first[0], first[1], first[2] = 0.0, 1e-20, 1.0
    pruned = pruned_belief(PublicBelief(even.public, even.hands, (first, second)))
    assert (pruned.hands[0] == even.hands[0][1:]).all()
    assert pruned.likelihood[0][:3] == pytest.approx([MIN_LIKELIHOOD, 0.25, 1.0])
    assert (pruned.likelihood[0][2:] == 1).all()
    assert (pruned.hands[1] == even.hands[1]).all() and (pruned.likelihood[1] == 1).all()


def test_a_model_that_excludes_every_hand_is_given_up() -> None:
    even = belief_after_deal(late_position())
    for seat in (0, 1):
        likely = [even.likelihood[0].copy(), even.likelihood[1].copy()]
        likely[seat][:] = 0
        found = pruned_belief(PublicBelief(even.public, even.hands, (likely[0], likely[1])))
        for one, other in zip(found.hands, even.hands, strict=True):
            assert (one == other).all()
        assert all((one == 1).all() for one in found.likelihood)


# Tests of the utilities of wins.

UTILITIES = WinUtilities((0.5, 0.75), (2.0, 2.5), (0.25, 1.5))


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("winner", [0, 1])
def test_a_win_is_worth_the_single_win_and_premiums_and_a_loss_the_opposite(
    seat: int, winner: int
) -> None:
    sign = 1 if seat == winner else -1
    plain = [UTILITIES.utility(seat, winner, points) for points in (1, 2, 3)]
    step = (0.5, 0.75)[winner]
    assert plain == [sign, sign * (1 + step), sign * (1 + 2 * step)]
    staked = [UTILITIES.utility(seat, winner, points, is_staked=True) for points in (1, 2)]
    single, double = ((2.0, 2.25), (2.5, 4.0))[winner]
    assert staked == [sign * single, sign * double]


def test_by_default_utilities_count_points_and_a_called_stake_adds_two() -> None:
    default = WinUtilities()
    for winner in (0, 1):
        assert [default.utility(winner, winner, points) for points in (1, 2)] == [1, 2]
        assert [default.utility(winner, winner, points, True) for points in (1, 2)] == [3, 4]


def test_the_net_reads_premiums_relative_to_a_single_win() -> None:
    assert UTILITIES.net_features(False) == (0.5, 0.75)
    assert UTILITIES.net_features(True) == (0.25 / 2.25, 1.5 / 2.25)
