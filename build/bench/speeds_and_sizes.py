"""Measures the speeds and sizes that the documents state, and prints one table.

python build/bench/speeds_and_sizes.py [--json FILE] [--only NAME …] [--quick]

Nothing here passes or fails; the documents take their figures from a run of this command. Window
figures use the video driver that SDL finds; set SDL_VIDEODRIVER=dummy to leave the screen out.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from statistics import mean
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench import start_up as start_bench
from bench import window as window_bench
from hacktrick.ai.levels.catalogue import LEVELS, level_decision
from hacktrick.game.actions import CODES
from hacktrick.game.cards import counts_of
from hacktrick.game.editions import PRESETS, Rules, rules_for
from hacktrick.game.engine import Chance, apply_legal, chance_outcomes, observe, start_round
from hacktrick.game.legality import legal_actions
from hacktrick.game.match_rules import begin_match, next_seating, possible_first_leaders
from hacktrick.game.state import Deal
from hacktrick.game.view import SeatInfo
from hacktrick.match.live_match import Match, RandomChance

# Number of decisions of each level to time, by preset; the other presets share the rules of one of
# these.
DECIDED = {"keypad": 200, "club": 100, "wits": 100, "trio": 100, "quartet": 100}


class Measurement(NamedTuple):
    """One measured number with its unit and the way it was measured."""

    name: str
    value: float
    unit: str
    how: str


def main() -> int:
    options = _read_arguments()
    figures: list[Measurement] = []
    for name, measure in MEASURES.items():
        if not options.only or name in options.only:
            for figure in measure(options.quick):
                figures.append(figure)
                print(_table_row(figure), flush=True)
    if options.json:
        data = [figure._asdict() for figure in figures]
        options.json.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    return 0


def _read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the figures as JSON")
    parser.add_argument("--only", nargs="*", choices=sorted(MEASURES), default=())
    parser.add_argument("--quick", action="store_true", help="fewer repetitions")
    return parser.parse_args()


def _table_row(figure: Measurement) -> str:
    return f"{figure.name:<52} {figure.value:>10.1f} {figure.unit:<10} {figure.how}"


def measure_rounds_per_second(quick: bool) -> Iterator[Measurement]:
    """Measure how many random rounds the bare engine plays per second, including the deals."""
    n_rounds = 300 if quick else 2000
    for preset in PRESETS:
        rules, rng = rules_for(preset), Random(1)
        best = min(
            _seconds_of_call(partial(_play_random_rounds, rules, rng, n_rounds)) for _ in range(3)
        )
        name = f"engine, random rounds, {preset}"
        yield Measurement(name, n_rounds / best, "rounds/s", "best of 3, one process")


def _seconds_of_call(work: Callable[[], None]) -> float:
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def _play_random_rounds(rules: Rules, rng: Random, n_rounds: int) -> None:
    dice = RandomChance(rng)
    pile = dice.shuffled_codes() if rules.has_codes else ()
    match = begin_match(rules, possible_first_leaders(rules)[0], pile)
    seating = next_seating(match)
    held = (CODES[:2], CODES[2:4]) if rules.has_codes else None
    for _ in range(n_rounds):
        dealt = dice.deal(rules, seating)
        hands = tuple(counts_of(hand, rules.values) for hand in dealt.hands)
        deal = Deal(hands, dealt.aside, counts_of(dealt.deck, rules.values))
        state = start_round(rules, seating, deal, None, held)
        while state.public.result is None:
            action = rng.choice(legal_actions(observe(state, state.public.seat)))
            outcomes = chance_outcomes(state, action)
            chance = outcomes[0][0] if len(outcomes) == 1 else _draw_outcome(outcomes, rng)
            state = apply_legal(state, action, chance).state


def _draw_outcome(outcomes: tuple[tuple[Chance, int], ...], rng: Random) -> Chance:
    left = rng.random() * sum(copies for _, copies in outcomes)
    for chance, copies in outcomes[:-1]:
        left -= copies
        if left < 0:
            return chance
    return outcomes[-1][0]


def measure_decision_times(quick: bool) -> Iterator[Measurement]:
    """Measure how long decisions of every level take in matches against itself, in this process."""
    for level in LEVELS:
        for preset, n_decisions in DECIDED.items():
            times = sorted(_decision_times(level, preset, n_decisions // (5 if quick else 1)))
            late = times[min(len(times) - 1, int(0.95 * len(times)))]
            how = f"{len(times)} decisions, {preset}"
            yield Measurement(f"level {level}, mean", 1000 * mean(times), "ms", how)
            yield Measurement(f"level {level}, 95th percentile", 1000 * late, "ms", how)
            yield Measurement(f"level {level}, longest", 1000 * times[-1], "ms", how)


def _decision_times(level: int, preset: str, n_decisions: int) -> list[float]:
    times: list[float] = []
    rules = rules_for(preset)
    seats = [SeatInfo(str(n), f"level:{level}") for n in range(rules.n_seats)]
    seed = 0
    while len(times) < n_decisions:
        seed += 1
        match = Match.begin_with_rng(rules, seats, Random(seed))
        while not match.is_round_over:
            seat = match.public.seat
            view = match.view(seat)
            begun = time.perf_counter()
            decision = level_decision(level, view, seed=seed)
            times.append(time.perf_counter() - begun)
            match.submit(seat, decision.action)
    return times[:n_decisions]


def measure_start_up(quick: bool) -> Iterator[Measurement]:
    """Measure the start of the program from source, from the wheel and frozen."""
    yield from (Measurement(*row) for row in start_bench.measure_starts(2 if quick else 5))


def measure_sizes(quick: bool) -> Iterator[Measurement]:
    """Measure the sizes of the built programs in ``dist``."""
    yield from (Measurement(*row) for row in start_bench.measure_program_sizes())


def measure_window(quick: bool) -> Iterator[Measurement]:
    """Measure frame times, idle load and memory at the table, each in a fresh process."""
    seconds = "5" if quick else "20"
    for size in ("1280x720", "1920x1080", "2560x1440"):
        yield from _measure_frames("thinking", "think", size, seconds)
        yield from _measure_frames("things move", "move", size, seconds)
    for state, focused in (("focused", "1"), ("unfocused", "0")):
        idle = _run_in_fresh_window_process("idle", "1280x720", seconds, focused)
        yield Measurement(f"idle at the table, {state}", idle["cpu"], "% of a core", f"{seconds} s")
        if focused == "1":
            yield Measurement("memory at the table", idle["memory"], "MB", "resident, 1280x720")
    yield from _measure_screen_reader(seconds)
    if not quick:
        yield _measure_coached_memory()


def _measure_screen_reader(seconds: str) -> Iterator[Measurement]:
    measured = _run_in_fresh_window_process("read", "1280x720", seconds)
    how = f"{measured['changes']:.0f} changes of {measured['nodes']:.0f} nodes, processor time"
    for name, key in (
        *(("first tree", "first"), ("median", "median")),
        *(("99th percentile", "late"), ("longest", "longest")),
    ):
        yield Measurement(f"tree for a screen reader, {name}", measured[key], "ms", how)


def _measure_coached_memory() -> Measurement:
    measured = _run_in_fresh_window_process("learn", "1280x720", "240")
    how = f"the most, hints and reviews of {measured['reviewed']:.0f} rounds"
    return Measurement("memory of window and thinking process", measured["together"], "MB", how)


def _measure_frames(what: str, measure: str, size: str, seconds: str) -> Iterator[Measurement]:
    measured = _run_in_fresh_window_process(measure, size, seconds)
    how = f"{measured['frames']:.0f} frames in {seconds} s"
    for name, key in (("median", "median"), ("99th percentile", "late"), ("longest", "longest")):
        yield Measurement(f"work of a frame, {what}, {name}, {size}", measured[key], "ms", how)


def _run_in_fresh_window_process(*what: str) -> dict[str, Any]:
    """Run one measurement of ``bench/window.py`` in a fresh process, as at a real start."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, window_bench.__file__, *what]
        environment = {**os.environ, "HACKTRICK_DATA_DIR": folder}
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"the measure {' '.join(what)} failed:\n{done.stderr}")
    measured: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return measured


MEASURES: dict[str, Callable[[bool], Iterator[Measurement]]] = {
    "engine": measure_rounds_per_second,
    "thinking": measure_decision_times,
    "start": measure_start_up,
    "window": measure_window,
    "sizes": measure_sizes,
}


if __name__ == "__main__":
    raise SystemExit(main())
