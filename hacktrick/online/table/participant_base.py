"""The common parts of host and guest: identity, the match in progress, pauses and chat.

An ``ActiveMatch`` connects the replica, which is the match as this computer knows it, with its log
and with incoming and outgoing frames, which are the signed messages of the match. It knows nothing
of channels. A spectator's ``ActiveMatch`` has no seat and no log, and sends nothing.
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
from hacktrick.game.editions import PRESETS, RulesError, rules_for
from hacktrick.game.legality import IllegalAction
from hacktrick.game.state import Seat
from hacktrick.online.faults import Cheat, HistoryFork, UnattributableFrame
from hacktrick.online.protocol.frame_exchange import NullFrameStore, SeatIdentity
from hacktrick.online.protocol.match_replica import MatchReplica, SeatlessReplica
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
from hacktrick.online.protocol.process_messages import (
    ChatLine,
    NetworkTrouble,
    Presence,
    Spectator,
    TablePlayer,
    TableStage,
)
from hacktrick.online.protocol.proof_file import ProofFile, encode_proof_file
from hacktrick.online.protocol.signed_frame_chain import SIGNATURE_SIZE
from hacktrick.online.protocol.write_ahead_log import SECRET_SIZE, LogHeader, MatchLog
from hacktrick.online.resource_limits import (
    HISTORY_BATCH,
    HISTORY_BATCH_SECONDS,
    HISTORY_PAUSE_BYTES,
    HISTORY_REQUEST_SECONDS,
    MAX_CHAT_LINES,
    MAX_HISTORY_REQUESTS,
    RateLimiter,
)
from hacktrick.online.table.saved_tables import RejoinInfo, SavedTable, SavedTables
from hacktrick.online.table.signing_keys import Keyring, KnownPlayer
from hacktrick.online.transport.secure_channel import SecureChannel

PROOF_ENDING = ".hacktrick-proof"

BroadcastFrame = Callable[[bytes, object], None]
"""Sends a frame on all channels except one; for None, on all of them."""


class ActiveMatch:
    """A match in progress: the replica, its log, and the frames in and out.

    Attributes:
        fork: the different history that a peer has named; None if there is none. The verdict waits
            for that peer's evidence.
        disk_error: why the log could not be written, after which the match goes on only when it is
            resumed; None if it could.
        is_ended_early: whether the local player has ended the match because others had left.
        proof_path: the path of the proof file; "" before the end of the first round.
    """

    def __init__(
        self,
        replica: MatchReplica,
        log: MatchLog | NullFrameStore,
        broadcast_frame: BroadcastFrame,
        proofs: Path,
    ) -> None:
        self.replica = replica
        self.fork: HistoryFork | None = None
        self.disk_error: OSError | None = None
        self.is_ended_early = False
        self.proof_path = ""
        self._log, self._send_frame, self._proofs = log, broadcast_frame, proofs
        self._is_closed = False
        # The step, seat and bytes of the earliest frame of a peer's evidence that contradicts ours.
        self._shown: tuple[int, Seat, bytes] | None = None
        # The number of rounds in the proof file, and whether it was written after the match ended.
        self._written = (0, False)

    @classmethod
    def begin(
        cls,
        saved_tables: SavedTables,
        terms: MatchTerms,
        seat: Seat,
        signer: SigningKey,
        rejoin_info: RejoinInfo,
        broadcast_frame: BroadcastFrame,
        proofs: Path,
    ) -> ActiveMatch:  # fmt: skip
        """Begin a match and its log; no frame is sent before ``advance`` is called.

        Raises:
            OSError: the log cannot be written.
        """
        secret = secrets.token_bytes(SECRET_SIZE)
        log = saved_tables.create_with_log(LogHeader(terms, seat, secret), rejoin_info)
        return cls(
            MatchReplica(terms, SeatIdentity(seat, signer, secret), log),
            log,
            broadcast_frame,
            proofs,
        )

    @classmethod
    def resume(
        cls, saved: SavedTable, signer: SigningKey, broadcast_frame: BroadcastFrame, proofs: Path
    ) -> ActiveMatch:
        """Restore a saved match in the state in which it was left.

        Raises:
            Cheat: the match's log shows a cheat.
        """
        header = saved.header
        identity = SeatIdentity(header.seat, signer, header.secret)
        replica = MatchReplica.resume(header.terms, identity, saved.log, saved.frames)
        return cls(replica, saved.log, broadcast_frame, proofs)

    @classmethod
    def for_spectator(cls, terms: MatchTerms, proofs: Path) -> ActiveMatch:
        """Return a match to watch, which receives and checks frames but sends none."""
        return cls(SeatlessReplica(terms), NullFrameStore(), lambda frame, but: None, proofs)

    @property
    def match_id(self) -> str:
        """The match ID in hexadecimal."""
        return self.replica.terms.match_id.hex()

    @property
    def is_over(self) -> bool:
        """Whether the match is over and no more frames will follow."""
        return self.is_ended_early or self.replica.waits_for == "nothing"

    @property
    def has_unresolved_fork(self) -> bool:
        """Whether a fork was reported and its verdict is still open."""
        return self.fork is not None and self.replica.verdict is None

    def frames_since(self, step: int) -> list[bytes]:
        """Return the known frames from ``step`` on, for a peer who has all earlier frames."""
        return list(self.replica.exchange.chain.frames_from(step))

    def receive_frame(self, frame: bytes, channel: object) -> None:
        """Take a frame from a channel; relay the frame to all other channels if it is new.

        Raises:
            UnattributableFrame: no seat can be blamed for the frame.
        """
        if self.replica.verdict is not None or self.fork is not None or self._is_closed:
            return
        try:
            if self.replica.receive_frame(frame):
                self._send_frame(frame, channel)
        except Cheat:
            self._send_frame(frame, channel)  # all other peers then reach the same verdict
        except HistoryFork as fork:
            self.fork = fork
        except OSError as error:
            self._stop_for_disk_error(error)
        self._send_pending_frames()

    def advance(self) -> None:
        """Advance this computer's replica of the match, and send out the frames that it makes."""
        self._run_if_match_active(self.replica.advance)

    def submit_action_text(self, text: str) -> None:
        """Play an action of the local player, given as text; ignore an illegal one."""
        try:
            action = parse(text)
            self._run_if_match_active(lambda: self.replica.submit_own_action(action))
        except (NotationError, IllegalAction, AssertionError):
            return

    def request_next_round(self) -> None:
        self._run_if_match_active(self.replica.request_next_round)

    def request_or_end_pause(self, wants_pause: bool) -> None:
        self._run_if_match_active(lambda: self.replica.request_or_end_pause(wants_pause))

    def receive_pause_wish(self, wish: PauseWish) -> bool:
        """Take a player's wish about a pause; return whether the wish was new."""
        new: list[bool] = []
        self._run_if_match_active(lambda: new.append(self.replica.receive_pause_wish(wish)))
        return any(new)

    def _run_if_match_active(self, do: Callable[[], None]) -> None:
        is_running = self.replica.verdict is None and self.fork is None
        if is_running and not self.is_ended_early and not self._is_closed:
            try:
                do()
            except Cheat:
                pass
            except HistoryFork as fork:
                self.fork = fork
            except OSError as error:
                self._stop_for_disk_error(error)
        self._send_pending_frames()

    def _stop_for_disk_error(self, error: OSError) -> None:
        self.disk_error, self._is_closed = error, True

    def receive_evidence(self, raw: bytes) -> None:
        """Store a frame that the other side of a fork shows as evidence.

        Only the earliest contradiction is kept.

        Raises:
            UnattributableFrame: the bytes are not a frame of this match.
        """
        if self.fork is None or self.replica.verdict is not None:
            return
        chain = self.replica.exchange.chain
        frame = chain.read_and_check_signature(raw)
        own = chain.frame_of(frame.step, frame.seat)
        shown = (frame.step, frame.seat, raw)
        if own not in (None, raw) and (self._shown is None or shown[:2] < self._shown[:2]):
            self._shown = shown

    def resolve_fork(self) -> None:
        """Decide which seat has caused a fork, after the other side has shown all its evidence."""
        if self.fork is not None and self.replica.verdict is None:
            self.replica.resolve_fork(self.fork, [self._shown[2]] if self._shown else [])
            self._send_pending_frames()

    def _send_pending_frames(self) -> None:
        for frame in self.replica.pop_outgoing_frames():
            self._send_frame(frame, None)
        proved = len(self.replica.rounds), self.replica.waits_for == "nothing"
        if proved > self._written:
            self._write_proof(proved)

    def _write_proof(self, proved: tuple[int, bool]) -> None:
        """Write the proof file; after a failure, try again after the next frame.

        Args:
            proved: the number of rounds, and whether the match has ended.
        """
        proof = ProofFile(self.replica.terms, self.replica.finished_frames_and_evidence())
        path = self._proofs / f"{self.match_id}{PROOF_ENDING}"
        temporary = path.with_suffix(".tmp")
        try:
            self._proofs.mkdir(parents=True, exist_ok=True)
            temporary.write_bytes(encode_proof_file(proof))
            temporary.replace(path)
        except OSError:
            return
        self._written, self.proof_path = proved, str(path)

    def close(self) -> None:
        """Finish and close the log; later frames are ignored."""
        self._is_closed = True
        self._log.close()


MAX_NAME_LENGTH, MAX_LINE_LENGTH = 16, 200
CHALLENGE_BYTES = 32
HELLO_TAG = b"hacktrick hello 1\0"  # separates these signatures from those of frames


@dataclass(slots=True)
class NetworkStore:
    """The files of the network process: keys, known players, saved matches and proof files."""

    keyring: Keyring
    saved_tables: SavedTables
    proof_folder: Path
    known_players: dict[str, KnownPlayer] = field(default_factory=dict)

    @classmethod
    def in_folder(cls, folder: Path) -> NetworkStore:
        keyring = Keyring(folder / "keys")
        return cls(
            keyring, SavedTables(folder / "tables"), folder / "proofs", keyring.load_known_players()
        )

    def known_player(self, key: str) -> KnownPlayer:
        """Return the entry of the known player with this key; an empty entry for a stranger."""
        return self.known_players.get(key, KnownPlayer("", ""))


class HistorySender:
    """Sends past frames in batches, as fast as each receiver reads them."""

    def __init__(self) -> None:
        self._asks: WeakKeyDictionary[SecureChannel, RateLimiter] = WeakKeyDictionary()
        self._sending: dict[
            tuple[SecureChannel, Literal["frame", "evidence"]], asyncio.Task[None]
        ] = {}

    def allow_request(self, channel: SecureChannel) -> bool:
        """Count a request for past frames on a channel; return whether the limit allows it."""
        return self._asks.setdefault(
            channel, RateLimiter(1 / HISTORY_REQUEST_SECONDS, MAX_HISTORY_REQUESTS)
        ).try_take_token()

    def is_sending(self, channel: SecureChannel) -> bool:
        """Return whether past frames are being sent on a channel, so that new frames must wait."""
        return (channel, "frame") in self._sending

    def send(
        self,
        channel: SecureChannel,
        kind: Literal["frame", "evidence"],
        known_frames: Callable[[], Sequence[bytes]],
        on_finished: Callable[[], None] = lambda: None,
    ) -> None:
        """Start to send frames in batches.

        A series of the same kind that is still being sent on the channel is stopped.

        Args:
            known_frames: returns the frames to send; called before every batch, as new frames may
                have come.
            on_finished: called when all frames have been sent.
        """
        sent: set[bytes] = set()
        if (before := self._sending.pop((channel, kind), None)) is not None:
            before.cancel()
        if channel.unsent_bytes <= HISTORY_PAUSE_BYTES and self._send_batch(
            channel, kind, known_frames, sent
        ):
            on_finished()
            return

        async def send_next_batch() -> None:
            while not channel.is_closed:
                await asyncio.sleep(HISTORY_BATCH_SECONDS)
                if channel.unsent_bytes <= HISTORY_PAUSE_BYTES and self._send_batch(
                    channel, kind, known_frames, sent
                ):
                    break
            del self._sending[channel, kind]
            on_finished()

        self._sending[channel, kind] = asyncio.ensure_future(send_next_batch())

    def _send_batch(
        self,
        channel: SecureChannel,
        kind: Literal["frame", "evidence"],
        known_frames: Callable[[], Sequence[bytes]],
        sent: set[bytes],
    ) -> bool:
        """Send the next batch of frames; return whether it was the last batch.

        Args:
            known_frames: returns all frames so far.
            sent: the frames already sent; receives those of this batch.
        """
        portion = [frame for frame in known_frames() if frame not in sent][:HISTORY_BATCH]
        for frame in portion:
            channel.send(frame_message(frame) if kind == "frame" else evidence_message(frame))
        sent.update(portion)
        return len(portion) < HISTORY_BATCH

    def close(self) -> None:
        for task in self._sending.values():
            task.cancel()
        self._sending.clear()


class TableParticipant(ABC):
    """A computer's part at a table: the common base of ``TableHost`` and ``TableGuest``.

    Attributes:
        match: the match in progress or the last one; None before the first match.
        chat: chat lines, the oldest first.
        trouble: the last problem; None if there was none.
        clock: the seconds for a decision; 0 without a limit.
        allows_spectators: whether the table admits spectators.
        is_spectator: whether the local player only watches.
        history: sends past frames to other computers.
    """

    is_host = False

    def __init__(self, store: NetworkStore, profile: str, player: str) -> None:
        self.store, self.profile, self.player = store, profile, player
        self.signer: SigningKey = store.keyring.get_or_make_signing_key(profile)
        self.key = bytes(self.signer.verify_key)
        self.match: ActiveMatch | None = None
        self.chat: list[ChatLine] = []
        self.trouble: NetworkTrouble | None = None
        self.preset = ""
        self.options: Mapping[str, Any] = {}
        self.clock = 0
        self.allows_spectators = self.is_spectator = False
        self.history = HistorySender()

    # The following methods are overridden by host and guest.

    @property
    @abstractmethod
    def stage(self) -> TableStage:
        """The stage of the table, such as ``lobby`` or ``playing``."""

    @property
    @abstractmethod
    def players(self) -> tuple[TablePlayer | None, ...]:
        """The players by seat; None for a free seat."""

    @property
    @abstractmethod
    def is_broker_lost(self) -> bool:
        """Whether the broker of the table cannot be reached."""

    @property
    def is_connected(self) -> bool:
        """Whether this computer is connected to the table."""
        return True

    @property
    @abstractmethod
    def spectators(self) -> tuple[Spectator, ...]:
        """The spectators, in the order in which they came."""

    @abstractmethod
    def set_ready(self, is_ready: bool) -> None:
        """Tell the other participants whether the local player is ready for a match."""

    @abstractmethod
    def send_chat(self, phrase: str, text: str) -> None:
        """Send a chat line: either the name of a set phrase, or a text.

        The other argument is "".
        """

    @abstractmethod
    def relay(self, message: bytes, excluded_channel: object = None) -> None:
        """Send a message on all channels but one.

        Args:
            excluded_channel: the channel from which the message came; None for none.
        """

    @abstractmethod
    async def close(self, farewell: bool) -> None:
        """Leave the table; if ``farewell``, tell the others first."""

    @property
    def match_stage(self) -> TableStage:
        """The stage of the match: ``lobby`` before the match, then ``playing``, then ``over``."""
        if self.match is None:
            return "lobby"
        return "over" if self.match.is_over else "playing"

    def begin_match(
        self,
        terms: MatchTerms,
        seat: Seat,
        rejoin_info: RejoinInfo,
        broadcast_frame: BroadcastFrame,
    ) -> bool:
        """Begin a match; return False if its log cannot be written."""
        try:
            begun = ActiveMatch.begin(
                self.store.saved_tables,
                terms,
                seat,
                self.signer,
                rejoin_info,
                broadcast_frame,
                self.store.proof_folder,
            )
        except OSError as error:
            self.trouble = NetworkTrouble("DISK", error.strerror or "")
            return False
        self._close_match()
        self.match, self.trouble = begun, None
        return True

    def begin_watching(self, terms: MatchTerms) -> None:
        """Begin to receive and check the frames of a match as a spectator."""
        self._close_match()
        self.match, self.trouble = ActiveMatch.for_spectator(terms, self.store.proof_folder), None

    def _close_match(self) -> None:
        """Close the last match before another one begins.

        If that match is over, delete its files.
        """
        self.history.close()
        if self.match is not None:
            self.match.close()
            if self.match.is_over and not self.is_spectator:
                self.store.saved_tables.delete_table(self.match.match_id)

    def receive_frame(self, message: PeerMessage, channel: SecureChannel) -> bool:
        """Take a frame or evidence from a channel; return False if no seat can be blamed for it."""
        if self.match is None:
            return True
        was_forked = self.match.fork is not None
        try:
            if message.kind == "evidence":
                self.match.receive_evidence(message.frame)
                return True
            self.match.receive_frame(message.frame, channel)
        except UnattributableFrame:
            return False
        if self.match.fork is not None and not was_forked:
            channel.send(fields_message("show"))
            if not self.is_spectator:
                self._send_frames_since(channel, 0)  # the other side then sees the fork too
        self.report_cheats_and_pauses()
        return True

    def receive_match_message(self, fields: MessageFields, channel: SecureChannel) -> bool:
        """Handle a message about the running match; return whether the message was of this kind.

        Raises:
            MalformedMessage: the message is malformed, or there were too many requests.
        """
        if self.is_spectator and fields.what in ("at", "show"):
            return True  # a spectator has no evidence to show
        if fields.what in ("at", "show") and not self.history.allow_request(channel):
            raise MalformedMessage("asked too often")
        if fields.what == "at":
            step = fields.number_field("n")
            self._send_frames_since(channel, step, lambda: self._send_wishes(channel, step))
        elif fields.what == "pause":
            self._receive_pause_wish(fields, channel)
        elif fields.what == "show":
            seated = self.match
            known = (lambda: seated.frames_since(0)) if seated is not None else list[bytes]
            self.history.send(
                channel, "evidence", known, lambda: channel.send(fields_message("shown"))
            )
        elif fields.what == "shown":
            if self.match is not None:
                self.match.resolve_fork()
                self.report_cheats_and_pauses()
        else:
            return False
        return True

    def send_step_number(self, channel: SecureChannel) -> None:
        """Send the number of the current step, so that the other side sends all later frames."""
        if self.match is not None:
            channel.send(fields_message("at", n=self.match.replica.step))

    def is_catching_up(self, channel: SecureChannel) -> bool:
        """Return whether past frames are still being sent on a channel, so that new ones must wait.

        After a cheat the answer is always False, since the evidence is sent at once.
        """
        verdict = self.match.replica.verdict if self.match is not None else None
        return verdict is None and self.history.is_sending(channel)

    def _send_frames_since(
        self, channel: SecureChannel, step: int, on_finished: Callable[[], None] = lambda: None
    ) -> None:
        seated = self.match
        known = (lambda: seated.frames_since(step)) if seated is not None else list[bytes]
        self.history.send(channel, "frame", known, on_finished)

    def report_cheats_and_pauses(self) -> None:
        """Report a cheat or a full disk as trouble, relay wishes about pauses, and report pauses.

        Pauses are reported in the chat.
        """
        if self.match is None:
            return
        verdict = self.match.replica.verdict
        if verdict is not None:
            self.trouble = NetworkTrouble("CHEATED", verdict.fault, verdict.seat)
        self._update_pauses(self.match)
        if self.match.disk_error is not None:
            self.trouble = NetworkTrouble("DISK", self.match.disk_error.strerror or "")

    def _update_pauses(self, seated: ActiveMatch) -> None:
        pauses, absent = seated.replica.pauses, self._absent_seats()
        if absent != pauses.absent:
            pauses.absent = absent
            seated.advance()
        for wish in pauses.pop_outgoing_wishes():
            self.relay(pause_wish_message(wish))
        for phrase, seat in pauses.pop_news():
            self.add_chat_line(seat, phrase, "")

    def _absent_seats(self) -> frozenset[Seat]:
        """Return the seats that need not agree to a pause because their players are absent.

        The result is empty while this player's own channel is lost, since then this player is the
        absent one.
        """
        if not self.is_connected:
            return frozenset()
        sitters = enumerate(self.players)
        return frozenset(seat for seat, one in sitters if one and one.presence != "here")

    def _receive_pause_wish(self, fields: MessageFields, channel: SecureChannel) -> None:
        kind = next((one for one in WISHES if one == fields.text_field("k", 10)), None)
        if kind is None:
            raise MalformedMessage("pause")
        signature = fields.bytes_field("z", SIGNATURE_SIZE)
        wish = PauseWish(fields.number_field("s"), kind, fields.number_field("n"), signature)
        if self.match is not None and self.match.receive_pause_wish(wish):
            self.relay(pause_wish_message(wish), channel)
            self.report_cheats_and_pauses()

    def _send_wishes(self, channel: SecureChannel, step: int) -> None:
        """Send the current wishes to a peer who has reached ``step``."""
        if self.match is not None:
            pauses = self.match.replica.pauses
            pauses.rejoined_step = max(pauses.rejoined_step, step)
            for wish in pauses.current_wishes():
                channel.send(pause_wish_message(wish))

    def remember_players(self) -> None:
        """Remember the other players of the match as known players."""
        assert self.match is not None
        terms = self.match.replica.terms
        people = zip(terms.keys, terms.seats, strict=True)
        try:
            self.store.keyring.remember_players(
                {key.hex(): seat.name for key, seat in people if key != self.key}
            )
        except OSError:
            self.trouble = NetworkTrouble("DISK")

    # The following methods deal with chat and identities.

    def describe_player(
        self, name: str, player: str, key: bytes, ready: bool, presence: Presence
    ) -> TablePlayer:
        """Describe a player, with what the local player knows about that player's key."""
        friend, own = self.store.known_player(key.hex()), key == self.key
        return TablePlayer(name, player, key.hex(), own, ready, presence, friend.met, friend.name)

    def describe_spectator(self, name: str, key: bytes) -> Spectator:
        """Describe a spectator, with what the local player knows about that spectator's key."""
        friend = self.store.known_player(key.hex())
        return Spectator(name, key.hex(), key == self.key, friend.met, friend.name)

    def add_chat_line(self, seat: Seat | None, phrase: str, text: str, name: str = "") -> None:
        self.chat.append(ChatLine(seat, phrase, text, name))
        del self.chat[:-MAX_CHAT_LINES]

    def make_key_proof(self, challenge: bytes, to: bytes) -> bytes:
        """Sign another player's challenge, to prove that this player owns their key.

        Args:
            challenge: random bytes from the other side.
            to: the public key of the other side.
        """
        return self.signer.sign(HELLO_TAG + challenge + to).signature


def is_key_proved(key: bytes, challenge: bytes, to: bytes, proof: bytes) -> bool:
    """Return whether the owner of ``key`` has signed the challenge from the owner of ``to``.

    Args:
        key, to: public signing keys.
        challenge: random bytes from the owner of ``to``.
        proof: the signature to check.
    """
    try:
        VerifyKey(key).verify(HELLO_TAG + challenge + to, proof)
    except (BadSignatureError, ValueError):
        return False
    return True


def pause_wish_message(wish: PauseWish) -> bytes:
    return fields_message("pause", s=wish.seat, k=wish.kind, n=wish.step, z=wish.signature)


# The seat of a spectator in chat messages; older programs ignore messages with this seat.
SPECTATOR_SEAT = 255


def read_key(fields: MessageFields) -> bytes:
    """Return the public signing key in a message.

    Raises:
        MalformedMessage: there is no key of the right size.
    """
    return fields.bytes_field("key", KEY_SIZE)


def read_key_signature(fields: MessageFields) -> bytes:
    return fields.bytes_field("sign", SIGNATURE_SIZE)


def read_chat(fields: MessageFields) -> tuple[str, str]:
    """Return the phrase and the text of a chat message; exactly one of the two is "".

    Raises:
        MalformedMessage: both or neither of them are "".
    """
    phrase, text = (
        fields.text_field("phrase", 40),
        json_validation.printable_text(fields.text_field("text", MAX_LINE_LENGTH)).strip(),
    )
    if bool(phrase) == bool(text):
        raise MalformedMessage("say")
    return phrase, text


def displayable_player_name(name: str) -> str:
    """Return a player's name in the form used at tables, or ``?`` if nothing of it remains."""
    return json_validation.displayable_name(name, MAX_NAME_LENGTH)


def is_known_edition(preset: str, options: Mapping[str, Any]) -> bool:
    """Return whether an edition exists and can have these options."""
    try:
        return preset in PRESETS and bool(rules_for(preset, dict(options)))
    except (RulesError, TypeError):
        return False
