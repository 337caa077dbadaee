"""The match at this computer: sets up, begins, saves and resumes it, and provides its deals.

A deal that is to be proved is fixed before its match begins, since its fingerprint is shown first.
The unfinished match lies in the autosave; screens get a summary of it without hidden cards.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import lru_cache
from itertools import product
from random import Random
from typing import TYPE_CHECKING, Any

from hacktrick.app.session import Session
from hacktrick.coach.daily_round import day_of
from hacktrick.coach.thinking_client import InlineThinker
from hacktrick.game.actions import Action, Lay, Play
from hacktrick.game.legality import legal_actions
from hacktrick.game.rules import Rules, Seat, rules_for
from hacktrick.game.view import SeatInfo
from hacktrick.match.deal_proof import ProvableChance, UnreadableProof
from hacktrick.match.live_match import ChanceSource, Dice, Match
from hacktrick.match.players import HUMAN, level_of, player_for_level
from hacktrick.match.record import NewerRecord, Record, read_record
from hacktrick.match.record_replay import replay
from hacktrick.safe_files import BadFile

if TYPE_CHECKING:
    from hacktrick.app.marker_styles import MarkerStyles
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


TURNS = range(7, 13)  # of the round that is shown
PLAYS = 0.8  # how often a card is played where one may be
TRIES = 60  # with codes in force, and as many without
LEVEL = 3


def sample_session(rules: Rules, seats: Sequence[SeatInfo], looks: MarkerStyles) -> Session:
    """Such a match at the screen. The person of seat 0 sees the own cards.

    Args:
        seats: who is said to sit there; all but the first are shown as computer players.
    """
    shown = tuple(SeatInfo(seat.name, _player(n, seat)) for n, seat in enumerate(seats))
    match = sample_position(rules, shown)
    return Session(match, InlineThinker(), _forget, Random(0), looks=looks, share=1.0)


def _player(n: int, seat: SeatInfo) -> str:
    if n == 0:
        return HUMAN
    return player_for_level(LEVEL) if level_of(seat.player) is None else seat.player


def sample_position(rules: Rules, seats: Sequence[SeatInfo]) -> Match:
    """Seat 0 is to act in the middle of a round, with codes in force where there are any."""
    with_codes, seed = _best(rules)
    match = _searched(rules, seats, Random(seed), with_codes)
    assert match is not None
    return match


@lru_cache(maxsize=32)
def _best(rules: Rules) -> tuple[bool, int]:
    """Whether codes can be in force, and the seed of the first match that comes there."""
    seats = tuple(SeatInfo(str(n), HUMAN) for n in range(rules.n_seats))
    for with_codes, seed in product((rules.codes, False), range(TRIES)):
        if _searched(rules, seats, Random(seed), with_codes) is not None:
            return with_codes, seed
    raise AssertionError("no match of this edition comes to such a position")


def _searched(
    rules: Rules, seats: Sequence[SeatInfo], dice: Random, with_codes: bool
) -> Match | None:
    match = Match.new(rules, seats, dice, 0)
    while not match.is_over and (rules.codes or not match.is_round_over):
        if _is_shown(match, with_codes):
            return match
        if match.is_round_over:  # codes are won before they are laid
            match.deal()
        else:
            match.submit(match.public.seat, _pick(match, dice))
    return None


def _is_shown(match: Match, with_codes: bool) -> bool:
    public = match.public
    ready = public.phase == "turn" and public.seat == 0 and public.turn in TURNS
    has_cards = public.hand_sizes[0] > 1 and all(public.hand_sizes)  # some to choose from
    return ready and has_cards and (all(public.codes) or not with_codes)


def _pick(match: Match, dice: Random) -> Action:
    legal = legal_actions(match.observe(match.public.seat))
    laid = [action for action in legal if isinstance(action, Lay) and action.code]
    plays = [action for action in legal if isinstance(action, Play)]
    if plays and dice.random() < PLAYS:
        return dice.choice(plays)
    return dice.choice(laid or legal)


def _forget(text: str) -> None:
    """A record of this match is kept nowhere."""
