"""Judges levels as if they were people: ratings, luck, marks, and what each theme costs.

python build/qa/judged_levels.py STATE [--levels 4,5,6,7,8,9,10] [--rounds N] [--jobs N] [--check]
    play and judge rounds, then print the figures
python build/qa/judged_levels.py STATE --tell
    only print the figures of all rounds judged so far

Every level plays matches of the keypad against itself until N of its rounds are judged as in a
review. STATE is a folder outside the checkout with one line of JSON for each round; a run resumes
where the last one ended. ``--check`` also takes a second look at apparent mistakes, without which
there are no marks.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from multiprocessing import get_context
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from hacktrick.ai.levels.catalogue import level_decision  # noqa: E402
from hacktrick.coach.advisor import mistake_checking_solver, strongest_solver  # noqa: E402
from hacktrick.coach.judgement import judge_id  # noqa: E402
from hacktrick.coach.review.judged_round import CHANCE_KINDS, RoundJudgement  # noqa: E402
from hacktrick.coach.review.round_judge import RoundJudge  # noqa: E402
from hacktrick.coach.review.round_review import (  # noqa: E402
    finished_rounds,
    has_real_choice,
)
from hacktrick.game.actions import Action  # noqa: E402
from hacktrick.game.editions import PRESETS  # noqa: E402
from hacktrick.game.view import SeatInfo  # noqa: E402
from hacktrick.match.live_match import Match  # noqa: E402
from hacktrick.match.record import Record  # noqa: E402
from qa.judged_round_statistics import JudgedRound, report_lines_of_rounds  # noqa: E402
from tests.support.random_matches import played_record  # noqa: E402

# The level, the number of the match, and whether to take a second look.
Task = tuple[int, int, bool]


def main() -> int:
    options = read_arguments()
    options.state.mkdir(parents=True, exist_ok=True)
    file = options.state / "rounds.jsonl"
    if not options.tell:
        judge_until_enough_rounds(file, options.levels, options.rounds, options.jobs, options.check)
    for line in report_lines_of_rounds(read_saved_rounds(file)):
        print(line)
    return 0


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("state", type=Path)
    parser.add_argument("--levels", type=_level_numbers, default=tuple(range(4, 11)))
    parser.add_argument(
        "--rounds", type=int, default=40, help="minimum number of rounds of each level"
    )
    parser.add_argument("--jobs", type=int, default=1, help="number of processes")
    parser.add_argument(
        "--check", action="store_true", help="confirm every mistake by a second search"
    )
    parser.add_argument("--tell", action="store_true", help="print the results so far")
    return parser.parse_args()


def _level_numbers(text: str) -> tuple[int, ...]:
    return tuple(int(word) for word in text.split(","))


def read_saved_rounds(file: Path) -> list[JudgedRound]:
    """Return the saved rounds that the current judge has judged, without those of other judges."""
    if not file.exists():
        return []
    lines = map(json.loads, file.read_text(encoding="utf-8").splitlines())
    return [JudgedRound.from_json(line) for line in lines if line["judge"] == judge_id()]


def judge_until_enough_rounds(
    file: Path, levels: tuple[int, ...], rounds: int, jobs: int, check: bool
) -> None:
    """Judge matches until every level has enough rounds, saving the rounds of each finished match.

    The next match is always one of the level with the fewest rounds.
    """
    with get_context("spawn").Pool(jobs) as pool:
        while tasks := next_match_tasks(read_saved_rounds(file), levels, rounds, jobs, check):
            for found in pool.imap_unordered(play_and_judge_match, tasks):
                with file.open("a", encoding="utf-8") as out:
                    out.writelines(
                        json.dumps({"judge": judge_id(), **one.as_json()}) + "\n" for one in found
                    )


def next_match_tasks(
    found: list[JudgedRound], levels: tuple[int, ...], rounds: int, jobs: int, check: bool
) -> list[Task]:
    """Return the next matches to judge, one for each job; empty if every level has enough rounds.

    All matches are of the level with the fewest rounds.
    """
    counted = {
        level: sum(one.level == level and one.checked >= check for one in found) for level in levels
    }
    level = min(levels, key=lambda level: counted[level])
    if counted[level] >= rounds:
        return []
    first = 1 + max((one.match for one in found if one.level == level), default=-1)
    return [(level, first + n, check) for n in range(jobs)]


def play_and_judge_match(task: Task) -> list[JudgedRound]:
    """Let a level play a match against itself, and judge its rounds."""
    level, number, check = task
    record = play_match(level, Random(f"judged {level} {number}"))
    return [_judged_round(level, number, check, story) for story in judge_rounds_of(record, check)]


def play_match(level: int, rng: Random) -> Record:
    """Let a level play a match against itself."""

    def act(match: Match) -> Action:
        return level_decision(
            level, match.view(match.public.seat), None, rng.getrandbits(30)
        ).action

    return played_record(PRESETS["keypad"], [SeatInfo("A", f"level:{level}")] * 2, rng, act)


def judge_rounds_of(record: Record, check: bool) -> Iterator[RoundJudgement]:
    """Yield the judgement of each round of a match."""
    for finished in finished_rounds(record):
        judge = RoundJudge(finished, strongest_solver())
        for _ in judge.judge_turns_in_steps():
            pass
        for _ in judge.check_mistakes_in_steps(mistake_checking_solver()) if check else ():
            pass
        yield judge.judgement


def _judged_round(level: int, match: int, check: bool, story: RoundJudgement) -> JudgedRound:
    decisions = tuple(
        (one.decision_point.seat, one.decision_point.number, one.themes, one.loss / story.unit)
        for one in story.decisions
        if has_real_choice(one, story.unit)
    )
    luck = [0.0, 0.0]
    for one in story.luck:
        if one.kind in CHANCE_KINDS:
            luck[one.seat] += one.change / story.unit
    marks = [0, 0]
    for decision in story.decisions:
        marks[decision.decision_point.seat] += decision.mistake_class(story.unit) != "fine"
    assert story.result is not None
    where = (level, match, story.number, story.leader, story.result.side, story.result.points)
    return JudgedRound(*where, check, decisions, (luck[0], luck[1]), (marks[0], marks[1]))


if __name__ == "__main__":
    sys.exit(main())
