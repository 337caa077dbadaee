"""Cheats with pauses: pausing without consent or with old consents, acting during a pause, and
forging another seat's wish to end it."""

from __future__ import annotations

from hacktrick.online.protocol.frames import FrameBody, encode_base64
from hacktrick.online.protocol.pauses import CONSENT_SIZE, WishKind, pause_statement
from qa.adversary import Frames, Villain, crime, crime_of_frames, raw
from tests.support.network_tables import signer


def other(villain: Villain) -> int:
    """Returns a seat other than the villain's."""
    return (villain.me + 1) % villain.replica.terms.rules.n_seats


def forged(villain: Villain, kind: WishKind) -> bytes:
    """Returns a pause wish in the name of another seat, signed by the villain."""
    data = pause_statement(villain.chain, kind, other(villain))
    return signer(villain.me).sign(data).signature


@crime_of_frames("pause: nobody has agreed", "UNAGREED")
def _(villain: Villain, kind: str, body: FrameBody) -> Frames | None:
    return villain.frame("pause", {"w": other(villain), "c": ""}) if kind == "act" else None


@crime_of_frames("pause: signs for another that he agrees", "UNAGREED")
def _(villain: Villain, kind: str, body: FrameBody) -> Frames | None:
    consent = encode_base64(bytes([other(villain)]) + forged(villain, "ask"))
    pause = {"w": other(villain), "c": consent}
    return villain.frame("pause", pause) if kind == "act" else None


@crime_of_frames("pause: stops the turn of another", "OUT_OF_TURN")
def _(villain: Villain, kind: str, body: FrameBody) -> Frames | None:
    pause = {"w": villain.me, "c": ""}
    return villain.frame("pause", pause) if kind == "act of others" else None


@crime_of_frames("pause: takes the consents of an earlier one", "UNAGREED", paused=True)
def _(villain: Villain, kind: str, body: FrameBody) -> Frames | None:
    if kind == "pause":
        villain.remembered = body
    is_over = kind == "act" and villain.remembered and villain.replica.pauses.current is None
    return villain.frame("pause", villain.remembered) if is_over else None


@crime("pause: a consent twice", "pause", "BAD_SHAPE", paused=True)
def _(villain: Villain, body: FrameBody) -> FrameBody | None:
    return {**body, "c": encode_base64(raw(body, "c")[:CONSENT_SIZE] * 2)}


@crime("pause: a consent that is cut off", "pause", "BAD_SHAPE", paused=True)
def _(villain: Villain, body: FrameBody) -> FrameBody | None:
    return {**body, "c": encode_base64(raw(body, "c")[:-1])}


@crime("pause: by the wish of a seat that does not exist", "pause", "UNAGREED", paused=True)
def _(villain: Villain, body: FrameBody) -> FrameBody | None:
    return {**body, "w": 9}


@crime_of_frames("pause: acts in it", "WRONG_KIND", paused=True)
def _(villain: Villain, kind: str, body: FrameBody) -> Frames | None:
    return villain.frame("act", {"a": "pass"}) if kind == "resume" else None


@crime_of_frames("pause: acts in it, where another has the turn", "OUT_OF_TURN", paused=True)
def _(villain: Villain, kind: str, body: FrameBody) -> Frames | None:
    return villain.frame("act", {"a": "pass"}) if kind == "resume of others" else None


@crime_of_frames("pause: ends it where another has the turn", "OUT_OF_TURN", paused=True)
def _(villain: Villain, kind: str, body: FrameBody) -> Frames | None:
    return villain.frame("resume", {"w": villain.me}) if kind == "resume of others" else None


@crime("pause: ends it in the name of another", "resume", "UNAGREED", paused=True)
def _(villain: Villain, body: FrameBody) -> FrameBody | None:
    return {"w": other(villain), "z": encode_base64(forged(villain, "end"))}


@crime("pause: ends it in the name of nobody", "resume", "BAD_SHAPE", paused=True)
def _(villain: Villain, body: FrameBody) -> FrameBody | None:
    return {"w": villain.me, "z": encode_base64(forged(villain, "end"))}
