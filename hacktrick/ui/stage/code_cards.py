"""Cards of the codes with their names, as scenes draw them."""

from __future__ import annotations

import pygame

from hacktrick.ui.paint.code_cards import CodeLook, name_box
from hacktrick.ui.paint.fonts import TextStyle
from hacktrick.ui.stage.context import Context

LARGEST, LEAST = 19.0, 13.0  # units: the name on a card
LINES = 2


def draw_code(
    surface: pygame.Surface, context: Context, rect: pygame.Rect, look: CodeLook, name: str
) -> None:
    """A card at ``rect``; a small one has no name."""
    context.sprites.code_card(look, rect.size).draw(surface, rect.topleft)
    box = name_box(rect, context.scale)
    if box.width:
        write_name(surface, context, box, name, faded=look.faded)


def write_name(
    surface: pygame.Surface, context: Context, box: pygame.Rect, name: str, *, faded: bool = False
) -> None:
    """In the middle of a box, as large as it fits into two lines."""
    style, lines = _fitting(context, box, name)
    colours = context.theme.colours
    step = min(context.fonts.line_height(style), round(style.size * context.scale * 1.16))
    first = box.centery - step * (len(lines) - 1) // 2
    for n, line in enumerate(lines):
        place = (box.centerx, first + n * step)
        ink = colours.muted if faded else colours.text
        context.fonts.text(surface, line, place, style, ink, "center", box.width)


def _fitting(context: Context, box: pygame.Rect, name: str) -> tuple[TextStyle, list[str]]:
    """The largest style in which the name fits; the last word alone where none does."""
    size = LARGEST
    while size >= LEAST:
        style = TextStyle("heading", size)
        lines = context.fonts.wrap(name, style, box.width)
        widest = max(context.fonts.size(line, style)[0] for line in lines)
        tall = (len(lines) * size * 1.16 + 6) * context.scale
        if len(lines) <= LINES and widest <= box.width and tall <= box.height:
            return style, lines
        size -= 0.5
    return TextStyle("heading", LEAST + 1), [name.split(" ")[-1]]
