"""The round of the day as the program has it: the first one counts, kept apart from ratings, and
what the levels did is told after it."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path
from random import Random

import pytest

from hacktrick.app.daily_round_status import DailyRoundStatus
from hacktrick.app.local_table import MatchSetup
from hacktrick.app.workspace import Workspace
from hacktrick.coach.daily_round import DailyOutcome, LevelTrials
from tests.app.test_library_service import SOLO, desk_in, play_out
from tests.coach.test_daily_round import Seeded
from tests.support.legal_player import go_on

DAY = date(2026, 11, 22)
NAMES = ("Ada", "Cortex")


class Clock:
    """Tells a day, until it is told another."""

    def __init__(self) -> None:
        self.day = DAY

    def __call__(self) -> date:
        return self.day


def at_desk(folder: Path) -> tuple[Workspace, Clock]:
    desk, clock = desk_in(folder), Clock()
    desk.today = DailyRoundStatus(desk._shelf.library, desk.idle_thinker, clock)
    return desk, clock


def play(desk: Workspace, seed: int = 5) -> None:
    """The round of the day to its end, whatever is legal."""
    session, rng = desk.begin_today(NAMES), Random(seed)
    while not session.is_over:
        go_on(session, rng)


def test_the_first_round_of_a_day_counts_and_is_known_the_next_time(tmp_path: Path) -> None:
    desk, _clock = at_desk(tmp_path)
    desk.today.look()
    assert desk.today.own is None and not desk.today.update()
    play(desk)
    first = desk.today.own
    assert first is not None and desk.is_todays_round
    desk.leave()
    for seed in range(6, 12):
        play(desk, seed)
        desk.leave()
        assert desk.today.own == first
    desk.close()
    again, _clock = at_desk(tmp_path)
    again.today.look()
    assert again.today.own == first


def test_a_day_is_found_between_the_day_before_and_the_day_after(tmp_path: Path) -> None:
    days, came_off = [DAY + timedelta(n) for n in range(3)], []
    for n, day in enumerate(days):
        desk, clock = at_desk(tmp_path)
        clock.day = day
        desk.today.look()
        play(desk, 2 + n)
        came_off.append(desk.today.own)
        desk.leave()
        desk.close()
    assert len(set(came_off)) == len(days), "told apart"
    desk, _clock = at_desk(tmp_path)
    for day, outcome in zip(days, came_off, strict=True):
        desk.today.look(day)
        assert outcome is not None and desk.today.own == outcome


def test_a_round_is_found_though_one_of_an_earlier_day_ended_after_it(tmp_path: Path) -> None:
    desk, clock = at_desk(tmp_path)
    for day in (DAY, DAY - timedelta(1)):
        clock.day = day
        desk.today.look()
        play(desk)
        desk.leave()
    desk.close()
    desk, _clock = at_desk(tmp_path)
    desk.today.look()
    assert desk.today.own is not None


def test_it_is_a_match_of_its_own_kind_and_rated_nowhere(tmp_path: Path) -> None:
    desk, _clock = at_desk(tmp_path)
    play(desk)
    assert desk.library is not None
    (entry,) = desk.library.find()
    assert entry.source == "today" and not entry.rated
    desk.training.sit_down("Ada")
    found = desk.training.statistics()
    assert found is not None and found.apart == 1 and not found.rated


def test_the_next_day_has_another_round_and_midnight_changes_no_round(tmp_path: Path) -> None:
    desk, clock = at_desk(tmp_path)
    desk.today.look()
    clock.day = DAY + timedelta(1)
    play(desk)
    assert desk.today.day == DAY and desk.today.own is not None
    desk.leave()
    desk.today.look()
    assert desk.today.day == DAY + timedelta(1) and desk.today.own is None


def test_one_that_was_left_is_gone_on_with(tmp_path: Path) -> None:
    desk, clock = at_desk(tmp_path)
    desk.begin_today(NAMES)
    desk.leave()
    desk.today.look()
    assert desk.today.is_left(desk.saved) and desk.today.own is None
    session = desk.resume()
    assert desk.is_todays_round and session._share == 1.0
    clock.day = DAY + timedelta(1)
    desk.leave()
    desk.today.look()
    assert not desk.today.is_left(desk.saved), "it was another day's"


def test_another_match_is_no_round_of_a_day(tmp_path: Path) -> None:
    desk, _clock = at_desk(tmp_path)
    desk.begin(MatchSetup("keypad", SOLO, {"target": 1}))
    assert not desk.is_todays_round
    play_out(desk)
    desk.today.look()
    assert desk.today.own is None


def test_the_levels_play_only_after_the_player(monkeypatch: pytest.MonkeyPatch) -> None:
    thinker = Seeded()
    today = DailyRoundStatus(lambda: None, lambda: thinker, lambda: DAY)
    today.look()
    assert not today.update() and not thinker.asked and today.playing is None
    today._own[DAY] = DailyOutcome(True, 1, 9)
    while not today.update():
        assert today.playing == 1
    assert list(today.levels) == [1] and today.playing == 2
    today.pause()
    while today.playing is not None:
        today.update()
    assert len(today.levels) == 10
    known = dict(today.levels)
    today.look()
    assert today.levels == known, "not worked out anew on the same day"
    assert isinstance(today._trials, LevelTrials)
