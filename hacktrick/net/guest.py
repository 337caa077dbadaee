"""A seat at somebody else's table: found, joined, and found again whenever the line is lost."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable

from hacktrick.game.rules import PRESETS, Seat, options_of
from hacktrick.game.shapes import ShapeError
from hacktrick.net.broker import NoBroker, call
from hacktrick.net.carrier import FIRST_PAUSE, LONGEST_PAUSE, LineLost
from hacktrick.net.handshake import WrongCode, stretched
from hacktrick.net.invitation import read_broker
from hacktrick.net.kept import SECRET, Kept, Way
from hacktrick.net.limits import MOST_NOISE, MOST_SAID, MOST_SAID_AT_ONCE, Rate
from hacktrick.net.link import Door, Line, NotThisGame, connect, greet
from hacktrick.net.lobby import (
    Contract,
    contract_in,
    contract_of,
    out_of_sight,
    read_sitters,
    read_watchers,
    sitters_of,
)
from hacktrick.net.party import (
    CHALLENGE,
    GALLERY,
    Office,
    Party,
    check_rules,
    is_presented,
    read_key,
    read_line,
    read_proof_of_key,
    tidy_name,
)
from hacktrick.net.seated import Seated
from hacktrick.net.terms import (
    NONCE_SIZE,
    PROTOCOL,
    PROTOCOLS,
    Terms,
    read_terms,
    rules_hash,
)
from hacktrick.net.told import CLOCKS, Sitter, Stage, Trouble, TroubleCode, Watcher
from hacktrick.net.wire import (
    Message,
    Odd,
    Words,
    frame_message,
    read_message,
    words_message,
)

REFUSALS: tuple[TroubleCode, ...] = (
    "FULL", "SAME_KEY", "SENT_AWAY", "PLAYING", "BAD_KEY", "NO_WATCHING", "GALLERY_FULL",
)  # fmt: skip


class Refused(Exception):
    """There is no way to this table."""

    def __init__(self, code: TroubleCode, detail: str = "") -> None:
        super().__init__(code)
        self.trouble = Trouble(code, detail)


class Guest(Party):
    """A seat at a table of another computer.

    Args:
        ways: where the table may be, tried one after the other.
        code: of the invitation; empty where only a kept match is gone on with.
        changed: called whenever there is something new to be told.
        watch: only to watch.
    """

    def __init__(
        self, office: Office, profile: str, player: str, ways: list[Way], code: bytes,
        changed: Callable[[], None], kept: Kept | None = None, watch: bool = False,
    ) -> None:  # fmt: skip
        super().__init__(office, profile, player)
        self._ways, self._code, self._changed = ways, code, changed
        self._secret = kept.way.secret if kept else b""  # of those who sit at the table
        self._worked_out: dict[bytes, int] = {}  # from secrets, for the handshake
        self._working_out: asyncio.Future[int] | None = None
        self._line: Line | None = None
        self._host: tuple[bytes, bytes] = (b"", b"")  # the host's key, and our challenge
        self._is_welcome = self._ended = self._cut_off = False
        self._nonce = secrets.token_bytes(NONCE_SIZE)
        self._wants_to_watch = watch
        self._sitters: list[Sitter | None] = []
        self._watchers: tuple[Watcher, ...] = ()
        self._seat: Seat = 0
        self._n_noise = 0
        self._has_seen_lobby = False  # on this line
        self._agreed: Contract | None = None
        self._talk: dict[Seat, Rate] = {}  # by who speaks: the host may pass on too much
        if kept is not None:
            self._sit_again(kept)

    def _sit_again(self, kept: Kept) -> None:
        """Raises:
        Cheat: somebody had cheated.
        """
        terms = kept.header.terms
        self.preset, self._seat = terms.rules.preset, kept.header.seat
        self.clock, self.options = terms.clock, options_of(terms.rules)
        self._sitters = [
            self.sitter(info.name, info.player, key, False, "here" if key == self.key else "lost")
            for info, key in zip(terms.seats, terms.keys, strict=True)
        ]
        self.seated = Seated.resume(kept, self.signer, self._spread, self.office.proofs)
        self.look_at_match()

    # --- what is told -----------------------------------------------------------------------------

    @property
    def stage(self) -> Stage:
        if self._ended:
            return "closed"
        if self.seated is None and not self._is_welcome:
            return "opening"
        return self.match_stage

    @property
    def sitters(self) -> tuple[Sitter | None, ...]:
        """As the host has told; nobody but oneself is known to be here while the line is lost."""
        if self._line is not None or self._ended:
            return tuple(self._sitters)
        return out_of_sight(self._sitters)

    @property
    def is_linked(self) -> bool:
        return self._line is not None

    @property
    def cut_off(self) -> bool:
        return self._cut_off and not self._ended

    @property
    def watchers(self) -> tuple[Watcher, ...]:
        return self._watchers if self._line is not None else ()

    # --- coming and coming back -------------------------------------------------------------------

    async def run(self) -> None:
        """Be at the table until it is closed, coming back as often as the line is lost."""
        pause = FIRST_PAUSE
        while not self._ended:
            try:
                if await self._visit():
                    pause = FIRST_PAUSE
            except Refused as refused:
                self._end(refused.trouble)
                return
            if not self._ended:
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)

    def _end(self, trouble: Trouble | None) -> None:
        self._ended, self.trouble = True, trouble or self.trouble
        self._changed()

    async def _visit(self) -> bool:
        """One line from its first to its last word; whether we were let in.

        Raises:
            Refused: there is no way in, and there will be none.
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
        except Odd:
            pass
        finally:
            await line.close()
            self._line = None
            self._changed()
        return was_welcome

    async def _any_line(self) -> Line | None:
        """Raises:
        Refused: the table was never reached, and cannot be.
        """
        why, cut_off = Refused("NO_ANSWER"), False
        for way in self._ways:
            for door, secret in self._keys():
                try:
                    line = await self._open_line(way, await self._stretched(secret), door)
                except WrongCode:
                    why = Refused("WRONG_WORD")
                except NotThisGame:
                    why = Refused("NOT_THIS_GAME")
                except LineLost:
                    break
                except NoBroker as error:
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

    def _keys(self) -> list[tuple[Door, bytes]]:
        """What may open which door: in a match, what only those at the table know. Whoever has no
        seat there may watch."""
        if self.watching or self._wants_to_watch:
            return [("gallery", self._code)]
        known: list[tuple[Door, bytes]] = [("match", self._secret), ("seat", self._code)]
        in_order = known if self.match_stage == "playing" else known[::-1]
        seats = [(door, secret) for door, secret in in_order if secret]
        is_new = self.seated is None and not self._is_welcome
        return [*seats, ("gallery", self._code)] if is_new else seats

    async def _stretched(self, secret: bytes) -> int:
        """Worked out once, however often a line is tried."""
        if secret not in self._worked_out:
            self._worked_out[secret] = await asyncio.to_thread(stretched, secret)
        return self._worked_out[secret]

    async def _open_line(self, way: Way, secret: int, door: Door) -> Line:
        if not way.broker:
            return await connect(way.host, way.port, secret, door)
        carrier = await call(read_broker(way.broker), way.topic)
        return await greet("guest", secret, carrier, door)

    # --- what the host says -----------------------------------------------------------------------

    def _take(self, line: Line, message: Message) -> bool:
        """A message of the host; False to close the line."""
        words = message.words
        if words is None:
            self._n_noise += not self.take_frames(message, line)
            self._changed()
            return self._n_noise < MOST_NOISE
        if not self.take_match_words(words, line) and not self._take_words(line, words):
            return False
        self._changed()
        return True

    def _take_words(self, line: Line, words: Words) -> bool:
        if words.what == "table" and self._line is not line:
            self._answer_host(line, words)
        elif words.what == "welcome":
            self._enter(line, words)
        elif words.what == "no":
            code = words.text("why", 40)
            raise Refused(next((one for one in REFUSALS if one == code), "CLOSED"))
        elif words.what == "bye":
            return self._host_leaves()
        elif self._line is not line:
            raise Odd("before the welcome")
        elif words.what == "lobby":
            self._take_lobby(words)
        elif words.what == "terms":
            self._take_terms(line, words)
        elif words.what == "said":
            self._take_line(words)
        else:
            raise Odd(words.what)
        return True

    def _answer_host(self, line: Line, words: Words) -> None:
        protocol = words.number("protocol")
        if protocol not in PROTOCOLS or words.text("rules") != rules_hash():
            raise Refused("OTHER_VERSION")
        preset, options = words.text("preset", 40), words.mapping("options")
        clock = words.number("clock") if protocol > PROTOCOL else 0
        if not check_rules(preset, options) or clock not in CLOCKS:
            raise Refused("OTHER_VERSION")
        if self.match_stage != "playing":
            self.preset, self.options, self.clock = preset, options, clock
        if self.match_stage != "playing" or not self._host[0]:  # a kept match does not say it
            self.watched = words.flag("watched")
        key, challenge = read_key(words), secrets.token_bytes(CHALLENGE)
        self._host = (key, challenge)
        line.send(
            words_message(
                "hello",
                name=tidy_name(self.profile),
                player=self.player,
                key=self.key,
                challenge=challenge,
                watch=self._wants_to_watch,
                sign=self.presented(words.data("challenge", CHALLENGE), key),
            )
        )

    def _enter(self, line: Line, words: Words) -> None:
        key, challenge = self._host
        if not key or not is_presented(key, challenge, self.key, read_proof_of_key(words)):
            raise Refused("BAD_KEY")
        if self.seated is not None and key not in self.seated.replica.terms.keys:
            raise Refused("BAD_KEY")
        watching = words.has("watch") and words.flag("watch")
        if watching != self.watching and self.seated is not None:
            raise Odd("welcome")
        self.watching = watching
        if not watching:
            self._secret = words.data("secret", SECRET)
            # Worked out now, it is at hand when the line is lost.
            self._working_out = asyncio.ensure_future(self._stretched(self._secret))
        self._line, self._is_welcome, self._has_seen_lobby = line, True, False
        if self.match_stage == "playing":
            self.tell_where_we_are(line)
            if self.seated is not None and self.seated.is_forked:
                line.send(words_message("show"))

    def _take_lobby(self, words: Words) -> None:
        sitters = read_sitters(words, self, PRESETS[self.preset].n_seats)
        if self.seated is not None and self.match_stage == "playing":
            sitters = sitters_of(self.seated.replica.terms, sitters, self)
        self._sitters, self._has_seen_lobby = sitters, True
        self._seat, self._watchers = words.number("seat"), tuple(read_watchers(words, self))
        if self._watchers and not self.watched:
            raise Refused("OTHER_TERMS")
        self.look_at_match()

    def _take_line(self, words: Words) -> None:
        seat, line = words.number("seat"), read_line(words)
        rate = self._talk.setdefault(
            seat if seat < len(self._sitters) else GALLERY, Rate(MOST_SAID, MOST_SAID_AT_ONCE)
        )
        if not rate.allows():
            return
        if seat < len(self._sitters):
            self.heard(seat, *line)
        elif seat == GALLERY and words.has("name"):
            self.heard(None, line[0], "", tidy_name(words.text("name", 200)))

    def _take_terms(self, line: Line, words: Words) -> None:
        """A match begins, if what the host has written down is what was agreed on."""
        try:
            terms = read_terms(words.text("text"))
        except ShapeError as error:
            raise Odd("terms") from error
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
            raise Odd("terms")
        if not self._is_as_shown(terms, words.flag("watched")):
            raise Refused("OTHER_TERMS")
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

    def _is_as_shown(self, terms: Terms, watched: bool) -> bool:
        """Whether a match is the one that the lobby shows, and, for a player, the one that he has
        agreed to."""
        told = contract_in(terms, watched, self._host[0])
        if told is None or told != self._contract():
            return False
        return self.watching or (self._agreed is not None and told.keeps(self._agreed))

    def _way(self) -> Way:
        return self._ways[0]._replace(profile=self.profile, secret=self._secret)

    def _host_leaves(self) -> bool:
        key = self._host[0].hex()
        self._sitters = [
            one._replace(presence="left") if one and one.key == key else one
            for one in self._sitters
        ]
        if self.match_stage != "playing" or self.watching:
            raise Refused("CLOSED")
        return False

    # --- what the own player does -----------------------------------------------------------------

    def set_ready(self, on: bool) -> None:
        if self.watching:
            return
        if not (self._has_seen_lobby and self.is_linked):
            return
        contract = self._contract()
        self._agreed = contract if on else None
        self._send(words_message("ready", on=on, nonce=self._nonce, mark=contract.mark))

    def say(self, phrase: str, text: str) -> None:
        if text and self.watching:
            return
        self._send(words_message("say", phrase=phrase, text=text))

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
                self._send(words_message("bye"))
            await self._line.drain()
            await self._line.close()
        if self.seated is not None:
            self.seated.close()


def _no_broker(error: NoBroker) -> Refused:
    return Refused(error.code, str(error))
