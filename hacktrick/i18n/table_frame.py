"""One picture of the table as values: everything that front ends draw or print.

A frame is made from a snapshot, a draft and settings; it knows no session and nothing hidden.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from hacktrick.app.marker_styles import MarkerStyle
from hacktrick.app.round_history import (
    AnnouncedSum,
    HistoryEntry,
    LastTurn,
    last_announced_sums,
    last_turns,
)
from hacktrick.app.snapshot import Snapshot
from hacktrick.app.turn_draft import (
    EMPTY_DRAFT,
    ActionOffers,
    DraftPreview,
    TurnDraft,
    action_offers,
    preview_draft,
    why_closed,
)
from hacktrick.game.cards import Card, cards_of, minus
from hacktrick.game.keypad import Key
from hacktrick.game.legality import legal_actions
from hacktrick.game.rules import NOBODY, Seat, Side
from hacktrick.game.state import Observation, PublicState
from hacktrick.i18n.match_text import Wording


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line of the log.

    Attributes:
        kind: "move", "say", "end", or "more" for a line that belongs to the one above it.
        entry: index of the action in its round.
    """

    turn: int
    side: Side | None
    text: str
    kind: str
    entry: int = 0


@dataclass(frozen=True, slots=True)
class TableFrame:
    """The table at one moment, as the player at the screen may see it.

    Attributes:
        bottom: the seat at the lower edge.
        acting: the player may choose an action now.
        veiled: the player has chosen to hide their cards.
        looking: the player's turn is over, and they look at the cards that they drew.
        fresh: the cards just drawn, shown last in the hand.
        told: the last announced sum of each seat.
        moves: the last turn of each of the other seats.
        reach: the key that each playable card leads to.
        caption: replaces the line that says whose turn it is.
        onlooking: the viewer has no seat at the table.
    """

    glance: Snapshot
    wording: Wording
    bottom: Seat
    aids: str = "standard"
    draft: TurnDraft = EMPTY_DRAFT
    offers: ActionOffers = field(default_factory=dict)
    acting: bool = False
    veiled: bool = False
    thinking: bool = False
    looking: bool = False
    fresh: tuple[Card, ...] = ()
    round_number: int = 1
    told: dict[Seat, AnnouncedSum] = field(default_factory=dict)
    moves: Mapping[Seat, LastTurn] = field(default_factory=dict)
    log: tuple[LogLine, ...] = ()
    preview: DraftPreview | None = None
    reach: dict[Card, Key] = field(default_factory=dict)
    caption: str = ""
    onlooking: bool = False

    @property
    def public(self) -> PublicState:
        return self.glance.public

    @property
    def entries(self) -> tuple[HistoryEntry, ...]:
        """The actions of the round, as the player at the screen knows them."""
        return self.glance.entries

    @property
    def seen(self) -> Observation | None:
        """The observation of the player at the screen; None while they hide their cards."""
        return None if self.veiled else self.glance.seen

    @property
    def n_seats(self) -> int:
        return len(self.glance.seats)

    @property
    def others(self) -> tuple[Seat, ...]:
        """All seats but the one at the lower edge, clockwise."""
        n = self.n_seats
        return tuple((self.bottom + step) % n for step in range(1, n))

    @property
    def is_watched(self) -> bool:
        """True if computers play with open hands, so that nobody at the screen can act."""
        open_ = self.glance.hands is not None and self.public.result is None
        return open_ or bool(self.glance.thoughts)

    @property
    def helps(self) -> bool:
        """True if the memory aids show unseen cards and pinned sums."""
        return self.aids in ("standard", "learning")

    def slot(self, seat: Seat) -> int:
        """The place of a seat on the screen: 0 at the lower edge, then clockwise."""
        return (seat - self.bottom) % self.n_seats

    def side(self, seat: Seat) -> Side:
        return self.public.seating.side_of[seat]

    def look(self, side: Side) -> MarkerStyle:
        """Shape and colour of a side's markers; those of side 0 for a seat without a side."""
        return self.glance.look(0 if side == NOBODY else side)

    def hand(self, seat: Seat) -> tuple[Card | None, ...]:
        """The cards of a hand as they may be drawn; None stands for a card face down."""
        if self.glance.hands is not None:
            return self.glance.hands[seat]
        seen = self.seen
        if seen is not None and seen.seat == seat:
            hand = seen.hand
            for card in self.fresh:
                hand = minus(hand, card)
            return (*cards_of(hand), *self.fresh)
        return (None,) * self.public.hand_sizes[seat]

    def unseen(self) -> tuple[tuple[int, int, int], ...]:
        """For each card value the copies lying open, in the own hand, and unseen."""
        lying = Counter((*self.public.row, *self.public.aside))
        own = Counter(cards_of(self.seen.hand)) if self.seen else Counter()
        copies = self.public.rules.copies
        return tuple(
            (lying[v], own[v], copies - lying[v] - own[v]) for v in range(self.public.rules.values)
        )


def reachable_keys(seen: Observation) -> dict[Card, Key]:
    """The key that each playable card of the own hand leads to."""
    cards = {action.card for action in legal_actions(seen) if action.verb == "play"}
    return {card: seen.public.row[-1] + card for card in cards}


def make_table_frame(
    glance: Snapshot,
    wording: Wording,
    bottom: Seat,
    *,
    aids: str = "standard",
    draft: TurnDraft = EMPTY_DRAFT,
    acting: bool = False,
    veiled: bool = False,
    thinking: bool = False,
    looking: bool = False,
    fresh: tuple[Card, ...] = (),
    round_number: int = 1,
    caption: str = "",
    onlooking: bool = False,
    earlier: TableFrame | None = None,
) -> TableFrame:
    """Build a frame and work out everything that follows from its parts.

    Args:
        earlier: the frame before this one. What follows from the snapshot alone is taken over from
            it while the snapshot is the same.
    """
    entries = glance.entries
    seen = None if veiled else glance.seen
    public = glance.public
    mine = glance.seen is not None and glance.seen.seat == public.seat
    closed = why_closed(public, veiled and mine)
    if earlier is not None and (
        earlier.glance is not glance or earlier.wording is not wording or earlier.aids != aids
    ):
        earlier = None
    return TableFrame(
        glance=glance,
        wording=wording,
        bottom=bottom,
        aids=aids,
        draft=draft if seen else EMPTY_DRAFT,
        offers=action_offers(public, bottom, seen if acting else None, draft, closed),
        acting=acting,
        veiled=veiled,
        thinking=thinking,
        looking=looking and seen is not None,
        fresh=fresh if seen is not None else (),
        round_number=round_number,
        told=earlier.told if earlier else last_announced_sums(glance.events, public.seating.deal),
        moves=earlier.moves if earlier else last_turns(entries, glance.viewer),
        log=earlier.log if earlier else log_lines(entries, wording, aids),
        preview=preview_draft(seen, draft) if seen is not None and acting else None,
        reach=reachable_keys(seen) if seen is not None and acting else {},
        caption=caption,
        onlooking=onlooking,
    )


def log_lines(
    entries: tuple[HistoryEntry, ...], wording: Wording, aids: str
) -> tuple[LogLine, ...]:
    """The lines of the log; only those of the last two turns with the "memory" aids."""
    lines = []
    last = entries[-1].turn if entries else 0
    for number, entry in enumerate(entries):
        if aids == "memory" and entry.turn < last - 1:
            continue
        for n, text in enumerate(wording.lines(entry)):
            lines.append(_line(entry, n, text, number))
    return tuple(lines)


def _line(entry: HistoryEntry, n: int, text: str, number: int) -> LogLine:
    side = entry.before.seating.side_of[entry.event.seat]
    facts = entry.event.facts
    kind = "move" if n == 0 else "more"
    if entry.after.result is not None and n:
        kind = "end"
    elif (facts.said and (n or entry.turn)) or entry.event.action.verb == "command":
        kind = "say"
    return LogLine(entry.turn, side, text, kind, number)
