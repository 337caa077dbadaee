#!/usr/bin/env python3
"""Checks proofs of shuffles twice, by the product and by a second implementation, and compares.

python build/second_check.py [--proofs N] [--seed S]

One of five proofs is good: made by the product or by the second implementation. The others are
changed or forged, in every way in turn. Each has to get the same verdict twice, and the right one.
Exit code 1 if one does not. The second implementation is plain Python, so that
10,000 proofs take a quarter of an hour.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from second_changes import (
    CHANGES,
    made_again,
    made_by_product,
    product_accepts,
)
from second_shuffle import MOST_CARDS, Shown, check_shuffle_again

N_PROOFS = 200
SIZES = (2, 3, 4, 5, 6)
GOOD = "good, by the product"
GOOD_AGAIN = "good, by the second"


class Case(NamedTuple):
    name: str
    number: int
    good: bool
    shown: Shown


class Verdict(NamedTuple):
    case: Case
    product: bool
    second: bool

    @property
    def is_right(self) -> bool:
        return self.product == self.second == self.case.good


def main() -> int:
    arguments = read_arguments()
    seen: Counter[str] = Counter()
    wrong = 0
    for case in cases(arguments.proofs, arguments.seed):
        verdict = compared(case)
        seen[case.name] += 1
        if not verdict.is_right:
            wrong += 1
            print(f"proof {case.number}, {case.name}: {verdict.product=}, {verdict.second=}")
    for name, count in seen.items():
        print(f"{count:6} {name}")
    print(f"{seen.total() - wrong} of {seen.total()} verdicts agree and are right")
    return 1 if wrong else 0


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--proofs", type=positive, default=N_PROOFS, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    return parser.parse_args()


def positive(text: str) -> int:
    if (number := int(text)) < 1:
        raise ValueError
    return number


def cases(n_proofs: int, seed: int) -> Iterator[Case]:
    """The number of a case and the seed give the same change, if not the same proof: the product
    draws its secrets from the system."""
    rng = Random(seed)
    good = made_by_product(rng, 2)
    for number in range(n_proofs):
        if number % 5:
            changed_so_far = number - number // 5 - 1
            yield _changed(rng, good, number, changed_so_far)
        else:
            good = (made_again if number % 15 == 5 else made_by_product)(rng, _size(number // 5))
            yield Case(GOOD_AGAIN if number % 15 == 5 else GOOD, number, True, good)


def _changed(rng: Random, good: Shown, number: int, turn: int) -> Case:
    change = CHANGES[turn % len(CHANGES)]
    return Case(change.__name__.replace("_", " "), number, False, change(rng, good))


def _size(turn: int) -> int:
    """Hands most of the time, and a whole deck now and then."""
    return MOST_CARDS if turn % 50 == 49 else SIZES[turn % len(SIZES)]


def compared(case: Case) -> Verdict:
    return Verdict(case, product_accepts(case.shown), check_shuffle_again(*case.shown))


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
