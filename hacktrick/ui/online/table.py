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
from hacktrick.ui.online.rest import pausing_scene
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.paint.keys import PanelLook
from hacktrick.ui.stage.context import Context
from hacktrick.ui.table import topbar
from hacktrick.ui.table.pen import Pen
from hacktrick.ui.table.scene import TableScene
from hacktrick.words.online import (
    asked_sentence,
    cut_off_sentence,
    late_sentence,
    line_text,
    missing_sentence,
    paused_sentence,
    trouble_sentence,
    watcher_news,
)
from hacktrick.words.translator import _

SEAL_WIDTH, SEAL_HEIGHT, EYE = 130.0, 32.0, 46.0
LEAST_PLATE = 400.0  # units of its width: no half of what it lies over looks out beside it
SHOWN_FOR = 6.0  # seconds that something said stays on the plate


class OnlineTableScene(TableScene):
    """The match of the desk's ``OnlineSession``."""

    hears = True

    def __init__(self, context: Context, desk: Desk) -> None:
        self.procession = Procession(context)
        self.seal = Button(context, _("The table"), self.show_table, icon="lock")
        self.seal.style = styles.LABEL
        assert isinstance(desk.session, OnlineSession)
        self.online = desk.session
        self.countdown = Countdown(context, self.online.clock)
        self._n_lines = len(self.online.lines)
        self._said, self._said_for = "", 0.0
        self._watchers = self.online.told.watchers
        self._told_trouble = False
        super().__init__(context, desk)
        self.group.replace([*self.parts.all(), self.seal], self.parts.main)
        self.group.ring = False
        self.procession.begin(len(self.session.seats))

    def refresh(self) -> None:
        super().refresh()
        if self.online.is_watching:
            self.parts.hide_controls()

    def show_table(self) -> None:
        self.context.ways.lobby()

    def layout(self) -> None:
        super().layout()
        bar, px = self.places.table.top_bar, self.context.px
        width = px(SEAL_WIDTH + (EYE if self.online.told.watchers else 0.0))
        height = px(SEAL_HEIGHT)
        self.seal.rect = pygame.Rect(bar.left + px(8), bar.centery - height // 2, width, height)
        self.seal.label = _("The table")

    def beneath(self, dt: float) -> None:
        """Rules or settings hide it: the others go on."""
        self.desk.update_network(dt)

    def update(self, dt: float) -> None:
        if self.procession.running:
            self.procession.update(dt)
            self.desk.update_network(dt)
            self.dirty = self.animating = True
            return
        number, n = self.session.round_number, self.online.told.number
        super().update(dt)
        if self.context.stack.top is not self:
            self.desk.update_network(dt)  # it is seen beneath another: the others go on
        if self.session.round_number != number:
            self.procession.begin(len(self.session.seats))
        self._follow_watchers()
        self._follow_talk(dt)
        own = self.online.clock.seat in self.session.humans
        self.dirty = self.countdown.update(own) or self.dirty or self.online.told.number != n
        if self.context.stack.top is self:
            self._check()
            self._check_pause()

    def handle(self, event: pygame.Event) -> bool:
        if self.procession.running and self.presses.is_press(event):
            self.procession.cut()
            return True
        return super().handle(event)

    def _follow_talk(self, dt: float) -> None:
        n = len(self.online.lines)
        if n != self._n_lines:
            self._n_lines = n
            if n:
                self._say(line_text(self.online.lines[-1], self.online.told))
        elif self._said_for > 0:
            self._said_for -= dt
            self.dirty = self.dirty or self._said_for <= 0

    def _say(self, sentence: str) -> None:
        """On the plate, for a while."""
        self._said, self._said_for = sentence, SHOWN_FOR
        self.context.play("select", 0)
        self.dirty = True

    def _follow_watchers(self) -> None:
        """Whoever begins to watch is told of, and whoever goes."""
        before, self._watchers = self._watchers, self.online.told.watchers
        if before == self._watchers:
            return
        keys, old = {one.key for one in self._watchers}, {one.key for one in before}
        come = [one for one in self._watchers if one.key not in old and not one.own]
        gone = [one for one in before if one.key not in keys and not one.own]
        for one in (*gone, *come):
            self._say(watcher_news(one.name, comes=one in come))
        self.layout()

    def _check(self) -> None:
        """Cheating ends the match, and a table that is closed is told once."""
        told = self.online.told
        if told.trouble is None or self._told_trouble:
            return
        self._told_trouble = True
        text = trouble_sentence(told.trouble, told)
        answers = (Answer(_("Back to the start"), self.context.ways.title, primary=True),)
        self.context.stack.push(NoticeScene(self.context, _("The table"), text, answers))

    def _check_pause(self) -> None:
        """A pause lies over the table, and so does the question for one."""
        scene = None if self.online.told.trouble else pausing_scene(self.context, self.online)
        if scene is not None:
            self.context.play("ask", 0)
            self.context.stack.push(scene)

    # --- The picture ---

    def draw(self, surface: pygame.Surface) -> None:
        super().draw(surface)
        self._draw_watchers(surface)
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
        if told.resting is not None and self.online.is_watching:
            return paused_sentence(told.resting, told)
        if told.resting is not None and self.online.has_asked:
            return asked_sentence(told.resting, told)
        late = self.online.clock.late
        if late is not None and (one := told.sitters[late]) is not None:
            return late_sentence(one)
        return self._said if self._said_for > 0 else ""

    def _draw_bar(self, pen: Pen) -> None:
        topbar.top_bar(pen, self.parts.bar_end(), reserved=self.seal.rect.right)

    def _draw_watchers(self, surface: pygame.Surface) -> None:
        """An eye and how many watch, on the seal: who they are it tells when it is opened."""
        n = len(self.online.told.watchers)
        if not n:
            return
        px, ink, seal = self.context.px, self.context.theme.colours.text, self.seal.rect
        place = (seal.right - px(12), seal.centery)
        number = self.context.fonts.text(surface, str(n), place, styles.LABEL, ink, "midright")
        eye = self.context.sprites.icon("eye", px(18), self.context.theme.colours.accent)
        eye.draw_centred(surface, (number.left - px(14), seal.centery))

    def _draw_plate(self, surface: pygame.Surface, sentence: str) -> None:
        context, colours, px = self.context, self.context.theme.colours, self.context.px
        room = min(surface.get_width() - px(60), px(620))
        lines = context.fonts.wrap(sentence, styles.STRONG, room)
        told = max(context.fonts.size(line, styles.STRONG)[0] for line in lines) + px(44)
        width = max(told, min(room, px(LEAST_PLATE)))
        height = len(lines) * context.fonts.line_height(styles.STRONG) + px(18)
        plate = pygame.Rect(0, 0, width, height)
        table = self.places.table
        band = table.lcd.top - table.top_bar.bottom  # cards and words that it lies over in full
        is_low = band < 2 * px(SEAL_HEIGHT) + height  # else panels lie there, too
        top = table.top_bar.bottom + (max(px(6), (band - height) // 2) if is_low else px(6))
        plate.midtop = table.lcd.centerx, top
        plate.clamp_ip(surface.get_rect())
        is_lost = bool(self.online.missing) or self.online.told.cut_off
        is_urgent = is_lost or self.online.clock.late is not None
        edge = colours.warning if is_urgent else colours.accent
        look = PanelLook(edge=edge, edge_width=1.5, raised=True)
        context.sprites.panel(look, plate.size).draw(surface, plate.topleft)
        inner = plate.inflate(-px(40), -px(14))
        ink = colours.warning if is_urgent else colours.text
        context.fonts.paragraph(surface, sentence, inner, styles.STRONG, ink, "center")
