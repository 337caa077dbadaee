"""One match at this screen: who is looking, who must act, when the computer answers, what is kept.

No pixels, no words. It holds the ``Match`` (the only writer) and gives the scenes observations
and events of the seat that may look, never anything else.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from hacktrick.game.actions import Action
from hacktrick.game.cards import Card
from hacktrick.game.rules import Seat, Side
from hacktrick.game.state import Observation, PublicState
from hacktrick.game.view import Event, SeatInfo
from hacktrick.play.match import Match
from hacktrick.play.players import level_of
from hacktrick.play.thinker import Thinker
from hacktrick.seat.looks import Look, Looks, usual_looks

PAUSES: dict[str, float] = {"instant": 0.0, "quick": 0.35, "normal": 0.7, "slow": 1.4}
"""Seconds that the computer seems to think at least, by the setting ``pace``."""


@dataclass(frozen=True, slots=True)
class Glance:
    """What the screen may show now. ``seen`` is None while nobody's cards may be seen; ``hands``
    are all hands, once the round is over and they are turned up."""

    viewer: Seat | None
    public: PublicState
    seen: Observation | None
    events: tuple[Event, ...]
    seats: tuple[SeatInfo, ...]
    looks: Looks
    version: int
    hands: tuple[tuple[Card, ...], ...] | None = None

    def look(self, side: Side) -> Look:
        """Shape and colour of a side's markers in this round."""
        return self.looks.of(self.public.seating.seats_of(side))


class Session:
    """A match, the players at it, and the one seat whose cards are open on the screen.

    Args:
        keep: called with the record's text after every change.
        rng: the dice for the seeds of the computer's decisions.
        looks: of the seats' markers; None: the usual ones.
    """

    def __init__(
        self,
        match: Match,
        thinker: Thinker,
        keep: Callable[[str], None],
        rng: Random,
        pace: str = "normal",
        looks: Looks | None = None,
    ) -> None:
        self.match = match
        self.looks = looks or usual_looks(len(match.seats))
        self.pace = pace
        self._thinker = thinker
        self._keep = keep
        self._rng = rng
        self._opened: Seat | None = None
        self._asked_for = -1  # the version of the match that the thinker was asked about
        self._waited = 0.0
        self._answer: Action | None = None
        self.save()

    @property
    def humans(self) -> tuple[Seat, ...]:
        return tuple(n for n, seat in enumerate(self.match.seats) if level_of(seat.player) is None)

    @property
    def side_looks(self) -> tuple[Look, Look]:
        """Of the two sides of this round."""
        return self.look(0), self.look(1)

    def look(self, side: Side) -> Look:
        """Shape and colour of a side's markers in this round."""
        return self.looks.of(self.match.public.seating.seats_of(side))

    @property
    def viewer(self) -> Seat | None:
        """The seat whose cards are on the screen. With one human it is always his."""
        humans = self.humans
        return humans[0] if len(humans) == 1 else self._opened

    @property
    def awaited(self) -> Seat | None:
        """The human who must come to the screen before anything goes on; None if nobody."""
        seat = self.match.public.seat
        if self.match.is_round_over or seat not in self.humans or seat == self.viewer:
            return None
        return seat

    @property
    def is_thinking(self) -> bool:
        """Whether the computer has the turn."""
        return not self.match.is_round_over and self.match.public.seat not in self.humans

    @property
    def may_act(self) -> bool:
        """Whether the human at the screen has the turn."""
        return not self.match.is_round_over and self.match.public.seat == self.viewer

    def glance(self) -> Glance:
        """What may be shown now."""
        match, viewer = self.match, self.viewer
        return Glance(
            viewer,
            match.public,
            None if viewer is None else match.observe(viewer),
            match.events_for(viewer),
            match.seats,
            self.looks,
            match.version,
            match.hands_shown_at_the_end() if match.is_round_over else None,
        )

    def open(self, seat: Seat) -> None:
        """The player of ``seat`` says that he is at the screen, alone."""
        self._opened = seat

    def conceal(self) -> None:
        """Nobody's cards are shown until somebody opens again."""
        self._opened = None

    def submit(self, action: Action) -> None:
        """The human at the screen acts.

        Raises:
            IllegalAction: not legal now; nothing has changed.
        """
        assert self.viewer is not None
        self._do(self.viewer, action)

    def next_round(self) -> None:
        """Deal the next round; only once the one before is over and the match is not."""
        self._thinker.forget()
        self._opened = None
        self.match.deal()
        self.save()

    def update(self, dt: float, at_rest: bool) -> bool:
        """Let the computer think and act; True if the match has changed.

        Args:
            dt: seconds since the last call.
            at_rest: no animation is running, so that an action would be seen.
        """
        if not self.is_thinking:
            return False
        if self._asked_for != self.match.version:
            self._ask()
        self._waited += dt
        answer = self._thinker.poll()
        if answer is not None:
            self._answer = answer.decision.action
        ready = self._answer is not None and self._waited >= PAUSES.get(self.pace, 0.7)
        if not (ready and at_rest):
            return False
        assert self._answer is not None
        self._do(self.match.public.seat, self._answer)
        return True

    def hurry(self) -> None:
        """Do not wait longer than the computer needs."""
        self._waited = max(PAUSES.values())

    def save(self) -> None:
        self._keep(self.match.record.as_text())

    def _ask(self) -> None:
        seat = self.match.public.seat
        level = level_of(self.match.seats[seat].player)
        assert level is not None
        self._asked_for, self._answer, self._waited = self.match.version, None, 0.0
        self._thinker.ask(level, self.match.view(seat), seed=self._rng.getrandbits(32))

    def _do(self, seat: Seat, action: Action) -> None:
        self.match.submit(seat, action)
        self._answer = None
        self._close_for_the_next(seat)
        self.save()

    def _close_for_the_next(self, seat: Seat) -> None:
        """With several humans at one screen, cards are open only while their owner has the turn."""
        if len(self.humans) > 1 and self.match.public.seat != seat:
            self._opened = None
