"""Which tests run a line: for build/mutate.py, found out by the quick tests with coverage.

What a test file runs is kept in ``WORK`` until a source, a helper of the tests or that file
changes, so that a new test costs a run of its own file alone.
"""

from __future__ import annotations

import ast
import hashlib
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from coverage import CoverageData
from mutations import ROOT, Fault, files

WORK = ROOT / ".work" / "mutate"
# What is looked at: whatever else the tests run is not counted, which saves most of the time.
SCOPE = ("game", "play", "seat", "ai/belief.py", "storage.py", "files.py", "instance.py")
QUICK = ("-m", "not slow")
ENOUGH = 25.0  # seconds of tests for one fault, as long as they took without it
NEAR = 2  # steps from a test over modules that load each other to the one that is judged

Lines = dict[str, dict[int, list[str]]]  # file -> line -> the tests that run it


@dataclass(frozen=True)
class Seen:
    """``lines`` with the quickest tests first; ``seconds`` by test."""

    lines: Lines
    seconds: dict[str, float]


# --- What has changed


@cache
def state_of_sources() -> str:
    """Of the program and the helpers of the tests, the same for all that is judged in one run."""
    helpers = [path for path in ROOT.glob("tests/**/*.py") if path not in set(_all_tests())]
    return _hash_of([*sorted((ROOT / "hacktrick").rglob("*.py")), *sorted(helpers)])


@cache
def state_of(file: str) -> str:
    """Of one test file."""
    return _hash_of([ROOT / file])


def _all_tests() -> list[Path]:
    return sorted(ROOT.glob("tests/**/test_*.py"))


def _hash_of(paths: Iterable[Path]) -> str:
    state = hashlib.sha256()
    for path in paths:
        state.update(path.read_bytes())
    return state.hexdigest()[:16]


# --- The run


def coverage_of(tests: Sequence[str], jobs: int) -> Seen:
    """By test files or folders of them: as it was kept, and found out for the rest."""
    wanted = [file for file in test_files() if any(_is_in(file, name) for name in tests)]
    missing = [file for file in wanted if not _kept(file).is_file()]
    running = [_Run(missing[n::jobs], n) for n in range(jobs) if missing[n::jobs]]
    for run in running:
        run.finish()
    return _together(wanted)


def test_files() -> list[str]:
    return [path.relative_to(ROOT).as_posix() for path in _all_tests()]


def _is_in(file: str, name: str) -> bool:
    return file == name or file.startswith(f"{name}/")


def _kept(file: str) -> Path:
    name = file.replace("/", "-").removesuffix(".py")
    return WORK / f"seen-{state_of_sources()}" / f"{name}-{state_of(file)}.json"


class _Run:
    """Some of the test files in a process of its own, with coverage."""

    def __init__(self, tests: Sequence[str], number: int) -> None:
        WORK.mkdir(parents=True, exist_ok=True)
        self._tests, self._data = tests, WORK / f"data-{number}"
        rc = WORK / f"rc-{number}"
        rc.write_text(
            f"[run]\ninclude = {','.join(files(SCOPE))}\ndynamic_context = test_function\n"
            f"data_file = {self._data}\n",
            encoding="utf-8",
        )
        words = ["-m", "coverage", "run", f"--rcfile={rc}", "-m", "pytest", *tests, *QUICK]
        told = ["-q", "-p", "no:xdist", "--durations=0", "--durations-min=0", "-vv"]
        self._out = (WORK / f"out-{number}.txt").open("w+", encoding="utf-8")
        self._process = subprocess.Popen(
            [sys.executable, *words, *told, "-p", "no:cacheprovider", "-p", "fresh_caches"],
            cwd=ROOT,
            env=environment(f"seen-{number}") | {"PYTHONPATH": str(ROOT / "build")},
            stdout=self._out,
            stderr=subprocess.STDOUT,
        )

    def finish(self) -> None:
        self._process.wait()
        self._out.seek(0)
        told = self._out.read()
        if self._process.returncode not in (0, 5):  # 5: none of them is quick
            sys.exit(f"The tests fail as they are:\n{told[-2000:]}")
        _keep(self._tests, self._data, told)


def environment(player: str) -> dict[str, str]:
    """For tests without a window, with a player's folder of their own."""
    quiet = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "PYTHONDONTWRITEBYTECODE": "1"}
    return os.environ | quiet | {"HACKTRICK_DATA_DIR": str(WORK / "player" / player)}


def _keep(tests: Sequence[str], data: Path, told: str) -> None:
    """What a run found out, a file for each test file."""
    seconds = _durations(told)
    by_file: dict[str, Lines] = {file: {} for file in tests}
    if data.exists():
        for source, line, test in _executed(data, seconds):
            found = by_file[test.partition("::")[0]]
            found.setdefault(source, {}).setdefault(line, []).append(test)
    for file, lines in by_file.items():
        own = {test: took for test, took in seconds.items() if test.partition("::")[0] == file}
        _kept(file).parent.mkdir(parents=True, exist_ok=True)
        _kept(file).write_text(json.dumps([lines, own]), encoding="utf-8")


def _executed(data: Path, seconds: Mapping[str, float]) -> Iterable[tuple[str, int, str]]:
    found = CoverageData(str(data))
    found.read()
    for source in found.measured_files():
        name = Path(source).relative_to(ROOT).as_posix()
        for line, contexts in found.contexts_by_lineno(source).items():
            for test in {_test_of(context) for context in contexts} & seconds.keys():
                yield name, line, test


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


def _together(tests: Iterable[str]) -> Seen:
    seen = Seen({}, {})
    for file in tests:
        lines, seconds = json.loads(_kept(file).read_text(encoding="utf-8"))
        seen.seconds.update(seconds)
        for source, by_line in lines.items():
            for line, tests in by_line.items():
                seen.lines.setdefault(source, {}).setdefault(int(line), []).extend(tests)
    for found in seen.lines.values():
        for tests in found.values():
            tests.sort(key=lambda test: seen.seconds[test])
    return seen


# --- The tests of one fault


def tests_for(fault: Fault, seen: Seen) -> list[str]:
    """Those that run its line, the quickest first; of a line that runs while its module is loaded,
    those of the test files that name the module, then those that name what loads it: a test during
    which a module happens to be loaded may have nothing to say about it."""
    found = seen.lines.get(fault.file, {}).get(fault.line, [])
    if found and fault.line in _lines_of_functions(fault.file):
        return _enough(found, seen.seconds)
    ranks, running = _ranks(module_of(fault.file)), set(found)
    rank = {test: ranks.get(test.partition("::")[0], NEAR) for test in seen.seconds}
    near = [test for test in rank if test in running or test.partition("::")[0] in ranks]
    near.sort(key=lambda test: (rank[test], seen.seconds[test]))
    return _enough(near, seen.seconds)


@cache
def _lines_of_functions(file: str) -> frozenset[int]:
    """The lines that run when a function is called, not when its module is loaded."""
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    return frozenset(
        line
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        for line in range(node.body[0].lineno, (node.end_lineno or node.lineno) + 1)
    )


def _enough(tests: Sequence[str], seconds: Mapping[str, float]) -> list[str]:
    """The first of them, as far as the time goes that is given to one fault; one at least."""
    chosen, total = list(tests[:1]), 0.0
    for test in tests[1:]:
        total += seconds[test]
        if total > ENOUGH:
            break
        chosen.append(test)
    return chosen


@cache
def _ranks(module: str) -> dict[str, int]:
    """Test file -> how many steps it is away from a module that it loads."""
    ranks: dict[str, int] = {}
    for steps in range(NEAR + 1):
        names = loading(module, steps)
        for path in ROOT.glob("tests/**/*.py"):
            if any(imports(_text(path), name) for name in names):
                ranks.setdefault(path.relative_to(ROOT).as_posix(), steps)
    return ranks


def loading(module: str, steps: int) -> set[str]:
    """A module and those that load it, in so many steps."""
    names = {module}
    for _ in range(steps):
        for path in (ROOT / "hacktrick").rglob("*.py"):
            if any(imports(_text(path), name) for name in tuple(names)):
                names.add(module_of(path.relative_to(ROOT).as_posix()))
    return names


@cache
def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def module_of(file: str) -> str:
    return file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def imports(text: str, module: str) -> bool:
    """Whether a source names a module where it imports."""
    package, _, name = module.rpartition(".")
    parts = rf"from {re.escape(package)} import (\([^)]*|[^\n(]*)\b{name}\b"
    whole = rf"(from|import) {re.escape(module)}\b"
    return re.search(f"^ *({parts}|{whole})", text, re.MULTILINE) is not None
