"""The panels around the board in units: how much room each needs, and which are folded away.

A column or strip is tried with all its panels first; the fold takes the coach's strip (or the
keys), then the log, then the unseen cards, then the announced sums, until the rest has its least.
"""

from __future__ import annotations

from collections.abc import Sequence

from hacktrick.ui.paint.bands import Band, Box, across, down
from hacktrick.ui.paint.middle import Kind

FOLDING = ("coach", "log", "unseen", "announcements")
"""What can be folded away, first what goes first."""

HALF, WHOLE = 82.0, 150.0  # heights of a player's panel: three lines, or seven
LINE = 28.0
WIDE_SUMS = 300.0  # from this width on two sums stand beside each other
NARROWEST = 196.0  # a panel of text

Bands = list[Band]


def own(form: str) -> Band:
    return Band("own", HALF, 96, 110) if form != "whole" else Band("own", WHOLE, 188, 230, 0.3)


def others(kind: Kind, form: str, sides: bool) -> Band:
    """The panels of the other players below each other, as one band."""
    n = 1 if sides else kind.seats - 1
    gaps = (n - 1) * kind.gap
    if form == "line":
        return Band("opp", n * LINE + gaps, n * 32 + gaps, n * 40 + gaps)
    if n > 1 or form == "half":
        best = 188.0 if n == 2 else n * 92 + gaps
        return Band("opp", n * HALF + gaps, best if n > 1 else 96, n * 110 + gaps)
    return Band("opp", WHOLE, 188, 230, 0.3)


def sums(kind: Kind, width: float) -> Band:
    """The announced sums: a line each, or two beside each other."""
    n = kind.seats
    if width >= WIDE_SUMS:
        least = 92 if n == 2 else 48 + 21.0 * n
        return Band("announcements", least, least, 132)
    if n == 4:
        return Band("announcements", 128, 132, 132)
    return Band("announcements", 44 + 21.0 * n if kind.tight else 128, 132, 132)


def growing(name: str) -> Band:
    """One of the panels that can use any height."""
    return {
        "unseen": Band("unseen", 196, 264, 340, 1.0),
        "log": Band("log", 120, 300, grow=1.2),
        "coach": Band("coach", 180, 248, grow=1.0),
    }[name]


def stacked(box: Box, n: int, gap: float) -> list[Box]:
    """As many panels below each other."""
    height = (box.height - (n - 1) * gap) / n
    return [Box(box.x, box.y + k * (height + gap), box.width, height) for k in range(n)]


def in_line(box: Box, n: int, gap: float) -> list[Box]:
    """As many panels beside each other."""
    width = (box.width - (n - 1) * gap) / n
    return [Box(box.x + k * (width + gap), box.y, width, box.height) for k in range(n)]


def sheet(folded: Sequence[str], area: Box, kind: Kind) -> dict[str, Box]:
    """Where folded panels lie when they are all opened, in one to three columns of ``area``."""
    columns = _columns(folded, area.width)
    widest = 360.0 * len(columns)
    zone = area
    if area.width > widest:
        zone = Box(area.middle - widest / 2, area.y, widest, area.height)
    found: dict[str, Box] = {}
    bands = [Band(str(n), 1, grow=1) for n in range(len(columns))]
    for names, column in zip(columns, across(bands, zone, kind.gap).values(), strict=True):
        tall = [
            sums(kind, column.width) if name == "announcements" else growing(name) for name in names
        ]
        found |= down(tall, column, kind.gap)
    return found


def _columns(folded: Sequence[str], width: float) -> list[list[str]]:
    """Cards and sums, then the log, then the coach; the last two below each other where there is
    little width."""
    first = [name for name in ("unseen", "announcements") if name in folded]
    rest = [[name] for name in ("log", "coach") if name in folded]
    columns = ([first] if first else []) + rest
    if len(columns) * (NARROWEST + 8) > width and len(rest) > 1:
        columns = ([first] if first else []) + [["log", "coach"]]
    return columns
