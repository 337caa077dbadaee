"""RULES section 8, what three and four players have in common: one test per ruling."""

from __future__ import annotations

from itertools import pairwise

from hacktrick.game.state import Result
from tests.support.scripted_matches import scripted_match
from tests.support.team_positions import quartet_turn, seats_of_next_turns, trio_turn


def test_a_side_shares_one_supply_and_the_double() -> None:
    table = quartet_turn()
    assert table.public.supply == (10, 10)
    table.do("play 0 double", "pass", "draw")
    assert table.public.seat == 2
    assert not any("double" in text for text in table.legal)
    assert table.public.supply == (9, 10)


def test_a_side_shares_its_captured_markers() -> None:
    # Seat 0 captures a marker; the partner can ask with it two turns later.
    table = quartet_turn(markers=({}, {5: 1})).do("play 0", "pass", "draw")
    assert table.public.seat == 2
    assert {"ask 1", "ask 3"} <= table.legal
    assert table.do("ask 3").public.captured == (0, 0)


def test_markers_of_both_partners_make_a_line() -> None:
    table = quartet_turn(
        markers=({2: 1, 8: 1}, {}), row="1", hands=("01", "23", "45", "01"), seat=2
    )
    assert table.do("play 4").result == Result(0, 1, "line")
    assert table.public.score == (1, 0)


def test_a_partners_marker_is_not_captured() -> None:
    table = quartet_turn(markers=({5: 1}, {})).do("play 0")
    assert table.public.markers_on(5, 0) == 2
    assert table.public.captured == (0, 0)


def test_a_side_runs_out_of_markers_together() -> None:
    table = quartet_turn(supply=(1, 5), seat=2, row="3").do("play 4 double")
    assert table.result == Result(1, 1, "markers")


def test_turns_alternate_between_the_sides() -> None:
    for table in (trio_turn(), quartet_turn()):
        sides = table.public.seating.side_of
        seats = seats_of_next_turns(table, 6)
        assert all(sides[a] != sides[b] for a, b in pairwise(seats))


def test_play_binds_the_very_next_turn() -> None:
    table = trio_turn().do("play 0", "command play")
    assert table.public.seat == 2
    assert {text.split()[0] for text in table.legal} == {"partner", "play"}
    table.do("play 1", "pass")
    assert table.public.command_in_force == ""


def test_guard_stops_the_very_next_opponent_only() -> None:
    table = trio_turn(hands=("012", "34", "12")).do("play 0", "command guard", "play 2")
    assert table.public.seat == 2
    assert table.legal == {"pass", "command guard"}
    table.do("pass", "play 1", "pass", "play 3")
    assert table.public.seat == 1
    assert "command play" in table.legal


def test_an_ask_names_one_of_several_opponents() -> None:
    table = trio_turn(captured=(1, 0))
    assert {"ask 1", "ask 2"} <= table.legal
    assert table.refusal_reason("ask") == table.refusal_reason("ask 0") == "NO_SUCH_OPPONENT"
    table.do("ask 2")
    assert table.facts.said == ((2, 1 + 2 + 5),)
    assert table.refusal_reason("ask 1") == "ALREADY_ASKED"


def test_an_ask_of_the_only_opponent_names_nobody() -> None:
    table = trio_turn(captured=(0, 1), seat=1)
    assert "ask" in table.legal
    assert table.refusal_reason("ask 0") == "NO_SUCH_OPPONENT"
    assert table.do("ask").facts.said == ((0, 0 + 1 + 2),)


def test_an_opponent_with_an_empty_hand_cannot_be_asked_but_the_other_can() -> None:
    table = trio_turn(hands=("012", "34", ""), captured=(1, 0))
    assert "ask 1" in table.legal
    assert table.refusal_reason("ask 2") == "EMPTY_HAND"


def test_the_partner_cannot_be_asked_for_a_marker() -> None:
    assert quartet_turn(captured=(1, 0)).refusal_reason("ask 2") == "NO_SUCH_OPPONENT"


def test_the_question_to_the_partner_is_free() -> None:
    table = trio_turn(seat=1).do("partner")
    assert table.facts.said == ((2, 1 + 2 + 5),)
    assert table.public.supply == (10, 10)
    assert table.public.captured == (0, 0)
    assert table.public.seat == 1


def test_the_question_to_the_partner_is_possible_once_a_turn_beside_an_ask() -> None:
    table = trio_turn(seat=1, captured=(0, 1)).do("partner")
    assert table.refusal_reason("partner") == "ALREADY_ASKED"
    assert "ask" in table.legal
    assert trio_turn(seat=1, captured=(0, 1)).do("ask").legal >= {"partner"}


def test_the_question_to_the_partner_is_free_again_in_the_next_turn() -> None:
    table = trio_turn(seat=1).do("partner", "draw", "draw")
    assert table.public.seat == 2
    assert "partner" in table.legal


def test_the_question_to_the_partner_comes_before_the_card() -> None:
    assert trio_turn(seat=1).do("play 3").refusal_reason("partner") == "NOT_NOW"


def test_a_partner_with_an_empty_hand_announces_zero() -> None:
    table = trio_turn(hands=("012", "34", ""), seat=1).do("partner")
    assert table.facts.said == ((2, 0),)


def test_the_solo_player_has_no_partner_to_question() -> None:
    assert trio_turn().refusal_reason("partner") == "NO_PARTNER"


def test_the_partners_sum_is_announced_to_all() -> None:
    match = scripted_match("trio", hands=("01", "234", "35"))
    match.submit_text("start 2", "play 0", "pass", "partner")
    assert match.public.seat == 2
    sums = [match.view(seat).said[-1] for seat in range(3)]
    assert sums == [(3, 1, 3 + 4)] * 3


def test_a_forced_hand_is_shown_to_all() -> None:
    table = quartet_turn(hands=("55", "23", "4", "01"), command_in_force="play").draw_card(1)
    assert table.facts.shown == ((0, (5, 5)),)


def test_partners_do_not_see_each_others_cards() -> None:
    match = scripted_match("quartet", hands=("01", "23", "45", "012"))
    match.submit_text("start 0", "draw")
    partner = match.view(2)
    assert partner.hand == (4, 5)
    assert partner.sizes == (2, 2, 2, 3)
    assert partner.actions[-1] == "draw"
