"""A match over the network as the program meets it: the network process, polled once a frame.

Neither keys nor sockets are in this process, and no card of another seat: what comes through the
pipe is what the own seat may know. Nothing is started before somebody wants to host, to join or
to see the list of tables.
"""

from __future__ import annotations

import signal
import time
from abc import ABC, abstractmethod
from functools import cache
from importlib import import_module
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol, get_args

from hacktrick.game.legal import legal_actions
from hacktrick.game.refusals import IllegalAction, why_not
from hacktrick.net import told as news
from hacktrick.net.told import Act, Close, Command, NextRound, Taken, Told, Trouble
from hacktrick.net.values import Kinds
from hacktrick.play.piped import Piped
from hacktrick.play.table import NoDice

if TYPE_CHECKING:
    from hacktrick.game.actions import Action
    from hacktrick.game.cards import Card
    from hacktrick.game.match import MatchState
    from hacktrick.game.rules import Rules, Seat
    from hacktrick.game.state import Observation, PublicState
    from hacktrick.game.view import Event, SeatInfo, View
    from hacktrick.play.record import Record

PAUSE = 0.02  # seconds between two looks
CLOSING = 1.5  # seconds that the process is waited for: its good-bye takes one round trip


class Seen(NamedTuple):
    """A match as the own seat may know it, at one moment.

    Attributes:
        seat: None for an onlooker, who has no observation and no view.
        decides: the seat whose player has to choose an action; None while programs are at work.
    """

    seat: Seat | None
    rules: Rules
    seats: tuple[SeatInfo, ...]
    public: PublicState
    version: int
    round_number: int
    is_round_over: bool
    is_over: bool
    match: MatchState
    record: Record
    observation: Observation | None
    view: View | None
    events: tuple[Event, ...]
    told_to_all: tuple[Event, ...]
    hands: tuple[tuple[Card, ...], ...] | None
    dealing: bool
    may_act: bool
    decides: Seat | None

    @property
    def decision(self) -> tuple[int, int, Seat] | None:
        """The decision that is waited for, told apart from all others of its match: round, number
        of the action, seat."""
        if self.decides is None:
            return None
        return self.round_number, len(self.told_to_all), self.decides


class Network(Protocol):
    """Say what is wanted, then look once a frame."""

    @property
    def told(self) -> Told:
        """The newest picture that was taken."""

    def start(self) -> None:
        """Have the kept matches told; no connection is opened."""

    def send(self, command: Command) -> None:
        """Say what the player wants; it starts what is needed."""

    def poll(self) -> bool:
        """Take what is new; whether anything was."""

    def close(self) -> None:
        """The program ends, with a good-bye."""


class ProcessNetwork:
    """The network process and its pipe.

    Args:
        folder: of the network: keys, kept matches and proof files.
    """

    def __init__(self, folder: Path) -> None:
        self._piped = Piped(_serve, str(folder), closing=CLOSING, kinds=kinds)
        self.told = Told()

    def send(self, command: Command) -> None:
        self.start()
        self._say(command)

    def _say(self, said: object) -> None:
        try:
            self._piped.send(said)
        except OSError:
            self._died()

    def start(self) -> None:
        """Start the process, if it is not there: kept matches are told at once."""
        self._piped.start()

    def poll(self) -> bool:
        pipe, before = self._piped.pipe, self.told
        if pipe is None:
            return False
        try:
            while pipe.poll():
                self.told = pipe.recv()
                pipe.send(Taken())
        except (EOFError, OSError, ValueError):
            self._died()
        return self.told is not before

    def _died(self) -> None:
        """The process has gone. A match goes on from its log when it is resumed."""
        self._piped.stop()
        self.told = Told(self.told.number + 1, "closed", trouble=Trouble("CLOSED"))

    def close(self) -> None:
        if self._piped.process is not None:
            self._say(Close())
        if self._piped.process is not None:
            self._piped.process.join(CLOSING)
        self._piped.stop()
        self.told = Told()

    def kill(self) -> None:
        """End the process as a crash would: for tests, and for nothing else."""
        self._piped.kill()


def _serve(pipe: Connection, folder: str) -> None:
    """In the new process: load what speaks to the network."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # an interrupt is the program's to handle
    import_module("hacktrick.play.online").serve(pipe, folder)


@cache
def kinds() -> Kinds:
    """All that comes through the pipe of the network process, both ways. What is only a part of a
    match is loaded with the first of them."""
    parts = {
        "game.actions": (
            *("Lay", "Start", "Ask", "Partner", "Swap", "Discard", "Stake", "Call", "Fold"),
            *("Play", "Draw", "Under", "Pass", "Command"),
        ),
        "game.match": ("MatchState", "RoundPlan"),
        "game.rules": ("Rules", "Seating"),
        "game.state": ("Facts", "Observation", "PublicState", "Result"),
        "game.view": ("Event", "SeatInfo", "View"),
        "play.record": ("Record", "RoundRecord"),
    }
    told = (
        news.Due,
        news.Found,
        news.KeptTable,
        news.Line,
        news.Resting,
        news.Sitter,
        news.Watcher,
    )
    known: list[type] = [*get_args(Command), Taken, Told, Trouble, Seen, *told]
    for module, names in parts.items():
        known += [getattr(import_module(f"hacktrick.{module}"), name) for name in names]
    return {kind.__name__: kind for kind in known}


class OwnSeat(NoDice, ABC):
    """What tables over a network share: one seat is at this computer, all players shuffle, and an
    action that was said is under way until the others know it."""

    no_way_back = "over a network nothing is taken back"  # as others have seen it

    def __init__(self) -> None:
        self._sent: tuple[int, Action] | None = None  # with the version at which it was said

    @property
    @abstractmethod
    def seat(self) -> Seat | None:
        """The own seat; None for an onlooker."""

    @property
    @abstractmethod
    def version(self) -> int:
        """Grows with every change."""

    @property
    def sent(self) -> Action | None:
        """The own action that is under way: said, and not yet known to count."""
        if self._sent is None or self._sent[0] != self.version:
            return None
        return self._sent[1]

    def _check_own(self, seat: Seat) -> None:
        if seat != self.seat:
            raise ValueError("only the own seat is at this computer")


class RemoteTable(OwnSeat):
    """``Table`` over what the network process tells. ``seen``: the newest picture of the match."""

    def __init__(self, network: Network) -> None:
        super().__init__()
        seen: Seen = network.told.seen
        self._network, self._match = network, network.told.match
        self.seen = seen
        self._asked_for = 0  # the round that was asked for last

    def follow(self) -> bool:
        """Take the newest picture, if it is of this match; whether it is another one."""
        told = self._network.told
        if told.match != self._match or told.seen is None or told.seen is self.seen:
            return False
        before, self.seen = self.seen, told.seen
        return bool(before.version != self.seen.version)

    @property
    def rules(self) -> Rules:
        return self.seen.rules

    @property
    def seats(self) -> tuple[SeatInfo, ...]:
        return self.seen.seats

    @property
    def seat(self) -> Seat | None:
        return self.seen.seat

    @property
    def public(self) -> PublicState:
        return self.seen.public

    @property
    def version(self) -> int:
        return self.seen.version

    @property
    def round_number(self) -> int:
        return self.seen.round_number

    @property
    def is_round_over(self) -> bool:
        return self.seen.is_round_over

    @property
    def is_over(self) -> bool:
        return self.seen.is_over

    @property
    def match(self) -> MatchState:
        return self.seen.match

    @property
    def record(self) -> Record:
        return self.seen.record

    @property
    def may_act(self) -> bool:
        """Whether the own seat has to act, and has not done so yet."""
        return self.seen.may_act and self.sent is None

    @property
    def is_asked_for(self) -> bool:
        """Whether the own player has asked for the next round, and it has not come."""
        return self._asked_for == self.round_number

    def observe(self, seat: Seat) -> Observation:
        """Raises:
        ValueError: not the own seat.
        """
        self._check_own(seat)
        assert self.seen.observation is not None
        return self.seen.observation

    def view(self, seat: Seat) -> View:
        """Raises:
        ValueError: not the own seat.
        """
        self._check_own(seat)
        assert self.seen.view is not None
        return self.seen.view

    def events_for(self, seat: Seat | None) -> tuple[Event, ...]:
        """Raises:
        ValueError: not the own seat, nor an onlooker.
        """
        if seat is None:
            return self.seen.told_to_all
        self._check_own(seat)
        return self.seen.events

    def hands_shown_at_the_end(self) -> tuple[tuple[Card, ...], ...]:
        if self.seen.hands is None:
            raise ValueError("hands are private until all keys are shown")
        return self.seen.hands

    def submit(self, seat: Seat, action: Action) -> None:
        """Says ``action``. It counts once ``public`` has moved.

        Raises:
            IllegalAction: not legal for the own seat now; nothing was said.
            ValueError: not the own seat.
        """
        observation = self.observe(seat)
        if not self.may_act or action not in legal_actions(observation):
            raise IllegalAction(action, why_not(observation, action))
        self._sent = (self.version, action)
        self._network.send(Act(str(action)))

    def deal(self) -> None:
        """Ready for the next round, which begins when all are."""
        if not self.is_asked_for:
            self._asked_for = self.round_number
            self._network.send(NextRound())


def wait_for_news(network: Network, seconds: float) -> bool:
    """Poll for at most ``seconds``; whether something new has come. For programs without frames."""
    until = time.monotonic() + seconds
    while not (new := network.poll()) and time.monotonic() < until:
        time.sleep(PAUSE)
    return new
