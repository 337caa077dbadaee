"""The computer's decisions of a finished round, decided once more before the player's eyes.

The thinking process gets the view of then and the seed of then, and nothing else; a computer that
had looked at other cards could not be repeated from its own view.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from hacktrick.play.thinker import Thinker
from hacktrick.play.witness import Sight

State = Literal["waiting", "same", "other", "no_proof", "clock", "elsewhere"]


class Witness:
    """Asks for one decision after the other; ``update`` it once a frame.

    Attributes:
        states: what has come of each.
    """

    def __init__(self, sights: Sequence[Sight], thinker: Thinker) -> None:
        self.sights = tuple(sights)
        self.states: list[State] = [one.why or "waiting" for one in self.sights]
        self._thinker = thinker
        self._asked: int | None = None

    def update(self) -> bool:
        """Whether anything new is known."""
        if self._asked is None:
            self._ask()
            return False
        answer = self._thinker.poll()
        if answer is None:
            return False
        n, self._asked = self._asked, None
        if answer.decision.cut:  # the clock of a busy machine
            self.states[n] = "clock"
        else:
            self.states[n] = "same" if answer.action == self.sights[n].action else "other"
        return True

    def close(self) -> None:
        """No more is asked."""
        self._thinker.forget()

    def _ask(self) -> None:
        if "waiting" not in self.states:
            return
        n = self.states.index("waiting")
        sight = self.sights[n]
        self._asked = n
        self._thinker.ask(sight.level, sight.view, sight.seed, sight.budget)
