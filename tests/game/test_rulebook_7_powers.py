"""RULES section 7, the codes and their twelve powers: one test per ruling, in the table's order.

Other files have the pairs of codes (``test_rulebook_7_code_pairs``), and drawing and laying codes
and Hai Doo (``test_rulebook_7_match``).
"""

from __future__ import annotations

import pytest

from hacktrick.game import engine
from hacktrick.game.actions import parse
from hacktrick.game.editions import rules_for
from hacktrick.game.state import IN_SUPPLY, OUT_OF_ROUND, Result
from tests.support.positions import TextState, dealt_round, wits_turn

CODE = Result(0, 1, "code")


def table_with(code: str, **named: object) -> TextState:
    """Return a table where seat 0 has the turn and ``code`` is in force."""
    return wits_turn(**{"codes": (code, None), **named})


# Tests of the code card Evgeniy M. Slavic.


def test_slavic_wins_one_point_by_a_second_marker_on_the_key_of_the_owners_double() -> None:
    table = table_with("slavic", row="3", markers=({4: 1}, {}), double=(4, 0)).do("play 1")
    assert table.result == CODE


def test_slavic_needs_the_double_to_be_placed_first() -> None:
    table = table_with("slavic", row="3", markers=({4: 1}, {})).do("play 1 double")
    assert table.result is None


def test_slavic_does_not_win_by_two_singles() -> None:
    table = table_with("slavic", row="3", markers=({4: 1, 9: 1}, {}), double=(9, 0)).do("play 1")
    assert table.result is None


def test_slavic_does_not_win_by_the_opponents_double() -> None:
    table = table_with("slavic", row="3", markers=({}, {4: 1}), double=(0, 4)).do("play 1")
    assert table.result is None


def test_slavic_helps_its_owner_only() -> None:
    table = table_with(
        "slavic", row="3", markers=({}, {4: 1}), double=(0, 4), seat=1, hands=("0", "1")
    )
    assert table.do("play 1").result is None


# Tests of the code card Alexey Baltic.


@pytest.mark.parametrize(("held", "taken"), [(2, 1), (1, 2), (2, 2)])
def test_baltic_wins_one_point_by_three_captured_markers(held: int, taken: int) -> None:
    table = table_with("baltic", row="3", markers=({}, {4: taken}), captured=(held, 0)).do("play 1")
    assert table.result == CODE


def test_baltic_does_not_win_by_two_captured_markers() -> None:
    table = table_with("baltic", row="3", markers=({}, {4: 2}), captured=(0, 0)).do("play 1")
    assert table.result is None


def test_baltic_is_tested_on_capture() -> None:
    # Only a capture can win: three captured markers do not win in a later turn.
    table = table_with("baltic", row="3", captured=(3, 0)).do("play 1")
    assert table.result is None


def test_baltic_counts_a_captured_double_as_one_marker() -> None:
    table = table_with("baltic", row="3", markers=({}, {4: 1}), double=(0, 4), captured=(1, 0))
    assert table.do("play 1").result is None


# Tests of the code card Andy God.


@pytest.mark.parametrize(
    ("own", "row", "card", "key"),
    [
        ({1: 1, 2: 1}, "5", "3", 8),
        ({2: 1, 8: 1}, "4", "5", 9),
        ({8: 1, 9: 1}, "0", "1", 1),
        ({1: 1, 2: 1}, "2", "0", 2),  # three markers on the keys 1, 2 and 2
        ({1: 2}, "5", "4", 9),  # three markers on the keys 1, 1 and 9
    ],
)
def test_god_wins_one_point_by_three_markers_on_1_2_8_9(
    own: dict[int, int], row: str, card: str, key: int
) -> None:
    table = table_with("god", hands=(card, "0"), row=row, markers=(own, {})).do(f"play {card}")
    assert table.public.markers_on(key, 0) >= 1
    assert table.result == CODE


def test_god_does_not_win_by_two_markers() -> None:
    table = table_with("god", hands=("3", "0"), row="5", markers=({1: 1}, {})).do("play 3")
    assert table.result is None


def test_god_does_not_win_by_a_marker_on_another_key() -> None:
    table = table_with("god", hands=("3", "0"), row="0", markers=({1: 1, 2: 1, 5: 1}, {})).do(
        "play 3"
    )
    assert table.result is None


@pytest.mark.parametrize(("double", "points"), [(IN_SUPPLY, 1), (8, 2)])
def test_god_scores_an_ordinary_triple_as_a_triple(double: int, points: int) -> None:
    table = table_with("god", hands=("3", "0"), row="5", markers=({8: 2}, {}), double=(double, 0))
    assert table.do("play 3").result == Result(0, points, "triple")


def test_god_is_never_doubled_by_the_double() -> None:
    table = table_with("god", hands=("3", "0"), row="5", markers=({1: 1, 2: 1}, {}), double=(2, 0))
    assert table.do("play 3").result == CODE


# Tests of the code card Xiao Tina Huang.


def test_huang_starts_with_an_eleventh_marker_a_single() -> None:
    held = (("huang",), ())
    table = dealt_round("wits", ("012", "3450"), held=held).do("lay huang")
    assert table.public.supply == (11, 10)
    assert table.public.n_singles_in_supply(0) == 10


def test_huang_gives_no_marker_unless_it_is_laid() -> None:
    table = dealt_round("wits", ("012", "3450"), held=(("huang",), ())).do("lay none")
    assert table.public.supply == (10, 10)


def test_huang_pays_a_single_and_the_opponent_pays_one() -> None:
    table = table_with("huang", supply=(7, 6)).do("discard")
    assert table.public.supply == (6, 5)
    assert table.public.double == (IN_SUPPLY, IN_SUPPLY)
    assert table.public.captured == (0, 0)
    assert {"play 0", "draw"} <= table.legal


def test_huang_works_once_a_round() -> None:
    table = table_with("huang", supply=(7, 6)).do("discard")
    assert table.refusal_reason("discard") == "POWER_IS_SPENT"
    table.do("draw", "play 4", "pass")
    assert table.refusal_reason("discard") == "POWER_IS_SPENT"


def test_huang_works_at_the_start_of_a_turn_only() -> None:
    assert table_with("huang").do("play 0").refusal_reason("discard") == "NOT_NOW"


def test_huang_needs_a_single_in_the_own_supply() -> None:
    rules = rules_for("wits", {"out_of_markers": "when_obliged"})
    assert table_with("huang", preset=rules, supply=(1, 6)).refusal_reason("discard") == "NO_SINGLE"
    assert "discard" in table_with("huang", preset=rules, supply=(2, 6)).legal


def test_huang_makes_the_opponent_pay_a_single_if_possible_else_the_double() -> None:
    assert table_with("huang", supply=(7, 2)).do("discard").public.double[1] == IN_SUPPLY
    only_double = table_with("huang", supply=(7, 1)).do("discard")
    assert only_double.public.double[1] == OUT_OF_ROUND


def test_huang_does_not_work_if_the_opponents_supply_is_empty() -> None:
    table = table_with("huang", supply=(7, 0), double=(0, OUT_OF_ROUND))
    assert table.refusal_reason("discard") == "NO_MARKER"


# Tests of the code card Nae Popescu.


def test_popescu_asks_by_paying_an_own_supply_marker() -> None:
    table = table_with("popescu", hands=("012", "345"), supply=(7, 7)).do("ask own")
    assert table.facts.said == ((1, 3 + 4 + 5),)
    assert table.public.supply == (6, 7)
    assert table.public.captured == (0, 0)


def test_popescu_may_still_ask_with_a_captured_marker() -> None:
    table = table_with("popescu", captured=(1, 0))
    assert {"ask", "ask own"} <= table.legal
    assert table.do("ask").public.supply == (10, 10)


@pytest.mark.parametrize(("first", "second"), [("ask", "ask own"), ("ask own", "ask")])
def test_popescu_allows_only_one_ask_a_turn(first: str, second: str) -> None:
    table = table_with("popescu", captured=(2, 0)).do(first)
    assert table.refusal_reason(second) == table.refusal_reason(first) == "ALREADY_ASKED"


def test_popescu_cannot_pay_the_last_marker_under_immediate() -> None:
    assert table_with("popescu", supply=(1, 5)).refusal_reason("ask own") == "LAST_MARKER"
    assert "ask own" in table_with("popescu", supply=(2, 5)).legal


def test_popescu_cannot_ask_an_empty_hand() -> None:
    assert table_with("popescu", hands=("012", "")).refusal_reason("ask own") == "EMPTY_HAND"


def test_popescu_pays_a_single_before_the_double() -> None:
    assert table_with("popescu", supply=(2, 5)).do("ask own").public.double[0] == IN_SUPPLY


# Tests of the code card Coco van Vaeck.


def test_vaeck_takes_a_card_blindly_and_gives_one_for_a_captured_marker() -> None:
    table = table_with("vaeck", hands=("012", "345"), captured=(1, 0)).do("swap 2", chance="5")
    assert (table.hand(0), table.hand(1)) == ("015", "234")
    assert table.public.captured == (0, 0)
    assert table.public.hand_sizes == (3, 3)
    assert table.facts.taken == 5


def test_vaeck_gives_a_card_held_before() -> None:
    table = table_with("vaeck", hands=("012", "345"), captured=(1, 0))
    assert {t for t in table.legal if t.startswith("swap")} == {"swap 0", "swap 1", "swap 2"}
    assert table.refusal_reason("swap 3") == "NOT_IN_HAND"


@pytest.mark.parametrize(("first", "second"), [("ask", "swap 0"), ("swap 0", "ask")])
def test_vaeck_and_an_ask_exclude_each_other_in_a_turn(first: str, second: str) -> None:
    table = table_with("vaeck", hands=("012", "345"), captured=(2, 0))
    table.do(first, chance="3" if first.startswith("swap") else "")
    assert table.refusal_reason(second) == "ALREADY_ASKED"


@pytest.mark.parametrize("hands", [("", "345"), ("012", "")])
def test_vaeck_needs_a_card_in_both_hands(hands: tuple[str, str]) -> None:
    table = table_with("vaeck", hands=hands, captured=(1, 0))
    assert table.refusal_reason("swap 0") == "EMPTY_HAND"


def test_vaeck_needs_a_captured_marker() -> None:
    assert table_with("vaeck").refusal_reason("swap 0") == "NO_CAPTURED_MARKER"


def test_vaeck_can_take_any_card_of_the_opponent() -> None:
    for card in "345":
        table = table_with("vaeck", hands=("012", "345"), captured=(1, 0)).do("swap 0", chance=card)
        assert table.hand(0) == "12" + card


def test_vaeck_works_when_commanded_to_play_too() -> None:
    table = table_with(
        "vaeck", hands=("3", "45"), row="3", captured=(1, 0), command_in_force="play"
    )
    assert table.legal == {"ask", "swap 3", "draw"}
    table.do("swap 3", chance="4")
    assert table.legal == {"play 4", "play 4 double"}, "now he can play, so he must"


# Tests of the code card Jack Sun.


def test_sun_puts_cards_under_the_deck_and_draws_as_many_from_the_top() -> None:
    table = table_with("sun", hands=("012", "345"), row="3").do("under 2 0", chance="45")
    assert table.hand(0) == "145"
    assert table.state.under == (2, 0)
    assert table.public.hand_sizes == (3, 3)
    assert table.public.deck_size == 9


def test_sun_takes_any_number_of_cards_in_any_order() -> None:
    table = table_with("sun", hands=("01", "345"), row="3")
    offered = {text for text in table.legal if text.startswith("under")}
    assert offered == {"under 0", "under 1", "under 0 1", "under 1 0"}


def test_sun_ends_the_turn() -> None:
    table = table_with("sun", hands=("012", "345"), row="3").do("under 0")
    assert (table.public.phase, table.public.seat) == ("turn", 1)


def test_sun_puts_the_last_named_card_at_the_very_bottom() -> None:
    # Three cards in the deck, two put under it: they come fourth and fifth.
    table = table_with("sun", hands=("012", "3"), row="3544135", aside="22", deck="450")
    table.do("under 2 0", chance="45").do("draw", chance="0").do("draw")
    assert table.facts.drawn == (2,)
    assert not table.facts.reshuffled
    table.do("draw")
    assert table.facts.drawn == (0,)
    assert table.facts.reshuffled


def test_sun_draws_its_own_cards_again_from_a_short_deck() -> None:
    table = table_with("sun", hands=("012", "3"), row="3544135", aside="22", deck="4")
    table.do("under 2 0", chance="4")
    assert table.hand(0) == "124"
    assert table.state.under == (0,)
    assert table.public.deck_size == 1


def test_sun_does_not_work_with_a_full_hand() -> None:
    assert table_with("sun", hands=("0124", "35")).refusal_reason("under 0") == "HAND_IS_FULL"


@pytest.mark.parametrize("hand", ["012", "3"])
def test_sun_does_not_work_when_commanded_to_play(hand: str) -> None:
    table = table_with("sun", hands=(hand, "45"), row="3", command_in_force="play")
    assert table.refusal_reason(f"under {hand[0]}") == "COMMANDED_TO_PLAY"


def test_sun_works_under_a_guard() -> None:
    assert "under 0" in table_with("sun", command_in_force="guard").legal


def test_sun_does_not_work_where_a_guard_makes_the_player_draw() -> None:
    rules = rules_for("wits", {"second_command": "draw"})
    guarded = table_with("sun", preset=rules, command_in_force="guard")
    assert guarded.refusal_reason("under 0") == "MUST_DRAW"
    assert "under 0" in table_with("sun", preset=rules).legal


def test_sun_draws_each_pair_as_often_as_it_can_be_drawn() -> None:
    table = table_with("sun", hands=("012", "345"), row="3", deck="0011")
    outcomes = dict(engine.chance_outcomes(table.state, parse("under 2 0")))
    assert outcomes == {(0, 0): 1, (0, 1): 4, (1, 1): 1}


def test_sun_needs_a_card_to_put_under() -> None:
    assert table_with("sun", hands=("", "345")).legal == {"draw"}
