"""The kept matches: put in, looked up, starred, noted, deleted and brought back."""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

from hacktrick.game.rules import Seat, options_of
from hacktrick.library.entries import (
    FILE,
    Entry,
    LibraryError,
    Mark,
    Player,
    Sort,
    Wanted,
    now_utc,
)
from hacktrick.library.schema import Fault, open_file
from hacktrick.play.players import level_of
from hacktrick.play.record import Record, RecordError, read_record
from hacktrick.play.replay import replay

COLUMNS = (
    "id, key, began, ended, source, preset, options, score, rounds, rated, aids, starred, note"
)
ORDERS: dict[Sort, str] = {
    "latest": "ended DESC, id DESC",
    "earliest": "ended, id",
    "longest": "rounds DESC, ended DESC, id DESC",
}

PLAYED_HERE = Mark()
EVERYTHING = Wanted()


def key_of(record: Record) -> str:
    """What makes two records the same match."""
    return record.key


class Library:
    """The matches in one data folder.

    Args:
        now: the moment, in ISO 8601.

    Raises:
        LibraryError: the folder or the disk does not allow it.
    """

    def __init__(
        self, folder: Path, may_write: bool = True, now: Callable[[], str] = now_utc
    ) -> None:
        self._now = now
        try:
            opened = open_file(folder / FILE, may_write)
        except (OSError, sqlite3.Error) as error:
            raise _told(error) from error
        self.fault: Fault | None = opened.fault
        self.kept_as = opened.kept_as
        self.may_write = opened.may_write
        self._connection = opened.connection

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    # Putting in

    def add(self, record: Record, mark: Mark = PLAYED_HERE) -> int | None:
        """Keep a finished match; the same one twice is kept once.

        Returns:
            Its number; None if it was there already (what is known of it stays).

        Raises:
            LibraryError: it could not be written; nothing has changed.
            RecordError: it does not follow the rules, or is not over: then its hands are still
                somebody's secret.
        """
        won = winners(record)
        with self._writing() as write:
            made = write.execute(
                "INSERT OR IGNORE INTO match (key, began, ended, source, parent, branch_at, preset,"
                " options, aids, rated, score, rounds, record)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    *(key_of(record), mark.began, self._now(), mark.source),
                    *(mark.parent, mark.branch_at, record.rules.preset),
                    *(json.dumps(options_of(record.rules)), mark.aids, mark.rated),
                    *(json.dumps(record.score), len(record.rounds), packed(record)),
                ),
            )
            number = made.lastrowid if made.rowcount else None
            if number is not None:
                _write_facts(write, number, record, won, mark)
        return number

    # Looking up

    def find(self, wanted: Wanted = EVERYTHING) -> tuple[Entry, ...]:
        """The kept matches that are wanted, in the order that is wanted."""
        where, values = _condition(wanted)
        found = f"FROM match WHERE deleted IS NULL{where}"
        rows = self._read(f"SELECT {COLUMNS} {found} ORDER BY {ORDERS[wanted.sort]}", values)
        players = self._players(f"SELECT id {found}", values)
        return tuple(_entry(row, players[row[0]]) for row in rows)

    def __len__(self) -> int:
        return int(self._read("SELECT count(*) FROM match WHERE deleted IS NULL")[0][0])

    def record(self, number: int) -> Record:
        """The record of a match.

        Raises:
            KeyError: there is no such match.
            LibraryError: it cannot be read.
        """
        rows = self._read("SELECT record FROM match WHERE id = ? AND deleted IS NULL", (number,))
        if not rows:
            raise KeyError(number)
        try:
            return read_record(zlib.decompress(rows[0][0]).decode())
        except (zlib.error, ValueError) as error:
            raise LibraryError(f"match {number} is damaged") from error

    def numbers(self) -> tuple[int, ...]:
        """All matches, the first kept first."""
        rows = self._read("SELECT id FROM match WHERE deleted IS NULL ORDER BY id")
        return tuple(row[0] for row in rows)

    # What players say of them

    def star(self, number: int, starred: bool) -> None:
        """Mark a match, or take the mark away."""
        self._change("UPDATE match SET starred = ? WHERE id = ?", starred, number)

    def note(self, number: int, text: str) -> None:
        """What somebody writes beside a match."""
        self._change("UPDATE match SET note = ? WHERE id = ?", text, number)

    def delete(self, numbers: Iterable[int]) -> None:
        """Out of every list; they can come back until ``sweep``."""
        for number in numbers:
            self._change("UPDATE match SET deleted = ? WHERE id = ?", self._now(), number)

    def bring_back(self, numbers: Iterable[int]) -> None:
        """Undo ``delete``."""
        for number in numbers:
            self._change("UPDATE match SET deleted = NULL WHERE id = ?", number)

    def sweep(self) -> None:
        """Throw away for good what was deleted."""
        with self._writing() as write:
            write.execute("DELETE FROM match WHERE deleted IS NOT NULL")

    # Making again

    def rebuild(self, number: int) -> None:
        """Work out anew whatever follows from the record; what a record does not tell is kept."""
        record = self.record(number)
        won = winners(record)
        with self._writing() as write:
            known = write.execute(
                "SELECT profile FROM seat WHERE match = ? ORDER BY seat", (number,)
            ).fetchall()
            mark = Mark(profiles=tuple(row[0] for row in known))
            write.execute(
                "UPDATE match SET key = ?, preset = ?, options = ?, score = ?, rounds = ?"
                " WHERE id = ?",
                (
                    *(key_of(record), record.rules.preset, json.dumps(options_of(record.rules))),
                    *(json.dumps(record.score), len(record.rounds), number),
                ),
            )
            for table in ("seat", "round"):
                write.execute(f"DELETE FROM {table} WHERE match = ?", (number,))
            _write_facts(write, number, record, won, mark)

    # For those who keep more beside the matches

    def writing(self) -> AbstractContextManager[sqlite3.Connection]:
        """One transaction: all of it or nothing.

        Raises:
            LibraryError: it cannot be written now.
        """
        return self._writing()

    def read(self, question: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        """The rows that answer a question; none where there is no file.

        Raises:
            LibraryError: it cannot be read.
        """
        return self._read(question, values)

    def number_of(self, key: str) -> int | None:
        """The number of the match with this key (``key_of``), None if it is not here."""
        rows = self._read("SELECT id FROM match WHERE key = ? AND deleted IS NULL", (key,))
        return rows[0][0] if rows else None

    # The file

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """One transaction: all of it or nothing."""
        if self._connection is None or not self.may_write:
            raise LibraryError("the library can only be read now")
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield self._connection
            except BaseException:
                self._connection.rollback()
                raise
            self._connection.execute("COMMIT")
        except sqlite3.Error as error:
            if self._connection.in_transaction:
                self._connection.rollback()
            raise _told(error) from error

    def _change(self, statement: str, *values: object) -> None:
        with self._writing() as write:
            write.execute(statement, values)

    def _read(self, question: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        if self._connection is None:
            return [(0,)] if question.startswith("SELECT count") else []
        try:
            return self._connection.execute(question, values).fetchall()
        except sqlite3.Error as error:
            raise _told(error) from error

    def _players(self, which: str, values: Sequence[object]) -> dict[int, tuple[Player, ...]]:
        """Who sat at the matches that a question finds."""
        seats = f"SELECT match, name, level, won, profile FROM seat WHERE match IN ({which})"
        found: dict[int, list[Player]] = {}
        for match, name, level, won, profile in self._read(f"{seats} ORDER BY match, seat", values):
            found.setdefault(match, []).append(Player(name, level, bool(won), profile))
        return {number: tuple(players) for number, players in found.items()}


def packed(record: Record) -> bytes:
    """A record as it lies in the library."""
    return zlib.compress(record.as_text().encode("utf-8", "backslashreplace"), 9)


def winners(record: Record) -> tuple[Seat, ...]:
    """The seats that won a match.

    Raises:
        RecordError: the record does not follow the rules, or the match is not over.
    """
    won: tuple[Seat, ...] = ()
    for match, _action in replay(record):
        won = match.match.winners
    if not won:
        raise RecordError("the match is not over")
    return won


def _write_facts(
    write: sqlite3.Connection, number: int, record: Record, won: tuple[Seat, ...], mark: Mark
) -> None:
    seats = _seats(number, record, won, mark)
    write.executemany("INSERT INTO seat VALUES (?, ?, ?, ?, ?, ?)", seats)
    rounds = _rounds(number, record)
    write.executemany("INSERT INTO round VALUES (?, ?, ?, ?, ?, ?)", rounds)


def _seats(
    number: int, record: Record, won: tuple[Seat, ...], mark: Mark
) -> Iterator[tuple[object, ...]]:
    for seat, info in enumerate(record.seats):
        profile = mark.profiles[seat] if seat < len(mark.profiles) else None
        yield number, seat, profile, info.name, level_of(info.player), seat in won


def _rounds(number: int, record: Record) -> Iterator[tuple[object, ...]]:
    for n, played in enumerate(record.rounds):
        assert played.result is not None
        result = played.result
        yield number, n, played.leader, result.side, result.points, result.by


def _condition(wanted: Wanted) -> tuple[str, list[object]]:
    parts: list[str] = []
    values: list[object] = []
    named = "EXISTS (SELECT 1 FROM seat WHERE seat.match = match.id AND "
    for word in wanted.text.split():
        like = "%" + word.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_") + "%"
        like_it = "LIKE ? ESCAPE '\\'"
        parts.append(f"(note {like_it} OR preset {like_it} OR {named}name {like_it}))")
        values += [like, like, like]
    for column in ("preset", "starred", "source"):
        value = getattr(wanted, column)
        if value is not None:
            parts.append(f"{column} = ?")
            values.append(value)
    if wanted.level is not None:
        parts.append(f"{named}level = ?)")
        values.append(wanted.level)
    if wanted.outcome is not None:
        parts.append(f"{named}level IS NULL)")  # somebody played it
        without = "" if wanted.outcome == "won" else "NOT "
        parts.append(f"{without}{named}level IS NULL AND won)")
    if wanted.won_by is not None:
        parts.append(f"{named}name = ? AND won)")
        values.append(wanted.won_by)
    return "".join(f" AND {part}" for part in parts), values


def _entry(row: Sequence[Any], players: tuple[Player, ...]) -> Entry:
    number, key, began, ended, source, preset, options, score, rounds, rated, aids, star, note = row
    return Entry(
        number,
        key,
        began,
        ended,
        source,
        preset,
        json.loads(options),
        tuple(json.loads(score)),
        rounds,
        players,
        bool(rated),
        aids,
        bool(star),
        note,
    )


def _told(error: Exception) -> LibraryError:
    text = str(error)
    return LibraryError(text, full="disk is full" in text or getattr(error, "errno", 0) == 28)
