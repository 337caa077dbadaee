"""Plates over the board stay within it."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from hacktrick.i18n.translator import _
from hacktrick.ui.table.motion.motion_state import AnnouncementPlate
from tests.support.rig import TableRig


@pytest.mark.parametrize("language", ["en", "de", "hu"])
@pytest.mark.parametrize("size", [(1280, 720), (960, 600), (900, 1400)])
def test_a_plate_is_no_wider_than_the_board(
    tmp_path: Path, size: tuple[int, int], language: str
) -> None:
    bench = TableRig(tmp_path, size=size, language=language)
    text = _("{name} shows the hand").format(name="Maximiliane von und zu Hohenfels")
    plate = AnnouncementPlate(_("No card fits"), text, 0, (0, 1, 2, 3))
    bench.table.playback.motion.plate = plate
    motion, board = bench.table.playback.motion, bench.table.places.table.keypad
    with_it = bench.draw().copy()
    motion.plate = None
    alike = pygame.mask.from_threshold(bench.draw(), (0, 0, 0), (9, 9, 9, 255), with_it)
    alike.invert()
    rects = alike.get_bounding_rects()
    glow = bench.context.px(20)
    assert board.inflate(2 * glow, 0).contains(rects[0].unionall(rects[1:]))
