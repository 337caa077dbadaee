"""The screen to share a replayed match as a code, a file, a picture or an animated picture."""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Generator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import pygame

from hacktrick.app.program_services import ProgramServices
from hacktrick.app.replay_session import ReplayPosition, ReplaySession
from hacktrick.game.keypad import keys
from hacktrick.game.state import Seat
from hacktrick.i18n import screen_text
from hacktrick.i18n.file_problem_text import problem_sentence, problem_title
from hacktrick.i18n.match_sharing import (
    COPIED_WAYS,
    FILE_ENDINGS,
    ShareWay,
    share_file_name,
    share_refusal,
    share_way_text,
    shared_text,
)
from hacktrick.i18n.match_text import MatchSentences
from hacktrick.i18n.review_text import last_action_text, perspective_sentence, replay_place_text
from hacktrick.i18n.table_view_model import TableViewModel, make_table_view_model
from hacktrick.i18n.translator import _
from hacktrick.safe_files import expand_home
from hacktrick.ui.layout import table_layout
from hacktrick.ui.layout.geometry import TableGeometry, split_into_columns
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.scene.scenes_and_context import Context
from hacktrick.ui.table.draw_context import DrawContext, TableDrawState
from hacktrick.ui.table.match_playback import Playback
from hacktrick.ui.table.panels import board
from hacktrick.ui.table.panels.board_widgets import MAX_HAND_CARDS, CodeCardWidget, HandCardWidget
from hacktrick.ui.table.table_layers import draw_everything_below_widgets
from hacktrick.ui.widgets.basic_widgets import Button, TextField
from hacktrick.ui.widgets.dialogs import NoticeScene, show_saved_file
from hacktrick.ui.widgets.menu_base import Menu

SHARE_WAYS: tuple[ShareWay, ...] = (
    *("code", "page", "record", "transcript", "position", "picture", "film"),
)
BUTTON_HEIGHT, GAP = 62.0, 10.0
FIELD_HEIGHT = 44.0
MAX_PATH_LENGTH = 400


class ShareScene(Menu):
    """The screen with the ways to share a replayed match."""

    def __init__(self, context: Context, services: ProgramServices, replay: ReplaySession) -> None:
        super().__init__(context)
        self.services, self.replayed = services, replay
        self.folder = str(services.shared_files.folder)
        self._film: Generator[float, None, bytes] | None = None
        self._progress = 0.0  # the rendered share of the animated picture, from 0 to 1

    def create_widgets(self) -> None:
        context = self.context
        for way in SHARE_WAYS:
            button = Button(
                context, share_way_text(way).label, partial(self.copy_or_save_match, way)
            )
            button.effect = share_way_text(way).effect
            button.reason = share_refusal(self.replayed, way)
            self.add_widget(way, button)
        folder = TextField(context, _("Folder"), self.folder, self._set_folder, MAX_PATH_LENGTH)
        self.add_widget("folder", folder)
        self.add_widget("back", Button(context, _("Back"), self.go_back, icon="left", hint="back"))

    def _set_folder(self, text: str) -> None:
        self.folder = text

    def copy_or_save_match(self, way: ShareWay) -> None:
        """Copy the match to the clipboard or save it as a file, depending on ``way``.

        An animated picture is rendered over many frames before it is saved.
        """
        if way in COPIED_WAYS:
            self._copy_text_or_save(shared_text(self.replayed, way))
        elif way == "picture":
            surface = render_replay_position(self.context, self.replayed)
            self._save_shared_file(way, _encode_png(surface))
        elif way == "film":
            self._film = self._film or render_replay_animation_in_steps(self.context, self.replayed)
        else:
            number = self.replayed.origin.number if way == "page" else None
            reviews = (
                None if number is None else self.services.library_reviews.reviews_of_match(number)
            )
            text = shared_text(self.replayed, way, reviews, self.context.theme)
            self._save_shared_file(way, text.encode("utf-8", "backslashreplace"))

    def _copy_text_or_save(self, text: str) -> None:
        if self.context.clipboard.put_text(text):
            self.show_message(
                _(screen_text.TEXT_COPIED).format(text=_shortened_to_60_characters(text))
            )
        else:
            self._save_shared_file("code", text.encode())

    def _save_shared_file(self, way: ShareWay, data: bytes) -> None:
        folder = expand_home(Path(self.folder.strip() or self.services.shared_files.folder))
        name = share_file_name(self.replayed)
        path, problems = self.services.shared_files.save_shared_file(
            folder, name, FILE_ENDINGS[way], data
        )
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
            self._save_shared_file("film", end.value)
        self.needs_redraw = True

    def place_widgets(self) -> None:
        rect, px = self.context.px_rect, self.context.px
        (left, width), (top, height) = self.content_left_and_width, self.content_top_and_height
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


def _shortened_to_60_characters(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:57]}…"


PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"
RGBA_COLOUR_TYPE = 6
# APNG constants: keep the previous frame, and draw the next frame over it
KEEP_FRAME, DRAW_OVER_FRAME = 0, 1
COLOUR_TOLERANCE = 1  # largest difference in a colour channel, 0 to 255, that counts as none
TRANSPARENT = (0, 0, 0, 0)


def encode_apng(pictures: Sequence[tuple[pygame.Surface, int]]) -> bytes:
    """Return the bytes of an animated PNG that repeats forever.

    Args:
        pictures: pairs of a picture and the milliseconds for which it is shown.
    """
    first, first_time = pictures[0]
    number = 1
    parts = [
        PNG_SIGNATURE,
        _png_header(first.get_size()),
        _png_chunk(b"acTL", struct.pack(">II", len(pictures), 0)),
        _apng_frame_control_chunk(0, first.get_rect(), first_time),
        _png_chunk(b"IDAT", _compressed_png_rows(first)),
    ]
    before = first
    for picture, milliseconds in pictures[1:]:
        news, place = changed_pixels_and_rect(before, picture)
        parts.append(_apng_frame_control_chunk(number, place, milliseconds))
        parts.append(
            _png_chunk(b"fdAT", struct.pack(">I", number + 1) + _compressed_png_rows(news))
        )
        number, before = number + 2, picture
    return b"".join((*parts, _png_chunk(b"IEND", b"")))


def changed_pixels_and_rect(
    before: pygame.Surface, after: pygame.Surface
) -> tuple[pygame.Surface, pygame.Rect]:
    """Return the part of ``after`` that differs from ``before``, and the part's rectangle.

    Unchanged pixels are transparent. If nothing differs, the part is one pixel.
    """
    near = (COLOUR_TOLERANCE, COLOUR_TOLERANCE, COLOUR_TOLERANCE, 255)
    news = pygame.mask.from_threshold(after, TRANSPARENT, near, before)
    news.invert()
    places = news.get_bounding_rects()
    place = places[0].unionall(places[1:]) if places else pygame.Rect(0, 0, 1, 1)
    clear = pygame.Surface(after.get_size(), pygame.SRCALPHA)
    solid = clear.copy()
    solid.blit(after, (0, 0))
    drawn = news.to_surface(clear, setsurface=solid, unsetcolor=TRANSPARENT)
    return drawn.subsurface(place), place


def _png_header(size: tuple[int, int]) -> bytes:
    return _png_chunk(b"IHDR", struct.pack(">IIBBBBB", *size, 8, RGBA_COLOUR_TYPE, 0, 0, 0))


def _apng_frame_control_chunk(number: int, place: pygame.Rect, milliseconds: int) -> bytes:
    where = struct.pack(">IIIII", number, place.width, place.height, place.x, place.y)
    return _png_chunk(
        b"fcTL", where + struct.pack(">HHBB", milliseconds, 1000, KEEP_FRAME, DRAW_OVER_FRAME)
    )


def _compressed_png_rows(picture: pygame.Surface) -> bytes:
    """Return the image data of a PNG: compressed RGBA rows, each after the filter byte 0."""
    width, height = picture.get_size()
    data = pygame.image.tobytes(picture, "RGBA")
    rows = (data[y * width * 4 : (y + 1) * width * 4] for y in range(height))
    return zlib.compress(b"".join(b"\0" + row for row in rows), 9)


def _png_chunk(kind: bytes, data: bytes) -> bytes:
    check = zlib.crc32(kind + data)
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", check)


PICTURE_SIZE = (1280, 720)
FILM_SCALE = 2 / 3  # size of the film, as a fraction of a single picture
# Milliseconds for which a frame of the film is shown: most frames, the last, the first.
FRAME_MS, LAST_FRAME_MS, FIRST_FRAME_MS = 1200, 4000, 1500


class ReplayPainter:
    """Draws positions of a replay as pictures.

    Args:
        context: provides the theme and the language.
    """

    def __init__(self, context: Context, replay: ReplaySession) -> None:
        self.replayed = replay
        plain = replace(context.settings, ui_scale=100, reduced_motion=True)
        self.context = Context(plain, size=PICTURE_SIZE)
        n = len(replay.seats)
        codes = replay.rules.has_codes
        table = table_layout.lay_out_table(PICTURE_SIZE, 1.0, n, self.context.theme.board, codes)
        self.places = TableGeometry(table, self.context.px, n)
        self.wording = MatchSentences(replay.rules, replay.seats)
        self.bottom: Seat = replay.perspective if isinstance(replay.perspective, int) else 0
        self.crop = pygame.Rect((0, 0), PICTURE_SIZE)

    def paint_current_position(self) -> pygame.Surface:
        """Return a picture of the table at the current position of the replay."""
        surface = pygame.Surface(PICTURE_SIZE)
        playback = Playback(self.context, self.wording, self.replayed.snapshot())
        picture = TableDrawState(self.context, self._table_view_model(playback), playback.motion)
        picture.places = self.places
        drawing = picture.draw_context_for(surface)
        surface.blit(drawing.sprites.background(PICTURE_SIZE), (0, 0))
        draw_everything_below_widgets(drawing)
        for key in keys():
            board.draw_key(drawing, self.places.key_rect(key), key, hovered=False, pressed=False)
        board.draw_light_along_completed_line(drawing)
        self._draw_code_cards(surface, picture)
        self._draw_own_hand(surface, picture)
        self._draw_perspective_name(drawing)
        return surface.subsurface(self.crop).copy()

    def _table_view_model(self, playback: Playback) -> TableViewModel:
        model = make_table_view_model(
            playback.shown,
            self.wording,
            self.bottom,
            round_number=self.replayed.round_number,
            caption=last_action_text(self.replayed, self.wording),
        )
        name = self.wording.name(self.bottom)
        return model.with_fixed_values(headline=name, headline_beside_face=name)

    def _draw_code_cards(self, surface: pygame.Surface, state: TableDrawState) -> None:
        """Draw the code cards in force and the code cards laid face down."""
        for slot in range(2) if state.model.public.rules.has_codes else ():
            part = CodeCardWidget(self.context, state, slot, lambda: None)
            part.rect = self.places.code_card_rect(slot)
            if part.has_code_card:
                part.draw(surface)

    def _draw_own_hand(self, surface: pygame.Surface, picture: TableDrawState) -> None:
        spots = self.places.own_hand_rects(len(picture.model.shown_hand(self.bottom)))
        for n, spot in enumerate(spots[:MAX_HAND_CARDS]):
            part = HandCardWidget(self.context, picture, n, lambda card: None)
            part.rect = spot
            part.draw(surface)

    def _draw_perspective_name(self, drawing: DrawContext) -> None:
        """Draw the name of the perspective at the upper right."""
        zone, ink = self.places.table.icons, drawing.colours.accent
        text, place = perspective_sentence(self.replayed), (zone.right, zone.centery)
        drawing.fonts.draw_text(drawing.surface, text, place, styles.SMALL, ink, "midright")


def render_replay_position(context: Context, replay: ReplaySession) -> pygame.Surface:
    """Return a picture of the table at the current position of a replay."""
    return ReplayPainter(context, replay).paint_current_position()


def render_replay_animation_in_steps(
    context: Context, replay: ReplaySession
) -> Generator[float, None, bytes]:
    """Render the current round of a replay as an animated PNG.

    The end of the round is both the first and the last picture, since some programs show only one
    picture.

    Yields:
        The progress, from 0 to 1, after each picture.

    Returns:
        The content of the PNG file.
    """
    stood, painter = replay.position, ReplayPainter(context, replay)
    n_actions = replay.n_actions_in_round(stood.round)
    drawn: list[pygame.Surface] = []
    for action in range(n_actions + 1):
        replay.go_to(ReplayPosition(stood.round, action))
        picture = painter.paint_current_position()
        replay.go_to(stood)
        size = [round(length * FILM_SCALE) for length in picture.get_size()]
        drawn.append(pygame.transform.smoothscale(picture, size))
        yield (action + 1) / (n_actions + 2)
    times = [FRAME_MS] * n_actions + [LAST_FRAME_MS]
    return encode_apng([(drawn[-1], FIRST_FRAME_MS), *zip(drawn, times, strict=True)])
