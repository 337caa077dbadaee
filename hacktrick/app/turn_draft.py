"""The turn a player is composing: what is chosen, what it would do, and what each control offers.

Pure functions of an observation and a draft. Buttons, keys, prompts and the text mode read the
same offers. A refusal is a reason and changes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from hacktrick.game.actions import (
    ASK,
    COMMAND_GUARD,
    COMMAND_PLAY,
    DRAW,
    PARTNER,
    PASS,
    Action,
    Ask,
    Command,
    Pass,
    Play,
    RefusalReason,
    Start,
)
from hacktrick.game.cards import Card, minus
from hacktrick.game.legality import (
    PointlessReason,
    legal_actions,
    must_draw,
    pointless_reason,
    power_refusal_reason,
    refusal_reason,
)
from hacktrick.game.powers import Power, power_of
from hacktrick.game.rules import NOBODY, Seat
from hacktrick.game.state import IN_SUPPLY, Facts, Observation, Result
from hacktrick.game.transitions import advance, winning_keys

if TYPE_CHECKING:
    from hacktrick.app.session import Session
    from hacktrick.game.keypad import Key
    from hacktrick.game.state import PublicState


DraftRefusal = Literal[
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
class TurnDraft:
    """What is chosen: a card (and which marker), or to draw."""

    card: Card | None = None
    double: bool = False
    drawing: bool = False


EMPTY_DRAFT = TurnDraft()


@dataclass(frozen=True, slots=True)
class DraftPreview:
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


def drafted_action(seen: Observation, draft: TurnDraft) -> Play | Start | None:
    """The action of the drafted card, legal or not; None if no card is chosen."""
    if draft.card is None:
        return None
    if seen.public.phase == "start":
        return Start(draft.card)
    return Play(draft.card, draft.double, again=seen.public.phase == "command")


def choose_card(seen: Observation, draft: TurnDraft, card: Card) -> TurnDraft | RefusalReason:
    """The draft with ``card`` chosen (or let go, if it was chosen), or why it cannot be."""
    if draft.card == card:
        return replace(draft, card=None)
    legal = legal_actions(seen)
    wanted = replace(draft, card=card, drawing=False)
    for candidate in (wanted, replace(wanted, double=not wanted.double)):
        if drafted_action(seen, candidate) in legal:
            return candidate
    action = drafted_action(seen, wanted)
    assert action is not None
    return refusal_reason(seen, action)


def card_for_key(seen: Observation, key: Key) -> Card | None:
    """The one card that reaches ``key`` from the last card of the row; None if no card can."""
    row = seen.public.row
    if not row:
        return None
    card = key - row[-1]
    return card if 0 <= card < seen.public.rules.values and card != row[-1] else None


def toggle_double(seen: Observation, draft: TurnDraft) -> TurnDraft | RefusalReason:
    """The draft with the other marker, or why there is no choice."""
    public = seen.public
    wanted = replace(draft, double=not draft.double)
    if wanted.double and public.double[public.side] != IN_SUPPLY:
        return "DOUBLE_NOT_IN_SUPPLY"
    if not wanted.double and not public.singles(public.side):
        return "NO_SINGLE"
    return wanted


def choose_draw(seen: Observation) -> TurnDraft | RefusalReason:
    """The draft with drawing chosen, or why drawing is not legal."""
    if DRAW in legal_actions(seen):
        return TurnDraft(drawing=True)
    return refusal_reason(seen, DRAW)


def preview_draft(seen: Observation, draft: TurnDraft) -> DraftPreview | None:
    """What the drafted card would do; None where no marker would be placed."""
    action = drafted_action(seen, draft)
    if action is None or action.verb != "play" or action not in legal_actions(seen):
        return None
    public = seen.public
    side, last = public.side, public.row[-1]
    key = last + action.card
    after = advance(public, action, Facts())
    result = after.result
    keys: tuple[Key, ...] = ()
    if result is not None and result.side == side:
        keys = winning_keys(after, side, key, result.by)
    return DraftPreview(
        last,
        action.card,
        key,
        action.double,
        public.markers_on(key, 1 - side),
        public.double[1 - side] == key,
        result,
        keys,
    )


def observation_after_draft(seen: Observation, draft: TurnDraft) -> Observation | None:
    """What the seat would see after the drafted card, before the turn is ended; None where the
    draft places no marker or ends the round."""
    action = drafted_action(seen, draft)
    if action is None or action.verb != "play" or action not in legal_actions(seen):
        return None
    after = advance(seen.public, action, Facts())
    if after.result is not None:
        return None
    return Observation(seen.seat, after, minus(seen.hand, action.card), seen.held)


def missing_choice(seen: Observation) -> DraftRefusal | RefusalReason:
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
    can_play = any(action.verb == "play" for action in legal)
    return "CHOOSE_FIRST" if can_play else "NO_CARD_TO_CHOOSE"


Refusal = RefusalReason | DraftRefusal
OfferWarning = Literal["LOSES_THE_ROUND", PointlessReason]
TurnEnd = Literal["pass", "play", "guard"]
ControlName = Literal["pass", "play", "guard", "draw", "ask", "ask_partner", "power"]
"""The controls by the intents that stand for them; "pass" is the main one, which ends the turn."""

TURN_ENDS: Mapping[TurnEnd, Pass | Command] = {
    "pass": PASS,
    "play": COMMAND_PLAY,
    "guard": COMMAND_GUARD,
}


@dataclass(frozen=True, slots=True)
class ActionOffer:
    """A control, what it does, and why it is refused if it is.

    Attributes:
        actions: what it does, or would do, one after the other. The second one is to be left out
            if the first one ends the round.
        warning: allowed, but pointless or dangerous.
        answers: where the player must choose first among several ways to do it, these ways.
    """

    name: ControlName
    actions: tuple[Action, ...] = ()
    refusal: Refusal | None = None
    warning: OfferWarning | None = None
    answers: tuple[ActionOffer, ...] = ()


ActionOffers = Mapping[ControlName, ActionOffer]
"""The controls that are there, refused ones too."""


def action_offers(
    public: PublicState,
    seat: Seat,
    seen: Observation | None,
    draft: TurnDraft = EMPTY_DRAFT,
    closed: Refusal = "NOT_YOUR_TURN",
) -> ActionOffers:
    """Every control of the player at ``seat``.

    Args:
        seen: what he sees, if he may choose now; else everything is refused with ``closed``.
    """
    ways = _OfferContext(public, seat, seen, closed)
    if seen is None:
        last = tuple(ActionOffer(name, (action,), closed) for name, action in TURN_ENDS.items())
    else:
        last = turn_end_offers(seen, draft)
    first = () if public.seating.side_of[seat] == NOBODY else _before(ways, draft)
    return {offer.name: offer for offer in (*first, *last)}


def why_closed(public: PublicState, veiled: bool) -> Refusal:
    """Why a player cannot choose anything now.

    Args:
        veiled: it is his turn, but he has hidden his cards.
    """
    if public.phase == "over":
        return "ROUND_IS_OVER"
    return "HAND_IS_HIDDEN" if veiled else "NOT_YOUR_TURN"


# The ends of a turn


def turn_end_offers(seen: Observation, draft: TurnDraft) -> tuple[ActionOffer, ...]:
    """The three ends of a turn (pass, Play, Guard) as they would stand after the draft."""
    public = seen.public
    if public.phase in ("codes", "answer"):
        answers = tuple(ActionOffer("pass", (action,)) for action in legal_actions(seen))
        return _only_main(ActionOffer("pass", answers=answers), "NOT_NOW")
    if public.phase == "turn" and draft.drawing:
        chosen = ActionOffer("pass", (PASS,), "DRAW_IS_CHOSEN")  # its own button does it
        return _only_main(chosen, "NO_COMMAND_AFTER_A_DRAW")
    if public.phase == "command" and draft.card is None:
        return tuple(_end(seen, name) for name in TURN_ENDS)
    return _ends_of_a_card(seen, draft)


def _ends_of_a_card(seen: Observation, draft: TurnDraft) -> tuple[ActionOffer, ...]:
    action, shown, after = (
        drafted_action(seen, draft),
        preview_draft(seen, draft),
        observation_after_draft(seen, draft),
    )
    if action is not None and shown is not None and shown.result is not None:
        wins = shown.result.side == seen.public.side
        main = ActionOffer("pass", (action,), warning=None if wins else "LOSES_THE_ROUND")
        return _only_main(main, "NO_COMMAND_AFTER_THE_END")
    if action is not None and after is not None:
        return tuple(_end(after, name, action) for name in TURN_ENDS)
    if action is not None and action.verb == "start" and action in legal_actions(seen):
        return _only_main(ActionOffer("pass", (action,)), "NO_COMMAND_AT_THE_START")
    first = missing_choice(seen)
    return tuple(ActionOffer(name, (end,), first) for name, end in TURN_ENDS.items())


def _only_main(main: ActionOffer, refusal: Refusal) -> tuple[ActionOffer, ...]:
    """The main button and no command."""
    play, guard = (
        ActionOffer("play", (COMMAND_PLAY,), refusal),
        ActionOffer("guard", (COMMAND_GUARD,), refusal),
    )
    return main, play, guard


def _end(after: Observation, name: TurnEnd, *first: Action) -> ActionOffer:
    """An end of the turn, after ``first`` has been done."""
    action = TURN_ENDS[name]
    if action not in legal_actions(after):
        return ActionOffer(name, (*first, action), refusal_reason(after, action))
    return ActionOffer(name, (*first, action), warning=pointless_reason(after.public, action))


# What may come before


@dataclass(frozen=True, slots=True)
class _OfferContext:
    """Who asks; see `offers`."""

    public: PublicState
    seat: Seat
    seen: Observation | None
    closed: Refusal

    def refusal(self, action: Action) -> Refusal | None:
        if self.seen is None:
            return self.closed
        return None if action in legal_actions(self.seen) else refusal_reason(self.seen, action)


def _before(ways: _OfferContext, draft: TurnDraft) -> tuple[ActionOffer, ...]:
    """What is there before a card is played, and drawing instead of it."""
    found = [_ask(ways)]
    if ways.public.seating.partner_of(ways.seat) is not None:
        found.append(ActionOffer("ask_partner", (PARTNER,), ways.refusal(PARTNER)))
    power = power_of(ways.public, ways.public.seating.side_of[ways.seat])
    if power is not None and power.gives_a_second_card:
        found.append(_second_card(ways, draft))
    elif power is not None and power.has_actions:
        found.append(_use(ways, power))
    return (*found, ActionOffer("draw", (DRAW,), ways.refusal(DRAW)))


def _ask(ways: _OfferContext) -> ActionOffer:
    """One opponent is asked at once; of several, one is chosen."""
    opponents = ways.public.seating.opponents_of(ways.seat)
    if len(opponents) == 1:
        return ActionOffer("ask", (ASK,), ways.refusal(ASK))
    asks = [Ask(seat) for seat in opponents]
    answers = tuple(ActionOffer("ask", (action,), ways.refusal(action)) for action in asks)
    refusals = [answer.refusal for answer in answers]
    return ActionOffer("ask", refusal=None if None in refusals else refusals[0], answers=answers)


def _use(ways: _OfferContext, power: Power) -> ActionOffer:
    """The power of a code."""
    if ways.seen is None:
        return ActionOffer("power", refusal=ways.closed)
    uses = [action for action in legal_actions(ways.seen) if action.power_code == power.code]
    if not uses:
        return ActionOffer("power", refusal=power_refusal_reason(ways.seen, power))
    if not power.has_choice:
        return ActionOffer("power", (uses[0],))
    return ActionOffer("power", answers=tuple(ActionOffer("power", (action,)) for action in uses))


def _second_card(ways: _OfferContext, draft: TurnDraft) -> ActionOffer:
    """The drafted card alone, where a second one may follow it in the same turn."""
    if ways.seen is None:
        return ActionOffer("power", refusal=ways.closed)
    if not ways.public.again:
        return ActionOffer("power", refusal="NO_SECOND_CARD")
    first = drafted_action(ways.seen, draft)
    # The second card itself needs no button.
    if (
        ways.public.phase != "turn"
        or first is None
        or observation_after_draft(ways.seen, draft) is None
    ):
        return ActionOffer("power", refusal="CHOOSE_A_CARD")
    return ActionOffer("power", (first,))


class PlayerTurn:
    """What the player at the screen has in mind. ``draft`` is forgotten with every change of the
    match or of the player."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.veiled = False  # the player has hidden his cards
        self._draft = EMPTY_DRAFT
        self._made_for: tuple[int, int | None] = (-1, None)

    @property
    def seen(self) -> Observation | None:
        """What the player sees, if it is his turn and he has not hidden his cards."""
        return self.session.observation if self.session.may_act and not self.veiled else None

    @property
    def draft(self) -> TurnDraft:
        now = (self.session.version, self.session.viewer)
        if now != self._made_for:
            self._draft, self._made_for = EMPTY_DRAFT, now
        return self._draft

    def clear(self) -> bool:
        """Let go of what is chosen; False if nothing was."""
        had = self.draft != EMPTY_DRAFT
        self._draft = EMPTY_DRAFT
        return had

    def choose_card(self, card: Card) -> Refusal | None:
        seen = self.seen
        if seen is None:
            return self._closed()
        return self._take(choose_card(seen, self.draft, card))

    def choose_key(self, key: Key) -> Refusal | None:
        """The card that leads to ``key``."""
        seen = self.seen
        if seen is None:
            return self._closed()
        if not seen.public.row:
            return "NOT_NOW"
        card = card_for_key(seen, key)
        if card is None:
            return "NO_CARD_LEADS_THERE"
        if not seen.hand[card]:
            return "NOT_IN_HAND"
        return self._take(choose_card(seen, self.draft, card))

    def toggle_double(self) -> Refusal | None:
        seen = self.seen
        if seen is None:
            return self._closed()
        if seen.public.phase == "start":
            return "NOT_NOW"
        return self._take(toggle_double(seen, self.draft))

    def choose_draw(self) -> Refusal | None:
        seen = self.seen
        if seen is None:
            return self._closed()
        return self._take(choose_draw(seen))

    def offers(self) -> ActionOffers:
        """Every control as it stands after the draft."""
        public, viewer, seen = self.session.public, self.session.viewer, self.seen
        seat = public.seat if viewer is None else viewer
        return action_offers(public, max(seat, 0), seen, self.draft, self._closed())

    def _take(self, wanted: TurnDraft | RefusalReason) -> Refusal | None:
        if not isinstance(wanted, TurnDraft):
            return wanted
        had = self.draft
        self._draft = replace(wanted)
        # A double that was only waiting for a card stays wanted; one without a card is shown too.
        return None if wanted != had else "NOT_NOW"

    def _closed(self) -> Refusal:
        """Why nothing can be chosen, when nothing can."""
        return why_closed(self.session.public, self.session.may_act and self.veiled)
