"""RULES section 8, one against two: one test per ruling."""

from __future__ import annotations

import pytest

from hacktrick.game.editions import PRESETS
from hacktrick.game.match_rules import LeaderAndStarter, begin_match, finish_round, next_seating
from hacktrick.game.state import seating_for
from tests.support.positions import dealt_round, finished_public, state_from_line
from tests.support.scripted_matches import scripted_match
from tests.support.team_positions import (
    match_state_after,
    next_dealt_round,
    seats_of_next_turns,
    trio_turn,
)

TRIO, INDIVIDUAL = PRESETS["trio"], PRESETS["trio-individual"]


# Tests of the edition `trio`.


def test_trio_deals_3_cards_to_one_member_2_to_the_other_and_2_to_solo() -> None:
    match = scripted_match("trio")
    public = match.public
    assert public.seating.side_of == (0, 1, 1)
    assert public.hand_sizes == (2, 3, 2)
    assert len(public.aside) == 2
    assert public.deck_size == 18 - 7 - 2


def test_trio_lets_the_member_with_3_cards_lay_the_start_card_and_all_announce_two_cards() -> None:
    table = dealt_round("trio", ("01", "234", "35"))
    assert table.public.seat == 1
    table.do("start 2")
    assert table.facts.said == ((0, 1), (1, 3 + 4), (2, 3 + 5))


def test_trio_gives_every_second_turn_to_solo_and_the_first_other_to_the_member_dealt_2() -> None:
    for starter in (1, 2):
        hands = ("01", "234", "35") if starter == 1 else ("01", "35", "234")
        table = dealt_round("trio", hands, starter=starter).do("start 2")
        other = 3 - starter
        assert seats_of_next_turns(table, 8) == [0, other, 0, starter] * 2


def test_trio_limits_solo_to_4_cards_and_the_others_to_3() -> None:
    table = trio_turn(hands=("012", "34", "12")).do("draw")
    assert table.public.seating.limits == (4, 3, 3)
    assert table.public.hand_sizes == (4, 2, 2)
    table.do("draw")
    assert table.public.hand_sizes == (4, 2, 3)
    assert table.refusal_reason("draw") == "HAND_IS_FULL"
    table.do("play 0", "pass", "draw", "play 1", "pass")
    assert table.public.seat == 2
    assert table.refusal_reason("draw") == "HAND_IS_FULL"


def test_trio_deals_3_cards_by_turns_to_the_members_solos_left_neighbour_first() -> None:
    match = begin_match(TRIO, 0)
    starters = []
    for side in (0, 1, 1, 0):
        assert match.next_leader_and_starter is not None
        starters.append(match.next_leader_and_starter.starter)
        match = finish_round(match, finished_public(next_dealt_round(match), side), ((), (), ()))
    assert starters == [1, 2, 1, 2]


@pytest.mark.parametrize("side", [0, 1])
def test_trio_keeps_solo_as_solo_and_leader(side: int) -> None:
    plan = match_state_after(TRIO, LeaderAndStarter(0, 1), side).next_leader_and_starter
    assert plan is not None and plan.leader == 0


def test_trio_is_played_to_five_points() -> None:
    match = match_state_after(TRIO, LeaderAndStarter(0, 1), 1, score=(4, 4))
    assert match.score == (4, 5)
    assert match.winners == (1, 2)
    assert match_state_after(TRIO, LeaderAndStarter(0, 1), 0, score=(4, 4)).winners == (0,)
    assert match_state_after(TRIO, LeaderAndStarter(0, 1), 0, score=(3, 4)).winners == ()


# Tests of the edition `trio-individual`.


def test_individual_trio_makes_the_left_neighbour_solo_each_round() -> None:
    match = begin_match(INDIVIDUAL, 0)
    solos = []
    for side in (0, 1, 1, 0):
        assert match.next_leader_and_starter is not None
        solos.append(match.next_leader_and_starter.leader)
        seating = next_seating(match)
        assert seating.side_of[match.next_leader_and_starter.leader] == 0
        assert sorted(seating.side_of) == [0, 1, 1]
        match = finish_round(match, finished_public(next_dealt_round(match), side), ((), (), ()))
    assert solos == [0, 1, 2, 0]


def test_individual_trio_gives_solo_the_points_of_solo() -> None:
    assert match_state_after(INDIVIDUAL, LeaderAndStarter(1, 2), 0).score == (0, 1, 0)


def test_individual_trio_gives_the_teams_points_to_each_member() -> None:
    assert match_state_after(INDIVIDUAL, LeaderAndStarter(1, 2), 1).score == (1, 0, 1)


def test_individual_trio_keeps_points_while_the_sides_change() -> None:
    table = state_from_line("trio-individual row=1 aside=00 hands=4/34/125 board=2a,8A score=1/2/3")
    table.do("play 4")
    assert table.public.score == (1 + 2, 2, 3)


def test_individual_trio_is_won_outright_by_the_higher_score_at_four_points() -> None:
    assert match_state_after(INDIVIDUAL, LeaderAndStarter(0, 1), 0, score=(3, 2, 1)).winners == (0,)
    assert match_state_after(INDIVIDUAL, LeaderAndStarter(0, 1), 1, score=(3, 3, 1)).winners == (1,)
    assert match_state_after(INDIVIDUAL, LeaderAndStarter(0, 1), 1, score=(3, 2, 2)).winners == ()


@pytest.mark.parametrize(("solo", "pair"), [(0, (1, 2)), (1, (2, 0)), (2, (0, 1))])
def test_individual_trio_breaks_a_tie_by_a_round_that_the_member_nearer_to_solo_leads(
    solo: int, pair: tuple[int, int]
) -> None:
    score = tuple(0 if seat == solo else 3 for seat in range(3))
    match = match_state_after(INDIVIDUAL, LeaderAndStarter(solo, (solo + 1) % 3), 1, score=score)
    assert match.winners == ()
    assert match.next_leader_and_starter == LeaderAndStarter(*pair, duel=True)


def test_individual_trio_breaks_a_tie_above_four_points_too() -> None:
    match = match_state_after(INDIVIDUAL, LeaderAndStarter(2, 0), 1, score=(3, 3, 2))
    assert match.score == (4, 4, 2)
    assert match.next_leader_and_starter is not None and match.next_leader_and_starter.duel


def test_individual_trio_breaks_a_tie_by_a_two_player_round() -> None:
    seating = seating_for(INDIVIDUAL, 2, 0, duel=True)
    assert seating.order == (2, 0)
    assert (seating.deal, seating.limits) == ((4, 0, 3), (4, 0, 4))
    table = dealt_round(INDIVIDUAL, ("0124", "", "345"), leader=2, starter=0, duel=True)
    assert table.public.seat == 0
    table.do("start 0")
    assert table.facts.said == ((0, 1 + 2 + 4), (2, 3 + 4 + 5))
    assert seats_of_next_turns(table, 4) == [2, 0, 2, 0]
    assert table.legal_for(1) == set()


@pytest.mark.parametrize(("side", "winner"), [(0, 2), (1, 0)])
def test_individual_trio_is_decided_by_the_tie_break(side: int, winner: int) -> None:
    match = match_state_after(INDIVIDUAL, LeaderAndStarter(2, 0, duel=True), side, score=(4, 2, 4))
    assert match.winners == (winner,)
    assert match.next_leader_and_starter is None


def test_individual_trio_breaks_a_tie_by_keypad_rules() -> None:
    table = dealt_round(INDIVIDUAL, ("0124", "", "345"), leader=2, starter=0, duel=True).do(
        "start 0"
    )
    table.do("play 3", "command guard", "play 1")
    assert table.legal == {"pass", "command guard"}
    assert table.refusal_reason("partner") == "NOT_NOW"
    table.do("pass")
    assert table.refusal_reason("partner") == "NO_PARTNER"
