"""Takes matches in from a file, a folder or pasted text, a few in every frame."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from time import monotonic

import pygame

from hacktrick.app.library_service import LibraryBrowser
from hacktrick.i18n.translator import _
from hacktrick.library.match_entries import ImportResult
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.scene.context import Context
from hacktrick.ui.widgets.basic_widgets import Button, TextField
from hacktrick.ui.widgets.dialogs import Dialog

WIDTH, HEIGHT = 720.0, 300.0
LONGEST = 60_000  # signs: a match in one line


class MatchImportScene(Dialog):
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


AT_ONCE = 0.025  # seconds of a frame for taking matches in
LONGEST_PATH = 1000  # signs; what is longer is a match

ImportReport = Callable[[Sequence[ImportResult]], None]


class MatchImporter:
    """
    Args:
        given: a match as text, or where one lies, to be taken in first of all.
        so_far: told what has been taken where there is more to come.
        done: told everything, once it is taken.
    """

    def __init__(
        self, kept: LibraryBrowser, given: str, so_far: ImportReport, done: ImportReport
    ) -> None:
        self._kept, self._so_far, self._done = kept, so_far, done
        self._given = given
        self._waiting: list[Path] = []  # dropped, and not yet looked at
        self._taking: Iterator[ImportResult] = iter(())
        self._taken: list[ImportResult] = []

    def take(self, given: str) -> None:
        """A match as text, or the path of a file or folder."""
        text = given.strip()
        if not text:
            return
        path = Path(text.strip('"')).expanduser() if len(text) < LONGEST_PATH else None
        if path is not None and _is_there(path):
            self._take_paths((path,))
            return
        taken = self._kept.take_text(text)
        if taken is not None:
            self._done((taken,))

    def drop(self, path: Path) -> None:
        """A file or folder; all that are dropped before the next frame are one."""
        self._waiting.append(path)

    def update(self) -> None:
        """A frame has come: go on."""
        if self._given:
            given, self._given = self._given, ""
            self.take(given)
        if self._waiting:
            paths, self._waiting = self._waiting, []
            self._take_paths(paths)
        elif self._taken:
            self._take_some()

    def _take_paths(self, paths: Sequence[Path]) -> None:
        self._taken, self._taking = [], self._kept.take_in(tuple(paths))
        self._take_some()

    def _take_some(self) -> None:
        """As many as a frame has time for; the rest in the next ones."""
        until = monotonic() + AT_ONCE
        for taken in self._taking:
            self._taken.append(taken)
            if monotonic() > until:
                self._so_far(self._taken)
                return
        if self._taken:
            told, self._taken = self._taken, []
            self._done(told)


def _is_there(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):  # a name that no file can have
        return False
