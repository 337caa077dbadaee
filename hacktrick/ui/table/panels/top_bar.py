"""The bar at the top: title, round, target and score."""

from __future__ import annotations

import pygame

from hacktrick.app.marker_styles import MarkerStyle
from hacktrick.i18n.translator import _
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.paint.canvas import with_alpha
from hacktrick.ui.paint.fonts import TextStyle
from hacktrick.ui.table.draw_context import DrawContext
from hacktrick.ui.widgets import game_drawing

TITLE = TextStyle("heading", 20)
DIGITS = TextStyle("numeral", 23)
MOST_PIPS = 7
LEAST_SCORE = 150.0  # units of a score that leaves room for the round beside it
LEAST_GOAL = 150.0  # units, in which two lines of the goal can be read
TITLE_TEXT = "HACK TRICK"


def draw_top_bar(
    pen: DrawContext, right: int, title: str = "", goal: bool = False, reserved: int = 0
) -> None:
    """Draw the bar at the top: title, round, target and score.

    Args:
        reserved: the right end of what lies at its left end, in pixels; 0 for nothing.
        right: where the buttons begin, in pixels.
        title: of a lesson, instead of round and score.
        goal: add a line about what wins a round.
    """
    bar = pen.places.table.top_bar
    shade = pygame.Surface(bar.size, pygame.SRCALPHA)
    shade.fill(with_alpha(pen.colours.panel, 0.75))
    pen.surface.blit(shade, bar)
    left = reserved + pen.px(12) if reserved else _title(pen, bar, right)
    start = max(left, pen.places.table.middle.x)
    if title and not any(pen.frame.public.score):
        _lesson(pen, bar, start, right - pen.px(8), title)
        return
    told = 0 if title else _round_width(pen) + pen.px(10)
    if right - left - told < pen.px(LEAST_SCORE):
        told = 0
    score = _score(pen, bar, left + told, right - pen.px(8))
    start = start if start < score.x - told else left
    if title:
        _lesson(pen, bar, start, score.x - pen.px(10), title)
    else:
        _round(pen, bar, start, score.x - pen.px(10))
    if goal:
        _goal(pen, bar, score.right + pen.px(14), right - pen.px(8))


def _lesson(pen: DrawContext, bar: pygame.Rect, left: int, right: int, title: str) -> None:
    ink, place = pen.colours.text, (left, bar.centery)
    pen.fonts.draw_text(pen.surface, title, place, styles.LABEL, ink, "midleft", right - left)


def _goal(pen: DrawContext, bar: pygame.Rect, left: int, right: int) -> None:
    """Draw how a round is won, for players who never won one; on two lines where there is little
    room."""
    said = _("Goal: three in a line, or three on one number")
    if right - left < pen.px(LEAST_GOAL):
        return
    if len(pen.fonts.wrap(said, styles.SMALL, right - left)) > 2:
        return
    place, ink = (left, bar.centery), pen.colours.accent
    pen.fonts.draw_two_lines(pen.surface, said, place, styles.SMALL, ink, "midleft", right - left)


def _title(pen: DrawContext, bar: pygame.Rect, right: int) -> int:
    """Draw the name of the game where there is room; returns where it ends."""
    left = pen.px(16)
    if right < pen.px(480):
        return left
    ink = pen.colours.accent
    place = (left, bar.centery)
    return pen.fonts.draw_text(
        pen.surface, TITLE_TEXT, place, TITLE, ink, "midleft"
    ).right + pen.px(16)


def _round_width(pen: DrawContext) -> int:
    number = _("Round {n}").format(n=pen.frame.round_number)
    return pen.fonts.size(number, styles.LABEL)[0]


def _round(pen: DrawContext, bar: pygame.Rect, left: int, right: int) -> None:
    """Draw the round with the points at stake, else with the target. Where there is no room, first
    the target is left out, then the round."""
    colours, fonts = pen.colours, pen.fonts
    number = _("Round {n}").format(n=pen.frame.round_number)
    wide = fonts.size(number, styles.LABEL)[0]
    beside = left + wide + pen.px(10)
    stakes = sum(pen.frame.public.stakes)
    if stakes:
        text, style, ink = _("stake {n}").format(n=stakes), styles.STRONG, colours.warning
    else:
        text = _("first to {n}").format(n=pen.frame.public.rules.target)
        style, ink = styles.BODY, colours.muted
    fits = fonts.fits(text, style, right - beside)
    if (fits or not stakes) and left + wide <= right:
        place = (left, bar.centery)
        fonts.draw_text(
            pen.surface, number, place, styles.LABEL, colours.text, "midleft", right - left
        )
    x = beside if fits else left
    if fits or (stakes and fonts.fits(text, style, right - x)):
        fonts.draw_text(pen.surface, text, (x, bar.centery), style, ink, "midleft", right - x)


def _score(pen: DrawContext, bar: pygame.Rect, left: int, right: int) -> pygame.Rect:
    """Draw the score over the board, with pips up to the target where they fit; three scores stand
    side by side. Returns the place."""
    if len(pen.frame.public.score) > 2:
        return _scores_of_players(pen, bar, left, right)
    public, colours = pen.frame.public, pen.colours
    first, second = public.score
    text = f"{first}:{second}"
    digits, gap, size = pen.fonts.size(text, DIGITS)[0], pen.px(14), pen.px(15)
    target = public.rules.target
    pips = round((target - 1) * pen.px(18.5) + size)
    with_pips = target <= MOST_PIPS and digits + 2 * (gap + pips) <= right - left
    beside = gap + (pips if with_pips else size)
    middle = _between(digits + 2 * beside, left, right, pen.places.table.keypad.centerx)
    box = pen.fonts.draw_text(
        pen.surface, text, (middle, bar.centery), DIGITS, colours.text, "center"
    )
    if with_pips:
        _pips(pen, pen.frame.marker_style(0), first, target, (box.left - beside, bar.centery))
        _pips(pen, pen.frame.marker_style(1), second, target, (box.right + gap, bar.centery))
        return box.inflate(2 * beside, 0)
    for side, x in ((0, box.left - beside), (1, box.right + gap)):
        sign = pen.sprites.sign(pen.frame.marker_style(side).piece(), size)
        sign.draw(pen.surface, (x, bar.centery - size / 2))
    return box.inflate(2 * beside, 0)


def _between(width: int, left: int, right: int, middle: int) -> int:
    """The middle nearest to another one that keeps something between two limits."""
    half = width // 2
    return max(left + half, min(middle, right - half))


def _pips(
    pen: DrawContext, look: MarkerStyle, points: int, target: int, midleft: tuple[int, int]
) -> None:
    pieces = [(look.piece(), n < points) for n in range(target)]
    game_drawing.draw_signs(pen.surface, pen.context, midleft, pieces, 15)


def _scores_of_players(pen: DrawContext, bar: pygame.Rect, left: int, right: int) -> pygame.Rect:
    """Draw sign, name and points of each player, without names where there is little room."""
    colours, fonts = pen.colours, pen.fonts
    wording, score = pen.frame.wording, pen.frame.public.score
    gap, sign, beside = pen.px(18), pen.px(15), pen.px(6)
    texts = [f"{wording.name(seat)} {points}" for seat, points in enumerate(score)]
    widths = [fonts.size(text, styles.STRONG)[0] + sign + beside for text in texts]
    if sum(widths) + gap * len(texts) > right - left:
        texts = [str(points) for points in score]
        widths = [fonts.size(text, styles.STRONG)[0] + sign + beside for text in texts]
    whole = pygame.Rect(0, 0, sum(widths) + gap * (len(texts) - 1), pen.px(20))
    middle = _between(whole.width, left, right, pen.places.table.keypad.centerx)
    whole.center = middle, bar.centery
    x = whole.x
    for seat, (text, width) in enumerate(zip(texts, widths, strict=True)):
        side = pen.frame.side(seat)
        if side >= 0:
            pen.sprites.sign(pen.frame.marker_style(side).piece(), sign).draw(
                pen.surface, (x, bar.centery - sign / 2)
            )
        place = (x + sign + beside, bar.centery)
        fonts.draw_text(pen.surface, text, place, styles.STRONG, colours.text, "midleft")
        x += width + gap
    return whole
