"""The locked cards of one round, and every step in which the players move or open some of them.

What a spectator may know is what the frames say; what this seat may know besides follows from its
own secret key. Nothing here knows the rules of the game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from hacktrick.game.cards import Card
from hacktrick.game.rules import Seat
from hacktrick.net import cards as locks
from hacktrick.net import shuffle
from hacktrick.net.cards import Deck, Locked
from hacktrick.net.faults import Refused
from hacktrick.net.frames import Body, in_base64
from hacktrick.net.group import (
    Point,
    Scalar,
    base_times,
    read_point,
    read_scalar,
    scalar_bytes,
    times,
    total,
)
from hacktrick.net.talk import Said, Steps, Talk


class Keys:
    """One secret key a player for as long as it holds, and all that is done with it.

    Attributes:
        joint: the key of all players together.
        proved: how many proofs of each kind have been checked.
    """

    def __init__(self, talk: Talk, n_seats: int, x: Scalar | None) -> None:
        self.talk = talk
        self.seats = tuple(range(n_seats))
        self.public: tuple[Point, ...] = ()
        self.joint: Point = b""
        self.proved: Counter[str] = Counter()
        self._x = x
        self._values: dict[Locked, int] = {}

    @property
    def x(self) -> Scalar:
        """The own secret key; only a player has one."""
        assert self._x is not None
        return self._x

    def exchange(self, kind: str) -> Steps[None]:
        """Everybody says his key and proves that he knows its secret."""

        def mine(context: bytes) -> Body:
            proof = locks.prove_key(self.x, context)
            return {"y": in_base64(base_times(self.x)), "z": in_base64(proof)}

        found = []
        for said in (yield from self.talk.step(kind, self.seats, mine)).values():
            with said.blamed():
                key = read_point(said.data("y"))
                locks.check_key(key, said.data("z"), said.context)
            found.append(key)
        self.proved["key"] += len(found)
        self.public, self.joint = tuple(found), total(found)

    def read(self, card: Locked) -> int:
        """The value of a card that lies under the own key alone."""
        if card not in self._values:
            self._values[card] = locks.read_with(self.x, card)
        return self._values[card]

    def open(self, kind: str) -> Steps[tuple[Scalar, ...]]:
        """Everybody shows his secret key, as nothing locked by it is a secret any more."""

        def mine(context: bytes) -> Body:
            return {"x": in_base64(scalar_bytes(self.x))}

        found = []
        for said in (yield from self.talk.step(kind, self.seats, mine)).values():
            with said.blamed():
                x = read_scalar(said.data("x"))
                if base_times(x) != self.public[said.seat]:
                    raise Refused("WRONG_KEY")
            found.append(x)
        return tuple(found)

    # --- shuffles ---------------------------------------------------------------------------------

    def shuffled(self, values: Iterable[int]) -> Steps[Deck]:
        """A deck of ``values`` that all players have shuffled, one after the other."""
        deck = locks.locked_openly(values, self.joint)
        for seat in self.seats:
            deck = yield from self._shuffled_by(seat, deck)
        return deck

    def _shuffled_by(self, seat: Seat, deck: Deck) -> Steps[Deck]:
        def mine(context: bytes) -> Body:
            return shuffle_body(deck, self.joint, context)

        said = (yield from self.talk.step("shuffle", (seat,), mine))[seat]
        with said.blamed():
            return self.read_shuffle(said, deck, self.joint)

    def mixed(self, kind: str, hands: Mapping[Seat, Deck]) -> Steps[dict[Seat, Deck]]:
        """Every seat named mixes its hand, so that nobody can follow a card of it.

        A hand of one card or none is left as it is.
        """
        speakers = [seat for seat, hand in hands.items() if len(hand) > 1]
        new = dict(hands)
        if not speakers:
            return new
        seat = self.talk.seat

        def mine(context: bytes) -> Body:
            assert seat is not None
            return shuffle_body(hands[seat], self.public[seat], context)

        for said in (yield from self.talk.step(kind, speakers, mine)).values():
            with said.blamed():
                new[said.seat] = self.read_shuffle(said, hands[said.seat], self.public[said.seat])
        return new

    def read_shuffle(self, said: Said, old: Deck, key: Point) -> Deck:
        """Raises:
        Refused: what was said is no shuffle of ``old`` under ``key``.
        """
        new = locks.read_deck(said.data("d"), len(old))
        statement = shuffle.Statement(old, new, key, said.context)
        shuffle.check(statement, said.data("z"))
        self.proved["shuffle"] += 1
        return new

    # --- shares -----------------------------------------------------------------------------------

    def share_body(self, asked: Sequence[Locked], context: bytes) -> Body:
        return {"o": in_base64(locks.make_shares(self.x, asked, context))}

    def read_shares(self, said: Said, asked: Sequence[Locked]) -> tuple[Point, ...]:
        """Raises:
        Refused: what was said are not the shares of ``asked``.
        """
        key = self.public[said.seat]
        shares = locks.read_shares(key, asked, said.data("o"), said.context)
        self.proved["share"] += len(shares)
        return shares

    def shares(
        self, kind: str, asked: Mapping[Seat, Sequence[Locked]]
    ) -> Steps[dict[Seat, tuple[Point, ...]]]:
        """Each seat named opens its layer of the cards asked of it."""
        seat = self.talk.seat

        def mine(context: bytes) -> Body:
            assert seat is not None
            return self.share_body(asked[seat], context)

        opened = {}
        for said in (yield from self.talk.step(kind, tuple(asked), mine)).values():
            with said.blamed():
                opened[said.seat] = self.read_shares(said, asked[said.seat])
        return opened

    def taken_from(self, kind: str, top: Sequence[Locked], seat: Seat) -> Steps[Deck]:
        """Cards of the deck, handed to ``seat``: all others open their layers."""
        others = [other for other in self.seats if other != seat]
        opened = yield from self.shares(kind, dict.fromkeys(others, top))
        found = []
        for place, card in enumerate(top):
            for other in others:
                card = locks.without_share(card, opened[other][place])
            found.append(card)
        return tuple(found)

    def shown(self, said: Said, cards: Sequence[Locked]) -> tuple[Card, ...]:
        """The values of cards of a hand that their owner opens to all.

        Raises:
            Refused: the shares are false.
        """
        if not cards:
            return ()
        shares = self.read_shares(said, cards)
        return tuple(
            locks.value_of(locks.without_share(card, share).b)
            for card, share in zip(cards, shares, strict=True)
        )


def shuffle_body(
    deck: Deck, key: Point, context: bytes, order: Sequence[int] | None = None
) -> Body:
    """The own shuffle of ``deck`` under ``key`` with its proof; ``order`` as in ``shuffled``."""
    made = shuffle.shuffled(deck, key, order)
    proof = shuffle.prove(deck, made, key, context)
    return {"d": in_base64(locks.deck_bytes(made.deck)), "z": in_base64(proof)}


class RoundCards:
    """The cards of a round: who holds which locked card, and what lies in the deck.

    Attributes:
        dealt: the hands as they were dealt, by seat, locked under their owners' keys.
        decks: the deck as dealt, and every later one, as they were shuffled.
    """

    def __init__(self, keys: Keys) -> None:
        self.keys = keys
        self.hands: list[Deck] = [() for _ in keys.seats]
        self.deck: Deck = ()
        self.dealt: tuple[Deck, ...] = ()
        self.decks: list[Deck] = []

    def own_hand(self) -> tuple[Card, ...]:
        """The values of the own hand, in the order of its places."""
        seat = self.keys.talk.seat
        return () if seat is None else tuple(map(self.keys.read, self.hands[seat]))

    def deal(
        self, pack: Sequence[Card], sizes: Sequence[int], n_aside: int
    ) -> Steps[tuple[Card, ...]]:
        """Shuffle ``pack`` and deal it; the set-aside cards, which all see."""
        deck = yield from self.keys.shuffled(pack)
        self.decks.append(deck)
        owners: list[Seat | None] = [seat for seat, n in enumerate(sizes) for _ in range(n)]
        owners += [None] * n_aside
        opened = yield from self._open_the_deal(deck, owners)
        aside = []
        for card, owner in zip(opened, owners, strict=True):
            if owner is None:
                aside.append(card)
            else:
                self.hands[owner] += (card,)
        self.dealt, self.deck = tuple(self.hands), deck[len(owners) :]
        return tuple(locks.value_of(card.b) for card in aside)

    def _open_the_deal(self, deck: Deck, owners: Sequence[Seat | None]) -> Steps[list[Locked]]:
        """The cards dealt, each with the layers of all but its owner taken away."""
        keys = self.keys
        asked = {
            seat: [card for card, owner in zip(deck, owners, strict=False) if owner != seat]
            for seat in keys.seats
        }
        opened = yield from keys.shares("deal", asked)
        layers = {seat: iter(opened[seat]) for seat in keys.seats}
        found = []
        for card, owner in zip(deck, owners, strict=False):
            for seat in keys.seats:
                if seat != owner:
                    card = locks.without_share(card, next(layers[seat]))
            found.append(card)
        return found

    def renew(self, values: Sequence[Card]) -> Steps[None]:
        """A new deck of cards that lay open."""
        self.deck = yield from self.keys.shuffled(values)
        self.decks.append(self.deck)

    def draw(self, seat: Seat, count: int = 1) -> Steps[Deck]:
        """``seat`` draws from the top and mixes its hand; the cards drawn, under its key."""
        top, self.deck = self.deck[:count], self.deck[count:]
        drawn = yield from self.keys.taken_from("share", top, seat)
        self.hands[seat] += drawn
        # Else the place of a card would tell whether it was dealt or drawn later.
        yield from self.mix((seat,))
        return drawn

    def mix(self, seats: Iterable[Seat]) -> Steps[None]:
        """These seats mix their hands at once."""
        wanted = {seat: self.hands[seat] for seat in seats}
        for seat, hand in (yield from self.keys.mixed("mix", wanted)).items():
            self.hands[seat] = hand

    def sums(self, seats: Sequence[Seat]) -> Steps[tuple[tuple[Seat, int], ...]]:
        """These seats announce the sums of their hands, each proved without showing a card."""
        keys = self.keys
        locked = {seat: locks.sum_of(self.hands[seat]) for seat in seats}

        def mine(context: bytes) -> Body:
            own = self.own_hand()
            body: Body = {"t": sum(own)}
            if own:
                assert keys.talk.seat is not None
                body |= keys.share_body([locked[keys.talk.seat]], context)
            return body

        bodies = yield from keys.talk.step("said", seats, mine)
        told = []
        for said in bodies.values():
            with said.blamed():
                told.append((said.seat, self._check_sum(said, locked[said.seat])))
        return tuple(told)

    def _check_sum(self, said: Said, locked: Locked) -> int:
        told, n_cards = said.number("t"), len(self.hands[said.seat])
        true = 0
        if n_cards:
            (share,) = self.keys.read_shares(said, [locked])
            true = locks.value_of(locks.without_share(locked, share).b, n_cards)
            self.keys.proved["sum"] += 1
        if told != true:
            raise Refused("WRONG_SUM")
        return told

    def remove(self, seat: Seat, place: int) -> Locked:
        """Take the card at ``place`` out of a hand."""
        hand = self.hands[seat]
        self.hands[seat] = (*hand[:place], *hand[place + 1 :])
        return hand[place]

    def card_at(self, seat: Seat, place: int) -> Locked:
        """Raises:
        Refused: ``NO_SUCH_PLACE``.
        """
        if not 0 <= place < len(self.hands[seat]):
            raise Refused("NO_SUCH_PLACE")
        return self.hands[seat][place]

    # --- codes that move cards --------------------------------------------------------------------

    def hand_over_body(self, card: Locked, to: Seat, context: bytes) -> Body:
        keys = self.keys
        new, proof = locks.hand_over(keys.x, card, keys.public[to], context)
        return {"c": in_base64(locks.deck_bytes((new,))), "z": in_base64(proof)}

    def read_handed_over(self, said: Said, card: Locked, to: Seat) -> Locked:
        """Raises:
        Refused: what was said is not ``card`` under the key of ``to``.
        """
        (new,) = locks.read_deck(said.data("c"), 1)
        public = self.keys.public
        proof = said.data("z")
        locks.check_handed_over(public[said.seat], card, new, public[to], proof, said.context)
        self.keys.proved["hand over"] += 1
        return new

    def put_under(self, seat: Seat, cards: Deck) -> Steps[None]:
        """Cards of ``seat`` go under the deck: every other player locks them as well."""
        key = self.keys.public[seat]
        for other in self.keys.seats:
            if other != seat:
                cards = yield from self._layered_by(other, cards, key)
                key = total((key, self.keys.public[other]))
        self.deck += cards

    def _layered_by(self, seat: Seat, cards: Deck, key: Point) -> Steps[Deck]:
        def mine(context: bytes) -> Body:
            made = [locks.add_layer(self.keys.x, card, key, context) for card in cards]
            return {
                "d": in_base64(locks.deck_bytes([card for card, _ in made])),
                "z": in_base64(b"".join(proof for _, proof in made)),
            }

        said = (yield from self.keys.talk.step("layer", (seat,), mine))[seat]
        with said.blamed():
            return self._read_layers(said, cards, key)

    def _read_layers(self, said: Said, cards: Deck, key: Point) -> Deck:
        new, proof = locks.read_deck(said.data("d"), len(cards)), said.data("z")
        if len(proof) != len(cards) * locks.LAYER_PROOF:
            raise Refused("WRONG_SIZE")
        for n, (old, now) in enumerate(zip(cards, new, strict=True)):
            part = proof[n * locks.LAYER_PROOF : (n + 1) * locks.LAYER_PROOF]
            own = self.keys.public[said.seat]
            locks.check_layer(own, old, now, key, part, said.context)
        self.keys.proved["layer"] += len(cards)
        return new


def opened_with_all(xs: Iterable[Scalar], deck: Iterable[Locked]) -> tuple[int, ...]:
    """The values of cards of the deck, once all secret keys are known."""
    whole = sum(xs)
    return tuple(locks.value_of(locks.without_share(card, times(whole, card.a)).b) for card in deck)
