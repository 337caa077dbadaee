#!/usr/bin/env python3
"""Checks the judge's verdicts: against each other, by play-outs, and by the reasons given for them.

python build/qa/judge_check.py [--agreement 500] [--mistakes 100] [--deals 60] [--level 8]
    [--seed S] [--read] [--preset keypad]

Positions come from rounds between levels 1 to 7 at random scores of a preset. Hint, tutor and
review judge every turn of each position, and must agree. From each round one mistake or blunder
that was really made is drawn at random, since those of one round are correlated. A level plays the
position on after the turn made and after the best turn, with the same deals and dice, and the
reasons are tested with data from which they were not derived. Exits with an error if there is any
contradiction.

With --read it prints every mistake for a reader: the position, both turns, the cost by the judge
and by the play-outs, and every reason with its figures and those of the second test.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby, islice
from math import sqrt
from pathlib import Path
from random import Random
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from hacktrick.ai.agent import run_to_end
from hacktrick.ai.decision_position import read_position
from hacktrick.ai.levels.catalogue import level_decision
from hacktrick.ai.solver.belief_tracker import finished_moves
from hacktrick.ai.solver.solved_position import TurnOption, solve_position
from hacktrick.ai.solver.solving_player import SolvingPlayer, hand_at_turn_start
from hacktrick.coach import playouts
from hacktrick.coach.advisor import advise, mistake_checking_solver, strongest_solver
from hacktrick.coach.hints import hint_turns
from hacktrick.coach.judgement import (
    MARKED_CLASSES,
    STRICT,
    TOLERATED_LOSS,
    PositionJudgement,
    loss_in_advice,
    loss_size_for_tutor,
)
from hacktrick.coach.playouts import (
    N_PLAYOUTS,
    PLAYOUT_LEVEL,
    inference_weights,
    mean_gain_and_error,
    play_out,
)
from hacktrick.coach.reason_finder import explain_in_steps
from hacktrick.coach.review.round_judge import best_and_played_match_chance
from hacktrick.game.actions import CODES, Action
from hacktrick.game.editions import PRESETS
from hacktrick.game.view import SeatInfo, View
from hacktrick.match.live_match import Match, RandomChance
from qa.mistake_report import Mistake, RetestedReason, report_lines, retest_reason

LEVELS = range(1, 8)
EXPLAINING = N_PLAYOUTS  # number of play-outs that give reasons, and of those that test them


class DecisionMade(NamedTuple):
    """A decision of a round: what the seat saw, and what it did."""

    view: View
    action: Action
    round: int


@dataclass
class CheckTotals:
    """The totals over all positions checked.

    Attributes:
        claims: the cost of each mistake according to the judge, in equity.
        gains: the gain of the best turn in play-outs and its standard error, in equity.
        matches: the cost according to the judge and the gain in play-outs, as match chances.
        explained: the number of mistakes for which a reason was found.
        reversed_: the number of reasons that fresh play-outs contradict.
    """

    positions: int = 0
    turns: int = 0
    contradictions: int = 0
    claims: list[float] = field(default_factory=list)
    gains: list[tuple[float, float]] = field(default_factory=list)
    # For each claimed mistake, its cost by the judge and its cost by play-outs.
    matches: list[tuple[float, float]] = field(default_factory=list)
    explained: int = 0
    reasons: int = 0
    reversed_: int = 0


def decisions_with_choice(seed: int, preset: str = "keypad") -> Iterator[DecisionMade]:
    """Yield decisions with a choice, from rounds at random scores, endlessly."""
    rules, number = PRESETS[preset], seed * 1_000_000
    while True:
        number += 1
        rng = Random(number)
        levels = [rng.choice(LEVELS) for _ in range(2)]
        seats = [SeatInfo(str(n), f"level:{level}") for n, level in enumerate(levels)]
        pile = rng.sample(CODES, len(CODES)) if rules.has_codes else []
        match = Match(rules, seats, RandomChance(rng), rng.randrange(2), tuple(pile))
        score = (rng.randrange(rules.target), rng.randrange(rules.target))
        held = tuple((pile.pop(),) if pile else () for _ in range(2))
        match.match_state = match.match_state._replace(score=score, held=held, pile=tuple(pile))
        match.deal_next_round()
        while not match.is_round_over:
            seat = match.public.seat
            view = match.view(seat)
            action = level_decision(levels[seat], view, None, rng.getrandbits(30)).action
            if match.public.phase not in ("codes", "start") and len(read_position(view).legal) > 1:
                yield DecisionMade(view, action, number)
            match.submit(seat, action)


def find_marked_mistakes(
    seed: int, sums: CheckTotals, preset: str = "keypad"
) -> Iterator[tuple[DecisionMade, PositionJudgement]]:
    """Yield one marked mistake of each round that has any, endlessly.

    Every position that is examined on the way is checked, too.
    """
    for number, of_round in groupby(decisions_with_choice(seed, preset), key=lambda one: one.round):
        made = list(of_round)
        Random(number).shuffle(made)
        for one in filter(_seems_mistaken_decision, made):
            judgement = compare_judgements_of_decision(one, sums)
            loss = judgement.loss((one.action,))
            if loss and loss.mistake_class in MARKED_CLASSES:
                yield one, judgement
                break


def _seems_mistaken_decision(made: DecisionMade) -> bool:
    loss = loss_in_advice(advise(made.view, strongest_solver()), (made.action,))
    return loss is not None and loss.equity >= TOLERATED_LOSS


def compare_judgements_of_decision(made: DecisionMade, sums: CheckTotals) -> PositionJudgement:
    """Compare hint, tutor and review on every turn of a position.

    Returns:
        The judgement, with play-outs of the turn that was made.
    """
    view = made.view
    facts = advise(view, strongest_solver(), 1.0)
    looks, reviews = [], []
    # The review uses the cached solution of the solver.
    for agent in (
        strongest_solver(),
        mistake_checking_solver(),
    ):
        looks.append(advise(view, agent))
        reviews.append(turn_costs_in_review(solved_turn_options(view, agent)))
    judgement = run_to_end(
        playouts.judge_by_playouts_if_needed(
            view, PositionJudgement(looks[0], looks[1], facts), (made.action,)
        )
    )
    reviews.append(_turn_costs_in_new_playouts(view, judgement))
    sums.positions += 1
    hinted_turns = {line.actions for line in hint_turns(judgement).turns}
    for line in judgement.first.turns:
        sums.turns += 1
        loss = judgement.loss(line.actions)
        assert loss is not None
        by_review = min(found[line.actions] for found in reviews if line.actions in found)
        same = abs(by_review - loss.match) < 1e-9
        comment = loss_size_for_tutor(judgement, line.actions, STRICT, "key")
        hinted = line.actions not in hinted_turns or (
            loss.mistake_class == "fine" and comment is None
        )
        fine = loss.mistake_class != "fine" or comment is None or loss.equity >= STRICT
        sums.contradictions += not (same and hinted and fine)
    return judgement


def _turn_costs_in_new_playouts(
    view: View, judgement: PositionJudgement
) -> dict[tuple[Action, ...], float]:
    """Return the costs that a review finds when it plays out the same turns again."""
    playouts.clear_playout_caches()
    best = solved_turn_options(view, mistake_checking_solver())[0][0]
    tried = [line for line, _ in judgement.playout_losses]
    return {
        line: run_to_end(
            playouts.greatest_playout_loss_in_steps(view, best, line, judgement.chances_by_result)
        )
        for line in tried
    }


def solved_turn_options(view: View, agent: SolvingPlayer) -> list[TurnOption]:
    """Return a turn's options as a solver finds them, in the form that a review needs."""
    position = read_position(view)
    _, pending = finished_moves(position.steps)
    return solve_position(position, agent).turn_options(hand_at_turn_start(position), pending)


def turn_costs_in_review(options: list[TurnOption]) -> dict[tuple[Action, ...], float]:
    """Return what each turn costs according to the review, as a match chance."""
    best = max(where.match for _, where, _ in options)
    first = {actions[0] for actions, _, _ in options}
    assert all(best_and_played_match_chance(options, action, 0.0)[0] == best for action in first)
    return {actions: best - where.match for actions, where, _ in options}


def play_out_and_retest_mistake(
    made: DecisionMade, judgement: PositionJudgement, deals: int, level: int, sums: CheckTotals
) -> Mistake:
    """Play on from a marked mistake, test the reasons given for it, and add to the totals."""
    loss = judgement.loss((made.action,))
    why = run_to_end(explain_in_steps(made.view, judgement, (made.action,), EXPLAINING))
    assert loss is not None and why is not None
    weigh = inference_weights(judgement.second or judgement.first).weight_of_world
    lines = (why.best, why.played)
    found = play_out(made.view, lines, deals, "check", weigh, level)
    gain, error = mean_gain_and_error(found, judgement.chances_by_result)
    unit = judgement.chances_by_result.equity_unit
    sums.claims.append(loss.equity)
    sums.gains.append((gain / unit, error / unit))
    sums.matches.append((loss.match, gain))
    sums.explained += bool(why.reasons)
    fresh = play_out(made.view, lines, EXPLAINING, "fresh", weigh, PLAYOUT_LEVEL)
    retested: list[RetestedReason] = []
    for reason in why.shown_reasons:
        retested.append(retest_reason(made.view, judgement, reason, why, fresh))
        sums.reasons += 1
        sums.reversed_ += retested[-1].is_reversed
    return Mistake(made.view, why, unit, (gain, error), len(found), level, tuple(retested))


def totals_lines(sums: CheckTotals, deals: int, level: int) -> list[str]:
    lines = [
        f"agreement: {sums.positions} positions, {sums.turns} turns, "
        f"{sums.contradictions} contradictions"
    ]
    n = len(sums.claims)
    if n:
        claim = sum(sums.claims) / n
        came = sum(gain for gain, _ in sums.gains) / n
        spread = sqrt(sum((gain - came) ** 2 for gain, _ in sums.gains) / max(1, n - 1) / n)
        wrong = sum(gain < -2 * error for gain, error in sums.gains)
        ratio = f"{claim / came:.2f}" if came > 0 else "-"
        match, true = (100 * sum(column) / n for column in zip(*sums.matches, strict=True))
        lines += [
            f"judge: {n} mistakes and blunders, played on {deals} times by level {level}: "
            f"claimed {claim:.2f}, came true {came:.2f} +- {2 * spread:.2f}, ratio {ratio}, "
            f"{wrong} reversed ({100 * wrong / n:.0f} %)",
            f"of the match: claimed {match:.1f} %, came true {true:.1f} %",
            f"reasons: {sums.explained} of {n} explained ({100 * sums.explained / n:.0f} %); "
            f"{sums.reversed_} of {sums.reasons} reversed by fresh play-outs",
        ]
    return lines


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--agreement", type=int, default=500, help="number of positions to compare")
    parser.add_argument("--mistakes", type=int, default=100, help="number of mistakes to play out")
    parser.add_argument("--deals", type=int, default=60)
    parser.add_argument("--level", type=int, default=8, help="level that plays them out")
    parser.add_argument("--seed", type=int, default=1)
    known = [name for name, rules in PRESETS.items() if rules.has_solver]
    parser.add_argument("--preset", default="keypad", choices=known)
    parser.add_argument("--read", action="store_true", help="print every mistake")
    options = parser.parse_args()
    sums = CheckTotals()
    for made in islice(decisions_with_choice(options.seed, options.preset), options.agreement):
        compare_judgements_of_decision(made, sums)
    drawn = find_marked_mistakes(options.seed, sums, options.preset)
    for made, judgement in islice(drawn, options.mistakes):
        found = play_out_and_retest_mistake(made, judgement, options.deals, options.level, sums)
        if options.read:
            print("\n".join(report_lines(found, len(sums.claims))), flush=True)
        print(f"  {sums.positions} positions, {len(sums.claims)} mistakes", file=sys.stderr)
    print("\n".join(totals_lines(sums, options.deals, options.level)))
    return 1 if sums.contradictions else 0


if __name__ == "__main__":
    sys.exit(main())
