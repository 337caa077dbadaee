"""Lists the legal actions, and gives the reasons why an action is refused or a command pointless.

Everything depends only on what the acting seat observes, so legality reveals no hidden card.
Reasons are codes; ``hacktrick.i18n`` has the sentences for players.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Literal

from hacktrick.game.actions import (
    ASK,
    ASK_PARTNER,
    CALL,
    COMMAND_GUARD,
    COMMAND_PLAY,
    DRAW,
    FOLD,
    PASS,
    Action,
    Ask,
    Command,
    LayCode,
    LayStartCard,
    Play,
    RefusalReason,
)
from hacktrick.game.cards import Card, Counts
from hacktrick.game.code_powers import (
    Power,
    n_payable_supply_markers,
    power_in_force,
    power_used_by,
)
from hacktrick.game.state import IN_SUPPLY, Observation, Phase, PublicState, Seat


def legal_actions(observation: Observation) -> tuple[Action, ...]:
    """Return every action that is legal for the observing seat; empty if another seat must act.

    The order is fixed: first the actions before a card is played or drawn, then plays by card
    value, then the draw. After a card has been played, the legal actions are second cards, where a
    code allows them, and the ways to end the turn.
    """
    public = observation.public
    if public.seat != observation.seat:
        return ()
    return _BY_PHASE[public.phase](public, observation)


def playable_cards(public: PublicState, hand: Counts) -> tuple[Card, ...]:
    """Return the values in ``hand`` that differ from the last card of the row."""
    return _cards_different_from(hand, public.row[-1])


@lru_cache(maxsize=4096)
def _cards_different_from(hand: Counts, last: Card) -> tuple[Card, ...]:
    return tuple(card for card, copies in enumerate(hand) if copies and card != last)


def is_commanded_to_draw(public: PublicState) -> bool:
    """Return whether a command makes the seat to act draw in this turn, as only ``club`` allows."""
    return public.command_in_force == "guard" and public.rules.second_command == "draw"


def must_play(public: PublicState, hand: Counts) -> bool:
    """Return whether the seat to act must play a card in this turn (RULES section 3)."""
    if is_commanded_to_draw(public):
        return False
    seat = public.seat
    if public.hand_sizes[seat] >= public.seating.limits[seat]:
        return True
    return public.command_in_force == "play" and bool(playable_cards(public, hand))


def _code_phase_actions(public: PublicState, seen: Observation) -> tuple[Action, ...]:
    return (LayCode(None), *(LayCode(code) for code in seen.held))


def _start_phase_actions(public: PublicState, seen: Observation) -> tuple[Action, ...]:
    return tuple(LayStartCard(card) for card, copies in enumerate(seen.hand) if copies)


def _answer_phase_actions(public: PublicState, seen: Observation) -> tuple[Action, ...]:
    return (CALL, FOLD)


def _no_actions(public: PublicState, seen: Observation) -> tuple[Action, ...]:
    return ()


def _turn_phase_actions(public: PublicState, seen: Observation) -> tuple[Action, ...]:
    hand = seen.hand
    plays = () if is_commanded_to_draw(public) else _legal_plays(public, hand)
    ends = plays if must_play(public, hand) else (*plays, DRAW)
    first = actions_before_playing(public, hand)
    return (*first, *ends) if first else ends


def _legal_plays(
    public: PublicState, hand: Counts, is_second_card: bool = False
) -> tuple[Action, ...]:
    side = public.seating.side_of[public.seat]
    double = public.double[side] == IN_SUPPLY
    return _plays_with_markers(
        hand, public.row[-1], public.supply[side] > double, double, is_second_card
    )


@lru_cache(maxsize=8192)
def _plays_with_markers(
    hand: Counts, last: Card, single: bool, double: bool, is_second_card: bool
) -> tuple[Action, ...]:
    sizes = [False] * single + [True] * double
    return tuple(
        Play(card, size, is_second_card)
        for card in _cards_different_from(hand, last)
        for size in sizes
    )


def actions_before_playing(public: PublicState, hand: Counts) -> tuple[Action, ...]:
    """Return the actions that are allowed before a card is played or drawn.

    Of these actions, only Jack Sun's power ends the turn.
    """
    offered = _ask_actions(public)
    if not public.has_asked_partner and public.seating.partners[public.seat] is not None:
        offered = (*offered, ASK_PARTNER)
    if not public.rules.has_codes:
        return offered
    own, other = power_in_force(public, public.side), power_in_force(public, 1 - public.side)
    if own is not None:
        offered = (*offered, *own.offered_actions(public, hand))
    if other is not None:
        offered = tuple(a for a in offered if not other.forbids(public, 1 - public.side, a))
    return offered


def _ask_actions(public: PublicState) -> tuple[Action, ...]:
    seating, seat = public.seating, public.seat
    if public.has_asked or not public.captured[seating.side_of[seat]]:
        return ()
    opponents = seating.opponents[seat]
    if len(opponents) == 1:
        return (ASK,) if public.hand_sizes[opponents[0]] else ()
    return tuple(Ask(seat) for seat in opponents if public.hand_sizes[seat])


def _command_phase_actions(public: PublicState, seen: Observation) -> tuple[Action, ...]:
    seconds: tuple[Action, ...] = ()
    if public.is_second_card_allowed and public.supply[public.side]:
        seconds = _legal_plays(public, seen.hand, is_second_card=True)
    if not n_payable_supply_markers(public):
        return (*seconds, PASS)
    commands = (COMMAND_PLAY,) if can_command_play(public) else ()
    if can_command_guard(public):
        commands = (*commands, COMMAND_GUARD)
    return (*seconds, PASS, *commands)


def can_command_play(public: PublicState) -> bool:
    """Return whether the player to act may command Play; a Guard in the turn before forbids it."""
    return public.command_in_force != "guard" or public.rules.second_command != "guard"


def can_command_guard(public: PublicState) -> bool:
    """Return whether the player to act may command Guard.

    Where Guard makes the next player draw, that player's hand must have room for a card.
    """
    if public.rules.second_command == "guard":
        return True
    seat = public.next_seat
    return public.hand_sizes[seat] < public.seating.limits[seat]


_BY_PHASE: dict[Phase, Callable[[PublicState, Observation], tuple[Action, ...]]] = {
    "codes": _code_phase_actions,
    "start": _start_phase_actions,
    "turn": _turn_phase_actions,
    "command": _command_phase_actions,
    "answer": _answer_phase_actions,
    "over": _no_actions,
}


PointlessReason = Literal[
    "OPPONENT_MUST_PLAY_ANYWAY",
    "OPPONENT_HAS_NO_CARD",
    "OPPONENT_HAS_NO_MARKER",
    "OPPONENT_CANNOT_COMMAND",
    "OPPONENT_COULD_COMMAND_NOTHING",
]


def pointless_reason(public: PublicState, action: Action) -> PointlessReason | None:
    """Return the reason why a legal command changes nothing; None if it may change something."""
    if action.verb != "command":
        return None
    if action.kind == "play":
        return _pointless_play_reason(public, public.next_seat)
    if public.rules.second_command == "draw":
        return _pointless_draw_reason(public, public.next_seat)
    return _pointless_guard_reason(public, public.next_seat)


def is_pointless_command(public: PublicState, action: Action) -> bool:
    """Return whether ``action`` is a command that costs a marker but changes nothing."""
    return pointless_reason(public, action) is not None


def _pointless_play_reason(public: PublicState, bound: Seat) -> PointlessReason | None:
    """Return the reason why a command to play is pointless; None if it is not.

    A player with a full hand must play anyway, and a player without cards cannot play.

    Args:
        bound: the seat that the command binds.
    """
    size = public.hand_sizes[bound]
    if size >= public.seating.limits[bound]:
        return "OPPONENT_MUST_PLAY_ANYWAY"
    return None if size else "OPPONENT_HAS_NO_CARD"


def _pointless_draw_reason(public: PublicState, bound: Seat) -> PointlessReason | None:
    """Return the reason why a command to draw is pointless; None if it is not.

    A player who cannot play draws anyway.

    Args:
        bound: the seat that the command binds.
    """
    if not public.hand_sizes[bound]:
        return "OPPONENT_HAS_NO_CARD"
    side = public.seating.side_of[bound]
    return None if public.supply[side] else "OPPONENT_HAS_NO_MARKER"


def _pointless_guard_reason(public: PublicState, bound: Seat) -> PointlessReason | None:
    """Return the reason why a Guard is pointless; None if it is not.

    A Guard is pointless if the command to play that it forbids is impossible, too expensive or
    pointless itself.

    Args:
        bound: the seat that the command binds.
    """
    size, after_draw = public.hand_sizes[bound], public.rules.command_after_draw
    if not size and not after_draw:
        return "OPPONENT_HAS_NO_CARD"
    # The next player places a marker first, unless a command may follow a draw. Under
    # `immediate` the last marker cannot be paid.
    placed = 0 if after_draw and size < public.seating.limits[bound] else 1
    kept = 1 if public.rules.out_of_markers == "immediate" else 0
    if public.supply[public.seating.side_of[bound]] - placed - kept < 1:
        return "OPPONENT_CANNOT_COMMAND"
    order = public.seating.order
    protected = order[(public.turn + 2) % len(order)]
    return "OPPONENT_COULD_COMMAND_NOTHING" if _pointless_play_reason(public, protected) else None


class IllegalAction(ValueError):
    """Raised if an action is not legal now.

    Attributes:
        reason: the reason, as a code.
    """

    def __init__(self, action: Action, reason: RefusalReason) -> None:
        super().__init__(f"{str(action)!r} is not legal: {reason}")
        self.action = action
        self.reason = reason


def refusal_reason(observation: Observation, action: Action) -> RefusalReason:
    """Return the first reason why ``action`` is not legal for the observing seat.

    The action must not be among ``legal_actions(observation)``. The answer depends only on what the
    seat can see.
    """
    public = observation.public
    if public.phase == "over":
        return "ROUND_IS_OVER"
    if public.seat != observation.seat:
        return "NOT_YOUR_TURN"
    if action.verb == "lay":
        return "CODE_NOT_HELD" if public.phase == "codes" else "NOT_NOW"
    if action.verb == "start":
        return "NOT_IN_HAND" if public.phase == "start" else "NOT_NOW"
    if action.verb == "command":
        return _command_refusal(public, action) if public.phase == "command" else "NOT_NOW"
    if action.verb == "play" and action.is_second_card:
        return _second_card_refusal(public, observation.hand, action)
    if public.phase != "turn":
        return "NOT_NOW"
    return _turn_refusal(public, observation.hand, action)


def _turn_refusal(public: PublicState, hand: Counts, action: Action) -> RefusalReason:
    if action.verb == "play":
        return _play_refusal(public, hand, action)
    if action.verb == "draw":
        return _draw_refusal(public)
    if action.verb == "ask" and not action.from_supply:
        return _ask_refusal(public, action)
    if action.verb == "partner":
        partner = public.seating.partner_of(public.seat)
        return "NO_PARTNER" if partner is None else "ALREADY_ASKED"
    return _power_refusal(public, hand, action)


def _play_refusal(public: PublicState, hand: Counts, action: Play) -> RefusalReason:
    side = public.side
    if not 0 <= action.card < len(hand) or not hand[action.card]:
        return "NOT_IN_HAND"
    if action.card == public.row[-1]:
        return "SAME_AS_LAST_CARD"
    if is_commanded_to_draw(public):
        return "MUST_DRAW"
    if not public.supply[side]:
        return "NO_MARKER"
    if action.double and public.double[side] != IN_SUPPLY:
        return "DOUBLE_NOT_IN_SUPPLY"
    return "NO_SINGLE"


def _second_card_refusal(public: PublicState, hand: Counts, action: Play) -> RefusalReason:
    if public.phase != "command" or not public.is_second_card_allowed:
        return "NO_SECOND_CARD"
    return _play_refusal(public, hand, action)


def _draw_refusal(public: PublicState) -> RefusalReason:
    full = public.hand_sizes[public.seat] >= public.seating.limits[public.seat]
    return "HAND_IS_FULL" if full else "COMMANDED_TO_PLAY"


def _ask_refusal(public: PublicState, action: Ask) -> RefusalReason:
    opponents = public.seating.opponents_of(public.seat)
    named = action.seat if len(opponents) > 1 else (opponents[0] if action.seat is None else None)
    if named not in opponents:
        return "NO_SUCH_OPPONENT"
    if public.has_asked:
        return "ALREADY_ASKED"
    if not public.captured[public.side]:
        return "NO_CAPTURED_MARKER"
    other = power_in_force(public, 1 - public.side)
    return "EMPTY_HAND" if not public.hand_sizes[named] or other is None else other.forbid_reason


def _command_refusal(public: PublicState, action: Command) -> RefusalReason:
    if action.kind == "play" and not can_command_play(public):
        return "GUARDED"
    if action.kind == "guard" and not can_command_guard(public):
        return "OPPONENT_HAND_IS_FULL"
    return "LAST_MARKER" if public.supply[public.side] else "NO_MARKER"


def _power_refusal(public: PublicState, hand: Counts, action: Action) -> RefusalReason:
    owner = power_used_by(action)
    if owner is None:
        return "NOT_NOW"
    if power_in_force(public, public.side) is not owner:
        return "NO_CODE_FOR_THIS"
    return _power_refusal_reason(public, hand, owner)


def power_refusal_reason(observation: Observation, power: Power) -> RefusalReason:
    """Return the first reason why the observing seat cannot use its code's ``power`` now."""
    public = observation.public
    if public.phase == "over":
        return "ROUND_IS_OVER"
    if public.seat != observation.seat:
        return "NOT_YOUR_TURN"
    if public.phase != "turn":
        return "NOT_NOW"
    return _power_refusal_reason(public, observation.hand, power)


def _power_refusal_reason(public: PublicState, hand: Counts, power: Power) -> RefusalReason:
    against = power.refusal(public, hand)
    if against is not None:
        return against
    other = power_in_force(public, 1 - public.side)
    forbidden = other is not None and any(
        other.forbids(public, 1 - public.side, action) for action in power.actions(hand)
    )
    return other.forbid_reason if other is not None and forbidden else "NOT_IN_HAND"
