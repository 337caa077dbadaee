"""Tells the course of a match in lines: news, recaps, and the possible actions.

Prints only what the session may show to the player at the screen, and asks nothing.
"""

from __future__ import annotations

from hacktrick.app.session import Session
from hacktrick.app.snapshot import HistoryEntry, since_last_act
from hacktrick.game.legality import legal_actions
from hacktrick.game.rules import Seat
from hacktrick.game.state import Observation
from hacktrick.i18n import table_report
from hacktrick.i18n.match_summaries import goal_sentence, result_sentence, swapped_result_sentence
from hacktrick.i18n.match_text import Wording
from hacktrick.i18n.table_frame import TableFrame, make_table_frame
from hacktrick.i18n.table_remarks import pin_score_sentence
from hacktrick.i18n.table_report import Lines
from hacktrick.i18n.turn_text import action_sentence, status_sentence
from hacktrick.terminal.play.console import Terminal, numbered_lines


class Narrator:
    """Tells what happens at the table.

    Args:
        aids: the memory aids of the table, a value of the setting ``aids``.
    """

    def __init__(self, terminal: Terminal, session: Session, aids: str) -> None:
        self.wording = Wording(session.rules, session.seats, session.sole_player)
        self._terminal, self._session, self._aids = terminal, session, aids
        self._n_told = 0  # actions of this round that were told

    def make_frame(self) -> TableFrame:
        """The table as the player at the screen may see it now."""
        session = self._session
        bottom = 0 if session.viewer is None else session.viewer
        return make_table_frame(
            session.snapshot(), self.wording, bottom, aids=self._aids, pins=session.shown_pins
        )

    def say(self, *lines: str) -> None:
        self._terminal.say(*lines)

    # The course of a match

    def tell_round_start(self) -> None:
        """Tell the beginning of a round that was just dealt."""
        self._n_told = 0
        self._tell_round()

    def tell_goal(self) -> None:
        """Tell what wins a round and the match."""
        self.say("", *goal_sentence(self.wording))

    def tell_resumed_match(self) -> None:
        """Tell the state of a resumed match; what happened since the player last acted is news."""
        humans = self._session.humans
        entries = self._session.entries(None)
        recent = since_last_act(entries, humans[0]) if len(humans) == 1 else ()
        self._n_told = len(entries) - len(recent)
        self._tell_round()

    def _tell_round(self) -> None:
        session, frame = self._session, self.make_frame()
        self.say("", *table_report.round_start_lines(frame, session.round_number))

    def tell_news(self, seat: Seat | None) -> None:
        """Tell what has happened since the last news.

        Args:
            seat: the player who reads it; None for an onlooker.
        """
        entries = self._session.entries(seat)
        fresh = entries[self._n_told :]
        self._n_told = len(entries)
        self.say(*(line for entry in fresh for line in self._lines(entry)))

    def skip_news(self) -> None:
        """Count everything that has happened so far as told."""
        self._n_told = len(self._session.entries(None))

    def tell_recap(self, seat: Seat) -> None:
        """Tell what everybody may know of the actions since ``seat`` last acted."""
        entries = self._session.entries(None)
        self._n_told = len(entries)
        recent = since_last_act(entries, seat)
        self.say("", *(line for entry in recent for line in self._lines(entry)))

    def tell_private_recap(self, seat: Seat) -> None:
        """Tell which cards others gave to ``seat`` since it last acted."""
        recent = since_last_act(self._session.entries(seat), seat)
        self.say(*(line for entry in recent for line in self._private_lines(entry)))

    def has_private_news(self, seat: Seat) -> bool:
        """True if the last action showed ``seat`` a card that the others may not know."""
        return bool(self._private_lines(self._session.entries(seat)[-1]))

    def tell_turn(self, seen: Observation) -> None:
        """Tell whose turn it is, and number the legal actions."""
        public, frame = seen.public, self.make_frame()
        self.say(
            "",
            status_sentence(self.wording, public, seen),
            *table_report.standing_command_lines(frame),
            *table_report.last_card_lines(frame),
        )
        actions = (action_sentence(self.wording, seen, action) for action in legal_actions(seen))
        self.say(*table_report.own_hand_lines(frame), *numbered_lines(list(actions)))

    def tell_round_end(self) -> None:
        """Tell who has won the round, all cards and the score."""
        self.tell_news(self._session.viewer)
        frame = self.make_frame()
        head = result_sentence(self._session, self.wording)
        before = swapped_result_sentence(self._session, self.wording)
        swapped = (before,) if before else ()
        if score := self._session.pin_score:
            swapped = (*swapped, pin_score_sentence(score))
        self.say(
            "", head, *swapped, *table_report.hand_lines(frame), *table_report.score_lines(frame)
        )

    # Lines

    def _lines(self, entry: HistoryEntry) -> Lines:
        return [*self.wording.event_lines(entry), *self._private_lines(entry)]

    def _private_lines(self, entry: HistoryEntry) -> Lines:
        return table_report.private_lines(self.wording, entry.event)
