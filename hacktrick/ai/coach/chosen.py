"""What some levels would do, for rules that the solver does not know: no values, no verdict."""

from __future__ import annotations

from typing import NamedTuple

from hacktrick.ai.levels import LEVELS
from hacktrick.ai.pieces import Pieces
from hacktrick.game.actions import Action
from hacktrick.game.legal import legal_actions
from hacktrick.game.view import View, observation_of

ASKED = (7, 5, 4)
"""Who sees threats and replies and answers within a piece of work; the strongest first."""
SEED = 1


class Chosen(NamedTuple):
    """By level, the strongest first: what it would do now."""

    choices: tuple[tuple[int, Action], ...]


def choosing(view: View) -> Pieces[Chosen | None]:
    """What the levels would do; None where there is one way to go on. One level is a piece."""
    if len(legal_actions(observation_of(view))) < 2:
        return None
    found = []
    for level in ASKED:
        yield
        settings = LEVELS[level]
        found.append((level, settings.agent.choose(view, settings.budget, SEED).action))
    return Chosen(tuple(found))
