"""A match that was judged before: what pictures and tests of reviews stand on. Nobody waits."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

from hacktrick.game.view import SeatInfo
from hacktrick.play.moments import finished_rounds
from hacktrick.play.quiz import Question
from hacktrick.play.record import Record, read_record
from hacktrick.play.reviewing import Finished, Reviewed
from hacktrick.play.statistics import (
    MIDDLE,
    THEMES,
    Decided,
    RoundOf,
    Statistics,
    share_of,
    statistics,
)
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
    return Reviews(a_record(), Idle(), a_review)


def some_statistics() -> Statistics:
    """Of somebody who has played thirty rounds, and who is weak at commands."""
    dice = Random(3)
    levels = [dice.choice((4, 5, 6)) for _n in range(30)]
    rounds = [
        RoundOf(1, n, level, True, dice.random() < 0.5, 1, n % 2 == 0, dice.uniform(-0.2, 0.2))
        for n, level in enumerate(levels)
    ]
    rounds += [RoundOf(2, n, None, False, True, 1, True, None) for n in range(4)]
    decisions = []
    for n in range(30):
        for k in range(12):
            theme = THEMES[(n + k) % len(THEMES)]
            usual = 0.35 if theme == "commands" else 0.08 * share_of(theme, MIDDLE)
            loss = max(0.0, dice.gauss(usual, 0.1))
            decisions.append(Decided(1, n, k, (theme,), loss))
    return statistics(rounds, decisions)


def a_question() -> Question:
    """The worst moment of that round."""
    made = reviews()
    review = made.of(0, 0)
    assert review is not None
    quiz = made.question(0, review.worst()[0], 0)
    assert quiz is not None
    return quiz.question
