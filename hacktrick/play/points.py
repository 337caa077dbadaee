"""What a point is worth at each score, from the chance to win the match after it."""

from __future__ import annotations

from dataclasses import dataclass

from hacktrick.ai.equity import match_chance
from hacktrick.ai.measured import Waiting, figures
from hacktrick.game.rules import PRESETS, Rules


@dataclass(frozen=True, slots=True)
class Worth:
    """A score and what a point does to it.

    Attributes:
        share: of what two points bring, one point brings so much, both against losing one. Waiting
            for two is right if they come more often than that.
        chance: to win the match, whoever leads.
    """

    own: int
    other: int
    share: float
    chance: float


def worth(own: int, other: int, rules: Rules | None = None) -> Worth:
    """At a score of a match of two that is not over.

    >>> round(worth(3, 3).share, 2), round(worth(0, 0).share, 2), worth(4, 0).share
    (0.31, 0.6, 1.0)
    """
    rules = rules or PRESETS["keypad"]
    one = match_chance(rules, (own + 1, other), 0, 0)
    two = match_chance(rules, (own + 2, other), 0, 0)
    lost = match_chance(rules, (own, other + 1), 1, 0)
    now = sum(match_chance(rules, (own, other), leader, 0) for leader in (0, 1)) / 2
    return Worth(own, other, (one - lost) / (two - lost), now)


def of_lesson() -> Waiting:
    """What the judge thinks of the win that waits in the lesson about one point or two."""
    return figures().waiting
