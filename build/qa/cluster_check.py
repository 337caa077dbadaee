#!/usr/bin/env python3
"""Checks that a Ray cluster plays exactly what one process plays, even if it loses a machine.

python build/qa/cluster_check.py [--rounds 200] [--players level:4 level:3] [--preset P] [--seed S]
python build/qa/cluster_check.py --training

Starts a Ray cluster of two nodes on this machine (dependency group ``cluster``), plays with
``hacktrick arena --on ray:ADDRESS``, kills one node when a third of the deals is done, and compares
every round with the same round of one process: who won, by what, and how many points. With
``--training`` the rounds are those of a short training run (``build/train/train.py --on``; it needs
g++); a node is killed after the first examples, and the resulting nets are compared bit by bit.
Exits with an error if anything differs, or if no node was killed midway.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

CHECK_TIMEOUT = 600.0  # number of seconds for the whole check


def start_arena(options: argparse.Namespace, journal: Path, *more: str) -> subprocess.Popen[str]:
    """Start the arena command, which writes its finished deals to ``journal``."""
    words = [sys.executable, "-m", "hacktrick", "arena", *options.players, "--resume", str(journal)]
    words += ["--rounds", str(options.rounds), "--seed", str(options.seed)]
    words += ["--preset", options.preset, *more]
    return subprocess.Popen(words, cwd=ROOT, text=True, stdout=subprocess.PIPE)


def wait_for_end(process: subprocess.Popen[str]) -> None:
    """Wait until a command ends.

    Raises:
        SystemExit: the command failed.
    """
    errors = process.communicate(timeout=CHECK_TIMEOUT)[1]
    if process.returncode:
        sys.exit(f"{errors or ''}the command ended with exit code {process.returncode}")


def n_saved_deals(journal: Path) -> int:
    """Return the number of deals in a journal so far."""
    return max(0, journal.read_text("utf-8").count("\n") - 1) if journal.exists() else 0


def read_journal_rounds(journal: Path) -> list[Any]:
    """Return the rounds in a journal, without their times."""
    _head, *lines = journal.read_text("utf-8").splitlines()
    return [_without_thinking_times(json.loads(line)) for line in lines]


def _without_thinking_times(data: Any) -> Any:
    if isinstance(data, dict):
        return {key: _without_thinking_times(value) for key, value in data.items() if key != "ms"}
    if isinstance(data, list):
        return [_without_thinking_times(value) for value in data]
    return data


def kill_cluster_node(node: Any) -> None:
    """Kill all processes of a node at once, as if its machine failed."""
    (raylet,) = node.all_processes["raylet"]
    listing = subprocess.run(
        ["ps", "-o", "pid=", "--ppid", str(raylet.process.pid)], capture_output=True, check=False
    )
    for pid in [*map(int, listing.stdout.split()), raylet.process.pid]:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


@contextmanager
def two_node_cluster() -> Iterator[tuple[str, Callable[[], None]]]:
    """Run a cluster of two nodes inside a ``with`` block.

    Yields:
        The address of the cluster, and a function that kills the second node.
    """
    cluster = import_module("ray.cluster_utils").Cluster(
        initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False}
    )
    second = cluster.add_node(num_cpus=1)

    def kill_second_node() -> None:
        kill_cluster_node(second)
        cluster.remove_node(second, allow_graceful=False)

    try:
        yield cluster.address, kill_second_node
    finally:
        cluster.shutdown()


def play_and_count_deals_before_kill(options: argparse.Namespace, journal: Path) -> int:
    """Play on two nodes and kill one of them; return the number of deals done by then."""
    with two_node_cluster() as (address, kill_second_node):
        playing = start_arena(options, journal, "--on", f"ray:{address}")
        while playing.poll() is None and n_saved_deals(journal) < options.rounds // 6:
            time.sleep(0.05)
        there = n_saved_deals(journal)
        kill_second_node()
        wait_for_end(playing)
    return there


def start_training(folder: Path, *more: str) -> subprocess.Popen[str]:
    """Start a short training run, which prints a line after each round of learning."""
    words = [sys.executable, str(ROOT / "build" / "train" / "train.py"), "train"]
    words += ["--dir", str(folder), "--plan", "6000", "--per-round", "2000", "--parts", "1"]
    words += ["--ratio", "1", "--seed", "3", "--eval-every", "100", "--learner", "threads", *more]
    return subprocess.Popen(words, cwd=ROOT, text=True, stderr=subprocess.PIPE)


def is_running_after_first_examples(process: subprocess.Popen[str]) -> bool:
    """Wait until a training run has learnt from its first examples.

    Returns:
        Whether the run is still going on.
    """
    assert process.stderr is not None
    line = process.stderr.readline()
    while line and "loss" not in line:
        line = process.stderr.readline()
    return process.poll() is None


def train_and_kill_node(folder: Path) -> bool:
    """Train on two nodes and kill one of them; return whether the run was still going on."""
    with two_node_cluster() as (address, kill_second_node):
        learning = start_training(folder, "--on", f"ray:{address}")
        in_the_middle = is_running_after_first_examples(learning)
        kill_second_node()
        wait_for_end(learning)
    return in_the_middle


def compare_training_on_cluster(alone: Path, together: Path) -> int:
    """Train with one process and on a cluster, and compare the nets; return an exit code."""
    began = time.monotonic()
    wait_for_end(start_training(alone))
    middle = time.monotonic()
    was_lost = train_and_kill_node(together)
    print(f"alone {middle - began:.0f} s, on two nodes {time.monotonic() - middle:.0f} s")
    print("a node was killed " + ("after the first examples" if was_lost else "too late"))
    alike = (alone / "net.bin").read_bytes() == (together / "net.bin").read_bytes()
    print("the nets are " + ("alike to the bit" if alike else "different"))
    return 0 if alike and was_lost else 1


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--players", nargs=2, default=["level:4", "level:3"])
    parser.add_argument("--preset", default="keypad")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--training", action="store_true", help="check the rounds of a training run instead"
    )
    options = parser.parse_args()
    os.environ["PYTHONPATH"] = str(ROOT)  # the worker processes of the nodes import the game
    os.environ.setdefault("RAY_DEDUP_LOGS", "0")
    with tempfile.TemporaryDirectory() as folder:
        alone, together = Path(folder, "alone"), Path(folder, "together")
        if options.training:
            return compare_training_on_cluster(alone, together)
        began = time.monotonic()
        wait_for_end(start_arena(options, alone))
        middle = time.monotonic()
        there = play_and_count_deals_before_kill(options, together)
        seconds = middle - began, time.monotonic() - middle
        wanted, found = read_journal_rounds(alone), read_journal_rounds(together)
    n_deals = len(wanted)
    print(
        f"{n_deals} deals; alone {seconds[0]:.0f} s, on two nodes {seconds[1]:.0f} s with its start"
    )
    print(f"a node was killed after {there} deals")
    if not 0 < there < n_deals:
        print("that was not in the middle: more --rounds are needed")
        return 1
    different = sum(one != other for one, other in zip(wanted, found, strict=True))
    print(f"{different} of them differ")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
