"""The session of an online match, in which this computer has one seat or only watches.

An action counts only when the table has confirmed it, so a turn is sent one action at a time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from hacktrick.app.match_session import MatchSession
from hacktrick.app.online_service import DecisionClock
from hacktrick.game.legality import legal_actions
from hacktrick.match.record import WATCHED_KEY, Record
from hacktrick.online.network_process.process_client import NetworkClient, RemoteMatchTable
from hacktrick.online.protocol.process_messages import ChatLine, NetworkState, SetPause, TablePlayer

if TYPE_CHECKING:
    from hacktrick.app.profiles import SeatMarkerStyles
    from hacktrick.coach.thinking_client import Thinker
    from hacktrick.game.actions import Action
    from hacktrick.game.state import Seat

ONLINE_KEY = "online"  # key in ``Record.extra`` for the match ID and the proof file


class OnlineSession(MatchSession):
    """The session of a match at an online table, played or watched.

    Args:
        finished: called with the record of the match when it has been won.
        poll: updates the network client; called with the seconds since the last call.
        clock: the decision clock of the table; None for a table without one.
    """

    def __init__(
        self,
        network: NetworkClient,
        thinker: Thinker,
        finished: Callable[[Record], None],
        poll: Callable[[float], object],
        rng: Random,
        pace: str = "normal",
        marker_styles: SeatMarkerStyles | None = None,
        clock: DecisionClock | None = None,
    ) -> None:
        self._network, self._poll = network, poll
        self.clock = clock or DecisionClock()
        self._table = RemoteMatchTable(network)
        self._finished, self._is_reported = finished, False
        self._unsent: list[Action] = []  # the rest of the turn, which has not been sent yet
        super().__init__(self._table, thinker, _skip_save, rng, pace, marker_styles, work_share=1.0)

    is_coached = False

    # Methods for the people at the screen.

    @property
    def local_seats(self) -> tuple[Seat, ...]:
        """The seat of the player at this computer; empty for a spectator."""
        seat = self._table.seat
        return () if seat is None else (seat,)

    @property
    def is_online_spectator(self) -> bool:
        """Whether the player at the screen only watches."""
        return self._table.seat is None

    may_show_open_hands = False
    """Spectators never see open hands: the cards of remote players are unknown here."""

    @property
    def has_computer(self) -> bool:
        """Always False, since computer players join an online table as guests."""
        return False

    @property
    def is_thinking(self) -> bool:
        """Whether it is another player's turn."""
        public = self._table.public
        return public.result is None and public.seat != self._table.seat

    @property
    def may_act(self) -> bool:
        return not self.is_round_over and self._table.may_act and not self._unsent

    # Methods for the other players.

    @property
    def network_state(self) -> NetworkState:
        """The latest state of the table and its players."""
        return self._network.state

    @property
    def absent_players(self) -> tuple[TablePlayer, ...]:
        """The players who have left or lost their connection."""
        return tuple(one for one in self.network_state.players if one and one.presence != "here")

    @property
    def late_player(self) -> TablePlayer | None:
        """Another player whose time for a decision is up; None if nobody is late."""
        seat = self.clock.overdue_seat
        players = self.network_state.players
        if seat is None or seat == self._table.seat or seat >= len(players):
            return None
        return players[seat]

    def set_pause_wish(self, on: bool) -> None:
        """Ask for a pause or agree to one; if ``on`` is False, refuse a pause or end it."""
        self._network.send(SetPause(on))

    @property
    def is_paused(self) -> bool:
        """Whether the match is paused because the players have agreed to it."""
        return self.network_state.pause is not None and self.network_state.pause.has_begun

    @property
    def is_pause_requested(self) -> bool:
        """Whether another player has asked for a pause and is waiting for an answer."""
        return self.network_state.pause is not None and self.network_state.can_ask_for_pause

    @property
    def has_pending_pause_request(self) -> bool:
        """Whether the player at the screen has asked for a pause that has not begun."""
        resting = self.network_state.pause
        return resting is not None and not resting.has_begun and self._table.seat in resting.agreed

    @property
    def is_waiting_for_next_round(self) -> bool:
        """Whether the local player is ready for the next round and other players are not."""
        return self._table.has_asked_for_next_round

    @property
    def is_action_sent(self) -> bool:
        """Whether an action has been sent that the table has not confirmed yet."""
        return self._table.pending_action is not None

    @property
    def record(self) -> Record:
        """The record of the finished rounds, with the match and its proof file in ``extra``."""
        record = self._table.record
        if self.is_online_spectator:
            record.extra[WATCHED_KEY] = True
        record.extra[ONLINE_KEY] = {
            "match": self.network_state.match_id,
            "proof": Path(self.network_state.proof_path).name,
        }
        return record

    @property
    def chat(self) -> tuple[ChatLine, ...]:
        """The messages at the table, oldest first."""
        return self.network_state.chat

    # Methods that change the match.

    def queue_rest_of_turn(self, actions: Sequence[Action]) -> None:
        """Send the rest of a turn once its first action is confirmed."""
        if self.is_action_sent:
            self._unsent = list(actions)

    def request_next_round(self, cut: str | None = None) -> None:
        """Report that the player is ready for the next round.

        The round is dealt when all players are ready.
        """
        if not self.is_online_spectator:
            self._match.deal_next_round()

    def update(self, dt: float, is_screen_at_rest: bool) -> bool:
        """Apply the table's latest state; return whether the match has changed."""
        self._poll(dt)
        if not is_screen_at_rest:
            return False
        changed = self._table.use_newest_state()
        self._send_next_unsent_action()
        if changed:
            self._report_end()
        return changed

    def skip_extra_wait(self) -> None:
        """Do nothing: remote players cannot be hurried."""

    def _save(self) -> None:
        """Do nothing: the network process saves the match."""

    def _send_next_unsent_action(self) -> None:
        if not self._unsent or not self._table.may_act:
            if not self.is_action_sent:
                self._unsent = []
            return
        action = self._unsent.pop(0)
        seat = self._table.seat
        if seat is not None and action in legal_actions(self._table.observe(seat)):
            self._match.submit(seat, action)
        else:
            self._unsent = []

    def _report_end(self) -> None:
        record = self.record
        if self.is_over and record.rounds and not self._is_reported:
            self._is_reported = True
            self._finished(record)


def _skip_save(text: str) -> None:
    """Save nothing: the network process saves the running match."""
