"""Plays random rounds of every preset, and replays the text of their records.

python build/qa/replay_check.py [ROUNDS] [--preset PRESET] [--seed SEED]

The script is too slow for a test. It prints one line for each preset. It stops with an error at the
first match whose record does not lead to the same states again.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path
from random import Random
from time import perf_counter

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from hacktrick.game.editions import PRESETS, Rules
from hacktrick.game.legality import legal_actions
from hacktrick.game.state import State
from hacktrick.game.view import SeatInfo
from hacktrick.match.live_match import Match, RandomChance
from hacktrick.match.record import read_record
from hacktrick.match.record_replay import load_match, replay_record

SEAT = SeatInfo("Random", "random")


def play_random_match(rules: Rules, rng: Random) -> tuple[Match, list[State]]:
    """Play a match of random actions to its end; return it with all its states."""
    match = Match.begin_with_rng(rules, (SEAT,) * rules.n_seats, rng)
    states = [match.full_state()]
    while True:
        while not match.is_round_over:
            seat = match.public.seat
            match.submit(seat, rng.choice(legal_actions(match.observe(seat))))
            states.append(match.full_state())
        if match.is_over:
            return match, states
        match.deal_next_round()
        states.append(match.full_state())


def check_replay_of_random_match(rules: Rules, seed: str) -> Counter[str]:
    """Play a match and replay its text; return the number of rounds by the way they ended.

    Raises:
        RecordError: the record of the match is rejected.
        ValueError: the record leads to other states.
    """
    match, states = play_random_match(rules, Random(seed))
    record = read_record(match.record.as_text())
    if [replayed.full_state() for replayed, _ in replay_record(record)] != states:
        raise ValueError(f"{rules.preset}, seed {seed}: the replay differs from the match")
    if load_match(record, RandomChance(Random(0))).match_state != match.match_state:
        raise ValueError(f"{rules.preset}, seed {seed}: the score of the replay differs")
    return Counter(entry.result.by for entry in record.rounds if entry.result)


def check_replays_of_preset(rules: Rules, n_rounds: int, seed: int) -> str:
    """Check matches of one preset with at least ``n_rounds`` rounds; return the line to print."""
    began = perf_counter()
    ends: Counter[str] = Counter()
    n_matches = 0
    while ends.total() < n_rounds:
        ends += check_replay_of_random_match(rules, f"{seed} {rules.preset} {n_matches}")
        n_matches += 1
    counts = ", ".join(f"{by} {n}" for by, n in ends.most_common())
    seconds = perf_counter() - began
    return (
        f"{rules.preset:16}{ends.total():6} rounds in {n_matches} matches replay to the same "
        f"states ({counts}; {seconds:.0f} s)"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("rounds", nargs="?", type=int, default=10_000, help="rounds per preset")
    parser.add_argument("--preset", choices=PRESETS, help="only this preset")
    parser.add_argument("--seed", type=int, default=0)
    wanted = parser.parse_args()
    for preset in [wanted.preset] if wanted.preset else PRESETS:
        print(check_replays_of_preset(PRESETS[preset], wanted.rounds, wanted.seed), flush=True)


if __name__ == "__main__":
    main()
