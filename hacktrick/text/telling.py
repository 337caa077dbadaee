"""What is told at the table, and up to where: news, recaps, whose turn it is, the end of a round.

It prints what the session may show to the player at the screen, and asks nothing.
"""

from __future__ import annotations

from hacktrick.game.legal import legal_actions, must_draw
from hacktrick.game.rules import Seat
from hacktrick.game.state import Observation
from hacktrick.seat.chronicle import Entry, since_last_act
from hacktrick.seat.session import Session
from hacktrick.text import reports
from hacktrick.text.choosing import numbered
from hacktrick.text.offers import offer
from hacktrick.text.reports import Lines
from hacktrick.text.terminal import Terminal
from hacktrick.words.frame import Frame, make_frame
from hacktrick.words.prompts import status
from hacktrick.words.summaries import ending, goal, the_other_way
from hacktrick.words.translator import _
from hacktrick.words.wording import Wording


class Telling:
    """The voice of the table.

    Args:
        aids: what the table remembers for the players, as the setting.
    """

    def __init__(self, terminal: Terminal, session: Session, aids: str) -> None:
        self.wording = Wording(session.rules, session.seats)
        self._terminal, self._session, self._aids = terminal, session, aids
        self._n_told = 0  # actions of this round that have been told

    def frame(self) -> Frame:
        """What may be told now."""
        session = self._session
        bottom = 0 if session.viewer is None else session.viewer
        return make_frame(session.glance(), self.wording, bottom, aids=self._aids)

    def say(self, *lines: str) -> None:
        self._terminal.say(*lines)

    # The course of a match

    def beginning(self) -> None:
        """A round has been dealt."""
        self._n_told = 0
        self._head()

    def goal(self) -> None:
        """What it is all about."""
        self.say("", *goal(self.wording))

    def return_to_the_table(self) -> None:
        """A match is resumed: what has happened since the player last did something is news."""
        humans = self._session.humans
        entries = self._session.entries(None)
        recent = since_last_act(entries, humans[0]) if len(humans) == 1 else ()
        self._n_told = len(entries) - len(recent)
        self._head()

    def rewound(self) -> None:
        """A turn was taken back: what has been told is no news any more."""
        self._n_told = len(self._session.entries(None))

    def _head(self) -> None:
        session, frame = self._session, self.frame()
        leader = self.wording.name(session.public.seating.leader)
        self.say(
            "",
            _("Round {n}.").format(n=session.round_number),
            *reports.sides(frame),
            *reports.score(frame),
            _("{name} leads.").format(name=leader),
            *reports.cards_left(frame),
        )

    def news(self, seat: Seat | None) -> None:
        """What has happened since the last news, as ``seat`` may know it; None: as an onlooker."""
        entries = self._session.entries(seat)
        fresh = entries[self._n_told :]
        self._n_told = len(entries)
        self.say(*(line for entry in fresh for line in self._lines(entry)))

    def catch_up(self) -> None:
        """All that has happened so far is known already."""
        self._n_told = len(self._session.entries(self._session.viewer))

    def recap(self, seat: Seat) -> None:
        """What everybody may know of the time since ``seat`` last did something."""
        entries = self._session.entries(None)
        self._n_told = len(entries)
        recent = since_last_act(entries, seat)
        self.say("", *(line for entry in recent for line in self._lines(entry)))

    def private_recap(self, seat: Seat) -> None:
        """What others have brought to the own hand since ``seat`` last did something."""
        recent = since_last_act(self._session.entries(seat), seat)
        self.say(*(line for entry in recent for line in self._private(entry)))

    def has_private_news(self, seat: Seat) -> bool:
        """Whether the last action told ``seat`` something that the others may not know."""
        return bool(self._private(self._session.entries(seat)[-1]))

    def turn(self, seen: Observation) -> None:
        """Whose turn it is, and what may be done."""
        public, frame = seen.public, self.frame()
        self.say("", status(self.wording, public, seen), *self._standing(seen))
        if public.row:
            self.say(_("The last card is {card}.").format(card=public.row[-1]))
        actions = (offer(self.wording, seen, action) for action in legal_actions(seen))
        self.say(*reports.own_hand(frame), *numbered(list(actions)))

    def _standing(self, seen: Observation) -> Lines:
        public, words = seen.public, self.wording.terms
        if public.phase != "turn" or not public.standing:
            return []
        if public.standing == "play":
            told = _("{play} holds for this turn: a card must be played if one fits.")
        elif must_draw(public):
            told = _("{guard} holds for this turn: a card must be drawn.")
        else:
            told = _("{guard} holds for this turn: it may not end with {play}.")
        return [told.format(play=words.play, guard=words.guard)]

    def end_of_round(self) -> None:
        """Who has won, all cards, the score."""
        self.news(self._session.viewer)
        frame = self.frame()
        head = ending(self._session, self.wording)
        before = the_other_way(self._session, self.wording)
        told = (before,) if before else ()
        self.say("", head, *told, *reports.hands(frame), *reports.score(frame))

    # Lines

    def _lines(self, entry: Entry) -> Lines:
        return [*self.wording.lines(entry), *self._private(entry)]

    def _private(self, entry: Entry) -> Lines:
        return reports.private(self.wording, entry.event)
