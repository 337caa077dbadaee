"""A turn in the making: what is chosen but not yet done, what it would do, and what may end it.

Pure functions of an observation and a ``Draft``; no pixels, no words. Nothing here is final:
``commit`` returns the actions that make it so.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from hacktrick.game.actions import (
    COMMAND_GUARD,
    COMMAND_PLAY,
    DRAW,
    PASS,
    Action,
    Command,
    Pass,
    Play,
    Start,
)
from hacktrick.game.advance import advance
from hacktrick.game.cards import Card, minus
from hacktrick.game.keypad import Key
from hacktrick.game.legal import legal_actions
from hacktrick.game.outcome import winning_keys
from hacktrick.game.pointless import Pointless, why_pointless
from hacktrick.game.reasons import Reason
from hacktrick.game.refusals import why_not
from hacktrick.game.state import IN_SUPPLY, Facts, Observation, Result

Warning_ = Literal["LOSES_THE_ROUND", Pointless]

Missing = Literal[
    "CHOOSE_FIRST",
    "CHOOSE_A_CARD",
    "CHOOSE_A_START_CARD",
    "NO_CARD_LEADS_THERE",
    "HAND_IS_HIDDEN",
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


@dataclass(frozen=True, slots=True)
class Offer:
    """A button: the action behind it, and why it is refused if it is.

    ``warning``: legal, but pointless or dangerous.
    """

    action: Action
    refusal: Reason | Missing | None = None
    warning: Warning_ | None = None


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


def choose_draw(seen: Observation, draft: Draft) -> Draft | Reason:
    """The draft with drawing chosen (or let go), or why drawing is not legal."""
    if draft.drawing:
        return NOTHING
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


def ends(seen: Observation, draft: Draft) -> tuple[Offer, ...]:
    """The three ends of a turn (pass, Play, Guard) as they would stand after the draft."""
    public = seen.public
    if public.phase in ("codes", "answer"):
        return _only_main("NOT_NOW")
    if public.phase == "turn" and draft.drawing:
        return _only_main("NO_COMMAND_AFTER_A_DRAW")
    if public.phase == "command" and draft.card is None:
        return tuple(_end(seen, action) for action in (PASS, COMMAND_PLAY, COMMAND_GUARD))
    shown = preview(seen, draft)
    if shown is not None and shown.result is not None:
        own = shown.result.side == public.side
        warning: Warning_ | None = None if own else "LOSES_THE_ROUND"
        return _only_main("NO_COMMAND_AFTER_THE_END", warning)
    after = after_draft(seen, draft)
    if after is None:
        if public.phase == "start" and draft.card is not None:
            return _only_main("NO_COMMAND_AT_THE_START")
        first = missing(seen)
        return tuple(Offer(action, first) for action in (PASS, COMMAND_PLAY, COMMAND_GUARD))
    return tuple(_end(after, action) for action in (PASS, COMMAND_PLAY, COMMAND_GUARD))


def _only_main(
    refusal: Reason | Missing, warning: Warning_ | None = None
) -> tuple[Offer, Offer, Offer]:
    """The main button and no command."""
    commands = Offer(COMMAND_PLAY, refusal), Offer(COMMAND_GUARD, refusal)
    return (Offer(PASS, warning=warning), *commands)


def _end(after: Observation, action: Pass | Command) -> Offer:
    if action not in legal_actions(after):
        return Offer(action, why_not(after, action))
    return Offer(action, warning=why_pointless(after.public, action))


def commit(seen: Observation, draft: Draft, end: Action) -> tuple[Action, ...]:
    """The actions that make the draft final and end the turn with ``end``.

    The second one is to be left out if the first one ends the round. Empty where nothing is
    chosen that could be done.
    """
    legal = legal_actions(seen)
    if draft.drawing:
        return (DRAW,) if isinstance(end, Pass) and DRAW in legal else ()
    action = play_of(seen, draft)
    if action is None:
        return (end,) if end in legal else ()
    if action not in legal:
        return ()
    if isinstance(action, Start):
        return (action,)
    offered = next((offer for offer in ends(seen, draft) if offer.action == end), None)
    if offered is None or offered.refusal is not None:
        return ()
    after = after_draft(seen, draft)
    return (action,) if after is None else (action, end)


def missing(seen: Observation) -> Missing | Reason:
    """What is to be chosen before the turn can be ended."""
    public = seen.public
    if public.phase == "start":
        return "CHOOSE_A_START_CARD"
    if public.phase != "turn":
        return "NOT_NOW"
    return "CHOOSE_FIRST" if DRAW in legal_actions(seen) else "CHOOSE_A_CARD"
