"""What the computer players foresaw, in a small box for each side, where a match is watched with
open hands: in place of the buttons, as nobody acts."""

from __future__ import annotations

import pygame

from hacktrick.game.actions import Play
from hacktrick.game.rules import Side
from hacktrick.seat.watching import Thought
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.stage import draw
from hacktrick.ui.table.pen import Pen
from hacktrick.ui.table.traces import small_card
from hacktrick.words.coaching import Coaching
from hacktrick.words.translator import _

STEP = 22.0  # units from line to line
LEAST = 60.0  # of a box that is worth drawing


def thoughts(pen: Pen) -> None:
    """The last thought of either side."""
    told = pen.frame.glance.thoughts
    bottom = max(0, pen.frame.side(pen.frame.bottom))
    table = pen.places.table
    for side, zone in ((1 - bottom, table.left_commands), (bottom, table.right_commands)):
        if side in told and zone.height >= pen.px(LEAST):
            _box(pen, zone, side, told[side])


def _box(pen: Pen, zone: pygame.Rect, side: Side, thought: Thought) -> None:
    """Who thought, what was expected, and the ways that were weighed with their shares."""
    colour = pen.colours.players[pen.frame.look(side).colour]
    name = pen.frame.wording.name(thought.seat)
    room = draw.panel(pen.surface, pen.context, zone, name, edge=colour)
    words = Coaching(pen.frame.public.rules, name)
    top, step = room.y, pen.px(STEP)
    if thought.value is not None:
        told = _("expects {value}").format(value=f"{thought.value:+.1f}".replace("-", "−"))
        top = _line(pen, room, top, told, pen.colours.muted)
    for action, share in thought.ways:
        if top + 2 * step > room.bottom:
            break
        ink = pen.colours.text if action == thought.action else pen.colours.muted
        left = room.x
        text = words.turn((action,))
        if isinstance(action, Play):
            middle = top + step // 2
            card = small_card(pen.surface, pen.context, (left, middle), action.card)
            left = card.right + pen.px(6)
            text = pen.frame.wording.effect_on_key(thought.last + action.card, 0)
        line = pygame.Rect(left, room.y, room.right - left, room.height)
        top = _line(pen, line, top, text, ink)
        rect = pygame.Rect(room.x, top + pen.px(4), room.width - pen.px(44), pen.px(6))
        draw.gauge(pen.surface, pen.context, rect, share, colour)
        place, percent = (room.right, rect.centery), f"{round(100 * share)} %"
        pen.fonts.text(pen.surface, percent, place, styles.SMALL, ink, "midright")
        top += step * 2 // 3


def _line(pen: Pen, room: pygame.Rect, top: int, text: str, ink: tuple[int, int, int]) -> int:
    step = pen.px(STEP)
    place = (room.x, top + step // 2)
    pen.fonts.text(pen.surface, text, place, styles.SMALL, ink, "midleft", room.width)
    return top + step
