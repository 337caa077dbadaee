"""From a view to the worlds that may be the true one, each with its probability.

An exact forward filter over the engine's own functions; it knows no rule. A public action moves
every world, a hidden draw splits it, what was said or shown removes those that do not fit, equal
worlds merge. How likely a hand would have chosen an action plays no part: every legal choice
counts the same.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from itertools import islice
from math import comb
from typing import NamedTuple

from hacktrick.ai.pieces import Pieces, whole
from hacktrick.game.actions import Action, Lay, Under
from hacktrick.game.advance import advance, with_side
from hacktrick.game.cards import Card, Counts, counts_of, hands_within, without
from hacktrick.game.engine import chance_outcomes, is_stuck, resolve
from hacktrick.game.legal import legal_actions
from hacktrick.game.rules import Seat
from hacktrick.game.state import Facts, Observation, PublicState, State
from hacktrick.game.view import UNKNOWN_CARD, Seen, View


class World(NamedTuple):
    """Where every hidden card may be: the hands by seat, the deck, the pile under it."""

    hands: tuple[Counts, ...]
    deck: Counts
    under: tuple[Card, ...] = ()

    def state(self, public: PublicState) -> State:
        """The whole state that this world makes of ``public``. Codes are not part of it."""
        nobody = public.rules.n_seats
        return State(public, self.hands, self.deck, self.under, ((),) * nobody, (None,) * nobody)


Belief = dict[World, float]  # probabilities; they sum to one
Weights = dict[World, int]  # the same as whole numbers, so that nothing depends on rounding

# The last belief of a few rounds and seats, to go on from. A cache and not a memory: without it
# the answer is the same, only later.
_recent: OrderedDict[object, tuple[tuple[object, ...], Weights]] = OrderedDict()
_RECENT = 8
AT_ONCE = 1000  # worlds are moved without a break: some 20 ms
_SHARES = 360360  # divided without rest by any number of choices up to 15


def belief(view: View, first: PublicState, steps: tuple[Seen, ...]) -> Belief:
    """The worlds that fit ``view``, whose replay is ``first`` and ``steps``.

    Raises:
        ValueError: nothing fits; the view contradicts itself.
    """
    return whole(believing(view, first, steps))


def believing(view: View, first: PublicState, steps: tuple[Seen, ...]) -> Pieces[Belief]:
    """The same in pieces: at most a step of the round, and at most so many worlds of it."""
    round_key = (view.seat, view.hand, first)
    events = tuple((step.seat, step.action, step.facts) for step in steps)
    known, worlds = _recent.get(round_key, ((), None))
    if worlds is None or events[: len(known)] != known:
        known, worlds = (), dict(_dealt(view, first, steps))
    for step in steps[len(known) :]:
        yield
        worlds = yield from _following(worlds, step, view.seat)
    _recent[round_key] = (events, worlds)
    _recent.move_to_end(round_key)
    while len(_recent) > _RECENT:
        _recent.popitem(last=False)
    total = sum(worlds.values())
    return {world: weight / total for world, weight in worlds.items()}


def forget_recent() -> None:
    """Empty the cache."""
    _recent.clear()


def _dealt(view: View, first: PublicState, steps: tuple[Seen, ...]) -> Weights:
    """Every deal that fits the own hand, and what each hand by itself had to say at first."""
    rules = first.rules
    own = counts_of(view.hand, rules.values)
    unseen = without((rules.copies,) * rules.values, counts_of(first.aside, rules.values))
    unseen = without(unseen, own)
    empty = (0,) * rules.values
    alone = tuple(own if seat == view.seat else empty for seat in range(rules.n_seats))
    step = next((step for step in steps if step.facts.said), None)
    found: Weights = {World(alone, unseen): 1}
    for seat, size in enumerate(view.sizes):
        if seat != view.seat and size:
            fitting = {
                hand
                for hand in hands_within(unseen, size)
                if step is None or _fits_alone(step, alone, seat, hand)
            }
            found = dict(_with_hand(found, seat, size, fitting))
    return _possible(found)


def _fits_alone(step: Seen, hands: tuple[Counts, ...], seat: Seat, hand: Counts) -> bool:
    """Whether ``hand`` can have said what its seat said first, whatever the others held. Only to
    keep thousands of deals from ever being built; the filter would remove them just the same."""
    public = step.before
    if step.seat == seat and not _fitting_actions(step, hand):
        return False
    state = World(with_side(hands, seat, hand), hand).state(public)
    _, facts = resolve(state, step.action, ())
    return [s for s in facts.said if s[0] == seat] == [s for s in step.facts.said if s[0] == seat]


def _with_hand(
    found: Weights, seat: Seat, size: int, fitting: set[Counts]
) -> Iterator[tuple[World, int]]:
    for world, weight in found.items():
        for hand in hands_within(world.deck, size):
            if hand in fitting:
                ways = weight
                for left, taken in zip(world.deck, hand, strict=True):
                    ways *= comb(left, taken)
                hands = with_side(world.hands, seat, hand)
                yield World(hands, without(world.deck, hand)), ways


def _following(worlds: Weights, step: Seen, me: Seat) -> Pieces[Weights]:
    """``worlds`` after a step, as the seat ``me`` saw it."""
    if isinstance(step.action, Lay):
        return worlds  # codes are not cards
    found: Weights = {}
    items = iter(worlds.items())
    while part := tuple(islice(items, AT_ONCE)):
        if found:
            yield
        _move(part, step, me, found)
    return _possible(found)


def _move(worlds: Sequence[tuple[World, int]], step: Seen, me: Seat, found: Weights) -> None:
    """Adds to ``found`` what becomes of some worlds."""
    actions: dict[Counts, tuple[Action, ...]] = {}
    shares = _SHARES if _is_hidden(step.action) else 1
    # Where the step shows it, the next player is not obliged to play without a marker.
    unstuck = advance(step.before, step.action, step.facts._replace(stuck=False))
    for world, weight in worlds:
        hand = world.hands[step.seat]
        fitting = actions.get(hand)
        if fitting is None:
            fitting = actions[hand] = _fitting_actions(step, hand)
        share = weight * (shares // max(1, len(fitting)))
        for action in fitting:
            for after, ways in _outcomes(world, step, action, me):
                if is_stuck(unstuck, after.hands) == step.facts.stuck:
                    found[after] = found.get(after, 0) + share * ways


def _fitting_actions(step: Seen, hand: Counts) -> tuple[Action, ...]:
    """The actions legal with ``hand`` that would have looked like the one seen."""
    legal = legal_actions(Observation(step.seat, step.before, hand, ()))
    seen = step.action
    if isinstance(seen, Under) and _is_hidden(seen):
        return tuple(a for a in legal if isinstance(a, Under) and len(a.cards) == len(seen.cards))
    return (seen,) if seen in legal else ()


def _is_hidden(action: Action) -> bool:
    """Whether its cards are unknown: it may have been any of several actions."""
    return isinstance(action, Under) and UNKNOWN_CARD in action.cards


def _outcomes(world: World, step: Seen, action: Action, me: Seat) -> Iterator[tuple[World, int]]:
    state = world.state(step.before)
    for chance, copies in chance_outcomes(state, action):
        after, facts = resolve(state, action, chance)
        if _looks_like(facts, step.facts) and (
            step.seat != me or _same_draw(facts.drawn, step.facts.drawn, len(chance))
        ):
            yield World(after.hands, after.deck, after.under), copies


def _looks_like(facts: Facts, seen: Facts) -> bool:
    return (
        facts.said == seen.said
        and facts.shown == seen.shown
        and facts.taken == seen.taken
        and facts.reshuffled == seen.reshuffled
    )


def _same_draw(drawn: tuple[Card, ...], seen: tuple[Card, ...], n_deck: int) -> bool:
    """Cards drawn from the deck come in any order, those from under it in theirs."""
    return sorted(drawn[:n_deck]) == sorted(seen[:n_deck]) and drawn[n_deck:] == seen[n_deck:]


def _possible(found: Weights) -> Weights:
    if not found:
        raise ValueError("no deal fits what was seen")
    return found
