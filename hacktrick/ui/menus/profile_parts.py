"""Things to press that show markers: a seat's sign, and a row of signs to choose from.

They must not know a profile or a match; what a press means is handed in.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from hacktrick.seat.looks import Piece
from hacktrick.ui.controls.widgets import Button, Widget, draw_label
from hacktrick.ui.paint.keys import PanelLook
from hacktrick.ui.stage.context import Context

STANDING = 0.56  # width of a solid marker, in heights of its plate
FOOT = 0.84  # where it stands on the plate, from the top
SIGN = 0.52  # width of a flat sign, in heights of its cell


class MarkerButton(Button):
    """A plate with a marker standing on it; the label is for hints only."""

    piece = Piece(0)

    def draw(self, surface: pygame.Surface) -> None:
        self._panel(surface, self._look())
        rect = self.rect
        foot = rect.centerx, rect.top + round(rect.height * FOOT)
        self.context.sprites.draw_marker(surface, self.piece, foot, rect.height * STANDING)


class PieceChoice(Widget):
    """A labelled row of signs, one of them chosen. changed_to gets the number of the chosen one."""

    def __init__(
        self,
        context: Context,
        label: str,
        pieces: Sequence[Piece],
        index: int,
        changed_to: Callable[[int], None],
    ) -> None:
        super().__init__(context)
        self.label, self.pieces, self.index = label, list(pieces), index
        self.changed_to = changed_to

    def choose(self, index: int) -> None:
        if index != self.index:
            self.index = index
            self.context.play("select", 0)
            self.changed_to(index)
            self.changed()

    def key(self, event: pygame.Event) -> bool:
        by = {"left": -1, "right": 1}.get(self.context.intent(event), 0)
        if by:
            self.choose((self.index + by) % len(self.pieces))
        return bool(by)

    def press(self, pos: tuple[int, int]) -> None:
        at = next((n for n, cell in enumerate(self.cells()) if cell.collidepoint(pos)), None)
        if at is not None:
            self.choose(at)

    def cells(self) -> list[pygame.Rect]:
        """The places of the signs, from left to right."""
        gap, size = self.context.px(10), self.rect.height
        left = self.rect.right - len(self.pieces) * (size + gap) + gap
        return [
            pygame.Rect(left + n * (size + gap), self.rect.y, size, size)
            for n in range(len(self.pieces))
        ]

    def draw(self, surface: pygame.Surface) -> None:
        context, cells = self.context, self.cells()
        draw_label(surface, self, self.label, cells[0].left - context.px(12))
        accent = context.theme.colours.accent
        for n, (cell, piece) in enumerate(zip(cells, self.pieces, strict=True)):
            chosen = n == self.index
            look = PanelLook(
                edge=accent if chosen else None,
                edge_width=2.0 if chosen else 1.0,
                raised=True,
                hover=self.hovered,
                glow=accent if chosen else None,
            )
            self._panel(surface, look, cell)
            sign = context.sprites.sign(piece, round(cell.height * SIGN))
            sign.draw_centred(surface, (cell.centerx, cell.centery - context.px(1)))
