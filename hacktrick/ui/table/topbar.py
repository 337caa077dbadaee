"""The bar at the top: title, round, target, score."""

from __future__ import annotations

import pygame

from hacktrick.seat.looks import Look
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.paint.fonts import TextStyle
from hacktrick.ui.paint.tools import alpha
from hacktrick.ui.stage import draw
from hacktrick.ui.stage.context import Context
from hacktrick.ui.table.places import Places
from hacktrick.words.frame import Frame
from hacktrick.words.translator import _

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
    score = _score(surface, context, frame, places.table.lcd.centerx, bar)
    left = places.table.row.x
    _round(surface, context, frame, bar, left, score.x - context.px(10))


def _round(
    surface: pygame.Surface, context: Context, frame: Frame, bar: pygame.Rect, left: int, right: int
) -> None:
    """The round, and beside it the points at stake, else the target. What there is no room for is
    left out: first the target, which the score shows too, then the round."""
    colours, fonts = context.theme.colours, context.fonts
    number = _("Round {n}").format(n=frame.round_number)
    beside = left + fonts.size(number, styles.LABEL)[0] + context.px(10)
    stakes = sum(frame.public.stakes)
    if stakes:
        text, style, ink = _("stake {n}").format(n=stakes), styles.STRONG, colours.warning
    else:
        text = _("first to {n}").format(n=frame.public.rules.target)
        style, ink = styles.BODY, colours.muted
    fits = fonts.fits(text, style, right - beside)
    if fits or not stakes:
        place = (left, bar.centery)
        fonts.text(surface, number, place, styles.LABEL, colours.text, "midleft", right - left)
    if fits or stakes:
        x = beside if fits else left
        fonts.text(surface, text, (x, bar.centery), style, ink, "midleft", right - x)


def _score(
    surface: pygame.Surface, context: Context, frame: Frame, middle: int, bar: pygame.Rect
) -> pygame.Rect:
    """Pips up to the target on both sides of the digits; three scores stand side by side. Returns
    the place."""
    if len(frame.public.score) > 2:
        return _scores_of_players(surface, context, frame, middle, bar)
    public, colours = frame.public, context.theme.colours
    first, second = public.score
    text = f"{first}:{second}"
    box = context.fonts.text(surface, text, (middle, bar.centery), DIGITS, colours.text, "center")
    gap, size = context.px(14), context.px(15)
    target = public.rules.target
    if target <= MOST_PIPS:
        total = round((target - 1) * context.px(18.5) + size)
        _pips(surface, context, frame.look(0), first, target, (box.left - gap - total, bar.centery))
        _pips(surface, context, frame.look(1), second, target, (box.right + gap, bar.centery))
        return box.inflate(2 * (gap + total), 0)
    for side, x in ((0, box.left - gap - size), (1, box.right + gap)):
        sign = context.sprites.sign(frame.look(side).piece(), size)
        sign.draw(surface, (x, bar.centery - size / 2))
    return box.inflate(2 * (gap + size), 0)


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
) -> pygame.Rect:
    colours, fonts = context.theme.colours, context.fonts
    texts = [
        f"{frame.wording.name(seat)} {points}" for seat, points in enumerate(frame.public.score)
    ]
    gap, sign = context.px(18), context.px(15)
    widths = [fonts.size(text, styles.STRONG)[0] + sign + context.px(6) for text in texts]
    whole = pygame.Rect(0, 0, sum(widths) + gap * (len(texts) - 1), context.px(20))
    whole.center = middle, bar.centery
    x = whole.x
    for seat, (text, width) in enumerate(zip(texts, widths, strict=True)):
        side = frame.side(seat)
        if side >= 0:
            context.sprites.sign(frame.look(side).piece(), sign).draw(
                surface, (x, bar.centery - sign / 2)
            )
        place = (x + sign + context.px(6), bar.centery)
        fonts.text(surface, text, place, styles.STRONG, colours.text, "midleft")
        x += width + gap
    return whole
