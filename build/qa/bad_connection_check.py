"""Plays matches between real processes over a bad connection, which delays, splits and loses data.

python build/qa/bad_connection_check.py [--matches N] [--preset P] [--seed S]

A proxy on the loopback interface sits between host and guests. It delays bytes, passes them on in
small pieces, stalls, and breaks connections. Every match must end with the same record for all
players, the record must replay, and the proof file must be valid.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from hacktrick.game.editions import PRESETS
from hacktrick.online.protocol.invitations import DirectInvitation, read_invitation
from hacktrick.online.protocol.process_messages import HostTable, JoinTable, SetReady
from qa.network_kills import check_records_and_proofs
from tests.support.network_processes import (
    LOOPBACK,
    NetworkPlayer,
    close_players,
    is_full,
    make_players,
    play_match,
    wait_until,
)

# The longest delay of each piece of data, and the longest stall, in seconds.
MAX_DELAY, MAX_STALL = 0.05, 1.0
# Probabilities for each piece of data.
CUT_PROBABILITY, STALL_PROBABILITY, SPLIT_PROBABILITY = 0.004, 0.01, 0.05


class BadConnection:
    """A proxy that runs in its own thread until ``close`` is called.

    Attributes:
        port: the port on which the proxy listens.
        n_cut: the number of connections that the proxy has broken.
    """

    def __init__(self, port: int, dice: Random) -> None:
        self._goal, self._dice = port, dice
        self.port = 0
        self.n_cut = 0
        self._loop = asyncio.new_event_loop()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run_server, daemon=True)
        self._thread.start()
        self._ready.wait(5.0)

    def close(self) -> None:
        """Stop the proxy and drop the data that are still on their way."""
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(2.0)

    def _run_server(self) -> None:
        asyncio.set_event_loop(self._loop)
        server = self._loop.run_until_complete(asyncio.start_server(self._accept, LOOPBACK, 0))
        self.port = server.sockets[0].getsockname()[1]
        self._ready.set()
        self._loop.run_forever()
        server.close()
        self._loop.run_until_complete(self._cancel_connections())
        self._loop.close()

    async def _cancel_connections(self) -> None:
        passing = asyncio.all_tasks() - {asyncio.current_task()}
        for one in passing:
            one.cancel()
        await asyncio.gather(*passing, return_exceptions=True)

    def run_in_proxy_thread(self, call: Callable[[], object]) -> None:
        """Let the proxy's thread call a function as soon as possible."""
        self._loop.call_soon_threadsafe(call)

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            far_reader, far_writer = await asyncio.open_connection(LOOPBACK, self._goal)
        except OSError:
            writer.close()
            return
        await asyncio.gather(
            self._forward_unreliably(reader, far_writer),
            self._forward_unreliably(far_reader, writer),
        )

    async def _forward_unreliably(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        dice = self._dice
        with contextlib.suppress(OSError):
            while data := await reader.read(4096):
                await asyncio.sleep(dice.random() * MAX_DELAY)
                if dice.random() < STALL_PROBABILITY:
                    await asyncio.sleep(dice.random() * MAX_STALL)
                if dice.random() < CUT_PROBABILITY:
                    self.n_cut += 1
                    break
                await self._send_in_pieces(
                    writer, data, 1 if dice.random() < SPLIT_PROBABILITY else len(data)
                )
        writer.close()

    async def _send_in_pieces(self, writer: asyncio.StreamWriter, data: bytes, size: int) -> None:
        for at in range(0, len(data), size):
            writer.write(data[at : at + size])
            await writer.drain()


def play_match_counting_breaks(folder: Path, preset: str, dice: Random) -> int:
    """Play a match and return the number of broken connections.

    Raises:
        AssertionError: data were lost.
        TimeoutError: the match does not continue.
    """
    people = make_players(folder, PRESETS[preset].n_seats, dice.randrange(10**6))
    line: BadConnection | None = None
    try:
        host, *guests = people
        host.send_command(
            HostTable(preset, {}, host.name, "", is_announced=False, address=LOOPBACK)
        )
        wait_until([host], lambda: bool(host.state.invitations), "an invitation")
        known = read_invitation(dict(host.state.invitations)["direct"])
        assert isinstance(known, DirectInvitation)
        line = BadConnection(known.port, dice)
        _seat_all_players(people, guests, str(DirectInvitation(LOOPBACK, line.port, known.secret)))
        play_match(people)
        check_records_and_proofs(people)
        return line.n_cut
    finally:
        close_players(people)
        if line is not None:
            line.close()


def _seat_all_players(
    people: list[NetworkPlayer], guests: list[NetworkPlayer], invitation: str
) -> None:
    """Bring all players to the table and make them ready.

    The players retry, since connections can also break in the lobby.
    """

    def all_play() -> bool:
        for guest in guests:
            if guest.state.stage in ("idle", "closed"):
                guest.send_command(JoinTable(invitation, guest.name))
                guest.network.state = guest.state.__class__(guest.state.number, "opening")
        for one in people:
            own = next((x for x in one.state.players if x and x.is_own), None)
            if is_full(one.state, len(people)) and own and not own.is_ready:
                one.send_command(SetReady(True))
                time.sleep(0.05)
        return all(one.state.match_state is not None for one in people)

    wait_until(people, all_play, "the deal")


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--preset", choices=list(PRESETS), default="keypad")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    dice, n_cut, began = Random(options.seed), 0, time.monotonic()
    for n in range(options.matches):
        with tempfile.TemporaryDirectory() as folder:
            n_cut += play_match_counting_breaks(Path(folder), options.preset, dice)
        seconds = time.monotonic() - began
        print(f"{n + 1} matches, {n_cut} lines broken, {seconds:.0f} s", flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
