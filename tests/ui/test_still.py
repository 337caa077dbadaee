"""What stays while something moves is painted once: the picture is the one that is painted anew."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pygame
import pytest
from rig import TableRig

from hacktrick.game.rules import PRESETS
from hacktrick.ui.table.still import Still

ACTIONS, FRAME = 14, 0.07  # seconds
SMALL = 960, 600


@pytest.mark.parametrize("theme", ["keypad", "fanfold", "servers"])
@pytest.mark.parametrize(
    ("preset", "players"),
    [("keypad", ("human", "level:1")), ("wits", ("level:1", "level:1"))],
)
def test_a_picture_in_motion_is_the_one_painted_anew(
    tmp_path: Path, theme: str, preset: str, players: tuple[str, ...]
) -> None:
    moving: dict[str, Any] = {"animation_speed": "normal", "theme": theme}
    bench = TableRig(tmp_path, preset, players, size=SMALL, **moving)
    assert PRESETS[preset].n_seats == len(players)
    dice, compared = Random(5), 0
    for _n in range(ACTIONS):
        compared += frames_in_motion(bench)
        if bench.match.is_round_over:
            break
        bench.do(dice.choice(bench.legal()))
    assert compared > 5 * ACTIONS


def test_the_end_of_a_round_in_motion_is_the_one_painted_anew(tmp_path: Path) -> None:
    """Light runs along the line, and on the map beneath the servers."""
    moving: dict[str, Any] = {"animation_speed": "normal", "theme": "servers"}
    bench = TableRig(tmp_path, players=("level:1", "level:1"), size=SMALL, **moving)
    dice = Random(2)
    while not bench.match.is_round_over:
        bench.do(dice.choice(bench.legal()))
    assert frames_in_motion(bench) > 5


def frames_in_motion(bench: TableRig) -> int:
    """Until all is still; returns how many pictures have been compared."""
    compared = 0
    for _n in range(400):
        bench.tick(FRAME)
        if not bench.table.animating:
            break
        if bench.table.moved and not bench.table.dirty:
            shown = bench.picture()
            bench.table.dirty = True
            assert bench.picture() == shown
            compared += 1
        else:
            bench.draw()
    return compared


def test_what_is_kept_is_painted_once_until_it_is_forgotten_or_has_another_size() -> None:
    painted: list[tuple[int, int]] = []

    def paint(surface: pygame.Surface) -> None:
        painted.append(surface.get_size())
        surface.fill((len(painted), 0, 0))

    def lay(size: tuple[int, int]) -> int:
        surface = pygame.Surface(size)
        still.lay(surface, paint)
        return surface.get_at((0, 0)).r

    still = Still()
    assert [lay((4, 4)), lay((4, 4)), lay((5, 4)), lay((5, 4))] == [1, 1, 2, 2]
    still.forget()
    assert [lay((5, 4)), lay((5, 4))] == [3, 3]
    assert painted == [(4, 4), (5, 4), (5, 4)]
