"""A small board of an edition with the words one says at it, for the new-match screen.

It must not know what was chosen beside the rules.
"""

from __future__ import annotations

import pygame

from hacktrick.game.rules import Rules
from hacktrick.seat.looks import Look
from hacktrick.ui.controls.menu import PANEL
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.paint.boxes import key_place
from hacktrick.ui.paint.keys import KeyLook
from hacktrick.ui.paint.middle import KEY_ORDER
from hacktrick.ui.stage import draw
from hacktrick.ui.stage.context import Context
from hacktrick.words.rulebook.editions import option_value
from hacktrick.words.terms import terms
from hacktrick.words.translator import _

OWNERS = {6: 0, 5: 0, 8: 1, 7: 1}  # keys of the drawn board, and whose they are
REACHED = 4
SMALLEST_KEY = 44  # units
GAP = 6  # units between two keys


def paint_sample(
    surface: pygame.Surface,
    context: Context,
    rules: Rules,
    area: pygame.Rect,
    looks: tuple[Look, ...],
) -> None:
    """The board at the left of ``area``, the words beside it; words alone where keys would be tiny.

    Args:
        looks: of the two sides.
    """
    px, gap = context.px, context.px(GAP)
    tall = min(px(72), (area.height - 2 * gap) // 3)
    if tall < px(SMALLEST_KEY):
        middle = pygame.Rect(area.left, area.centery, area.width, 0)
        _paint_words(surface, context, rules, middle)
        return
    wide = round(tall * 1.08)
    for n, key in enumerate(KEY_ORDER):
        left, top = area.left + n % 3 * (wide + gap), area.top + n // 3 * (tall + gap)
        place = key_place(pygame.Rect(left, top, wide, tall), context.theme.board)
        owner = looks[OWNERS[key]] if key in OWNERS else None
        look = KeyLook(owner=owner.colour if owner else None, reach=key == REACHED)
        pieces = [owner.piece()] if owner and tall >= px(56) else []
        draw.key(surface, context, place, key, look, pieces)
    left = area.left + 3 * wide + 2 * gap + px(26)
    beside = pygame.Rect(left, area.top + (3 * tall + 2 * gap) // 2, area.right - left, 0)
    _paint_words(surface, context, rules, beside)


def _paint_words(surface: pygame.Surface, context: Context, rules: Rules, at: pygame.Rect) -> None:
    say, fonts, colours = terms(rules, _), context.fonts, context.theme.colours
    lines = (
        (_("You say"), f"{say.pass_} · {say.play} · {say.guard}"),
        (_("You play for"), option_value("target", rules.target, rules, _)),
    )
    for n, (head, text) in enumerate(lines):
        y = at.top + context.px(58) * n - context.px(50)
        fonts.text(surface, head, (at.left, y), styles.SMALL, colours.muted, width=at.width)
        place = (at.left, y + context.px(20))
        fonts.text(surface, text, place, PANEL, colours.text, width=at.width)
