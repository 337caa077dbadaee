"""Prints decisions of all levels in random positions, to compare operating systems.

python build/windows/print_level_decisions.py N

Prints N decisions of each level, one a line, with the values and probabilities of the alternatives.
The numbers are hexadecimal and thus exact to the last bit.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import hacktrick
from hacktrick.ai.agent import Decision

LEVELS = range(1, 11)


def main() -> int:
    n_decisions = int(sys.argv[1])
    for level in LEVELS:
        left, seed = n_decisions, 0
        while left:
            seed += 1
            left -= print_and_count_decisions(level, seed, left)
    return 0


def print_and_count_decisions(level: int, seed: int, max_decisions: int) -> int:
    """Let a level play a round against itself, and print up to ``max_decisions`` of its decisions.

    Returns:
        The number of decisions printed.
    """
    table = hacktrick.Round("keypad", seed=seed)
    n_printed = 0
    while table.seat is not None and n_printed < max_decisions:
        decision = hacktrick.decide(table.view(), level=level, seed=seed)
        print(f"{level}:{seed}:{exact_decision_text(decision)}", flush=True)
        table.apply(decision.action)
        n_printed += 1
    return n_printed


def exact_decision_text(decision: Decision) -> str:
    """Return the action, a colon, its value and those of the alternatives, without spaces."""
    weighed = ((decision.action, decision.value), *decision.values, *decision.mixed_policy)
    values = "|".join(f"{action}={float(weight).hex()}" for action, weight in weighed)
    return f"{decision.action}:{values}".replace(" ", "_")


if __name__ == "__main__":
    sys.exit(main())
