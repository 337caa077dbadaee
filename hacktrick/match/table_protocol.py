"""The interface of a match for its players, on this computer or over a network.

A seat never learns the cards of another hand, and an illegal action is refused at once. A ``Match``
has applied an action when ``submit`` returns. Over a network the action counts when ``public`` has
changed, which all players see at the same moment.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar, Protocol

from hacktrick.game.actions import Action
from hacktrick.game.cards import Card
from hacktrick.game.match_rules import MatchState
from hacktrick.game.rules import Rules, Seat
from hacktrick.game.state import Facts, Observation, PublicState
from hacktrick.game.view import Event, SeatInfo, StartPosition, View
from hacktrick.match.record import Record


class MatchTable(Protocol):
    """One match in progress."""

    @property
    def rules(self) -> Rules:
        """The rules of the match."""

    @property
    def seats(self) -> tuple[SeatInfo, ...]:
        """Who sits at each seat."""

    @property
    def public(self) -> PublicState:
        """The public state of the current round."""

    @property
    def version(self) -> int:
        """Grows with every change; a cheap way to see whether anything has happened."""

    @property
    def round_number(self) -> int:
        """The number of the current round, from 1."""

    @property
    def is_round_over(self) -> bool:
        """Whether the round is over and all hands may be shown."""

    @property
    def is_over(self) -> bool:
        """Whether the match has been won."""

    @property
    def match(self) -> MatchState:
        """The state of the match between rounds: score, next leader, codes."""

    @property
    def position(self) -> StartPosition | None:
        """Where the round begins, as all players know it; None for the deal."""

    @property
    def record(self) -> Record:
        """What a file of the match may contain now."""

    def observe(self, seat: Seat) -> Observation:
        """Return what ``seat`` sees now."""

    def view(self, seat: Seat) -> View:
        """Return what ``seat`` may know of the current round."""

    def events_for(self, seat: Seat | None) -> tuple[Event, ...]:
        """Return the actions of this round as ``seat``, or an onlooker (None), may know them."""

    def final_hands(self) -> tuple[tuple[Card, ...], ...]:
        """Return all hands at the end of the round.

        Raises:
            ValueError: the round is not over.
        """

    def submit(self, seat: Seat, action: Action) -> Facts | None:
        """Do ``action`` for ``seat``.

        Returns:
            The facts that it revealed; None over a network, where the action counts later.

        Raises:
            IllegalAction: the action is not legal for that seat now.
        """

    def deal(self) -> None:
        """Begin the next round. The current round must be over, and the match must not."""

    @property
    def commitment(self) -> str | None:
        """The fingerprint of the next deal; None if there is none to show."""

    def cut(self, text: str | None) -> None:
        """Set how the player cuts the next deal, if it has a fingerprint."""

    def decision_seed(self, ahead: int = 0) -> int | None:
        """Return the seed of a computer player's decision that can be checked later."""

    @property
    def can_rewind(self) -> bool:
        """Whether turns can be taken back in this match."""

    def rewind(self, n_actions: int) -> None:
        """Go back to the state of this round after its first ``n_actions``.

        Raises:
            ValueError: nothing can be taken back, or not so much.
        """

    def note_work_share(self, share: float) -> None:
        """Record what share of its usual work a computer player will do."""

    def note_interruption(self) -> None:
        """Record that the clock cut the computer player's next decision short."""

    def note_hint(self, step: int) -> None:
        """Record that the player saw a hint, up to this step, before the next action."""


class DicelessTable:
    """Implements the members of a ``MatchTable`` that need a local source of chance, for a table
    without one: no deal has a fingerprint, no decision has a seed, and nothing is taken back.
    """

    rewind_refusal: ClassVar[str]
    """Why ``rewind`` is refused: the text of its error."""

    @property
    def position(self) -> StartPosition | None:
        """None: the round begins with the deal."""
        return None

    @property
    def commitment(self) -> str | None:
        """None: the deal is not known before it is dealt."""
        return None

    def cut(self, text: str | None) -> None:
        """Do nothing: no deck lies ready."""

    def decision_seed(self, ahead: int = 0) -> int | None:
        """Return None: no decision is checked later."""
        return None

    @property
    def can_rewind(self) -> bool:
        """False, for the reason in ``rewind_refusal``."""
        return False

    def rewind(self, n_actions: int) -> None:
        """Refuse to go back.

        Raises:
            ValueError: always, with ``rewind_refusal``.
        """
        raise ValueError(self.rewind_refusal)

    def note_work_share(self, share: float) -> None:
        """Do nothing: there is no record of it."""

    def note_interruption(self) -> None:
        """Do nothing: there is no record of it."""

    def note_hint(self, step: int) -> None:
        """Do nothing: there is no record of it."""


class SingleSeatTable(DicelessTable, ABC):
    """The base of tables over a network: one seat is at this computer, all players shuffle
    together, and an action is on its way until the others have it."""

    rewind_refusal = "over a network nothing is taken back"

    def __init__(self) -> None:
        self._sent: tuple[int, Action] | None = None  # with the version when it was sent

    @property
    @abstractmethod
    def seat(self) -> Seat | None:
        """The seat at this computer; None for an onlooker."""

    @property
    @abstractmethod
    def version(self) -> int:
        """Grows with every change."""

    @property
    def sent(self) -> Action | None:
        """The player's action that was sent but does not count yet; None if there is none."""
        if self._sent is None or self._sent[0] != self.version:
            return None
        return self._sent[1]

    def _check_own(self, seat: Seat) -> None:
        if seat != self.seat:
            raise ValueError("only the local seat is at this computer")
