"""The study board in lines of text."""

from __future__ import annotations

import io
import json
import re
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hacktrick import resources
from hacktrick.ai.advice import Forecast
from hacktrick.app.replay_session import ReplayPosition, ReplaySession
from hacktrick.app.settings import Settings
from hacktrick.app.study_session import (
    MAX_TURNS_WITH_REVEALED_HANDS,
    Assessment,
    JudgedTurn,
    LikelyTurn,
    StudySession,
    diagram_of_views,
    study_of_replay,
    study_of_text,
)
from hacktrick.cli import main
from hacktrick.coach.hand_odds import HandOdds, PossibleHand
from hacktrick.coach.hints import LevelChoices
from hacktrick.coach.position_analysis import ExpectedReplies
from hacktrick.coach.thinking_client import InlineThinker
from hacktrick.game.actions import parse
from hacktrick.game.editions import rules_for
from hacktrick.game.notation.diagram import text_of
from hacktrick.i18n.library_and_statistics_text import grouped_number
from hacktrick.i18n.translator import set_language
from hacktrick.library.database import Library
from hacktrick.terminal.commands.position import position_text
from hacktrick.terminal.commands.study import study_as_data, study_lines
from hacktrick.terminal.play.console import Terminal
from hacktrick.terminal.play.replay import new_text_study
from tests.support.rig import Rig
from tests.support.scripted_matches import played_match
from tests.ui.screens.study.test_study_scene import BOT

LINE = "keypad turn=4 row=315 aside=02 hands=24/??? board=4a,6Bb captured=1/0 sums=-/7+1"


@pytest.fixture(autouse=True)
def in_english() -> None:
    set_language("en")


def test_the_command_names_the_best_turns_and_likely_hands(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["study", LINE, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["position"] == LINE
    assert data["depth"] == "tried"
    assert data["turns"][0]["class"] == "fine"
    assert sum(chance for _hand, chance in data["hands"]) == pytest.approx(1)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("keypad turn=4 row=33 aside=02 hands=24/???", "follows a card of the same value"),
        ("keypad turn=4 row=315 aside=02 hands=2?/???", "All cards of one player"),
    ],
)
def test_a_position_that_cannot_be_studied_is_an_error(
    line: str, reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["study", line]) == 2
    assert reason in capsys.readouterr().err


def judged_session(**changes: Any) -> StudySession:
    """Return a study of ``LINE`` whose judge has found what the tests below read."""
    played, drawn = parse("play 4"), parse("draw")
    lines = (
        JudgedTurn((drawn,), Forecast(0.1, 0.2, 0.3, 0.4, 0.55)),
        JudgedTurn((played, parse("command guard")), Forecast(0.25, 0.05, 0.15, 0.55, 0.35)),
    )
    odds = HandOdds(
        1,
        (PossibleHand((1, 0, 0, 0, 0, 2), 0.25, "harmless"),),
        (
            PossibleHand((0, 1, 0, 0, 1, 1), 0.3, "wins"),
            PossibleHand((1, 0, 0, 1, 0, 1), 0.7, "harmless"),
        ),
        (0.0,) * 6,
        (0.0,) * 9,
        (),
        None,
    )
    likely = (LikelyTurn(0, (drawn,)), LikelyTurn(1, (parse("ask"),)), LikelyTurn(1, (drawn,)))
    known = Assessment("tried", lines=lines, odds=odds, likely_line=likely, is_final=True)
    session = StudySession(study_of_text(LINE), InlineThinker())

    class JudgedSession(StudySession):
        assessment = replace(known, **changes)

    session.__class__ = JudgedSession
    return session


def test_a_judged_position_is_printed_with_turns_hands_and_what_is_likely_next() -> None:
    session = judged_session()
    lines = study_lines(session)
    assert lines[0] == position_text(session.diagram)
    assert lines[1] == "Your turn"
    assert lines[3:] == [
        "  draw: match 55 %; win 1: 10 %, win 2: 20 %, lose: 70 %",
        "  the 4, “Block!”: match 35 %; win 1: 25 %, win 2: 5 %, lose: 70 %",
        "Your opponent’s likely hands:",
        "  0 3 5: 70 %",
        "  1 4 5: 30 %",
        "Likely next: You: draw; Opponent: ask, draw",
    ]


def test_a_judged_position_is_data_with_each_chance_under_its_name() -> None:
    data = study_as_data(judged_session())
    draw = {"actions": ["draw"], "match": 0.55, "win_1": 0.1, "win_2": 0.2}
    play = {"actions": ["play 4", "command guard"], "match": 0.35, "win_1": 0.25, "win_2": 0.05}
    assert data == {
        "position": LINE,
        "seat": 0,
        "depth": "tried",
        "turns": [
            draw | {"lose_1": 0.3, "lose_2": 0.4, "class": None},
            play | {"lose_1": 0.15, "lose_2": 0.55, "class": None},
        ],
        "replies": [],
        "levels": [],
        "hands": [[[1, 4, 5], 0.3], [[0, 3, 5], 0.7]],
        "line": [[0, ["draw"]], [1, ["ask"]], [1, ["draw"]]],
    }


def test_replies_levels_and_counted_hands_are_data_too() -> None:
    odds = replace(judged_session().assessment.odds, inferred_hands=())  # type: ignore[type-var]
    forecast: Any = None
    replies = ExpectedReplies(forecast, (((parse("draw"),), 0.75),))
    choices = LevelChoices(((7, parse("play 4")), (4, parse("draw"))))
    data = study_as_data(judged_session(odds=odds, replies=replies, choices=choices))
    assert data["hands"] == [[[0, 5, 5], 0.25]]
    assert data["replies"] == [{"actions": ["draw"], "chance": 0.75}]
    assert data["levels"] == [[7, "play 4"], [4, "draw"]]


def screen_after(folder: Path, *lines: str) -> str:
    written = io.StringIO()
    source = io.StringIO("".join(f"{line}\n" for line in (*lines, "back")))
    terminal = Terminal(source, written, clear_screen=lambda _: None, sleep=lambda _: None)
    new_text_study(terminal, Rig(folder, thinker=InlineThinker).services).run()
    return written.getvalue()


def test_turns_are_tried_saved_and_opened_again_at_the_prompt(tmp_path: Path) -> None:
    output = screen_after(
        tmp_path, LINE, "ask", "2", "note my idea", "undo", "redo", "save ask", "open ask", "tree"
    )
    assert "1. You: ask (Opponent 10)" in output
    assert output.rstrip().splitlines()[-2] == "→ 1. You: ask (Opponent 10)"
    assert (tmp_path / "studies" / "ask.hacktrick.json").is_file()


def test_a_field_of_the_position_can_be_changed(tmp_path: Path) -> None:
    output = screen_after(tmp_path, LINE, "set hands=24/055 sums=", "line")
    assert "hands=24/055 board=4a,6Bb" in output
    assert "sums=" not in output.splitlines()[-3]


def test_a_changed_position_is_compared_with_the_one_before(tmp_path: Path) -> None:
    output = screen_after(tmp_path, LINE, "set hands=24/055 sums=", "set turn=6")
    best = re.search(r"(\w+): match (\d+) %", output)
    assert best is not None
    assert f"What it changes: {best[1]} from {best[2]} to " in output
    assert output.count("What it changes: ") == 2


def test_what_the_prompt_does_not_know_is_answered_by_its_words(tmp_path: Path) -> None:
    output = screen_after(tmp_path, "nonsense", "undo")
    assert output.count("Type a turn") == 3


def test_a_superscript_is_no_number_at_the_prompt(tmp_path: Path) -> None:
    output = screen_after(tmp_path, LINE, "ask", "²", "level ²", "branch ²", "go ²")
    assert output.count("Type a turn") == 3  # at the beginning, and for no level
    assert output.rstrip().splitlines()[-2].startswith("→ 1. You: ask")


def test_a_full_tree_is_reported_at_the_prompt(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hacktrick.app.study_session.MAX_NODES", 2)
    output = screen_after(tmp_path, LINE, "ask", "1", "play 4", "tree")
    assert "The tree is full" in output
    assert output.rstrip().splitlines()[-2].startswith("→ 1. You: ask")


def test_rounds_that_were_here_are_listed_and_replayed(tmp_path: Path) -> None:
    made = played_match(rules_for("keypad", {"target": 1}), 3).record
    with closing(Library(tmp_path)) as library:
        library.add_match(made)
    replayed = ReplaySession(made)
    replayed.go_to(ReplayPosition(0, 1))
    replayed.set_perspective(replayed.public.seat)
    study = study_of_replay(replayed)
    assert study is not None
    line = text_of(diagram_of_views(study.current_node.views))
    screen = screen_after(tmp_path, line, "find", "1", "back", "openings", "openings 5")
    output = " ".join(screen.split())
    assert "1 turn was played here." in output and "same row and sums" in output
    assert "Enter for the next action" in output
    shipped = json.loads(resources.asset_path("ai", "openings.json").read_text(encoding="utf-8"))
    n = sum(count for start, _turn, _points, count in shipped["openings"] if start in (0, 5))
    number = grouped_number(n).replace("\u00a0", " ")  # text mode prints ordinary spaces
    assert f"Start card 0 or 5: the solver {number} times" in output
    assert "Replies to the start card 5" in output


def test_saving_over_another_study_is_asked_about(tmp_path: Path) -> None:
    path = tmp_path / "studies" / "ask.hacktrick.json"
    screen_after(tmp_path, LINE, "save ask")
    before = path.read_text()
    screen_after(tmp_path, LINE, "ask", "2", "save ask", "")
    assert path.read_text() == before
    screen_after(tmp_path, LINE, "ask", "2", "save ask", "1")
    assert path.read_text() != before


def test_what_each_of_the_best_turns_reveals_is_printed(tmp_path: Path) -> None:
    output = screen_after(tmp_path, LINE, "reveals")
    text = " ".join(output.partition("How likely your true cards look")[2].split())
    best = re.findall(r"(\S[^:\n]*): match \d+ %", output)[:MAX_TURNS_WITH_REVEALED_HANDS]
    assert len(best) == MAX_TURNS_WITH_REVEALED_HANDS
    for turn in best:
        assert re.search(rf"{re.escape(turn)}: \d+ %. They would guess", text)


def test_a_match_goes_on_from_a_position_at_the_prompt(tmp_path: Path) -> None:
    written = io.StringIO()
    source = io.StringIO(f"{LINE}\nbranch 7\n")
    terminal = Terminal(source, written, clear_screen=lambda _: None, sleep=lambda _: None)
    services = Rig(tmp_path, thinker=InlineThinker).services
    assert new_text_study(terminal, services).run(), "no further input is read"
    assert services.session is not None and services.session.public.row == (3, 1, 5)
    assert [seat.player for seat in services.session.seats] == ["human", "level:7"]


def test_an_engine_is_asked_at_the_prompt(tmp_path: Path) -> None:
    program = tmp_path / "bot.py"
    program.write_text(BOT, encoding="utf-8")
    command = f'"{sys.executable}" -S "{program}"'
    rig = Rig(tmp_path, settings=Settings(engine_command=command), thinker=InlineThinker)
    written = io.StringIO()
    source = io.StringIO(f"{LINE}\nengine\nplay 4\npass\nengine\nback\n")
    terminal = Terminal(source, written, clear_screen=lambda _: None)
    new_text_study(terminal, rig.services).run()
    output = " ".join(written.getvalue().split())
    assert "Your engine suggests: the 4. It is a foreign program" in output
    assert output.count("Your engine suggests") == 1 and "That is not possible here." in output


def test_without_an_engine_the_prompt_says_so(tmp_path: Path) -> None:
    output = screen_after(tmp_path, LINE, "engine")
    assert "The settings have no command for" in output


def test_a_study_is_exported_as_a_page(tmp_path: Path) -> None:
    screen = screen_after(tmp_path, LINE, "draw", "1", "save fork", "page")
    (page,) = tmp_path.rglob("fork.html")
    assert page.name in "".join(screen.split())
    text = page.read_text(encoding="utf-8")
    assert f"<code>{LINE}</code>" in text and text.count("<li ") == 2
