"""The twelve codes of Battle of Wits: small records over a closed list of moments (RULES 7).

Moments: ``cancels`` (the reveal), ``extra_markers`` (the deal), ``offers`` (actions are listed),
``forbids`` (the other side's actions are listed), ``again`` (a turn begins), ``completes`` (a
marker was placed), ``line_factor`` (a line is scored). The engine asks at these moments and
nowhere names a code.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations

from hacktrick.game.actions import ASK_OWN, DISCARD, STAKE, Action, Ask, Swap, Under
from hacktrick.game.cards import Counts, cards_of
from hacktrick.game.keypad import Key, Line
from hacktrick.game.rules import Side
from hacktrick.game.state import PublicState

ANDY_KEYS: tuple[Key, ...] = (1, 2, 8, 9)
DODO_LINES: tuple[Line, ...] = ((2, 5, 8), (1, 5, 9))


def _nothing(public: PublicState, hand: Counts) -> tuple[Action, ...]:
    return ()


def _allows(public: PublicState, owner: Side, action: Action) -> bool:
    return False


def _no(public: PublicState, side: Side) -> bool:
    return False


def _no_win(public: PublicState, side: Side, key: Key, taken: int) -> bool:
    return False


def _simple(line: Line) -> int:
    return 1


@dataclass(frozen=True, slots=True)
class Power:
    """What one code changes, and when."""

    code: str
    cancels: bool = False
    extra_markers: int = 0
    offers: Callable[[PublicState, Counts], tuple[Action, ...]] = _nothing
    forbids: Callable[[PublicState, Side, Action], bool] = _allows
    again: Callable[[PublicState, Side], bool] = _no
    completes: Callable[[PublicState, Side, Key, int], bool] = _no_win
    line_factor: Callable[[Line], int] = _simple


def has_pair_of_ten(public: PublicState, side: Side) -> bool:
    """Two own markers on keys that sum to 10: 3-7, 1-9, 2-8, 4-6, or two on 5."""
    board = public.board
    return board[4][side] >= 2 or any(
        board[key - 1][side] and board[9 - key][side] for key in (1, 2, 3, 4)
    )


def spare_markers(public: PublicState) -> int:
    """How many markers the side to act may pay: not the last one under ``immediate``."""
    kept = 1 if public.rules.out_of_markers == "immediate" else 0
    return max(0, public.supply[public.side] - kept)


def _second_on_the_double(public: PublicState, side: Side, key: Key, taken: int) -> bool:
    # The double must be there first: it was not placed in this turn.
    there_first = public.double[side] == key and public.double_turn[side] != public.turn
    return there_first and public.markers_on(key, side) >= 2


def _three_captured(public: PublicState, side: Side, key: Key, taken: int) -> bool:
    return taken > 0 and public.captured[side] >= 3


def _three_of_andys(public: PublicState, side: Side, key: Key, taken: int) -> bool:
    return key in ANDY_KEYS and sum(public.markers_on(k, side) for k in ANDY_KEYS) >= 3


def _offer_discard(public: PublicState, hand: Counts) -> tuple[Action, ...]:
    side = public.side
    may = (
        not public.used[side]
        and public.singles(side) > 0
        and spare_markers(public) > 0
        and public.supply[1 - side] > 0
    )
    return (DISCARD,) if may else ()


def _offer_ask_own(public: PublicState, hand: Counts) -> tuple[Action, ...]:
    (opponent,) = public.seating.opponents_of(public.seat)
    may = not public.asked and spare_markers(public) > 0 and public.hand_sizes[opponent] > 0
    return (ASK_OWN,) if may else ()


def _offer_swap(public: PublicState, hand: Counts) -> tuple[Action, ...]:
    (opponent,) = public.seating.opponents_of(public.seat)
    if public.asked or not public.captured[public.side] or not public.hand_sizes[opponent]:
        return ()
    return tuple(Swap(card) for card, copies in enumerate(hand) if copies)


def _offer_under(public: PublicState, hand: Counts) -> tuple[Action, ...]:
    seat = public.seat
    commanded = public.standing == "play" or (
        public.standing == "guard" and public.rules.second_command == "draw"
    )
    if commanded or public.hand_sizes[seat] >= public.seating.limits[seat]:
        return ()
    return _orders(hand)


@lru_cache(maxsize=2048)
def _orders(hand: Counts) -> tuple[Action, ...]:
    cards = cards_of(hand)
    found = {order for n in range(1, len(cards) + 1) for order in permutations(cards, n)}
    return tuple(Under(order) for order in sorted(found))


def _offer_stake(public: PublicState, hand: Counts) -> tuple[Action, ...]:
    may = not public.used[public.side] and min(public.score) >= 1
    return (STAKE,) if may else ()


def _no_asking(public: PublicState, owner: Side, action: Action) -> bool:
    return isinstance(action, Ask) and has_pair_of_ten(public, owner)


def _dodo_line(line: Line) -> int:
    return 2 if line in DODO_LINES else 1


POWERS: dict[str, Power] = {
    power.code: power
    for power in (
        Power("slavic", completes=_second_on_the_double),
        Power("baltic", completes=_three_captured),
        Power("god", completes=_three_of_andys),
        Power("huang", extra_markers=1, offers=_offer_discard),
        Power("popescu", offers=_offer_ask_own),
        Power("vaeck", offers=_offer_swap),
        Power("sun", offers=_offer_under),
        Power("kriskaya", again=has_pair_of_ten),
        Power("grigorova", forbids=_no_asking),
        Power("gorilla", line_factor=_dodo_line),
        Power("doo", offers=_offer_stake),
        Power("rukowski", cancels=True),
    )
}


def power_of(public: PublicState, side: Side) -> Power | None:
    """The power in force for ``side``, if any."""
    code = public.codes[side]
    return POWERS[code] if code else None


def in_force(laid: tuple[str | None, ...]) -> tuple[str | None, ...]:
    """The codes, by side, that hold after the reveal of ``laid`` (two sides)."""
    cancelled = [code is not None and POWERS[code].cancels for code in reversed(laid)]
    return tuple(None if gone else code for code, gone in zip(laid, cancelled, strict=True))
