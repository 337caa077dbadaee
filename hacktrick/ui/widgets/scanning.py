"""Scanning, for people who play with one or two switches.

Draws the big ring around a choice, and the bar with the options of a widget.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import pygame

from hacktrick.i18n.translator import _
from hacktrick.ui.input.intents import INTENT
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.paint.keys_and_panels import PanelLook
from hacktrick.ui.scene.context import Context
from hacktrick.ui.widgets.basic_widgets import Button, Slider, TextField, Widget
from hacktrick.ui.widgets.input_hints import intent_name

TILE_SIZE, TILE_GAP, LABEL_HEIGHT = 52.0, 8.0, 30.0  # units of the bar
BACK_BUTTON_SIZE = (240.0, 60.0)
RING_GAP, RING_WIDTH, RING_SEAM = 2.0, 6.0, 2.0
LETTER_GROUPS = ("abcdef", "ghijkl", "mnopqr", "stuvwxyz", "01234", "56789", "-.:@ ")
OPTION_ICONS = {"page_up": "up", "page_down": "down", "confirm": "check"}


@dataclass(frozen=True, slots=True)
class ScanOption:
    """One option of a ``ScanBar``.

    Attributes:
        icon: the name of the icon on its tile; "" to show ``text`` there instead.
        text: its name; short if there is no icon.
        act: called when it is chosen; None if it opens ``more`` or leaves the bar.
        more: the options of the next level, which it opens.
    """

    icon: str
    text: str
    act: Callable[[], None] | None = None
    more: tuple[ScanOption, ...] = ()


def widget_scan_options(widget: Widget) -> tuple[ScanOption, ...]:
    """Return the options that a switch user can choose inside a widget.

    Returns () if there are none; choosing the widget then presses it.
    """
    if isinstance(widget, TextField):
        return _typing_options(widget)
    if isinstance(widget, Slider):
        less, more = partial(_send_intent, widget, "left"), partial(_send_intent, widget, "right")
        return ScanOption("minus", _("Less"), less), ScanOption("plus", _("More"), more)
    return tuple(
        ScanOption(
            OPTION_ICONS.get(name, name), intent_name(name), partial(_send_intent, widget, name)
        )
        for name in widget.scan_intents
    )


def _send_intent(widget: Widget, name: str) -> None:
    if name == "confirm":
        widget.activate()
    else:
        widget.handle_key(pygame.Event(INTENT, name=name, button=""))


def _typing_options(field: TextField) -> tuple[ScanOption, ...]:
    """Return the options for typing: groups of letters and deletion.

    Groups keep the number of steps to a letter small.
    """
    groups = tuple(
        ScanOption(
            "",
            group.strip().upper() if len(group) > 5 else group.strip(),
            more=tuple(_letter_option(field, sign) for sign in group),
        )
        for group in LETTER_GROUPS
    )

    def delete() -> None:
        field.handle_key(pygame.Event(pygame.KEYDOWN, key=pygame.K_BACKSPACE, mod=0, unicode=""))

    return *groups, ScanOption("undo", _("Delete"), delete)


def _letter_option(field: TextField, sign: str) -> ScanOption:
    def insert() -> None:
        starts_a_word = not field.text or field.text.endswith(" ")
        field.insert_text(sign.upper() if starts_a_word else sign)

    return ScanOption("", _("Space") if sign == " " else sign, insert)


class ScanBar:
    """The bar with the options of a widget; its last option, "Done", leaves the current level."""

    def __init__(self, widget: Widget, options: Sequence[ScanOption]) -> None:
        self.widget, self.context = widget, widget.context
        self._levels = [self._with_exit(options)]
        self.chosen = 0

    def _with_exit(self, options: Sequence[ScanOption]) -> tuple[ScanOption, ...]:
        return *options, ScanOption("cross", _("Done"))

    @property
    def options(self) -> tuple[ScanOption, ...]:
        """The options of the current level, with "Done" at the end."""
        return self._levels[-1]

    def select_next(self) -> None:
        self.chosen = (self.chosen + 1) % len(self.options)

    def carry_out_choice(self) -> bool:
        """Carry out the chosen option; return False if the bar must be closed."""
        option = self.options[self.chosen]
        if option.more:
            self._levels.append(self._with_exit(option.more))
            self.chosen = 0
        elif option.act is not None:
            option.act()
            if len(self._levels) > 1:  # after a letter, start at the groups again
                self._levels.pop()
                self.chosen = 0
        elif len(self._levels) > 1:
            self._levels.pop()
            self.chosen = 0
        else:
            return False
        return True

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the bar below its widget, or above it if there is no room below."""
        context, px = self.context, self.context.px
        tile, gap, n = px(TILE_SIZE), px(TILE_GAP), len(self.options)
        width = n * tile + (n + 1) * gap
        box = pygame.Rect(0, 0, width, tile + 2 * gap + px(LABEL_HEIGHT))
        rect = self.widget.rect
        box.midtop = rect.centerx, rect.bottom + 2 * gap
        if box.bottom > surface.get_height():
            box.bottom = rect.top - 2 * gap
        box.clamp_ip(surface.get_rect())
        colours = context.theme.colours
        surface.fill(colours.panel, box)
        look = PanelLook(edge=colours.focus, edge_width=2.0)
        context.sprites.panel(look, box.size).draw(surface, box.topleft)
        for number, option in enumerate(self.options):
            place = pygame.Rect(box.x + gap + number * (tile + gap), box.y + gap, tile, tile)
            self._draw_tile(surface, option, place)
        chosen = self.options[self.chosen]
        middle = box.centerx, box.bottom - px(LABEL_HEIGHT) // 2 - gap // 2
        context.fonts.draw_text(
            surface, chosen.text, middle, styles.STRONG, colours.text, "center", width - 2 * gap
        )
        place = pygame.Rect(box.x + gap + self.chosen * (tile + gap), box.y + gap, tile, tile)
        draw_scan_ring(surface, context, place.inflate(-px(12), -px(12)))

    def _draw_tile(self, surface: pygame.Surface, option: ScanOption, place: pygame.Rect) -> None:
        context, colours = self.context, self.context.theme.colours
        context.sprites.panel(PanelLook(raised=True), place.size).draw(surface, place.topleft)
        if option.icon:
            icon = context.sprites.icon(option.icon, context.px(24), colours.text)
            icon.draw_centred(surface, place.center)
        else:
            style, room = styles.STRONG, place.width - context.px(8)
            context.fonts.draw_text(
                surface, option.text, place.center, style, colours.text, "center", room
            )


def make_back_button(context: Context) -> Button:
    """Return a Back button at the foot of the window.

    It is added to scenes without a Back button, which a switch user could not leave otherwise.
    """

    def leave() -> None:
        context.stack.handle(pygame.Event(INTENT, name="back", button=""))

    button = Button(context, _("Back"), leave, icon="left", centred=True)
    size = context.px(BACK_BUTTON_SIZE[0]), context.px(BACK_BUTTON_SIZE[1])
    button.rect = pygame.Rect((0, 0), size)
    button.rect.midbottom = context.size[0] // 2, context.size[1] - context.px(20)
    return button


def draw_scan_ring(surface: pygame.Surface, context: Context, rect: pygame.Rect) -> None:
    """Draw the thick ring around the choice that a switch would press, with a contrasting seam."""
    px = context.px
    line, seam, gap = max(3, px(RING_WIDTH)), max(2, px(RING_SEAM)), px(RING_GAP)
    radius = round(context.theme.surface.corner * context.scale) + gap
    window = surface.get_rect().inflate(-2 * seam, -2 * seam)
    frame = rect.inflate(2 * (gap + line), 2 * (gap + line)).clip(window)
    ground = (255, 255, 255) if context.theme.light else (0, 0, 0)
    pygame.draw.rect(
        surface, ground, frame.inflate(2 * seam, 2 * seam), line + 2 * seam, radius + seam
    )
    pygame.draw.rect(surface, context.theme.colours.focus, frame, line, radius)
