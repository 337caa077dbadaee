"""RULES section 2, the set-up of a round for two players: one test per ruling."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from hacktrick.game.editions import rules_for
from hacktrick.game.state import IN_SUPPLY
from hacktrick.match.live_match import Match, RandomChance
from tests.support.positions import dealt_round
from tests.support.scripted_matches import SEATS, scripted_match

PLAIN = ("keypad", "servers", "arena", "club")


@pytest.mark.parametrize("preset", PLAIN)
def test_there_are_eighteen_cards_three_each_of_0_to_5(preset: str) -> None:
    written = scripted_match(preset).record.rounds[0]
    cards = [*written.aside, *written.deck, *written.hands[0], *written.hands[1]]
    assert Counter(cards) == dict.fromkeys(range(6), 3)


@pytest.mark.parametrize("preset", PLAIN)
def test_the_starter_gets_4_cards_the_leader_3_and_two_are_set_aside(preset: str) -> None:
    for leader in (0, 1):
        match = scripted_match(preset, leader=leader)
        public = match.public
        assert (public.seating.leader, public.seating.starter) == (leader, 1 - leader)
        assert public.hand_sizes[leader] == 3
        assert public.hand_sizes[1 - leader] == 4
        assert len(public.aside) == 2
        assert public.deck_size == 9


def test_the_cards_are_shuffled() -> None:
    def first_cards(seed: int) -> int:
        return (
            Match.begin_with_rng(rules_for("keypad"), SEATS[:2], Random(seed))
            .record.rounds[0]
            .deck[0]
        )

    assert {first_cards(seed) for seed in range(60)} == set(range(6))


def test_a_shuffle_keeps_the_cards() -> None:
    assert sorted(RandomChance(Random(1)).shuffle([5, 0, 5, 2])) == [0, 2, 5, 5]


def test_each_player_has_nine_singles_and_the_double() -> None:
    public = dealt_round("keypad", ("012", "3450")).public
    assert public.supply == (10, 10)
    assert public.double == (IN_SUPPLY, IN_SUPPLY)
    assert [public.n_singles_in_supply(side) for side in (0, 1)] == [9, 9]


@pytest.mark.parametrize("preset", PLAIN)
def test_there_is_no_code_phase_without_codes(preset: str) -> None:
    assert dealt_round(preset, ("012", "3450")).public.phase == "start"


def test_the_starter_lays_one_card_as_the_start_of_the_row() -> None:
    table = dealt_round("keypad", ("012", "3350"))
    assert table.public.seat == 1
    assert table.legal == {"start 0", "start 3", "start 5"}
    assert table.legal_for(0) == set()
    table.do("start 3")
    assert table.public.row == (3,)
    assert table.hand(1) == "035"


def test_the_start_card_places_no_marker_and_allows_no_command() -> None:
    table = dealt_round("keypad", ("012", "3350")).do("start 3")
    assert table.public.supply == (10, 10)
    assert table.public.board == ((0, 0),) * 9
    assert table.public.phase == "turn"
    assert table.public.command_in_force == ""


def test_both_sums_of_three_cards_are_announced_at_once_and_truthfully() -> None:
    table = dealt_round("keypad", ("012", "3350")).do("start 3")
    assert table.facts.said == ((0, 0 + 1 + 2), (1, 3 + 5 + 0))


def test_the_sums_are_announced_to_all() -> None:
    match = scripted_match("keypad", hands=("012", "3350"))
    match.submit_text("start 3")
    assert match.view(0).said == match.view(1).said == ((0, 0, 3), (0, 1, 8))


def test_the_starter_chooses_before_hearing_the_leaders_sum() -> None:
    match = scripted_match("keypad", hands=("012", "3350"))
    assert match.view(1).said == ()


def test_the_leader_takes_the_first_turn_and_turns_alternate() -> None:
    for leader in (0, 1):
        hands = ("012", "3450") if leader == 0 else ("3450", "012")
        table = dealt_round("keypad", hands, leader=leader).do("start 5")
        seats = [table.public.seat]
        for _ in range(3):
            table.do("play 0" if "play 0" in table.legal else "draw")
            if table.public.phase == "command":
                table.do("pass")
            seats.append(table.public.seat)
        assert seats == [leader, 1 - leader, leader, 1 - leader]


def test_everything_but_hands_deck_and_codes_is_public() -> None:
    public = dealt_round("keypad", ("012", "3350"), aside="44").do("start 3", "play 1").public
    assert public.row == (3, 1)
    assert public.aside == (4, 4)
    assert public.markers_on(4, 0) == 1
    assert public.supply == (9, 10)
    assert public.captured == (0, 0)
    assert public.hand_sizes == (2, 3)
    assert public.deck_size == 9


def test_sums_and_commands_stay_known_with_their_history() -> None:
    match = scripted_match("keypad", hands=("012", "3350"))
    match.submit_text("start 3", "play 1", "command guard")
    for seat in (0, 1):
        assert match.view(seat).actions == ("start 3", "play 1", "command guard")
        assert match.view(seat).said == ((0, 0, 3), (0, 1, 8))


def test_the_cards_held_and_drawn_are_private() -> None:
    match = scripted_match("keypad", hands=("012", "3350"), deck="4")
    match.submit_text("start 3", "draw")
    own, other = match.view(0), match.view(1)
    assert own.actions[-1] == "draw 4"
    assert other.actions[-1] == "draw"
    assert own.hand == (0, 1, 2)
    assert other.hand == (3, 3, 5, 0)
    assert not hasattr(other, "hands")
