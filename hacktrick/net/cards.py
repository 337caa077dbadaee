"""Cards that nobody sees: ElGamal encryption in the exponent, opened by shares.

A card of value v is the point (v+1)G. Locked under a key Y it is the pair (a, b) = (rG, (v+1)G +
rY). The sum of locked cards is the locked sum of their values, so that a sum can be opened and
nothing else. With the key of all players together each of them holds one share, x·a; taking away
all shares but one leaves the card under that one player's key. This is mental poker after Barnett
and Smart (Mental Poker Revisited, 2003), in a group without square-root leaks.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from hacktrick.net import proofs
from hacktrick.net.faults import Refused
from hacktrick.net.group import (
    BASE,
    SIZE,
    Point,
    Scalar,
    base_times,
    challenge,
    combined,
    digest,
    minus,
    plus,
    random_scalar,
    read_point,
    times,
    total,
)
from hacktrick.net.proofs import Equations

LAYER_PROOF = proofs.size(2)
LARGEST_PLAIN = 64  # more than any sum of a hand: four cards of 5 make 24


class Locked(NamedTuple):
    """A card, or a sum of cards, under a key."""

    a: Point
    b: Point


Deck = tuple[Locked, ...]


# --- keys -----------------------------------------------------------------------------------------


def prove_key(x: Scalar, context: bytes) -> bytes:
    """Schnorr's proof that the owner of the key ``x·G`` knows ``x``: no key is made of others."""
    return proofs.prove(b"key", context, Equations(((BASE,),), (base_times(x),)), (x,))


def check_key(key: Point, proof: bytes, context: bytes) -> None:
    """Raises:
    Refused: ``KEY_UNPROVED``.
    """
    proofs.check(b"key", context, Equations(((BASE,),), (key,)), proof, "KEY_UNPROVED")


# --- values ---------------------------------------------------------------------------------------

_VALUES = {base_times(n): n for n in range(1, LARGEST_PLAIN)}
_POINTS = {n: point for point, n in _VALUES.items()}


def locked_openly(values: Iterable[int], key: Point) -> Deck:
    """The values locked with r = 1, which anybody can check by doing it again."""
    return tuple(Locked(BASE, plus(_POINTS[value + 1], key)) for value in values)


def value_of(point: Point, n_cards: int = 1) -> int:
    """The value of a card, or the sum of ``n_cards`` values.

    Raises:
        Refused: ``NOT_A_CARD``.
    """
    if point not in _VALUES:
        raise Refused("NOT_A_CARD")
    return _VALUES[point] - n_cards


def sum_of(cards: Sequence[Locked]) -> Locked:
    """The locked sum."""
    return Locked(total(card.a for card in cards), total(card.b for card in cards))


def without_share(card: Locked, share: Point) -> Locked:
    """``card`` with one player's layer taken away."""
    return Locked(card.a, minus(card.b, share))


def read_with(x: Scalar, card: Locked, n_cards: int = 1) -> int:
    """The value of a card that is locked under the key of ``x`` alone."""
    return value_of(minus(card.b, times(x, card.a)), n_cards)


def deck_bytes(deck: Sequence[Locked]) -> bytes:
    """64 bytes a card."""
    return b"".join(card.a + card.b for card in deck)


def read_deck(data: bytes, n_cards: int) -> Deck:
    """Locked cards from outside, every point of them checked.

    Raises:
        Refused: ``WRONG_SIZE`` or ``NOT_A_POINT``.
    """
    if len(data) != 2 * SIZE * n_cards:
        raise Refused("WRONG_SIZE")
    points = [read_point(data[n : n + SIZE]) for n in range(0, len(data), SIZE)]
    return tuple(map(Locked, points[::2], points[1::2]))


# --- shares ---------------------------------------------------------------------------------------


def make_shares(x: Scalar, cards: Sequence[Locked], context: bytes) -> bytes:
    """The shares of several cards, 32 bytes each, and one proof of 64 bytes for all of them.

    The proof is that of Chaum and Pedersen (Wallet Databases with Observers, 1992) for a random
    combination of the cards: a false share passes with a chance of 2^-128.
    """
    shares = [times(x, card.a) for card in cards]
    equations = _batch(base_times(x), cards, shares, context)
    return b"".join(shares) + proofs.prove(b"share", context, equations, (x,))


def read_shares(
    key: Point, cards: Sequence[Locked], data: bytes, context: bytes
) -> tuple[Point, ...]:
    """The shares that the owner of ``key`` has made of ``cards``.

    Raises:
        Refused: ``WRONG_SIZE``, ``NOT_A_POINT`` or ``SHARE_UNPROVED``.
    """
    end = SIZE * len(cards)
    if len(data) != end + proofs.size(1):
        raise Refused("WRONG_SIZE")
    shares = tuple(read_point(data[n : n + SIZE]) for n in range(0, end, SIZE))
    equations = _batch(key, cards, shares, context)
    proofs.check(b"share", context, equations, data[end:], "SHARE_UNPROVED")
    return shares


def _batch(
    key: Point, cards: Sequence[Locked], shares: Sequence[Point], context: bytes
) -> Equations:
    asked = [card.a for card in cards]
    seed = digest(b"batch", context, key, b"".join(asked), b"".join(shares))
    weights = [challenge(b"weight", seed, bytes([n])) >> 124 for n in range(len(cards))]
    bases = ((BASE,), (combined(weights, asked),))
    return Equations(bases, (key, combined(weights, shares)))


# --- cards that change hands ----------------------------------------------------------------------


def hand_over(x: Scalar, card: Locked, to: Point, context: bytes) -> tuple[Locked, bytes]:
    """``card`` from under the own key to under the key ``to``, with a proof that it is the same.

    Nobody but the two learns its value.
    """
    r = random_scalar()
    new = Locked(base_times(r), total([minus(card.b, times(x, card.a)), times(r, to)]))
    equations = _handed(base_times(x), card, new, to)
    return new, proofs.prove(b"hand over", context, equations, (x, r))


def check_handed_over(
    key: Point, card: Locked, new: Locked, to: Point, proof: bytes, context: bytes
) -> None:
    """Raises:
    Refused: ``NOT_THE_SAME_CARD``.
    """
    equations = _handed(key, card, new, to)
    proofs.check(b"hand over", context, equations, proof, "NOT_THE_SAME_CARD")


def _handed(key: Point, card: Locked, new: Locked, to: Point) -> Equations:
    # key = x·G, new.a = r·G, new.b - card.b = r·to - x·card.a
    bases = ((BASE, None), (None, BASE), (_negative(card.a), to))
    return Equations(bases, (key, new.a, minus(new.b, card.b)))


def add_layer(x: Scalar, card: Locked, key: Point, context: bytes) -> tuple[Locked, bytes]:
    """``card``, locked under ``key``, locked under the own key as well, with a proof.

    It is a card of the deck again: to read it takes all who have a layer on it.
    """
    r = random_scalar()
    a = plus(card.a, base_times(r))
    new = Locked(a, total([card.b, times(r, key), times(x, a)]))
    equations = _layered(base_times(x), card, new, key)
    return new, proofs.prove(b"layer", context, equations, (r, x))


def check_layer(
    own: Point, card: Locked, new: Locked, key: Point, proof: bytes, context: bytes
) -> None:
    """Raises:
    Refused: ``NOT_THE_SAME_CARD``.
    """
    equations = _layered(own, card, new, key)
    proofs.check(b"layer", context, equations, proof, "NOT_THE_SAME_CARD")


def _layered(own: Point, card: Locked, new: Locked, key: Point) -> Equations:
    # new.a - card.a = r·G, new.b - card.b = r·key + x·new.a, own = x·G
    bases = ((BASE, None), (key, new.a), (None, BASE))
    return Equations(bases, (minus(new.a, card.a), minus(new.b, card.b), own))


def _negative(point: Point) -> Point:
    return times(-1, point)
