"""Where the deals of a match come from: dice, or chance that can be proved to one who plays alone.

The fingerprint of a proved deal is shown before its match begins, so the deal is made that early.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from hacktrick.play.match import Chances, Dice
from hacktrick.play.proof import NoProof, Proven

if TYPE_CHECKING:
    from hacktrick.play.record import Record


class Deals:
    """``rng``: the dice."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._coming: Proven | None = None

    @property
    def commitment(self) -> str:
        """The fingerprint of the first deal of the next match that is proved."""
        return self._sealed().commitment

    def proved(self, cut: str | None) -> Chances:
        """Chance with that fingerprint; ``cut``: how the player cuts the first deal."""
        sealed, self._coming = self._sealed(), None
        sealed.cut(cut)
        return sealed

    def dice(self) -> Chances:
        """Chance that nobody is owed a proof of."""
        return Dice(self._rng)

    def resumed(self, record: Record) -> Chances:
        """The chance of a kept match from where it stands."""
        try:
            return Proven.resumed(record, self._rng.randbytes) or self.dice()
        except NoProof:
            return self.dice()

    def _sealed(self) -> Proven:
        if self._coming is None:
            self._coming = Proven(self._rng.randbytes)
        return self._coming
