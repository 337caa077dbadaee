"""What a turn of the solver is made of: what is said in it, and where the net may judge it.

Knows public states and rules; no hands and no beliefs.
"""

from __future__ import annotations

from hacktrick.game.actions import COMMAND_GUARD, COMMAND_PLAY, PASS, Action, Swap, Under
from hacktrick.game.advance import lose_by_markers
from hacktrick.game.legal import (
    before_playing,
    may_command_guard,
    may_command_play,
)
from hacktrick.game.pointless import is_pointless
from hacktrick.game.powers import spare_markers
from hacktrick.game.state import PublicState
from hacktrick.game.view import UNKNOWN_CARD

Move = tuple[Action, ...]
"""A choice of the solver: a whole turn (a play with what is said after it); or an ask, a draw that
a word follows, or that word; or the first card of a turn in which a second may follow, and then
that word, or the second card with it; or a stake, and its answer."""

STUCK: Move = ()


def is_midway(public: PublicState) -> bool:
    """Whether the net does not judge here: the word after a draw, or after the first of two cards,
    is still to be said, or a stake to be answered."""
    return public.phase in ("command", "answer")


def is_staked(public: PublicState) -> bool:
    """Whether both have a point on the table (Hai Doo)."""
    return all(public.stakes)


def words(placed: PublicState, wide: bool) -> tuple[Action, ...]:
    """What may sensibly be said after a play or a draw: nothing that only costs a marker.

    Args:
        wide: all of it; else no Guard, which changes little. One that makes the other draw does.
    """
    if not spare_markers(placed):
        return (PASS,)
    commands = (COMMAND_PLAY,) if may_command_play(placed) else ()
    draws = placed.rules.second_command == "draw"
    if (draws or wide) and may_command_guard(placed):
        commands = (*commands, COMMAND_GUARD)
    return (PASS, *(word for word in commands if not is_pointless(placed, word)))


def may_swap(public: PublicState) -> bool:
    """Whether the mover may take a card for one of his own (Coco van Vaeck), whichever he holds."""
    return any(isinstance(action, Swap) for action in _with_a_card(public))


def may_put_under(public: PublicState) -> bool:
    """Whether the mover may put cards under the deck (Jack Sun), whichever he holds."""
    return any(isinstance(action, Under) for action in _with_a_card(public))


def as_seen_by_all(action: Action) -> Action:
    """An action as whoever looks on knows it: not which cards went under the deck."""
    if isinstance(action, Under):
        return Under((UNKNOWN_CARD,) * len(action.cards))
    return action


def _with_a_card(public: PublicState) -> tuple[Action, ...]:
    """What may be done before playing by a hand that has a card; some powers need one, and none
    asks which."""
    return before_playing(public, (1,)) if public.hand_sizes[public.seat] else ()


def openers(public: PublicState) -> tuple[Action, ...]:
    """What everybody knows that the mover may do before he plays or draws, whatever he holds."""
    return before_playing(public, ())


def out_of_markers(public: PublicState) -> PublicState:
    """Loses the round for a full hand without a marker (``when_obliged``): known to all."""
    seat = public.seat
    if public.rules.out_of_markers != "when_obliged" or public.result is not None:
        return public
    if public.phase != "turn" or public.supply[seat]:
        return public
    if public.hand_sizes[seat] < public.seating.limits[seat]:
        return public
    return lose_by_markers(public, public.side)
