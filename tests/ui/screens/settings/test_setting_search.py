"""The search of settings finds any word of any page in the current language."""

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
    help_with_matches_first,
)
from hacktrick.ui.widgets.input_hints import intent_name
from tests.support.rig import Rig

ENTRIES = (
    SearchableSetting("motion", "Reduced motion", "Nothing travels.", "Display"),
    SearchableSetting("speed", "Animation speed", "How fast cards travel in motion.", "Display"),
    SearchableSetting("tongue", "Língua", "Changes at once.", "Language", ("Français", "Magyar")),
)


@pytest.fixture
def rig(tmp_path: Path) -> Rig:
    return Rig(tmp_path)


def open_settings(rig: Rig) -> SettingsScene:
    scene = SettingsScene(rig.context, rig.services)
    rig.show(scene)
    return scene


def search(rig: Rig, text: str) -> SettingsScene:
    scene = open_settings(rig)
    rig.click("search")
    rig.type(text)
    return scene


def hit_keys(scene: SettingsScene) -> list[str]:
    return [hit.key for hit in scene.hits]


# Tests of what the search finds.


@pytest.mark.parametrize(
    ("query", "keys"),
    [
        ("reduced", ["motion"]),
        ("REDUCED", ["motion"]),
        ("redu", ["motion"]),
        ("motion", ["motion", "speed"]),  # matches in the name first, then in the explanation
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
def test_all_words_must_match_ignoring_case_and_accents(query: str, keys: list[str]) -> None:
    assert [entry.key for entry in find_settings(query, ENTRIES)] == keys


def test_a_list_in_an_explanation_starts_with_matching_items() -> None:
    turn = SearchableSetting(
        "turn", "The turn", "Draw, Play, Ask", "Keys", parts=("Draw", "Play", "Ask")
    )
    assert help_with_matches_first("ask", turn) == "Ask, Draw, Play"
    assert help_with_matches_first("play ask", turn) == "Play, Ask, Draw"
    assert help_with_matches_first("keys", turn) == turn.explanation
    assert help_with_matches_first("tongue", ENTRIES[2]) == ENTRIES[2].explanation


@pytest.mark.parametrize(
    ("page", "key"), [(page, key) for page in SETTING_PAGES for key in SETTING_PAGES[page]]
)
def test_every_setting_is_found_by_name_and_explanation(rig: Rig, page: str, key: str) -> None:
    scene = open_settings(rig)
    for text in (setting_label(key), setting_help(key)):
        scene.search_field.text = text
        scene.search_for(text)
        assert key in hit_keys(scene)


@pytest.mark.parametrize("language", words.available_languages())
def test_settings_are_found_in_the_current_language(rig: Rig, language: str) -> None:
    rig.context.change_settings(language=language)
    scene = open_settings(rig)
    scene.search_field.insert_text(setting_label("motion"))
    assert hit_keys(scene)[0] == "motion"
    rig.context.change_settings(language="en")
    scene.search_field.clear()
    scene.search_field.insert_text("reduced mot")
    assert hit_keys(scene) == ["motion"]


def test_changing_the_language_repeats_the_search(rig: Rig) -> None:
    scene = search(rig, "Language")
    assert "language" in hit_keys(scene)
    other = next((code for code in words.available_languages() if code != "en"), None)
    if other is not None:
        rig.context.change_settings(language=other)
        assert all(hit.name != "Language" for hit in scene.hits)


# Tests of changing found settings with mouse and keys.


def test_a_result_can_be_changed_with_the_mouse(rig: Rig) -> None:
    scene = search(rig, "motion")
    assert "motion" in scene.widgets and "page Display" in scene.widgets
    rig.click_right("motion")
    assert rig.settings.reduced_motion and rig.kept[-1].reduced_motion
    assert scene.is_searching


def test_a_result_can_be_changed_with_keys_alone(rig: Rig) -> None:
    scene = open_settings(rig)
    rig.key(pygame.K_f, pygame.KMOD_CTRL)
    assert scene.group.focused_widget is scene.search_field
    rig.type("reduced")
    rig.key(pygame.K_RETURN)
    assert scene.group.focused_widget is scene.widgets["motion"] and scene.group.ring
    rig.key(pygame.K_SPACE)
    assert rig.settings.motion == "reduced" and rig.settings.reduced_motion


def test_tab_reaches_the_field_and_down_leaves_it_for_the_first_result(rig: Rig) -> None:
    scene = open_settings(rig)
    rig.key(pygame.K_TAB, pygame.KMOD_SHIFT)
    assert scene.group.focused_widget is scene.search_field
    rig.type("curtain")
    rig.key(pygame.K_DOWN)
    assert scene.group.focused_widget is scene.widgets[scene.hits[0].key]


def test_a_letter_starts_a_search_from_any_widget(rig: Rig) -> None:
    scene = open_settings(rig)
    rig.key(pygame.K_v, text="v")
    assert scene.group.focused_widget is scene.search_field and scene.search_field.text == "v"
    rig.type("ol")
    assert "master_volume" in hit_keys(scene)


def test_the_mute_key_starts_a_search_here(rig: Rig) -> None:
    scene = open_settings(rig)
    letter = pygame.Event(pygame.KEYDOWN, key=pygame.K_m, mod=0, unicode="m", scancode=0)
    assert scene.intent_of_event(letter) == ""
    rig.key(pygame.K_m, text="m")
    rig.type("usic")
    assert "music_volume" in hit_keys(scene)
    assert not rig.context.settings.muted


def test_music_is_found_by_its_name(rig: Rig) -> None:
    scene = search(rig, "music")
    assert hit_keys(scene)[0] == "music_volume"


def test_an_engine_is_entered_on_the_page_about_playing(rig: Rig) -> None:
    assert hit_keys(search(rig, "engine")) == ["engine_name", "engine_command"]
    assert {"engine_name", "engine_command"} < set(SETTING_PAGES["Playing"])


def test_other_keys_do_not_start_a_search(rig: Rig) -> None:
    scene = open_settings(rig)
    for key, mod, text in (
        (pygame.K_SPACE, 0, " "),
        (pygame.K_v, pygame.KMOD_CTRL, "v"),
        (pygame.K_F5, 0, ""),
        (pygame.K_COMMA, 0, ","),
    ):
        rig.key(key, mod, text)
        assert not scene.is_searching and scene.group.focused_widget is not scene.search_field


def test_the_focus_and_the_cursor_stay_in_the_field_while_typing(rig: Rig) -> None:
    scene = search(rig, "moon")
    rig.key(pygame.K_LEFT)
    rig.key(pygame.K_LEFT)
    rig.type("ti")
    assert scene.search_field.text == "motion" and scene.search_field.cursor == 4
    assert scene.group.focused_widget is scene.search_field and hit_keys(scene)[0] == "motion"


def test_a_search_without_results_says_so(rig: Rig) -> None:
    scene = search(rig, "xyzzy")
    assert scene.hits == () and scene.is_searching
    nothing = rig.picture()
    rig.key(pygame.K_RETURN)
    assert scene.group.focused_widget is scene.search_field
    reset: Any = scene.widgets["reset"]
    assert reset.reason
    rig.click("reset")
    assert scene.message == reset.reason
    scene.search_field.clear()
    assert rig.picture() != nothing


def test_escape_ends_the_search_and_then_leaves_the_screen(rig: Rig) -> None:
    scene = search(rig, "motion")
    rig.key(pygame.K_ESCAPE)
    assert rig.top is scene and not scene.is_searching and scene.search_field.text == ""
    assert "pace" in scene.widgets
    rig.key(pygame.K_ESCAPE)
    assert rig.top is None


def test_choosing_a_page_ends_the_search(rig: Rig) -> None:
    scene = search(rig, "motion")
    rig.click("page Sound")
    assert not scene.is_searching and "effects_volume" in scene.widgets


def test_further_results_are_shown_page_by_page(rig: Rig) -> None:
    scene = search(rig, "a")
    # No public name says how many rows fit.
    assert len(scene.hits) > scene._count_fitting_hits()
    seen: list[str] = []
    for _page in range(-(-len(scene.hits) // scene._count_fitting_hits())):
        here = [hit.key for hit in scene.hits if hit.key in scene.widgets]
        assert len(here) <= scene._count_fitting_hits()
        seen += here
        rig.picture()
        rig.click("more")
    assert seen == hit_keys(scene)
    assert scene.hits[0].key in scene.widgets  # back to the first results


def test_a_result_that_is_no_setting_leads_to_its_page(rig: Rig) -> None:
    scene = search(rig, "folder")
    rig.click(FOLDER)
    assert scene.page_name == "Privacy" and not scene.is_searching
    assert scene.group.focused_widget is scene.widgets["folder"]


@pytest.mark.parametrize("intent", INTENTS, ids=lambda intent: intent.name)
def test_every_intent_is_found_and_leads_to_its_bindings(rig: Rig, intent: Intent) -> None:
    scene = open_settings(rig)
    scene.search_field.insert_text(intent_name(intent.name))
    assert KEYS_PREFIX + intent.group in hit_keys(scene)
    scene.open_page_of_search_link(KEYS_PREFIX + intent.group)
    rig.context.stack.apply_changes()
    assert isinstance(rig.top, KeyBindingsScene) and rig.top.current_group == intent.group


def test_a_link_to_key_bindings_opens_and_closes(rig: Rig) -> None:
    scene = search(rig, "draw a card")
    rig.click(KEYS_PREFIX + "turn")
    assert isinstance(rig.top, KeyBindingsScene)
    rig.key(pygame.K_ESCAPE)
    assert rig.top is scene and scene.is_searching


def test_reset_during_a_search_affects_only_the_results(rig: Rig) -> None:
    rig.context.change_settings(motion="reduced", pace="slow")
    search(rig, "reduced motion")
    rig.click("reset")
    assert rig.settings.motion == default_of("motion") and not rig.settings.reduced_motion
    assert rig.settings.pace == "slow"


def test_a_setting_changed_by_a_shortcut_updates_among_the_results(rig: Rig) -> None:
    scene = search(rig, "full screen")
    rig.context.change_settings(fullscreen=True)
    switch: Any = scene.widgets["fullscreen"]
    assert switch.on


def test_the_number_of_results_follows_the_height_of_the_window(rig: Rig) -> None:
    scene = search(rig, "a")
    rig.click("more")
    for size in ((1280, 1000), (960, 600), (1280, 720)):
        rig.context.rebuild_and_lay_out(size)
        here = [hit.key for hit in scene.hits if hit.key in scene.widgets]
        assert here == hit_keys(scene)[: scene._count_fitting_hits()]
        assert all(pygame.Rect((0, 0), size).contains(scene.widgets[key].rect) for key in here)


def test_down_in_an_empty_search_field_leads_to_no_result(rig: Rig) -> None:
    scene = search(rig, "aids")
    assert hit_keys(scene) == ["aids"]
    rig.click("page Sound")
    rig.click("search")
    rig.key(pygame.K_RETURN)
    assert scene.group.focused_widget is scene.search_field and scene.hits == ()


@pytest.mark.parametrize("size", [(960, 600), (1280, 720), (1920, 1080), (720, 1280)])
@pytest.mark.parametrize("query", ["", "a", "fold", "xyzzy"])
def test_widgets_do_not_overlap(tmp_path: Path, size: tuple[int, int], query: str) -> None:
    rig = Rig(tmp_path, size)
    scene = open_settings(rig)
    scene.search_field.insert_text(query)
    rects = [widget.rect for widget in scene.widgets.values()]
    for n, rect in enumerate(rects):
        assert rect.collidelist(rects[n + 1 :]) == -1
        assert pygame.Rect((0, 0), size).contains(rect)
    rig.picture()
