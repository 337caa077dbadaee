"""The argument of every drawing function of the table: surface, context, frame, geometry and
motion."""

from __future__ import annotations

from dataclasses import dataclass

import pygame
from pygame import Surface

from hacktrick.app.themes import Colours, Theme
from hacktrick.i18n.table_frame import TableFrame
from hacktrick.ui.layout.geometry import TableGeometry
from hacktrick.ui.paint.fonts import Fonts
from hacktrick.ui.paint.sprites import Sprites
from hacktrick.ui.scene.context import Context
from hacktrick.ui.table.motion.motion_state import MotionState


@dataclass(frozen=True, slots=True)
class DrawContext:
    """The surface, frame, places and motion of one picture.

    Attributes:
        frame: the values to be drawn.
        motion: the things that move.
    """

    surface: Surface
    context: Context
    frame: TableFrame
    places: TableGeometry
    motion: MotionState

    @property
    def fonts(self) -> Fonts:
        return self.context.fonts

    @property
    def sprites(self) -> Sprites:
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


class TablePicture:
    """The frame, places and motion from which the widgets are drawn.
    The scene sets a new frame after each change, and new places after each layout.

    Attributes:
        pressed_place: the place of the card of the hand that was pressed last, from 0 at the left.
    """

    places: TableGeometry
    pressed_place = 0

    def __init__(self, context: Context, frame: TableFrame, motion: MotionState) -> None:
        self.context = context
        self.frame = frame
        self.motion = motion

    def drawing_on(self, surface: pygame.Surface) -> DrawContext:
        """Return the context for drawing this picture on ``surface``."""
        return DrawContext(surface, self.context, self.frame, self.places, self.motion)
