"""The page of keys: changed by keys, by a gamepad and by the mouse; conflicts are told."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from hacktrick.i18n.rulebook.page_model import PageTable
from hacktrick.i18n.rulebook.rulebook_search import rulebook_pages
from hacktrick.ui.input.intents import INTENT
from hacktrick.ui.input.key_bindings import Slot
from hacktrick.ui.screens.rules.rules_scene import RulesScene
from hacktrick.ui.screens.settings.key_bindings_scene import KeyBindingsScene
from hacktrick.ui.screens.settings.settings_scene import SettingsScene
from tests.support.rig import Rig


@pytest.fixture
def stage(tmp_path: Path) -> Rig:
    stage = Rig(tmp_path)
    stage.context.change_settings(language="en")
    stage.show(SettingsScene(stage.context, stage.workspace))
    stage.click("keys")
    return stage


def page(stage: Rig) -> KeyBindingsScene:
    assert isinstance(stage.top, KeyBindingsScene)
    return stage.top


def pad(stage: Rig, button: str) -> None:
    name = stage.context.bindings.intent_of_button(button)
    stage.post(pygame.Event(INTENT, name=name, button=button))


def test_a_key_is_changed_by_keys_alone(stage: Rig) -> None:
    stage.key(pygame.K_RETURN)
    assert page(stage).rebinding.slot == Slot("draw", "key")
    before = stage.picture()
    stage.key(pygame.K_F5)
    assert stage.settings.keys == {"draw": ["f5", ""]} and stage.kept[-1] == stage.settings
    assert stage.picture() != before and "F5 now stands for" in page(stage).rebinding.told


def test_a_conflict_is_shown_and_settled_by_a_second_press(stage: Rig) -> None:
    stage.key(pygame.K_RETURN)
    stage.key(pygame.K_q)
    assert "Ask" in page(stage).rebinding.told and not stage.settings.keys
    stage.key(pygame.K_q)
    assert stage.settings.keys == {"draw": ["q", ""], "ask": ["d", ""]}


def test_a_key_that_is_held_is_one_press(stage: Rig) -> None:
    stage.key(pygame.K_RETURN)
    down = pygame.Event(pygame.KEYDOWN, key=pygame.K_q, mod=0, unicode="q")
    stage.post(down, down, down)
    assert page(stage).rebinding.slot is not None and not stage.settings.keys


def test_what_is_asked_for_means_nothing_else(stage: Rig) -> None:
    scene = page(stage)
    mute = pygame.Event(pygame.KEYDOWN, key=pygame.K_m, mod=0, unicode="m")
    assert scene.intent(mute) == "mute"
    stage.key(pygame.K_RETURN)
    assert scene.intent(mute) == ""
    stage.key(pygame.K_ESCAPE)
    assert page(stage) is scene and scene.rebinding.slot is None
    stage.key(pygame.K_ESCAPE)
    assert isinstance(stage.top, SettingsScene)


def test_a_button_is_changed_by_a_gamepad_alone(stage: Rig) -> None:
    for button in ("dpad_right", "dpad_right", "a"):
        pad(stage, button)
    assert page(stage).rebinding.slot == Slot("draw", "button")
    pad(stage, "dpad_up")
    assert "always stands for" in page(stage).rebinding.told
    pad(stage, "paddle2")
    assert stage.settings.buttons == {"draw": "paddle2"}
    pad(stage, "a")
    pad(stage, "b")
    pad(stage, "b")
    bindings = stage.context.bindings
    assert (bindings.button("draw"), bindings.button("back")) == ("b", "paddle2")


def test_keys_and_buttons_are_not_mixed_up(stage: Rig) -> None:
    stage.key(pygame.K_RETURN)
    pad(stage, "x")
    assert "key of the keyboard" in page(stage).rebinding.told
    pad(stage, "b")
    assert page(stage).rebinding.slot is None
    for key in (pygame.K_RIGHT, pygame.K_RIGHT, pygame.K_RETURN, pygame.K_F5):
        stage.key(key)
    assert "button of the gamepad" in page(stage).rebinding.told
    assert not stage.settings.keys and not stage.settings.buttons


def test_the_mouse_chooses_a_field_and_gives_up(stage: Rig) -> None:
    scene = page(stage)
    place = scene.listing.field_of(Slot("ask", "key", 1)).center
    stage.down(place)
    stage.up(place)
    assert scene.rebinding.slot == Slot("ask", "key", 1)
    stage.click("group window")
    assert scene.rebinding.slot is None and scene.group_shown == "window"


def test_emptied_and_reset(stage: Rig) -> None:
    stage.key(pygame.K_BACKSPACE)
    assert stage.context.bindings.keys("draw") == ()
    stage.click("reset")
    assert not stage.settings.keys and stage.context.bindings.keys("draw") == ("d",)
    stage.click("empty")
    assert stage.settings.keys == {"draw": ["", ""]}


@pytest.mark.parametrize("group", ["turn", "cards", "moving", "window"])
@pytest.mark.parametrize("size", [(960, 600), (1280, 720)])
def test_every_group_is_shown(group: str, size: tuple[int, int], stage: Rig) -> None:
    stage.context.rebuild(size)
    stage.surface = pygame.Surface(size)
    stage.click(f"group {group}")
    listing = page(stage).listing
    for row in range(listing.n_rows):
        listing.choose(row)
        stage.picture()
        field = listing.field_of(listing.slot)
        assert listing.rect.contains(field)


def test_the_page_of_keys_in_the_rules_says_how_it_is_now(stage: Rig) -> None:
    stage.context.change_settings(keys={"draw": ["f5", "f6"]}, buttons={"draw": "rs", "hide": "x"})
    rules = RulesScene(stage.context, pages_rules(stage), "keys")
    stage.show(rules)
    (table,) = (block for block in rules.shown.blocks if isinstance(block, PageTable))
    assert ("Draw a card", "F5, F6", "RS") in table.rows
    assert ("Choose a card", "0–5", "") in table.rows
    assert rulebook_pages(pages_rules(stage), str)


def pages_rules(stage: Rig):  # type: ignore[no-untyped-def]
    stage.begin()
    assert stage.workspace.session is not None
    return stage.workspace.session.rules
