"""A computer player at a table over the network, with a line and a key of its own.

To the others it is a guest like any other, and it says that it is a computer. It agrees to every
pause, and ends none. It runs at whoever has asked for it, so that player could look at its hand:
the table calls it by what it is.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from hacktrick.play.players import level_name, share_of_work
from hacktrick.play.remote import Network, RemoteTable
from hacktrick.play.told import JoinTable, Pause, Ready
from hacktrick.seat.answering import Answering

if TYPE_CHECKING:
    from hacktrick.play.thinker import Thinker

PACE = "normal"


class ComputerGuest:
    """Sits down, is ready, and plays. ``update`` it once a frame.

    Args:
        name: what it is called at the table.
        invitation: of the table.
    """

    def __init__(
        self,
        network: Network,
        thinker: Thinker,
        level: int,
        name: str,
        invitation: str,
        rng: Random,
    ) -> None:
        self._network, self._level = network, level
        self._thinker = thinker
        self._answering = Answering(thinker, rng, share_of_work())
        self._table: RemoteTable | None = None
        self._match = ""
        self._asked_for: int | None = None  # the version of the table
        network.send(JoinTable(invitation, name, player=level_name(level)))

    @property
    def is_there(self) -> bool:
        """Whether it sits at the table, or is on its way."""
        return self._network.told.stage not in ("idle", "closed")

    def update(self, dt: float) -> None:
        """``dt`` seconds have passed."""
        if self._network.poll():
            self._follow()
        if self._table is not None and self._table.may_act:
            self._think(self._table, dt)

    def _follow(self) -> None:
        told = self._network.told
        if told.stage in ("lobby", "over"):
            if not any(one and one.own and one.ready for one in told.sitters):
                self._network.send(Ready(True))
            return
        if told.seen is None:
            return
        if self._match != told.match:
            self._table, self._match, self._asked_for = RemoteTable(self._network), told.match, None
        assert self._table is not None
        self._table.follow()
        if told.resting is not None and not told.resting.stands and told.may_pause:
            self._network.send(Pause(True))
        if self._table.is_round_over and not self._table.is_over:
            self._table.deal()

    def _think(self, table: RemoteTable, dt: float) -> None:
        assert table.seat is not None
        if self._asked_for != table.version:
            if not self._answering.goes_on:
                self._answering.begin(self._level, table.view(table.seat), table.decision_seed)
            self._asked_for = table.version
        self._answering.update(dt)
        answer = self._answering.take(PACE)
        if answer is not None:
            table.submit(table.seat, answer.action)

    def close(self) -> None:
        """Away from the table."""
        self._thinker.close()
        self._network.close()
