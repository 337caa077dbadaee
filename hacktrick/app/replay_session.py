"""A replay of a finished or running match, seen from one perspective at one position.

The session owns the record, which contains all hidden cards. It reveals only what the chosen
perspective could know at the current position.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, Literal, NamedTuple

from hacktrick.app.profiles import SeatMarkerStyles, default_marker_styles
from hacktrick.app.snapshot import HistoryEntry, Snapshot, key_reached, round_history
from hacktrick.coach.branched_match import branch_match
from hacktrick.game.cards import cards_of
from hacktrick.game.editions import Rules
from hacktrick.game.engine import observe
from hacktrick.game.notation.diagram import (
    Diagram,
    diagram_of_observation,
    diagram_of_public,
    diagram_of_state,
    sums_after_step,
    text_of,
)
from hacktrick.game.state import Seat
from hacktrick.game.view import SeenStep, redacted_event
from hacktrick.match.live_match import start_position_of
from hacktrick.match.player_kinds import level_of
from hacktrick.match.record import Record, read_record
from hacktrick.match.record_replay import replay_record, state_as_json
from hacktrick.match.share_code import share_code_of

if TYPE_CHECKING:
    from hacktrick.game.keypad import Key
    from hacktrick.game.state import PublicState, State
    from hacktrick.game.view import Event, KnownSum, SeatInfo, StartPosition
    from hacktrick.match.live_match import Match

Perspective = Seat | Literal["spectator", "open"]
MAX_CACHED = 200  # maximum number of cached histories
PUBLIC_PERSPECTIVE: Perspective = "spectator"
OPEN_PERSPECTIVE: Perspective = "open"


class ReplayPosition(NamedTuple):
    """A position in a match: a round, and the number of actions made so far in it.

    Attributes:
        round: the number of the round, from 0.
        action: the number of actions made in the round so far.
    """

    round: int
    action: int


class _Round(NamedTuple):
    """The full states and events of a round, including hidden cards.

    The knowledge of a perspective is computed from them on demand, to save memory.

    Attributes:
        sums: the announced sum that is known at the start of the round, by seat.
    """

    full_states: list[State]
    events: tuple[Event, ...]
    sums: tuple[KnownSum | None, ...]


@dataclass(frozen=True, slots=True)
class ReplayOrigin:
    """The origin of a replayed match.

    Attributes:
        number: the number of the match in the library; None if the match comes from elsewhere.
        ended: when the match ended, in ISO 8601; "" if unknown.
    """

    number: int | None = None
    ended: str = ""


@dataclass(frozen=True, slots=True)
class BranchPlan:
    """A plan to continue a match from one of its positions.

    Attributes:
        place: the position from which the match continues.
        seats: the players of the new match.
        redrawn_for: the seat whose unknown cards are drawn again; None to keep all cards.
    """

    place: ReplayPosition
    seats: tuple[SeatInfo, ...]
    redrawn_for: Seat | None = None


class ReplaySession:
    """A replayed match, with its current position and perspective.

    Args:
        record: the match; the session becomes its only user.
        running: whether the match is still going on, so that hidden cards are not shown.
        only: in a running match, the only seat whose knowledge may be shown; None for public
            knowledge alone.
        sole_player: the seat of the only person at this screen who played; None if there were
            several, or if it is unknown.

    Raises:
        RecordError: the record does not follow the rules.
    """

    def __init__(
        self,
        record: Record,
        marker_styles: SeatMarkerStyles | None = None,
        *,
        running: bool = False,
        only: Seat | None = None,
        origin: ReplayOrigin | None = None,
        sole_player: Seat | None = None,
    ) -> None:
        self.rules: Rules = record.rules
        self.seats: tuple[SeatInfo, ...] = record.seats
        self.marker_styles = marker_styles or default_marker_styles(len(record.seats))
        self.is_running = running
        self.sole_player = sole_player
        self.origin = origin or ReplayOrigin()
        self._record = record
        self._rounds, self.winners = _replay_rounds(record)
        self.perspectives = _possible_perspectives(len(record.seats), running, only)
        self._perspective = self._initial_perspective(only)
        self._place = ReplayPosition(0, 0)
        self._entries: dict[tuple[ReplayPosition, Perspective], tuple[HistoryEntry, ...]] = {}

    def _initial_perspective(self, only: Seat | None) -> Perspective:
        """Return the perspective of the only person who played; if there is none, a spectator's."""
        people = [n for n, seat in enumerate(self.seats) if level_of(seat.player) is None]
        first = people[0] if len(people) == 1 else only
        return first if first is not None and first in self.perspectives else PUBLIC_PERSPECTIVE

    @property
    def record_text(self) -> str:
        """The text of the whole record, as in a file.

        Raises:
            ValueError: the match is still going on.
        """
        if self.is_running:
            raise ValueError("the record of a running match holds hidden cards")
        return self._record.as_text()

    @property
    def share_code(self) -> str:
        """The share code of the match; "" if the match began in a position, so that it has none.

        Raises:
            ValueError: the match is still going on or was never finished.
        """
        record = read_record(self.record_text)
        return "" if record.rounds[0].position else share_code_of(record)

    @property
    def json_lines_of_states(self) -> tuple[str, ...]:
        """Every position as a line of JSON, as ``hacktrick replay --states`` prints it.

        Raises:
            ValueError: the match still goes on.
        """
        record = read_record(self.record_text)
        return tuple(
            json.dumps(state_as_json(match, action)) for match, action in replay_record(record)
        )

    @property
    def position_text(self) -> str:
        """The position, as the perspective knows it, as a line of text (docs/position.md)."""
        truth, perspective = self._full_state_at(self._place), self._perspective
        if perspective == OPEN_PERSPECTIVE:
            return text_of(diagram_of_state(truth))
        if isinstance(perspective, int):
            return text_of(diagram_of_observation(observe(truth, perspective)))
        return text_of(diagram_of_public(truth.public))

    @property
    def diagram_at_turn_start(self) -> Diagram | None:
        """The position at the start of the current turn, as all players know it.

        None once the round is over.
        """
        return (
            None
            if self.public.result is not None
            else self._public_diagram(self.position_at_turn_start)
        )

    @property
    def public_diagram(self) -> Diagram:
        """The position as all players know it, with the announced sums."""
        return self._public_diagram(self._place)

    def _public_diagram(self, place: ReplayPosition) -> Diagram:
        number, action = place
        start = self._rounds[number]
        sums = start.sums
        for n, event in enumerate(start.events[:action]):
            before, after = start.full_states[n].public, start.full_states[n + 1].public
            step = SeenStep(event.seat, event.action, event.facts, before, after, ())
            sums = sums_after_step(sums, step)
        return diagram_of_public(start.full_states[action].public)._replace(sums=sums)

    @property
    def n_rounds(self) -> int:
        return len(self._rounds)

    def n_actions_in_round(self, round_index: int) -> int:
        """Return the number of actions of a round."""
        return len(self._rounds[round_index].full_states) - 1

    @property
    def position(self) -> ReplayPosition:
        """The current position."""
        return self._place

    @property
    def end_position(self) -> ReplayPosition:
        """The last position of the match."""
        last = self.n_rounds - 1
        return ReplayPosition(last, self.n_actions_in_round(last))

    @cached_property
    def positions(self) -> tuple[ReplayPosition, ...]:
        """Every position of the match, in the order of play."""
        return tuple(
            ReplayPosition(n, k)
            for n in range(self.n_rounds)
            for k in range(self.n_actions_in_round(n) + 1)
        )

    def go_to(self, place: ReplayPosition) -> bool:
        """Go to a position, or to the nearest existing position.

        Returns:
            Whether the position has changed.
        """
        number = min(max(place.round, 0), self.n_rounds - 1)
        action = min(max(place.action, 0), self.n_actions_in_round(number))
        before, self._place = self._place, ReplayPosition(number, action)
        return self._place != before

    def step_by_actions(self, by: int) -> bool:
        """Go forward by ``by`` actions, or back if ``by`` is negative.

        Returns:
            Whether the position has changed.
        """
        n = self.positions.index(self._place) + by
        return self.go_to(self.positions[min(max(n, 0), len(self.positions) - 1)])

    def go_to_index(self, index: int) -> bool:
        """Go to the position with this index in ``positions``, at most to the last one.

        Returns:
            Whether the position has changed.
        """
        return self.go_to(self.positions[min(index, len(self.positions) - 1)])

    def step_by_turns(self, by: int) -> bool:
        """Go to the start of a neighbouring turn.

        From the middle of a turn, -1 leads to the start of that turn.

        Args:
            by: 1 for the next turn, -1 for the previous turn.

        Returns:
            Whether the position has changed.
        """
        places = self.positions
        n = places.index(self._place) + by
        while 0 < n < len(places) - 1 and not self._begins_turn(places[n]):
            n += by
        return self.go_to(places[min(max(n, 0), len(places) - 1)])

    def step_by_rounds(self, by: int) -> bool:
        """Go to a neighbouring round.

        Args:
            by: 1 leads to the start of the next round, or to the end of the match. -1 leads to the
                start of this round or, from there, to the start of the previous round.

        Returns:
            Whether the position has changed.
        """
        number, action = self._place
        if by < 0:
            return self.go_to(ReplayPosition(number if action else number - 1, 0))
        return self.go_to(
            ReplayPosition(number + 1, 0) if number + 1 < self.n_rounds else self.end_position
        )

    @property
    def position_at_turn_start(self) -> ReplayPosition:
        """The position at the start of the current turn."""
        number, action = self._place
        while action and not self._begins_turn(ReplayPosition(number, action)):
            action -= 1
        return ReplayPosition(number, action)

    def _begins_turn(self, place: ReplayPosition) -> bool:
        """Return whether a turn begins or the round ends at a position."""
        truths, k = self._rounds[place.round].full_states, place.action
        if not k:
            return True
        before, now = truths[k - 1].public, truths[k].public
        return (now.turn, now.seat) != (before.turn, before.seat)

    @property
    def perspective(self) -> Perspective:
        return self._perspective

    def set_perspective(self, perspective: Perspective) -> None:
        """Change the perspective.

        Raises:
            ValueError: the perspective is not offered in this replay.
        """
        if perspective not in self.perspectives:
            raise ValueError("this perspective knows hidden cards")
        self._perspective = perspective

    def switch_to_next_perspective(self) -> None:
        """Change to the next perspective; after the last one comes the first."""
        self._perspective = self.perspectives[
            (self.perspectives.index(self._perspective) + 1) % len(self.perspectives)
        ]

    @property
    def public(self) -> PublicState:
        return self._full_state_at(self._place).public

    @property
    def round_number(self) -> int:
        """The number of the round, from 1."""
        return self._place.round + 1

    @property
    def is_at_won_match_end(self) -> bool:
        """Whether the current position is the end of a match that was won."""
        return bool(self.winners) and self._place == self.end_position

    @property
    def entries(self) -> tuple[HistoryEntry, ...]:
        """The round up to this position, as the perspective knows it."""
        return self._entries_at(self._place)

    @property
    def whole_round_entries(self) -> tuple[HistoryEntry, ...]:
        """The whole round, as the perspective knows it at the end."""
        number = self._place.round
        return self._entries_at(ReplayPosition(number, self.n_actions_in_round(number)))

    def snapshot(self) -> Snapshot:
        """Return everything that the perspective could see at this position.

        The snapshot's version is the index of the position.
        """
        truth, perspective = self._full_state_at(self._place), self._perspective
        viewer = perspective if isinstance(perspective, int) else None
        over = truth.public.result is not None
        return Snapshot(
            viewer,
            truth.public,
            None if viewer is None else observe(truth, viewer),
            self.entries,
            self.seats,
            self.marker_styles,
            self.positions.index(self._place),
            tuple(map(cards_of, truth.hands)) if over or perspective == OPEN_PERSPECTIVE else None,
            start_position=self._start_position_of_round(self._place),
        )

    def _full_state_at(self, place: ReplayPosition) -> State:
        return self._rounds[place.round].full_states[place.action]

    def _start_position_of_round(self, place: ReplayPosition) -> StartPosition | None:
        """Return the position in which the round begins; None if it begins with the deal."""
        return start_position_of(self._record.rounds[place.round])

    def _entries_at(self, place: ReplayPosition) -> tuple[HistoryEntry, ...]:
        known = (place, self._perspective)
        if known not in self._entries:
            if len(self._entries) >= MAX_CACHED:
                self._entries.clear()
            events = _known_events(
                self._rounds[place.round].events[: place.action], self._perspective
            )
            public, position = (
                self._full_state_at(place).public,
                self._start_position_of_round(place),
            )
            self._entries[known] = round_history(public, events, position)
        return self._entries[known]


def _possible_perspectives(
    n_seats: int, running: bool, only: Seat | None
) -> tuple[Perspective, ...]:
    if running:
        return (PUBLIC_PERSPECTIVE,) if only is None else (only, PUBLIC_PERSPECTIVE)
    return (*range(n_seats), PUBLIC_PERSPECTIVE, OPEN_PERSPECTIVE)


def _replay_rounds(record: Record) -> tuple[list[_Round], tuple[Seat, ...]]:
    """Replay a match; return its rounds and its winners."""
    rounds: list[_Round] = []
    winners: tuple[Seat, ...] = ()
    for match, action in replay_record(record):
        if action is None:
            start = start_position_of(record.rounds[match.round_number - 1])
            sums = (None,) * record.rules.n_seats if start is None else start.sums
            rounds.append(_Round([], (), sums))
        rounds[-1].full_states.append(match.full_state())
        if match.is_round_over:
            rounds[-1] = rounds[-1]._replace(events=match.full_events())
        winners = match.match_state.winners
    if rounds and not match.is_round_over:
        rounds[-1] = rounds[-1]._replace(events=match.full_events())
    return rounds, winners


def _known_events(events: Sequence[Event], perspective: Perspective) -> tuple[Event, ...]:
    """Return the events of a round as a perspective knows them."""
    revealed = any(event.facts.revealed is not None for event in events)
    viewers = ((event.seat if perspective == OPEN_PERSPECTIVE else perspective) for event in events)
    return tuple(
        redacted_event(event, viewer if isinstance(viewer, int) else None, revealed)
        for event, viewer in zip(events, viewers, strict=True)
    )


def branch_from_replay(replay: ReplaySession, plan: BranchPlan, rng: Random) -> Match:
    """Return a match that continues from a replay's position; only ``LocalTable`` may call this.

    Raises:
        UntraceableMovesError: the unknown cards cannot be drawn again there.
        ValueError: the match is still going on, or the round is over at that position.
    """
    if replay.is_running:
        raise ValueError("a running match is played on at its own table")
    record = read_record(replay.record_text)
    return branch_match(record, plan.place, plan.seats, rng, plan.redrawn_for)


def placement_indices_of_row_cards(entries: Sequence[HistoryEntry]) -> tuple[int, ...]:
    """Return, for each card of the row, the index of the entry that placed it."""
    lying: list[int] = []
    for n, entry in enumerate(entries):
        if entry.event.action.row_card is not None:
            lying.append(n)
        lying = lying[-len(entry.after.row) :] if entry.after.row else []
    return tuple(lying)


def marker_entry_indices(entries: Sequence[HistoryEntry], key: Key) -> tuple[int, ...]:
    """Return the indices of the entries that placed a marker on a key."""
    return tuple(n for n, entry in enumerate(entries) if key_reached(entry) == key)
