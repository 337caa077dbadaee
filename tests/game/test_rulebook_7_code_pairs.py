"""RULES section 7: the codes that depend on other codes, and pairs that conflict."""

from __future__ import annotations

from typing import Any

import pytest

from hacktrick.game.actions import CODES
from hacktrick.game.editions import rules_for
from hacktrick.game.state import OUT_OF_ROUND, Result
from tests.support.positions import TextState, dealt_round, state_from_line, wits_turn

TEN = [{3: 1, 7: 1}, {1: 1, 9: 1}, {2: 1, 8: 1}, {4: 1, 6: 1}, {5: 2}]
NOT_TEN = [{}, {5: 1}, {3: 2}, {7: 1, 2: 1}, {3: 1, 8: 1}, {9: 2}]


def table_with_kriskaya(**named: object) -> TextState:
    return wits_turn(
        **{"codes": ("kriskaya", None), "hands": ("0124", "35"), "row": "3", "aside": "55", **named}
    )


# Tests of the code card Trojana Kriskaya.


@pytest.mark.parametrize("own", TEN)
def test_kriskaya_allows_two_cards_with_two_markers_that_sum_to_10(
    own: dict[int, int],
) -> None:
    table = table_with_kriskaya(markers=(own, {}), row="30", hands=("1234", "5"))
    table.do("play 4")
    assert {"play 1 again", "play 2 again", "play 3 again", "pass"} <= table.legal


@pytest.mark.parametrize("own", NOT_TEN)
def test_kriskaya_allows_one_card_without_such_markers(own: dict[int, int]) -> None:
    table = table_with_kriskaya(markers=(own, {}), row="30", hands=("1234", "5")).do("play 1")
    assert table.refusal_reason("play 2 again") == "NO_SECOND_CARD"


def test_kriskaya_needs_own_markers() -> None:
    table = table_with_kriskaya(markers=({3: 1}, {7: 1})).do("play 1")
    assert table.refusal_reason("play 0 again") == "NO_SECOND_CARD"


def test_kriskaya_needs_the_markers_at_the_start_of_the_turn() -> None:
    # 6 is there; the card of this turn takes 4, which helps in the next turn only.
    table = table_with_kriskaya(markers=({6: 1}, {})).do("play 1")
    assert table.public.markers_on(4, 0) == 1
    assert table.refusal_reason("play 0 again") == "NO_SECOND_CARD"
    table.do("pass", "draw", "play 2")
    assert "play 0 again" in table.legal


def test_kriskaya_does_not_count_markers_captured_before_the_turn() -> None:
    table = table_with_kriskaya(markers=({3: 1, 7: 1}, {}), seat=1, hands=("0124", "05"), row="3")
    table.do("play 0", "pass", "play 4")
    assert table.refusal_reason("play 1 again") == "NO_SECOND_CARD"


def test_kriskaya_resolves_each_card_fully() -> None:
    table = table_with_kriskaya(markers=({3: 1, 7: 1}, {4: 2, 1: 1})).do("play 1")
    assert table.public.captured == (2, 0)
    table.do("play 0 again")
    assert table.public.captured == (3, 0)
    assert table.public.row == (3, 1, 0)
    assert table.public.supply[0] == 8 - 2


def test_kriskaya_can_win_by_the_first_card() -> None:
    table = table_with_kriskaya(markers=({2: 1, 8: 1}, {}), row="1").do("play 4")
    assert table.result == Result(0, 1, "line")


def test_kriskaya_can_win_by_the_second_card() -> None:
    table = table_with_kriskaya(markers=({2: 1, 8: 1}, {}), row="3").do("play 1", "play 4 again")
    assert table.result == Result(0, 1, "line")


def test_kriskaya_needs_a_second_card_that_differs_from_the_first() -> None:
    table = table_with_kriskaya(markers=({3: 1, 7: 1}, {}), hands=("1124", "35")).do("play 1")
    assert table.refusal_reason("play 1 again") == "SAME_AS_LAST_CARD"


def test_kriskaya_allows_one_command_after_the_last_card() -> None:
    table = table_with_kriskaya(markers=({3: 1, 7: 1}, {})).do("play 1", "play 0 again")
    assert table.legal == {"pass", "command play", "command guard"}
    assert table.do("command play").public.seat == 1


def test_kriskaya_leaves_the_second_card_to_the_player() -> None:
    table = table_with_kriskaya(markers=({3: 1, 7: 1}, {})).do("play 1", "pass")
    assert table.public.seat == 1


def test_kriskaya_does_not_allow_a_third_card() -> None:
    table = table_with_kriskaya(markers=({3: 1, 7: 1}, {})).do("play 1", "play 0 again")
    assert table.refusal_reason("play 2 again") == "NO_SECOND_CARD"


def test_kriskaya_obeys_play_with_one_card() -> None:
    table = table_with_kriskaya(markers=({3: 1, 7: 1}, {}), command_in_force="play").do("play 1")
    assert {"pass", "play 0 again"} <= table.legal
    assert table.do("pass").public.seat == 1


def test_kriskaya_gives_no_bonus_for_the_double_of_the_same_turn() -> None:
    # The double goes to 8 with the first card; the second completes 8-3-4 with it.
    table = table_with_kriskaya(
        markers=({4: 1, 6: 1}, {}), row="5", hands=("0123", "4"), aside="44"
    )
    table.do("play 3 double", "play 0 again")
    assert table.result == Result(0, 1, "line")


def test_kriskaya_gives_the_bonus_for_the_double_of_an_earlier_turn() -> None:
    table = table_with_kriskaya(markers=({2: 1, 8: 1}, {}), row="3", double=(8, 0))
    assert table.do("play 1", "play 4 again").result == Result(0, 2, "line")


def test_kriskaya_loses_by_placing_the_last_marker_with_the_first_card() -> None:
    table = table_with_kriskaya(markers=({3: 1, 7: 1}, {}), supply=(1, 5)).do("play 1 double")
    assert table.result == Result(1, 1, "markers")


# Tests of the code card Nasha Grigorova.


def table_against_grigorova(
    own: dict[int, int], code: str | None = None, **named: object
) -> TextState:
    """Return a table where seat 0 plays against Nasha Grigorova, whose markers are ``own``."""
    return wits_turn(
        **{"codes": (code, "grigorova"), "markers": ({}, own), "captured": (2, 0), **named}
    )


@pytest.mark.parametrize("own", TEN)
def test_grigorova_forbids_the_ask_with_two_markers_that_sum_to_10(own: dict[int, int]) -> None:
    assert table_against_grigorova(own).refusal_reason("ask") == "ASKING_IS_FORBIDDEN"


@pytest.mark.parametrize("own", NOT_TEN)
def test_grigorova_allows_the_ask_without_such_markers(own: dict[int, int]) -> None:
    assert "ask" in table_against_grigorova(own).legal


def test_grigorova_may_ask_herself() -> None:
    table = wits_turn(codes=("grigorova", None), markers=({3: 1, 7: 1}, {}), captured=(1, 0))
    assert "ask" in table.legal


def test_grigorova_blocks_popescu_too() -> None:
    table = table_against_grigorova({3: 1, 7: 1}, "popescu")
    assert table.refusal_reason("ask own") == table.refusal_reason("ask") == "ASKING_IS_FORBIDDEN"
    assert {"ask", "ask own"} <= table_against_grigorova({3: 1}, "popescu").legal


def test_grigorova_does_not_block_vaeck() -> None:
    table = table_against_grigorova({3: 1, 7: 1}, "vaeck")
    assert "swap 0" in table.legal
    assert "ask" not in table.legal


# Tests of the code card Dodo Gorilla.


def table_with_gorilla(
    key_card: tuple[str, str], own: dict[int, int], size: str = "", **named: object
) -> TextState:
    row, card = key_card
    table = wits_turn(
        codes=("gorilla", None),
        hands=(card, "0"),
        row=row,
        markers=(own, {}),
        **named,
    )
    return table.do(f"play {card}{size}")


@pytest.mark.parametrize("own", [{2: 1, 8: 1}, {1: 1, 9: 1}])
def test_gorilla_scores_double_for_852_and_159(own: dict[int, int]) -> None:
    assert table_with_gorilla(("1", "4"), own).result == Result(0, 2, "line")


@pytest.mark.parametrize(("own", "double"), [({2: 1, 8: 1}, 2), ({1: 1, 9: 1}, 9)])
def test_gorilla_scores_four_points_with_the_double(own: dict[int, int], double: int) -> None:
    assert table_with_gorilla(("1", "4"), own, double=(double, 0)).result == Result(0, 4, "line")


def test_gorilla_scores_two_points_if_the_double_is_placed_last() -> None:
    assert table_with_gorilla(("1", "4"), {2: 1, 8: 1}, " double").result == Result(0, 2, "line")


@pytest.mark.parametrize("own", [{3: 1, 7: 1}, {4: 1, 6: 1}])
def test_gorilla_does_not_double_other_lines(own: dict[int, int]) -> None:
    assert table_with_gorilla(("1", "4"), own).result == Result(0, 1, "line")


def test_gorilla_does_not_double_triples() -> None:
    assert table_with_gorilla(("1", "4"), {5: 2}).result == Result(0, 1, "triple")


def test_gorilla_does_not_double_a_win_by_markers() -> None:
    table = wits_turn(codes=("gorilla", None), seat=1, row="3", hands=("0", "12"), supply=(5, 1))
    assert table.do("play 1 double").result == Result(0, 1, "markers")


def test_gorilla_scores_the_best_of_two_lines_at_once() -> None:
    both = {2: 1, 8: 1, 3: 1, 7: 1}
    assert table_with_gorilla(("1", "4"), both).result == Result(0, 2, "line")
    # The bonus of 3-5-7 (2 points) does not go to 2-5-8 (2 points): no 4.
    assert table_with_gorilla(("1", "4"), both, double=(3, 0)).result == Result(0, 2, "line")
    assert table_with_gorilla(("1", "4"), both, double=(8, 0)).result == Result(0, 4, "line")


def test_gorilla_scores_one_of_its_two_lines_at_once() -> None:
    both = {2: 1, 8: 1, 1: 1, 9: 1}
    assert table_with_gorilla(("1", "4"), both).result == Result(0, 2, "line")
    assert table_with_gorilla(("1", "4"), both, double=(9, 0)).result == Result(0, 4, "line")


# Tests of the code card Joavista Rukowski.


@pytest.mark.parametrize("code", [code for code in CODES if code != "rukowski"])
@pytest.mark.parametrize("leader", [0, 1])
def test_rukowski_cancels_the_opponents_code(code: str, leader: int) -> None:
    held = ((code,), ("rukowski",))
    hands = ("012", "3450") if leader == 0 else ("3450", "012")
    table = dealt_round("wits", hands, leader=leader, held=held)
    texts = [f"lay {code}", "lay rukowski"]
    table.do(*(texts if leader == 0 else reversed(texts)))
    assert table.facts.revealed == (code, "rukowski")
    assert table.public.codes == (None, "rukowski")
    assert table.public.supply == (10, 10)


def test_rukowski_against_nothing_changes_nothing() -> None:
    table = dealt_round("wits", ("012", "3450"), held=((), ("rukowski",))).do("lay rukowski")
    assert table.public.codes == (None, "rukowski")
    assert table.do("start 3").legal == {
        "draw",
        *(f"play {card}{size}" for card in (0, 1, 2) for size in ("", " double")),
    }


# Tests of several wins at once, and of the last marker.


def test_the_best_of_several_results_from_one_marker_counts() -> None:
    # The card wins by Slavic's code (1 point) and by a triple with the double (2 points).
    table = state_from_line("wits row=3 aside=02 hands=1/0 board=4Aa codes=slavic/-")
    assert table.do("play 1").result == Result(0, 2, "triple")
    # Alexey's code (1 point) and a line (1 point) together bring one point, not two.
    table = state_from_line(
        "wits row=0 aside=12 hands=5/0 board=2a,5bb,8a captured=1/0 codes=baltic/-"
    )
    assert table.do("play 5").result == Result(0, 1, "line")


@pytest.mark.parametrize("code", ["slavic", "baltic", "god"])
def test_a_last_marker_that_wins_by_code_wins(code: str) -> None:
    positions: dict[str, dict[str, Any]] = {
        "slavic": {"markers": ({4: 1}, {}), "double": (4, 0)},
        "baltic": {"markers": ({}, {4: 1}), "captured": (2, 0), "double": (OUT_OF_ROUND, 0)},
        "god": {
            "markers": ({1: 1, 2: 1}, {}),
            "row": "4",
            "double": (OUT_OF_ROUND, 0),
            "hands": ("5", ""),
        },
    }
    named = {"codes": (code, None), "supply": (1, 5), "row": "3", **positions[code]}
    table = wits_turn(**named)
    table.do("play 5" if code == "god" else "play 1")
    assert table.result == Result(0, 1, "code")


def test_huang_wins_by_the_opponents_last_marker_under_immediate() -> None:
    table = wits_turn(codes=("huang", None), supply=(5, 1)).do("discard")
    assert table.result == Result(0, 1, "markers")
    other = wits_turn(codes=(None, "huang"), supply=(1, 5), seat=1).do("discard")
    assert other.result == Result(1, 1, "markers")


def test_huang_cannot_pay_the_last_marker_under_immediate() -> None:
    table = wits_turn(codes=("huang", None), supply=(1, 5), double=(OUT_OF_ROUND, 0))
    assert table.refusal_reason("discard") == "LAST_MARKER"


def test_huang_can_pay_the_last_marker_under_when_obliged_and_lose_by_it() -> None:
    rules = rules_for("wits", {"out_of_markers": "when_obliged"})
    last = {
        "codes": ("huang", None),
        "supply": (1, 5),
        "double": (OUT_OF_ROUND, 0),
        "preset": rules,
    }
    free = wits_turn(hands=("012", "345"), **last)
    assert free.do("discard").result is None
    assert free.legal == {"draw"}
    full = wits_turn(hands=("0124", "35"), **last)
    assert full.do("discard").result == Result(1, 1, "markers")


def test_huang_does_not_end_the_round_by_the_opponents_last_marker_under_when_obliged() -> None:
    rules = rules_for("wits", {"out_of_markers": "when_obliged"})
    table = wits_turn(codes=("huang", None), supply=(5, 1), preset=rules).do("discard")
    assert table.result is None
    assert table.public.supply == (4, 0)


def test_popescu_loses_by_paying_the_last_marker_under_when_obliged_if_obliged_to_play() -> None:
    rules = rules_for("wits", {"out_of_markers": "when_obliged"})
    last = {
        "codes": ("popescu", None),
        "supply": (1, 5),
        "double": (OUT_OF_ROUND, 0),
        "preset": rules,
    }
    assert wits_turn(hands=("0124", "35"), **last).do("ask own").result == Result(1, 1, "markers")
    assert wits_turn(hands=("012", "35"), **last).do("ask own").result is None


def test_baltic_does_not_count_markers_paid_for_asks() -> None:
    table = wits_turn(codes=("baltic", None), row="3", markers=({}, {4: 1}), captured=(2, 0))
    assert table.do("ask", "play 1").result is None


def test_powers_come_before_the_card_in_any_order_even_when_commanded() -> None:
    for first, second in (("ask", "discard"), ("discard", "ask")):
        table = wits_turn(codes=("huang", None), captured=(1, 0), command_in_force="play").do(
            first, second
        )
        assert all(text.startswith("play") for text in table.legal)


def test_a_power_belongs_to_its_owner() -> None:
    table = wits_turn(codes=(None, "huang"), captured=(1, 0))
    for text in ("discard", "ask own", "swap 0", "stake", "under 0"):
        assert table.refusal_reason(text) == "NO_CODE_FOR_THIS"
