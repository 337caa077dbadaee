"""Switch access: play with one or two switches, and ignore unintended double presses.

A switch is a large button that acts as a key, a mouse button, a gamepad button or a touch. With two
switches, one moves a ring from choice to choice and the other chooses. With one switch, a timer
moves the ring or chooses. See ``ui.widgets.focus_and_scanning``.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from typing import Literal

import pygame

from hacktrick.app.settings import SettingsHolder
from hacktrick.ui.input.intents import INTENT, INTENT_END

Switch = Literal["first", "second", ""]

FIRST_KEYS, SECOND_KEYS = (pygame.K_SPACE,), (pygame.K_RETURN, pygame.K_KP_ENTER)
FIRST_BUTTONS, SECOND_BUTTONS = ("a", "x"), ("b", "y")
MOUSE_SWITCHES: dict[int, Switch] = {1: "first", 3: "second"}
AFTER_CHOICE_FACTOR = 2.0  # factor that prolongs the first wait after a choice
PRESS_EVENTS = (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN, INTENT)
RELEASE_EVENTS = {pygame.KEYUP: "key", pygame.MOUSEBUTTONUP: "mouse", INTENT_END: "pad"}
CHORD_MODIFIERS = pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META | pygame.KMOD_SHIFT


def _key_or_button_of_event(event: pygame.Event) -> Hashable:
    """Return a value that identifies the key or button that an event presses or releases."""
    if event.type in (pygame.KEYDOWN, pygame.KEYUP):
        return "key", event.key
    if event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        return "mouse", event.button, bool(event.dict.get("touch"))
    return "pad", event.dict.get("button", "")


class RepeatedPressFilter:
    """Drops a press that comes too soon after the release of the same key or button.

    Args:
        holder: has the setting ``press_gap``, in milliseconds.
        now: returns the time in milliseconds.
    """

    def __init__(
        self, holder: SettingsHolder, now: Callable[[], int] = pygame.time.get_ticks
    ) -> None:
        self._holder, self._now = holder, now
        # The time when each key or button was last released.
        self._released_at: dict[Hashable, int] = {}
        self._held: set[Hashable] = set()
        self._dropped: set[Hashable] = set()  # the held keys and buttons whose press was dropped
        self._drops_text = False  # whether the next text event belongs to a dropped key

    def accepts_event(self, event: pygame.Event) -> bool:
        """Return whether to pass on an event; this must be called for every event."""
        gap = self._holder.settings.press_gap
        if not gap:
            self._dropped.clear()
            return True
        if event.type == pygame.TEXTINPUT:
            return not self._drops_text
        if event.type in RELEASE_EVENTS:
            return self._accepts_release(_key_or_button_of_event(event))
        if event.type not in PRESS_EVENTS:
            return True
        counts = self._accepts_press(_key_or_button_of_event(event), gap)
        if event.type == pygame.KEYDOWN:
            self._drops_text = not counts
        return counts

    def _accepts_press(self, pressed: Hashable, gap: int) -> bool:
        if pressed not in self._held:
            self._held.add(pressed)
            before = self._released_at.get(pressed)
            if before is not None and self._now() - before < gap:
                self._dropped.add(pressed)
        return pressed not in self._dropped

    def _accepts_release(self, pressed: Hashable) -> bool:
        was_dropped = pressed in self._dropped
        self._held.discard(pressed)
        self._dropped.discard(pressed)
        self._released_at[pressed] = self._now()
        return not was_dropped


class SwitchReader:
    """Translates switch presses and timeouts into the intents "scan_step" and "scan_choose".

    Args:
        holder: has the settings ``scan`` and ``scan_time``, which is in seconds.
        intent: returns the intent of an event.
        width: returns the width of the window in pixels. A touch in the right half counts as the
            second switch.
    """

    def __init__(
        self,
        holder: SettingsHolder,
        intent: Callable[[pygame.Event], str],
        width: Callable[[], int],
    ) -> None:
        self._holder, self._intent, self._width = holder, intent, width
        self._held: set[Hashable] = set()
        self._left = 0.0  # the seconds until the timer moves the ring or chooses
        self._is_counting = False

    @property
    def scan_mode(self) -> str:
        """The value of the setting ``scan``: how switches work, or "off" without switches."""
        return self._holder.settings.scan

    @property
    def is_timer_running(self) -> bool:
        """Whether the timer is running, after which the ring moves or a choice is made."""
        return self.scan_mode == "wait_to_step" or (
            self.scan_mode == "wait_to_choose" and self._is_counting
        )

    def translate_event(self, event: pygame.Event) -> list[pygame.Event]:
        """Return the events to pass on in place of an event.

        A press of a switch becomes the events of an intent; its release or repetition becomes no
        event. Any other event is passed on unchanged.
        """
        if self.scan_mode == "off":
            self._is_counting = False
            self._held.clear()
            return [event]
        if event.type in RELEASE_EVENTS:
            pressed = _key_or_button_of_event(event)
            was_held = pressed in self._held
            self._held.discard(pressed)
            return [] if was_held else [event]
        if event.type == pygame.TEXTINPUT and any(("key", key) in self._held for key in FIRST_KEYS):
            return []  # The space bar is used as a switch, so its text event is dropped.
        switch = self._switch_of_event(event) if event.type in PRESS_EVENTS else ""
        if not switch:
            return [event]
        pressed = _key_or_button_of_event(event)
        is_repeat = pressed in self._held
        self._held.add(pressed)
        return [] if is_repeat else list(self._press_events(switch))

    def advance_time(self, seconds: float) -> list[pygame.Event]:
        """Advance the timer by ``seconds``; return the events of a due intent, otherwise none."""
        if not self.is_timer_running:
            return []
        if self.scan_mode == "wait_to_step" and not self._is_counting:
            self._start_timer(AFTER_CHOICE_FACTOR)
        self._left -= seconds
        if self._left > 0:
            return []
        if self.scan_mode == "wait_to_step":
            self._start_timer()
            return list(_press_and_release_events("scan_step", by_itself=True))
        self._is_counting = False
        return list(_press_and_release_events("scan_choose"))

    def _press_events(self, switch: Switch) -> Iterator[pygame.Event]:
        if self.scan_mode == "two_switches":
            yield from _press_and_release_events(
                "scan_step" if switch == "first" else "scan_choose"
            )
        elif self.scan_mode == "wait_to_choose":
            self._start_timer()
            yield from _press_and_release_events("scan_step")
        else:
            self._start_timer(AFTER_CHOICE_FACTOR)
            yield from _press_and_release_events("scan_choose")

    def _start_timer(self, times: float = 1.0) -> None:
        self._is_counting = True
        self._left = self._holder.settings.scan_time * times

    def _switch_of_event(self, event: pygame.Event) -> Switch:
        """Return the switch that an event presses; "" for none.

        Keys and buttons that the player has bound to scanning take precedence.
        """
        name = self._intent(event)
        if name in ("scan_step", "scan_choose"):
            return "first" if name == "scan_step" else "second"
        if event.type == pygame.MOUSEBUTTONDOWN:
            if event.dict.get("touch"):
                return "first" if event.pos[0] < self._width() / 2 else "second"
            return MOUSE_SWITCHES.get(event.button, "")
        if event.type == INTENT:
            button = event.button
            return (
                "first" if button in FIRST_BUTTONS else "second" if button in SECOND_BUTTONS else ""
            )
        if event.mod & CHORD_MODIFIERS:
            return ""
        return "first" if event.key in FIRST_KEYS else "second" if event.key in SECOND_KEYS else ""


def _press_and_release_events(name: str, *, by_itself: bool = False) -> Iterator[pygame.Event]:
    """Yield the events of a press and its release.

    Args:
        name: the name of the intent.
        by_itself: whether the timer, not the player, triggers the intent.
    """
    facts = {"name": name, "button": "", "by_itself": by_itself}
    yield pygame.Event(INTENT, facts)
    yield pygame.Event(INTENT_END, facts)
