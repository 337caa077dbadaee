#!/usr/bin/env python3
"""Renders the pictures of themes that the settings show, into assets/themes.

python build/assets/theme_pictures.py

Each picture shows the middle of a table in a usual window, painted by the game itself. Run it after
a theme or the board has changed. It needs ImageMagick's ``convert``, but no display.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

import pygame

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from hacktrick.app import themes
from hacktrick.i18n.match_options_and_player_names import NewMatchOptions
from hacktrick.ui.table.thumbnails import render_thumbnail_in_steps, thumbnail_request
from tests.support.rig import Rig

ROOT = Path(__file__).resolve().parents[2]
WINDOW = (1280, 720)
BOARD = (182, 88, 912, 513)  # the board and the racks beside it, in pixels of the window
SIZE = (480, 270)  # width and height of a picture in pixels
COLOURS = 192


def theme_picture(rig: Rig, theme: str) -> pygame.Surface:
    """Return a picture of the middle of a table in this theme."""
    request = thumbnail_request(rig.context, NewMatchOptions(), theme, WINDOW)
    table = next(
        piece
        for piece in render_thumbnail_in_steps(rig.context, rig.services, request)
        if piece is not None
    )
    return pygame.transform.smoothscale(table.subsurface(BOARD), SIZE)


def main() -> int:
    argparse.ArgumentParser(description=__doc__).parse_args()
    pygame.init()
    with tempfile.TemporaryDirectory() as folder:
        rig = Rig(Path(folder), size=WINDOW)
        for theme in themes.theme_keys():
            whole = Path(folder) / f"{theme}.png"
            pygame.image.save(theme_picture(rig, theme), whole)
            path = ROOT / "assets" / "themes" / f"{theme}.png"
            small = ["-strip", "-colors", str(COLOURS), f"PNG8:{path}"]
            subprocess.run(["convert", str(whole), *small], check=True)
            print(f"{path.relative_to(ROOT)}: {path.stat().st_size} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
