"""Why an action is not legal: a reason code, never a sentence (sentences belong to the window)."""

from __future__ import annotations

from hacktrick.game.actions import Action, Ask, Command, Draw, Lay, Partner, Play, Start
from hacktrick.game.cards import Counts
from hacktrick.game.legal import may_command_guard, may_command_play, must_draw
from hacktrick.game.powers import Power, owner_of, power_of
from hacktrick.game.reasons import Reason
from hacktrick.game.state import IN_SUPPLY, Observation, PublicState


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
    other = power_of(public, 1 - public.side)
    return "EMPTY_HAND" if not public.hand_sizes[named] or other is None else other.forbidding


def _command(public: PublicState, action: Command) -> Reason:
    if action.kind == "play" and not may_command_play(public):
        return "GUARDED"
    if action.kind == "guard" and not may_command_guard(public):
        return "OPPONENT_HAND_IS_FULL"
    return "LAST_MARKER" if public.supply[public.side] else "NO_MARKER"


def _power(public: PublicState, hand: Counts, action: Action) -> Reason:
    owner = owner_of(action)
    if owner is None:
        return "NOT_NOW"
    if power_of(public, public.side) is not owner:
        return "NO_CODE_FOR_THIS"
    return _why_unusable(public, hand, owner)


def why_unusable(observation: Observation, power: Power) -> Reason:
    """The first reason why nothing that the observing seat's own ``power`` allows is legal."""
    public = observation.public
    if public.phase == "over":
        return "ROUND_IS_OVER"
    if public.seat != observation.seat:
        return "NOT_YOUR_TURN"
    if public.phase != "turn":
        return "NOT_NOW"
    return _why_unusable(public, observation.hand, power)


def _why_unusable(public: PublicState, hand: Counts, power: Power) -> Reason:
    against = power.against(public, hand)
    if against is not None:
        return against
    other = power_of(public, 1 - public.side)
    forbidden = other is not None and any(
        other.forbids(public, 1 - public.side, action) for action in power.actions(hand)
    )
    return other.forbidding if other is not None and forbidden else "NOT_IN_HAND"
