"""The signing key of a profile: by it others know at a table that somebody is the same as before.

The key itself stays in the network process; here stand only the wishes and what came of them.
"""

from __future__ import annotations

import pygame

from hacktrick.play.told import NewKey, TakeKey
from hacktrick.profiles import Profile
from hacktrick.seat.desk import Desk
from hacktrick.ui.controls.notice import Answer, NoticeScene
from hacktrick.ui.stage.context import Context
from hacktrick.words.online import key_done, trouble_sentence
from hacktrick.words.translator import _


class SigningScene(NoticeScene):
    """Exported, imported or replaced; the file lies in the data folder."""

    def __init__(self, context: Context, desk: Desk, profile: Profile) -> None:
        self.desk, self.profile = desk, profile
        self.path = desk.folders.data / f"{profile.name}.hacktrick-key"
        self._waits_from: int | None = None  # the picture before the wish
        text = _(
            "At a table over the network others know {name} by a key, which is made at the first "
            "such table. It can go to another computer in the file\n{file}\nWhoever has that file "
            "can say that he is {name}."
        )
        answers = (
            Answer(_("Export"), self.export),
            Answer(_("Import"), self.take),
            Answer(_("Replace"), self.replace),
            Answer(_("Back"), primary=True),
        )
        text = text.format(name=profile.name, file=self.path)
        super().__init__(context, _("Signing key"), text, answers)

    def export(self) -> None:
        """Write it to the file."""
        self._wish(TakeKey(self.profile.name, str(self.path), True))

    def take(self) -> None:
        """Read it from the file; the one before is kept aside."""
        self._wish(TakeKey(self.profile.name, str(self.path), False))

    def replace(self) -> None:
        """Another key; the one before is kept aside."""
        self._wish(NewKey(self.profile.name))

    def _wish(self, wish: TakeKey | NewKey) -> None:
        self._waits_from = self.desk.network.told.number
        self.desk.network.send(wish)

    def _give(self, answer: Answer) -> None:
        """Only *Back* goes away; the others answer here."""
        if answer.primary:
            self.context.stack.pop()
        else:
            answer.action()

    def update(self, dt: float) -> None:
        super().update(dt)
        network = self.desk.network
        network.poll()
        told = network.told
        if self._waits_from is None or told.number <= self._waits_from:
            return
        if told.done or told.trouble is not None:
            self._waits_from = None
            self.say(trouble_sentence(told.trouble, told) if told.trouble else key_done(told.done))

    def draw(self, surface: pygame.Surface) -> None:
        super().draw(surface)
        self.draw_said(surface)
