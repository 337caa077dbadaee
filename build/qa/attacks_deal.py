"""Cheats before the first card is played. Each changes one thing in what an honest seat sends."""

from __future__ import annotations

from random import Random

from hacktrick.online.crypto import encrypted_cards, verifiable_shuffle
from hacktrick.online.crypto.curve_group import (
    BASE_POINT,
    NEUTRAL_POINT,
    SIZE,
    add_points,
    independent_generator,
    multiply,
    multiply_base,
    random_scalar,
    subtract_points,
)
from hacktrick.online.crypto.encrypted_cards import EncryptedCard, encode_deck
from hacktrick.online.crypto.verifiable_shuffle import ShuffledDeck
from hacktrick.online.protocol.dealing import shuffle_body
from hacktrick.online.protocol.frames import FrameBody, encode_base64
from qa.adversary import Villain, crime, raw
from qa.second_shuffle_proof import Shown
from qa.shuffle_forgeries import TWISTS, marked, twisted

SMALL_ORDER = TWISTS[8]
NOT_CANONICAL = b"\xff" * 32


def flipped(body: FrameBody, name: str, at: int = 0) -> FrameBody:
    """Returns the body with one bit of a field flipped."""
    data = bytearray(raw(body, name))
    data[at] ^= 1
    return {**body, name: encode_base64(bytes(data))}


def proved(
    deck: tuple[EncryptedCard, ...], made: ShuffledDeck, key: bytes, context: bytes
) -> FrameBody:
    proof = verifiable_shuffle.prove_shuffle(deck, made, key, context)
    return {"d": encode_base64(encode_deck(made.deck)), "z": encode_base64(proof)}


def due(villain: Villain) -> tuple[EncryptedCard, ...]:
    """Returns the deck to shuffle now, as the first seat to shuffle knows it."""
    rules = villain.replica.terms.rules
    pack = [value for value in range(rules.values) for _ in range(rules.copies)]
    return encrypted_cards.encrypt_openly(pack, villain.joint)


def first_of_the_round(villain: Villain, body: FrameBody) -> bool:
    is_pack = len(raw(body, "d")) == 64 * 18
    return villain.me == 0 and villain.replica.dealing is not None and is_pack


# --- The toss and the keys ------------------------------------------------------------------------


@crime("another nonce than the one committed to", "nonce", "WRONG_NONCE")
def _(villain: Villain, body: FrameBody) -> FrameBody | None:
    return flipped(body, "r")


@crime("a commitment that is no text", "commit", "BAD_SHAPE")
def _(villain: Villain, body: FrameBody) -> FrameBody | None:
    return {"h": 5}


@crime("a key made of other keys", "key", "KEY_UNPROVED")
def _(villain: Villain, body: FrameBody) -> FrameBody | None:
    return {**body, "y": encode_base64(subtract_points(BASE_POINT, independent_generator(77)))}


@crime("a key without a proof", "key", "BAD_SHAPE")
def _(villain: Villain, body: FrameBody) -> FrameBody | None:
    return {"y": body["y"]}


@crime("a key of small order", "key", "NOT_A_POINT")
def _(villain: Villain, body: FrameBody) -> FrameBody | None:
    return {**body, "y": encode_base64(SMALL_ORDER)}


@crime("the neutral element as a key", "key", "NOT_A_POINT")
def _(villain: Villain, body: FrameBody) -> FrameBody | None:
    return {**body, "y": encode_base64(NEUTRAL_POINT)}


@crime("a key proved for another step", "key", "KEY_UNPROVED")
def _(villain: Villain, body: FrameBody) -> FrameBody | None:
    return {
        **body,
        "z": encode_base64(encrypted_cards.prove_key_ownership(villain.x, b"another step")),
    }


@crime("a key proved for another seat", "key", "KEY_UNPROVED")
def _(villain: Villain, body: FrameBody) -> FrameBody | None:
    other = villain.chain.context((villain.me + 1) % villain.replica.terms.rules.n_seats)
    return {**body, "z": encode_base64(encrypted_cards.prove_key_ownership(villain.x, other))}


# --- The shuffle ----------------------------------------------------------------------------------


@crime("shuffle: a card twice, the proof kept", "shuffle", "NOT_A_SHUFFLE")
def _(villain: Villain, body: FrameBody) -> FrameBody | None:
    deck = raw(body, "d")
    return {**body, "d": encode_base64(deck[:64] + deck[:64] + deck[128:])}


@crime("shuffle: a new deck in an order that the shuffler knows", "shuffle", "NOT_A_SHUFFLE")
def _(villain: Villain, body: FrameBody) -> FrameBody | None:
    if not first_of_the_round(villain, body):
        return None
    deck, randoms = due(villain), [random_scalar() for _ in range(18)]
    new = tuple(
        EncryptedCard(
            multiply_base(r), add_points(multiply_base(value % 6 + 1), multiply(r, villain.joint))
        )
        for value, r in enumerate(randoms)
    )
    made = ShuffledDeck(new, tuple(range(18)), tuple(randoms))
    return proved(deck, made, villain.joint, villain.context)


@crime("shuffle: a card worth one more", "shuffle", "NOT_A_SHUFFLE")
def _(villain: Villain, body: FrameBody) -> FrameBody | None:
    if not first_of_the_round(villain, body):
        return None
    deck = due(villain)
    made = verifiable_shuffle.shuffle_deck(deck, villain.joint, range(18))
    card, *rest = made.deck
    new = (EncryptedCard(card.a, add_points(card.b, BASE_POINT)), *rest)
    return proved(deck, made._replace(deck=new), villain.joint, villain.context)


@crime("shuffle: not a permutation, by the honest algorithm", "shuffle", "NOT_A_SHUFFLE")
def _(villain: Villain, body: FrameBody) -> FrameBody | None:
    if not first_of_the_round(villain, body):
        return None
    deck = due(villain)
    twice = (deck[17], *deck[1:])
    made = verifiable_shuffle.shuffle_deck(twice, villain.joint, range(18))
    return proved(deck, made, villain.joint, villain.context)


@crime("shuffle: locked under another key", "shuffle", "NOT_A_SHUFFLE")
def _(villain: Villain, body: FrameBody) -> FrameBody | None:
    if not first_of_the_round(villain, body):
        return None
    deck, key = due(villain), multiply_base(villain.x)
    return proved(deck, verifiable_shuffle.shuffle_deck(deck, key, range(18)), key, villain.context)


@crime("shuffle: a card fewer", "shuffle", "WRONG_SIZE")
def _(villain: Villain, body: FrameBody) -> FrameBody | None:
    return {**body, "d": encode_base64(raw(body, "d")[64:])}


@crime("shuffle: a point of small order", "shuffle", "NOT_A_POINT")
def _(villain: Villain, body: FrameBody) -> FrameBody | None:
    return {**body, "d": encode_base64(SMALL_ORDER + raw(body, "d")[32:])}


@crime("shuffle: a number that is no point", "shuffle", "NOT_A_POINT")
def _(villain: Villain, body: FrameBody) -> FrameBody | None:
    return {**body, "d": encode_base64(NOT_CANONICAL + raw(body, "d")[32:])}


@crime("shuffle: a word of the proof that is too large", "shuffle", "NOT_A_SCALAR")
def _(villain: Villain, body: FrameBody) -> FrameBody | None:
    return {**body, "z": encode_base64(raw(body, "z")[:-32] + NOT_CANONICAL)}


@crime("shuffle: proved for another step", "shuffle", "NOT_A_SHUFFLE")
def _(villain: Villain, body: FrameBody) -> FrameBody | None:
    if not first_of_the_round(villain, body):
        return None
    return shuffle_body(due(villain), villain.joint, b"another step", range(18))


@crime("shuffle: no proof", "shuffle", "WRONG_SIZE")
def _(villain: Villain, body: FrameBody) -> FrameBody | None:
    return {**body, "z": ""}


@crime("shuffle: rubbish in its base64", "shuffle", "BAD_SHAPE")
def _(villain: Villain, body: FrameBody) -> FrameBody | None:
    return {**body, "d": "*" + body["d"]}


# --- The deal -------------------------------------------------------------------------------------


@crime("deal: a false share, so that another reads a wrong card", "deal", "SHARE_UNPROVED")
def _(villain: Villain, body: FrameBody) -> FrameBody | None:
    return {"o": encode_base64(multiply_base(5) + raw(body, "o")[32:])}


@crime("deal: two shares exchanged", "deal", "SHARE_UNPROVED")
def _(villain: Villain, body: FrameBody) -> FrameBody | None:
    data = raw(body, "o")
    return {"o": encode_base64(data[32:64] + data[:32] + data[64:])}


@crime("deal: a share missing", "deal", "WRONG_SIZE")
def _(villain: Villain, body: FrameBody) -> FrameBody | None:
    return {"o": encode_base64(raw(body, "o")[32:])}


@crime("deal: nothing", "deal", "BAD_SHAPE")
def _(villain: Villain, body: FrameBody) -> FrameBody | None:
    return {}


@crime("deal: shares of another key, well proved", "deal", "SHARE_UNPROVED")
def _(villain: Villain, body: FrameBody) -> FrameBody | None:
    n_shares = len(raw(body, "o")) // 32 - 2
    fake = [EncryptedCard(independent_generator(n), BASE_POINT) for n in range(n_shares)]
    return {
        "o": encode_base64(
            encrypted_cards.make_decryption_shares(villain.x + 1, fake, villain.context)
        )
    }


# --- Points of small order, which mark cards ------------------------------------------------------


def twist(what: str, kind: str, field: str, order: int, codes: bool = False) -> None:
    """Registers the cheat of adding a point of this order to the first point of a field."""

    @crime(f"{what} twisted by order {order}", kind, "NOT_A_POINT", codes=codes)
    def _(villain: Villain, body: FrameBody) -> FrameBody | None:
        data = raw(body, field)
        return {**body, field: encode_base64(twisted(data[:SIZE], order) + data[SIZE:])}


def mark(order: int) -> None:
    """Registers the cheat of marking a card in the deck, with a proof whose equations all hold."""

    @crime(f"shuffle: a card marked by order {order}, well proved", "shuffle", "NOT_A_POINT")
    def _(villain: Villain, body: FrameBody) -> FrameBody | None:
        if not first_of_the_round(villain, body):
            return None
        old = encode_deck(due(villain))
        shown = marked(Random(order), Shown(old, b"", villain.joint, villain.context, b""), order)
        return {"d": encode_base64(shown.new), "z": encode_base64(shown.proof)}


for order in TWISTS:
    mark(order)
    twist("a key", "key", "y", order)
    twist("shuffle: a proof", "shuffle", "z", order)
    twist("deal: a share", "deal", "o", order)
    twist("mix: a card", "mix", "d", order)
    twist("swap: the card that comes back", "give", "c", order, codes=True)
    twist("under the deck: a card", "layer", "d", order, codes=True)
