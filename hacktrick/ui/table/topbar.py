"""The bar at the top: title, round, target, score."""

from __future__ import annotations

import pygame

from hacktrick.seat.looks import Look
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.paint.fonts import TextStyle
from hacktrick.ui.paint.tools import alpha
from hacktrick.ui.stage import draw
from hacktrick.ui.table.pen import Pen
from hacktrick.words.translator import _

TITLE = TextStyle("heading", 20)
DIGITS = TextStyle("numeral", 23)
MOST_PIPS = 7


def top_bar(pen: Pen) -> None:
    bar = pen.places.table.top_bar
    shade = pygame.Surface(bar.size, pygame.SRCALPHA)
    shade.fill(alpha(pen.colours.panel, 0.75))
    pen.surface.blit(shade, bar)
    colours, fonts = pen.colours, pen.fonts
    left = pen.px(16)
    fonts.text(pen.surface, "HACK TRICK", (left, bar.centery), TITLE, colours.accent, "midleft")
    score = _score(pen, pen.places.table.lcd.centerx, bar)
    left = pen.places.table.row.x
    _round(pen, bar, left, score.x - pen.px(10))


def _round(pen: Pen, bar: pygame.Rect, left: int, right: int) -> None:
    """The round, and beside it the points at stake, else the target. What there is no room for is
    left out: first the target, which the score shows too, then the round."""
    colours, fonts = pen.colours, pen.fonts
    number = _("Round {n}").format(n=pen.frame.round_number)
    beside = left + fonts.size(number, styles.LABEL)[0] + pen.px(10)
    stakes = sum(pen.frame.public.stakes)
    if stakes:
        text, style, ink = _("stake {n}").format(n=stakes), styles.STRONG, colours.warning
    else:
        text = _("first to {n}").format(n=pen.frame.public.rules.target)
        style, ink = styles.BODY, colours.muted
    fits = fonts.fits(text, style, right - beside)
    if fits or not stakes:
        place = (left, bar.centery)
        fonts.text(pen.surface, number, place, styles.LABEL, colours.text, "midleft", right - left)
    if fits or stakes:
        x = beside if fits else left
        fonts.text(pen.surface, text, (x, bar.centery), style, ink, "midleft", right - x)


def _score(pen: Pen, middle: int, bar: pygame.Rect) -> pygame.Rect:
    """Pips up to the target on both sides of the digits; three scores stand side by side. Returns
    the place."""
    if len(pen.frame.public.score) > 2:
        return _scores_of_players(pen, middle, bar)
    public, colours = pen.frame.public, pen.colours
    first, second = public.score
    text = f"{first}:{second}"
    box = pen.fonts.text(pen.surface, text, (middle, bar.centery), DIGITS, colours.text, "center")
    gap, size = pen.px(14), pen.px(15)
    target = public.rules.target
    if target <= MOST_PIPS:
        total = round((target - 1) * pen.px(18.5) + size)
        _pips(pen, pen.frame.look(0), first, target, (box.left - gap - total, bar.centery))
        _pips(pen, pen.frame.look(1), second, target, (box.right + gap, bar.centery))
        return box.inflate(2 * (gap + total), 0)
    for side, x in ((0, box.left - gap - size), (1, box.right + gap)):
        sign = pen.sprites.sign(pen.frame.look(side).piece(), size)
        sign.draw(pen.surface, (x, bar.centery - size / 2))
    return box.inflate(2 * (gap + size), 0)


def _pips(pen: Pen, look: Look, points: int, target: int, midleft: tuple[int, int]) -> None:
    pieces = [(look.piece(), n < points) for n in range(target)]
    draw.signs(pen.surface, pen.context, midleft, pieces, 15)


def _scores_of_players(pen: Pen, middle: int, bar: pygame.Rect) -> pygame.Rect:
    colours, fonts = pen.colours, pen.fonts
    wording, score = pen.frame.wording, pen.frame.public.score
    texts = [f"{wording.name(seat)} {points}" for seat, points in enumerate(score)]
    gap, sign = pen.px(18), pen.px(15)
    widths = [fonts.size(text, styles.STRONG)[0] + sign + pen.px(6) for text in texts]
    whole = pygame.Rect(0, 0, sum(widths) + gap * (len(texts) - 1), pen.px(20))
    whole.center = middle, bar.centery
    x = whole.x
    for seat, (text, width) in enumerate(zip(texts, widths, strict=True)):
        side = pen.frame.side(seat)
        if side >= 0:
            pen.sprites.sign(pen.frame.look(side).piece(), sign).draw(
                pen.surface, (x, bar.centery - sign / 2)
            )
        place = (x + sign + pen.px(6), bar.centery)
        fonts.text(pen.surface, text, place, styles.STRONG, colours.text, "midleft")
        x += width + gap
    return whole
