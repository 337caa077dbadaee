"""What every drawing function of the table is handed: where to, with what, and what of."""

from __future__ import annotations

from dataclasses import dataclass

from pygame import Surface

from hacktrick.themes import Colours, Theme
from hacktrick.ui.paint.fonts import Fonts
from hacktrick.ui.paint.sprites import Sprites
from hacktrick.ui.stage.context import Context
from hacktrick.ui.table.motion import Motion
from hacktrick.ui.table.places import Places
from hacktrick.words.frame import Frame


@dataclass(frozen=True, slots=True)
class Pen:
    """For one picture: ``frame`` is what it shows, ``motion`` what is on its way in it."""

    surface: Surface
    context: Context
    frame: Frame
    places: Places
    motion: Motion

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
