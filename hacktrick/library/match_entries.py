"""Values of the match library: list entries, queries, import results.

Does not import the database, since the window needs these values at the start.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal, NamedTuple

from hacktrick.game.cards import Card
from hacktrick.game.rules import Seat

LONGEST_NOTE = 200  # characters
LIBRARY_FILE = "matches.sqlite"  # in the data folder
PASTED = Path()
"""Stands for the path of a text that came from no file."""
MatchSource = Literal["played", "imported", "branch", "today", "watched"]
MatchOutcome = Literal["won", "lost"]
SortOrder = Literal["latest", "earliest", "longest"]


class LibraryError(Exception):
    """Raised if the library cannot do something now; ``full`` if the disk has no room."""

    def __init__(self, reason: str, full: bool = False) -> None:
        super().__init__(reason)
        self.full = full


class LibraryRebuilt(LibraryError):
    """Raised after a damaged library was replaced; the caller's change was not made."""


def now_utc() -> str:
    """Return the present moment, in ISO 8601."""
    return datetime.now(UTC).isoformat(timespec="seconds")


@dataclass(frozen=True, slots=True)
class MatchPlayer:
    """A seat of a saved match.

    Attributes:
        level: the level of a computer player; None for a person.
        won: whether the player won the match.
        profile: the name of a person's profile on this computer, if there is one.
    """

    name: str
    level: int | None
    won: bool
    profile: str | None = None


@dataclass(frozen=True, slots=True)
class MatchEntry:
    """A saved match in a list.

    Attributes:
        id: the number of the match in the library.
        key: identifies the match in any library (``record_key``).
        began, ended: moments in ISO 8601, UTC; ``began`` is None if it is unknown.
        score: by side, as in the record.
        rounds: the number of rounds.
        aids: the setting of memory aids; None if it was not played here.
        is_unfinished: whether the match is not over; then it is in no library, ``id`` is negative,
            ``key`` is that of ``LocalTable.unfinished``, and ``ended`` is when it began.
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
    is_unfinished: bool = False


@dataclass(frozen=True, slots=True)
class TurnNote:
    """A player's note on a turn of a saved match.

    Attributes:
        match, round: the number of the match in the library, and of the round, from 0.
        action: how many actions of the round come before the turn.
        turn: its number as the log counts, 0 for the start card; None if the library does not know.
    """

    match: int
    round: int
    action: int
    text: str
    turn: int | None = None


@dataclass(frozen=True, slots=True)
class MatchQuery:
    """Which matches a list shows, and in which order; None means any.

    Attributes:
        text: words that all occur in a name, the note, a note on a turn, or the preset.
        level: the level of a computer player who took part.
        won_by: the name of a player who won.
        outcome: whether a person took part and won, or took part and no person won.
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
    """The origin of a match in this library, which its record does not contain.

    Attributes:
        parent: the number of the match that it branched from.
        branch_at: where it branched.
        profiles: by seat, the name of a person's profile.
    """

    source: MatchSource = "played"
    began: str | None = None
    aids: str | None = None
    rated: bool = False
    parent: int | None = None
    branch_at: str | None = None
    profiles: tuple[str | None, ...] = ()


@dataclass(frozen=True, slots=True)
class ImportResult:
    """The result of importing one file or text.

    Attributes:
        path: the file; ``PASTED`` for a text.
        number: the number of the match; None if it was refused or was there already.
        reason: why it was refused; empty if it was not.
        place: the round and the action, from 0, that break the rules, if known.
        key: identifies the match, unless it was refused (``record_key``).
        opens_at: the number of the position at which the match is to be opened; None to list it.
    """

    path: Path
    number: int | None = None
    reason: str = ""
    place: tuple[int, int | None] | None = None
    key: str = ""
    opens_at: int | None = None


@dataclass(frozen=True, slots=True)
class TurnCount:
    """How often a turn was played in a position, and how often its side won the round.

    Attributes:
        actions: the texts of its actions, as they are in the position that was asked about.
    """

    actions: tuple[str, ...]
    n: int
    n_won: int


@dataclass(frozen=True, slots=True)
class FoundRound:
    """A turn of a saved match that began in a position that was looked for.

    Attributes:
        match, round, action: the number of the match in the library, of the round, from 0, and how
            many actions of the round come before.
        seat: whose turn it was.
        actions: the texts of the actions of the turn, as they were played there.
        points: what the round brought the side of ``seat``; negative if the other side won.
        has_same_row: whether the row and the sums were the same.
        has_same_board: whether the same markers lay on the board.
        is_mirrored: whether it was the mirror image of the position.
    """

    match: int
    round: int
    action: int
    seat: Seat
    actions: tuple[str, ...]
    points: int
    has_same_row: bool
    has_same_board: bool
    is_mirrored: bool


@dataclass(frozen=True, slots=True)
class FoundRounds:
    """The rounds of the library that were in a position.

    Attributes:
        n: how many turns began in it.
        turns: what was played in them, most often first.
        rounds: the latest of them.
    """

    n: int
    turns: tuple[TurnCount, ...]
    rounds: tuple[FoundRound, ...]


class OpeningCount(NamedTuple):
    """How often rounds opened in a way and ended in a way.

    Attributes:
        start: the start card.
        reply: the texts of the actions of the leader's first turn.
        points: what the round brought the leader; negative if the starter won.
    """

    start: Card
    reply: tuple[str, ...]
    points: int
    n: int


REVIEW_QUEUE_FORMAT, REVIEW_QUEUE_VERSION = "hacktrick-review-queue", 1


@dataclass(frozen=True, slots=True)
class ReviewChoice:
    """Matches that were chosen to be judged.

    Attributes:
        keys: the keys of the matches, in the order in which they are judged.
        n_judged: how many of them are done.
    """

    keys: tuple[str, ...] = ()
    n_judged: int = 0
    is_stopped: bool = False

    @property
    def is_done(self) -> bool:
        return self.n_judged >= len(self.keys)


def review_choice_to_data(choice: ReviewChoice) -> dict[str, object]:
    """Return a choice as data for JSON; ``review_choice_from_data`` reads it."""
    return {
        "format": REVIEW_QUEUE_FORMAT,
        "version": REVIEW_QUEUE_VERSION,
        "matches": list(choice.keys),
        "judged": choice.n_judged,
        "stopped": choice.is_stopped,
    }


def review_choice_from_data(data: Mapping[str, Any]) -> tuple[ReviewChoice, bool]:
    """Return the choice in a file's data, and whether anything invalid was left out."""
    keys, n_judged, is_stopped = data.get("matches"), data.get("judged", -1), data.get("stopped")
    if data.get("format") != REVIEW_QUEUE_FORMAT or not isinstance(keys, list):
        return ReviewChoice(), True
    sound = tuple(dict.fromkeys(key for key in keys if isinstance(key, str)))
    is_whole = len(sound) == len(keys) and isinstance(n_judged, int)
    is_whole = is_whole and 0 <= n_judged <= len(sound)
    # Matches that were judged already are passed over quickly, so the start is a safe place.
    found = ReviewChoice(sound, int(n_judged) if is_whole else 0, is_stopped is True)
    return found, not is_whole or not isinstance(is_stopped, bool)
