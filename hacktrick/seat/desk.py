"""What the scenes share beside the picture: the saved match, the running one, what went wrong.

No pixels. It joins storage, the thinker and the session; scenes ask it and never touch those
themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Protocol

from hacktrick.game.rules import Rules, Seat, rules_for
from hacktrick.game.view import SeatInfo
from hacktrick.play.match import Dice, Match
from hacktrick.play.record import Record, read_record
from hacktrick.play.replay import load, replay
from hacktrick.play.thinker import Thinker
from hacktrick.profiles import Profiles
from hacktrick.seat.looks import Looks, looks_for
from hacktrick.seat.session import Session
from hacktrick.settings import Settings
from hacktrick.storage import Problem, Storage


class HasSettings(Protocol):
    """What a desk stands in: the context of the window, or that of the text mode."""

    @property
    def settings(self) -> Settings: ...


@dataclass(frozen=True, slots=True)
class NewMatch:
    """The choices of a new match; ``leader`` None: by lot."""

    preset: str = "keypad"
    seats: tuple[SeatInfo, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    leader: Seat | None = None

    @property
    def rules(self) -> Rules:
        return rules_for(self.preset, self.options)


class Desk:
    """The program's state above the scenes.

    Args:
        thinker: made when the first match begins, so that the window opens sooner.
        rng: the dice; the system's own unless a test brings its own.
    """

    def __init__(
        self,
        context: HasSettings,
        storage: Storage,
        thinker: Callable[[], Thinker],
        rng: Random,
        problems: tuple[Problem, ...] = (),
    ) -> None:
        self.context = context
        self.storage = storage
        self.session: Session | None = None
        self._make_thinker = thinker
        self._thinker: Thinker | None = None
        self._rng = rng
        self._problems: list[Problem] = list(problems)
        self._saved: Record | None = None
        self._look_for_a_saved_match()
        self._profiles, found = storage.load_profiles()
        self._problems += found

    @property
    def saved(self) -> Record | None:
        """The unfinished match that Continue would go on with."""
        return self._saved

    @property
    def profiles(self) -> Profiles:
        """Who plays on this computer."""
        return self._profiles

    def keep_profiles(self, profiles: Profiles) -> None:
        """Other profiles from now on, also for the markers of a running match."""
        self._profiles = profiles
        self._problems += self.storage.save_profiles(profiles)
        if self.session:
            self.session.looks = self.looks_for(self.session.match.seats)

    def looks_for(self, seats: Sequence[SeatInfo]) -> Looks:
        """The looks of the markers at a table with these players."""
        return looks_for(seats, self._profiles)

    def take_problems(self) -> tuple[Problem, ...]:
        """What went wrong since the last call, to be told once."""
        problems, self._problems = tuple(self._problems), []
        return problems

    def begin(self, new: NewMatch) -> Session:
        """Start a new match; it takes the place of a saved one.

        Raises:
            RulesError: these options do not go together.
        """
        return self._sit_down(Match.new(new.rules, new.seats, self._rng, new.leader))

    def resume(self) -> Session:
        """Go on with the saved match."""
        assert self._saved is not None
        return self._sit_down(load(self._saved, Dice(self._rng)))

    def play_record(self, record: Record) -> Session:
        """Go on with a record from anywhere.

        Raises:
            RecordError: it does not follow the rules.
        """
        return self._sit_down(load(record, Dice(self._rng)))

    def leave(self) -> None:
        """Away from the table; an unfinished match is kept."""
        session, self.session = self.session, None
        if self._thinker:
            self._thinker.forget()
        if session is None:
            return
        if session.match.is_over:
            self.discard()
        else:
            self._saved = session.match.record

    def discard(self) -> None:
        """Throw the saved match away."""
        self._saved = None
        self._problems += self.storage.clear_autosave()

    def close(self) -> None:
        """The program ends."""
        if self._thinker:
            self._thinker.close()
        self.storage.close()

    def _sit_down(self, match: Match) -> Session:
        if self._thinker is None:
            self._thinker = self._make_thinker()
        self._thinker.forget()
        pace, looks = self.context.settings.pace, self.looks_for(match.seats)
        self.session = Session(match, self._thinker, self._keep, self._rng, pace, looks)
        self._saved = None
        return self.session

    def _keep(self, text: str) -> None:
        self._problems += self.storage.save_match(text)

    def _look_for_a_saved_match(self) -> None:
        loaded = self.storage.load_autosave(_check)
        self._problems += loaded.problems
        if loaded.text is not None:
            record = read_record(loaded.text)
            self._saved = None if _is_over(record) else record


def _check(text: str) -> None:
    """Raises ValueError for a text that is no match that follows the rules."""
    for _ in replay(read_record(text)):
        pass


def _is_over(record: Record) -> bool:
    states = [match for match, _ in replay(record)]
    return not states or states[-1].is_over
