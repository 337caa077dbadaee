"""Locked cards: what opens them, what is proved, and that nothing else is accepted."""

from __future__ import annotations

import pytest
from second_changes import TWISTS, twisted

from hacktrick.net import cards, group
from hacktrick.net.cards import Locked
from hacktrick.net.faults import Refused
from hacktrick.net.group import base_times, plus, random_scalar, times, total

CONTEXT = b"match, history, step, seat"
XS = (11, 222, 3333)
KEYS = tuple(map(base_times, XS))
JOINT = total(KEYS)


def refused(fault: str, check, *arguments) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(Refused) as caught:
        check(*arguments)
    assert caught.value.fault == fault


def changed(data: bytes, word: int, n_points: int = 0) -> bytes:
    """One word of 32 bytes is another point (the first ``n_points``) or another scalar."""
    at = 32 * word
    old = data[at : at + 32]
    if word < n_points:
        new = plus(old, group.BASE)
    else:
        new = group.scalar_bytes(int.from_bytes(old, "little") + 1)
    return data[:at] + new + data[at + 32 :]


def locked(value: int, x: int, r: int = 7) -> Locked:
    """A card under the key of ``x`` alone."""
    return Locked(base_times(r), plus(base_times(value + 1), times(r * x, group.BASE)))


def test_a_card_opens_with_all_shares_and_not_with_fewer() -> None:
    (card,) = cards.locked_openly([4], JOINT)
    for x in XS:
        refused("NOT_A_CARD", cards.value_of, card.b)
        card = cards.without_share(card, times(x, card.a))
    assert cards.value_of(card.b) == 4


def test_with_all_shares_but_his_own_the_owner_reads_it() -> None:
    (card,) = cards.locked_openly([0], JOINT)
    for x in XS[1:]:
        card = cards.without_share(card, times(x, card.a))
    assert cards.read_with(XS[0], card) == 0


@pytest.mark.parametrize("hand", [(5, 5, 5, 4), (0, 0), (3,), (0, 1, 2)])
def test_the_sum_of_locked_cards_is_the_locked_sum(hand: tuple[int, ...]) -> None:
    sealed = cards.sum_of([locked(value, XS[0], 5 + n) for n, value in enumerate(hand)])
    assert cards.read_with(XS[0], sealed, len(hand)) == sum(hand)


def test_a_key_is_proved() -> None:
    proof = cards.prove_key(XS[0], CONTEXT)
    cards.check_key(KEYS[0], proof, CONTEXT)
    refused("KEY_UNPROVED", cards.check_key, KEYS[1], proof, CONTEXT)
    refused("KEY_UNPROVED", cards.check_key, KEYS[0], proof, b"another step")
    refused("WRONG_SIZE", cards.check_key, KEYS[0], proof[:-32], CONTEXT)
    for word in range(2):
        refused("KEY_UNPROVED", cards.check_key, KEYS[0], changed(proof, word), CONTEXT)


def test_a_key_made_of_others_is_not_proved() -> None:
    rogue = group.minus(base_times(5), KEYS[1])
    refused("KEY_UNPROVED", cards.check_key, rogue, cards.prove_key(5, CONTEXT), CONTEXT)


DECK = cards.locked_openly([3, 1, 5], JOINT)


def test_shares_are_proved_together() -> None:
    data = cards.make_shares(XS[0], DECK, CONTEXT)
    assert len(data) == 3 * 32 + 64
    found = cards.read_shares(KEYS[0], DECK, data, CONTEXT)
    assert found == tuple(times(XS[0], card.a) for card in DECK)


def test_no_word_of_the_shares_can_be_changed() -> None:
    data = cards.make_shares(XS[0], DECK, CONTEXT)
    for word in range(len(data) // 32):
        wrong = changed(data, word, len(DECK))
        refused("SHARE_UNPROVED", cards.read_shares, KEYS[0], DECK, wrong, CONTEXT)


def test_shares_hold_for_these_cards_this_key_and_this_step_only() -> None:
    deck = [locked(value, XS[0], 3 + value) for value in (3, 1, 5)]
    data = cards.make_shares(XS[0], deck, CONTEXT)
    swapped = data[32:64] + data[:32] + data[64:]
    for arguments in (
        (KEYS[1], deck, data, CONTEXT),
        (KEYS[0], deck[::-1], data, CONTEXT),
        (KEYS[0], deck, data, b"another step"),
        (KEYS[0], deck, swapped, CONTEXT),
    ):
        refused("SHARE_UNPROVED", cards.read_shares, *arguments)
    refused("WRONG_SIZE", cards.read_shares, KEYS[0], deck[:2], data, CONTEXT)
    refused("WRONG_SIZE", cards.read_shares, KEYS[0], deck, b"", CONTEXT)


def test_two_false_shares_do_not_make_up_for_each_other() -> None:
    """Their sum is right; the random weights of the batch tell them apart."""
    wrong = [times(XS[0], card.a) for card in DECK]
    wrong[0], wrong[1] = plus(wrong[0], group.BASE), group.minus(wrong[1], group.BASE)
    proof = cards.make_shares(XS[0], DECK, CONTEXT)[96:]
    data = b"".join(wrong) + proof
    refused("SHARE_UNPROVED", cards.read_shares, KEYS[0], DECK, data, CONTEXT)


def test_a_card_is_handed_over_and_only_the_two_can_read_it() -> None:
    card = locked(4, XS[0])
    new, proof = cards.hand_over(XS[0], card, KEYS[1], CONTEXT)
    cards.check_handed_over(KEYS[0], card, new, KEYS[1], proof, CONTEXT)
    assert cards.read_with(XS[1], new) == 4
    refused("NOT_A_CARD", cards.value_of, group.minus(new.b, card.b))


def test_another_card_cannot_be_handed_over() -> None:
    card = locked(4, XS[0])
    new, proof = cards.hand_over(XS[0], card, KEYS[1], CONTEXT)
    dearer = Locked(new.a, plus(new.b, group.BASE))
    for arguments in (
        (KEYS[0], card, dearer, KEYS[1], proof, CONTEXT),
        (KEYS[0], locked(3, XS[0]), new, KEYS[1], proof, CONTEXT),
        (KEYS[2], card, new, KEYS[1], proof, CONTEXT),
        (KEYS[0], card, new, KEYS[2], proof, CONTEXT),
        (KEYS[0], card, new, KEYS[1], proof, b"another step"),
        *((KEYS[0], card, new, KEYS[1], changed(proof, word), CONTEXT) for word in range(3)),
    ):
        refused("NOT_THE_SAME_CARD", cards.check_handed_over, *arguments)


def test_a_card_with_one_layer_more_is_a_card_of_the_deck() -> None:
    card = locked(2, XS[0])
    new, proof = cards.add_layer(XS[1], card, KEYS[0], CONTEXT)
    cards.check_layer(KEYS[1], card, new, KEYS[0], proof, CONTEXT)
    half = cards.without_share(new, times(XS[1], new.a))
    assert cards.read_with(XS[0], half) == 2
    refused("NOT_A_CARD", cards.read_with, XS[0], new)


def test_another_card_cannot_get_the_layer() -> None:
    card = locked(2, XS[0])
    new, proof = cards.add_layer(XS[1], card, KEYS[0], CONTEXT)
    for arguments in (
        (KEYS[1], card, Locked(new.a, plus(new.b, group.BASE)), KEYS[0], proof, CONTEXT),
        (KEYS[1], card, Locked(plus(new.a, group.BASE), new.b), KEYS[0], proof, CONTEXT),
        (KEYS[2], card, new, KEYS[0], proof, CONTEXT),
        (KEYS[1], card, new, KEYS[2], proof, CONTEXT),
        (KEYS[1], card, new, KEYS[0], proof, b"another step"),
        *((KEYS[1], card, new, KEYS[0], changed(proof, word), CONTEXT) for word in range(3)),
    ):
        refused("NOT_THE_SAME_CARD", cards.check_layer, *arguments)


def test_decks_from_outside_are_checked() -> None:
    data = cards.deck_bytes(DECK)
    assert cards.read_deck(data, 3) == DECK
    refused("WRONG_SIZE", cards.read_deck, data, 2)
    refused("NOT_A_POINT", cards.read_deck, group.NEUTRAL + data[32:], 3)


@pytest.mark.usefixtures("gullible_library")
@pytest.mark.parametrize("order", TWISTS)
@pytest.mark.parametrize("word", range(6))
def test_a_twisted_card_is_refused(word: int, order: int) -> None:
    data = cards.deck_bytes(DECK)
    at = 32 * word
    marked = data[:at] + twisted(data[at : at + 32], order) + data[at + 32 :]
    refused("NOT_A_POINT", cards.read_deck, marked, 3)


@pytest.mark.usefixtures("gullible_library")
@pytest.mark.parametrize("order", TWISTS)
@pytest.mark.parametrize("word", range(3))
def test_a_twisted_share_is_refused(word: int, order: int) -> None:
    data = cards.make_shares(XS[0], DECK, CONTEXT)
    at = 32 * word
    false = data[:at] + twisted(data[at : at + 32], order) + data[at + 32 :]
    refused("NOT_A_POINT", cards.read_shares, KEYS[0], DECK, false, CONTEXT)


def test_proofs_of_the_same_thing_differ() -> None:
    """A nonce that came twice would give the key away."""
    assert cards.prove_key(XS[0], CONTEXT) != cards.prove_key(XS[0], CONTEXT)
    assert len({random_scalar() for _ in range(20)}) == 20
