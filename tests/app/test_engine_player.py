"""A foreign program at the table plays from its view, and its failures leave the match whole."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from hacktrick.ai import foreign_bot
from hacktrick.app.engine_player import EnginePlayer
from hacktrick.app.local_table import MatchSetup
from hacktrick.app.match_session import MatchSession
from hacktrick.game.editions import PRESETS
from hacktrick.game.legality import legal_actions
from hacktrick.game.view import SeatInfo
from hacktrick.game.view_json import view_to_json
from hacktrick.match.player_kinds import ENGINE, HUMAN
from hacktrick.match.record import RATED_KEY
from tests.app.test_library_service import services_in
from tests.support.random_positions import begin_match
from tests.support.rig import match_of_session

GOOD = "good = lambda line: json.dumps({'action': json.loads(line)['legal'][0]})"
HEAD = f"import json, sys, time\n{GOOD}\nfor line in sys.stdin:\n    "
KEEP = "open(sys.argv[1], 'a').write(line); "
ANSWER = "print(good(line), flush=True)"
SEATS = (SeatInfo("Ann", HUMAN), SeatInfo("Mine", ENGINE))
LONGEST = 60.0  # seconds that a test waits for a program


@pytest.fixture(autouse=True)
def _in_a_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(foreign_bot, "EXIT_TIMEOUT", 0.1)


def bot_command(folder: Path, text: str) -> str:
    program = folder / "my bot.py"
    program.write_text(text + "\n", encoding="utf-8")
    return f'"{sys.executable}" -S "{program}" "{folder / "seen.jsonl"}"'


def wait_for_answer(engine: EnginePlayer) -> str:
    """Return the action of the answer, or the kind of the fault."""
    end = time.monotonic() + LONGEST
    while time.monotonic() < end:
        answer = engine.poll_decision()
        if answer is not None:
            return str(answer.action)
        if engine.fault is not None:
            return engine.fault.kind
        time.sleep(0.01)
    raise AssertionError("no answer")


def test_the_program_gets_the_view_of_its_seat_and_nothing_else(tmp_path: Path) -> None:
    match = begin_match(PRESETS["keypad"], Random(1))
    view = match.view(match.public.seat)
    engine = EnginePlayer(bot_command(tmp_path, HEAD + KEEP + ANSWER))
    engine.request_decision(view)
    assert wait_for_answer(engine).startswith("start ")
    engine.close()
    (line,) = (tmp_path / "seen.jsonl").read_text().splitlines()
    asked = json.loads(line)
    assert asked["view"] == json.loads(json.dumps(view_to_json(view)))
    assert set(asked) == {"view", "legal", "time_ms"}


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (HEAD + "time.sleep(60)", "late"),
        (HEAD + "sys.exit(3)", "died"),
        (HEAD + "print('hello', flush=True)", "nonsense"),
        (HEAD + 'print(\'{"action": "play 9"}\', flush=True)', "illegal"),
    ],
)
def test_every_failure_of_an_engine_has_its_own_fault(
    text: str, kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A busy machine may need long to start the program, which costs no time unless it is late.
    monkeypatch.setattr(foreign_bot, "STARTING_SECONDS", 1.5 if kind == "late" else LONGEST)
    match = begin_match(PRESETS["keypad"], Random(1))
    engine = EnginePlayer(bot_command(tmp_path, text), time_ms=50)
    engine.request_decision(match.view(match.public.seat))
    assert wait_for_answer(engine) == kind
    engine.close()


@pytest.mark.parametrize(
    ("line", "kind"), [("", "missing"), ("'half", "start"), ("no-such-program-here", "start")]
)
def test_a_command_that_starts_no_program_is_a_fault(line: str, kind: str) -> None:
    match = begin_match(PRESETS["keypad"], Random(1))
    engine = EnginePlayer(line)
    engine.request_decision(match.view(match.public.seat))
    assert wait_for_answer(engine) == kind


def play_until(session: MatchSession, is_done: Callable[[], bool]) -> None:
    """Play the first legal action for the person until something holds."""
    end = time.monotonic() + LONGEST
    while not is_done() and time.monotonic() < end:
        if session.may_act:
            view = session.snapshot().observation
            assert view is not None
            session.submit(legal_actions(view)[0])
        elif session.awaited_human is not None:
            session.show_hand(session.awaited_human)
        else:
            session.update(0.5, is_screen_at_rest=True)
            time.sleep(0.005)
    assert is_done()


def test_a_program_plays_a_round_at_the_table(tmp_path: Path) -> None:
    services = services_in(tmp_path, engine_command=bot_command(tmp_path, HEAD + ANSWER))
    session = services.local_table.begin_match(MatchSetup("keypad", SEATS))
    assert session.local_seats == (0,) and session.viewer == 0
    play_until(session, lambda: session.is_round_over)
    record = match_of_session(session).record
    assert record.extra[RATED_KEY] is False
    assert record.as_json()["seats"][1] == {"name": "Mine", "player": "engine"}
    assert "my bot" not in record.as_text()
    services.leave_table()


def test_a_level_takes_over_from_a_program_that_has_ended(tmp_path: Path) -> None:
    services = services_in(tmp_path)
    session = services.local_table.begin_match(MatchSetup("keypad", SEATS))
    engine = session.engine
    assert engine is not None
    play_until(session, lambda: engine.fault is not None)
    assert engine.fault is not None and engine.fault.kind == "missing"
    before = session.version
    engine.replace_by_level(2)
    play_until(session, lambda: session.is_round_over)
    assert session.version > before and engine.fault is None
    services.leave_table()
