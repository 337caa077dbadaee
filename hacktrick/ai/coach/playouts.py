"""A position played on many times, with hidden cards drawn anew, and what came of it.

Both turns that are compared meet the same deals and the same dice, so that what differs is the
turn and not luck. Who plays on is no strong player, but a quick one who knows all the rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random

from hacktrick.ai.advice import Stakes
from hacktrick.ai.levels import LEVELS
from hacktrick.ai.pieces import Pieces, whole
from hacktrick.ai.resampling import Deals, Weigh
from hacktrick.game.actions import Action, Draw
from hacktrick.game.cards import Card, counts_of
from hacktrick.game.engine import chance_outcomes, perform, start
from hacktrick.game.legal import must_play
from hacktrick.game.rules import Seat, seating_for
from hacktrick.game.state import Deal, PublicState, State
from hacktrick.game.view import Event, RoundStart, View, follow, make_view

PLAYS_ON = 6
"""The level that plays both sides: it counts every hand, and says commands."""


BATCH = 10  # deals between two looks whether they will do


@dataclass(frozen=True, slots=True)
class Course:
    """What happened once a turn was made, for the seat that made it. Points lost are below 0."""

    points: int
    wins_next: bool  # the own next turn wins
    other_wins_next: bool  # the next turn of the other wins
    takes: bool  # the own next turn takes a marker; ``other_takes``: that of the other
    other_takes: bool
    obliged: bool  # the own next turn had to be a card
    reply: tuple[Action, ...] = ()  # the next turn of the other


Enough = Callable[[Sequence[tuple[Course, ...]]], bool]


class Round:
    """A round in the mind, from a deal that may be the true one up to the view, and further."""

    def __init__(self, view: View, hands: tuple[tuple[Card, ...], ...], drawn: Sequence[Card]):
        first, steps = follow(view)
        rules = view.rules
        seating = seating_for(rules, view.leader, view.starter, view.duel)
        dealt = [counts_of(hand, rules.values) for hand in hands]
        gone = [sum(column) for column in zip(*dealt, strict=True)]
        aside = counts_of(view.aside, rules.values)
        deck = tuple(rules.copies - n - m for n, m in zip(gone, aside, strict=True))
        self.state: State = start(rules, seating, Deal(tuple(dealt), view.aside, deck), first.score)
        nobody: tuple[tuple[str, ...], ...] = ((),) * rules.n_seats
        self._start = RoundStart(
            rules, view.seats, view.leader, view.starter, view.duel, hands, view.aside, nobody, ()
        )
        self._events: list[Event] = []
        left = list(drawn)
        for step in steps:
            n = int(isinstance(step.action, Draw))
            self._perform(step.action, tuple(left[:n]))
            left = left[n:]

    @property
    def public(self) -> PublicState:
        return self.state.public

    def view(self, seat: Seat) -> View:
        return make_view(self._start, self._events, self.public, seat)

    def submit(self, action: Action, rng: Random) -> None:
        """The seat to act does ``action``; chance falls by ``rng``."""
        outcomes = chance_outcomes(self.state, action)
        ((chance, _),) = rng.choices(outcomes, [copies for _, copies in outcomes])
        self._perform(action, chance)

    def _perform(self, action: Action, chance: tuple[Card, ...]) -> None:
        seat = self.public.seat
        step = perform(self.state, action, chance)
        self._events.append(Event(seat, action, step.facts))
        self.state = step.state


def courses(
    view: View,
    lines: Sequence[Sequence[Action]],
    n: int,
    seed: str,
    weigh: Weigh | None = None,
    level: int = PLAYS_ON,
) -> list[tuple[Course, ...]]:
    """Each of ``n`` deals played on after every one of ``lines``: one course a line.

    Args:
        weigh: where other worlds than those of the facts are likely; ``level``: who plays on.

    Raises:
        ValueError: rules with codes, whose hidden codes nobody draws anew.
    """
    return whole(playing_on(view, lines, n, seed, weigh, level))


def playing_on(
    view: View,
    lines: Sequence[Sequence[Action]],
    n: int,
    seed: str,
    weigh: Weigh | None = None,
    level: int = PLAYS_ON,
    enough: Enough | None = None,
) -> Pieces[list[tuple[Course, ...]]]:
    """The same in pieces: one decision of a play-out is a piece.

    Args:
        enough: whether what came of the deals so far will do; asked now and then.
    """
    if view.rules.codes:
        raise ValueError("codes that nobody has seen cannot be drawn anew")
    deals, dice = Deals(view), Random(seed)
    found: list[tuple[Course, ...]] = []
    for done in range(n):
        yield
        if done and done % BATCH == 0 and enough and enough(found):
            break
        dealt, number = deals.draw(dice, weigh), dice.getrandbits(60)
        each = []
        for line in lines:
            table = Round(view, dealt.hands, dealt.drawn)
            each.append((yield from _played_on(table, view.seat, line, number, level)))
        found.append(tuple(each))
    return found


def _played_on(
    table: Round, me: Seat, line: Sequence[Action], seed: int, number: int
) -> Pieces[Course]:
    rng = Random(seed)
    seen = _Seen(table, me)
    for action in line:
        table.submit(action, rng)
    seen.begin()
    while table.public.result is None:
        seat = table.public.seat
        level = LEVELS[number]
        action = level.agent.choose(table.view(seat), level.budget, rng.getrandbits(30)).action
        yield
        seen.before()
        table.submit(action, rng)
        seen.after(seat, action)
    return seen.course()


class _Seen:
    """Watches the next turn of either seat."""

    def __init__(self, table: Round, me: Seat) -> None:
        self._table, self._me = table, me
        self._now = table.public.turn
        self._turn = [-1, -1]  # of the seat, the other: the turn that is watched
        self._won = [False, False]
        self._took = [False, False]
        self._obliged = False
        self._reply: list[Action] = []

    def begin(self) -> None:
        self._captured = self._table.public.captured

    def before(self) -> None:
        public = self._table.public
        who = 0 if public.seat == self._me else 1
        if self._turn[who] < 0 and public.turn > self._now:
            self._turn[who] = public.turn
            if who == 0:
                self._obliged = must_play(public, self._table.state.hands[self._me])
        self._watched = self._turn[who] == public.turn

    def after(self, seat: Seat, action: Action) -> None:
        public = self._table.public
        side, who = public.seating.side_of[seat], 0 if seat == self._me else 1
        if self._watched:
            self._reply += [action] if who else []
            self._took[who] |= public.captured[side] > self._captured[side]
            result = public.result
            self._won[who] |= result is not None and result.side == side
        self._captured = public.captured

    def course(self) -> Course:
        public = self._table.public
        result = public.result
        assert result is not None
        sign = 1 if result.side == public.seating.side_of[self._me] else -1
        points = sign * result.points
        return Course(
            *(points, self._won[0], self._won[1], self._took[0], self._took[1]),
            *(self._obliged, tuple(self._reply)),
        )


@dataclass(frozen=True, slots=True)
class Compared:
    """How often something came of two turns, out of ``n`` deals each.

    Attributes:
        first, second: of a hundred.
        error: the standard error of their difference, of a hundred.
    """

    first: float
    second: float
    error: float
    n: int

    @property
    def difference(self) -> float:
        return self.first - self.second


def compared(found: Sequence[tuple[Course, ...]], name: str, above: int = 0) -> Compared:
    """How often ``name`` (a field of ``Course``) came of the first and of the second line.

    Args:
        above: for ``points``: how often more than so many.
    """
    pairs = [(_told(one, name, above), _told(other, name, above)) for one, other in found]
    n = max(1, len(pairs))
    first, second = (sum(pair[k] for pair in pairs) / n for k in (0, 1))
    mean = first - second
    spread = sum((a - b - mean) ** 2 for a, b in pairs) / max(1, n - 1)
    return Compared(100 * first, 100 * second, 100 * sqrt(spread / n), len(pairs))


def _told(course: Course, name: str, above: int) -> int:
    value = getattr(course, name)
    return int(value > above if name == "points" else value)


def punishing(found: Sequence[tuple[Course, ...]], line: int) -> tuple[Action, ...]:
    """What the other did most often after a line, where that came out badly; nothing where it never
    did. A question and what follows it are told up to the question."""
    replies = Counter(each[line].reply for each in found if each[line].points < 0)
    return replies.most_common(1)[0][0] if replies else ()


def worth(stakes: Stakes, course: Course) -> float:
    """The chance to win the match after a course."""
    won = {1: stakes.win_1, 2: stakes.win_2, -1: stakes.lose_1, -2: stakes.lose_2}
    return won[max(-2, min(2, course.points))]


def gained(found: Sequence[tuple[Course, ...]], stakes: Stakes) -> tuple[float, float]:
    """How much better the first line came out than the second, as a chance of the match, and the
    standard error of that."""
    differences = [worth(stakes, one) - worth(stakes, other) for one, other in found]
    n = max(1, len(differences))
    mean = sum(differences) / n
    spread = sum((value - mean) ** 2 for value in differences) / max(1, n - 1)
    return mean, sqrt(spread / n)
