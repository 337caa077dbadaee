"""Cheats that need special situations: codes, a team without markers, and the message chain
itself."""

from __future__ import annotations

from hacktrick.online.crypto import encrypted_cards
from hacktrick.online.crypto.curve_group import (
    BASE_POINT,
    add_points,
    encode_scalar,
    hash_parts,
    multiply,
    multiply_base,
    random_scalar,
)
from hacktrick.online.protocol.frames import FrameBody, encode_base64, sign_frame
from qa.adversary import Frames, Villain, crime, crime_of_frames, raw, written
from qa.attacks_deal import SMALL_ORDER, flipped
from qa.attacks_turn import is_turn
from tests.support.network_tables import signer

# --- A team without markers (`when_obliged`) ------------------------------------------------------


@crime("says neither yes nor no about being stuck", "stuck", "BAD_SHAPE", obliged=True)
def _(villain: Villain, body: FrameBody) -> FrameBody | None:
    return {"stuck": 1}


@crime("says that he is stuck, and could draw", "stuck", "NOT_STUCK", obliged=True, late=True)
def _(villain: Villain, body: FrameBody) -> FrameBody | None:
    return None if body["stuck"] else {"stuck": True}


@crime_of_frames("says that he is not stuck, and draws", "ILLEGAL_ACTION", obliged=True)
def _(villain: Villain, kind: str, body: FrameBody) -> Frames | None:
    if kind != "stuck" or not body["stuck"]:
        return None
    lie, step = villain.frame(kind, {"stuck": False}), villain.chain.step + 1
    head = hash_parts(b"head", villain.chain.head, lie)[:32]
    context = hash_parts(b"context", head, step.to_bytes(4, "little"), bytes([villain.me]))
    shares = encode_base64(encrypted_cards.make_decryption_shares(villain.x, villain.hand, context))
    action = {"a": "draw", "o": shares}
    villain.later.append(villain.frame("act", action, n=step, p=encode_base64(head)))
    return lie


# --- Codes ----------------------------------------------------------------------------------------


@crime("the key of the codes without a proof", "code key", "KEY_UNPROVED", codes=True)
def _(villain: Villain, body: FrameBody) -> FrameBody | None:
    return {**body, "y": encode_base64(multiply_base(5))}


@crime("the codes: one twice", "shuffle", "NOT_A_SHUFFLE", codes=True)
def _(villain: Villain, body: FrameBody) -> FrameBody | None:
    deck = raw(body, "d")
    if len(deck) != 64 * 12 or villain.replica.match is not None:
        return None
    return {**body, "d": encode_base64(deck[:64] * 2 + deck[128:])}


@crime("the codes: a false share for the winner", "code share", "SHARE_UNPROVED", codes=True)
def _(villain: Villain, body: FrameBody) -> FrameBody | None:
    return {"o": encode_base64(multiply_base(5) + raw(body, "o")[32:])}


@crime("the codes: a false key at the end of the match", "open codes", "WRONG_KEY", codes=True)
def _(villain: Villain, body: FrameBody) -> FrameBody | None:
    return {"x": encode_base64(encode_scalar(5))}


@crime("lays a code that is too short", "act", "WRONG_SIZE", codes=True)
def _(villain: Villain, body: FrameBody) -> FrameBody | None:
    return {**body, "h": ""} if body["a"] == "lay ?" else None


@crime("says which code he lays", "act", "BAD_SHAPE", codes=True)
def _(villain: Villain, body: FrameBody) -> FrameBody | None:
    return {**body, "a": "lay sun"} if body["a"] == "lay ?" else None


@crime("turns up a code that he did not lay", "reveal", "WRONG_CODE", "NO_SUCH_PLACE", codes=True)
def _(villain: Villain, body: FrameBody) -> FrameBody | None:
    return {**body, "i": body["i"] + 1}


@crime("turns up with another salt", "reveal", "WRONG_CODE", codes=True)
def _(villain: Villain, body: FrameBody) -> FrameBody | None:
    return flipped(body, "s")


@crime("turns up with a false share", "reveal", "SHARE_UNPROVED", codes=True)
def _(villain: Villain, body: FrameBody) -> FrameBody | None:
    return {**body, "o": encode_base64(multiply_base(5) + raw(body, "o")[32:])}


def dearer(body: FrameBody, name: str) -> FrameBody:
    """Returns the body with its first card worth one more."""
    data = raw(body, name)
    return {
        **body,
        name: encode_base64(data[:32] + add_points(data[32:64], BASE_POINT) + data[64:]),
    }


@crime("swap: another card is given", "act", "NOT_THE_SAME_CARD", codes=True)
def _(villain: Villain, body: FrameBody) -> FrameBody | None:
    return dearer(body, "c") if body["a"] == "swap ?" else None


@crime("swap: a card is taken from outside the hand", "act", "NO_SUCH_PLACE", codes=True)
def _(villain: Villain, body: FrameBody) -> FrameBody | None:
    return {**body, "j": 4} if body["a"] == "swap ?" else None


@crime("swap: says which card he gives", "act", "BAD_SHAPE", codes=True)
def _(villain: Villain, body: FrameBody) -> FrameBody | None:
    return {**body, "a": "swap 3"} if body["a"] == "swap ?" else None


@crime("swap: another card comes back", "give", "NOT_THE_SAME_CARD", codes=True)
def _(villain: Villain, body: FrameBody) -> FrameBody | None:
    return dearer(body, "c")


@crime("swap: the card that comes back is no card", "give", "NOT_A_POINT", codes=True)
def _(villain: Villain, body: FrameBody) -> FrameBody | None:
    return {**body, "c": encode_base64(SMALL_ORDER + raw(body, "c")[32:])}


@crime("under the deck: another card", "act", "NOT_A_SHUFFLE", codes=True)
def _(villain: Villain, body: FrameBody) -> FrameBody | None:
    return dearer(body, "d") if body["a"].startswith("under") else None


@crime("under the deck: more cards than he holds", "act", "ILLEGAL_ACTION", codes=True)
def _(villain: Villain, body: FrameBody) -> FrameBody | None:
    return {**body, "a": "under ? ? ? ?"} if body["a"].startswith("under") else None


@crime("under the deck: the layer on another card", "layer", "NOT_THE_SAME_CARD", codes=True)
def _(villain: Villain, body: FrameBody) -> FrameBody | None:
    return dearer(body, "d")


@crime("under the deck: no layer", "layer", "WRONG_SIZE", codes=True)
def _(villain: Villain, body: FrameBody) -> FrameBody | None:
    return {**body, "z": ""}


@crime("a swap without the code for it", "act", "ILLEGAL_ACTION", codes=True)
def _(villain: Villain, body: FrameBody) -> FrameBody | None:
    has_it = villain.public.codes[villain.public.side] == "vaeck"
    if not is_turn(villain) or has_it or not villain.hand:
        return None
    r = random_scalar()
    card = multiply_base(r) + add_points(BASE_POINT, multiply(r, BASE_POINT))
    return {"a": "swap ?", "i": 0, "j": 0, "c": encode_base64(card), "z": encode_base64(bytes(96))}


# --- The message chain ----------------------------------------------------------------------------


@crime_of_frames("names another past", "OTHER_HISTORY")
def _(villain: Villain, kind: str, body: FrameBody) -> Frames | None:
    return villain.frame(kind, body, p=encode_base64(bytes(32))) if kind == "said" else None


@crime_of_frames("something else than is due", "WRONG_KIND")
def _(villain: Villain, kind: str, body: FrameBody) -> Frames | None:
    return villain.frame("deal", {"o": ""}) if kind == "act" else None


@crime_of_frames("a kind that does not exist", "WRONG_KIND")
def _(villain: Villain, kind: str, body: FrameBody) -> Frames | None:
    return villain.frame("bribe", {}) if kind == "act" else None


@crime_of_frames("a body that is a list", "BAD_SHAPE")
def _(villain: Villain, kind: str, body: FrameBody) -> Frames | None:
    return villain.frame(kind, [1]) if kind == "act" else None


@crime_of_frames("a field more than is due", "BAD_SHAPE")
def _(villain: Villain, kind: str, body: FrameBody) -> Frames | None:
    return villain.frame(kind, {**body, "hello": 1}) if kind == "said" else None


@crime_of_frames("a deep nest", "BAD_SHAPE")
def _(villain: Villain, kind: str, body: FrameBody) -> Frames | None:
    nest: list[object] = []
    for _ in range(300):
        nest = [nest]
    return villain.frame(kind, {"t": nest}) if kind == "said" else None


@crime_of_frames("JSON that is not written in the one way", "BAD_SHAPE")
def _(villain: Villain, kind: str, body: FrameBody) -> Frames | None:
    if kind != "deal":
        return None
    data = written(villain.payload(kind, body)).replace(b'"k":', b'"k": ')
    return sign_frame(signer(villain.me), data)


@crime_of_frames("the same name twice in one frame", "BAD_SHAPE")
def _(villain: Villain, kind: str, body: FrameBody) -> Frames | None:
    if kind != "act":
        return None
    data = written(villain.payload(kind, body)).replace(b'"b":', b'"b":{"a":"draw"},"b":', 1)
    return sign_frame(signer(villain.me), data)


@crime_of_frames("rewrites an earlier step", "TWO_TONGUES")
def _(villain: Villain, kind: str, body: FrameBody) -> Frames | None:
    if kind != "said":
        return None
    return villain.frame("deal", {"o": ""}, n=villain.said_in["deal"])


@crime_of_frames("speaks in a past step that was not his", "OTHER_HISTORY", "OUT_OF_TURN")
def _(villain: Villain, kind: str, body: FrameBody) -> Frames | None:
    if kind != "said" or villain.me == villain.public.seating.starter:
        return None
    return villain.frame("act", {"a": "pass"}, n=villain.chain.step - 1)


@crime_of_frames("says two things to one player", "TWO_TONGUES")
def _(villain: Villain, kind: str, body: FrameBody) -> Frames | None:
    if kind != "said":
        return None
    villain.later.append(villain.frame(kind, {**body, "t": 99}))
    return villain.frame(kind, body)


@crime_of_frames("says one thing to one and another to the other", "TWO_TONGUES", seats=3)
def _(villain: Villain, kind: str, body: FrameBody) -> Frames | None:
    if kind != "deal":
        return None
    return villain.frame(kind, body), villain.frame(kind, villain.again(villain.context))


@crime_of_frames("speaks where another is due", "OUT_OF_TURN")
def _(villain: Villain, kind: str, body: FrameBody) -> Frames | None:
    return villain.frame("act", {"a": "pass"}) if kind == "act of others" else None
