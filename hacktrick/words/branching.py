"""How to play on from a place of a replay, as choices in words."""

from __future__ import annotations

from dataclasses import dataclass

from hacktrick.game.rules import Seat
from hacktrick.game.view import SeatInfo
from hacktrick.play.players import HUMAN, level_of
from hacktrick.play.players import level_name as player_text
from hacktrick.seat.replaying import BranchPlan, Place, ReplaySession
from hacktrick.words.levels import level_name, nearest_level
from hacktrick.words.translator import _

USUAL_LEVEL = 6


@dataclass(slots=True)
class BranchChoices:
    """``place``: where the replay stands."""

    names: tuple[str, ...]
    players: tuple[str, ...]
    place: Place
    seat: Seat
    level: int
    anew: bool = True
    from_the_deal: bool = False

    def plan(self) -> BranchPlan:
        place = Place(self.place.round, 0) if self.from_the_deal else self.place
        return BranchPlan(place, self._seats(), self.seat if self.anew else None)

    def _seats(self) -> tuple[SeatInfo, ...]:
        """The person under the name of a person who played, the computer under its own names."""
        level, names = level_name(self.level), []
        computer = player_text(self.level)
        for n in range(len(self.names)):
            names.append(self._own_name() if n == self.seat else level)
        repeated = {name for name in names if names.count(name) > 1}
        return tuple(
            SeatInfo(
                f"{name} {n + 1}" if name in repeated else name,
                HUMAN if n == self.seat else computer,
            )
            for n, name in enumerate(names)
        )

    def _own_name(self) -> str:
        people = [
            name
            for name, player in zip(self.names, self.players, strict=True)
            if level_of(player) is None
        ]
        if level_of(self.players[self.seat]) is None:
            return self.names[self.seat]
        return people[0] if people else _("Player {n}").format(n=self.seat + 1)


def branch_choices(replayed: ReplaySession) -> BranchChoices:
    """The usual choices at a place: the seat of the eye, the level that sat opposite."""
    levels = [level_of(seat.player) for seat in replayed.seats]
    known = [level for level in levels if level is not None]
    seat = replayed.eye if isinstance(replayed.eye, int) else None
    if seat is None:
        seat = levels.index(None) if None in levels else 0
    level = nearest_level(known[0] if known else USUAL_LEVEL)
    names = tuple(one.name for one in replayed.seats)
    players = tuple(one.player for one in replayed.seats)
    return BranchChoices(names, players, replayed.place, seat, level)
