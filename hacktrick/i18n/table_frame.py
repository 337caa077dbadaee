"""One picture of the table as values: all that front ends draw or print.

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
    """A line of the log. ``kind``: move, more (belongs to the line above), say or end; ``entry``:
    the number of the action in its round."""

    turn: int
    side: Side | None
    text: str
    kind: str
    entry: int = 0


@dataclass(frozen=True, slots=True)
class TableFrame:
    """``bottom`` is the seat at the lower edge; ``acting``: the player at the screen may choose
    now; ``veiled``: his cards are hidden by his own wish; ``looking``: his turn is over, he looks
    at what he drew; ``fresh``: those cards, which lie last; ``moves``: what the others did last;
    ``reach``: the keys that his cards lead to, by card; ``caption``: what the display says instead
    of whose turn it is; ``onlooking``: who is at the screen has no seat at the table."""

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
        """The round so far, as the player at the screen knows it."""
        return self.glance.entries

    @property
    def seen(self) -> Observation | None:
        """What the player at the screen sees, unless he has hidden it."""
        return None if self.veiled else self.glance.seen

    @property
    def n_seats(self) -> int:
        return len(self.glance.seats)

    @property
    def others(self) -> tuple[Seat, ...]:
        """The seats that are not at the lower edge, clockwise."""
        n = self.n_seats
        return tuple((self.bottom + step) % n for step in range(1, n))

    @property
    def is_watched(self) -> bool:
        """Whether computers play with open hands: nobody acts, so there is nothing to press."""
        open_ = self.glance.hands is not None and self.public.result is None
        return open_ or bool(self.glance.thoughts)

    @property
    def helps(self) -> bool:
        """Whether pips and pinned announcements are shown."""
        return self.aids in ("standard", "learning")

    def slot(self, seat: Seat) -> int:
        """0 for the seat at the lower edge, then clockwise."""
        return (seat - self.bottom) % self.n_seats

    def side(self, seat: Seat) -> Side:
        return self.public.seating.side_of[seat]

    def look(self, side: Side) -> MarkerStyle:
        """Shape and colour of a side; those of the first for a seat on no side."""
        return self.glance.look(0 if side == NOBODY else side)

    def hand(self, seat: Seat) -> tuple[Card | None, ...]:
        """The cards of a hand as they may be drawn: None is a back."""
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
        """For each value: copies that lie open, own copies, copies unseen."""
        lying = Counter((*self.public.row, *self.public.aside))
        own = Counter(cards_of(self.seen.hand)) if self.seen else Counter()
        copies = self.public.rules.copies
        return tuple(
            (lying[v], own[v], copies - lying[v] - own[v]) for v in range(self.public.rules.values)
        )


def reachable_keys(seen: Observation) -> dict[Card, Key]:
    """The keys that the own cards may be played to, by card."""
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
) -> TableFrame:
    """A frame with everything that follows from the rest worked out once."""
    entries = glance.entries
    seen = None if veiled else glance.seen
    public = glance.public
    mine = glance.seen is not None and glance.seen.seat == public.seat
    closed = why_closed(public, veiled and mine)
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
        told=last_announced_sums(glance.events, public.seating.deal),
        moves=last_turns(entries, glance.viewer),
        log=log_lines(entries, wording, aids),
        preview=preview_draft(seen, draft) if seen is not None and acting else None,
        reach=reachable_keys(seen) if seen is not None and acting else {},
        caption=caption,
        onlooking=onlooking,
    )


def log_lines(
    entries: tuple[HistoryEntry, ...], wording: Wording, aids: str
) -> tuple[LogLine, ...]:
    """The log; with ``memory`` only the last two turns of it."""
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
