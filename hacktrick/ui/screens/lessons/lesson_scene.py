"""A lesson at the table: the coach panel shows the steps of the lesson."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pygame

from hacktrick.app.lesson_session import LessonSession, LessonStatus
from hacktrick.app.turn_draft import EMPTY_DRAFT, Refusal
from hacktrick.app.workspace import Workspace
from hacktrick.coach.tutor import GENTLE
from hacktrick.game.actions import Action
from hacktrick.i18n import lesson_text as words
from hacktrick.i18n.match_summaries import result_sentence
from hacktrick.i18n.translator import N_, _
from hacktrick.i18n.turn_text import refusal_sentence
from hacktrick.ui.scene.context import Context
from hacktrick.ui.table import layers
from hacktrick.ui.table.draw_context import DrawContext
from hacktrick.ui.table.panels import player_panels
from hacktrick.ui.table.panels.coach_panel import (
    Ink,
    StripButton,
    StripContent,
    StripLine,
    TableCoach,
)
from hacktrick.ui.table.table_scene import TableScene
from hacktrick.ui.widgets.basic_widgets import Widget
from hacktrick.ui.widgets.dialogs import show_problems

STATES_WITHOUT_TASK = ("astray", "moving", "over", "done_here")
"""States in which the step does not ask the player for anything."""


class LessonCoach(TableCoach):
    """Shows the steps of a lesson in the coach panel; a free round gets the usual coach."""

    def __init__(
        self, context: Context, session: LessonSession, table: LessonScene, workspace: Workspace
    ) -> None:
        super().__init__(context, session, table)
        self.lesson, self.scene, self.workspace = session, table, workspace

    # Called by the table

    def intent_actions(self) -> dict[str, Callable[[], None]]:
        if self.lesson.is_free:
            return super().intent_actions()
        return dict.fromkeys(("hint", "why", "odds"), self.show_more)

    def update(self) -> bool:
        """In a free round, also start the deeper check, which mistakes are judged by."""
        if not self.lesson.is_free:
            return False
        changed = super().update()
        if self.session.coach.known.judgement is not None and self.context.settings.hints:
            self.session.coach.check()
        return changed

    def stops(self, actions: tuple[Action, ...]) -> bool:
        """Never warns within a step: lessons invite wrong tries."""
        return self.lesson.is_free and super().stops(actions)

    def content(self) -> StripContent:
        status = self.lesson.status
        if self.page and status.state != "over":
            return super().content()
        aside = (
            _("step {n}/{m}").format(n=status.number, m=status.n_steps) if status.n_steps else ""
        )
        presses = tuple(self._buttons(status))
        columns = 2 if status.state == "choose" else 0
        return StripContent(
            _("Lesson"), aside, tuple(self._lines(status)), "", presses, columns, edged=True
        )

    def show_more(self) -> None:
        """Highlight the place of the expected action; on a second call, say what it is."""
        self.lesson.show_more()
        self.table.refresh()

    # Text

    def _lines(self, status: LessonStatus) -> list[StripLine]:
        lines = []
        if status.answer_key:
            ink: Ink = "good" if status.is_praise else "warning"
            lines.append(
                StripLine(
                    self._sentence(status, status.answer_key),
                    ink,
                    large=status.state in STATES_WITHOUT_TASK,
                )
            )
        if status.prompt_key and status.state not in STATES_WITHOUT_TASK:
            lines.append(StripLine(self._sentence(status, status.prompt_key), large=True))
        if self.lesson.is_free and self.session.is_round_over:
            lines.append(StripLine(result_sentence(self.session, self.table.wording), large=True))
        next_step = self._next_step_sentence(status)
        return [*lines, StripLine(next_step, "accent")] if next_step else lines

    def _sentence(self, status: LessonStatus, key: str) -> str:
        return words.step_sentence(status, key, self.table.wording)

    def _next_step_sentence(self, status: LessonStatus) -> str:
        """The instruction for the rest of the turn, or the action that the coach has shown."""
        wording, draft = self.table.wording, self.table.turn.draft
        if status.state == "act" and draft != EMPTY_DRAFT and not self.lesson.is_free:
            chosen = draft.card is not None
            if draft.drawing:
                return refusal_sentence(wording, "DRAW_IS_CHOSEN")
            return wording.say(N_("Now end the turn: {pass_}.")) if chosen else ""
        return words.current_shown_sentence(status, self.lesson.shown_action, wording)

    # Buttons

    def _buttons(self, status: LessonStatus) -> list[StripButton]:
        table = self.scene
        if status.state == "over":
            return self._end_buttons(status)
        if self.lesson.is_free:
            lit = self.session.coach.costs(self.made(), GENTLE)
            coach = [replace(press, lit=lit) for press in super().content().buttons]
            return [*coach, StripButton(_("Lessons"), table.show_menu, "back")]
        navigation = [StripButton(_("Back"), table.back), StripButton(_("Skip"), table.skip)]
        if status.state == "astray":
            return [StripButton(_("Try again"), table.go_on, "confirm", main=True), *navigation]
        if status.state == "done_here":
            return [StripButton(_("Go on"), table.go_on, "confirm", main=True), navigation[0]]
        if status.state == "choose":
            return [*self._answer_buttons(status), *navigation]
        if status.state == "act" and not status.shown:
            more = _("Show me") if status.highlighted else _("Where?")
            return [*navigation, StripButton(more, self.show_more, "hint")]
        return navigation

    def _answer_buttons(self, status: LessonStatus) -> list[StripButton]:
        def choosing(option: str) -> Callable[[], None]:
            return lambda: self.scene.choose(option)

        wording = self.table.wording
        return [
            StripButton(
                words.answer_option(option, wording), choosing(option), lit=option == status.shown
            )
            for option in status.options
        ]

    def _end_buttons(self, status: LessonStatus) -> list[StripButton]:
        table, next_lesson = self.scene, self.workspace.lessons.lesson_after(status.lesson)
        again = StripButton(_("Again"), lambda: table.begin(status.lesson, True))
        if next_lesson is None:
            return [StripButton(_("Lessons"), table.show_menu, "confirm", main=True), again]
        name = next_lesson.name
        onward = StripButton(
            _("Next lesson"), lambda: table.begin(name, False), "confirm", main=True
        )
        return [onward, again, StripButton(_("Lessons"), table.show_menu)]


LESSON_INPUT_DELAY = 0.6  # seconds in which Enter does not go on: it may be meant for the table
GLOW_MARGIN = 5.0  # units between a highlighted place and the frame around it
CONTROL_OF_PLACE = {"deck": "draw"}
"""Controls whose name differs from that of the place."""


class LessonScene(TableScene):
    """A lesson at the table; leaving it returns to the scene below.

    Args:
        begin: replaces this lesson by the one of that name; True restarts it from its beginning.
    """

    session: LessonSession

    def __init__(
        self,
        context: Context,
        workspace: Workspace,
        session: LessonSession,
        begin: Callable[[str, bool], None],
    ) -> None:
        self.begin = begin
        self._seconds_in_state = 0.0  # since the lesson reached its current state
        self._last_status: LessonStatus | None = None
        super().__init__(context, workspace, session)
        self.parts.menu_label = lambda: _("Lessons")

    def make_coach(self) -> TableCoach:
        return LessonCoach(self.context, self.session, self, self.workspace)

    # The table

    @property
    def aids(self) -> str:
        return "learning"

    @property
    def has_pins(self) -> bool:
        return False

    def handle(self, event: pygame.Event) -> bool:
        if self.intent(event) == "confirm" and not self.playback.running:
            if self.parts.strip.main is not None and self._seconds_in_state < LESSON_INPUT_DELAY:
                return True
            if self.session.status.state == "choose" and not self.group.ring:
                self.group.ring = True
                self.refresh()
                return True
        return super().handle(event)

    def update(self, dt: float) -> None:
        super().update(dt)
        status = self.session.status
        if status != self._last_status:
            self._last_status, self._seconds_in_state = status, 0.0
        elif not self.playback.running:
            self._seconds_in_state += dt

    def refresh(self) -> None:
        super().refresh()
        first = self.parts.strip.main or self._first_answer()
        if first is not None and self.group.focus in (None, self.parts.main):
            self.group.set_focus(first)

    def play(self, *actions: Action) -> None:
        """Submit the actions; a command after a card is dropped unless the lesson expects it."""
        for n, action in enumerate(actions):
            if not self.session.may_act or (n and not self.session.is_meant(action)):
                break
            self.session.submit(action)
            self.follow_match()
        if not self.session.status.is_praise:
            self.context.play("invalid", 0)
        self.group.set_focus(self.parts.main)
        self.refresh()

    def refuse(self, refusal: Refusal, control: str = "") -> None:
        """Say why an action is refused; after a wrong try, take it back instead."""
        if self.session.status.state == "astray":
            self.go_on()
        else:
            super().refuse(refusal, control)

    def escape(self) -> None:
        if self.parts.log.wide:
            self.toggle_notebook()
        elif not self.coach.close():
            self.show_menu()

    def show_menu(self) -> None:
        """Leave the lesson without asking; it continues at the same step."""
        self.context.stack.pop()

    def intent_actions(self) -> dict[str, Callable[[], None]]:
        return {**super().intent_actions(), "save_copy": self._say_nothing_to_save}

    # Called by the coach panel

    def choose(self, option: str) -> None:
        """Answer the question of a step."""
        self.session.choose(option)
        self.context.play("select" if self.session.status.is_praise else "invalid", 0)
        self._show_new_position()

    def go_on(self) -> None:
        """Take a wrong try back, or go on to the next deal."""
        self.session.go_on()
        self._show_new_position()

    def back(self) -> None:
        self.session.back()
        self._show_new_position()

    def skip(self) -> None:
        self.session.skip()
        self._show_new_position()

    def _show_new_position(self) -> None:
        """Show the new position of the lesson without an animation."""
        self.turn.clear()
        self.playback.latest = self.session.snapshot()
        self.playback.cut()
        self.group.set_focus(self.parts.main)
        self.refresh()

    # Progress

    def _say_nothing_to_save(self) -> None:
        self.say(_("A lesson keeps its place by itself."))

    def _go_on(self) -> None:
        if show_problems(self.context, self.workspace):
            return
        if self.session.is_round_over and self._resulted != self.session.version:
            self._resulted = self.session.version
            self.context.play(layers.result_sound(self.session), 0)
            if self.session.is_free:
                self.workspace.lessons.note_result(self.session)

    def _first_answer(self) -> Widget | None:
        return (
            self.parts.strip.visible_buttons[0] if self.session.status.state == "choose" else None
        )

    # Drawing

    def _draw_bar(self, pen: DrawContext) -> None:
        title = words.lesson_title(self.session.status.lesson, self.session.rules)
        player_panels.draw_status(pen, title)

    def draw(self, surface: pygame.Surface) -> None:
        super().draw(surface)
        if not self.playback.running:
            for rect in self._glowing_rects():
                self._draw_glow(surface, rect)

    def _glowing_rects(self) -> list[pygame.Rect]:
        """The places to highlight: those of the step, or the end of the turn once the expected
        card is chosen."""
        status = self.session.status
        if status.state != "act" or not status.highlighted:
            return []
        made = self.coach.made()
        if made and self.session.is_meant(made[0]):
            return [self.parts.final.rect]
        found = [self._rect_of_place(name) for name in status.highlighted]
        return [rect for rect in found if rect is not None]

    def _rect_of_place(self, name: str) -> pygame.Rect | None:
        kind, _blank, number = name.partition(" ")
        if kind in ("row", "sum"):
            table = self.places.table
            return table.row if kind == "row" else table.speech[0]
        if kind == "code":  # the prompt opens on a press: the step is to be read first
            part: Widget | None = self.parts.power if self.parts.power.visible else self.parts.main
        else:
            part = self.parts.of(f"{kind}_{number}" if number else CONTROL_OF_PLACE.get(kind, kind))
        return part.rect if part is not None and part.visible else None

    def _draw_glow(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        context, theme, px = self.context, self.context.theme, self.context.px
        corner = round(theme.surface.corner * context.scale) + px(GLOW_MARGIN)
        box, wide = rect.inflate(2 * px(GLOW_MARGIN), 2 * px(GLOW_MARGIN)), max(2, px(3))
        pygame.draw.rect(surface, theme.colours.warning, box, wide, border_radius=corner)
