"""Keys with Ctrl, Shift or Alt as values: from events, and as text in the settings.

It must not know what a key means. The text of a key is the name of its constant in pygame, which
no layout and no language changes, or the character itself: "q", "ctrl+z", "kp7", "f1", "é".
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace

import pygame

CTRL = pygame.KMOD_CTRL | pygame.KMOD_META  # on a Mac the command key does what Ctrl does elsewhere
LONGEST = 30  # characters of a chord in the settings
_NOT_A_CHARACTER = 1 << 30  # set in the codes of keys that type nothing
_MODIFIERS = ("ctrl", "alt", "shift")

MODIFIER_KEYS = frozenset(
    (
        *(pygame.K_LSHIFT, pygame.K_RSHIFT, pygame.K_LCTRL, pygame.K_RCTRL),
        *(pygame.K_LALT, pygame.K_RALT, pygame.K_LGUI, pygame.K_RGUI, pygame.K_MODE),
        *(pygame.K_CAPSLOCK, pygame.K_NUMLOCK, pygame.K_SCROLLLOCK, pygame.K_UNKNOWN),
    )
)


def _codes() -> dict[str, int]:
    """Names of keys to their codes; of two names the shorter one, then the first."""
    constants = sorted((name[2:] for name in dir(pygame) if name.startswith("K_")), key=len)
    found: dict[int, str] = {}
    for name in constants:
        found.setdefault(getattr(pygame, f"K_{name}"), name.lower())
    return {name: code for code, name in found.items() if code not in MODIFIER_KEYS}


CODES = _codes()
NAMES = {code: name for name, code in CODES.items()}
# What stands at a place of the American layout: letters, digits and signs.
PLACES = {
    getattr(pygame, f"KSCAN_{name.upper()}"): code
    for name, code in CODES.items()
    if code < _NOT_A_CHARACTER and hasattr(pygame, f"KSCAN_{name.upper()}")
}
_WITHOUT_PAD = {CODES[f"kp{n}"]: CODES[f"{n}"] for n in range(10)} | {
    CODES["kp_plus"]: CODES["plus"],
    CODES["kp_minus"]: CODES["minus"],
}


@dataclass(frozen=True, slots=True)
class Chord:
    """A key by its code (that of its character without Shift), and what is held with it."""

    key: int
    ctrl: bool = False
    alt: bool = False
    shift: bool = False

    @property
    def text(self) -> str:
        """As the settings hold it."""
        held = [name for name in _MODIFIERS if getattr(self, name)]
        return "+".join([*held, NAMES.get(self.key) or chr(self.key)])


def chord_of(text: object) -> Chord | None:
    """The opposite of ``Chord.text``; None for anything that is no chord."""
    if not isinstance(text, str) or not 0 < len(text) <= LONGEST:
        return None
    *held, name = text.split("+")
    if len(set(held)) != len(held) or not set(held) <= set(_MODIFIERS):
        return None
    code = CODES.get(name)
    if code is None:
        code = ord(name) if len(name) == 1 and _may_be_bound(name) else None
    return None if code is None else Chord(code, *(one in held for one in _MODIFIERS))


def pressed(event: pygame.Event) -> Chord | None:
    """The chord of a key that went down; None for Shift and the like alone, and for keys without
    a name that could be kept."""
    key = event.key
    known = key in NAMES or (key < sys.maxunicode and _may_be_bound(chr(key)))
    if event.type != pygame.KEYDOWN or key in MODIFIER_KEYS or not known:
        return None
    mod = event.mod
    return Chord(key, bool(mod & CTRL), bool(mod & pygame.KMOD_ALT), bool(mod & pygame.KMOD_SHIFT))


def readings(event: pygame.Event) -> tuple[Chord, ...]:
    """The chords that a key may stand for, the most literal one first.

    After the key itself come the sign that it types (so that "?" is "?" on any layout), the key
    without Shift, the sign of the number pad when Ctrl is held, and last the place of the key on
    the American layout, where the layout has neither a Latin letter nor a digit there.
    """
    chord = pressed(event)
    if chord is None:
        return ()
    found = [chord]
    plain = not (chord.ctrl or chord.alt)
    sign = event.dict.get("unicode", "")
    on_pad = chord.key in _WITHOUT_PAD
    if plain and len(sign) == 1 and not on_pad and _may_be_bound(sign.lower()):
        found.append(Chord(ord(sign.lower())))
    found.append(replace(chord, shift=False))
    if on_pad and chord.ctrl:
        found.append(replace(chord, key=_WITHOUT_PAD[chord.key], shift=False))
    place = PLACES.get(event.dict.get("scancode", -1))
    if place is not None and not _is_latin(chord.key):
        found.append(replace(chord, key=place, shift=False))
    return tuple(dict.fromkeys(found))


def types_text(event: pygame.Event) -> bool:
    """Whether a text field would take the key as a sign."""
    if event.type != pygame.KEYDOWN or event.mod & (CTRL | pygame.KMOD_ALT):
        return False
    sign: str = event.dict.get("unicode", "")
    return bool(sign) and sign.isprintable()


def _is_latin(code: int) -> bool:
    return code < 128 and chr(code).isalnum()


def _may_be_bound(sign: str) -> bool:
    """A sign that a key may have; half characters can be written nowhere."""
    return sign.isprintable() and not sign.isspace() and sign != "+"
