"""Positions are written as one line and read back; a bad line is refused with reason and place."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hacktrick.game.actions import Swap
from hacktrick.game.cards import cards_of, sum_of
from hacktrick.game.editions import OPTIONS, PRESETS, Rules, rules_for
from hacktrick.game.notation import diagram
from hacktrick.game.notation.diagram import FIELDS, Diagram, UnknownCardsError, text_of
from hacktrick.game.notation.position_parser import MAX_TEXT_LENGTH, PositionError, read_diagram
from hacktrick.game.state import NEVER, NO_SEAT, PublicState
from hacktrick.game.view import KnownSum
from hacktrick.game.view_json import read_view, view_to_json
from hacktrick.match.live_match import Match
from tests.game.test_view_redaction import with_codes
from tests.support.positions import ALL_PRESETS, finished_public, turn_of
from tests.support.random_positions import begin_match, random_action
from tests.support.scripted_matches import TextMatch, legal_now

LINE = "keypad turn=4 row=315 aside=02 hands=24/??? board=4a,6Bb captured=1/0 sums=-/7+1"


def positions_of_random_round(rules: Rules, seed: int, score: int = 0) -> Iterator[Match]:
    """Yield every position of a random round, the end included."""
    rng = Random(seed)
    match = begin_match(rules, rng, score)
    yield match
    while not match.is_round_over:
        match.submit(match.public.seat, random_action(match, rng))
        yield match


def diagrams_of_all_viewers(match: Match) -> Iterator[Diagram]:
    """Yield a position as it is known to a spectator, to each seat, and with open cards.

    Each seat knows it once with memory and once without."""
    seats = range(match.public.rules.n_seats)
    yield diagram.diagram_of_public(match.public)
    yield from (diagram.diagram_of_observation(match.observe(seat)) for seat in seats)
    yield from (diagram.diagram_of_view(match.view(seat)) for seat in seats)
    yield diagram.diagram_of_state(match.full_state())


@pytest.mark.parametrize("preset", ALL_PRESETS)
@settings(max_examples=3, deadline=None)
@given(seed=st.integers(0, 10**9), score=st.integers(0, 3))
def test_every_reachable_position_is_read_back_from_its_line(
    preset: str, seed: int, score: int
) -> None:
    for match in positions_of_random_round(PRESETS[preset], seed, score):
        for known in diagrams_of_all_viewers(match):
            assert read_diagram(text_of(known)) == known


@settings(max_examples=10, deadline=None)
@given(
    st.sampled_from(["keypad", "club", "wits", "trio"]),
    st.fixed_dictionaries(
        {name: st.sampled_from(OPTIONS[name]) for name in OPTIONS if name != "next_leader"}
    ),
)
def test_every_option_is_read_back_from_its_line(preset: str, options: dict[str, object]) -> None:
    known = diagram.diagram_of_public(begin_match(rules_for(preset, options), Random(1)).public)
    assert read_diagram(text_of(known)) == known


def test_a_tie_break_round_is_read_back_from_its_line() -> None:
    table = turn_of(preset="trio-individual", hands=("012", "34", "55"))
    line = "trio-individual duel=2/0 row=3 aside=44 hands=012/-/??? score=4/2/4"
    known = read_diagram(line)
    assert known.public.seating.order == (2, 0) and known.public.seating.side_of == (1, -1, 0)
    assert read_diagram(text_of(known)) == known != diagram.diagram_of_public(table.public)


@pytest.mark.parametrize("preset", ALL_PRESETS)
def test_a_state_with_all_cards_known_is_read_back_from_its_line(preset: str) -> None:
    for match in positions_of_random_round(PRESETS[preset], 5):
        state = match.full_state()
        if not state.under and not any(state.public.sealed):
            again = diagram.state_from(read_diagram(text_of(diagram.diagram_of_state(state))))
            assert again == state._replace(laid=again.laid)


def test_the_lines_of_the_documentation_are_as_the_program_writes_them() -> None:
    text = (Path(__file__).parents[2] / "docs" / "position.md").read_text(encoding="utf-8")
    lines = [line.strip() for line in text.splitlines() if line.startswith("    ")]
    assert LINE in lines and len(lines) > 4
    for line in lines:
        assert text_of(read_diagram(line)) == line
    assert all(f"`{name}`" in text for name in FIELDS)


def test_fields_come_in_any_order_and_usual_values_are_left_out() -> None:
    first, *fields = LINE.split()
    shuffled = "  ".join([first, *reversed(fields), "supply=9/7", "phase=turn", "seat=0"])
    assert text_of(read_diagram(shuffled)) == LINE


def test_a_line_may_name_the_seat_instead_of_the_turn() -> None:
    for seat in range(4):
        line = f"quartet seat={seat} row=3 aside=44 hands=01/2/3/55"
        assert read_diagram(line).public.seat == seat


def test_made_up_positions_have_lines_too() -> None:
    table = turn_of(markers=({4: 2}, {1: 1}), double=(4, -1), supply=(8, 8))
    over = finished_public(table, 1, 2)._replace(seat=NO_SEAT)
    assert read_diagram(text_of(diagram.diagram_of_public(over))).public == over


@pytest.mark.parametrize("preset", ALL_PRESETS)
def test_announced_sums_follow_the_hand_up_to_now(preset: str) -> None:
    """The sum of a hand is the announced total plus the cards drawn since."""
    exact = 0
    for seed in range(3):
        for match in positions_of_random_round(PRESETS[preset], seed):
            hands = match.full_state().hands
            for seat in range(match.public.rules.n_seats):
                for owner, known in enumerate(diagram.diagram_of_view(match.view(seat)).sums):
                    if known is not None:
                        assert 0 <= sum_of(hands[owner]) - known.total <= 5 * known.drawn
                        exact += not known.drawn
    assert exact > 50


@pytest.mark.parametrize("preset", ALL_PRESETS)
def test_cards_that_were_shown_are_known_in_the_position(preset: str) -> None:
    for seed in range(3):
        for match in positions_of_random_round(PRESETS[preset], seed):
            hands = match.full_state().hands
            for seat in range(match.public.rules.n_seats):
                known = diagram.diagram_of_view(match.view(seat)).hands
                assert known[seat] == hands[seat]
                for mine, true in zip(known, hands, strict=True):
                    assert all(a <= b for a, b in zip(mine, true, strict=True))


def test_unknown_cards_are_not_guessed() -> None:
    known = read_diagram(LINE)
    assert diagram.observation_from(known, 0).hand == (0, 0, 1, 0, 1, 0)
    with pytest.raises(UnknownCardsError):
        diagram.observation_from(known, 1)
    with pytest.raises(UnknownCardsError):
        diagram.state_from(known)
    assert known.sums == (None, KnownSum(7, 1))


def test_a_game_of_another_size_has_no_line() -> None:
    public: PublicState = read_diagram(LINE).public
    small = public._replace(rules=Rules("keypad", target=5, values=5))
    with pytest.raises(ValueError, match="no edition"):
        text_of(diagram.diagram_of_public(small))


HEAD = "keypad row=3 aside=11 hands=1/2"
WITS = "wits row=3 aside=11 hands=1/2"
BAD = [
    ("", "EMPTY", ""),
    ("x" * 2000, "TOO_LONG", "x" * 20),
    ("chess", "UNKNOWN_EDITION", "chess"),
    ("keypad,target", "UNKNOWN_OPTION", "target"),
    ("keypad,target=99", "UNKNOWN_OPTION", "target=99"),
    ("trio,next_leader=winner", "UNKNOWN_OPTION", "next_leader=winner"),
    ("keypad row", "NOT_A_FIELD", "row"),
    (f"{HEAD} colour=red", "UNKNOWN_FIELD", "colour"),
    (f"{HEAD} row=3", "FIELD_TWICE", "row"),
    ("keypad row=3 hands=1/2", "FIELD_MISSING", "aside"),
    ("keypad aside=11 hands=1/2", "FIELD_MISSING", "row"),
    ("keypad row=3 aside=11", "FIELD_MISSING", "hands"),
    (f"{HEAD} phase=over", "FIELD_MISSING", "result"),
    (f"{HEAD} codes=god/-", "NOT_IN_THIS_EDITION", "god/-"),
    ("keypad phase=start row=3 aside=11 hands=1/2", "NOT_IN_THIS_PHASE", "3"),
    (f"{HEAD} result=a/1/line", "NOT_IN_THIS_PHASE", "a/1/line"),
    (f"{HEAD} phase=over result=a/1/line seat=0", "NOT_IN_THIS_PHASE", "0"),
    ("keypad row=3 aside=11 hands=1/2/3", "WRONG_NUMBER_OF_PARTS", "1/2/3"),
    (f"{HEAD} supply=9", "WRONG_NUMBER_OF_PARTS", "9"),
    (f"{HEAD} supply=9/x", "NOT_A_NUMBER", "x"),
    (f"{HEAD} supply=9/\u0663", "NOT_A_NUMBER", "\u0663"),
    (f"{HEAD} turn=1000", "NOT_A_NUMBER", "1000"),
    (f"{HEAD} score=100/0", "NOT_A_NUMBER", "100"),
    (f"{HEAD} sums=1+1+1/-", "NOT_A_NUMBER", "1+1+1"),
    (f"{HEAD} phase=tea", "UNKNOWN_WORD", "tea"),
    (f"{HEAD} flags=asked,tired", "UNKNOWN_WORD", "tired"),
    (f"{HEAD} standing=sit", "UNKNOWN_WORD", "sit"),
    (f"{WITS} codes=god/smith", "UNKNOWN_WORD", "smith"),
    ("keypad row=36 aside=11 hands=1/2", "NOT_A_CARD", "6"),
    ("keypad row=3 aside=11 hands=1/x2", "NOT_A_CARD", "x"),
    ("keypad row=3 aside=11 hands=1/12", "TOO_MANY_COPIES", "1"),
    ("keypad row=3 aside=1 hands=1/2", "WRONG_NUMBER_OF_CARDS", "1"),
    ("keypad row=3 aside=11 hands=1/?????", "WRONG_NUMBER_OF_CARDS", "?????"),
    ("keypad phase=start aside=11 hands=123/???", "WRONG_NUMBER_OF_CARDS", "???"),
    ("keypad row=033 aside=11 hands=1/2", "SAME_CARD_TWICE", "3"),
    ("keypad row=0101202323454545 aside=31 hands=-/-", "NO_DECK_LEFT", "0101202323454545"),
    (f"{HEAD} board=0a", "NOT_A_KEY", "0"),
    (f"{HEAD} board=", "NOT_A_KEY", ""),
    (f"{HEAD} board=4a,4b", "KEY_TWICE", "4"),
    (f"{HEAD} board=4ab", "NOT_MARKERS", "4ab"),
    (f"{HEAD} board=4c", "NOT_MARKERS", "c"),
    (f"{HEAD} board=4", "NOT_MARKERS", "4"),
    (f"{HEAD} board=4A,5A", "DOUBLE_TWICE", "A"),
    (f"{HEAD} board=4A out=a", "DOUBLE_TWICE", "a"),
    (f"{HEAD} placed=3/-", "DOUBLE_TWICE", "3"),
    (f"{HEAD} supply=10/11", "TOO_MANY_MARKERS", "10/11"),
    (f"{HEAD} board=4aaaaaaaaaaa", "TOO_MANY_MARKERS", "4aaaaaaaaaaa"),
    (f"{HEAD} supply=0/9", "NO_MARKER_FOR_THE_DOUBLE", "0/9"),
    (f"{WITS} codes=god/- held=god/1", "CODE_TWICE", "god"),
    ("quartet start=2 row=3 aside=11 hands=1/2/2/1", "NO_SUCH_SEATING", "2"),
    ("trio-individual duel=1/1 row=3 aside=11 hands=-/2/1", "NO_SUCH_SEATING", "1/1"),
    (f"{HEAD} turn=3 seat=0", "SEAT_DOES_NOT_ACT", "0"),
    (f"{HEAD} turn=3 seat=2", "NOT_A_NUMBER", "2"),
    (f"{HEAD} seat=2", "NOT_A_NUMBER", "2"),
    (f"{HEAD} sums=9/-", "SUM_DOES_NOT_FIT", "9"),
]


@pytest.mark.parametrize(("line", "reason", "word"), BAD)
def test_a_bad_line_is_refused_and_the_word_is_named(line: str, reason: str, word: str) -> None:
    with pytest.raises(PositionError) as caught:
        read_diagram(line)
    error = caught.value
    assert (error.reason, error.word) == (reason, word)
    if reason not in ("FIELD_MISSING", "TOO_LONG"):
        assert line[error.at :].startswith(word)


USUAL = ("lead=0", "start=1", "phase=turn", "turn=12", "seat=0", "supply=10/10", "captured=0/0")
USUAL_WITH_CODES = ("held=-/-", "held=0/0", "codes=-/-", "stakes=0/0")


@pytest.mark.parametrize(
    ("line", "usual"),
    [
        *((HEAD, usual) for usual in (*USUAL, "score=0/0", "sums=-/-")),
        *((WITS, usual) for usual in USUAL_WITH_CODES),
        (f"{HEAD} seat=1", "turn=13"),
    ],
)
def test_a_field_left_out_has_the_value_that_the_documentation_names(line: str, usual: str) -> None:
    assert read_diagram(f"{line} {usual}") == read_diagram(line)


@pytest.mark.parametrize("key", range(1, 10))
def test_a_double_counts_as_placed_in_an_earlier_turn_unless_the_line_tells(key: int) -> None:
    known = read_diagram(f"{HEAD} board={key}A")
    assert known.public.double_turn == (0, NEVER)
    assert read_diagram(f"{HEAD} board={key}A placed=3/-").public.double_turn == (3, NEVER)


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_no_text_breaks_the_reader(data: st.DataObject) -> None:
    """A line with pieces inserted, removed or exchanged is a position or is refused."""
    line = data.draw(st.sampled_from([LINE, WITS + " held=god,sun/2 codes=doo/-", HEAD]))
    at = data.draw(st.integers(0, len(line)))
    piece = data.draw(st.text("0123456789abAB?-+/,= x\u0661", max_size=4) | st.sampled_from(FIELDS))
    line = line[:at] + piece + line[at + data.draw(st.integers(0, 3)) :]
    try:
        known = read_diagram(line)
    except PositionError as error:
        assert 0 <= error.at <= max(len(line), MAX_TEXT_LENGTH)
    else:
        assert read_diagram(text_of(known)) == known


def match_before_swap() -> tuple[TextMatch, int, int]:
    """Return a match in which seat 0 may swap and knows the other sum, a card of each hand."""
    for seed in range(200):
        match, dice = with_codes(("vaeck",), (), leader=0).submit_text("lay vaeck"), Random(seed)
        while not match.is_round_over:
            legal, (own, other) = legal_now(match), map(cards_of, match.full_state().hands)
            swaps = any(isinstance(action, Swap) for action in legal)
            if (
                swaps
                and own[-1]
                and set(other) - {own[-1]}
                and diagram.diagram_of_view(match.view(0)).sums[1]
            ):
                return match, own[-1], max(set(other) - {own[-1]})
            match.submit(match.public.seat, dice.choice(legal))
    raise AssertionError("no swap was ever possible")


@pytest.mark.parametrize("seat", [0, 1])
def test_a_swap_moves_the_difference_of_its_cards_from_sum_to_sum(seat: int) -> None:
    match, given, taken = match_before_swap()
    before = diagram.diagram_of_view(match.view(seat)).sums[1]
    match._chances.take_card = lambda hand: taken  # type: ignore[method-assign]
    match.submit_text(f"swap {given}")
    view = match.view(seat)
    assert read_view(view_to_json(view)) == view and view.taken
    after = diagram.diagram_of_view(view).sums[1]
    assert before is not None and after is not None
    assert after == KnownSum(before.total + given - taken, before.drawn)


@pytest.mark.parametrize(("word", "value"), [("yes", True), ("no", False)])
def test_an_option_that_is_on_or_off_is_written_yes_or_no(word: str, value: bool) -> None:
    rules = rules_for("keypad" if value else "club", {"command_after_draw": value})
    known = diagram.diagram_of_public(turn_of(preset=rules).public)
    assert f"command_after_draw={word}" in text_of(known)
    assert read_diagram(text_of(known)) == known


@pytest.mark.parametrize(
    ("held", "seat"), [((("god",), ("doo",)), 0), ((("god",), ()), 0), (((), ("god",)), 1)]
)
def test_the_leader_lays_a_code_first_if_the_leader_holds_any(
    held: tuple[tuple[str, ...], ...], seat: int
) -> None:
    known = diagram.diagram_of_public(with_codes(*held, leader=0).public)
    assert known.public.phase == "codes" and known.public.seat == seat
    assert "seat=" not in text_of(known) and read_diagram(text_of(known)) == known


def test_a_view_with_cards_put_under_the_deck_is_read_back_from_json() -> None:
    match = with_codes(("sun",), (), leader=0).submit_text("lay sun")
    while match.public.seat == 1:
        match.submit(1, legal_now(match)[0])
    (card, *_) = cards_of(match.full_state().hands[0])
    match.submit_text(f"under {card}")
    for seat in (0, 1):
        view = match.view(seat)
        assert read_view(view_to_json(view)) == view and bool(view.drawn) == (seat == 0)
