"""RULES section 3, the end of a turn and the deck: one test per ruling."""

from __future__ import annotations

import pytest

from hacktrick.game.actions import parse
from hacktrick.game.engine import apply
from hacktrick.game.state import OUT_OF_ROUND
from tests.support.positions import TextState, turn_of


def table_after_play(**named: object) -> TextState:
    """Return a table where seat 0 has just played a card that did not win."""
    return turn_of(**{"hands": ("0124", "345"), "row": "3", **named}).do("play 1")  # type: ignore[arg-type]


def test_after_a_card_the_player_says_pass_play_or_guard() -> None:
    for text in ("pass", "command play", "command guard"):
        table = table_after_play()
        assert table.legal == {"pass", "command play", "command guard"}
        table.do(text)
        assert (table.public.phase, table.public.seat) == ("turn", 1)
        assert table.public.turn == 13


def test_a_pass_is_free() -> None:
    assert table_after_play().do("pass").public.supply == (9, 10)


@pytest.mark.parametrize("text", ["command play", "command guard"])
def test_a_command_costs_one_marker_of_the_supply_which_leaves_the_round(text: str) -> None:
    table = table_after_play(captured=(3, 2)).do(text)
    assert table.public.supply == (8, 10)
    assert table.public.captured == (3, 2)
    assert sum(map(sum, table.public.board)) == 1


def test_a_command_cannot_be_paid_with_captured_markers() -> None:
    table = table_after_play(
        preset="arena", supply=(1, 10), double=(OUT_OF_ROUND, 0), captured=(3, 0)
    )
    assert table.public.supply[0] == 0
    assert table.legal == {"pass"}
    assert table.refusal_reason("command play") == "NO_MARKER"


def test_a_single_is_paid_while_there_is_one() -> None:
    # Of these 3, one is played; a single and the double are left.
    table = table_after_play(supply=(3, 10)).do("command play")
    assert table.public.double[0] == 0
    assert table.public.supply[0] == 1


def test_the_double_is_paid_if_there_is_no_single() -> None:
    table = table_after_play(preset="arena", supply=(2, 10)).do("command play")
    assert table.public.supply[0] == 0
    assert table.public.double[0] == OUT_OF_ROUND


def test_play_makes_the_opponent_play_a_card_if_possible() -> None:
    table = table_after_play().do("command play")
    assert {text.split()[0] for text in table.legal} == {"play"}


def test_guard_forbids_the_opponent_to_command_play() -> None:
    table = table_after_play().do("command guard", "play 3")
    assert table.legal == {"pass", "command guard"}
    assert table.refusal_reason("command play") == "GUARDED"


def test_a_guarded_player_may_still_play_draw_pass_or_guard() -> None:
    guarded = table_after_play().do("command guard")
    free = table_after_play().do("pass")
    assert guarded.legal == free.legal >= {"play 3", "draw"}
    assert guarded.do("play 3", "command guard").public.command_in_force == "guard"


@pytest.mark.parametrize("turn", [("draw",), ("play 3", "pass")])
def test_guard_lasts_for_exactly_one_turn(turn: tuple[str, ...]) -> None:
    table = table_after_play().do("command guard").do(*turn)
    assert table.public.command_in_force == ""
    assert "command play" in table.do("play 2").legal


def test_play_lasts_for_one_turn() -> None:
    table = table_after_play().do("command play", "play 3", "pass")
    assert table.public.command_in_force == ""
    assert "draw" in table.legal


def test_play_ends_with_a_forced_draw() -> None:
    # Row 3 1, the opponent holds only a 1: so seat 1 draws, and is free again in the next turn.
    table = table_after_play(hands=("0124", "1"), aside="55").do("command play").draw_card(4)
    assert table.do("play 0", "pass").legal >= {"draw", "play 4"}


def test_an_ask_does_not_use_up_a_command() -> None:
    table = table_after_play(captured=(0, 1)).do("command play", "ask")
    assert table.refusal_reason("draw") == "COMMANDED_TO_PLAY"


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("command play", {"hands": ("0124", "")}),
        ("command play", {"hands": ("0124", "3345")}),
        ("command guard", {"preset": "arena", "supply": (10, 0), "double": (0, OUT_OF_ROUND)}),
    ],
)
def test_pointless_commands_are_legal(text: str, named: dict[str, object]) -> None:
    assert text in table_after_play(**named).legal


# Tests of the deck.


def test_the_row_without_its_last_card_becomes_the_deck_once_the_deck_is_empty() -> None:
    table = turn_of(hands=("012", "345"), row="01523", aside="44", deck="5").draw_card(5)
    assert table.hand(0) == "0125"
    assert table.public.row == (3,)
    assert table.state.deck == (1, 1, 1, 0, 0, 1)
    assert table.public.deck_size == 4
    assert table.facts.reshuffled


def test_the_set_aside_cards_stay_out() -> None:
    table = turn_of(hands=("012", "345"), row="01523", aside="44", deck="5").draw_card(5)
    assert table.public.aside == (4, 4)
    assert table.state.deck[4] == 0


def test_there_is_no_new_deck_before_the_last_card_is_drawn() -> None:
    table = turn_of(hands=("012", "345"), row="01523", aside="44", deck="50").draw_card(5)
    assert table.public.row == (0, 1, 5, 2, 3)
    assert not table.facts.reshuffled


def test_play_goes_on_from_the_last_card_of_the_row() -> None:
    table = turn_of(hands=("012", "345"), row="01523", aside="44", deck="5").draw_card(5)
    assert table.refusal_reason("play 3") == "SAME_AS_LAST_CARD"
    assert table.do("play 4").public.markers_on(3 + 4, 1) == 1


def test_any_card_of_the_deck_can_be_drawn() -> None:
    table = turn_of(hands=("012", "345"), row="3", aside="44", deck="0155")
    for card in (0, 1, 5):
        after, facts = apply(table.state, parse("draw"), (card,))
        assert facts.drawn == (card,)
        assert sum(after.deck) == 3
