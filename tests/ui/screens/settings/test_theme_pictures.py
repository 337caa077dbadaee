"""The settings show every theme by a picture that is rendered before a release."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pygame
import pytest
from assets.theme_pictures import SIZE, WINDOW, theme_picture

from hacktrick import resources
from hacktrick.app import themes
from tests.support.rig import Rig

MAX_DIFFERENCE = 6.0  # of 255: maximum mean difference; reduced colours cost less than 2


@pytest.mark.parametrize("theme", themes.theme_keys())
def test_the_picture_of_a_theme_shows_the_table_as_it_is_drawn_now(
    theme: str, tmp_path: Path
) -> None:
    kept = pygame.Surface(SIZE)
    kept.blit(pygame.image.load(resources.asset_path("themes", f"{theme}.png")), (0, 0))
    drawn = theme_picture(Rig(tmp_path, size=WINDOW), theme)
    a, b = (pygame.surfarray.array3d(surface).astype(float) for surface in (kept, drawn))
    assert np.abs(a - b).mean() < MAX_DIFFERENCE
