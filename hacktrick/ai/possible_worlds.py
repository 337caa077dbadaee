"""Worlds that agree with a view: arrangements of the hidden cards, with their probabilities.

``believed_worlds`` finds all of them by an exact forward filter that uses the engine itself.
``DealSampler`` runs the filter backwards to draw deals that look the same to a seat.
``worlds_remembered_by_player`` models the limited memory of weaker levels.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from math import comb
from random import Random
from typing import Literal, NamedTuple

from hacktrick.ai.agent import Interruptible, run_to_end
from hacktrick.ai.decision_position import Position
from hacktrick.game.actions import Action
from hacktrick.game.cards import (
    Card,
    Counts,
    cards_of,
    counts_of,
    hands_within,
    sum_of,
    with_card_added,
    with_cards_removed,
)
from hacktrick.game.engine import apply_hidden_part, chance_outcomes, must_play_without_marker
from hacktrick.game.legality import legal_actions
from hacktrick.game.state import Observation, PublicState, RevealedFacts, Seat, State
from hacktrick.game.transitions import apply_public_part, with_value_at
from hacktrick.game.view import SeenStep, StartPosition, View, replay_view


class World(NamedTuple):
    """One possible arrangement of the hidden cards, without codes.

    Attributes:
        hands: the hands by seat.
        deck: the cards in the deck, whose order is unknown.
        under: the cards under the deck, top first; their order is known.
    """

    hands: tuple[Counts, ...]
    deck: Counts
    under: tuple[Card, ...] = ()

    def state(self, public: PublicState) -> State:
        """Return the full state with this world's cards and ``public``, without codes."""
        n_seats = public.rules.n_seats
        return State(public, self.hands, self.deck, self.under, ((),) * n_seats, (None,) * n_seats)


WorldBelief = dict[World, float]  # probabilities; they sum to one
WorldWeights = dict[World, int]  # relative weights, integers to avoid rounding

# Caches the latest beliefs, by round and seat. Results do not depend on the cache.
_recent: OrderedDict[object, tuple[tuple[object, ...], WorldWeights]] = OrderedDict()
MAX_CACHED_BELIEFS = 8
WORLDS_PER_STEP = 1000  # worlds to compute between two yields, which takes about 20 ms
_SHARES = 360360  # divisible by every number up to 15, so that weights can be split evenly


def believed_worlds(
    view: View, round_start: PublicState, steps: tuple[SeenStep, ...]
) -> WorldBelief:
    """Return the worlds that agree with ``view``, with their probabilities.

    Args:
        round_start: the public state at the start of the round, as ``replay_view`` returns it.
        steps: the steps of the round, as ``replay_view`` returns them.

    Raises:
        ValueError: no world agrees with the view, which therefore contradicts itself.
    """
    return run_to_end(believed_worlds_in_steps(view, round_start, steps))


def believed_worlds_in_steps(
    view: View, round_start: PublicState, steps: tuple[SeenStep, ...]
) -> Interruptible[WorldBelief]:
    """Like ``believed_worlds``, but as a generator.

    It yields after every step of the round, and within a step after ``WORLDS_PER_STEP`` worlds.

    Args:
        view: what the seat knows of the round.
        round_start: the state at the start of the round.
        steps: the steps of the round so far, as the seat saw them.
    """
    round_key = (view.seat, view.hand, round_start, view.start_position)
    events = tuple((step.seat, step.action, step.facts) for step in steps)
    known, worlds = _recent.get(round_key, ((), None))
    if worlds is None or events[: len(known)] != known:
        known, worlds = (), dict(_possible_deals(view, round_start, steps))
    for step in steps[len(known) :]:
        yield
        worlds = yield from _worlds_after_step(worlds, step, view.seat)
    _recent[round_key] = (events, worlds)
    _recent.move_to_end(round_key)
    while len(_recent) > MAX_CACHED_BELIEFS:
        _recent.popitem(last=False)
    total = sum(worlds.values())
    return {world: weight / total for world, weight in worlds.items()}


def clear_world_cache() -> None:
    """Empty the cache of recent beliefs."""
    _recent.clear()


def _possible_deals(
    view: View, round_start: PublicState, steps: tuple[SeenStep, ...]
) -> WorldWeights:
    """Return every deal that fits the player's own hand and the first sum of each other hand."""
    rules = round_start.rules
    own = counts_of(view.hand, rules.values)
    unseen = with_cards_removed(
        (rules.copies,) * rules.values,
        counts_of((*round_start.aside, *round_start.row), rules.values),
    )
    unseen = with_cards_removed(unseen, own)
    empty = (0,) * rules.values
    alone = tuple(own if seat == view.seat else empty for seat in range(rules.n_seats))
    step = None
    if view.start_position is None:
        step = next((step for step in steps if step.facts.said), None)
    found: WorldWeights = {World(alone, unseen): 1}
    for seat, size in enumerate(view.sizes):
        if seat != view.seat and size:
            fitting = {
                hand
                for hand in hands_within(unseen, size)
                if step is None or _fits_first_sum(step, alone, seat, hand)
            }
            found = dict(_deals_with_fitting_hand(found, seat, size, fitting))
    if view.start_position is not None:
        found = _worlds_in_start_position(found, view.start_position, view.seat)
    return _require_worlds(found)


def _worlds_in_start_position(
    worlds: WorldWeights, position: StartPosition, me: Seat
) -> WorldWeights:
    """Return the worlds that fit what all players know of a start position, reweighted by it.

    Args:
        me: the seat from whose knowledge the worlds are built.
    """
    found = {}
    for world, weight in worlds.items():
        for seat, hand in enumerate(world.hands):
            weight *= position.hand_weight(seat, hand) if seat != me else 1
        if weight:
            found[world] = weight
    return found


def _fits_first_sum(step: SeenStep, hands: tuple[Counts, ...], seat: Seat, hand: Counts) -> bool:
    """Return whether ``hand`` agrees with its seat's first announced sum, whatever others hold.

    The filter would remove other hands later; removing them here avoids building thousands of
    deals.
    """
    public = step.before
    if step.seat == seat and not _fitting_actions(step, hand):
        return False
    state = World(with_value_at(hands, seat, hand), hand).state(public)
    _, facts = apply_hidden_part(state, step.action, ())
    return [s for s in facts.said if s[0] == seat] == [s for s in step.facts.said if s[0] == seat]


def _deals_with_fitting_hand(
    found: WorldWeights, seat: Seat, size: int, fitting: set[Counts]
) -> Iterator[tuple[World, int]]:
    for world, weight in found.items():
        for hand in hands_within(world.deck, size):
            if hand in fitting:
                ways = weight
                for left, taken in zip(world.deck, hand, strict=True):
                    ways *= comb(left, taken)
                hands = with_value_at(world.hands, seat, hand)
                yield World(hands, with_cards_removed(world.deck, hand)), ways


def _worlds_after_step(
    worlds: WorldWeights, step: SeenStep, me: Seat
) -> Interruptible[WorldWeights]:
    """Return the worlds after a step that seat ``me`` has observed."""
    if step.action.verb == "lay":
        return worlds  # codes are not cards, so the worlds stay the same
    found: WorldWeights = {}
    items = iter(worlds.items())
    while part := tuple(islice(items, WORLDS_PER_STEP)):
        if found:
            yield
        _add_successors(part, step, me, found)
    return _require_worlds(found)


def _add_successors(
    worlds: Sequence[tuple[World, int]], step: SeenStep, me: Seat, successors: WorldWeights
) -> None:
    """Add the possible successors of ``worlds`` after ``step`` to ``successors``.

    Args:
        me: the seat from whose knowledge the worlds are built.
    """
    actions: dict[Counts, tuple[Action, ...]] = {}
    shares = _SHARES if step.action.is_concealed else 1
    # Whether the next player is stuck depends on their hand, so it is tested in every world below.
    unstuck = apply_public_part(step.before, step.action, step.facts._replace(stuck=False))
    for world, weight in worlds:
        hand = world.hands[step.seat]
        fitting = actions.get(hand)
        if fitting is None:
            fitting = actions[hand] = _fitting_actions(step, hand)
        share = weight * (shares // max(1, len(fitting)))
        for action in fitting:
            for after, ways in _worlds_after(world, step, action, me):
                if must_play_without_marker(unstuck, after.hands) == step.facts.stuck:
                    successors[after] = successors.get(after, 0) + share * ways


def _fitting_actions(step: SeenStep, hand: Counts) -> tuple[Action, ...]:
    """Return the actions that are legal with ``hand`` and look to others like the step's action."""
    legal = legal_actions(Observation(step.seat, step.before, hand, ()))
    seen = step.action
    if seen.is_concealed:
        return tuple(action for action in legal if action.concealed() == seen)
    return (seen,) if seen in legal else ()


def _worlds_after(
    world: World, step: SeenStep, action: Action, me: Seat
) -> Iterator[tuple[World, int]]:
    state = world.state(step.before)
    for chance, copies in chance_outcomes(state, action):
        after, facts = apply_hidden_part(state, action, chance)
        if _has_same_public_facts(facts, step.facts) and (
            step.seat != me or _is_same_draw(facts.drawn, step.facts.drawn, len(chance))
        ):
            yield World(after.hands, after.deck, after.under), copies


def _has_same_public_facts(facts: RevealedFacts, seen: RevealedFacts) -> bool:
    return (
        facts.said == seen.said
        and facts.shown == seen.shown
        and facts.taken == seen.taken
        and facts.reshuffled == seen.reshuffled
    )


def _is_same_draw(drawn: tuple[Card, ...], seen: tuple[Card, ...], n_deck: int) -> bool:
    """Return whether two draws are equal; order matters only for cards from under the deck.

    Args:
        drawn: the cards of one draw.
        seen: the cards of the other draw.
        n_deck: the number of cards that come from the top of the deck; the others come from under
            it.
    """
    return sorted(drawn[:n_deck]) == sorted(seen[:n_deck]) and drawn[n_deck:] == seen[n_deck:]


def _require_worlds(found: WorldWeights) -> WorldWeights:
    if not found:
        raise ValueError("no deal fits what was seen")
    return found


WorldWeigher = Callable[[World], float]
"""Returns a factor for the probability of a world."""


class Predecessor(NamedTuple):
    """A world that may have led to another world in one step.

    Attributes:
        weight: its probability, times the number of ways that lead from it to the other world.
        drawn: the cards drawn in the step.
    """

    world: World
    weight: float
    drawn: tuple[Card, ...]


Predecessors = dict[World, list[Predecessor]]


class SampledHandsAndDraws(NamedTuple):
    """A deal: the hands by seat, and all cards drawn later in the round, in order."""

    hands: tuple[tuple[Card, ...], ...]
    drawn: tuple[Card, ...]


def has_unknown_cards_under_deck(view: View) -> bool:
    """Return whether another player put cards under the deck that are unknown in ``view``."""
    return any("?" in text for text in view.actions)


class DealSampler:
    """Draws random deals that agree with everything that the seat of ``view`` has seen."""

    def __init__(self, view: View) -> None:
        self._view, self._seat = view, view.seat
        first, self._steps = replay_view(view)
        laid = [n for n, step in enumerate(self._steps) if step.action.verb == "start"]
        # The belief begins after the start card: before the start card, no sum is announced and no
        # card moves.
        self._begin = laid[0] + 1 if laid else 0 if first.row else len(self._steps)
        worlds = [
            believed_worlds(view, first, self._steps[:n])
            for n in range(self._begin, len(self._steps) + 1)
        ]
        self._last_worlds = worlds[-1]
        self._predecessors: list[Predecessors] = [
            _predecessors_of(before, after, step, self._seat)
            for before, after, step in zip(
                worlds, worlds[1:], self._steps[self._begin :], strict=False
            )
        ]

    def sample_deal(self, rng: Random, weigh: WorldWeigher | None = None) -> SampledHandsAndDraws:
        """Draw a deal; each deal is as likely as the view implies.

        Args:
            weigh: returns a factor for the probability of each world; by default only the facts
                count.
        """
        worlds = list(self._last_worlds)
        chances = [self._last_worlds[world] * (weigh(world) if weigh else 1.0) for world in worlds]
        (world,) = rng.choices(worlds, chances)
        drawn: list[Card] = []
        for ways in reversed(self._predecessors):
            found = ways[world]
            (way,) = rng.choices(found, [way.weight for way in found])
            world, drawn = way.world, [*way.drawn, *drawn]
        hands = tuple(self._dealt_hand(n, hand, rng) for n, hand in enumerate(world.hands))
        return SampledHandsAndDraws(hands, tuple(drawn))

    def _dealt_hand(self, seat: Seat, hand: Counts, rng: Random) -> tuple[Card, ...]:
        if seat == self._seat:
            return self._view.hand
        for step in self._steps[: self._begin]:
            if step.action.verb == "start" and step.seat == seat:
                hand = with_card_added(hand, step.action.card)
        cards = list(cards_of(hand))
        rng.shuffle(cards)
        return tuple(cards)


def _predecessors_of(
    before: dict[World, float], after: dict[World, float], step: SeenStep, me: Seat
) -> Predecessors:
    """Return, for each world after a step, the worlds that may have led to it.

    Args:
        before: the worlds before the step, with their weights.
        after: the worlds after the step.
        me: the seat that saw the step.
    """
    found: Predecessors = {}
    for world, weight in before.items():
        for target, copies, drawn in _worlds_and_draws_after_step(world, step, me):
            if target in after:
                found.setdefault(target, []).append(Predecessor(world, weight * copies, drawn))
    return found


def _worlds_and_draws_after_step(
    world: World, step: SeenStep, me: Seat
) -> Iterator[tuple[World, int, tuple[Card, ...]]]:
    action, seen = step.action, step.facts
    if action.verb == "lay":
        yield world, 1, ()
        return
    hand = world.hands[step.seat]
    if action not in legal_actions(Observation(step.seat, step.before, hand, ())):
        return
    state = world.state(step.before)
    for chance, copies in chance_outcomes(state, action):
        moved, facts = apply_hidden_part(state, action, chance)
        looks_alike = facts._replace(drawn=(), stuck=False) == seen._replace(drawn=(), stuck=False)
        own = step.seat != me or sorted(facts.drawn) == sorted(seen.drawn)
        if looks_alike and own:
            drawn: tuple[Card, ...] = ()
            if action.n_drawn > 0:  # cards from under the deck are not random
                drawn = (seen.drawn if step.seat == me else facts.drawn)[: len(chance)]
            yield World(moved.hands, moved.deck, moved.under), copies, drawn


MemoryKind = Literal["everything", "last sums", "cards"]
"""What a player remembers: everything; the open cards, and each hand's last announced sum until its
owner draws; or only the open cards.
"""

MAX_DEAL_TRIES = 40  # random deals to try before remembered sums are ignored


def worlds_remembered_by_player(
    position: Position, memory: MemoryKind, size: int, rng: Random
) -> dict[World, float]:
    """Return the worlds that agree with what a player remembers, with their probabilities.

    Against one opponent, these are all such worlds; against several, they are ``size`` random
    deals.
    """
    unseen = unseen_cards(position)
    others = [seat for seat, n in enumerate(position.public.hand_sizes) if n]
    others = [seat for seat in others if seat != position.seat]
    listens = memory == "last sums"
    sums = {
        seat: remaining_announced_sum(position.steps, seat) if listens else None for seat in others
    }
    own = _hands_with_own_only(position)
    if len(others) < 2:
        found = dict(_single_opponent_worlds(position, own, unseen, others, sums))
    else:
        found = {}
        for _ in range(size):
            world = _dealt_from_memory(position, own, unseen, sums, rng)
            found[world] = found.get(world, 0) + 1
    total = sum(found.values())
    return {world: weight / total for world, weight in found.items()}


def unseen_cards(position: Position) -> Counts:
    """Return the cards that the deciding player cannot see: neither open nor in their hand."""
    rules, public = position.public.rules, position.public
    open_cards = counts_of((*public.row, *public.aside), rules.values)
    pack = (rules.copies,) * rules.values
    return with_cards_removed(with_cards_removed(pack, open_cards), position.hand)


def remaining_announced_sum(steps: Sequence[SeenStep], seat: Seat) -> int | None:
    """Return the sum that a seat announced last, minus the cards that it has played since.

    Return None if the seat has announced no sum, or if it has drawn or a swap was made since.
    """
    known: int | None = None
    for step in steps:
        announced = dict(step.facts.said).get(seat)
        if announced is not None:
            known = announced
        elif step.action.verb == "swap":
            known = None
        elif step.seat == seat and known is not None:
            if step.action.n_drawn > 0:
                known = None
            elif step.action.verb == "play":
                known -= step.action.card
    return known


def _hands_with_own_only(position: Position) -> tuple[Counts, ...]:
    empty = (0,) * position.public.rules.values
    n_seats = position.public.rules.n_seats
    return tuple(position.hand if seat == position.seat else empty for seat in range(n_seats))


def _single_opponent_worlds(
    position: Position,
    own_hands: tuple[Counts, ...],
    unseen: Counts,
    others: list[Seat],
    sums: dict[Seat, int | None],
) -> Iterator[tuple[World, int]]:
    if not others:
        yield World(own_hands, unseen), 1
        return
    (seat,) = others
    hands = hands_within(unseen, position.public.hand_sizes[seat])
    for hand in [h for h in hands if sums[seat] in (None, sum_of(h))] or hands:
        ways = 1
        for left, taken in zip(unseen, hand, strict=True):
            ways *= comb(left, taken)
        yield World(with_value_at(own_hands, seat, hand), with_cards_removed(unseen, hand)), ways


def _dealt_from_memory(
    position: Position,
    own_hands: tuple[Counts, ...],
    unseen: Counts,
    sums: dict[Seat, int | None],
    rng: Random,
) -> World:
    """Deal the unseen cards at random so that the remembered sums hold.

    After ``MAX_DEAL_TRIES`` failed tries, the sums are ignored.
    """
    cards = [card for card, copies in enumerate(unseen) for _ in range(copies)]
    hands = own_hands
    for _ in range(MAX_DEAL_TRIES):
        rng.shuffle(cards)
        hands, begin = own_hands, 0
        for seat in sums:
            end = begin + position.public.hand_sizes[seat]
            hands = with_value_at(hands, seat, counts_of(cards[begin:end], len(unseen)))
            begin = end
        if all(total in (None, sum_of(hands[seat])) for seat, total in sums.items()):
            break
    left = unseen
    for seat in sums:
        left = with_cards_removed(left, hands[seat])
    return World(hands, left)
