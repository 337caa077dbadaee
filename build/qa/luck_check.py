#!/usr/bin/env python3
"""Checks that chance luck averages zero over all cards that the deck could give at a draw.

python build/qa/luck_check.py [--nodes 1000] [--seed 1]

Plays matches of the keypad at random. At every draw it counts the cards that the deck still has,
and adds up the luck that a review would assign to each of them. Each sum must be zero up to
rounding.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, pairwise
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from hacktrick.ai.decision_position import read_position  # noqa: E402
from hacktrick.ai.levels.one_ply import OnePlyPlayer  # noqa: E402
from hacktrick.ai.solver.solved_position import SolvedPosition, solve_position  # noqa: E402
from hacktrick.ai.solver.solving_player import SolvingPlayer  # noqa: E402
from hacktrick.coach.review.judged_round import DecisionPoint, split_into_turns  # noqa: E402
from hacktrick.coach.review.round_judge import luck_of_draw  # noqa: E402
from hacktrick.coach.review.round_review import finished_rounds  # noqa: E402
from hacktrick.game.actions import Draw  # noqa: E402
from hacktrick.game.cards import cards_of  # noqa: E402
from hacktrick.game.editions import PRESETS  # noqa: E402
from hacktrick.game.view import SeatInfo  # noqa: E402
from hacktrick.match.record import Record  # noqa: E402
from tests.support.random_matches import random_record  # noqa: E402

ROUNDING = 1e-9  # largest match chance that counts as zero
# Any judge will do, since the result holds for all.
QUICK = SolvingPlayer(1, 8, 10**6, (), OnePlyPlayer(counts_cards=True))


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--nodes", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    means = list(islice(mean_luck_of_random_draws(options.seed), options.nodes))
    worst = max(map(abs, means))
    print(f"{len(means)} draws, every card of the deck: mean luck at most {worst:.1e} of the match")
    return int(worst > ROUNDING)


def mean_luck_of_random_draws(seed: int) -> Iterator[float]:
    """Yield the mean luck of every draw of random matches, endlessly."""
    rng = Random(f"luck {seed}")
    seats = [SeatInfo(name, "test") for name in "AB"]
    while True:
        yield from mean_luck_of_draws_in_record(random_record(PRESETS["keypad"], seats, rng))


def mean_luck_of_draws_in_record(record: Record) -> Iterator[float]:
    """Yield the mean luck over the deck for every draw of a record that did not end a round."""
    for finished in finished_rounds(record):
        for turn, then in pairwise(split_into_turns(finished.decision_points)):
            if isinstance(turn[0].action, Draw):
                yield mean_luck_of_draw(
                    turn[0], then[0], solve_position(read_position(then[0].view), QUICK)
                )


def mean_luck_of_draw(
    point: DecisionPoint, next_point: DecisionPoint, after: SolvedPosition
) -> float:
    """Return the mean luck over all cards that could have been drawn, as a match chance.

    Args:
        point: the decision to draw.
        next_point: the next decision.
        after: the solved position of the next decision.
    """
    deck = cards_in_deck(point)
    luck = sum(
        n * luck_of_draw(point, decision_with_drawn_card(point, next_point, c), after)
        for c, n in deck.items()
    )
    return luck / deck.total()


def decision_with_drawn_card(point: DecisionPoint, then: DecisionPoint, card: int) -> DecisionPoint:
    """Return the decision after a draw as if this card had been drawn."""
    hands = list(then.hands)
    hand = point.hands[point.seat]
    hands[point.seat] = tuple(n + (value == card) for value, n in enumerate(hand))
    return replace(then, hands=tuple(hands))


def cards_in_deck(point: DecisionPoint) -> Counter[int]:
    """Return the cards in the deck, which are all that are neither on the table nor in a hand."""
    public = read_position(point.view).public
    rules = point.view.rules
    cards = Counter(dict.fromkeys(range(rules.values), rules.copies))
    for gone in (public.row, public.aside, *map(cards_of, point.hands)):
        cards.subtract(gone)
    return +cards


if __name__ == "__main__":
    sys.exit(main())
