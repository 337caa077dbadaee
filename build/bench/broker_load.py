#!/usr/bin/env python3
"""Measures round trips at many tables for two through one real Mosquitto broker on this machine.

python build/bench/broker_load.py [TABLES] [--seconds S] [--every S]

At every table a host and a guest connect as the program does: topic, handshake, encrypted channel
with pings. Then they exchange frames as large as those of a real round, one every 3.6 seconds on
average, as in a round of 50 frames that lasts three minutes. One side sends after a random delay
and the other answers at once; the time between is the round trip, twice through the broker.

Exits with 1 if a frame is lost or if more than one round trip in a hundred takes over 250 ms. The
broker's memory and processor time can be measured only on Linux.
"""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import os
import resource
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from multiprocessing.synchronize import Barrier
from pathlib import Path
from queue import Empty
from random import Random
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from qa.network_flood import seconds_argument

from hacktrick.game.editions import PRESETS
from hacktrick.online.crypto.spake2 import stretch_code
from hacktrick.online.protocol.invitations import N_OLD_TOPICS, BrokerAddress
from hacktrick.online.transport.mqtt_broker import BrokerListener, call_host
from hacktrick.online.transport.secure_channel import SecureChannel, open_channel
from tests.support.mosquitto import running_mosquitto
from tests.support.network_tables import ReplicaGroup, random_legal_choice

MAX_ROUND_TRIP_MS = 250.0  # limit in milliseconds for 99 of 100 round trips
# Tables per process, since a client has 3 file descriptors and select supports 1,024.
TABLES_PER_PROCESS = 100
AT_ONCE = 4  # number of tables of a process that connect at the same time
FRAME_TIMEOUT = 15.0  # number of seconds after which a frame counts as lost
CONNECT_TIMEOUT = 240.0  # number of seconds within which all tables must be connected
NUMBER_BYTES = 8  # number of bytes at the start of a frame that contain its number
SECRET = stretch_code(b"load")


class LoadPlan(NamedTuple):
    """How long the tables play and which frames they send.

    Attributes:
        seconds: the duration of play in seconds.
        every: the mean number of seconds between two frames.
        sizes: the sizes of the frames in bytes, used in turn.
    """

    seconds: float
    every: float
    sizes: tuple[int, ...]


@dataclass
class ProcessTotals:
    """The sums over one process's tables; ``trips`` are round trips in milliseconds."""

    trips: list[float] = field(default_factory=list)
    n_sent: int = 0
    n_heard: int = 0
    n_bytes: int = 0


def main() -> int:
    options = read_arguments()
    raise_open_file_limit()
    plan = LoadPlan(options.seconds, options.every, round_frame_sizes())
    with tempfile.TemporaryDirectory() as folder, running_mosquitto(Path(folder)) as running:
        used = ProcessUsage(running.pid)
        outcomes = run_all_tables(options.tables, running.broker, plan, used)
    return print_report(options.tables, plan, outcomes, used)


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("tables", nargs="?", type=_table_count, default=1000, metavar="TABLES")
    parser.add_argument(
        "--seconds", type=seconds_argument, default=60.0, metavar="S", help="duration of play"
    )
    parser.add_argument(
        "--every", type=seconds_argument, default=3.6, metavar="S", help="interval between frames"
    )
    return parser.parse_args()


def _table_count(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not 0 < int(text) <= N_OLD_TOPICS:
        raise argparse.ArgumentTypeError(
            f"{text!r} is no number of tables from 1 to {N_OLD_TOPICS}"
        )
    return int(text)


def raise_open_file_limit() -> None:
    """Raise the limit of open files as far as possible, since the broker needs one per client."""
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def round_frame_sizes() -> tuple[int, ...]:
    """Return the sizes of one round's frames in bytes, in the order in which they are sent."""
    table = ReplicaGroup(PRESETS["keypad"], random_legal_choice(Random(1)), 1).play(1)
    return tuple(len(frame) for _seat, frame in table.sent)


class ProcessUsage:
    """The memory and processor time of a process.

    Attributes:
        empty: the memory in KiB before any client connects.
        full: the memory in KiB at ``end_measuring``.
        spent: the processor seconds between ``begin_measuring`` and ``end_measuring``.
    """

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self.empty, self.full, self.spent = self.resident_kib(), 0.0, 0.0
        self._began = 0.0

    def resident_kib(self) -> float:
        """Return the resident memory in KiB."""
        pages = int(Path(f"/proc/{self._pid}/statm").read_text(encoding="ascii").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1024

    def _cpu_seconds(self) -> float:
        fields = Path(f"/proc/{self._pid}/stat").read_text(encoding="ascii").rpartition(")")[2]
        return sum(map(int, fields.split()[11:13])) / os.sysconf("SC_CLK_TCK")

    def begin_measuring(self) -> None:
        self._began = self._cpu_seconds()

    def end_measuring(self) -> None:
        self.full, self.spent = self.resident_kib(), self._cpu_seconds() - self._began


def run_all_tables(
    n_tables: int, broker: BrokerAddress, plan: LoadPlan, usage: ProcessUsage
) -> list[ProcessTotals]:
    """Run all tables, ``TABLES_PER_PROCESS`` in each process, and return the outcomes by process.

    Args:
        n_tables: the number of tables.
        plan: how long the tables play and which frames they send.
        usage: measures the broker.

    Raises:
        SystemExit: a process failed or took too long.
    """
    context = multiprocessing.get_context("spawn")
    starts = range(0, n_tables, TABLES_PER_PROCESS)
    outcome_queue: multiprocessing.Queue[ProcessTotals] = context.Queue()
    gate = context.Barrier(len(starts) + 1)
    processes = [
        context.Process(
            target=run_tables,
            args=(
                broker,
                first,
                min(TABLES_PER_PROCESS, n_tables - first),
                plan,
                gate,
                outcome_queue,
            ),
        )
        for first in starts
    ]
    try:
        for process in processes:
            process.start()
        gate.wait(CONNECT_TIMEOUT)
        usage.begin_measuring()
        print(f"{n_tables} tables sit at the broker", flush=True)
        outcomes = [outcome_queue.get(timeout=plan.seconds + CONNECT_TIMEOUT) for _ in processes]
        usage.end_measuring()
        gate.wait(CONNECT_TIMEOUT)
        return outcomes
    except (Empty, OSError, RuntimeError) as error:
        raise SystemExit(f"error: not all tables came to their end: {error!r}") from error
    finally:
        for process in processes:
            process.join(FRAME_TIMEOUT)
            process.kill()


def run_tables(
    broker: BrokerAddress,
    first_topic: int,
    n_tables: int,
    plan: LoadPlan,
    gate: Barrier,
    outcome_queue: Any,
) -> None:
    """Run ``n_tables`` tables, from topic ``first_topic`` on, and put their outcome into the queue.

    Args:
        gate: the barrier at which all processes wait for each other.
    """
    asyncio.run(
        _play_process_tables(
            broker, range(first_topic, first_topic + n_tables), plan, gate, outcome_queue
        )
    )


async def _play_process_tables(
    broker: BrokerAddress, topics: range, plan: LoadPlan, gate: Barrier, outcome_queue: Any
) -> None:
    """Play the tables of one process.

    They begin when the tables of all processes are connected, and leave when all have played.
    """
    door, outcome = asyncio.Semaphore(AT_ONCE), ProcessTotals()
    try:
        tables = await asyncio.gather(
            *(seat_host_and_guest(broker, topic, door) for topic in topics)
        )
        await asyncio.to_thread(gate.wait, CONNECT_TIMEOUT)
        until = time.monotonic() + plan.seconds
        await asyncio.gather(*(table.play(plan, until, outcome) for table in tables))
        outcome_queue.put(outcome)
        await asyncio.to_thread(gate.wait, CONNECT_TIMEOUT)
        await asyncio.gather(*(table.close() for table in tables))
    except BaseException:
        gate.abort()
        raise


async def seat_host_and_guest(
    broker: BrokerAddress, topic: int, door: asyncio.Semaphore
) -> TableOfTwo:
    """Connect a host and a guest through the broker, and return their table."""
    async with door:
        host = BrokerListener(broker)
        await host.open_at_first_free_topic(_single_topic(topic))
        carrier = await call_host(broker, topic)
        caller = await host.next_guest()
        lines = await asyncio.gather(
            open_channel("host", SECRET, caller), open_channel("guest", SECRET, carrier)
        )
        return TableOfTwo(topic, host, *lines)


async def _single_topic(topic: int) -> AsyncIterator[int]:
    yield topic


class TableOfTwo:
    """A table at which one side, drawn at random, sends a frame and the other side answers."""

    def __init__(
        self, number: int, reception: BrokerListener, host: SecureChannel, guest: SecureChannel
    ) -> None:
        self._dice, self._reception = Random(number), reception
        self._lines = (host, guest)
        self._heard: list[asyncio.Queue[bytes]] = [asyncio.Queue(), asyncio.Queue()]
        self._listening = [
            asyncio.ensure_future(_queue_messages(line, heard))
            for line, heard in zip(self._lines, self._heard, strict=True)
        ]

    async def play(self, plan: LoadPlan, until: float, outcome: ProcessTotals) -> None:
        number, mean = 0, 2 * plan.every  # both frames of an exchange share the pause
        await asyncio.sleep(self._dice.random() * mean)
        while time.monotonic() < until:
            await self._exchange_two_frames(number, plan.sizes, outcome)
            number += 2
            await asyncio.sleep(min(self._dice.expovariate(1 / mean), 5 * mean))

    async def _exchange_two_frames(
        self, number: int, sizes: tuple[int, ...], outcome: ProcessTotals
    ) -> None:
        """Send one frame and its answer, and check that both arrive unchanged."""
        speaker = self._dice.randrange(2)
        began = time.perf_counter()
        for n, side in ((number, speaker), (number + 1, 1 - speaker)):
            content = n.to_bytes(NUMBER_BYTES, "big") + os.urandom(
                sizes[n % len(sizes)] - NUMBER_BYTES
            )
            self._lines[side].send(content)
            outcome.n_sent, outcome.n_bytes = outcome.n_sent + 1, outcome.n_bytes + len(content)
            try:
                heard = await asyncio.wait_for(self._heard[1 - side].get(), FRAME_TIMEOUT)
            except TimeoutError:
                return
            if heard != content:
                return
            outcome.n_heard += 1
        outcome.trips.append(1000 * (time.perf_counter() - began))

    async def close(self) -> None:
        for line in self._lines:
            await line.close()
        for task in self._listening:
            task.cancel()
        await self._reception.close()


async def _queue_messages(line: SecureChannel, heard: asyncio.Queue[bytes]) -> None:
    async for message in line.messages():
        heard.put_nowait(message)


def print_report(
    n_tables: int, plan: LoadPlan, outcomes: list[ProcessTotals], usage: ProcessUsage
) -> int:
    """Print the results; return the exit code."""
    trips = sorted(trip for outcome in outcomes for trip in outcome.trips)
    n_sent = sum(outcome.n_sent for outcome in outcomes)
    n_lost = n_sent - sum(outcome.n_heard for outcome in outcomes)
    if not trips:
        print("no round trip at all", file=sys.stderr)
        return 1
    middle, late = trips[len(trips) // 2], trips[int(0.99 * (len(trips) - 1))]
    mean = sum(outcome.n_bytes for outcome in outcomes) / n_sent
    rate = n_sent / plan.seconds
    print(f"{n_sent} frames of {mean:.0f} bytes on average, {rate:.0f} a second: {n_lost} lost")
    print(f"round trip {middle:.1f} ms, 99 of 100 within {late:.1f} ms, longest {trips[-1]:.1f} ms")
    memory = f"{usage.full / 1024:.1f} MiB, {(usage.full - usage.empty) / n_tables:.1f} KiB a table"
    share = 100 * usage.spent / plan.seconds
    spent = (
        f"{share:.1f} % of a core, {1000 * usage.spent / plan.seconds / n_tables:.2f} ms a second"
    )
    print(f"Mosquitto: {memory}; {spent} a table")
    good = n_lost == 0 and late <= MAX_ROUND_TRIP_MS
    print("all promises kept" if good else "A PROMISE IS NOT KEPT")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
