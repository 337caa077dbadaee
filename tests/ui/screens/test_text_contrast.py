"""Text has enough contrast with the pixels that it is drawn on."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pygame
import pytest
from qa import text_contrast
from qa.text_contrast import (
    contrast_with_worst_background,
    luminance,
    needed_contrast,
    widened_mask,
)

from hacktrick.app import themes
from hacktrick.app.settings import Settings
from hacktrick.ui.paint.fonts import BODY
from hacktrick.ui.scene.scenes_and_context import Context

BLACK, GREY, WHITE = (0, 0, 0), (119, 119, 119), (255, 255, 255)


@pytest.mark.parametrize(
    ("theme", "name"),
    [("contrast", "learning"), ("keypad", "middle"), ("fanfold", "middle"), ("servers", "middle")],
)
def test_every_text_of_a_table_can_be_read(theme: str, name: str, tmp_path: Path) -> None:
    with text_contrast.measuring_fonts():
        texts = text_contrast.table_text_contrasts(tmp_path, theme, name)
    assert len(texts) > 10
    assert [one for one in texts if one.contrast < needed_contrast(theme)] == []


@pytest.mark.slow
@pytest.mark.parametrize("theme", themes.theme_keys())
def test_every_text_of_a_theme_can_be_read(theme: str) -> None:
    assert list(text_contrast.contrast_faults(theme)) == []


def test_contrast_is_that_of_wcag() -> None:
    black, grey, white = luminance(np.array((BLACK, GREY, WHITE), np.uint8))
    assert contrast_with_worst_background(white, np.array([black])) == pytest.approx(21.0)
    assert contrast_with_worst_background(grey, np.array([white])) == pytest.approx(4.48, abs=0.01)


def test_the_worst_tenth_of_the_background_counts() -> None:
    ground = np.array([0.0] * 80 + [1.0] * 20)
    assert contrast_with_worst_background(1.0, ground) == pytest.approx(1.0)


def test_the_background_of_a_text_includes_the_pixels_around_its_letters() -> None:
    mask = np.zeros((5, 5), bool)
    mask[2, 2] = True
    assert widened_mask(mask, 1).sum() == 9 and not widened_mask(mask, 1)[0].any()


def test_grey_text_on_grey_is_found() -> None:
    with text_contrast.measuring_fonts():
        context = Context(Settings())
    surface = pygame.Surface((200, 40))
    surface.fill(GREY)
    text_contrast.MEASURED.clear()
    context.fonts.draw_text(surface, "hard to read", (5, 5), BODY, (140, 140, 140))
    (one,) = text_contrast.MEASURED
    assert one.contrast < 2
