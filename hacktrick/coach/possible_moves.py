"""The continuations of a position: the possible actions, and the events that each may cause.

A position is given by the view of one seat, or by the views of all seats if all cards are open.
Chances use facts alone, without inference from play.
"""

from __future__ import annotations

from typing import NamedTuple

from hacktrick.ai.possible_worlds import World, believed_worlds
from hacktrick.game.actions import Action
from hacktrick.game.cards import UNKNOWN_CARD, Counts
from hacktrick.game.engine import apply_legal, chance_outcomes
from hacktrick.game.legality import legal_actions
from hacktrick.game.state import Observation, PublicState, Seat
from hacktrick.game.view import Event, View, observation_of, replay_view, view_after

Views = tuple[View, ...]


class PossibleOutcome(NamedTuple):
    """An event that an action may cause, as the viewing seats see the event, and its chance."""

    event: Event
    chance: float


def public_state_of(views: Views) -> PublicState:
    """Return the public state of the position that the views show."""
    return observation_of(views[0]).public


def possible_actions(views: Views) -> dict[Action, float]:
    """Return the actions that the seat to act may have, each with the chance that it is legal.

    The result is empty in the code phase and once the round is over.

    Raises:
        ValueError: a view contradicts itself.
    """
    public = public_state_of(views)
    if public.phase in ("codes", "over"):
        return {}
    found: dict[Action, float] = {}
    for hand, chance in _hand_chances(views, public.seat).items():
        for action in legal_actions(Observation(public.seat, public, hand, ())):
            found[action] = found.get(action, 0.0) + chance
    return found


def possible_outcomes(views: Views, action: Action) -> tuple[PossibleOutcome, ...]:
    """Return the possible outcomes of an action, likeliest first.

    Raises:
        ValueError: a view contradicts itself.
    """
    public = public_state_of(views)
    seats = {view.seat for view in views}
    found: dict[Event, float] = {}
    for world, chance in _worlds_fitting_views(views).items():
        hand = world.hands[public.seat]
        if action not in legal_actions(Observation(public.seat, public, hand, ())):
            continue
        state = world.state(public)
        drawn = chance_outcomes(state, action)
        n = sum(copies for _, copies in drawn)
        for cards, copies in drawn:
            facts = apply_legal(state, action, cards).facts
            made = action
            if public.seat not in seats:
                facts = facts._replace(drawn=(UNKNOWN_CARD,) * len(facts.drawn))
                made = action.concealed() if action.hidden_from == "others" else action
            event = Event(public.seat, made, facts)
            found[event] = found.get(event, 0.0) + chance * copies / n
    whole = sum(found.values())
    outcomes = [PossibleOutcome(event, chance / whole) for event, chance in found.items()]
    return tuple(sorted(outcomes, key=lambda outcome: -outcome.chance))


def views_after(views: Views, event: Event) -> Views:
    """Return the views after an event.

    Raises:
        ValueError: the event's action does not fit the position.
    """
    return tuple(view_after(view, event) for view in views)


def _hand_chances(views: Views, seat: Seat) -> dict[Counts, float]:
    for view in views:
        if view.seat == seat:
            return {observation_of(view).hand: 1.0}
    found: dict[Counts, float] = {}
    for world, chance in _worlds_fitting_views(views).items():
        found[world.hands[seat]] = found.get(world.hands[seat], 0.0) + chance
    return found


def _worlds_fitting_views(views: Views) -> dict[World, float]:
    """Return the worlds that agree with all views, with their probabilities."""
    known = [(view.seat, observation_of(view).hand) for view in views[1:]]
    worlds = believed_worlds(views[0], *replay_view(views[0]))
    if not known:
        return worlds
    fitting = {
        world: chance
        for world, chance in worlds.items()
        if all(world.hands[seat] == hand for seat, hand in known)
    }
    whole = sum(fitting.values())
    return {world: chance / whole for world, chance in fitting.items()}
