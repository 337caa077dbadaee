"""A hand for tests: somebody at the screen who does whatever is legal."""

from __future__ import annotations

from random import Random

from hacktrick.app.session import Session
from hacktrick.game.legality import legal_actions


def go_on(session: Session, dice: Random, seconds: float = 10.0) -> None:
    """One step: an action of whoever is at the screen, else some time for the others."""
    if session.may_act:
        assert session.observation is not None
        session.submit(dice.choice(legal_actions(session.observation)))
    else:
        session.update(seconds, at_rest=True)
