"""Why an action is not legal: a reason code, never a sentence (sentences belong to the window)."""

from __future__ import annotations

from typing import Literal

from hacktrick.game.actions import Action, Ask, Command, Draw, Lay, Partner, Play, Start
from hacktrick.game.cards import Counts
from hacktrick.game.legal import may_command_guard, may_command_play, must_draw
from hacktrick.game.powers import power_of, spare_markers
from hacktrick.game.state import IN_SUPPLY, Observation, PublicState

Reason = Literal[
    "NOT_YOUR_TURN",
    "ROUND_IS_OVER",
    "NOT_NOW",
    "NOT_IN_HAND",
    "SAME_AS_LAST_CARD",
    "MUST_DRAW",
    "NO_MARKER",
    "NO_SINGLE",
    "DOUBLE_NOT_IN_SUPPLY",
    "HAND_IS_FULL",
    "COMMANDED_TO_PLAY",
    "NO_CAPTURED_MARKER",
    "ALREADY_ASKED",
    "EMPTY_HAND",
    "NO_SUCH_OPPONENT",
    "ASKING_IS_FORBIDDEN",
    "LAST_MARKER",
    "GUARDED",
    "OPPONENT_HAND_IS_FULL",
    "NO_CODE_FOR_THIS",
    "CODE_NOT_HELD",
    "POWER_IS_SPENT",
    "NO_POINT_TO_STAKE",
    "NO_PARTNER",
    "NO_SECOND_CARD",
]

REASONS: tuple[Reason, ...] = Reason.__args__  # type: ignore[attr-defined]


class IllegalAction(ValueError):
    """An action that is not legal now, with the reason as a code."""

    def __init__(self, action: Action, reason: Reason) -> None:
        super().__init__(f"{str(action)!r} is not legal: {reason}")
        self.action = action
        self.reason = reason


def why_not(observation: Observation, action: Action) -> Reason:
    """The first reason why ``action`` is not legal for the observing seat.

    Only meaningful for an action that is not in ``legal_actions(observation)``; the answer
    depends on nothing that the seat cannot see.
    """
    public = observation.public
    if public.phase == "over":
        return "ROUND_IS_OVER"
    if public.seat != observation.seat:
        return "NOT_YOUR_TURN"
    if isinstance(action, Lay):
        return "CODE_NOT_HELD" if public.phase == "codes" else "NOT_NOW"
    if isinstance(action, Start):
        return "NOT_IN_HAND" if public.phase == "start" else "NOT_NOW"
    if isinstance(action, Command):
        return _command(public, action) if public.phase == "command" else "NOT_NOW"
    if isinstance(action, Play) and action.again:
        return _again(public, observation.hand, action)
    if public.phase != "turn":
        return "NOT_NOW"
    return _in_turn(public, observation.hand, action)


def _in_turn(public: PublicState, hand: Counts, action: Action) -> Reason:
    if isinstance(action, Play):
        return _play(public, hand, action)
    if isinstance(action, Draw):
        return _draw(public)
    if isinstance(action, Ask) and not action.own:
        return _ask(public, action)
    if isinstance(action, Partner):
        partner = public.seating.partner_of(public.seat)
        return "NO_PARTNER" if partner is None else "ALREADY_ASKED"
    return _power(public, hand, action)


def _play(public: PublicState, hand: Counts, action: Play) -> Reason:
    side = public.side
    if not 0 <= action.card < len(hand) or not hand[action.card]:
        return "NOT_IN_HAND"
    if action.card == public.row[-1]:
        return "SAME_AS_LAST_CARD"
    if must_draw(public):
        return "MUST_DRAW"
    if not public.supply[side]:
        return "NO_MARKER"
    if action.double and public.double[side] != IN_SUPPLY:
        return "DOUBLE_NOT_IN_SUPPLY"
    return "NO_SINGLE"


def _again(public: PublicState, hand: Counts, action: Play) -> Reason:
    if public.phase != "command" or not public.again:
        return "NO_SECOND_CARD"
    return _play(public, hand, action)


def _draw(public: PublicState) -> Reason:
    full = public.hand_sizes[public.seat] >= public.seating.limits[public.seat]
    return "HAND_IS_FULL" if full else "COMMANDED_TO_PLAY"


def _ask(public: PublicState, action: Ask) -> Reason:
    opponents = public.seating.opponents_of(public.seat)
    named = action.seat if len(opponents) > 1 else (opponents[0] if action.seat is None else None)
    if named not in opponents:
        return "NO_SUCH_OPPONENT"
    if public.asked:
        return "ALREADY_ASKED"
    if not public.captured[public.side]:
        return "NO_CAPTURED_MARKER"
    return "EMPTY_HAND" if not public.hand_sizes[named] else "ASKING_IS_FORBIDDEN"


def _command(public: PublicState, action: Command) -> Reason:
    if action.kind == "play" and not may_command_play(public):
        return "GUARDED"
    if action.kind == "guard" and not may_command_guard(public):
        return "OPPONENT_HAND_IS_FULL"
    return "LAST_MARKER" if public.supply[public.side] else "NO_MARKER"


_CODE_OF: dict[str, str] = {
    "ask": "popescu",
    "swap": "vaeck",
    "discard": "huang",
    "stake": "doo",
    "under": "sun",
}


def _power(public: PublicState, hand: Counts, action: Action) -> Reason:
    verb = str(action).split(" ")[0]
    own = power_of(public, public.side)
    if verb not in _CODE_OF:
        return "NOT_NOW"
    if own is None or own.code != _CODE_OF[verb]:
        return "NO_CODE_FOR_THIS"
    return _POWER_REASONS[verb](public, hand, action)


def _why_ask_own(public: PublicState, hand: Counts, action: Action) -> Reason:
    (opponent,) = public.seating.opponents_of(public.seat)
    other = power_of(public, 1 - public.side)
    if public.asked:
        return "ALREADY_ASKED"
    if not public.hand_sizes[opponent]:
        return "EMPTY_HAND"
    if other and other.forbids(public, 1 - public.side, action):
        return "ASKING_IS_FORBIDDEN"
    return "LAST_MARKER"


def _why_swap(public: PublicState, hand: Counts, action: Action) -> Reason:
    if public.asked:
        return "ALREADY_ASKED"
    if not public.captured[public.side]:
        return "NO_CAPTURED_MARKER"
    (opponent,) = public.seating.opponents_of(public.seat)
    if not public.hand_sizes[opponent] or not sum(hand):
        return "EMPTY_HAND"
    return "NOT_IN_HAND"


def _why_discard(public: PublicState, hand: Counts, action: Action) -> Reason:
    if public.used[public.side]:
        return "POWER_IS_SPENT"
    if not public.supply[1 - public.side]:
        return "NO_MARKER"
    return "LAST_MARKER" if not spare_markers(public) else "NO_SINGLE"


def _why_stake(public: PublicState, hand: Counts, action: Action) -> Reason:
    return "POWER_IS_SPENT" if public.used[public.side] else "NO_POINT_TO_STAKE"


def _why_under(public: PublicState, hand: Counts, action: Action) -> Reason:
    if public.hand_sizes[public.seat] >= public.seating.limits[public.seat]:
        return "HAND_IS_FULL"
    if must_draw(public):
        return "MUST_DRAW"
    if public.standing == "play":
        return "COMMANDED_TO_PLAY"
    return "NOT_IN_HAND"


_POWER_REASONS = {
    "ask": _why_ask_own,
    "swap": _why_swap,
    "discard": _why_discard,
    "stake": _why_stake,
    "under": _why_under,
}
