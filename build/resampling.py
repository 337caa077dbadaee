"""Other matches that look the same to a seat: hidden cards drawn anew from what may be true.

Exact: the belief is followed backwards, step by step, to a deal from which the same actions lead
to the same view.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from hacktrick.ai.belief import World, belief
from hacktrick.ai.worker import choose
from hacktrick.game.actions import Action, Draw, Lay, Play, Start, Under, parse
from hacktrick.game.cards import Card, Counts, cards_of, plus
from hacktrick.game.engine import chance_outcomes, resolve
from hacktrick.game.legal import legal_actions
from hacktrick.game.rules import Rules, Seat
from hacktrick.game.state import Observation
from hacktrick.game.view import Seen, View, follow
from hacktrick.lab.arena import dealt, give_codes
from hacktrick.play.match import Dice, Match
from hacktrick.play.record import Record, RoundRecord
from hacktrick.play.replay import Script

A_PLAYER = 2  # the level that makes half of the moves of random rounds


class From(NamedTuple):
    """One way into a world: the world before, its weight, the cards drawn from the deck."""

    world: World
    weight: float
    drawn: tuple[Card, ...]


Ways = dict[World, list[From]]


def positions(rules: Rules, seed: int) -> Iterator[Match]:
    """The positions of one round, half of the moves being random; the match goes on after each."""
    match, rng = dealt(rules, seed), Random(f"{seed} moves")
    while not match.is_round_over:
        yield match
        seat = match.public.seat
        match.submit(seat, _a_move(match, rng))


def _a_move(match: Match, rng: Random) -> Action:
    seat = match.public.seat
    legal = legal_actions(match.observe(seat))
    if rng.random() < 0.5:
        return choose(A_PLAYER, match.view(seat), None, rng.getrandbits(30)).action
    plays = [action for action in legal if isinstance(action, Play)]
    return rng.choice(plays if plays and rng.random() < 0.4 else legal)


def is_too_hidden(view: View) -> bool:
    """Whether others have acted in a way that cannot be told (cards put under the deck)."""
    return any("?" in text for text in view.actions)


class Resampler:
    """Draws matches that look to a seat like ``match``, which must not go on meanwhile."""

    def __init__(self, match: Match, seat: Seat) -> None:
        self._match, self._seat = match, seat
        self._view = match.view(seat)
        first, self._steps = follow(self._view)
        laid = [n for n, step in enumerate(self._steps) if isinstance(step.action, Start)]
        # Before the start card nothing was said, and nothing but that card has moved.
        self._begin = laid[0] + 1 if laid else len(self._steps)
        worlds = [
            belief(self._view, first, self._steps[:n])
            for n in range(self._begin, len(self._steps) + 1)
        ]
        self._last = worlds[-1]
        self._ways: list[Ways] = [
            _ways(before, after, step, seat)
            for before, after, step in zip(
                worlds, worlds[1:], self._steps[self._begin :], strict=False
            )
        ]

    def draw(self, rng: Random) -> Match:
        """Another match, with the same view."""
        written = self._match.record.rounds[0]
        world, drawn = self._drawn(rng)
        hands = [self._dealt_hand(n, world.hands[n], written, rng) for n in range(len(world.hands))]
        decks = self._decks(hands, drawn, written, rng)
        deal = replace(written, hands=tuple(hands), deck=decks[0], shuffles=decks[1:])
        again = self._played(deal, rng)
        assert again.view(self._seat) == self._view, "a resampled match must look the same"
        return again

    def _drawn(self, rng: Random) -> tuple[World, list[Card]]:
        """The world after the start card, and all cards drawn since, in their order."""
        (world,) = rng.choices(list(self._last), list(self._last.values()))
        drawn: list[Card] = []
        for ways in reversed(self._ways):
            found = ways[world]
            (way,) = rng.choices(found, [way.weight for way in found])
            world, drawn = way.world, [*way.drawn, *drawn]
        return world, drawn

    def _dealt_hand(
        self, seat: Seat, hand: Counts, written: RoundRecord, rng: Random
    ) -> tuple[Card, ...]:
        if seat == self._seat:
            return written.hands[seat]
        for step in self._steps[: self._begin]:
            if isinstance(step.action, Start) and step.seat == seat:
                hand = plus(hand, step.action.card)
        cards = list(cards_of(hand))
        rng.shuffle(cards)
        return tuple(cards)

    def _decks(
        self,
        hands: list[tuple[Card, ...]],
        drawn: list[Card],
        written: RoundRecord,
        rng: Random,
    ) -> list[tuple[Card, ...]]:
        """The first deck and those made anew, each beginning with what was drawn of it."""
        rules = self._view.rules
        left = [value for value in range(rules.values) for _ in range(rules.copies)]
        for card in (*written.aside, *(card for hand in hands for card in hand)):
            left.remove(card)
        rng.shuffle(left)
        decks = []
        for old in (left, *written.shuffles):
            rest = list(old)
            for card in drawn[: len(rest)]:
                rest.remove(card)
            rng.shuffle(rest)
            top, drawn = drawn[: len(old)], drawn[len(old) :]
            decks.append((*top, *rest))
        return decks

    def _played(self, deal: RoundRecord, rng: Random) -> Match:
        old = self._match
        pile = self._codes(rng)
        record = Record(old.rules, old.seats, [deal], old.record.score, pile)
        again = Match(old.rules, old.seats, Script(record, Dice(rng)), deal.leader, pile)
        if old.rules.codes:
            give_codes(again)
        again.deal()
        for text in old.record.rounds[0].actions:
            again.submit(again.public.seat, parse(text))
        return again

    def _codes(self, rng: Random) -> tuple[str, ...]:
        """The pile of codes, those that nobody holds in another order."""
        codes = self._match.record.codes
        held = len(codes) - len(self._match.match.pile)
        return (*codes[:held], *rng.sample(codes[held:], len(codes) - held))


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
