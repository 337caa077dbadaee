"""RULES sections 5 and 6, the match, its options, and what may be shown."""

from __future__ import annotations

from random import Random

import pytest

from hacktrick.game.editions import Rules, rules_for
from hacktrick.game.match_rules import MatchState, begin_match, finish_round, possible_first_leaders
from hacktrick.match.live_match import Match
from tests.support.positions import TextState, dealt_round, finished_public, turn_of
from tests.support.scripted_matches import SEATS, legal_now, scripted_match


def match_after_round(
    rules: Rules, winner: int, leader: int = 0, points: int = 1, score: tuple[int, int] = (0, 0)
) -> MatchState:
    """Return a two-player match after one round that ``winner`` won."""
    hands = ("012", "3450") if leader == 0 else ("3450", "012")
    table = dealt_round(rules, hands, leader=leader, score=score)
    match = begin_match(rules, leader)._replace(score=score)
    return finish_round(match, finished_public(table, winner, points), ((), ()))


@pytest.mark.parametrize(
    ("preset", "target"), [("keypad", 5), ("servers", 3), ("arena", 5), ("club", 5), ("wits", 6)]
)
def test_each_edition_has_its_target(preset: str, target: int) -> None:
    assert rules_for(preset).target == target


@pytest.mark.parametrize("target", [1, 3, 5, 21])
def test_a_match_lasts_until_a_side_has_the_target(target: int) -> None:
    rules = rules_for("keypad", {"target": target})
    if target > 1:
        short = match_after_round(rules, winner=1, score=(0, target - 2))
        assert short.winners == ()
        assert short.next_leader_and_starter is not None
    reached = match_after_round(rules, winner=1, score=(target - 1, target - 1))
    assert reached.winners == (1,)
    assert reached.next_leader_and_starter is None


def test_six_of_five_points_can_happen() -> None:
    match = match_after_round(rules_for("keypad"), winner=0, points=2, score=(4, 4))
    assert match.score == (6, 4)
    assert match.winners == (0,)


def test_points_are_added_from_round_to_round() -> None:
    match = match_after_round(rules_for("keypad"), winner=1, points=2, score=(2, 1))
    assert match.score == (2, 3)


@pytest.mark.parametrize("preset", ["keypad", "servers"])
def test_the_winner_leads_the_next_round(preset: str) -> None:
    for winner in (0, 1):
        for leader in (0, 1):
            plan = match_after_round(rules_for(preset), winner, leader).next_leader_and_starter
            assert plan is not None
            assert (plan.leader, plan.starter) == (winner, 1 - winner)


@pytest.mark.parametrize("preset", ["arena", "club"])
def test_the_leader_alternates(preset: str) -> None:
    for winner in (0, 1):
        for leader in (0, 1):
            plan = match_after_round(rules_for(preset), winner, leader).next_leader_and_starter
            assert plan is not None
            assert (plan.leader, plan.starter) == (1 - leader, leader)


@pytest.mark.parametrize("preset", ["keypad", "servers", "arena", "club", "wits", "quartet"])
def test_the_first_leader_is_random(preset: str) -> None:
    rules = rules_for(preset)
    seats = SEATS[: rules.n_seats]
    leaders = {
        Match.begin_with_rng(rules, seats, Random(n)).public.seating.leader for n in range(60)
    }
    assert leaders == set(possible_first_leaders(rules)) == set(range(rules.n_seats))


def test_the_first_leader_can_be_chosen() -> None:
    rules = rules_for("keypad")
    for leader in (0, 1):
        match = Match.begin_with_rng(rules, SEATS[:2], Random(3), leader=leader)
        assert match.public.seating.leader == leader


# Tests of each option of the rules.


def test_the_option_target_sets_the_points_that_win() -> None:
    rules = rules_for("servers", {"target": 2})
    assert match_after_round(rules, winner=0, points=2).winners == (0,)


def test_the_option_next_leader_sets_who_leads() -> None:
    plan = match_after_round(
        rules_for("keypad", {"next_leader": "alternates"}), winner=0
    ).next_leader_and_starter
    assert plan is not None and plan.leader == 1
    plan = match_after_round(
        rules_for("arena", {"next_leader": "winner"}), winner=0
    ).next_leader_and_starter
    assert plan is not None and plan.leader == 0


def table_with_last_marker(rules: Rules) -> TextState:
    return turn_of(preset=rules, supply=(1, 5), row="3").do("play 1 double")


def test_the_option_out_of_markers_sets_when_the_round_is_lost() -> None:
    lost = table_with_last_marker(rules_for("keypad")).result
    assert lost is not None and lost.by == "markers"
    assert (
        table_with_last_marker(rules_for("keypad", {"out_of_markers": "when_obliged"})).result
        is None
    )
    lost = table_with_last_marker(rules_for("club", {"out_of_markers": "immediate"})).result
    assert lost is not None and lost.by == "markers"


def test_the_option_command_after_draw_allows_a_command_after_a_draw() -> None:
    table = turn_of(preset=rules_for("keypad", {"command_after_draw": True})).do("draw")
    assert table.legal == {"pass", "command play", "command guard"}
    table = turn_of(preset=rules_for("club", {"command_after_draw": False})).do("draw")
    assert (table.public.phase, table.public.seat) == ("turn", 1)


def test_the_option_second_command_sets_what_guard_does() -> None:
    draws = turn_of(preset=rules_for("keypad", {"second_command": "draw"}), hands=("012", "34"))
    assert draws.do("play 0", "command guard").legal == {"draw"}
    guards = turn_of(preset=rules_for("club", {"second_command": "guard"}), hands=("012", "34"))
    guards.do("play 0", "command guard", "play 4")
    assert guards.legal == {"pass", "command guard"}


# Tests of the edition `club`.


def club_table(**named: object) -> TextState:
    return turn_of(**{"preset": "club", "hands": ("012", "34"), "row": "3", **named})  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ["pass", "command play", "command guard"])
def test_club_allows_a_command_after_a_draw(text: str) -> None:
    table = club_table().draw_card(5)
    assert table.public.seat == 0
    assert table.legal == {"pass", "command play", "command guard"}
    table.do(text)
    assert table.public.seat == 1
    assert table.public.supply[0] == 10 - (text != "pass")


def test_club_allows_no_card_after_a_draw() -> None:
    assert club_table().draw_card(5).refusal_reason("play 0") == "NOT_NOW"


def test_club_makes_a_blocked_player_draw_who_could_play() -> None:
    table = club_table().do("play 1", "command guard")
    assert table.legal == {"draw"}
    assert table.refusal_reason("play 3") == "MUST_DRAW"


def test_club_allows_a_blocked_player_to_ask_before_the_draw() -> None:
    table = club_table(captured=(0, 1)).do("play 1", "command guard")
    assert table.legal == {"ask", "draw"}


@pytest.mark.parametrize("text", ["pass", "command play", "command guard"])
def test_club_allows_a_blocked_player_any_command_after_the_draw(text: str) -> None:
    table = club_table().do("play 1", "command guard", "draw")
    assert table.public.seat == 1
    assert table.legal == {"pass", "command play", "command guard"}
    assert table.do(text).public.seat == 0


def test_club_lets_a_blocked_player_draw_without_showing_cards() -> None:
    assert club_table().do("play 1", "command guard", "draw").facts.shown == ()


def test_club_forbids_to_block_a_full_hand() -> None:
    table = club_table(hands=("012", "3445")).do("play 1")
    assert table.legal == {"pass", "command play"}
    assert table.refusal_reason("command guard") == "OPPONENT_HAND_IS_FULL"


def test_club_blocks_for_one_turn() -> None:
    table = club_table().do("play 1", "command guard", "draw", "pass", "draw", "pass")
    assert table.public.seat == 1
    assert "play 3" in table.legal


def test_club_does_not_oblige_a_blocked_player_without_markers_to_play() -> None:
    table = club_table(supply=(5, 0), double=(0, -1)).do("play 1", "command guard")
    assert table.result is None
    assert table.legal == {"draw"}


def test_club_lets_the_last_marker_pay_a_command_after_the_draw() -> None:
    table = club_table(supply=(1, 5)).draw_card(5).do("command play")
    assert table.public.supply == (0, 5)
    assert table.result is None


def test_club_shows_the_hand_at_a_forced_draw_and_allows_a_command_after_it() -> None:
    table = club_table(hands=("3", "45"), aside="00", command_in_force="play").draw_card(1)
    assert table.facts.shown == ((0, (3,)),)
    assert table.legal == {"pass", "command play", "command guard"}


# Tests of RULES section 6: what may be shown.


def test_a_player_without_a_legal_card_must_still_choose_to_draw() -> None:
    match = scripted_match("keypad", hands=("333", "0124"))
    match.submit_text("start 0", "play 3", "pass", "play 1", "pass", "play 3", "pass")
    match.submit_text("draw")  # seat 1 draws: the row still ends with the 3 that seat 0 holds
    assert match.public.seat == 0
    assert [str(action) for action in legal_now(match)] == ["ask", "draw"]
    assert match.public.hand_sizes[0] == 1


def test_what_a_full_hand_may_do_does_not_depend_on_the_command() -> None:
    free = turn_of(hands=("0124", "35"), row="3")
    commanded = turn_of(hands=("0124", "35"), row="3", command_in_force="play")
    assert free.legal == commanded.legal
