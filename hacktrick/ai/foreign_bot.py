"""Runs bots by other authors as child processes and asks them for decisions, within limits.

Requests and answers are lines of JSON. Answers are not trusted: a program that is dead, late or
silent, or that writes too much, causes a ``BotFault``. Time is limited everywhere, memory on Linux.
"""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from queue import Empty, Full, Queue
from threading import Thread
from typing import Any, Literal

from hacktrick.ai.bot_protocol import read_answer_action
from hacktrick.game.view import View
from hacktrick.game.view_json import view_to_json
from hacktrick.resources import environment_for_other_programs

MAX_ANSWER_LENGTH = 65_536  # maximum bytes in an answer line; usual answers have a few hundred
READ_SIZE = 8_192  # bytes to read at once
EXIT_TIMEOUT = 0.5  # seconds to wait for a program to exit by itself
KILL_TIMEOUT = 2.0  # seconds to wait for a killed program to disappear
MAX_MEMORY = 4 << 30  # bytes: the writable memory of a program, and of each one that it starts
MAX_ERROR_OUTPUT = 2_000  # bytes of a program's standard error to keep
MAX_SHOWN_ERROR_OUTPUT = 120  # characters of standard error to quote in an error message


FaultKind = Literal["missing", "start", "late", "died", "nonsense", "illegal"]
"""What went wrong: the program does not exist, does not start, is late or has ended, or its answer
is not an action or not a legal one.
"""


def split_command(command: str) -> list[str]:
    """Split a command line into a program and its arguments, so that no shell is needed.

    Raises:
        ValueError: a quotation mark is missing.

    >>> split_command("python3 'my bot.py' --fast")
    ['python3', 'my bot.py', '--fast']
    """
    if sys.platform == "win32":  # paths on Windows contain backslashes, which must stay
        return [word.strip("\"'") for word in shlex.split(command, posix=False)]
    return shlex.split(command)


class PipeFault(Exception):
    """Raised if a program does not answer a line with exactly one line; the message says why."""

    def __init__(self, text: str, kind: FaultKind = "nonsense") -> None:
        super().__init__(text)
        self.kind: FaultKind = kind


class NoAnswerInTime(PipeFault):
    """Raised if a program does not answer within the time limit."""


class _EndOfOutput:
    """Marks the end of the program's output."""


class _OverlongLine:
    """Marks a line that is longer than allowed."""


Received = bytes | _EndOfOutput | _OverlongLine


class PipedProgram:
    """A running program whose input and output are pipes.

    Each pipe has its own thread, which works on all systems. A program that stops reading or
    writing blocks only such a thread.

    Raises:
        PipeFault: the program cannot be started.
    """

    def __init__(self, command: Sequence[str]) -> None:
        pipe = subprocess.PIPE
        # With a separate process group, close() can kill the program's children too.
        own_group = sys.platform != "win32"
        try:
            self._process = subprocess.Popen(
                list(command),
                bufsize=0,
                stdin=pipe,
                stdout=pipe,
                stderr=pipe,
                start_new_session=own_group,
                env=environment_for_other_programs(),
            )
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else None
            raise PipeFault(f"cannot be started: {reason or error}", "start") from error
        _limit_memory(self._process.pid)
        self._requests: Queue[bytes | None] = Queue(1)
        # A full queue blocks the reader thread, and thereby the program.
        self._answers: Queue[Received] = Queue(1)
        self._is_closed = False
        self._error_output: deque[int] = deque(maxlen=MAX_ERROR_OUTPUT)
        works = (self._write_requests, self._read_answers, self._read_error_output)
        threads = [
            Thread(target=_run_until_pipe_closes, args=(work,), daemon=True) for work in works
        ]
        for thread in threads:
            thread.start()
        self._error_reader = threads[-1]

    def ask(self, line: str, limit: float) -> str:
        """Send ``line`` and return the line that answers it.

        Args:
            limit: the time limit in seconds.

        Raises:
            PipeFault: no line came in time, or a line came before ``line`` was sent.
        """
        if not self._answers.empty():
            self._decode_answer(self._answers.get())
            raise PipeFault("wrote a line that it was not asked for")
        try:
            self._requests.put_nowait(line.encode("utf-8", "replace"))
        except Full:
            raise PipeFault("does not read", "late") from None
        try:
            return self._decode_answer(self._answers.get(timeout=limit))
        except Empty:
            raise NoAnswerInTime("is silent", "late") from None

    def close(self) -> None:
        """Stop the program and its children, gently if possible."""
        self._is_closed = True
        with suppress(Full):
            self._requests.put_nowait(None)
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(EXIT_TIMEOUT)
        self._kill_process()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(KILL_TIMEOUT)
        with suppress(Empty):  # emptying the queue unblocks the reader thread
            self._answers.get_nowait()

    def _kill_process(self) -> None:
        with suppress(OSError):
            if sys.platform != "win32":
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.kill()

    def _decode_answer(self, received: Received) -> str:
        if isinstance(received, _OverlongLine):
            raise PipeFault(f"wrote a line of more than {MAX_ANSWER_LENGTH} bytes")
        if isinstance(received, _EndOfOutput):
            raise PipeFault(self._exit_reason(), "died")
        return received.decode("utf-8", "replace")

    def _exit_reason(self) -> str:
        try:
            code = self._process.wait(EXIT_TIMEOUT)
        except subprocess.TimeoutExpired:
            return "closed its output"
        self._error_reader.join(EXIT_TIMEOUT)  # wait for the last lines of standard error
        how = f"died of signal {-code}" if code < 0 else f"died with exit code {code}"
        lines = bytes(self._error_output).decode("utf-8", "replace").split("\n")
        last = next((line.strip() for line in reversed(lines) if line.strip()), "")
        return f"{how}: {last[:MAX_SHOWN_ERROR_OUTPUT]!r}" if last else how

    # Each of the following methods runs in its own thread.

    def _write_requests(self) -> None:
        assert self._process.stdin is not None
        with self._process.stdin as pipe:
            while (line := self._requests.get()) is not None:
                while line:
                    line = line[pipe.write(line) :]
                if self._is_closed:
                    return

    def _read_answers(self) -> None:
        assert self._process.stdout is not None
        held = b""
        with self._process.stdout as pipe:
            while block := pipe.read(READ_SIZE):
                *lines, held = (held + block).split(b"\n")
                for line in lines:
                    if self._is_closed:
                        return
                    self._answers.put(line)
                if len(held) > MAX_ANSWER_LENGTH:
                    self._answers.put(_OverlongLine())
                    return
        self._answers.put(_EndOfOutput())

    def _read_error_output(self) -> None:
        assert self._process.stderr is not None
        with self._process.stderr as pipe:
            while block := pipe.read(READ_SIZE):
                self._error_output.extend(block)


def _limit_memory(process: int) -> None:
    """Limit the memory of a running process and of processes that it starts later, on Linux.

    Elsewhere, a process can only limit itself, so that its program would need to be trusted.
    """
    if sys.platform == "linux":
        import resource  # noqa: PLC0415  # does not exist on Windows

        # Unlike RLIMIT_AS, this leaves out addresses that a runtime only reserves.
        limits = (MAX_MEMORY, MAX_MEMORY)
        with suppress(OSError, ValueError):  # the program has ended, or has a lower limit
            resource.prlimit(process, resource.RLIMIT_DATA, limits)


def _run_until_pipe_closes(work: Callable[[], None]) -> None:
    """Call ``work``; return silently when its pipe is closed."""
    with suppress(OSError, ValueError):
        work()


STARTING_SECONDS = 5.0  # extra time for the first answer, since a program must first load
GRACE_SECONDS = 0.1  # extra time for every answer, since pipes cause delay
MAX_SHOWN = 60  # characters of a wrong answer to quote in an error message


class BotFault(Exception):
    """Raised if a bot breaks the protocol, fails or is late; the message gives the reason."""

    def __init__(self, text: str, kind: FaultKind = "nonsense") -> None:
        super().__init__(text)
        self.kind: FaultKind = kind


class ForeignBot:
    """A running program that plays by the bot protocol (``ai.bot_protocol``).

    Raises:
        BotFault: the program cannot be started.
    """

    def __init__(self, command: list[str]) -> None:
        self._asked = 0
        try:
            self._program = PipedProgram(command)
        except PipeFault as error:
            raise BotFault(str(error), error.kind) from error

    def choose(self, view: View, legal: tuple[str, ...], time_ms: int) -> tuple[str, float]:
        """Return the program's action, and the seconds that it took to answer.

        Args:
            view: the view to decide in.
            legal: the legal actions, as texts.
            time_ms: the time limit in milliseconds.

        Raises:
            BotFault: no answer comes in time, or the answer is not an action.
        """
        request = {"view": view_to_json(view), "legal": list(legal), "time_ms": time_ms}
        limit = time_ms / 1000 + GRACE_SECONDS + (0 if self._asked else STARTING_SECONDS)
        self._asked += 1
        began = time.monotonic()
        try:
            line = self._program.ask(json.dumps(request) + "\n", limit)
        except NoAnswerInTime:
            raise BotFault(f"no answer within {time_ms} ms", "late") from None
        except PipeFault as error:
            raise BotFault(str(error), error.kind) from error
        return _parsed_action(line), time.monotonic() - began

    def close(self) -> None:
        """Stop the program and its children, gently if possible."""
        self._program.close()


def _parsed_action(line: str) -> str:
    try:
        answer: Any = json.loads(line)
        return read_answer_action(answer)
    except (ValueError, RecursionError) as error:
        raise BotFault(f"answered {line.strip()[:MAX_SHOWN]!r}") from error
