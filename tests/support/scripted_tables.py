"""Online tables that reproduce a given match record, including chance outcomes.

The players shuffle the cards into the order of the record; everything else runs as usual. This lets
a test use situations that occur only once in a thousand random rounds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from random import Random
from types import SimpleNamespace
from unittest import mock

from hacktrick.game.actions import CODES, Action, Swap, parse
from hacktrick.game.editions import Rules
from hacktrick.game.legality import legal_actions
from hacktrick.game.match_rules import possible_first_leaders
from hacktrick.game.state import Seat
from hacktrick.game.view import SeatInfo
from hacktrick.match.live_match import Match
from hacktrick.match.record import Record
from hacktrick.online.crypto import encrypted_cards, verifiable_shuffle
from hacktrick.online.crypto.curve_group import BASE_POINT, Point, hash_parts, subtract_points
from hacktrick.online.crypto.encrypted_cards import EncryptedCard
from hacktrick.online.crypto.verifiable_shuffle import ShuffledDeck
from hacktrick.online.protocol import round_protocol
from hacktrick.online.protocol.match_replica import NONCE_LABEL, MatchReplica
from tests.support.network_tables import RARE, ReplicaGroup, identity_of, terms_of

Interest = Callable[[Match], int]
"""Returns how often a match shows what a test looks for; 0 if never."""


def record_with(
    rules: Rules, interest: Interest, n_rounds: int, tries: int = 400, enough: int = 10**9
) -> Record:
    """Return the record of the most interesting of many random matches.

    If several are equally interesting, return the shortest.

    Raises:
        LookupError: no match was interesting.
    """
    best: tuple[int, int] = (0, 0)
    found = None
    for seed in range(tries):
        match = _random_match(rules, seed, n_rounds)
        n_actions = sum(len(round_.actions) for round_ in match.record.rounds)
        worth = (interest(match), -n_actions)
        if worth[0] and worth > best:
            best, found = worth, match.record
        if best[0] >= enough:
            break
    if found is None:
        raise LookupError("nothing of interest")
    return found


def _random_match(rules: Rules, seed: int, n_rounds: int) -> Match:
    rng = Random(seed)
    match = Match.begin_with_rng(rules, [SeatInfo("x", "human")] * rules.n_seats, rng)
    while True:
        while not match.is_round_over:
            seat = match.public.seat
            match.submit(seat, _choose_rare_action(rng, legal_actions(match.observe(seat))))
        if match.is_over or len(match.record.rounds) == n_rounds:
            return match
        match.deal_next_round()


def _choose_rare_action(rng: Random, legal: Sequence[Action]) -> Action:
    rare = [action for action in legal if any(word in str(action) for word in RARE)]
    return rng.choice(rare) if rare and rng.random() < 0.6 else rng.choice(legal)


def first_leader_at(rules: Rules, number: int, pauses: bool = False) -> Seat:
    """Return the first leader at table ``number``, which follows from the nonces of its players."""
    terms = replace(terms_of(rules, number), pauses=pauses)
    nonces = [
        identity_of(terms, seat).with_secret_for_match(terms).derive_salt(NONCE_LABEL)
        for seat in range(rules.n_seats)
    ]
    candidates = possible_first_leaders(rules)
    return candidates[int.from_bytes(hash_parts(b"leader", *nonces), "little") % len(candidates)]


class RecordScript:
    """Makes players and their shuffles follow a record."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self._decks_of_record = _decks_of_record(record)
        self._order: list[int] = []

    def table_number(self, pauses: bool = False) -> int:
        """Return the number of a table whose first leader is the record's first leader."""
        wanted = self.record.rounds[0].leader
        rules = self.record.rules
        return next(n for n in range(1000) if first_leader_at(rules, n, pauses) == wanted)

    def next_action(self, peer: MatchReplica) -> Action:
        assert peer.round is not None
        return parse(self.record.rounds[len(peer.rounds)].actions[len(peer.round.events)])

    def shuffle_as_recorded(
        self, deck: Sequence[EncryptedCard], key: Point, order: Sequence[int] | None = None
    ) -> ShuffledDeck:
        """Replace ``shuffle_deck`` so that the first shuffle gives a deck the record's order."""
        if order is None:
            fresh = len(deck) > 4 and {card.a for card in deck} == {BASE_POINT}
            order = self._order_of_record(deck, key) if fresh else list(range(len(deck)))
        return _shuffled(deck, key, order)

    def _order_of_record(self, deck: Sequence[EncryptedCard], key: Point) -> list[int]:
        left = [encrypted_cards.decode_card_value(subtract_points(card.b, key)) for card in deck]
        order = []
        for value in next(self._decks_of_record):
            order.append(left.index(value))
            left[order[-1]] = -1
        return order

    def index_of_taken_card(self, table: ReplicaGroup) -> int:
        """Return the index, in the opponent's hand, of the card that the record's swap takes."""
        taker = next(peer for peer in table.peers if peer.public.seat == peer.seat)
        assert taker.round is not None
        n_swaps = sum(isinstance(event.action, Swap) for event in taker.round.events)
        card = self.record.rounds[len(taker.rounds)].taken[n_swaps]
        other = next(peer for peer in table.peers if peer is not taker)
        assert other.round is not None
        return other.round.cards.own_hand().index(card)


_shuffled = verifiable_shuffle.shuffle_deck


def _decks_of_record(record: Record) -> Iterator[tuple[int, ...]]:
    if record.rules.has_codes:
        yield tuple(map(CODES.index, record.codes))
    for round_ in record.rounds:
        hands = [card for hand in round_.hands for card in hand]
        yield (*hands, *round_.aside, *round_.deck)
        yield from round_.shuffles


@contextmanager
def scripted_chance(
    record: Record,
) -> Iterator[tuple[RecordScript, Callable[[ReplicaGroup], ReplicaGroup]]]:
    """Patch chance so that tables whose seats use ``RecordScript.next_action`` follow ``record``.

    Yields the script, and a function to call with the table before it is played.
    """
    script = RecordScript(record)
    tables: list[ReplicaGroup] = []

    def watch(table: ReplicaGroup) -> ReplicaGroup:
        tables.append(table)
        return table

    chance = SimpleNamespace(randbelow=lambda n: script.index_of_taken_card(tables[-1]))
    with (
        mock.patch.object(verifiable_shuffle, "shuffle_deck", script.shuffle_as_recorded),
        mock.patch.object(round_protocol, "secrets", chance),
    ):
        yield script, watch
