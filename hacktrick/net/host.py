"""A table of one's own: who comes, who sits where, and frames carried from guest to guest.

The host is a letter box: frames pass through it signed by others, and nothing secret is in them.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any

from hacktrick.game.rules import Rules, Seat, rules_for
from hacktrick.game.view import SeatInfo
from hacktrick.net.carrier import Carrier, LineLost
from hacktrick.net.doors import Doors
from hacktrick.net.doors import Place as Found
from hacktrick.net.handshake import WrongCode, stretched
from hacktrick.net.invitation import SECRET_BYTES
from hacktrick.net.kept import SECRET, Kept, Way
from hacktrick.net.link import Line, NotThisGame, greet
from hacktrick.net.party import (
    CHALLENGE,
    MOST_NOISE,
    Office,
    Party,
    is_presented,
    read_key,
    read_line,
    read_proof_of_key,
    tidy_name,
)
from hacktrick.net.places import Place, Places
from hacktrick.net.seated import Seated
from hacktrick.net.terms import NONCE_SIZE, Terms, protocol_of, rules_hash
from hacktrick.net.told import HostTable, Presence, Sitter, Stage, TroubleCode
from hacktrick.net.wire import Message, Odd, Words, frame_message, read_message, words_message

MOST_GUESSES = 5  # wrong words, after which the word is another one
MOST_LINES_OPEN = 16  # at once, greeted or not


@dataclass(slots=True)
class Guest:
    """A line before anybody knows who speaks there, and after."""

    line: Line
    challenge: bytes
    noise: int = 0
    place: Place | None = None


class Host(Party):
    """The table of this computer.

    Args:
        changed: called whenever there is something new to be told.
    """

    is_host = True

    def __init__(
        self, office: Office, wanted: HostTable, changed: Callable[[], None], kept: Kept | None
    ) -> None:
        super().__init__(office, wanted.profile, wanted.player)
        self.preset, self.options = wanted.preset, dict(wanted.options)
        self.clock = wanted.clock
        self.rules: Rules = rules_for(wanted.preset, self.options)
        self.places = Places([None] * self.rules.n_seats)
        self.code = secrets.token_bytes(SECRET_BYTES)
        self._secret = kept.way.secret if kept else secrets.token_bytes(SECRET)
        self._stretched = 0
        self._guesses = self._n_lines = 0
        self._sent_away: set[bytes] = set()
        self._tell_program = changed
        self._tasks: set[asyncio.Future[None]] = set()
        self._last: Stage = "lobby"  # the stage that the doors are locked for
        self.doors = Doors(wanted, self._come, self._changed)
        if kept is None:
            self.places[0] = Place(tidy_name(wanted.profile), wanted.player, self.key)
        else:
            self._sit_again(kept)

    def _sit_again(self, kept: Kept) -> None:
        """Raises:
        Cheat: somebody had cheated.
        """
        terms = kept.header.terms
        for seat, (info, key) in enumerate(zip(terms.seats, terms.keys, strict=True)):
            presence: Presence = "here" if key == self.key else "lost"
            self.places[seat] = Place(info.name, info.player, key, presence=presence)
        way = kept.way
        self.doors.at(Found(way.host, way.port, way.broker, way.topic))
        self.seated = Seated.resume(kept, self.signer, self._spread, self.office.proofs)
        self._last = self.match_stage
        self._check_trouble()

    async def open(self) -> None:
        """Let guests in.

        Raises:
            OSError: this computer may not listen.
            NoBroker: the broker is not there.
        """
        self._stretched = await asyncio.to_thread(stretched, self._open_secret)
        await self.doors.open(self.code, self.seated is not None)
        if self.seated is not None:
            self.seated.go()
        await self._announce()
        self._changed()

    # --- what is told -----------------------------------------------------------------------------

    @property
    def stage(self) -> Stage:
        return self.match_stage

    @property
    def seat(self) -> Seat:
        return next(n for n, one in enumerate(self.places) if one and one.key == self.key)

    @property
    def sitters(self) -> tuple[Sitter | None, ...]:
        return tuple(None if one is None else self._sitter(one) for one in self.places)

    def _sitter(self, place: Place) -> Sitter:
        own, key = place.key == self.key, place.key.hex()
        friend = self.office.tick(key)
        return Sitter(
            place.name, place.player, key, own, place.ready, place.presence, friend.met, friend.name
        )

    @property
    def cut_off(self) -> bool:
        return self.doors.cut_off

    @property
    def _open_secret(self) -> bytes:
        """What a guest has to know: the word, or in a match what only those who sat here know."""
        return self._secret if self.match_stage == "playing" else self.code

    # --- guests -----------------------------------------------------------------------------------

    async def _come(self, carrier: Carrier) -> None:
        """Somebody is at the door."""
        if self._n_lines >= MOST_LINES_OPEN:
            await carrier.close()
            return
        self._n_lines += 1
        try:
            line = await greet("host", self._stretched, carrier)
            await self._talk(Guest(line, secrets.token_bytes(CHALLENGE)))
        except WrongCode:
            await self._count_guess()
        except (NotThisGame, LineLost):
            pass
        finally:
            self._n_lines -= 1

    async def _count_guess(self) -> None:
        self._guesses += 1
        if self._guesses >= MOST_GUESSES and self.match_stage == "lobby":
            self.code, self._guesses = secrets.token_bytes(SECRET_BYTES), 0
            await self._lock()

    def _changed(self) -> None:
        """Something is new; with another stage, another secret opens the doors."""
        stage = self.match_stage
        if stage != self._last:
            self._last = stage
            if stage == "over":
                self.places.free_those_who_have_gone(self.key)
            self._soon(self._lock())
        self._tell_program()

    def _soon(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _lock(self) -> None:
        """Another secret opens the doors from now on."""
        self._stretched = await asyncio.to_thread(stretched, self._open_secret)
        self.doors.show(self.code)
        self._changed()

    async def _talk(self, guest: Guest) -> None:
        guest.line.send(self._table_words(guest))
        try:
            async for data in guest.line.messages():
                if not await self._take(guest, read_message(data)):
                    break
        except Odd:
            pass
        finally:
            await guest.line.drain()
            await guest.line.close()
            self._gone(guest)

    def _table_words(self, guest: Guest) -> bytes:
        return words_message(
            "table",
            protocol=protocol_of(self.clock),
            rules=rules_hash(),
            preset=self.preset,
            options=dict(self.options),
            clock=self.clock,
            key=self.key,
            challenge=guest.challenge,
        )

    async def _take(self, guest: Guest, message: Message) -> bool:
        """What a guest has said; False to close the line."""
        if guest.place is None:
            return await self._take_hello(guest, message)
        if message.words is None:
            guest.noise += not self.take_frames(message, guest.line)
        elif not self.take_match_words(message.words, guest.line):
            stays = await self._take_words(guest.place, message.words)
            self._changed()
            return stays
        self._changed()
        return guest.noise < MOST_NOISE

    async def _take_words(self, place: Place, words: Words) -> bool:
        if words.what == "ready":
            place.ready, place.nonce = words.flag("on"), words.data("nonce", NONCE_SIZE)
            await self._tell_all()
        elif words.what == "say":
            self._said(self.places.index(place), *read_line(words))
        elif words.what == "bye":
            place.presence = "left"
            return False
        else:
            raise Odd(words.what)
        return True

    async def _take_hello(self, guest: Guest, message: Message) -> bool:
        words = message.words
        if words is None or words.what != "hello":
            raise Odd("hello")
        key, name = read_key(words), tidy_name(words.text("name", 200))
        if not is_presented(key, guest.challenge, self.key, read_proof_of_key(words)):
            return self._refuse(guest, "BAD_KEY")
        place = self._refusal(key) or self.places.of(key, name, words.text("player", 40))
        if isinstance(place, str):
            return self._refuse(guest, place)
        if place.line is not None:  # he has noticed before us that the old line is dead
            await place.line.close()
        place.line, place.presence, guest.place = guest.line, "here", place
        proof = self.presented(words.data("challenge", CHALLENGE), key)
        guest.line.send(words_message("welcome", sign=proof, secret=self._secret))
        if self.seated is not None and self.match_stage == "playing":
            guest.line.send(words_message("terms", text=self.seated.replica.terms.as_text()))
            self.tell_where_we_are(guest.line)
        await self._tell_all()
        return True

    def _refusal(self, key: bytes) -> TroubleCode | None:
        if key == self.key:
            return "SAME_KEY"
        if key in self._sent_away:
            return "SENT_AWAY"
        is_new = self.places.known(key) is None
        return "PLAYING" if is_new and self.match_stage == "playing" else None

    def _refuse(self, guest: Guest, why: TroubleCode) -> bool:
        guest.line.send(words_message("no", why=why))
        return False

    def _gone(self, guest: Guest) -> None:
        place = guest.place
        if place is None or place.line is not guest.line:
            return
        place.line, place.ready = None, False
        if self.match_stage == "playing":
            place.presence = "left" if place.presence == "left" else "lost"
        elif place in self.places:
            self.places[self.places.index(place)] = None
        self._soon(self._tell_all())

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
        self._sent_away.add(place.key)
        place.line.send(words_message("no", why="SENT_AWAY"))
        await place.line.drain()
        await place.line.close()

    def say(self, phrase: str, text: str) -> None:
        self._said(self.seat, phrase, text)
        self._changed()

    def _said(self, seat: Seat, phrase: str, text: str) -> None:
        self.heard(seat, phrase, text)
        self._tell(words_message("said", seat=seat, phrase=phrase, text=text))

    async def close(self, farewell: bool) -> None:
        if farewell:
            self._tell(words_message("bye"))
        for place in self.places:
            if place and place.line:
                await place.line.drain()
                await place.line.close()
        await self.doors.close()
        if self.seated is not None:
            self.seated.close()

    # --- to all guests ----------------------------------------------------------------------------

    def _tell(self, message: bytes, but: object = None) -> None:
        for place in self.places:
            if place is not None and place.line is not None and place.line is not but:
                place.line.send(message)

    def _spread(self, frame: bytes, but: object) -> None:
        self._tell(frame_message(frame), but)

    async def _tell_all(self) -> None:
        """Who is here, and a match if all are ready for one."""
        if self._all_ready():
            self._begin()
        sitters = [None if one is None else self._told(one) for one in self.places]
        for place in self.places:
            if place is not None and place.line is not None:
                seat = self.places.index(place)
                place.line.send(words_message("lobby", sitters=sitters, seat=seat))
        await self._announce()
        self._changed()

    def _told(self, place: Place) -> dict[str, Any]:
        return {
            "name": place.name,
            "player": place.player,
            "key": place.key.hex(),
            "ready": place.ready,
            "presence": place.presence,
        }

    async def _announce(self) -> None:
        free = self.places.count(None) if self.match_stage != "playing" else 0
        await self.doors.announce(tidy_name(self.profile), self.preset, free)

    # --- the match --------------------------------------------------------------------------------

    def _all_ready(self) -> bool:
        return self.match_stage != "playing" and all(
            one is not None and one.ready and one.nonce and one.presence == "here"
            for one in self.places
        )

    def _begin(self) -> None:
        places = [one for one in self.places if one is not None]
        terms = Terms(
            self.rules,
            tuple(SeatInfo(one.name, one.player) for one in places),
            tuple(one.key for one in places),
            tuple(one.nonce for one in places),
            self.clock,
        )
        for place in places:
            place.ready = False
        if not self.sit_down(terms, self.seat, self._way(), self._spread):
            return
        assert self.seated is not None
        self._tell(words_message("terms", text=terms.as_text()))
        self.remember_people()
        self.seated.go()

    def _way(self) -> Way:
        way = self.doors.way
        return Way(True, self.profile, self._secret, way.host, way.port, way.broker, way.topic)
