#!/usr/bin/env python3
"""Times and sizes of a table over the network, against what was promised.

python build/net_bench.py [--tables N]

Times are of the processor, medians. Exit code 1 if a promise is not kept: a shuffle of 18 cards
in 60 ms, its check in 90 ms, a round of two in 40 KiB, of four in 70 KiB.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import mean, median

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from net_tables import Table, any_legal

from hacktrick.game.rules import PRESETS
from hacktrick.net import cards, shuffle
from hacktrick.net.group import base_times, random_scalar, total
from hacktrick.net.shuffle import Statement

CONTEXT = b"bench"
N_TIMES = 9
LARGEST = {"keypad": 40, "quartet": 70}  # KiB a round
SLOWEST = {"shuffle": 60, "check": 90}  # ms, of 18 cards


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=6, metavar="N", help="of every edition")
    options = parser.parse_args()
    kept = [shuffles(n_cards) for n_cards in (18, 11, 4, 3, 2)]
    for n_cards in (1, 3, 6, 9):
        shares(n_cards)
    sizes = {name: round_size(name, options.tables) for name in ("keypad", "trio", "quartet")}
    kept += [sizes[name] <= most for name, most in LARGEST.items()]
    print("all promises kept" if all(kept) else "A PROMISE IS NOT KEPT")
    return 0 if all(kept) else 1


def milliseconds(act: Callable[[], object]) -> float:
    times = []
    for _ in range(N_TIMES):
        began = time.process_time()
        act()
        times.append((time.process_time() - began) * 1000)
    return median(times)


def shuffles(n_cards: int) -> bool:
    key = total(base_times(random_scalar()) for _ in range(2))
    old = cards.locked_openly([n % 6 for n in range(n_cards)], key)
    made = shuffle.shuffled(old, key)
    proof = shuffle.prove(old, made, key, CONTEXT)
    content = cards.deck_bytes(made.deck)

    def make() -> object:
        return shuffle.prove(old, shuffle.shuffled(old, key), key, CONTEXT)

    def check() -> None:
        new = cards.read_deck(content, n_cards)
        shuffle.check(Statement(old, new, key, CONTEXT), proof)

    spent = milliseconds(make), milliseconds(check)
    size = len(content) + len(proof)
    print(
        f"shuffle {n_cards:2}   {size:5} bytes  make {spent[0]:5.1f} ms  check {spent[1]:5.1f} ms"
    )
    return n_cards < 18 or (spent[0] <= SLOWEST["shuffle"] and spent[1] <= SLOWEST["check"])


def shares(n_cards: int) -> None:
    x = random_scalar()
    key = base_times(x)
    deck = cards.locked_openly([n % 6 for n in range(n_cards)], key)
    data = cards.make_shares(x, deck, CONTEXT)
    made = milliseconds(lambda: cards.make_shares(x, deck, CONTEXT))
    checked = milliseconds(lambda: cards.read_shares(key, deck, data, CONTEXT))
    print(
        f"shares  {n_cards:2}   {len(data):5} bytes  make {made:5.1f} ms  check {checked:5.1f} ms"
    )


def round_size(name: str, n_tables: int) -> float:
    """Prints what the rounds of an edition cost; KiB said by all in a round."""
    sizes, steps, spent = [], [], []
    for number in range(n_tables):
        began = time.process_time()
        table = Table(PRESETS[name], any_legal(Random(number)), number).play(1)
        spent.append((time.process_time() - began) / len(table.peers))
        sizes.append(sum(len(frame) for _, frame in table.sent) / 1024)
        steps.append(table.peers[0].step)
    told = f"{min(steps)} to {max(steps)} steps, {min(sizes):.1f} to {max(sizes):.1f} KiB"
    print(f"{name:10} a round: {told}, {mean(spent) * 1000:.0f} ms of the processor a player")
    return mean(sizes)


if __name__ == "__main__":
    sys.exit(main())
