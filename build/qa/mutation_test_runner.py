#!/usr/bin/env python3
"""Runs tests over and over, quickly, for build/qa/mutate.py.

As a command, it preloads what the tests need, except the program itself, and forks a child for each
request. A request is a line of JSON, ``[tests, seconds]``; the answer is ``[code, file]``: pytest's
exit code, or None on a timeout, and the first test file with a failure ("" if unknown).
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

COPIED_PATHS = (
    *("hacktrick", "tests", "build", "assets", "docs", ".github"),
    *("pyproject.toml", "README.md", ".pre-commit-config.yaml"),
)
ALL_PASSED, NONE_RAN = 0, 5  # exit codes of pytest
PYTEST_OPTIONS = ("-x", "-q", "-rfE", "-p", "no:xdist", "-p", "no:cacheprovider", "-m", "not slow")
POLL_SECONDS = 0.03  # number of seconds between two checks whether the child has ended
MAX_TEST_SECONDS = 30  # in processor seconds; each chosen test takes less than half of this limit


class MutantRunner:
    """A copy of the tree, and the process that runs tests in it."""

    def __init__(self, root: Path, tree: Path, environment: dict[str, str]) -> None:
        self.tree = tree
        copy_tree_for_tests(root, tree)
        self._process = subprocess.Popen(
            [sys.executable, str(Path(__file__).resolve())],
            cwd=tree,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def run_tests(self, tests: Sequence[str], longest: float) -> tuple[bool, str]:
        """Return whether a test fails or all together take too long, and that test's file.

        Args:
            longest: the number of seconds that all tests together may take.
        """
        ask, answer = self._process.stdin, self._process.stdout
        assert ask is not None and answer is not None
        ask.write(json.dumps([list(tests), longest]) + "\n")
        ask.flush()
        code, file = json.loads(answer.readline())
        return code not in (ALL_PASSED, NONE_RAN), file

    def close(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()


def copy_tree_for_tests(root: Path, tree: Path) -> None:
    """Copy what the tests need from ``root`` into the folder ``tree``, which is emptied first."""
    shutil.rmtree(tree, ignore_errors=True)
    tree.mkdir(parents=True)
    for name in COPIED_PATHS:
        source = root / name
        if source.is_dir():
            shutil.copytree(source, tree / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy2(source, tree / name)


# Functions of the test process.


def main() -> int:
    _import_shared_modules()
    for line in sys.stdin:
        tests, longest = json.loads(line)
        print(json.dumps(_run_tests_in_child(tests, longest)), flush=True)
    return 0


def _import_shared_modules() -> None:
    """Import the modules that all runs share, except the program, which may contain a fault."""
    os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
    for name in ("hypothesis", "numpy", "pygame", "pytest"):
        import_module(name)


def _run_tests_in_child(tests: Sequence[str], longest: float) -> tuple[int | None, str]:
    report = Path("report.txt")
    child = os.fork()
    if not child:
        _run_tests_and_exit(tests, report)
    code = _wait_and_kill_group(child, longest)
    found = re.search(r"^(?:FAILED|ERROR) (\S+?\.py)", report.read_text("utf-8", "replace"), re.M)
    return code, found[1] if found else ""


def _run_tests_and_exit(tests: Sequence[str], report: Path) -> None:
    """Run the tests in the child process, and end it."""
    code = 3
    try:
        os.setsid()
        _redirect_output(report)
        pytest = import_module("pytest")
        code = int(pytest.main([*PYTEST_OPTIONS, *tests], plugins=[_TimeLimitPlugin()]))
    finally:
        sys.stdout.flush()
        os._exit(code)


class _TimeLimitPlugin:
    """A pytest plugin that ends the process if a test takes too long and so probably hangs.

    The limit is one of processor time, so that a busy machine changes no verdict.
    """

    def __init__(self) -> None:
        signal.setitimer(signal.ITIMER_PROF, MAX_TEST_SECONDS)

    def pytest_runtest_setup(self) -> None:
        signal.setitimer(signal.ITIMER_PROF, MAX_TEST_SECONDS)


def _redirect_output(report: Path) -> None:
    file, nothing = os.open(report, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), os.open(os.devnull, 0)
    os.dup2(nothing, 0)
    os.dup2(file, 1)
    os.dup2(file, 2)


def _wait_and_kill_group(child: int, longest: float) -> int | None:
    """Return the child's exit code, or None on a timeout, and end all processes that it started.

    Args:
        longest: the timeout in seconds.
    """
    end, code = time.monotonic() + longest, None
    while time.monotonic() < end:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            code = os.waitstatus_to_exitcode(status)
            break
        time.sleep(POLL_SECONDS)
    try:
        os.killpg(child, signal.SIGKILL)
    except ProcessLookupError:
        return code
    if code is None:
        os.waitpid(child, 0)
    return code


if __name__ == "__main__":
    sys.exit(main())
