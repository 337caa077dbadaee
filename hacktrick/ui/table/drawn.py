"""What has just come to the hand of the player at the screen: it lies last, turns up before his
eyes, and goes to its place among the others after a moment.

It knows nothing but what the glances of that player hold; all others are shown backs.
"""

from __future__ import annotations

from hacktrick.game.cards import Card, Counts
from hacktrick.game.rules import Seat
from hacktrick.seat.glance import Glance
from hacktrick.ui.stage.animation import ease_in_out
from hacktrick.ui.table.motion import Motion
from hacktrick.ui.table.revealing import TURN

STAYS = 1.6  # seconds that a drawn card lies last once it has turned up
LOOK = 6.0  # seconds until the screen goes on to the next player if nobody presses anything
DEAF = 0.4  # seconds in which a press that was meant for the draw is not heard


class Drawn:
    """The cards drawn last. ``age``: the seconds since they have arrived."""

    def __init__(self, motion: Motion) -> None:
        self._motion = motion
        self._cards: tuple[Card, ...] = ()
        self._hand: tuple[Seat, Counts] | None = None
        self.age = 0.0

    def follow(self, glance: Glance) -> None:
        """A new glance, of an action that may have brought cards to the hand."""
        if not glance.entries or glance.viewer is None or glance.seen is None:
            self.forget()
            return
        event = glance.entries[-1].event
        if event.seat == glance.viewer:
            self._cards, self._hand = event.facts.drawn, (glance.viewer, glance.seen.hand)
            self.age, self._motion.fresh = 0.0, 0.0

    def forget(self) -> None:
        self._cards, self._hand, self._motion.fresh = (), None, 1.0

    def lying(self, glance: Glance) -> tuple[Card, ...]:
        """The cards that lie last in the hand that a glance shows."""
        seen = glance.seen
        if seen is None or glance.hands is not None or self._hand != (seen.seat, seen.hand):
            return ()
        return self._cards

    def update(self, dt: float, speed: float, stays: bool) -> bool:
        """``dt`` seconds have passed with the cards at rest; True if that changes the picture.

        Args:
            stays: they lie last until they are forgotten.
        """
        if not self._cards:
            return False
        self.age += dt
        turned = self._motion.fresh
        self._motion.fresh = ease_in_out(min(1.0, self.age * speed / TURN)) if speed > 0 else 1.0
        if self.age > TURN + STAYS and not stays:
            self.forget()
            return True
        return turned < 1.0

    @property
    def turning(self) -> bool:
        """Whether the cards are still turning up."""
        return bool(self._cards) and self._motion.fresh < 1.0
