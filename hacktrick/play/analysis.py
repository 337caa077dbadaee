"""A match record judged: what every decision was worth, what was luck, and the sum of both.

Each decision is judged by what its seat could know. Values are chances to win the match. For
either seat, from its own point of view,

    result = chance at the beginning + luck - own mistakes + mistakes of the other

where luck is all that is no mistake: the deal, the own draws, what was told, what the turns of the
other brought (``reply``). What the search sees a turn later that it did not see before (``sight``)
is kept apart: it is no luck, as the best of several judged turns is on the average judged too high.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from hacktrick.ai.advice import Forecast
from hacktrick.ai.coach.judgement import begins
from hacktrick.ai.equity import after_round, match_chance
from hacktrick.ai.pbs.agent import PbsAgent
from hacktrick.ai.pbs.forecasts import stakes
from hacktrick.ai.pbs.judge import Judged, Option, judge
from hacktrick.ai.position import read_position
from hacktrick.ai.verdict import FREE, Class, class_of
from hacktrick.game.actions import Action, Ask, Command, Draw, Pass, Play, Start, parse
from hacktrick.game.cards import Counts
from hacktrick.game.rules import Seat
from hacktrick.game.state import Result
from hacktrick.game.view import View
from hacktrick.play.record import Record
from hacktrick.play.replay import replay

Kind = Literal["deal", "draw", "told", "reply", "sight"]
Told = Callable[[int], None]


def _tell_nobody(done: int) -> None:
    pass


@dataclass(frozen=True, slots=True)
class Moment:
    """The table before an action: what the seat to act sees, and what everybody holds."""

    number: int
    seat: Seat
    phase: str
    view: View
    hands: tuple[Counts, ...]
    action: Action


@dataclass(slots=True)
class Decision:
    """One action of the record, with what else could have been done."""

    moment: Moment
    forecast: Forecast
    options: list[Option]
    value: float  # of the action, as a chance to win the match
    loss: float
    frequency: float
    checked: float | None = None  # the loss by a longer look, where the first found one

    @property
    def is_forced(self) -> bool:
        return len({actions[0] for actions, _, _ in self.options}) < 2

    def verdict(self, unit: float) -> Class:
        """The class of the smaller of both losses.

        Args:
            unit: the chance to win the match that one of equity stands for.
        """
        if self.is_forced or self.checked is None:
            return "fine"
        lost = min(self.loss, self.checked)
        return class_of(lost / unit, lost)


@dataclass(frozen=True, slots=True)
class Luck:
    """Something that nobody decided: after which action (-1: the deal), for whom, how much."""

    number: int
    seat: Seat
    kind: Kind
    change: float


@dataclass(slots=True)
class RoundStory:
    """One round. ``unit``: the chance to win the match that one of equity stands for."""

    number: int
    leader: Seat
    score: tuple[int, ...]
    unit: float
    start: tuple[float, float]
    end: tuple[float, float] = (0.0, 0.0)
    result: Result | None = None
    decisions: list[Decision] = field(default_factory=list)
    luck: list[Luck] = field(default_factory=list)


def rounds_of(record: Record) -> Iterator[tuple[list[Moment], Result | None, tuple[int, ...]]]:
    """For each round the moments before its actions, its result, and the score before it.

    Raises:
        RecordError: the record does not follow the rules.
    """
    moments: list[Moment] = []
    before: tuple[int, ...] = ()
    number, now, result = 0, None, None
    for match, text in replay(record):
        if text is None:
            if now is not None:
                yield moments, result, before
            moments, number, before = [], 0, match.public.score
        else:
            assert now is not None
            moments.append(Moment(number, *now, parse(text)))
            number += 1
        result = match.public.result
        seat = match.public.seat
        # At the end there is nobody to act; what is told of that moment is never used.
        viewer = max(0, seat)
        now = (viewer, match.public.phase, match.view(viewer), match.truth().hands)
    if now is not None:
        yield moments, result, before


def n_decisions(record: Record) -> int:
    """How many actions will be judged."""
    return sum(len(written.actions) for written in record.rounds)


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
    for number, (moments, result, score) in enumerate(rounds_of(record)):
        story = _begun(record, number, score)
        for judged in _Judge(story, agent, result, longer).run(moments):
            tell(done + judged)
        done += len(moments)
        yield story


def _begun(record: Record, number: int, score: tuple[int, ...]) -> RoundStory:
    leader = record.rounds[number].leader
    first, second = (match_chance(record.rules, score, leader, seat) for seat in (0, 1))
    return RoundStory(number, leader, score, 1.0, (first, second), (first, second))


class _Judge:
    """Walks through a round, turn by turn."""

    def __init__(
        self, story: RoundStory, agent: PbsAgent, result: Result | None, longer: PbsAgent | None
    ) -> None:
        self._story, self._agent, self._result = story, agent, result
        self._longer = longer
        self._now = list(story.start)  # the chance of each seat, by what it knows

    def run(self, moments: Sequence[Moment]) -> Iterator[int]:
        """Fills in the story, yielding how many actions have been judged."""
        turns = list(_turns(moments))
        judged = None
        for place, turn in enumerate(turns):
            if judged is None:
                judged = self._judged(turn[0])
                self._dealt(turn[0], judged)
            last = place == len(turns) - 1
            after = None if last else self._judged(turns[place + 1][0])
            self._turn(turn, judged, None if last else turns[place + 1][0], after)
            judged = after
            yield turn[-1].number + 1
        self._story.end = (self._now[0], self._now[1])
        self._story.result = self._result

    def _judged(self, moment: Moment) -> Judged:
        position = read_position(moment.view)
        self._first = position.first
        self._story.unit = stakes(position.first, 0).unit
        return judge(position, self._agent)

    def _dealt(self, moment: Moment, judged: Judged) -> None:
        for seat in (0, 1):
            value = _value(judged, moment, seat)
            self._lucky(-1, seat, "deal", value - self._now[seat])
            self._now[seat] = value

    def _turn(
        self, turn: Sequence[Moment], judged: Judged, then: Moment | None, after: Judged | None
    ) -> None:
        me, other = turn[0].seat, 1 - turn[0].seat
        number = turn[-1].number
        reached = self._reached(turn, judged, then, after)
        decided = self._decide(turn, judged, reached[me])
        self._check(turn, decided, reached[me])
        self._now[me] -= sum(decision.loss for decision in decided)
        self._now[other] += sum(decision.loss for decision in decided)
        self._story.decisions += decided
        self._lucky(number, me, _kind(turn[0].action), reached[me] - self._now[me])
        self._lucky(number, other, "reply", reached[other] - self._now[other])
        self._now = reached

    def _decide(self, turn: Sequence[Moment], judged: Judged, reached: float) -> list[Decision]:
        """The decisions of a turn; ``reached`` stands in for what the solver does not look at."""
        hand = turn[0].hands[turn[0].seat]
        found = []
        for n, moment in enumerate(turn):
            pending = tuple(earlier.action for earlier in turn[:n])
            options = judged.options(hand, pending)
            best, value = weighed(options, moment.action, reached)
            share = sum(share for actions, _, share in options if begins(actions, (moment.action,)))
            where = options[0][1] if options else judged.forecast(moment.seat, hand)
            found.append(Decision(moment, where, options, value, best - value, share))
        return found

    def _check(self, turn: Sequence[Moment], decided: list[Decision], reached: float) -> None:
        """A second, longer look at a turn in which something seems a mistake."""
        doubtful = [one.loss >= FREE * self._story.unit and not one.is_forced for one in decided]
        if self._longer is None or not any(doubtful):
            return
        judged = judge(read_position(turn[0].view), self._longer)
        hand = turn[0].hands[turn[0].seat]
        for n, decision in enumerate(decided):
            if doubtful[n]:
                options = judged.options(hand, tuple(earlier.action for earlier in turn[:n]))
                best, value = weighed(options, turn[n].action, reached)
                decision.checked = best - value

    def _reached(
        self, turn: Sequence[Moment], judged: Judged, then: Moment | None, after: Judged | None
    ) -> list[float]:
        """What each seat has after the turn, by what it then knows."""
        if then is not None and after is not None:
            return [_value(after, then, seat) for seat in (0, 1)]
        if self._result is not None:
            winner, points = self._result.side, self._result.points
            return [after_round(self._first, winner, points, seat) for seat in (0, 1)]
        return self._broken_off(turn, judged)

    def _broken_off(self, turn: Sequence[Moment], judged: Judged) -> list[float]:
        """Where the record ends: nothing is known of what the last turn leads to but its loss."""
        me = turn[0].seat
        lost = sum(decision.loss for decision in self._decide(turn, judged, self._now[me]))
        return [now - lost if seat == me else now + lost for seat, now in enumerate(self._now)]

    def _lucky(self, number: int, seat: Seat, kind: Kind, change: float) -> None:
        self._story.luck.append(Luck(number, seat, kind, change))


def _turns(moments: Sequence[Moment]) -> Iterator[list[Moment]]:
    """The actions of each move of the solver: a play belongs together with its word. One after a
    draw is decided by what was drawn."""
    turn: list[Moment] = []
    for moment in moments:
        word = isinstance(moment.action, (Pass, Command))
        if turn and not (word and isinstance(turn[0].action, Play)):
            yield turn
            turn = []
        turn.append(moment)
    if turn:
        yield turn


def _value(judged: Judged, moment: Moment, seat: Seat) -> float:
    """The chance of a seat: the mover will do his best."""
    hand = moment.hands[seat]
    if seat == moment.seat:
        options = judged.options(hand)
        if options:
            return max(where.match for _, where, _ in options)
    return judged.forecast(seat, hand).match


def weighed(options: Sequence[Option], action: Action, reached: float) -> tuple[float, float]:
    """The chance to win the match with the best line, and with the best that begins like this.

    Args:
        reached: stands in for a line that the solver does not look at.
    """
    best = max((where.match for _, where, _ in options), default=reached)
    played = [where.match for actions, where, _ in options if begins(actions, (action,))]
    return best, max(played, default=min(best, reached))


def _kind(action: Action) -> Kind:
    if isinstance(action, Draw):
        return "draw"
    return "told" if isinstance(action, (Ask, Start)) else "sight"


def knows(record: Record) -> bool:
    """Whether the solver knows the rules of the record."""
    return record.rules.is_plain
