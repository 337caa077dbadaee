"""Finds text that overlaps other text, leaves its box, is cut off or too small, in every scene.

python build/qa/text_overlaps.py [LANGUAGE ...]

Nothing is painted: fonts and pictures are replaced by stand-ins that only record what is drawn
where, so that each scene in each theme, language and size takes milliseconds. Without a language it
checks all translations, English, and the pseudo-language (``translations.py pseudo``).
"""

from __future__ import annotations

import argparse
import gettext
import io
import itertools
import sys
import tempfile
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest import mock

import pygame

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from assets.shots import menus, tables
from assets.shots.staged_table import StagedTable

from assets import translations
from hacktrick.app import themes
from hacktrick.app.settings import Settings
from hacktrick.app.themes import Colour
from hacktrick.i18n import translator as words
from hacktrick.ui.paint.canvas import Sprite
from hacktrick.ui.paint.fonts import MIN_PIXELS, Fonts, TextStyle
from hacktrick.ui.paint.sprite_cache import SpriteCache
from hacktrick.ui.scene import scenes_and_context as contexts
from hacktrick.ui.scene.scenes_and_context import Scene
from tests.support.rig import Rig, unsaved_storage

SIZES = ((960, 600), (1280, 720), (720, 1280))
BOX_KINDS = (
    *("panel", "key", "card", "lcd_plate", "plate"),
    *("rounded_bar", "speech_bubble", "key_tag"),
)
PICTURE_KINDS = ("flat_marker", "icon")
MOVING = ("deal", "reveal", "flight", "plate", "wits-turning", "wits-revealed", "turning-up")
# The scenes in which a text may be cut off.
LISTS = "settings-search-few", "settings-search-many", "matches"
# Tolerated overlap of two texts, and tolerated part of a text outside its box or the window.
TOLERATED_PIXELS = 1


@dataclass(slots=True)
class DrawnTextOrPicture:
    """A text or a picture that was drawn.

    Attributes:
        kind: "text", or the kind of picture.
        cut: whether a text was cut off to fit.
        pixels: the size of a text in pixels.
    """

    kind: str
    rect: pygame.Rect
    text: str = ""
    cut: bool = False
    pixels: int = MIN_PIXELS


@dataclass(slots=True)
class DrawingLog:
    """The marks drawn on one surface, in the order of drawing."""

    surface: pygame.Surface | None = None
    marks: list[DrawnTextOrPicture] = field(default_factory=list)

    def add_if_visible(self, surface: pygame.Surface, mark: DrawnTextOrPicture) -> None:
        """Add a mark if it was drawn on this surface and within the clipping area."""
        if surface is self.surface:
            mark.rect = mark.rect.clip(surface.get_clip())
            if mark.rect.width and mark.rect.height:
                self.marks.append(mark)


NOTES = DrawingLog()


class RecordedSprite(Sprite):
    """A picture that records its place instead of being drawn."""

    def __init__(self, kind: str, size: tuple[int, int]) -> None:
        object.__setattr__(self, "surface", pygame.Surface((1, 1), pygame.SRCALPHA))
        object.__setattr__(self, "pad", 0)
        object.__setattr__(self, "kind", kind)
        object.__setattr__(self, "whole", size)

    @property
    def size(self) -> tuple[int, int]:
        return self.whole  # type: ignore[attr-defined,no-any-return]

    def draw(self, target: pygame.Surface, topleft: tuple[float, float]) -> None:
        place = pygame.Rect((round(topleft[0]), round(topleft[1])), self.size)
        NOTES.add_if_visible(target, DrawnTextOrPicture(self.kind, place))  # type: ignore[attr-defined]

    def with_opacity(self, opacity: float) -> Sprite:
        return self

    def scaled(self, width_factor: float, height_factor: float = 1.0) -> Sprite:
        return self


class RecordingSprites(SpriteCache):
    """A stand-in for sprites that knows the size of every picture but paints none."""

    def background(self, size: tuple[int, int]) -> pygame.Surface:
        return pygame.Surface((1, 1))

    def _cached_sprite(self, key: Hashable, paint: Callable[[], Sprite]) -> Sprite:
        assert isinstance(key, tuple)
        kind = str(key[0])
        sizes = [one for one in key[1:] if type(one) is tuple and len(one) == 2]
        edges = [round(one) for one in key[1:] if type(one) in (int, float)]
        size = sizes[0] if sizes else (edges[-1], edges[-1])
        return RecordedSprite(kind, size)


class RecordingFonts(Fonts):
    """A stand-in for fonts that measures text but draws none."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._cut: set[str] = set()

    def cut_with_ellipsis(self, string: str, style: TextStyle, width: float) -> str:
        shown = super().cut_with_ellipsis(string, style, width)
        if shown != string:
            self._cut.add(shown)
        return shown

    def draw_text(
        self,
        surface: pygame.Surface,
        string: str,
        pos: tuple[float, float],
        style: TextStyle,
        colour: Colour,
        anchor: str = "topleft",
        width: float | None = None,
    ) -> pygame.Rect:
        shown = string
        if width is not None:
            shown, style = self.shrink_to_fit(string, style, width)
        rect = pygame.Rect((0, 0), self.text_size(shown, style))
        setattr(rect, anchor, (round(pos[0]), round(pos[1])))
        if shown.strip() and style.face != "lcd":
            ink = rect.inflate(0, -round(rect.height * 0.3))
            mark = DrawnTextOrPicture(
                "text", ink, shown, shown in self._cut, self.pixel_size(style)
            )
            NOTES.add_if_visible(surface, mark)
        self.record_text(string, rect, style)
        return rect


@contextmanager
def recording_drawings() -> Iterator[None]:
    """Let all contexts created inside a ``with`` block only record what they draw."""
    with (
        mock.patch.object(contexts, "Fonts", RecordingFonts),
        mock.patch.object(contexts, "SpriteCache", RecordingSprites),
    ):
        yield


def drawn_marks(scene: Scene, size: tuple[int, int]) -> list[DrawnTextOrPicture]:
    """Return all marks that a scene draws."""
    surface = pygame.Surface(size)
    NOTES.surface, NOTES.marks = surface, []
    scene.draw(surface)
    return NOTES.marks


def overlap_faults(marks: list[DrawnTextOrPicture], size: tuple[int, int]) -> Iterator[str]:
    """Yield a line for each text that is badly placed.

    Such a text is cut off, too small, outside its box or the window, or overlaps another text, a
    picture or a box.
    """
    window = pygame.Rect((0, 0), size).inflate(2 * TOLERATED_PIXELS, 2 * TOLERATED_PIXELS)
    marks = marks[: _n_marks_without_notice(marks)]
    texts = [(n, mark) for n, mark in enumerate(marks) if mark.kind == "text"]
    for n, mark in texts:
        if mark.cut:
            yield f"cut: {mark.text}"
        if mark.pixels < MIN_PIXELS:
            yield f"small, {mark.pixels} pixels: {mark.text}"
        box = _topmost_box_under_text(marks[:n], mark)
        if not window.contains(mark.rect):
            yield f"leaves the window: {mark.text}"
        elif box is not None and not box.inflate(
            2 * TOLERATED_PIXELS, 2 * TOLERATED_PIXELS
        ).contains(mark.rect):
            yield f"leaves its box: {mark.text}"
    for (i, a), (j, b) in itertools.combinations(texts, 2):
        if _do_overlap(a, b) and not _does_box_cover(marks[i:j], a.rect.clip(b.rect)):
            yield f"overlap: {a.text} | {b.text}"
    yield from _pictures_over_texts(marks, texts)


def _n_marks_without_notice(marks: list[DrawnTextOrPicture]) -> int:
    """Return the number of marks without those of a message, whose panel and text come last."""
    last = marks[-2:]
    is_one = [mark.kind for mark in last] == ["panel", "text"] and last[0].rect.contains(
        last[1].rect
    )
    return len(marks) - 2 if is_one else len(marks)


def _topmost_box_under_text(
    before: list[DrawnTextOrPicture], text: DrawnTextOrPicture
) -> pygame.Rect | None:
    """Return the box of a text, which is the last box drawn under its middle; None if none."""
    around = (mark.rect for mark in reversed(before) if mark.kind in BOX_KINDS)
    return next((rect for rect in around if rect.collidepoint(text.rect.center)), None)


def _do_overlap(a: DrawnTextOrPicture, b: DrawnTextOrPicture) -> bool:
    """Return whether two marks overlap.

    The same text drawn twice at the same place does not count as an overlap.
    """
    if (a.kind, a.text, a.rect) == (b.kind, b.text, b.rect):
        return False
    shared = a.rect.clip(b.rect)
    return shared.width > TOLERATED_PIXELS and shared.height > TOLERATED_PIXELS


def _does_box_cover(between: list[DrawnTextOrPicture], area: pygame.Rect) -> bool:
    """Return whether a box hides ``area``, where an upper text overlaps a lower text."""
    return any(mark.kind in BOX_KINDS and mark.rect.contains(area) for mark in between)


def _pictures_over_texts(
    marks: list[DrawnTextOrPicture], texts: list[tuple[int, DrawnTextOrPicture]]
) -> Iterator[str]:
    """Yield a line for each sign, icon or box that overlaps a text."""
    for n, mark in enumerate(marks):
        if mark.kind not in (*PICTURE_KINDS, "panel"):
            continue
        for k, text in texts:
            if _do_overlap(mark, text) and _is_text_spoiled(marks, n, k):
                yield f"{mark.kind} on: {text.text}"


def _is_text_spoiled(marks: list[DrawnTextOrPicture], mark_index: int, text_index: int) -> bool:
    """Return whether mark ``mark_index`` spoils text ``text_index``, which it overlaps.

    A box spoils a text if it is drawn over a part of the text; a sign or icon does so unless a box
    lies between them.
    """
    thing, text = marks[mark_index], marks[text_index]
    if thing.kind == "panel":
        return text_index < mark_index and not thing.rect.contains(text.rect)
    return not _does_box_cover(
        marks[min(text_index, mark_index) : max(text_index, mark_index)], text.rect
    )


class SceneGallery:
    """Every table and menu of one theme and typeface.

    Tables are created once and laid out again for each language and size.
    """

    def __init__(self, folder: Path, theme: str, typeface: str = "theme") -> None:
        self.folder, self.theme, self.typeface = folder, theme, typeface
        self.tables = dict(self._create_tables())

    def _create_tables(self) -> Iterator[tuple[str, StagedTable]]:
        def make(**options: Any) -> StagedTable:
            options = {"typeface": self.typeface, **options}
            return StagedTable(unsaved_storage(self.folder), SIZES[-1], self.theme, **options)

        for name, build in tables.SITUATIONS.items():
            if name not in MOVING:
                yield name, build(make)

    def overlap_faults_of_scenes(self, language: str, size: tuple[int, int]) -> Iterator[str]:
        """Yield the faults of all scenes in a language and size."""
        for name, marks in self.marks_of_scenes(language, size):
            for fault in overlap_faults(marks, size):
                if name in LISTS and fault.startswith("cut: "):
                    continue
                look = self.theme if self.typeface == "theme" else f"{self.theme} {self.typeface}"
                yield f"{language} {size[0]}x{size[1]} {look} {name}: {fault}"

    def marks_of_scenes(
        self, language: str, size: tuple[int, int]
    ) -> Iterator[tuple[str, list[DrawnTextOrPicture]]]:
        """Yield the name of each scene and all that it draws."""
        yield from self._marks_of_tables(language, size)
        yield from self._marks_of_menus(language, size)

    def _marks_of_tables(
        self, language: str, size: tuple[int, int]
    ) -> Iterator[tuple[str, list[DrawnTextOrPicture]]]:
        for name, table in self.tables.items():
            table.context.change_settings(language=language)
            table.context.rebuild_and_lay_out(size)
            top = table.context.stack.top
            table.table.refresh()
            for scene in {id(one): one for one in (table.table, top) if one is not None}.values():
                yield f"{name} ({type(scene).__name__})", drawn_marks(scene, size)

    def _marks_of_menus(
        self, language: str, size: tuple[int, int]
    ) -> Iterator[tuple[str, list[DrawnTextOrPicture]]]:
        with tempfile.TemporaryDirectory() as data:
            settings = Settings(theme=self.theme, language=language, typeface=self.typeface)
            rig = Rig(Path(data), size, settings)
            for name, scenes in menus.menu_scenes(rig):
                rig.show(*scenes)
                rig.stack.update(2.0)
                yield name, drawn_marks(scenes[-1], size)
                menus.empty_scene_stack(rig)
            rig.services.close()


@contextmanager
def with_pseudo_language_available(language: str) -> Iterator[None]:
    """Make a language available in a ``with`` block; the pseudo-language is created in memory."""
    if language != translations.PSEUDO:
        yield
        return
    made = translations.mo_file_bytes(
        translations.pseudo_catalogue(translations.template_catalogue())
    )
    before = words.set_language

    def speak(code: str) -> None:
        before("en")
        words._catalogue = gettext.GNUTranslations(io.BytesIO(made))
        words._catalogue.add_fallback(words._EmptyCatalogue())
        words._language = code

    with mock.patch.object(words, "set_language", speak):
        yield
    before("en")


def languages_to_check() -> tuple[str, ...]:
    """Return all languages, the pseudo-language last."""
    return (*(code for code in words.available_languages() if code != translations.PSEUDO), "xx")


def scene_galleries(folder: Path) -> Iterator[SceneGallery]:
    """Yield a gallery for each board and set of typefaces.

    Themes that differ only in colours share a layout. The legible typeface replaces all others, so
    it needs one gallery for each board.
    """
    different = {}
    for key in themes.theme_keys():
        theme = themes.load_theme(key)
        different[theme.board, theme.faces] = key
    boards = {themes.load_theme(key).board: key for key in different.values()}
    yield from (SceneGallery(folder, key) for key in different.values())
    yield from (SceneGallery(folder, key, "legible") for key in boards.values())


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("languages", nargs="*", metavar="LANGUAGE")
    languages = parser.parse_args().languages or languages_to_check()
    pygame.display.init()
    pygame.font.init()
    found: list[str] = []
    with tempfile.TemporaryDirectory() as folder, recording_drawings():
        for gallery in scene_galleries(Path(folder)):
            for language in languages:
                with with_pseudo_language_available(language):
                    for size in SIZES:
                        found += gallery.overlap_faults_of_scenes(language, size)
    print("\n".join(found) or "No text overlaps another, leaves its box or is cut.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
