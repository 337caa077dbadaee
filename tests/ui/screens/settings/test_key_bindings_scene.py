"""Key bindings are changed with keys, gamepad or mouse, and conflicts are reported."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from hacktrick.i18n.rulebook.page_model import PageTable
from hacktrick.i18n.rulebook.rulebook_search import rulebook_pages
from hacktrick.ui.input.intents import INTENT
from hacktrick.ui.input.key_bindings import BindingSlot
from hacktrick.ui.screens.rules.rules_scene import RulesScene
from hacktrick.ui.screens.settings.key_bindings_scene import KeyBindingsScene
from hacktrick.ui.screens.settings.settings_scene import SettingsScene
from tests.support.rig import Rig


@pytest.fixture
def rig(tmp_path: Path) -> Rig:
    rig = Rig(tmp_path)
    rig.context.change_settings(language="en")
    rig.show(SettingsScene(rig.context, rig.services))
    rig.click("keys")
    return rig


def open_page(rig: Rig) -> KeyBindingsScene:
    assert isinstance(rig.top, KeyBindingsScene)
    return rig.top


def press_pad(rig: Rig, button: str) -> None:
    name = rig.context.bindings.intent_of_button(button)
    rig.post(pygame.Event(INTENT, name=name, button=button))


def test_keys_alone_change_a_key(rig: Rig) -> None:
    rig.key(pygame.K_RETURN)
    assert open_page(rig).rebinding.slot == BindingSlot("draw", "key")
    before = rig.picture()
    rig.key(pygame.K_F5)
    assert rig.settings.keys == {"draw": ["f5", ""]} and rig.kept[-1] == rig.settings
    assert rig.picture() != before and "F5 now means" in open_page(rig).rebinding.message


def test_a_conflict_is_shown_and_a_second_press_resolves_it(rig: Rig) -> None:
    rig.key(pygame.K_RETURN)
    rig.key(pygame.K_q)
    assert "Ask" in open_page(rig).rebinding.message and not rig.settings.keys
    rig.key(pygame.K_q)
    assert rig.settings.keys == {"draw": ["q", ""], "ask": ["d", ""]}


def test_a_held_key_counts_as_one_press(rig: Rig) -> None:
    rig.key(pygame.K_RETURN)
    down = pygame.Event(pygame.KEYDOWN, key=pygame.K_q, mod=0, unicode="q")
    rig.post(down, down, down)
    assert open_page(rig).rebinding.slot is not None and not rig.settings.keys


def test_a_requested_key_triggers_nothing_else(rig: Rig) -> None:
    scene = open_page(rig)
    mute = pygame.Event(pygame.KEYDOWN, key=pygame.K_m, mod=0, unicode="m")
    assert scene.intent_of_event(mute) == "mute"
    rig.key(pygame.K_RETURN)
    assert scene.intent_of_event(mute) == ""
    rig.key(pygame.K_ESCAPE)
    assert open_page(rig) is scene and scene.rebinding.slot is None
    rig.key(pygame.K_ESCAPE)
    assert isinstance(rig.top, SettingsScene)


def test_a_gamepad_alone_changes_a_button(rig: Rig) -> None:
    for button in ("dpad_right", "dpad_right", "a"):
        press_pad(rig, button)
    assert open_page(rig).rebinding.slot == BindingSlot("draw", "button")
    press_pad(rig, "dpad_up")
    assert "is fixed to" in open_page(rig).rebinding.message
    press_pad(rig, "paddle2")
    assert rig.settings.buttons == {"draw": "paddle2"}
    press_pad(rig, "a")
    press_pad(rig, "b")
    press_pad(rig, "b")
    bindings = rig.context.bindings
    assert (bindings.button_of_intent("draw"), bindings.button_of_intent("back")) == (
        "b",
        "paddle2",
    )


def test_a_key_is_refused_for_a_button_and_the_other_way_round(rig: Rig) -> None:
    rig.key(pygame.K_RETURN)
    press_pad(rig, "x")
    assert "takes a key" in open_page(rig).rebinding.message
    press_pad(rig, "b")
    assert open_page(rig).rebinding.slot is None
    for key in (pygame.K_RIGHT, pygame.K_RIGHT, pygame.K_RETURN, pygame.K_F5):
        rig.key(key)
    assert "takes a gamepad button" in open_page(rig).rebinding.message
    assert not rig.settings.keys and not rig.settings.buttons


def test_the_mouse_chooses_a_field_and_can_cancel(rig: Rig) -> None:
    scene = open_page(rig)
    place = scene.list_view.slot_field_rect(BindingSlot("ask", "key", 1)).center
    rig.press_button(place)
    rig.release_button(place)
    assert scene.rebinding.slot == BindingSlot("ask", "key", 1)
    rig.click("group window")
    assert scene.rebinding.slot is None and scene.current_group == "window"


def test_a_binding_can_be_removed_and_all_can_be_reset(rig: Rig) -> None:
    rig.key(pygame.K_BACKSPACE)
    assert rig.context.bindings.keys_of_intent("draw") == ()
    rig.click("reset")
    assert not rig.settings.keys and rig.context.bindings.keys_of_intent("draw") == ("d",)
    rig.click("empty")
    assert rig.settings.keys == {"draw": ["", ""]}


@pytest.mark.parametrize("group", ["turn", "cards", "moving", "window"])
@pytest.mark.parametrize("size", [(960, 600), (1280, 720)])
def test_every_group_of_key_bindings_is_drawn(group: str, size: tuple[int, int], rig: Rig) -> None:
    rig.context.rebuild_and_lay_out(size)
    rig.surface = pygame.Surface(size)
    rig.click(f"group {group}")
    listing = open_page(rig).list_view
    for row in range(listing.n_rows):
        listing.choose_row(row)
        rig.picture()
        field = listing.slot_field_rect(listing.chosen_slot)
        assert listing.rect.contains(field)


def test_the_rules_page_of_keys_shows_the_current_bindings(rig: Rig) -> None:
    rig.context.change_settings(keys={"draw": ["f5", "f6"]}, buttons={"draw": "rs", "hide": "x"})
    rules = RulesScene(rig.context, rules_scene(rig), "keys")
    rig.show(rules)
    (table,) = (block for block in rules.current_page.blocks if isinstance(block, PageTable))
    assert ("Draw a card", "F5, F6", "RS") in table.rows
    assert ("Choose a card", "0–5", "") in table.rows
    assert rulebook_pages(rules_scene(rig), str)


def rules_scene(rig: Rig):  # type: ignore[no-untyped-def]
    rig.begin()
    assert rig.services.session is not None
    return rig.services.session.rules
