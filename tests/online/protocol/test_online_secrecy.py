"""The frames of an online match reveal nothing that the rules keep hidden."""

from __future__ import annotations

import json
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from hacktrick.game.actions import UNKNOWN_CODE
from hacktrick.game.cards import UNKNOWN_CARD
from hacktrick.game.editions import PRESETS
from hacktrick.online.protocol.match_replica import MatchReplica, SeatlessReplica
from hacktrick.online.protocol.proof_file import decode_proof_file
from tests.support.network_tables import ReplicaGroup, random_legal_choice

MATCHES = Path(__file__).with_name("matches")


@lru_cache
def frames_sent(name: str) -> tuple[dict[str, Any], ...]:
    """Return what a stored match's frames contain, in order."""
    frames = decode_proof_file((MATCHES / f"{name}.hacktrick-proof").read_bytes()).frames
    return tuple(json.loads(frame[64:]) for frame in frames)


@pytest.mark.parametrize("name", ["keypad", "quartet"])
def test_after_every_draw_the_hand_is_mixed(name: str) -> None:
    """Otherwise the position of a card would show whether it was dealt or drawn."""
    frames = frames_sent(name)
    seats = {frame["s"] for frame in frames}
    for here, after in pairwise(frames):
        if here["k"] == "share" and after["k"] not in ("share", "mix"):
            # A single card cannot be mixed: the drawer held none before.
            drawer = seats - {frame["s"] for frame in frames if frame["n"] == here["n"]}
            assert hand_size(frames, drawer.pop(), here["n"]) == 1


def hand_size(frames: tuple[dict[str, Any], ...], seat: int, step: int) -> int:
    """Return how many cards a seat holds after a draw, from the frames of that round."""
    begins = max(frame["n"] for frame in frames if frame["k"] == "deal" and frame["n"] <= step)
    n_seats = len({frame["s"] for frame in frames})
    starter = next(frame["s"] for frame in frames if frame["n"] == begins + 1)
    held = {2: 3, 4: 2}[n_seats] + int(seat == starter)
    for frame in frames:
        if begins < frame["n"] <= step and frame["k"] == "act" and frame["s"] == seat:
            verb = frame["b"]["a"].split()[0]
            held += {"draw": 1, "play": -1, "start": -1}.get(verb, 0)
    return held


def test_hidden_cards_are_question_marks_in_frames() -> None:
    texts = {frame["b"]["a"] for frame in frames_sent("wits") if frame["k"] == "act"}
    hidden = {text for text in texts if text.split()[0] in ("swap", "under", "lay")}
    assert {text.split()[0] for text in hidden} == {"swap", "under", "lay"}
    for text in hidden:
        assert set(text.split()[1:]) <= {"?", "none"}


def test_hands_are_only_shown_where_the_rules_show_them() -> None:
    """The drawer sends no key share for a drawn card, unless they must show their hand."""
    for name in ("keypad", "wits", "quartet"):
        frames = frames_sent(name)
        acts = [frame["b"] for frame in frames if frame["k"] == "act"]
        for before, body in zip([{"a": ""}, *acts], acts, strict=False):
            if body["a"] == "draw" and "o" in body:
                assert before["a"] == "command play" or before["a"].startswith(("ask", "partner"))


def peers_in_mid_round() -> tuple[ReplicaGroup, SeatlessReplica]:
    table = ReplicaGroup(PRESETS["quartet"], random_legal_choice(Random(1)), 1)
    for peer in table.peers:
        peer.advance()
    table.deliver_frames()
    for _ in range(12):
        peer = next(peer for peer in table.peers if peer.waits_for == "action")
        peer.submit_own_action(table.choose[peer.seat or 0](peer))
        table.deliver_frames()
        if peer.is_round_over:
            break
    observer = SeatlessReplica(table.terms)
    observer.receive_frames(frame for _, frame in table.sent)
    return table, observer


def seats_with_known_cards(replica: MatchReplica) -> set[int]:
    """Return the seats whose encrypted cards this replica has opened."""
    assert replica.round is not None
    keys, cards = replica.round.keys, replica.round.cards
    return {
        seat
        for seat, hand in enumerate(cards.hands)
        for card in (*hand, *cards.dealt[seat])
        # The cards that a player's keys have opened, which have no public name.
        if card in keys._values
    }


def test_a_computer_looks_into_its_own_hand_only() -> None:
    table, observer = peers_in_mid_round()
    for peer in table.peers:
        peer.view()
        assert seats_with_known_cards(peer) == {peer.seat}
    assert seats_with_known_cards(observer) == set()


def test_what_others_draw_is_unknown_to_the_replica_itself() -> None:
    table, observer = peers_in_mid_round()
    for replica in (*table.peers, observer):
        assert replica.round is not None and replica.round.start is not None
        for event in replica.round.events:
            if event.seat != replica.seat:
                assert set(event.facts.drawn) <= {UNKNOWN_CARD}
        for seat, hand in enumerate(replica.round.start.hands):
            assert seat == replica.seat or set(hand) <= {UNKNOWN_CARD}


def test_the_order_of_the_codes_is_unknown_until_the_end() -> None:
    proof = decode_proof_file((MATCHES / "wits.hacktrick-proof").read_bytes())
    observer = SeatlessReplica(proof.terms)
    for frame in proof.frames:
        observer.receive_frame(frame)
        if observer.match is not None and not observer.is_over:
            assert observer.pile == ()
            assert {*observer.match.pile, *sum(observer.match.held, ())} <= {UNKNOWN_CODE}
    assert len(observer.pile) == 12
