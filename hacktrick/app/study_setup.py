"""Which positions can be studied, by whom, and how a study begins in one."""

from __future__ import annotations

from typing import Literal

from hacktrick.ai.worlds import believed_worlds
from hacktrick.game.cards import cards_of
from hacktrick.game.keypad import lines_completed
from hacktrick.game.notation.diagram import Diagram, observation_from, start_position
from hacktrick.game.rules import Seat
from hacktrick.game.state import NO_SEAT, PublicState
from hacktrick.game.view import SeatInfo, View, replay_view

ENOUGH_ON_KEY = 3  # markers of a side on one key; they win
STUDIED_PHASES = ("start", "turn")
PLAYER = "human"  # of every seat of a study

StudyRefusal = Literal[
    "NOT_THE_START_OF_A_TURN",
    "NO_HAND_KNOWN",
    "OWN_SUM_DOES_NOT_FIT",
    "OTHER_SUM_DOES_NOT_FIT",
    "ALREADY_WON",
    "MATCH_IS_OVER",
    "NO_MARKERS_LEFT",
]
"""Why a position cannot be studied: it cannot be, or there is nothing to decide."""


class StudyRefusedError(ValueError):
    """Raised for a position that cannot be studied; has the reason as a code."""

    def __init__(self, reason: StudyRefusal) -> None:
        super().__init__(reason)
        self.reason = reason


def viewer_of(diagram: Diagram) -> Seat | None:
    """Return the seat that studies a position: the first whose cards are all known, the one to act
    before others; None if no hand is known."""
    public = diagram.public
    seats: list[Seat] = [public.seat, *range(public.rules.n_seats)]
    known = [seat for seat in seats if seat != NO_SEAT and diagram.knows_hand(seat)]
    held = [seat for seat in known if public.hand_sizes[seat]]
    return next(iter((*held, *known)), None)


def studied_view(diagram: Diagram, names: tuple[str, ...]) -> View:
    """Return the view in which the study of a position begins.

    Args:
        names: the players' names by seat.

    Raises:
        StudyRefusedError: the position cannot be studied.
    """
    viewer = viewer_of(diagram)
    problem = _problem_of(diagram.public, viewer)
    if problem is not None:
        raise StudyRefusedError(problem)
    assert viewer is not None
    seats = tuple(SeatInfo(name, PLAYER) for name in names)
    view = _view_of(diagram, viewer, seats)
    position = start_position(diagram, viewer)
    if not position.hand_weight(viewer, diagram.hands[viewer]):
        raise StudyRefusedError("OWN_SUM_DOES_NOT_FIT")
    try:
        believed_worlds(view, *replay_view(view))
    except ValueError as error:
        raise StudyRefusedError("OTHER_SUM_DOES_NOT_FIT") from error
    return view


def _problem_of(public: PublicState, viewer: Seat | None) -> StudyRefusal | None:
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
    """Whether a line or a triple already lies on the board."""
    values = public.rules.values
    return any(
        public.board[key - 1][side] >= ENOUGH_ON_KEY
        or (public.board[key - 1][side] and lines_completed(public.board, side, key, values))
        for key in range(1, len(public.board) + 1)
        for side in (0, 1)
    )


def _view_of(diagram: Diagram, viewer: Seat, seats: tuple[SeatInfo, ...]) -> View:
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
