"""The state of everything that moves on the table: cards, markers, plates and light."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

import pygame

from hacktrick.app.profiles import MarkerStyle
from hacktrick.app.themes import Colour
from hacktrick.game.cards import Card
from hacktrick.game.keypad import Key
from hacktrick.game.state import Seat, Side
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.paint.canvas import Sprite, merge_sprites
from hacktrick.ui.paint.card_faces import CardLook
from hacktrick.ui.paint.code_cards import CodeCardLook, code_card_name_rect
from hacktrick.ui.paint.fonts import TextStyle
from hacktrick.ui.paint.keys_and_panels import PanelLook
from hacktrick.ui.scene.animation import interpolate
from hacktrick.ui.scene.scenes_and_context import Context
from hacktrick.ui.widgets.game_drawing import draw_code_card_name

Point = tuple[float, float]
Size = tuple[int, int]

MIN_TURNING_CARD_WIDTH = 0.03  # minimum width of a turning card, as a fraction of its full width


def flipped_card_sprite(back: Sprite, face: Sprite, progress: float) -> Sprite:
    """Return the picture of a card as it turns over, narrowed between back and face.

    Args:
        back, face: the two sides of the card.
        progress: the progress, from 0 (back) to 1 (face).
    """
    side = back if progress < 0.5 else face
    if progress <= 0.0 or progress >= 1.0:
        return side
    return side.scaled(max(MIN_TURNING_CARD_WIDTH, abs(math.cos(math.pi * progress))))


@dataclass(slots=True, eq=False)
class FlippingCodeCard:
    """A code card that moves to the middle of the board, turns over there, and moves back.

    Attributes:
        place: the point, in pixels, from which the card comes.
        middle: the point, in pixels, at which the card turns over.
        small: the size at ``place``, as a fraction of the size at ``middle``.
        at: the progress of the movement, from 0 at ``place`` to 1 at ``middle``.
        open: the progress of turning over, from 0 to 1.
    """

    back: Sprite
    face: Sprite
    place: Point
    middle: Point
    small: float
    at: float = 0.0
    open: float = 0.0

    def draw(self, surface: pygame.Surface) -> None:
        x, y = (interpolate(a, b, self.at) for a, b in zip(self.place, self.middle, strict=True))
        zoom = interpolate(self.small, 1.0, self.at)
        sprite = flipped_card_sprite(self.back, self.face, self.open)
        if zoom < 0.98:
            sprite = sprite.scaled(zoom, zoom)
        sprite.draw_centred(surface, (x, y))


def render_code_card_back(context: Context, player: MarkerStyle, size: Size) -> Sprite:
    """Return the picture of a face-down code card: a card's back with a lock.

    Args:
        player: the marker style of the owner, whose colour the lock has.
        size: width and height in pixels.
    """
    back = context.sprites.card(CardLook(None), size)
    whole, centre = _copied_surface_and_card_centre(back)
    edge = context.px(44)
    colours = context.theme.colours
    plate = pygame.Rect(0, 0, edge, edge)
    plate.center = centre
    look = PanelLook(edge=colours.players[player.colour], edge_width=1.6, raised=True)
    context.sprites.panel(look, plate.size).draw(whole, plate.topleft)
    icon = context.sprites.icon("lock", context.px(24), colours.players[player.colour])
    icon.draw_centred(whole, (centre[0], centre[1] - context.px(1)))
    return Sprite(whole, back.pad)


def render_code_card_face(
    context: Context,
    player: MarkerStyle,
    size: Size,
    owner: str,
    name: str,
    code: str | None,
    *,
    dead: bool = False,
) -> Sprite:
    """Return the picture of a revealed code card with its owner's name.

    Args:
        player: the marker style of the owner.
        owner: the name of the owner.
        name: the name of the code.
        code: the code; None if the player has laid none.
        dead: whether another code cancels this code.
    """
    colour = context.theme.colours.players[player.colour]
    if code is None:
        return _render_card_for_no_code(context, player, size, owner, name)
    look = CodeCardLook(code, colour, cancelled=dead, glowing=True)
    whole, place = _surface_copy_and_card_rect(context.sprites.code_card(look, size))
    box = code_card_name_rect(place, context.scale)
    box.height -= context.px(14)  # the owner's plate covers the lower edge
    draw_code_card_name(whole, context, box, name, faded=dead)
    _draw_owner_tag(whole, context, place, player, owner)
    return Sprite(whole, (whole.get_width() - size[0]) // 2)


def _render_card_for_no_code(
    context: Context, player: MarkerStyle, size: Size, owner: str, name: str
) -> Sprite:
    """Return the picture of the card for a player who has laid no code."""
    colours, px = context.theme.colours, context.px
    look = PanelLook(edge=colours.players[player.colour], edge_width=2.4, raised=True, dimmed=True)
    stock = merge_sprites(
        context.sprites.card(CardLook(None), size), context.sprites.panel(look, size)
    )
    whole, place = _surface_copy_and_card_rect(stock)
    icon = context.sprites.icon("cross", px(40), colours.muted)
    icon.draw_centred(whole, (place.centerx, place.y + place.width // 2))
    box = pygame.Rect(place.x + px(8), place.bottom - px(62), place.width - px(16), px(44))
    draw_code_card_name(whole, context, box, name, faded=True)
    _draw_owner_tag(whole, context, place, player, owner)
    return Sprite(whole, stock.pad)


def _draw_owner_tag(
    picture: pygame.Surface, context: Context, card: pygame.Rect, player: MarkerStyle, owner: str
) -> None:
    """Draw the owner's name on a plate across the lower edge of a card."""
    px, fonts, colours = context.px, context.fonts, context.theme.colours
    most = card.width - px(12)
    wide = min(most, fonts.text_size(owner, styles.SMALL)[0] + px(40))
    plate = pygame.Rect(0, 0, wide, px(26))
    plate.center = card.centerx, card.bottom - px(2)
    look = PanelLook(edge=colours.players[player.colour], edge_width=1.4)
    pygame.draw.rect(picture, colours.panel, plate, border_radius=px(8))
    context.sprites.panel(look, plate.size).draw(picture, plate.topleft)
    sign = context.sprites.flat_marker(player.marker(), px(15))
    sign.draw_centred(picture, (plate.x + px(17), plate.centery))
    place = (plate.x + px(30), plate.centery)
    fonts.draw_text(picture, owner, place, styles.SMALL, colours.text, "midleft", wide - px(36))


def _surface_copy_and_card_rect(sprite: Sprite) -> tuple[pygame.Surface, pygame.Rect]:
    """Return a copy of a card's surface, and the rectangle of the card on that surface."""
    whole = sprite.surface.copy()
    return whole, pygame.Rect((sprite.pad, sprite.pad), sprite.size)


def _copied_surface_and_card_centre(sprite: Sprite) -> tuple[pygame.Surface, tuple[int, int]]:
    """Return a copy of a card's surface, and the centre of the card on that surface."""
    whole = sprite.surface.copy()
    return whole, (whole.get_width() // 2, whole.get_height() // 2)


ROW_KEY = -1  # key of the row in ``MotionState.card_shifts``; all other keys are seats

PLATE_TITLE_STYLE = TextStyle("heading", 34)
PLATE_HEIGHT = 112.0  # height of a plate without cards, in layout units
PLATE_LINE_HEIGHT = 20.0  # extra height of a plate with a second line of text, in layout units
PLATE_WIDTH_STEP = 40.0  # all widths of plates are multiples of this, in layout units


class SpriteFlight(NamedTuple):
    """A sprite, with the points in pixels at which its centre starts and ends a flight."""

    sprite: Sprite
    start: Point
    end: Point


@dataclass(slots=True, eq=False)
class FlyingSprite:
    """A sprite that flies from one point to another and is visible only during the flight.

    Attributes:
        make: returns the flight; called only when the sprite is first drawn, so that a skipped
            animation paints nothing.
        zoom: the size at the start, as a multiple of the size at the end.
        rise: the height, in pixels above the straight line, in the middle of the flight.
        t: the progress, from 0 to 1; negative before the start.
    """

    make: Callable[[], SpriteFlight]
    zoom: float = 1.0
    rise: float = 0.0
    t: float = -1.0
    _flight: SpriteFlight | None = None

    def set_progress(self, progress: float) -> None:
        """Set the progress of the flight, from 0 to 1."""
        self.t = progress

    def draw(self, surface: pygame.Surface) -> None:
        if not 0.0 <= self.t < 1.0:
            return
        self._flight = self._flight or self.make()
        sprite, start, end = self._flight
        x = interpolate(start[0], end[0], self.t)
        y = interpolate(start[1], end[1], self.t) - self.rise * 4 * self.t * (1 - self.t)
        zoom = interpolate(self.zoom, 1.0, self.t)
        if abs(zoom - 1) >= 0.02:
            sprite = sprite.scaled(zoom, zoom)
        sprite.draw_centred(surface, (x, y))


FLYING_LOCK_OPENING = 0.4  # opening of a flying padlock: it still looks shut, but is coloured


class FlyingPadlock:
    """A padlock that flies from the board to its place in a score and opens there."""

    def __init__(
        self, context: Context, start: tuple[int, int], end: pygame.Rect, colour: Colour
    ) -> None:
        self._context, self._start, self._end, self._colour = context, start, end, colour
        self._t = self._opening = 0.0

    def set_progress(self, progress: float) -> None:
        """Set the progress of the flight, from 0 to 1."""
        self._t = progress

    def set_opening_progress(self, progress: float) -> None:
        """Set the opening of the padlock, from 0 to 1."""
        self._opening = progress

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the padlock, which shrinks during its flight."""
        if not self._t:
            return
        t, rise = self._t, self._context.px(70)
        x = interpolate(self._start[0], self._end.centerx, t)
        y = interpolate(self._start[1], self._end.centery, t) - rise * 4 * t * (1 - t)
        zoom = interpolate(2.0, 1.0, t) + 0.35 * math.sin(math.pi * self._opening)
        width = max(1, self._end.width)
        opening = max(FLYING_LOCK_OPENING, self._opening)
        lock = self._context.sprites.padlock(width, self._colour, opening)
        if abs(zoom - 1) > 0.02:
            lock = lock.scaled(zoom, zoom)
        lock.draw_centred(surface, (x, y))


@dataclass(frozen=True, slots=True)
class AnnouncementPlate:
    """A plate with a message, shown for a moment in the middle of the board.

    Attributes:
        colour: the colour number of the player whom the message concerns.
        cards: the cards shown on the plate.
    """

    title: str
    text: str
    colour: int
    cards: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class GapShift:
    """A shift of the cards in a hand or in the row, to open or close a gap.

    Attributes:
        offsets: for each card, the pixels to the right by which it has moved when ``progress`` is
            1.
        progress: the fraction of the offsets that applies, from 0 to 1.
    """

    offsets: tuple[float, ...]
    progress: float


@dataclass(frozen=True, slots=True)
class MarkerShift:
    """A shift of the markers on a key to make room for another marker.

    Attributes:
        free: the place that becomes free, counted from 0 at the left.
        progress: the progress of the shift, from 0 to 1.
    """

    key: Key
    free: int
    progress: float


@dataclass(slots=True, eq=False)
class LightPulse:
    """Rings of light around a point.

    Attributes:
        rings: for each ring, the radius in pixels, the opacity from 0 to 1, and the line width in
            pixels.
    """

    centre: Point
    colour: Colour
    rings: tuple[tuple[float, float, float], ...] = ()

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the rings around the centre."""
        for radius, opacity, width in self.rings:
            half = round(radius + width) + 1
            layer = pygame.Surface((2 * half, 2 * half), pygame.SRCALPHA)
            ink = (*self.colour, round(255 * min(1.0, max(0.0, opacity))))
            pygame.draw.aacircle(layer, ink, (half, half), round(radius), max(1, round(width)))
            surface.blit(layer, (self.centre[0] - half, self.centre[1] - half))


@dataclass(frozen=True, slots=True)
class KeyVeil:
    """A shade that darkens a key outside the winning line."""

    rect: pygame.Rect
    colour: Colour
    is_round: bool

    def draw(self, surface: pygame.Surface, opacity: float) -> None:
        """Draw the shade.

        Args:
            opacity: a fraction of the full opacity, from 0 to 1.
        """
        layer = pygame.Surface(self.rect.size, pygame.SRCALPHA)
        ink = (*self.colour, round(255 * MAX_VEIL_OPACITY * opacity))
        radius = min(self.rect.size) // 2 if self.is_round else round(self.rect.width * 0.1)
        pygame.draw.rect(layer, ink, layer.get_rect(), border_radius=radius)
        surface.blit(layer, self.rect)


MAX_VEIL_OPACITY = 0.62  # opacity of a shade at its darkest


class CrossFade:
    """A fade from the previous to the current picture, the only animation with reduced motion."""

    def __init__(self) -> None:
        self._before: pygame.Surface | None = None
        self._left = 0.0

    @property
    def is_running(self) -> bool:
        """Whether the previous picture is still partly visible."""
        return self._before is not None

    def begin(self, before: pygame.Surface) -> None:
        """Start to fade out the previous picture, which the caller must not change afterwards."""
        self._before, self._left = before, CROSS_FADE_SECONDS

    def stop(self) -> None:
        """Drop the previous picture at once."""
        self._before = None

    def update(self, dt: float) -> None:
        """Advance by ``dt`` seconds."""
        self._left -= dt
        if self._left <= 0:
            self.stop()

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the remainder of the previous picture over the current picture."""
        if self._before is not None and self._before.get_size() == surface.get_size():
            self._before.set_alpha(round(255 * self._left / CROSS_FADE_SECONDS))
            surface.blit(self._before, (0, 0))


CROSS_FADE_SECONDS = 0.12


@dataclass(slots=True)
class MotionState:
    """The moving parts of the table, and the progress of each motion.

    Attributes:
        flyers: the cards, markers and stamps that fly.
        plate: the plate in the middle of the board; None for no plate.
        display_sum: the two cards that the display adds up; None while it adds none.
        completed_line: the keys of a completed line, the side that completed it, and the share of
            it along which the light has run, 0 to 1; None without a completed line.
        n_dealt: the number of cards dealt so far, by seat; None unless cards are being dealt.
        hand_reveals: the seats whose hands turn up at the end of a round, and the progress, 0 to 1.
        plate_card_reveal: the progress of turning up the cards on the plate, 0 to 1.
        flipping_codes: the code cards that are being revealed.
        card_shifts: the cards that move aside, by seat or ``ROW_KEY``.
        marker_shift: the shift of markers that make room for another marker; None for none.
        drawn_card_reveal: the progress of turning up the cards just drawn, 0 to 1.
        pulses: the rings of light.
        jump_heights: the pixels by which the markers on a key have jumped up, by key.
        veils: the shades over the keys that did not win, and their opacity, 0 to 1.
        held_points: the points whose padlocks have not reached the score yet, by index in the
            score.
        pulse_strength: the brightness, 0 to 1, of the pulsing light around keys on which the round
            could end next.
        thinking_wave: the progress of the wave through the dots of a thinking player, 0 to 1.
        flying_locks: the padlocks that fly to the score.
    """

    flyers: list[FlyingSprite] = field(default_factory=list)
    plate: AnnouncementPlate | None = None
    display_sum: tuple[Card, Card] | None = None
    completed_line: tuple[tuple[Key, ...], Side, float] | None = None
    n_dealt: dict[Seat, int] | None = None
    hand_reveals: tuple[frozenset[Seat], float] | None = None
    plate_card_reveal: float = 1.0
    flipping_codes: tuple[FlippingCodeCard, ...] = ()
    card_shifts: dict[int, GapShift] = field(default_factory=dict)
    marker_shift: MarkerShift | None = None
    drawn_card_reveal: float = 1.0
    pulses: list[LightPulse] = field(default_factory=list)
    jump_heights: dict[Key, float] = field(default_factory=dict)
    veils: tuple[tuple[KeyVeil, ...], float] = ((), 0.0)
    held_points: dict[int, int] = field(default_factory=dict)
    pulse_strength: float = 1.0
    thinking_wave: float = 0.0
    flying_locks: list[FlyingPadlock] = field(default_factory=list)

    def end_all_movement(self) -> None:
        """End all movement, except for the light on a completed line and the shades."""
        self.flyers.clear()
        self._end_all_but_flying_sprites()

    def end_movement_of_event(self) -> None:
        """End the movement of one event, except for sprites whose flight has not begun."""
        self.flyers[:] = [flyer for flyer in self.flyers if flyer.t < 0]
        self._end_all_but_flying_sprites()

    def draw(self, surface: pygame.Surface) -> None:
        """Draw shades, light, flying sprites and padlocks, and revealed codes."""
        veils, opacity = self.veils
        for veil in veils if opacity else ():
            veil.draw(surface, opacity)
        for pulse in self.pulses:
            pulse.draw(surface)
        for flyer in self.flyers:
            flyer.draw(surface)
        for lock in self.flying_locks:
            lock.draw(surface)
        for code in self.flipping_codes:
            code.draw(surface)

    def hand_reveal_progress(self, seat: Seat) -> float:
        """Return the progress of turning over a hand, from 0 to 1; 1 outside a reveal."""
        if self.hand_reveals is None or seat not in self.hand_reveals[0]:
            return 1.0
        return self.hand_reveals[1]

    def card_shift_pixels(self, holder: int, card_index: int) -> int:
        """Return the pixels by which a card is shifted to the right of its place.

        Args:
            holder: the seat that holds the card, or ``ROW_KEY``.
            card_index: the index of the card.
        """
        shift = self.card_shifts.get(holder)
        if shift is None or card_index >= len(shift.offsets):
            return 0
        return round(shift.offsets[card_index] * shift.progress)

    def _end_all_but_flying_sprites(self) -> None:
        """End all movement except flying sprites."""
        self.plate = self.display_sum = self.n_dealt = self.hand_reveals = self.marker_shift = None
        self.plate_card_reveal, self.flipping_codes = 1.0, ()
        self.pulses.clear()
        self.jump_heights.clear()
        self.flying_locks.clear()
        self.held_points.clear()
        self.card_shifts.clear()


def hand_card_sprite(
    context: Context,
    motion: MotionState,
    seat: Seat,
    look: CardLook,
    size: tuple[int, int],
    *,
    is_fresh: bool = False,
) -> Sprite:
    """Return the sprite of a card in a hand, turned over to the progress in ``motion``.

    Args:
        motion: the state of all motion.
        seat: the seat of the hand.
        look: the look of the card.
        size: width and height in pixels.
        is_fresh: whether the card has just been drawn.
    """
    face = context.sprites.card(look, size)
    t = motion.drawn_card_reveal if is_fresh else motion.hand_reveal_progress(seat)
    return (
        face
        if t >= 1.0
        else flipped_card_sprite(context.sprites.card(CardLook(None), size), face, t)
    )


def announcement_plate_width(context: Context, content: int) -> int:
    """Return the width in pixels of a plate for content that is ``content`` pixels wide.

    The width is rounded up, so that all plates share a few sprites.
    """
    step = context.px(PLATE_WIDTH_STEP)
    wanted = max(content, context.px(150)) + context.px(56)
    return -(-wanted // step) * step


def announcement_plate_look(colour: Colour) -> PanelLook:
    """Return the look of an announcement plate."""
    return PanelLook(edge=colour, edge_width=2.4, raised=True, glow_colour=colour)
