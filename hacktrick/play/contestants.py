"""Who plays in the arena: levels, probes of levels and foreign programs; and asking them."""

from __future__ import annotations

import shlex
import time
from collections.abc import Sequence
from dataclasses import dataclass

from hacktrick.ai.levels import LEVELS
from hacktrick.ai.worker import choose
from hacktrick.game.view import View
from hacktrick.play.foreign import BotFault, ForeignBot

TIME_MS = 1000


class PlayerError(ValueError):
    """A player that does not exist; the text says why."""


@dataclass(frozen=True, slots=True)
class Player:
    """One side of the arena: a level, or the command of a foreign bot."""

    text: str
    level: int | None
    command: tuple[str, ...]


def read_player(text: str) -> Player:
    """The player that ``level:N`` or ``cmd:PROGRAM ARG …`` names.

    Raises:
        PlayerError: neither, or no such level.
    """
    kind, _, rest = text.partition(":")
    if kind == "level" and rest.isascii() and rest.isdigit() and int(rest) in LEVELS:
        return Player(text, int(rest), ())
    if kind == "cmd":
        try:
            command = tuple(shlex.split(rest))
        except ValueError as error:
            raise PlayerError(f"{text!r}: {error}") from error
        if command:
            return Player(text, None, command)
    known = ", ".join(map(str, LEVELS))
    raise PlayerError(
        f"{text!r} is no player: level:N (N is one of {known}) or cmd:PROGRAM ARG ... is needed"
    )


class Desk:
    """The players of a run, their programs started when needed."""

    def __init__(self, players: Sequence[Player], time_ms: int) -> None:
        self._players = players
        self._time_ms = time_ms
        self._bots: dict[int, ForeignBot] = {}

    def choose(self, who: int, view: View, legal: tuple[str, ...], seed: int) -> tuple[str, float]:
        """The action of player ``who`` and the seconds it took.

        Raises:
            BotFault: a foreign bot failed; its program has been ended.
        """
        level = self._players[who].level
        if level is not None:
            began = time.perf_counter()
            action = str(choose(level, view, None, seed).action)
            return action, time.perf_counter() - began
        try:
            action, seconds = self._bot(who).choose(view, legal, self._time_ms)
        except BotFault:
            self._drop(who)
            raise
        if action not in legal:
            raise BotFault(f"answered {action!r}, which is not legal")
        return action, seconds

    def close(self) -> None:
        for who in list(self._bots):
            self._drop(who)

    def _bot(self, who: int) -> ForeignBot:
        if who not in self._bots:
            self._bots[who] = ForeignBot(list(self._players[who].command))
        return self._bots[who]

    def _drop(self, who: int) -> None:
        bot = self._bots.pop(who, None)
        if bot is not None:
            bot.close()
