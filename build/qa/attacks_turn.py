"""Cheats from the first card played to the end of a round."""

from __future__ import annotations

from hacktrick.game.actions import Play, parse
from hacktrick.game.state import IN_SUPPLY
from hacktrick.online.crypto import encrypted_cards
from hacktrick.online.crypto.curve_group import (
    BASE_POINT,
    add_points,
    encode_scalar,
    multiply,
    multiply_base,
    random_scalar,
)
from hacktrick.online.crypto.encrypted_cards import encode_deck
from hacktrick.online.protocol.dealing import shuffle_body
from hacktrick.online.protocol.frames import FrameBody, encode_base64
from qa.adversary import Villain, crime, raw
from qa.attacks_deal import NOT_CANONICAL, flipped

# --- Playing cards --------------------------------------------------------------------------------


def played(body: FrameBody) -> Play | None:
    action = parse(body["a"]) if "?" not in body["a"] else None
    return action if isinstance(action, Play) else None


def is_turn(villain: Villain) -> bool:
    return villain.public.phase == "turn"


def differing(villain: Villain) -> list[int]:
    return [value for value in villain.values if value != villain.public.row[-1]]


@crime("plays a card that he does not hold", "act", "OTHER_CARD")
def _(villain: Villain, body: FrameBody) -> FrameBody | None:
    action = played(body)
    if action is None:
        return None
    last = villain.public.row[-1]
    other = next(value for value in range(6) if value not in (action.card, last))
    return {**body, "a": str(Play(other, action.double, action.again))}


@crime("opens another card of the hand than the one said", "act", "OTHER_CARD")
def _(villain: Villain, body: FrameBody) -> FrameBody | None:
    action = played(body)
    places = [n for n, value in enumerate(villain.values) if action and value != action.card]
    if not places:
        return None
    return {**body, "i": places[0], "o": villain.shares([villain.hand[places[0]]])}


@crime("the share of another card than the one of that place", "act", "SHARE_UNPROVED")
def _(villain: Villain, body: FrameBody) -> FrameBody | None:
    if played(body) is None or len(villain.hand) < 2:
        return None
    return {**body, "o": villain.shares([villain.hand[body["i"] - 1]])}


@crime("a place outside the hand", "act", "NO_SUCH_PLACE")
def _(villain: Villain, body: FrameBody) -> FrameBody | None:
    return {**body, "i": 9} if "i" in body and "o" in body else None


@crime("a negative place", "act", "NO_SUCH_PLACE")
def _(villain: Villain, body: FrameBody) -> FrameBody | None:
    return {**body, "i": body["i"] - len(villain.hand)} if "o" in body and "i" in body else None


@crime("a place that is no number", "act", "BAD_SHAPE")
def _(villain: Villain, body: FrameBody) -> FrameBody | None:
    return {**body, "i": True} if "i" in body and "o" in body else None


@crime("a card of the same value as the last one", "act", "ILLEGAL_ACTION")
def _(villain: Villain, body: FrameBody) -> FrameBody | None:
    if not is_turn(villain) or villain.public.row[-1] not in villain.values:
        return None
    place = villain.values.index(villain.public.row[-1])
    text = f"play {villain.values[place]}"
    return {"a": text, "i": place, "o": villain.shares([villain.hand[place]])}


@crime("the double a second time", "act", "ILLEGAL_ACTION")
def _(villain: Villain, body: FrameBody) -> FrameBody | None:
    action, public = played(body), villain.public
    if action is None or public.double[public.side] == IN_SUPPLY:
        return None
    return {**body, "a": str(Play(action.card, True, action.again))}


@crime("starts a second time", "act", "ILLEGAL_ACTION")
def _(villain: Villain, body: FrameBody) -> FrameBody | None:
    action = played(body)
    return {**body, "a": f"start {action.card}"} if action else None


@crime("a second card without the power for it", "act", "ILLEGAL_ACTION")
def _(villain: Villain, body: FrameBody) -> FrameBody | None:
    if villain.public.phase != "command" or villain.public.again or not differing(villain):
        return None
    place = villain.values.index(differing(villain)[0])
    text = f"play {villain.values[place]} again"
    return {"a": text, "i": place, "o": villain.shares([villain.hand[place]])}


# --- Asks, commands and draws ---------------------------------------------------------------------


def opponent(villain: Villain) -> str:
    """Returns the suffix that names an opponent in an ask; "" where there is only one opponent."""
    others = villain.public.seating.opponents_of(villain.me)
    return f" {others[0]}" if len(others) > 1 else ""


@crime("asks without a captured marker", "act", "ILLEGAL_ACTION")
def _(villain: Villain, body: FrameBody) -> FrameBody | None:
    if not is_turn(villain) or villain.public.captured[villain.public.side]:
        return None
    return {"a": f"ask{opponent(villain)}"}


@crime("asks himself", "act", "ILLEGAL_ACTION")
def _(villain: Villain, body: FrameBody) -> FrameBody | None:
    return {"a": f"ask {villain.me}"} if body["a"].startswith("ask") else None


@crime("asks a partner that he has not", "act", "ILLEGAL_ACTION")
def _(villain: Villain, body: FrameBody) -> FrameBody | None:
    public = villain.public
    lonely = public.seating.partner_of(villain.me) is None or public.partnered
    return {"a": "partner"} if is_turn(villain) and lonely else None


@crime("a power without the code for it", "act", "ILLEGAL_ACTION")
def _(villain: Villain, body: FrameBody) -> FrameBody | None:
    has_it = villain.public.codes[villain.public.side] == "doo"
    return {"a": "stake"} if is_turn(villain) and not has_it else None


@crime("draws with a full hand", "act", "ILLEGAL_ACTION")
def _(villain: Villain, body: FrameBody) -> FrameBody | None:
    limit = villain.public.seating.limits[villain.me]
    full = is_turn(villain) and len(villain.hand) >= limit and villain.public.standing != "play"
    return {"a": "draw"} if full else None


def is_ordered(villain: Villain) -> bool:
    return is_turn(villain) and villain.public.standing == "play" and bool(villain.hand)


def could_lie(villain: Villain) -> bool:
    room = len(villain.hand) < villain.public.seating.limits[villain.me]
    return is_ordered(villain) and room and bool(differing(villain))


@crime("ordered to play, draws without showing the hand", "act", "BAD_SHAPE")
def _(villain: Villain, body: FrameBody) -> FrameBody | None:
    return {"a": "draw"} if could_lie(villain) else None


@crime("ordered to play, draws and shows a hand that could play", "act", "ILLEGAL_ACTION")
def _(villain: Villain, body: FrameBody) -> FrameBody | None:
    return {"a": "draw", "o": villain.shares(villain.hand)} if could_lie(villain) else None


@crime("ordered to play, shows only a part of the hand", "act", "WRONG_SIZE")
def _(villain: Villain, body: FrameBody) -> FrameBody | None:
    if not could_lie(villain) or len(villain.hand) < 2:
        return None
    return {"a": "draw", "o": villain.shares(villain.hand[:1])}


@crime("ordered to play, shows one card several times", "act", "SHARE_UNPROVED")
def _(villain: Villain, body: FrameBody) -> FrameBody | None:
    if not could_lie(villain) or len(villain.hand) < 2:
        return None
    return {"a": "draw", "o": villain.shares(villain.hand[:1] * len(villain.hand))}


@crime("shows a hand that nobody has asked for", "act", "BAD_SHAPE")
def _(villain: Villain, body: FrameBody) -> FrameBody | None:
    if body["a"] != "draw" or "o" in body or not villain.hand:
        return None
    return {**body, "o": villain.shares(villain.hand)}


@crime("orders Play under Guard", "act", "ILLEGAL_ACTION")
def _(villain: Villain, body: FrameBody) -> FrameBody | None:
    public = villain.public
    forbidden = public.rules.second_command == "guard" and public.standing == "guard"
    return {"a": "command play"} if public.phase == "command" and forbidden else None


@crime("passes instead of playing", "act", "ILLEGAL_ACTION")
def _(villain: Villain, body: FrameBody) -> FrameBody | None:
    return {"a": "pass"} if is_turn(villain) else None


@crime("draws in the place of a command", "act", "ILLEGAL_ACTION")
def _(villain: Villain, body: FrameBody) -> FrameBody | None:
    return {"a": "draw"} if villain.public.phase == "command" else None


@crime("an action that does not exist", "act", "BAD_SHAPE")
def _(villain: Villain, body: FrameBody) -> FrameBody | None:
    return {"a": "win"}


@crime("an action that is no text", "act", "BAD_SHAPE")
def _(villain: Villain, body: FrameBody) -> FrameBody | None:
    return {"a": ["play", 3]}


@crime("says openly what has to be hidden", "act", "BAD_SHAPE")
def _(villain: Villain, body: FrameBody) -> FrameBody | None:
    return {"a": "under 0"} if is_turn(villain) else None


# --- Sums -----------------------------------------------------------------------------------------


def has_cards(villain: Villain, n_cards: int = 1) -> bool:
    return len(villain.hand) >= n_cards


@crime("a sum one too high", "said", "WRONG_SUM")
def _(villain: Villain, body: FrameBody) -> FrameBody | None:
    return {**body, "t": body["t"] + 1} if has_cards(villain) else None


@crime("a sum one too low, with a share that fits", "said", "SHARE_UNPROVED")
def _(villain: Villain, body: FrameBody) -> FrameBody | None:
    if not has_cards(villain):
        return None
    share = add_points(
        multiply(villain.x, encrypted_cards.sum_encrypted(villain.hand).a), BASE_POINT
    )
    return {"t": body["t"] - 1, "o": encode_base64(share + raw(body, "o")[32:])}


@crime("the sum of only some of the cards", "said", "SHARE_UNPROVED")
def _(villain: Villain, body: FrameBody) -> FrameBody | None:
    if not has_cards(villain, 2):
        return None
    asked = encrypted_cards.sum_encrypted(villain.hand[1:])
    return {"t": sum(villain.values[1:]), "o": villain.shares([asked])}


@crime("a lie when asked", "said", "WRONG_SUM")
def _(villain: Villain, body: FrameBody) -> FrameBody | None:
    later = villain.public.turn > 0 and has_cards(villain)
    return {**body, "t": body["t"] + 1} if later else None


@crime("a sum without its proof", "said", "BAD_SHAPE")
def _(villain: Villain, body: FrameBody) -> FrameBody | None:
    return {"t": body["t"]} if has_cards(villain) else None


@crime("a sum that is a fraction", "said", "BAD_SHAPE")
def _(villain: Villain, body: FrameBody) -> FrameBody | None:
    return {**body, "t": float(body["t"])}


@crime("a sum that is true or false", "said", "BAD_SHAPE")
def _(villain: Villain, body: FrameBody) -> FrameBody | None:
    return {**body, "t": bool(body["t"])}


@crime("a sum of four hundred digits", "said", "WRONG_SUM")
def _(villain: Villain, body: FrameBody) -> FrameBody | None:
    return {**body, "t": 10**400}


# --- Drawn cards ----------------------------------------------------------------------------------


@crime("draw: a false share to the drawer", "share", "NOT_A_POINT", "SHARE_UNPROVED")
def _(villain: Villain, body: FrameBody) -> FrameBody | None:
    return flipped(body, "o")


@crime("draw: the share of the next card", "share", "SHARE_UNPROVED")
def _(villain: Villain, body: FrameBody) -> FrameBody | None:
    deck = villain.round.cards.deck
    return {"o": villain.shares(deck[:1])} if deck else None


@crime("draw: no share", "share", "WRONG_SIZE")
def _(villain: Villain, body: FrameBody) -> FrameBody | None:
    return {"o": ""}


@crime("mix: a card exchanged for a 5", "mix", "NOT_A_SHUFFLE")
def _(villain: Villain, body: FrameBody) -> FrameBody | None:
    r, key = random_scalar(), multiply_base(villain.x)
    card = multiply_base(r) + add_points(multiply_base(6), multiply(r, key))
    return {**body, "d": encode_base64(card + raw(body, "d")[64:])}


@crime("mix: one card in every place", "mix", "NOT_A_SHUFFLE")
def _(villain: Villain, body: FrameBody) -> FrameBody | None:
    deck = raw(body, "d")
    return {**body, "d": encode_base64(deck[:64] * (len(deck) // 64))}


@crime("mix: the hand as it was, the proof kept", "mix", "NOT_A_SHUFFLE")
def _(villain: Villain, body: FrameBody) -> FrameBody | None:
    return {**body, "d": encode_base64(encode_deck(villain.hand))}


@crime("mix: the proof of another step", "mix", "NOT_A_SHUFFLE")
def _(villain: Villain, body: FrameBody) -> FrameBody | None:
    return shuffle_body(villain.hand, multiply_base(villain.x), b"another step")


# --- The end of the round -------------------------------------------------------------------------


@crime("a false key at the end of the round", "open", "WRONG_KEY")
def _(villain: Villain, body: FrameBody) -> FrameBody | None:
    return {"x": encode_base64(encode_scalar(villain.x + 1))}


@crime("the key at the end, not reduced", "open", "NOT_A_SCALAR")
def _(villain: Villain, body: FrameBody) -> FrameBody | None:
    return {"x": encode_base64(NOT_CANONICAL)}


@crime("no key at the end of the round", "open", "BAD_SHAPE")
def _(villain: Villain, body: FrameBody) -> FrameBody | None:
    return {}
