"""Questions on the table and what their answers do: whom to ask, codes, powers, stakes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import pygame

from hacktrick.game.actions import DISCARD, STAKE, Action, Ask, Lay
from hacktrick.game.legal import legal_actions
from hacktrick.game.rules import NOBODY
from hacktrick.game.state import Observation
from hacktrick.seat.turn import Refusal, Turn
from hacktrick.ui.stage.context import Context
from hacktrick.ui.table import questions
from hacktrick.ui.table.parts import Offered, refusal_of
from hacktrick.ui.table.question import Question, QuestionScene
from hacktrick.words.frame import Frame
from hacktrick.words.powers import power_caption

Make = Callable[[Observation], Question | None]


class Asked(Protocol):
    """The table that questions are put over."""

    @property
    def frame(self) -> Frame:
        """What is shown now."""

    def submit(self, *actions: Action) -> None:
        """The player acts."""

    def middle(self) -> pygame.Rect:
        """Where questions are put."""


class Asking:
    """Puts questions over the table. Each lives only while its player is at the screen and the
    match has not moved on."""

    def __init__(self, context: Context, turn: Turn, table: Asked) -> None:
        self.context, self.turn, self.table = context, turn, table
        self._prompted = -1  # the version of the match that was asked about unbidden

    def whom(self) -> None:
        """Several opponents could be asked."""

        def make(seen: Observation) -> Question:
            refusals = {
                seat: self._refusal(Ask(seat), seen)
                for seat in seen.public.seating.opponents_of(seen.seat)
            }
            return questions.whom_to_ask(self.table.frame.wording, seen, refusals, self._do)

        self._put(make)

    def prompt(self, again: bool = False) -> None:
        """A code to lay or a stake to answer; once by itself, then whenever it is wanted."""
        session = self.turn.session
        phase, version = session.public.phase, session.version
        if not session.may_act or phase not in ("codes", "answer") or self.table.frame.veiled:
            return
        if not again and self._prompted == version:
            return
        self._prompted = version
        self._put(self._prompted_question)

    def _prompted_question(self, seen: Observation) -> Question | None:
        wording = self.table.frame.wording
        if seen.public.phase == "codes":
            return questions.code_to_lay(wording, seen.held, self._do)
        return questions.stake_to_answer(wording, seen, self._do)

    def read_codes(self) -> None:
        """The codes in force, and in private the own ones."""
        session = self.turn.session
        version, viewer = session.version, session.viewer

        def make() -> Question | None:
            same = (session.version, session.viewer) == (version, viewer)
            return questions.codes_to_read(self.table.frame) if same else None

        self.context.stack.push(QuestionScene(self.context, make, self.table.middle))

    def use_power(self, seen: Observation) -> None:
        """The power of the code in force has been pressed, and may be used."""
        code = seen.public.codes[seen.public.side]
        if code == "vaeck":
            self._put(lambda now: questions.card_to_swap(self.table.frame.wording, now, self._do))
        elif code == "sun":
            picked: list[int] = []
            self._put(
                lambda now: questions.cards_to_bury(self.table.frame.wording, now, picked, self._do)
            )
        elif code == "kriskaya":
            action = self.turn.first_card()
            if action is not None:
                self._do(action)
        else:
            action = questions.power_action(code or "", seen)
            if action is not None:
                self._do(action)

    def power_offer(self, frame: Frame) -> Offered | None:
        """The button of the own code's power; None where it needs no button."""
        public = frame.public
        side = frame.side(frame.bottom)
        code = public.codes[side] if side != NOBODY else None
        if code not in questions.WITH_BUTTON or code is None:
            return None
        (opponent,) = public.seating.opponents_of(frame.bottom)
        name = frame.wording.name(opponent)
        caption = power_caption(frame.wording, code, name, self._power_refusal(frame, code))
        return Offered(caption, questions.code_text(frame.wording, public.codes, side))

    def power_refusal(self, frame: Frame) -> Refusal:
        code = frame.public.codes[frame.side(frame.bottom)]
        return self._power_refusal(frame, code or "") or "NOT_NOW"

    def _power_refusal(self, frame: Frame, code: str) -> Refusal | None:
        seen = frame.glance.seen
        if not frame.acting or seen is None:
            return "ROUND_IS_OVER" if frame.public.phase == "over" else "NOT_YOUR_TURN"
        if code == "kriskaya":
            return self._second_card_refusal(frame)
        action = questions.power_action(code, seen)
        return None if action is None else refusal_of(frame, action, legal_actions(seen))

    def _second_card_refusal(self, frame: Frame) -> Refusal | None:
        if not frame.public.again:
            return "NO_SECOND_CARD"
        if frame.public.phase == "command":
            return "CHOOSE_A_CARD"  # the second one, which needs no button
        return None if self.turn.first_card() is not None else "CHOOSE_A_CARD"

    def _refusal(self, action: Action, seen: Observation) -> Refusal | None:
        return refusal_of(self.table.frame, action, legal_actions(seen))

    def _put(self, make: Make) -> None:
        version = self.turn.session.version

        def now() -> Question | None:
            seen = self.turn.seen
            if seen is None or self.turn.session.version != version:
                return None
            return make(seen)

        self.context.stack.push(QuestionScene(self.context, now, self.table.middle))

    def _do(self, action: Action) -> None:
        if isinstance(action, Lay):
            self.context.play("select", 0)
        elif action in (DISCARD, STAKE):
            self.context.play("ask", 0)
        self.table.submit(action)
