"""Only programs that play online or verify a match load the cryptography library."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
from pathlib import Path

import pytest
from qa import fuzz_seeds

from tests.architecture.test_package import MODULES, packages_unloaded

NETWORK_SIDE = (
    "hacktrick.online",
    "hacktrick.online.network_process.process_main",
    "hacktrick.online.protocol.proof_file",
    "hacktrick.terminal.commands.verify",
)
VALUES = (
    *("hacktrick.online", "hacktrick.online.faults", "hacktrick.online.network_process"),
    *("hacktrick.online.protocol", "hacktrick.online.protocol.process_messages"),
    *("hacktrick.online.protocol.invitations", "hacktrick.online.network_process.process_client"),
)
"""Modules of the network side that windows load: values, and the pipe to the network process."""
OTHERS = [name for name in MODULES if name in VALUES or not name.startswith(NETWORK_SIDE)]


def modules_loaded() -> list[str]:
    return [name for name in sys.modules if name.split(".")[0] == "nacl"]


def test_the_network_process_loads_the_cryptography_library() -> None:
    with packages_unloaded("hacktrick", "nacl"):
        importlib.import_module("hacktrick.online.protocol.match_replica")
        assert modules_loaded()


def test_no_other_module_loads_the_cryptography_library() -> None:
    with packages_unloaded("hacktrick", "nacl"):
        for name in OTHERS:
            importlib.import_module(name)
        assert not modules_loaded()


@pytest.mark.parametrize(
    "words",
    [
        pytest.param(("--self-test",), marks=pytest.mark.slow),
        ("bot", "--level", "2"),
        ("replay", "match.hacktrick.json"),
        ("arena", "level:1", "level:1", "--rounds", "2", "--preset", "keypad", "--seed", "1"),
    ],
    ids=lambda words: words[0],
)
def test_no_offline_program_loads_the_cryptography_library(
    words: tuple[str, ...], tmp_path: Path
) -> None:
    """Try the window with its worker, the bot, the replay and the arena."""
    record = fuzz_seeds.valid_text("record", 1)
    (tmp_path / "match.hacktrick.json").write_text(record, encoding="utf-8")
    root = Path(__file__).resolve().parents[2]
    done = subprocess.run(
        [sys.executable, "-m", "hacktrick", "--data-dir", str(tmp_path / "data"), *words],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(root), "PYTHONPROFILEIMPORTTIME": "1"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=200,
        check=False,
    )
    assert done.returncode == 0
    assert "hacktrick.match" in done.stderr
    assert not [line for line in done.stderr.splitlines() if line.split("|")[-1].strip() == "nacl"]
