"""Deals that look to a seat like the round it sits in, hidden cards drawn anew.

Exact: the belief is followed backwards, step by step, to a deal from which the same actions lead
to the same view. Made from a view and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import NamedTuple

from hacktrick.ai.belief import World, belief
from hacktrick.game.actions import Draw, Lay, Start, Under
from hacktrick.game.cards import Card, Counts, cards_of, plus
from hacktrick.game.engine import chance_outcomes, resolve
from hacktrick.game.legal import legal_actions
from hacktrick.game.rules import Seat
from hacktrick.game.state import Observation
from hacktrick.game.view import Seen, View, follow

Weigh = Callable[[World], float]
"""How much likelier a world is than by the facts alone."""


class From(NamedTuple):
    """One way into a world: the world before, its weight, the cards drawn from the deck."""

    world: World
    weight: float
    drawn: tuple[Card, ...]


Ways = dict[World, list[From]]


class Dealt(NamedTuple):
    """What was dealt to every seat, and all cards drawn from a deck since, in their order."""

    hands: tuple[tuple[Card, ...], ...]
    drawn: tuple[Card, ...]


def is_too_hidden(view: View) -> bool:
    """Whether others have acted in a way that cannot be told (cards put under the deck)."""
    return any("?" in text for text in view.actions)


class Deals:
    """Draws deals that look to the seat of ``view`` like its own."""

    def __init__(self, view: View) -> None:
        self._view, self._seat = view, view.seat
        first, self._steps = follow(view)
        laid = [n for n, step in enumerate(self._steps) if isinstance(step.action, Start)]
        # Before the start card nothing was said, and nothing but that card has moved.
        self._begin = laid[0] + 1 if laid else len(self._steps)
        worlds = [
            belief(view, first, self._steps[:n]) for n in range(self._begin, len(self._steps) + 1)
        ]
        self._last = worlds[-1]
        self._ways: list[Ways] = [
            _ways(before, after, step, self._seat)
            for before, after, step in zip(
                worlds, worlds[1:], self._steps[self._begin :], strict=False
            )
        ]

    def draw(self, rng: Random, weigh: Weigh | None = None) -> Dealt:
        """One of them, by its chance.

        Args:
            weigh: where other worlds than those of the facts are likely.
        """
        worlds = list(self._last)
        chances = [self._last[world] * (weigh(world) if weigh else 1.0) for world in worlds]
        (world,) = rng.choices(worlds, chances)
        drawn: list[Card] = []
        for ways in reversed(self._ways):
            found = ways[world]
            (way,) = rng.choices(found, [way.weight for way in found])
            world, drawn = way.world, [*way.drawn, *drawn]
        hands = tuple(self._dealt_hand(n, hand, rng) for n, hand in enumerate(world.hands))
        return Dealt(hands, tuple(drawn))

    def _dealt_hand(self, seat: Seat, hand: Counts, rng: Random) -> tuple[Card, ...]:
        if seat == self._seat:
            return self._view.hand
        for step in self._steps[: self._begin]:
            if isinstance(step.action, Start) and step.seat == seat:
                hand = plus(hand, step.action.card)
        cards = list(cards_of(hand))
        rng.shuffle(cards)
        return tuple(cards)


def _ways(before: dict[World, float], after: dict[World, float], step: Seen, me: Seat) -> Ways:
    """How each world after a step may have come about."""
    found: Ways = {}
    for world, weight in before.items():
        for target, copies, drawn in _outcomes(world, step, me):
            if target in after:
                found.setdefault(target, []).append(From(world, weight * copies, drawn))
    return found


def _outcomes(world: World, step: Seen, me: Seat) -> Iterator[tuple[World, int, tuple[Card, ...]]]:
    action, seen = step.action, step.facts
    if isinstance(action, Lay):
        yield world, 1, ()
        return
    hand = world.hands[step.seat]
    if action not in legal_actions(Observation(step.seat, step.before, hand, ())):
        return
    state = world.state(step.before)
    for chance, copies in chance_outcomes(state, action):
        moved, facts = resolve(state, action, chance)
        told = facts._replace(drawn=(), stuck=False) == seen._replace(drawn=(), stuck=False)
        own = step.seat != me or sorted(facts.drawn) == sorted(seen.drawn)
        if told and own:
            drawn: tuple[Card, ...] = ()
            if isinstance(action, (Draw, Under)):  # what came from under the deck is no chance
                drawn = (seen.drawn if step.seat == me else facts.drawn)[: len(chance)]
            yield World(moved.hands, moved.deck, moved.under), copies, drawn
