"""What the text mode says at the table: news, recaps, whose turn it is, and the possible actions.

Prints what the session may show to the player at the screen, and asks nothing.
"""

from __future__ import annotations

from hacktrick.app.round_history import HistoryEntry, since_last_act
from hacktrick.app.session import Session
from hacktrick.game.legality import legal_actions
from hacktrick.game.rules import Seat
from hacktrick.game.state import Observation
from hacktrick.i18n import table_report
from hacktrick.i18n.match_summaries import goal_sentence, result_sentence, swapped_result_sentence
from hacktrick.i18n.match_text import Wording
from hacktrick.i18n.table_frame import TableFrame, make_table_frame
from hacktrick.i18n.table_report import Lines
from hacktrick.i18n.turn_text import action_sentence, status_sentence
from hacktrick.terminal.play.console import Terminal, numbered


class Narrator:
    """The voice of the table.

    Args:
        aids: what the table remembers for the players, as the setting.
    """

    def __init__(self, terminal: Terminal, session: Session, aids: str) -> None:
        self.wording = Wording(session.rules, session.seats)
        self._terminal, self._session, self._aids = terminal, session, aids
        self._n_told = 0  # actions of this round that have been told

    def frame(self) -> TableFrame:
        """What may be told now."""
        session = self._session
        bottom = 0 if session.viewer is None else session.viewer
        return make_table_frame(session.glance(), self.wording, bottom, aids=self._aids)

    def say(self, *lines: str) -> None:
        self._terminal.say(*lines)

    # The course of a match

    def beginning(self) -> None:
        """A round has been dealt."""
        self._n_told = 0
        self._head()

    def goal(self) -> None:
        """What it is all about."""
        self.say("", *goal_sentence(self.wording))

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
        self.say(
            "",
            *table_report.round_start_lines(frame, session.round_number),
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
        self.say(
            "",
            status_sentence(self.wording, public, seen),
            *table_report.standing_command_lines(frame),
            *table_report.last_card_lines(frame),
        )
        actions = (action_sentence(self.wording, seen, action) for action in legal_actions(seen))
        self.say(*table_report.own_hand_lines(frame), *numbered(list(actions)))

    def end_of_round(self) -> None:
        """Who has won, all cards, the score."""
        self.news(self._session.viewer)
        frame = self.frame()
        head = result_sentence(self._session, self.wording)
        before = swapped_result_sentence(self._session, self.wording)
        told = (before,) if before else ()
        self.say("", head, *told, *table_report.hand_lines(frame), *table_report.score_lines(frame))

    # Lines

    def _lines(self, entry: HistoryEntry) -> Lines:
        return [*self.wording.lines(entry), *self._private(entry)]

    def _private(self, entry: HistoryEntry) -> Lines:
        return table_report.private_lines(self.wording, entry.event)
