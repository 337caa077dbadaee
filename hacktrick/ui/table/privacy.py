"""Whose cards lie open at a screen that several people may share, and when they are closed.

A player opens the own cards, looks at what was drawn, and hands over; whoever goes away, or touches
nothing for a while, leaves nothing private behind.
"""

from __future__ import annotations

from collections.abc import Callable

from hacktrick.game.rules import Seat
from hacktrick.seat.turn import Turn
from hacktrick.ui.stage.context import Context
from hacktrick.ui.table.drawn import DEAF
from hacktrick.ui.table.shown import Shown


class Privacy:
    """
    Args:
        turn: what the player at the screen has in mind.
        refresh: makes the picture anew.
    """

    def __init__(
        self, context: Context, shown: Shown, turn: Turn, refresh: Callable[[], None]
    ) -> None:
        self.context, self.shown, self.turn, self.refresh = context, shown, turn, refresh
        self.session = shown.session
        self._idle = self._covered_at = 0.0  # seconds

    # Time without a touch

    def touched(self) -> None:
        """Somebody is there."""
        self._idle = 0.0

    def update(self, dt: float) -> None:
        """``dt`` seconds have passed without a touch."""
        self._idle += dt
        limit = self.context.settings.conceal_after
        if limit and self._idle >= limit:
            self.conceal()

    def covered(self) -> None:
        """Another scene lies over the table."""
        self._covered_at = self.context.stack.seconds

    def uncovered(self) -> None:
        """It is gone; the time under it counts as time without a touch."""
        self.update(self.context.stack.seconds - self._covered_at)
        self.touched()

    # Open and closed

    def hand_over(self, seat: Seat) -> None:
        """Its player comes to the screen: behind the curtain, if there is to be one."""
        if not self.context.settings.curtain:
            self.open(seat)
            return
        recap = self.shown.wording.recap(self.session.told_to_all, seat)
        self.context.ways.handover(seat, recap, lambda: self.open(seat))

    def open(self, seat: Seat) -> None:
        """Its player is at the screen, alone."""
        self.session.open(seat)
        self.shown.bottom, self.turn.veiled = seat, False
        self.touched()
        self.turn.clear()
        self.shown.show()
        self.refresh()

    def conceal(self) -> None:
        """The player has gone away from the screen: with several of them, nothing private stays."""
        if len(self.session.humans) < 2 or self.session.viewer is None:
            return
        self.turn.clear()
        self.shown.drawn.forget()
        self.session.conceal()
        self.shown.jump()
        self.refresh()

    def pass_on(self) -> None:
        """The player at the screen has seen what he drew."""
        if self.shown.drawn.age >= DEAF:
            self.session.done_looking()
            self.shown.drawn.forget()
            self.shown.show()
            self.refresh()

    def veil(self) -> None:
        """Hide the own cards, or show them again; all cards where computers are watched."""
        if self.session.may_watch:
            self.session.watch(not self.session.open_hands)
            self.shown.jump()
        self.turn.veiled = not self.turn.veiled
        self.turn.clear()
        self.refresh()
