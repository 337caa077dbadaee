"""Each stage of recompute_figures.py writes its tables and resumes where it was interrupted."""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable
from dataclasses import replace
from math import log10
from pathlib import Path

import numpy as np
import pytest
from assets.puzzle_selection import RecheckedPuzzle, drop_incomplete_line, recheck_puzzle
from assets.recompute_figures_stages import (
    STAGES,
    StageOptions,
    is_net_used_in_contest,
    puzzle_source_of,
    ratings_from_contests,
)
from qa.judged_round_statistics import JudgedRound
from train import parallel_rounds

from assets import figures_file, recompute_figures, recompute_figures_stages
from hacktrick.ai.measured_figures import shipped_measurements
from hacktrick.ai.solver.value_net import OTHER_CALIBRATION, PLAIN_CALIBRATION
from hacktrick.coach.judgement import judge_id
from hacktrick.coach.puzzles import PUZZLE_KINDS, read_question, shipped_puzzles
from hacktrick.coach.review.judged_round import DECISION_THEMES
from hacktrick.game.actions import Draw
from tests.support.recomputed_files import copy_recomputed_files

ROOT = Path(__file__).resolve().parents[2]
FIGURES = figures_file.load_figure_tables(ROOT)


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Replace the checkout by a copy of the files that stages write."""
    return copy_recomputed_files(tmp_path / "copy", monkeypatch)


def test_the_stored_results_give_the_stored_ratings() -> None:
    lines = {int(level): line for level, line in FIGURES["neighbours"].items()}
    assert (
        ratings_from_contests(lines, FIGURES["ratings"]["levels"]) == FIGURES["ratings"]["levels"]
    )


def test_a_rating_off_its_line_is_measured_again() -> None:
    lines = {2: {"won": 60.0, "rounds": 100}, 3: {"won": 50.0, "rounds": 100}}
    step = 400 * log10(1.5)  # 70.4 rating points
    assert ratings_from_contests(lines, [1000, 1072, 1074]) == [1000, 1072, 1074]
    assert ratings_from_contests(lines, [1000, 1080, 1074]) == [
        1000,
        5 * round((1000 + step) / 5),
        1070,
    ]
    never = {2: {"won": 100.0, "rounds": 2}}
    assert ratings_from_contests(never, [1000, 1]) == [1000, 1190]


def test_only_levels_8_to_10_use_the_net_or_play_one_that_does() -> None:
    assert [level for level in range(1, 11) if is_net_used_in_contest(level)] == [8, 9, 10]


def test_ratings_are_written_with_their_net(copy: Path) -> None:
    figures_file.replace_table(copy, "ratings", {"levels": [1000, *[1] * 9]})
    STAGES["ratings"].run(StageOptions(copy / "state"))
    found = figures_file.load_figure_tables(copy)["ratings"]
    assert found["net"] == figures_file.net_sha256(copy) and found["command"]
    steps = [b - a for a, b in zip(found["levels"], found["levels"][1:], strict=False)]
    assert found["levels"][0] == 1000 and all(35 <= step <= 70 for step in steps)


def test_weak_levels_are_measured_on_request(copy: Path) -> None:
    work = StageOptions(copy / "state", size=5, levels=(2,))
    STAGES["neighbours"].run(work)
    lines = figures_file.load_figure_tables(copy)["neighbours"]
    again = {**FIGURES["neighbours"], "2": lines["2"]}
    assert lines == again and "net" not in lines["2"]
    assert (lines["2"]["rounds"], lines["2"]["seed"]) == (6, 100)
    (journal,) = work.net_folder.glob("arena-2-100.jsonl")
    fake_tool_output = journal.read_text(encoding="utf-8")
    assert len(fake_tool_output.splitlines()) == 1 + 3
    STAGES["neighbours"].run(work)  # no round is played twice
    assert journal.read_text(encoding="utf-8") == fake_tool_output


def a_round(level: int, match: int) -> JudgedRound:
    """Return a judged round of a level; lower levels lose more."""
    loss = 0.004 * (12 - level)
    decisions = tuple(
        (seat, n, (theme,), loss * (1 + (match + seat) % 2))
        for seat in (0, 1)
        for n, theme in enumerate(DECISION_THEMES)
    )
    luck = (0.02 * (match % 3), 0.0)
    return JudgedRound(level, match, 0, 0, match % 2, 1, False, decisions, luck, (0, 0))


def write_judged_rounds(work: StageOptions, levels: tuple[int, ...]) -> None:
    file = work.net_folder / "judged" / "rounds.jsonl"
    file.parent.mkdir(parents=True, exist_ok=True)
    found = [a_round(level, n) for level in levels for n in range(24)]
    lines = [json.dumps({"judge": judge_id(), **one.as_json()}) + "\n" for one in found]
    file.write_text("".join(lines), encoding="utf-8")


def test_the_line_and_the_curves_are_those_of_the_judged_rounds(copy: Path) -> None:
    work = StageOptions(copy / "state")
    write_judged_rounds(work, (4, 7, 10))
    STAGES["line"].run(work)
    found, known = figures_file.load_figure_tables(copy), shipped_measurements().ratings
    line = found["line"]
    assert line["levels"] == [4, 7, 10]
    for level in (4, 10):
        rate = 500 * 0.006 * (12 - level)
        assert abs(line["top"] - line["slope"] * rate - known[level]) <= line["off"] + 20
    assert set(found["themes"]["curves"]) == set(DECISION_THEMES)
    assert all(abs(at - 1) < 0.01 for at, _ in found["themes"]["curves"].values())
    table = found["rounds"]
    assert table["rounds"] == 72 and table["luck"] == pytest.approx(0.01, abs=1e-4)
    assert table["7"]["rounds"] == 24 and table["7"]["rate"] == pytest.approx(500 * 0.03, abs=0.1)


def test_the_calibration_line_needs_two_levels(copy: Path) -> None:
    work = StageOptions(copy / "state")
    write_judged_rounds(work, (7,))
    with pytest.raises(SystemExit, match="two levels at least"):
        STAGES["line"].run(work)


def test_data_made_with_other_match_equity_is_not_reused(copy: Path) -> None:
    work = StageOptions(copy / "state")
    before = work.net_folder
    assert work.net_folder == before
    figures_file.replace_table(
        copy, "equity", {**FIGURES["equity"], "immediate": [0.25, 0.25, 0.25, 0.25]}
    )
    assert work.net_folder != before


def test_the_lesson_states_the_judges_figures(copy: Path) -> None:
    figures_file.replace_table(copy, "lesson", {"one": 1, "two": 2})
    STAGES["lesson"].run(StageOptions(copy / "state"))
    found = figures_file.load_figure_tables(copy)["lesson"]
    assert (found["one"], found["two"]) == shipped_measurements().wait_for_two_odds


def fake_tool_output(command: tuple[str, ...], rounds: int, *_: object) -> list[tuple[int, str]]:
    """Return invented output of the training tool for one of its commands.

    ``rates`` and ``payoffs`` print how often each player wins, every other command prints
    forecasts with their results.
    """
    if command[0] == "rates":
        line = "leader 1: 0.2500  leader 2: 0.0000  starter 1: 0.5000  starter 2: 0.2500"
        return [(rounds, line)]
    if command[0] == "payoffs":
        ends = [rounds // 4, 0, rounds // 2, rounds // 4, 0, 0, 0, 0]
        return [(rounds, json.dumps({"ends": [[ends] * 13] * 13}))]
    forecasts = (f"{n % 9} {n % 2} 0.3 0.3 0.2 0.2 {0 if n % 5 else 3}" for n in range(rounds))
    return [(rounds, "\n".join(forecasts))]


@pytest.fixture
def tool(copy: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The files of ``copy``, with a fake tool that needs no compiler."""
    monkeypatch.setattr(parallel_rounds, "run_tool_in_parts", fake_tool_output)
    monkeypatch.setattr("train.calibrate_forecasts.run_tool_in_parts", fake_tool_output)
    monkeypatch.setattr(recompute_figures_stages, "run_tool_in_parts", fake_tool_output)
    return copy


def test_match_equity_is_made_of_both_ways_to_run_out_of_markers(tool: Path) -> None:
    STAGES["equity"].run(StageOptions(tool / "state", size=400))
    found = figures_file.load_figure_tables(tool)["equity"]
    assert found["immediate"] == found["when_obliged"] == [0.25, 0.0, 0.5, 0.25]
    assert (found["rounds"], found["net"]) == (400, figures_file.net_sha256(tool))


def test_calibration_lines_make_another_net_that_no_figure_belongs_to(tool: Path) -> None:
    before = figures_file.net_sha256(tool)
    STAGES["calibration"].run(StageOptions(tool / "state", size=900))
    assert figures_file.net_sha256(tool) != before
    nets = [root / figures_file.NET for root in (tool, ROOT)]
    assert len(set(map(recompute_figures.weights_fingerprint, nets))) == 1
    assert figures_file.tables_not_from_current_net(tool) == [
        name for name in figures_file.ORDER if name != "calibration"
    ]
    with np.load(tool / figures_file.NET) as arrays:
        plain, elsewhere = arrays[PLAIN_CALIBRATION], arrays[OTHER_CALIBRATION]
    # The lines of the other rules are fitted to the rounds of two editions.
    assert plain.shape == elsewhere.shape and (plain != elsewhere).any()


def test_payoffs_of_codes_are_counted_part_by_part(tool: Path) -> None:
    STAGES["codes"].run(StageOptions(tool / "state", size=40))
    found = figures_file.load_figure_tables(tool)["codes"]
    assert (found["rounds"], found["net"]) == (40, figures_file.net_sha256(tool))
    nets = [root / figures_file.NET for root in (tool, ROOT)]
    assert len(set(map(recompute_figures.weights_fingerprint, nets))) == 1
    with np.load(tool / figures_file.NET) as arrays:
        codes = arrays["codes"].astype(float)
    assert codes.sum(2) == pytest.approx(1, abs=2e-3)
    assert codes[..., 0] == pytest.approx(0.25, abs=1e-3) and not codes[..., 4:].any()


def test_forecasts_are_checked_with_calibration_and_without(tool: Path) -> None:
    STAGES["calibration"].run(StageOptions(tool / "state", size=900))
    STAGES["forecasts"].run(StageOptions(tool / "state", size=900))
    found = figures_file.load_figure_tables(tool)["forecasts"]
    for rules in ("keypad", "club", "wits"):
        one = found[rules]
        assert one["without"] == pytest.approx(20.0)  # 60 of 100 were forecast, and 80 happened
        assert one["with_lines"] < 2 and one["forecasts"] == one["rounds"] == 900


def test_parts_with_results_are_not_played_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    commands: list[list[str]] = []

    class Done:
        stdout = "some line\n"

    def run(command: list[str], **_: object) -> Done:
        commands.append(command[2:])
        return Done()

    monkeypatch.setattr(parallel_rounds.subprocess, "run", run)  # type: ignore[attr-defined]
    keep = tmp_path / "kept"
    assert parallel_rounds.run_tool_in_parts(("rates",), 150, 3, 2, keep) == [
        (100, "some line\n"),
        (50, "some line\n"),
    ]
    assert sorted(commands) == [
        [],
        ["rates", "--seed", "3", "--from", "0", "--rounds", "100"],
        ["rates", "--seed", "3", "--from", "100", "--rounds", "50"],
    ]
    parallel_rounds.run_tool_in_parts(("rates",), 200, 3, 2, keep)
    assert commands[-2:] == [[], ["rates", "--seed", "3", "--from", "100", "--rounds", "100"]]


# Tests of the stage that solves the shipped puzzles again.


@pytest.mark.slow
def test_a_shipped_puzzle_solved_again_is_the_same_puzzle() -> None:
    question = shipped_puzzles()[3]
    again = recheck_puzzle(question.as_json())
    assert again.key == question.key and again.losses[0] == 0
    assert again.fresh is not None
    fresh = read_question(again.fresh)
    unread = {"options": (), "unit": 0.0, "miss_share": 0.0}
    assert replace(fresh, **unread) == replace(question, **unread)  # type: ignore[arg-type]
    assert fresh.unit == pytest.approx(question.unit, abs=1e-4)
    assert fresh.options[0][0] == question.options[0][0]
    assert {turn for turn, _, _ in fresh.options} == {turn for turn, _, _ in question.options}


@pytest.fixture
def fake_solver(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], list[str]]:
    """Return a function that makes every n-th puzzle invalid."""

    def some(every: int) -> list[str]:
        puzzles = [one.as_json() for one in shipped_puzzles()]
        found = [
            RecheckedPuzzle(
                str(one["key"]), str(one["kind"]), (0.0, 0.3 * gone), None if gone else one
            )
            for n, one in enumerate(puzzles)
            for gone in [n % every == 0]
        ]
        monkeypatch.setattr(recompute_figures_stages, "recheck_puzzles", lambda *_: found)
        return [one.key for one in found if one.fresh is None]

    return some


def test_an_invalid_puzzle_is_replaced_by_a_new_one(
    copy: Path, fake_solver: Callable[[int], list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    gone, searched = fake_solver(150), list[str]()
    template = next(one for one in shipped_puzzles() if one.options[0][0] != (Draw(),)).as_json()

    def look(folder: Path, source: str, first: int, most: int, jobs: int) -> int:
        searched.append(source)
        folder.mkdir(parents=True, exist_ok=True)
        kinds = {"usual": "best", "wins": "points", "known": "home"}
        new = [{**template, "key": f"{source} {n}", "kind": kinds[source]} for n in range(most)]
        line = {"seed": first, "seconds": 1.0, "found": new}
        (folder / f"{source}.jsonl").write_text(json.dumps(line) + "\n", encoding="utf-8")
        return 0

    monkeypatch.setattr(recompute_figures_stages, "search_matches_for_puzzles", look)
    STAGES["puzzles"].run(StageOptions(copy / "state"))
    found = figures_file.load_figure_tables(copy)["puzzles"]
    assert found["checked"] == len(shipped_puzzles()) and found["other"] == len(gone) == 4
    assert searched and found["found"] >= 4 and found["shipped"] == len(shipped_puzzles())
    data = (copy / figures_file.PUZZLES).read_bytes()
    assert data != (ROOT / figures_file.PUZZLES).read_bytes()


def test_a_search_for_puzzles_goes_on_after_the_last_complete_line(tmp_path: Path) -> None:
    file = tmp_path / "usual.jsonl"
    for text, whole in (("", ""), ("1\n2\n", "1\n2\n"), ("1\n2\n3", "1\n2\n"), ("3", "")):
        file.write_text(text, encoding="utf-8")
        assert drop_incomplete_line(file) == whole.count("\n")
        assert file.read_text(encoding="utf-8") == whole


def test_invalid_puzzles_of_a_sample_are_removed_without_replacement(
    copy: Path, fake_solver: Callable[[int], list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recompute_figures_stages, "search_matches_for_puzzles", pytest.fail)
    (gone,) = fake_solver(10_000)
    STAGES["puzzles"].run(StageOptions(copy / "state", size=1))
    data = zlib.decompress((copy / figures_file.PUZZLES).read_bytes())
    keys = {one["key"] for one in json.loads(data)}
    others = {one.key for one in shipped_puzzles()} - {gone}
    assert keys <= others and len(keys) >= len(others) - 1  # at most a quarter are draws


def test_every_kind_of_puzzle_is_searched_for_where_it_occurs() -> None:
    sources = {kind: puzzle_source_of(kind) for kind in PUZZLE_KINDS}
    assert sources["points"] == "wins" and sources["home"] == sources["must"] == "known"
    assert set(sources.values()) == {"usual", "wins", "known"}
