"""How far each profile has come in the lessons, as values and as file data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

FORMAT = "hacktrick-lessons"
VERSION = 1
MAX_STEPS = 100

LessonMark = Literal["begun", "skipped", "done"]
_MARKS: tuple[LessonMark, ...] = ("begun", "skipped", "done")


@dataclass(frozen=True, slots=True)
class LessonPlace:
    """Where a profile stands in a lesson; a lesson that is done stays done when repeated."""

    mark: LessonMark
    step: int = 0


@dataclass(frozen=True, slots=True)
class LearningProgress:
    """The progress of all profiles; the empty name stands for players without a profile.

    Attributes:
        places: by profile and lesson.
        winners: the profiles that have won a round.
    """

    places: Mapping[str, Mapping[str, LessonPlace]] = field(default_factory=dict)
    winners: frozenset[str] = frozenset()

    def of(self, profile: str, lesson: str) -> LessonPlace | None:
        return self.places.get(profile, {}).get(lesson)

    def at(self, profile: str, lesson: str, step: int) -> LearningProgress:
        """Return the progress after a lesson was left at a step."""
        old = self.of(profile, lesson)
        mark = "begun" if old is None or old.mark == "skipped" else old.mark
        return self._with(profile, lesson, LessonPlace(mark, step))

    def done(self, profile: str, lesson: str) -> LearningProgress:
        return self._with(profile, lesson, LessonPlace("done"))

    def skipped(self, profile: str, lesson: str) -> LearningProgress:
        """Return the progress after a lesson was skipped; a lesson that is done stays done."""
        old = self.of(profile, lesson)
        return (
            self
            if old and old.mark == "done"
            else self._with(profile, lesson, LessonPlace("skipped"))
        )

    def won(self, profile: str) -> LearningProgress:
        """Return the progress after a profile has won a round."""
        return replace(self, winners=self.winners | {profile})

    def is_new(self, profile: str) -> bool:
        """Whether a profile has neither won a round nor begun a lesson."""
        return profile not in self.winners and not self.places.get(profile)

    def _with(self, profile: str, lesson: str, place: LessonPlace) -> LearningProgress:
        own = {**self.places.get(profile, {}), lesson: place}
        return replace(self, places={**self.places, profile: own})


def progress_to_data(progress: LearningProgress) -> dict[str, object]:
    """Return the progress as data for JSON; ``progress_from_data`` reads it."""
    profiles = {
        profile: {lesson: {"mark": p.mark, "step": p.step} for lesson, p in places.items()}
        for profile, places in progress.places.items()
    }
    winners = sorted(progress.winners)
    return {"format": FORMAT, "version": VERSION, "profiles": profiles, "winners": winners}


def progress_from_data(data: Mapping[str, Any]) -> tuple[LearningProgress, bool]:
    """Return the valid progress in a file's data, and whether anything invalid was left out."""
    profiles = data.get("profiles")
    if data.get("format") != FORMAT or not isinstance(profiles, dict):
        return LearningProgress(), True
    found: dict[str, dict[str, LessonPlace]] = {}
    damaged = False
    for profile, places in profiles.items():
        for lesson, place in places.items() if isinstance(places, dict) else ():
            read = _read(place)
            damaged |= read is None
            if read is not None:
                found.setdefault(profile, {})[lesson] = read
        damaged |= not isinstance(places, dict)
    winners = data.get("winners", [])
    named = [name for name in winners if isinstance(name, str)] if _is_list(winners) else []
    damaged |= not _is_list(winners) or len(named) < len(winners)
    return LearningProgress(found, frozenset(named)), damaged


def _is_list(value: object) -> bool:
    return isinstance(value, list)


def _read(place: object) -> LessonPlace | None:
    if not isinstance(place, dict):
        return None
    mark, step = place.get("mark"), place.get("step")
    known = next((one for one in _MARKS if one == mark), None)
    good = type(step) is int and 0 <= step < MAX_STEPS
    return LessonPlace(known, step) if known and good and isinstance(step, int) else None
