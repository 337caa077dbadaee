"""Parts of a review: the curve of the match chance, a bar for a turn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

import pygame

from hacktrick.themes import Colour
from hacktrick.ui.controls.widgets import SIDEWAYS, Widget
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.paint.tools import mix
from hacktrick.ui.stage.context import Context

AXIS = 34.0  # units on the left, for the per cents
FOOT = 22.0  # ... and below, for the numbers of the turns
DASH = 6.0
RADIUS = 5.0
SIGN = 10.0
MARK = styles.TextStyle("mono_strong", 14)

Values = Sequence[tuple[float, float | None]]


class Curve(Widget):
    """The chance of a seat before every turn and at the end; a turn can be chosen in it.

    Attributes:
        values: known then, and with all cards open (None: not known yet).
        signs: by turn, "" or how bad it was; ``own``: by turn, whether the seat had it.
    """

    def __init__(self, context: Context, pick: Callable[[int], None]) -> None:
        super().__init__(context)
        self.values: Values = ()
        self.signs: Sequence[str] = ()
        self.own: Sequence[bool] = ()
        self.chosen = 0
        self._pick = pick
        self._at = 0

    def activate(self) -> None:
        """A click chooses the turn under it; Enter goes on to the next one."""
        self._pick(self._at)

    def press(self, pos: tuple[int, int]) -> None:
        room = self._room()
        n = max(1, len(self.values) - 1)
        place = round((pos[0] - room.left) / max(1, room.width) * n)
        self._at = min(max(0, place), max(0, len(self.own) - 1))

    def key(self, event: pygame.Event) -> bool:
        by = SIDEWAYS.get(self.context.intent(event), 0)
        self._at = self.chosen
        goal = self.chosen + by
        if not by or not 0 <= goal < len(self.own):
            return False
        self._at = goal
        self._pick(goal)
        return True

    def draw(self, surface: pygame.Surface) -> None:
        if len(self.values) < 2:
            return
        room = self._room()
        self._grid(surface, room)
        opened = [opened for _, opened in self.values]
        colours = self.context.theme.colours
        muted = mix(colours.muted, colours.panel, 0.3)
        self._line(surface, room, opened, muted, dashed=True)
        self._line(surface, room, [known for known, _ in self.values], colours.accent)
        self._dots(surface, room)

    def _room(self) -> pygame.Rect:
        px = self.context.px
        rect = self.rect
        return pygame.Rect(
            rect.left + px(AXIS),
            rect.top + px(10),
            rect.width - px(AXIS + 14),
            rect.height - px(FOOT + 10),
        )

    def _grid(self, surface: pygame.Surface, room: pygame.Rect) -> None:
        context, colours = self.context, self.context.theme.colours
        thin = max(1, context.px(1))
        for percent in (0, 50, 100):
            y = room.bottom - round(room.height * percent / 100)
            surface.fill(colours.outline, pygame.Rect(room.left, y, room.width, thin))
            place = (room.left - context.px(8), y)
            text = str(percent)
            context.fonts.text(surface, text, place, styles.MONO, colours.muted, "midright")
        step = max(1, round(len(self.own) / 8))
        for turn in range(0, len(self.own), step):
            place = (self._x(room, turn), room.bottom + context.px(6))
            number = str(turn + 1)
            context.fonts.text(surface, number, place, styles.MONO, colours.muted, "midtop")

    def _line(
        self,
        surface: pygame.Surface,
        room: pygame.Rect,
        values: Sequence[float | None],
        colour: Colour,
        dashed: bool = False,
    ) -> None:
        places = enumerate(values)
        points = [(self._x(room, n), self._y(room, one)) for n, one in places if one is not None]
        width = max(1, self.context.px(1.2 if dashed else 2.4))
        for start, end in pairwise(points):
            if dashed:
                _dashes(surface, start, end, colour, width, self.context.px(DASH))
            else:
                pygame.draw.line(surface, colour, start, end, width)

    def _dots(self, surface: pygame.Surface, room: pygame.Rect) -> None:
        """Full where the seat decided, hollow where the other did; a sign on the mistakes."""
        context, colours = self.context, self.context.theme.colours
        for turn, own in enumerate(self.own):
            place = self._x(room, turn), self._y(room, self.values[turn][0])
            if turn == self.chosen:
                line = pygame.Rect(place[0], room.top, max(1, context.px(1.5)), room.height)
                surface.fill(colours.text, line)
            sign = self.signs[turn]
            radius = context.px(SIGN if sign else RADIUS * 0.7)
            edge = colours.bad if sign else colours.accent
            pygame.draw.circle(surface, edge if own and not sign else colours.panel, place, radius)
            pygame.draw.circle(surface, edge, place, radius, max(1, context.px(1.5)))
            if sign:
                context.fonts.text(surface, sign, place, MARK, colours.bad, "center")

    def _x(self, room: pygame.Rect, turn: int) -> int:
        return room.left + round(room.width * turn / max(1, len(self.values) - 1))

    def _y(self, room: pygame.Rect, value: float) -> int:
        return room.bottom - round(room.height * min(1.0, max(0.0, value)))


def _dashes(
    surface: pygame.Surface,
    start: tuple[int, int],
    end: tuple[int, int],
    colour: Colour,
    width: int,
    dash: int,
) -> None:
    begin, goal = pygame.Vector2(start), pygame.Vector2(end)
    length = (goal - begin).length()
    n = max(1, round(length / max(1, dash)))
    for k in range(0, n, 2):
        first, last = begin.lerp(goal, k / n), begin.lerp(goal, min(1.0, (k + 1) / n))
        pygame.draw.line(surface, colour, first, last, width)
