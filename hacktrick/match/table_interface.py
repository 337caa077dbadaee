"""The interface through which players use a match, on this computer or over a network.

No seat learns the cards of another hand, and illegal actions are refused at once. A ``Match`` on
this computer applies an action within ``submit``. Over a network, an action takes effect when
``public`` changes for all players.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar, Protocol

from hacktrick.game.actions import Action
from hacktrick.game.cards import Card
from hacktrick.game.editions import Rules
from hacktrick.game.match_rules import MatchState
from hacktrick.game.state import Observation, PublicState, RevealedFacts, Seat
from hacktrick.game.view import Event, SeatInfo, StartPosition, View
from hacktrick.match.record import Record


class MatchTable(Protocol):
    """A match in progress, as its players use it."""

    @property
    def rules(self) -> Rules:
        """The rules of the match."""

    @property
    def seats(self) -> tuple[SeatInfo, ...]:
        """The players, by seat."""

    @property
    def public(self) -> PublicState:
        """The public state of the current round."""

    @property
    def version(self) -> int:
        """A number that grows with every change, so that callers notice changes cheaply."""

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
    def match_state(self) -> MatchState:
        """The state of the match between rounds: score, next leader, codes."""

    @property
    def start_position(self) -> StartPosition | None:
        """The public position in which the round begins; None for a normal deal."""

    @property
    def record(self) -> Record:
        """The record of the match, as far as a file may contain it now."""

    def observe(self, seat: Seat) -> Observation:
        """Return what ``seat`` sees now."""

    def view(self, seat: Seat) -> View:
        """Return what ``seat`` may know of the current round."""

    def events_for(self, seat: Seat | None) -> tuple[Event, ...]:
        """Return this round's actions, without what ``seat`` may not know; None is a spectator."""

    def final_hands(self) -> tuple[tuple[Card, ...], ...]:
        """Return all hands at the end of the round.

        Raises:
            ValueError: the round is not over.
        """

    def submit(self, seat: Seat, action: Action) -> RevealedFacts | None:
        """Make ``action`` for ``seat``.

        Returns:
            The revealed facts; None over a network, where the action takes effect later.

        Raises:
            IllegalAction: the seat may not do that now.
        """

    def deal_next_round(self) -> None:
        """Deal the next round; the current round must be over, but not the match."""

    @property
    def commitment(self) -> str | None:
        """The commitment to the next deal, shown to players as a fingerprint; None without one."""

    def set_cut(self, text: str | None) -> None:
        """Set the player's cut for the next deal, if that has a fingerprint; None for no cut."""

    def decision_seed(self, n_actions_ahead: int = 0) -> int | None:
        """Return the seed of a computer player's next decision; None if it cannot be verified.

        Args:
            n_actions_ahead: the number of actions that are decided but not yet submitted.
        """

    @property
    def can_rewind(self) -> bool:
        """Whether turns can be taken back in this match."""

    def rewind(self, n_actions: int) -> None:
        """Go back to the state of this round after the first ``n_actions``.

        Raises:
            ValueError: turns cannot be taken back, or the round has fewer actions.
        """

    def record_reduced_work(self, share: float) -> None:
        """Record that a computer player does only ``share`` of its usual work in this round."""

    def record_interrupted_decision(self) -> None:
        """Record that the clock cut the computer player's next decision short."""

    def record_hint(self, step: int) -> None:
        """Record that the player has seen the hint for the next action.

        Args:
            step: the last step of the hint that the player has seen.
        """


class TableWithoutChance:
    """A base class for tables that have no source of chance on this computer.

    Deals have no fingerprints, decisions have no seeds, and turns cannot be taken back.
    """

    rewind_refusal: ClassVar[str]
    """The message of the error that ``rewind`` raises."""

    @property
    def start_position(self) -> StartPosition | None:
        """Always None: rounds begin with a normal deal."""
        return None

    @property
    def commitment(self) -> str | None:
        """Always None: nobody knows the deal in advance."""
        return None

    def set_cut(self, text: str | None) -> None:
        """Do nothing: no deck is prepared."""

    def decision_seed(self, n_actions_ahead: int = 0) -> int | None:
        """Return None: decisions are not verified later."""
        return None

    @property
    def can_rewind(self) -> bool:
        """Always False; ``rewind_refusal`` gives the reason."""
        return False

    def rewind(self, n_actions: int) -> None:
        """Always raise ``ValueError`` with the message ``rewind_refusal``."""
        raise ValueError(self.rewind_refusal)

    def record_reduced_work(self, share: float) -> None:
        """Do nothing: such a table does not record reduced work."""

    def record_interrupted_decision(self) -> None:
        """Do nothing: such a table does not record interrupted decisions."""

    def record_hint(self, step: int) -> None:
        """Do nothing: such a table does not record hints."""


class NetworkTableBase(TableWithoutChance, ABC):
    """A base class for tables over a network, with one seat at this computer.

    All players shuffle together. An action counts only once the other players have received it.
    """

    rewind_refusal = "over a network nothing is taken back"

    def __init__(self) -> None:
        # The table's version at the time when an action was sent, and the action.
        self._sent: tuple[int, Action] | None = None

    @property
    @abstractmethod
    def seat(self) -> Seat | None:
        """The seat at this computer; None for a spectator."""

    @property
    @abstractmethod
    def version(self) -> int:
        """A number that grows with every change."""

    @property
    def pending_action(self) -> Action | None:
        """The action that was sent but does not count yet; None if there is none."""
        if self._sent is None or self._sent[0] != self.version:
            return None
        return self._sent[1]

    def _check_local_seat(self, seat: Seat) -> None:
        if seat != self.seat:
            raise ValueError("only the local seat is at this computer")
