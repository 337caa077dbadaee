"""Computer players against each other: every deal twice, with the sides exchanged.

Rounds, not matches: each begins level. Where there are codes, both sides begin with two points
and two codes each, so that codes and stakes come into play.
"""

from __future__ import annotations

import shlex
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from multiprocessing import get_context
from random import Random
from typing import Any

from hacktrick.ai.levels import LEVELS
from hacktrick.ai.worker import choose
from hacktrick.game.actions import CODES, parse
from hacktrick.game.legal import legal_actions
from hacktrick.game.match import first_leaders
from hacktrick.game.rules import Rules
from hacktrick.game.view import SeatInfo, View
from hacktrick.play.foreign import BotFault, ForeignBot
from hacktrick.play.match import Dice, Match

TIME_MS = 1000
CODES_EACH = 2
SCORE_WITH_CODES = 2
CHUNKS_A_JOB = 4
Z95 = 1.96


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
    """The two players of a run, their programs started when needed."""

    def __init__(self, players: tuple[Player, Player], time_ms: int) -> None:
        self._players = players
        self._time_ms = time_ms
        self._bots: list[ForeignBot | None] = [None, None]

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
            bot = self._bots[who] or ForeignBot(list(self._players[who].command))
            self._bots[who] = bot
            action, seconds = bot.choose(view, legal, self._time_ms)
        except BotFault:
            self._drop(who)
            raise
        if action not in legal:
            raise BotFault(f"answered {action!r}, which is not legal")
        return action, seconds

    def close(self) -> None:
        for who in (0, 1):
            self._drop(who)

    def _drop(self, who: int) -> None:
        bot, self._bots[who] = self._bots[who], None
        if bot is not None:
            bot.close()


@dataclass(slots=True)
class Played:
    """One round as the first player (0) and the second (1) saw it."""

    winner: int
    points: int
    by: str
    fault: str = ""  # what the loser did, if that is why he lost
    thinking: tuple[list[float], list[float]] = field(default_factory=lambda: ([], []))


def play_round(rules: Rules, desk: Desk, seed: int, exchanged: bool) -> Played:
    """One round of the deal that ``seed`` stands for.

    Args:
        exchanged: the second player plays side 0.
    """
    match = _deal(rules, seed)
    seeds = Random(f"{seed} decisions")
    thinking: tuple[list[float], list[float]] = ([], [])
    while not match.is_round_over:
        seat = match.public.seat
        who = match.public.side ^ exchanged
        legal = tuple(map(str, legal_actions(match.observe(seat))))
        try:
            action, seconds = desk.choose(who, match.view(seat), legal, seeds.getrandbits(32))
        except BotFault as fault:
            return Played(1 - who, 1, "fault", str(fault), thinking)
        thinking[who].append(seconds)
        match.submit(seat, parse(action))
    result = match.public.result
    assert result is not None
    return Played(result.side ^ exchanged, result.points, result.by, "", thinking)


def _deal(rules: Rules, seed: int) -> Match:
    dice = Dice(rng := Random(f"{seed} deal"))
    seats = [SeatInfo(f"{n}", "arena") for n in range(rules.n_seats)]
    leader = rng.choice(first_leaders(rules))
    match = Match(rules, seats, dice, leader, dice.codes() if rules.codes else ())
    if rules.codes:
        _give_codes(match)
    match.deal()
    return match


def _give_codes(match: Match) -> None:
    pile = match.match.pile
    assert len(pile) == len(CODES)
    held = tuple(
        pile[CODES_EACH * seat : CODES_EACH * (seat + 1)] for seat in range(match.rules.n_seats)
    )
    match.match = match.match._replace(
        held=held,
        pile=pile[CODES_EACH * match.rules.n_seats :],
        score=(SCORE_WITH_CODES,) * match.rules.n_scores,
    )


def play_pairs(
    rules: Rules, players: tuple[Player, Player], time_ms: int, seeds: Sequence[int]
) -> list[tuple[Played, Played]]:
    """The rounds of some deals, each played twice."""
    desk = Desk(players, time_ms)
    try:
        return [
            (play_round(rules, desk, seed, False), play_round(rules, desk, seed, True))
            for seed in seeds
        ]
    finally:
        desk.close()


def run(
    rules: Rules,
    players: tuple[Player, Player],
    n_pairs: int,
    seed: int,
    jobs: int = 1,
    time_ms: int = TIME_MS,
    progress: Callable[[int], None] = lambda done: None,
) -> list[tuple[Played, Played]]:
    """``n_pairs`` deals, in ``jobs`` processes; the result does not depend on how many.

    Args:
        progress: told how many deals are done.
    """
    seeds = [seed * 1_000_003 + n for n in range(n_pairs)]
    size = max(1, -(-n_pairs // (jobs * CHUNKS_A_JOB)))
    chunks = [seeds[n : n + size] for n in range(0, n_pairs, size)]
    found: list[tuple[Played, Played]] = []
    for pairs in _mapped(partial(play_pairs, rules, players, time_ms), chunks, jobs):
        found += pairs
        progress(len(found))
    return found


def _mapped(
    play: Callable[[list[int]], list[tuple[Played, Played]]], chunks: list[list[int]], jobs: int
) -> Iterator[list[tuple[Played, Played]]]:
    if jobs == 1:
        yield from map(play, chunks)
        return
    with get_context("spawn").Pool(jobs) as pool:
        yield from pool.imap(play, chunks)


def summary(
    rules: Rules, players: tuple[Player, Player], pairs: Sequence[tuple[Played, Played]]
) -> dict[str, Any]:
    """The numbers of a run, as data. Intervals are over deals, not over rounds: the two rounds of
    a deal are not independent."""
    return {
        "preset": rules.preset,
        "rounds": 2 * len(pairs),
        "players": [_of_player(who, player, pairs) for who, player in enumerate(players)],
    }


def _of_player(who: int, player: Player, pairs: Sequence[tuple[Played, Played]]) -> dict[str, Any]:
    points, points_pm = _mean([sum(_net(p, who) for p in pair) / 2 for pair in pairs])
    won, won_pm = _mean([sum(p.winner == who for p in pair) / 2 for pair in pairs])
    rounds = [played for pair in pairs for played in pair]
    seconds = [t for played in rounds for t in played.thinking[who]]
    return {
        "player": player.text,
        "points": points,
        "points_pm": points_pm,
        "won": won,
        "won_pm": won_pm,
        "mean_ms": 1000 * sum(seconds) / len(seconds) if seconds else 0.0,
        "max_ms": 1000 * max(seconds, default=0.0),
        "wins_by": dict(Counter(p.by for p in rounds if p.winner == who)),
        "faults": dict(Counter(p.fault for p in rounds if p.fault and p.winner != who)),
    }


def _net(played: Played, who: int) -> int:
    return played.points if played.winner == who else -played.points


def _mean(values: Sequence[float]) -> tuple[float, float]:
    """Mean and half the width of its 95 % interval."""
    n = len(values)
    mean = sum(values) / n
    if n < 2:
        return mean, 0.0
    variance = sum((value - mean) ** 2 for value in values) / (n - 1)
    return mean, Z95 * float((variance / n) ** 0.5)


def report(found: dict[str, Any]) -> str:
    """The numbers of a run as lines of text."""
    n = found["rounds"]
    lines = [f"{found['preset']}: {n} rounds, {n // 2} deals each with the sides exchanged"]
    for one in found["players"]:
        lines.append(
            f"{one['player']}: {one['points']:+.3f} ± {one['points_pm']:.3f} points a round, "
            f"{100 * one['won']:.1f} ± {100 * one['won_pm']:.1f} % of rounds won, "
            f"thinking {one['mean_ms']:.1f} ms mean, {one['max_ms']:.0f} ms at most"
        )
        for fault, times in one["faults"].items():
            lines.append(f"  lost {times} by fault: {fault}")
    return "\n".join(lines)
