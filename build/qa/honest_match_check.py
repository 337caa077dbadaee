#!/usr/bin/env python3
"""Plays honest online matches; no view may be wrong and nobody may be accused of cheating.

python build/qa/honest_match_check.py [--tables N] [--rounds N] [--presets PRESET …]

Random players play at N tables of every edition, each for the given number of rounds. With the code
cards of Battle of Wits, they play a whole match to 2 points instead. All players must have the same
record, the game must replay it, and every view that a player had before a decision must equal that
of the game's own match. An outsider verifies the proof.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from hacktrick.game.editions import PRESETS, Rules, rules_for
from hacktrick.online.faults import Cheat, HistoryFork
from hacktrick.online.protocol.match_replica import SeatlessReplica, record_of_replica
from tests.support.network_tables import count_equal_views, play_watched_table

EDITIONS: dict[str, Rules] = {**PRESETS, "wits": rules_for("wits", {"target": 2})}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--tables", type=int, default=125, metavar="N", help="number of tables of each edition"
    )
    parser.add_argument("--rounds", type=int, default=1, metavar="N")
    parser.add_argument("--presets", nargs="+", default=list(EDITIONS), choices=list(EDITIONS))
    options = parser.parse_args()
    n_views = n_wrong = 0
    for name in options.presets:
        began, found = time.process_time(), [0, 0, 0]
        for number in range(options.tables):
            try:
                found = [
                    a + b
                    for a, b in zip(
                        found, play_and_compare_table(name, number, options.rounds), strict=True
                    )
                ]
            except (AssertionError, Cheat, HistoryFork) as error:
                n_wrong += 1
                print(f"{name} {number}: {error!r}")
        views, rounds, sizes = found
        n_views += views
        spent = (time.process_time() - began) / max(1, rounds)
        summary = f"{rounds} rounds, {views} views equal, {sizes / max(1, rounds) / 1024:.1f} KiB"
        print(f"{name:16}{summary} and {spent:.2f} s of the processor a round", flush=True)
    print(f"{n_views} views equal those of the game; {n_wrong} tables went wrong")
    return 1 if n_wrong else 0


def play_and_compare_table(name: str, number: int, n_rounds: int) -> tuple[int, int, int]:
    """Play at one table; return the number of equal views, of rounds, and of bytes sent.

    Raises:
        AssertionError: a view or a record differs.
        Cheat, HistoryFork: an honest player is accused.
    """
    table, watchers = play_watched_table(EDITIONS[name], number, n_rounds)
    observer = SeatlessReplica(table.terms)
    observer.receive_frames(frame for _, frame in table.sent)
    assert record_of_replica(observer) == record_of_replica(table.peers[0])
    n_rounds = len(table.peers[0].rounds)
    return count_equal_views(table, watchers), n_rounds, sum(len(frame) for _, frame in table.sent)


if __name__ == "__main__":
    sys.exit(main())
