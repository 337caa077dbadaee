"""The small drawn board of an example in the rules: keys, row, cards and what is played.

It must not judge a position; it draws what the example says.
"""

from __future__ import annotations

from itertools import pairwise

import pygame

from hacktrick.game.keypad import Key
from hacktrick.seat.looks import Piece
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.paint.boxes import key_place
from hacktrick.ui.paint.cards import CardLook
from hacktrick.ui.paint.keys import KeyLook, PanelLook
from hacktrick.ui.paint.middle import KEY_ORDER
from hacktrick.ui.paint.table import lcd_text
from hacktrick.ui.paint.tools import Canvas, Sprite, alpha
from hacktrick.ui.stage import draw
from hacktrick.ui.stage.context import Context
from hacktrick.words.rulebook.model import Example, Stack
from hacktrick.words.translator import _

KEY = (86.0, 80.0)  # units
GAP = 7.0
CARD = (54.0, 72.0)
SMALL_CARD = (36.0, 48.0)
MARGIN = 16.0
BOARD = (3 * KEY[0] + 2 * GAP, 3 * KEY[1] + 2 * GAP)
WIDE = BOARD[0] + 300.0  # with the cards beside the board
CARDS_BELOW = 232.0
CAPTION = styles.BODY


def height_of(context: Context, example: Example, width: int) -> int:
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
    for key, place in ((key, key_place(room, board)) for key, room in keys.items()):
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
    ghost = Piece(0, played.double) if target and played else None
    struck = target and stack is not None and stack.side != 0
    draw.key(surface, context, place, key, look, _pieces(stack), ghost, struck)


def _pieces(stack: Stack | None) -> list[Piece]:
    if stack is None:
        return []
    return [Piece(stack.side, stack.double and n == stack.n - 1) for n in range(stack.n)]


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
    canvas.stroke(moved, context.px(5), alpha(context.theme.colours.warning, 1))
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
    lcd_text(surface, context.theme, context.fonts, text, (lcd.left + px(10), lcd.centery), 7)
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
