"""Share codes: a finished match as one short line of text.

Every step of a match chooses one of a known number of possibilities: a card order or a legal
action. The numbers of these choices are the digits of an integer in a mixed radix. The bytes of
this integer, written as letters, are the code: about thirty letters for each round. Every code that
can be decoded is therefore a match that follows the rules. A share code contains no names. It may
end with "#" and the number of a position, at which the match is then opened.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Sequence
from dataclasses import replace
from math import factorial, prod
from typing import Protocol, TypeVar

from hacktrick.game.actions import CODES
from hacktrick.game.cards import Card
from hacktrick.game.editions import OPTIONS, Rules, RulesError, custom_options, rules_for
from hacktrick.game.legality import legal_actions
from hacktrick.game.match_rules import possible_first_leaders
from hacktrick.game.state import Seat, Seating
from hacktrick.game.view import SeatInfo
from hacktrick.match.live_match import Match, deal_from_pack
from hacktrick.match.player_kinds import HUMAN, LEVEL_NUMBERS, level_of, player_for_level
from hacktrick.match.record import MAX_ROUNDS, Record, RecordError, RoundRecord
from hacktrick.match.record_replay import RecordedCardsThenChance, replay_record

T = TypeVar("T")

PLACE_MARK = "#"  # the sign before the number of a position
MAX_PLACE_DIGITS = 6  # maximum number of digits in a position's number
VERSION_MARK = "HT1"  # the version of the format, on which the order of the following lists depends
PRESETS_BY_NUMBER = (
    *("keypad", "servers", "arena", "club", "wits", "trio", "trio-individual", "quartet"),
)
OPTIONS_BY_NUMBER = (
    *("target", "next_leader", "out_of_markers", "command_after_draw", "second_command"),
)
PLAYER_NAMES = ("1", "2", "3", "4")
CHECK_BYTES = 2
MAX_LENGTH = 60_000  # maximum number of characters in a code, enough for a thousand rounds


class ShareCodeError(ValueError):
    """Raised if a text is not a share code; the message gives the reason."""


class MixedRadixCoder(Protocol):
    """A sequence of numbers that the same transcribing code can either write or read."""

    def write_or_read_digit(self, n_values: int, number: int) -> int:
        """Write ``number``, which is below ``n_values``, and return it; or read the next number."""


class MixedRadixEncoder:
    """A tape that stores the numbers passed in."""

    def __init__(self) -> None:
        self._steps: list[tuple[int, int]] = []

    def write_or_read_digit(self, n_values: int, number: int) -> int:
        self._steps.append((n_values, number))
        return number

    def as_number(self) -> int:
        """Return the sequence as one integer, whose last digit is the first number written."""
        total = 0
        for count, number in reversed(self._steps):
            total = total * count + number
        return total


class MixedRadixDecoder:
    """A tape that returns stored numbers and ignores the numbers passed in."""

    def __init__(self, whole: int) -> None:
        self.remaining = whole

    def write_or_read_digit(self, n_values: int, number: int) -> int:
        self.remaining, number = divmod(self.remaining, n_values)
        return number


def share_code_of(record: Record) -> str:
    """Return the share code of a finished match.

    Raises:
        RecordError: the match breaks the rules, it is not over, so that the code would reveal
            hidden cards, or it began in a position, which a code cannot contain.
    """
    if any(one.position for one in record.rounds):
        raise RecordError("a match that began in a position has no share code")
    tape = MixedRadixEncoder()
    if not _try_to_transcribe(tape, record):
        raise _error_for_no_share_code(record)
    whole = tape.as_number()
    data = whole.to_bytes((whole.bit_length() + 7) // 8, "big")
    line = base64.urlsafe_b64encode(_checksum(data) + data).decode().rstrip("=")
    return f"{VERSION_MARK}.{line}"


def _try_to_transcribe(tape: MixedRadixCoder, record: Record) -> bool:
    """Write a record to a tape; return whether the record is a finished match by the rules.

    After False, the tape may hold a part of the record.
    """
    try:
        made = _transcribe(tape, record)
    except (ValueError, IndexError):  # an action is illegal or missing
        return False
    rounds = [replace(one, extra={}) for one in record.rounds]
    return (made.rounds, made.score) == (rounds, record.score)


def _error_for_no_share_code(record: Record) -> RecordError:
    """Return the error that explains why a record has no share code."""
    try:
        for _match, _action in replay_record(record):
            pass
    except RecordError as error:
        return error
    return RecordError("the match is not over")


def is_share_code(text: str) -> bool:
    """Return whether a text looks like a share code."""
    return text.lstrip().startswith(f"{VERSION_MARK}.")


def read_share_code(line: str) -> Record:
    """Return the match in a share code; blanks and line breaks in the code are ignored.

    Raises:
        ShareCodeError: the text is not a share code.
    """
    text = re.sub(r"\s+", "", line[: 2 * MAX_LENGTH])
    mark, _dot, code = text.partition(PLACE_MARK)[0].partition(".")
    if mark != VERSION_MARK:
        raise ShareCodeError(f"a match in one line begins with {VERSION_MARK}.")
    if len(code) > MAX_LENGTH:
        raise ShareCodeError("the line is longer than any match")
    try:
        data = base64.b64decode(code + "=" * (-len(code) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError) as error:
        raise ShareCodeError("the line has signs that cannot be in it") from error
    check, data = data[:CHECK_BYTES], data[CHECK_BYTES:]
    if check != _checksum(data):
        raise ShareCodeError("the line is not whole, or has a wrong letter")
    return _decode_record(int.from_bytes(data, "big"))


def position_index_in_share_code(line: str) -> int | None:
    """Return the number, from 0, of the position in a share code; None if the code has none."""
    place = re.sub(r"\s+", "", line.partition(PLACE_MARK)[2][: 2 * MAX_PLACE_DIGITS])
    is_number = place.isascii() and place.isdecimal() and len(place) <= MAX_PLACE_DIGITS
    return int(place) if is_number else None


def _decode_record(whole: int) -> Record:
    tape = MixedRadixDecoder(whole)
    try:
        record = _transcribe(tape, None)
    except RulesError as error:
        raise ShareCodeError(str(error)) from error
    if tape.remaining:
        raise ShareCodeError("the line goes on after the end of its match")
    return record


def _checksum(data: bytes) -> bytes:
    return binascii.crc_hqx(data, 0xFFFF).to_bytes(CHECK_BYTES, "big")


# The following functions convert a match to numbers and back.


def _transcribe(tape: MixedRadixCoder, record: Record | None) -> Record:
    """Play a match step by step and write it to the tape, or read the match from the tape.

    Args:
        record: the match to write; None to read a match.

    Returns:
        The record of the match played.
    """
    rules = _transcribe_rules(tape, record)
    seats = tuple(_transcribe_seat(tape, record, seat) for seat in range(rules.n_seats))
    candidates = possible_first_leaders(rules)
    first = candidates.index(record.rounds[0].leader) if record else 0
    leader = candidates[tape.write_or_read_digit(len(candidates), first)]
    codes = record.codes if record else CODES
    pile = _transcribe_order(tape, CODES, codes) if rules.has_codes else ()
    match = Match(rules, seats, TranscribingChance(tape, record), leader, pile)
    for number in range(MAX_ROUNDS):
        match.deal_next_round()
        written = record.rounds[number].actions if record else []
        _transcribe_actions(tape, match, written)
        if match.is_over:
            return match.record
    raise ShareCodeError("the line has too many rounds")


def _transcribe_rules(tape: MixedRadixCoder, record: Record | None) -> Rules:
    preset = record.rules.preset if record else PRESETS_BY_NUMBER[0]
    number = tape.write_or_read_digit(len(PRESETS_BY_NUMBER), PRESETS_BY_NUMBER.index(preset))
    preset = PRESETS_BY_NUMBER[number]
    given = custom_options(record.rules) if record else {}
    options = {}
    for name in OPTIONS_BY_NUMBER:
        values = OPTIONS[name]
        chosen = values.index(given[name]) + 1 if name in given else 0
        chosen = tape.write_or_read_digit(len(values) + 1, chosen)
        if chosen:
            options[name] = values[chosen - 1]
    return rules_for(preset, options)


def _transcribe_seat(tape: MixedRadixCoder, record: Record | None, seat: Seat) -> SeatInfo:
    level = level_of(record.seats[seat].player) if record else None
    kinds = (None, *LEVEL_NUMBERS)
    level = kinds[tape.write_or_read_digit(len(kinds), kinds.index(level) if level in kinds else 0)]
    return SeatInfo(PLAYER_NAMES[seat], HUMAN if level is None else player_for_level(level))


def _transcribe_actions(tape: MixedRadixCoder, match: Match, written: Sequence[str]) -> None:
    done = 0
    while not match.is_round_over:
        seat = match.public.seat
        legal = sorted(legal_actions(match.observe(seat)), key=str)
        wanted = written[done] if written else str(legal[0])
        number = tape.write_or_read_digit(
            len(legal), [str(action) for action in legal].index(wanted)
        )
        match.submit(seat, legal[number])
        done += 1


class TranscribingChance(RecordedCardsThenChance):
    """A source of chance that writes a record's outcomes to a tape, or reads outcomes from it."""

    def __init__(self, tape: MixedRadixCoder, record: Record | None) -> None:
        super().__init__(record or _NOTHING)
        self._tape = tape
        self._known = record is not None

    def deal(self, rules: Rules, seating: Seating) -> RoundRecord:
        if not self._known:
            return deal_from_pack(
                rules, seating, lambda pack: _transcribe_order(self._tape, sorted(pack), None)
            )
        made = super().deal(rules, seating)
        pack = [*(card for hand in made.hands for card in hand), *made.aside, *made.deck]
        _transcribe_order(self._tape, sorted(pack), pack)
        return made

    def shuffle(self, cards: Sequence[Card]) -> tuple[Card, ...]:
        order = super().shuffle(cards) if self._known else None
        return _transcribe_order(self._tape, sorted(cards), order)

    def take_card(self, hand: Sequence[Card]) -> Card:
        kinds = sorted(set(hand))
        card = super().take_card(hand) if self._known else kinds[0]
        return kinds[self._tape.write_or_read_digit(len(kinds), kinds.index(card))]


_NOTHING = Record(rules_for("keypad"), (), [], ())


def _transcribe_order(
    tape: MixedRadixCoder, items: Sequence[T], order: Sequence[T] | None
) -> tuple[T, ...]:
    """Write or read an order of ``items``, as a number among all different orders.

    Args:
        order: the order to write; None to read an order.
    """
    left = list(items)
    count = _n_orders(left)
    number = tape.write_or_read_digit(count, _order_number(left, order) if order is not None else 0)
    made = []
    while left:
        for thing in dict.fromkeys(left):
            here = count * left.count(thing) // len(left)
            if number < here:
                break
            number -= here
        made.append(thing)
        left.remove(thing)
        count = here
    return tuple(made)


def _order_number(items: Sequence[T], order: Sequence[T]) -> int:
    left, count, number = list(items), _n_orders(items), 0
    for wanted in order:
        for thing in dict.fromkeys(left):
            here = count * left.count(thing) // len(left)
            if thing == wanted:
                break
            number += here
        left.remove(wanted)
        count = here
    return number


def _n_orders(items: Sequence[object]) -> int:
    kinds = set(items)
    return factorial(len(items)) // prod(factorial(list(items).count(kind)) for kind in kinds)
