"""A network client for tests without processes; the test itself plays the remote side."""

from __future__ import annotations

from typing import Any

from hacktrick.game.actions import parse
from hacktrick.game.state import Seat
from hacktrick.online.protocol.process_messages import (
    NetworkCommand,
    NetworkState,
    RemoteMatchState,
    SubmitAction,
)
from tests.support.scripted_matches import TextMatch


def match_state_of(match: TextMatch, seat: Seat | None, version: int) -> RemoteMatchState:
    """Return a match as a seat sees it, or as a spectator sees it if ``seat`` is None."""
    over = match.is_round_over
    return RemoteMatchState(
        seat,
        match.rules,
        match.seats,
        match.public,
        version,
        match.round_number,
        over,
        match.is_over,
        match.match_state,
        match.record,
        None if seat is None else match.observe(seat),
        None if seat is None else match.view(seat),
        () if seat is None else tuple(match.events_for(seat)),
        tuple(match.events_for(None)),
        match.final_hands() if over else None,
        False,
        not over and match.public.seat == seat,
        None if over else match.public.seat,
    )


class ScriptedNetworkClient:
    """A stand-in for the network client of one seat.

    A sent action takes effect at the next ``apply_sent_actions``.

    Attributes:
        sent: every command sent, in order.
    """

    def __init__(self, match: TextMatch, seat: Seat | None) -> None:
        self.match, self.seat, self.version = match, seat, 0
        self.state, self._news = NetworkState(), False
        self.sent: list[NetworkCommand] = []
        self._under_way: list[str] = []

    def start(self) -> None:
        """Do nothing: there is no process."""

    def close(self) -> None:
        self.state = NetworkState()

    def send(self, command: NetworkCommand) -> None:
        self.sent.append(command)
        if isinstance(command, SubmitAction):
            self._under_way.append(command.action)

    def poll(self) -> bool:
        news, self._news = self._news, False
        return news

    def report(self, state: NetworkState) -> None:
        self.state, self._news = state, True

    def show(self, **more: Any) -> None:
        """Publish the current state of the match."""
        self.version += 1
        seen = match_state_of(self.match, self.seat, self.version)
        self.report(NetworkState(stage="playing", match_id="m", match_state=seen, **more))

    def apply_sent_actions(self) -> None:
        """Apply the actions sent since the last call, and publish the new state."""
        for text in self._under_way:
            assert self.seat is not None
            self.match.submit(self.seat, parse(text))
        if self._under_way:
            self._under_way = []
            self.show()

    @property
    def sent_actions(self) -> list[str]:
        return [one.action for one in self.sent if isinstance(one, SubmitAction)]
