"""All widgets of the table with their places and captions, and the dispatch of input to them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial

import pygame

from hacktrick.app.themes import Colour
from hacktrick.app.turn_draft import (
    TURN_ENDS,
    ControlName,
    Refusal,
    TurnEnd,
)
from hacktrick.game.keypad import KEY_ORDER, keys
from hacktrick.game.state import IN_SUPPLY, NOBODY, Seat
from hacktrick.i18n import screen_text
from hacktrick.i18n.rulebook.code_pages import PowerPrice
from hacktrick.i18n.table_report import deck_lines, opponent_card_name, seat_line
from hacktrick.i18n.table_view_model import TableViewModel
from hacktrick.i18n.translator import _
from hacktrick.i18n.turn_instructions import (
    ButtonCaption,
    cannot_obey_sentence,
    caption_without_price,
    captured_marker_price_text,
    losing_warning,
    power_caption,
    refusal_sentence,
    short_refusal_text,
    turn_end_caption,
    turn_end_help_sentence,
)
from hacktrick.match.player_kinds import level_of
from hacktrick.ui.accessibility.accessibility_tree import (
    PRESSABLE,
    Node,
    PaintedText,
    bounds_of_rect,
)
from hacktrick.ui.input.intents import CARD_OF_INTENT, INTENT, KEY_OF_INTENT, REQUEST
from hacktrick.ui.input.key_bindings import MODIFIER_KEYS
from hacktrick.ui.layout.geometry import TableGeometry, split_into_columns, stacked_row_rects
from hacktrick.ui.layout.table_layout import MIN_TARGET_PIXELS
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.paint.code_cards import CodeCardLook
from hacktrick.ui.paint.keys_and_panels import PanelLook
from hacktrick.ui.paint.table_pieces import ButtonPlateLook, ButtonRank
from hacktrick.ui.scene.scenes_and_context import Context
from hacktrick.ui.table.draw_context import TableDrawState
from hacktrick.ui.table.input.turn_controller import TurnController
from hacktrick.ui.table.input.turn_questions import code_card_in_force_text
from hacktrick.ui.table.match_playback import WatchControls
from hacktrick.ui.table.panels.board_widgets import (
    MAX_HAND_CARDS,
    CodeCardWidget,
    DoubleSwitchWidget,
    HandCardWidget,
    KeyWidget,
)
from hacktrick.ui.table.panels.coach_panel import CoachPanel, CoachPanelContent
from hacktrick.ui.table.panels.notebook_and_log import Notebook
from hacktrick.ui.widgets.basic_widgets import Button, IconButton, Widget
from hacktrick.ui.widgets.focus_and_scanning import FocusGroup
from hacktrick.ui.widgets.game_drawing import (
    DOCK_LABEL_STYLE,
    DOCK_SMALL_STYLE,
    DockButtonContent,
    draw_dock_button,
)


@dataclass(frozen=True, slots=True)
class MarkerPrice:
    """A price that is drawn as the marker to be paid.

    Attributes:
        is_captured: whether a captured marker is paid, not a marker of the supply.
    """

    is_captured: bool = False


CODE_NAME_STYLE = styles.TextStyle("strong", 14)
POWER_PRICES: dict[PowerPrice | None, MarkerPrice] = {
    "marker": MarkerPrice(),
    "captured": MarkerPrice(is_captured=True),
}
"""The markers that pay for powers; powers with another price, a staked point, have none."""


class DockButton(Button):
    """A button of the dock, with a label, an icon, a price or key, and an effect.

    Attributes:
        short: a shorter label, used if the full label does not fit.
        stamp: the word of the command that forbids the button's action; "" for none.
        is_risky: whether pressing the button surely loses the round.
        names_price: whether a low button has its price in words.
    """

    def __init__(
        self,
        context: Context,
        picture: TableDrawState,
        action: Callable[[], None],
        hint: str,
        icon: str = "",
        cost: MarkerPrice | None = None,
    ) -> None:
        super().__init__(context, "", action, hint=hint, icon=icon)
        self.picture, self.cost = picture, cost
        self.visible = False
        self.warning = ""
        self.brief = ""
        self.help = ""
        self.stamp = self.short = ""
        self.is_big = self.is_risky = self.names_price = False

    def set_caption(self, caption: ButtonCaption, *, primary: bool = False, help: str = "") -> None:
        """Set the texts of the button.

        Args:
            caption: the label, the price, the effect and the other texts.
            primary: whether this is the button to press now.
            help: the sentence shown while the button is hovered or focused.
        """
        self.label, self.price, self.effect = caption.label, caption.price, caption.effect
        self.warning, self.reason, self.primary = caption.warning, caption.reason, primary
        self.brief = caption.brief or caption.effect
        self.help = help

    def mark_as_risky(self, effect: str, sentence: str) -> None:
        """Mark the button as risky.

        Args:
            effect: the effect of a press, in a few words.
            sentence: the same as a sentence, shown while the button is hovered or focused.
        """
        self.effect = self.brief = effect
        self.warning = self.help = sentence
        self.is_risky = True

    def activate(self) -> None:
        """Run the action even if the button is dimmed, since the action then shows the refusal."""
        if self.reason is None:
            self.context.play("select", 0)
        self.action()

    @property
    def spoken_effect(self) -> str:
        return self.warning or self.effect

    @property
    def visual_rank(self) -> ButtonRank:
        """The rank that determines how much the button stands out."""
        if self.reason is not None:
            return "impossible"
        if self.primary:
            return "risky" if self.is_risky else "first"
        return "possible" if self.is_big else "rare"

    def draw(self, surface: pygame.Surface) -> None:
        plate = ButtonPlateLook(self.visual_rank, hovered=self.hovered, pressed=self.pressed)
        draw_dock_button(surface, self.context, self.rect, self.button_content(), plate)

    def button_content(self) -> DockButtonContent:
        """Return the label, icon and price drawn on the button."""
        model = self.picture.model
        side, price = model.side_of(model.bottom), None
        if self.cost is not None and side != NOBODY:
            paid = 1 - side if self.cost.is_captured else side
            price = model.marker_style(paid).marker()
        hint = () if price is not None else (self.hint,) if self.hint else ()
        room = self.rect.width - self.context.px(28)
        style = DOCK_LABEL_STYLE if self.is_big else DOCK_SMALL_STYLE
        wide = self.context.fonts.text_size(self.label, style)[0]
        label = self.label if wide <= room or not self.short else self.short
        has_icon = wide + self.context.px(34) <= room
        return DockButtonContent(
            label,
            self.icon if has_icon else "",
            self._fitting_second_line(),
            price,
            hint,
            self.stamp,
            self._commanding_side_colour() if self.stamp else None,
        )

    def _fitting_second_line(self) -> str:
        """Return the second line of the button: a warning, a refusal, the effect or the price."""
        if self.stamp:
            return ""
        is_needed = bool(self.warning) or self.reason is not None
        if not is_needed and self.rect.height < self.context.px(76):
            return self.price if self.names_price else ""
        room = self.rect.width - self.context.px(64)
        if self.context.fonts.can_fit(self.effect, styles.SMALL, room):
            return self.effect
        return self.brief if self.context.fonts.can_fit(self.brief, styles.SMALL, room) else ""

    def _commanding_side_colour(self) -> Colour:
        """Return the colour of the side that gave the command."""
        model = self.picture.model
        side = model.side_of(model.bottom)
        return self.context.theme.colours.players[model.marker_style(1 - max(0, side)).colour]


def place_own_cards(
    cards: Iterable[HandCardWidget], model: TableViewModel, geometry: TableGeometry
) -> None:
    """Show and place the widgets of the cards in the hand at the lower edge."""
    spots = geometry.own_hand_rects(len(model.shown_hand(model.bottom)))
    for card in cards:
        card.visible = card.n < len(spots)
        if card.visible:
            card.rect = spots[card.n]


class HeldCodesWidget(Widget):
    """The code cards that the player at the screen still holds (Battle of Wits)."""

    def __init__(self, context: Context, picture: TableDrawState, read: Callable[[], None]) -> None:
        super().__init__(context)
        self.picture, self.read = picture, read
        self.help = ""

    @property
    def codes(self) -> tuple[str, ...]:
        """The codes that the player holds; empty while they must not be seen."""
        seen = self.picture.model.observation
        return () if seen is None else tuple(seen.held)

    def activate(self) -> None:
        self.read()

    def accessibility_node(self, key: str, texts: Sequence[PaintedText]) -> Node | None:
        wording = self.picture.model.wording
        names = ", ".join(wording.code_text(code) for code in self.codes)
        name = _(screen_text.CODES_HELD).format(codes=names)
        return self.pressable_node(key, name)

    def draw(self, surface: pygame.Surface) -> None:
        context, model = self.context, self.picture.model
        style = model.marker_style(max(0, model.side_of(model.bottom)))
        colour = context.theme.colours.players[style.colour]
        if self.rect.width > 2 * self.rect.height:
            self._draw_code_plates(surface, colour)
            return
        n, height = len(self.codes), self.rect.height
        width = round(height * 0.75)
        step = min(width * 0.8, (self.rect.width - width) / max(1, n - 1))
        for k, code in enumerate(self.codes):
            place = pygame.Rect(0, self.rect.y, width, height)
            place.right = round(self.rect.right - (n - 1 - k) * step)
            look = CodeCardLook(code, colour, hovered=self.hovered)
            context.sprites.code_card(look, place.size).draw(surface, place.topleft)

    def _draw_code_plates(self, surface: pygame.Surface, colour: Colour) -> None:
        """Draw a plate for each code: its portrait and, if there is room, its name."""
        context, px = self.context, self.context.px
        shares = (1.0,) * len(self.codes)
        look = PanelLook(edge=colour, edge_width=1.6, raised=True, hovered=self.hovered)
        places = split_into_columns(self.rect, shares, px(4))
        names = [self.picture.model.wording.code_text(code).split(" ")[-1] for code in self.codes]
        rooms = [place.width - place.height - px(10) for place in places]
        has_names = all(
            context.fonts.can_fit(name, CODE_NAME_STYLE, room)
            for name, room in zip(names, rooms, strict=True)
        )
        for code, name, place in zip(self.codes, names, places, strict=True):
            self._draw_panel(surface, look, place)
            left = place.x if has_names else place.centerx - place.height // 2
            face = context.sprites.code_portrait(CodeCardLook(code, colour), place.height)
            face.draw(surface, (left, place.y))
            if has_names:
                middle = place.x + place.height + px(5), place.centery
                room, ink = place.right - px(5) - middle[0], context.theme.colours.text
                context.fonts.draw_text(
                    surface, name, middle, CODE_NAME_STYLE, ink, "midleft", room
                )


class TableHotspot(Widget):
    """An invisible button over a part of the table, such as the deck or a face.

    While the button is hovered and a press has an effect, an outline is drawn.

    Args:
        name: returns the text for screen readers.
    """

    def __init__(
        self, context: Context, action: Callable[[], None], name: Callable[[], str]
    ) -> None:
        super().__init__(context)
        self.action, self.name, self.help = action, name, ""
        self.is_live = False  # whether a press has an effect now
        # Whether switch scanning reaches this widget, because no other widget does the same.
        self.is_scannable = False

    @property
    def scan_rank(self) -> int | None:
        return 2 if self.is_scannable and self.is_live else None

    def accessibility_node(self, key: str, texts: Sequence[PaintedText]) -> Node | None:
        return Node(
            key,
            "button",
            self.name(),
            description=self.help if self.is_live else "",
            bounds=bounds_of_rect(self.rect),
            actions=PRESSABLE,
            is_disabled=not self.is_live,
        )

    def activate(self) -> None:
        self.action()

    def draw(self, surface: pygame.Surface) -> None:
        if not (self.hovered and self.is_live):
            return
        look = PanelLook(edge=self.context.theme.colours.accent, edge_width=2.0)
        box = self.rect.inflate(self.context.px(4), self.context.px(4))
        self.context.sprites.small_tile(look, box.size, filled=False).draw(surface, box.topleft)


class PinnableCardBack(TableHotspot):
    """The back of another player's card: a button while a value can be pinned on it.

    Args:
        slot: the player's place on the screen, from 1.
        card_index: the index of the card in the fan, from the left.
    """

    def __init__(
        self,
        context: Context,
        picture: TableDrawState,
        slot: int,
        card_index: int,
        action: Callable[[], None],
    ) -> None:
        super().__init__(
            context, action, lambda: opponent_card_name(picture.model, *self._seat_and_card_index)
        )
        self.picture, self.slot, self.k = picture, slot, card_index
        self.is_live = self.is_scannable = True

    @property
    def _seat_and_card_index(self) -> tuple[Seat, int]:
        """The seat that holds the card, and the card's index in the hand, from the right."""
        model = self.picture.model
        seat = (model.bottom + self.slot) % model.n_seats
        return seat, model.public.hand_sizes[seat] - 1 - self.k

    @property
    def visible(self) -> bool:
        """Whether a value can be pinned on the card; computed on demand, since this is slow."""
        return self._is_there and self.picture.model.can_pin(*self._seat_and_card_index)

    @visible.setter
    def visible(self, is_there: bool) -> None:
        self._is_there = is_there


DockRow = tuple[str, Sequence[DockButton]]
"""A row of the dock: its size ("first", "big", "small" or "whole"), and the row's buttons from
left to right."""

ROW_HEIGHTS = {"first": 0.083, "big": 0.075, "small": 0.061}
ROW_GAP = 0.0115
SINGLE_BUTTON_HEIGHT = 0.14


def place_dock_rows_from_bottom(geometry: TableGeometry, lines: Sequence[DockRow]) -> None:
    """Place the rows of the dock from the bottom up."""
    dock, of = geometry.table.dock, geometry.table_px
    gap, bottom = of(ROW_GAP), dock.bottom
    for kind, widgets in reversed(lines):
        height = max(MIN_TARGET_PIXELS, of(ROW_HEIGHTS.get(kind, SINGLE_BUTTON_HEIGHT)))
        line = pygame.Rect(dock.x, bottom - height, dock.width, height)
        for widget, rect in zip(
            widgets, split_into_columns(line, (1.0,) * len(widgets), gap), strict=True
        ):
            widget.rect, widget.is_big = rect, kind != "small"
        bottom -= height + gap


def place_dock_in_one_column(geometry: TableGeometry, lines: Sequence[DockRow]) -> None:
    """Place the dock's buttons below each other, for large text or a narrow column.

    In a low dock, rarely used buttons share a line.
    """
    dock, gap = geometry.table.dock, geometry.table_px(ROW_GAP)
    widgets = [widget for _kind, row in lines for widget in row]
    least = max(MIN_TARGET_PIXELS, geometry.table_px(0.07))
    is_low = len(widgets) * (least + gap) - gap > dock.height
    shown: list[Sequence[DockButton]] = []
    for kind, row in lines:
        shown += [row] if is_low and kind == "small" else [[widget] for widget in row]
    n = max(1, len(shown))
    height = min(geometry.table_px(0.117), (dock.height - gap * (n - 1)) // n)
    top = dock.bottom - n * height - (n - 1) * gap
    column = pygame.Rect(dock.x, top, dock.width, 0)
    for row, line in zip(shown, stacked_row_rects(column, height, gap, n), strict=False):
        for widget, rect in zip(row, split_into_columns(line, (1.0,) * len(row), gap), strict=True):
            widget.rect, widget.is_big = rect, len(row) == 1


def place_dock_in_tall_window(geometry: TableGeometry, lines: Sequence[DockRow]) -> None:
    """Place the dock's buttons across the bottom of a tall window.

    Rarely used buttons are placed to the right of the hand if there is room.
    """
    table, gap = geometry.table, geometry.table_px(0.012)
    side = table.small_buttons
    small = [widget for kind, row in lines if kind == "small" for widget in row]
    big = [(kind, widget) for kind, row in lines if kind != "small" for widget in row]
    room = (side.height + gap) // (MIN_TARGET_PIXELS + gap) if big else 0
    beside, rest = small[:room], small[room:]
    high = max(MIN_TARGET_PIXELS, geometry.table_px(0.05))
    for widget, rect in zip(beside, stacked_row_rects(side, high, gap, len(beside)), strict=True):
        widget.rect, widget.is_big = rect, False
    across = [(2.0 if kind == "first" else 1.0, widget) for kind, widget in big]
    across += [(0.9, widget) for widget in rest]
    is_split = table.fold == 2 and len(across) > 2
    strips = [across[:1], across[1:]] if is_split else [across]
    height = (table.dock.height - gap * (len(strips) - 1)) // len(strips)
    for n, strip in enumerate(strips):
        line = pygame.Rect(
            table.dock.x, table.dock.y + n * (height + gap), table.dock.width, height
        )
        shares = tuple(share for share, _part in strip) or (1.0,)
        for (_share, widget), rect in zip(
            strip, split_into_columns(line, shares, gap), strict=False
        ):
            widget.rect, widget.is_big = rect, True


ButtonWording = Callable[[TableViewModel, Refusal | None], tuple[ButtonCaption, str]]
"""Returns the caption and the help of a button, for a view model and a refusal, if there is one."""


class TableWidgets:
    """The widgets of the table.

    Attributes:
        menu_label: returns the label of the icon that leaves the table.
        hinted: the controls to which a hint points; the last control is highlighted.
        watch: the controls of a match between computer players; None in other matches.
    """

    def __init__(
        self, context: Context, picture: TableDrawState, controller: TurnController
    ) -> None:
        self.context = context
        self.picture = picture
        seats = picture.model.snapshot.seats
        self._has_only_computers = all(level_of(seat.player) is not None for seat in seats)
        table = controller.table
        self.cards = [
            HandCardWidget(context, picture, n, controller.choose_card_or_end_turn)
            for n in range(MAX_HAND_CARDS)
        ]
        self.keys = [
            KeyWidget(context, picture, key, controller.choose_key_or_end_turn) for key in keys()
        ]
        self.double = DoubleSwitchWidget(context, picture, controller.toggle_double)
        make = partial(DockButton, context, picture)
        captured, own = MarkerPrice(is_captured=True), MarkerPrice()
        self.ask = make(controller.ask_for_opponents_sum, "ask", "ask", captured)
        self.partner = make(controller.ask_for_partners_sum, "ask_partner", "ask")
        self.partner.names_price = True
        self.power = make(controller.use_code_card_power, "power", "star")
        self.draw_button = make(controller.choose_to_draw_or_draw, "draw", "draw")
        self.back = make(controller.clear_turn_choices, "undo", "undo")
        self.pause = make(table.pause_or_resume_watched_match, "confirm", "pause")
        self.step = make(table.pause_after_watched_turn, "", "next-turn")
        self.speed = make(table.change_watch_speed, "")
        looks = (
            ("confirm", "right", None),
            ("play", "order-play", own),
            ("guard", "order-block", own),
        )
        self.end_buttons = [
            make(partial(controller.end_turn_or_answer, end), hint, icon, cost)
            for end, (hint, icon, cost) in zip(TURN_ENDS, looks, strict=True)
        ]
        self.log = Notebook(context)
        self.coach_panel = CoachPanel(context)
        self.code_widgets = [
            CodeCardWidget(context, picture, slot, controller.show_code_cards) for slot in (0, 1)
        ]
        self.kept = HeldCodesWidget(context, picture, controller.show_code_cards)
        self.hint = IconButton(
            context, "", table.show_hint_or_toggle_hands, icon="hint", hint="hint"
        )
        self.notebook = IconButton(context, "", table.toggle_notebook, icon="notebook", hint="log")
        self.rules = IconButton(context, "", table.show_rules, icon="help", hint="rules")
        self.menu = IconButton(context, "", table.show_menu, icon="menu", hint="back")
        self.deck = TableHotspot(
            context, controller.choose_to_draw_or_draw, lambda: " ".join(deck_lines(picture.model))
        )
        self.faces = [
            TableHotspot(
                context,
                partial(controller.ask_player_at_slot, slot),
                partial(self._player_text_at_slot, slot),
            )
            for slot in (1, 2, 3)
        ]
        self.backs = [
            [
                PinnableCardBack(
                    context, picture, slot, k, partial(controller.pin_value_on_card_back, slot, k)
                )
                for k in range(MAX_HAND_CARDS)
            ]
            for slot in (1, 2, 3)
        ]
        self.menu_label: Callable[[], str] = lambda: _("Menu")
        self.hinted: tuple[str, ...] = ()
        self._has_counted_losses = False
        self.watch: WatchControls | None = None
        self._named: dict[str, Widget] = {
            **dict(zip(TURN_ENDS, self.end_buttons, strict=True)),
            **{f"key_{widget.key_number}": widget for widget in self.keys},
            "double": self.double,
            "ask": self.ask,
            "ask_partner": self.partner,
            "power": self.power,
            "draw": self.draw_button,
        }

    def _player_text_at_slot(self, slot: int) -> str:
        model = self.picture.model
        return seat_line(model, (model.bottom + slot) % model.n_seats)

    @cached_property
    def widgets_by_node_key(self) -> dict[str, Widget]:
        """The widgets of every table except log and coach, by the key of their node.

        They are in reading order, in which Tab also goes.
        """
        backs = [widget for fan in self.backs for widget in fan]
        return {
            **{f"keypad/{n // 3}/{n % 3}": self.keys[key - 1] for n, key in enumerate(KEY_ORDER)},
            **{f"hand/{widget.n}": widget for widget in self.cards},
            "double": self.double,
            **{f"button {n}": widget for n, widget in enumerate(self.dock_buttons)},
            **{f"player {n}": widget for n, widget in enumerate(self.faces)},
            **{f"back {n}": widget for n, widget in enumerate(backs)},
            **{f"code {n}": widget for n, widget in enumerate(self.code_widgets)},
            "kept codes": self.kept,
            "deck": self.deck,
            **{f"icon {n}": widget for n, widget in enumerate(self.icon_buttons)},
        }

    @property
    def end_turn_button(self) -> DockButton:
        """The main button, which ends the turn without a command."""
        return self.end_buttons[0]

    @property
    def confirm_choice_button(self) -> DockButton:
        """The button that carries out the current choice."""
        return self.draw_button if self.picture.model.draft.is_drawing else self.end_turn_button

    @property
    def dock_buttons(self) -> list[DockButton]:
        """All buttons that the dock can show."""
        firsts = [self.draw_button, self.ask, self.partner, self.power]
        return [*self.end_buttons, *firsts, self.back, self.pause, self.step, self.speed]

    @property
    def icon_buttons(self) -> list[IconButton]:
        """The icons at the upper right, from left to right."""
        return [self.hint, self.notebook, self.rules, self.menu]

    @property
    def key_and_card_widgets(self) -> list[Widget]:
        """The widgets that change while cards and markers move."""
        return [*self.keys, *self.cards]

    def widget_of_control(self, control: str) -> Widget | None:
        """Return the widget of the control with this name; None if the table has none."""
        if control in CARD_OF_INTENT:
            equal = [widget for widget in self.cards if widget.value == CARD_OF_INTENT[control]]
            chosen = [widget for widget in equal if widget.is_chosen]
            return next(iter(chosen or equal), None)
        return self._named.get(control)

    def control_rect(self, control: str) -> pygame.Rect | None:
        """Return the rectangle in which a control is drawn; None if the control is not visible."""
        widget = self.widget_of_control(control)
        if widget is None or not widget.visible:
            return None
        return widget.drawn_rect if isinstance(widget, HandCardWidget) else widget.rect

    def all_widgets(self) -> list[Widget]:
        """Return all widgets, in Tab order and drawing order."""
        return [*self.widgets_by_node_key.values(), self.log, *self.coach_panel.widgets]

    def place_widgets(self, geometry: TableGeometry) -> None:
        """Place the widgets that depend only on the window, and set the labels of the icons."""
        table = geometry.table
        for widget in self.keys:
            widget.rect = table.keys[widget.key_number]
        for n, icon in enumerate(self.icon_buttons):
            icon.rect = geometry.icon_rect(n)
        self.deck.rect = geometry.deck_rect()
        for slot, face in enumerate(self.faces, 1):
            face.visible = slot < geometry.n_seats
            if face.visible:
                face.rect = geometry.face_rect(slot)
        self.double.rect = table.double
        self.double.marker = geometry.rack_double_rect()
        labels = (_("Hint"), _("Notebook"), _("Rules"), self.menu_label())
        for icon, label in zip(self.icon_buttons, labels, strict=True):
            icon.label = label

    def update_for_match(self, model: TableViewModel, geometry: TableGeometry) -> None:
        """Update the captions and places that depend on the match."""
        self._has_counted_losses = False
        place_own_cards(self.cards, model, geometry)
        self._update_turn_end_buttons(model)
        self._update_choice_buttons(model)
        self._update_double_switch(model)
        self._update_watch_buttons()
        self._show_and_place_dock_buttons(model, geometry)
        if model.public.result is not None:
            self.hide_turn_controls()
        self._update_hotspots(model)
        if self._has_only_computers:
            is_open = model.snapshot.hands is not None
            self.hint.icon, self.hint.hint = ("eye" if is_open else "eye-off"), "hide"
            self.hint.label = _("Close the hands") if is_open else _("Open the hands")
        self._update_card_backs(model, geometry)
        self.log.rect, self.log.is_docked = (
            geometry.table.notebook,
            geometry.table.is_notebook_beside,
        )
        self.log.visible = self.log.is_open
        self.notebook.is_lit = self.log.visible
        for widget in self.code_widgets:
            widget.visible = model.public.rules.has_codes and widget.has_code_card
            widget.rect = geometry.code_card_rect(widget.slot)
        self.kept.rect = geometry.table.kept
        self.kept.visible = model.public.rules.has_codes and bool(self.kept.codes)
        self.kept.help = _(screen_text.CODES_HELP)

    def hide_turn_controls(self) -> None:
        """Hide the controls of a turn."""
        for widget in (*self.dock_buttons, self.double):
            widget.visible = False

    def update_coach_panel(self, content: CoachPanelContent, geometry: TableGeometry) -> None:
        """Show the coach's content beside the board; content without a title hides the panel."""
        panel, table = self.coach_panel, geometry.table
        shown, zone = CoachPanelContent(), pygame.Rect(0, 0, 0, 0)
        if content.title:
            zone = table.coach.copy()
            shown = self._coach_content_that_fits(content, zone, geometry)
            zone.height = self._coach_panel_height(shown, zone, geometry)
        ceiling = zone.y if table.is_tall else table.ceiling
        panel.show_content(shown, zone, ceiling)
        if content.title and self._cuts_through_player_zone(geometry):
            panel.show_content(shown, zone, ceiling, least=zone.height)
        if content.title and not table.is_tall:
            panel.show_content(
                shown, zone, ceiling, least=zone.bottom - self._coach_panel_top_off_cards(geometry)
            )
        self.hint.is_lit = bool(content.title)

    def _coach_content_that_fits(
        self, content: CoachPanelContent, zone: pygame.Rect, geometry: TableGeometry
    ) -> CoachPanelContent:
        """Return the coach's content, condensed if there is too little height for all of it.

        Args:
            zone: the rectangle in which the panel may stand.
        """
        if self.coach_panel.set_content_and_measure(
            content, zone
        ) <= self._free_height_for_coach_panel(zone, geometry):
            return content
        if content.may_be_compact:
            return content.compact_form()
        if geometry.table.fold and (content.has_chances or geometry.table.is_tall):
            return replace(content, has_low_buttons=True)
        return content

    def _coach_panel_height(
        self, content: CoachPanelContent, zone: pygame.Rect, geometry: TableGeometry
    ) -> int:
        """Return the height of the coach's panel in pixels.

        The panel may grow down to the next control.
        """
        table, wanted = geometry.table, self.coach_panel.set_content_and_measure(content, zone)
        if wanted <= zone.height or self._is_coach_zone_above_opponents(zone, geometry):
            return zone.height
        bottom = table.housing.top if table.is_tall else self._top_of_dock(geometry)
        # The panel may cover the top of the board, since the player has asked for its content.
        if table.is_tall:
            bottom += round(table.keypad.height * 0.6)
        room = max(zone.height, bottom - geometry.table_px(ROW_GAP) - zone.y)
        return min(room, wanted) if table.is_tall else room

    def _free_height_for_coach_panel(self, zone: pygame.Rect, geometry: TableGeometry) -> int:
        """Return the height, in pixels, of a coach's panel that covers nothing."""
        if geometry.table.is_tall:
            is_above = self._is_coach_zone_above_opponents(zone, geometry)
            return zone.height if is_above else geometry.table.housing.top - zone.y
        return self._top_of_dock(geometry) - geometry.table_px(ROW_GAP) - zone.y

    def _top_of_dock(self, geometry: TableGeometry) -> int:
        """Return the upper edge of the visible buttons of the dock."""
        tops = [widget.rect.top for widget in self.dock_buttons if widget.visible]
        return min(tops, default=geometry.table.dock.bottom)

    def _cuts_through_player_zone(self, geometry: TableGeometry) -> bool:
        """Return whether the coach's panel partly covers a zone of a player, such as a rack."""
        table, panel = geometry.table, self.coach_panel.rect
        things = [*table.racks, *table.captures, *table.locks, *table.faces, *table.hands]
        return any(panel.colliderect(one) and not panel.contains(one) for one in things)

    def _coach_panel_top_off_cards(self, geometry: TableGeometry) -> int:
        """Return the upper edge at which the coach's panel cuts through no card in its column.

        The panel is then below the deck and the other cards, or covers them wholly.
        """
        table, top = geometry.table, self.coach_panel.rect.top
        if table.aside.width and table.aside.top < top < table.aside.bottom:
            top = table.aside.top
        return table.ceiling if top < max(table.deck.bottom, table.stacks.bottom) else top

    def _is_coach_zone_above_opponents(self, zone: pygame.Rect, geometry: TableGeometry) -> bool:
        """Return whether the zone of the coach lies above all opponents, in a tall window."""
        return geometry.table.is_tall and all(
            zone.bottom <= face.top for face in geometry.table.faces
        )

    def _update_hotspots(self, model: TableViewModel) -> None:
        """Make the deck and the faces respond if pressing them has an effect now."""
        draw, ask, partner = (model.offers.get(one) for one in _ASKED)
        self.deck.is_live = model.can_act and draw is not None and draw.refusal is None
        self.deck.help = self.draw_button.help
        mate = model.public.seating.partner_of(model.bottom)
        for face, seat in zip(self.faces, model.other_seats, strict=False):
            offer = partner if seat == mate else ask
            is_offered = offer is not None and offer.refusal is None
            face.is_live = model.can_act and is_offered and model.side_of(seat) != NOBODY
            face.help = (self.partner if seat == mate else self.ask).help

    def _update_card_backs(self, model: TableViewModel, geometry: TableGeometry) -> None:
        """Place a button on the back of each card of another player."""
        for slot, fan in enumerate(self.backs, 1):
            seat = (model.bottom + slot) % model.n_seats
            n = model.public.hand_sizes[seat] if slot < model.n_seats else 0
            spots = geometry.card_back_rects(slot, n) if n else []
            for k, widget in enumerate(fan):
                widget.visible = k < n
                widget.help = _(screen_text.PIN_HELP)
                if k < n:
                    missing = max(0, MIN_TARGET_PIXELS - spots[k].width)
                    widget.rect = spots[k].inflate(missing, 0)

    def _show_and_place_dock_buttons(self, model: TableViewModel, geometry: TableGeometry) -> None:
        """Show and place the buttons that apply now."""
        shown = [(kind, widgets) for kind, widgets in self._dock_rows(model) if widgets]
        seen = {widget for _kind, widgets in shown for widget in widgets}
        for widget in self.dock_buttons:
            widget.visible = widget in seen
        table = geometry.table
        if table.is_tall:
            place_dock_in_tall_window(geometry, shown)
        elif table.fold == 2 or table.is_narrow:
            place_dock_in_one_column(geometry, shown)
        else:
            place_dock_rows_from_bottom(geometry, shown)

    def _dock_rows(self, model: TableViewModel) -> list[DockRow]:
        """Return the rows of the dock, the most likely choice first; Draw stands left of Ask."""
        main, *commands = self.end_buttons
        if self.watch is not None:
            return [("first", [self.pause]), ("big", [self.step, self.speed])]
        if model.is_showing_new_cards:
            return [("first", [main])]
        if not model.can_act:
            return []
        phase, draft = model.public.phase, model.draft
        if phase in ("codes", "answer"):
            return [("whole", [main])]
        if phase == "start":
            return [("whole", [main])] if draft.card is not None else []
        if phase == "command" and draft.card is None:
            return [("first", [main]), ("big", commands)]
        drawn = [self.draw_button] if phase == "turn" else []
        if model.preview is not None and model.preview.result is not None:
            return [("whole", [main]), ("small", [*drawn, self.back])]
        if draft.card is not None:
            ask_offer = model.offers.get("ask")
            asks = [self.ask] if ask_offer is not None and ask_offer.refusal is None else []
            return [("first", [main]), ("big", commands), ("small", [*drawn, *asks, self.back])]
        firsts = {"ask": self.ask, "ask_partner": self.partner, "power": self.power}
        ask, *others = [[widget] if name in model.offers else [] for name, widget in firsts.items()]
        more = [widget for found in others for widget in found]
        if model.offers["draw"].refusal is not None:
            return [("small", [*more, *ask])]
        big: DockRow = ("whole", [self.draw_button, *ask])
        # While a draw is chosen, *Back* stands in a row above *Draw*, so that *Draw* does not move.
        if draft.is_drawing and not more:
            return [("small", [self.back]), big]
        return [big, ("small", [*more, self.back] if draft.is_drawing else more)]

    def _update_turn_end_buttons(self, model: TableViewModel) -> None:
        for widget, end in zip(self.end_buttons, TURN_ENDS, strict=True):
            offer, public = model.offers[end], model.public
            caption = turn_end_caption(
                model.wording, public, end, offer, model.draft, model.preview
            )
            live = model.can_act and offer.refusal is None
            text = ""
            if model.public.phase != "over" and model.can_act:
                text = caption.warning or turn_end_help_sentence(
                    model.wording, public, TURN_ENDS[end]
                )
            caption = replace(caption, label=_turn_end_button_label(model, end, caption))
            widget.is_risky = offer.warning == "LOSES_THE_ROUND"
            widget.stamp = _("Blocked") if offer.refusal == "GUARDED" else ""
            is_meant = end == self.hinted[-1] if self.hinted else widget is self.end_turn_button
            widget.set_caption(caption, primary=live and is_meant, help=text)
        self.end_turn_button.icon = "lock" if _does_chosen_card_win(model) else "right"
        if model.is_showing_new_cards:
            text = _(screen_text.HAND_OVER_HELP)
            caption = ButtonCaption(_("On to the next player"))
            self.end_turn_button.set_caption(caption, primary=True, help=text)

    def mark_losing_buttons(self, model: TableViewModel) -> None:
        """Mark the buttons after which the opponent surely wins.

        This is called before drawing, not by ``update``, so that a press need not wait for the
        counting.
        """
        if self._has_counted_losses:
            return
        self._has_counted_losses = True
        controls = (*zip(TURN_ENDS, self.end_buttons, strict=True), ("draw", self.draw_button))
        for control, button in controls:
            if control in model.losing_controls:
                button.mark_as_risky(*losing_warning(model.wording, model.public))

    def _update_watch_buttons(self) -> None:
        if self.watch is not None:
            is_paused = self.watch.is_paused
            self.pause.icon = "play" if is_paused else "pause"
            caption = ButtonCaption(_("Go on") if is_paused else _("Pause"))
            self.pause.set_caption(caption, primary=True)
            self.step.set_caption(ButtonCaption(_("One turn")))
            speed = _(screen_text.SPEED).format(n=self.watch.speed)
            self.speed.set_caption(ButtonCaption(speed))
            self.speed.short = f"{self.watch.speed}×"

    def _update_choice_buttons(self, model: TableViewModel) -> None:
        firsts: tuple[tuple[DockButton, ControlName, ButtonWording], ...] = (
            (self.ask, "ask", _ask_button_caption),
            (self.partner, "ask_partner", _ask_partner_button_caption),
            (self.power, "power", _power_button_caption),
            (self.draw_button, "draw", _draw_button_caption),
        )
        for widget, control, words in firsts:
            offer = model.offers.get(control)
            if offer is not None:
                caption, help = words(model, offer.refusal)
                widget.is_risky = False
                chosen = widget is self.draw_button and model.draft.is_drawing
                chosen = chosen or self.hinted[-1:] == (control,)
                forced = (
                    widget is self.draw_button and offer.refusal is None and _can_only_draw(model)
                )
                widget.set_caption(caption, primary=chosen or forced, help=help)
                widget.hint = "confirm" if chosen else control
                if widget is self.power:
                    widget.cost = POWER_PRICES.get(caption.power_price)
                    widget.names_price = caption.power_price == "point"
        self.draw_button.short, self.back.short = _("Draw"), _("Back")
        self.back.set_caption(ButtonCaption(_("Undo")))

    def _update_double_switch(self, model: TableViewModel) -> None:
        side, public = model.side_of(model.bottom), model.public
        self.double.has_double = side >= 0 and public.double[side] == IN_SUPPLY
        is_placing = model.can_act and bool(model.reachable_keys)
        self.double.visible = self.double.has_double and is_placing and not model.draft.is_drawing
        self.double.is_on = model.draft.double


_ASKED: tuple[ControlName, ...] = ("draw", "ask", "ask_partner")


def _can_only_draw(model: TableViewModel) -> bool:
    """Return whether it is the player's turn and no card of the hand can be played."""
    return model.can_act and model.public.phase == "turn" and not model.reachable_keys


def _does_chosen_card_win(model: TableViewModel) -> bool:
    """Return whether the chosen card wins the round."""
    shown = model.preview
    return shown is not None and shown.result is not None and shown.result.side == model.public.side


def _turn_end_button_label(model: TableViewModel, end: TurnEnd, caption: ButtonCaption) -> str:
    """Return the label of a button that ends the turn; the word of a command is in quotes."""
    if end != "pass":
        name = model.wording.command_name(end).rstrip("!")
        return _("“{command}!”").format(command=name)
    if _does_chosen_card_win(model):
        return _("Crack it")
    return _("End turn") if model.public.phase in ("turn", "command") else caption.label


def _ask_button_caption(
    model: TableViewModel, refusal: Refusal | None
) -> tuple[ButtonCaption, str]:
    wording, price = model.wording, captured_marker_price_text()
    label = _("Ask")
    text = _(screen_text.ASK_HELP)
    if refusal is None:
        return ButtonCaption(
            label,
            price,
            _(screen_text.PLAYER_ANNOUNCES).format(name=_name_of_asked_opponent(model)),
        ), text
    why = refusal_sentence(wording, refusal)
    return ButtonCaption(label, price, short_refusal_text(wording, refusal), reason=why), text


def _name_of_asked_opponent(model: TableViewModel) -> str:
    public = model.public
    if public.seat < 0:
        return _("opponent")
    opponents = public.seating.opponents_of(model.bottom)
    return model.wording.name(opponents[0]) if len(opponents) == 1 else _("opponent")


def _ask_partner_button_caption(
    model: TableViewModel, refusal: Refusal | None
) -> tuple[ButtonCaption, str]:
    partner = model.public.seating.partner_of(model.bottom)
    name = "" if partner is None else model.wording.name(partner)
    text = _(screen_text.PARTNER_HELP).format(name=name)
    why = None if refusal is None else refusal_sentence(model.wording, refusal)
    effect = _(screen_text.PLAYER_ANNOUNCES).format(name=name)
    return caption_without_price(
        _(screen_text.ASK_PLAYER).format(name=name), effect, reason=why
    ), text


def _power_button_caption(
    model: TableViewModel, refusal: Refusal | None
) -> tuple[ButtonCaption, str]:
    public, wording = model.public, model.wording
    side = model.side_of(model.bottom)
    (opponent,) = public.seating.opponents_of(model.bottom)
    caption = power_caption(wording, public.codes[side] or "", wording.name(opponent), refusal)
    return caption, code_card_in_force_text(wording, public.codes, side)


def _draw_button_caption(
    model: TableViewModel, refusal: Refusal | None
) -> tuple[ButtonCaption, str]:
    public, wording = model.public, model.wording
    text = _(screen_text.DRAW_HELP)
    label = _("Draw")
    if refusal is not None:
        full = refusal == "HAND_IS_FULL"
        size = public.hand_sizes[model.bottom]
        limit = public.seating.limits[model.bottom]
        short = _(screen_text.HAND_FULL).format(n=size, limit=limit)
        why = short if full else short_refusal_text(wording, refusal)
        return ButtonCaption(label, "", why, reason=refusal_sentence(wording, refusal)), text
    shows = public.command_in_force == "play"
    text = cannot_obey_sentence() if shows else text
    if model.draft.is_drawing:
        ends = not public.rules.command_after_draw
        effect = _("takes your turn") if ends else _("then end the turn")
        return ButtonCaption(label, "", effect), text
    return caption_without_price(label, _("hand is shown") if shows else ""), text


BOARD_INTENTS = ("draw", "play", "guard", "ask", "ask_partner", "power", "double")


class TableInput:
    """Dispatches events at the table to the controller, to intents and to widgets.

    Args:
        handlers_by_intent: the function of each intent, by name.
    """

    def __init__(
        self,
        widgets: TableWidgets,
        group: FocusGroup,
        controller: TurnController,
        handlers_by_intent: Mapping[str, Callable[[], None]],
    ) -> None:
        self.widgets, self.group, self.controller = widgets, group, controller
        self.handlers_by_intent = handlers_by_intent
        self.context = widgets.context
        self.picture: TableDrawState = widgets.picture

    def is_press_skipping_animation(self, event: pygame.Event) -> bool:
        """Return whether an event is a press, which skips the running animation."""
        if event.type == pygame.KEYDOWN:
            return event.key not in MODIFIER_KEYS
        if event.type == INTENT:
            return str(event.name) != "scan_step"
        if event.type == REQUEST:
            return bool(event.action == "press")
        return event.type == pygame.MOUSEBUTTONDOWN and event.button == 1

    def is_board_intent_event(self, event: pygame.Event) -> bool:
        """Return whether a key or button gives an intent that concerns the board."""
        name = self.context.intent_of_event(event)
        return name in KEY_OF_INTENT or name in CARD_OF_INTENT or name in BOARD_INTENTS

    def handle(self, event: pygame.Event, geometry: TableGeometry) -> bool:
        """Handle an event; return False if nothing responded."""
        if event.type in (pygame.KEYDOWN, INTENT):
            return self._handle_key(event)
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            dragged = self._dragged_card()
            if dragged is not None:
                self._drop_dragged_card(dragged, event.pos, geometry)
        used = self.group.handle_event(event)
        if event.type == pygame.MOUSEMOTION:
            self._choose_dragged_card()
        elif event.type == pygame.MOUSEBUTTONUP:
            for widget in self.widgets.cards:
                widget.release_drag()
        return used

    def widgets_drawn_on_top(self) -> list[Widget]:
        """Return the widgets to draw above all other widgets, such as a chosen card."""
        above: list[Widget] = [self.widgets.log] if self.widgets.log.is_opened else []
        above += self.widgets.coach_panel.widgets
        return above + [
            widget for widget in self.widgets.cards if widget.is_dragged or widget.is_chosen
        ]

    def _handle_key(self, event: pygame.Event) -> bool:
        name = self.context.intent_of_event(event)
        if name == "confirm":
            return self._handle_enter(event)
        if name in KEY_OF_INTENT:
            self.controller.choose_key_or_end_turn(KEY_OF_INTENT[name])
        elif name in CARD_OF_INTENT:
            self.controller.choose_card_or_end_turn(CARD_OF_INTENT[name])
        elif name in self.handlers_by_intent:
            self.handlers_by_intent[name]()
        else:
            return self.group.handle_event(event)
        return True

    def _handle_enter(self, event: pygame.Event) -> bool:
        """Do the first possible action for Enter.

        The actions are, in order: pause or resume a watched match, hurry a computer player, answer
        the coach, activate the focused widget, carry out the current choice.
        """
        if self.widgets.watch is not None and not self.group.ring:
            self.widgets.pause.activate()
            return True
        if self.widgets.watch is None and self.controller.skip_wait_for_computer():
            return True
        panel = self.widgets.coach_panel
        is_on_panel = self.group.ring and self.group.focused_widget in panel.visible_buttons
        if panel.main_button is not None and not is_on_panel:
            panel.main_button.activate()
            return True
        if self.group.ring and self.group.focused_widget is not None:
            return self.group.handle_event(event)
        self.widgets.confirm_choice_button.activate()
        return True

    def _dragged_card(self) -> HandCardWidget | None:
        return next((widget for widget in self.widgets.cards if widget.is_dragged), None)

    def _choose_dragged_card(self) -> None:
        """Choose the card being dragged, so that the table shows where to drop it."""
        widget = self._dragged_card()
        if widget is not None and widget.value is not None:
            self.controller.choose_dragged_card(widget.value)

    def _drop_dragged_card(
        self, widget: HandCardWidget, pos: tuple[int, int], geometry: TableGeometry
    ) -> None:
        """Drop a dragged card.

        On its key or on the row, the card stays chosen; elsewhere, it returns to the hand.
        """
        value, model = widget.value, self.picture.model
        widget.release_drag()
        key = model.preview.key if model.preview is not None else None
        goals = [geometry.table.row]
        if key is not None:
            goals.append(geometry.key_rect(key))
        if model.draft.card != value:
            if value is not None:
                self.controller.choose_card_or_end_turn(value)
        elif not any(goal.collidepoint(pos) for goal in goals):
            self.controller.turn.clear_choice()
        self.controller.table.refresh_and_focus_turn_end()
