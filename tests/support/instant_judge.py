"""A thinker that reviews rounds at once, since the real judge takes seconds for each round."""

from __future__ import annotations

from dataclasses import replace

from assets.shots.reviewed_match import sample_record, sample_review

from hacktrick.coach.judgement import judge_id
from hacktrick.coach.review.judged_round import (
    FinishedRound,
    ReviewProgress,
    TurnChances,
    split_into_turns,
)
from hacktrick.coach.thinking_client import InlineThinker, ReviewUpdate
from hacktrick.match.record import Record

REVIEWED = sample_record()


class InstantJudge(InlineThinker):
    """Knows the real review of the first round of ``REVIEWED``, and finds no mistakes elsewhere.

    Attributes:
        judged: the reviewed rounds, each as (match score, number of actions).
        is_closed: whether ``close`` was called, which would have ended a real process.
    """

    judged: list[FinishedRound]

    def __init__(self) -> None:
        super().__init__()
        self.judged = []
        self.is_closed = False

    def pop_review_updates(self) -> tuple[ReviewUpdate, ...]:
        request, self._pending_review = self._pending_review, None
        if request is None:
            return ()
        self.judged.append(request.finished)
        found = instant_review(request.finished)
        return ReviewUpdate(request.ticket, found), ReviewUpdate(request.ticket, None)

    def close(self) -> None:
        super().close()
        self.is_closed = True


def instant_review(finished: FinishedRound) -> ReviewProgress:
    """Return the real review of a round if it is known, else a review without mistakes."""
    judge = judge_id(finished.rules)
    known = sample_review(finished) if _is_first_of_reviewed(finished) else None
    if known is not None:
        return replace(known, judge=judge)
    turns = split_into_turns(finished.decision_points)
    story = replace(
        finished.judgement,
        result=finished.result,
        turn_chances=[
            TurnChances(turn[0].number, turn[0].seat, (0.5, 0.5), (0.5, 0.5)) for turn in turns
        ],
    )
    return ReviewProgress("opened", judge, story, {})


def _is_first_of_reviewed(finished: FinishedRound) -> bool:
    actions = [str(point.action) for point in finished.decision_points]
    return finished.judgement.number == 0 and actions == actions_of_first_round(REVIEWED)


def actions_of_first_round(record: Record) -> list[str]:
    return list(record.rounds[0].actions)
