"""The guest's side of a table: finds it, joins, and reconnects whenever the channel is lost."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable

from hacktrick.game.editions import PRESETS, custom_options
from hacktrick.game.json_validation import JsonShapeError
from hacktrick.game.state import Seat
from hacktrick.online.crypto.spake2 import WrongAccessCode, stretch_code
from hacktrick.online.protocol.invitations import read_broker_address
from hacktrick.online.protocol.match_terms import (
    NONCE_SIZE,
    PROTOCOL,
    PROTOCOLS,
    MatchTerms,
    read_match_terms,
    rules_hash,
)
from hacktrick.online.protocol.peer_messages import (
    MalformedMessage,
    MessageFields,
    PeerMessage,
    fields_message,
    frame_message,
    read_message,
)
from hacktrick.online.protocol.process_messages import (
    CLOCK_CHOICES,
    NetworkTrouble,
    Spectator,
    TablePlayer,
    TableStage,
    TroubleCode,
)
from hacktrick.online.resource_limits import (
    CHAT_BURST,
    CHAT_LINES_PER_SECOND,
    MAX_BAD_FRAMES,
    RateLimiter,
)
from hacktrick.online.table.participant_base import (
    CHALLENGE_BYTES,
    SPECTATOR_SEAT,
    ActiveMatch,
    NetworkStore,
    TableParticipant,
    displayable_player_name,
    is_key_proved,
    is_known_edition,
    read_chat,
    read_key,
    read_key_signature,
)
from hacktrick.online.table.roster import (
    LobbyTerms,
    lobby_terms_from_match,
    lobby_terms_of,
    players_in_match,
    read_spectators,
    read_table_players,
    with_others_marked_lost,
)
from hacktrick.online.table.saved_tables import SECRET_BYTES, RejoinInfo, SavedTable
from hacktrick.online.transport.mqtt_broker import BrokerUnreachable, call_host
from hacktrick.online.transport.secure_channel import (
    FIRST_RETRY_SECONDS,
    MAX_RETRY_SECONDS,
    ConnectionLost,
    Entrance,
    ForeignProtocol,
    SecureChannel,
    connect_to_host,
    open_channel,
)

JOIN_REFUSALS: tuple[TroubleCode, ...] = (
    "FULL", "SAME_KEY", "SENT_AWAY", "PLAYING", "BAD_KEY", "NO_WATCHING", "GALLERY_FULL",
)  # fmt: skip


class JoinRefused(Exception):
    """Raised if the guest cannot join this table and need not try again."""

    def __init__(self, code: TroubleCode, detail: str = "") -> None:
        super().__init__(code)
        self.trouble = NetworkTrouble(code, detail)


class TableGuest(TableParticipant):
    """Takes part in a table that another computer hosts.

    Args:
        addresses: the addresses of the table, to be tried in turn.
        code: the access code of the invitation; b"" for a saved match.
        changed: called whenever the network state has changed.
        saved: the saved match to resume; None to join without a saved match.
        watch: whether to join as a spectator.
    """

    def __init__(
        self,
        store: NetworkStore,
        profile: str,
        player: str,
        addresses: list[RejoinInfo],
        code: bytes,
        changed: Callable[[], None],
        saved: SavedTable | None = None,
        watch: bool = False,
    ) -> None:
        super().__init__(store, profile, player)
        self._addresses, self._code, self._changed = addresses, code, changed
        # The secret known only to the players of the table.
        self._secret = saved.rejoin_info.secret if saved else b""
        self._stretched_codes: dict[bytes, int] = {}  # the stretched codes by secret
        self._stretching: asyncio.Future[int] | None = None
        self._channel: SecureChannel | None = None
        self._host: tuple[bytes, bytes] = (b"", b"")  # the host's key and our challenge
        self._is_welcome = self._ended = self._cut_off = False
        self._nonce = secrets.token_bytes(NONCE_SIZE)
        self._wants_to_watch = watch
        self._sitters: list[TablePlayer | None] = []
        self._watchers: tuple[Spectator, ...] = ()
        self._seat: Seat = 0
        self._n_bad_frames = 0
        self._has_seen_lobby = False  # whether this channel has delivered the lobby
        self._agreed: LobbyTerms | None = None
        # The limiters by speaker, since the host may relay too many lines.
        self._chat_limiters: dict[Seat, RateLimiter] = {}
        if saved is not None:
            self._restore_match(saved)

    def _restore_match(self, saved: SavedTable) -> None:
        """Continue the match of an earlier process.

        Raises:
            Cheat: the match's log shows a cheat.
        """
        terms = saved.header.terms
        self.preset, self._seat = terms.rules.preset, saved.header.seat
        self.clock, self.options = terms.clock, custom_options(terms.rules)
        self._sitters = [
            self.describe_player(
                info.name, info.player, key, False, "here" if key == self.key else "lost"
            )
            for info, key in zip(terms.seats, terms.keys, strict=True)
        ]
        self.match = ActiveMatch.resume(
            saved, self.signer, self._send_frame, self.store.proof_folder
        )
        self.report_cheats_and_pauses()

    @property
    def stage(self) -> TableStage:
        if self._ended:
            return "closed"
        if self.match is None and not self._is_welcome:
            return "opening"
        return self.match_stage

    @property
    def players(self) -> tuple[TablePlayer | None, ...]:
        """The players as the host announced them.

        While the channel is lost, everyone except the local player counts as lost.
        """
        if self._channel is not None or self._ended:
            return tuple(self._sitters)
        return with_others_marked_lost(self._sitters)

    @property
    def is_connected(self) -> bool:
        return self._channel is not None

    @property
    def is_broker_lost(self) -> bool:
        return self._cut_off and not self._ended

    @property
    def spectators(self) -> tuple[Spectator, ...]:
        return self._watchers if self._channel is not None else ()

    async def run(self) -> None:
        """Stay at the table until it is closed, and reconnect whenever the channel is lost."""
        pause = FIRST_RETRY_SECONDS
        while not self._ended:
            try:
                if await self._serve_one_channel():
                    pause = FIRST_RETRY_SECONDS
            except JoinRefused as refused:
                self._end_with_trouble(refused.trouble)
                return
            if not self._ended:
                await asyncio.sleep(pause)
                pause = min(2 * pause, MAX_RETRY_SECONDS)

    def _end_with_trouble(self, trouble: NetworkTrouble | None) -> None:
        self._ended, self.trouble = True, trouble or self.trouble
        self._changed()

    async def _serve_one_channel(self) -> bool:
        """Open a channel and serve it until it ends.

        Returns:
            Whether the host has admitted the guest.

        Raises:
            JoinRefused: the host refuses the guest for good.
        """
        channel = await self._open_any_channel()
        if channel is None:
            return False
        was_welcome = False
        try:
            async for data in channel.messages():
                if not self._handle_message(channel, read_message(data)):
                    break
                was_welcome = was_welcome or self._channel is channel
        except MalformedMessage:
            pass
        finally:
            await channel.close()
            self._channel = None
            self._changed()
        return was_welcome

    async def _open_any_channel(self) -> SecureChannel | None:
        """Open a channel to the table, trying every address and secret; return None if all fail.

        Raises:
            JoinRefused: all fail, and the table has never been reached.
        """
        why, cut_off = JoinRefused("NO_ANSWER"), False
        for address in self._addresses:
            for entrance, secret in self._entrance_secrets():
                try:
                    channel = await self._open_channel_at(
                        address, await self._stretched_secret(secret), entrance
                    )
                except WrongAccessCode:
                    why = JoinRefused("WRONG_WORD")
                except ForeignProtocol:
                    why = JoinRefused("NOT_THIS_GAME")
                except ConnectionLost:
                    break
                except BrokerUnreachable as error:
                    why, cut_off = _broker_refusal(error), True
                    break
                else:
                    self._addresses, self._cut_off = [address], False
                    return channel
        if self.match is None and not self._is_welcome:
            raise why
        self._cut_off = cut_off
        self._changed()
        return None

    def _entrance_secrets(self) -> list[tuple[Entrance, bytes]]:
        """Return the entrances to try, each with its secret, most promising first.

        A guest who has never been admitted tries the spectators' entrance last.
        """
        if self.is_spectator or self._wants_to_watch:
            return [("gallery", self._code)]
        known: list[tuple[Entrance, bytes]] = [("match", self._secret), ("seat", self._code)]
        in_order = known if self.match_stage == "playing" else known[::-1]
        seats = [(entrance, secret) for entrance, secret in in_order if secret]
        is_new = self.match is None and not self._is_welcome
        return [*seats, ("gallery", self._code)] if is_new else seats

    async def _stretched_secret(self, secret: bytes) -> int:
        """Return the stretched form of a secret, computed only once because that is slow."""
        if secret not in self._stretched_codes:
            self._stretched_codes[secret] = await asyncio.to_thread(stretch_code, secret)
        return self._stretched_codes[secret]

    async def _open_channel_at(
        self, address: RejoinInfo, secret: int, entrance: Entrance
    ) -> SecureChannel:
        if not address.broker:
            return await connect_to_host(address.host, address.port, secret, entrance)
        stream = await call_host(read_broker_address(address.broker), address.topic)
        return await open_channel("guest", secret, stream, entrance)

    # Methods for messages of the host.

    def _handle_message(self, channel: SecureChannel, message: PeerMessage) -> bool:
        """Handle a message from the host; return False if the channel should be closed."""
        fields = message.fields
        if fields is None:
            self._n_bad_frames += not self.receive_frame(message, channel)
            self._changed()
            return self._n_bad_frames < MAX_BAD_FRAMES
        if not self.receive_match_message(fields, channel) and not self._receive_fields(
            channel, fields
        ):
            return False
        self._changed()
        return True

    def _receive_fields(self, channel: SecureChannel, fields: MessageFields) -> bool:
        if fields.what == "table" and self._channel is not channel:
            self._send_hello(channel, fields)
        elif fields.what == "welcome":
            self._receive_welcome(channel, fields)
        elif fields.what == "no":
            code = fields.text_field("why", 40)
            raise JoinRefused(next((one for one in JOIN_REFUSALS if one == code), "CLOSED"))
        elif fields.what == "bye":
            return self._receive_farewell()
        elif self._channel is not channel:
            raise MalformedMessage("before the welcome")
        elif fields.what == "lobby":
            self._receive_lobby(fields)
        elif fields.what == "terms":
            self._receive_terms(channel, fields)
        elif fields.what == "said":
            self._receive_chat(fields)
        else:
            raise MalformedMessage(fields.what)
        return True

    def _send_hello(self, channel: SecureChannel, fields: MessageFields) -> None:
        protocol = fields.number_field("protocol")
        if protocol not in PROTOCOLS or fields.text_field("rules") != rules_hash():
            raise JoinRefused("OTHER_VERSION")
        preset, options = fields.text_field("preset", 40), fields.object_field("options")
        clock = fields.number_field("clock") if protocol > PROTOCOL else 0
        if not is_known_edition(preset, options) or clock not in CLOCK_CHOICES:
            raise JoinRefused("OTHER_VERSION")
        if self.match_stage != "playing":
            self.preset, self.options, self.clock = preset, options, clock
        if self.match_stage != "playing" or not self._host[0]:
            # A saved match does not contain the host's key.
            self.allows_spectators = fields.boolean_field("watched")
        key, challenge = read_key(fields), secrets.token_bytes(CHALLENGE_BYTES)
        self._host = (key, challenge)
        channel.send(
            fields_message(
                "hello",
                name=displayable_player_name(self.profile),
                player=self.player,
                key=self.key,
                challenge=challenge,
                watch=self._wants_to_watch,
                sign=self.make_key_proof(fields.bytes_field("challenge", CHALLENGE_BYTES), key),
            )
        )

    def _receive_welcome(self, channel: SecureChannel, fields: MessageFields) -> None:
        key, challenge = self._host
        if not key or not is_key_proved(key, challenge, self.key, read_key_signature(fields)):
            raise JoinRefused("BAD_KEY")
        if self.match is not None and key not in self.match.replica.terms.keys:
            raise JoinRefused("BAD_KEY")
        watching = fields.has_field("watch") and fields.boolean_field("watch")
        if watching != self.is_spectator and self.match is not None:
            raise MalformedMessage("welcome")
        self.is_spectator = watching
        if not watching:
            self._secret = fields.bytes_field("secret", SECRET_BYTES)
            # Stretching the secret in advance avoids a delay in reconnecting.
            self._stretching = asyncio.ensure_future(self._stretched_secret(self._secret))
        self._channel, self._is_welcome, self._has_seen_lobby = channel, True, False
        if self.match_stage == "playing":
            self.send_step_number(channel)
            if self.match is not None and self.match.has_unresolved_fork:
                channel.send(fields_message("show"))

    def _receive_lobby(self, fields: MessageFields) -> None:
        sitters = read_table_players(fields, self, PRESETS[self.preset].n_seats)
        if self.match is not None and self.match_stage == "playing":
            sitters = players_in_match(self.match.replica.terms, sitters, self)
        self._sitters, self._has_seen_lobby = sitters, True
        self._seat, self._watchers = (
            fields.number_field("seat"),
            tuple(read_spectators(fields, self)),
        )
        if self._watchers and not self.allows_spectators:
            raise JoinRefused("OTHER_TERMS")
        self.report_cheats_and_pauses()

    def _receive_chat(self, fields: MessageFields) -> None:
        seat, chat = fields.number_field("seat"), read_chat(fields)
        rate = self._chat_limiters.setdefault(
            seat if seat < len(self._sitters) else SPECTATOR_SEAT,
            RateLimiter(CHAT_LINES_PER_SECOND, CHAT_BURST),
        )
        if not rate.try_take_token():
            return
        if seat < len(self._sitters):
            self.add_chat_line(seat, *chat)
        elif seat == SPECTATOR_SEAT and fields.has_field("name"):
            self.add_chat_line(
                None, chat[0], "", displayable_player_name(fields.text_field("name", 200))
            )

    def _receive_terms(self, channel: SecureChannel, fields: MessageFields) -> None:
        """Begin a match if its terms are those that the lobby showed and the player agreed to.

        Raises:
            MalformedMessage: no match can begin now.
            JoinRefused: the terms differ from those of the lobby.
        """
        try:
            terms = read_match_terms(fields.text_field("text"))
        except JsonShapeError as error:
            raise MalformedMessage("terms") from error
        if self.match is not None and self.match.match_id == terms.match_id.hex():
            return
        seat = next((n for n, key in enumerate(terms.keys) if key == self.key), None)
        agreed = (
            self.match_stage != "playing"
            and (seat is None) == self.is_spectator
            and (seat is None or terms.nonces[seat] == self._nonce)
            and self._host[0] in terms.keys
            and self._has_seen_lobby
        )
        if not agreed:
            raise MalformedMessage("terms")
        if not self._matches_lobby(terms, fields.boolean_field("watched")):
            raise JoinRefused("OTHER_TERMS")
        if seat is None:
            self.begin_watching(terms)
            self.send_step_number(channel)
            return
        self._seat = seat
        if self.begin_match(terms, seat, self._rejoin_info(), self._send_frame):
            # The nonce stayed the same until now, since the player may report twice that they are
            # ready.
            self._nonce = secrets.token_bytes(NONCE_SIZE)
            assert self.match is not None
            self.remember_players()
            self.match.advance()
            self.send_step_number(channel)

    def _lobby_terms(self) -> LobbyTerms:
        return lobby_terms_of(self, self._host[0], self._sitters)

    def _matches_lobby(self, terms: MatchTerms, watched: bool) -> bool:
        """Return whether the terms are those of the lobby to which the player has agreed.

        A spectator does not agree to terms, so only the lobby counts for them.

        Args:
            terms: the terms of the match.
            watched: whether the table admits spectators.
        """
        lobby_terms = lobby_terms_from_match(terms, watched, self._host[0])
        if lobby_terms is None or lobby_terms != self._lobby_terms():
            return False
        return self.is_spectator or (
            self._agreed is not None and lobby_terms.only_fills_free_seats_of(self._agreed)
        )

    def _rejoin_info(self) -> RejoinInfo:
        return self._addresses[0]._replace(profile=self.profile, secret=self._secret)

    def _receive_farewell(self) -> bool:
        key = self._host[0].hex()
        self._sitters = [
            one._replace(presence="left") if one and one.key == key else one
            for one in self._sitters
        ]
        if self.match_stage != "playing" or self.is_spectator:
            raise JoinRefused("CLOSED")
        return False

    # Methods for commands of the local player.

    def set_ready(self, is_ready: bool) -> None:
        if self.is_spectator:
            return
        if not (self._has_seen_lobby and self.is_connected):
            return
        lobby_terms = self._lobby_terms()
        self._agreed = lobby_terms if is_ready else None
        self._send(fields_message("ready", on=is_ready, nonce=self._nonce, mark=lobby_terms.digest))

    def send_chat(self, phrase: str, text: str) -> None:
        if text and self.is_spectator:
            return
        self._send(fields_message("say", phrase=phrase, text=text))

    def _send(self, message: bytes) -> None:
        if self._channel is not None:
            self._channel.send(message)

    def _send_frame(self, frame: bytes, excluded_channel: object) -> None:
        if self._channel is not None and not self.is_catching_up(self._channel):
            self.relay(frame_message(frame), excluded_channel)

    def relay(self, message: bytes, excluded_channel: object = None) -> None:
        if self._channel is not None and self._channel is not excluded_channel:
            self._channel.send(message)

    async def close(self, farewell: bool) -> None:
        self._ended = True
        self.history.close()
        if self.match is not None:
            self.match.close()
        if self._channel is not None:
            if farewell:
                self._send(fields_message("bye"))
            await self._channel.flush_and_close()


def _broker_refusal(error: BrokerUnreachable) -> JoinRefused:
    return JoinRefused(error.code, str(error))
