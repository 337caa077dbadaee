"""The rows of a page of settings: how high each is, and what explains it below.

They must not know which settings there are. An explanation has one line, but where the window is
narrow it has as many as it needs, and its row is as high as that.
"""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from hacktrick.ui.controls.widgets import ROW_INSET
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.stage.context import Context
from hacktrick.words.translator import _

ROW, STEP = 42.0, 70.0  # units: a widget, and from one to the next
BELOW, AIR = 1.0, 14.0  # around an explanation of several lines
MIDDLE = 9.0  # from a widget to the middle of an explanation of one line
HELP = styles.SMALL


@dataclass(frozen=True, slots=True)
class Row:
    """
    Attributes:
        key: the name of its widget.
        is_list: the explanation is a list, of which there may be only room for the first ones.
    """

    key: str
    text: str
    is_list: bool = False


def row_height(context: Context, row: Row, room: int) -> float:
    """Units of a row with its whole explanation, ``room`` pixels wide."""
    return ROW + BELOW + _told_height(context, row, room) / context.scale + AIR


def _told_height(context: Context, row: Row, room: int) -> int:
    if row.is_list:
        return context.fonts.line_height(HELP)
    return context.fonts.paragraph_height(row.text, HELP, room)


def paint_lines(
    surface: pygame.Surface, context: Context, row: Row, widget: pygame.Rect, room: int
) -> None:
    """The explanation below a widget, in as many lines as it needs."""
    left, top = widget.left + context.px(ROW_INSET), widget.bottom + context.px(BELOW)
    place = pygame.Rect(left, top, room, _told_height(context, row, room))
    context.fonts.paragraph(surface, row.text, place, HELP, context.theme.colours.muted)


def paint_line(
    surface: pygame.Surface, context: Context, row: Row, widget: pygame.Rect, room: int
) -> None:
    """The explanation below a widget, in one line."""
    text = context.fonts.fit(row.text, HELP, room) if row.is_list else row.text
    place = (widget.left + context.px(ROW_INSET), widget.bottom + context.px(MIDDLE))
    ink = context.theme.colours.muted
    context.fonts.text(surface, text, place, HELP, ink, "midleft", widget.width)


# --- The folder ---

BUTTON, GAP = 44.0, 12.0  # units: the button that copies the path, and what is above it
PATH = 38.0  # from the sentence to the button


def folder_sentence() -> str:
    return _("Matches and settings are kept in this folder. Nothing leaves this computer.")


def folder_height(context: Context, room: int) -> float:
    """Units from the last row to the upper edge of the button, with the sentence above it."""
    told = context.fonts.paragraph_height(folder_sentence(), styles.BODY, room)
    return GAP + told / context.scale + PATH + 4


def paint_folder(
    surface: pygame.Surface, context: Context, button: pygame.Rect, room: int, folder: str
) -> None:
    """The sentence and the path, above the button."""
    fonts, colours, px = context.fonts, context.theme.colours, context.px
    tall = fonts.paragraph_height(folder_sentence(), styles.BODY, room)
    place = pygame.Rect(button.left, button.top - px(PATH + 4) - tall, room, tall)
    fonts.paragraph(surface, folder_sentence(), place, styles.BODY, colours.text)
    below = (button.left, place.bottom + px(4))
    fonts.text(surface, folder, below, styles.MONO, colours.muted, width=room)
