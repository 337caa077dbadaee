"""``analyse`` with several matches: judges each once and lists a player's mistakes by theme."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from hacktrick import cli
from hacktrick.game.editions import rules_for
from hacktrick.library.database import Library
from hacktrick.terminal.commands import analyse
from hacktrick.terminal.commands.analyse import INTERRUPTED
from tests.app.test_review_queue import PEOPLE
from tests.support.instant_judge import REVIEWED, InstantJudge
from tests.support.random_matches import random_record

JUDGES: list[InstantJudge] = []


@pytest.fixture(autouse=True)
def instant_judge(monkeypatch: pytest.MonkeyPatch) -> None:
    JUDGES.clear()

    def new_judge() -> InstantJudge:
        JUDGES.append(InstantJudge())
        return JUDGES[-1]

    monkeypatch.setattr(analyse, "InlineThinker", new_judge)


def n_judged() -> int:
    return sum(len(judge.judged) for judge in JUDGES)


def run(folder: Path, *words: str) -> int:
    return cli.main(["--data-dir", str(folder / "data"), "analyse", *words])


def two_files(folder: Path) -> list[str]:
    other = random_record(rules_for("keypad", {"target": 1}), PEOPLE, Random(1))
    paths = [folder / "first.hacktrick.json", folder / "second.hacktrick.json"]
    for path, record in zip(paths, (REVIEWED, other), strict=True):
        path.write_text(record.as_text(), encoding="utf-8")
    return [str(path) for path in paths]


def test_several_files_give_one_table_and_are_judged_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = two_files(tmp_path)
    assert run(tmp_path, *files) == 0
    shown = capsys.readouterr()
    lines = shown.out.splitlines()
    assert lines[0] == "ANNA: 2 of 2 matches judged" and shown.err == "", "no bar in a pipe"
    assert any(line.startswith("All ") for line in lines)
    assert n_judged() == len(REVIEWED.rounds) + 1
    assert run(tmp_path, *files) == 0 and run(tmp_path, "--kept") == 0
    assert n_judged() == len(REVIEWED.rounds) + 1
    assert capsys.readouterr().out.splitlines() == lines + lines


def test_kept_matches_are_chosen_by_words_and_printed_as_json(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(tmp_path, *two_files(tmp_path)) == 0
    capsys.readouterr()
    assert run(tmp_path, "--json", "--kept", "Cipher") == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert (found["player"], found["matches"], found["judged"]) == ("ANNA", 1, 1)
    assert found["mistakes"] and all(one["match"] == 1 for one in found["mistakes"])
    assert all(one["class"] in ("mistake", "blunder") for one in found["mistakes"])
    for group in found["themes"]:
        own = [one for one in found["mistakes"] if group["theme"] in (one["themes"] or [None])]
        assert group["n"] == len(own)
        assert group["loss"] == pytest.approx(sum(one["loss"] for one in own), abs=1e-5)


def test_the_mistakes_are_those_of_the_named_player(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(tmp_path, *two_files(tmp_path), "--player", "BELA") == 0
    assert capsys.readouterr().out == "BELA: 2 of 2 matches judged\nno mistakes\n"


def test_an_interrupted_call_keeps_what_is_judged_and_the_next_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    files = two_files(tmp_path)
    request = InstantJudge.request_review
    asked: list[int] = []

    def interrupted(judge: InstantJudge, finished: Any) -> int:
        asked.append(finished.judgement.number)
        if len(asked) == 3:
            raise KeyboardInterrupt
        return request(judge, finished)

    monkeypatch.setattr(InstantJudge, "request_review", interrupted)
    asked += [0, 0]
    assert run(tmp_path, *files) == INTERRUPTED
    assert capsys.readouterr().out == "ANNA: 0 of 2 matches judged\n"
    asked.clear()
    assert run(tmp_path, *files) == INTERRUPTED
    shown = capsys.readouterr()
    assert shown.out.startswith("ANNA: ") and "resumes here" in shown.err
    assert n_judged() == 2
    assert run(tmp_path, *files) == 0
    assert "2 of 2 matches judged" in capsys.readouterr().out
    judged = [
        tuple(str(point.action) for point in finished.decision_points)
        for judge in JUDGES
        for finished in judge.judged
    ]
    assert len(judged) == len(set(judged)) == len(REVIEWED.rounds) + 1


def no_such_file() -> str:
    """Return what this system says about a file that does not exist."""
    try:
        Path("no such file").stat()
    except OSError as error:
        return str(error.strerror)
    raise AssertionError


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ((), "name a file, or use --kept for saved matches"),
        (("--kept",), "no saved match has these words"),
        (("one.json", "two.json"), f"one.json: {no_such_file()}"),
        (("one.json", "--player", "ANNA"), "--player needs several files or --kept"),
    ],
)
def test_a_wrong_choice_is_reported_in_one_sentence(
    words: tuple[str, ...], reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(tmp_path, *words) != 0
    assert capsys.readouterr().err == f"error: {reason}\n"


def test_an_unknown_player_is_reported_in_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(tmp_path, *two_files(tmp_path), "--player", "Zoe") != 0
    error = "error: nobody named Zoe has played in these matches\n"
    assert capsys.readouterr().err == error and n_judged() == 0


def test_an_unfinished_match_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = two_files(tmp_path)
    running = replace(REVIEWED, rounds=REVIEWED.rounds[:1])
    Path(files[1]).write_text(running.as_text(), encoding="utf-8")
    assert run(tmp_path, *files) != 0
    assert files[1] in capsys.readouterr().err and n_judged() == 0


def test_a_damaged_match_is_left_out_and_the_rest_judged(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(tmp_path, *two_files(tmp_path)) == 0
    library = Library(tmp_path / "data", True)
    with library.transaction() as write:
        write.execute("DELETE FROM judged")
        write.execute("UPDATE match SET record = x'00' WHERE id = 2")
    library.close()
    capsys.readouterr()
    assert run(tmp_path, "--kept") == 0
    assert "ANNA: 1 of 2 matches judged" in capsys.readouterr().out
