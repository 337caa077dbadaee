"""The match at this computer: sets up, begins, saves and resumes it, and provides its deals.

A deal that is to be proved is fixed before its match begins, since its fingerprint is shown first.
The unfinished match lies in the autosave; screens get a summary of it without hidden cards.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from random import Random
from typing import TYPE_CHECKING, Any

from hacktrick.coach.daily_round import day_of
from hacktrick.game.rules import Rules, Seat, rules_for
from hacktrick.game.view import SeatInfo
from hacktrick.match.deal_proof import ProvableChance, UnreadableProof
from hacktrick.match.live_match import ChanceSource, Dice, Match
from hacktrick.match.players import level_of
from hacktrick.match.record import NewerRecord, Record, read_record
from hacktrick.match.record_replay import replay
from hacktrick.safe_files import BadFile

if TYPE_CHECKING:
    from hacktrick.app.storage import Storage, StorageProblem


class DealSource:
    """``rng``: the dice."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._coming: ProvableChance | None = None

    @property
    def commitment(self) -> str:
        """The fingerprint of the first deal of the next match that is proved."""
        return self._sealed().commitment

    def proved(self, cut: str | None) -> ChanceSource:
        """Chance with that fingerprint; ``cut``: how the player cuts the first deal."""
        sealed, self._coming = self._sealed(), None
        sealed.cut(cut)
        return sealed

    def dice(self) -> ChanceSource:
        """Chance that nobody is owed a proof of."""
        return Dice(self._rng)

    def resumed(self, record: Record) -> ChanceSource:
        """The chance of a kept match from where it stands."""
        try:
            return ProvableChance.resumed(record, self._rng.randbytes) or self.dice()
        except UnreadableProof:
            return self.dice()

    def _sealed(self) -> ProvableChance:
        if self._coming is None:
            self._coming = ProvableChance(self._rng.randbytes)
        return self._coming


@dataclass(frozen=True, slots=True)
class MatchSetup:
    """The choices of a new match; ``leader`` None: by lot; ``cut``: how the player cuts the first
    deal, None: he did not choose."""

    preset: str = "keypad"
    seats: tuple[SeatInfo, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    leader: Seat | None = None
    cut: str | None = None

    @property
    def rules(self) -> Rules:
        return rules_for(self.preset, self.options)

    @property
    def is_solo(self) -> bool:
        """One person against the computer: he is owed a proof of the deal."""
        levels = [level_of(seat.player) for seat in self.seats]
        return levels.count(None) == 1


@dataclass(frozen=True, slots=True)
class SavedMatchSummary:
    """What may be told of a match that was left: nothing of its hidden cards."""

    rules: Rules
    seats: tuple[SeatInfo, ...]
    round_number: int
    score: tuple[int, ...]
    day: date | None = None  # whose day's round it is


class SavedMatch:
    """At most one match, in the autosave of a data folder.

    Attributes:
        record: all of it, for whoever plays it on; None where there is none.
        told: what scenes may know of it.
    """

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self.record: Record | None = None
        self.told: SavedMatchSummary | None = None

    def load(self) -> tuple[Record | None, tuple[StorageProblem, ...]]:
        """Look whether there is one.

        Returns:
            A match that is over and lies there still, None if none does; what went wrong.
        """
        loaded = self._storage.load_autosave(_check_record)
        if loaded.text is None:
            return None, loaded.problems
        record = read_record(loaded.text)
        matches = [match for match, _action in replay(record)]
        if matches and matches[-1].is_over:
            return record, loaded.problems
        if matches:
            self.put(record, matches[-1])
        return None, loaded.problems

    def put(self, record: Record, match: Match) -> None:
        """This match was left."""
        n = len(record.rounds)
        self.record = record
        self.told = SavedMatchSummary(
            match.rules, match.seats, n, match.match.score, day_of(record)
        )

    def take(self) -> None:
        """It is played on, or another one in its place: the file stays for that."""
        self.record = self.told = None

    def discard(self) -> tuple[StorageProblem, ...]:
        """Throw it away; what went wrong."""
        self.take()
        return self._storage.clear_autosave()


def _check_record(text: str) -> None:
    """Raises ValueError for a text that is no match that follows the rules, BadFile for one of a
    newer version."""
    try:
        record = read_record(text)
    except NewerRecord as error:
        raise BadFile("newer") from error
    for _ in replay(record):
        pass
