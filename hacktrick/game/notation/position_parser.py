"""Parses a position from a line of text (docs/position.md) and checks every field.

An error gives its reason as a code, and its place in the line. The checks find every contradiction
within a single position, such as a card with more copies than exist.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any, Literal, NamedTuple, get_args

from hacktrick.game.actions import CODES
from hacktrick.game.cards import Card, Counts, counts_of, sum_of
from hacktrick.game.editions import OPTIONS, PRESETS, Rules, RulesError, rules_for
from hacktrick.game.notation.diagram import (
    FIELDS,
    FLAGS,
    NOTHING_MARK,
    SIDES,
    UNKNOWN_MARK,
    USUAL_TURN,
    Diagram,
    default_double_turn,
    default_seat_to_act,
    default_starter,
    default_supply,
    n_initial_markers,
)
from hacktrick.game.state import (
    IN_SUPPLY,
    NEVER,
    OUT_OF_ROUND,
    EndCause,
    Phase,
    PublicState,
    Result,
    Seating,
    seating_for,
)
from hacktrick.game.transitions import begin_round
from hacktrick.game.view import KnownSum

PositionErrorCode = Literal[
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
MAX_NUMBER = 99
"""The largest number that a field may contain, unless the field has its own limit."""


class PositionError(ValueError):
    """Raised if a text is not a position.

    Attributes:
        reason: the reason as a code.
        word: the faulty word, or the name of the missing field.
        at: the index in the line at which the word begins.
    """

    def __init__(self, reason: PositionErrorCode, word: str, at: int) -> None:
        super().__init__(reason, word, at)
        self.reason, self.word, self.at = reason, word, at


class Span(NamedTuple):
    """A piece of the line, and the index at which it begins.

    Methods that check the piece raise ``PositionError`` for a wrong piece.
    """

    text: str
    at: int

    def error(self, reason: PositionErrorCode) -> PositionError:
        """Return an error about this piece."""
        return PositionError(reason, self.text, self.at)

    def split(self, separator: str) -> list[Span]:
        """Return the pieces between separators; an empty text gives one empty piece."""
        at, found = self.at, []
        for piece in self.text.split(separator):
            found.append(Span(piece, at))
            at += len(piece) + len(separator)
        return found

    def characters(self) -> list[Span]:
        """Return each character as a piece."""
        return [Span(letter, self.at + n) for n, letter in enumerate(self.text)]

    def slash_parts(self, n_parts: int) -> list[Span]:
        """Return the pieces between slashes; there must be exactly ``n_parts``."""
        found = self.split("/")
        if len(found) != n_parts:
            raise self.error("WRONG_NUMBER_OF_PARTS")
        return found

    def number(self, highest: int = MAX_NUMBER) -> int:
        """Return the number that the piece contains, from 0 to ``highest``."""
        if not self.text.isascii() or not self.text.isdigit() or len(self.text) > 4:
            raise self.error("NOT_A_NUMBER")
        if int(self.text) > highest:
            raise self.error("NOT_A_NUMBER")
        return int(self.text)

    def one_of(self, allowed: Collection[str]) -> str:
        """Return the text of the piece, which must be one of ``allowed``."""
        if self.text not in allowed:
            raise self.error("UNKNOWN_WORD")
        return self.text


def is_position_line(text: str) -> bool:
    """Return whether a text looks like a position, even if it is not a valid position."""
    edition, _blank, fields = text.strip().partition(" ")
    return edition.partition(",")[0] in PRESETS and "=" in fields


def split_words(line: str) -> list[Span]:
    """Return the words of a line."""
    return [Span(found[0], found.start()) for found in re.finditer(r"\S+", line)]


CODE_FIELDS = ("held", "sealed", "codes", "used", "stakes")


def read_edition(word: Span) -> Rules:
    """Return the rules that the first word of a line names.

    Raises:
        PositionError: the edition or an option is unknown, or an option occurs twice.
    """
    preset, *options = word.split(",")
    if preset.text not in PRESETS:
        raise preset.error("UNKNOWN_EDITION")
    rules = PRESETS[preset.text]
    chosen: dict[str, Any] = {}
    for option in options:
        name, *value = option.split("=")
        known = {_option_text(choice): choice for choice in OPTIONS.get(name.text, ())}
        if len(value) != 1 or value[0].text not in known or name.text in chosen:
            raise option.error("UNKNOWN_OPTION")
        chosen[name.text] = known[value[0].text]
        try:
            rules = rules_for(preset.text, chosen)
        except RulesError as error:
            raise option.error("UNKNOWN_OPTION") from error
    return rules


def _option_text(value: Any) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def read_fields(words: list[Span]) -> dict[str, Span]:
    """Return the value of each field by the field's name.

    Raises:
        PositionError: a word is not a field, or a field is unknown or occurs twice.
    """
    found: dict[str, Span] = {}
    for word in words:
        name, *value = word.split("=")
        if len(value) != 1:
            raise word.error("NOT_A_FIELD")
        if name.text not in FIELDS:
            raise name.error("UNKNOWN_FIELD")
        if name.text in found:
            raise name.error("FIELD_TWICE")
        found[name.text] = value[0]
    return found


class DiagramFields:
    """The fields of one line, with checks of their values.

    Cards and codes are counted as they are read, since none may occur more often than it exists.

    Args:
        end: the index of the end of the line, where missing fields are reported.
    """

    def __init__(self, rules: Rules, fields: dict[str, Span], end: int) -> None:
        self.rules, self.end = rules, end
        self._fields = fields
        self._cards_seen = [0] * rules.values
        self._codes_seen: set[str] = set()

    def get(self, name: str) -> Span | None:
        """Return the value of a field; None if the line leaves it out."""
        field = self._fields.get(name)
        if field is not None and name in CODE_FIELDS and not self.rules.has_codes:
            raise field.error("NOT_IN_THIS_EDITION")
        return field

    def require(self, name: str) -> Span:
        """Return the value of a field that must not be left out."""
        field = self.get(name)
        if field is None:
            raise PositionError("FIELD_MISSING", name, self.end)
        return field

    def word(self, name: str, allowed: Collection[str], default: str) -> str:
        """Return a field's value, one of ``allowed``; ``default`` if the line lacks the field."""
        field = self.get(name)
        return default if field is None else field.one_of(allowed)

    def numbers(self, name: str, default: tuple[int, ...]) -> tuple[int, ...]:
        """Return the numbers of a field such as "3/4"; ``default`` if the line lacks the field.

        The field must have as many numbers as ``default``.
        """
        field = self.get(name)
        return (
            default if field is None else tuple(n.number() for n in field.slash_parts(len(default)))
        )

    def letter_flags(self, name: str, letters: str) -> tuple[bool, ...]:
        """Return, for each letter in ``letters``, whether the field contains it."""
        field = self.get(name)
        named = [] if field is None else [word.one_of(letters) for word in field.characters()]
        return tuple(letter in named for letter in letters)

    def read_and_count_cards(self, field: Span) -> tuple[Card, ...]:
        """Read a field in which each character is a card, and count the cards.

        Raises:
            PositionError: a character is not a card, or there are more copies than exist.
        """
        return tuple(self.read_and_count_card(word) for word in field.characters())

    def read_and_count_card(self, word: Span) -> Card:
        """Read a card and count it.

        Raises:
            PositionError: the word is not a card, or there are more copies than exist.
        """
        if word.text not in tuple("0123456789"[: self.rules.values]):
            raise word.error("NOT_A_CARD")
        card = int(word.text)
        self._cards_seen[card] += 1
        if self._cards_seen[card] > self.rules.copies:
            raise word.error("TOO_MANY_COPIES")
        return card

    def read_and_count_code(self, word: Span) -> str:
        """Read the name of a code and count it.

        Raises:
            PositionError: there is no such code, or it has been read before.
        """
        code = word.one_of(CODES)
        if code in self._codes_seen:
            raise word.error("CODE_TWICE")
        self._codes_seen.add(code)
        return code


MAX_TEXT_LENGTH = 1000  # maximum number of characters in a position line
MAX_TURN = 999
BEFORE_PLAY = ("codes", "start")


def read_diagram(line: str) -> Diagram:
    """Read a position from a line of text.

    Raises:
        PositionError: the line does not describe a position.
    """
    if len(line) > MAX_TEXT_LENGTH:
        raise PositionError("TOO_LONG", line[:20], MAX_TEXT_LENGTH)
    words = split_words(line)
    if not words:
        raise PositionError("EMPTY", "", 0)
    rules = read_edition(words[0])
    return _DiagramReader(rules, read_fields(words[1:]), len(line)).diagram()


class _DiagramReader(DiagramFields):
    """Builds the position from the fields, in an order in which each needs only earlier fields."""

    def diagram(self) -> Diagram:
        public = self._read_phase_and_row(self._read_state_at_round_start())
        hands = self._read_hands(public)
        public = self._read_turn(public._replace(hand_sizes=tuple(size for _, size in hands)))
        public = self._compute_deck_size(self._read_markers(self._read_code_fields(public)))
        known = tuple(counts for counts, _ in hands)
        held = self._read_held(public)
        public = public._replace(held_counts=tuple(count for _, count in held))
        public = self._read_result(self._read_seat(public))
        codes = tuple(names for names, _ in held)
        return Diagram(public, known, codes, self._read_sums(public, known))

    # Methods for fields about the table, the phase and the row.

    def _read_state_at_round_start(self) -> PublicState:
        aside = self.require("aside")
        cards = self.read_and_count_cards(aside)
        if len(cards) != self.rules.aside:
            raise aside.error("WRONG_NUMBER_OF_CARDS")
        score = self.numbers("score", (0,) * self.rules.n_score_entries)
        return begin_round(
            self.rules, self._read_seating(), cards, score, (0,) * self.rules.n_seats
        )

    def _read_seating(self) -> Seating:
        duel, lead = self.get("duel"), self.get("lead")
        if duel is not None:
            leader, starter = (seat.number() for seat in duel.slash_parts(2))
        else:
            leader = 0 if lead is None else lead.number(self.rules.n_seats - 1)
            start = self.get("start")
            starter = default_starter(self.rules, leader) if start is None else start.number()
        try:
            return seating_for(self.rules, leader, starter, duel is not None)
        except RulesError as error:
            raise (duel or self.get("start") or self.require("lead")).error(
                "NO_SUCH_SEATING"
            ) from error

    def _read_phase_and_row(self, public: PublicState) -> PublicState:
        phase: Any = self.word("phase", get_args(Phase), "turn")
        row = self._read_row(phase)
        command_in_force: Any = self.word("standing", ("play", "guard"), "")
        flags = self.get("flags")
        named = [] if flags is None else [word.one_of(FLAGS) for word in flags.split(",")]
        flagged: dict[str, Any] = {name: word in named for word, name in FLAGS.items()}
        return public._replace(phase=phase, row=row, command_in_force=command_in_force, **flagged)

    def _read_row(self, phase: str) -> tuple[Card, ...]:
        field = self.get("row")
        if phase in BEFORE_PLAY:
            if field is not None:
                raise field.error("NOT_IN_THIS_PHASE")
            return ()
        field = self.require("row")
        row = self.read_and_count_cards(field)
        if not row:
            raise field.error("WRONG_NUMBER_OF_CARDS")
        for word, card, before in zip(field.characters()[1:], row[1:], row, strict=False):
            if card == before:
                raise word.error("SAME_CARD_TWICE")
        return row

    # Methods for fields about hands and the deck.

    def _read_hands(self, public: PublicState) -> list[tuple[Counts, int]]:
        """Return, by seat, the known cards and the number of all cards in the hand."""
        hands = self.require("hands").slash_parts(self.rules.n_seats)
        return [self._read_hand(public, seat, hand) for seat, hand in enumerate(hands)]

    def _read_hand(self, public: PublicState, seat: int, hand: Span) -> tuple[Counts, int]:
        letters = [] if hand.text == NOTHING_MARK else hand.characters()
        known = [
            self.read_and_count_card(letter) for letter in letters if letter.text != UNKNOWN_MARK
        ]
        dealt, limit = public.seating.deal[seat], public.seating.limits[seat]
        fits = len(letters) == dealt if public.phase in BEFORE_PLAY else len(letters) <= limit
        if not fits or not hand.text:
            raise hand.error("WRONG_NUMBER_OF_CARDS")
        return counts_of(known, self.rules.values), len(letters)

    def _compute_deck_size(self, public: PublicState) -> PublicState:
        rules = self.rules
        seen = len(public.row) + len(public.aside) + sum(public.hand_sizes)
        left = rules.values * rules.copies - seen
        if left < 1:
            raise self.require("row").error("NO_DECK_LEFT")
        return public._replace(deck_size=left)

    # Methods for fields about the turn, the seat to act and the result.

    def _read_turn(self, public: PublicState) -> PublicState:
        if public.phase in BEFORE_PLAY:
            if (turn := self.get("turn")) is not None:
                raise turn.error("NOT_IN_THIS_PHASE")
            return public
        return public._replace(turn=self._read_turn_number(public))

    def _read_turn_number(self, public: PublicState) -> int:
        turn, seat = self.get("turn"), self.get("seat")
        if turn is not None:
            return turn.number(MAX_TURN)
        order = public.seating.order
        if seat is None or public.phase == "over":
            return USUAL_TURN
        acting = seat.number(self.rules.n_seats - 1)
        for turns in range(USUAL_TURN, USUAL_TURN + len(order)):
            if default_seat_to_act(public._replace(turn=turns)) == acting:
                return turns
        raise seat.error("SEAT_DOES_NOT_ACT")

    def _read_seat(self, public: PublicState) -> PublicState:
        usual, field = default_seat_to_act(public), self.get("seat")
        if field is None:
            return public._replace(seat=usual)
        if public.phase == "over":
            raise field.error("NOT_IN_THIS_PHASE")
        seat = field.number(self.rules.n_seats - 1)
        layers = (public.seating.leader, public.seating.starter)
        if seat != usual and (public.phase != "codes" or seat not in layers):
            raise field.error("SEAT_DOES_NOT_ACT")
        return public._replace(seat=seat)

    def _read_result(self, public: PublicState) -> PublicState:
        if public.phase != "over":
            if (early := self.get("result")) is not None:
                raise early.error("NOT_IN_THIS_PHASE")
            return public
        side, points, by = self.require("result").slash_parts(3)
        won: Any = by.one_of(get_args(EndCause))
        return public._replace(
            result=Result(SIDES.index(side.one_of(tuple(SIDES))), points.number(), won)
        )

    # Methods for fields about markers.

    def _read_markers(self, public: PublicState) -> PublicState:
        public = self._read_board(public)
        public = public._replace(captured=self.numbers("captured", (0, 0)))
        public = public._replace(supply=self.numbers("supply", default_supply(public)))
        for side in (0, 1):
            self._check_marker_count(public, side)
        turns = self._read_turns_of_double_placement(public)
        return public._replace(double_turn=turns)

    def _check_marker_count(self, public: PublicState, side: int) -> None:
        """Check that a side has not too many markers, and that one of them can be its double."""
        gone = sum(key[side] for key in public.board) + public.captured[1 - side]
        supply = public.supply[side]
        field = self.get("supply") or self.get("captured") or self.get("board")
        place = Span("", self.end) if field is None else field
        if supply < 0 or supply + gone > n_initial_markers(public, side):
            raise place.error("TOO_MANY_MARKERS")
        if not supply and public.double[side] == IN_SUPPLY:
            raise place.error("NO_MARKER_FOR_THE_DOUBLE")

    def _read_board(self, public: PublicState) -> PublicState:
        board, double = [list(key) for key in public.board], list(public.double)
        field = self.get("board")
        for entry in [] if field is None else field.split(","):
            key, *markers = entry.characters() or [entry]
            if key.text not in tuple("123456789"[: len(board)]):
                raise key.error("NOT_A_KEY")
            if any(board[int(key.text) - 1]):
                raise key.error("KEY_TWICE")
            if not markers or len({word.text.lower() for word in markers}) > 1:
                raise entry.error("NOT_MARKERS")
            self._place_markers(int(key.text), markers, board, double)
        for side, out in enumerate(self.letter_flags("out", SIDES)):
            if out and double[side] != IN_SUPPLY:
                raise self.require("out").error("DOUBLE_TWICE")
            double[side] = OUT_OF_ROUND if out else double[side]
        return public._replace(board=tuple(map(tuple, board)), double=tuple(double))

    def _place_markers(
        self, key: int, markers: list[Span], board: list[list[int]], double: list[int]
    ) -> None:
        for word in markers:
            if word.text.lower() not in tuple(SIDES):
                raise word.error("NOT_MARKERS")
            side = SIDES.index(word.text.lower())
            board[key - 1][side] += 1
            if word.text.isupper():
                if double[side] != IN_SUPPLY:
                    raise word.error("DOUBLE_TWICE")
                double[side] = key

    def _read_turns_of_double_placement(self, public: PublicState) -> tuple[int, ...]:
        field = self.get("placed")
        if field is None:
            return default_double_turn(public)
        turns = []
        for place, word in zip(public.double, field.slash_parts(2), strict=True):
            if (place > 0) == (word.text == NOTHING_MARK):
                raise word.error("DOUBLE_TWICE" if place <= 0 else "NOT_A_NUMBER")
            turns.append(word.number(public.turn) if place > 0 else NEVER)
        return tuple(turns)

    # Methods for fields about codes (Battle of Wits).

    def _read_code_fields(self, public: PublicState) -> PublicState:
        return public._replace(
            codes=self._read_codes_in_force(),
            used=self.letter_flags("used", SIDES),
            sealed=self.letter_flags("sealed", "0123"[: self.rules.n_seats]),
            stakes=self.numbers("stakes", (0, 0)),
        )

    def _read_codes_in_force(self) -> tuple[str | None, ...]:
        field = self.get("codes")
        parts = [] if field is None else field.slash_parts(2)
        found = tuple(
            None if word.text == NOTHING_MARK else self.read_and_count_code(word) for word in parts
        )
        return found or (None, None)

    def _read_held(self, public: PublicState) -> list[tuple[tuple[str, ...] | None, int]]:
        """Return, by seat, the codes held (None if they are unknown) and their number."""
        field = self.get("held")
        if field is None:
            return [((), 0)] * self.rules.n_seats
        return [self._read_codes(part) for part in field.slash_parts(self.rules.n_seats)]

    def _read_codes(self, part: Span) -> tuple[tuple[str, ...] | None, int]:
        if part.text == NOTHING_MARK:
            return (), 0
        if part.text.isdigit():
            count = part.number(len(CODES))
            return (None if count else ()), count
        codes = tuple(self.read_and_count_code(word) for word in part.split(","))
        return codes, len(codes)

    # Methods for the field of announced sums.

    def _read_sums(
        self, public: PublicState, known: tuple[Counts, ...]
    ) -> tuple[KnownSum | None, ...]:
        field = self.get("sums")
        if field is None:
            return (None,) * self.rules.n_seats
        parts = field.slash_parts(self.rules.n_seats)
        return tuple(
            self._read_sum(part, known[seat], public.hand_sizes[seat])
            for seat, part in enumerate(parts)
        )

    def _read_sum(self, part: Span, known: Counts, size: int) -> KnownSum | None:
        if part.text == NOTHING_MARK:
            return None
        total, *drawn = part.split("+")
        if len(drawn) > 1:
            raise part.error("NOT_A_NUMBER")
        below = total.text.startswith(NOTHING_MARK)
        digits = Span(total.text[below:], total.at + below)
        announced = KnownSum(
            -digits.number() if below else digits.number(), *(n.number() for n in drawn)
        )
        if not _can_have_sum(announced, known, size):
            raise part.error("SUM_DOES_NOT_FIT")
        return announced


def _can_have_sum(announced: KnownSum, known: Counts, size: int) -> bool:
    """Return whether a hand of this size with the known cards can have the announced sum."""
    highest = len(known) - 1
    least, unknown = sum_of(known), size - sum(known)
    return (
        announced.total <= least + unknown * highest
        and announced.total + announced.drawn * highest >= least
    )
