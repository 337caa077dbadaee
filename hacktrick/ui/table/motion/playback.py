"""Plays the events of a match one after the other, at the speed of the screen."""

from __future__ import annotations

from collections.abc import Callable

from hacktrick.app.round_history import won_keys
from hacktrick.app.snapshot import Snapshot
from hacktrick.game.rules import Seat
from hacktrick.i18n.match_text import Wording
from hacktrick.ui.scene.animation import (
    AnimationPause,
    TimedCall,
    Timeline,
    Tween,
    animation_speed,
    ease_in_out,
)
from hacktrick.ui.scene.context import Context
from hacktrick.ui.table.geometry import TableGeometry
from hacktrick.ui.table.motion.choreography import TURN_SECONDS, Choreography
from hacktrick.ui.table.motion.motion_state import MotionState

LIGHT, LINGER = 0.45, 0.9
DEAL_ONE = 0.17


class Playback:
    """The picture's own time. ``shown`` is the glance on the screen; it lags behind the session
    while something moves."""

    def __init__(self, context: Context, wording: Wording, glance: Snapshot) -> None:
        self.context = context
        self.shown = glance
        self.latest = glance
        self.motion = MotionState()
        self.timeline = Timeline()
        self.choreography = Choreography(context, wording, self.motion, self._put, self._sound)
        self._silent = False
        self._light_up(glance)

    @property
    def running(self) -> bool:
        return self.timeline.running

    def set_up(
        self, wording: Wording, places: TableGeometry, slot_of: Callable[[Seat], int]
    ) -> None:
        """The words, places and seats of the present window."""
        choreography = self.choreography
        choreography.wording, choreography.places = wording, places
        choreography.slot_of = slot_of
        self.set_speed()

    def set_speed(self) -> None:
        self.timeline.speed = animation_speed(self.context.settings)

    def update(self, dt: float) -> None:
        self.timeline.update(dt)

    def cut(self) -> None:
        """Straight to the end of everything that moves, without its sounds."""
        self._silent = True
        self.timeline.finish()
        self._silent = False
        self.show(self.latest)

    def show(self, glance: Snapshot) -> None:
        """Show a glance as it is."""
        self.shown = self.latest = glance
        self.motion.rest()
        self._light_up(glance)

    def deal(self, glance: Snapshot) -> None:
        """A new round: cards go out from the deck, one by one, to all hands."""
        self.motion.line = None
        self.show(glance)
        if self.choreography.places is None or self.timeline.speed <= 0:
            return
        motion = self.motion
        motion.dealt = dict.fromkeys(range(len(glance.seats)), 0)
        sizes = glance.public.hand_sizes
        order = [s for n in range(max(sizes)) for s, size in enumerate(sizes) if n < size]
        counted: dict[Seat, int] = {}
        for seat in order:
            n = counted[seat] = counted.get(seat, 0) + 1
            self._deal_one(glance, seat, n)
        self.timeline.add(TimedCall(lambda: self._settle(glance)))

    def _deal_one(self, glance: Snapshot, seat: Seat, n: int) -> None:
        places, motion = self.choreography.places, self.motion
        assert places is not None
        slot = self.choreography.slot_of(seat)
        end = places.hand(slot, glance.public.hand_sizes[seat])[n - 1]
        flyer = self.choreography.card_flyer(None, places.deck(), end)

        def arrive() -> None:
            if motion.dealt is not None:
                motion.dealt[seat] = n

        self.timeline.add(TimedCall(lambda: self._sound("draw", 0)))
        self.timeline.add(Tween(DEAL_ONE, flyer.move))
        self.timeline.add(TimedCall(arrive))

    def follow(self, glance: Snapshot) -> None:
        """Show what leads from the newest glance to this one."""
        before = self.latest
        news = glance.entries[len(before.entries) :]
        self.latest = glance
        if len(news) != 1 or self.choreography.places is None:
            self.timeline.finish()
            self.show(glance)
            return
        for part in self.choreography.parts(before, news[0].event, glance):
            self.timeline.add(part)
        hidden = _hidden_hands(before, glance)
        self.timeline.add(TimedCall(lambda: self._settle(glance, hidden)))
        if glance.public.result is not None:
            self._end_of_round(glance, hidden)

    def _settle(self, glance: Snapshot, hidden: frozenset[Seat] = frozenset()) -> None:
        """``hidden``: hands that are known now and still have to turn up."""
        self.shown = glance
        self.motion.land()
        self.motion.turning = (hidden, 0.0) if hidden else None

    def _end_of_round(self, glance: Snapshot, hidden: frozenset[Seat]) -> None:
        """Light runs along the completed line, the hidden hands turn up together, then the table
        stands still for a moment."""
        keys = won_keys(glance.entries)
        result = glance.public.result
        assert result is not None

        def light(t: float) -> None:
            self.motion.line = (keys, result.side, t)

        def turn(t: float) -> None:
            self.motion.turning = (hidden, t) if t < 1 else None

        if keys:
            self.timeline.add(Tween(LIGHT, light))
        if hidden:
            self.timeline.add(self.choreography.sounding("reveal"))
            self.timeline.add(Tween(TURN_SECONDS, turn, ease_in_out))
        self.timeline.add(AnimationPause(LINGER))

    def _light_up(self, glance: Snapshot) -> None:
        """The line of a round that is over stays lit."""
        result = glance.public.result
        if result is None:
            self.motion.line = None
            return
        keys = won_keys(glance.entries)
        self.motion.line = (keys, result.side, 1.0) if keys else None

    def _put(self, glance: Snapshot) -> None:
        self.shown = glance

    def _sound(self, event: str, number: int) -> None:
        if not self._silent:
            self.context.play(event, number)


def _hidden_hands(before: Snapshot, after: Snapshot) -> frozenset[Seat]:
    """The hands that the end of a round turns up: all but the one that was seen already."""
    if after.hands is None or before.hands is not None:
        return frozenset()
    seen = None if before.seen is None else before.seen.seat
    return frozenset(seat for seat, hand in enumerate(after.hands) if hand and seat != seen)
