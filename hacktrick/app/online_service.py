"""Access to online play: the network client and the computer guests at one's own table.

Nothing is started before the player wants to play online.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from hacktrick.app.decision_clock import DecisionClock

if TYPE_CHECKING:
    from hacktrick.app.computer_guest import ComputerGuest
    from hacktrick.coach.thinking_client import Thinker
    from hacktrick.online.client.network_client import NetworkClient


class OnlineService:
    """
    Args:
        folder: what the network keeps there.
        make: makes the network for such a folder.
        thinker: makes a process for each computer player.

    Attributes:
        clock: of the decision that the table waits for.
    """

    def __init__(
        self,
        folder: Path,
        make: Callable[[Path], NetworkClient],
        thinker: Callable[[], Thinker],
        rng: Random,
    ) -> None:
        self.make = make
        self.clock = DecisionClock()
        self._folder, self._make_thinker, self._rng = folder, thinker, rng
        self._network: NetworkClient | None = None
        self._computers: list[ComputerGuest] = []

    @property
    def network(self) -> NetworkClient:
        """Made when it is first asked for."""
        if self._network is None:
            self._network = self.make(self._folder)
        return self._network

    def add_computer(self, level: int, name: str) -> None:
        """A computer player at the own table, with a process and keys of its own."""
        from hacktrick.app.computer_guest import ComputerGuest

        assert self._network is not None
        folder = self._folder / f"computer-{len(self._computers)}"
        invitation = dict(self._network.told.invitations)["direct"]
        line, thinker = self.make(folder), self._make_thinker()
        guest = ComputerGuest(line, thinker, level, name, invitation, self._rng)
        self._computers.append(guest)

    def update(self, dt: float) -> bool:
        """``dt`` seconds have passed at a table; whether anything is new."""
        for computer in self._computers:
            computer.update(dt)
        is_new = self.network.poll()
        if is_new:
            self.clock.follow(self.network.told)
        return is_new

    def leave(self) -> None:
        """Away from the table, with a good-bye; its match is kept there."""
        from hacktrick.online.protocol.process_messages import LeaveTable

        self._send_the_computers_away()
        if self._network is not None and self._network.told.stage != "idle":
            self._network.send(LeaveTable())

    def close(self) -> None:
        """The program ends."""
        self._send_the_computers_away()
        if self._network is not None:
            self._network.close()

    def _send_the_computers_away(self) -> None:
        for computer in self._computers:
            computer.close()
        self._computers = []
