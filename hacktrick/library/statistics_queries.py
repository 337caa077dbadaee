"""Computes a player's statistics from the matches in the library and their reviews."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from hacktrick.coach.judgement import MARKED_CLASSES, current_judge_ids, judge_id, mistake_class
from hacktrick.coach.puzzles import mistake_question_key
from hacktrick.coach.rating import MAX_COUNTED_LOSS
from hacktrick.coach.review.judged_round import DECISION_THEMES
from hacktrick.coach.review.round_review import decision_points_by_round
from hacktrick.coach.statistics import (
    N_SHOWN,
    Career,
    DecisionSums,
    PlayedMatch,
    PlayerDecision,
    PlayerMistake,
    PlayerRound,
    PlayerStatistics,
    ThemeStatistics,
    added_decision_sums,
    statistics_from_sums,
)
from hacktrick.game.actions import parse
from hacktrick.game.keypad import Key, Line
from hacktrick.game.state import Seat
from hacktrick.game.transitions import keys_of_win
from hacktrick.library.database import Library
from hacktrick.library.match_entries import LibraryError
from hacktrick.library.position_index import LOG_TURN_SQL
from hacktrick.library.saved_reviews import SavedReviews
from hacktrick.match.record import RecordError
from hacktrick.match.record_replay import replay_record

TWO_PLAYERS_SQL = """
    FROM match JOIN seat ON seat.match = match.id
        JOIN seat AS other ON other.match = match.id AND other.seat = 1 - seat.seat
"""
OWN_MATCHES_SQL = """
    match.deleted IS NULL AND match.source IN ('played', 'branch', 'today')
        AND seat.level IS NULL AND COALESCE(seat.profile, seat.name) = :name
        AND (SELECT count(*) FROM seat AS any WHERE any.match = match.id) = 2
"""
IS_RATED_SQL = "match.rated AND match.preset != 'wits'"
ROUNDS_QUERY = f"""
    SELECT match.id, round.round, other.level, {IS_RATED_SQL}, round.winner,
        seat.seat
    {TWO_PLAYERS_SQL} JOIN round ON round.match = match.id
    WHERE {OWN_MATCHES_SQL}
    ORDER BY match.ended, match.id, round.round
"""
RATED_DECISIONS_QUERY = f"""
    {TWO_PLAYERS_SQL} CROSS JOIN decision
        ON decision.match = match.id AND decision.seat = seat.seat
    WHERE {OWN_MATCHES_SQL} AND {IS_RATED_SQL} AND other.level IS NOT NULL
        AND match.id BETWEEN :first AND :last AND decision.judge = :judge AND decision.free
        AND typeof(decision.themes) = 'text' AND typeof(decision.loss) = 'real'
"""
"""The free decisions of a player in the rated rounds of ``ROUNDS_QUERY``, in a range of matches.

SQLite sums them up, since a library may have a million. CROSS makes it begin with the matches.
"""
ROUND_SUMS_QUERY = f"""
    SELECT match.id, decision.round, count(*), sum(min(loss, :most)) {RATED_DECISIONS_QUERY}
    GROUP BY match.id, decision.round
"""
THEME_SUMS_QUERY = f"""
    SELECT themes, count(*), sum(loss), sum(loss * loss) {RATED_DECISIONS_QUERY} GROUP BY themes
"""
COSTLIEST_QUERY = f"""
    SELECT match, round, action, themes, loss FROM (
        SELECT decision.match, decision.round, action, themes, loss, row_number() OVER (
            PARTITION BY themes ORDER BY loss DESC, decision.match, decision.round, action) AS place
        {RATED_DECISIONS_QUERY} AND loss > 0)
    WHERE place <= :shown ORDER BY loss DESC, match, round, action
"""
PEOPLE_QUERY = """
    SELECT COALESCE(profile, name) AS who, count(*) FROM seat JOIN match ON match.id = seat.match
    WHERE level IS NULL AND deleted IS NULL AND source IN ('played', 'branch', 'today')
    GROUP BY who ORDER BY count(*) DESC, who
"""


MATCHES_QUERY = """
    SELECT match.id, seat.seat, seat.won, (
        SELECT max(other.level) FROM seat AS other
        WHERE other.match = match.id AND other.seat != seat.seat)
    FROM match JOIN seat ON seat.match = match.id
    WHERE match.deleted IS NULL AND match.source = 'played' AND seat.level IS NULL
        AND COALESCE(seat.profile, seat.name) = ?
    ORDER BY match.ended, match.id
"""
MAX_REPLAYED_MATCHES = 200  # number of latest matches in which winning lines are counted


def career_of(library: Library, player_name: str) -> Career:
    """Return a player's results in matches that were finished on this computer."""
    return next(filter(None, career_in_steps(library, player_name)))


def career_in_steps(library: Library, player_name: str) -> Iterator[Career | None]:
    """Yield None after every replayed match, and finally the result of ``career_of``."""
    rows = [
        row
        for row in library.query_rows(MATCHES_QUERY, (player_name,))
        if all(type(one) is int for one in row[:3]) and type(row[3]) in (int, type(None))
    ]
    lines: dict[Line, int] = {}
    triples = doubles = 0
    for match, seat, _won, _level in rows[-MAX_REPLAYED_MATCHES:]:
        for keys, points in _rounds_won_by_marker(library, match, seat):
            doubles += points > 1
            triples += len(keys) == 1
            if len(keys) == 3:
                line = (keys[0], keys[1], keys[2])
                lines[line] = lines.get(line, 0) + 1
        yield None
    matches = tuple(PlayedMatch(bool(won), level) for _match, _seat, won, level in rows)
    yield Career(matches, lines, triples, doubles)


def _rounds_won_by_marker(
    library: Library, match_number: int, seat: Seat
) -> Iterator[tuple[tuple[Key, ...], int]]:
    """Yield the winning keys and the points of each round that a seat won by placing a marker."""
    try:
        record = library.load_record(match_number)
        for match, action in replay_record(record):
            public = match.public
            result = public.result
            if action is None or result is None or result.by not in ("line", "triple"):
                continue
            event = match.events_for(None)[-1]
            if event.seat == seat and public.seating.side_of[seat] == result.side:
                *_, last, card = public.row
                yield keys_of_win(public, result.side, last + card, result.by), result.points
    except (KeyError, RecordError, LibraryError):
        return  # a match that is damaged, or deleted by now, is left out


def player_names_by_match_count(library: Library) -> tuple[str, ...]:
    """Return the names of the people who have played on this computer, most matches first."""
    return tuple(row[0] for row in library.query_rows(PEOPLE_QUERY) if isinstance(row[0], str))


def statistics_of(library: Library, player_name: str) -> PlayerStatistics:
    """Return the statistics of a player; only reviews by the current judge count."""
    return next(filter(None, statistics_in_steps(library, player_name)))


def statistics_in_steps(library: Library, player_name: str) -> Iterator[PlayerStatistics | None]:
    """Yield None after every few matches, and finally the result of ``statistics_of``."""
    rows = [
        row for row in library.query_rows(ROUNDS_QUERY, {"name": player_name}) if _is_valid_row(row)
    ]
    seats = {row[0]: row[5] for row in rows}
    yield None
    reviews, judge = SavedReviews(library), judge_id()
    numbers = sorted(seats)
    luck = {
        (one.match, one.round): one.value
        for one in reviews.luck_by_round(judge, tuple(numbers))
        if one.seat == seats[one.match]
    }
    yield None
    rounds = [
        PlayerRound(
            *(match, number, level, bool(rated) and level is not None, winner == seat),
            luck.get((match, number)),
        )
        for match, number, level, rated, winner, seat in rows
    ]
    parts = []
    for begin in range(0, len(numbers), MATCHES_A_STEP):
        step = numbers[begin : begin + MATCHES_A_STEP]
        parts.append(_decision_sums(library, player_name, judge, step[0], step[-1]))
        yield None
    found = statistics_from_sums(rounds, added_decision_sums(parts))
    yield replace(found, themes=tuple(_with_turn_numbers(library, theme) for theme in found.themes))


def _decision_sums(
    library: Library, player_name: str, judge: str, first_match: int, last_match: int
) -> DecisionSums:
    """Return the sums over a player's free decisions in rated rounds, according to one judge.

    Args:
        first_match, last_match: the lowest and the highest number of the matches to consider.
    """
    values = {"name": player_name, "judge": judge, "most": MAX_COUNTED_LOSS, "shown": N_SHOWN}
    values |= {"first": first_match, "last": last_match}
    by_round = {
        (match, number): (n, lost)
        for match, number, n, lost in library.query_rows(ROUND_SUMS_QUERY, values)
    }
    by_themes: dict[tuple[str, ...], tuple[int, float, float]] = {
        tuple(themes.split()): (n, lost, squares)
        for themes, n, lost, squares in library.query_rows(THEME_SUMS_QUERY, values)
    }
    costliest = tuple(
        PlayerDecision(match, number, action, tuple(themes.split()), loss)
        for match, number, action, themes, loss in library.query_rows(COSTLIEST_QUERY, values)
    )
    return DecisionSums(by_round, by_themes, costliest)


def _with_turn_numbers(library: Library, theme: ThemeStatistics) -> ThemeStatistics:
    """Return the statistics of a theme, with the turn numbers of the positions filled in."""
    positions = tuple(
        replace(one, turn=library.query_rows(TURN_QUERY, (one.match, one.round, one.action))[0][0])
        for one in theme.positions
    )
    return replace(theme, positions=positions)


TURN_QUERY = f"""
    SELECT ({LOG_TURN_SQL.format(row="place")})
    FROM (SELECT ? AS match, ? AS round, ? AS action) AS place
"""
MISTAKES_QUERY = f"""
    SELECT match.id, match.key, decision.round, decision.action, decision.seat, decision.themes,
        decision.loss, decision.loss_match, decision.checked, decision.played, card.action,
        ({LOG_TURN_SQL.format(row="decision")})
    FROM seat JOIN match ON match.id = seat.match
        JOIN decision ON decision.match = seat.match AND decision.seat = seat.seat
        LEFT JOIN decision AS card ON card.match = decision.match AND card.round = decision.round
            AND card.action = decision.action - 1 AND card.seat = decision.seat
            AND card.played LIKE 'play %'
    WHERE match.deleted IS NULL AND match.source != 'watched' AND seat.level IS NULL
        AND COALESCE(seat.profile, seat.name) = ? AND decision.judge IN (?, ?)
        AND decision.loss > 0 AND decision.match BETWEEN ? AND ?
    ORDER BY match.ended DESC, match.id, decision.round, decision.action
"""

HAS_CODES_QUERY = "SELECT 1 FROM match WHERE id = ? AND (preset = 'wits' OR options LIKE '%codes%')"


MATCHES_A_STEP = 100  # number of matches whose mistakes are read at once
LAST_NUMBER = 2**63 - 1


def mistakes_in_steps(
    library: Library, player_name: str, matches: Collection[int] | None = None
) -> Iterator[tuple[PlayerMistake, ...]]:
    """Yield the results of ``mistakes_of`` for a few matches at a time, latest matches first.

    Args:
        player_name: the name of the player.
        matches: the numbers of the matches to consider; None for all.
    """
    numbers = library.match_numbers() if matches is None else sorted(matches)
    for end in range(len(numbers), 0, -MATCHES_A_STEP):
        step = numbers[max(0, end - MATCHES_A_STEP) : end]
        yield mistakes_of(library, player_name, step)


def mistakes_of(
    library: Library, player_name: str, matches: Collection[int] | None = None
) -> tuple[PlayerMistake, ...]:
    """Return the turns of a player that reviews by the current judge mark as mistakes.

    Args:
        player_name: the name of the player.
        matches: the numbers of the matches to consider; None for all.
    """
    wanted = None if matches is None else frozenset(matches)
    if wanted is not None and not wanted:
        return ()
    first, last = (0, LAST_NUMBER) if wanted is None else (min(wanted), max(wanted))
    turns: dict[tuple[int, int, int], PlayerMistake] = {}
    equity: dict[tuple[int, int, int], float] = {}
    checked_turns = set()
    declined = DeclinedSecondCardFinder(library)
    for row in library.query_rows(MISTAKES_QUERY, (player_name, *current_judge_ids(), first, last)):
        try:
            match, key, number, action, seat, themes, loss, cost, checked, played, card, turn = row
            if wanted is not None and match not in wanted:
                continue
            # A command belongs to the turn of the card before it, unless it declined a second card:
            # in that case the review has two turns.
            first = action
            if card is not None and parse(played).stage == "end":
                first -= (number, action) not in declined.turn_ends_without_second_card(match)
            here = match, number, first
            share = 1.0 if checked is None else min(1.0, checked / loss)
            own = tuple(theme for theme in DECISION_THEMES if theme in themes.split())
            question = mistake_question_key(key, number, first)
            found = PlayerMistake(*here, turn, seat, question, own, "fine", cost * share)
        except (ValueError, TypeError, AttributeError):
            continue  # a damaged row is left out
        if checked is not None:
            checked_turns.add(here)
        equity[here] = equity.get(here, 0.0) + loss * share
        if (other := turns.get(here)) is not None:
            both = tuple(one for one in DECISION_THEMES if one in (*other.themes, *own))
            found = replace(found, themes=both, loss=found.loss + other.loss)
        turns[here] = found
    judged = (
        replace(turns[here], mistake_class=mistake_class(equity[here], turns[here].loss))
        for here in turns
        if here in checked_turns
    )
    return tuple(one for one in judged if one.mistake_class in MARKED_CLASSES)


class DeclinedSecondCardFinder:
    """Finds the turns that ended without the second card that Trojana Kriskaya allowed."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._places: dict[int, frozenset[tuple[int, int]]] = {}

    def turn_ends_without_second_card(self, match_number: int) -> frozenset[tuple[int, int]]:
        """Return where the turns of a match ended that declined a second card.

        Returns:
            The round and the action of each such turn's end, both from 0.

        Raises:
            ValueError: the match cannot be read.
        """
        if match_number not in self._places:
            self._places[match_number] = frozenset(self._find_turn_ends_in_match(match_number))
        return self._places[match_number]

    def _find_turn_ends_in_match(self, match_number: int) -> Iterator[tuple[int, int]]:
        if not self._library.query_rows(HAS_CODES_QUERY, (match_number,)):
            return  # without codes, no turn allows a second card
        try:
            record = self._library.load_record(match_number)
        except (KeyError, LibraryError) as error:
            raise ValueError(f"match {match_number} cannot be read") from error
        if not any("kriskaya" in action for one in record.rounds for action in one.actions):
            return
        for number, (points, _result, _score) in enumerate(decision_points_by_round(record)):
            for point in points:
                if point.follows_first_card and point.action.stage == "end":
                    yield number, point.number


def _is_valid_row(row: Sequence[object]) -> bool:
    """Return whether a row of ``ROUNDS_QUERY`` has values of the expected types."""
    match, number, level, _rated, winner, seat = row
    numbers = (match, number, winner, seat)
    return all(type(one) is int for one in numbers) and (level is None or type(level) is int)
