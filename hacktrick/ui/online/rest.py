"""A pause of a match over a network: somebody asks for one, and one that stands.

Both come by themselves over the table, so they take no answer in their first moment: a press that
was meant for the table must not decide anything.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable

import pygame

from hacktrick.play.told import Resting, Told
from hacktrick.seat.online import OnlineSession
from hacktrick.ui.controls.notice import Answer, NoticeScene
from hacktrick.ui.stage.context import Context
from hacktrick.words.online import asked_sentence, paused_sentence
from hacktrick.words.translator import _

DEAF = 0.6  # seconds in which no answer is taken
LASTS = 1.0  # seconds that a question stays which nobody asks any more: it may be asked anew


class _Pausing(NoticeScene, ABC):
    """Goes when it is of no use any more."""

    worded: Callable[[Resting, Told], str]
    lasts = 0.0

    def __init__(
        self, context: Context, online: OnlineSession, title: str, answers: tuple[Answer, ...]
    ) -> None:
        self.online = online
        self._open_for = self._unused_for = 0.0
        super().__init__(context, title, self.sentence(), answers)

    def sentence(self) -> str:
        resting = self.online.told.resting
        assert resting is not None
        return self.worded(resting, self.online.told)

    @abstractmethod
    def is_of_use(self) -> bool:
        """Whether it has still something to say."""

    def update(self, dt: float) -> None:
        super().update(dt)
        self._open_for += dt
        self._unused_for = 0.0 if self.is_of_use() else self._unused_for + dt
        if self.context.stack.top is not self:
            return
        if self._unused_for > self.lasts:
            self.context.stack.pop()
        elif self.is_of_use() and self.text != self.sentence():
            self.text = self.sentence()
            self.remake()
            self.dirty = True

    def handle(self, event: pygame.Event) -> bool:
        if self._open_for < DEAF and event.type != pygame.MOUSEMOTION:
            return True
        return super().handle(event)


class AskedScene(_Pausing):
    """Another player asks for a pause."""

    worded = staticmethod(asked_sentence)
    lasts = LASTS

    def __init__(self, context: Context, online: OnlineSession) -> None:
        answers = (
            Answer(_("Agree to the pause"), lambda: online.want_pause(True), primary=True),
            Answer(_("Play on"), lambda: online.want_pause(False)),
        )
        super().__init__(context, online, _("A pause?"), answers)

    def is_of_use(self) -> bool:
        return self.online.is_asked


class RestScene(_Pausing):
    """All have agreed: nobody can act before somebody ends it."""

    worded = staticmethod(paused_sentence)

    def __init__(self, context: Context, online: OnlineSession) -> None:
        answers = (
            Answer(_("The table"), context.ways.lobby),
            Answer(_("Go on with the match"), lambda: online.want_pause(False), primary=True),
        )
        super().__init__(context, online, _("Pause"), answers)

    def is_of_use(self) -> bool:
        return self.online.is_resting

    def back(self) -> None:
        """A pause is not ended by the way; the table has its own way out."""
        self.context.ways.lobby()

    def _give(self, answer: Answer) -> None:
        """It stays until the match goes on."""
        if self.is_of_use():
            answer.action()


def pausing_scene(context: Context, online: OnlineSession) -> _Pausing | None:
    """What has to lie over the table now, for a player; None most of the time."""
    if online.is_watching:
        return None
    if online.is_resting:
        return RestScene(context, online)
    return AskedScene(context, online) if online.is_asked else None
