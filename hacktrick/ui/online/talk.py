"""What is said at a table: phrases in the reader's language, and plain text that can be muted."""

from __future__ import annotations

import pygame

from hacktrick.play.told import Say
from hacktrick.seat.desk import Desk
from hacktrick.ui.controls.fields import ScrollArea, TextField
from hacktrick.ui.controls.widgets import Button, Choice, Toggle, Widget
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.stage.context import Context
from hacktrick.words.online import PHRASES, line_text
from hacktrick.words.translator import _

LONGEST = 200
LINE = 44.0  # units: height of a row of controls
GAP = 8.0
INSET = 20.0


class Talk:
    """The lines, and what one says. A menu puts its widgets among its own and places them."""

    def __init__(self, context: Context, desk: Desk) -> None:
        self.context, self.desk = context, desk
        self.only_phrases = False
        self._text = ""
        self._phrase = next(iter(PHRASES))
        self._n_seen = 0
        self._list: ScrollArea
        self._field: TextField

    def widgets(self) -> dict[str, Widget]:
        """New ones, by name, in the order of Tab."""
        context = self.context
        phrases = [(name, phrase()) for name, phrase in PHRASES.items()]
        self._list = ScrollArea(context, self._paint, self._height)
        choice = Choice(context, "", phrases, self._phrase, self._choose)
        choice.box_share = 1.0
        self._field = TextField(context, "", self._text, self._write, LONGEST)
        muted = Toggle(context, _("Phrases only"), self.only_phrases, self._mute)
        said: dict[str, Widget] = {
            "lines": self._list,
            "phrase": choice,
            "say phrase": Button(context, _("Say"), self._say_phrase, centred=True),
        }
        if not self.desk.network.told.watching:  # who watches has phrases, and no words of his own
            said["text"] = self._field
            said["say text"] = Button(context, _("Say"), self.say_text, centred=True)
        return {**said, "mute": muted}

    def place(self, named: dict[str, Widget], area: pygame.Rect) -> None:
        """``area``: the panel, with its title."""
        px = self.context.px
        height, gap, button = px(LINE), px(GAP), px(96)
        muted = pygame.Rect(area.centerx - px(20), area.top + px(8), area.width // 2, px(40))
        named["mute"].rect = muted
        area = area.inflate(-2 * px(INSET), -px(INSET))
        bottom = area.bottom
        area.top = muted.bottom + px(4)
        area.height = bottom - area.top
        y = area.bottom + gap
        for what, name in (("say text", "text"), ("say phrase", "phrase")):
            if name not in named:
                continue
            y -= height + gap
            left = area.left + button + gap
            named[name].rect = pygame.Rect(left, y, area.right - left, height)
            named[what].rect = pygame.Rect(area.left, y, button, height)
        named["lines"].rect = pygame.Rect(area.left, area.top, area.width, y - gap - area.top)

    def follow(self) -> bool:
        """Show the newest line; whether there is a new one."""
        n = len(self.desk.network.told.lines)
        new, self._n_seen = n != self._n_seen, n
        if new and hasattr(self, "_list"):
            self._list.offset = self._list.overflow
        return new

    def say_text(self) -> None:
        text = self._field.text.strip()
        if text:
            self.desk.network.send(Say(text=text))
            self._text = self._field.text = ""
            self._field.cursor = 0
            self._field.changed()

    def _say_phrase(self) -> None:
        self.desk.network.send(Say(phrase=self._phrase))

    def _choose(self, name: object) -> None:
        self._phrase = str(name)

    def _write(self, text: str) -> None:
        self._text = text

    def _mute(self, on: bool) -> None:
        self.only_phrases = on

    # The lines

    def _lines(self) -> list[str]:
        told = self.desk.network.told
        return [
            line_text(line, told) for line in told.lines if line.phrase or not self.only_phrases
        ]

    def _height(self, width: int) -> int:
        fonts = self.context.fonts
        return sum(fonts.paragraph_height(line, styles.BODY, width) for line in self._lines())

    def _paint(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        fonts, rest = self.context.fonts, rect.copy()
        ink = self.context.theme.colours.text
        for line in self._lines():
            rest.y += fonts.paragraph(surface, line, rest, styles.BODY, ink)
