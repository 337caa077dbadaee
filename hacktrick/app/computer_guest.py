"""A computer player that joins an online table as a guest, with its own connection and key.

Other players can see that the guest is a computer. It agrees to every pause and never ends one.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from hacktrick.ai.agent import machine_work_share
from hacktrick.app.computer_turn import ComputerTurn
from hacktrick.match.player_kinds import player_for_level
from hacktrick.online.network_process.process_client import NetworkClient, RemoteMatchTable
from hacktrick.online.protocol.process_messages import JoinTable, SetPause, SetReady

if TYPE_CHECKING:
    from hacktrick.coach.thinking_client import Thinker

PACE = "normal"


class ComputerGuest:
    """A computer player at an online table: joins, reports that it is ready, and plays.

    ``update`` must be called once a frame.

    Args:
        name: the guest's name at the table.
        invitation: the invitation to the table.
    """

    def __init__(
        self,
        network: NetworkClient,
        thinker: Thinker,
        level: int,
        name: str,
        invitation: str,
        rng: Random,
    ) -> None:
        self._network, self._level = network, level
        self._thinker = thinker
        self._computer_turn = ComputerTurn(thinker, rng, machine_work_share())
        self._table: RemoteMatchTable | None = None
        self._match = ""
        # The version of the table at the last request for a turn.
        self._asked_for: int | None = None
        network.send(JoinTable(invitation, name, player=player_for_level(level)))

    def update(self, dt: float) -> None:
        """Read the state of the table, and play if it is the guest's turn.

        Args:
            dt: seconds since the last call.
        """
        if self._network.poll():
            self._react_to_table()
        if self._table is not None and self._table.may_act:
            self._play_turn(self._table, dt)

    def _react_to_table(self) -> None:
        """React to the table's latest state: report ready, agree to pauses, ask for a new round."""
        state = self._network.state
        if state.stage in ("lobby", "over"):
            if not any(one and one.is_own and one.is_ready for one in state.players):
                self._network.send(SetReady(True))
            return
        if state.match_state is None:
            return
        if self._match != state.match_id:
            self._table, self._match, self._asked_for = (
                RemoteMatchTable(self._network),
                state.match_id,
                None,
            )
        assert self._table is not None
        self._table.use_newest_state()
        if state.pause is not None and not state.pause.has_begun and state.can_ask_for_pause:
            self._network.send(SetPause(True))
        if self._table.is_round_over and not self._table.is_over:
            self._table.deal_next_round()

    def _play_turn(self, table: RemoteMatchTable, dt: float) -> None:
        """Think about the current turn, and send its actions once their time slot is over."""
        assert table.seat is not None
        if self._asked_for != table.version:
            if not self._computer_turn.has_unreleased_decisions:
                self._computer_turn.request_decisions(
                    self._level, table.view(table.seat), table.decision_seed
                )
            self._asked_for = table.version
        self._computer_turn.update(dt)
        answer = self._computer_turn.pop_due_decision(PACE)
        if answer is not None:
            table.submit(table.seat, answer.action)

    def close(self) -> None:
        """Leave the table and stop its processes."""
        self._thinker.close()
        self._network.close()
