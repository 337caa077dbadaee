"""The computer's decisions of a finished round, decided once more before the player's eyes, and
what it had to hold possible then.

The thinking process gets the view of then and the seed of then, and nothing else; a computer that
had looked at other cards could not be repeated from its own view.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from hacktrick.play.coaching import Odds

if TYPE_CHECKING:
    from hacktrick.play.thinker import Thinker
    from hacktrick.play.witness import Sight

State = Literal["waiting", "same", "other", "no_proof", "clock", "elsewhere"]


class Witness:
    """Asks for one decision after the other; ``update`` it once a frame.

    Attributes:
        states: what has come of each.
        thoughts: what the next opponent could have held, by counting from the view of then; None
            until it is worked out, and before anything was said.
    """

    def __init__(self, sights: Sequence[Sight], thinker: Thinker) -> None:
        self.sights = tuple(sights)
        self.states: list[State] = [one.why or "waiting" for one in self.sights]
        self.thoughts: list[Odds | None] = [None] * len(self.sights)
        self._thinker = thinker
        self._asked: int | None = None
        self._counted = -1  # the number of the thought that is worked out
        self._ticket = 0

    def update(self) -> bool:
        """Whether anything new is known."""
        decided, thought = self._decide(), self._think()
        return decided or thought

    def _think(self) -> bool:
        found = False
        for told in self._thinker.told():
            if told.ticket == self._ticket and isinstance(told.value, Odds):
                self.thoughts[self._counted], found = told.value, True
                self._ticket = 0
        if not self._ticket:
            self._count_next()
        return found

    def _count_next(self) -> None:
        """The views one after the other, as far as anything was said in them."""
        while self._counted + 1 < len(self.sights):
            self._counted += 1
            view = self.sights[self._counted].view
            if view.said:
                self._ticket = self._thinker.consider("odds", view)
                return

    def _decide(self) -> bool:
        if self._asked is None:
            self._ask()
            return False
        answer = self._thinker.poll()
        if answer is None:
            return False
        n, self._asked = self._asked, None
        if answer.decision.cut:  # the clock of a busy machine
            self.states[n] = "clock"
        elif answer.action == self.sights[n].action:
            self.states[n] = "same"
        else:
            self.states[n] = "other" if self.sights[n].here else "elsewhere"
        return True

    def close(self) -> None:
        """No more is asked."""
        self._thinker.forget()
        self._thinker.drop()

    def _ask(self) -> None:
        if "waiting" not in self.states:
            return
        n = self.states.index("waiting")
        sight = self.sights[n]
        self._asked = n
        self._thinker.ask(sight.level, sight.view, sight.seed, sight.budget)
