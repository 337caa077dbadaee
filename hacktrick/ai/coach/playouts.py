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
from hacktrick.ai.coach.imagined import PLAYS_ON, Players, Round
from hacktrick.ai.pieces import Pieces, whole
from hacktrick.ai.resampling import Deals, Weigh, is_too_hidden
from hacktrick.game.actions import Action
from hacktrick.game.legal import must_play
from hacktrick.game.rules import Seat
from hacktrick.game.view import View

PLAYED_ON = 60
"""How often a position is played on with either turn, at most: less where it is clear sooner."""

FEWEST = 20  # deals that are played at least
BATCH = 10  # deals between two looks whether they will do
ERRORS = 2.0  # standard errors that a difference must be beyond
CLEAR = 3.0  # the same where it is enough before all deals are played


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
    staked: bool = False  # both had a point on the table (Hai Doo)


Enough = Callable[[Sequence[tuple[Course, ...]]], bool]


class Futures:
    """What may come of a position: deals that look like it, and how each goes on after a turn.

    They are made when somebody first needs them, and kept. What comes of a turn in the n-th deal
    depends on nothing that was looked at before.

    Args:
        seed: of the deals and of all dice.
        weigh: where other worlds than those of the facts are likely; ``level``: who plays on.

    Raises:
        ValueError: something was done that cannot be told (cards put under the deck by another),
            so that no deal can be drawn.
    """

    def __init__(
        self, view: View, seed: str, weigh: Weigh | None = None, level: int = PLAYS_ON
    ) -> None:
        if is_too_hidden(view):
            raise ValueError("nobody can tell which cards went under the deck")
        self._view, self._weigh = view, weigh
        self._deals, self._dice, self._players = Deals(view), Random(seed), Players(level)
        self._begun: list[tuple[Round, int]] = []
        self._courses: dict[tuple[Action, ...], list[Course]] = {}

    def course(self, n: int, line: Sequence[Action]) -> Pieces[Course]:
        """How the deal ``n``, from 0 on, goes on after a turn."""
        found = self._courses.setdefault(tuple(line), [])
        while len(found) <= n:
            begun, number = self._deal(len(found))
            rng = Random(number)
            seat = self._view.seat
            found.append((yield from _played_on(begun.copy(), seat, line, self._players, rng)))
        return found[n]

    def _deal(self, n: int) -> tuple[Round, int]:
        """A round up to the position, and the seed of the dice that follow."""
        while len(self._begun) <= n:
            dealt = self._deals.draw(self._dice, self._weigh)
            number = self._dice.getrandbits(60)
            self._begun.append((Round(self._view, dealt.hands, dealt.drawn, number), number))
        return self._begun[n]


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
        ValueError: no deal can be drawn.
    """
    return whole(playing_on(Futures(view, seed, weigh, level), lines, n))


def playing_on(
    futures: Futures, lines: Sequence[Sequence[Action]], n: int, enough: Enough | None = None
) -> Pieces[list[tuple[Course, ...]]]:
    """The same in pieces: one decision of a play-out is a piece.

    Args:
        enough: whether what came of the deals so far will do; asked now and then.
    """
    found: list[tuple[Course, ...]] = []
    for done in range(n):
        yield
        if done and done % BATCH == 0 and enough and enough(found):
            break
        each = []
        for line in lines:
            each.append((yield from futures.course(done, line)))
        found.append(tuple(each))
    return found


def _played_on(
    table: Round, me: Seat, line: Sequence[Action], players: Players, rng: Random
) -> Pieces[Course]:
    seen = _Seen(table, me)
    for action in line:
        table.submit(action)
    seen.begin()
    while table.public.result is None:
        seat = table.public.seat
        action = players.choose(table, rng)
        yield
        seen.before()
        table.submit(action)
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
        self._obliged = self._staked = False
        self._reply: list[Action] = []

    def begin(self) -> None:
        self._captured = self._table.public.captured

    def before(self) -> None:
        public = self._table.public
        self._staked = all(public.stakes)
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
            *(self._obliged, tuple(self._reply), self._staked),
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
    stakes = stakes.of(course.staked)
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
