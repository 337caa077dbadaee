"""Tables for tests: replicas in one process, joined by hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random

from nacl.signing import SigningKey

from hacktrick.game.actions import Action
from hacktrick.game.legal import legal_actions
from hacktrick.game.rules import Rules
from hacktrick.game.view import SeatInfo, View
from hacktrick.net.faults import Fork
from hacktrick.net.replica import Replica
from hacktrick.net.talk import Identity
from hacktrick.net.terms import Terms

NAMES = ("Ada", "Ben", "Cleo", "Dan")


def signer(seat: int) -> SigningKey:
    return SigningKey(bytes([seat + 1]) * 32)


def terms_of(rules: Rules, number: int = 0) -> Terms:
    seats = range(rules.n_seats)
    return Terms(
        rules,
        tuple(SeatInfo(NAMES[seat], "human") for seat in seats),
        tuple(bytes(signer(seat).verify_key) for seat in seats),
        tuple(number.to_bytes(15, "little") + bytes([seat]) for seat in seats),
    )


def identity_of(terms: Terms, seat: int) -> Identity:
    return Identity(seat, signer(seat), terms.nonces[seat] * 2)


Choose = Callable[[Replica], Action]
Carry = Callable[[int, int, bytes], bytes | None]
"""What becomes of a frame on its way from one seat to another."""


class Table:
    """All seats of a match in one process; every frame goes to everybody else."""

    def __init__(
        self,
        rules: Rules,
        choose: Sequence[Choose] | Choose,
        number: int = 0,
        made: Mapping[int, Callable[[Terms, Identity], Replica]] | None = None,
        carry: Carry | None = None,
    ) -> None:
        self.terms = terms_of(rules, number)
        seats = range(rules.n_seats)
        self.choose = [choose] * rules.n_seats if callable(choose) else choose
        makers = made or {}
        self.peers = [
            makers.get(seat, Replica)(self.terms, identity_of(self.terms, seat)) for seat in seats
        ]
        self.carry = carry or (lambda sender, receiver, frame: frame)
        self.n_rounds = 0
        self.sent: list[tuple[int, bytes]] = []

    def play(self, n_rounds: int = 100) -> Table:
        """To the end of the match or of so many rounds.

        Raises:
            Cheat, Fork: what the first peer raises.
            TimeoutError: nobody speaks any more.
        """
        for peer in self.peers:
            peer.go()
        while self._flow():
            if all(len(peer.rounds) >= n_rounds for peer in self.peers):
                break
            waiting = [peer for peer in self.peers if peer.wants in ("action", "next")]
            for peer in waiting:
                self._act(peer)
            if not waiting and all(peer.is_over for peer in self.peers):
                break
            if not waiting and not any(peer.talk.out for peer in self.peers):
                raise TimeoutError("nobody speaks")
        return self

    def _act(self, peer: Replica) -> None:
        assert peer.seat is not None
        if peer.wants == "next":
            peer.next_round()
        else:
            peer.submit(self.choose[peer.seat](peer))

    def _flow(self) -> bool:
        """Carry frames until none is on its way."""
        while out := [(peer, frame) for peer in self.peers for frame in peer.take_out()]:
            for sender, frame in out:
                assert sender.seat is not None
                self.sent.append((sender.seat, frame))
                for other in self.peers:
                    if other is not sender:
                        self._carry(sender, other, frame)
        return True

    def _carry(self, sender: Replica, receiver: Replica, frame: bytes) -> None:
        assert sender.seat is not None and receiver.seat is not None
        carried = self.carry(sender.seat, receiver.seat, frame)
        if carried is None:
            return
        try:
            receiver.hear(carried)
        except Fork as fork:
            raise receiver.settle(fork, self.peers[fork.seat].talk.chain.since(0)) from fork


def any_legal(rng: Random) -> Choose:
    """Random, and fond of commands and questions, so that everything has its occasion."""

    def choose(peer: Replica) -> Action:
        assert peer.seat is not None
        legal = legal_actions(peer.observe(peer.seat))
        rare = [action for action in legal if str(action).split()[0] in RARE]
        return rng.choice(rare) if rare and rng.random() < 0.6 else rng.choice(legal)

    return choose


RARE = ("command", "ask", "partner", "swap", "under", "stake", "discard", "lay")


class Watched:
    """Chooses, and remembers the view before every choice, by round and action."""

    def __init__(self, rng: Random) -> None:
        self._choose = any_legal(rng)
        self.views: dict[tuple[int, int, int], View] = {}

    def __call__(self, peer: Replica) -> Action:
        assert peer.round is not None and peer.seat is not None
        self.views[len(peer.rounds), len(peer.round.events), peer.seat] = peer.view()
        return self._choose(peer)
