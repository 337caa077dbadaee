"""The coach at the terminal gives the same steps and figures as in the window."""

from __future__ import annotations

import io
from pathlib import Path
from random import Random

import pytest

from hacktrick.app.program_services import ProgramServices
from hacktrick.app.settings import Settings
from hacktrick.coach.thinking_client import InlineThinker
from hacktrick.game.actions import parse
from hacktrick.game.editions import rules_for
from hacktrick.game.view import SeatInfo
from hacktrick.i18n.terminal_text import nothing_to_report_sentence
from hacktrick.i18n.translator import set_language
from hacktrick.match.live_match import Match
from hacktrick.terminal.play.console import InputClosed, Terminal
from hacktrick.terminal.play.new_match import TextSettings
from hacktrick.terminal.play.text_match import TerminalMatch
from tests.support.rig import unsaved_storage
from tests.support.terminal_player import ScriptedInput, skip_sleep


@pytest.fixture(autouse=True)
def _speak_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C")
    set_language("en")


def match_before_a_turn() -> Match:
    """Return a match in which Anna is to act and cannot win yet."""
    seats = [SeatInfo("Anna", "human"), SeatInfo("Bert", "level:1")]
    match = Match.begin_with_rng(rules_for("keypad"), seats, Random(9), 0)
    match.submit(1, parse(f"start {min(c for c, n in enumerate(match.observe(1).hand) if n)}"))
    return match


def screen_after(
    folder: Path, typed: list[str], match: Match | None = None, **settings: object
) -> str:
    """Return everything written until the input ends."""
    storage = unsaved_storage(folder)
    preferences = TextSettings(Settings(language="en", **settings), storage)  # type: ignore[arg-type]
    services = ProgramServices(preferences, storage, InlineThinker, Random(1))
    services.local_table.start_session(match or match_before_a_turn())
    screen = io.StringIO()
    terminal = Terminal(ScriptedInput(typed, None, screen), screen, lambda target: None, skip_sleep)
    with pytest.raises(InputClosed):
        TerminalMatch(terminal, services, preferences.settings.aids, curtain=True).run()
    services.close()
    return screen.getvalue()


def test_a_hint_has_three_steps(tmp_path: Path) -> None:
    screen = screen_after(tmp_path, ["hint", "hint", "hint", "hint"])
    assert "Hint 1 of 3:" in screen and "Hint 2 of 3: Try" in screen
    assert screen.count("Hint 3 of 3:") == 2 and "%" in screen.split("Hint 3 of 3:")[1]


@pytest.mark.slow
def test_why_compares_with_a_typed_action(tmp_path: Path) -> None:
    screen = screen_after(tmp_path, ["why", "why draw"])
    assert "rather than" in screen or "better" in screen


def test_odds_list_hands_keys_and_what_the_opponent_must_think(tmp_path: Path) -> None:
    screen = screen_after(tmp_path, ["odds"])
    assert "What Bert may hold" in screen and "What Bert can reach" in screen
    assert "What Bert may think you hold" in screen and "yours" in screen


def test_a_disabled_aid_says_so(tmp_path: Path) -> None:
    screen = screen_after(tmp_path, ["hint", "why", "odds", "takeback"], hints=False, odds="off")
    assert screen.count("Hints are off") == 2 and "Odds are off" in screen
    assert "No turn to take back." in screen
    assert "you remember that yourself" in screen_after(tmp_path, ["odds"], aids="memory")


def test_takeback_returns_to_the_turn_before(tmp_path: Path) -> None:
    match = match_before_a_turn()
    before = list(match.record.rounds[-1].actions)
    screen = screen_after(tmp_path, ["draw", "takeback"], match)
    assert "Taken back." in screen
    assert match.record.rounds[-1].actions == before
    assert screen.rstrip().endswith("Number or command:")


def test_the_tutor_asks_before_a_turn_that_costs_much(tmp_path: Path) -> None:
    for seed in range(7, 30):
        seats = [SeatInfo("Anna", "human"), SeatInfo("Bert", "level:1")]
        match = Match.begin_with_rng(rules_for("keypad"), seats, Random(seed), 0)
        first = min(c for c, n in enumerate(match.observe(1).hand) if n)
        match.submit(1, parse(f"start {first}"))
        for action in ("1", "2", "3"):
            screen = screen_after(tmp_path, [action, "1"], match, tutor="own_5")
            if "Reconsider" in screen:
                assert "cost" in screen and len(match.record.rounds[-1].actions) == 1
                return
            if len(match.record.rounds[-1].actions) > 1:
                break
    raise AssertionError("no turn costs anything")


def test_help_lists_only_commands_that_the_table_has(tmp_path: Path) -> None:
    lines = screen_after(tmp_path, ["help"]).splitlines()
    listed = {line.split()[0].rstrip(":,") for line in lines if line.strip()}
    assert "takeback" in listed and "learn" not in listed, "no lessons were given to the table"


def test_without_pins_none_is_noted(tmp_path: Path) -> None:
    screens = [screen_after(tmp_path, ["pin 4"], pins=on) for on in (True, False)]
    assert [nothing_to_report_sentence() in screen for screen in screens] == [False, True]
