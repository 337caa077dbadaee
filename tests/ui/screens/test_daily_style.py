"""Computer players with the daily style play differently every day, at the same strength."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path

import pytest

from hacktrick.ai.levels.styles import DAILY_STYLE, STYLE_NAMES, style_of_the_day
from hacktrick.game.view import STEADY_STYLE
from hacktrick.i18n import computer_players
from hacktrick.i18n import match_options_and_player_names as chosen
from hacktrick.i18n.computer_players import manner_sentence
from hacktrick.i18n.match_options_and_player_names import (
    NewMatchOptions,
    SeatOptions,
    options_from_setting,
    options_to_setting,
)
from hacktrick.i18n.match_summaries import new_match_line
from hacktrick.ui.screens.new_match_scene import NewMatchScene
from tests.support.rig import Rig

MONDAY = date(2026, 11, 23)


@pytest.fixture
def day(monkeypatch: pytest.MonkeyPatch) -> type[date]:
    class Day(date):
        now = MONDAY

        @classmethod
        def today(cls) -> date:  # type: ignore[override]
            return cls.now

    monkeypatch.setattr(chosen, "date", Day)
    monkeypatch.setattr(computer_players, "date", Day)
    return Day


def daily(level: int) -> NewMatchOptions:
    choices = NewMatchOptions()
    choices.seats[1] = SeatOptions(f"level:{level}", style=DAILY_STYLE)
    return choices


def test_every_style_appears_once_within_as_many_days_as_there_are_styles() -> None:
    days = [MONDAY + timedelta(n) for n in range(len(STYLE_NAMES))]
    assert {style_of_the_day(one) for one in days} == set(STYLE_NAMES)


def test_a_match_gets_the_style_of_the_day_while_the_settings_keep_the_choice(
    day: type[date],
) -> None:
    choices = daily(6)
    seen = []
    for n in range(len(STYLE_NAMES)):
        day.now = MONDAY + timedelta(n)  # type: ignore[attr-defined]
        seen.append(choices.match_setup().seats[1].style)
        assert manner_sentence(*choices.seats[1].manner) == computer_players.TODAYS_STYLES[seen[-1]]
        assert (f"({seen[-1]})" in new_match_line(choices)) == (seen[-1] != STEADY_STYLE)
    assert sorted(seen) == sorted(STYLE_NAMES)
    kept = options_from_setting(options_to_setting(choices))
    assert kept.seats[1].manner == (DAILY_STYLE, False)


def test_a_level_without_styles_plays_the_same_every_day(day: type[date]) -> None:
    assert daily(4).match_setup().seats[1].style == STEADY_STYLE


def test_the_daily_style_is_chosen_like_any_style(tmp_path: Path, day: type[date]) -> None:
    rig = Rig(tmp_path)
    rig.context.change_settings(last_match=options_to_setting(daily(6)))
    scene = rig.show(NewMatchScene(rig.context, rig.services))
    rig.picture()
    assert scene.widgets["manner 1"].label == "Changes"
    rig.click("manner 1")
    assert scene.choices.seats[1].manner != (DAILY_STYLE, False)
