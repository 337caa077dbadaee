"""Cheats with codes, by a team without markers, and on the message chain itself."""

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
from hacktrick.online.protocol.signed_frames import FrameBody, encode_base64, sign_frame
from qa.adversary import Adversary, Frames, body_attack, decode_field, frame_attack, json_bytes
from qa.attacks_deal import SMALL_ORDER, with_flipped_bit
from qa.attacks_turn import is_turn_phase
from tests.support.network_tables import signing_key_of

# A team without markers (`when_obliged`)


@body_attack(
    "says neither yes nor no about being stuck", "stuck", "BAD_SHAPE", needs_when_obliged=True
)
def cheat_says_neither_yes_nor_no_about_being_stuck(
    adversary: Adversary, body: FrameBody
) -> FrameBody | None:
    return {"stuck": 1}


@body_attack(
    "says that they are stuck, and could draw",
    "stuck",
    "NOT_STUCK",
    needs_when_obliged=True,
    is_found_late=True,
)
def cheat_says_that_they_are_stuck_and_could_draw(
    adversary: Adversary, body: FrameBody
) -> FrameBody | None:
    return None if body["stuck"] else {"stuck": True}


@frame_attack("says that they are not stuck, and draws", "ILLEGAL_ACTION", needs_when_obliged=True)
def cheat_says_that_they_are_not_stuck_and_draws(
    adversary: Adversary, kind: str, body: FrameBody
) -> Frames | None:
    if kind != "stuck" or not body["stuck"]:
        return None
    lie, step = adversary.signed_frame(kind, {"stuck": False}), adversary.chain.step + 1
    head = hash_parts(b"head", adversary.chain.head, lie)[:32]
    context = hash_parts(b"context", head, step.to_bytes(4, "little"), bytes([adversary.own_seat]))
    shares = encode_base64(
        encrypted_cards.make_decryption_shares(
            adversary.secret_key, adversary.encrypted_hand, context
        )
    )
    action = {"a": "draw", "o": shares}
    adversary.following_frames.append(
        adversary.signed_frame("act", action, n=step, p=encode_base64(head))
    )
    return lie


@body_attack("the key of the codes without a proof", "code key", "KEY_UNPROVED", needs_codes=True)
def cheat_the_key_of_the_codes_without_a_proof(
    adversary: Adversary, body: FrameBody
) -> FrameBody | None:
    return {**body, "y": encode_base64(multiply_base(5))}


@body_attack("the codes: one twice", "shuffle", "NOT_A_SHUFFLE", needs_codes=True)
def cheat_the_codes_one_twice(adversary: Adversary, body: FrameBody) -> FrameBody | None:
    deck = decode_field(body, "d")
    if len(deck) != 64 * 12 or adversary.replica.match is not None:
        return None
    return {**body, "d": encode_base64(deck[:64] * 2 + deck[128:])}


@body_attack(
    "the codes: a false share for the winner", "code share", "SHARE_UNPROVED", needs_codes=True
)
def cheat_the_codes_a_false_share_for_the_winner(
    adversary: Adversary, body: FrameBody
) -> FrameBody | None:
    return {"o": encode_base64(multiply_base(5) + decode_field(body, "o")[32:])}


@body_attack(
    "the codes: a false key at the end of the match", "open codes", "WRONG_KEY", needs_codes=True
)
def cheat_the_codes_a_false_key_at_the_end_of_the_match(
    adversary: Adversary, body: FrameBody
) -> FrameBody | None:
    return {"x": encode_base64(encode_scalar(5))}


@body_attack("lays a code that is too short", "act", "WRONG_SIZE", needs_codes=True)
def cheat_lays_a_code_that_is_too_short(adversary: Adversary, body: FrameBody) -> FrameBody | None:
    return {**body, "h": ""} if body["a"] == "lay ?" else None


@body_attack("says which code they lay", "act", "BAD_SHAPE", needs_codes=True)
def cheat_says_which_code_they_lay(adversary: Adversary, body: FrameBody) -> FrameBody | None:
    return {**body, "a": "lay sun"} if body["a"] == "lay ?" else None


@body_attack(
    "turns up a code that they did not lay",
    "reveal",
    "WRONG_CODE",
    "NO_SUCH_PLACE",
    needs_codes=True,
)
def cheat_turns_up_a_code_that_they_did_not_lay(
    adversary: Adversary, body: FrameBody
) -> FrameBody | None:
    return {**body, "i": body["i"] + 1}


@body_attack("turns up with another salt", "reveal", "WRONG_CODE", needs_codes=True)
def cheat_turns_up_with_another_salt(adversary: Adversary, body: FrameBody) -> FrameBody | None:
    return with_flipped_bit(body, "s")


@body_attack("turns up with a false share", "reveal", "SHARE_UNPROVED", needs_codes=True)
def cheat_turns_up_with_a_false_share(adversary: Adversary, body: FrameBody) -> FrameBody | None:
    return {**body, "o": encode_base64(multiply_base(5) + decode_field(body, "o")[32:])}


def with_card_worth_one_more(body: FrameBody, name: str) -> FrameBody:
    """Return the body with the first card of a field worth one more."""
    data = decode_field(body, name)
    return {
        **body,
        name: encode_base64(data[:32] + add_points(data[32:64], BASE_POINT) + data[64:]),
    }


@body_attack("swap: another card is given", "act", "NOT_THE_SAME_CARD", needs_codes=True)
def cheat_swap_another_card_is_given(adversary: Adversary, body: FrameBody) -> FrameBody | None:
    return with_card_worth_one_more(body, "c") if body["a"] == "swap ?" else None


@body_attack(
    "swap: a card is taken from outside the hand", "act", "NO_SUCH_PLACE", needs_codes=True
)
def cheat_swap_a_card_is_taken_from_outside_the_hand(
    adversary: Adversary, body: FrameBody
) -> FrameBody | None:
    return {**body, "j": 4} if body["a"] == "swap ?" else None


@body_attack("swap: says which card they give", "act", "BAD_SHAPE", needs_codes=True)
def cheat_swap_says_which_card_they_give(adversary: Adversary, body: FrameBody) -> FrameBody | None:
    return {**body, "a": "swap 3"} if body["a"] == "swap ?" else None


@body_attack("swap: another card comes back", "give", "NOT_THE_SAME_CARD", needs_codes=True)
def cheat_swap_another_card_comes_back(adversary: Adversary, body: FrameBody) -> FrameBody | None:
    return with_card_worth_one_more(body, "c")


@body_attack("swap: the card that comes back is no card", "give", "NOT_A_POINT", needs_codes=True)
def cheat_swap_the_card_that_comes_back_is_no_card(
    adversary: Adversary, body: FrameBody
) -> FrameBody | None:
    return {**body, "c": encode_base64(SMALL_ORDER + decode_field(body, "c")[32:])}


@body_attack("under the deck: another card", "act", "NOT_A_SHUFFLE", needs_codes=True)
def cheat_under_the_deck_another_card(adversary: Adversary, body: FrameBody) -> FrameBody | None:
    return with_card_worth_one_more(body, "d") if body["a"].startswith("under") else None


@body_attack("under the deck: more cards than they hold", "act", "ILLEGAL_ACTION", needs_codes=True)
def cheat_under_the_deck_more_cards_than_they_hold(
    adversary: Adversary, body: FrameBody
) -> FrameBody | None:
    return {**body, "a": "under ? ? ? ?"} if body["a"].startswith("under") else None


@body_attack(
    "under the deck: the layer on another card", "layer", "NOT_THE_SAME_CARD", needs_codes=True
)
def cheat_under_the_deck_the_layer_on_another_card(
    adversary: Adversary, body: FrameBody
) -> FrameBody | None:
    return with_card_worth_one_more(body, "d")


@body_attack("under the deck: no layer", "layer", "WRONG_SIZE", needs_codes=True)
def cheat_under_the_deck_no_layer(adversary: Adversary, body: FrameBody) -> FrameBody | None:
    return {**body, "z": ""}


@body_attack("a swap without the code for it", "act", "ILLEGAL_ACTION", needs_codes=True)
def cheat_a_swap_without_the_code_for_it(adversary: Adversary, body: FrameBody) -> FrameBody | None:
    has_it = adversary.public.codes[adversary.public.side] == "vaeck"
    if not is_turn_phase(adversary) or has_it or not adversary.encrypted_hand:
        return None
    r = random_scalar()
    card = multiply_base(r) + add_points(BASE_POINT, multiply(r, BASE_POINT))
    return {"a": "swap ?", "i": 0, "j": 0, "c": encode_base64(card), "z": encode_base64(bytes(96))}


# The message chain


@frame_attack("names another past", "OTHER_HISTORY")
def cheat_names_another_past(adversary: Adversary, kind: str, body: FrameBody) -> Frames | None:
    return (
        adversary.signed_frame(kind, body, p=encode_base64(bytes(32))) if kind == "said" else None
    )


@frame_attack("something else than is due", "WRONG_KIND")
def cheat_something_else_than_is_due(
    adversary: Adversary, kind: str, body: FrameBody
) -> Frames | None:
    return adversary.signed_frame("deal", {"o": ""}) if kind == "act" else None


@frame_attack("a kind that does not exist", "WRONG_KIND")
def cheat_a_kind_that_does_not_exist(
    adversary: Adversary, kind: str, body: FrameBody
) -> Frames | None:
    return adversary.signed_frame("bribe", {}) if kind == "act" else None


@frame_attack("a body that is a list", "BAD_SHAPE")
def cheat_a_body_that_is_a_list(adversary: Adversary, kind: str, body: FrameBody) -> Frames | None:
    return adversary.signed_frame(kind, [1]) if kind == "act" else None


@frame_attack("a field more than is due", "BAD_SHAPE")
def cheat_a_field_more_than_is_due(
    adversary: Adversary, kind: str, body: FrameBody
) -> Frames | None:
    return adversary.signed_frame(kind, {**body, "hello": 1}) if kind == "said" else None


@frame_attack("a deep nest", "BAD_SHAPE")
def cheat_a_deep_nest(adversary: Adversary, kind: str, body: FrameBody) -> Frames | None:
    nest: list[object] = []
    for _ in range(300):
        nest = [nest]
    return adversary.signed_frame(kind, {"t": nest}) if kind == "said" else None


@frame_attack("JSON that is not written in the one way", "BAD_SHAPE")
def cheat_json_that_is_not_written_in_the_one_way(
    adversary: Adversary, kind: str, body: FrameBody
) -> Frames | None:
    if kind != "deal":
        return None
    data = json_bytes(adversary.frame_payload(kind, body)).replace(b'"k":', b'"k": ')
    return sign_frame(signing_key_of(adversary.own_seat), data)


@frame_attack("the same name twice in one frame", "BAD_SHAPE")
def cheat_the_same_name_twice_in_one_frame(
    adversary: Adversary, kind: str, body: FrameBody
) -> Frames | None:
    if kind != "act":
        return None
    data = json_bytes(adversary.frame_payload(kind, body)).replace(
        b'"b":', b'"b":{"a":"draw"},"b":', 1
    )
    return sign_frame(signing_key_of(adversary.own_seat), data)


@frame_attack("rewrites an earlier step", "TWO_TONGUES")
def cheat_rewrites_an_earlier_step(
    adversary: Adversary, kind: str, body: FrameBody
) -> Frames | None:
    if kind != "said":
        return None
    return adversary.signed_frame("deal", {"o": ""}, n=adversary.last_sent_step["deal"])


@frame_attack("speaks in a past step that was not theirs", "OTHER_HISTORY", "OUT_OF_TURN")
def cheat_speaks_in_a_past_step_that_was_not_theirs(
    adversary: Adversary, kind: str, body: FrameBody
) -> Frames | None:
    if kind != "said" or adversary.own_seat == adversary.public.seating.starter:
        return None
    return adversary.signed_frame("act", {"a": "pass"}, n=adversary.chain.step - 1)


@frame_attack("says two things to one player", "TWO_TONGUES")
def cheat_says_two_things_to_one_player(
    adversary: Adversary, kind: str, body: FrameBody
) -> Frames | None:
    if kind != "said":
        return None
    adversary.following_frames.append(adversary.signed_frame(kind, {**body, "t": 99}))
    return adversary.signed_frame(kind, body)


@frame_attack("says one thing to one and another to the other", "TWO_TONGUES", min_seats=3)
def cheat_says_one_thing_to_one_and_another_to_the_other(
    adversary: Adversary, kind: str, body: FrameBody
) -> Frames | None:
    if kind != "deal":
        return None
    return adversary.signed_frame(kind, body), adversary.signed_frame(
        kind, adversary.honest_body(adversary.proof_context)
    )


@frame_attack("speaks where another is due", "OUT_OF_TURN")
def cheat_speaks_where_another_is_due(
    adversary: Adversary, kind: str, body: FrameBody
) -> Frames | None:
    return adversary.signed_frame("act", {"a": "pass"}) if kind == "act of others" else None
