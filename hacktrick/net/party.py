"""What host and guest of a table have in common: who one is, the own match, what was said."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal
from weakref import WeakKeyDictionary

from nacl.exceptions import BadSignatureError
from nacl.signing import SigningKey, VerifyKey

from hacktrick.game import shapes
from hacktrick.game.rules import PRESETS, RulesError, Seat, rules_for
from hacktrick.net.faults import Noise
from hacktrick.net.frames import SIGNATURE
from hacktrick.net.kept import Shelf, Way
from hacktrick.net.keyring import Friend, Keyring
from hacktrick.net.limits import (
    ASK_AGAIN_EVERY,
    MOST_ASKS,
    MOST_LINES,
    PACE,
    PORTION,
    WAITING_UNSENT,
    Rate,
)
from hacktrick.net.link import Line
from hacktrick.net.pause import WISHES, Wish
from hacktrick.net.seated import Seated, Spread
from hacktrick.net.terms import KEY_SIZE, Terms
from hacktrick.net.told import Line as Spoken
from hacktrick.net.told import Presence, Sitter, Stage, Trouble, Watcher
from hacktrick.net.wire import (
    Message,
    Odd,
    Words,
    evidence_message,
    frame_message,
    words_message,
)

LONGEST_NAME, LONGEST_LINE = 16, 200
CHALLENGE = 32
PRESENT_TAG = b"hacktrick hello 1\0"  # a signature under it is no frame


@dataclass(slots=True)
class Office:
    """What the process has for whoever hosts or joins: keys, kept matches, and folders."""

    keyring: Keyring
    shelf: Shelf
    proofs: Path
    friends: dict[str, Friend] = field(default_factory=dict)

    @classmethod
    def in_folder(cls, folder: Path) -> Office:
        keyring = Keyring(folder / "keys")
        return cls(keyring, Shelf(folder / "tables"), folder / "proofs", keyring.friends())

    def tick(self, key: str) -> Friend:
        """Whom this key belonged to before; blank for a stranger."""
        return self.friends.get(key, Friend("", ""))


class Past:
    """Tells others what was said in the match before, in portions, as fast as they take it."""

    def __init__(self) -> None:
        self._asks: WeakKeyDictionary[Line, Rate] = WeakKeyDictionary()
        self._telling: dict[tuple[Line, Literal["frame", "evidence"]], asyncio.Task[None]] = {}

    def may_ask(self, line: Line) -> bool:
        """Whether somebody may ask once more; this counts as asking."""
        return self._asks.setdefault(line, Rate(1 / ASK_AGAIN_EVERY, MOST_ASKS)).allows()

    def is_told(self, line: Line) -> bool:
        """Whether frames of the past are on their way to somebody: those of today come after."""
        return (line, "frame") in self._telling

    def tell(
        self,
        line: Line,
        kind: Literal["frame", "evidence"],
        known: Callable[[], Sequence[bytes]],
        then: Callable[[], None] = lambda: None,
    ) -> None:
        """Tell frames; whatever of this kind was being told on this line is not gone on with.

        Args:
            known: the frames, as they stand now.
            then: called when all are told.
        """
        told: set[bytes] = set()
        if (before := self._telling.pop((line, kind), None)) is not None:
            before.cancel()
        if line.unsent <= WAITING_UNSENT and self._tell_portion(line, kind, known, told):
            then()
            return

        async def go_on() -> None:
            while not line.is_closed:
                await asyncio.sleep(PACE)
                if line.unsent <= WAITING_UNSENT and self._tell_portion(line, kind, known, told):
                    break
            del self._telling[line, kind]
            then()

        self._telling[line, kind] = asyncio.ensure_future(go_on())

    def _tell_portion(
        self,
        line: Line,
        kind: Literal["frame", "evidence"],
        known: Callable[[], Sequence[bytes]],
        told: set[bytes],
    ) -> bool:
        """Whether it was the last one."""
        portion = [frame for frame in known() if frame not in told][:PORTION]
        for frame in portion:
            line.send(frame_message(frame) if kind == "frame" else evidence_message(frame))
        told.update(portion)
        return len(portion) < PORTION

    def close(self) -> None:
        for task in self._telling.values():
            task.cancel()
        self._telling.clear()


class Party(ABC):
    """One computer at a table: ``Host`` or ``Guest``.

    Attributes:
        seated: the own part in a match, once one has begun.
        lines: what was said at the table.
        trouble: the last thing that went wrong.
        clock: seconds for a decision; 0: no clock.
        watched: whether others may watch.
        watching: whether one only watches, and sends no frame of a match.
        past: tells others what they have missed.
    """

    is_host = False

    def __init__(self, office: Office, profile: str, player: str) -> None:
        self.office, self.profile, self.player = office, profile, player
        self.signer: SigningKey = office.keyring.signer(profile)
        self.key = bytes(self.signer.verify_key)
        self.seated: Seated | None = None
        self.lines: list[Spoken] = []
        self.trouble: Trouble | None = None
        self.preset = ""
        self.options: Mapping[str, Any] = {}
        self.clock = 0
        self.watched = self.watching = False
        self.past = Past()

    # What differs

    @property
    @abstractmethod
    def stage(self) -> Stage:
        """How far the table has come."""

    @property
    @abstractmethod
    def sitters(self) -> tuple[Sitter | None, ...]:
        """Who sits where; None: a free place."""

    @property
    @abstractmethod
    def cut_off(self) -> bool:
        """Whether the broker of the table is out of reach."""

    @property
    def is_linked(self) -> bool:
        """Whether there is a line to the table."""
        return True

    @property
    @abstractmethod
    def watchers(self) -> tuple[Watcher, ...]:
        """Who watches."""

    @abstractmethod
    def set_ready(self, on: bool) -> None:
        """The own player is ready for a match, or no longer."""

    @abstractmethod
    def say(self, phrase: str, text: str) -> None:
        """The own player says something."""

    @abstractmethod
    def pass_on(self, message: bytes, but: object = None) -> None:
        """Send something to all others, and not to the line that it came from."""

    @abstractmethod
    async def close(self, farewell: bool) -> None:
        """Away, with a good-bye or without."""

    # The match

    @property
    def match_stage(self) -> Stage:
        """Of the table's stages, the one that the match is in."""
        if self.seated is None:
            return "lobby"
        return "over" if self.seated.is_over else "playing"

    def sit_down(self, terms: Terms, seat: Seat, way: Way, spread: Spread) -> bool:
        """Begin a match; False if its log cannot be written."""
        try:
            begun = Seated.begin(
                self.office.shelf, terms, seat, self.signer, way, spread, self.office.proofs
            )
        except OSError as error:
            self.trouble = Trouble("DISK", error.strerror or "")
            return False
        self._stand_up()
        self.seated, self.trouble = begun, None
        return True

    def look_on(self, terms: Terms) -> None:
        """A match begins in which one has no seat."""
        self._stand_up()
        self.seated, self.trouble = Seated.watch(terms, self.office.proofs), None

    def _stand_up(self) -> None:
        """The last match is over for good: nobody is told of it any more."""
        self.past.close()
        if self.seated is not None:
            self.seated.close()

    def take_frames(self, message: Message, line: Line) -> bool:
        """A frame or evidence from a line; False where the line has brought only noise."""
        if self.seated is None:
            return True
        was_forked = self.seated.fork is not None
        try:
            if message.kind == "evidence":
                self.seated.hear_evidence(message.frame)
                return True
            self.seated.hear(message.frame, line)
        except Noise:
            return False
        if self.seated.fork is not None and not was_forked:
            line.send(words_message("show"))
            if not self.watching:
                self._send_since(line, 0)  # the others have to see it too
        self.look_at_match()
        return True

    def take_match_words(self, words: Words, line: Line) -> bool:
        """Words about the running match; whether they were such.

        Raises:
            Odd: they are not as they should be, or it is asked too often.
        """
        if self.watching and words.what in ("at", "show"):
            return True  # whoever watches has nothing to show
        if words.what in ("at", "show") and not self.past.may_ask(line):
            raise Odd("asked too often")
        if words.what == "at":
            step = words.number("n")
            self._send_since(line, step, lambda: self._tell_wishes(line, step))
        elif words.what == "pause":
            self._take_wish(words, line)
        elif words.what == "show":
            seated = self.seated
            known = (lambda: seated.frames_since(0)) if seated is not None else list[bytes]
            self.past.tell(line, "evidence", known, lambda: line.send(words_message("shown")))
        elif words.what == "shown":
            if self.seated is not None:
                self.seated.settle()
                self.look_at_match()
        else:
            return False
        return True

    def tell_where_we_are(self, line: Line) -> None:
        """So that the other side sends what we lack."""
        if self.seated is not None:
            line.send(words_message("at", n=self.seated.replica.step))

    def is_behind(self, line: Line) -> bool:
        """Whether somebody is still being told what was before, and will be told what is new after
        that. What shows a cheat is told at once: it is no part of what was."""
        verdict = self.seated.replica.verdict if self.seated is not None else None
        return verdict is None and self.past.is_told(line)

    def _send_since(self, line: Line, step: int, then: Callable[[], None] = lambda: None) -> None:
        seated = self.seated
        known = (lambda: seated.frames_since(step)) if seated is not None else list[bytes]
        self.past.tell(line, "frame", known, then)

    def look_at_match(self) -> None:
        """What it has brought: a cheat, wishes to be passed on, news of a pause."""
        if self.seated is None:
            return
        verdict = self.seated.replica.verdict
        if verdict is not None:
            self.trouble = Trouble("CHEATED", verdict.fault, verdict.seat)
        self._follow_pauses(self.seated)

    # A pause

    def _follow_pauses(self, seated: Seated) -> None:
        pauses, absent = seated.replica.pauses, self._absent()
        if absent != pauses.absent:
            pauses.absent = absent
            seated.go()
        for wish in pauses.take_out():
            self.pass_on(wish_words(wish))
        for phrase, seat in pauses.take_news():
            self.heard(seat, phrase, "")

    def _absent(self) -> frozenset[Seat]:
        """Who need not agree to a pause, as he is not here. Nobody, while the own line is lost: it
        is oneself who is away."""
        if not self.is_linked:
            return frozenset()
        sitters = enumerate(self.sitters)
        return frozenset(seat for seat, one in sitters if one and one.presence != "here")

    def _take_wish(self, words: Words, line: Line) -> None:
        kind = next((one for one in WISHES if one == words.text("k", 10)), None)
        if kind is None:
            raise Odd("pause")
        signature = words.data("z", SIGNATURE)
        wish = Wish(words.number("s"), kind, words.number("n"), signature)
        if self.seated is not None and self.seated.hear_wish(wish):
            self.pass_on(wish_words(wish), line)
            self.look_at_match()

    def _tell_wishes(self, line: Line, step: int) -> None:
        """For somebody who has come as far as ``step``; what he says of earlier steps was said
        while we were away."""
        if self.seated is not None:
            pauses = self.seated.replica.pauses
            pauses.came = max(pauses.came, step)
            for wish in pauses.known():
                line.send(wish_words(wish))

    def remember_people(self) -> None:
        """Those at this table are no strangers any more the next time."""
        assert self.seated is not None
        terms = self.seated.replica.terms
        people = zip(terms.keys, terms.seats, strict=True)
        try:
            self.office.keyring.meet(
                {key.hex(): seat.name for key, seat in people if key != self.key}
            )
        except OSError:
            self.trouble = Trouble("DISK")

    # What is said

    def sitter(self, name: str, player: str, key: bytes, ready: bool, presence: Presence) -> Sitter:
        """Somebody at the table, as the own player is told of him."""
        friend, own = self.office.tick(key.hex()), key == self.key
        return Sitter(name, player, key.hex(), own, ready, presence, friend.met, friend.name)

    def watcher(self, name: str, key: bytes) -> Watcher:
        """The same of somebody who watches."""
        friend = self.office.tick(key.hex())
        return Watcher(name, key.hex(), key == self.key, friend.met, friend.name)

    def heard(self, seat: Seat | None, phrase: str, text: str, name: str = "") -> None:
        self.lines.append(Spoken(seat, phrase, text, name))
        del self.lines[:-MOST_LINES]

    def presented(self, challenge: bytes, to: bytes) -> bytes:
        """The proof that the own key is one's own, for whoever has sent the challenge."""
        return self.signer.sign(PRESENT_TAG + challenge + to).signature


def is_presented(key: bytes, challenge: bytes, to: bytes, proof: bytes) -> bool:
    """Whether ``key`` has signed the challenge of ``to``."""
    try:
        VerifyKey(key).verify(PRESENT_TAG + challenge + to, proof)
    except (BadSignatureError, ValueError):
        return False
    return True


def wish_words(wish: Wish) -> bytes:
    return words_message("pause", s=wish.seat, k=wish.kind, n=wish.step, z=wish.signature)


GALLERY = 255  # said instead of a seat by whoever watches: older programs know no such seat


def read_key(words: Words) -> bytes:
    return words.data("key", KEY_SIZE)


def read_proof_of_key(words: Words) -> bytes:
    return words.data("sign", SIGNATURE)


def read_line(words: Words) -> tuple[str, str]:
    """A phrase and a text, one of them empty.

    Raises:
        Odd: neither, or both.
    """
    phrase, text = words.text("phrase", 40), shapes.plain(words.text("text", LONGEST_LINE)).strip()
    if bool(phrase) == bool(text):
        raise Odd("say")
    return phrase, text


def tidy_name(name: str) -> str:
    """A name as it can stand at a table; ``?`` for one that cannot."""
    return shapes.tidy_name(name, LONGEST_NAME)


def check_rules(preset: str, options: Mapping[str, Any]) -> bool:
    """Whether there is such an edition with such options."""
    try:
        return preset in PRESETS and bool(rules_for(preset, dict(options)))
    except (RulesError, TypeError):
        return False
