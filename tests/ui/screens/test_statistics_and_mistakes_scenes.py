"""The statistics of many matches load step by step while the window stays responsive."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from hacktrick.coach.review.judged_round import DECISION_THEMES
from hacktrick.game.editions import rules_for
from hacktrick.game.view import SeatInfo
from hacktrick.i18n.study_text import ONE_MOMENT
from hacktrick.library.match_entries import MatchProvenance
from hacktrick.ui.accessibility.accessibility_tree import TextRecorder
from hacktrick.ui.screens.statistics_and_mistakes_scenes import StatisticsScene
from tests.support.random_matches import random_record
from tests.support.rig import Rig

SEATS = (SeatInfo("Ada", "human"), SeatInfo("Vector", "level:6"))


def test_the_screen_asks_for_a_moment_until_all_matches_are_added(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hacktrick.library.statistics_queries.MATCHES_A_STEP", 1)
    monkeypatch.setattr("hacktrick.ui.screens.statistics_and_mistakes_scenes.SECONDS_A_FRAME", -1.0)
    rig, rng = Rig(tmp_path), Random(1)
    library = rig.services.library.opened_library
    assert library is not None
    for _n in range(4):
        library.add_match(random_record(rules_for("keypad"), SEATS, rng), MatchProvenance("played"))
    scene = StatisticsScene(rig.context, rig.services)
    rig.show(scene)
    rig.context.set_text_recorder(recorder := TextRecorder())
    scene.draw(rig.surface)
    assert ONE_MOMENT in {one.text for one in recorder.collect_painted_texts()}
    scene.start_match_against_equal_level()
    assert scene.message == ONE_MOMENT and rig.top is scene
    rig.tick(0.2, n=50)
    assert scene.statistics is not None and len(scene.theme_statistics) == len(DECISION_THEMES)
    scene.draw(rig.surface)
    assert ONE_MOMENT not in {one.text for one in recorder.collect_painted_texts()}
