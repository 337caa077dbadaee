"""The belief after cards were put under the deck unseen, and how its computation pauses."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import pytest

from hacktrick.ai import possible_worlds as module
from hacktrick.ai.possible_worlds import (
    World,
    believed_worlds,
    believed_worlds_in_steps,
    clear_world_cache,
)
from hacktrick.coach.lessons.lesson import LessonDeal, match_with_lesson_deal
from hacktrick.game.actions import PutUnderDeck, parse
from hacktrick.game.cards import cards_of
from hacktrick.game.engine import apply_hidden_part, chance_outcomes
from hacktrick.game.legality import legal_actions
from hacktrick.game.state import Observation
from hacktrick.game.view import View, replay_view
from hacktrick.match.live_match import Match

SUN = LessonDeal(
    ((1, 2, 5), (0, 3, 3, 4)),
    (0, 0),
    (5, 4, 1, 2, 2, 3, 4, 1, 5),
    preset="wits",
    held=(("sun",), ()),
)


def match_after_actions(*texts: str) -> Match:
    match = match_with_lesson_deal(SUN, ("Ada", "Ben"))
    for text in ("lay sun", "start 3", *texts):
        match.submit(match.public.seat, parse(text))
    return match


def world_probabilities(view: View) -> dict[World, float]:
    clear_world_cache()
    return believed_worlds(view, *replay_view(view))


def enumerated_belief(before: Match, n_under: int) -> dict[World, Fraction]:
    """Return what seat 1 must believe after seat 0 has put ``n_under`` cards under the deck.

    All choices of cards are equally likely.
    """
    public, found = before.public, dict[World, Fraction]()
    for world, chance in world_probabilities(before.view(1)).items():
        hand = world.hands[0]
        ways = [
            action
            for action in legal_actions(Observation(0, public, hand, ()))
            if isinstance(action, PutUnderDeck) and len(action.cards) == n_under
        ]
        for action in ways:
            outcomes = list(chance_outcomes(world.state(public), action))
            total = sum(copies for _, copies in outcomes)
            for drawn, copies in outcomes:
                after, _facts = apply_hidden_part(world.state(public), action, drawn)
                here = World(after.hands, after.deck, after.under)
                share = Fraction(chance) / len(ways) * Fraction(copies, total)
                found[here] = found.get(here, Fraction()) + share
    return found


@pytest.mark.parametrize("text", ["under 1", "under 5 2", "under 1 2 5"])
def test_all_choices_of_cards_put_under_the_deck_count_alike(text: str) -> None:
    wanted = enumerated_belief(match_after_actions(), len(text.split()) - 1)
    found = world_probabilities(match_after_actions(text).view(1))
    assert set(found) == set(wanted)
    for world, chance in wanted.items():
        assert found[world] == pytest.approx(float(chance), rel=1e-9)


def test_a_player_knows_the_order_of_cards_they_put_under_the_deck() -> None:
    match = match_after_actions("under 5 2")
    for world in world_probabilities(match.view(0)):
        assert (
            world.under == match.full_state().under
            and world.hands[0] == match.full_state().hands[0]
        )
    others = {world.under for world in world_probabilities(match.view(1))}
    assert match.full_state().under in others and len(others) > 10
    assert all(len(under) == 2 for under in others)
    assert cards_of(match.full_state().hands[1]) == (0, 3, 4)


def test_world_shares_divide_evenly_by_up_to_15_choices() -> None:
    # Tests the constant, since no result shows this property directly.
    assert all(module._SHARES % n == 0 for n in range(1, 16))


def test_the_belief_pauses_at_every_step_and_after_many_worlds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    view = match_after_actions("play 5", "pass", "draw").view(0)
    _first, steps = replay_view(view)
    pauses = []
    for at_once in (10**6, 5, 1):
        monkeypatch.setattr(module, "WORLDS_PER_STEP", at_once)
        clear_world_cache()
        pauses.append(sum(1 for _ in uncached_belief_steps(view)))
    assert pauses[0] == len(steps) < pauses[1] < pauses[2]


def uncached_belief_steps(view: View) -> Iterator[None]:
    clear_world_cache()
    yield from believed_worlds_in_steps(view, *replay_view(view))
