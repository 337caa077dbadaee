"""What happens on the board does not all feel alike: a capture is a blow, a key about to win
breathes, a card that wins comes slowly and bursts, and the double bursts once more.

Nothing here is worked out from more than everybody sees; the sounds are those of ``stage.sound``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import pi, sin

from hacktrick.game.keypad import Key
from hacktrick.themes import Colour
from hacktrick.ui.stage.animation import Part, Tween, ease_in_out, ease_out
from hacktrick.ui.stage.context import Context
from hacktrick.ui.table.motion import Motion, Pulse
from hacktrick.ui.table.places import Places

BLOW, BREATH, BURST = 0.34, 0.9, 0.5
WINNING_TRAVEL = 0.5  # seconds of a card that wins, to the row
WINNING_DROP = 0.46  # and of its marker, to its key
RINGS = 3  # of a burst
LATER = 0.3  # of its time, between two rings
BREATHS = 2


class Feelings:
    """Makes light for one table. ``colour``: of the side that has acted."""

    def __init__(self, context: Context, motion: Motion, places: Places, colour: Colour) -> None:
        self.context, self.motion, self.places, self.colour = context, motion, places, colour

    def blow(self, key: Key) -> Callable[[float], None]:
        """One hard ring that runs out from a key on which something was taken."""
        pulse = self._pulse(key)
        least, most = self._least(key) * 0.7, self._least(key) * 1.35

        def move(t: float) -> None:
            pulse.rings = ((least + (most - least) * t, 1 - t, self._line(4 * (1 - t))),)

        return move

    def breath(self, keys: Iterable[Key]) -> Part:
        """Keys that could win the round now: light swells and fades, twice."""
        pulses = [(self._pulse(key), self._least(key)) for key in keys]

        def move(t: float) -> None:
            level = sin(pi * BREATHS * t) ** 2
            for pulse, radius in pulses:
                pulse.rings = ((radius * (1.02 + 0.06 * level), level, self._line(1 + 3 * level)),)

        return Tween(BREATH, self._ending(move, [pulse for pulse, _r in pulses]), ease_in_out)

    def burst(self, key: Key) -> Part:
        """Rings that follow each other out of the key that decides the round."""
        pulse, least = self._pulse(key), self._least(key)

        def move(t: float) -> None:
            rings = []
            for n in range(RINGS):
                own = t * (1 + LATER * (RINGS - 1)) - LATER * n
                if 0 < own < 1:
                    radius = least * (0.5 + 1.5 * own)
                    rings.append((radius, 1 - own, self._line(5 * (1 - own))))
            pulse.rings = tuple(rings)

        return Tween(BURST, self._ending(move, [pulse]), ease_out)

    def _pulse(self, key: Key) -> Pulse:
        pulse = Pulse(self.places.key(key).center, self.colour)
        self.motion.pulses.append(pulse)
        return pulse

    def _least(self, key: Key) -> float:
        rect = self.places.key(key)
        return min(rect.size) / 2

    def _line(self, units: float) -> float:
        return max(1.0, units * self.context.scale)

    @staticmethod
    def _ending(move: Callable[[float], None], pulses: list[Pulse]) -> Callable[[float], None]:
        """Nothing is left at the end."""

        def ending(t: float) -> None:
            move(t)
            if t >= 1:
                for pulse in pulses:
                    pulse.rings = ()

        return ending
