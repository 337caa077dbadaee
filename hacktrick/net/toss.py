"""Who leads first, by chance that nobody at the table can bend."""

from __future__ import annotations

from hacktrick.game.match import first_leaders
from hacktrick.game.rules import Seat
from hacktrick.net.frames import Body, in_base64
from hacktrick.net.group import digest
from hacktrick.net.talk import Steps, Talk
from hacktrick.net.terms import Terms

NONCE = "coin"  # the label of the nonce that decides who leads


def toss(terms: Terms, talk: Talk) -> Steps[Seat]:
    """Who leads: all commit to nonces, then show them (Blum, Coin Flipping by Telephone)."""
    identity, seats = talk.identity, range(terms.rules.n_seats)

    def commitment(seat: Seat, nonce: bytes) -> bytes:
        return digest(b"coin", terms.match_id, bytes([seat]), nonce)

    def commit(context: bytes) -> Body:
        assert identity is not None
        return {"h": in_base64(commitment(identity.seat, identity.salt(NONCE)))}

    def show(context: bytes) -> Body:
        assert identity is not None
        return {"r": in_base64(identity.salt(NONCE))}

    committed = yield from talk.step("commit", seats, commit)
    shown = yield from talk.step("nonce", seats, show)
    nonces = []
    for seat, said in shown.items():
        with committed[seat].blamed():
            hidden = committed[seat].data("h")
        with said.blamed():
            nonces.append(said.data("r"))
        if hidden != commitment(seat, nonces[-1]):
            raise said.accuse("WRONG_NONCE")
    candidates = first_leaders(terms.rules)
    chance = int.from_bytes(digest(b"leader", *nonces), "little")
    return candidates[chance % len(candidates)]
