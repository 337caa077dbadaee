"""Players of other programs: lines of JSON over a pipe, in the protocol of the bot command.

Their answers are not trusted: a dead, late or silent program is a ``BotFault``.
"""

from __future__ import annotations

import json
import subprocess
import time
from queue import Empty, Queue
from threading import Thread
from typing import Any

from hacktrick.game.view import View
from hacktrick.game.viewtext import view_as_json
from hacktrick.play.bot import checked_action

STARTING = 5.0  # seconds more for the first answer: a program must load
GRACE = 0.1  # seconds more for every answer: pipes are not free
CLOSING = 0.5
MAX_SHOWN = 60  # characters of a wrong answer that are repeated


class BotFault(Exception):
    """The bot has lost the round by its own fault; the text says how."""


class ForeignBot:
    """A running program that answers requests."""

    def __init__(self, command: list[str]) -> None:
        self._asked = 0
        self._lines: Queue[str | None] = Queue()
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                encoding="utf-8",
                errors="replace",
            )
        except OSError as error:
            raise BotFault(f"cannot be started: {error.strerror or error}") from error
        # A thread, since reading a pipe with a limit works alike on every system in no other way.
        Thread(target=self._read, daemon=True).start()

    def choose(self, view: View, legal: tuple[str, ...], time_ms: int) -> tuple[str, float]:
        """The action that the program answers, and the seconds it took.

        Raises:
            BotFault: no answer, not in time, or none that is an action.
        """
        request = {"view": view_as_json(view), "legal": list(legal), "time_ms": time_ms}
        limit = time_ms / 1000 + GRACE + (0 if self._asked else STARTING)
        self._asked += 1
        began = time.monotonic()
        self._write(json.dumps(request) + "\n")
        try:
            line = self._lines.get(timeout=limit)
        except Empty:
            raise BotFault(f"no answer within {time_ms} ms") from None
        if line is None:
            raise BotFault("died")
        return _action_in(line), time.monotonic() - began

    def close(self) -> None:
        """End the program, gently if it will."""
        pipe = self._process.stdin
        try:
            if pipe is not None:
                pipe.close()
            self._process.wait(CLOSING)
        except (OSError, subprocess.TimeoutExpired):
            self._process.kill()
            self._process.wait()

    def _write(self, text: str) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(text)
            self._process.stdin.flush()
        except OSError as error:
            raise BotFault("died") from error

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._lines.put(line)
        self._lines.put(None)


def _action_in(line: str) -> str:
    try:
        answer: Any = json.loads(line)
        return checked_action(answer)
    except (ValueError, RecursionError) as error:
        raise BotFault(f"answered {line.strip()[:MAX_SHOWN]!r}") from error
