"""What programs of other versions, and files on disk, rely on stays as it is.

A table of one version is joined, and its files are read, by programs of another. A change here is
a change of the protocol: it needs a new protocol number and a way to read what exists.
"""

from __future__ import annotations

import pytest

from hacktrick.online.protocol import (
    card_protocol,
    frame_exchange,
    invitations,
    match_terms,
    pauses,
    peer_messages,
    process_messages,
    proof_file,
    signed_frame_chain,
    write_ahead_log,
)
from hacktrick.online.table import participant_base, roster, saved_tables, signing_keys
from hacktrick.online.transport import lan_discovery, listeners, mqtt_broker, secure_channel

CONSTANTS: dict[object, dict[str, object]] = {
    match_terms: {
        "PROTOCOLS": (1, 2, 3),
        "PROTOCOL_WITH_CLOCK": 2,
        "PROTOCOL_WITH_PAUSES": 3,
        "KEY_SIZE": 32,
        "NONCE_SIZE": 16,
        "ID_SIZE": 16,
    },
    signed_frame_chain: {"SIGNATURE_SIZE": 64, "HEAD_SIZE": 32},
    card_protocol: {"COMMITMENT_SIZE": 64},
    frame_exchange: {"SALT_SIZE": 32},
    pauses: {"PAUSE_TAG": b"hacktrick pause 1\0", "CONSENT_SIZE": 65},
    peer_messages: {"MAX_TEXT_LENGTH": 16_000},
    process_messages: {"CLOCK_CHOICES": (0, 60, 120)},
    proof_file: {"MAGIC": b"hacktrick-proof-1\n", "MAX_FILE_BYTES": 67_108_864},
    write_ahead_log: {"MAGIC": b"hacktrick-log-1\n", "SECRET_SIZE": 32, "MAX_HEADER": 65_536},
    invitations: {
        "N_SYLLABLES": 64,
        "NUMBER_BITS": 36,
        "SECRET_BYTES": 5,
        "N_OLD_TOPICS": 10_000,
        "SECRET_TOPICS": 68_719_476_736,
        "DEFAULT_PORTS": {"mqtt": 1883, "mqtts": 8883, "ws": 80, "wss": 443},
        "MAX_LENGTH": 300,
    },
    participant_base: {
        "MAX_NAME_LENGTH": 16,
        "MAX_LINE_LENGTH": 200,
        "CHALLENGE_BYTES": 32,
        "HELLO_TAG": b"hacktrick hello 1\0",
        "SPECTATOR_SEAT": 255,
    },
    roster: {"MAX_SEATS": 4, "LOBBY_DIGEST_SIZE": 16},
    saved_tables: {"MAX_FILE_BYTES": 65_536, "SECRET_BYTES": 32},
    signing_keys: {
        "SEED_BYTES": 32,
        "MAX_KEY_FILE_BYTES": 4096,
        "MAX_KNOWN_PLAYERS_FILE_BYTES": 1_048_576,
        "MAX_KNOWN_PLAYERS": 1000,
    },
    lan_discovery: {"MAX_SEATS": 4},
    listeners: {"TABLE_KEY_BYTES": 6},
    mqtt_broker: {"GUEST_BYTES": 8, "KEEP_ALIVE": 20, "AT_LEAST_ONCE": 1},
    secure_channel: {
        "LENGTH_BYTES": 4,
        "HANDSHAKE_SECONDS": 8.0,
        # Both sides must agree: at least two pings come before a silent connection counts as lost.
        "PING_EVERY": 5.0,
        "DEAD_AFTER": 15.0,
    },
}


@pytest.mark.parametrize(
    ("module", "name"), [(module, name) for module, names in CONSTANTS.items() for name in names]
)
def test_a_number_that_others_rely_on_does_not_change(module: object, name: str) -> None:
    found = getattr(module, name)
    assert found == CONSTANTS[module][name] and type(found) is type(CONSTANTS[module][name])
