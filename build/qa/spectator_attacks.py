"""Attacks by spectators, who send what only players may send.

The host must refuse such a message, no player may be blamed for it, and it must change nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple, cast

from nacl.signing import SigningKey

from hacktrick.game.editions import Rules
from hacktrick.online.faults import UnattributableFrame
from hacktrick.online.protocol.match_replica import record_of_replica
from hacktrick.online.protocol.pauses import pause_statement
from hacktrick.online.protocol.peer_messages import (
    MalformedMessage,
    evidence_message,
    fields_message,
    frame_message,
    read_message,
)
from hacktrick.online.protocol.signed_frame_chain import canonical_json, encode_base64, sign_frame
from hacktrick.online.table.spectators import (
    SpectatorConnection,
    SpectatorGallery,
    SpectatorInterference,
)
from hacktrick.online.transport.secure_channel import SecureChannel
from tests.support.network_tables import ReplicaGroup, random_legal_choice

KEY = SigningKey(bytes([99]) * 32)  # the key of a signer without a seat at the table
SEAT = 0  # the seat in whose name spectators send frames


class SpectatorAttack(NamedTuple):
    """A message that a spectator may not send.

    Attributes:
        frame: whether the message is a frame of the match. The host removes the sender of a frame
            and announces their name; after any other message, the host only closes the
            connection.
    """

    name: str
    make: Callable[[ReplicaGroup], bytes]
    frame: bool


def _forged_frame(table: ReplicaGroup, kind: str, body: dict[str, Any], seat: int = SEAT) -> bytes:
    chain = table.peers[SEAT].exchange.chain
    payload = {
        "m": encode_base64(table.terms.match_id),
        "n": chain.step,
        "p": encode_base64(chain.head),
        "s": seat,
        "k": kind,
        "b": body,
    }
    return sign_frame(KEY, canonical_json(payload))


def _frame_with_flipped_bit(table: ReplicaGroup) -> bytes:
    """Return the last frame of a player with one bit of its signature flipped."""
    frame = table.sent[-1][1]
    return bytes([frame[0] ^ 1]) + frame[1:]


def _signed_pause_wish(table: ReplicaGroup) -> bytes:
    chain = table.peers[SEAT].exchange.chain
    signature = KEY.sign(pause_statement(chain, "ask", SEAT)).signature
    return fields_message("pause", s=SEAT, k="ask", n=chain.step, z=signature)


SPECTATOR_ATTACKS = (
    SpectatorAttack(
        "spectator: acts in the name of a player",
        lambda table: frame_message(_forged_frame(table, "act", {"a": "draw"})),
        True,
    ),
    SpectatorAttack(
        "spectator: acts in the name of a seat that does not exist",
        lambda table: frame_message(_forged_frame(table, "act", {"a": "draw"}, 9)),
        True,
    ),
    SpectatorAttack(
        "spectator: pauses the match",
        lambda table: frame_message(_forged_frame(table, "pause", {"w": SEAT, "c": ""})),
        True,
    ),
    SpectatorAttack(
        "spectator: ends a pause",
        lambda table: frame_message(_forged_frame(table, "resume", {"w": SEAT})),
        True,
    ),
    SpectatorAttack(
        "spectator: reveals a key at the end of the round",
        lambda table: frame_message(_forged_frame(table, "open", {"x": encode_base64(bytes(32))})),
        True,
    ),
    SpectatorAttack(
        "spectator: repeats an altered frame of a player",
        lambda table: frame_message(_frame_with_flipped_bit(table)),
        True,
    ),
    SpectatorAttack(
        "spectator: shows evidence against a player",
        lambda table: evidence_message(_forged_frame(table, "act", {"a": "draw"})),
        True,
    ),
    SpectatorAttack("spectator: asks for a pause", _signed_pause_wish, False),
    SpectatorAttack(
        "spectator: sends free text in the chat",
        lambda table: fields_message("say", phrase="", text="Ben has a five"),
        False,
    ),
    SpectatorAttack(
        "spectator: sends a phrase that only the host may send",
        lambda table: fields_message("say", phrase="PAUSE_REFUSED", text=""),
        False,
    ),
    SpectatorAttack(
        "spectator: sends the terms of a match",
        lambda table: fields_message("terms", text=table.terms.as_text()),
        False,
    ),
    SpectatorAttack(
        "spectator: reports the end of the evidence", lambda table: fields_message("shown"), False
    ),
)


def fault_of_spectator_attack(attack: SpectatorAttack, rules: Rules) -> str:
    """Try a spectator's message.

    Returns:
        A description of what is wrong with the reaction, or "" if nothing is.
    """
    table = ReplicaGroup(rules, random_legal_choice(Random(3)), 3, pauses=True)
    for peer in table.peers:
        peer.advance()
    table.deliver_frames()
    message = attack.make(table)
    if host_blames_or_drops_spectator(message) != attack.frame:
        return "it is not met as it should be"
    if attack.frame and not do_all_players_ignore_frame(table, message[1:]):
        return "a player has taken it"
    table.play(1 if not rules.has_codes else 100)
    if any(peer.verdict is not None for peer in table.peers):
        return "somebody is blamed"
    return (
        ""
        if len({record_of_replica(peer).as_text() for peer in table.peers}) == 1
        else "two records"
    )


def host_blames_or_drops_spectator(message: bytes) -> bool | None:
    """Return the host's reaction to a spectator's message.

    Returns:
        True if the host removes the spectator and announces their name, False if the host only
        closes the connection, None if the host accepts the message.
    """
    gallery = SpectatorGallery(True, lambda one, phrase: None)
    eve = SpectatorConnection("Eve", bytes(KEY.verify_key), cast("SecureChannel", None))
    try:
        gallery.handle_message(eve, read_message(message), lambda: None)
    except SpectatorInterference:
        return True
    except MalformedMessage:
        return False
    return None


def do_all_players_ignore_frame(table: ReplicaGroup, frame: bytes) -> bool:
    """Return whether all players ignore a frame as noise, even if a host passes it on."""
    for peer in table.peers:
        before = peer.step, peer.exchange.chain.head, peer.version
        try:
            peer.receive_frame(frame)
        except UnattributableFrame:
            pass
        else:
            return False
        if before != (peer.step, peer.exchange.chain.head, peer.version):
            return False
    return True
