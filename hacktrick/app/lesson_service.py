"""The lessons, and each learner's progress in them and results against computer players.

A learner is named by their profile; "" stands for everyone who plays without a profile. Every
change is saved at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from random import Random
from typing import TYPE_CHECKING

from hacktrick.app.profiles import profile_named
from hacktrick.game.editions import PRESETS
from hacktrick.match.player_kinds import level_of

if TYPE_CHECKING:
    from hacktrick.app.learning_progress import (
        LearningProgress,
        LessonPlace,
        LessonStatus,
    )
    from hacktrick.app.lesson_session import LessonSession
    from hacktrick.app.match_session import MatchSession
    from hacktrick.app.settings import SettingsHolder
    from hacktrick.app.snapshot import Snapshot
    from hacktrick.app.storage import ProfileService, Storage
    from hacktrick.coach.lessons.lesson import Lesson, LessonRun
    from hacktrick.coach.shared_thinker import SharedThinker
    from hacktrick.library.match_entries import MatchEntry


class LessonService:
    """The lessons, and the progress and results of all learners.

    Args:
        rng: the source of chance for the computer players.
    """

    def __init__(
        self,
        storage: Storage,
        preferences: SettingsHolder,
        profiles: ProfileService,
        thinker: SharedThinker,
        rng: Random,
    ) -> None:
        self._storage, self._preferences, self._rng = storage, preferences, rng
        self._profiles, self._thinker = profiles, thinker
        self._progress, problems = storage.load_learning_progress()
        storage.problems.extend(problems)

    @property
    def lessons(self) -> tuple[Lesson, ...]:
        """All lessons, in the order of the course."""
        from hacktrick.coach.lessons.course import LESSONS

        return LESSONS

    def lesson_status(self, learner: str, lesson: str) -> LessonStatus | None:
        """Return how far a learner is in a lesson; None if they have not begun the lesson."""
        place = self._progress.place_in_lesson(learner, lesson)
        return None if place is None else place.status

    def resume_step_index(self, learner: str, lesson: str) -> int:
        """Return the index of the step at which a learner resumes a lesson."""
        place = self._progress.place_in_lesson(learner, lesson)
        n_steps = len(self._lesson_named(lesson).steps)
        return place.step if place is not None and place.step < n_steps else 0

    def next_lesson(self, learner: str) -> Lesson:
        """Return the first lesson that is neither done nor skipped, or else the first lesson."""
        open_ones = (
            one for one in self.lessons if self.lesson_status(learner, one.name) in (None, "begun")
        )
        return next(open_ones, self.lessons[0])

    def lesson_after(self, lesson: str) -> Lesson | None:
        """Return the lesson that follows another; None after the last lesson."""
        n = self.lessons.index(self._lesson_named(lesson)) + 1
        return self.lessons[n] if n < len(self.lessons) else None

    @property
    def progress(self) -> LearningProgress:
        """The progress of all learners."""
        return self._progress

    def has_won_a_round(self, learner: str) -> bool:
        """Return whether the learner has ever won a round."""
        return learner in self._progress.winners

    def save_place(self, learner: str, lesson: str, place: LessonPlace) -> None:
        """Save a learner's place in a lesson."""
        before = self._progress
        if place.status == "done":
            self._save_progress(before.with_lesson_done(learner, lesson))
        elif place.status == "skipped":
            self._save_progress(before.with_lesson_skipped(learner, lesson))
        else:
            self._save_progress(before.with_lesson_at(learner, lesson, place.step))

    def record_round_win(self, learner: str) -> None:
        """Record that the learner has won a round."""
        if not self.has_won_a_round(learner):
            self._save_progress(self._progress.with_round_won(learner))

    def profile_name_or_empty(self, name: str) -> str:
        """Return the learner with a name: the profile of that name, or "" if there is none."""
        profile = profile_named(self._profiles.profiles, name)
        return "" if profile is None else profile.name

    def record_round_and_match_result(self, session: MatchSession) -> None:
        """Record the result of a finished round, and of the match if it is over.

        Only tables with exactly one human count, and only matches against a level. A match of one
        round, such as the daily round, does not count as a match.
        """
        learner, public = self._learner_at(session), session.public
        if learner is None or public.result is None:
            return
        (seat,) = session.local_seats
        if public.seating.side_of[seat] == public.result.side:
            self.record_round_win(learner)
        level = level_of(session.seats[1 - seat].player) if len(session.seats) == 2 else None
        if level is not None and session.is_over and session.rules.target > 1:
            self._save_progress(
                self._progress.with_match_result(learner, level, seat in session.winners)
            )

        score = session.sole_player_pin_score
        if score is not None:
            self._save_progress(self._progress.with_pin_score(learner, score.pins, score.right))

    @property
    def has_wins_without_match_results(self) -> bool:
        """Whether a learner has won a round but no match result is known.

        This is the case after an update from a version that did not save match results.
        """
        return bool(self._progress.winners) and not self._progress.results

    def count_results_of_saved_matches(self, entries: Iterable[MatchEntry]) -> bool:
        """Count the results of saved matches against levels; return whether any were found."""
        progress = self._progress
        for entry in entries:
            people = [one for one in entry.players if one.level is None]
            levels = [one.level for one in entry.players if one.level is not None]
            target = entry.options.get("target", PRESETS[entry.preset].target)
            is_match = entry.source == "played" and isinstance(target, int) and target > 1
            if is_match and len(people) == len(levels) == 1:
                (person,), (level,) = people, levels
                learner = self.profile_name_or_empty(person.name)
                progress = progress.with_match_result(learner, level, person.won)
        is_changed = progress != self._progress
        self._save_progress(progress)
        return is_changed

    def _learner_at(self, session: MatchSession) -> str | None:
        """Return the learner at a table with exactly one human; None at other tables."""
        if len(session.local_seats) != 1:
            return None
        (seat,) = session.local_seats
        return self.profile_name_or_empty(session.seats[seat].name)

    def start_lesson(
        self, lesson: str, names: Sequence[str], terms_edition: str, from_start: bool = False
    ) -> LessonSession:
        """Start or resume a lesson; the running match is not affected.

        Args:
            lesson: the name of the lesson.
            names: the names at its table, the learner's first.
            terms_edition: the edition whose terms the lesson uses.
            from_start: whether to restart the lesson at its first step.
        """
        learner = self.profile_name_or_empty(names[0])
        step = 0 if from_start else self.resume_step_index(learner, lesson)
        run = self._make_run(lesson, names, step, terms_edition)
        return self._make_session(run, partial(self.save_place, learner, lesson))

    def snapshot_at_saved_place(
        self, lesson: str, names: Sequence[str], terms_edition: str
    ) -> Snapshot:
        """Return a snapshot, for a preview, of the position at which the learner left a lesson.

        Args:
            lesson: the name of the lesson.
            names: the names at its table, the learner's first.
            terms_edition: the edition whose terms the lesson uses.
        """
        step = self.resume_step_index(self.profile_name_or_empty(names[0]), lesson)
        run = self._make_run(lesson, names, step, terms_edition)
        return self._make_session(run, lambda place: None).snapshot()

    def _make_run(
        self, lesson: str, names: Sequence[str], step: int, terms_edition: str
    ) -> LessonRun:
        from hacktrick.coach.lessons.lesson import LessonRun

        return LessonRun(self._lesson_named(lesson), names, step, terms_edition)

    @staticmethod
    def _lesson_named(name: str) -> Lesson:
        from hacktrick.coach.lessons.course import LESSONS_BY_NAME

        return LESSONS_BY_NAME[name]

    def _make_session(self, run: LessonRun, note: Callable[[LessonPlace], None]) -> LessonSession:
        from hacktrick.app.lesson_session import LessonSession

        pace, looks = (
            self._preferences.settings.pace,
            self._profiles.marker_styles_for(run.match.seats),
        )
        return LessonSession(run, self._thinker.claim_thinker(), self._rng, note, pace, looks)

    def _save_progress(self, progress: LearningProgress) -> None:
        if progress != self._progress:
            self._progress = progress
            self._storage.problems.extend(self._storage.save_learning_progress(progress))
