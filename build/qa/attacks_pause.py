"""Cheats on the pause of a match.

The adversary pauses without consent or with old consent, acts during a pause, or forges another
seat's wish to end it.
"""

from __future__ import annotations

from hacktrick.online.protocol.pauses import CONSENT_SIZE, WishKind, pause_statement
from hacktrick.online.protocol.signed_frame_chain import FrameBody, encode_base64
from qa.adversary import Adversary, Frames, body_attack, decode_field, frame_attack
from tests.support.network_tables import signing_key_of


def other_seat(adversary: Adversary) -> int:
    """Return a seat other than the adversary's."""
    return (adversary.own_seat + 1) % adversary.replica.terms.rules.n_seats


def forged_pause_wish(adversary: Adversary, kind: WishKind) -> bytes:
    """Return a pause wish in the name of another seat, signed by the adversary."""
    data = pause_statement(adversary.chain, kind, other_seat(adversary))
    return signing_key_of(adversary.own_seat).sign(data).signature


@frame_attack("pause: begins without consent", "UNAGREED")
def cheat_pause_begins_without_consent(
    adversary: Adversary, kind: str, body: FrameBody
) -> Frames | None:
    return (
        adversary.signed_frame("pause", {"w": other_seat(adversary), "c": ""})
        if kind == "act"
        else None
    )


@frame_attack("pause: a forged consent", "UNAGREED")
def cheat_pause_a_forged_consent(adversary: Adversary, kind: str, body: FrameBody) -> Frames | None:
    consent = encode_base64(bytes([other_seat(adversary)]) + forged_pause_wish(adversary, "ask"))
    pause = {"w": other_seat(adversary), "c": consent}
    return adversary.signed_frame("pause", pause) if kind == "act" else None


@frame_attack("pause: begins in the turn of another seat", "OUT_OF_TURN")
def cheat_pause_begins_in_the_turn_of_another_seat(
    adversary: Adversary, kind: str, body: FrameBody
) -> Frames | None:
    pause = {"w": adversary.own_seat, "c": ""}
    return adversary.signed_frame("pause", pause) if kind == "act of others" else None


@frame_attack("pause: reuses the consents of an earlier pause", "UNAGREED", needs_pause=True)
def cheat_pause_reuses_the_consents_of_an_earlier_pause(
    adversary: Adversary, kind: str, body: FrameBody
) -> Frames | None:
    if kind == "pause":
        adversary.remembered_body = body
    is_over = (
        kind == "act" and adversary.remembered_body and adversary.replica.pauses.current is None
    )
    return adversary.signed_frame("pause", adversary.remembered_body) if is_over else None


@body_attack("pause: a duplicated consent", "pause", "BAD_SHAPE", needs_pause=True)
def cheat_pause_a_duplicated_consent(adversary: Adversary, body: FrameBody) -> FrameBody | None:
    return {**body, "c": encode_base64(decode_field(body, "c")[:CONSENT_SIZE] * 2)}


@body_attack("pause: a truncated consent", "pause", "BAD_SHAPE", needs_pause=True)
def cheat_pause_a_truncated_consent(adversary: Adversary, body: FrameBody) -> FrameBody | None:
    return {**body, "c": encode_base64(decode_field(body, "c")[:-1])}


@body_attack("pause: requested by an unknown seat", "pause", "UNAGREED", needs_pause=True)
def cheat_pause_requested_by_an_unknown_seat(
    adversary: Adversary, body: FrameBody
) -> FrameBody | None:
    return {**body, "w": 9}


@frame_attack("pause: acts during the pause", "WRONG_KIND", needs_pause=True)
def cheat_pause_acts_during_the_pause(
    adversary: Adversary, kind: str, body: FrameBody
) -> Frames | None:
    return adversary.signed_frame("act", {"a": "pass"}) if kind == "resume" else None


@frame_attack(
    "pause: acts during the pause in the turn of another seat", "OUT_OF_TURN", needs_pause=True
)
def cheat_pause_acts_during_the_pause_in_the_turn_of_another_seat(
    adversary: Adversary, kind: str, body: FrameBody
) -> Frames | None:
    return adversary.signed_frame("act", {"a": "pass"}) if kind == "resume of others" else None


@frame_attack("pause: ends the pause in the turn of another seat", "OUT_OF_TURN", needs_pause=True)
def cheat_pause_ends_the_pause_in_the_turn_of_another_seat(
    adversary: Adversary, kind: str, body: FrameBody
) -> Frames | None:
    return (
        adversary.signed_frame("resume", {"w": adversary.own_seat})
        if kind == "resume of others"
        else None
    )


@body_attack(
    "pause: ends the pause in the name of another seat", "resume", "UNAGREED", needs_pause=True
)
def cheat_pause_ends_the_pause_in_the_name_of_another_seat(
    adversary: Adversary, body: FrameBody
) -> FrameBody | None:
    return {"w": other_seat(adversary), "z": encode_base64(forged_pause_wish(adversary, "end"))}


@body_attack(
    "pause: ends the pause in the name of no seat", "resume", "BAD_SHAPE", needs_pause=True
)
def cheat_pause_ends_the_pause_in_the_name_of_no_seat(
    adversary: Adversary, body: FrameBody
) -> FrameBody | None:
    return {"w": adversary.own_seat, "z": encode_base64(forged_pause_wish(adversary, "end"))}
