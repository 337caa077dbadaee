"""A position that is being set up by hand: a value, its edits, and what is wrong with it.

Edits never refuse anything, so that a position may pass through states that cannot be. The line of
text (docs/position.md) is the judge of what can be.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, NamedTuple, TypeVar

from hacktrick.ai.worlds import believed_worlds
from hacktrick.game.cards import UNKNOWN_CARD, Card, cards_of
from hacktrick.game.keypad import Key, lines_completed
from hacktrick.game.notation.diagram import (
    SIDES,
    Diagram,
    observation_from,
    start_position,
    text_of,
)
from hacktrick.game.notation.parser import PositionError, PositionErrorCode, read_diagram
from hacktrick.game.rules import PRESETS, Seat, Side
from hacktrick.game.state import IN_SUPPLY, NO_SEAT, OUT_OF_ROUND, PublicState, Standing
from hacktrick.game.view import KnownSum, SeatInfo, View, replay_view

T = TypeVar("T")
MOST_ON_KEY = 3  # markers of a side; three of them win
STUDIED_PHASES = ("start", "turn")
PLAYERS = ("human", "level:10")

SetUpReason = (
    PositionErrorCode
    | Literal[
        "NOT_THE_START_OF_A_TURN",
        "OWN_CARDS_UNKNOWN",
        "OWN_SUM_DOES_NOT_FIT",
        "OTHER_SUM_DOES_NOT_FIT",
        "ALREADY_WON",
        "MATCH_IS_OVER",
        "NO_MARKERS_LEFT",
    ]
)


class SetUpProblem(NamedTuple):
    """Why a position cannot be.

    Attributes:
        word: the part of the line of text that is at fault; "" if it is no single part.
    """

    reason: SetUpReason
    word: str = ""


def _with(values: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    return (*values[:place], value, *values[place + 1 :])


@dataclass(frozen=True, slots=True)
class SetUp:
    """A position of two or more players as it is set up.

    Attributes:
        edition: the first word of the line of text: the edition with its options.
        viewer: the seat that studies; its cards are known.
        hands: by seat; ``UNKNOWN_CARD`` stands for a card that the viewer does not know.
        board: for each key, key 1 first, the markers of both sides, doubles included.
        doubles: by side, the key with the double, or ``IN_SUPPLY`` or ``OUT_OF_ROUND``.
        supply: by side; None for all markers that are nowhere else.
        rest: the fields of the line of text that are kept as they are.
    """

    edition: str
    viewer: Seat
    phase: str
    turn: int
    row: tuple[Card, ...]
    aside: tuple[Card, ...]
    hands: tuple[tuple[Card, ...], ...]
    board: tuple[tuple[int, ...], ...]
    doubles: tuple[int, ...]
    supply: tuple[int | None, ...]
    captured: tuple[int, ...]
    standing: Standing
    asked: bool
    sums: tuple[KnownSum | None, ...]
    score: tuple[int, ...]
    codes: tuple[str | None, ...]
    rest: tuple[tuple[str, str], ...] = ()

    # Cards

    def add_to_row(self, card: Card) -> SetUp:
        return replace(self, row=(*self.row, card), phase="turn")

    def take_from_row(self, place: int) -> SetUp:
        row = self.row[:place] + self.row[place + 1 :]
        return replace(self, row=row, phase="turn" if row else "start")

    def put_aside(self, place: int, card: Card) -> SetUp:
        return replace(self, aside=_with(self.aside, place, card))

    def give(self, seat: Seat, card: Card) -> SetUp:
        """Return the position with one more card in a hand; it may be ``UNKNOWN_CARD``."""
        hand = sorted((*self.hands[seat], card), key=lambda one: (one == UNKNOWN_CARD, one))
        return replace(self, hands=_with(self.hands, seat, tuple(hand)))

    def take(self, seat: Seat, place: int) -> SetUp:
        hand = self.hands[seat]
        return replace(self, hands=_with(self.hands, seat, hand[:place] + hand[place + 1 :]))

    def change_card(self, seat: Seat, place: int, card: Card) -> SetUp:
        """Return the position with another card in place of one in a hand."""
        return self.take(seat, place).give(seat, card)

    # Markers

    def place_marker(self, key: Key, side: Side, is_double: bool = False) -> SetUp:
        """Return the position with one more marker on a key; after the most there are, with none.

        A double moves there from wherever it is. Markers of the other side leave the key.
        """
        n = self.board[key - 1][side]
        doubles, rest = self.doubles, self.rest
        if is_double:
            old = doubles[side]
            moved = self._without_double(side)
            if old == key:
                return moved
            n = moved.board[key - 1][side]
            board = _with(moved.board, key - 1, _key_of(side, min(MOST_ON_KEY, n + 1)))
            doubles = _with(self._doubles_off(key, 1 - side), side, key)
            return replace(moved, board=board, doubles=doubles)
        n = 0 if n >= MOST_ON_KEY else n + 1
        if not n and doubles[side] == key:
            doubles = _with(doubles, side, IN_SUPPLY)
        board = _with(self.board, key - 1, _key_of(side, n))
        cleared = replace(self, doubles=doubles)._doubles_off(key, 1 - side)
        return replace(self, board=board, doubles=cleared, rest=_unplaced(rest))

    def clear_key(self, key: Key) -> SetUp:
        doubles = tuple(IN_SUPPLY if place == key else place for place in self.doubles)
        board = _with(self.board, key - 1, (0, 0))
        return replace(self, board=board, doubles=doubles, rest=_unplaced(self.rest))

    def move_double_out(self, side: Side) -> SetUp:
        """Return the position with a double out of the round, or back in the supply."""
        if self.doubles[side] == OUT_OF_ROUND:
            return replace(self, doubles=_with(self.doubles, side, IN_SUPPLY))
        return replace(self._without_double(side), doubles=_with(self.doubles, side, OUT_OF_ROUND))

    def _without_double(self, side: Side) -> SetUp:
        place, board = self.doubles[side], self.board
        if place > 0:
            board = _with(board, place - 1, _key_of(side, board[place - 1][side] - 1))
        doubles = _with(self.doubles, side, IN_SUPPLY)
        return replace(self, board=board, doubles=doubles, rest=_unplaced(self.rest))

    def _doubles_off(self, key: Key, side: Side) -> tuple[int, ...]:
        return _with(self.doubles, side, IN_SUPPLY) if self.doubles[side] == key else self.doubles

    def set_supply(self, side: Side, n: int | None) -> SetUp:
        return replace(self, supply=_with(self.supply, side, n))

    def set_captured(self, side: Side, n: int) -> SetUp:
        return replace(self, captured=_with(self.captured, side, max(0, n)))

    # What is known, and whose turn it is

    def set_sum(self, seat: Seat, told: KnownSum | None) -> SetUp:
        return replace(self, sums=_with(self.sums, seat, told))

    def set_score(self, place: int, n: int) -> SetUp:
        return replace(self, score=_with(self.score, place, max(0, n)))

    def pass_turn(self) -> SetUp:
        """Return the position with the turn of the other player."""
        return replace(self, turn=self.turn + (-1 if self.turn % 2 else 1))

    def set_standing(self, standing: Standing) -> SetUp:
        return replace(self, standing=standing)

    def set_code(self, side: Side, code: str | None) -> SetUp:
        return replace(self, codes=_with(self.codes, side, code))

    def set_edition(self, preset: str) -> SetUp:
        """Return the same position in another edition for two players."""
        codes = self.codes if PRESETS[preset].has_codes else (None, None)
        rest = tuple(pair for pair in self.rest if pair[0] not in ("held", "used", "stakes"))
        return replace(self, edition=preset, codes=codes, rest=rest)

    def look_from(self, seat: Seat) -> SetUp:
        """Return the position as another seat studies it."""
        return replace(self, viewer=seat)

    # Text and value

    @property
    def text(self) -> str:
        """The line of text, which may describe a position that cannot be."""
        words = [self.edition]
        fields = {
            "phase": self.phase if self.phase != "turn" else "",
            "turn": str(self.turn) if self.phase not in ("codes", "start") else "",
            "row": "".join(map(str, self.row)),
            "aside": "".join(map(str, self.aside)),
            "hands": "/".join(map(_hand_text, self.hands)),
            "board": self._board_text,
            "out": "".join(
                SIDES[side] for side, place in enumerate(self.doubles) if place == OUT_OF_ROUND
            ),
            "supply": self._supply_text,
            "captured": "/".join(map(str, self.captured)),
            "standing": self.standing,
            "flags": "asked" if self.asked else "",
            "sums": "/".join(map(_sum_text, self.sums)),
            "score": "/".join(map(str, self.score)),
            "codes": "/".join(code or "-" for code in self.codes) if any(self.codes) else "",
        }
        fields |= dict(self.rest)
        return " ".join([*words, *(f"{name}={text}" for name, text in fields.items() if text)])

    @property
    def _board_text(self) -> str:
        entries = []
        for key, markers in enumerate(self.board, 1):
            for side, n in enumerate(markers):
                double = self.doubles[side] == key
                letters = SIDES[side].upper() * double + SIDES[side] * (n - double)
                entries += [f"{key}{letters}"] if letters else []
        return ",".join(entries)

    @property
    def _supply_text(self) -> str:
        return "" if None in self.supply else "/".join(map(str, self.supply))

    @property
    def diagram(self) -> Diagram | SetUpProblem:
        """The position, or what is wrong with it."""
        try:
            found = read_diagram(self.text)
        except PositionError as error:
            return SetUpProblem(error.reason, error.word)
        return problem_of(found, self.viewer) or found


def _key_of(side: Side, n: int) -> tuple[int, int]:
    return (n, 0) if side == 0 else (0, n)


def _unplaced(rest: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
    """Return the kept fields without the turns in which doubles were placed."""
    return tuple(pair for pair in rest if pair[0] != "placed")


def _hand_text(hand: tuple[Card, ...]) -> str:
    return "".join("?" if card == UNKNOWN_CARD else str(card) for card in hand) or "-"


def _sum_text(told: KnownSum | None) -> str:
    if told is None:
        return "-"
    return f"{told.total}+{told.drawn}" if told.drawn else str(told.total)


KEPT_FIELDS = ("lead", "start", "duel", "placed", "held", "sealed", "used", "stakes", "result")


def setup_of(diagram: Diagram, viewer: Seat) -> SetUp:
    """Return a position ready to be edited."""
    public = diagram.public
    hands = tuple(
        (*cards_of(known), *(UNKNOWN_CARD,) * (size - sum(known)))
        for known, size in zip(diagram.hands, public.hand_sizes, strict=True)
    )
    edition, *words = text_of(diagram).split(" ")
    fields = dict(word.split("=", 1) for word in words)
    supply: tuple[int | None, ...] = public.supply if "supply" in fields else (None, None)
    return SetUp(
        edition=edition,
        viewer=viewer,
        phase=public.phase,
        turn=public.turn,
        row=public.row,
        aside=public.aside,
        hands=hands,
        board=public.board,
        doubles=public.double,
        supply=supply,
        captured=public.captured,
        standing=public.standing,
        asked=public.asked,
        sums=diagram.sums,
        score=public.score,
        codes=public.codes,
        rest=tuple((name, fields[name]) for name in KEPT_FIELDS if name in fields),
    )


def empty_setup() -> SetUp:
    """Return the position to begin with: a dealt hand, and a start card on the row."""
    return setup_of(read_diagram("keypad turn=0 row=3 aside=02 hands=145/???"), 0)


def problem_of(diagram: Diagram, viewer: Seat) -> SetUpProblem | None:
    """Return why a position that can be written cannot be studied by a seat; None if it can."""
    public = diagram.public
    if public.phase not in STUDIED_PHASES or any(public.sealed):
        return SetUpProblem("NOT_THE_START_OF_A_TURN")
    if not diagram.knows_hand(viewer):
        return SetUpProblem("OWN_CARDS_UNKNOWN")
    if max(public.score) >= public.rules.target and not diagram.public.rules.is_individual:
        return SetUpProblem("MATCH_IS_OVER")
    if _is_won(public):
        return SetUpProblem("ALREADY_WON")
    if public.rules.out_of_markers == "immediate" and not all(public.supply):
        return SetUpProblem("NO_MARKERS_LEFT")
    position = start_position(diagram, viewer)
    if not position.hand_weight(viewer, diagram.hands[viewer]):
        return SetUpProblem("OWN_SUM_DOES_NOT_FIT")
    nobody = (SeatInfo("", PLAYERS[0]),) * public.rules.n_seats
    view = view_of(diagram, viewer, nobody)
    try:
        believed_worlds(view, *replay_view(view))
    except ValueError:
        return SetUpProblem("OTHER_SUM_DOES_NOT_FIT")
    return None


def _is_won(public: PublicState) -> bool:
    return any(
        public.board[key - 1][side] >= MOST_ON_KEY
        or (
            public.board[key - 1][side]
            and lines_completed(public.board, side, key, public.rules.values)
        )
        for key in range(1, len(public.board) + 1)
        for side in (0, 1)
    )


def view_of(diagram: Diagram, viewer: Seat, seats: tuple[SeatInfo, ...]) -> View:
    """Return the view of a seat that begins at a position.

    Raises:
        UnknownCardsError: some cards or codes of the seat are unknown.
    """
    public = diagram.public
    seen = observation_from(diagram, viewer)
    return View(
        rules=public.rules,
        seat=viewer,
        seats=seats,
        score=public.score,
        leader=public.seating.leader,
        starter=public.seating.starter,
        hand=cards_of(seen.hand),
        sizes=public.hand_sizes,
        aside=public.aside,
        held=seen.held,
        held_counts=public.held_counts,
        position=start_position(diagram, viewer),
    )


def viewer_of(diagram: Diagram) -> Seat | None:
    """Return the seat that a position is for: the first whose cards are known, the one to act
    before others; None if no hand is known."""
    public = diagram.public
    seats: list[Seat] = [public.seat, *range(public.rules.n_seats)]
    known = [seat for seat in seats if seat != NO_SEAT and diagram.knows_hand(seat)]
    held = [seat for seat in known if public.hand_sizes[seat]]
    return next(iter((*held, *known)), None)
