"""Runs the training tool on rounds in parts: in parallel, with each finished part saved."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROUNDS_PER_PART = 100  # number of rounds in one part
ENDS = ("leader 1", "leader 2", "starter 1", "starter 2")

Span = tuple[int, int]
"""The first round of a part, and the first round after it."""


def run_tool_in_parts(
    command: Sequence[str],
    rounds: int,
    seed: int,
    jobs: int,
    keep: Path | None = None,
    size: int = ROUNDS_PER_PART,
) -> list[tuple[int, str]]:
    """Run the tool on rounds in parts; return the number of rounds and the output of each part.

    Args:
        command: the tool's command with options; it must support ``--from``.
        keep: a folder for this command and seed only, in which each finished part is saved; parts
            found there are not played again.
        size: the number of rounds of a saved part.

    Raises:
        subprocess.CalledProcessError: the tool failed.
    """
    tool = [sys.executable, str(HERE / "train.py")]
    subprocess.run(tool, check=True, capture_output=True)  # compile once instead of in every job
    play = partial(_run_part, [*tool, *command, "--seed", str(seed)], keep)
    with ThreadPoolExecutor(jobs) as pool:
        return list(pool.map(play, split_into_spans(rounds, size if keep else -(-rounds // jobs))))


def split_into_spans(rounds: int, size: int) -> Iterator[Span]:
    """Split rounds into parts of a given size; the last part may be smaller.

    >>> list(split_into_spans(250, 100))
    [(0, 100), (100, 200), (200, 250)]
    """
    for first in range(0, rounds, size):
        yield first, min(rounds, first + size)


def _run_part(command: Sequence[str], keep: Path | None, span: Span) -> tuple[int, str]:
    first, end = span
    file = keep / f"{first}-{end}.txt" if keep else None
    if file is not None and file.exists():
        return end - first, file.read_text(encoding="utf-8")
    which = ["--from", str(first), "--rounds", str(end - first)]
    done = subprocess.run([*command, *which], check=True, capture_output=True, text=True)
    if file is not None:
        file.parent.mkdir(parents=True, exist_ok=True)
        fresh = file.with_suffix(".new")
        fresh.write_text(done.stdout, encoding="utf-8")
        fresh.replace(file)
    return end - first, done.stdout


def measure_win_shares(
    run: str, rules: str, rounds: int, seed: int, jobs: int, keep: Path | None = None
) -> tuple[float, ...]:
    """Return the shares of rounds that leader and starter win by one point and by two.

    The order is that of ``ENDS``.
    """
    parts = run_tool_in_parts(("rates", "--dir", run, "--rules", rules), rounds, seed, jobs, keep)
    return mean_win_shares_of_parts(parts)


def mean_win_shares_of_parts(parts: Sequence[tuple[int, str]]) -> tuple[float, ...]:
    """Return the win shares over all rounds, from the training tool's output for each part.

    Args:
        parts: for each part, its number of rounds and the tool's output.

    >>> half = "leader 1: 0.5000  leader 2: 0.0000  starter 1: 0.5000  starter 2: 0.0000"
    >>> mean_win_shares_of_parts([(2, half), (2, half.replace("0.5000", "0.0000"))])
    (0.25, 0.0, 0.25, 0.0)
    """
    won = [0] * len(ENDS)
    for rounds, text in parts:
        for place, name in enumerate(ENDS):
            found = re.search(rf"{name}: ([\d.]+)", text)
            if found is None:
                raise ValueError(f"the tool does not say {name!r}: {text!r}")
            won[place] += round(float(found[1]) * rounds)
    total = sum(rounds for rounds, _ in parts)
    return tuple(count / total for count in won)
