"""What goes to the thinking process, byte by byte, for a person who asks the coach for everything:
to be compared for matches that look alike to him. Nobody thinks, so that many can be compared.
"""

from __future__ import annotations

from multiprocessing.reduction import ForkingPickler
from random import Random

from hacktrick.app.session import Session
from hacktrick.child_process import ChildProcess
from hacktrick.coach.thinking_client import ProcessThinker
from hacktrick.game.legality import legal_actions
from hacktrick.match.live_match import Match
from qa.honesty_pixels import with_a_person


class Wire(ChildProcess):
    """The pipe of a process that lives and never answers; what is put into it is kept.

    Attributes:
        said: the bytes of each value, as a real pipe would carry them.
    """

    def __init__(self) -> None:
        super().__init__(_nobody, closing=0.0)
        self.said: list[bytes] = []

    @property
    def is_alive(self) -> bool:
        return True

    def send(self, said: object) -> None:
        self.said.append(bytes(ForkingPickler.dumps(said)))


def _nobody() -> None:
    """What would be served."""


class Overheard(ProcessThinker):
    """The thinker of the window, with somebody at its pipe."""

    def __init__(self) -> None:
        super().__init__()
        self._worker = self.wire = Wire()


def crossing(match: Match) -> list[bytes]:
    """Of a person in the seat to act: the odds, the judgement and its longer look with trials (or
    what levels would do), why each legal turn and why the best, and what prepares the review."""
    thinker = Overheard()
    table = with_a_person(match)
    session = Session(table, thinker, lambda text: None, Random(1))
    session.open(table.public.seat)
    session.prepare_review()
    coach = session.coach
    for ask in (coach.count, coach.judge, coach.check, coach.explain):
        ask()
    for action in legal_actions(table.observe(table.public.seat)):
        coach.explain([action])
        coach.update()
    return thinker.wire.said
