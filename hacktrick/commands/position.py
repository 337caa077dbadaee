"""The command ``position``: a position in one line of text, checked and shown as a board."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from reprlib import repr as brief

from hacktrick.commands.arguments import CommandError
from hacktrick.commands.board import as_board, as_data
from hacktrick.game.diagram import Diagram
from hacktrick.game.diagramread import LONGEST, read_diagram
from hacktrick.game.spans import PositionError, PositionReason

STANDARD_INPUT = "-"

_SENTENCES: dict[PositionReason, str] = {
    "EMPTY": "there is nothing to read",
    "TOO_LONG": f"the line is longer than {LONGEST} characters",
    "UNKNOWN_EDITION": "there is no edition {word}",
    "UNKNOWN_OPTION": "the edition has no option {word}",
    "NOT_A_FIELD": "{word} is not NAME=VALUE",
    "UNKNOWN_FIELD": "there is no field {word}",
    "FIELD_TWICE": "the field {word} is there twice",
    "FIELD_MISSING": "the field {word} is missing",
    "NOT_IN_THIS_EDITION": "{word} belongs to an edition with codes",
    "NOT_IN_THIS_PHASE": "{word} does not belong to this phase of a round",
    "WRONG_NUMBER_OF_PARTS": "{word} has not as many parts between slashes as there must be",
    "NOT_A_NUMBER": "{word} is not a number that can be here",
    "UNKNOWN_WORD": "{word} is not one of the words that can be here",
    "NOT_A_CARD": "{word} is not a card",
    "TOO_MANY_COPIES": "there are not so many cards {word}",
    "WRONG_NUMBER_OF_CARDS": "{word} is not as many cards as there must be",
    "SAME_CARD_TWICE": "the card {word} follows one of the same value",
    "NO_DECK_LEFT": "with the row {word} no card is left for the deck",
    "NOT_A_KEY": "{word} is not a key",
    "KEY_TWICE": "the key {word} is there twice",
    "NOT_MARKERS": "{word} is not markers of one side",
    "DOUBLE_TWICE": "{word} says of a double that it is where it cannot be",
    "TOO_MANY_MARKERS": "{word} makes more markers than a side has",
    "NO_MARKER_FOR_THE_DOUBLE": "{word} leaves a side no supply, but a double in it",
    "CODE_TWICE": "the code {word} is there twice",
    "NO_SUCH_SEATING": "{word} is not who can lead and start a round",
    "SEAT_DOES_NOT_ACT": "seat {word} cannot be the one to act",
    "SUM_DOES_NOT_FIT": "the sum {word} does not fit the hand",
}


def add_position(parser: argparse.ArgumentParser) -> None:
    """The words of ``position``."""
    parser.set_defaults(run=_run_position)
    parser.add_argument(
        "text", metavar="TEXT", help="the position, or - for lines from standard input"
    )
    parser.add_argument("--json", action="store_true", help="print it as JSON, a line a position")


def told(error: PositionError) -> str:
    """The sentence for a text that is no position."""
    word = brief(error.word) if error.word else "the line"
    return f"character {error.at + 1}: {_SENTENCES[error.reason].format(word=word)}"


def _run_position(options: argparse.Namespace) -> int:
    for number, (place, line) in enumerate(_lines(options.text)):
        try:
            diagram = read_diagram(line)
        except PositionError as error:
            raise CommandError(f"{place}{told(error)}") from error
        _print(diagram, options.json, number)
    return 0


def _lines(text: str) -> Iterator[tuple[str, str]]:
    """The lines to read, each with the words that say where it stands; blank ones are left out."""
    if text != STANDARD_INPUT:
        yield "", text
        return
    if sys.stdin is None:
        raise CommandError("there is no standard input")
    sys.stdin.reconfigure(encoding="utf-8", errors="replace")  # type: ignore[union-attr]
    number = 0
    while line := sys.stdin.readline(LONGEST + 2):
        number += 1
        if line.strip():
            yield f"line {number}, ", line.rstrip("\n")


def _print(diagram: Diagram, data: bool, number: int) -> None:
    if data:
        print(json.dumps(as_data(diagram)))
    else:
        print("\n" * (number > 0) + as_board(diagram))
