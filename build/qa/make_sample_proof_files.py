#!/usr/bin/env python3
"""Creates the sample proof files of the tests; needed only if the protocol itself changes.

python build/qa/make_sample_proof_files.py
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from hacktrick.game.editions import rules_for
from hacktrick.match.live_match import Match
from hacktrick.online.protocol.proof_file import proof_file_content
from tests.support.network_tables import ReplicaGroup, random_legal_choice
from tests.support.scripted_tables import record_with, scripted_chance

FOLDER = Path(__file__).resolve().parents[2] / "tests" / "online" / "protocol" / "matches"
SHORT = {"target": 2}


def n_powers_moving_hidden_cards(match: Match) -> int:
    """Return the number of powers used in a match that move hidden cards; 0 if it is not over."""
    texts = [text for round_ in match.record.rounds for text in round_.actions]
    words = ("swap", "under", "lay sun", "lay vaeck")
    return match.is_over * sum(any(word in text for text in texts) for word in words)


def main() -> None:
    argparse.ArgumentParser(description=__doc__).parse_args()
    for preset in ("keypad", "quartet"):
        table = ReplicaGroup(rules_for(preset), random_legal_choice(Random(7)), 7).play(1)
        write_proof_file(preset, table)
    record = record_with(rules_for("wits", SHORT), n_powers_moving_hidden_cards, 20, 2000, enough=4)
    with scripted_chance(record) as (script, watch):
        table = ReplicaGroup(record.rules, script.next_action, script.table_number())
        write_proof_file("wits", watch(table).play())


def write_proof_file(name: str, table: ReplicaGroup) -> None:
    """Write the proof file of a table's match, and print its size."""
    path = FOLDER / f"{name}.hacktrick-proof"
    path.write_bytes(proof_file_content(table.peers[0]))
    print(path.name, path.stat().st_size)


if __name__ == "__main__":
    main()
