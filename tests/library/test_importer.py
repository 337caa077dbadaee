"""Pasted texts and files become matches of the library, or say why not and where."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from hacktrick.game.editions import rules_for
from hacktrick.library.database import Library
from hacktrick.library.importer import import_text
from hacktrick.match.record import Record
from hacktrick.match.share_code import read_share_code, share_code_of
from tests.support.scripted_matches import played_match


def finished_record(seed: int = 1) -> Record:
    return played_match(rules_for("keypad", {"target": 1}), seed).record


@pytest.fixture
def library(tmp_path: Path) -> Library:
    return Library(tmp_path)


def page_with(data: str) -> str:
    return f'<!DOCTYPE html><script type="application/json" id="match">{data}</script>'


@pytest.mark.parametrize(("mark", "place"), [("", None), ("#0", 0), ("#12", 12)])
def test_a_pasted_share_code_opens_at_its_place(
    library: Library, mark: str, place: int | None
) -> None:
    code = share_code_of(finished_record())
    taken = import_text(library, code + mark)
    assert (taken.number, taken.reason, taken.key) == (1, "", read_share_code(code).key)
    assert taken.opens_at == place
    again = import_text(library, code + mark)
    assert (again.number, again.reason, again.opens_at) == (None, "", place)


def test_a_pasted_record_opens_nowhere(library: Library) -> None:
    taken = import_text(library, finished_record().as_text())
    assert (taken.number, taken.opens_at, taken.place) == (1, None, None)


def test_the_match_in_a_pasted_page_is_imported(library: Library) -> None:
    record = finished_record()
    taken = import_text(library, page_with(json.dumps({"record": record.as_json()})))
    assert taken.number == 1 and library.load_record(1).as_text() == record.as_text()


@pytest.mark.parametrize(
    ("page", "reason"),
    [
        ("<!doctype html><p>text</p>", "the page contains no match"),
        (page_with("{]"), "the match in the page is damaged"),
        (page_with("[]"), "the record is not a JSON object"),
    ],
)
def test_a_page_without_a_match_is_refused_with_the_reason(
    library: Library, page: str, reason: str
) -> None:
    taken = import_text(library, page)
    assert (taken.number, taken.reason, taken.place) == (None, reason, None)
    assert len(library) == 0


def test_a_record_that_breaks_the_rules_is_refused_with_the_place(library: Library) -> None:
    record = finished_record()
    record.rounds[0].actions[1] = "play 9"
    taken = import_text(library, record.as_text())
    assert taken.number is None and taken.place == (0, 1)
    assert taken.opens_at is None and taken.key == ""


def test_an_unfinished_match_is_refused_without_a_place(library: Library) -> None:
    record = played_match(rules_for("keypad"), 1, stop=3).record
    taken = import_text(library, record.as_text())
    assert (taken.number, taken.place) == (None, None) and "not over" in taken.reason


def test_a_level_with_too_many_digits_for_the_database_is_imported(library: Library) -> None:
    record = finished_record()
    record.seats = (record.seats[0], replace(record.seats[1], player=f"level:{10**30}"))
    assert import_text(library, record.as_text()).number == 1
    (entry,) = library.find_matches()
    assert entry.players[0].level is None and entry.players[1].level is not None
    assert library.load_record(1).as_text() == record.as_text()
