"""A turn in the making: what is chosen but not yet done, what it would do, and what may end it.

Pure functions of an observation and a ``Draft``; no pixels, no words. Nothing here is final: the
``offers`` have the actions that make it so.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from hacktrick.game.actions import (
    DRAW,
    Play,
    Start,
)
from hacktrick.game.advance import advance
from hacktrick.game.cards import Card, minus
from hacktrick.game.legal import legal_actions, must_draw
from hacktrick.game.outcome import winning_keys
from hacktrick.game.refusals import why_not
from hacktrick.game.state import IN_SUPPLY, Facts, Observation, Result

if TYPE_CHECKING:
    from hacktrick.game.keypad import Key
    from hacktrick.game.reasons import Reason

Missing = Literal[
    "CHOOSE_FIRST",
    "CHOOSE_A_CARD",
    "NO_CARD_TO_CHOOSE",
    "CHOOSE_A_START_CARD",
    "NO_CARD_LEADS_THERE",
    "HAND_IS_HIDDEN",
    "DRAW_IS_CHOSEN",
    "NO_COMMAND_AFTER_A_DRAW",
    "NO_COMMAND_AFTER_THE_END",
    "NO_COMMAND_AT_THE_START",
]
"""Refusals that come from the window, not from the rules."""


@dataclass(frozen=True, slots=True)
class Draft:
    """What is chosen: a card (and which marker), or to draw."""

    card: Card | None = None
    double: bool = False
    drawing: bool = False


NOTHING = Draft()


@dataclass(frozen=True, slots=True)
class Preview:
    """What a drafted card would do.

    Attributes:
        last: the last card of the row; ``key`` = last + card.
        captures: opposing markers taken; ``captures_double``: the double among them.
        result: how the round would end by it, if it does (``markers``: the last marker is gone).
        keys: the keys to light as the reason of a win.
    """

    last: Card
    card: Card
    key: Key
    double: bool
    captures: int
    captures_double: bool
    result: Result | None
    keys: tuple[Key, ...]


def play_of(seen: Observation, draft: Draft) -> Play | Start | None:
    """The action of the drafted card, legal or not; None if no card is chosen."""
    if draft.card is None:
        return None
    if seen.public.phase == "start":
        return Start(draft.card)
    return Play(draft.card, draft.double, again=seen.public.phase == "command")


def choose_card(seen: Observation, draft: Draft, card: Card) -> Draft | Reason:
    """The draft with ``card`` chosen (or let go, if it was chosen), or why it cannot be."""
    if draft.card == card:
        return replace(draft, card=None)
    legal = legal_actions(seen)
    wanted = replace(draft, card=card, drawing=False)
    for candidate in (wanted, replace(wanted, double=not wanted.double)):
        if play_of(seen, candidate) in legal:
            return candidate
    action = play_of(seen, wanted)
    assert action is not None
    return why_not(seen, action)


def card_for_key(seen: Observation, key: Key) -> Card | None:
    """The one card that reaches ``key`` from the last card of the row; None if no card can."""
    row = seen.public.row
    if not row:
        return None
    card = key - row[-1]
    return card if 0 <= card < seen.public.rules.values and card != row[-1] else None


def toggle_double(seen: Observation, draft: Draft) -> Draft | Reason:
    """The draft with the other marker, or why there is no choice."""
    public = seen.public
    wanted = replace(draft, double=not draft.double)
    if wanted.double and public.double[public.side] != IN_SUPPLY:
        return "DOUBLE_NOT_IN_SUPPLY"
    if not wanted.double and not public.singles(public.side):
        return "NO_SINGLE"
    return wanted


def choose_draw(seen: Observation) -> Draft | Reason:
    """The draft with drawing chosen, or why drawing is not legal."""
    if DRAW in legal_actions(seen):
        return Draft(drawing=True)
    return why_not(seen, DRAW)


def preview(seen: Observation, draft: Draft) -> Preview | None:
    """What the drafted card would do; None where no marker would be placed."""
    action = play_of(seen, draft)
    if not isinstance(action, Play) or action not in legal_actions(seen):
        return None
    public = seen.public
    side, last = public.side, public.row[-1]
    key = last + action.card
    after = advance(public, action, Facts())
    result = after.result
    keys: tuple[Key, ...] = ()
    if result is not None and result.side == side:
        keys = winning_keys(after, side, key, result.by)
    return Preview(
        last,
        action.card,
        key,
        action.double,
        public.markers_on(key, 1 - side),
        public.double[1 - side] == key,
        result,
        keys,
    )


def after_draft(seen: Observation, draft: Draft) -> Observation | None:
    """What the seat would see after the drafted card, before the turn is ended; None where the
    draft places no marker or ends the round."""
    action = play_of(seen, draft)
    if not isinstance(action, Play) or action not in legal_actions(seen):
        return None
    after = advance(seen.public, action, Facts())
    if after.result is not None:
        return None
    return Observation(seen.seat, after, minus(seen.hand, action.card), seen.held)


def missing(seen: Observation) -> Missing | Reason:
    """What is to be chosen before the turn can be ended."""
    public = seen.public
    if public.phase == "start":
        return "CHOOSE_A_START_CARD"
    if public.phase != "turn":
        return "NOT_NOW"
    legal = legal_actions(seen)
    if DRAW not in legal:
        return "CHOOSE_A_CARD"
    if must_draw(public):
        return "MUST_DRAW"
    can_play = any(isinstance(action, Play) for action in legal)
    return "CHOOSE_FIRST" if can_play else "NO_CARD_TO_CHOOSE"
