"""What the thinking process runs: one question at a time comes in, a decision goes out.

Imports nothing but the rules and the computer players: the window must not load here.
"""

from __future__ import annotations

import signal
import sys
import traceback
from multiprocessing.connection import Connection

from hacktrick.ai.agent import Budget, Decision
from hacktrick.ai.levels import LEVELS, nearest
from hacktrick.game.legal import legal_actions
from hacktrick.game.view import View, observation_of

Question = tuple[int, int, View, Budget | None, int]  # ticket, level, view, budget, seed
Answer = tuple[int, Decision]


def choose(level: int, view: View, budget: Budget | None = None, seed: int = 0) -> Decision:
    """What ``level`` does in ``view``: a function of its arguments and of nothing else.

    Args:
        budget: instead of the level's own.

    Raises:
        ValueError: there is no such level, or the seat of the view has nothing to decide.
    """
    if level not in LEVELS:
        raise ValueError(f"there is no level {level}")
    settings = LEVELS[level]
    return settings.agent.choose(view, budget or settings.budget, seed)


def serve(connection: Connection) -> None:
    """Answer questions until the other end is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # an interrupt is the window's to handle
    while True:
        try:
            ticket, level, view, budget, seed = connection.recv()
        except (EOFError, OSError):
            return
        try:
            connection.send((ticket, answer(level, view, budget, seed)))
        except OSError:
            return


def answer(level: int, view: View, budget: Budget | None, seed: int) -> Decision:
    """``choose`` for the nearest level there is, where a fault in a player costs a move and not
    the match: it is written to standard error and the first legal action is taken."""
    try:
        return choose(nearest(level), view, budget, seed)
    except Exception:
        traceback.print_exc(file=sys.stderr)
        return fallback(view)


def fallback(view: View) -> Decision:
    """A decision without any thought."""
    return Decision(legal_actions(observation_of(view))[0], 0.0)
