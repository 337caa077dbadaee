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
from hacktrick.online.protocol.signed_frame_chain import FrameBody, encode_base64, sign_frame
from qa.adversary import (
    Adversary,
    Frames,
    canonical_json_bytes,
    decode_base64_field,
    register_body_attack,
    register_frame_attack,
)
from qa.attacks_on_deal import SMALL_ORDER, with_flipped_bit
from qa.attacks_on_turns import is_turn_beginning
from tests.support.network_tables import signing_key_of

# Cheats of a team without markers (`when_obliged`).


@register_body_attack(
    "answer about being stuck that is not a boolean", "stuck", "BAD_SHAPE", needs_when_obliged=True
)
def cheat_answer_about_being_stuck_that_is_not_a_boolean(
    adversary: Adversary, body: FrameBody
) -> FrameBody | None:
    return {"stuck": 1}


@register_body_attack(
    "false claim to be stuck",
    "stuck",
    "NOT_STUCK",
    needs_when_obliged=True,
    is_found_late=True,
)
def cheat_false_claim_to_be_stuck(adversary: Adversary, body: FrameBody) -> FrameBody | None:
    return None if body["stuck"] else {"stuck": True}


@register_frame_attack("denies being stuck, then draws", "ILLEGAL_ACTION", needs_when_obliged=True)
def cheat_denies_being_stuck_then_draws(
    adversary: Adversary, kind: str, body: FrameBody
) -> Frames | None:
    if kind != "stuck" or not body["stuck"]:
        return None
    lie, step = (
        adversary.signed_frame_with_changes(kind, {"stuck": False}),
        adversary.chain.step + 1,
    )
    head = hash_parts(b"head", adversary.chain.head, lie)[:32]
    context = hash_parts(b"context", head, step.to_bytes(4, "little"), bytes([adversary.own_seat]))
    shares = encode_base64(
        encrypted_cards.make_decryption_shares(
            adversary.secret_key, adversary.encrypted_hand, context
        )
    )
    action = {"a": "draw", "o": shares}
    adversary.following_frames.append(
        adversary.signed_frame_with_changes("act", action, n=step, p=encode_base64(head))
    )
    return lie


@register_body_attack("code key without a proof", "code key", "KEY_UNPROVED", needs_codes=True)
def cheat_code_card_key_without_a_proof(adversary: Adversary, body: FrameBody) -> FrameBody | None:
    return {**body, "y": encode_base64(multiply_base(5))}


@register_body_attack(
    "code shuffle: a duplicated card", "shuffle", "NOT_A_SHUFFLE", needs_codes=True
)
def cheat_code_deck_shuffle_a_duplicated_card(
    adversary: Adversary, body: FrameBody
) -> FrameBody | None:
    deck = decode_base64_field(body, "d")
    if len(deck) != 64 * 12 or adversary.replica.match is not None:
        return None
    return {**body, "d": encode_base64(deck[:64] * 2 + deck[128:])}


@register_body_attack(
    "code draw: a false share for the winner", "code share", "SHARE_UNPROVED", needs_codes=True
)
def cheat_code_card_draw_a_false_share_for_the_winner(
    adversary: Adversary, body: FrameBody
) -> FrameBody | None:
    return {"o": encode_base64(multiply_base(5) + decode_base64_field(body, "o")[32:])}


@register_body_attack(
    "false code key at the end of the match", "open codes", "WRONG_KEY", needs_codes=True
)
def cheat_false_code_card_key_at_the_end_of_the_match(
    adversary: Adversary, body: FrameBody
) -> FrameBody | None:
    return {"x": encode_base64(encode_scalar(5))}


@register_body_attack("empty commitment to a code", "act", "WRONG_SIZE", needs_codes=True)
def cheat_empty_commitment_to_a_code_card(
    adversary: Adversary, body: FrameBody
) -> FrameBody | None:
    return {**body, "h": ""} if body["a"] == "lay ?" else None


@register_body_attack("names the code laid face down", "act", "BAD_SHAPE", needs_codes=True)
def cheat_names_the_code_card_laid_face_down(
    adversary: Adversary, body: FrameBody
) -> FrameBody | None:
    return {**body, "a": "lay sun"} if body["a"] == "lay ?" else None


@register_body_attack(
    "reveals a code that was not laid",
    "reveal",
    "WRONG_CODE",
    "NO_SUCH_PLACE",
    needs_codes=True,
)
def cheat_reveals_a_code_card_that_was_not_laid(
    adversary: Adversary, body: FrameBody
) -> FrameBody | None:
    return {**body, "i": body["i"] + 1}


@register_body_attack("reveals a code with another salt", "reveal", "WRONG_CODE", needs_codes=True)
def cheat_reveals_a_code_card_with_another_salt(
    adversary: Adversary, body: FrameBody
) -> FrameBody | None:
    return with_flipped_bit(body, "s")


@register_body_attack(
    "reveals a code with a false share", "reveal", "SHARE_UNPROVED", needs_codes=True
)
def cheat_reveals_a_code_card_with_a_false_share(
    adversary: Adversary, body: FrameBody
) -> FrameBody | None:
    return {**body, "o": encode_base64(multiply_base(5) + decode_base64_field(body, "o")[32:])}


def with_first_card_increased(body: FrameBody, name: str) -> FrameBody:
    """Return the body with the first card of a field increased by one."""
    data = decode_base64_field(body, name)
    return {
        **body,
        name: encode_base64(data[:32] + add_points(data[32:64], BASE_POINT) + data[64:]),
    }


@register_body_attack("swap: gives another card", "act", "NOT_THE_SAME_CARD", needs_codes=True)
def cheat_swap_gives_another_card(adversary: Adversary, body: FrameBody) -> FrameBody | None:
    return with_first_card_increased(body, "c") if body["a"] == "swap ?" else None


@register_body_attack(
    "swap: takes a card from outside the hand", "act", "NO_SUCH_PLACE", needs_codes=True
)
def cheat_swap_takes_a_card_from_outside_the_hand(
    adversary: Adversary, body: FrameBody
) -> FrameBody | None:
    return {**body, "j": 4} if body["a"] == "swap ?" else None


@register_body_attack("swap: names the given card", "act", "BAD_SHAPE", needs_codes=True)
def cheat_swap_reveals_the_given_card(adversary: Adversary, body: FrameBody) -> FrameBody | None:
    return {**body, "a": "swap 3"} if body["a"] == "swap ?" else None


@register_body_attack("swap: returns another card", "give", "NOT_THE_SAME_CARD", needs_codes=True)
def cheat_swap_returns_another_card(adversary: Adversary, body: FrameBody) -> FrameBody | None:
    return with_first_card_increased(body, "c")


@register_body_attack(
    "swap: returns bytes that are no card", "give", "NOT_A_POINT", needs_codes=True
)
def cheat_swap_returns_bytes_that_are_no_card(
    adversary: Adversary, body: FrameBody
) -> FrameBody | None:
    return {**body, "c": encode_base64(SMALL_ORDER + decode_base64_field(body, "c")[32:])}


@register_body_attack("under the deck: another card", "act", "NOT_A_SHUFFLE", needs_codes=True)
def cheat_puts_another_card_under_the_deck(
    adversary: Adversary, body: FrameBody
) -> FrameBody | None:
    return with_first_card_increased(body, "d") if body["a"].startswith("under") else None


@register_body_attack(
    "under the deck: more cards than held", "act", "ILLEGAL_ACTION", needs_codes=True
)
def cheat_puts_more_cards_under_the_deck_than_held(
    adversary: Adversary, body: FrameBody
) -> FrameBody | None:
    return {**body, "a": "under ? ? ? ?"} if body["a"].startswith("under") else None


@register_body_attack(
    "under the deck: encrypts another card", "layer", "NOT_THE_SAME_CARD", needs_codes=True
)
def cheat_encrypts_another_card_under_the_deck(
    adversary: Adversary, body: FrameBody
) -> FrameBody | None:
    return with_first_card_increased(body, "d")


@register_body_attack(
    "under the deck: adds no encryption layer", "layer", "WRONG_SIZE", needs_codes=True
)
def cheat_adds_no_encryption_layer_under_the_deck(
    adversary: Adversary, body: FrameBody
) -> FrameBody | None:
    return {**body, "z": ""}


@register_body_attack("swap without its code", "act", "ILLEGAL_ACTION", needs_codes=True)
def cheat_swap_without_vaeck_in_force(adversary: Adversary, body: FrameBody) -> FrameBody | None:
    has_it = adversary.public.codes[adversary.public.side] == "vaeck"
    if not is_turn_beginning(adversary) or has_it or not adversary.encrypted_hand:
        return None
    r = random_scalar()
    card = multiply_base(r) + add_points(BASE_POINT, multiply(r, BASE_POINT))
    return {"a": "swap ?", "i": 0, "j": 0, "c": encode_base64(card), "z": encode_base64(bytes(96))}


# Cheats on the message chain.


@register_frame_attack("names another history", "OTHER_HISTORY")
def cheat_frame_with_another_chain_head(
    adversary: Adversary, kind: str, body: FrameBody
) -> Frames | None:
    return (
        adversary.signed_frame_with_changes(kind, body, p=encode_base64(bytes(32)))
        if kind == "said"
        else None
    )


@register_frame_attack("frame of another kind than awaited", "WRONG_KIND")
def cheat_frame_of_another_kind_than_awaited(
    adversary: Adversary, kind: str, body: FrameBody
) -> Frames | None:
    return adversary.signed_frame_with_changes("deal", {"o": ""}) if kind == "act" else None


@register_frame_attack("frame of an unknown kind", "WRONG_KIND")
def cheat_frame_of_an_unknown_kind(
    adversary: Adversary, kind: str, body: FrameBody
) -> Frames | None:
    return adversary.signed_frame_with_changes("bribe", {}) if kind == "act" else None


@register_frame_attack("frame body that is a list", "BAD_SHAPE")
def cheat_frame_body_that_is_a_list(
    adversary: Adversary, kind: str, body: FrameBody
) -> Frames | None:
    return adversary.signed_frame_with_changes(kind, [1]) if kind == "act" else None


@register_frame_attack("superfluous field", "BAD_SHAPE")
def cheat_frame_body_with_superfluous_field(
    adversary: Adversary, kind: str, body: FrameBody
) -> Frames | None:
    return (
        adversary.signed_frame_with_changes(kind, {**body, "hello": 1}) if kind == "said" else None
    )


@register_frame_attack("deeply nested JSON", "BAD_SHAPE")
def cheat_deeply_nested_json(adversary: Adversary, kind: str, body: FrameBody) -> Frames | None:
    nest: list[object] = []
    for _ in range(300):
        nest = [nest]
    return adversary.signed_frame_with_changes(kind, {"t": nest}) if kind == "said" else None


@register_frame_attack("JSON not in canonical form", "BAD_SHAPE")
def cheat_json_not_in_canonical_form(
    adversary: Adversary, kind: str, body: FrameBody
) -> Frames | None:
    if kind != "deal":
        return None
    data = canonical_json_bytes(adversary.frame_payload(kind, body)).replace(b'"k":', b'"k": ')
    return sign_frame(signing_key_of(adversary.own_seat), data)


@register_frame_attack("duplicate JSON key", "BAD_SHAPE")
def cheat_duplicate_json_key(adversary: Adversary, kind: str, body: FrameBody) -> Frames | None:
    if kind != "act":
        return None
    data = canonical_json_bytes(adversary.frame_payload(kind, body)).replace(
        b'"b":', b'"b":{"a":"draw"},"b":', 1
    )
    return sign_frame(signing_key_of(adversary.own_seat), data)


@register_frame_attack("rewrites an earlier step", "TWO_TONGUES")
def cheat_signs_an_earlier_step_again(
    adversary: Adversary, kind: str, body: FrameBody
) -> Frames | None:
    if kind != "said":
        return None
    return adversary.signed_frame_with_changes(
        "deal", {"o": ""}, n=adversary.last_sent_step["deal"]
    )


@register_frame_attack("frame for an earlier step of another seat", "OTHER_HISTORY", "OUT_OF_TURN")
def cheat_frame_for_an_earlier_step_of_another_seat(
    adversary: Adversary, kind: str, body: FrameBody
) -> Frames | None:
    if kind != "said" or adversary.own_seat == adversary.public.seating.starter:
        return None
    return adversary.signed_frame_with_changes("act", {"a": "pass"}, n=adversary.chain.step - 1)


@register_frame_attack("two frames for one step to one player", "TWO_TONGUES")
def cheat_two_frames_for_one_step_to_one_player(
    adversary: Adversary, kind: str, body: FrameBody
) -> Frames | None:
    if kind != "said":
        return None
    adversary.following_frames.append(adversary.signed_frame_with_changes(kind, {**body, "t": 99}))
    return adversary.signed_frame_with_changes(kind, body)


@register_frame_attack("different frames to different players", "TWO_TONGUES", min_seats=3)
def cheat_different_frames_to_different_players(
    adversary: Adversary, kind: str, body: FrameBody
) -> Frames | None:
    if kind != "deal":
        return None
    return adversary.signed_frame_with_changes(kind, body), adversary.signed_frame_with_changes(
        kind, adversary.honest_body(adversary.proof_context)
    )


@register_frame_attack("frame in the step of another seat", "OUT_OF_TURN")
def cheat_frame_in_the_step_of_another_seat(
    adversary: Adversary, kind: str, body: FrameBody
) -> Frames | None:
    return (
        adversary.signed_frame_with_changes("act", {"a": "pass"})
        if kind == "act of others"
        else None
    )
