"""Prints decisions of all levels in positions of random rounds, one a line, for comparison.

python build/windows/print_level_decisions.py N
    print N decisions of each level
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import hacktrick

LEVELS = range(1, 11)


def main() -> int:
    n_decisions = int(sys.argv[1])
    for level in LEVELS:
        left, seed = n_decisions, 0
        while left:
            seed += 1
            left -= print_decisions(level, seed, left)
    return 0


def print_decisions(level: int, seed: int, most: int) -> int:
    """Let a level play a round against itself, and print up to ``most`` of its decisions.

    Returns:
        The number of decisions printed.
    """
    table = hacktrick.Round("keypad", seed=seed)
    n_printed = 0
    while table.seat is not None and n_printed < most:
        decision = hacktrick.decide(table.view(), level=level, seed=seed)
        print(f"{level}:{seed}:{str(decision.action).replace(' ', '_')}", flush=True)
        table.apply(decision.action)
        n_printed += 1
    return n_printed


if __name__ == "__main__":
    sys.exit(main())
