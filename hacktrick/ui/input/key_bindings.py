"""Key chords, and the bindings of keys and gamepad buttons to intents.

Bindings are read from the settings; damaged or conflicting bindings are replaced by the defaults.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

import pygame

from hacktrick.ui.input.intents import INTENT_BY_NAME, INTENTS, KEYS_PER_INTENT, PAD_BUTTONS, Intent

# MacOS uses the command key where other systems use Ctrl.
CTRL_MASK = pygame.KMOD_CTRL | pygame.KMOD_META
MAX_CHORD_LENGTH = 30  # maximum number of characters of a chord as text
_NOT_A_CHARACTER = 1 << 30  # SDL sets this bit in the codes of keys without a character
_MODIFIERS = ("ctrl", "alt", "shift")

MODIFIER_KEYS = frozenset(
    (
        *(pygame.K_LSHIFT, pygame.K_RSHIFT, pygame.K_LCTRL, pygame.K_RCTRL),
        *(pygame.K_LALT, pygame.K_RALT, pygame.K_LGUI, pygame.K_RGUI, pygame.K_MODE),
        *(pygame.K_CAPSLOCK, pygame.K_NUMLOCK, pygame.K_SCROLLLOCK, pygame.K_UNKNOWN),
    )
)


def _key_codes_by_name() -> dict[str, int]:
    """Return pygame's key codes by name; if a code has several names, the shortest is used."""
    constants = sorted((name[2:] for name in dir(pygame) if name.startswith("K_")), key=len)
    found: dict[int, str] = {}
    for name in constants:
        found.setdefault(getattr(pygame, f"K_{name}"), name.lower())
    return {name: code for code, name in found.items() if code not in MODIFIER_KEYS}


KEY_CODES = _key_codes_by_name()
KEY_NAMES = {code: name for name, code in KEY_CODES.items()}
# The key code on the American keyboard layout, by the scan code (the position of the key).
KEY_CODE_BY_SCAN_CODE = {
    getattr(pygame, f"KSCAN_{name.upper()}"): code
    for name, code in KEY_CODES.items()
    if code < _NOT_A_CHARACTER and hasattr(pygame, f"KSCAN_{name.upper()}")
}
# The key code of the main key, by the key code of the number pad's key with the same character.
_MAIN_KEY_OF_PAD_KEY = {KEY_CODES[f"kp{n}"]: KEY_CODES[f"{n}"] for n in range(10)} | {
    KEY_CODES["kp_plus"]: KEY_CODES["plus"],
    KEY_CODES["kp_minus"]: KEY_CODES["minus"],
}


@dataclass(frozen=True, slots=True)
class KeyChord:
    """A key together with the modifier keys that are held.

    Attributes:
        key: pygame's key code, which is the code of the character without Shift.
    """

    key: int
    ctrl: bool = False
    alt: bool = False
    shift: bool = False

    @property
    def text(self) -> str:
        """The chord as text, such as "ctrl+z", for the settings."""
        held = [name for name in _MODIFIERS if getattr(self, name)]
        return "+".join([*held, KEY_NAMES.get(self.key) or chr(self.key)])


def parse_chord(text: object) -> KeyChord | None:
    """Parse the text of a chord, such as "ctrl+z"; return None if it is invalid."""
    if not isinstance(text, str) or not 0 < len(text) <= MAX_CHORD_LENGTH:
        return None
    *held, name = text.split("+")
    if len(set(held)) != len(held) or not set(held) <= set(_MODIFIERS):
        return None
    code = KEY_CODES.get(name)
    if code is None:
        code = ord(name) if len(name) == 1 and _can_stand_for_key(name) else None
    return None if code is None else KeyChord(code, *(one in held for one in _MODIFIERS))


def pressed_chord(event: pygame.Event) -> KeyChord | None:
    """Return the chord of a pressed key; None for a modifier key or a key without a name."""
    key = event.key
    known = key in KEY_NAMES or (key < sys.maxunicode and _can_stand_for_key(chr(key)))
    if event.type != pygame.KEYDOWN or key in MODIFIER_KEYS or not known:
        return None
    mod = event.mod
    return KeyChord(
        key, bool(mod & CTRL_MASK), bool(mod & pygame.KMOD_ALT), bool(mod & pygame.KMOD_SHIFT)
    )


def possible_chords_of_event(event: pygame.Event) -> tuple[KeyChord, ...]:
    """Return the chords that a key event may stand for, the most literal chord first.

    The result is empty for a modifier key or a key without a name. The chord of the key itself is
    followed by

    - the character that it types, so that "?" works on any keyboard layout;
    - the key without Shift;
    - with Ctrl, the main key for a digit, plus or minus of the number pad;
    - if the key has neither a Latin letter nor a digit, the key in the same position on an American
      keyboard.
    """
    chord = pressed_chord(event)
    if chord is None:
        return ()
    found = [chord]
    plain = not (chord.ctrl or chord.alt)
    sign = event.dict.get("unicode", "")
    on_pad = chord.key in _MAIN_KEY_OF_PAD_KEY
    if plain and len(sign) == 1 and not on_pad and _can_stand_for_key(sign.lower()):
        found.append(KeyChord(ord(sign.lower())))
    found.append(replace(chord, shift=False))
    if on_pad and chord.ctrl:
        found.append(replace(chord, key=_MAIN_KEY_OF_PAD_KEY[chord.key], shift=False))
    american = KEY_CODE_BY_SCAN_CODE.get(event.dict.get("scancode", -1))
    if american is not None and not _is_latin(chord.key):
        found.append(replace(chord, key=american, shift=False))
    return tuple(dict.fromkeys(found))


def is_text_input(event: pygame.Event) -> bool:
    """Return whether a text field would take the event as a character."""
    if event.type != pygame.KEYDOWN or event.mod & (CTRL_MASK | pygame.KMOD_ALT):
        return False
    sign: str = event.dict.get("unicode", "")
    return bool(sign) and sign.isprintable()


def _is_latin(code: int) -> bool:
    return code < 128 and chr(code).isalnum()


def _can_stand_for_key(sign: str) -> bool:
    """Return whether a character can stand for a key in ``KeyChord.text``."""
    return sign.isprintable() and not sign.isspace() and sign != "+"


BindingRefusal = Literal["fixed", "needed"]
BindingKind = Literal["key", "button"]


@dataclass(frozen=True, slots=True)
class BindingSlot:
    """A slot to which the player can bind a key or a gamepad button for an intent.

    Attributes:
        intent: the name of the intent.
        place: 0 or 1 for the two keys of an intent; 0 for a button.
    """

    intent: str
    kind: BindingKind
    place: int = 0


BINDING_SLOTS: tuple[BindingSlot, ...] = tuple(
    slot
    for intent in INTENTS
    for slot in (
        *(BindingSlot(intent.name, "key", place) for place in range(KEYS_PER_INTENT)),
        BindingSlot(intent.name, "button"),
    )
)
FIXED_KEYS = {text: intent.name for intent in INTENTS for text in intent.fixed}
FIXED_BUTTONS = {text: intent.name for intent in INTENTS for text in intent.fixed_buttons}


class Bindings:
    """The immutable bindings of keys and gamepad buttons to intents.

    Args:
        bound: the text in each slot: a key as in ``KeyChord.text``, or a gamepad button; "" for
            none.
    """

    def __init__(self, bound: Mapping[BindingSlot, str]) -> None:
        self._bound = {slot: text for slot, text in bound.items() if text}
        self._keys: dict[KeyChord, str] = {}
        # Cached, since every frame asks for the keys.
        self._keys_of: dict[str, tuple[str, ...]] = {}
        for text, name in FIXED_KEYS.items():
            self._add_key(text, name)
        for slot, text in self._bound.items():
            if slot.kind == "key":
                self._add_key(text, slot.intent)
        self._buttons = dict(FIXED_BUTTONS)
        self._buttons |= {
            text: slot.intent for slot, text in self._bound.items() if slot.kind == "button"
        }

    def _add_key(self, text: str, name: str) -> None:
        chord = parse_chord(text)
        if chord is not None:
            self._keys.setdefault(chord, name)

    def intent_of_chords(self, chords: Sequence[KeyChord]) -> str:
        """Return the intent of the first chord that has an intent; "" if no chord has one."""
        return next((self._keys[chord] for chord in chords if chord in self._keys), "")

    def intent_of_button(self, button: str) -> str:
        """Return the intent of a gamepad button; "" if it has none."""
        return self._buttons.get(button, "")

    def key_or_button_in_slot(self, slot: BindingSlot) -> str:
        """Return the key or button in a slot; "" if the slot is empty."""
        return self._bound.get(slot, "")

    def keys_of_intent(self, name: str) -> tuple[str, ...]:
        """Return all keys of an intent, as in ``KeyChord.text``, with the fixed ones first."""
        found = self._keys_of.get(name)
        if found is None:
            own = (
                self.key_or_button_in_slot(BindingSlot(name, "key", place))
                for place in range(KEYS_PER_INTENT)
            )
            found = (*INTENT_BY_NAME[name].fixed, *(text for text in own if text))
            self._keys_of[name] = found
        return found

    def button_of_intent(self, name: str) -> str:
        """Return the gamepad button of an intent; "" if it has none."""
        fixed = INTENT_BY_NAME[name].fixed_buttons
        return self.key_or_button_in_slot(BindingSlot(name, "button")) or (
            fixed[0] if fixed else ""
        )

    def other_slot_bound_to(self, slot: BindingSlot, text: str) -> BindingSlot | None:
        """Return another slot that has this key or button; None if there is none.

        There is a conflict only if the other slot belongs to another intent.
        """
        for other, held in self._bound.items():
            if other.kind == slot.kind and held == text and other != slot:
                return other
        return None

    def refusal_of_binding(self, slot: BindingSlot, text: str) -> BindingRefusal | None:
        """Return the reason why a slot cannot have this key or button; None if it can.

        "fixed" means that the key or button has a fixed binding, "needed" that an intent would lose
        the gamepad button that it needs.
        """
        fixed = FIXED_KEYS if slot.kind == "key" else FIXED_BUTTONS
        if text and text in fixed:
            return "fixed"
        if slot.kind != "button":
            return None
        holder = self.other_slot_bound_to(slot, text) if text else None
        loses = slot if not text else holder
        if loses is None or not INTENT_BY_NAME[loses.intent].needs_button:
            return None
        left = "" if loses == slot else self.key_or_button_in_slot(slot)
        return None if left else "needed"

    def with_binding(self, slot: BindingSlot, text: str) -> Bindings:
        """Return a copy of the bindings with a key or button bound to a slot.

        If a slot of another intent has this key or button, the two slots swap their contents.

        Args:
            text: the key as in ``KeyChord.text``, or the button; "" empties the slot.

        Raises:
            ValueError: the slot cannot have this key or button; see ``refusal``.
        """
        if self.refusal_of_binding(slot, text):
            raise ValueError(text)
        bound = dict(self._bound)
        holder = self.other_slot_bound_to(slot, text) if text else None
        if holder is not None:
            # Within one intent, a swap would change nothing.
            bound[holder] = "" if holder.intent == slot.intent else self.key_or_button_in_slot(slot)
        bound[slot] = text
        return Bindings(bound)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Bindings) and other._bound == self._bound

    def __hash__(self) -> int:
        return hash(frozenset(self._bound.items()))

    def changed_keys(self) -> dict[str, list[str]]:
        """Return the keys of each intent whose keys are not the default, for the settings."""
        return {
            intent.name: texts
            for intent in INTENTS
            if (texts := self._bound_keys_of_intent(intent)) != _keys_padded_to_slots(intent.keys)
        }

    def changed_buttons(self) -> dict[str, str]:
        """Return the button of each intent whose gamepad button is not the default one."""
        return {
            intent.name: text
            for intent in INTENTS
            if (text := self.key_or_button_in_slot(BindingSlot(intent.name, "button")))
            != intent.button
        }

    def _bound_keys_of_intent(self, intent: Intent) -> list[str]:
        return [
            self.key_or_button_in_slot(BindingSlot(intent.name, "key", place))
            for place in range(KEYS_PER_INTENT)
        ]


def read_bindings(keys: Mapping[str, Any], buttons: Mapping[str, Any]) -> Bindings:
    """Return the bindings in the settings, with defaults for missing or damaged ones.

    In a conflict, the player's choice wins over a default, since a later version may add an intent
    whose default key the player has already used.

    Args:
        keys: the keys by intent, as in ``Bindings.changed_keys``.
        buttons: the gamepad buttons by intent, as in ``Bindings.changed_buttons``.
    """
    chosen: dict[BindingSlot, str] = {}
    usual: dict[BindingSlot, str] = {}
    for slot in BINDING_SLOTS:
        intent = INTENT_BY_NAME[slot.intent]
        own = _saved_key_or_button(slot, keys if slot.kind == "key" else buttons)
        if own is None:
            usual[slot] = _default_key_or_button(slot, intent)
        else:
            chosen[slot] = own
    bound = _without_conflicts({**chosen, **usual})
    return Bindings(_add_needed_buttons(bound))


def default_bindings() -> Bindings:
    """Return the bindings of a player who has not changed any."""
    return read_bindings({}, {})


def _default_key_or_button(slot: BindingSlot, intent: Intent) -> str:
    if slot.kind == "button":
        return intent.button
    return _keys_padded_to_slots(intent.keys)[slot.place]


def _keys_padded_to_slots(texts: Sequence[str]) -> list[str]:
    return [*texts, *([""] * (KEYS_PER_INTENT - len(texts)))]


def _saved_key_or_button(slot: BindingSlot, data: Mapping[str, Any]) -> str | None:
    """Return the key or button of a slot in the settings; None if it is missing or damaged."""
    value = data.get(slot.intent)
    if slot.kind == "button":
        return value if value == "" or value in PAD_BUTTONS else None
    if not isinstance(value, list | tuple) or len(value) > KEYS_PER_INTENT:
        return None
    if not all(text == "" or parse_chord(text) for text in value):
        return None
    text = _keys_padded_to_slots(value)[slot.place]
    chord = parse_chord(text)
    return "" if chord is None else chord.text


def _without_conflicts(bound: Mapping[BindingSlot, str]) -> dict[BindingSlot, str]:
    """Return the bindings with each key or button only in its first slot, without fixed keys."""
    held: set[tuple[str, str]] = {("key", text) for text in FIXED_KEYS}
    found = {}
    for slot, text in bound.items():
        if text and (slot.kind, text) not in held:
            held.add((slot.kind, text))
            found[slot] = text
    return found


def _add_needed_buttons(bound: dict[BindingSlot, str]) -> dict[BindingSlot, str]:
    """Add a gamepad button to ``bound`` for each intent that needs one and has none.

    The intent gets its default button, or else a button that no other intent needs. An intent that
    had this button loses it.

    Returns:
        ``bound`` itself.
    """
    needed = [BindingSlot(intent.name, "button") for intent in INTENTS if intent.needs_button]
    for slot in needed:
        if slot in bound:
            continue
        kept = {bound.get(one) for one in needed}
        wanted = (INTENT_BY_NAME[slot.intent].button, *PAD_BUTTONS)
        text = next(button for button in wanted if button not in kept)
        for other in [one for one in bound if one.kind == "button" and bound[one] == text]:
            del bound[other]
        bound[slot] = text
    return bound
