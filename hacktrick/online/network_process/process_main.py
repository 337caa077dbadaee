"""The network process: the only place with sockets, signing keys and the replica of the match.

The program starts the process and talks to it through a pipe. The process receives commands and
sends its newest state as soon as the program has received the previous one, so a busy program never
makes the network wait. If the pipe breaks, the program has died, and the process ends without a
goodbye. The process knows only the local seat: asking its ``ReplicaMatchTable`` for another hand is
a programming error.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from hacktrick.child_process import ValuePipe
from hacktrick.game.actions import Action
from hacktrick.game.cards import Card
from hacktrick.game.editions import Rules, custom_options
from hacktrick.game.match_rules import MatchState
from hacktrick.game.state import Observation, PublicState, Seat
from hacktrick.game.view import Event, SeatInfo, View
from hacktrick.match.record import Record
from hacktrick.match.table_interface import NetworkTableBase
from hacktrick.online.crypto.curve_group import has_safe_libsodium
from hacktrick.online.faults import Cheat
from hacktrick.online.protocol.invitations import (
    BrokerAddress,
    BrokerInvitation,
    BrokerLogins,
    DirectInvitation,
    InvitationError,
    read_broker_address,
    read_invitation,
)
from hacktrick.online.protocol.match_replica import MatchReplica, record_of_replica
from hacktrick.online.protocol.match_terms import PROTOCOLS
from hacktrick.online.protocol.pauses import PauseNegotiation
from hacktrick.online.protocol.process_messages import (
    AwaitedFrame,
    BrowseTables,
    CloseProcess,
    EndAbandonedMatch,
    FoundTable,
    HostTable,
    JoinTable,
    LeaveTable,
    NetworkCommand,
    NetworkState,
    NetworkTrouble,
    PauseState,
    ReadyForNextRound,
    RemoteMatchState,
    RemovePlayer,
    RemoveSpectator,
    ReplaceSigningKey,
    ResumableTable,
    ResumeTable,
    SendChat,
    SetPause,
    SetReady,
    StateReceived,
    SubmitAction,
    SwapSeats,
    TransferSigningKey,
    TroubleCode,
)
from hacktrick.online.protocol.write_ahead_log import LogError
from hacktrick.online.table.guest import TableGuest
from hacktrick.online.table.host import TableHost
from hacktrick.online.table.participant_base import NetworkStore, TableParticipant
from hacktrick.online.table.saved_tables import RejoinInfo, SavedTable
from hacktrick.online.table.signing_keys import KeyFileError
from hacktrick.online.transport import lan_discovery
from hacktrick.online.transport.mqtt_broker import BrokerUnreachable

DISK_FULL = (errno.ENOSPC, errno.EROFS, errno.EIO)
SEARCH_SECONDS = 3.0  # seconds to wait for announcements of tables on this network
FAREWELL_SECONDS = 1.0  # seconds to wait until a goodbye has been sent
TROUBLE_OF_FAULT: dict[str, TroubleCode] = {
    "NOT_A_BROKER": "BAD_BROKER",
    "BROKER_MISSING": "BROKER_MISSING",
}
"""Trouble codes by fault of an invitation; all other faults are reported as ``BAD_INVITATION``."""

DescribeMatch = Callable[[MatchReplica], Any]
"""Returns what the program may know about a match; None before the first deal."""


def serve_commands(pipe: ValuePipe, folder: str, describe: DescribeMatch) -> None:
    """Carry out the commands from the pipe until it is closed or ``CloseProcess`` arrives.

    Args:
        folder: the folder of keys, saved matches and proof files.
        describe: returns what the program may know about a match.
    """
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(NetworkCommandLoop(pipe, Path(folder), describe).run())


class NetworkCommandLoop:
    """Carries out the program's commands, at one table at a time, and reports the network state."""

    def __init__(self, pipe: ValuePipe, folder: Path, describe: DescribeMatch) -> None:
        self._pipe, self._describe = pipe, describe
        self._store = NetworkStore.in_folder(folder)
        self._participant: TableParticipant | None = None
        self._logins, self._is_safe = BrokerLogins(), has_safe_libsodium()
        self._running: asyncio.Task[None] | None = None
        self._listening: lan_discovery.TableBrowser | None = None
        self._resumable_tables: tuple[ResumableTable, ...] = tuple(
            self._store.saved_tables.list_resumable()
        )
        self._state = NetworkState(resumable_tables=self._resumable_tables)
        self._is_new, self._is_acknowledged = True, True
        self._commands: asyncio.Queue[NetworkCommand | StateReceived | None] = asyncio.Queue()

    async def run(self) -> None:
        loop = asyncio.get_running_loop()
        threading.Thread(target=self._read_commands, args=(loop,), daemon=True).start()
        self._send_state()
        while (command := await self._commands.get()) is not None:
            if isinstance(command, StateReceived):
                self._is_acknowledged = True
            elif isinstance(command, CloseProcess):
                await self._leave_table(farewell=True)
                break
            else:
                await self._execute_command(command)
                self._schedule_state_message()
            self._send_state()
        else:
            await self._leave_table(farewell=False)
        await self._set_browsing(False)

    def _read_commands(self, loop: asyncio.AbstractEventLoop) -> None:
        """Read commands in a separate thread, since pipes cannot be awaited on every system."""
        command: NetworkCommand | StateReceived | None = StateReceived()
        while command is not None:
            try:
                command = self._pipe.recv()
            except (EOFError, OSError, ValueError):
                command = None
            with contextlib.suppress(RuntimeError):  # the event loop may have ended already
                loop.call_soon_threadsafe(self._commands.put_nowait, command)

    async def _execute_command(self, command: NetworkCommand) -> None:
        self._state = replace(self._state, trouble=None, key_change="")
        try:
            await self._execute_setup_command(command)
            if self._participant is not None:
                await self._execute_table_command(self._participant, command)
        except BrokerUnreachable as error:
            await self._report_trouble(NetworkTrouble(error.code, str(error)))
        except InvitationError as error:
            await self._report_trouble(
                NetworkTrouble(TROUBLE_OF_FAULT.get(error.fault, "BAD_INVITATION"), error.fault)
            )
        except KeyFileError as error:
            self._state = replace(self._state, trouble=NetworkTrouble("KEY_BROKEN", str(error)))
        except (LogError, Cheat) as error:
            await self._report_trouble(NetworkTrouble("LOG_BROKEN", str(error)))
        except OSError as error:
            is_disk = error.filename is not None or error.errno in DISK_FULL
            is_net = not is_disk and isinstance(
                command, HostTable | ResumeTable | BrowseTables | JoinTable
            )
            await self._report_trouble(
                NetworkTrouble("NO_NETWORK" if is_net else "DISK", error.strerror or "")
            )

    async def _report_trouble(self, trouble: NetworkTrouble) -> None:
        await self._leave_table(farewell=False)
        self._state = replace(self._state, trouble=trouble)

    async def _execute_setup_command(self, command: NetworkCommand) -> None:
        if isinstance(command, HostTable | JoinTable | ResumeTable) and not self._is_safe:
            await self._report_trouble(NetworkTrouble("UNSAFE_LIBRARY"))
        elif isinstance(command, HostTable):
            await self._host_table(command, None)
        elif isinstance(command, JoinTable):
            await self._join_table(command)
        elif isinstance(command, ResumeTable):
            await self._resume_match(command)
        elif isinstance(command, BrowseTables):
            await self._set_browsing(command.on)
        elif isinstance(command, TransferSigningKey):
            self._transfer_key(command)
        elif isinstance(command, ReplaceSigningKey):
            self._store.keyring.replace_key(command.profile)
            self._state = replace(self._state, key_change="replaced")

    def _transfer_key(self, command: TransferSigningKey) -> None:
        keyring, path = self._store.keyring, Path(command.path)
        if command.is_export:
            keyring.export_key(command.profile, path)
        else:
            keyring.import_key(command.profile, path)
        self._state = replace(
            self._state, key_change="exported" if command.is_export else "imported"
        )

    async def _execute_table_command(
        self, participant: TableParticipant, command: NetworkCommand
    ) -> None:
        """Carry out a command at a table; ignore a command that does not fit the table's stage."""
        seated = participant.match
        if isinstance(command, SetReady) and participant.match_stage != "playing":
            participant.set_ready(command.on)
        elif isinstance(command, SendChat):
            participant.send_chat(command.phrase, command.text)
        elif isinstance(command, SubmitAction) and seated is not None:
            seated.submit_action_text(command.action)
        elif isinstance(command, ReadyForNextRound) and seated is not None:
            seated.request_next_round()
        elif isinstance(command, SetPause) and seated is not None:
            seated.request_or_end_pause(command.on)
        elif isinstance(command, LeaveTable | EndAbandonedMatch):
            await self._end_or_leave(participant, isinstance(command, EndAbandonedMatch))
        elif isinstance(participant, TableHost) and isinstance(command, SwapSeats):
            participant.swap_seats(command.one, command.other)
        elif isinstance(participant, TableHost) and isinstance(command, RemovePlayer):
            await participant.remove_player(command.seat)
        elif isinstance(participant, TableHost) and isinstance(command, RemoveSpectator):
            participant.remove_spectator(bytes.fromhex(command.key))
        participant.report_cheats_and_pauses()

    async def _end_or_leave(self, participant: TableParticipant, ends_match: bool) -> None:
        seated = participant.match
        if ends_match and seated is not None and _is_paused_with_all_present(seated.replica.pauses):
            return
        if seated is not None:
            seated.is_ended_early = ends_match
        await self._leave_table(farewell=True)
        if ends_match:
            self._state = replace(self._state, is_ended_early=True)

    async def _host_table(self, command: HostTable, saved: SavedTable | None) -> None:
        await self._leave_table(farewell=True)
        self._logins.remember_login(command.broker)
        host = TableHost(self._store, command, self._schedule_state_message, saved)
        self._participant = host
        await host.start_listening()

    async def _join_table(self, command: JoinTable) -> None:
        await self._leave_table(farewell=True)
        addresses, code = await self._addresses_and_code_to_try(command)
        if addresses:
            self._start_guest(TableGuest(
                self._store, command.profile, command.player, addresses, code,
                self._schedule_state_message, watch=command.as_spectator,
            ))  # fmt: skip
        else:
            self._state = replace(self._state, trouble=NetworkTrouble("NO_SUCH_TABLE"))

    def _start_guest(self, guest: TableGuest) -> None:
        self._participant = guest
        self._running = asyncio.ensure_future(guest.run())

    async def _addresses_and_code_to_try(
        self, command: JoinTable
    ) -> tuple[list[RejoinInfo], bytes]:
        """Return the possible addresses of an invitation's table, and the access code.

        Raises:
            InvitationError: the text is not an invitation, or lacks the broker that it needs.
        """
        invitation = read_invitation(command.invitation)
        rejoin_info = RejoinInfo(False, command.profile, b"")
        if isinstance(invitation, DirectInvitation):
            addresses = [rejoin_info._replace(host=invitation.host, port=invitation.port)]
        elif isinstance(invitation, BrokerInvitation):
            broker = invitation.broker or _broker_from_settings(command.broker)
            address = self._logins.address_with_login(broker.text_with_login, command.broker)
            addresses = [rejoin_info._replace(broker=address, topic=invitation.topic)]
        else:
            addresses = [
                rejoin_info._replace(host=one.host, port=one.port)
                for one in await self._nearby_tables_matching_code(command)
            ]
        return addresses, invitation.secret

    async def _nearby_tables_matching_code(
        self, command: JoinTable
    ) -> list[lan_discovery.DiscoveredTable]:
        """Return the tables on the local network to which an access code may belong."""
        was_looking = self._listening is not None
        await self._set_browsing(True)
        assert self._listening is not None
        if not was_looking:
            await asyncio.sleep(SEARCH_SECONDS)
        tables = [
            one for one in self._listening.tables if one.key == command.key or not command.key
        ]
        await self._set_browsing(was_looking)
        return [one for one in tables if one.protocol in PROTOCOLS]

    async def _set_browsing(self, should_browse: bool) -> None:
        if should_browse and self._listening is None:
            self._listening = await lan_discovery.browse_tables(self._schedule_state_message)
        elif not should_browse and self._listening is not None:
            listening, self._listening = self._listening, None
            await listening.close()

    async def _resume_match(self, command: ResumeTable) -> None:
        await self._leave_table(farewell=True)
        saved = self._store.saved_tables.load_table(command.match)
        rejoin_info, rules = saved.rejoin_info, saved.header.terms.rules
        if rejoin_info.broker:
            rejoin_info = rejoin_info._replace(
                broker=self._logins.address_with_login(rejoin_info.broker, command.broker)
            )
        player = saved.header.terms.seats[saved.header.seat].player
        if rejoin_info.is_host:
            local = rejoin_info.host if rejoin_info.host.startswith("127.") else ""
            options = custom_options(rules)
            table = HostTable(
                rules.preset,
                options,
                rejoin_info.profile,
                rejoin_info.broker,
                address=local,
                player=player,
                clock=saved.header.terms.clock,
                allows_spectators=bool(rejoin_info.gallery),
            )
            await self._host_table(table, saved)
        else:
            guest = TableGuest(
                self._store,
                rejoin_info.profile,
                player,
                [rejoin_info],
                b"",
                self._schedule_state_message,
                saved,
            )
            self._start_guest(guest)

    async def _leave_table(self, farewell: bool) -> None:
        """Leave the table, if there is one; delete the saved match if it is over.

        Args:
            farewell: whether to tell the other players.
        """
        participant, self._participant = self._participant, None
        if participant is None:
            return
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(FAREWELL_SECONDS):
                await participant.close(farewell)
        if self._running is not None:
            self._running.cancel()
            self._running = None
        if (
            participant.match is not None
            and participant.match.is_over
            and not participant.is_spectator
        ):
            self._store.saved_tables.delete_table(participant.match.match_id)
        self._store.known_players = self._store.keyring.load_known_players()
        self._resumable_tables = tuple(self._store.saved_tables.list_resumable())
        self._state = NetworkState(self._state.number)

    # Methods that send the state to the program.

    def _schedule_state_message(self) -> None:
        self._is_new = True
        with contextlib.suppress(RuntimeError):
            asyncio.get_running_loop().call_soon(self._send_state)

    def _send_state(self) -> None:
        """Send the newest state once the program has received the previous one."""
        if not (self._is_new and self._is_acknowledged):
            return
        self._is_new = self._is_acknowledged = False
        self._state = self._current_state()
        with contextlib.suppress(OSError):
            self._pipe.send(self._state)

    def _current_state(self) -> NetworkState:
        state = replace(
            self._state,
            number=self._state.number + 1,
            resumable_tables=self._resumable_tables,
            is_browsing=self._listening is not None,
            found_tables=self._found_tables(),
        )
        return (
            self._state_with_table(state, self._participant)
            if self._participant is not None
            else state
        )

    def _found_tables(self) -> tuple[FoundTable, ...]:
        tables = self._listening.tables if self._listening else ()
        return tuple(
            FoundTable(one.key, one.name, one.preset, one.free, one.protocol in PROTOCOLS)
            for one in tables
        )

    def _state_with_table(self, state: NetworkState, participant: TableParticipant) -> NetworkState:
        state = replace(
            state,
            stage=participant.stage,
            is_host=participant.is_host,
            preset=participant.preset,
            options=dict(participant.options),
            clock=participant.clock,
            players=participant.players,
            is_broker_lost=participant.is_broker_lost,
            spectators=participant.spectators,
            is_spectator=participant.is_spectator,
            allows_spectators=participant.allows_spectators,
            invitations=participant.listeners.invitations
            if isinstance(participant, TableHost)
            else (),
            chat=tuple(participant.chat),
            trouble=participant.trouble or state.trouble,
            own_key=participant.key.hex(),
        )
        seated = participant.match
        if seated is None:
            return state
        return replace(
            state,
            match_id=seated.match_id,
            match_state=self._describe(seated.replica),
            awaited=AwaitedFrame(*seated.replica.exchange.awaited),
            can_ask_for_pause=participant.stage == "playing"
            and seated.replica.pauses.can_ask_for_pause,
            pause=pause_state_of(seated.replica.pauses),
            proof_counts=dict(seated.replica.proof_counts()),
            proof_path=seated.proof_path,
        )


def _is_paused_with_all_present(pauses: PauseNegotiation) -> bool:
    """Return whether the match is paused and all players are present."""
    return pauses.current is not None and pauses.ending_seat is None and not pauses.absent


def pause_state_of(pauses: PauseNegotiation) -> PauseState | None:
    """Return the pause that has begun or that a player has asked for; None if there is neither."""
    if pauses.current is not None:
        return PauseState(True, *pauses.current, is_ending=pauses.ending_seat is not None)
    return (
        None
        if pauses.asking_seat is None
        else PauseState(False, pauses.asking_seat, pauses.agreeing_seats)
    )


def _broker_from_settings(broker: str) -> BrokerAddress:
    """Return the broker from the settings, for an invitation without a broker.

    Raises:
        InvitationError: the text is empty or is not the address of a broker.
    """
    if not broker.strip():
        raise InvitationError("BROKER_MISSING")
    return read_broker_address(broker)


class ReplicaMatchTable(NetworkTableBase):
    """The local seat's ``MatchTable``, which reads a replica of the match and acts in it."""

    def __init__(self, replica: MatchReplica) -> None:
        super().__init__()
        self._replica = replica

    @property
    def seat(self) -> Seat | None:
        return self._replica.seat

    @property
    def rules(self) -> Rules:
        return self._replica.terms.rules

    @property
    def seats(self) -> tuple[SeatInfo, ...]:
        return self._replica.terms.seats

    @property
    def is_dealt(self) -> bool:
        """Whether a round has been dealt; ``public`` is available only from then on."""
        return self._replica.is_dealt

    @property
    def public(self) -> PublicState:
        """The public state of the round, or of the last round while the next one is being dealt."""
        return self._replica.public

    @property
    def version(self) -> int:
        return self._replica.version

    @property
    def round_number(self) -> int:
        return len(self._replica.rounds) + (not self.is_round_over)

    @property
    def is_round_over(self) -> bool:
        return self._replica.is_round_over

    @property
    def is_over(self) -> bool:
        return self._replica.match is not None and bool(self._replica.match.winners)

    @property
    def match_state(self) -> MatchState:
        assert self._replica.match is not None, "nobody leads yet"
        return self._replica.match

    @property
    def record(self) -> Record:
        """The record of the finished rounds.

        In a match with codes, the record is empty until the match is over, since it would name
        hidden codes.
        """
        if self.rules.has_codes and not self._replica.pile:
            return Record(self.rules, self.seats, [], (0,) * self.rules.n_score_entries)
        return record_of_replica(self._replica)

    def observe(self, seat: Seat) -> Observation:
        """Return what the local seat sees.

        Raises:
            ValueError: ``seat`` is not the local seat.
        """
        self._check_local_seat(seat)
        return self._replica.observe(seat)

    def view(self, seat: Seat) -> View:
        """Return the view of the local seat.

        Raises:
            ValueError: ``seat`` is not the local seat.
        """
        self._check_local_seat(seat)
        return self._replica.view()

    def events_for(self, seat: Seat | None) -> tuple[Event, ...]:
        """Return the actions of the round as the local seat, or a spectator, knows them.

        Args:
            seat: the local seat; None for a spectator.

        Raises:
            ValueError: ``seat`` is neither the local seat nor None.
        """
        if seat is not None:
            self._check_local_seat(seat)
        return self._replica.events_for(seat)

    def final_hands(self) -> tuple[tuple[Card, ...], ...]:
        return self._replica.final_hands()

    def submit(self, seat: Seat, action: Action) -> None:
        """Send an action, which has been played once ``public`` has changed.

        Raises:
            IllegalAction: the action is not legal now; nothing was sent.
            ValueError: ``seat`` is not the local seat.
        """
        self._check_local_seat(seat)
        version = self.version
        self._replica.submit_own_action(action)
        self._sent = (self.version, action) if self.version == version else None

    def deal_next_round(self) -> None:
        """Report that the local player is ready for the next round.

        The round begins when all players are ready.
        """
        self._replica.request_next_round()


def remote_state_of(replica: MatchReplica) -> RemoteMatchState | None:
    """Return what the local seat, or a spectator, may know about a match; None before the deal."""
    table = ReplicaMatchTable(replica)
    if not table.is_dealt:
        return None
    seat = table.seat
    return RemoteMatchState(
        seat=seat,
        rules=table.rules,
        seats=table.seats,
        public=table.public,
        version=table.version,
        round_number=table.round_number,
        is_round_over=table.is_round_over and table.match_state.n_rounds == len(replica.rounds),
        is_over=table.is_over,
        match=table.match_state,
        record=table.record,
        observation=None if seat is None else table.observe(seat),
        view=None if seat is None else table.view(seat),
        events=table.events_for(seat),
        public_events=table.events_for(None),
        hands=table.final_hands() if table.is_round_over else None,
        is_dealing=replica.dealing is not None,
        may_act=replica.waits_for == "action",
        deciding_seat=replica.deciding_seat,
    )


def run_network_process(pipe: ValuePipe, folder: str) -> None:
    """Run the network process; this is its main function.

    Args:
        pipe: the process's end of the pipe.
        folder: the folder of keys, saved matches and proof files.
    """
    serve_commands(pipe, folder, remote_state_of)
