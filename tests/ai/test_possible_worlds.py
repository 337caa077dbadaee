"""The belief equals an enumeration of everything hidden, and always includes the truth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from math import comb
from random import Random

import pytest

from hacktrick.ai.possible_worlds import World, believed_worlds, clear_world_cache
from hacktrick.game import engine
from hacktrick.game.actions import COMMAND_PLAY, Action, Ask
from hacktrick.game.cards import Counts, cards_of, counts_of, hands_within, with_cards_removed
from hacktrick.game.editions import PRESETS, Rules
from hacktrick.game.legality import legal_actions
from hacktrick.game.state import Deal, State, seating_for
from hacktrick.game.view import Event, RoundStart, View, make_view, replay_view
from hacktrick.match.live_match import Match
from tests.support.random_positions import begin_match, random_action, random_positions


def world_probabilities(view: View) -> dict[World, float]:
    return believed_worlds(view, *replay_view(view))


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_the_true_world_is_among_distinct_worlds_that_look_the_same(preset: str) -> None:
    for match in random_positions(preset, 6):
        truth, seat = match.full_state(), match.public.seat
        worlds = world_probabilities(match.view(seat))
        assert World(truth.hands, truth.deck, truth.under) in worlds
        assert sum(worlds.values()) == pytest.approx(1)
        for world in worlds:
            seen = engine.observe(world.state(match.public), seat)
            assert seen._replace(held=()) == match.observe(seat)._replace(held=())
            assert tuple(map(sum, world.hands)) == match.public.hand_sizes
            assert sum(world.deck) + len(world.under) == match.public.deck_size


@pytest.mark.parametrize("preset", ["keypad", "wits", "quartet"])
def test_the_world_cache_does_not_change_results(preset: str) -> None:
    for match in random_positions(preset, 2, seed=5):
        view = match.view(match.public.seat)
        warm = world_probabilities(view)
        clear_world_cache()
        assert list(world_probabilities(view).items()) == list(warm.items())


def small_rules(preset: str) -> Rules:
    """Rules with twelve cards in four values, small enough to enumerate."""
    return replace(PRESETS[preset], values=4)


def possible_deals(view: View) -> Iterator[tuple[State, RoundStart, int]]:
    """Yield every deal that the owner of the view considers before anything is announced."""
    rules = view.rules
    seating = seating_for(rules, view.leader, view.starter)
    unseen = (rules.copies,) * rules.values
    unseen = with_cards_removed(unseen, counts_of((*view.aside, *view.hand), rules.values))

    def fill(
        seat: int, hands: tuple[Counts, ...], left: Counts, ways: int
    ) -> Iterator[tuple[tuple[Counts, ...], Counts, int]]:
        if seat == rules.n_seats:
            yield hands, left, ways
        elif seat == view.seat:
            own = counts_of(view.hand, rules.values)
            yield from fill(seat + 1, (*hands, own), left, ways)
        else:
            for hand in hands_within(left, view.sizes[seat]):
                more = ways
                for a, b in zip(left, hand, strict=True):
                    more *= comb(a, b)
                yield from fill(seat + 1, (*hands, hand), with_cards_removed(left, hand), more)

    for hands, deck, ways in fill(0, (), unseen, 1):
        start = RoundStart(
            rules=rules,
            seats=view.seats,
            leader=view.leader,
            starter=view.starter,
            duel=False,
            hands=tuple(view.hand if n == view.seat else cards_of(h) for n, h in enumerate(hands)),
            aside=view.aside,
            held=((),) * rules.n_seats,
            spent=(),
        )
        yield engine.start_round(rules, seating, Deal(hands, view.aside, deck)), start, ways


Trace = tuple[State, RoundStart, tuple[Event, ...], Fraction]


def continued_traces(trace: Trace, view: View) -> Iterator[Trace]:
    state, start, events, weight = trace
    verb = view.actions[-1].split(" ")[0]
    seat = state.public.seat
    for action in legal_actions(engine.observe(state, seat)):
        if str(action).split(" ")[0] != verb:
            continue
        outcomes = engine.chance_outcomes(state, action)
        total = sum(copies for _, copies in outcomes)
        for chance, copies in outcomes:
            step = engine.apply_legal(state, action, chance)
            happened = (*events, Event(seat, action, step.facts))
            if make_view(start, happened, step.state.public, view.seat) == view:
                yield step.state, start, happened, weight * Fraction(copies, total)


@pytest.mark.parametrize("preset", ["keypad", "arena", "club", "trio", "quartet"])
def test_the_belief_equals_enumerating_all_deals(preset: str) -> None:
    met: Counter[str] = Counter()
    for number in range(25):
        rng = Random(f"{preset} {number}")
        match = begin_match(small_rules(preset), rng)
        seat = rng.randrange(match.rules.n_seats)
        traces: list[Trace] = [
            (state, start, (), Fraction(ways))
            for state, start, ways in possible_deals(match.view(seat))
        ]
        # With so few cards a reshuffled deck may be empty, which never happens in the full game.
        while not match.is_round_over and match.public.deck_size:
            match.submit(match.public.seat, a_revealing_action(match, rng))
            view = match.view(seat)
            traces = [trace for old in traces for trace in continued_traces(old, view)]
            if not match.is_round_over:
                assert world_probabilities(view) == pytest.approx(normalized_weights(traces))
        for step in replay_view(match.view(seat))[1]:
            met["asked"] += isinstance(step.action, Ask)
            met["shown"] += bool(step.facts.shown)
            met["made anew"] += step.facts.reshuffled
    assert met["asked"] and met["shown"] and met["made anew"]


def a_revealing_action(match: Match, rng: Random) -> Action:
    """Choose questions and commands more often than players would, since they reveal cards."""
    legal = legal_actions(match.observe(match.public.seat))
    revealing = [action for action in legal if isinstance(action, Ask) or action == COMMAND_PLAY]
    return rng.choice(revealing) if revealing and rng.random() < 0.6 else random_action(match, rng)


def normalized_weights(traces: list[Trace]) -> dict[World, float]:
    found: dict[World, Fraction] = {}
    for state, _, _, weight in traces:
        world = World(state.hands, state.deck, state.under)
        found[world] = found.get(world, Fraction(0)) + weight
    total = sum(found.values())
    return {world: float(weight / total) for world, weight in found.items()}


def test_a_view_that_contradicts_itself_is_refused() -> None:
    match = next(m for m in random_positions("keypad", 1) if m.public.phase == "turn")
    view = view_with_impossible_sums(match)
    with pytest.raises(ValueError, match="fits"):
        world_probabilities(view)


def view_with_impossible_sums(match: Match) -> View:
    view = match.view(match.public.seat)
    impossible = tuple((n, seat, 99) for n, seat, _ in view.said)
    return replace(view, said=impossible)
