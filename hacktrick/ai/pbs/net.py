"""The value net, from its file: the chances of the four ends of a round for hands in positions.

The file is made by build/train; the layers are described in build/train/net.hpp.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np

from hacktrick import resources
from hacktrick.ai.pbs.hands import Floats, Ints
from hacktrick.ai.thinking import NET

AT_ONCE = 2048  # hands: what is worked out in between stays in the processor's cache
PLAIN, ELSEWHERE = "calibration", "calibration_elsewhere"
"""The lines of its forecasts in the file of a net: for the plain rules, and for all others."""
N_OUTCOMES = 4  # win 1, win 2, lose 1, lose 2, for the owner of the hand


def _relu(values: Floats) -> Floats:
    np.maximum(values, 0, out=values)
    return values


@dataclass(frozen=True)
class Net:
    """Weights by name. Positions and hands come and go as rows."""

    weights: dict[str, Floats]

    def public_part(self, public: Floats) -> Floats:
        """What depends on the position alone; computed once. Numbers that came after the net was
        trained are left out."""
        w = self.weights
        seen = np.ascontiguousarray(public[:, : len(w["w1"])])
        first = _relu(seen @ w["w1"] + w["b1"])
        second = _relu(first @ w["w2"] + w["b2"])
        out: Floats = second @ w["w3"] + w["b3"]
        return out

    def fixed_part(self, fixed: Floats) -> Floats:
        """What depends on position and hand alone; computed once."""
        out: Floats = fixed @ self.weights["ws"]
        return out

    def belief_part(self, public_part: Floats, belief: Floats) -> Floats:
        w = self.weights
        mixed = _relu(belief @ w["wb"] + public_part)
        narrow = _relu(mixed @ w["w4"] + w["b4"])
        out: Floats = narrow @ w["wp"] + w["bp"]
        return out

    def chances(
        self, belief_part: Floats, node_of: Ints, fixed_part: Floats, moving: Floats
    ) -> Floats:
        """One row of the four chances a hand.

        Args:
            belief_part: one row a node; the other two have one row a hand.
            node_of: the node of every hand.
        """
        out = np.empty((len(moving), N_OUTCOMES), dtype=np.float32)
        for begin in range(0, len(moving), AT_ONCE):
            rows = slice(begin, begin + AT_ONCE)
            hidden = moving[rows] @ self.weights["wd"]
            hidden += fixed_part[rows]
            hidden += belief_part[node_of[rows]]
            out[rows] = self._ends(hidden).T
        return out

    def _ends(self, hidden: Floats) -> Floats:
        """[outcome, hand]: so that numpy goes along the rows where it sums over outcomes."""
        w = self.weights
        last = _relu(_relu(hidden) @ w["w5"] + w["b5"])
        chances: Floats = w["w6"].T @ last.T
        chances += w["b6"][:, None]
        chances -= chances.max(axis=0)
        np.exp(chances, out=chances)
        chances /= chances.sum(axis=0)
        return chances


def load(path: Path) -> Net:
    """The net of a file of half-precision arrays."""
    with np.load(path) as arrays:
        return Net({name: arrays[name].astype(np.float32) for name in arrays.files})


@lru_cache(maxsize=2)
def shipped(is_plain: bool = True) -> Net:
    """The net that the game comes with, with the lines of the plain rules or of all others."""
    with resources.loading("ai", NET) as file:
        weights = load(file).weights
    lines = weights.pop(ELSEWHERE)
    return Net(weights if is_plain else {**weights, PLAIN: lines})
