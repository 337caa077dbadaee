"""Two checkers of shuffle proofs, one written from the paper alone, always agree."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest
from qa import independent_shuffle_proof, plain_edwards25519
from qa.independent_shuffle_proof import Commitments, ShuffleClaim, verify_independently
from qa.shuffle_forgeries import (
    CHANGES,
    NO_POINTS,
    SMALL_ORDERS,
    TWISTS,
    Change,
    claim_made_by_program,
    claim_made_independently,
    does_program_accept,
    false_commitment_t1,
    false_commitment_t2,
    false_commitment_t3,
    false_commitment_t4,
    false_commitment_t_hat,
    mark_first_card,
    with_proof_word_changed,
)
from qa.shuffle_proof_check import proof_cases, verdict_of_both_implementations

from hacktrick.online.crypto import curve_group


@pytest.mark.parametrize("n_cards", [1, 2, 3, 6, 18])
def test_proofs_of_the_product_are_accepted_by_the_second_checker(n_cards: int) -> None:
    assert verify_independently(*claim_made_by_program(Random(n_cards), n_cards))


@pytest.mark.parametrize("n_cards", [1, 2, 5])
def test_proofs_of_the_second_prover_are_accepted_by_the_product(n_cards: int) -> None:
    assert does_program_accept(claim_made_independently(Random(n_cards), n_cards))


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_both_verifiers_refuse_every_kind_of_change(change: Change) -> None:
    rng = Random(change.__name__)
    shown = change(rng, claim_made_by_program(rng, rng.randint(2, 4)))
    assert (does_program_accept(shown), verify_independently(*shown)) == (False, False)


def test_both_verifiers_refuse_a_proof_with_any_word_changed() -> None:
    rng = Random(11)
    good = claim_made_by_program(rng, 3)
    changed = [
        with_proof_word_changed(rng, good, number) for number in range(len(good.proof) // 32)
    ]
    assert len(changed) == 4 * 3 + 5
    assert not any(map(does_program_accept, changed))
    assert not any(verify_independently(*shown) for shown in changed)


@pytest.mark.parametrize(
    ("lie", "wrong"),
    [
        (false_commitment_t1, {"t1"}),
        (false_commitment_t2, {"t2"}),
        (false_commitment_t3, {"t3"}),
        (false_commitment_t4, {"t4_a", "t4_b"}),
        (false_commitment_t_hat, {"t_hat"}),
    ],
)
def test_each_false_proof_fails_exactly_one_equation(
    lie: Change, wrong: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A checker that omits one equation would therefore accept one of the false proofs."""
    hashed = _commitments_hashed(monkeypatch)
    rng = Random(7)
    assert not verify_independently(*lie(rng, claim_made_by_program(rng, 3)))
    by_prover, by_checker = map(_texts, hashed)
    differing = {name for name in by_prover if by_prover[name] != by_checker[name]}
    assert differing and differing <= wrong


@cache
def marked_shuffle(order: int) -> ShuffleClaim:
    rng = Random(order)
    return mark_first_card(rng, claim_made_by_program(rng, 3), order)


@pytest.mark.parametrize("order", TWISTS)
def test_a_marked_card_is_refused_although_all_equations_are_right(order: int) -> None:
    shown = marked_shuffle(order)
    assert independent_shuffle_proof.do_equations_hold(shown, plain_edwards25519.decode_curve_point)
    assert not verify_independently(*shown)
    assert not does_program_accept(shown)


@pytest.mark.usefixtures("gullible_library")
@pytest.mark.parametrize("order", TWISTS)
def test_a_marked_card_is_refused_on_any_library(
    order: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = marked_shuffle(order)
    assert not does_program_accept(shown)
    monkeypatch.setattr(curve_group, "_is_in_subgroup", lambda point: True)
    assert does_program_accept(shown)  # only the subgroup check had refused the proof


def _commitments_hashed(monkeypatch: pytest.MonkeyPatch) -> list[Commitments]:
    hashed: list[Commitments] = []
    original = independent_shuffle_proof.shuffle_challenge

    def noted(
        shown: ShuffleClaim, proof: independent_shuffle_proof.ShuffleProofValues, t: Commitments
    ) -> int:
        hashed.append(t)
        return original(shown, proof, t)

    monkeypatch.setattr(independent_shuffle_proof, "shuffle_challenge", noted)
    return hashed


def _texts(t: Commitments) -> dict[str, bytes]:
    single = {
        name: plain_edwards25519.point_bytes(getattr(t, name)) for name in Commitments._fields[:5]
    }
    return {**single, "t_hat": independent_shuffle_proof.join_points(t.t_hat)}


@pytest.mark.parametrize("n_cards", [0, 19])
def test_no_statement_has_no_cards_or_more_than_eighteen(n_cards: int) -> None:
    good = claim_made_by_program(Random(n_cards), 1)
    points, scalars = good.proof[:64], good.proof[64:]
    proof = points * n_cards + scalars[: 5 * 32] + scalars[5 * 32 :] * n_cards
    statement = good.old * n_cards, good.new * n_cards, good.key, good.context
    assert not verify_independently(*statement, proof)


def test_the_command_tries_valid_and_changed_proofs() -> None:
    seen = list(proof_cases(20, seed=3))
    assert sum(case.good for case in seen) == 4
    assert all(verdict_of_both_implementations(case).is_right for case in seen)


def test_both_arithmetics_have_the_same_generators() -> None:
    ours = [
        plain_edwards25519.point_bytes(independent_shuffle_proof.hashed_generator(number))
        for number in range(19)
    ]
    assert ours == [curve_group.independent_generator(number) for number in range(19)]


def test_both_arithmetics_multiply_and_add_alike() -> None:
    rng = Random(5)
    for _ in range(5):
        scalars = [rng.randrange(plain_edwards25519.ORDER) for _ in range(2)]
        points = [
            plain_edwards25519.combine_points([k], [plain_edwards25519.BASE]) for k in scalars
        ]
        texts = [plain_edwards25519.point_bytes(point) for point in points]
        assert texts == [curve_group.multiply_base(k) for k in scalars]
        assert plain_edwards25519.point_bytes(
            plain_edwards25519.add_points(*points)
        ) == curve_group.add_points(*texts)


@pytest.mark.parametrize("text", [*SMALL_ORDERS, *NO_POINTS], ids=bytes.hex)
def test_points_outside_the_group_are_unreadable(text: bytes) -> None:
    with pytest.raises(plain_edwards25519.InvalidEncoding):
        plain_edwards25519.decode_prime_order_point(text)
