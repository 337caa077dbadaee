#!/usr/bin/env python3
"""Writes down what the window draws, for tests/ui/test_drawing_records.py.

python build/assets/drawing_records.py [RECORD ...]
    make the accepted records in tests/ui/drawing_records again; read their diff before committing
python build/assets/drawing_records.py [RECORD ...] --whole FOLDER
    write every line to FOLDER, also of pictures of which only a checksum is accepted

The records of screens and tables hold a line for each drawing: what, where, how large, in which
colour. All others hold a checksum of such lines for each picture. To find out what has changed
there, run the second command on both states and compare the two folders.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from functools import partial
from pathlib import Path
from typing import Any
from unittest import mock
from zlib import crc32

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame
import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from assets.shots import menus, tables
from assets.shots.staged_table import StagedTable
from assets.shots.widget_sheet import TableSheet, WidgetSheet
from hacktrick.app import themes
from hacktrick.app.daily_round_results import DailyRoundResults
from hacktrick.app.puzzle_practice import PuzzlePractice
from hacktrick.app.settings import Settings
from hacktrick.app.storage import SHARED, DataFolders
from hacktrick.game.editions import PRESETS
from hacktrick.i18n import computer_players, match_options_and_player_names
from hacktrick.library import match_entries
from hacktrick.ui.accessibility.accessibility_tree import Node, TextRecorder
from hacktrick.ui.scene.scenes_and_context import Scene
from hacktrick.ui.screens import statistics_and_mistakes_scenes
from hacktrick.ui.screens.library import match_import
from hacktrick.ui.screens.rules.rules_scene import RulesScene
from hacktrick.ui.table import thumbnails
from tests.support.drawing_recorder import Recording, Size, record_drawing, text_of
from tests.support.point_product_cache import repeat_random_numbers
from tests.support.quick_judge import make_judge_quick
from tests.support.rig import WHOLE, Rig, unsaved_storage

HOUR = 3600.0
TALLEST_PAGE = 12_000  # a height in pixels at which no page of the rulebook scrolls
MAX_NAME_LENGTH = 100  # maximum number of characters of a file's name
FOLDER = Path(__file__).resolve().parents[2] / "tests" / "ui" / "drawing_records"


@dataclass(frozen=True)
class DrawnFrame:
    """What is drawn in one frame.

    Attributes:
        title: what the frame shows.
        lines: a line for each drawing.
    """

    title: str
    lines: list[str]

    @property
    def summary(self) -> str:
        return (
            f"{self.title}: {len(self.lines)} lines {crc32(chr(10).join(self.lines).encode()):08x}"
        )


Pictures = Iterator[DrawnFrame]


class FixedTime(datetime):
    """A clock that stands still."""

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> FixedTime:
        return cls(2026, 11, 28, 12, tzinfo=tz)

    @classmethod
    def today(cls) -> FixedTime:
        return cls.now()


def _stop_clocks(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(match_entries, "datetime", FixedTime)
    patch.setattr(computer_players, "date", FixedTime)
    patch.setattr(match_options_and_player_names, "date", FixedTime)
    patch.setattr(DailyRoundResults.__init__, "__defaults__", (FixedTime.now().date,))
    patch.setattr(
        PuzzlePractice.__init__,
        "__defaults__",
        (FixedTime.now().date, lambda: FixedTime.now(UTC)),
    )
    patch.setattr(pygame.time, "get_ticks", lambda: 0)
    # No work is cut short because a frame's time is used up.
    patch.setattr(thumbnails, "STEP_SECONDS", HOUR)
    patch.setattr(statistics_and_mistakes_scenes, "SECONDS_A_FRAME", HOUR)
    patch.setattr(match_import, "FRAME_BUDGET", HOUR)


@dataclass(frozen=True)
class DrawingRecord:
    """A record of pictures.

    Attributes:
        pictures: makes the pictures; its argument is a folder for the player's data.
        is_whole: whether every line is accepted, in a file for each picture. If False, a single
            file holds the checksums of all pictures.
    """

    pictures: Callable[[Path], Pictures]
    is_whole: bool = False


def texts_of_record_files(name: str, data: Path, whole: bool | None = None) -> dict[str, str]:
    """Return the texts of a record's files, by their path below the folder of all records."""
    record = RECORDS[name]
    with pytest.MonkeyPatch.context() as patch, _fixed_time_zone("UTC"):
        make_judge_quick(patch)
        repeat_random_numbers(patch)
        _stop_clocks(patch)
        patch.chdir(data)
        pictures = list(record.pictures(Path()))
    if record.is_whole if whole is None else whole:
        return {
            f"{name}/{_file_name(one.title)}.txt": "\n".join([*one.lines, ""]) for one in pictures
        }
    return {f"{name}.txt": "".join(f"{one.summary}\n" for one in pictures)}


def _file_name(title: str) -> str:
    """Return a title as the name of a file; a long one is shortened, but stays unique."""
    name = title.replace(" ", "-")
    if len(name) <= MAX_NAME_LENGTH:
        return name
    return f"{name[:MAX_NAME_LENGTH]}-{crc32(name.encode()):08x}"


@contextmanager
def _fixed_time_zone(name: str) -> Iterator[None]:
    before = os.environ.get("TZ")
    os.environ["TZ"] = name
    time.tzset()
    try:
        yield
    finally:
        os.environ.pop("TZ")
        if before is not None:
            os.environ["TZ"] = before
        time.tzset()


# Functions for pictures of screens and tables.


def pictures_of_menus(data: Path, size: Size = WHOLE, **settings: Any) -> Pictures:
    """Yield all menus and dialogs but those of studies."""
    with mock.patch.object(menus, "study_scenes", lambda *args: iter(())):
        yield from _menu_pictures(data, size, menus.menu_scenes, settings)


def pictures_of_studies(data: Path, size: Size = WHOLE, **settings: Any) -> Pictures:
    def scenes(rig: Rig) -> Iterator[tuple[str, list[Scene]]]:
        return menus.study_scenes(rig, menus.add_sample_matches(rig.services))

    yield from _menu_pictures(data, size, scenes, settings)


def _menu_pictures(
    data: Path,
    size: Size,
    scenes_of: Callable[[Rig], Iterator[tuple[str, list[Scene]]]],
    settings: dict[str, Any],
) -> Pictures:
    with recorded_rig(data, size, **settings) as (rig, recording):
        for name, scenes in scenes_of(rig):
            rig.show(*scenes)
            rig.tick(n=250)
            yield DrawnFrame(name, picture_lines(rig, recording))
            menus.empty_scene_stack(rig)


def rulebook_page_pictures(data: Path) -> Pictures:
    """Yield every page of the rulebook in all editions, in a window of the page's height."""
    with recorded_rig(data, (WHOLE[0], TALLEST_PAGE)) as (rig, recording):
        for preset, rules in PRESETS.items():
            scene = RulesScene(rig.context, rules)
            rig.show(scene)
            rig.tick()
            for page in scene.pages:
                scene.show_ruling_or_page(page.key)
                yield DrawnFrame(f"{preset} {page.key}", picture_lines(rig, recording))


def pictures_of_tables(
    data: Path,
    size: Size = WHOLE,
    names: Iterable[str] = tables.SITUATIONS,
    **settings: Any,
) -> Pictures:
    for name in names:
        with record_drawing(size) as recording:
            table = tables.SITUATIONS[name](_table_maker(data, size, settings))
            yield DrawnFrame(name, picture_lines(table, recording))
            table.services.close()


def _table_maker(data: Path, size: Size, settings: dict[str, Any]) -> Callable[..., StagedTable]:
    chosen = {"theme": "keypad", "language": "en", **settings}

    def make(**options: Any) -> StagedTable:
        return StagedTable(unsaved_storage(data), size, **{**chosen, **options})

    return make


@contextmanager
def recorded_rig(data: Path, size: Size, **settings: Any) -> Iterator[tuple[Rig, Recording]]:
    chosen = Settings(**{"theme": "keypad", "language": "en", **settings})
    folder = data / "player"
    shutil.rmtree(folder, ignore_errors=True)
    with record_drawing(size) as recording:
        rig = Rig(folder.absolute(), size, chosen, bare_table=True)
        # Some screens show the folders, whose whole path is another one every time.
        rig.storage.folders = DataFolders(folder, folder, folder / "log")
        rig.services.shared_files.folder = folder / SHARED
        yield rig, recording
        rig.services.close()


def picture_lines(rig: Rig, recording: Recording) -> list[str]:
    """Draw the scenes of a rig; return the drawings, and what a screen reader finds."""
    recording.take_lines()
    rig.context.set_text_recorder(TextRecorder())
    rig.draw()
    return [*recording.take_lines(), *node_lines(rig.top.accessibility_nodes())]


def node_lines(nodes: Iterable[Node], depth: int = 1) -> Iterator[str]:
    """Yield a line for each node of an accessibility tree, without fields that are as usual."""
    for node in nodes:
        texts = [
            f"{name} {text_of(value)}"
            for name, value in zip(node._fields[2:-1], node[2:-1], strict=True)
            if value != node._field_defaults[name]
        ]
        yield f"{'>' * depth} {node.role} {'; '.join(texts)}"
        yield from node_lines(node.children, depth + 1)


# Functions for pictures of sprites.

PAINTED_TABLES = ("middle", "wits-codes", "quartet")


def pictures_of_sprites(data: Path) -> Pictures:
    """Yield how each sprite of the two sheets and of tables is painted, in all themes."""
    for theme in themes.theme_keys():
        for size in (WHOLE, (2560, 1440)):
            with record_drawing(size, keeps_paintings=True) as recording:
                for sheet in (WidgetSheet, TableSheet):
                    sheet(theme, size).draw()
                # Tables take long, so they are painted in one size only.
                for name in PAINTED_TABLES if size == WHOLE else ():
                    table = tables.SITUATIONS[name](_table_maker(data, size, {"theme": theme}))
                    table.draw()
                    table.services.close()
                for name, lines in recording.paintings.items():
                    yield DrawnFrame(f"{theme} {size[0]}x{size[1]} {name}", lines)


# Functions for pictures in other sizes.


def pictures_in_size(size: Size, theme: str, scale: int, data: Path) -> Pictures:
    yield from pictures_of_menus(data, size, theme=theme, ui_scale=scale)
    yield from pictures_of_tables(data, size, VARIED_TABLES, theme=theme, ui_scale=scale)


VARIED_TABLES = (
    *("first", "middle", "over", "match-over", "learning", "trio", "quartet", "watched-four"),
    *("wits-codes", "wits-in-force", "wits-read"),
)
RECORDS: dict[str, DrawingRecord] = {
    "menus": DrawingRecord(pictures_of_menus, is_whole=True),
    "studies": DrawingRecord(pictures_of_studies, is_whole=True),
    "tables": DrawingRecord(pictures_of_tables, is_whole=True),
    "rules": DrawingRecord(rulebook_page_pictures),
    "sprites": DrawingRecord(pictures_of_sprites),
    "small-windows": DrawingRecord(partial(pictures_in_size, (960, 600), "contrast", 100)),
    "tall-windows": DrawingRecord(partial(pictures_in_size, (1000, 1400), "servers", 100)),
    "wide-windows": DrawingRecord(partial(pictures_in_size, (2560, 1080), "fanfold", 130)),
}


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("records", nargs="*", metavar="RECORD", help=", ".join(RECORDS))
    parser.add_argument("--whole", type=Path, metavar="FOLDER")
    options = parser.parse_args()
    pygame.display.init()
    pygame.font.init()
    for name in options.records or RECORDS:
        began = time.process_time()
        with tempfile.TemporaryDirectory() as data:
            files = texts_of_record_files(name, Path(data), True if options.whole else None)
        folder = options.whole or FOLDER
        for file in folder.glob(f"{name}/*.txt"):
            file.unlink()
        for path, text in files.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(text, encoding="utf-8")
        print(f"{name}: {len(files)} files, {time.process_time() - began:.1f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
