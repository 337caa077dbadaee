"""Captures, threats and wins each have their own light, length and sound."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from hacktrick.app.snapshot import Snapshot
from hacktrick.game.actions import Action, Play
from tests.support.rig import TableRig

Wanted = Callable[[Snapshot, Snapshot], bool]


def table_after_play(
    folder: Path, wanted: Wanted, aids: str = "standard"
) -> tuple[TableRig, float, int]:
    """Return a table after a wanted play, the seconds of its motion and its pulses of light."""
    for seed in range(60):
        bench = TableRig(folder / str(seed), seed=seed, aids=aids)
        dice = Random(seed)
        while not bench.match.is_round_over:
            action = random_action(bench, dice)
            before = bench.table.playback.latest
            if isinstance(action, Play):
                bench.context.change_settings(animation_speed="normal")
                bench.tick(0)
                bench.do(action)
                if wanted(before, bench.table.playback.latest):
                    return bench, *length_of_motion(bench)
                bench.table.playback.skip_animations_silently()
                bench.context.change_settings(animation_speed="off")
                bench.tick(0)
            else:
                bench.do(action)
    raise AssertionError("it never comes up")


def random_action(bench: TableRig, dice: Random) -> Action:
    plays = [action for action in bench.legal() if isinstance(action, Play)]
    return dice.choice(plays if plays and dice.random() < 0.7 else bench.legal())


def length_of_motion(bench: TableRig) -> tuple[float, int]:
    seconds, lit = 0.0, set()
    while bench.table.playback.is_running and seconds < 20:
        bench.table.playback.update(0.02)
        lit |= {id(pulse) for pulse in bench.table.playback.motion.pulses if pulse.rings}
        seconds += 0.02
    assert not bench.table.playback.motion.pulses, "nothing of it stays"
    return seconds, len(lit)


def is_capture(before: Snapshot, after: Snapshot) -> bool:
    return after.public.captured != before.public.captured and after.public.result is None


def is_plain_play(before: Snapshot, after: Snapshot) -> bool:
    return after.public.captured == before.public.captured and after.public.result is None


def is_win(before: Snapshot, after: Snapshot) -> bool:
    result = after.public.result
    took = after.public.captured != before.public.captured
    return result is not None and result.by == "line" and not took


def test_each_kind_of_play_has_its_own_light_and_length(tmp_path: Path) -> None:
    _bench, quiet, none = table_after_play(tmp_path / "plain", is_plain_play)
    bench, blow, one = table_after_play(tmp_path / "capture", is_capture)
    assert "capture" in bench.sounds
    _bench, winning, burst = table_after_play(tmp_path / "win", is_win)
    assert (none, one, burst) == (0, 1, 3)
    assert quiet < blow < winning


def test_a_key_about_to_win_pulses_where_aids_show_it(tmp_path: Path) -> None:
    for aids, lit in (("learning", True), ("standard", False)):
        breaths = 0
        for seed in range(8):
            bench = TableRig(tmp_path / f"{aids}{seed}", seed=seed, aids=aids)
            bench.context.change_settings(animation_speed="normal")
            dice = Random(seed)
            while not bench.match.is_round_over:
                bench.table.playback.skip_animations_silently()
                n = len(bench.sounds)
                bench.do(random_action(bench, dice))
                if bench.match.is_round_over:
                    break
                _seconds, pulses = length_of_motion(bench)
                if "threat" in bench.sounds[n:]:
                    assert pulses
                    breaths += 1
            bench.table.playback.skip_animations_silently()
        assert bool(breaths) is lit


@pytest.mark.parametrize("leader", [0, 1])
def test_nobody_thinks_or_chooses_while_cards_are_dealt(tmp_path: Path, leader: int) -> None:
    bench = TableRig(tmp_path, seed=2, leader=leader, animation_speed="normal")
    headlines = []
    for _n in range(120):
        bench.draw()
        model = bench.table.model
        if model.headline not in headlines:
            headlines.append(model.headline)
        assert model.headline != "Dealing the cards" or not model.prompt_line
        bench.tick(1 / 60)
    starter = "Cipher is thinking" if bench.match.public.seat else "Your turn"
    assert headlines == ["Dealing the cards", starter]
