"""The picture of the title screen: the glowing name, and a keypad with a winning line.

The keys are a toy: they can be pressed and make sounds.
"""

from __future__ import annotations

import random
from itertools import pairwise
from typing import TYPE_CHECKING

import pygame

from hacktrick.app.profiles import StyledMarker
from hacktrick.app.themes import Colour, Theme
from hacktrick.game.keypad import KEY_ORDER, lines
from hacktrick.i18n.translator import _
from hacktrick.ui.layout.geometry import small_board_key_rect
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.paint.background_and_light import (
    draw_key_links,
    draw_lcd_text,
    draw_line_of_light,
)
from hacktrick.ui.paint.canvas import mix_colours
from hacktrick.ui.paint.card_faces import CardLook
from hacktrick.ui.paint.keys_and_panels import KeyLook
from hacktrick.ui.widgets import game_drawing

if TYPE_CHECKING:
    from hacktrick.ui.scene.scenes_and_context import Context


CONDUCTOR_PITCH = 9.0  # distance between the conductors of a bundle, in units of ``BUNDLES``
FAINT_SHARE, LIVE_SHARE = 0.13, 0.34  # fraction of accent colour in dim and in lit conductors
BUNDLES = (
    # The fields are: side (-1 left); position along the keypad's edge; number of conductors;
    # lengths before, in and after the bend, in a unit that grows with the keypad.
    (-1, 0.10, 5, 30.0, -58.0, 210.0),
    (-1, 0.42, 4, 60.0, 44.0, 330.0),
    (-1, 0.62, 6, 26.0, 96.0, 250.0),
    (-1, 0.93, 4, 44.0, -36.0, 420.0),
    (1, 0.14, 4, 22.0, 40.0, 90.0),
    (1, 0.50, 5, 36.0, -64.0, 120.0),
    (1, 0.80, 6, 20.0, 52.0, 140.0),
)


def draw_glowing_conductors(
    surface: pygame.Surface,
    theme: Theme,
    hub: pygame.Rect,
    unit: float,
    light: bool,
    spared: pygame.Rect,
) -> None:
    """Draw bundles of circuit-board conductors at both sides of ``hub``, each ending in a ring.

    Args:
        hub: the rectangle of the keypad.
        unit: the number of pixels in a unit of ``BUNDLES``.
        light: whether to draw one conductor of each bundle brighter.
        spared: a rectangle with text at the left of ``hub``, which conductors do not cross.
    """
    rng = random.Random(15)
    for side, along, n, run, bend, last_run in BUNDLES:
        start = hub.left if side < 0 else hub.right, hub.top + along * hub.height
        live = rng.randrange(n)
        for k in range(n):
            share = LIVE_SHARE if light and k == live else FAINT_SHARE
            colour = mix_colours(theme.colours.background, theme.colours.accent, share)
            inner = k if bend * side > 0 else n - 1 - k  # the innermost conductor bends first
            path = _conductor_path(
                start,
                side,
                k,
                run + inner * CONDUCTOR_PITCH * 0.41,
                bend,
                last_run + 34 * (k % 3),
                unit,
            )
            path = _path_ending_beside(path, spared, CONDUCTOR_PITCH * (2 + k % 3) * unit)
            _draw_conductor(surface, path, colour, theme.colours.background, unit)


def _conductor_path(
    start: tuple[float, float],
    side: int,
    conductor_index: int,
    run: float,
    bend: float,
    last_run: float,
    unit: float,
) -> list[tuple[float, float]]:
    """Return the corner points of a conductor: horizontal, then diagonal, then horizontal again.

    Args:
        start: the start of the outermost conductor.
        side: -1 for left, 1 for right.
        conductor_index: the index of the conductor in its bundle.
        run, bend, last_run: the lengths before, in and after the bend, in units of ``BUNDLES``.
        unit: the number of pixels in such a unit.
    """
    x, y = start[0], start[1] + conductor_index * CONDUCTOR_PITCH * unit
    first = (x + side * run * unit, y)
    second = (first[0] + side * abs(bend) * unit, y + bend * unit)
    return [(x, y), first, second, (second[0] + side * last_run * unit, second[1])]


def _path_ending_beside(
    path: list[tuple[float, float]], spared: pygame.Rect, gap: float
) -> list[tuple[float, float]]:
    """Return a path that ends ``gap`` pixels to the right of ``spared`` if it would cross that."""
    *before, bend, (end, y) = path
    is_crossing = spared.inflate(0, round(2 * gap)).collidepoint(spared.centerx, y)
    if is_crossing and end < spared.right + gap and bend[0] > spared.right + gap:
        return [*before, bend, (spared.right + gap, y)]
    return path


def _draw_conductor(
    surface: pygame.Surface,
    path: list[tuple[float, float]],
    colour: Colour,
    ground: Colour,
    unit: float,
) -> None:
    width = max(1, round(1.5 * unit))
    for start, end in pairwise(path):
        pygame.draw.aaline(surface, colour, start, end, width)
    ring = max(3, round(3.6 * unit))
    pygame.draw.aacircle(surface, ground, path[-1], ring)
    pygame.draw.aacircle(surface, colour, path[-1], ring, width)


WON_ROW = (6, 5, 4)
MARKERS: dict[int, tuple[StyledMarker, ...]] = {
    6: (StyledMarker(0),),
    5: (StyledMarker(0, True),),
    4: (StyledMarker(0),),
    8: (StyledMarker(1), StyledMarker(1)),
    7: (StyledMarker(1),),
    9: (StyledMarker(1, True),),
}
REACHABLE_KEY = 1  # the only lit key without markers
SHOWN_HAND = (0, 4, 1, 3)
PLAYED_INDEX = 2  # index of the card that has completed the line: 4 + 1 = 5
WINNING_KEY = 5  # the key that the completing card marks
KEY_OF_CONDUCTORS = 72.0  # height in pixels of a key for which a unit of ``BUNDLES`` is one pixel
KEY_GAP = 0.13  # gap between keys, as a fraction of a key's height
# Height by which a chosen card is lifted, as a fraction of the card's height.
CHOSEN_CARD_LIFT = 0.16


class TitleArt:
    """Draws the keypad, the LCD and the cards of the title screen."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.progress = 1.0  # the share of the line along which the light has run, from 0 to 1
        self.is_waiting = False  # whether the player still has to play the winning card
        self.is_card_lifted = False  # whether the winning card is hovered or focused
        self.hovered: int | None = None
        self.pressed: int | None = None
        # The text beside the picture, which conductors spare.
        self.text_area = pygame.Rect(0, 0, 0, 0)
        self.keys: dict[int, pygame.Rect] = {}
        self._backdrop: pygame.Surface | None = None
        self._lcd = pygame.Rect(0, 0, 0, 0)
        self._cards: list[pygame.Rect] = []

    def place_picture(self, area: pygame.Rect) -> None:
        """Place the picture, as large as the area allows; an empty area hides the picture."""
        self._backdrop = None
        self.keys, self._cards = {}, []
        if not area.width:
            return
        key = min(area.height / 5.35, area.width / 3.5)
        tall, wide, gap = round(key), round(key * 1.06), max(3, round(key * KEY_GAP))
        width = 3 * wide + 2 * gap
        left, strip = area.centerx - width // 2, round(key * 0.64)
        self._lcd = pygame.Rect(left, area.top, width, strip)
        first = area.top + strip + gap
        board = self.context.theme.board
        for n, key_number in enumerate(KEY_ORDER):
            corner = left + n % 3 * (wide + gap), first + n // 3 * (tall + gap)
            place = pygame.Rect(corner, (wide, tall))
            self.keys[key_number] = small_board_key_rect(place, board)
        hand = first + 3 * (tall + gap) + round(key * 0.16)
        card = round((width - 3 * gap) / 4), round((width - 3 * gap) / 3)
        pitch = card[0] + gap
        self._cards = [pygame.Rect((left + n * pitch, hand), card) for n in range(len(SHOWN_HAND))]

    def key_at(self, pos: tuple[int, int]) -> int | None:
        return next((key for key, rect in self.keys.items() if rect.collidepoint(pos)), None)

    @property
    def completing_card_rect(self) -> pygame.Rect:
        """The rectangle of the card that completes the line; empty while the picture is hidden."""
        return self._cards[PLAYED_INDEX] if self._cards else pygame.Rect(0, 0, 0, 0)

    def _markers_on_key(self, key: int) -> tuple[StyledMarker, ...]:
        return () if self.is_waiting and key == WINNING_KEY else MARKERS.get(key, ())

    def draw(self, surface: pygame.Surface) -> None:
        surface.blit(self._cached_backdrop(surface.get_size()), (0, 0))
        if not self.keys:
            return
        self._draw_lcd(surface)
        for key, rect in self.keys.items():
            game_drawing.draw_numbered_key(
                surface, self.context, rect, key, self._key_look(key), self._markers_on_key(key)
            )
        self._draw_light_along_won_row(surface)
        for key in WON_ROW:
            rect, pieces = self.keys[key], self._markers_on_key(key)
            game_drawing.draw_key_contents(
                surface, self.context, rect, key, self._key_look(key), pieces
            )
        for n, rect in enumerate(self._cards):
            chosen = n == PLAYED_INDEX and (self.is_card_lifted or not self.is_waiting)
            place = rect.move(0, -round(rect.height * CHOSEN_CARD_LIFT)) if chosen else rect
            look = CardLook(
                SHOWN_HAND[n], selected=chosen, dimmed=self.is_waiting and n != PLAYED_INDEX
            )
            self.context.sprites.card(look, rect.size).draw(surface, place.topleft)

    def _cached_backdrop(self, size: tuple[int, int]) -> pygame.Surface:
        """Return the cached background of the window.

        The server board has a world map and dark themes have conductors; other backgrounds are
        plain.
        """
        if self._backdrop is None:
            context, theme = self.context, self.context.theme
            self._backdrop = context.sprites.background(size).copy()
            if not self.keys:
                return self._backdrop
            hub = self._lcd.unionall(list(self.keys.values()))
            if theme.board == "servers":
                land = hub.inflate(round(hub.width * 1.1), round(hub.height * 0.2))
                context.sprites.world_map(land.size).draw(self._backdrop, land.topleft)
                draw_key_links(self._backdrop, theme, self.keys, lines(), context.scale * 1.6)
            elif theme.surface.vignette and not theme.surface.paper:
                live = bool(theme.surface.glow) and not theme.light
                unit = self.keys[WINNING_KEY].height / KEY_OF_CONDUCTORS
                draw_glowing_conductors(self._backdrop, theme, hub, unit, live, self.text_area)
        return self._backdrop

    def _key_look(self, key: int) -> KeyLook:
        pieces = self._markers_on_key(key)
        lit = key in WON_ROW and self.progress >= (WON_ROW.index(key) + 0.5) / len(WON_ROW)
        return KeyLook(
            owner=pieces[0].colour if pieces else None,
            is_reachable=key == (WINNING_KEY if self.is_waiting else REACHABLE_KEY),
            hovered=key == self.hovered,
            pressed=key == self.pressed,
            won=lit,
        )

    def _draw_lcd(self, surface: pygame.Surface) -> None:
        context, rect = self.context, self._lcd
        context.sprites.lcd_plate(rect.size).draw(surface, rect.topleft)
        unit = rect.height / context.scale
        size, pad = styles.TextStyle("lcd", unit * 0.55), round(rect.height * 0.3)
        place = (rect.x + pad, rect.centery)
        shown = "4+" if self.is_waiting else "4+1=5"
        lcd = draw_lcd_text(surface, context.theme, context.fonts, shown, place, 5, style=size)
        words = _("one card is left") if self.is_waiting else _("three in line")
        room = rect.right - pad - lcd.right - pad
        style = styles.TextStyle("heading", max(14.0, unit * 0.36))
        bright = self.is_waiting or self.progress >= 1
        if bright and context.fonts.text_size(words, style)[0] <= room:
            right = (rect.right - pad, rect.centery)
            ink = context.theme.colours.lcd_text
            context.fonts.draw_text(surface, words, right, style, ink, "midright", room)

    def _draw_light_along_won_row(self, surface: pygame.Surface) -> None:
        """Draw the light that runs along the completed line."""
        if self.progress > 0:
            context, colour = self.context, self.context.theme.colours.players[0]
            points = [self.keys[key].center for key in WON_ROW]
            draw_line_of_light(surface, context.theme, points, self.progress, colour, context.scale)


def game_name_style(context: Context, place: pygame.Rect) -> styles.TextStyle:
    """Return the style of the game's name in a rectangle."""
    size = min(104.0, place.width / context.scale / 3.9, place.height / context.scale / 2.5)
    return styles.TextStyle("numeral", size)


def draw_game_name(surface: pygame.Surface, context: Context, place: pygame.Rect) -> int:
    """Draw the glowing name of the game in two lines; return its height in pixels."""
    colours, style = context.theme.colours, game_name_style(context, place)
    size = style.size
    step = round(size * context.scale * 0.92)
    for n, (word, colour) in enumerate((("HACK", colours.accent), ("TRICK", colours.text))):
        _draw_glowing_word(
            surface, context, word, (place.left, place.top + n * step), style, colour
        )
    return 2 * step + round(size * context.scale * 0.2)


def _draw_glowing_word(
    surface: pygame.Surface,
    context: Context,
    word: str,
    topleft: tuple[int, int],
    style: styles.TextStyle,
    colour: Colour,
) -> None:
    image = context.fonts.render(word, style, colour)
    strength = context.theme.surface.glow
    if strength and not context.theme.light:
        pad = context.px(40)
        size = image.get_width() + 2 * pad, image.get_height() + 2 * pad
        halo = pygame.Surface(size)
        halo.blit(image, (pad, pad))
        small = pygame.transform.smoothscale(halo, (size[0] // 4, size[1] // 4))
        soft = pygame.transform.gaussian_blur(small, max(1, context.px(5)))
        soft = pygame.transform.smoothscale(soft, size)
        soft.fill(
            mix_colours((0, 0, 0), (255, 255, 255), 0.55 * strength), None, pygame.BLEND_RGB_MULT
        )
        surface.blit(soft, (topleft[0] - pad, topleft[1] - pad), None, pygame.BLEND_RGB_ADD)
    surface.blit(image, topleft)
