"""The effect of each action on the public state, and the wins by a marker (RULES section 4).

For each verb, one function maps a state, an action and the facts that it revealed to the next
state. The functions never read hidden cards, so they update both the true game and what a seat
knows of it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from operator import attrgetter
from typing import Any

from hacktrick.game.actions import (
    Action,
    Ask,
    AskPartner,
    Call,
    Command,
    Draw,
    Fold,
    ForcePayment,
    LayCode,
    LayStartCard,
    Pass,
    Play,
    PutUnderDeck,
    Stake,
    Swap,
)
from hacktrick.game.code_powers import POWERS, codes_in_force, power_in_force
from hacktrick.game.editions import Rules
from hacktrick.game.keypad import Key, lines_completed
from hacktrick.game.state import (
    IN_SUPPLY,
    NEVER,
    NO_SEAT,
    OUT_OF_ROUND,
    CommandInForce,
    EndCause,
    PublicState,
    Result,
    RevealedFacts,
    Seat,
    Seating,
    Side,
)


def win_by_marker(public: PublicState, side: Side, key: Key, taken: int) -> Result | None:
    """Return the win by the marker that ``side`` has just placed on ``key``; None without a win.

    If the marker wins in several ways, only the best way counts. At equal points, a line or a
    triple comes before a code, since players see lines and triples on the board.

    Args:
        public: the state after the marker was placed and ``taken`` markers were captured.
    """
    found = []
    power = power_in_force(public, side)
    for line in lines_completed(public.board, side, key, public.rules.values):
        points = 2 if _earns_double_bonus(public, side, line) else 1
        found.append(Result(side, points * (power.line_factor(line) if power else 1), "line"))
    found += _triple_results(public, side, key)
    if power is not None and power.wins(public, side, key, taken):
        found.append(Result(side, 1, "code"))
    # Of several equal wins, the first one counts.
    return max(found, key=attrgetter("points"), default=None)


def _triple_results(public: PublicState, side: Side, key: Key) -> list[Result]:
    if public.board[key - 1][side] < 3:
        return []
    return [Result(side, 2 if _earns_double_bonus(public, side, (key,)) else 1, "triple")]


def _earns_double_bonus(public: PublicState, side: Side, winning: tuple[Key, ...]) -> bool:
    """Return whether a winning key holds the double from an earlier turn (RULES section 4)."""
    return public.double[side] in winning and public.double_turn[side] != public.turn


def keys_of_win(public: PublicState, side: Side, key: Key, by: EndCause) -> tuple[Key, ...]:
    """Return the keys that show why the marker on ``key`` won.

    They are the keys of the most valuable line, the keys by which the code won, or ``key`` itself.

    Args:
        by: the cause of the win.
    """
    power = power_in_force(public, side)
    if by == "code" and power is not None:
        return power.winning_keys(public, side, key)
    if by != "line":
        return (key,)
    won = lines_completed(public.board, side, key, public.rules.values)

    def line_worth(line: tuple[Key, Key, Key]) -> int:
        return (power.line_factor(line) if power else 1) * (
            1 + _earns_double_bonus(public, side, line)
        )

    return max(won, key=line_worth, default=(key,))


# The search makes thousands of transitions. The most frequent ones therefore fill a list of all
# fields, which takes a quarter of the time that ``_replace`` takes.
_place_of = PublicState._fields.index
_PHASE, _SEAT, _TURN, _ROW = map(_place_of, ("phase", "seat", "turn", "row"))
_BOARD, _DOUBLE, _DOUBLE_TURN = map(_place_of, ("board", "double", "double_turn"))
_SUPPLY, _CAPTURED, _HAND_SIZES = map(_place_of, ("supply", "captured", "hand_sizes"))
_DECK_SIZE, _COMMAND_IN_FORCE, _HAS_ASKED = map(
    _place_of, ("deck_size", "command_in_force", "has_asked")
)
_HAS_ASKED_PARTNER, _IS_SECOND_CARD_ALLOWED = map(
    _place_of, ("has_asked_partner", "is_second_card_allowed")
)
_made = partial(tuple.__new__, PublicState)


def begin_round(
    rules: Rules,
    seating: Seating,
    aside: tuple[int, ...],
    score: tuple[int, ...],
    held_counts: tuple[int, ...],
) -> PublicState:
    """Return the public state after the deal, in the code phase or before the start card.

    Args:
        aside: the cards set aside.
        score: the score at the start of the round.
        held_counts: the number of codes that each player holds.
    """
    dealt = sum(seating.deal) + len(aside)
    public = PublicState(
        rules=rules,
        seating=seating,
        score=score,
        phase="start",
        seat=seating.starter,
        turn=0,
        row=(),
        aside=aside,
        board=((0, 0),) * (2 * rules.values - 3),
        double=(IN_SUPPLY, IN_SUPPLY),
        double_turn=(NEVER, NEVER),
        supply=(rules.markers, rules.markers),
        captured=(0, 0),
        hand_sizes=seating.deal,
        deck_size=rules.values * rules.copies - dealt,
        command_in_force="",
        has_asked=False,
        has_asked_partner=False,
        is_second_card_allowed=False,
        held_counts=held_counts,
        sealed=(False,) * rules.n_seats,
        codes=(None, None),
        used=(False, False),
        stakes=(0, 0),
        result=None,
    )
    layers = [seat for seat in (seating.leader, seating.starter) if held_counts[seat]]
    return public._replace(phase="codes", seat=layers[0]) if layers else public


def apply_public_part(public: PublicState, action: Action, facts: RevealedFacts) -> PublicState:
    """Return the public state after the seat to act has done ``action``, which must be legal."""
    moved = _MOVES[type(action)](public, action, facts)
    return lose_by_markers(moved, moved.side) if facts.stuck else moved


def with_value_at(values: tuple[Any, ...], index: int, value: Any) -> tuple[Any, ...]:
    """Return a copy of ``values`` with ``value`` at index ``index``."""
    changed = list(values)
    changed[index] = value
    return tuple(changed)


def lose_by_markers(public: PublicState, side: Side) -> PublicState:
    """End the round because ``side`` has run out of markers; the opponents get one point."""
    return _finish_round(public, Result(1 - side, 1, "markers"))


def _finish_round(public: PublicState, result: Result) -> PublicState:
    gained = list(public.score)
    for owner in public.score_indices(result.side):
        gained[owner] += result.points
    # The winner also takes the stakes, which exist only where each side is one player.
    gained[result.side] += sum(public.stakes)
    return public._replace(
        phase="over", seat=NO_SEAT, result=result, score=tuple(gained), stakes=(0, 0)
    )


def _after_lay_code(public: PublicState, action: LayCode, facts: RevealedFacts) -> PublicState:
    seat, starter = public.seat, public.seating.starter
    if action.code is not None:
        public = public._replace(
            held_counts=with_value_at(public.held_counts, seat, public.held_counts[seat] - 1),
            sealed=with_value_at(public.sealed, seat, True),
        )
    if seat != starter and public.held_counts[starter]:
        return public._replace(seat=starter)
    assert facts.revealed is not None  # the last player to lay a code reveals both codes
    return _reveal_codes(public, facts.revealed)


def _reveal_codes(public: PublicState, laid: tuple[str | None, ...]) -> PublicState:
    codes = codes_in_force(laid)
    extra = [POWERS[code].extra_markers if code else 0 for code in codes]
    return public._replace(
        phase="start",
        seat=public.seating.starter,
        sealed=(False,) * public.rules.n_seats,
        codes=codes,
        supply=tuple(n + more for n, more in zip(public.supply, extra, strict=True)),
    )


def _after_start_card(
    public: PublicState, action: LayStartCard, facts: RevealedFacts
) -> PublicState:
    sizes = public.hand_sizes
    return public._replace(
        phase="turn",
        seat=public.seating.leader,
        row=(action.card,),
        hand_sizes=with_value_at(sizes, public.seat, sizes[public.seat] - 1),
    )


def _after_ask(public: PublicState, action: Ask, facts: RevealedFacts) -> PublicState:
    paid = (
        _pay_from_supply(public, public.side)
        if action.from_supply
        else _pay_captured_marker(public)
    )
    return paid._replace(has_asked=True)


def _pay_captured_marker(public: PublicState) -> PublicState:
    side = public.side
    return public._replace(captured=with_value_at(public.captured, side, public.captured[side] - 1))


def _pay_from_supply(public: PublicState, side: Side) -> PublicState:
    """Take one marker out of a side's supply: a single if there is one, otherwise the double."""
    fields = list(public)
    fields[_SUPPLY] = with_value_at(public.supply, side, public.supply[side] - 1)
    if public.n_singles_in_supply(side) == 0:
        fields[_DOUBLE] = with_value_at(public.double, side, OUT_OF_ROUND)
    return _made(fields)


def _after_ask_partner(
    public: PublicState, action: AskPartner, facts: RevealedFacts
) -> PublicState:
    return public._replace(has_asked_partner=True)


def _after_swap(public: PublicState, action: Swap, facts: RevealedFacts) -> PublicState:
    return _pay_captured_marker(public)._replace(has_asked=True)


def _after_force_payment(
    public: PublicState, action: ForcePayment, facts: RevealedFacts
) -> PublicState:
    side = public.side
    paid = _pay_from_supply(_pay_from_supply(public, side), 1 - side)._replace(
        used=with_value_at(public.used, side, True)
    )
    if not paid.supply[1 - side] and paid.rules.out_of_markers == "immediate":
        return lose_by_markers(paid, 1 - side)
    return paid


def _after_stake(public: PublicState, action: Stake, facts: RevealedFacts) -> PublicState:
    side = public.side
    (opponent,) = public.seating.opponents_of(public.seat)
    return _put_point_at_stake(public, side)._replace(
        used=with_value_at(public.used, side, True), phase="answer", seat=opponent
    )


def _put_point_at_stake(public: PublicState, side: Side) -> PublicState:
    return public._replace(
        score=with_value_at(public.score, side, public.score[side] - 1),
        stakes=with_value_at(public.stakes, side, public.stakes[side] + 1),
    )


def _after_call(public: PublicState, action: Call, facts: RevealedFacts) -> PublicState:
    (staker,) = public.seating.opponents_of(public.seat)
    return _put_point_at_stake(public, public.side)._replace(phase="turn", seat=staker)


def _after_fold(public: PublicState, action: Fold, facts: RevealedFacts) -> PublicState:
    return _finish_round(public, Result(1 - public.side, 1, "fold"))


def _after_play(public: PublicState, action: Play, facts: RevealedFacts) -> PublicState:
    side = public.side
    key = public.row[-1] + action.card
    taken = public.board[key - 1][1 - side]
    placed = _place_marker(public, action, key, taken)
    won = win_by_marker(placed, side, key, taken)
    if won:
        return _finish_round(placed, won)
    if not placed.supply[side] and placed.rules.out_of_markers == "immediate":
        return lose_by_markers(placed, side)
    return placed


def _place_marker(public: PublicState, action: Play, key: int, taken: int) -> PublicState:
    seat, side = public.seat, public.side
    own = public.board[key - 1][side] + 1
    captured, doubles, turns = public.captured, public.double, public.double_turn
    if taken:
        captured = with_value_at(captured, side, captured[side] + taken)
        if doubles[1 - side] == key:  # a captured double is out of the round
            doubles = with_value_at(doubles, 1 - side, OUT_OF_ROUND)
            turns = with_value_at(turns, 1 - side, NEVER)
    if action.double:
        doubles, turns = with_value_at(doubles, side, key), with_value_at(turns, side, public.turn)
    fields = list(public)
    fields[_PHASE] = "command"
    fields[_ROW] = (*public.row, action.card)
    fields[_HAND_SIZES] = with_value_at(public.hand_sizes, seat, public.hand_sizes[seat] - 1)
    fields[_IS_SECOND_CARD_ALLOWED] = public.is_second_card_allowed and not action.is_second_card
    fields[_BOARD] = with_value_at(public.board, key - 1, (own, 0) if side == 0 else (0, own))
    fields[_CAPTURED], fields[_DOUBLE], fields[_DOUBLE_TURN] = captured, doubles, turns
    fields[_SUPPLY] = with_value_at(public.supply, side, public.supply[side] - 1)
    return _made(fields)


def _after_draw(public: PublicState, action: Draw, facts: RevealedFacts) -> PublicState:
    seat = public.seat
    fields = list(public)
    fields[_HAND_SIZES] = with_value_at(public.hand_sizes, seat, public.hand_sizes[seat] + 1)
    fields[_DECK_SIZE] = public.deck_size - 1
    if public.deck_size == 1:
        fields[_ROW], fields[_DECK_SIZE] = public.row[-1:], len(public.row) - 1
    drawn = _made(fields)
    if drawn.rules.command_after_draw:
        return drawn._replace(phase="command", is_second_card_allowed=False)
    return _end_turn(drawn, "")


def _after_put_under_deck(
    public: PublicState, action: PutUnderDeck, facts: RevealedFacts
) -> PublicState:
    return _end_turn(public, "")


def _after_pass(public: PublicState, action: Pass, facts: RevealedFacts) -> PublicState:
    return _end_turn(public, "")


def _after_command(public: PublicState, action: Command, facts: RevealedFacts) -> PublicState:
    return _end_turn(_pay_from_supply(public, public.side), action.kind)


def _end_turn(public: PublicState, command: CommandInForce) -> PublicState:
    seating, turn = public.seating, public.turn + 1
    seat: Seat = seating.order[turn % len(seating.order)]
    side = seating.side_of[seat]
    power = power_in_force(public, side)
    fields = list(public)
    fields[_PHASE], fields[_SEAT], fields[_TURN] = "turn", seat, turn
    fields[_COMMAND_IN_FORCE], fields[_HAS_ASKED], fields[_HAS_ASKED_PARTNER] = (
        command,
        False,
        False,
    )
    fields[_IS_SECOND_CARD_ALLOWED] = power is not None and power.allows_second_card(public, side)
    return _made(fields)


_MOVES: dict[type, Callable[[PublicState, Any, RevealedFacts], PublicState]] = {
    LayCode: _after_lay_code,
    LayStartCard: _after_start_card,
    Ask: _after_ask,
    AskPartner: _after_ask_partner,
    Swap: _after_swap,
    ForcePayment: _after_force_payment,
    Stake: _after_stake,
    Call: _after_call,
    Fold: _after_fold,
    Play: _after_play,
    Draw: _after_draw,
    PutUnderDeck: _after_put_under_deck,
    Pass: _after_pass,
    Command: _after_command,
}
