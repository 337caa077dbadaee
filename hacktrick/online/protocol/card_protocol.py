"""The encrypted cards of a round, and the protocol steps that shuffle, move and reveal them.

A spectator knows only what the frames contain; the local seat also knows what its secret key
decrypts. This module does not know the rules of the game. Every method that returns
``ProtocolSteps`` needs frames of other players and is run with ``yield from``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from hacktrick.game.actions import CODES, UNKNOWN_CODE, LayCode
from hacktrick.game.cards import Card
from hacktrick.game.state import Seat
from hacktrick.online.crypto import encrypted_cards, verifiable_shuffle
from hacktrick.online.crypto.curve_group import (
    Point,
    Scalar,
    decode_point,
    decode_scalar,
    encode_scalar,
    hash_parts,
    multiply,
    multiply_base,
    sum_points,
)
from hacktrick.online.crypto.encrypted_cards import EncryptedCard, EncryptedDeck
from hacktrick.online.faults import InvalidData
from hacktrick.online.protocol.frame_exchange import (
    SALT_SIZE,
    FrameExchange,
    ProtocolSteps,
    StepMessage,
)
from hacktrick.online.protocol.signed_frame_chain import FrameBody, encode_base64


class CardKeys:
    """The players' keys for the cards of one round or for the code cards.

    The methods are the protocol steps that use these keys.

    Attributes:
        public: the players' public keys, by seat; empty before ``exchange_keys``.
        joint: the joint public key of all players.
        proved: the number of proofs checked, by kind.
    """

    def __init__(self, exchange: FrameExchange, n_seats: int, x: Scalar | None) -> None:
        self.exchange = exchange
        self.seats = tuple(range(n_seats))
        self.public: tuple[Point, ...] = ()
        self.joint: Point = b""
        self.proved: Counter[str] = Counter()
        self._x = x
        self._values: dict[EncryptedCard, int] = {}

    @property
    def secret_key(self) -> Scalar:
        """This player's secret key.

        A spectator has no key, and must not read this property.
        """
        assert self._x is not None
        return self._x

    def exchange_keys(self, kind: str) -> ProtocolSteps[None]:
        """Let all players send their public keys and prove that they know the secret keys."""

        def own_body(context: bytes) -> FrameBody:
            proof = encrypted_cards.prove_key_ownership(self.secret_key, context)
            return {"y": encode_base64(multiply_base(self.secret_key)), "z": encode_base64(proof)}

        found = []
        for message in (yield from self.exchange.run_step(kind, self.seats, own_body)).values():
            with message.blaming_sender():
                key = decode_point(message.bytes_field("y"))
                encrypted_cards.check_key_ownership(key, message.bytes_field("z"), message.context)
            found.append(key)
        self.proved["key"] += len(found)
        self.public, self.joint = tuple(found), sum_points(found)

    def decrypt_own_card(self, card: EncryptedCard) -> int:
        """Return the value of a card that is encrypted under this player's key alone."""
        if card not in self._values:
            self._values[card] = encrypted_cards.decrypt_with(self.secret_key, card)
        return self._values[card]

    def reveal_keys(self, kind: str) -> ProtocolSteps[tuple[Scalar, ...]]:
        """Let all players reveal their secret keys, and return these by seat.

        From then on everybody can read every card under these keys, so no such card may still have
        to stay secret.
        """

        def own_body(context: bytes) -> FrameBody:
            return {"x": encode_base64(encode_scalar(self.secret_key))}

        found = []
        for message in (yield from self.exchange.run_step(kind, self.seats, own_body)).values():
            with message.blaming_sender():
                x = decode_scalar(message.bytes_field("x"))
                if multiply_base(x) != self.public[message.seat]:
                    raise InvalidData("WRONG_KEY")
            found.append(x)
        return tuple(found)

    def make_shuffled_deck(self, values: Iterable[int]) -> ProtocolSteps[EncryptedDeck]:
        """Encrypt ``values``, let all players shuffle them in turn, and return the deck."""
        deck = encrypted_cards.encrypt_without_randomness(values, self.joint)
        for seat in self.seats:
            deck = yield from self._let_seat_shuffle(seat, deck)
        return deck

    def _let_seat_shuffle(self, seat: Seat, deck: EncryptedDeck) -> ProtocolSteps[EncryptedDeck]:
        def own_body(context: bytes) -> FrameBody:
            return shuffle_frame_body(deck, self.joint, context)

        message = (yield from self.exchange.run_step("shuffle", (seat,), own_body))[seat]
        with message.blaming_sender():
            return self.read_shuffle(message, deck, self.joint)

    def shuffle_hands(
        self, kind: str, hands: Mapping[Seat, EncryptedDeck]
    ) -> ProtocolSteps[dict[Seat, EncryptedDeck]]:
        """Let the seats shuffle their own hands in one step, so that no card can be traced.

        A hand of fewer than two cards stays the same.

        Args:
            kind: the kind of frame in which a hand is shuffled.
            hands: the hands to shuffle, by seat.

        Returns:
            The hands after the step, by seat.
        """
        speakers = [seat for seat, hand in hands.items() if len(hand) > 1]
        new = dict(hands)
        if not speakers:
            return new
        seat = self.exchange.seat

        def own_body(context: bytes) -> FrameBody:
            assert seat is not None
            return shuffle_frame_body(hands[seat], self.public[seat], context)

        for message in (yield from self.exchange.run_step(kind, speakers, own_body)).values():
            with message.blaming_sender():
                new[message.seat] = self.read_shuffle(
                    message, hands[message.seat], self.public[message.seat]
                )
        return new

    def read_shuffle(self, message: StepMessage, old: EncryptedDeck, key: Point) -> EncryptedDeck:
        """Read a shuffled deck from a frame and check its proof.

        Raises:
            InvalidData: the frame does not contain a shuffle of ``old`` under ``key``.
        """
        new = encrypted_cards.decode_deck(message.bytes_field("d"), len(old))
        statement = verifiable_shuffle.ShuffleStatement(old, new, key, message.context)
        verifiable_shuffle.check_shuffle(statement, message.bytes_field("z"))
        self.proved["shuffle"] += 1
        return new

    def decryption_shares_frame_body(
        self, cards: Sequence[EncryptedCard], context: bytes
    ) -> FrameBody:
        """Make the body of a frame with this player's decryption shares of ``cards``."""
        return {
            "o": encode_base64(
                encrypted_cards.make_decryption_shares(self.secret_key, cards, context)
            )
        }

    def read_shares(
        self, message: StepMessage, cards: Sequence[EncryptedCard]
    ) -> tuple[Point, ...]:
        """Read a player's decryption shares of ``cards`` from a frame and check their proof.

        Raises:
            InvalidData: the frame does not contain these shares.
        """
        key = self.public[message.seat]
        shares = encrypted_cards.read_decryption_shares(
            key, cards, message.bytes_field("o"), message.context
        )
        self.proved["share"] += len(shares)
        return shares

    def collect_shares(
        self, kind: str, cards_of_seats: Mapping[Seat, Sequence[EncryptedCard]]
    ) -> ProtocolSteps[dict[Seat, tuple[Point, ...]]]:
        """Let each seat send its decryption shares of the cards listed for it.

        Returns:
            The shares by seat, in the order of the cards.
        """
        seat = self.exchange.seat

        def own_body(context: bytes) -> FrameBody:
            assert seat is not None
            return self.decryption_shares_frame_body(cards_of_seats[seat], context)

        opened = {}
        for message in (
            yield from self.exchange.run_step(kind, tuple(cards_of_seats), own_body)
        ).values():
            with message.blaming_sender():
                opened[message.seat] = self.read_shares(message, cards_of_seats[message.seat])
        return opened

    def give_top_cards(
        self, kind: str, top_cards: Sequence[EncryptedCard], seat: Seat
    ) -> ProtocolSteps[EncryptedDeck]:
        """Give ``top_cards`` to ``seat``: all other players decrypt their layer of these cards.

        Args:
            kind: the kind of frame that carries the decryption shares.

        Returns:
            The cards, which only ``seat`` can read from then on.
        """
        others = [other for other in self.seats if other != seat]
        opened = yield from self.collect_shares(kind, dict.fromkeys(others, top_cards))
        found = []
        for place, card in enumerate(top_cards):
            for other in others:
                card = encrypted_cards.remove_encryption_layer(card, opened[other][place])
            found.append(card)
        return tuple(found)

    def read_shown_cards(
        self, message: StepMessage, cards: Sequence[EncryptedCard]
    ) -> tuple[Card, ...]:
        """Return the values of cards that their owner shows to all, after checking the shares.

        Raises:
            InvalidData: the frame does not contain valid shares of the cards.
        """
        if not cards:
            return ()
        shares = self.read_shares(message, cards)
        return tuple(
            encrypted_cards.decode_card_value(
                encrypted_cards.remove_encryption_layer(card, share).b
            )
            for card, share in zip(cards, shares, strict=True)
        )


def shuffle_frame_body(
    deck: EncryptedDeck, key: Point, context: bytes, order: Sequence[int] | None = None
) -> FrameBody:
    """Make the body of a frame that shuffles ``deck`` under ``key`` and proves the shuffle.

    Args:
        context: binds the proof to one frame of one match.
        order: the new order, as indices of the old deck; None for a random order.
    """
    made = verifiable_shuffle.shuffle_deck(deck, key, order)
    proof = verifiable_shuffle.prove_shuffle(deck, made, key, context)
    return {"d": encode_base64(encrypted_cards.encode_deck(made.deck)), "z": encode_base64(proof)}


class RoundCards:
    """The encrypted cards of a round: the hands by seat, and the deck.

    Attributes:
        deck: the current deck, top first.
        dealt: by seat, the hand as dealt, encrypted under its owner's key.
        decks: the deck before the deal, then every later deck, each in its shuffled order.
    """

    def __init__(self, keys: CardKeys) -> None:
        self.keys = keys
        self.hands: list[EncryptedDeck] = [() for _ in keys.seats]
        self.deck: EncryptedDeck = ()
        self.dealt: tuple[EncryptedDeck, ...] = ()
        self.decks: list[EncryptedDeck] = []

    def own_hand(self) -> tuple[Card, ...]:
        """Return the values of this player's cards, in the order of their places.

        The result is empty for a spectator, who has no hand.
        """
        seat = self.keys.exchange.seat
        return () if seat is None else tuple(map(self.keys.decrypt_own_card, self.hands[seat]))

    def deal_and_show_set_aside(
        self, pack: Sequence[Card], sizes: Sequence[int], n_aside: int
    ) -> ProtocolSteps[tuple[Card, ...]]:
        """Shuffle ``pack`` and deal it; return the set-aside cards, which everybody sees.

        Args:
            pack: the values of all cards.
            sizes: the number of cards for each seat.
            n_aside: the number of cards to set aside.
        """
        deck = yield from self.keys.make_shuffled_deck(pack)
        self.decks.append(deck)
        owners: list[Seat | None] = [seat for seat, n in enumerate(sizes) for _ in range(n)]
        owners += [None] * n_aside
        opened = yield from self._remove_layers_except_owners(deck, owners)
        aside = []
        for card, owner in zip(opened, owners, strict=True):
            if owner is None:
                aside.append(card)
            else:
                self.hands[owner] += (card,)
        self.dealt, self.deck = tuple(self.hands), deck[len(owners) :]
        return tuple(encrypted_cards.decode_card_value(card.b) for card in aside)

    def _remove_layers_except_owners(
        self, deck: EncryptedDeck, owners: Sequence[Seat | None]
    ) -> ProtocolSteps[list[EncryptedCard]]:
        """Remove all encryption from each dealt card except its owner's.

        Set-aside cards have no owner, so everybody can read them.
        """
        keys = self.keys
        asked = {
            seat: [card for card, owner in zip(deck, owners, strict=False) if owner != seat]
            for seat in keys.seats
        }
        opened = yield from keys.collect_shares("deal", asked)
        layers = {seat: iter(opened[seat]) for seat in keys.seats}
        found = []
        for card, owner in zip(deck, owners, strict=False):
            for seat in keys.seats:
                if seat != owner:
                    card = encrypted_cards.remove_encryption_layer(card, next(layers[seat]))
            found.append(card)
        return found

    def make_deck_from_row(self, values: Sequence[Card]) -> ProtocolSteps[None]:
        """Make a new deck from cards that lay face up, shuffled by all players."""
        self.deck = yield from self.keys.make_shuffled_deck(values)
        self.decks.append(self.deck)

    def draw_cards_and_shuffle_hand(
        self, seat: Seat, count: int = 1
    ) -> ProtocolSteps[EncryptedDeck]:
        """Let ``seat`` draw from the top of the deck and then shuffle its hand.

        Returns:
            The drawn cards.
        """
        top, self.deck = self.deck[:count], self.deck[count:]
        drawn = yield from self.keys.give_top_cards("share", top, seat)
        self.hands[seat] += drawn
        # Without this shuffle, a card's place would reveal whether it was dealt or drawn later.
        yield from self.shuffle_hands((seat,))
        return drawn

    def shuffle_hands(self, seats: Iterable[Seat]) -> ProtocolSteps[None]:
        """Let the seats shuffle their hands in one step."""
        wanted = {seat: self.hands[seat] for seat in seats}
        for seat, hand in (yield from self.keys.shuffle_hands("mix", wanted)).items():
            self.hands[seat] = hand

    def announce_sums(self, seats: Sequence[Seat]) -> ProtocolSteps[tuple[tuple[Seat, int], ...]]:
        """Let the seats announce and prove the sums of their hands.

        Returns:
            Each seat with its sum.
        """
        keys = self.keys
        locked = {seat: encrypted_cards.sum_encrypted(self.hands[seat]) for seat in seats}

        def own_body(context: bytes) -> FrameBody:
            own = self.own_hand()
            body: FrameBody = {"t": sum(own)}
            if own:
                assert keys.exchange.seat is not None
                body |= keys.decryption_shares_frame_body([locked[keys.exchange.seat]], context)
            return body

        bodies = yield from keys.exchange.run_step("said", seats, own_body)
        sums = []
        for message in bodies.values():
            with message.blaming_sender():
                sums.append((message.seat, self._read_announced_sum(message, locked[message.seat])))
        return tuple(sums)

    def _read_announced_sum(self, message: StepMessage, locked: EncryptedCard) -> int:
        announced, n_cards = message.number_field("t"), len(self.hands[message.seat])
        true = 0
        if n_cards:
            (share,) = self.keys.read_shares(message, [locked])
            true = encrypted_cards.decode_card_value(
                encrypted_cards.remove_encryption_layer(locked, share).b, n_cards
            )
            self.keys.proved["sum"] += 1
        if announced != true:
            raise InvalidData("WRONG_SUM")
        return announced

    def remove_card(self, seat: Seat, hand_index: int) -> EncryptedCard:
        """Remove the card at ``hand_index`` from a hand and return it."""
        hand = self.hands[seat]
        self.hands[seat] = (*hand[:hand_index], *hand[hand_index + 1 :])
        return hand[hand_index]

    def encrypted_card_at(self, seat: Seat, hand_index: int) -> EncryptedCard:
        """Return the encrypted card at a place in the hand of a seat.

        Raises:
            InvalidData: ``NO_SUCH_PLACE`` if the hand has no such place.
        """
        if not 0 <= hand_index < len(self.hands[seat]):
            raise InvalidData("NO_SUCH_PLACE")
        return self.hands[seat][hand_index]

    # Methods for codes that move cards.

    def hand_over_frame_body(self, card: EncryptedCard, to: Seat, context: bytes) -> FrameBody:
        """Make the body of a frame that hands over ``card``, re-encrypted and with a proof."""
        keys = self.keys
        new, proof = encrypted_cards.transfer_card(keys.secret_key, card, keys.public[to], context)
        return {"c": encode_base64(encrypted_cards.encode_deck((new,))), "z": encode_base64(proof)}

    def read_handed_over_card(
        self, message: StepMessage, card: EncryptedCard, to: Seat
    ) -> EncryptedCard:
        """Read a card that a player has handed over, re-encrypted under the key of ``to``.

        Raises:
            InvalidData: the frame does not contain ``card`` under the key of ``to``.
        """
        (new,) = encrypted_cards.decode_deck(message.bytes_field("c"), 1)
        public = self.keys.public
        proof = message.bytes_field("z")
        encrypted_cards.check_transfer(
            public[message.seat], card, new, public[to], proof, message.context
        )
        self.keys.proved["hand over"] += 1
        return new

    def put_under_deck(self, seat: Seat, cards: EncryptedDeck) -> ProtocolSteps[None]:
        """Put cards from the hand of ``seat`` under the deck.

        Every other player adds a layer of encryption, so that nobody can read the cards alone.
        """
        key = self.keys.public[seat]
        for other in self.keys.seats:
            if other != seat:
                cards = yield from self._let_seat_add_layers(other, cards, key)
                key = sum_points((key, self.keys.public[other]))
        self.deck += cards

    def _let_seat_add_layers(
        self, seat: Seat, cards: EncryptedDeck, key: Point
    ) -> ProtocolSteps[EncryptedDeck]:
        def own_body(context: bytes) -> FrameBody:
            made = [
                encrypted_cards.add_encryption_layer(self.keys.secret_key, card, key, context)
                for card in cards
            ]
            return {
                "d": encode_base64(encrypted_cards.encode_deck([card for card, _ in made])),
                "z": encode_base64(b"".join(proof for _, proof in made)),
            }

        message = (yield from self.keys.exchange.run_step("layer", (seat,), own_body))[seat]
        with message.blaming_sender():
            return self._read_layers(message, cards, key)

    def _read_layers(self, message: StepMessage, cards: EncryptedDeck, key: Point) -> EncryptedDeck:
        new, proof = (
            encrypted_cards.decode_deck(message.bytes_field("d"), len(cards)),
            message.bytes_field("z"),
        )
        if len(proof) != len(cards) * encrypted_cards.LAYER_PROOF_SIZE:
            raise InvalidData("WRONG_SIZE")
        for n, (old, now) in enumerate(zip(cards, new, strict=True)):
            part = proof[
                n * encrypted_cards.LAYER_PROOF_SIZE : (n + 1) * encrypted_cards.LAYER_PROOF_SIZE
            ]
            own = self.keys.public[message.seat]
            encrypted_cards.check_encryption_layer(own, old, now, key, part, message.context)
        self.keys.proved["layer"] += len(cards)
        return new


def decrypt_with_all_keys(xs: Iterable[Scalar], deck: Iterable[EncryptedCard]) -> tuple[int, ...]:
    """Return the values of cards of the deck, given the secret keys ``xs`` of all players."""
    whole = sum(xs)
    return tuple(
        encrypted_cards.decode_card_value(
            encrypted_cards.remove_encryption_layer(card, multiply(whole, card.a)).b
        )
        for card in deck
    )


COMMITMENT_SIZE = 64


class CodeCardDeck:
    """The encrypted code cards of a match: the pile, and the hands of the players.

    Attributes:
        whole: the shuffled pile at the start of the match, top first.
        drawn: the codes in this player's hand, in the order in which they were drawn.
        laid: by seat, the code laid in this round; None for none, and until it is revealed.
    """

    def __init__(self, keys: CardKeys) -> None:
        self.keys = keys
        self.whole: EncryptedDeck = ()
        self.drawn: list[str] = []
        self.laid: tuple[str | None, ...] = ()
        self._pile: EncryptedDeck = ()
        self._held: list[EncryptedDeck] = [() for _ in keys.seats]
        self._commitments: dict[Seat, StepMessage] = {}
        # The place and the salt of this player's laid code.
        self._own: tuple[int, bytes] | None = None

    def exchange_keys_and_shuffle(self) -> ProtocolSteps[None]:
        """Let all players exchange keys for the code cards and shuffle the pile."""
        yield from self.keys.exchange_keys("code key")
        self.whole = self._pile = yield from self.keys.make_shuffled_deck(range(len(CODES)))

    def clear_laid_codes(self) -> None:
        """Forget the codes laid in the previous round."""
        self.laid = (None,) * len(self.keys.seats)

    def draw_codes(self, seat: Seat, count: int) -> ProtocolSteps[None]:
        """Let ``seat`` draw ``count`` code cards and shuffle all code cards in its hand.

        The shuffle hides which of them are new.
        """
        if not count:
            return
        top, self._pile = self._pile[:count], self._pile[count:]
        drawn = yield from self.keys.give_top_cards("code share", top, seat)
        if seat == self.keys.exchange.seat:
            self.drawn += [CODES[self.keys.decrypt_own_card(card)] for card in drawn]
        wanted = {seat: (*self._held[seat], *drawn)}
        self._held[seat] = (yield from self.keys.shuffle_hands("code mix", wanted))[seat]

    def commitment_frame_body(self, code: str, context: bytes) -> FrameBody:
        """Return the body of a frame that commits this player to a code (``lay ?``)."""
        held = [CODES[self.keys.decrypt_own_card(card)] for card in self._held[self._own_seat]]
        return {
            "h": encode_base64(_code_commitment(context, self._salt_of_step(), held.index(code)))
        }

    def read_commitment(self, message: StepMessage) -> LayCode:
        """Store a player's commitment to a code laid face down, and return the action.

        The action names the code only if it is this player's own.

        Raises:
            InvalidData: the frame contains no commitment.
        """
        if len(message.bytes_field("h")) != COMMITMENT_SIZE:
            raise InvalidData("WRONG_SIZE")
        self._commitments[message.seat] = message
        if message.seat != self.keys.exchange.seat:
            return LayCode(UNKNOWN_CODE)
        # After a restart only the frame is known, so the place is found by trying every place.
        salt = self._salt_of_step(message.frame.step)
        held = self._held[message.seat]
        place = next(
            n
            for n in range(len(held))
            if _code_commitment(message.context, salt, n) == message.bytes_field("h")
        )
        self._own = place, salt
        code = CODES[self.keys.decrypt_own_card(held[place])]
        self.drawn.remove(code)
        return LayCode(code)

    def reveal_laid_codes(self) -> ProtocolSteps[tuple[str | None, ...]]:
        """Reveal all face-down codes at once.

        Returns:
            The codes by seat, with None for a seat without one.
        """
        laid: list[str | None] = [None] * len(self.keys.seats)
        if self._commitments:
            speakers = tuple(sorted(self._commitments))
            bodies = yield from self.keys.exchange.run_step(
                "reveal", speakers, self._reveal_frame_body
            )
            for message in bodies.values():
                with message.blaming_sender():
                    laid[message.seat] = self._read_revealed_code(message)
        self._commitments, self._own = {}, None
        self.laid = tuple(laid)
        return self.laid

    def _reveal_frame_body(self, context: bytes) -> FrameBody:
        assert self._own is not None
        place, salt = self._own
        card = self._held[self._own_seat][place]
        return {
            "i": place,
            "s": encode_base64(salt),
            **self.keys.decryption_shares_frame_body([card], context),
        }

    def _read_revealed_code(self, message: StepMessage) -> str:
        place, salt, held = (
            message.number_field("i"),
            message.bytes_field("s"),
            self._held[message.seat],
        )
        if not 0 <= place < len(held):
            raise InvalidData("NO_SUCH_PLACE")
        laid = self._commitments[message.seat]
        if len(salt) != SALT_SIZE or laid.bytes_field("h") != _code_commitment(
            laid.context, salt, place
        ):
            raise InvalidData("WRONG_CODE")
        (value,) = self.keys.read_shown_cards(message, [held[place]])
        self._held[message.seat] = (*held[:place], *held[place + 1 :])
        return CODES[value]

    # Methods for the end of the match.

    def reveal_keys_and_read_pile(self) -> ProtocolSteps[tuple[str, ...]]:
        """Let all players reveal their keys of the code cards, and decrypt the pile with them.

        Returns:
            The pile at the start of the match, top first.
        """
        xs = yield from self.keys.reveal_keys("open codes")
        return tuple(CODES[value] for value in decrypt_with_all_keys(xs, self.whole))

    @property
    def _own_seat(self) -> Seat:
        seat = self.keys.exchange.seat
        assert seat is not None
        return seat

    def _salt_of_step(self, step: int | None = None) -> bytes:
        exchange = self.keys.exchange
        assert exchange.identity is not None
        return exchange.identity.derive_salt("lay", exchange.chain.step if step is None else step)


def _code_commitment(context: bytes, salt: bytes, code_index: int) -> bytes:
    return hash_parts(b"lay", context, salt, bytes([code_index]))
