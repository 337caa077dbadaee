"""The hands on the table: what is chosen, done or asked by what a player means.

Choices go to the ``Turn``, actions to the table, questions to ``Asking``. It knows no event, no
place and no picture, and has no idea of its own of what may be done.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from hacktrick.game.cards import Card
from hacktrick.game.keypad import Key
from hacktrick.seat.offers import Control, End, Refusal
from hacktrick.seat.turn import Turn
from hacktrick.ui.stage.context import Context
from hacktrick.ui.table.asking import Asked, Asking


class Table(Asked, Protocol):
    """What hands do to the table that they lie on."""

    def refuse(self, refusal: Refusal, control: str = "") -> None:
        """Say why something cannot be done, near the control that was pressed."""

    def refresh(self) -> None:
        """Something has changed that is to be seen."""

    def pass_on(self) -> None:
        """What was drawn has been seen."""

    def settle(self) -> None:
        """The turn is next: the main button, and the picture anew."""


class TableHands:
    """See ``parts.Doing`` and ``presses.Pressed`` for who calls what."""

    def __init__(self, context: Context, turn: Turn, asking: Asking, table: Table) -> None:
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

    def end(self, end: End) -> None:
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

    def _do(self, control: Control, absent: Refusal = "NOT_YOUR_TURN") -> None:
        """What is offered, or the question that comes first, or why not."""
        offer = self.turn.offers().get(control)
        refusal = absent if offer is None else offer.refusal
        if offer is None or refusal is not None:
            self.table.refuse(refusal or absent, control)
        elif offer.answers:
            self.asking.put(control)
        else:
            self.asking.do(*offer.actions)
