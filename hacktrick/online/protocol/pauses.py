"""Pauses of an online match, on which all players agree.

No player can stop a match alone, and there is no shared clock to rely on. A player who wants a
pause signs a wish that names the pending decision, and every player who agrees signs one too. These
wishes are not frames of the chain. Once all players who are present have signed, the seat to act,
called the speaker, puts the signatures into the chain instead of its action. From then on everybody
can prove to a stranger that the match is paused, who asked for the pause and who agreed. Any player
can end the pause by another signed wish, which the speaker puts into the chain. Between these two
frames, an action counts as a frame of the wrong kind.

    pause   w: who wishes it; c: for each consent except the speaker's, seat (1 byte) ‖ signature
    resume  w: who ends it; z: their signature, unless they are the speaker

Absent players need not agree, and the speaker decides who is absent. If the speaker treats a player
who is present as absent, that player's program ends the pause at once and tells the player.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Literal, NamedTuple

from nacl.exceptions import BadSignatureError
from nacl.signing import VerifyKey

from hacktrick.game.state import Seat
from hacktrick.online.crypto.curve_group import hash_parts
from hacktrick.online.faults import InvalidData
from hacktrick.online.protocol.frame_exchange import (
    AlternativeFrame,
    FrameExchange,
    ProtocolSteps,
    StepMessage,
)
from hacktrick.online.protocol.match_terms import MatchTerms
from hacktrick.online.protocol.process_messages import PauseNews
from hacktrick.online.protocol.signed_frame_chain import (
    SIGNATURE_SIZE,
    FrameBody,
    FrameChain,
    encode_base64,
)

WishKind = Literal["ask", "agree", "no", "end"]
WISHES: tuple[WishKind, ...] = ("ask", "agree", "no", "end")
PAUSE_TAG = b"hacktrick pause 1\0"  # separates these signatures from those of frames
CONSENT_SIZE = 1 + SIGNATURE_SIZE


class PauseWish(NamedTuple):
    """A seat's signed wish about a pause, valid for one step of the chain."""

    seat: Seat
    kind: WishKind
    step: int
    signature: bytes


class AgreedPause(NamedTuple):
    """A pause that has begun.

    Attributes:
        seat: the seat that asked for the pause.
        agreeing_seats: all seats that agreed, including ``seat``.
    """

    seat: Seat
    agreeing_seats: tuple[Seat, ...]


class PauseNegotiation:
    """The pauses of one match, and the wishes about them, as one computer knows them.

    Attributes:
        current: the pause in progress; None if there is none.
        absent: the seats whose consent is not needed because their players are away.
        rejoined_step: the step at which this player's channel was last restored; the player may
            have been away before that step.
        outgoing: this player's wishes that have not been sent yet.
        news: the events of pauses not yet reported to the player, each with the seat concerned.
        alternative: the frame that begins a pause instead of an action; None in a match without
            pauses.
    """

    def __init__(self, terms: MatchTerms, exchange: FrameExchange) -> None:
        self.current: AgreedPause | None = None
        self.absent: frozenset[Seat] = frozenset()
        self.rejoined_step = 0
        self.outgoing: list[PauseWish] = []
        self.news: list[tuple[PauseNews, Seat]] = []
        self._exchange, self._verifiers = exchange, [VerifyKey(key) for key in terms.keys]
        self.alternative = (
            AlternativeFrame("pause", self._pause_frame_body) if terms.pauses else None
        )
        self._wishes: dict[Seat, PauseWish] = {}  # the wishes of this step, by seat
        self._refused: set[Seat] = set()  # the seats that may not ask again until the next decision
        self._wanted: WishKind | None = None  # the local player's wish, renewed in later steps
        self._step = -1
        self._decides = False

    @property
    def asking_seat(self) -> Seat | None:
        """The seat that is asking for a pause; None if no seat is asking."""
        return min((one.seat for one in self._wishes.values() if one.kind == "ask"), default=None)

    @property
    def agreeing_seats(self) -> tuple[Seat, ...]:
        """The seats that agree to the requested pause."""
        return tuple(sorted(self._wishes)) if self.asking_seat is not None else ()

    @property
    def ending_seat(self) -> Seat | None:
        """The seat that has asked to end the current pause; None if no seat has asked."""
        ends = (one.seat for one in self._wishes.values() if one.kind == "end")
        return min(ends, default=None) if self.current is not None else None

    @property
    def can_ask_for_pause(self) -> bool:
        """Whether the local player can ask for a pause, or agree to one."""
        own = self._exchange.seat
        if self.alternative is None or own is None or own in self._refused or self.current:
            return False
        return self._decides and own not in self._wishes

    @property
    def is_pause_agreed(self) -> bool:
        """Whether the local player and all other players who are present have agreed to a pause."""
        seats = range(len(self._verifiers))
        wanted = self.asking_seat is not None and self._exchange.seat in self._wishes
        return wanted and all(n in self._wishes or n in self.absent for n in seats)

    def request_or_end_pause(self, wants_pause: bool) -> None:
        """Ask for a pause or agree to one.

        If ``wants_pause`` is False, refuse a requested pause or end the current one. Do nothing if
        that is impossible now.
        """
        if wants_pause and self.can_ask_for_pause:
            self._wanted = "ask" if self.asking_seat is None else "agree"
            self._sign_wish(self._wanted)
        elif not wants_pause and self.current is not None:
            self._sign_wish("end")
        elif not wants_pause and self.asking_seat is not None:
            self._sign_wish("no")

    def _sign_wish(self, kind: WishKind) -> None:
        identity, chain = self._exchange.identity, self._exchange.chain
        assert identity is not None
        data = pause_statement(chain, kind, identity.seat)
        wish = PauseWish(identity.seat, kind, chain.step, identity.signer.sign(data).signature)
        self.outgoing.append(wish)
        self._store_wish(wish)

    def receive_wish(self, wish: PauseWish) -> bool:
        """Take a player's wish.

        Returns:
            Whether the wish was new, validly signed and possible in this step.
        """
        chain = self._exchange.chain
        known = self._wishes.get(wish.seat)
        if wish.step != chain.step or known == wish or not self._is_wish_possible(wish):
            return False
        if not self._has_signed(
            wish.seat, pause_statement(chain, wish.kind, wish.seat), wish.signature
        ):
            return False
        self._store_wish(wish)
        return True

    def _is_wish_possible(self, wish: PauseWish) -> bool:
        if self.alternative is None or not 0 <= wish.seat < len(self._verifiers):
            return False
        if wish.kind == "end":
            return self.current is not None
        if wish.kind == "ask":
            return self.current is None and wish.seat not in self._refused
        return self.current is None and self.asking_seat is not None

    def _store_wish(self, wish: PauseWish) -> None:
        if wish.kind != "no":
            self._wishes[wish.seat] = wish
            return
        withdrawn = wish.seat == self.asking_seat
        self.news.append(("PAUSE_WITHDRAWN" if withdrawn else "PAUSE_REFUSED", wish.seat))
        self._refused |= {one.seat for one in self._wishes.values() if one.kind == "ask"}
        self._wishes, self._wanted = {}, None

    def current_wishes(self) -> list[PauseWish]:
        """Return the wishes of this step, the asker's first, for a peer who reconnects."""
        return sorted(self._wishes.values(), key=lambda one: WISHES.index(one.kind))

    def renew_wish(self, decides: bool) -> bool:
        """Sign this player's wish again in a new step, since a signature is valid for one step.

        Args:
            decides: whether a player has to decide in this step; otherwise nothing is signed.

        Returns:
            Whether the wish was signed.
        """
        self._decides = decides and self.current is None
        if self._step != self._exchange.chain.step:
            self._step, self._wishes, self._refused = self._exchange.chain.step, {}, set()
        own = self._exchange.seat
        if self._wanted is None or not self._decides or own in self._wishes:
            return False
        if self._wanted == "agree" and self.asking_seat is None:
            return False  # the player who asked for the pause has to sign again first
        self._sign_wish(self._wanted)
        return True

    def clear_wishes(self) -> None:
        """Forget all wishes, including the local player's."""
        self._wishes, self._wanted = {}, None

    def pop_outgoing_wishes(self) -> list[PauseWish]:
        out, self.outgoing = self.outgoing, []
        return out

    def pop_news(self) -> list[tuple[PauseNews, Seat]]:
        news, self.news = self.news, []
        return news

    # Methods for the frames that begin and end a pause.

    def _pause_frame_body(self, context: bytes) -> FrameBody | None:
        """Return the body of this seat's frame that begins the pause; None unless all have agreed.

        Args:
            context: the context of the frame's proofs.
        """
        if not self.is_pause_agreed:
            return None
        others = [self._wishes[n] for n in self.agreeing_seats if n != self._exchange.seat]
        signed = b"".join(bytes([one.seat]) + one.signature for one in others)
        return {"w": self.asking_seat, "c": encode_base64(signed)}

    def run_pause(self, message: StepMessage, before: ChainPosition) -> ProtocolSteps[None]:
        """Run a pause, from the frame that begins it to the frame that ends it.

        Args:
            message: the frame that begins the pause.
            before: the position of the chain before that frame.
        """
        with message.blaming_sender():
            self.current = self._read_pause_start(message, before)
        self.clear_wishes()
        if self._has_begun_without_consent(before) and not self._exchange.is_replaying:
            self.request_or_end_pause(False)
            self.news.append(("PAUSE_UNASKED", message.seat))
        yield from self._wait_for_pause_end(message.seat)

    def _has_begun_without_consent(self, before: ChainPosition) -> bool:
        """Return whether a pause has begun without the consent of the local player, if present.

        Args:
            before: the position of the chain before the frame that began the pause.
        """
        own = self._exchange.seat
        assert self.current is not None
        return (
            own is not None
            and own not in self.current.agreeing_seats
            and self.rejoined_step < before.step
        )

    def _wait_for_pause_end(self, speaker: Seat) -> ProtocolSteps[None]:
        exchange = self._exchange
        while exchange.seat == speaker and self.ending_seat is None and not exchange.has_own_frame:
            exchange.check_early_frames("resume", (speaker,))
            yield
        before = ChainPosition.of(exchange.chain)
        message = (yield from exchange.run_step("resume", (speaker,), self._resume_frame_body))[
            speaker
        ]
        with message.blaming_sender():
            ender = self._read_pause_end(message, before)
        self.current = None
        self.clear_wishes()
        if not exchange.is_replaying:
            self.news.append(("PAUSE_ENDED", ender))

    def _resume_frame_body(self, context: bytes) -> FrameBody:
        ender = self.ending_seat
        assert ender is not None
        if ender == self._exchange.seat:
            return {"w": ender}
        return {"w": ender, "z": encode_base64(self._wishes[ender].signature)}

    def _read_pause_start(self, message: StepMessage, before: ChainPosition) -> AgreedPause:
        """Read which players asked for and agreed to a pause, from the frame that begins it.

        Raises:
            InvalidData: the list of seats is malformed, or a listed player has not signed.
        """
        asker, consents = message.number_field("w"), list(_read_consents(message.bytes_field("c")))
        seats = [seat for seat, _ in consents]
        if not all(one < other for one, other in pairwise(seats)) or message.seat in seats:
            raise InvalidData("BAD_SHAPE")
        if asker not in (*seats, message.seat):
            raise InvalidData("UNAGREED")
        for seat, signature in consents:
            kinds: Sequence[WishKind] = ("ask",) if seat == asker else ("ask", "agree")
            if not any(self._has_signed_wish(before, kind, seat, signature) for kind in kinds):
                raise InvalidData("UNAGREED")
        return AgreedPause(asker, tuple(sorted((*seats, message.seat))))

    def _read_pause_end(self, message: StepMessage, before: ChainPosition) -> Seat:
        """Return the seat that has ended a pause, from the frame that ends it.

        Raises:
            InvalidData: the signature is missing or superfluous, or the named player did not sign.
        """
        ender = message.number_field("w")
        if message.has_field("z") == (ender == message.seat):
            raise InvalidData("BAD_SHAPE")
        if ender != message.seat and not self._has_signed_wish(
            before, "end", ender, message.bytes_field("z")
        ):
            raise InvalidData("UNAGREED")
        return ender

    def _has_signed_wish(
        self, chain_position: ChainPosition, kind: WishKind, seat: Seat, signature: bytes
    ) -> bool:
        return self._has_signed(seat, pause_statement(chain_position, kind, seat), signature)

    def _has_signed(self, seat: Seat, data: bytes, signature: bytes) -> bool:
        if not 0 <= seat < len(self._verifiers):
            return False
        try:
            self._verifiers[seat].verify(data, signature)
        except (BadSignatureError, ValueError):
            return False
        return True


class ChainPosition(NamedTuple):
    """A position in the chain of frames: a step, and the hash of all steps before it."""

    head: bytes
    step: int

    @classmethod
    def of(cls, chain: FrameChain) -> ChainPosition:
        return cls(chain.head, chain.step)


def pause_statement(
    chain_position: ChainPosition | FrameChain, kind: WishKind, seat: Seat
) -> bytes:
    """Return the bytes signed in a wish, which bind the wish to one step of one history."""
    statement = hash_parts(
        b"pause",
        kind.encode(),
        chain_position.head,
        chain_position.step.to_bytes(4, "little"),
        bytes([seat]),
    )
    return PAUSE_TAG + statement


def _read_consents(data: bytes) -> Iterator[tuple[Seat, bytes]]:
    """Yield the signatures of consent in a frame, with their seats.

    Raises:
        InvalidData: ``BAD_SHAPE`` if the data are malformed.
    """
    if len(data) % CONSENT_SIZE:
        raise InvalidData("BAD_SHAPE")
    for at in range(0, len(data), CONSENT_SIZE):
        yield data[at], data[at + 1 : at + CONSENT_SIZE]
