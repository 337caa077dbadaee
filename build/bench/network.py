#!/usr/bin/env python3
"""Measures times and sizes of an online table against the promised limits.

python build/bench/network.py [--tables N] [--deals N] [--cuts N]

Times of proofs are medians of processor time; those of a window that hosts a table, and of a
connection that is cut and restored, are wall-clock times. Exits with 1 unless

- a deck of 18 cards is shuffled in 60 ms and the shuffle is checked in 90 ms,
- a round of two players takes at most 40 KiB and a round of four at most 70 KiB,
- 99 of 100 frames of a window take at most 16.7 ms while the deck is shuffled, and
- both sides are connected again within a second after the connection is restored.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import mean, median

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from qa.bad_connection_check import BadConnection

from bench import host_window
from hacktrick.game.editions import PRESETS
from hacktrick.online.crypto import encrypted_cards, verifiable_shuffle
from hacktrick.online.crypto.curve_group import multiply_base, random_scalar, sum_points
from hacktrick.online.crypto.verifiable_shuffle import ShuffleStatement
from hacktrick.online.protocol.invitations import DirectInvitation, read_invitation
from hacktrick.online.protocol.process_messages import HostTable, JoinTable, SetReady
from tests.support.network_processes import (
    LOOPBACK,
    NetworkPlayer,
    close_players,
    is_full,
    make_players,
    wait_until,
)
from tests.support.network_tables import ReplicaGroup, random_legal_choice

CONTEXT = b"bench"
N_TIMES = 9
MAX_KIB_PER_ROUND = {"keypad": 40, "quartet": 70}  # maximum number of KiB in a round
MAX_PROOF_MS = {"shuffle": 60, "check": 90}  # maximum number of milliseconds for a deck of 18 cards
# The limits for a frame and for a reconnection, in milliseconds.
MAX_FRAME_MS, MAX_RECONNECT_MS = 16.7, 1000.0
OUTAGE_SECONDS = (0.3, 1.0, 4.0)  # lengths of the outages in seconds, used in turn


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--tables",
        type=count_argument,
        default=6,
        metavar="N",
        help="number of tables of each edition",
    )
    parser.add_argument(
        "--deals", type=count_argument, default=5, metavar="N", help="number of deals in a window"
    )
    parser.add_argument(
        "--cuts",
        type=count_argument,
        default=9,
        metavar="N",
        help="number of times to cut a connection",
    )
    options = parser.parse_args()
    kept = [does_shuffle_keep_limits(n_cards) for n_cards in (18, 11, 4, 3, 2)]
    for n_cards in (1, 3, 6, 9):
        measure_decryption_shares(n_cards)
    sizes = {
        name: measure_mean_round_kib(name, options.tables) for name in ("keypad", "trio", "quartet")
    }
    kept += [sizes[name] <= most for name, most in MAX_KIB_PER_ROUND.items()]
    kept += [do_window_frames_keep_limit(size, options.deals) for size in ("1280x720", "1920x1080")]
    kept.append(do_reconnections_keep_limit(options.cuts))
    print("all promises kept" if all(kept) else "A PROMISE IS NOT KEPT")
    return 0 if all(kept) else 1


def count_argument(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not 0 < int(text) < 1000:
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 1 to 999")
    return int(text)


def median_cpu_milliseconds(act: Callable[[], object]) -> float:
    """Return the median processor time of some calls, in milliseconds."""
    times = []
    for _ in range(N_TIMES):
        began = time.process_time()
        act()
        times.append((time.process_time() - began) * 1000)
    return median(times)


def does_shuffle_keep_limits(n_cards: int) -> bool:
    """Measure and print the size and times of a shuffle.

    Returns:
        False if the promised limits for 18 cards are exceeded.
    """
    key = sum_points(multiply_base(random_scalar()) for _ in range(2))
    old = encrypted_cards.encrypt_without_randomness([n % 6 for n in range(n_cards)], key)
    made = verifiable_shuffle.shuffle_deck(old, key)
    proof = verifiable_shuffle.prove_shuffle(old, made, key, CONTEXT)
    content = encrypted_cards.encode_deck(made.deck)

    def make() -> object:
        return verifiable_shuffle.prove_shuffle(
            old, verifiable_shuffle.shuffle_deck(old, key), key, CONTEXT
        )

    def check() -> None:
        new = encrypted_cards.decode_deck(content, n_cards)
        verifiable_shuffle.check_shuffle(ShuffleStatement(old, new, key, CONTEXT), proof)

    spent = median_cpu_milliseconds(make), median_cpu_milliseconds(check)
    size = len(content) + len(proof)
    print(
        f"shuffle {n_cards:2}   {size:5} bytes  make {spent[0]:5.1f} ms  check {spent[1]:5.1f} ms"
    )
    return n_cards < 18 or (
        spent[0] <= MAX_PROOF_MS["shuffle"] and spent[1] <= MAX_PROOF_MS["check"]
    )


def measure_decryption_shares(n_cards: int) -> None:
    """Print the size and times of the decryption shares of some cards."""
    x = random_scalar()
    key = multiply_base(x)
    deck = encrypted_cards.encrypt_without_randomness([n % 6 for n in range(n_cards)], key)
    data = encrypted_cards.make_decryption_shares(x, deck, CONTEXT)
    made = median_cpu_milliseconds(lambda: encrypted_cards.make_decryption_shares(x, deck, CONTEXT))
    checked = median_cpu_milliseconds(
        lambda: encrypted_cards.read_decryption_shares(key, deck, data, CONTEXT)
    )
    print(
        f"shares  {n_cards:2}   {len(data):5} bytes  make {made:5.1f} ms  check {checked:5.1f} ms"
    )


def measure_mean_round_kib(name: str, n_tables: int) -> float:
    """Measure and print times and sizes of rounds in an edition.

    Returns:
        The mean KiB that all players together send in a round.
    """
    sizes, steps, spent = [], [], []
    for number in range(n_tables):
        began = time.process_time()
        table = ReplicaGroup(PRESETS[name], random_legal_choice(Random(number)), number).play(1)
        spent.append((time.process_time() - began) / len(table.peers))
        sizes.append(sum(len(frame) for _, frame in table.sent) / 1024)
        steps.append(table.peers[0].step)
    summary = f"{min(steps)} to {max(steps)} steps, {min(sizes):.1f} to {max(sizes):.1f} KiB"
    print(f"{name:10} a round: {summary}, {mean(spent) * 1000:.0f} ms of the processor a player")
    return mean(sizes)


def do_window_frames_keep_limit(size: str, n_deals: int) -> bool:
    """Measure and print the frame times of a hosting window during deals.

    Returns:
        Whether the promised limit is kept.
    """
    command = [sys.executable, host_window.__file__, size, str(n_deals)]
    variables = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", **os.environ}
    done = subprocess.run(command, env=variables, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"the window failed:\n{done.stderr}")
    measured = json.loads(done.stdout.splitlines()[-1])
    works = f"median {measured['median']:.1f}, 99 of 100 in {measured['late']:.1f}"
    print(f"window {size}, {measured['deals']} deals, {measured['frames']} frames: {works} ms")
    return bool(measured["late"] <= MAX_FRAME_MS and measured["deals"] == n_deals)


class CuttableProxy(BadConnection):
    """A proxy that passes on all data unless the connection is cut."""

    def __init__(self, port: int) -> None:
        self._is_cut = False
        self._writers: set[asyncio.StreamWriter] = set()
        super().__init__(port, Random(1))

    def cut_connections(self) -> None:
        self._is_cut = True
        self.run_in_proxy_thread(self._close_connections)

    def accept_connections_again(self) -> None:
        self._is_cut = False

    def _close_connections(self) -> None:
        for writer in self._writers:
            writer.close()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._is_cut:
            writer.close()
        else:
            await super()._accept(reader, writer)

    async def _forward_unreliably(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        self._writers.add(writer)
        with contextlib.suppress(OSError):
            while data := await reader.read(65536):
                writer.write(data)
        self._writers.discard(writer)
        writer.close()


def do_reconnections_keep_limit(n_cuts: int) -> bool:
    """Cut the connection of two players in the middle of a match, and time their reconnection.

    Returns:
        Whether the promised limit is kept.
    """
    times: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        people = make_players(Path(folder), 2)
        line: CuttableProxy | None = None
        try:
            line = _seat_players_behind_proxy(people)
            for n in range(n_cuts):
                times.append(
                    _milliseconds_to_reconnect(
                        people, line, OUTAGE_SECONDS[n % len(OUTAGE_SECONDS)]
                    )
                )
        finally:
            close_players(people)
            if line is not None:
                line.close()
    summary = f"median {median(times):.0f} ms, longest {max(times):.0f} ms"
    print(
        f"{n_cuts} lines cut for {min(OUTAGE_SECONDS)} to {max(OUTAGE_SECONDS)} s,"
        f" together again: {summary}"
    )
    return max(times) <= MAX_RECONNECT_MS


def _seat_players_behind_proxy(people: list[NetworkPlayer]) -> CuttableProxy:
    host, guest = people
    host.send_command(HostTable("keypad", {}, host.name, is_announced=False, address=LOOPBACK))
    wait_until([host], lambda: bool(host.state.invitations), "an invitation")
    known = read_invitation(dict(host.state.invitations)["direct"])
    assert isinstance(known, DirectInvitation)
    line = CuttableProxy(known.port)
    guest.send_command(
        JoinTable(str(DirectInvitation(LOOPBACK, line.port, known.secret)), guest.name)
    )
    wait_until(people, lambda: all(is_full(one.state, 2) for one in people), "all sit")
    for one in people:
        one.send_command(SetReady(True))
    wait_until(people, lambda: all(one.state.match_state is not None for one in people), "the deal")
    return line


def _milliseconds_to_reconnect(
    people: list[NetworkPlayer], line: CuttableProxy, seconds: float
) -> float:
    """Cut the connection for some seconds, then restore it.

    Returns:
        The milliseconds from the restoration until both players see each other again.
    """

    def together() -> bool:
        return all(one and one.presence == "here" for x in people for one in x.state.players)

    line.cut_connections()
    wait_until(people, lambda: not together(), "the loss")
    until = time.monotonic() + seconds
    wait_until(people, lambda: time.monotonic() > until, "the outage")
    began = time.perf_counter()
    line.accept_connections_again()
    wait_until(people, together, "both together")
    return 1000 * (time.perf_counter() - began)


if __name__ == "__main__":
    sys.exit(main())
