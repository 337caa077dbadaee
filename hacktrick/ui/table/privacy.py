"""Keeps private cards closed at a screen that several people share.

A curtain stands between two players and opens by a deliberate act; cards close when nobody
touches anything for a while.
"""

from __future__ import annotations

from collections.abc import Callable

import pygame

from hacktrick.app.session import Session
from hacktrick.app.turn_draft import PlayerTurn
from hacktrick.game.rules import Seat
from hacktrick.i18n.translator import _
from hacktrick.ui.input.intents import INTENT, INTENT_END
from hacktrick.ui.input.key_bindings import chord_of
from hacktrick.ui.layout.boxes import centred_box
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.paint.card_faces import CardLook
from hacktrick.ui.paint.keys_and_panels import PanelLook
from hacktrick.ui.scene.context import Context
from hacktrick.ui.scene.scene import Scene
from hacktrick.ui.table.displayed_match import LOOKING_INPUT_DELAY, DisplayedMatch
from hacktrick.ui.widgets import game_drawing
from hacktrick.ui.widgets.input_hints import intent_hint
from hacktrick.ui.widgets.menu import KEYS, MOUSE


class Privacy:
    """Opens and closes private cards.

    Args:
        turn: the turn that the player at the screen is composing.
        refresh: makes the picture anew.
    """

    def __init__(
        self, context: Context, shown: DisplayedMatch, turn: PlayerTurn, refresh: Callable[[], None]
    ) -> None:
        self.context, self.shown, self.turn, self.refresh = context, shown, turn, refresh
        self.session = shown.session
        self.idle = 0.0  # seconds since the last input
        self._covered_at = 0.0

    # Time without a touch

    def update(self, dt: float) -> None:
        """Let ``dt`` seconds pass without input; conceals the cards when that has lasted
        too long."""
        self.idle += dt
        limit = self.context.settings.conceal_after
        if limit and self.idle >= limit:
            self.conceal()

    def covered(self) -> None:
        """Note when another scene comes over the table."""
        self._covered_at = self.context.stack.seconds

    def uncovered(self) -> None:
        """Count the time under the other scene as time without input."""
        self.update(self.context.stack.seconds - self._covered_at)
        self.idle = 0.0

    # Open and closed

    def hand_over(self, seat: Seat) -> None:
        """Call the next player to the screen, behind the curtain if the setting wants one."""
        if not self.context.settings.curtain:
            self.open(seat)
            return
        recap = self.shown.wording.recap_lines(self.session.public_history, seat)
        curtain = HandoverScene(self.context, self.session, seat, recap, lambda: self.open(seat))
        self.context.stack.push(curtain)

    def open(self, seat: Seat) -> None:
        """Show the cards of a player who is alone at the screen."""
        self.session.open(seat)
        self.shown.bottom, self.turn.veiled = seat, False
        self.idle = 0.0
        self.turn.clear()
        self.shown.show()
        self.refresh()

    def conceal(self) -> None:
        """Hide all private cards where several people share the screen."""
        if len(self.session.humans) < 2 or self.session.viewer is None:
            return
        self.turn.clear()
        self.shown.drawn.forget()
        self.session.conceal()
        self.shown.jump()
        self.refresh()

    def end_looking(self) -> None:
        """Close the cards of a player who has seen the drawn card."""
        if self.shown.drawn.age >= LOOKING_INPUT_DELAY:
            self.session.close_drawn_card()
            self.shown.drawn.forget()
            self.shown.show()
            self.refresh()

    def veil(self) -> None:
        """Hide the own cards or show them again; where computers are watched, all cards."""
        if self.session.may_watch:
            self.session.watch(not self.session.open_hands)
            self.shown.jump()
        self.turn.veiled = not self.turn.veiled
        self.turn.clear()
        self.refresh()


HANDOVER_INPUT_DELAY = 0.4  # seconds in which late input of the player before is ignored
HANDOVER_HOLD = 0.6  # seconds that the button must be held
HANDOVER_PRESS_GAP = 0.3  # seconds that must lie between the two presses
WIDTH = 620.0
NAME = styles.TextStyle("heading", 44)
LINE = styles.TextStyle("body", 17)


class HandoverScene(Scene):
    """The curtain before the cards of the next player.

    Args:
        seat: of the next player.
        recap: what everybody may know of the turn before, in sentences.
        opened: called once, after the curtain has left the stack.
    """

    def __init__(
        self,
        context: Context,
        session: Session,
        seat: Seat,
        recap: tuple[str, ...],
        opened: Callable[[], None],
    ) -> None:
        super().__init__(context)
        self.seat, self.recap, self._opened = seat, recap, opened
        self.name = session.seats[seat].name
        side = max(0, session.public.seating.side_of[seat])
        self._look = session.side_styles[side]  # as at the table
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
        """How far the curtain has opened, 0 to 1."""
        if self.holds:
            return min(1.0, self._held / HANDOVER_HOLD)
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
        # Where the recap is too long its last lines are kept.
        most = max(1, (context.size[1] - px(346 + 28 + 24)) // step)
        self._lines = self._lines[-most:]
        height = px(346) + step * len(self._lines) + (px(28) if self._lines else 0)
        self._box = centred_box(context.size, px(WIDTH), min(height, context.size[1] - px(24)))
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
            if self._held >= HANDOVER_HOLD:
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
        fonts.draw_text(surface, _("The screen is for"), place, LINE, colours.muted, "center", room)
        place = (box.centerx, box.top + px(164))
        fonts.draw_text(surface, self.name, place, NAME, colours.text, "center", room)
        top = box.top + px(204)
        for line in self._lines:
            fonts.draw_text(surface, line, (box.centerx, top), LINE, colours.muted, "midtop")
            top += fonts.line_height(LINE)
        self._draw_button(surface)

    def _draw_backs(self, surface: pygame.Surface) -> None:
        """Draw cards face down on both sides."""
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
        context.fonts.draw_text(surface, label, place, styles.HEADING, colours.text, "center", room)
        bar = pygame.Rect(0, 0, rect.width - px(40), px(8))
        bar.midbottom = rect.centerx, rect.bottom - px(12)
        game_drawing.draw_gauge(surface, context, bar, self.progress, colours.accent)
        context.sprites.focus_ring(rect.size).draw(surface, rect.topleft)
        place = (rect.centerx, rect.bottom + px(28))
        room = self._box.width - px(24)
        context.fonts.draw_text(
            surface, self._hint(), place, styles.BODY, colours.muted, "center", room
        )

    def _hint(self) -> str:
        key = intent_hint(self.context, "confirm")
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
            self.context.navigator.show_pause_menu()
        elif name == "confirm" and key not in self._stale:
            if self._age < HANDOVER_INPUT_DELAY:
                self._stale.add(key)  # or its repetitions would count later
            else:
                self._press(key)

    def _press(self, source: object) -> None:
        """Count a press; a key that repeats while held counts once."""
        if self._age < HANDOVER_INPUT_DELAY or self._down is not None:
            return
        self._down, self._held, self.dirty = source, 0.0, True
        self.animating = self.holds
        if self.holds:
            return
        if self._pressed_at is None:
            self._pressed_at = self._age
        elif self._age - self._pressed_at >= HANDOVER_PRESS_GAP:
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
