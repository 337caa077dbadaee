"""The players of a contest: levels, players for experiments, and foreign programs."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from hacktrick.ai.agent import Decision
from hacktrick.ai.answer_time_slots import benefits_from_more_time, work_budget_of
from hacktrick.ai.foreign_bot import BotFault, ForeignBot, split_command
from hacktrick.ai.levels.catalogue import LEVELS, level_decision
from hacktrick.ai.levels.styles import FIRST_STYLED_LEVEL, STYLES, can_have_style
from hacktrick.game.editions import Rules
from hacktrick.game.transitions import with_value_at
from hacktrick.game.view import PATIENT_MANNER, STEADY_STYLE, SeatInfo, View
from hacktrick.match.player_kinds import player_for_level

TIME_MS = 1000  # default time limit of a foreign program for a decision, in milliseconds
MAX_WORK_MS = 60_000


class ContestantError(ValueError):
    """Raised if a text does not name a player; the message gives the reason."""


@dataclass(frozen=True, slots=True)
class Contestant:
    """A player of a contest.

    Attributes:
        text: the text that names the player.
        level: the level; None for a foreign program.
        command: the command line of a foreign program.
        is_best_response: whether the best response to the level plays instead of the level.
        is_patient: whether the level takes more time.
        work: if not 0, the player is a solver that does this many milliseconds of work, measured on
            an average processor.
    """

    text: str
    level: int | None
    command: tuple[str, ...]
    is_best_response: bool = False
    style: str = STEADY_STYLE
    is_patient: bool = False
    work: int = 0

    def view_with_own_style(self, view: View) -> View:
        """Return the view with this player's style and patience."""
        if self.style == STEADY_STYLE and not self.is_patient:
            return view
        assert self.level is not None
        own = SeatInfo(self.text, player_for_level(self.level), self.style, self.is_patient)
        return replace(view, seats=with_value_at(view.seats, view.seat, own))


def read_contestant(text: str) -> Contestant:
    """Return the player that a text names.

    The text is ``level:N``, ``probe:N``, ``work:MS`` or ``cmd:PROGRAM ARG …``. A style and
    ``long``, for more time, may follow ``level:N``: ``level:7:bold``, ``level:10:long``.

    Raises:
        ContestantError: the text does not name a player.
    """
    kind, _, rest = text.partition(":")
    number, *manner = rest.split(":")
    if kind == "level" and manner and (found := _read_level_with_manner(text, number, manner)):
        return found
    if kind in ("level", "probe") and rest.isascii() and rest.isdigit() and int(rest) in LEVELS:
        return Contestant(text, int(rest), (), kind == "probe")
    if kind == "work" and rest.isascii() and rest.isdigit() and 0 < int(rest) <= MAX_WORK_MS:
        return Contestant(text, max(LEVELS), (), work=int(rest))
    if kind == "cmd":
        try:
            command = tuple(split_command(rest))
        except ValueError as error:
            raise ContestantError(f"{text!r}: {error}") from error
        if command:
            return Contestant(text, None, command)
    known = ", ".join(map(str, LEVELS))
    raise ContestantError(
        f"{text!r} is no player: level:N or probe:N (N is one of {known}), work:MS (1 to "
        f"{MAX_WORK_MS}) or cmd:PROGRAM ARG ... is needed; after level:N may stand "
        f"{', '.join(STYLES)} (from level {FIRST_STYLED_LEVEL} on) "
        "and, after the highest, long"
    )


def _read_level_with_manner(text: str, number: str, manner: Sequence[str]) -> Contestant | None:
    """Return a level with a style or more time; None if the level cannot have either.

    Args:
        text: the whole text that names the player.
        number: the number of the level.
        manner: the words for style and time.
    """
    if not (number.isascii() and number.isdigit() and int(number) in LEVELS):
        return None
    level, styles = int(number), [word for word in manner if word != PATIENT_MANNER]
    if len(styles) > 1 or manner.count(PATIENT_MANNER) > 1 or not set(styles) <= set(STYLES):
        return None
    if (styles and not can_have_style(level)) or (
        PATIENT_MANNER in manner and not benefits_from_more_time(level)
    ):
        return None
    style = styles[0] if styles else STEADY_STYLE
    return Contestant(text, level, (), style=style, is_patient=PATIENT_MANNER in manner)


class ExperimentPlayer(Protocol):
    """A player for experiments: a best response to a level, or a solver with a set work limit."""

    def choose(self, view: View, seed: int) -> Decision: ...


def experiment_player_for(player: Contestant, rules: Rules) -> ExperimentPlayer:
    """Return the player for experiments that a contestant names.

    Raises:
        ContestantError: there is no such player for this level or these rules.
    """
    assert player.level is not None
    # Imported here because it needs numpy, which levels 1 to 7 do not need.
    from hacktrick.arena.experiment_players import best_response_to_level, fixed_work_solver

    try:
        if player.work:
            return fixed_work_solver(player.work, rules)
        return best_response_to_level(player.level, rules)
    except ValueError as error:
        raise ContestantError(f"{player.text!r}: {error}") from error


class ContestantPool:
    """The running players of a contest; foreign programs are started when they are first needed."""

    def __init__(self, rules: Rules, players: Sequence[Contestant], time_ms: int) -> None:
        self._players = players
        self._time_ms = time_ms
        self._lab_players = {
            who: experiment_player_for(player, rules)
            for who, player in enumerate(players)
            if player.is_best_response or player.work
        }
        self._bots: dict[int, ForeignBot] = {}

    def timed_action_of(
        self, player_number: int, view: View, legal: tuple[str, ...], seed: int
    ) -> tuple[str, float]:
        """Return the action of player ``player_number`` and the seconds that the decision took.

        Raises:
            BotFault: a foreign program failed and was stopped, or its answer is not legal.
        """
        if self._players[player_number].level is not None:
            began = time.perf_counter()
            action = str(self._decide(player_number, view, seed).action)
            return action, time.perf_counter() - began
        try:
            action, seconds = self._get_or_start_bot(player_number).choose(
                view, legal, self._time_ms
            )
        except BotFault:
            self._stop_bot(player_number)
            raise
        if action not in legal:
            raise BotFault(f"answered {action!r}, which is not legal")
        return action, seconds

    def close(self) -> None:
        for who in list(self._bots):
            self._stop_bot(who)

    def _decide(self, player_number: int, view: View, seed: int) -> Decision:
        player = self._players[player_number]
        assert player.level is not None
        prober = self._lab_players.get(player_number)
        if prober is not None:
            return prober.choose(view, seed)
        budget = work_budget_of(player.level, 1.0, player.is_patient)
        return level_decision(player.level, player.view_with_own_style(view), budget, seed)

    def _get_or_start_bot(self, player_number: int) -> ForeignBot:
        if player_number not in self._bots:
            self._bots[player_number] = ForeignBot(list(self._players[player_number].command))
        return self._bots[player_number]

    def _stop_bot(self, player_number: int) -> None:
        bot = self._bots.pop(player_number, None)
        if bot is not None:
            bot.close()
