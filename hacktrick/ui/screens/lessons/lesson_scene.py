"""A lesson at the table, with its steps in the coach panel."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pygame

from hacktrick.app.lesson_session import LessonSession, ShownLessonStep
from hacktrick.app.program_services import ProgramServices
from hacktrick.app.turn_draft import EMPTY_DRAFT, Refusal
from hacktrick.coach.judgement import GENTLE
from hacktrick.game.actions import Action
from hacktrick.i18n import lesson_text as words
from hacktrick.i18n import screen_text
from hacktrick.i18n.match_summaries import result_sentence
from hacktrick.i18n.translator import _
from hacktrick.ui.scene.scenes_and_context import Context
from hacktrick.ui.table import table_layers
from hacktrick.ui.table.exercise_scene import ExerciseScene
from hacktrick.ui.table.panels.coach_panel import (
    CoachButtonContent,
    CoachPanelContent,
    CoachPanelLine,
    Ink,
    TableCoach,
)
from hacktrick.ui.widgets.basic_widgets import Widget
from hacktrick.ui.widgets.dialogs import show_new_file_problems

STATES_WITHOUT_TASK = ("astray", "moving", "over", "done_here")
"""The states in which the lesson does not ask the player for anything."""


class LessonCoach(TableCoach):
    """The coach panel of a lesson: the lesson's steps or, in a free round, the usual coach."""

    def __init__(
        self,
        context: Context,
        session: LessonSession,
        table: LessonScene,
        services: ProgramServices,
    ) -> None:
        super().__init__(context, session, table)
        self.lesson, self.scene, self.services = session, table, services

    # Methods that the table calls.

    def handlers_by_intent(self) -> dict[str, Callable[[], None]]:
        if self.lesson.is_whole_round:
            return super().handlers_by_intent()
        return dict.fromkeys(("hint", "why", "odds"), self.show_more_help)

    def update(self) -> bool:
        """In a free round, update the coach and start the longer check that finds mistakes.

        Returns:
            Whether the panel has changed.
        """
        if not self.lesson.is_whole_round:
            return False
        changed = super().update()
        if self.session.coach.findings.judgement is not None and self.context.settings.hints:
            self.session.coach.request_deeper_judgement()
        return changed

    def withhold_turn_for_tutor(self, actions: tuple[Action, ...]) -> bool:
        """Warn as usual in a free round, but never in a step, since steps invite wrong tries."""
        return self.lesson.is_whole_round and super().withhold_turn_for_tutor(actions)

    def panel_content(self) -> CoachPanelContent:
        status = self.lesson.shown_step
        if self.page and status.state != "over":
            return super().panel_content()
        aside = f"{status.number}/{status.n_steps}" if status.n_steps else ""
        presses = tuple(self._lesson_buttons(status))
        columns = 2 if status.state == "choose" else 0
        lines = tuple(self._lesson_lines(status))
        return CoachPanelContent(
            *(_("Lesson"), aside, lines, "", presses, columns),
            is_highlighted=True,
            may_be_compact=bool(lines),
        )

    def show_more_help(self) -> None:
        """Highlight the place of the expected action; on the next call, also name the action."""
        self.lesson.show_more_help()
        self.table.refresh()

    def _lesson_lines(self, status: ShownLessonStep) -> list[CoachPanelLine]:
        lines = []
        if status.answer_key:
            is_opening = status.is_praise and status.number == 1 and status.state == "act"
            ink: Ink = "text" if is_opening else "good" if status.is_praise else "warning"
            lines.append(
                CoachPanelLine(
                    self._step_sentence(status, status.answer_key),
                    ink,
                    is_main=status.state in STATES_WITHOUT_TASK,
                )
            )
        if status.prompt_key and status.state not in STATES_WITHOUT_TASK:
            lines.append(
                CoachPanelLine(self._step_sentence(status, status.prompt_key), is_main=True)
            )
        if self.lesson.is_whole_round and self.session.is_round_over:
            lines.append(
                CoachPanelLine(result_sentence(self.session, self.table.wording), is_main=True)
            )
        next_step = self._next_step_sentence(status)
        return [*lines, CoachPanelLine(next_step, "accent")] if next_step else lines

    def _step_sentence(self, status: ShownLessonStep, key: str) -> str:
        return words.step_sentence(status, key, self.table.wording)

    def _next_step_sentence(self, status: ShownLessonStep) -> str:
        """Return the action that the coach has shown, until a choice is made; "" if none."""
        wording, draft = self.table.wording, self.table.turn.draft
        if status.state == "act" and draft != EMPTY_DRAFT and not self.lesson.is_whole_round:
            return ""
        return words.current_demonstration_sentence(status, self.lesson.shown_action, wording)

    def _lesson_buttons(self, status: ShownLessonStep) -> list[CoachButtonContent]:
        table = self.scene
        if status.state == "over":
            return self._lesson_end_buttons(status)
        if self.lesson.is_whole_round:
            lit = self.session.coach.is_costly_turn(self.chosen_first_action(), GENTLE)
            coach = [replace(press, is_active=lit) for press in super().panel_content().buttons]
            return [*coach, CoachButtonContent(_("Lessons"), table.show_menu, "back")]
        navigation = [
            CoachButtonContent(_("Back"), table.previous_step),
            CoachButtonContent(_("Skip"), table.skip_step),
        ]
        if status.state == "astray":
            return [
                CoachButtonContent(
                    _("Try again"), table.continue_lesson, "confirm", is_default=True
                ),
                *navigation,
            ]
        if status.state == "done_here":
            return [
                CoachButtonContent(_("Go on"), table.continue_lesson, "confirm", is_default=True),
                navigation[0],
            ]
        if status.state == "choose":
            return [*self._answer_buttons(status), *navigation]
        if status.state == "act" and not status.shown:
            more = _("Show") if status.highlighted else _(screen_text.WHERE_TO_LOOK)
            return [*navigation, CoachButtonContent(more, self.show_more_help, "hint")]
        return navigation

    def _answer_buttons(self, status: ShownLessonStep) -> list[CoachButtonContent]:
        def answer_chooser(option: str) -> Callable[[], None]:
            return lambda: self.scene.choose_answer(option)

        wording = self.table.wording
        return [
            CoachButtonContent(
                words.answer_option_text(option, wording),
                answer_chooser(option),
                is_active=option == status.shown,
            )
            for option in status.options
        ]

    def _lesson_end_buttons(self, status: ShownLessonStep) -> list[CoachButtonContent]:
        table, next_lesson = self.scene, self.services.lessons.lesson_after(status.lesson)
        again = CoachButtonContent(_("Again"), lambda: table.begin(status.lesson, True))
        if next_lesson is None:
            return [
                CoachButtonContent(_("Lessons"), table.show_menu, "confirm", is_default=True),
                again,
            ]
        name = next_lesson.name
        onward = CoachButtonContent(
            _("Next lesson"), lambda: table.begin(name, False), "confirm", is_default=True
        )
        return [onward, again, CoachButtonContent(_("Lessons"), table.show_menu)]


class LessonScene(ExerciseScene):
    """A lesson at the table; leaving it returns to the scene below.

    Args:
        begin: starts another lesson; called with its name and whether to start at its first step.
    """

    session: LessonSession
    _introduced = 0  # the number of the last step that has opened the notebook

    def __init__(
        self,
        context: Context,
        services: ProgramServices,
        session: LessonSession,
        begin: Callable[[str, bool], None],
    ) -> None:
        self.begin = begin
        super().__init__(context, services, session)
        self.widgets.menu_label = lambda: _("Lessons")

    def make_coach(self) -> TableCoach:
        return LessonCoach(self.context, self.session, self, self.services)

    def state_that_delays_enter(self) -> ShownLessonStep:
        return self.session.shown_step

    @property
    def memory_aids(self) -> str:
        return super().memory_aids if self.session.has_memory_aids else "tournament"

    def exercise_title(self) -> str:
        return words.lesson_title(self.session.shown_step.lesson, self.session.rules)

    def handle(self, event: pygame.Event) -> bool:
        if self.intent_of_event(event) == "confirm" and not self.playback.is_running:
            is_choice = self.session.shown_step.state == "choose" and not self.group.ring
            if is_choice and self.widgets.coach_panel.main_button is None:
                self.group.ring = True
                self.refresh()
                return True
        return super().handle(event)

    def exercise_headline(self) -> str:
        return words.lesson_state_headline(self.session.shown_step.state)

    @property
    def hides_hands(self) -> bool:
        """Whether hands must stay hidden because the current question asks for a hand."""
        return any(" " in option for option in self.session.shown_step.options)

    def update(self, dt: float) -> None:
        """Update the table; open the notebook once at the page that a step introduces."""
        super().update(dt)
        status = self.session.shown_step
        if status.tab and status.state == "act" and self._introduced != status.number:
            self._introduced = status.number
            self.open_notebook(status.tab)

    def first_focus_widget(self) -> Widget | None:
        return super().first_focus_widget() or self._first_answer_button()

    def play_turn(self, *actions: Action) -> None:
        """Submit the actions of a turn; a command after the card only if the lesson accepts it."""
        for n, action in enumerate(actions):
            if not self.session.may_act or (n and not self.session.is_action_accepted(action)):
                break
            self.session.submit(action)
            self.animate_and_announce_changes()
        if not self.session.shown_step.is_praise:
            self.context.play("invalid", 0)
        self.group.set_focus(self.widgets.end_turn_button)
        self.refresh()

    def show_refusal(self, refusal: Refusal, control: str = "") -> None:
        """After a wrong try, take it back; otherwise show why an action is refused.

        Args:
            refusal: the reason for the refusal.
            control: the name of the control; "" for none.
        """
        if self.session.shown_step.state == "astray":
            self.continue_lesson()
        else:
            super().show_refusal(refusal, control)

    # Methods that the coach panel calls.

    def choose_answer(self, option: str) -> None:
        """Answer the question of a step with one of its options."""
        self.session.answer_question(option)
        self.context.play("select" if self.session.shown_step.is_praise else "invalid", 0)
        self.show_position_without_animation()

    def continue_lesson(self) -> None:
        """Take back a wrong try, or continue with the next deal."""
        self.session.continue_lesson()
        self.show_position_without_animation()

    def previous_step(self) -> None:
        self.session.go_back_to_step_start()
        self.show_position_without_animation()

    def skip_step(self) -> None:
        self.session.skip_step()
        self.show_position_without_animation()

    def _open_next_scene_if_due(self) -> None:
        if show_new_file_problems(self.context, self.services):
            return
        if self.session.is_round_over and self._result_version != self.session.version:
            self._result_version = self.session.version
            self.context.play(table_layers.result_sound_name(self.session), 0)
            if self.session.is_whole_round:
                self.services.lessons.record_round_and_match_result(self.session)

    def _first_answer_button(self) -> Widget | None:
        return (
            self.widgets.coach_panel.visible_buttons[0]
            if self.session.shown_step.state == "choose"
            else None
        )

    def highlighted_place_names(self) -> tuple[str, ...]:
        """Return the places to highlight: the step's, or "end" once the right card is chosen.

        The result is empty unless the learner is to act and has asked for the highlights.
        """
        status = self.session.shown_step
        if status.state != "act" or not status.highlighted:
            return ()
        made = self.coach.chosen_first_action()
        if made and self.session.is_action_accepted(made[0]):
            return ("end",)
        return status.highlighted
