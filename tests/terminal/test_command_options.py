"""What a command does with the options that are given to it, and without them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hacktrick import cli
from hacktrick.arena.contestants import read_contestant
from hacktrick.online.protocol.process_messages import HostTable, JoinTable
from hacktrick.terminal.commands.command_helpers import CommandLineParser
from hacktrick.terminal.play import program
from hacktrick.terminal.play.online_play import OnlineRequest

ONE, TWO = read_contestant("level:1"), read_contestant("level:2")
CONTEST = {
    "rounds": 100,
    "preset": "keypad",
    "seed": 0,
    "jobs": 1,
    "on": None,
    "time_ms": 1000,
    "resume": None,
    "json": None,
}
DEFAULTS: dict[str, dict[str, Any]] = {
    "": {"text": False, "self_test": False, "open": None, "data_dir": None, "command": None},
    "replay x": {"file": "x", "states": False},
    "analyse x": {"files": [Path("x")], "kept": None, "player": None, "json": False, "long": False},
    "host": {
        "preset": "keypad",
        "name": None,
        "broker": "",
        "address": "",
        "unlisted": False,
        "unwatched": False,
        "clock": 0,
        "computer": [],
    },
    "join x": {"code": "x", "name": None, "broker": "", "watch": False},
    "bot --level 3": {"level": 3, "seed": 0, "at_once": False},
    "position x": {"text": "x", "json": False},
    "study x": {"text": "x", "json": False},
    "stats": {"name": None, "json": False},
    "lessons": {"check": False, "walk": 0, "seed": 1},
    "library list": {"subcommand": "list", "text": [], "json": False},
    "library export 1": {
        "subcommand": "export",
        "numbers": [1],
        "to": Path(),
        "kind": "record",
        "json": False,
    },
    "library openings": {"subcommand": "openings", "start": None, "json": False},
    "library rebuild": {"subcommand": "rebuild", "judge": False, "json": False},
    "arena level:1 level:2": {"first": ONE, "second": TWO, "sprt": None, **CONTEST},
    "round-robin level:1 level:2": {"players": [ONE, TWO], **CONTEST},
}


@pytest.mark.parametrize("line", DEFAULTS)
def test_options_that_are_not_given_have_their_usual_values(
    line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    found: list[dict[str, Any]] = []
    parse = CommandLineParser.parse_args

    def parse_only(parser: CommandLineParser, *arguments: Any) -> Any:
        options = parse(parser, *arguments)
        found.append(dict(vars(options)))
        options.run = lambda _options: 0
        return options

    monkeypatch.setattr(CommandLineParser, "parse_args", parse_only)
    assert cli.main(line.split()) == 0
    (options,) = found
    usual: dict[str, Any] = {"data_dir": None, "text": False, "self_test": False, "open": None}
    usual |= {"command": line.partition(" ")[0], **DEFAULTS[line]}
    assert {name: value for name, value in options.items() if name != "run"} == usual


@pytest.mark.parametrize(
    ("line", "command", "computers"),
    [
        ("host", HostTable("keypad", {}, "", allows_spectators=True), ()),
        (
            "host --preset trio --name Ada --broker mqtts://x --address 192.0.2.7 --unlisted "
            "--unwatched --clock 60 -c 3 -c 4",
            HostTable("trio", {}, "Ada", "mqtts://x", False, "192.0.2.7", clock=60),
            (3, 4),
        ),
        ("join code", JoinTable("code", ""), ()),
        (
            "join code --name Ben --broker mqtts://x --watch",
            JoinTable("code", "Ben", broker="mqtts://x", as_spectator=True),
            (),
        ),
    ],
)
def test_host_and_join_pass_on_every_option(
    line: str,
    command: HostTable | JoinTable,
    computers: tuple[int, ...],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    requests: list[OnlineRequest] = []

    def keep_request(_folder: object, online: OnlineRequest) -> int:
        requests.append(online)
        return 0

    monkeypatch.setattr(program, "run_text_mode", keep_request)
    assert cli.main(line.split()) == 0
    assert requests == [OnlineRequest(command, computers)]
