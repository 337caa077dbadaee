"""Plates over the board stay within it."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from hacktrick.game.actions import ASK, Play
from tests.support.rig import TableRig


def takes_one(bench: TableRig, play: Play) -> bool:
    public = bench.match.public
    return bool(public.markers_on(public.row[-1] + play.card, 1 - public.side))


def asked(bench: TableRig) -> None:
    """Plays until a plate shows the answer to a question."""
    bench.table.playback.cut()
    while ASK not in bench.legal():
        legal = bench.legal()
        takes = [one for one in legal if isinstance(one, Play) and takes_one(bench, one)]
        bench.do(takes[0] if takes else bench.rng.choice(legal))
        bench.table.playback.cut()
        assert not bench.match.is_round_over
    bench.do(ASK)
    while bench.table.playback.motion.plate is None:
        bench.tick(0.02)


@pytest.mark.parametrize("language", ["en", "de", "hu"])
@pytest.mark.parametrize("size", [(1280, 720), (960, 600), (900, 1400)])
def test_a_plate_is_no_wider_than_the_board(
    tmp_path: Path, size: tuple[int, int], language: str
) -> None:
    bench = TableRig(tmp_path, size=size, language=language, animation_speed="normal")
    asked(bench)
    motion, board = bench.table.playback.motion, bench.table.places.table.keypad
    assert motion.plate is not None and motion.plate.text
    with_it = bench.draw().copy()
    motion.plate = None
    alike = pygame.mask.from_threshold(bench.draw(), (0, 0, 0), (9, 9, 9, 255), with_it)
    alike.invert()
    rects = alike.get_bounding_rects()
    glow = bench.context.px(20)
    assert board.inflate(2 * glow, 0).contains(rects[0].unionall(rects[1:]))
