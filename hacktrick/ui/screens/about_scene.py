"""The About screen: credits, licences, folders, and diagnostics to copy."""

from __future__ import annotations

import platform
import re

import pygame

from hacktrick import __version__
from hacktrick.app.crash_log import version_line
from hacktrick.app.program_services import ProgramServices
from hacktrick.app.storage import DataFolders
from hacktrick.i18n import screen_text
from hacktrick.i18n.translator import _
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.paint.fonts import TextStyle
from hacktrick.ui.paint.keys_and_panels import PanelLook
from hacktrick.ui.scene.scenes_and_context import Context
from hacktrick.ui.widgets.basic_widgets import Button, ScrollArea
from hacktrick.ui.widgets.dialogs import open_folder
from hacktrick.ui.widgets.menu_base import Menu


def diagnostics_text(context: Context, folders: DataFolders) -> str:
    """Return details of the program, system, window and data folder for a bug report.

    The text contains nothing about matches. It is always in English, because the recipient may not
    know the player's language.
    """
    settings = context.settings
    lines = (
        version_line(),
        f"pygame-ce {pygame.version.ver}, SDL {_sdl_version()}, video {_video_driver_name()}",
        f"Window {context.size[0]} x {context.size[1]}, scale {settings.ui_scale} %, "
        f"full screen {_yes_no(settings.fullscreen)}",
        f"Theme {settings.theme}, language {settings.language}, "
        f"sound {_yes_no(context.has_sound())}",
        f"Data {folders.data}",
    )
    return "\n".join(lines)


def _sdl_version() -> str:
    return ".".join(map(str, pygame.get_sdl_version()))


def _video_driver_name() -> str:
    return pygame.display.get_driver() if pygame.display.get_init() else "none"


def _yes_no(value: bool) -> str:
    return "yes" if value else "no"


StyledLine = tuple[TextStyle, str]

HEADING_STYLE, TEXT_STYLE, NAME_STYLE, HOLDER_STYLE = (
    styles.LABEL,
    styles.BODY,
    styles.STRONG,
    styles.SMALL,
)
SPACE_ABOVE_HEADING = 12.0  # space above each heading, in layout units
COLUMN_GAP = 40.0  # gap between the two columns, in layout units
SCROLL_INTENTS = ("up", "down", "page_up", "page_down", "first", "last")

# Names and licences are not translated.
FONT_CREDITS = (
    (
        "Chakra Petch, Inter, JetBrains Mono, Atkinson Hyperlegible Next and Mono",
        "The project authors of each",
        "SIL Open Font License 1.1",
    ),
    ("DSEG", "Keshikan", "SIL Open Font License 1.1"),
)
LIBRARY_CREDITS = (
    ("Python", "Python Software Foundation", "PSF License"),
    ("pygame-ce, SDL 2", "The contributors of both", "LGPL 2.1 and zlib License"),
    ("NumPy, OpenBLAS", "The contributors of both", "BSD 3-Clause License"),
    (
        "platformdirs, fsrs, PyNaCl, paho-mqtt, zeroconf, AccessKit",
        "The contributors of each",
        "MIT, Apache 2.0, EPL 2.0, LGPL 2.1",
    ),
)


class AboutScene(Menu):
    """The About screen, with credits and folders in two columns that scroll together."""

    maximum_height = 10_000.0  # in layout units; the text may use the whole height

    def __init__(self, context: Context, services: ProgramServices) -> None:
        super().__init__(context)
        self.services = services
        self._panel = pygame.Rect(0, 0, 0, 0)

    def create_widgets(self) -> None:
        context = self.context
        self.add_widget("text", ScrollArea(context, self._paint_text_columns, self._text_height))
        self.add_widget("back", Button(context, _("Back"), self.go_back, icon="left", hint="back"))
        self.add_widget("open", Button(context, _("Open folder"), self.open_data_folder))
        self.add_widget("copy", Button(context, _("Copy"), self.copy_details, icon="draw"))

    def first_focus_name(self) -> str:
        return "back"

    def place_widgets(self) -> None:
        rect = self.context.px_rect
        (left, width), (top, height) = self.content_left_and_width, self.content_top_and_height
        self._panel = rect(left, top + 8, width, height - 8)
        self.widgets["text"].rect = rect(left + 26, top + 24, width - 40, height - 40)
        foot = top + height + 18
        button = min(200.0, (width - 40) / 3)
        self.widgets["back"].rect = rect(left, foot, button, 52)
        right = left + width - button
        self.widgets["open"].rect = rect(right - button - 14, foot, button, 52)
        self.widgets["copy"].rect = rect(right, foot, button, 52)

    def draw_content(self, surface: pygame.Surface) -> None:
        aside = _(screen_text.VERSION).format(version=__version__)
        self.draw_title(surface, _("About Hack Trick"), aside)
        panel = self.context.sprites.panel(PanelLook(), self._panel.size)
        panel.draw(surface, self._panel.topleft)

    def open_data_folder(self) -> None:
        open_folder(self.context, self.services.folders.data)

    def copy_details(self) -> None:
        """Copy the diagnostics to the clipboard, and report whether that succeeded."""
        text = diagnostics_text(self.context, self.services.folders)
        if self.context.clipboard.put_text(text):
            self.show_message(_(screen_text.VERSION_COPIED))
        else:
            self.show_message(_(screen_text.NO_CLIPBOARD))

    def handle(self, event: pygame.Event) -> bool:
        """Handle an event; scroll keys move the text, whichever widget has the focus."""
        if self.intent_of_event(event) in SCROLL_INTENTS:
            return self.widgets["text"].handle_key(event) or True
        return super().handle(event)

    def game_and_credit_columns(self, width: int) -> tuple[list[StyledLine], list[StyledLine]]:
        """Return the lines of the left column, about the game, and of the right one, the credits.

        Args:
            width: the width of a column in pixels.
        """
        game: list[StyledLine] = [
            (HEADING_STYLE, _("The game")),
            (
                TEXT_STYLE,
                _(screen_text.ABOUT_GAME),
            ),
            (HEADING_STYLE, _("Fair play")),
            (
                TEXT_STYLE,
                _(screen_text.ABOUT_FAIR_PLAY),
            ),
            (HEADING_STYLE, _("This program")),
            (TEXT_STYLE, f"{_(screen_text.ABOUT_LICENSE)}\n{_game_and_library_versions_text()}"),
            (HEADING_STYLE, _("Where your data is")),
            (TEXT_STYLE, self._data_folder_text(width)),
        ]
        return game, [
            *_credit_lines(_("Fonts"), FONT_CREDITS),
            *_credit_lines(_("Libraries"), LIBRARY_CREDITS),
        ]

    def _data_folder_text(self, width: int) -> str:
        folders = self.services.folders
        text = _(screen_text.DATA_FILES)
        paths = text.format(data=folders.data, log=folders.log)
        return "\n".join(
            self._line_broken_after_separators(line, width) for line in paths.split("\n")
        )

    def _line_broken_after_separators(self, line: str, width: int) -> str:
        """Return a line broken after blanks and path separators, to fit into ``width`` pixels."""
        lines = [""]
        for part in re.split(r"(?<=[ /\\])", line):
            if lines[-1] and self.context.fonts.text_size(lines[-1] + part, TEXT_STYLE)[0] > width:
                lines.append("")
            lines[-1] += part
        return "\n".join(lines)

    def _text_height(self, width: int) -> int:
        narrow = self._column_width(width)
        return max(self._height_of(lines, narrow) for lines in self.game_and_credit_columns(narrow))

    def _column_width(self, width: int) -> int:
        return (width - self.context.px(COLUMN_GAP)) // 2

    def _height_of(self, lines: list[StyledLine], width: int) -> int:
        return sum(self._line_height(line, width) for line in lines)

    def _line_height(self, line: StyledLine, width: int) -> int:
        style, text = line
        above = {HEADING_STYLE: SPACE_ABOVE_HEADING, NAME_STYLE: 4}.get(style, 0)
        fonts, px = self.context.fonts, self.context.px
        return fonts.paragraph_height(text, style, width) + px(above + 2)

    def _paint_text_columns(self, surface: pygame.Surface, area: pygame.Rect) -> None:
        narrow = self._column_width(area.width)
        texts = zip(
            (area.left, area.right - narrow), self.game_and_credit_columns(narrow), strict=True
        )
        for left, lines in texts:
            room = pygame.Rect(left, area.top, narrow, area.height)
            self._paint_lines(surface, room, lines)

    def _paint_lines(
        self, surface: pygame.Surface, area: pygame.Rect, lines: list[StyledLine]
    ) -> None:
        context, colours = self.context, self.context.theme.colours
        inks = {HEADING_STYLE: colours.accent, HOLDER_STYLE: colours.muted}
        bottom = area.top
        for line in lines:
            style, text = line
            place = pygame.Rect(area.left, 0, area.width, self._line_height(line, area.width))
            bottom += place.height
            place.height = context.fonts.paragraph_height(text, style, area.width)
            place.bottom = bottom - context.px(2)
            ink = inks.get(style, colours.text)
            context.fonts.draw_paragraph(surface, text, place, style, ink)


def _game_and_library_versions_text() -> str:
    return "\n".join(
        (
            f"Hack Trick {__version__} · Python {platform.python_version()}",
            f"SDL {_sdl_version()} · pygame-ce {pygame.version.ver}",
        )
    )


def _credit_lines(title: str, credits: tuple[tuple[str, str, str], ...]) -> list[StyledLine]:
    lines: list[StyledLine] = [(HEADING_STYLE, title)]
    for name, holder, licence in credits:
        lines += [(NAME_STYLE, name), (HOLDER_STYLE, f"{holder} · {licence}")]
    return lines
