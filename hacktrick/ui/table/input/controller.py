"""From keys, presses and drags on the table to choices and actions.

Choices go to the turn in the making, actions to the table, questions to the prompts. It decides
nothing about what is legal.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

import pygame

from hacktrick.app.turn_draft import ControlName, PlayerTurn, Refusal, TurnEnd
from hacktrick.game.cards import Card
from hacktrick.game.keypad import Key
from hacktrick.ui.input.intents import CARD_OF_INTENT, INTENT, KEY_OF_INTENT
from hacktrick.ui.input.key_bindings import MODIFIER_KEYS
from hacktrick.ui.scene.context import Context
from hacktrick.ui.table.geometry import TableGeometry
from hacktrick.ui.table.input.table_widgets import TableWidgets
from hacktrick.ui.table.input.turn_prompts import PromptTable, TurnPrompts
from hacktrick.ui.table.panels.board_widgets import CardWidget, TablePicture
from hacktrick.ui.widgets.basic_widgets import Widget
from hacktrick.ui.widgets.focus import FocusGroup


class ControlledTable(PromptTable, Protocol):
    """What hands do to the table that they lie on."""

    def refuse(self, refusal: Refusal, control: str = "") -> None:
        """Say why something cannot be done, near the control that was pressed."""

    def refresh(self) -> None:
        """Something has changed that is to be seen."""

    def pass_on(self) -> None:
        """What was drawn has been seen."""

    def settle(self) -> None:
        """The turn is next: the main button, and the picture anew."""


class TurnController:
    """See ``parts.Doing`` and ``presses.Pressed`` for who calls what."""

    def __init__(
        self, context: Context, turn: PlayerTurn, asking: TurnPrompts, table: ControlledTable
    ) -> None:
        self.context, self.turn, self.asking, self.table = context, turn, asking, table

    def doings(self) -> Mapping[str, Callable[[], None]]:
        """By the names of the intents."""
        return {
            "draw": self.draw_card,
            "ask": self.ask,
            "ask_partner": self.ask_partner,
            "power": self.use_power,
            "play": lambda: self.end("play"),
            "guard": lambda: self.end("guard"),
            "double": self.toggle_double,
            "undo": self.undo,
            "codes": self.show_codes,
        }

    # Choices

    def choose_card(self, card: Card) -> None:
        again = self.turn.draft.card == card
        if again and self._second_press_ends():
            self.end("pass")
            return
        self._took(self.turn.choose_card(card), f"card_{card}")

    def choose_key(self, key: Key) -> None:
        shown = self.table.frame.preview
        if shown is not None and shown.key == key and self._second_press_ends():
            self.end("pass")
            return
        self._took(self.turn.choose_key(key), f"key_{key}")

    def _second_press_ends(self) -> bool:
        return self.context.settings.confirm == "click"

    def drag_card(self, card: Card) -> None:
        if self.turn.draft.card != card:
            self.turn.choose_card(card)
            self.table.refresh()

    def put_back(self) -> None:
        self.turn.clear()

    def settle(self) -> None:
        self.table.settle()

    def toggle_double(self) -> None:
        self._took(self.turn.toggle_double(), "double")

    def draw_card(self) -> None:
        """Chosen, and done by a second press; at once where a command may follow a draw."""
        if self.turn.draft.drawing or self.turn.session.rules.command_after_draw:
            self._do("draw")
        else:
            self._took(self.turn.choose_draw(), "draw")

    def _took(self, refusal: Refusal | None, control: str) -> None:
        """A choice was made, or refused."""
        if refusal is not None:
            self.table.refuse(refusal, control)
            return
        self.context.play("select", 0)
        self.table.settle()

    def undo(self) -> None:
        if self.turn.clear():
            self.context.play("select", 0)
            self.table.refresh()

    def hurry(self) -> bool:
        thinking = self.turn.session.is_thinking and not self.turn.session.is_looking
        if thinking:
            self.turn.session.hurry()
        return thinking

    # Actions

    def end(self, end: TurnEnd) -> None:
        if self.turn.session.is_looking and end == "pass":
            self.table.pass_on()
            return
        answering = self.turn.session.public.phase in ("codes", "answer")
        self._do("pass" if answering and self.turn.seen is not None else end)

    def ask(self) -> None:
        self._do("ask")

    def ask_partner(self) -> None:
        self._do("ask_partner", absent="NO_PARTNER")

    def use_power(self) -> None:
        """The power of the code in force."""
        if "power" in self.turn.offers():
            self._do("power")

    def show_codes(self) -> None:
        """The codes held and those in force."""
        if self.turn.session.rules.codes:
            self.asking.read_codes()

    def _do(self, control: ControlName, absent: Refusal = "NOT_YOUR_TURN") -> None:
        """What is offered, or the question that comes first, or why not."""
        offer = self.turn.offers().get(control)
        refusal = absent if offer is None else offer.refusal
        if offer is None or refusal is not None:
            self.table.refuse(refusal or absent, control)
        elif offer.answers:
            self.asking.put(control)
        else:
            self.asking.do(*offer.actions)


BOARD_INTENTS = ("draw", "play", "guard", "ask", "ask_partner", "power", "double")


class PressActions(Protocol):
    """What presses come to."""

    def choose_card(self, card: Card) -> None: ...

    def choose_key(self, key: Key) -> None: ...

    def drag_card(self, card: Card) -> None:
        """A card is in the air."""

    def put_back(self) -> None:
        """The card in the air has been dropped where it does nothing."""

    def settle(self) -> None:
        """A card has been dropped: the turn is next."""

    def hurry(self) -> bool:
        """Do not wait for the computer; False if nobody waits."""


class TableInput:
    """``doings``: what the intents of the table do, by name."""

    def __init__(
        self,
        parts: TableWidgets,
        group: FocusGroup,
        pressed: PressActions,
        doings: Mapping[str, Callable[[], None]],
    ) -> None:
        self.parts, self.group, self.pressed, self.doings = parts, group, pressed, doings
        self.context = parts.context
        self.sight: TablePicture = parts.sight

    def is_press(self, event: pygame.Event) -> bool:
        """Whether an event cuts a running motion short."""
        if event.type == pygame.KEYDOWN:
            return event.key not in MODIFIER_KEYS
        if event.type == INTENT:
            return True
        return event.type == pygame.MOUSEBUTTONDOWN and event.button == 1

    def is_for_the_board(self, event: pygame.Event) -> bool:
        """Whether a key or a button means something that is done on the board."""
        name = self.context.intent(event)
        return name in KEY_OF_INTENT or name in CARD_OF_INTENT or name in BOARD_INTENTS

    def handle(self, event: pygame.Event, places: TableGeometry) -> bool:
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
        """Parts that are drawn above all others."""
        above: list[Widget] = [self.parts.log] if self.parts.log.wide else []
        above += [part for part in self.parts.strip.widgets if self.parts.floats]
        return above + [part for part in self.parts.cards if part.is_dragged or part.is_chosen]

    def _key(self, event: pygame.Event) -> bool:
        name = self.context.intent(event)
        if name == "confirm":
            return self._enter(event)
        if name in KEY_OF_INTENT:
            self.pressed.choose_key(KEY_OF_INTENT[name])
        elif name in CARD_OF_INTENT:
            self.pressed.choose_card(CARD_OF_INTENT[name])
        elif name in self.doings:
            self.doings[name]()
        else:
            return self.group.handle(event)
        return True

    def _enter(self, event: pygame.Event) -> bool:
        """What is asked in the strip, else what the ring is on, else the end of the turn; while the
        computer thinks they hurry it."""
        if self.pressed.hurry():
            return True
        strip = self.parts.strip
        on_strip = self.group.ring and self.group.focus in strip.shown
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
        """A card in the air is chosen, so that its key and effect show where it may go."""
        part = self._dragged()
        if part is not None and part.value is not None:
            self.pressed.drag_card(part.value)

    def _drop(self, part: CardWidget, pos: tuple[int, int], places: TableGeometry) -> None:
        """On its key or on the row it stays chosen, anywhere else it goes back."""
        value, frame = part.value, self.sight.frame
        part.let_go()
        key = frame.preview.key if frame.preview is not None else None
        goals = [places.table.row]
        if key is not None:
            goals.append(places.key(key))
        if frame.draft.card != value:
            if value is not None:
                self.pressed.choose_card(value)
        elif not any(goal.collidepoint(pos) for goal in goals):
            self.pressed.put_back()
        self.pressed.settle()
