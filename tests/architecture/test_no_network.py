"""No program opens a socket before the player asks for the network.

Whole processes run with sockets forbidden, also the network process before it hosts, joins or
looks for tables. A socket pair without an address (AF_UNIX), which Unix uses as the pipe to the
worker process, is allowed; any socket with an address is not, even on this machine. Calls of C
libraries are not seen: SDL connects to the system's display and sound servers.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from qa import fuzz_seeds

ROOT = Path(__file__).resolve().parents[2]

GUARD = """
import os, sys

def guard(event, arguments):
    if not event.startswith(("socket.", "urllib.", "http.", "ftplib.", "smtplib.")):
        return
    if event == "socket.__new__" and arguments[1] == 1:  # AF_UNIX
        return
    with open(os.environ["NETWORK_LOG"], "a") as file:
        file.write(f"{event}\\n")
    raise PermissionError("no network")

sys.addaudithook(guard)
open(os.environ["NETWORK_LOG"] + ".guarded", "a").write("yes\\n")
"""

THINK = """
import sys, time, json
from hacktrick.game.view_json import read_view
from hacktrick.coach.thinking_client import ProcessThinker

if __name__ == "__main__":
    thinker = ProcessThinker()
    thinker.request_decision(1, read_view(json.load(open(sys.argv[1]))["view"]), 0)
    until = time.monotonic() + 60
    while thinker.poll_decision() is None and time.monotonic() < until:
        time.sleep(0.01)
    thinker.close()
    sys.exit(time.monotonic() >= until)
"""


LISTEN = """
import sys, time
from pathlib import Path
from hacktrick.online.network_process.process_client import ProcessNetworkClient as ProcessNetwork

if __name__ == "__main__":
    network = ProcessNetwork(Path("online"))
    network.start()
    until = time.monotonic() + 60
    while not network.state.number and time.monotonic() < until:
        network.poll()
        time.sleep(0.01)
    network.close()
    sys.exit(time.monotonic() >= until)
"""


class GuardedPython:
    """Runs Python with a socket guard in every process, and reports what the guard saw."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.log = folder / "network.log"
        (folder / "sitecustomize.py").write_text(GUARD, encoding="utf-8")

    def run(self, *words: str, given: str = "") -> int:
        paths = os.pathsep.join((str(self.folder), str(ROOT)))
        variables = {**os.environ, "PYTHONPATH": paths, "NETWORK_LOG": str(self.log)}
        variables["HACKTRICK_DATA_DIR"] = str(self.folder / "data")
        command = [sys.executable, *words]
        done = subprocess.run(
            command, cwd=self.folder, env=variables, input=given, text=True, timeout=100
        )
        return done.returncode

    @property
    def met(self) -> list[str]:
        return self.log.read_text().split() if self.log.exists() else []

    @property
    def n_processes(self) -> int:
        return len(self.log.with_name("network.log.guarded").read_text().split())


@pytest.fixture
def guarded_python(tmp_path: Path) -> GuardedPython:
    return GuardedPython(tmp_path)


def test_the_socket_guard_detects_sockets(guarded_python: GuardedPython) -> None:
    code = "import socket; socket.socket(socket.AF_INET)"
    assert guarded_python.run("-c", code) == 1
    assert guarded_python.run("-c", "import socket; socket.getaddrinfo('localhost', 1)") == 1
    assert guarded_python.met == ["socket.__new__", "socket.getaddrinfo"]


def test_the_bot_opens_no_socket(guarded_python: GuardedPython) -> None:
    line = fuzz_seeds.valid_text("bot", 1) + "\n"
    assert guarded_python.run("-m", "hacktrick", "bot", "--level", "2", given=line) == 0
    assert guarded_python.met == []


def test_the_replay_opens_no_socket(guarded_python: GuardedPython) -> None:
    file = guarded_python.folder / "m.hacktrick.json"
    file.write_text(fuzz_seeds.valid_text("record", 1), encoding="utf-8")
    assert guarded_python.run("-m", "hacktrick", "replay", str(file)) == 0
    assert guarded_python.met == []


def test_the_worker_process_needs_no_address(guarded_python: GuardedPython) -> None:
    request, script = guarded_python.folder / "request.json", guarded_python.folder / "think.py"
    request.write_text(fuzz_seeds.valid_text("bot", 1), encoding="utf-8")
    script.write_text(THINK, encoding="utf-8")
    assert guarded_python.run(str(script), str(request)) == 0
    assert guarded_python.n_processes >= 2, "the worker was not guarded"
    assert guarded_python.met == []


def test_the_network_process_opens_nothing_before_it_is_asked_to(
    guarded_python: GuardedPython,
) -> None:
    script = guarded_python.folder / "wait.py"
    script.write_text(LISTEN, encoding="utf-8")
    assert guarded_python.run(str(script)) == 0
    assert guarded_python.n_processes >= 2, "the network process was not guarded"
    assert guarded_python.met == []


def test_the_window_opens_no_socket(guarded_python: GuardedPython) -> None:
    assert guarded_python.run("-m", "hacktrick", "--self-test") == 0
    assert guarded_python.n_processes >= 2, "the worker was not guarded"
    assert guarded_python.met == []
