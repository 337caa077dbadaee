"""Cheats on the pause of a match.

They pause without consent or with old consent, act during a pause, or forge another seat's wish to
end it.
"""

from __future__ import annotations

from hacktrick.online.protocol.pauses import CONSENT_SIZE, WishKind, pause_statement
from hacktrick.online.protocol.signed_frames import FrameBody, encode_base64
from qa.adversary import Adversary, Frames, body_attack, decode_field, frame_attack
from tests.support.network_tables import signing_key_of


def other_seat(adversary: Adversary) -> int:
    """Return a seat other than the adversary's."""
    return (adversary.own_seat + 1) % adversary.replica.terms.rules.n_seats


def forged_pause_wish(adversary: Adversary, kind: WishKind) -> bytes:
    """Return a pause wish in the name of another seat, signed by the adversary."""
    data = pause_statement(adversary.chain, kind, other_seat(adversary))
    return signing_key_of(adversary.own_seat).sign(data).signature


@frame_attack("pause: nobody has agreed", "UNAGREED")
def cheat_pause_nobody_has_agreed(
    adversary: Adversary, kind: str, body: FrameBody
) -> Frames | None:
    return (
        adversary.signed_frame("pause", {"w": other_seat(adversary), "c": ""})
        if kind == "act"
        else None
    )


@frame_attack("pause: signs the agreement of another", "UNAGREED")
def cheat_pause_signs_the_agreement_of_another(
    adversary: Adversary, kind: str, body: FrameBody
) -> Frames | None:
    consent = encode_base64(bytes([other_seat(adversary)]) + forged_pause_wish(adversary, "ask"))
    pause = {"w": other_seat(adversary), "c": consent}
    return adversary.signed_frame("pause", pause) if kind == "act" else None


@frame_attack("pause: stops the turn of another", "OUT_OF_TURN")
def cheat_pause_stops_the_turn_of_another(
    adversary: Adversary, kind: str, body: FrameBody
) -> Frames | None:
    pause = {"w": adversary.own_seat, "c": ""}
    return adversary.signed_frame("pause", pause) if kind == "act of others" else None


@frame_attack("pause: takes the consents of an earlier one", "UNAGREED", needs_pause=True)
def cheat_pause_takes_the_consents_of_an_earlier_one(
    adversary: Adversary, kind: str, body: FrameBody
) -> Frames | None:
    if kind == "pause":
        adversary.remembered_body = body
    is_over = (
        kind == "act" and adversary.remembered_body and adversary.replica.pauses.current is None
    )
    return adversary.signed_frame("pause", adversary.remembered_body) if is_over else None


@body_attack("pause: a consent twice", "pause", "BAD_SHAPE", needs_pause=True)
def cheat_pause_a_consent_twice(adversary: Adversary, body: FrameBody) -> FrameBody | None:
    return {**body, "c": encode_base64(decode_field(body, "c")[:CONSENT_SIZE] * 2)}


@body_attack("pause: a consent that is cut off", "pause", "BAD_SHAPE", needs_pause=True)
def cheat_pause_a_consent_that_is_cut_off(
    adversary: Adversary, body: FrameBody
) -> FrameBody | None:
    return {**body, "c": encode_base64(decode_field(body, "c")[:-1])}


@body_attack(
    "pause: by the wish of a seat that does not exist", "pause", "UNAGREED", needs_pause=True
)
def cheat_pause_by_the_wish_of_a_seat_that_does_not_exist(
    adversary: Adversary, body: FrameBody
) -> FrameBody | None:
    return {**body, "w": 9}


@frame_attack("pause: acts in it", "WRONG_KIND", needs_pause=True)
def cheat_pause_acts_in_it(adversary: Adversary, kind: str, body: FrameBody) -> Frames | None:
    return adversary.signed_frame("act", {"a": "pass"}) if kind == "resume" else None


@frame_attack("pause: acts in it, where another has the turn", "OUT_OF_TURN", needs_pause=True)
def cheat_pause_acts_in_it_where_another_has_the_turn(
    adversary: Adversary, kind: str, body: FrameBody
) -> Frames | None:
    return adversary.signed_frame("act", {"a": "pass"}) if kind == "resume of others" else None


@frame_attack("pause: ends it where another has the turn", "OUT_OF_TURN", needs_pause=True)
def cheat_pause_ends_it_where_another_has_the_turn(
    adversary: Adversary, kind: str, body: FrameBody
) -> Frames | None:
    return (
        adversary.signed_frame("resume", {"w": adversary.own_seat})
        if kind == "resume of others"
        else None
    )


@body_attack("pause: ends it in the name of another", "resume", "UNAGREED", needs_pause=True)
def cheat_pause_ends_it_in_the_name_of_another(
    adversary: Adversary, body: FrameBody
) -> FrameBody | None:
    return {"w": other_seat(adversary), "z": encode_base64(forged_pause_wish(adversary, "end"))}


@body_attack("pause: ends it in the name of nobody", "resume", "BAD_SHAPE", needs_pause=True)
def cheat_pause_ends_it_in_the_name_of_nobody(
    adversary: Adversary, body: FrameBody
) -> FrameBody | None:
    return {"w": adversary.own_seat, "z": encode_base64(forged_pause_wish(adversary, "end"))}
