"""A match shown again on the table: the same picture, with a transport where commands would be.

It draws only what its ``ReplaySession`` gives for the eye that looks, and never plays anything.
"""

from __future__ import annotations

from collections.abc import Callable

import pygame

from hacktrick.game.keypad import Key
from hacktrick.game.rules import Seat
from hacktrick.seat.replaying import Place, ReplaySession, cards_played, markers_placed
from hacktrick.ui.controls.focus import FocusGroup
from hacktrick.ui.keys.intents import INTENT
from hacktrick.ui.paint import layout
from hacktrick.ui.stage.animation import speed_of
from hacktrick.ui.stage.context import Context
from hacktrick.ui.stage.scene import Scene
from hacktrick.ui.table import board
from hacktrick.ui.table.ground import lay_board, lay_ground, lay_panels
from hacktrick.ui.table.places import Places
from hacktrick.ui.table.playback import Playback
from hacktrick.ui.table.saying import Saying
from hacktrick.ui.table.transport import SPEEDS, ReplayParts, Shown
from hacktrick.ui.table.widgets import Sight
from hacktrick.words import translator as words
from hacktrick.words.frame import Frame, log_lines, make_frame
from hacktrick.words.replaying import eye_name, eye_told, just_happened, place_in_short, place_told
from hacktrick.words.translator import _
from hacktrick.words.wording import Wording

PAUSE = 1.1  # seconds between two actions at speed 1
AWAY = (pygame.WINDOWFOCUSLOST, pygame.WINDOWMINIMIZED)
INPUT = (INTENT, pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN, pygame.MOUSEMOTION, pygame.MOUSEWHEEL)


class ReplayScene(Scene):
    """``replayed`` keeps place and eye; the scene the pace."""

    least = (0.0, 0.0)  # its panels fold away

    def __init__(self, context: Context, replayed: ReplaySession) -> None:
        super().__init__(context)
        self.replayed = replayed
        self.playing = False
        self.speed = SPEEDS[0]
        self.opened = False  # the panels that are folded away lie over the board
        self.bottom: Seat = 0
        self._sit_down()
        self.wording = Wording(replayed.rules, replayed.seats)
        self.playback = Playback(context, self.wording, replayed.glance())
        self.saying = Saying(context)
        self.sight = Sight(context, self._frame(), self.playback.motion)
        self.parts = ReplayParts(context, self.sight, self)
        self.group = FocusGroup(context, self.touch, self.say)
        self.group.replace(self.parts.all(), self.parts.play)
        self.group.ring = False
        self._waited = self._idle = 0.0
        self._made_for: tuple[object, ...] = ()
        self._doings = self._intents()
        self.places: Places

    # Scene

    def layout(self) -> None:
        context = self.context
        made_for = (context.sprites, context.fonts, words.language())
        if made_for != self._made_for:
            self._made_for = made_for
            self.wording = Wording(self.replayed.rules, self.replayed.seats)
            self._show()
        n = len(self.replayed.seats)
        user = context.settings.ui_scale / 100
        board_, codes = context.theme.board, self.replayed.rules.codes
        table = layout.table(context.size, user, n, board_, codes)
        self.opened = self.opened and bool(table.folded)
        self.places = self.sight.places = Places(table, context.px, n, self.opened)
        self.playback.set_up(self.wording, self.places, self._slot_of)
        self.parts.place(self.places)
        self.refresh()

    def handle(self, event: pygame.Event) -> bool:
        if event.type in AWAY:
            return self._leave_nothing_private()
        if event.type in INPUT:
            self._idle = 0.0
        if event.type in (pygame.KEYDOWN, INTENT) and self._obey(event):
            return True
        return self.group.handle(event)

    def _obey(self, event: pygame.Event) -> bool:
        name = self.group.intent(event)
        if name == "confirm" and self.group.ring and event.type == INTENT:
            return False  # a gamepad presses what the ring is on
        if name == "confirm" and self.group.ring and self.group.focus is not self.parts.play:
            return False
        if name not in self._doings:
            return False
        self._doings[name]()
        return True

    def update(self, dt: float) -> None:
        self.dirty = self.saying.update(dt) or self.dirty
        if self.playback.running:
            self.playback.update(dt)
            self.refresh()
        elif self.playing and self.context.stack.top is self:
            self._play_on(dt)
        self.animating = self.playback.running
        self._idle += dt
        limit = self.context.settings.conceal_after
        if limit and self._idle >= limit and self.context.stack.top is self:
            self._leave_nothing_private()

    def draw(self, surface: pygame.Surface) -> None:
        pen = self.sight.pen(surface)
        lay_ground(pen, self.parts.bar_end())
        if not self.places.opened:
            lay_board(pen)
        lay_panels(pen)
        self.parts.draw_box(surface)
        above = self.parts.log if self.parts.log.wide else None
        for part in self.group.widgets:
            if part.visible and part is not above:
                part.draw(surface)
        if not self.places.opened:
            board.won_line(pen)
            pen.motion.draw(surface)
            board.draw_plate(pen)
        if above is not None:
            above.draw(surface)
        self.group.draw_ring(surface)
        self.saying.draw(surface, pen.frame, self.places)

    # What the presses mean

    def step(self, by: int) -> None:
        """One action on is seen as it happens; all else is shown at once."""
        self._rest()
        self._step(by)

    def turn(self, by: int) -> None:
        self._jump(lambda: self.replayed.turn(by))

    def round(self, by: int) -> None:
        self._jump(lambda: self.replayed.round(by))

    def go(self, place: Place) -> None:
        self._jump(lambda: self.replayed.go(place))

    def play_or_rest(self) -> None:
        """Let it go on by itself, from the beginning if it is at its end; or stop it."""
        self.playing = not self.playing
        if self.playing and self.replayed.place == self.replayed.end:
            self.replayed.go(Place(0, 0))
            self._show()
        self._waited = PAUSE
        self.refresh()

    def next_speed(self) -> None:
        self.speed = SPEEDS[(SPEEDS.index(self.speed) + 1) % len(SPEEDS)]
        self.refresh()

    def next_eye(self) -> None:
        self.replayed.next_eye()
        self._sit_down()
        self._show()
        self.say(eye_told(self.replayed))

    def branch(self) -> None:
        reason = self._why_no_branch()
        if reason is None:
            self._rest()
            self.context.ways.branch(self.replayed)
        else:
            self.say(reason)

    def share(self) -> None:
        self._rest()
        self.context.ways.share(self.replayed)

    def jump_to_entry(self, number: int) -> None:
        """To just after an action of this round."""
        self.go(Place(self.replayed.place.round, number + 1))

    def jump_to_card(self, number: int) -> None:
        lying = cards_played(self.replayed.entries)
        if number < len(lying):
            self.jump_to_entry(lying[number])

    def jump_to_key(self, key: Key) -> None:
        """To the last marker that was placed there; from it, to the one before."""
        done = self.replayed.place.action
        placed = markers_placed(self.replayed.whole_round, key)
        before = [n for n in placed if n + 1 < done] or list(placed)
        if before:
            self.jump_to_entry(before[-1])
        else:
            self.say(_("No marker was placed there in this round."))

    def show_rules(self) -> None:
        self.context.ways.rules(self.replayed.rules)

    def back(self) -> None:
        """From the wide log, else away."""
        if self.parts.log.wide:
            self.toggle_log()
        elif self.opened:
            self.toggle_panels()
        else:
            self.context.stack.pop()

    def toggle_log(self) -> None:
        self.parts.log.wide = not self.parts.log.wide
        self.refresh()

    def toggle_panels(self) -> None:
        self.opened = not self.opened
        self.layout()

    def _intents(self) -> dict[str, Callable[[], None]]:
        return {
            "left": lambda: self.step(-1),
            "right": lambda: self.step(1),
            "up": lambda: self.turn(-1),
            "down": lambda: self.turn(1),
            "page_up": lambda: self.round(-1),
            "page_down": lambda: self.round(1),
            "first": lambda: self.go(Place(0, 0)),
            "last": lambda: self.go(self.replayed.end),
            "confirm": self.play_or_rest,
            "eye": self.next_eye,
            "branch": self.branch,
            "share": self.share,
            "log": self.toggle_log,
            "rules": self.show_rules,
            "settings": self.context.ways.settings,
            "menu": self.context.stack.pop,
            "back": self.back,
        }

    # The picture

    def touch(self) -> None:
        self.dirty = True

    def say(self, sentence: str) -> None:
        """A short answer near the button that has the focus."""
        focus = self.group.focus
        where = focus.rect if focus is not None else self.places.table.lcd
        self.saying.say(sentence, where)
        self.dirty = True

    def refresh(self) -> None:
        """Make the picture anew after anything has changed."""
        if not hasattr(self, "places"):
            return
        self.sight.frame = self._frame()
        replayed, aids = self.replayed, "standard"
        lines = log_lines(replayed.whole_round, self.wording, aids)
        self.parts.tell(self._shown(), self.places)
        self.parts.log.show(lines, replayed.place.action)
        focus = self.group.focus
        if focus is not None and not focus.visible:
            self.group.set_focus(self.parts.play)
        self.dirty = True

    def _shown(self) -> Shown:
        replayed = self.replayed
        return Shown(
            eye_name(replayed, replayed.eye),
            eye_told(replayed),
            (place_told(replayed), place_in_short(replayed)),
            self.playing,
            self.speed,
            self._why_no_branch(),
        )

    def _frame(self) -> Frame:
        return make_frame(
            self.playback.shown,
            self.wording,
            self.bottom,
            round_number=self.replayed.round_number,
            caption=just_happened(self.replayed, self.wording),
        )

    def _why_no_branch(self) -> str | None:
        if self.replayed.is_running:
            return _("A match that is not over is played on at its own table.")
        if self.replayed.public.result is not None:
            return _("The round is over here: go back to where it can be played on.")
        return None

    # Going on

    def _play_on(self, dt: float) -> None:
        self._waited += dt * self.speed
        if self._waited < PAUSE:
            return
        self._waited = 0.0
        if not self._step(1):
            self._rest()

    def _step(self, by: int) -> bool:
        self.playback.cut()
        moved = self.replayed.step(by)
        if not moved:
            return False
        if by == 1 and self.replayed.place.action:
            self.playback.follow(self.replayed.glance())
            self.playback.timeline.speed = speed_of(self.context.settings) * self.speed
        else:
            self._show()
        self.refresh()
        return True

    def _jump(self, go: Callable[[], bool]) -> None:
        self._rest()
        self.playback.cut()
        if go():
            self._show()
        self.refresh()

    def _rest(self) -> None:
        self.playing = False
        self.refresh()

    def _show(self) -> None:
        self.playback.show(self.replayed.glance())
        self.refresh()

    def _sit_down(self) -> None:
        """Whose eye looks sits at the lower edge."""
        if isinstance(self.replayed.eye, int):
            self.bottom = self.replayed.eye

    def _slot_of(self, seat: Seat) -> int:
        return (seat - self.bottom) % len(self.replayed.seats)

    def _leave_nothing_private(self) -> bool:
        """Nobody is at the screen: what a seat of a running match knows goes, and the table below
        covers its own cards as it does."""
        if self.replayed.is_running and isinstance(self.replayed.eye, int):
            self.context.stack.pop()
        return False
