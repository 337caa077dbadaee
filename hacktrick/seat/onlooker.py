"""A match at this screen as everybody may know it, whoever sits there.

Values only: nothing that it gives leads back to the match.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hacktrick.seat.chronicle import Entry, chronicle
from hacktrick.seat.looks import Look, Looks, usual_looks
from hacktrick.seat.moment import Moment, decisive, loser_before_the_end

if TYPE_CHECKING:
    from hacktrick.game.rules import Rules, Seat, Side
    from hacktrick.game.state import PublicState
    from hacktrick.game.view import SeatInfo
    from hacktrick.play.record import RoundRecord
    from hacktrick.play.table import Table


class Onlooker:
    """
    Args:
        looks: of the seats' markers; None: the usual ones.
    """

    def __init__(self, match: Table, looks: Looks | None) -> None:
        self._match = match
        self.looks = looks or usual_looks(len(match.seats))
        self._entries: dict[Seat | None, tuple[Entry, ...]] = {}
        self._entries_of = -1  # the version of the match that they were worked out for

    @property
    def rules(self) -> Rules:
        return self._match.rules

    @property
    def seats(self) -> tuple[SeatInfo, ...]:
        return self._match.seats

    @property
    def public(self) -> PublicState:
        """The public state of the current round."""
        return self._match.public

    @property
    def version(self) -> int:
        """It grows with every change: a cheap "has anything happened?"."""
        return self._match.version

    @property
    def round_number(self) -> int:
        """From 1."""
        return self._match.round_number

    @property
    def is_round_over(self) -> bool:
        return self._match.is_round_over

    @property
    def is_over(self) -> bool:
        """Whether the match has been won."""
        return self._match.is_over

    @property
    def winners(self) -> tuple[Seat, ...]:
        """Of the match; nobody while it lasts."""
        return self._match.match.winners

    @property
    def finished_rounds(self) -> tuple[RoundRecord, ...]:
        """The rounds that are over, as written; the current one once it is."""
        return tuple(one for one in self._match.record.rounds if one.result is not None)

    @property
    def told_to_all(self) -> tuple[Entry, ...]:
        """The round so far, as any onlooker knows it."""
        return self._chronicle(None)

    @property
    def moment(self) -> Moment | None:
        """The turn that decided the round; None while it lasts, and where nothing is certain."""
        loser = loser_before_the_end(self.told_to_all) if self.is_round_over else None
        if loser is None:
            return None
        try:
            entries = self._chronicle(loser)
        except ValueError:  # what another computer's player drew is not known here
            entries = self.told_to_all
        return decisive(entries, self._match.hands_shown_at_the_end())

    @property
    def side_looks(self) -> tuple[Look, Look]:
        """Of the two sides of this round."""
        return self.look(0), self.look(1)

    def look(self, side: Side) -> Look:
        """Shape and colour of a side's markers in this round."""
        return self.looks.of(self.public.seating.seats_of(side))

    def _chronicle(self, seat: Seat | None) -> tuple[Entry, ...]:
        """Worked out once for each seat and version."""
        match = self._match
        if self._entries_of != match.version:
            self._entries, self._entries_of = {}, match.version
        if seat not in self._entries:
            self._entries[seat] = chronicle(match.public, match.events_for(seat))
        return self._entries[seat]
