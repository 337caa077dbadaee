"""The values that the match library takes and returns: list entries, queries, import results.

This module must not import the database, since the window needs these values when it starts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal, NamedTuple

from hacktrick.game.cards import Card
from hacktrick.game.state import Seat

MAX_NOTE_LENGTH = 200  # maximum number of characters in a note
LIBRARY_FILE = "matches.sqlite"  # name of the library's file in the data folder
PASTED = Path()
"""Stands for the path of a text that was pasted and has none."""
MatchSource = Literal["played", "imported", "branch", "today", "watched"]
MatchOutcome = Literal["won", "lost"]
SortOrder = Literal["latest", "earliest", "longest"]


class LibraryError(Exception):
    """Raised if the library cannot carry out an operation now.

    Attributes:
        full: whether the disk is full.
    """

    def __init__(self, reason: str, full: bool = False) -> None:
        super().__init__(reason)
        self.full = full


class LibraryRebuilt(LibraryError):
    """Raised if a damaged library was replaced, so that the requested change was not made."""


def utc_timestamp() -> str:
    """Return the current time in UTC, in ISO 8601."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def has_all_words(text: str, words: str) -> bool:
    """Return whether a text contains every one of some words, ignoring case."""
    folded = text.casefold()
    return all(word in folded for word in words.casefold().split())


@dataclass(frozen=True, slots=True)
class MatchPlayer:
    """A player in a saved match.

    Attributes:
        level: the level of a computer player; None for a person.
        won: whether the player won the match.
        profile: the name of a person's profile on this computer; None if there is none.
    """

    name: str
    level: int | None
    won: bool
    profile: str | None = None


@dataclass(frozen=True, slots=True)
class MatchEntry:
    """A saved match as an entry of a list.

    Attributes:
        id: the number of the match in the library.
        key: identifies the match in any library (``Record.key``).
        began, ended: times in ISO 8601, UTC; ``began`` is None if unknown.
        source: how the match came into the library.
        options: the options that differ from the preset.
        score: the points by side, as in the record.
        rounds: the number of rounds.
        rated: whether the match counts for the rating.
        aids: the memory aids, a value of the setting ``aids``; None if the match was not played
            here.
        is_unfinished: whether the match is not over. It is then not in the library: ``id`` is
            negative, ``key`` comes from ``LocalTable.unfinished``, and ``ended`` is the time at
            which the match began.
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
        match: the number of the match in the library.
        round: the number of the round, from 0.
        action: the number of actions in the round before the turn.
        turn: the number of the turn in the log, 0 for the start card; None if it is unknown.
    """

    match: int
    round: int
    action: int
    text: str
    turn: int | None = None


@dataclass(frozen=True, slots=True)
class MatchQuery:
    """Conditions for a list of matches, and the order of the list; None means any.

    Attributes:
        text: words, each of which must occur in a name, a note or the preset.
        level: the level of a computer player who took part.
        won_by: the name of a player who won.
        outcome: "won" if a person won; "lost" if people took part and none of them won.
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
    """The origin of a match, beyond what its record says.

    Attributes:
        parent: the number of the match from which it branched.
        branch_at: the place in that match at which it branched.
        profiles: the names of people's profiles, by seat.
    """

    source: MatchSource = "played"
    began: str | None = None
    aids: str | None = None
    rated: bool = False
    parent: int | None = None
    branch_at: str | None = None
    profiles: tuple[str | None, ...] = ()


@dataclass(frozen=True, slots=True)
class SingleImportResult:
    """The result of importing one file or text.

    Attributes:
        path: the file; ``PASTED`` for a text.
        number: the new match's number; None if it was refused or the library already had it.
        reason: the reason for a refusal; empty if the match was not refused.
        place: the round and the action, from 0, that break the rules; None if unknown.
        key: the key of the match (``Record.key``); empty if it was refused.
        opens_at: the number of the position at which to open the match; None to list it only.
    """

    path: Path
    number: int | None = None
    reason: str = ""
    place: tuple[int, int | None] | None = None
    key: str = ""
    opens_at: int | None = None


@dataclass(frozen=True, slots=True)
class TurnFrequency:
    """How often a turn was played in a position, and how often its side then won the round.

    Attributes:
        actions: the actions of the turn as texts, mirrored if the position was found mirrored.
        n: the number of rounds with this turn.
        n_won: the number of these rounds that the side won.
    """

    actions: tuple[str, ...]
    n: int
    n_won: int


@dataclass(frozen=True, slots=True)
class FoundTurn:
    """A turn of a saved match that began in the position searched for.

    Attributes:
        match: the number of the match in the library.
        round: the number of the round, from 0.
        action: the number of actions in the round before the turn.
        seat: the seat that made the turn.
        actions: the actions of the turn as texts, as they were played.
        points: the points of the round for the side of ``seat``; negative if that side lost.
        has_same_row: whether row and sums are the same.
        has_same_board: whether the markers on the board are the same.
        is_mirrored: whether the turn began in the mirror image of the position.
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
class PositionSearchResult:
    """The turns in the library that began in a position.

    Attributes:
        n: the number of these turns.
        turns: the different turns, most frequent first.
        rounds: the latest of these turns, each with its round.
    """

    n: int
    turns: tuple[TurnFrequency, ...]
    rounds: tuple[FoundTurn, ...]


class OpeningCount(NamedTuple):
    """The number of rounds with a certain opening and a certain result.

    Attributes:
        start: the value of the start card.
        reply: the leader's first turn, as texts of its actions.
        points: the points for the leader; negative if the starter won.
        n: the number of rounds.
    """

    start: Card
    reply: tuple[str, ...]
    points: int
    n: int


REVIEW_QUEUE_FORMAT, REVIEW_QUEUE_VERSION = "hacktrick-review-queue", 1


@dataclass(frozen=True, slots=True)
class QueuedReviews:
    """A queue of matches to be judged.

    Attributes:
        keys: the keys of the matches, in the order of judging.
        n_judged: the number of matches already judged.
        is_stopped: whether the player has stopped the judging.
    """

    keys: tuple[str, ...] = ()
    n_judged: int = 0
    is_stopped: bool = False

    @property
    def is_done(self) -> bool:
        return self.n_judged >= len(self.keys)


def review_queue_to_data(queue: QueuedReviews) -> dict[str, object]:
    """Return a queue as JSON data; ``review_queue_and_whether_damaged`` reads it."""
    return {
        "format": REVIEW_QUEUE_FORMAT,
        "version": REVIEW_QUEUE_VERSION,
        "matches": list(queue.keys),
        "judged": queue.n_judged,
        "stopped": queue.is_stopped,
    }


def review_queue_and_whether_damaged(data: Mapping[str, Any]) -> tuple[QueuedReviews, bool]:
    """Return the queue in the data of a file, and whether any part of the data was invalid."""
    keys, n_judged, is_stopped = data.get("matches"), data.get("judged", -1), data.get("stopped")
    if data.get("format") != REVIEW_QUEUE_FORMAT or not isinstance(keys, list):
        return QueuedReviews(), True
    sound = tuple(dict.fromkeys(key for key in keys if isinstance(key, str)))
    is_whole = len(sound) == len(keys) and isinstance(n_judged, int)
    is_whole = is_whole and 0 <= n_judged <= len(sound)
    # Matches already judged are skipped quickly, so starting from the beginning is safe.
    found = QueuedReviews(sound, int(n_judged) if is_whole else 0, is_stopped is True)
    return found, not is_whole or not isinstance(is_stopped, bool)
