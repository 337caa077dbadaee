"""The position index: finds the turns in the library that began in the same position.

Every turn of every match has an entry with two keys: one for the board, and one for the row of
cards and the announced sums. Both are computed from the viewpoint of the seat to act. A position
has the same keys as its mirror image (``hacktrick.ai.mirror_symmetry``).
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from hashlib import blake2b
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from hacktrick import resources
from hacktrick.game.actions import LayStartCard, NotationError, Play, text_with_unknowns
from hacktrick.game.editions import PRESETS
from hacktrick.game.notation.diagram import Diagram, sums_after_step
from hacktrick.game.state import PublicState, Seat
from hacktrick.game.view import Event, KnownSum, SeenStep, parse_seen_action, redacted_event
from hacktrick.library.match_entries import (
    FoundTurn,
    LibraryError,
    OpeningCount,
    PositionSearchResult,
    TurnFrequency,
)
from hacktrick.match.record import Record, RecordError
from hacktrick.match.record_replay import replay_record

if TYPE_CHECKING:
    import sqlite3

    from hacktrick.game.cards import Card

Sums = tuple[KnownSum | None, ...]
Rows = list[tuple[Any, ...]]

KEY_BYTES = 6
BEFORE_FIRST_TURN = -1  # the turn number that stands for the start card
BOARD_MIRRORED, ROW_MIRRORED = 1, 2  # bits of ``PositionKeys.mirrored``
MAX_ROUNDS = 200  # maximum number of rounds in one answer
BETWEEN_ACTIONS = ", "
START_PREFIX = "start "
INSERT_QUERY = (
    "INSERT INTO position (match, round, action, turn, seat, board_key, row_key, mirrored, played,"
    " points) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)


class PositionKeys(NamedTuple):
    """The keys under which a position is found.

    Attributes:
        board, row: the two keys; ``board`` is None while the board is empty.
        mirrored: bits that show which keys were computed from the mirror image.
    """

    board: int | None
    row: int
    mirrored: int


def position_keys(public: PublicState, sums: Sums) -> PositionKeys:
    """Return the keys of a position at the start of a turn."""
    values, own = public.rules.values, public.side
    board = tuple(
        (
            *(markers[own], public.double[own] == key),
            *(markers[1 - own], public.double[1 - own] == key),
        )
        for key, markers in enumerate(public.board, 1)
    )
    n_seats = public.rules.n_seats
    order = [(public.seat + n) % n_seats for n in range(n_seats)]
    announced = [(public.hand_sizes[seat], sums[seat]) for seat in order]
    top = values - 1
    row = (public.row, tuple(_sum_numbers(one) for _size, one in announced))
    mirrored_row = (
        tuple(top - card for card in public.row),
        tuple(_sum_numbers(_mirrored_known_sum(size, one, top)) for size, one in announced),
    )
    mirrored = BOARD_MIRRORED * (board > board[::-1]) + ROW_MIRRORED * (row > mirrored_row)
    is_empty = not any(map(any, public.board))
    return PositionKeys(
        None if is_empty else _stable_hash("board", values, min(board, board[::-1])),
        _stable_hash("row", values, min(row, mirrored_row)),
        mirrored,
    )


def is_same_position(keys: PositionKeys, wanted: PositionKeys) -> bool:
    """Return whether two positions share the board, or the row and sums; one may be mirrored."""
    return keys.row == wanted.row or (keys.board is not None and keys.board == wanted.board)


def has_search_terms(diagram: Diagram) -> bool:
    """Return whether a position has enough for a search: a board, or a row with sums.

    In saved rounds all sums are known, so a row without sums never matches. Before the start card,
    neither is needed.
    """
    is_before_start = not diagram.public.row
    return is_before_start or any(map(any, diagram.public.board)) or any(diagram.sums)


def _sum_numbers(announced: KnownSum | None) -> tuple[int, ...]:
    return () if announced is None else tuple(announced)


def _mirrored_known_sum(
    size: int, announced: KnownSum | None, highest_card: int
) -> KnownSum | None:
    """Return the mirror image of a sum announced by a hand that now has ``size`` cards.

    Args:
        announced: the sum; None if no sum is known.
        highest_card: the highest card value.
    """
    if announced is None:
        return None
    return KnownSum(highest_card * (size - announced.drawn) - announced.total, announced.drawn)


def _stable_hash(*facts: object) -> int:
    """Return a hash of values that is the same on every computer."""
    return int.from_bytes(blake2b(repr(facts).encode(), digest_size=KEY_BYTES).digest())


class RoundTurn(NamedTuple):
    """A turn of a record with its keys.

    Attributes:
        round: the number of the round, from 0.
        action: the number of actions in the round before the turn.
        turn: the number of the turn in the round; ``BEFORE_FIRST_TURN`` for the start card.
        played: the actions of the turn as others saw them.
        points: the points of the round for the side of ``seat``; negative if that side lost.
    """

    round: int
    action: int
    turn: int
    seat: Seat
    keys: PositionKeys
    played: str
    points: int


class WinnersAndTurns(NamedTuple):
    """The winners and the turns of a record, which the library stores beside it."""

    won: tuple[Seat, ...]
    turns: tuple[RoundTurn, ...]


def winners_and_turns_of_record(record: Record) -> WinnersAndTurns:
    """Return the winners and the turns of a recorded match.

    Raises:
        RecordError: the record breaks the rules, or the match is not over.
    """
    won: tuple[Seat, ...] = ()
    turns: list[RoundTurn] = []
    steps: list[_StateAfterEvent] = []
    for match, action in replay_record(record):
        public = match.public
        if action is None:
            turns += _turns_of_round(len(turns) and turns[-1].round + 1, steps)
            start = match.start_position
            nothing: Sums = (None,) * record.rules.n_seats
            steps = [_StateAfterEvent(public, nothing if start is None else start.sums, None)]
        else:
            event, (before, sums, _) = match.full_events()[-1], steps[-1]
            step = SeenStep(event.seat, event.action, event.facts, before, public, ())
            steps.append(_StateAfterEvent(public, sums_after_step(sums, step), event))
        won = match.match_state.winners
    if not won:
        raise RecordError("the match is not over")
    turns += _turns_of_round(len(turns) and turns[-1].round + 1, steps)
    return WinnersAndTurns(won, tuple(turns))


class _StateAfterEvent(NamedTuple):
    """A state of a round, the sums announced so far, and the event that led to it."""

    public: PublicState
    sums: Sums
    event: Event | None


def _turns_of_round(round_index: int, steps: Sequence[_StateAfterEvent]) -> Iterator[RoundTurn]:
    """Yield the turns of a finished round."""
    if not steps:
        return
    result = steps[-1].public.result
    assert result is not None
    starts = [n for n, _ in enumerate(steps[:-1]) if _begins_turn(steps, n)]
    for first, end in pairwise([*starts, len(steps) - 1]):
        public, sums, _ = steps[first]
        events = [one.event for one in steps[first + 1 : end + 1] if one.event is not None]
        seen = [redacted_event(event, None, True) for event in events if event.seat == public.seat]
        is_start = public.phase == "start"
        yield RoundTurn(
            round_index,
            first,
            BEFORE_FIRST_TURN if is_start else public.turn,
            public.seat,
            position_keys(public, sums),
            BETWEEN_ACTIONS.join(text_with_unknowns(event.action) for event in seen),
            result.points if public.side == result.side else -result.points,
        )


def _begins_turn(steps: Sequence[_StateAfterEvent], step_index: int) -> bool:
    now = steps[step_index].public
    if now.phase not in ("start", "turn"):
        return False
    before = steps[step_index - 1].public if step_index else None
    return before is None or before.phase in ("codes", "start") or before.turn != now.turn


def write_turns(write: sqlite3.Connection, match_number: int, turns: Sequence[RoundTurn]) -> None:
    """Write the entries of a match into the index, replacing its earlier entries."""
    write.execute("DELETE FROM position WHERE match = ?", (match_number,))
    write.executemany(
        INSERT_QUERY,
        (
            (
                *(match_number, one.round, one.action, one.turn, one.seat),
                *(*one.keys, one.played, one.points),
            )
            for one in turns
        ),
    )


def mirrored_turn(actions: Sequence[str], values: int) -> tuple[str, ...]:
    """Return the mirror image of a turn whose actions are given as texts."""
    return tuple(_mirrored_text(text, values - 1) for text in actions)


def _mirrored_text(text: str, highest_card: int) -> str:
    try:
        action, _drawn = parse_seen_action(text)
    except NotationError:  # the text has an unknown card, for example
        return text
    if isinstance(action, LayStartCard):
        return str(LayStartCard(highest_card - action.card))
    if isinstance(action, Play):
        return str(Play(highest_card - action.card, action.double, action.is_second_card))
    return text


FOUND_QUERY = """
    FROM position WHERE (row_key = :row OR board_key = :board)
    AND match NOT IN (SELECT id FROM match WHERE deleted IS NOT NULL)
"""
COUNTS_QUERY = f"""
    SELECT played, mirrored, row_key = :row, board_key IS :board, points > 0, count(*) {FOUND_QUERY}
    GROUP BY 1, 2, 3, 4, 5
"""
LATEST_QUERY = """
    SELECT match, round, action, seat, mirrored, played, points, row_key = :row, board_key IS :board
    FROM position WHERE {key} = :{name}
    AND match NOT IN (SELECT id FROM match WHERE deleted IS NOT NULL)
    ORDER BY match DESC, round DESC, action DESC LIMIT :most
"""
"""Each query uses one key, because SQLite then reads only the latest rows of the index."""
OPENINGS_QUERY = """
    SELECT first.played, reply.played, reply.points, count(*)
    FROM position AS first JOIN position AS reply
    ON reply.match = first.match AND reply.round = first.round AND reply.turn = 0
    WHERE first.row_key = ? AND first.turn = ?
    AND first.match NOT IN (SELECT id FROM match WHERE deleted IS NOT NULL)
    GROUP BY 1, 2, 3
"""
# The key of the row before the start card, when no sums have been announced.
START_KEY = _stable_hash("row", PRESETS["keypad"].values, ((), ((), ())))
MISSING_QUERY = """
    SELECT id FROM match WHERE deleted IS NULL
    AND NOT EXISTS (SELECT 1 FROM position WHERE position.match = match.id) ORDER BY id
"""


LOG_TURN_SQL = """
    SELECT turn + 1 FROM position WHERE position.match = {row}.match
        AND position.round = {row}.round AND position.action <= {row}.action
    ORDER BY position.action DESC LIMIT 1
"""
"""An SQL expression for the log's number of the turn to which an action belongs.

Turn 0 is the start card; NULL means that the match is not in the index.
"""


class LibraryForPositionIndex(Protocol):
    """The part of ``hacktrick.library.database.Library`` that the index uses."""

    def query_rows(
        self, question: str, values: Mapping[str, object] | Sequence[object] = ()
    ) -> Rows: ...

    def load_record(self, match_number: int) -> Record: ...

    def transaction(self) -> AbstractContextManager[sqlite3.Connection]: ...


class PositionIndex:
    """The position index of a library."""

    def __init__(self, library: LibraryForPositionIndex) -> None:
        self._library = library
        self._unreadable: set[int] = set()

    def unindexed_matches(self) -> tuple[int, ...]:
        """Return the numbers of the matches that are not in the index yet.

        An older version of the program saved these matches. Matches that turned out to be
        unreadable are left out.
        """
        rows = self._library.query_rows(MISSING_QUERY)
        return tuple(row[0] for row in rows if row[0] not in self._unreadable)

    def add_match(self, match_number: int) -> None:
        """Add the turns of a match to the index.

        Raises:
            LibraryError: the library cannot be written.
        """
        try:
            turns = winners_and_turns_of_record(self._library.load_record(match_number)).turns
        except (KeyError, LibraryError, RecordError):
            self._unreadable.add(match_number)
            return
        with self._library.transaction() as write:
            write_turns(write, match_number, turns)

    def find_turns(self, diagram: Diagram) -> PositionSearchResult:
        """Return the turns in the library that began in a position like this one.

        Two positions are alike if their boards are the same, or if both row and sums are. Each
        comparison also counts the mirror image as the same. Empty boards are not compared.
        """
        keys, values = position_keys(diagram.public, diagram.sums), diagram.public.rules.values
        wanted = {"row": keys.row, "board": keys.board, "most": MAX_ROUNDS}
        counts: Counter[tuple[tuple[str, ...], bool]] = Counter()
        for played, mirrored, by_row, by_board, won, n in self._library.query_rows(
            COUNTS_QUERY, wanted
        ):
            flipped = _is_mirror_image(keys, mirrored, by_row, by_board)
            actions = _turn_mirrored_if_flipped(played, flipped, values)
            counts[actions, bool(won)] += n
        turns = {actions for actions, _won in counts}
        turn_counts = [
            TurnFrequency(
                actions, counts[actions, True] + counts[actions, False], counts[actions, True]
            )
            for actions in turns
        ]
        rounds = tuple(
            FoundTurn(
                *(match, number, action, seat),
                _turn_mirrored_if_flipped(played, False, values),
                points,
                bool(by_row),
                keys.board is not None and bool(by_board),
                _is_mirror_image(keys, mirrored, by_row, by_board),
            )
            for match, number, action, seat, mirrored, played, points, by_row, by_board in sorted(
                {row for key in ("row", "board") for row in self._latest_rows(key, wanted)},
                key=lambda row: (-row[0], row[1:]),
            )[:MAX_ROUNDS]
        )
        turn_counts.sort(key=lambda one: (-one.n, one.actions))
        return PositionSearchResult(sum(one.n for one in turn_counts), tuple(turn_counts), rounds)

    def _latest_rows(self, name: str, wanted: dict[str, int | None]) -> Rows:
        """Return the latest rows with the same key ``name``, which is "row" or "board".

        Args:
            wanted: the values of the query's placeholders.
        """
        return self._library.query_rows(LATEST_QUERY.format(key=f"{name}_key", name=name), wanted)

    def opening_counts(self) -> tuple[OpeningCount, ...]:
        """Return the openings of the rounds in the library, and how these rounds ended."""
        return tuple(
            OpeningCount(*_read_opening(start, reply), points, n)
            for start, reply, points, n in self._library.query_rows(
                OPENINGS_QUERY, (START_KEY, BEFORE_FIRST_TURN)
            )
            if start.startswith(START_PREFIX)
        )


def solver_openings() -> tuple[OpeningCount, ...]:
    """Return the openings of rounds in ``keypad`` that the solver played against itself.

    ``build/assets/openings.py`` makes the file. Mirror images count together
    (``canonical_opening``).

    Raises:
        BadInstallation: the file is missing or damaged.
    """
    with resources.required_asset("ai", "openings.json") as path:
        rows = json.loads(path.read_text(encoding="utf-8"))["openings"]
        return tuple(
            OpeningCount(start, tuple(reply.split(BETWEEN_ACTIONS)), points, n)
            for start, reply, points, n in rows
        )


def canonical_opening(start: Card, reply: Sequence[str]) -> tuple[Card, tuple[str, ...]]:
    """Return the opening or its mirror image, whichever has the lower start card."""
    top = PRESETS["keypad"].values - 1
    if 2 * start < top:
        return start, tuple(reply)
    return top - start, mirrored_turn(reply, top + 1)


def opening_frequencies(
    openings: Iterable[OpeningCount], start: Card | None = None
) -> dict[str, TurnFrequency]:
    """Count openings by their start card, or by the reply to one start card.

    Mirror images count together, under the lower start card.

    Args:
        start: the start card whose replies are counted; None to count start cards.

    Returns:
        For each start card or reply, as text: its frequency, and how often its side won (the
        starter for start cards, the leader for replies).
    """
    n: Counter[str] = Counter()
    n_won: Counter[str] = Counter()
    wanted = None if start is None else canonical_opening(start, ())[0]
    for one in openings:
        card, reply = canonical_opening(one.start, one.reply)
        if start is None:
            name, is_won = f"{START_PREFIX}{card}", one.points < 0
        elif card == wanted:
            shown = reply if start == card else mirrored_turn(reply, PRESETS["keypad"].values)
            name, is_won = BETWEEN_ACTIONS.join(shown), one.points > 0
        else:
            continue
        n[name] += one.n
        n_won[name] += one.n * is_won
    return {
        name: TurnFrequency(tuple(name.split(BETWEEN_ACTIONS)), number, n_won[name])
        for name, number in n.items()
    }


def _is_mirror_image(keys: PositionKeys, mirrored: int, by_row: bool, by_board: bool) -> bool:
    """Return whether a found position is the mirror image of the one that was searched for.

    Args:
        keys: the keys of the position that was searched for.
        mirrored: the bits of the entry that was found.
        by_row, by_board: which of the two keys are equal.
    """
    bit = ROW_MIRRORED if by_row or not by_board else BOARD_MIRRORED
    return bool((keys.mirrored ^ mirrored) & bit)


def _turn_mirrored_if_flipped(played: str, is_flipped: bool, values: int) -> tuple[str, ...]:
    actions = tuple(played.split(BETWEEN_ACTIONS))
    return mirrored_turn(actions, values) if is_flipped else actions


def _read_opening(start: str, reply: str) -> tuple[int, tuple[str, ...]]:
    return int(start.removeprefix(START_PREFIX)), tuple(reply.split(BETWEEN_ACTIONS))
