"""The pictures of one theme at one scale, painted when first wanted and cached."""

from collections.abc import Callable, Hashable

import pygame

from hacktrick.app.marker_styles import StyledMarker
from hacktrick.app.themes import Colour, Theme
from hacktrick.ui.layout.boxes import key_unit
from hacktrick.ui.paint import card_faces as paint_cards
from hacktrick.ui.paint import code_cards as paint_codes
from hacktrick.ui.paint import icons as paint_icons
from hacktrick.ui.paint import keys_and_panels as paint_keys
from hacktrick.ui.paint import markers as paint_markers
from hacktrick.ui.paint import table_surface as paint_map
from hacktrick.ui.paint import table_surface as paint_table
from hacktrick.ui.paint.canvas import Sprite
from hacktrick.ui.paint.card_faces import CardLook
from hacktrick.ui.paint.code_cards import CodeLook
from hacktrick.ui.paint.keys_and_panels import KeyLook, PanelLook

GHOST = 0.55
MAX_KEPT = 900

Size = tuple[int, int]


class Sprites:
    def __init__(self, theme: Theme, scale: float) -> None:
        self.theme = theme
        self.scale = scale  # pixels of one unit
        self._kept: dict[Hashable, Sprite] = {}
        self._background: pygame.Surface | None = None

    def background(self, size: Size) -> pygame.Surface:
        """The opaque ground for a window of this size."""
        if self._background is None or self._background.get_size() != size:
            self._background = paint_table.background(self.theme, size, self.scale)
        return self._background

    def key(self, look: KeyLook, size: Size) -> Sprite:
        return self._get(
            ("key", look, size),
            lambda: paint_keys.keycap(self.theme, look, size, key_unit(size, self.scale)),
        )

    def panel(self, look: PanelLook, size: Size) -> Sprite:
        return self._get(
            ("panel", look, size), lambda: paint_keys.panel(self.theme, look, size, self.scale)
        )

    def lcd(self, size: Size) -> Sprite:
        return self._get(("lcd", size), lambda: paint_keys.lcd(self.theme, size, self.scale))

    def focus_ring(self, size: Size) -> Sprite:
        """Drawn at the corner of the thing it surrounds."""
        return self._get(
            ("ring", size), lambda: paint_keys.focus_ring(self.theme, size, self.scale)
        )

    def pill(self, look: PanelLook, size: Size, filled: bool) -> Sprite:
        """A bar with round ends, for switches, sliders, scroll bars and gauges."""
        return self._get(
            ("pill", look, size, filled),
            lambda: paint_keys.pill(self.theme, look, size, self.scale, filled),
        )

    def pip(self, look: PanelLook, size: Size, filled: bool) -> Sprite:
        """A small rounded tile, filled or hollow."""
        return self._get(
            ("pip", look, size, filled),
            lambda: paint_keys.pill(self.theme, look, size, self.scale, filled, 0.25),
        )

    def world(self, size: Size, plate: bool = True) -> Sprite:
        """The map of the server board."""
        return self._get(
            ("world", size, plate), lambda: paint_map.world_map(self.theme, size, self.scale, plate)
        )

    def knob(self, width: int) -> Sprite:
        return self._get(("knob", width), lambda: paint_keys.knob(self.theme, width, self.scale))

    def ring(self, size: Size, colour: Colour, is_round: bool = False) -> Sprite:
        """A thin line of light around a thing of `size`."""
        return self._get(
            ("light", size, colour, is_round),
            lambda: paint_keys.ring(self.theme, size, self.scale, colour, is_round),
        )

    def halo(self, size: Size, colour: Colour, strength: float = 1.0) -> Sprite:
        """Light around a rounded rectangle of `size`."""
        radius = self.theme.surface.corner * self.scale
        return self._get(
            ("halo", size, colour, strength),
            lambda: paint_keys.halo(self.theme, size, radius, self.scale, colour, strength),
        )

    def card(self, look: CardLook, size: Size) -> Sprite:
        return self._get(
            ("card", look, size), lambda: paint_cards.card(self.theme, look, size, self.scale)
        )

    def code_card(self, look: CodeLook, size: Size) -> Sprite:
        """The card of a code, without its name."""
        return self._get(
            ("code", look, size), lambda: paint_codes.code_card(self.theme, look, size, self.scale)
        )

    def face(self, look: CodeLook, edge: int) -> Sprite:
        """The picture of a code alone, square."""
        return self._get(
            ("face", look, edge),
            lambda: paint_codes.code_portrait(self.theme, look, edge, self.scale),
        )

    def deck(self, n_cards: int, size: Size) -> Sprite:
        """A pile; size is that of one card, the sprite is as much taller as the pile is high."""
        return self._get(
            ("deck", n_cards, size), lambda: paint_cards.deck(self.theme, n_cards, size, self.scale)
        )

    def marker(self, piece: StyledMarker, width: float) -> Sprite:
        """A solid on the board; `width` in pixels is that of a single."""
        return self._get(
            ("marker", piece, round(width)),
            lambda: paint_markers.solid_marker(self.theme, piece, round(width)),
        )

    def ghost(self, piece: StyledMarker, width: float) -> Sprite:
        """The same, translucent: where it would stand."""
        return self._get(
            ("ghost", piece, round(width)), lambda: self.marker(piece, width).faded(GHOST)
        )

    def sign(self, piece: StyledMarker, width: float, filled: bool = True) -> Sprite:
        """The flat sign of a marker in a square of `width` pixels: outline means it is not
        there."""
        return self._get(
            ("sign", piece, round(width), filled),
            lambda: paint_markers.marker_sign(self.theme, piece, round(width), filled),
        )

    def icon(self, name: str, size: float, colour: Colour) -> Sprite:
        return self._get(
            ("icon", name, round(size), colour), lambda: paint_icons.icon(name, round(size), colour)
        )

    def cross_out(self, size: Size) -> Sprite:
        """The strike through a marker that will be captured."""
        colours = self.theme.colours
        return self._get(
            ("cross", size),
            lambda: paint_icons.cross_out(size, colours.bad, colours.key, self.scale),
        )

    def draw_marker(
        self,
        surface: pygame.Surface,
        piece: StyledMarker,
        foot: tuple[float, float],
        width: float,
        ghost: bool = False,
    ) -> pygame.Rect:
        """A solid standing with the middle of its foot's front edge at `foot`; returns its
        place."""
        sprite = self.ghost(piece, width) if ghost else self.marker(piece, width)
        w, h = sprite.size
        place = pygame.Rect(round(foot[0] - w / 2), round(foot[1] - h), w, h)
        sprite.draw(surface, place.topleft)
        return place

    def _get(self, key: Hashable, paint: Callable[[], Sprite]) -> Sprite:
        found = self._kept.get(key)
        if found is None:
            if len(self._kept) >= MAX_KEPT:
                self._kept.clear()
            found = self._kept[key] = paint()
        return found


class SpriteNotReady(Exception):
    """A picture has to wait until more may be painted."""


class PatientSprites(Sprites):
    """Sprites of which only so many are painted at a time.

    Attributes:
        allowed: how many more before ``SpriteNotReady`` is raised.
    """

    def __init__(self, theme: Theme, scale: float) -> None:
        super().__init__(theme, scale)
        self.allowed = 0
        self._inside = False  # a picture that is made of others counts as one

    def background(self, size: Size) -> pygame.Surface:
        if self._background is None:
            self._count()
        return super().background(size)

    def _get(self, key: Hashable, paint: Callable[[], Sprite]) -> Sprite:
        if self._inside or key in self._kept:
            return super()._get(key, paint)
        self._count()
        self._inside = True
        try:
            return super()._get(key, paint)
        finally:
            self._inside = False

    def _count(self) -> None:
        if self.allowed <= 0:
            raise SpriteNotReady
        self.allowed -= 1
