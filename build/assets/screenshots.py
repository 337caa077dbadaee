"""Makes pictures of the program: for docs/screenshots.md, or selected ones to inspect.

python build/assets/screenshots.py [FOLDER]
python build/assets/screenshots.py --of tables|menus|parts|regressions FOLDER
    [--name PART] [--theme T] [--size WxH]

Without ``--of`` it makes the page and its pictures in FOLDER (default: docs): every scene in every
theme at 1280x720, the table in every language at 960x600, and the picture of the README. This needs
ImageMagick's ``convert`` with WebP. With ``--of`` it writes PNG pictures to FOLDER:

tables       the table in various situations
menus        the menus and dialogs
parts        two sheets of all widgets and table elements in every state
regressions  the places that earlier inspections found faulty, numbered
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from unittest import mock

import pygame

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from assets.shots import menus, tables, visual_regressions, widget_sheet
from assets.shots.staged_table import StagedTable
from assets.translations import PSEUDO
from hacktrick.app import themes
from hacktrick.app.settings import Settings
from hacktrick.app.storage import DataFolders
from hacktrick.i18n import translator as words
from hacktrick.i18n.setting_text import language_name
from tests.support.rig import WHOLE, Rig, unsaved_storage

ROOT = Path(__file__).resolve().parents[2]
SMALL = (960, 600)
SIZES = (WHOLE, (1920, 1080), (2560, 1440), SMALL)
WEBP = ("-quality", "55", "-define", "webp:method=6", "-define", "webp:use-sharp-yuv=1")
PNG = ("+dither", "-colors", "255")
README_PICTURE = "learning-keypad"
MENUS = {
    "title": "The start",
    "new-match": "A new match",
    "new-match-four": "Four players and house rules",
    "rules": "The rules, under F1",
    "rules-search": "A word looked up in the rules",
    "handover": "The curtain between two players",
    "pause": "The pause",
    "settings-display": "Settings",
    "about": "About",
}
TABLES = {
    "middle": "A card is chosen",
    "win": "A card that wins",
    "over": "The end of a round",
    "match-over": "The end of a match",
    "learning": "With the aids for learners",
    "quartet": "Four players",
    "trio": "Three players",
    "wits-codes": "Battle of Wits: laying a code",
    "wits-revealed": "Battle of Wits: both codes turn up together",
}

SHOWN_HOME = Path("/home/bela")
SHOWN_FOLDERS = DataFolders(
    *(SHOWN_HOME / ".local/share/hacktrick",) * 2, SHOWN_HOME / ".local/state/hacktrick/log"
)
"""The data folders shown in pictures of the pages about the program."""

Size = tuple[int, int]


def main() -> int:
    options = read_arguments()
    pygame.init()
    with tempfile.TemporaryDirectory() as data:
        if options.of is None:
            make_screenshots_page(options.folder or ROOT / "docs", Path(data))
        else:
            make_screenshots(options, Path(data))
    return 0


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", nargs="?", type=Path)
    parser.add_argument("--of", choices=tuple(KINDS))
    parser.add_argument(
        "--name", default="", metavar="PART", help="only pictures with this in their name"
    )
    parser.add_argument("--theme", default="keypad", choices=themes.theme_keys())
    parser.add_argument(
        "--size",
        action="append",
        type=_parse_size,
        metavar="WxH",
        help="size of a picture; can be repeated",
    )
    options = parser.parse_args()
    if options.of is not None and options.folder is None:
        parser.error("a folder is needed")
    return options


def _parse_size(text: str) -> Size:
    wide, by, high = text.partition("x")
    if not (by and wide.isdecimal() and high.isdecimal()):
        raise argparse.ArgumentTypeError(f"{text!r} is no size such as 1280x720")
    return int(wide), int(high)


# Functions for pictures to inspect.


def make_screenshots(options: argparse.Namespace, data: Path) -> None:
    options.folder.mkdir(parents=True, exist_ok=True)
    for size in options.size or (
        visual_regressions.SIZES if options.of == "regressions" else SIZES
    ):
        for name, picture in KINDS[options.of](data, options.theme, size, options.name):
            file = options.folder / f"{name}-{options.theme}-{size[0]}x{size[1]}.png"
            pygame.image.save(picture, file)


Pictures = Iterator[tuple[str, pygame.Surface]]


def _table_pictures(data: Path, theme: str, size: Size, part: str) -> Pictures:
    for name in tables.SITUATIONS:
        if part in name:
            yield name, _table_picture(data, name, theme, size=size)


def _menu_pictures(data: Path, theme: str, size: Size, part: str = "") -> Pictures:
    with tempfile.TemporaryDirectory(dir=data) as folder:
        rig = Rig(Path(folder), size, Settings(theme=theme, language="en"))
        for name, scenes in menus.menu_scenes(rig):
            if part in name:
                with mock.patch.object(rig.storage, "folders", SHOWN_FOLDERS):
                    yield name, menus.picture_after_animations(rig, scenes)
        rig.services.close()


def _widget_sheet_pictures(data: Path, theme: str, size: Size, part: str) -> Pictures:
    sheet = widget_sheet.WidgetSheet(theme, size)
    sheet.draw()
    yield "parts", sheet.surface
    table = widget_sheet.TableSheet(theme, size)
    table.draw()
    yield "elements", table.surface


def _visual_regression_pictures(data: Path, theme: str, size: Size, part: str) -> Pictures:
    with tempfile.TemporaryDirectory(dir=data) as folder:
        for name, picture in visual_regressions.visual_regression_pictures(
            Path(folder), theme, size
        ):
            if part in name:
                yield name, picture


KINDS: dict[str, Callable[[Path, str, Size, str], Pictures]] = {
    "tables": _table_pictures,
    "menus": _menu_pictures,
    "parts": _widget_sheet_pictures,
    "regressions": _visual_regression_pictures,
}


# Functions for the page docs/screenshots.md.


def make_screenshots_page(folder: Path, data: Path) -> None:
    pictures = folder / "pictures"
    pictures.mkdir(parents=True, exist_ok=True)
    for old in pictures.glob("*.webp"):
        old.unlink()
    for name, picture in _screenshots_page_pictures(data):
        _save_picture(picture, pictures / f"{name}.webp", *WEBP)
        if name == README_PICTURE:
            _save_picture(picture, folder / "table.png", *PNG)
    (folder / "screenshots.md").write_text(screenshots_page_text(), encoding="utf-8")
    total = sum(file.stat().st_size for file in pictures.glob("*.webp"))
    print(f"{len(list(pictures.glob('*.webp')))} pictures, {total / 1e6:.1f} MB")


def _screenshots_page_pictures(data: Path) -> Pictures:
    for theme in themes.theme_keys():
        for name in TABLES:
            yield f"{name}-{theme}", _table_picture(data, name, theme)
        for name, picture in _menu_pictures(data, theme, WHOLE):
            if name in MENUS:
                yield f"{name}-{theme}", picture
    for language in _languages():
        yield f"language-{language}", _table_picture(data, "middle", "keypad", language, SMALL)


def _table_picture(
    data: Path, name: str, theme: str, language: str = "en", size: Size = WHOLE
) -> pygame.Surface:
    def make(**options: Any) -> StagedTable:
        return StagedTable(unsaved_storage(data), size, theme, language=language, **options)

    return tables.SITUATIONS[name](make).draw()


def _save_picture(picture: pygame.Surface, file: Path, *options: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        plain = Path(folder) / "picture.png"
        pygame.image.save(picture, plain)
        subprocess.run(["convert", str(plain), "-strip", *options, str(file)], check=True)


def screenshots_page_text() -> str:
    """Return the Markdown of the page that shows the stored pictures."""
    lines = [
        "# Screenshots",
        "",
        "The main screens in every theme, and the table in every language in the smallest window.",
        "",
    ]
    for name, title in (*TABLES.items(), *MENUS.items()):
        lines += [f"## {title}", ""]
        lines += [
            f"![{title}, theme {themes.load_theme(theme).name}](pictures/{name}-{theme}.webp)"
            for theme in sorted(themes.theme_keys(), key=theme_order)
        ]
        lines.append("")
    lines += ["## Languages", ""]
    for language in _languages():
        title = language_name(language)
        lines.append(f"![{title}](pictures/language-{language}.webp)")
    return "\n".join(lines) + "\n"


def _languages() -> list[str]:
    """Return all languages except the pseudo-language, which may be installed for layout tests."""
    return [code for code in words.available_languages() if code != PSEUDO]


def theme_order(theme: str) -> int:
    """Return a theme's position among the pictures of one scene.

    Raises:
        ValueError: the theme has no position yet.
    """
    return ("keypad", "servers", "fanfold", "contrast").index(theme)


if __name__ == "__main__":
    sys.exit(main())
