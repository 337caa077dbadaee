#!/usr/bin/env python3
"""Measures whether the tests notice small faults that are put into the program one at a time.

python build/qa/mutate.py
    insert a thousand faults; print how many are noticed, and the others
python build/qa/mutate.py --sample 20 --quick
    only a few in the rules and views, for every change
python build/qa/mutate.py --seed 7 --only game/legality.py --sample 50
    only in this file
python build/qa/mutate.py --whole game ai online --without tests/ui --sample 500 --jobs 1
    in these packages, with all tests except those of ui

Verdicts are kept in .work/mutate, or in the folder that HACKTRICK_MUTANTS names: an interrupted run
resumes where it stopped, and a fault that a test has noticed is not judged again until the program
or that test changes. Faults that change nothing observable are listed in build/qa/equivalent.toml,
each with a reason; they count as not noticed, and the report marks them. An entry belongs to the
exact text of a line: if the line changes, the entry must be reviewed.

The faults come from cosmic-ray. Each is judged in a copy of the tree by the tests that run its
line, the quickest first; one run of all quick tests with coverage finds those
(build/qa/line_coverage.py). A fault in a line that runs on import is judged by tests that import
the module, directly or indirectly. A fault that makes the tests run forever counts as noticed.
Controls run the same tests without a fault: a control that fails shows that the tests are unstable.
The interval is Wilson's at 95 %. Exits with an error if less than --least per cent are noticed.

Needs the dependency group `mutate` and a system with fork: Linux or macOS.
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
    WHOLE,
    WORK,
    TestsByLine,
    hash_of_sources,
    hash_of_test_file,
    is_file_in,
    measure_coverage,
    test_files,
    tests_for_fault,
    windowless_test_environment,
)
from qa.mutation_faults import (
    ROOT,
    EquivalentLine,
    SourceFault,
    equivalence_reason,
    line_before_and_after_fault,
    mutated_source,
    read_equivalents,
    source_files,
    testable_faults_in,
)
from qa.mutation_test_runner import MutantRunner

TESTS = ("tests",)
# The scope for every change: the rules and the views, with their tests.
QUICK_SCOPE = ("game/legality.py", "game/transitions.py", "game/view.py")
QUICK_TESTS = tuple(
    path.relative_to(ROOT).as_posix()
    for path in sorted((ROOT / "tests" / "game").glob("test_*.py"))
)

HANG_FACTOR = 3  # tests count as hanging after this multiple of their time, plus MIN_TIMEOUT
MIN_TIMEOUT = 40.0


def main() -> int:
    options = _read_arguments()
    scope, tests = (QUICK_SCOPE, QUICK_TESTS) if options.quick else (SCOPE, TESTS)
    if options.whole is not None:
        scope = tuple(options.whole) or WHOLE
    if options.without:
        tests = tuple(
            file
            for file in test_files()
            if not any(is_file_in(file, name) for name in options.without)
        )
    seen = measure_coverage(tests, options.jobs, SCOPE if options.quick else scope)
    everything = [
        fault for file in source_files(options.only or scope) for fault in testable_faults_in(file)
    ]
    dice = Random(options.seed)
    chosen = dice.sample(everything, min(options.sample, len(everything)))
    print(f"{len(chosen)} of {len(everything)} faults, seed {options.seed}", flush=True)
    court = MutantRunnerPool(seen, tests, options.jobs)
    survivors = court.unnoticed_faults(chosen)
    unsteady = court.count_unstable_runs(dice.sample(chosen, min(options.controls, len(chosen))))
    court.close()
    code = print_report(chosen, survivors, read_equivalents(), options.least)
    print(f"{unsteady} of {min(options.controls, len(chosen))} controls failed")
    return code


def _read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--sample", type=int, default=1000, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    parser.add_argument(
        "--only", nargs="*", metavar="PATH", help="draw faults only in these files of hacktrick/"
    )
    parser.add_argument(
        "--whole",
        nargs="*",
        metavar="PATH",
        help="draw from the whole program, or from these packages",
    )
    parser.add_argument(
        "--without", nargs="*", metavar="TESTS", help="leave out these test files or folders"
    )
    parser.add_argument("--least", type=float, default=0.0, metavar="PER CENT")
    parser.add_argument("--quick", action="store_true", help="draw only from the rules and views")
    parser.add_argument("--controls", type=int, default=0, metavar="N")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N")
    return parser.parse_args()


class VerdictJournal:
    """The verdicts on faults for one state of the sources, saved one per line.

    The verdict "noticed" is valid while the test file that noticed the fault is unchanged, and "not
    noticed" is valid while all test files are unchanged.
    """

    def __init__(self, tests: Sequence[str]) -> None:
        some = "" if tests == TESTS else sha256("\n".join(tests).encode()).hexdigest()[:8]
        self._path = WORK / f"judged-{hash_of_sources()}-{some}.jsonl"
        self._now = {file: hash_of_test_file(file) for file in test_files()}
        self._all = str(hash_of_test_files(self._now))
        lines = self._path.read_text(encoding="utf-8").splitlines() if self._path.is_file() else []
        self._known: dict[SourceFault, bool] = {}
        for fault, killed, file, state in map(json.loads, lines):
            if state == (self._now.get(file) if killed else self._all):
                self._known[SourceFault(*fault)] = killed

    def __getitem__(self, fault: SourceFault) -> bool | None:
        return self._known.get(fault)

    def save_verdict(self, fault: SourceFault, killed: bool, file: str) -> None:
        """Save a verdict.

        Args:
            killed: whether a test noticed the fault.
            file: the test file that noticed the fault; "" if none did.
        """
        self._known[fault] = killed
        state = self._now.get(file, "") if killed else self._all
        with self._path.open("a", encoding="utf-8") as out:
            out.write(json.dumps([astuple(fault), killed, file, state]) + "\n")


def hash_of_test_files(states: dict[str, str]) -> str:
    """Return one hash of the hashes of all test files."""
    return sha256("".join(states[file] for file in sorted(states)).encode()).hexdigest()[:16]


class MutantRunnerPool:
    """Judges faults in parallel, each in a separate tree, and saves the verdicts."""

    def __init__(self, seen: TestsByLine, tests: Sequence[str], jobs: int) -> None:
        self._seen, self._journal = seen, VerdictJournal(tests)
        self._writing, self._free = threading.Lock(), SimpleQueue[MutantRunner]()
        self._jobs = jobs
        for n in range(jobs):
            self._free.put(
                MutantRunner(ROOT, WORK / f"tree-{n}", windowless_test_environment(f"judge-{n}"))
            )

    def unnoticed_faults(self, chosen: Sequence[SourceFault]) -> list[SourceFault]:
        """Return the faults that no test notices."""
        with ThreadPoolExecutor(self._jobs) as pool:
            verdicts = list(pool.map(self._is_fault_noticed, chosen))
        return [fault for fault, killed in zip(chosen, verdicts, strict=True) if not killed]

    def count_unstable_runs(self, chosen: Sequence[SourceFault]) -> int:
        """Return the number of test runs that fail although no fault was inserted."""
        with ThreadPoolExecutor(self._jobs) as pool:
            return sum(pool.map(self._do_tests_fail_without_fault, chosen))

    def close(self) -> None:
        for _ in range(self._jobs):
            self._free.get().close()

    def _is_fault_noticed(self, fault: SourceFault) -> bool:
        known = self._journal[fault]
        if known is not None:
            return known
        began = time.monotonic()
        killed, file, n = self._run_tests_for_fault(fault, mutated_source(fault))
        with self._writing:
            self._journal.save_verdict(fault, killed, file)
            verdict = "noticed" if killed else "SURVIVED" if n else "SURVIVED, no test runs it"
            where = f"{fault.file}:{fault.line} {fault.operator.removeprefix('core/')}"
            print(f"{verdict:9} {time.monotonic() - began:5.1f} s  {where} {file}", flush=True)
        return killed

    def _do_tests_fail_without_fault(self, fault: SourceFault) -> bool:
        failed, file, _ = self._run_tests_for_fault(
            fault, (ROOT / fault.file).read_text(encoding="utf-8")
        )
        if failed:
            print(f"UNSTEADY  {file}", flush=True)
        return failed

    def _run_tests_for_fault(self, fault: SourceFault, source: str | None) -> tuple[bool, str, int]:
        """Run the tests for a fault with this source.

        Args:
            source: the source with the fault; None to leave the source unchanged.

        Returns:
            Whether a test fails, that test's file, and the number of tests.
        """
        tests = tests_for_fault(fault, self._seen)
        if source is None or not tests:
            return False, "", 0
        usual = sum(self._seen.seconds[test] for test in tests)
        judge = self._free.get()
        target = judge.tree / fault.file
        before = target.read_text(encoding="utf-8")
        target.write_text(source, encoding="utf-8")
        busy = 1 + os.getloadavg()[0] / (os.cpu_count() or 1)
        failed, file = judge.run_tests(tests, busy * (MIN_TIMEOUT + HANG_FACTOR * usual))
        target.write_text(before, encoding="utf-8")
        self._free.put(judge)
        return failed, file, len(tests)


def print_report(
    chosen: Sequence[SourceFault],
    survivors: Sequence[SourceFault],
    equivalents: Sequence[EquivalentLine],
    least: float,
) -> int:
    """Print every unnoticed fault with its line, then the noticed share with its interval.

    The reason is added to a fault that is known to change nothing.

    Returns:
        The exit code, which is 1 if the share is below ``least`` per cent.
    """
    n, k, n_known = len(chosen), len(chosen) - len(survivors), 0
    for fault in survivors:
        before, after = line_before_and_after_fault(fault)
        reason = equivalence_reason(fault, equivalents)
        n_known += reason is not None
        print(
            f"\n{fault.file}:{fault.line} {fault.operator.removeprefix('core/')} {fault.occurrence}"
        )
        print(f"    {before}\n    {after}\n    {reason or 'NOT EXPLAINED'}")
    low, high = wilson_interval(k, n)
    print(f"\n{k} of {n} noticed: {100 * k / n:.1f} % ({100 * low:.1f} to {100 * high:.1f})")
    print(f"{n_known} of the others change nothing, {n - k - n_known} are not explained")
    return 1 if 100 * k / n < least else 0


def wilson_interval(k: int, n: int) -> tuple[float, float]:
    """Return Wilson's 95 % confidence interval of a share of ``k`` in ``n``.

    >>> low, high = wilson_interval(95, 100)
    >>> round(low, 3), round(high, 3)
    (0.888, 0.978)
    """
    z = 1.96
    middle = (k + z * z / 2) / (n + z * z)
    half = z / (n + z * z) * math.sqrt(k * (n - k) / n + z * z / 4)
    return middle - half, middle + half


if __name__ == "__main__":
    sys.exit(main())
