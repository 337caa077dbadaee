"""A lesson at the table, with the steps of the lesson in place of the coach."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Protocol

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
from hacktrick.ui.table.panels import top_bar
from hacktrick.ui.table.panels.coach_panel import (
    CoachTable,
    Ink,
    StripButton,
    StripContent,
    StripLine,
    TableCoach,
)
from hacktrick.ui.table.table_scene import TableScene
from hacktrick.ui.widgets.basic_widgets import Widget
from hacktrick.ui.widgets.dialogs import show_problems

SILENT = ("astray", "moving", "over", "done_here")
"""States in which the step asks for nothing."""


class TaughtTable(CoachTable, Protocol):
    """The table that a lesson is taught on."""

    def choose(self, option: str) -> None:
        """An answer to the question of a step."""

    def go_on(self) -> None:
        """Back to before a wrong try, or on to the next deal."""

    def back(self) -> None: ...

    def skip(self) -> None: ...

    def show_menu(self) -> None:
        """Back to the lessons."""

    def begin(self, lesson: str, from_start: bool) -> None:
        """A lesson instead of this one."""


class LessonCoach(TableCoach):
    """The coach of one lesson."""

    def __init__(
        self, context: Context, session: LessonSession, table: TaughtTable, workspace: Workspace
    ) -> None:
        super().__init__(context, session, table)
        self.lesson, self.taught, self.workspace = session, table, workspace

    # What the table asks its coach for

    def intent_actions(self) -> dict[str, Callable[[], None]]:
        if self.lesson.is_free:
            return super().intent_actions()
        return dict.fromkeys(("hint", "why", "odds"), self.show_more)

    def update(self) -> bool:
        """In a free round the longer look is taken too: without it nothing is called a mistake."""
        if not self.lesson.is_free:
            return False
        changed = super().update()
        if self.session.coach.known.judgement is not None and self.context.settings.hints:
            self.session.coach.check()
        return changed

    def stops(self, actions: tuple[Action, ...]) -> bool:
        """Nobody is warned of a try that is there to be made."""
        return self.lesson.is_free and super().stops(actions)

    def content(self) -> StripContent:
        stand = self.lesson.stand
        if self.page and stand.state != "over":
            return super().content()
        aside = _("step {n}/{m}").format(n=stand.number, m=stand.n_steps) if stand.n_steps else ""
        presses = tuple(self._ways(stand))
        columns = 2 if stand.state == "choose" else 0
        return StripContent(
            _("Lesson"), aside, tuple(self._lines(stand)), "", presses, columns, edged=True
        )

    def show_more(self) -> None:
        """The place, or else what is meant."""
        self.lesson.show_more()
        self.table.refresh()

    # What is said

    def _lines(self, stand: LessonStatus) -> list[StripLine]:
        lines = []
        if stand.heard:
            ink: Ink = "good" if stand.right else "warning"
            lines.append(
                StripLine(self._told(stand, stand.heard), ink, large=stand.state in SILENT)
            )
        if stand.say and stand.state not in SILENT:
            lines.append(StripLine(self._told(stand, stand.say), large=True))
        if self.lesson.is_free and self.session.is_round_over:
            lines.append(StripLine(result_sentence(self.session, self.table.wording), large=True))
        more = self._more(stand)
        return [*lines, StripLine(more, "accent")] if more else lines

    def _told(self, stand: LessonStatus, key: str) -> str:
        return words.step_sentence(stand, key, self.table.wording)

    def _more(self, stand: LessonStatus) -> str:
        """How what is meant is done at this table."""
        wording, draft = self.table.wording, self.table.turn.draft
        if stand.state == "act" and draft != EMPTY_DRAFT and not self.lesson.is_free:
            chosen = draft.card is not None
            if draft.drawing:
                return refusal_sentence(wording, "DRAW_IS_CHOSEN")
            return wording.say(N_("Now end the turn: {pass_}.")) if chosen else ""
        return words.current_shown_sentence(stand, self.lesson.shown_action, wording)

    # What can be pressed

    def _ways(self, stand: LessonStatus) -> list[StripButton]:
        table = self.taught
        if stand.state == "over":
            return self._at_the_end(stand)
        if self.lesson.is_free:
            lit = self.session.coach.costs(self.made(), GENTLE)
            coach = [replace(press, lit=lit) for press in super().content().buttons]
            return [*coach, StripButton(_("Lessons"), table.show_menu, "back")]
        around = [StripButton(_("Back"), table.back), StripButton(_("Skip"), table.skip)]
        if stand.state == "astray":
            return [StripButton(_("Try again"), table.go_on, "confirm", main=True), *around]
        if stand.state == "done_here":
            return [StripButton(_("Go on"), table.go_on, "confirm", main=True), around[0]]
        if stand.state == "choose":
            return [*self._answers(stand), *around]
        if stand.state == "act" and not stand.shown:
            more = _("Show me") if stand.lit else _("Where?")
            return [*around, StripButton(more, self.show_more, "hint")]
        return around

    def _answers(self, stand: LessonStatus) -> list[StripButton]:
        def giving(option: str) -> Callable[[], None]:
            return lambda: self.taught.choose(option)

        wording = self.table.wording
        return [
            StripButton(
                words.answer_option(option, wording), giving(option), lit=option == stand.shown
            )
            for option in stand.options
        ]

    def _at_the_end(self, stand: LessonStatus) -> list[StripButton]:
        table, following = self.taught, self.workspace.lessons.after(stand.lesson)
        again = StripButton(_("Again"), lambda: table.begin(stand.lesson, True))
        if following is None:
            return [StripButton(_("Lessons"), table.show_menu, "confirm", main=True), again]
        name = following.name
        onward = StripButton(
            _("Next lesson"), lambda: table.begin(name, False), "confirm", main=True
        )
        return [onward, again, StripButton(_("Lessons"), table.show_menu)]


LESSON_INPUT_DELAY = 0.6  # seconds in which a key that was meant for the table does not go on
RING = 5.0  # units that the light stands out around what is lit
CONTROLS = {"deck": "draw"}
"""The controls of places that go by another name."""


class LessonScene(TableScene):
    """One lesson. It leaves for what lies below it on the stack.

    Args:
        begin: to a lesson instead of this one, from its start or where it was left.
    """

    session: LessonSession
    teaches = True

    def __init__(
        self,
        context: Context,
        workspace: Workspace,
        session: LessonSession,
        begin: Callable[[str, bool], None],
    ) -> None:
        self.begin = begin
        self._shown_for = 0.0  # seconds since the lesson has come to where it stands
        self._stood: LessonStatus | None = None
        super().__init__(context, workspace, session)
        self.parts.menu_label = lambda: _("Lessons")

    def make_coach(self) -> TableCoach:
        return LessonCoach(self.context, self.session, self, self.workspace)

    # What the table asks for

    @property
    def aids(self) -> str:
        return "learning"

    def handle(self, event: pygame.Event) -> bool:
        if self.intent(event) == "confirm" and not self.playback.running:
            if self.parts.strip.main is not None and self._shown_for < LESSON_INPUT_DELAY:
                return True
            if self.session.stand.state == "choose" and not self.group.ring:
                self.group.ring = True
                self.refresh()
                return True
        return super().handle(event)

    def update(self, dt: float) -> None:
        super().update(dt)
        stand = self.session.stand
        if stand != self._stood:
            self._stood, self._shown_for = stand, 0.0
        elif not self.playback.running:
            self._shown_for += dt

    def refresh(self) -> None:
        super().refresh()
        first = self.parts.strip.main or self._first_answer()
        if first is not None and self.group.focus in (None, self.parts.main):
            self.group.set_focus(first)

    def play(self, *actions: Action) -> None:
        """What ends a turn is done with its card only where the lesson asks for both."""
        for n, action in enumerate(actions):
            if not self.session.may_act or (n and not self.session.is_meant(action)):
                break
            self.session.submit(action)
            self.follow_match()
        if not self.session.stand.right:
            self.context.play("invalid", 0)
        self.group.set_focus(self.parts.main)
        self.refresh()

    def refuse(self, refusal: Refusal, control: str = "") -> None:
        """After a wrong try any press on the table takes it back."""
        if self.session.stand.state == "astray":
            self.go_on()
        else:
            super().refuse(refusal, control)

    def escape(self) -> None:
        if self.parts.log.wide:
            self.toggle_log()
        elif not self.coach.close():
            self.show_menu()

    def show_menu(self) -> None:
        """Away at once; the lesson goes on at its step."""
        self.context.stack.pop()

    def intent_actions(self) -> dict[str, Callable[[], None]]:
        return {**super().intent_actions(), "save_copy": self._keeps_itself}

    # What the strip asks for

    def choose(self, option: str) -> None:
        self.session.choose(option)
        self.context.play("select" if self.session.stand.right else "invalid", 0)
        self._jump()

    def go_on(self) -> None:
        self.session.go_on()
        self._jump()

    def back(self) -> None:
        self.session.back()
        self._jump()

    def skip(self) -> None:
        self.session.skip()
        self._jump()

    def _jump(self) -> None:
        """The table is another one: nothing of the way there is to be seen."""
        self.turn.clear()
        self.playback.latest = self.session.glance()
        self.playback.cut()
        self.group.set_focus(self.parts.main)
        self.refresh()

    # Going on

    def _keeps_itself(self) -> None:
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
        return self.parts.strip.visible_buttons[0] if self.session.stand.state == "choose" else None

    # The picture

    def _draw_bar(self, pen: DrawContext) -> None:
        title = words.lesson_title(self.session.stand.lesson, self.session.rules)
        top_bar.draw_top_bar(pen, self.parts.bar_end(), title)

    def draw(self, surface: pygame.Surface) -> None:
        super().draw(surface)
        if not self.playback.running:
            for rect in self._lit():
                self._ring(surface, rect)

    def _lit(self) -> list[pygame.Rect]:
        """What glows: the places of the step; once what is meant is chosen, the end of the turn."""
        stand = self.session.stand
        if stand.state != "act" or not stand.lit:
            return []
        made = self.coach.made()
        if made and self.session.is_meant(made[0]):
            return [self.parts.final.rect]
        found = [self._place_of(name) for name in stand.lit]
        return [rect for rect in found if rect is not None]

    def _place_of(self, name: str) -> pygame.Rect | None:
        kind, _blank, number = name.partition(" ")
        if kind in ("row", "sum"):
            table = self.places.table
            return table.row if kind == "row" else table.announcements
        if kind == "code":  # nothing is asked unbidden: the sentence of the step is read first
            part: Widget | None = self.parts.power if self.parts.power.visible else self.parts.main
        else:
            part = self.parts.of(f"{kind}_{number}" if number else CONTROLS.get(kind, kind))
        return part.rect if part is not None and part.visible else None

    def _ring(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        context, theme, px = self.context, self.context.theme, self.context.px
        corner = round(theme.surface.corner * context.scale) + px(RING)
        box, wide = rect.inflate(2 * px(RING), 2 * px(RING)), max(2, px(3))
        pygame.draw.rect(surface, theme.colours.warning, box, wide, border_radius=corner)
