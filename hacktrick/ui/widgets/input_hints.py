"""Names of intents, keys and gamepad buttons, and hints on controls.

A hint is a small sign on a control that shows the key or gamepad button for it, depending on the
input device used last.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import pygame

from hacktrick.app.themes import Colour
from hacktrick.i18n import screen_text
from hacktrick.i18n.translator import N_, _, current_language
from hacktrick.ui.input.intents import CARD_OF_INTENT, INTENT_BY_NAME, INTENT_GROUPS, KEY_OF_INTENT
from hacktrick.ui.input.key_bindings import KEY_NAMES, KeyChord, parse_chord
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.paint.keys_and_panels import PanelLook
from hacktrick.ui.scene.scenes_and_context import Context

_GROUP_NAMES: dict[str, str] = {
    "turn": N_("The turn"),
    "coach": N_("The coach"),
    "cards": N_("Cards and board"),
    "moving": N_("Moving and choosing"),
    "review": N_("Looking back"),
    "window": N_("The window"),
}

_INTENTS: dict[str, str] = {
    "draw": N_("Draw a card"),
    "play": N_("First order"),
    "guard": N_("Second order"),
    "ask": N_("Ask"),
    "ask_partner": N_("Ask the partner"),
    "power": N_("Use the power of a code"),
    "double": N_("Double on or off"),
    "undo": N_("Put the card back"),
    "redo": N_("Redo, in a study"),
    "codes": N_("Look at your codes"),
    "log": N_("Open or close the notebook"),
    "hide": N_("Hide or show your cards"),
    "save_copy": N_("Save a copy of the match"),
    "chat": N_("Talk at an online table"),
    "hint": N_("A hint, in three steps"),
    "odds": N_("What the others can hold"),
    "why": N_("Why one turn is better"),
    "take_back": N_("Take back the last turn"),
    "confirm": N_("End turn, or confirm"),
    "back": N_("Back, menu"),
    "left": N_("Move to the left"),
    "right": N_("Move to the right"),
    "up": N_("Move up"),
    "down": N_("Move down"),
    "next": N_("Next item"),
    "previous": N_("Previous item"),
    "page_up": N_("Scroll up"),
    "page_down": N_("Scroll down"),
    "first": N_("To the beginning"),
    "last": N_("To the end"),
    "scan_step": N_("First switch: next choice"),
    "scan_choose": N_("Second switch: choose"),
    "next_mistake": N_("The next mistake"),
    "retry": N_("Try the turn again"),
    "branch": N_("Play on from here"),
    "eye": N_("Change the view"),
    "study": N_("Study this position"),
    "share": N_("Share"),
    "paste": N_("Paste a match or a position"),
    "menu": N_("Menu"),
    "rules": N_("Rules"),
    "key_sheet": N_("List of keys"),
    "search": N_("Search"),
    "settings": N_("Settings"),
    "mute": N_("Sound off or on"),
    "full_screen": N_("Full screen"),
    "larger": N_("Everything larger"),
    "smaller": N_("Everything smaller"),
    "usual_size": N_("Normal size"),
}

# The names of keys without a character; other keys are named by their character.
_KEYS: dict[str, str] = {
    "return": N_("Enter"),
    "kp_enter": N_("Num Enter"),
    "space": N_("Space"),
    "escape": N_("Esc"),
    "tab": N_("Tab"),
    "backspace": N_("Backspace"),
    "delete": N_("Delete"),
    "insert": N_("Insert"),
    "home": N_("Home"),
    "end": N_("End"),
    "pageup": N_("Page up"),
    "pagedown": N_("Page down"),
    "left": N_("Left"),
    "right": N_("Right"),
    "up": N_("Up"),
    "down": N_("Down"),
    "kp_plus": N_("Num +"),
    "kp_minus": N_("Num −"),
    "kp_multiply": N_("Num ×"),
    "kp_divide": N_("Num /"),
    "kp_period": screen_text.NUM_POINT,
}

# The names printed on most gamepads, which are therefore not translated.
_BUTTONS: dict[str, str] = {
    **{name: name.upper() for name in ("a", "b", "x", "y", "lb", "rb", "lt", "rt", "ls", "rs")},
    "select": "Select",
    "start": "Start",
}
_MORE_BUTTONS: dict[str, str] = {
    "misc": N_("Share"),
    "paddle1": N_("Paddle 1"),
    "paddle2": N_("Paddle 2"),
    "paddle3": N_("Paddle 3"),
    "paddle4": N_("Paddle 4"),
    "touchpad": N_("Touchpad"),
    "dpad_left": N_("D-pad left"),
    "dpad_right": N_("D-pad right"),
    "dpad_up": N_("D-pad up"),
    "dpad_down": N_("D-pad down"),
    "stick_up": N_("Right stick up"),
    "stick_down": N_("Right stick down"),
}


def intent_group_name(group: str) -> str:
    assert group in INTENT_GROUPS
    return _(_GROUP_NAMES[group])


def intent_name(name: str) -> str:
    """Return a short description of what an intent does."""
    if name in CARD_OF_INTENT:
        return _(screen_text.CHOOSE_CARD).format(n=CARD_OF_INTENT[name])
    if name in KEY_OF_INTENT:
        return _(screen_text.CHOOSE_KEY).format(n=KEY_OF_INTENT[name])
    return _(_INTENTS[name])


def key_chord_name(chord_text: str) -> str:
    """Return the name of a key with its modifiers in the current language; "" for no key.

    Args:
        chord_text: the key as in ``KeyChord.text``.
    """
    return _key_chord_name(chord_text, current_language())


@cache
def _key_chord_name(chord_text: str, language: str) -> str:
    """Return the name of a key in the current language, cached because every frame needs it.

    Args:
        chord_text: the key as in ``KeyChord.text``.
        language: the current language, which only distinguishes the entries of the cache.
    """
    chord = parse_chord(chord_text)
    if chord is None:
        return ""
    shown = _key_name_without_modifiers(chord)
    if chord.shift:
        shown = _(screen_text.WITH_SHIFT).format(key=shown)
    if chord.alt:
        shown = _(screen_text.WITH_ALT).format(key=shown)
    if chord.ctrl:
        shown = _(screen_text.WITH_CTRL).format(key=shown)
    return shown


def gamepad_button_name(button: str) -> str:
    """Return the name of a gamepad button; "" if there is no button."""
    if button in _MORE_BUTTONS:
        return _(_MORE_BUTTONS[button])
    return _BUTTONS.get(button, "")


def intent_hint(context: Context, name: str) -> str:
    """Return the name of an intent's first key or of its gamepad button.

    The choice depends on the input device used last. Return "" if the intent has no key or button,
    or after a touch.
    """
    if context.device == "touch":
        return ""
    if context.device == "pad":
        return gamepad_button_name(context.bindings.button_of_intent(name))
    keys = context.bindings.keys_of_intent(name)
    return key_chord_name(keys[0]) if keys else ""


def controls_table_rows(context: Context) -> tuple[tuple[str, str, str], ...]:
    """Return the rows of the list of controls: the name, keys and gamepad button of each intent.

    All intents that choose a card share one row; all intents that choose a key share another.
    """
    bindings = context.bindings
    rows = []
    for name, intent in INTENT_BY_NAME.items():
        if intent.group != "cards":
            keys = ", ".join(key_chord_name(text) for text in bindings.keys_of_intent(name))
            rows.append(
                (intent_name(name), keys, gamepad_button_name(bindings.button_of_intent(name)))
            )
    cards = (_("Choose a card"), _key_range_text(context, list(CARD_OF_INTENT)), "")
    keys_of_the_board = (
        _("Choose a key of the board"),
        _key_range_text(context, list(KEY_OF_INTENT)),
        "",
    )
    return (cards, keys_of_the_board, *rows)


def _key_range_text(context: Context, names: list[str]) -> str:
    """Return the keys of intents as a range, such as "0–5", or as a list if a key was changed.

    Args:
        names: the names of the intents.
    """
    texts = [key_chord_name((context.bindings.keys_of_intent(name) or ("",))[0]) for name in names]
    usual = all(
        context.bindings.keys_of_intent(name) == INTENT_BY_NAME[name].keys for name in names
    )
    if usual:
        return _("{first}–{last}").format(first=texts[0], last=texts[-1])
    return " ".join(text or "–" for text in texts)


def _key_name_without_modifiers(chord: KeyChord) -> str:
    name = KEY_NAMES.get(chord.key, "")
    if name in _KEYS:
        return _(_KEYS[name])
    if name.startswith("kp") and name[2:].isdigit():
        return _(screen_text.NUM_PAD_KEY).format(key=name[2:])
    return chr(chord.key).upper() if chord.key < 1 << 30 else name.upper()


HINT_HEIGHT = 20  # height of a drawn gamepad button, in layout units
ENTER_SIGN_WIDTH = 15  # width of the sign for the Enter key, in layout units
HINT_GAP = 5  # distance between two hints, in layout units
BUTTON_LETTER_STYLE = styles.TextStyle("strong", 14)
KEY_STYLE = styles.KEY_HINT
# The icons of gamepad buttons that are drawn as a picture instead of letters.
BUTTON_ICONS = {"start": "menu", "select": "windows"} | dict.fromkeys(
    ("dpad_left", "dpad_right", "dpad_up", "dpad_down"), "directions"
)


def input_hint_width(context: Context, intents: Sequence[str]) -> int:
    """Return the width in pixels of the hint for some intents; 0 if there is nothing to show."""
    widths = [
        _hinted_key_width(context, one) for one in _hinted_button_or_key_names(context, intents)
    ]
    return sum(widths) + context.px(HINT_GAP) * (len(widths) - 1) if widths else 0


def draw_input_hint(
    surface: pygame.Surface,
    context: Context,
    intents: Sequence[str],
    place: tuple[float, float],
    anchor: str,
    colour: Colour,
) -> pygame.Rect:
    """Draw the hint for some intents and return its rectangle.

    The rectangle is empty if the intents have no keys or buttons.

    Args:
        place: the anchor point in pixels.
        anchor: which point of the hint lies at ``place``: "midleft" or "midright".
    """
    rect = pygame.Rect(0, 0, input_hint_width(context, intents), context.px(HINT_HEIGHT))
    setattr(rect, anchor, (round(place[0]), round(place[1])))
    x = rect.x
    for one in _hinted_button_or_key_names(context, intents):
        width = _hinted_key_width(context, one)
        _draw_hinted_key(surface, context, one, pygame.Rect(x, rect.y, width, rect.height), colour)
        x += width + context.px(HINT_GAP)
    return rect


def draw_gamepad_button(
    surface: pygame.Surface,
    context: Context,
    button: str,
    middle: tuple[float, float],
    colour: Colour,
) -> None:
    """Draw the sign of a gamepad button, centred at ``middle``, in pixels."""
    rect = pygame.Rect(0, 0, _button_width(context, button), context.px(HINT_HEIGHT))
    rect.center = round(middle[0]), round(middle[1])
    _draw_gamepad_button_sign(surface, context, button, rect, colour)


def _hinted_button_or_key_names(context: Context, intents: Sequence[str]) -> list[str]:
    """Return the gamepad buttons or key names of a hint; intents without them are left out."""
    bindings = context.bindings
    if context.device == "touch":
        return []
    if context.device == "pad":
        return [button for name in intents if (button := bindings.button_of_intent(name))]
    return [key_chord_name(keys[0]) for name in intents if (keys := bindings.keys_of_intent(name))]


def _hinted_key_width(context: Context, shown: str) -> int:
    if context.device == "pad":
        return _button_width(context, shown)
    return (
        context.px(ENTER_SIGN_WIDTH)
        if shown == key_chord_name("return")
        else context.fonts.text_size(shown, KEY_STYLE)[0]
    )


def _button_width(context: Context, button: str) -> int:
    height = context.px(HINT_HEIGHT)
    if button in BUTTON_ICONS:
        return height
    letters = context.fonts.text_size(gamepad_button_name(button), BUTTON_LETTER_STYLE)[0]
    return max(height, letters + context.px(10))


def _draw_hinted_key(
    surface: pygame.Surface, context: Context, shown: str, rect: pygame.Rect, colour: Colour
) -> None:
    if context.device == "pad":
        _draw_gamepad_button_sign(surface, context, shown, rect, colour)
    elif shown == key_chord_name(
        "return"
    ):  # a sign needs less room than the name, and no translation
        context.sprites.icon("return", rect.width, colour).draw_centred(surface, rect.center)
    else:
        context.fonts.draw_text(surface, shown, rect.midleft, KEY_STYLE, colour, "midleft")


def _draw_gamepad_button_sign(
    surface: pygame.Surface, context: Context, button: str, rect: pygame.Rect, colour: Colour
) -> None:
    if BUTTON_ICONS.get(button) == "directions":
        context.sprites.icon("directions", rect.height, colour).draw_centred(surface, rect.center)
        return
    look = PanelLook(edge=colour, edge_width=1.3)
    context.sprites.rounded_bar(look, rect.size, filled=False).draw(surface, rect.topleft)
    if button in BUTTON_ICONS:
        size = context.px(HINT_HEIGHT * 0.52)
        context.sprites.icon(BUTTON_ICONS[button], size, colour).draw_centred(surface, rect.center)
    else:
        words = gamepad_button_name(button)
        context.fonts.draw_text(surface, words, rect.center, BUTTON_LETTER_STYLE, colour, "center")
