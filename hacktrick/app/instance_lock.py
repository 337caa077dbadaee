"""The lock that lets only one program use a data folder; the system frees it if the holder dies."""

from __future__ import annotations

import errno
import sys
from pathlib import Path
from typing import IO


class InstanceLock:
    """One program per data folder. The system's own lock, so a killed holder never blocks it."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: IO[bytes] | None = None

    def acquire(self) -> bool:
        """False if another program holds it; OSError if the folder cannot be used."""
        self._path.parent.mkdir(parents=True, exist_ok=True)
        if self._path.exists() and not self._path.is_file():  # a pipe would be waited for
            raise FileExistsError(errno.EEXIST, "the lock is no file", str(self._path))
        file = self._path.open("ab")
        if not _lock(file):
            file.close()
            return False
        self._file = file
        return True

    def release(self) -> None:
        if self._file:
            self._file.close()  # the system unlocks with it
            self._file = None


if sys.platform == "win32":
    import msvcrt

    def _lock(file: IO[bytes]) -> bool:
        file.seek(0)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _lock(file: IO[bytes]) -> bool:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:  # a file system without locks: one player, most likely
            return True
        return True
