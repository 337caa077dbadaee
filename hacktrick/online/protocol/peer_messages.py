"""Messages on the channel between host and guest: frames of the match, and messages with fields.

The first byte tells the kind: ``F`` for a frame, ``E`` for a frame shown as evidence, ``W`` for a
JSON object whose field ``w`` names the kind of message. Malformed messages are rejected.
"""

from __future__ import annotations

import json
from typing import Any, Literal, NamedTuple

from hacktrick.online.faults import InvalidData
from hacktrick.online.protocol.signed_frame_chain import (
    canonical_json,
    decode_base64,
    encode_base64,
)

PeerMessageKind = Literal["frame", "evidence", "fields"]
_TAGS: dict[bytes, PeerMessageKind] = {b"F": "frame", b"E": "evidence", b"W": "fields"}
MAX_TEXT_LENGTH = 16_000


class MalformedMessage(ValueError):
    """Raised for bytes that are not a message of this protocol."""


class MessageFields:
    """The fields of a JSON object from a peer.

    The methods that read a field raise ``MalformedMessage`` if the field is missing or of another
    type.

    Attributes:
        what: the kind of message; "" for an object within a message.
    """

    def __init__(self, data: dict[str, Any]) -> None:
        self._data = data
        self.what = self.text_field("w")

    def text_field(self, name: str, longest: int = MAX_TEXT_LENGTH) -> str:
        value = self._data.get(name)
        if (
            not isinstance(value, str)
            or len(value) > longest
            or not _has_only_printable_characters(value)
        ):
            raise MalformedMessage(name)
        return value

    def number_field(self, name: str) -> int:
        value = self._data.get(name)
        if type(value) is not int or not 0 <= value < 2**31:
            raise MalformedMessage(name)
        return value

    def has_field(self, name: str) -> bool:
        return name in self._data

    def boolean_field(self, name: str) -> bool:
        value = self._data.get(name)
        if not isinstance(value, bool):
            raise MalformedMessage(name)
        return value

    def bytes_field(self, name: str, size: int) -> bytes:
        try:
            value = decode_base64(self._data.get(name))
        except InvalidData as error:
            raise MalformedMessage(name) from error
        if len(value) != size:
            raise MalformedMessage(name)
        return value

    def object_field(self, name: str) -> dict[str, Any]:
        value = self._data.get(name)
        if not isinstance(value, dict):
            raise MalformedMessage(name)
        return value

    def object_list(self, name: str, max_length: int) -> list[MessageFields | None]:
        """Return the objects of a list field, with None for each null.

        Args:
            name: the name of the field.
            max_length: the maximum number of objects.

        Raises:
            MalformedMessage: the field is no such list or is too long.
        """
        value = self._data.get(name)
        if not isinstance(value, list) or len(value) > max_length:
            raise MalformedMessage(name)
        if not all(one is None or isinstance(one, dict) for one in value):
            raise MalformedMessage(name)
        return [None if one is None else MessageFields({"w": "", **one}) for one in value]


class PeerMessage(NamedTuple):
    """A message from a peer: a frame, a frame as evidence, or ``fields``."""

    kind: PeerMessageKind
    frame: bytes = b""
    fields: MessageFields | None = None


def frame_message(frame: bytes) -> bytes:
    return b"F" + frame


def evidence_message(frame: bytes) -> bytes:
    return b"E" + frame


def fields_message(what: str, **facts: Any) -> bytes:
    """Encode a message of the kind ``what`` with these fields; bytes become base64."""
    fields = {
        name: encode_base64(value) if isinstance(value, bytes) else value
        for name, value in facts.items()
    }
    return b"W" + canonical_json({"w": what, **fields})


def read_message(data: bytes) -> PeerMessage:
    """Decode a message.

    Raises:
        MalformedMessage: the bytes are not a message.
    """
    kind = _TAGS.get(data[:1])
    if kind is None:
        raise MalformedMessage("no such message")
    if kind != "fields":
        return PeerMessage(kind, data[1:])
    try:
        value = json.loads(data[1:].decode("ascii"))
    except (ValueError, RecursionError) as error:
        raise MalformedMessage("not JSON") from error
    if not isinstance(value, dict):
        raise MalformedMessage("not an object")
    return PeerMessage("fields", fields=MessageFields(value))


def _has_only_printable_characters(text: str) -> bool:
    """Return whether a text has neither control characters nor lone surrogates."""
    return not any(
        "\ud800" <= sign <= "\udfff" or sign < " " or "\x7f" <= sign < "\xa0" for sign in text
    )
