"""All widgets of the table, with their places and captions, and the input that reaches them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

import pygame

from hacktrick.app.turn_draft import (
    EMPTY_DRAFT,
    TURN_ENDS,
    ControlName,
    Refusal,
)
from hacktrick.game.keypad import keys
from hacktrick.game.state import IN_SUPPLY
from hacktrick.i18n.table_frame import TableFrame
from hacktrick.i18n.translator import _
from hacktrick.i18n.turn_text import (
    ButtonCaption,
    captured_price,
    command_help,
    end_caption,
    free_caption,
    power_caption,
    refusal_sentence,
    short_refusal,
    shown_hand_sentence,
    standing_command_sentence,
    status_sentence,
)
from hacktrick.ui.input.intents import CARD_OF_INTENT, INTENT, KEY_OF_INTENT
from hacktrick.ui.input.key_bindings import MODIFIER_KEYS
from hacktrick.ui.layout.boxes import columns, rows
from hacktrick.ui.layout.table_layout import TableLayout
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.paint.fonts import TextStyle
from hacktrick.ui.paint.keys_and_panels import PanelLook
from hacktrick.ui.scene.context import Context
from hacktrick.ui.table.draw_context import TablePicture
from hacktrick.ui.table.geometry import TableGeometry
from hacktrick.ui.table.input.controller import TurnController
from hacktrick.ui.table.input.turn_prompts import code_text
from hacktrick.ui.table.panels.board_widgets import (
    MOST_CARDS,
    CardWidget,
    CodeWidget,
    DoubleWidget,
    KeyWidget,
)
from hacktrick.ui.table.panels.coach_panel import CoachStrip, StripContent
from hacktrick.ui.table.panels.right_column import LogPanel
from hacktrick.ui.widgets.basic_widgets import Button, Widget
from hacktrick.ui.widgets.focus import FocusGroup
from hacktrick.ui.widgets.input_hints import draw_input_hint, input_hint_width

COMMAND = TextStyle("heading", 18)
SMALL_COMMAND = TextStyle("heading", 15)
TIGHT = 15.0  # units between the lines of a button with many words


class CommandButton(Button):
    """A button of the turn with label, key, price and effect."""

    def __init__(
        self, context: Context, action: Callable[[], None], hint: str, icon: str = ""
    ) -> None:
        super().__init__(context, "", action, hint=hint, icon=icon)
        self.warning = ""
        self.brief = ""
        self.is_free = False
        self.help = ""

    def set_caption(self, caption: ButtonCaption, *, primary: bool = False, help: str = "") -> None:
        """Take over the words of the button.

        Args:
            primary: it is the button to press now.
            help: the sentence shown while the pointer or the focus is on it.
        """
        self.label, self.price, self.effect = caption.label, caption.price, caption.effect
        self.warning, self.reason, self.primary = caption.warning, caption.reason, primary
        self.brief, self.is_free = caption.brief or caption.effect, caption.is_free
        self.help = help

    def activate(self) -> None:
        """Run the action, also where the button is dimmed: the action itself says why it is
        refused."""
        if self.reason is None:
            self.context.play("select", 0)
        self.action()

    def draw(self, surface: pygame.Surface) -> None:
        self._panel(surface, self._look())
        context = self.context
        lip = context.px(3 * context.theme.surface.relief)
        down = lip if self.pressed and self.reason is None else 0
        inner = self.rect.inflate(-2 * context.px(9), 0).move(0, down)
        inner.height -= lip
        self._words(surface, inner)

    def _words(self, surface: pygame.Surface, inner: pygame.Rect) -> None:
        """Draw the label with its key, then price and effect where there is room."""
        roomy = inner.height / self.context.scale >= 50
        style = COMMAND if roomy else SMALL_COMMAND
        step, margin = (17.5, 8) if roomy else (TIGHT, 1)
        first = self.context.px(style.size * (1.22 if roomy else 1.12))
        labels = self._label_lines(style, inner.width, max(1, inner.height // first))
        room = inner.height - first * len(labels)
        wanted = self._below(inner.width)
        if roomy and self.context.px(step) * len(wanted) > room - self.context.px(margin):
            step, margin = TIGHT, 3
        small = self.context.px(step)
        below = self._fitting(wanted, max(0, (room - self.context.px(margin)) // small))
        top = inner.centery - (first * len(labels) + small * len(below)) // 2
        hint = self._hint_width()
        for n, label in enumerate(labels):
            place = (inner.x, top + first * n + first // 2)
            width = inner.width - (0 if n else hint)
            self.context.fonts.draw_text(
                surface, label, place, style, self._ink(), "midleft", width
            )
        if hint:
            place = (inner.right, top + first // 2)
            muted = self.context.theme.colours.muted
            draw_input_hint(surface, self.context, (self.hint,), place, "midright", muted)
        self._draw_below(surface, inner, top + first * len(labels), small, below)

    def _hint_width(self) -> int:
        width = input_hint_width(self.context, (self.hint,)) if self.hint else 0
        return width + self.context.px(6) if width else 0

    def _label_lines(self, style: TextStyle, width: int, most: int) -> list[str]:
        """The label on as few lines as it needs; the first one leaves room for the key."""
        fonts = self.context.fonts
        beside = width - self._hint_width()
        if fonts.fits(self.label, style, beside):
            return [self.label]
        top = fonts.wrap(self.label, style, beside)[0]
        rest = self.label[len(top) :].strip()
        if rest and not fonts.fits(rest, style, width):
            return [top, *fonts.wrap(rest, style, width)][:most]
        return [top, rest] if rest else [top]

    def _below(self, width: int) -> list[str]:
        """The lines below the label: price and effect.

        Where the effect does not fit, its brief form is taken, on two lines if necessary; a free
        action then shows no price.
        """
        fonts = self.context.fonts
        effects = [self.effect, self.brief] if self.effect else []
        whole = next((one for one in effects if fonts.fits(one, styles.SMALL, width)), None)
        if whole is not None or not effects:
            return [line for line in (self.price, whole) if line]
        lines = fonts.wrap(self.brief, styles.SMALL, width)
        return lines if self.is_free else [self.price, *lines]

    def _fitting(self, wanted: list[str], most: int) -> list[str]:
        """The lines that fit, never an effect without its end. A warning comes before the price,
        the price before any other effect."""
        if len(wanted) <= most:
            return wanted
        effect = wanted[1:] if wanted[0] == self.price else wanted
        if self.warning and self.reason is None and len(effect) <= most:
            return effect
        return [self.price][:most] if self.price else []

    def _draw_below(
        self, surface: pygame.Surface, inner: pygame.Rect, top: int, step: int, below: list[str]
    ) -> None:
        colours = self.context.theme.colours
        for n, line in enumerate(below):
            warned = line != self.price and bool(self.warning) and self.reason is None
            place = (inner.x, top + step * n + step // 2)
            colour = colours.warning if warned else colours.muted
            self.context.fonts.draw_text(
                surface, line, place, styles.SMALL, colour, "midleft", inner.width
            )


class BarButton(Button):
    """A word of the top bar with its key; without the key where ``brief``."""

    brief = False

    def width(self) -> int:
        """Pixels that the word and its key take."""
        fonts, px = self.context.fonts, self.context.px
        word = fonts.size(self.label, styles.BODY)[0]
        return word + self._hint() + px(8 if self._hint() else 0) + px(12 if self.brief else 20)

    def _hint(self) -> int:
        """Pixels that the key takes."""
        return 0 if self.brief or not self.hint else input_hint_width(self.context, (self.hint,))

    def draw(self, surface: pygame.Surface) -> None:
        context, colours = self.context, self.context.theme.colours
        if self.hovered or self.pressed:
            look = PanelLook(raised=True, hover=True, pressed=self.pressed)
            self._panel(surface, look)
        left = self.rect.x + context.px(6 if self.brief else 10)
        middle = self.rect.centery - context.px(1)
        if self._hint():
            place = (left, middle)
            box = draw_input_hint(surface, context, (self.hint,), place, "midleft", colours.muted)
            left = box.right + context.px(8)
        ink = colours.text if self.hovered else colours.muted
        place = (left, middle)
        context.fonts.draw_text(surface, self.label, place, styles.BODY, ink, "midleft")


BAR_SHARE = 0.42  # of the bar's width: what its words may take with their keys
TALLEST = 80.0  # units: the greatest height of a button below others
HIGH = 150.0  # units: a zone of this height has room for wide gaps
WIDE_GAP = 8.0  # units


class BarButtons:
    """Places the words at the right of the top bar, from its right end.

    Attributes:
        panels: the button that opens the folded panels.
    """

    def __init__(
        self, context: Context, words: Sequence[BarButton], toggle_panels: Callable[[], None]
    ) -> None:
        self._context = context
        self.panels = BarButton(context, "", toggle_panels)
        self._all = (*words, self.panels)

    def place(self, places: TableGeometry) -> None:
        """Place the words; their keys are shown only where there is room."""
        self.panels.label = _("Board") if places.opened else _("More")
        self.panels.visible = bool(places.table.folded)
        px, bar = self._context.px, places.table.top_bar
        brief = sum(part.width() for part in self._all) > bar.width * BAR_SHARE
        right = bar.right - px(8)
        for part in self._all:
            part.brief = brief
            if not part.visible:
                continue
            width = part.width()
            part.rect = pygame.Rect(right - width, bar.y, width, bar.height)
            part.rect.inflate_ip(0, -px(8))
            right -= width + px(2)

    @property
    def left(self) -> int:
        """The left edge of the leftmost word, in pixels."""
        return min(part.rect.x for part in self._all if part.visible)


def spread_buttons(
    context: Context, zone: pygame.Rect, parts: Sequence[Widget], flat: float, gap: float
) -> None:
    """Place buttons below each other, or beside each other in a flat zone.

    Args:
        flat: the ratio of width to height from which a zone counts as flat.
        gap: units between the buttons in a low zone.
    """
    px, n_parts = context.px, max(1, len(parts))
    between = px(WIDE_GAP if zone.height > px(HIGH) else gap)
    if zone.width > flat * zone.height:
        places = columns(zone, (1.0,) * n_parts, between)
    else:
        height = min(px(TALLEST), (zone.height - between * (n_parts - 1)) // n_parts)
        places = rows(zone, height, between, n_parts)
    for part, place in zip(parts, places, strict=False):
        part.rect = place


LEAST_LOG = 60.0  # units: a lower log is hidden


ButtonWording = Callable[[TableFrame, Refusal | None], tuple[ButtonCaption, str]]
"""Gives caption and help of a button for a frame, with the reason if it is refused."""


class TableWidgets:
    """The widgets of the table.

    Attributes:
        menu_label: gives the label of the button that leaves the table.
    """

    def __init__(self, context: Context, picture: TablePicture, controller: TurnController) -> None:
        self.context = context
        self.picture = picture
        table = controller.table
        self.cards = [
            CardWidget(context, picture, n, controller.choose_card) for n in range(MOST_CARDS)
        ]
        self.keys = [KeyWidget(context, picture, key, controller.choose_key) for key in keys()]
        self.double = DoubleWidget(context, picture, controller.toggle_double)
        self.ask = CommandButton(context, controller.ask, "ask")
        self.partner = CommandButton(context, controller.ask_partner, "ask_partner")
        self.power = CommandButton(context, controller.use_power, "power")
        self.draw_button = CommandButton(context, controller.draw_card, "draw")
        hints = ("confirm", "play", "guard")
        self.end_buttons = [
            CommandButton(context, partial(controller.end, end), hint)
            for end, hint in zip(TURN_ENDS, hints, strict=True)
        ]
        self.log = LogPanel(context)
        self.strip = CoachStrip(context)
        self.code_widgets = [
            CodeWidget(context, picture, slot, controller.show_codes) for slot in (0, 1)
        ]
        self.codes = BarButton(context, "", controller.show_codes, hint="codes")
        self.rules = BarButton(context, "", table.show_rules, hint="rules")
        self.menu = BarButton(context, "", table.show_menu, hint="back")
        words = (self.menu, self.rules, self.codes)
        self._words = BarButtons(context, words, table.toggle_panels)
        self.panels = self._words.panels
        self.menu_label: Callable[[], str] = lambda: _("Menu")
        # Placed last in the present layout: the left buttons, and the number of supply markers.
        self._commands_placed: list[CommandButton] | None = None
        self._double_placed: int | None = None
        self._named: dict[str, Widget] = {
            **dict(zip(TURN_ENDS, self.end_buttons, strict=True)),
            **{f"key_{part.key_number}": part for part in self.keys},
            "double": self.double,
            "ask": self.ask,
            "ask_partner": self.partner,
            "power": self.power,
            "draw": self.draw_button,
        }

    @property
    def main(self) -> CommandButton:
        """The main button, which ends the turn without a command."""
        return self.end_buttons[0]

    @property
    def final(self) -> CommandButton:
        """The button that carries out what is chosen."""
        return self.draw_button if self.picture.frame.draft.drawing else self.main

    @property
    def board(self) -> list[Widget]:
        """The widgets that change while cards and markers move."""
        return [*self.keys, *self.cards]

    @property
    def floats(self) -> bool:
        """Whether the coach's strip lies over the table because its place is folded away."""
        return self.strip.visible and not self.picture.places.table.coach.width

    def of(self, control: str) -> Widget | None:
        """The widget of a control; None if this table has none."""
        if control in CARD_OF_INTENT:
            return next(
                (part for part in self.cards if part.value == CARD_OF_INTENT[control]), None
            )
        return self._named.get(control)

    def all(self) -> list[Widget]:
        """All widgets in the order of Tab and of drawing."""
        left = [self.ask, self.partner, self.power, self.draw_button]
        bar: list[Widget] = [self.panels, self.codes, self.rules, self.menu]
        hand = [*self.keys, *self.cards, self.double]
        strip = self.strip.widgets
        return [*hand, *left, *self.end_buttons, *self.code_widgets, *bar, self.log, *strip]

    def place(self, places: TableGeometry) -> None:
        """Place what depends on the window alone."""
        table = places.table
        for part in self.keys:
            part.rect = table.keys[part.key_number]
        self._spread(table.right_commands, self.end_buttons)
        self._commands_placed = self._double_placed = None
        self.log.rect = table.log
        self.codes.visible = self.picture.frame.public.rules.has_codes
        self.codes.label, self.rules.label, self.menu.label = (
            _("Codes"),
            _("Rules"),
            self.menu_label(),
        )
        self._words.place(places)

    def _spread(self, zone: pygame.Rect, parts: Sequence[CommandButton]) -> None:
        """Place buttons in a zone; a player who sits a tie-break out has none on the left."""
        spread_buttons(self.context, zone, parts, flat=3.0, gap=5)

    def bar_end(self) -> int:
        """Where the words of the bar begin, in pixels."""
        return self._words.left

    def update(self, frame: TableFrame, places: TableGeometry) -> None:
        """Update the words and places that depend on the match."""
        self._uncover()
        self._update_cards(frame, places)
        self._update_ends(frame)
        self._update_firsts(frame, places)
        self._update_double(frame, places)
        if frame.is_watched or frame.public.result is not None:
            self.hide_controls()
        self.log.lines = frame.log
        self.log.rect = self._log_place(places)
        self.log.visible = bool(self.log.rect.width)
        for part in self.code_widgets:
            part.visible = frame.public.rules.has_codes and part.is_there
            part.rect = places.code(part.slot)
        if places.opened:
            self._cover()

    def hide_controls(self) -> None:
        """Hide the controls of a turn: nobody at the screen has one to make."""
        for part in (
            *self.end_buttons,
            self.ask,
            self.partner,
            self.power,
            self.draw_button,
            self.double,
        ):
            part.visible = False

    def update_strip(self, content: StripContent, places: TableGeometry) -> None:
        """Show the coach's content, for which other widgets make room.

        The log gives way first; below the board the panels beside the strip do, then the commands
        above. A strip whose place is folded away lies over the table while it has something to
        show.
        """
        table = places.table
        if not table.coach.width:
            zone = table.aside if content.title else pygame.Rect(0, 0, 0, 0)
            self.strip.show(content if content.title else StripContent(), zone, table.ceiling)
            return
        above = table.log.x == table.coach.x and bool(table.log.width)
        ceiling = table.log.y if above else min(table.ceiling, table.coach.y)
        self.strip.show(content, self._strip_zone(content, table), ceiling)
        if above and not self.log.wide:
            height = min(table.log.height, self.strip.top - self.context.px(8) - table.log.y)
            self.log.rect = pygame.Rect(table.log.x, table.log.y, table.log.width, max(0, height))
        self.log.visible = self.log.rect.height >= self.context.px(LEAST_LOG)

    def _strip_zone(self, content: StripContent, table: TableLayout) -> pygame.Rect:
        """The place of the strip; below the board it takes over those of the panels beside it where
        it needs them."""
        zone = table.coach
        for panel in (table.unseen, table.own):
            beside = panel.y == zone.y and panel.width
            if beside and self.strip.wanted(content, zone) > zone.height:
                zone = zone.union(panel)
        return zone

    def _cover(self) -> None:
        """Hide the widgets that lie below the opened panels."""
        below = (*self.keys, *self.cards, *self.end_buttons, *self.code_widgets)
        for part in (*below, self.double, self.ask, self.partner, self.power, self.draw_button):
            part.visible = False

    def _uncover(self) -> None:
        for part in (*self.keys, *self.end_buttons):
            part.visible = True

    def _log_place(self, places: TableGeometry) -> pygame.Rect:
        """The place of the log: its column, or wide over the right of the table."""
        return places.table.reading if self.log.wide else places.table.log

    def _update_cards(self, frame: TableFrame, places: TableGeometry) -> None:
        n_cards = len(frame.hand(frame.bottom))
        spots = places.own_hand(n_cards)
        for part in self.cards:
            part.visible = part.n < n_cards
            if part.visible:
                part.rect = spots[part.n]

    def _update_ends(self, frame: TableFrame) -> None:
        for part, end in zip(self.end_buttons, TURN_ENDS, strict=True):
            offer, public = frame.offers[end], frame.public
            part.visible = True
            caption = end_caption(frame.wording, public, end, offer, frame.draft, frame.preview)
            live = frame.can_act and offer.refusal is None
            text = ""
            if frame.public.phase != "over" and frame.can_act:
                text = caption.warning or command_help(frame.wording, public, TURN_ENDS[end])
            part.set_caption(caption, primary=live and part is self.main, help=text)
        self.main.hint = "" if frame.draft.drawing else "confirm"
        if frame.is_showing_new_cards:
            text = _("The screen goes on to the next player.")
            caption = ButtonCaption(_("SEEN"), "", _("on to the next"))
            self.main.set_caption(caption, primary=True, help=text)

    def _update_firsts(self, frame: TableFrame, places: TableGeometry) -> None:
        firsts: tuple[tuple[CommandButton, ControlName, ButtonWording], ...] = (
            (self.ask, "ask", _ask_words),
            (self.partner, "ask_partner", _partner_words),
            (self.power, "power", _power_words),
            (self.draw_button, "draw", _draw_words),
        )
        shown = []
        for part, control, words in firsts:
            offer = frame.offers.get(control)
            part.visible = offer is not None
            if offer is not None:
                caption, help = words(frame, offer.refusal)
                chosen = part is self.draw_button and frame.draft.drawing
                part.set_caption(caption, primary=chosen, help=help)
                part.hint = "confirm" if chosen else control
                shown.append(part)
        if shown != self._commands_placed:
            self._commands_placed = shown
            self._spread(places.table.left_commands, shown)

    def _update_double(self, frame: TableFrame, places: TableGeometry) -> None:
        side = frame.side(frame.bottom)
        self.double.visible = side >= 0
        self.double.there = side >= 0 and frame.public.double[side] == IN_SUPPLY
        self.double.on = frame.draft.double
        n_markers = max(frame.public.rules.markers, frame.public.supply[side]) if side >= 0 else 1
        if n_markers != self._double_placed:
            self._double_placed = n_markers
            self.double.rect = places.double()
            self.double.marker = places.big_marker(n_markers)


def _ask_words(frame: TableFrame, refusal: Refusal | None) -> tuple[ButtonCaption, str]:
    wording, price = frame.wording, captured_price()
    label = _("{ask} SUM").format(ask=wording.terms.ask.upper())
    text = _("An opponent announces the sum of the hand to all, for a captured marker.")
    if refusal is None:
        return ButtonCaption(label, price, _("{name} tells").format(name=_asked_name(frame))), text
    why = refusal_sentence(wording, refusal)
    return ButtonCaption(label, price, short_refusal(wording, refusal), reason=why), text


def _asked_name(frame: TableFrame) -> str:
    public = frame.public
    if public.seat < 0:
        return _("opponent")
    opponents = public.seating.opponents_of(frame.bottom)
    return frame.wording.name(opponents[0]) if len(opponents) == 1 else _("opponent")


def _partner_words(frame: TableFrame, refusal: Refusal | None) -> tuple[ButtonCaption, str]:
    partner = frame.public.seating.partner_of(frame.bottom)
    name = "" if partner is None else frame.wording.name(partner)
    text = _("{name} announces the sum of the hand to all; once in a turn.").format(name=name)
    why = None if refusal is None else refusal_sentence(frame.wording, refusal)
    effect = _("{name} tells").format(name=name)
    return free_caption(_("PARTNER"), effect, reason=why), text


def _power_words(frame: TableFrame, refusal: Refusal | None) -> tuple[ButtonCaption, str]:
    public, wording = frame.public, frame.wording
    side = frame.side(frame.bottom)
    (opponent,) = public.seating.opponents_of(frame.bottom)
    caption = power_caption(wording, public.codes[side] or "", wording.name(opponent), refusal)
    return caption, code_text(wording, public.codes, side)


def _draw_words(frame: TableFrame, refusal: Refusal | None) -> tuple[ButtonCaption, str]:
    public, wording = frame.public, frame.wording
    ends = not public.rules.command_after_draw
    effect = _("ends the turn") if ends else _("then end the turn")
    text = _("The top card of the deck goes into the hand.")
    if refusal is not None:
        full = refusal == "HAND_IS_FULL"
        size = public.hand_sizes[frame.bottom]
        limit = public.seating.limits[frame.bottom]
        short = _("hand full {n}/{limit}").format(n=size, limit=limit)
        why = short if full else short_refusal(wording, refusal)
        return ButtonCaption(_("DRAW"), why, "", reason=refusal_sentence(wording, refusal)), text
    if frame.draft.drawing:
        shows = public.standing == "play"
        effect = _("hand is shown") if shows else _("ends the turn")
        return ButtonCaption(
            _("DRAW"), _("press again"), effect
        ), shown_hand_sentence() if shows else text
    if public.standing == "play":
        return free_caption(_("DRAW"), _("hand is shown")), shown_hand_sentence()
    return free_caption(_("DRAW"), effect), text


def turn_help(frame: TableFrame) -> str:
    """The help while the pointer is on nothing: the command that binds this turn, else whose turn
    it is where the display shows something else."""
    public, seen = frame.public, frame.seen
    if frame.can_act and seen is not None and public.phase == "turn" and public.standing:
        return standing_command_sentence(frame.wording, public, seen)
    return "" if frame.draft == EMPTY_DRAFT else status_sentence(frame.wording, public, seen)


BOARD_INTENTS = ("draw", "play", "guard", "ask", "ask_partner", "power", "double")


class TableInput:
    """Turns events at the table into calls of the controller, of intents and of widgets.

    Args:
        intent_actions: what each intent does, by its name.
    """

    def __init__(
        self,
        parts: TableWidgets,
        group: FocusGroup,
        controller: TurnController,
        intent_actions: Mapping[str, Callable[[], None]],
    ) -> None:
        self.parts, self.group, self.controller = parts, group, controller
        self.intent_actions = intent_actions
        self.context = parts.context
        self.picture: TablePicture = parts.picture

    def is_press(self, event: pygame.Event) -> bool:
        """Whether an event cuts running motion short."""
        if event.type == pygame.KEYDOWN:
            return event.key not in MODIFIER_KEYS
        if event.type == INTENT:
            return True
        return event.type == pygame.MOUSEBUTTONDOWN and event.button == 1

    def is_for_the_board(self, event: pygame.Event) -> bool:
        """Whether a key or button stands for something that is done on the board."""
        name = self.context.intent(event)
        return name in KEY_OF_INTENT or name in CARD_OF_INTENT or name in BOARD_INTENTS

    def handle(self, event: pygame.Event, places: TableGeometry) -> bool:
        """Handle an event; True if it was used."""
        if event.type in (pygame.KEYDOWN, INTENT):
            return self._key(event)
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            dragged = self._dragged()
            if dragged is not None:
                self._drop(dragged, event.pos, places)
        used = self.group.handle(event)
        if event.type == pygame.MOUSEMOTION:
            self._drag_shows_the_choice()
        elif event.type == pygame.MOUSEBUTTONUP:
            for part in self.parts.cards:
                part.let_go()
        return used

    def lifted(self) -> list[Widget]:
        """The widgets that are drawn above all others."""
        above: list[Widget] = [self.parts.log] if self.parts.log.wide else []
        above += [part for part in self.parts.strip.widgets if self.parts.floats]
        return above + [part for part in self.parts.cards if part.is_dragged or part.is_chosen]

    def _key(self, event: pygame.Event) -> bool:
        name = self.context.intent(event)
        if name == "confirm":
            return self._enter(event)
        if name in KEY_OF_INTENT:
            self.controller.choose_key(KEY_OF_INTENT[name])
        elif name in CARD_OF_INTENT:
            self.controller.choose_card(CARD_OF_INTENT[name])
        elif name in self.intent_actions:
            self.intent_actions[name]()
        else:
            return self.group.handle(event)
        return True

    def _enter(self, event: pygame.Event) -> bool:
        """Enter hurries the computer, else answers the coach, else activates the focused widget,
        else ends the turn."""
        if self.controller.hurry():
            return True
        strip = self.parts.strip
        on_strip = self.group.ring and self.group.focus in strip.visible_buttons
        if strip.main is not None and not on_strip:
            strip.main.activate()
            return True
        if self.group.ring and self.group.focus is not None:
            return self.group.handle(event)
        self.parts.final.activate()
        return True

    # Dragging

    def _dragged(self) -> CardWidget | None:
        return next((part for part in self.parts.cards if part.is_dragged), None)

    def _drag_shows_the_choice(self) -> None:
        """Choose the card that is being dragged, so that the table shows where it may go."""
        part = self._dragged()
        if part is not None and part.value is not None:
            self.controller.drag_card(part.value)

    def _drop(self, part: CardWidget, pos: tuple[int, int], places: TableGeometry) -> None:
        """Drop a dragged card: on its key or on the row it stays chosen, elsewhere it goes back."""
        value, frame = part.value, self.picture.frame
        part.let_go()
        key = frame.preview.key if frame.preview is not None else None
        goals = [places.table.row]
        if key is not None:
            goals.append(places.key(key))
        if frame.draft.card != value:
            if value is not None:
                self.controller.choose_card(value)
        elif not any(goal.collidepoint(pos) for goal in goals):
            self.controller.put_card_back()
        self.controller.finish_drop()
