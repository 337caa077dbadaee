"""Which tests run a line: for build/qa/mutate.py, found out by the quick tests with coverage.

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

from qa.mutants import ROOT, Fault, files

WORK = ROOT / ".work" / "mutate"
# What is looked at: whatever else the tests run is not counted, which saves most of the time.
SCOPE = ("game", "match", "fairness", "coach", "app", "ai/worlds.py", "safe_files.py")
QUICK = ("-m", "not slow")
ENOUGH = 25.0  # seconds of tests for one fault, as long as they took without it
STEPS = 2  # from a name to names that are made of it
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
            [sys.executable, *words, *told, "-p", "no:cacheprovider", "-p", "qa.fresh_caches"],
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
    """``tests.game.test_invariants.test_x`` as pytest names it."""
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
            tests.sort(key=lambda test: (seen.seconds[test], test))
    return seen


# --- The tests of one fault


def tests_for(fault: Fault, seen: Seen) -> list[str]:
    """Those that run its line, the quickest first; none where no test does. Of a line that runs
    while its module is loaded: those that run a line with a name that it makes, then those of the
    test files that name the module, then those that name what loads it."""
    made, module = names_made(fault.file, fault.line), module_of(fault.file)
    if made is None:
        return _enough(_runners(fault, seen), module, seen.seconds)
    users = _users(fault.file, fault.line, seen, STEPS)
    ranks = _ranks(module)
    near = users | {test for test in seen.seconds if _file_of(test) in ranks}

    def order(test: str) -> tuple[bool, int, float, str]:
        return test not in users, ranks.get(_file_of(test), NEAR), seen.seconds[test], test

    return _enough(sorted(near, key=order), module, seen.seconds)


def _runners(fault: Fault, seen: Seen) -> list[str]:
    """The tests that run a line of a function, or at least what comes before it there: the rest of
    a statement, or the way to a ``continue`` that the interpreter has no line for."""
    lines = seen.lines.get(fault.file, {})
    around = min(
        (
            node
            for node in ast.walk(_tree(fault.file))
            if isinstance(node, ast.FunctionDef) and _holds(node, fault.line)
        ),
        key=lambda node: (node.end_lineno or node.lineno) - node.lineno,
    )
    ran = (lines[n] for n in range(fault.line, around.lineno, -1) if n in lines)
    return next(ran, [])


def _users(file: str, line: int, seen: Seen, steps: int) -> set[str]:
    """The tests that run a line with a name made there, or with one that is made of it."""
    found: set[str] = set()
    for name in names_made(file, line) or ():
        for other, n in _places_of(name, file):
            if names_made(other, n) is None:
                found |= set(seen.lines.get(other, {}).get(n, ()))
            elif steps and (other, n) != (file, line):
                found |= _users(other, n, seen, steps - 1)
    return found


@cache
def names_made(file: str, line: int) -> frozenset[str] | None:
    """What a statement makes that runs while its module is loaded: variables, fields of a class,
    functions by the line of their defaults. None for a line that runs when a function is called."""
    node: ast.AST = _tree(file)
    while isinstance(node, (ast.Module, ast.ClassDef, ast.If)):
        inner = next((one for one in node.body if _holds(one, line)), None)
        if inner is None:
            break
        node = inner
    if isinstance(node, ast.FunctionDef):
        return None if line >= node.body[0].lineno else frozenset({node.name})
    if isinstance(node, ast.ClassDef):
        return frozenset({node.name})
    if isinstance(node, (ast.Assign, ast.AnnAssign)):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        inside = (name for target in targets for name in ast.walk(target))
        return frozenset(name.id for name in inside if isinstance(name, ast.Name))
    return frozenset()


@cache
def _tree(file: str) -> ast.Module:
    return ast.parse(_text(ROOT / file))


def _holds(node: ast.stmt, line: int) -> bool:
    return node.lineno <= line <= (node.end_lineno or node.lineno)


@cache
def _places_of(name: str, maker: str) -> tuple[tuple[str, int], ...]:
    """Where a name stands in what is looked at, file and line: of a module's own in it and where
    the module is loaded, of a field anywhere."""
    word, module = re.compile(rf"\b{name}\b"), module_of(maker)
    own = any(
        isinstance(one, ast.Name) and one.id == name
        for node in _tree(maker).body
        if isinstance(node, (ast.Assign, ast.AnnAssign))
        for one in ast.walk(node)
    )
    return tuple(
        (file, n)
        for file in files(SCOPE)
        if not own or file == maker or imports(_text(ROOT / file), module)
        for n, text in enumerate(_text(ROOT / file).splitlines(), start=1)
        if word.search(text)
    )


def _enough(tests: Sequence[str], module: str, seconds: Mapping[str, float]) -> list[str]:
    """As many of them as there is time for one fault, one at least, in the same order. Where there
    is not enough for all, those of the test files that name the module go before others."""
    chosen, total = set(tests[:1]), 0.0
    for test in sorted(tests, key=lambda one: _file_of(one) not in _naming(module)):
        if total + seconds[test] <= ENOUGH:
            total += seconds[test]
            chosen.add(test)
    return [test for test in tests if test in chosen]


def _file_of(test: str) -> str:
    return test.partition("::")[0]


@cache
def _naming(module: str) -> frozenset[str]:
    """The test files that load a module themselves."""
    return frozenset(file for file in test_files() if imports(_text(ROOT / file), module))


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
