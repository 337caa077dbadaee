"""Lays out and draws a page of the rulebook, including the example boards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import pygame

from hacktrick.app.profiles import StyledMarker
from hacktrick.game.editions import Rules
from hacktrick.game.keypad import KEY_ORDER, Key
from hacktrick.i18n.rulebook.page_model import (
    Block,
    BulletList,
    Example,
    Heading,
    MarkerStack,
    PageTable,
    Paragraph,
    RulebookPage,
    Ruling,
)
from hacktrick.i18n.rulebook.rulebook_search import example_lines
from hacktrick.i18n.translator import _
from hacktrick.ui.layout.geometry import small_board_key_rect
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.paint.background_and_light import draw_lcd_text
from hacktrick.ui.paint.canvas import Canvas, Sprite, mix_colours, with_alpha
from hacktrick.ui.paint.card_faces import CardLook
from hacktrick.ui.paint.code_cards import CodeCardLook
from hacktrick.ui.paint.fonts import TextStyle
from hacktrick.ui.paint.keys_and_panels import KeyLook, PanelLook
from hacktrick.ui.scene.scenes_and_context import Context
from hacktrick.ui.widgets import game_drawing

KEY_SIZE = (86.0, 80.0)  # width and height of a key in an example, in layout units
KEY_GAP = 7.0
CARD_SIZE = (54.0, 72.0)
SMALL_CARD_SIZE = (36.0, 48.0)
MARGIN = 16.0
BOARD_SIZE = (3 * KEY_SIZE[0] + 2 * KEY_GAP, 3 * KEY_SIZE[1] + 2 * KEY_GAP)
# Minimum box width for cards beside the board, in layout units.
CARDS_BESIDE_FROM = BOARD_SIZE[0] + 300.0
CARDS_BELOW_HEIGHT = 232.0
CAPTION_STYLE = styles.BODY


def example_height(context: Context, example: Example, width: int) -> int:
    """Return the height of an example's box in pixels.

    Args:
        width: the width of the box in pixels.
    """
    px = context.px
    room = width - 2 * px(MARGIN)
    caption = context.fonts.paragraph_height(example.caption, CAPTION_STYLE, room)
    return (
        px(BOARD_SIZE[1] + 2 * MARGIN + 10) + caption + _height_of_cards_below_board(context, width)
    )


def _height_of_cards_below_board(context: Context, width: int) -> int:
    """Return the height in pixels of the cards below the board; 0 if they stand beside it."""
    return 0 if width >= context.px(CARDS_BESIDE_FROM) else context.px(CARDS_BELOW_HEIGHT)


def draw_example(
    surface: pygame.Surface, context: Context, rect: pygame.Rect, example: Example
) -> None:
    """Draw an example in a box: the board, the cards and a caption."""
    px = context.px
    look = PanelLook(raised=False)
    context.sprites.panel(look, rect.size).draw(surface, rect.topleft)
    left, top = rect.left + px(MARGIN), rect.top + px(MARGIN)
    keys = _key_rects(context, left, top)
    board = context.theme.board
    for key, place in ((key, small_board_key_rect(room, board)) for key, room in keys.items()):
        _draw_example_key(surface, context, example, key, place)
    for line in example.lines:
        _draw_strokes_between_keys(surface, context, [keys[key].center for key in line])
    below = _height_of_cards_below_board(context, rect.width)
    side = pygame.Rect(left + px(BOARD_SIZE[0] + 28), top, 0, px(BOARD_SIZE[1]))
    if below:
        side.topleft = left, top + px(BOARD_SIZE[1] + 14)
    side.width = rect.right - px(MARGIN) - side.left
    _draw_sum_row_and_hands(surface, context, example, side)
    under = top + px(BOARD_SIZE[1] + 10) + below
    room = pygame.Rect(left, under, rect.width - 2 * px(MARGIN), rect.height)
    context.fonts.draw_paragraph(
        surface, example.caption, room, CAPTION_STYLE, context.theme.colours.text
    )


def _key_rects(context: Context, left: int, top: int) -> dict[Key, pygame.Rect]:
    px = context.px
    wide, tall = px(KEY_SIZE[0]), px(KEY_SIZE[1])
    return {
        key: pygame.Rect(
            left + n % 3 * (wide + px(KEY_GAP)), top + n // 3 * (tall + px(KEY_GAP)), wide, tall
        )
        for n, key in enumerate(KEY_ORDER)
    }


def _draw_example_key(
    surface: pygame.Surface, context: Context, example: Example, key: Key, place: pygame.Rect
) -> None:
    stack = next((stack for stack in example.position.stacks if stack.key == key), None)
    lit = key in example.keys
    won = any(key in line for line in example.lines)
    target, played = example.marked_key == key, example.previewed_play
    owner = stack.side if stack else None
    look = KeyLook(owner=owner, is_reachable=lit, chosen=target, won=won)
    ghost = StyledMarker(0, played.double) if target and played else None
    struck = target and stack is not None and stack.side != 0
    game_drawing.draw_numbered_key(
        surface, context, place, key, look, _styled_markers(stack), ghost, struck
    )


def _styled_markers(stack: MarkerStack | None) -> list[StyledMarker]:
    if stack is None:
        return []
    return [StyledMarker(stack.side, stack.double and n == stack.n - 1) for n in range(stack.n)]


def _draw_strokes_between_keys(
    surface: pygame.Surface, context: Context, points: list[tuple[int, int]]
) -> None:
    """Draw strokes between neighbouring keys, too short to cover numbers or markers."""
    for start, end in pairwise(points):
        sprite, corner = _stroke_sprite_and_corner(context, start, end)
        sprite.draw(surface, corner)


def _stroke_sprite_and_corner(
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
    return canvas.to_sprite(), corner


def _draw_sum_row_and_hands(
    surface: pygame.Surface, context: Context, example: Example, side: pygame.Rect
) -> None:
    """Draw the LCD with the sum, the row and the hands."""
    px, position = context.px, example.position
    lcd = pygame.Rect(side.left, side.top, min(side.width, px(240)), px(32))
    context.sprites.lcd_plate(lcd.size).draw(surface, lcd.topleft)
    played = example.previewed_play
    text = str(position.row[-1])
    if played:
        text = f"{position.row[-1]}+{played.card}={position.row[-1] + played.card}"
    draw_lcd_text(surface, context.theme, context.fonts, text, (lcd.left + px(10), lcd.centery), 7)
    top = lcd.bottom + px(10)
    _draw_example_row(surface, context, example, pygame.Rect(side.left, top, side.width, px(70)))
    top += px(84)
    _draw_example_hand(surface, context, example, pygame.Rect(side.left, top, side.width, px(90)))


def _draw_label(
    surface: pygame.Surface, context: Context, text: str, topleft: tuple[int, int], room: int
) -> None:
    colour = context.theme.colours.muted
    context.fonts.draw_text(surface, text, topleft, styles.SMALL, colour, width=room)


def _draw_example_row(
    surface: pygame.Surface, context: Context, example: Example, rect: pygame.Rect
) -> None:
    px, row = context.px, example.position.row
    size = px(SMALL_CARD_SIZE[0]), px(SMALL_CARD_SIZE[1])
    _draw_label(surface, context, _("Row"), rect.topleft, rect.width)
    pitch = size[0] + px(5)
    for n, value in enumerate(row):
        look = CardLook(value, last=n == len(row) - 1)
        place = rect.left + n * pitch, rect.top + px(20)
        context.sprites.card(look, size).draw(surface, place)
    if example.position.aside:
        left = rect.left + max(len(row) * pitch + px(24), px(150))
        _draw_label(surface, context, _("Set aside"), (left, rect.top), rect.right - left)
        for n, value in enumerate(example.position.aside):
            place = left + n * pitch, rect.top + px(20)
            context.sprites.card(CardLook(value, dimmed=True), size).draw(surface, place)


def _draw_example_hand(
    surface: pygame.Surface, context: Context, example: Example, rect: pygame.Rect
) -> None:
    px, position = context.px, example.position
    size = px(CARD_SIZE[0]), px(CARD_SIZE[1])
    _draw_label(surface, context, _("Your cards"), rect.topleft, rect.width)
    played, lifted = example.previewed_play, False
    pitch = size[0] + px(6)
    for n, value in enumerate(position.hand):
        chosen = played is not None and not lifted and value == played.card
        lifted = lifted or chosen
        place = rect.left + n * pitch, rect.top + px(24) - (px(5) if chosen else 0)
        context.sprites.card(CardLook(value, selected=chosen), size).draw(surface, place)
    if position.other:
        left = rect.left + max(len(position.hand) * pitch + px(24), px(150))
        _draw_label(surface, context, _("Opponent's cards"), (left, rect.top), rect.right - left)
        small = px(SMALL_CARD_SIZE[0]), px(SMALL_CARD_SIZE[1])
        for n in range(len(position.other)):
            place = left + n * (small[0] + px(5)), rect.top + px(24)
            context.sprites.card(CardLook(None), small).draw(surface, place)


DrawBlock = Callable[[pygame.Surface, pygame.Rect], None]

TITLE_STYLE = TextStyle("heading", 28)
HEADING_STYLE = TextStyle("heading", 20)
TEXT_STYLE = TextStyle("body", 16)
QUESTION_STYLE = TextStyle("strong", 16)
CELL_STYLE = TextStyle("body", 15)
HEAD_CELL_STYLE = TextStyle("strong", 15)
PORTRAIT_SIZE = 92.0  # width and height of a code's portrait, in layout units
BLOCK_GAP = 14.0
INDENT = 20.0
CELL_GAP = 16.0


@dataclass(frozen=True, slots=True)
class PlacedPageBlock:
    """A block of a page with its place, in pixels from the top of the page.

    Attributes:
        key: the key of the ruling in the block; "" for other blocks.
    """

    key: str
    top: int
    height: int
    draw: DrawBlock


class RulesPageLayout:
    """The blocks of a page, laid out for a width in pixels.

    Args:
        marked: the key of the ruling to highlight; "" for none.
    """

    def __init__(
        self, context: Context, rules: Rules, page: RulebookPage, width: int, marked: str = ""
    ) -> None:
        self.context, self.rules, self.page = context, rules, page
        self.width, self.marked = width, marked
        self.blocks: list[PlacedPageBlock] = []
        self.height = 0
        self._add_block(
            "", *self._text_height_and_drawer(page.title, TITLE_STYLE, context.theme.colours.text)
        )
        blocks = iter(page.blocks)
        for block in blocks:
            if isinstance(block, Heading) and block.code:
                self._add_block("", *self._code_card_height_and_drawer(block, next(blocks)))
            else:
                self._add_block(
                    block.key if isinstance(block, Ruling) else "",
                    *self._block_height_and_drawer(block),
                )
        self.height += context.px(24)

    def top_of_ruling(self, key: str) -> int | None:
        """Return the pixels from the page's top to a ruling; None if it is on another page."""
        return next((block.top for block in self.blocks if block.key == key), None)

    def draw(self, surface: pygame.Surface, area: pygame.Rect) -> None:
        """Draw the visible blocks; for a screen reader, all blocks.

        Args:
            area: the rectangle of the whole page; in a scrolled page, its top is above the window.
        """
        clip = surface.get_clip()
        is_read = self.context.stack.recorder is not None  # a screen reader reads the whole page
        for block in self.blocks:
            rect = pygame.Rect(area.left, area.top + block.top, self.width, block.height)
            if is_read or rect.colliderect(clip):
                block.draw(surface, rect)

    def _add_block(self, key: str, height: int, draw: DrawBlock) -> None:
        gap = self.context.px(BLOCK_GAP) if self.blocks else 0
        self.blocks.append(PlacedPageBlock(key, self.height + gap, height, draw))
        self.height += gap + height

    def _block_height_and_drawer(self, block: Block) -> tuple[int, DrawBlock]:
        colours = self.context.theme.colours
        match block:
            case Heading(text=text):
                return self._text_height_and_drawer(text, HEADING_STYLE, colours.accent)
            case Paragraph(text):
                return self._text_height_and_drawer(text, TEXT_STYLE, colours.text)
            case BulletList(items):
                return self._bullets_height_and_drawer(items)
            case PageTable(rows):
                return self._table_height_and_drawer(rows)
            case Example():
                return self._example_height_and_drawer(block)
            case Ruling():
                return self._ruling_height_and_drawer(block)

    def _text_height_and_drawer(
        self, text: str, style: TextStyle, colour: tuple[int, int, int]
    ) -> tuple[int, DrawBlock]:
        fonts = self.context.fonts

        def draw_text(surface: pygame.Surface, rect: pygame.Rect) -> None:
            fonts.draw_paragraph(surface, text, rect, style, colour)

        return fonts.paragraph_height(text, style, self.width), draw_text

    def _code_card_height_and_drawer(self, heading: Heading, block: Block) -> tuple[int, DrawBlock]:
        """Return the height and the drawing function of a code's portrait with name and text."""
        context, px, colours = self.context, self.context.px, self.context.theme.colours
        edge, text = px(PORTRAIT_SIZE), block.text if isinstance(block, Paragraph) else ""
        room = self.width - edge - px(INDENT)
        name = context.fonts.paragraph_height(heading.text, HEADING_STYLE, room) + px(2)
        words = name + context.fonts.paragraph_height(text, TEXT_STYLE, room)

        def draw_code(surface: pygame.Surface, rect: pygame.Rect) -> None:
            top = rect.top + px(10)
            face = context.sprites.code_portrait(CodeCardLook(heading.code), edge)
            face.draw(surface, (rect.left, top))
            place = pygame.Rect(rect.left + edge + px(INDENT), 0, room, words)
            place.top = top + max(0, edge - words) // 2
            context.fonts.draw_paragraph(
                surface, heading.text, place, HEADING_STYLE, colours.accent
            )
            place.move_ip(0, name)
            context.fonts.draw_paragraph(surface, text, place, TEXT_STYLE, colours.text)

        return px(10) + max(edge, words), draw_code

    def _bullets_height_and_drawer(self, items: Sequence[str]) -> tuple[int, DrawBlock]:
        fonts, px, colours = self.context.fonts, self.context.px, self.context.theme.colours
        room = self.width - px(INDENT)
        heights = [fonts.paragraph_height(item, TEXT_STYLE, room) + px(4) for item in items]

        def draw_bullets(surface: pygame.Surface, rect: pygame.Rect) -> None:
            top = rect.top
            for item, height in zip(items, heights, strict=True):
                dot = pygame.Rect(0, 0, px(6), px(6))
                dot.center = rect.left + px(7), top + fonts.line_height(TEXT_STYLE) // 2 - px(1)
                surface.fill(colours.accent, dot)
                place = pygame.Rect(rect.left + px(INDENT), top, room, height)
                fonts.draw_paragraph(surface, item, place, TEXT_STYLE, colours.text)
                top += height

        return sum(heights), draw_bullets

    def _ruling_height_and_drawer(self, ruling: Ruling) -> tuple[int, DrawBlock]:
        fonts, px, colours = self.context.fonts, self.context.px, self.context.theme.colours
        room = self.width - px(INDENT)
        first = fonts.paragraph_height(ruling.question, QUESTION_STYLE, room)
        whole = first + fonts.paragraph_height(ruling.answer, TEXT_STYLE, room) + px(4)
        marked = ruling.key == self.marked
        ink = colours.accent if marked else colours.outline

        def draw_ruling(surface: pygame.Surface, rect: pygame.Rect) -> None:
            if marked:
                ground = mix_colours(colours.panel, colours.accent, 0.14)
                surface.fill(ground, rect.inflate(px(8), px(10)))
            surface.fill(ink, pygame.Rect(rect.left, rect.top, px(3), rect.height))
            place = pygame.Rect(rect.left + px(INDENT), rect.top, room, rect.height)
            fonts.draw_paragraph(surface, ruling.question, place, QUESTION_STYLE, colours.text)
            place = pygame.Rect(place.left, rect.top + first + px(4), room, rect.height)
            fonts.draw_paragraph(surface, ruling.answer, place, TEXT_STYLE, colours.muted)

        return whole, draw_ruling

    def _example_height_and_drawer(self, example: Example) -> tuple[int, DrawBlock]:
        context = self.context
        width = min(self.width, context.px(720))

        def draw_example_block(surface: pygame.Surface, rect: pygame.Rect) -> None:
            place = pygame.Rect(rect.left, rect.top, width, rect.height)
            context.fonts.record_text(
                " ".join(example_lines(self.rules, example)), place, CAPTION_STYLE
            )
            with context.fonts.without_recording():
                draw_example(surface, context, place, example)

        return example_height(context, example, width), draw_example_block

    def _table_height_and_drawer(self, rows: Sequence[Sequence[str]]) -> tuple[int, DrawBlock]:
        fonts, px, colours = self.context.fonts, self.context.px, self.context.theme.colours
        widths = self._column_widths(rows)
        heights = [
            max(
                fonts.paragraph_height(cell, HEAD_CELL_STYLE if n == 0 else CELL_STYLE, width)
                for cell, width in zip(row, widths, strict=True)
            )
            + px(10)
            for n, row in enumerate(rows)
        ]

        def draw_table(surface: pygame.Surface, rect: pygame.Rect) -> None:
            top = rect.top
            for n, (row, height) in enumerate(zip(rows, heights, strict=True)):
                left = rect.left
                for cell, width in zip(row, widths, strict=True):
                    place = pygame.Rect(left, top + px(5), width, height)
                    style, ink = (
                        (HEAD_CELL_STYLE, colours.accent) if n == 0 else (CELL_STYLE, colours.text)
                    )
                    fonts.draw_paragraph(surface, cell, place, style, ink)
                    left += width + px(CELL_GAP)
                top += height
                line = pygame.Rect(rect.left, top - 1, rect.width, max(1, px(0.8)))
                surface.fill(mix_colours(colours.panel, colours.outline, 0.5), line)

        return sum(heights), draw_table

    def _column_widths(self, rows: Sequence[Sequence[str]]) -> list[int]:
        """Return the widths of a table's columns in pixels.

        Columns are as wide as their texts. If there is too little room, they are reduced towards
        the width of their longest word.
        """
        fonts, columns = self.context.fonts, len(rows[0])
        room = self.width - self.context.px(CELL_GAP) * (columns - 1)
        natural = [
            max(fonts.text_size(row[n], HEAD_CELL_STYLE)[0] for row in rows) + 4
            for n in range(columns)
        ]
        least = [
            max(
                fonts.text_size(word, HEAD_CELL_STYLE)[0]
                for row in rows
                for word in row[n].split(" ")
            )
            + 4
            for n in range(columns)
        ]
        if sum(natural) <= room:
            return natural
        spare = max(0, room - sum(least))
        wanted = [max(0, width - low) for width, low in zip(natural, least, strict=True)]
        return [
            low + round(spare * want / max(1, sum(wanted)))
            for low, want in zip(least, wanted, strict=True)
        ]
