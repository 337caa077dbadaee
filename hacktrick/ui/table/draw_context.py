"""What every drawing function of the table gets: surface, context, frame, geometry and motion."""

from __future__ import annotations

from dataclasses import dataclass

import pygame
from pygame import Surface

from hacktrick.app.themes import Colours, Theme
from hacktrick.i18n.table_frame import TableFrame
from hacktrick.ui.paint.fonts import Fonts
from hacktrick.ui.paint.sprites import Sprites
from hacktrick.ui.scene.context import Context
from hacktrick.ui.table.geometry import TableGeometry
from hacktrick.ui.table.motion.motion_state import MotionState


@dataclass(frozen=True, slots=True)
class DrawContext:
    """For one picture: ``frame`` is what it shows, ``motion`` what is on its way in it."""

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
        """Units of the layout in pixels of this window."""
        return self.context.px(units)


class TablePicture:
    """The picture that the parts of the table draw from; the scene puts a new frame in, and the
    places of the window."""

    places: TableGeometry

    def __init__(self, context: Context, frame: TableFrame, motion: MotionState) -> None:
        self.context = context
        self.frame = frame
        self.motion = motion

    def pen(self, surface: pygame.Surface) -> DrawContext:
        """To draw this picture on ``surface``."""
        return DrawContext(surface, self.context, self.frame, self.places, self.motion)
