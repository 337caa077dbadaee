"""The session of an online match: one own seat, all others far away.

An own action counts when it comes back; a turn of several actions is sent one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from hacktrick.app.online_service import DecisionClock
from hacktrick.app.session import Session
from hacktrick.game.legality import legal_actions
from hacktrick.match.record import WATCHED_KEY, Record
from hacktrick.online.client.network_client import NetworkClient, RemoteTable
from hacktrick.online.protocol.process_messages import ChatLine, NetworkState, SetPause, TablePlayer

if TYPE_CHECKING:
    from hacktrick.app.marker_styles import MarkerStyles
    from hacktrick.coach.thinking_client import Thinker
    from hacktrick.game.actions import Action
    from hacktrick.game.rules import Seat

ONLINE_KEY = "online"  # key of a record: the name of the match, and its proof file


class OnlineSession(Session):
    """The session of a table over the network.

    Args:
        finished: called once with the record of a match that has been won, played or watched.
        poll: takes what is new from the network, with the seconds that have passed.
        clock: of the table; None: one that is never wound up.
    """

    def __init__(
        self,
        network: NetworkClient,
        thinker: Thinker,
        finished: Callable[[Record], None],
        poll: Callable[[float], object],
        rng: Random,
        pace: str = "normal",
        looks: MarkerStyles | None = None,
        clock: DecisionClock | None = None,
    ) -> None:
        self._network, self._poll = network, poll
        self.clock = clock or DecisionClock()
        self._table = RemoteTable(network)
        self._finished, self._is_told = finished, False
        self._coming: list[Action] = []  # the rest of the own turn
        super().__init__(self._table, thinker, _nothing, rng, pace, looks, share=1.0)

    is_coached = False

    # Who is at the screen

    @property
    def humans(self) -> tuple[Seat, ...]:
        """The own seat: the others are people too, and not here. Nobody's, for who only watches."""
        seat = self._table.seat
        return () if seat is None else (seat,)

    @property
    def is_watching(self) -> bool:
        """Whether the player at the screen has no seat here."""
        return self._table.seat is None

    may_watch = False
    """Hands lie open for nobody who watches: people play, and their cards are not here."""

    @property
    def has_computer(self) -> bool:
        """A computer player at such a table thinks in a process of its own, as a guest."""
        return False

    @property
    def is_thinking(self) -> bool:
        """Whether somebody else has the turn."""
        public = self._table.public
        return public.result is None and public.seat != self._table.seat

    @property
    def may_act(self) -> bool:
        return not self.is_round_over and self._table.may_act and not self._coming

    # The others

    @property
    def told(self) -> NetworkState:
        """The newest picture of the table and those at it."""
        return self._network.state

    @property
    def missing(self) -> tuple[TablePlayer, ...]:
        """Who has gone, for a while or for good."""
        return tuple(one for one in self.told.players if one and one.presence != "here")

    @property
    def late(self) -> TablePlayer | None:
        """Another player whose time for a decision is over: one need not wait for him."""
        seat = self.clock.late
        sitters = self.told.players
        if seat is None or seat == self._table.seat or seat >= len(sitters):
            return None
        return sitters[seat]

    def want_pause(self, on: bool) -> None:
        """Ask for a pause or agree to one; or let the match go on: no pause, or its end."""
        self._network.send(SetPause(on))

    @property
    def is_resting(self) -> bool:
        """Whether a pause stands, on which all have agreed."""
        return self.told.pause is not None and self.told.pause.has_begun

    @property
    def is_asked(self) -> bool:
        """Whether the own player has still to answer another's wish for a pause."""
        return self.told.pause is not None and self.told.can_ask_for_pause

    @property
    def has_asked(self) -> bool:
        """Whether the own player wants a pause that has not begun yet."""
        resting = self.told.pause
        return resting is not None and not resting.has_begun and self._table.seat in resting.agreed

    @property
    def is_waiting(self) -> bool:
        """The own player has asked for the next round, and others have not yet."""
        return self._table.has_asked_for_next_round

    @property
    def is_sent(self) -> bool:
        """The own action is under way."""
        return self._table.sent is not None

    @property
    def record(self) -> Record:
        """The finished rounds, and which proof file goes with them."""
        record = self._table.record
        if self.is_watching:
            record.extra[WATCHED_KEY] = True
        record.extra[ONLINE_KEY] = {
            "match": self.told.match_id,
            "proof": Path(self.told.proof_path).name,
        }
        return record

    @property
    def lines(self) -> tuple[ChatLine, ...]:
        """What was said at the table."""
        return self.told.chat

    # What changes the match

    def follow_up(self, actions: Sequence[Action]) -> None:
        """The rest of a turn whose first action is under way."""
        if self.is_sent:
            self._coming = list(actions)

    def next_round(self, cut: str | None = None) -> None:
        """Ready for the next round; it comes when all are. Who watches is not asked."""
        if not self.is_watching:
            self._match.deal()

    def update(self, dt: float, at_rest: bool) -> bool:
        """Take what has come; True if the match has changed."""
        self._poll(dt)
        if not at_rest:
            return False
        changed = self._table.follow()
        self._say_the_rest()
        if changed:
            self._tell_the_end()
        return changed

    def hurry(self) -> None:
        """Nobody far away can be hurried."""

    def _save(self) -> None:
        """The network process keeps the match."""

    def _say_the_rest(self) -> None:
        if not self._coming or not self._table.may_act:
            if not self.is_sent:
                self._coming = []
            return
        action = self._coming.pop(0)
        seat = self._table.seat
        if seat is not None and action in legal_actions(self._table.observe(seat)):
            self._match.submit(seat, action)
        else:
            self._coming = []

    def _tell_the_end(self) -> None:
        record = self.record
        if self.is_over and record.rounds and not self._is_told:
            self._is_told = True
            self._finished(record)


def _nothing(text: str) -> None:
    """Nothing of a running match is written here."""
