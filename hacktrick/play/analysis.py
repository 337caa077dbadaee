"""A match record judged turn by turn: what every decision was worth, what was luck, and the sum of
both (``hacktrick.ai.coach.story`` says how)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from hacktrick.ai.coach.rounds import RoundJudge, weighed
from hacktrick.ai.coach.story import Decision, Luck, Moment, RoundStory
from hacktrick.ai.pbs.agent import PbsAgent
from hacktrick.play.moments import finished_rounds, knows, n_decisions, rounds_of
from hacktrick.play.record import Record

__all__ = [
    "Decision",
    "Luck",
    "Moment",
    "RoundStory",
    "judged_rounds",
    "knows",
    "n_decisions",
    "rounds_of",
    "weighed",
]

Told = Callable[[int], None]


def _tell_nobody(done: int) -> None:
    pass


def judged_rounds(
    record: Record, agent: PbsAgent, tell: Told = _tell_nobody, longer: PbsAgent | None = None
) -> Iterator[RoundStory]:
    """The rounds of a record of two players under rules that the solver knows.

    Args:
        longer: looks again at what seems a mistake; without it there are no classes.
        tell: told how many actions are done.

    Raises:
        RecordError: the record does not follow the rules.
    """
    done = 0
    for finished in finished_rounds(record):
        judge = RoundJudge(finished, agent)
        for judged in judge.look():
            tell(done + judged)
        for _ in judge.check(longer) if longer else ():
            pass
        done += len(finished.moments)
        yield judge.story
