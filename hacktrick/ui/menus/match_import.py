"""Where a match comes from: a file, a folder, or a line of text, typed or pasted."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from hacktrick.ui.controls.dialogue import Dialogue
from hacktrick.ui.controls.fields import TextField
from hacktrick.ui.controls.widgets import Button
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.stage.context import Context
from hacktrick.words.translator import _

WIDTH, HEIGHT = 720.0, 300.0
LONGEST = 60_000  # signs: a match in one line


class ImportScene(Dialogue):
    """``take`` gets what was typed."""

    def __init__(self, context: Context, take: Callable[[str], None]) -> None:
        super().__init__(context)
        self.group.by_rows = True
        self._take = take
        self.text = ""

    def build(self) -> None:
        context = self.context
        self.put("from", TextField(context, "", self.text, self._type, LONGEST))
        self.put("cancel", Button(context, _("Cancel"), self.back, centred=True))
        take = Button(context, _("Import"), self.take, primary=True, centred=True)
        self.put("take", take)

    def first_focus(self) -> str:
        return "from"

    def _type(self, text: str) -> None:
        self.text = text

    def take(self) -> None:
        self.context.stack.pop()
        self._take(self.text)

    def obey(self, name: str) -> bool:
        if name == "confirm" and self.group.focus is self.named["from"]:
            self.take()
            return True
        return super().obey(name)

    def place(self) -> None:
        px = self.context.px
        inner = self.lay_box(self.width(WIDTH), px(HEIGHT))
        self.named["from"].rect = pygame.Rect(inner.x, inner.y + px(118), inner.width, px(44))
        self.lay_foot(self.named["cancel"], self.named["take"])

    def draw(self, surface: pygame.Surface) -> None:
        context, colours = self.context, self.context.theme.colours
        inner = self.draw_box(surface, _("Import matches"), gap=8)
        text = _(
            "The name of a file or of a folder, or a match in one line. Everything is played "
            "through before it is kept."
        )
        context.fonts.paragraph(surface, text, inner, styles.BODY, colours.muted)
        self.group.draw(surface)
