#!/usr/bin/env python3
"""Measures whether the time a computer player takes to answer reveals anything about its cards.

python build/qa/answer_times.py [--answers 2000] [--real 200] [--levels N ...] [--presets P ...]
                             [--seed S]
python build/qa/answer_times.py --rounds N [--levels N ...] [--presets P ...] [--seed S]

Positions come in pairs of twins that only the player who decides can tell apart: nothing but the
cards in that player's hand differs. Each is decided at the table (at every pace), by the code of
the bot command, and with --real by the bot command itself. The times are then compared with the
Kolmogorov-Smirnov test: first twins against second twins, forced draws against free ones, draws
against plays, and quick thoughts against long ones. Exits with an error if any pair differs at the
1 % level, corrected for the number of tests (Bonferroni).

With --rounds it measures the longest answers instead: levels that use the solver answer the hardest
questions of half-random rounds. Times are CPU seconds, so other work on the machine matters little.

The injected clock advances by the CPU time of each thought and skips all waits.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from heapq import nlargest
from io import StringIO
from math import exp, sqrt
from operator import itemgetter
from pathlib import Path
from random import Random
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from hacktrick.ai.agent import Budget, Decision
from hacktrick.ai.bot_protocol import MonotonicClock, serve_lines
from hacktrick.ai.decision_position import read_position
from hacktrick.ai.levels.catalogue import LEVELS, level_decision
from hacktrick.ai.possible_worlds import has_unknown_cards_under_deck
from hacktrick.ai.solver.belief_tracker import finished_moves
from hacktrick.ai.solver.public_belief import WinUtilities
from hacktrick.ai.solver.solving_player import shared_solver
from hacktrick.app.computer_turn import MIN_TURN_SECONDS, ComputerTurn
from hacktrick.coach.thinking_client import DecisionAnswer, InlineThinker
from hacktrick.game.actions import DRAW
from hacktrick.game.editions import PRESETS
from hacktrick.game.legality import legal_actions
from hacktrick.game.view import View, observation_of
from hacktrick.game.view_json import view_to_json
from tests.support.resampled_matches import Resampler, resampled_positions

FRAME = 1 / 60
FALSE_ALARM_PROBABILITY = 0.01  # probability of a false alarm over all tests
N_HARDEST_QUESTIONS = 60  # number of questions whose answers are timed with --rounds
MIN_ANSWERS = 8  # smallest number of answers of each kind for a test


class TwinPositionQuestion(NamedTuple):
    """A position to be decided, as a view with its legal actions.

    Attributes:
        twin: the number of the twin in its pair, 0 or 1.
    """

    view: View
    twin: int
    legal: tuple[str, ...]


class TimedAnswer(NamedTuple):
    """The time of an answer, and the facts that an observer might try to learn from it.

    Attributes:
        seconds: the time that the observer measures.
        thought: the CPU seconds of the decision; 0 where they are not measured.
    """

    seconds: float
    twin: int
    is_draw: bool
    is_forced: bool
    thought: float


class TimeComparison(NamedTuple):
    """A comparison of two samples of times.

    Attributes:
        p: the probability of so large a difference by chance.
    """

    what: str
    sizes: tuple[int, int]
    p: float


def twin_questions(preset: str, n_questions: int, seed: int) -> Iterator[TwinPositionQuestion]:
    """Yield ``n_questions`` questions, the two twins of a pair one after the other."""
    found, rng = 0, Random(f"{preset} {seed}")
    number = 1000 * seed
    while found < n_questions:
        number += 1
        for match in resampled_positions(PRESETS[preset], number):
            public = match.public
            other = next(s for s in range(match.rules.n_seats) if s != public.seat)
            if public.phase != "turn" or has_unknown_cards_under_deck(match.view(other)):
                continue
            resampler = Resampler(match, other)
            for twin in (0, 1)[: n_questions - found]:
                view = resampler.draw(rng).view(public.seat)
                yield TwinPositionQuestion(
                    view, twin, tuple(map(str, legal_actions(observation_of(view))))
                )
                found += 1


class TimedThinker(InlineThinker):
    """A thinker whose answers arrive when a real thinker's would, by the clock ``now``.

    Attributes:
        now: the time in seconds, which the caller advances.
        thought: the CPU seconds spent on decisions so far.
        first: the first decision; None if there is none yet.
    """

    def __init__(self) -> None:
        super().__init__()
        self.now = self.thought = 0.0
        self.first: Decision | None = None
        self._ready: tuple[float, Decision] | None = None

    def request_decision(
        self, level: int, view: View, seed: int = 0, budget: Budget | None = None
    ) -> int:
        began = time.process_time()
        decision = level_decision(level, view, budget, seed)
        took = time.process_time() - began
        self.thought += took
        self.first = self.first or decision
        self._ready = self.now + took, decision
        return 0

    def poll_decision(self) -> DecisionAnswer | None:
        if self._ready is None or self.now < self._ready[0]:
            return None
        (_, decision), self._ready = self._ready, None
        return DecisionAnswer(0, decision)

    def cancel_decision(self) -> None:
        self._ready = None

    def close(self) -> None:
        self._ready = None


def table_answer_time(level: int, asked: TwinPositionQuestion, pace: str) -> TimedAnswer:
    """Measure the time from a question to the card's arrival at a table of this pace."""
    thinker = TimedThinker()
    answering = ComputerTurn(thinker, Random(1), 1.0)
    answering.request_decisions(level, asked.view, lambda ahead: ahead)
    frames, taken = 0, None
    while taken is None:
        frames += 1
        thinker.now = frames * FRAME
        answering.update(FRAME)
        taken = answering.pop_due_decision(pace)
    assert thinker.first is not None
    return _timed_answer_of_action(asked, str(taken.action), frames * FRAME, thinker.thought)


class CpuClockSkippingWaits(MonotonicClock):
    """A clock that advances by this process's CPU time and skips all waits."""

    def __init__(self) -> None:
        self._skipped = 0.0

    def now(self) -> float:
        return time.process_time() + self._skipped

    def wait_until(self, moment: float) -> None:
        self.given = moment
        self._skipped += max(0.0, moment - self.now())


def bot_answer_time(level: int, asked: TwinPositionQuestion) -> TimedAnswer:
    """Measure the time from request to answer in the code of the bot command."""
    sink, clock = StringIO(), CpuClockSkippingWaits()
    began = clock.now()
    serve_lines(level, 1, StringIO(_request_line(asked) + "\n"), sink, clock=clock)
    slot_end = round(clock.given - began, 3)  # rounding removes the real time of reading
    return _timed_answer_of_action(asked, json.loads(sink.getvalue())["action"], slot_end, 0.0)


class BotProcess:
    """The bot command, run as a process and asked through its pipes."""

    def __init__(self, level: int) -> None:
        command = [sys.executable, "-m", "hacktrick", "bot", "--level", str(level)]
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, encoding="utf-8")

    def timed_answer(self, asked: TwinPositionQuestion) -> TimedAnswer:
        """Measure how long the asking program has to wait for an answer."""
        source, sink = self._process.stdout, self._process.stdin
        assert source is not None and sink is not None
        began = time.perf_counter()
        sink.write(_request_line(asked) + "\n")
        sink.flush()
        line = source.readline()
        return _timed_answer_of_action(
            asked, json.loads(line)["action"], time.perf_counter() - began, 0.0
        )

    def close(self) -> None:
        self._process.communicate()


def _request_line(asked: TwinPositionQuestion) -> str:
    return json.dumps({"view": view_to_json(asked.view), "legal": asked.legal})


def _timed_answer_of_action(
    asked: TwinPositionQuestion, action: str, seconds: float, thought: float
) -> TimedAnswer:
    forced = asked.legal == (str(DRAW),)
    return TimedAnswer(round(seconds, 6), asked.twin, action == str(DRAW), forced, thought)


def compare_answer_times(label: str, times: Sequence[TimedAnswer]) -> Iterator[TimeComparison]:
    """Yield a comparison for each fact that an observer might learn from these times."""
    draws = [time for time in times if time.is_draw]
    middle = sorted(time.thought for time in times)[len(times) // 2]
    splits = {
        "twins": (times, [time.twin == 0 for time in times]),
        "forced draws and free": (draws, [time.is_forced for time in draws]),
        "draws and plays": (times, [time.is_draw for time in times]),
        "quick thoughts and long": (times, [time.thought < middle for time in times]),
    }
    for split, (among, marks) in splits.items():
        one = [t.seconds for t, mark in zip(among, marks, strict=True) if mark]
        other = [t.seconds for t, mark in zip(among, marks, strict=True) if not mark]
        if min(len(one), len(other)) >= MIN_ANSWERS:
            yield TimeComparison(
                f"{label}, {split}",
                (len(one), len(other)),
                kolmogorov_smirnov_probability(one, other),
            )


def kolmogorov_smirnov_probability(one: Sequence[float], other: Sequence[float]) -> float:
    """Return the probability that two samples of one distribution differ this much.

    This is the Kolmogorov-Smirnov test.

    >>> kolmogorov_smirnov_probability([1.0] * 50, [1.0] * 50)
    1.0
    >>> kolmogorov_smirnov_probability([1.0] * 50, [2.0] * 50) < 1e-9
    True
    """
    n, m = len(one), len(other)
    marks = sorted([(value, 1 / n) for value in one] + [(value, -1 / m) for value in other])
    apart = at = 0.0
    for place, (value, step) in enumerate(marks):
        at += step
        if place + 1 == len(marks) or marks[place + 1][0] != value:
            apart = max(apart, abs(at))
    scaled = apart * (sqrt(n * m / (n + m)) + 0.12 + 0.11 / sqrt(n * m / (n + m)))
    if scaled < 0.2:
        return 1.0
    terms = (exp(-2 * (k * scaled) ** 2) for k in range(1, 101))
    return min(1.0, 2 * sum(term if k % 2 == 0 else -term for k, term in enumerate(terms)))


def answer_times_of_level(
    level: int, preset: str, n_answers: int, n_real: int, seed: int
) -> dict[str, list[TimedAnswer]]:
    """Return the answer times of a level, by the place where they are observed."""
    found: dict[str, list[TimedAnswer]] = defaultdict(list)
    paces = list(MIN_TURN_SECONDS)
    for number, asked in zip(
        range(n_answers), twin_questions(preset, n_answers, seed), strict=False
    ):
        pace = paces[number // 2 % len(paces)]
        found[f"table, {pace}"].append(table_answer_time(level, asked, pace))
        found["bot"].append(bot_answer_time(level, asked))
    if n_real:
        bot = BotProcess(level)
        for asked in twin_questions(preset, n_real + 1, seed + 1):
            found["bot, real time"].append(bot.timed_answer(asked))
        del found["bot, real time"][0]  # the first answer includes the start of the program
        bot.close()
    return found


def cpu_seconds_of_hardest_questions(
    level: int, preset: str, n_rounds: int, seed: int
) -> list[float]:
    """Return the CPU seconds of each answer to the hardest questions of half-random rounds.

    The hardest questions are those with the most possible pairs of hands.
    """
    hardest = nlargest(
        N_HARDEST_QUESTIONS,
        questions_with_numbers_of_hand_pairs(preset, n_rounds, seed),
        key=itemgetter(0),
    )
    level_decision(level, hardest[0][1])  # the first decision reads the net
    found = []
    for _, view in hardest:
        shared_solver.cache_clear()  # forget everything about the round, as after a restart
        began = time.process_time()
        level_decision(level, view)
        found.append(time.process_time() - began)
    return found


def questions_with_numbers_of_hand_pairs(
    preset: str, n_rounds: int, seed: int
) -> Iterator[tuple[int, View]]:
    """Yield every question of half-random rounds, after the number of possible pairs of hands."""
    for number in range(n_rounds):
        for match in resampled_positions(PRESETS[preset], 1_000_000 * seed + number):
            if match.public.phase != "turn":
                continue
            view = match.view(match.public.seat)
            position = read_position(view)
            turns, _ = finished_moves(position.steps)
            known = shared_solver(view.rules).belief(position, turns, WinUtilities(), 1.0)
            yield int((known.pair_chances() > 0).sum()), view


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--answers", type=int, default=2000, help="number of answers of each level")
    parser.add_argument(
        "--real", type=int, default=200, help="number of answers of each level in real time"
    )
    parser.add_argument("--levels", type=int, nargs="+", default=list(LEVELS), choices=list(LEVELS))
    parser.add_argument("--presets", nargs="+", default=["keypad", "wits"], choices=list(PRESETS))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--rounds", type=int, default=0, help="measure the longest answers in this many rounds"
    )
    options = parser.parse_args()
    if options.rounds:
        for level in options.levels:
            for preset in options.presets:
                seconds = cpu_seconds_of_hardest_questions(
                    level, preset, options.rounds, options.seed
                )
                average, longest = sum(seconds) / len(seconds), max(seconds)
                print(
                    f"level {level}, {preset}: {len(seconds)} hardest of {options.rounds} rounds, "
                    f"{average:.3f} s on average, longest {longest:.3f} s",
                    flush=True,
                )
        return 0
    made: list[TimeComparison] = []
    for level in options.levels:
        for preset in options.presets:
            n, real = (count // len(options.presets) for count in (options.answers, options.real))
            for where, times in answer_times_of_level(level, preset, n, real, options.seed).items():
                done = list(compare_answer_times(f"level {level}, {preset}, {where}", times))
                made += done
                least = min((test.p for test in done), default=1.0)
                late = sum(t.seconds > 1.5 * min(t.seconds for t in times) for t in times)
                middle = sorted(t.seconds for t in times)[len(times) // 2]
                print(
                    f"level {level}, {preset}, {where}: {len(times)} answers after {middle:.3f} s, "
                    f"{late} a slot later, least p {least:.3g}",
                    flush=True,
                )
    return _report_comparisons(made)


def _report_comparisons(made: Sequence[TimeComparison]) -> int:
    worst = [test for test in made if test.p * len(made) < FALSE_ALARM_PROBABILITY]
    for test in worst:
        print(f"{test.what} ({test.sizes[0]} and {test.sizes[1]}): p {test.p:.3g}")
    print(
        f"{len(made)} tests, {len(worst)} differences at {FALSE_ALARM_PROBABILITY} over all of them"
    )
    return 1 if worst else 0


if __name__ == "__main__":
    sys.exit(main())
