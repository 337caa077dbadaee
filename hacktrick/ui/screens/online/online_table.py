"""A match over a network: the table with its countdown, the shuffle animation, agreed pauses and
the end of a round.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable

import pygame

from hacktrick.app.online_service import DecisionClock
from hacktrick.app.online_session import OnlineSession
from hacktrick.app.workspace import Workspace
from hacktrick.i18n.online_text import (
    absence_sentence,
    chat_line,
    cut_off_sentence,
    overtime_sentence,
    pause_request_sentence,
    paused_sentence,
    time_left,
    trouble_sentence,
    watcher_news,
)
from hacktrick.i18n.translator import _
from hacktrick.online.protocol.process_messages import NetworkState, PauseState, SetReady
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.paint.card_faces import CardLook
from hacktrick.ui.paint.keys_and_panels import PanelLook
from hacktrick.ui.scene.animation import animation_speed
from hacktrick.ui.scene.context import Context
from hacktrick.ui.table.draw_context import DrawContext
from hacktrick.ui.table.panels import top_bar
from hacktrick.ui.table.round_result import ResultScene
from hacktrick.ui.table.table_scene import TableScene
from hacktrick.ui.widgets.basic_widgets import Button, Widget
from hacktrick.ui.widgets.dialogs import NoticeAnswer, NoticeScene

HEIGHT, INSET, LAP = 25.0, 10.0, 7.0  # units; lap: how far it lies on the panel


class Countdown:
    """Draws a clock on the edge of a panel, and is heard twice: when little is left, and at the
    end. Nothing of it moves."""

    def __init__(self, context: Context, clock: DecisionClock) -> None:
        self.context, self.clock = context, clock
        self._shown: tuple[object, ...] = ()

    def update(self, own: bool) -> bool:
        """Whether it has to be drawn anew.

        Args:
            own: it is the time of the player at the screen.
        """
        clock = self.clock
        before = self._shown
        self._shown = (clock.seat, math.ceil(clock.left), clock.is_short)
        if self._shown == before:
            return False
        if clock.late is not None:
            self.context.play("invalid" if own else "ask", 0)
        elif own and clock.is_short and before[-1:] == (False,):
            self.context.play("ask", 0)
        return True

    def draw(self, surface: pygame.Surface, panel: pygame.Rect) -> None:
        """Below a player's panel, on its edge, where it covers nothing that is written there."""
        context, colours, px = self.context, self.context.theme.colours, self.context.px
        text = time_left(self.clock.left, self.clock.is_short)
        ink = colours.warning if self.clock.is_short else colours.muted
        width = context.fonts.size(text, styles.LABEL)[0] + 2 * px(INSET)
        plate = pygame.Rect(0, 0, min(width, panel.width), px(HEIGHT))
        plate.topright = panel.right - px(INSET), panel.bottom - px(LAP)
        plate.bottom = min(plate.bottom, surface.get_height())
        look = PanelLook(edge=ink, edge_width=2.0 if self.clock.is_short else 1.0, raised=True)
        context.sprites.panel(look, plate.size).draw(surface, plate.topleft)
        room = plate.width - px(INSET)
        middle = (plate.centerx, plate.centery - px(1))  # the plate is raised
        context.fonts.text(surface, text, middle, styles.LABEL, ink, "center", room)


TRIP, RIFFLE = 0.28, 0.34  # seconds from one to the next, and of a shuffle
CARD = (54.0, 74.0)  # units
BACKS = 5  # of the pile that are seen apart


class ShuffleAnimation:
    """Runs once for every deal."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self._n = 0
        self._time = 0.0
        self._running = False

    @property
    def running(self) -> bool:
        return self._running

    @property
    def seat(self) -> int:
        """Who shuffles now."""
        return min(self._n - 1, int(self._time / (TRIP + RIFFLE)))

    def begin(self, n_seats: int) -> None:
        speed = animation_speed(self.context.settings)
        self._n, self._time = n_seats, 0.0
        self._running = speed > 0 and not self.context.settings.reduced_motion

    def cut(self) -> None:
        self._running = False

    def update(self, dt: float) -> None:
        if self._running:
            self._time += dt * animation_speed(self.context.settings)
            self._running = self._time < self._n * (TRIP + RIFFLE)

    def draw(
        self, surface: pygame.Surface, middle: pygame.Rect, panel: Callable[[int], pygame.Rect]
    ) -> None:
        """
        Args:
            middle: where the deck lies at first.
            panel: of a seat.
        """
        seat, within = self.seat, self._time % (TRIP + RIFFLE)
        start = middle.center if seat == 0 else panel(seat - 1).center
        goal = panel(seat).center
        share = min(1.0, within / TRIP)
        eased = share * share * (3 - 2 * share)
        x = start[0] + (goal[0] - start[0]) * eased
        y = start[1] + (goal[1] - start[1]) * eased
        riffle = max(0.0, within - TRIP) / RIFFLE
        self._draw_pile(surface, x, y, math.sin(math.pi * riffle))

    def _draw_pile(self, surface: pygame.Surface, x: float, y: float, apart: float) -> None:
        px = self.context.px
        size = (px(CARD[0]), px(CARD[1]))
        back = self.context.sprites.card(CardLook(None), size)
        for n in range(BACKS):
            side = 1 if n % 2 else -1
            left = x - size[0] / 2 + side * apart * px(26) + n * px(2)
            top = y - size[1] / 2 - n * px(2) - apart * px(3 * n)
            back.draw(surface, (round(left), round(top)))


PAUSE_INPUT_DELAY = 0.6  # seconds in which no answer is taken
PAUSE_REQUEST_STAYS = (
    1.0  # seconds that a question stays which nobody asks any more: it may be asked anew
)


class _PauseNotice(NoticeScene, ABC):
    """Goes when it is of no use any more."""

    worded: Callable[[PauseState, NetworkState], str]
    lasts = 0.0

    def __init__(
        self, context: Context, online: OnlineSession, title: str, answers: tuple[NoticeAnswer, ...]
    ) -> None:
        self.online = online
        self._open_for = self._unused_for = 0.0
        super().__init__(context, title, self.sentence(), answers)

    def sentence(self) -> str:
        resting = self.online.told.resting
        assert resting is not None
        return self.worded(resting, self.online.told)

    @abstractmethod
    def is_of_use(self) -> bool:
        """Whether it has still something to say."""

    def update(self, dt: float) -> None:
        super().update(dt)
        self._open_for += dt
        self._unused_for = 0.0 if self.is_of_use() else self._unused_for + dt
        if self.context.stack.top is not self:
            return
        if self._unused_for > self.lasts:
            self.context.stack.pop()
        elif self.is_of_use() and self.text != self.sentence():
            self.text = self.sentence()
            self.remake()
            self.dirty = True

    def handle(self, event: pygame.Event) -> bool:
        if self._open_for < PAUSE_INPUT_DELAY and event.type != pygame.MOUSEMOTION:
            return True
        return super().handle(event)


class PauseRequestScene(_PauseNotice):
    """Another player asks for a pause."""

    worded = staticmethod(pause_request_sentence)
    lasts = PAUSE_REQUEST_STAYS

    def __init__(self, context: Context, online: OnlineSession) -> None:
        answers = (
            NoticeAnswer(_("Agree to the pause"), lambda: online.want_pause(True), primary=True),
            NoticeAnswer(_("Play on"), lambda: online.want_pause(False)),
        )
        super().__init__(context, online, _("A pause?"), answers)

    def is_of_use(self) -> bool:
        return self.online.is_asked


class AgreedPauseScene(_PauseNotice):
    """All have agreed: nobody can act before somebody ends it."""

    worded = staticmethod(paused_sentence)

    def __init__(self, context: Context, online: OnlineSession) -> None:
        answers = (
            NoticeAnswer(_("The table"), context.navigator.show_lobby),
            NoticeAnswer(_("Go on with the match"), lambda: online.want_pause(False), primary=True),
        )
        super().__init__(context, online, _("Pause"), answers)

    def is_of_use(self) -> bool:
        return self.online.is_resting

    def back(self) -> None:
        """A pause is not ended by the way; the table has its own way out."""
        self.context.navigator.show_lobby()

    def _give(self, answer: NoticeAnswer) -> None:
        """It stays until the match goes on."""
        if self.is_of_use():
            answer.action()


def pause_scene_for(context: Context, online: OnlineSession) -> _PauseNotice | None:
    """What has to lie over the table now, for a player; None most of the time."""
    if online.is_watching:
        return None
    if online.is_resting:
        return AgreedPauseScene(context, online)
    return PauseRequestScene(context, online) if online.is_asked else None


class OnlineResultScene(ResultScene):
    """Lies over the table after a round."""

    _goes_on = False  # the next round has been asked for: once

    def update(self, dt: float) -> None:
        super().update(dt)
        if self.context.stack.top is self and self._is_overtaken():
            self._next_round()

    def _next_round(self, cut: str | None = None) -> None:
        if not self._goes_on:
            self._goes_on = True
            super()._next_round(cut)

    def _is_overtaken(self) -> bool:
        """Whether the next round is being dealt: the own player had wanted it already, before the
        program was started again."""
        told, session = self.workspace.online.network.told, self.session
        if told.seen is None or session.is_over or told.stage != "playing":
            return False
        if self._watches:  # whoever is not asked leaves the result as long as he can
            return bool(told.seen.round_number > session.round_number)
        return bool(told.seen.dealing or told.seen.round_number > session.round_number)

    @property
    def _watches(self) -> bool:
        return isinstance(self.session, OnlineSession) and self.session.is_watching

    def go_on(self) -> None:
        """Back to the table; who watches is not asked for the next round."""
        self.context.stack.pop()

    def _ways_on(self) -> list[Widget]:
        context = self.context
        if self._watches:
            label = _("Back to the match")
            stay = Button(context, label, self.go_on, hint="confirm", primary=True)
            return [stay, Button(context, _("Leave the table"), self._to_title)]
        if not self.session.is_over:
            label = _("Next round")
            return [Button(context, label, self._next_round, hint="confirm", primary=True)]
        return [
            Button(context, _("Back to the start"), self._to_title, hint="confirm", primary=True),
            Button(context, _("Another match"), self.again),
        ]

    def again(self) -> None:
        """Ready for another one; back to the seats until the others are."""
        self.workspace.online.network.send(SetReady(True))
        self.workspace.stand_up_online()
        self.context.navigator.show_lobby()


SEAL_WIDTH, SEAL_HEIGHT, EYE = 130.0, 32.0, 46.0
LEAST_PLATE = 400.0  # units of its width: no half of what it lies over looks out beside it
SHOWN_FOR = 6.0  # seconds that something said stays on the plate


class OnlineTableScene(TableScene):
    """The match of the workspace's ``OnlineSession``."""

    updates_hidden = True
    result_scene = OnlineResultScene

    def __init__(self, context: Context, workspace: Workspace) -> None:
        self.procession = ShuffleAnimation(context)
        self.seal = Button(context, _("The table"), self.show_table, icon="lock")
        self.seal.style = styles.LABEL
        assert isinstance(workspace.session, OnlineSession)
        self.online = workspace.session
        self.countdown = Countdown(context, self.online.clock)
        self._n_lines = len(self.online.lines)
        self._said, self._said_for = "", 0.0
        self._watchers = self.online.told.watchers
        self._told_trouble = False
        super().__init__(context, workspace)
        self.group.replace([*self.parts.all(), self.seal], self.parts.main)
        self.group.ring = False
        self.procession.begin(len(self.session.seats))

    def refresh(self) -> None:
        super().refresh()
        if self.online.is_watching:
            self.parts.hide_controls()

    def show_table(self) -> None:
        self.context.navigator.show_lobby()

    def layout(self) -> None:
        super().layout()
        bar, px = self.places.table.top_bar, self.context.px
        width = px(SEAL_WIDTH + (EYE if self.online.told.watchers else 0.0))
        height = px(SEAL_HEIGHT)
        self.seal.rect = pygame.Rect(bar.left + px(8), bar.centery - height // 2, width, height)
        self.seal.label = _("The table")

    def update_hidden(self, dt: float) -> None:
        """Rules or settings hide it: the others go on."""
        self.workspace.online.update(dt)

    def update(self, dt: float) -> None:
        if self.procession.running:
            self.procession.update(dt)
            self.workspace.online.update(dt)
            self.dirty = self.animating = True
            return
        number, n = self.session.round_number, self.online.told.number
        super().update(dt)
        if self.context.stack.top is not self:
            self.workspace.online.update(dt)  # it is seen beneath another: the others go on
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
        if self.procession.running and self.input.is_press(event):
            self.procession.cut()
            return True
        return super().handle(event)

    def _follow_talk(self, dt: float) -> None:
        n = len(self.online.lines)
        if n != self._n_lines:
            self._n_lines = n
            if n:
                self._say(chat_line(self.online.lines[-1], self.online.told))
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
        answers = (
            NoticeAnswer(_("Back to the start"), self.context.navigator.show_title, primary=True),
        )
        self.context.stack.push(NoticeScene(self.context, _("The table"), text, answers))

    def _check_pause(self) -> None:
        """A pause lies over the table, and so does the question for one."""
        scene = None if self.online.told.trouble else pause_scene_for(self.context, self.online)
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
            return absence_sentence(missing[0])
        if self.procession.running:
            name = self.session.seats[self.procession.seat].name
            return _("{name} shuffles.").format(name=name)
        if self.session.is_round_over and self.online.is_waiting and not self.session.is_over:
            return _("Waiting until all want the next round.")
        if told.resting is not None and self.online.is_watching:
            return paused_sentence(told.resting, told)
        if told.resting is not None and self.online.has_asked:
            return pause_request_sentence(told.resting, told)
        late = self.online.clock.late
        if late is not None and (one := told.sitters[late]) is not None:
            return overtime_sentence(one)
        return self._said if self._said_for > 0 else ""

    def _draw_bar(self, pen: DrawContext) -> None:
        top_bar.draw_top_bar(pen, self.parts.bar_end(), reserved=self.seal.rect.right)

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
