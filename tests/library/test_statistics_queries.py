"""Results of a player: wins, streaks, levels, favourite line, achievements."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from hacktrick.app.learning_progress import (
    LearningProgress,
    PinTotals,
    progress_from_data,
    progress_to_data,
)
from hacktrick.coach.statistics import Career, PlayedMatch, achievements
from hacktrick.game.editions import rules_for
from hacktrick.game.view import SeatInfo
from hacktrick.i18n.library_and_statistics_text import achievement_lines, career_lines
from hacktrick.library.database import Library
from hacktrick.library.match_entries import MatchProvenance
from hacktrick.library.statistics_queries import career_in_steps, career_of
from hacktrick.match.record import Record
from tests.support.scripted_matches import played_match

SOLO = (SeatInfo("Ada", "human"), SeatInfo("Vector", "level:6"))


def match_record(seed: int) -> Record:
    """Return the record of a finished random match of a person against a computer player."""
    return replace(played_match(rules_for("keypad"), seed).record, seats=SOLO)


def won_lines(record: Record, seat: int) -> list[str]:
    """Return how a seat won each of its rounds, such as "line", according to the record."""
    return [
        one.result.by for one in record.rounds if one.result is not None and one.result.side == seat
    ]


def test_a_career_is_counted_from_the_kept_matches(tmp_path: Path) -> None:
    records = [match_record(seed) for seed in range(6)]
    with closing(Library(tmp_path)) as library:
        for record in records:
            library.add_match(record)
        library.add_match(match_record(7), MatchProvenance(source="branch"))
        career = career_of(library, "Ada")
        assert career_of(library, "Nobody") == Career()
    wins = [record.score[0] > record.score[1] for record in records]
    assert [one.is_won for one in career.matches] == wins
    assert career.n_matches_won == sum(wins) and {one.level for one in career.matches} == {6}
    causes = [by for record in records for by in won_lines(record, 0)]
    assert career.n_rounds_won_by_line == causes.count("line") and career.triples == causes.count(
        "triple"
    )
    assert all(sum(line) == 15 for line in career.lines)
    twos = [r.result for record in records for r in record.rounds if r.result is not None]
    assert career.doubles == sum(one.side == 0 and one.points > 1 for one in twos)


def test_a_match_deleted_while_it_is_counted_is_left_out_of_the_lines(tmp_path: Path) -> None:
    with closing(Library(tmp_path)) as library:
        library.add_match(match_record(1))
        second = library.add_match(match_record(2))
        assert second
        steps = career_in_steps(library, "Ada")
        assert next(steps) is None
        library.mark_deleted([second])
        assert next(steps) is None
        career = next(steps)
    n_lines = won_lines(match_record(1), 0).count("line")
    assert career is not None and career.n_rounds_won_by_line == n_lines


@pytest.mark.parametrize(
    ("results", "streak", "best"),
    [("", 0, 0), ("w", 1, 1), ("wwl", 0, 2), ("lwwwlww", 2, 3), ("wlw", 1, 1)],
)
def test_streaks_count_wins_in_a_row(results: str, streak: int, best: int) -> None:
    career = Career(tuple(PlayedMatch(one == "w", 1) for one in results))
    assert (career.current_winning_streak, career.longest_winning_streak) == (streak, best)


def test_a_figure_without_enough_matches_says_how_many_are_missing() -> None:
    assert list(career_lines(Career(), PinTotals())) == [
        "No match finished yet.",
        "Favourite line: not enough games yet (0 of 5 lines)",
        "Read their mind: not enough pins yet (0 of 10)",
    ]
    matches = (PlayedMatch(True, 1), PlayedMatch(False, 2), PlayedMatch(True, None))
    career = Career(matches, {(1, 5, 9): 4, (2, 5, 8): 2})
    assert list(career_lines(career, PinTotals(3, 1, 12, 9))) == [
        "Matches: 2 won, 1 lost",
        "Winning streak: 1, longest 1",
        "Beaten: Pixel",
        "Favourite line: 1-5-9, 4 of 6 lines",
        "Read their mind: 9 of 12 pins right (75 %)",
    ]
    assert list(career_lines(Career(matches[1:2]), PinTotals()))[2] == "No hacker beaten yet."


def test_achievements_show_their_progress() -> None:
    matches = tuple(PlayedMatch(True, level) for level in (5, 5, 3))
    reached = achievements(Career(matches, {(1, 5, 9): 1}, doubles=2), 7, 1)
    done = {one.name for one in reached if one.is_reached}
    assert done == {"round", "match", "streak", "perfect", "level_5"}
    by_name = {one.name: achievement_lines(one) for one in reached}
    assert by_name["pins"] == ("Mind reader", "Pin ten cards right. 7 of 10")
    assert by_name["levels"] == ("Hack trick", "Beat all ten hackers. 2 of 10")
    assert by_name["match"] == ("Root access", "Win a match.")
    assert len(by_name) == len(reached) == 13


def test_every_achievement_has_its_goal() -> None:
    nothing = achievements(Career(), 0, 0)
    assert [(one.name, one.n, one.goal) for one in nothing] == [
        *(("round", 0, 1), ("match", 0, 1), ("stack", 0, 1), ("double", 0, 5), ("streak", 0, 3)),
        *(("pins", 0, 10), ("perfect", 0, 1), ("level_5", 0, 1), ("lines", 0, 8)),
        *(("long_streak", 0, 7), ("many_pins", 0, 100), ("level_10", 0, 1), ("levels", 0, 10)),
    ]
    wins = tuple(PlayedMatch(True, 1 + n % 10) for n in range(30))
    lines = {(n, 5, 10 - n): 2 for n in (1, 2, 3, 4)} | {(n, n, n): 1 for n in (6, 7, 8, 9)}
    everything = achievements(Career(wins, lines, triples=4, doubles=9), 250, 3)
    assert [(one.name, one.n) for one in everything] == [(one.name, one.goal) for one in everything]
    assert all(one.is_reached for one in everything)


@pytest.mark.parametrize(
    ("levels", "reached"), [((5,), {"level_5"}), ((10,), {"level_10"}), ((4, 9), set())]
)
def test_two_levels_are_achievements_of_their_own(
    levels: tuple[int, ...], reached: set[str]
) -> None:
    matches = tuple(PlayedMatch(True, level) for level in levels)
    found = achievements(Career((*matches, PlayedMatch(False, 5), PlayedMatch(False, 10))), 0, 0)
    done = {one.name for one in found if one.is_reached}
    assert done - {"match"} == reached


def test_pin_counts_are_read_back_from_their_file() -> None:
    progress = (
        LearningProgress()
        .with_pin_score("Ada", 2, 2)
        .with_pin_score("Ada", 3, 1)
        .with_pin_score("", 1, 1)
    )
    assert progress.pins == {"Ada": PinTotals(2, 1, 5, 3), "": PinTotals(1, 0, 1, 1)}
    data = progress_to_data(progress)
    assert progress_from_data(data) == (progress, False)
    for bad in ([1, 0, 1, 2], [1, 2, 2, 2], [1, 0, 1], [True, 0, 1, 1], [-1, 0, 1, 1], "x"):
        changed = {**data, "readings": {"Ada": bad, "": [1, 0, 1, 1]}}
        assert progress_from_data(changed) == (
            replace(progress, pins={"": PinTotals(1, 0, 1, 1)}),
            True,
        )
    assert progress_from_data({**data, "readings": []})[1]
