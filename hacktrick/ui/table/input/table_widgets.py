"""All widgets of the table in the order of Tab, with their places and captions."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Protocol

import pygame

from hacktrick.app.turn_draft import EMPTY_DRAFT, TURN_ENDS, ControlName, Refusal, TurnEnd
from hacktrick.game.cards import Card
from hacktrick.game.keypad import Key, keys
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
from hacktrick.ui.input.intents import CARD_OF_INTENT
from hacktrick.ui.layout.table_layout import TableLayout
from hacktrick.ui.scene.context import Context
from hacktrick.ui.table.geometry import TableGeometry
from hacktrick.ui.table.input.turn_prompts import code_text
from hacktrick.ui.table.panels.board_widgets import (
    MOST_CARDS,
    CardWidget,
    CodeWidget,
    DoubleWidget,
    KeyWidget,
    TablePicture,
)
from hacktrick.ui.table.panels.coach_panel import CoachStrip, StripContent
from hacktrick.ui.table.panels.command_buttons import (
    BarButton,
    BarButtons,
    CommandButton,
    spread_buttons,
)
from hacktrick.ui.table.panels.right_column import LogPanel
from hacktrick.ui.widgets.basic_widgets import Widget

LEAST_LOG = 60.0  # units of height under which the log is not worth showing


class WidgetActions(Protocol):
    """What the presses mean."""

    def choose_card(self, card: Card) -> None: ...

    def choose_key(self, key: Key) -> None: ...

    def toggle_double(self) -> None: ...

    def draw_card(self) -> None: ...

    def ask(self) -> None: ...

    def ask_partner(self) -> None: ...

    def use_power(self) -> None: ...

    def end(self, end: TurnEnd) -> None: ...

    def show_codes(self) -> None: ...


class TableExits(Protocol):
    """Where presses lead away from the table."""

    def show_rules(self) -> None: ...

    def pause(self) -> None: ...

    def toggle_panels(self) -> None: ...


ButtonWording = Callable[[TableFrame, Refusal | None], tuple[ButtonCaption, str]]
"""What a button says, and the sentence about it; in a frame, with the reason if it is refused."""


class TableWidgets:
    """The widgets of the table."""

    def __init__(
        self, context: Context, sight: TablePicture, doing: WidgetActions, table: TableExits
    ) -> None:
        self.context = context
        self.sight = sight
        self.cards = [CardWidget(context, sight, n, doing.choose_card) for n in range(MOST_CARDS)]
        self.keys = [KeyWidget(context, sight, key, doing.choose_key) for key in keys()]
        self.double = DoubleWidget(context, sight, doing.toggle_double)
        self.ask = CommandButton(context, doing.ask, "ask")
        self.partner = CommandButton(context, doing.ask_partner, "ask_partner")
        self.power = CommandButton(context, doing.use_power, "power")
        self.draw_part = CommandButton(context, doing.draw_card, "draw")
        hints = ("confirm", "play", "guard")
        self.ends = [
            CommandButton(context, partial(doing.end, end), hint)
            for end, hint in zip(TURN_ENDS, hints, strict=True)
        ]
        self.log = LogPanel(context)
        self.strip = CoachStrip(context)
        self.laid = [CodeWidget(context, sight, slot, doing.show_codes) for slot in (0, 1)]
        self.codes = BarButton(context, "", doing.show_codes, hint="codes")
        self.rules = BarButton(context, "", table.show_rules, hint="rules")
        self.menu = BarButton(context, "", table.pause, hint="back")
        words = (self.menu, self.rules, self.codes)
        self._words = BarButtons(context, words, table.toggle_panels)
        self.panels = self._words.panels
        self.way_out: Callable[[], str] = lambda: _("Menu")
        self._named: dict[str, Widget] = {
            **dict(zip(TURN_ENDS, self.ends, strict=True)),
            **{f"key_{part.key_number}": part for part in self.keys},
            "double": self.double,
            "ask": self.ask,
            "ask_partner": self.partner,
            "power": self.power,
            "draw": self.draw_part,
        }

    @property
    def main(self) -> CommandButton:
        return self.ends[0]

    @property
    def final(self) -> CommandButton:
        """The button that makes final what is chosen."""
        return self.draw_part if self.sight.frame.draft.drawing else self.main

    @property
    def board(self) -> list[Widget]:
        """The parts that change while cards and markers are on their way."""
        return [*self.keys, *self.cards]

    @property
    def floats(self) -> bool:
        """Whether the strip lies over the table, because its place is folded away."""
        return self.strip.visible and not self.sight.places.table.coach.width

    def of(self, control: str) -> Widget | None:
        """The part of a control; None for one that is not on this table."""
        if control in CARD_OF_INTENT:
            return next(
                (part for part in self.cards if part.value == CARD_OF_INTENT[control]), None
            )
        return self._named.get(control)

    def all(self) -> list[Widget]:
        """In the order of Tab; the cards are last in drawing, because a lifted one lies above."""
        left = [self.ask, self.partner, self.power, self.draw_part]
        bar: list[Widget] = [self.panels, self.codes, self.rules, self.menu]
        hand = [*self.keys, *self.cards, self.double]
        strip = self.strip.widgets
        return [*hand, *left, *self.ends, *self.laid, *bar, self.log, *strip]

    def place(self, places: TableGeometry) -> None:
        """Everything whose place depends on the window alone."""
        table = places.table
        for part in self.keys:
            part.rect = table.keys[part.key_number]
        self._spread(table.right_commands, list(self.ends))
        self.log.rect = table.log
        self._bar(places)

    def _spread(self, zone: pygame.Rect, parts: list[CommandButton]) -> None:
        """Who sits a tie-break out has nothing to press."""
        spread_buttons(self.context, zone, parts, flat=3.0, gap=5)

    def _bar(self, places: TableGeometry) -> None:
        self.codes.label, self.rules.label, self.menu.label = _("Codes"), _("Rules"), self.way_out()
        self._words.place(places)

    def bar_end(self) -> int:
        """Where the words of the bar begin, in pixels."""
        return self._words.left

    def tell(self, frame: TableFrame, places: TableGeometry) -> None:
        """The words and places that depend on the game."""
        self._uncover()
        self._tell_cards(frame, places)
        self._tell_ends(frame)
        self._tell_firsts(frame, places)
        self._tell_double(frame, places)
        if frame.is_watched or frame.public.result is not None:
            self.hide_controls()
        self.log.tell(frame.log)
        self.log.rect = self._log_place(places)
        self.log.visible = bool(self.log.rect.width)
        self.codes.visible = frame.public.rules.codes
        self._bar(places)
        for part in self.laid:
            part.visible = frame.public.rules.codes and part.is_there
            part.rect = places.code(part.slot)
        if places.opened:
            self._cover()

    def hide_controls(self) -> None:
        """Nobody at the screen has a turn to make."""
        for part in (*self.ends, self.ask, self.partner, self.power, self.draw_part, self.double):
            part.visible = False

    def tell_strip(self, content: StripContent, places: TableGeometry) -> None:
        """What the strip says; the log gives way to it, below the board first the panels
        beside it and only then the commands above. While its place is folded away, it lies over
        the table as long as it has something to say."""
        table = places.table
        if not table.coach.width:
            zone = table.aside if content.title else pygame.Rect(0, 0, 0, 0)
            self.strip.tell(content if content.title else StripContent(), zone, table.ceiling)
            return
        above = table.log.x == table.coach.x and bool(table.log.width)
        ceiling = table.log.y if above else min(table.ceiling, table.coach.y)
        self.strip.tell(content, self._strip_zone(content, table), ceiling)
        if above and not self.log.wide:
            height = min(table.log.height, self.strip.top - self.context.px(8) - table.log.y)
            self.log.rect = pygame.Rect(table.log.x, table.log.y, table.log.width, max(0, height))
        self.log.visible = self.log.rect.height >= self.context.px(LEAST_LOG)

    def _strip_zone(self, content: StripContent, table: TableLayout) -> pygame.Rect:
        """Its own place; below the board also those of the panels beside it, as far as it needs
        them."""
        zone = table.coach
        for panel in (table.unseen, table.own):
            beside = panel.y == zone.y and panel.width
            if beside and self.strip.wanted(content, zone) > zone.height:
                zone = zone.union(panel)
        return zone

    def _cover(self) -> None:
        """The panels lie open over the table: what is below them cannot be pressed."""
        below = (*self.keys, *self.cards, *self.ends, *self.laid)
        for part in (*below, self.double, self.ask, self.partner, self.power, self.draw_part):
            part.visible = False

    def _uncover(self) -> None:
        for part in (*self.keys, *self.ends):
            part.visible = True

    def _log_place(self, places: TableGeometry) -> pygame.Rect:
        """The log in its column, or wide over the right of the table."""
        return places.table.reading if self.log.wide else places.table.log

    def _tell_cards(self, frame: TableFrame, places: TableGeometry) -> None:
        n_cards = len(frame.hand(frame.bottom))
        spots = places.own_hand(n_cards)
        for part in self.cards:
            part.visible = part.n < n_cards
            if part.visible:
                part.rect = spots[part.n]

    def _tell_ends(self, frame: TableFrame) -> None:
        for part, end in zip(self.ends, TURN_ENDS, strict=True):
            offer, public = frame.offers[end], frame.public
            part.visible = True
            caption = end_caption(frame.wording, public, end, offer, frame.draft, frame.preview)
            live = frame.acting and offer.refusal is None
            text = ""
            if frame.public.phase != "over" and frame.acting:
                text = caption.warning or command_help(frame.wording, public, TURN_ENDS[end])
            part.tell(caption, primary=live and part is self.main, help=text)
        self.main.hint = "" if frame.draft.drawing else "confirm"
        if frame.looking:
            text = _("The screen goes on to the next player.")
            caption = ButtonCaption(_("SEEN"), "", _("on to the next"))
            self.main.tell(caption, primary=True, help=text)

    def _tell_firsts(self, frame: TableFrame, places: TableGeometry) -> None:
        firsts: tuple[tuple[CommandButton, ControlName, ButtonWording], ...] = (
            (self.ask, "ask", _ask_words),
            (self.partner, "ask_partner", _partner_words),
            (self.power, "power", _power_words),
            (self.draw_part, "draw", _draw_words),
        )
        shown = []
        for part, control, words in firsts:
            offer = frame.offers.get(control)
            part.visible = offer is not None
            if offer is not None:
                caption, help = words(frame, offer.refusal)
                chosen = part is self.draw_part and frame.draft.drawing
                part.tell(caption, primary=chosen, help=help)
                part.hint = "confirm" if chosen else control
                shown.append(part)
        self._spread(places.table.left_commands, shown)

    def _tell_double(self, frame: TableFrame, places: TableGeometry) -> None:
        side = frame.side(frame.bottom)
        self.double.visible = side >= 0
        self.double.there = side >= 0 and frame.public.double[side] == IN_SUPPLY
        self.double.on = frame.draft.double
        self.double.rect = places.double()
        n_markers = max(frame.public.rules.markers, frame.public.supply[side]) if side >= 0 else 1
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
    """The sentence below the panel at the right while nothing is pointed at: the order that stands
    over the own turn, else whose turn it is while the display says something else."""
    public, seen = frame.public, frame.seen
    if frame.acting and seen is not None and public.phase == "turn" and public.standing:
        return standing_command_sentence(frame.wording, public, seen)
    return "" if frame.draft == EMPTY_DRAFT else status_sentence(frame.wording, public, seen)
