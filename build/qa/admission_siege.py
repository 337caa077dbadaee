#!/usr/bin/env python3
"""Checks that invited players can join a table while attackers flood its entrance.

python build/qa/admission_siege.py [--callers N] [--guests N] [--lines N]
    [--kind silent|guessing|knocking]

The host runs in its own process on the loopback interface, as in the program. A second process runs
the attacking callers, with the addresses 127.0.0.1 to 127.0.0.4. Each calls again as soon as the
host closes its connection:

silent     callers send nothing
guessing   callers send a request, at each entrance in turn, and then a proof with a wrong access
           code
knocking   callers send a request and then nothing more

Meanwhile guests take seats and spectators join a match, one after the other, and one player's
connection is broken again and again. These honest callers also use 127.0.0.1.

Exits with 1 if

- a guest or a spectator needs more than 3 seconds to join,
- a broken connection needs more than 5 seconds to return,
- an invitation is shown for less than a minute,
- more access codes are tried per second than the host's limit allows, or
- the host's memory grows by more than 50 MB beyond the 64 MiB of one key stretching.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import multiprocessing
import secrets
import sys
import tempfile
import time
from collections.abc import Callable
from multiprocessing.sharedctypes import Synchronized
from pathlib import Path
from typing import Literal, NamedTuple, get_args

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from hacktrick.online.crypto.curve_group import random_scalar
from hacktrick.online.crypto.spake2 import Handshake
from hacktrick.online.protocol.invitations import NUMBER_BITS, DirectInvitation, read_invitation
from hacktrick.online.protocol.process_messages import SetReady
from hacktrick.online.resource_limits import CODE_TRIES_PER_SECOND, MIN_CODE_SECONDS
from hacktrick.online.table.guest import TableGuest
from hacktrick.online.table.participant_base import NetworkStore
from hacktrick.online.table.saved_tables import RejoinInfo
from hacktrick.online.transport.secure_channel import ENTRANCE_MAGICS, LENGTH_BYTES
from tests.support import network_processes as crowd
from tests.support.network_processes import LOOPBACK, NetworkPlayer

Kind = Literal["silent", "guessing", "knocking"]
ADDRESSES = tuple(f"127.0.0.{n}" for n in range(1, 5))
MAX_JOIN_SECONDS, MAX_RETURN_SECONDS = 3.0, 5.0  # limits for joining and for returning, in seconds
MAX_GROWTH = 50 * 1024  # maximum growth of the host's memory, in KiB
STRETCHING_KIB = 64 * 1024  # number of KiB that one key stretching (Argon2) needs
STEP_TIMEOUT = 20.0  # number of seconds to wait for a single step
CONNECT_TIMEOUT = 2.0  # number of seconds within which all callers must be connected
# A request to join, and the size of a proof in bytes.
KNOCK, PROOF_SIZE = Handshake("guest", random_scalar()).message, 64
YEAR = 365.25 * 24 * 3600


class VisitTimes(NamedTuple):
    """The number of seconds that each visit took; infinite for a visitor who never got in."""

    what: str
    limit: float
    taken: list[float]

    @property
    def is_within_limit(self) -> bool:
        """Whether all visits stayed within the limit."""
        return all(one <= self.limit for one in self.taken)

    def __str__(self) -> str:
        within = sum(one <= self.limit for one in self.taken)
        half = sorted(self.taken)[len(self.taken) // 2]
        return (
            f"{self.what} within {self.limit:.0f} s: {within} of {len(self.taken)}"
            f" (half within {half:.2f} s, slowest {max(self.taken):.2f} s)"
        )


# Functions for callers without the access code.


def send_siege_calls(kind: Kind, n_callers: int, port: int, n_calls: Synchronized[int]) -> None:
    """Call the host from several callers at once until this process is killed.

    Args:
        n_callers: the number of callers.
        n_calls: counts the calls.
    """
    asyncio.run(_call_repeatedly_from_many(kind, n_callers, port, n_calls))


async def _call_repeatedly_from_many(
    kind: Kind, n: int, port: int, n_calls: Synchronized[int]
) -> None:
    async def call_again(number: int) -> None:
        while True:
            with contextlib.suppress(OSError, asyncio.IncompleteReadError):
                await _call_once_until_closed(
                    kind, ADDRESSES[number % len(ADDRESSES)], port, number
                )
            n_calls.value += 1
            await asyncio.sleep(0.02)

    await asyncio.gather(*(call_again(number) for number in range(n)))


async def _call_once_until_closed(kind: Kind, address: str, port: int, number: int) -> None:
    """Connect to the host once, and stay connected until the host closes the connection."""
    reader, writer = await asyncio.open_connection(LOOPBACK, port, local_addr=(address, 0))
    try:
        if kind != "silent":
            magic = list(ENTRANCE_MAGICS.values())[
                (number // len(ADDRESSES)) % len(ENTRANCE_MAGICS)
            ]
            _send_with_length(writer, magic + KNOCK)
            size = int.from_bytes(await reader.readexactly(LENGTH_BYTES), "big")
            await reader.readexactly(size)
        if kind == "guessing":
            _send_with_length(writer, secrets.token_bytes(PROOF_SIZE))
        await reader.read()
    finally:
        writer.close()


def _send_with_length(writer: asyncio.StreamWriter, message: bytes) -> None:
    writer.write(len(message).to_bytes(LENGTH_BYTES, "big") + message)


# Classes and functions for honest visitors, who have the access code.


class HonestVisitors:
    """Honest visitors of the table, run in this process; each reads the host's newest invitation.

    Attributes:
        shown: when each invitation was first seen.
        memory: the largest memory of the host's network process so far, in KiB.
    """

    def __init__(self, host: NetworkPlayer, folder: Path) -> None:
        self._host, self._folder, self._n = host, folder, 0
        self.shown: dict[str, float] = {}  # the time at which each invitation was first seen
        self.memory = _network_process_memory_kib(host)

    async def record_invitations_and_memory(self) -> None:
        """Record the host's invitations and memory until cancelled."""
        while True:
            self._host.receive_state()
            self.shown.setdefault(self.invitation, time.monotonic())
            self.memory = max(self.memory, _network_process_memory_kib(self._host))
            await asyncio.sleep(0.02)

    @property
    def invitation(self) -> str:
        return dict(self._host.state.invitations).get("direct", "")

    def make_visitor(self, watch: bool = False) -> TableGuest:
        """Return a new visitor who has the newest invitation.

        Args:
            watch: whether the visitor is a spectator instead of a guest.
        """
        self._n += 1
        invitation = read_invitation(self.invitation)
        assert isinstance(invitation, DirectInvitation)
        way = RejoinInfo(False, "Ben", b"", invitation.host, invitation.port)
        store = NetworkStore.in_folder(self._folder / str(self._n))
        return TableGuest(
            store, "Ben", "human", [way], invitation.secret, lambda: None, watch=watch
        )

    async def join_then_leave_timed(self, watch: bool) -> float:
        """Let a visitor join the table and leave it.

        Args:
            watch: whether the visitor is a spectator instead of a guest.

        Returns:
            The number of seconds that joining took.
        """
        guest = self.make_visitor(watch)
        running = asyncio.ensure_future(guest.run())
        taken = await _wait_and_measure_seconds(lambda: guest.is_connected and bool(guest.players))
        await guest.close(farewell=True)
        running.cancel()
        await asyncio.sleep(0.05)
        return taken

    async def start_match_with_guest(self) -> TableGuest:
        """Seat a guest, start a match with the host, and return the guest."""
        guest = self.make_visitor()
        self._running = asyncio.ensure_future(guest.run())
        await _wait_and_measure_seconds(lambda: guest.is_connected and all(guest.players))
        self._host.send_command(SetReady(True))
        guest.set_ready(True)
        if await _wait_and_measure_seconds(lambda: guest.match_stage == "playing") > STEP_TIMEOUT:
            raise TimeoutError("no match began")
        return guest

    async def break_and_time_reconnection(self, guest: TableGuest) -> float:
        """Break a guest's connection, and return the number of seconds until the guest is back."""
        line = guest._channel
        assert line is not None
        line._stream.writer.transport.abort()  # type: ignore[attr-defined]
        await _wait_and_measure_seconds(lambda: guest._channel is not line)
        return await _wait_and_measure_seconds(lambda: guest.is_connected)


async def _wait_and_measure_seconds(condition: Callable[[], bool]) -> float:
    """Wait until a condition holds.

    Returns:
        The number of seconds, or infinity after ``STEP_TIMEOUT``.
    """
    start = time.monotonic()
    while not condition():
        if time.monotonic() - start > STEP_TIMEOUT:
            return float("inf")
        await asyncio.sleep(0.005)
    return time.monotonic() - start


def _network_process_memory_kib(player: NetworkPlayer) -> int:
    """Return the memory of a player's network process in KiB; 0 if it is unknown."""
    process = player.network._piped.process
    assert process is not None
    with contextlib.suppress(OSError):
        status = Path(f"/proc/{process.pid}/status").read_text(encoding="ascii")
        return next(int(line.split()[1]) for line in status.splitlines() if "VmRSS" in line)
    return 0


# Functions for running a siege.


async def host_withstands_siege(kind: Kind, options: argparse.Namespace, folder: Path) -> bool:
    """Besiege a new host with callers of one kind; print the result.

    Returns:
        Whether all limits hold.
    """
    host = crowd.make_players(folder, 1)[0]
    try:
        crowd.gather_in_lobby([host], "keypad", allows_spectators=True)
        return await _run_siege(kind, options, HonestVisitors(host, folder / "guests"))
    finally:
        crowd.close_players([host])


async def _run_siege(kind: Kind, options: argparse.Namespace, visits: HonestVisitors) -> bool:
    invitation = read_invitation(visits.invitation)
    assert isinstance(invitation, DirectInvitation)
    context = multiprocessing.get_context("spawn")
    n_calls = context.Value("q", 0)
    around = (kind, options.callers, invitation.port, n_calls)
    callers = context.Process(target=send_siege_calls, args=around, daemon=True)
    watching = asyncio.ensure_future(visits.record_invitations_and_memory())
    before = visits.memory
    callers.start()
    await _wait_and_measure_seconds(
        lambda: n_calls.value > 0 or not callers.is_alive() or kind == "silent"
    )
    await asyncio.sleep(CONNECT_TIMEOUT)
    try:
        start, first = time.monotonic(), n_calls.value
        seats = [await visits.join_then_leave_timed(watch=False) for _ in range(options.guests)]
        player = await visits.start_match_with_guest()
        gallery = [await visits.join_then_leave_timed(watch=True) for _ in range(options.guests)]
        lines = [await visits.break_and_time_reconnection(player) for _ in range(options.lines)]
        rate = (n_calls.value - first) / (time.monotonic() - start)
        await player.close(farewell=True)
    finally:
        callers.kill()
        watching.cancel()
    return _print_result(kind, options.callers, [
        VisitTimes("guests in", MAX_JOIN_SECONDS, seats),
        VisitTimes("spectators in", MAX_JOIN_SECONDS, gallery),
        VisitTimes("lost lines back", MAX_RETURN_SECONDS, lines),
    ], visits, rate, visits.memory - before)  # fmt: skip


def _print_result(
    kind: Kind,
    n_callers: int,
    times: list[VisitTimes],
    visits: HonestVisitors,
    rate: float,
    growth: int,
) -> bool:
    print(f"{n_callers} {kind} callers from {len(ADDRESSES)} addresses, {rate:.0f} calls a second")
    for one in times:
        print(f"  {one}")
    moments = list(visits.shown.values())
    shortest = min((b - a for a, b in itertools.pairwise(moments)), default=MIN_CODE_SECONDS)
    print(f"  invitations shown: {len(moments)}, each for {shortest:.0f} s or longer")
    print(f"  the host's memory grew by {growth / 1024:.0f} MiB (one stretch takes 64)")
    is_within_limit = all(one.is_within_limit for one in times) and shortest >= 60
    is_within_limit = is_within_limit and growth <= MAX_GROWTH + STRETCHING_KIB
    if kind == "guessing":
        print(f"  a hit is to be expected after {2**NUMBER_BITS / max(rate, 1) / YEAR:.1f} years")
        is_within_limit = is_within_limit and rate <= CODE_TRIES_PER_SECOND
    return is_within_limit


def main() -> int:
    options = read_arguments()
    kinds: tuple[Kind, ...] = (options.kind,) if options.kind else get_args(Kind)
    held = []
    for kind in kinds:
        with tempfile.TemporaryDirectory() as folder:
            held.append(asyncio.run(host_withstands_siege(kind, options, Path(folder))))
    print("all of it holds" if all(held) else "NOT all of it holds")
    return 0 if all(held) else 1


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--callers", type=int, choices=range(501), default=200, metavar="N")
    parser.add_argument("--guests", type=int, choices=range(1, 1001), default=100, metavar="N")
    parser.add_argument("--lines", type=int, choices=range(1, 1001), default=20, metavar="N")
    parser.add_argument("--kind", choices=get_args(Kind), help="kind of callers; default: all")
    return parser.parse_args()


if __name__ == "__main__":
    raise SystemExit(main())
