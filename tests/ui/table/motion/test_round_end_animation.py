"""The end of a round and of a match: how long it takes, what cuts it short, what it shows."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from hacktrick.app.snapshot import Snapshot
from hacktrick.game.editions import PRESETS
from hacktrick.game.state import RevealedFacts
from hacktrick.game.transitions import apply_public_part
from hacktrick.ui.scene.animation import AnimationPart, ParallelAnimation, Tween
from hacktrick.ui.table.round_result import (
    MATCH_ENTRANCE_SECONDS,
    ROUND_ENTRANCE_SECONDS,
    ResultScene,
)
from tests.support.rig import TableRig

ROUND, MATCH = 2.2, 2.6  # seconds that the ends of a round and of a match may take


def table_at_round_end(
    folder: Path, seed: int = 8, preset: str = "keypad", **more: object
) -> TableRig:
    """Return a rig in which the action that ends a random round has just begun to move."""
    n = PRESETS[preset].n_seats
    rig = TableRig(folder, preset, ("human", *("level:1",) * (n - 1)), seed=seed, **more)  # type: ignore[arg-type]
    while True:
        action = rig.rng.choice(rig.legal())
        is_certain = action.verb in ("play", "pass", "command")
        after = apply_public_part(rig.match.public, action, RevealedFacts()) if is_certain else None
        if after is not None and after.result is not None:
            speed = "off" if rig.settings.reduced_motion else "normal"
            rig.context.change_settings(animation_speed=speed)
            rig.tick(0)
            rig.table.playback.skip_animations_silently()
            rig.do(action)
            return rig
        rig.do(action)


def ceremony_parts(rig: TableRig) -> list[AnimationPart]:
    """Return the parts of the ceremony for the round that has just ended."""
    glance: Snapshot = rig.table.playback.latest
    hidden = frozenset(range(len(glance.seats)))
    return rig.table.playback.round_end_animation(glance, hidden)


@pytest.mark.parametrize("preset", ["keypad", "servers", "trio", "trio-individual"])
@pytest.mark.parametrize("seed", [3, 5, 8])
def test_a_round_ends_within_2_2_seconds_and_a_match_within_2_6(
    tmp_path: Path, seed: int, preset: str
) -> None:
    seconds = sum(
        part.duration for part in ceremony_parts(table_at_round_end(tmp_path, seed, preset))
    )
    assert seconds + ROUND_ENTRANCE_SECONDS <= ROUND
    assert seconds + MATCH_ENTRANCE_SECONDS <= MATCH


def test_the_winning_markers_leap_one_after_the_other_for_180_ms_each(tmp_path: Path) -> None:
    rig = table_at_round_end(tmp_path)
    motion, keys = rig.table.playback.motion, []
    for part in ceremony_parts(rig)[1:7]:
        if isinstance(part, ParallelAnimation):
            assert part.duration == pytest.approx(0.18)
            part.show_at(0.09)
            (key,) = (key for key, height in motion.jump_heights.items() if height)
            assert motion.jump_heights[key] > rig.table.places.key_rect(key).height * 0.3
            part.show_at(0.18)
            assert not motion.jump_heights[key]
            keys.append(key)
    assert len(keys) == len(set(keys)) == 3


def test_the_score_rises_only_once_the_locks_have_landed(tmp_path: Path) -> None:
    rig = table_at_round_end(tmp_path)
    motion, result = rig.table.playback.motion, rig.match.public.result
    assert result is not None
    parts = ceremony_parts(rig)
    for part in parts[:-4]:
        part.show_at(part.duration)
        assert motion.held_points == {result.side: result.points}
        assert not isinstance(part, Tween) or motion.veils[1] == 1
    assert len(motion.flying_locks) == result.points
    for part in parts[-4:]:
        part.show_at(part.duration)
    assert not motion.held_points and not motion.flying_locks


def test_any_press_skips_the_ceremony_and_shows_the_result(tmp_path: Path) -> None:
    rig = table_at_round_end(tmp_path)
    rig.tick(0.05, 2)
    assert rig.table.playback.is_running and rig.top is rig.table
    rig.key(pygame.K_SPACE)
    rig.tick(0.02, 2)
    assert isinstance(rig.top, ResultScene)
    motion = rig.table.playback.motion
    assert not motion.flying_locks and not motion.jump_heights and not motion.held_points
    assert motion.completed_line is not None and motion.veils[1] == 1


def test_the_sound_of_the_end_is_played_once_whether_it_is_cut_or_not(tmp_path: Path) -> None:
    for cut in (False, True):
        rig = table_at_round_end(tmp_path / str(cut))
        if cut:
            rig.key(pygame.K_SPACE)
        rig.tick(0.05, 120)
        assert isinstance(rig.top, ResultScene)
        assert rig.sounds.count("lost") == 1


def test_the_light_on_the_winning_line_ends_with_the_next_round(tmp_path: Path) -> None:
    rig = table_at_round_end(tmp_path)
    rig.tick(0.05, 120)
    rig.key(pygame.K_RETURN)
    rig.tick(0.05, 2)
    motion = rig.table.playback.motion
    assert motion.completed_line is None and not motion.veils[1]


def test_reduced_motion_shows_the_result_by_a_cross_fade_of_120_ms(tmp_path: Path) -> None:
    rig = table_at_round_end(tmp_path, reduced_motion=True)
    assert not rig.table.playback.is_running
    rig.tick(0.02, 2)
    assert isinstance(rig.top, ResultScene)
    assert rig.top.entrance_seconds == pytest.approx(0.12)


def test_reduced_motion_fades_from_the_picture_before_an_action(tmp_path: Path) -> None:
    rig = TableRig(tmp_path, seed=8, reduced_motion=True)
    rig.play_randomly_until(0)
    before = rig.picture()
    rig.do(next(action for action in rig.legal() if action.verb in ("play", "draw")))
    after = rig.picture()
    rig.tick(0.06)
    between = rig.picture()
    rig.tick(0.2)
    end = rig.picture()
    assert after == before, "it begins with the picture that was there"
    assert len({before, between, end}) == 3
    rig.tick(0.2)
    assert rig.picture() == end


def test_a_together_part_starts_each_of_its_parts_after_its_delay() -> None:
    seen: dict[str, float] = {}
    both = ParallelAnimation(
        (0.0, Tween(1.0, lambda t: seen.update(first=t), lambda t: t)),
        (0.5, Tween(1.0, lambda t: seen.update(second=t), lambda t: t)),
    )
    assert both.duration == 1.5
    both.show_at(0.25)
    assert seen == {"first": 0.25}
    both.show_at(1.5)
    assert seen == {"first": 1.0, "second": 1.0}
