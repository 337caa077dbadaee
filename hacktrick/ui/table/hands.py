"""The hands on the table: what is chosen, done or asked by what a player means.

Choices go to the ``Turn``, actions to the table, questions to ``Asking``. It knows no event, no
place and no picture.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

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
from hacktrick.seat.turn import Refusal, Turn
from hacktrick.ui.stage.context import Context
from hacktrick.ui.table.asking import Asking
from hacktrick.ui.table.parts import (
    FirstOffers,
    ask_offer,
    draw_offer,
    partner_offer,
    refusal_of,
)
from hacktrick.words.frame import Frame

END_NAMES: dict[Action, str] = {PASS: "pass", COMMAND_PLAY: "play", COMMAND_GUARD: "guard"}


class Table(Protocol):
    """What hands do to the table that they lie on."""

    @property
    def frame(self) -> Frame:
        """What is shown now."""

    @property
    def veiled(self) -> bool:
        """The player hides the own cards."""

    def submit(self, *actions: Action) -> None:
        """The player acts."""

    def refuse(self, refusal: Refusal, control: str = "") -> None:
        """Say why something cannot be done, near the control that was pressed."""

    def refresh(self) -> None:
        """Something has changed that is to be seen."""

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
            "play": lambda: self.end(COMMAND_PLAY),
            "guard": lambda: self.end(COMMAND_GUARD),
            "double": self.toggle_double,
            "undo": self.undo,
            "codes": self.show_codes,
        }

    # Choices

    def choose_card(self, card: Card) -> None:
        again = self.turn.draft.card == card
        if again and self._second_press_ends():
            self.end(PASS)
            return
        self._took(self._blind() or self.turn.choose_card(card), f"card_{card}")

    def choose_key(self, key: Key) -> None:
        shown = self.table.frame.preview
        if shown is not None and shown.key == key and self._second_press_ends():
            self.end(PASS)
            return
        self._took(self._blind() or self.turn.choose_key(key), f"key_{key}")

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
        self._took(self._blind() or self.turn.toggle_double(), "double")

    def draw_card(self) -> None:
        turn = self.turn
        if turn.session.rules.command_after_draw and turn.may_draw() and self._blind() is None:
            self.table.submit(DRAW)
            return
        self._took(self._blind() or turn.choose_draw(), "draw")

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
        thinking = self.turn.session.is_thinking
        if thinking:
            self.turn.session.hurry()
        return thinking

    def _blind(self) -> Refusal | None:
        """Hidden cards cannot be chosen."""
        return "HAND_IS_HIDDEN" if self.table.veiled and self.turn.session.may_act else None

    # Actions

    def end(self, action: Action) -> None:
        session, refusal = self.turn.session, self._blind()
        answering = session.public.phase in ("codes", "answer")
        if refusal is None and session.may_act and answering:
            self.asking.prompt(again=True)
            return
        found = refusal or self.turn.end(action)
        if isinstance(found, str):
            self.table.refuse(found, END_NAMES[action])
            return
        if found[-1] == PASS:
            self.context.play("pass", 0)
        self.table.submit(*found)

    def ask(self) -> None:
        seen, offered = self.turn.seen, self.first_offers(self.table.frame).ask
        several = seen is not None and len(seen.public.seating.opponents_of(seen.seat)) > 1
        may = offered is None or offered.caption.reason is None
        if several and may and not self._blind():
            self.asking.whom()
        else:
            self._do(ASK, "ask")

    def ask_partner(self) -> None:
        self._do(PARTNER, "ask_partner")

    def use_power(self) -> None:
        """The power of the code in force."""
        frame, seen, blind = self.table.frame, self.turn.seen, self._blind()
        offered = self.asking.power_offer(frame)
        if offered is None:
            return
        if blind is not None or seen is None or offered.caption.reason is not None:
            self.table.refuse(blind or self.asking.power_refusal(frame), "power")
            return
        self.asking.use_power(seen)

    def show_codes(self) -> None:
        """The codes held and those in force."""
        if self.turn.session.rules.codes:
            self.asking.read_codes()

    def _do(self, action: Action, control: str) -> None:
        seen = self.turn.seen
        if self._blind() is None and seen is not None and action in legal_actions(seen):
            self.table.submit(action)
            return
        self.table.refuse(self._blind() or self.turn.do(action) or "NOT_NOW", control)

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
