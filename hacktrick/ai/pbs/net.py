"""The value net, from its file: the chances of the four ends of a round for hands in positions.

The file is made by build/train; the layers are described in build/train/net.hpp.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np

from hacktrick import resources
from hacktrick.ai.pbs.hands import Floats

N_OUTCOMES = 4  # win 1, win 2, lose 1, lose 2, for the owner of the hand


def _relu(values: Floats) -> Floats:
    np.maximum(values, 0, out=values)
    return values


@dataclass(frozen=True)
class Net:
    """Weights by name. Positions and hands come and go as rows."""

    weights: dict[str, Floats]

    def public_part(self, public: Floats) -> Floats:
        """What depends on the position alone; computed once."""
        w = self.weights
        first = _relu(public @ w["w1"] + w["b1"])
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

    def chances(self, projected: Floats, fixed_part: Floats, moving: Floats) -> Floats:
        """One row of the four chances a hand; all arguments have one row a hand."""
        w = self.weights
        hidden = moving @ w["wd"]
        hidden += fixed_part
        hidden += projected
        logits = _relu(_relu(hidden) @ w["w5"] + w["b5"]) @ w["w6"] + w["b6"]
        logits -= logits.max(axis=1, keepdims=True)
        np.exp(logits, out=logits)
        logits /= logits.sum(axis=1, keepdims=True)
        out: Floats = logits
        return out


def load(path: Path) -> Net:
    """The net of a file of half-precision arrays."""
    with np.load(path) as arrays:
        return Net({name: arrays[name].astype(np.float32) for name in arrays.files})


@lru_cache(maxsize=1)
def shipped() -> Net:
    """The net that the game comes with."""
    return load(resources.path("ai", "value.npz"))
