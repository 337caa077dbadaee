"""Computes the statistics of a player from the matches of the library and their reviews."""

from __future__ import annotations

from collections.abc import Sequence

from hacktrick.coach.judgement import judge_id
from hacktrick.coach.statistics import (
    PlayerDecision,
    PlayerRound,
    PlayerStatistics,
    player_statistics,
)
from hacktrick.library.database import Library
from hacktrick.library.judgements import Judgements

ROUNDS_QUERY = """
    SELECT match.id, round.round, other.level, match.rated AND match.preset != 'wits', round.winner,
        round.points, round.leader, seat.seat, match.options
    FROM match JOIN seat ON seat.match = match.id JOIN round ON round.match = match.id
        JOIN seat AS other ON other.match = match.id AND other.seat = 1 - seat.seat
    WHERE match.deleted IS NULL AND match.source IN ('played', 'branch', 'today')
        AND seat.level IS NULL AND COALESCE(seat.profile, seat.name) = ?
        AND (SELECT count(*) FROM seat AS any WHERE any.match = match.id) = 2
    ORDER BY match.ended, match.id, round.round
"""
PEOPLE_QUERY = """
    SELECT COALESCE(profile, name) AS who, count(*) FROM seat JOIN match ON match.id = seat.match
    WHERE level IS NULL AND deleted IS NULL AND source IN ('played', 'branch', 'today')
    GROUP BY who ORDER BY count(*) DESC, who
"""


def players_by_matches(library: Library) -> tuple[str, ...]:
    """Return the people who played on this computer, those with the most matches first."""
    return tuple(row[0] for row in library.read(PEOPLE_QUERY) if isinstance(row[0], str))


def statistics_of(library: Library, name: str) -> PlayerStatistics:
    """Return the statistics of a player, from reviews by the present judge alone."""
    rows = [row for row in library.read(ROUNDS_QUERY, (name,)) if _is_sound(row)]
    seats = {row[0]: row[7] for row in rows}
    judgements, judge = Judgements(library), judge_id()
    numbers = tuple(seats)
    luck = {
        (one.match, one.round): one.value
        for one in judgements.luck_by_round(judge, numbers)
        if one.seat == seats[one.match]
    }
    rounds = [
        PlayerRound(
            *(match, number, level, bool(rated) and level is not None, winner == seat, points),
            *(leader == seat, luck.get((match, number))),
        )
        for match, number, level, rated, winner, points, leader, seat, _options in rows
    ]
    decisions = [
        PlayerDecision(one.match, one.round, one.action, one.themes, one.loss)
        for one in judgements.decision_costs(judge, numbers)
        if one.free and one.seat == seats[one.match]
    ]
    return player_statistics(rounds, decisions)


def _is_sound(row: Sequence[object]) -> bool:
    """Whether a row of ``ROUNDS_QUERY`` has numbers where they are expected."""
    match, number, level, _rated, winner, points, leader, seat, _options = row
    numbers = (match, number, winner, points, leader, seat)
    return all(type(one) is int for one in numbers) and (level is None or type(level) is int)
