"""Records what the window draws as lines of text, without painting a pixel.

``record_drawing`` replaces pygame's surfaces, shapes, transformations and fonts by ones that only
write down how they are called. A record therefore holds every number that reaches the screen, but
does not depend on how a machine rounds pixels, and takes little time.

A sprite is recorded by its key, such as a card's value and size. How it is painted is recorded only
in ``Recording.paintings``.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from pathlib import Path
from typing import Any
from unittest import mock
from zlib import crc32

import pygame
from qa.cache_clearing import clear_function_caches

from hacktrick.app.themes import Theme
from hacktrick.ui.paint import background_and_light
from hacktrick.ui.paint.canvas import Sprite
from hacktrick.ui.paint.sprite_cache import BudgetedSpriteCache, SpriteCache
from hacktrick.ui.scene import scenes_and_context
from hacktrick.ui.table import thumbnails

SHAPES = ("aacircle", "aaline", "circle", "ellipse", "line", "lines", "polygon", "rect")
BLENDINGS = {
    getattr(pygame, name): name.removeprefix("BLEND_").lower()
    for name in dir(pygame)
    if name.startswith("BLEND_")
}
USUAL_BLENDINGS = (0, pygame.BLEND_PREMULTIPLIED)
# Private: every sprite passes through this method.
CACHED, BACKGROUND = SpriteCache._cached_sprite, background_and_light.background

Size = tuple[int, int]


@dataclass
class Recording:
    """What has been drawn so far.

    Attributes:
        window: the size of the window; other surfaces are recorded with their size.
        lines: a line for each drawing.
        paintings: the lines of each sprite that has been painted, by its key, if they are kept.
    """

    window: Size
    keeps_paintings: bool = False
    lines: list[str] = field(default_factory=list)
    paintings: dict[str, list[str]] = field(default_factory=dict)

    def take_lines(self) -> list[str]:
        """Return the lines since the last call."""
        taken, self.lines = self.lines, []
        return taken


class RecordedSurface(pygame.Surface):
    """A surface that writes down what is drawn on it, but has no pixels.

    Attributes:
        name: what the surface shows; "" if unknown.
    """

    def __init__(self, size: Any, *args: Any, name: str = "") -> None:
        super().__init__((1, 1), pygame.SRCALPHA)
        self._rect = pygame.Rect(0, 0, *size)
        self._clip = self._rect.copy()
        self.name = name

    def get_size(self) -> Size:
        return self._rect.size

    def get_width(self) -> int:
        return self._rect.width

    def get_height(self) -> int:
        return self._rect.height

    def get_rect(self, **places: Any) -> pygame.Rect:
        rect = self._rect.copy()
        for name, value in places.items():
            setattr(rect, name, value)
        return rect

    def get_bounding_rect(self, min_alpha: int = 1) -> pygame.Rect:
        return self.get_rect()

    def get_clip(self) -> pygame.Rect:
        return self._clip.copy()

    def set_clip(self, rect: Any) -> None:
        self._clip = self._rect.copy() if rect is None else pygame.Rect(rect).clip(self._rect)
        _write(self, f"clip {text_of(self._clip)}")

    def subsurface(self, *place: Any) -> RecordedSurface:
        rect = pygame.Rect(*place)
        assert self._rect.contains(rect)
        return RecordedSurface(rect.size, name=self.name and f"part of {self.name}")

    def copy(self) -> RecordedSurface:
        return RecordedSurface(self.get_size(), name=self.name)

    premul_alpha = copy

    def convert(self, *args: Any) -> RecordedSurface:
        return self.copy()

    def blit(
        self, source: pygame.Surface, dest: Any = (0, 0), area: Any = None, special_flags: int = 0
    ) -> pygame.Rect:
        part = "" if area is None else f" from {text_of(area)}"
        place = f"{_name_and_size(source)}{part} at {text_of(tuple(dest[:2]))}"
        _write(self, place + _blending(special_flags))
        return pygame.Rect(dest[:2], source.get_size())

    def fill(self, color: Any, rect: Any = None, special_flags: int = 0) -> pygame.Rect:
        where = "" if rect is None else f" {text_of(rect)}"
        _write(self, f"fill {_colour_text(color)}{where}{_blending(special_flags)}")
        return self.get_rect()

    def set_at(self, at: Any, color: Any) -> None:
        self.name = f"dots {crc32(f'{self.name} {at} {color}'.encode()):08x}"

    def set_alpha(self, value: Any = None, flags: int = 0) -> None:
        self.name += f" alpha {value}"


class RecordedFont(pygame.font.Font):
    """A font whose texts are surfaces without pixels, in the size of the text."""

    def __init__(self, file: Path, pixels: int) -> None:
        super().__init__(file, pixels)
        self._name = f"{Path(file).stem} {pixels}"

    def render(self, text: Any, antialias: bool, color: Any, *args: Any, **options: Any) -> Any:
        name = f"“{text}” {self._name} {_colour_text(color)}"
        return RecordedSurface(self.size(text), name=name)


_recording: Recording | None = None  # None while nothing is recorded, as inside a sprite
# Painted sprites of all recordings, by theme, scale and key: a record tells them by their key.
_painted: dict[tuple[str, float, Hashable], Sprite] = {}


@contextmanager
def record_drawing(window: Size, keeps_paintings: bool = False) -> Iterator[Recording]:
    """Record all drawing within a ``with`` block."""
    global _recording
    recording = _recording = Recording(window, keeps_paintings)
    _clear_paint_caches()
    try:
        with ExitStack() as patches:
            for owner, name, new in _replacements():
                patches.enter_context(mock.patch.object(owner, name, new))
            yield recording
    finally:
        _recording = None
        _clear_paint_caches()


def _replacements() -> Iterator[tuple[object, str, object]]:
    """Yield each replaced attribute with its owner, its name, and what replaces it."""
    yield pygame, "Surface", RecordedSurface
    yield pygame.font, "Font", RecordedFont
    yield pygame.image, "frombytes", _surface_of_bytes
    yield pygame.image, "load_sized_svg", _surface_of_svg
    for shape in SHAPES:
        yield pygame.draw, shape, _recorded_shape(shape)
    for name in ("smoothscale", "gaussian_blur", "rotate", "rotozoom", "grayscale"):
        yield pygame.transform, name, _recorded_transformation(name)
    # The tests of the window share painted sprites, which have pixels.
    yield scenes_and_context, "SpriteCache", SpriteCache
    yield thumbnails, "BudgetedSpriteCache", BudgetedSpriteCache
    yield SpriteCache, "_cached_sprite", _named_sprite
    yield background_and_light, "background", _named_background


def _clear_paint_caches() -> None:
    """Empty the caches of painted things, which hold surfaces with or without pixels."""
    clear_function_caches("hacktrick.ui.paint.")


# Functions that replace those of pygame and of the sprites.


def _named_sprite(sprites: SpriteCache, key: Hashable, paint: Callable[[], Sprite]) -> Sprite:
    return CACHED(sprites, key, lambda: _sprite_by_key(sprites.theme, sprites.scale, key, paint))


def _named_background(theme: Theme, size: Size, scale: float) -> pygame.Surface:
    def paint() -> Sprite:
        return Sprite(BACKGROUND(theme, size, scale))

    return _sprite_by_key(theme, scale, ("background", size), paint).surface


def _sprite_by_key(
    theme: Theme, scale: float, key: Hashable, paint: Callable[[], Sprite]
) -> Sprite:
    """Return a sprite with its key as its name; its painting is not among the lines."""
    place = theme.key, scale, key
    found = _painted.get(place)
    if found is None or (_recording is not None and _recording.keeps_paintings):
        found = _painted[place] = _paint_apart(_description(key), paint)
    return found


def _paint_apart(name: str, paint: Callable[[], Sprite]) -> Sprite:
    """Paint a sprite, keep its lines in ``paintings`` if wanted, and name it."""
    global _recording
    outer = _recording
    _recording = Recording((0, 0), True) if outer is not None and outer.keeps_paintings else None
    try:
        sprite = paint()
        if outer is not None and _recording is not None:
            outer.paintings |= {**_recording.paintings, name: _recording.lines}
    finally:
        _recording = outer
    assert isinstance(sprite.surface, RecordedSurface)
    sprite.surface.name = name
    return sprite


def _recorded_shape(shape: str) -> Callable[..., pygame.Rect]:
    def draw(surface: pygame.Surface, color: Any, *args: Any, **options: Any) -> pygame.Rect:
        if _recording is not None:
            words = [shape, _colour_text(color), *map(text_of, args)]
            words += [f"{name}={text_of(value)}" for name, value in options.items()]
            _write(surface, " ".join(words))
        return pygame.Rect(0, 0, 0, 0)

    return draw


def _recorded_transformation(name: str) -> Callable[..., pygame.Surface]:
    def transform(surface: RecordedSurface, *args: Any) -> pygame.Surface:
        _write(surface, " ".join([name, *map(text_of, args)]))
        size = args[0] if name == "smoothscale" else surface.get_size()
        return RecordedSurface(size, name=surface.name)

    return transform


def _surface_of_bytes(data: bytes, size: Size, kind: str) -> pygame.Surface:
    return RecordedSurface(size, name=f"pixels {crc32(data):08x}")


def _surface_of_svg(file: Any, size: Size) -> pygame.Surface:
    return RecordedSurface(size, name=f"svg {crc32(file.read()):08x}")


# Functions for the text of a line.


def _write(surface: pygame.Surface, text: str) -> None:
    if _recording is not None:
        size = surface.get_size()
        on = "" if size == _recording.window else f"[{size[0]}x{size[1]}] "
        _recording.lines.append(on + text)


def _name_and_size(surface: pygame.Surface) -> str:
    name = getattr(surface, "name", "")
    return f"{name} {surface.get_width()}x{surface.get_height()}".lstrip()


def _blending(flags: int) -> str:
    return "" if flags in USUAL_BLENDINGS else f" {BLENDINGS[flags]}"


def _colour_text(colour: Any) -> str:
    shown = colour[:3] if colour[3:] == (255,) else colour
    return "#" + "".join(f"{number:02x}" for number in shown)


def _description(value: Any) -> str:
    """Return the text of a sprite's key; looks are without fields that have their default."""
    if is_dataclass(value):
        parts = [
            f"{one.name}={_description(getattr(value, one.name))}"
            for one in fields(value)
            if one.default is MISSING or getattr(value, one.name) != one.default
        ]
        return f"({' '.join(parts)})"
    if isinstance(value, tuple) and value and isinstance(value[0], str):
        return " ".join(map(_description, value))
    return text_of(value)


def text_of(value: Any) -> str:
    """Return a short text of a number, or of nested points and rectangles."""
    if isinstance(value, float):
        return f"{value:.2f}".rstrip("0").rstrip(".")
    if isinstance(value, pygame.Rect | tuple | list):
        return ",".join(map(text_of, value))
    return str(value)
