"""Imports matches from a file, a folder or pasted text, spread over several frames."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from time import monotonic

import pygame

from hacktrick.app.library_service import LibraryBrowser
from hacktrick.i18n import screen_text
from hacktrick.i18n.translator import _
from hacktrick.library.match_entries import SingleImportResult
from hacktrick.safe_files import existing_path
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.scene.scenes_and_context import Context
from hacktrick.ui.widgets.basic_widgets import Button, TextField
from hacktrick.ui.widgets.dialogs import Dialog

WIDTH, HEIGHT = 720.0, 300.0
MAX_LENGTH = 60_000  # in characters; enough for a share code


class MatchImportScene(Dialog):
    """The dialog that asks for a path or a share code, and passes on what was typed."""

    def __init__(self, context: Context, import_text: Callable[[str], None]) -> None:
        super().__init__(context)
        self.group.by_rows = True
        self._import_text = import_text
        self.text = ""

    def create_widgets(self) -> None:
        context = self.context
        field = TextField(context, "", self.text, self._set_text, MAX_LENGTH)
        field.name = _("Code or file")
        self.add_widget("from", field)
        self.add_widget("cancel", Button(context, _("Cancel"), self.go_back, centred=True))
        button = Button(context, _("Import"), self.close_and_import, primary=True, centred=True)
        self.add_widget("take", button)

    def first_focus_name(self) -> str:
        return "from"

    def _set_text(self, text: str) -> None:
        self.text = text

    def close_and_import(self) -> None:
        self.context.stack.pop()
        self._import_text(self.text)

    def handle_intent(self, name: str) -> bool:
        if name == "confirm" and self.group.focused_widget is self.widgets["from"]:
            self.close_and_import()
            return True
        return super().handle_intent(name)

    def place_widgets(self) -> None:
        px = self.context.px
        inner = self.centre_box(self.fitting_box_width(WIDTH), px(HEIGHT))
        self.widgets["from"].rect = pygame.Rect(inner.x, inner.y + px(118), inner.width, px(44))
        self.place_buttons_at_foot(self.widgets["cancel"], self.widgets["take"])

    def draw(self, surface: pygame.Surface) -> None:
        context, colours = self.context, self.context.theme.colours
        inner = self.draw_box_and_title(surface, _("Import matches"), gap=8)
        text = _(screen_text.IMPORT_HELP)
        context.fonts.draw_paragraph(surface, text, inner, styles.BODY, colours.muted)
        self.group.draw_widgets_and_ring(surface)


FRAME_BUDGET = 0.025  # seconds of a frame that importing may take
MAX_PATH_LENGTH = 1000  # maximum length of a path in characters; a longer text is a match

ImportReport = Callable[[Sequence[SingleImportResult]], None]


class MatchImporter:
    """Imports matches in small steps, so that the window stays responsive.

    Args:
        initial: a match as text or a path, imported in the first frame; "" for none.
        on_progress: called with the results so far during an import.
        on_done: called with all results after a completed import.
    """

    def __init__(
        self,
        library: LibraryBrowser,
        initial: str,
        on_progress: ImportReport,
        on_done: ImportReport,
    ) -> None:
        self._library, self._on_progress, self._on_done = library, on_progress, on_done
        self._initial = initial
        self._dropped: list[Path] = []  # the paths dropped on the window since the last frame
        self._results: Iterator[SingleImportResult] = iter(())
        self._finished: list[SingleImportResult] = []

    def import_text_or_path(self, source: str) -> None:
        """Import a match given as text, or all matches of the file or folder with this path."""
        text = source.strip()
        if not text:
            return
        path = existing_path(text) if len(text) < MAX_PATH_LENGTH else None
        if path is not None:
            self._start_import((path,))
            return
        result = self._library.import_text(text)
        if result is not None:
            self._on_done((result,))

    def add_dropped_path(self, path: Path) -> None:
        """Add a dropped file or folder; all paths dropped in one frame form one import."""
        self._dropped.append(path)

    def start_or_continue_import(self) -> None:
        """Start or continue the pending import, if there is one; must be called once a frame."""
        if self._initial:
            initial, self._initial = self._initial, ""
            self.import_text_or_path(initial)
        if self._dropped:
            paths, self._dropped = self._dropped, []
            self._start_import(paths)
        elif self._finished:
            self._continue_import()

    def _start_import(self, paths: Sequence[Path]) -> None:
        """Start an import; the rest of an import that is still going on comes first."""
        self._results = chain(self._results, self._library.import_paths(tuple(paths)))
        self._continue_import()

    def _continue_import(self) -> None:
        """Continue the import until the time budget of this frame is used up."""
        deadline = monotonic() + FRAME_BUDGET
        for result in self._results:
            self._finished.append(result)
            if monotonic() > deadline:
                self._on_progress(self._finished)
                return
        if self._finished:
            finished, self._finished = self._finished, []
            self._on_done(finished)
