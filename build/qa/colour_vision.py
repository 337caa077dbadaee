"""Checks that players need no colours to distinguish things, since the shapes also differ.

python build/qa/colour_vision.py [FOLDER]

Each pair of pictures is seen with normal sight, with protanopia, deuteranopia and tritanopia
(Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation of Color Vision
Deficiency", 2009, severity 1.0) and in grey. The correlation of their brightness is then measured,
which stays 1 if only colour or brightness change. With FOLDER, the table is saved there as each eye
sees it.
"""

from __future__ import annotations

import argparse
import itertools
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pygame
from numpy.typing import NDArray

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from assets.shots import tables
from assets.shots.staged_table import StagedTable

from hacktrick.app import themes
from hacktrick.app.profiles import StyledMarker
from hacktrick.ui.paint.canvas import Sprite
from hacktrick.ui.paint.card_faces import CardLook
from hacktrick.ui.paint.keys_and_panels import KeyLook
from hacktrick.ui.paint.sprite_cache import SpriteCache
from hacktrick.ui.paint.table_pieces import ButtonPlateLook
from tests.support.rig import WHOLE, unsaved_storage

Pixels = NDArray[np.float64]

VISIONS: dict[str, tuple[tuple[float, float, float], ...]] = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
    "grey": ((0.2126, 0.7152, 0.0722),) * 3,
}
"""What each eye sees: a matrix applied to linear red, green and blue."""
MIN_DIFFERENCE = 0.03  # minimum of 1 - correlation; equal shapes in other colours stay below 0.01
KEY, CARD, BUTTON, EDGE = (138, 132), (104, 144), (184, 54), 48


def simulate_vision(picture: pygame.Surface, vision: str) -> Pixels:
    """Return a picture as an eye sees it, as [x, y, channel] with values from 0 to 1."""
    share = pygame.surfarray.array3d(picture).astype(np.float64) / 255
    linear = np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)
    light = np.clip(linear @ np.array(VISIONS[vision]).T, 0, 1)
    found: Pixels = np.where(light <= 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055)
    return found


def shape_difference(one: pygame.Surface, other: pygame.Surface, vision: str) -> float:
    """Return 1 minus the correlation of two pictures' brightness, as a kind of vision sees them.

    A result of 0 means equal shapes.
    """
    weights = np.array((0.299, 0.587, 0.114))
    flat = [(simulate_vision(picture, vision) @ weights).ravel() for picture in (one, other)]
    spreads = [float(pixels.std()) for pixels in flat]
    if min(spreads) < 1e-6:
        return 0.0 if max(spreads) < 1e-6 else 1.0
    return 1.0 - float(np.corrcoef(flat[0], flat[1])[0, 1])


def picture_pairs_to_tell_apart(
    theme: themes.Theme,
) -> Iterator[tuple[str, pygame.Surface, pygame.Surface]]:
    """Yield a description and two pictures that players must be able to distinguish."""
    sprites = SpriteCache(theme, 1.0)
    colours, ground = theme.colours, theme.colours.panel

    def shown(sprite: Sprite, size: tuple[int, int]) -> pygame.Surface:
        surface = pygame.Surface((size[0] + 24, size[1] + 24))
        surface.fill(ground)
        sprite.draw_centred(surface, surface.get_rect().center)
        return surface

    def key(look: KeyLook, owner: int | None = None, *, double: bool = False) -> pygame.Surface:
        surface = shown(sprites.keycap(look, KEY), KEY)
        if owner is not None:
            foot = surface.get_width() / 2, surface.get_height() * 0.75
            sprites.draw_marker(surface, StyledMarker(owner, double), foot, EDGE)
        return surface

    def rim(is_dashed: bool) -> pygame.Surface:
        surface = key(KeyLook())
        sprite = sprites.key_rim(KEY, colours.players[0], is_dashed)
        sprite.draw_centred(surface, surface.get_rect().center)
        return surface

    for one, other in itertools.combinations(range(4), 2):
        signs = [
            shown(sprites.flat_marker(StyledMarker(n), EDGE), (EDGE, EDGE)) for n in (one, other)
        ]
        yield f"signs of players {one} and {other}", signs[0], signs[1]
    yield "own and other key", key(KeyLook(0), 0), key(KeyLook(1), 1)
    yield "own and empty key", key(KeyLook(0), 0), key(KeyLook())
    yield "single and double marker", key(KeyLook(0), 0), key(KeyLook(0), 0, double=True)
    yield "threat of the own and of the other side", rim(False), rim(True)
    yield "threat and none", rim(True), key(KeyLook())
    cards = [
        shown(sprites.card(CardLook(3, key=place, selected=chosen, dimmed=dimmed), CARD), CARD)
        for place, chosen, dimmed in ((7, False, False), (None, False, True), (7, True, False))
    ]
    yield "card that can be played and one that cannot", cards[0], cards[1]
    yield "card and chosen card", cards[0], cards[2]
    buttons = [
        shown(sprites.button_plate(ButtonPlateLook(rank), BUTTON), BUTTON)
        for rank in ("first", "impossible")
    ]
    yield "main button and one that is refused", buttons[0], buttons[1]


def colour_faults(theme: str) -> Iterator[str]:
    """Yield a line for each pair of pictures that some eye can distinguish only by colour."""
    for name, one, other in picture_pairs_to_tell_apart(themes.load_theme(theme)):
        for vision in VISIONS:
            difference = shape_difference(one, other, vision)
            if difference < MIN_DIFFERENCE:
                yield f"{theme} {vision} {difference:.3f}: {name}"


def save_simulated_vision_pictures(folder: Path) -> None:
    """Save the table of every theme as each eye sees it."""
    folder.mkdir(parents=True, exist_ok=True)
    for theme in themes.theme_keys():
        with tempfile.TemporaryDirectory() as data:
            table = tables.SITUATIONS["learning"](
                lambda **more: StagedTable(unsaved_storage(Path(data)), WHOLE, theme, **more)  # noqa: B023
            )
            surface = pygame.Surface(WHOLE)
            table.table.draw(surface)
        for vision in VISIONS:
            pixels = np.round(simulate_vision(surface, vision) * 255).astype(np.uint8)
            picture = pygame.surfarray.make_surface(pixels)
            pygame.image.save(picture, folder / f"{theme}-{vision}.png")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path)
    folder = parser.parse_args().folder
    pygame.display.init()
    pygame.font.init()
    if folder is not None:
        save_simulated_vision_pictures(folder)
    found = [line for theme in themes.theme_keys() for line in colour_faults(theme)]
    print("\n".join(found) or "Everything differs by shape for every eye.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
