"""The static layer paints unmoving parts once and gives the same picture as a fresh paint."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pygame
import pytest

from hacktrick.game.editions import PRESETS
from hacktrick.ui.table.table_layers import BackgroundCache
from hacktrick.ui.table.table_scene import StaticLayerCache
from tests.support.parameter_sampling import product_mostly_slow
from tests.support.rig import TableRig

ACTIONS, FRAME = 10, 0.09  # number of actions to play, and duration of a frame in seconds
SMALL = 960, 600


@pytest.mark.parametrize(
    ("theme", "match"),
    product_mostly_slow(
        ["keypad", "fanfold", "servers"],
        [("keypad", ("human", "level:1")), ("wits", ("level:1", "level:1"))],
    ),
)
def test_a_frame_in_motion_equals_a_fresh_paint(
    tmp_path: Path, theme: str, match: tuple[str, tuple[str, ...]]
) -> None:
    preset, players = match
    moving: dict[str, Any] = {"animation_speed": "normal", "theme": theme}
    bench = TableRig(tmp_path, preset, players, size=SMALL, **moving)
    assert PRESETS[preset].n_seats == len(players)
    dice, compared = Random(5), 0
    for _n in range(ACTIONS):
        compared += frames_in_motion(bench)
        if bench.match.is_round_over:
            break
        bench.do(dice.choice(bench.legal()))
    assert compared > 2 * ACTIONS


def test_a_frame_at_the_end_of_a_round_equals_a_fresh_paint(tmp_path: Path) -> None:
    """Light runs along the winning line, and on the map beneath the servers."""
    moving: dict[str, Any] = {"animation_speed": "normal", "theme": "servers"}
    bench = TableRig(tmp_path, players=("level:1", "level:1"), size=SMALL, **moving)
    dice = Random(2)
    while not bench.match.is_round_over:
        bench.do(dice.choice(bench.legal()))
    assert frames_in_motion(bench) > 5


def frames_in_motion(bench: TableRig) -> int:
    """Compare each frame with a fresh paint until nothing moves; return the number of frames."""
    compared = 0
    for _n in range(800):
        bench.tick(FRAME)
        if not bench.table.is_animating:
            break
        shown = bench.picture()
        # No public name shows whether the layer is up to date.
        if bench.table._static_layer.is_current:
            assert painted_anew(bench) == shown
            compared += 1
    assert bench.picture() == painted_anew(bench)
    return compared


def painted_anew(bench: TableRig) -> bytes:
    bench.table._static_layer.drop_picture()
    bench.table._ground = BackgroundCache()  # drops the cache of the background, too
    return bench.picture()


@pytest.fixture
def easel() -> PictureOfParts:
    return PictureOfParts()


class PictureOfParts:
    """A picture of three parts, each one pixel of the current colour."""

    def __init__(self) -> None:
        self.still = StaticLayerCache()
        self.colour = 1
        self.parts = [partial(self.paint, n) for n in range(3)]
        self.painted = 0

    def paint(self, n: int, surface: pygame.Surface) -> None:
        surface.set_at((n, 0), (self.colour, 0, 0))
        self.painted += 1

    def draw_on(self, moving: bool = False, size: tuple[int, int] = (3, 1)) -> list[int]:
        surface = pygame.Surface(size)
        self.still.draw_static_parts(surface, self.parts, moving)
        return [surface.get_at((n, 0)).r for n in range(3)]


def test_the_static_layer_is_painted_once(easel: PictureOfParts) -> None:
    assert easel.draw_on() == [1, 1, 1] == easel.draw_on() == easel.draw_on(moving=True)
    assert easel.painted == 3
    easel.draw_on(size=(4, 1))
    assert easel.painted == 6


def test_at_rest_the_static_layer_is_painted_at_once(easel: PictureOfParts) -> None:
    easel.draw_on()
    easel.colour = 2
    easel.still.mark_for_repaint()
    assert easel.draw_on() == [2, 2, 2]


def test_during_motion_each_frame_after_a_change_paints_one_part_of_the_static_layer(
    easel: PictureOfParts,
) -> None:
    assert easel.draw_on(moving=True) == [1, 1, 1]  # nothing is cached yet
    easel.colour = 2
    easel.still.mark_for_repaint()
    seen = [(easel.draw_on(moving=True), easel.painted, easel.still.is_current) for _n in range(5)]
    old, new = [1, 1, 1], [2, 2, 2]
    painting = [(old, 4, False), (old, 5, False), (new, 6, True)]
    assert seen == [(old, 3, False), *painting, (new, 6, True)]


def test_a_layer_that_changes_again_is_finished_and_painted_once_more(
    easel: PictureOfParts,
) -> None:
    easel.draw_on()
    easel.colour = 2
    easel.still.mark_for_repaint()
    easel.draw_on(moving=True)
    easel.draw_on(moving=True)
    easel.colour = 3
    easel.still.mark_for_repaint()
    seen = [(easel.draw_on(moving=True), easel.still.is_current) for _n in range(5)]
    old, between, new = [1, 1, 1], [2, 3, 3], [3, 3, 3]
    assert seen == [(old, False), *[(between, False)] * 3, (new, True)]


def test_an_unfinished_layer_is_painted_at_once_when_motion_stops(easel: PictureOfParts) -> None:
    easel.draw_on()
    easel.colour = 2
    easel.still.mark_for_repaint()
    easel.draw_on(moving=True)
    easel.draw_on(moving=True)
    assert easel.painted == 4 and easel.draw_on() == [2, 2, 2]


def test_a_discarded_layer_is_not_shown_again(easel: PictureOfParts) -> None:
    easel.draw_on()
    easel.colour = 2
    easel.still.drop_picture()
    assert easel.draw_on(moving=True) == [2, 2, 2]
