"""Shuffles encrypted cards so that nobody can trace a card, and proves that none was changed.

The proof is by Terelius and Wikström (Proofs of Restricted Shuffles, AFRICACRYPT 2010; Wikström, A
Commitment-Consistent Proof of a Shuffle, 2009) in the non-interactive form of Haenni, Locher,
Koenig and Dubuis (Pseudo-Code Algorithms for Verifiable Re-Encryption Mix-Nets, 2017). This module
uses the names of that last paper: c are the commitments to the permutation, ĉ is the chain of
commitments to the permuted challenges u', t and t̂ are the commitments of the proof, and s, ŝ and
s' its answers. The generators are hashed to the curve, so that nobody knows how one depends on
another.

``docs/network.md`` has the statement and every byte of the encoding.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import NamedTuple

from hacktrick.online.crypto.curve_group import (
    ENCODED_SIZE,
    GROUP_ORDER,
    Point,
    Scalar,
    add_points,
    challenge_scalar,
    decode_point,
    decode_scalar,
    encode_scalar,
    hash_parts,
    independent_generator,
    linear_combination,
    multiply,
    multiply_base,
    random_scalar,
    subtract_points,
    sum_points,
)
from hacktrick.online.crypto.encrypted_cards import EncryptedCard, EncryptedDeck, encode_deck
from hacktrick.online.faults import InvalidData

MAX_CARDS = 18
_H, *_GENERATORS = [independent_generator(n) for n in range(MAX_CARDS + 1)]


class ShuffledDeck(NamedTuple):
    """A shuffled deck, with the secret order and random numbers that made it.

    ``deck[i]`` is ``old[order[i]]``, re-encrypted with ``randoms[order[i]]``.
    """

    deck: EncryptedDeck
    order: tuple[int, ...]
    randoms: tuple[Scalar, ...]


class ShuffleStatement(NamedTuple):
    """The claim that ``new`` has the cards of ``old``, re-encrypted under ``key``."""

    old: EncryptedDeck
    new: EncryptedDeck
    key: Point
    context: bytes


def shuffle_proof_size(n_cards: int) -> int:
    """Return the size in bytes of the proof of a shuffle of ``n_cards`` cards."""
    return ENCODED_SIZE * (4 * n_cards + 5)


def shuffle_deck(
    deck: Sequence[EncryptedCard], key: Point, order: Sequence[int] | None = None
) -> ShuffledDeck:
    """Return ``deck`` in a random order (or in ``order``), with every card re-encrypted."""
    if order is None:
        order = list(range(len(deck)))
        secrets.SystemRandom().shuffle(order)
    randoms = tuple(random_scalar() for _ in deck)
    return ShuffledDeck(
        tuple(_reencrypted_card(deck[j], key, randoms[j]) for j in order), tuple(order), randoms
    )


def _reencrypted_card(card: EncryptedCard, key: Point, r: Scalar) -> EncryptedCard:
    return EncryptedCard(add_points(card.a, multiply_base(r)), add_points(card.b, multiply(r, key)))


class _Secrets(NamedTuple):
    """The secrets of a proof: r̄, r̂, r̃, r', and r̂_i and u'_i for each card.

    The random numbers that hide them have the same shape.
    """

    bar: Scalar
    hat: Scalar
    tilde: Scalar
    prime: Scalar
    hats: list[Scalar]
    us: list[Scalar]

    @classmethod
    def from_scalars(cls, words: Sequence[Scalar]) -> _Secrets:
        """Return the secrets given as 4 + 2n scalars in this order."""
        bar, hat, tilde, prime, *rest = words
        half = len(rest) // 2
        return cls(bar, hat, tilde, prime, rest[:half], rest[half:])

    @property
    def scalars(self) -> list[Scalar]:
        return [self.bar, self.hat, self.tilde, self.prime, *self.hats, *self.us]


class _Commitments(NamedTuple):
    c: list[Point]
    chain: list[Point]


def prove_shuffle(old: EncryptedDeck, shuffled: ShuffledDeck, key: Point, context: bytes) -> bytes:
    """Return the proof that ``shuffled`` contains a shuffle of ``old``."""
    statement = ShuffleStatement(old, shuffled.deck, key, context)
    bars = [random_scalar() for _ in old]
    c = [
        add_points(multiply_base(bars[j]), _GENERATORS[shuffled.order.index(j)])
        for j in range(len(old))
    ]
    u = _challenge_weights(statement, c)
    permuted = [u[j] for j in shuffled.order]
    hats = [random_scalar() for _ in old]
    committed = _Commitments(c, _commitment_chain(hats, permuted))
    known = _Secrets(
        sum(bars),
        _combined_chain_randomness(hats, permuted),
        _inner_product(bars, u),
        _inner_product(shuffled.randoms, u),
        hats,
        permuted,
    )
    hiding = _Secrets.from_scalars([random_scalar() for _ in known.scalars])
    bound = _hash_challenge(
        statement, committed, _equation_images(statement, committed.chain, hiding)
    )
    answers = [w + bound * k for w, k in zip(hiding.scalars, known.scalars, strict=True)]
    points = b"".join([*committed.c, *committed.chain])
    return points + encode_scalar(bound) + b"".join(map(encode_scalar, answers))


def check_shuffle(statement: ShuffleStatement, proof: bytes) -> None:
    """Check that ``proof`` proves the statement; the points of both decks must have been checked.

    Raises:
        InvalidData: ``NOT_A_SHUFFLE``, or the fault of the proof's size, points or scalars.
    """
    n = len(statement.old)
    if not 1 <= n <= MAX_CARDS or len(statement.new) != n or len(proof) != shuffle_proof_size(n):
        raise InvalidData("WRONG_SIZE")
    words = [proof[at : at + ENCODED_SIZE] for at in range(0, len(proof), ENCODED_SIZE)]
    points = [decode_point(word) for word in words[: 2 * n]]
    committed = _Commitments(points[:n], points[n:])
    bound, *answers = [decode_scalar(word) for word in words[2 * n :]]
    known = _Secrets.from_scalars(answers)
    wanted = _images_of_true_secrets(statement, committed)
    found = [
        subtract_points(point, multiply(bound, image))
        for point, image in zip(
            _equation_images(statement, committed.chain, known), wanted, strict=True
        )
    ]
    if bound != _hash_challenge(statement, committed, found):
        raise InvalidData("NOT_A_SHUFFLE")


def _commitment_chain(hats: list[Scalar], permuted: list[Scalar]) -> list[Point]:
    """Return the chain of commitments ĉ_i = r̂_i·G + u'_i·ĉ_(i-1), which begins with ĉ_0 = H."""
    chain, last = [], _H
    for hat, weight in zip(hats, permuted, strict=True):
        last = add_points(multiply_base(hat), multiply(weight, last))
        chain.append(last)
    return chain


def _combined_chain_randomness(hats: list[Scalar], permuted: list[Scalar]) -> Scalar:
    """Return r̂, the combination of all r̂_i at the end of the chain."""
    result, factor = 0, 1
    for hat, weight in zip(reversed(hats), reversed(permuted), strict=True):
        result = (result + hat * factor) % GROUP_ORDER
        factor = factor * weight % GROUP_ORDER
    return result


def _inner_product(a: Sequence[Scalar], b: Sequence[Scalar]) -> Scalar:
    return sum(x * y for x, y in zip(a, b, strict=True)) % GROUP_ORDER


def _equation_images(
    statement: ShuffleStatement, chain: list[Point], values: _Secrets
) -> list[Point]:
    """Return the images of ``values`` under the proof's equations: t1 to t4, and all t̂_i.

    t4 has two points.
    """
    new, key = statement.new, statement.key
    before = [_H, *chain[:-1]]
    return [
        multiply_base(values.bar),
        multiply_base(values.hat),
        add_points(
            multiply_base(values.tilde), linear_combination(values.us, _GENERATORS[: len(new)])
        ),
        subtract_points(
            linear_combination(values.us, [card.a for card in new]), multiply_base(values.prime)
        ),
        subtract_points(
            linear_combination(values.us, [card.b for card in new]), multiply(values.prime, key)
        ),
        *(
            add_points(multiply_base(hat), multiply(weight, last))
            for hat, weight, last in zip(values.hats, values.us, before, strict=True)
        ),
    ]


def _images_of_true_secrets(statement: ShuffleStatement, committed: _Commitments) -> list[Point]:
    """Return the images of the true secrets, computed from public values."""
    old = statement.old
    u = _challenge_weights(statement, committed.c)
    product = 1
    for weight in u:
        product = product * weight % GROUP_ORDER
    return [
        subtract_points(sum_points(committed.c), sum_points(_GENERATORS[: len(old)])),
        subtract_points(committed.chain[-1], multiply(product, _H)),
        linear_combination(u, committed.c),
        linear_combination(u, [card.a for card in old]),
        linear_combination(u, [card.b for card in old]),
        *committed.chain,
    ]


def _challenge_weights(statement: ShuffleStatement, c: list[Point]) -> list[Scalar]:
    """Return u: a pseudorandom number for each card, derived from the commitments ``c``."""
    seed = hash_parts(b"shuffle weights", *_statement_bytes(statement), b"".join(c))
    return [challenge_scalar(b"shuffle weight", seed, bytes([n])) for n in range(len(c))]


def _hash_challenge(statement: ShuffleStatement, committed: _Commitments, t: list[Point]) -> Scalar:
    points = b"".join(committed.c), b"".join(committed.chain), b"".join(t)
    return challenge_scalar(b"shuffle", *_statement_bytes(statement), *points)


def _statement_bytes(statement: ShuffleStatement) -> tuple[bytes, bytes, bytes, bytes]:
    old, new = encode_deck(statement.old), encode_deck(statement.new)
    return statement.context, statement.key, old, new
