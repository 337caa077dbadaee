"""The screen to share a replayed match as a code, a file or a picture."""

from __future__ import annotations

import io
from collections.abc import Generator
from functools import partial
from pathlib import Path

import pygame

from hacktrick.app.replay_session import ReplaySession
from hacktrick.app.workspace import Workspace
from hacktrick.i18n import screen_text
from hacktrick.i18n.file_problem_text import problem_sentence, problem_title
from hacktrick.i18n.match_export import (
    COPIED_WAYS,
    FILE_ENDINGS,
    ShareWay,
    share_content,
    share_file_name,
    share_refusal,
    share_way_text,
)
from hacktrick.i18n.review_text import perspective_sentence, replay_place_text
from hacktrick.i18n.translator import _
from hacktrick.ui.layout.geometry import split_into_columns
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.scene.context import Context
from hacktrick.ui.table.replay.image_export import render_replay_film, render_replay_picture
from hacktrick.ui.widgets.basic_widgets import Button, TextField
from hacktrick.ui.widgets.dialogs import NoticeScene, show_saved_file
from hacktrick.ui.widgets.menu import Menu

SHARE_WAYS: tuple[ShareWay, ...] = (
    *("code", "page", "record", "transcript", "position", "picture", "film"),
)
BUTTON_HEIGHT, GAP = 62.0, 10.0
FIELD_HEIGHT = 44.0
MAX_PATH_LENGTH = 400


class ShareScene(Menu):
    """The screen with the ways to share a replayed match."""

    def __init__(self, context: Context, workspace: Workspace, replayed: ReplaySession) -> None:
        super().__init__(context)
        self.workspace, self.replayed = workspace, replayed
        self.folder = str(workspace.shared_files.folder)
        self._film: Generator[float, None, bytes] | None = None
        self._progress = 0.0  # rendered share of the animated picture, from 0 to 1

    def create_widgets(self) -> None:
        context = self.context
        for way in SHARE_WAYS:
            button = Button(context, share_way_text(way).label, partial(self.share, way))
            button.effect = share_way_text(way).effect
            button.reason = share_refusal(self.replayed, way)
            self.add_widget(way, button)
        folder = TextField(context, _("Folder"), self.folder, self._set_folder, MAX_PATH_LENGTH)
        self.add_widget("folder", folder)
        self.add_widget("back", Button(context, _("Back"), self.go_back, icon="left", hint="back"))

    def _set_folder(self, text: str) -> None:
        self.folder = text

    def share(self, way: ShareWay) -> None:
        """Copy the match to the clipboard or write it into the folder, depending on ``way``."""
        if way in COPIED_WAYS:
            self._copy(share_content(self.replayed, way))
        elif way == "picture":
            surface = render_replay_picture(self.context, self.replayed)
            self._write(way, _encode_png(surface))
        elif way == "film":
            self._film = self._film or render_replay_film(self.context, self.replayed)
        else:
            number = self.replayed.origin.number if way == "page" else None
            reviews = (
                None if number is None else self.workspace.library_reviews.reviews_of_match(number)
            )
            text = share_content(self.replayed, way, reviews, self.context.theme)
            self._write(way, text.encode("utf-8", "backslashreplace"))

    def _copy(self, text: str) -> None:
        if self.context.clipboard.put(text):
            self.show_message(_(screen_text.TEXT_COPIED).format(text=_shortened(text)))
        else:
            self._write("code", text.encode())

    def _write(self, way: ShareWay, data: bytes) -> None:
        folder = Path(self.folder.strip() or self.workspace.shared_files.folder).expanduser()
        name = share_file_name(self.replayed)
        path, problems = self.workspace.shared_files.save(folder, name, FILE_ENDINGS[way], data)
        if path is not None:
            show_saved_file(self.context, _("Saved"), str(path), path)
            return
        title, text = _("Not saved"), _(screen_text.NO_FREE_FILE_NAME)
        if problems:
            title, text = problem_title(problems[0]), problem_sentence(problems[0])
        self.context.stack.push(NoticeScene(self.context, title, text))

    def update(self, dt: float) -> None:
        super().update(dt)
        self.is_animating = self._film is not None
        if self._film is None:
            return
        try:
            self._progress = next(self._film)
        except StopIteration as end:
            self._film, self._progress = None, 0.0
            self._write("film", end.value)
        self.needs_redraw = True

    def place_widgets(self) -> None:
        rect, px = self.context.px_rect, self.context.px
        (left, width), (top, height) = self.horizontal_span, self.vertical_span
        beside = 1 if self.is_narrow else 2
        rows = -(-len(SHARE_WAYS) // beside)
        tall = min(BUTTON_HEIGHT, (height - FIELD_HEIGHT - 24) / rows - GAP)
        for n in range(rows):
            line = rect(left, top + n * (tall + GAP), width, tall)
            names = SHARE_WAYS[beside * n : beside * (n + 1)]
            for name, place in zip(
                names, split_into_columns(line, (1,) * beside, px(GAP)), strict=False
            ):
                self.widgets[name].rect = place
        y = top + rows * (tall + GAP) + 8
        self.widgets["folder"].rect = rect(left, y, width, FIELD_HEIGHT)
        self.widgets["back"].rect = rect(left, top + height + 18, 200, 50)

    def draw_content(self, surface: pygame.Surface) -> None:
        where = replay_place_text(self.replayed)
        aside = _("{eye} · {place}").format(eye=perspective_sentence(self.replayed), place=where)
        self.draw_title(surface, _("Share"), aside)
        if self._film is not None:
            self._paint_progress(surface)

    def _paint_progress(self, surface: pygame.Surface) -> None:
        context, colours = self.context, self.context.theme.colours
        back = self.widgets["back"].rect
        text = _(screen_text.PICTURE_PROGRESS).format(n=round(100 * self._progress))
        place = (back.right + context.px(24), back.centery)
        context.fonts.draw_text(surface, text, place, styles.STRONG, colours.accent, "midleft")


def _encode_png(surface: pygame.Surface) -> bytes:
    file = io.BytesIO()
    pygame.image.save(surface, file, "picture.png")
    return file.getvalue()


def _shortened(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:57]}…"
