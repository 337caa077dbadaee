"""The unfinished online matches on this computer, each with its log and its table's address."""

from __future__ import annotations

import contextlib
import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from hacktrick.online.protocol.invitations import without_password
from hacktrick.online.protocol.process_messages import ResumableTable
from hacktrick.online.protocol.signed_frame_chain import (
    canonical_json,
    decode_base64,
    encode_base64,
)
from hacktrick.online.protocol.write_ahead_log import LogError, LogHeader, MatchLog

LOG_FILE = "log"
REJOIN_FILE = "table.json"
MAX_FILE_BYTES = 64 * 1024
SECRET_BYTES = 32


class RejoinInfo(NamedTuple):
    """Everything needed to rejoin a table; the fields are also those of the rejoin file.

    Attributes:
        secret: the secret of the match's players, which opens the entrance ``match``.
        host, port: the address of the table; the host itself needs only the port.
        broker, topic: the address at a broker; ``broker`` is "" for none.
        gallery: the spectators' access code in hexadecimal, which only the host saves; "" if the
            table admits no spectators.
    """

    is_host: bool
    profile: str
    secret: bytes
    host: str = ""
    port: int = 0
    broker: str = ""
    topic: int = 0
    gallery: str = ""


class SavedTable(NamedTuple):
    """A saved match whose log is open for writing."""

    log: MatchLog
    header: LogHeader
    frames: list[bytes]
    rejoin_info: RejoinInfo


class SavedTables:
    """The saved online matches in a folder, one subfolder each."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def create_with_log(self, header: LogHeader, rejoin_info: RejoinInfo) -> MatchLog:
        """Save a new match and open its log.

        Raises:
            OSError: a file cannot be written, or the match has been saved already.
        """
        place = self._folder_of(header.terms.match_id.hex())
        place.mkdir(parents=True, exist_ok=True, mode=0o700)
        (place / REJOIN_FILE).write_bytes(_encode_rejoin_info(rejoin_info))
        return MatchLog.create(place / LOG_FILE, header)

    def load_table(self, match: str) -> SavedTable:
        """Open the saved match with this ID.

        Raises:
            LogError: the log or the rejoin file is damaged.
            OSError: the match is not saved here.
        """
        place = self._folder_of(match)
        rejoin_info = _read_rejoin_info(place / REJOIN_FILE)
        log, header, frames = MatchLog.reopen(place / LOG_FILE)
        return SavedTable(log, header, frames, rejoin_info)

    def delete_table(self, match: str) -> None:
        """Delete a saved match that is over."""
        shutil.rmtree(self._folder_of(match), ignore_errors=True)

    def list_resumable(self) -> Iterator[ResumableTable]:
        """Yield the matches that can be resumed, the newest first.

        Yield nothing if the folder cannot be read, for example because another user owns it.
        """
        try:
            logs = [(place / LOG_FILE, place) for place in self._folder.iterdir()]
            found = [(log.stat().st_mtime, place) for log, place in logs if log.is_file()]
        except OSError:
            return
        for _time, place in sorted(found, reverse=True):
            with contextlib.suppress(OSError, LogError):
                yield self._resumable_state(place)

    def _resumable_state(self, place: Path) -> ResumableTable:
        saved = self.load_table(place.name)
        saved.log.close()
        terms = saved.header.terms
        names = tuple(seat.name for seat in terms.seats)
        rejoin_info, preset = saved.rejoin_info, terms.rules.preset
        return ResumableTable(
            place.name, preset, names, rejoin_info.profile, rejoin_info.is_host, rejoin_info.broker
        )

    def _folder_of(self, match: str) -> Path:
        if not match.isalnum():
            raise LogError("no name of a match")
        return self._folder / match


def _encode_rejoin_info(rejoin_info: RejoinInfo) -> bytes:
    """Return the content of a rejoin file, without the broker's password."""
    broker = without_password(rejoin_info.broker)
    data = {**rejoin_info._asdict(), "secret": encode_base64(rejoin_info.secret), "broker": broker}
    if not rejoin_info.gallery:
        del data["gallery"]  # older programs do not know this entry
    return canonical_json(data)


def _read_rejoin_info(path: Path) -> RejoinInfo:
    with path.open("rb") as file:
        content = file.read(MAX_FILE_BYTES)
    try:
        data: dict[str, Any] = json.loads(content)
        rejoin_info = RejoinInfo(**{**data, "secret": decode_base64(data["secret"])})
        bytes.fromhex(rejoin_info.gallery)
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise LogError("the way to the table cannot be read") from error
    texts, numbers = (
        (rejoin_info.profile, rejoin_info.host, rejoin_info.broker),
        (rejoin_info.port, rejoin_info.topic),
    )
    if not all(isinstance(one, str) for one in texts) or len(rejoin_info.secret) != SECRET_BYTES:
        raise LogError("the way to the table cannot be read")
    if not all(type(one) is int for one in numbers) or not isinstance(rejoin_info.is_host, bool):
        raise LogError("the way to the table cannot be read")
    return rejoin_info
