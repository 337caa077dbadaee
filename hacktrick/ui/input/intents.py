"""Intents: commands that a player can give by key or gamepad button.

An intent can have default keys and a default gamepad button, which the player can change. Some
intents also have keys and buttons that cannot be changed.
"""

from __future__ import annotations

from dataclasses import dataclass

import pygame

# Events that scenes get when a gamepad button or a switch is pressed. INTENT has `name`, the intent
# ("" if the button has none), and `button`. INTENT_END is posted when the button is released.
INTENT = pygame.event.custom_type()
INTENT_END = pygame.event.custom_type()

# The event that is posted when a screen reader requests an action. It has `widget`, `part` (the key
# of a part of the widget; "" for the whole), `action` (a NodeAction) and `value`.
REQUEST = pygame.event.custom_type()

# Number of keys that the player can set for an intent, in addition to its fixed keys.
KEYS_PER_INTENT = 2

INTENT_GROUPS = ("turn", "coach", "cards", "moving", "review", "window")


@dataclass(frozen=True, slots=True)
class Intent:
    """A command that a player can give with any input device.

    Attributes:
        name: the name of the intent, also used in the settings.
        group: one of ``INTENT_GROUPS``.
        keys: the default keys, as in ``KeyChord.text``; at most ``KEYS_PER_INTENT``.
        button: the default gamepad button; "" for none.
        fixed: keys that cannot be changed, so that players cannot lock themselves out.
        fixed_buttons: gamepad buttons that cannot be changed.
        needs_button: whether the intent must always have a gamepad button, without which the game
            could not be played by gamepad.
        card: the value of the card that the intent chooses; None for other intents.
        key: the number of the board key that the intent chooses; None for other intents.
    """

    name: str
    group: str
    keys: tuple[str, ...] = ()
    button: str = ""
    fixed: tuple[str, ...] = ()
    fixed_buttons: tuple[str, ...] = ()
    needs_button: bool = False
    card: int | None = None
    key: int | None = None


INTENTS: tuple[Intent, ...] = (
    Intent("draw", "turn", ("d",), "x"),
    Intent("play", "turn", ("p",), "lb"),
    Intent("guard", "turn", ("g",), "rb"),
    Intent("ask", "turn", ("q",), "y"),
    Intent("ask_partner", "turn", ("a",), "ls"),
    Intent("power", "turn", ("e",), "rt"),
    Intent("double", "turn", ("x",), "lt"),
    Intent("undo", "turn", ("u", "ctrl+z")),
    Intent("codes", "turn", ("c",)),
    Intent("log", "turn", ("l",), "select"),
    Intent("hide", "turn", ("backslash",), "rs"),
    Intent("save_copy", "turn", ("ctrl+s",)),
    Intent("chat", "turn", ("y",)),
    Intent("hint", "coach", ("h",)),
    Intent("odds", "coach", ("o",)),
    Intent("why", "coach", ("w",)),
    Intent("take_back", "coach", ("t",)),
    *(Intent(f"card_{n}", "cards", (f"{n}",), card=n) for n in range(6)),
    *(Intent(f"key_{n}", "cards", (f"kp{n}",), key=n) for n in range(1, 10)),
    Intent("confirm", "moving", ("space",), "a", ("return", "kp_enter"), needs_button=True),
    Intent("back", "moving", (), "b", ("escape",), needs_button=True),
    Intent("left", "moving", (), "", ("left",), ("dpad_left",)),
    Intent("right", "moving", (), "", ("right",), ("dpad_right",)),
    Intent("up", "moving", (), "", ("up",), ("dpad_up",)),
    Intent("down", "moving", (), "", ("down",), ("dpad_down",)),
    Intent("next", "moving", (), "", ("tab",)),
    Intent("previous", "moving", (), "", ("shift+tab",)),
    Intent("page_up", "moving", (), "", ("pageup",), ("stick_up",)),
    Intent("page_down", "moving", (), "", ("pagedown",), ("stick_down",)),
    Intent("first", "moving", (), "", ("home",)),
    Intent("last", "moving", (), "", ("end",)),
    Intent("scan_step", "moving"),
    Intent("scan_choose", "moving"),
    Intent("next_mistake", "review", ("n",)),
    Intent("retry", "review", ("r",)),
    Intent("branch", "review", ("b",)),
    Intent("eye", "review", ("v",)),
    Intent("study", "review", ("s",)),
    Intent("redo", "review", ("ctrl+y", "shift+u")),
    Intent("share", "review", ("ctrl+e",)),
    Intent("paste", "review", ("ctrl+v",)),
    Intent("menu", "window", ("f10",), "start"),
    Intent("rules", "window", ("f1",)),
    Intent("key_sheet", "window", ("question",)),
    Intent("search", "window", ("ctrl+f",)),
    Intent("settings", "window", ("comma",)),
    Intent("mute", "window", ("m",)),
    Intent("full_screen", "window", ("f11", "alt+return")),
    Intent("larger", "window", ("ctrl+plus", "ctrl+equals")),
    Intent("smaller", "window", ("ctrl+minus",)),
    Intent("usual_size", "window", ("ctrl+0",)),
)

INTENT_BY_NAME = {intent.name: intent for intent in INTENTS}
CARD_OF_INTENT = {intent.name: intent.card for intent in INTENTS if intent.card is not None}
KEY_OF_INTENT = {intent.name: intent.key for intent in INTENTS if intent.key is not None}

# The groups of intents that apply only at the table.
TABLE_GROUPS = ("turn", "coach", "cards", "review")
TABLE_INTENTS = frozenset(("", *(one.name for one in INTENTS if one.group in TABLE_GROUPS)))

# The gamepad buttons that can be bound to intents. The guide button belongs to the system.
PAD_BUTTONS = (
    *("a", "b", "x", "y", "lb", "rb", "lt", "rt", "select", "start", "ls", "rs"),
    *("misc", "paddle1", "paddle2", "paddle3", "paddle4", "touchpad"),
)
