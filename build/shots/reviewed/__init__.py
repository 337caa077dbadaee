"""A match that was judged before: what pictures and tests of reviews stand on. Nobody waits."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from hacktrick.game.view import SeatInfo
from hacktrick.play.moments import finished_rounds
from hacktrick.play.quiz import Question
from hacktrick.play.record import Record, read_record
from hacktrick.play.reviewing import Finished, Reviewed
from hacktrick.play.stories import read
from hacktrick.play.thinker import InlineThinker
from hacktrick.seat.reviews import Reviews

HERE = Path(__file__).resolve().parent
SEATS = (SeatInfo("ANNA", "human"), SeatInfo("Cipher", "level:3"))


class Idle(InlineThinker):
    """Judges nothing and explains nothing."""

    def review(self, finished: Finished) -> int:
        return 0

    def consider(self, kind: object, view: object, made: tuple[str, ...] = ()) -> int:
        return 0


def a_record() -> Record:
    """A match of five rounds."""
    record = read_record((HERE / "match.json").read_text(encoding="utf-8"))
    return replace(record, seats=SEATS)


def a_finished_round() -> Finished:
    return next(iter(finished_rounds(a_record(), (0,))))


def a_review(finished: Finished) -> Reviewed | None:
    """Of its first round; of the others there is none."""
    if finished.story.number:
        return None
    return read((HERE / "round.json").read_text(encoding="utf-8"), finished)


def reviews() -> Reviews:
    """The match, its first round judged to the end."""
    record = a_record()
    made = Reviews(record.rules, record.seats, Idle(), a_review)
    made.take(record)
    return made


def a_question() -> Question:
    """The worst moment of that round."""
    made = reviews()
    review = made.of(0, 0)
    assert review is not None
    quiz = made.question(0, review.worst()[0], 0)
    assert quiz is not None
    return quiz.question
