"""The command line as other programs see it, mostly in a process of its own."""

from __future__ import annotations

import argparse
import io
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from qa import fuzz_commands

from hacktrick import __version__, cli
from hacktrick.coach.lessons.course import LESSONS
from hacktrick.game.editions import PRESETS
from hacktrick.game.legality import legal_actions
from hacktrick.game.view import SeatInfo
from hacktrick.game.view_json import view_to_json
from hacktrick.i18n import lesson_text
from hacktrick.match.live_match import Match
from hacktrick.terminal.commands import lessons, progress_bar_and_phrases
from hacktrick.terminal.commands.command_helpers import MAX_COUNT, count_argument


def run(*words: str, text: str = "") -> subprocess.CompletedProcess[str]:
    """Run a command in this process, which starts sooner, with streams of its own."""
    streams = {"stdin": io.TextIOWrapper(io.BytesIO(text.encode()), "utf-8")}
    streams |= {name: io.TextIOWrapper(io.BytesIO(), "utf-8") for name in ("stdout", "stderr")}
    with pytest.MonkeyPatch.context() as patch:
        for name, stream in streams.items():
            patch.setattr(sys, name, stream)
        code = cli.main(words)
    found = []
    for name in ("stdout", "stderr"):
        streams[name].flush()
        streams[name].seek(0)
        found.append(streams[name].read())
    return subprocess.CompletedProcess(words, code, *found)


def run_outside(*words: str, text: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "hacktrick", *words],
        input=text,
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},  # a pipe of Windows has a code page
        timeout=120,
        check=False,
    )


def run_here(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    """Run a command in this process; return its exit code, output and errors.

    It starts no program, which takes most of the time of a command that fails at once.
    """
    code = cli.main(words)
    return code, *capsys.readouterr()


def match_in_progress(n_actions: int = 8) -> Match:
    rng = Random(5)
    match = Match.begin_with_rng(PRESETS["keypad"], [SeatInfo("a", "x"), SeatInfo("b", "y")], rng)
    while n_actions and not match.is_round_over:
        seat = match.public.seat
        match.submit(seat, rng.choice(legal_actions(match.observe(seat))))
        n_actions -= 1
    return match


def level_request(match: Match, **more: Any) -> dict[str, Any]:
    seat = match.public.seat
    legal = [str(action) for action in legal_actions(match.observe(seat))]
    return {"view": view_to_json(match.view(seat)), "legal": legal, "time_ms": 1000} | more


def test_the_version_is_printed() -> None:
    done = run_outside("--version")
    assert (done.returncode, done.stdout.strip()) == (0, f"hacktrick {__version__}")


@pytest.mark.parametrize(
    "words",
    [
        ("dance",),
        ("--dance",),
        ("replay",),
        ("bot",),
        ("bot", "--level", "99"),
        ("bot", "--level", "two"),
        ("bot", "--level", "²"),
        ("bot", "--level", "-1"),
        ("arena", "level:1", "level:2", "--rounds", "²"),
        ("arena", "level:1"),
        ("arena", "level:1", "nobody"),
        ("arena", "level:1", "level:2", "--rounds", "0"),
        ("arena", "level:1", "level:2", "--rounds", "many"),
        ("arena", "level:1", "level:2", "--preset", "chess"),
        ("arena", "level:1", "level:2", "--json", "/nowhere/at/all", "--rounds", "2"),
        ("arena", "level:1", "level:2", "--sprt", "55", "50"),
        ("arena", "level:1", "level:2", "--sprt", "50", "many"),
        ("arena", "level:1", "level:2", "--resume", "/nowhere/at/all", "--rounds", "2"),
        ("arena", "probe:1", "level:1"),
        ("arena", "probe:8", "level:8", "--preset", "club"),
        ("round-robin", "level:1"),
        ("round-robin", "level:1", "level:0"),
        ("replay", "/nowhere/at/all"),
        ("position",),
        ("position", ""),
        ("position", "keypad row=37 aside=02 hands=24/???"),
    ],
)
def test_a_bad_command_line_ends_in_one_sentence(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    code, output, errors = run_here(capsys, *words)
    assert (code, output) == (2, "")
    assert errors.startswith("error: ") and errors.count("\n") == 1


@pytest.mark.parametrize(("text", "count"), [("1", 1), (str(MAX_COUNT), MAX_COUNT)])
def test_a_count_is_at_least_1_and_at_most_the_largest(text: str, count: int) -> None:
    assert count_argument(text) == count
    for other in ("0", str(MAX_COUNT + 1), "-1", "1.5", "\N{SUPERSCRIPT TWO}", ""):
        with pytest.raises(argparse.ArgumentTypeError):
            count_argument(other)


def test_a_progress_bar_estimates_the_rest_from_what_was_done_since_it_began(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    clock = iter((1000.0, 1010.0, 1010.1, 1020.0, 1020.0))
    monkeypatch.setattr(
        progress_bar_and_phrases, "time", SimpleNamespace(monotonic=lambda: next(clock))
    )
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    bar = progress_bar_and_phrases.ProgressBar(30, "rounds", before=10)
    shown = []
    for done in (15, 16, 20, 30):
        bar.update(done)
        shown.append(capsys.readouterr().err.removeprefix(progress_bar_and_phrases.CLEAR_LINE))
    assert shown == [
        progress_bar_and_phrases.progress_line(15, 30, "rounds", 30),
        "",
        progress_bar_and_phrases.progress_line(20, 30, "rounds", 20),
        progress_bar_and_phrases.progress_line(30, 30, "rounds", 0),
    ], "ten rounds were done before, and a bar is not drawn again at once"


def test_replay_prints_one_line_for_each_state(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    path.write_text(match_in_progress().record.as_text(), encoding="utf-8")
    lines = run("replay", str(path), "--states").stdout.splitlines()
    assert [json.loads(line)["action"] for line in lines] == [
        None,
        *match_in_progress().record.rounds[0].actions,
    ]


def test_replay_names_the_round_action_and_reason_of_a_fault(tmp_path: Path) -> None:
    data = match_in_progress().record.as_json()
    data["rounds"][0]["actions"][2:] = ["play 9"]
    path = tmp_path / "match.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    done = run("replay", str(path))
    assert done.returncode == 2
    assert done.stderr.startswith("error: round 0, action 2: ")


@pytest.mark.parametrize("content", [b"", b"{}", b"[1, 2", b"\xff\xfe\x00", b"[" * 100_000])
def test_replay_refuses_invalid_content(
    tmp_path: Path, content: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "match.json"
    path.write_bytes(content)
    code, _output, errors = run_here(capsys, "replay", str(path))
    assert code == 2
    assert errors.startswith("error: ") and errors.count("\n") == 1


def test_the_bot_answers_each_line_and_survives_invalid_ones() -> None:
    request = level_request(match_in_progress())
    wrong_view = request | {"view": {"format": "hacktrick-view"}}
    lines = [
        *("hello", "[]", "{}", json.dumps(wrong_view), "[" * 50_000),
        *(json.dumps(request), json.dumps(request | {"time_ms": "soon"}), json.dumps(request)),
    ]
    done = run("bot", "--level", "2", "--seed", "4", text="\n".join(lines) + "\n")
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 0
    assert ["error" in answer for answer in answers] == [True] * 5 + [False, True, False]
    good = answers[5]
    assert good["action"] in request["legal"]
    assert -4 <= good["value"] <= 4
    assert set(good["policy"]) <= set(request["legal"])
    assert sum(good["policy"].values()) == pytest.approx(1, abs=0.01)
    assert answers[7] == good


@pytest.mark.parametrize("level", ["1", "2", "3", "4"])
def test_the_bot_chooses_among_the_given_legal_actions(level: str) -> None:
    request = level_request(match_in_progress()) | {"legal": ["draw", "pass"]}
    done = run("bot", "--level", level, text=json.dumps(request) + "\n")
    assert json.loads(done.stdout)["action"] in ("draw", "pass")


POSITION = "keypad turn=4 row=315 aside=02 hands=24/??? board=4a,6Bb captured=1/0 sums=-/7+1"


def test_a_position_is_shown_as_a_board() -> None:
    done = run("position", POSITION)
    assert (done.returncode, done.stderr) == (0, "")
    first, *keypad = done.stdout.splitlines()[:4]
    assert first == "keypad, turn 4: seat 0 acts (turn)"
    assert [line.split() for line in keypad] == [
        ["8", ".", "1", ".", "6", "Bb"],
        ["3", ".", "5", ".", "7", "."],
        ["4", "a", "9", ".", "2", "."],
    ]
    assert "may: ask, draw, play 2, play 2 double, play 4, play 4 double" in done.stdout


def test_positions_are_read_line_by_line() -> None:
    done = run("position", "-", "--json", text=f"{POSITION}\n\n{POSITION}\n")
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert [line["position"] for line in found] == [POSITION, POSITION]
    assert found[0]["hand_sizes"] == [2, 3] and found[0]["hands"] == [[2, 4], []]
    assert found[0]["sums"] == [None, {"total": 7, "drawn": 1}]
    boards = run("position", "-", text=f"{POSITION}\n\n{POSITION}\n")
    first, second = boards.stdout.rstrip("\n").split("\n\n")
    assert first == second == run("position", POSITION).stdout.rstrip("\n")
    assert done.returncode == boards.returncode == 0


@pytest.mark.parametrize(
    ("line", "texts"),
    [
        (
            "keypad turn=4 row=315 aside=02 hands=24/??? sums=-/7+2 captured=1/0 board=4A,6b",
            [
                "seat 0 (a): 2 4\n",
                "seat 1 (b): ? ? ?; said 7, then drew 2 cards\n",
                "side a: supply 9, captured 1, the double on key 4\n",
                "side b: supply 8, captured 0, the double in the supply\n",
                "row: 3 1 5; aside: 0 2; in the deck: 8\n",
            ],
        ),
        (
            "keypad turn=2 row=34 aside=02 hands=124/??? standing=play sums=-/7+1",
            ["seat 0 acts (turn, bound by play)\n", "said 7, then drew a card\n"],
        ),
    ],
)
def test_a_position_names_seats_sums_sides_and_what_binds(line: str, texts: list[str]) -> None:
    shown = run("position", line).stdout
    assert [text for text in texts if text not in shown] == []


def test_a_bad_position_is_reported_with_its_place() -> None:
    done = run("position", "-", text=f"{POSITION}\nkeypad row=317 aside=02 hands=24/???\n")
    assert done.returncode == 2
    assert done.stderr == "error: line 2, character 14: '7' is not a card\n"


def test_the_arena_prints_and_saves_its_results(tmp_path: Path) -> None:
    path = tmp_path / "numbers.json"
    done = run("arena", "level:2", "level:1", "--rounds", "4", "--seed", "1", "--json", str(path))
    assert done.returncode == 0
    assert len(done.stdout.splitlines()) == 3
    assert json.loads(path.read_text(encoding="utf-8"))["rounds"] == 4


def test_the_arena_stops_at_a_clear_result_and_resumes(tmp_path: Path) -> None:
    words = ("arena", "level:2", "level:1", "--rounds", "2000", "--sprt", "30", "60")
    path = tmp_path / "run.jsonl"
    done = run(*words, "--resume", str(path))
    assert done.returncode == 0 and "60 % accepted" in done.stdout
    deals = len(path.read_text(encoding="utf-8").splitlines()) - 1
    assert deals < 200
    again = run(*words, "--resume", str(path))
    assert again.stdout.splitlines()[-1] == done.stdout.splitlines()[-1]
    assert len(path.read_text(encoding="utf-8").splitlines()) - 1 == deals


def test_processes_change_no_result_and_a_resumed_run_plays_what_is_missing(tmp_path: Path) -> None:
    words, path = ("arena", "level:2", "level:1", "--seed", "1"), tmp_path / "run.jsonl"
    alone = run(*words, "--rounds", "5")
    assert alone.returncode == 0
    assert run(*words, "--rounds", "2", "--resume", str(path)).returncode == 0
    resumed = run(*words, "--rounds", "5", "--jobs", "2", "--resume", str(path))

    def results(text: str) -> str:
        return re.sub(r"[\d.]+ ms", "", text)

    assert results(resumed.stdout) == results(alone.stdout)
    n_deals = 3  # each deal is played twice, so that five rounds become six
    assert len(path.read_text(encoding="utf-8").splitlines()) == 1 + n_deals


def test_the_lessons_are_listed_and_can_all_be_finished() -> None:
    listed, done = run("lessons"), run("lessons", "--check", "--walk", "1")
    assert listed.returncode == done.returncode == 0
    titles = [line.rpartition(": ")[0] for line in listed.stdout.splitlines()]
    assert titles == [line.rpartition(": ")[0] for line in done.stdout.splitlines()]
    assert len(titles) == len(LESSONS)
    assert {line.rpartition(": ")[2] for line in done.stdout.splitlines()} == {"ok"}
    lengths = [line.rpartition(": ")[2] for line in listed.stdout.splitlines()]
    assert [re.sub(r"\D", "", text) or "0" for text in lengths] == [
        str(len(lesson.steps)) for lesson in LESSONS
    ]


def test_a_lesson_that_cannot_be_finished_or_says_too_much_is_reported(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(lessons, "LESSONS", LESSONS[:2])
    monkeypatch.setattr(lessons, "MAX_INPUTS", 0)
    stuck = run("lessons", "--walk", "2", "--seed", "5")
    assert stuck.returncode == 2
    assert [line.count("got stuck") for line in stuck.stdout.splitlines()] == [2, 2]
    limit = 28  # one less than the length of the shortest sentence
    monkeypatch.setattr(lesson_text, "MAX_SENTENCE_LENGTH", limit)
    overlong = run("lessons", "--check")
    assert overlong.returncode == 2 and "de, club: " in overlong.stdout
    lengths = list(map(int, re.findall(r" (\d+) characters", overlong.stdout)))
    assert lengths and min(lengths) == limit + 1


def test_a_round_robin_prints_ratings_and_shares(tmp_path: Path) -> None:
    path = tmp_path / "numbers.json"
    players = ("level:1", "level:2", "level:4")
    done = run("round-robin", *players, "--rounds", "4", "--json", str(path))
    assert done.returncode == 0
    found = json.loads(path.read_text(encoding="utf-8"))
    assert [one["player"] for one in found["players"]] == list(players)
    assert len(found["pairings"]) == 3
    assert found["rounds"] == 12
    assert "cycle" in done.stdout.splitlines()[-1]


@pytest.mark.parametrize("content", [b"", b"{}", b"[1, 2", b"\xff\xfe\x00", b"[" * 100_000])
def test_analyse_refuses_invalid_content(
    tmp_path: Path, content: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "match.json"
    path.write_bytes(content)
    code, _output, errors = run_here(capsys, "analyse", str(path))
    assert code == 2
    assert errors.startswith("error: ") and errors.count("\n") == 1


@pytest.mark.slow
def test_analyse_prints_one_line_for_each_decision(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    path.write_text(match_in_progress(1).record.as_text(), encoding="utf-8")
    done = run("analyse", str(path))
    assert done.returncode == 0
    assert done.stdout.startswith("keypad: a and b\n")


@pytest.mark.slow
def test_analyse_prints_every_decision_as_json(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    path.write_text(match_in_progress(1).record.as_text(), encoding="utf-8")
    done = run("analyse", str(path), "--json")
    assert done.returncode == 0
    found = json.loads(done.stdout)
    assert [d["played"] for d in found["rounds"][0]["decisions"]] == (
        match_in_progress(1).record.rounds[0].actions
    )


@pytest.mark.skipif(not hasattr(os, "fork"), reason="calls run in forked processes")
def test_calls_with_bad_values_and_broken_streams_never_raise(tmp_path: Path) -> None:
    assert list(fuzz_commands.run_calls_and_find_faults(tmp_path, 30, Random(2))) == []


@pytest.mark.parametrize("words", [("library", "list", "\udcff"), ("stats", "\udcff")])
def test_arguments_that_are_no_utf_8_end_in_one_sentence(
    words: tuple[str, ...], tmp_path: Path
) -> None:
    done = run_outside("--data-dir", str(tmp_path), *words)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "is not UTF-8 text" in done.stderr


def test_unencodable_letters_are_escaped_like_json(tmp_path: Path) -> None:
    record = match_in_progress().record
    record.seats = (SeatInfo("Bő 😀", "human"), record.seats[1])
    path = tmp_path / "match.json"
    path.write_text(record.as_text(), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "hacktrick", "replay", str(path)],
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "cp1252"},
        check=False,
    )
    assert done.returncode == 0 and b"B\\u0151 \\ud83d\\ude00 (human)" in done.stdout


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_ends_in_one_sentence(tmp_path: Path) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "hacktrick", "--data-dir", str(tmp_path), "library", "list"],
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr.startswith(b"error: No space") and done.stderr.count(b"\n") == 1


def test_a_too_long_path_ends_in_one_sentence(tmp_path: Path) -> None:
    done = run_outside("--data-dir", str(tmp_path), "library", "import", "/" + "a" * 10_000)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    done = run("arena", "level:1", "level:1", "--rounds", "1", "--json", "a" * 10_000)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)


def test_host_accepts_only_a_numeric_address() -> None:
    done = run_outside("host", "--address", "example.com")
    assert done.returncode == 2 and "is not an IP address" in done.stderr


@pytest.mark.parametrize(
    ("proof", "fault"), [({"cut": "x" * 70_000}, "cannot be read"), ({"cut": 5}, "cannot be read")]
)
def test_an_unreadable_proof_ends_in_one_sentence(
    tmp_path: Path, proof: dict[str, Any], fault: str
) -> None:
    data = match_in_progress().record.as_json()
    data["rounds"][0]["proof"] = {
        "match": "00" * 16, "secret": "00" * 32, "commitment": "0", **proof
    }  # fmt: skip
    path = tmp_path / "match.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    done = run("verify", str(path))
    assert done.returncode == 2 and fault in done.stderr and done.stderr.count("\n") == 1


def test_replay_accepts_a_byte_order_mark(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    path.write_bytes(b"\xef\xbb\xbf" + match_in_progress().record.as_text().encode())
    assert run("replay", str(path)).returncode == 0


def test_a_record_of_a_newer_version_is_named_as_such(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    path.write_text(
        json.dumps(match_in_progress().record.as_json() | {"version": 2}), encoding="utf-8"
    )
    assert "by a newer version of the game" in run("replay", str(path)).stderr


def test_an_unwritable_folder_is_not_reported_as_a_missing_network(
    tmp_path: Path,
) -> None:
    (tmp_path / "online").write_text("in the way")
    done = run_outside("--data-dir", str(tmp_path), "host", "--unlisted", "--address", "127.0.0.1")
    assert done.returncode == 2 and "Traceback" not in done.stderr
    assert "The game cannot write to its data folder." in done.stdout


@pytest.fixture
def _interruptible() -> Iterator[None]:
    """Let child processes be interrupted, even if this one runs in the background of a shell."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("_interruptible")
def test_an_interrupt_ends_the_host_quietly(tmp_path: Path) -> None:
    words = ("--data-dir", str(tmp_path), "host", "--unlisted", "--address", "127.0.0.1")
    with subprocess.Popen(
        [sys.executable, "-u", "-m", "hacktrick", *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        start_new_session=True,
    ) as hosting:
        assert hosting.stdout is not None
        for line in hosting.stdout:
            if line.startswith("Waiting for all seats"):
                break
        os.killpg(hosting.pid, signal.SIGINT)
        out, error = hosting.communicate(timeout=120)
    assert (hosting.returncode, error) == (0, "")
    assert "You leave the table." in out
