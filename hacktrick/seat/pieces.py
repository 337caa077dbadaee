"""What a marker looks like, as a value. It must not know how it is drawn."""

from __future__ import annotations

from dataclasses import dataclass

SHAPES = ("disc", "diamond", "triangle", "square")


@dataclass(frozen=True, slots=True)
class Piece:
    """A marker as it looks: the number of its colour (0 to 3), its kind, and the number of its
    shape; without one it has the shape that goes with its colour."""

    colour: int
    double: bool = False
    shape: int | None = None

    @property
    def outline(self) -> str:
        """The name of its shape."""
        return SHAPES[self.colour if self.shape is None else self.shape]
