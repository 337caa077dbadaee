#!/usr/bin/env python3
"""Do the tests notice when the program is wrong? Small faults put in at random, one at a time.

python build/qa/mutate.py                      a thousand faults: how many are noticed, and the rest
python build/qa/mutate.py --sample 20 --quick     a few in the rules and views, for every change
python build/qa/mutate.py --seed 7 --only game/legal.py --sample 50

What was judged is kept: a run that was stopped goes on where it was, and what a test has noticed
is not judged again until the program or that test changes. Faults that change nothing anybody
could notice stand in build/qa/equivalent.toml, each with the reason; they count as not noticed, and
the report tells them apart. An entry belongs to a line as it is written: where that changes, it
has to be looked at again.

Faults are those of cosmic-ray. Each is judged by the tests that run its line, the quickest first,
in a copy of the tree; which those are is found out by one run of all quick tests with coverage
(build/qa/line_coverage.py). A line that runs when its module is loaded is judged by tests that
load the module, those that name it first, or one that does. A fault that makes the tests run for
ever is noticed, too. Controls are runs of the same tests without a fault: one that is "noticed"
says that the tests themselves are not steady. The interval is that of Wilson, 95 %. It ends with
an error where less than --least per cent are noticed.

It needs the group `mutate` of pyproject.toml, and forks: Linux or macOS.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import sys
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import astuple
from hashlib import sha256
from pathlib import Path
from queue import SimpleQueue
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from qa.line_coverage import (
    SCOPE,
    WORK,
    Seen,
    coverage_of,
    environment,
    state_of,
    state_of_sources,
    test_files,
    tests_for,
)
from qa.mutant_trial import Judge
from qa.mutants import (
    ROOT,
    Equivalent,
    Fault,
    changed_line,
    faults_in,
    files,
    mutated,
    read_equivalents,
    reason_of,
)

TESTS = ("tests",)
# For every change: the rules and the views, with their tests.
QUICK_SCOPE = ("game/legality.py", "game/transitions.py", "game/view.py")
QUICK_TESTS = tuple(
    path.relative_to(ROOT).as_posix()
    for path in sorted((ROOT / "tests" / "game").glob("test_*.py"))
)

SLOWER = 3  # so many times as long may they take, and LEAST_WAIT, before they run for ever
LEAST_WAIT = 40.0


def main() -> int:
    options = _options()
    scope, tests = (QUICK_SCOPE, QUICK_TESTS) if options.quick else (SCOPE, TESTS)
    seen = coverage_of(tests, options.jobs)
    everything = [fault for file in files(options.only or scope) for fault in faults_in(file)]
    dice = Random(options.seed)
    chosen = dice.sample(everything, min(options.sample, len(everything)))
    print(f"{len(chosen)} of {len(everything)} faults, seed {options.seed}", flush=True)
    court = Court(seen, tests, options.jobs)
    survivors = court.survivors(chosen)
    unsteady = court.unsteady(dice.sample(chosen, min(options.controls, len(chosen))))
    court.close()
    code = tell(chosen, survivors, read_equivalents(), options.least)
    print(f"{unsteady} of {min(options.controls, len(chosen))} controls failed")
    return code


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--sample", type=int, default=1000, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    parser.add_argument("--only", nargs="*", metavar="PATH", help="within hacktrick/")
    parser.add_argument("--least", type=float, default=0.0, metavar="PER CENT")
    parser.add_argument("--quick", action="store_true", help="rules and views alone")
    parser.add_argument("--controls", type=int, default=0, metavar="N")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N")
    return parser.parse_args()


# --- Judging


class Journal:
    """What was found out about faults in one state of the sources, a line each.

    That a fault was noticed holds while the test file that noticed it is the same; that it was not,
    while all test files are.
    """

    def __init__(self, tests: Sequence[str]) -> None:
        self._path = WORK / f"judged-{state_of_sources()}-{'quick' * (tests != TESTS)}.jsonl"
        self._now = {file: state_of(file) for file in test_files()}
        self._all = str(hash_of_all(self._now))
        lines = self._path.read_text(encoding="utf-8").splitlines() if self._path.is_file() else []
        self._known: dict[Fault, bool] = {}
        for fault, killed, file, state in map(json.loads, lines):
            if state == (self._now.get(file) if killed else self._all):
                self._known[Fault(*fault)] = killed

    def __getitem__(self, fault: Fault) -> bool | None:
        return self._known.get(fault)

    def note(self, fault: Fault, killed: bool, file: str) -> None:
        self._known[fault] = killed
        state = self._now.get(file, "") if killed else self._all
        with self._path.open("a", encoding="utf-8") as out:
            out.write(json.dumps([astuple(fault), killed, file, state]) + "\n")


def hash_of_all(states: dict[str, str]) -> str:
    """One name for the states of all test files."""
    return sha256("".join(states[file] for file in sorted(states)).encode()).hexdigest()[:16]


class Court:
    """Judges side by side, each in a tree of its own; what they find is kept in the journal."""

    def __init__(self, seen: Seen, tests: Sequence[str], jobs: int) -> None:
        self._seen, self._journal = seen, Journal(tests)
        self._writing, self._free = threading.Lock(), SimpleQueue[Judge]()
        self._jobs = jobs
        for n in range(jobs):
            self._free.put(Judge(ROOT, WORK / f"tree-{n}", environment(f"judge-{n}")))

    def survivors(self, chosen: Sequence[Fault]) -> list[Fault]:
        """Those that no test notices."""
        with ThreadPoolExecutor(self._jobs) as pool:
            verdicts = list(pool.map(self._noticed, chosen))
        return [fault for fault, killed in zip(chosen, verdicts, strict=True) if not killed]

    def unsteady(self, chosen: Sequence[Fault]) -> int:
        """How often tests fail although nothing was changed."""
        with ThreadPoolExecutor(self._jobs) as pool:
            return sum(pool.map(self._fails_unchanged, chosen))

    def close(self) -> None:
        for _ in range(self._jobs):
            self._free.get().close()

    def _noticed(self, fault: Fault) -> bool:
        known = self._journal[fault]
        if known is not None:
            return known
        began = time.monotonic()
        killed, file, n = self._judged(fault, mutated(fault))
        with self._writing:
            self._journal.note(fault, killed, file)
            told = "noticed" if killed else "SURVIVED" if n else "SURVIVED, no test runs it"
            where = f"{fault.file}:{fault.line} {fault.operator.removeprefix('core/')}"
            print(f"{told:9} {time.monotonic() - began:5.1f} s  {where} {file}", flush=True)
        return killed

    def _fails_unchanged(self, fault: Fault) -> bool:
        failed, file, _ = self._judged(fault, (ROOT / fault.file).read_text(encoding="utf-8"))
        if failed:
            print(f"UNSTEADY  {file}", flush=True)
        return failed

    def _judged(self, fault: Fault, source: str | None) -> tuple[bool, str, int]:
        """Whether a test fails with this source, its file, and how many tests there are."""
        tests = tests_for(fault, self._seen)
        if source is None or not tests:
            return False, "", 0
        usual = sum(self._seen.seconds[test] for test in tests)
        judge = self._free.get()
        target = judge.tree / fault.file
        before = target.read_text(encoding="utf-8")
        target.write_text(source, encoding="utf-8")
        failed, file = judge.ask(tests, LEAST_WAIT + SLOWER * usual)
        target.write_text(before, encoding="utf-8")
        self._free.put(judge)
        return failed, file, len(tests)


# --- Telling


def tell(
    chosen: Sequence[Fault],
    survivors: Sequence[Fault],
    equivalents: Sequence[Equivalent],
    least: float,
) -> int:
    """Every survivor with its line, and why it changes nothing where that is known; the share with
    its interval; the exit code."""
    n, k, n_known = len(chosen), len(chosen) - len(survivors), 0
    for fault in survivors:
        before, after = changed_line(fault)
        reason = reason_of(fault, equivalents)
        n_known += reason is not None
        print(
            f"\n{fault.file}:{fault.line} {fault.operator.removeprefix('core/')} {fault.occurrence}"
        )
        print(f"    {before}\n    {after}\n    {reason or 'NOT EXPLAINED'}")
    low, high = wilson(k, n)
    print(f"\n{k} of {n} noticed: {100 * k / n:.1f} % ({100 * low:.1f} to {100 * high:.1f})")
    print(f"{n_known} of the others change nothing, {n - k - n_known} are not explained")
    return 1 if 100 * k / n < least else 0


def wilson(k: int, n: int, z: float = 1.96) -> tuple[float, float]:
    """The interval of a share.

    >>> low, high = wilson(95, 100)
    >>> round(low, 3), round(high, 3)
    (0.888, 0.978)
    """
    middle = (k + z * z / 2) / (n + z * z)
    half = z / (n + z * z) * math.sqrt(k * (n - k) / n + z * z / 4)
    return middle - half, middle + half


if __name__ == "__main__":
    sys.exit(main())
