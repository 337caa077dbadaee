"""A scripted player at the screen who takes random legal actions."""

from __future__ import annotations

from random import Random

from hacktrick.app.match_session import MatchSession
from hacktrick.game.legality import legal_actions


def play_or_wait(session: MatchSession, dice: Random, seconds: float = 10.0) -> None:
    """Play a random legal action if a person has to act; otherwise let the computers play.

    Args:
        seconds: the time to let pass for the computers.
    """
    if session.may_act:
        assert session.observation is not None
        session.submit(dice.choice(legal_actions(session.observation)))
    else:
        session.update(seconds, is_screen_at_rest=True)
