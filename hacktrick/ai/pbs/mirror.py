"""The one symmetry of the game: card c as 5-c, key k as 10-k. Lines and triples map to themselves.

Every round is thought about in one of its two forms, chosen by what is public, so that mirrored
rounds are played in mirrored ways whatever the net has learned.
"""

from __future__ import annotations

from dataclasses import replace

from hacktrick.ai.position import Position
from hacktrick.game.actions import Action, Play, Start, Swap, Under
from hacktrick.game.cards import Counts
from hacktrick.game.state import Facts, Observation, PublicState
from hacktrick.game.view import UNKNOWN_CARD, Seen


def is_turned(position: Position) -> bool:
    """Whether the round is thought about in its mirrored form. The own hand decides only about the
    start card, and only where the cards set aside do not."""
    chosen = chosen_by_all(position)
    return position.hand > position.hand[::-1] if chosen is None else chosen


def is_turned_for_all(position: Position) -> bool:
    """The same for whoever must not look at a hand; as it is where nothing public decides."""
    return bool(chosen_by_all(position))


def chosen_by_all(position: Position) -> bool | None:
    """The form that everybody would choose by what is public."""
    return chosen_form(position.first, position.steps)


def chosen_form(first: PublicState, steps: tuple[Seen, ...]) -> bool | None:
    """Whether a round is thought about in its mirrored form; None where nothing public decides."""
    top = first.rules.values - 1
    balance = sum(first.aside) - len(first.aside) * top / 2
    if balance:
        return balance > 0
    laid = [step.action.card for step in steps if isinstance(step.action, Start)]
    return 2 * laid[0] > top if laid else None


def turned(position: Position) -> Position:
    """The mirrored position."""
    seen = position.observation
    return replace(
        position,
        first=turned_public(position.first),
        steps=turned_steps(position.steps),
        observation=Observation(
            seen.seat, turned_public(seen.public), turned_hand(seen.hand), seen.held
        ),
        legal=tuple(turned_action(action, seen.public) for action in position.legal),
    )


def turned_action(action: Action, public: PublicState) -> Action:
    """The mirrored action."""
    top = public.rules.values - 1
    if isinstance(action, Play):
        return Play(top - action.card, action.double, action.again)
    if isinstance(action, Start):
        return Start(top - action.card)
    if isinstance(action, Swap):
        return Swap(top - action.card)
    if isinstance(action, Under):
        known = (card if card == UNKNOWN_CARD else top - card for card in action.cards)
        return Under(tuple(known))
    return action


def turned_hand(hand: Counts) -> Counts:
    return hand[::-1]


def turned_public(public: PublicState) -> PublicState:
    top = public.rules.values - 1
    return public._replace(
        row=tuple(top - card for card in public.row),
        aside=tuple(sorted(top - card for card in public.aside)),
        board=public.board[::-1],
        double=tuple(2 * top - key if key > 0 else key for key in public.double),
    )


def turned_steps(steps: tuple[Seen, ...]) -> tuple[Seen, ...]:
    return tuple(_turned_step(step) for step in steps)


def _turned_step(step: Seen) -> Seen:
    return Seen(
        step.seat,
        turned_action(step.action, step.before),
        _turned_facts(step.facts, step.after),
        turned_public(step.before),
        turned_public(step.after),
        turned_hand(step.hand),
    )


def _turned_facts(facts: Facts, after: PublicState) -> Facts:
    top = after.rules.values - 1
    return facts._replace(
        said=tuple((seat, top * after.hand_sizes[seat] - total) for seat, total in facts.said),
        shown=tuple(
            (seat, tuple(sorted(top - card for card in cards))) for seat, cards in facts.shown
        ),
        drawn=tuple(top - card for card in facts.drawn),
        taken=None if facts.taken is None else top - facts.taken,
    )
