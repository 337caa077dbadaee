"""The rounds of a record as they are handed over to be judged. Nothing here judges."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from hacktrick.ai.coach.story import Finished, Moment, RoundStory
from hacktrick.ai.equity import match_chance
from hacktrick.ai.position import goes_on
from hacktrick.game.actions import parse
from hacktrick.play.replay import replay

if TYPE_CHECKING:
    from hacktrick.game.rules import Seat
    from hacktrick.game.state import Result
    from hacktrick.play.record import Record


def rounds_of(record: Record) -> Iterator[tuple[list[Moment], Result | None, tuple[int, ...]]]:
    """For each round the moments before its actions, its result, and the score before it.

    Raises:
        RecordError: the record does not follow the rules.
    """
    moments: list[Moment] = []
    before: tuple[int, ...] = ()
    number, now, result, parted = 0, None, None, False
    for match, text in replay(record):
        if text is None:
            if now is not None:
                yield moments, result, before
            moments, number, before = [], 0, match.public.score
        else:
            assert now is not None
            moments.append(Moment(number, *now, parse(text), parted))
            number += 1
        result = match.public.result
        seat = match.public.seat
        # At the end there is nobody to act; what is told of that moment is never used.
        viewer = max(0, seat)
        now = (viewer, match.public.phase, match.view(viewer), match.truth().hands)
        parted = goes_on(match.public)
    if now is not None:
        yield moments, result, before


def finished_rounds(record: Record, seats: tuple[Seat, ...] = (0, 1)) -> Iterator[Finished]:
    """The rounds of a record of two players, to be judged.

    Args:
        seats: whose mistakes are looked at again.

    Raises:
        RecordError: the record does not follow the rules.
    """
    for number, (moments, result, score) in enumerate(rounds_of(record)):
        yield Finished(begun(record, number, score), tuple(moments), result, seats)


def begun(record: Record, number: int, score: tuple[int, ...]) -> RoundStory:
    """The story of a round that nothing is told of yet but the chances it began with."""
    leader = record.rounds[number].leader
    first, second = (match_chance(record.rules, score, leader, seat) for seat in (0, 1))
    return RoundStory(number, leader, score, 1.0, (first, second), (first, second))


def n_decisions(record: Record) -> int:
    """How many actions will be judged."""
    return sum(len(written.actions) for written in record.rounds)


def knows(record: Record) -> bool:
    """Whether the solver knows the rules of the record."""
    return record.rules.is_solved
