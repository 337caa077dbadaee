"""Searching the settings: by any word of any page, with clicks and keys, in the language shown."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pygame
import pytest

from hacktrick.app.settings import default_of
from hacktrick.i18n import translator as words
from hacktrick.i18n.setting_text import setting_help, setting_label
from hacktrick.ui.input.intents import INTENTS, Intent
from hacktrick.ui.screens.settings.key_bindings_scene import KeyBindingsScene
from hacktrick.ui.screens.settings.settings_scene import (
    FOLDER,
    KEYS_PREFIX,
    SETTING_PAGES,
    SearchableSetting,
    SettingsScene,
    find_settings,
    shortened_help,
)
from hacktrick.ui.widgets.input_hints import intent_name
from tests.support.rig import Rig

ENTRIES = (
    SearchableSetting("motion", "Reduced motion", "Nothing travels.", "Display"),
    SearchableSetting("speed", "Speed of movements", "How fast cards travel in motion.", "Display"),
    SearchableSetting("tongue", "Língua", "Changes at once.", "Language", ("Français", "Magyar")),
)


@pytest.fixture
def stage(tmp_path: Path) -> Rig:
    return Rig(tmp_path)


def settings(stage: Rig) -> SettingsScene:
    scene = SettingsScene(stage.context, stage.workspace)
    stage.show(scene)
    return scene


def search(stage: Rig, text: str) -> SettingsScene:
    scene = settings(stage)
    stage.click("search")
    stage.type(text)
    return scene


def found(scene: SettingsScene) -> list[str]:
    return [hit.key for hit in scene.hits]


# --- What is found


@pytest.mark.parametrize(
    ("query", "keys"),
    [
        ("reduced", ["motion"]),
        ("REDUCED", ["motion"]),
        ("redu", ["motion"]),
        ("motion", ["motion", "speed"]),  # by the name first, then by the explanation
        ("travel", ["motion", "speed"]),
        ("duced", ["motion"]),
        ("lingua", ["tongue"]),
        ("lí", ["tongue"]),
        ("francais", ["tongue"]),
        ("display", ["motion", "speed"]),
        ("speed display", ["speed"]),
        ("speed magyar", []),
        ("xyz", []),
        ("", []),
        (" - ", []),
    ],
)
def test_all_words_must_fit_in_any_case_and_without_accents(query: str, keys: list[str]) -> None:
    assert [entry.key for entry in find_settings(query, ENTRIES)] == keys


def test_an_explanation_that_lists_begins_with_what_was_looked_for() -> None:
    turn = SearchableSetting(
        "turn", "The turn", "Draw, Play, Ask", "Keys", parts=("Draw", "Play", "Ask")
    )
    assert shortened_help("ask", turn) == "Ask, Draw, Play"
    assert shortened_help("play ask", turn) == "Play, Ask, Draw"
    assert shortened_help("keys", turn) == turn.explanation
    assert shortened_help("tongue", ENTRIES[2]) == ENTRIES[2].explanation


@pytest.mark.parametrize(
    ("page", "key"), [(page, key) for page in SETTING_PAGES for key in SETTING_PAGES[page]]
)
def test_every_setting_is_found_by_its_name_and_by_its_explanation(
    stage: Rig, page: str, key: str
) -> None:
    scene = settings(stage)
    for text in (setting_label(key), setting_help(key)):
        scene.field.text = text
        scene.search_for(text)
        assert key in found(scene)


@pytest.mark.parametrize("language", words.languages())
def test_settings_are_found_in_the_language_of_the_window(stage: Rig, language: str) -> None:
    stage.context.change_settings(language=language)
    scene = settings(stage)
    scene.field.insert(setting_label("reduced_motion"))
    assert found(scene)[0] == "reduced_motion"
    stage.context.change_settings(language="en")
    scene.field.clear()
    scene.field.insert("reduced mot")
    assert found(scene) == ["reduced_motion"]


def test_a_change_of_language_searches_again(stage: Rig) -> None:
    scene = search(stage, "Language")
    assert "language" in found(scene)
    other = next((code for code in words.languages() if code != "en"), None)
    if other is not None:
        stage.context.change_settings(language=other)
        assert all(hit.name != "Language" for hit in scene.hits)


# --- With the mouse and the keys


def test_what_is_found_can_be_set_at_once_with_the_mouse(stage: Rig) -> None:
    scene = search(stage, "motion")
    assert "reduced_motion" in scene.named and "page Display" in scene.named
    stage.click("reduced_motion")
    assert stage.settings.reduced_motion and stage.kept[-1].reduced_motion
    assert scene.searching


def test_what_is_found_can_be_set_with_keys_alone(stage: Rig) -> None:
    scene = settings(stage)
    stage.key(pygame.K_f, pygame.KMOD_CTRL)
    assert scene.group.focus is scene.field
    stage.type("reduced")
    stage.key(pygame.K_RETURN)
    assert scene.group.focus is scene.named["reduced_motion"] and scene.group.ring
    stage.key(pygame.K_SPACE)
    assert stage.settings.reduced_motion


def test_tab_reaches_the_field_and_down_leaves_it_for_the_first_result(stage: Rig) -> None:
    scene = settings(stage)
    stage.key(pygame.K_TAB, pygame.KMOD_SHIFT)
    assert scene.group.focus is scene.field
    stage.type("curtain")
    stage.key(pygame.K_DOWN)
    assert scene.group.focus is scene.named[scene.hits[0].key]


def test_a_letter_begins_a_search_from_anywhere(stage: Rig) -> None:
    scene = settings(stage)
    stage.key(pygame.K_v, text="v")
    assert scene.group.focus is scene.field and scene.field.text == "v"
    stage.type("ol")
    assert "master_volume" in found(scene)


def test_the_letter_that_silences_elsewhere_begins_a_search_here(stage: Rig) -> None:
    scene = settings(stage)
    letter = pygame.Event(pygame.KEYDOWN, key=pygame.K_m, mod=0, unicode="m", scancode=0)
    assert scene.intent(letter) == ""
    stage.key(pygame.K_m, text="m")
    stage.type("usic")
    assert "music_volume" in found(scene)
    assert not stage.context.settings.muted


def test_music_is_found_by_its_name(stage: Rig) -> None:
    scene = search(stage, "music")
    assert found(scene)[0] == "music_volume"


def test_other_keys_begin_no_search(stage: Rig) -> None:
    scene = settings(stage)
    for key, mod, text in (
        (pygame.K_SPACE, 0, " "),
        (pygame.K_v, pygame.KMOD_CTRL, "v"),
        (pygame.K_F5, 0, ""),
        (pygame.K_COMMA, 0, ","),
    ):
        stage.key(key, mod, text)
        assert not scene.searching and scene.group.focus is not scene.field


def test_the_focus_and_the_cursor_stay_in_the_field_while_typing(stage: Rig) -> None:
    scene = search(stage, "moon")
    stage.key(pygame.K_LEFT)
    stage.key(pygame.K_LEFT)
    stage.type("ti")
    assert scene.field.text == "motion" and scene.field.cursor == 4
    assert scene.group.focus is scene.field and found(scene)[0] == "reduced_motion"


def test_nothing_found_is_said_in_a_sentence(stage: Rig) -> None:
    scene = search(stage, "xyzzy")
    assert scene.hits == () and scene.searching
    nothing = stage.picture()
    stage.key(pygame.K_RETURN)
    assert scene.group.focus is scene.field
    reset: Any = scene.named["reset"]
    assert reset.reason
    stage.click("reset")
    assert scene.said == reset.reason
    scene.field.clear()
    assert stage.picture() != nothing


def test_escape_ends_the_search_and_then_leaves(stage: Rig) -> None:
    scene = search(stage, "motion")
    stage.key(pygame.K_ESCAPE)
    assert stage.top is scene and not scene.searching and scene.field.text == ""
    assert "pace" in scene.named
    stage.key(pygame.K_ESCAPE)
    assert stage.top is None


def test_a_page_ends_the_search(stage: Rig) -> None:
    scene = search(stage, "motion")
    stage.click("page Sound")
    assert not scene.searching and "effects_volume" in scene.named


def test_more_results_than_there_is_room_for_come_page_by_page(stage: Rig) -> None:
    scene = search(stage, "a")
    assert len(scene.hits) > scene._room()
    seen: list[str] = []
    for _page in range(-(-len(scene.hits) // scene._room())):
        here = [hit.key for hit in scene.hits if hit.key in scene.named]
        assert len(here) <= scene._room()
        seen += here
        stage.picture()
        stage.click("more")
    assert seen == found(scene)
    assert scene.hits[0].key in scene.named  # and round to the first


def test_what_cannot_be_set_here_leads_to_its_page(stage: Rig) -> None:
    scene = search(stage, "folder")
    stage.click(FOLDER)
    assert scene.page_name == "Privacy" and not scene.searching
    assert scene.group.focus is scene.named["folder"]


@pytest.mark.parametrize("intent", INTENTS, ids=lambda intent: intent.name)
def test_everything_that_has_a_key_is_found_and_leads_to_its_list(
    stage: Rig, intent: Intent
) -> None:
    scene = settings(stage)
    scene.field.insert(intent_name(intent.name))
    assert KEYS_PREFIX + intent.group in found(scene)
    scene.lead_to(KEYS_PREFIX + intent.group)
    stage.context.stack.apply()
    assert isinstance(stage.top, KeyBindingsScene) and stage.top.group_shown == intent.group


def test_a_link_to_the_keys_is_followed_with_a_click_and_left_again(stage: Rig) -> None:
    scene = search(stage, "draw a card")
    stage.click(KEYS_PREFIX + "turn")
    assert isinstance(stage.top, KeyBindingsScene)
    stage.key(pygame.K_ESCAPE)
    assert stage.top is scene and scene.searching


def test_only_what_was_found_is_reset(stage: Rig) -> None:
    stage.context.change_settings(reduced_motion=True, pace="slow")
    search(stage, "reduced motion")
    stage.click("reset")
    assert stage.settings.reduced_motion == default_of("reduced_motion")
    assert stage.settings.pace == "slow"


def test_a_setting_changed_by_the_window_moves_among_the_results(stage: Rig) -> None:
    scene = search(stage, "full screen")
    stage.context.change_settings(fullscreen=True)
    switch: Any = scene.named["fullscreen"]
    assert switch.on


def test_a_window_of_another_height_shows_as_many_as_fit(stage: Rig) -> None:
    scene = search(stage, "a")
    stage.click("more")
    for size in ((1280, 1000), (960, 600), (1280, 720)):
        stage.context.rebuild(size)
        here = [hit.key for hit in scene.hits if hit.key in scene.named]
        assert here == found(scene)[: scene._room()]
        assert all(pygame.Rect((0, 0), size).contains(scene.named[key].rect) for key in here)


def test_an_emptied_field_finds_nothing_to_go_on_to(stage: Rig) -> None:
    scene = search(stage, "aids")
    assert found(scene) == ["aids"]
    stage.click("page Sound")
    stage.click("search")
    stage.key(pygame.K_RETURN)
    assert scene.group.focus is scene.field and scene.hits == ()


@pytest.mark.parametrize("size", [(960, 600), (1280, 720), (1920, 1080), (720, 1280)])
@pytest.mark.parametrize("query", ["", "a", "fold", "xyzzy"])
def test_nothing_lies_on_anything_else(tmp_path: Path, size: tuple[int, int], query: str) -> None:
    stage = Rig(tmp_path, size)
    scene = settings(stage)
    scene.field.insert(query)
    rects = [widget.rect for widget in scene.named.values()]
    for n, rect in enumerate(rects):
        assert rect.collidelist(rects[n + 1 :]) == -1
        assert pygame.Rect((0, 0), size).contains(rect)
    stage.picture()
