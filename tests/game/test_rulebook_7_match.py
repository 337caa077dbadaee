"""RULES section 7, from round to round: drawing, laying and revealing codes; Hai Doo's stakes."""

from __future__ import annotations

from typing import Any

import pytest

from hacktrick.game.actions import CODES
from hacktrick.game.editions import RulesError, rules_for
from hacktrick.game.match_rules import MatchState, begin_match, finish_round
from hacktrick.game.state import Result
from tests.support.positions import TextState, dealt_round, finished_public, wits_turn
from tests.support.scripted_matches import scripted_match

WITS = rules_for("wits")
HANDS = ("012", "3450")


def match_in_code_phase(held: tuple[tuple[str, ...], ...], leader: int = 0) -> TextState:
    return dealt_round("wits", HANDS if leader == 0 else HANDS[::-1], leader=leader, held=held)


def match_after_round(
    winner: int, points: int, pile: tuple[str, ...] = CODES, by: Any = "line"
) -> MatchState:
    """Return a match after one round.

    ``pile`` has the codes that are left to draw before the round ends.
    """
    match = begin_match(WITS, 0, CODES)._replace(pile=pile)
    return finish_round(
        match, finished_public(dealt_round(WITS, HANDS), winner, points, by), ((), ())
    )


# Tests of drawing codes.


def test_the_pile_is_the_twelve_codes_shuffled() -> None:
    piles = {scripted_match("wits", seed=seed).record.codes for seed in range(8)}
    assert len(piles) == 8
    assert all(sorted(pile) == sorted(CODES) for pile in piles)
    with pytest.raises(RulesError):
        begin_match(WITS, 0, CODES[:11])
    with pytest.raises(RulesError):
        begin_match(rules_for("keypad"), 0, CODES)


@pytest.mark.parametrize("points", [1, 2, 4])
@pytest.mark.parametrize("winner", [0, 1])
def test_the_winner_draws_a_code_for_every_point_won(winner: int, points: int) -> None:
    match = match_after_round(winner, points)
    assert match.held[winner] == CODES[:points]
    assert match.held[1 - winner] == ()
    assert match.pile == CODES[points:]


@pytest.mark.parametrize("by", ["markers", "code", "fold"])
def test_any_point_from_the_bank_draws_a_code(by: str) -> None:
    assert len(match_after_round(0, 1, by=by).held[0]) == 1


def test_stakes_draw_no_codes() -> None:
    # Two points of stakes on the table; the winner's line is worth one point from the bank.
    table = dealt_round(WITS, HANDS, score=(3, 3))
    over = finished_public(table, 0, 1)._replace(score=(5, 2))
    match = finish_round(begin_match(WITS, 0, CODES), over, ((), ()))
    assert match.score == (5, 2)
    assert len(match.held[0]) == 1


def test_the_winner_draws_fewer_codes_if_the_pile_is_short() -> None:
    match = match_after_round(1, 4, pile=CODES[9:])
    assert match.held[1] == CODES[9:]
    assert match.pile == ()
    assert match_after_round(1, 2, pile=()).held == ((), ())


def test_the_codes_of_others_are_hidden_but_their_number_is_public() -> None:
    held = (("god", "sun"), ("doo",))
    table = match_in_code_phase(held)
    assert table.observe(0).held == ("god", "sun")
    assert table.observe(1).held == ("doo",)
    assert table.public.held_counts == (2, 1)


def test_codes_not_laid_are_kept_and_those_laid_are_spent() -> None:
    match = begin_match(WITS, 0, CODES)._replace(held=(("god", "sun"), ("doo",)), pile=CODES[3:])
    table = match_in_code_phase(match.held).do("lay god", "lay none")
    after = finish_round(match, finished_public(table, 1), table.state.held)
    assert after.held == (("sun",), ("doo", CODES[3]))
    assert after.spent == ("god",)


# Tests of laying and revealing codes.


def test_the_code_phase_comes_after_the_deal_and_before_the_start_card() -> None:
    table = match_in_code_phase((("god",), ("doo",)))
    assert table.public.phase == "codes"
    assert table.public.row == ()
    assert len(table.public.aside) == 2
    table.do("lay god", "lay doo")
    assert (table.public.phase, table.public.seat) == ("start", 1)


def test_the_hand_is_seen_before_a_code_is_laid() -> None:
    assert sum(match_in_code_phase((("god",), ("doo",))).observe(0).hand) == 3


@pytest.mark.parametrize("leader", [0, 1])
def test_the_leader_lays_a_code_before_the_starter(leader: int) -> None:
    table = match_in_code_phase((("god",), ("doo",)), leader)
    assert table.public.seat == leader
    table.do("lay none")
    assert table.public.seat == 1 - leader


def test_a_player_lays_one_of_their_codes_or_none() -> None:
    table = match_in_code_phase((("god", "sun"), ("doo",)))
    assert table.legal == {"lay none", "lay god", "lay sun"}
    assert table.refusal_reason("lay doo") == "CODE_NOT_HELD"


def test_each_player_lays_at_most_one_code() -> None:
    table = match_in_code_phase((("god", "sun"), ("doo",))).do("lay god")
    assert table.public.seat == 1
    assert table.do("lay doo").public.phase == "start"


@pytest.mark.parametrize(
    ("held", "texts"),
    [((("god",), ()), ["lay god"]), (((), ("doo",)), ["lay doo"]), (((), ()), [])],
)
def test_a_player_without_codes_is_skipped(held: Any, texts: list[str]) -> None:
    table = match_in_code_phase(held).do(*texts)
    assert (table.public.phase, table.public.seat) == ("start", 1)


def test_a_code_stays_face_down_until_both_are_revealed() -> None:
    table = match_in_code_phase((("god",), ("doo",))).do("lay god")
    assert table.facts.revealed is None
    assert table.public.sealed == (True, False)
    assert table.public.codes == (None, None)
    table.do("lay doo")
    assert table.facts.revealed == ("god", "doo")
    assert table.public.sealed == (False, False)
    assert table.public.codes == ("god", "doo")


def test_laying_no_code_is_seen_by_all() -> None:
    table = match_in_code_phase((("god",), ("doo",))).do("lay none")
    assert table.public.sealed == (False, False)


def test_codes_hold_for_one_round() -> None:
    table = match_in_code_phase((("god",), ())).do("lay god")
    match = begin_match(WITS, 0, CODES)._replace(held=(("god",), ()), pile=())
    after = finish_round(match, finished_public(table, 0), table.state.held)
    assert after.held == ((), ())
    assert dealt_round(WITS, HANDS, held=after.held).public.codes == (None, None)


def test_battle_of_wits_is_played_to_six_points() -> None:
    match = begin_match(WITS, 0, CODES)._replace(score=(4, 0))
    five = finish_round(match, finished_public(dealt_round(WITS, HANDS, score=(4, 0)), 0), ((), ()))
    assert five.winners == ()
    six = finish_round(five, finished_public(dealt_round(WITS, HANDS, score=(5, 0)), 0), ((), ()))
    assert six.winners == (0,)


# Tests of the code card Hai Doo.


def table_with_doo(score: tuple[int, int], **named: Any) -> TextState:
    return wits_turn(**{"codes": ("doo", None), "score": score, **named})


@pytest.mark.parametrize("score", [(0, 1), (1, 0), (0, 0)])
def test_doo_needs_a_point_of_both_players(score: tuple[int, int]) -> None:
    assert table_with_doo(score).refusal_reason("stake") == "NO_POINT_TO_STAKE"
    assert "stake" in table_with_doo((1, 1)).legal


def test_doo_makes_the_opponent_call_or_fold_at_once() -> None:
    table = table_with_doo((2, 3)).do("stake")
    assert (table.public.phase, table.public.seat) == ("answer", 1)
    assert table.legal == {"call", "fold"}
    assert table.legal_for(0) == set()


def test_doo_wins_one_point_by_a_fold_and_gets_the_stake_back() -> None:
    table = table_with_doo((2, 3)).do("stake", "fold")
    assert table.result == Result(0, 1, "fold")
    assert table.public.score == (2 + 1, 3)


def test_doo_goes_on_with_the_turn_after_a_call() -> None:
    table = table_with_doo((2, 3), captured=(1, 0), command_in_force="play").do("stake", "call")
    assert (table.public.phase, table.public.seat) == ("turn", 0)
    assert table.legal == {"ask", *(f"play {c}{s}" for c in (0, 1, 2) for s in ("", " double"))}


def test_doo_keeps_staked_points_out_of_the_scores_until_the_round_ends() -> None:
    table = table_with_doo((2, 3)).do("stake")
    assert table.public.score == (1, 3)
    assert table.do("call").public.score == (1, 2)
    assert table.public.stakes == (1, 1)


def test_doo_gives_the_staker_both_stakes_for_a_win() -> None:
    table = table_with_doo((2, 3), row="3", markers=({4: 2}, {}), double=(4, 0)).do(
        "stake", "call", "play 1"
    )
    assert table.result == Result(0, 2, "triple")
    assert table.public.score == (2 - 1 + 2 + 2, 3 - 1)
    assert table.public.stakes == (0, 0)


def test_doo_gives_the_opponent_both_stakes_for_a_win() -> None:
    table = table_with_doo((2, 3), row="0", hands=("1", "34"), markers=({}, {4: 2}))
    table.do("stake", "call", "play 1", "pass", "play 3")
    assert table.result == Result(1, 1, "triple")
    assert table.public.score == (2 - 1, 3 - 1 + 1 + 2)


def test_doo_gives_the_stakes_to_a_winner_by_markers_too() -> None:
    table = table_with_doo((2, 3), row="3", supply=(1, 4)).do("stake", "call", "play 1 double")
    assert table.result == Result(1, 1, "markers")
    assert table.public.score == (1, 2 + 1 + 2)


def test_doo_works_once_a_round() -> None:
    table = table_with_doo((2, 3)).do("stake", "call")
    assert table.refusal_reason("stake") == "POWER_IS_SPENT"
    table.do("draw", "draw")
    assert table.refusal_reason("stake") == "POWER_IS_SPENT"


def test_doo_works_at_the_start_of_a_turn_only() -> None:
    assert table_with_doo((2, 3)).do("play 0").refusal_reason("stake") == "NOT_NOW"


def test_doo_does_not_end_the_match_by_staking_at_5_points() -> None:
    """The stake leaves 4 of 6 points, and only the end of the round decides."""
    table = table_with_doo((5, 5), row="3", markers=({4: 2}, {})).do("stake", "call")
    assert table.public.score == (4, 4)
    table.do("play 1")
    assert table.public.score == (4 + 1 + 2, 4)
    match = finish_round(begin_match(WITS, 0, CODES), table.public, ((), ()))
    assert match.winners == (0,)


def test_doo_wins_the_match_by_a_fold_at_5_points() -> None:
    table = table_with_doo((5, 1)).do("stake", "fold")
    assert table.public.score == (6, 1)
    assert finish_round(begin_match(WITS, 0, CODES), table.public, ((), ())).winners == (0,)


def test_doo_can_win_the_match_by_a_called_stake_at_4_points() -> None:
    table = table_with_doo((4, 1), row="3", markers=({4: 2}, {})).do("stake", "call", "play 1")
    assert table.public.score == (3 + 1 + 2, 0)
    assert finish_round(begin_match(WITS, 0, CODES), table.public, ((), ())).winners == (0,)


def test_doo_does_not_win_the_match_by_a_fold_at_4_points() -> None:
    table = table_with_doo((4, 1)).do("stake", "fold")
    assert table.public.score == (5, 1)
    assert finish_round(begin_match(WITS, 0, CODES), table.public, ((), ())).winners == ()
