"""A second implementation of the shuffle proof: prover and verifier, independent of the program.

Written from ``docs/network.md`` (statement, bytes, hashes) and from Haenni, Locher, Koenig, Dubuis,
*Pseudo-Code Algorithms for Verifiable Re-Encryption Mix-Nets* (2017), algorithms ``GenProof`` and
``CheckShuffleProof``. The names are those of the paper; its products of powers are sums here.

The prover can also lie. Any matrix can take the place of a permutation, so that all equations but
one hold. The prover can also mark cards: if points outside the prime-order group are accepted, all
equations of a proof may hold although the proof must be rejected.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from functools import lru_cache
from math import prod
from random import Random
from typing import NamedTuple

from qa.plain_edwards25519 import (
    BASE,
    ORDER,
    SIZE,
    InvalidEncoding,
    Point,
    add_points,
    combine_points,
    decode_prime_order_point,
    decode_reduced_scalar,
    map_to_curve_elligator2,
    negated_point,
    point_bytes,
    scalar_bytes,
)

PERSON = b"hacktrick-net-1"
MAX_CARDS = 18

Card = tuple[Point, Point]
Matrix = tuple[tuple[int, ...], ...]  # row i states which old cards make up new card i
Generators = Callable[[int], Point]
Reader = Callable[[bytes], Point]


class ShuffleClaim(NamedTuple):
    """A statement and its proof, as bytes, that the new deck holds the cards of the old deck."""

    old: bytes
    new: bytes
    key: bytes
    context: bytes
    proof: bytes


class ShuffleProofValues(NamedTuple):
    """A decoded proof, with the paper's names."""

    c: list[Point]
    c_hat: list[Point]
    challenge: int
    s: list[int]
    s_hat: list[int]
    s_prime: list[int]


class Commitments(NamedTuple):
    """The commitments t, in the order in which they are hashed."""

    t1: Point
    t2: Point
    t3: Point
    t4_a: Point
    t4_b: Point
    t_hat: list[Point]


def verify_independently(old: bytes, new: bytes, key: bytes, context: bytes, proof: bytes) -> bool:
    """Return whether a proof is valid, by the algorithm CheckShuffleProof.

    All arguments are bytes: 64 for each of the N cards of a deck, 32 for the key, and 32·(4N + 5)
    for the proof.
    """
    try:
        return do_equations_hold(
            ShuffleClaim(old, new, key, context, proof), decode_prime_order_point
        )
    except InvalidEncoding:
        return False


def do_equations_hold(claim: ShuffleClaim, reader: Reader) -> bool:
    """Return whether the equations of a proof hold, with points decoded by ``reader``.

    Raises:
        InvalidEncoding: the statement or the proof is not well-formed.
    """
    read = read_proof(claim.proof, len(read_deck(claim.old, reader)), reader)
    found = recomputed_commitments(claim, read, ProofOptions((), reader=reader))
    return read.challenge == shuffle_challenge(claim, read, found)


@lru_cache(maxsize=64)
def hashed_generator(index: int) -> Point:
    """Return a generator (GetGenerators): number 0 is h, number i is h_i."""
    return map_to_curve_elligator2(protocol_hash(b"generator", index.to_bytes(4, "little"))[:SIZE])


def recomputed_commitments(
    claim: ShuffleClaim, proof: ShuffleProofValues, method: ProofOptions
) -> Commitments:
    """Return the commitments for which the proof's answers are correct (t' in the paper).

    Raises:
        InvalidEncoding: the statement is not well-formed.
    """
    old, new = (read_deck(deck, method.reader) for deck in (claim.old, claim.new))
    key = method.reader(claim.key)
    if len(old) != len(new):
        raise InvalidEncoding("decks of two sizes")
    h, *hs = [method.generators(i) for i in range(len(old) + 1)]
    u, (s1, s2, s3, s4), s_prime = challenge_weights(claim, proof.c), proof.s, proof.s_prime
    c_bar = add_points(
        combine_points([1] * len(hs), proof.c), negated_point(combine_points([1] * len(hs), hs))
    )
    c_hat = add_points(proof.c_hat[-1], negated_point(combine_points([prod(u) % ORDER], [h])))
    c_tilde = combine_points(u, proof.c)
    (old_a, old_b), (new_a, new_b) = split_into_point_lists(old), split_into_point_lists(new)
    y = -proof.challenge % ORDER
    return Commitments(
        t1=combine_points([s1, y], [BASE, c_bar]),
        t2=combine_points([s2, y], [BASE, c_hat]),
        t3=combine_points([s3, *s_prime, y], [BASE, *hs, c_tilde]),
        t4_a=combine_points([-s4 % ORDER, *s_prime, y], [BASE, *new_a, combine_points(u, old_a)]),
        t4_b=combine_points([-s4 % ORDER, *s_prime, y], [key, *new_b, combine_points(u, old_b)]),
        t_hat=[
            combine_points([s_hat, s_prime, y], [BASE, before, after])
            for s_hat, s_prime, before, after in zip(
                proof.s_hat, s_prime, [h, *proof.c_hat[:-1]], proof.c_hat, strict=True
            )
        ],
    )


def split_into_point_lists(deck: Sequence[Card]) -> tuple[list[Point], list[Point]]:
    """Return the first and the second points of encrypted cards."""
    return [a for a, _ in deck], [b for _, b in deck]


def read_deck(data: bytes, reader: Reader = decode_prime_order_point) -> list[Card]:
    """Decode a deck.

    Raises:
        InvalidEncoding: the deck is not well-formed.
    """
    points = [reader(word) for word in split_into_32_byte_words(data)]
    if len(points) % 2 or not 1 <= len(points) // 2 <= MAX_CARDS:
        raise InvalidEncoding("no deck")
    return list(zip(points[::2], points[1::2], strict=True))


def read_proof(data: bytes, n_cards: int, reader: Reader) -> ShuffleProofValues:
    """Decode a proof for a deck of ``n_cards`` cards.

    Raises:
        InvalidEncoding: the proof is not well-formed.
    """
    if len(data) != SIZE * (4 * n_cards + 5):
        raise InvalidEncoding("no proof of this size")
    points = [reader(word) for word in split_into_32_byte_words(data)[: 2 * n_cards]]
    challenge, *s = [
        decode_reduced_scalar(word) for word in split_into_32_byte_words(data)[2 * n_cards :]
    ]
    return ShuffleProofValues(
        points[:n_cards], points[n_cards:], challenge, s[:4], s[4 : n_cards + 4], s[n_cards + 4 :]
    )


def split_into_32_byte_words(data: bytes) -> list[bytes]:
    """Split bytes into words of 32 bytes, each a point or a scalar."""
    return [data[at : at + SIZE] for at in range(0, len(data), SIZE)]


def join_points(points: Sequence[Point]) -> bytes:
    return b"".join(map(point_bytes, points))


def protocol_hash(*parts: bytes) -> bytes:
    """Return the protocol's hash of some parts, each preceded by its length."""
    text = b"".join(len(part).to_bytes(4, "little") + part for part in parts)
    return hashlib.blake2b(text, person=PERSON).digest()


def hashed_scalar(*parts: bytes) -> int:
    return int.from_bytes(protocol_hash(*parts), "little") % ORDER


def challenge_weights(claim: ShuffleClaim, c: Sequence[Point]) -> list[int]:
    """Return the weights u_1 … u_N (GetChallenges) for the permutation commitments ``c``."""
    public = (claim.context, claim.key, claim.old, claim.new)
    seed = protocol_hash(b"shuffle weights", *public, join_points(c))
    return [hashed_scalar(b"shuffle weight", seed, bytes([i])) for i in range(len(c))]


def shuffle_challenge(claim: ShuffleClaim, proof: ShuffleProofValues, t: Commitments) -> int:
    """Return the challenge: the hash of the statement, the proof's points and the commitments t."""
    public = (claim.context, claim.key, claim.old, claim.new)
    texts = join_points(proof.c), join_points(proof.c_hat), join_points([*t[:5], *t.t_hat])
    return hashed_scalar(b"shuffle", *public, *texts)


class ProofOptions(NamedTuple):
    """The options of a proof. An honest prover sets only the matrix; a verifier needs none."""

    matrix: Matrix  # the shuffle, as a permutation matrix if it is honest
    committed: Matrix | None = None  # the matrix to which c commits if that is not ``matrix``
    # Whether ĉ_N is chosen to satisfy t_2 instead of following from ĉ_(N-1).
    forced_end: bool = False
    generators: Generators = hashed_generator
    reader: Reader = decode_prime_order_point


def permutation_matrix(order: Sequence[int]) -> Matrix:
    """Return the matrix of a permutation: new card i is old card ``order[i]``."""
    return tuple(tuple(int(j == wanted) for j in range(len(order))) for wanted in order)


def shuffle_independently(
    old: Sequence[Card], key: Point, matrix: Matrix, randoms: Sequence[int]
) -> list[Card]:
    """Return new cards, of which card i combines old cards according to row i of the matrix.

    Card i is re-encrypted with ``randoms[i]``.
    """
    old_a, old_b = split_into_point_lists(old)
    return [
        (
            combine_points([r, *row], [BASE, *old_a]),
            combine_points([r, *row], [key, *old_b]),
        )
        for row, r in zip(matrix, randoms, strict=True)
    ]


def prove_independently(
    claim: ShuffleClaim, method: ProofOptions, randoms: Sequence[int], rng: Random
) -> bytes:
    """Return a proof by algorithm GenProof; new card i was re-encrypted with ``randoms[i]``.

    The function is not for real secrets, since ``rng`` need not be secure.
    """
    n = len(randoms)
    r, r_hat = random_scalars(n, rng), random_scalars(n, rng)
    c = permutation_commitment(method, r)
    u = challenge_weights(claim, c)
    u_prime = [inner_product(row, u) for row in method.matrix]
    c_hat = commitment_chain(method.generators(0), u_prime, r_hat)
    tails = [prod(u_prime[i + 1 :]) % ORDER for i in range(n)]
    s = [
        sum(r) % ORDER,
        inner_product(r_hat, tails),
        inner_product(r, u),
        inner_product(randoms, u_prime),
    ]
    if method.forced_end:
        c_hat[-1] = combine_points([s[1], prod(u) % ORDER], [BASE, method.generators(0)])
    secrets = ShuffleProofValues(c, c_hat, 0, s, r_hat, u_prime)
    omega = ShuffleProofValues(
        c, c_hat, 0, random_scalars(4, rng), random_scalars(n, rng), random_scalars(n, rng)
    )
    # The answers to challenge 0 are the random numbers themselves, so they give t.
    t = recomputed_commitments(claim, omega, method)
    return proof_bytes(secrets, omega, shuffle_challenge(claim, omega, t))


def permutation_commitment(method: ProofOptions, r: list[int]) -> list[Point]:
    """Commit to the permutation (GenPermutationCommitment).

    c_j = r_j·G + h_i, where new card i is old card j.
    """
    hs = [method.generators(i) for i in range(1, len(r) + 1)]
    columns = zip(*(method.committed or method.matrix), strict=True)
    return [combine_points([k, *column], [BASE, *hs]) for k, column in zip(r, columns, strict=True)]


def proof_bytes(secrets: ShuffleProofValues, omega: ShuffleProofValues, challenge: int) -> bytes:
    """Return the bytes of the proof; each answer is s = ω + challenge · secret."""
    hidden = [*omega.s, *omega.s_hat, *omega.s_prime]
    known = [*secrets.s, *secrets.s_hat, *secrets.s_prime]
    answers = [a + challenge * b for a, b in zip(hidden, known, strict=True)]
    return join_points([*omega.c, *omega.c_hat]) + b"".join(
        map(scalar_bytes, [challenge, *answers])
    )


def commitment_chain(h: Point, u_prime: list[int], r_hat: list[int]) -> list[Point]:
    """Build the commitment chain (GenCommitmentChain): ĉ_i = r̂_i·G + u'_i·ĉ_(i-1)."""
    chain = [h]
    for u, r in zip(u_prime, r_hat, strict=True):
        chain.append(combine_points([r, u], [BASE, chain[-1]]))
    return chain[1:]


def inner_product(a: Sequence[int], b: Sequence[int]) -> int:
    return sum(x * y for x, y in zip(a, b, strict=True)) % ORDER


def random_scalars(count: int, rng: Random) -> list[int]:
    return [rng.randrange(1, ORDER) for _ in range(count)]
