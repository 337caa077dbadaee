"""What can be pressed on the table: keys, cards, the double."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pygame

from hacktrick.game.cards import Card
from hacktrick.game.keypad import Key
from hacktrick.themes import Colour
from hacktrick.ui.controls.hints import draw_hint, hint_width
from hacktrick.ui.controls.widgets import Widget
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.paint.cards import CardLook
from hacktrick.ui.paint.fonts import TextStyle
from hacktrick.ui.paint.keys import PanelLook
from hacktrick.ui.stage.context import Context
from hacktrick.ui.table.board import draw_key
from hacktrick.ui.table.motion import Motion, card_of_hand
from hacktrick.ui.table.pen import Pen
from hacktrick.ui.table.places import LIFT, Places
from hacktrick.words.frame import Frame
from hacktrick.words.translator import _

MOST_CARDS = 4  # of a hand
TARGET = TextStyle("strong", 14)


class Sight:
    """The picture that the parts of the table draw from; the scene puts a new frame in, and the
    places of the window."""

    places: Places

    def __init__(self, context: Context, frame: Frame, motion: Motion) -> None:
        self.context = context
        self.frame = frame
        self.motion = motion

    def pen(self, surface: pygame.Surface) -> Pen:
        """To draw this picture on ``surface``."""
        return Pen(surface, self.context, self.frame, self.places, self.motion)


class KeyPart(Widget):
    """A key of the keypad."""

    def __init__(
        self, context: Context, sight: Sight, key: Key, choose: Callable[[Key], None]
    ) -> None:
        super().__init__(context)
        self.sight, self.key_number, self.choose = sight, key, choose

    def activate(self) -> None:
        self.choose(self.key_number)

    def draw(self, surface: pygame.Surface) -> None:
        frame = self.sight.frame
        live = frame.acting and self.key_number in frame.reach.values()
        draw_key(
            self.sight.pen(surface),
            self.rect,
            self.key_number,
            hover=self.hovered and live,
            pressed=self.pressed and live,
        )


@dataclass(frozen=True, slots=True)
class Target:
    """What stands above a card. ``brief``: where there is less room; ``arrow``: it leads
    somewhere."""

    text: str
    colour: Colour
    brief: str = ""
    arrow: bool = False


class CardPart(Widget):
    """A card of the own hand; it can be pressed, or dragged to its key or to the row."""

    def __init__(
        self, context: Context, sight: Sight, n: int, choose: Callable[[Card], None]
    ) -> None:
        super().__init__(context)
        self.sight, self.n, self.choose = sight, n, choose
        self.drag_from: tuple[int, int] | None = None
        self.drag_at: tuple[int, int] | None = None

    @property
    def value(self) -> Card | None:
        cards = self.sight.frame.hand(self.sight.frame.bottom)
        return cards[self.n] if self.n < len(cards) else None

    @property
    def is_dragged(self) -> bool:
        if self.drag_from is None or self.drag_at is None:
            return False
        far = self.context.px(10)
        dx, dy = self.drag_at[0] - self.drag_from[0], self.drag_at[1] - self.drag_from[1]
        return dx * dx + dy * dy > far * far

    def press(self, pos: tuple[int, int]) -> None:
        self.drag_from = self.drag_at = pos

    def drag(self, pos: tuple[int, int]) -> None:
        self.drag_at = pos
        self.changed()

    def let_go(self) -> None:
        self.drag_from = self.drag_at = None

    def activate(self) -> None:
        self.let_go()
        if self.value is not None:
            self.choose(self.value)

    @property
    def is_chosen(self) -> bool:
        """Of several equal cards the first one is the chosen one."""
        frame = self.sight.frame
        cards = frame.hand(frame.bottom)
        value = self.value
        chosen = value is not None and frame.draft.card == value
        return chosen and cards.index(value) == self.n

    @property
    def is_fresh(self) -> bool:
        """Whether it has just been drawn: such cards lie last."""
        frame = self.sight.frame
        return self.n >= len(frame.hand(frame.bottom)) - len(frame.fresh)

    def look(self) -> CardLook:
        frame, value = self.sight.frame, self.value
        over = frame.glance.hands is not None
        playing = frame.acting and frame.public.phase in ("turn", "command")
        dead = playing and value is not None and value not in frame.reach
        return CardLook(
            value,
            selected=self.is_chosen and not over,
            hover=self.hovered and frame.acting and not dead and value is not None,
            dim=dead,
        )

    def draw(self, surface: pygame.Surface) -> None:
        motion = self.sight.motion
        if motion.dealt is not None and self.n >= motion.dealt.get(self.sight.frame.bottom, 0):
            return
        aside = motion.way_of(self.sight.frame.bottom, self.n)
        place = self.rect.move(aside, -self.context.px(LIFT) if self.is_chosen else 0)
        if self.is_dragged and self.drag_at is not None:
            place.center = self.drag_at
        bottom = self.sight.frame.bottom
        sprite = card_of_hand(
            self.context, motion, bottom, self.look(), self.rect.size, is_fresh=self.is_fresh
        )
        sprite.draw_centred(surface, place.center)
        if not self.is_dragged:
            self._target(surface, place)

    def _target(self, surface: pygame.Surface, place: pygame.Rect) -> None:
        """Where the card leads, above it: an arrow, the key, what it does there."""
        target = self._target_words()
        if target is None:
            return
        context, colour, arrow = self.context, target.colour, target.arrow
        bottom = place.y - context.px(1 if self.is_chosen else 3)
        icon = context.px(12) if arrow else 0
        gap = context.px(4) if arrow else 0
        room = self.rect.width + context.px(9) - icon - gap
        fits = context.fonts.size(target.text, TARGET)[0] <= room
        text = target.text if fits or not target.brief else target.brief
        shown = context.fonts.fit(text, TARGET, room)
        width, height = context.fonts.size(shown, TARGET)
        left = place.centerx - (width + icon + gap) // 2
        if arrow:
            sprite = context.sprites.icon("right", icon, colour)
            sprite.draw_centred(surface, (left + icon / 2, bottom - height / 2))
        where = (left + icon + gap, bottom)
        context.fonts.text(surface, shown, where, TARGET, colour, "bottomleft")

    def _target_words(self) -> Target | None:
        frame, colours, value = self.sight.frame, self.context.theme.colours, self.value
        if self.is_fresh and not frame.acting and self.sight.motion.fresh >= 1.0:
            return Target(_("new"), colours.accent)
        if value is None or not frame.acting or not frame.public.row:
            return None
        if frame.public.phase not in ("turn", "command"):
            return None
        if value == frame.public.row[-1]:
            return Target(_("same as row"), colours.muted, brief=_("same"))
        key = frame.reach.get(value)
        if key is None:
            return None
        taken = frame.public.markers_on(key, 1 - frame.public.side)
        words = _("{key} take {n}").format(key=key, n=taken) if taken else f"{key}"
        return Target(words, colours.accent, arrow=True)


class DoublePart(Widget):
    """Places the double instead of a single: a button, and the big marker itself at the end of the
    own supply (``marker``, in pixels)."""

    def __init__(self, context: Context, sight: Sight, toggle: Callable[[], None]) -> None:
        super().__init__(context)
        self.sight, self.toggle = sight, toggle
        self.on = False
        self.there = True
        self.marker = pygame.Rect(0, 0, 0, 0)

    def is_at(self, pos: tuple[int, int]) -> bool:
        return super().is_at(pos) or self.marker.collidepoint(pos)

    def activate(self) -> None:
        self.toggle()

    def draw(self, surface: pygame.Surface) -> None:
        context, colours = self.context, self.context.theme.colours
        frame = self.sight.frame
        own = frame.look(frame.side(frame.bottom))
        colour = colours.players[own.colour]
        look = PanelLook(
            edge=colour if self.on else None,
            edge_width=2.0 if self.on else 1.0,
            raised=True,
            hover=self.hovered and self.there,
            pressed=self.pressed,
            dim=not self.there,
            glow=colour if self.on else None,
        )
        self._panel(surface, look)
        self._ring(surface, colour)
        middle = self.rect.centery - context.px(1.5)
        sign = context.px(16)
        left = self.rect.x + context.px(7)
        context.sprites.sign(own.piece(True), sign, self.there).draw_centred(
            surface, (left + sign / 2, middle)
        )
        text = _("double") if not self.on else _("double on")
        ink = colours.text if self.there else colours.muted
        right = self.rect.right - context.px(7)
        room = right - left - sign - context.px(8)
        less = hint_width(context, ("double",))
        if context.fonts.size(text, styles.SMALL)[0] <= room - less:  # the word goes before
            draw_hint(surface, context, ("double",), (right, middle), "midright", colours.muted)
            room -= less
        place = (left + sign + context.px(5), middle)
        context.fonts.text(surface, text, place, styles.SMALL, ink, "midleft", room)

    def _ring(self, surface: pygame.Surface, colour: Colour) -> None:
        """Light around the big marker while it is chosen or pointed at."""
        if not (self.on or (self.hovered and self.there)):
            return
        look = PanelLook(edge=colour, edge_width=2.0 if self.on else 1.2)
        box = self.marker.inflate(-self.context.px(4), -self.context.px(4))
        self.context.sprites.pip(look, box.size, False).draw(surface, box.topleft)
