"""Online play as the screens use it: the network client, computer guests, the decision clock.

No process is started until the player wants to play online.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hacktrick.app.computer_guest import ComputerGuest
    from hacktrick.coach.thinking_client import Thinker
    from hacktrick.game.state import Seat
    from hacktrick.online.network_process.process_client import NetworkClient
    from hacktrick.online.protocol.process_messages import NetworkState


HURRY_SECONDS = 10.0  # a remaining time below this many seconds counts as short


class DecisionClock:
    """Measures the time of the decision that an online table is waiting for.

    There is no common clock. Every computer measures from the moment at which it learns that a
    decision is due. The clock runs while everyone is present, a player has to choose, and there is
    no pause. When the time is up, the other players may end the match. Until they do, the late
    player may still act.

    Args:
        now: returns the time in seconds on a monotonic clock.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._seconds = 0  # seconds for each decision; 0 without a clock
        self._decision: tuple[object, ...] | None = None
        self._seat: Seat | None = None
        self._spent = 0.0  # the seconds of this decision that had passed at ``_since``
        # The time at which the clock was started; None while it is stopped.
        self._since: float | None = None
        self._rests = False  # whether the match is paused by agreement

    def update(self, state: NetworkState) -> None:
        """Adapt the clock to the latest state of the table.

        The clock restarts for each new decision, and stops while a player is away or the match is
        paused.
        """
        seen = state.match_state if state.stage == "playing" and state.trouble is None else None
        decision = None if seen is None else seen.awaited_decision
        marked = None if decision is None else (state.match_id, *decision)
        if (marked, state.clock) != (self._decision, self._seconds):
            self._decision, self._seconds, self._spent, self._since = marked, state.clock, 0.0, None
            self._seat = None if seen is None else seen.deciding_seat
        gone = any(one is not None and one.presence != "here" for one in state.players)
        resting = state.pause
        self._rests = resting is not None and resting.has_begun and not resting.is_ending
        if not (gone or state.is_broker_lost or self._rests) and marked is not None:
            self._since = self._now() if self._since is None else self._since
        elif self._since is not None:
            self._spent, self._since = self._spent + self._now() - self._since, None

    @property
    def seconds_per_decision(self) -> int:
        """The seconds for each decision; 0 without a clock."""
        return self._seconds

    @property
    def seat_with_running_time(self) -> Seat | None:
        """The seat whose time is running; None if the clock is stopped."""
        return self._seat if self._seconds and self._decision is not None else None

    @property
    def seconds_left(self) -> float:
        """The seconds that are left for the decision, at least 0."""
        running = 0.0 if self._since is None else self._now() - self._since
        return max(0.0, self._seconds - self._spent - running)

    @property
    def is_time_short(self) -> bool:
        """Whether little or no time is left for the decision."""
        return self.seat_with_running_time is not None and self.seconds_left <= HURRY_SECONDS

    @property
    def overdue_seat(self) -> Seat | None:
        """The seat that has used up its time; None if there is no such seat, or during a pause."""
        return self.seat_with_running_time if self.seconds_left <= 0 and not self._rests else None


class OnlineService:
    """The network client, and the computer guests at the table hosted here.

    Args:
        folder: the folder with the files of the network client, and a subfolder for each computer
            guest.
        make: starts a network client for a folder.
        thinker: starts a worker process for a computer guest.

    Attributes:
        clock: measures the time of the decision that the table is waiting for.
        tried_invitation: the invitation with which the player last tried to join a table; "" once
            they have left it of their own accord.
        reported_number: the number of the last network state whose trouble the player has seen;
            None if there is none.
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
        self.tried_invitation = ""
        self.reported_number: int | None = None
        self._folder, self._make_thinker, self._rng = folder, thinker, rng
        self._network: NetworkClient | None = None
        self._computers: list[ComputerGuest] = []

    @property
    def network(self) -> NetworkClient:
        """The network client, started on first use."""
        if self._network is None:
            self._network = self.make(self._folder)
        return self._network

    def add_computer(self, level: int, name: str) -> None:
        """Add a computer guest to the table hosted here."""
        from hacktrick.app.computer_guest import ComputerGuest

        assert self._network is not None
        folder = self._folder / f"computer-{len(self._computers)}"
        invitation = dict(self._network.state.invitations)["direct"]
        line, thinker = self.make(folder), self._make_thinker()
        guest = ComputerGuest(line, thinker, level, name, invitation, self._rng)
        self._computers.append(guest)

    def update(self, dt: float) -> bool:
        """Poll the network and run the guests; return whether anything has changed.

        Args:
            dt: seconds since the last call.
        """
        for computer in self._computers:
            computer.update(dt)
        is_new = self.network.poll()
        if is_new:
            self.clock.update(self.network.state)
        return is_new

    def leave_table(self) -> None:
        """Leave the table; an unfinished match can be resumed."""
        from hacktrick.online.protocol.process_messages import LeaveTable

        self._close_computers()
        if self._network is not None and self._network.state.stage != "idle":
            self._network.send(LeaveTable())

    def close(self) -> None:
        """Stop the network client and all guests."""
        self._close_computers()
        if self._network is not None:
            self._network.close()

    def _close_computers(self) -> None:
        for computer in self._computers:
            computer.close()
        self._computers = []
