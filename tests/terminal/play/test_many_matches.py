"""The library of the text mode judges many matches and lists the player's mistakes."""

from __future__ import annotations

import io
from pathlib import Path
from random import Random
from typing import Any

import pytest
from assets.shots.reviewed_match import sample_record

from hacktrick.app.program_services import ProgramServices
from hacktrick.app.settings import Settings
from hacktrick.app.storage import open_storage
from hacktrick.terminal.play.console import Terminal
from hacktrick.terminal.play.library import TextLibrary
from tests.support.instant_judge import InstantJudge


class MinimalContext:
    settings = Settings()


def services_in(folder: Path) -> ProgramServices:
    storage, problems = open_storage(folder)
    services = ProgramServices(MinimalContext(), storage, InstantJudge, Random(3), problems)
    services.review_queue._clock = lambda: 1e9  # as after a long time without input
    services.review_queue._quiet_since = 0.0
    library = services.library.opened_library
    assert library is not None
    library.add_match(sample_record())
    return services


def screen_after(services: ProgramServices, *lines: str, sleep: Any = lambda seconds: None) -> str:
    output = io.StringIO()
    source = io.StringIO("".join(f"{line}\n" for line in (*lines, "")))
    TextLibrary(Terminal(source, output, sleep=sleep), services).run()
    return output.getvalue()


def test_the_listed_matches_are_judged_and_the_mistakes_become_puzzles(tmp_path: Path) -> None:
    services = services_in(tmp_path)
    output = screen_after(services, "judge", "1")
    assert "1 of 1 matches judged" in output and "All themes: 5 mistakes" in output
    services.puzzle_practice.select_player("ANNA")
    assert len(services.puzzle_practice.mistake_question_keys()) == 5 and "5 puzzles made" in output
    again = screen_after(services, "mistakes", "1")
    assert "All themes: 5 mistakes" in again and "puzzles made" not in again


def test_an_interrupt_stops_the_judging_and_the_command_goes_on_later(tmp_path: Path) -> None:
    services = services_in(tmp_path)

    def interrupt(seconds: float) -> None:
        raise KeyboardInterrupt

    assert "Stopped: 0 of 1 matches judged" in screen_after(services, "judge", sleep=interrupt)
    assert services.review_queue.queued_reviews.is_stopped
    assert "1 of 1 matches judged" in screen_after(services, "judge", "2")


@pytest.mark.parametrize("command", ["mistakes", "MISTAKES"])
def test_without_judged_matches_the_list_says_so(tmp_path: Path, command: str) -> None:
    output = screen_after(services_in(tmp_path), command)
    assert "No mistakes here yet" in output
