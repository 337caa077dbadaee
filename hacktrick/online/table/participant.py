"""What host and guest of a table have in common: identity, the own match, pauses and chat.

An ``ActiveMatch`` joins the replica with its log and the frames that go in and out. It knows no
channels. A spectator has one without a seat, a log or anything to say.
"""

from __future__ import annotations

import asyncio
import secrets
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal
from weakref import WeakKeyDictionary

from nacl.exceptions import BadSignatureError
from nacl.signing import SigningKey, VerifyKey

from hacktrick.game import json_validation
from hacktrick.game.actions import NotationError, parse
from hacktrick.game.legality import IllegalAction
from hacktrick.game.rules import PRESETS, RulesError, Seat, rules_for
from hacktrick.online.faults import Cheat, HistoryFork, UnattributableFrame
from hacktrick.online.limits import (
    HISTORY_BATCH,
    HISTORY_BATCH_SECONDS,
    HISTORY_PAUSE_BYTES,
    HISTORY_REQUEST_SECONDS,
    MAX_CHAT_LINES,
    MAX_HISTORY_REQUESTS,
    RateLimiter,
)
from hacktrick.online.protocol.conversation import NullFrameStore, SeatIdentity
from hacktrick.online.protocol.frames import SIGNATURE_SIZE
from hacktrick.online.protocol.match_replica import MatchReplica, ReplicaObserver
from hacktrick.online.protocol.match_terms import KEY_SIZE, MatchTerms
from hacktrick.online.protocol.pauses import WISHES, PauseWish
from hacktrick.online.protocol.peer_messages import (
    MalformedMessage,
    MessageFields,
    PeerMessage,
    evidence_message,
    fields_message,
    frame_message,
)
from hacktrick.online.protocol.process_messages import ChatLine as Spoken
from hacktrick.online.protocol.process_messages import (
    NetworkTrouble,
    Presence,
    Spectator,
    TablePlayer,
    TableStage,
)
from hacktrick.online.protocol.proof_file import ProofFile, encode_proof_file
from hacktrick.online.protocol.write_ahead_log import SECRET_SIZE, LogHeader, MatchLog
from hacktrick.online.table.saved_tables import RejoinInfo, SavedTable, SavedTables
from hacktrick.online.table.signing_keys import Keyring, KnownPlayer
from hacktrick.online.transport.secure_channel import SecureChannel

PROOF_ENDING = ".hacktrick-proof"

BroadcastFrame = Callable[[bytes, object], None]
"""Sends a frame to everybody but one line (None: to all)."""


class ActiveMatch:
    """The own part in a match.

    Attributes:
        fork: another history that was met; its verdict waits for what the other side shows.
        claimed: the own player has ended it, because others were gone.
        proof_path: of the last proof file written; empty before the first round is over.
    """

    def __init__(
        self,
        replica: MatchReplica,
        log: MatchLog | NullFrameStore,
        spread: BroadcastFrame,
        proofs: Path,
    ) -> None:
        self.replica = replica
        self.fork: HistoryFork | None = None
        self.claimed = False
        self.proof_path = ""
        self._log, self._spread, self._proofs = log, spread, proofs
        self._shown: tuple[int, Seat, bytes] | None = None  # what somebody has said otherwise
        self._written, self._ended = 0, False  # what the proof file has: rounds, the end

    @classmethod
    def begin(
        cls,
        shelf: SavedTables,
        terms: MatchTerms,
        seat: Seat,
        signer: SigningKey,
        way: RejoinInfo,
        spread: BroadcastFrame,
        proofs: Path,
    ) -> ActiveMatch:  # fmt: skip
        """A new match. Nothing is said before ``go``.

        Raises:
            OSError: its log cannot be written.
        """
        secret = secrets.token_bytes(SECRET_SIZE)
        log = shelf.begin(LogHeader(terms, seat, secret), way)
        return cls(
            MatchReplica(terms, SeatIdentity(seat, signer, secret), log), log, spread, proofs
        )

    @classmethod
    def resume(
        cls, kept: SavedTable, signer: SigningKey, spread: BroadcastFrame, proofs: Path
    ) -> ActiveMatch:
        """A kept match, where it was left.

        Raises:
            Cheat: somebody had cheated.
        """
        header = kept.header
        identity = SeatIdentity(header.seat, signer, header.secret)
        replica = MatchReplica.resume(header.terms, identity, kept.log, kept.frames)
        return cls(replica, kept.log, spread, proofs)

    @classmethod
    def watch(cls, terms: MatchTerms, proofs: Path) -> ActiveMatch:
        """A match in which one has no seat: everything is heard and checked, nothing is said."""
        return cls(ReplicaObserver(terms), NullFrameStore(), lambda frame, but: None, proofs)

    @property
    def match(self) -> str:
        """Its name, hexadecimal."""
        return self.replica.terms.match_id.hex()

    @property
    def is_over(self) -> bool:
        """Nothing more will be said in it."""
        return self.claimed or self.replica.wants == "nothing"

    @property
    def is_forked(self) -> bool:
        """Whether it is open who has made two histories."""
        return self.fork is not None and self.replica.verdict is None

    def frames_since(self, step: int) -> list[bytes]:
        """For somebody who has come as far as ``step``."""
        return list(self.replica.talk.chain.since(step))

    # --- in ---------------------------------------------------------------------------------------

    def hear(self, frame: bytes, line: object) -> None:
        """A frame from a line; if it is new, all others get it.

        Raises:
            Noise: nobody can be blamed for it.
        """
        if self.replica.verdict is not None or self.fork is not None:
            return
        try:
            if self.replica.hear(frame):
                self._spread(frame, line)
        except Cheat:
            self._spread(frame, line)  # the others come to the same verdict
        except HistoryFork as fork:
            self.fork = fork
        self._after()

    def go(self) -> None:
        """Say what is due."""
        self._try(self.replica.go)

    def act(self, text: str) -> None:
        """The own action; one that is not legal changes nothing, as the window asks for none."""
        try:
            action = parse(text)
            self._try(lambda: self.replica.submit(action))
        except (NotationError, IllegalAction, AssertionError):
            return

    def next_round(self) -> None:
        self._try(self.replica.next_round)

    def want_pause(self, on: bool) -> None:
        self._try(lambda: self.replica.want_pause(on))

    def hear_wish(self, wish: PauseWish) -> bool:
        """What somebody wants about a pause; whether it was new."""
        new: list[bool] = []
        self._try(lambda: new.append(self.replica.hear_wish(wish)))
        return any(new)

    def _try(self, do: Callable[[], None]) -> None:
        if self.replica.verdict is None and self.fork is None and not self.claimed:
            try:
                do()
            except Cheat:
                pass
            except HistoryFork as fork:
                self.fork = fork
        self._after()

    # --- two histories ----------------------------------------------------------------------------

    def hear_evidence(self, raw: bytes) -> None:
        """What the other side of a fork shows. Only the first frame that contradicts ours counts.

        Raises:
            Noise: no frame of this match.
        """
        if self.fork is None or self.replica.verdict is not None:
            return
        chain = self.replica.talk.chain
        frame = chain.read(raw)
        own = chain.said(frame.step, frame.seat)
        shown = (frame.step, frame.seat, raw)
        if own not in (None, raw) and (self._shown is None or shown[:2] < self._shown[:2]):
            self._shown = shown

    def settle(self) -> None:
        """Everything has been shown: the verdict."""
        if self.fork is not None and self.replica.verdict is None:
            self.replica.settle(self.fork, [self._shown[2]] if self._shown else [])
            self._after()

    # --- out --------------------------------------------------------------------------------------

    def _after(self) -> None:
        for frame in self.replica.take_out():
            self._spread(frame, None)
        ended = self.replica.wants == "nothing"
        if len(self.replica.rounds) > self._written or ended > self._ended:
            self._write_proof()
            self._ended = ended

    def _write_proof(self) -> None:
        """A proof file that cannot be written stops no match: it is tried again after the next
        round."""
        proof = ProofFile(self.replica.terms, self.replica.frames())
        path = self._proofs / f"{self.match}{PROOF_ENDING}"
        temporary = path.with_suffix(".tmp")
        try:
            self._proofs.mkdir(parents=True, exist_ok=True)
            temporary.write_bytes(encode_proof_file(proof))
            temporary.replace(path)
        except OSError:
            return
        self._written, self.proof_path = len(self.replica.rounds), str(path)

    def close(self) -> None:
        """The log is whole on the disk."""
        self._log.close()


LONGEST_NAME, LONGEST_LINE = 16, 200
CHALLENGE = 32
PRESENT_TAG = b"hacktrick hello 1\0"  # a signature under it is no frame


@dataclass(slots=True)
class NetworkStore:
    """What the process has for whoever hosts or joins: keys, kept matches, and folders."""

    keyring: Keyring
    shelf: SavedTables
    proofs: Path
    friends: dict[str, KnownPlayer] = field(default_factory=dict)

    @classmethod
    def in_folder(cls, folder: Path) -> NetworkStore:
        keyring = Keyring(folder / "keys")
        return cls(keyring, SavedTables(folder / "tables"), folder / "proofs", keyring.friends())

    def tick(self, key: str) -> KnownPlayer:
        """Whom this key belonged to before; blank for a stranger."""
        return self.friends.get(key, KnownPlayer("", ""))


class Past:
    """Tells others what was said in the match before, in portions, as fast as they take it."""

    def __init__(self) -> None:
        self._asks: WeakKeyDictionary[SecureChannel, RateLimiter] = WeakKeyDictionary()
        self._telling: dict[
            tuple[SecureChannel, Literal["frame", "evidence"]], asyncio.Task[None]
        ] = {}

    def may_ask(self, line: SecureChannel) -> bool:
        """Whether somebody may ask once more; this counts as asking."""
        return self._asks.setdefault(
            line, RateLimiter(1 / HISTORY_REQUEST_SECONDS, MAX_HISTORY_REQUESTS)
        ).try_take()

    def is_told(self, line: SecureChannel) -> bool:
        """Whether frames of the past are on their way to somebody: those of today come after."""
        return (line, "frame") in self._telling

    def tell(
        self,
        line: SecureChannel,
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
        if line.unsent <= HISTORY_PAUSE_BYTES and self._tell_portion(line, kind, known, told):
            then()
            return

        async def go_on() -> None:
            while not line.is_closed:
                await asyncio.sleep(HISTORY_BATCH_SECONDS)
                if line.unsent <= HISTORY_PAUSE_BYTES and self._tell_portion(
                    line, kind, known, told
                ):
                    break
            del self._telling[line, kind]
            then()

        self._telling[line, kind] = asyncio.ensure_future(go_on())

    def _tell_portion(
        self,
        line: SecureChannel,
        kind: Literal["frame", "evidence"],
        known: Callable[[], Sequence[bytes]],
        told: set[bytes],
    ) -> bool:
        """Whether it was the last one."""
        portion = [frame for frame in known() if frame not in told][:HISTORY_BATCH]
        for frame in portion:
            line.send(frame_message(frame) if kind == "frame" else evidence_message(frame))
        told.update(portion)
        return len(portion) < HISTORY_BATCH

    def close(self) -> None:
        for task in self._telling.values():
            task.cancel()
        self._telling.clear()


class TableParticipant(ABC):
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

    def __init__(self, office: NetworkStore, profile: str, player: str) -> None:
        self.office, self.profile, self.player = office, profile, player
        self.signer: SigningKey = office.keyring.signer(profile)
        self.key = bytes(self.signer.verify_key)
        self.seated: ActiveMatch | None = None
        self.lines: list[Spoken] = []
        self.trouble: NetworkTrouble | None = None
        self.preset = ""
        self.options: Mapping[str, Any] = {}
        self.clock = 0
        self.watched = self.watching = False
        self.past = Past()

    # What differs

    @property
    @abstractmethod
    def stage(self) -> TableStage:
        """How far the table has come."""

    @property
    @abstractmethod
    def sitters(self) -> tuple[TablePlayer | None, ...]:
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
    def watchers(self) -> tuple[Spectator, ...]:
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
    def match_stage(self) -> TableStage:
        """Of the table's stages, the one that the match is in."""
        if self.seated is None:
            return "lobby"
        return "over" if self.seated.is_over else "playing"

    def sit_down(
        self, terms: MatchTerms, seat: Seat, way: RejoinInfo, spread: BroadcastFrame
    ) -> bool:
        """Begin a match; False if its log cannot be written."""
        try:
            begun = ActiveMatch.begin(
                self.office.shelf, terms, seat, self.signer, way, spread, self.office.proofs
            )
        except OSError as error:
            self.trouble = NetworkTrouble("DISK", error.strerror or "")
            return False
        self._stand_up()
        self.seated, self.trouble = begun, None
        return True

    def look_on(self, terms: MatchTerms) -> None:
        """A match begins in which one has no seat."""
        self._stand_up()
        self.seated, self.trouble = ActiveMatch.watch(terms, self.office.proofs), None

    def _stand_up(self) -> None:
        """The last match is over for good: nobody is told of it any more."""
        self.past.close()
        if self.seated is not None:
            self.seated.close()

    def take_frames(self, message: PeerMessage, line: SecureChannel) -> bool:
        """A frame or evidence from a line; False where the line has brought only noise."""
        if self.seated is None:
            return True
        was_forked = self.seated.fork is not None
        try:
            if message.kind == "evidence":
                self.seated.hear_evidence(message.frame)
                return True
            self.seated.hear(message.frame, line)
        except UnattributableFrame:
            return False
        if self.seated.fork is not None and not was_forked:
            line.send(fields_message("show"))
            if not self.watching:
                self._send_since(line, 0)  # the others have to see it too
        self.look_at_match()
        return True

    def take_match_words(self, words: MessageFields, line: SecureChannel) -> bool:
        """Words about the running match; whether they were such.

        Raises:
            Odd: they are not as they should be, or it is asked too often.
        """
        if self.watching and words.what in ("at", "show"):
            return True  # whoever watches has nothing to show
        if words.what in ("at", "show") and not self.past.may_ask(line):
            raise MalformedMessage("asked too often")
        if words.what == "at":
            step = words.number("n")
            self._send_since(line, step, lambda: self._tell_wishes(line, step))
        elif words.what == "pause":
            self._take_wish(words, line)
        elif words.what == "show":
            seated = self.seated
            known = (lambda: seated.frames_since(0)) if seated is not None else list[bytes]
            self.past.tell(line, "evidence", known, lambda: line.send(fields_message("shown")))
        elif words.what == "shown":
            if self.seated is not None:
                self.seated.settle()
                self.look_at_match()
        else:
            return False
        return True

    def tell_where_we_are(self, line: SecureChannel) -> None:
        """So that the other side sends what we lack."""
        if self.seated is not None:
            line.send(fields_message("at", n=self.seated.replica.step))

    def is_behind(self, line: SecureChannel) -> bool:
        """Whether somebody is still being told what was before, and will be told what is new after
        that. What shows a cheat is told at once: it is no part of what was."""
        verdict = self.seated.replica.verdict if self.seated is not None else None
        return verdict is None and self.past.is_told(line)

    def _send_since(
        self, line: SecureChannel, step: int, then: Callable[[], None] = lambda: None
    ) -> None:
        seated = self.seated
        known = (lambda: seated.frames_since(step)) if seated is not None else list[bytes]
        self.past.tell(line, "frame", known, then)

    def look_at_match(self) -> None:
        """What it has brought: a cheat, wishes to be passed on, news of a pause."""
        if self.seated is None:
            return
        verdict = self.seated.replica.verdict
        if verdict is not None:
            self.trouble = NetworkTrouble("CHEATED", verdict.fault, verdict.seat)
        self._follow_pauses(self.seated)

    # A pause

    def _follow_pauses(self, seated: ActiveMatch) -> None:
        pauses, absent = seated.replica.pauses, self._absent()
        if absent != pauses.absent:
            pauses.absent = absent
            seated.go()
        for wish in pauses.take_out():
            self.pass_on(pause_wish_message(wish))
        for phrase, seat in pauses.take_news():
            self.heard(seat, phrase, "")

    def _absent(self) -> frozenset[Seat]:
        """Who need not agree to a pause, as he is not here. Nobody, while the own line is lost: it
        is oneself who is away."""
        if not self.is_linked:
            return frozenset()
        sitters = enumerate(self.sitters)
        return frozenset(seat for seat, one in sitters if one and one.presence != "here")

    def _take_wish(self, words: MessageFields, line: SecureChannel) -> None:
        kind = next((one for one in WISHES if one == words.text("k", 10)), None)
        if kind is None:
            raise MalformedMessage("pause")
        signature = words.data("z", SIGNATURE_SIZE)
        wish = PauseWish(words.number("s"), kind, words.number("n"), signature)
        if self.seated is not None and self.seated.hear_wish(wish):
            self.pass_on(pause_wish_message(wish), line)
            self.look_at_match()

    def _tell_wishes(self, line: SecureChannel, step: int) -> None:
        """For somebody who has come as far as ``step``; what he says of earlier steps was said
        while we were away."""
        if self.seated is not None:
            pauses = self.seated.replica.pauses
            pauses.came = max(pauses.came, step)
            for wish in pauses.known():
                line.send(pause_wish_message(wish))

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
            self.trouble = NetworkTrouble("DISK")

    # What is said

    def sitter(
        self, name: str, player: str, key: bytes, ready: bool, presence: Presence
    ) -> TablePlayer:
        """Somebody at the table, as the own player is told of him."""
        friend, own = self.office.tick(key.hex()), key == self.key
        return TablePlayer(name, player, key.hex(), own, ready, presence, friend.met, friend.name)

    def watcher(self, name: str, key: bytes) -> Spectator:
        """The same of somebody who watches."""
        friend = self.office.tick(key.hex())
        return Spectator(name, key.hex(), key == self.key, friend.met, friend.name)

    def heard(self, seat: Seat | None, phrase: str, text: str, name: str = "") -> None:
        self.lines.append(Spoken(seat, phrase, text, name))
        del self.lines[:-MAX_CHAT_LINES]

    def presented(self, challenge: bytes, to: bytes) -> bytes:
        """The proof that the own key is one's own, for whoever has sent the challenge."""
        return self.signer.sign(PRESENT_TAG + challenge + to).signature


def is_key_proved(key: bytes, challenge: bytes, to: bytes, proof: bytes) -> bool:
    """Whether ``key`` has signed the challenge of ``to``."""
    try:
        VerifyKey(key).verify(PRESENT_TAG + challenge + to, proof)
    except (BadSignatureError, ValueError):
        return False
    return True


def pause_wish_message(wish: PauseWish) -> bytes:
    return fields_message("pause", s=wish.seat, k=wish.kind, n=wish.step, z=wish.signature)


SPECTATOR_SEAT = 255  # said instead of a seat by whoever watches: older programs know no such seat


def read_key(words: MessageFields) -> bytes:
    return words.data("key", KEY_SIZE)


def read_key_signature(words: MessageFields) -> bytes:
    return words.data("sign", SIGNATURE_SIZE)


def read_chat(words: MessageFields) -> tuple[str, str]:
    """A phrase and a text, one of them empty.

    Raises:
        Odd: neither, or both.
    """
    phrase, text = (
        words.text("phrase", 40),
        json_validation.printable(words.text("text", LONGEST_LINE)).strip(),
    )
    if bool(phrase) == bool(text):
        raise MalformedMessage("say")
    return phrase, text


def tidy_player_name(name: str) -> str:
    """A name as it can stand at a table; ``?`` for one that cannot."""
    return json_validation.tidy_name(name, LONGEST_NAME)


def is_known_edition(preset: str, options: Mapping[str, Any]) -> bool:
    """Whether there is such an edition with such options."""
    try:
        return preset in PRESETS and bool(rules_for(preset, dict(options)))
    except (RulesError, TypeError):
        return False
