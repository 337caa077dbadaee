"""An animation cut short at any moment shows exactly the final picture."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from hacktrick.game.editions import PRESETS
from hacktrick.game.legality import legal_actions
from tests.support.parameter_sampling import mark_others_slow
from tests.support.rig import TableRig


@pytest.mark.parametrize(
    "preset", mark_others_slow(["keypad", "club", "trio", "quartet", "wits"], "quartet", "wits")
)
def test_skipped_played_and_absent_animations_end_in_the_same_picture(
    tmp_path: Path, preset: str
) -> None:
    n = PRESETS[preset].n_seats
    players = ("human", *("level:1",) * (n - 1))
    cut, played, still = (
        TableRig(tmp_path / speed, preset=preset, players=players, seed=5, animation_speed=speed)
        for speed in ("normal", "double", "off")
    )
    dice = Random(3)
    cut.table.playback.skip_animations_silently()
    for _n in range(24):
        if cut.match.is_round_over:
            break
        seen = cut.match.observe(cut.match.public.seat)
        action = dice.choice(legal_actions(seen))
        for bench in (cut, played, still):
            bench.do(action)
        for _tick in range(dice.randrange(12)):
            cut.table.playback.update(0.05)
        cut.table.playback.skip_animations_silently()
        cut.table.refresh()
        while played.table.playback.is_running:
            played.table.playback.update(0.05)
        played.table.refresh()
        pictures = {bench.picture() for bench in (cut, played, still)}
        assert len(pictures) == 1, f"after {action}"


def test_every_frame_of_an_animation_can_be_drawn(tmp_path: Path) -> None:
    bench = TableRig(tmp_path, animation_speed="normal", seed=9)
    bench.table.playback.skip_animations_silently()
    dice = Random(1)
    for _n in range(14):
        if bench.match.is_round_over:
            break
        seen = bench.match.observe(bench.match.public.seat)
        bench.do(dice.choice(legal_actions(seen)))
        while bench.table.playback.is_running:
            bench.table.playback.update(0.04)
            bench.table.refresh()
            bench.picture()
