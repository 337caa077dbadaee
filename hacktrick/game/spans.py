"""Pieces of a line of text that remember where they stood, and what can be wrong with them."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Literal, NamedTuple

PositionReason = Literal[
    "EMPTY",
    "TOO_LONG",
    "UNKNOWN_EDITION",
    "UNKNOWN_OPTION",
    "NOT_A_FIELD",
    "UNKNOWN_FIELD",
    "FIELD_TWICE",
    "FIELD_MISSING",
    "NOT_IN_THIS_EDITION",
    "NOT_IN_THIS_PHASE",
    "WRONG_NUMBER_OF_PARTS",
    "NOT_A_NUMBER",
    "UNKNOWN_WORD",
    "NOT_A_CARD",
    "TOO_MANY_COPIES",
    "WRONG_NUMBER_OF_CARDS",
    "SAME_CARD_TWICE",
    "NO_DECK_LEFT",
    "NOT_A_KEY",
    "KEY_TWICE",
    "NOT_MARKERS",
    "DOUBLE_TWICE",
    "TOO_MANY_MARKERS",
    "NO_MARKER_FOR_THE_DOUBLE",
    "CODE_TWICE",
    "NO_SUCH_SEATING",
    "SEAT_DOES_NOT_ACT",
    "SUM_DOES_NOT_FIT",
]
MOST = 99  # of anything that is counted


class PositionError(ValueError):
    """A text that is no position: why, the word, and where it stands (from 0)."""

    def __init__(self, reason: PositionReason, word: str, at: int) -> None:
        super().__init__(reason, word, at)
        self.reason, self.word, self.at = reason, word, at


class Span(NamedTuple):
    """A piece of the line, and where it begins."""

    text: str
    at: int

    def error(self, reason: PositionReason) -> PositionError:
        return PositionError(reason, self.text, self.at)

    def split(self, separator: str) -> list[Span]:
        """The pieces between the separators; one even of an empty text."""
        at, found = self.at, []
        for piece in self.text.split(separator):
            found.append(Span(piece, at))
            at += len(piece) + len(separator)
        return found

    def characters(self) -> list[Span]:
        return [Span(letter, self.at + n) for n, letter in enumerate(self.text)]

    def parts(self, n: int) -> list[Span]:
        """The ``n`` pieces between slashes."""
        found = self.split("/")
        if len(found) != n:
            raise self.error("WRONG_NUMBER_OF_PARTS")
        return found

    def number(self, most: int = MOST) -> int:
        """A number from 0 on, in digits."""
        if not self.text.isascii() or not self.text.isdigit() or len(self.text) > 4:
            raise self.error("NOT_A_NUMBER")
        if int(self.text) > most:
            raise self.error("NOT_A_NUMBER")
        return int(self.text)

    def one_of(self, words: Collection[str]) -> str:
        if self.text not in words:
            raise self.error("UNKNOWN_WORD")
        return self.text


def words_of(line: str) -> list[Span]:
    """The words of a line."""
    return [Span(found[0], found.start()) for found in re.finditer(r"\S+", line)]
