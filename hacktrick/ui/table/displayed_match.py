"""What the table shows of its match: which snapshot, from whose side, with which cards just
drawn, and how long a computer's action is left to be seen.

Pauses depend on the pace setting and on public facts only, so that time reveals nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from hacktrick.app.round_history import won_keys
from hacktrick.app.session import Session
from hacktrick.app.snapshot import Snapshot
from hacktrick.app.turn_draft import PlayerTurn
from hacktrick.game.cards import Card, Counts
from hacktrick.game.rules import Seat
from hacktrick.i18n.match_text import Wording
from hacktrick.i18n.table_frame import TableFrame, make_table_frame
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
        self.motion.clear()
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
        self.motion.finish_step()
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


DRAWN_CARD_STAYS = 1.6  # seconds that a drawn card lies last once it has turned up
LOOKING_TIME = 6.0  # seconds until the screen goes on to the next player if nobody presses anything
LOOKING_INPUT_DELAY = 0.4  # seconds in which a press that was meant for the draw is not heard


class DrawnCards:
    """The cards drawn last. ``age``: the seconds since they have arrived."""

    def __init__(self, motion: MotionState) -> None:
        self._motion = motion
        self._cards: tuple[Card, ...] = ()
        self._hand: tuple[Seat, Counts] | None = None
        self.age = 0.0

    def follow(self, glance: Snapshot) -> None:
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

    def lying(self, glance: Snapshot) -> tuple[Card, ...]:
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
        self._motion.fresh = (
            ease_in_out(min(1.0, self.age * speed / TURN_SECONDS)) if speed > 0 else 1.0
        )
        if self.age > TURN_SECONDS + DRAWN_CARD_STAYS and not stays:
            self.forget()
            return True
        return turned < 1.0

    @property
    def turning(self) -> bool:
        """Whether the cards are still turning up."""
        return bool(self._cards) and self._motion.fresh < 1.0


class DisplayedMatch:
    """
    Attributes:
        bottom: the seat at the lower edge.
    """

    def __init__(self, context: Context, session: Session) -> None:
        self.session = session
        self.wording = Wording(session.rules, session.seats)
        glance = session.glance()
        self.bottom: Seat = glance.viewer if glance.viewer is not None else session.expected
        self.playback = Playback(context, self.wording, glance)
        self.drawn = DrawnCards(self.playback.motion)

    def set_up(self, places: TableGeometry) -> None:
        """Everything lies there from now on."""
        self.playback.set_up(self.wording, places, self.slot_of)

    def slot_of(self, seat: Seat) -> int:
        """Its place, clockwise from the lower edge."""
        return (seat - self.bottom) % len(self.session.seats)

    def restart(self) -> None:
        """In other words, or with another look: what moves is cut."""
        self.jump()
        self.wording = Wording(self.session.rules, self.session.seats)

    def jump(self) -> None:
        """What may be shown now, without any motion on the way to it."""
        self.playback.cut()
        self.show()

    def show(self) -> None:
        """What may be shown now; nothing is moving."""
        self.playback.show(self.session.glance())

    def follow(self) -> Snapshot:
        """The match has changed: its news are played, up to the glance that is given."""
        glance = self.session.glance()
        if glance.viewer is not None:
            self.bottom = glance.viewer
        self.playback.set_speed()
        if not glance.events and self.playback.latest.events:
            self.playback.deal(glance)
        else:
            self.playback.follow(glance)
        self.drawn.follow(glance)
        return glance

    def frame(self, turn: PlayerTurn, aids: str, earlier: TableFrame | None = None) -> TableFrame:
        """Everything to be drawn.

        Args:
            turn: what the player at the screen has in mind.
            aids: what the table remembers for the players, as the setting.
            earlier: the frame before; what has not changed since is not worked out again.
        """
        session, glance, still = self.session, self.playback.shown, not self.playback.running
        return make_table_frame(
            glance,
            self.wording,
            self.bottom,
            aids=aids,
            draft=turn.draft,
            can_act=session.may_act and still and not turn.veiled,
            is_veiled=turn.veiled,
            is_thinking=session.is_thinking and still,
            is_showing_new_cards=session.is_looking and still,
            new_cards=self.drawn.lying(glance),
            round_number=session.round_number,
            is_onlooker=session.is_watching,
            earlier=earlier,
        )


PAUSE_AFTER_ACTION: Mapping[str, float] = {
    "instant": 0.0,
    "quick": 0.45,
    "normal": 0.8,
    "slow": 1.5,
}
"""Seconds, by the setting ``pace``."""
SHARE_BEFORE_COMMAND = 0.4  # of that, between a card and the word that belongs to it


def pause_after(glance: Snapshot, humans: Collection[Seat], pace: str) -> float:
    """The seconds that the newest action is left alone; nothing for those of people."""
    if not glance.entries:
        return 0.0
    entry = glance.entries[-1]
    if entry.event.seat in humans:
        return 0.0
    whole = PAUSE_AFTER_ACTION[pace]
    goes_on = entry.after.result is None and entry.after.seat == entry.event.seat
    told = entry.event.action.row_card is not None and goes_on
    return whole * SHARE_BEFORE_COMMAND if told else whole
