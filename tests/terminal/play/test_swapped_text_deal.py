"""The same deal from the other seat in lines: from the review of a match, after a word about it."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from assets.shots.reviewed import a_record, reviews

from hacktrick.app.local_table import MatchSetup
from hacktrick.app.workspace import Workspace
from hacktrick.terminal.play.console import Terminal
from hacktrick.terminal.play.narration import Narrator
from hacktrick.terminal.play.review import show_reviews
from tests.app.test_library_service import SOLO, workspace_in
from tests.coach.test_daily_round import play_out
from tests.support.terminal_player import Typist, no_time

OTHER = "The same deal from the other seat"


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    return workspace_in(tmp_path)


def looked_back(workspace: Workspace, lines: list[str]) -> tuple[bool, str]:
    """Whether a match was begun, and what was said; the number of the entry stands for {n}."""
    made = reviews()
    answers = [str(len(made) + 3) if line == OTHER else line for line in lines]
    screen = io.StringIO()
    terminal = Terminal(Typist(answers, None, screen), screen, lambda target: None, no_time)
    return show_reviews(terminal, workspace, made), screen.getvalue()


def test_it_is_begun_from_the_review(workspace: Workspace) -> None:
    begun, screen = looked_back(workspace, [OTHER, "1"])
    assert begun and OTHER in screen and "no rating" in screen
    assert "Only one match is kept" not in screen
    assert workspace.session is not None and workspace.session.viewer == 1
    assert workspace.session.seats == a_record().seats[::-1]


def test_one_may_think_better_of_it(workspace: Workspace) -> None:
    back = str(len(reviews()) + 4)
    begun, _screen = looked_back(workspace, [OTHER, "2", back])
    assert not begun and workspace.session is None


def test_it_says_that_an_unfinished_match_would_go(workspace: Workspace) -> None:
    workspace.local_table.begin(MatchSetup("keypad", SOLO))
    workspace.leave()
    back = str(len(reviews()) + 4)
    begun, screen = looked_back(workspace, [OTHER, "1", "2", back])
    assert "Only one match is kept" in " ".join(screen.split())
    assert not begun and workspace.local_table.saved is not None


def test_the_end_tells_how_it_came_off_the_other_way_round(workspace: Workspace) -> None:
    looked_back(workspace, [OTHER, "1"])
    session, screen = workspace.session, io.StringIO()
    assert session is not None
    play_out(session._match)  # type: ignore[arg-type]
    terminal = Terminal(io.StringIO(), screen, lambda target: None, no_time)
    Narrator(terminal, session, "learning").tell_round_end()
    seat, points = session.won_before or (0, 0)
    told = f"With the seats the other way round, {session.seats[seat].name} won by {points}."
    assert told in " ".join(screen.getvalue().split())
