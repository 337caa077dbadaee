"""Payoffs of codes are estimated from counted rounds (build/train)."""

from __future__ import annotations

import numpy as np
import pytest
from train.code_payoffs import NAMES, Array, smoothed_end_chances

RUKOWSKI, DOO, SLAVIC, GOD = (NAMES.index(code) for code in ("rukowski", "doo", "slavic", "god"))
N, NONE = len(NAMES), len(NAMES) - 1


def additive_chances() -> Array:
    """Return chances of the outcomes for all pairs of codes, in which their effects add up.

    Only if one of the two codes is Hai Doo are there outcomes with a raised stake.
    """
    rng = np.random.default_rng(5)
    effects = rng.normal(0, 0.04, (2, N))
    won = 0.5 + effects[0][:, None] - effects[1][None, :]
    chances = np.zeros((N, N, 8))
    chances[..., 0], chances[..., 2] = won * 0.8, (1 - won) * 0.9
    chances[..., 1], chances[..., 3] = won * 0.2, (1 - won) * 0.1
    for at in (np.s_[DOO], np.s_[:, DOO]):
        chances[at][:, 4:] = chances[at][:, :4] / 2
        chances[at][:, :4] /= 2
    for at in (np.s_[RUKOWSKI], np.s_[:, RUKOWSKI]):
        chances[at] = chances[NONE, NONE]
    return chances


def counts_of_chances(chances: Array, rounds: int) -> Array:
    counts = np.random.default_rng(6).multinomial(rounds, chances).astype(np.float64)
    same = np.arange(N - 1)
    counts[same, same] = 0
    return counts


def test_payoffs_from_few_rounds_are_shrunken_towards_the_effects_of_both_codes() -> None:
    chances, counts = additive_chances(), counts_of_chances(additive_chances(), 100)
    apart = ~np.eye(N, dtype=bool) | (np.arange(N) == NONE)
    own = np.arange(N) != RUKOWSKI
    apart &= own[:, None] & own
    raw = counts / np.maximum(counts.sum(2, keepdims=True), 1)
    errors = [
        np.abs(found - chances)[apart].mean() for found in (raw, smoothed_end_chances(counts))
    ]
    assert errors[1] < 0.6 * errors[0]


def test_payoffs_from_many_rounds_stay_as_counted() -> None:
    chances = additive_chances()
    chances[SLAVIC, GOD, :4] = 0.7, 0.1, 0.1, 0.1
    found = smoothed_end_chances(counts_of_chances(chances, 100_000))
    assert found[SLAVIC, GOD] == pytest.approx(chances[SLAVIC, GOD], abs=0.02)


def test_a_code_that_cancels_leaves_nobody_with_one() -> None:
    found = smoothed_end_chances(counts_of_chances(additive_chances(), 100))
    assert (found[RUKOWSKI] == found[NONE, NONE]).all()
    assert (found[:, RUKOWSKI] == found[NONE, NONE]).all()


def test_only_pairs_with_stakes_have_staked_outcomes() -> None:
    found = smoothed_end_chances(counts_of_chances(additive_chances(), 100))
    assert found.sum(2) == pytest.approx(np.ones((N, N)))
    stakes = found[:, :, 4:].sum(2) > 0
    assert stakes[DOO, SLAVIC] and stakes[SLAVIC, DOO]
    assert not np.delete(np.delete(stakes, DOO, 0), DOO, 1).any()
