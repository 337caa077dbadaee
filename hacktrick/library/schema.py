"""The file of the library: its tables, the steps from older ones, and opening it whatever it is.

``user_version`` counts the steps, forward only. The journal is deleted after every transaction
(``journal_mode=DELETE``), so that at rest the library is one file that may be copied.
"""

from __future__ import annotations

import contextlib
import sqlite3
import stat
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from hacktrick.files import set_aside

APPLICATION = 0x48545249  # "HTRI": whose file this is, in the header of the file itself
HEADER = b"SQLite format 3\0"
WAIT = 5.0  # seconds for another program that is writing

STEPS: tuple[str, ...] = (
    """
    CREATE TABLE match (
        id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE,
        began TEXT, ended TEXT NOT NULL, source TEXT NOT NULL,
        parent INTEGER REFERENCES match(id) ON DELETE SET NULL, branch_at TEXT,
        preset TEXT NOT NULL, options TEXT NOT NULL, aids TEXT, rated INTEGER NOT NULL,
        score TEXT NOT NULL, rounds INTEGER NOT NULL,
        starred INTEGER NOT NULL DEFAULT 0, note TEXT NOT NULL DEFAULT '', deleted TEXT,
        record BLOB NOT NULL);
    CREATE TABLE seat (
        match INTEGER NOT NULL REFERENCES match(id) ON DELETE CASCADE, seat INTEGER NOT NULL,
        profile TEXT, name TEXT NOT NULL, level INTEGER, won INTEGER NOT NULL,
        PRIMARY KEY (match, seat)) WITHOUT ROWID;
    CREATE TABLE round (
        match INTEGER NOT NULL REFERENCES match(id) ON DELETE CASCADE, round INTEGER NOT NULL,
        leader INTEGER NOT NULL, winner INTEGER NOT NULL, points INTEGER NOT NULL,
        by TEXT NOT NULL, PRIMARY KEY (match, round)) WITHOUT ROWID;
    CREATE INDEX match_ended ON match(ended);
    CREATE INDEX seat_name ON seat(name);
    """,
    # Judgements, which can be made again, and below them what cannot.
    """
    CREATE TABLE judged (
        match INTEGER NOT NULL REFERENCES match(id) ON DELETE CASCADE, round INTEGER NOT NULL,
        judge TEXT NOT NULL, story BLOB NOT NULL, PRIMARY KEY (match, round)) WITHOUT ROWID;
    CREATE TABLE decision (
        match INTEGER NOT NULL REFERENCES match(id) ON DELETE CASCADE, round INTEGER NOT NULL,
        action INTEGER NOT NULL, seat INTEGER NOT NULL, judge TEXT NOT NULL,
        themes TEXT NOT NULL, free INTEGER NOT NULL, best TEXT NOT NULL, played TEXT NOT NULL,
        loss REAL NOT NULL, loss_match REAL NOT NULL, share REAL NOT NULL, checked REAL,
        PRIMARY KEY (match, round, action)) WITHOUT ROWID;
    CREATE TABLE luck (
        match INTEGER NOT NULL REFERENCES match(id) ON DELETE CASCADE, round INTEGER NOT NULL,
        action INTEGER NOT NULL, seat INTEGER NOT NULL, kind TEXT NOT NULL, judge TEXT NOT NULL,
        value REAL NOT NULL, PRIMARY KEY (match, round, action, seat, kind)) WITHOUT ROWID;
    CREATE TABLE help (
        match INTEGER NOT NULL REFERENCES match(id) ON DELETE CASCADE, round INTEGER NOT NULL,
        action INTEGER NOT NULL, hint INTEGER NOT NULL DEFAULT 0,
        undone INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (match, round, action)) WITHOUT ROWID;
    CREATE TABLE card (
        id INTEGER PRIMARY KEY, profile TEXT NOT NULL, puzzle TEXT NOT NULL, origin TEXT NOT NULL,
        text TEXT NOT NULL, fsrs TEXT NOT NULL, due TEXT NOT NULL, shown INTEGER NOT NULL DEFAULT 0,
        suspended INTEGER NOT NULL DEFAULT 0, UNIQUE (profile, puzzle));
    CREATE TABLE attempt (
        id INTEGER PRIMARY KEY, profile TEXT NOT NULL, puzzle TEXT NOT NULL, at TEXT NOT NULL,
        mirrored INTEGER NOT NULL, answer TEXT NOT NULL, loss REAL NOT NULL,
        solved INTEGER NOT NULL, hints INTEGER NOT NULL, mixed INTEGER NOT NULL);
    CREATE INDEX attempt_profile ON attempt(profile, puzzle);
    """,
)
VERSION = len(STEPS)

DAMAGE = frozenset(
    (
        *(sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB),
        *(sqlite3.SQLITE_FORMAT, sqlite3.SQLITE_SCHEMA, sqlite3.SQLITE_TOOBIG),
        *(sqlite3.SQLITE_MISMATCH, sqlite3.SQLITE_INTERNAL),
    )
)
"""Primary codes of what SQLite says of a damaged file; its own statements here are good."""

Fault = Literal["unreadable", "broken", "foreign", "newer", "copy_failed"]


@dataclass(frozen=True, slots=True)
class Opened:
    """A connection that may write or only read, and what was in the way.

    ``kept_as``: under which name a file was kept that could not be used.
    """

    connection: sqlite3.Connection | None
    may_write: bool
    fault: Fault | None = None
    kept_as: str = ""


def open_file(path: Path, may_write: bool = True) -> Opened:
    """The library in this file, made or brought up to this version if it may be written.

    What a killed program left half done is rolled back first. A file of a newer version is opened
    for reading only; one that is damaged or somebody else's is set aside under another name, and an
    empty library takes its place, in memory if nothing may be written.

    Raises:
        OSError, sqlite3.OperationalError: the folder or the disk does not allow it.
    """
    try:
        mode = path.stat().st_mode  # a link in a circle is an error, and not nothing
    except FileNotFoundError:
        if path.is_symlink():
            return Opened(None, False, "unreadable")
        return _open_new(path) if may_write else Opened(None, False)
    if not stat.S_ISREG(mode):
        return Opened(None, False, "unreadable")
    if not may_write:
        _roll_back(path)
    try:
        version = _version_of(path, "rw" if may_write else "ro")
        if version is None:
            return open_instead(path, "foreign", may_write)
        if version > VERSION or not may_write:
            fault: Fault | None = "newer" if version > VERSION else None
            return Opened(_connect(path, "ro"), False, fault)
        return _brought_up(path, version)
    except (sqlite3.Error, UnicodeDecodeError) as error:
        if not is_damage(error):
            raise
        return open_instead(path, "broken", may_write)


def is_damage(error: Exception) -> bool:
    """Whether an error tells of a damaged file, and not of a disk or another program in the way."""
    if isinstance(error, UnicodeDecodeError):  # SQLite quotes what it has found
        return True
    code = getattr(error, "sqlite_errorcode", None)
    return isinstance(error, sqlite3.DatabaseError) and (
        code & 0xFF in DAMAGE if code is not None else "not a database" in str(error)
    )


def _roll_back(path: Path) -> None:
    """Undo what a killed program left half done, which a connection for reading cannot."""
    journal = path.with_name(f"{path.name}-journal")
    with contextlib.suppress(OSError, sqlite3.Error, UnicodeDecodeError):
        if journal.stat().st_size:
            with closing(_connect(path, "rw")) as connection:
                connection.execute("SELECT count(*) FROM sqlite_master").fetchone()


def _open_new(path: Path) -> Opened:
    path.parent.mkdir(parents=True, exist_ok=True)
    connection = _connect(path, "rwc")
    _step_up(connection, 0)
    return Opened(connection, True)


def open_instead(path: Path, fault: Fault, may_write: bool) -> Opened:
    """An empty library in the place of a file that cannot be used."""
    kept = set_aside(path) if may_write else None
    if kept is None:
        connection = sqlite3.connect(":memory:", isolation_level=None)
        _step_up(connection, 0)
        return Opened(connection, False, fault)
    # A journal belongs to the file that was set aside and would spoil the new one.
    with contextlib.suppress(OSError):
        path.with_name(f"{path.name}-journal").replace(f"{kept}-journal")
    opened = _open_new(path)
    return Opened(opened.connection, True, fault, str(kept))


def _brought_up(path: Path, version: int) -> Opened:
    if version < VERSION:
        try:
            _copy(path, path.with_name(f"{path.name}.version-{version}"))
        except (OSError, sqlite3.Error):  # no step without the copy that leads back
            return Opened(_connect(path, "ro"), False, "copy_failed")
    connection = _connect(path, "rw")
    _step_up(connection, version)
    return Opened(connection, True)


def _connect(path: Path, mode: str) -> sqlite3.Connection:
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?mode={mode}", uri=True, timeout=WAIT, isolation_level=None
    )
    connection.execute("PRAGMA foreign_keys = ON")
    connection.text_factory = lambda text: text.decode("utf-8", "replace")
    return connection


def _version_of(path: Path, mode: str) -> int | None:
    """The steps that a library has made; None for a database of another program. Where it may be
    written, what a killed program left half done is rolled back first.

    Raises:
        sqlite3.DatabaseError: it is none.
    """
    with path.open("rb") as file:
        if file.read(len(HEADER)) not in (HEADER, b""):  # SQLite takes a few odd bytes for nothing
            raise sqlite3.DatabaseError("file is not a database")
    with closing(_connect(path, mode)) as connection:
        (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        (owner,) = connection.execute("PRAGMA application_id").fetchone()
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        found = {row[0] for row in connection.execute("SELECT sql FROM sqlite_master")}
    if not tables and not owner:
        return 0  # a file that was made, and nothing more, before the power went
    if owner == APPLICATION and version == VERSION and found != _own_schema():
        raise sqlite3.DatabaseError("file is not a database")
    return int(version) if owner == APPLICATION else None


def _own_schema() -> set[str | None]:
    """The statements that a library of this version consists of."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        _step_up(connection, 0)
        return {row[0] for row in connection.execute("SELECT sql FROM sqlite_master")}


def _step_up(connection: sqlite3.Connection, version: int) -> None:
    """All steps that are missing, in one transaction."""
    statements = "".join(STEPS[version:])
    connection.executescript(
        f"BEGIN IMMEDIATE; {statements} PRAGMA application_id = {APPLICATION}; "
        f"PRAGMA user_version = {VERSION}; COMMIT;"
    )


def _copy(path: Path, target: Path) -> None:
    with closing(_connect(path, "ro")) as source, closing(sqlite3.connect(target)) as copy:
        source.backup(copy)
