"""Finds puzzles in rounds between computer players, and checks that each has one sound answer.

python build/assets/puzzles.py STATE [--matches N] [--jobs N]
    search matches of level 9; resumes where it stopped
python build/assets/puzzles.py STATE --of wins|known [--matches N] [--jobs N]
    the same for rare kinds of puzzles
python build/assets/puzzles.py STATE --ship [--beside]
    write the puzzles found to assets/puzzles; with --beside, keep those that are there, which the
    same judge must have found
python build/assets/puzzles.py --check [--sample N]
    solve the shipped puzzles again; one with another answer is left out of the next --ship if its
    key is added to STATE/wrong.txt

STATE is a folder outside the checkout. It has one line of JSON for each examined match, or for each
batch of matches played for rare kinds (build/assets/puzzle_positions.py).

A position becomes a puzzle if one first action passes all of these tests:

- It is better than all others by ``MIN_LEAD``, and the solution chooses it nine times in ten.
- The longer solution, and solutions that trust the opponent's habits less, prefer it too.
- It does better than the second-best in play-outs.
- Some level misses it.

At most a quarter of the answers are draws. Of a position and its mirror image only one is kept.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from assets.puzzle_positions import SOURCES  # noqa: E402
from assets.puzzle_selection import (  # noqa: E402
    drop_incomplete_line,
    found_puzzles_path,
    recheck_and_report_shipped_puzzles,
    share_of_wrong_level_answers,
    ship_puzzles,
)
from hacktrick.ai.advice import Advice, AdvisedTurn  # noqa: E402
from hacktrick.ai.agent import run_to_end  # noqa: E402
from hacktrick.ai.decision_position import read_position, winning_action_and_value  # noqa: E402
from hacktrick.ai.solver.solved_position import solve_open_hands_in_steps  # noqa: E402
from hacktrick.coach.advisor import advise, mistake_checking_solver, strongest_solver  # noqa: E402
from hacktrick.coach.playouts import (  # noqa: E402
    inference_weights,
    mean_gain_and_error,
    play_out,
)
from hacktrick.coach.puzzles import (  # noqa: E402
    PUZZLE_KINDS,
    PositionQuestion,
    puzzle_key,
)
from hacktrick.coach.reason_finder import certain_reasons  # noqa: E402
from hacktrick.game.actions import Ask, Draw  # noqa: E402
from hacktrick.game.view import SeatInfo, View  # noqa: E402

MIN_LEAD = 0.20  # lead in equity that the answer must have according to the first solver
# Lead in equity that the answer must have according to every other solver.
MIN_LEAD_OF_OTHERS = 0.15
MIN_SOLUTION_SHARE = 0.9  # minimum probability with which the solution chooses the answer
INFERENCE_DOUBTS = (0.3, 1.0)  # shares of random moves that other solutions assume of the opponent
CERTAIN_CHANCE = 0.97  # chance from which a win counts as certain, with open hands
N_DEALS = 60

Task = tuple[str, int]  # the name of a source, and the number of its match


def main() -> int:
    options = read_arguments()
    if options.check:
        return recheck_and_report_shipped_puzzles(options.sample)
    if options.ship:
        return ship_puzzles(options.state, keep_shipped=options.beside)
    return search_matches_for_puzzles(
        options.state, options.of, options.first, options.matches, options.jobs
    )


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("state", nargs="?", type=Path)
    parser.add_argument(
        "--first", type=int, default=0, help="number of the first match of a new STATE"
    )
    parser.add_argument("--matches", type=int, default=10**6, help="stop after this many matches")
    parser.add_argument("--jobs", type=int, default=1, help="number of processes")
    parser.add_argument(
        "--of", choices=SOURCES, default="usual", help="which positions to search; default: usual"
    )
    parser.add_argument("--ship", action="store_true", help="write assets/puzzles")
    parser.add_argument("--beside", action="store_true", help="keep the shipped puzzles")
    parser.add_argument("--check", action="store_true", help="solve the shipped puzzles again")
    parser.add_argument("--sample", type=int, default=0, help="check only this many; default: all")
    options = parser.parse_args()
    if not options.check and options.state is None:
        parser.error("a folder for what was found is needed")
    return options


def search_matches_for_puzzles(
    work_folder: Path, source: str, first: int, max_matches: int, jobs: int
) -> int:
    """Examine matches until ``max_matches`` of them are done.

    For each match, a line is appended to the source's file, in the order of the matches.

    Args:
        source: the name of the source.
        first: the number of the first match.
        max_matches: the number of matches at which to stop.
        jobs: the number of processes.
    """
    work_folder.mkdir(parents=True, exist_ok=True)
    file = found_puzzles_path(work_folder, source)
    done = drop_incomplete_line(file) if file.exists() else 0
    tasks = ((source, first + n) for n in range(done, max_matches))
    with get_context("spawn").Pool(jobs) as pool:
        for seed, seconds, found in pool.imap(find_puzzles_in_match, tasks):
            line = {"seed": seed, "seconds": seconds, "found": found}
            with file.open("a", encoding="utf-8") as out:
                out.write(json.dumps(line, separators=(",", ":")) + "\n")
            print(f"match {seed}: {len(found)} puzzles, {seconds} s", flush=True)
    return 0


def find_puzzles_in_match(task: Task) -> tuple[int, float, list[dict[str, object]]]:
    """Examine a match and return its number, the CPU seconds used, and the puzzles found in it."""
    began = time.process_time()
    found = [question.as_json() for question in puzzles_of_match(task)]
    return task[1], round(time.process_time() - began, 1), found


def puzzles_of_match(task: Task) -> Iterator[PositionQuestion]:
    """Yield the puzzles in the positions of one match of a source."""
    source, seed = task
    for view, truth in SOURCES[source].positions(seed):
        question = puzzle_of_view(view, SOURCES[source].kinds)
        if question is not None:
            yield replace(question, opponent_hand=truth)


def puzzle_of_view(view: View, kinds: Sequence[str] = PUZZLE_KINDS) -> PositionQuestion | None:
    """Return the puzzle in a position, or None if there is no puzzle of these kinds.

    The cheap tests come first.
    """
    first = advise(with_neutral_names(view), strongest_solver())
    found = kind_and_two_best_turns(first, MIN_LEAD)
    if found is None:
        return None
    kind, best, second = found
    view = with_neutral_names(view)
    if kind in ("word", "best") and not view.actions:
        return None
    asked = specific_puzzle_kind(view, first, kind)
    if asked is None or asked not in kinds:
        return None
    question = question_about_view(view, first, asked)
    hard = share_of_wrong_level_answers(question)
    if hard == 0 or not all(
        has_same_answer(look, best, MIN_LEAD_OF_OTHERS, kind)
        for look in advice_of_other_solutions(view)
    ):
        return None
    return (
        replace(question, miss_share=hard)
        if is_better_in_playouts(view, first, best, second)
        else None
    )


def advice_of_other_solutions(view: View) -> Iterator[Advice]:
    """Yield the advice of other solutions, which all agree with a sound answer.

    These are the longer solution, and solutions that trust the opponent's habits less.
    """
    yield advise(view, mistake_checking_solver())
    for doubt in INFERENCE_DOUBTS:
        yield advise(view, strongest_solver(), doubt)


def with_neutral_names(view: View) -> View:
    """Return the view with neutral player names."""
    return replace(view, seats=(SeatInfo("You", "human"), SeatInfo("Opponent", "level:9")))


def kind_and_two_best_turns(
    advice: Advice, margin: float
) -> tuple[str, AdvisedTurn, AdvisedTurn] | None:
    """Return the kind of question, the best turn, and the best turn that begins differently.

    Returns None if there is no clear answer. If the card is clear and the command matters, the
    question is about the command, and the second turn has the same card with another command.

    Args:
        margin: the equity by which the best turn must lead.
    """
    turns = advice.turns
    if len(turns) < 2:
        return None
    best = turns[0]
    if best.figures.win_points and turns[1].figures.win_points == best.figures.win_points:
        return None
    same = [turn for turn in turns[1:] if turn.actions[0] == best.actions[0]]
    if same and len(best.actions) > 1 and loss_of_turn(advice, best, same[0]) >= margin:
        share = sum(turn.frequency for turn in (best, *same))
        if share > 0 and best.frequency / share >= MIN_SOLUTION_SHARE:
            return "word", best, same[0]
    rest = [turn for turn in turns if turn.actions[0] != best.actions[0]]
    share = sum(turn.frequency for turn in turns if turn.actions[0] == best.actions[0])
    if not rest or share < MIN_SOLUTION_SHARE or loss_of_turn(advice, best, rest[0]) < margin:
        return None
    return question_kind(advice, best, rest[0]), best, rest[0]


def loss_of_turn(advice: Advice, best: AdvisedTurn, turn: AdvisedTurn) -> float:
    """Return the equity that a turn loses compared with the best turn."""
    return (best.forecast.match - turn.forecast.match) / advice.chances_by_result.equity_unit


def question_kind(advice: Advice, best: AdvisedTurn, second: AdvisedTurn) -> str:
    """Return the kind of a question about the first action, from the best and second-best turns."""
    wins = [turn for turn in advice.turns if turn.figures.win_points]
    if wins:
        return "points"
    firsts = best.actions[0], second.actions[0]
    if any(isinstance(action, Ask) for action in firsts):
        return "ask"
    if len(advice.counted_hands) == 1 and any(advice.counted_hands[0][0]):
        return "must"
    if any(isinstance(action, Draw) for action in firsts):
        return "tempo"
    return "best"


def has_same_answer(advice: Advice, best: AdvisedTurn, margin: float, kind: str) -> bool:
    """Return whether another solution has the same answer, with a lead of at least ``margin``.

    Args:
        margin: the lead in equity.
    """
    n = len(best.actions) if kind == "word" else 1
    if advice.turns[0].actions[:n] != best.actions[:n]:
        return False
    rest = [turn for turn in advice.turns if turn.actions[:n] != best.actions[:n]]
    if kind == "word":
        rest = [turn for turn in rest if turn.actions[0] == best.actions[0]]
    return bool(rest) and loss_of_turn(advice, advice.turns[0], rest[0]) >= margin


def specific_puzzle_kind(view: View, advice: Advice, kind: str) -> str | None:
    """Return the kind, or a more specific kind if the answer holds against every possible hand.

    Returns None if the best turn wins but there is no question of which win to take.
    """
    position = read_position(view)
    best = advice.turns[0]
    if best.figures.win_points and kind != "points":
        return None
    if kind == "points":
        return kind if winning_action_and_value(position) is not None else None
    if kind == "word":
        return kind
    reasons = {
        r.code: r
        for r in certain_reasons(position, advice, best, best_turn_with_other_first_action(advice))
    }
    finishes = reasons.get("other_finishes")
    if finishes is not None and finishes.best == 0 and do_other_actions_risk_defeat(advice):
        return "hold"
    if best.forecast.win_1 + best.forecast.win_2 >= CERTAIN_CHANCE and wins_against_every_hand(
        view, best, advice
    ):
        return "home"
    return kind


def best_turn_with_other_first_action(advice: Advice) -> AdvisedTurn:
    """Return the best turn that begins with another action than the best turn."""
    first = advice.turns[0].actions[0]
    return next(turn for turn in advice.turns if turn.actions[0] != first)


def do_other_actions_risk_defeat(advice: Advice) -> bool:
    """Return whether some hand of the opponent wins at once after every other first action."""
    first = advice.turns[0].actions[0]
    others = {turn.actions[0]: turn for turn in advice.turns if turn.actions[0] != first}
    return all(turn.figures.opponent_win_chance > 0 for turn in others.values())


def wins_against_every_hand(view: View, best: AdvisedTurn, advice: Advice) -> bool:
    """Return whether the best turn surely wins against every possible hand, with all cards open."""
    if len(advice.counted_hands) > 12:
        return False
    position = read_position(view)
    for hand, _chance in advice.counted_hands:
        hands = [hand, hand]
        hands[view.seat] = position.hand
        judged = run_to_end(solve_open_hands_in_steps(position, hands, strongest_solver()))
        forecasts_by_turn = {
            actions: where for actions, where, _ in judged.turn_options(position.hand)
        }
        where = forecasts_by_turn.get(best.actions)
        if where is None or where.win_1 + where.win_2 < CERTAIN_CHANCE:
            return False
    return True


def is_better_in_playouts(
    view: View, advice: Advice, best: AdvisedTurn, second: AdvisedTurn
) -> bool:
    """Return whether the best turn leads the second in play-outs by over two standard errors."""
    turns = (best.actions, second.actions)
    seen = play_out(view, turns, N_DEALS, "puzzle", inference_weights(advice).weight_of_world)
    gain, error = mean_gain_and_error(seen, advice.chances_by_result)
    return gain > 2 * error


def question_about_view(view: View, advice: Advice, kind: str) -> PositionQuestion:
    """Return the question of a kind about a position, with the turns it allows as options."""
    turns = advice.turns
    if kind == "word":
        turns = tuple(turn for turn in turns if turn.actions[0] == turns[0].actions[0])
    options = tuple((turn.actions, turn.forecast, turn.frequency) for turn in turns)
    question = PositionQuestion("", kind, view, options, advice.chances_by_result.equity_unit)
    return replace(question, key=puzzle_key(question))


if __name__ == "__main__":
    sys.exit(main())
