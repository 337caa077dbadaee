"""Text on surfaces: the theme's fonts at the window's scale, with a cache of what was rendered."""

import itertools
import math
import re
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import pygame

from hacktrick import resources
from hacktrick.app.themes import Colour, FontFiles

LINE_HEIGHT = 1.35
ELLIPSIS = "…"
MAX_RENDERED = 3000
MAX_MEASURED = 6000
NARROWEST = 0.72  # of its size, for text that would not fit otherwise
NEARLY = 0.88  # ... for text that may also go on in a second line
TINIEST = 6  # pixels; a picture of a table, however small, has no smaller text
SMALLEST = 13  # pixels at 100 %; smaller text is hard to read, so it is cut instead

# Inter and JetBrains Mono turn "->" or "!=" into one sign and draw the x of "9x4" as a cross; text
# is cut there and rendered in pieces, because SDL_ttf has no switch for these ligatures.
_LIGATURE = re.compile(r"(?<=[-=<>!*/&|+~:#])(?=[-=<>!*/&|+~:#])|(?<=[0-9])(?=x[0-9])")
# Chakra Petch and DSEG have no Cyrillic, Greek or Vietnamese: such strings fall back to Inter.
_LATIN = re.compile(r"[\u0000-\u017f\u0218-\u021b\u2000-\u206f\u20ac\u2122\u2212]*")


@dataclass(frozen=True, slots=True)
class TextStyle:
    """A face of the theme (a field of theme.Faces) and a size in units."""

    face: str
    size: float


BODY = TextStyle("body", 15)
STRONG = TextStyle("strong", 15)
SMALL = TextStyle("body", 14)
LABEL = TextStyle("strong", 16)
BUTTON = TextStyle("heading", 18)
HEADING = TextStyle("heading", 22)
TITLE = TextStyle("heading", 40)
MONO = TextStyle("mono", 14.5)
MONO_STRONG = TextStyle("mono_strong", 14.5)
KEY_HINT = TextStyle("mono", 14)
KEY_NUMERAL = TextStyle("numeral", 34)
LCD = TextStyle("lcd", 20)


class Fonts:
    """All text of one theme at one scale; thrown away and built again when either changes."""

    def __init__(self, faces: FontFiles, scale: float, least: int = SMALLEST) -> None:
        """``least``: pixels below which no text is made smaller to fit."""
        self.scale = scale
        self._least = max(TINIEST, least)
        self._faces = faces
        self._sizes: dict[tuple[str, TextStyle], tuple[int, int]] = {}
        self._wrapped: dict[tuple[str, TextStyle, float], tuple[str, ...]] = {}
        self._fitted: dict[tuple[str, TextStyle, float], tuple[str, TextStyle]] = {}
        self._rendered: OrderedDict[tuple[str, TextStyle, Colour], pygame.Surface] = OrderedDict()

    def font(self, style: TextStyle) -> pygame.font.Font:
        return font_file(getattr(self._faces, style.face), self._pixels(style))

    def render(self, string: str, style: TextStyle, colour: Colour) -> pygame.Surface:
        """The string as a surface of its own; do not draw on it, it is shared."""
        key = (string, style, colour)
        found = self._rendered.get(key)
        if found is None:
            found = self._rendered[key] = self._render(string, style, colour)
            if len(self._rendered) > MAX_RENDERED:
                self._rendered.popitem(last=False)
        self._rendered.move_to_end(key)
        return found

    def size(self, string: str, style: TextStyle) -> tuple[int, int]:
        """Width and height in pixels."""
        found = self._sizes.get((string, style))
        if found is None:
            if len(self._sizes) >= MAX_MEASURED:
                self._sizes.clear()
            font = self._font_for(string, style)
            width = sum(font.size(piece)[0] for piece in _LIGATURE.split(string))
            found = self._sizes[string, style] = (width, font.get_height())
        return found

    def line_height(self, style: TextStyle) -> int:
        return round(style.size * self.scale * LINE_HEIGHT)

    def fit(self, string: str, style: TextStyle, width: float) -> str:
        """The string, shortened with an ellipsis until it is at most `width` pixels wide."""
        if not string or self.size(string, style)[0] <= width:
            return string
        low, high = 0, len(string)
        while low < high:
            middle = (low + high + 1) // 2
            if self.size(string[:middle].rstrip() + ELLIPSIS, style)[0] <= width:
                low = middle
            else:
                high = middle - 1
        return string[:low].rstrip() + ELLIPSIS

    def fitted(self, string: str, style: TextStyle, width: float) -> tuple[str, TextStyle]:
        """The string and the style in which it is at most `width` pixels wide: smaller as long as
        it can be read, then shortened."""
        found = self._fitted.get((string, style, width))
        if found is None:
            if len(self._fitted) >= MAX_MEASURED:
                self._fitted.clear()
            smaller = self._narrowed(string, style, width)
            found = self._fitted[string, style, width] = self.fit(string, smaller, width), smaller
        return found

    def _narrowed(self, string: str, style: TextStyle, width: float) -> TextStyle:
        """The style, as much smaller as the string needs and may be."""
        least = max(self._least, math.ceil(self._pixels(style) * NARROWEST))
        while self._pixels(style) > least and self.size(string, style)[0] > width:
            style = self._smaller(style)
        return style

    def _lower(self, string: str, style: TextStyle, rect: pygame.Rect) -> TextStyle:
        """The style, as much smaller as the paragraph needs and may be."""
        least = max(self._least, math.ceil(self._pixels(style) * NARROWEST))
        while (
            self._pixels(style) > least
            and self.paragraph_height(string, style, rect.width) > rect.height
            and rect.height >= self.line_height(style)
        ):
            style = self._smaller(style)
        return style

    def _smaller(self, style: TextStyle) -> TextStyle:
        return replace(style, size=(self._pixels(style) - 1) / self.scale)

    def pixels(self, style: TextStyle) -> int:
        """The size of a style in this window."""
        return self._pixels(style)

    def _pixels(self, style: TextStyle) -> int:
        return max(TINIEST, round(style.size * self.scale))

    def fits(self, string: str, style: TextStyle, width: float) -> bool:
        """Whether the whole string can be shown in `width` pixels, if only smaller."""
        return self.fitted(string, style, width)[0] == string

    def first_fitting(self, ways: Sequence[str], style: TextStyle, width: float) -> str:
        """The first of several ways to say something that can be shown whole, else the last."""
        return next((one for one in ways if self.fits(one, style, width)), ways[-1])

    def wrap(self, string: str, style: TextStyle, width: float) -> list[str]:
        """Lines of at most `width` pixels, broken at blanks; line breaks in the string are kept."""
        found = self._wrapped.get((string, style, width))
        if found is None:
            if len(self._wrapped) >= MAX_MEASURED:
                self._wrapped.clear()
            parts = string.split("\n")
            lines = [line for part in parts for line in self._wrap(part, style, width)]
            found = self._wrapped[string, style, width] = tuple(lines)
        return list(found)

    def text(
        self,
        surface: pygame.Surface,
        string: str,
        pos: tuple[float, float],
        style: TextStyle,
        colour: Colour,
        anchor: str = "topleft",
        width: float | None = None,
    ) -> pygame.Rect:
        """Draws one line with its `anchor` (a name of a Rect corner, side or centre) at `pos`; with
        a `width` in pixels it is fitted into that."""
        shown = string
        if width is not None:
            shown, style = self.fitted(string, style, width)
        image = self.render(shown, style, colour)
        rect = image.get_rect(**{anchor: (round(pos[0]), round(pos[1]))})
        surface.blit(image, rect)
        return rect

    def rim(
        self,
        surface: pygame.Surface,
        string: str,
        pos: tuple[float, float],
        style: TextStyle,
        colour: Colour,
        anchor: str,
        width: int,
    ) -> None:
        """A rim of `width` pixels for one line, to draw before the line itself where something
        bright lies behind it."""
        image = self.render(string, style, colour)
        rect = image.get_rect(**{anchor: (round(pos[0]), round(pos[1]))})
        for x, y in itertools.product((-width, 0, width), repeat=2):
            surface.blit(image, rect.move(x, y))

    def paragraph(
        self,
        surface: pygame.Surface,
        string: str,
        rect: pygame.Rect,
        style: TextStyle,
        colour: Colour,
        align: str = "left",
    ) -> int:
        """Draws wrapped text from the top of `rect`, smaller if it would not fit; the last line
        that fits ends in an ellipsis if more would follow. Returns the height used in pixels."""
        style = self._lower(string, style, rect)
        lines = self.wrap(string, style, rect.width)
        step = self.line_height(style)
        room = max(1, rect.height // step)
        if len(lines) > room:
            lines = [*lines[: room - 1], self.fit(" ".join(lines[room - 1 :]), style, rect.width)]
        for number, line in enumerate(lines):
            self._aligned(surface, line, rect, rect.y + number * step, style, colour, align)
        return step * len(lines)

    def in_lines(
        self,
        surface: pygame.Surface,
        string: str,
        pos: tuple[float, float],
        style: TextStyle,
        colour: Colour,
        anchor: str,
        width: float,
    ) -> None:
        """As text(), on a second line below the first where one is too short for it even a little
        smaller. `anchor` is one of midleft, center and midright."""
        short = self.size(string, style)[0] * NEARLY <= width and self.fits(string, style, width)
        lines = [string] if short else self.wrap(string, style, width)
        step = self.line_height(style) * 0.9
        for n, line in enumerate(lines[:2]):
            place = (pos[0], pos[1] + step * (n - (min(2, len(lines)) - 1) / 2))
            rest = line if n == 0 or len(lines) == 2 else " ".join(lines[1:])
            self.text(surface, rest, place, style, colour, anchor, width)

    def paragraph_height(self, string: str, style: TextStyle, width: float) -> int:
        """What paragraph() would use with unlimited room."""
        return len(self.wrap(string, style, width)) * self.line_height(style)

    def _aligned(
        self,
        surface: pygame.Surface,
        line: str,
        rect: pygame.Rect,
        top: int,
        style: TextStyle,
        colour: Colour,
        align: str,
    ) -> None:
        x = {"left": rect.left, "center": rect.centerx, "right": rect.right}[align]
        anchor = {"left": "topleft", "center": "midtop", "right": "topright"}[align]
        self.text(surface, line, (x, top), style, colour, anchor)

    def _font_for(self, string: str, style: TextStyle) -> pygame.font.Font:
        covered = style.face in ("body", "strong", "mono", "mono_strong") or _LATIN.fullmatch(
            string
        )
        return self.font(style if covered else TextStyle("strong", style.size * 0.92))

    def _render(self, string: str, style: TextStyle, colour: Colour) -> pygame.Surface:
        font = self._font_for(string, style)
        pieces = [font.render(piece, True, colour) for piece in _LIGATURE.split(string)]
        if len(pieces) == 1:
            return pieces[0]
        whole = pygame.Surface(self.size(string, style), pygame.SRCALPHA)
        x = 0
        for piece in pieces:
            whole.blit(piece, (x, 0))
            x += piece.get_width()
        return whole

    def _wrap(self, string: str, style: TextStyle, width: float) -> list[str]:
        lines, line = [], ""
        for word in string.split(" "):
            longer = f"{line} {word}" if line else word
            if line and self.size(longer, style)[0] > width:
                lines.append(line)
                line = word
            else:
                line = longer
        return [*lines, line]


@lru_cache(maxsize=128)
def font_file(file: str, pixels: int) -> pygame.font.Font:
    """A font of assets/fonts at a size in pixels, for painters that work on enlarged canvases."""
    with resources.loading("fonts", file) as path:
        return pygame.font.Font(path, pixels)
