"""Selects the puzzles that ship from those found, and solves shipped puzzles again.

Under another judge, a puzzle stays valid if both solvers (the one used in play and the longer one)
find that its answer costs almost nothing, that all other answers are wrong, and that some level
misses it. Its data (chances, costs, which levels miss it) is then computed again.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import NamedTuple

from assets.puzzle_positions import SOURCES
from hacktrick.ai.agent import Decision
from hacktrick.ai.answer_time_slots import decisions_until_new_information
from hacktrick.ai.decision_position import read_position
from hacktrick.ai.levels.catalogue import level_decision
from hacktrick.ai.solver.forecasts import match_chances_by_result
from hacktrick.ai.solver.solved_position import TurnOption, solve_position
from hacktrick.coach.advisor import mistake_checking_solver, strongest_solver
from hacktrick.coach.judgement import TOLERATED_LOSS
from hacktrick.coach.puzzles import (
    PUZZLE_KINDS,
    PUZZLES_FILE,
    PositionQuestion,
    mirrored_question,
    pack_puzzles,
    puzzle_key,
    read_question,
    shipped_puzzles,
)
from hacktrick.game.actions import Action
from hacktrick.game.view import View

ROOT = Path(__file__).resolve().parents[2]
LEVELS, SEEDS = tuple(range(1, 10)), (1, 2, 3)
MAX_PUZZLES = 600  # maximum number of shipped puzzles
REJECTED_FILE = "wrong.txt"  # file in STATE with the keys of puzzles that --check rejected
MAX_DRAW_SHARE = 0.25  # maximum share of shipped puzzles whose answer is to draw a card

PuzzleData = dict[str, object]
"""A puzzle as JSON data."""


def found_puzzles_path(work_folder: Path, source: str) -> Path:
    """Return the path of the file with the puzzles found in a source.

    Args:
        source: the name of the source.
    """
    return work_folder / f"{source}.jsonl"


def read_found_puzzles(work_folder: Path) -> list[PuzzleData]:
    """Read the puzzles found so far, from all sources."""
    found: list[PuzzleData] = []
    for file in (found_puzzles_path(work_folder, source) for source in SOURCES):
        for line in file.read_text(encoding="utf-8").splitlines() if file.exists() else ():
            found += json.loads(line)["found"]
    return found


def ship_puzzles(work_folder: Path, keep_shipped: bool) -> int:
    """Write the puzzles found to the shipped file, without duplicates and rejected puzzles.

    Args:
        keep_shipped: whether to keep the puzzles in the file, which the same judge must have found.
    """
    found = [question.as_json() for question in shipped_puzzles()] if keep_shipped else []
    wrong = work_folder / REJECTED_FILE
    out = set(wrong.read_text(encoding="utf-8").split()) if wrong.exists() else set()
    select_and_write_puzzles(
        [one for one in (*found, *read_found_puzzles(work_folder)) if one["key"] not in out]
    )
    return 0


def select_and_write_puzzles(found: Sequence[PuzzleData]) -> list[PuzzleData]:
    """Select from the puzzles, write the shipped file and a summary, and return the selection."""
    chosen = select_puzzles(found)
    path = ROOT / "assets" / PUZZLES_FILE
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(pack_puzzles(chosen))
    print_summary(chosen, path.stat().st_size)
    return chosen


def select_puzzles(found: Sequence[PuzzleData]) -> list[PuzzleData]:
    """Return at most ``MAX_PUZZLES`` puzzles, without duplicates or mirror images.

    At most a quarter of them have a draw as answer. If there are too many puzzles, some of the most
    frequent kinds are removed.
    """
    once = list({str(one["key"]): one for one in found}.values())
    others = sum(not _has_drawing_as_answer(one) for one in once)
    draws = int(min(MAX_PUZZLES * MAX_DRAW_SHARE, others * MAX_DRAW_SHARE / (1 - MAX_DRAW_SHARE)))
    few = trim_largest_kinds(once, draws, _has_drawing_as_answer)
    few = trim_largest_kinds(
        few,
        MAX_PUZZLES - sum(map(_has_drawing_as_answer, few)),
        lambda one: not _has_drawing_as_answer(one),
    )
    return sorted(few, key=lambda one: str(one["key"]))


def trim_largest_kinds(
    found: Sequence[PuzzleData], max_remaining: int, is_counted: Callable[[PuzzleData], bool]
) -> list[PuzzleData]:
    """Remove puzzles for which ``is_counted`` holds until at most ``max_remaining`` of them remain.

    Each puzzle is removed from the kind with the largest number of puzzles at that moment.
    """
    kinds: dict[str, list[PuzzleData]] = {}
    for one in found:
        kinds.setdefault(str(one["kind"]), []).append(one)
    for _ in range(sum(map(is_counted, found)) - max_remaining):
        largest = max((kind for kind in kinds.values() if any(map(is_counted, kind))), key=len)
        largest.remove(next(one for one in reversed(largest) if is_counted(one)))
    return [one for kind in kinds.values() for one in kind]


def _has_drawing_as_answer(one: PuzzleData) -> bool:
    options = one["options"]
    assert isinstance(options, list)
    return bool(options[0][0] == ["draw"])


def print_summary(chosen: Sequence[PuzzleData], size: int) -> None:
    kinds = Counter(str(one["kind"]) for one in chosen)
    listed = ", ".join(f"{kind} {kinds[kind]}" for kind in PUZZLE_KINDS)
    print(f"{len(chosen)} puzzles, {size} bytes: {listed}")


# Functions for solving puzzles again.


class RecheckedPuzzle(NamedTuple):
    """A shipped puzzle, solved again.

    Attributes:
        losses: the cost of the puzzle's answer by either solver, in equity; None if the turn is not
            judged.
        fresh: the puzzle as the current judge sees it; None if the puzzle is no longer valid.
    """

    key: str
    kind: str
    losses: tuple[float | None, float | None]
    fresh: PuzzleData | None


def recheck_and_report_shipped_puzzles(sample: int) -> int:
    """Solve shipped puzzles with both solvers, and print those with another answer.

    Args:
        sample: the number of puzzles; 0 for all.

    Returns:
        The exit code, which is 1 if any puzzle has another answer.
    """
    puzzles = list(sample_shipped_puzzles(sample))
    keys = {key for one in puzzles for key in (puzzle_key(one), puzzle_key(mirrored_question(one)))}
    wrong = [] if len(keys) == len({one.key for one in puzzles}) else ["twins"]
    for question in puzzles:
        for loss in (
            loss_of_shipped_answer(again) for again in solve_again_with_both_solvers(question)
        ):
            if not is_answer_still_right(loss):
                wrong.append(f"{question.key} {question.kind}: {loss}")
    print(f"{len(puzzles)} puzzles checked, {len(wrong)} with another answer")
    print("\n".join(wrong))
    return bool(wrong)


def sample_shipped_puzzles(sample: int) -> Iterator[PositionQuestion]:
    """Yield a fixed random sample of the shipped puzzles.

    Args:
        sample: the number of puzzles; 0 for all.
    """
    puzzles = list(shipped_puzzles())
    yield from Random("check").sample(puzzles, min(sample, len(puzzles))) if sample else puzzles


def solve_again_with_both_solvers(
    question: PositionQuestion,
) -> Iterator[tuple[PositionQuestion, PositionQuestion]]:
    """Yield, for both solvers, the puzzle as shipped and the puzzle with newly solved options."""
    position = read_position(question.view)
    for agent in (strongest_solver(), mistake_checking_solver()):
        options = solve_position(position, agent).turn_options(position.hand)
        asked = tuple(_options_in_question(question, options))
        unit = match_chances_by_result(position.round_start, position.seat).equity_unit
        yield question, replace(question, options=asked, unit=unit)


def loss_of_shipped_answer(again: tuple[PositionQuestion, PositionQuestion]) -> float | None:
    """Return the cost of the shipped answer by one solver, in equity; None if not judged."""
    question, seen = again
    return seen.loss(question.options[0][0])


def is_answer_still_right(loss: float | None) -> bool:
    """Return whether an answer with this cost still counts as right."""
    return loss is not None and loss < TOLERATED_LOSS


def recheck_puzzle(data: PuzzleData) -> RecheckedPuzzle:
    """Solve a puzzle, given as JSON data, again."""
    question = read_question(data)
    seen = list(solve_again_with_both_solvers(question))
    first, second = map(loss_of_shipped_answer, seen)
    return RecheckedPuzzle(
        question.key,
        question.kind,
        (first, second),
        _puzzle_if_still_valid(seen[0][1], first, second),
    )


def _puzzle_if_still_valid(
    seen: PositionQuestion, first: float | None, second: float | None
) -> PuzzleData | None:
    if not is_answer_still_right(first) or not is_answer_still_right(second):
        return None
    if not has_only_one_right_answer(seen):
        return None
    hard = share_of_wrong_level_answers(seen)
    return replace(seen, miss_share=hard).as_json() if hard else None


def has_only_one_right_answer(question: PositionQuestion) -> bool:
    """Return whether all other first actions are wrong.

    For a question about a command, "other" means another command after the same card.
    """
    n = 2 if question.kind == "word" else 1
    best = question.options[0][0][:n]
    others = [actions for actions, _, _ in question.options if actions[:n] != best]
    return bool(others) and not any(map(question.is_right, others))


def recheck_puzzles(file: Path, sample: int, jobs: int) -> list[RecheckedPuzzle]:
    """Solve shipped puzzles again, and append each to ``file`` as soon as it is solved.

    Puzzles that are already in ``file`` are not solved again.

    Args:
        sample: the number of puzzles; 0 for all.
        jobs: the number of processes.
    """
    done = {one.key: one for one in _saved_rechecks(file)}
    asked = list(sample_shipped_puzzles(sample))
    missing = [one.as_json() for one in asked if one.key not in done]
    file.parent.mkdir(parents=True, exist_ok=True)
    with get_context("spawn").Pool(jobs) as pool:
        for again in pool.imap(recheck_puzzle, missing):
            with file.open("a", encoding="utf-8") as out:
                out.write(json.dumps(again, separators=(",", ":")) + "\n")
            done[again.key] = again
    return [done[one.key] for one in asked]


def _saved_rechecks(file: Path) -> Iterator[RecheckedPuzzle]:
    if not file.exists():
        return
    drop_incomplete_line(file)  # its puzzle is solved again
    for line in file.read_text(encoding="utf-8").splitlines():
        key, kind, losses, fresh = json.loads(line)
        yield RecheckedPuzzle(key, kind, (losses[0], losses[1]), fresh)


def drop_incomplete_line(file: Path) -> int:
    """Remove the last line of a file if a killed program left it incomplete.

    Returns:
        The number of complete lines.
    """
    text = file.read_text(encoding="utf-8")
    whole = text[: text.rfind("\n") + 1]
    if whole != text:
        file.write_text(whole, encoding="utf-8", newline="\n")
    return whole.count("\n")


def _options_in_question(
    question: PositionQuestion, options: Sequence[TurnOption]
) -> list[TurnOption]:
    first = question.options[0][0][0]
    return [one for one in options if question.kind != "word" or one[0][0] == first]


# Functions for the levels that miss a puzzle.


def share_of_wrong_level_answers(question: PositionQuestion) -> float:
    """Return the share of levels that miss the puzzle, each asked three times."""
    misses = 0
    for level in LEVELS:
        for seed in SEEDS:
            asked = decisions_until_new_information(
                question.view, partial(_decision_of_level, level, seed)
            )
            turn = tuple(decision.action for _view, decision in asked)
            if question.kind == "word":
                turn = _turn_with_asked_card(question, turn, level, seed)
            misses += not question.is_right(turn)
    return misses / (len(LEVELS) * len(SEEDS))


def _decision_of_level(level: int, seed: int, view: View) -> Decision:
    return level_decision(level, view, None, seed)


def _turn_with_asked_card(
    question: PositionQuestion, turn: tuple[Action, ...], level: int, seed: int
) -> tuple[Action, ...]:
    """Return the command that a level gives after playing the card in question."""
    card = question.options[0][0][0]
    view = replace(question.view, actions=(*question.view.actions, str(card)))
    return turn if turn[:1] == (card,) else (card, level_decision(level, view, None, seed).action)
