"""The interface of a match for those who sit at it, on this computer or over a network.

``version`` grows with every change. A seat never gets anything of another hand, and an illegal
action is refused at once. A ``Match`` has applied an action when ``submit`` returns; over a
network the action counts when ``public`` has moved, which all players see at the same moment.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar, Protocol

from hacktrick.game.actions import Action
from hacktrick.game.cards import Card
from hacktrick.game.match_rules import MatchState
from hacktrick.game.rules import Rules, Seat
from hacktrick.game.state import Facts, Observation, PublicState
from hacktrick.game.view import Event, SeatInfo, View
from hacktrick.match.record import Record


class MatchTable(Protocol):
    """One match in progress."""

    @property
    def rules(self) -> Rules: ...

    @property
    def seats(self) -> tuple[SeatInfo, ...]: ...

    @property
    def public(self) -> PublicState:
        """The public state of the current round."""

    @property
    def version(self) -> int:
        """Grows with every change; a cheap "has anything happened?"."""

    @property
    def round_number(self) -> int:
        """Of the current round, from 1."""

    @property
    def is_round_over(self) -> bool:
        """Whether the round is over and all hands may be shown."""

    @property
    def is_over(self) -> bool:
        """Whether the match has been won."""

    @property
    def match(self) -> MatchState:
        """Score, leader and codes between the rounds."""

    @property
    def record(self) -> Record:
        """All that may be written down now."""

    def observe(self, seat: Seat) -> Observation:
        """What ``seat`` sees now."""

    def view(self, seat: Seat) -> View:
        """What ``seat`` may know of the current round."""

    def events_for(self, seat: Seat | None) -> tuple[Event, ...]:
        """The actions of this round as ``seat`` may know them; None: as any onlooker."""

    def final_hands(self) -> tuple[tuple[Card, ...], ...]:
        """All hands, once the round is over; ValueError before."""

    def submit(self, seat: Seat, action: Action) -> Facts | None:
        """``seat`` does ``action``; IllegalAction if it may not. None: it counts later."""

    def deal(self) -> None:
        """Ready for the next round; only once the one before is over and the match is not."""

    @property
    def commitment(self) -> str | None:
        """The fingerprint of the next deal; None where none can be shown."""

    def cut(self, text: str | None) -> None:
        """How the player cuts the next deal, where it has a fingerprint."""

    def decision_seed(self, ahead: int = 0) -> int | None:
        """The seed of a computer player's decision, where it can be checked later."""

    @property
    def can_rewind(self) -> bool:
        """Whether turns can be taken back here."""

    def rewind(self, n_actions: int) -> None:
        """Back to the first ``n_actions`` of the running round; ValueError where that cannot be."""

    def note_work_share(self, share: float) -> None:
        """What share of its usual work the computer player will do."""

    def note_interruption(self) -> None:
        """The clock has cut the computer player's next decision short."""

    def note_hint(self, step: int) -> None:
        """The player of the next action was shown a hint up to this step."""


class DicelessTable:
    """The part of a ``MatchTable`` that is about its own dice, where it has none: no deal is fixed
    beforehand, no decision can be worked out again, nothing is taken back and nothing written down.
    """

    rewind_refusal: ClassVar[str]
    """Why ``rewind`` is refused, for whoever calls it all the same."""

    @property
    def commitment(self) -> str | None:
        """None: there is no deal to be shown before it is dealt."""
        return None

    def cut(self, text: str | None) -> None:
        """Nothing: no deck lies ready."""

    def decision_seed(self, ahead: int = 0) -> int | None:
        """None: no decision here is checked later."""
        return None

    @property
    def can_rewind(self) -> bool:
        """False: see ``rewind_refusal``."""
        return False

    def rewind(self, n_actions: int) -> None:
        """Always refused.

        Raises:
            ValueError: with ``rewind_refusal``.
        """
        raise ValueError(self.rewind_refusal)

    def note_work_share(self, share: float) -> None:
        """Nothing is written down."""

    def note_interruption(self) -> None:
        """Nothing is written down."""

    def note_hint(self, step: int) -> None:
        """Nothing is written down."""


class SingleSeatTable(DicelessTable, ABC):
    """What tables over a network share: one seat is at this computer, all players shuffle, and an
    action that was said is under way until the others know it."""

    rewind_refusal = "over a network nothing is taken back"  # as others have seen it

    def __init__(self) -> None:
        self._sent: tuple[int, Action] | None = None  # with the version at which it was said

    @property
    @abstractmethod
    def seat(self) -> Seat | None:
        """The own seat; None for an onlooker."""

    @property
    @abstractmethod
    def version(self) -> int:
        """Grows with every change."""

    @property
    def sent(self) -> Action | None:
        """The own action that is under way: said, and not yet known to count."""
        if self._sent is None or self._sent[0] != self.version:
            return None
        return self._sent[1]

    def _check_own(self, seat: Seat) -> None:
        if seat != self.seat:
            raise ValueError("only the own seat is at this computer")
