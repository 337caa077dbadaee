"""Adversaries at an online table, which are clients that cheat once.

An adversary is an honest client whose outgoing frame is altered at the first opportunity.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

from hacktrick.game.editions import Rules
from hacktrick.game.state import PublicState, Seat
from hacktrick.online.crypto import encrypted_cards
from hacktrick.online.crypto.encrypted_cards import EncryptedDeck
from hacktrick.online.faults import Cheat, Fault, HistoryFork
from hacktrick.online.protocol.frame_exchange import (
    AlternativeFrame,
    FrameExchange,
    ProtocolSteps,
    SeatIdentity,
    StepMessage,
)
from hacktrick.online.protocol.match_replica import MatchReplica
from hacktrick.online.protocol.match_terms import MatchTerms
from hacktrick.online.protocol.pauses import PauseNegotiation, PauseWish
from hacktrick.online.protocol.round_protocol import NetworkRound
from hacktrick.online.protocol.signed_frame_chain import FrameBody, encode_base64, sign_frame
from tests.support.network_tables import ReplicaGroup, signing_key_of

Frames = bytes | tuple[bytes, bytes]
"""The frames of a cheat: one for all, or one for even seats and another for odd seats."""

Change = Callable[["Adversary", FrameBody], FrameBody | None]
Make = Callable[["Adversary", str, FrameBody], Frames | None]


class PlannedAttack:
    """One cheat at one table; the first player with an opportunity becomes the adversary.

    Attributes:
        adversary: the seat of the adversary; None before the cheat.
        step: the step of the cheat.
    """

    def __init__(self, attack: Attack) -> None:
        self.attack = attack
        self.adversary: int | None = None
        self.step = 0

    def create_player(self, terms: MatchTerms, identity: SeatIdentity) -> MatchReplica:
        """Create a player of this table who is honest until there is an opportunity."""
        replica = MatchReplica(terms, identity)
        replica.exchange = Adversary(replica, terms, self)
        replica.pauses = PauseNegotiation(terms, replica.exchange)
        return replica


class Adversary(FrameExchange):
    """A seat's exchange that is honest except for one cheat."""

    def __init__(self, replica: MatchReplica, terms: MatchTerms, planned: PlannedAttack) -> None:
        super().__init__(terms, replica.exchange.identity)
        self.replica = replica
        self.planned = planned
        self.frame_pairs: dict[bytes, tuple[bytes, bytes]] = {}
        # Frames to send immediately after the current frame.
        self.following_frames: list[bytes] = []
        # Creates this seat's honest body for the current step once more.
        self.honest_body: Callable[[bytes], FrameBody] = lambda context: {}
        self.remembered_body: FrameBody = {}  # the body of an earlier frame, for a later cheat
        # The last step in which this seat sent each kind of frame.
        self.last_sent_step: dict[str, int] = {}

    def run_step(
        self,
        kind: str,
        speakers: Collection[Seat],
        own_body: Callable[[bytes], FrameBody],
        instead: AlternativeFrame | None = None,
    ) -> ProtocolSteps[dict[Seat, StepMessage]]:
        """Run the step as usual, but let the adversary also cheat in steps of other seats."""
        self.honest_body = own_body
        if self.own_seat not in speakers:
            self._send_cheat_if_possible(f"{kind} of others", {})
        return (yield from super().run_step(kind, speakers, own_body, instead))

    def _send_frame(self, kind: str, body: FrameBody) -> None:
        made = self._send_cheat_if_possible(kind, body)
        self.last_sent_step[kind] = self.chain.step
        if made is None:
            super()._send_frame(kind, body)
        else:
            self.chain.add_frame(made)

    def _send_cheat_if_possible(self, kind: str, body: FrameBody) -> bytes | None:
        """Cheat if there is an opportunity: send a dishonest frame and return it.

        Returns None if there is no opportunity.
        """
        planned = self.planned
        made = planned.attack.make_frames(self, kind, body) if planned.adversary is None else None
        if made is None:
            return None
        planned.adversary, planned.step = self.own_seat, self.chain.step
        frame = made[0] if isinstance(made, tuple) else made
        if isinstance(made, tuple):
            self.frame_pairs[frame] = made
        self.outgoing += [frame, *self.following_frames]
        return frame

    @property
    def own_seat(self) -> int:
        assert self.seat is not None
        return self.seat

    @property
    def proof_context(self) -> bytes:
        return self.chain.proof_context(self.own_seat)

    @property
    def round(self) -> NetworkRound:
        round_ = self.replica.dealing or self.replica.round
        assert round_ is not None
        return round_

    @property
    def secret_key(self) -> int:
        return self.round.keys.secret_key

    @property
    def joint_key(self) -> bytes:
        return self.round.keys.joint

    @property
    def encrypted_hand(self) -> EncryptedDeck:
        return self.round.cards.hands[self.own_seat]

    @property
    def hand_values(self) -> tuple[int, ...]:
        return self.round.cards.own_hand()

    @property
    def public(self) -> PublicState:
        return self.replica.public

    def make_proved_shares(self, cards: Any) -> str:
        """Return the adversary's decryption shares of cards, with their proof, in base64."""
        return encode_base64(
            encrypted_cards.make_decryption_shares(self.secret_key, cards, self.proof_context)
        )

    def signed_frame_with_changes(self, kind: str, body: Any, **changed: Any) -> bytes:
        """Return a signed frame for this step.

        Args:
            changed: values that override the fields m, n, p or s of the frame.
        """
        payload = self.frame_payload(kind, body) | changed
        return sign_frame(signing_key_of(self.own_seat), canonical_json_bytes(payload))

    def frame_payload(self, kind: str, body: Any) -> dict[str, Any]:
        """Return the fields of an unsigned frame for this step, with this body."""
        frame = self.chain.compose_frame(signing_key_of(self.own_seat), self.own_seat, kind, {})
        payload: dict[str, Any] = json.loads(frame[64:])
        return payload | {"b": body}


def canonical_json_bytes(payload: Any) -> bytes:
    """Return data as JSON in the only form that the protocol allows."""
    return json.dumps(payload, separators=(",", ":"), sort_keys=True).encode()


@dataclass(frozen=True)
class Attack:
    """A named cheat.

    Attributes:
        make_frames: returns the frames of the cheat, or None if there is no opportunity.
        faults: the faults of which a verdict may accuse the adversary.
        is_found_late: whether the cheat is discovered only when the cards are revealed at the end
            of the round.
        min_seats: the minimum number of seats that the cheat needs.
        needs_codes: whether the cheat needs rules with codes.
        needs_when_obliged: whether the cheat needs the rule `when_obliged`.
        needs_pause: whether the cheat needs a table that pauses at its first decision.
    """

    name: str
    make_frames: Make
    faults: tuple[Fault, ...]
    is_found_late: bool = False
    min_seats: int = 2
    needs_codes: bool = False
    needs_when_obliged: bool = False
    needs_pause: bool = False


ATTACKS: dict[str, Attack] = {}


def register_body_attack(
    name: str, kind: str, *faults: Fault, **more: Any
) -> Callable[[Change], Change]:
    """Register a cheat that changes the body of one kind of frame.

    The decorated function returns the changed body, or None if there is no opportunity.

    Args:
        faults: the faults of which a verdict may accuse the adversary.
        more: further fields of the ``Attack``.
    """

    def register(change: Change) -> Change:
        def make(adversary: Adversary, own_kind: str, body: FrameBody) -> Frames | None:
            changed = change(adversary, dict(body)) if own_kind == kind else None
            return None if changed is None else adversary.signed_frame_with_changes(kind, changed)

        ATTACKS[name] = Attack(name, make, faults, **more)
        return change

    return register


def register_frame_attack(name: str, *faults: Fault, **more: Any) -> Callable[[Make], Make]:
    """Register a cheat that makes whole frames instead of changing a body.

    The decorated function returns the frames, or None if there is no opportunity.

    Args:
        faults: the faults of which a verdict may accuse the adversary.
        more: further fields of the ``Attack``.
    """

    def register(make: Make) -> Make:
        ATTACKS[name] = Attack(name, make, faults, **more)
        return make

    return register


def decode_base64_field(body: FrameBody, name: str) -> bytes:
    return base64.b64decode(body[name])


class AttackTrial(ReplicaGroup):
    """A table with one adversary among honest players.

    Attributes:
        found_in_step: for each honest seat, the step in which it found the fault.
    """

    def __init__(self, rules: Rules, choose: Any, number: int, planned: PlannedAttack) -> None:
        made = dict.fromkeys(range(rules.n_seats), planned.create_player)
        super().__init__(rules, choose, number, made, pauses=True)
        self.planned = planned
        self.has_paused = not planned.attack.needs_pause
        self.found_in_step: dict[int, int] = {}

    def play_until_cheat_is_found(self, n_rounds: int) -> bool:
        """Play until all honest players have found the fault, or to the end of the rounds.

        Returns:
            Whether there was an opportunity for the cheat.

        Raises:
            TimeoutError: nobody has anything to send, and not everybody has found the fault.
        """
        for peer in self.peers:
            self._act_and_record_cheat(peer, peer.advance)
        while not self._is_cheat_found_by_all():
            self.deliver_frames()
            if not self.has_paused and all(peer.deciding_seat is not None for peer in self.peers):
                self._pause_and_resume()
            acting = [peer for peer in self.peers if self._may_peer_act(peer)]
            if not acting and (self.peers[0].is_over or self._is_cheat_found_by_all()):
                break
            if all(len(peer.rounds) >= n_rounds for peer in self.peers):
                break
            if not acting and not any(peer.exchange.outgoing for peer in self.peers):
                raise TimeoutError("nobody speaks")
            for peer in acting:
                self._act_and_record_cheat(peer, lambda peer=peer: self._act(peer))  # type: ignore[misc]
        return self.planned.adversary is not None

    def _pause_and_resume(self) -> None:
        """Let all players agree to a pause, and let the last player end it."""
        self.has_paused = True
        for on, seats in ((True, self.peers), (False, self.peers[-1:])):
            for peer in seats:
                self._act_and_record_cheat(
                    peer,
                    lambda peer=peer, on=on: peer.request_or_end_pause(on),  # type: ignore[misc]
                )
            self.deliver_pause_wishes()

    def _deliver_wish(self, receiver: MatchReplica, wish: PauseWish) -> None:
        self._act_and_record_cheat(receiver, lambda: receiver.receive_pause_wish(wish))

    def _may_peer_act(self, peer: MatchReplica) -> bool:
        attack = self.planned.attack
        spent = (
            peer.seat == self.planned.adversary
            and not attack.is_found_late
            and attack.min_seats == 2
        )
        return peer.waits_for in ("action", "next") and not spent

    @property
    def honest_players(self) -> list[MatchReplica]:
        return [peer for peer in self.peers if peer.seat != self.planned.adversary]

    def _is_cheat_found_by_all(self) -> bool:
        known = self.planned.adversary is not None
        return known and all(peer.verdict is not None for peer in self.honest_players)

    def _act_and_record_cheat(self, peer: MatchReplica, act: Callable[[], Any]) -> None:
        if peer.verdict is not None:
            return
        try:
            act()
        except Cheat:
            self._record_and_spread_finding(peer)
        except HistoryFork as fork:
            peer.resolve_fork(fork, self.peers[fork.seat].exchange.chain.frames_from(0))
            self._record_and_spread_finding(peer)

    def _record_and_spread_finding(self, peer: MatchReplica) -> None:
        """Record that a player has found the fault, and show the evidence to all honest players."""
        assert peer.seat is not None and peer.verdict is not None
        self.found_in_step[peer.seat] = peer.step
        for other in self.honest_players:
            for frame in peer.verdict.evidence:
                self._act_and_record_cheat(other, lambda: other.receive_frame(frame))  # noqa: B023  # called at once

    def _deliver_frame(self, sender: MatchReplica, receiver: MatchReplica, frame: bytes) -> None:
        exchange = sender.exchange
        assert isinstance(exchange, Adversary) and receiver.seat is not None
        frame = exchange.frame_pairs.get(frame, (frame, frame))[receiver.seat % 2]
        self._act_and_record_cheat(receiver, lambda: receiver.receive_frame(frame))
