#!/usr/bin/env python3
"""Measures how soon hints come, and how long a computer player may have to wait for the coach.

python build/bench/coach.py [--positions 60] [--seed S]

Times are CPU times. The window computes step 1 of a hint. The worker process computes all else in
pieces, and a computer player's decision waits for at most one piece.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from qa.judge_check import decisions_with_choice

from hacktrick.ai.solver.solving_player import shared_solver
from hacktrick.coach import position_analysis
from hacktrick.coach.hints import hint_focus
from hacktrick.coach.judgement import PositionJudgement
from hacktrick.coach.reason_finder import Explanation
from hacktrick.coach.thinking_worker import collect_garbage, no_automatic_garbage_collection
from hacktrick.game.view import View


class AnswerTimes:
    """The CPU milliseconds of each answer about one position.

    Attributes:
        pieces: the time of each piece of work.
        look: the first step of a hint.
        glanced: the quick first judgement.
        judged: the complete judgement that follows.
        checked: the time until the judgement was checked by the longer solver and by play-outs.
        explained: the time until the turn was explained, including the check; 0 if it was not.
        tried: the time until the apparent mistakes were played out as well.
    """

    def __init__(self, view: View) -> None:
        collect_garbage()  # the worker process does the same before it waits for a question
        self.pieces: list[float] = []
        self.look = self._cpu_milliseconds_of(lambda: hint_focus(view))
        _clear_caches()
        self.glanced = sum(
            self._milliseconds_of_pieces(position_analysis.judge_position_roughly(view))
        )
        _clear_caches()
        self.judged = sum(self._milliseconds_of_pieces(position_analysis.judge_position(view)))
        self.checked = self.explained = 0.0
        _clear_caches()
        passed = 0.0
        work = position_analysis.explain_turn(view)
        for piece, answer in self._timed_answers(work):
            passed += piece
            if isinstance(answer, PositionJudgement):
                self.checked = passed
            if isinstance(answer, Explanation):
                self.explained = passed
        self.tried = passed + sum(
            self._milliseconds_of_pieces(position_analysis.play_out_suspected_mistakes(view))
        )

    def _cpu_milliseconds_of(self, work: object) -> float:
        began = time.process_time()
        work()  # type: ignore[operator]
        return 1000 * (time.process_time() - began)

    def _milliseconds_of_pieces(self, work: Iterator[position_analysis.CoachAnswer]) -> list[float]:
        return [piece for piece, _ in self._timed_answers(work)]

    def _timed_answers(
        self, work: Iterator[position_analysis.CoachAnswer]
    ) -> Iterator[tuple[float, position_analysis.CoachAnswer]]:
        while True:
            began = time.process_time()
            try:
                answer = next(work)
            except StopIteration:
                return
            piece = 1000 * (time.process_time() - began)
            self.pieces.append(piece)
            yield piece, answer


def _clear_caches() -> None:
    shared_solver.cache_clear()
    position_analysis.clear_coach_caches()


def measured_times_row(name: str, values: Sequence[float]) -> str:
    """Return a line with median, 95th percentile and maximum of times in milliseconds."""
    ranked = sorted(values)
    p95 = ranked[int(0.95 * (len(ranked) - 1))]
    return f"{name}: median {ranked[len(ranked) // 2]:.0f} ms, p95 {p95:.0f}, most {ranked[-1]:.0f}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--positions", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    made = islice(decisions_with_choice(options.seed), 0, 7 * options.positions, 7)
    with no_automatic_garbage_collection():
        times = [AnswerTimes(one.view) for one in made]
    print(measured_times_row("hint, step 1", [one.look for one in times]))
    print(measured_times_row("first answer of a study", [one.glanced for one in times]))
    print(measured_times_row("hint, steps 2 and 3", [one.judged for one in times]))
    print(measured_times_row("checked by the longer look", [one.checked for one in times]))
    print(
        measured_times_row("explained", [one.explained for one in times if one.explained] or [0.0])
    )
    print(measured_times_row("all that seem mistakes tried", [one.tried for one in times]))
    print(measured_times_row("pieces of work", [piece for one in times for piece in one.pieces]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
