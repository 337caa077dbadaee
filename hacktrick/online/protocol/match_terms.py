"""The terms to which the players of an online match agree before the first frame, and their ID."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any

from hacktrick.game import json_validation
from hacktrick.game.editions import PRESETS, Rules, custom_options
from hacktrick.game.json_validation import JsonShapeError
from hacktrick.game.view import SeatInfo, read_seats
from hacktrick.online.crypto.curve_group import hash_parts
from hacktrick.online.protocol.process_messages import CLOCK_CHOICES

PROTOCOL = 1
PROTOCOL_WITH_CLOCK = 2  # the first protocol whose programs know the decision clock
PROTOCOL_WITH_PAUSES = 3  # the first protocol with pauses, which every new table has
# The protocols that this program speaks.
PROTOCOLS = (PROTOCOL, PROTOCOL_WITH_CLOCK, PROTOCOL_WITH_PAUSES)
KEY_SIZE = 32  # number of bytes in a public signing key (Ed25519)
NONCE_SIZE = 16
ID_SIZE = 16


def lowest_protocol_with(clock: int, pauses: bool) -> int:
    """Return the lowest protocol version that offers these features.

    A match uses this version.

    Args:
        clock: the seconds for a decision; 0 without a clock.
        pauses: whether the match can pause.
    """
    if pauses:
        return PROTOCOL_WITH_PAUSES
    return PROTOCOL_WITH_CLOCK if clock else PROTOCOL


HASHED_NAMES = {"has_codes": "codes", "is_individual": "individual"}
"""By field of ``Rules``, its name in the hash of the rules where that is another one."""


def _hashed_fields(rules: Rules) -> dict[str, object]:
    return {HASHED_NAMES.get(name, name): value for name, value in asdict(rules).items()}


@lru_cache
def rules_hash() -> str:
    """Return a hash of the rules of all editions.

    Two programs can play together only if their hashes are equal.
    """
    table = json.dumps([_hashed_fields(rules) for rules in PRESETS.values()], sort_keys=True)
    return hash_parts(b"rules", table.encode()).hex()[:32]


@dataclass(frozen=True, slots=True)
class MatchTerms:
    """The terms on which the players of a match have agreed.

    Attributes:
        keys: the public signing keys, by seat.
        nonces: random bytes, by seat. All players check that their own bytes are included, so that
            no two matches share an ID and no frame of an old match fits.
        clock: the seconds that a player has for a decision; 0 without a clock.
        pauses: whether the match can pause.
    """

    rules: Rules
    seats: tuple[SeatInfo, ...]
    keys: tuple[bytes, ...]
    nonces: tuple[bytes, ...]
    clock: int = 0
    pauses: bool = False

    @property
    def match_id(self) -> bytes:
        """The hash of the terms; every frame contains it, so that no term can be changed."""
        return hash_parts(b"terms", self.as_text().encode())[:ID_SIZE]

    def as_text(self) -> str:
        data = {
            "protocol": lowest_protocol_with(self.clock, self.pauses),
            "rules": rules_hash(),
            "preset": self.rules.preset,
            "options": custom_options(self.rules),
            "seats": [seat.as_json() for seat in self.seats],
            "keys": [base64.b64encode(key).decode() for key in self.keys],
            "nonces": [base64.b64encode(nonce).decode() for nonce in self.nonces],
        }
        if self.clock:
            data["clock"] = self.clock
        if self.pauses:
            data["pauses"] = True
        return json.dumps(data, separators=(",", ":"), sort_keys=True)


def read_match_terms(text: str) -> MatchTerms:
    """Read terms from the text that ``MatchTerms.as_text`` returns.

    Raises:
        JsonShapeError: the terms are malformed, or this program does not know their rules; the
            message is one clause.
    """
    try:
        data = json_validation.require_object(json.loads(text), "the terms")
    except (ValueError, RecursionError) as error:
        raise JsonShapeError("the terms are not a JSON object") from error
    if type(data.get("protocol")) is not int or data["protocol"] not in PROTOCOLS:
        raise JsonShapeError("the protocol is another one than this program's")
    if data.get("rules") != rules_hash():
        raise JsonShapeError("the rules are not those of this program")
    rules = json_validation.read_rules(data)
    terms = MatchTerms(
        rules,
        read_seats(data.get("seats"), rules),
        _read_byte_strings(data, "keys", KEY_SIZE, rules.n_seats),
        _read_byte_strings(data, "nonces", NONCE_SIZE, rules.n_seats),
        _read_seconds_per_decision(data),
        data["protocol"] == PROTOCOL_WITH_PAUSES,
    )
    if len(set(terms.keys)) != rules.n_seats:
        raise JsonShapeError("two seats have the same key")
    if terms.as_text() != text:
        raise JsonShapeError("the terms are not written as this program writes them")
    return terms


def _read_seconds_per_decision(data: Mapping[str, Any]) -> int:
    clock = data.get("clock", 0)
    if type(clock) is not int or clock not in CLOCK_CHOICES:
        raise JsonShapeError("the clock is none of this program's")
    return clock


def _read_byte_strings(
    data: Mapping[str, Any], name: str, size: int, length: int
) -> tuple[bytes, ...]:
    texts = json_validation.require_strings(data.get(name), f"the {name}", length)
    try:
        found = tuple(base64.b64decode(text, validate=True) for text in texts)
    except ValueError as error:
        raise JsonShapeError(f"the {name} are not base64") from error
    if len(found) != length or any(len(entry) != size for entry in found):
        raise JsonShapeError(f"the {name}: {length} of {size} bytes are needed")
    return found
