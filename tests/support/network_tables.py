"""Whole online tables in one process: replicas that exchange frames without connections.

Shared by tests and by the commands that play many matches.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from random import Random

from nacl.signing import SigningKey

from hacktrick.game.actions import Action
from hacktrick.game.editions import Rules
from hacktrick.game.legality import legal_actions
from hacktrick.game.view import SeatInfo, View
from hacktrick.match.record import read_record
from hacktrick.match.record_replay import replay_record
from hacktrick.online.faults import HistoryFork
from hacktrick.online.protocol.frame_exchange import SeatIdentity
from hacktrick.online.protocol.match_replica import MatchReplica, record_of_replica
from hacktrick.online.protocol.match_terms import MatchTerms
from hacktrick.online.protocol.pauses import PauseWish

NAMES = ("Ada", "Ben", "Cleo", "Dan")


def signing_key_of(seat: int) -> SigningKey:
    return SigningKey(bytes([seat + 1]) * 32)


def terms_of(rules: Rules, number: int = 0) -> MatchTerms:
    seats = range(rules.n_seats)
    return MatchTerms(
        rules,
        tuple(SeatInfo(NAMES[seat], "human") for seat in seats),
        tuple(bytes(signing_key_of(seat).verify_key) for seat in seats),
        tuple(number.to_bytes(15, "little") + bytes([seat]) for seat in seats),
    )


def identity_of(terms: MatchTerms, seat: int) -> SeatIdentity:
    return SeatIdentity(seat, signing_key_of(seat), terms.nonces[seat] * 2)


Choose = Callable[[MatchReplica], Action]
Carry = Callable[[int, int, bytes], bytes | None]
"""Returns what becomes of a frame on its way from one seat to another; None if it is lost."""


class ReplicaGroup:
    """All replicas of a match in one process; every frame goes to all other replicas."""

    def __init__(
        self,
        rules: Rules,
        choose: Sequence[Choose] | Choose,
        number: int = 0,
        made: Mapping[int, Callable[[MatchTerms, SeatIdentity], MatchReplica]] | None = None,
        carry: Carry | None = None,
        pauses: bool = False,
    ) -> None:
        self.terms = replace(terms_of(rules, number), pauses=pauses)
        seats = range(rules.n_seats)
        self.choose = [choose] * rules.n_seats if callable(choose) else choose
        makers = made or {}
        self.peers = [
            makers.get(seat, MatchReplica)(self.terms, identity_of(self.terms, seat))
            for seat in seats
        ]
        self.carry = carry or (lambda sender, receiver, frame: frame)
        self.sent: list[tuple[int, bytes]] = []

    def play(self, n_rounds: int = 100) -> ReplicaGroup:
        """Play to the end of the match, or for a number of rounds.

        Raises:
            Cheat, HistoryFork: a peer found a fault in a frame of another peer.
            TimeoutError: the match is not over, but no peer has anything to send.
        """
        for peer in self.peers:
            peer.advance()
        while True:
            self.deliver_frames()
            if all(len(peer.rounds) >= n_rounds for peer in self.peers):
                break
            waiting = [peer for peer in self.peers if peer.waits_for in ("action", "next")]
            for peer in waiting:
                self._act(peer)
            if not waiting and all(peer.is_over for peer in self.peers):
                break
            if not waiting and not any(peer.exchange.outgoing for peer in self.peers):
                raise TimeoutError("nobody speaks")
        return self

    def _act(self, peer: MatchReplica) -> None:
        assert peer.seat is not None
        if peer.waits_for == "next":
            peer.request_next_round()
        else:
            peer.submit_own_action(self.choose[peer.seat](peer))

    def deliver_pause_wishes(self) -> None:
        """Deliver pause requests, and the frames that they cause, until none is left."""
        while wishes := [
            (peer, wish) for peer in self.peers for wish in peer.pauses.pop_outgoing_wishes()
        ]:
            for sender, wish in wishes:
                for other in self.peers:
                    if other is not sender:
                        self._deliver_wish(other, wish)
            self.deliver_frames()

    def _deliver_wish(self, receiver: MatchReplica, wish: PauseWish) -> None:
        receiver.receive_pause_wish(wish)

    def deliver_frames(self) -> None:
        """Deliver frames until none is left."""
        while out := [(peer, frame) for peer in self.peers for frame in peer.pop_outgoing_frames()]:
            for sender, frame in out:
                assert sender.seat is not None
                self.sent.append((sender.seat, frame))
                for other in self.peers:
                    if other is not sender:
                        self._deliver_frame(sender, other, frame)

    def _deliver_frame(self, sender: MatchReplica, receiver: MatchReplica, frame: bytes) -> None:
        assert sender.seat is not None and receiver.seat is not None
        carried = self.carry(sender.seat, receiver.seat, frame)
        if carried is None:
            return
        try:
            receiver.receive_frame(carried)
        except HistoryFork as fork:
            raise receiver.resolve_fork(
                fork, self.peers[fork.seat].exchange.chain.frames_from(0)
            ) from fork


def random_legal_choice(rng: Random) -> Choose:
    """Return a function that chooses a random legal action.

    The function prefers rare kinds of actions, so that every kind occurs.
    """

    def choose(peer: MatchReplica) -> Action:
        assert peer.seat is not None
        legal = legal_actions(peer.observe(peer.seat))
        rare = [action for action in legal if any(word in str(action) for word in RARE)]
        return rng.choice(rare) if rare and rng.random() < 0.6 else rng.choice(legal)

    return choose


RARE = ("command", "ask", "partner", "swap", "under", "stake", "discard", "lay", "again")


class ViewRecorder:
    """A player that stores the view before each of their choices, by round, action and seat."""

    def __init__(self, choose: Choose) -> None:
        self._choose = choose
        self.views: dict[tuple[int, int, int], View] = {}

    def __call__(self, peer: MatchReplica) -> Action:
        assert peer.round is not None and peer.seat is not None
        self.views[len(peer.rounds), len(peer.round.events), peer.seat] = peer.view()
        return self._choose(peer)


def play_watched_table(
    rules: Rules, number: int, n_rounds: int
) -> tuple[ReplicaGroup, list[ViewRecorder]]:
    """Play a table: ``n_rounds`` rounds, or the whole match where the rules have codes."""
    watchers = [
        ViewRecorder(random_legal_choice(Random(10 * number + seat)))
        for seat in range(rules.n_seats)
    ]
    table = ReplicaGroup(rules, watchers, number)
    return table.play(100 if rules.has_codes else n_rounds), watchers


def count_equal_views(table: ReplicaGroup, watchers: Sequence[ViewRecorder]) -> int:
    """Return how many of the peers' views equal the views of the replayed record.

    Raises:
        AssertionError: a view differs, or the peers' records differ.
    """
    (text,) = {record_of_replica(peer).as_text() for peer in table.peers}
    wanted = {place: view for watcher in watchers for place, view in watcher.views.items()}
    number, n_events, found = -1, 0, 0
    for match, action in replay_record(read_record(text)):
        number, n_events = (number + 1, 0) if action is None else (number, n_events + 1)
        for seat in range(table.terms.rules.n_seats):
            view = wanted.pop((number, n_events, seat), None)
            if view is not None:
                assert match.view(seat) == view, (number, n_events, seat)
                found += 1
    assert not wanted, "views of moments that never came"
    return found
