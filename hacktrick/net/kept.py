"""Matches on this disk that can be gone on with: the log of each, and the way back to its table."""

from __future__ import annotations

import contextlib
import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from hacktrick.net.frames import from_base64, in_base64, write_json
from hacktrick.net.invitation import without_password
from hacktrick.net.log import Log, LogError, LogHeader
from hacktrick.net.told import KeptTable

LOG = "log"
WAY = "table.json"
LARGEST = 64 * 1024
SECRET = 32


class Way(NamedTuple):
    """The way back to a table.

    Attributes:
        secret: what those who sat there know of each other: it opens the line again.
        host, port: of the table; the host itself needs the port alone.
        broker, topic: the same at a broker; an empty address: none.
        gallery: of the host's, the code (hexadecimal) by which others watch; empty: nobody may.
    """

    is_host: bool
    profile: str
    secret: bytes
    host: str = ""
    port: int = 0
    broker: str = ""
    topic: int = 0
    gallery: str = ""


class Kept(NamedTuple):
    """A kept match, open for writing."""

    log: Log
    header: LogHeader
    frames: list[bytes]
    way: Way


class Shelf:
    """The matches over the network that are kept in a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def begin(self, header: LogHeader, way: Way) -> Log:
        """Raises:
        OSError: it cannot be written, or this match has been begun already.
        """
        place = self._place(header.terms.match_id.hex())
        place.mkdir(parents=True, exist_ok=True, mode=0o700)
        (place / WAY).write_bytes(_written(way))
        return Log.create(place / LOG, header)

    def take(self, match: str) -> Kept:
        """Raises:
        LogError: the log or the way cannot be used.
        OSError: nothing is there.
        """
        place = self._place(match)
        way = _read_way(place / WAY)
        log, header, frames = Log.reopen(place / LOG)
        return Kept(log, header, frames, way)

    def forget(self, match: str) -> None:
        """The match is over."""
        shutil.rmtree(self._place(match), ignore_errors=True)

    def all(self) -> Iterator[KeptTable]:
        """What can be gone on with, newest first."""
        if not self._folder.is_dir():
            return
        places = [place for place in self._folder.iterdir() if (place / LOG).is_file()]
        for place in sorted(places, key=lambda place: -(place / LOG).stat().st_mtime):
            with contextlib.suppress(OSError, LogError):
                yield self._told(place)

    def _told(self, place: Path) -> KeptTable:
        kept = self.take(place.name)
        kept.log.close()
        terms = kept.header.terms
        names = tuple(seat.name for seat in terms.seats)
        way, preset = kept.way, terms.rules.preset
        return KeptTable(place.name, preset, names, way.profile, way.is_host, way.broker)

    def _place(self, match: str) -> Path:
        if not match.isalnum():
            raise LogError("no name of a match")
        return self._folder / match


def _written(way: Way) -> bytes:
    """No password is written."""
    broker = without_password(way.broker)
    data = {**way._asdict(), "secret": in_base64(way.secret), "broker": broker}
    if not way.gallery:
        del data["gallery"]  # older programs know no such thing
    return write_json(data)


def _read_way(path: Path) -> Way:
    with path.open("rb") as file:
        content = file.read(LARGEST)
    try:
        data: dict[str, Any] = json.loads(content)
        way = Way(**{**data, "secret": from_base64(data["secret"])})
        bytes.fromhex(way.gallery)
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise LogError("the way to the table cannot be read") from error
    texts, numbers = (way.profile, way.host, way.broker), (way.port, way.topic)
    if not all(isinstance(one, str) for one in texts) or len(way.secret) != SECRET:
        raise LogError("the way to the table cannot be read")
    if not all(type(one) is int for one in numbers) or not isinstance(way.is_host, bool):
        raise LogError("the way to the table cannot be read")
    return way
