"""Draws the program's icon with the game's painters: PNG, Windows .ico and macOS .icns.

python build/icon.py [FOLDER]
"""

from __future__ import annotations

import argparse
import io
import os
import struct
import sys
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import pygame

from hacktrick.app import themes
from hacktrick.app.profiles import StyledMarker
from hacktrick.game.keypad import KEY_ORDER
from hacktrick.ui.paint.canvas import Canvas, mix_colours, with_alpha
from hacktrick.ui.paint.keys_and_panels import KeyLook
from hacktrick.ui.paint.sprite_cache import SpriteCache

FOLDER = Path(__file__).resolve().parent.parent / "assets" / "icon"
SIZE = 1024
MAX_PLAIN_SIZE = 64  # size in pixels up to which keys are plain squares
LINE_KEYS = (6, 5, 4)
OPPONENT_KEYS = (8, 7, 9)
ICO_SIZES = (16, 24, 32, 48, 64, 128, 256)
# The types of entries in an .icns file that hold a PNG, with their sizes; the last four are for
# high-density screens.
ICNS_TYPES = (
    *((b"icp4", 16), (b"icp5", 32), (b"ic07", 128), (b"ic08", 256), (b"ic09", 512)),
    *((b"ic11", 32), (b"ic12", 64), (b"ic13", 256), (b"ic14", 512), (b"ic10", 1024)),
)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", nargs="?", type=Path, default=FOLDER)
    folder = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    pygame.display.init()
    pygame.font.init()
    large = large_icon(SIZE)
    pngs = {size: png_bytes(draw_icon(size, large)) for size in sorted({*ICO_SIZES, 512, SIZE})}
    (folder / "icon.png").write_bytes(pngs[512])
    (folder / "icon.ico").write_bytes(ico_bytes({size: pngs[size] for size in ICO_SIZES}))
    (folder / "icon.icns").write_bytes(icns_bytes(pngs))


def draw_icon(size: int, large: pygame.Surface) -> pygame.Surface:
    """Draw the icon, with a separate drawing for small sizes, since scaled keys blur.

    Args:
        size: the width and height in pixels.
        large: the drawing for large sizes.
    """
    if size <= MAX_PLAIN_SIZE:
        return small_icon(size)
    return pygame.transform.smoothscale(large, (size, size))


def large_icon(size: int) -> pygame.Surface:
    """Draw nine keys on a plate, three of them a completed line."""
    theme = themes.load_theme("keypad")
    unit = size / 380
    sprites = SpriteCache(theme, unit)
    surface = draw_plate(size)
    edge, gap = size * 0.115, size * 0.032
    wide = round((size - 2 * edge - 2 * gap) / 3)
    for n, key in enumerate(KEY_ORDER):
        left = round(edge + n % 3 * (wide + gap))
        top = round(edge + n // 3 * (wide + gap))
        won = key in LINE_KEYS
        owner = 0 if won else 1 if key in OPPONENT_KEYS else None
        rect = pygame.Rect(left, top, wide, wide)
        sprites.keycap(KeyLook(owner=owner, won=won), rect.size).draw(surface, rect.topleft)
        if owner is not None:
            foot = rect.centerx, rect.centery + wide * 0.27
            sprites.draw_marker(surface, StyledMarker(owner), foot, wide * 0.52)
    return with_straight_alpha(surface)


def draw_plate(size: int) -> pygame.Surface:
    """Draw the rounded plate as a premultiplied surface."""
    colours = themes.load_theme("keypad").colours
    canvas = Canvas(size, size)
    box = (size * 0.03, size * 0.03, size * 0.94, size * 0.94)
    top, bottom = mix_colours(colours.key_light, colours.panel, 0.35), colours.background
    canvas.rounded_rect(box, size * 0.2, with_alpha(top, 1), with_alpha(bottom, 1))
    canvas.rounded_frame(
        box,
        size * 0.2,
        size * 0.012,
        with_alpha(colours.accent, 0.9),
        with_alpha(colours.accent, 0.35),
    )
    return canvas.to_sprite().surface


def small_icon(size: int) -> pygame.Surface:
    colours = themes.load_theme("keypad").colours
    canvas = Canvas(size, size)
    canvas.rounded_rect(
        (0, 0, size, size),
        size * 0.2,
        with_alpha(colours.key, 1),
        with_alpha(colours.background, 1),
    )
    edge, gap = size * 0.13, max(1.0, size * 0.06)
    wide = (size - 2 * edge - 2 * gap) / 3
    for n, key in enumerate(KEY_ORDER):
        owner = 0 if key in LINE_KEYS else 1 if key in OPPONENT_KEYS else None
        ink = mix_colours(colours.key_light, colours.outline, 0.55)
        ink = ink if owner is None else colours.players[owner]
        box = (edge + n % 3 * (wide + gap), edge + n // 3 * (wide + gap), wide, wide)
        canvas.rounded_rect(box, wide * 0.22, with_alpha(ink, 1))
    return with_straight_alpha(canvas.to_sprite().surface)


def with_straight_alpha(surface: pygame.Surface) -> pygame.Surface:
    """Return a surface with premultiplied colours as one with the straight alpha of a PNG."""
    width, height = surface.get_size()
    pixels = bytearray(pygame.image.tobytes(surface, "RGBA"))
    for n in range(0, len(pixels), 4):
        a = pixels[n + 3]
        if 0 < a < 255:
            for k in range(n, n + 3):
                pixels[k] = min(255, pixels[k] * 255 // a)
    return pygame.image.frombytes(bytes(pixels), (width, height), "RGBA")


def png_bytes(surface: pygame.Surface) -> bytes:
    file = io.BytesIO()
    pygame.image.save(surface, file, "icon.png")
    return file.getvalue()


def ico_bytes(pngs: dict[int, bytes]) -> bytes:
    """Pack a Windows icon, which consists of a directory and the pictures.

    Args:
        pngs: the pictures as PNG, by size in pixels.
    """
    offset = 6 + 16 * len(pngs)
    head, body = struct.pack("<HHH", 0, 1, len(pngs)), b""
    for size, data in pngs.items():
        edge = size % 256  # a size of 256 is written as 0
        head += struct.pack("<BBBBHHII", edge, edge, 0, 0, 1, 32, len(data), offset + len(body))
        body += data
    return head + body


def icns_bytes(pngs: dict[int, bytes]) -> bytes:
    """Pack a macOS icon, which consists of chunks with a type, a length and a picture.

    Args:
        pngs: the pictures as PNG, by size in pixels.
    """
    body = b"".join(
        kind + struct.pack(">I", len(pngs[size]) + 8) + pngs[size] for kind, size in ICNS_TYPES
    )
    return b"icns" + struct.pack(">I", len(body) + 8) + body


if __name__ == "__main__":
    main()
