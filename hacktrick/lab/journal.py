"""A run of the arena on disk as it goes on, so that it can be resumed: lines of JSON.

The first line says what is played, each further one is a deal. A last line that was cut off in
the writing is dropped; any other damage is an error, since numbers would silently be wrong.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TextIO

from hacktrick.game import shapes
from hacktrick.game.rules import options_of
from hacktrick.lab.arena import Contest, Deal, Pair, Played

FORMAT = "hacktrick-arena"
VERSION = 1
MAX_LINE = 100_000  # characters
MAX_TURNS = 1000


class JournalError(ValueError):
    """A journal that cannot be used; the text says why."""


class Journal:
    """The deals of a file; ``add`` appends to it at once."""

    def __init__(self, path: Path, contest: Contest) -> None:
        """Reads the file, or begins it if there is none.

        Raises:
            JournalError: no journal of this contest, a damaged line, or no access.
        """
        self._path = path
        self._known: dict[Deal, Pair] = {}
        try:
            there = path.exists()
            if there and not path.is_file():  # a pipe would be waited for without an end
                raise JournalError(f"cannot use {path}: it is a folder, a pipe or a device")
            whole = self._read(contest) if there else 0
            self._file: TextIO = path.open("a", encoding="utf-8", newline="\n")
            self._file.truncate(whole)
            if not whole:
                self._write(_header(contest))
        except UnicodeDecodeError as error:
            raise JournalError(f"{path} is not a text in UTF-8") from error
        except OSError as error:
            raise JournalError(f"cannot use {path}: {error.strerror or error}") from error

    def __len__(self) -> int:
        return len(self._known)

    def get(self, deal: Deal) -> Pair | None:
        return self._known.get(deal)

    def add(self, deal: Deal, pair: Pair) -> None:
        """Notes a deal, on disk first.

        Raises:
            JournalError: it cannot be written.
        """
        try:
            self._write(_deal_as_json(deal, pair))
        except OSError as error:
            raise JournalError(f"cannot write {self._path}: {error.strerror or error}") from error
        self._known[deal] = pair

    def close(self) -> None:
        self._file.close()

    def _write(self, data: dict[str, Any]) -> None:
        self._file.write(json.dumps(data, separators=(",", ":")) + "\n")
        self._file.flush()

    def _read(self, contest: Contest) -> int:
        """Reads all whole lines; how many bytes they are."""
        whole = 0
        for number, line in enumerate(_lines(self._path)):
            try:
                data = shapes.mapping(json.loads(line), "the line")
                if number:
                    deal, pair = _read_deal(data, contest)
                    self._known[deal] = pair
                else:
                    _check_header(data, contest)
            except (ValueError, RecursionError) as error:
                why = error if isinstance(error, shapes.ShapeError) else "not JSON"
                raise JournalError(f"{self._path}, line {number + 1}: {why}") from error
            whole += len(line.encode("utf-8"))
        return whole


def _lines(path: Path) -> Iterator[str]:
    """The lines of the file, but not a last one that has no end."""
    with path.open(encoding="utf-8", newline="\n") as file:
        while line := file.readline(MAX_LINE):
            if line.endswith("\n") or len(line) == MAX_LINE:
                yield line


def _header(contest: Contest) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "version": VERSION,
        "preset": contest.rules.preset,
        "options": options_of(contest.rules),
        "players": [player.text for player in contest.players],
        "seed": contest.seed,
        "time_ms": contest.time_ms,
    }


def _check_header(data: Any, contest: Contest) -> None:
    if data.get("format") != FORMAT or data.get("version") != VERSION:
        raise shapes.ShapeError("this is no journal of an arena")
    for name, wanted in _header(contest).items():
        if data.get(name) != wanted:
            raise shapes.ShapeError(f"the journal of another run: its {name} is not {wanted!r}")


def _deal_as_json(deal: Deal, pair: Pair) -> dict[str, Any]:
    return {
        "players": list(deal.pairing),
        "deal": deal.number,
        "rounds": [
            {
                "winner": played.winner,
                "points": played.points,
                "by": played.by,
                "fault": played.fault,
                "ms": [[round(1000 * t, 1) for t in seconds] for seconds in played.thinking],
            }
            for played in pair
        ],
    }


def _read_deal(data: Any, contest: Contest) -> tuple[Deal, Pair]:
    first, second = shapes.integers(data.get("players"), "the players", length=2)
    if (first, second) not in contest.pairings:
        raise shapes.ShapeError("there are no such players")
    number = shapes.integer(data.get("deal"), "the deal")
    rounds = shapes.items(data.get("rounds"), "the rounds", 2)
    if number < 0 or len(rounds) != 2:
        raise shapes.ShapeError("a deal has a number and two rounds")
    one, other = (_read_round(shapes.mapping(entry, "a round")) for entry in rounds)
    return Deal((first, second), number), (one, other)


def _read_round(data: Any) -> Played:
    winner = shapes.integer(data.get("winner"), "the winner")
    points = shapes.integer(data.get("points"), "the points")
    if winner not in (0, 1) or not 0 < points <= 9:
        raise shapes.ShapeError("a round has no such winner or points")
    by, fault = data.get("by"), data.get("fault")
    if not isinstance(by, str) or not isinstance(fault, str):
        raise shapes.ShapeError("a round does not say how it ended")
    first, second = _read_times(data.get("ms"))
    return Played(winner, points, by, fault, (first, second))


def _read_times(data: Any) -> list[list[float]]:
    times = shapes.items(data, "the times", 2)
    if len(times) != 2:
        raise shapes.ShapeError("the times of two players are needed")
    found = []
    for entry in times:
        seconds = shapes.items(entry, "the times", MAX_TURNS)
        if not all(type(ms) in (int, float) and 0 <= ms < 1e9 for ms in seconds):
            raise shapes.ShapeError("the times are not numbers")
        found.append([ms / 1000 for ms in seconds])
    return found
