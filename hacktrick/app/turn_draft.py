"""The turn that a player is composing, and the offers of each control.

Buttons, keyboard, prompts and text mode share these offers. Most functions depend only on an
observation and a draft. A refused choice leaves the draft unchanged, and the reason is returned.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from hacktrick.app.threats_and_decisive_turn import KeyThreat
from hacktrick.game.actions import (
    ASK,
    ASK_PARTNER,
    COMMAND_GUARD,
    COMMAND_PLAY,
    DRAW,
    PASS,
    Action,
    Ask,
    Command,
    LayStartCard,
    Pass,
    Play,
    RefusalReason,
)
from hacktrick.game.cards import Card, with_card_removed
from hacktrick.game.code_powers import Power, power_in_force
from hacktrick.game.legality import (
    PointlessReason,
    is_commanded_to_draw,
    legal_actions,
    pointless_reason,
    power_refusal_reason,
    refusal_reason,
)
from hacktrick.game.state import IN_SUPPLY, NOBODY, Observation, Result, RevealedFacts, Seat
from hacktrick.game.transitions import apply_public_part, keys_of_win

if TYPE_CHECKING:
    from hacktrick.app.match_session import MatchSession
    from hacktrick.game.keypad import Key
    from hacktrick.game.state import PublicState


DraftRefusal = Literal[
    "CHOOSE_FIRST",
    "CHOOSE_A_CARD",
    "NO_CARD_TO_CHOOSE",
    "NO_CARDS_IN_HAND",
    "NO_MARKER_TO_PLACE",
    "CHOOSE_A_START_CARD",
    "NO_CARD_LEADS_THERE",
    "HAND_IS_HIDDEN",
    "DRAW_IS_CHOSEN",
    "NO_COMMAND_AFTER_A_DRAW",
    "NO_COMMAND_AFTER_THE_END",
    "NO_COMMAND_AT_THE_START",
]
"""The refusals that come from the state of the draft rather than from the rules."""


@dataclass(frozen=True, slots=True)
class TurnDraft:
    """The choices for a turn so far: a card with a single or double marker, or drawing."""

    card: Card | None = None
    double: bool = False
    is_drawing: bool = False


EMPTY_DRAFT = TurnDraft()


@dataclass(frozen=True, slots=True)
class DraftPreview:
    """The effects of playing the drafted card.

    Attributes:
        last: the last card of the row.
        key: the key reached, ``last`` + ``card``.
        captures: the number of opposing markers that the card would capture.
        captures_double: whether the opposing double is one of them.
        result: the result of the round if the card would end it.
        keys: the keys of the win, to be highlighted.
    """

    last: Card
    card: Card
    key: Key
    double: bool
    captures: int
    captures_double: bool
    result: Result | None
    keys: tuple[Key, ...]


def drafted_action(observation: Observation, draft: TurnDraft) -> Play | LayStartCard | None:
    """Return the action that plays the chosen card, legal or not; None if no card is chosen."""
    if draft.card is None:
        return None
    if observation.public.phase == "start":
        return LayStartCard(draft.card)
    return Play(draft.card, draft.double, is_second_card=observation.public.phase == "command")


def draft_with_card_toggled(
    observation: Observation, draft: TurnDraft, card: Card
) -> TurnDraft | RefusalReason:
    """Return the draft with ``card`` chosen, or with no card if it was chosen before.

    If the card cannot be chosen, return the reason.
    """
    if draft.card == card:
        return replace(draft, card=None)
    legal = legal_actions(observation)
    wanted = replace(draft, card=card, is_drawing=False)
    for candidate in (wanted, replace(wanted, double=not wanted.double)):
        if drafted_action(observation, candidate) in legal:
            return candidate
    action = drafted_action(observation, wanted)
    assert action is not None
    return refusal_reason(observation, action)


def card_for_key(observation: Observation, key: Key) -> Card | None:
    """Return the card that reaches ``key`` from the last card of the row; None if no card can."""
    row = observation.public.row
    if not row:
        return None
    card = key - row[-1]
    return card if 0 <= card < observation.public.rules.values and card != row[-1] else None


def draft_with_double_toggled(
    observation: Observation, draft: TurnDraft
) -> TurnDraft | RefusalReason:
    """Return the draft with single and double marker exchanged, or the reason for a refusal."""
    public = observation.public
    wanted = replace(draft, double=not draft.double)
    if wanted.double and public.double[public.side] != IN_SUPPLY:
        return "DOUBLE_NOT_IN_SUPPLY"
    if not wanted.double and not public.n_singles_in_supply(public.side):
        return "NO_SINGLE"
    return wanted


def draft_with_drawing_chosen(seen: Observation) -> TurnDraft | RefusalReason:
    """Return the draft with drawing chosen, or the reason why the player cannot draw."""
    if DRAW in legal_actions(seen):
        return TurnDraft(is_drawing=True)
    return refusal_reason(seen, DRAW)


def preview_draft(observation: Observation, draft: TurnDraft) -> DraftPreview | None:
    """Return the effects of playing the chosen card.

    The result is None if no card is chosen, if it cannot be played, or if it places no marker.
    """
    action = drafted_action(observation, draft)
    if action is None or action.verb != "play" or action not in legal_actions(observation):
        return None
    public = observation.public
    side, last = public.side, public.row[-1]
    key = last + action.card
    after = apply_public_part(public, action, RevealedFacts())
    result = after.result
    keys: tuple[Key, ...] = ()
    if result is not None and result.side == side:
        keys = keys_of_win(after, side, key, result.by)
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


def key_threats_of_winning_card(
    public: PublicState, preview: DraftPreview
) -> dict[Key, tuple[KeyThreat, ...]]:
    """Return the key on which the chosen card would win; empty if it does not win the round.

    The result has the form of ``key_threats``.
    """
    result, key = preview.result, preview.key
    if result is None or result.side != public.side:
        return {}
    others = tuple(other for other in preview.keys if other != key)
    seat, card, points = public.seat, preview.card, result.points
    return {key: (KeyThreat(key, result.side, seat, "wins_now", card, others, points),)}


def observation_after_draft(observation: Observation, draft: TurnDraft) -> Observation | None:
    """Return the observation after the drafted card, before the turn ends.

    The result is None if the draft places no marker or ends the round.
    """
    action = drafted_action(observation, draft)
    if action is None or action.verb != "play" or action not in legal_actions(observation):
        return None
    after = apply_public_part(observation.public, action, RevealedFacts())
    if after.result is not None:
        return None
    return Observation(
        observation.seat, after, with_card_removed(observation.hand, action.card), observation.held
    )


def turn_end_refusal(seen: Observation) -> DraftRefusal | RefusalReason:
    """Return the reason why the turn cannot end yet, usually a choice to make first."""
    public = seen.public
    if public.phase == "start":
        return "CHOOSE_A_START_CARD"
    if public.phase != "turn":
        return "NOT_NOW"
    legal = legal_actions(seen)
    if DRAW not in legal:
        return "CHOOSE_A_CARD"
    if is_commanded_to_draw(public):
        return "MUST_DRAW"
    if any(action.verb == "play" for action in legal):
        return "CHOOSE_FIRST"
    if not any(seen.hand):
        return "NO_CARDS_IN_HAND"
    return "NO_CARD_TO_CHOOSE" if public.supply[public.side] else "NO_MARKER_TO_PLACE"


Refusal = RefusalReason | DraftRefusal
OfferWarning = Literal["LOSES_THE_ROUND", PointlessReason]
TurnEnd = Literal["pass", "play", "guard"]
ControlName = Literal["pass", "play", "guard", "draw", "ask", "ask_partner", "power"]
"""The controls, named after their intents; "pass" is the main button, which ends the turn."""

TURN_ENDS: Mapping[TurnEnd, Pass | Command] = {
    "pass": PASS,
    "play": COMMAND_PLAY,
    "guard": COMMAND_GUARD,
}


@dataclass(frozen=True, slots=True)
class ActionOffer:
    """The actions of a control, or the reason why the control is refused.

    Attributes:
        actions: the actions that the control makes, in order; none follow the end of the round.
        warning: the reason why the actions, though allowed, would be pointless or dangerous.
        answers: the variants to choose from, if there are several.
    """

    name: ControlName
    actions: tuple[Action, ...] = ()
    refusal: Refusal | None = None
    warning: OfferWarning | None = None
    answers: tuple[ActionOffer, ...] = ()


ActionOffers = Mapping[ControlName, ActionOffer]
"""The offers of all controls of a player, including refused ones, by control."""


def action_offers(
    public: PublicState,
    seat: Seat,
    seen: Observation | None,
    draft: TurnDraft = EMPTY_DRAFT,
    refusal_without_view: Refusal = "NOT_YOUR_TURN",
) -> ActionOffers:
    """Return the offer of every control of the player at ``seat``.

    Args:
        public: the public state of the round.
        seat: the seat whose controls are offered.
        seen: the player's observation; None if they cannot choose now.
        draft: the choices so far.
        refusal_without_view: the refusal of every control if ``seen`` is None.
    """
    context = _OfferContext(public, seat, seen, refusal_without_view)
    if seen is None:
        last = tuple(
            ActionOffer(name, (action,), refusal_without_view) for name, action in TURN_ENDS.items()
        )
    else:
        last = turn_end_offers(seen, draft)
    first = () if public.seating.side_of[seat] == NOBODY else _offers_before_card(context, draft)
    return {offer.name: offer for offer in (*first, *last)}


def reason_against_choosing(public: PublicState, is_hand_hidden: bool) -> Refusal:
    """Return the reason why a player cannot choose anything now.

    Args:
        is_hand_hidden: whether the player has the turn but has hidden their cards.
    """
    if public.phase == "over":
        return "ROUND_IS_OVER"
    return "HAND_IS_HIDDEN" if is_hand_hidden else "NOT_YOUR_TURN"


# Functions about the end of a turn.


def turn_end_offers(observation: Observation, draft: TurnDraft) -> tuple[ActionOffer, ...]:
    """Return the offers that end the turn after the drafted card: pass, Play and Guard."""
    public = observation.public
    if public.phase in ("codes", "answer"):
        answers = tuple(ActionOffer("pass", (action,)) for action in legal_actions(observation))
        return _main_offer_and_refused_commands(ActionOffer("pass", answers=answers), "NOT_NOW")
    if public.phase == "turn" and draft.is_drawing:
        # While drawing is chosen, only the draw button ends the turn.
        chosen = ActionOffer("pass", (PASS,), "DRAW_IS_CHOSEN")
        return _main_offer_and_refused_commands(chosen, "NO_COMMAND_AFTER_A_DRAW")
    if public.phase == "command" and draft.card is None:
        return tuple(_turn_end_offer(observation, name) for name in TURN_ENDS)
    return _end_offers_after_card(observation, draft)


def _end_offers_after_card(seen: Observation, draft: TurnDraft) -> tuple[ActionOffer, ...]:
    action, shown, after = (
        drafted_action(seen, draft),
        preview_draft(seen, draft),
        observation_after_draft(seen, draft),
    )
    if action is not None and shown is not None and shown.result is not None:
        wins = shown.result.side == seen.public.side
        main = ActionOffer("pass", (action,), warning=None if wins else "LOSES_THE_ROUND")
        return _main_offer_and_refused_commands(main, "NO_COMMAND_AFTER_THE_END")
    if action is not None and after is not None:
        return tuple(_turn_end_offer(after, name, action) for name in TURN_ENDS)
    if action is not None and action.verb == "start" and action in legal_actions(seen):
        return _main_offer_and_refused_commands(
            ActionOffer("pass", (action,)), "NO_COMMAND_AT_THE_START"
        )
    first = turn_end_refusal(seen)
    return tuple(ActionOffer(name, (end,), first) for name, end in TURN_ENDS.items())


def _main_offer_and_refused_commands(
    main: ActionOffer, refusal: Refusal
) -> tuple[ActionOffer, ...]:
    """Return the offer of the main button, and refuse both commands for the same reason."""
    play, guard = (
        ActionOffer("play", (COMMAND_PLAY,), refusal),
        ActionOffer("guard", (COMMAND_GUARD,), refusal),
    )
    return main, play, guard


def _turn_end_offer(after: Observation, name: TurnEnd, *first: Action) -> ActionOffer:
    """Return the offer to end the turn after the actions ``first``."""
    action = TURN_ENDS[name]
    if action not in legal_actions(after):
        return ActionOffer(name, (*first, action), refusal_reason(after, action))
    return ActionOffer(name, (*first, action), warning=pointless_reason(after.public, action))


# Functions about actions before the card.


@dataclass(frozen=True, slots=True)
class _OfferContext:
    """The seat for which offers are made, and its observation.

    Attributes:
        seen: the observation; None if the seat's player cannot choose now.
        closed: the refusal of every offer if ``seen`` is None.
    """

    public: PublicState
    seat: Seat
    seen: Observation | None
    closed: Refusal

    def refusal(self, action: Action) -> Refusal | None:
        """Return the reason why an action is refused; None if it is legal."""
        if self.seen is None:
            return self.closed
        return None if action in legal_actions(self.seen) else refusal_reason(self.seen, action)


def _offers_before_card(context: _OfferContext, draft: TurnDraft) -> tuple[ActionOffer, ...]:
    """Return the offers of actions before a card, and the offer to draw instead of playing."""
    found = [_ask_offer(context)]
    if context.public.seating.partner_of(context.seat) is not None:
        found.append(ActionOffer("ask_partner", (ASK_PARTNER,), context.refusal(ASK_PARTNER)))
    power = power_in_force(context.public, context.public.seating.side_of[context.seat])
    if power is not None and power.gives_a_second_card:
        found.append(_second_card_offer(context, draft))
    elif power is not None and power.has_actions:
        found.append(_power_offer(context, power))
    return (*found, ActionOffer("draw", (DRAW,), context.refusal(DRAW)))


def _ask_offer(context: _OfferContext) -> ActionOffer:
    """Return the offer to ask for a sum; if there are several opponents, the player chooses one."""
    opponents = context.public.seating.opponents_of(context.seat)
    if len(opponents) == 1:
        return ActionOffer("ask", (ASK,), context.refusal(ASK))
    asks = [Ask(seat) for seat in opponents]
    answers = tuple(ActionOffer("ask", (action,), context.refusal(action)) for action in asks)
    refusals = [answer.refusal for answer in answers]
    return ActionOffer("ask", refusal=None if None in refusals else refusals[0], answers=answers)


def _power_offer(context: _OfferContext, power: Power) -> ActionOffer:
    """Return the offer to use the power of a code."""
    if context.seen is None:
        return ActionOffer("power", refusal=context.closed)
    uses = [action for action in legal_actions(context.seen) if action.power_code == power.code]
    if not uses:
        return ActionOffer("power", refusal=power_refusal_reason(context.seen, power))
    if not power.has_choice:
        return ActionOffer("power", (uses[0],))
    return ActionOffer("power", answers=tuple(ActionOffer("power", (action,)) for action in uses))


def _second_card_offer(context: _OfferContext, draft: TurnDraft) -> ActionOffer:
    """Return the offer to play the drafted card alone, so that a second card can follow."""
    if context.seen is None:
        return ActionOffer("power", refusal=context.closed)
    if not context.public.is_second_card_allowed:
        return ActionOffer("power", refusal="NO_SECOND_CARD")
    first = drafted_action(context.seen, draft)
    # The second card itself needs no button.
    if (
        context.public.phase != "turn"
        or first is None
        or observation_after_draft(context.seen, draft) is None
    ):
        return ActionOffer("power", refusal="CHOOSE_A_CARD")
    return ActionOffer("power", (first,))


class PlayerTurnDraft:
    """The draft of the player at the screen, cleared whenever the match or the player changes.

    Attributes:
        veiled: whether the player has hidden their cards.
    """

    def __init__(self, session: MatchSession) -> None:
        self.session = session
        self.veiled = False
        self._draft = EMPTY_DRAFT
        self._made_for: tuple[int, int | None] = (-1, None)

    @property
    def observation(self) -> Observation | None:
        """The player's observation; None if it is not their turn or their cards are hidden."""
        return self.session.observation if self.session.may_act and not self.veiled else None

    @property
    def draft(self) -> TurnDraft:
        """The current draft; an empty one if the match or the player has changed."""
        now = (self.session.version, self.session.viewer)
        if now != self._made_for:
            self._draft, self._made_for = EMPTY_DRAFT, now
        return self._draft

    def clear_choice(self) -> bool:
        """Clear the draft; return whether anything was chosen."""
        had = self.draft != EMPTY_DRAFT
        self._draft = EMPTY_DRAFT
        return had

    def toggle_card(self, card: Card) -> Refusal | None:
        """Choose a card, or undo this choice if it was chosen; return the refusal, if any."""
        seen = self.observation
        if seen is None:
            return self._reason_against_choosing()
        return self._apply_choice(draft_with_card_toggled(seen, self.draft, card))

    def choose_key(self, key: Key) -> Refusal | None:
        """Choose the card that reaches ``key``; return the refusal, if any."""
        seen = self.observation
        if seen is None:
            return self._reason_against_choosing()
        if not seen.public.row:
            return "NOT_NOW"
        card = card_for_key(seen, key)
        if card is None:
            return "NO_CARD_LEADS_THERE"
        if not seen.hand[card]:
            return "NOT_IN_HAND"
        return self._apply_choice(draft_with_card_toggled(seen, self.draft, card))

    def toggle_double(self) -> Refusal | None:
        """Exchange single and double marker; return the refusal, if any."""
        seen = self.observation
        if seen is None:
            return self._reason_against_choosing()
        if seen.public.phase == "start":
            return "NOT_NOW"
        return self._apply_choice(draft_with_double_toggled(seen, self.draft))

    def choose_to_draw(self) -> Refusal | None:
        """Choose to draw; return the refusal, if any."""
        seen = self.observation
        if seen is None:
            return self._reason_against_choosing()
        return self._apply_choice(draft_with_drawing_chosen(seen))

    def action_offers(self) -> ActionOffers:
        """Return the offer of every control for the current draft."""
        public, viewer, seen = self.session.public, self.session.viewer, self.observation
        seat = public.seat if viewer is None else viewer
        return action_offers(
            public, max(seat, 0), seen, self.draft, self._reason_against_choosing()
        )

    def _apply_choice(self, wanted: TurnDraft | RefusalReason) -> Refusal | None:
        if not isinstance(wanted, TurnDraft):
            return wanted
        had = self.draft
        self._draft = replace(wanted)
        # The double may be chosen before a card, so any change of the draft counts as a choice.
        return None if wanted != had else "NOT_NOW"

    def _reason_against_choosing(self) -> Refusal:
        """Return the reason why no choice is possible now."""
        return reason_against_choosing(self.session.public, self.session.may_act and self.veiled)
