"""The session of a lesson: a match at the table, with the lesson's prompts beside it."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING, Literal, NamedTuple

from hacktrick.app.computer_turn import MIN_TURN_SECONDS
from hacktrick.app.learning_progress import LessonPlace
from hacktrick.app.match_session import MatchSession
from hacktrick.coach.lessons.lesson import (
    LEARNER_SEAT,
    AttemptResult,
    HelpLevel,
    LessonMatchTable,
    LessonRun,
    NotebookTabName,
)
from hacktrick.game.actions import Action, parse

if TYPE_CHECKING:
    from hacktrick.app.profiles import SeatMarkerStyles
    from hacktrick.coach.thinking_client import Thinker
    from hacktrick.game.view import View

LessonState = Literal["act", "choose", "moving", "astray", "done_here", "over"]
"""What the lesson waits for: an action, an answer, nothing (the next action follows by itself), or
a confirmation to go back after a wrong try, to go on to another deal, or to leave."""


class ShownLessonStep(NamedTuple):
    """The state of a lesson, as the screen shows it.

    Attributes:
        number: the number of the step, from 1.
        n_steps: the number of steps; 0 in a free round.
        answer_key: the key of the sentence about the last attempt or step.
        is_praise: whether that sentence is praise.
        marked: the board key that the card of the last attempt reached; 0 for none.
        help: how much of the solution is shown.
        prompt_key: the key of the sentence that tells the learner what to do; "" for none.
        options: the answers to choose from.
        highlighted: the places to highlight.
        tab: the page of the notebook that the step introduces; "" for none.
        shown: the expected action or answer, if it is shown.
    """

    lesson: str
    number: int
    n_steps: int
    state: LessonState
    answer_key: str
    is_praise: bool
    marked: int
    help: HelpLevel
    prompt_key: str = ""
    options: tuple[str, ...] = ()
    highlighted: tuple[str, ...] = ()
    shown: str = ""
    tab: NotebookTabName = ""


class LessonSession(MatchSession):
    """The session of a lesson.

    Args:
        run: the run of the lesson; the session becomes its only user.
        note: called at the start and after every step with the learner's place in the lesson.
    """

    def __init__(
        self,
        run: LessonRun,
        thinker: Thinker,
        rng: Random,
        note: Callable[[LessonPlace], None],
        pace: str = "normal",
        marker_styles: SeatMarkerStyles | None = None,
    ) -> None:
        self._run, self._table, self._note = run, LessonMatchTable(run), note
        self._answer, self._marked = AttemptResult(True, self._opening_sentence_key(run)), 0
        self._waited, self._passed_over = 0.0, False
        super().__init__(self._table, thinker, lambda text: None, rng, pace, marker_styles)
        self._noted = self._current_place()
        note(self._noted)

    # Methods for the state of the lesson.

    @staticmethod
    def _opening_sentence_key(run: LessonRun) -> str:
        """Return the key of the sentence to show at the first step; "" for none."""
        return "" if run.step_number else run.lesson.opening_key

    @property
    def shown_step(self) -> ShownLessonStep:
        """The current state of the lesson."""
        run, step = self._run, self._run.step
        number = min(run.step_number + 1, max(1, len(run.lesson.steps)))
        status = ShownLessonStep(
            run.lesson.name,
            number,
            len(run.lesson.steps),
            self._current_state(),
            self._answer.reply_key,
            self._answer.is_right,
            self._marked,
            run.help_level,
        )
        if run.is_whole_round:
            return status._replace(prompt_key="" if run.is_over else "free round")
        if step is None or status.state == "done_here":
            return status._replace(help="none", number=number - (step is not None))
        lit = step.highlights if step.is_guided or run.help_level != "none" else ()
        shown = run.expected_answer if run.help_level == "show" else ""
        options = step.question.options if step.question is not None else ()
        return status._replace(
            prompt_key=step.prompt_key,
            highlighted=lit,
            shown=shown,
            options=options,
            tab=step.tab,
        )

    def _current_state(self) -> LessonState:
        run = self._run
        if run.is_over:
            return "over"
        if run.has_automatic_action or (
            run.is_whole_round and run.match.public.seat != LEARNER_SEAT
        ):
            return "moving"
        if run.needs_reset:
            return "done_here" if run.awaits_next_deal else "astray"
        return "choose" if run.step is not None and run.step.question is not None else "act"

    @property
    def is_whole_round(self) -> bool:
        """Whether the player plays a whole round freely."""
        return self._run.is_whole_round

    # Methods of ``MatchSession`` that lessons override.

    @property
    def is_thinking(self) -> bool:
        return self._current_state() == "moving" and self.public.seat != LEARNER_SEAT

    @property
    def may_act(self) -> bool:
        return self._current_state() == "act"

    @property
    def view_to_study(self) -> View | None:
        """The learner's view of the round; None once the round is over."""
        if self.viewer is None or self.is_round_over:
            return None
        return self._match.view(self.viewer)

    def submit(self, action: Action, *, keeps_cards_open: bool = False) -> None:
        row = self.public.row
        super().submit(action, keeps_cards_open=keeps_cards_open)
        if self._table.last_attempt is not None and not self._run.is_whole_round:
            self._answer, self._table.last_attempt = self._table.last_attempt, None
            self._marked = row[-1] + action.card if action.verb == "play" else 0
        self._update_after_move()

    def update(self, dt: float, is_screen_at_rest: bool) -> bool:
        if self._run.is_whole_round:
            changed = super().update(dt, is_screen_at_rest)
            self._report_changed_place()
            return changed
        self._waited += dt
        if (
            not self._run.has_automatic_action
            or not is_screen_at_rest
            or self._waited < self._scripted_action_delay_seconds()
        ):
            return False
        self._run.play_automatic_action()
        self._update_after_move()
        return True

    def skip_extra_wait(self) -> None:
        super().skip_extra_wait()
        self._waited = max(MIN_TURN_SECONDS.values())

    def _save(self) -> None:
        """Do nothing: only the progress in the lesson is saved."""

    # Methods that only lessons have.

    def is_action_accepted(self, action: Action) -> bool:
        """Return whether the current step accepts ``action``."""
        step = self._run.step
        return step is None or str(action) in step.accepted

    def answer_question(self, option: str) -> None:
        """Answer the question of a step.

        Raises:
            ValueError: the step has no such answer or no question.
        """
        self._answer, self._marked = self._run.answer_question(option), 0
        self._update_after_move()

    def continue_lesson(self) -> None:
        """Go back to the position before a wrong attempt, or go on to the next deal."""
        if self._run.needs_reset and not self._run.has_automatic_action:
            if self._run.awaits_next_deal:
                self._answer = AttemptResult(True, "")
            self._run.reset_to_step_start()
            self._update_after_move()

    def go_back_to_step_start(self) -> None:
        """Go back to the start of this step; from there, go back to the previous step."""
        self._run.go_to_previous_step()
        self._reset_feedback()

    def skip_step(self) -> None:
        """Skip the current step."""
        if self._run.step is not None:
            self._passed_over = True
            self._run.skip_step()
            self._reset_feedback()

    def show_more_help(self, at_once: bool = False) -> None:
        """Show where the expected action is; on the second call, show the action itself.

        Args:
            at_once: whether to show the action on the first call.
        """
        if self._current_state() in ("act", "choose") and not self._run.is_whole_round:
            self._run.increase_help(at_once)
            self._update_after_move()

    @property
    def has_memory_aids(self) -> bool:
        """Whether the table shows threats and unseen cards in this lesson."""
        return self._run.lesson.has_memory_aids

    @property
    def shown_action(self) -> Action | None:
        """The expected action if it is shown.

        None if the action is not shown, or if an answer is expected.
        """
        status = self.shown_step
        return parse(status.shown) if status.shown and status.state == "act" else None

    def _scripted_action_delay_seconds(self) -> float:
        """Return the pause in seconds before the next scripted action."""
        return 0.0 if self.public.seat == LEARNER_SEAT else MIN_TURN_SECONDS[self.pace]

    def _reset_feedback(self) -> None:
        self._answer, self._marked = AttemptResult(True, self._opening_sentence_key(self._run)), 0
        self._update_after_move()

    def _update_after_move(self) -> None:
        self._waited = 0.0
        self._table.advance_version()
        self._report_changed_place()

    def _report_changed_place(self) -> None:
        """Report the learner's place in the lesson if it has changed."""
        place = self._current_place()
        if place != self._noted:
            self._noted = place
            self._note(place)

    def _current_place(self) -> LessonPlace:
        if self._run.is_over:
            return LessonPlace("skipped" if self._passed_over else "done")
        return LessonPlace("begun", self._run.step_number)
