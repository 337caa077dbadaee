"""What surrounds the board at a table and at a replay: words in the bar, buttons at both sides."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from hacktrick.ui.controls.widgets import Widget
from hacktrick.ui.paint.boxes import columns, rows
from hacktrick.ui.stage.context import Context
from hacktrick.ui.table.buttons import BarPart
from hacktrick.ui.table.places import Places
from hacktrick.words.translator import _

BAR_SHARE = 0.42  # of the bar: what its words may take with their keys
TALLEST = 80.0  # units: a button below others
HIGH = 150.0  # units of height from which a zone has room for wide gaps
WIDE_GAP = 8.0  # units


class BarWords:
    """The words at the right of the bar, from its right end; ``panels``, the last of them, unfolds
    what has no room."""

    def __init__(
        self, context: Context, words: Sequence[BarPart], toggle_panels: Callable[[], None]
    ) -> None:
        self._context = context
        self.panels = BarPart(context, "", toggle_panels)
        self._all = (*words, self.panels)

    def place(self, places: Places) -> None:
        """With their keys only where there is room."""
        self.panels.label = _("Board") if places.opened else _("More")
        self.panels.visible = bool(places.table.folded)
        px, bar = self._context.px, places.table.top_bar
        brief = sum(part.width() for part in self._all) > bar.width * BAR_SHARE
        right = bar.right - px(8)
        for part in self._all:
            part.brief = brief
            if not part.visible:
                continue
            width = part.width()
            part.rect = pygame.Rect(right - width, bar.y, width, bar.height)
            part.rect.inflate_ip(0, -px(8))
            right -= width + px(2)

    @property
    def left(self) -> int:
        """Where they begin, in pixels."""
        return min(part.rect.x for part in self._all if part.visible)


def spread(
    context: Context, zone: pygame.Rect, parts: Sequence[Widget], flat: float, gap: float
) -> None:
    """Buttons below each other, or beside each other in a flat zone.

    Args:
        flat: so many times as wide as high is a flat zone.
        gap: units between them in a low zone.
    """
    px, n_parts = context.px, max(1, len(parts))
    between = px(WIDE_GAP if zone.height > px(HIGH) else gap)
    if zone.width > flat * zone.height:
        places = columns(zone, (1.0,) * n_parts, between)
    else:
        height = min(px(TALLEST), (zone.height - between * (n_parts - 1)) // n_parts)
        places = rows(zone, height, between, n_parts)
    for part, place in zip(parts, places, strict=False):
        part.rect = place
