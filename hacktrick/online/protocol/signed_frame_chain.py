"""Signed frames, and the hash chain they form.

A frame is ``signature (64 bytes) ‖ JSON``, at most 16 KiB. The signature (Ed25519) covers the sent
bytes with a tag before them. The JSON is

    {"m": match, "n": step, "p": head, "s": seat, "k": kind, "b": body}

in one canonical form (sorted names, no blanks, ASCII). Every step has a fixed set of speakers,
which follows from the public state. Once all their frames have come, the head becomes H(head ‖
frames by seat), and every frame of the next step names the new head. In this way all agree on the
order without a referee, and a player who says two different things is convicted by their own
signatures.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from nacl.exceptions import BadSignatureError
from nacl.signing import SigningKey, VerifyKey

from hacktrick.game.state import Seat
from hacktrick.online.crypto.curve_group import hash_parts
from hacktrick.online.faults import Cheat, HistoryFork, InvalidData, UnattributableFrame
from hacktrick.online.protocol.match_terms import MatchTerms
from hacktrick.online.resource_limits import MAX_EARLY_BYTES, MAX_FRAME_BYTES, MAX_STEPS_AHEAD

SIGNATURE_SIZE = 64
SIGNATURE_TAG = (
    b"hacktrick frame 1\0"  # separates frames from other things that a profile's key signs
)
HEAD_SIZE = 32

FrameBody = dict[str, Any]

FRAME_FIELDS: Mapping[str, frozenset[str]] = {
    kind: frozenset(names.split())
    for kind, names in {
        "commit": "h",
        "nonce": "r",
        "key": "y z",
        "code key": "y z",
        "shuffle": "d z",
        "deal": "o",
        "share": "o",
        "code share": "o",
        "act": "a c d h i j o z",
        "pause": "c w",
        "resume": "w z",
        "said": "t o",
        "mix": "d z",
        "code mix": "d z",
        "layer": "d z",
        "give": "c z",
        "reveal": "i o s",
        "stuck": "stuck",
        "open": "x",
        "open codes": "x",
    }.items()
}
"""The fields of the body, by kind of frame: ``a`` action, ``c`` one card, ``d`` cards, ``h``
commitment, ``i`` and ``j`` places in a hand, ``o`` shares with their proof, ``r`` nonce, ``s``
salt, ``t`` sum, ``x`` secret key, ``y`` public key, ``z`` proof. ``pause``, ``resume``:
docs/network.md."""


class SignedFrame(NamedTuple):
    """A frame with a valid signature.

    Attributes:
        is_well_formed: whether head, kind and body are well formed; if not, kind and body are
            empty.
    """

    step: int
    seat: Seat
    head: bytes
    kind: str
    body: FrameBody
    raw: bytes
    is_well_formed: bool


def canonical_json(data: Any) -> bytes:
    """Encode JSON in the only form that the protocol accepts: sorted names, no blanks, ASCII."""
    return json.dumps(data, separators=(",", ":"), sort_keys=True, allow_nan=False).encode()


def encode_base64(data: bytes) -> str:
    return base64.b64encode(data).decode()


def decode_base64(text: Any) -> bytes:
    """Return the bytes of a base64 text.

    Raises:
        InvalidData: ``BAD_SHAPE`` if the value is not a text, or not the canonical base64 of its
            bytes.
    """
    if not isinstance(text, str):
        raise InvalidData("BAD_SHAPE")
    try:
        data = base64.b64decode(text.encode("ascii"), validate=True)
    except ValueError as error:
        raise InvalidData("BAD_SHAPE") from error
    if encode_base64(data) != text:
        raise InvalidData("BAD_SHAPE")
    return data


def sign_frame(signer: SigningKey, data: bytes) -> bytes:
    """Return a signed frame with the content ``data``."""
    return signer.sign(SIGNATURE_TAG + data).signature + data


def read_signed_frame(raw: bytes, match_id: bytes, verifiers: Sequence[VerifyKey]) -> SignedFrame:
    """Read a frame and check its signature.

    Args:
        raw: the bytes of the frame.
        match_id: the ID of the match.
        verifiers: the keys of the seats, by seat.

    Raises:
        UnattributableFrame: the bytes are not a frame of this match, or the signature is not that
            of the named seat.
    """
    if not SIGNATURE_SIZE < len(raw) <= MAX_FRAME_BYTES:
        raise UnattributableFrame("a frame of a wrong size")
    data = raw[SIGNATURE_SIZE:]
    payload = _read_payload(data)
    step, seat = payload.get("n"), payload.get("s")
    if type(step) is not int or type(seat) is not int or not 0 <= seat < len(verifiers):
        raise UnattributableFrame("no such seat or step")
    if step < 0 or payload.get("m") != encode_base64(match_id):
        raise UnattributableFrame("a frame of another match")
    try:
        verifiers[seat].verify(SIGNATURE_TAG + data, raw[:SIGNATURE_SIZE])
    except BadSignatureError as error:
        raise UnattributableFrame("not signed by its seat") from error
    return _parse_frame(step, seat, payload, raw)


def _read_payload(data: bytes) -> dict[str, Any]:
    try:
        payload = json.loads(data.decode("ascii"))
    except (ValueError, RecursionError) as error:
        raise UnattributableFrame("not JSON") from error
    if not isinstance(payload, dict):
        raise UnattributableFrame("not a JSON object")
    return payload


def _parse_frame(step: int, seat: Seat, payload: dict[str, Any], raw: bytes) -> SignedFrame:
    kind, body = payload.get("k"), payload.get("b")
    try:
        head = decode_base64(payload.get("p"))
        sound = (
            payload.keys() == set("mnpskb")
            and isinstance(kind, str)
            and isinstance(body, dict)
            and body.keys() <= FRAME_FIELDS.get(kind, frozenset())
            and canonical_json(payload) == raw[SIGNATURE_SIZE:]
        )
    except (InvalidData, ValueError, RecursionError):
        head, sound = b"", False
    if not sound or not isinstance(kind, str) or not isinstance(body, dict):
        return SignedFrame(step, seat, head, "", {}, raw, False)
    return SignedFrame(step, seat, head, kind, body, raw, True)


FramesBySeat = dict[Seat, SignedFrame]


class FrameChain:
    """The frames of a match: those of finished steps, and early frames that wait for their step.

    Attributes:
        step: the number of the current step, from 0.
        head: the hash of all finished steps, which every frame of this step must name.
    """

    def __init__(self, terms: MatchTerms) -> None:
        self.step = 0
        self.head = hash_parts(b"match", terms.match_id)[:HEAD_SIZE]
        self._id = terms.match_id
        self._verifiers = [VerifyKey(key) for key in terms.keys]
        self._waiting: dict[int, dict[Seat, SignedFrame]] = {}
        self._past: list[dict[Seat, bytes]] = []
        self._heads: list[bytes] = []

    @property
    def frames_of_finished_steps(self) -> Iterator[bytes]:
        """The frames of all finished steps, in order."""
        return (step[seat] for step in self._past for seat in sorted(step))

    def frames_from(self, step: int = 0) -> Iterator[bytes]:
        """Yield all known frames from ``step`` on, those of finished steps first."""
        for done in self._past[max(0, step) :]:
            yield from (done[seat] for seat in sorted(done))
        for number in sorted(self._waiting):
            if number >= step:
                waiting = self._waiting[number]
                yield from (waiting[seat].raw for seat in sorted(waiting))

    def has_missing_frames(self, is_match_over: bool) -> bool:
        """Return whether a frame of a later step has come, so that earlier frames must be missing.

        Args:
            is_match_over: whether the match is over; every waiting frame then counts, since no step
                will follow.
        """
        return any(
            here and (is_match_over or step > self.step) for step, here in self._waiting.items()
        )

    def has_frame_of(self, seat: Seat | None) -> bool:
        """Return whether the frame of ``seat`` for this step is known."""
        return seat in self._waiting.get(self.step, {})

    def compose_frame(self, signer: SigningKey, seat: Seat, kind: str, body: FrameBody) -> bytes:
        """Return a signed frame of ``seat`` for this step, without delivering it to the chain."""
        payload = {
            "m": encode_base64(self._id),
            "n": self.step,
            "p": encode_base64(self.head),
            "s": seat,
            "k": kind,
            "b": body,
        }
        return sign_frame(signer, canonical_json(payload))

    def proof_context(self, seat: Seat) -> bytes:
        """Return the context of a seat's proofs: a hash of match, history, step and seat."""
        return hash_parts(b"context", self.head, self.step.to_bytes(4, "little"), bytes([seat]))

    def read_and_check_signature(self, raw: bytes) -> SignedFrame:
        """Read a frame from its bytes and check its signature.

        Raises:
            UnattributableFrame: the bytes are not a frame of this match.
        """
        return read_signed_frame(raw, self._id, self._verifiers)

    def add_frame(self, raw: bytes) -> bool:
        """Take a frame; return whether the frame was new.

        Raises:
            UnattributableFrame: no seat can be blamed for the frame.
            Cheat: the frame's seat has sent another frame for its step, or is not a speaker there.
            HistoryFork: the frame's seat names another history.
        """
        frame = self.read_and_check_signature(raw)
        if frame.step < self.step:
            self._check_late_frame(frame)
            return False
        if frame.step > self.step + MAX_STEPS_AHEAD or self._exceeds_early_limit(frame):
            raise UnattributableFrame("a frame from too far ahead")
        known = self._waiting.setdefault(frame.step, {}).setdefault(frame.seat, frame)
        if known.raw != raw:
            raise Cheat(frame.seat, "TWO_TONGUES", frame.step, (known.raw, raw))
        return known is frame

    def _exceeds_early_limit(self, frame: SignedFrame) -> bool:
        """Return whether a frame would exceed the limit on early frames of one seat.

        Such a frame is dropped; its sender may send it again later.
        """
        if frame.step == self.step or frame.seat in self._waiting.get(frame.step, {}):
            return False
        early = (here[frame.seat] for here in self._waiting.values() if frame.seat in here)
        waiting = sum(len(one.raw) for one in early if one.step > self.step)
        return waiting + len(frame.raw) > MAX_EARLY_BYTES

    def frame_of(self, step: int, seat: Seat) -> bytes | None:
        """Return a seat's frame in a step; None if it has not come."""
        if 0 <= step < len(self._past):
            return self._past[step].get(seat)
        waiting = self._waiting.get(step, {}).get(seat)
        return None if waiting is None else waiting.raw

    def _check_late_frame(self, frame: SignedFrame) -> None:
        old = self._past[frame.step].get(frame.seat)
        if old == frame.raw:  # the frame was sent again because a channel was lost
            return
        if old is not None:
            raise Cheat(frame.seat, "TWO_TONGUES", frame.step, (old, frame.raw))
        if frame.head != self._heads[frame.step]:
            raise HistoryFork(frame.seat, frame.step, frame.raw)
        raise Cheat(frame.seat, "OUT_OF_TURN", frame.step, (frame.raw,))

    def check_and_count_frames(self, kinds: Collection[str], speakers: Collection[Seat]) -> int:
        """Check that the frames that have come for this step belong in it; return their number.

        Raises:
            Cheat: a frame is malformed, of another kind, or from a seat that is not a speaker.
            HistoryFork: a frame names another history.
        """
        here = self._waiting.get(self.step, {})
        for seat in sorted(here):
            self._check_frame(here[seat], kinds, speakers)
        return len(here)

    def finish_step_if_complete(
        self, kind: str, speakers: Collection[Seat], alternative_kind: str = ""
    ) -> FramesBySeat | None:
        """Finish the step and return its frames if each speaker has sent one; else return None.

        Args:
            alternative_kind: a second kind of frame that is possible in this step; "" for none.

        Raises:
            Cheat, HistoryFork: as ``check_and_count_frames``.
        """
        if self.check_and_count_frames((kind, alternative_kind), speakers) < len(speakers):
            return None
        frames = self._waiting.pop(self.step, {})
        self._past.append({seat: frame.raw for seat, frame in frames.items()})
        self._heads.append(self.head)
        self.head = hash_parts(b"head", self.head, *(frames[seat].raw for seat in sorted(frames)))
        self.head = self.head[:HEAD_SIZE]
        self.step += 1
        return frames

    def _check_frame(
        self, frame: SignedFrame, kinds: Collection[str], speakers: Collection[Seat]
    ) -> None:
        evidence = (frame.raw,)
        if not frame.is_well_formed:
            raise Cheat(frame.seat, "BAD_SHAPE", frame.step, evidence)
        if frame.head != self.head:
            raise HistoryFork(frame.seat, frame.step, frame.raw)
        if frame.seat not in speakers:
            raise Cheat(frame.seat, "OUT_OF_TURN", frame.step, evidence)
        if frame.kind not in kinds:
            raise Cheat(frame.seat, "WRONG_KIND", frame.step, evidence)


def judge_fork(chain: FrameChain, fork: HistoryFork, their_frames: Iterable[bytes]) -> Cheat:
    """Decide which seat has forked the history, from our frames and those of the other side.

    If no seat has signed two frames for one step, the other side has invented its history and is
    itself to blame.

    Args:
        chain: our frames.
        fork: the fork that was found.
        their_frames: the frames that the other side shows.
    """
    for other in sorted(
        _readable_frames(chain, their_frames), key=lambda frame: (frame.step, frame.seat)
    ):
        own = chain.frame_of(other.step, other.seat)
        if own is not None and own != other.raw:
            return Cheat(other.seat, "TWO_TONGUES", other.step, (own, other.raw))
    return Cheat(fork.seat, "OTHER_HISTORY", fork.step, (fork.frame,))


def _readable_frames(chain: FrameChain, frames: Iterable[bytes]) -> Iterator[SignedFrame]:
    for raw in frames:
        try:
            yield chain.read_and_check_signature(raw)
        except UnattributableFrame:
            continue
