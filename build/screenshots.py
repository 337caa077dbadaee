"""Makes the pictures of docs/screenshots.md, and the page itself.

python build/screenshots.py [FOLDER]

Every scene in every theme at 1280x720, and the table in every language at 960x600. It needs the
command ``convert`` of ImageMagick with WebP, which keeps all of them together below six megabytes.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any
from unittest import mock

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import pygame
import scene_shots
import shots
from situations import Situation
from translations import PSEUDO

from hacktrick import themes
from hacktrick.play.thinker import InlineThinker
from hacktrick.seat.desk import Desk
from hacktrick.settings import Settings
from hacktrick.storage import Folders, Storage, open_storage
from hacktrick.ui.stage.context import Context
from hacktrick.ui.window.ways import connect
from hacktrick.words import translator as words
from hacktrick.words.settings import language_name

ROOT = Path(__file__).resolve().parent.parent
WHOLE, SMALL = (1280, 720), (960, 600)
QUALITY = 55
MENUS = {
    "title": "The start",
    "new-match": "A new match",
    "new-match-four": "Four players and single options",
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

HOME = Path("/home/bela")
A_HOME = Folders(*(HOME / ".local/share/hacktrick",) * 2, HOME / ".local/state/hacktrick/log")


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "docs")
    folder = parser.parse_args().folder
    pictures = folder / "pictures"
    pictures.mkdir(parents=True, exist_ok=True)
    for old in pictures.glob("*.webp"):
        old.unlink()
    pygame.init()
    with tempfile.TemporaryDirectory() as data:
        storage, _problems = open_storage(Path(data))
        for name, picture in _all(storage):
            _keep(picture, pictures / f"{name}.webp")
        storage.close()
    (folder / "screenshots.md").write_text(page(), encoding="utf-8")
    total = sum(file.stat().st_size for file in pictures.glob("*.webp"))
    print(f"{len(list(pictures.glob('*.webp')))} pictures, {total / 1e6:.1f} MB")
    return 0


def _all(storage: Storage) -> Iterator[tuple[str, pygame.Surface]]:
    for theme in themes.available():
        for name in TABLES:
            yield f"{name}-{theme}", _table(storage, name, theme)
        for name, picture in _menus(theme):
            yield f"{name}-{theme}", picture
    for language in _languages():
        yield f"language-{language}", _table(storage, "middle", "keypad", language, SMALL)


def _table(
    storage: Storage,
    name: str,
    theme: str,
    language: str = "en",
    size: tuple[int, int] = WHOLE,
) -> pygame.Surface:
    def make(**options: Any) -> Situation:
        return Situation(storage, size, theme, language=language, **options)

    scene = shots.SITUATIONS[name](make)
    surface = pygame.Surface(size)
    scene.context.stack.draw(surface)
    return surface


def _menus(theme: str) -> Iterator[tuple[str, pygame.Surface]]:
    with tempfile.TemporaryDirectory() as data:
        storage, _problems = open_storage(Path(data))
        context = Context(Settings(theme=theme, language="en"), size=WHOLE)
        desk = Desk(context, storage, InlineThinker, Random(1))
        connect(context, desk)
        for name, scenes in scene_shots.shots(context, desk):
            if name in MENUS:
                with mock.patch.object(storage, "folders", A_HOME):  # the same in every picture
                    yield name, scene_shots.picture(context, scenes)
        desk.close()


def _keep(picture: pygame.Surface, file: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        plain = Path(folder) / "picture.png"
        pygame.image.save(picture, plain)
        command = ["convert", str(plain), "-strip", "-quality", str(QUALITY)]
        options = ["-define", "webp:method=6", "-define", "webp:use-sharp-yuv=1"]
        subprocess.run([*command, *options, str(file)], check=True)


def page() -> str:
    """The page that shows them all."""
    lines = [
        "# Screenshots",
        "",
        "Every scene in every theme, and the table in every language in the smallest window. All",
        "of it is drawn by the program; `python build/screenshots.py` makes these pictures and",
        "this page.",
        "",
    ]
    for name, title in (*TABLES.items(), *MENUS.items()):
        lines += [f"## {title}", ""]
        lines += [
            f"![{title}, theme {themes.load(theme).name}](pictures/{name}-{theme}.webp)"
            for theme in sorted(themes.available(), key=_order)
        ]
        lines.append("")
    lines += ["## Languages", ""]
    for language in _languages():
        title = language_name(language)
        lines.append(f"![{title}](pictures/language-{language}.webp)")
    return "\n".join(lines) + "\n"


def _languages() -> list[str]:
    """Without the one nobody speaks, which may stand there to try layouts with."""
    return [code for code in words.languages() if code != PSEUDO]


def _order(theme: str) -> int:
    return ("keypad", "servers", "fanfold", "contrast").index(theme)


if __name__ == "__main__":
    sys.exit(main())
