"""A pause on which all players of an online match agree.

Nobody can stop a match alone, and there is no common clock that could. A player who wants a pause
signs that wish for the decision that is due, beside the chain, and so does everyone who agrees.
Once all who are present have signed, the seat to act puts the signatures into the chain in place
of its action: from then on all know, and can prove to a stranger, that the match rests, by whose
wish and with whose consent. Any player ends the pause with a signature that the same seat puts
into the chain. Between these two frames an action is a frame of a wrong kind.

    pause   w: by whose wish; c: for each consent but the speaker's own, seat (1 byte) ‖ signature
    resume  w: who ends it; z: their signature, unless they are the speaker

The consent of absent players is not needed; the speaker says who is absent. A program that is
called absent while its player is present ends the pause at once and says so.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Literal, NamedTuple

from nacl.exceptions import BadSignatureError
from nacl.signing import VerifyKey

from hacktrick.game.rules import Seat
from hacktrick.online.crypto.curve_group import hash_parts
from hacktrick.online.faults import InvalidData
from hacktrick.online.protocol.conversation import (
    AlternativeFrame,
    Conversation,
    ProtocolSteps,
    StepMessage,
)
from hacktrick.online.protocol.frames import SIGNATURE_SIZE, FrameBody, FrameChain, encode_base64
from hacktrick.online.protocol.match_terms import MatchTerms
from hacktrick.online.protocol.process_messages import PauseNews

WishKind = Literal["ask", "agree", "no", "end"]
WISHES: tuple[WishKind, ...] = ("ask", "agree", "no", "end")
PAUSE_TAG = b"hacktrick pause 1\0"  # a signature under it is no frame
CONSENT_SIZE = 1 + SIGNATURE_SIZE


class PauseWish(NamedTuple):
    """What a seat has signed about a pause, for one step of the chain."""

    seat: Seat
    kind: WishKind
    step: int
    signature: bytes


class AgreedPause(NamedTuple):
    """A pause that stands: by whose wish, and who has agreed, the asker among them."""

    seat: Seat
    agreed: tuple[Seat, ...]


class PauseNegotiation:
    """The pauses of one match, as one computer knows them.

    Attributes:
        paused: the pause that stands.
        absent: whose consent is not waited for.
        came: the step at which the own line was there again: before it one may have been away.
        out: own wishes that are to be told to everybody.
        news: what the others have to be told of, each once.
    """

    def __init__(self, terms: MatchTerms, talk: Conversation) -> None:
        self.paused: AgreedPause | None = None
        self.absent: frozenset[Seat] = frozenset()
        self.came = 0
        self.out: list[PauseWish] = []
        self.news: list[tuple[PauseNews, Seat]] = []
        self._talk, self._verifiers = talk, [VerifyKey(key) for key in terms.keys]
        self.instead = AlternativeFrame("pause", self._pause_body) if terms.pauses else None
        self._wishes: dict[Seat, PauseWish] = {}  # of this step
        self._refused: set[Seat] = set()  # who need not ask again before the next decision
        self._wanted: WishKind | None = None  # what the own player has said, whatever the step
        self._step = -1
        self._decides = False

    # --- wishes -----------------------------------------------------------------------------------

    @property
    def asker(self) -> Seat | None:
        """By whose wish a pause is asked for."""
        return min((one.seat for one in self._wishes.values() if one.kind == "ask"), default=None)

    @property
    def agreed(self) -> tuple[Seat, ...]:
        """Who wants the pause that is asked for."""
        return tuple(sorted(self._wishes)) if self.asker is not None else ()

    @property
    def ender(self) -> Seat | None:
        """Who has ended the pause that stands, if somebody has."""
        ends = (one.seat for one in self._wishes.values() if one.kind == "end")
        return min(ends, default=None) if self.paused is not None else None

    @property
    def may_ask(self) -> bool:
        """Whether the own player can ask for a pause, or agree to one."""
        own = self._talk.seat
        if self.instead is None or own is None or own in self._refused or self.paused:
            return False
        return self._decides and own not in self._wishes

    @property
    def is_agreed(self) -> bool:
        """Whether all who are here want a pause."""
        seats = range(len(self._verifiers))
        wanted = self.asker is not None and self._talk.seat in self._wishes
        return wanted and all(n in self._wishes or n in self.absent for n in seats)

    def want(self, on: bool) -> None:
        """The own player wants a pause, or that the match goes on. It means nothing where neither
        can be wanted."""
        if on and self.may_ask:
            self._wanted = "ask" if self.asker is None else "agree"
            self._sign(self._wanted)
        elif not on and self.paused is not None:
            self._sign("end")
        elif not on and self.asker is not None:
            self._sign("no")

    def _sign(self, kind: WishKind) -> None:
        identity, chain = self._talk.identity, self._talk.chain
        assert identity is not None
        data = pause_statement(chain, kind, identity.seat)
        wish = PauseWish(identity.seat, kind, chain.step, identity.signer.sign(data).signature)
        self.out.append(wish)
        self._take(wish)

    def hear(self, wish: PauseWish) -> bool:
        """Take a wish from a line; whether it was new, and is one of this moment."""
        chain = self._talk.chain
        known = self._wishes.get(wish.seat)
        if wish.step != chain.step or known == wish or not self._fits(wish):
            return False
        if not self._has_signed(
            wish.seat, pause_statement(chain, wish.kind, wish.seat), wish.signature
        ):
            return False
        self._take(wish)
        return True

    def _fits(self, wish: PauseWish) -> bool:
        if self.instead is None or not 0 <= wish.seat < len(self._verifiers):
            return False
        if wish.kind == "end":
            return self.paused is not None
        if wish.kind == "ask":
            return self.paused is None and wish.seat not in self._refused
        return self.paused is None and self.asker is not None

    def _take(self, wish: PauseWish) -> None:
        if wish.kind != "no":
            self._wishes[wish.seat] = wish
            return
        withdrawn = wish.seat == self.asker
        self.news.append(("PAUSE_WITHDRAWN" if withdrawn else "PAUSE_REFUSED", wish.seat))
        self._refused |= {one.seat for one in self._wishes.values() if one.kind == "ask"}
        self._wishes, self._wanted = {}, None

    def known(self) -> list[PauseWish]:
        """The wishes of this moment, for somebody who comes; who asks stands first."""
        return sorted(self._wishes.values(), key=lambda one: WISHES.index(one.kind))

    def renew(self, decides: bool) -> bool:
        """Whatever was signed for the last step is of no use in this one: the own wish is signed
        again, if a player has to decide (``decides``). Whether it was."""
        self._decides = decides and self.paused is None
        if self._step != self._talk.chain.step:
            self._step, self._wishes, self._refused = self._talk.chain.step, {}, set()
        own = self._talk.seat
        if self._wanted is None or not self._decides or own in self._wishes:
            return False
        if self._wanted == "agree" and self.asker is None:
            return False  # until it has been asked again
        self._sign(self._wanted)
        return True

    def forget(self) -> None:
        """The round is over: nobody waits for anybody."""
        self._wishes, self._wanted = {}, None

    def take_out(self) -> list[PauseWish]:
        out, self.out = self.out, []
        return out

    def take_news(self) -> list[tuple[PauseNews, Seat]]:
        news, self.news = self.news, []
        return news

    # --- in the chain -----------------------------------------------------------------------------

    def _pause_body(self, context: bytes) -> FrameBody | None:
        """Of the own frame, if all have agreed."""
        if not self.is_agreed:
            return None
        others = [self._wishes[n] for n in self.agreed if n != self._talk.seat]
        signed = b"".join(bytes([one.seat]) + one.signature for one in others)
        return {"w": self.asker, "c": encode_base64(signed)}

    def stand(self, said: StepMessage, before: ChainPosition) -> ProtocolSteps[None]:
        """A pause, from its frame to the end.

        Args:
            before: where the chain stood when it was said.
        """
        with said.blamed():
            self.paused = self._read(said, before)
        self.forget()
        if self._is_passed_over(before) and not self._talk.muted:
            self.want(False)
            self.news.append(("PAUSE_UNASKED", said.seat))
        yield from self._until_ended(said.seat)

    def _is_passed_over(self, before: ChainPosition) -> bool:
        """Whether the own player was here, and has not been asked."""
        own = self._talk.seat
        assert self.paused is not None
        return own is not None and own not in self.paused.agreed and self.came < before.step

    def _until_ended(self, speaker: Seat) -> ProtocolSteps[None]:
        talk = self._talk
        while talk.seat == speaker and self.ender is None and not talk.has_spoken:
            talk.check("resume", (speaker,))
            yield
        before = ChainPosition.of(talk.chain)
        said = (yield from talk.step("resume", (speaker,), self._resume_body))[speaker]
        with said.blamed():
            ender = self._read_end(said, before)
        self.paused = None
        self.forget()
        if not talk.muted:
            self.news.append(("PAUSE_ENDED", ender))

    def _resume_body(self, context: bytes) -> FrameBody:
        ender = self.ender
        assert ender is not None
        if ender == self._talk.seat:
            return {"w": ender}
        return {"w": ender, "z": encode_base64(self._wishes[ender].signature)}

    def _read(self, said: StepMessage, before: ChainPosition) -> AgreedPause:
        """Raises:
        Refused: somebody is said to have agreed who has not.
        """
        asker, consents = said.number("w"), list(_consents(said.data("c")))
        seats = [seat for seat, _ in consents]
        if not all(one < other for one, other in pairwise(seats)) or said.seat in seats:
            raise InvalidData("BAD_SHAPE")
        if asker not in (*seats, said.seat):
            raise InvalidData("UNAGREED")
        for seat, signature in consents:
            kinds: Sequence[WishKind] = ("ask",) if seat == asker else ("ask", "agree")
            if not any(self._has_said(before, kind, seat, signature) for kind in kinds):
                raise InvalidData("UNAGREED")
        return AgreedPause(asker, tuple(sorted((*seats, said.seat))))

    def _read_end(self, said: StepMessage, before: ChainPosition) -> Seat:
        """Raises:
        Refused: it is ended in the name of somebody who has not said so.
        """
        ender = said.number("w")
        if said.has("z") == (ender == said.seat):
            raise InvalidData("BAD_SHAPE")
        if ender != said.seat and not self._has_said(before, "end", ender, said.data("z")):
            raise InvalidData("UNAGREED")
        return ender

    def _has_said(self, at: ChainPosition, kind: WishKind, seat: Seat, signature: bytes) -> bool:
        return self._has_signed(seat, pause_statement(at, kind, seat), signature)

    def _has_signed(self, seat: Seat, data: bytes, signature: bytes) -> bool:
        if not 0 <= seat < len(self._verifiers):
            return False
        try:
            self._verifiers[seat].verify(data, signature)
        except (BadSignatureError, ValueError):
            return False
        return True


class ChainPosition(NamedTuple):
    """A place in the chain."""

    head: bytes
    step: int

    @classmethod
    def of(cls, chain: FrameChain) -> ChainPosition:
        return cls(chain.head, chain.step)


def pause_statement(at: ChainPosition | FrameChain, kind: WishKind, seat: Seat) -> bytes:
    """What a wish signs: it holds for one step of one history alone."""
    told = hash_parts(
        b"pause", kind.encode(), at.head, at.step.to_bytes(4, "little"), bytes([seat])
    )
    return PAUSE_TAG + told


def _consents(data: bytes) -> Iterator[tuple[Seat, bytes]]:
    """Raises:
    Refused: ``BAD_SHAPE``.
    """
    if len(data) % CONSENT_SIZE:
        raise InvalidData("BAD_SHAPE")
    for at in range(0, len(data), CONSENT_SIZE):
        yield data[at], data[at + 1 : at + CONSENT_SIZE]
