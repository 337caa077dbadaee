"""A page of the rulebook laid out as blocks and drawn, with the boards of its examples."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import pygame

from hacktrick.app.marker_styles import StyledMarker
from hacktrick.game.keypad import Key
from hacktrick.i18n.rulebook.page_model import (
    Block,
    Bullets,
    Example,
    Heading,
    MarkerStack,
    PageTable,
    Paragraph,
    RulebookPage,
    Ruling,
)
from hacktrick.i18n.translator import _
from hacktrick.ui.layout.boxes import small_key_rect
from hacktrick.ui.layout.table_areas import KEY_ORDER
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.paint.canvas import Canvas, Sprite, mix, with_alpha
from hacktrick.ui.paint.card_faces import CardLook
from hacktrick.ui.paint.code_cards import CodeLook
from hacktrick.ui.paint.fonts import TextStyle
from hacktrick.ui.paint.keys_and_panels import KeyLook, PanelLook
from hacktrick.ui.paint.table_surface import draw_lcd_text
from hacktrick.ui.scene.context import Context
from hacktrick.ui.widgets import game_drawing

KEY = (86.0, 80.0)  # units
GAP = 7.0
CARD = (54.0, 72.0)
SMALL_CARD = (36.0, 48.0)
MARGIN = 16.0
BOARD = (3 * KEY[0] + 2 * GAP, 3 * KEY[1] + 2 * GAP)
WIDE = BOARD[0] + 300.0  # with the cards beside the board
CARDS_BELOW = 232.0
CAPTION = styles.BODY


def example_height(context: Context, example: Example, width: int) -> int:
    """The height of the whole box in pixels."""
    px = context.px
    room = width - 2 * px(MARGIN)
    caption = context.fonts.paragraph_height(example.caption, CAPTION, room)
    return px(BOARD[1] + 2 * MARGIN + 10) + caption + _below(context, width)


def _below(context: Context, width: int) -> int:
    """The height that the cards take below the board, where they have no room beside it."""
    return 0 if width >= context.px(WIDE) else context.px(CARDS_BELOW)


def draw_example(
    surface: pygame.Surface, context: Context, rect: pygame.Rect, example: Example
) -> None:
    px = context.px
    look = PanelLook(raised=False)
    context.sprites.panel(look, rect.size).draw(surface, rect.topleft)
    left, top = rect.left + px(MARGIN), rect.top + px(MARGIN)
    keys = _keys(context, left, top)
    board = context.theme.board
    for key, place in ((key, small_key_rect(room, board)) for key, room in keys.items()):
        _draw_key(surface, context, example, key, place)
    for line in example.lines:
        _draw_line(surface, context, [keys[key].center for key in line])
    below = _below(context, rect.width)
    side = pygame.Rect(left + px(BOARD[0] + 28), top, 0, px(BOARD[1]))
    if below:
        side.topleft = left, top + px(BOARD[1] + 14)
    side.width = rect.right - px(MARGIN) - side.left
    _draw_cards(surface, context, example, side)
    under = top + px(BOARD[1] + 10) + below
    room = pygame.Rect(left, under, rect.width - 2 * px(MARGIN), rect.height)
    context.fonts.paragraph(surface, example.caption, room, CAPTION, context.theme.colours.text)


def _keys(context: Context, left: int, top: int) -> dict[Key, pygame.Rect]:
    px = context.px
    wide, tall = px(KEY[0]), px(KEY[1])
    return {
        key: pygame.Rect(
            left + n % 3 * (wide + px(GAP)), top + n // 3 * (tall + px(GAP)), wide, tall
        )
        for n, key in enumerate(KEY_ORDER)
    }


def _draw_key(
    surface: pygame.Surface, context: Context, example: Example, key: Key, place: pygame.Rect
) -> None:
    stack = next((stack for stack in example.position.stacks if stack.key == key), None)
    lit = key in example.keys
    won = any(key in line for line in example.lines)
    target, played = example.target == key, example.played
    owner = stack.side if stack else None
    look = KeyLook(owner=owner, reach=lit, chosen=target, won=won)
    ghost = StyledMarker(0, played.double) if target and played else None
    struck = target and stack is not None and stack.side != 0
    game_drawing.draw_numbered_key(
        surface, context, place, key, look, _pieces(stack), ghost, struck
    )


def _pieces(stack: MarkerStack | None) -> list[StyledMarker]:
    if stack is None:
        return []
    return [StyledMarker(stack.side, stack.double and n == stack.n - 1) for n in range(stack.n)]


def _draw_line(surface: pygame.Surface, context: Context, points: list[tuple[int, int]]) -> None:
    """Between the keys only, so that numbers and markers stay readable."""
    for start, end in pairwise(points):
        sprite, corner = _stroke(context, start, end)
        sprite.draw(surface, corner)


def _stroke(
    context: Context, start: tuple[int, int], end: tuple[int, int]
) -> tuple[Sprite, tuple[int, int]]:
    ends = [
        (start[0] + (end[0] - start[0]) * t, start[1] + (end[1] - start[1]) * t)
        for t in (0.40, 0.60)
    ]
    corner = round(min(x for x, _y in ends)), round(min(y for _x, y in ends))
    moved = [(x - corner[0], y - corner[1]) for x, y in ends]
    size = max(x for x, _y in moved) + 1, max(y for _x, y in moved) + 1
    canvas = Canvas(*size, pad=context.px(5))
    canvas.stroke(moved, context.px(5), with_alpha(context.theme.colours.warning, 1))
    return canvas.finish(), corner


def _draw_cards(
    surface: pygame.Surface, context: Context, example: Example, side: pygame.Rect
) -> None:
    """The display, the row, the hands; each with its name, so that no sign must be known."""
    px, position = context.px, example.position
    lcd = pygame.Rect(side.left, side.top, min(side.width, px(240)), px(32))
    context.sprites.lcd(lcd.size).draw(surface, lcd.topleft)
    played = example.played
    text = str(position.row[-1])
    if played:
        text = f"{position.row[-1]}+{played.card}={position.row[-1] + played.card}"
    draw_lcd_text(surface, context.theme, context.fonts, text, (lcd.left + px(10), lcd.centery), 7)
    top = lcd.bottom + px(10)
    _draw_row(surface, context, example, pygame.Rect(side.left, top, side.width, px(70)))
    top += px(84)
    _draw_hand(surface, context, example, pygame.Rect(side.left, top, side.width, px(90)))


def _label(
    surface: pygame.Surface, context: Context, text: str, topleft: tuple[int, int], room: int
) -> None:
    colour = context.theme.colours.muted
    context.fonts.text(surface, text, topleft, styles.SMALL, colour, width=room)


def _draw_row(
    surface: pygame.Surface, context: Context, example: Example, rect: pygame.Rect
) -> None:
    px, row = context.px, example.position.row
    size = px(SMALL_CARD[0]), px(SMALL_CARD[1])
    _label(surface, context, _("Row"), rect.topleft, rect.width)
    pitch = size[0] + px(5)
    for n, value in enumerate(row):
        look = CardLook(value, last=n == len(row) - 1)
        place = rect.left + n * pitch, rect.top + px(20)
        context.sprites.card(look, size).draw(surface, place)
    if example.position.aside:
        left = rect.left + max(len(row) * pitch + px(24), px(150))
        _label(surface, context, _("Set aside"), (left, rect.top), rect.right - left)
        for n, value in enumerate(example.position.aside):
            place = left + n * pitch, rect.top + px(20)
            context.sprites.card(CardLook(value, dim=True), size).draw(surface, place)


def _draw_hand(
    surface: pygame.Surface, context: Context, example: Example, rect: pygame.Rect
) -> None:
    px, position = context.px, example.position
    size = px(CARD[0]), px(CARD[1])
    _label(surface, context, _("Your cards"), rect.topleft, rect.width)
    played, lifted = example.played, False
    pitch = size[0] + px(6)
    for n, value in enumerate(position.hand):
        chosen = played is not None and not lifted and value == played.card
        lifted = lifted or chosen
        place = rect.left + n * pitch, rect.top + px(24) - (px(5) if chosen else 0)
        context.sprites.card(CardLook(value, selected=chosen), size).draw(surface, place)
    if position.other:
        left = rect.left + max(len(position.hand) * pitch + px(24), px(150))
        _label(surface, context, _("Opponent's cards"), (left, rect.top), rect.right - left)
        small = px(SMALL_CARD[0]), px(SMALL_CARD[1])
        for n in range(len(position.other)):
            place = left + n * (small[0] + px(5)), rect.top + px(24)
            context.sprites.card(CardLook(None), small).draw(surface, place)


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
class PlacedBlock:
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

    def __init__(self, context: Context, page: RulebookPage, width: int, marked: str = "") -> None:
        self.context, self.page, self.width, self.marked = context, page, width, marked
        self.blocks: list[PlacedBlock] = []
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
        self.blocks.append(PlacedBlock(key, self.height + gap, height, draw))
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
            case PageTable(rows):
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

        return example_height(context, example, width), show

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
