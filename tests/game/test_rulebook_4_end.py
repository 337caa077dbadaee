"""RULES section 4, the end of a round and its points: one test per ruling."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest

from hacktrick.game.state import IN_SUPPLY, NEVER, OUT_OF_ROUND, Result
from tests.support.positions import TextState, turn_of
from tests.support.scripted_matches import random_step, scripted_match

# Rows, columns and diagonals of the keypad as it is printed (RULES section 1).
LINES = ((8, 1, 6), (3, 5, 7), (4, 9, 2), (8, 3, 4), (1, 5, 9), (6, 7, 2), (8, 5, 2), (6, 5, 4))
COMPLETIONS = [(line, key) for line in LINES for key in line]


def table_before_placing(key: int, own: dict[int, int], **named: object) -> TextState:
    """Return a table where seat 0 holds one card, which reaches ``key``."""
    low = max(0, key - 5)
    low += 2 * low == key  # avoids a pair of cards with the same value
    row = str(low)
    card = str(key - low)
    return turn_of(**{"hands": (card, ""), "row": row, "markers": (own, {}), **named})  # type: ignore[arg-type]


def result_of_placing(
    key: int, own: dict[int, int], size: str = "", **named: object
) -> Result | None:
    table = table_before_placing(key, own, **named)
    return table.do(f"play {table.hand(0)}{size}").result


@pytest.mark.parametrize(("line", "key"), COMPLETIONS)
def test_three_keys_of_a_line_win_one_point(line: tuple[int, ...], key: int) -> None:
    assert result_of_placing(key, {k: 1 for k in line if k != key}) == Result(0, 1, "line")


@pytest.mark.parametrize("key", range(1, 10))
def test_three_own_markers_on_one_key_win_one_point(key: int) -> None:
    assert result_of_placing(key, {key: 2}) == Result(0, 1, "triple")


@pytest.mark.parametrize("key", range(1, 10))
def test_two_own_markers_on_one_key_win_nothing(key: int) -> None:
    assert result_of_placing(key, {key: 1}) is None


def test_a_line_may_have_several_markers_on_a_key() -> None:
    assert result_of_placing(5, {2: 2, 8: 1}) == Result(0, 1, "line")


def test_a_line_may_be_completed_by_a_capture() -> None:
    table = turn_of(hands=("5", ""), row="0", markers=({2: 1, 8: 1}, {5: 2})).do("play 5")
    assert table.result == Result(0, 1, "line")
    assert table.public.captured == (2, 0)


def test_opposing_markers_do_not_complete_a_line() -> None:
    table = turn_of(hands=("5", ""), row="0", markers=({2: 1}, {8: 1})).do("play 5")
    assert table.result is None


def test_a_line_with_a_lost_key_does_not_win() -> None:
    # Seat 0 owns keys 2 and 8. Seat 1 captures the marker on key 2, so key 5 completes no line.
    table = turn_of(hands=("25", "2"), row="0", markers=({2: 1, 8: 1}, {}), seat=1)
    table.do("play 2", "pass", "play 5")
    assert table.public.row == (0, 2, 5)
    assert table.public.markers_on(2, 0) == 0
    assert table.result is None


@pytest.mark.parametrize(("line", "key"), COMPLETIONS)
def test_a_line_with_the_double_of_an_earlier_turn_wins_two_points(
    line: tuple[int, ...], key: int
) -> None:
    others = [k for k in line if k != key]
    for double in others:
        assert result_of_placing(key, dict.fromkeys(others, 1), double=(double, 0)) == Result(
            0, 2, "line"
        )


def test_a_triple_with_the_double_of_an_earlier_turn_wins_two_points() -> None:
    assert result_of_placing(4, {4: 2}, double=(4, 0)) == Result(0, 2, "triple")


def test_the_double_counts_where_it_shares_its_key_with_a_single() -> None:
    assert result_of_placing(5, {2: 2, 8: 1}, double=(2, 0)) == Result(0, 2, "line")


def test_a_double_on_another_key_gives_no_bonus() -> None:
    assert result_of_placing(5, {2: 1, 8: 1, 7: 1}, double=(7, 0)) == Result(0, 1, "line")
    assert result_of_placing(4, {4: 2, 7: 1}, double=(7, 0)) == Result(0, 1, "triple")


def test_the_opponents_double_gives_no_bonus() -> None:
    table = turn_of(hands=("5", ""), row="0", markers=({2: 1, 8: 1}, {3: 1}), double=(IN_SUPPLY, 3))
    assert table.do("play 5").result == Result(0, 1, "line")


@pytest.mark.parametrize("key", [2, 5, 8])
def test_a_double_that_completes_a_line_wins_one_point(key: int) -> None:
    own = {k: 1 for k in (2, 5, 8) if k != key}
    assert result_of_placing(key, own, " double") == Result(0, 1, "line")


def test_a_double_that_completes_a_triple_wins_one_point() -> None:
    assert result_of_placing(4, {4: 2}, " double") == Result(0, 1, "triple")


def test_two_lines_at_once_do_not_add_up() -> None:
    assert result_of_placing(5, {2: 1, 8: 1, 3: 1, 7: 1}) == Result(0, 1, "line")


def test_a_line_and_a_triple_at_once_count_as_a_line() -> None:
    assert result_of_placing(5, {5: 2, 2: 1, 8: 1}) == Result(0, 1, "line")
    assert result_of_placing(5, {5: 2, 2: 1, 8: 1}, double=(2, 0)) == Result(0, 2, "line")


@pytest.mark.parametrize("double", [2, 3])
def test_the_better_of_two_lines_at_once_counts(double: int) -> None:
    own = {2: 1, 8: 1, 3: 1, 7: 1}
    assert result_of_placing(5, own, double=(double, 0)) == Result(0, 2, "line")


def test_three_lines_at_once_do_not_add_up() -> None:
    own = {1: 1, 9: 1, 2: 1, 8: 1, 3: 1, 7: 1}
    assert result_of_placing(5, own, double=(9, 0)) == Result(0, 2, "line")


@pytest.mark.parametrize("taken", [1, 2])
def test_a_captured_double_gives_no_bonus_to_anyone(taken: int) -> None:
    # Seat 1's double is captured on 5 by the marker that completes 2-5-8.
    table = turn_of(
        hands=("5", ""), row="0", markers=({2: 1, 8: 1}, {5: taken}), double=(IN_SUPPLY, 5)
    )
    assert table.do("play 5").result == Result(0, 1, "line")


def test_a_side_whose_double_was_captured_wins_one_point() -> None:
    assert result_of_placing(5, {2: 1, 8: 1}, double=(OUT_OF_ROUND, 0), supply=(7, 10)) == Result(
        0, 1, "line"
    )


def test_a_paid_double_gives_no_bonus() -> None:
    # The supply is a single and the double: the single is played, the double pays the command,
    # and the line that is there afterwards needs a marker that seat 0 no longer has.
    table = turn_of(hands=("15", "0"), row="2", preset="arena", supply=(2, 10)).do("play 1")
    assert table.do("command guard").public.double[0] == OUT_OF_ROUND
    assert table.public.double_turn[0] == NEVER


@pytest.mark.parametrize("keys", [(3, 9), (6, 3), (1, 7), (4, 7)])
def test_a_key_counted_twice_makes_no_line(keys: tuple[int, int]) -> None:
    # 3+3+9, 6+6+3, 1+7+7, 4+4+7: in every order of placing.
    twice = next(k for k in keys if 15 - 2 * k in keys)
    once = 15 - 2 * twice
    assert result_of_placing(once, {twice: 2}) is None
    assert result_of_placing(twice, {twice: 1, once: 1}) is None


def test_three_keys_that_do_not_sum_to_fifteen_are_no_line() -> None:
    for key, *others in permutations((8, 1, 5)):
        assert result_of_placing(key, dict.fromkeys(others, 1)) is None


# Tests of running out of markers under `immediate`.


@pytest.mark.parametrize("preset", ["keypad", "servers", "wits"])
def test_under_immediate_a_last_marker_that_does_not_win_loses(preset: str) -> None:
    for double, size in ((IN_SUPPLY, " double"), (OUT_OF_ROUND, "")):
        result = result_of_placing(5, {}, size, preset=preset, supply=(1, 4), double=(double, 0))
        assert result == Result(1, 1, "markers")


def test_under_immediate_a_last_marker_can_win() -> None:
    result = result_of_placing(5, {2: 1, 8: 1}, supply=(1, 4), double=(8, 0))
    assert result == Result(0, 2, "line")


@pytest.mark.parametrize("text", ["command play", "command guard"])
def test_under_immediate_the_last_marker_cannot_pay_a_command(text: str) -> None:
    table = table_before_placing(5, {}, supply=(2, 4)).do("play 5")
    assert table.legal == {"pass"}
    assert table.refusal_reason(text) == "LAST_MARKER"


def test_under_immediate_the_last_marker_but_one_can_pay_a_command() -> None:
    table = table_before_placing(5, {}, supply=(3, 4)).do("play 5", "command guard")
    assert table.public.supply[0] == 1
    assert table.result is None


def test_under_immediate_captured_markers_are_no_supply() -> None:
    result = result_of_placing(5, {}, supply=(1, 4), double=(OUT_OF_ROUND, 0), captured=(3, 0))
    assert result == Result(1, 1, "markers")


# Tests of running out of markers under `when_obliged`.


@pytest.mark.parametrize("preset", ["arena", "club"])
def test_under_when_obliged_placing_the_last_marker_does_not_end_the_round(preset: str) -> None:
    table = table_before_placing(5, {}, preset=preset, supply=(1, 4), double=(OUT_OF_ROUND, 0)).do(
        "play 5"
    )
    assert table.result is None
    assert table.legal == {"pass"}


def table_without_markers(hand: str, **named: object) -> TextState:
    """Return a table where seat 1 is about to end the turn; seat 0 holds ``hand``, no marker."""
    return turn_of(
        **{  # type: ignore[arg-type]
            "preset": "arena",
            "hands": (hand, "0145"),
            "row": "3",
            "seat": 1,
            "supply": (0, 9),
            "double": (OUT_OF_ROUND, 0),
            "captured": (2, 0),
            **named,
        }
    )


@pytest.mark.parametrize("preset", ["arena", "club"])
def test_under_when_obliged_a_full_hand_without_markers_loses_when_the_turn_begins(
    preset: str,
) -> None:
    table = table_without_markers("1235", preset=preset).do("play 0", "pass")
    assert table.result == Result(1, 1, "markers")


def test_under_when_obliged_the_round_is_lost_before_an_ask() -> None:
    table = table_without_markers("1235").do("play 0", "pass")
    assert table.public.captured == (2, 0)
    assert table.legal_for(0) == set()


def test_under_when_obliged_a_command_to_play_with_a_legal_card_loses() -> None:
    table = table_without_markers("23").do("play 0", "command play")
    assert table.result == Result(1, 1, "markers")


@pytest.mark.parametrize("hand", ["", "0", "00"])
def test_under_when_obliged_a_command_to_play_without_a_legal_card_does_not_lose(hand: str) -> None:
    table = table_without_markers(hand).do("play 0", "command play")
    assert table.result is None
    table.do("draw")
    assert [seat for seat, _ in table.facts.shown] == [0]
    assert table.result is None


def test_under_when_obliged_a_player_without_markers_and_duty_can_only_draw() -> None:
    table = table_without_markers("235").do("play 0", "pass")
    assert table.legal == {"ask", "draw"}
    assert table.refusal_reason("play 2") == "NO_MARKER"


def test_under_when_obliged_drawing_to_a_full_hand_loses_in_the_next_turn() -> None:
    table = table_without_markers("235").do("play 0", "pass", "draw")
    assert table.result is None
    assert table.do("play 1", "pass").result == Result(1, 1, "markers")


def test_under_when_obliged_the_last_marker_can_pay_a_command() -> None:
    table = table_before_placing(5, {}, preset="arena", supply=(2, 4)).do("play 5", "command play")
    assert table.public.supply == (0, 4)
    assert table.public.double[0] == OUT_OF_ROUND
    assert table.result is None


def test_under_when_obliged_a_last_marker_can_win() -> None:
    result = result_of_placing(
        5, {2: 1, 8: 1}, preset="arena", supply=(1, 4), double=(OUT_OF_ROUND, 0)
    )
    assert result == Result(0, 1, "line")


# Tests of the next round.


def test_all_markers_return_in_the_next_round_and_only_points_stay() -> None:
    match = scripted_match("keypad", hands=("555", "0001"))
    # Both sides fight for key 5, and each captures what the other has just placed.
    match.submit_text("start 0", "play 5 double", "pass", "play 0", "command guard")
    match.submit_text("play 5", "pass", "play 0", "command play")
    assert match.public.captured == (1, 2)
    assert match.public.supply == (8, 6)
    rng = Random(1)
    while not match.is_round_over:
        random_step(match, rng)
    points = match.public.score
    match.deal_next_round()
    public = match.public
    assert public.supply == (10, 10)
    assert public.double == (IN_SUPPLY, IN_SUPPLY)
    assert public.captured == (0, 0)
    assert public.board == ((0, 0),) * 9
    assert public.score == points != (0, 0)
