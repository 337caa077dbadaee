"""A page of the rules as a column of blocks, each with its height and its way to be drawn.

It must not know the list beside it or the search.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pygame

from hacktrick.ui.menus.rules_board import draw_example, height_of
from hacktrick.ui.paint.code_cards import CodeLook
from hacktrick.ui.paint.fonts import TextStyle
from hacktrick.ui.paint.tools import mix
from hacktrick.ui.stage.context import Context
from hacktrick.words.rulebook.model import (
    Block,
    Bullets,
    Example,
    Heading,
    Page,
    Paragraph,
    Ruling,
    Table,
)

Draw = Callable[[pygame.Surface, pygame.Rect], None]

TITLE = TextStyle("heading", 28)
HEADING = TextStyle("heading", 20)
TEXT = TextStyle("body", 16)
QUESTION = TextStyle("strong", 16)
CELL = TextStyle("body", 15)
HEAD_CELL = TextStyle("strong", 15)
FACE = 92.0  # units: the picture of a code
BETWEEN = 14.0  # units between blocks
INDENT = 20.0
CELL_GAP = 16.0


@dataclass(frozen=True, slots=True)
class Laid:
    """A block in its place: pixels from the top of the page."""

    key: str  # of a ruling; empty for everything else
    top: int
    height: int
    draw: Draw


class PageLayout:
    """All blocks of a page for a width in pixels.

    Args:
        marked: the key of the ruling that somebody was sent to.
    """

    def __init__(self, context: Context, page: Page, width: int, marked: str = "") -> None:
        self.context, self.page, self.width, self.marked = context, page, width, marked
        self.blocks: list[Laid] = []
        self.height = 0
        self._add("", *self._text(page.title, TITLE, context.theme.colours.text))
        blocks = iter(page.blocks)
        for block in blocks:
            if isinstance(block, Heading) and block.code:
                self._add("", *self._person(block, next(blocks)))
            else:
                self._add(block.key if isinstance(block, Ruling) else "", *self._block(block))
        self.height += context.px(24)

    def top_of(self, key: str) -> int | None:
        """Where a ruling begins."""
        return next((laid.top for laid in self.blocks if laid.key == key), None)

    def draw(self, surface: pygame.Surface, area: pygame.Rect) -> None:
        """Only what can be seen; `area` begins above the window when scrolled."""
        clip = surface.get_clip()
        for laid in self.blocks:
            rect = pygame.Rect(area.left, area.top + laid.top, self.width, laid.height)
            if rect.colliderect(clip):
                laid.draw(surface, rect)

    def _add(self, key: str, height: int, draw: Draw) -> None:
        gap = self.context.px(BETWEEN) if self.blocks else 0
        self.blocks.append(Laid(key, self.height + gap, height, draw))
        self.height += gap + height

    def _block(self, block: Block) -> tuple[int, Draw]:
        colours = self.context.theme.colours
        match block:
            case Heading(text=text):
                return self._text(text, HEADING, colours.accent)
            case Paragraph(text):
                return self._text(text, TEXT, colours.text)
            case Bullets(items):
                return self._bullets(items)
            case Table(rows):
                return self._table(rows)
            case Example():
                return self._example(block)
            case Ruling():
                return self._ruling(block)

    def _text(self, text: str, style: TextStyle, colour: tuple[int, int, int]) -> tuple[int, Draw]:
        fonts = self.context.fonts

        def show(surface: pygame.Surface, rect: pygame.Rect) -> None:
            fonts.paragraph(surface, text, rect, style, colour)

        return fonts.paragraph_height(text, style, self.width), show

    def _person(self, heading: Heading, block: Block) -> tuple[int, Draw]:
        """A picture with the name and what comes next at its right."""
        context, px, colours = self.context, self.context.px, self.context.theme.colours
        edge, text = px(FACE), block.text if isinstance(block, Paragraph) else ""
        room = self.width - edge - px(INDENT)
        name = context.fonts.paragraph_height(heading.text, HEADING, room) + px(2)
        words = name + context.fonts.paragraph_height(text, TEXT, room)

        def show(surface: pygame.Surface, rect: pygame.Rect) -> None:
            top = rect.top + px(10)
            face = context.sprites.face(CodeLook(heading.code), edge)
            face.draw(surface, (rect.left, top))
            place = pygame.Rect(rect.left + edge + px(INDENT), 0, room, words)
            place.top = top + max(0, edge - words) // 2
            context.fonts.paragraph(surface, heading.text, place, HEADING, colours.accent)
            place.move_ip(0, name)
            context.fonts.paragraph(surface, text, place, TEXT, colours.text)

        return px(10) + max(edge, words), show

    def _bullets(self, items: Sequence[str]) -> tuple[int, Draw]:
        fonts, px, colours = self.context.fonts, self.context.px, self.context.theme.colours
        room = self.width - px(INDENT)
        heights = [fonts.paragraph_height(item, TEXT, room) + px(4) for item in items]

        def show(surface: pygame.Surface, rect: pygame.Rect) -> None:
            top = rect.top
            for item, height in zip(items, heights, strict=True):
                dot = pygame.Rect(0, 0, px(6), px(6))
                dot.center = rect.left + px(7), top + fonts.line_height(TEXT) // 2 - px(1)
                surface.fill(colours.accent, dot)
                place = pygame.Rect(rect.left + px(INDENT), top, room, height)
                fonts.paragraph(surface, item, place, TEXT, colours.text)
                top += height

        return sum(heights), show

    def _ruling(self, ruling: Ruling) -> tuple[int, Draw]:
        fonts, px, colours = self.context.fonts, self.context.px, self.context.theme.colours
        room = self.width - px(INDENT)
        first = fonts.paragraph_height(ruling.question, QUESTION, room)
        whole = first + fonts.paragraph_height(ruling.answer, TEXT, room) + px(4)
        marked = ruling.key == self.marked
        ink = colours.accent if marked else colours.outline

        def show(surface: pygame.Surface, rect: pygame.Rect) -> None:
            if marked:
                ground = mix(colours.panel, colours.accent, 0.14)
                surface.fill(ground, rect.inflate(px(8), px(10)))
            surface.fill(ink, pygame.Rect(rect.left, rect.top, px(3), rect.height))
            place = pygame.Rect(rect.left + px(INDENT), rect.top, room, rect.height)
            fonts.paragraph(surface, ruling.question, place, QUESTION, colours.text)
            place = pygame.Rect(place.left, rect.top + first + px(4), room, rect.height)
            fonts.paragraph(surface, ruling.answer, place, TEXT, colours.muted)

        return whole, show

    def _example(self, example: Example) -> tuple[int, Draw]:
        context = self.context
        width = min(self.width, context.px(720))

        def show(surface: pygame.Surface, rect: pygame.Rect) -> None:
            place = pygame.Rect(rect.left, rect.top, width, rect.height)
            draw_example(surface, context, place, example)

        return height_of(context, example, width), show

    def _table(self, rows: Sequence[Sequence[str]]) -> tuple[int, Draw]:
        fonts, px, colours = self.context.fonts, self.context.px, self.context.theme.colours
        widths = self._widths(rows)
        heights = [
            max(
                fonts.paragraph_height(cell, HEAD_CELL if n == 0 else CELL, width)
                for cell, width in zip(row, widths, strict=True)
            )
            + px(10)
            for n, row in enumerate(rows)
        ]

        def show(surface: pygame.Surface, rect: pygame.Rect) -> None:
            top = rect.top
            for n, (row, height) in enumerate(zip(rows, heights, strict=True)):
                left = rect.left
                for cell, width in zip(row, widths, strict=True):
                    place = pygame.Rect(left, top + px(5), width, height)
                    style, ink = (HEAD_CELL, colours.accent) if n == 0 else (CELL, colours.text)
                    fonts.paragraph(surface, cell, place, style, ink)
                    left += width + px(CELL_GAP)
                top += height
                line = pygame.Rect(rect.left, top - 1, rect.width, max(1, px(0.8)))
                surface.fill(mix(colours.panel, colours.outline, 0.5), line)

        return sum(heights), show

    def _widths(self, rows: Sequence[Sequence[str]]) -> list[int]:
        """Columns as wide as their longest cell asks, shortened in proportion where too wide."""
        fonts, columns = self.context.fonts, len(rows[0])
        room = self.width - self.context.px(CELL_GAP) * (columns - 1)
        wishes = [max(fonts.size(row[n], HEAD_CELL)[0] for row in rows) + 4 for n in range(columns)]
        least = [
            max(fonts.size(word, HEAD_CELL)[0] for row in rows for word in row[n].split(" ")) + 4
            for n in range(columns)
        ]
        if sum(wishes) <= room:
            return wishes
        spare = max(0, room - sum(least))
        wanted = [max(0, wish - low) for wish, low in zip(wishes, least, strict=True)]
        return [
            low + round(spare * want / max(1, sum(wanted)))
            for low, want in zip(least, wanted, strict=True)
        ]
