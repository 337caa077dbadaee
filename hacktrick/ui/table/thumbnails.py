"""Small pictures of real tables, painted in pieces between frames and cached."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from time import perf_counter

import pygame

from hacktrick.app.profiles import SeatMarkerStyles, default_marker_styles
from hacktrick.app.program_services import ProgramServices
from hacktrick.app.sample_position import sample_session
from hacktrick.app.settings import Settings
from hacktrick.app.themes import resolve_theme
from hacktrick.game.editions import Rules
from hacktrick.game.view import SeatInfo
from hacktrick.i18n import translator as words
from hacktrick.i18n.match_options_and_player_names import NewMatchOptions
from hacktrick.ui.layout.table_layout import pixels_per_unit_of_window
from hacktrick.ui.paint.keys_and_panels import PanelLook
from hacktrick.ui.paint.sprite_cache import BudgetedSpriteCache, SpriteBudgetSpent
from hacktrick.ui.scene.scenes_and_context import Context
from hacktrick.ui.table.table_scene import TableScene

MAX_CACHED_THUMBNAILS = 24  # maximum number of cached pictures
STEP_SECONDS = 0.025  # time in seconds for painting between two frames

Size = tuple[int, int]
Thumbnail = pygame.Surface


@dataclass(frozen=True, slots=True)
class ThumbnailRequest:
    """A request for a small picture of a table in the middle of a sample round.

    Attributes:
        theme: the name of a theme.
        window: the size of the window, in pixels, for which the table is laid out.
        ui_scale: the scale, in per cent, at which the table is laid out.
        size: the size of the picture in pixels.
        language: the code of the language in which the table's texts are written.
    """

    theme: str
    rules: Rules
    seats: tuple[SeatInfo, ...]
    looks: SeatMarkerStyles
    window: Size
    ui_scale: int
    size: Size
    language: str


class ThumbnailCache:
    """Paints the pictures that a menu requests, in the order of the requests, and caches them."""

    def __init__(self, context: Context, services: ProgramServices) -> None:
        self.context, self.services = context, services
        self._wanted: tuple[ThumbnailRequest, ...] = ()
        self._kept: dict[ThumbnailRequest, Thumbnail] = {}
        self._under_way: tuple[ThumbnailRequest, Iterator[Thumbnail | None]] | None = None
        # The picture last drawn in each frame, keyed by the name of the frame.
        self._shown: dict[str, Thumbnail] = {}

    def set_wanted_pictures(self, requests: Sequence[ThumbnailRequest]) -> None:
        """Replace the list of requested pictures."""
        self._wanted = tuple(requests)
        if self._under_way and self._under_way[0] not in self._wanted:
            self._under_way = None

    @property
    def are_all_painted(self) -> bool:
        """Whether all requested pictures have been painted."""
        return all(request in self._kept for request in self._wanted)

    def paint_step_completes_picture(self) -> bool:
        """Paint at least one piece, and then continue until ``STEP_SECONDS`` have passed.

        Returns:
            Whether a picture has been completed.
        """
        until = perf_counter() + STEP_SECONDS
        is_complete = self._paint_next_piece()
        while not is_complete and not self.are_all_painted and perf_counter() < until:
            is_complete = self._paint_next_piece()
        return is_complete

    def _paint_next_piece(self) -> bool:
        if self._under_way is None:
            request = next((one for one in self._wanted if one not in self._kept), None)
            if request is None:
                return False
            self._under_way = (
                request,
                render_thumbnail_in_steps(self.context, self.services, request),
            )
        request, pieces = self._under_way
        picture = next(pieces)
        if picture is None:
            return False
        if len(self._kept) >= MAX_CACHED_THUMBNAILS:
            self._kept.clear()
        self._kept[request] = picture
        self._under_way = None
        return True

    def draw(
        self, surface: pygame.Surface, rect: pygame.Rect, request: ThumbnailRequest, frame_name: str
    ) -> None:
        """Draw a picture in its frame.

        If the picture is incomplete, draw a picture of the same table in another size, or otherwise
        the previous picture in this frame, since a briefly empty frame would flicker.

        Args:
            frame_name: the name of the frame.
        """
        picture = (
            self._kept.get(request)
            or self._picture_in_other_size(request)
            or self._shown.get(frame_name)
        )
        if picture is not None:
            if picture.get_size() != request.size:
                picture = pygame.transform.smoothscale(picture, request.size)
            self._shown[frame_name] = picture
            surface.blit(picture, rect)
        else:
            surface.fill(self.context.theme.colours.panel, rect)
        look = PanelLook()
        edge = self.context.theme.colours.outline
        pygame.draw.rect(surface, edge, rect, max(1, self.context.px(look.edge_width)))

    def _picture_in_other_size(self, request: ThumbnailRequest) -> Thumbnail | None:
        """Return a picture of the same table in another size, or None if there is none."""
        for kept, picture in self._kept.items():
            if replace(kept, size=request.size) == request:
                return picture
        return None


def thumbnail_request(
    context: Context, choices: NewMatchOptions, theme: str, size: Size
) -> ThumbnailRequest:
    """Return the request for a picture of a table with these options, laid out as in this window.

    Args:
        theme: the name of the theme in the settings.
        size: the size of the picture in pixels.
    """
    seats = choices.match_setup().seats
    return ThumbnailRequest(
        theme=resolve_theme(theme, choices.preset),
        rules=choices.rules,
        seats=seats,
        looks=default_marker_styles(len(seats)),
        window=context.size,
        ui_scale=context.settings.ui_scale,
        size=size,
        language=words.current_language(),
    )


def rect_with_window_proportions(area: pygame.Rect, window: Size) -> pygame.Rect:
    """Return the largest rectangle with a window's proportions in the upper left of an area."""
    wide = min(area.width, round(area.height * window[0] / window[1]))
    return pygame.Rect(area.topleft, (wide, round(wide * window[1] / window[0])))


# Maximum number of sprites painted in a step, since each step draws the whole table again.
SPRITES_PER_STEP = 6
OVERSAMPLING = 1.5  # oversampling at normal text size, so that small type stays clear


def render_thumbnail_in_steps(
    context: Context, services: ProgramServices, request: ThumbnailRequest
) -> Iterator[pygame.Surface | None]:
    """Paint one piece at each step, yielding None until the last step yields the picture."""
    size = _size_before_reduction(request)
    settings, reduction = _thumbnail_settings(context, request, size), size[0] / request.window[0]
    small = Context(settings, size=size, edition=request.rules.preset, reduction=reduction)
    small.navigator = context.navigator
    small.sprites = sprites = BudgetedSpriteCache(small.theme, small.scale)
    scene = TableScene(small, services, sample_session(request.rules, request.seats, request.looks))
    scene.lay_out()
    surface = pygame.Surface(size)
    while True:
        sprites.budget = SPRITES_PER_STEP
        try:
            surface.set_clip(None)
            scene.draw(surface)
            break
        except SpriteBudgetSpent:
            yield None
    yield pygame.transform.smoothscale(surface, request.size)


def _size_before_reduction(request: ThumbnailRequest) -> Size:
    # Large type needs less oversampling.
    finer = max(1.0, OVERSAMPLING * min(1.0, 100 / request.ui_scale))
    share = min(1.0, finer * request.size[0] / request.window[0])
    return round(request.window[0] * share), round(request.window[1] * share)


def _thumbnail_settings(context: Context, request: ThumbnailRequest, size: Size) -> Settings:
    """Return settings with a scale at which the layout for the whole window fits into ``size``."""
    units = request.window[0] / pixels_per_unit_of_window(request.window, request.ui_scale / 100)
    per_cent = round(100 * size[0] / units / pixels_per_unit_of_window(size))
    return replace(
        context.settings, theme=request.theme, ui_scale=per_cent, animation_speed="off", tutor="off"
    )
