"""The library's database: one SQLite file with its tables, migrations and queries.

SQLite's ``user_version`` is the number of migrations done; no migration can be undone. SQLite
deletes its journal after every transaction (``journal_mode=DELETE``), so between writes the library
is a single file that can be copied.
"""

from __future__ import annotations

import base64
import contextlib
import json
import os
import shutil
import sqlite3
import stat
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from errno import ENOSPC
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal, TypeVar, get_args

from hacktrick.game.editions import PRESETS, custom_options
from hacktrick.game.state import Seat
from hacktrick.library.damaged_database_rows import Row, salvaged_rows
from hacktrick.library.match_entries import (
    LIBRARY_FILE,
    LibraryError,
    LibraryRebuilt,
    MatchEntry,
    MatchPlayer,
    MatchProvenance,
    MatchQuery,
    MatchSource,
    SortOrder,
    TurnNote,
    has_all_words,
    utc_timestamp,
)
from hacktrick.library.position_index import (
    LOG_TURN_SQL,
    WinnersAndTurns,
    winners_and_turns_of_record,
    write_turns,
)
from hacktrick.match.player_kinds import level_of
from hacktrick.match.record import MAX_CHARACTERS, NewerRecord, Record, RecordError, read_record
from hacktrick.safe_files import replace_file

APPLICATION_ID = 0x48545249  # "HTRI" in the file header, which marks a library of this program
SQLITE_HEADER = b"SQLite format 3\0"
MAX_BACKUPS = 1000
# SQLite file format numbers: 1 for a rollback journal, 2 for a write-ahead log.
FILE_FORMATS = {1, 2}
LOCK_TIMEOUT = 5.0  # seconds to wait for another program that is writing

MIGRATIONS: tuple[str, ...] = (
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
    # Three tables of judgements, which can be computed again, then tables that cannot be.
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
    # The table of notes on turns.
    """
    CREATE TABLE turn_note (
        match INTEGER NOT NULL REFERENCES match(id) ON DELETE CASCADE, round INTEGER NOT NULL,
        action INTEGER NOT NULL, text TEXT NOT NULL,
        PRIMARY KEY (match, round, action)) WITHOUT ROWID;
    """,
    # The table of the index of positions (hacktrick.library.position_index), which can be computed
    # again.
    """
    CREATE TABLE position (
        match INTEGER NOT NULL REFERENCES match(id) ON DELETE CASCADE, round INTEGER NOT NULL,
        action INTEGER NOT NULL, turn INTEGER NOT NULL, seat INTEGER NOT NULL, board_key INTEGER,
        row_key INTEGER NOT NULL, mirrored INTEGER NOT NULL, played TEXT NOT NULL,
        points INTEGER NOT NULL, PRIMARY KEY (match, round, action)) WITHOUT ROWID;
    CREATE INDEX position_board ON position(board_key) WHERE board_key IS NOT NULL;
    CREATE INDEX position_row ON position(row_key);
    """,
)
SCHEMA_VERSION = len(MIGRATIONS)

DAMAGE_CODES = frozenset(
    (
        *(sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB),
        *(sqlite3.SQLITE_FORMAT, sqlite3.SQLITE_SCHEMA, sqlite3.SQLITE_TOOBIG),
        *(sqlite3.SQLITE_MISMATCH, sqlite3.SQLITE_INTERNAL),
    )
)
"""Primary result codes of SQLite that must mean a damaged file, since all statements are valid."""

DatabaseFault = Literal["unreadable", "broken", "foreign", "newer", "copy_failed"]


@dataclass(frozen=True, slots=True)
class OpenedDatabase:
    """The result of opening a library.

    Attributes:
        connection: the open connection; None if there is no usable file.
        may_write: whether the connection may write.
        fault: the fault found in the file; None if there was none.
        backup_path: the path of the backup of an unusable file; empty if there is none.
        n_recovered: the number of matches recovered from that file.
    """

    connection: sqlite3.Connection | None
    may_write: bool
    fault: DatabaseFault | None = None
    backup_path: str = ""
    n_recovered: int = 0


def open_database(path: Path, may_write: bool, timestamp: str) -> OpenedDatabase:
    """Open the library in a file; create or upgrade the file if necessary and allowed.

    An unfinished transaction of a killed program is rolled back first. A file of a newer version is
    opened for reading only. A file that is damaged or belongs to another program is replaced by a
    library with the matches found in it; if writing is not allowed, that library is in memory.

    Args:
        path: the path of the library's file.
        may_write: whether writing is allowed.
        timestamp: the current time, in ISO 8601.

    Raises:
        OSError, sqlite3.OperationalError: the operating system refuses access.
    """
    try:
        mode = path.stat().st_mode  # raises OSError for circular links
    except FileNotFoundError:
        if path.is_symlink():
            return OpenedDatabase(None, False, "unreadable")
        return _create_database(path) if may_write else OpenedDatabase(None, False)
    if not stat.S_ISREG(mode):
        return OpenedDatabase(None, False, "unreadable")
    if not may_write:
        _roll_back(path)
    try:
        version = _n_migrations_done(path, "rw" if may_write else "ro")
        if version is None:
            return open_replacement(path, "foreign", may_write, timestamp)
        if version > SCHEMA_VERSION or not may_write:
            fault: DatabaseFault | None = "newer" if version > SCHEMA_VERSION else None
            return OpenedDatabase(_connect_database(path, "ro"), False, fault)
        return _open_upgraded(path, version)
    except (sqlite3.Error, UnicodeDecodeError) as error:
        if not is_damage_error(error):
            raise
        return open_replacement(path, "broken", may_write, timestamp)


def is_damage_error(error: Exception) -> bool:
    """Return whether an error means a damaged file, and not a full disk or a lock."""
    if isinstance(error, UnicodeDecodeError):  # SQLite's error message quotes damaged text
        return True
    code = getattr(error, "sqlite_errorcode", None)
    return isinstance(error, sqlite3.DatabaseError) and (
        code & 0xFF in DAMAGE_CODES if code is not None else "not a database" in str(error)
    )


def _roll_back(path: Path) -> None:
    """Roll back an unfinished transaction, which read-only connections cannot do."""
    journal = path.with_name(f"{path.name}-journal")
    with contextlib.suppress(OSError, sqlite3.Error, UnicodeDecodeError):
        if journal.stat().st_size:
            with closing(_connect_database(path, "rw")) as connection:
                connection.execute("SELECT count(*) FROM sqlite_master").fetchone()


def _create_database(path: Path) -> OpenedDatabase:
    path.parent.mkdir(parents=True, exist_ok=True)
    connection = _connect_database(path, "rwc")
    _migrate(connection, 0)
    return OpenedDatabase(connection, True)


def open_replacement(
    path: Path, fault: DatabaseFault, may_write: bool, timestamp: str
) -> OpenedDatabase:
    """Replace an unusable file by a library with the matches that can be read from it.

    No data is ever lost: the new library is built beside the file, and the file gets a second name
    as a backup before it is replaced. If the file cannot be replaced, the new library is in memory.

    Args:
        fault: the fault to report.
        may_write: whether writing is allowed.
        timestamp: the current time, in ISO 8601.
    """
    backup = _link_backup_file(path) if may_write else None
    if backup is not None:
        with contextlib.suppress(OSError):
            n_recovered = _replace_by_recovered_library(path, backup, timestamp)
            return OpenedDatabase(
                _connect_database(path, "rw"), True, fault, str(backup), n_recovered
            )
    connection = sqlite3.connect(":memory:", isolation_level=None)
    _migrate(connection, 0)
    return OpenedDatabase(
        connection, False, fault, n_recovered=recover_matches(connection, path, timestamp)
    )


def _link_backup_file(path: Path) -> Path | None:
    """Give a file a second name as a backup, unless a killed program has already done so.

    Returns:
        The path of the backup; None if none can be made.
    """
    for number in range(1, MAX_BACKUPS):
        backup = path.with_name(f"{path.name}.backup{number if number > 1 else ''}")
        try:
            if os.path.lexists(backup):
                if os.path.samestat(os.lstat(backup), os.lstat(path)):
                    return backup
                continue
            try:
                os.link(path, backup, follow_symlinks=False)
            except (OSError, NotImplementedError):  # the file system has no hard links
                shutil.copyfile(path, backup)
        except OSError:
            return None
        return backup
    return None


def _replace_by_recovered_library(path: Path, backup: Path, timestamp: str) -> int:
    """Build a library from the readable parts of a file, then replace the file by it.

    Returns:
        The number of matches recovered.

    Raises:
        OSError: the file cannot be replaced.
        sqlite3.Error: the library cannot be written.
    """
    fresh = path.with_name(f".{path.name}.tmp")
    for left in (fresh, fresh.with_name(f"{fresh.name}-journal")):
        left.unlink(missing_ok=True)
    with closing(_connect_database(fresh, "rwc")) as connection:
        _migrate(connection, 0)
        n_recovered = recover_matches(connection, path, timestamp)
    # The old file's journal would damage the new file.
    with contextlib.suppress(FileNotFoundError):
        path.with_name(f"{path.name}-journal").replace(f"{backup}-journal")
    replace_file(fresh, path)
    return n_recovered


def _open_upgraded(path: Path, version: int) -> OpenedDatabase:
    if version < SCHEMA_VERSION:
        try:
            _copy_database(path, path.with_name(f"{path.name}.version-{version}"))
        except (OSError, sqlite3.Error):  # never upgrade without a backup
            return OpenedDatabase(_connect_database(path, "ro"), False, "copy_failed")
    connection = _connect_database(path, "rw")
    _migrate(connection, version)
    return OpenedDatabase(connection, True)


def _connect_database(path: Path, mode: str) -> sqlite3.Connection:
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?mode={mode}",
        uri=True,
        timeout=LOCK_TIMEOUT,
        isolation_level=None,
    )
    connection.execute("PRAGMA foreign_keys = ON")
    connection.text_factory = lambda text: text.decode("utf-8", "replace")
    return connection


def _n_migrations_done(path: Path, mode: str) -> int | None:
    """Return the number of migrations done in a library; None if the database is another program's.

    Args:
        mode: SQLite's access mode. In mode ``rw``, SQLite first rolls back an unfinished
            transaction.

    Raises:
        sqlite3.DatabaseError: the file is not a database.
    """
    with path.open("rb") as file:
        header, formats = file.read(len(SQLITE_HEADER)), file.read(4)[2:]
    # SQLite would take a tiny file for an empty database, and cannot write newer file formats.
    if header not in (SQLITE_HEADER, b"") or set(formats) - FILE_FORMATS:
        raise sqlite3.DatabaseError("file is not a database")
    with closing(_connect_database(path, mode)) as connection:
        (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        (owner,) = connection.execute("PRAGMA application_id").fetchone()
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        found = {row[0] for row in connection.execute("SELECT sql FROM sqlite_master")}
    if not tables and not owner:
        return 0  # the file is empty, as after a power failure right after its creation
    if owner == APPLICATION_ID and version == SCHEMA_VERSION and found != _schema_statements():
        raise sqlite3.DatabaseError("file is not a database")
    return int(version) if owner == APPLICATION_ID else None


def _schema_statements() -> set[str | None]:
    """Return the SQL statements that create the schema of this version."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        _migrate(connection, 0)
        return {row[0] for row in connection.execute("SELECT sql FROM sqlite_master")}


def _migrate(connection: sqlite3.Connection, version: int) -> None:
    """Run all migrations after ``version`` in one transaction."""
    statements = "".join(MIGRATIONS[version:])
    connection.executescript(
        f"BEGIN IMMEDIATE; {statements} PRAGMA application_id = {APPLICATION_ID}; "
        f"PRAGMA user_version = {SCHEMA_VERSION}; COMMIT;"
    )


def _copy_database(path: Path, target: Path) -> None:
    with closing(_connect_database(path, "ro")) as source, closing(sqlite3.connect(target)) as copy:
        source.backup(copy)


ENTRY_COLUMNS = (
    "id, key, began, ended, source, preset, options, score, rounds, rated, aids, starred, note"
)
SORT_CLAUSES: dict[SortOrder, str] = {
    "latest": "ended DESC, id DESC",
    "earliest": "ended, id",
    "longest": "rounds DESC, ended DESC, id DESC",
}

SOURCES: tuple[MatchSource, ...] = get_args(MatchSource)
# Numbers of columns, which tell to which table a row from a damaged file belongs.
N_MATCH, N_SEAT, N_CARD, N_ATTEMPT, N_HELP, N_TURN_NOTE = 17, 6, 9, 10, 5, 4

Values = Sequence[object] | Mapping[str, object]
"""The parameters of an SQL statement, by position or by name."""

PLAYED_HERE = MatchProvenance()
ALL_MATCHES = MatchQuery()


class Library:
    """The database of finished matches in one data folder.

    Args:
        may_write: whether the database may be changed.
        now: returns the current time, in ISO 8601.

    Attributes:
        fault: the fault found in the database file; None if there was none.
        backup_path: the path of the backup of an unusable file; empty if there is none.
        n_recovered: the number of matches recovered from a damaged file.
        damaged: the numbers of the matches in which invalid rows have been found so far. These
            matches stay in the file but are not listed. ``recompute_columns_from_record``
            repairs those with an intact record.

    Raises:
        LibraryError: the database file cannot be opened or created.
    """

    def __init__(
        self, folder: Path, may_write: bool = True, now: Callable[[], str] = utc_timestamp
    ) -> None:
        self._now = now
        self._path = folder / LIBRARY_FILE
        self.damaged: set[int] = set()
        self.n_recovered = 0
        self._open(lambda: open_database(self._path, may_write, self._now()))

    def _open(self, opening: Callable[[], OpenedDatabase]) -> None:
        """Open the file; if the file is damaged, replace it and recover what can be read.

        Args:
            opening: opens the database.
        """
        try:
            opened = opening()
            self.fault: DatabaseFault | None = opened.fault
            self.backup_path = opened.backup_path
            self.may_write = opened.may_write
            self._connection = opened.connection
            self.n_recovered = opened.n_recovered
            if self.n_recovered:
                self.fault = "broken"
        except (OSError, sqlite3.Error) as error:
            raise _library_error(error) from error

    def _replace_damaged_file(self, error: Exception) -> None:
        """Replace a damaged file by a new library with its readable matches; keep a backup.

        Raises:
            LibraryError: the error has another cause, or the file was replaced before.
        """
        if not is_damage_error(error) or self.fault is not None:
            raise _library_error(error) from error
        if self._connection is not None:
            self._connection.close()
        self._open(lambda: open_replacement(self._path, "broken", self.may_write, self._now()))

    def close(self) -> None:
        """Close the database file."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def add_match(self, record: Record, provenance: MatchProvenance = PLAYED_HERE) -> int | None:
        """Add a finished match, unless the library already has it.

        Returns:
            The number of the match; None if the library already had it.

        Raises:
            LibraryError: the match could not be written; nothing has changed.
            RecordError: the record breaks the rules, or the match is not over and its cards are
                still secret.
        """
        facts = winners_and_turns_of_record(record)
        if len(record.as_text()) > MAX_CHARACTERS:  # longer records could not be read again
            raise RecordError("the record is too large to be a match")
        try:
            return self._insert_match(record, facts, provenance)
        except LibraryRebuilt:
            return self._insert_match(record, facts, provenance)

    def _insert_match(
        self, record: Record, facts: WinnersAndTurns, provenance: MatchProvenance
    ) -> int | None:
        with self.transaction() as write:
            made = write.execute(
                "INSERT OR IGNORE INTO match (key, began, ended, source, parent, branch_at, preset,"
                " options, aids, rated, score, rounds, record)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    *(record.key, provenance.began, self._now(), provenance.source),
                    *(provenance.parent, provenance.branch_at, record.rules.preset),
                    *(json.dumps(custom_options(record.rules)), provenance.aids, provenance.rated),
                    *(json.dumps(record.score), len(record.rounds), pack_record(record)),
                ),
            )
            number = made.lastrowid if made.rowcount else None
            if number is not None:
                _write_seats_rounds_and_turns(write, number, record, facts, provenance)
        return number

    # Methods that find and read matches.

    def find_matches(self, query: MatchQuery = ALL_MATCHES) -> tuple[MatchEntry, ...]:
        """Return the entries of the matches that a query asks for, in the query's order."""
        where, values = _where_clause(query)
        found = f"FROM match WHERE deleted IS NULL{where}"
        rows = self.query_rows(
            f"SELECT {ENTRY_COLUMNS} {found} ORDER BY {SORT_CLAUSES[query.sort]}", values
        )
        players = self._players_by_match(f"SELECT id {found}", values)
        entries = self._valid_entries(rows, players)
        return tuple(self._entries_with_text(entries, query.text) if query.text else entries)

    def _entries_with_text(self, entries: Iterable[MatchEntry], text: str) -> Iterator[MatchEntry]:
        """Yield the entries whose names, notes and preset contain all words of a text.

        SQLite does not do this, since it ignores the case of ASCII letters only.
        """
        turn_notes: dict[int, list[str]] = {}
        for match, note in self.query_rows("SELECT match, text FROM turn_note"):
            if isinstance(note, str):
                turn_notes.setdefault(match, []).append(note)
        for entry in entries:
            names = [player.name for player in entry.players]
            known = (entry.preset, entry.note, *names, *turn_notes.get(entry.id, ()))
            if has_all_words(" ".join(known), text):
                yield entry

    def entries_with_numbers(self, match_numbers: Iterable[int]) -> tuple[MatchEntry, ...]:
        """Return the entries of the matches with these numbers; unknown numbers are left out."""
        found = f"FROM match WHERE deleted IS NULL AND id IN ({','.join(map(str, match_numbers))})"
        rows = self.query_rows(f"SELECT {ENTRY_COLUMNS} {found}")
        return tuple(self._valid_entries(rows, self._players_by_match(f"SELECT id {found}", ())))

    def _valid_entries(
        self, rows: list[tuple[Any, ...]], players: dict[int, tuple[MatchPlayer | None, ...]]
    ) -> Iterator[MatchEntry]:
        """Yield the entries of valid rows, and add all other matches to ``damaged``."""
        for row in rows:
            try:
                entry = _read_entry(row, players.get(row[0], ()))
            except (ValueError, TypeError, RecursionError):
                self.damaged.add(row[0])
            else:
                self.damaged.discard(row[0])
                yield entry

    def __len__(self) -> int:
        return int(self.query_rows("SELECT count(*) FROM match WHERE deleted IS NULL")[0][0])

    def stored_columns(self, match_number: int) -> dict[str, object]:
        """Return all columns of a match as stored, for repairs by hand; bytes are in Base64.

        Raises:
            KeyError: there is no such match.
        """
        columns = [row[1] for row in self.query_rows("PRAGMA table_info(match)")]
        rows = self.query_rows(
            "SELECT * FROM match WHERE id = ? AND deleted IS NULL", (match_number,)
        )
        if not rows:
            raise KeyError(match_number)
        seats = self.query_rows("SELECT * FROM seat WHERE match = ? ORDER BY seat", (match_number,))
        made: dict[str, object] = {
            name: _json_value(one) for name, one in zip(columns, rows[0], strict=True)
        }
        return made | {"seats": [list(map(_json_value, seat)) for seat in seats]}

    def load_record(self, match_number: int) -> Record:
        """Return the record of a match.

        Raises:
            KeyError: there is no such match.
            LibraryError: the record cannot be read.
        """
        rows = self.query_rows(
            "SELECT record FROM match WHERE id = ? AND deleted IS NULL", (match_number,)
        )
        if not rows:
            raise KeyError(match_number)
        try:
            return read_record(unpack_record(rows[0][0]))
        except NewerRecord as error:
            raise LibraryError(f"match {match_number}: {error}") from error
        except ValueError as error:
            self.damaged.add(match_number)
            raise LibraryError(f"match {match_number} is damaged") from error

    def match_numbers(self) -> tuple[int, ...]:
        """Return the numbers of all matches, in the order in which they were added."""
        rows = self.query_rows("SELECT id FROM match WHERE deleted IS NULL ORDER BY id")
        return tuple(row[0] for row in rows)

    def match_numbers_by_key(self) -> dict[str, int]:
        """Return a mapping from the key of each match to its number."""
        return dict(self.query_rows("SELECT key, id FROM match WHERE deleted IS NULL"))

    # Methods for stars, notes and deletion.

    def set_star(self, match_number: int, is_starred: bool) -> None:
        """Add or remove the star of a match."""
        self._execute_change("UPDATE match SET starred = ? WHERE id = ?", is_starred, match_number)

    def set_note(self, match_number: int, text: str) -> None:
        """Set the player's note on a match."""
        self._execute_change("UPDATE match SET note = ? WHERE id = ?", text, match_number)

    def write_turn_note(self, note: TurnNote) -> None:
        """Save a note on a turn; an empty text deletes it."""
        where = (note.match, note.round, note.action)
        if note.text:
            statement = "INSERT OR REPLACE INTO turn_note VALUES (?, ?, ?, ?)"
            self._execute_change(statement, *where, note.text)
        else:
            statement = "DELETE FROM turn_note WHERE match = ? AND round = ? AND action = ?"
            self._execute_change(statement, *where)

    def turn_notes(self, match_number: int) -> tuple[TurnNote, ...]:
        """Return the notes on the turns of a match, in playing order."""
        rows = self.query_rows(
            f"SELECT match, round, action, text, ({LOG_TURN_SQL.format(row='turn_note')})"
            " FROM turn_note WHERE match = ? ORDER BY round, action",
            (match_number,),
        )
        return tuple(TurnNote(*row) for row in rows if isinstance(row[3], str))

    def mark_deleted(self, match_numbers: Iterable[int]) -> None:
        """Mark matches as deleted, which hides them; ``restore_deleted`` can restore them."""
        for number in match_numbers:
            self._execute_change("UPDATE match SET deleted = ? WHERE id = ?", self._now(), number)

    def restore_deleted(self, match_numbers: Iterable[int]) -> None:
        """Restore matches marked as deleted."""
        for number in match_numbers:
            self._execute_change("UPDATE match SET deleted = NULL WHERE id = ?", number)

    def purge_deleted(self) -> None:
        """Remove all matches that are marked as deleted from the file."""
        with self.transaction() as write:
            write.execute("DELETE FROM match WHERE deleted IS NOT NULL")

    def recompute_columns_from_record(self, match_number: int) -> None:
        """Recompute the columns of a match from its record; other invalid values get defaults."""
        record = self.load_record(match_number)
        facts = winners_and_turns_of_record(record)
        with self.transaction() as write:
            known = write.execute(
                "SELECT profile FROM seat WHERE match = ? ORDER BY seat", (match_number,)
            ).fetchall()
            mark = MatchProvenance(profiles=tuple(row[0] for row in known))
            write.execute(
                "UPDATE match SET key = ?, preset = ?, options = ?, score = ?, rounds = ?"
                " WHERE id = ?",
                (
                    *(
                        record.key,
                        record.rules.preset,
                        json.dumps(custom_options(record.rules)),
                    ),
                    *(json.dumps(record.score), len(record.rounds), match_number),
                ),
            )
            for table in ("seat", "round"):
                write.execute(f"DELETE FROM {table} WHERE match = ?", (match_number,))
            _write_seats_rounds_and_turns(write, match_number, record, facts, mark)
            _reset_invalid_columns(write, match_number, self._now())
        self.damaged.discard(match_number)

    # Methods for modules that keep their own tables in this file.

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """Provide a transaction, which is rolled back if an error occurs; repair a damaged file.

        Raises:
            LibraryError: the library cannot be written now.
            LibraryRebuilt: the file was damaged and is now repaired, so the caller may try again.
        """
        if self._connection is None or not self.may_write:
            newer = "was written by a newer version of Hack Trick and can only be read"
            raise LibraryError(f"it {newer if self.fault == 'newer' else 'can only be read now'}")
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield self._connection
            except BaseException:
                self._connection.rollback()
                raise
            self._connection.execute("COMMIT")
        except (sqlite3.Error, UnicodeDecodeError) as error:
            with suppress(sqlite3.Error):
                self._connection.rollback()
            self._replace_damaged_file(error)
            raise LibraryRebuilt(
                "it was damaged and has been put together anew; please try again"
            ) from (error)

    def query_rows(self, question: str, values: Values = ()) -> list[tuple[Any, ...]]:
        """Return the rows of an SQL query; no rows if there is no file.

        Args:
            question: the SQL query, with placeholders.
            values: the values of its placeholders.

        Raises:
            LibraryError: the file cannot be read.
        """
        if self._connection is None:
            return [(0,)] if question.startswith("SELECT count") else []
        try:
            return self._connection.execute(question, values).fetchall()
        except (sqlite3.Error, UnicodeDecodeError) as error:
            self._replace_damaged_file(error)
            return self.query_rows(question, values)

    def match_number_with_key(self, key: str) -> int | None:
        """Return the number of the match with this key (``Record.key``); None if there is none."""
        rows = self.query_rows("SELECT id FROM match WHERE key = ? AND deleted IS NULL", (key,))
        return next((number for (number,) in rows), None)

    # Private methods that query or change the database.

    def _execute_change(self, statement: str, *values: object) -> None:
        try:
            with self.transaction() as write:
                write.execute(statement, values)
        except LibraryRebuilt:
            with self.transaction() as write:
                write.execute(statement, values)

    def _players_by_match(
        self, which: str, values: Sequence[object]
    ) -> dict[int, tuple[MatchPlayer | None, ...]]:
        """Return the players of each selected match; None stands for an invalid row.

        Args:
            which: an SQL query for the numbers of the matches.
            values: the values of its placeholders.
        """
        seats = f"SELECT match, name, level, won, profile FROM seat WHERE match IN ({which})"
        found: dict[int, list[MatchPlayer | None]] = {}
        for match, *player in self.query_rows(f"{seats} ORDER BY match, seat", values):
            found.setdefault(match, []).append(_read_player(*player))
        return {number: tuple(players) for number, players in found.items()}


def pack_record(record: Record) -> bytes:
    """Compress a record for the library."""
    return zlib.compress(record.as_text().encode("utf-8", "backslashreplace"), 9)


def unpack_record(blob: object) -> str:
    """Return the text of a compressed record.

    Raises:
        ValueError: the bytes are not a complete compressed record.
    """
    if not isinstance(blob, bytes):
        raise ValueError("not a packed record")
    try:
        opened = zlib.decompressobj()
        text = opened.decompress(blob, MAX_CHARACTERS)
    except zlib.error as error:
        raise ValueError(str(error)) from error
    if not opened.eof:
        raise ValueError("not a whole record")
    return text.decode()


def recover_matches(write: sqlite3.Connection, path: Path, timestamp: str) -> int:
    """Copy the readable matches of a damaged file into an empty library.

    Args:
        write: the connection to the empty library.
        path: the path of the damaged file.
        timestamp: the current time, in ISO 8601.

    Returns:
        The number of matches recovered, without those marked as deleted.
    """
    seats: dict[object, dict[object, str | None]] = {}
    matches: dict[int, Row] = {}
    others: list[tuple[str, Row]] = []
    for number, row in salvaged_rows(path):
        if number is None and len(row) == N_SEAT and isinstance(row[3], str):
            profile = row[2] if isinstance(row[2], str) else None
            seats.setdefault(row[0], {})[row[1]] = profile
        elif number is None and len(row) == N_HELP and isinstance(row[-1], int):
            others.append(("help", row))
        elif number is None and len(row) == N_TURN_NOTE and isinstance(row[-1], str):
            others.append(("turn_note", row))
        elif number is not None and len(row) == N_MATCH and isinstance(row[-1], bytes):
            matches[number] = row
        elif number is not None and len(row) in (N_CARD, N_ATTEMPT):
            others.append(("card" if len(row) == N_CARD else "attempt", [number, *row[1:]]))
    saved = 0
    write.execute("BEGIN IMMEDIATE")
    for number, row in sorted(matches.items()):
        with suppress(ValueError, IndexError, sqlite3.IntegrityError):
            saved += _restore_match(write, number, row, seats.get(number, {}), timestamp)
    for table, row in others:
        with suppress(sqlite3.IntegrityError):
            places = ", ".join("?" * len(row))
            write.execute(f"INSERT OR IGNORE INTO {table} VALUES ({places})", row)
    write.execute("COMMIT")
    return saved


def _restore_match(
    write: sqlite3.Connection,
    match_number: int,
    row: Row,
    seats: dict[object, str | None],
    timestamp: str,
) -> bool:
    """Add a match from a damaged file to a library; its record supplies most of the columns.

    Returns:
        Whether the match counts as recovered: it was added and is not marked as deleted.
    """
    record = read_record(unpack_record(row[-1]))
    facts = winners_and_turns_of_record(record)
    began, ended, source, branch_at, aids = (row[n] for n in (2, 3, 4, 6, 9))
    rated, starred, note, deleted = (row[n] for n in (10, 13, 14, 15))
    made = write.execute(
        "INSERT OR IGNORE INTO match (id, key, began, ended, source, branch_at, preset, options,"
        " aids, rated, score, rounds, starred, note, deleted, record)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            *(
                match_number,
                record.key,
                _text_or_default(began, None),
                _text_or_default(ended, timestamp),
            ),
            *(source if source in SOURCES else "imported", _text_or_default(branch_at, None)),
            *(
                record.rules.preset,
                json.dumps(custom_options(record.rules)),
                _text_or_default(aids, None),
            ),
            *(rated == 1, json.dumps(record.score), len(record.rounds), starred == 1),
            *(_text_or_default(note, ""), _text_or_default(deleted, None), row[-1]),
        ),
    )
    if not made.rowcount:
        return False
    profiles = tuple(seats.get(seat) for seat in range(len(record.seats)))
    _write_seats_rounds_and_turns(
        write, match_number, record, facts, MatchProvenance(profiles=profiles)
    )
    return deleted is None


T = TypeVar("T", str, None)


def _text_or_default(value: object, instead: T) -> str | T:
    return value if isinstance(value, str) else instead


def _json_value(value: object) -> object:
    return base64.b64encode(value).decode() if isinstance(value, bytes) else value


def _write_seats_rounds_and_turns(
    write: sqlite3.Connection,
    match_number: int,
    record: Record,
    facts: WinnersAndTurns,
    provenance: MatchProvenance,
) -> None:
    seats = _seat_rows(match_number, record, facts.won, provenance)
    write.executemany("INSERT INTO seat VALUES (?, ?, ?, ?, ?, ?)", seats)
    rounds = _round_rows(match_number, record)
    write.executemany("INSERT INTO round VALUES (?, ?, ?, ?, ?, ?)", rounds)
    write_turns(write, match_number, facts.turns)


def _reset_invalid_columns(write: sqlite3.Connection, match_number: int, timestamp: str) -> None:
    """Replace invalid values by defaults in those columns of a match that its record lacks."""
    columns = "began, ended, source, aids, starred, note"
    row = write.execute(f"SELECT {columns} FROM match WHERE id = ?", (match_number,)).fetchone()
    began, ended, source, aids, starred, note = row
    mended = (
        *(_text_or_default(began, None), _text_or_default(ended, timestamp)),
        *(source if source in SOURCES else "imported", _text_or_default(aids, None)),
        *(bool(starred), _text_or_default(note, "")),
    )
    if mended != (began, ended, source, aids, bool(starred), note):
        write.execute(
            "UPDATE match SET began = ?, ended = ?, source = ?, aids = ?, starred = ?, note = ?"
            " WHERE id = ?",
            (*mended, match_number),
        )


def _seat_rows(
    match_number: int, record: Record, won: tuple[Seat, ...], provenance: MatchProvenance
) -> Iterator[tuple[object, ...]]:
    for seat, info in enumerate(record.seats):
        profile = provenance.profiles[seat] if seat < len(provenance.profiles) else None
        yield match_number, seat, profile, info.name, level_of(info.player), seat in won


def _round_rows(match_number: int, record: Record) -> Iterator[tuple[object, ...]]:
    for n, played in enumerate(record.rounds):
        assert played.result is not None
        result = played.result
        yield match_number, n, played.leader, result.side, result.points, result.by


def _where_clause(query: MatchQuery) -> tuple[str, list[object]]:
    """Return the SQL condition of a query and its parameters, without the text of the query."""
    parts: list[str] = []
    values: list[object] = []
    named = "EXISTS (SELECT 1 FROM seat WHERE seat.match = match.id AND "
    for column in ("preset", "starred", "source"):
        value = getattr(query, column)
        if value is not None:
            parts.append(f"{column} = ?")
            values.append(value)
    if query.level is not None:
        parts.append(f"{named}level = ?)")
        values.append(query.level)
    if query.outcome is not None:
        parts.append(f"{named}level IS NULL)")  # a seat without a level is a person's
        without = "" if query.outcome == "won" else "NOT "
        parts.append(f"{without}{named}level IS NULL AND won)")
    if query.won_by is not None:
        parts.append(f"{named}name = ? AND won)")
        values.append(query.won_by)
    return "".join(f" AND {part}" for part in parts), values


def _read_entry(row: Sequence[Any], players: tuple[MatchPlayer | None, ...]) -> MatchEntry:
    """Return the entry of a row.

    Raises:
        ValueError, TypeError: the row is invalid.
    """
    number, key, began, ended, source, preset, options, score, rounds, rated, aids, star, note = row
    custom = {} if options == "{}" else json.loads(options)
    sound_players = tuple(filter(None, players))
    sound = (
        (isinstance(key, str) and isinstance(ended, str) and isinstance(note, str))
        and (began is None or isinstance(began, str))
        and (aids is None or isinstance(aids, str))
        and (source in SOURCES and preset in PRESETS and isinstance(rounds, int))
        and isinstance(custom, dict)
        and len(sound_players) == len(players) == PRESETS[preset].n_seats
    )
    if not sound:
        raise ValueError("an invalid row")
    points = _parse_score(score, preset)
    return MatchEntry(
        number,
        key,
        began,
        ended,
        source,
        preset,
        custom,
        points,
        rounds,
        sound_players,
        bool(rated),
        aids,
        bool(star),
        note,
    )


@lru_cache(maxsize=1000)
def _parse_score(score: str, preset: str) -> tuple[int, ...]:
    """Return the points by side from the text of a score.

    Results are cached, since few different scores occur.

    Raises:
        ValueError, TypeError: the text is not a score of this edition.
    """
    points = json.loads(score)
    if not isinstance(points, list) or len(points) != PRESETS[preset].n_score_entries:
        raise ValueError("not a score")
    if not all(type(one) is int for one in points):
        raise ValueError("a score with other values than whole numbers")
    return tuple(points)


@lru_cache(maxsize=1000, typed=True)
def _read_player(name: Any, level: Any, won: Any, profile: Any) -> MatchPlayer | None:
    """Return the player of a row; None if the row is invalid."""
    is_named = isinstance(name, str) and (profile is None or isinstance(profile, str))
    if not is_named or not (level is None or isinstance(level, int)):
        return None
    return MatchPlayer(name, level, bool(won), profile)


def _library_error(error: Exception) -> LibraryError:
    text = getattr(error, "strerror", None) or str(error)
    return LibraryError(
        text, full="disk is full" in text or getattr(error, "errno", None) == ENOSPC
    )
