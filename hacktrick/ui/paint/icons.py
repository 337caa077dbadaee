"""Icons, drawn as strokes with round ends along paths in a unit square."""

import math
from collections.abc import Callable

from hacktrick.app.themes import Colour
from hacktrick.ui.paint.canvas import Canvas, Point, Sprite, with_alpha

Stroke = list[Point]


def icon(name: str, size: int, colour: Colour, weight: float = 0.105) -> Sprite:
    """Return an icon in a square of ``size`` pixels.

    Args:
        name: a key of ``ICONS``.
        size: the width and height in pixels.
        colour: the colour of the strokes.
        weight: the line width as a share of ``size``.
    """
    canvas = Canvas(size, size)
    line = max(1.3, size * weight)
    for stroke in ICONS[name]():
        canvas.stroke([(x * size, y * size) for x, y in stroke], line, with_alpha(colour, 1))
    return canvas.to_sprite()


def strike_through_line(
    size: tuple[int, int], colour: Colour, casing: Colour, scale: float
) -> Sprite:
    """Return a slanting line that strikes through a picture of ``size``, such as a lost marker.

    Args:
        casing: the colour of a wider line behind the line, which keeps the line visible.
        scale: the length of a layout unit in pixels.
    """
    width, height = size
    canvas = Canvas(width, height, pad=round(3 * scale))
    ends = [(width * 0.06, height * 0.94), (width * 0.94, height * 0.06)]
    thick = min(3 * scale, width * 0.11)
    canvas.stroke(ends, 2 * thick, with_alpha(casing, 0.85))
    canvas.stroke(ends, thick, with_alpha(colour, 1))
    return canvas.to_sprite()


def _arc_stroke(
    cx: float, cy: float, radius: float, start: float, end: float, steps: int = 24
) -> Stroke:
    """Return an arc as a stroke; angles are in degrees, clockwise from the right."""
    angles = [math.radians(start + (end - start) * n / steps) for n in range(steps + 1)]
    return [(cx + radius * math.cos(a), cy + radius * math.sin(a)) for a in angles]


def _strokes_function(*strokes: Stroke) -> Callable[[], tuple[Stroke, ...]]:
    return lambda: strokes


def _gear_strokes() -> tuple[Stroke, ...]:
    teeth = [_spoke_stroke(0.5, 0.5, 0.29, 0.42, 45 * n + 22.5) for n in range(8)]
    return (_arc_stroke(0.5, 0.5, 0.28, 0, 360), _arc_stroke(0.5, 0.5, 0.09, 0, 360), *teeth)


def _spoke_stroke(cx: float, cy: float, inner: float, outer: float, degrees: float) -> Stroke:
    a = math.radians(degrees)
    return [(cx + r * math.cos(a), cy + r * math.sin(a)) for r in (inner, outer)]


def _eye_strokes() -> tuple[Stroke, ...]:
    upper = [(0.08 + 0.84 * t / 16, 0.5 - 0.27 * math.sin(math.pi * t / 16)) for t in range(17)]
    lower = [(x, 1.0 - y) for x, y in upper]
    return (upper, lower, _arc_stroke(0.5, 0.5, 0.12, 0, 360))


def _star_stroke() -> Stroke:
    angles = [math.radians(36 * n - 90) for n in range(11)]
    reach = [0.44 if n % 2 == 0 else 0.18 for n in range(11)]
    return [
        (0.5 + r * math.cos(a), 0.52 + r * math.sin(a)) for r, a in zip(reach, angles, strict=True)
    ]


def _bulb_strokes() -> tuple[Stroke, ...]:
    glass = _arc_stroke(0.5, 0.4, 0.28, 125, 415)
    return (
        glass,
        [(0.36, 0.63), (0.38, 0.74), (0.62, 0.74), (0.64, 0.63)],
        [(0.42, 0.9), (0.58, 0.9)],
    )


_SPEAKER: Stroke = [
    (0.08, 0.38),
    (0.08, 0.62),
    (0.24, 0.62),
    (0.46, 0.82),
    (0.46, 0.18),
    (0.24, 0.38),
    (0.08, 0.38),
]

_BALLOON: Stroke = [
    *((0.12, 0.14), (0.88, 0.14), (0.88, 0.72), (0.42, 0.72), (0.26, 0.9), (0.26, 0.72)),
    *((0.12, 0.72), (0.12, 0.14)),
]

ICONS: dict[str, Callable[[], tuple[Stroke, ...]]] = {
    "sum": _strokes_function(
        [
            (0.78, 0.28),
            (0.78, 0.14),
            (0.22, 0.14),
            (0.54, 0.5),
            (0.22, 0.86),
            (0.78, 0.86),
            (0.78, 0.72),
        ]
    ),
    "check": _strokes_function([(0.14, 0.54), (0.40, 0.78), (0.86, 0.24)]),
    "cross": _strokes_function([(0.2, 0.2), (0.8, 0.8)], [(0.8, 0.2), (0.2, 0.8)]),
    "plus": _strokes_function([(0.5, 0.16), (0.5, 0.84)], [(0.16, 0.5), (0.84, 0.5)]),
    "minus": _strokes_function([(0.16, 0.5), (0.84, 0.5)]),
    "left": _strokes_function([(0.88, 0.5), (0.12, 0.5)], [(0.42, 0.2), (0.12, 0.5), (0.42, 0.8)]),
    "right": _strokes_function([(0.12, 0.5), (0.88, 0.5)], [(0.58, 0.2), (0.88, 0.5), (0.58, 0.8)]),
    "up": _strokes_function([(0.5, 0.88), (0.5, 0.12)], [(0.2, 0.42), (0.5, 0.12), (0.8, 0.42)]),
    "down": _strokes_function([(0.5, 0.12), (0.5, 0.88)], [(0.2, 0.58), (0.5, 0.88), (0.8, 0.58)]),
    "previous": _strokes_function([(0.64, 0.16), (0.32, 0.5), (0.64, 0.84)]),
    "next": _strokes_function([(0.36, 0.16), (0.68, 0.5), (0.36, 0.84)]),
    "previous-turn": _strokes_function(
        [(0.52, 0.16), (0.2, 0.5), (0.52, 0.84)], [(0.84, 0.16), (0.52, 0.5), (0.84, 0.84)]
    ),
    "next-turn": _strokes_function(
        [(0.16, 0.16), (0.48, 0.5), (0.16, 0.84)], [(0.48, 0.16), (0.8, 0.5), (0.48, 0.84)]
    ),
    "previous-round": _strokes_function(
        [(0.24, 0.16), (0.24, 0.84)], [(0.76, 0.16), (0.42, 0.5), (0.76, 0.84)]
    ),
    "next-round": _strokes_function(
        [(0.76, 0.16), (0.76, 0.84)], [(0.24, 0.16), (0.58, 0.5), (0.24, 0.84)]
    ),
    "share": _strokes_function(
        [(0.5, 0.6), (0.5, 0.08)],
        [(0.3, 0.28), (0.5, 0.08), (0.7, 0.28)],
        [(0.28, 0.44), (0.14, 0.44), (0.14, 0.9), (0.86, 0.9), (0.86, 0.44), (0.72, 0.44)],
    ),
    "branch": _strokes_function(
        [(0.26, 0.1), (0.26, 0.9)],
        [(0.26, 0.62), (0.4, 0.5), (0.6, 0.46), (0.74, 0.34), (0.76, 0.12)],
        [(0.6, 0.26), (0.76, 0.1), (0.92, 0.26)],
    ),
    "star": lambda: (_star_stroke(),),
    "return": _strokes_function(
        [(0.86, 0.2), (0.86, 0.58), (0.16, 0.58)], [(0.38, 0.34), (0.14, 0.58), (0.38, 0.82)]
    ),
    "undo": _strokes_function(
        [(0.34, 0.12), (0.12, 0.34), (0.34, 0.56)],
        [(0.14, 0.34), (0.6, 0.34), *_arc_stroke(0.6, 0.59, 0.25, -90, 90), (0.3, 0.84)],
    ),
    "help": _strokes_function(
        [*_arc_stroke(0.5, 0.34, 0.22, 180, 395), (0.5, 0.6), (0.5, 0.66)], [(0.5, 0.88)]
    ),
    "gear": _gear_strokes,
    "eye": _eye_strokes,
    "eye-off": lambda: (*_eye_strokes(), [(0.16, 0.86), (0.84, 0.14)]),
    "speaker": _strokes_function(
        _SPEAKER, _arc_stroke(0.5, 0.5, 0.19, -50, 50), _arc_stroke(0.5, 0.5, 0.38, -50, 50)
    ),
    "mute": _strokes_function(_SPEAKER, [(0.64, 0.38), (0.9, 0.62)], [(0.9, 0.38), (0.64, 0.62)]),
    "hint": _bulb_strokes,
    "menu": _strokes_function(
        [(0.14, 0.26), (0.86, 0.26)], [(0.14, 0.5), (0.86, 0.5)], [(0.14, 0.74), (0.86, 0.74)]
    ),
    "windows": _strokes_function(
        [(0.36, 0.3), (0.36, 0.1), (0.9, 0.1), (0.9, 0.6), (0.68, 0.6)],
        [(0.1, 0.36), (0.64, 0.36), (0.64, 0.9), (0.1, 0.9), (0.1, 0.36)],
    ),
    "directions": _strokes_function(
        [
            *((0.36, 0.08), (0.64, 0.08), (0.64, 0.36), (0.92, 0.36), (0.92, 0.64), (0.64, 0.64)),
            *((0.64, 0.92), (0.36, 0.92), (0.36, 0.64), (0.08, 0.64), (0.08, 0.36), (0.36, 0.36)),
            (0.36, 0.08),
        ]
    ),
    "play": _strokes_function([(0.28, 0.16), (0.28, 0.84), (0.82, 0.5), (0.28, 0.16)]),
    "pause": _strokes_function([(0.34, 0.18), (0.34, 0.82)], [(0.66, 0.18), (0.66, 0.82)]),
    "draw": _strokes_function(
        [(0.5, 0.08), (0.5, 0.56)],
        [(0.3, 0.36), (0.5, 0.56), (0.7, 0.36)],
        [(0.12, 0.62), (0.12, 0.88), (0.88, 0.88), (0.88, 0.62)],
    ),
    "capture": _strokes_function(
        [(0.1, 0.32), (0.1, 0.1), (0.32, 0.1)],
        [(0.68, 0.1), (0.9, 0.1), (0.9, 0.32)],
        [(0.9, 0.68), (0.9, 0.9), (0.68, 0.9)],
        [(0.32, 0.9), (0.1, 0.9), (0.1, 0.68)],
        [(0.36, 0.36), (0.64, 0.64)],
        [(0.64, 0.36), (0.36, 0.64)],
    ),
    "shield": _strokes_function(
        [
            (0.5, 0.08),
            (0.86, 0.22),
            (0.82, 0.58),
            (0.5, 0.92),
            (0.18, 0.58),
            (0.14, 0.22),
            (0.5, 0.08),
        ]
    ),
    "command": _strokes_function(
        [
            (0.56, 0.06),
            (0.2, 0.56),
            (0.48, 0.56),
            (0.42, 0.94),
            (0.8, 0.42),
            (0.52, 0.42),
            (0.56, 0.06),
        ]
    ),
    "order-play": _strokes_function(
        _BALLOON, [(0.42, 0.3), (0.42, 0.56), (0.64, 0.43), (0.42, 0.3)]
    ),
    "order-block": _strokes_function(
        [
            *((0.5, 0.08), (0.86, 0.22), (0.82, 0.58), (0.5, 0.92), (0.18, 0.58), (0.14, 0.22)),
            (0.5, 0.08),
        ],
        [(0.34, 0.47), (0.66, 0.47)],
    ),
    "talk": _strokes_function(_BALLOON, [(0.3, 0.3), (0.7, 0.3)], [(0.3, 0.47), (0.58, 0.47)]),
    "ask": _strokes_function(
        _BALLOON, [*_arc_stroke(0.5, 0.35, 0.1, 180, 395, 8), (0.5, 0.47)], [(0.5, 0.59)]
    ),
    "notebook": _strokes_function(
        [(0.2, 0.1), (0.82, 0.1), (0.82, 0.9), (0.2, 0.9), (0.2, 0.1)],
        [(0.38, 0.34), (0.64, 0.34)],
        [(0.38, 0.54), (0.64, 0.54)],
        [(0.2, 0.74), (0.82, 0.74)],
    ),
    "search": _strokes_function(
        _arc_stroke(0.42, 0.42, 0.28, 0, 360), [(0.63, 0.63), (0.88, 0.88)]
    ),
    "lock": _strokes_function(
        [(0.2, 0.46), (0.8, 0.46), (0.8, 0.9), (0.2, 0.9), (0.2, 0.46)],
        [(0.32, 0.46), *_arc_stroke(0.5, 0.3, 0.18, 180, 360), (0.68, 0.46)],
    ),
    "learn": _strokes_function(
        [(0.5, 0.2), (0.94, 0.42), (0.5, 0.64), (0.06, 0.42), (0.5, 0.2)],
        [(0.24, 0.52), (0.24, 0.74), (0.5, 0.86), (0.76, 0.74), (0.76, 0.52)],
        [(0.94, 0.42), (0.94, 0.7)],
    ),
    "puzzle": _strokes_function(
        [
            *((0.14, 0.34), (0.36, 0.34), *_arc_stroke(0.46, 0.24, 0.12, 145, 395), (0.56, 0.34)),
            *((0.76, 0.34), (0.76, 0.52), *_arc_stroke(0.82, 0.62, 0.11, -125, 125), (0.76, 0.72)),
            *((0.76, 0.9), (0.14, 0.9), (0.14, 0.34)),
        ]
    ),
    "people": _strokes_function(
        _arc_stroke(0.36, 0.32, 0.16, 0, 360),
        [*_arc_stroke(0.36, 0.86, 0.28, 180, 360)],
        _arc_stroke(0.7, 0.32, 0.15, -110, 110),
        [*_arc_stroke(0.68, 0.86, 0.26, 290, 360)],
    ),
    "globe": _strokes_function(
        _arc_stroke(0.5, 0.5, 0.4, 0, 360),
        [(0.1, 0.5), (0.9, 0.5)],
        [(0.5 + 0.18 * math.cos(a / 8), 0.5 + 0.4 * math.sin(a / 8)) for a in range(51)],
    ),
    "film": _strokes_function(
        [(0.1, 0.18), (0.9, 0.18), (0.9, 0.82), (0.1, 0.82), (0.1, 0.18)],
        [(0.42, 0.34), (0.42, 0.66), (0.68, 0.5), (0.42, 0.34)],
    ),
    "info": _strokes_function(
        _arc_stroke(0.5, 0.5, 0.4, 0, 360), [(0.5, 0.48), (0.5, 0.72)], [(0.5, 0.3)]
    ),
}
