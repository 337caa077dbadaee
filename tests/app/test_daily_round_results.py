"""The first daily round of a day counts but is not rated; then the levels play the same round."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import date, timedelta
from pathlib import Path
from random import Random

import pytest

from hacktrick.app.daily_round_results import DailyRoundResults
from hacktrick.app.local_table import MatchSetup
from hacktrick.app.program_services import ProgramServices
from hacktrick.coach.daily_round import DailyLevelRuns, DailyOutcome
from hacktrick.library.match_entries import LIBRARY_FILE
from hacktrick.match.record import Record
from tests.app.test_library_service import SOLO, play_out, services_in
from tests.coach.test_daily_round import SeededThinker
from tests.support.random_player import play_or_wait

DAY = date(2026, 11, 22)
NAMES = ("Ada", "Cortex")


class Clock:
    """A clock that shows a day until it is set to another."""

    def __init__(self) -> None:
        self.day = DAY

    def __call__(self) -> date:
        return self.day


def services_with_clock(folder: Path) -> tuple[ProgramServices, Clock]:
    services, clock = services_in(folder), Clock()
    status = services.daily_round
    status._today, status.day = clock, clock()  # the status was made with today's date
    return services, clock


def play(services: ProgramServices, seed: int = 5) -> None:
    """Play the daily round to its end with legal actions."""
    session, rng = services.local_table.begin_daily_round(NAMES), Random(seed)
    while not session.is_over:
        play_or_wait(session, rng)


def test_a_damaged_date_of_a_saved_round_hides_no_result(tmp_path: Path) -> None:
    services, _clock = services_with_clock(tmp_path)
    play(services)
    first = services.daily_round.own_result
    services.leave_table()
    services.close()
    with closing(sqlite3.connect(tmp_path / LIBRARY_FILE)) as file:
        file.execute("UPDATE match SET ended = 'once'")
        file.commit()
    services, _clock = services_with_clock(tmp_path)
    services.daily_round.select_day()
    assert first is not None and services.daily_round.own_result == first
    services.close()


def test_the_first_round_of_a_day_counts_and_is_known_the_next_time(tmp_path: Path) -> None:
    services, _clock = services_with_clock(tmp_path)
    services.daily_round.select_day()
    assert services.daily_round.own_result is None and not services.daily_round.let_levels_play()
    play(services)
    first = services.daily_round.own_result
    assert first is not None and services.local_table.is_daily_round
    services.leave_table()
    for seed in range(6, 12):
        play(services, seed)
        services.leave_table()
        assert services.daily_round.own_result == first
    services.close()
    again, _clock = services_with_clock(tmp_path)
    again.daily_round.select_day()
    assert again.daily_round.own_result == first


def test_a_day_is_found_between_the_day_before_and_the_day_after(tmp_path: Path) -> None:
    days, came_off = [DAY + timedelta(n) for n in range(3)], []
    for n, day in enumerate(days):
        services, clock = services_with_clock(tmp_path)
        clock.day = day
        services.daily_round.select_day()
        play(services, 2 + n)
        came_off.append(services.daily_round.own_result)
        services.leave_table()
        services.close()
    assert len(set(came_off)) == len(days), "told apart"
    services, _clock = services_with_clock(tmp_path)
    for day, outcome in zip(days, came_off, strict=True):
        services.daily_round.select_day(day)
        assert outcome is not None and services.daily_round.own_result == outcome


def test_the_last_days_and_the_days_in_a_row_come_from_the_library(tmp_path: Path) -> None:
    for n in (-9, -8, -3, -2, -1):
        services, clock = services_with_clock(tmp_path)
        clock.day = DAY + timedelta(n)
        services.daily_round.select_day()
        play(services)
        services.leave_table()
        services.close()
    services, _clock = services_with_clock(tmp_path)
    status = services.daily_round
    status.select_day()
    assert [one is not None for one in status.recent_own_results] == [False] * 3 + [True] * 3 + [
        False
    ]
    assert status.days_in_a_row == 3
    play(services)
    assert status.recent_own_results[-1] is not None and status.days_in_a_row == 4


def test_a_record_that_was_read_is_not_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for n in (-2, -1):
        services, clock = services_with_clock(tmp_path)
        clock.day = DAY + timedelta(n)
        services.daily_round.select_day()
        play(services)
        services.leave_table()
        services.close()
    services, _clock = services_with_clock(tmp_path)
    status, library, read = services.daily_round, services.library.opened_library, list[int]()
    assert library is not None
    record_of = library.load_record

    def record(number: int) -> Record:
        read.append(number)
        return record_of(number)

    monkeypatch.setattr(library, "load_record", record)
    status.select_day()
    assert read and status.days_in_a_row == 2
    read.clear()
    status.select_day()
    assert not read and status.days_in_a_row == 2


def test_a_round_is_found_though_one_of_an_earlier_day_ended_after_it(tmp_path: Path) -> None:
    services, clock = services_with_clock(tmp_path)
    for day in (DAY, DAY - timedelta(1)):
        clock.day = day
        services.daily_round.select_day()
        play(services)
        services.leave_table()
    services.close()
    services, _clock = services_with_clock(tmp_path)
    services.daily_round.select_day()
    assert services.daily_round.own_result is not None


def test_a_daily_round_is_an_unrated_match_of_its_own_kind(tmp_path: Path) -> None:
    services, _clock = services_with_clock(tmp_path)
    play(services)
    assert services.library.opened_library is not None
    (entry,) = services.library.opened_library.find_matches()
    assert entry.source == "today" and not entry.rated
    services.puzzle_practice.select_player("Ada")
    *_pauses, found = services.puzzle_practice.statistics_in_steps()
    assert found is not None and found.n_unrated_rounds == 1 and not found.rated_rounds


def test_a_new_day_brings_a_new_round_but_does_not_change_a_running_one(tmp_path: Path) -> None:
    services, clock = services_with_clock(tmp_path)
    services.daily_round.select_day()
    clock.day = DAY + timedelta(1)
    play(services)
    assert services.daily_round.day == DAY and services.daily_round.own_result is not None
    services.leave_table()
    services.daily_round.select_day()
    assert (
        services.daily_round.day == DAY + timedelta(1) and services.daily_round.own_result is None
    )


def test_a_daily_round_that_was_left_can_be_resumed(tmp_path: Path) -> None:
    services, clock = services_with_clock(tmp_path)
    services.local_table.begin_daily_round(NAMES)
    services.leave_table()
    services.daily_round.select_day()
    assert services.local_table.is_daily_round_saved and services.daily_round.own_result is None
    session = services.local_table.resume_match("today")
    # No public name shows the share of work.
    assert services.local_table.is_daily_round and session._work_share == 1.0
    clock.day = DAY + timedelta(1)
    services.leave_table()
    services.daily_round.select_day()
    assert not services.local_table.is_daily_round_saved, "it was another day's"


def test_another_match_is_no_round_of_a_day(tmp_path: Path) -> None:
    services, _clock = services_with_clock(tmp_path)
    services.local_table.begin_match(MatchSetup("keypad", SOLO, {"target": 1}))
    assert not services.local_table.is_daily_round
    play_out(services)
    services.daily_round.select_day()
    assert services.daily_round.own_result is None


def test_the_levels_play_only_after_the_player(monkeypatch: pytest.MonkeyPatch) -> None:
    thinker = SeededThinker()
    today = DailyRoundResults(lambda: None, lambda: thinker, lambda: DAY)
    today.select_day()
    assert not today.let_levels_play() and not thinker.asked and today.playing_level is None
    # An outcome that another window has stored.
    today._own[DAY] = DailyOutcome(True, 1, 9)
    while not today.let_levels_play():
        assert today.playing_level == 1
    assert list(today.level_results) == [1] and today.playing_level == 2
    today.pause_levels()
    while today.playing_level is not None:
        today.let_levels_play()
    assert len(today.level_results) == 10
    known = dict(today.level_results)
    today.select_day()
    assert today.level_results == known, "not worked out anew on the same day"
    # No public name shows whether new trials were made.
    assert isinstance(today._runs, DailyLevelRuns)
