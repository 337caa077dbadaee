"""A part in a running match: the replica, its log, and the frames that go in and out.

Whoever watches has such a part too, without a seat, a log or anything to say.

It knows no lines: whoever has them hears frames for it and spreads what it gives.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from pathlib import Path

from nacl.signing import SigningKey

from hacktrick.game.actions import NotationError, parse
from hacktrick.game.refusals import IllegalAction
from hacktrick.game.rules import Seat
from hacktrick.net.faults import Cheat, Fork
from hacktrick.net.kept import Kept, Shelf, Way
from hacktrick.net.log import SECRET_SIZE, Log, LogHeader
from hacktrick.net.pause import Wish
from hacktrick.net.prooffile import ProofFile, write_proof
from hacktrick.net.replica import Observer, Replica
from hacktrick.net.talk import Forgetful, Identity
from hacktrick.net.terms import Terms

PROOF_ENDING = ".hacktrick-proof"

Spread = Callable[[bytes, object], None]
"""Sends a frame to everybody but one line (None: to all)."""


class Seated:
    """The own part in a match.

    Attributes:
        fork: another history that was met; its verdict waits for what the other side shows.
        claimed: the own player has ended it, because others were gone.
        proof_path: of the last proof file written; empty before the first round is over.
    """

    def __init__(
        self, replica: Replica, log: Log | Forgetful, spread: Spread, proofs: Path
    ) -> None:
        self.replica = replica
        self.fork: Fork | None = None
        self.claimed = False
        self.proof_path = ""
        self._log, self._spread, self._proofs = log, spread, proofs
        self._shown: tuple[int, Seat, bytes] | None = None  # what somebody has said otherwise
        self._written, self._ended = 0, False  # what the proof file has: rounds, the end

    @classmethod
    def begin(
        cls, shelf: Shelf, terms: Terms, seat: Seat, signer: SigningKey, way: Way, spread: Spread,
        proofs: Path,
    ) -> Seated:  # fmt: skip
        """A new match. Nothing is said before ``go``.

        Raises:
            OSError: its log cannot be written.
        """
        secret = secrets.token_bytes(SECRET_SIZE)
        log = shelf.begin(LogHeader(terms, seat, secret), way)
        return cls(Replica(terms, Identity(seat, signer, secret), log), log, spread, proofs)

    @classmethod
    def resume(cls, kept: Kept, signer: SigningKey, spread: Spread, proofs: Path) -> Seated:
        """A kept match, where it was left.

        Raises:
            Cheat: somebody had cheated.
        """
        header = kept.header
        identity = Identity(header.seat, signer, header.secret)
        replica = Replica.resume(header.terms, identity, kept.log, kept.frames)
        return cls(replica, kept.log, spread, proofs)

    @classmethod
    def watch(cls, terms: Terms, proofs: Path) -> Seated:
        """A match in which one has no seat: everything is heard and checked, nothing is said."""
        return cls(Observer(terms), Forgetful(), lambda frame, but: None, proofs)

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
        except Fork as fork:
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

    def hear_wish(self, wish: Wish) -> bool:
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
            except Fork as fork:
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
            temporary.write_bytes(write_proof(proof))
            temporary.replace(path)
        except OSError:
            return
        self._written, self.proof_path = len(self.replica.rounds), str(path)

    def close(self) -> None:
        """The log is whole on the disk."""
        self._log.close()
