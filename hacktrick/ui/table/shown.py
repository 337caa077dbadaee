"""What the table shows of its match: which glance, from whose side of the table, in which words.

It decides nothing: the session moves on, this follows, and the picture is made of what it gives.
"""

from __future__ import annotations

from hacktrick.game.rules import Seat
from hacktrick.seat.glance import Glance
from hacktrick.seat.session import Session
from hacktrick.seat.turn import Turn
from hacktrick.ui.stage.context import Context
from hacktrick.ui.table.drawn import Drawn
from hacktrick.ui.table.places import Places
from hacktrick.ui.table.playback import Playback
from hacktrick.words.frame import Frame, make_frame
from hacktrick.words.wording import Wording


class Shown:
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
        self.drawn = Drawn(self.playback.motion)

    def set_up(self, places: Places) -> None:
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

    def follow(self) -> Glance:
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

    def frame(self, turn: Turn, aids: str) -> Frame:
        """Everything to be drawn.

        Args:
            turn: what the player at the screen has in mind.
            aids: what the table remembers for the players, as the setting.
        """
        session, glance, still = self.session, self.playback.shown, not self.playback.running
        return make_frame(
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
