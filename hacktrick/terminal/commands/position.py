"""The command ``position``: checks a position line and prints it as a board or as JSON."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from reprlib import repr as brief
from typing import Any

from hacktrick.game.cards import cards_of
from hacktrick.game.editions import custom_options
from hacktrick.game.keypad import MAGIC_SQUARE, Key
from hacktrick.game.legality import legal_actions
from hacktrick.game.notation.diagram import (
    SIDES,
    Diagram,
    UnknownCardsError,
    observation_from,
    text_of,
)
from hacktrick.game.notation.position_parser import (
    MAX_TEXT_LENGTH,
    PositionError,
    PositionErrorCode,
    read_diagram,
)
from hacktrick.game.state import IN_SUPPLY, NO_SEAT, OUT_OF_ROUND, PublicState, Seat
from hacktrick.terminal.commands.command_helpers import STANDARD_INPUT, CommandError

KEY_WIDTH = 9  # width of a key on the board, in characters


def position_text(diagram: Diagram) -> str:
    """Return a position as text: the turn, the keypad, the cards, the seats and the sides."""
    public = diagram.public
    seats = [_seat_line(diagram, seat) for seat in range(public.rules.n_seats)]
    sides = [_side_line(public, side) for side in (0, 1)]
    lines = [_turn_line(public), *_keypad_lines(public), _card_line(public), *seats, *sides]
    may = legal_action_texts(diagram)
    return "\n".join([*lines, f"may: {', '.join(may)}"] if may else lines)


def legal_action_texts(diagram: Diagram) -> list[str] | None:
    """Return the legal actions of the seat to act, sorted; None if its cards are unknown."""
    if diagram.public.seat == NO_SEAT:
        return []
    try:
        return sorted(map(str, legal_actions(observation_from(diagram, diagram.public.seat))))
    except UnknownCardsError:
        return None


def position_as_data(diagram: Diagram) -> dict[str, Any]:
    """Return a position as data for JSON, with the field names of ``replay --states``."""
    public = diagram.public
    places = {IN_SUPPLY: "supply", OUT_OF_ROUND: "out"}
    return {
        "position": text_of(diagram),
        "preset": public.rules.preset,
        "options": custom_options(public.rules),
        "phase": public.phase,
        "turn": public.turn,
        "seat": None if public.seat == NO_SEAT else public.seat,
        "row": list(public.row),
        "aside": list(public.aside),
        "hands": [list(cards_of(hand)) for hand in diagram.hands],
        "hand_sizes": list(public.hand_sizes),
        "deck": public.deck_size,
        "board": [list(markers) for markers in public.board],
        "double": [places.get(place, place) for place in public.double],
        "supply": list(public.supply),
        "captured": list(public.captured),
        "standing": public.command_in_force or None,
        "sums": [None if announced is None else announced._asdict() for announced in diagram.sums],
        "score": list(public.score),
        "held": [None if codes is None else list(codes) for codes in diagram.held],
        "held_counts": list(public.held_counts),
        "codes": list(public.codes),
        "stakes": list(public.stakes),
        "legal": legal_action_texts(diagram),
        "result": None if public.result is None else public.result._asdict(),
    }


def _turn_line(public: PublicState) -> str:
    result = public.result
    if result is not None:
        points = "1 point" if result.points == 1 else f"{result.points} points"
        return f"{public.rules.preset}: side {SIDES[result.side]} wins {points} by {result.by}"
    bound = f", bound by {public.command_in_force}" if public.command_in_force else ""
    phase = f"{public.phase}{bound}"
    return f"{public.rules.preset}, turn {public.turn}: seat {public.seat} acts ({phase})"


def _keypad_lines(public: PublicState) -> list[str]:
    return [
        "  " + "".join(f"{key} {_marker_text(public, key):{KEY_WIDTH - 2}}" for key in row).rstrip()
        for row in MAGIC_SQUARE
    ]


def _marker_text(public: PublicState, key: Key) -> str:
    """Return the markers on a key as letters; an empty key is a dot.

    Lower-case letters stand for singles, a capital for the double.
    """
    letters = ""
    for side in (0, 1):
        big = public.double[side] == key
        letters += SIDES[side].upper() * big
        letters += SIDES[side] * (public.markers_on(key, side) - big)
    return letters or "."


def _card_line(public: PublicState) -> str:
    row, aside = (" ".join(map(str, cards)) or "empty" for cards in (public.row, public.aside))
    return f"row: {row}; aside: {aside}; in the deck: {public.deck_size}"


def _seat_line(diagram: Diagram, seat: Seat) -> str:
    public = diagram.public
    known = [str(card) for card in cards_of(diagram.hands[seat])]
    cards = " ".join([*known, *"?" * (public.hand_sizes[seat] - len(known))]) or "no cards"
    return "".join(
        [_seat_name(public, seat), cards, _sum_text(diagram, seat), _code_text(diagram, seat)]
    )


def _seat_name(public: PublicState, seat: Seat) -> str:
    side = public.seating.side_of[seat]
    return f"seat {seat} ({SIDES[side] if side >= 0 else 'sits out'}): "


def _sum_text(diagram: Diagram, seat: Seat) -> str:
    announced = diagram.sums[seat]
    if announced is None:
        return ""
    since = {0: "", 1: ", then drew a card"}.get(
        announced.drawn, f", then drew {announced.drawn} cards"
    )
    return f"; said {announced.total}{since}"


def _code_text(diagram: Diagram, seat: Seat) -> str:
    codes, count = diagram.held[seat], diagram.public.held_counts[seat]
    if not count:
        return ""
    return f"; codes: {' '.join(codes)}" if codes else f"; codes: {count}"


def _side_line(public: PublicState, side: int) -> str:
    place = {IN_SUPPLY: "in the supply", OUT_OF_ROUND: "out"}.get(
        public.double[side], f"on key {public.double[side]}"
    )
    code = public.codes[side]
    return "".join(
        [
            f"side {SIDES[side]}: supply {public.supply[side]}, captured {public.captured[side]}, ",
            f"the double {place}",
            f", code {code}" if code else "",
            f", stakes {public.stakes[side]}" if public.stakes[side] else "",
        ]
    )


_FAULT_SENTENCES: dict[PositionErrorCode, str] = {
    "EMPTY": "the line is empty",
    "TOO_LONG": f"the line is longer than {MAX_TEXT_LENGTH} characters",
    "UNKNOWN_EDITION": "there is no edition {word}",
    "UNKNOWN_OPTION": "the edition has no option {word}",
    "NOT_A_FIELD": "{word} is not NAME=VALUE",
    "UNKNOWN_FIELD": "there is no field {word}",
    "FIELD_TWICE": "the field {word} occurs twice",
    "FIELD_MISSING": "the field {word} is missing",
    "NOT_IN_THIS_EDITION": "{word} belongs to an edition with codes",
    "NOT_IN_THIS_PHASE": "{word} does not belong to this phase of a round",
    "WRONG_NUMBER_OF_PARTS": "{word} has the wrong number of parts between slashes",
    "NOT_A_NUMBER": "{word} is not a possible number here",
    "UNKNOWN_WORD": "{word} is not a possible word here",
    "NOT_A_CARD": "{word} is not a card",
    "TOO_MANY_COPIES": "there are not so many cards {word}",
    "WRONG_NUMBER_OF_CARDS": "the number of cards in {word} is wrong",
    "SAME_CARD_TWICE": "the card {word} follows a card of the same value",
    "NO_DECK_LEFT": "with the row {word} no card is left for the deck",
    "NOT_A_KEY": "{word} is not a key",
    "KEY_TWICE": "the key {word} occurs twice",
    "NOT_MARKERS": "{word} does not describe markers of one side",
    "DOUBLE_TWICE": "{word} puts a double where it cannot be",
    "TOO_MANY_MARKERS": "with {word}, a side has too many markers",
    "NO_MARKER_FOR_THE_DOUBLE": "{word} puts a double in an empty supply",
    "CODE_TWICE": "the code {word} occurs twice",
    "NO_SUCH_SEATING": "{word} cannot lead and start a round",
    "SEAT_DOES_NOT_ACT": "seat {word} cannot act now",
    "SUM_DOES_NOT_FIT": "the sum {word} does not fit the hand",
}


def add_position(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``position``."""
    parser.set_defaults(run=_run_position)
    parser.add_argument(
        "text", metavar="TEXT", help="the position, or - to read lines from standard input"
    )
    parser.add_argument(
        "--json", action="store_true", help="print JSON, one line for each position"
    )


def position_fault_sentence(error: PositionError) -> str:
    """Return a sentence saying why a text is not a position."""
    word = brief(error.word) if error.word else "the line"
    return f"character {error.at + 1}: {_FAULT_SENTENCES[error.reason].format(word=word)}"


def _run_position(options: argparse.Namespace) -> int:
    for n, (place, line) in enumerate(read_position_lines(options.text)):
        try:
            diagram = read_diagram(line)
        except PositionError as error:
            raise CommandError(f"{place}{position_fault_sentence(error)}") from error
        _print_position(diagram, options.json, is_first=n == 0)
    return 0


def read_position_lines(text: str) -> Iterator[tuple[str, str]]:
    """Yield the position lines to check, each with a prefix for error messages.

    Args:
        text: a position line; ``-`` for the non-empty lines of standard input.

    Raises:
        CommandError: there is no standard input.
    """
    if text != STANDARD_INPUT:
        yield "", text
        return
    if sys.stdin is None:
        raise CommandError("there is no standard input")
    sys.stdin.reconfigure(encoding="utf-8", errors="replace")  # type: ignore[union-attr]
    number = 0
    while line := sys.stdin.readline(MAX_TEXT_LENGTH + 2):
        number += 1
        if line.strip():
            yield f"line {number}, ", line.rstrip("\n")


def _print_position(diagram: Diagram, as_json: bool, is_first: bool) -> None:
    if as_json:
        print(json.dumps(position_as_data(diagram)))
    else:
        print(("" if is_first else "\n") + position_text(diagram))
