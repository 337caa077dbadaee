#!/usr/bin/env python3
"""Measures what the styles of the computer players cost in strength, and how visible they are.

python build/qa/style_strength.py [--levels 5,6,7] [--styles bold,thrifty,talkative]
    [--rounds 1000] [--seed 1] [--jobs 1]

Each style of each level plays against the steady style, every deal twice with the sides exchanged.
Prints one table line for each: the rounds won (95 % interval over deals), the points a round, and,
for the style and the steady player side by side, how many rounds saw a double placed or were won by
two points, and how many commands and paid markers (for commands, asks and powers) there were per
round.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from hacktrick.ai.levels.styles import FIRST_STYLED_LEVEL, STYLE_NAMES
from hacktrick.arena.contest_results import mean_with_interval
from hacktrick.arena.contest_runner import (
    Contest,
    ContestDeal,
    actions_until_round_end,
    contest_value_types,
    deal_seed,
    dealt_match,
)
from hacktrick.arena.contestants import ContestantPool, read_contestant
from hacktrick.arena.workers import InProcessWorkers, ProcessWorkers, Workers
from hacktrick.child_process import PipeTypes
from hacktrick.game.actions import Action, Ask, Command, ForcePayment, Play
from hacktrick.game.editions import PRESETS
from hacktrick.game.view import STEADY_STYLE
from hacktrick.match.player_kinds import LEVEL_NUMBERS

HEAD = (
    "| level | style | rounds | won | points | doubles | wins by two | commands | paid |\n"
    "|---|---|---|---|---|---|---|---|---|"
)


@dataclass(slots=True)
class PlayerCountsInRound:
    """What one player did in one round."""

    points: int = 0  # points won, or negative if lost
    doubles: int = 0
    commands: int = 0
    paid: int = 0

    def count_action(self, action: Action) -> None:
        if isinstance(action, Play):
            self.doubles += action.double
        self.commands += isinstance(action, Command)
        self.paid += isinstance(action, (Command, Ask, ForcePayment))


Round = tuple[
    PlayerCountsInRound, PlayerCountsInRound
]  # the habits of the style and of the steady player


def worker_message_types() -> PipeTypes:
    """Return the types that pass between this process and its workers."""
    return {**contest_value_types(), "PlayerCountsInRound": PlayerCountsInRound}


def main(arguments: Sequence[str] | None = None) -> None:
    options = _argument_parser().parse_args(arguments)
    crew = (
        InProcessWorkers()
        if options.jobs == 1
        else ProcessWorkers(options.jobs, worker_message_types)
    )
    print(HEAD, flush=True)
    for level in options.levels:
        for style in options.styles:
            rounds = play_deals_twice(level, style, options.rounds, options.seed, crew)
            print(style_table_line(level, style, rounds), flush=True)


def play_deals_twice(
    level: int, style: str, n_rounds: int, seed: int, crew: Workers
) -> list[Round]:
    """Play each deal twice, with the sides exchanged; return the two rounds one after the other."""
    players = read_contestant(f"level:{level}:{style}"), read_contestant(f"level:{level}")
    contest = Contest(PRESETS["keypad"], players, seed)
    deals = [ContestDeal((0, 1), n) for n in range(n_rounds // 2)]
    with closing(crew.run_in_order(partial(_play_deal_from_both_seats, contest), deals)) as found:
        return [one for pair in found for one in pair]


def _play_deal_from_both_seats(contest: Contest, deal: ContestDeal) -> tuple[Round, Round]:
    return _play_round_and_count(contest, deal, False), _play_round_and_count(contest, deal, True)


def _play_round_and_count(contest: Contest, deal: ContestDeal, exchanged: bool) -> Round:
    found = PlayerCountsInRound(), PlayerCountsInRound()
    match = dealt_match(contest.rules, deal_seed(contest, deal))
    with closing(ContestantPool(contest.rules, contest.players, contest.time_ms)) as pool:
        for who, action, _seconds in actions_until_round_end(contest, pool, deal, exchanged, match):
            found[who].count_action(action)
            match.submit(match.public.seat, action)
    result = match.public.result
    assert result is not None
    winner = result.side ^ exchanged
    found[winner].points, found[1 - winner].points = result.points, -result.points
    return found


def style_table_line(level: int, style: str, rounds: Sequence[Round]) -> str:
    """Return a style's line of the printed table: strength with its interval, then habits."""
    pairs = list(zip(rounds[::2], rounds[1::2], strict=True))
    won, won_pm = mean_with_interval([sum(own.points > 0 for own, _ in pair) / 2 for pair in pairs])
    points, points_pm = mean_with_interval(
        [sum(own.points for own, _ in pair) / 2 for pair in pairs]
    )
    cells = (
        str(level),
        style,
        f"{len(rounds):,}",
        f"{100 * won:.1f} ± {100 * won_pm:.1f} %",
        f"{points:+.3f} ± {points_pm:.3f}",
        _mean_counts_side_by_side([(own.doubles, other.doubles) for own, other in rounds]),
        _mean_counts_side_by_side([(own.points > 1, other.points > 1) for own, other in rounds]),
        _mean_counts_side_by_side([(own.commands, other.commands) for own, other in rounds]),
        _mean_counts_side_by_side([(own.paid, other.paid) for own, other in rounds]),
    )
    return f"| {' | '.join(cells)} |"


def _mean_counts_side_by_side(counts: Sequence[tuple[int, int]]) -> str:
    """Return the mean counts of a round, for the style and for the steady player."""
    own, other = (sum(both[who] for both in counts) / len(counts) for who in (0, 1))
    return f"{own:.2f} / {other:.2f}"


def _argument_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    styles = [name for name in STYLE_NAMES if name != STEADY_STYLE]
    levels = [number for number in LEVEL_NUMBERS if number >= FIRST_STYLED_LEVEL]
    parser.add_argument("--levels", type=_read_numbers, default=levels)
    parser.add_argument("--styles", type=lambda text: text.split(","), default=styles)
    parser.add_argument("--rounds", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="number of processes")
    return parser


def _read_numbers(text: str) -> list[int]:
    return [int(one) for one in text.split(",")]


if __name__ == "__main__":
    from qa import style_strength  # the workers find this module by that name

    style_strength.main()
