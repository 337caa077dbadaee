"""What the table shows of its match: the animated snapshot, from whose side, and with which cards
just drawn.

How long a computer's action stays in view depends on the pace setting and on public facts only, so
that time reveals nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace

from hacktrick.app.round_history import won_keys
from hacktrick.app.session import Session
from hacktrick.app.snapshot import Snapshot
from hacktrick.app.turn_draft import PlayerTurn
from hacktrick.game.cards import Card, Counts
from hacktrick.game.rules import Seat
from hacktrick.i18n.match_text import Wording
from hacktrick.i18n.table_frame import TableFrame, make_table_frame
from hacktrick.ui.layout.geometry import TableGeometry
from hacktrick.ui.scene.animation import (
    AnimationPart,
    AnimationPause,
    TimedCall,
    Timeline,
    Together,
    Tween,
    animation_speed,
    ease_in_out,
)
from hacktrick.ui.scene.context import Context
from hacktrick.ui.table.motion.choreography import TURN_SECONDS, Choreography
from hacktrick.ui.table.motion.motion_state import MotionState
from hacktrick.ui.table.panels.player_panels import score_owners

LIGHT, REPAINTING, LINGER = 0.35, 0.08, 0.17
DEAL_ONE = 0.17


class Playback:
    """Plays the events of a match one after the other, at the speed of the animation.

    Attributes:
        shown: the snapshot on the screen, which lags behind ``latest`` while something moves.
        sound_of_the_end: names the sound of the result of a round.
        has_sounded: the sound of the present result has been played.
    """

    def __init__(self, context: Context, wording: Wording, glance: Snapshot) -> None:
        self.context = context
        self.shown = glance
        self.latest = glance
        self.motion = MotionState()
        self.timeline = Timeline()
        self.choreography = Choreography(context, wording, self.motion, self._put, self._sound)
        self._silent = False
        self.sound_of_the_end: Callable[[], str] = lambda: "won"
        self.has_sounded = False
        self._light_up(glance)

    @property
    def running(self) -> bool:
        """Whether something moves."""
        return self.timeline.running

    def set_up(
        self, wording: Wording, places: TableGeometry, slot_of: Callable[[Seat], int]
    ) -> None:
        """Take over the wording, places and seats of the present layout."""
        choreography = self.choreography
        choreography.wording, choreography.places = wording, places
        choreography.slot_of = slot_of
        self.set_speed()
        if not self.running:
            self._light_up(self.shown)

    def set_speed(self) -> None:
        self.timeline.speed = animation_speed(self.context.settings)

    def update(self, dt: float) -> None:
        self.timeline.update(dt)

    def cut(self) -> None:
        """Jump to the end of all motion, without its sounds."""
        self._silent = True
        self.timeline.finish()
        self._silent = False
        self.show(self.latest)

    def show(self, glance: Snapshot) -> None:
        """Show a snapshot as it is, without motion."""
        self.shown = self.latest = glance
        self.motion.clear()
        self._light_up(glance)

    def deal(self, glance: Snapshot) -> None:
        """Animate the deal of a new round: cards go out from the deck, one by one, to all hands."""
        self.show(glance)
        self.has_sounded = False
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
        """Animate what leads from the latest snapshot to this one."""
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
            # Made only then: settling removes the motion that is there.
            self.timeline.add(TimedCall(lambda: self._end_of_round(glance, hidden)))

    def _settle(self, glance: Snapshot, hidden: frozenset[Seat] = frozenset()) -> None:
        """Show a snapshot at the end of its animation.

        Args:
            hidden: the seats whose hands are known now and still have to turn up.
        """
        self.shown = glance
        self.motion.finish_step()
        self.motion.turning = (hidden, 0.0) if hidden else None

    def _end_of_round(self, glance: Snapshot, hidden: frozenset[Seat]) -> None:
        """Animate the end of a round, then let the table rest for a moment."""
        for part in self.end_of_round(glance, hidden):
            self.timeline.add(part)

    def end_of_round(self, glance: Snapshot, hidden: frozenset[Seat]) -> list[AnimationPart]:
        """The parts of the end of a round: the winning markers leap, a line burns while the other
        keys stand back, hidden hands turn up while locks fly to the winner and open.

        Args:
            hidden: the seats whose hands are known now and still have to turn up.
        """
        keys, motion = won_keys(glance.entries), self.motion
        result = glance.public.result
        assert result is not None
        side, choreography = result.side, self.choreography
        veils = choreography.veils(keys) if choreography.places is not None else ()

        def light(t: float) -> None:
            motion.line = (keys, side, t)
            motion.veils = (veils, t)

        def turn(t: float) -> None:
            motion.turning = (hidden, t) if t < 1 else None

        def hold() -> None:
            motion.held_points = dict.fromkeys(score_owners(glance.public, side), result.points)
            self._put(replace(glance))

        def land() -> None:
            motion.held_points = {}
            self._put(replace(glance))

        parts: list[AnimationPart] = [TimedCall(hold)]
        if keys:
            parts += choreography.leaps(keys, glance.style_of(side))
            parts += [self._sound_of_the_end(), Tween(LIGHT, light, ease_in_out)]
        else:
            parts.append(self._sound_of_the_end())
        flight = choreography.locks_fly(keys, glance, side)
        turning = Tween(TURN_SECONDS, turn, ease_in_out)
        together: list[tuple[float, AnimationPart]] = [(0.0, flight)]
        if hidden:
            together += [(0.0, choreography.sounding("reveal")), (0.0, turning)]
        parts += [Together(*together), TimedCall(land)]
        # The locks that have flown stay until the table below them is painted anew.
        return [*parts, AnimationPause(REPAINTING), TimedCall(motion.clear), AnimationPause(LINGER)]

    def _sound_of_the_end(self) -> TimedCall:
        """Play the sound of the result, once a result."""

        def play() -> None:
            if not self._silent:
                self.has_sounded = True
                self._sound(self.sound_of_the_end(), 0)

        return TimedCall(play)

    def _light_up(self, glance: Snapshot) -> None:
        """Keep the line that won the round lit, and the other keys in the shade."""
        result, keys = glance.public.result, won_keys(glance.entries)
        if result is None or not keys:
            self.motion.line, self.motion.veils = None, ((), 0.0)
            return
        self.motion.line = (keys, result.side, 1.0)
        if self.choreography.places is not None:
            self.motion.veils = (self.choreography.veils(keys), 1.0)

    def _put(self, glance: Snapshot) -> None:
        self.shown = glance

    def _sound(self, event: str, number: int) -> None:
        if not self._silent:
            self.context.play(event, number)


def _hidden_hands(before: Snapshot, after: Snapshot) -> frozenset[Seat]:
    """The seats whose hands the end of a round turns up: all but the one that was seen already."""
    if after.hands is None or before.hands is not None:
        return frozenset()
    seen = None if before.observation is None else before.observation.seat
    return frozenset(seat for seat, hand in enumerate(after.hands) if hand and seat != seen)


DRAWN_CARD_STAYS = 1.6  # seconds that a drawn card is ringed as new after it has turned up
LOOKING_TIME = 6.0  # seconds until the screen goes on to the next player by itself
LOOKING_INPUT_DELAY = 0.4  # seconds in which input meant for the draw is ignored


class DrawnCards:
    """Knows for a while which cards of the hand are new.

    Attributes:
        age: the seconds since they arrived.
    """

    def __init__(self, motion: MotionState) -> None:
        self._motion = motion
        self._cards: tuple[Card, ...] = ()
        self._hand: tuple[Seat, Counts] | None = None
        self.age = 0.0

    def follow(self, glance: Snapshot) -> None:
        """Take over the cards that the newest action brought to the viewer's hand."""
        if not glance.entries or glance.viewer is None or glance.observation is None:
            self.forget()
            return
        event = glance.entries[-1].event
        if event.seat == glance.viewer:
            self._cards, self._hand = event.facts.drawn, (glance.viewer, glance.observation.hand)
            self.age, self._motion.fresh = 0.0, 0.0

    def forget(self) -> None:
        """Let the cards be like the others."""
        self._cards, self._hand, self._motion.fresh = (), None, 1.0

    def lying(self, glance: Snapshot) -> tuple[Card, ...]:
        """The new cards in the hand that a snapshot shows."""
        seen = glance.observation
        if seen is None or glance.hands is not None or self._hand != (seen.seat, seen.hand):
            return ()
        return self._cards

    def update(self, dt: float, speed: float, stays: bool) -> bool:
        """Let ``dt`` seconds pass; True if that changes the picture.

        Args:
            stays: the cards are new until ``forget``, however long that takes.
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
    """Shows a session's match through a ``Playback``.

    Attributes:
        bottom: the seat at the lower edge.
    """

    def __init__(self, context: Context, session: Session) -> None:
        self.session = session
        self.wording = Wording(session.rules, session.seats, session.sole_player)
        glance = session.snapshot()
        self.bottom: Seat = glance.viewer if glance.viewer is not None else session.expected
        self.playback = Playback(context, self.wording, glance)
        self.drawn = DrawnCards(self.playback.motion)

    def set_up(self, places: TableGeometry) -> None:
        """Animate between these places from now on."""
        self.playback.set_up(self.wording, places, self.slot_of)

    def slot_of(self, seat: Seat) -> int:
        """The place of a seat: 0 at the lower edge, then clockwise."""
        return (seat - self.bottom) % len(self.session.seats)

    def restart(self) -> None:
        """Cut all motion and make the wording anew, after a change of language or look."""
        self.jump()
        self.wording = Wording(self.session.rules, self.session.seats, self.session.sole_player)

    def jump(self) -> None:
        """Cut all motion and show the newest snapshot."""
        self.playback.cut()
        self.show()

    def show(self) -> None:
        """Show the newest snapshot; nothing may be moving."""
        self.playback.show(self.session.snapshot())

    def follow(self) -> Snapshot:
        """Animate what has changed in the match; returns the newest snapshot."""
        glance = self.session.snapshot()
        if glance.viewer is not None:
            self.bottom = glance.viewer
        self.playback.set_speed()
        if not glance.events and self.playback.latest.events:
            self.playback.deal(glance)
        else:
            self.playback.follow(glance)
        self.drawn.follow(glance)
        return glance

    def frame(
        self,
        turn: PlayerTurn,
        aids: str,
        earlier: TableFrame | None = None,
        *,
        has_voices: bool = False,
        has_pins: bool = False,
    ) -> TableFrame:
        """Make the frame to be drawn.

        Args:
            turn: the turn that the player at the screen is composing.
            aids: what the table remembers for the players, as the setting.
            earlier: the frame before; what has not changed since is taken over from it.
            has_voices: computer players say a word now and then.
            has_pins: the player may pin the cards of others.
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
            is_showing_new_cards=session.shows_drawn_card and still,
            new_cards=self.drawn.lying(glance),
            round_number=session.round_number,
            is_onlooker=session.is_watching,
            has_voices=has_voices,
            pins=session.shown_pins if has_pins else None,
            earlier=earlier,
        )


PAUSE_AFTER_ACTION: Mapping[str, float] = {
    "instant": 0.0,
    "quick": 0.45,
    "normal": 0.8,
    "slow": 1.5,
}
"""Seconds, by the setting ``pace``."""
SHARE_BEFORE_COMMAND = 0.4  # of those, between a card and the command that follows it


def pause_after(glance: Snapshot, humans: Collection[Seat], pace: str) -> float:
    """Seconds that the newest action stays in view before play goes on; 0 for an action of a
    person."""
    if not glance.entries:
        return 0.0
    entry = glance.entries[-1]
    if entry.event.seat in humans:
        return 0.0
    whole = PAUSE_AFTER_ACTION[pace]
    goes_on = entry.after.result is None and entry.after.seat == entry.event.seat
    told = entry.event.action.row_card is not None and goes_on
    return whole * SHARE_BEFORE_COMMAND if told else whole
