#!/usr/bin/env python3
"""Measures how soon a review follows the last card, with and without solving ahead.

python build/bench/review.py [--rounds 1] [--level 7] [--player 4] [--thinks 3] [--seed 1]

Plays rounds of `keypad` against a level in real time, through a session and the game's thinking
process. Another level plays for the person and takes some seconds for each turn. Times are
wall-clock times from the last action on, so the machine must be idle otherwise.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from random import Random
from typing import get_args

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from hacktrick.ai.levels.catalogue import level_decision
from hacktrick.app.match_reviews import MatchReviews
from hacktrick.app.match_session import MatchSession
from hacktrick.coach.review.judged_round import ReviewStage
from hacktrick.coach.thinking_client import ProcessThinker
from hacktrick.game.editions import rules_for
from hacktrick.game.view import SeatInfo
from hacktrick.match.live_match import Match
from hacktrick.match.player_kinds import HUMAN, player_for_level

FRAME_SECONDS = 1 / 60  # duration of a frame in seconds
STAGES = get_args(ReviewStage)
REVIEW_TIMEOUT = 60.0  # number of seconds to wait for a review


def play_round_in_real_time(
    match: Match, thinker: ProcessThinker, options: argparse.Namespace, ahead: bool
) -> None:
    """Play one round to its end in real time.

    Args:
        ahead: whether to prepare the review during the round, as the game does.
    """
    session = MatchSession(match, thinker, lambda text: None, Random(options.seed))
    waited = 0.0
    while not session.is_round_over:
        if ahead:
            session.solve_ahead_for_review()
        if session.may_act and waited >= options.thinks:
            view = match.view(0)
            session.submit(level_decision(options.player, view, None, len(view.actions)).action)
            waited = 0.0
        waited = waited + FRAME_SECONDS if session.may_act else 0.0
        session.update(FRAME_SECONDS, is_screen_at_rest=True)
        time.sleep(FRAME_SECONDS)


def seconds_until_review_stages(match: Match, thinker: ProcessThinker) -> dict[str, float]:
    """Return the seconds after which each stage of the review was available."""
    began = time.monotonic()
    reviews = MatchReviews(match.record, thinker)
    reviews.request_review_unless_complete(0)
    found: dict[str, float] = {}
    while "opened" not in found and time.monotonic() - began < REVIEW_TIMEOUT:
        reviews.update()
        known = reviews.review_of(0, 0)
        if known is not None:
            for stage in STAGES[: STAGES.index(known.progress.stage) + 1]:
                found.setdefault(stage, time.monotonic() - began)
        time.sleep(0.005)
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--level", type=int, default=7)
    parser.add_argument("--player", type=int, default=4)
    parser.add_argument(
        "--thinks", type=float, default=3.0, help="seconds that the player thinks in each turn"
    )
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    seats = (SeatInfo("Player", HUMAN), SeatInfo("Computer", player_for_level(options.level)))
    for seed in range(options.seed, options.seed + options.rounds):
        for ahead in (False, True):
            match = Match.begin_with_rng(rules_for("keypad"), seats, Random(seed), seed % 2)
            thinker = ProcessThinker()
            thinker.start()
            play_round_in_real_time(match, thinker, options, ahead)
            times = seconds_until_review_stages(match, thinker)
            thinker.close()
            stage_times = ", ".join(
                f"{stage} {1000 * took:.0f} ms" for stage, took in times.items()
            )
            n = len(match.record.rounds[0].actions)
            print(f"round {seed}, {n} actions, {'ahead' if ahead else 'not ahead'}: {stage_times}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
