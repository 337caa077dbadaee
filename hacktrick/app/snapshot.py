"""A snapshot of everything that the screen may show, with the history of the round.

The history has each action with the public states before and after it. Last turns and announced
sums are derived from the history. Pictures are drawn from snapshots alone, which contain nothing
hidden.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple

from hacktrick.game.cards import Card, with_card_removed
from hacktrick.game.transitions import apply_public_part, begin_round, keys_of_win

if TYPE_CHECKING:
    from hacktrick.app.computer_turn import DecisionForecast
    from hacktrick.app.profiles import MarkerStyle, SeatMarkerStyles
    from hacktrick.game.cards import Card
    from hacktrick.game.keypad import Key
    from hacktrick.game.state import Observation, PublicState, Seat, Side
    from hacktrick.game.view import Event, SeatInfo, StartPosition


class HistoryEntry(NamedTuple):
    """An action with the public states before and after the action.

    Attributes:
        turn: the number of the turn, from 1; 0 before the first turn.
    """

    turn: int
    event: Event
    before: PublicState
    after: PublicState


def public_state_at_round_start(public: PublicState, events: Sequence[Event]) -> PublicState:
    """Return the public state at the start of a round, with scores of 0.

    Args:
        public: the state that the round has reached.
        events: the events of the round so far.
    """
    held = list(public.held_counts)
    for event in events:
        if event.action.verb == "lay" and event.action.code is not None:
            held[event.seat] += 1
    nothing = (0,) * len(public.score)
    return begin_round(public.rules, public.seating, public.aside, nothing, tuple(held))


def round_history(
    public: PublicState, events: Sequence[Event], position: StartPosition | None = None
) -> tuple[HistoryEntry, ...]:
    """Return the history of the round that has reached ``public`` through ``events``.

    The scores in its states start at 0, so only their differences are meaningful.

    Args:
        public: the state that the round has reached.
        events: the events of the round so far.
        position: the position in which the round begins; None after a normal deal.
    """
    if position is None:
        state = public_state_at_round_start(public, events)
    else:
        state = position.public._replace(score=(0,) * len(public.score))
    entries = []
    for event in events:
        after = apply_public_part(state, event.action, event.facts)
        turn = 0 if state.phase in ("codes", "start") else state.turn + 1
        entries.append(HistoryEntry(turn, event, state, after))
        state = after
    return tuple(entries)


def entries_since_last_action(
    entries: Sequence[HistoryEntry], seat: Seat
) -> tuple[HistoryEntry, ...]:
    """Return the entries after the last action of ``seat``; all entries if it has not acted."""
    own = [n for n, entry in enumerate(entries) if entry.event.seat == seat]
    return tuple(entries[own[-1] + 1 :] if own else entries)


def last_turn_start_index(
    entries: Sequence[HistoryEntry], seat: Seat, current_turn: int | None
) -> int | None:
    """Return the index of the first action in the last finished turn of ``seat``.

    Return None if there is no finished turn.

    Args:
        entries: the actions of the round so far.
        seat: the seat whose last turn is wanted.
        current_turn: the number of the unfinished turn of ``seat``; None if there is none.
    """
    own = [n for n, entry in enumerate(entries) if entry.event.seat == seat]
    turns = [entries[n].turn for n in own]
    finished = [turn for turn in turns if turn != current_turn]
    return own[turns.index(finished[-1])] if finished else None


def key_reached(entry: HistoryEntry) -> Key | None:
    """Return the key that a played card reached; None for other actions."""
    action = entry.event.action
    return entry.before.row[-1] + action.card if action.verb == "play" else None


def keys_that_won(entries: Sequence[HistoryEntry]) -> tuple[Key, ...]:
    """Return the keys that won the round: a completed line, a single key, or the keys of a code.

    The result is empty if the round is not over, or was not won by a marker on a key.
    """
    if not entries:
        return ()
    last = entries[-1]
    result, key = last.after.result, key_reached(last)
    if result is None or key is None or result.by not in ("line", "triple", "code"):
        return ()
    return keys_of_win(last.after, result.side, key, result.by)


def is_won_with_double(entry: HistoryEntry) -> bool:
    """Return whether an action has won the round with the double, which is worth more."""
    result, key = entry.after.result, key_reached(entry)
    if result is None or key is None or result.by not in ("line", "triple"):
        return False
    double = entry.after.double[result.side]
    keys = keys_of_win(entry.after, result.side, key, result.by)
    return double in keys and entry.after.double_turn[result.side] != entry.after.turn


@dataclass(frozen=True, slots=True)
class LastTurnSummary:
    """A player's turn as everybody has seen it.

    Attributes:
        plays: the cards played, each with the key it reached; usually one card.
        taken: the number of markers that the player captured.
        drawn: the number of cards drawn.
        double_key: the key on which the player placed the double; None if they did not.
    """

    plays: tuple[tuple[Card, Key], ...] = ()
    taken: int = 0
    drawn: int = 0
    double_key: Key | None = None

    @property
    def keys(self) -> tuple[Key, ...]:
        """The keys that the cards reached."""
        return tuple(key for _card, key in self.plays)


def last_turn_summaries_of_others(
    entries: Sequence[HistoryEntry], seat: Seat | None
) -> Mapping[Seat, LastTurnSummary]:
    """Return the last turn of each other player since ``seat`` finished its own last turn.

    Args:
        entries: the round so far, as a spectator knows it.
        seat: the viewer's seat; None for the last turn of every player.
    """
    return {
        who: turn_summary(turn) for who, turn in _last_turn_entries_of_others(entries, seat).items()
    }


def latest_turn_of_others(
    entries: Sequence[HistoryEntry], seat: Seat | None
) -> tuple[HistoryEntry, ...]:
    """Return the latest turn of another player, finished or not.

    Only turns since ``seat`` finished its own last turn count; the result is empty if there is no
    such turn. Before the first turn, the start card counts as a turn.
    """
    turns = _last_turn_entries_of_others(entries, seat)
    if turns:
        latest = max(turn[-1].turn for turn in turns.values())
        return next(tuple(turn) for turn in turns.values() if turn[-1].turn == latest)
    starts = [one for one in entries if one.event.action.verb == "start"]
    is_news = bool(starts) and starts[-1] is entries[-1] and starts[-1].event.seat != seat
    return tuple(starts) if is_news else ()


def _last_turn_entries_of_others(
    entries: Sequence[HistoryEntry], seat: Seat | None
) -> dict[Seat, list[HistoryEntry]]:
    """Return the last turn of each other player since ``seat`` finished its own, by seat."""
    recent = (
        entries
        if seat is None
        else entries_since_last_action(_entries_before_unfinished_turn(entries, seat), seat)
    )
    turns: dict[Seat, list[HistoryEntry]] = {}
    for entry in recent:
        if entry.turn and entry.event.seat != seat:
            turn = turns.setdefault(entry.event.seat, [])
            if turn and turn[-1].turn != entry.turn:
                turn.clear()
            turn.append(entry)
    return turns


def _entries_before_unfinished_turn(
    entries: Sequence[HistoryEntry], seat: Seat
) -> Sequence[HistoryEntry]:
    """Return the entries before an unfinished turn of ``seat``."""
    n = len(entries)
    going_on = n and entries[-1].after.seat == seat
    while going_on and n and entries[n - 1].event.seat == seat:
        n -= 1
    return entries[:n]


def turn_summary(turn: Sequence[HistoryEntry]) -> LastTurnSummary:
    """Return a summary of a turn."""
    move = LastTurnSummary()
    for entry in turn:
        action, key = entry.event.action, key_reached(entry)
        if action.verb == "play" and key is not None:
            taken = entry.before.markers_on(key, 1 - entry.before.side)
            plays = (*move.plays, (action.card, key))
            double_key = key if action.double else move.double_key
            move = replace(move, plays=plays, taken=move.taken + taken, double_key=double_key)
        elif action.n_drawn:
            move = replace(move, drawn=action.n_drawn)
    return move


@dataclass(slots=True)
class AnnouncedSum:
    """The sum that ``seat`` announced, and the changes of its hand since.

    Attributes:
        turn: the number of the turn in which the sum was announced, from 1; 0 at the start.
        size: the number of cards in the hand at the announcement.
        played: the cards played from that hand since, in order.
        drawn: the number of cards drawn since.
        exchanged: the number of cards swapped or put under the deck since.
    """

    seat: Seat
    total: int
    turn: int
    size: int
    played: list[Card] = field(default_factory=list)
    drawn: int = 0
    exchanged: int = 0

    @property
    def is_current(self) -> bool:
        """Whether the hand has not changed since the announcement."""
        return not (self.played or self.drawn or self.exchanged)

    @property
    def n_received(self) -> int:
        """The number of unseen cards that the hand has received since the announcement."""
        return self.drawn + self.exchanged


def last_announced_sums(
    events: Sequence[Event], dealt: Sequence[int], position: StartPosition | None = None
) -> dict[Seat, AnnouncedSum]:
    """Return the last sum that each seat announced, with the changes of its hand since then.

    Args:
        events: the events of the round, as a spectator knows them.
        dealt: the sizes of the hands as dealt.
        position: the position in which the round begins; None after a normal deal.
    """
    sums: dict[Seat, AnnouncedSum] = {}
    sizes = list(dealt)
    if position is not None:
        sizes = list(position.public.hand_sizes)
        for seat, known in enumerate(position.sums):
            if known is not None:
                size = sizes[seat] - known.drawn
                sums[seat] = AnnouncedSum(seat, known.total, 0, size, drawn=known.drawn)
    turn = 0
    for event in events:
        _update_announced_sums(event, sums, sizes)
        turn += event.action.stage == "move" and not _is_second_card(event)
        for seat, total in event.facts.said:
            sums[seat] = AnnouncedSum(seat, total, _turn_number_of_event(event, turn), sizes[seat])
    return sums


def _is_second_card(event: Event) -> bool:
    return event.action.verb == "play" and event.action.is_second_card


def _turn_number_of_event(event: Event, finished: int) -> int:
    """Return the number of an event's turn, given the number of finished turns."""
    return 0 if event.action.verb == "start" else finished + 1


def _update_announced_sums(event: Event, sums: dict[Seat, AnnouncedSum], sizes: list[int]) -> None:
    """Update the announced sums and the hand sizes for an event.

    Args:
        sums: the last announced sum of each seat.
        sizes: the hand sizes by seat.
    """
    entry = sums.get(event.seat)
    action = event.action
    if action.row_card is not None:
        sizes[event.seat] -= 1
        if entry:
            entry.played.append(action.row_card)
    elif action.verb == "draw":
        sizes[event.seat] += 1
        if entry:
            entry.drawn += 1
    elif action.verb == "under" and entry:
        entry.exchanged += len(action.cards)
    elif action.verb == "swap":
        for both in sums.values():
            both.exchanged += 1


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Everything that the screen may show at one moment.

    Attributes:
        observation: the observation of the viewer; None while no cards are open.
        entries: the round so far, as the viewer knows it.
        hands: all hands, after a round or while computers are watched with open hands; else None.
        forecasts: by side, the computer player's expectations of its last decision; only with open
            hands.
        start_position: the position in which the round begins; None after a normal deal.
    """

    viewer: Seat | None
    public: PublicState
    observation: Observation | None
    entries: tuple[HistoryEntry, ...]
    seats: tuple[SeatInfo, ...]
    marker_styles: SeatMarkerStyles
    version: int
    hands: tuple[tuple[Card, ...], ...] | None = None
    forecasts: Mapping[Side, DecisionForecast] = field(default_factory=dict)
    start_position: StartPosition | None = None

    @property
    def events(self) -> tuple[Event, ...]:
        """The actions of the round as the viewer knows them."""
        return tuple(entry.event for entry in self.entries)

    def marker_style_of(self, side: Side) -> MarkerStyle:
        """Return the shape and colour of a side's markers in this round."""
        return self.marker_styles.marker_style_for_seats(self.public.seating.seats_of(side))


def snapshot_during_event(before: Snapshot, public: PublicState, event: Event) -> Snapshot:
    """Return the snapshot to show during an event: ``before`` with the public state ``public``."""
    card = event.action.row_card
    observation = before.observation
    if observation is not None:
        hand = observation.hand
        if card is not None and observation.seat == event.seat:
            hand = with_card_removed(hand, card)
        observation = observation._replace(public=public, hand=hand)
    return Snapshot(
        before.viewer,
        public,
        observation,
        before.entries,
        before.seats,
        before.marker_styles,
        before.version,
        _hands_without_card(before.hands, event, card),
        before.forecasts,
        before.start_position,
    )


def _hands_without_card(
    hands: tuple[tuple[Card, ...], ...] | None, event: Event, card: Card | None
) -> tuple[tuple[Card, ...], ...] | None:
    """Return the open hands without the card that an event takes from one of them.

    Args:
        hands: the hands by seat; if None, because they are not open, the result is None.
        card: the card that leaves the hand of the event's seat; None if no card does.
    """
    if hands is None or card is None:
        return hands
    left = list(hands[event.seat])
    if card in left:
        left.remove(card)
    return (*hands[: event.seat], tuple(left), *hands[event.seat + 1 :])


def snapshot_as_marker_lands(before: Snapshot, after: Snapshot, event: Event) -> Snapshot:
    """Return the snapshot after a marker has landed, while captured markers still move."""
    public = after.public._replace(
        captured=before.public.captured,
        phase="command",
        seat=event.seat,
        score=before.public.score,
        result=None,
    )
    return snapshot_during_event(before, public, event)


def snapshot_with_drawn_card(
    before: Snapshot, after: Snapshot, event: Event, public: PublicState
) -> Snapshot:
    """Return the snapshot in which a card has been drawn but the turn has not ended yet."""
    public = public._replace(hand_sizes=after.public.hand_sizes, deck_size=0)
    snapshot = snapshot_during_event(before, public, event)
    if before.hands is not None:
        snapshot = replace(snapshot, hands=after.hands)
    own = snapshot.observation is not None and snapshot.observation.seat == event.seat
    if (
        snapshot.observation is None
        or after.observation is None
        or not own
        or after.observation.seat != event.seat
    ):
        return snapshot
    return replace(snapshot, observation=snapshot.observation._replace(hand=after.observation.hand))
