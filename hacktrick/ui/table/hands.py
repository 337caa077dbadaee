"""The hands on the table: what keys, presses and drags mean there.

It turns events into choices of the ``Turn`` and into actions; it draws nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pygame

from hacktrick.game.actions import (
    ASK,
    COMMAND_GUARD,
    COMMAND_PLAY,
    DRAW,
    PARTNER,
    PASS,
    Action,
    Ask,
)
from hacktrick.game.cards import Card
from hacktrick.game.keypad import Key
from hacktrick.game.legal import legal_actions
from hacktrick.game.rules import NOBODY
from hacktrick.seat.turn import Refusal
from hacktrick.ui.controls.notice import save_copy
from hacktrick.ui.controls.widgets import Widget
from hacktrick.ui.keys.chords import MODIFIER_KEYS
from hacktrick.ui.keys.intents import INTENT
from hacktrick.ui.table.asking import Asking
from hacktrick.ui.table.parts import (
    FirstOffers,
    ask_offer,
    draw_offer,
    partner_offer,
    refusal_of,
    standing_help,
)
from hacktrick.ui.table.widgets import CardPart
from hacktrick.words.frame import Frame

if TYPE_CHECKING:
    from hacktrick.ui.table.scene import TableScene

CARDS = {f"card_{n}": n for n in range(6)}
BOARD = {f"key_{n}": n for n in range(1, 10)}


class TableHands:
    """See ``table_parts.Doing`` for what the presses on parts call."""

    def __init__(self, table: TableScene) -> None:
        self.table = table
        self.asking = Asking(table)
        self._doings: dict[str, Callable[[], None]] = {
            "draw": self.draw_card,
            "ask": self.ask,
            "ask_partner": self.ask_partner,
            "power": self.use_power,
            "play": lambda: self.end(COMMAND_PLAY),
            "guard": lambda: self.end(COMMAND_GUARD),
            "double": self.toggle_double,
            "undo": self.undo,
            "codes": self.show_codes,
            "log": self.toggle_log,
            "hide": table.veil,
            "rules": table.show_rules,
            "key_sheet": lambda: table.show_rules("keys"),
            "settings": table.context.ways.settings,
            "menu": table.pause,
            "save_copy": lambda: save_copy(table.context, table.desk),
            "back": self.escape,
        }

    # Events

    def is_press(self, event: pygame.Event) -> bool:
        """Whether an event cuts a running motion short."""
        if event.type == pygame.KEYDOWN:
            return event.key not in MODIFIER_KEYS
        if event.type == INTENT:
            return True
        return event.type == pygame.MOUSEBUTTONDOWN and event.button == 1

    def handle(self, event: pygame.Event) -> bool:
        if event.type in (pygame.KEYDOWN, INTENT):
            return self._key(event)
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            dragged = next((part for part in self.table.parts.cards if part.is_dragged), None)
            if dragged is not None:
                self._drop(dragged, event.pos)
        used = self.table.group.handle(event)
        if event.type == pygame.MOUSEMOTION:
            self._drag_shows_the_choice()
        elif event.type == pygame.MOUSEBUTTONUP:
            for part in self.table.parts.cards:
                part.let_go()
        return used

    def _key(self, event: pygame.Event) -> bool:
        name = self.table.intent(event)
        if name == "confirm":
            return self._enter(event)
        if name in BOARD:
            self.choose_key(BOARD[name])
        elif name in CARDS:
            self.choose_card(CARDS[name])
        elif name in self._doings:
            self._doings[name]()
        else:
            return self.table.group.handle(event)
        return True

    def _enter(self, event: pygame.Event) -> bool:
        """What the ring is on, else the end of the turn; while the computer
        thinks they hurry it."""
        table = self.table
        if table.session.is_thinking:
            table.session.hurry()
            return True
        if table.group.ring and table.group.focus is not None:
            return table.group.handle(event)
        table.parts.main.activate()
        return True

    # Dragging

    def _drag_shows_the_choice(self) -> None:
        """A card in the air is chosen, so that its key and effect show where it may go."""
        part = next((part for part in self.table.parts.cards if part.is_dragged), None)
        if part is None or part.value is None:
            return
        self.table.dirty = True
        if self.table.turn.draft.card != part.value:
            self.table.turn.choose_card(part.value)
            self.table.refresh()

    def _drop(self, part: CardPart, pos: tuple[int, int]) -> None:
        """On its key or on the row it stays chosen, anywhere else it goes back."""
        table, value = self.table, part.value
        part.let_go()
        key = table.frame.preview.key if table.frame.preview is not None else None
        goals = [table.places.table.row]
        if key is not None:
            goals.append(table.places.key(key))
        if table.turn.draft.card != value:
            if value is not None:
                self.choose_card(value)
        elif not any(goal.collidepoint(pos) for goal in goals):
            table.turn.clear()
        table.group.set_focus(table.parts.main)
        table.refresh()

    def lifted(self) -> list[Widget]:
        """Parts that are drawn above all others."""
        parts = self.table.parts
        above: list[Widget] = [parts.log] if self.table.wide_log else []
        return above + [part for part in parts.cards if part.is_dragged or part.is_chosen]

    # Choices

    def choose_card(self, card: Card) -> None:
        again = self.table.turn.draft.card == card
        if again and self._second_press_ends():
            self.end(PASS)
            return
        at = next((part for part in self.table.parts.cards if part.value == card), None)
        self._took(self._blind() or self.table.turn.choose_card(card), at)

    def choose_key(self, key: Key) -> None:
        shown = self.table.frame.preview
        if shown is not None and shown.key == key and self._second_press_ends():
            self.end(PASS)
            return
        at = self.table.parts.keys[key - 1]
        self._took(self._blind() or self.table.turn.choose_key(key), at)

    def _second_press_ends(self) -> bool:
        return self.table.context.settings.confirm == "click"

    def toggle_double(self) -> None:
        self._took(self._blind() or self.table.turn.toggle_double(), self.table.parts.double)

    def draw_card(self) -> None:
        part = self.table.parts.draw_part
        turn = self.table.turn
        if turn.session.rules.command_after_draw:
            if turn.may_draw() and not self._blind():
                self.table.submit(DRAW)
            else:
                self._took(self._blind() or turn.choose_draw(), part)
            return
        self._took(self._blind() or turn.choose_draw(), part)

    def _took(self, refusal: Refusal | None, at: Widget | None) -> None:
        """A choice was made, or refused."""
        if refusal is not None:
            self.table.refuse(refusal, at)
            return
        self.table.context.play("select", 0)
        self.table.group.set_focus(self.table.parts.main)
        self.table.refresh()

    def _blind(self) -> Refusal | None:
        """Hidden cards cannot be chosen."""
        return "HAND_IS_HIDDEN" if self.table.veiled and self.table.session.may_act else None

    # Actions

    def end(self, action: Action) -> None:
        table = self.table
        refusal = self._blind()
        part = table.parts.ends[(PASS, COMMAND_PLAY, COMMAND_GUARD).index(action)]
        if (
            refusal is None
            and table.session.may_act
            and table.session.public.phase
            in (
                "codes",
                "answer",
            )
        ):
            self.prompt(again=True)
            return
        found = refusal or table.turn.end(action)
        if isinstance(found, str):
            table.refuse(found, part)
            return
        if found[-1] == PASS:
            table.context.play("pass", 0)
        table.submit(*found)

    def ask(self) -> None:
        part, table = self.table.parts.ask, self.table
        seen = table.turn.seen
        several = seen is not None and len(seen.public.seating.opponents_of(seen.seat)) > 1
        if several and part.reason is None and not self._blind():
            self.asking.whom()
        else:
            self._do(ASK, part)

    def ask_partner(self) -> None:
        self._do(PARTNER, self.table.parts.partner)

    def use_power(self) -> None:
        """The power of the code in force."""
        part, seen = self.table.parts.power, self.table.turn.seen
        if not part.visible:
            return
        blind = self._blind()
        if blind is not None or seen is None or part.reason is not None:
            self.table.refuse(blind or self.asking.power_refusal(self.table.frame), part)
            return
        self.asking.use_power(seen)

    def _do(self, action: Action, at: Widget) -> None:
        seen = self.table.turn.seen
        if self._blind() is None and seen is not None and action in legal_actions(seen):
            self.table.submit(action)
            return
        self.table.refuse(self._blind() or self.table.turn.do(action) or "NOT_NOW", at)

    def undo(self) -> None:
        if self.table.turn.clear():
            self.table.context.play("select", 0)
            self.table.refresh()

    def escape(self) -> None:
        """Back from a choice or from the log, else the menu."""
        if self.table.turn.clear():
            self.table.refresh()
        elif self.table.wide_log:
            self.toggle_log()
        else:
            self.table.pause()

    def pause(self) -> None:
        self.table.pause()

    def show_rules(self) -> None:
        self.table.show_rules()

    def show_codes(self) -> None:
        """The codes held and those in force."""
        if self.table.session.rules.codes:
            self.asking.read_codes()

    def prompt(self, again: bool = False) -> None:
        """Ask what only an answer can decide: a code to lay, a stake."""
        self.asking.prompt(again)

    def toggle_log(self) -> None:
        self.table.wide_log = not self.table.wide_log
        self.table.refresh()

    # Words

    def first_offers(self, frame: Frame) -> FirstOffers:
        """The buttons at the left."""
        seen = frame.seen
        legal = legal_actions(seen) if seen is not None and frame.acting else ()
        public = frame.public
        side = frame.side(frame.bottom)
        if side == NOBODY:
            return FirstOffers(None, None, None, None)
        opponents = public.seating.opponents_of(frame.bottom)
        asks: tuple[Action, ...] = tuple(Ask(seat) for seat in opponents)
        if len(opponents) == 1:
            asks = (ASK,)
        refusals = [refusal_of(frame, action, legal) for action in asks]
        ask = ask_offer(frame, None if None in refusals else refusals[0])
        power = self.asking.power_offer(frame)
        partner = None
        if public.seating.partner_of(frame.bottom) is not None:
            partner = partner_offer(frame, refusal_of(frame, PARTNER, legal))
        draw = draw_offer(frame, refusal_of(frame, DRAW, legal))
        return FirstOffers(ask, partner, power, draw)

    def standing_help(self, frame: Frame) -> str:
        return standing_help(frame)
