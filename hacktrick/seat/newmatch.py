"""What is chosen before a match."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from hacktrick.game.rules import Rules, Seat, rules_for
from hacktrick.play.players import level_of

if TYPE_CHECKING:
    from hacktrick.game.view import SeatInfo


@dataclass(frozen=True, slots=True)
class NewMatch:
    """The choices of a new match; ``leader`` None: by lot; ``cut``: how the player cuts the first
    deal, None: he did not choose."""

    preset: str = "keypad"
    seats: tuple[SeatInfo, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    leader: Seat | None = None
    cut: str | None = None

    @property
    def rules(self) -> Rules:
        return rules_for(self.preset, self.options)

    @property
    def is_solo(self) -> bool:
        """One person against the computer: he is owed a proof of the deal."""
        levels = [level_of(seat.player) for seat in self.seats]
        return levels.count(None) == 1
