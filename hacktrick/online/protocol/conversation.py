"""One seat's part in the protocol: sends its frame in each step and collects the others' frames."""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Iterator
from contextlib import contextmanager
from typing import NamedTuple, Protocol, TypeVar

from nacl.signing import SigningKey

from hacktrick.game.actions import NotationError
from hacktrick.game.rules import Seat
from hacktrick.online.crypto.curve_group import Scalar, challenge_scalar, hash_parts
from hacktrick.online.faults import Cheat, Fault, InvalidData
from hacktrick.online.protocol.frames import FrameBody, FrameChain, SignedFrame, decode_base64
from hacktrick.online.protocol.match_terms import MatchTerms

T = TypeVar("T")
ProtocolSteps = Generator[None, None, T]
"""A part of the protocol: it yields whenever it waits for frames, and returns its result."""

SALT_SIZE = 32


class SeatIdentity(NamedTuple):
    """Who speaks: his seat, his signing key, and the secret of this match (32 random bytes).

    Whatever has to be known again after a restart follows from the secret; what is needed once,
    as the randoms of a proof, never does.
    """

    seat: Seat
    signer: SigningKey
    secret: bytes

    def bound_to(self, terms: MatchTerms) -> SeatIdentity:
        """With a secret of this match alone: none is ever shown that another match still needs."""
        secret = hash_parts(b"match secret", terms.match_id, self.secret)[: len(self.secret)]
        return self._replace(secret=secret)

    def key(self, label: str, number: int = 0) -> Scalar:
        """The secret key of a round, or of the codes."""
        return challenge_scalar(
            b"secret key", self.secret, label.encode(), number.to_bytes(4, "little")
        )

    def salt(self, label: str, step: int = 0) -> bytes:
        """Bytes to hide a commitment with."""
        return hash_parts(b"salt", self.secret, label.encode(), step.to_bytes(4, "little"))[
            :SALT_SIZE
        ]


class StepMessage(NamedTuple):
    """What a seat said in a step, and the context that its proofs are bound to."""

    frame: SignedFrame
    context: bytes

    @property
    def seat(self) -> Seat:
        return self.frame.seat

    def has(self, name: str) -> bool:
        return name in self.frame.body

    def data(self, name: str) -> bytes:
        """Raises:
        Refused: ``BAD_SHAPE``: no base64 of that name.
        """
        return decode_base64(self.frame.body.get(name))

    def text(self, name: str) -> str:
        value = self.frame.body.get(name)
        if not isinstance(value, str):
            raise InvalidData("BAD_SHAPE")
        return value

    def number(self, name: str) -> int:
        value = self.frame.body.get(name)
        if type(value) is not int:
            raise InvalidData("BAD_SHAPE")
        return value

    def flag(self, name: str) -> bool:
        value = self.frame.body.get(name)
        if not isinstance(value, bool):
            raise InvalidData("BAD_SHAPE")
        return value

    def accuse(self, fault: Fault) -> Cheat:
        return Cheat(self.seat, fault, self.frame.step, (self.frame.raw,))

    @contextmanager
    def blamed(self) -> Iterator[None]:
        """Whatever is refused inside is this seat's doing."""
        try:
            yield
        except InvalidData as error:
            raise self.accuse(error.fault) from error
        except NotationError as error:
            raise self.accuse("BAD_SHAPE") from error


class AlternativeFrame(NamedTuple):
    """Another kind of frame that is possible in a step. ``mine``: the body of the own one; None: it
    is not wanted now."""

    kind: str
    mine: Callable[[bytes], FrameBody | None]


class FrameStore(Protocol):
    """Where frames are kept."""

    def keep(self, frame: bytes, own: bool) -> None:
        """Write ``frame``; an own one is on the disk for good when this returns."""


class NullFrameStore:
    """Keeps nothing: for spectators, and for tests."""

    def keep(self, frame: bytes, own: bool) -> None:
        """Does nothing."""

    def close(self) -> None:
        """There is nothing to close."""


class Conversation:
    """Speaks for one seat (None: listens only) and gathers what all have said.

    Attributes:
        out: own frames that are to be sent to everybody.
        muted: while a log is read again: what was said is not said anew.
        due: the kind of the step that is under way, and its speakers.
    """

    def __init__(
        self, terms: MatchTerms, identity: SeatIdentity | None, keeper: FrameStore | None = None
    ) -> None:
        self.chain = FrameChain(terms)
        self.identity = identity
        self.out: list[bytes] = []
        self.muted = False
        self.due: tuple[str, tuple[Seat, ...]] = ("", ())
        self._keeper = keeper or NullFrameStore()

    @property
    def seat(self) -> Seat | None:
        return self.identity.seat if self.identity else None

    @property
    def has_spoken(self) -> bool:
        """Whether the own frame of this step exists already."""
        return self.chain.has_spoken(self.seat)

    def own_frame(self) -> list[bytes]:
        """The own frame of this step, if it exists already: to be sent again after a restart."""
        return [frame for frame in self.chain.since(self.chain.step) if self._is_own(frame)]

    def _is_own(self, raw: bytes) -> bool:
        return self.chain.read(raw).seat == self.seat

    def hear(self, raw: bytes) -> bool:
        """Take a frame from a link; whether it was new.

        Raises:
            Noise, Cheat, Fork: as the chain does.
        """
        new = self.chain.deliver(raw)
        if new and not self.muted:
            self._keeper.keep(raw, own=False)
        return new

    def check(self, kind: str, speakers: Collection[Seat]) -> None:
        """While the own frame of a step is still thought about: what others say in it.

        Raises:
            Cheat, Fork: as the chain does.
        """
        self.chain.check((kind,), speakers)

    def step(
        self,
        kind: str,
        speakers: Collection[Seat],
        mine: Callable[[bytes], FrameBody],
        instead: AlternativeFrame | None = None,
    ) -> ProtocolSteps[dict[Seat, StepMessage]]:
        """One step: the own frame, if this seat is a speaker, then those of all.

        Args:
            mine: makes the body of the own frame from the context its proofs are bound to.
        """
        contexts = {seat: self.chain.context(seat) for seat in speakers}
        self.due = (kind, tuple(sorted(contexts)))
        other = instead.kind if instead is not None else ""
        while (frames := self.chain.take(kind, speakers, other)) is None:
            if self.seat in contexts and not self.has_spoken and not self.muted:
                context = contexts[self.seat]
                body = instead.mine(context) if instead is not None else None
                self._say(*((kind, mine(context)) if body is None else (other, body)))
            else:
                yield
        return {seat: StepMessage(frames[seat], contexts[seat]) for seat in sorted(frames)}

    def _say(self, kind: str, body: FrameBody) -> None:
        assert self.identity is not None
        frame = self.chain.compose(self.identity.signer, self.identity.seat, kind, body)
        self._keeper.keep(frame, own=True)
        self.chain.deliver(frame)
        self.out.append(frame)
