"""The client of the network process: sends commands to it and polls its state once a frame.

The program itself has no keys, no sockets and no cards of other seats. The process starts only when
the player wants to host, to join or to see the list of tables.
"""

from __future__ import annotations

import signal
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from hacktrick.child_process import ChildProcess, ValuePipe
from hacktrick.game.legality import IllegalAction, legal_actions, refusal_reason
from hacktrick.match.table_interface import NetworkTableBase
from hacktrick.online.protocol.process_messages import (
    CloseProcess,
    NetworkCommand,
    NetworkState,
    NetworkTrouble,
    ReadyForNextRound,
    RemoteMatchState,
    StateReceived,
    SubmitAction,
    pipe_value_types,
)

if TYPE_CHECKING:
    from hacktrick.game.actions import Action
    from hacktrick.game.cards import Card
    from hacktrick.game.editions import Rules
    from hacktrick.game.match_rules import MatchState
    from hacktrick.game.state import Observation, PublicState, Seat
    from hacktrick.game.view import Event, SeatInfo, View
    from hacktrick.match.record import Record

# Seconds to wait for the process to say goodbye to the table and exit.
CLOSE_TIMEOUT = 1.5


class NetworkClient(Protocol):
    """Sends commands to the network process, and is polled once a frame for its newest state."""

    @property
    def state(self) -> NetworkState:
        """The newest state that the network process has sent."""

    def start(self) -> None:
        """Start the process; it lists the saved matches but opens no connection."""

    def send(self, command: NetworkCommand) -> None:
        """Send a command; start the process if it is not running."""

    def poll(self) -> bool:
        """Receive the newest state; return whether a new one has arrived."""

    def close(self) -> None:
        """End the process after it has said goodbye to the table."""


class ProcessNetworkClient:
    """The program's end of the pipe to the network process.

    Args:
        folder: the folder for keys, saved matches and proof files.
    """

    def __init__(self, folder: Path) -> None:
        self._piped = ChildProcess(
            _run_network_process, str(folder), closing=CLOSE_TIMEOUT, kinds=pipe_value_types
        )
        self.state = NetworkState()

    def send(self, command: NetworkCommand) -> None:
        self.start()
        self._send(command)

    def _send(self, message: object) -> None:
        try:
            self._piped.send(message)
        except OSError:
            self._record_process_end()

    def start(self) -> None:
        """Start the process if it is not running; the process lists the saved matches at once."""
        self._piped.start()

    def poll(self) -> bool:
        pipe, before = self._piped.pipe, self.state
        if pipe is None:
            return False
        try:
            while pipe.poll():
                self.state = pipe.recv()
                pipe.send(StateReceived())
        except (EOFError, OSError, ValueError):
            self._record_process_end()
        return self.state is not before

    def _record_process_end(self) -> None:
        """Record that the process has ended; its match can be resumed from the log."""
        self._piped.stop()
        self.state = NetworkState(self.state.number + 1, "closed", trouble=NetworkTrouble("CLOSED"))

    def close(self) -> None:
        if self._piped.process is not None:
            self._send(CloseProcess())
        self._piped.wait()
        self._piped.stop()
        self.state = NetworkState()

    def kill(self) -> None:
        """Kill the process, as if it had crashed; only tests use this."""
        self._piped.kill()


def _run_network_process(pipe: ValuePipe, folder: str) -> None:
    """Run the network process; only this process imports the modules that open sockets."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the program handles interrupts
    import_module("hacktrick.online.network_process.process_main").run_network_process(pipe, folder)


class RemoteMatchTable(NetworkTableBase):
    """The online match as a ``MatchTable``, read from the states that the network process sends."""

    def __init__(self, network: NetworkClient) -> None:
        super().__init__()
        seen: RemoteMatchState = network.state.match_state
        self._network, self._match = network, network.state.match_id
        self.state = seen
        self._asked_for = 0  # the number of the last round that was requested

    def use_newest_state(self) -> bool:
        """Use the newest state if it belongs to this match.

        Returns:
            Whether anything visible has changed.
        """
        state = self._network.state
        if (
            state.match_id != self._match
            or state.match_state is None
            or state.match_state is self.state
        ):
            return False
        before, self.state = self.state, state.match_state
        return bool(before.version != self.state.version)

    @property
    def rules(self) -> Rules:
        return self.state.rules

    @property
    def seats(self) -> tuple[SeatInfo, ...]:
        return self.state.seats

    @property
    def seat(self) -> Seat | None:
        return self.state.seat

    @property
    def public(self) -> PublicState:
        return self.state.public

    @property
    def version(self) -> int:
        return self.state.version

    @property
    def round_number(self) -> int:
        return self.state.round_number

    @property
    def is_round_over(self) -> bool:
        return self.state.is_round_over

    @property
    def is_over(self) -> bool:
        return self.state.is_over

    @property
    def match_state(self) -> MatchState:
        return self.state.match

    @property
    def record(self) -> Record:
        return self.state.record

    @property
    def may_act(self) -> bool:
        """Whether the local player has to choose an action and has not sent one yet."""
        return self.state.may_act and self.pending_action is None

    @property
    def has_asked_for_next_round(self) -> bool:
        """Whether the local player has asked for the next round, which has not begun yet."""
        return self._asked_for == self.round_number

    def observe(self, seat: Seat) -> Observation:
        """Return what the local seat sees.

        Raises:
            ValueError: ``seat`` is not the local seat.
        """
        self._check_local_seat(seat)
        assert self.state.observation is not None
        return self.state.observation

    def view(self, seat: Seat) -> View:
        """Return the view of the local seat.

        Raises:
            ValueError: ``seat`` is not the local seat.
        """
        self._check_local_seat(seat)
        assert self.state.view is not None
        return self.state.view

    def events_for(self, seat: Seat | None) -> tuple[Event, ...]:
        """Return the actions of the round as the local seat, or a spectator, knows them.

        Args:
            seat: the local seat; None for a spectator.

        Raises:
            ValueError: ``seat`` is neither the local seat nor None.
        """
        if seat is None:
            return self.state.public_events
        self._check_local_seat(seat)
        return self.state.events

    def final_hands(self) -> tuple[tuple[Card, ...], ...]:
        if self.state.hands is None:
            raise ValueError("hands are private until all keys are shown")
        return self.state.hands

    def submit(self, seat: Seat, action: Action) -> None:
        """Send an action, which has been played once ``public`` has changed.

        Raises:
            IllegalAction: the action is not legal now; nothing was sent.
            ValueError: ``seat`` is not the local seat.
        """
        observation = self.observe(seat)
        if not self.may_act or action not in legal_actions(observation):
            raise IllegalAction(action, refusal_reason(observation, action))
        self._sent = (self.version, action)
        self._network.send(SubmitAction(str(action)))

    def deal_next_round(self) -> None:
        """Report that the local player is ready for the next round.

        The round begins when all players are ready.
        """
        if not self.has_asked_for_next_round:
            self._asked_for = self.round_number
            self._network.send(ReadyForNextRound())
