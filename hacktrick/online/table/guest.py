"""The guest's side of a table: finds it, joins, and reconnects whenever the channel is lost."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable

from hacktrick.game.json_validation import JsonShapeError
from hacktrick.game.rules import PRESETS, Seat, custom_options
from hacktrick.online.crypto.spake2 import WrongAccessCode, stretch_code
from hacktrick.online.limits import CHAT_BURST, CHAT_LINES_PER_SECOND, MAX_BAD_FRAMES, RateLimiter
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
from hacktrick.online.table.participant import (
    CHALLENGE,
    SPECTATOR_SEAT,
    ActiveMatch,
    NetworkStore,
    TableParticipant,
    is_key_proved,
    is_known_edition,
    read_chat,
    read_key,
    read_key_signature,
    tidy_player_name,
)
from hacktrick.online.table.roster import (
    Contract,
    contract_in,
    contract_of,
    mark_others_lost,
    read_spectators,
    read_table_players,
    sitters_of,
)
from hacktrick.online.table.saved_tables import SECRET, RejoinInfo, SavedTable
from hacktrick.online.transport.mqtt_broker import BrokerUnreachable, call_host
from hacktrick.online.transport.secure_channel import (
    FIRST_PAUSE,
    LONGEST_PAUSE,
    ConnectionLost,
    Entrance,
    ForeignProtocol,
    SecureChannel,
    connect_to_host,
    open_channel,
)

REFUSALS: tuple[TroubleCode, ...] = (
    "FULL", "SAME_KEY", "SENT_AWAY", "PLAYING", "BAD_KEY", "NO_WATCHING", "GALLERY_FULL",
)  # fmt: skip


class JoinRefused(Exception):
    """There is no way to this table."""

    def __init__(self, code: TroubleCode, detail: str = "") -> None:
        super().__init__(code)
        self.trouble = NetworkTrouble(code, detail)


class TableGuest(TableParticipant):
    """A seat at a table of another computer.

    Args:
        ways: where the table may be, tried one after the other.
        code: of the invitation; empty where only a kept match is gone on with.
        changed: called whenever there is something new to be told.
        watch: only to watch.
    """

    def __init__(
        self, office: NetworkStore, profile: str, player: str, ways: list[RejoinInfo], code: bytes,
        changed: Callable[[], None], kept: SavedTable | None = None, watch: bool = False,
    ) -> None:  # fmt: skip
        super().__init__(office, profile, player)
        self._ways, self._code, self._changed = ways, code, changed
        self._secret = kept.way.secret if kept else b""  # of those who sit at the table
        self._worked_out: dict[bytes, int] = {}  # from secrets, for the handshake
        self._working_out: asyncio.Future[int] | None = None
        self._line: SecureChannel | None = None
        self._host: tuple[bytes, bytes] = (b"", b"")  # the host's key, and our challenge
        self._is_welcome = self._ended = self._cut_off = False
        self._nonce = secrets.token_bytes(NONCE_SIZE)
        self._wants_to_watch = watch
        self._sitters: list[TablePlayer | None] = []
        self._watchers: tuple[Spectator, ...] = ()
        self._seat: Seat = 0
        self._n_noise = 0
        self._has_seen_lobby = False  # on this line
        self._agreed: Contract | None = None
        self._talk: dict[Seat, RateLimiter] = {}  # by who speaks: the host may pass on too much
        if kept is not None:
            self._sit_again(kept)

    def _sit_again(self, kept: SavedTable) -> None:
        """Raises:
        Cheat: somebody had cheated.
        """
        terms = kept.header.terms
        self.preset, self._seat = terms.rules.preset, kept.header.seat
        self.clock, self.options = terms.clock, custom_options(terms.rules)
        self._sitters = [
            self.sitter(info.name, info.player, key, False, "here" if key == self.key else "lost")
            for info, key in zip(terms.seats, terms.keys, strict=True)
        ]
        self.seated = ActiveMatch.resume(kept, self.signer, self._spread, self.office.proofs)
        self.look_at_match()

    # --- what is told -----------------------------------------------------------------------------

    @property
    def stage(self) -> TableStage:
        if self._ended:
            return "closed"
        if self.seated is None and not self._is_welcome:
            return "opening"
        return self.match_stage

    @property
    def sitters(self) -> tuple[TablePlayer | None, ...]:
        """As the host has told; nobody but oneself is known to be here while the line is lost."""
        if self._line is not None or self._ended:
            return tuple(self._sitters)
        return mark_others_lost(self._sitters)

    @property
    def is_linked(self) -> bool:
        return self._line is not None

    @property
    def cut_off(self) -> bool:
        return self._cut_off and not self._ended

    @property
    def watchers(self) -> tuple[Spectator, ...]:
        return self._watchers if self._line is not None else ()

    # --- coming and coming back -------------------------------------------------------------------

    async def run(self) -> None:
        """Be at the table until it is closed, coming back as often as the line is lost."""
        pause = FIRST_PAUSE
        while not self._ended:
            try:
                if await self._visit():
                    pause = FIRST_PAUSE
            except JoinRefused as refused:
                self._end(refused.trouble)
                return
            if not self._ended:
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)

    def _end(self, trouble: NetworkTrouble | None) -> None:
        self._ended, self.trouble = True, trouble or self.trouble
        self._changed()

    async def _visit(self) -> bool:
        """One line from its first to its last word; whether we were let in.

        Raises:
            JoinRefused: there is no way in, and there will be none.
        """
        line = await self._any_line()
        if line is None:
            return False
        was_welcome = False
        try:
            async for data in line.messages():
                if not self._take(line, read_message(data)):
                    break
                was_welcome = was_welcome or self._line is line
        except MalformedMessage:
            pass
        finally:
            await line.close()
            self._line = None
            self._changed()
        return was_welcome

    async def _any_line(self) -> SecureChannel | None:
        """Raises:
        JoinRefused: the table was never reached, and cannot be.
        """
        why, cut_off = JoinRefused("NO_ANSWER"), False
        for way in self._ways:
            for door, secret in self._keys():
                try:
                    line = await self._open_line(way, await self._stretched(secret), door)
                except WrongAccessCode:
                    why = JoinRefused("WRONG_WORD")
                except ForeignProtocol:
                    why = JoinRefused("NOT_THIS_GAME")
                except ConnectionLost:
                    break
                except BrokerUnreachable as error:
                    why, cut_off = _no_broker(error), True
                    break
                else:
                    self._ways, self._cut_off = [way], False
                    return line
        if self.seated is None and not self._is_welcome:
            raise why
        self._cut_off = cut_off
        self._changed()
        return None

    def _keys(self) -> list[tuple[Entrance, bytes]]:
        """What may open which door: in a match, what only those at the table know. Whoever has no
        seat there may watch."""
        if self.watching or self._wants_to_watch:
            return [("gallery", self._code)]
        known: list[tuple[Entrance, bytes]] = [("match", self._secret), ("seat", self._code)]
        in_order = known if self.match_stage == "playing" else known[::-1]
        seats = [(door, secret) for door, secret in in_order if secret]
        is_new = self.seated is None and not self._is_welcome
        return [*seats, ("gallery", self._code)] if is_new else seats

    async def _stretched(self, secret: bytes) -> int:
        """Worked out once, however often a line is tried."""
        if secret not in self._worked_out:
            self._worked_out[secret] = await asyncio.to_thread(stretch_code, secret)
        return self._worked_out[secret]

    async def _open_line(self, way: RejoinInfo, secret: int, door: Entrance) -> SecureChannel:
        if not way.broker:
            return await connect_to_host(way.host, way.port, secret, door)
        carrier = await call_host(read_broker_address(way.broker), way.topic)
        return await open_channel("guest", secret, carrier, door)

    # --- what the host says -----------------------------------------------------------------------

    def _take(self, line: SecureChannel, message: PeerMessage) -> bool:
        """A message of the host; False to close the line."""
        words = message.words
        if words is None:
            self._n_noise += not self.take_frames(message, line)
            self._changed()
            return self._n_noise < MAX_BAD_FRAMES
        if not self.take_match_words(words, line) and not self._take_words(line, words):
            return False
        self._changed()
        return True

    def _take_words(self, line: SecureChannel, words: MessageFields) -> bool:
        if words.what == "table" and self._line is not line:
            self._answer_host(line, words)
        elif words.what == "welcome":
            self._enter(line, words)
        elif words.what == "no":
            code = words.text("why", 40)
            raise JoinRefused(next((one for one in REFUSALS if one == code), "CLOSED"))
        elif words.what == "bye":
            return self._host_leaves()
        elif self._line is not line:
            raise MalformedMessage("before the welcome")
        elif words.what == "lobby":
            self._take_lobby(words)
        elif words.what == "terms":
            self._take_terms(line, words)
        elif words.what == "said":
            self._take_line(words)
        else:
            raise MalformedMessage(words.what)
        return True

    def _answer_host(self, line: SecureChannel, words: MessageFields) -> None:
        protocol = words.number("protocol")
        if protocol not in PROTOCOLS or words.text("rules") != rules_hash():
            raise JoinRefused("OTHER_VERSION")
        preset, options = words.text("preset", 40), words.mapping("options")
        clock = words.number("clock") if protocol > PROTOCOL else 0
        if not is_known_edition(preset, options) or clock not in CLOCK_CHOICES:
            raise JoinRefused("OTHER_VERSION")
        if self.match_stage != "playing":
            self.preset, self.options, self.clock = preset, options, clock
        if self.match_stage != "playing" or not self._host[0]:  # a kept match does not say it
            self.watched = words.flag("watched")
        key, challenge = read_key(words), secrets.token_bytes(CHALLENGE)
        self._host = (key, challenge)
        line.send(
            fields_message(
                "hello",
                name=tidy_player_name(self.profile),
                player=self.player,
                key=self.key,
                challenge=challenge,
                watch=self._wants_to_watch,
                sign=self.presented(words.data("challenge", CHALLENGE), key),
            )
        )

    def _enter(self, line: SecureChannel, words: MessageFields) -> None:
        key, challenge = self._host
        if not key or not is_key_proved(key, challenge, self.key, read_key_signature(words)):
            raise JoinRefused("BAD_KEY")
        if self.seated is not None and key not in self.seated.replica.terms.keys:
            raise JoinRefused("BAD_KEY")
        watching = words.has("watch") and words.flag("watch")
        if watching != self.watching and self.seated is not None:
            raise MalformedMessage("welcome")
        self.watching = watching
        if not watching:
            self._secret = words.data("secret", SECRET)
            # Worked out now, it is at hand when the line is lost.
            self._working_out = asyncio.ensure_future(self._stretched(self._secret))
        self._line, self._is_welcome, self._has_seen_lobby = line, True, False
        if self.match_stage == "playing":
            self.tell_where_we_are(line)
            if self.seated is not None and self.seated.is_forked:
                line.send(fields_message("show"))

    def _take_lobby(self, words: MessageFields) -> None:
        sitters = read_table_players(words, self, PRESETS[self.preset].n_seats)
        if self.seated is not None and self.match_stage == "playing":
            sitters = sitters_of(self.seated.replica.terms, sitters, self)
        self._sitters, self._has_seen_lobby = sitters, True
        self._seat, self._watchers = words.number("seat"), tuple(read_spectators(words, self))
        if self._watchers and not self.watched:
            raise JoinRefused("OTHER_TERMS")
        self.look_at_match()

    def _take_line(self, words: MessageFields) -> None:
        seat, line = words.number("seat"), read_chat(words)
        rate = self._talk.setdefault(
            seat if seat < len(self._sitters) else SPECTATOR_SEAT,
            RateLimiter(CHAT_LINES_PER_SECOND, CHAT_BURST),
        )
        if not rate.try_take():
            return
        if seat < len(self._sitters):
            self.heard(seat, *line)
        elif seat == SPECTATOR_SEAT and words.has("name"):
            self.heard(None, line[0], "", tidy_player_name(words.text("name", 200)))

    def _take_terms(self, line: SecureChannel, words: MessageFields) -> None:
        """A match begins, if what the host has written down is what was agreed on."""
        try:
            terms = read_match_terms(words.text("text"))
        except JsonShapeError as error:
            raise MalformedMessage("terms") from error
        if self.seated is not None and self.seated.match == terms.match_id.hex():
            return
        seat = next((n for n, key in enumerate(terms.keys) if key == self.key), None)
        agreed = (
            self.match_stage != "playing"
            and (seat is None) == self.watching
            and (seat is None or terms.nonces[seat] == self._nonce)
            and self._host[0] in terms.keys
            and self._has_seen_lobby
        )
        if not agreed:
            raise MalformedMessage("terms")
        if not self._is_as_shown(terms, words.flag("watched")):
            raise JoinRefused("OTHER_TERMS")
        if seat is None:
            self.look_on(terms)
            self.tell_where_we_are(line)
            return
        self._seat = seat
        if self.sit_down(terms, seat, self._way(), self._spread):
            self._nonce = secrets.token_bytes(NONCE_SIZE)  # for the next match, and not before:
            # what was said twice in a hurry has to be one and the same
            assert self.seated is not None
            self.remember_people()
            self.seated.go()
            self.tell_where_we_are(line)

    def _contract(self) -> Contract:
        return contract_of(self, self._host[0], self._sitters)

    def _is_as_shown(self, terms: MatchTerms, watched: bool) -> bool:
        """Whether a match is the one that the lobby shows, and, for a player, the one that he has
        agreed to."""
        told = contract_in(terms, watched, self._host[0])
        if told is None or told != self._contract():
            return False
        return self.watching or (self._agreed is not None and told.keeps(self._agreed))

    def _way(self) -> RejoinInfo:
        return self._ways[0]._replace(profile=self.profile, secret=self._secret)

    def _host_leaves(self) -> bool:
        key = self._host[0].hex()
        self._sitters = [
            one._replace(presence="left") if one and one.key == key else one
            for one in self._sitters
        ]
        if self.match_stage != "playing" or self.watching:
            raise JoinRefused("CLOSED")
        return False

    # --- what the own player does -----------------------------------------------------------------

    def set_ready(self, on: bool) -> None:
        if self.watching:
            return
        if not (self._has_seen_lobby and self.is_linked):
            return
        contract = self._contract()
        self._agreed = contract if on else None
        self._send(fields_message("ready", on=on, nonce=self._nonce, mark=contract.mark))

    def say(self, phrase: str, text: str) -> None:
        if text and self.watching:
            return
        self._send(fields_message("say", phrase=phrase, text=text))

    def _send(self, message: bytes) -> None:
        if self._line is not None:
            self._line.send(message)

    def _spread(self, frame: bytes, but: object) -> None:
        if self._line is not None and not self.is_behind(self._line):
            self.pass_on(frame_message(frame), but)

    def pass_on(self, message: bytes, but: object = None) -> None:
        if self._line is not None and self._line is not but:
            self._line.send(message)

    async def close(self, farewell: bool) -> None:
        self._ended = True
        self.past.close()
        if self._line is not None:
            if farewell:
                self._send(fields_message("bye"))
            await self._line.drain()
            await self._line.close()
        if self.seated is not None:
            self.seated.close()


def _no_broker(error: BrokerUnreachable) -> JoinRefused:
    return JoinRefused(error.code, str(error))
