"""Faulty bots of all kinds lose their round with one clear sentence and use little memory."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
import time
import tracemalloc
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

import pytest

from hacktrick.ai import foreign_bot
from hacktrick.ai.foreign_bot import BotFault, ForeignBot
from hacktrick.arena.contest_runner import (
    Contest,
    ContestDeal,
    contest_value_types,
    play_deals,
    run_contest,
)
from hacktrick.arena.contestants import Contestant, read_contestant
from hacktrick.arena.workers import TRIES, InProcessWorkers, ProcessWorkers, WorkersError
from hacktrick.game.editions import PRESETS
from hacktrick.game.legality import legal_actions
from tests.support.random_positions import begin_match

HEAD = """import json, os, signal, subprocess, sys, time
say = lambda text: (sys.stdout.write(text + "\\n"), sys.stdout.flush())
good = lambda line: json.dumps({"action": json.loads(line)["legal"][0]})
"""
EACH = HEAD + "for line in sys.stdin:\n    "
SLEEPER = "subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)'])"
STUBBORN = SLEEPER.replace("'])", "'], start_new_session=True)")

# The program of each faulty bot, and a part of the sentence that reports its fault.
BAD: dict[str, tuple[str, str]] = {
    "deaf": (HEAD + "time.sleep(60)", "no answer within"),
    "deaf and flooding": (
        HEAD + "while True: sys.stdout.write('x\\n' * 9999)",
        "answered 'x'|wrote a line",
    ),
    "flooding once asked": (
        EACH + "while True: sys.stdout.write('y' * 999 + '\\n')",
        "answered 'y",
    ),
    "a line without an end": (EACH + "while True: sys.stdout.write('z' * 9999)", "a line of more"),
    "half a line": (EACH + "sys.stdout.write('{\"act'); sys.stdout.flush()", "no answer within"),
    "an empty line": (EACH + "say('')", "answered ''"),
    "garbage": (EACH + "os.write(1, bytes(range(128, 250)) + b'\\n')", "answered"),
    "no JSON": (EACH + "say('play 0')", "answered 'play 0'"),
    "another shape": (EACH + "say('[1]')", "answered '\\[1\\]'"),
    "nested without end": (EACH + "say('[' * 60000)", "answered '\\[\\["),
    "a huge number": (EACH + "say('{\"action\": ' + '9' * 60000 + '}')", "answered"),
    "a huge card": (EACH + "say('{\"action\": \"play ' + '9' * 5000 + '\"}')", "answered"),
    "no action": (EACH + "say('{\"value\": 1}')", "answered"),
    "illegal": (EACH + 'say(\'{"action": "play 9"}\')', "which is not legal"),
    "nearly legal": (EACH + "say(good(line).replace('\"}', ' \"}'))", "answered"),
    "legal in another phase": (EACH + 'say(\'{"action": "pass"}\')', "which is not legal"),
    "late": (EACH + "time.sleep(9); say(good(line))", "no answer within"),
    "dying at once": (HEAD + "sys.exit(3)", "died with exit code 3"),
    "dying when asked": (EACH + "os._exit(0)", "died with exit code 0"),
    "dying of an error": (EACH + "raise ValueError('oh no')", "exit code 1: 'ValueError: oh no'"),
    "complaining without end": (
        EACH + "[sys.stderr.write('!' * 9999) for _ in range(999)]; sys.exit(1)",
        "died with exit code 1: '!!!",
    ),
    "closing its output": (EACH + "os.close(1); time.sleep(60)", "closed its output"),
    "closing its input": (HEAD + "os.close(0); time.sleep(60)", "no answer within"),
    "a grandchild that keeps the pipes": (EACH + SLEEPER + "; os._exit(0)", "no answer within"),
    "a grandchild of another group": (EACH + STUBBORN + "; os._exit(0)", "no answer within"),
}
if sys.platform != "win32":
    BAD["killed"] = (EACH + "os.kill(os.getpid(), signal.SIGKILL)", "died of signal 9")
    BAD["stopped"] = (EACH + "os.kill(os.getpid(), signal.SIGSTOP)", "no answer within")
    BAD["deaf to requests to end"] = (
        HEAD + "signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(60)",
        "no answer within",
    )
TIME_MS = 200


@pytest.fixture(autouse=True)
def _in_a_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(foreign_bot, "STARTING_SECONDS", 1.5)
    monkeypatch.setattr(foreign_bot, "EXIT_TIMEOUT", 0.1)


def bot(folder: Path, text: str) -> Contestant:
    program = folder / "bot.py"
    program.write_text(text + "\n", encoding="utf-8")
    return read_contestant(f"cmd:'{sys.executable}' -S '{program}'")


@pytest.mark.parametrize("n_lines", [1, 2, 3, 500])
def test_a_closed_program_leaves_no_thread_behind_however_much_it_wrote(n_lines: int) -> None:
    program = EACH + f"sys.stdout.write('x\\n' * {n_lines}); sys.stdout.flush()"
    before = set(threading.enumerate())
    bot = foreign_bot.PipedProgram([sys.executable, "-c", program])
    assert bot.ask("go\n", 60) == "x"
    threads = set(threading.enumerate()) - before
    bot.close()
    for thread in threads:
        thread.join(20)
    assert len(threads) == 3 and not any(thread.is_alive() for thread in threads)


@pytest.mark.parametrize("kind", BAD)
def test_a_faulty_bot_loses_its_round_with_one_sentence_in_time(tmp_path: Path, kind: str) -> None:
    text, fault = BAD[kind]
    # The starter, who plays the first card, is seat 1 of this deal.
    contest = Contest(
        PRESETS["keypad"], (bot(tmp_path, text), read_contestant("level:1")), 5, TIME_MS
    )
    began = time.monotonic()
    ((one, other),) = play_deals(contest, [ContestDeal((0, 1), 2)])
    assert time.monotonic() - began < 20
    for played in (one, other):
        assert (played.winner, played.by) == (1, "fault")
        assert re.search(fault, played.fault), played.fault
        assert len(played.fault) < 250 and "\n" not in played.fault


def answers_of(player: Contestant, times: int) -> Iterator[str]:
    """Yield the answers to the same question, asked several times."""
    program = ForeignBot(list(player.command))
    match = begin_match(PRESETS["keypad"], Random(1))
    seat = match.public.seat
    legal = tuple(map(str, legal_actions(match.observe(seat))))
    try:
        for _ in range(times):
            yield program.choose(match.view(seat), legal, TIME_MS)[0]
    finally:
        program.close()


def test_two_answers_to_one_request_are_a_fault(tmp_path: Path) -> None:
    answers = answers_of(bot(tmp_path, EACH + "say(good(line) + '\\n' + good(line))"), 2)
    assert next(answers).startswith("start")
    time.sleep(0.1)
    with pytest.raises(BotFault, match="wrote a line that it was not asked for"):
        next(answers)


@pytest.mark.parametrize("kind", ["deaf and flooding", "flooding once asked", "half a line"])
def test_endless_output_is_not_kept_in_memory(tmp_path: Path, kind: str) -> None:
    tracemalloc.start()
    answers = answers_of(bot(tmp_path, BAD[kind][0]), 1)
    with pytest.raises(BotFault):
        next(answers)
    time.sleep(0.5)  # the bot goes on writing unless it was stopped
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 5_000_000


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits another process")
@pytest.mark.parametrize("who", ["the bot", "a child of the bot"])
def test_a_bot_that_takes_too_much_memory_gets_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, who: str
) -> None:
    monkeypatch.setattr(foreign_bot, "MAX_MEMORY", 256 << 20)
    take = "bytearray(1 << 30)"
    if who != "the bot":
        take = f"subprocess.run([sys.executable, '-S', '-c', '{take}'], check=True)"
    with pytest.raises(BotFault, match=r"died with exit code 1: .*Error") as fault:
        list(answers_of(bot(tmp_path, EACH + f"{take}; say(good(line))"), 1))
    assert fault.value.kind == "died"


def test_child_processes_of_a_bot_end_with_it(tmp_path: Path) -> None:
    note = tmp_path / "pid"
    text = EACH + f"p = {SLEEPER}; open({str(note)!r}, 'w').write(str(p.pid)); say(good(line))"
    list(answers_of(bot(tmp_path, text), 1))
    until = time.monotonic() + 10
    while sys.platform != "win32" and is_running(int(note.read_text())):
        assert time.monotonic() < until, "the grandchild is still there"
        time.sleep(0.05)


def is_running(pid: int) -> bool:
    """Whether a process is running and not a zombie."""
    listing = subprocess.run(
        ["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, check=False
    )
    return bool(listing.stdout.strip()) and not listing.stdout.strip().startswith(b"Z")


def slowly_doubled(number: int) -> int:
    time.sleep(0.05)
    return 2 * number


def killed_once(task: tuple[str, int]) -> int:
    """Kill the first worker that runs task 3 in the middle of it."""
    folder, number = task
    mark = Path(folder, "killed")
    if number == 3 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(60)
    return slowly_doubled(number)


def always_killed(number: int) -> int:
    if number == 1:
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(60)
    return number


def raise_for(number: int) -> int:
    raise ValueError(f"not {number}")


@pytest.mark.parametrize("crew", [InProcessWorkers(), ProcessWorkers(1), ProcessWorkers(3)])
def test_results_come_in_the_order_of_the_tasks(crew: InProcessWorkers | ProcessWorkers) -> None:
    tasks: Sequence[int] = range(20)
    assert list(crew.run_in_order(slowly_doubled, tasks)) == [2 * n for n in tasks]
    assert list(crew.run_in_order(slowly_doubled, [])) == []


def process_number(number: int) -> int:
    return os.getpid()


def test_no_worker_outlives_its_run() -> None:
    running = ProcessWorkers(2).run_in_order(process_number, range(200))
    workers = {next(running) for _ in range(20)}
    assert os.getpid() not in workers and all(map(is_running, workers))
    running.close()
    assert not any(map(is_running, workers))


def test_the_task_of_a_killed_worker_is_run_again(tmp_path: Path) -> None:
    tasks = [(str(tmp_path), n) for n in range(8)]
    assert list(ProcessWorkers(2).run_in_order(killed_once, tasks)) == [2 * n for n in range(8)]
    assert (tmp_path / "killed").exists()


@pytest.mark.slow
def test_a_task_that_kills_every_worker_ends_with_an_error() -> None:
    with pytest.raises(WorkersError, match=f"{TRIES} processes"):
        list(ProcessWorkers(2).run_in_order(always_killed, range(3)))


def test_an_error_of_the_task_is_raised() -> None:
    with pytest.raises(WorkersError, match="ValueError: not 0"):
        list(ProcessWorkers(2).run_in_order(raise_for, range(1)))


def test_a_killed_pool_worker_does_not_change_results(tmp_path: Path) -> None:
    """The bot kills the arena process that started it, once."""
    mark = tmp_path / "mark"
    once = f"os.path.exists({str(mark)!r}) or (open({str(mark)!r}, 'w'), os.kill(os.getppid(), 9))"
    contest = Contest(PRESETS["keypad"], (bot(tmp_path, EACH + f"{once}; say(good(line))"),) * 2, 1)
    workers = ProcessWorkers(2, contest_value_types)
    found = [pair for _, pair in run_contest(contest, 5, workers)]
    assert mark.exists()
    again = [pair for _, pair in run_contest(contest, 5)]
    assert [(p.winner, p.points, p.by) for pair in found for p in pair] == [
        (p.winner, p.points, p.by) for pair in again for p in pair
    ]
