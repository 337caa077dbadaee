"""The line at the top: the round and what wins the match, or the title of a lesson."""

from __future__ import annotations

from hacktrick.i18n.translator import _
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.table.draw_context import DrawContext


def draw_status(pen: DrawContext, title: str = "", left: int = 0) -> None:
    """Draw the round and its target, or a title.

    Args:
        left: the right end of what lies at the left end of the line, in pixels.
    """
    zone = pen.places.table.status.copy()
    if left > zone.x:
        zone.width, zone.x = zone.right - left, left
    if zone.width <= pen.px(40):
        return
    stakes = sum(pen.frame.public.stakes)
    ink = pen.colours.warning if stakes and not title else pen.colours.muted
    text = title or _told(pen, stakes)
    pen.fonts.draw_two_lines(
        pen.surface, text, (zone.x, zone.centery), styles.SMALL, ink, "midleft", zone.width
    )


def _told(pen: DrawContext, stakes: int) -> str:
    n, target = pen.frame.round_number, pen.frame.public.rules.target
    if stakes:
        return _("Round {n}, stake {points}").format(n=n, points=stakes)
    return _("Round {n}, first to {target}").format(n=n, target=target)
