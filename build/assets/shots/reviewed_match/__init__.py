"""A match judged in advance, for pictures and tests of reviews that must not wait for a judge."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

from hacktrick.app.match_reviews import MatchReviews
from hacktrick.coach.puzzles import PositionQuestion
from hacktrick.coach.review.judged_round import (
    DECISION_THEMES,
    FinishedRound,
    ReviewProgress,
    review_from_text,
)
from hacktrick.coach.review.round_review import finished_rounds
from hacktrick.coach.statistics import (
    MIDDLE_RATING,
    PlayerDecision,
    PlayerRound,
    PlayerStatistics,
    player_statistics,
    relative_theme_cost,
)
from hacktrick.coach.thinking_client import InlineThinker
from hacktrick.game.view import SeatInfo
from hacktrick.match.record import Record, read_record

HERE = Path(__file__).resolve().parent
SEATS = (SeatInfo("ANNA", "human"), SeatInfo("Cipher", "level:3"))


class IdleThinker(InlineThinker):
    """A thinker that takes requests for reviews and analyses but never answers them."""

    def request_review(self, finished: FinishedRound) -> int:
        return 0

    def request_analysis(
        self, kind: object, view: object, actions_made: tuple[str, ...] = ()
    ) -> int:
        return 0


def sample_record() -> Record:
    """Return the record of a match of five rounds."""
    record = read_record((HERE / "match.json").read_text(encoding="utf-8"))
    return replace(record, seats=SEATS)


def sample_finished_round() -> FinishedRound:
    return next(iter(finished_rounds(sample_record(), (0,))))


def sample_review(finished: FinishedRound) -> ReviewProgress | None:
    """Return the review of the sample match's first round; None for other rounds."""
    if finished.judgement.number:
        return None
    return review_from_text((HERE / "round.json").read_text(encoding="utf-8"), finished)


def sample_match_reviews() -> MatchReviews:
    """Return the reviews of the sample match, with its first round fully judged."""
    return MatchReviews(sample_record(), IdleThinker(), sample_review)


def sample_statistics() -> PlayerStatistics:
    """Return the statistics of a player who is weak at commands, after thirty rounds."""
    dice = Random(3)
    levels = [dice.choice((4, 5, 6)) for _n in range(30)]
    rounds = [
        PlayerRound(1, n, level, True, dice.random() < 0.5, dice.uniform(-0.2, 0.2))
        for n, level in enumerate(levels)
    ]
    rounds += [PlayerRound(2, n, None, False, True, None) for n in range(4)]
    decisions = []
    for n in range(30):
        for k in range(12):
            theme = DECISION_THEMES[(n + k) % len(DECISION_THEMES)]
            usual = (
                0.35 if theme == "commands" else 0.08 * relative_theme_cost(theme, MIDDLE_RATING)
            )
            loss = max(0.0, dice.gauss(usual, 0.1))
            decisions.append(PlayerDecision(1, n, k, (theme,), loss))
    return player_statistics(rounds, decisions)


def sample_question() -> PositionQuestion:
    """Return the worst turn of the first round as a puzzle question."""
    made = sample_match_reviews()
    review = made.review_of(0, 0)
    assert review is not None
    quiz = made.attempt_at_turn(0, review.mistakes_worst_first()[0], 0)
    assert quiz is not None
    return quiz.question
