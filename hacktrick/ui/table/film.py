"""Pictures of a replay to give away: the table at one place, and a round as one that moves.

They are drawn at a size of their own, without what can be pressed, and show what the eye knows.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace

import pygame

from hacktrick.game.keypad import keys
from hacktrick.game.rules import Seat
from hacktrick.seat.replaying import Place, ReplaySession
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.paint import layout
from hacktrick.ui.stage.apng import apng
from hacktrick.ui.stage.context import Context
from hacktrick.ui.table import board
from hacktrick.ui.table.ground import lay_board, lay_ground, lay_panels
from hacktrick.ui.table.pen import Pen
from hacktrick.ui.table.places import Places
from hacktrick.ui.table.playback import Playback
from hacktrick.ui.table.widgets import MOST_CARDS, CardPart, Sight
from hacktrick.words.frame import Frame, make_frame
from hacktrick.words.replaying import eye_told, just_happened
from hacktrick.words.wording import Wording

SIZE = (1280, 720)
SHARE_OF_FILM = 2 / 3  # of the size of a single picture
EACH, LAST, FIRST = 1200, 4000, 1500  # milliseconds


class Painter:
    """Draws places of a replay as pictures.

    Args:
        context: whose theme and language they have.
    """

    def __init__(self, context: Context, replayed: ReplaySession) -> None:
        self.replayed = replayed
        plain = replace(context.settings, ui_scale=100, reduced_motion=True)
        self.context = Context(plain, size=SIZE)
        n = len(replayed.seats)
        codes = replayed.rules.codes
        table = layout.table(SIZE, 1.0, n, self.context.theme.board, codes)
        self.places = Places(table, self.context.px, n)
        self.wording = Wording(replayed.rules, replayed.seats)
        self.bottom: Seat = replayed.eye if isinstance(replayed.eye, int) else 0
        right = max(table.middle.right, table.own.right, table.unseen.right) + self.context.px(8)
        self.crop = pygame.Rect(0, 0, min(right, SIZE[0]), SIZE[1])

    def picture(self) -> pygame.Surface:
        """The place where the replay stands."""
        surface = pygame.Surface(SIZE)
        playback = Playback(self.context, self.wording, self.replayed.glance())
        sight = Sight(self.context, self._frame(playback), playback.motion)
        sight.places = self.places
        pen = sight.pen(surface)
        lay_ground(pen, self._name_of_the_eye(pen, draw=False))
        lay_board(pen)
        lay_panels(pen)
        for key in keys():
            board.draw_key(pen, self.places.key(key), key, hover=False, pressed=False)
        board.won_line(pen)
        self._own_hand(surface, sight)
        self._name_of_the_eye(pen)
        return surface.subsurface(self.crop).copy()

    def _frame(self, playback: Playback) -> Frame:
        return make_frame(
            playback.shown,
            self.wording,
            self.bottom,
            round_number=self.replayed.round_number,
            caption=just_happened(self.replayed, self.wording),
        )

    def _own_hand(self, surface: pygame.Surface, sight: Sight) -> None:
        spots = self.places.own_hand(len(sight.frame.hand(self.bottom)))
        for n, spot in enumerate(spots[:MOST_CARDS]):
            part = CardPart(self.context, sight, n, lambda card: None)
            part.rect = spot
            part.draw(surface)

    def _name_of_the_eye(self, pen: Pen, draw: bool = True) -> int:
        """At the end of the bar; returns where it begins."""
        bar, text = self.places.table.top_bar, eye_told(self.replayed)
        right = self.crop.right - pen.px(16)
        if draw:
            ink = pen.colours.accent
            pen.fonts.text(pen.surface, text, (right, bar.centery), styles.SMALL, ink, "midright")
        return right - pen.fonts.size(text, styles.SMALL)[0]


def picture_of(context: Context, replayed: ReplaySession) -> pygame.Surface:
    """The place where a replay stands."""
    return Painter(context, replayed).picture()


def film_of(context: Context, replayed: ReplaySession) -> Generator[float, None, bytes]:
    """The round of a replay as a picture that moves: how much of it is made, step by step, and the
    file in the end. First and last is how the round ends, for what shows one picture only."""
    stood, painter = replayed.place, Painter(context, replayed)
    n_actions = replayed.n_actions(stood.round)
    drawn: list[pygame.Surface] = []
    for action in range(n_actions + 1):
        replayed.go(Place(stood.round, action))
        picture = painter.picture()
        replayed.go(stood)
        size = [round(length * SHARE_OF_FILM) for length in picture.get_size()]
        drawn.append(pygame.transform.smoothscale(picture, size))
        yield (action + 1) / (n_actions + 2)
    times = [EACH] * n_actions + [LAST]
    return apng([(drawn[-1], FIRST), *zip(drawn, times, strict=True)])
