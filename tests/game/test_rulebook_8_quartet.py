"""RULES section 8, two against two: one test per ruling."""

from __future__ import annotations

import pytest

from hacktrick.game.editions import PRESETS, rules_for
from hacktrick.game.match_rules import LeaderAndStarter, begin_match, finish_round
from hacktrick.game.state import OUT_OF_ROUND, Result, seating_for
from tests.support.positions import dealt_round
from tests.support.scripted_matches import scripted_match
from tests.support.team_positions import match_state_after, quartet_turn, seats_of_next_turns

QUARTET = PRESETS["quartet"]


def test_quartet_partners_sit_opposite() -> None:
    seating = scripted_match("quartet").public.seating
    assert seating.side_of == (0, 1, 0, 1)
    assert [seating.partner_of(seat) for seat in range(4)] == [2, 3, 0, 1]


def test_quartet_with_dealer_south_goes_as_in_the_rules() -> None:
    """Clockwise from South: South 0, West 1, North 2, East 3."""
    south, west, north, east = range(4)
    seating = seating_for(QUARTET, leader=north, starter=west)
    assert [seating.deal[s] for s in (west, north, east, south)] == [3, 2, 2, 2]
    assert seating.starter == west
    assert seating.order == (north, west, south, east)


@pytest.mark.parametrize("leader", range(4))
def test_quartet_goes_the_same_way_with_any_dealer(leader: int) -> None:
    match = scripted_match("quartet", leader=leader)
    dealer = (leader + 2) % 4
    assert match.public.seat == (dealer + 1) % 4
    assert match.public.hand_sizes[match.public.seat] == 3
    assert sum(match.public.hand_sizes) == 9
    assert match.public.deck_size == 18 - 9 - 2


def test_quartet_passes_turns_against_the_direction_of_the_deal() -> None:
    table = dealt_round("quartet", ("01", "234", "35", "04"), leader=2, starter=1).do("start 2")
    assert seats_of_next_turns(table, 5) == [2, 1, 0, 3, 2]


@pytest.mark.parametrize("seat", range(4))
def test_quartet_limits_all_hands_to_3_cards(seat: int) -> None:
    hands = ["01", "23", "45", "01"]
    hands[seat] = "024"
    table = quartet_turn(hands=tuple(hands), seat=seat)  # type: ignore[arg-type]
    assert table.refusal_reason("draw") == "HAND_IS_FULL"


def test_quartet_is_played_to_five_points() -> None:
    assert match_state_after(QUARTET, LeaderAndStarter(0, 3), 1, score=(4, 4)).winners == (1, 3)


@pytest.mark.parametrize("seat", range(4))
def test_quartet_lets_the_player_whose_marker_won_deal_next(seat: int) -> None:
    own = {2: 1, 8: 1}
    hands = ["01", "23", "05", "35"]
    hands[seat] = "4"
    table = quartet_turn(
        hands=tuple(hands),  # type: ignore[arg-type]
        markers=(own, {}) if seat % 2 == 0 else ({}, own),
        row="1",
        seat=seat,
    ).do("play 4")
    match = finish_round(begin_match(QUARTET, 0), table.public, ((),) * 4)
    assert match.next_leader_and_starter is not None
    assert match.next_leader_and_starter.leader == (seat + 2) % 4, (
        "the leader sits opposite the dealer"
    )
    assert match.next_leader_and_starter.starter == (seat + 1) % 4


def test_quartet_lets_the_next_seat_of_the_winning_side_deal_after_a_win_by_markers() -> None:
    # Seat 2 places the last marker of side 0; against the deal's direction seat 1 is next.
    table = quartet_turn(supply=(1, 5), seat=2, row="3").do("play 4 double")
    match = finish_round(begin_match(QUARTET, 0), table.public, ((),) * 4)
    assert match.next_leader_and_starter == LeaderAndStarter((1 + 2) % 4, (1 + 1) % 4)


def test_quartet_loses_the_round_for_a_side_if_a_player_must_play_without_markers() -> None:
    table = quartet_turn(
        preset=rules_for("quartet", {"out_of_markers": "when_obliged"}),
        hands=("01", "234", "45", "0"),
        supply=(5, 0),
        double=(0, OUT_OF_ROUND),
    ).do("draw")
    assert table.public.seat == 3
    table.do("draw", "draw")
    assert table.result == Result(0, 1, "markers"), "seat 1 holds 3 cards and no marker is left"
