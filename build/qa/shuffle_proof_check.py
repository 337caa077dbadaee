#!/usr/bin/env python3
"""Verifies shuffle proofs by the program and by a second implementation, and compares the verdicts.

python build/qa/shuffle_proof_check.py [--proofs N] [--seed S]

One of five proofs is valid, made by the program or by the second implementation. The others are
altered or forged, in every way in turn. Both verdicts must agree and be right; exits with 1
otherwise. The second implementation is plain Python: 10,000 proofs take a quarter of an hour.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from qa.independent_shuffle_proof import MAX_CARDS, ShuffleClaim, verify_independently
from qa.shuffle_forgeries import (
    CHANGES,
    claim_made_by_program,
    claim_made_independently,
    does_program_accept,
)

N_PROOFS = 200
SIZES = (2, 3, 4, 5, 6)
CHANGES_OF_ONE = 4
MAKERS = (
    ("good, by the product", claim_made_by_program),
    ("good, by the product", claim_made_by_program),
    ("good, by the second", claim_made_independently),
)


class ShuffleProofCase(NamedTuple):
    """A proof to verify.

    Attributes:
        good: whether the proof is valid.
    """

    name: str
    number: int
    good: bool
    shown: ShuffleClaim


class ShuffleProofVerdict(NamedTuple):
    """Whether the program and the second implementation accept a proof."""

    case: ShuffleProofCase
    product: bool
    second: bool

    @property
    def is_right(self) -> bool:
        """Whether both implementations accept the proof exactly if it is valid."""
        return self.product == self.second == self.case.good


def main() -> int:
    arguments = read_arguments()
    verdicts = [
        report_wrong_verdict(verdict_of_both_implementations(c))
        for c in proof_cases(arguments.proofs, arguments.seed)
    ]
    for name, count in Counter(verdict.case.name for verdict in verdicts).items():
        print(f"{count:6} {name}")
    n_right = sum(verdict.is_right for verdict in verdicts)
    print(f"{n_right} of {len(verdicts)} verdicts agree and are right")
    return 0 if n_right == len(verdicts) else 1


def report_wrong_verdict(verdict: ShuffleProofVerdict) -> ShuffleProofVerdict:
    """Print a verdict if it is wrong, and return the verdict."""
    if not verdict.is_right:
        case, product, second = verdict
        print(f"proof {case.number}, {case.name}: {product=}, {second=}", flush=True)
    return verdict


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument(
        "--proofs",
        type=positive_number,
        default=N_PROOFS,
        metavar="N",
        help="number of proofs, valid and altered",
    )
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="seed of the alterations")
    return parser.parse_args()


def positive_number(text: str) -> int:
    if (number := int(text)) < 1:
        raise ValueError
    return number


def proof_cases(n_proofs: int, seed: int) -> Iterator[ShuffleProofCase]:
    """Yield the proofs to verify.

    The seed determines the changes but not the exact proofs, since the program draws its secrets
    from the system.
    """
    rng = Random(seed)
    good = claim_made_by_program(rng, SIZES[0])
    for number in range(n_proofs):
        round_number, place = divmod(number, 1 + CHANGES_OF_ONE)
        if place:
            change = CHANGES[(round_number * CHANGES_OF_ONE + place - 1) % len(CHANGES)]
            yield ShuffleProofCase(
                change.__name__.replace("_", " "), number, False, change(rng, good)
            )
            continue
        name, maker = MAKERS[round_number % len(MAKERS)]
        good = maker(rng, _random_deck_size(round_number))
        yield ShuffleProofCase(name, number, True, good)


def _random_deck_size(turn: int) -> int:
    """Return a number of cards, usually that of a hand and sometimes that of a whole deck."""
    return MAX_CARDS if turn % 50 == 49 else SIZES[turn % len(SIZES)]


def verdict_of_both_implementations(case: ShuffleProofCase) -> ShuffleProofVerdict:
    """Return what the program and the independent implementation say of a proof."""
    return ShuffleProofVerdict(
        case, does_program_accept(case.shown), verify_independently(*case.shown)
    )


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
