#!/usr/bin/env python3
"""Checks that no level uses hidden cards: whatever they are, the decision must be the same.

python build/qa/honesty.py [--positions 2000] [--resamplings 20] [--decide K] [--levels 1 2 3 4]
                        [--presets P ...] [--seed S] [--hints | --crossing | --pixels]

Positions come from rounds of all presets in which half of the moves are random. In each, the hidden
cards are drawn again and again from all that the seat to act considers possible, the match is
replayed from the new deal, and every level decides without any memory. Stops with an error at the
first decision that differs in any bit.

Other comparisons take the place of decisions, for a person in the seat to act:

--hints      every byte of odds, judgement, hints, codes and sentences, in presets that the solver
             knows
--crossing   every byte sent to the worker process when the person asks for all help
--pixels     every frame of the window's table when the person asks for all help (50 positions and
             20 resamplings take some hours)

Every resampling checks that the view is the same; a level gets nothing but a view and a seed. To
save time, a slow level can decide in the first K resamplings only.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from hacktrick.ai.agent import Budget, Decision
from hacktrick.ai.levels.catalogue import LEVELS, level_decision
from hacktrick.ai.possible_worlds import clear_world_cache, has_unknown_cards_under_deck
from hacktrick.coach import position_analysis
from hacktrick.coach.hints import hint_idea, hint_turns, judged_hint_focus
from hacktrick.coach.judgement import PositionJudgement
from hacktrick.game.editions import PRESETS
from hacktrick.game.view import View
from hacktrick.i18n.coach_text import CoachSentences
from hacktrick.match.live_match import Match
from qa.honesty_pixels import screen_digests_with_all_help
from qa.honesty_worker_bytes import bytes_sent_to_thinker
from tests.support.resampled_matches import Resampler, resampled_positions

COMPARED_PERIOD = 3  # number of positions of which one is compared
UNLIMITED_SECONDS = 3600.0  # thinking is limited only by the number of nodes
PROGRESS = 100


class TwinComparisonCounts(NamedTuple):
    """How much was compared between positions and their twins with other hidden cards."""

    positions: int
    resampled: int
    different: int  # number of resamplings that changed a hidden card
    decisions: int


class ComparisonPlan(NamedTuple):
    """What a run compares in each position, and how often.

    Attributes:
        resamplings: the number of times the hidden cards are drawn anew.
        decide: the number of resamplings in which the levels decide.
        nodes: the maximum number of search nodes per decision; 0 for the level's own limit.
        subject: a key of ``SUBJECTS`` to compare instead of decisions; "" to compare decisions.
    """

    levels: Sequence[int]
    resamplings: int
    decide: int
    nodes: int = 0
    subject: str = ""


class HiddenCardsUsed(Exception):
    """Raised if a decision depends on hidden cards."""


def decision_with_empty_caches(level: int, view: View, nodes: int = 0) -> Decision:
    """Return a level's decision, made without any memory of the match.

    Args:
        nodes: the maximum number of search nodes; 0 for the level's own limit.
    """
    clear_world_cache()
    _clear_solver_cache()
    return level_decision(
        level, view, Budget(UNLIMITED_SECONDS, nodes or LEVELS[level].budget.nodes), 3
    )


def _clear_solver_cache() -> None:
    agent = sys.modules.get("hacktrick.ai.solver.solving_player")
    if agent is not None:
        agent.shared_solver.cache_clear()


def all_shown_help_as_bytes(view: View) -> bytes:
    """Return all that a player can be shown about a position, computed without memory."""
    clear_world_cache()
    _clear_solver_cache()
    position_analysis.clear_coach_caches()
    coach = CoachSentences(view.rules, "other")
    answers = [odds for odds in position_analysis.compute_hand_odds(view) if odds is not None]
    (judgement,) = (
        answer
        for answer in position_analysis.judge_position(view)
        if isinstance(answer, PositionJudgement)
    )
    look, idea, turns = (
        judged_hint_focus(view, judgement),
        hint_idea(judgement),
        hint_turns(judgement),
    )
    texts = (
        coach.hint_focus_question(look),
        coach.hint_idea_sentence(idea),
        *coach.hint_turn_lines(turns),
    )
    return repr((answers, judgement, look, idea, turns, texts)).encode()


SUBJECTS: dict[str, Callable[[Match], object]] = {
    "hints": lambda match: all_shown_help_as_bytes(match.view(match.public.seat)),
    "crossing": bytes_sent_to_thinker,
    "pixels": screen_digests_with_all_help,
}
"""Option -> what it compares: all that the person in the seat to act can learn in this way."""


def compare_twin_decisions(match: Match, plan: ComparisonPlan, rng: Random) -> TwinComparisonCounts:
    """Draw the hidden cards of one position anew several times, and compare what must not change.

    Raises:
        HiddenCardsUsed: something changed.
    """
    seat = match.public.seat
    resampler = Resampler(match, seat)
    view, truth = match.view(seat), match.full_state()
    decisions = {
        level: decision_with_empty_caches(level, view, plan.nodes) for level in plan.levels
    }
    expected = SUBJECTS[plan.subject](match) if plan.subject else None
    different = 0
    for n in range(plan.resamplings):
        other = resampler.draw(rng)
        different += other.full_state() != truth
        if n >= plan.decide:
            continue
        if plan.subject and SUBJECTS[plan.subject](other) != expected:
            raise HiddenCardsUsed(
                f"{plan.subject}: told of what is hidden: {match.record.as_text()}"
            )
        for level in plan.levels:
            if decision_with_empty_caches(level, other.view(seat), plan.nodes) != decisions[level]:
                raise HiddenCardsUsed(f"level {level} peeks: {match.record.as_text()}")
    n_compared = min(plan.decide, plan.resamplings) * (len(plan.levels) + bool(plan.subject))
    return TwinComparisonCounts(1, plan.resamplings, different, n_compared)


def compare_twins_of_positions(
    preset: str, n_positions: int, plan: ComparisonPlan, seed: int
) -> TwinComparisonCounts:
    """Compare many positions of a preset; return the summed counts.

    Raises:
        HiddenCardsUsed: something depends on hidden cards.
    """
    rng = Random(f"{preset} {seed}")
    sums = TwinComparisonCounts(0, 0, 0, 0)
    number = seed * 1_000_000
    while sums.positions < n_positions:
        number += 1
        offset = rng.randrange(COMPARED_PERIOD)
        for place, match in enumerate(resampled_positions(PRESETS[preset], number)):
            if sums.positions == n_positions or place % COMPARED_PERIOD != offset:
                continue
            if not has_unknown_cards_under_deck(match.view(match.public.seat)):
                found = compare_twin_decisions(match, plan, rng)
                sums = TwinComparisonCounts(*(a + b for a, b in zip(sums, found, strict=True)))
                if sums.positions % PROGRESS == 0:
                    print(f"  {preset}: {sums.positions} positions", file=sys.stderr, flush=True)
    return sums


HELP = {
    "hints": "compare hints instead of decisions",
    "crossing": "compare what goes to the thinking process",
    "pixels": "compare pictures of the table",
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument(
        "--positions", type=int, default=2000, help="number of positions over all presets"
    )
    parser.add_argument("--resamplings", type=int, default=20)
    parser.add_argument(
        "--decide",
        type=int,
        metavar="K",
        help="decide in K resamplings of each position; default: all",
    )
    parser.add_argument("--levels", type=int, nargs="+", default=[1, 2, 3, 4], choices=list(LEVELS))
    parser.add_argument("--presets", nargs="+", default=list(PRESETS), choices=list(PRESETS))
    parser.add_argument("--seed", type=int, default=1)
    kinds = parser.add_mutually_exclusive_group()
    for kind, what in HELP.items():
        kinds.add_argument(f"--{kind}", dest="subject", action="store_const", const=kind, help=what)
    options = parser.parse_args()
    subject = options.subject or ""
    decide = options.resamplings if options.decide is None else options.decide
    if subject in ("hints", "pixels"):  # only the presets that the solver knows
        options.presets = [name for name in options.presets if PRESETS[name].has_solver]
    plan = ComparisonPlan(
        [] if subject else options.levels, options.resamplings, decide, subject=subject
    )
    each = -(-options.positions // len(options.presets))
    total = TwinComparisonCounts(0, 0, 0, 0)
    for preset in options.presets:
        began = time.monotonic()
        try:
            found = compare_twins_of_positions(preset, each, plan, options.seed)
        except HiddenCardsUsed as error:
            print(f"{preset}: {error}", file=sys.stderr)
            return 1
        seconds = time.monotonic() - began
        print(f"{preset}: {_counts_line(found)}, no difference ({seconds:.0f} s)", flush=True)
        total = TwinComparisonCounts(*(a + b for a, b in zip(total, found, strict=True)))
    what = subject or f"levels {', '.join(map(str, options.levels))}"
    print(f"{what}: {_counts_line(total)}, no difference")
    return 0


def _counts_line(found: TwinComparisonCounts) -> str:
    return (
        f"{found.positions} positions, {found.resampled} resamplings "
        f"({found.different} with other hidden cards), {found.decisions} decisions compared"
    )


if __name__ == "__main__":
    sys.exit(main())
