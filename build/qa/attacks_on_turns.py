"""Cheats between the first card played and the end of the round."""

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
from hacktrick.online.protocol.card_protocol import shuffle_frame_body
from hacktrick.online.protocol.signed_frame_chain import FrameBody, encode_base64
from qa.adversary import Adversary, decode_base64_field, register_body_attack
from qa.attacks_on_deal import NOT_CANONICAL, with_flipped_bit


def play_in_frame_body(body: FrameBody) -> Play | None:
    """Return the play in a frame's body, or None for any other action."""
    action = parse(body["a"]) if "?" not in body["a"] else None
    return action if isinstance(action, Play) else None


def is_turn_beginning(adversary: Adversary) -> bool:
    """Return whether a seat has to begin its turn, as the adversary sees it."""
    return adversary.public.phase == "turn"


def cards_unlike_row_end(adversary: Adversary) -> list[int]:
    """Return the adversary's cards whose value differs from that of the row's last card."""
    return [value for value in adversary.hand_values if value != adversary.public.row[-1]]


@register_body_attack("plays a card that is not in the hand", "act", "OTHER_CARD")
def cheat_plays_a_card_that_is_not_in_the_hand(
    adversary: Adversary, body: FrameBody
) -> FrameBody | None:
    action = play_in_frame_body(body)
    if action is None:
        return None
    last = adversary.public.row[-1]
    other = next(value for value in range(6) if value not in (action.card, last))
    return {**body, "a": str(Play(other, action.double, action.is_second_card))}


@register_body_attack("opens another card than the played one", "act", "OTHER_CARD")
def cheat_opens_another_card_than_the_played_one(
    adversary: Adversary, body: FrameBody
) -> FrameBody | None:
    action = play_in_frame_body(body)
    places = [n for n, value in enumerate(adversary.hand_values) if action and value != action.card]
    if not places:
        return None
    return {
        **body,
        "i": places[0],
        "o": adversary.make_proved_shares([adversary.encrypted_hand[places[0]]]),
    }


@register_body_attack("share of the card at another place", "act", "SHARE_UNPROVED")
def cheat_opens_card_at_another_place(adversary: Adversary, body: FrameBody) -> FrameBody | None:
    if play_in_frame_body(body) is None or len(adversary.encrypted_hand) < 2:
        return None
    return {**body, "o": adversary.make_proved_shares([adversary.encrypted_hand[body["i"] - 1]])}


@register_body_attack("place outside the hand", "act", "NO_SUCH_PLACE")
def cheat_place_outside_the_hand(adversary: Adversary, body: FrameBody) -> FrameBody | None:
    first_place_outside = len(adversary.encrypted_hand)
    return {**body, "i": first_place_outside} if "i" in body and "o" in body else None


@register_body_attack("negative place", "act", "NO_SUCH_PLACE")
def cheat_negative_place_in_hand(adversary: Adversary, body: FrameBody) -> FrameBody | None:
    return (
        {**body, "i": body["i"] - len(adversary.encrypted_hand)}
        if "o" in body and "i" in body
        else None
    )


@register_body_attack("place that is not a number", "act", "BAD_SHAPE")
def cheat_place_in_hand_that_is_not_a_number(
    adversary: Adversary, body: FrameBody
) -> FrameBody | None:
    return {**body, "i": True} if "i" in body and "o" in body else None


@register_body_attack("plays a card equal to the last one", "act", "ILLEGAL_ACTION")
def cheat_plays_a_card_equal_to_the_last_one(
    adversary: Adversary, body: FrameBody
) -> FrameBody | None:
    if not is_turn_beginning(adversary) or adversary.public.row[-1] not in adversary.hand_values:
        return None
    place = adversary.hand_values.index(adversary.public.row[-1])
    text = f"play {adversary.hand_values[place]}"
    return {
        "a": text,
        "i": place,
        "o": adversary.make_proved_shares([adversary.encrypted_hand[place]]),
    }


@register_body_attack("plays the double a second time", "act", "ILLEGAL_ACTION")
def cheat_plays_the_double_a_second_time(adversary: Adversary, body: FrameBody) -> FrameBody | None:
    action, public = play_in_frame_body(body), adversary.public
    if action is None or public.double[public.side] == IN_SUPPLY:
        return None
    return {**body, "a": str(Play(action.card, True, action.is_second_card))}


@register_body_attack("lays a second start card", "act", "ILLEGAL_ACTION")
def cheat_lays_a_second_start_card(adversary: Adversary, body: FrameBody) -> FrameBody | None:
    action = play_in_frame_body(body)
    return {**body, "a": f"start {action.card}"} if action else None


@register_body_attack("second card without the power", "act", "ILLEGAL_ACTION")
def cheat_plays_a_second_card_without_its_power(
    adversary: Adversary, body: FrameBody
) -> FrameBody | None:
    if (
        adversary.public.phase != "command"
        or adversary.public.is_second_card_allowed
        or not cards_unlike_row_end(adversary)
    ):
        return None
    place = adversary.hand_values.index(cards_unlike_row_end(adversary)[0])
    text = f"play {adversary.hand_values[place]} again"
    return {
        "a": text,
        "i": place,
        "o": adversary.make_proved_shares([adversary.encrypted_hand[place]]),
    }


# Cheats with asks, commands and draws.


def ask_target_suffix(adversary: Adversary) -> str:
    """Return the suffix that names an opponent in an ask, or "" if there is only one opponent."""
    others = adversary.public.seating.opponents_of(adversary.own_seat)
    return f" {others[0]}" if len(others) > 1 else ""


@register_body_attack("asks without a captured marker", "act", "ILLEGAL_ACTION")
def cheat_asks_without_a_captured_marker(adversary: Adversary, body: FrameBody) -> FrameBody | None:
    if not is_turn_beginning(adversary) or adversary.public.captured[adversary.public.side]:
        return None
    return {"a": f"ask{ask_target_suffix(adversary)}"}


@register_body_attack("asks their own seat", "act", "ILLEGAL_ACTION")
def cheat_asks_their_own_seat(adversary: Adversary, body: FrameBody) -> FrameBody | None:
    return {"a": f"ask {adversary.own_seat}"} if body["a"].startswith("ask") else None


@register_body_attack("asks a partner who does not exist", "act", "ILLEGAL_ACTION")
def cheat_asks_a_partner_who_does_not_exist(
    adversary: Adversary, body: FrameBody
) -> FrameBody | None:
    public = adversary.public
    lonely = public.seating.partner_of(adversary.own_seat) is None or public.has_asked_partner
    return {"a": "partner"} if is_turn_beginning(adversary) and lonely else None


@register_body_attack("power without its code", "act", "ILLEGAL_ACTION")
def cheat_power_of_code_not_in_force(adversary: Adversary, body: FrameBody) -> FrameBody | None:
    has_it = adversary.public.codes[adversary.public.side] == "doo"
    return {"a": "stake"} if is_turn_beginning(adversary) and not has_it else None


@register_body_attack("draws with a full hand", "act", "ILLEGAL_ACTION")
def cheat_draws_with_a_full_hand(adversary: Adversary, body: FrameBody) -> FrameBody | None:
    limit = adversary.public.seating.limits[adversary.own_seat]
    full = (
        is_turn_beginning(adversary)
        and len(adversary.encrypted_hand) >= limit
        and adversary.public.command_in_force != "play"
    )
    return {"a": "draw"} if full else None


def is_commanded_to_play(adversary: Adversary) -> bool:
    """Return whether the adversary has cards and is commanded to play."""
    return (
        is_turn_beginning(adversary)
        and adversary.public.command_in_force == "play"
        and bool(adversary.encrypted_hand)
    )


def could_claim_to_be_stuck(adversary: Adversary) -> bool:
    """Return whether the adversary is commanded to play, can play, and has room to draw instead."""
    room = len(adversary.encrypted_hand) < adversary.public.seating.limits[adversary.own_seat]
    return is_commanded_to_play(adversary) and room and bool(cards_unlike_row_end(adversary))


@register_body_attack("commanded to play, draws without showing the hand", "act", "BAD_SHAPE")
def cheat_commanded_to_play_draws_without_showing_the_hand(
    adversary: Adversary, body: FrameBody
) -> FrameBody | None:
    return {"a": "draw"} if could_claim_to_be_stuck(adversary) else None


@register_body_attack("commanded to play, draws and shows a playable hand", "act", "ILLEGAL_ACTION")
def cheat_commanded_to_play_draws_and_shows_a_playable_hand(
    adversary: Adversary, body: FrameBody
) -> FrameBody | None:
    return (
        {"a": "draw", "o": adversary.make_proved_shares(adversary.encrypted_hand)}
        if could_claim_to_be_stuck(adversary)
        else None
    )


@register_body_attack("commanded to play, shows only a part of the hand", "act", "WRONG_SIZE")
def cheat_commanded_to_play_shows_only_a_part_of_the_hand(
    adversary: Adversary, body: FrameBody
) -> FrameBody | None:
    if not could_claim_to_be_stuck(adversary) or len(adversary.encrypted_hand) < 2:
        return None
    return {"a": "draw", "o": adversary.make_proved_shares(adversary.encrypted_hand[:1])}


@register_body_attack("commanded to play, shows one card several times", "act", "SHARE_UNPROVED")
def cheat_commanded_to_play_shows_one_card_several_times(
    adversary: Adversary, body: FrameBody
) -> FrameBody | None:
    if not could_claim_to_be_stuck(adversary) or len(adversary.encrypted_hand) < 2:
        return None
    return {
        "a": "draw",
        "o": adversary.make_proved_shares(
            adversary.encrypted_hand[:1] * len(adversary.encrypted_hand)
        ),
    }


@register_body_attack("shows the hand unasked", "act", "BAD_SHAPE")
def cheat_shows_the_hand_unasked(adversary: Adversary, body: FrameBody) -> FrameBody | None:
    if body["a"] != "draw" or "o" in body or not adversary.encrypted_hand:
        return None
    return {**body, "o": adversary.make_proved_shares(adversary.encrypted_hand)}


@register_body_attack("commands Play under Guard", "act", "ILLEGAL_ACTION")
def cheat_commands_play_under_guard(adversary: Adversary, body: FrameBody) -> FrameBody | None:
    public = adversary.public
    forbidden = public.rules.second_command == "guard" and public.command_in_force == "guard"
    return {"a": "command play"} if public.phase == "command" and forbidden else None


@register_body_attack("passes instead of playing", "act", "ILLEGAL_ACTION")
def cheat_passes_instead_of_playing(adversary: Adversary, body: FrameBody) -> FrameBody | None:
    return {"a": "pass"} if is_turn_beginning(adversary) else None


@register_body_attack("draws instead of ending the turn", "act", "ILLEGAL_ACTION")
def cheat_draws_instead_of_ending_the_turn(
    adversary: Adversary, body: FrameBody
) -> FrameBody | None:
    return {"a": "draw"} if adversary.public.phase == "command" else None


@register_body_attack("unknown action", "act", "BAD_SHAPE")
def cheat_unknown_action(adversary: Adversary, body: FrameBody) -> FrameBody | None:
    return {"a": "win"}


@register_body_attack("action that is not text", "act", "BAD_SHAPE")
def cheat_action_that_is_not_text(adversary: Adversary, body: FrameBody) -> FrameBody | None:
    return {"a": ["play", 3]}


@register_body_attack("names a card that must stay hidden", "act", "BAD_SHAPE")
def cheat_names_a_card_that_must_stay_hidden(
    adversary: Adversary, body: FrameBody
) -> FrameBody | None:
    return {"a": "under 0"} if is_turn_beginning(adversary) else None


def holds_at_least(adversary: Adversary, n_cards: int = 1) -> bool:
    return len(adversary.encrypted_hand) >= n_cards


@register_body_attack("sum that is one too high", "said", "WRONG_SUM")
def cheat_sum_that_is_one_too_high(adversary: Adversary, body: FrameBody) -> FrameBody | None:
    return {**body, "t": body["t"] + 1} if holds_at_least(adversary) else None


@register_body_attack("sum that is one too low with a matching share", "said", "SHARE_UNPROVED")
def cheat_sum_that_is_one_too_low_with_a_matching_share(
    adversary: Adversary, body: FrameBody
) -> FrameBody | None:
    if not holds_at_least(adversary):
        return None
    share = add_points(
        multiply(adversary.secret_key, encrypted_cards.sum_encrypted(adversary.encrypted_hand).a),
        BASE_POINT,
    )
    return {"t": body["t"] - 1, "o": encode_base64(share + decode_base64_field(body, "o")[32:])}


@register_body_attack("sum of only some cards", "said", "SHARE_UNPROVED")
def cheat_sum_of_only_some_cards(adversary: Adversary, body: FrameBody) -> FrameBody | None:
    if not holds_at_least(adversary, 2):
        return None
    asked = encrypted_cards.sum_encrypted(adversary.encrypted_hand[1:])
    return {"t": sum(adversary.hand_values[1:]), "o": adversary.make_proved_shares([asked])}


@register_body_attack("false answer to an ask", "said", "WRONG_SUM")
def cheat_false_answer_to_an_ask(adversary: Adversary, body: FrameBody) -> FrameBody | None:
    later = adversary.public.turn > 0 and holds_at_least(adversary)
    return {**body, "t": body["t"] + 1} if later else None


@register_body_attack("sum without a proof", "said", "BAD_SHAPE")
def cheat_sum_without_a_proof(adversary: Adversary, body: FrameBody) -> FrameBody | None:
    return {"t": body["t"]} if holds_at_least(adversary) else None


@register_body_attack("sum that is a fraction", "said", "BAD_SHAPE")
def cheat_sum_that_is_a_fraction(adversary: Adversary, body: FrameBody) -> FrameBody | None:
    return {**body, "t": float(body["t"])}


@register_body_attack("sum that is a boolean", "said", "BAD_SHAPE")
def cheat_sum_that_is_a_boolean(adversary: Adversary, body: FrameBody) -> FrameBody | None:
    return {**body, "t": bool(body["t"])}


@register_body_attack("sum of four hundred digits", "said", "WRONG_SUM")
def cheat_sum_of_four_hundred_digits(adversary: Adversary, body: FrameBody) -> FrameBody | None:
    return {**body, "t": 10**400}


@register_body_attack(
    "draw: a false share for the drawer", "share", "NOT_A_POINT", "SHARE_UNPROVED"
)
def cheat_draw_a_false_share_for_the_drawer(
    adversary: Adversary, body: FrameBody
) -> FrameBody | None:
    return with_flipped_bit(body, "o")


@register_body_attack("draw: the share of the next card", "share", "SHARE_UNPROVED")
def cheat_draw_the_share_of_the_next_card(
    adversary: Adversary, body: FrameBody
) -> FrameBody | None:
    deck = adversary.round.cards.deck
    return {"o": adversary.make_proved_shares(deck[:1])} if deck else None


@register_body_attack("draw: no share", "share", "WRONG_SIZE")
def cheat_draw_no_share(adversary: Adversary, body: FrameBody) -> FrameBody | None:
    return {"o": ""}


@register_body_attack("hand shuffle: a card exchanged for a 5", "mix", "NOT_A_SHUFFLE")
def cheat_hand_shuffle_a_card_exchanged_for_a_5(
    adversary: Adversary, body: FrameBody
) -> FrameBody | None:
    r, key = random_scalar(), multiply_base(adversary.secret_key)
    card = multiply_base(r) + add_points(multiply_base(6), multiply(r, key))
    return {**body, "d": encode_base64(card + decode_base64_field(body, "d")[64:])}


@register_body_attack("hand shuffle: one card in every place", "mix", "NOT_A_SHUFFLE")
def cheat_hand_shuffle_one_card_in_every_place(
    adversary: Adversary, body: FrameBody
) -> FrameBody | None:
    deck = decode_base64_field(body, "d")
    return {**body, "d": encode_base64(deck[:64] * (len(deck) // 64))}


@register_body_attack("hand shuffle: the old order with the old proof", "mix", "NOT_A_SHUFFLE")
def cheat_hand_shuffle_the_old_order_with_the_old_proof(
    adversary: Adversary, body: FrameBody
) -> FrameBody | None:
    return {**body, "d": encode_base64(encode_deck(adversary.encrypted_hand))}


@register_body_attack("hand shuffle: a proof for another step", "mix", "NOT_A_SHUFFLE")
def cheat_hand_shuffle_a_proof_for_another_step(
    adversary: Adversary, body: FrameBody
) -> FrameBody | None:
    return shuffle_frame_body(
        adversary.encrypted_hand, multiply_base(adversary.secret_key), b"another step"
    )


# Cheats at the end of the round.


@register_body_attack("false key at the end of the round", "open", "WRONG_KEY")
def cheat_false_key_at_the_end_of_the_round(
    adversary: Adversary, body: FrameBody
) -> FrameBody | None:
    return {"x": encode_base64(encode_scalar(adversary.secret_key + 1))}


@register_body_attack("unreduced key at the end of the round", "open", "NOT_A_SCALAR")
def cheat_unreduced_key_at_the_end_of_the_round(
    adversary: Adversary, body: FrameBody
) -> FrameBody | None:
    return {"x": encode_base64(NOT_CANONICAL)}


@register_body_attack("no key at the end of the round", "open", "BAD_SHAPE")
def cheat_no_key_at_the_end_of_the_round(adversary: Adversary, body: FrameBody) -> FrameBody | None:
    return {}
