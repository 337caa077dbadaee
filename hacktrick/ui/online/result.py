"""The end of a round over a network: the next one comes when all want it, another match too."""

from __future__ import annotations

from hacktrick.play.told import Ready
from hacktrick.ui.controls.widgets import Button, Widget
from hacktrick.ui.table.result import ResultScene
from hacktrick.words.translator import _


class OnlineResultScene(ResultScene):
    """Lies over the table after a round."""

    def update(self, dt: float) -> None:
        super().update(dt)
        self.desk.update_network(dt)

    def _ways_on(self) -> list[Widget]:
        context = self.context
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
