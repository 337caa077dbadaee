"""What the table shows of its match: which snapshot, from whose side, with which cards just
drawn, and how long a computer's action is left to be seen.

Pauses depend on the pace setting and on public facts only, so that time reveals nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from hacktrick.app.session import Session
from hacktrick.app.snapshot import Snapshot
from hacktrick.app.turn_draft import PlayerTurn
from hacktrick.game.cards import Card, Counts
from hacktrick.game.rules import Seat
from hacktrick.i18n.match_text import Wording
from hacktrick.i18n.table_frame import TableFrame, make_table_frame
from hacktrick.ui.scene.animation import ease_in_out
from hacktrick.ui.scene.context import Context
from hacktrick.ui.table.geometry import TableGeometry
from hacktrick.ui.table.motion.choreography import TURN_SECONDS
from hacktrick.ui.table.motion.motion_state import MotionState
from hacktrick.ui.table.motion.playback import Playback

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

    def renew(self) -> None:
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

    def frame(self, turn: PlayerTurn, aids: str) -> TableFrame:
        """Everything to be drawn.

        Args:
            turn: what the player at the screen has in mind.
            aids: what the table remembers for the players, as the setting.
        """
        session, glance, still = self.session, self.playback.shown, not self.playback.running
        return make_table_frame(
            glance,
            self.wording,
            self.bottom,
            aids=aids,
            draft=turn.draft,
            acting=session.may_act and still and not turn.veiled,
            veiled=turn.veiled,
            thinking=session.is_thinking and still,
            looking=session.is_looking and still,
            fresh=self.drawn.lying(glance),
            round_number=session.round_number,
            onlooking=session.is_watching,
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
