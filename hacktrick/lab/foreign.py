"""Players of other programs: lines of JSON over a pipe, in the protocol of the bot command.

Their answers are not trusted: a dead, late, silent or flooding program is a ``BotFault``.
"""

from __future__ import annotations

import json
import time
from typing import Any

from hacktrick.game.view import View
from hacktrick.game.viewtext import view_as_json
from hacktrick.lab.pipes import PipeFault, Program, Silent
from hacktrick.play.bot import checked_action

STARTING = 5.0  # seconds more for the first answer: a program must load
GRACE = 0.1  # seconds more for every answer: pipes are not free
MAX_SHOWN = 60  # characters of a wrong answer that are repeated


class BotFault(Exception):
    """The bot has lost the round by its own fault; the text says how."""


class ForeignBot:
    """A running program that answers requests.

    Raises:
        BotFault: it cannot be started.
    """

    def __init__(self, command: list[str]) -> None:
        self._asked = 0
        try:
            self._program = Program(command)
        except PipeFault as error:
            raise BotFault(str(error)) from error

    def choose(self, view: View, legal: tuple[str, ...], time_ms: int) -> tuple[str, float]:
        """The action that the program answers, and the seconds it took.

        Raises:
            BotFault: no answer, not in time, or none that is an action.
        """
        request = {"view": view_as_json(view), "legal": list(legal), "time_ms": time_ms}
        limit = time_ms / 1000 + GRACE + (0 if self._asked else STARTING)
        self._asked += 1
        began = time.monotonic()
        try:
            line = self._program.ask(json.dumps(request) + "\n", limit)
        except Silent:
            raise BotFault(f"no answer within {time_ms} ms") from None
        except PipeFault as error:
            raise BotFault(str(error)) from error
        return _action_in(line), time.monotonic() - began

    def close(self) -> None:
        """End the program, gently if it will."""
        self._program.close()


def _action_in(line: str) -> str:
    try:
        answer: Any = json.loads(line)
        return checked_action(answer)
    except (ValueError, RecursionError) as error:
        raise BotFault(f"answered {line.strip()[:MAX_SHOWN]!r}") from error
