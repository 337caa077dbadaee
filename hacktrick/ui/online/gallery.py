"""Those who watch a table: told to all who sit there, and sent away by the host."""

from __future__ import annotations

import pygame

from hacktrick.play.told import ShutOut
from hacktrick.seat.desk import Desk
from hacktrick.ui.controls.widgets import Button, Choice, Widget
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.paint.boxes import columns
from hacktrick.ui.stage.context import Context
from hacktrick.words.online import watching_line
from hacktrick.words.translator import _

LINE, GAP = 40.0, 8.0  # units: a row of controls, and what is left free below it


class Gallery:
    """Their names, and the host's row of controls. A menu puts its widgets among its own."""

    def __init__(self, context: Context, desk: Desk) -> None:
        self.context, self.desk = context, desk
        self._chosen = ""  # the key of one who may be sent away
        self._rect = pygame.Rect(0, 0, 0, 0)

    def widgets(self) -> dict[str, Widget]:
        """New ones, by name; none but for the host of somebody who watches."""
        told = self.desk.network.told
        if not (told.is_host and told.watchers):
            return {}
        people = [(one.key, one.name) for one in told.watchers]
        if self._chosen not in dict(people):
            self._chosen = people[0][0]
        choice = Choice(self.context, "", people, self._chosen, self._choose)
        choice.box_share = 1.0
        away = Button(self.context, _("Send away"), self._shut_out, centred=True)
        away.style = styles.LABEL
        return {"watcher": choice, "shut out": away}

    def _choose(self, key: object) -> None:
        self._chosen = str(key)

    def _shut_out(self) -> None:
        self.desk.network.send(ShutOut(self._chosen))

    def height(self, width: int) -> float:
        """Units that it needs in a panel of ``width`` pixels; none where nobody watches."""
        told = watching_line(self.desk.network.told)
        if not told:
            return 0.0
        text = self.context.fonts.paragraph_height(told, styles.SMALL, width)
        controls = LINE + GAP if self.desk.network.told.is_host else 0.0
        return text / self.context.scale + GAP + controls

    def place(self, named: dict[str, Widget], area: pygame.Rect) -> None:
        """``area``: from where it begins; its height is its own."""
        px = self.context.px
        if "watcher" in named:
            line = pygame.Rect(area.left, area.top, area.width, px(LINE))
            both = columns(line, (1.2, 1.0), px(GAP))
            named["watcher"].rect, named["shut out"].rect = both
            area = area.move(0, px(LINE + GAP))
        self._rect = area

    def paint(self, surface: pygame.Surface) -> None:
        told, ink = watching_line(self.desk.network.told), self.context.theme.colours.muted
        self.context.fonts.paragraph(surface, told, self._rect, styles.SMALL, ink)
