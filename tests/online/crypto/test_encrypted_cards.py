"""Encrypted cards open only with all key shares, and false shares and proofs are refused."""

from __future__ import annotations

import pytest
from qa.shuffle_forgeries import TWISTS, plus_small_order_point

from hacktrick.online.crypto import curve_group, encrypted_cards
from hacktrick.online.crypto.curve_group import (
    add_points,
    multiply,
    multiply_base,
    random_scalar,
    sum_points,
)
from hacktrick.online.crypto.encrypted_cards import EncryptedCard
from hacktrick.online.faults import InvalidData

CONTEXT = b"match, history, step, seat"
XS = (11, 222, 3333)
KEYS = tuple(map(multiply_base, XS))
JOINT = sum_points(KEYS)


def assert_refused(fault: str, check, *arguments) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(InvalidData) as caught:
        check(*arguments)
    assert caught.value.fault == fault


def data_with_changed_word(data: bytes, word: int, n_points: int = 0) -> bytes:
    """Return the data with another point (first ``n_points`` words) or scalar in one word."""
    at = 32 * word
    old = data[at : at + 32]
    if word < n_points:
        new = add_points(old, curve_group.BASE_POINT)
    else:
        new = curve_group.encode_scalar(int.from_bytes(old, "little") + 1)
    return data[:at] + new + data[at + 32 :]


def card_locked_by(value: int, x: int, r: int = 7) -> EncryptedCard:
    """Return a card encrypted with the key of ``x`` alone."""
    return EncryptedCard(
        multiply_base(r),
        add_points(multiply_base(value + 1), multiply(r * x, curve_group.BASE_POINT)),
    )


def test_a_card_opens_with_all_shares_and_not_with_fewer() -> None:
    (card,) = encrypted_cards.encrypt_without_randomness([4], JOINT)
    for x in XS:
        assert_refused("NOT_A_CARD", encrypted_cards.decode_card_value, card.b)
        card = encrypted_cards.remove_encryption_layer(card, multiply(x, card.a))
    assert encrypted_cards.decode_card_value(card.b) == 4


def test_the_owner_reads_a_card_with_the_shares_of_all_others() -> None:
    (card,) = encrypted_cards.encrypt_without_randomness([0], JOINT)
    for x in XS[1:]:
        card = encrypted_cards.remove_encryption_layer(card, multiply(x, card.a))
    assert encrypted_cards.decrypt_with(XS[0], card) == 0


@pytest.mark.parametrize("hand", [(5, 5, 5, 4), (0, 0), (3,), (0, 1, 2)])
def test_the_sum_of_encrypted_cards_encrypts_their_sum(hand: tuple[int, ...]) -> None:
    sealed = encrypted_cards.sum_encrypted(
        [card_locked_by(value, XS[0], 5 + n) for n, value in enumerate(hand)]
    )
    assert encrypted_cards.decrypt_with(XS[0], sealed, len(hand)) == sum(hand)


def test_a_proof_of_key_ownership_holds_for_its_key_and_step_only() -> None:
    proof = encrypted_cards.prove_key_ownership(XS[0], CONTEXT)
    encrypted_cards.check_key_ownership(KEYS[0], proof, CONTEXT)
    assert_refused("KEY_UNPROVED", encrypted_cards.check_key_ownership, KEYS[1], proof, CONTEXT)
    assert_refused(
        "KEY_UNPROVED", encrypted_cards.check_key_ownership, KEYS[0], proof, b"another step"
    )
    assert_refused("WRONG_SIZE", encrypted_cards.check_key_ownership, KEYS[0], proof[:-32], CONTEXT)
    for word in range(2):
        assert_refused(
            "KEY_UNPROVED",
            encrypted_cards.check_key_ownership,
            KEYS[0],
            data_with_changed_word(proof, word),
            CONTEXT,
        )


def test_a_key_made_of_others_is_not_proved() -> None:
    rogue = curve_group.subtract_points(multiply_base(5), KEYS[1])
    assert_refused(
        "KEY_UNPROVED",
        encrypted_cards.check_key_ownership,
        rogue,
        encrypted_cards.prove_key_ownership(5, CONTEXT),
        CONTEXT,
    )


DECK = encrypted_cards.encrypt_without_randomness([3, 1, 5], JOINT)


def test_one_proof_covers_the_shares_of_all_cards() -> None:
    data = encrypted_cards.make_decryption_shares(XS[0], DECK, CONTEXT)
    assert len(data) == 3 * 32 + 64
    found = encrypted_cards.read_decryption_shares(KEYS[0], DECK, data, CONTEXT)
    assert found == tuple(multiply(XS[0], card.a) for card in DECK)


def test_shares_with_any_word_changed_are_refused() -> None:
    data = encrypted_cards.make_decryption_shares(XS[0], DECK, CONTEXT)
    for word in range(len(data) // 32):
        wrong = data_with_changed_word(data, word, len(DECK))
        assert_refused(
            "SHARE_UNPROVED", encrypted_cards.read_decryption_shares, KEYS[0], DECK, wrong, CONTEXT
        )


def test_shares_hold_for_these_cards_this_key_and_this_step_only() -> None:
    deck = [card_locked_by(value, XS[0], 3 + value) for value in (3, 1, 5)]
    data = encrypted_cards.make_decryption_shares(XS[0], deck, CONTEXT)
    swapped = data[32:64] + data[:32] + data[64:]
    for arguments in (
        (KEYS[1], deck, data, CONTEXT),
        (KEYS[0], deck[::-1], data, CONTEXT),
        (KEYS[0], deck, data, b"another step"),
        (KEYS[0], deck, swapped, CONTEXT),
    ):
        assert_refused("SHARE_UNPROVED", encrypted_cards.read_decryption_shares, *arguments)
    assert_refused(
        "WRONG_SIZE", encrypted_cards.read_decryption_shares, KEYS[0], deck[:2], data, CONTEXT
    )
    assert_refused(
        "WRONG_SIZE", encrypted_cards.read_decryption_shares, KEYS[0], deck, b"", CONTEXT
    )


def test_two_false_shares_do_not_make_up_for_each_other() -> None:
    """Their sum is right, but the random weights of the batch check expose them."""
    wrong = [multiply(XS[0], card.a) for card in DECK]
    wrong[0], wrong[1] = (
        add_points(wrong[0], curve_group.BASE_POINT),
        curve_group.subtract_points(wrong[1], curve_group.BASE_POINT),
    )
    proof = encrypted_cards.make_decryption_shares(XS[0], DECK, CONTEXT)[96:]
    data = b"".join(wrong) + proof
    assert_refused(
        "SHARE_UNPROVED", encrypted_cards.read_decryption_shares, KEYS[0], DECK, data, CONTEXT
    )


def test_a_card_is_handed_over_and_only_the_two_can_read_it() -> None:
    card = card_locked_by(4, XS[0])
    new, proof = encrypted_cards.transfer_card(XS[0], card, KEYS[1], CONTEXT)
    encrypted_cards.check_transfer(KEYS[0], card, new, KEYS[1], proof, CONTEXT)
    assert encrypted_cards.decrypt_with(XS[1], new) == 4
    assert_refused(
        "NOT_A_CARD", encrypted_cards.decode_card_value, curve_group.subtract_points(new.b, card.b)
    )


def test_another_card_cannot_be_handed_over() -> None:
    card = card_locked_by(4, XS[0])
    new, proof = encrypted_cards.transfer_card(XS[0], card, KEYS[1], CONTEXT)
    dearer = EncryptedCard(new.a, add_points(new.b, curve_group.BASE_POINT))
    for arguments in (
        (KEYS[0], card, dearer, KEYS[1], proof, CONTEXT),
        (KEYS[0], card_locked_by(3, XS[0]), new, KEYS[1], proof, CONTEXT),
        (KEYS[2], card, new, KEYS[1], proof, CONTEXT),
        (KEYS[0], card, new, KEYS[2], proof, CONTEXT),
        (KEYS[0], card, new, KEYS[1], proof, b"another step"),
        *(
            (KEYS[0], card, new, KEYS[1], data_with_changed_word(proof, word), CONTEXT)
            for word in range(3)
        ),
    ):
        assert_refused("NOT_THE_SAME_CARD", encrypted_cards.check_transfer, *arguments)


def test_a_card_with_one_layer_more_is_a_card_of_the_deck() -> None:
    card = card_locked_by(2, XS[0])
    new, proof = encrypted_cards.add_encryption_layer(XS[1], card, KEYS[0], CONTEXT)
    encrypted_cards.check_encryption_layer(KEYS[1], card, new, KEYS[0], proof, CONTEXT)
    half = encrypted_cards.remove_encryption_layer(new, multiply(XS[1], new.a))
    assert encrypted_cards.decrypt_with(XS[0], half) == 2
    assert_refused("NOT_A_CARD", encrypted_cards.decrypt_with, XS[0], new)


def test_a_layer_of_encryption_cannot_be_added_to_another_card() -> None:
    card = card_locked_by(2, XS[0])
    new, proof = encrypted_cards.add_encryption_layer(XS[1], card, KEYS[0], CONTEXT)
    for arguments in (
        (
            KEYS[1],
            card,
            EncryptedCard(new.a, add_points(new.b, curve_group.BASE_POINT)),
            KEYS[0],
            proof,
            CONTEXT,
        ),
        (
            KEYS[1],
            card,
            EncryptedCard(add_points(new.a, curve_group.BASE_POINT), new.b),
            KEYS[0],
            proof,
            CONTEXT,
        ),
        (KEYS[2], card, new, KEYS[0], proof, CONTEXT),
        (KEYS[1], card, new, KEYS[2], proof, CONTEXT),
        (KEYS[1], card, new, KEYS[0], proof, b"another step"),
        *(
            (KEYS[1], card, new, KEYS[0], data_with_changed_word(proof, word), CONTEXT)
            for word in range(3)
        ),
    ):
        assert_refused("NOT_THE_SAME_CARD", encrypted_cards.check_encryption_layer, *arguments)


def test_decks_from_outside_are_checked() -> None:
    data = encrypted_cards.encode_deck(DECK)
    assert encrypted_cards.decode_deck(data, 3) == DECK
    assert_refused("WRONG_SIZE", encrypted_cards.decode_deck, data, 2)
    assert_refused(
        "NOT_A_POINT", encrypted_cards.decode_deck, curve_group.NEUTRAL_POINT + data[32:], 3
    )


@pytest.mark.usefixtures("gullible_library")
@pytest.mark.parametrize("order", TWISTS)
@pytest.mark.parametrize("word", range(6))
def test_a_twisted_card_is_refused(word: int, order: int) -> None:
    data = encrypted_cards.encode_deck(DECK)
    at = 32 * word
    marked = data[:at] + plus_small_order_point(data[at : at + 32], order) + data[at + 32 :]
    assert_refused("NOT_A_POINT", encrypted_cards.decode_deck, marked, 3)


@pytest.mark.usefixtures("gullible_library")
@pytest.mark.parametrize("order", TWISTS)
@pytest.mark.parametrize("word", range(3))
def test_a_twisted_share_is_refused(word: int, order: int) -> None:
    data = encrypted_cards.make_decryption_shares(XS[0], DECK, CONTEXT)
    at = 32 * word
    false = data[:at] + plus_small_order_point(data[at : at + 32], order) + data[at + 32 :]
    assert_refused(
        "NOT_A_POINT", encrypted_cards.read_decryption_shares, KEYS[0], DECK, false, CONTEXT
    )


def test_two_proofs_of_the_same_statement_differ() -> None:
    """A repeated nonce would reveal the key."""
    assert encrypted_cards.prove_key_ownership(
        XS[0], CONTEXT
    ) != encrypted_cards.prove_key_ownership(XS[0], CONTEXT)
    assert len({random_scalar() for _ in range(20)}) == 20
