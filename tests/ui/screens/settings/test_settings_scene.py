"""The settings pages: applied at once, kept, reset; and the dialogues beside them."""

from __future__ import annotations

import json
import re
import tomllib
from functools import partial
from pathlib import Path
from typing import Any, get_args

import pygame
import pytest

from hacktrick import resources
from hacktrick.app.settings import KEYS, default_of
from hacktrick.app.storage import SETTINGS_FILE, ProblemCode, StorageProblem
from hacktrick.i18n.problem_text import SETTING_NAMES, problem_sentence, problem_title
from hacktrick.i18n.setting_text import setting_help, value_name
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.scene.scene import Scene
from hacktrick.ui.screens.about_scene import LIBRARIES, AboutScene
from hacktrick.ui.screens.new_match_scene import NewMatchScene
from hacktrick.ui.screens.pause_scene import PauseScene
from hacktrick.ui.screens.rules.rules_scene import RulesScene
from hacktrick.ui.screens.settings.settings_scene import SETTING_PAGES, SettingsScene
from hacktrick.ui.screens.title.title_scene import TitleScene
from hacktrick.ui.widgets.basic_widgets import ScrollArea, Slider, Stepper, Toggle
from hacktrick.ui.widgets.dialogs import NoticeAnswer, NoticeScene, confirm
from tests.support.rig import BareTable, Rig, match_of, saved_text

ROOT = Path(__file__).resolve().parents[4]
SHOWN = [(page, key) for page, keys in SETTING_PAGES.items() for key in keys]


@pytest.fixture
def stage(tmp_path: Path) -> Rig:
    return Rig(tmp_path, bare_table=True)


def settings_page(stage: Rig, page: str) -> SettingsScene:
    scene = SettingsScene(stage.context, stage.workspace)
    stage.show(scene)
    stage.click(f"page {page}")
    return scene


# --- Settings ---


@pytest.mark.parametrize(("page", "key"), SHOWN)
def test_every_setting_applies_at_once_and_is_kept(stage: Rig, page: str, key: str) -> None:
    scene = settings_page(stage, page)
    before = getattr(stage.settings, key)
    widget = scene.named[key]
    scene.group.set_focus(widget)
    stage.key(pygame.K_SPACE if isinstance(widget, Toggle) else pygame.K_RIGHT)
    after = getattr(stage.settings, key)
    assert after != before and getattr(stage.kept[-1], key) == after
    stage.click("reset")
    assert getattr(stage.settings, key) == default_of(key)


@pytest.mark.parametrize(("page", "key"), SHOWN)
def test_the_mouse_changes_a_setting_by_one_step(stage: Rig, page: str, key: str) -> None:
    scene = settings_page(stage, page)
    widget = scene.named[key]
    if not isinstance(widget, Stepper) or len(widget.options) < 2:
        return
    values = [value for value, _name in widget.options]
    start = values.index(getattr(stage.settings, key))
    stage.click_right(key)
    assert getattr(stage.settings, key) == values[(start + 1) % len(values)]


def test_every_setting_is_described() -> None:
    for _page, key in SHOWN:
        assert setting_help(key).endswith(".")
    assert set(SETTING_NAMES) == set(KEYS)


def test_a_volume_is_dragged_with_the_mouse_and_heard(stage: Rig) -> None:
    scene = settings_page(stage, "Sound")
    slider = scene.named["effects_volume"]
    assert isinstance(slider, Slider)
    y = slider.rect.centery
    stage.down((slider.rect.right - 100, y))
    for x in range(slider.rect.right - 100, slider.rect.right - 400, -20):
        stage.post(pygame.Event(pygame.MOUSEMOTION, pos=(x, y), rel=(-20, 0), buttons=(1, 0, 0)))
    stage.up((0, y))
    assert scene.named["effects_volume"] is slider
    assert stage.settings.effects_volume < 40 and "key" in stage.sounds


def test_the_volume_of_the_music_is_heard_by_the_music_alone(stage: Rig) -> None:
    slider = settings_page(stage, "Sound").named["music_volume"]
    stage.down((slider.rect.right - 100, slider.rect.centery))
    stage.up((0, slider.rect.centery))
    assert stage.settings.music_volume > 0 and stage.kept[-1] == stage.settings
    assert "key" not in stage.sounds


def test_the_theme_changes_the_picture(stage: Rig) -> None:
    settings_page(stage, "Display")
    before = stage.picture()
    stage.click_right("theme")
    assert stage.picture() != before and stage.context.theme.key == stage.settings.theme


def test_a_key_of_the_window_moves_the_switch(stage: Rig) -> None:
    scene = settings_page(stage, "Display")
    stage.context.change_settings(fullscreen=True)
    switch: Any = scene.named["fullscreen"]
    assert switch.on


def test_other_pages_are_not_reset(stage: Rig) -> None:
    stage.context.change_settings(pace="slow", master_volume=10)
    settings_page(stage, "Playing")
    stage.click("reset")
    assert stage.settings.pace == "normal" and stage.settings.master_volume == 10


def test_the_data_folder_is_told_and_copied(stage: Rig, tmp_path: Path) -> None:
    scene = settings_page(stage, "Privacy")
    stage.click("folder")
    assert stage.context.clipboard.get() == str(tmp_path) and scene.said


def test_values_have_names() -> None:
    assert value_name("ui_scale", 125) == "125 %" and value_name("conceal_after", 0) == "never"
    assert value_name("language", "en") == "English" and "English" in value_name("language", "auto")


# --- Problems ---


@pytest.mark.parametrize("code", get_args(ProblemCode))
@pytest.mark.parametrize("name", ["match.hacktrick.json", SETTINGS_FILE])
@pytest.mark.parametrize("kept", ["", "/data/kept.backup"])
def test_every_problem_is_one_clear_text(code: ProblemCode, name: str, kept: str) -> None:
    problem = StorageProblem(code, f"/data/{name}", kept, "theme")
    sentence = problem_sentence(problem)
    folder_only = code in ("folder_unusable", "other_instance")
    assert ("/data" if folder_only else name) in sentence
    assert sentence.endswith(".") and "{" not in sentence and problem_title(problem)
    if kept and code in ("broken", "too_large", "too_deep"):
        assert kept in sentence


# --- Notices ---


def test_a_notice_is_closed_by_enter_and_by_escape(stage: Rig) -> None:
    for key in (pygame.K_RETURN, pygame.K_ESCAPE, pygame.K_SPACE):
        stage.show(NoticeScene(stage.context, "Title", "Text."))
        stage.key(key)
        assert stage.top is None


def test_escape_is_the_last_answer(stage: Rig) -> None:
    given: list[str] = []
    answers = tuple(NoticeAnswer(word, partial(given.append, word)) for word in ("a", "b"))
    stage.show(NoticeScene(stage.context, "Title", "Text.", answers))
    stage.key(pygame.K_ESCAPE)
    assert given == ["b"]


def test_a_question_has_its_focus_on_the_way_out(stage: Rig) -> None:
    given = []
    confirm(stage.context, "Title", "Text.", "Yes", lambda: given.append(1))
    stage.context.stack.apply()
    stage.key(pygame.K_RETURN)
    assert not given and stage.top is None


def test_nothing_below_a_notice_is_pressed(stage: Rig) -> None:
    title = TitleScene(stage.context, stage.workspace)
    stage.show(title, NoticeScene(stage.context, "Title", "Text."))
    pos = title.named["quit"].rect.center
    stage.down(pos)
    stage.up(pos)
    assert isinstance(stage.top, NoticeScene)


def test_a_long_text_stays_in_the_window(tmp_path: Path) -> None:
    stage = Rig(tmp_path, (960, 600))
    notice = NoticeScene(stage.context, "Title " * 20, "A sentence of some length. " * 60)
    stage.show(notice)
    assert pygame.Rect(0, 0, 960, 600).contains(notice._box)
    stage.picture()


# --- Pause ---


def pause(stage: Rig) -> PauseScene:
    stage.begin()
    scene = PauseScene(stage.context, stage.workspace)
    stage.show(BareTable(stage.context, stage.workspace), scene)
    return scene


def test_pause_resumes_with_escape_and_with_enter(stage: Rig) -> None:
    for key in (pygame.K_ESCAPE, pygame.K_RETURN):
        pause(stage)
        stage.key(key)
        assert isinstance(stage.top, BareTable)


@pytest.mark.parametrize(
    ("entry", "scene"), [("rules", RulesScene), ("settings", SettingsScene), ("new", NewMatchScene)]
)
def test_pause_leads_on_and_back(stage: Rig, entry: str, scene: type[Scene]) -> None:
    pause(stage)
    stage.click(entry)
    assert isinstance(stage.top, scene)
    stage.key(pygame.K_ESCAPE)
    assert isinstance(stage.top, PauseScene)


def test_leaving_keeps_the_match(stage: Rig) -> None:
    pause(stage)
    record = match_of(stage.workspace.session).record.as_text()
    stage.click("leave")
    assert isinstance(stage.top, TitleScene) and saved_text(stage.workspace) == record
    assert len(stage.context.stack) == 1


def test_quitting_keeps_the_match(stage: Rig, tmp_path: Path) -> None:
    pause(stage)
    record = match_of(stage.workspace.session).record.as_text()
    stage.click("quit")
    assert stage.top is None and stage.storage.load_autosave().text == record


def test_copies_get_names_of_their_own(stage: Rig, tmp_path: Path) -> None:
    pause(stage)
    record = match_of(stage.workspace.session).record.as_text()
    names = set()
    for _n in range(3):
        stage.click("copy")
        assert isinstance(stage.top, NoticeScene)
        names.add(stage.top.text.splitlines()[-1])
        stage.key(pygame.K_RETURN)
    assert len(names) == 3
    for name in names:
        with open(name, encoding="utf-8") as file:
            assert json.loads(file.read()) == json.loads(record)


def test_a_copy_that_cannot_be_written_is_told(stage: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = pause(stage)
    problem = StorageProblem("disk_full", "/full/copy.json")
    monkeypatch.setattr(type(stage.storage), "save_copy", lambda self, text: (None, (problem,)))
    scene.save_copy()
    stage.context.stack.apply()
    assert "/full/copy.json" in stage.top.text


# --- About ---


def test_about_tells_whose_game_it_is_and_all_fonts(stage: Rig) -> None:
    scene = AboutScene(stage.context, stage.workspace)
    stage.show(scene)
    text = " ".join(line for column in scene.columns(500) for _style, line in column)
    assert "József Dorsonczky" in text and "unofficial" in text
    families = {"ChakraPetch": "Chakra Petch", "JetBrainsMono": "JetBrains Mono"}
    for file in resources.path("fonts").glob("*.ttf"):
        family = file.stem.split("-")[0].removesuffix("14Classic")
        assert families.get(family, family) in text
    stage.click("copy")
    assert "Hack Trick" in stage.context.clipboard.get()


def test_about_names_every_library_that_the_game_needs_with_its_licence() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    needed = {re.split("[<>=]", line)[0] for line in project["dependencies"]}
    named = {name.lower(): licence for names, _, licence in LIBRARIES for name in names.split(", ")}
    assert needed <= set(named)
    assert all(named[name] for name in needed)


@pytest.mark.parametrize("size", [(960, 600), (1280, 720), (1920, 1080)])
def test_about_fits_and_still_scrolls_where_it_does_not(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    stage = Rig(tmp_path, size)
    scene = AboutScene(stage.context, stage.workspace)
    stage.show(scene)
    area = scene.named["text"]
    assert isinstance(area, ScrollArea) and area.overflow == 0
    scene.columns = lambda width: ([(styles.BODY, "line\n" * 60)], [])  # type: ignore[method-assign]
    for keys in ((pygame.K_DOWN, pygame.K_UP), (pygame.K_END, pygame.K_HOME)):
        assert scene.group.focus is scene.named["back"]
        stage.key(keys[0])
        assert area.offset > 0
        stage.key(keys[1])
        assert area.offset == 0
    stage.post(pygame.Event(pygame.MOUSEMOTION, pos=area.rect.center, rel=(1, 1), buttons=(0,) * 3))
    stage.post(pygame.Event(pygame.MOUSEWHEEL, x=0, y=-50))
    assert area.offset == area.overflow > 0
