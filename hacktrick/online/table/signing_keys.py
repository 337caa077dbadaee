"""The signing keys of the profiles on this computer, and the public keys of known players.

A key is generated when its profile hosts or joins for the first time. Only the owner can read the
key file, and the key never leaves the network process.
"""

from __future__ import annotations

import contextlib
import datetime
import glob
import json
import os
import unicodedata
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import NamedTuple

from nacl.signing import SigningKey

from hacktrick.game.json_validation import displayable_name
from hacktrick.online.faults import InvalidData
from hacktrick.online.protocol.signed_frame_chain import (
    canonical_json,
    decode_base64,
    encode_base64,
)
from hacktrick.online.resource_limits import MAX_KNOWN_PLAYERS
from hacktrick.safe_files import write_bytes_atomically

FORMAT = "hacktrick-signing-key"
SEED_BYTES = 32
MAX_KEY_FILE_BYTES = 4096
MAX_KNOWN_PLAYERS_FILE_BYTES = 1 << 20
KNOWN_PLAYERS_FILE = "friends.json"


class KeyFileError(ValueError):
    """Raised for a file without a signing key."""


class KnownPlayer(NamedTuple):
    """A player met before, with the name and the day (ISO 8601) of the first match."""

    name: str
    met: str


class Keyring:
    """The signing keys and the known players in a folder.

    Args:
        folder: the folder, created with the first key if it does not exist.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def get_or_make_signing_key(self, profile: str) -> SigningKey:
        """Return the key of a profile; make a new one if there is none or its file is damaged.

        Raises:
            OSError: the key cannot be written.
        """
        path = self._key_path(profile)
        try:
            return _read_key(path)
        except FileNotFoundError:
            pass
        except KeyFileError:
            self._move_damaged_file(path)
        signer = SigningKey.generate()
        self._write_key(path, signer)
        return signer

    def export_key(self, profile: str, path: Path) -> None:
        """Write the key of a profile to a file that the player has chosen.

        Raises:
            OSError: the file cannot be written.
        """
        self._write_key(path, self.get_or_make_signing_key(profile))

    def import_key(self, profile: str, path: Path) -> None:
        """Replace the key of a profile by the key in a file, and keep a copy of the old key.

        Raises:
            KeyFileError: the file contains no key.
            OSError: a file cannot be read or written.
        """
        self._replace_key_file(profile, _read_key(path))

    def replace_key(self, profile: str) -> None:
        """Create a new key for a profile, and keep a copy of the old key.

        Raises:
            OSError: the key cannot be written.
        """
        self._replace_key_file(profile, SigningKey.generate())

    def _replace_key_file(self, profile: str, signer: SigningKey) -> None:
        """Replace the key file of a profile and keep a copy of the old file.

        The profile always has a key, even if the program is killed in between.
        """
        path = self._key_path(profile)
        with contextlib.suppress(FileNotFoundError):
            with path.open("rb") as file:
                old = file.read(MAX_KEY_FILE_BYTES)
            _write_private(_unused_path(path), old)
        self._write_key(path, signer)

    def load_known_players(self) -> dict[str, KnownPlayer]:
        """Return the known players by hexadecimal key.

        Damaged entries of the file are left out. The result is empty without a readable file.
        """
        try:
            return self._known_players_and_whether_damaged()[0]
        except OSError:
            return {}

    def _known_players_and_whether_damaged(self) -> tuple[dict[str, KnownPlayer], bool]:
        """Return the readable known players, and whether the file has unreadable entries.

        Raises:
            OSError: the file exists but cannot be read at present.
        """
        try:
            with (self._folder / KNOWN_PLAYERS_FILE).open("rb") as file:
                data = json.loads(file.read(MAX_KNOWN_PLAYERS_FILE_BYTES))
        except FileNotFoundError:
            return {}, False
        except (ValueError, RecursionError):
            return {}, True
        if not isinstance(data, dict):
            return {}, True
        found: dict[str, KnownPlayer] = {}
        for key, entry in data.items():
            with contextlib.suppress(TypeError, KeyError):
                found[key] = KnownPlayer(displayable_name(str(entry["name"])), str(entry["met"]))
        return found, len(found) < len(data)

    def remember_players(self, people: dict[str, str]) -> None:
        """Add new players; those already known keep their name and day.

        A damaged file is renamed and kept.

        Args:
            people: the names of the players by hexadecimal key.

        Raises:
            OSError: the file cannot be read or written.
        """
        path = self._folder / KNOWN_PLAYERS_FILE
        (known, is_damaged), day = (
            self._known_players_and_whether_damaged(),
            datetime.date.today().isoformat(),
        )
        fresh = {key: KnownPlayer(name, day) for key, name in people.items() if key not in known}
        if not fresh:
            return
        if is_damaged:
            self._move_damaged_file(path)
        newest = dict([*known.items(), *fresh.items()][-MAX_KNOWN_PLAYERS:])
        data = {key: friend._asdict() for key, friend in newest.items()}
        _write_private(path, json.dumps(data, indent=1).encode())

    def _key_path(self, profile: str) -> Path:
        name = unicodedata.normalize("NFC", profile).casefold()
        return self._folder / f"{sha256(name.encode()).hexdigest()[:24]}.key"

    def _write_key(self, path: Path, signer: SigningKey) -> None:
        data = {"format": FORMAT, "version": 1, "seed": encode_base64(bytes(signer))}
        _write_private(path, canonical_json(data))

    def _move_damaged_file(self, path: Path) -> None:
        with contextlib.suppress(FileNotFoundError):
            path.replace(_unused_path(path))


def _unused_path(path: Path) -> Path:
    """Return an unused path beside a file, with the current time in its name.

    A number is added if the name is taken, as it may be after the clock was set back.
    """
    stamp = datetime.datetime.now(datetime.UTC).strftime("%Y%m%d-%H%M%S")
    names = (f"{path.name}.{stamp}{f'-{n}' if n > 1 else ''}" for n in count(1))
    return next(free for free in map(path.with_name, names) if not os.path.lexists(free))


def _read_key(path: Path) -> SigningKey:
    with path.open("rb") as file:
        content = file.read(MAX_KEY_FILE_BYTES + 1)
    try:
        data = json.loads(content)
        if data["format"] != FORMAT:
            raise KeyFileError(str(path))
        seed = decode_base64(data["seed"])
    except (ValueError, TypeError, KeyError, RecursionError, InvalidData) as error:
        raise KeyFileError(str(path)) from error
    if len(seed) != SEED_BYTES:
        raise KeyFileError(str(path))
    return SigningKey(seed)


def _write_private(path: Path, content: bytes) -> None:
    """Write a file atomically; only the owner can read the file and its folder.

    Temporary files of the file or its copies that a killed program has left behind are deleted.
    """
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    for left in path.parent.glob(f".{glob.escape(path.name)}*.tmp"):
        left.unlink(missing_ok=True)
    write_bytes_atomically(path, content)
