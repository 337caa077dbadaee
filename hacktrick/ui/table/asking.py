"""Questions on the table and what their answers do: whom to ask, codes, powers, stakes."""

from __future__ import annotations

from typing import Protocol

import pygame

from hacktrick.game.actions import Action, Discard, Lay, Pass, Stake
from hacktrick.seat.offers import Control
from hacktrick.seat.turn import Turn
from hacktrick.ui.stage.context import Context
from hacktrick.ui.table import questions
from hacktrick.ui.table.question import Question, QuestionScene
from hacktrick.words.frame import Frame

SOUNDS: dict[type, str] = {Lay: "select", Discard: "ask", Stake: "ask", Pass: "pass"}
"""Of actions that do not sound by what they move on the table."""


class Asked(Protocol):
    """The table that questions are put over."""

    @property
    def frame(self) -> Frame:
        """What is shown now."""

    def submit(self, *actions: Action) -> None:
        """The player acts."""

    def rooms(self) -> tuple[pygame.Rect, ...]:
        """Where questions are put: the first into which they go, else around the last."""


class Asking:
    """Puts questions over the table. Each lives only while its player is at the screen and the
    match has not moved on."""

    def __init__(self, context: Context, turn: Turn, table: Asked) -> None:
        self.context, self.turn, self.table = context, turn, table
        self._prompted = -1  # the version of the match that was asked about unbidden

    def prompt(self) -> None:
        """A code to lay or a stake to answer: once by itself, then whenever it is wanted."""
        session = self.turn.session
        asked = session.public.phase in ("codes", "answer")
        if asked and self._prompted != session.version and self.turn.offers()["pass"].answers:
            self.put("pass")

    def put(self, control: Control) -> None:
        """The question that an offer with several answers comes to."""
        session = self.turn.session
        version = self._prompted = session.version
        ask = questions.question_of(session.public, control)

        def now() -> Question | None:
            seen, offer = self.turn.seen, self.turn.offers().get(control)
            if seen is None or offer is None or session.version != version:
                return None
            return ask(self.table.frame.wording, seen, offer.answers, self.do)

        self.context.stack.push(QuestionScene(self.context, now, self.table.rooms))

    def read_codes(self) -> None:
        """The codes in force, and in private the own ones."""
        session = self.turn.session
        version, viewer = session.version, session.viewer

        def make() -> Question | None:
            same = (session.version, session.viewer) == (version, viewer)
            return questions.codes_to_read(self.table.frame) if same else None

        self.context.stack.push(QuestionScene(self.context, make, self.table.rooms))

    def do(self, *actions: Action) -> None:
        """Act, with the sound of it."""
        sound = SOUNDS.get(type(actions[-1]))
        if sound is not None:
            self.context.play(sound, 0)
        self.table.submit(*actions)
