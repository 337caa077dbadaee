#!/usr/bin/env python3
"""Do the tests notice when the program is wrong? Small faults put in at random, one at a time.

python build/mutate.py                         a thousand faults: how many are noticed, and the rest
python build/mutate.py --sample 20 --quick     a few in the rules and views, for every change
python build/mutate.py --seed 7 --only game/legal.py --sample 50

What was judged is kept as well: a run that was stopped goes on where it was. Faults that change
nothing anybody could notice stand in build/equivalent.toml, each with the reason; they count as not
noticed, and the report tells them apart. An entry belongs to a line as it is written: where that
changes, it has to be looked at again.

Faults are those of cosmic-ray. Each is judged by the tests that run its line, the quickest first,
in a copy of the tree; which those are is found out by one run of all quick tests with coverage
(an hour) and kept in .work/mutate until a source or a test changes. A line that runs when its
module is loaded is judged by tests that load the module, those that name it first, or one that
does. A fault that makes the tests run for ever is noticed, too. The interval is that of Wilson,
95 %. It ends with an error where less than --least per cent are noticed.

It needs the group `mutate` of pyproject.toml.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import astuple, dataclass
from pathlib import Path
from random import Random

from coverage import CoverageData
from mutations import (
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

WORK = ROOT / ".work" / "mutate"
COPIED = ("hacktrick", "tests", "build", "assets", "pyproject.toml")

# What is looked at, and the tests that may notice it.
SCOPE = ("game", "play", "seat", "ai/belief.py", "storage.py", "files.py", "instance.py")
TESTS = ("tests",)
# For every change: the rules and the views, and the tests of the rulebook.
QUICK_SCOPE = ("game/legal.py", "game/advance.py", "game/outcome.py", "game/view.py")
QUICK_TESTS = tuple(
    sorted(
        path.relative_to(ROOT).as_posix()
        for kind in ("rulebook_*", "codes*", "teams*", "view*", "secrecy_views")
        for path in (ROOT / "tests" / "game").glob(f"test_{kind}.py")
    )
)

QUICK = ("-m", "not slow")
ENOUGH = 40.0  # seconds of tests for one fault, as long as they took without it
NEAR = 2  # steps from a test over modules that load each other to the one that is judged
SLOWER = 6  # so many times as long may they take, and LEAST_WAIT, before they run for ever
LEAST_WAIT = 60.0


def main() -> int:
    options = _options()
    scope, tests = (QUICK_SCOPE, QUICK_TESTS) if options.quick else (SCOPE, TESTS)
    seen = coverage_of(tests)
    everything = [fault for file in files(options.only or scope) for fault in faults_in(file)]
    dice = Random(options.seed)
    chosen = dice.sample(everything, min(options.sample, len(everything)))
    print(f"{len(chosen)} of {len(everything)} faults, seed {options.seed}", flush=True)
    journal = Journal(_state_of_the_tree(tests))
    tree = copy_of_the_tree()
    survivors = [fault for fault in chosen if not journal.noticed(tree, fault, seen)]
    return tell(chosen, survivors, read_equivalents(), options.least)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--sample", type=int, default=1000, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    parser.add_argument("--only", nargs="*", metavar="PATH", help="within hacktrick/")
    parser.add_argument("--least", type=float, default=0.0, metavar="PER CENT")
    parser.add_argument("--quick", action="store_true", help="rules, views and belief alone")
    return parser.parse_args()


# --- Which tests run a line


@dataclass(frozen=True)
class Seen:
    """``lines``: file -> line -> the tests that run it, the quickest first; ``seconds`` by test."""

    lines: dict[str, dict[int, list[str]]]
    seconds: dict[str, float]


def coverage_of(tests: Sequence[str]) -> Seen:
    """Found out by a run, or as it was kept."""
    kept = WORK / f"seen-{_state_of_the_tree(tests)}.json"
    if kept.is_file():
        lines, seconds = json.loads(kept.read_text(encoding="utf-8"))
        return Seen(
            {file: {int(n): ids for n, ids in found.items()} for file, found in lines.items()},
            seconds,
        )
    shutil.rmtree(WORK, ignore_errors=True)
    WORK.mkdir(parents=True)
    (WORK / "rc").write_text(
        "[run]\nsource = hacktrick\ndynamic_context = test_function\n"
        f"data_file = {WORK / 'data'}\n",
        encoding="utf-8",
    )
    words = ["-m", "coverage", "run", f"--rcfile={WORK / 'rc'}", "-m", "pytest", *tests, *QUICK]
    told = ["-q", "-p", "no:xdist", "--durations=0", "--durations-min=0", "-vv"]
    done = subprocess.run(
        [sys.executable, *words, *told, "-p", "fresh_caches"],
        cwd=ROOT,
        env=_environment() | {"PYTHONPATH": str(ROOT / "build")},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        sys.exit(f"The tests fail as they are:\n{done.stdout[-2000:]}")
    seconds = _durations(done.stdout)
    seen = Seen(_by_line(CoverageData(str(WORK / "data")), seconds), seconds)
    kept.write_text(json.dumps([seen.lines, seen.seconds]), encoding="utf-8")
    return seen


def tests_for(fault: Fault, seen: Seen) -> list[str]:
    """Those that run its line, the quickest first; of a line that runs while its module is loaded,
    those of the test files that name the module, then those that name what loads it."""
    if found := seen.lines.get(fault.file, {}).get(fault.line):
        return _enough(found, seen.seconds)
    texts = {path: path.read_text(encoding="utf-8") for path in ROOT.glob("tests/**/*.py")}
    ranks: dict[str, int] = {}
    for steps in range(NEAR + 1):
        names = loading(module_of(fault.file), steps)
        for path, text in texts.items():
            if any(imports(text, name) for name in names):
                ranks.setdefault(path.relative_to(ROOT).as_posix(), steps)
    near = [test for test in seen.seconds if test.partition("::")[0] in ranks]
    near.sort(key=lambda test: (ranks[test.partition("::")[0]], seen.seconds[test]))
    return _enough(near, seen.seconds)


def _enough(tests: Sequence[str], seconds: dict[str, float]) -> list[str]:
    """The first of them, as far as the time goes that is given to one fault; one at least."""
    chosen, total = list(tests[:1]), 0.0
    for test in tests[1:]:
        total += seconds[test]
        if total > ENOUGH:
            break
        chosen.append(test)
    return chosen


def loading(module: str, steps: int) -> set[str]:
    """A module and those that load it, in so many steps."""
    names = {module}
    for _ in range(steps):
        for path in (ROOT / "hacktrick").rglob("*.py"):
            text = path.read_text(encoding="utf-8")
            if any(imports(text, name) for name in tuple(names)):
                names.add(module_of(path.relative_to(ROOT).as_posix()))
    return names


def module_of(file: str) -> str:
    return file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def imports(text: str, module: str) -> bool:
    """Whether a source names a module where it imports."""
    package, _, name = module.rpartition(".")
    parts = rf"from {re.escape(package)} import (\([^)]*|[^\n(]*)\b{name}\b"
    whole = rf"(from|import) {re.escape(module)}\b"
    return re.search(f"^ *({parts}|{whole})", text, re.MULTILINE) is not None


def _by_line(data: CoverageData, seconds: dict[str, float]) -> dict[str, dict[int, list[str]]]:
    data.read()
    seen: dict[str, dict[int, list[str]]] = {}
    for file in data.measured_files():
        lines = seen.setdefault(Path(file).relative_to(ROOT).as_posix(), {})
        for line, contexts in data.contexts_by_lineno(file).items():
            names = {name for context in contexts if (name := _test_of(context)) in seconds}
            lines[line] = sorted(names, key=lambda name: seconds[name])
    return seen


def _test_of(context: str) -> str:
    """``tests.game.test_laws.test_x`` as pytest names it."""
    *module, name = context.split(".")
    if "tests" in module:
        module = module[module.index("tests") :]
    return f"{'/'.join(module)}.py::{name}"


def _durations(output: str) -> dict[str, float]:
    """Seconds by test, all its parameters together."""
    found: dict[str, float] = {}
    for seconds, test in re.findall(r"^([\d.]+)s call +(\S+?)(?:\[.*)?$", output, re.MULTILINE):
        found[test] = found.get(test, 0.0) + float(seconds)
    return found


def _state_of_the_tree(tests: Sequence[str]) -> str:
    sources = [*sorted((ROOT / "hacktrick").rglob("*.py")), *sorted((ROOT / "tests").rglob("*.py"))]
    state = hashlib.sha256(" ".join(tests).encode())
    for path in sources:
        state.update(path.read_bytes())
    return state.hexdigest()[:16]


# --- Judging a fault


def copy_of_the_tree() -> Path:
    tree = WORK / "tree"
    shutil.rmtree(tree, ignore_errors=True)
    tree.mkdir(parents=True)
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, tree / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy2(source, tree / name)
    return tree


class Journal:
    """What was found out about faults in one state of the tree, a line each."""

    def __init__(self, state: str) -> None:
        self._path = WORK / f"judged-{state}.jsonl"
        lines = self._path.read_text(encoding="utf-8").splitlines() if self._path.is_file() else []
        self._known = {Fault(*fault): bool(killed) for fault, killed in map(json.loads, lines)}

    def noticed(self, tree: Path, fault: Fault, seen: Seen) -> bool:
        """Whether the tests notice it: found out now, or in an earlier run."""
        if fault not in self._known:
            self._known[fault] = noticed(tree, fault, seen)
            with self._path.open("a", encoding="utf-8") as file:
                file.write(json.dumps([astuple(fault), self._known[fault]]) + "\n")
        return self._known[fault]


def noticed(tree: Path, fault: Fault, seen: Seen) -> bool:
    """Whether a test fails with the fault in the copied tree, which is mended afterwards."""
    source, tests = mutated(fault), tests_for(fault, seen)
    began, target = time.monotonic(), tree / fault.file
    before = target.read_text(encoding="utf-8")
    killed = False
    if source is not None and tests:
        target.write_text(source, encoding="utf-8")
        usual = sum(seen.seconds[test] for test in tests)
        killed = _fails(tree, tests, LEAST_WAIT + SLOWER * usual)
        target.write_text(before, encoding="utf-8")
    told = "noticed" if killed else "SURVIVED" if tests else "SURVIVED, no test runs it"
    seconds = time.monotonic() - began
    where = f"{fault.file}:{fault.line} {fault.operator.removeprefix('core/')}"
    print(f"{told:9} {seconds:5.1f} s  {where}", flush=True)
    return killed


def _fails(tree: Path, tests: Sequence[str], longest: float) -> bool:
    words = ["-m", "pytest", "-x", "-q", "-p", "no:xdist", "-p", "no:cacheprovider", *QUICK, *tests]
    try:
        done = subprocess.run(
            [sys.executable, *words],
            cwd=tree,
            env=_environment(),
            capture_output=True,
            timeout=longest,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return True
    return done.returncode != 0


def _environment() -> dict[str, str]:
    quiet = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "PYTHONDONTWRITEBYTECODE": "1"}
    return os.environ | quiet | {"HACKTRICK_DATA_DIR": str(WORK / "player")}


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
