"""Themes as data: named colours, fonts and surface effects, read from assets/themes/*.toml.

This module knows neither pygame nor widgets. Unknown and missing keys are errors, so that typing
errors are found when a file is read.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from reprlib import repr as brief
from textwrap import shorten
from typing import Any

from hacktrick import resources

Colour = tuple[int, int, int]

N_PLAYERS = 4
N_CARDS = 6
MAX_FILE_SIZE = 16 * 1024
MAX_NUMBER = 100.0  # the largest number allowed in a theme file


class ThemeError(Exception):
    """Raised for a theme file that cannot be used; the message gives the reason in one sentence."""


@dataclass(frozen=True, slots=True)
class Colours:
    """The colours of a theme by role; text and outlines contrast with background, panel and key."""

    background: Colour
    background_light: Colour  # the soft light behind the board
    panel: Colour
    key: Colour
    key_light: Colour  # upper edge of a key's face
    card: Colour
    card_light: Colour
    text: Colour
    muted: Colour
    outline: Colour
    accent: Colour
    good: Colour
    bad: Colour
    warning: Colour
    focus: Colour
    lcd: Colour
    lcd_text: Colour
    shadow: Colour
    decoration: Colour  # scan lines, stripes and map dots, which never carry meaning
    # Colours of the four marker shapes: disc, diamond, triangle, square.
    players: tuple[Colour, ...]
    cards: tuple[Colour, ...]  # tint of the card values 0 to 5


@dataclass(frozen=True, slots=True)
class FontFiles:
    """The font files in assets/fonts, by their use."""

    body: str
    strong: str
    mono: str
    mono_strong: str
    heading: str
    numeral: str
    lcd: str


@dataclass(frozen=True, slots=True)
class SurfaceEffects:
    """The strengths of visual effects from 0 (off) to 1 (full), and two sizes in layout units."""

    corner: float  # corner radius of panels, in layout units
    outline: float  # width of outlines, in layout units
    glow: float
    shadow: float
    relief: float
    vignette: float
    scan_lines: float
    paper: float  # strength of printer paper: green bars and holes at both edges


@dataclass(frozen=True, slots=True)
class Theme:
    """A theme: colours, fonts, and how surfaces are drawn."""

    key: str  # the file name without its ending, which settings remember
    name: str
    light: bool
    board: str  # the kind of board: "keypad" or "servers"
    material: str  # the way to draw portraits and icons, one of ``MATERIALS``
    colours: Colours
    faces: FontFiles
    surface: SurfaceEffects


THEME_OF_EDITION = "edition"
"""The setting that selects the theme of the edition being played."""

DEFAULT_THEME = "keypad"
EDITION_THEMES: dict[str, str] = {
    "keypad": "keypad",
    "servers": "servers",
    "arena": "keypad",
    "club": "fanfold",
    "wits": "keypad",
    "trio": "keypad",
    "trio-individual": "keypad",
    "quartet": "keypad",
}
"""The theme that goes with each edition."""

LEGIBLE_FACES = FontFiles(
    body="AtkinsonHyperlegibleNext-Regular.ttf",
    strong="AtkinsonHyperlegibleNext-SemiBold.ttf",
    mono="AtkinsonHyperlegibleMono-Regular.ttf",
    mono_strong="AtkinsonHyperlegibleMono-Bold.ttf",
    heading="AtkinsonHyperlegibleNext-Bold.ttf",
    numeral="AtkinsonHyperlegibleNext-Bold.ttf",
    lcd="AtkinsonHyperlegibleMono-Bold.ttf",
)
"""The fonts that replace a theme's own if the player wants letters that are easy to tell apart."""

BOARDS = ("keypad", "servers")
MATERIALS = ("glass", "wire", "paper", "wood")

_FONT_FILE = re.compile(r"[\w-]{1,60}\.(ttf|otf)", re.ASCII)


def hex_of_colour(colour: Colour) -> str:
    """Return a colour in the notation of HTML and SVG, for example "#ced0d6"."""
    return "#{:02x}{:02x}{:02x}".format(*colour)


def theme_keys() -> tuple[str, ...]:
    """Return the keys of all bundled themes, in alphabetical order."""
    return tuple(sorted(file.stem for file in resources.asset_path("themes").glob("*.toml")))


def resolve_theme(name: str, edition: str) -> str:
    """Return the key of the theme that a setting names, or of the default theme if it is unknown.

    >>> resolve_theme("edition", "servers"), resolve_theme("fanfold", "servers")
    ('servers', 'fanfold')
    >>> resolve_theme("edition", "unknown")
    'keypad'
    """
    key = EDITION_THEMES.get(edition, DEFAULT_THEME) if name == THEME_OF_EDITION else name
    return key if key in theme_keys() else DEFAULT_THEME


@cache
def load_theme(key: str) -> Theme:
    """Return the bundled theme with this key; its file is read once."""
    with resources.required_asset("themes", f"{key}.toml") as file:
        return load_theme_file(file)


def load_theme_file(file: Path) -> Theme:
    """Read a theme from a file.

    Raises:
        ThemeError: the file is not a valid theme.
    """
    try:
        with file.open("rb") as opened:
            content = opened.read(MAX_FILE_SIZE + 1)
    except OSError as error:
        raise ThemeError(f"The theme file {file.name} cannot be read.") from error
    if len(content) > MAX_FILE_SIZE:
        raise ThemeError(f"The theme file {file.name} is too large.")
    try:
        data = tomllib.loads(content.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        reason = shorten(str(error), 120)
        raise ThemeError(f"The theme file {file.name} is not valid TOML: {reason}.") from error
    return parse_theme(file.stem, data)


def parse_theme(key: str, data: Mapping[str, Any]) -> Theme:
    """Return the theme in the tables of a theme file.

    Raises:
        ThemeError: a table or value is invalid.
    """
    _require_keys(key, "theme", data, {field.name for field in fields(Theme)} - {"key"})
    _require_one_of(key, "board", data["board"], BOARDS)
    _require_one_of(key, "material", data["material"], MATERIALS)
    return Theme(
        key=key,
        name=_require_type(key, "name", data["name"], str),
        light=_require_type(key, "light", data["light"], bool),
        board=data["board"],
        material=data["material"],
        colours=_read_colours(key, _require_type(key, "colours", data["colours"], dict)),
        faces=_read_font_files(key, _require_type(key, "faces", data["faces"], dict)),
        surface=_read_surface_effects(key, _require_type(key, "surface", data["surface"], dict)),
    )


def _read_colours(key: str, table: Mapping[str, Any]) -> Colours:
    _require_keys(key, "colours", table, {field.name for field in fields(Colours)})
    lists = {
        "players": _colour_list(key, "players", table["players"], N_PLAYERS),
        "cards": _colour_list(key, "cards", table["cards"], N_CARDS),
    }
    single = {
        name: _read_colour(key, name, value) for name, value in table.items() if name not in lists
    }
    return Colours(**single, **lists)  # type: ignore[arg-type]


def _read_font_files(key: str, table: Mapping[str, Any]) -> FontFiles:
    _require_keys(key, "faces", table, {field.name for field in fields(FontFiles)})
    for name, value in table.items():
        plain = _FONT_FILE.fullmatch(_require_type(key, name, value, str))
        if not plain or not resources.asset_path("fonts", value).is_file():
            raise ThemeError(
                f"Theme {key}: the font {brief(value)} of {name} is not in assets/fonts."
            )
    return FontFiles(**table)


def _read_surface_effects(key: str, table: Mapping[str, Any]) -> SurfaceEffects:
    _require_keys(key, "surface", table, {field.name for field in fields(SurfaceEffects)})
    return SurfaceEffects(**{name: _read_number(key, name, value) for name, value in table.items()})


def _require_keys(key: str, where: str, table: Mapping[str, Any], wanted: set[str]) -> None:
    """Check that a table has exactly the wanted keys.

    Args:
        key: the key of the theme.
        where: the place of the table in the theme, for the error message.

    Raises:
        ThemeError: a key is unknown or missing.
    """
    unknown, missing = sorted(set(table) - wanted), sorted(wanted - set(table))
    if unknown:
        raise ThemeError(f"Theme {key}: unknown key {shorten(unknown[0], 40)} in {where}.")
    if missing:
        raise ThemeError(f"Theme {key}: missing key {missing[0]} in {where}.")


def _require_type(key: str, name: str, value: Any, kind: type) -> Any:
    if not isinstance(value, kind):
        raise ThemeError(f"Theme {key}: {name} must be of type {kind.__name__}.")
    return value


def _require_one_of(key: str, name: str, value: Any, known: tuple[str, ...]) -> None:
    if value not in known:
        raise ThemeError(f"Theme {key}: {name} must be one of {', '.join(known)}.")


def _read_number(key: str, name: str, value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ThemeError(f"Theme {key}: {name} must be a number.")
    if not 0 <= value <= MAX_NUMBER:  # the comparison also fails for NaN
        raise ThemeError(f"Theme {key}: {name} must be a number from 0 to {MAX_NUMBER:.0f}.")
    return float(value)


def _read_colour(key: str, name: str, value: Any) -> Colour:
    if not isinstance(value, str) or not re.fullmatch(r"#[0-9a-fA-F]{6}", value):
        raise ThemeError(f"Theme {key}: {name} must be a colour such as #7CFFB2.")
    return int(value[1:3], 16), int(value[3:5], 16), int(value[5:7], 16)


def _colour_list(key: str, name: str, value: Any, length: int) -> tuple[Colour, ...]:
    if not isinstance(value, list) or len(value) != length:
        raise ThemeError(f"Theme {key}: {name} must list {length} colours.")
    return tuple(_read_colour(key, name, item) for item in value)
