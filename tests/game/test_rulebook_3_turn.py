"""RULES section 3, a turn: asking, playing, drawing, obligations. One test per ruling.

The end of a turn (pass, commands) and the deck are in ``test_rulebook_3_commands``.
"""

from __future__ import annotations

from itertools import permutations

import pytest

from hacktrick.game.state import OUT_OF_ROUND
from tests.support.positions import turn_of

# Tests of ruling 1: asks.


def test_an_ask_is_paid_with_one_captured_marker_out_of_the_round() -> None:
    table = turn_of(captured=(2, 1)).do("ask")
    assert table.public.captured == (1, 1)
    assert table.public.supply == (10, 10)


def test_an_ask_has_the_opponents_current_sum_announced() -> None:
    table = turn_of(hands=("012", "3455"), captured=(1, 0)).do("ask")
    assert table.facts.said == ((1, 3 + 4 + 5 + 5),)


def test_an_ask_is_optional_and_leaves_the_choice_of_play_and_draw() -> None:
    table = turn_of(captured=(1, 0))
    before = table.legal
    assert {"ask", "play 0", "draw"} <= before
    assert table.do("ask").legal == before - {"ask"}


def test_a_player_asks_at_most_once_a_turn() -> None:
    assert turn_of(captured=(3, 0)).do("ask").refusal_reason("ask") == "ALREADY_ASKED"


def test_a_player_can_ask_in_every_turn() -> None:
    table = turn_of(captured=(2, 0)).do("ask", "draw", "draw")
    assert "ask" in table.legal


def test_asking_comes_first_and_not_after_the_card() -> None:
    assert turn_of(captured=(1, 0)).do("play 0").refusal_reason("ask") == "NOT_NOW"


def test_asking_needs_a_captured_marker() -> None:
    assert turn_of(captured=(0, 3)).refusal_reason("ask") == "NO_CAPTURED_MARKER"


def test_asking_is_allowed_while_commanded_to_play() -> None:
    assert turn_of(captured=(1, 0), command_in_force="play").legal >= {"ask", "play 0"}


@pytest.mark.parametrize("own", ["", "0", "01", "012", "0124"])
def test_asking_is_allowed_with_any_number_of_own_cards(own: str) -> None:
    assert "ask" in turn_of(hands=(own, "345"), captured=(1, 0)).legal


def test_an_empty_hand_cannot_be_asked() -> None:
    assert turn_of(hands=("012", ""), captured=(1, 0)).refusal_reason("ask") == "EMPTY_HAND"


def test_a_captured_double_pays_for_one_ask_like_a_single() -> None:
    # A captured single and a captured double pay for two asks, whichever is given first.
    table = turn_of(hands=("012", "34"), row="3", markers=({}, {4: 2}), double=(0, 4))
    table.do("play 1", "pass", "draw", "ask", "draw", "draw", "ask")
    assert table.public.captured == (0, 0)
    assert table.public.double[1] == OUT_OF_ROUND


# Tests of ruling 2: plays and draws.


def test_a_player_cannot_do_nothing() -> None:
    table = turn_of()
    assert table.legal == {
        *(f"play {card}{size}" for card in (0, 1, 2) for size in ("", " double")),
        "draw",
    }
    assert table.refusal_reason("pass") == "NOT_NOW"


def test_the_card_must_differ_in_value_from_the_last_of_the_row() -> None:
    table = turn_of(hands=("0334", "12"), row="053")
    assert {"play 0", "play 4"} <= table.legal
    assert table.refusal_reason("play 3") == "SAME_AS_LAST_CARD"


def test_the_card_must_be_in_the_hand() -> None:
    assert turn_of().refusal_reason("play 5") == "NOT_IN_HAND"


def test_the_card_joins_the_row() -> None:
    table = turn_of(row="053").do("play 1")
    assert table.public.row == (0, 5, 3, 1)
    assert table.hand(0) == "02"
    assert table.public.hand_sizes == (2, 3)


@pytest.mark.parametrize(("last", "card"), list(permutations(range(6), 2)))
def test_the_marker_goes_on_the_sum_of_the_last_two_cards(last: int, card: int) -> None:
    table = turn_of(hands=(str(card), "12"), row=f"0{last}", aside="").do(f"play {card}")
    board = [[0, 0] for _ in range(9)]
    board[last + card - 1][0] = 1
    assert table.public.board == tuple(map(tuple, board))
    assert table.public.supply == (9, 10)


def test_the_player_chooses_single_or_double_while_both_are_in_supply() -> None:
    for text, place in (("play 1", 0), ("play 1 double", 3 + 1)):
        table = turn_of(row="3").do(text)
        assert table.public.double == (place, 0)
        assert table.public.supply == (9, 10)
        assert table.public.markers_on(4, 0) == 1


def test_there_is_only_one_double() -> None:
    table = turn_of(row="3", markers=({9: 1}, {}), double=(9, 0))
    assert table.legal == {"play 0", "play 1", "play 2", "draw"}
    assert table.refusal_reason("play 1 double") == "DOUBLE_NOT_IN_SUPPLY"


def test_without_singles_only_the_double_can_be_placed() -> None:
    table = turn_of(preset="arena", supply=(1, 10))
    assert table.legal == {"play 0 double", "play 1 double", "play 2 double", "draw"}
    assert table.refusal_reason("play 1") == "NO_SINGLE"


@pytest.mark.parametrize("number", [1, 2])
def test_all_opposing_markers_on_the_key_are_captured(number: int) -> None:
    table = turn_of(row="3", markers=({}, {4: number}), captured=(1, 0)).do("play 1")
    assert table.public.board[4 - 1] == (1, 0)
    assert table.public.captured == (1 + number, 0)
    assert table.public.supply == (9, 10 - number)


def test_markers_on_other_keys_are_not_captured() -> None:
    table = turn_of(row="3", markers=({}, {4: 1, 5: 2})).do("play 1")
    assert table.public.board[5 - 1] == (0, 2)
    assert table.public.captured == (1, 0)


def test_a_captured_double_is_out_of_the_round() -> None:
    table = turn_of(row="3", markers=({}, {4: 2}), double=(0, 4)).do("play 1")
    assert table.public.double == (0, OUT_OF_ROUND)
    assert table.public.captured == (2, 0)


def test_own_markers_on_the_key_stay() -> None:
    table = turn_of(row="3", markers=({4: 1}, {})).do("play 1")
    assert table.public.board[4 - 1] == (2, 0)
    assert table.public.captured == (0, 0)


@pytest.mark.parametrize("hand", ["", "0", "01", "012"])
def test_drawing_is_allowed_with_fewer_than_4_cards(hand: str) -> None:
    table = turn_of(hands=(hand, "45")).draw_card(1)
    assert table.hand(0) == "".join(sorted(hand + "1"))
    assert table.public.hand_sizes == (len(hand) + 1, 2)


def test_drawing_is_not_allowed_with_4_cards() -> None:
    assert turn_of(hands=("0124", "35")).refusal_reason("draw") == "HAND_IS_FULL"


def test_a_draw_ends_the_turn_without_a_command() -> None:
    table = turn_of().draw_card(5)
    assert (table.public.phase, table.public.seat) == ("turn", 1)
    assert table.public.command_in_force == ""


@pytest.mark.parametrize("last", range(6))
def test_a_full_hand_obliges_to_play(last: int) -> None:
    table = turn_of(hands=("0124", "35"), row=str(last))
    assert table.legal
    assert all(text.startswith("play") for text in table.legal)


def test_commanded_to_play_and_holding_a_legal_card_obliges_to_play() -> None:
    table = turn_of(hands=("03", "45"), row="3", command_in_force="play")
    assert table.legal == {"play 0", "play 0 double"}
    assert table.refusal_reason("draw") == "COMMANDED_TO_PLAY"


@pytest.mark.parametrize("hand", ["3", "33", ""])
def test_commanded_without_a_legal_card_shows_the_hand_and_draws_one(hand: str) -> None:
    table = turn_of(hands=(hand, "45"), row="3", aside="00", command_in_force="play")
    assert table.legal == {"draw"}
    table.draw_card(1)
    assert table.facts.shown == ((0, tuple(map(int, hand))),)
    assert table.hand(0) == "1" + hand


def test_the_card_of_a_forced_draw_may_not_be_played_in_that_turn() -> None:
    table = turn_of(hands=("3", "45"), row="3", command_in_force="play").draw_card(1)
    assert (table.public.phase, table.public.seat) == ("turn", 1)


def test_without_a_legal_card_and_not_commanded_one_draws_and_shows_nothing() -> None:
    table = turn_of(hands=("33", "45"), row="3", aside="00")
    assert table.legal == {"draw"}
    assert table.draw_card(1).facts.shown == ()


def test_a_free_draw_with_legal_cards_shows_nothing() -> None:
    assert turn_of().draw_card(4).facts.shown == ()


# Tests of ruling 3: the win check.


def test_a_win_ends_the_round_at_once_and_nothing_more_is_said() -> None:
    table = turn_of(row="3", markers=({4: 2}, {})).do("play 1")
    assert table.public.phase == "over"
    assert table.result is not None
    assert table.legal_for(0) == table.legal_for(1) == set()
    assert table.refusal_reason("pass") == "ROUND_IS_OVER"


def test_only_the_player_of_the_marker_is_checked() -> None:
    # Three opposing markers on a key would have won; the capture of two must not win.
    table = turn_of(row="3", markers=({}, {8: 1, 1: 1, 4: 1})).do("play 1")
    assert table.result is None
