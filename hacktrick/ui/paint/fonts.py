"""Measures and draws text in the fonts of a theme, at the scale of the window."""

import itertools
import math
import re
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache

import pygame

from hacktrick import resources
from hacktrick.app.themes import LEGIBLE_FACES, Colour, FontFiles
from hacktrick.ui.accessibility.accessibility_tree import TextRecorder

LINE_HEIGHT = 1.35  # height of a line of text as a multiple of the text size
ELLIPSIS = "…"
MAX_RENDERED = 3000
MAX_MEASURED = 6000
MIN_SHRINK = 0.72  # smallest factor by which text may shrink to fit its place
TWO_LINES_BELOW = 0.88  # text that would shrink below this factor is set in two lines instead
MIN_THUMBNAIL_PIXELS = 6  # minimum text size in pixels, even in thumbnails
MIN_PIXELS = 13  # minimum text size in pixels at 100 %; text that still does not fit ends in "…"

# Inter and JetBrains Mono have ligatures for "->" or "!=", and draw the x of "9x4" as a cross.
# SDL_ttf cannot turn ligatures off, so text is split inside them and rendered in pieces.
_LIGATURE = re.compile(r"(?<=[-=<>!*/&|+~:#])(?=[-=<>!*/&|+~:#])|(?<=[0-9])(?=x[0-9])")
# A line breaks at a space, but not at the space before a per cent sign.
_BREAK = re.compile(" (?!%)")
# Chakra Petch and DSEG lack Cyrillic, Greek and Vietnamese; other strings fall back to Inter.
_LATIN = re.compile(r"[\u0000-\u017f\u0218-\u021b\u2000-\u206f\u20ac\u2122\u2212]*")
# The letters in Atkinson Hyperlegible; strings with other letters fall back to Inter.
LEGIBLE_LETTERS = re.compile(
    r"[ -~\u00a0-\u00ac\u00ae-\u00b4\u00b6-\u0107\u010a-\u0113\u0116-\u011b\u011e-\u0123"
    r"\u012a\u012b\u012e-\u0133\u0136\u0137\u0139-\u013e\u0141-\u0148\u0150-\u0155\u0158-\u015b"
    r"\u015e-\u0165\u016a\u016b\u016e-\u017e\u0218-\u021b\u2009\u2013\u2014\u2018-\u201a"
    r"\u201c-\u201e\u2020-\u2022\u2026\u2030\u2039\u203a\u20ac\u2122\u2212\u2248\u2260\u2264\u2265]*"
)


@dataclass(frozen=True, slots=True)
class TextStyle:
    """A font and a size of text.

    Attributes:
        face: the name of a field of ``FontFiles``.
        size: the text size in layout units.
    """

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
    """Measures and draws text for one theme at one scale, with caches.

    The window makes new ``Fonts`` when the theme or the scale changes.
    """

    def __init__(self, faces: FontFiles, scale: float, min_pixels: int = MIN_PIXELS) -> None:
        """Set up the fonts.

        Args:
            faces: the font files of the theme.
            scale: pixels per layout unit.
            min_pixels: the size in pixels below which text never shrinks.
        """
        self.scale = scale
        self._min_pixels = max(MIN_THUMBNAIL_PIXELS, min_pixels)
        self._faces = faces
        self._sizes: dict[tuple[str, TextStyle], tuple[int, int]] = {}
        self._wrapped: dict[tuple[str, TextStyle, float], tuple[str, ...]] = {}
        self._shrunk: dict[tuple[str, TextStyle, float], tuple[str, TextStyle]] = {}
        self._rendered: OrderedDict[tuple[str, TextStyle, Colour], pygame.Surface] = OrderedDict()
        # Set while a screen reader is running, to record all texts drawn.
        self.recorder: TextRecorder | None = None

    def font(self, style: TextStyle) -> pygame.font.Font:
        return load_font_file(getattr(self._faces, style.face), self.pixel_size(style))

    def render(self, text: str, style: TextStyle, colour: Colour) -> pygame.Surface:
        """Return the string as a cached surface, which callers share and must not change."""
        key = (text, style, colour)
        found = self._rendered.get(key)
        if found is None:
            found = self._rendered[key] = self._render_uncached(text, style, colour)
            if len(self._rendered) > MAX_RENDERED:
                self._rendered.popitem(last=False)
        self._rendered.move_to_end(key)
        return found

    def text_size(self, text: str, style: TextStyle) -> tuple[int, int]:
        """Return the width and height of a string in pixels."""
        found = self._sizes.get((text, style))
        if found is None:
            if len(self._sizes) >= MAX_MEASURED:
                self._sizes.clear()
            font = self._font_with_letters_of(text, style)
            width = sum(font.size(piece)[0] for piece in _LIGATURE.split(text))
            found = self._sizes[text, style] = (width, font.get_height())
        return found

    def line_height(self, style: TextStyle) -> int:
        return round(style.size * self.scale * LINE_HEIGHT)

    def cut_with_ellipsis(self, text: str, style: TextStyle, width: float) -> str:
        """Return the string, cut off with an ellipsis if it is wider than ``width`` pixels."""
        if not text or self.text_size(text, style)[0] <= width:
            return text
        low, high = 0, len(text)
        while low < high:
            middle = (low + high + 1) // 2
            if self.text_size(text[:middle].rstrip() + ELLIPSIS, style)[0] <= width:
                low = middle
            else:
                high = middle - 1
        return text[:low].rstrip() + ELLIPSIS

    def shrink_to_fit(self, text: str, style: TextStyle, width: float) -> tuple[str, TextStyle]:
        """Fit a string into ``width`` pixels; return the string and its style.

        The text shrinks as long as it stays readable. If it is still too wide, the string is also
        shortened with an ellipsis.
        """
        found = self._shrunk.get((text, style, width))
        if found is None:
            if len(self._shrunk) >= MAX_MEASURED:
                self._shrunk.clear()
            smaller = self._shrunk_to_width(text, style, width)
            found = self._shrunk[text, style, width] = (
                self.cut_with_ellipsis(text, smaller, width),
                smaller,
            )
        return found

    def _shrunk_to_width(self, text: str, style: TextStyle, width: float) -> TextStyle:
        """Return ``style`` at the largest size at which the string fits into ``width`` pixels.

        If no size fits, the style has the smallest size allowed.
        """
        least = max(self._min_pixels, math.ceil(self.pixel_size(style) * MIN_SHRINK))
        while self.pixel_size(style) > least and self.text_size(text, style)[0] > width:
            style = self._one_pixel_smaller(style)
        return style

    def _shrunk_to_height(self, text: str, style: TextStyle, rect: pygame.Rect) -> TextStyle:
        """Return ``style`` at the largest size at which a paragraph fits into ``rect``.

        If no size fits, the style has the smallest size allowed.
        """
        least = max(self._min_pixels, math.ceil(self.pixel_size(style) * MIN_SHRINK))
        while (
            self.pixel_size(style) > least
            and self.paragraph_height(text, style, rect.width) > rect.height
            and rect.height >= self.line_height(style)
        ):
            style = self._one_pixel_smaller(style)
        return style

    def _one_pixel_smaller(self, style: TextStyle) -> TextStyle:
        return replace(style, size=(self.pixel_size(style) - 1) / self.scale)

    def pixel_size(self, style: TextStyle) -> int:
        """Return the size of a style in pixels."""
        return max(MIN_THUMBNAIL_PIXELS, round(style.size * self.scale))

    def can_fit(self, text: str, style: TextStyle, width: float) -> bool:
        """Return whether the whole string fits into ``width`` pixels, shrunk if necessary."""
        return self.shrink_to_fit(text, style, width)[0] == text

    def first_fitting_variant(self, variants: Sequence[str], style: TextStyle, width: float) -> str:
        """Return the first wording that fits into ``width`` pixels, or else the last wording."""
        return next((one for one in variants if self.can_fit(one, style, width)), variants[-1])

    def wrap(self, text: str, style: TextStyle, width: float) -> list[str]:
        """Break a string at spaces into lines of at most ``width`` pixels; keep its line breaks.

        A word that is wider than ``width`` gets a line to itself.
        """
        found = self._wrapped.get((text, style, width))
        if found is None:
            if len(self._wrapped) >= MAX_MEASURED:
                self._wrapped.clear()
            parts = text.split("\n")
            lines = [line for part in parts for line in self._wrap_line(part, style, width)]
            found = self._wrapped[text, style, width] = tuple(lines)
        if self.recorder is not None:
            self.recorder.record_wrapped_text(text, found)
        return list(found)

    def record_text(self, text: str, rect: pygame.Rect, style: TextStyle) -> None:
        """Record a drawn text for the screen reader, if one is running."""
        if self.recorder is not None:
            self.recorder.record_text(text, rect, style.face == "heading")

    def draw_text(
        self,
        surface: pygame.Surface,
        text: str,
        pos: tuple[float, float],
        style: TextStyle,
        colour: Colour,
        anchor: str = "topleft",
        width: float | None = None,
    ) -> pygame.Rect:
        """Draw one line of text; return the rectangle that it covers.

        Args:
            anchor: the attribute of the text's ``Rect`` that lies at ``pos``, such as "midleft".
            width: the maximum width in pixels, to which the text is shrunk or shortened; None for
                no limit.
        """
        shown = text
        if width is not None:
            shown, style = self.shrink_to_fit(text, style, width)
        image = self.render(shown, style, colour)
        rect = image.get_rect(**{anchor: (round(pos[0]), round(pos[1]))})
        surface.blit(image, rect)
        self.record_text(text, rect, style)
        return rect

    def draw_text_outline(
        self,
        surface: pygame.Surface,
        text: str,
        pos: tuple[float, float],
        style: TextStyle,
        colour: Colour,
        anchor: str,
        width: int,
    ) -> None:
        """Draw an outline, ``width`` pixels wide, around the letters of a line of text.

        The caller draws the text over the outline, which keeps the text readable on any background.
        """
        image = self.render(text, style, colour)
        rect = image.get_rect(**{anchor: (round(pos[0]), round(pos[1]))})
        for x, y in itertools.product((-width, 0, width), repeat=2):
            surface.blit(image, rect.move(x, y))

    def draw_paragraph(
        self,
        surface: pygame.Surface,
        text: str,
        rect: pygame.Rect,
        style: TextStyle,
        colour: Colour,
        align: str = "left",
    ) -> int:
        """Draw wrapped text from the top of ``rect``; return the height used in pixels.

        Text that is too long shrinks, and ends in an ellipsis if it still does not fit.

        Args:
            align: "left", "center" or "right".
        """
        style = self._shrunk_to_height(text, style, rect)
        lines = self.wrap(text, style, rect.width)
        step = self.line_height(style)
        room = max(1, rect.height // step)
        if len(lines) > room:
            lines = [
                *lines[: room - 1],
                self.cut_with_ellipsis(" ".join(lines[room - 1 :]), style, rect.width),
            ]
        whole = pygame.Rect(rect.topleft, (rect.width, step * len(lines)))
        self.record_text(text, whole, style)
        with self.without_recording():
            for number, line in enumerate(lines):
                top = rect.y + number * step
                self._draw_aligned_line(surface, line, rect, top, style, colour, align)
        return whole.height

    def draw_one_or_two_lines(
        self,
        surface: pygame.Surface,
        text: str,
        pos: tuple[float, float],
        style: TextStyle,
        colour: Colour,
        anchor: str,
        width: float,
    ) -> None:
        """Draw text like ``draw_text``, but on two lines if one line would shrink it too much.

        Args:
            anchor: "midleft", "center" or "midright".
        """
        short = self.text_size(text, style)[0] * TWO_LINES_BELOW <= width and self.can_fit(
            text, style, width
        )
        lines = [text] if short else self.wrap(text, style, width)
        step = self.line_height(style) * 0.9
        whole = pygame.Rect(0, 0, round(width), self.line_height(style))
        setattr(whole, anchor, (round(pos[0]), round(pos[1])))
        self.record_text(text, whole, style)
        with self.without_recording():
            for n, line in enumerate(lines[:2]):
                place = (pos[0], pos[1] + step * (n - (min(2, len(lines)) - 1) / 2))
                rest = line if n == 0 or len(lines) == 2 else " ".join(lines[1:])
                self.draw_text(surface, rest, place, style, colour, anchor, width)

    @contextmanager
    def without_recording(self) -> Iterator[None]:
        """Suspend the recording of drawn texts for screen readers within a ``with`` block.

        This is used for texts that screen readers get in another way.
        """
        recorder, self.recorder = self.recorder, None
        try:
            yield
        finally:
            self.recorder = recorder

    def paragraph_height(self, text: str, style: TextStyle, width: float) -> int:
        """Return the height of a whole paragraph wrapped to ``width``, in pixels."""
        return len(self.wrap(text, style, width)) * self.line_height(style)

    def _draw_aligned_line(
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
        self.draw_text(surface, line, (x, top), style, colour, anchor)

    def _font_with_letters_of(self, text: str, style: TextStyle) -> pygame.font.Font:
        if self._faces == LEGIBLE_FACES:
            if LEGIBLE_LETTERS.fullmatch(text):
                return self.font(style)
            other = "Regular" if style.face in ("body", "mono") else "SemiBold"
            return load_font_file(f"Inter-{other}.ttf", self.pixel_size(style))
        covered = style.face in ("body", "strong", "mono", "mono_strong") or _LATIN.fullmatch(text)
        return self.font(style if covered else TextStyle("strong", style.size * 0.92))

    def _render_uncached(self, text: str, style: TextStyle, colour: Colour) -> pygame.Surface:
        font = self._font_with_letters_of(text, style)
        pieces = [font.render(piece, True, colour) for piece in _LIGATURE.split(text)]
        if len(pieces) == 1:
            return pieces[0]
        whole = pygame.Surface(self.text_size(text, style), pygame.SRCALPHA)
        x = 0
        for piece in pieces:
            whole.blit(piece, (x, 0))
            x += piece.get_width()
        return whole

    def _wrap_line(self, text: str, style: TextStyle, width: float) -> list[str]:
        lines, line = [], ""
        for word in _BREAK.split(text):
            longer = f"{line} {word}" if line else word
            if line and self.text_size(longer, style)[0] > width:
                lines.append(line)
                line = word
            else:
                line = longer
        return [*lines, line]


@lru_cache(maxsize=128)
def load_font_file(file: str, pixels: int) -> pygame.font.Font:
    """Load a font of assets/fonts at a size in pixels.

    Painters on a ``Canvas`` call this directly; all other text is drawn with ``Fonts``.
    """
    with resources.required_asset("fonts", file) as path:
        return pygame.font.Font(path, pixels)
