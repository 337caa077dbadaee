"""Cheats before the first card is played, each of which changes one part of an honest message."""

from __future__ import annotations

from random import Random

from hacktrick.online.crypto import encrypted_cards, verifiable_shuffle
from hacktrick.online.crypto.curve_group import (
    BASE_POINT,
    ENCODED_SIZE,
    NEUTRAL_POINT,
    add_points,
    independent_generator,
    multiply,
    multiply_base,
    random_scalar,
    subtract_points,
)
from hacktrick.online.crypto.encrypted_cards import EncryptedCard, encode_deck
from hacktrick.online.crypto.verifiable_shuffle import ShuffledDeck
from hacktrick.online.protocol.card_protocol import shuffle_frame_body
from hacktrick.online.protocol.signed_frame_chain import FrameBody, encode_base64
from qa.adversary import Adversary, decode_base64_field, register_body_attack
from qa.independent_shuffle_proof import ShuffleClaim
from qa.shuffle_forgeries import TWISTS, mark_first_card, plus_small_order_point

SMALL_ORDER = TWISTS[8]
NOT_CANONICAL = b"\xff" * 32


def with_flipped_bit(body: FrameBody, name: str) -> FrameBody:
    """Return the body with one bit of a field flipped."""
    data = bytearray(decode_base64_field(body, name))
    data[0] ^= 1
    return {**body, name: encode_base64(bytes(data))}


def shuffle_body_with_proof(
    deck: tuple[EncryptedCard, ...], made: ShuffledDeck, key: bytes, context: bytes
) -> FrameBody:
    """Return the body of a shuffle frame with a proof, even if the shuffle is not honest."""
    proof = verifiable_shuffle.prove_shuffle(deck, made, key, context)
    return {"d": encode_base64(encode_deck(made.deck)), "z": encode_base64(proof)}


def deck_before_first_shuffle(adversary: Adversary) -> tuple[EncryptedCard, ...]:
    """Return the deck that the first seat shuffles, in a fixed order and openly encrypted."""
    rules = adversary.replica.terms.rules
    pack = [value for value in range(rules.values) for _ in range(rules.copies)]
    return encrypted_cards.encrypt_without_randomness(pack, adversary.joint_key)


def is_first_shuffle_of_round(adversary: Adversary, body: FrameBody) -> bool:
    """Return whether the adversary is about to send the first shuffle of a round."""
    is_pack = len(decode_base64_field(body, "d")) == 64 * 18
    return adversary.own_seat == 0 and adversary.replica.dealing is not None and is_pack


# Cheats in the toss and with the keys.


@register_body_attack("nonce that differs from the commitment", "nonce", "WRONG_NONCE")
def cheat_nonce_that_differs_from_the_commitment(
    adversary: Adversary, body: FrameBody
) -> FrameBody | None:
    return with_flipped_bit(body, "r")


@register_body_attack("commitment that is not text", "commit", "BAD_SHAPE")
def cheat_commitment_that_is_not_text(adversary: Adversary, body: FrameBody) -> FrameBody | None:
    return {"h": 5}


@register_body_attack("key derived from other keys", "key", "KEY_UNPROVED")
def cheat_key_derived_from_other_keys(adversary: Adversary, body: FrameBody) -> FrameBody | None:
    return {**body, "y": encode_base64(subtract_points(BASE_POINT, independent_generator(77)))}


@register_body_attack("key without a proof", "key", "BAD_SHAPE")
def cheat_key_without_a_proof(adversary: Adversary, body: FrameBody) -> FrameBody | None:
    return {"y": body["y"]}


@register_body_attack("key of small order", "key", "NOT_A_POINT")
def cheat_key_of_small_order(adversary: Adversary, body: FrameBody) -> FrameBody | None:
    return {**body, "y": encode_base64(SMALL_ORDER)}


@register_body_attack("neutral element as key", "key", "NOT_A_POINT")
def cheat_neutral_element_as_key(adversary: Adversary, body: FrameBody) -> FrameBody | None:
    return {**body, "y": encode_base64(NEUTRAL_POINT)}


@register_body_attack("key proved for another step", "key", "KEY_UNPROVED")
def cheat_key_proved_for_another_step(adversary: Adversary, body: FrameBody) -> FrameBody | None:
    return {
        **body,
        "z": encode_base64(
            encrypted_cards.prove_key_ownership(adversary.secret_key, b"another step")
        ),
    }


@register_body_attack("key proved for another seat", "key", "KEY_UNPROVED")
def cheat_key_proved_for_another_seat(adversary: Adversary, body: FrameBody) -> FrameBody | None:
    other = adversary.chain.proof_context(
        (adversary.own_seat + 1) % adversary.replica.terms.rules.n_seats
    )
    return {
        **body,
        "z": encode_base64(encrypted_cards.prove_key_ownership(adversary.secret_key, other)),
    }


@register_body_attack("shuffle: a duplicated card with the old proof", "shuffle", "NOT_A_SHUFFLE")
def cheat_shuffle_a_duplicated_card_with_the_old_proof(
    adversary: Adversary, body: FrameBody
) -> FrameBody | None:
    deck = decode_base64_field(body, "d")
    return {**body, "d": encode_base64(deck[:64] + deck[:64] + deck[128:])}


@register_body_attack("shuffle: a new deck in a known order", "shuffle", "NOT_A_SHUFFLE")
def cheat_shuffle_a_new_deck_in_a_known_order(
    adversary: Adversary, body: FrameBody
) -> FrameBody | None:
    if not is_first_shuffle_of_round(adversary, body):
        return None
    deck, randoms = deck_before_first_shuffle(adversary), [random_scalar() for _ in range(18)]
    new = tuple(
        EncryptedCard(
            multiply_base(r),
            add_points(multiply_base(value % 6 + 1), multiply(r, adversary.joint_key)),
        )
        for value, r in enumerate(randoms)
    )
    made = ShuffledDeck(new, tuple(range(18)), tuple(randoms))
    return shuffle_body_with_proof(deck, made, adversary.joint_key, adversary.proof_context)


@register_body_attack("shuffle: a card of increased value", "shuffle", "NOT_A_SHUFFLE")
def cheat_shuffle_a_card_of_increased_value(
    adversary: Adversary, body: FrameBody
) -> FrameBody | None:
    if not is_first_shuffle_of_round(adversary, body):
        return None
    deck = deck_before_first_shuffle(adversary)
    made = verifiable_shuffle.shuffle_deck(deck, adversary.joint_key, range(18))
    card, *rest = made.deck
    new = (EncryptedCard(card.a, add_points(card.b, BASE_POINT)), *rest)
    return shuffle_body_with_proof(
        deck, made._replace(deck=new), adversary.joint_key, adversary.proof_context
    )


@register_body_attack(
    "shuffle: a non-permutation proved by the honest algorithm", "shuffle", "NOT_A_SHUFFLE"
)
def cheat_shuffle_a_non_permutation_proved_by_the_honest_algorithm(
    adversary: Adversary, body: FrameBody
) -> FrameBody | None:
    if not is_first_shuffle_of_round(adversary, body):
        return None
    deck = deck_before_first_shuffle(adversary)
    twice = (deck[17], *deck[1:])
    made = verifiable_shuffle.shuffle_deck(twice, adversary.joint_key, range(18))
    return shuffle_body_with_proof(deck, made, adversary.joint_key, adversary.proof_context)


@register_body_attack("shuffle: encrypted under another key", "shuffle", "NOT_A_SHUFFLE")
def cheat_shuffle_encrypted_under_another_key(
    adversary: Adversary, body: FrameBody
) -> FrameBody | None:
    if not is_first_shuffle_of_round(adversary, body):
        return None
    deck, key = deck_before_first_shuffle(adversary), multiply_base(adversary.secret_key)
    return shuffle_body_with_proof(
        deck, verifiable_shuffle.shuffle_deck(deck, key, range(18)), key, adversary.proof_context
    )


@register_body_attack("shuffle: a missing card", "shuffle", "WRONG_SIZE")
def cheat_shuffle_a_missing_card(adversary: Adversary, body: FrameBody) -> FrameBody | None:
    return {**body, "d": encode_base64(decode_base64_field(body, "d")[64:])}


@register_body_attack("shuffle: a point of small order", "shuffle", "NOT_A_POINT")
def cheat_shuffle_a_point_of_small_order(adversary: Adversary, body: FrameBody) -> FrameBody | None:
    return {**body, "d": encode_base64(SMALL_ORDER + decode_base64_field(body, "d")[32:])}


@register_body_attack("shuffle: bytes that are no point", "shuffle", "NOT_A_POINT")
def cheat_shuffle_bytes_that_are_no_point(
    adversary: Adversary, body: FrameBody
) -> FrameBody | None:
    return {**body, "d": encode_base64(NOT_CANONICAL + decode_base64_field(body, "d")[32:])}


@register_body_attack("shuffle: an unreduced scalar in the proof", "shuffle", "NOT_A_SCALAR")
def cheat_shuffle_an_unreduced_scalar_in_the_proof(
    adversary: Adversary, body: FrameBody
) -> FrameBody | None:
    return {**body, "z": encode_base64(decode_base64_field(body, "z")[:-32] + NOT_CANONICAL)}


@register_body_attack("shuffle: a proof for another step", "shuffle", "NOT_A_SHUFFLE")
def cheat_shuffle_a_proof_for_another_step(
    adversary: Adversary, body: FrameBody
) -> FrameBody | None:
    if not is_first_shuffle_of_round(adversary, body):
        return None
    return shuffle_frame_body(
        deck_before_first_shuffle(adversary), adversary.joint_key, b"another step", range(18)
    )


@register_body_attack("shuffle: no proof", "shuffle", "WRONG_SIZE")
def cheat_shuffle_no_proof(adversary: Adversary, body: FrameBody) -> FrameBody | None:
    return {**body, "z": ""}


@register_body_attack("shuffle: invalid base64", "shuffle", "BAD_SHAPE")
def cheat_shuffle_invalid_base64(adversary: Adversary, body: FrameBody) -> FrameBody | None:
    return {**body, "d": "*" + body["d"]}


@register_body_attack("deal: a false share", "deal", "SHARE_UNPROVED")
def cheat_deal_a_false_share(adversary: Adversary, body: FrameBody) -> FrameBody | None:
    return {"o": encode_base64(multiply_base(5) + decode_base64_field(body, "o")[32:])}


@register_body_attack("deal: two shares exchanged", "deal", "SHARE_UNPROVED")
def cheat_deal_two_shares_exchanged(adversary: Adversary, body: FrameBody) -> FrameBody | None:
    data = decode_base64_field(body, "o")
    return {"o": encode_base64(data[32:64] + data[:32] + data[64:])}


@register_body_attack("deal: a missing share", "deal", "WRONG_SIZE")
def cheat_deal_a_missing_share(adversary: Adversary, body: FrameBody) -> FrameBody | None:
    return {"o": encode_base64(decode_base64_field(body, "o")[32:])}


@register_body_attack("deal: no shares", "deal", "BAD_SHAPE")
def cheat_deal_no_shares(adversary: Adversary, body: FrameBody) -> FrameBody | None:
    return {}


@register_body_attack("deal: shares of another key with a valid proof", "deal", "SHARE_UNPROVED")
def cheat_deal_shares_of_another_key_with_a_valid_proof(
    adversary: Adversary, body: FrameBody
) -> FrameBody | None:
    n_shares = len(decode_base64_field(body, "o")) // 32 - 2
    fake = [EncryptedCard(independent_generator(n), BASE_POINT) for n in range(n_shares)]
    return {
        "o": encode_base64(
            encrypted_cards.make_decryption_shares(
                adversary.secret_key + 1, fake, adversary.proof_context
            )
        )
    }


# Cheats with points of small order, which mark cards.


def register_small_order_attack(
    what: str, kind: str, field: str, order: int, needs_codes: bool = False
) -> None:
    """Register the cheat of adding a point of this order to the first point of a field."""

    @register_body_attack(
        f"{what} twisted by order {order}", kind, "NOT_A_POINT", needs_codes=needs_codes
    )
    def twisted_body(adversary: Adversary, body: FrameBody) -> FrameBody | None:
        data = decode_base64_field(body, field)
        return {
            **body,
            field: encode_base64(
                plus_small_order_point(data[:ENCODED_SIZE], order) + data[ENCODED_SIZE:]
            ),
        }


def register_card_marking_attack(order: int) -> None:
    """Register the cheat of marking a card of the deck, with a proof whose equations all hold."""

    @register_body_attack(
        f"shuffle: a card marked by order {order} with a valid proof", "shuffle", "NOT_A_POINT"
    )
    def marked_shuffle(adversary: Adversary, body: FrameBody) -> FrameBody | None:
        if not is_first_shuffle_of_round(adversary, body):
            return None
        old = encode_deck(deck_before_first_shuffle(adversary))
        shown = mark_first_card(
            Random(order),
            ShuffleClaim(old, b"", adversary.joint_key, adversary.proof_context, b""),
            order,
        )
        return {"d": encode_base64(shown.new), "z": encode_base64(shown.proof)}


for order in TWISTS:
    register_card_marking_attack(order)
    register_small_order_attack("key", "key", "y", order)
    register_small_order_attack("shuffle: a proof", "shuffle", "z", order)
    register_small_order_attack("deal: a share", "deal", "o", order)
    register_small_order_attack("hand shuffle: a card", "mix", "d", order)
    register_small_order_attack("swap: the returned card", "give", "c", order, needs_codes=True)
    register_small_order_attack("under the deck: a card", "layer", "d", order, needs_codes=True)
