"""Encrypted cards: exponential ElGamal encryption, opened with one share from each player.

A card of value v is the point (v+1)G. Encrypted under a key Y, the card is the pair (a, b) = (rG,
(v+1)G + rY). The sum of encrypted cards encrypts the sum of their values, so a sum can be opened
without its cards. Under the joint key each player holds one share, x·a. Removing all shares except
one leaves the card encrypted under that player's key. This is mental poker after Barnett and Smart
(Mental Poker Revisited, 2003), in a group without square-root leaks.

Every step is proved in zero knowledge: the prover knows secrets that solve linear equations of
points. The proof is Maurer's (Unifying Zero-Knowledge Proofs of Knowledge, AFRICACRYPT 2009), made
non-interactive by the Fiat-Shamir heuristic. With one secret and one equation, it is Schnorr's
proof of a key; with two equations, it is Chaum and Pedersen's proof that two points have the same
logarithm. The challenge hashes everything public: the context, all bases, images and commitments.
Leaving out any of these would make proofs forgeable (the Frozen Heart vulnerability).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from hacktrick.online.crypto.curve_group import (
    BASE_POINT,
    ENCODED_SIZE,
    NEUTRAL_POINT,
    Point,
    Scalar,
    add_points,
    challenge_scalar,
    decode_point,
    decode_scalar,
    encode_scalar,
    hash_parts,
    linear_combination,
    multiply,
    multiply_base,
    random_scalar,
    subtract_points,
    sum_points,
)
from hacktrick.online.faults import Fault, InvalidData


class LinearEquations(NamedTuple):
    """The equations ``images[i] = Σ secret[j] * bases[i][j]``.

    A base of None leaves its secret out of an equation.
    """

    bases: tuple[tuple[Point | None, ...], ...]
    images: tuple[Point, ...]


def prove_knowledge(
    label: bytes, context: bytes, equations: LinearEquations, known: tuple[Scalar, ...]
) -> bytes:
    """Return a proof of knowledge of the secrets: 32 bytes of challenge, and 32 for each secret.

    Args:
        label: the kind of the proof; a proof of one kind is never accepted as another kind.
        context: a hash of match, history, step and seat, outside of which the proof is not valid.
        equations: the equations that the secrets solve.
        known: the secrets, in the order of the equations' columns.
    """
    nonces = tuple(random_scalar() for _ in known)
    bound = _hash_challenge(label, context, equations, _image_points(equations, nonces))
    answers = [nonce + bound * k for nonce, k in zip(nonces, known, strict=True)]
    return encode_scalar(bound) + b"".join(map(encode_scalar, answers))


def check_knowledge(
    label: bytes, context: bytes, equations: LinearEquations, proof: bytes, fault: Fault
) -> None:
    """Check that the maker of ``proof`` knew the secrets.

    Raises:
        InvalidData: with ``fault`` if the proof fails, or with ``WRONG_SIZE`` or ``NOT_A_SCALAR``
            if it is malformed.
    """
    if len(proof) != proof_size(len(equations.bases[0])):
        raise InvalidData("WRONG_SIZE")
    bound, *answers = [
        decode_scalar(proof[n : n + ENCODED_SIZE]) for n in range(0, len(proof), ENCODED_SIZE)
    ]
    commitments = tuple(
        subtract_points(point, multiply(bound, image))
        for point, image in zip(
            _image_points(equations, tuple(answers)), equations.images, strict=True
        )
    )
    if bound != _hash_challenge(label, context, equations, commitments):
        raise InvalidData(fault)


def proof_size(n_secrets: int) -> int:
    """Return the size in bytes of a proof with ``n_secrets`` secrets."""
    return ENCODED_SIZE * (1 + n_secrets)


def _image_points(equations: LinearEquations, values: tuple[Scalar, ...]) -> tuple[Point, ...]:
    return tuple(
        linear_combination(values, [base or NEUTRAL_POINT for base in bases])
        for bases in equations.bases
    )


def _hash_challenge(
    label: bytes, context: bytes, equations: LinearEquations, commitments: tuple[Point, ...]
) -> Scalar:
    bases = b"".join(base or NEUTRAL_POINT for row in equations.bases for base in row)
    images, committed = b"".join(equations.images), b"".join(commitments)
    return challenge_scalar(label, context, bases, images, committed)


LAYER_PROOF_SIZE = proof_size(2)
MAX_PLAIN = 64  # an upper bound of the sum of v + 1 over a hand; four fives, for example, give 24


class EncryptedCard(NamedTuple):
    """A card, or a sum of cards, encrypted under a key."""

    a: Point
    b: Point


EncryptedDeck = tuple[EncryptedCard, ...]


def prove_key_ownership(x: Scalar, context: bytes) -> bytes:
    """Return Schnorr's proof that the owner of the key ``x·G`` knows ``x``.

    The proof shows that the key was not derived from the keys of others.
    """
    return prove_knowledge(
        b"key", context, LinearEquations(((BASE_POINT,),), (multiply_base(x),)), (x,)
    )


def check_key_ownership(key: Point, proof: bytes, context: bytes) -> None:
    """Check Schnorr's proof that the owner of ``key`` knows its secret.

    Raises:
        InvalidData: ``KEY_UNPROVED`` if the proof fails.
    """
    check_knowledge(
        b"key", context, LinearEquations(((BASE_POINT,),), (key,)), proof, "KEY_UNPROVED"
    )


_VALUES = {multiply_base(n): n for n in range(1, MAX_PLAIN)}
_POINTS = {n: point for point, n in _VALUES.items()}


def encrypt_without_randomness(values: Iterable[int], key: Point) -> EncryptedDeck:
    """Encrypt values with 1 in place of the random number, so that anybody can check the result."""
    return tuple(EncryptedCard(BASE_POINT, add_points(_POINTS[value + 1], key)) for value in values)


def decode_card_value(point: Point, n_cards: int = 1) -> int:
    """Return the value of a decrypted card, or the sum of the values of ``n_cards`` cards.

    Raises:
        InvalidData: ``NOT_A_CARD`` if the point stands for no such value.
    """
    if point not in _VALUES:
        raise InvalidData("NOT_A_CARD")
    return _VALUES[point] - n_cards


def sum_encrypted(cards: Sequence[EncryptedCard]) -> EncryptedCard:
    """Return an encryption of the sum of the cards' values."""
    return EncryptedCard(sum_points(card.a for card in cards), sum_points(card.b for card in cards))


def remove_encryption_layer(card: EncryptedCard, share: Point) -> EncryptedCard:
    """Remove one player's layer of encryption from a card, given that player's decryption share."""
    return EncryptedCard(card.a, subtract_points(card.b, share))


def decrypt_with(x: Scalar, card: EncryptedCard, n_cards: int = 1) -> int:
    """Return the value of a card, or of a sum of cards, encrypted under one secret key.

    Args:
        x: the secret key.
        card: the encrypted card or sum.
        n_cards: the number of cards in the sum.
    """
    return decode_card_value(subtract_points(card.b, multiply(x, card.a)), n_cards)


def encode_deck(deck: Sequence[EncryptedCard]) -> bytes:
    """Encode cards, 64 bytes each."""
    return b"".join(card.a + card.b for card in deck)


def decode_deck(data: bytes, n_cards: int) -> EncryptedDeck:
    """Decode received cards and check every point.

    Args:
        n_cards: the expected number of cards.

    Raises:
        InvalidData: ``WRONG_SIZE`` if the number of bytes is wrong, or ``NOT_A_POINT``.
    """
    if len(data) != 2 * ENCODED_SIZE * n_cards:
        raise InvalidData("WRONG_SIZE")
    points = [decode_point(data[n : n + ENCODED_SIZE]) for n in range(0, len(data), ENCODED_SIZE)]
    return tuple(map(EncryptedCard, points[::2], points[1::2]))


def make_decryption_shares(x: Scalar, cards: Sequence[EncryptedCard], context: bytes) -> bytes:
    """Return the shares of several cards, 32 bytes each, and one 64-byte proof for all of them.

    The proof is Chaum and Pedersen's (Wallet Databases with Observers, 1992) for a random
    combination of the cards, so a false share is accepted with a probability of 2^-128.
    """
    shares = [multiply(x, card.a) for card in cards]
    equations = _share_equations(multiply_base(x), cards, shares, context)
    return b"".join(shares) + prove_knowledge(b"share", context, equations, (x,))


def read_decryption_shares(
    key: Point, cards: Sequence[EncryptedCard], data: bytes, context: bytes
) -> tuple[Point, ...]:
    """Decode and check the decryption shares of ``cards`` made by the owner of ``key``.

    Args:
        data: the shares and their proof, as from ``make_decryption_shares``.
        context: the context to which the proof is bound.

    Raises:
        InvalidData: ``WRONG_SIZE``, ``NOT_A_POINT`` or ``SHARE_UNPROVED``.
    """
    end = ENCODED_SIZE * len(cards)
    if len(data) != end + proof_size(1):
        raise InvalidData("WRONG_SIZE")
    shares = tuple(decode_point(data[n : n + ENCODED_SIZE]) for n in range(0, end, ENCODED_SIZE))
    equations = _share_equations(key, cards, shares, context)
    check_knowledge(b"share", context, equations, data[end:], "SHARE_UNPROVED")
    return shares


def _share_equations(
    key: Point, cards: Sequence[EncryptedCard], shares: Sequence[Point], context: bytes
) -> LinearEquations:
    asked = [card.a for card in cards]
    seed = hash_parts(b"batch", context, key, b"".join(asked), b"".join(shares))
    weights = [challenge_scalar(b"weight", seed, bytes([n])) >> 124 for n in range(len(cards))]
    bases = ((BASE_POINT,), (linear_combination(weights, asked),))
    return LinearEquations(bases, (key, linear_combination(weights, shares)))


# Functions for cards that change hands.


def transfer_card(
    x: Scalar, card: EncryptedCard, to: Point, context: bytes
) -> tuple[EncryptedCard, bytes]:
    """Re-encrypt ``card`` from this player's key to the key ``to``.

    Only the owners of the two keys learn the value.

    Args:
        x: this player's secret key.
        context: the context to which the proof is bound.

    Returns:
        The new card, and the proof that its value has not changed.
    """
    r = random_scalar()
    new = EncryptedCard(
        multiply_base(r),
        sum_points([subtract_points(card.b, multiply(x, card.a)), multiply(r, to)]),
    )
    equations = _transfer_equations(multiply_base(x), card, new, to)
    return new, prove_knowledge(b"hand over", context, equations, (x, r))


def check_transfer(
    key: Point, card: EncryptedCard, new: EncryptedCard, to: Point, proof: bytes, context: bytes
) -> None:
    """Check the proof that a card was re-encrypted for another key with the same value.

    Args:
        key: the public key of the player who hands the card over.
        card: the card before.
        new: the card after.
        to: the public key of the receiver.

    Raises:
        InvalidData: ``NOT_THE_SAME_CARD`` if the proof fails.
    """
    equations = _transfer_equations(key, card, new, to)
    check_knowledge(b"hand over", context, equations, proof, "NOT_THE_SAME_CARD")


def _transfer_equations(
    key: Point, card: EncryptedCard, new: EncryptedCard, to: Point
) -> LinearEquations:
    # The equations are key = x·G, new.a = r·G and new.b - card.b = r·to - x·card.a.
    bases = ((BASE_POINT, None), (None, BASE_POINT), (_negative_point(card.a), to))
    return LinearEquations(bases, (key, new.a, subtract_points(new.b, card.b)))


def add_encryption_layer(
    x: Scalar, card: EncryptedCard, key: Point, context: bytes
) -> tuple[EncryptedCard, bytes]:
    """Encrypt ``card``, which is encrypted under ``key``, under this player's key as well.

    Once all players have added a layer, the card is like those in the deck: nobody can read it
    alone.

    Returns:
        The new card, and the proof that its value has not changed.
    """
    r = random_scalar()
    a = add_points(card.a, multiply_base(r))
    new = EncryptedCard(a, sum_points([card.b, multiply(r, key), multiply(x, a)]))
    equations = _layer_equations(multiply_base(x), card, new, key)
    return new, prove_knowledge(b"layer", context, equations, (r, x))


def check_encryption_layer(
    layer_key: Point,
    card: EncryptedCard,
    new: EncryptedCard,
    key: Point,
    proof: bytes,
    context: bytes,
) -> None:
    """Check the proof that the owner of ``layer_key`` added a layer and left the value unchanged.

    Raises:
        InvalidData: ``NOT_THE_SAME_CARD`` if the proof fails.
    """
    equations = _layer_equations(layer_key, card, new, key)
    check_knowledge(b"layer", context, equations, proof, "NOT_THE_SAME_CARD")


def _layer_equations(
    layer_key: Point, card: EncryptedCard, new: EncryptedCard, key: Point
) -> LinearEquations:
    # The equations are new.a - card.a = r·G, new.b - card.b = r·key + x·new.a and own = x·G.
    bases = ((BASE_POINT, None), (key, new.a), (None, BASE_POINT))
    return LinearEquations(
        bases, (subtract_points(new.a, card.a), subtract_points(new.b, card.b), layer_key)
    )


def _negative_point(point: Point) -> Point:
    return multiply(-1, point)
