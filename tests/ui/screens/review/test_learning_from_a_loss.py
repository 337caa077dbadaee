"""As a new user would: lose, see why, try the worst moment again, and meet it days later."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import pygame
import pytest

from hacktrick.app.local_table import MatchSetup
from hacktrick.app.settings import Settings
from hacktrick.coach.thinking_client import InlineThinker
from hacktrick.game.legality import legal_actions
from hacktrick.game.view import SeatInfo
from hacktrick.ui.screens.puzzles.position_puzzle import PositionPuzzleScene
from hacktrick.ui.screens.puzzles.puzzle_list import PuzzleListScene
from hacktrick.ui.screens.review.review_scene import ReviewScene
from hacktrick.ui.screens.title.title_scene import TitleScene
from hacktrick.ui.table.round_result import ResultScene
from tests.support.rig import AT_REST, Rig

SEATS = (SeatInfo("Ada", "human"), SeatInfo("Cipher", "level:6"))
LOST = 5  # a seed with which whoever plays at random loses, by mistakes that are told


@pytest.mark.slow
def test_a_loss_is_understood_in_three_presses_and_comes_again_days_later(tmp_path: Path) -> None:
    moments = [datetime(2026, 11, 23, 20, 0, tzinfo=UTC)]
    rig = lose(tmp_path, lambda: moments[-1])

    rig.key(pygame.K_r)  # the first press: the review, at its worst moment
    scene = rig.top
    assert isinstance(scene, ReviewScene)
    rig.tick(0.05, 100)
    assert scene.worst and scene.turn is scene.worst[0]
    n = len(scene.worst)

    rig.key(pygame.K_r)  # the second: try it again
    question = rig.top
    assert isinstance(question, PositionPuzzleScene)
    asked = question.quiz.question
    assert not asked.is_right(asked.made), "the turn of the match was wrong"
    rig.click("give up")
    rig.click("back")
    assert rig.top is scene and len(scene.worst) == n

    rig.click("back")
    rig.key(pygame.K_RETURN)
    rig.show(PuzzleListScene(rig.context, rig.workspace))
    assert rig.workspace.practice.n_due() == 0, "not on the same day"
    moments.append(moments[0] + timedelta(days=3))
    assert rig.workspace.practice.n_due() >= 1
    rig.show(PuzzleListScene(rig.context, rig.workspace))
    rig.click("own")
    again = rig.top
    assert isinstance(again, PositionPuzzleScene)
    assert again.quiz.question.made, "a turn of the own match"
    rig.workspace.close()


def lose(folder: Path, moment: Callable[[], datetime]) -> Rig:
    """A match to one point against a level, played at random."""
    settings = Settings(**AT_REST)  # type: ignore[arg-type]
    rig = Rig(folder, settings=settings, thinker=InlineThinker, rng=Random(LOST))
    rig.workspace.practice._moment = moment
    rig.show(TitleScene(rig.context, rig.workspace))
    rig.context.navigator.start_match(MatchSetup("keypad", SEATS, {"target": 1}, 0))
    rig.tick(0.05, 3)
    session, dice = rig.workspace.session, Random(LOST)
    assert session is not None
    while not session.is_over:
        if session.may_act and (seen := session.observation) is not None:
            session.submit(dice.choice(legal_actions(seen)))
        rig.tick(0.2)
    rig.wait(1.0)
    assert isinstance(rig.top, ResultScene)
    assert session.public.result is not None and session.public.result.side == 1
    return rig
