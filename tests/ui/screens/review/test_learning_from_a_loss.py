"""A new player loses, sees why, retries the worst mistake, and meets it again days later."""

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
from hacktrick.ui.screens.puzzles.puzzle_list_and_puzzle import PositionPuzzleScene, PuzzleListScene
from hacktrick.ui.screens.review.review_scene import ReviewScene
from hacktrick.ui.screens.title.title_scene import TitleScene
from hacktrick.ui.table.round_result import ResultScene
from tests.support.rig import AT_REST, Rig
from tests.support.table_clicks import click_coach

SEATS = (SeatInfo("Ada", "human"), SeatInfo("Cipher", "level:6"))
LOST = 5  # a seed with which a random player loses by mistakes that the review reports


@pytest.mark.slow
def test_three_presses_lead_from_a_loss_to_the_mistake_which_returns_days_later(
    tmp_path: Path,
) -> None:
    moments = [datetime(2026, 11, 23, 20, 0, tzinfo=UTC)]
    rig = lose_match(tmp_path, lambda: moments[-1])

    rig.key(pygame.K_r)  # first press: the review at the worst mistake
    scene = rig.top
    assert isinstance(scene, ReviewScene)
    rig.tick(0.05, 100)
    assert scene.listed_worst_mistakes and scene.shown_turn is scene.listed_worst_mistakes[0]
    n = len(scene.listed_worst_mistakes)

    rig.key(pygame.K_r)  # second press: retry it
    question = rig.top
    assert isinstance(question, PositionPuzzleScene)
    asked = question.attempt.question
    assert not asked.is_right(asked.made), "the turn of the match was wrong"
    click_coach(rig, "Show")
    click_coach(rig, "Leave")
    assert rig.top is scene and len(scene.listed_worst_mistakes) == n

    rig.click("back")
    rig.key(pygame.K_RETURN)
    rig.show(PuzzleListScene(rig.context, rig.services))
    assert rig.services.puzzle_practice.n_due_questions() == 0, "not on the same day"
    moments.append(moments[0] + timedelta(days=3))
    assert rig.services.puzzle_practice.n_due_questions() >= 1
    rig.show(PuzzleListScene(rig.context, rig.services))
    rig.click("own")
    again = rig.top
    assert isinstance(again, PositionPuzzleScene)
    assert again.attempt.question.made, "a turn of the player's match"
    rig.services.close()


def lose_match(folder: Path, moment: Callable[[], datetime]) -> Rig:
    """Play a match to one point against a computer at random, and lose it."""
    settings = Settings(**AT_REST)  # type: ignore[arg-type]
    rig = Rig(folder, settings=settings, thinker=InlineThinker, rng=Random(LOST))
    rig.services.puzzle_practice._moment = moment
    rig.show(TitleScene(rig.context, rig.services))
    rig.context.navigator.start_match(MatchSetup("keypad", SEATS, {"target": 1}, 0))
    rig.tick(0.05, 3)
    session, dice = rig.services.session, Random(LOST)
    assert session is not None
    while not session.is_over:
        if session.may_act and (seen := session.observation) is not None:
            session.submit(dice.choice(legal_actions(seen)))
        rig.tick(0.2)
    rig.wait(1.0)
    assert isinstance(rig.top, ResultScene)
    assert session.public.result is not None and session.public.result.side == 1
    return rig
