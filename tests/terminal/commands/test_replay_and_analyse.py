"""The output of ``replay`` and ``analyse``, and their errors."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from hacktrick import cli, resources
from hacktrick.game.editions import PRESETS, rules_for
from hacktrick.game.legality import legal_actions
from hacktrick.game.view import SeatInfo
from hacktrick.match.live_match import Match
from hacktrick.match.record import Record
from hacktrick.terminal.commands import analyse
from hacktrick.terminal.commands.progress_bar_and_phrases import turns_of_round
from tests.support.scripted_matches import played_match

NAMES = ("Ada", "Ben", "Cleo", "Dan")


def random_record(preset: str, n_actions: int, seed: int = 3) -> Record:
    dice, rules = Random(seed), PRESETS[preset]
    seats = [SeatInfo(name, "human") for name in NAMES[: rules.n_seats]]
    match = Match.begin_with_rng(rules, seats, dice)
    while n_actions and not match.is_over:
        if match.is_round_over:
            match.deal_next_round()
        seat = match.public.seat
        match.submit(seat, dice.choice(legal_actions(match.observe(seat))))
        n_actions -= 1
    return match.record


def saved_record(folder: Path, record: Record) -> str:
    path = folder / "match.hacktrick.json"
    path.write_text(record.as_text(), encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("preset", PRESETS)
def test_replay_prints_every_round_and_a_summary(
    preset: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = random_record(preset, 120)
    assert cli.main(["replay", saved_record(tmp_path, record)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith(f"{preset}, to {record.rules.target} points: Ada (human)")
    rounds = lines[1:-2]
    assert [line.split(":")[0] for line in rounds] == [
        f"Round {number}" for number in range(1, len(record.rounds) + 1)
    ]
    for line, written in zip(rounds, record.rounds, strict=True):
        assert ("unfinished" in line) == (written.result is None)
        assert f"{NAMES[written.leader]} takes the first turn" in line
    score = " : ".join(map(str, record.score))
    assert lines[-2].startswith("Summary: the record follows the rules")
    assert score in lines[-2]
    assert "count from 1" in lines[-1]


LEGEND = (
    "Rounds and turns count from 1; a turn lasts until the next player acts. Scores are in the "
    "order of the names, of teams in the order of their first members."
)


@pytest.mark.parametrize(
    ("preset", "target", "seed", "stop", "lines"),
    [
        (
            *("keypad", 2, 3, None),
            [
                "keypad, to 2 points: Ada (human), Ben (human)",
                "Round 1: Ada takes the first turn, 15 turns. Ada wins 1 point with a line. "
                "The score is 1 : 0.",
                "Round 2: Ada takes the first turn, 15 turns. Ada wins 2 points with a line. "
                "The score is 3 : 0.",
                "Summary: the record follows the rules: 2 rounds, 30 turns. "
                "Ada wins the match, 3 : 0.",
            ],
        ),
        (
            *("quartet", 2, 1, None),
            [
                "quartet, to 2 points: Ada (human), Ben (human), Cleo (human), Dan (human)",
                "Round 1: Ben takes the first turn, 15 turns. Ben and Dan win 1 point with a line. "
                "The score is 0 : 1.",
                "Round 2: Ben takes the first turn, 14 turns. "
                "Ada and Cleo win 1 point with a line. The score is 1 : 1.",
                "Round 3: Cleo takes the first turn, 15 turns. "
                "Ada and Cleo win 1 point with a line. The score is 2 : 1.",
                "Summary: the record follows the rules: 3 rounds, 44 turns. "
                "Ada and Cleo win the match, 2 : 1.",
            ],
        ),
        (
            *("club", 5, 2, 30),
            [
                "club, to 5 points: Ada (human), Ben (human)",
                "Round 1: Ada takes the first turn, 11 turns. Ada wins 1 point with a line. "
                "The score is 1 : 0.",
                "Round 2: Ben takes the first turn, 4 turns, unfinished.",
                "Summary: the record follows the rules: 2 rounds, 15 turns. "
                "The match is unfinished at 1 : 0.",
            ],
        ),
    ],
)
def test_replay_counts_turns_points_and_scores(
    preset: str,
    target: int,
    seed: int,
    stop: int | None,
    lines: list[str],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    record = played_match(rules_for(preset, {"target": target}), seed, stop=stop).record
    assert cli.main(["replay", saved_record(tmp_path, record)]) == 0
    assert capsys.readouterr().out.splitlines() == [*lines, LEGEND]


def test_replay_names_the_winner(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = random_record("trio", 10_000)
    assert cli.main(["replay", saved_record(tmp_path, record)]) == 0
    won = "Ada wins" if record.score[0] > record.score[1] else "Ben and Cleo win"
    assert f"{won} the match" in capsys.readouterr().out


def test_replay_with_states_prints_only_states(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["replay", saved_record(tmp_path, random_record("keypad", 9)), "--states"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 10
    assert all(json.loads(line)["round"] == 0 for line in lines)


def test_replay_reads_standard_input(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = random_record("keypad", 9).as_text().encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text), encoding="ascii"))
    assert cli.main(["replay", "-"]) == 0
    assert "Summary" in capsys.readouterr().out


def test_codes_and_the_start_card_come_before_the_first_turn() -> None:
    actions = ("lay none", "lay sun", "start 3", "stake", "call", "play 1", "pass", "draw")
    found = turns_of_round((0, 1, 1, 0, 1, 0, 0, 1), actions)
    assert [(turn.number, turn.seat, turn.actions) for turn in found] == [
        (0, 0, [0]),
        (0, 1, [1]),
        (0, 1, [2]),
        (1, 0, [3, 4, 5, 6]),
        (2, 1, [7]),
    ]


# Tests of the command ``analyse``.


def analysed_decision(number: int, seat: int, random_record: str, **more: Any) -> dict[str, Any]:
    best = {"match": 0.5}
    return {
        "action": number,
        "seat": seat,
        "played": random_record,
        "forced": False,
        "best": best,
        "value": 0.5,
        "loss": 0.0,
        "loss_equity": 0.0,
        "frequency": 1.0,
        "checked_equity": None,
        "class": "fine",
        "lines": [{"actions": [random_record], **best}],
    } | more


def analysis(decisions: list[dict[str, Any]]) -> dict[str, Any]:
    sums = {
        "start": 0.55,
        "luck": {"deal": 0.9, "reply": -0.1},
        "luck_sum": 0.8,
        "unexplained": -0.6,
        "mistakes": 0.7,
        "mistakes_of_other": 0.65,
        "end": 0.7,
        "unforced": 2,
        "error_rate": 62.5,
    }
    one = {"round": 0, "leader": 1, "score": [2, 0], "unit": 0.2, "decisions": decisions}
    result = {"side": 0, "points": 1, "by": "triple"}
    return {
        "preset": "keypad",
        "seats": ["Ada", "Ben"],
        "rounds": [one | {"result": result}],
        "totals": [sums, sums],
    }


def analysed_mistake(number: int, seat: int, random_record: str) -> dict[str, Any]:
    return analysed_decision(
        number,
        seat,
        random_record,
        value=0.375,
        loss=0.35,
        loss_equity=0.7,
        checked_equity=0.75,
        **{"class": "mistake"},
        lines=[{"actions": ["draw"], "match": 0.5}],
    )


def test_analyse_counts_from_1_and_puts_chances_into_words() -> None:
    found = analysis(
        [
            analysed_decision(0, 0, "start 3"),
            analysed_mistake(1, 1, "play 1"),
            analysed_decision(2, 1, "pass"),
        ]
    )
    lines = analyse.analysis_report(found).splitlines()
    assert "Round 1, score 2 : 0, Ben takes the first turn" in lines
    assert "  before, Ada: start 3, 50 % (even)" in lines
    assert (
        "  turn 1, Ben: play 1, 38 % (unlikely); mistake, costs 35 %: "
        "draw is better, 50 % (even)" in lines
    )
    assert "  Ada wins 1 point with three markers on one key." in lines


def test_analyse_ends_with_both_players_and_the_costliest_mistakes() -> None:
    found = analysis(
        [
            analysed_decision(0, 0, "start 3"),
            analysed_mistake(1, 1, "play 1"),
            analysed_decision(2, 1, "pass"),
        ]
    )
    lines = analyse.analysis_report(found).splitlines()
    summary = lines[lines.index("Summary") :]
    assert summary[1].startswith("  Ada: 2 free decisions, no mistakes; loses 6.2 % of a round")
    assert summary[1].endswith("(fair).")
    assert summary[2].endswith(
        "55 at the start, +80 by luck, -70 by own mistakes, +65 by the opponent's, "
        "-60 unexplained: 70 at the end."
    )
    assert summary[3] == "    Luck: the deal +90, the opponent's play -10."
    assert summary[4].startswith("  Ben: 2 free decisions, 1 mistake;")
    assert summary[-2] == "  The costliest mistakes:"
    assert summary[-1].startswith("    round 1, turn 1, Ben: play 1")


def test_analyse_prints_legend_rounds_totals_and_costliest_mistakes_in_order() -> None:
    found = analysis(
        [
            analysed_decision(0, 0, "start 3"),
            analysed_mistake(1, 1, "play 1"),
            analysed_decision(2, 1, "pass", forced=True),
            analysed_mistake(3, 0, "ask") | {"loss_equity": 0.2, "class": "mistake"},
            analysed_decision(4, 0, "draw"),
        ]
    )
    found["totals"] = [
        found["totals"][0],
        found["totals"][1] | {"unforced": 1, "error_rate": 4.0, "start": 0.45, "end": 0.3},
    ]
    even = "50 % (even)"
    played = "play 1, 38 % (unlikely); mistake, costs 35 %: draw is better, 50 % (even)"
    asked = "ask, 38 % (unlikely); mistake, costs 10 %: draw is better, 50 % (even)"
    changes = "+80 by luck, -70 by own mistakes, +65 by the opponent's, -60 unexplained"
    assert analyse.analysis_report(found).splitlines() == [
        "keypad: Ada and Ben",
        "Actions are written as in match records; rounds and turns count from 1. Each action is "
        "followed by",
        "the player's chance to win the match. Mistakes are confirmed by a deeper search and "
        "classed by their",
        "cost in per cent of a round (100 % is the difference between losing and winning a round "
        "by one",
        "point): slip from 5 %, mistake from 15 %, blunder from 30 %.",
        "",
        "Round 1, score 2 : 0, Ben takes the first turn",
        f"  before, Ada: start 3, {even}",
        f"  turn 1, Ben: {played}",
        "  turn 1, Ben: pass (the only choice)",
        f"  turn 2, Ada: {asked}",
        f"  turn 2, Ada: draw, {even}",
        "  Ada wins 1 point with three markers on one key.",
        "",
        "Summary",
        "  Ada: 2 free decisions, 1 mistake; loses 6.2 % of a round per decision (fair).",
        f"    Chance to win the match, in per cent: 55 at the start, {changes}: 70 at the end.",
        "    Luck: the deal +90, the opponent's play -10.",
        "  Ben: 1 free decision, 1 mistake; loses 0.4 % of a round per decision (excellent).",
        f"    Chance to win the match, in per cent: 45 at the start, {changes}: 30 at the end.",
        "    Luck: the deal +90, the opponent's play -10.",
        "  The costliest mistakes:",
        f"    round 1, turn 1, Ben: {played}",
        f"    round 1, turn 2, Ada: {asked}",
    ]


def test_without_a_judge_analyse_prints_the_choices_of_levels() -> None:
    decision = analysed_decision(0, 0, "start 3") | {"equity": -0.25, "levels": {"7": "start 2"}}
    del decision["value"], decision["class"]
    found = analysis([decision, {**decision, "lines": [], "played": "draw", "action": 1}])
    del found["rounds"][0]["unit"]
    for sums in found["totals"]:
        sums.pop("luck", None)
    lines = analyse.analysis_report(found).splitlines()
    assert lines[lines.index("") + 2 :] == [
        "  before, Ada: start 3; best: start 3 (-0.25 points); level 7 start 2",
        "  turn 1, Ada: draw",
        "  Ada wins 1 point with three markers on one key.",
        "",
        "Summary",
        "  Ada: 2 free decisions.",
        "  Ben: 2 free decisions.",
    ]
    assert " ".join(lines[1 : lines.index("")]).endswith(
        "These rules have no judge besides the strongest level, so no mistakes are named. Shown "
        "are its choice, with its value in points of the round, and the choices of some other "
        "levels."
    )


def test_analyse_explains_its_figures() -> None:
    head = " ".join(
        analyse.analysis_report(analysis([analysed_decision(0, 0, "start 3")])).splitlines()[1:5]
    )
    for explanation in (
        "chance to win the match",
        "per cent of a round",
        "blunder from 30",
    ):
        assert explanation in head


def test_a_duel_in_a_match_of_three_names_its_winner() -> None:
    found = analysis([analysed_decision(0, 2, "start 3"), analysed_decision(1, 1, "draw")])
    found["seats"], found["rounds"][0]["result"]["side"] = ["Ada", "Ben", "Cleo"], 1
    found["totals"] *= 3
    del found["totals"][3:]
    assert (
        "  Cleo wins 1 point with three markers on one key."
        in analyse.analysis_report(found).splitlines()
    )


def test_both_partners_of_a_side_win_a_round() -> None:
    found = analysis([analysed_decision(0, 2, "start 3"), analysed_decision(1, 1, "draw")])
    found["seats"], found["rounds"][0]["result"]["side"] = ["Ada", "Ben", "Cleo", "Dan"], 1
    found["totals"] *= 2
    (line,) = (one for one in analyse.analysis_report(found).splitlines() if " win 1 point" in one)
    assert line.split(" win ")[0].split() == ["Ben", "and", "Dan"]


# Tests of the errors of both commands.


def error_of(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """Return the error sentence of a command that must fail."""
    assert cli.main(words) == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert output.err.startswith("error: ") and output.err.count("\n") == 1
    return output.err


@pytest.mark.parametrize(
    ("losses", "word"),
    [
        ((0.0, 0.99), "excellent"),
        ((1.0, 2.49), "very good"),
        ((2.5, 4.99), "good"),
        ((5.0, 9.99), "fair"),
        ((10.0, 19.99), "weak"),
        ((20.0, 90.0), "very weak"),
    ],
)
def test_each_word_for_skill_has_its_range(losses: tuple[float, float], word: str) -> None:
    assert [analyse.skill_word(loss) for loss in losses] == [word, word]


@pytest.mark.parametrize(
    ("lowest", "highest", "word"),
    [
        (0, 2.4, "almost lost"),
        (2.5, 19.9, "very unlikely"),
        (20, 39.9, "unlikely"),
        (40, 47.4, "slightly behind"),
        (47.5, 52.4, "even"),
        (52.5, 59.9, "slightly ahead"),
        (60, 79.9, "likely"),
        (80, 97.4, "very likely"),
        (97.5, 100, "almost certain"),
    ],
)
def test_each_word_for_a_chance_has_its_range(lowest: float, highest: float, word: str) -> None:
    for per_cent in (lowest, highest):
        assert analyse.chance_phrase(per_cent / 100).endswith(f"({word})")


def test_a_match_that_takes_long_to_analyse_is_refused_before_the_work(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analyse, "SECONDS_PER_ACTION", 45.1)
    judged: list[Record] = []

    def analyse_nothing(record: Record, _on_progress: object) -> dict[str, object]:
        judged.append(record)
        return {}

    monkeypatch.setattr(analyse, "analyse_record", analyse_nothing)
    file = saved_record(tmp_path, random_record("keypad", 40))
    output = error_of(capsys, "analyse", file)
    assert output == "error: this would take about 31 minutes; add --long to do it anyway\n"
    assert not judged
    assert cli.main(["analyse", "--json", "--long", file]) == 0
    monkeypatch.setattr(analyse, "SECONDS_PER_ACTION", 45.0)
    assert cli.main(["analyse", "--json", file]) == 0
    assert len(judged) == 2


@pytest.mark.parametrize("command", ["replay", "analyse"])
def test_a_folder_in_place_of_a_file_is_reported_as_such(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert f"{tmp_path} is a folder" in error_of(capsys, command, str(tmp_path))


def test_results_cannot_be_written_to_a_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("arena", "level:1", "level:1", "--rounds", "2")
    assert "it is a folder" in error_of(capsys, *words, "--json", str(tmp_path))
    assert "it is a folder" in error_of(capsys, *words, "--resume", str(tmp_path))


def test_an_unknown_home_folder_ends_in_one_sentence(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    error = error_of(capsys, "--text", "--data-dir", "~nosuchuser/x")
    assert "the home folder of '~nosuchuser' is unknown" in error
    monkeypatch.setenv("HACKTRICK_DATA_DIR", "~nosuchuser/x")
    assert "HACKTRICK_DATA_DIR: the home folder of" in error_of(capsys, "--text")


@pytest.fixture
def empty_assets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return an empty folder that replaces the program's own files."""
    (tmp_path / "assets").mkdir()
    resources.assets_root.cache_clear()
    monkeypatch.setattr(resources, "_assets_folder_candidates", lambda: (tmp_path / "assets",))
    yield tmp_path / "assets"
    resources.assets_root.cache_clear()


@pytest.mark.parametrize("content", [None, b"", b"PK\x03\x04 and so on"])
def test_a_missing_or_damaged_net_ends_in_one_sentence(
    content: bytes | None, empty_assets: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from hacktrick.ai.solver import value_net  # noqa: PLC0415  (it needs numpy)

    if content is not None:
        (empty_assets / "ai").mkdir()
        (empty_assets / "ai" / "value.npz").write_bytes(content)
    value_net.shipped_net.cache_clear()
    with pytest.raises(resources.BadInstallation, match=r"value\.npz is missing or damaged"):
        value_net.shipped_net()


def test_a_missing_program_file_ends_with_exit_code_2(
    empty_assets: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def lacking(*_: object) -> None:
        with resources.required_asset("ai", "value.npz") as file:
            file.read_bytes()

    monkeypatch.setattr("hacktrick.ai.bot_protocol.serve_lines", lacking)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO()))
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO()))
    assert cli.main(["bot", "--level", "10"]) == 2
    assert "value.npz is missing or damaged; please install Hack Trick again" in (
        capsys.readouterr().err
    )


def test_a_missing_assets_folder_is_a_bad_installation(
    empty_assets: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resources, "_assets_folder_candidates", lambda: (empty_assets / "nowhere",))
    with pytest.raises(resources.BadInstallation, match="the assets folder is missing"):
        resources.asset_path("fonts")
