"""Mistakes in theme files are errors, and every theme is readable with any colour vision."""

import itertools
import math
import tomllib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from hacktrick import resources
from hacktrick.app import themes
from hacktrick.app.themes import Colour, Theme, ThemeError

TEXTS = ("text", "muted", "accent", "good", "bad", "warning")
GROUNDS = ("background", "panel", "key")

# Machado, Oliveira and Fernandes 2009, severity 1, on linear RGB.
VISIONS = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


@pytest.fixture(params=themes.theme_keys())
def theme(request: pytest.FixtureRequest) -> Theme:
    return themes.load_theme(request.param)


def linear(channel: float) -> float:
    c = channel / 255
    return c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4


def luminance(colour: Colour) -> float:
    return sum(w * linear(c) for w, c in zip((0.2126, 0.7152, 0.0722), colour, strict=True))


def contrast(a: Colour, b: Colour) -> float:
    high, low = sorted((luminance(a), luminance(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def lab_colour(rgb: Sequence[float]) -> tuple[float, float, float]:
    m = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
    white = (0.9505, 1.0, 1.089)
    xyz = [
        sum(k * c for k, c in zip(row, rgb, strict=True)) / w
        for row, w in zip(m, white, strict=True)
    ]
    x, y, z = (v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def simulate_vision(colour: Colour, vision: str) -> tuple[float, float, float]:
    rgb = [linear(c) for c in colour]
    return lab_colour(
        [
            min(1, max(0, sum(k * c for k, c in zip(row, rgb, strict=True))))
            for row in VISIONS[vision]
        ]
    )


def distance(a: Colour, b: Colour) -> float:
    """Return the smallest CIE76 difference over all kinds of colour vision."""
    return min(
        math.dist(simulate_vision(a, vision), simulate_vision(b, vision)) for vision in VISIONS
    )


def test_four_themes_are_bundled() -> None:
    assert set(themes.theme_keys()) == {"keypad", "servers", "fanfold", "contrast"}


@pytest.mark.parametrize("role", TEXTS)
@pytest.mark.parametrize("ground", GROUNDS)
def test_text_contrasts_with_its_background(theme: Theme, role: str, ground: str) -> None:
    assert contrast(getattr(theme.colours, role), getattr(theme.colours, ground)) >= 4.5


@pytest.mark.parametrize("ground", GROUNDS)
def test_outlines_and_markers_have_contrast(theme: Theme, ground: str) -> None:
    below = getattr(theme.colours, ground)
    shown = (theme.colours.outline, theme.colours.focus, *theme.colours.players)
    assert all(contrast(colour, below) >= 3 for colour in shown)


def test_numbers_of_cards_have_contrast(theme: Theme) -> None:
    for ground in (theme.colours.card, theme.colours.card_light):
        assert all(contrast(colour, ground) >= 4.5 for colour in theme.colours.cards)


def test_text_on_the_lcd_contrasts_with_it(theme: Theme) -> None:
    assert contrast(theme.colours.lcd_text, theme.colours.lcd) >= 4.5


def test_two_players_differ_for_every_eye(theme: Theme) -> None:
    assert distance(*theme.colours.players[:2]) >= 35


def test_four_players_differ_for_every_eye(theme: Theme) -> None:
    # Shapes tell four players apart; the light theme's dark inks come closest to each other.
    least = 15 if theme.light else 30
    assert all(distance(a, b) >= least for a, b in itertools.combinations(theme.colours.players, 2))


def test_good_and_bad_differ_for_every_eye(theme: Theme) -> None:
    assert distance(theme.colours.good, theme.colours.bad) >= 40


def keypad() -> dict[str, Any]:
    return tomllib.loads(resources.asset_path("themes", "keypad.toml").read_text(encoding="utf-8"))


def test_a_valid_theme_is_read() -> None:
    assert themes.parse_theme("keypad", keypad()) == themes.load_theme("keypad")


def keypad_theme_with(**changes: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
    data = keypad()
    for name, change in changes.items():
        change(data if name == "theme" else data[name])
    return data


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (
            keypad_theme_with(colours=lambda t: t.update(extra="#000000")),
            "unknown key extra in colours",
        ),
        (keypad_theme_with(colours=lambda t: t.pop("text")), "missing key text in colours"),
        (keypad_theme_with(theme=lambda t: t.pop("name")), "missing key name in theme"),
        (keypad_theme_with(theme=lambda t: t.update(board="moon")), "board must be one of"),
        (keypad_theme_with(theme=lambda t: t.update(material="fog")), "material must be one of"),
        (keypad_theme_with(colours=lambda t: t.update(text="red")), "text must be a colour"),
        (
            keypad_theme_with(colours=lambda t: t.update(players=["#000000"])),
            "players must list 4 colours",
        ),
        (keypad_theme_with(faces=lambda t: t.update(body="none.ttf")), "is not in assets/fonts"),
        (keypad_theme_with(surface=lambda t: t.update(glow=-1)), "glow must be a number"),
        (keypad_theme_with(surface=lambda t: t.update(glow=True)), "glow must be a number"),
    ],
)
def test_mistakes_in_a_theme_are_named_in_one_sentence(data: dict[str, Any], words: str) -> None:
    with pytest.raises(ThemeError, match=words) as caught:
        themes.parse_theme("keypad", data)
    assert "\n" not in str(caught.value) and str(caught.value).endswith(".")


def test_a_missing_file_is_a_theme_error(tmp_path: Path) -> None:
    with pytest.raises(ThemeError, match=r"none\.toml cannot be read"):
        themes.load_theme_file(tmp_path / "none.toml")


def test_bad_toml_is_a_theme_error(tmp_path: Path) -> None:
    file = tmp_path / "bad.toml"
    file.write_text("name = ", encoding="utf-8")
    with pytest.raises(ThemeError, match="not valid TOML"):
        themes.load_theme_file(file)
