"""A lesson on the table: the same table, with a lesson in the place of the coach.

It waits for states, never for events: whatever has been done, there is a button that goes on.
"""

from __future__ import annotations

from collections.abc import Callable

import pygame

from hacktrick.game.actions import Action
from hacktrick.seat.desk import Desk
from hacktrick.seat.lesson import LessonSession, Stand
from hacktrick.seat.offers import Refusal
from hacktrick.ui.controls.notice import tell_problems
from hacktrick.ui.controls.widgets import Widget
from hacktrick.ui.stage.context import Context
from hacktrick.ui.table import picture, topbar
from hacktrick.ui.table.coach import TableCoach
from hacktrick.ui.table.lesson_coach import LessonCoach
from hacktrick.ui.table.pen import Pen
from hacktrick.ui.table.scene import TableScene
from hacktrick.words import lessons as words
from hacktrick.words.translator import _

DEAF = 0.6  # seconds in which a key that was meant for the table does not go on
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
        desk: Desk,
        session: LessonSession,
        begin: Callable[[str, bool], None],
    ) -> None:
        self.begin = begin
        self._shown_for = 0.0  # seconds since the lesson has come to where it stands
        self._stood: Stand | None = None
        super().__init__(context, desk, session)
        self.parts.way_out = lambda: _("Lessons")

    def make_coach(self) -> TableCoach:
        return LessonCoach(self.context, self.session, self, self.desk)

    # What the table asks for

    @property
    def aids(self) -> str:
        return "learning"

    def handle(self, event: pygame.Event) -> bool:
        if self.intent(event) == "confirm" and not self.playback.running:
            if self.parts.strip.main is not None and self._shown_for < DEAF:
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
            self.sync()
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
            self.pause()

    def pause(self) -> None:
        """Away at once; the lesson goes on at its step."""
        self.context.stack.pop()

    def doings(self) -> dict[str, Callable[[], None]]:
        return {**super().doings(), "save_copy": self._keeps_itself}

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
        if tell_problems(self.context, self.desk):
            return
        if self.session.is_round_over and self._resulted != self.session.version:
            self._resulted = self.session.version
            self.context.play(picture.sound_of_the_end(self.session), 0)
            if self.session.is_free:
                self.desk.school.note_result(self.session)

    def _first_answer(self) -> Widget | None:
        return self.parts.strip.shown[0] if self.session.stand.state == "choose" else None

    # The picture

    def _draw_bar(self, pen: Pen) -> None:
        title = words.title(self.session.stand.lesson, self.session.rules)
        topbar.top_bar(pen, self.parts.bar_end(), title)

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
