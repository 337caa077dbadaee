"""Who sits where at a table of one's own, before and during a match."""

from __future__ import annotations

from dataclasses import dataclass

from hacktrick.net.link import Line
from hacktrick.net.told import Presence, TroubleCode


@dataclass(slots=True)
class Place:
    """Somebody at the table; the host's own place has no line and is always here.

    Attributes:
        asked: they named another history, and were asked to show it.
    """

    name: str
    player: str
    key: bytes
    nonce: bytes = b""
    ready: bool = False
    presence: Presence = "here"
    line: Line | None = None
    asked: bool = False


class Places(list[Place | None]):
    """The places by seat; None for a free one."""

    def known(self, key: bytes) -> Place | None:
        """The place of whoever has this key."""
        return next((one for one in self if one is not None and one.key == key), None)

    def of(self, key: bytes, name: str, player: str) -> Place | TroubleCode:
        """The place of somebody who comes: the one he had, or a free one."""
        known = self.known(key)
        if known is not None:
            return known
        if None not in self:
            return "FULL"
        place = Place(self._free_name(name), player, key)
        self[self.index(None)] = place
        return place

    def _free_name(self, name: str) -> str:
        """No two at a table are called the same."""
        taken = {one.name.casefold() for one in self if one}
        names = [name, *(f"{name[:13]} {n}" for n in range(2, 6))]
        return next(one for one in names if one.casefold() not in taken)

    def free_those_who_have_gone(self, own: bytes) -> None:
        """A match is over: those who are not here do not come back to it."""
        for seat, place in enumerate(self):
            if place is not None and place.line is None and place.key != own:
                self[seat] = None
