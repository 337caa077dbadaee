"""Computes what codes are worth against each other, and stores the result in a net's file.

Run: ``python build/train/code_payoffs.py COUNTS.json NET.npz``. The counts are the output of
``hacktrick-train payoffs``. The computer chooses its codes by the array ``codes`` in the file: the
chances of the ends for the leader, by the leader's code and the starter's (``[13, 13, 8]``: the
codes in the order of ``POWERS``, then none; win 1, win 2, lose 1, lose 2, then the same with a
called stake on the table).

A few hundred rounds say little about one pair of codes; the results of both codes against all
others say more. The share of every end is therefore shrunk towards the sum of both codes' effects,
the more so the less the pairs differ from such sums beyond chance (empirical Bayes, Efron and
Morris 1975).
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import numpy.typing as npt

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from hacktrick.game.code_powers import POWERS
from train.export import write_array_to_net

NAMES: tuple[str | None, ...] = (*POWERS, None)
Array = npt.NDArray[np.float64]


def shares_shrunk_to_additive_fit(shares: Array, rounds: int) -> Array:
    """Return shares shrunk towards a sum of the effects of both codes.

    Args:
        shares: by both codes, the share of rounds with one result; nan for a pair that was never
            played, for which the sum is returned.
        rounds: the number of rounds that each pair played.
    """
    known = ~np.isnan(shares)
    fitted = fit_sum_of_code_effects(shares, known)
    noise = float(np.mean(shares[known] * (1 - shares[known]))) / rounds
    spread = float(np.mean((shares[known] - fitted[known]) ** 2))
    trust = max(0.0, spread - noise) / spread if spread else 0.0
    return np.where(known, fitted + trust * (shares - fitted), fitted)


def fit_sum_of_code_effects(shares: Array, known: npt.NDArray[np.bool_]) -> Array:
    """Return the least-squares fit of shares by sums of one effect for each code of a pair."""
    n = len(shares)
    rows, columns = np.nonzero(known)
    design = np.zeros((len(rows), 2 * n))
    design[np.arange(len(rows)), rows] = 1
    design[np.arange(len(rows)), n + columns] = 1
    effects = np.linalg.lstsq(design, shares[known], rcond=None)[0]
    found: Array = effects[:n, None] + effects[None, n:]
    return found


def smoothed_end_chances(counts: Array) -> Array:
    """Return the chances of the ends from their counts, both [leader's code, starter's code, end].

    A code that cancels leaves both players without a code, so such pairs are not smoothed. Pairs
    that never had a stake do not get one by smoothing.
    """
    own = np.array([code is None or not POWERS[code].cancels for code in NAMES])
    counts = counts[own][:, own]
    total = counts.sum(2, keepdims=True)
    shares = np.where(total > 0, counts / np.maximum(total, 1), np.nan)
    rounds = int(total.max())
    found = np.stack(
        [
            shares_shrunk_to_additive_fit(shares[:, :, end], rounds)
            for end in range(counts.shape[2])
        ],
        2,
    )
    half = counts.shape[2] // 2
    staked = (counts[:, :, half:] > 0).any(2, keepdims=True)
    found[:, :, half:] = np.where(staked, found[:, :, half:], 0)
    found = np.maximum(found, 0)
    found[total[:, :, 0] == 0] = found[-1, -1]  # no round: two players cannot lay the same code
    chances = np.empty((len(own), len(own), counts.shape[2]))
    chances[:] = found[-1, -1]
    chances[np.ix_(own, own)] = found
    shared: Array = chances / chances.sum(2, keepdims=True)
    return shared


def write_code_payoffs(file: Path, counts: Array) -> Array:
    """Compute the chances from counts, write them into a net's file, and return them."""
    chances = smoothed_end_chances(counts)
    write_array_to_net(file, "codes", chances)
    return chances


def sum_result_counts(texts: Iterable[str]) -> Array:
    """Return the sum of the counts in all outputs of the tool."""
    ends = [np.array(json.loads(text)["ends"], dtype=np.float64) for text in texts]
    total: Array = np.sum(ends, axis=0)
    return total


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("counts", type=Path)
    parser.add_argument("net", type=Path)
    files = parser.parse_args()
    chances = write_code_payoffs(
        files.net, sum_result_counts([files.counts.read_text(encoding="utf-8")])
    )
    wins = chances.reshape(*chances.shape[:2], -1, 4)[..., :2].sum((2, 3))
    print(f"the leader wins {wins[-1, -1]:.3f} without codes, {wins.min():.3f} to {wins.max():.3f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
