"""Complete online matches of two processes at their terminals, over the loopback."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from hacktrick.terminal.play.program import NO_TABLE
from tests.support.mosquitto import free_port, running_mosquitto
from tests.support.terminal_player import ACTION, NEXT_ROUND, is_match_result, number_of_actions

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[3]
READY = "Press Enter when you are ready."
AGAIN = "2. Leave the table"
TIME_LIMIT = 240.0  # seconds for a whole match on a busy machine


class Program:
    """A process of the game with a player who reads its lines and types answers."""

    def __init__(self, folder: Path, seed: int, *words: str) -> None:
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "LC_ALL": "C", "COLUMNS": "100"}
        self.running = subprocess.Popen(
            [sys.executable, "-u", "-m", "hacktrick", "--data-dir", str(folder), *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=environment,
            encoding="utf-8",
        )
        self.shown: list[str] = []
        self._dice = Random(seed)

    def play(self, seen: Callable[[str], None] = lambda line: None) -> None:
        """Answer every prompt until the program ends."""
        assert self.running.stdout is not None
        for line in self.running.stdout:
            self.shown.append(line.rstrip("\n"))
            seen(self.shown[-1])
            self._answer(self.shown[-1])

    def _answer(self, line: str) -> None:
        if line in (READY, NEXT_ROUND):
            self.type("")
        elif line == ACTION:
            self.type(str(self._dice.randint(1, number_of_actions(self.shown))))
        elif line == AGAIN:
            self.type("2")

    def type(self, text: str) -> None:
        assert self.running.stdin is not None
        self.running.stdin.write(f"{text}\n")
        self.running.stdin.flush()


DIRECT = r": ([0-9A-Z]{4}(?:-[0-9A-Z]{4}){4})$"
AT_BROKER = r": ?([a-z]{4}(?:-[a-z]{4})+@mqtt://\S+)$"


def test_two_programs_play_a_match(tmp_path: Path) -> None:
    play_a_match(tmp_path, DIRECT, "--clock", "120")


def test_two_programs_that_meet_at_a_broker_play_a_match(tmp_path: Path) -> None:
    with running_mosquitto(tmp_path) as running:
        play_a_match(tmp_path, AT_BROKER, "--broker", str(running.broker), "--clock", "120")


def play_a_match(tmp_path: Path, invitation: str, *words: str) -> None:
    """Let Ada host, Ben join and Cleo watch until the match is over.

    Args:
        invitation: pattern of the end of the line with the invitation.
    """
    at_home = ("--address", "127.0.0.1", "--unlisted")
    host = Program(tmp_path / "ada", 1, "host", "--name", "Ada", *at_home, *words)
    guests: list[Program] = []
    threads: list[threading.Thread] = []

    def join(line: str) -> None:
        code = re.search(invitation, line)
        if code and not guests:
            guests.append(Program(tmp_path / "ben", 2, "join", code[1], "--name", "Ben"))
            guests.append(
                Program(tmp_path / "cleo", 3, "join", code[1], "--name", "Cleo", "--watch")
            )
            for guest in guests:
                threads.append(threading.Thread(target=guest.play))
                threads[-1].start()

    def kill() -> None:
        for one in (host, *guests):
            one.running.kill()

    stop = threading.Timer(TIME_LIMIT, kill)
    stop.start()
    try:
        host.play(join)
        for thread in threads:
            thread.join()
    finally:
        stop.cancel()
    guest, watcher = guests
    codes = [one.running.wait() for one in (host, guest, watcher)]
    assert codes == [0, 0, 0], "\n".join(guest.shown[-30:])
    assert_spectator_only_watched(host, guest, watcher)
    for one in (host, guest):
        assert any(map(is_match_result, one.shown))
        assert "Proved in the last round:" in one.shown
    proof = Path(host.shown[host.shown.index("The proof file of this match is") + 1])
    assert run("verify", str(proof)).returncode == 0
    listed = json.loads(
        run("--data-dir", str(tmp_path / "ben"), "library", "list", "--json").stdout
    )
    assert len(listed) == 1


def assert_spectator_only_watched(host: Program, guest: Program, watcher: Program) -> None:
    """Check that the spectator was announced, saw no hand and was asked nothing."""
    assert "You are watching this table. Ctrl-C leaves it." in watcher.shown
    assert ACTION not in watcher.shown and READY not in watcher.shown
    assert any(map(is_match_result, watcher.shown))
    assert "The host closed the table." in watcher.shown
    for one in (host, guest):
        assert "Cleo is watching." in one.shown
        assert any(re.fullmatch(r"You have 1[12]\d seconds\.", line) for line in one.shown)
    shared = [line for line in watcher.shown if line in guest.shown]
    assert len([line for line in shared if line.startswith(("Ada", "Ben"))]) > 10


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "hacktrick", *words],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        encoding="utf-8",
        timeout=120,
    )


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("no address", "That is not a broker address."),
        ("mqtt://127.0.0.1:{port}", "No broker answers at mqtt://127.0.0.1:{port}."),
    ],
)
def test_an_unreachable_broker_is_reported_in_a_sentence(
    tmp_path: Path, address: str, sentence: str
) -> None:
    port = free_port()
    done = run("--data-dir", str(tmp_path), "host", "--broker", address.format(port=port))
    assert done.returncode == NO_TABLE
    assert sentence.format(port=port) in done.stdout


def test_an_invalid_invitation_is_reported_in_a_sentence(tmp_path: Path) -> None:
    done = run("--data-dir", str(tmp_path), "join", "x" * 50, "--name", "Ben")
    assert done.returncode == NO_TABLE
    assert "That is not an invitation. Check for typos." in done.stdout
