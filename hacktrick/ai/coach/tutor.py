"""Whether a tutor speaks before a turn is made, and how much it costs in words.

He only speaks of what a longer look has confirmed, of what costs something in this match, and of
what could be known without reading habits; a mistake has come out worse in play-outs, too. Of slips
he lets every second one pass, so that his silence proves nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Literal

from hacktrick.ai.coach.judgement import Judgement, Loss, lost
from hacktrick.game.actions import Action

GENTLE, STRICT = 0.30, 0.15
LEAST_MATCH = 0.01
SLIPS = 0.5  # the share of slips that he speaks of

Size = Literal["something", "much", "very_much"]
SIZES: tuple[tuple[float, Size], ...] = ((0.6, "very_much"), (0.3, "much"))


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the tutor says of a turn before it is made."""

    size: Size
    loss: Loss


def verdict(
    judgement: Judgement, made: Sequence[Action], threshold: float, key: str
) -> Verdict | None:
    """What the tutor says; None where he is silent, as he is until all looks are there
    and, for a mistake, its trial.

    Args:
        threshold: the least loss in equity that he speaks of: ``GENTLE``, ``STRICT`` or another.
        key: of the decision (match and action), so that the same one is always treated alike.
    """
    loss = judgement.loss(made)
    if loss is None or not judgement.is_checked or judgement.facts is None:
        return None
    if judgement.untried(made):
        return None
    known = lost(judgement.facts, made)
    if known is None or known.equity < threshold / 2:
        return None
    if loss.equity < threshold or loss.match < LEAST_MATCH:
        return None
    if loss.verdict == "slip" and Random(f"tutor {key}").random() >= SLIPS:
        return None
    return Verdict(next((size for least, size in SIZES if loss.equity >= least), "something"), loss)
