"""The start of a study: the positions that can be studied, the view of a study, and editing."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Literal

from hacktrick.ai.possible_worlds import believed_worlds
from hacktrick.game.cards import cards_of
from hacktrick.game.editions import PRESETS, RulesError
from hacktrick.game.keypad import Key, lines_completed
from hacktrick.game.notation.diagram import (
    NOTHING_MARK,
    SIDES,
    UNKNOWN_MARK,
    Diagram,
    default_seat_to_act,
    default_starter,
    default_supply,
    observation_from,
    start_position_from,
    text_of,
)
from hacktrick.game.notation.position_parser import read_diagram
from hacktrick.game.state import (
    IN_SUPPLY,
    NO_SEAT,
    OUT_OF_ROUND,
    CommandInForce,
    PublicState,
    Seat,
    Seating,
    Side,
    seating_for,
)
from hacktrick.game.view import KnownSum, SeatInfo, View, replay_view

ENOUGH_ON_KEY = 3  # markers of one side that win the round when they are on one key
STUDIED_PHASES = ("start", "turn")
PLAYER = "human"  # the kind of player at every seat of a study

StudyRefusal = Literal[
    "NOT_THE_START_OF_A_TURN",
    "NO_HAND_KNOWN",
    "OWN_SUM_DOES_NOT_FIT",
    "OTHER_SUM_DOES_NOT_FIT",
    "ALREADY_WON",
    "MATCH_IS_OVER",
    "NO_MARKERS_LEFT",
]
"""The reasons why a position cannot be studied: it is impossible, or nothing is left to decide."""


class StudyRefusedError(ValueError):
    """Raised for a position that cannot be studied; the error has the reason as a code."""

    def __init__(self, reason: StudyRefusal) -> None:
        super().__init__(reason)
        self.reason = reason


def default_study_seat(diagram: Diagram) -> Seat | None:
    """Return the seat from whose view a position is studied; None if no hand is fully known.

    This is the seat to act if all its cards are known, otherwise the first seat with a known hand.
    """
    public = diagram.public
    seats: list[Seat] = [public.seat, *range(public.rules.n_seats)]
    known = [seat for seat in seats if seat != NO_SEAT and diagram.knows_hand(seat)]
    held = [seat for seat in known if public.hand_sizes[seat]]
    return next(iter((*held, *known)), None)


def study_start_view(diagram: Diagram, names: tuple[str, ...], viewer: Seat | None = None) -> View:
    """Return the view in which the study of a position begins.

    Args:
        names: the players' names by seat.
        viewer: the seat of the view; None for ``default_study_seat``.

    Raises:
        StudyRefusedError: the position cannot be studied.
    """
    viewer = default_study_seat(diagram) if viewer is None else viewer
    problem = _refusal_of_position(diagram.public, viewer)
    if problem is not None:
        raise StudyRefusedError(problem)
    assert viewer is not None
    seats = tuple(SeatInfo(name, PLAYER) for name in names)
    view = _view_of_diagram(diagram, viewer, seats)
    position = start_position_from(diagram, viewer)
    if not position.hand_weight(viewer, diagram.hands[viewer]):
        raise StudyRefusedError("OWN_SUM_DOES_NOT_FIT")
    try:
        believed_worlds(view, *replay_view(view))
    except ValueError as error:
        raise StudyRefusedError("OTHER_SUM_DOES_NOT_FIT") from error
    return view


def _refusal_of_position(public: PublicState, viewer: Seat | None) -> StudyRefusal | None:
    if public.phase not in STUDIED_PHASES or any(public.sealed):
        return "NOT_THE_START_OF_A_TURN"
    if viewer is None:
        return "NO_HAND_KNOWN"
    if max(public.score) >= public.rules.target and not public.rules.is_individual:
        return "MATCH_IS_OVER"
    if _is_won(public):
        return "ALREADY_WON"
    if public.rules.out_of_markers == "immediate" and not all(public.supply):
        return "NO_MARKERS_LEFT"
    return None


def _is_won(public: PublicState) -> bool:
    """Return whether the board already has a winning line or triple."""
    values = public.rules.values
    return any(
        public.board[key - 1][side] >= ENOUGH_ON_KEY
        or (public.board[key - 1][side] and lines_completed(public.board, side, key, values))
        for key in range(1, len(public.board) + 1)
        for side in (0, 1)
    )


def _view_of_diagram(diagram: Diagram, viewer: Seat, seats: tuple[SeatInfo, ...]) -> View:
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
        start_position=start_position_from(diagram, viewer),
    )


Piece = Literal["single", "double", "nothing"]
SetUpHand = tuple[int | None, ...]
_EDITED_WITH_PIECES = ("row", "aside", "hands", "board", "out", "placed", "supply", "captured")
_EDITED_WITH_STEPPERS = ("standing", "flags", "sums", "score", "turn", "seat", "codes", "phase")
EDITED_FIELDS = frozenset(_EDITED_WITH_PIECES + _EDITED_WITH_STEPPERS)
"""The fields of a line of text whose values a draft stores in attributes of its own."""


@dataclass(frozen=True, slots=True)
class PositionDraft:
    """A position that is being edited, valid or not.

    Attributes:
        edition: the edition, which is the first word of the line of text.
        other: the fields of the line that cannot be edited and stay unchanged.
        hands: the cards by seat; None for an unknown hand.
        double: by side, the key with the double, or ``IN_SUPPLY`` or ``OUT_OF_ROUND``.
        supply: by side, the number of markers in the supply; None for all that are nowhere else.
    """

    edition: str
    turn: int
    row: tuple[int, ...]
    aside: tuple[int, ...]
    hands: tuple[SetUpHand, ...]
    board: tuple[tuple[int, int], ...]
    double: tuple[int, ...]
    supply: tuple[int | None, ...]
    captured: tuple[int, ...]
    score: tuple[int, ...]
    sums: tuple[KnownSum | None, ...]
    codes: tuple[str | None, ...]
    command_in_force: CommandInForce
    has_asked: bool
    other: tuple[str, ...] = ()

    @property
    def preset_name(self) -> str:
        """The edition, without the options that the line of text may add to it."""
        return self.edition.partition(",")[0]

    @property
    def seating(self) -> Seating:
        """The seating with the leader and the starter, from the fields that are not edited."""
        rules = PRESETS[self.preset_name]
        fields = dict(word.split("=") for word in self.other)
        if "duel" in fields:
            leader, starter = map(int, fields["duel"].split("/"))
            return seating_for(rules, leader, starter, duel=True)
        leader = int(fields.get("lead", 0))
        starter = int(fields.get("start", default_starter(rules, leader)))
        return seating_for(rules, leader, starter)

    @property
    def seat_to_act(self) -> Seat:
        """The seat to act: with an empty row, the starter."""
        seating = self.seating
        return seating.order[self.turn % len(seating.order)] if self.row else seating.starter

    @property
    def is_before_start_card(self) -> bool:
        """Whether the start card comes next: the row is empty, and the hands are as dealt."""
        return not self.row and tuple(map(len, self.hands)) == self.seating.deal

    @property
    def text(self) -> str:
        """The line of text, which need not describe a valid position."""
        is_start = self.is_before_start_card
        fields = {
            "phase": "start" if is_start else "",
            "turn": "" if is_start else str(self.turn),
            "row": "".join(map(str, self.row)),
            "aside": "".join(map(str, self.aside)),
            "hands": "/".join(map(_hand_text, self.hands)),
            "board": ",".join(self._marker_texts()),
            "out": "".join(SIDES[side] for side in (0, 1) if self.double[side] == OUT_OF_ROUND),
            "supply": self._supply_text(),
            "captured": _slashed_numbers(self.captured),
            "standing": self.command_in_force,
            "flags": "asked" if self.has_asked else "",
            "sums": "/".join(map(_sum_text, self.sums)) if any(self.sums) else "",
            "score": _slashed_numbers(self.score),
            "codes": "/".join(code or NOTHING_MARK for code in self.codes)
            if any(self.codes)
            else "",
        }
        words = (f"{name}={value}" for name, value in fields.items() if value)
        return " ".join([self.edition, *self.other, *words])

    def _marker_texts(self) -> list[str]:
        return [
            f"{key}{SIDES[side].upper() * is_double}{SIDES[side] * (markers[side] - is_double)}"
            for key, markers in enumerate(self.board, 1)
            for side in (0, 1)
            if markers[side]
            for is_double in (self.double[side] == key,)
        ]

    def _supply_text(self) -> str:
        if all(n is None for n in self.supply):
            return ""
        begun = PRESETS[self.preset_name].markers
        return "/".join(
            str(
                max(0, begun - sum(key[side] for key in self.board) - self.captured[1 - side])
                if n is None
                else n
            )
            for side, n in enumerate(self.supply)
        )

    def with_marker_added_or_removed(self, key: Key, side: Side, piece: Piece) -> PositionDraft:
        """Return the draft with a marker of ``side`` added to a key.

        The piece "nothing" removes the last marker on the key instead.
        """
        if piece == "nothing":
            return self._without_last_piece(key)
        draft = self
        if piece == "double":
            if self.double[side] == key:
                return self
            if self.double[side] > 0:
                draft = self._with_marker_count_changed(self.double[side], side, -1)
            double = tuple(key if n == side else place for n, place in enumerate(draft.double))
            draft = replace(draft, double=double)
        return draft._with_marker_count_changed(key, side, 1)

    def _with_marker_count_changed(self, key: Key, side: Side, by: int) -> PositionDraft:
        markers = list(self.board[key - 1])
        markers[side] += by
        board = (*self.board[: key - 1], (markers[0], markers[1]), *self.board[key:])
        return replace(self, board=board)

    def _without_last_piece(self, key: Key) -> PositionDraft:
        for side in (1, 0):
            n = self.board[key - 1][side]
            if n:
                draft = self._with_marker_count_changed(key, side, -1)
                if self.double[side] == key and n == 1:
                    places = enumerate(self.double)
                    double = tuple(IN_SUPPLY if s == side else place for s, place in places)
                    draft = replace(draft, double=double)
                return draft
        return self

    def with_turn_of(self, seat: Seat) -> PositionDraft:
        """Return the draft with the turn moved on to a seat; with an empty row, that seat starts.

        The draft itself is returned if that seat never acts.
        """
        if not self.row:
            return self._with_starter(seat)
        turns = range(self.turn, self.turn + len(self.seating.order))
        drafts = (replace(self, turn=turn) for turn in turns)
        return next((draft for draft in drafts if draft.seat_to_act == seat), self)

    def _with_starter(self, starter: Seat) -> PositionDraft:
        rules = PRESETS[self.preset_name]
        kept = tuple(word for word in self.other if not word.startswith(("lead=", "start=")))
        solo = (self.seating.leader,)  # in a round of three players, the solo player always leads
        for leader in solo if rules.table == "solo" else range(rules.n_seats):
            draft = replace(self, other=(*kept, f"lead={leader}", f"start={starter}"))
            with suppress(RulesError):
                if draft.seating.starter == starter:
                    return draft
        return self

    def with_field_value(self, field: str, place: int, value: Any) -> PositionDraft:
        """Return the draft with one value of a field replaced.

        Args:
            field: the name of an attribute with a value for each side or seat.
            place: the side or seat.
        """
        values = list(getattr(self, field))
        values[place] = value
        changes: dict[str, Any] = {field: tuple(values)}
        return replace(self, **changes)

    def in_edition(self, preset: str) -> PositionDraft:
        """Return the draft as a position of another edition, with as many hands as that needs."""
        rules = PRESETS[preset]
        n = rules.n_seats
        points = n if rules.is_individual else 2
        return replace(
            self,
            edition=preset,
            other=(),
            hands=(*self.hands, *((None,) * 3,) * n)[:n],
            sums=(*self.sums, *(None,) * n)[:n],
            score=(*self.score, *(0,) * points)[:points],
            codes=self.codes if rules.has_codes else (None, None),
        )


def draft_of_diagram(diagram: Diagram) -> PositionDraft:
    """Return a draft of a position, for editing.

    A study begins at the start of a turn. If the position is in the middle of a turn, the draft has
    the same cards and markers at the start of the next turn.
    """
    public = diagram.public
    is_amid_turn = public.phase not in STUDIED_PHASES
    edition, *fields = text_of(diagram).split(" ")
    left_out = EDITED_FIELDS | {"result"} if is_amid_turn else EDITED_FIELDS
    kept = [word for word in fields if word.partition("=")[0] not in left_out]
    is_usual_seat = is_amid_turn or default_seat_to_act(public) == public.seat
    usual = default_supply(public)
    hands = zip(diagram.hands, public.hand_sizes, strict=True)
    return PositionDraft(
        edition=edition,
        turn=public.turn + is_amid_turn if is_usual_seat else 0,
        row=public.row,
        aside=public.aside,
        hands=tuple((*cards_of(known), *(None,) * (n - sum(known))) for known, n in hands),
        board=tuple((key[0], key[1]) for key in public.board),
        double=public.double,
        supply=tuple(
            None if public.supply[side] == usual[side] else public.supply[side] for side in (0, 1)
        ),
        captured=public.captured,
        score=public.score,
        sums=diagram.sums,
        codes=public.codes,
        command_in_force="" if is_amid_turn else public.command_in_force,
        has_asked=public.has_asked and not is_amid_turn,
        other=tuple(kept),
    )


def draft_of_text(line: str) -> PositionDraft:
    """Return a draft of the position in a line of text, for editing.

    Raises:
        PositionError: the line describes no position.
    """
    return draft_of_diagram(read_diagram(line))


def _hand_text(hand: Sequence[int | None]) -> str:
    known = sorted(card for card in hand if card is not None)
    unknown = UNKNOWN_MARK * (len(hand) - len(known))
    return "".join(map(str, known)) + unknown or NOTHING_MARK


def _sum_text(known: KnownSum | None) -> str:
    if known is None:
        return NOTHING_MARK
    return f"{known.total}+{known.drawn}" if known.drawn else str(known.total)


def _slashed_numbers(values: Sequence[int]) -> str:
    return "/".join(map(str, values)) if any(values) else ""
