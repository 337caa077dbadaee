"""Threats on the board: seen on their keys, named in words, humming while they are next."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pygame
import pytest

from hacktrick.app.threats_and_decisive_turn import KeyThreat
from hacktrick.game.keypad import lines
from hacktrick.i18n import table_remarks
from hacktrick.ui.table.panels import board
from tests.support.rig import TableRig


def table_with_threat(folder: Path, **settings: Any) -> TableRig:
    """Return a table at a turn of the player at the screen, with a threat for the next turn."""
    for seed in range(1, 200):
        bench = TableRig(folder, seed=seed, aids="learning", **settings)
        bench.play_randomly_until(0, 6)
        bench.table.playback.skip_animations_silently()
        bench.table.refresh()
        if not bench.match.is_round_over and board.has_pulsing_key(bench.table.model):
            return bench
    raise AssertionError("no seed has a threat")


def test_a_threatened_key_looks_different(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bench = table_with_threat(tmp_path)
    bench.draw()
    key = next(iter(bench.table.model.key_threats))
    rect = bench.table.places.key_rect(key)
    shown = bench.surface.subsurface(rect).copy()
    monkeypatch.setattr(board, "_draw_threatened_key_rims", lambda *_args: None)
    monkeypatch.setattr(board, "_draw_threat_tags", lambda *_args, **_how: None)
    bench.table.needs_redraw = True
    bench.draw()
    assert shown.get_buffer().raw != bench.surface.subsurface(rect).copy().get_buffer().raw


def table_with_two_threats_on_a_key(folder: Path) -> tuple[TableRig, list[KeyThreat]]:
    """Return a table on which the opponent could win next on a key that the viewer needs later.

    There are markers on the key.
    """
    for seed in range(33, 200):
        bench = TableRig(folder, seed=seed, aids="learning")
        for turn in range(8, 22, 2):
            bench.play_randomly_until(0, turn)
            if bench.match.is_round_over:
                break
            bench.table.playback.skip_animations_silently()
            bench.table.refresh()
            model = bench.table.model
            for key, found in model.key_threats.items():
                kinds = [(threat.side, threat.kind) for threat in found]
                is_occupied = any(model.public.markers_on(key, side) for side in (0, 1))
                if is_occupied and (1, "wins_next") in kinds and (0, "one_more") in kinds:
                    return bench, [threat for threat in found if threat.side == 0]
    raise AssertionError("no seed has two threats on a key")


def test_an_urgent_threat_is_named_before_a_later_one_of_the_viewer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench, later = table_with_two_threats_on_a_key(tmp_path)
    named: list[KeyThreat] = []

    def note(threat: KeyThreat) -> str:
        named.append(threat)
        return ""

    monkeypatch.setattr(table_remarks, "threat_tag", note)
    bench.table.needs_redraw = True
    bench.draw()
    urgent = [one for one in bench.table.model.key_threats[later[0].key] if one not in later]
    assert urgent[0] in named and not set(later) & set(named)


def test_no_threat_is_drawn_while_a_card_is_added_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The card is already in the row, but its marker is not yet on the board."""
    bench = table_with_threat(tmp_path)
    tags: list[KeyThreat] = []

    def note(threat: KeyThreat) -> str:
        tags.append(threat)
        return ""

    monkeypatch.setattr(table_remarks, "threat_tag", note)
    for added in (None, (3, 1)):
        tags.clear()
        bench.table.playback.motion.display_sum = added
        bench.table.needs_redraw = True
        bench.draw()
        assert bool(tags) == (added is None)


@pytest.mark.parametrize("settings", [{}, {"reduced_motion": True}, {"animation_speed": "off"}])
def test_a_threatened_key_pulses_unless_motion_is_reduced(
    tmp_path: Path, settings: dict[str, Any]
) -> None:
    bench = table_with_threat(tmp_path, **({"animation_speed": "normal"} | settings))
    levels = set()
    for _step in range(40):
        bench.tick(0.05)
        levels.add(bench.table.picture.motion.pulse_strength)
    assert (len(levels) > 3) == (not settings)
    assert all(0.68 <= level <= 1.0 for level in levels)


def test_each_kind_of_threat_has_words_of_its_own() -> None:
    keys = lines()[0]
    descriptions = {
        table_remarks.threat_tag(KeyThreat(keys[0], 1, 1, kind, card, keys[1:], 1))
        for kind in ("wins_now", "wins_next", "needs_card", "one_more")
        for card in (3, None)
    }
    assert len(descriptions) == 6  # the needed card is named alike for both sides


def test_a_line_of_dots_ends_at_the_edge_of_its_key(tmp_path: Path) -> None:
    bench = table_with_threat(tmp_path)
    bench.draw()
    drawing = bench.table.picture.draw_context_for(bench.surface)
    for line in lines():
        for missing in line:
            near, far = (key for key in line if key != missing)
            # Where the line runs; a picture shows it only in pixels.
            parts = list(board._dotted_line_parts(drawing, (near, far), missing))
            rect = drawing.places.key_rect(missing)
            middle = (
                pygame.Vector2(drawing.places.key_rect(near).center)
                + drawing.places.key_rect(far).center
            )
            is_between = middle.distance_to(2 * pygame.Vector2(rect.center)) < 9
            assert len(parts) == (2 if is_between else 1)
            for start, end in parts:
                assert not any(rect.inflate(-4, -4).collidepoint(one) for one in (start, end))


def test_no_dots_run_through_the_words_above_a_marker(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A line from the marker of one side leads up, where the threat of the other is named."""
    bench, _later = table_with_two_threats_on_a_key(tmp_path)
    model, places = bench.table.model, bench.table.places
    named = next(key for key, found in model.key_threats.items() if len(found) > 1)
    rect = places.key_rect(named)
    words = pygame.Rect(rect.x + 4, rect.y + 4, rect.width - 8, round(rect.height * 0.28))
    monkeypatch.setattr(board, "_draw_threat_tags", lambda *_args, **_how: None)

    def words_area() -> bytes:
        bench.table.needs_redraw = True
        bench.draw()
        return bench.surface.subsurface(words).copy().get_buffer().raw

    with monkeypatch.context() as without_lines:
        without_lines.setattr(board, "_draw_threat_lines", lambda *_args: None)
        plain = words_area()

    def line_parts(*_args: object) -> list[list[tuple[int, int]]]:
        return [[rect.midbottom, rect.midtop]]

    monkeypatch.setattr(board, "_dotted_line_parts", line_parts)
    monkeypatch.setattr(
        type(model),
        "key_threats_drawn_as_lines",
        [found[0] for found in model.key_threats.values()],
        raising=False,
    )
    assert words_area() == plain


@pytest.mark.parametrize(("is_chosen", "n_rims"), [(False, 2), (True, 1)])
def test_the_key_of_the_chosen_card_gets_only_the_rim_of_the_urgent_threat(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_chosen: bool, n_rims: int
) -> None:
    bench, later = table_with_two_threats_on_a_key(tmp_path)
    key, model = later[0].key, bench.table.model
    drawing = bench.table.picture.draw_context_for(bench.surface)
    preview = SimpleNamespace(key=key) if is_chosen else None
    drawing = replace(drawing, model=model.with_fixed_values(preview=preview))
    monkeypatch.setattr(board, "_threats_on_key", lambda *_args: model.key_threats[key])
    rims: list[bool] = []
    monkeypatch.setattr(
        "hacktrick.ui.widgets.game_drawing.draw_threatened_key_rim",
        lambda *_args, **how: rims.append(how["is_next"]),
    )
    board._draw_threatened_key_rims(drawing, drawing.places.key_rect(key), key)  # it is only drawn
    assert len(rims) == n_rims and rims[0]
