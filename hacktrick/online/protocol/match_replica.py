"""The match as one computer knows it: takes and makes frames, and advances the public state.

An online table has no single writer; every computer has its own replica. A replica knows nothing of
connections, clocks and windows. The replica of a seat makes that seat's frames, while a
``SeatlessReplica`` only reads and checks frames.
"""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Literal

from hacktrick.game.actions import CODES, UNKNOWN_CODE, Action
from hacktrick.game.cards import Card
from hacktrick.game.legality import IllegalAction, legal_actions, refusal_reason
from hacktrick.game.match_rules import MatchState, begin_match, finish_round, possible_first_leaders
from hacktrick.game.state import Observation, PublicState, Seat
from hacktrick.game.view import Event, View, make_view, redacted_event
from hacktrick.match.record import Record, RoundRecord
from hacktrick.online.crypto.curve_group import hash_parts
from hacktrick.online.faults import Cheat, HistoryFork, UnattributableFrame
from hacktrick.online.protocol.card_protocol import CardKeys, CodeCardDeck
from hacktrick.online.protocol.frame_exchange import (
    FrameExchange,
    FrameStore,
    ProtocolSteps,
    SeatIdentity,
    StepMessage,
)
from hacktrick.online.protocol.match_terms import MatchTerms
from hacktrick.online.protocol.pauses import ChainPosition, PauseNegotiation, PauseWish
from hacktrick.online.protocol.round_protocol import NetworkRound, RevealedRound
from hacktrick.online.protocol.signed_frame_chain import FrameBody, encode_base64, judge_fork

NONCE_LABEL = "coin"  # label for deriving the nonce of the coin toss


def toss_for_leader(terms: MatchTerms, exchange: FrameExchange) -> ProtocolSteps[Seat]:
    """Choose the first leader by a joint coin toss.

    All seats commit to nonces, then reveal them (Blum, Coin Flipping by Telephone).

    Returns:
        The leader's seat.
    """
    identity, seats = exchange.identity, range(terms.rules.n_seats)

    def nonce_commitment(seat: Seat, nonce: bytes) -> bytes:
        return hash_parts(b"coin", terms.match_id, bytes([seat]), nonce)

    def commitment_body(context: bytes) -> FrameBody:
        assert identity is not None
        return {
            "h": encode_base64(nonce_commitment(identity.seat, identity.derive_salt(NONCE_LABEL)))
        }

    def nonce_body(context: bytes) -> FrameBody:
        assert identity is not None
        return {"r": encode_base64(identity.derive_salt(NONCE_LABEL))}

    committed = yield from exchange.run_step("commit", seats, commitment_body)
    shown = yield from exchange.run_step("nonce", seats, nonce_body)
    nonces = []
    for seat, message in shown.items():
        with committed[seat].blaming_sender():
            hidden = committed[seat].bytes_field("h")
        with message.blaming_sender():
            nonces.append(message.bytes_field("r"))
        if hidden != nonce_commitment(seat, nonces[-1]):
            raise message.cheat_error("WRONG_NONCE")
    candidates = possible_first_leaders(terms.rules)
    chance = int.from_bytes(hash_parts(b"leader", *nonces), "little")
    return candidates[chance % len(candidates)]


AwaitedEvent = Literal["frames", "action", "next", "nothing"]
"""What a replica is waiting for: frames of other seats, an action of the local player, the local
player's readiness for the next round, or nothing, since the match has ended."""


class MatchReplica:
    """An online match, as one seat or a spectator knows it.

    Attributes:
        match: the state between rounds: score, leader and held codes (those of others are unknown);
            None before the coin toss.
        round: the round in progress, or the last one; None before the first deal.
        dealing: the round that is being dealt, while ``round`` is still the previous one.
        rounds: the finished rounds, with nothing hidden.
        pile: the pile of codes at the start of the match; empty until the match is over, and
            without codes.
        waits_for: what the replica is waiting for.
        pauses: the wishes about a pause, and the pause in progress.
        verdict: the cheat that was found, which ends the match; None if there is none.
        version: a number that grows with every change that a player can see.
    """

    def __init__(
        self,
        terms: MatchTerms,
        identity: SeatIdentity | None = None,
        frame_store: FrameStore | None = None,
    ) -> None:
        self.terms = terms
        self.exchange = FrameExchange(
            terms, identity.with_secret_for_match(terms) if identity else None, frame_store
        )
        self.pauses = PauseNegotiation(terms, self.exchange)
        self.match: MatchState | None = None
        self.round: NetworkRound | None = None
        self.dealing: NetworkRound | None = None
        self.rounds: list[RevealedRound] = []
        self.pile: tuple[str, ...] = ()
        self.waits_for: AwaitedEvent = "frames"
        self.verdict: Cheat | None = None
        self.version = 0
        self._ready = True
        self._chosen: Action | None = None
        self._codes: CodeCardDeck | None = None
        self._running = self._run_match()

    @classmethod
    def resume(
        cls,
        terms: MatchTerms,
        identity: SeatIdentity,
        frame_store: FrameStore,
        frames: Iterable[bytes],
    ) -> MatchReplica:
        """Rebuild the replica of an earlier process from its log, without making any frame twice.

        Args:
            frames: the frames in the log, in order.

        Raises:
            Cheat: the log shows a cheat.
        """
        replica = cls(terms, identity, frame_store)
        replica.exchange.is_replaying = True
        for frame in frames:
            # A frame that exceeds the limit on early frames will be sent again.
            with contextlib.suppress(UnattributableFrame):
                replica.receive_frame(frame)
        replica.exchange.is_replaying = False
        replica.pauses.rejoined_step = replica.step
        replica.exchange.outgoing.extend(replica.exchange.own_frames_of_step())
        replica.advance()
        return replica

    # Methods that send and receive.

    @property
    def seat(self) -> Seat | None:
        return self.exchange.seat

    @property
    def step(self) -> int:
        """The number of the current step.

        Some frames of this step, and all later ones, may be missing.
        """
        return self.exchange.chain.step

    @property
    def public(self) -> PublicState:
        """The public state of the round; must not be read before the first deal."""
        assert self.round is not None, "no round has been dealt"
        return self.round.public

    @property
    def is_dealt(self) -> bool:
        return self.round is not None

    @property
    def is_round_over(self) -> bool:
        """Whether the round is finished and all its cards are revealed."""
        return self.round is not None and self.round.revealed_round is not None

    @property
    def is_over(self) -> bool:
        """Whether the match is won and all keys have been revealed."""
        return self.waits_for == "nothing" and self.verdict is None

    @property
    def deciding_seat(self) -> Seat | None:
        """The seat whose player has to choose an action.

        None while only programs exchange frames.
        """
        if self.waits_for == "action":
            return self.seat
        kind, speakers = self.exchange.awaited
        waits = (
            self.waits_for == "frames"
            and kind in ("act", "resume")
            and not self.exchange.has_own_frame
        )
        return speakers[0] if waits else None

    def receive_frame(self, frame: bytes) -> bool:
        """Take a frame and advance as far as it allows; return whether the frame was new.

        Raises:
            UnattributableFrame: no seat can be blamed for the frame; the match goes on.
            Cheat: a seat has cheated, which ends the match; see also ``verdict``.
            HistoryFork: a seat names another history; call ``resolve_fork`` once that side has
                shown its frames.
        """
        if self.verdict is not None:
            raise self.verdict
        try:
            new = self.exchange.receive_frame(frame)
            self.advance()
        except Cheat as cheat:
            self._stop_for_cheat(cheat)
            raise
        return new

    def advance(self) -> None:
        """Advance until a frame or a choice is missing; must be called once at the beginning.

        Raises:
            Cheat, HistoryFork: as ``receive``.
        """
        before = self._version_facts()
        try:
            next(self._running, None)
            if self.pauses.renew_wish(self.deciding_seat is not None):
                next(self._running, None)
        except Cheat as cheat:
            self._stop_for_cheat(cheat)
            raise
        self.version += before != self._version_facts()

    def _version_facts(self) -> tuple[object, ...]:
        """Return the facts whose changes increase ``version``."""
        round_ = self.round
        if round_ is None:
            return ()
        return (
            round_,
            len(round_.events),
            round_.revealed_round is None,
            self.match,
            self.waits_for == "nothing",
            self.pauses.current,
        )

    def resolve_fork(self, fork: HistoryFork, their_frames: Iterable[bytes]) -> Cheat:
        """Find out from the other side's frames which seat has forked the history.

        Args:
            fork: the fork that was found.
            their_frames: the frames that the other side has shown.

        Returns:
            The verdict, which is also stored in ``verdict``.
        """
        cheat = judge_fork(self.exchange.chain, fork, their_frames)
        self._stop_for_cheat(cheat)
        return cheat

    def pop_outgoing_frames(self) -> list[bytes]:
        """Return and forget this seat's frames that still have to be sent to everyone."""
        out, self.exchange.outgoing = self.exchange.outgoing, []
        return out

    def finished_frames_and_evidence(self) -> list[bytes]:
        """Return all frames of finished steps, then the evidence of a cheat.

        A proof file holds the same frames.
        """
        known = list(self.exchange.chain.frames_of_finished_steps)
        evidence = self.verdict.evidence if self.verdict else ()
        return [*known, *(frame for frame in evidence if frame not in known)]

    def submit_own_action(self, action: Action) -> None:
        """Play an action for the local player; it has been played once ``public`` has changed.

        Raises:
            IllegalAction: the action is not legal for the local seat now; nothing has changed.
            Cheat, HistoryFork: as ``receive``.
        """
        assert self.seat is not None
        seen = self.observe(self.seat)
        if self.waits_for != "action" or action not in legal_actions(seen):
            raise IllegalAction(action, refusal_reason(seen, action))
        self._chosen = action
        self.advance()

    def request_or_end_pause(self, wants_pause: bool) -> None:
        """Ask for a pause or agree to one; if ``wants_pause`` is False, refuse a pause or end it.

        Raises:
            Cheat, HistoryFork: as ``receive``.
        """
        self.pauses.request_or_end_pause(wants_pause)
        self.advance()

    def receive_pause_wish(self, wish: PauseWish) -> bool:
        """Take a player's wish about a pause; return whether it was new and valid.

        Raises:
            Cheat, HistoryFork: as ``receive``.
        """
        new = self.pauses.receive_wish(wish)
        self.advance()
        return new

    def request_next_round(self) -> None:
        """Report that the local player is ready for the next round; do nothing if none is awaited.

        Raises:
            Cheat, HistoryFork: as ``receive``.
        """
        if self.waits_for == "next":
            self._ready = True
            self.advance()

    # Methods that return what this seat knows.

    def observe(self, seat: Seat) -> Observation:
        """Return what ``seat``, which must be the local seat, sees now."""
        assert self.round is not None
        return self.round.observe(seat)

    def view(self) -> View:
        """Return the view of the local seat: everything that it may know of the round."""
        assert self.round is not None and self.round.start is not None
        assert self.seat is not None, "a view is one seat's"
        return make_view(self.round.start, self.round.events, self.public, self.seat)

    def events_for(self, seat: Seat | None) -> tuple[Event, ...]:
        """Return the actions of this round as the local seat, or a spectator, may know them.

        Args:
            seat: the local seat; None for a spectator.
        """
        assert self.round is not None
        events = self.round.events
        revealed = any(event.facts.revealed is not None for event in events)
        return tuple(redacted_event(event, seat, revealed) for event in events)

    def final_hands(self) -> tuple[tuple[Card, ...], ...]:
        """Return all hands, once the keys of the round are revealed.

        Raises:
            ValueError: the keys have not been revealed.
        """
        if self.round is None or self.round.revealed_round is None:
            raise ValueError("hands are private until all keys are shown")
        return self.round.revealed_round.final

    def proof_counts(self) -> Counter[str]:
        """Return the number of proofs checked in this round or in the deal in progress, by kind."""
        begun = self.dealing is not None and self.dealing.keys.proved.total() > 0
        round_ = self.dealing if begun else self.round
        return Counter() if round_ is None else round_.keys.proved

    def _stop_for_cheat(self, cheat: Cheat) -> None:
        self.verdict, self.waits_for = cheat, "nothing"
        self.version += 1

    def _run_match(self) -> ProtocolSteps[None]:
        leader = yield from toss_for_leader(self.terms, self.exchange)
        yield from self._begin_match(leader)
        while self._match_state.next_leader_and_starter is not None:
            yield from self._wait_until_local_player_ready()
            yield from self._play_round(self._match_state)
        if self._codes is not None:
            self.pile = yield from self._codes.reveal_keys_and_read_pile()
        self.waits_for = "nothing"

    @property
    def _match_state(self) -> MatchState:
        assert self.match is not None
        return self.match

    def _begin_match(self, leader: Seat) -> ProtocolSteps[None]:
        rules = self.terms.rules
        match = begin_match(rules, leader, CODES if rules.has_codes else ())
        if rules.has_codes:
            self._codes = CodeCardDeck(self._card_keys("codes"))
            yield from self._codes.exchange_keys_and_shuffle()
        # The order of the pile is hidden.
        self.match = match._replace(pile=(UNKNOWN_CODE,) * len(match.pile))

    def _card_keys(self, label: str, number: int = 0) -> CardKeys:
        identity = self.exchange.identity
        x = None if identity is None else identity.derive_key(label, number)
        return CardKeys(self.exchange, self.terms.rules.n_seats, x)

    def _wait_until_local_player_ready(self) -> ProtocolSteps[None]:
        while self.seat is not None and not self._ready and not self.exchange.has_own_frame:
            self.waits_for = "next"
            yield
        self._ready, self.waits_for = False, "frames"

    def _play_round(self, match: MatchState) -> ProtocolSteps[None]:
        keys = self._card_keys("round", match.n_rounds)
        self.dealing = round_ = NetworkRound(match, self.terms.seats, keys, self._codes)
        yield from round_.deal_round()
        self.round, self.dealing = round_, None
        while self.public.result is None:
            yield from round_.run_action(self._pop_chosen_action, self._run_action_step)
        self.pauses.clear_wishes()
        self.rounds.append((yield from round_.reveal_and_verify()))
        self.match = yield from self._match_after_round(match, round_)

    def _run_action_step(
        self, own_body: Callable[[bytes], FrameBody]
    ) -> ProtocolSteps[StepMessage]:
        """Run the step in which the seat to act sends its action, after any pauses."""
        seat = self.public.seat
        while True:
            yield from self._wait_for_chosen_action()
            before = ChainPosition.of(self.exchange.chain)
            message = (
                yield from self.exchange.run_step("act", (seat,), own_body, self.pauses.alternative)
            )[seat]
            if message.frame.kind == "act":
                return message
            yield from self.pauses.run_pause(message, before)

    def _wait_for_chosen_action(self) -> ProtocolSteps[None]:
        if self.public.seat == self.seat:
            while self._chosen is None and not (
                self.exchange.has_own_frame or self.pauses.is_pause_agreed
            ):
                self.waits_for = "action"
                self.exchange.check_early_frames("act", (self.public.seat,))
                yield
        self.waits_for = "frames"

    def _pop_chosen_action(self) -> Action:
        action, self._chosen = self._chosen, None
        assert action is not None
        return action

    def _match_after_round(
        self, match: MatchState, round_: NetworkRound
    ) -> ProtocolSteps[MatchState]:
        """Return the match after the round, once the winner has drawn the codes won."""
        public, codes = round_.public, self._codes
        if codes is None:
            return finish_round(match, public, match.held)
        after = finish_round(
            match, public, tuple(map(_held_codes_without_laid, match.held, codes.laid))
        )
        drawn = len(match.pile) - len(after.pile)
        assert public.result is not None
        yield from codes.draw_codes(public.result.side, drawn)
        laid = tuple(code for code in codes.laid if code is not None)
        own: Sequence[tuple[str, ...]] = [
            tuple(codes.drawn) if seat == self.seat else held
            for seat, held in enumerate(after.held)
        ]
        return after._replace(held=tuple(own), spent=(*match.spent, *laid))


def _held_codes_without_laid(held: tuple[str, ...], laid: str | None) -> tuple[str, ...]:
    """Return the held codes without the laid code, which may be unknown."""
    if laid is None:
        return held
    return tuple(code for code in held if code != laid) if laid in held else held[1:]


class SeatlessReplica(MatchReplica):
    """A replica without a seat that only checks, for spectators and for proof files."""

    def __init__(self, terms: MatchTerms) -> None:
        super().__init__(terms)
        self.advance()

    def receive_frames(self, frames: Iterable[bytes]) -> None:
        """Take all frames of a match.

        Raises:
            UnattributableFrame, Cheat, HistoryFork: the fault of the first bad frame.
        """
        for frame in frames:
            self.receive_frame(frame)


def record_of_replica(replica: MatchReplica) -> Record:
    """Return the match record of the finished rounds.

    Raises:
        ValueError: the match has codes and is not over, so their order is still hidden.
    """
    rules = replica.terms.rules
    if rules.has_codes and not replica.pile:
        raise ValueError("the codes are open only when the match is over")
    rounds = [_round_record(opened) for opened in replica.rounds]
    score = replica.match.score if replica.match else (0,) * rules.n_score_entries
    return Record(rules, replica.terms.seats, rounds, score, replica.pile)


def _round_record(opened: RevealedRound) -> RoundRecord:
    return RoundRecord(
        opened.leader_and_starter.leader,
        opened.leader_and_starter.starter,
        opened.hands,
        opened.aside,
        opened.deck,
        opened.leader_and_starter.duel,
        list(opened.shuffles),
        list(opened.taken),
        list(opened.actions),
        opened.result,
    )
