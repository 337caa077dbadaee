"""Fuzzes the frames of an online table: faulty contents, each correctly signed by its seat.

The players must treat each frame either as noise or as a cheat of the seat that signed it. The
match is a stored one, so that findings can be reproduced.
"""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

from hacktrick.game.json_validation import JsonShapeError
from hacktrick.online.faults import Cheat, HistoryFork, UnattributableFrame
from hacktrick.online.protocol.match_replica import SeatlessReplica
from hacktrick.online.protocol.match_terms import read_match_terms
from hacktrick.online.protocol.proof_file import ProofFile, decode_proof_file
from hacktrick.online.protocol.signed_frame_chain import (
    SIGNATURE_SIZE,
    canonical_json,
    encode_base64,
    sign_frame,
)
from tests.support.network_tables import signing_key_of

MATCHES = Path(__file__).resolve().parents[2] / "tests" / "online" / "protocol" / "matches"
NAMES = ("keypad", "wits", "quartet")
# Number of steps of the match; checking a cheat takes longer the more frames precede it.
MAX_STEPS = 70


class FuzzFault(AssertionError):
    """Raised if a seat is blamed for a frame it has not signed, or faulty terms are accepted."""


@lru_cache
def stored_proof_file(name: str) -> ProofFile:
    """Return the stored match of a preset."""
    return decode_proof_file((MATCHES / f"{name}.hacktrick-proof").read_bytes())


def valid_frame(seed: int) -> str:
    """Return the JSON text of a frame of a stored match."""
    frames = stored_proof_file(NAMES[seed % len(NAMES)]).frames[:MAX_STEPS]
    return frames[seed * 7 % len(frames)][SIGNATURE_SIZE:].decode()


def valid_terms(seed: int) -> str:
    """Return the text of a stored match's terms."""
    return stored_proof_file(NAMES[seed % len(NAMES)]).terms.as_text()


def receive_frame(text: str) -> None:
    """Let a player receive a frame with this content, signed by its seat, amid a match."""
    payload = _payload(text)
    name, place = _match_and_step_of_frame(payload)
    seat = payload.get("s")
    seats = range(len(stored_proof_file(name).terms.keys))
    seat = seat if type(seat) is int and seat in seats else 0
    observer = _observer_after(name, place)
    try:
        observer.receive_frame(
            sign_frame(signing_key_of(seat), _canonical_frame_content(text, payload))
        )
    except UnattributableFrame:
        return  # the frame was valid, so the match goes on
    except Cheat as cheat:
        _check_blamed_seat(cheat, seat)
    except HistoryFork as fork:
        _check_blamed_seat(observer.resolve_fork(fork, ()), seat)
    _observer_after.cache_clear()


def receive_terms(text: str) -> None:
    """Read match terms as if another program had sent them."""
    try:
        found = read_match_terms(text)
    except JsonShapeError:
        return
    if found.as_text() != text:
        raise FuzzFault("terms that can be written in two ways")


def _payload(text: str) -> dict[str, Any]:
    try:
        payload = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return payload if isinstance(payload, dict) else {}


def _canonical_frame_content(text: str, payload: dict[str, Any]) -> bytes:
    """Return the payload as canonical JSON if possible, or otherwise the text itself.

    A frame in any other form would be refused for its form alone.
    """
    try:
        return canonical_json(payload) if payload else text.encode("utf-8", "replace")
    except (ValueError, RecursionError):
        return text.encode("utf-8", "replace")


def _match_and_step_of_frame(payload: dict[str, Any]) -> tuple[str, int]:
    """Return the match to which a frame belongs, and the number of frames before it."""
    for name in NAMES:
        proof = stored_proof_file(name)
        if payload.get("m") == encode_base64(proof.terms.match_id):
            return name, _number_of_frame_with_head(name, payload.get("p"))
    return NAMES[0], 0


def _number_of_frame_with_head(name: str, head: Any) -> int:
    heads = [
        json.loads(raw[SIGNATURE_SIZE:])["p"] for raw in stored_proof_file(name).frames[:MAX_STEPS]
    ]
    return heads.index(head) if head in heads else 0


@lru_cache(maxsize=1)
def _observer_after(name: str, n_frames: int) -> SeatlessReplica:
    proof = stored_proof_file(name)
    observer = SeatlessReplica(proof.terms)
    observer.receive_frames(proof.frames[:n_frames])
    return observer


def _check_blamed_seat(cheat: Cheat, seat: int) -> None:
    if cheat.seat != seat:
        raise FuzzFault(f"seat {cheat.seat} is blamed for what seat {seat} has signed")
