"""Settings apply at once, are saved and can be reset; and the dialogs around them."""

from __future__ import annotations

import json
import platform
import re
import tomllib
from functools import partial
from pathlib import Path
from typing import Any, get_args

import pygame
import pytest

from hacktrick import __version__, resources
from hacktrick.app.file_manager import FileManager
from hacktrick.app.settings import SETTING_KEYS, default_of
from hacktrick.app.storage import SETTINGS_FILE, ProblemCode, StorageProblem
from hacktrick.i18n.file_problem_text import SETTING_NAMES, problem_sentence, problem_title
from hacktrick.i18n.setting_text import setting_help, setting_value_name
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.scene.scenes_and_context import Scene
from hacktrick.ui.screens.about_scene import LIBRARY_CREDITS, AboutScene
from hacktrick.ui.screens.new_match_scene import NewMatchScene
from hacktrick.ui.screens.pause_scene import PauseScene
from hacktrick.ui.screens.rules.rules_scene import RulesScene
from hacktrick.ui.screens.settings.settings_scene import SETTING_PAGES, SettingsScene
from hacktrick.ui.screens.title.title_scene import TitleScene
from hacktrick.ui.widgets.basic_widgets import ScrollArea, Slider, Stepper, TextField, Toggle
from hacktrick.ui.widgets.dialogs import NoticeAnswer, NoticeScene, ask_confirmation
from tests.support.rig import BareTable, Rig, match_of_session, saved_text

ROOT = Path(__file__).resolve().parents[4]
SHOWN = [(page, key) for page, keys in SETTING_PAGES.items() for key in keys]


@pytest.fixture
def rig(tmp_path: Path) -> Rig:
    return Rig(tmp_path, bare_table=True)


def open_settings_page(rig: Rig, page: str) -> SettingsScene:
    scene = SettingsScene(rig.context, rig.services)
    rig.show(scene)
    rig.click(f"page {page}")
    return scene


# Tests of changing settings.


@pytest.mark.parametrize(("page", "key"), SHOWN)
def test_every_setting_applies_at_once_and_is_saved(rig: Rig, page: str, key: str) -> None:
    scene = open_settings_page(rig, page)
    before = getattr(rig.settings, key)
    widget = scene.widgets[key]
    scene.group.set_focus(widget)
    if isinstance(widget, TextField):
        rig.type("my bot")
    else:
        rig.key(pygame.K_SPACE if isinstance(widget, Toggle) else pygame.K_RIGHT)
    after = getattr(rig.settings, key)
    assert after != before and getattr(rig.kept[-1], key) == after
    rig.context.change_settings(scan="off")
    rig.click("reset")
    assert getattr(rig.settings, key) == default_of(key)


@pytest.mark.parametrize(("page", "key"), SHOWN)
def test_the_mouse_changes_a_setting_by_one_step(rig: Rig, page: str, key: str) -> None:
    scene = open_settings_page(rig, page)
    widget = scene.widgets[key]
    if not isinstance(widget, Stepper) or len(widget.options) < 2:
        return
    values = [value for value, _name in widget.options]
    start = values.index(getattr(rig.settings, key))
    rig.click_right(key)
    assert getattr(rig.settings, key) == values[(start + 1) % len(values)]


def test_every_setting_is_described() -> None:
    for _page, key in SHOWN:
        assert setting_help(key).endswith(".")
    assert set(SETTING_NAMES) == set(SETTING_KEYS)


def test_dragging_a_volume_plays_a_sound(rig: Rig) -> None:
    scene = open_settings_page(rig, "Sound")
    slider = scene.widgets["effects_volume"]
    assert isinstance(slider, Slider)
    y = slider.rect.centery
    rig.press_button((slider.rect.right - 100, y))
    for x in range(slider.rect.right - 100, slider.rect.right - 400, -20):
        rig.post(pygame.Event(pygame.MOUSEMOTION, pos=(x, y), rel=(-20, 0), buttons=(1, 0, 0)))
    rig.release_button((0, y))
    assert scene.widgets["effects_volume"] is slider
    assert rig.settings.effects_volume < 40 and "key" in rig.sounds


def test_changing_the_music_volume_plays_only_music(rig: Rig) -> None:
    slider = open_settings_page(rig, "Sound").widgets["music_volume"]
    rig.press_button((slider.rect.right - 100, slider.rect.centery))
    rig.release_button((0, slider.rect.centery))
    assert rig.settings.music_volume > 0 and rig.kept[-1] == rig.settings
    assert "key" not in rig.sounds


def test_the_theme_changes_the_picture(rig: Rig) -> None:
    open_settings_page(rig, "Display")
    before = rig.picture()
    rig.click_right("theme")
    assert rig.picture() != before and rig.context.theme.key == rig.settings.theme


def test_a_shortcut_updates_the_switch(rig: Rig) -> None:
    scene = open_settings_page(rig, "Display")
    rig.context.change_settings(fullscreen=True)
    switch: Any = scene.widgets["fullscreen"]
    assert switch.on


def test_reset_affects_only_the_current_page(rig: Rig) -> None:
    rig.context.change_settings(pace="slow", master_volume=10)
    open_settings_page(rig, "Playing")
    rig.click("reset")
    assert rig.settings.pace == "normal" and rig.settings.master_volume == 10


def test_the_data_folder_is_shown_and_can_be_copied(rig: Rig, tmp_path: Path) -> None:
    scene = open_settings_page(rig, "Privacy")
    rig.click("folder")
    assert rig.context.clipboard.get_text() == str(tmp_path) and scene.message
    rig.click("open")
    assert rig.file_manager.opened == [tmp_path] and rig.top is scene


def test_a_system_without_a_file_manager_gets_a_sentence(rig: Rig, tmp_path: Path) -> None:
    rig.context.file_manager = FileManager("linux", {})
    open_settings_page(rig, "Privacy")
    rig.click("open")
    assert isinstance(rig.top, NoticeScene) and str(tmp_path) in rig.top.text


def test_values_of_settings_are_shown_in_words() -> None:
    assert (
        setting_value_name("ui_scale", 125) == "125 %"
        and setting_value_name("conceal_after", 0) == "never"
    )
    assert setting_value_name("language", "en") == "English" and "English" in setting_value_name(
        "language", "auto"
    )


# Tests of problems with files.


@pytest.mark.parametrize("code", get_args(ProblemCode))
@pytest.mark.parametrize("name", ["match.hacktrick.json", SETTINGS_FILE])
@pytest.mark.parametrize("kept", ["", "/data/kept.backup"])
def test_every_problem_has_a_clear_message(code: ProblemCode, name: str, kept: str) -> None:
    problem = StorageProblem(code, f"/data/{name}", kept, "theme")
    sentence = problem_sentence(problem)
    folder_only = code in ("folder_unusable", "other_instance")
    assert ("/data" if folder_only else name) in sentence
    assert sentence.endswith(".") and "{" not in sentence and problem_title(problem)
    if kept and code in ("broken", "too_large", "too_deep"):
        assert kept in sentence


# Tests of notices.


def test_a_notice_is_closed_by_enter_and_by_escape(rig: Rig) -> None:
    for key in (pygame.K_RETURN, pygame.K_ESCAPE, pygame.K_SPACE):
        rig.show(NoticeScene(rig.context, "Title", "Text."))
        rig.key(key)
        assert rig.top is None


def test_escape_gives_the_last_answer(rig: Rig) -> None:
    given: list[str] = []
    answers = tuple(NoticeAnswer(word, partial(given.append, word)) for word in ("a", "b"))
    rig.show(NoticeScene(rig.context, "Title", "Text.", answers))
    rig.key(pygame.K_ESCAPE)
    assert given == ["b"]


def test_a_confirmation_has_the_focus_on_cancel(rig: Rig) -> None:
    given = []
    ask_confirmation(rig.context, "Title", "Text.", "Yes", lambda: given.append(1))
    rig.context.stack.apply_changes()
    rig.key(pygame.K_RETURN)
    assert not given and rig.top is None


def test_widgets_below_a_notice_cannot_be_pressed(rig: Rig) -> None:
    title = TitleScene(rig.context, rig.services)
    rig.show(title, NoticeScene(rig.context, "Title", "Text."))
    pos = title.widgets["quit"].rect.center
    rig.press_button(pos)
    rig.release_button(pos)
    assert isinstance(rig.top, NoticeScene)


def test_a_long_notice_stays_inside_the_window(tmp_path: Path) -> None:
    rig = Rig(tmp_path, (960, 600))
    notice = NoticeScene(rig.context, "Title " * 20, "A sentence of some length. " * 60)
    rig.show(notice)
    # The frame has no public name, since it is only drawn.
    assert pygame.Rect(0, 0, 960, 600).contains(notice._box)
    rig.picture()


# Tests of the pause menu.


def open_pause_menu(rig: Rig) -> PauseScene:
    rig.begin()
    scene = PauseScene(rig.context, rig.services)
    rig.show(BareTable(rig.context, rig.services), scene)
    return scene


def test_pause_resumes_with_escape_and_with_enter(rig: Rig) -> None:
    for key in (pygame.K_ESCAPE, pygame.K_RETURN):
        open_pause_menu(rig)
        rig.key(key)
        assert isinstance(rig.top, BareTable)


@pytest.mark.parametrize(
    ("entry", "scene"), [("rules", RulesScene), ("settings", SettingsScene), ("new", NewMatchScene)]
)
def test_each_pause_entry_leads_to_its_screen_and_back(
    rig: Rig, entry: str, scene: type[Scene]
) -> None:
    open_pause_menu(rig)
    rig.click(entry)
    assert isinstance(rig.top, scene)
    rig.key(pygame.K_ESCAPE)
    assert isinstance(rig.top, PauseScene)


def test_leaving_to_the_title_keeps_the_match(rig: Rig) -> None:
    open_pause_menu(rig)
    record = match_of_session(rig.services.session).record.as_text()
    rig.click("leave")
    assert isinstance(rig.top, TitleScene) and saved_text(rig.services) == record
    assert len(rig.context.stack) == 1


def test_quitting_keeps_the_match(rig: Rig, tmp_path: Path) -> None:
    open_pause_menu(rig)
    record = match_of_session(rig.services.session).record.as_text()
    rig.click("quit")
    assert rig.top is None and rig.storage.load_autosave().text == record


def test_every_saved_copy_gets_a_new_name(rig: Rig, tmp_path: Path) -> None:
    open_pause_menu(rig)
    record = match_of_session(rig.services.session).record.as_text()
    names = set()
    for _n in range(3):
        rig.click("copy")
        assert isinstance(rig.top, NoticeScene)
        names.add(rig.top.text.splitlines()[-1])
        rig.key(pygame.K_RETURN)
    assert len(names) == 3
    for name in names:
        with open(name, encoding="utf-8") as file:
            assert json.loads(file.read()) == json.loads(record)


def test_a_copy_that_cannot_be_written_is_reported(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = open_pause_menu(rig)
    problem = StorageProblem("disk_full", "/full/copy.json")
    monkeypatch.setattr(type(rig.storage), "save_match_copy", lambda self, text: (None, (problem,)))
    scene.save_copy_of_match()
    rig.context.stack.apply_changes()
    assert "/full/copy.json" in rig.top.text


# Tests of the About screen.


def test_about_names_the_author_and_all_fonts(rig: Rig) -> None:
    scene = AboutScene(rig.context, rig.services)
    rig.show(scene)
    text = " ".join(
        line for column in scene.game_and_credit_columns(500) for _style, line in column
    )
    assert "József Dorsonczky" in text and "unofficial" in text
    families = {
        "AtkinsonHyperlegibleMono": "Atkinson Hyperlegible Next and Mono",
        "AtkinsonHyperlegibleNext": "Atkinson Hyperlegible Next and Mono",
        "ChakraPetch": "Chakra Petch",
        "JetBrainsMono": "JetBrains Mono",
    }
    for file in resources.asset_path("fonts").glob("*.ttf"):
        family = file.stem.split("-")[0].removesuffix("14Classic")
        assert families.get(family, family) in text


def test_about_shows_the_versions_and_the_data_folder_and_copies_them(rig: Rig) -> None:
    scene = AboutScene(rig.context, rig.services)
    rig.show(scene)
    shown = "".join(
        line for column in scene.game_and_credit_columns(10_000) for _style, line in column
    )
    rig.click("copy")
    copied = rig.context.clipboard.get_text()
    data = str(rig.services.folders.data)
    sdl = "SDL " + ".".join(map(str, pygame.get_sdl_version()))
    for fact in (f"Hack Trick {__version__}", f"Python {platform.python_version()}", sdl, data):
        assert fact in shown and fact in copied


def test_about_names_every_required_library_with_its_licence() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    needed = {re.split("[<>=]", line)[0] for line in project["dependencies"]}
    named = {
        name.lower(): licence for names, _, licence in LIBRARY_CREDITS for name in names.split(", ")
    }
    assert needed <= set(named)
    assert all(named[name] for name in needed)


@pytest.mark.parametrize("size", [(960, 600), (1280, 720), (1920, 1080)])
def test_about_scrolls_only_if_its_text_does_not_fit(tmp_path: Path, size: tuple[int, int]) -> None:
    rig = Rig(tmp_path, size)
    scene = AboutScene(rig.context, rig.services)
    rig.show(scene)
    area = scene.widgets["text"]
    assert isinstance(area, ScrollArea) and area.overflow_pixels == 0
    scene.game_and_credit_columns = lambda width: ([(styles.BODY, "line\n" * 60)], [])  # type: ignore[method-assign]
    for keys in ((pygame.K_DOWN, pygame.K_UP), (pygame.K_END, pygame.K_HOME)):
        assert scene.group.focused_widget is scene.widgets["back"]
        rig.key(keys[0])
        assert area.offset > 0
        rig.key(keys[1])
        assert area.offset == 0
    rig.post(pygame.Event(pygame.MOUSEMOTION, pos=area.rect.center, rel=(1, 1), buttons=(0,) * 3))
    rig.post(pygame.Event(pygame.MOUSEWHEEL, x=0, y=-50))
    assert area.offset == area.overflow_pixels > 0
