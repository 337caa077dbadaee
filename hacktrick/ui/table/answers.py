"""Where a short answer stands: near what was pressed, and never on what it speaks of.

Pure arithmetic on rectangles; it draws nothing and knows no game.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pygame import Rect

NEAR = 6  # units between the answer and what was pressed
FAR = 3.0  # how many pixels of covered things one pixel of distance is worth


def answer_place(
    size: tuple[int, int],
    at: Rect,
    screen: Rect,
    kept: Sequence[Rect],
    spared: Sequence[Rect] = (),
    gap: int = NEAR,
) -> Rect:
    """The place for a plate of ``size``.

    Args:
        at: what was pressed.
        screen: the plate stays inside.
        kept: what must stay readable, whatever the way to it.
        spared: what had better stay in sight.
    """
    found = list(_places(size, at, screen, (*kept, *spared), gap))

    def cost(place: Rect) -> tuple[int, float]:
        away = abs(place.centerx - at.centerx) + abs(place.centery - at.centery)
        return _covered(place, [at, *kept]), _covered(place, spared) + FAR * away

    return min(found, key=cost)


def _places(
    size: tuple[int, int], at: Rect, screen: Rect, things: Sequence[Rect], gap: int
) -> Iterator[Rect]:
    """Around what was pressed, and around everything that is to be left free."""
    for thing in (at, *things):
        around = thing.inflate(2 * gap, 2 * gap)
        for edge, corner in _SIDES:
            place = Rect((0, 0), size)
            setattr(place, corner, getattr(around, edge))
            yield place.clamp(screen)


_SIDES = (
    *(("midtop", "midbottom"), ("topleft", "bottomleft"), ("topright", "bottomright")),
    *(("midbottom", "midtop"), ("bottomleft", "topleft"), ("bottomright", "topright")),
    *(("midright", "midleft"), ("topright", "topleft"), ("bottomright", "bottomleft")),
    *(("midleft", "midright"), ("topleft", "topright"), ("bottomleft", "bottomright")),
)


def _covered(place: Rect, things: Sequence[Rect]) -> int:
    """How much of some things a place would cover, in pixels."""
    cuts = (place.clip(thing) for thing in things)
    return sum(cut.width * cut.height for cut in cuts)
