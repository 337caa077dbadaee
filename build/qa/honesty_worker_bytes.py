"""Records the bytes sent to the worker process for a person who asks for all help.

``honesty.py`` uses this module. Matches that look alike to that person must give the same bytes. No
worker process runs, so many comparisons take little time.
"""

from __future__ import annotations

from random import Random

from hacktrick.app.match_session import MatchSession
from hacktrick.child_process import ChildProcess, encode_value
from hacktrick.coach.thinking_client import ProcessThinker
from hacktrick.coach.thinking_worker import thinking_value_types
from hacktrick.game.legality import legal_actions
from hacktrick.match.live_match import Match
from qa.honesty_pixels import with_person_in_acting_seat


class RecordedPipe(ChildProcess):
    """Replaces the pipe to a process; records what is sent and never answers.

    Attributes:
        sent: the bytes of each value, as a real pipe would carry them.
    """

    def __init__(self) -> None:
        super().__init__(_do_nothing_as_worker, closing=0.0)
        self.sent: list[bytes] = []

    @property
    def is_alive(self) -> bool:
        return True

    def send(self, message: object) -> None:
        self.sent.append(encode_value(message, thinking_value_types()))


def _do_nothing_as_worker() -> None:
    """Do nothing, in place of the function that a worker process serves."""


class RecordedThinker(ProcessThinker):
    """The window's thinking client, connected to a recorded pipe."""

    def __init__(self) -> None:
        super().__init__()
        self._worker = self.wire = RecordedPipe()


def bytes_sent_to_thinker(match: Match) -> list[bytes]:
    """Return the bytes sent for a person in the seat to act who asks for all help.

    The bytes are requests for odds, the judgement and its check with play-outs (or what levels
    would do), explanations of the best turn and of each legal one, and the preparation of the
    review.
    """
    thinker = RecordedThinker()
    table = with_person_in_acting_seat(match)
    session = MatchSession(table, thinker, lambda text: None, Random(1))
    session.show_hand(table.public.seat)
    session.solve_ahead_for_review()
    coach = session.coach
    for ask in (
        coach.request_hand_odds,
        coach.request_judgement,
        coach.request_deeper_judgement,
        coach.request_explanation,
    ):
        ask()
    for action in legal_actions(table.observe(table.public.seat)):
        coach.request_explanation([action])
        coach.update()
    return thinker.wire.sent
