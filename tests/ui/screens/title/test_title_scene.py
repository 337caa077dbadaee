"""The first screen: what it offers, and what its entries do."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pygame
import pytest

from hacktrick.app.settings import Settings
from hacktrick.app.storage import StorageProblem
from hacktrick.i18n.match_summaries import saved_match_line
from hacktrick.i18n.new_match_options import NewMatchOptions, SeatOptions, options_to_setting
from hacktrick.ui.scene.scene import Scene
from hacktrick.ui.screens.about_scene import AboutScene
from hacktrick.ui.screens.new_match_scene import NewMatchScene
from hacktrick.ui.screens.rules.rules_scene import RulesScene
from hacktrick.ui.screens.settings.settings_scene import SettingsScene
from hacktrick.ui.screens.title.title_scene import TitleScene
from hacktrick.ui.widgets.dialogs import NoticeScene
from tests.support.rig import BareTable, Rig, match_of, saved_text


@pytest.fixture
def stage(tmp_path: Path) -> Rig:
    """Somebody has chosen a match before."""
    settings = Settings(last_match=options_to_setting(NewMatchOptions()))
    return Rig(tmp_path, settings=settings, bare_table=True)


def title(stage: Rig) -> TitleScene:
    scene = TitleScene(stage.context, stage.workspace)
    stage.show(scene)
    return scene


def test_play_is_first_where_nothing_is_saved(stage: Rig) -> None:
    scene = title(stage)
    assert "continue" not in scene.named and scene.group.focus is scene.named["play"]


def test_continue_is_first_and_tells_the_match(stage: Rig) -> None:
    stage.save_a_match()
    scene = title(stage)
    assert scene.group.focus is scene.named["continue"]
    go_on: Any = scene.named["continue"]
    assert go_on.effect == "ANNA against BELA, round 1, 0:0, Keypad (2015)"


def test_continue_resumes_with_one_press(stage: Rig) -> None:
    stage.save_a_match()
    saved = saved_text(stage.workspace)
    title(stage)
    stage.key(pygame.K_RETURN)
    assert isinstance(stage.top, BareTable)
    assert match_of(stage.workspace.session).record.as_text() == saved


def test_play_needs_one_press_and_no_choice(stage: Rig) -> None:
    title(stage)
    stage.key(pygame.K_RETURN)
    assert isinstance(stage.top, BareTable)
    players = [seat.player for seat in stage.workspace.session.seats]
    assert players == ["human", "level:1"]


def test_play_takes_the_last_choices(stage: Rig) -> None:
    last = NewMatchOptions("servers", [SeatOptions("human", "EVA"), *[SeatOptions("level:1")] * 3])
    stage.context.change_settings(last_match=options_to_setting(last))
    title(stage)
    stage.click("play")
    match = match_of(stage.workspace.session)
    assert match.rules.preset == "servers" and match.seats[0].name == "EVA"


def test_play_asks_before_it_replaces_a_match(stage: Rig) -> None:
    stage.save_a_match()
    saved = saved_text(stage.workspace)
    title(stage)
    stage.click("play")
    assert isinstance(stage.top, NoticeScene)
    stage.key(pygame.K_RETURN)  # the way out has the focus
    assert isinstance(stage.top, TitleScene) and saved_text(stage.workspace) == saved
    stage.click("play")
    stage.click("0")
    assert isinstance(stage.top, BareTable) and stage.workspace.local_table.saved is None


@pytest.mark.parametrize(
    ("entry", "scene"),
    [
        ("new", NewMatchScene),
        ("rules", RulesScene),
        ("settings", SettingsScene),
        ("about", AboutScene),
    ],
)
def test_every_entry_leads_somewhere_and_back(stage: Rig, entry: str, scene: type[Scene]) -> None:
    title(stage)
    stage.click(entry)
    assert isinstance(stage.top, scene)
    stage.key(pygame.K_ESCAPE)
    assert isinstance(stage.top, TitleScene)


def test_quit_ends_the_program(stage: Rig) -> None:
    title(stage)
    stage.click("quit")
    assert stage.top is None


def test_escape_shows_the_way_out_but_does_not_take_it(stage: Rig) -> None:
    scene = title(stage)
    stage.key(pygame.K_ESCAPE)
    assert stage.top is scene and scene.group.focus is scene.named["quit"]


def test_problems_are_told_once_and_one_by_one(tmp_path: Path) -> None:
    problems = (StorageProblem("other_instance", "/x"), StorageProblem("disk_full", "/x/y"))
    stage = Rig(tmp_path, problems=problems)
    title(stage)
    texts = []
    while isinstance(stage.top, NoticeScene):
        texts.append(stage.top.text)
        stage.key(pygame.K_ESCAPE)
        stage.wait(0.1)
    assert len(texts) == 2 and "/x" in texts[0] and "/x/y" in texts[1]
    assert isinstance(stage.top, TitleScene)


def test_coming_back_shows_the_match_that_was_left(stage: Rig) -> None:
    scene = title(stage)
    stage.key(pygame.K_RETURN)
    stage.context.stack.pop()
    stage.context.stack.apply()
    stage.wait(0)
    assert isinstance(stage.top, TitleScene) and stage.top is not scene
    assert "continue" in stage.top.named and stage.workspace.session is None


def test_the_keys_are_a_toy_that_sounds(stage: Rig) -> None:
    scene = title(stage)
    scene.group.set_focus(scene.named["rules"])
    stage.key(pygame.K_5, text="5")
    assert scene.art.pressed == 5 and stage.sounds[-1] == "key"
    stage.wait(0.3)
    assert scene.art.pressed is None
    pos = scene.art.keys[8].center
    stage.down(pos)
    assert scene.art.pressed == 8
    stage.up(pos)
    assert scene.art.pressed is None


def test_nothing_moves_after_the_line_is_drawn(stage: Rig) -> None:
    scene = title(stage)
    assert scene.animating
    stage.wait(2)
    assert not scene.animating and scene.art.progress == 1
    stage.picture()
    stage.wait(1)
    assert not stage.context.stack.dirty


def test_reduced_motion_begins_with_the_last_picture(stage: Rig) -> None:
    stage.context.change_settings(reduced_motion=True)
    scene = title(stage)
    assert not scene.animating and scene.art.progress == 1


def test_the_line_of_a_saved_match_tells_its_score(stage: Rig) -> None:
    stage.save_a_match()
    record = stage.workspace.local_table.saved
    assert record is not None and saved_match_line(record).endswith("0:0, Keypad (2015)")
