"""The steps of the protocol, as one seat takes part in them.

In each step, some seats are speakers and send one frame each. A seat collects the frames of all
speakers, and sends its own frame if it is a speaker.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Iterator
from contextlib import contextmanager
from typing import NamedTuple, Protocol, TypeVar

from nacl.signing import SigningKey

from hacktrick.game.actions import NotationError
from hacktrick.game.state import Seat
from hacktrick.online.crypto.curve_group import Scalar, challenge_scalar, hash_parts
from hacktrick.online.faults import Cheat, Fault, InvalidData
from hacktrick.online.protocol.match_terms import MatchTerms
from hacktrick.online.protocol.signed_frame_chain import (
    FrameBody,
    FrameChain,
    SignedFrame,
    decode_base64,
)

T = TypeVar("T")
ProtocolSteps = Generator[None, None, T]
"""A part of the protocol: a generator that yields while frames are missing and returns a result."""

SALT_SIZE = 32


class SeatIdentity(NamedTuple):
    """The local seat, its signing key, and the secret of this match (32 random bytes).

    Values that are needed again after a restart are derived from the secret. Values that are used
    only once, such as the randomness of a proof, are not.
    """

    seat: Seat
    signer: SigningKey
    secret: bytes

    def with_secret_for_match(self, terms: MatchTerms) -> SeatIdentity:
        """Return the identity with a secret derived for the match with these terms.

        The keys of one match can thus be revealed without danger to any other match.
        """
        secret = hash_parts(b"match secret", terms.match_id, self.secret)[: len(self.secret)]
        return self._replace(secret=secret)

    def derive_key(self, label: str, number: int) -> Scalar:
        """Derive a secret key for a purpose, such as the cards of a round.

        Args:
            label: the name of the purpose.
            number: the number of the round.
        """
        return challenge_scalar(
            b"secret key", self.secret, label.encode(), number.to_bytes(4, "little")
        )

    def derive_salt(self, label: str, step: int = 0) -> bytes:
        """Derive the 32 random-looking bytes that hide the content of a commitment in a step."""
        return hash_parts(b"salt", self.secret, label.encode(), step.to_bytes(4, "little"))[
            :SALT_SIZE
        ]


class StepMessage(NamedTuple):
    """A seat's frame in a step, with the context to which its proofs are bound.

    The methods that read a field raise ``InvalidData`` (``BAD_SHAPE``) if the field is missing or
    of another type.
    """

    frame: SignedFrame
    context: bytes

    @property
    def seat(self) -> Seat:
        return self.frame.seat

    def has_field(self, name: str) -> bool:
        return name in self.frame.body

    def bytes_field(self, name: str) -> bytes:
        """Return the bytes of a base64 field.

        Raises:
            InvalidData: ``BAD_SHAPE`` if the field is missing or is not base64.
        """
        return decode_base64(self.frame.body.get(name))

    def text_field(self, name: str) -> str:
        value = self.frame.body.get(name)
        if not isinstance(value, str):
            raise InvalidData("BAD_SHAPE")
        return value

    def number_field(self, name: str) -> int:
        value = self.frame.body.get(name)
        if type(value) is not int:
            raise InvalidData("BAD_SHAPE")
        return value

    def boolean_field(self, name: str) -> bool:
        value = self.frame.body.get(name)
        if not isinstance(value, bool):
            raise InvalidData("BAD_SHAPE")
        return value

    def cheat_error(self, fault: Fault) -> Cheat:
        return Cheat(self.seat, fault, self.frame.step, (self.frame.raw,))

    @contextmanager
    def blaming_sender(self) -> Iterator[None]:
        """Convert faults found in the ``with`` block into a ``Cheat`` by the sender.

        The faults are ``InvalidData`` and ``NotationError``.
        """
        try:
            yield
        except InvalidData as error:
            raise self.cheat_error(error.fault) from error
        except NotationError as error:
            raise self.cheat_error("BAD_SHAPE") from error


class AlternativeFrame(NamedTuple):
    """A second kind of frame that a step allows, such as a pause instead of an action.

    Attributes:
        own_body: makes the body of this seat's frame from the context of its proofs; returns None
            to send the usual kind of frame instead.
    """

    kind: str
    own_body: Callable[[bytes], FrameBody | None]


class FrameStore(Protocol):
    """Stores the frames of a match."""

    def append_frame(self, frame: bytes, is_own: bool) -> None:
        """Store ``frame``; a frame of this seat is safely on the disk when the method returns."""


class NullFrameStore:
    """Stores nothing; for spectators and tests."""

    def append_frame(self, frame: bytes, is_own: bool) -> None:
        """Store nothing, since the frames need not survive this process."""

    def close(self) -> None:
        """Do nothing, since no file is open."""


class FrameExchange:
    """Makes the frames of one seat and collects the frames of all seats, step by step.

    A spectator's exchange has no seat and makes no frames.

    Attributes:
        outgoing: this seat's frames that have not been sent yet.
        is_replaying: whether a log is being read, during which no new frames are made.
        awaited: the kind and the speakers of the current step.
    """

    def __init__(
        self,
        terms: MatchTerms,
        identity: SeatIdentity | None,
        frame_store: FrameStore | None = None,
    ) -> None:
        self.chain = FrameChain(terms)
        self.identity = identity
        self.outgoing: list[bytes] = []
        self.is_replaying = False
        self.awaited: tuple[str, tuple[Seat, ...]] = ("", ())
        self._keeper = frame_store or NullFrameStore()

    @property
    def seat(self) -> Seat | None:
        return self.identity.seat if self.identity else None

    @property
    def has_own_frame(self) -> bool:
        """Whether this seat has already made its frame for the current step."""
        return self.chain.has_frame_of(self.seat)

    def own_frames_of_step(self) -> list[bytes]:
        """Return this seat's frame for this step in a list, to be sent again after a restart.

        The list is empty if there is no such frame.
        """
        return [frame for frame in self.chain.frames_from(self.chain.step) if self._is_own(frame)]

    def _is_own(self, raw: bytes) -> bool:
        return self.chain.read_and_check_signature(raw).seat == self.seat

    def receive_frame(self, raw: bytes) -> bool:
        """Take a frame; return whether the frame was new.

        Raises:
            UnattributableFrame, Cheat, HistoryFork: as ``FrameChain.add_frame``.
        """
        new = self.chain.add_frame(raw)
        if new and not self.is_replaying:
            self._keeper.append_frame(raw, is_own=False)
        return new

    def check_early_frames(self, kind: str, speakers: Collection[Seat]) -> None:
        """Check the frames of this step that arrived before this seat made its own.

        Args:
            kind: the kind of the step's frames.
            speakers: the seats that send a frame in this step.

        Raises:
            Cheat, HistoryFork: as ``FrameChain.check_and_count_frames``.
        """
        self.chain.check_and_count_frames((kind,), speakers)

    def run_step(
        self,
        kind: str,
        speakers: Collection[Seat],
        own_body: Callable[[bytes], FrameBody],
        instead: AlternativeFrame | None = None,
    ) -> ProtocolSteps[dict[Seat, StepMessage]]:
        """Run a step: make this seat's frame if it speaks, and wait for the frames of all speakers.

        Args:
            kind: the kind of frame that the step needs.
            speakers: the seats that send a frame.
            own_body: makes the body of this seat's frame from the context of its proofs.
            instead: a second kind of frame that this step allows.

        Returns:
            The frames of the step, by seat.
        """
        contexts = {seat: self.chain.proof_context(seat) for seat in speakers}
        self.awaited = (kind, tuple(sorted(contexts)))
        other = instead.kind if instead is not None else ""
        while (frames := self.chain.finish_step_if_complete(kind, speakers, other)) is None:
            if self.seat in contexts and not self.has_own_frame and not self.is_replaying:
                context = contexts[self.seat]
                body = instead.own_body(context) if instead is not None else None
                self._send_frame(*((kind, own_body(context)) if body is None else (other, body)))
            else:
                yield
        return {seat: StepMessage(frames[seat], contexts[seat]) for seat in sorted(frames)}

    def _send_frame(self, kind: str, body: FrameBody) -> None:
        assert self.identity is not None
        frame = self.chain.compose_frame(self.identity.signer, self.identity.seat, kind, body)
        self._keeper.append_frame(frame, is_own=True)
        self.chain.add_frame(frame)
        self.outgoing.append(frame)
