"""The host's side of a table: admits guests, seats them, and relays frames between them.

The host only relays: frames are signed by their senders and contain no secrets.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

from hacktrick.game.json_validation import printable
from hacktrick.game.rules import Rules, Seat, rules_for
from hacktrick.online.limits import HELLO_SECONDS, MAX_BAD_FRAMES, MAX_REMOVED_KEYS
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
from hacktrick.online.table.admission import Admission
from hacktrick.online.table.participant import (
    CHALLENGE,
    ActiveMatch,
    NetworkStore,
    TableParticipant,
    is_key_proved,
    read_chat,
    read_key,
    read_key_signature,
    tidy_player_name,
)
from hacktrick.online.table.roster import (
    MARK_SIZE,
    Contract,
    GuestConnection,
    TableSeat,
    TableSeats,
    contract_of,
    roster_message,
    table_message,
    terms_for_seats,
)
from hacktrick.online.table.saved_tables import SECRET, RejoinInfo, SavedTable
from hacktrick.online.table.spectators import (
    SpectatorConnection,
    SpectatorGallery,
    SpectatorInterference,
    spectator_chat_message,
)
from hacktrick.online.transport.listeners import Listeners
from hacktrick.online.transport.listeners import TableAddress as Found
from hacktrick.online.transport.secure_channel import Entrance, SecureChannel


class TableHost(TableParticipant):
    """The table of this computer.

    Args:
        changed: called whenever there is something new to be told.
    """

    is_host = True

    def __init__(
        self,
        office: NetworkStore,
        wanted: HostTable,
        changed: Callable[[], None],
        kept: SavedTable | None,
    ) -> None:
        super().__init__(office, wanted.profile, wanted.player)
        self.preset, self.options = wanted.preset, dict(wanted.options)
        self.clock, self.watched = wanted.clock, wanted.watched
        self.rules: Rules = rules_for(wanted.preset, self.options)
        self.places = TableSeats([None] * self.rules.n_seats)
        self.gallery = SpectatorGallery(wanted.watched, self._said_from_the_gallery)
        secret = kept.way.secret if kept else secrets.token_bytes(SECRET)
        code = bytes.fromhex(kept.way.gallery) if kept else b""
        self._porter = Admission(wanted, secret, self._talk, self._changed, code)
        self._sent_away: dict[bytes, None] = {}
        self._tell_program = changed
        self._tasks: set[asyncio.Future[None]] = set()
        self._last: TableStage = "lobby"  # the stage that the doors are locked for
        if kept is None:
            self.places[0] = TableSeat(tidy_player_name(wanted.profile), wanted.player, self.key)
        else:
            self._sit_again(kept)
        self._shown = self._contract()

    def _sit_again(self, kept: SavedTable) -> None:
        """Raises:
        Cheat: somebody had cheated.
        """
        terms = kept.header.terms
        for seat, (info, key) in enumerate(zip(terms.seats, terms.keys, strict=True)):
            presence: Presence = "here" if key == self.key else "lost"
            self.places[seat] = TableSeat(info.name, info.player, key, presence=presence)
        way = kept.way
        self._porter.at(Found(way.host, way.port, way.broker, way.topic))
        self.seated = ActiveMatch.resume(kept, self.signer, self._spread, self.office.proofs)
        self._last = self.match_stage
        self.look_at_match()

    async def open(self) -> None:
        """Let guests in.

        Raises:
            OSError: this computer may not listen.
            NoBroker: the broker is not there.
        """
        await self._porter.open(self.match_stage == "playing", self.seated is not None)
        if self.seated is not None:
            self.seated.go()
        await self._announce()
        self._changed()

    # --- what is told -----------------------------------------------------------------------------

    @property
    def stage(self) -> TableStage:
        return self.match_stage

    @property
    def seat(self) -> Seat:
        return next(n for n, one in enumerate(self.places) if one and one.key == self.key)

    @property
    def sitters(self) -> tuple[TablePlayer | None, ...]:
        return tuple(None if one is None else self._told(one) for one in self.places)

    def _told(self, one: TableSeat) -> TablePlayer:
        return self.sitter(one.name, one.player, one.key, one.ready, one.presence)

    @property
    def doors(self) -> Listeners:
        return self._porter.doors

    @property
    def cut_off(self) -> bool:
        return self.doors.cut_off

    @property
    def watchers(self) -> tuple[Spectator, ...]:
        return self.gallery.watchers(self.watcher)

    # --- guests -----------------------------------------------------------------------------------

    def _changed(self) -> None:
        """Something is new; with another stage, another secret opens the doors."""
        stage = self.match_stage
        if stage != self._last:
            self._last = stage
            if stage == "over":
                self.places.free_those_who_have_gone(self.key)
                self._soon(self._tell_all())
            self._soon(self._lock())
        self._tell_program()

    def _soon(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _lock(self) -> None:
        """Another secret opens the doors from now on."""
        await self._porter.turn(self.match_stage == "playing")
        self._changed()

    async def _talk(self, line: SecureChannel, door: Entrance) -> None:
        guest = GuestConnection(line, secrets.token_bytes(CHALLENGE), door)
        guest.line.send(table_message(self, guest.challenge))
        waiting = asyncio.get_running_loop().call_later(HELLO_SECONDS, self._give_up, guest)
        try:
            async for data in guest.line.messages():
                if not await self._take(guest, read_message(data)):
                    break
        except MalformedMessage:
            pass
        finally:
            waiting.cancel()
            await guest.line.hang_up()
            self._gone(guest)

    def _give_up(self, guest: GuestConnection) -> None:
        """Somebody has been let in, and may not have said who he is."""
        if guest.place is None and guest.onlooker is None:
            self._soon(guest.line.close())

    async def _take(self, guest: GuestConnection, message: PeerMessage) -> bool:
        """What a guest has said; False to close the line."""
        if guest.talks_too_much(message):
            return True
        if guest.onlooker is not None:
            return self._take_from(guest.onlooker, message)
        if guest.place is None:
            return await self._take_hello(guest, message)
        if message.words is None:
            was_forked = self._is_forked
            guest.noise += not self.take_frames(message, guest.line)
            guest.place.asked |= self._is_forked and not was_forked
        elif not self.take_match_words(message.words, guest.line):
            stays = await self._take_words(guest.place, message.words)
            self._changed()
            return stays
        self._changed()
        return guest.noise < MAX_BAD_FRAMES

    async def _take_words(self, place: TableSeat, words: MessageFields) -> bool:
        if words.what == "ready":
            nonce, mark = words.data("nonce", NONCE_SIZE), words.data("mark", MARK_SIZE)
            # A guest who has seen another lobby agrees to terms that no longer stand. One who says
            # it twice in a hurry means the match that has begun, not the one after it.
            is_new = self.seated is None or nonce not in self.seated.replica.terms.nonces
            place.nonce = nonce
            place.ready = words.flag("on") and is_new and mark == self._contract().mark
            await self._tell_all()
        elif words.what == "say":
            self._said(self.places.index(place), *read_chat(words))
        elif words.what == "bye":
            place.presence = "left"
            return False
        else:
            raise MalformedMessage(words.what)
        return True

    async def _take_hello(self, guest: GuestConnection, message: PeerMessage) -> bool:
        words = message.words
        if words is None or words.what != "hello":
            raise MalformedMessage("hello")
        key, name = read_key(words), tidy_player_name(words.text("name", 200))
        if not is_key_proved(key, guest.challenge, self.key, read_key_signature(words)):
            return self._refuse(guest, "BAD_KEY")
        if guest.door == "gallery":
            return await self._seat_in_the_gallery(guest, words, key, name)
        place = self._refusal(key) or self.places.of(key, name, printable(words.text("player", 40)))
        if place == "FULL" and words.has("watch") and self.gallery.is_open:
            return await self._seat_in_the_gallery(guest, words, key, name)
        if isinstance(place, str):
            return self._refuse(guest, place)
        if place.line is not None:  # he has noticed before us that the old line is dead
            await place.line.close()
        place.line, place.presence, guest.place = guest.line, "here", place
        proof = self.presented(words.data("challenge", CHALLENGE), key)
        guest.line.send(fields_message("welcome", sign=proof, secret=self._porter.secret))
        if self.seated is not None and self.match_stage == "playing":
            guest.line.send(
                roster_message(self.places, self.gallery)(seat=self.places.index(place))
            )
            guest.line.send(self._terms_words(self.seated.replica.terms))
            self.tell_where_we_are(guest.line)
            if place.asked and self._is_forked:  # the line was lost before all was shown
                guest.line.send(fields_message("show"))
        await self._tell_all()
        return True

    @property
    def _is_forked(self) -> bool:
        return self.seated is not None and self.seated.is_forked

    def _refusal(self, key: bytes) -> TroubleCode | None:
        if key == self.key:
            return "SAME_KEY"
        if key in self._sent_away:
            return "SENT_AWAY"
        is_new = self.places.known(key) is None
        return "PLAYING" if is_new and self.match_stage == "playing" else None

    def _refuse(self, guest: GuestConnection, why: TroubleCode) -> bool:
        guest.line.send(fields_message("no", why=why))
        return False

    def _gone(self, guest: GuestConnection) -> None:
        if guest.onlooker is not None and self.gallery.leave(guest.onlooker):
            self._soon(self._tell_all())
        place = guest.place
        if place is None or place.line is not guest.line:
            return
        place.line, place.ready = None, False
        if self.match_stage == "playing":
            place.presence = "left" if place.presence == "left" else "lost"
        elif place in self.places:
            self.places[self.places.index(place)] = None
        self._soon(self._tell_all())

    # --- those who watch --------------------------------------------------------------------------

    async def _seat_in_the_gallery(
        self, guest: GuestConnection, words: MessageFields, key: bytes, name: str
    ) -> bool:
        """Somebody may watch; False to close his line."""
        wanted_a_seat = words.has("watch") and not words.flag("watch")
        why = self._no_watching(key)
        if why is not None:
            is_late = why == "NO_WATCHING" and wanted_a_seat and self.match_stage == "playing"
            return self._refuse(guest, "PLAYING" if is_late else why)
        names = [one.name for one in self.places if one]
        guest.onlooker = self.gallery.admit(key, name, guest.line, names)
        proof = self.presented(words.data("challenge", CHALLENGE), key)
        guest.line.send(fields_message("welcome", sign=proof, watch=True))
        if self.seated is not None and self.match_stage == "playing":
            guest.line.send(roster_message(self.places, self.gallery)(seat=0))
            guest.line.send(self._terms_words(self.seated.replica.terms))
        await self._tell_all()
        return True

    def _no_watching(self, key: bytes) -> TroubleCode | None:
        if key == self.key or self.places.known(key) is not None:
            return "SAME_KEY"
        return "SENT_AWAY" if key in self._sent_away else self.gallery.refusal(key)

    def _take_from(self, one: SpectatorConnection, message: PeerMessage) -> bool:
        """What a spectator has said; False to close his line."""
        words = message.words
        try:
            stays = self.gallery.take(one, message, lambda: self._answer(one, words))
        except SpectatorInterference:
            self.shut_out(one.key)
            self.heard(None, SPECTATOR_INTERFERED, "", one.name)
            self._tell(spectator_chat_message(SPECTATOR_INTERFERED, one.name))
            stays = False
        self._changed()
        return stays

    def _answer(self, one: SpectatorConnection, words: MessageFields | None) -> None:
        """A spectator asks for what he has missed, or for what shows who has lied."""
        seated = self.seated
        if words is None or seated is None:
            return
        if words.what == "at":
            known = partial(seated.frames_since, words.number("n"))
            self._soon(self.gallery.catch_up(one, known))
        else:
            self.take_match_words(words, one.line)

    def _said_from_the_gallery(self, one: SpectatorConnection, phrase: str) -> None:
        self.heard(None, phrase, "", one.name)
        self._tell(spectator_chat_message(phrase, one.name))

    def shut_out(self, key: bytes) -> None:
        """A spectator is sent away, and may not come back."""
        if (one := self.gallery.of(key)) is not None:
            self._keep_away(key)
            one.line.send(fields_message("no", why="SENT_AWAY"))
            self._soon(one.line.hang_up())

    # --- what the host's player does --------------------------------------------------------------

    def set_ready(self, on: bool) -> None:
        own = self.places[self.seat]
        assert own is not None
        own.ready, own.nonce = on, secrets.token_bytes(NONCE_SIZE)
        self._soon(self._tell_all())

    def exchange(self, one: Seat, other: Seat) -> None:
        """Two places change their seats, before a match."""
        if self.match_stage != "playing" and max(one, other) < len(self.places):
            places = self.places
            places[one], places[other] = places[other], places[one]
            self._soon(self._tell_all())

    async def send_away(self, seat: Seat) -> None:
        """Somebody leaves the table and may not come back; not in the middle of a match."""
        place = self.places[seat] if seat < len(self.places) else None
        if place is None or place.line is None or self.match_stage == "playing":
            return
        self._keep_away(place.key)
        place.line.send(fields_message("no", why="SENT_AWAY"))
        await place.line.hang_up()

    def _keep_away(self, key: bytes) -> None:
        self._sent_away[key] = None
        if len(self._sent_away) > MAX_REMOVED_KEYS:
            del self._sent_away[next(iter(self._sent_away))]

    def say(self, phrase: str, text: str) -> None:
        self._said(self.seat, phrase, text)
        self._changed()

    def _said(self, seat: Seat, phrase: str, text: str) -> None:
        self.heard(seat, phrase, text)
        self._tell(fields_message("said", seat=seat, phrase=phrase, text=text))

    async def close(self, farewell: bool) -> None:
        if farewell:
            self._tell(fields_message("bye"))
        self.past.close()
        if self.seated is not None:
            self.seated.close()
        people = (*self.places, *self.gallery.people)
        await asyncio.gather(*(one.line.hang_up() for one in people if one and one.line))
        await self.doors.close()

    # --- to all guests ----------------------------------------------------------------------------

    def _tell(self, message: bytes) -> None:
        self.pass_on(message)
        self.gallery.tell(message)

    def pass_on(self, message: bytes, but: object = None) -> None:
        for place in self.places:
            if place is not None and place.line is not None and place.line is not but:
                place.line.send(message)

    def _spread(self, frame: bytes, but: object) -> None:
        for place in self.places:
            line = place.line if place is not None else None
            if line is not None and line is not but and not self.is_behind(line):
                line.send(frame_message(frame))
        self.gallery.spread(frame)

    async def _tell_all(self) -> None:
        """Who is here, and a match if all are ready for one: nobody is ready for another one than
        the lobby has shown him."""
        contract = self._contract()
        if not contract.keeps(self._shown):
            for place in filter(None, self.places):
                place.ready = False
        self._shown = contract
        self._tell_lobby()
        if self._all_ready():
            self._begin()
            self._tell_lobby()
        self.look_at_match()
        await self._announce()
        self._changed()

    def _contract(self) -> Contract:
        return contract_of(self, self.key, self.places)

    def _tell_lobby(self) -> None:
        told = roster_message(self.places, self.gallery)
        for place in self.places:
            if place is not None and place.line is not None:
                place.line.send(told(seat=self.places.index(place)))
        self.gallery.tell(told(seat=0))

    async def _announce(self) -> None:
        free = self.places.count(None) if self.match_stage != "playing" else 0
        await self.doors.announce(tidy_player_name(self.profile), self.preset, free)

    # --- the match --------------------------------------------------------------------------------

    def _all_ready(self) -> bool:
        return self.match_stage != "playing" and all(
            one is not None and one.ready and one.nonce and one.presence == "here"
            for one in self.places
        )

    def _begin(self) -> None:
        places = [one for one in self.places if one is not None]
        terms = terms_for_seats(self.rules, places, self.clock)
        for place in places:
            place.ready = place.asked = False
        if not self.sit_down(terms, self.seat, self._way(), self._spread):
            return
        assert self.seated is not None
        self._tell(self._terms_words(terms))
        self.remember_people()
        self.seated.go()

    def _terms_words(self, terms: MatchTerms) -> bytes:
        return fields_message("terms", text=terms.as_text(), watched=self.watched)

    def _way(self) -> RejoinInfo:
        way = self.doors.way
        secret = self._porter.secret
        gallery = self._porter.code.hex() if self.gallery.is_open else ""
        place = (way.host, way.port, way.broker, way.topic)
        return RejoinInfo(True, self.profile, secret, *place, gallery)
