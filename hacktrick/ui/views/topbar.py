"""The bar at the top: title, round, target, score."""

from __future__ import annotations

import pygame

from hacktrick.ui import draw
from hacktrick.ui import fonts as styles
from hacktrick.ui.context import Context
from hacktrick.ui.fonts import TextStyle
from hacktrick.ui.looks import Look
from hacktrick.ui.paint_tools import alpha
from hacktrick.ui.views.frame import Frame
from hacktrick.ui.views.places import Places
from hacktrick.ui.words import _

TITLE = TextStyle("heading", 20)
DIGITS = TextStyle("numeral", 23)
MOST_PIPS = 7


def top_bar(surface: pygame.Surface, context: Context, frame: Frame, places: Places) -> None:
    bar = places.table.top_bar
    shade = pygame.Surface(bar.size, pygame.SRCALPHA)
    shade.fill(alpha(context.theme.colours.panel, 0.75))
    surface.blit(shade, bar)
    colours, fonts = context.theme.colours, context.fonts
    left = context.px(16)
    fonts.text(surface, "HACK TRICK", (left, bar.centery), TITLE, colours.accent, "midleft")
    x = places.table.row.x
    number = _("Round {n}").format(n=frame.round_number)
    box = fonts.text(surface, number, (x, bar.centery), styles.LABEL, colours.text, "midleft")
    target = _("first to {n}").format(n=frame.public.rules.target)
    place = (box.right + context.px(10), bar.centery)
    fonts.text(surface, target, place, styles.BODY, colours.muted, "midleft")
    _score(surface, context, frame, places.table.lcd.centerx, bar)


def _score(
    surface: pygame.Surface, context: Context, frame: Frame, middle: int, bar: pygame.Rect
) -> None:
    """Pips up to the target on both sides of the digits; three scores stand side by side."""
    if len(frame.public.score) > 2:
        _scores_of_players(surface, context, frame, middle, bar)
        return
    public, colours = frame.public, context.theme.colours
    first, second = public.score
    stakes = sum(public.stakes)
    text = f"{first}:{second}"
    box = context.fonts.text(surface, text, (middle, bar.centery), DIGITS, colours.text, "center")
    gap, size = context.px(14), context.px(15)
    target = public.rules.target
    if target <= MOST_PIPS:
        total = round((target - 1) * context.px(18.5) + size)
        _pips(surface, context, frame.look(0), first, target, (box.left - gap - total, bar.centery))
        _pips(surface, context, frame.look(1), second, target, (box.right + gap, bar.centery))
    else:
        for side, x in ((0, box.left - gap - size), (1, box.right + gap)):
            sign = context.sprites.sign(frame.look(side).piece(), size)
            sign.draw(surface, (x, bar.centery - size / 2))
    if stakes:
        right = box.right + gap + context.px(18.5) * min(target, MOST_PIPS) + gap
        text = _("stake {n}").format(n=stakes)
        place = (right, bar.centery)
        context.fonts.text(surface, text, place, styles.STRONG, colours.warning, "midleft")


def _pips(
    surface: pygame.Surface,
    context: Context,
    look: Look,
    points: int,
    target: int,
    midleft: tuple[int, int],
) -> None:
    pieces = [(look.piece(), n < points) for n in range(target)]
    draw.signs(surface, context, midleft, pieces, 15)


def _scores_of_players(
    surface: pygame.Surface, context: Context, frame: Frame, middle: int, bar: pygame.Rect
) -> None:
    colours, fonts = context.theme.colours, context.fonts
    texts = [
        f"{frame.wording.name(seat)} {points}" for seat, points in enumerate(frame.public.score)
    ]
    gap, sign = context.px(18), context.px(15)
    widths = [fonts.size(text, styles.STRONG)[0] + sign + context.px(6) for text in texts]
    x = middle - (sum(widths) + gap * (len(texts) - 1)) // 2
    for seat, (text, width) in enumerate(zip(texts, widths, strict=True)):
        side = frame.side(seat)
        if side >= 0:
            context.sprites.sign(frame.look(side).piece(), sign).draw(
                surface, (x, bar.centery - sign / 2)
            )
        place = (x + sign + context.px(6), bar.centery)
        fonts.text(surface, text, place, styles.STRONG, colours.text, "midleft")
        x += width + gap
