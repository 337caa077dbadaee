"""The signing keys of the profiles on this computer, and the public keys of known players.

A key is generated when its profile first hosts or joins. It lies in a file that only its owner can
read and never leaves the network process.
"""

from __future__ import annotations

import contextlib
import datetime
import json
import os
import unicodedata
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from nacl.signing import SigningKey

from hacktrick.game.json_validation import tidy_name
from hacktrick.online.faults import InvalidData
from hacktrick.online.protocol.frames import canonical_json, decode_base64, encode_base64

FORMAT = "hacktrick-signing-key"
SEED = 32
LARGEST = 4096  # bytes of a key file
LARGEST_KNOWN_PLAYERS = 1 << 20
MOST_KNOWN_PLAYERS = 1000
KNOWN_PLAYERS_FILE = "friends.json"


class KeyFileError(ValueError):
    """A file that holds no signing key."""


class KnownPlayer(NamedTuple):
    """Whom one has played with: the name and the day (ISO) of the first match."""

    name: str
    met: str


class Keyring:
    """The keys in a folder.

    Args:
        folder: made when the first key is.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def signer(self, profile: str) -> SigningKey:
        """The key of a profile; made if there is none, or none that can be read.

        Raises:
            OSError: it cannot be written.
        """
        path = self._path(profile)
        try:
            return _read(path)
        except FileNotFoundError:
            pass
        except KeyFileError:
            self._set_aside(path)
        signer = SigningKey.generate()
        self._write(path, signer)
        return signer

    def export(self, profile: str, path: Path) -> None:
        """Write the key of a profile to a file of the player's choice.

        Raises:
            OSError: it cannot be written.
        """
        self._write(path, self.signer(profile))

    def take(self, profile: str, path: Path) -> None:
        """Use the key of a file from now on; the old one is kept aside.

        Raises:
            KeyFileError: the file holds none.
            OSError: it cannot be read, or the key not be written.
        """
        signer = _read(path)
        self._set_aside(self._path(profile))
        self._write(self._path(profile), signer)

    def replace(self, profile: str) -> None:
        """A fresh key; the old one is kept aside.

        Raises:
            OSError: it cannot be written.
        """
        self._set_aside(self._path(profile))
        self.signer(profile)

    # --- whom one has met -------------------------------------------------------------------------

    def friends(self) -> dict[str, KnownPlayer]:
        """By their keys (hexadecimal); empty where the book cannot be read."""
        try:
            text = (self._folder / KNOWN_PLAYERS_FILE).read_text(encoding="utf-8")
            data = json.loads(text[:LARGEST_KNOWN_PLAYERS])
            return {
                str(key): KnownPlayer(tidy_name(str(entry["name"])), str(entry["met"]))
                for key, entry in data.items()
            }
        except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
            return {}

    def meet(self, people: dict[str, str]) -> None:
        """Remember keys with their names; those that are known stay as they are.

        Raises:
            OSError: the book cannot be written.
        """
        known, day = self.friends(), datetime.date.today().isoformat()
        fresh = {key: KnownPlayer(name, day) for key, name in people.items() if key not in known}
        if not fresh:
            return
        book = dict([*known.items(), *fresh.items()][-MOST_KNOWN_PLAYERS:])
        data = {key: friend._asdict() for key, friend in book.items()}
        _write_whole(self._folder / KNOWN_PLAYERS_FILE, json.dumps(data, indent=1).encode())

    # --- files ------------------------------------------------------------------------------------

    def _path(self, profile: str) -> Path:
        name = unicodedata.normalize("NFC", profile).casefold()
        return self._folder / f"{sha256(name.encode()).hexdigest()[:24]}.key"

    def _write(self, path: Path, signer: SigningKey) -> None:
        data = {"format": FORMAT, "version": 1, "seed": encode_base64(bytes(signer))}
        _write_whole(path, canonical_json(data))

    def _set_aside(self, path: Path) -> None:
        stamp = datetime.datetime.now(datetime.UTC).strftime("%Y%m%d-%H%M%S")
        with contextlib.suppress(FileNotFoundError):
            path.replace(path.with_name(f"{path.name}.{stamp}"))


def _read(path: Path) -> SigningKey:
    with path.open("rb") as file:
        content = file.read(LARGEST + 1)
    try:
        data = json.loads(content)
        if data["format"] != FORMAT:
            raise KeyFileError(str(path))
        seed = decode_base64(data["seed"])
    except (ValueError, TypeError, KeyError, RecursionError, InvalidData) as error:
        raise KeyFileError(str(path)) from error
    if len(seed) != SEED:
        raise KeyFileError(str(path))
    return SigningKey(seed)


def _write_whole(path: Path, content: bytes) -> None:
    """The old file or the new one, whole, for its owner's eyes only."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_BINARY", 0)
    number = os.open(temporary, flags, 0o600)
    try:
        with os.fdopen(number, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)
