"""A table over the network for one window, without processes and lines: replicas in this process.

Shared by the tests and pictures of windows. What happens elsewhere is said by whoever drives it.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

from net_tables import NAMES, Table, any_legal

from hacktrick.game.actions import parse
from hacktrick.game.rules import PRESETS
from hacktrick.net.replica import Observer, Replica
from hacktrick.net.worker import resting_of
from hacktrick.play.online import seen_of
from hacktrick.play.told import Act, Command, Line, NextRound, Pause, Sitter, Told


class NearNetwork:
    """``Network`` for the player of a seat, or for somebody who watches.

    Args:
        seat: None: a spectator.
        facts: more of the picture.

    Attributes:
        said: what the window wanted.
    """

    def __init__(self, preset: str, seat: int | None, seed: int = 1, **facts: Any) -> None:
        self.table = Table(PRESETS[preset], any_legal(Random(seed)), seed, pauses=True)
        self._observer = Observer(self.table.terms)
        self._n_heard = 0
        self.replica: Replica = self._observer if seat is None else self.table.peers[seat]
        self.said: list[Command] = []
        self._new = False
        terms = self.table.terms
        sitters = tuple(
            Sitter(NAMES[n], "human", key.hex(), n == seat) for n, key in enumerate(terms.keys)
        )
        usual = {"preset": preset, "match": "m", "sitters": sitters}
        self.told = Told(1, "playing", **{**usual, **facts})
        for peer in self.table.peers:
            peer.go()
        self.tell()

    def tell(self, **changes: Any) -> None:
        """Another picture."""
        self.table.carry_all()
        self.table.carry_wishes()
        self._observer.follow(frame for _, frame in self.table.sent[self._n_heard :])
        self._n_heard = len(self.table.sent)
        seen, number, pauses = seen_of(self.replica), self.told.number + 1, self.replica.pauses
        lines = (*self.told.lines, *(Line(seat, news, "") for news, seat in pauses.take_news()))
        told = {"seen": seen, "may_pause": pauses.may_ask, "resting": resting_of(pauses)}
        self.told = replace(self.told, number=number, **{"lines": lines, **told, **changes})
        self._new = True

    def act(self, seat: int) -> None:
        """The player of a seat does what his dice say."""
        peer = self.table.peers[seat]
        peer.submit(self.table.choose[seat](peer))
        self.tell()

    def go_on(self) -> None:
        """All who are not at the window do what is due, until none of them has to."""
        while True:
            others = [peer for peer in self.table.peers if peer is not self.replica]
            due = [peer for peer in others if peer.wants in ("action", "next")]
            if not due:
                return
            for peer in due:
                self.table._act(peer)
            self.tell()

    def want_pause(self, seat: int, on: bool) -> None:
        """The player of a seat asks for a pause, agrees to one, refuses it or ends it."""
        self.table.peers[seat].want_pause(on)
        self.table.carry_wishes()
        self.tell()

    # --- for the window ---------------------------------------------------------------------------

    def start(self) -> None:
        """It runs already."""

    def send(self, command: Command) -> None:
        self.said.append(command)
        if isinstance(command, Act):
            self.replica.submit(parse(command.action))
            self.tell()
        elif isinstance(command, Pause):
            self.want_pause(self.replica.seat or 0, command.on)
        elif isinstance(command, NextRound):
            self.replica.next_round()
            self.tell()

    def poll(self) -> bool:
        new, self._new = self._new, False
        return new

    def close(self) -> None:
        """Nothing to end."""
