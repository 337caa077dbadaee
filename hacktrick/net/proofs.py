"""Proof of knowledge of secrets that solve linear equations of points, without a word about them.

This is Maurer's one proof behind many (Unifying Zero-Knowledge Proofs of Knowledge, AFRICACRYPT
2009), made non-interactive by the Fiat-Shamir heuristic. With one secret and one equation it is
Schnorr's proof of a key, with two equations that of Chaum and Pedersen (two points have the same
logarithm). Everything public goes into the challenge: the context, all bases, all images and all
commitments; leaving some out is the mistake called Frozen Heart.
"""

from __future__ import annotations

from typing import NamedTuple

from hacktrick.net.faults import Fault, Refused
from hacktrick.net.group import (
    NEUTRAL,
    SIZE,
    Point,
    Scalar,
    challenge,
    combined,
    minus,
    random_scalar,
    read_scalar,
    scalar_bytes,
    times,
)


class Equations(NamedTuple):
    """``images[i]`` is the sum of ``secret[j] * bases[i][j]``; a base of None: not in this one."""

    bases: tuple[tuple[Point | None, ...], ...]
    images: tuple[Point, ...]


def prove(label: bytes, context: bytes, equations: Equations, known: tuple[Scalar, ...]) -> bytes:
    """32 bytes of challenge and 32 for each secret.

    Args:
        label: what kind of proof this is; one kind is never taken for another.
        context: match, history, step and seat; a proof holds nowhere else.
        known: the secrets.
    """
    nonces = tuple(random_scalar() for _ in known)
    bound = _challenge(label, context, equations, _images(equations, nonces))
    answers = [nonce + bound * k for nonce, k in zip(nonces, known, strict=True)]
    return scalar_bytes(bound) + b"".join(map(scalar_bytes, answers))


def check(label: bytes, context: bytes, equations: Equations, proof: bytes, fault: Fault) -> None:
    """That whoever made ``proof`` knew the secrets.

    Raises:
        Refused: ``fault`` if he did not, ``WRONG_SIZE`` or ``NOT_A_SCALAR`` if it is no proof.
    """
    if len(proof) != size(len(equations.bases[0])):
        raise Refused("WRONG_SIZE")
    bound, *answers = [read_scalar(proof[n : n + SIZE]) for n in range(0, len(proof), SIZE)]
    commitments = tuple(
        minus(point, times(bound, image))
        for point, image in zip(_images(equations, tuple(answers)), equations.images, strict=True)
    )
    if bound != _challenge(label, context, equations, commitments):
        raise Refused(fault)


def size(n_secrets: int) -> int:
    """The bytes of a proof."""
    return SIZE * (1 + n_secrets)


def _images(equations: Equations, values: tuple[Scalar, ...]) -> tuple[Point, ...]:
    return tuple(combined(values, [base or NEUTRAL for base in bases]) for bases in equations.bases)


def _challenge(
    label: bytes, context: bytes, equations: Equations, commitments: tuple[Point, ...]
) -> Scalar:
    bases = b"".join(base or NEUTRAL for row in equations.bases for base in row)
    images, committed = b"".join(equations.images), b"".join(commitments)
    return challenge(label, context, bases, images, committed)
