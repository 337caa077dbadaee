"""What a seat may do now. A function of what that seat can see, so legality leaks nothing."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from hacktrick.game.actions import (
    ASK,
    CALL,
    COMMAND_GUARD,
    COMMAND_PLAY,
    DRAW,
    FOLD,
    PARTNER,
    PASS,
    Action,
    Ask,
    Lay,
    Play,
    Start,
)
from hacktrick.game.cards import Card, Counts
from hacktrick.game.powers import power_of, spare_markers
from hacktrick.game.state import IN_SUPPLY, Observation, Phase, PublicState


def legal_actions(observation: Observation) -> tuple[Action, ...]:
    """Everything the observing seat may do now; empty when another seat acts.

    The order is fixed: start-of-turn actions, plays by card, draw, or the ends of a turn.
    """
    public = observation.public
    if public.seat != observation.seat:
        return ()
    return _BY_PHASE[public.phase](public, observation)


def playable(public: PublicState, hand: Counts) -> tuple[Card, ...]:
    """The cards of ``hand`` that differ from the last card of the row."""
    return _different(hand, public.row[-1])


@lru_cache(maxsize=4096)
def _different(hand: Counts, last: Card) -> tuple[Card, ...]:
    return tuple(card for card, copies in enumerate(hand) if copies and card != last)


def must_draw(public: PublicState) -> bool:
    """Whether the command over this turn makes the player draw (``club``)."""
    return public.standing == "guard" and public.rules.second_command == "draw"


def must_play(public: PublicState, hand: Counts) -> bool:
    """Whether the seat to act is obliged to play (RULES section 3)."""
    if must_draw(public):
        return False
    seat = public.seat
    if public.hand_sizes[seat] >= public.seating.limits[seat]:
        return True
    return public.standing == "play" and bool(playable(public, hand))


def _codes(public: PublicState, seen: Observation) -> tuple[Action, ...]:
    return (Lay(None), *(Lay(code) for code in seen.held))


def _start(public: PublicState, seen: Observation) -> tuple[Action, ...]:
    return tuple(Start(card) for card, copies in enumerate(seen.hand) if copies)


def _answer(public: PublicState, seen: Observation) -> tuple[Action, ...]:
    return (CALL, FOLD)


def _over(public: PublicState, seen: Observation) -> tuple[Action, ...]:
    return ()


def _turn(public: PublicState, seen: Observation) -> tuple[Action, ...]:
    hand = seen.hand
    plays = () if must_draw(public) else _plays_of(public, hand)
    ends = plays if must_play(public, hand) else (*plays, DRAW)
    first = before_playing(public, hand)
    return (*first, *ends) if first else ends


def _plays_of(public: PublicState, hand: Counts, again: bool = False) -> tuple[Action, ...]:
    side = public.seating.side_of[public.seat]
    double = public.double[side] == IN_SUPPLY
    return _plays(hand, public.row[-1], public.supply[side] > double, double, again)


@lru_cache(maxsize=8192)
def _plays(hand: Counts, last: Card, single: bool, double: bool, again: bool) -> tuple[Action, ...]:
    sizes = [False] * single + [True] * double
    return tuple(Play(card, size, again) for card in _different(hand, last) for size in sizes)


def before_playing(public: PublicState, hand: Counts) -> tuple[Action, ...]:
    """What may come before playing or drawing; none of it ends the turn but Jack Sun's."""
    offered = _asks(public)
    if not public.partnered and public.seating.partners[public.seat] is not None:
        offered = (*offered, PARTNER)
    if not public.rules.codes:
        return offered
    own, other = power_of(public, public.side), power_of(public, 1 - public.side)
    if own is not None:
        offered = (*offered, *own.offers(public, hand))
    if other is not None:
        offered = tuple(a for a in offered if not other.forbids(public, 1 - public.side, a))
    return offered


def _asks(public: PublicState) -> tuple[Action, ...]:
    seating, seat = public.seating, public.seat
    if public.asked or not public.captured[seating.side_of[seat]]:
        return ()
    opponents = seating.opponents[seat]
    if len(opponents) == 1:
        return (ASK,) if public.hand_sizes[opponents[0]] else ()
    return tuple(Ask(seat) for seat in opponents if public.hand_sizes[seat])


def _command(public: PublicState, seen: Observation) -> tuple[Action, ...]:
    seconds: tuple[Action, ...] = ()
    if public.again and public.supply[public.side]:
        seconds = _plays_of(public, seen.hand, again=True)
    if not spare_markers(public):
        return (*seconds, PASS)
    commands = (COMMAND_PLAY,) if may_command_play(public) else ()
    if may_command_guard(public):
        commands = (*commands, COMMAND_GUARD)
    return (*seconds, PASS, *commands)


def may_command_play(public: PublicState) -> bool:
    """Not under a Guard said in the turn before."""
    return public.standing != "guard" or public.rules.second_command != "guard"


def may_command_guard(public: PublicState) -> bool:
    """Where Guard makes the next player draw, his hand must have room for a card."""
    if public.rules.second_command == "guard":
        return True
    seat = public.next_seat
    return public.hand_sizes[seat] < public.seating.limits[seat]


_BY_PHASE: dict[Phase, Callable[[PublicState, Observation], tuple[Action, ...]]] = {
    "codes": _codes,
    "start": _start,
    "turn": _turn,
    "command": _command,
    "answer": _answer,
    "over": _over,
}
