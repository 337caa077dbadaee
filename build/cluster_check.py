#!/usr/bin/env python3
"""Shows that the arena plays on a cluster what it plays alone, though a machine is lost on the way.

python build/cluster_check.py [--rounds 200] [--players level:4 level:3] [--preset P] [--seed S]

Starts a Ray cluster of two nodes on this machine (dependency group ``cluster``), plays with
``hacktrick arena --on ray:ADDRESS``, kills one node once a third of the deals is there, and
compares every round with those of one process: who won, by what, and how many points. It ends with
an error if any differs, or if no node was lost in the middle.
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
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

PATIENCE = 600.0  # seconds for everything


def arena(options: argparse.Namespace, journal: Path, *more: str) -> subprocess.Popen[str]:
    """The command, keeping its deals in ``journal``."""
    words = [sys.executable, "-m", "hacktrick", "arena", *options.players, "--resume", str(journal)]
    words += ["--rounds", str(options.rounds), "--seed", str(options.seed)]
    words += ["--preset", options.preset, *more]
    return subprocess.Popen(words, cwd=ROOT, text=True, stdout=subprocess.PIPE)


def ended(process: subprocess.Popen[str]) -> None:
    """Waits for a command.

    Raises:
        SystemExit: it failed.
    """
    process.communicate(timeout=PATIENCE)
    if process.returncode:
        sys.exit(f"the arena ended with exit code {process.returncode}")


def n_kept(journal: Path) -> int:
    """How many deals are in a journal."""
    return max(0, journal.read_text("utf-8").count("\n") - 1) if journal.exists() else 0


def rounds_in(journal: Path) -> list[Any]:
    """What was played, without the times."""
    _head, *lines = journal.read_text("utf-8").splitlines()
    return [_without_times(json.loads(line)) for line in lines]


def _without_times(data: Any) -> Any:
    if isinstance(data, dict):
        return {key: _without_times(value) for key, value in data.items() if key != "ms"}
    if isinstance(data, list):
        return [_without_times(value) for value in data]
    return data


def lose(node: Any) -> None:
    """Everything on a node is gone at once, as when a machine fails: its workers, then itself."""
    (raylet,) = node.all_processes["raylet"]
    told = subprocess.run(
        ["ps", "-o", "pid=", "--ppid", str(raylet.process.pid)], capture_output=True, check=False
    )
    for pid in [*map(int, told.stdout.split()), raylet.process.pid]:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def on_a_cluster(options: argparse.Namespace, journal: Path) -> int:
    """Plays on two nodes, one of which is killed; how many deals were there when it was."""
    cluster = import_module("ray.cluster_utils").Cluster(
        initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False}
    )
    second = cluster.add_node(num_cpus=1)
    try:
        playing = arena(options, journal, "--on", f"ray:{cluster.address}")
        while playing.poll() is None and n_kept(journal) < options.rounds // 6:
            time.sleep(0.05)
        there = n_kept(journal)
        lose(second)
        cluster.remove_node(second, allow_graceful=False)
        ended(playing)
    finally:
        cluster.shutdown()
    return there


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--players", nargs=2, default=["level:4", "level:3"])
    parser.add_argument("--preset", default="keypad")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    os.environ["PYTHONPATH"] = str(ROOT)  # the workers of the nodes need the game
    os.environ.setdefault("RAY_DEDUP_LOGS", "0")
    with tempfile.TemporaryDirectory() as folder:
        alone, together = Path(folder, "alone"), Path(folder, "together")
        began = time.monotonic()
        ended(arena(options, alone))
        middle = time.monotonic()
        there = on_a_cluster(options, together)
        seconds = middle - began, time.monotonic() - middle
        wanted, found = rounds_in(alone), rounds_in(together)
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
