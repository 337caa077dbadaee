"""Which legal commands bind nobody to anything, and why (RULES section 3, "legal even if
pointless").

The one statement of it: the table warns by it, no computer player says such a command, and
``build/train/rules_check.py`` holds the training engine to it. A function of what everybody sees.
"""

from __future__ import annotations

from typing import Literal

from hacktrick.game.actions import Action, Command
from hacktrick.game.rules import Seat
from hacktrick.game.state import PublicState

Pointless = Literal[
    "OPPONENT_MUST_PLAY_ANYWAY",
    "OPPONENT_HAS_NO_CARD",
    "OPPONENT_HAS_NO_MARKER",
    "OPPONENT_CANNOT_COMMAND",
    "OPPONENT_COULD_COMMAND_NOTHING",
]


def why_pointless(public: PublicState, action: Action) -> Pointless | None:
    """Why ``action``, legal at the end of a turn, would change nothing; None if it may."""
    if not isinstance(action, Command):
        return None
    if action.kind == "play":
        return _play(public, public.next_seat)
    if public.rules.second_command == "draw":
        return _draw(public, public.next_seat)
    return _guard(public, public.next_seat)


def is_pointless(public: PublicState, action: Action) -> bool:
    """Whether ``action`` would change nothing but for the marker it costs."""
    return why_pointless(public, action) is not None


def _play(public: PublicState, bound: Seat) -> Pointless | None:
    """A full hand must play anyway; an empty one cannot."""
    size = public.hand_sizes[bound]
    if size >= public.seating.limits[bound]:
        return "OPPONENT_MUST_PLAY_ANYWAY"
    return None if size else "OPPONENT_HAS_NO_CARD"


def _draw(public: PublicState, bound: Seat) -> Pointless | None:
    """Who cannot play draws without being told."""
    if not public.hand_sizes[bound]:
        return "OPPONENT_HAS_NO_CARD"
    side = public.seating.side_of[bound]
    return None if public.supply[side] else "OPPONENT_HAS_NO_MARKER"


def _guard(public: PublicState, bound: Seat) -> Pointless | None:
    """What it forbids could not be said, not be paid for, or would be pointless itself."""
    size, after_draw = public.hand_sizes[bound], public.rules.command_after_draw
    if not size and not after_draw:
        return "OPPONENT_HAS_NO_CARD"
    # He places a marker first, unless he may command after a draw; the last one is kept.
    placed = 0 if after_draw and size < public.seating.limits[bound] else 1
    kept = 1 if public.rules.out_of_markers == "immediate" else 0
    if public.supply[public.seating.side_of[bound]] - placed - kept < 1:
        return "OPPONENT_CANNOT_COMMAND"
    order = public.seating.order
    protected = order[(public.turn + 2) % len(order)]
    return "OPPONENT_COULD_COMMAND_NOTHING" if _play(public, protected) else None
