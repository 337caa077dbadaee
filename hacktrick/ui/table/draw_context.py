"""The arguments of all drawing functions of the table: surface, view model, geometry, motion."""

from __future__ import annotations

from dataclasses import dataclass

import pygame
from pygame import Surface

from hacktrick.app.themes import Colours, Theme
from hacktrick.i18n.table_view_model import TableViewModel
from hacktrick.ui.layout.geometry import TableGeometry
from hacktrick.ui.paint.fonts import Fonts
from hacktrick.ui.paint.sprite_cache import SpriteCache
from hacktrick.ui.scene.scenes_and_context import Context
from hacktrick.ui.table.motion.motion_state import MotionState


@dataclass(frozen=True, slots=True)
class DrawContext:
    """The arguments for drawing the table once.

    Attributes:
        model: the facts and sentences to be drawn.
        places: the rectangles of everything on the table.
        motion: the moving parts, and the progress of their motion.
    """

    surface: Surface
    context: Context
    model: TableViewModel
    places: TableGeometry
    motion: MotionState

    @property
    def fonts(self) -> Fonts:
        return self.context.fonts

    @property
    def sprites(self) -> SpriteCache:
        return self.context.sprites

    @property
    def theme(self) -> Theme:
        return self.context.theme

    @property
    def colours(self) -> Colours:
        return self.context.theme.colours

    def px(self, units: float) -> int:
        """Convert layout units to pixels of this window."""
        return self.context.px(units)


class TableDrawState:
    """The current view model, places and motion, from which the widgets of the table are drawn.

    The scene sets ``model`` after each change, and ``places`` in each layout.

    Attributes:
        pressed_place: the index of the card of the hand that was pressed last, from 0 at the left.
    """

    places: TableGeometry
    pressed_place = 0

    def __init__(self, context: Context, model: TableViewModel, motion: MotionState) -> None:
        self.context = context
        self.model = model
        self.motion = motion

    def draw_context_for(self, surface: pygame.Surface) -> DrawContext:
        """Return the context for drawing the current table on ``surface``."""
        return DrawContext(surface, self.context, self.model, self.places, self.motion)
