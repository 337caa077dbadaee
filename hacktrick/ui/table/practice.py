"""Counting practice: one question about the other's cards, before they are told.

The question is drawn by the number of the position, so that it says nothing of what is hidden; the
answer is counted from what the player himself may know.
"""

from __future__ import annotations

from collections.abc import Callable

from hacktrick.play.coaching import Odds
from hacktrick.ui.table.strip import Content, Line, Press
from hacktrick.words.coaching import Coaching
from hacktrick.words.translator import _

SURE, NEVER = 1.0 - 1e-9, 1e-9


class Practice:
    """Can the other hold a card of this value: surely, perhaps, or not at all?

    Args:
        number: of the position.
        changed: called when an answer was given.
    """

    def __init__(self, odds: Odds, number: int, changed: Callable[[], None]) -> None:
        self.odds, self._changed = odds, changed
        self.value = number % len(odds.holds)
        self.given: str | None = None
        self.is_done = False

    @property
    def counted(self) -> str:
        """``sure``, ``perhaps`` or ``never``."""
        chance = self.odds.holds[self.value]
        return "sure" if chance >= SURE else "never" if chance <= NEVER else "perhaps"

    @property
    def counts(self) -> tuple[int, int]:
        """How many of the possible hands have the card, and of how many."""
        hands = [chip.hand for chip in self.odds.facts]
        return sum(bool(hand[self.value]) for hand in hands), len(hands)

    def answer(self, given: str) -> None:
        self.given = given
        self._changed()

    def go_on(self) -> None:
        self.is_done = True
        self._changed()

    def content(self, words: Coaching, close: Press) -> Content:
        """The question, then whether the answer was right."""
        if self.given is None:
            question = words.practice(self.value)
            presses = tuple(
                Press(label, self._giving(given))
                for given, label in (
                    ("sure", _("Surely")),
                    ("perhaps", _("Perhaps")),
                    ("never", _("Never")),
                )
            )
            return Content(_("Counting"), "", (Line(question),), "", (*presses, close))
        right = self.given == self.counted
        head = Line(_("Right.") if right else _("Not right."), "good" if right else "warning")
        told = Line(words.counted(self.value, *self.counts))
        go_on = Press(_("Show all"), self.go_on, main=True)
        return Content(_("Counting"), "", (head, told), "", (go_on, close))

    def _giving(self, given: str) -> Callable[[], None]:
        return lambda: self.answer(given)
