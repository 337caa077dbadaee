"""What can be pressed on the table: keys, cards, commands, the double, words of the top bar."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pygame

from hacktrick.game.cards import Card
from hacktrick.game.keypad import Key
from hacktrick.themes import Colour
from hacktrick.ui.controls.hints import draw_hint, hint_width
from hacktrick.ui.controls.widgets import Button, Widget
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
from hacktrick.words.prompts import Caption
from hacktrick.words.translator import _

MOST_CARDS = 4  # of a hand
TARGET = TextStyle("strong", 14)
COMMAND = TextStyle("heading", 18)
SMALL_COMMAND = TextStyle("heading", 15)
TIGHT = 15.0  # units between the lines of a button that has much to say


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


class CommandPart(Button):
    """A button of the turn: its word, its key, its price and its effect."""

    def __init__(
        self, context: Context, action: Callable[[], None], hint: str, icon: str = ""
    ) -> None:
        super().__init__(context, "", action, hint=hint, icon=icon)
        self.warning = ""
        self.brief = ""
        self.is_free = False
        self.help = ""

    def tell(self, caption: Caption, *, primary: bool = False, help: str = "") -> None:
        self.label, self.price, self.effect = caption.label, caption.price, caption.effect
        self.warning, self.reason, self.primary = caption.warning, caption.reason, primary
        self.brief, self.is_free = caption.brief or caption.effect, caption.is_free
        self.help = help

    def activate(self) -> None:
        """Also where it is refused: the action itself says why."""
        if self.reason is None:
            self.context.play("select", 0)
        self.action()

    def draw(self, surface: pygame.Surface) -> None:
        self._panel(surface, self._look())
        context = self.context
        lip = context.px(3 * context.theme.surface.relief)
        down = lip if self.pressed and self.reason is None else 0
        inner = self.rect.inflate(-2 * context.px(9), 0).move(0, down)
        inner.height -= lip
        self._words(surface, inner)

    def _words(self, surface: pygame.Surface, inner: pygame.Rect) -> None:
        """The label with its key, then price and effect as far as there is room."""
        roomy = inner.height / self.context.scale >= 50
        style = COMMAND if roomy else SMALL_COMMAND
        step, margin = (17.5, 8) if roomy else (TIGHT, 1)
        first = self.context.px(style.size * (1.22 if roomy else 1.12))
        labels = self._label_lines(style, inner.width, max(1, inner.height // first))
        room = inner.height - first * len(labels)
        wanted = self._below(inner.width)
        if roomy and self.context.px(step) * len(wanted) > room - self.context.px(margin):
            step, margin = TIGHT, 3
        small = self.context.px(step)
        below = self._fitting(wanted, max(0, (room - self.context.px(margin)) // small))
        top = inner.centery - (first * len(labels) + small * len(below)) // 2
        hint = self._hint_width()
        for n, label in enumerate(labels):
            place = (inner.x, top + first * n + first // 2)
            width = inner.width - (0 if n else hint)
            self.context.fonts.text(surface, label, place, style, self._ink(), "midleft", width)
        if hint:
            place = (inner.right, top + first // 2)
            muted = self.context.theme.colours.muted
            draw_hint(surface, self.context, (self.hint,), place, "midright", muted)
        self._draw_below(surface, inner, top + first * len(labels), small, below)

    def _hint_width(self) -> int:
        width = hint_width(self.context, (self.hint,)) if self.hint else 0
        return width + self.context.px(6) if width else 0

    def _label_lines(self, style: TextStyle, width: int, most: int) -> list[str]:
        """The label on as few lines as it needs, the first one shorter because of the key."""
        fonts = self.context.fonts
        beside = width - self._hint_width()
        if fonts.fits(self.label, style, beside):
            return [self.label]
        top = fonts.wrap(self.label, style, beside)[0]
        rest = self.label[len(top) :].strip()
        if rest and not fonts.fits(rest, style, width):
            return [top, *fonts.wrap(rest, style, width)][:most]
        return [top, rest] if rest else [top]

    def _below(self, width: int) -> list[str]:
        """Price and effect: the brief effect where the long one does not fit, on two lines where
        even that is too long; what costs nothing needs no price then."""
        fonts = self.context.fonts
        effects = [self.effect, self.brief] if self.effect else []
        whole = next((one for one in effects if fonts.fits(one, styles.SMALL, width)), None)
        if whole is not None or not effects:
            return [line for line in (self.price, whole) if line]
        lines = fonts.wrap(self.brief, styles.SMALL, width)
        return lines if self.is_free else [self.price, *lines]

    def _fitting(self, wanted: list[str], most: int) -> list[str]:
        """As many lines as there is room for, but no effect without its end: a warning goes before
        the price, the price before any other effect."""
        if len(wanted) <= most:
            return wanted
        effect = wanted[1:] if wanted[0] == self.price else wanted
        if self.warning and self.reason is None and len(effect) <= most:
            return effect
        return [self.price][:most] if self.price else []

    def _draw_below(
        self, surface: pygame.Surface, inner: pygame.Rect, top: int, step: int, below: list[str]
    ) -> None:
        colours = self.context.theme.colours
        for n, line in enumerate(below):
            warned = line != self.price and bool(self.warning) and self.reason is None
            place = (inner.x, top + step * n + step // 2)
            colour = colours.warning if warned else colours.muted
            self.context.fonts.text(
                surface, line, place, styles.SMALL, colour, "midleft", inner.width
            )


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


class BarPart(Button):
    """A word of the top bar with its key; without it where it is ``brief``."""

    brief = False

    def width(self) -> int:
        fonts, px = self.context.fonts, self.context.px
        word = fonts.size(self.label, styles.BODY)[0]
        return word + self._hint() + px(8 if self._hint() else 0) + px(12 if self.brief else 20)

    def _hint(self) -> int:
        """Width of its key."""
        return 0 if self.brief or not self.hint else hint_width(self.context, (self.hint,))

    def draw(self, surface: pygame.Surface) -> None:
        context, colours = self.context, self.context.theme.colours
        if self.hovered or self.pressed:
            look = PanelLook(raised=True, hover=True, pressed=self.pressed)
            self._panel(surface, look)
        left = self.rect.x + context.px(6 if self.brief else 10)
        middle = self.rect.centery - context.px(1)
        if self._hint():
            place = (left, middle)
            box = draw_hint(surface, context, (self.hint,), place, "midleft", colours.muted)
            left = box.right + context.px(8)
        ink = colours.text if self.hovered else colours.muted
        place = (left, middle)
        context.fonts.text(surface, self.label, place, styles.BODY, ink, "midleft")
