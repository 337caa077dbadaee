"""The curtain between two people at one screen: opaque, public, and opened by a deliberate act.

It must not know a card. What it shows and how long it takes depends on nothing hidden: it is given
the public recap as sentences and draws only that.
"""

from __future__ import annotations

from collections.abc import Callable

import pygame

from hacktrick.game.rules import Seat
from hacktrick.seat.desk import Desk
from hacktrick.ui.controls.intent_words import hint_words
from hacktrick.ui.controls.menu import KEYS, MOUSE
from hacktrick.ui.keys.chords import chord_of
from hacktrick.ui.keys.intents import INTENT, INTENT_END
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.paint.boxes import centred
from hacktrick.ui.paint.cards import CardLook
from hacktrick.ui.paint.keys import PanelLook
from hacktrick.ui.stage import draw
from hacktrick.ui.stage.context import Context
from hacktrick.ui.stage.scene import Scene
from hacktrick.words.translator import _

DEAF = 0.4  # seconds in which stray keys of the player before are not heard
HOLD = 0.6  # seconds that the button must be held
BETWEEN = 0.3  # seconds that must lie between the two presses
WIDTH = 620.0
NAME = styles.TextStyle("heading", 44)
LINE = styles.TextStyle("body", 17)


class HandoverScene(Scene):
    """`opened` is called once, after the curtain has left the stack.

    Args:
        seat: who is to come to the screen.
        recap: what everybody may know of the turn before, in sentences.
    """

    def __init__(
        self,
        context: Context,
        desk: Desk,
        seat: Seat,
        recap: tuple[str, ...],
        opened: Callable[[], None],
    ) -> None:
        super().__init__(context)
        assert desk.session is not None
        self.desk, self.seat, self.recap, self._opened = desk, seat, recap, opened
        session = desk.session
        self.name = session.seats[seat].name
        side = max(0, session.public.seating.side_of[seat])
        self._look = session.look(side)  # as at the table
        self._age = 0.0
        self._pressed_at: float | None = None  # the first of two presses
        self._down: object = None  # the key or mouse button that is held
        self._held = 0.0
        self._over = False  # the mouse is above the button
        self._gone = False
        self._stale: set[object] = set()  # keys held since before the curtain came
        self._box = self._button = pygame.Rect(0, 0, 0, 0)

    @property
    def holds(self) -> bool:
        """Whether the button is to be held rather than pressed twice."""
        return self.context.settings.curtain_style == "hold"

    @property
    def progress(self) -> float:
        """How far the opening is, 0 to 1."""
        if self.holds:
            return min(1.0, self._held / HOLD)
        return 0.5 if self._pressed_at is not None else 0.0

    least = (WIDTH + 20, 400.0)

    def enter(self) -> None:
        self.context.play("curtain", 0)
        held = pygame.key.get_pressed()
        chords = map(chord_of, self.context.bindings.keys("confirm"))
        self._stale = {chord.key for chord in chords if chord and held[chord.key]}

    def leave(self) -> None:
        if self._gone:
            self._opened()

    def layout(self) -> None:
        context = self.context
        px = context.px
        room = px(WIDTH - 96)
        self._lines = [line for text in self.recap for line in context.fonts.wrap(text, LINE, room)]
        step = context.fonts.line_height(LINE)
        # Of a long turn of several players the last sentences are kept.
        most = max(1, (context.size[1] - px(346 + 28 + 24)) // step)
        self._lines = self._lines[-most:]
        height = px(346) + step * len(self._lines) + (px(28) if self._lines else 0)
        self._box = centred(context.size, px(WIDTH), min(height, context.size[1] - px(24)))
        self._button = pygame.Rect(0, 0, px(380), px(72))
        self._button.midbottom = self._box.centerx, self._box.bottom - px(64)
        self.dirty = True

    def handle(self, event: pygame.Event) -> bool:
        if event.type == pygame.MOUSEMOTION:
            over = self._button.collidepoint(event.pos)
            self.dirty = self.dirty or over != self._over
            self._over = over
            if not over and self._down == "mouse":
                self._let_go("mouse")
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            if self._button.collidepoint(event.pos):
                self._press("mouse")
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            self._let_go("mouse")
        elif event.type in (pygame.KEYDOWN, INTENT):
            self._key_down(self.intent(event), event.dict.get("key", event.dict.get("button")))
        elif event.type == INTENT_END:
            self._stale.discard(event.button)
            self._let_go(event.button)
        elif event.type == pygame.KEYUP:
            self._stale.discard(event.key)
            self._let_go(event.key)
        elif event.type == pygame.WINDOWFOCUSLOST:
            self._let_go(self._down)
        return event.type in MOUSE + KEYS

    def update(self, dt: float) -> None:
        self._age += dt
        if self.holds and self._down is not None:
            self._held += dt
            self.dirty = True
            if self._held >= HOLD:
                self._open()

    def draw(self, surface: pygame.Surface) -> None:
        context, colours = self.context, self.context.theme.colours
        surface.blit(context.sprites.background(surface.get_size()), (0, 0))
        self._draw_backs(surface)
        box, px, fonts = self._box, context.px, context.fonts
        colour = colours.players[self._look.colour]
        look = PanelLook(edge=colour, edge_width=2, raised=True)
        context.sprites.panel(look, box.size).draw(surface, box.topleft)
        foot = (box.centerx, box.top + px(104))
        context.sprites.draw_marker(surface, self._look.piece(), foot, px(72))
        place = (box.centerx, box.top + px(128))
        room = box.width - px(60)
        fonts.text(surface, _("The screen is for"), place, LINE, colours.muted, "center", room)
        place = (box.centerx, box.top + px(164))
        fonts.text(surface, self.name, place, NAME, colours.text, "center", room)
        top = box.top + px(204)
        for line in self._lines:
            fonts.text(surface, line, (box.centerx, top), LINE, colours.muted, "midtop")
            top += fonts.line_height(LINE)
        self._draw_button(surface)

    def _draw_backs(self, surface: pygame.Surface) -> None:
        """Cards face down on both sides: nothing to be seen here yet."""
        context, px = self.context, self.context.px
        size = px(150), px(200)
        sprite = context.sprites.card(CardLook(None, dim=True), size)
        for n in range(1, 4):
            for side in (-1, 1):
                x = self._box.centerx + side * (self._box.width // 2 - px(60) + n * px(112))
                place = (x, self._box.centery + px(10) * (n - 1))
                sprite.draw_centred(surface, place)

    def _draw_button(self, surface: pygame.Surface) -> None:
        context, colours, rect = self.context, self.context.theme.colours, self._button
        px = context.px
        look = PanelLook(
            edge=colours.accent,
            edge_width=2,
            raised=True,
            hover=self._over,
            pressed=self._down is not None,
            glow=colours.accent,
        )
        context.sprites.panel(look, rect.size).draw(surface, rect.topleft)
        place = (rect.centerx, rect.centery - px(7))
        label = _("I am {name}").format(name=self.name)
        room = rect.width - px(28)
        context.fonts.text(surface, label, place, styles.HEADING, colours.text, "center", room)
        bar = pygame.Rect(0, 0, rect.width - px(40), px(8))
        bar.midbottom = rect.centerx, rect.bottom - px(12)
        draw.gauge(surface, context, bar, self.progress, colours.accent)
        context.sprites.focus_ring(rect.size).draw(surface, rect.topleft)
        place = (rect.centerx, rect.bottom + px(28))
        room = self._box.width - px(24)
        context.fonts.text(surface, self._hint(), place, styles.BODY, colours.muted, "center", room)

    def _hint(self) -> str:
        key = hint_words(self.context, "confirm")
        if self._pressed_at is not None and not self.holds:
            return _("Once more to see your cards.")
        if not key:
            text = _("Hold the button to see your cards.")
            return text if self.holds else _("Press the button twice to see your cards.")
        if self.holds:
            return _("Hold the button or {key} to see your cards.").format(key=key)
        return _("Press the button or {key} twice to see your cards.").format(key=key)

    def _key_down(self, name: str, key: object) -> None:
        if name in ("back", "menu"):
            self.context.ways.pause()
        elif name == "confirm" and key not in self._stale:
            if self._age < DEAF:
                self._stale.add(key)  # or its repetitions would count later
            else:
                self._press(key)

    def _press(self, source: object) -> None:
        """Keys that repeat while held count once."""
        if self._age < DEAF or self._down is not None:
            return
        self._down, self._held, self.dirty = source, 0.0, True
        self.animating = self.holds
        if self.holds:
            return
        if self._pressed_at is None:
            self._pressed_at = self._age
        elif self._age - self._pressed_at >= BETWEEN:
            self._open()

    def _let_go(self, source: object) -> None:
        if source is not None and source == self._down:
            self._down, self._held, self.dirty = None, 0.0, True
            self.animating = False

    def _open(self) -> None:
        if not self._gone:
            self._gone = True
            self._down, self.animating = None, False
            self.context.stack.pop()
