"""The cache of all sprites of a theme at one scale; a sprite is painted when it is first used."""

from collections.abc import Callable, Hashable
from dataclasses import replace

import pygame

from hacktrick.app.profiles import StyledMarker
from hacktrick.app.themes import Colour, Theme
from hacktrick.ui.layout.geometry import key_outline_scale
from hacktrick.ui.paint import background_and_light as paint_background
from hacktrick.ui.paint import card_faces as paint_cards
from hacktrick.ui.paint import code_cards as paint_codes
from hacktrick.ui.paint import icons as paint_icons
from hacktrick.ui.paint import keys_and_panels as paint_keys
from hacktrick.ui.paint import markers as paint_markers
from hacktrick.ui.paint import player_faces as paint_player_faces
from hacktrick.ui.paint import table_pieces as paint_pieces
from hacktrick.ui.paint.canvas import Bounds, Point, Sprite, dashes_along_path
from hacktrick.ui.paint.card_faces import CardLook
from hacktrick.ui.paint.code_cards import CodeCardLook
from hacktrick.ui.paint.keys_and_panels import KeyLook, PanelLook
from hacktrick.ui.paint.player_faces import PlayerFaceLook
from hacktrick.ui.paint.table_pieces import ButtonPlateLook

GHOST_OPACITY = 0.55
MAX_CACHED = 900
MAX_PAINTED_WIDTH = 96  # in layout units; a wider panel or button is widened after painting

Size = tuple[int, int]


class SpriteCache:
    """Paints and caches the sprites of a theme.

    All sizes are in pixels. A full cache, with ``MAX_CACHED`` sprites, is emptied.
    """

    def __init__(self, theme: Theme, scale: float) -> None:
        self.theme = theme
        self.scale = scale  # pixels per layout unit
        self._cache: dict[Hashable, Sprite] = {}
        self._background: pygame.Surface | None = None

    def background(self, size: Size) -> pygame.Surface:
        """Return the opaque background of a window of this size."""
        if self._background is None or self._background.get_size() != size:
            self._background = paint_background.background(self.theme, size, self.scale)
        return self._background

    def keycap(self, look: KeyLook, size: Size) -> Sprite:
        return self._cached_sprite(
            ("key", look, size),
            lambda: paint_keys.keycap(self.theme, look, size, key_outline_scale(size, self.scale)),
        )

    def panel(self, look: PanelLook, size: Size) -> Sprite:
        def paint(size: Size) -> Sprite:
            return paint_keys.panel(self.theme, look, size, self.scale)

        return self._cached_wide_sprite("panel", look, size, paint)

    def lcd_plate(self, size: Size) -> Sprite:
        return self._cached_sprite(
            ("lcd_plate", size), lambda: paint_keys.lcd_plate(self.theme, size, self.scale)
        )

    def focus_ring(self, size: Size) -> Sprite:
        """Return the focus ring around a widget of ``size``, to draw at the widget's corner."""
        return self._cached_sprite(
            ("focus_ring", size), lambda: paint_keys.focus_ring(self.theme, size, self.scale)
        )

    def rounded_bar(self, look: PanelLook, size: Size, filled: bool) -> Sprite:
        """Return a bar with round ends, filled or hollow, in the colour ``look.edge``.

        Such bars are used for switches, sliders, scroll bars and gauges.
        """
        return self._cached_sprite(
            ("rounded_bar", look, size, filled),
            lambda: paint_keys.rounded_bar(self.theme, look, size, self.scale, filled),
        )

    def small_tile(self, look: PanelLook, size: Size, filled: bool) -> Sprite:
        """Return a small rounded tile, filled or hollow, in the colour ``look.edge``."""
        return self._cached_sprite(
            ("small_tile", look, size, filled),
            lambda: paint_keys.rounded_bar(self.theme, look, size, self.scale, filled, 0.25),
        )

    def world_map(self, size: Size) -> Sprite:
        """Return the world map of the server board."""
        return self._cached_sprite(
            ("world", size), lambda: paint_background.world_map(self.theme, size, self.scale)
        )

    def switch_or_slider_handle(self, width: int) -> Sprite:
        return self._cached_sprite(
            ("switch_or_slider_handle", width),
            lambda: paint_keys.switch_or_slider_handle(self.theme, width, self.scale),
        )

    def glowing_outline(
        self, size: Size, colour: Colour, is_round: bool = False, tilt: float = 0.0
    ) -> Sprite:
        """Return a thin glowing outline around an area of ``size``.

        Args:
            tilt: the rotation counter-clockwise, in degrees.
        """
        return self._cached_sprite(
            ("glowing_outline", size, colour, is_round, tilt),
            lambda: paint_keys.glowing_outline(
                self.theme, size, self.scale, colour, is_round
            ).rotated(tilt),
        )

    def circuit_traces(self, size: Size, *, is_left: bool) -> Sprite:
        """Return circuit traces that run from the keypad's housing to the left or right."""
        return self._cached_sprite(
            ("circuit_traces", size, is_left),
            lambda: paint_background.circuit_traces(self.theme, size, self.scale, is_left=is_left),
        )

    def card(self, look: CardLook, size: Size) -> Sprite:
        return self._cached_sprite(("card", look, size), lambda: self._paint_card(look, size))

    def _paint_card(self, look: CardLook, size: Size) -> Sprite:
        """Return a card; a tilted card or a card with a key is made from the cached plain card.

        The plain card takes longest to paint and is usually cached already.
        """
        if look.tilt:
            return self.card(replace(look, tilt=0.0), size).rotated(look.tilt)
        if look.key is None:
            return paint_cards.card(self.theme, look, size, self.scale)
        badge = self._cached_sprite(
            ("badge", look.key, look.selected, size[0]),
            lambda: paint_cards.small_keycap_badge(self.theme, look, size[0], self.scale),
        )
        return paint_cards.card_with_keycap_badge(self.card(replace(look, key=None), size), badge)

    def code_card(self, look: CodeCardLook, size: Size) -> Sprite:
        """Return a code card, without the text of its name."""
        return self._cached_sprite(
            ("code", look, size), lambda: paint_codes.code_card(self.theme, look, size, self.scale)
        )

    def code_portrait(self, look: CodeCardLook, edge: int) -> Sprite:
        """Return a code's portrait without the card, ``edge`` pixels wide and high."""
        return self._cached_sprite(
            ("face", look, edge),
            lambda: paint_codes.code_portrait(self.theme, look, edge, self.scale),
        )

    def player_face(self, look: PlayerFaceLook, edge: int) -> Sprite:
        """Return a player's framed face, ``edge`` pixels wide and high."""
        return self._cached_sprite(
            ("player", look, edge),
            lambda: paint_player_faces.player_face(self.theme, look, edge, self.scale),
        )

    def deck(self, n_cards: int, size: Size) -> Sprite:
        """Return a pile of face-down cards of ``size``; the sprite is taller than one card."""
        return self._cached_sprite(
            ("deck", n_cards, size), lambda: paint_cards.deck(self.theme, n_cards, size, self.scale)
        )

    def marker(self, marker: StyledMarker, width: float) -> Sprite:
        """Return a marker that stands on the board, where a single is ``width`` pixels wide."""
        return self._cached_sprite(
            ("marker", marker, round(width)),
            lambda: paint_markers.standing_marker(self.theme, marker, round(width)),
        )

    def translucent_marker(self, marker: StyledMarker, width: float) -> Sprite:
        """Return a translucent marker, which previews where a marker would stand."""
        return self._cached_sprite(
            ("translucent_marker", marker, round(width)),
            lambda: self.marker(marker, width).with_opacity(GHOST_OPACITY),
        )

    def flat_marker(self, marker: StyledMarker, width: float, filled: bool = True) -> Sprite:
        """Return a marker drawn flat in a square of ``width`` pixels, hollow if not ``filled``.

        A hollow marker stands for a missing marker.
        """
        return self._cached_sprite(
            ("flat_marker", marker, round(width), filled),
            lambda: paint_markers.flat_marker(self.theme, marker, round(width), filled),
        )

    def icon(self, name: str, size: float, colour: Colour) -> Sprite:
        return self._cached_sprite(
            ("icon", name, round(size), colour), lambda: paint_icons.icon(name, round(size), colour)
        )

    def keypad_housing(self, size: Size) -> Sprite:
        """Return the housing in which the keypad and its display are set."""
        return self._cached_sprite(
            ("keypad_housing", size),
            lambda: paint_pieces.keypad_housing(self.theme, size, self.scale),
        )

    def card_or_marker_tray(self, size: Size, wells: tuple[Bounds, ...] = ()) -> Sprite:
        """Return a shallow tray for cards or markers.

        Args:
            wells: the hollows of missing markers, relative to the tray's upper left corner.
        """
        return self._cached_sprite(
            ("tray", size, wells),
            lambda: paint_pieces.card_or_marker_tray(self.theme, size, self.scale, wells),
        )

    @property
    def tray_text_colour(self) -> Colour:
        """The colour of text on a tray."""
        return paint_pieces.tray_text_colour(self.theme)

    def ring_around_marker(self, width: int, colour: Colour) -> Sprite:
        """Return a ring, ``width`` pixels wide, on the ground around a marker."""
        return self._cached_sprite(
            ("ring_around_marker", width, colour),
            lambda: paint_pieces.ring_around_marker(self.theme, width, colour),
        )

    def speech_bubble(
        self, size: Size, edge: Colour, tip: Size, is_fresh: bool, is_outdated: bool
    ) -> Sprite:
        """Return a speech bubble without text.

        Args:
            edge: the colour of the bubble's outline.
            tip: the point where the bubble's tail ends, relative to its upper left corner.
            is_fresh: whether the text was said in the last turn.
            is_outdated: whether the text no longer holds.
        """
        return self._cached_sprite(
            ("speech_bubble", size, edge, tip, is_fresh, is_outdated),
            lambda: paint_pieces.speech_bubble(
                self.theme, size, self.scale, edge, tip, is_fresh, is_outdated
            ),
        )

    def command_stamp(self, text: str, height: int, colour: Colour, tilt: float = 8.0) -> Sprite:
        """Return the word of a command as a rubber stamp.

        Args:
            height: the height in pixels before the stamp is tilted.
            tilt: the angle in degrees, counter-clockwise.
        """
        return self._cached_sprite(
            ("command_stamp", text, height, colour, tilt),
            lambda: paint_pieces.command_stamp(self.theme, text, height, colour, tilt),
        )

    def padlock(self, width: int, colour: Colour, opening: float) -> Sprite:
        """Return a padlock.

        Args:
            opening: the opening from 0, closed, to 1, open, in six steps.
        """
        step = round(opening * 5) / 5
        return self._cached_sprite(
            ("padlock", width, colour, step),
            lambda: paint_pieces.padlock(self.theme, width, colour, step),
        )

    def unseen_card_stack(self, value: int, n_cards: int, size: Size) -> Sprite:
        """Return a small stack of the ``n_cards`` unseen copies of the card ``value``."""
        return self._cached_sprite(
            ("unseen_card_stack", value, n_cards, size),
            lambda: paint_pieces.unseen_card_stack(self.theme, value, n_cards, size, self.scale),
        )

    def button_plate(self, plate: ButtonPlateLook, size: Size) -> Sprite:
        def paint(size: Size) -> Sprite:
            return paint_pieces.button_plate(self.theme, plate, size, self.scale)

        if plate.rank == "impossible":  # its dashes differ from column to column
            return self._cached_sprite(("plate", plate, size), lambda: paint(size))
        return self._cached_wide_sprite("plate", plate, size, paint)

    def key_rim(self, size: Size, colour: Colour, is_dashed: bool) -> Sprite:
        """Return the rim of a key on which a marker would win the round."""
        unit = key_outline_scale(size, self.scale)
        face = paint_keys.key_face_size(self.theme, size, unit)
        return self._cached_sprite(
            ("rim", size, colour, is_dashed),
            lambda: paint_pieces.key_rim(self.theme, face, unit, colour, is_dashed),
        )

    def pulsing_key_glow(self, size: Size, colour: Colour, level: float) -> Sprite:
        """Return the glow of a pulsing key.

        Args:
            level: the strength from 0 to 1, which is rounded to a sixteenth.
        """
        step = round(level * 16) / 16
        unit = key_outline_scale(size, self.scale)
        face = paint_keys.key_face_size(self.theme, size, unit)
        radius = paint_keys.key_corner_radius(self.theme, face, unit)
        return self._cached_sprite(
            ("key_glow", size, colour, step),
            lambda: paint_keys.glow_around_rounded_rect(
                self.theme, face, radius, unit, colour, step
            ),
        )

    def draw_dots_along_path(
        self,
        surface: pygame.Surface,
        points: tuple[Point, ...],
        width: float,
        colour: Colour,
        opacity: float,
    ) -> None:
        """Draw dots of ``width`` pixels along a path, with an opacity of 0 to 1."""
        dot = self._cached_sprite(
            ("dot", round(width), colour, opacity),
            lambda: paint_pieces.dot_sprite(round(width), colour, opacity),
        )
        area = surface.get_clip().inflate(2 * width, 2 * width)
        for piece in dashes_along_path(points, width * 1.5):
            if area.collidepoint(piece[0]):
                dot.draw_centred(surface, piece[0])

    def rounded_outline(self, size: Size, colour: Colour, radius: float) -> Sprite:
        """Return a rounded outline along the inside of a rectangle."""
        return self._cached_sprite(
            ("rounded_outline", size, colour, round(radius)),
            lambda: paint_pieces.rounded_outline(size, colour, radius, self.scale),
        )

    def text_plate_on_key(self, size: Size, colour: Colour) -> Sprite:
        """Return a small plate with a rim, for a few words on a key or card."""
        return self._cached_sprite(
            ("key_tag", size, colour),
            lambda: paint_pieces.text_plate_on_key(self.theme, size, colour, self.scale),
        )

    def captured_marker_shelf(self, width: int) -> Sprite:
        return self._cached_sprite(
            ("captured_marker_shelf", width),
            lambda: paint_pieces.captured_marker_shelf(self.theme, width, self.scale),
        )

    def strike_through_line(self, size: Size) -> Sprite:
        """Return the line that strikes through a marker about to be captured."""
        colours = self.theme.colours
        return self._cached_sprite(
            ("cross", size),
            lambda: paint_icons.strike_through_line(size, colours.bad, colours.key, self.scale),
        )

    def draw_marker(
        self,
        surface: pygame.Surface,
        marker: StyledMarker,
        foot: tuple[float, float],
        width: float,
        ghost: bool = False,
    ) -> pygame.Rect:
        """Draw a marker that stands on the board; return the rectangle that it covers.

        Args:
            foot: the point of the board below the middle of the marker's front edge.
            width: the width of a single in pixels; a double is drawn wider.
            ghost: whether the marker is translucent, as a preview.
        """
        sprite = self.translucent_marker(marker, width) if ghost else self.marker(marker, width)
        w, h = sprite.size
        place = pygame.Rect(round(foot[0] - w / 2), round(foot[1] - h), w, h)
        sprite.draw(surface, place.topleft)
        return place

    def _cached_wide_sprite(
        self, kind: str, look: Hashable, size: Size, paint: Callable[[Size], Sprite]
    ) -> Sprite:
        """Return a sprite of which all columns are alike, but for both ends.

        A wide one is made from a cached narrow one, in a fraction of the time.
        """
        narrow = round(MAX_PAINTED_WIDTH * self.scale)
        width, height = size
        if width <= narrow:
            return self._cached_sprite((kind, look, size), lambda: paint(size))
        return self._cached_sprite(
            (kind, look, size),
            lambda: self._cached_sprite(
                (kind, look, (narrow, height)), lambda: paint((narrow, height))
            ).widened(width),
        )

    def _cached_sprite(self, key: Hashable, paint: Callable[[], Sprite]) -> Sprite:
        found = self._cache.get(key)
        if found is None:
            if len(self._cache) >= MAX_CACHED:
                self._cache.clear()
            found = self._cache[key] = paint()
        return found


class SpriteBudgetSpent(Exception):
    """Raised by ``BudgetedSpriteCache`` if a sprite is not cached and the budget is spent."""


class BudgetedSpriteCache(SpriteCache):
    """Sprites with a limit on paintings, so that the work can be spread over several frames.

    Attributes:
        budget: the number of sprites that may still be painted before ``SpriteBudgetSpent``; 0 at
            first, and to be set before drawing.
    """

    def __init__(self, theme: Theme, scale: float) -> None:
        super().__init__(theme, scale)
        self.budget = 0
        # True while a sprite is made from other sprites, which do not count.
        self._is_nested = False

    def background(self, size: Size) -> pygame.Surface:
        if self._background is None:
            self._spend_budget()
        return super().background(size)

    def _cached_sprite(self, key: Hashable, paint: Callable[[], Sprite]) -> Sprite:
        if self._is_nested or key in self._cache:
            return super()._cached_sprite(key, paint)
        self._spend_budget()
        self._is_nested = True
        try:
            return super()._cached_sprite(key, paint)
        finally:
            self._is_nested = False

    def _spend_budget(self) -> None:
        if self.budget <= 0:
            raise SpriteBudgetSpent
        self.budget -= 1
