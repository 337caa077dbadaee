"""Worlds for a player who counts cards, but remembers little of what was said.

As many people play: what lies open is counted, an announced sum is kept in mind until its seat
draws a card, if it is listened to at all, and nobody works out what a hand may have been before.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import comb
from random import Random
from typing import Literal

from hacktrick.ai.belief import World
from hacktrick.ai.position import Position
from hacktrick.game.actions import Draw, Play, Swap, Under
from hacktrick.game.advance import with_side
from hacktrick.game.cards import Counts, counts_of, hands_within, sum_of, without
from hacktrick.game.rules import Seat
from hacktrick.game.view import Seen

Memory = Literal["everything", "last sums", "cards"]
"""What is kept in mind: all that follows from the round, the open cards and the last sum of each
hand until its seat draws, or the open cards alone."""

TRIES = 40  # deals that may contradict a remembered sum before it is given up


def remembered(position: Position, memory: Memory, size: int, rng: Random) -> dict[World, float]:
    """Worlds and their shares: all of them against one opponent, ``size`` deals against more."""
    unseen = unseen_cards(position)
    others = [seat for seat, n in enumerate(position.public.hand_sizes) if n]
    others = [seat for seat in others if seat != position.seat]
    listens = memory == "last sums"
    sums = {seat: kept_sum(position, seat) if listens else None for seat in others}
    own = _own_hand_alone(position)
    if len(others) < 2:
        found = dict(_hands_of_one(position, own, unseen, others, sums))
    else:
        found = {}
        for _ in range(size):
            world = _dealt(position, own, unseen, sums, rng)
            found[world] = found.get(world, 0) + 1
    total = sum(found.values())
    return {world: weight / total for world, weight in found.items()}


def unseen_cards(position: Position) -> Counts:
    """What lies neither open nor in the own hand."""
    rules, public = position.public.rules, position.public
    open_cards = counts_of((*public.row, *public.aside), rules.values)
    pack = (rules.copies,) * rules.values
    return without(without(pack, open_cards), position.hand)


def kept_sum(position: Position, seat: Seat) -> int | None:
    """The sum of the hand now, if the seat has not drawn since it was said."""
    return last_sum(position.steps, seat)


def last_sum(steps: Sequence[Seen], seat: Seat) -> int | None:
    """The same, from the actions of the round as somebody saw them."""
    known: int | None = None
    for step in steps:
        said = dict(step.facts.said).get(seat)
        if said is not None:
            known = said
        elif isinstance(step.action, Swap):
            known = None
        elif step.seat == seat and known is not None:
            if isinstance(step.action, Draw | Under):
                known = None
            elif isinstance(step.action, Play):
                known -= step.action.card
    return known


def _own_hand_alone(position: Position) -> tuple[Counts, ...]:
    empty = (0,) * position.public.rules.values
    n_seats = position.public.rules.n_seats
    return tuple(position.hand if seat == position.seat else empty for seat in range(n_seats))


def _hands_of_one(
    position: Position,
    own: tuple[Counts, ...],
    unseen: Counts,
    others: list[Seat],
    sums: dict[Seat, int | None],
) -> Iterator[tuple[World, int]]:
    if not others:
        yield World(own, unseen), 1
        return
    (seat,) = others
    hands = hands_within(unseen, position.public.hand_sizes[seat])
    for hand in [h for h in hands if sums[seat] in (None, sum_of(h))] or hands:
        ways = 1
        for left, taken in zip(unseen, hand, strict=True):
            ways *= comb(left, taken)
        yield World(with_side(own, seat, hand), without(unseen, hand)), ways


def _dealt(
    position: Position,
    own: tuple[Counts, ...],
    unseen: Counts,
    sums: dict[Seat, int | None],
    rng: Random,
) -> World:
    """A deal of the unseen cards that keeps the remembered sums, if one is found soon."""
    cards = [card for card, copies in enumerate(unseen) for _ in range(copies)]
    hands = own
    for _ in range(TRIES):
        rng.shuffle(cards)
        hands, begin = own, 0
        for seat in sums:
            end = begin + position.public.hand_sizes[seat]
            hands = with_side(hands, seat, counts_of(cards[begin:end], len(unseen)))
            begin = end
        if all(total in (None, sum_of(hands[seat])) for seat, total in sums.items()):
            break
    left = unseen
    for seat in sums:
        left = without(left, hands[seat])
    return World(hands, left)
