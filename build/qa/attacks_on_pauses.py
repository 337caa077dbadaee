"""Cheats on the pause of a match.

The adversary pauses without consent or with old consent, acts during a pause, or forges another
seat's wish to end it.
"""

from __future__ import annotations

from hacktrick.online.protocol.pauses import CONSENT_SIZE, WishKind, pause_statement
from hacktrick.online.protocol.signed_frame_chain import FrameBody, encode_base64
from qa.adversary import (
    Adversary,
    Frames,
    decode_base64_field,
    register_body_attack,
    register_frame_attack,
)
from tests.support.network_tables import signing_key_of


def seat_after_adversary(adversary: Adversary) -> int:
    """Return a seat other than the adversary's."""
    return (adversary.own_seat + 1) % adversary.replica.terms.rules.n_seats


def forged_pause_wish(adversary: Adversary, kind: WishKind) -> bytes:
    """Return a pause wish in the name of another seat, signed by the adversary."""
    data = pause_statement(adversary.chain, kind, seat_after_adversary(adversary))
    return signing_key_of(adversary.own_seat).sign(data).signature


@register_frame_attack("pause: begins without consent", "UNAGREED")
def cheat_pause_begins_without_consent(
    adversary: Adversary, kind: str, body: FrameBody
) -> Frames | None:
    return (
        adversary.signed_frame_with_changes(
            "pause", {"w": seat_after_adversary(adversary), "c": ""}
        )
        if kind == "act"
        else None
    )


@register_frame_attack("pause: a forged consent", "UNAGREED")
def cheat_pause_a_forged_consent(adversary: Adversary, kind: str, body: FrameBody) -> Frames | None:
    consent = encode_base64(
        bytes([seat_after_adversary(adversary)]) + forged_pause_wish(adversary, "ask")
    )
    pause = {"w": seat_after_adversary(adversary), "c": consent}
    return adversary.signed_frame_with_changes("pause", pause) if kind == "act" else None


@register_frame_attack("pause: begins in the turn of another seat", "OUT_OF_TURN")
def cheat_pause_begins_in_the_turn_of_another_seat(
    adversary: Adversary, kind: str, body: FrameBody
) -> Frames | None:
    pause = {"w": adversary.own_seat, "c": ""}
    return adversary.signed_frame_with_changes("pause", pause) if kind == "act of others" else None


@register_frame_attack(
    "pause: reuses the consents of an earlier pause", "UNAGREED", needs_pause=True
)
def cheat_pause_reuses_the_consents_of_an_earlier_pause(
    adversary: Adversary, kind: str, body: FrameBody
) -> Frames | None:
    if kind == "pause":
        adversary.remembered_body = body
    is_over = (
        kind == "act" and adversary.remembered_body and adversary.replica.pauses.current is None
    )
    return (
        adversary.signed_frame_with_changes("pause", adversary.remembered_body) if is_over else None
    )


@register_body_attack("pause: a duplicated consent", "pause", "BAD_SHAPE", needs_pause=True)
def cheat_pause_a_duplicated_consent(adversary: Adversary, body: FrameBody) -> FrameBody | None:
    return {**body, "c": encode_base64(decode_base64_field(body, "c")[:CONSENT_SIZE] * 2)}


@register_body_attack("pause: a truncated consent", "pause", "BAD_SHAPE", needs_pause=True)
def cheat_pause_a_truncated_consent(adversary: Adversary, body: FrameBody) -> FrameBody | None:
    return {**body, "c": encode_base64(decode_base64_field(body, "c")[:-1])}


@register_body_attack("pause: requested by an unknown seat", "pause", "UNAGREED", needs_pause=True)
def cheat_pause_requested_by_an_unknown_seat(
    adversary: Adversary, body: FrameBody
) -> FrameBody | None:
    return {**body, "w": 9}


@register_frame_attack("pause: acts during the pause", "WRONG_KIND", needs_pause=True)
def cheat_pause_acts_during_the_pause(
    adversary: Adversary, kind: str, body: FrameBody
) -> Frames | None:
    return adversary.signed_frame_with_changes("act", {"a": "pass"}) if kind == "resume" else None


@register_frame_attack(
    "pause: acts during the pause in the turn of another seat", "OUT_OF_TURN", needs_pause=True
)
def cheat_pause_acts_during_the_pause_in_the_turn_of_another_seat(
    adversary: Adversary, kind: str, body: FrameBody
) -> Frames | None:
    return (
        adversary.signed_frame_with_changes("act", {"a": "pass"})
        if kind == "resume of others"
        else None
    )


@register_frame_attack(
    "pause: ends the pause in the turn of another seat", "OUT_OF_TURN", needs_pause=True
)
def cheat_pause_ends_the_pause_in_the_turn_of_another_seat(
    adversary: Adversary, kind: str, body: FrameBody
) -> Frames | None:
    return (
        adversary.signed_frame_with_changes("resume", {"w": adversary.own_seat})
        if kind == "resume of others"
        else None
    )


@register_body_attack(
    "pause: ends the pause in the name of another seat", "resume", "UNAGREED", needs_pause=True
)
def cheat_pause_ends_the_pause_in_the_name_of_another_seat(
    adversary: Adversary, body: FrameBody
) -> FrameBody | None:
    return {
        "w": seat_after_adversary(adversary),
        "z": encode_base64(forged_pause_wish(adversary, "end")),
    }


@register_body_attack(
    "pause: ends the pause in the name of no seat", "resume", "BAD_SHAPE", needs_pause=True
)
def cheat_pause_ends_the_pause_in_the_name_of_no_seat(
    adversary: Adversary, body: FrameBody
) -> FrameBody | None:
    return {"w": adversary.own_seat, "z": encode_base64(forged_pause_wish(adversary, "end"))}
