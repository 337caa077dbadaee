"""Matches with the states they must replay to, made by an independent program from the rules."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hacktrick.game.editions import PRESETS
from hacktrick.match.record import read_record
from hacktrick.match.record_replay import replay_record, state_as_json

FOLDER = Path(__file__).parent
RECORDS = sorted(FOLDER.glob("*.hacktrick.json"))


@pytest.mark.parametrize("path", RECORDS, ids=[path.name.split(".")[0] for path in RECORDS])
def test_replay_gives_exactly_the_stored_states(path: Path) -> None:
    name = path.name.removesuffix(".hacktrick.json")
    lines = (FOLDER / f"{name}.states.jsonl").read_text("utf-8").splitlines()
    record = read_record(path.read_text("utf-8"))
    states = [state_as_json(match, text) for match, text in replay_record(record)]
    assert [json.loads(json.dumps(state)) for state in states] == [json.loads(s) for s in lines]


@pytest.mark.parametrize("path", RECORDS, ids=[path.name.split(".")[0] for path in RECORDS])
def test_the_record_is_written_as_it_was_read(path: Path) -> None:
    text = path.read_text("utf-8")
    assert json.loads(read_record(text).as_text()) == json.loads(text)


def test_every_preset_has_conformance_matches() -> None:
    assert {path.name.rpartition("-")[0] for path in RECORDS} == set(PRESETS)
