"""Cheating about a pause is detected at once and blamed on the seat that cheated."""

from __future__ import annotations

from random import Random

import pytest

from hacktrick.game.editions import PRESETS
from hacktrick.online.faults import Cheat, Fault
from hacktrick.online.protocol.match_replica import MatchReplica
from hacktrick.online.protocol.pauses import (
    ChainPosition,
    PauseNegotiation,
    PauseWish,
    WishKind,
    pause_statement,
)
from hacktrick.online.protocol.proof_file import (
    ProofViolation,
    check_proof_file,
    proof_file_content,
)
from hacktrick.online.protocol.signed_frame_chain import FrameBody, encode_base64
from tests.support.network_tables import ReplicaGroup, random_legal_choice, signing_key_of
from tests.support.pausing_tables import (
    act_once,
    acting_peer,
    dealt_table,
    paused_table,
    send_pause_request,
    waiting_peers,
)


def signed_wish(pauses: MatchReplica, kind: WishKind, seat: int, by: int | None = None) -> bytes:
    """Return a pause request of a seat for the current step, signed with the key of ``by``."""
    data = pause_statement(pauses.exchange.chain, kind, seat)
    return signing_key_of(seat if by is None else by).sign(data).signature


def verdict_on(
    table: ReplicaGroup, adversary: MatchReplica, kind: str, body: FrameBody
) -> tuple[int, Fault]:
    """Send a cheater's frame to all others; return the seat and fault that all of them report."""
    assert adversary.seat is not None
    frame = adversary.exchange.chain.compose_frame(
        signing_key_of(adversary.seat), adversary.seat, kind, body
    )
    verdicts = set()
    for peer in table.peers:
        if peer is not adversary:
            with pytest.raises(Cheat) as caught:
                peer.receive_frame(frame)
            verdicts.add((caught.value.seat, caught.value.fault))
            with pytest.raises(ProofViolation, match=f"seat {adversary.seat} "):
                list(check_proof_file(proof_file_content(peer)))
    (verdict,) = verdicts
    return verdict


def consents(*signatures: tuple[int, bytes]) -> str:
    return encode_base64(b"".join(bytes([seat]) + one for seat, one in signatures))


def test_acting_in_a_pause_is_detected_and_blamed() -> None:
    table, actor = paused_table("trio")
    assert verdict_on(table, actor, "act", {"a": "pass"}) == (actor.seat, "WRONG_KIND")
    table, actor = paused_table("trio")
    other = next(peer for peer in table.peers if peer is not actor)
    assert verdict_on(table, other, "act", {"a": "pass"}) == (other.seat, "OUT_OF_TURN")


@pytest.mark.parametrize("by", [None, 0])
def test_a_pause_without_agreement_is_detected_and_blamed(by: int | None) -> None:
    """Try a pause that no player asked for, and a consent signed with another key."""
    table = dealt_table("trio")
    act_once(table)
    actor, (asker, friend) = acting_peer(table), waiting_peers(table)
    assert actor.seat is not None and asker.seat is not None and friend.seat is not None
    good = (asker.seat, signed_wish(actor, "ask", asker.seat))
    bad = (friend.seat, signed_wish(actor, "agree", friend.seat, by=actor.seat))
    listed = [] if by is None else sorted([good, bad])
    body: FrameBody = {"w": asker.seat, "c": consents(*listed)}
    assert verdict_on(table, actor, "pause", body) == (actor.seat, "UNAGREED")


def test_a_consent_does_not_count_as_a_request() -> None:
    table = dealt_table()
    actor, other = acting_peer(table), waiting_peers(table)[0]
    assert other.seat is not None
    body: FrameBody = {
        "w": other.seat,
        "c": consents((other.seat, signed_wish(actor, "agree", other.seat))),
    }
    assert verdict_on(table, actor, "pause", body) == (actor.seat, "UNAGREED")


def test_a_consent_is_invalid_at_another_decision() -> None:
    table = dealt_table("trio")
    early = {peer.seat: signed_wish(peer, "ask", peer.seat or 0) for peer in table.peers}
    act_once(table)
    actor, other = acting_peer(table), waiting_peers(table)[0]
    assert other.seat is not None
    body: FrameBody = {"w": other.seat, "c": consents((other.seat, early[other.seat]))}
    assert verdict_on(table, actor, "pause", body) == (actor.seat, "UNAGREED")


def test_only_the_seat_to_act_can_begin_a_pause() -> None:
    table = dealt_table("trio")
    other = waiting_peers(table)[0]
    body: FrameBody = {"w": other.seat, "c": ""}
    assert verdict_on(table, other, "pause", body) == (other.seat, "OUT_OF_TURN")


def test_a_pause_is_not_ended_in_the_name_of_another() -> None:
    for kind, by in (("end", True), ("agree", False)):
        table, actor = paused_table("trio")
        other = next(peer for peer in table.peers if peer is not actor)
        assert other.seat is not None and actor.seat is not None
        who = actor.seat if by else other.seat
        forged = signed_wish(actor, kind, other.seat, by=who)  # type: ignore[arg-type]
        body: FrameBody = {"w": other.seat, "z": encode_base64(forged)}
        assert verdict_on(table, actor, "resume", body) == (actor.seat, "UNAGREED")


@pytest.mark.slow
def test_the_consents_of_a_pause_name_each_seat_once_in_order_and_not_the_speaker() -> None:
    for case in ("the speaker", "twice", "out of order"):
        table = dealt_table("trio")
        actor, (asker, friend) = acting_peer(table), waiting_peers(table)
        assert actor.seat is not None and asker.seat is not None and friend.seat is not None
        first, second = sorted((asker.seat, friend.seat))
        asked = (first, signed_wish(actor, "ask", first))
        agreed = (second, signed_wish(actor, "agree", second))
        listed = {
            "the speaker": sorted([asked, (actor.seat, signed_wish(actor, "agree", actor.seat))]),
            "twice": [asked, asked],
            "out of order": [agreed, asked],
        }[case]
        body: FrameBody = {"w": first, "c": consents(*listed)}
        assert verdict_on(table, actor, "pause", body) == (actor.seat, "BAD_SHAPE"), case


def test_a_wish_that_was_refused_does_not_come_again_before_the_next_decision() -> None:
    """A manipulated program asks again, but no player sees the request."""
    table = dealt_table("trio")
    asker, (refuser, third) = waiting_peers(table)[0], [acting_peer(table), waiting_peers(table)[1]]
    send_pause_request(table, asker)
    send_pause_request(table, refuser, on=False)
    assert asker.seat is not None
    again = PauseWish(asker.seat, "ask", refuser.step, signed_wish(refuser, "ask", asker.seat))
    for peer in (refuser, third):
        assert not peer.receive_pause_wish(again) and peer.pauses.asking_seat is None
    act_once(table)
    later = PauseWish(asker.seat, "ask", refuser.step, signed_wish(refuser, "ask", asker.seat))
    assert refuser.receive_pause_wish(later) and refuser.pauses.asking_seat == asker.seat


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"w": "0", "c": ""},
        {"w": 0, "c": encode_base64(bytes(64))},
        {"w": 1, "c": encode_base64(bytes([1]) + bytes(64) + bytes([1]) + bytes(64))},
        {"w": 9, "c": encode_base64(bytes([9]) + bytes(64))},
    ],
)
def test_a_malformed_pause_frame_is_blamed_on_its_seat(body: FrameBody) -> None:
    table = dealt_table("trio")
    actor = acting_peer(table)
    seat, fault = verdict_on(table, actor, "pause", body)
    assert seat == actor.seat and fault in ("BAD_SHAPE", "UNAGREED")


def test_a_pause_in_a_match_without_pauses_is_blamed() -> None:
    table = ReplicaGroup(PRESETS["trio"], random_legal_choice(Random(1)), 1)
    for peer in table.peers:
        peer.advance()
    table.deliver_frames()
    actor = acting_peer(table)
    body: FrameBody = {"w": actor.seat, "c": ""}
    assert verdict_on(table, actor, "pause", body) == (actor.seat, "WRONG_KIND")


def test_a_forged_request_for_a_pause_is_ignored() -> None:
    """Without a valid signature no seat can be blamed."""
    table = dealt_table()
    actor, other = acting_peer(table), waiting_peers(table)[0]
    assert actor.seat is not None and other.seat is not None
    before: PauseNegotiation = actor.pauses
    forged = signed_wish(actor, "ask", other.seat, by=actor.seat)
    assert not actor.receive_pause_wish(PauseWish(other.seat, "ask", actor.step, forged))
    late = ChainPosition(actor.exchange.chain.head, actor.step - 1)
    old = signing_key_of(other.seat).sign(pause_statement(late, "ask", other.seat)).signature
    assert not actor.receive_pause_wish(PauseWish(other.seat, "ask", actor.step, old))
    assert not actor.receive_pause_wish(PauseWish(9, "ask", actor.step, old))
    assert before.asking_seat is None
