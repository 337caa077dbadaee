#!/usr/bin/env python3
"""Calls every command with bad values, odd encodings and broken streams.

python build/qa/fuzz_commands.py [--tries N] [--seed S]

Most calls run in a forked copy of this process, some as separate programs, and some of those
receive a signal. A call must end with a usual status (0, 2, 130, or the signal's), must not print a
traceback and must explain a failure in one line. Commands that would reach other computers or open
a window are not called. Needs a system with fork.
"""

from __future__ import annotations

import argparse
import io
import os
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from random import Random
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from hacktrick.__main__ import main as program
from hacktrick.game.editions import rules_for
from hacktrick.game.view import SeatInfo
from tests.support.random_matches import random_record

ROOT = Path(__file__).resolve().parents[2]
EXCEPTION_STATUS = 70  # exit status of a call that raised an exception
CALL_TIMEOUT = 20.0  # number of seconds until a call is killed, which does not count as a fault
SEPARATE_CALL_PERIOD = 25  # number of calls of which one runs as a separate program

COMMANDS: tuple[str, ...] = (
    *("replay V", "replay --states V", "replay V V", "analyse V", "analyse --json V", "verify V"),
    "verify --long V",
    *("host --address V", "host --clock V", "host --preset V", "host --computer V --clock 1"),
    *("host --name V --clock 1", "join --name V", "join --broker V", "join --watch"),
    *("bot --level V", "bot --level 1 --seed V", "bot", "position V", "position --json V", "stats"),
    *(
        "stats V",
        "stats --json V",
        "lessons V",
        "lessons --seed V --level V",
        "library",
        "arena V V",
    ),
    *("library list V", "library list --json V", "library import V", "library import --json V V"),
    *("library export V", "library export 1 --to V", "library export 1 --raw --page V"),
    *("library export 1 --page --to V", "library star V", "library unstar 1 V", "library note 1 V"),
    *("library note V V", "library delete V", "library restore V", "library rebuild V"),
    *("library V", "arena level:1 V", "arena level:1 level:1 --rounds 1 --json V", "V", "V V"),
    *("arena level:1 level:1 --rounds V", "arena level:1 level:1 --preset V --rounds 1"),
    *("arena level:1 level:1 --resume V --rounds 1", "arena level:1 level:1 --sprt V V"),
    *("round-robin V V", "round-robin level:1 level:1 --rounds V", "--data-dir V library list"),
    *("--data-dir V stats", "--data-dir V --text", "--text", "--version V", "--help", "V --help"),
)
WORDS: tuple[str, ...] = (
    *("", " ", "-", "--", "---", "-1", "0", "00", "1", "3", "+1", "1.5", "1e9", "nan", "inf", "٣"),
    *("9" * 30, "9" * 5000, "-" + "9" * 4400, "0x10", "1_000", "²", "True", "None", "null", "'"),
    *("\udcff", "\udc80abc", "a\udcffb", "é", "ő", "😀", "\u202eabc", "\u2028", "\u200b", "\ufeff"),
    *("\n", "a\nb", "\r", "\t", "\x01", "\x1b[2J", "\x7f", "a" * 300, "a" * 10_000, "é" * 5000),
    *("/" * 5000, "a/" * 3000, "./" * 2000 + "x", "%s%n", "{}", "{0}", "%", "\\", "\\x", "*", "?"),
    *("[", "]", "{", "[]", '{"a": 1}', "'; DROP TABLE match; --", '"', "%_", "LIKE", "$(id)", "`"),
    *("/dev/null", "/dev/full", "/dev/zero", "/dev/stdin", "/proc/self/mem", "/proc/self/environ"),
    *("/nowhere/at/all", "~nobody-here/x", "HT1.", "HT1.AAAA", "HT1." + "A" * 70_000, "HT2.AA"),
    *("HT1.\udcff", "HT1.é", "keypad", "wits", "chess", "KEYPAD", "level:0", "level:1", "level:99"),
    *(
        "level:",
        "level:1 bold",
        "level:1,bold",
        "level:x",
        "probe:1",
        "probe:99",
        "probe:",
        "work:0",
    ),
    *("work:x", "work:99999999", "cmd:", "cmd:false", "cmd:/nowhere/at/all", "cmd:'", "cmd:\udcff"),
    *("example.com", "256.1.1.1", "127.0.0.1", "::1", "fe80::1%lo", "1.2.3", "http://", "mqtt://"),
    *("mqtts://[", "mqtt://a:b@", "mqtt://:99999", "tcp://x", "keypad row=3 aside= hands=24/???"),
    *("keypad turn=4 row=315 aside=02 hands=24/??? board=4a,6Bb captured=1/0 sums=-/7+1",),
    *("keypad row=" + "9" * 5000, "keypad board=" + "1a," * 3000, "keypad \udcff=1", "row=1 row=1"),
    *(
        "--json",
        "--help",
        "-h",
        "--to",
        "--data-dir",
        "--version",
        "--=",
        "--\udcff",
        "-\udcff",
        "@x",
    ),
)
LOADED = (
    *("terminal.commands.library", "terminal.commands.lessons", "terminal.commands.position"),
    *(
        "terminal.commands.replay",
        "terminal.commands.verify",
        "terminal.commands.analyse",
        "terminal.commands.contests",
    ),
    *("terminal.play.program", "ai.bot_protocol"),
)
ENCODINGS = ("utf-8", "utf-8", "cp1252", "ascii", "latin-1", "cp437", "cp932", "utf-16")
OUTPUTS = ("pipe", "pipe", "pipe", "full", "closed", "gone")
INPUTS: tuple[bytes | None, ...] = (
    b"",
    b"\n\n\n",
    b"\xff\xfe\x00\n",
    b"[1, 2\n",
    b"library\n1\n",
    None,
)


class CommandCall(NamedTuple):
    """A command line to call, and its streams.

    Attributes:
        encoding: the encoding of the streams.
        output, errors: the targets of standard output and error, each one of ``OUTPUTS``.
        input: the content of standard input; None for no standard input.
    """

    words: tuple[str, ...]
    encoding: str
    output: str
    errors: str
    input: bytes | None


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tries", type=int, default=5000, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    options = parser.parse_args()
    faults = 0
    with tempfile.TemporaryDirectory(prefix="hacktrick-fuzz-cli-") as folder:
        for fault in run_calls_and_find_faults(Path(folder), options.tries, Random(options.seed)):
            faults += 1
            print(fault, flush=True)
    print(f"{options.tries} calls, {faults} faults")
    return 1 if faults else 0


def run_calls_and_find_faults(folder: Path, tries: int, rng: Random) -> Iterator[str]:
    """Make ``tries`` random calls, and yield a line for each call that ended badly."""
    values = (*WORDS, *create_bad_files(folder))
    for part in LOADED:  # load these once instead of in every forked copy
        import_module(f"hacktrick.{part}")
    before, os.environ["HACKTRICK_DATA_DIR"] = Path.cwd(), str(folder / "data")
    os.chdir(folder)  # commands may write to files that values name
    try:
        for n in range(tries):
            call = random_call(values, rng)
            if n % SEPARATE_CALL_PERIOD:
                code, error = run_in_forked_process(call)
            else:
                code, error = run_as_program(call, rng)
            if fault := fault_of_call(call, code, error):
                yield f"{call}: {fault}"
    finally:
        os.chdir(before)
        del os.environ["HACKTRICK_DATA_DIR"]


def random_call(values: tuple[str, ...], rng: Random) -> CommandCall:
    """Return a random command with random values in place of each V."""
    line = rng.choice(COMMANDS).split()
    words = tuple(rng.choice(values) if word == "V" else word for word in line)
    if words[0] in ("host", "join") and "--clock" not in words and "--help" not in words:
        words = (*words, "--clock", "1")  # otherwise valid options would open a table
    errors = rng.choice(OUTPUTS) if rng.random() < 0.2 else "pipe"
    return CommandCall(
        words, rng.choice(ENCODINGS), rng.choice(OUTPUTS), errors, rng.choice(INPUTS)
    )


def fault_of_call(call: CommandCall, code: int, error: str) -> str:
    """Return a description of what is wrong with the way a call ended, or "" if nothing is."""
    if "Traceback" in error or code == EXCEPTION_STATUS:
        return f"raised: {error.strip()[-700:]}"
    if "Something went wrong" in error:
        return f"crashed: {error.strip()}"
    if code not in (0, 2, 130, -signal.SIGINT, -signal.SIGTERM, -signal.SIGKILL):
        return f"ended with {code}: {error.strip()[-300:]}"
    if code == 2 and call.errors == "pipe" and error.count("\n") != 1:
        return f"said not one line: {error.strip()[-300:]!r}"
    return ""


def create_bad_files(folder: Path) -> tuple[str, ...]:
    """Create files and folders with many kinds of faults; return their paths."""
    seats = (SeatInfo("Ada ő 😀", "human"), SeatInfo("Bénédicte", "level:2"))
    text = random_record(rules_for("keypad", {"target": 2}), seats, Random(1)).as_text()
    contents: dict[str, bytes] = {
        "good.json": text.encode(),
        "bom.json": b"\xef\xbb\xbf" + text.encode(),
        "utf16.json": text.encode("utf-16"),
        "cut.json": text.encode()[:300],
        "later.json": text.replace('"version": 1', '"version": 2').encode(),
        "deep.json": b"[" * 200_000,
        "lists.json": b"[" + b"[]," * 200_000 + b"0]",
        "number.json": b'{"format": "hacktrick-match", "version": ' + b"9" * 5000 + b"}",
        "name.json": text.replace("Bénédicte", "\\ud800").encode(),
        "proof": b"hacktrick-proof-1\n" + bytes(500),
        "empty": b"",
        "nulls": bytes(1000),
        "journal.json": b'{"format": "hacktrick-arena"}\n{}\n[',
    }
    folder.joinpath("data").mkdir()
    for name, content in contents.items():
        (folder / name).write_bytes(content)
    (folder / "folder").mkdir()
    (folder / "loop").symlink_to(folder / "loop")
    os.mkfifo(folder / "fifo")
    (folder / "broken").mkdir()
    (folder / "broken" / "matches.sqlite").write_bytes(
        b"SQLite format 3\0" + bytes(range(256)) * 40
    )
    names = (*contents, "folder", "loop", "fifo", "broken", "folder/none/none")
    return tuple(str(folder / name) for name in names)


# Functions for making the calls.


def run_in_forked_process(call: CommandCall) -> tuple[int, str]:
    """Run a call in a forked copy of this process; return its exit status and error output."""
    reading, writing = os.pipe()
    with tempfile.TemporaryFile() as source:
        source.write(call.input or b"")
        source.seek(0)
        child = os.fork()
        if not child:
            os.close(reading)
            _run_in_child(call, writing, source.fileno())
    os.close(writing)
    return _wait_for_or_kill_child(child, reading)


def _run_in_child(call: CommandCall, writing: int, source: int) -> None:
    os.setsid()
    outputs = {"pipe": os.open(os.devnull, os.O_WRONLY), "full": os.open("/dev/full", os.O_WRONLY)}
    gone, end = os.pipe()
    os.close(gone)
    outputs["gone"] = end
    os.dup2(source, 0)
    os.dup2(outputs.get(call.output, end), 1)
    os.dup2(writing if call.errors == "pipe" else outputs.get(call.errors, end), 2)
    sys.stdin = None if call.input is None else _text_stream(0, "r", call.encoding)
    sys.stdout = None if call.output == "closed" else _text_stream(1, "w", call.encoding)
    sys.stderr = None if call.errors == "closed" else _text_stream(2, "w", call.encoding)
    vars(sys)["__stdout__"] = sys.stdout
    sys.argv = ["hacktrick", *call.words]
    try:
        code = program()
    except SystemExit as leaving:
        code = leaving.code if isinstance(leaving.code, int) else 0
    except BaseException:
        os.write(writing, traceback.format_exc().encode("utf-8", "backslashreplace"))
        code = EXCEPTION_STATUS
    with suppress(OSError, ValueError):
        if sys.stderr is not None:
            sys.stderr.flush()
    os._exit(code)


def _text_stream(number: int, mode: str, encoding: str) -> io.TextIOWrapper:
    errors = "backslashreplace" if number == 2 else "strict"
    raw = io.FileIO(number, mode, closefd=False)
    buffer = io.BufferedReader(raw) if mode == "r" else io.BufferedWriter(raw)
    return io.TextIOWrapper(buffer, encoding=encoding, errors=errors)


def _wait_for_or_kill_child(child: int, reading: int) -> tuple[int, str]:
    """Return a child's exit status and error output; kill it if it exceeds the time limit."""
    until = time.monotonic() + CALL_TIMEOUT
    os.set_blocking(reading, False)
    output = b""
    while True:
        done, status = os.waitpid(child, os.WNOHANG)
        with suppress(BlockingIOError):
            while part := os.read(reading, 65536):
                output += part
        if done:
            break
        if time.monotonic() > until:
            os.killpg(child, signal.SIGKILL)
        time.sleep(0.002)
    with suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)  # kill any processes that the child left running
    os.close(reading)
    return os.waitstatus_to_exitcode(status), output.decode("utf-8", "replace")


def run_as_program(call: CommandCall, rng: Random) -> tuple[int, str]:
    """Run a call as a separate program, and sometimes send it a signal.

    Returns:
        The exit status and error output.
    """
    environment = dict(os.environ, PYTHONIOENCODING=call.encoding, PYTHONPATH=str(ROOT))
    with Path("/dev/full" if call.output == "full" else os.devnull).open("wb") as target:
        running = subprocess.Popen(
            [sys.executable, "-m", "hacktrick", *call.words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE if call.output in ("gone", "closed") else target,
            stderr=subprocess.PIPE,
            env=environment,
            start_new_session=True,
        )
    if running.stdout is not None:
        running.stdout.close()
        running.stdout = None
    if rng.random() < 0.5:
        time.sleep(rng.uniform(0.4, 1.0))
        with suppress(ProcessLookupError):
            os.killpg(running.pid, rng.choice((signal.SIGINT, signal.SIGTERM)))
    try:
        _out, error = running.communicate(call.input or b"", timeout=CALL_TIMEOUT)
    except subprocess.TimeoutExpired:
        os.killpg(running.pid, signal.SIGKILL)
        _out, error = running.communicate()
    return running.returncode, error.decode(call.encoding, "replace")


if __name__ == "__main__":
    raise SystemExit(main())
