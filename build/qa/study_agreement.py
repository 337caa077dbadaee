"""Compares the verdicts of study and review on the same positions.

python build/qa/study_agreement.py [MATCH ...] [--positions N] [--level L] [--seed S]

MATCH is the record of a saved match; without one, level L plays matches against itself. Every turn
is judged by the review of its round and by a study of the position before it. Prints how often the
class of the turn and the best turn are the same, and the processor time until the study's first
answer; exits with an error if any of them differ.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from hacktrick.app.study_session import StudyJudge
from hacktrick.coach.review.round_judge import review_in_steps
from hacktrick.coach.review.round_review import ReviewedTurn, RoundReview, finished_rounds
from hacktrick.coach.thinking_client import InlineThinker
from hacktrick.coach.thinking_worker import AnalysisRequest, analysis_steps
from hacktrick.game.view import View
from hacktrick.match.record import Record, read_record
from hacktrick.safe_files import read_text
from qa.judged_levels import play_match

POSITIONS_PER_REPORT = 50  # number of positions after which the figures so far are printed


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("records", nargs="*", type=Path, metavar="MATCH")
    parser.add_argument("--positions", type=int, default=1000)
    parser.add_argument("--level", type=int, default=6)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    n = same_class = same_best = 0
    first_answers: list[float] = []
    for turn, view in reviewed_turns(options):
        verdict, best, seconds = study_judgement_and_seconds(turn, view)
        n += 1
        same_class += verdict == turn.mistake_class
        same_best += best == turn.options[0][0]
        first_answers.append(seconds)
        if verdict != turn.mistake_class or best != turn.options[0][0]:
            print(f"{n}: review {turn.mistake_class} {turn.options[0][0]}, study {verdict} {best}")
        if n % POSITIONS_PER_REPORT == 0:
            print(f"{n} positions: same class {same_class}, same best turn {same_best}", flush=True)
        if n >= options.positions:
            break
    if not n:
        print("no positions")
        return 1
    first_answers.sort()
    print(
        f"{n} positions: same class {same_class}, same best turn {same_best}; first answer "
        f"median {first_answers[n // 2]:.2f} s, slowest {first_answers[-1]:.2f} s"
    )
    return int(same_class < n or same_best < n)


def reviewed_turns(options: argparse.Namespace) -> Iterator[tuple[ReviewedTurn, View]]:
    """Yield reviewed turns, each with its player's view before it."""
    for record in given_or_generated_records(options):
        for finished in finished_rounds(record):
            checked = None
            for progress in review_in_steps(finished):
                if progress is not None and progress.stage != "looked":
                    checked = progress
                    break
            if checked is None:
                continue
            for seat in (0, 1):
                review = RoundReview(finished, checked, seat)
                for turn in review.turns:
                    if turn.seat == seat and len(turn.options) > 1 and turn.log_turn:
                        yield turn, review.view_at(turn)


def given_or_generated_records(options: argparse.Namespace) -> Iterator[Record]:
    """Yield the given records; if there are none, matches of a level against itself, endlessly."""
    for path in options.records:
        yield read_record(read_text(path))
    number = 0
    while not options.records:
        yield play_match(options.level, Random(f"study {options.level} {options.seed} {number}"))
        number += 1


def study_judgement_and_seconds(
    turn: ReviewedTurn, view: View
) -> tuple[str, tuple[object, ...], float]:
    """Return a study's verdict on a turn.

    Returns:
        The class of the turn, the best turn, and the processor seconds until the first answer.
    """
    begun = time.process_time()
    next(filter(None, analysis_steps(AnalysisRequest(0, "glance", view))), None)
    first = time.process_time() - begun
    judge = StudyJudge(InlineThinker())
    judge.start_judging((view,))
    while not judge.assessment.is_final:
        judge.update()
    known = judge.assessment
    assert known.judgement is not None
    loss = known.judgement.loss(turn.made)
    return ("" if loss is None else loss.mistake_class), known.lines[0].actions, first


if __name__ == "__main__":
    sys.exit(main())
