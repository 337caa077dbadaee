"""The lessons and how far each profile has come in them, saved after every step.

A learner is a profile, or nobody in particular: the empty name.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import TYPE_CHECKING

from hacktrick.app.profiles import profile_named

if TYPE_CHECKING:
    from hacktrick.app.learning_progress import LearningProgress, LessonMark, LessonPlace
    from hacktrick.app.lesson_session import LessonSession
    from hacktrick.app.profile_service import ProfileService
    from hacktrick.app.session import Session
    from hacktrick.app.settings import SettingsHolder
    from hacktrick.app.shared_thinker import SharedThinker
    from hacktrick.app.snapshot import Snapshot
    from hacktrick.app.storage import Storage, StorageProblem
    from hacktrick.coach.lessons.lesson import Lesson, LessonRun


class LessonService:
    """The progress of all profiles of a data folder, and the lessons themselves.

    Args:
        rng: the dice of the computer players.
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
        self._progress, self._problems = storage.load_learning()

    @property
    def lessons(self) -> tuple[Lesson, ...]:
        """All of them, in their order."""
        from hacktrick.coach.lessons.course import LESSONS

        return LESSONS

    def take_problems(self) -> tuple[StorageProblem, ...]:
        """What went wrong since the last call."""
        problems, self._problems = self._problems, ()
        return problems

    def mark_of(self, pupil: str, lesson: str) -> LessonMark | None:
        """None: not begun."""
        place = self._progress.of(pupil, lesson)
        return None if place is None else place.mark

    def next_step(self, pupil: str, lesson: str) -> int:
        """The step at which a lesson goes on."""
        place = self._progress.of(pupil, lesson)
        n_steps = len(self._lesson(lesson).steps)
        return place.step if place is not None and place.step < n_steps else 0

    def next_lesson(self, pupil: str) -> Lesson:
        """The first lesson that is neither done nor passed over, else the first of all."""
        open_ones = (
            one for one in self.lessons if self.mark_of(pupil, one.name) in (None, "begun")
        )
        return next(open_ones, self.lessons[0])

    def lesson_after(self, lesson: str) -> Lesson | None:
        """The lesson that follows another one; None after the last."""
        n = self.lessons.index(self._lesson(lesson)) + 1
        return self.lessons[n] if n < len(self.lessons) else None

    def is_new(self, pupil: str) -> bool:
        """Whether the pupil has neither won a round nor begun a lesson."""
        return self._progress.is_new(pupil)

    def has_won(self, pupil: str) -> bool:
        """Whether the pupil has ever won a round."""
        return pupil in self._progress.winners

    def note(self, pupil: str, lesson: str, place: LessonPlace) -> None:
        """Where a lesson stands now; it is kept at once."""
        before = self._progress
        if place.mark == "done":
            self._keep(before.done(pupil, lesson))
        elif place.mark == "skipped":
            self._keep(before.skipped(pupil, lesson))
        else:
            self._keep(before.at(pupil, lesson, place.step))

    def note_win(self, pupil: str) -> None:
        """A round was won."""
        if not self.has_won(pupil):
            self._keep(self._progress.won(pupil))

    # Who learns

    def learner(self, name: str) -> str:
        """The profile of this name; "" for nobody's."""
        profile = profile_named(self._profiles.all, name)
        return "" if profile is None else profile.name

    def is_beginner(self, session: Session) -> bool:
        """Whether one person plays there, who has yet to win a round."""
        pupil = self._pupil_at(session)
        return pupil is not None and not self.has_won(pupil)

    def note_result(self, session: Session) -> None:
        """A round is over: it may be the first that this person has won."""
        pupil, public = self._pupil_at(session), session.public
        if pupil is None or public.result is None:
            return
        (learner,) = session.humans
        if public.seating.side_of[learner] == public.result.side:
            self.note_win(pupil)

    def _pupil_at(self, session: Session) -> str | None:
        """None where nobody or more than one person plays at this screen."""
        if len(session.humans) != 1:
            return None
        (learner,) = session.humans
        return self.learner(session.seats[learner].name)

    # Lessons

    def start(
        self, lesson: str, names: Sequence[str], words: str, from_start: bool = False
    ) -> LessonSession:
        """A lesson, where it was left. No match is touched by it.

        Args:
            names: of everybody at its table, the pupil's first.
            words: of the edition whose names things go by.
        """
        pupil = self.learner(names[0])
        step = 0 if from_start else self.next_step(pupil, lesson)
        run = self._run(lesson, names, step, words)
        return self._session(run, partial(self.note, pupil, lesson))

    def snapshot_of(self, lesson: str, names: Sequence[str], words: str) -> Snapshot:
        """The table of a lesson as it was left, for a picture of it."""
        step = self.next_step(self.learner(names[0]), lesson)
        run = self._run(lesson, names, step, words)
        return self._session(run, lambda place: None).snapshot()

    def _run(self, lesson: str, names: Sequence[str], step: int, words: str) -> LessonRun:
        from hacktrick.coach.lessons.lesson import LessonRun

        return LessonRun(self._lesson(lesson), names, step, words)

    @staticmethod
    def _lesson(name: str) -> Lesson:
        from hacktrick.coach.lessons.course import LESSONS_BY_NAME

        return LESSONS_BY_NAME[name]

    def _session(self, run: LessonRun, note: Callable[[LessonPlace], None]) -> LessonSession:
        from hacktrick.app.lesson_session import LessonSession

        pace, looks = self._preferences.settings.pace, self._profiles.styles_for(run.match.seats)
        return LessonSession(run, self._thinker.claim(), self._rng, note, pace, looks)

    def _keep(self, progress: LearningProgress) -> None:
        if progress != self._progress:
            self._progress = progress
            self._problems += self._storage.save_learning(progress)
