"""Kills processes of an online table at random; nothing may be lost or sent twice.

python build/qa/network_kills.py [--kills N] [--preset P] [--seed S]

Real processes on the loopback play matches. Again and again one is killed at a random moment and
restarted. Every match must end with the same record for all players, and each proof file must be
valid, with at most one frame of a seat for each step.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from hacktrick.game.rules import PRESETS
from hacktrick.online.protocol.proof_file import check_proof_file
from tests.support.network_processes import Player, close, play, players, sit_down, wait

LONGEST = 1.5  # seconds of play between two kills


def main() -> int:
    options = _options()
    dice, killed, matches = Random(options.seed), 0, 0
    began = time.monotonic()
    while killed < options.kills:
        with tempfile.TemporaryDirectory() as folder:
            killed += one_match(Path(folder), options.preset, dice, options.kills - killed)
        matches += 1
        seconds = time.monotonic() - began
        print(f"{matches} matches, {killed} kills, {seconds:.0f} s", flush=True)
    return 0


def one_match(folder: Path, preset: str, dice: Random, most: int) -> int:
    """Plays a match with kills; returns how many there were.

    Raises:
        AssertionError: something was lost or sent twice.
        TimeoutError: the match does not go on.
    """
    people = players(folder, PRESETS[preset].n_seats, dice.randrange(10**6))
    killed = 0
    try:
        sit_down(people, preset)
        match = people[0].told.match_id
        while killed < most and not any(one.is_over for one in people):
            until = time.monotonic() + dice.uniform(0, LONGEST)
            play(people, lambda end=until: time.monotonic() > end or _over(people))  # type: ignore[misc]
            if not _over(people):
                dice.choice(people).restart(match)
                killed += 1
                wait(people, lambda: all(one.told.match_state for one in people), "all back")
        play(people)
        check(people)
    finally:
        close(people)
    return max(1, killed)


def _over(people: list[Player]) -> bool:
    return all(one.is_over for one in people)


def check(people: list[Player]) -> None:
    """Checks that all players have the same match and that every proof file is valid."""
    records = {one.table.record.as_text() for one in people if one.table}
    assert len(records) == 1, "the records differ"
    for one in people:
        assert list(check_proof_file(Path(one.told.proof_path).read_bytes()))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--preset", choices=list(PRESETS), default="keypad")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


if __name__ == "__main__":
    raise SystemExit(main())
