#!/usr/bin/env python3
"""Checks that a level's decision depends on nothing but view, seed, level and work budget.

python build/qa/decision_determinism.py [--positions 8] [--others 200] [--levels N ...]
                                        [--presets P ...] [--seed S]

Every question goes to the game's worker process in four ways: to a process just started, and to
one that has answered ``--others`` other questions before, among them the same rounds with other
cards in the player's hand; then both again while every core of the machine is busy. All answers are
compared bit by bit. Exits with an error if any differs or was cut short by the clock.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from hacktrick.ai.agent import Decision
from hacktrick.ai.levels.catalogue import LEVELS
from hacktrick.ai.possible_worlds import has_unknown_cards_under_deck
from hacktrick.coach.thinking_worker import serve_thinking_requests
from hacktrick.game.editions import PRESETS
from hacktrick.game.view import View
from hacktrick.match.live_match import Match
from tests.support.resampled_matches import Resampler, resampled_positions

SEED = 7
CONTEXT = get_context("spawn")


class ComparedAndOtherQuestions(NamedTuple):
    """The questions whose answers are compared, and others to ask before them."""

    asked: list[View]
    others: list[View]


class ComparisonCounts(NamedTuple):
    """Counts of compared answers, of those that differ, and of those that the clock cut short."""

    answers: int
    different: int
    cut: int

    def __add__(self, other: object) -> ComparisonCounts:
        assert isinstance(other, ComparisonCounts)
        return ComparisonCounts(*(a + b for a, b in zip(self, other, strict=True)))


NOTHING = ComparisonCounts(0, 0, 0)


def decision_questions(
    preset: str, n_asked: int, n_others: int, seed: int
) -> ComparedAndOtherQuestions:
    """Return positions of half-random rounds as questions, and others to ask before them.

    The first of the other positions are twins of the questions, with other cards in the player's
    hand.
    """
    asked: list[View] = []
    twins: list[View] = []
    others: list[View] = []
    rng, number = Random(f"{preset} {seed}"), 1000 * seed
    while len(asked) < n_asked or len(others) < n_others:
        number += 1
        for match in resampled_positions(PRESETS[preset], number):
            view = match.view(match.public.seat)
            if len(asked) < n_asked and rng.random() < 0.15:
                asked.append(view)
                twins += _view_with_resampled_hand(match, rng)
            else:
                others.append(view)
    rng.shuffle(others)
    return ComparedAndOtherQuestions(asked, [*twins, *others][:n_others])


def _view_with_resampled_hand(match: Match, rng: Random) -> list[View]:
    """Return the view of the seat to act with another hand; empty if no other hand is possible."""
    me = match.public.seat
    other = next(seat for seat in range(match.rules.n_seats) if seat != me)
    if has_unknown_cards_under_deck(match.view(other)):
        return []
    return [Resampler(match, other).draw(rng).view(me)]


class NewWorkerProcess:
    """A new worker process, started as the game starts it."""

    def __init__(self) -> None:
        self._pipe, theirs = CONTEXT.Pipe()
        self._process = CONTEXT.Process(target=serve_thinking_requests, args=(theirs,), daemon=True)
        self._process.start()
        theirs.close()

    def answer(self, level: int, view: View) -> Decision:
        self._pipe.send((0, level, view, None, SEED))
        decision: Decision = self._pipe.recv()[1]
        return decision

    def close(self) -> None:
        self._pipe.close()
        self._process.join()


def answers_of_new_processes(level: int, asked: Sequence[View]) -> list[Decision]:
    """Return the answer of a new process to each question."""
    found = []
    for view in asked:
        mind = NewWorkerProcess()
        found.append(mind.answer(level, view))
        mind.close()
    return found


def answers_of_used_process(
    level: int, questions_asked: ComparedAndOtherQuestions
) -> list[Decision]:
    """Return the answers of one process that has answered the other questions before.

    The questions are asked in shuffled order; the answers are in the order of the questions.
    """
    mind = NewWorkerProcess()
    for view in questions_asked.others:
        mind.answer(level, view)
    order = list(range(len(questions_asked.asked)))
    Random(SEED).shuffle(order)
    answers = {n: mind.answer(level, questions_asked.asked[n]) for n in order}
    mind.close()
    return [answers[n] for n in range(len(questions_asked.asked))]


@contextmanager
def all_cores_busy() -> Iterator[None]:
    """Keep every core busy inside a ``with`` block."""
    spinning = [CONTEXT.Process(target=_busy_loop, daemon=True) for _ in range(os.cpu_count() or 1)]
    for process in spinning:
        process.start()
    try:
        yield
    finally:
        for process in spinning:
            process.kill()
            process.join()


def _busy_loop() -> None:
    parent = os.getppid()
    while os.getppid() == parent:
        sum(range(10_000))


def count_differences(first: Sequence[Decision], second: Sequence[Decision]) -> ComparisonCounts:
    """Count the answers of the second sequence that differ from the first in any bit.

    The answers are compared by ``repr``, which writes numbers exactly.
    """
    different = sum(repr(a) != repr(b) for a, b in zip(first, second, strict=True))
    return ComparisonCounts(
        len(second), different, sum(decision.is_cut_short for decision in second)
    )


def compare_answers_of_processes(
    level: int, questions_asked: ComparedAndOtherQuestions
) -> ComparisonCounts:
    """Compare a level's answers in all four situations.

    The standard is the answers of new processes on an idle machine.
    """
    wanted = answers_of_new_processes(level, questions_asked.asked)
    found = count_differences(wanted, wanted) + count_differences(
        wanted, answers_of_used_process(level, questions_asked)
    )
    with all_cores_busy():
        found += count_differences(wanted, answers_of_new_processes(level, questions_asked.asked))
        return found + count_differences(wanted, answers_of_used_process(level, questions_asked))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument(
        "--positions", type=int, default=8, help="number of positions of each preset"
    )
    parser.add_argument("--others", type=int, default=200, help="number of questions asked before")
    parser.add_argument("--levels", type=int, nargs="+", default=list(LEVELS), choices=list(LEVELS))
    parser.add_argument("--presets", nargs="+", default=list(PRESETS), choices=list(PRESETS))
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    total = NOTHING
    for level in options.levels:
        for preset in options.presets:
            began = time.monotonic()
            questions_asked = decision_questions(
                preset, options.positions, options.others, options.seed
            )
            found = compare_answers_of_processes(level, questions_asked)
            seconds = time.monotonic() - began
            print(f"level {level}, {preset}: {_counts_line(found)} ({seconds:.0f} s)", flush=True)
            total += found
    print(f"all: {_counts_line(total)}")
    return 1 if total.different or total.cut else 0


def _counts_line(found: ComparisonCounts) -> str:
    return f"{found.answers} answers, {found.different} differ, {found.cut} cut"


if __name__ == "__main__":
    sys.exit(main())
