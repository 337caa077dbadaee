"""Finds out which tests run a line, for build/qa/mutate.py.

It runs the quick tests with coverage. The lines that a test file runs are kept in ``WORK`` until a
source, a test helper or that file changes, so that a new test costs only a run of its own file.
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

from qa.mutation_faults import ROOT, SourceFault, source_files

# The folder where coverage and verdicts are saved.
WORK = Path(os.environ.get("HACKTRICK_MUTANTS") or ROOT / ".work" / "mutate")
# By default only this code is measured, which saves most of the time.
SCOPE = ("game", "match", "fairness", "coach", "app", "ai/possible_worlds.py", "safe_files.py")
WHOLE = (".",)
QUICK = ("-m", "not slow")
FILES_AT_ONCE = 20  # number of test files measured by one process
DRAWING_RECORDS = "tests/ui/test_drawing_records.py"
MAX_TEST_SECONDS = 40.0  # maximum seconds of the tests for one fault, measured without the fault
STEPS = 2  # maximum length of a chain of names, each derived from the one before
MAX_IMPORT_DISTANCE = 2  # maximum number of imports between a test and the module under test

Lines = dict[str, dict[int, list[str]]]  # for each file and line, the tests that run the line


@dataclass(frozen=True)
class TestsByLine:
    """The tests that run each line, the quickest first.

    Attributes:
        seconds: the duration of each test in seconds.
    """

    lines: Lines
    seconds: dict[str, float]


@cache
def hash_of_sources() -> str:
    """Return a hash of the program's sources and the test helpers at the start of a run."""
    tests = set(_test_file_paths())
    helpers = [path for path in ROOT.glob("tests/**/*.py") if path not in tests]
    return _hash_of_files([*sorted((ROOT / "hacktrick").rglob("*.py")), *sorted(helpers)])


@cache
def hash_of_test_file(file: str) -> str:
    """Return a hash of one test file."""
    return _hash_of_files([ROOT / file])


def _test_file_paths() -> list[Path]:
    return sorted(ROOT.glob("tests/**/test_*.py"))


def _hash_of_files(paths: Iterable[Path]) -> str:
    state = hashlib.sha256()
    for path in paths:
        state.update(path.read_bytes())
    return state.hexdigest()[:16]


# Functions for running the tests.


def measure_coverage(tests: Sequence[str], jobs: int, scope: Sequence[str] = SCOPE) -> TestsByLine:
    """Return which lines of a scope are run by some test files or folders.

    Cached results are used if they are still valid. New results are saved after every
    ``FILES_AT_ONCE`` files of each process.
    """
    wanted = [file for file in test_files() if any(is_file_in(file, name) for name in tests)]
    missing = [file for file in wanted if not _cache_file(file, scope).is_file()]
    while missing:
        now, missing = missing[: jobs * FILES_AT_ONCE], missing[jobs * FILES_AT_ONCE :]
        running = [_CoverageProcess(now[n::jobs], n, scope) for n in range(jobs) if now[n::jobs]]
        for run in running:
            run.wait_and_save_results()
    return _merged_coverage(wanted, scope)


def test_files() -> list[str]:
    """Return the paths of all test files, relative to the repository root."""
    return [path.relative_to(ROOT).as_posix() for path in _test_file_paths()]


def is_file_in(file: str, name: str) -> bool:
    """Return whether a file is ``name`` or lies in the folder ``name``."""
    return file == name or file.startswith(f"{name}/")


def _cache_file(file: str, scope: Sequence[str]) -> Path:
    name = file.replace("/", "-").removesuffix(".py")
    of = "" if scope == SCOPE else "-" + hashlib.sha256("\n".join(scope).encode()).hexdigest()[:8]
    return WORK / f"seen-{hash_of_sources()}{of}" / f"{name}-{hash_of_test_file(file)}.json"


class _CoverageProcess:
    """A process that runs some of the test files with coverage."""

    def __init__(self, tests: Sequence[str], number: int, scope: Sequence[str]) -> None:
        WORK.mkdir(parents=True, exist_ok=True)
        self._tests, self._data, self._scope = tests, WORK / f"data-{number}", scope
        self._data.unlink(missing_ok=True)
        rc = WORK / f"rc-{number}"
        rc.write_text(
            f"[run]\ninclude = {','.join(source_files(scope))}\ndynamic_context = test_function\n"
            f"data_file = {self._data}\n",
            encoding="utf-8",
        )
        words = ["-m", "coverage", "run", f"--rcfile={rc}", "-m", "pytest", *tests, *QUICK]
        options = ["-q", "-p", "no:xdist", "--durations=0", "--durations-min=0", "-vv"]
        self._out = (WORK / f"out-{number}.txt").open("w+", encoding="utf-8")
        self._process = subprocess.Popen(
            [sys.executable, *words, *options, "-p", "no:cacheprovider", "-p", "qa.cache_clearing"],
            cwd=ROOT,
            env=windowless_test_environment(f"seen-{number}") | {"PYTHONPATH": str(ROOT / "build")},
            stdout=self._out,
            stderr=subprocess.STDOUT,
        )

    def wait_and_save_results(self) -> None:
        self._process.wait()
        self._out.seek(0)
        output = self._out.read()
        if self._process.returncode not in (0, 5):
            # Status 5 means that the files contain no quick test.
            sys.exit(f"The tests fail as they are:\n{output[-2000:]}")
        _save_coverage_by_test_file(self._tests, self._data, output, self._scope)


def windowless_test_environment(player: str) -> dict[str, str]:
    """Return environment variables for tests without a window, with a separate player folder."""
    quiet = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "PYTHONDONTWRITEBYTECODE": "1"}
    return os.environ | quiet | {"HACKTRICK_DATA_DIR": str(WORK / "player" / player)}


def _save_coverage_by_test_file(
    tests: Sequence[str], data: Path, output: str, scope: Sequence[str]
) -> None:
    """Save the results of a run, in one file for each test file."""
    seconds = _test_durations(output)
    by_file: dict[str, Lines] = {file: {} for file in tests}
    if data.exists():
        for source, line, test in _lines_executed_by_tests(data, seconds):
            found = by_file[test.partition("::")[0]]
            found.setdefault(source, {}).setdefault(line, []).append(test)
    for file, lines in by_file.items():
        own = {test: took for test, took in seconds.items() if test.partition("::")[0] == file}
        _cache_file(file, scope).parent.mkdir(parents=True, exist_ok=True)
        _cache_file(file, scope).write_text(json.dumps([lines, own]), encoding="utf-8")


def _lines_executed_by_tests(
    data: Path, seconds: Mapping[str, float]
) -> Iterable[tuple[str, int, str]]:
    found = CoverageData(str(data))
    found.read()
    for source in found.measured_files():
        name = Path(source).relative_to(ROOT).as_posix()
        for line, contexts in found.contexts_by_lineno(source).items():
            for test in {_pytest_id_of_context(context) for context in contexts} & seconds.keys():
                yield name, line, test


def _pytest_id_of_context(context: str) -> str:
    """Convert a name like ``tests.game.test_invariants.test_x`` to pytest's form."""
    *module, name = context.split(".")
    if "tests" in module:
        module = module[module.index("tests") :]
    return f"{'/'.join(module)}.py::{name}"


def _test_durations(output: str) -> dict[str, float]:
    """Return the duration of each test in seconds, summed over its parameters."""
    found: dict[str, float] = {}
    for seconds, test in re.findall(r"^([\d.]+)s call +(\S+?)(?:\[.*)?$", output, re.MULTILINE):
        found[test] = found.get(test, 0.0) + float(seconds)
    return found


def _merged_coverage(tests: Iterable[str], scope: Sequence[str]) -> TestsByLine:
    seen = TestsByLine({}, {})
    for file in tests:
        lines, seconds = json.loads(_cache_file(file, scope).read_text(encoding="utf-8"))
        seen.seconds.update(seconds)
        for source, by_line in lines.items():
            for line, tests in by_line.items():
                seen.lines.setdefault(source, {}).setdefault(int(line), []).extend(tests)
    for found in seen.lines.values():
        for tests in found.values():
            tests.sort(key=lambda test: (seen.seconds[test], test))
    return seen


# Functions for choosing the tests for one fault.


def tests_for_fault(fault: SourceFault, seen: TestsByLine) -> list[str]:
    """Return the tests to run for a fault; empty if no test runs its line.

    For a line in a function, these are the tests that run the line, the quickest first. For a line
    that runs on import, these are first the tests that use a name defined there, then the tests
    whose files import the module, and then the tests that import the module indirectly.
    """
    made, module = names_defined_on_import(fault.file, fault.line), module_name_of(fault.file)
    if made is None:
        return _tests_within_time_limit(_tests_running_line(fault, seen), module, seen.seconds)
    users = _tests_using_names(fault.file, fault.line, seen, STEPS)
    ranks = _import_distances(module)
    near = users | {test for test in seen.seconds if _test_file_of(test) in ranks}

    def order(test: str) -> tuple[bool, int, float, str]:
        return (
            test not in users,
            ranks.get(_test_file_of(test), MAX_IMPORT_DISTANCE),
            seen.seconds[test],
            test,
        )

    return _tests_within_time_limit(sorted(near, key=order), module, seen.seconds)


def _tests_running_line(fault: SourceFault, seen: TestsByLine) -> list[str]:
    """Return the tests that run a line of a function.

    Some lines have no coverage, such as the rest of a statement or a ``continue`` that the
    interpreter optimises away. For such a line, return the tests that run the nearest line before
    it.
    """
    lines = seen.lines.get(fault.file, {})
    around = min(
        (
            node
            for node in ast.walk(_syntax_tree(fault.file))
            if isinstance(node, ast.FunctionDef) and _contains_line(node, fault.line)
        ),
        key=lambda node: (node.end_lineno or node.lineno) - node.lineno,
    )
    ran = (lines[n] for n in range(fault.line, around.lineno, -1) if n in lines)
    return next(ran, [])


def _tests_using_names(file: str, line: int, seen: TestsByLine, steps: int) -> set[str]:
    """Return the tests that use a name defined at a line, or a name derived from it.

    Args:
        steps: the maximum number of derivations.
    """
    found: set[str] = set()
    for name in names_defined_on_import(file, line) or ():
        for other, n in _lines_mentioning(name, file):
            if names_defined_on_import(other, n) is None:
                found |= set(seen.lines.get(other, {}).get(n, ()))
            elif steps and (other, n) != (file, line):
                found |= _tests_using_names(other, n, seen, steps - 1)
    return found


@cache
def names_defined_on_import(file: str, line: int) -> frozenset[str] | None:
    """Return the names that a line defines on import, or None if the line runs only when called.

    The names are those of variables, of fields of a class and, if the line is in its header, of a
    function.
    """
    node: ast.AST = _syntax_tree(file)
    while isinstance(node, (ast.Module, ast.ClassDef, ast.If)):
        inner = next((one for one in node.body if _contains_line(one, line)), None)
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
def _syntax_tree(file: str) -> ast.Module:
    return ast.parse(_read_text(ROOT / file))


def _contains_line(node: ast.stmt, line: int) -> bool:
    return node.lineno <= line <= (node.end_lineno or node.lineno)


@cache
def _lines_mentioning(name: str, maker: str) -> tuple[tuple[str, int], ...]:
    """Return the lines that mention a name, as (file, line).

    A variable of a module is searched for in that module and those that import it, a field in all
    files.
    """
    word, module = re.compile(rf"\b{name}\b"), module_name_of(maker)
    own = any(
        isinstance(one, ast.Name) and one.id == name
        for node in _syntax_tree(maker).body
        if isinstance(node, (ast.Assign, ast.AnnAssign))
        for one in ast.walk(node)
    )
    return tuple(
        (file, n)
        for file in source_files(WHOLE)
        if not own or file == maker or imports_module(_read_text(ROOT / file), module)
        for n, text in enumerate(_read_text(ROOT / file).splitlines(), start=1)
        if word.search(text)
    )


def _tests_within_time_limit(
    tests: Sequence[str], module: str, seconds: Mapping[str, float]
) -> list[str]:
    """Return the tests that fit into the time for one fault, at least one, in the same order.

    If time is short, the records of drawings take precedence, since they see most faults in the
    window, and then tests in files that import the module.
    """
    first = DRAWING_RECORDS if module.startswith("hacktrick.ui.") else ""
    importing, chosen, total = _importing_test_files(module), set(tests[:1]), 0.0
    for test in sorted(
        tests, key=lambda one: (_test_file_of(one) != first, _test_file_of(one) not in importing)
    ):
        if total + seconds[test] <= MAX_TEST_SECONDS:
            total += seconds[test]
            chosen.add(test)
    return [test for test in tests if test in chosen]


def _test_file_of(test: str) -> str:
    return test.partition("::")[0]


@cache
def _importing_test_files(module: str) -> frozenset[str]:
    """Return the test files that import a module directly."""
    return frozenset(
        file for file in test_files() if imports_module(_read_text(ROOT / file), module)
    )


@cache
def _import_distances(module: str) -> dict[str, int]:
    """Return the number of imports from each test file to the module, up to a maximum."""
    ranks: dict[str, int] = {}
    for steps in range(MAX_IMPORT_DISTANCE + 1):
        names = importers_of(module, steps)
        for path in ROOT.glob("tests/**/*.py"):
            if any(imports_module(_read_text(path), name) for name in names):
                ranks.setdefault(path.relative_to(ROOT).as_posix(), steps)
    return ranks


def importers_of(module: str, steps: int) -> set[str]:
    """Return a module and the modules that import it, directly or by up to ``steps`` imports."""
    names = {module}
    for _ in range(steps):
        for path in (ROOT / "hacktrick").rglob("*.py"):
            if any(imports_module(_read_text(path), name) for name in tuple(names)):
                names.add(module_name_of(path.relative_to(ROOT).as_posix()))
    return names


@cache
def _read_text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def module_name_of(file: str) -> str:
    """Return the dotted name of a source file."""
    return file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def imports_module(text: str, module: str) -> bool:
    """Return whether the text of a source file imports a module."""
    package, _, name = module.rpartition(".")
    parts = rf"from {re.escape(package)} import (\([^)]*|[^\n(]*)\b{name}\b"
    whole = rf"(from|import) {re.escape(module)}\b"
    return re.search(f"^ *({parts}|{whole})", text, re.MULTILINE) is not None
