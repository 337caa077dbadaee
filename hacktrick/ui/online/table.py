"""The table of a match over a network: as any table, with those who are far away told of.

A plate tells who is missing or waited for; the seal opens what was proved, who is here, and talk.
"""

from __future__ import annotations

import pygame

from hacktrick.seat.desk import Desk
from hacktrick.seat.online import OnlineSession
from hacktrick.ui.controls.notice import Answer, NoticeScene
from hacktrick.ui.controls.widgets import Button
from hacktrick.ui.online.countdown import Countdown
from hacktrick.ui.online.procession import Procession
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.paint.keys import PanelLook
from hacktrick.ui.stage.context import Context
from hacktrick.ui.table.scene import TableScene
from hacktrick.words.online import (
    cut_off_sentence,
    late_sentence,
    line_text,
    missing_sentence,
    trouble_sentence,
)
from hacktrick.words.translator import _

SEAL_WIDTH, SEAL_HEIGHT = 150.0, 32.0
SHOWN_FOR = 6.0  # seconds that something said stays on the plate


class OnlineTableScene(TableScene):
    """The match of the desk's ``OnlineSession``."""

    def __init__(self, context: Context, desk: Desk) -> None:
        self.procession = Procession(context)
        self.seal = Button(context, _("The table"), self.show_table, icon="lock")
        self.seal.style = styles.LABEL
        assert isinstance(desk.session, OnlineSession)
        self.online = desk.session
        self.countdown = Countdown(context, self.online.clock)
        self._n_lines = len(self.online.lines)
        self._said_for = 0.0
        self._told_trouble = False
        super().__init__(context, desk)
        self.group.replace([*self.parts.all(), self.seal], self.parts.main)
        self.group.ring = False
        self.procession.begin(len(self.session.seats))

    def show_table(self) -> None:
        self.context.ways.lobby()

    def layout(self) -> None:
        super().layout()
        bar, px = self.places.table.top_bar, self.context.px
        width, height = px(SEAL_WIDTH), px(SEAL_HEIGHT)
        self.seal.rect = pygame.Rect(bar.left + px(10), bar.centery - height // 2, width, height)
        self.seal.label = _("The table")

    def update(self, dt: float) -> None:
        if self.procession.running:
            self.procession.update(dt)
            self.desk.update_network(dt)
            self.dirty = self.animating = True
            return
        number, n = self.session.round_number, self.online.told.number
        super().update(dt)
        if self.session.round_number != number:
            self.procession.begin(len(self.session.seats))
        self._follow_talk(dt)
        own = self.online.clock.seat in self.session.humans
        self.dirty = self.countdown.update(own) or self.dirty or self.online.told.number != n
        if self.context.stack.top is self:
            self._check()

    def handle(self, event: pygame.Event) -> bool:
        if self.procession.running and self.presses.is_press(event):
            self.procession.cut()
            return True
        return super().handle(event)

    def _follow_talk(self, dt: float) -> None:
        n = len(self.online.lines)
        if n != self._n_lines:
            self._n_lines, self._said_for = n, SHOWN_FOR
            self.context.play("select", 0)
        elif self._said_for > 0:
            self._said_for -= dt
            self.dirty = self.dirty or self._said_for <= 0

    def _check(self) -> None:
        """Cheating ends the match, and a table that is closed is told once."""
        told = self.online.told
        if told.trouble is None or self._told_trouble:
            return
        self._told_trouble = True
        text = trouble_sentence(told.trouble, told)
        answers = (Answer(_("Back to the start"), self.context.ways.title, primary=True),)
        self.context.stack.push(NoticeScene(self.context, _("The table"), text, answers))

    # --- The picture ---

    def draw(self, surface: pygame.Surface) -> None:
        super().draw(surface)
        if self.procession.running:
            places = self.places
            self.procession.draw(
                surface, places.table.keypad, lambda seat: places.panel(self.shown.slot_of(seat))
            )
        elif self.online.clock.seat is not None:
            slot = self.shown.slot_of(self.online.clock.seat)
            self.countdown.draw(surface, self.places.panel(slot))
        sentence = self.plate_sentence()
        if sentence:
            self._draw_plate(surface, sentence)

    def plate_sentence(self) -> str:
        """What everybody should know now; empty most of the time."""
        missing, told = self.online.missing, self.online.told
        if told.cut_off:
            return cut_off_sentence()
        if missing:
            return missing_sentence(missing[0])
        if self.procession.running:
            name = self.session.seats[self.procession.seat].name
            return _("{name} shuffles.").format(name=name)
        if self.session.is_round_over and self.online.is_waiting and not self.session.is_over:
            return _("Waiting until all want the next round.")
        late = self.online.clock.late
        if late is not None and (one := told.sitters[late]) is not None:
            return late_sentence(one)
        if self._said_for > 0 and told.lines:
            return line_text(told.lines[-1], told)
        return ""

    def _draw_plate(self, surface: pygame.Surface, sentence: str) -> None:
        context, colours, px = self.context, self.context.theme.colours, self.context.px
        room = min(surface.get_width() - px(60), px(620))
        lines = context.fonts.wrap(sentence, styles.STRONG, room)
        width = max(context.fonts.size(line, styles.STRONG)[0] for line in lines) + px(44)
        height = len(lines) * context.fonts.line_height(styles.STRONG) + px(18)
        plate = pygame.Rect(0, 0, width, height)
        table = self.places.table
        room = table.lcd.top - table.top_bar.bottom  # cards and words that it lies over in full
        top = table.top_bar.bottom + max(px(6), (room - height) // 2)
        plate.midtop = surface.get_width() // 2, top
        is_lost = bool(self.online.missing) or self.online.told.cut_off
        is_urgent = is_lost or self.online.clock.late is not None
        edge = colours.warning if is_urgent else colours.accent
        look = PanelLook(edge=edge, edge_width=1.5, raised=True)
        context.sprites.panel(look, plate.size).draw(surface, plate.topleft)
        inner = plate.inflate(-px(40), -px(14))
        ink = colours.warning if is_urgent else colours.text
        context.fonts.paragraph(surface, sentence, inner, styles.STRONG, ink, "center")
