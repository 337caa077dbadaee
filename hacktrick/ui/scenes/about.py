"""What this program is, whose the game is, and under which licences its parts are."""

from __future__ import annotations

import pygame

from hacktrick import __version__
from hacktrick.ui import fonts as styles
from hacktrick.ui.context import Context
from hacktrick.ui.desk import Desk
from hacktrick.ui.diagnostics import diagnostics
from hacktrick.ui.fields import ScrollArea
from hacktrick.ui.fonts import TextStyle
from hacktrick.ui.paint_keys import PanelLook
from hacktrick.ui.scenes.menu import Menu
from hacktrick.ui.widgets import Button
from hacktrick.ui.words import _

Line = tuple[TextStyle, str]

# Names and licences are not translated.
FONTS = (
    ("Chakra Petch", "The Chakra Petch Project Authors", "SIL Open Font License 1.1"),
    ("Inter", "The Inter Project Authors", "SIL Open Font License 1.1"),
    ("JetBrains Mono", "The JetBrains Mono Project Authors", "SIL Open Font License 1.1"),
    ("DSEG", "Keshikan", "SIL Open Font License 1.1"),
)
LIBRARIES = (
    ("Python", "Python Software Foundation", "PSF License"),
    ("pygame-ce", "The pygame-ce contributors", "LGPL 2.1"),
    ("SDL 2", "Sam Lantinga and others", "zlib License"),
    ("platformdirs", "The platformdirs contributors", "MIT License"),
)


class AboutScene(Menu):
    tallest = 10_000.0  # the more text the better

    def __init__(self, context: Context, desk: Desk) -> None:
        super().__init__(context)
        self.desk = desk
        self._panel = pygame.Rect(0, 0, 0, 0)

    def build(self) -> None:
        context = self.context
        self.put("text", ScrollArea(context, self._paint_text, self._text_height))
        self.put("back", Button(context, _("Back"), self.back, icon="left"))
        self.put("copy", Button(context, _("Copy the details"), self.copy, icon="draw"))

    def first_focus(self) -> str:
        return "back"

    def place(self) -> None:
        rect = self.context.rect
        (left, width), (top, height) = self.page, self.body
        self._panel = rect(left, top + 8, width, height - 8)
        self.named["text"].rect = rect(left + 26, top + 24, width - 40, height - 40)
        foot = top + height + 18
        self.named["back"].rect = rect(left, foot, 180, 52)
        self.named["copy"].rect = rect(left + width - 260, foot, 260, 52)

    def paint(self, surface: pygame.Surface) -> None:
        aside = _("Version {version}").format(version=__version__)
        self.draw_title(surface, _("About Hack Trick"), aside)
        panel = self.context.sprites.panel(PanelLook(), self._panel.size)
        panel.draw(surface, self._panel.topleft)

    def copy(self) -> None:
        """What a player may send who asks for help."""
        text = diagnostics(self.context, self.desk.storage.folders)
        if self.context.clipboard.put(text):
            self.say(_("Version and system are in the clipboard."))
        else:
            self.say(_("The clipboard cannot be used here."))

    def _lines(self) -> list[Line]:
        head, text = styles.LABEL, styles.BODY
        lines: list[Line] = [
            (head, _("The game")),
            (
                text,
                _(
                    "Hack Trick is a game by József Dorsonczky. The game and its name belong to "
                    "its author and its publisher. This is an unofficial edition, made by "
                    "players; its pictures, its sounds and its texts are its own."
                ),
            ),
            (head, _("Fair play")),
            (
                text,
                _(
                    "The computer players think in a process of their own, which is given only "
                    "what a human in the same seat would see. Nothing is sent anywhere, and the "
                    "program opens no connection."
                ),
            ),
            (head, _("This program")),
            (text, _("Its source is open, under the MIT License.")),
            (head, _("Fonts")),
        ]
        lines += [(text, f"{name} · {holder} · {licence}") for name, holder, licence in FONTS]
        lines += [(head, _("Libraries"))]
        lines += [(text, f"{name} · {holder} · {licence}") for name, holder, licence in LIBRARIES]
        lines += [(head, _("Where things are kept")), (text, self._folders())]
        return lines

    def _folders(self) -> str:
        folders = self.desk.storage.folders
        return _("Matches and settings: {data}\nLog: {log}").format(
            data=folders.data, log=folders.log
        )

    def _text_height(self, width: int) -> int:
        return sum(self._height(line, width) for line in self._lines())

    def _height(self, line: Line, width: int) -> int:
        space = 14 if line[0] is styles.LABEL else 2
        return self.context.fonts.paragraph_height(line[1], line[0], width) + self.context.px(space)

    def _paint_text(self, surface: pygame.Surface, area: pygame.Rect) -> None:
        context, colours = self.context, self.context.theme.colours
        y = area.top
        for style, text in self._lines():
            is_head = style is styles.LABEL
            height = self._height((style, text), area.width)
            top = y + (context.px(12) if is_head else 0)
            room = pygame.Rect(area.left, top, area.width, height)
            colour = colours.accent if is_head else colours.text
            context.fonts.paragraph(surface, text, room, style, colour)
            y += height
