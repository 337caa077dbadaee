"""The view model of the table: everything that front ends draw or print, as values.

A ``TableViewModel`` is made from a snapshot, a draft of the turn and settings. It knows neither the
session nor any hidden card.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

from hacktrick.app.hand_deduction import (
    CardKnowledge,
    ChanceByHand,
    Pins,
    card_knowledge_from_hands,
    card_knowledge_with_pins,
    cards_seen_by_everyone,
    chances_of_hidden_hands,
    hand_chances_during_animation,
    values_possible_for_pin,
)
from hacktrick.app.live_coach import COUNTING_AIDS
from hacktrick.app.profiles import MarkerStyle
from hacktrick.app.snapshot import (
    AnnouncedSum,
    HistoryEntry,
    LastTurnSummary,
    Snapshot,
    last_announced_sums,
    last_turn_summaries_of_others,
)
from hacktrick.app.threats_and_decisive_turn import (
    NEXT_TURN_KINDS,
    THREAT_ORDER,
    KeyThreat,
    is_loss_certain,
    key_threats,
)
from hacktrick.app.turn_draft import (
    EMPTY_DRAFT,
    TURN_ENDS,
    ActionOffers,
    ControlName,
    DraftPreview,
    TurnDraft,
    action_offers,
    key_threats_of_winning_card,
    observation_after_draft,
    preview_draft,
    reason_against_choosing,
)
from hacktrick.game.cards import Card, Counts, cards_of, counts_of
from hacktrick.game.keypad import Key
from hacktrick.game.legality import legal_actions
from hacktrick.game.state import NOBODY, Observation, PublicState, Seat, Side
from hacktrick.i18n import table_remarks, turn_instructions
from hacktrick.i18n.match_text import MatchSentences
from hacktrick.i18n.table_remarks import LastTurnOfOther, Utterance
from hacktrick.i18n.translator import _


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line of the log.

    Attributes:
        side: the side of the player who acted; None for no side.
        kind: "move", "say", "end", or "more" for a line that belongs to the one above it.
        entry: the index of the action in its round.
    """

    turn: int
    side: Side | None
    text: str
    kind: str
    entry: int = 0


MAX_LINES = 2  # maximum number of threatened lines drawn for each side
FIELDS_OF_SNAPSHOT = (
    "hand_chances",
    "card_knowledge_by_seat",
    "threats_before_turn",
    "utterances_by_seat",
    "last_turn_of_other",
)
"""The fields that do not depend on the draft and can be reused from the previous model."""


@dataclass(frozen=True)
class TableViewModel:
    """The table at one moment, as the player at the screen may see it.

    Values that only drawing needs are computed on demand.

    Attributes:
        bottom: the seat at the lower edge of the screen.
        aids: the memory aids at the table, a value of the setting ``aids``.
        draft: the choices that the player has made for the turn so far.
        offers: the actions of each control, or the reason why it is disabled.
        can_act: whether the player may choose an action now.
        is_veiled: whether the player has chosen to hide their cards.
        is_dealing: whether the deal of the round is being animated.
        is_showing_new_cards: whether the player's turn is over and they are looking at the cards
            that they have drawn.
        new_cards: the cards that were just drawn; they lie in their sorted places.
        announced_sums: the last announced sum of each seat.
        last_turns: the last turn of each other seat.
        preview: the effects of the chosen card; None without a card.
        reachable_keys: the key that each playable card reaches, by card.
        caption: a text on the display that replaces the headline; "" for none.
        is_spectator: whether the viewer has no seat at the table.
        known_chances: the hand chances of the previous model, if they are still valid.
        has_computer_remarks: whether computer players make remarks.
        pins: the pins on each hand; None if nothing can be pinned at this table.
        match_chances: the chance of each side to win the match, if computers are watched with open
            hands.
    """

    snapshot: Snapshot
    wording: MatchSentences
    bottom: Seat
    aids: str
    draft: TurnDraft
    offers: ActionOffers
    can_act: bool
    is_veiled: bool
    is_thinking: bool
    is_dealing: bool
    is_showing_new_cards: bool
    new_cards: tuple[Card, ...]
    round_number: int
    announced_sums: dict[Seat, AnnouncedSum]
    last_turns: Mapping[Seat, LastTurnSummary]
    log: tuple[LogLine, ...]
    preview: DraftPreview | None
    reachable_keys: dict[Card, Key]
    caption: str
    is_spectator: bool
    known_chances: Mapping[Seat, ChanceByHand]
    has_computer_remarks: bool
    pins: Pins | None
    match_chances: tuple[float, float] | None

    @cached_property
    def hand_chances(self) -> Mapping[Seat, ChanceByHand]:
        """The hands that other players may hold, as far as the player at the screen can count them.

        The result is empty if this player may not count.
        """
        return _hand_chances(self)

    @cached_property
    def card_knowledge_by_seat(self) -> Mapping[Seat, tuple[CardKnowledge, ...]]:
        """The knowledge about each card of other players, best known first, with pins."""
        return _card_knowledge_by_seat(self)

    @cached_property
    def threats_before_turn(self) -> Mapping[Key, tuple[KeyThreat, ...]]:
        """All threats on the current board, whatever card is chosen; empty if not to be shown."""
        return _visible_threats(self, self.public, self.observation)

    @property
    def key_threats(self) -> Mapping[Key, tuple[KeyThreat, ...]]:
        """The keys on which a marker would win, after the chosen card if there is one."""
        return self._key_threats_and_remark[0]

    @cached_property
    def key_threats_drawn_as_lines(self) -> tuple[KeyThreat, ...]:
        """The threats that are drawn as lines: the most urgent ones of each side."""
        threats = [threat for found in self.key_threats.values() for threat in found]
        lines: list[KeyThreat] = []
        for threat in sorted(threats, key=lambda one: THREAT_ORDER.index(one.kind)):
            n_drawn = sum(line.side == threat.side for line in lines)
            if len(threat.keys) == 2 and n_drawn < MAX_LINES:
                lines.append(threat)
        return tuple(lines)

    @property
    def display_remark(self) -> str:
        """The remark beside the sum, such as a warning or the result; "" if there is none."""
        return self._key_threats_and_remark[1]

    @cached_property
    def _key_threats_and_remark(self) -> tuple[Mapping[Key, tuple[KeyThreat, ...]], str]:
        return _threats_and_remark(self)

    @cached_property
    def losing_controls(self) -> frozenset[ControlName]:
        """The controls after which another side surely wins, as far as the player can count."""
        if not (self.can_act and self.has_memory_aids and self.public.row):
            return frozenset()
        return frozenset(
            name
            for name, offer in self.offers.items()
            if name in (*TURN_ENDS, "draw")
            and offer.refusal is None
            and is_loss_certain(self.public, offer.actions, self.hand_chances)
        )

    @cached_property
    def utterances_by_seat(self) -> Mapping[Seat, tuple[Utterance, ...]]:
        """The speech bubbles of each player, with the newest last."""
        entries, seats = self.entries, self.snapshot.seats
        voices = (
            table_remarks.remarks_on_latest_turn(seats, entries, self.round_number)
            if self.has_computer_remarks
            else {}
        )
        keeps_sums = self.aids in COUNTING_AIDS
        return table_remarks.utterances_by_seat(
            self.wording,
            entries,
            self.announced_sums,
            keeps_sums=keeps_sums,
            voices=voices,
            position=self.snapshot.start_position,
        )

    @cached_property
    def last_turn_of_other(self) -> LastTurnOfOther | None:
        """The latest turn of another player, until the player at the screen acts."""
        return table_remarks.last_turn_of_other(self.wording, self.entries, self.snapshot.viewer)

    @cached_property
    def headline(self) -> str:
        """The sentence that names the player on turn; "" if the display shows a caption instead."""
        if self.caption:
            return ""
        if self.is_showing_new_cards:
            return _("Your turn is over")
        if self.is_dealing:
            return _("Dealing the cards")
        seats = self.snapshot.seats
        return turn_instructions.turn_headline(self.wording, self.public, seats, self.observation)

    @property
    def headline_seat(self) -> Seat:
        """The seat of the player whom the headline is about."""
        is_own = self.caption or self.is_showing_new_cards or self.is_dealing
        return self.bottom if is_own or self.public.result is not None else self.public.seat

    @cached_property
    def headline_beside_face(self) -> str:
        """The headline beside the face of a computer player at the lower edge.

        While another player has the turn, it is only the name of the computer player.
        """
        public = self.public
        is_running = public.result is None and public.phase != "over"
        if is_running and public.seat != self.bottom:
            return self.wording.name(self.bottom)
        return self.headline

    @cached_property
    def prompt_line(self) -> str:
        """The line about the actions that the player at the screen may choose."""
        if self.caption or self.is_dealing:
            return ""
        return turn_instructions.prompt_line(
            self.wording, self.public, self.observation, self.draft, self.preview
        )

    def with_fixed_values(self, **values: object) -> TableViewModel:
        """Return a copy in which the given fields have fixed values instead of computed ones."""
        model = copy(self)
        vars(model).update(values)
        return model

    @cached_property
    def public(self) -> PublicState:
        return self.snapshot.public

    @property
    def entries(self) -> tuple[HistoryEntry, ...]:
        """The actions of the round, as the player at the screen knows them."""
        return self.snapshot.entries

    @cached_property
    def observation(self) -> Observation | None:
        """The observation of the player at the screen; None while they hide their cards."""
        return None if self.is_veiled else self.snapshot.observation

    @cached_property
    def n_seats(self) -> int:
        return len(self.snapshot.seats)

    @property
    def other_seats(self) -> tuple[Seat, ...]:
        """All seats except the one at the lower edge, clockwise."""
        n = self.n_seats
        return tuple((self.bottom + step) % n for step in range(1, n))

    @property
    def is_open_computer_match(self) -> bool:
        """Whether computers play with open hands, so that nobody at the screen can act."""
        open_ = self.snapshot.hands is not None and self.public.result is None
        return open_ or bool(self.snapshot.forecasts)

    @property
    def has_memory_aids(self) -> bool:
        """Whether the memory aids show unseen cards and pinned sums."""
        return self.aids in COUNTING_AIDS

    @property
    def shows_only_public_information(self) -> bool:
        """Whether the model may show only what everyone in front of the screen may see.

        True while several people may look and the cards of the player on turn are hidden.
        """
        return self.observation is None and self.snapshot.hands is None and not self.is_spectator

    def can_pin(self, seat: Seat, index_from_right: int) -> bool:
        """Return whether a value can be pinned to a card, which must not be known for certain.

        Args:
            seat: the seat of the hand.
            index_from_right: the index of the card in the hand, from the right.
        """
        if self.pins is None:
            return False
        readings = self.card_knowledge_by_seat.get(seat, ())
        return index_from_right < len(readings) and readings[-1 - index_from_right].kind not in (
            "shown",
            "certain",
        )

    def values_possible_for_pin(self, seat: Seat, index_from_right: int) -> tuple[Card, ...]:
        """Return the values that can be pinned to a card; empty if nothing can be pinned.

        Args:
            seat: the seat of the hand.
            index_from_right: the index of the card in the hand, from the right.
        """
        if self.pins is None or seat not in self.card_knowledge_by_seat:
            return ()
        hands = self.hand_chances.get(seat, {})
        values, size = self.public.rules.values, self.public.hand_sizes[seat]
        shown = cards_seen_by_everyone(self.entries, seat, values, self.snapshot.start_position)
        bare = card_knowledge_from_hands(hands, size, shown)
        return values_possible_for_pin(
            bare, hands, self.pins.get(seat, ()), index_from_right, values
        )

    def screen_place(self, seat: Seat) -> int:
        """Return the place of a seat on the screen: 0 at the lower edge, then clockwise."""
        return (seat - self.bottom) % self.n_seats

    def side_of(self, seat: Seat) -> Side:
        return self.public.seating.side_of[seat]

    def marker_style(self, side: Side) -> MarkerStyle:
        """Return the style of a side's markers; a seat without a side gets the style of side 0."""
        return self._marker_styles[0 if side == NOBODY else side]

    @cached_property
    def _marker_styles(self) -> tuple[MarkerStyle, MarkerStyle]:
        """The styles of both sides, cached since every drawn marker needs one."""
        return self.snapshot.marker_style_of(0), self.snapshot.marker_style_of(1)

    def shown_hand(self, seat: Seat) -> tuple[Card | None, ...]:
        """Return the cards of a hand as they may be drawn; None stands for a face-down card."""
        if self.snapshot.hands is not None:
            return self.snapshot.hands[seat]
        seen = self.observation
        if seen is not None and seen.seat == seat:
            hand = seen.hand
            return cards_of(hand)
        return (None,) * self.public.hand_sizes[seat]

    def card_copy_counts(self) -> tuple[tuple[int, int, int], ...]:
        """Return, by card value, how many copies are open, in visible hands, and unseen."""
        rules = self.public.rules
        lying = counts_of((*self.public.row, *self.public.aside), rules.values)
        own = self.observation.hand if self.observation else (0,) * rules.values
        if self.snapshot.hands is not None:
            own = counts_of(chain.from_iterable(self.snapshot.hands), rules.values)
        return tuple((n, held, rules.copies - n - held) for n, held in zip(lying, own, strict=True))


def reachable_keys(seen: Observation) -> dict[Card, Key]:
    """Return, by playable card in the player's hand, the key that it reaches."""
    cards = {action.card for action in legal_actions(seen) if action.verb == "play"}
    return {card: seen.public.row[-1] + card for card in cards}


def make_table_view_model(
    snapshot: Snapshot,
    wording: MatchSentences,
    bottom: Seat,
    *,
    aids: str = "standard",
    draft: TurnDraft = EMPTY_DRAFT,
    can_act: bool = False,
    is_veiled: bool = False,
    is_thinking: bool = False,
    is_dealing: bool = False,
    is_showing_new_cards: bool = False,
    new_cards: tuple[Card, ...] = (),
    round_number: int = 1,
    caption: str = "",
    is_spectator: bool = False,
    has_computer_remarks: bool = False,
    pins: Pins | None = None,
    match_chances: tuple[float, float] | None = None,
    earlier: TableViewModel | None = None,
) -> TableViewModel:
    """Build a view model; all arguments not explained here are attributes of ``TableViewModel``.

    Args:
        earlier: the previous model. If its snapshot is the same, values that depend only on the
            snapshot are reused.
    """
    entries = snapshot.entries
    seen = None if is_veiled else snapshot.observation
    public = snapshot.public
    mine = snapshot.observation is not None and snapshot.observation.seat == public.seat
    closed = reason_against_choosing(public, is_veiled and mine)
    known_chances: Mapping[Seat, ChanceByHand] = {}
    same_viewer = earlier is not None and earlier.snapshot.viewer == snapshot.viewer
    if earlier is not None and same_viewer and earlier.entries is entries:
        known_chances = earlier.__dict__.get("hand_chances", earlier.known_chances)
    if earlier is not None and (
        earlier.snapshot is not snapshot or earlier.wording is not wording or earlier.aids != aids
    ):
        earlier = None
    model = TableViewModel(
        snapshot=snapshot,
        wording=wording,
        bottom=bottom,
        aids=aids,
        draft=draft if seen else EMPTY_DRAFT,
        offers=action_offers(public, bottom, seen if can_act else None, draft, closed),
        can_act=can_act,
        is_veiled=is_veiled,
        is_thinking=is_thinking,
        is_dealing=is_dealing,
        is_showing_new_cards=is_showing_new_cards and seen is not None,
        new_cards=new_cards if seen is not None else (),
        round_number=round_number,
        announced_sums=earlier.announced_sums
        if earlier
        else last_announced_sums(snapshot.events, public.seating.deal, snapshot.start_position),
        last_turns=earlier.last_turns
        if earlier
        else last_turn_summaries_of_others(entries, snapshot.viewer),
        log=earlier.log if earlier else log_lines(entries, wording, aids),
        preview=preview_draft(seen, draft) if seen is not None and can_act else None,
        reachable_keys=reachable_keys(seen) if seen is not None and can_act else {},
        caption=caption,
        is_spectator=is_spectator,
        known_chances=known_chances,
        pins=pins if seen is not None and snapshot.hands is None else None,
        has_computer_remarks=has_computer_remarks,
        match_chances=match_chances,
    )
    if earlier is not None and earlier.pins == model.pins and earlier.is_veiled == is_veiled:
        known = vars(earlier)
        vars(model).update({name: known[name] for name in FIELDS_OF_SNAPSHOT if name in known})
    return model


def _hand_chances(model: TableViewModel) -> Mapping[Seat, ChanceByHand]:
    """Return the hands that others may hold.

    During an animation, these are the hands before the action that it shows.
    """
    snapshot, values = model.snapshot, model.public.rules.values
    if snapshot.hands is not None:
        hands = enumerate(snapshot.hands)
        return {seat: {counts_of(hand, values): 1.0} for seat, hand in hands}
    seat = None if model.is_spectator or model.is_veiled else snapshot.viewer
    if model.aids not in COUNTING_AIDS or (seat is None and not model.is_spectator):
        return {}
    known = model.known_chances or chances_of_hidden_hands(snapshot, seat)
    now = snapshot.public
    then = snapshot.entries[-1].after if snapshot.entries else now
    played = now.row[-1] if len(now.row) > len(then.row) else None
    return hand_chances_during_animation(known, now.hand_sizes, played)


def _card_knowledge_by_seat(model: TableViewModel) -> dict[Seat, tuple[CardKnowledge, ...]]:
    own = None if model.observation is None else model.observation.seat
    found = {}
    for seat, size in enumerate(model.public.hand_sizes):
        if seat == own and model.snapshot.hands is None:
            continue
        hands: ChanceByHand = model.hand_chances.get(seat, {})
        if model.snapshot.hands is not None:
            shown: Counts = next(iter(hands))
        else:
            values, position = model.public.rules.values, model.snapshot.start_position
            shown = cards_seen_by_everyone(model.entries, seat, values, position)
        found[seat] = card_knowledge_from_hands(hands, size, shown)
        if model.pins is not None:
            found[seat] = card_knowledge_with_pins(found[seat], model.pins.get(seat, ()))
    return found


def _threats_and_remark(
    model: TableViewModel,
) -> tuple[Mapping[Key, tuple[KeyThreat, ...]], str]:
    """Return the threats after the chosen card, and the remark on the display."""
    wording, public, seen = model.wording, model.public, model.observation
    if public.result is not None:
        return {}, ""
    before = model.threats_before_turn
    if seen is None or not model.can_act:
        return _shown_threats(model.aids, before), ""
    if model.preview is None:
        waits = public.phase == "turn" and bool(model.reachable_keys)
        return _shown_threats(
            model.aids, before
        ), table_remarks.choose_card_remark() if waits else ""
    after = observation_after_draft(seen, model.draft)
    threats = (
        key_threats_of_winning_card(public, model.preview)
        if after is None
        else _visible_threats(model, after.public, after)
    )
    remark = table_remarks.play_remark(wording, public, model.preview, before, threats)
    return _shown_threats(model.aids, threats), remark


def _visible_threats(
    model: TableViewModel, public: PublicState, observation: Observation | None
) -> Mapping[Key, tuple[KeyThreat, ...]]:
    """Return the threats on a board; empty if the player must not see them."""
    if not model.has_memory_aids or model.shows_only_public_information:
        return {}
    return key_threats(public, observation, model.hand_chances)


def _shown_threats(
    aids: str, threats: Mapping[Key, tuple[KeyThreat, ...]]
) -> Mapping[Key, tuple[KeyThreat, ...]]:
    """Return the threats that the memory aids show.

    Learners see all threats, other players only those that can come true in the next turn.
    """
    if aids == "learning":
        return threats
    urgent = {
        key: tuple(one for one in found if one.kind in NEXT_TURN_KINDS)
        for key, found in threats.items()
    }
    return {key: found for key, found in urgent.items() if found}


def log_lines(
    entries: tuple[HistoryEntry, ...], wording: MatchSentences, aids: str
) -> tuple[LogLine, ...]:
    """Return the lines of the log; if the memory aids are "memory", only of the last two turns."""
    lines = []
    last = entries[-1].turn if entries else 0
    for number, entry in enumerate(entries):
        if aids == "memory" and entry.turn < last - 1:
            continue
        for n, text in enumerate(wording.event_lines(entry)):
            lines.append(_log_line(entry, n, text, number))
    return tuple(lines)


def _log_line(entry: HistoryEntry, line_index: int, text: str, entry_index: int) -> LogLine:
    side = entry.before.seating.side_of[entry.event.seat]
    facts = entry.event.facts
    kind = "move" if line_index == 0 else "more"
    if entry.after.result is not None and line_index:
        kind = "end"
    elif (facts.said and (line_index or entry.turn)) or entry.event.action.verb == "command":
        kind = "say"
    return LogLine(entry.turn, side, text, kind, entry_index)
