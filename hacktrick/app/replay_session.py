"""A finished or running match shown again: a position in it, seen from one perspective.

Owns the record with every hidden card in it, and gives only snapshots of what the chosen
perspective could know at each position.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, Literal, NamedTuple

from hacktrick.app.marker_styles import MarkerStyles, default_marker_styles
from hacktrick.app.round_history import HistoryEntry, key_reached, round_history
from hacktrick.app.snapshot import Snapshot
from hacktrick.coach.branched_match import branched_at
from hacktrick.game.cards import cards_of
from hacktrick.game.engine import observe
from hacktrick.game.notation.diagram import (
    diagram_of_observation,
    diagram_of_public,
    diagram_of_state,
    text_of,
)
from hacktrick.game.rules import Rules, Seat
from hacktrick.game.view import redacted_for
from hacktrick.match.players import level_of
from hacktrick.match.record import Record, read_record
from hacktrick.match.record_replay import replay, state_line
from hacktrick.match.share_code import share_code_of

if TYPE_CHECKING:
    from hacktrick.game.keypad import Key
    from hacktrick.game.state import PublicState, State
    from hacktrick.game.view import Event, SeatInfo
    from hacktrick.match.live_match import Match

Perspective = Seat | Literal["onlooker", "open"]
MOST_KNOWN = 200  # chronicles that are kept to be shown again
PUBLIC_PERSPECTIVE: Perspective = "onlooker"
OPEN_PERSPECTIVE: Perspective = "open"


class ReplayPosition(NamedTuple):
    """A moment of a match: a round, from 0, and how many of its actions are done."""

    round: int
    action: int


class _Round(NamedTuple):
    """The truth at every place of a round, and its actions with all that is hidden: what an eye
    knows is worked out of them when it is looked at, or a long match would need much memory."""

    truths: list[State]
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class ReplayOrigin:
    """Where a replayed match comes from, for what is made of it.

    Attributes:
        number: in the library; None if it is not from there.
        ended: the moment in ISO 8601, "" if nobody noted it.
    """

    number: int | None = None
    ended: str = ""


@dataclass(frozen=True, slots=True)
class BranchPlan:
    """How to play on from a place.

    Attributes:
        seats: who plays on.
        anew_for: the seat that plays on, if what it does not know is drawn anew; None: all cards
            are as they were.
    """

    place: ReplayPosition
    seats: tuple[SeatInfo, ...]
    anew_for: Seat | None = None


class ReplaySession:
    """A match and the place and eye that it is looked at with.

    Args:
        record: follows the rules; the session's alone from now on.
        only: the one seat whose knowledge may be shown, of a match that is not over; None with
            ``running``: nobody's.
        running: whether the match goes on: then its truth is shown to nobody.

    Raises:
        RecordError: the record does not follow the rules.
    """

    def __init__(
        self,
        record: Record,
        looks: MarkerStyles | None = None,
        *,
        running: bool = False,
        only: Seat | None = None,
        source: ReplayOrigin | None = None,
    ) -> None:
        self.rules: Rules = record.rules
        self.seats: tuple[SeatInfo, ...] = record.seats
        self.looks = looks or default_marker_styles(len(record.seats))
        self.is_running = running
        self.source = source or ReplayOrigin()
        self._record = record
        self._rounds, self.winners = _rounds(record)
        self.eyes = _perspectives(len(record.seats), running, only)
        self._eye = self._first_eye(only)
        self._place = ReplayPosition(0, 0)
        self._entries: dict[tuple[ReplayPosition, Perspective], tuple[HistoryEntry, ...]] = {}

    def _first_eye(self, only: Seat | None) -> Perspective:
        """The one person's, as it was for him; else that of an onlooker."""
        people = [n for n, seat in enumerate(self.seats) if level_of(seat.player) is None]
        first = people[0] if len(people) == 1 else only
        return first if first is not None and first in self.eyes else PUBLIC_PERSPECTIVE

    @property
    def record_text(self) -> str:
        """The whole record, as a file has it.

        Raises:
            ValueError: the match goes on.
        """
        if self.is_running:
            raise ValueError("the record of a running match holds hidden cards")
        return self._record.as_text()

    @property
    def code(self) -> str:
        """The whole match in one line.

        Raises:
            ValueError: the match goes on, or was left before its end.
        """
        return share_code_of(read_record(self.record_text))

    @property
    def state_lines(self) -> tuple[str, ...]:
        """Every place as the contract's line of JSON.

        Raises:
            ValueError: the match goes on.
        """
        record = read_record(self.record_text)
        return tuple(json.dumps(state_line(match, action)) for match, action in replay(record))

    @property
    def position(self) -> str:
        """Where it stands in one line of text, as the eye knows it."""
        truth, eye = self._truth(self._place), self._eye
        if eye == OPEN_PERSPECTIVE:
            return text_of(diagram_of_state(truth))
        if isinstance(eye, int):
            return text_of(diagram_of_observation(observe(truth, eye)))
        return text_of(diagram_of_public(truth.public))

    # Places

    @property
    def n_rounds(self) -> int:
        return len(self._rounds)

    def n_actions(self, number: int) -> int:
        """Of a round."""
        return len(self._rounds[number].truths) - 1

    @property
    def place(self) -> ReplayPosition:
        return self._place

    @property
    def end(self) -> ReplayPosition:
        """The last place."""
        last = self.n_rounds - 1
        return ReplayPosition(last, self.n_actions(last))

    @cached_property
    def places(self) -> tuple[ReplayPosition, ...]:
        """Every place, in order."""
        return tuple(
            ReplayPosition(n, k) for n in range(self.n_rounds) for k in range(self.n_actions(n) + 1)
        )

    def go(self, place: ReplayPosition) -> bool:
        """To a place, or the nearest to it; True if that is another one."""
        number = min(max(place.round, 0), self.n_rounds - 1)
        action = min(max(place.action, 0), self.n_actions(number))
        before, self._place = self._place, ReplayPosition(number, action)
        return self._place != before

    def step(self, by: int) -> bool:
        """So many actions on or back, over the ends of rounds."""
        n = self.places.index(self._place) + by
        return self.go(self.places[min(max(n, 0), len(self.places) - 1)])

    def turn(self, by: int) -> bool:
        """To the beginning of the next turn, or of this one or the one before."""
        places = self.places
        n = places.index(self._place) + by
        while 0 < n < len(places) - 1 and not self._begins_turn(places[n]):
            n += by
        return self.go(places[min(max(n, 0), len(places) - 1)])

    def round(self, by: int) -> bool:
        """To the beginning of a round, or to the end of the last one."""
        number, action = self._place
        if by < 0:
            return self.go(ReplayPosition(number if action else number - 1, 0))
        return self.go(ReplayPosition(number + 1, 0) if number + 1 < self.n_rounds else self.end)

    def _begins_turn(self, place: ReplayPosition) -> bool:
        """Whether somebody else acts from here on, or nobody does."""
        truths, k = self._rounds[place.round].truths, place.action
        if not k:
            return True
        before, now = truths[k - 1].public, truths[k].public
        return (now.turn, now.seat) != (before.turn, before.seat)

    # Eyes

    @property
    def eye(self) -> Perspective:
        return self._eye

    def look_with(self, eye: Perspective) -> None:
        """With another eye.

        Raises:
            ValueError: the match goes on, and what this eye knows is hidden.
        """
        if eye not in self.eyes:
            raise ValueError("this eye knows what is hidden")
        self._eye = eye

    def next_eye(self) -> None:
        """Round all eyes that may be had."""
        self._eye = self.eyes[(self.eyes.index(self._eye) + 1) % len(self.eyes)]

    # What may be shown

    @property
    def public(self) -> PublicState:
        return self._truth(self._place).public

    @property
    def round_number(self) -> int:
        """From 1."""
        return self._place.round + 1

    @property
    def is_over(self) -> bool:
        """Whether the match was won here."""
        return bool(self.winners) and self._place == self.end

    @property
    def entries(self) -> tuple[HistoryEntry, ...]:
        """The round up to here, as the eye knows it."""
        return self._entries_at(self._place)

    @property
    def whole_round(self) -> tuple[HistoryEntry, ...]:
        """The round to its end, as the eye knows it there."""
        number = self._place.round
        return self._entries_at(ReplayPosition(number, self.n_actions(number)))

    def snapshot(self) -> Snapshot:
        """What the eye could see here. Its version is the number of the place."""
        truth, eye = self._truth(self._place), self._eye
        viewer = eye if isinstance(eye, int) else None
        over = truth.public.result is not None
        return Snapshot(
            viewer,
            truth.public,
            None if viewer is None else observe(truth, viewer),
            self.entries,
            self.seats,
            self.looks,
            self.places.index(self._place),
            tuple(map(cards_of, truth.hands)) if over or eye == OPEN_PERSPECTIVE else None,
        )

    def _truth(self, place: ReplayPosition) -> State:
        return self._rounds[place.round].truths[place.action]

    def _entries_at(self, place: ReplayPosition) -> tuple[HistoryEntry, ...]:
        known = (place, self._eye)
        if known not in self._entries:
            if len(self._entries) >= MOST_KNOWN:
                self._entries.clear()
            events = _seen(self._rounds[place.round].events[: place.action], self._eye)
            self._entries[known] = round_history(self._truth(place).public, events)
        return self._entries[known]


def _perspectives(n_seats: int, running: bool, only: Seat | None) -> tuple[Perspective, ...]:
    if running:
        return (PUBLIC_PERSPECTIVE,) if only is None else (only, PUBLIC_PERSPECTIVE)
    return (*range(n_seats), PUBLIC_PERSPECTIVE, OPEN_PERSPECTIVE)


def _rounds(record: Record) -> tuple[list[_Round], tuple[Seat, ...]]:
    """Every place of a match, round by round, and who has won it."""
    rounds: list[_Round] = []
    winners: tuple[Seat, ...] = ()
    for match, action in replay(record):
        if action is None:
            rounds.append(_Round([], ()))
        rounds[-1].truths.append(match.truth())
        if match.is_round_over:
            rounds[-1] = rounds[-1]._replace(events=match.events())
        winners = match.match.winners
    if rounds and not match.is_round_over:
        rounds[-1] = rounds[-1]._replace(events=match.events())
    return rounds, winners


def _seen(events: Sequence[Event], eye: Perspective) -> tuple[Event, ...]:
    """The actions of a round up to a place as an eye knows them there."""
    revealed = any(event.facts.revealed is not None for event in events)
    viewers = ((event.seat if eye == OPEN_PERSPECTIVE else eye) for event in events)
    return tuple(
        redacted_for(event, viewer if isinstance(viewer, int) else None, revealed)
        for event, viewer in zip(events, viewers, strict=True)
    )


def branch_from_replay(replayed: ReplaySession, plan: BranchPlan, rng: Random) -> Match:
    """A match that goes on from a place of a replay: for the workspace, which owns it.

    Raises:
        UntraceableMovesError: the other cards cannot be drawn anew there.
        ValueError: the match goes on, or the round is over at that place.
    """
    if replayed.is_running:
        raise ValueError("a running match is played on at its own table")
    record = read_record(replayed.record_text)
    return branched_at(record, plan.place, plan.seats, rng, plan.anew_for)


def row_card_entries(entries: Sequence[HistoryEntry]) -> tuple[int, ...]:
    """For each card of the row the number of the entry that laid it there."""
    lying: list[int] = []
    for n, entry in enumerate(entries):
        if entry.event.action.row_card is not None:
            lying.append(n)
        lying = lying[-len(entry.after.row) :] if entry.after.row else []
    return tuple(lying)


def marker_entries(entries: Sequence[HistoryEntry], key: Key) -> tuple[int, ...]:
    """The numbers of the entries that placed a marker on a key."""
    return tuple(n for n, entry in enumerate(entries) if key_reached(entry) == key)
