"""The powers of the twelve codes of Battle of Wits (RULES section 7), one record for each code.

A record has hooks for fixed moments: ``cancels`` (when codes are revealed), ``extra_markers`` (at
the start), ``offered_actions`` and ``forbids`` (when actions are listed), ``allows_second_card``
(at the start of a turn), ``wins`` (when a marker is placed) and ``line_factor`` (when a line is
scored). The engine calls the hooks and never names a code.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations

from hacktrick.game.actions import (
    ASK_OWN,
    FORCE_PAYMENT,
    STAKE,
    Action,
    PutUnderDeck,
    RefusalReason,
    Swap,
)
from hacktrick.game.cards import Counts, cards_of
from hacktrick.game.keypad import Key, Line
from hacktrick.game.state import PublicState, Side

ANDY_KEYS: tuple[Key, ...] = (1, 2, 8, 9)
DODO_LINES: tuple[Line, ...] = ((2, 5, 8), (1, 5, 9))


def _no_actions(hand: Counts) -> tuple[Action, ...]:
    return ()


def _refusal_not_now(public: PublicState, hand: Counts) -> RefusalReason | None:
    return "NOT_NOW"


def _forbids_nothing(public: PublicState, owner: Side, action: Action) -> bool:
    return False


def _always_false(public: PublicState, side: Side) -> bool:
    return False


def _no_win(public: PublicState, side: Side, key: Key, taken: int) -> bool:
    return False


def _key_just_marked(public: PublicState, side: Side, key: Key) -> tuple[Key, ...]:
    return (key,)


def _normal_line_factor(line: Line) -> int:
    return 1


@dataclass(frozen=True, slots=True)
class Power:
    """The effects of one code, and when they happen. The owner is the player who has laid the code.

    Attributes:
        cancels: whether the opponent's code has no effect.
        extra_markers: the number of additional singles that the owner gets at the start.
        actions: returns the actions that use the power with a given hand, whether allowed or not.
        has_choice: whether the player chooses cards for the power, which then has several actions.
        refusal: returns the first reason why the power cannot be used at the start of this turn;
            None if it can be used.
        forbids: returns whether the owner's opponent may not make an action.
        forbid_reason: the reason given to the opponent for a forbidden action.
        allows_second_card: returns whether the owner may play two cards in this turn.
        wins: returns whether the marker that the owner has just placed wins the round by this code.
        winning_keys: returns the keys whose markers have won the round by this code.
        line_factor: returns the factor for the points of a line.
    """

    code: str
    cancels: bool = False
    extra_markers: int = 0
    actions: Callable[[Counts], tuple[Action, ...]] = _no_actions
    has_choice: bool = False
    refusal: Callable[[PublicState, Counts], RefusalReason | None] = _refusal_not_now
    forbids: Callable[[PublicState, Side, Action], bool] = _forbids_nothing
    forbid_reason: RefusalReason = "NOT_NOW"
    allows_second_card: Callable[[PublicState, Side], bool] = _always_false
    wins: Callable[[PublicState, Side, Key, int], bool] = _no_win
    winning_keys: Callable[[PublicState, Side, Key], tuple[Key, ...]] = _key_just_marked
    line_factor: Callable[[Line], int] = _normal_line_factor

    @property
    def has_actions(self) -> bool:
        """Whether the owner uses the power by an action; otherwise the power works by itself."""
        return self.actions is not _no_actions

    @property
    def gives_a_second_card(self) -> bool:
        """Whether the power can allow its owner a second card in a turn."""
        return self.allows_second_card is not _always_false

    def offered_actions(self, public: PublicState, hand: Counts) -> tuple[Action, ...]:
        """Return the actions that use the power at the start of this turn; empty if there are none.

        The opponent's code may still forbid some of these actions.
        """
        return () if self.refusal(public, hand) is not None else self.actions(hand)


def has_pair_of_ten(public: PublicState, side: Side) -> bool:
    """Return whether a side has two markers on keys that sum to 10.

    The pairs of keys are 3-7, 1-9, 2-8, 4-6, and 5 with itself.
    """
    board = public.board
    # The middle key is 5; in smaller games, pairs sum to twice the middle key.
    middle = len(board) // 2
    return board[middle][side] >= 2 or any(
        board[key][side] and board[-1 - key][side] for key in range(middle)
    )


def n_payable_supply_markers(public: PublicState) -> int:
    """Return the number of markers that the side to act may pay.

    Under the rule ``immediate`` for running out of markers, the last marker cannot be paid.
    """
    kept = 1 if public.rules.out_of_markers == "immediate" else 0
    return max(0, public.supply[public.side] - kept)


def _is_second_on_double(public: PublicState, side: Side, key: Key, taken: int) -> bool:
    # The double must have been placed in an earlier turn.
    return public.double[side] == key and public.double_turn[side] != public.turn


def _has_three_captured(public: PublicState, side: Side, key: Key, taken: int) -> bool:
    return taken > 0 and public.captured[side] >= 3


def _has_three_andy_markers(public: PublicState, side: Side, key: Key, taken: int) -> bool:
    return key in ANDY_KEYS and _n_andy_markers(public, side) >= 3


def _n_andy_markers(public: PublicState, side: Side) -> int:
    keys = (key for key in ANDY_KEYS if key <= len(public.board))
    return sum(public.markers_on(key, side) for key in keys)


def _marked_andy_keys(public: PublicState, side: Side, key: Key) -> tuple[Key, ...]:
    return tuple(key for key in sorted(ANDY_KEYS) if public.markers_on(key, side))


def _force_payment_actions(hand: Counts) -> tuple[Action, ...]:
    return (FORCE_PAYMENT,)


def _refusal_of_force_payment(public: PublicState, hand: Counts) -> RefusalReason | None:
    side = public.side
    if public.used[side]:
        return "POWER_IS_SPENT"
    if not public.supply[1 - side]:
        return "NO_MARKER"
    if not n_payable_supply_markers(public):
        return "LAST_MARKER"
    return None if public.n_singles_in_supply(side) else "NO_SINGLE"


def _ask_by_own_marker_actions(hand: Counts) -> tuple[Action, ...]:
    return (ASK_OWN,)


def _refusal_of_ask_by_own_marker(public: PublicState, hand: Counts) -> RefusalReason | None:
    (opponent,) = public.seating.opponents_of(public.seat)
    if public.has_asked:
        return "ALREADY_ASKED"
    if not public.hand_sizes[opponent]:
        return "EMPTY_HAND"
    return None if n_payable_supply_markers(public) else "LAST_MARKER"


def _swap_actions(hand: Counts) -> tuple[Action, ...]:
    return tuple(Swap(card) for card, copies in enumerate(hand) if copies)


def _refusal_of_swap(public: PublicState, hand: Counts) -> RefusalReason | None:
    if public.has_asked:
        return "ALREADY_ASKED"
    if not public.captured[public.side]:
        return "NO_CAPTURED_MARKER"
    (opponent,) = public.seating.opponents_of(public.seat)
    return None if public.hand_sizes[opponent] and any(hand) else "EMPTY_HAND"


@lru_cache(maxsize=2048)
def _put_under_deck_actions(hand: Counts) -> tuple[Action, ...]:
    cards = cards_of(hand)
    found = {order for n in range(1, len(cards) + 1) for order in permutations(cards, n)}
    return tuple(PutUnderDeck(order) for order in sorted(found))


def _refusal_of_put_under_deck(public: PublicState, hand: Counts) -> RefusalReason | None:
    if public.hand_sizes[public.seat] >= public.seating.limits[public.seat]:
        return "HAND_IS_FULL"
    if public.command_in_force == "guard" and public.rules.second_command == "draw":
        return "MUST_DRAW"
    return "COMMANDED_TO_PLAY" if public.command_in_force == "play" else None


def _stake_actions(hand: Counts) -> tuple[Action, ...]:
    return (STAKE,)


def _refusal_of_stake(public: PublicState, hand: Counts) -> RefusalReason | None:
    if public.used[public.side]:
        return "POWER_IS_SPENT"
    return None if min(public.score) >= 1 else "NO_POINT_TO_STAKE"


def _forbids_asking(public: PublicState, owner: Side, action: Action) -> bool:
    return action.verb == "ask" and has_pair_of_ten(public, owner)


def _dodo_line_factor(line: Line) -> int:
    return 2 if line in DODO_LINES else 1


POWERS: dict[str, Power] = {
    power.code: power
    for power in (
        Power("slavic", wins=_is_second_on_double),
        Power("baltic", wins=_has_three_captured),
        Power("god", wins=_has_three_andy_markers, winning_keys=_marked_andy_keys),
        Power(
            "huang",
            extra_markers=1,
            actions=_force_payment_actions,
            refusal=_refusal_of_force_payment,
        ),
        Power("popescu", actions=_ask_by_own_marker_actions, refusal=_refusal_of_ask_by_own_marker),
        Power("vaeck", actions=_swap_actions, has_choice=True, refusal=_refusal_of_swap),
        Power(
            "sun",
            actions=_put_under_deck_actions,
            has_choice=True,
            refusal=_refusal_of_put_under_deck,
        ),
        Power("kriskaya", allows_second_card=has_pair_of_ten),
        Power("grigorova", forbids=_forbids_asking, forbid_reason="ASKING_IS_FORBIDDEN"),
        Power("gorilla", line_factor=_dodo_line_factor),
        Power("doo", actions=_stake_actions, refusal=_refusal_of_stake),
        Power("rukowski", cancels=True),
    )
}


def power_in_force(public: PublicState, side: Side) -> Power | None:
    """Return the power in force for ``side``; None if no code is in force."""
    code = public.codes[side]
    return POWERS[code] if code else None


def power_used_by(action: Action) -> Power | None:
    """Return the power that ``action`` uses; None for an action that needs no code."""
    return None if action.power_code is None else POWERS[action.power_code]


def codes_in_force(laid: tuple[str | None, ...]) -> tuple[str | None, ...]:
    """Return, by side, the code in force after ``laid`` was revealed; None for no code."""
    cancelled = [code is not None and POWERS[code].cancels for code in reversed(laid)]
    return tuple(None if gone else code for code, gone in zip(laid, cancelled, strict=True))
