"""Who plays in the arena: levels, probes of levels and foreign programs; and asking them."""

from __future__ import annotations

import shlex
import time
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Protocol

from hacktrick.ai.agent import Decision
from hacktrick.ai.levels import LEVELS
from hacktrick.ai.worker import choose
from hacktrick.game.rules import Rules
from hacktrick.game.view import View
from hacktrick.lab.foreign import BotFault, ForeignBot

TIME_MS = 1000


class PlayerError(ValueError):
    """A player that does not exist; the text says why."""


@dataclass(frozen=True, slots=True)
class Player:
    """One side of the arena: a level, the probe of a level, or the command of a foreign bot."""

    text: str
    level: int | None
    command: tuple[str, ...]
    probes: bool = False


def read_player(text: str) -> Player:
    """The player that ``level:N``, ``probe:N`` or ``cmd:PROGRAM ARG …`` names.

    Raises:
        PlayerError: none of them, or no such level.
    """
    kind, _, rest = text.partition(":")
    if kind in ("level", "probe") and rest.isascii() and rest.isdigit() and int(rest) in LEVELS:
        return Player(text, int(rest), (), kind == "probe")
    if kind == "cmd":
        try:
            command = tuple(shlex.split(rest))
        except ValueError as error:
            raise PlayerError(f"{text!r}: {error}") from error
        if command:
            return Player(text, None, command)
    known = ", ".join(map(str, LEVELS))
    raise PlayerError(
        f"{text!r} is no player: level:N or probe:N (N is one of {known}) "
        "or cmd:PROGRAM ARG ... is needed"
    )


class Prober(Protocol):
    """A player who knows how a level plays."""

    def choose(self, view: View, seed: int) -> Decision: ...


def prober_of(player: Player, rules: Rules) -> Prober:
    """The probe that ``player`` names.

    Raises:
        PlayerError: there is none of this level, or none under these rules.
    """
    assert player.level is not None
    module = import_module("hacktrick.lab.probe")  # not above: it needs numpy, levels 1 to 7 do not
    try:
        prober: Prober = module.probe_of(player.level, rules)
    except ValueError as error:
        raise PlayerError(f"{player.text!r}: {error}") from error
    return prober


class Desk:
    """The players of a run, their programs started when needed."""

    def __init__(self, rules: Rules, players: Sequence[Player], time_ms: int) -> None:
        self._players = players
        self._time_ms = time_ms
        self._probers = {
            who: prober_of(player, rules) for who, player in enumerate(players) if player.probes
        }
        self._bots: dict[int, ForeignBot] = {}

    def choose(self, who: int, view: View, legal: tuple[str, ...], seed: int) -> tuple[str, float]:
        """The action of player ``who`` and the seconds it took.

        Raises:
            BotFault: a foreign bot failed; its program has been ended.
        """
        if self._players[who].level is not None:
            began = time.perf_counter()
            action = str(self._decide(who, view, seed).action)
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

    def _decide(self, who: int, view: View, seed: int) -> Decision:
        level = self._players[who].level
        assert level is not None
        prober = self._probers.get(who)
        return choose(level, view, None, seed) if prober is None else prober.choose(view, seed)

    def _bot(self, who: int) -> ForeignBot:
        if who not in self._bots:
            self._bots[who] = ForeignBot(list(self._players[who].command))
        return self._bots[who]

    def _drop(self, who: int) -> None:
        bot = self._bots.pop(who, None)
        if bot is not None:
            bot.close()
