"""Measures the contrast of every text with the pixels on which it is drawn.

python build/qa/text_contrast.py [THEME ...]

Every table and menu is painted in every theme, or only in those named. Pixels are read before and
after each text is drawn: before, the background under and around the letters, and after, the
strongest pixel of the letters. Their contrast, as WCAG 2 defines it, must be at least 7 in the
contrast theme and 4.5 in the others.
"""

from __future__ import annotations

import argparse
import itertools
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np
import pygame
from numpy.typing import NDArray

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from assets.shots import menus, tables
from assets.shots.staged_table import StagedTable

from hacktrick.app import themes
from hacktrick.app.settings import Settings
from hacktrick.app.themes import Colour
from hacktrick.ui.paint.background_and_light import ALL_SEGMENTS
from hacktrick.ui.paint.fonts import Fonts, TextStyle
from hacktrick.ui.scene import scenes_and_context as contexts
from hacktrick.ui.scene.scenes_and_context import Scene
from tests.support.rig import WHOLE, Rig, unsaved_storage

NEEDED, NEEDED_IN_CONTRAST_THEME = 4.5, 7.0
AROUND = 1  # distance in pixels within which the background of a letter lies
WORST_SHARE = 0.1  # share of the background with the worst contrast, which is the share that counts
Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class TextContrast:
    """A text that was drawn, and its contrast."""

    text: str
    contrast: float
    colour: Colour
    rect: pygame.Rect = field(compare=False)


MEASURED: list[TextContrast] = []


def needed_contrast(theme: str) -> float:
    """Return the smallest contrast that a theme needs."""
    return NEEDED_IN_CONTRAST_THEME if theme == "contrast" else NEEDED


def luminance(pixels: NDArray[np.uint8]) -> Array:
    """Return the relative luminance of pixels, as WCAG 2 defines it.

    Args:
        pixels: [..., channel], red, green and blue from 0 to 255.
    """
    share = pixels.astype(np.float64) / 255
    linear = np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)
    found: Array = linear @ np.array((0.2126, 0.7152, 0.0722))
    return found


def contrast_with_worst_background(ink: float, ground: Array) -> float:
    """Return the contrast of an ink with the worst tenth of its background.

    Args:
        ink: the luminance of the ink.
        ground: the luminances of the background.
    """
    ratios = (np.maximum(ink, ground) + 0.05) / (np.minimum(ink, ground) + 0.05)
    return float(np.quantile(ratios, WORST_SHARE))


def widened_mask(mask: NDArray[np.bool_], by: int) -> NDArray[np.bool_]:
    """Return a mask that also covers everything within ``by`` pixels of the given mask."""
    padded = np.pad(mask, by)
    wide = padded.copy()
    for x, y in itertools.product(range(-by, by + 1), repeat=2):
        wide |= np.roll(padded, (x, y), (0, 1))
    return wide[by:-by, by:-by]


class MeasuringFonts(Fonts):
    """Fonts that measure the contrast of every line of text they draw."""

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
        shown, fitted = string, style
        if width is not None:
            shown, fitted = self.shrink_to_fit(string, style, width)
        image = self.render(shown, fitted, colour)
        place = image.get_rect(**{anchor: (round(pos[0]), round(pos[1]))})
        seen = place.clip(surface.get_clip())
        before = surface.subsurface(seen).copy() if seen.width and seen.height else None
        rect = super().draw_text(surface, string, pos, style, colour, anchor, width)
        if before is not None and shown.strip() and shown != ALL_SEGMENTS:
            contrast = self._measured_contrast(surface, image, before, seen, place)
            is_repeated = any((one.text, one.rect) == (shown, seen) for one in MEASURED)
            if contrast is not None and not is_repeated:
                MEASURED.append(TextContrast(shown, contrast, colour, seen))
        return rect

    def _measured_contrast(
        self,
        surface: pygame.Surface,
        image: pygame.Surface,
        before: pygame.Surface,
        seen: pygame.Rect,
        place: pygame.Rect,
    ) -> float | None:
        alpha = pygame.surfarray.array_alpha(image)
        left, top = seen.x - place.x, seen.y - place.y
        alpha = alpha[left : left + seen.width, top : top + seen.height]
        if not alpha.size or alpha.max() < 128:
            return None
        point = np.unravel_index(int(alpha.argmax()), alpha.shape)
        ink = pygame.surfarray.array3d(surface.subsurface(seen))[point]
        ground = pygame.surfarray.array3d(before)[widened_mask(alpha > 0, AROUND)]
        return contrast_with_worst_background(float(luminance(ink)), luminance(ground))


@contextmanager
def measuring_fonts() -> Iterator[None]:
    """Let all contexts created inside a ``with`` block use fonts that measure what they draw."""
    with mock.patch.object(contexts, "Fonts", MeasuringFonts):
        yield


def draw_and_measure_texts(scene: Scene, surface: pygame.Surface) -> list[TextContrast]:
    """Return every text that a scene draws, with its contrast."""
    MEASURED.clear()
    scene.draw(surface)
    return list(MEASURED)


def table_text_contrasts(folder: Path, theme: str, name: str) -> list[TextContrast]:
    """Return the texts of a table and of the scene above it."""

    def make(**options: Any) -> StagedTable:
        return StagedTable(unsaved_storage(folder), WHOLE, theme, **options)

    table = tables.SITUATIONS[name](make)
    top, surface = table.context.stack.top, pygame.Surface(WHOLE)
    table.table.refresh()
    found = draw_and_measure_texts(table.table, surface)
    return (
        found if top is None or top is table.table else found + draw_and_measure_texts(top, surface)
    )


def menu_text_contrasts(folder: Path, theme: str) -> Iterator[tuple[str, list[TextContrast]]]:
    """Yield the name and the texts of every menu."""
    rig = Rig(folder, WHOLE, Settings(theme=theme))
    for name, scenes in menus.menu_scenes(rig):
        rig.show(*scenes)
        rig.stack.update(2.0)
        surface = pygame.Surface(WHOLE)
        for below in scenes[:-1]:
            below.draw(surface)
        yield name, draw_and_measure_texts(scenes[-1], surface)
        menus.empty_scene_stack(rig)
    rig.services.close()


def contrast_faults(theme: str) -> Iterator[str]:
    """Yield a line for each text of a theme whose contrast is too low."""
    needed = needed_contrast(theme)
    with tempfile.TemporaryDirectory() as folder, measuring_fonts():
        shown = itertools.chain(
            ((name, table_text_contrasts(Path(folder), theme, name)) for name in tables.SITUATIONS),
            menu_text_contrasts(Path(folder) / "menus", theme),
        )
        for name, texts in shown:
            for one in texts:
                if one.contrast < needed:
                    place = f"{one.rect.x},{one.rect.y}"
                    yield f"{theme} {name} {one.contrast:.2f} {one.colour} at {place}: {one.text}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("themes", nargs="*", metavar="THEME")
    chosen = parser.parse_args().themes or themes.theme_keys()
    pygame.display.init()
    pygame.font.init()
    found = [line for theme in chosen for line in contrast_faults(theme)]
    print("\n".join(found) or "Every text has the contrast that it needs.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
