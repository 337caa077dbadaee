"""Plays the rounds of a training run on a Ray cluster; ``train.py --on ray`` starts it.

``hacktrick-train train`` sends jobs and receives training examples (example_source.hpp). Every job
is one run of ``hacktrick-train examples`` on some machine. The contents of jobs and examples are
not interpreted here. If a machine is lost, its jobs are played again.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import BinaryIO

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from hacktrick.arena.workers import RayCluster, Workers, WorkersError

SIZE = 8  # number of bytes of a number


class StreamEnded(Exception):
    """Raised if a stream ends before or within a value."""


def run_training_job(binary: str, shared: bytes, job: bytes) -> bytes:
    """Run a job on this machine of the cluster, and return its training examples.

    Args:
        binary: the path of the training tool.
        shared: the data that all jobs share.

    Raises:
        WorkersError: the training tool is missing or fails.
    """
    try:
        found = subprocess.run(
            [binary, "examples"], input=shared + job, capture_output=True, check=True
        )
    except OSError as error:
        raise WorkersError(
            "a machine of the cluster has no training tool (python build/train/train.py makes it)"
        ) from error
    except subprocess.CalledProcessError as error:
        errors = " ".join(error.stderr.decode(errors="replace").split())
        raise WorkersError(f"the training tool of a machine failed: {errors}") from error
    return found.stdout


def serve_training_jobs(
    requests: BinaryIO, answer: BinaryIO, crew: Workers, work: Callable[..., bytes]
) -> None:
    """Play the jobs on ``requests`` and write their examples to ``answer``, until the stream ends.

    Args:
        crew: the workers that play the jobs.
        work: makes training examples from the data shared by all jobs and one job.
    """
    with suppress(StreamEnded):
        while True:
            shared = read_length_prefixed_bytes(requests)
            jobs = [read_length_prefixed_bytes(requests) for _ in range(read_number(requests))]
            for lessons in crew.run_in_order(partial(work, shared), jobs):
                answer.write(len(lessons).to_bytes(SIZE, "little") + lessons)
            answer.flush()


def read_length_prefixed_bytes(stream: BinaryIO) -> bytes:
    """Read bytes that are preceded by their length.

    Raises:
        StreamEnded: the stream has ended.
    """
    return _read_exactly(stream, read_number(stream))


def read_number(stream: BinaryIO) -> int:
    """Read a number of ``SIZE`` bytes.

    Raises:
        StreamEnded: the stream has ended.
    """
    return int.from_bytes(_read_exactly(stream, SIZE), "little")


def _read_exactly(stream: BinaryIO, size: int) -> bytes:
    found = stream.read(size)
    if len(found) < size:
        raise StreamEnded
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument(
        "--address", default="", help="address of the cluster; default: only this machine"
    )
    parser.add_argument("binary", help="path of hacktrick-train, the same on every machine")
    options = parser.parse_args()
    answer = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # keeps printed text out of the examples
    try:
        with RayCluster(options.address).connected_workers() as crew:
            serve_training_jobs(
                sys.stdin.buffer, answer, crew, partial(run_training_job, options.binary)
            )
    except WorkersError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
