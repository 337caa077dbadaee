"""The proof of a shuffle is accepted for a real shuffle and for nothing else."""

from __future__ import annotations

import pytest
from qa.shuffle_forgeries import TWISTS, plus_small_order_point

from hacktrick.online.crypto import curve_group, encrypted_cards, verifiable_shuffle
from hacktrick.online.crypto.curve_group import add_points, multiply, multiply_base
from hacktrick.online.crypto.encrypted_cards import EncryptedCard, EncryptedDeck
from hacktrick.online.crypto.verifiable_shuffle import ShuffledDeck, ShuffleStatement
from hacktrick.online.faults import InvalidData

CONTEXT = b"match, history, step, seat"
X = 4321
KEY = multiply_base(X)
PACK = tuple(value for value in range(6) for _ in range(3))
OLD = encrypted_cards.encrypt_without_randomness(PACK, KEY)
MADE = verifiable_shuffle.shuffle_deck(OLD, KEY)
PROOF = verifiable_shuffle.prove_shuffle(OLD, MADE, KEY, CONTEXT)
GOOD = ShuffleStatement(OLD, MADE.deck, KEY, CONTEXT)


def fault_of(statement: ShuffleStatement, proof: bytes) -> str:
    with pytest.raises(InvalidData) as refused:
        verifiable_shuffle.check_shuffle(statement, proof)
    return refused.value.fault


def decrypted_values(deck: EncryptedDeck) -> list[int]:
    return [encrypted_cards.decrypt_with(X, card) for card in deck]


def test_the_cards_are_the_same_and_no_card_looks_like_before() -> None:
    assert sorted(decrypted_values(MADE.deck)) == sorted(PACK)
    assert decrypted_values(MADE.deck) == [PACK[place] for place in MADE.order]
    assert not {card.a for card in MADE.deck} & {card.a for card in OLD}
    assert len(set(MADE.deck)) == len(OLD)


@pytest.mark.parametrize("n_cards", [1, 2, 3, 4, 11, 12, 18])
def test_an_honest_shuffle_is_accepted(n_cards: int) -> None:
    old = OLD[:n_cards]
    made = verifiable_shuffle.shuffle_deck(old, KEY)
    proof = verifiable_shuffle.prove_shuffle(old, made, KEY, CONTEXT)
    assert len(proof) == verifiable_shuffle.shuffle_proof_size(n_cards) == 32 * (4 * n_cards + 5)
    verifiable_shuffle.check_shuffle(ShuffleStatement(old, made.deck, KEY, CONTEXT), proof)


@pytest.mark.parametrize("word", range(77))
def test_a_proof_with_any_word_changed_is_refused(word: int) -> None:
    """Each word is replaced by another valid point or scalar."""
    at = 32 * word
    old = PROOF[at : at + 32]
    points = 2 * len(OLD)
    new = (
        add_points(old, curve_group.BASE_POINT)
        if word < points
        else curve_group.encode_scalar(int.from_bytes(old, "little") + 1)
    )
    assert fault_of(GOOD, PROOF[:at] + new + PROOF[at + 32 :]) == "NOT_A_SHUFFLE"


@pytest.mark.parametrize("word", range(77))
def test_a_proof_with_any_invalid_word_is_refused(word: int) -> None:
    at = 32 * word
    wanted = "NOT_A_POINT" if word < 2 * len(OLD) else "NOT_A_SCALAR"
    assert fault_of(GOOD, PROOF[:at] + b"\xff" * 32 + PROOF[at + 32 :]) == wanted


@pytest.mark.usefixtures("gullible_library")
@pytest.mark.parametrize("order", TWISTS)
@pytest.mark.parametrize("word", range(2 * len(OLD)))
def test_a_proof_with_any_twisted_point_is_refused(word: int, order: int) -> None:
    at = 32 * word
    point = plus_small_order_point(PROOF[at : at + 32], order)
    assert fault_of(GOOD, PROOF[:at] + point + PROOF[at + 32 :]) == "NOT_A_POINT"


@pytest.mark.parametrize("change", [PROOF[:-32], PROOF + bytes(32), b"", PROOF[1:]])
def test_a_proof_of_another_size_is_refused(change: bytes) -> None:
    assert fault_of(GOOD, change) == "WRONG_SIZE"


@pytest.mark.parametrize(
    "statement",
    [
        GOOD._replace(context=b"another step"),
        GOOD._replace(key=multiply_base(X + 1)),
        GOOD._replace(old=OLD[::-1]),
        GOOD._replace(new=MADE.deck[::-1]),
        GOOD._replace(old=MADE.deck, new=OLD),
        GOOD._replace(old=encrypted_cards.encrypt_without_randomness([*PACK[1:], 0], KEY)),
    ],
)
def test_a_proof_is_for_one_statement_only(statement: ShuffleStatement) -> None:
    assert fault_of(statement, PROOF) == "NOT_A_SHUFFLE"


def test_decks_of_different_sizes_are_refused() -> None:
    assert fault_of(GOOD._replace(new=MADE.deck[1:]), PROOF) == "WRONG_SIZE"


def proof_of_dishonest_shuffle(made: ShuffledDeck) -> str:
    """Return the proof that the honest algorithm produces for a dishonest shuffle."""
    proof = verifiable_shuffle.prove_shuffle(OLD, made, KEY, CONTEXT)
    return fault_of(ShuffleStatement(OLD, made.deck, KEY, CONTEXT), proof)


def test_a_card_worth_one_more_is_found() -> None:
    card = MADE.deck[5]
    deck = (
        *MADE.deck[:5],
        EncryptedCard(card.a, add_points(card.b, curve_group.BASE_POINT)),
        *MADE.deck[6:],
    )
    assert proof_of_dishonest_shuffle(MADE._replace(deck=deck)) == "NOT_A_SHUFFLE"


def test_two_cards_that_make_up_for_each_other_are_found() -> None:
    a, b, *rest = MADE.deck
    deck = (
        EncryptedCard(a.a, add_points(a.b, curve_group.BASE_POINT)),
        EncryptedCard(b.a, curve_group.subtract_points(b.b, curve_group.BASE_POINT)),
        *rest,
    )
    assert proof_of_dishonest_shuffle(MADE._replace(deck=deck)) == "NOT_A_SHUFFLE"


def test_a_new_deck_in_a_known_order_is_found() -> None:
    deck = tuple(
        EncryptedCard(multiply_base(r), add_points(multiply_base(value + 1), multiply(r, KEY)))
        for r, value in zip(MADE.randoms, PACK, strict=True)
    )
    assert proof_of_dishonest_shuffle(MADE._replace(deck=deck)) == "NOT_A_SHUFFLE"


def test_a_card_taken_twice_is_found() -> None:
    taken = (3, *range(1, 18))  # the value 1 twice, the value 0 never
    deck = tuple(
        EncryptedCard(
            add_points(OLD[j].a, multiply_base(r)), add_points(OLD[j].b, multiply(r, KEY))
        )
        for j, r in zip(taken, MADE.randoms, strict=True)
    )
    assert (
        proof_of_dishonest_shuffle(ShuffledDeck(deck, tuple(range(18)), MADE.randoms))
        == "NOT_A_SHUFFLE"
    )


def test_encryption_under_another_key_is_detected() -> None:
    made = verifiable_shuffle.shuffle_deck(OLD, multiply_base(5))
    assert proof_of_dishonest_shuffle(made) == "NOT_A_SHUFFLE"


def test_all_orders_of_a_shuffle_occur() -> None:
    """All six orders of three cards come up about equally often, within wide bounds."""
    counts: dict[tuple[int, ...], int] = {}
    for _ in range(240):
        order = verifiable_shuffle.shuffle_deck(OLD[:3], KEY).order
        counts[order] = counts.get(order, 0) + 1
    assert len(counts) == 6
    assert all(12 < count < 80 for count in counts.values())


@pytest.mark.parametrize("n_cards", [0, 19])
def test_a_deck_of_no_card_or_of_too_many_is_refused(n_cards: int) -> None:
    deck = (OLD + OLD)[:n_cards]
    statement = ShuffleStatement(deck, deck, KEY, CONTEXT)
    assert (
        fault_of(statement, bytes(verifiable_shuffle.shuffle_proof_size(n_cards))) == "WRONG_SIZE"
    )
