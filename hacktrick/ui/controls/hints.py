"""Which key or button does it: the small signs beside what can be pressed, for the device that was
used last. A finger needs none.

It must not know what the intents do.
"""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from hacktrick.themes import Colour
from hacktrick.ui.controls.intent_words import button_name, key_name
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.paint.keys import PanelLook
from hacktrick.ui.stage.context import Context

HEIGHT = 20  # units of a drawn button
ENTER = 15  # units of the sign of the Enter key
GAP = 5  # units between two hints
LETTERS = styles.TextStyle("strong", 14)
KEY = styles.KEY_HINT
# Buttons that are drawn as a picture instead of letters.
ICONS = {"start": "menu", "select": "windows"} | dict.fromkeys(
    ("dpad_left", "dpad_right", "dpad_up", "dpad_down"), "directions"
)


def hint_width(context: Context, names: Sequence[str]) -> int:
    """Pixels that the hint for these intents takes; 0 if there is none."""
    widths = [_width(context, one) for one in _shown(context, names)]
    return sum(widths) + context.px(GAP) * (len(widths) - 1) if widths else 0


def draw_hint(
    surface: pygame.Surface,
    context: Context,
    names: Sequence[str],
    place: tuple[float, float],
    anchor: str,
    colour: Colour,
) -> pygame.Rect:
    """Draws the hint with its `anchor` ("midleft", "midright") at `place` in pixels; the rectangle
    is empty where there is none."""
    rect = pygame.Rect(0, 0, hint_width(context, names), context.px(HEIGHT))
    setattr(rect, anchor, (round(place[0]), round(place[1])))
    x = rect.x
    for one in _shown(context, names):
        width = _width(context, one)
        _draw_one(surface, context, one, pygame.Rect(x, rect.y, width, rect.height), colour)
        x += width + context.px(GAP)
    return rect


def draw_button(
    surface: pygame.Surface,
    context: Context,
    button: str,
    middle: tuple[float, float],
    colour: Colour,
) -> None:
    """One button of a gamepad by its name."""
    rect = pygame.Rect(0, 0, _button_width(context, button), context.px(HEIGHT))
    rect.center = round(middle[0]), round(middle[1])
    _draw_pad(surface, context, button, rect, colour)


def _shown(context: Context, names: Sequence[str]) -> list[str]:
    """Buttons by name, or keys in words; what has none is left out."""
    bindings = context.bindings
    if context.device == "touch":
        return []
    if context.device == "pad":
        return [button for name in names if (button := bindings.button(name))]
    return [key_name(keys[0]) for name in names if (keys := bindings.keys(name))]


def _width(context: Context, shown: str) -> int:
    if context.device == "pad":
        return _button_width(context, shown)
    return context.px(ENTER) if shown == key_name("return") else context.fonts.size(shown, KEY)[0]


def _button_width(context: Context, button: str) -> int:
    height = context.px(HEIGHT)
    if button in ICONS:
        return height
    letters = context.fonts.size(button_name(button), LETTERS)[0]
    return max(height, letters + context.px(10))


def _draw_one(
    surface: pygame.Surface, context: Context, shown: str, rect: pygame.Rect, colour: Colour
) -> None:
    if context.device == "pad":
        _draw_pad(surface, context, shown, rect, colour)
    elif shown == key_name("return"):  # its sign needs no language, and less room
        context.sprites.icon("return", rect.width, colour).draw_centred(surface, rect.center)
    else:
        context.fonts.text(surface, shown, rect.midleft, KEY, colour, "midleft")


def _draw_pad(
    surface: pygame.Surface, context: Context, button: str, rect: pygame.Rect, colour: Colour
) -> None:
    if ICONS.get(button) == "directions":
        context.sprites.icon("directions", rect.height, colour).draw_centred(surface, rect.center)
        return
    look = PanelLook(edge=colour, edge_width=1.3)
    context.sprites.pill(look, rect.size, filled=False).draw(surface, rect.topleft)
    if button in ICONS:
        size = context.px(HEIGHT * 0.52)
        context.sprites.icon(ICONS[button], size, colour).draw_centred(surface, rect.center)
    else:
        words = button_name(button)
        context.fonts.text(surface, words, rect.center, LETTERS, colour, "center")
