"""The judge's name: it changes with the net, with how long is looked, and with how it is judged."""

from __future__ import annotations

from functools import cache
from hashlib import sha256

from hacktrick.ai.levels import LEVELS
from hacktrick.ai.thinking import weights_hash
from hacktrick.game.rules import PRESETS, Rules

JUDGE = "pbs-3"
"""Counts up when a judgement is made in another way."""

SECOND_LOOK = (3, 96, 12_000_000, (90, 16))
"""Depth, iterations, effort and few pairs of the longer look: three to four times as long as that
of the highest level, and deeper; it looks at all replies."""


def judge_name(rules: Rules = PRESETS["keypad"]) -> str:
    """What stands beside every figure that is kept: of the judge of these rules. Figures of other
    rules than the plain ones never meet those, as forecasts are set right otherwise there."""
    return _name(rules.is_plain)


@cache
def _name(is_plain: bool) -> str:
    settings = repr((LEVELS[max(LEVELS)].agent, SECOND_LOOK)) + ("" if is_plain else " elsewhere")
    return f"{JUDGE}-{sha256((settings + weights_hash()).encode()).hexdigest()[:12]}"
