"""Decides whether the tutor comments before a turn is made, and how it names the loss.

The tutor comments only on losses that a longer solution confirmed and that matter in this match.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Literal

from hacktrick.coach.judgement import Judgement, TurnLoss, line_loss
from hacktrick.game.actions import Action

GENTLE, STRICT = 0.30, 0.15
MIN_MATCH_LOSS = 0.01
SLIP_COMMENT_SHARE = 0.5  # share of the slips that the tutor comments on

LossSize = Literal["something", "much", "very_much"]
LOSS_SIZES: tuple[tuple[float, LossSize], ...] = ((0.6, "very_much"), (0.3, "much"))


@dataclass(frozen=True, slots=True)
class TutorVerdict:
    """The tutor's comment on a turn before it is made."""

    size: LossSize
    loss: TurnLoss


def tutor_verdict(
    judgement: Judgement, made: Sequence[Action], threshold: float, key: str
) -> TutorVerdict | None:
    """Return the tutor's comment on a turn, or None.

    The tutor waits until all solutions are there and a seeming mistake has been played out.

    Args:
        threshold: the least loss in equity to comment on: ``GENTLE``, ``STRICT`` or another.
        key: identifies the decision (match and action), so that it is always treated alike.
    """
    loss = judgement.loss(made)
    if loss is None or not judgement.is_checked or judgement.facts is None:
        return None
    if judgement.needs_trial(made):
        return None
    known = line_loss(judgement.facts, made)
    if known is None or known.equity < threshold / 2:
        return None
    if loss.equity < threshold or loss.match < MIN_MATCH_LOSS:
        return None
    if loss.verdict == "slip" and Random(f"tutor {key}").random() >= SLIP_COMMENT_SHARE:
        return None
    return TutorVerdict(
        next((size for least, size in LOSS_SIZES if loss.equity >= least), "something"), loss
    )
