"""Everything on the table that can be pressed, in the order of Tab, and its placing and wording.

It must not know a session: what a press means is handed in as a set of functions.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Protocol

import pygame

from hacktrick.game.cards import Card
from hacktrick.game.keypad import Key, keys
from hacktrick.game.state import IN_SUPPLY
from hacktrick.seat.draft import NOTHING
from hacktrick.seat.offers import ENDS, Control, End, Refusal
from hacktrick.ui.controls.widgets import Widget
from hacktrick.ui.keys.intents import CARDS
from hacktrick.ui.paint.layout import Table
from hacktrick.ui.stage.context import Context
from hacktrick.ui.table.buttons import BarPart, CommandPart
from hacktrick.ui.table.codes import CodePart
from hacktrick.ui.table.edges import BarWords, spread
from hacktrick.ui.table.places import Places
from hacktrick.ui.table.questions import code_text
from hacktrick.ui.table.side import LogPart
from hacktrick.ui.table.strip import Content, Strip
from hacktrick.ui.table.widgets import (
    MOST_CARDS,
    CardPart,
    DoublePart,
    KeyPart,
    Sight,
)
from hacktrick.words.frame import Frame
from hacktrick.words.powers import power_caption
from hacktrick.words.prompts import (
    Caption,
    captured_price,
    command_help,
    end_caption,
    free,
    order_told,
    reason,
    short_reason,
    shown_hand,
    status,
)
from hacktrick.words.translator import _

LEAST_LOG = 60.0  # units of height under which the log is not worth showing


class Doing(Protocol):
    """What the presses mean."""

    def choose_card(self, card: Card) -> None: ...

    def choose_key(self, key: Key) -> None: ...

    def toggle_double(self) -> None: ...

    def draw_card(self) -> None: ...

    def ask(self) -> None: ...

    def ask_partner(self) -> None: ...

    def use_power(self) -> None: ...

    def end(self, end: End) -> None: ...

    def show_codes(self) -> None: ...


class Ways(Protocol):
    """Where presses lead away from the table."""

    def show_rules(self) -> None: ...

    def pause(self) -> None: ...

    def toggle_panels(self) -> None: ...


Words = Callable[[Frame, Refusal | None], tuple[Caption, str]]
"""What a button says, and the sentence about it; in a frame, with the reason if it is refused."""


class Parts:
    """The widgets of the table."""

    def __init__(self, context: Context, sight: Sight, doing: Doing, table: Ways) -> None:
        self.context = context
        self.sight = sight
        self.cards = [CardPart(context, sight, n, doing.choose_card) for n in range(MOST_CARDS)]
        self.keys = [KeyPart(context, sight, key, doing.choose_key) for key in keys()]
        self.double = DoublePart(context, sight, doing.toggle_double)
        self.ask = CommandPart(context, doing.ask, "ask")
        self.partner = CommandPart(context, doing.ask_partner, "ask_partner")
        self.power = CommandPart(context, doing.use_power, "power")
        self.draw_part = CommandPart(context, doing.draw_card, "draw")
        hints = ("confirm", "play", "guard")
        self.ends = [
            CommandPart(context, partial(doing.end, end), hint)
            for end, hint in zip(ENDS, hints, strict=True)
        ]
        self.log = LogPart(context)
        self.strip = Strip(context)
        self.laid = [CodePart(context, sight, slot, doing.show_codes) for slot in (0, 1)]
        self.codes = BarPart(context, "", doing.show_codes, hint="codes")
        self.rules = BarPart(context, "", table.show_rules, hint="rules")
        self.menu = BarPart(context, "", table.pause, hint="back")
        words = (self.menu, self.rules, self.codes)
        self._words = BarWords(context, words, table.toggle_panels)
        self.panels = self._words.panels
        self.way_out: Callable[[], str] = lambda: _("Menu")
        self._named: dict[str, Widget] = {
            **dict(zip(ENDS, self.ends, strict=True)),
            **{f"key_{part.key_number}": part for part in self.keys},
            "double": self.double,
            "ask": self.ask,
            "ask_partner": self.partner,
            "power": self.power,
            "draw": self.draw_part,
        }

    @property
    def main(self) -> CommandPart:
        return self.ends[0]

    @property
    def final(self) -> CommandPart:
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
        if control in CARDS:
            return next((part for part in self.cards if part.value == CARDS[control]), None)
        return self._named.get(control)

    def all(self) -> list[Widget]:
        """In the order of Tab; the cards are last in drawing, because a lifted one lies above."""
        left = [self.ask, self.partner, self.power, self.draw_part]
        bar: list[Widget] = [self.panels, self.codes, self.rules, self.menu]
        hand = [*self.keys, *self.cards, self.double]
        strip = self.strip.widgets
        return [*hand, *left, *self.ends, *self.laid, *bar, self.log, *strip]

    def place(self, places: Places) -> None:
        """Everything whose place depends on the window alone."""
        table = places.table
        for part in self.keys:
            part.rect = table.keys[part.key_number]
        self._spread(table.right_commands, list(self.ends))
        self.log.rect = table.log
        self._bar(places)

    def _spread(self, zone: pygame.Rect, parts: list[CommandPart]) -> None:
        """Who sits a tie-break out has nothing to press."""
        spread(self.context, zone, parts, flat=3.0, gap=5)

    def _bar(self, places: Places) -> None:
        self.codes.label, self.rules.label, self.menu.label = _("Codes"), _("Rules"), self.way_out()
        self._words.place(places)

    def bar_end(self) -> int:
        """Where the words of the bar begin, in pixels."""
        return self._words.left

    def tell(self, frame: Frame, places: Places) -> None:
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

    def tell_strip(self, content: Content, places: Places) -> None:
        """What the strip says; the log gives way to it, below the board first the panels
        beside it and only then the commands above. While its place is folded away, it lies over
        the table as long as it has something to say."""
        table = places.table
        if not table.coach.width:
            zone = table.aside if content.title else pygame.Rect(0, 0, 0, 0)
            self.strip.tell(content if content.title else Content(), zone, table.ceiling)
            return
        above = table.log.x == table.coach.x and bool(table.log.width)
        ceiling = table.log.y if above else min(table.ceiling, table.coach.y)
        self.strip.tell(content, self._strip_zone(content, table), ceiling)
        if above and not self.log.wide:
            height = min(table.log.height, self.strip.top - self.context.px(8) - table.log.y)
            self.log.rect = pygame.Rect(table.log.x, table.log.y, table.log.width, max(0, height))
        self.log.visible = self.log.rect.height >= self.context.px(LEAST_LOG)

    def _strip_zone(self, content: Content, table: Table) -> pygame.Rect:
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

    def _log_place(self, places: Places) -> pygame.Rect:
        """The log in its column, or wide over the right of the table."""
        return places.table.reading if self.log.wide else places.table.log

    def _tell_cards(self, frame: Frame, places: Places) -> None:
        n_cards = len(frame.hand(frame.bottom))
        spots = places.own_hand(n_cards)
        for part in self.cards:
            part.visible = part.n < n_cards
            if part.visible:
                part.rect = spots[part.n]

    def _tell_ends(self, frame: Frame) -> None:
        for part, end in zip(self.ends, ENDS, strict=True):
            offer, public = frame.offers[end], frame.public
            part.visible = True
            caption = end_caption(frame.wording, public, end, offer, frame.draft, frame.preview)
            live = frame.acting and offer.refusal is None
            text = ""
            if frame.public.phase != "over" and frame.acting:
                text = caption.warning or command_help(frame.wording, public, ENDS[end])
            part.tell(caption, primary=live and part is self.main, help=text)
        self.main.hint = "" if frame.draft.drawing else "confirm"
        if frame.looking:
            text = _("The screen goes on to the next player.")
            caption = Caption(_("SEEN"), "", _("on to the next"))
            self.main.tell(caption, primary=True, help=text)

    def _tell_firsts(self, frame: Frame, places: Places) -> None:
        firsts: tuple[tuple[CommandPart, Control, Words], ...] = (
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

    def _tell_double(self, frame: Frame, places: Places) -> None:
        side = frame.side(frame.bottom)
        self.double.visible = side >= 0
        self.double.there = side >= 0 and frame.public.double[side] == IN_SUPPLY
        self.double.on = frame.draft.double
        self.double.rect = places.double()
        n_markers = max(frame.public.rules.markers, frame.public.supply[side]) if side >= 0 else 1
        self.double.marker = places.big_marker(n_markers)


def _ask_words(frame: Frame, refusal: Refusal | None) -> tuple[Caption, str]:
    wording, price = frame.wording, captured_price()
    label = _("{ask} SUM").format(ask=wording.terms.ask.upper())
    text = _("An opponent announces the sum of the hand to all, for a captured marker.")
    if refusal is None:
        return Caption(label, price, _("{name} tells").format(name=_asked_name(frame))), text
    why = reason(wording, refusal)
    return Caption(label, price, short_reason(wording, refusal), reason=why), text


def _asked_name(frame: Frame) -> str:
    public = frame.public
    if public.seat < 0:
        return _("opponent")
    opponents = public.seating.opponents_of(frame.bottom)
    return frame.wording.name(opponents[0]) if len(opponents) == 1 else _("opponent")


def _partner_words(frame: Frame, refusal: Refusal | None) -> tuple[Caption, str]:
    partner = frame.public.seating.partner_of(frame.bottom)
    name = "" if partner is None else frame.wording.name(partner)
    text = _("{name} announces the sum of the hand to all; once in a turn.").format(name=name)
    why = None if refusal is None else reason(frame.wording, refusal)
    effect = _("{name} tells").format(name=name)
    return free(_("PARTNER"), effect, reason=why), text


def _power_words(frame: Frame, refusal: Refusal | None) -> tuple[Caption, str]:
    public, wording = frame.public, frame.wording
    side = frame.side(frame.bottom)
    (opponent,) = public.seating.opponents_of(frame.bottom)
    caption = power_caption(wording, public.codes[side] or "", wording.name(opponent), refusal)
    return caption, code_text(wording, public.codes, side)


def _draw_words(frame: Frame, refusal: Refusal | None) -> tuple[Caption, str]:
    public, wording = frame.public, frame.wording
    ends = not public.rules.command_after_draw
    effect = _("ends the turn") if ends else _("then end the turn")
    text = _("The top card of the deck goes into the hand.")
    if refusal is not None:
        full = refusal == "HAND_IS_FULL"
        size = public.hand_sizes[frame.bottom]
        limit = public.seating.limits[frame.bottom]
        short = _("hand full {n}/{limit}").format(n=size, limit=limit)
        why = short if full else short_reason(wording, refusal)
        return Caption(_("DRAW"), why, "", reason=reason(wording, refusal)), text
    if frame.draft.drawing:
        shows = public.standing == "play"
        effect = _("hand is shown") if shows else _("ends the turn")
        return Caption(_("DRAW"), _("press again"), effect), shown_hand() if shows else text
    if public.standing == "play":
        return free(_("DRAW"), _("hand is shown")), shown_hand()
    return free(_("DRAW"), effect), text


def standing_help(frame: Frame) -> str:
    """The sentence below the panel at the right while nothing is pointed at: the order that stands
    over the own turn, else whose turn it is while the display says something else."""
    public, seen = frame.public, frame.seen
    if frame.acting and seen is not None and public.phase == "turn" and public.standing:
        return order_told(frame.wording, public, seen)
    return "" if frame.draft == NOTHING else status(frame.wording, public, seen)
