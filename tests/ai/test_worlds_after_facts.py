"""The belief uses shown hands and swapped cards, also when it continues from a cached one."""

from __future__ import annotations

from random import Random

import pytest

from hacktrick.ai.possible_worlds import World, believed_worlds, clear_world_cache
from hacktrick.game.actions import Swap
from hacktrick.game.cards import cards_of
from hacktrick.game.view import View, replay_view
from tests.game.test_view_redaction import with_codes
from tests.support.scripted_matches import TextMatch, legal_now, scripted_match


def world_probabilities(view: View) -> dict[World, float]:
    return believed_worlds(view, *replay_view(view))


def true_world(match: TextMatch) -> World:
    truth = match.full_state()
    return World(truth.hands, truth.deck, truth.under)


def test_a_shown_hand_is_in_every_world() -> None:
    match = scripted_match("keypad", hands=("055", "0145"))
    match.submit_text("start 1", "play 0", "pass", "play 5", "command play")
    before = {cards_of(world.hands[0]) for world in world_probabilities(match.view(1))}
    match.submit_text("draw")
    assert match.view(1).shown == ((5, 0, (5, 5)),)
    after = {cards_of(world.hands[0]) for world in world_probabilities(match.view(1))}
    assert before >= {(5, 5)}
    assert all(hand.count(5) >= 2 and len(hand) == 3 for hand in after)
    assert true_world(match) in world_probabilities(match.view(1))


def test_an_unshown_hand_could_play_or_was_not_commanded_to() -> None:
    match = scripted_match("keypad", hands=("055", "0145"))
    match.submit_text("start 1", "play 0", "pass", "play 4", "command play")
    match.submit_text("play 5", "pass")
    assert match.view(1).shown == ()
    assert all(world.hands[0][5] == 1 for world in world_probabilities(match.view(1)))


def match_before_swap() -> TextMatch:
    """Return a random round in which seat 0 may swap and seat 1 holds two different cards."""
    for seed in range(100):
        match, dice = with_codes(("vaeck",), (), leader=0).submit_text("lay vaeck"), Random(seed)
        while not match.is_round_over:
            legal = legal_now(match)
            if (
                any(isinstance(action, Swap) for action in legal)
                and distinct_cards_of_opponent(match)[1:]
            ):
                return match
            match.submit(match.public.seat, dice.choice(legal))
    raise AssertionError("no swap was ever possible")


def distinct_cards_of_opponent(match: TextMatch) -> list[int]:
    """Return the cards that seat 1 holds, each value once."""
    return sorted(set(cards_of(match.full_state().hands[1])))


def match_after_swap(which: int) -> TextMatch:
    match = match_before_swap()
    card = distinct_cards_of_opponent(match)[which]
    match._chances.take_card = lambda hand: card  # type: ignore[method-assign]
    given = cards_of(match.full_state().hands[0])[0]
    return match.submit_text(f"swap {given}")


@pytest.mark.parametrize("seat", [0, 1])
def test_swapped_cards_of_two_matches_are_not_mixed_up(seat: int) -> None:
    """Both matches have the same deal and action texts; only the taken card differs."""
    first, second = match_after_swap(0), match_after_swap(-1)
    assert first.view(seat).actions == second.view(seat).actions
    assert first.view(seat).taken != second.view(seat).taken
    clear_world_cache()
    for match, other in ((first, second), (second, first), (first, second)):
        worlds = world_probabilities(match.view(seat))
        assert true_world(match) in worlds
        assert true_world(other) not in worlds
