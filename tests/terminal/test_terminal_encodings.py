"""Every command prints names from all over the world on every code page."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from hacktrick import cli
from hacktrick.app.settings import Settings, with_changes
from hacktrick.app.storage import open_storage
from hacktrick.game.editions import rules_for
from hacktrick.game.legality import legal_actions
from hacktrick.game.view import SeatInfo
from hacktrick.i18n.translator import available_languages
from hacktrick.match.live_match import Match

CODE_PAGES = ("ascii", "cp1252", "cp437", "latin-1", "cp1250", "cp932", "utf-8")
NAME = "Łuk ő 😀"

COMMANDS = (
    *("replay MATCH", "replay --states MATCH", "analyse MATCH", "verify MATCH", "verify ő"),
    *("host --address Łuk", "host --name Łuk\u0007 --clock 1", "join ő --clock 1"),
    *(
        "bot --level 1",
        "bot --level ő",
        "position MATCH",
        "study MATCH",
        "stats",
        "stats ő",
        "stats --json",
    ),
    *("lessons", "lessons ő", "library list", "library list --json", "library list ő"),
    *("library import MATCH", "library export 1 --transcript", "library export 1 --page"),
    *("library note 1 ő", "library ő", "library rebuild ő", "arena level:1 ő", "ő"),
    *("arena level:1 level:1 --rounds 1", "round-robin level:1 ő", "--data-dir ő stats"),
    *("--help", "library --help", "arena --help", "--version"),
)
"""MATCH stands for the file of a match. Each command is called at least once."""


def run_in_code_page(
    monkeypatch: pytest.MonkeyPatch, words: list[str], code_page: str, typed: str = ""
) -> tuple[int, str]:
    """Run a command line; return its exit code and both outputs."""
    outputs = [
        io.TextIOWrapper(io.BytesIO(), code_page, errors)
        for errors in ("strict", "backslashreplace")
    ]
    source = io.TextIOWrapper(io.BytesIO(typed.encode()), code_page)
    with monkeypatch.context() as patches:
        for name, stream in zip(("stdin", "stdout", "stderr"), (source, *outputs), strict=True):
            patches.setattr(sys, name, stream)
        try:
            code = cli.main(words)
        except SystemExit as leaving:
            code = int(leaving.code or 0)
    texts = []
    for stream in outputs:
        stream.flush()
        texts.append(stream.buffer.getvalue().decode(stream.encoding))
    return code, "".join(texts)


@pytest.fixture
def call(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[int, str]]:
    """Return a function that runs a command line in a folder with a match of oddly named people."""
    rng = Random(5)
    match = Match.begin_with_rng(
        rules_for("keypad", {"target": 1}),
        [SeatInfo(NAME, "human"), SeatInfo("Bénédicte ß", "level:1")],
        rng,
    )
    while not match.is_over:
        seat = match.public.seat
        match.submit(seat, rng.choice(legal_actions(match.observe(seat))))
    path = tmp_path / f"{NAME}.hacktrick.json"
    path.write_text(match.record.as_text(), encoding="utf-8")
    monkeypatch.chdir(tmp_path)

    def call(line: str, code_page: str, typed: str = "") -> tuple[int, str]:
        words = [str(path) if word == "MATCH" else word for word in line.split(" ")]
        if line == "analyse MATCH":
            # No such file, since another test covers the report itself.
            words[1] = str(tmp_path / "ő")
        return run_in_code_page(
            monkeypatch, ["--data-dir", str(tmp_path / "data"), *words], code_page, typed
        )

    assert call("library import MATCH", "utf-8")[0] == 0
    return call


def test_every_command_is_called() -> None:
    called = {line.split(" ")[0] for line in COMMANDS}
    # The commands, so that none is forgotten here.
    assert set(cli._COMMANDS) <= called


@pytest.mark.parametrize("code_page", CODE_PAGES)
def test_every_command_prints_on_every_code_page(
    call: Callable[..., tuple[int, str]], code_page: str
) -> None:
    for line in COMMANDS:
        code, text = call(line, code_page)
        assert code in (0, 2), (line, text)
        assert (code == 2) == ("error: " in text), (line, text)
        assert "Traceback" not in text


def test_a_name_is_escaped_where_a_code_page_lacks_its_letters(
    call: Callable[..., tuple[int, str]],
) -> None:
    for line in ("replay MATCH", "library list"):
        assert NAME in call(line, "utf-8")[1]
        assert r"\u0141uk \u0151 \ud83d\ude00" in call(line, "ascii")[1]


@pytest.mark.parametrize("language", available_languages())
def test_text_mode_shows_the_nearest_letters(
    call: Callable[..., tuple[int, str]], tmp_path: Path, language: str
) -> None:
    storage, _problems = open_storage(tmp_path / "data")
    storage.save_settings(with_changes(Settings(), language=language))
    storage.close()
    code, whole = call("--text", "utf-8", "1\n")
    assert code == 0 and (language == "en") == whole.isascii()
    code, plain = call("--text", "ascii", "1\n")
    assert code == 0 and plain.isascii()
    assert plain.count("?") == whole.count("?")
