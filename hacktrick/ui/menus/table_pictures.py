"""Small pictures of tables for a menu: painted between its frames, and kept while it is open."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pygame

from hacktrick.seat.looks import usual_looks
from hacktrick.themes import chosen
from hacktrick.ui.paint.keys import PanelLook
from hacktrick.ui.stage.context import Context
from hacktrick.ui.stage.ways import Size, TableWish
from hacktrick.words import translator as words
from hacktrick.words.choices import MatchChoices

MOST = 24  # pictures that are kept
SAMPLE = (1280, 720)  # a usual window
WHOLE = (0.0, 0.0, 1.0, 1.0)
MIDDLE = (0.216, 0.218, 0.48, 0.48)  # of that: the board

Picture = pygame.Surface


class TablePictures:
    """The pictures that a menu wants, the first ones first."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self._wanted: tuple[TableWish, ...] = ()
        self._kept: dict[TableWish, Picture] = {}
        self._under_way: tuple[TableWish, Iterator[Picture | None]] | None = None
        self._shown: dict[str, Picture] = {}  # what stood last in a place

    def want(self, wishes: Sequence[TableWish]) -> None:
        """From now on these."""
        self._wanted = tuple(wishes)
        if self._under_way and self._under_way[0] not in self._wanted:
            self._under_way = None

    @property
    def is_done(self) -> bool:
        """Whether nothing is left to paint."""
        return all(wish in self._kept for wish in self._wanted)

    def step(self) -> bool:
        """Paint a piece; True if a picture has become whole."""
        if self._under_way is None:
            wish = next((one for one in self._wanted if one not in self._kept), None)
            if wish is None:
                return False
            self._under_way = wish, self.context.ways.table_picture(wish)
        wish, pieces = self._under_way
        picture = next(pieces)
        if picture is None:
            return False
        if len(self._kept) >= MOST:
            self._kept.clear()
        self._kept[wish] = picture
        self._under_way = None
        return True

    def draw(self, surface: pygame.Surface, rect: pygame.Rect, wish: TableWish, place: str) -> None:
        """A picture in its frame; until it is whole, the one that stood there before."""
        picture = self._kept.get(wish) or self._shown.get(place)
        if picture is not None and picture.get_size() == rect.size:
            self._shown[place] = picture
            surface.blit(picture, rect)
        else:
            surface.fill(self.context.theme.colours.background, rect)
        look = PanelLook()
        edge = self.context.theme.colours.outline
        pygame.draw.rect(surface, edge, rect, max(1, self.context.px(look.edge_width)))


def wish_for(
    context: Context, choices: MatchChoices, theme: str, size: Size, sample: bool = False
) -> TableWish:
    """The table of these choices.

    Args:
        theme: as the settings name it.
        size: of the picture.
        sample: the middle of the table in a usual window; else all of it, as it would be here.
    """
    seats = choices.new_match().seats
    return TableWish(
        theme=chosen(theme, choices.preset),
        rules=choices.rules,
        seats=seats,
        looks=usual_looks(len(seats)),
        window=SAMPLE if sample else context.size,
        ui_scale=100 if sample else context.settings.ui_scale,
        size=size,
        language=words.language(),
        part=MIDDLE if sample else WHOLE,
    )


def fitted(area: pygame.Rect, window: Size) -> pygame.Rect:
    """The largest rectangle of a window's proportions in an area, at its upper left."""
    wide = min(area.width, round(area.height * window[0] / window[1]))
    return pygame.Rect(area.topleft, (wide, round(wide * window[1] / window[0])))
