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
from qa.adversary import Adversary, changed_body, raw
from qa.second_shuffle_proof import ShuffleClaim
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


def due(adversary: Adversary) -> tuple[EncryptedCard, ...]:
    """Returns the deck to shuffle now, as the first seat to shuffle knows it."""
    rules = adversary.replica.terms.rules
    pack = [value for value in range(rules.values) for _ in range(rules.copies)]
    return encrypted_cards.encrypt_openly(pack, adversary.joint)


def first_of_the_round(adversary: Adversary, body: FrameBody) -> bool:
    is_pack = len(raw(body, "d")) == 64 * 18
    return adversary.me == 0 and adversary.replica.dealing is not None and is_pack


# --- The toss and the keys ------------------------------------------------------------------------


@changed_body("another nonce than the one committed to", "nonce", "WRONG_NONCE")
def _(adversary: Adversary, body: FrameBody) -> FrameBody | None:
    return flipped(body, "r")


@changed_body("a commitment that is no text", "commit", "BAD_SHAPE")
def _(adversary: Adversary, body: FrameBody) -> FrameBody | None:
    return {"h": 5}


@changed_body("a key made of other keys", "key", "KEY_UNPROVED")
def _(adversary: Adversary, body: FrameBody) -> FrameBody | None:
    return {**body, "y": encode_base64(subtract_points(BASE_POINT, independent_generator(77)))}


@changed_body("a key without a proof", "key", "BAD_SHAPE")
def _(adversary: Adversary, body: FrameBody) -> FrameBody | None:
    return {"y": body["y"]}


@changed_body("a key of small order", "key", "NOT_A_POINT")
def _(adversary: Adversary, body: FrameBody) -> FrameBody | None:
    return {**body, "y": encode_base64(SMALL_ORDER)}


@changed_body("the neutral element as a key", "key", "NOT_A_POINT")
def _(adversary: Adversary, body: FrameBody) -> FrameBody | None:
    return {**body, "y": encode_base64(NEUTRAL_POINT)}


@changed_body("a key proved for another step", "key", "KEY_UNPROVED")
def _(adversary: Adversary, body: FrameBody) -> FrameBody | None:
    return {
        **body,
        "z": encode_base64(encrypted_cards.prove_key_ownership(adversary.x, b"another step")),
    }


@changed_body("a key proved for another seat", "key", "KEY_UNPROVED")
def _(adversary: Adversary, body: FrameBody) -> FrameBody | None:
    other = adversary.chain.context((adversary.me + 1) % adversary.replica.terms.rules.n_seats)
    return {**body, "z": encode_base64(encrypted_cards.prove_key_ownership(adversary.x, other))}


# --- The shuffle ----------------------------------------------------------------------------------


@changed_body("shuffle: a card twice, the proof kept", "shuffle", "NOT_A_SHUFFLE")
def _(adversary: Adversary, body: FrameBody) -> FrameBody | None:
    deck = raw(body, "d")
    return {**body, "d": encode_base64(deck[:64] + deck[:64] + deck[128:])}


@changed_body("shuffle: a new deck in an order that the shuffler knows", "shuffle", "NOT_A_SHUFFLE")
def _(adversary: Adversary, body: FrameBody) -> FrameBody | None:
    if not first_of_the_round(adversary, body):
        return None
    deck, randoms = due(adversary), [random_scalar() for _ in range(18)]
    new = tuple(
        EncryptedCard(
            multiply_base(r), add_points(multiply_base(value % 6 + 1), multiply(r, adversary.joint))
        )
        for value, r in enumerate(randoms)
    )
    made = ShuffledDeck(new, tuple(range(18)), tuple(randoms))
    return proved(deck, made, adversary.joint, adversary.context)


@changed_body("shuffle: a card worth one more", "shuffle", "NOT_A_SHUFFLE")
def _(adversary: Adversary, body: FrameBody) -> FrameBody | None:
    if not first_of_the_round(adversary, body):
        return None
    deck = due(adversary)
    made = verifiable_shuffle.shuffle_deck(deck, adversary.joint, range(18))
    card, *rest = made.deck
    new = (EncryptedCard(card.a, add_points(card.b, BASE_POINT)), *rest)
    return proved(deck, made._replace(deck=new), adversary.joint, adversary.context)


@changed_body("shuffle: not a permutation, by the honest algorithm", "shuffle", "NOT_A_SHUFFLE")
def _(adversary: Adversary, body: FrameBody) -> FrameBody | None:
    if not first_of_the_round(adversary, body):
        return None
    deck = due(adversary)
    twice = (deck[17], *deck[1:])
    made = verifiable_shuffle.shuffle_deck(twice, adversary.joint, range(18))
    return proved(deck, made, adversary.joint, adversary.context)


@changed_body("shuffle: locked under another key", "shuffle", "NOT_A_SHUFFLE")
def _(adversary: Adversary, body: FrameBody) -> FrameBody | None:
    if not first_of_the_round(adversary, body):
        return None
    deck, key = due(adversary), multiply_base(adversary.x)
    return proved(
        deck, verifiable_shuffle.shuffle_deck(deck, key, range(18)), key, adversary.context
    )


@changed_body("shuffle: a card fewer", "shuffle", "WRONG_SIZE")
def _(adversary: Adversary, body: FrameBody) -> FrameBody | None:
    return {**body, "d": encode_base64(raw(body, "d")[64:])}


@changed_body("shuffle: a point of small order", "shuffle", "NOT_A_POINT")
def _(adversary: Adversary, body: FrameBody) -> FrameBody | None:
    return {**body, "d": encode_base64(SMALL_ORDER + raw(body, "d")[32:])}


@changed_body("shuffle: a number that is no point", "shuffle", "NOT_A_POINT")
def _(adversary: Adversary, body: FrameBody) -> FrameBody | None:
    return {**body, "d": encode_base64(NOT_CANONICAL + raw(body, "d")[32:])}


@changed_body("shuffle: a word of the proof that is too large", "shuffle", "NOT_A_SCALAR")
def _(adversary: Adversary, body: FrameBody) -> FrameBody | None:
    return {**body, "z": encode_base64(raw(body, "z")[:-32] + NOT_CANONICAL)}


@changed_body("shuffle: proved for another step", "shuffle", "NOT_A_SHUFFLE")
def _(adversary: Adversary, body: FrameBody) -> FrameBody | None:
    if not first_of_the_round(adversary, body):
        return None
    return shuffle_body(due(adversary), adversary.joint, b"another step", range(18))


@changed_body("shuffle: no proof", "shuffle", "WRONG_SIZE")
def _(adversary: Adversary, body: FrameBody) -> FrameBody | None:
    return {**body, "z": ""}


@changed_body("shuffle: rubbish in its base64", "shuffle", "BAD_SHAPE")
def _(adversary: Adversary, body: FrameBody) -> FrameBody | None:
    return {**body, "d": "*" + body["d"]}


# --- The deal -------------------------------------------------------------------------------------


@changed_body("deal: a false share, so that another reads a wrong card", "deal", "SHARE_UNPROVED")
def _(adversary: Adversary, body: FrameBody) -> FrameBody | None:
    return {"o": encode_base64(multiply_base(5) + raw(body, "o")[32:])}


@changed_body("deal: two shares exchanged", "deal", "SHARE_UNPROVED")
def _(adversary: Adversary, body: FrameBody) -> FrameBody | None:
    data = raw(body, "o")
    return {"o": encode_base64(data[32:64] + data[:32] + data[64:])}


@changed_body("deal: a share missing", "deal", "WRONG_SIZE")
def _(adversary: Adversary, body: FrameBody) -> FrameBody | None:
    return {"o": encode_base64(raw(body, "o")[32:])}


@changed_body("deal: nothing", "deal", "BAD_SHAPE")
def _(adversary: Adversary, body: FrameBody) -> FrameBody | None:
    return {}


@changed_body("deal: shares of another key, well proved", "deal", "SHARE_UNPROVED")
def _(adversary: Adversary, body: FrameBody) -> FrameBody | None:
    n_shares = len(raw(body, "o")) // 32 - 2
    fake = [EncryptedCard(independent_generator(n), BASE_POINT) for n in range(n_shares)]
    return {
        "o": encode_base64(
            encrypted_cards.make_decryption_shares(adversary.x + 1, fake, adversary.context)
        )
    }


# --- Points of small order, which mark cards ------------------------------------------------------


def small_order_attack(what: str, kind: str, field: str, order: int, codes: bool = False) -> None:
    """Registers the cheat of adding a point of this order to the first point of a field."""

    @changed_body(f"{what} twisted by order {order}", kind, "NOT_A_POINT", codes=codes)
    def _(adversary: Adversary, body: FrameBody) -> FrameBody | None:
        data = raw(body, field)
        return {**body, field: encode_base64(twisted(data[:SIZE], order) + data[SIZE:])}


def marking_attack(order: int) -> None:
    """Registers the cheat of marking a card in the deck, with a proof whose equations all hold."""

    @changed_body(f"shuffle: a card marked by order {order}, well proved", "shuffle", "NOT_A_POINT")
    def _(adversary: Adversary, body: FrameBody) -> FrameBody | None:
        if not first_of_the_round(adversary, body):
            return None
        old = encode_deck(due(adversary))
        shown = marked(
            Random(order), ShuffleClaim(old, b"", adversary.joint, adversary.context, b""), order
        )
        return {"d": encode_base64(shown.new), "z": encode_base64(shown.proof)}


for order in TWISTS:
    marking_attack(order)
    small_order_attack("a key", "key", "y", order)
    small_order_attack("shuffle: a proof", "shuffle", "z", order)
    small_order_attack("deal: a share", "deal", "o", order)
    small_order_attack("mix: a card", "mix", "d", order)
    small_order_attack("swap: the card that comes back", "give", "c", order, codes=True)
    small_order_attack("under the deck: a card", "layer", "d", order, codes=True)
