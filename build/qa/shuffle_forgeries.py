"""Valid shuffle proofs, and functions that alter or forge them in every way."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from hacktrick.online.crypto import curve_group, encrypted_cards, verifiable_shuffle
from hacktrick.online.faults import InvalidData
from qa.independent_shuffle_proof import (
    Card,
    Matrix,
    ProofOptions,
    ShuffleClaim,
    do_equations_hold,
    hashed_generator,
    permutation_matrix,
    prove_independently,
    random_scalars,
    read_deck,
    shuffle_independently,
    split_into_32_byte_words,
)
from qa.plain_edwards25519 import (
    BASE,
    ORDER,
    SIZE,
    Point,
    add_points,
    combine_points,
    decode_curve_point,
    decode_prime_order_point,
    point_bytes,
    scalar_bytes,
)

Change = Callable[[Random, ShuffleClaim], ShuffleClaim]

# A point of each small order, by its order.
TWISTS = {
    8: bytes.fromhex("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a"),
    4: bytes(32),
    2: bytes.fromhex("ec" + "ff" * 30 + "7f"),
}
OTHER_OF_ORDER_8 = bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05")
SMALL_ORDERS = (*TWISTS.values(), OTHER_OF_ORDER_8, bytes.fromhex("01" + "00" * 31))
# Numbers of 255 bits not below the prime, and one that encodes no point.
NO_POINTS = tuple(
    bytes.fromhex(text)
    for text in (
        "ed" + "ff" * 30 + "7f",
        "ee" + "ff" * 30 + "7f",
        "f0" + "ff" * 30 + "ff",
        "ff" * 32,
        "01" + "00" * 30 + "80",
        "02" + "00" * 31,
    )
)


def does_program_accept(claim: ShuffleClaim) -> bool:
    """Return whether the program accepts a claim, as if it had arrived at a table.

    A table knows its number of cards, which is never 0 or above 18.
    """
    n_cards = len(claim.old) // (2 * SIZE)
    try:
        old, new = (encrypted_cards.decode_deck(deck, n_cards) for deck in (claim.old, claim.new))
        statement = verifiable_shuffle.ShuffleStatement(
            old, new, curve_group.decode_point(claim.key), claim.context
        )
        verifiable_shuffle.check_shuffle(statement, claim.proof)
    except InvalidData:
        return False
    return True


def claim_made_by_program(rng: Random, n_cards: int) -> ShuffleClaim:
    """Return a shuffle made by the program, of a deck that another player has shuffled before."""
    key = curve_group.multiply_base(curve_group.random_scalar())
    values = [rng.randrange(6) for _ in range(n_cards)]
    old = verifiable_shuffle.shuffle_deck(
        encrypted_cards.encrypt_without_randomness(values, key), key
    ).deck
    made = verifiable_shuffle.shuffle_deck(old, key)
    context = rng.randbytes(rng.choice((0, 8, 64)))
    proof = verifiable_shuffle.prove_shuffle(old, made, key, context)
    return ShuffleClaim(
        encrypted_cards.encode_deck(old),
        encrypted_cards.encode_deck(made.deck),
        key,
        context,
        proof,
    )


def claim_made_independently(rng: Random, n_cards: int) -> ShuffleClaim:
    """Return a shuffle by the second implementation, which the program must also accept."""
    key = _random_point(rng)
    old = [(_random_point(rng), _random_point(rng)) for _ in range(n_cards)]
    order = permutation_matrix(rng.sample(range(n_cards), n_cards))
    return claim_with_matrix(rng, old, key, order, ProofOptions(order))


def _random_point(rng: Random) -> Point:
    return combine_points(random_scalars(1, rng), [BASE])


def claim_with_matrix(
    rng: Random, old: Sequence[Card], key: Point, made_by: Matrix, method: ProofOptions
) -> ShuffleClaim:
    """Return the claim that a deck is ``old`` times a matrix, re-encrypted, with a proof.

    Args:
        made_by: the matrix.
        method: the options of the proof, which may use another matrix.
    """
    randoms = random_scalars(len(old), rng)
    new = shuffle_independently(old, key, made_by, randoms)
    shown = ShuffleClaim(deck_bytes(old), deck_bytes(new), point_bytes(key), rng.randbytes(8), b"")
    return shown._replace(proof=prove_independently(shown, method, randoms, rng))


def deck_bytes(deck: Sequence[Card]) -> bytes:
    return b"".join(point_bytes(a) + point_bytes(b) for a, b in deck)


# Functions that change a word.


def with_word_replaced(text: bytes, number: int, word: bytes) -> bytes:
    """Return bytes with word ``number`` replaced."""
    return text[: number * SIZE] + word + text[(number + 1) * SIZE :]


def with_proof_word_changed(rng: Random, claim: ShuffleClaim, number: int) -> ShuffleClaim:
    """Replace word ``number`` of the proof with another well-formed word."""
    word = split_into_32_byte_words(claim.proof)[number]
    if number < n_points_in_proof(claim):
        other = _altered_word(rng, word)
    else:
        other = scalar_bytes(int.from_bytes(word, "little") + rng.choice((1, -1, 2**64)))
    return claim._replace(proof=with_word_replaced(claim.proof, number, other))


def n_points_in_proof(claim: ShuffleClaim) -> int:
    """Return the number of words at the start of the proof that are points, two for each card."""
    return len(claim.old) // SIZE


def _altered_word(rng: Random, word: bytes) -> bytes:
    return point_bytes(
        add_points(decode_prime_order_point(word), combine_points([rng.randrange(1, 99)], [BASE]))
    )


def proof_word_changed(rng: Random, claim: ShuffleClaim) -> ShuffleClaim:
    return with_proof_word_changed(rng, claim, rng.randrange(len(claim.proof) // SIZE))


def proof_words_exchanged(rng: Random, claim: ShuffleClaim) -> ShuffleClaim:
    last = rng.choice((n_points_in_proof(claim), len(claim.proof) // SIZE))
    first = 0 if last == n_points_in_proof(claim) else n_points_in_proof(claim)
    return claim._replace(proof=_with_swapped_pieces(rng, claim.proof, range(first, last), SIZE))


def _with_swapped_pieces(rng: Random, text: bytes, places: range, size: int) -> bytes:
    """Swap two different pieces of the text."""
    pieces = [text[at : at + size] for at in range(0, len(text), size)]
    i, j = rng.sample(places, 2)
    pieces[i], pieces[j] = pieces[j], pieces[i]
    return b"".join(pieces)


def scalar_not_reduced(rng: Random, claim: ShuffleClaim) -> ShuffleClaim:
    number = rng.randrange(n_points_in_proof(claim), len(claim.proof) // SIZE)
    larger = int.from_bytes(
        split_into_32_byte_words(claim.proof)[number], "little"
    ) + ORDER * rng.randint(1, 14)
    return claim._replace(
        proof=with_word_replaced(claim.proof, number, larger.to_bytes(SIZE, "little"))
    )


def bit_flipped(rng: Random, claim: ShuffleClaim) -> ShuffleClaim:
    field = rng.choice([name for name in ShuffleClaim._fields if getattr(claim, name)])
    text = bytearray(getattr(claim, field))
    text[rng.randrange(len(text))] ^= 1 << rng.randrange(8)
    return claim._replace(**{field: bytes(text)})


def length_changed(rng: Random, claim: ShuffleClaim) -> ShuffleClaim:
    field = rng.choice(("old", "new", "key", "proof"))
    text = getattr(claim, field)
    sizes = (text[:-1], text[:-SIZE], text[SIZE:], text + b"\0", text + text[-SIZE:], b"")
    return claim._replace(**{field: rng.choice(sizes)})


def _point_replaced(
    rng: Random, claim: ShuffleClaim, replaced: Callable[[bytes], bytes]
) -> ShuffleClaim:
    """Replace a random point in the statement or the proof."""
    field = rng.choice(("old", "new", "key", "proof"))
    text = getattr(claim, field)
    most = n_points_in_proof(claim) if field == "proof" else len(text) // SIZE
    number = rng.randrange(most)
    return claim._replace(
        **{
            field: with_word_replaced(
                text, number, replaced(split_into_32_byte_words(text)[number])
            )
        }
    )


def point_of_small_order(rng: Random, claim: ShuffleClaim) -> ShuffleClaim:
    return _point_replaced(rng, claim, lambda _: rng.choice(SMALL_ORDERS))


def plus_small_order_point(word: bytes, order: int) -> bytes:
    """Return the sum of a point and a point of small order.

    The sum lies on the curve and is canonical, but is outside the prime-order group.
    """
    return point_bytes(add_points(decode_curve_point(word), decode_curve_point(TWISTS[order])))


def point_twisted_by_order_2(rng: Random, claim: ShuffleClaim) -> ShuffleClaim:
    return _point_replaced(rng, claim, lambda word: plus_small_order_point(word, 2))


def point_twisted_by_order_4(rng: Random, claim: ShuffleClaim) -> ShuffleClaim:
    return _point_replaced(rng, claim, lambda word: plus_small_order_point(word, 4))


def point_twisted_by_order_8(rng: Random, claim: ShuffleClaim) -> ShuffleClaim:
    return _point_replaced(rng, claim, lambda word: plus_small_order_point(word, 8))


def point_not_canonical(rng: Random, claim: ShuffleClaim) -> ShuffleClaim:
    return _point_replaced(rng, claim, lambda _: rng.choice(NO_POINTS))


def point_negated(rng: Random, claim: ShuffleClaim) -> ShuffleClaim:
    return _point_replaced(rng, claim, lambda word: word[:-1] + bytes([word[-1] ^ 128]))


# Functions that change the statement.


def cards_exchanged(rng: Random, claim: ShuffleClaim) -> ShuffleClaim:
    field = rng.choice(("old", "new"))
    text, n_cards = getattr(claim, field), len(claim.old) // (2 * SIZE)
    return claim._replace(**{field: _with_swapped_pieces(rng, text, range(n_cards), 2 * SIZE)})


def card_replaced(rng: Random, claim: ShuffleClaim) -> ShuffleClaim:
    return _deck_point_changed(rng, claim, rng.choice(("old", "new")))


def _deck_point_changed(rng: Random, claim: ShuffleClaim, field: str) -> ShuffleClaim:
    text = getattr(claim, field)
    number = rng.randrange(len(text) // SIZE)
    word = _altered_word(rng, split_into_32_byte_words(text)[number])
    return claim._replace(**{field: with_word_replaced(text, number, word)})


def card_doubled(rng: Random, claim: ShuffleClaim) -> ShuffleClaim:
    n_cards = len(claim.new) // (2 * SIZE)
    i, j = rng.sample(range(n_cards), 2)
    pieces = [claim.new[at : at + 2 * SIZE] for at in range(0, len(claim.new), 2 * SIZE)]
    pieces[i] = pieces[j]
    return claim._replace(new=b"".join(pieces))


def decks_exchanged(_rng: Random, claim: ShuffleClaim) -> ShuffleClaim:
    return claim._replace(old=claim.new, new=claim.old)


def key_replaced(rng: Random, claim: ShuffleClaim) -> ShuffleClaim:
    return claim._replace(key=_altered_word(rng, claim.key))


def context_replaced(rng: Random, claim: ShuffleClaim) -> ShuffleClaim:
    longer = claim.context + b"\0", b"\0" + claim.context
    return claim._replace(
        context=rng.choice((*longer, rng.randbytes(9), claim.context[:-1] or b"0"))
    )


def proof_part_from_other_proof(rng: Random, claim: ShuffleClaim) -> ShuffleClaim:
    """Take one part from another valid proof of the same size."""
    other = claim_made_by_program(rng, len(claim.old) // (2 * SIZE))
    field = rng.choice(("old", "new", "key", "proof"))
    return claim._replace(**{field: getattr(other, field)})


def card_removed(rng: Random, claim: ShuffleClaim) -> ShuffleClaim:
    fewer = {field: getattr(claim, field)[: -2 * SIZE] for field in ("old", "new")}
    return claim._replace(**dict(rng.sample(sorted(fewer.items()), rng.randint(1, 2))))


# Lies: proofs of false statements, each wrong in one equation.


def false_commitment_t1(rng: Random, claim: ShuffleClaim) -> ShuffleClaim:
    """Multiply one card by k and divide another by k; the matrix rows no longer sum to one."""
    k = rng.randrange(2, ORDER)
    return _claim_with_matrix_corner(rng, claim, (k, 0, 0, pow(k, -1, ORDER)))


def false_commitment_t2(rng: Random, claim: ShuffleClaim) -> ShuffleClaim:
    """Mix two cards, so that the matrix rows add up to one but the product differs."""
    k, m = rng.sample(range(2, 10**9), 2)
    return _claim_with_matrix_corner(rng, claim, (k, 1 - k, 1 - m, m))


def false_commitment_t3(rng: Random, claim: ShuffleClaim) -> ShuffleClaim:
    """Commit to another permutation than that of the shuffle."""
    old, key, straight = _claim_parts(claim)
    turned = (*straight[1:], straight[0])
    return claim_with_matrix(rng, old, key, straight, ProofOptions(straight, committed=turned))


def false_commitment_t4(rng: Random, claim: ShuffleClaim) -> ShuffleClaim:
    """Replace one card, and do everything else as an honest prover."""
    old, key, straight = _claim_parts(claim)
    randoms = random_scalars(len(old), rng)
    new = deck_bytes(shuffle_independently(old, key, straight, randoms))
    false = _deck_point_changed(rng, claim._replace(new=new), "new")
    return false._replace(proof=prove_independently(false, ProofOptions(straight), randoms, rng))


def false_commitment_t_hat(rng: Random, claim: ShuffleClaim) -> ShuffleClaim:
    """Mix cards as in ``false_commitment_t2``, and end the chain in such a way that t_2 holds."""
    k, m = rng.sample(range(2, 10**9), 2)
    return _claim_with_matrix_corner(rng, claim, (k, 1 - k, 1 - m, m), forced_end=True)


def mark_first_card(rng: Random, claim: ShuffleClaim, order: int) -> ShuffleClaim:
    """Mark the first card of a shuffle so that it can be recognised later.

    The mark is a point of small order, added to the card. All equations of the returned proof hold.
    On average, one of ``order`` proofs succeeds, so proofs are made until one does.

    Args:
        order: the order of the point, 2, 4 or 8.
    """
    old, key, straight = _claim_parts(claim)
    randoms = random_scalars(len(old), rng)
    new = deck_bytes(shuffle_independently(old, key, straight, randoms))
    new = with_word_replaced(
        new, 1, plus_small_order_point(split_into_32_byte_words(new)[1], order)
    )
    method = ProofOptions(straight, reader=decode_curve_point)
    while True:
        false = claim._replace(new=new)
        false = false._replace(proof=prove_independently(false, method, randoms, rng))
        if do_equations_hold(false, decode_curve_point):
            return false


def marked_by_order_2(rng: Random, claim: ShuffleClaim) -> ShuffleClaim:
    return mark_first_card(rng, claim, 2)


def marked_by_order_4(rng: Random, claim: ShuffleClaim) -> ShuffleClaim:
    return mark_first_card(rng, claim, 4)


def marked_by_order_8(rng: Random, claim: ShuffleClaim) -> ShuffleClaim:
    return mark_first_card(rng, claim, 8)


def proof_with_other_generators(rng: Random, claim: ShuffleClaim) -> ShuffleClaim:
    old, key, straight = _claim_parts(claim)
    method = ProofOptions(straight, generators=lambda number: hashed_generator(number + 1))
    return claim_with_matrix(rng, old, key, straight, method)


def _claim_parts(claim: ShuffleClaim) -> tuple[list[Card], Point, Matrix]:
    """Return the old deck, the key, and the matrix that leaves the cards in place."""
    old = read_deck(claim.old)
    return old, decode_prime_order_point(claim.key), permutation_matrix(range(len(old)))


def _claim_with_matrix_corner(
    rng: Random, claim: ShuffleClaim, corner: tuple[int, int, int, int], forced_end: bool = False
) -> ShuffleClaim:
    """Make a claim whose proof uses a matrix with this corner for the first two cards.

    The cards are shuffled by the inverse of the transposed corner, as t_4 requires.
    """
    a, b, c, d = (k % ORDER for k in corner)
    inverse = pow(a * d - b * c, -1, ORDER)
    e, f, g, h = (k * inverse % ORDER for k in (d, -c, -b, a))
    old, key, straight = _claim_parts(claim)
    rest = (0,) * (len(old) - 2)
    lie: Matrix = ((a, b, *rest), (c, d, *rest), *straight[2:])
    made_by: Matrix = ((e, f, *rest), (g, h, *rest), *straight[2:])
    return claim_with_matrix(rng, old, key, made_by, ProofOptions(lie, forced_end=forced_end))


CHANGES: tuple[Change, ...] = (
    proof_word_changed,
    proof_words_exchanged,
    scalar_not_reduced,
    bit_flipped,
    length_changed,
    point_of_small_order,
    point_twisted_by_order_2,
    point_twisted_by_order_4,
    point_twisted_by_order_8,
    point_not_canonical,
    point_negated,
    cards_exchanged,
    card_replaced,
    card_doubled,
    decks_exchanged,
    key_replaced,
    context_replaced,
    proof_part_from_other_proof,
    card_removed,
    false_commitment_t1,
    false_commitment_t2,
    false_commitment_t3,
    false_commitment_t4,
    false_commitment_t_hat,
    marked_by_order_2,
    marked_by_order_4,
    marked_by_order_8,
    proof_with_other_generators,
)
