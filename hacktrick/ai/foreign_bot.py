"""Bots of other programs, asked over pipes with one line of JSON per decision, within a time limit.

Their answers are not trusted: a dead, late, silent or flooding program raises ``BotFault``.
"""

from __future__ import annotations

import json
import os
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

from hacktrick.ai.bot_protocol import checked_action
from hacktrick.game.view import View
from hacktrick.game.view_json import view_to_json
from hacktrick.resources import environment_for_others

MAX_ANSWER_LENGTH = 65_536  # bytes of a line; a usual answer has a few hundred
READ_SIZE = 8_192  # bytes read at once
EXIT_TIMEOUT = 0.5  # seconds for a program to exit by itself
KILL_TIMEOUT = 2.0  # seconds to wait for a killed program
MAX_COMPLAINT = 2_000  # bytes of its standard error that are kept
MAX_SHOWN_COMPLAINT = 120  # characters of its standard error in an error message


FaultKind = Literal["missing", "start", "late", "died", "nonsense", "illegal"]
"""What a program did wrong: there is none, it does not start, is late, has ended, answers no
action, or one that is not legal."""


class PipeFault(Exception):
    """The program did not answer one line with one line; the text says what happened."""

    def __init__(self, text: str, kind: FaultKind = "nonsense") -> None:
        super().__init__(text)
        self.kind: FaultKind = kind


class NoAnswerInTime(PipeFault):
    """No line came in time."""


class _End:
    """Marks the end of the program's output."""


class _Endless:
    """Marks a line that is longer than allowed."""


Received = bytes | _End | _Endless


class PipedProgram:
    """A running program with piped input and output.

    Each pipe has its own thread, which works on all systems: a program that does not read or write
    blocks only that thread.

    Raises:
        PipeFault: the program cannot be started.
    """

    def __init__(self, command: Sequence[str]) -> None:
        pipe = subprocess.PIPE
        # A process group, so that the program's children can be killed with it.
        own_group = sys.platform != "win32"
        try:
            self._process = subprocess.Popen(
                list(command),
                bufsize=0,
                stdin=pipe,
                stdout=pipe,
                stderr=pipe,
                start_new_session=own_group,
                env=environment_for_others(),
            )
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else None
            raise PipeFault(f"cannot be started: {reason or error}", "start") from error
        self._out: Queue[bytes | None] = Queue(1)
        self._in: Queue[Received] = Queue(
            1
        )  # when full, the reader blocks, and so does the program
        self._complaints: deque[int] = deque(maxlen=MAX_COMPLAINT)
        works = (self._write_requests, self._read_answers, self._read_complaints)
        threads = [Thread(target=_quietly, args=(work,), daemon=True) for work in works]
        for thread in threads:
            thread.start()
        self._listening = threads[-1]

    def ask(self, line: str, limit: float) -> str:
        """Send ``line`` and return the line that answers it within ``limit`` seconds.

        Raises:
            PipeFault: no line came, or one came before the question.
        """
        if not self._in.empty():
            self._decode_answer(self._in.get())
            raise PipeFault("wrote a line that it was not asked for")
        try:
            self._out.put_nowait(line.encode("utf-8", "replace"))
        except Full:
            raise PipeFault("does not read", "late") from None
        try:
            return self._decode_answer(self._in.get(timeout=limit))
        except Empty:
            raise NoAnswerInTime("is silent", "late") from None

    def close(self) -> None:
        """Stop the program and its children, gently if possible."""
        with suppress(Full):
            self._out.put_nowait(None)
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(EXIT_TIMEOUT)
        self._kill_process()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(KILL_TIMEOUT)
        with suppress(Empty):  # unblocks the reader if the queue is full
            self._in.get_nowait()

    def _kill_process(self) -> None:
        with suppress(OSError):
            if sys.platform != "win32":
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.kill()

    def _decode_answer(self, received: Received) -> str:
        if isinstance(received, _Endless):
            raise PipeFault(f"wrote a line of more than {MAX_ANSWER_LENGTH} bytes")
        if isinstance(received, _End):
            raise PipeFault(self._how_it_ended(), "died")
        return received.decode("utf-8", "replace")

    def _how_it_ended(self) -> str:
        try:
            code = self._process.wait(EXIT_TIMEOUT)
        except subprocess.TimeoutExpired:
            return "closed its output"
        self._listening.join(EXIT_TIMEOUT)  # waits for its last output on standard error
        how = f"died of signal {-code}" if code < 0 else f"died with exit code {code}"
        lines = bytes(self._complaints).decode("utf-8", "replace").split("\n")
        last = next((line.strip() for line in reversed(lines) if line.strip()), "")
        return f"{how}: {last[:MAX_SHOWN_COMPLAINT]!r}" if last else how

    # Each of these runs in its own thread.

    def _write_requests(self) -> None:
        assert self._process.stdin is not None
        with self._process.stdin as pipe:
            while (line := self._out.get()) is not None:
                while line:
                    line = line[pipe.write(line) :]

    def _read_answers(self) -> None:
        assert self._process.stdout is not None
        held = b""
        with self._process.stdout as pipe:
            while block := pipe.read(READ_SIZE):
                *lines, held = (held + block).split(b"\n")
                for line in lines:
                    self._in.put(line)
                if len(held) > MAX_ANSWER_LENGTH:
                    self._in.put(_Endless())
                    return
        self._in.put(_End())

    def _read_complaints(self) -> None:
        assert self._process.stderr is not None
        with self._process.stderr as pipe:
            while block := pipe.read(READ_SIZE):
                self._complaints.extend(block)


def _quietly(work: Callable[[], None]) -> None:
    """Run ``work`` until the other end of its pipe is closed."""
    with suppress(OSError, ValueError):
        work()


STARTING_SECONDS = 5.0  # extra time for the first answer, since a program must load
GRACE_SECONDS = 0.1  # extra time for every answer, since pipes take time
MAX_SHOWN = 60  # characters of a wrong answer in an error message


class BotFault(Exception):
    """The bot failed by its own fault; the text says why."""

    def __init__(self, text: str, kind: FaultKind = "nonsense") -> None:
        super().__init__(text)
        self.kind: FaultKind = kind


class ForeignBot:
    """A running program that answers requests of the bot protocol.

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
        """Return the program's action and the seconds it took.

        Raises:
            BotFault: there is no answer in time, or the answer is not an action.
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
        return _action_in(line), time.monotonic() - began

    def close(self) -> None:
        """Stop the program, gently if possible."""
        self._program.close()


def _action_in(line: str) -> str:
    try:
        answer: Any = json.loads(line)
        return checked_action(answer)
    except (ValueError, RecursionError) as error:
        raise BotFault(f"answered {line.strip()[:MAX_SHOWN]!r}") from error
