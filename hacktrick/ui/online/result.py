"""The end of a round over a network: the next one comes when all want it, another match too."""

from __future__ import annotations

from hacktrick.play.told import Ready
from hacktrick.seat.online import OnlineSession
from hacktrick.ui.controls.widgets import Button, Widget
from hacktrick.ui.table.result import ResultScene
from hacktrick.words.translator import _


class OnlineResultScene(ResultScene):
    """Lies over the table after a round."""

    _goes_on = False  # the next round has been asked for: once

    def update(self, dt: float) -> None:
        super().update(dt)
        if self.context.stack.top is self and self._is_overtaken():
            self._next_round()

    def _next_round(self, cut: str | None = None) -> None:
        if not self._goes_on:
            self._goes_on = True
            super()._next_round(cut)

    def _is_overtaken(self) -> bool:
        """Whether the next round is being dealt: the own player had wanted it already, before the
        program was started again."""
        told, session = self.desk.network.told, self.session
        if told.seen is None or session.is_over or told.stage != "playing":
            return False
        if self._watches:  # whoever is not asked leaves the result as long as he can
            return bool(told.seen.round_number > session.round_number)
        return bool(told.seen.dealing or told.seen.round_number > session.round_number)

    @property
    def _watches(self) -> bool:
        return isinstance(self.session, OnlineSession) and self.session.is_watching

    def go_on(self) -> None:
        """Back to the table; who watches is not asked for the next round."""
        self.context.stack.pop()

    def _ways_on(self) -> list[Widget]:
        context = self.context
        if self._watches:
            label = _("Back to the match")
            stay = Button(context, label, self.go_on, hint="confirm", primary=True)
            return [stay, Button(context, _("Leave the table"), self._to_title)]
        if not self.session.is_over:
            label = _("Next round")
            return [Button(context, label, self._next_round, hint="confirm", primary=True)]
        return [
            Button(context, _("Back to the start"), self._to_title, hint="confirm", primary=True),
            Button(context, _("Another match"), self.again),
        ]

    def again(self) -> None:
        """Ready for another one; back to the seats until the others are."""
        self.desk.network.send(Ready(True))
        self.desk.rise()
        self.context.ways.lobby()
