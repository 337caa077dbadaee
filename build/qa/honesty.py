#!/usr/bin/env python3
"""Shows that no level peeks: whatever the hidden cards are, a seat's decision is the same bits.

python build/qa/honesty.py [--positions 2000] [--resamplings 20] [--decide K] [--levels 1 2 3 4]
                        [--presets P ...] [--seed S] [--hints] [--crossing] [--pixels]

Positions are of rounds of all presets, half of their moves random. For each, the hidden cards are
drawn anew from what may be true for the seat to act; the match is played again from its deal, and
every level decides with nothing remembered. It ends with an error at the first difference.

With --hints it is what a player can be told that is compared, byte for byte: odds, judgement, all
three steps of the hint, codes and sentences, of presets that the solver knows.

With --crossing it is all that goes to the thinking process, byte by byte, for a person who asks for
every hint, reason and page of odds.

With --pixels it is the window's table: the pictures of a person who asks for every hint, reason and
page of odds, frame by frame (50 positions and 20 resamplings are some hours).

That the view is the same is seen to in every resampling, and a level gets nothing but a view and a
seed. One that thinks for long may decide in the first K of them only.
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
from hacktrick.ai.worlds import clear_world_cache, has_untraceable_moves
from hacktrick.coach import consultation
from hacktrick.coach.hints import hint_idea, hint_turns, judged_hint_focus
from hacktrick.coach.judgement import Judgement
from hacktrick.game.rules import PRESETS
from hacktrick.game.view import View
from hacktrick.i18n.coach_text import CoachSentences
from hacktrick.match.live_match import Match
from qa.honesty_pixels import shown
from qa.honesty_process import crossing
from tests.support.resampled_matches import Resampler, positions

EVERY = 3  # of a round's positions one in so many is taken
ENDLESS = 3600.0  # nodes alone bound the thought
PROGRESS = 100


class Counts(NamedTuple):
    """What was compared."""

    positions: int
    resampled: int
    different: int  # of the resampled: those in which something hidden was not the same
    decisions: int


class Plan(NamedTuple):
    """How a position is examined.

    Attributes:
        resamplings: how often what is hidden is drawn anew.
        decide: in how many of them the levels decide.
        nodes: that a decision may take, instead of the level's own number; 0: that.
        told: what is compared instead of what levels decide, one of ``TOLD``; empty: nothing.
    """

    levels: Sequence[int]
    resamplings: int
    decide: int
    nodes: int = 0
    told: str = ""


class Peeked(Exception):
    """A decision depends on what is hidden."""


def decided(level: int, view: View, nodes: int = 0) -> Decision:
    """The decision of a level that remembers nothing.

    Args:
        nodes: instead of the level's own, if any.
    """
    clear_world_cache()
    _forget_minds()
    return level_decision(level, view, Budget(ENDLESS, nodes or LEVELS[level].budget.nodes), 3)


def _forget_minds() -> None:
    agent = sys.modules.get("hacktrick.ai.solver.solving_player")
    if agent is not None:
        agent.shared_solver.cache_clear()


def hints(view: View) -> bytes:
    """All that a player can be told of a position by somebody who remembers nothing."""
    clear_world_cache()
    _forget_minds()
    consultation.forget_everything()
    coach = CoachSentences(view.rules, "other")
    answers = [odds for odds in consultation.count_hands(view) if odds is not None]
    (judgement,) = (
        told for told in consultation.judge_position(view) if isinstance(told, Judgement)
    )
    look, idea, turns = (
        judged_hint_focus(view, judgement),
        hint_idea(judgement),
        hint_turns(judgement),
    )
    told = (coach.focus_question(look), coach.idea_sentence(idea), *coach.turn_lines(turns))
    return repr((answers, judgement, look, idea, turns, told)).encode()


TOLD: dict[str, Callable[[Match], object]] = {
    "hints": lambda match: hints(match.view(match.public.seat)),
    "crossing": crossing,
    "pixels": shown,
}
"""What a person in the seat to act is told, may have told, is shown: by the option's name."""


def compare(match: Match, plan: Plan, rng: Random) -> Counts:
    """Compares the decisions of one position, or what is told of it.

    Raises:
        Peeked: two of them differ.
    """
    seat = match.public.seat
    resampler = Resampler(match, seat)
    view, truth = match.view(seat), match.truth()
    decisions = {level: decided(level, view, plan.nodes) for level in plan.levels}
    told = TOLD[plan.told](match) if plan.told else None
    different = 0
    for n in range(plan.resamplings):
        other = resampler.draw(rng)
        different += other.truth() != truth
        if n >= plan.decide:
            continue
        if plan.told and TOLD[plan.told](other) != told:
            raise Peeked(f"{plan.told}: told of what is hidden: {match.record.as_text()}")
        for level in plan.levels:
            if decided(level, other.view(seat), plan.nodes) != decisions[level]:
                raise Peeked(f"level {level} peeks: {match.record.as_text()}")
    n_compared = min(plan.decide, plan.resamplings) * (len(plan.levels) + bool(plan.told))
    return Counts(1, plan.resamplings, different, n_compared)


def compare_many(preset: str, n_positions: int, plan: Plan, seed: int) -> Counts:
    """Compares the decisions of many positions of a preset."""
    rng = Random(f"{preset} {seed}")
    sums = Counts(0, 0, 0, 0)
    number = seed * 1_000_000
    while sums.positions < n_positions:
        number += 1
        offset = rng.randrange(EVERY)
        for place, match in enumerate(positions(PRESETS[preset], number)):
            if sums.positions == n_positions or place % EVERY != offset:
                continue
            if not has_untraceable_moves(match.view(match.public.seat)):
                found = compare(match, plan, rng)
                sums = Counts(*(a + b for a, b in zip(sums, found, strict=True)))
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
    parser.add_argument("--positions", type=int, default=2000, help="over all presets")
    parser.add_argument("--resamplings", type=int, default=20)
    parser.add_argument("--decide", type=int, metavar="K", help="in all resamplings unless told")
    parser.add_argument("--levels", type=int, nargs="+", default=[1, 2, 3, 4], choices=list(LEVELS))
    parser.add_argument("--presets", nargs="+", default=list(PRESETS), choices=list(PRESETS))
    parser.add_argument("--seed", type=int, default=1)
    kinds = parser.add_mutually_exclusive_group()
    for kind, what in HELP.items():
        kinds.add_argument(f"--{kind}", dest="told", action="store_const", const=kind, help=what)
    options = parser.parse_args()
    told = options.told or ""
    decide = options.resamplings if options.decide is None else options.decide
    if told in ("hints", "pixels"):  # of presets that the solver knows
        options.presets = [name for name in options.presets if PRESETS[name].is_solved]
    plan = Plan([] if told else options.levels, options.resamplings, decide, told=told)
    each = -(-options.positions // len(options.presets))
    total = Counts(0, 0, 0, 0)
    for preset in options.presets:
        began = time.monotonic()
        try:
            found = compare_many(preset, each, plan, options.seed)
        except Peeked as error:
            print(f"{preset}: {error}", file=sys.stderr)
            return 1
        seconds = time.monotonic() - began
        print(f"{preset}: {_told(found)}, no difference ({seconds:.0f} s)", flush=True)
        total = Counts(*(a + b for a, b in zip(total, found, strict=True)))
    what = told or f"levels {', '.join(map(str, options.levels))}"
    print(f"{what}: {_told(total)}, no difference")
    return 0


def _told(found: Counts) -> str:
    return (
        f"{found.positions} positions, {found.resampled} resamplings "
        f"({found.different} with other hidden cards), {found.decisions} decisions compared"
    )


if __name__ == "__main__":
    sys.exit(main())
