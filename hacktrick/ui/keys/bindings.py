"""Which keys and buttons stand for which intents now, and how a player changes that.

Values only. Whatever the settings hold, every key and every button means one thing at most, the
fixed keys keep their meaning, and what a gamepad cannot do without has a button.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from hacktrick.ui.keys.chords import Chord, chord_of
from hacktrick.ui.keys.intents import BUTTONS, BY_NAME, INTENTS, N_KEYS, Intent

Refused = Literal["fixed", "needed"]
Kind = Literal["key", "button"]


@dataclass(frozen=True, slots=True)
class Slot:
    """A place for a key (`place` 0 or 1) or for the button of an intent."""

    intent: str
    kind: Kind
    place: int = 0


SLOTS: tuple[Slot, ...] = tuple(
    slot
    for intent in INTENTS
    for slot in (
        *(Slot(intent.name, "key", place) for place in range(N_KEYS)),
        Slot(intent.name, "button"),
    )
)
FIXED_KEYS = {text: intent.name for intent in INTENTS for text in intent.fixed}
FIXED_BUTTONS = {text: intent.name for intent in INTENTS for text in intent.fixed_buttons}


class Bindings:
    """`bound` holds the text in every slot that is not empty."""

    def __init__(self, bound: Mapping[Slot, str]) -> None:
        self._bound = {slot: text for slot, text in bound.items() if text}
        self._keys: dict[Chord, str] = {}
        self._keys_of: dict[str, tuple[str, ...]] = {}  # asked for in every frame
        for text, name in FIXED_KEYS.items():
            self._take(text, name)
        for slot, text in self._bound.items():
            if slot.kind == "key":
                self._take(text, slot.intent)
        self._buttons = dict(FIXED_BUTTONS)
        self._buttons |= {
            text: slot.intent for slot, text in self._bound.items() if slot.kind == "button"
        }

    def _take(self, text: str, name: str) -> None:
        chord = chord_of(text)
        if chord is not None:
            self._keys.setdefault(chord, name)

    # What they mean

    def intent_of(self, chords: Sequence[Chord]) -> str:
        """Of the first chord that means anything; "" if none does."""
        return next((self._keys[chord] for chord in chords if chord in self._keys), "")

    def intent_of_button(self, button: str) -> str:
        return self._buttons.get(button, "")

    def at(self, slot: Slot) -> str:
        """The text in a slot, "" if it is empty."""
        return self._bound.get(slot, "")

    def keys(self, name: str) -> tuple[str, ...]:
        """All keys of an intent, the fixed ones first."""
        found = self._keys_of.get(name)
        if found is None:
            own = (self.at(Slot(name, "key", place)) for place in range(N_KEYS))
            found = (*BY_NAME[name].fixed, *(text for text in own if text))
            self._keys_of[name] = found
        return found

    def button(self, name: str) -> str:
        """The button of an intent, "" if it has none."""
        fixed = BY_NAME[name].fixed_buttons
        return self.at(Slot(name, "button")) or (fixed[0] if fixed else "")

    # Changing them

    def holder(self, slot: Slot, text: str) -> Slot | None:
        """The other slot that holds this text now: the conflict, if it belongs to another
        intent."""
        for other, held in self._bound.items():
            if other.kind == slot.kind and held == text and other != slot:
                return other
        return None

    def refusal(self, slot: Slot, text: str) -> Refused | None:
        """Why a slot cannot have this text; None if it can."""
        fixed = FIXED_KEYS if slot.kind == "key" else FIXED_BUTTONS
        if text and text in fixed:
            return "fixed"
        if slot.kind != "button":
            return None
        holder = self.holder(slot, text) if text else None
        loses = slot if not text else holder
        if loses is None or not BY_NAME[loses.intent].needs_button:
            return None
        left = "" if loses == slot else self.at(slot)
        return None if left else "needed"

    def bind(self, slot: Slot, text: str) -> Bindings:
        """With this text in the slot ("" empties it); whoever held it gets what was here before.

        Raises:
            ValueError: see `refusal`.
        """
        if self.refusal(slot, text):
            raise ValueError(text)
        bound = dict(self._bound)
        holder = self.holder(slot, text) if text else None
        if holder is not None:
            # Two keys of one intent do not change places: that would change nothing.
            bound[holder] = "" if holder.intent == slot.intent else self.at(slot)
        bound[slot] = text
        return Bindings(bound)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Bindings) and other._bound == self._bound

    def __hash__(self) -> int:
        return hash(frozenset(self._bound.items()))

    # The settings

    def changed_keys(self) -> dict[str, list[str]]:
        """The keys of every intent that differs from the usual, for the settings."""
        return {
            intent.name: texts
            for intent in INTENTS
            if (texts := self._texts(intent)) != _padded(intent.keys)
        }

    def changed_buttons(self) -> dict[str, str]:
        return {
            intent.name: text
            for intent in INTENTS
            if (text := self.at(Slot(intent.name, "button"))) != intent.button
        }

    def _texts(self, intent: Intent) -> list[str]:
        return [self.at(Slot(intent.name, "key", place)) for place in range(N_KEYS)]


def read_bindings(keys: Mapping[str, Any], buttons: Mapping[str, Any]) -> Bindings:
    """What the settings hold, as far as it makes sense; the usual for all else.

    What a player has chosen goes before what is usual, as a later version may have a usual key
    for something new that the player has given away already.
    """
    chosen: dict[Slot, str] = {}
    usual: dict[Slot, str] = {}
    for slot in SLOTS:
        intent = BY_NAME[slot.intent]
        own = _chosen(slot, keys if slot.kind == "key" else buttons)
        if own is None:
            usual[slot] = _usual(slot, intent)
        else:
            chosen[slot] = own
    bound = _without_conflicts({**chosen, **usual})
    return Bindings(_with_the_needed(bound))


def usual_bindings() -> Bindings:
    return read_bindings({}, {})


def _usual(slot: Slot, intent: Intent) -> str:
    if slot.kind == "button":
        return intent.button
    return _padded(intent.keys)[slot.place]


def _padded(texts: Sequence[str]) -> list[str]:
    return [*texts, *([""] * (N_KEYS - len(texts)))]


def _chosen(slot: Slot, data: Mapping[str, Any]) -> str | None:
    """The text that the settings have for a slot; None: nothing that could be meant."""
    value = data.get(slot.intent)
    if slot.kind == "button":
        return value if value == "" or value in BUTTONS else None
    if not isinstance(value, list | tuple) or len(value) > N_KEYS:
        return None
    if not all(text == "" or chord_of(text) for text in value):
        return None
    text = _padded(value)[slot.place]
    chord = chord_of(text)
    return "" if chord is None else chord.text


def _without_conflicts(bound: Mapping[Slot, str]) -> dict[Slot, str]:
    """Who comes first keeps the key."""
    held: set[tuple[str, str]] = {("key", text) for text in FIXED_KEYS}
    found = {}
    for slot, text in bound.items():
        if text and (slot.kind, text) not in held:
            held.add((slot.kind, text))
            found[slot] = text
    return found


def _with_the_needed(bound: dict[Slot, str]) -> dict[Slot, str]:
    """What a gamepad needs gets its usual button, or one that nothing needed has."""
    needed = [Slot(intent.name, "button") for intent in INTENTS if intent.needs_button]
    for slot in needed:
        if slot in bound:
            continue
        kept = {bound.get(one) for one in needed}
        wanted = (BY_NAME[slot.intent].button, *BUTTONS)
        text = next(button for button in wanted if button not in kept)
        for other in [one for one in bound if one.kind == "button" and bound[one] == text]:
            del bound[other]
        bound[slot] = text
    return bound
