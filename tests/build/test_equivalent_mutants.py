"""The list of equivalent mutants matches the current source code."""

from __future__ import annotations

import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LISTED = tomllib.loads((ROOT / "build" / "qa" / "equivalent.toml").read_text(encoding="utf-8"))[
    "fault"
]


def test_every_listed_fault_is_of_a_line_that_is_there_and_changes_it() -> None:
    for one in LISTED:
        source = (ROOT / "hacktrick" / one["file"]).read_text(encoding="utf-8")
        assert one["line"] in [line.strip() for line in source.splitlines()], one["line"]
        assert one["becomes"] and one["line"] not in one["becomes"]


def test_every_listed_fault_has_its_reason_and_is_listed_once() -> None:
    assert all(len(one["reason"]) > 20 for one in LISTED)
    known = [(one["file"], one["line"], after) for one in LISTED for after in one["becomes"]]
    assert len(known) == len(set(known))
