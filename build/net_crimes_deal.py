"""Cheats before the first card is played. Each is one change of what an honest seat says."""

from __future__ import annotations

from random import Random

from net_villains import Villain, crime, raw
from second_changes import TWISTS, marked, twisted
from second_shuffle import Shown

from hacktrick.net import cards, shuffle
from hacktrick.net.cards import Locked, deck_bytes
from hacktrick.net.dealing import shuffle_body
from hacktrick.net.frames import Body, in_base64
from hacktrick.net.group import (
    BASE,
    NEUTRAL,
    SIZE,
    base_times,
    generator,
    minus,
    plus,
    random_scalar,
    times,
)
from hacktrick.net.shuffle import Shuffled

SMALL_ORDER = TWISTS[8]
NOT_CANONICAL = b"\xff" * 32


def flipped(body: Body, name: str, at: int = 0) -> Body:
    """One bit of a field is another one."""
    data = bytearray(raw(body, name))
    data[at] ^= 1
    return {**body, name: in_base64(bytes(data))}


def proved(deck: tuple[Locked, ...], made: Shuffled, key: bytes, context: bytes) -> Body:
    proof = shuffle.prove(deck, made, key, context)
    return {"d": in_base64(deck_bytes(made.deck)), "z": in_base64(proof)}


def due(villain: Villain) -> tuple[Locked, ...]:
    """The deck that is to be shuffled now, as far as the first to shuffle knows it."""
    rules = villain.replica.terms.rules
    pack = [value for value in range(rules.values) for _ in range(rules.copies)]
    return cards.locked_openly(pack, villain.joint)


def first_of_the_round(villain: Villain, body: Body) -> bool:
    is_pack = len(raw(body, "d")) == 64 * 18
    return villain.me == 0 and villain.replica.dealing is not None and is_pack


# --- the toss and the keys ------------------------------------------------------------------------


@crime("another nonce than the one committed to", "nonce", "WRONG_NONCE")
def _(villain: Villain, body: Body) -> Body | None:
    return flipped(body, "r")


@crime("a commitment that is no text", "commit", "BAD_SHAPE")
def _(villain: Villain, body: Body) -> Body | None:
    return {"h": 5}


@crime("a key made of other keys", "key", "KEY_UNPROVED")
def _(villain: Villain, body: Body) -> Body | None:
    return {**body, "y": in_base64(minus(BASE, generator(77)))}


@crime("a key without a proof", "key", "BAD_SHAPE")
def _(villain: Villain, body: Body) -> Body | None:
    return {"y": body["y"]}


@crime("a key of small order", "key", "NOT_A_POINT")
def _(villain: Villain, body: Body) -> Body | None:
    return {**body, "y": in_base64(SMALL_ORDER)}


@crime("the neutral element as a key", "key", "NOT_A_POINT")
def _(villain: Villain, body: Body) -> Body | None:
    return {**body, "y": in_base64(NEUTRAL)}


@crime("a key proved for another step", "key", "KEY_UNPROVED")
def _(villain: Villain, body: Body) -> Body | None:
    return {**body, "z": in_base64(cards.prove_key(villain.x, b"another step"))}


@crime("a key proved for another seat", "key", "KEY_UNPROVED")
def _(villain: Villain, body: Body) -> Body | None:
    other = villain.chain.context((villain.me + 1) % villain.replica.terms.rules.n_seats)
    return {**body, "z": in_base64(cards.prove_key(villain.x, other))}


# --- the shuffle ----------------------------------------------------------------------------------


@crime("shuffle: a card twice, the proof kept", "shuffle", "NOT_A_SHUFFLE")
def _(villain: Villain, body: Body) -> Body | None:
    deck = raw(body, "d")
    return {**body, "d": in_base64(deck[:64] + deck[:64] + deck[128:])}


@crime("shuffle: a new deck in an order that the shuffler knows", "shuffle", "NOT_A_SHUFFLE")
def _(villain: Villain, body: Body) -> Body | None:
    if not first_of_the_round(villain, body):
        return None
    deck, randoms = due(villain), [random_scalar() for _ in range(18)]
    new = tuple(
        Locked(base_times(r), plus(base_times(value % 6 + 1), times(r, villain.joint)))
        for value, r in enumerate(randoms)
    )
    made = Shuffled(new, tuple(range(18)), tuple(randoms))
    return proved(deck, made, villain.joint, villain.context)


@crime("shuffle: a card worth one more", "shuffle", "NOT_A_SHUFFLE")
def _(villain: Villain, body: Body) -> Body | None:
    if not first_of_the_round(villain, body):
        return None
    deck = due(villain)
    made = shuffle.shuffled(deck, villain.joint, range(18))
    card, *rest = made.deck
    new = (Locked(card.a, plus(card.b, BASE)), *rest)
    return proved(deck, made._replace(deck=new), villain.joint, villain.context)


@crime("shuffle: not a permutation, by the honest algorithm", "shuffle", "NOT_A_SHUFFLE")
def _(villain: Villain, body: Body) -> Body | None:
    if not first_of_the_round(villain, body):
        return None
    deck = due(villain)
    twice = (deck[17], *deck[1:])
    made = shuffle.shuffled(twice, villain.joint, range(18))
    return proved(deck, made, villain.joint, villain.context)


@crime("shuffle: locked under another key", "shuffle", "NOT_A_SHUFFLE")
def _(villain: Villain, body: Body) -> Body | None:
    if not first_of_the_round(villain, body):
        return None
    deck, key = due(villain), base_times(villain.x)
    return proved(deck, shuffle.shuffled(deck, key, range(18)), key, villain.context)


@crime("shuffle: a card fewer", "shuffle", "WRONG_SIZE")
def _(villain: Villain, body: Body) -> Body | None:
    return {**body, "d": in_base64(raw(body, "d")[64:])}


@crime("shuffle: a point of small order", "shuffle", "NOT_A_POINT")
def _(villain: Villain, body: Body) -> Body | None:
    return {**body, "d": in_base64(SMALL_ORDER + raw(body, "d")[32:])}


@crime("shuffle: a number that is no point", "shuffle", "NOT_A_POINT")
def _(villain: Villain, body: Body) -> Body | None:
    return {**body, "d": in_base64(NOT_CANONICAL + raw(body, "d")[32:])}


@crime("shuffle: a word of the proof that is too large", "shuffle", "NOT_A_SCALAR")
def _(villain: Villain, body: Body) -> Body | None:
    return {**body, "z": in_base64(raw(body, "z")[:-32] + NOT_CANONICAL)}


@crime("shuffle: proved for another step", "shuffle", "NOT_A_SHUFFLE")
def _(villain: Villain, body: Body) -> Body | None:
    if not first_of_the_round(villain, body):
        return None
    return shuffle_body(due(villain), villain.joint, b"another step", range(18))


@crime("shuffle: no proof", "shuffle", "WRONG_SIZE")
def _(villain: Villain, body: Body) -> Body | None:
    return {**body, "z": ""}


@crime("shuffle: rubbish in its base64", "shuffle", "BAD_SHAPE")
def _(villain: Villain, body: Body) -> Body | None:
    return {**body, "d": "*" + body["d"]}


# --- the deal -------------------------------------------------------------------------------------


@crime("deal: a false share, so that another reads a wrong card", "deal", "SHARE_UNPROVED")
def _(villain: Villain, body: Body) -> Body | None:
    return {"o": in_base64(base_times(5) + raw(body, "o")[32:])}


@crime("deal: two shares exchanged", "deal", "SHARE_UNPROVED")
def _(villain: Villain, body: Body) -> Body | None:
    data = raw(body, "o")
    return {"o": in_base64(data[32:64] + data[:32] + data[64:])}


@crime("deal: a share missing", "deal", "WRONG_SIZE")
def _(villain: Villain, body: Body) -> Body | None:
    return {"o": in_base64(raw(body, "o")[32:])}


@crime("deal: nothing", "deal", "BAD_SHAPE")
def _(villain: Villain, body: Body) -> Body | None:
    return {}


@crime("deal: shares of another key, well proved", "deal", "SHARE_UNPROVED")
def _(villain: Villain, body: Body) -> Body | None:
    n_shares = len(raw(body, "o")) // 32 - 2
    fake = [Locked(generator(n), BASE) for n in range(n_shares)]
    return {"o": in_base64(cards.make_shares(villain.x + 1, fake, villain.context))}


# --- points that can be found again ---------------------------------------------------------------


def twist(what: str, kind: str, field: str, order: int, codes: bool = False) -> None:
    """The cheat of adding a point of this order to the first point of a field."""

    @crime(f"{what} twisted by order {order}", kind, "NOT_A_POINT", codes=codes)
    def _(villain: Villain, body: Body) -> Body | None:
        data = raw(body, field)
        return {**body, field: in_base64(twisted(data[:SIZE], order) + data[SIZE:])}


def mark(order: int) -> None:
    """The cheat of marking a card in the deck, with a proof that is right in every equation."""

    @crime(f"shuffle: a card marked by order {order}, well proved", "shuffle", "NOT_A_POINT")
    def _(villain: Villain, body: Body) -> Body | None:
        if not first_of_the_round(villain, body):
            return None
        old = deck_bytes(due(villain))
        shown = marked(Random(order), Shown(old, b"", villain.joint, villain.context, b""), order)
        return {"d": in_base64(shown.new), "z": in_base64(shown.proof)}


for order in TWISTS:
    mark(order)
    twist("a key", "key", "y", order)
    twist("shuffle: a proof", "shuffle", "z", order)
    twist("deal: a share", "deal", "o", order)
    twist("mix: a card", "mix", "d", order)
    twist("swap: the card that comes back", "give", "c", order, codes=True)
    twist("under the deck: a card", "layer", "d", order, codes=True)
