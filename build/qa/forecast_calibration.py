#!/usr/bin/env python3
"""Measures how well a level's forecasts match the outcomes of rounds that it plays against itself.

python build/qa/forecast_calibration.py [--rounds 20000] [--level 8] [--preset keypad] [--jobs 2]
    [--seed S] [--keep FILE]

At the start of every turn it records the chances of both seats, each computed from that seat's own
hand. The forecasts are sorted into twenty bins of equal width. The expected calibration error is
the mean distance, over bins weighted by their size, between the mean forecast and the share of
forecasts that came true. ``--keep`` saves every round to a file of JSON lines; a run with the same
file resumes where it ends.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from hacktrick.ai.decision_position import read_position
from hacktrick.ai.levels.catalogue import LEVELS, LazySolvingPlayer
from hacktrick.ai.solver.solved_position import SolvedPosition, solve_position
from hacktrick.ai.solver.solving_player import SolvingPlayer, hand_at_turn_start
from hacktrick.arena.contest_runner import dealt_match
from hacktrick.coach.advisor import mean_forecast
from hacktrick.game.actions import Action
from hacktrick.game.editions import PRESETS
from hacktrick.match.live_match import Match
from hacktrick.terminal.commands.progress_bar_and_phrases import ProgressBar

BINS = 20
DEALS_A_SEED = 1_000_003
ENDS = ("win 1", "win 2", "lose 1", "lose 2")

Chances = tuple[float, float, float, float]


class ForecastRound(NamedTuple):
    """The forecasts of a round and its result.

    Attributes:
        forecasts: pairs of a seat and its chances of the four ends.
        side: the winning side.
    """

    number: int
    forecasts: list[tuple[int, Chances]]
    side: int
    points: int


def play_forecast_round(level: int, preset: str, seed: int, number: int) -> ForecastRound:
    """Let a level play one round against itself; return the round with its forecasts."""
    rng = Random(f"{seed} {number}")
    agent = solver_of_level(level)
    match = dealt_match(PRESETS[preset], seed * DEALS_A_SEED + number)
    forecasts: list[tuple[int, Chances]] = []
    while not match.is_round_over:
        seat = match.public.seat
        position = read_position(match.view(seat))
        judged = solve_position(position, agent)
        forecasts += _seat_forecasts(match, judged)
        for action in _draw_turn_by_frequency(judged, hand_at_turn_start(position), rng):
            match.submit(seat, action)
    result = match.public.result
    assert result is not None
    return ForecastRound(number, forecasts, result.side, result.points)


def solver_of_level(level: int) -> SolvingPlayer:
    """Return the solver that a level uses."""
    solving = LEVELS[level].agent
    assert isinstance(solving, LazySolvingPlayer)
    return SolvingPlayer(
        solving.depth,
        solving.iterations,
        solving.effort,
        solving.extra_depth_pairs,
        solving.fallback,
    )


def _draw_turn_by_frequency(
    judged: SolvedPosition, hand: tuple[int, ...], rng: Random
) -> Sequence[Action]:
    options = judged.turn_options(hand)
    ((actions, _, _),) = rng.choices(options, [share for _, _, share in options])
    return actions


def _seat_forecasts(match: Match, judged: SolvedPosition) -> Iterator[tuple[int, Chances]]:
    for seat in (0, 1):
        hand = match.observe(seat).hand
        if seat == match.public.seat:
            where = mean_forecast(judged.turn_options(hand))
        elif judged.can_hold(seat, hand):
            where = judged.forecast(seat, hand)
        else:
            continue
        found = (where.win_1, where.win_2, where.lose_1, where.lose_2)
        yield seat, (round(found[0], 5), round(found[1], 5), round(found[2], 5), round(found[3], 5))


def play_forecast_rounds(
    options: argparse.Namespace, numbers: Sequence[int]
) -> Iterator[ForecastRound]:
    """Yield the rounds with these numbers, in their order."""
    work = partial(play_forecast_round, options.level, options.preset, options.seed)
    if options.jobs == 1:
        yield from map(work, numbers)
        return
    with get_context("spawn").Pool(options.jobs) as pool:
        yield from pool.imap(work, numbers)


def read_saved_rounds(path: Path | None, heading: dict[str, object]) -> list[ForecastRound]:
    """Return the rounds that an earlier run has saved to a file.

    Raises:
        SystemExit: the file belongs to a run with other options.
    """
    if path is None or not path.exists():
        return []
    first, *lines = path.read_text(encoding="utf-8").splitlines(keepends=True) or [""]
    if json.loads(first or "{}") != heading:
        sys.exit(f"error: {path} is of another run")
    found = []
    for line in lines:
        if line.endswith("\n"):  # an incomplete last line is dropped, so its round is played again
            number, forecasts, side, points = json.loads(line)
            found.append(ForecastRound(number, [(s, tuple(c)) for s, c in forecasts], side, points))
    return found


def load_and_play_forecast_rounds(options: argparse.Namespace) -> list[ForecastRound]:
    """Return the requested rounds: those of earlier runs, and the rest newly played.

    If the user interrupts the run, only the rounds played so far are returned.
    """
    heading: dict[str, object] = {
        "level": options.level,
        "preset": options.preset,
        "seed": options.seed,
    }
    found = read_saved_rounds(options.keep, heading)[: options.rounds]
    if options.keep is not None:
        lines = [json.dumps(heading), *(json.dumps(one) for one in found)]
        options.keep.write_text("\n".join(lines) + "\n", encoding="utf-8")
    progress = ProgressBar(options.rounds, "rounds", len(found))
    known = {one.number for one in found}
    with suppress(KeyboardInterrupt):  # after an interruption, report the rounds played so far
        for one in play_forecast_rounds(
            options, [n for n in range(options.rounds) if n not in known]
        ):
            found.append(one)
            if options.keep is not None:
                with options.keep.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(one) + "\n")
            progress.update(len(found))
    progress.close()
    return found


class ForecastBin(NamedTuple):
    """Forecasts of similar probability.

    Attributes:
        n: the number of forecasts.
        forecast: the mean of the forecasts.
        came_true: the share of forecasts that came true.
    """

    n: int
    forecast: float
    came_true: float


def forecast_bins(pairs: Sequence[tuple[float, bool]]) -> list[ForecastBin]:
    """Sort forecasts into bins of equal width; return the bins that are not empty.

    >>> forecast_bins([(0.02, False), (0.04, True)])
    [ForecastBin(n=2, forecast=0.03, came_true=0.5)]
    """
    filled: list[list[tuple[float, bool]]] = [[] for _ in range(BINS)]
    for chance, true in pairs:
        filled[min(BINS - 1, int(chance * BINS))].append((chance, true))
    return [
        ForecastBin(len(one), sum(c for c, _ in one) / len(one), sum(t for _, t in one) / len(one))
        for one in filled
        if one
    ]


def expected_calibration_error(found: Sequence[ForecastBin]) -> float:
    """Return the mean distance between forecast and outcome over bins weighted by their size."""
    total = sum(one.n for one in found)
    return sum(one.n * abs(one.forecast - one.came_true) for one in found) / total


def win_forecasts_and_outcomes(played: Sequence[ForecastRound]) -> list[tuple[float, bool]]:
    """Return pairs of a forecast of winning the round and whether it came true."""
    return [
        (chances[0] + chances[1], one.side == seat)
        for one in played
        for seat, chances in one.forecasts
    ]


def forecasts_of_one_end(
    played: Sequence[ForecastRound], end_index: int
) -> list[tuple[float, bool]]:
    """Return pairs of a forecast of one of the four ends and whether it came true."""
    return [
        (
            chances[end_index],
            (one.side == seat) == (end_index < 2) and min(one.points, 2) == end_index % 2 + 1,
        )
        for one in played
        for seat, chances in one.forecasts
    ]


def calibration_error_of_perfect_forecasts(played: Sequence[ForecastRound], rng: Random) -> float:
    """Return the calibration error that perfect forecasts would show by chance alone.

    One random number draws the end of a round for all its forecasts, so that they stay correlated.
    """
    pairs = []
    for one in played:
        draw = rng.random()
        for seat, chances in one.forecasts:
            chance = chances[0] + chances[1]
            pairs.append((chance, draw < chance if seat == 0 else draw > 1 - chance))
    return expected_calibration_error(forecast_bins(pairs))


def main() -> int:
    solvers = [number for number, one in LEVELS.items() if isinstance(one.agent, LazySolvingPlayer)]
    known = [name for name, rules in PRESETS.items() if rules.has_solver]
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--rounds", type=int, default=20_000)
    parser.add_argument("--level", type=int, default=solvers[0], choices=solvers)
    parser.add_argument("--preset", default="keypad", choices=known)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, metavar="FILE")
    options = parser.parse_args()
    played = load_and_play_forecast_rounds(options)
    if not played:
        return 1
    found = forecast_bins(win_forecasts_and_outcomes(played))
    print("forecast  came true  number")
    for one in found:
        print(f"{100 * one.forecast:7.1f}%  {100 * one.came_true:8.1f}%  {one.n:6}")
    by_chance = calibration_error_of_perfect_forecasts(played, Random(0))
    print(
        f"{options.preset}, level {options.level}, seed {options.seed}: {len(played)} rounds, "
        f"{sum(one.n for one in found)} forecasts of the win: "
        f"expected calibration error {100 * expected_calibration_error(found):.2f} % "
        f"(about {100 * by_chance:.2f} % by chance alone)"
    )
    errors = (
        f"{name} {100 * expected_calibration_error(forecast_bins(pairs)):.2f} %"
        for name, pairs in ((name, forecasts_of_one_end(played, n)) for n, name in enumerate(ENDS))
    )
    print("of each end: " + ", ".join(errors))
    return 0


if __name__ == "__main__":
    sys.exit(main())
