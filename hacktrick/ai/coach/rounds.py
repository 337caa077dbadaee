"""A finished round judged: looked at, looked at again where something seems a mistake, opened."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import replace

from hacktrick.ai.coach.judgement import begins
from hacktrick.ai.coach.story import (
    Decision,
    Finished,
    Kind,
    Luck,
    Moment,
    Option,
    Point,
    turns_in,
)
from hacktrick.ai.coach.themes import themes_of
from hacktrick.ai.coach.trial import trying
from hacktrick.ai.equity import after_round
from hacktrick.ai.pbs.agent import PbsAgent
from hacktrick.ai.pbs.forecasts import stakes
from hacktrick.ai.pbs.judge import Judged, Solve, judging, open_judging
from hacktrick.ai.pieces import Pieces, T
from hacktrick.ai.position import read_position
from hacktrick.ai.resampling import is_too_hidden
from hacktrick.ai.verdict import FREE, MARKED, class_of
from hacktrick.game.actions import Action, Ask, Draw, Start, Swap, Under
from hacktrick.game.cards import Counts, counts_of
from hacktrick.game.rules import Seat

TELLING = (Ask, Start, Swap, Under)
"""What brings something to light, or new cards, for whoever does it."""


class RoundJudge:
    """Walks through a round, turn by turn. Its looks are made in pieces, and yield how many
    actions they have come past.

    Args:
        solve: another way to solve a position, as what is remembered of it.
    """

    def __init__(self, finished: Finished, agent: PbsAgent, solve: Solve = judging) -> None:
        self.story, self._result = finished.story, finished.result
        self._seats, self._agent = finished.seats, agent
        self._turns = list(turns_in(finished.moments))
        self._solve = solve
        self._now = list(finished.story.start)  # the chance of each seat, by what it knows
        self._reached: dict[int, float] = {}  # by the first action of a turn: what the mover had

    def look(self) -> Iterator[int]:
        """Fills in the story."""
        judged, done = None, 0
        for place, turn in enumerate(self._turns):
            if judged is None:
                judged = yield from _counted(self._begun(turn[0]), 0)
                self._dealt(turn[0], judged)
            then = self._turns[place + 1][0] if place + 1 < len(self._turns) else None
            after = None if then is None else (yield from _counted(self._begun(then), done))
            self.story.points.append(Point(turn[0].number, turn[0].seat, _pair(self._now)))
            self._turn(turn, judged, then, after)
            judged, done = after, turn[-1].number + 1
            yield done
        self.story.end = _pair(self._now)
        self.story.result = self._result

    def check(self, longer: PbsAgent) -> Iterator[int]:
        """A second, longer look at what seems a mistake, the worst first; what still seems one is
        tried."""
        for turn in sorted(self._turns, key=self._seems_lost, reverse=True):
            if turn[0].seat in self._seats and self._seems_lost(turn) >= FREE * self.story.unit:
                judged = yield from _counted(
                    self._solve(read_position(turn[0].view), longer), turn[0].number
                )
                self._compare(turn, judged)
                yield from _counted(self._try(turn, judged), turn[0].number)
                yield turn[-1].number + 1

    def open(self) -> Iterator[int]:
        """The chances with all cards open."""
        for place, turn in enumerate(self._turns):
            first = turn[0]
            opening = open_judging(read_position(first.view), first.hands, self._agent)
            judged = yield from _counted(opening, first.number)
            shown = _pair([_value(judged, first, seat) for seat in (0, 1)])
            self.story.points[place] = replace(self.story.points[place], opened=shown)
            yield turn[-1].number + 1

    def _begun(self, moment: Moment) -> Pieces[Judged]:
        position = read_position(moment.view)
        self._first = position.first
        self.story.unit = stakes(position.first, 0).unit
        return self._solve(position, self._agent)

    def _dealt(self, moment: Moment, judged: Judged) -> None:
        for seat in (0, 1):
            value = _value(judged, moment, seat)
            dealt = luck_of_deal(judged, seat, moment.hands[seat])
            self._lucky(-1, seat, "deal", dealt)
            self._lucky(-1, seat, "sight", value - self._now[seat] - dealt)
            self._now[seat] = value

    def _turn(
        self, turn: Sequence[Moment], judged: Judged, then: Moment | None, after: Judged | None
    ) -> None:
        me, other = turn[0].seat, 1 - turn[0].seat
        number = turn[-1].number
        reached = self._after(turn, judged, then, after)
        self._reached[turn[0].number] = reached[me]
        decided = decisions_of(turn, judged, reached[me])
        self._now[me] -= sum(decision.loss for decision in decided)
        self._now[other] += sum(decision.loss for decision in decided)
        for one in decided:
            one.themes = themes_of(one.moment, one.options, judged)
        self.story.decisions += decided
        rest = reached[me] - self._now[me]
        if isinstance(turn[0].action, Draw):
            drawn = 0.0
            if then is not None and after is not None:
                drawn = luck_of_draw(turn[0], then, after)
            self._lucky(number, me, "draw", drawn)
            rest -= drawn
        self._lucky(number, me, _kind(turn[0].action), rest)
        self._lucky(number, other, "reply", reached[other] - self._now[other])
        self._now = reached

    def _seems_lost(self, turn: Sequence[Moment]) -> float:
        return max((one.loss for one in self._decided(turn)), default=0.0)

    def _compare(self, turn: Sequence[Moment], judged: Judged) -> None:
        """Note what a longer look found."""
        again = decisions_of(turn, judged, self._reached[turn[0].number])
        found = {one.moment.number: one.loss for one in again}
        for decision in self._decided(turn):
            if decision.loss >= FREE * self.story.unit:
                decision.checked = found[decision.moment.number]

    def _try(self, turn: Sequence[Moment], judged: Judged) -> Pieces[None]:
        """A mistake costs no more than its trial allows: its decisions bear that together."""
        made = tuple(moment.action for moment in turn)
        options = judged.options(turn[0].hands[turn[0].seat])
        line = next((actions for actions, _, _ in options if begins(actions, made)), made)
        lost = sum(one.lost for one in self._decided(turn))
        if class_of(lost / self.story.unit, lost) not in MARKED:
            return
        where = stakes(self._first, turn[0].seat)
        if is_too_hidden(turn[0].view):
            most = 0.0  # it cannot be tried, and what was not tried is no mistake
        else:
            most = yield from trying(turn[0].view, options[0][0], line, where)
        checked = [one for one in self._decided(turn) if one.checked is not None]
        marked = sum(one.lost for one in checked)
        share = max(0.0, marked - max(0.0, lost - most)) / marked if marked else 0.0
        for one in checked:
            one.checked = one.lost * share

    def _decided(self, turn: Sequence[Moment]) -> list[Decision]:
        """The decisions of a turn that were any."""
        numbers = {moment.number for moment in turn}
        return [
            one
            for one in self.story.decisions
            if one.moment.number in numbers and not one.is_forced
        ]

    def _after(
        self, turn: Sequence[Moment], judged: Judged, then: Moment | None, after: Judged | None
    ) -> list[float]:
        """What each seat has after the turn, by what it then knows."""
        if then is not None and after is not None:
            return [_value(after, then, seat) for seat in (0, 1)]
        if self._result is not None:
            ended = self._result.side, self._result.points
            staked = int(all(read_position(turn[-1].view).public.stakes))
            return [after_round(self._first, *ended, seat, staked) for seat in (0, 1)]
        return self._broken_off(turn, judged)

    def _broken_off(self, turn: Sequence[Moment], judged: Judged) -> list[float]:
        """Where the record ends: nothing is known of what the last turn leads to but its loss."""
        me = turn[0].seat
        lost = sum(one.loss for one in decisions_of(turn, judged, self._now[me]))
        return [now - lost if seat == me else now + lost for seat, now in enumerate(self._now)]

    def _lucky(self, number: int, seat: Seat, kind: Kind, change: float) -> None:
        self.story.luck.append(Luck(number, seat, kind, change))


def decisions_of(turn: Sequence[Moment], judged: Judged, reached: float) -> list[Decision]:
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


def weighed(options: Sequence[Option], action: Action, reached: float) -> tuple[float, float]:
    """The chance to win the match with the best line, and with the best that begins like this.

    Args:
        reached: stands in for a line that the solver does not look at.
    """
    best = max((where.match for _, where, _ in options), default=reached)
    played = [where.match for actions, where, _ in options if begins(actions, (action,))]
    return best, max(played, default=min(best, reached))


# ---------------------------------------------------------------------------------- chance


def luck_of_draw(moment: Moment, then: Moment, after: Judged) -> float:
    """What the drawn card brought: the chance with it, less the mean over the deck as it was."""
    me = moment.seat
    more = zip(then.hands[me], moment.hands[me], strict=True)
    drawn = next((card for card, (now, before) in enumerate(more) if now > before), None)
    chances = draws(moment, after)
    mean = sum(share * value for share, value in chances.values())
    return 0.0 if drawn not in chances else chances[drawn][1] - mean


def draws(moment: Moment, after: Judged) -> dict[int, tuple[float, float]]:
    """By card of the deck: how likely it was to be drawn, and the drawer's chance with it."""
    deck = deck_of(moment)
    hand, found = moment.hands[moment.seat], {}
    for card, copies in enumerate(deck):
        with_it = tuple(n + (value == card) for value, n in enumerate(hand))
        if copies and after.knows(moment.seat, with_it):
            found[card] = copies / sum(deck), after.forecast(moment.seat, with_it).match
    whole = sum(share for share, _ in found.values())
    return {card: (share / whole, value) for card, (share, value) in found.items()}


def deck_of(moment: Moment) -> Counts:
    """The cards of the deck, which a finished round shows."""
    position = read_position(moment.view)
    rules, public = moment.view.rules, position.public
    gone = counts_of((*public.row, *public.aside), rules.values)
    held = [sum(column) for column in zip(*moment.hands, strict=True)]
    return tuple(rules.copies - n - m for n, m in zip(gone, held, strict=True))


def luck_of_deal(judged: Judged, seat: Seat, hand: Counts) -> float:
    """What the dealt hand brought: the chance with it, less the mean over all that could be dealt,
    by the same solution."""
    hands = judged.likely(seat)
    mean = sum(share * value for _, share, value in hands)
    return judged.forecast(seat, hand).match - mean


# ---------------------------------------------------------------------------------- values


def _value(judged: Judged, moment: Moment, seat: Seat) -> float:
    """The chance of a seat: the mover will do his best."""
    return _best(judged, seat, moment.hands[seat])


def _best(judged: Judged, seat: Seat, hand: Counts) -> float:
    if seat == judged.position.public.seat:
        options = judged.options(hand)
        if options:
            return max(where.match for _, where, _ in options)
    return judged.forecast(seat, hand).match


def _kind(action: Action) -> Kind:
    return "told" if isinstance(action, TELLING) else "sight"


def _pair(values: Sequence[float]) -> tuple[float, float]:
    return values[0], values[1]


def _counted(pieces: Pieces[T], done: int) -> Generator[int, None, T]:
    """The pieces of some work, told as so many actions done."""
    while True:
        try:
            next(pieces)
        except StopIteration as end:
            found: T = end.value
            return found
        yield done
