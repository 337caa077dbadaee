"""A finished round told as values: what every decision was worth, and what was luck.

Each decision is judged by what its seat could know. Values are chances to win the match. For
either seat, from its own point of view,

    end = chance at the beginning + luck - own mistakes + mistakes of the other

where luck is all that is no mistake: the deal, the own draws, what was told, what the turns of the
other brought (``reply``). ``deal`` and ``draw`` are chance alone: what came, less the mean of all
that could have come, so that both are nothing on the average. What the search sees a turn later
that it did not see before (``sight``) is kept apart: it is no luck, as the best of several judged
turns is on the average judged too high.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from hacktrick.ai.advice import Forecast
from hacktrick.ai.coach.reasons import Why
from hacktrick.ai.verdict import Class, class_of
from hacktrick.game.actions import Action, Command, Lay, Pass, Play
from hacktrick.game.cards import Counts
from hacktrick.game.rules import Rules, Seat
from hacktrick.game.state import Result
from hacktrick.game.view import View

Kind = Literal["deal", "draw", "told", "reply", "sight"]
CHANCE: tuple[Kind, ...] = ("deal", "draw")  # the kinds of luck that are chance alone
Stage = Literal["looked", "checked", "explained", "opened"]
Option = tuple[tuple[Action, ...], Forecast, float]
"""A whole turn from here on, where it leads, and how often it is played."""


@dataclass(frozen=True, slots=True)
class Moment:
    """The table before an action: what the seat to act sees, and what everybody holds."""

    number: int
    seat: Seat
    phase: str
    view: View
    hands: tuple[Counts, ...]
    action: Action
    parted: bool = False  # the card before is a turn by itself, as a second one may follow


@dataclass(slots=True)
class Decision:
    """One action of the record, with what else could have been done."""

    moment: Moment
    forecast: Forecast
    options: list[Option]
    value: float  # of the action, as a chance to win the match
    loss: float
    frequency: float
    checked: float | None = None  # the loss by a longer look and a trial, where the first found one
    themes: tuple[str, ...] = ()  # what it is about

    @property
    def is_forced(self) -> bool:
        return len({actions[0] for actions, _, _ in self.options}) < 2

    @property
    def lost(self) -> float:
        """The smaller of both losses, as far as there are two."""
        return self.loss if self.checked is None else min(self.loss, self.checked)

    def verdict(self, unit: float) -> Class:
        """The class of the smaller of both losses.

        Args:
            unit: the chance to win the match that one of equity stands for.
        """
        if self.is_forced or self.checked is None:
            return "fine"
        return class_of(self.lost / unit, self.lost)


@dataclass(frozen=True, slots=True)
class Luck:
    """Something that nobody decided: after which action (-1: the deal), for whom, how much."""

    number: int
    seat: Seat
    kind: Kind
    change: float


@dataclass(frozen=True, slots=True)
class Point:
    """The chances of both seats before the turn that begins with action ``number``: by what each
    knew, and with all cards open (None until that is worked out)."""

    number: int
    seat: Seat
    known: tuple[float, float]
    opened: tuple[float, float] | None = None


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
    points: list[Point] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Reviewed:
    """How far the review of a round has come.

    Attributes:
        stage: "looked": turns and values are there; "checked": so are the classes of mistakes;
            "explained": and the reasons; "opened": and the chances with all cards open.
        judge: the name of who judged.
        whys: by the number of the first action of a turn, why another one is better.
    """

    stage: Stage
    judge: str
    story: RoundStory
    whys: dict[int, Why]


@dataclass(frozen=True, slots=True)
class Finished:
    """A finished round as it is handed over to be judged: its hands lie open.

    Attributes:
        story: not yet told.
        seats: whose mistakes are looked at again and explained.
    """

    story: RoundStory
    moments: tuple[Moment, ...]
    result: Result | None
    seats: tuple[Seat, ...] = (0, 1)

    @property
    def rules(self) -> Rules:
        return self.moments[0].view.rules


def turns_in(moments: Sequence[Moment]) -> Iterator[list[Moment]]:
    """The actions of each move of the solver: a play belongs together with its word. One after a
    draw is decided by what was drawn. Which code is laid is a game by itself and no turn."""
    turn: list[Moment] = []
    for moment in moments:
        if isinstance(moment.action, Lay):
            continue
        word = isinstance(moment.action, (Pass, Command)) and not moment.parted
        if turn and not (word and isinstance(turn[0].action, Play)):
            yield turn
            turn = []
        turn.append(moment)
    if turn:
        yield turn
