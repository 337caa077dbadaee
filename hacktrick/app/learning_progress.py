"""Learning progress of each profile: lessons, results against levels, pins.

The module also defines the JSON format in which the progress is stored.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, NamedTuple

FORMAT = "hacktrick-lessons"
VERSION = 1
MAX_STEPS = 100
MAX_MATCHES = 1_000_000
MAX_PINS = 100_000_000

LessonStatus = Literal["begun", "skipped", "done"]
_LESSON_STATUSES: tuple[LessonStatus, ...] = ("begun", "skipped", "done")


@dataclass(frozen=True, slots=True)
class LessonPlace:
    """A profile's place in a lesson. A finished lesson stays finished while it is repeated."""

    status: LessonStatus
    step: int = 0


class PinTotals(NamedTuple):
    """A profile's success in guessing hidden cards with pins, over all rounds.

    Attributes:
        rounds: the number of rounds with pins.
        perfect: the number of rounds with at least two pins, all of them right.
        pins: the number of pins at the ends of rounds.
        right: the number of these pins that were right.
    """

    rounds: int = 0
    perfect: int = 0
    pins: int = 0
    right: int = 0

    def with_round(self, pins: int, right: int) -> PinTotals:
        """Return the totals with one more round, in which ``right`` of ``pins`` pins were right."""
        is_perfect = right == pins >= 2
        return PinTotals(
            self.rounds + 1, self.perfect + is_perfect, self.pins + pins, self.right + right
        )


class LevelResult(NamedTuple):
    """The numbers of matches won and played against a level."""

    won: int = 0
    played: int = 0


@dataclass(frozen=True, slots=True)
class LearningProgress:
    """The progress of all profiles; the name "" stands for players without a profile.

    Attributes:
        places: how far each profile has come in each lesson, by profile and lesson.
        winners: the profiles that have won a round.
        results: the results of finished matches, by profile and level.
        pins: the success in guessing hidden cards with pins, by profile.
    """

    places: Mapping[str, Mapping[str, LessonPlace]] = field(default_factory=dict)
    winners: frozenset[str] = frozenset()
    results: Mapping[str, Mapping[int, LevelResult]] = field(default_factory=dict)
    pins: Mapping[str, PinTotals] = field(default_factory=dict)

    def place_in_lesson(self, profile: str, lesson: str) -> LessonPlace | None:
        """Return the profile's place in a lesson; None if the profile has not begun the lesson."""
        return self.places.get(profile, {}).get(lesson)

    def with_lesson_at(self, profile: str, lesson: str, step: int) -> LearningProgress:
        """Return the progress after a profile has left a lesson at a step.

        A lesson that is done stays done.
        """
        old = self.place_in_lesson(profile, lesson)
        status = "begun" if old is None or old.status == "skipped" else old.status
        return self._with_place(profile, lesson, LessonPlace(status, step))

    def with_lesson_done(self, profile: str, lesson: str) -> LearningProgress:
        return self._with_place(profile, lesson, LessonPlace("done"))

    def with_lesson_skipped(self, profile: str, lesson: str) -> LearningProgress:
        """Return the progress after a profile has skipped a lesson.

        A lesson that is done stays done.
        """
        old = self.place_in_lesson(profile, lesson)
        return (
            self
            if old and old.status == "done"
            else self._with_place(profile, lesson, LessonPlace("skipped"))
        )

    def with_round_won(self, profile: str) -> LearningProgress:
        """Return the progress after a profile has won a round."""
        return replace(self, winners=self.winners | {profile})

    def with_match_result(self, profile: str, level: int, is_won: bool) -> LearningProgress:
        """Return the progress after a match of a profile against a level."""
        old = self.result_against(profile, level)
        new = LevelResult(old.won + is_won, old.played + 1)
        own = {**self.results.get(profile, {}), level: new}
        return replace(self, results={**self.results, profile: own})

    def result_against(self, profile: str, level: int) -> LevelResult:
        return self.results.get(profile, {}).get(level, LevelResult())

    def pin_totals(self, profile: str) -> PinTotals:
        """Return a profile's success with pins over all rounds."""
        return self.pins.get(profile, PinTotals())

    def with_pin_score(self, profile: str, pins: int, right: int) -> LearningProgress:
        """Return the progress after a round in which ``right`` of ``pins`` pins were right."""
        known = self.pin_totals(profile).with_round(pins, right)
        return replace(self, pins={**self.pins, profile: known})

    def has_neither_win_nor_lesson(self, profile: str) -> bool:
        """Return whether a profile has neither won a round nor begun a lesson."""
        return profile not in self.winners and not self.places.get(profile)

    def _with_place(self, profile: str, lesson: str, place: LessonPlace) -> LearningProgress:
        own = {**self.places.get(profile, {}), lesson: place}
        return replace(self, places={**self.places, profile: own})


def progress_to_data(progress: LearningProgress) -> dict[str, object]:
    """Return the progress as JSON data, which ``progress_from_data`` can read."""
    profiles = {
        profile: {lesson: {"mark": p.status, "step": p.step} for lesson, p in places.items()}
        for profile, places in progress.places.items()
    }
    return {
        "format": FORMAT,
        "version": VERSION,
        "profiles": profiles,
        "winners": sorted(progress.winners),
        "results": {
            profile: {str(level): list(result) for level, result in levels.items()}
            for profile, levels in progress.results.items()
        },
        "readings": {profile: list(found) for profile, found in progress.pins.items()},
    }


def progress_from_data(data: Mapping[str, Any]) -> tuple[LearningProgress, bool]:
    """Return the valid progress in a file's data, and whether any invalid part was left out."""
    profiles = data.get("profiles")
    if data.get("format") != FORMAT or not isinstance(profiles, dict):
        return LearningProgress(), True
    found: dict[str, dict[str, LessonPlace]] = {}
    damaged = False
    for profile, places in profiles.items():
        for lesson, place in places.items() if isinstance(places, dict) else ():
            read = _read_lesson_place(place)
            damaged |= read is None
            if read is not None:
                found.setdefault(profile, {})[lesson] = read
        damaged |= not isinstance(places, dict)
    winners = data.get("winners", [])
    is_list = isinstance(winners, list)
    named = [name for name in winners if isinstance(name, str)] if is_list else []
    damaged |= not is_list or len(named) < len(winners)
    results, is_whole = _read_level_results(data.get("results", {}))
    pins, is_valid = _read_all_pin_totals(data.get("readings", {}))
    progress = LearningProgress(found, frozenset(named), results, pins)
    return progress, damaged or not (is_whole and is_valid)


def _read_all_pin_totals(data: object) -> tuple[dict[str, PinTotals], bool]:
    """Return the valid pin totals in a file's data, and whether all of them were valid."""
    if not isinstance(data, dict):
        return {}, False
    found = {
        profile: reading
        for profile, entry in data.items()
        if (reading := _read_pin_totals(entry)) is not None
    }
    return found, len(found) == len(data)


def _read_pin_totals(entry: object) -> PinTotals | None:
    if not isinstance(entry, list) or len(entry) != len(PinTotals._fields):
        return None
    if any(type(n) is not int or not 0 <= n < MAX_PINS for n in entry):
        return None
    reading = PinTotals(*entry)
    good = reading.right <= reading.pins and reading.perfect <= reading.rounds
    return reading if good else None


def _read_level_results(data: object) -> tuple[dict[str, dict[int, LevelResult]], bool]:
    """Return the valid results in a file's data, and whether all of them were valid."""
    if not isinstance(data, dict):
        return {}, False
    found: dict[str, dict[int, LevelResult]] = {}
    is_whole = True
    for profile, levels in data.items():
        for level, entry in levels.items() if isinstance(levels, dict) else ():
            result = _read_level_result(entry)
            if result is None or not (level.isascii() and level.isdecimal() and len(level) < 4):
                is_whole = False
            else:
                found.setdefault(profile, {})[int(level)] = result
        is_whole &= isinstance(levels, dict)
    return found, is_whole


def _read_level_result(entry: object) -> LevelResult | None:
    if not isinstance(entry, list) or len(entry) != 2:
        return None
    won, played = entry
    good = type(won) is int and type(played) is int and 0 <= won <= played < MAX_MATCHES
    return LevelResult(won, played) if good else None


def _read_lesson_place(place: object) -> LessonPlace | None:
    if not isinstance(place, dict):
        return None
    status, step = place.get("mark"), place.get("step")
    known = next((one for one in _LESSON_STATUSES if one == status), None)
    good = type(step) is int and 0 <= step < MAX_STEPS
    return LessonPlace(known, step) if known and good and isinstance(step, int) else None
