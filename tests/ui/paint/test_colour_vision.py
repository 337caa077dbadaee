"""What must be told apart differs by shape for every eye."""

from __future__ import annotations

import pygame
import pytest
from qa.colour_vision import (
    MIN_DIFFERENCE,
    VISIONS,
    colour_faults,
    shape_difference,
    simulate_vision,
)

from hacktrick.app import themes


@pytest.mark.parametrize("theme", themes.theme_keys())
def test_everything_at_the_table_differs_by_shape(theme: str) -> None:
    assert list(colour_faults(theme)) == []


def drawing(colour: tuple[int, int, int], width: int) -> pygame.Surface:
    surface = pygame.Surface((60, 60))
    pygame.draw.rect(surface, colour, (10, 10, width, 40))
    return surface


@pytest.mark.parametrize("vision", VISIONS)
def test_colour_alone_is_no_difference(vision: str) -> None:
    red, green = drawing((200, 60, 60), 20), drawing((60, 190, 90), 20)
    assert shape_difference(red, green, vision) < MIN_DIFFERENCE / 3
    assert shape_difference(red, drawing((200, 60, 60), 40), vision) > MIN_DIFFERENCE


def test_grey_has_no_colours_and_protanopia_no_red() -> None:
    picture = drawing((220, 30, 30), 20)
    grey = simulate_vision(picture, "grey")[15, 15]
    assert max(grey) - min(grey) < 1e-9
    assert (
        simulate_vision(picture, "protanopia")[15, 15][0]
        < simulate_vision(picture, "normal")[15, 15][0]
    )
