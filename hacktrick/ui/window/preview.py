"""A real table, painted small: what a theme, an edition and a size of text look like.

It is drawn by the table's own scene, over a match that nobody plays, in a context of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pygame

from hacktrick.seat.desk import Desk
from hacktrick.seat.showcase import showcase
from hacktrick.settings import Settings
from hacktrick.ui.paint.layout import scale_for
from hacktrick.ui.paint.sprites import NotYet, PatientSprites
from hacktrick.ui.stage.context import Context
from hacktrick.ui.stage.ways import Size, TableWish
from hacktrick.ui.table.scene import TableScene

AT_A_TIME = 2  # sprites between two frames
FINER = 1.5  # how much larger than shown it is drawn: small type stays clear


def table_picture(context: Context, desk: Desk, wish: TableWish) -> Iterator[pygame.Surface | None]:
    """Paints a piece at every step; the last one gives the picture."""
    size = _drawn_size(wish)
    small = Context(_settings(context, wish, size), size=size, edition=wish.rules.preset)
    small.ways = context.ways
    small.sprites = sprites = PatientSprites(small.theme, small.scale)
    scene = TableScene(small, desk, showcase(wish.rules, wish.seats, wish.looks))
    scene.layout()
    surface = pygame.Surface(size)
    while True:
        sprites.allowed = AT_A_TIME
        try:
            surface.set_clip(None)
            scene.draw(surface)
            break
        except NotYet:
            yield None
    left, top, wide, tall = wish.part
    seen = pygame.Rect(left * size[0], top * size[1], wide * size[0], tall * size[1])
    seen.clamp_ip(surface.get_rect())
    yield pygame.transform.smoothscale(surface.subsurface(seen), wish.size)


def _drawn_size(wish: TableWish) -> Size:
    share = min(1.0, FINER * wish.size[0] / (wish.window[0] * wish.part[2]))
    return round(wish.window[0] * share), round(wish.window[1] * share)


def _settings(context: Context, wish: TableWish, size: Size) -> Settings:
    """The player's, and as many units as the whole window would have."""
    units = wish.window[0] / scale_for(wish.window, wish.ui_scale / 100)
    per_cent = round(100 * size[0] / units / scale_for(size))
    return replace(
        context.settings, theme=wish.theme, ui_scale=per_cent, animation_speed="off", tutor="off"
    )
