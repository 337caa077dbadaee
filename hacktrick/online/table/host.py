"""The host's side of a table: admits guests, seats them, and relays frames between them.

Frames are signed by their senders and contain no secrets, so all that a host can do is relay them.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

from hacktrick.game.editions import Rules, rules_for
from hacktrick.game.json_validation import printable_text
from hacktrick.game.state import Seat
from hacktrick.online.protocol.match_terms import NONCE_SIZE, MatchTerms
from hacktrick.online.protocol.peer_messages import (
    MalformedMessage,
    MessageFields,
    PeerMessage,
    fields_message,
    frame_message,
    read_message,
)
from hacktrick.online.protocol.process_messages import (
    SPECTATOR_INTERFERED,
    HostTable,
    Presence,
    Spectator,
    TablePlayer,
    TableStage,
    TroubleCode,
)
from hacktrick.online.resource_limits import HELLO_SECONDS, MAX_BAD_FRAMES, MAX_REMOVED_KEYS
from hacktrick.online.table.admission import Admission
from hacktrick.online.table.participant_base import (
    CHALLENGE_BYTES,
    ActiveMatch,
    NetworkStore,
    TableParticipant,
    displayable_player_name,
    is_key_proved,
    read_chat,
    read_key,
    read_key_signature,
)
from hacktrick.online.table.roster import (
    LOBBY_DIGEST_SIZE,
    GuestConnection,
    LobbyTerms,
    TableSeat,
    TableSeats,
    host_greeting,
    lobby_message_maker,
    lobby_terms_of,
    terms_for_seats,
)
from hacktrick.online.table.saved_tables import SECRET_BYTES, RejoinInfo, SavedTable
from hacktrick.online.table.spectators import (
    SpectatorConnection,
    SpectatorGallery,
    SpectatorInterference,
    spectator_chat_message,
)
from hacktrick.online.transport.listeners import Listeners, TableAddress
from hacktrick.online.transport.secure_channel import Entrance, SecureChannel


class TableHost(TableParticipant):
    """Hosts a table on this computer.

    Args:
        wanted: the table to host.
        changed: called whenever the network state has changed.
        saved: the saved match to resume; None for a new one.
    """

    is_host = True

    def __init__(
        self,
        store: NetworkStore,
        command: HostTable,
        changed: Callable[[], None],
        saved: SavedTable | None,
    ) -> None:
        super().__init__(store, command.profile, command.player)
        self.preset, self.options = command.preset, dict(command.options)
        self.clock, self.allows_spectators = command.clock, command.allows_spectators
        self.rules: Rules = rules_for(command.preset, self.options)
        self.seats = TableSeats([None] * self.rules.n_seats)
        self.gallery = SpectatorGallery(command.allows_spectators, self._broadcast_phrase)
        secret = saved.rejoin_info.secret if saved else secrets.token_bytes(SECRET_BYTES)
        code = bytes.fromhex(saved.rejoin_info.gallery) if saved else b""
        self._admission = Admission(
            command, secret, self._serve_caller, self._report_change_and_update_entrances, code
        )
        self._removed_keys: dict[bytes, None] = {}
        self._on_change = changed
        self._tasks: set[asyncio.Future[None]] = set()
        self._last: TableStage = "lobby"  # the stage for which the entrances are set
        if saved is None:
            self.seats[0] = TableSeat(
                displayable_player_name(command.profile), command.player, self.key
            )
        else:
            self._restore_match(saved)
        self._shown = self._lobby_terms()

    def _restore_match(self, saved: SavedTable) -> None:
        """Continue the match of an earlier process with the same seats.

        Raises:
            Cheat: the match's log shows a cheat.
        """
        terms = saved.header.terms
        for seat, (info, key) in enumerate(zip(terms.seats, terms.keys, strict=True)):
            presence: Presence = "here" if key == self.key else "lost"
            self.seats[seat] = TableSeat(info.name, info.player, key, presence=presence)
        rejoin_info = saved.rejoin_info
        self.listeners.reuse_address(
            TableAddress(rejoin_info.host, rejoin_info.port, rejoin_info.broker, rejoin_info.topic)
        )
        self.match = ActiveMatch.resume(
            saved, self.signer, self._send_frame, self.store.proof_folder
        )
        self._last = self.match_stage
        self.report_cheats_and_pauses()

    async def start_listening(self) -> None:
        """Listen for guests.

        Raises:
            OSError: this computer may not listen.
            BrokerUnreachable: the broker does not answer.
        """
        await self._admission.start_listening(self.match_stage == "playing", self.match is not None)
        if self.match is not None:
            self.match.advance()
        await self._announce_free_seats()
        self._report_change_and_update_entrances()

    @property
    def stage(self) -> TableStage:
        return self.match_stage

    @property
    def seat(self) -> Seat:
        return next(n for n, one in enumerate(self.seats) if one and one.key == self.key)

    @property
    def players(self) -> tuple[TablePlayer | None, ...]:
        return tuple(None if one is None else self._table_player_at(one) for one in self.seats)

    def _table_player_at(self, one: TableSeat) -> TablePlayer:
        return self.describe_player(one.name, one.player, one.key, one.is_ready, one.presence)

    @property
    def listeners(self) -> Listeners:
        return self._admission.listeners

    @property
    def is_broker_lost(self) -> bool:
        return self.listeners.is_broker_lost

    @property
    def spectators(self) -> tuple[Spectator, ...]:
        return self.gallery.describe_spectators(self.describe_spectator)

    def _report_change_and_update_entrances(self) -> None:
        """Report a change of state; on a new stage, change the secrets of the entrances too."""
        stage = self.match_stage
        if stage != self._last:
            self._last = stage
            if stage == "over":
                self.seats.release_absent_seats(self.key)
                self._start_task(self._send_lobby_and_try_start())
            self._start_task(self._set_entrance_secrets())
        self._on_change()

    def _start_task(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _set_entrance_secrets(self) -> None:
        """Set the secrets of the entrances for the current stage."""
        await self._admission.open_entrances(self.match_stage == "playing")
        self._report_change_and_update_entrances()

    async def _serve_caller(self, channel: SecureChannel, entrance: Entrance) -> None:
        guest = GuestConnection(channel, secrets.token_bytes(CHALLENGE_BYTES), entrance)
        guest.channel.send(host_greeting(self, guest.challenge))
        waiting = asyncio.get_running_loop().call_later(
            HELLO_SECONDS, self._drop_silent_guest, guest
        )
        try:
            async for data in guest.channel.messages():
                if not await self._handle_message(guest, read_message(data)):
                    break
        except MalformedMessage:
            pass
        finally:
            waiting.cancel()
            await guest.channel.flush_and_close()
            self._handle_disconnect(guest)

    def _drop_silent_guest(self, guest: GuestConnection) -> None:
        """Close the channel of an admitted guest who has not sent their name and key in time."""
        if guest.seat is None and guest.spectator is None:
            self._start_task(guest.channel.close())

    async def _handle_message(self, guest: GuestConnection, message: PeerMessage) -> bool:
        """Handle a message from a guest; return False if the channel should be closed."""
        if guest.exceeds_chat_rate(message):
            return True
        if guest.spectator is not None:
            return self._receive_from_spectator(guest.spectator, message)
        if guest.seat is None:
            return await self._receive_hello(guest, message)
        if message.fields is None:
            was_forked = self._has_unresolved_fork
            guest.n_bad_frames += not self.receive_frame(message, guest.channel)
            guest.seat.is_asked_for_evidence |= self._has_unresolved_fork and not was_forked
        elif not self.receive_match_message(message.fields, guest.channel):
            stays = await self._receive_fields(guest.seat, message.fields)
            self._report_change_and_update_entrances()
            return stays
        self._report_change_and_update_entrances()
        return guest.n_bad_frames < MAX_BAD_FRAMES

    async def _receive_fields(self, place: TableSeat, fields: MessageFields) -> bool:
        if fields.what == "ready":
            nonce, mark = (
                fields.bytes_field("nonce", NONCE_SIZE),
                fields.bytes_field("mark", LOBBY_DIGEST_SIZE),
            )
            # A guest who has seen an older lobby agrees to terms that are no longer valid. A second
            # message, sent by accident, refers to the match that has begun, not to the next match.
            is_new = self.match is None or nonce not in self.match.replica.terms.nonces
            place.nonce = nonce
            place.is_ready = (
                fields.boolean_field("on") and is_new and mark == self._lobby_terms().digest
            )
            await self._send_lobby_and_try_start()
        elif fields.what == "say":
            self._broadcast_chat(self.seats.index(place), *read_chat(fields))
        elif fields.what == "bye":
            place.presence = "left"
            return False
        else:
            raise MalformedMessage(fields.what)
        return True

    async def _receive_hello(self, guest: GuestConnection, message: PeerMessage) -> bool:
        fields = message.fields
        if fields is None or fields.what != "hello":
            raise MalformedMessage("hello")
        key, name = read_key(fields), displayable_player_name(fields.text_field("name", 200))
        if not is_key_proved(key, guest.challenge, self.key, read_key_signature(fields)):
            return self._send_refusal(guest, "BAD_KEY")
        if guest.entrance == "gallery":
            return await self._admit_spectator(guest, fields, key, name)
        place = self._refusal_of_key(key) or self.seats.assign(
            key, name, printable_text(fields.text_field("player", 40))
        )
        if place == "FULL" and fields.has_field("watch") and self.gallery.is_open:
            return await self._admit_spectator(guest, fields, key, name)
        if isinstance(place, str):
            return self._send_refusal(guest, place)
        if place.channel is not None:
            # The guest has noticed the loss of the old channel before this program.
            await place.channel.close()
        place.channel, place.presence, guest.seat = guest.channel, "here", place
        proof = self.make_key_proof(fields.bytes_field("challenge", CHALLENGE_BYTES), key)
        guest.channel.send(fields_message("welcome", sign=proof, secret=self._admission.secret))
        if self.match is not None and self.match_stage == "playing":
            guest.channel.send(
                lobby_message_maker(self.seats, self.gallery)(seat=self.seats.index(place))
            )
            guest.channel.send(self._terms_message(self.match.replica.terms))
            self.send_step_number(guest.channel)
            if place.is_asked_for_evidence and self._has_unresolved_fork:
                # The channel was lost before all evidence had arrived.
                guest.channel.send(fields_message("show"))
        await self._send_lobby_and_try_start()
        return True

    @property
    def _has_unresolved_fork(self) -> bool:
        return self.match is not None and self.match.has_unresolved_fork

    def _refusal_of_key(self, key: bytes) -> TroubleCode | None:
        if key == self.key:
            return "SAME_KEY"
        if key in self._removed_keys:
            return "SENT_AWAY"
        is_new = self.seats.find_by_key(key) is None
        return "PLAYING" if is_new and self.match_stage == "playing" else None

    def _send_refusal(self, guest: GuestConnection, why: TroubleCode) -> bool:
        guest.channel.send(fields_message("no", why=why))
        return False

    def _handle_disconnect(self, guest: GuestConnection) -> None:
        if guest.spectator is not None and self.gallery.remove(guest.spectator):
            self._start_task(self._send_lobby_and_try_start())
        place = guest.seat
        if place is None or place.channel is not guest.channel:
            return
        place.channel, place.is_ready = None, False
        if self.match_stage == "playing":
            place.presence = "left" if place.presence == "left" else "lost"
        elif place in self.seats:
            self.seats[self.seats.index(place)] = None
        self._start_task(self._send_lobby_and_try_start())

    async def _admit_spectator(
        self, guest: GuestConnection, fields: MessageFields, key: bytes, name: str
    ) -> bool:
        """Admit a guest as a spectator; return False if the channel should be closed."""
        wanted_a_seat = fields.has_field("watch") and not fields.boolean_field("watch")
        why = self._spectator_refusal(key)
        if why is not None:
            is_late = why == "NO_WATCHING" and wanted_a_seat and self.match_stage == "playing"
            return self._send_refusal(guest, "PLAYING" if is_late else why)
        names = [one.name for one in self.seats if one]
        guest.spectator = self.gallery.admit(key, name, guest.channel, names)
        proof = self.make_key_proof(fields.bytes_field("challenge", CHALLENGE_BYTES), key)
        guest.channel.send(fields_message("welcome", sign=proof, watch=True))
        if self.match is not None and self.match_stage == "playing":
            guest.channel.send(lobby_message_maker(self.seats, self.gallery)(seat=0))
            guest.channel.send(self._terms_message(self.match.replica.terms))
        await self._send_lobby_and_try_start()
        return True

    def _spectator_refusal(self, key: bytes) -> TroubleCode | None:
        if key == self.key or self.seats.find_by_key(key) is not None:
            return "SAME_KEY"
        return "SENT_AWAY" if key in self._removed_keys else self.gallery.refusal_reason(key)

    def _receive_from_spectator(self, spectator: SpectatorConnection, message: PeerMessage) -> bool:
        """Handle a message from a spectator; return False if the channel should be closed."""
        fields = message.fields
        try:
            stays = self.gallery.handle_message(
                spectator,
                message,
                lambda: self._answer_frames_or_evidence_request(spectator, fields),
            )
        except SpectatorInterference:
            self.remove_spectator(spectator.key)
            self.add_chat_line(None, SPECTATOR_INTERFERED, "", spectator.name)
            self._broadcast(spectator_chat_message(SPECTATOR_INTERFERED, spectator.name))
            stays = False
        self._report_change_and_update_entrances()
        return stays

    def _answer_frames_or_evidence_request(
        self, spectator: SpectatorConnection, fields: MessageFields | None
    ) -> None:
        """Answer a spectator's request for past frames or for evidence."""
        seated = self.match
        if fields is None or seated is None:
            return
        if fields.what == "at":
            known = partial(seated.frames_since, fields.number_field("n"))
            self._start_task(self.gallery.send_past_frames(spectator, known))
        else:
            self.receive_match_message(fields, spectator.channel)

    def _broadcast_phrase(self, spectator: SpectatorConnection, phrase: str) -> None:
        self.add_chat_line(None, phrase, "", spectator.name)
        self._broadcast(spectator_chat_message(phrase, spectator.name))

    def remove_spectator(self, key: bytes) -> None:
        """Remove the spectator with this key and refuse the key from then on."""
        if (one := self.gallery.find_by_key(key)) is not None:
            self._ban_key(key)
            one.channel.send(fields_message("no", why="SENT_AWAY"))
            self._start_task(one.channel.flush_and_close())

    # Commands of the host's player

    def set_ready(self, is_ready: bool) -> None:
        own = self.seats[self.seat]
        assert own is not None
        own.is_ready, own.nonce = is_ready, secrets.token_bytes(NONCE_SIZE)
        self._start_task(self._send_lobby_and_try_start())

    def swap_seats(self, seat: Seat, other: Seat) -> None:
        """Swap the players of two seats; do nothing while a match is in progress."""
        if self.match_stage != "playing" and max(seat, other) < len(self.seats):
            places = self.seats
            places[seat], places[other] = places[other], places[seat]
            self._start_task(self._send_lobby_and_try_start())

    async def remove_player(self, seat: Seat) -> None:
        """Remove a player and refuse their key from then on.

        Nothing happens while a match is in progress.
        """
        place = self.seats[seat] if seat < len(self.seats) else None
        if place is None or place.channel is None or self.match_stage == "playing":
            return
        self._ban_key(place.key)
        place.channel.send(fields_message("no", why="SENT_AWAY"))
        await place.channel.flush_and_close()

    def _ban_key(self, key: bytes) -> None:
        self._removed_keys[key] = None
        if len(self._removed_keys) > MAX_REMOVED_KEYS:
            del self._removed_keys[next(iter(self._removed_keys))]

    def send_chat(self, phrase: str, text: str) -> None:
        self._broadcast_chat(self.seat, phrase, text)
        self._report_change_and_update_entrances()

    def _broadcast_chat(self, seat: Seat, phrase: str, text: str) -> None:
        self.add_chat_line(seat, phrase, text)
        self._broadcast(fields_message("said", seat=seat, phrase=phrase, text=text))

    async def close(self, farewell: bool) -> None:
        if farewell:
            self._broadcast(fields_message("bye"))
        self.history.close()
        if self.match is not None:
            self.match.close()
        everybody = (*self.seats, *self.gallery.spectators)
        channels = [one.channel for one in everybody if one is not None]
        goodbyes = (channel.flush_and_close() for channel in channels if channel)
        # At the same time, since the caller does not wait for a guest who reads nothing.
        await asyncio.gather(self.listeners.close(), *goodbyes)

    # Methods that send to all guests.

    def _broadcast(self, message: bytes) -> None:
        self.relay(message)
        self.gallery.broadcast(message)

    def relay(self, message: bytes, excluded_channel: object = None) -> None:
        for place in self.seats:
            if (
                place is not None
                and place.channel is not None
                and place.channel is not excluded_channel
            ):
                place.channel.send(message)

    def _send_frame(self, frame: bytes, excluded_channel: object) -> None:
        for place in self.seats:
            channel = place.channel if place is not None else None
            if (
                channel is not None
                and channel is not excluded_channel
                and not self.is_catching_up(channel)
            ):
                channel.send(frame_message(frame))
        self.gallery.broadcast_frame(frame)

    async def _send_lobby_and_try_start(self) -> None:
        """Send the lobby to everyone, and begin a match if all are ready.

        If the lobby's terms have changed, all are marked as not ready, so that no match begins on
        terms that a player has not seen.
        """
        lobby_terms = self._lobby_terms()
        if not lobby_terms.only_fills_free_seats_of(self._shown):
            for place in filter(None, self.seats):
                place.is_ready = False
        self._shown = lobby_terms
        self._send_lobby()
        if self._are_all_ready():
            self._start_match()
            self._send_lobby()
        self.report_cheats_and_pauses()
        await self._announce_free_seats()
        self._report_change_and_update_entrances()

    def _lobby_terms(self) -> LobbyTerms:
        return lobby_terms_of(self, self.key, self.seats)

    def _send_lobby(self) -> None:
        make_message = lobby_message_maker(self.seats, self.gallery)
        for place in self.seats:
            if place is not None and place.channel is not None:
                place.channel.send(make_message(seat=self.seats.index(place)))
        self.gallery.broadcast(make_message(seat=0))

    async def _announce_free_seats(self) -> None:
        free = self.seats.count(None) if self.match_stage != "playing" else 0
        await self.listeners.announce_on_local_network(
            displayable_player_name(self.profile), self.preset, free
        )

    def _are_all_ready(self) -> bool:
        return self.match_stage != "playing" and all(
            one is not None and one.is_ready and one.nonce and one.presence == "here"
            for one in self.seats
        )

    def _start_match(self) -> None:
        places = [one for one in self.seats if one is not None]
        terms = terms_for_seats(self.rules, places, self.clock)
        for place in places:
            place.is_ready = place.is_asked_for_evidence = False
        if not self.begin_match(terms, self.seat, self._rejoin_info(), self._send_frame):
            return
        assert self.match is not None
        self._broadcast(self._terms_message(terms))
        self.remember_players()
        self.match.advance()

    def _terms_message(self, terms: MatchTerms) -> bytes:
        return fields_message("terms", text=terms.as_text(), watched=self.allows_spectators)

    def _rejoin_info(self) -> RejoinInfo:
        address = self.listeners.address
        secret = self._admission.secret
        gallery = self._admission.code.hex() if self.gallery.is_open else ""
        place = (address.host, address.port, address.broker, address.topic)
        return RejoinInfo(True, self.profile, secret, *place, gallery)
