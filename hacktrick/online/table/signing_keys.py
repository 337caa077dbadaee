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
    """The file holds no signing key."""


class KnownPlayer(NamedTuple):
    """A player met before: name and day (ISO) of the first match."""

    name: str
    met: str


class Keyring:
    """The signing keys and the known players in a folder.

    Args:
        folder: created with the first key.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def signer(self, profile: str) -> SigningKey:
        """The key of a profile; a new one if there is none, or the file is damaged.

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

    def export_key(self, profile: str, path: Path) -> None:
        """Write the key of a profile to a file that the player has chosen.

        Raises:
            OSError: it cannot be written.
        """
        self._write(path, self.signer(profile))

    def import_key(self, profile: str, path: Path) -> None:
        """Replace the key of a profile by that of a file; the old one is renamed and kept.

        Raises:
            KeyFileError: the file holds no key.
            OSError: a file cannot be read, renamed or written.
        """
        signer = _read(path)
        self._set_aside(self._path(profile))
        self._write(self._path(profile), signer)

    def replace_key(self, profile: str) -> None:
        """Make a new key for a profile; the old one is renamed and kept.

        Raises:
            OSError: it cannot be written.
        """
        self._set_aside(self._path(profile))
        self.signer(profile)

    # --- known players ----------------------------------------------------------------------------

    def known_players(self) -> dict[str, KnownPlayer]:
        """Known players by key (hexadecimal); empty if the file cannot be read."""
        try:
            text = (self._folder / KNOWN_PLAYERS_FILE).read_text(encoding="utf-8")
            data = json.loads(text[:LARGEST_KNOWN_PLAYERS])
            return {
                str(key): KnownPlayer(tidy_name(str(entry["name"])), str(entry["met"]))
                for key, entry in data.items()
            }
        except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
            return {}

    def remember_players(self, people: dict[str, str]) -> None:
        """Remember players, given as names by key; known ones keep their name and day.

        Raises:
            OSError: the file cannot be written.
        """
        known, day = self.known_players(), datetime.date.today().isoformat()
        fresh = {key: KnownPlayer(name, day) for key, name in people.items() if key not in known}
        if not fresh:
            return
        newest = dict([*known.items(), *fresh.items()][-MOST_KNOWN_PLAYERS:])
        data = {key: friend._asdict() for key, friend in newest.items()}
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
    """Write a file atomically, readable by its owner alone."""
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
