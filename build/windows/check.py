#!/usr/bin/env python3
"""Tests the Windows edition on Linux, under Wine.

python3 build/windows/check.py [--quick] [--only STEP ...]
python3 build/windows/check.py --prepare
    only download and set up what the steps need

Steps, in this order:

self-test   the self-test from source, in a Windows Python
tests       the quick tests but LEFT_OUT and UNIX_ONLY (--quick: only those of rules and matches)
decisions   200 decisions of levels 1 to 10, compared with those on this system bit by bit (with
            a Python before 3.12 here, the last bits of some values differ)
table       a match over the loopback, which this system hosts and a Windows Python joins
freeze      `hacktrick.spec` by PyInstaller, the self-test of the program, and its zip archive
text        rounds of that program in text mode, one of them killed and resumed
installer   the installer, run silently, the self-test of what it installed, and its removal
window      two rounds by mouse and keys in the real window, killed in the middle (needs Xvfb and
            xdotool)

docs/makers.md lists what Wine cannot show.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import packing
import virtual_environment
from windows import installer
from windows.wine_python import WinePython, windows_path

from tests.support.unix_only import UNIX_ONLY

ROOT = virtual_environment.ROOT
# Maximum number of seconds for a step.
SELF_TEST, TESTS, FREEZE, WINDOW = 900.0, 3600.0, 3600.0, 900.0
QUICK_TESTS = ("tests/game", "tests/match")
# These folders would exceed `TESTS` in one process.
SPLIT_FOLDERS = ("tests/ui", "tests/ui/screens")
LEFT_OUT = {
    "tests/arena/test_faulty_bots.py": "programs must answer in 200 ms, which a busy Wine misses",
    "tests/ui/accessibility/test_screen_reader.py": "UIAutomationCore, which Wine 8 lacks",
    "tests/ui/audio": "sound: numpy asks for cexp, which Wine 8 lacks, and a thread of SDL faults",
}
"""Tests that Wine cannot run, and why. Those of Unix alone are in UNIX_ONLY."""
DATA_FOLDER = "HackTrick"  # holds the player's data, in AppData/Local
ANSWERS = "1\n" * 60  # the answer for the first action, more often than a round needs


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="run only part of the tests")
    parser.add_argument("--only", nargs="+", choices=sorted(STEPS), help="run only these steps")
    parser.add_argument("--prepare", action="store_true", help="only install what is needed")
    arguments = parser.parse_args()
    if sys.prefix == sys.base_prefix:  # the comparisons also need the game on this system
        python = virtual_environment.prepare_environment(ROOT / ".venv", ("dev",))
        os.execv(python, [str(python), *sys.argv])
    chain = WinePython()
    chain.prepare()
    if arguments.prepare:
        return 0
    try:
        for name, step in STEPS.items():
            if arguments.only is None or name in arguments.only:
                started = time.monotonic()
                print(f"## {name}", flush=True)
                step(chain, arguments.quick)
                print(f"{name}: {time.monotonic() - started:.0f} s", flush=True)
    finally:
        chain.close()
    return 0


def run_self_test(chain: WinePython, quick: bool) -> None:
    """Run the self-test from source."""
    check_self_test_output(chain.run_python(["-m", "hacktrick", "--self-test"], timeout=SELF_TEST))


def check_self_test_output(done: subprocess.CompletedProcess[str]) -> None:
    """Fail unless a self-test has passed, by its exit status and its output."""
    if done.returncode or "self-test passed" not in done.stdout:
        raise StepFailure("the self-test", done)


def run_tests_under_wine(chain: WinePython, quick: bool) -> None:
    """Run each folder of tests in its own process; a crash of Wine then stops one folder only."""
    words = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "-m", "not slow", "--tb=short"]
    words += [f"--{'deselect' if '::' in test else 'ignore'}={test}" for test in LEFT_OUT]
    failed = []
    for tests in QUICK_TESTS if quick else test_folders():
        done = chain.run_python([*words, tests], timeout=TESTS)
        # A process that Wine ends may have the status 0.
        has_passed = not done.returncode and "[100%]" in done.stdout
        print(f"{tests}: {'passed' if has_passed else 'failed'}", flush=True)
        if not has_passed:
            print(done.stdout[-4000:], flush=True)
            failed.append(tests)
    if failed:
        raise SystemExit(f"hacktrick: the tests failed in {', '.join(failed)}.")


def test_folders() -> list[str]:
    """Return the test folders and files to run, each of them in a separate process."""
    paths = sorted((ROOT / "tests").iterdir())
    for folder in SPLIT_FOLDERS:
        paths.remove(ROOT / folder)
        paths += sorted((ROOT / folder).iterdir())
    tests = [path for path in paths if path.is_dir() or path.name.startswith("test_")]
    names = [path.relative_to(ROOT).as_posix() for path in tests]
    left_out = {*LEFT_OUT, *(f"tests/{name}" for name in UNIX_ONLY)}
    return [name for name in names if name not in left_out and _has_tests(ROOT / name)]


def _has_tests(path: Path) -> bool:
    return path.is_file() or any(path.rglob("test_*.py"))


def compare_decisions_with_windows(chain: WinePython, quick: bool) -> None:
    """Compare the decisions of all levels with those made on this system."""
    words = ["build/windows/print_level_decisions.py", "3" if quick else "20"]
    theirs = chain.run_python(words, timeout=TESTS)
    ours = subprocess.run(
        [sys.executable, *words], cwd=ROOT, capture_output=True, text=True, check=True
    )
    found, wanted = theirs.stdout.split(), ours.stdout.split()
    n_actions, n_values = count_action_and_value_differences(found, wanted)
    # Windows has Python 3.13. From 3.12 on, sum() of floats rounds less, which affects values.
    if theirs.returncode or not wanted or n_actions or (n_values and sys.version_info >= (3, 12)):
        raise StepFailure(f"{n_actions} actions and {n_values} values of {len(wanted)}", theirs)
    print(f"{len(wanted)} decisions are the same; {len(wanted) - n_values} of them to the last bit")


def count_action_and_value_differences(
    found: Sequence[str], wanted: Sequence[str]
) -> tuple[int, int]:
    """Count the decisions with different actions, and those that differ only in values.

    Args:
        found: the lines of print_level_decisions.py on one system.
        wanted: the lines of print_level_decisions.py on the other system.
    """
    n_missing = abs(len(found) - len(wanted))
    different = [(a, b) for a, b in zip(found, wanted, strict=False) if a != b]
    n_actions = sum(a.rpartition(":")[0] != b.rpartition(":")[0] for a, b in different)
    return n_actions + n_missing, len(different) - n_actions


def play_linux_host_windows_guest(chain: WinePython, quick: bool) -> None:
    """Play a match that this system hosts and a Windows Python joins."""
    script = "build/windows/random_online_player.py"
    with tempfile.TemporaryDirectory() as folder:
        words = [sys.executable, script, str(Path(folder) / "host")]
        with subprocess.Popen(
            words, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
        ) as host:
            assert host.stdout is not None
            invitation = host.stdout.readline().strip()
            theirs = windows_path(Path(folder) / "guest")
            guest = chain.run_python([script, theirs, invitation], timeout=TESTS)
            ours, _ = host.communicate()
    if host.returncode or guest.returncode or not ours or guest.stdout.split() != ours.split():
        raise StepFailure("the table", guest)
    print("both have the same record and a valid proof")


def play_in_text_mode(chain: WinePython, quick: bool) -> None:
    """Play rounds in text mode, kill the program in the middle of another round, and resume it."""
    with tempfile.TemporaryDirectory() as folder:
        words = [
            str(frozen_console_program(chain)),
            "--text",
            "--data-dir",
            windows_path(Path(folder)),
        ]
        done = chain.run_program(words, timeout=SELF_TEST, typed=ANSWERS)
        if done.returncode or "Round 2." not in done.stdout or "Traceback" in done.stdout:
            raise StepFailure("text mode", done)
    with tempfile.TemporaryDirectory() as folder:
        words = [
            str(frozen_console_program(chain)),
            "--text",
            "--data-dir",
            windows_path(Path(folder)),
        ]
        shown = n_prompts_before_kill(chain, words)
        done = chain.run_program(words, timeout=SELF_TEST, typed="1\n")
        if done.returncode or "Continue" not in done.stdout:
            raise StepFailure("resuming in text mode", done)
    print(f"rounds were played, and one was resumed after {shown} prompts and a kill")


def n_prompts_before_kill(chain: WinePython, command: Sequence[str]) -> int:
    """Start a match in text mode, and kill the program at the third choice of an action.

    Returns:
        The number of choices for which the program asked.
    """
    prompts = 0
    with subprocess.Popen(
        ["wine", *command],
        env=chain.windows_environment_variables(),
        bufsize=0,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    ) as running:
        assert running.stdin is not None and running.stdout is not None
        running.stdin.write(b"1\n1\n1\n")
        seen = b""
        while prompts < 3 and (piece := running.stdout.read(1)):
            seen += piece
            prompts = seen.count(b"Number or command:")
        running.kill()
    return prompts


def freeze_for_windows(chain: WinePython, quick: bool) -> None:
    """Freeze the program, run its self-test, and pack it."""
    words = ["-m", "PyInstaller", windows_path(ROOT / "hacktrick.spec"), "--noconfirm"]
    words += ["--log-level=WARN", "--distpath", windows_path(chain.folder / "dist")]
    words += ["--workpath", windows_path(chain.folder / "work")]
    os.environ["SOURCE_DATE_EPOCH"] = str(packing.source_date_epoch())
    done = chain.run_python(words, timeout=FREEZE)
    if done.returncode:
        raise StepFailure("PyInstaller", done)
    packing.print_and_limit_size(frozen_console_program(chain).parent, packing.MAX_UNPACKED_BYTES)
    check_self_test_output(
        chain.run_program([str(frozen_console_program(chain)), "--self-test"], timeout=SELF_TEST)
    )
    name = f"{packing.NAME}-{packing.game_version()}-windows-amd64.zip"
    archive = packing.write_zip(frozen_console_program(chain).parent, chain.folder / "dist" / name)
    packing.print_and_limit_size(archive, packing.MAX_PACKED_BYTES)
    packing.write_sha256_file(archive)


def frozen_console_program(chain: WinePython) -> Path:
    """Return the path of the frozen program that writes to standard output."""
    return chain.folder / "dist" / packing.NAME / f"{packing.NAME}-console.exe"


def try_installer(chain: WinePython, quick: bool) -> None:
    """Make the installer; install the program, try it, and remove all but the player's data."""
    setup = installer.make_installer(frozen_console_program(chain).parent, chain.folder / "dist")
    before = files_and_settings_naming_game(chain)
    done = chain.run_program([str(setup), "/S"], timeout=SELF_TEST)
    places = sorted(drive_c_folder(chain).glob("users/*/AppData/Local/Programs/Hack Trick"))
    if done.returncode or not places or not (places[0] / "hacktrick.exe").exists():
        raise StepFailure("the installer", done)
    (target,) = places
    installed = str(target / f"{packing.NAME}-console.exe")
    check_self_test_output(chain.run_program([installed, "--self-test"], timeout=SELF_TEST))
    check_file_association(chain)
    check_installed_programs_entry(chain)
    if not any(
        trace.endswith("/Start Menu/Programs/Hack Trick.lnk")
        for trace in files_and_settings_naming_game(chain)
    ):
        raise StepFailure("the entry in the Start menu", done)
    check_file_opening(chain, target / f"{packing.NAME}.exe")
    chain.run_program([installed, "--text"], timeout=SELF_TEST, typed="1\n1\n1\n")
    data = target.parents[1] / DATA_FOLDER
    kept = [path for path in data.rglob("*") if path.is_file()]
    chain.run_program([str(target / "uninstall.exe"), "/S"], timeout=SELF_TEST)
    end = time.monotonic() + 120  # the uninstaller continues in a copy of itself
    while target.exists() and time.monotonic() < end:
        time.sleep(0.2)
    if not kept or not all(path.exists() for path in kept):
        raise StepFailure("keeping the player's data", done)
    shutil.rmtree(data)
    if left := files_and_settings_naming_game(chain) - before:
        raise StepFailure(f"the uninstaller, which left {sorted(left)[:5]},", done)


def drive_c_folder(chain: WinePython) -> Path:
    """Return the folder that Windows programs see as drive C."""
    return chain.folder / "prefix" / "drive_c"


def files_and_settings_naming_game(chain: WinePython) -> set[str]:
    """Return the files on drive C and the lines of the user's registry that name the game."""
    drive = drive_c_folder(chain)
    entries = {path.relative_to(drive).as_posix() for path in drive.rglob("*")}
    registry = ["reg", "query", r"HKCU\Software", "/s"]
    entries.update(chain.run_program(registry, timeout=SELF_TEST).stdout.splitlines())
    return {entry for entry in entries if re.search("hack ?trick", entry, re.IGNORECASE)}


def check_file_association(chain: WinePython) -> None:
    """Check that Windows opens saved matches with the game."""
    key = [r"HKCU\Software\Classes\HackTrick.Match\shell\open\command", "/ve"]
    done = chain.run_program(["reg", "query", *key], timeout=SELF_TEST)
    if "hacktrick.exe" not in done.stdout:
        raise StepFailure("the type of a kept match", done)


def check_installed_programs_entry(chain: WinePython) -> None:
    """Check what Windows says of the game in its list of installed programs."""
    key = r"HKCU\Software\Microsoft\Windows\CurrentVersion\Uninstall\Hack Trick"
    done = chain.run_program(["reg", "query", key], timeout=SELF_TEST)
    stated = ("Hack Trick contributors", packing.game_version(), "EstimatedSize", "uninstall.exe")
    if not all(fact in done.stdout for fact in stated):
        raise StepFailure("the entry in the list of programs", done)


def check_file_opening(chain: WinePython, program: Path) -> None:
    """Check that the window imports the match with which it is started, as from a file manager."""
    match = ROOT / "tests" / "conformance" / "keypad-1.hacktrick.json"
    with tempfile.TemporaryDirectory() as folder:
        data = ["--data-dir", windows_path(Path(folder)), "--open", windows_path(match)]
        listing = [sys.executable, "-m", "hacktrick", "--data-dir", folder, "library", "list"]
        end = time.monotonic() + SELF_TEST
        with subprocess.Popen(
            ["wine", str(program), *data],
            env=chain.windows_environment_variables(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,  # Wine cannot write to a file as a standard stream
            stderr=subprocess.STDOUT,
        ) as running:
            while running.poll() is None and time.monotonic() < end:
                if any(Path(folder).glob("matches.sqlite")):
                    break
                time.sleep(0.5)
            time.sleep(20.0)  # the import runs over several frames
            running.kill()
        done = subprocess.run(listing, cwd=ROOT, capture_output=True, text=True, check=False)
    if "P0" not in done.stdout:
        raise StepFailure("opening a match", done)


def play_in_window(chain: WinePython, quick: bool) -> None:
    """Play rounds in the real window by build/qa/window_check.py."""
    words = [sys.executable, str(ROOT / "build" / "qa" / "window_check.py")]
    words += ["--program", str(frozen_console_program(chain).with_name(f"{packing.NAME}.exe"))]
    words += ["--rounds", "1" if quick else "2"]
    with virtual_display() as display:
        done = subprocess.run(
            words,
            env={**os.environ, **chain.windows_environment_variables(display)},
            capture_output=True,
            text=True,
            timeout=WINDOW,
            check=False,
        )
    if done.returncode:
        raise StepFailure("the window", done)
    print(done.stdout.strip())


@contextmanager
def virtual_display() -> Iterator[str]:
    """Run an X server within a ``with`` block; yield the name of its display."""
    read, write = os.pipe()
    words = ["Xvfb", "-displayfd", str(write), "-screen", "0", "1600x1000x24", "-noreset"]
    server = subprocess.Popen(words, pass_fds=[write], stderr=subprocess.DEVNULL)
    os.close(write)
    try:
        with os.fdopen(read) as display:
            yield f":{display.readline().strip()}"
    finally:
        server.terminate()
        server.wait()


class StepFailure(SystemExit):
    """Raised with the step's name and the last lines of its output if a step fails."""

    def __init__(self, what: str, done: subprocess.CompletedProcess[str]) -> None:
        printed = f"{done.stdout or ''}{done.stderr or ''}".strip()
        super().__init__(f"{printed[-4000:]}\nhacktrick: {what} failed (status {done.returncode}).")


STEPS: dict[str, Callable[[WinePython, bool], None]] = {
    "self-test": run_self_test,
    "tests": run_tests_under_wine,
    "decisions": compare_decisions_with_windows,
    "table": play_linux_host_windows_guest,
    "freeze": freeze_for_windows,
    "text": play_in_text_mode,
    "installer": try_installer,
    "window": play_in_window,
}


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
