"""What is in motion at one moment: cards and markers in flight, plates, light on a line.

Values that the timeline of the playback changes and the views draw; nothing here keeps a clock.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import pygame

from hacktrick.game.cards import Card
from hacktrick.game.keypad import Key
from hacktrick.game.rules import Seat, Side
from hacktrick.themes import Colour
from hacktrick.ui.paint.cards import CardLook
from hacktrick.ui.paint.fonts import TextStyle
from hacktrick.ui.paint.keys import PanelLook
from hacktrick.ui.paint.tools import Sprite
from hacktrick.ui.stage.animation import mix
from hacktrick.ui.stage.context import Context
from hacktrick.ui.table.turning import CodeCard, turned
from hacktrick.words.equation import Token

Point = tuple[float, float]
ROW = -1  # beside the seats

PLATE_TITLE = TextStyle("heading", 34)
PLATE_HEIGHT = 112.0  # units, without cards
PLATE_LINE = 20.0  # units more with a second line of words
PLATE_STEP = 40.0


@dataclass(slots=True, eq=False)
class Flyer:
    """A picture between two points. ``zoom``: its size at the start, 1 at the end. It is seen only
    between its first and last moment."""

    sprite: Sprite
    start: Point
    end: Point
    zoom: float = 1.0
    rise: float = 0.0  # how far it goes up in the middle of its way
    t: float = -1.0

    def move(self, t: float) -> None:
        self.t = t

    def draw(self, surface: pygame.Surface) -> None:
        if not 0.0 <= self.t < 1.0:
            return
        x = mix(self.start[0], self.end[0], self.t)
        y = mix(self.start[1], self.end[1], self.t) - self.rise * 4 * self.t * (1 - self.t)
        zoom = mix(self.zoom, 1.0, self.t)
        sprite = self.sprite if abs(zoom - 1) < 0.02 else self.sprite.scaled(zoom, zoom)
        sprite.draw_centred(surface, (x, y))


@dataclass(frozen=True, slots=True)
class Plate:
    """Something announced to all, large in the middle of the board for a moment."""

    title: str
    text: str
    colour: int  # the number of that of who announces it
    cards: tuple[Card, ...] = ()
    sum: tuple[Token, ...] = ()  # instead of a title


@dataclass(frozen=True, slots=True)
class Shift:
    """Cards that make room or close up: how far each lies from its place, in pixels at a share
    of 1."""

    ways: tuple[float, ...]
    share: float


@dataclass(frozen=True, slots=True)
class Room:
    """Markers on a key that make room for one more: which place becomes free, and how far they
    have moved."""

    key: Key
    free: int
    share: float


@dataclass(slots=True, eq=False)
class Pulse:
    """Light that runs out from a point: rings of a radius in pixels, an opacity of 0 to 1, and a
    width."""

    centre: Point
    colour: Colour
    rings: tuple[tuple[float, float, float], ...] = ()

    def draw(self, surface: pygame.Surface) -> None:
        for radius, opacity, width in self.rings:
            half = round(radius + width) + 1
            layer = pygame.Surface((2 * half, 2 * half), pygame.SRCALPHA)
            ink = (*self.colour, round(255 * min(1.0, max(0.0, opacity))))
            pygame.draw.aacircle(layer, ink, (half, half), round(radius), max(1, round(width)))
            surface.blit(layer, (self.centre[0] - half, self.centre[1] - half))


@dataclass(slots=True)
class Motion:
    """All that is in motion. ``dealt``: how many cards of each hand are there; ``sum``: what
    the display adds up; ``line``: the keys of a completed line, whose, and how far its light has
    run; ``turning``: the hands that turn up at the end of a round, and how far; ``shown``: how far
    the cards on the plate have turned; ``codes``: the codes that are being revealed; ``shifts``: by
    seat, or by ROW, the cards that move aside; ``room``: the markers that do; ``fresh``: how far
    the cards that the player at the screen has just drawn have turned up; ``pulses``: light on the
    board."""

    flyers: list[Flyer] = field(default_factory=list)
    plate: Plate | None = None
    sum: tuple[Card, Card] | None = None
    line: tuple[tuple[Key, ...], Side, float] | None = None
    dealt: dict[Seat, int] | None = None
    turning: tuple[frozenset[Seat], float] | None = None
    shown: float = 1.0
    codes: tuple[CodeCard, ...] = ()
    shifts: dict[int, Shift] = field(default_factory=dict)
    room: Room | None = None
    fresh: float = 1.0
    pulses: list[Pulse] = field(default_factory=list)

    def rest(self) -> None:
        """Only what stays: the light on a completed line."""
        self.flyers.clear()
        self._still()

    def land(self) -> None:
        """The end of one step: what has arrived is gone, what waits for its turn stays."""
        self.flyers[:] = [flyer for flyer in self.flyers if flyer.t < 0]
        self._still()

    def draw(self, surface: pygame.Surface) -> None:
        for pulse in self.pulses:
            pulse.draw(surface)
        for flyer in self.flyers:
            flyer.draw(surface)
        for code in self.codes:
            code.draw(surface)

    def turn_of(self, seat: Seat) -> float:
        """How far the cards of a hand have turned up: 1 wherever none is turning."""
        if self.turning is None or seat not in self.turning[0]:
            return 1.0
        return self.turning[1]

    def way_of(self, whose: int, n: int) -> int:
        """How far to the right of its place the card number `n` of a seat or of the row lies."""
        shift = self.shifts.get(whose)
        if shift is None or n >= len(shift.ways):
            return 0
        return round(shift.ways[n] * shift.share)

    def _still(self) -> None:
        self.plate = self.sum = self.dealt = self.turning = self.room = None
        self.shown, self.codes = 1.0, ()
        self.pulses.clear()
        self.shifts.clear()


def card_of_hand(
    context: Context,
    motion: Motion,
    seat: Seat,
    look: CardLook,
    size: tuple[int, int],
    *,
    is_fresh: bool = False,
) -> Sprite:
    """A card of a hand as it lies now, or as far as it has turned over."""
    face = context.sprites.card(look, size)
    t = motion.fresh if is_fresh else motion.turn_of(seat)
    return face if t >= 1.0 else turned(context.sprites.card(CardLook(None), size), face, t)


def plate_width(context: Context, content: int) -> int:
    """A plate's width for ``content`` pixels, in few steps, so that its pictures can be kept."""
    step = context.px(PLATE_STEP)
    wanted = max(content, context.px(150)) + context.px(56)
    return -(-wanted // step) * step


def plate_look(colour: Colour) -> PanelLook:
    return PanelLook(edge=colour, edge_width=2.4, raised=True, glow=colour)
