"""Values of the match library: list entries, queries, import results.

Does not open the database: the window needs these values before that.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

LIBRARY_FILE = "matches.sqlite"  # in the data folder
PASTED = Path()  # stands for a text that came from no file
MatchSource = Literal["played", "imported", "branch", "today", "watched"]
MatchOutcome = Literal["won", "lost"]
SortOrder = Literal["latest", "earliest", "longest"]


class LibraryError(Exception):
    """The library cannot do this now; ``full`` if there is no room on the disk."""

    def __init__(self, reason: str, full: bool = False) -> None:
        super().__init__(reason)
        self.full = full


class LibraryRebuilt(LibraryError):
    """The library was found damaged and has been put together anew; what was asked is not done."""


def now_utc() -> str:
    """This moment, in ISO 8601."""
    return datetime.now(UTC).isoformat(timespec="seconds")


@dataclass(frozen=True, slots=True)
class MatchPlayer:
    """A seat of a kept match. ``level`` is None for a person; ``profile`` the name under which he
    was known on this computer, None if he was not."""

    name: str
    level: int | None
    won: bool
    profile: str | None = None


@dataclass(frozen=True, slots=True)
class MatchEntry:
    """A kept match in the list.

    Attributes:
        began, ended: moments in ISO 8601, UTC; ``began`` is None where nobody noted it.
        score: by side, as in the record.
        aids: the level of memory aids, None if it was not played here.
    """

    id: int
    key: str
    began: str | None
    ended: str
    source: MatchSource
    preset: str
    options: dict[str, object]
    score: tuple[int, ...]
    rounds: int
    players: tuple[MatchPlayer, ...]
    rated: bool
    aids: str | None
    starred: bool
    note: str


@dataclass(frozen=True, slots=True)
class MatchQuery:
    """Which matches a list shows; what is None is not asked for.

    Attributes:
        text: every word of it stands in a name, in the note or in the preset's key.
        level: a computer player of this level took part.
        outcome: a person has won it, or no person has.
    """

    text: str = ""
    preset: str | None = None
    level: int | None = None
    starred: bool | None = None
    won_by: str | None = None
    source: MatchSource | None = None
    outcome: MatchOutcome | None = None
    sort: SortOrder = "latest"


@dataclass(frozen=True, slots=True)
class MatchProvenance:
    """How a match was played here, which no record tells."""

    source: MatchSource = "played"
    began: str | None = None
    aids: str | None = None
    rated: bool = False
    parent: int | None = None
    branch_at: str | None = None
    profiles: tuple[str | None, ...] = ()


@dataclass(frozen=True, slots=True)
class ImportResult:
    """What came of one file or text: the number of its match, or why there is none.

    Attributes:
        path: ``PASTED`` for a text.
        number: in the library; None if it was refused or there already.
        reason: what is wrong with it, "" if nothing is.
        place: the round and the action, from 0, of what does not follow the rules, if it is there.
    """

    path: Path
    number: int | None = None
    reason: str = ""
    place: tuple[int, int | None] | None = None
