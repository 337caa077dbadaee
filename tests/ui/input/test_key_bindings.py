"""Bindings of keys and buttons: default, changed, damaged and in conflict."""

from __future__ import annotations

import string
from typing import Any

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hacktrick.app.settings import Settings, settings_from_data, settings_to_data, with_changes
from hacktrick.ui.input.intents import INTENTS, PAD_BUTTONS
from hacktrick.ui.input.key_bindings import (
    BINDING_SLOTS,
    Bindings,
    BindingSlot,
    KeyChord,
    default_bindings,
    parse_chord,
    possible_chords_of_event,
    pressed_chord,
    read_bindings,
)
from hacktrick.ui.scene.scenes_and_context import Context
from hacktrick.ui.screens.settings.key_bindings_scene import KeyRebinding

DRAW, ASK = BindingSlot("draw", "key"), BindingSlot("ask", "key")
KEY_TEXTS = st.sampled_from(
    ["q", "d", "ctrl+z", "f5", "return", "kp7", "", "é", "no such key", "+"]
)
ANYTHING = st.none() | st.integers() | st.text(max_size=5) | st.lists(KEY_TEXTS, max_size=3)
NAMES = st.sampled_from([*(intent.name for intent in INTENTS), "unknown"])


def key(code: int, mod: int = 0, text: str = "", place: int = 0) -> pygame.Event:
    return pygame.Event(pygame.KEYDOWN, key=code, mod=mod, unicode=text, scancode=place)


def meaning(event: pygame.Event, bindings: Bindings | None = None) -> str:
    return (bindings or default_bindings()).intent_of_chords(possible_chords_of_event(event))


# Tests of key events.


@pytest.mark.parametrize(
    ("event", "name"),
    [
        (key(pygame.K_d), "draw"),
        (key(pygame.K_d, pygame.KMOD_LSHIFT, "D"), "draw"),
        (key(pygame.K_d, pygame.KMOD_LCTRL), ""),
        (key(pygame.K_d, pygame.KMOD_LALT), ""),
        (key(pygame.K_z, pygame.KMOD_LCTRL), "undo"),
        (key(pygame.K_z, pygame.KMOD_LMETA), "undo"),
        (key(pygame.K_TAB, pygame.KMOD_LSHIFT), "previous"),
        (key(pygame.K_KP7, pygame.KMOD_NUM, "7"), "key_7"),
        (key(pygame.K_KP_PLUS, pygame.KMOD_LCTRL), "larger"),
        (key(pygame.K_KP0, pygame.KMOD_LCTRL), "usual_size"),
        (key(pygame.K_EQUALS, pygame.KMOD_LCTRL | pygame.KMOD_LSHIFT), "larger"),
        (key(pygame.K_RETURN, pygame.KMOD_LALT), "full_screen"),
        (key(pygame.K_LSHIFT), ""),
    ],
)
def test_each_key_has_the_intent_of_its_binding(event: pygame.Event, name: str) -> None:
    assert meaning(event) == name


@pytest.mark.parametrize(
    ("event", "name"),
    [
        # French: digits with Shift, or the physical digit keys without Shift.
        (key(pygame.K_AMPERSAND, 0, "&", pygame.KSCAN_1), "card_1"),
        (key(pygame.K_AMPERSAND, pygame.KMOD_LSHIFT, "1", pygame.KSCAN_1), "card_1"),
        # French: where the letter and its physical key both have a meaning, the letter counts.
        (key(pygame.K_a, 0, "a", pygame.KSCAN_Q), "ask_partner"),
        # German: "?" is Shift with another key than on a US layout.
        (key(0xDF, pygame.KMOD_LSHIFT, "?", pygame.KSCAN_MINUS), "key_sheet"),
        # Russian: no Latin letters, so physical keys count.
        (key(0x432, 0, "\u0432", pygame.KSCAN_D), "draw"),
        # A Latin letter without a meaning does not take the meaning of its physical key.
        (key(pygame.K_z, 0, "z", pygame.KSCAN_X), ""),
    ],
)
def test_keys_work_on_other_keyboard_layouts(event: pygame.Event, name: str) -> None:
    assert meaning(event) == name


@given(st.sampled_from(["q", "7", "kp7", "f11", "return", "é", "ß", "backslash", "pageup"]))
def test_a_chord_is_read_back_from_its_text(name: str) -> None:
    for held in ("", "ctrl+", "shift+", "ctrl+alt+shift+"):
        chord = parse_chord(held + name)
        assert chord is not None and chord.text == held + name


@pytest.mark.parametrize(
    "text",
    ["", "+", "ctrl+", "ctrl", "ctrl+ctrl+a", "nokey", "a+ctrl", "\ud800", "lshift", 3, None],
)
def test_a_bad_chord_is_refused(text: object) -> None:
    assert parse_chord(text) is None


def test_keys_without_a_name_cannot_be_bound() -> None:
    assert pressed_chord(key(1 << 30 | 250)) is None
    assert pressed_chord(key(pygame.K_LCTRL)) is None
    assert pressed_chord(key(pygame.K_q, pygame.KMOD_LCTRL)) == KeyChord(pygame.K_q, ctrl=True)


# Tests of bindings of keys to intents.


def test_the_default_bindings_have_no_conflict() -> None:
    bindings = default_bindings()
    for intent in INTENTS:
        assert bindings.keys_of_intent(intent.name) == (*intent.fixed, *intent.keys)
    for kind in ("key", "button"):
        held = [
            bindings.key_or_button_in_slot(slot)
            for slot in BINDING_SLOTS
            if slot.kind == kind and bindings.key_or_button_in_slot(slot)
        ]
        assert len(set(held)) == len(held)
    assert not bindings.changed_keys() and not bindings.changed_buttons()


def test_a_taken_key_swaps_with_the_old_one() -> None:
    bindings = default_bindings()
    assert bindings.other_slot_bound_to(DRAW, "q") == ASK
    bound = bindings.with_binding(DRAW, "q")
    assert (bound.key_or_button_in_slot(DRAW), bound.key_or_button_in_slot(ASK)) == ("q", "d")
    assert bound.changed_keys() == {"draw": ["q", ""], "ask": ["d", ""]}
    assert bound.with_binding(DRAW, "d") == bindings


def test_a_key_for_an_empty_slot_is_taken_away_elsewhere() -> None:
    bound = default_bindings().with_binding(BindingSlot("draw", "key", 1), "q")
    assert bound.keys_of_intent("draw") == ("d", "q") and bound.keys_of_intent("ask") == ()


def test_the_keys_of_one_intent_are_not_doubled() -> None:
    bound = default_bindings().with_binding(BindingSlot("undo", "key"), "ctrl+z")
    assert bound.keys_of_intent("undo") == ("ctrl+z",)


@pytest.mark.parametrize("text", ["return", "escape", "tab", "left"])
def test_fixed_keys_cannot_be_changed(text: str) -> None:
    bindings = default_bindings()
    assert bindings.refusal_of_binding(DRAW, text) == "fixed"
    with pytest.raises(ValueError):
        bindings.with_binding(DRAW, text)


def test_a_gamepad_keeps_what_it_needs() -> None:
    bindings = default_bindings()
    confirm, back, undo = (BindingSlot(name, "button") for name in ("confirm", "back", "undo"))
    assert bindings.refusal_of_binding(confirm, "") == "needed"
    assert bindings.refusal_of_binding(undo, "a") == "needed"
    assert bindings.refusal_of_binding(undo, "dpad_up") == "fixed"
    swapped = bindings.with_binding(confirm, "b")
    assert swapped.button_of_intent("confirm") == "b" and swapped.button_of_intent("back") == "a"
    assert swapped.refusal_of_binding(back, "x") is None


@given(st.dictionaries(NAMES, ANYTHING, max_size=6), st.dictionaries(NAMES, ANYTHING, max_size=6))
def test_damaged_bindings_still_make_sense(keys: dict[str, Any], buttons: dict[str, Any]) -> None:
    bindings = read_bindings(keys, buttons)
    held = [
        (slot.kind, bindings.key_or_button_in_slot(slot))
        for slot in BINDING_SLOTS
        if bindings.key_or_button_in_slot(slot)
    ]
    assert len(set(held)) == len(held)
    assert (
        bindings.button_of_intent("confirm") in PAD_BUTTONS
        and bindings.button_of_intent("back") in PAD_BUTTONS
    )
    assert meaning(key(pygame.K_RETURN), bindings) == "confirm"
    assert meaning(key(pygame.K_ESCAPE), bindings) == "back"
    again = read_bindings(bindings.changed_keys(), bindings.changed_buttons())
    assert again == bindings


def test_two_intents_that_need_the_same_button_get_one_each() -> None:
    bindings = read_bindings({}, {"confirm": "b", "back": "b", "draw": "a"})
    assert {bindings.button_of_intent("confirm"), bindings.button_of_intent("back")} == {"b", "a"}


def test_chosen_bindings_take_precedence_over_defaults() -> None:
    bindings = read_bindings({"undo": ["d"]}, {})
    assert bindings.keys_of_intent("undo") == ("d",) and bindings.keys_of_intent("draw") == ()


# Tests of bindings in the settings.


def test_bindings_are_kept_in_the_settings() -> None:
    context = Context()
    rebinding = KeyRebinding(context)
    rebinding.wait_for_press(DRAW)
    rebinding.bind_pressed_key_or_refuse("f5")
    data = settings_to_data(context.settings)
    read, bad = settings_from_data(data)
    assert not bad and read.keys == {"draw": ["f5", ""]}
    assert Context(read).intent_of_event(key(pygame.K_F5)) == "draw"
    assert Context(read).intent_of_event(key(pygame.K_d)) == ""


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ("keys", []),
        ("keys", {"draw": "d"}),
        ("keys", {"draw": ["d"] * 5}),
        ("keys", {"draw": [3]}),
        ("keys", {"draw": ["\ud800"]}),
        ("keys", {str(n): [] for n in range(201)}),
        ("buttons", {"draw": ["x"]}),
        ("buttons", {"x" * 41: "x"}),
    ],
)
def test_data_that_is_not_a_list_of_bindings_is_refused(setting: str, value: object) -> None:
    with pytest.raises(ValueError):
        with_changes(Settings(), **{setting: value})
    assert settings_from_data({setting: value}) == (Settings(), (setting,))


# Tests of the dialogue for bindings.


def test_a_conflict_is_shown_and_a_second_press_resolves_it() -> None:
    context = Context(Settings(language="en"))
    rebinding = KeyRebinding(context)
    rebinding.wait_for_press(DRAW)
    rebinding.bind_pressed_key_or_refuse("q")
    assert "Q is used for “Ask”" in rebinding.message and "swap the two" in rebinding.message
    assert rebinding.slot == DRAW and not context.settings.keys
    rebinding.bind_pressed_key_or_refuse("p")
    assert "P is used for “First order”" in rebinding.message
    rebinding.bind_pressed_key_or_refuse("q")
    rebinding.bind_pressed_key_or_refuse("q")
    assert rebinding.slot is None and "Q now means" in rebinding.message
    assert context.bindings.keys_of_intent("ask") == ("d",)


def test_an_impossible_binding_is_explained() -> None:
    context = Context(Settings(language="en"))
    rebinding = KeyRebinding(context)
    rebinding.wait_for_press(DRAW)
    rebinding.bind_pressed_key_or_refuse("return")
    assert rebinding.message.startswith("Enter is fixed to") and rebinding.slot == DRAW
    rebinding.stop_waiting()
    rebinding.clear_slot(BindingSlot("confirm", "button"))
    assert "A gamepad needs a button" in rebinding.message
    rebinding.clear_slot(DRAW)
    assert context.bindings.keys_of_intent("draw") == ()
    rebinding.reset_bindings()
    assert context.bindings == default_bindings() and not context.settings.keys


@given(st.sampled_from(string.ascii_lowercase), st.sampled_from(BINDING_SLOTS))
def test_no_rebinding_leaves_a_conflict(sign: str, slot: BindingSlot) -> None:
    bindings = default_bindings()
    text = sign if slot.kind == "key" else PAD_BUTTONS[ord(sign) % len(PAD_BUTTONS)]
    if bindings.refusal_of_binding(slot, text):
        return
    bound = bindings.with_binding(slot, text)
    held = [
        (one.kind, bound.key_or_button_in_slot(one))
        for one in BINDING_SLOTS
        if bound.key_or_button_in_slot(one)
    ]
    assert len(set(held)) == len(held) and bound.key_or_button_in_slot(slot) == text
