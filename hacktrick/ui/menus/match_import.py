"""Where a match comes from: a file, a folder, or a line of text, typed or pasted."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from hacktrick.ui.controls.fields import TextField
from hacktrick.ui.controls.menu import Menu, dim, plate
from hacktrick.ui.controls.widgets import Button
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.paint.boxes import centred, columns
from hacktrick.ui.stage.context import Context
from hacktrick.words.translator import _

WIDTH, HEIGHT = 720.0, 300.0
MARGIN = 32.0
LONGEST = 60_000  # signs: a match in one line
TITLE = styles.TextStyle("heading", 26)


class ImportScene(Menu):
    """``take`` gets what was typed."""

    opaque = False

    def __init__(self, context: Context, take: Callable[[str], None]) -> None:
        super().__init__(context)
        self.group.by_rows = True
        self._take = take
        self.text = ""
        self._box = pygame.Rect(0, 0, 0, 0)

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
        context, px = self.context, self.context.px
        width = min(px(WIDTH), context.size[0] - px(40))
        self._box = centred(context.size, width, px(HEIGHT))
        inner = self._box.inflate(-2 * px(MARGIN), -2 * px(MARGIN))
        self.named["from"].rect = pygame.Rect(inner.x, inner.y + px(118), inner.width, px(44))
        foot = pygame.Rect(inner.x, inner.bottom - px(52), inner.width, px(52))
        names = ("cancel", "take")
        for name, place in zip(names, columns(foot, (1, 1), px(14)), strict=True):
            self.named[name].rect = place

    def draw(self, surface: pygame.Surface) -> None:
        dim(surface)
        context, px, colours = self.context, self.context.px, self.context.theme.colours
        plate(surface, context, self._box)
        inner = self._box.inflate(-2 * px(MARGIN), -2 * px(MARGIN - 4))
        used = context.fonts.paragraph(surface, _("Import matches"), inner, TITLE, colours.text)
        inner.y += used + px(8)
        text = _(
            "The name of a file or of a folder, or a match in one line. Everything is played "
            "through before it is kept."
        )
        context.fonts.paragraph(surface, text, inner, styles.BODY, colours.muted)
        self.group.draw(surface)
