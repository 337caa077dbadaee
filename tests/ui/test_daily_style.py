"""A computer player that is another one every day: of one strength, and told before the match."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path

import pytest
from rig import Rig

from hacktrick.game.view import STEADY
from hacktrick.play.players import DAILY, STYLE_NAMES, style_of_the_day
from hacktrick.ui.menus.new_match import NewMatchScene
from hacktrick.words import choices as chosen
from hacktrick.words import levels
from hacktrick.words.choices import MatchChoices, SeatChoice, from_setting, to_setting
from hacktrick.words.levels import manner_sentence
from hacktrick.words.summaries import choices_line

MONDAY = date(2026, 11, 23)


@pytest.fixture
def day(monkeypatch: pytest.MonkeyPatch) -> type[date]:
    class Day(date):
        now = MONDAY

        @classmethod
        def today(cls) -> date:  # type: ignore[override]
            return cls.now

    monkeypatch.setattr(chosen, "date", Day)
    monkeypatch.setattr(levels, "date", Day)
    return Day


def daily(level: int) -> MatchChoices:
    choices = MatchChoices()
    choices.seats[1] = SeatChoice(f"level:{level}", style=DAILY)
    return choices


def test_every_style_comes_within_as_many_days() -> None:
    days = [MONDAY + timedelta(n) for n in range(len(STYLE_NAMES))]
    assert {style_of_the_day(one) for one in days} == set(STYLE_NAMES)


def test_the_match_has_the_style_of_the_day_and_the_settings_the_wish(day: type[date]) -> None:
    choices = daily(6)
    seen = []
    for n in range(len(STYLE_NAMES)):
        day.now = MONDAY + timedelta(n)  # type: ignore[attr-defined]
        seen.append(choices.new_match().seats[1].style)
        assert manner_sentence(*choices.seats[1].manner) == levels.TODAY[seen[-1]]
        assert (f"({seen[-1]})" in choices_line(choices)) == (seen[-1] != STEADY)
    assert sorted(seen) == sorted(STYLE_NAMES)
    kept = from_setting(to_setting(choices))
    assert kept.seats[1].manner == (DAILY, False)


def test_a_level_that_has_no_style_is_as_it_is_every_day(day: type[date]) -> None:
    assert daily(4).new_match().seats[1].style == STEADY


def test_it_is_chosen_like_a_style(tmp_path: Path, day: type[date]) -> None:
    stage = Rig(tmp_path)
    stage.context.change(last_match=to_setting(daily(6)))
    scene = stage.show(NewMatchScene(stage.context, stage.desk))
    stage.picture()
    assert scene.named["manner 1"].label == "changes"
    stage.click("manner 1")
    assert scene.choices.seats[1].manner != (DAILY, False)
