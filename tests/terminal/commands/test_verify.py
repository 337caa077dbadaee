"""The command ``verify``, for matches with and without proofs."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from hacktrick.ai.answer_time_slots import slot_seconds
from hacktrick.cli import main
from hacktrick.fairness.record_verification import (
    DECISIONS_PER_SLOT,
    verification_seconds,
    verify_record,
)
from hacktrick.game.editions import PRESETS, rules_for
from hacktrick.game.view import SeatInfo
from hacktrick.match.live_match import Match
from hacktrick.terminal.commands import verify as verify_command
from tests.fairness.test_deal_proof import CHEATS, changed_record, proven_match
from tests.support.scripted_matches import played_match


def verify(folder: Path, text: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    file = folder / "match.hacktrick.json"
    file.write_text(text, encoding="utf-8")
    code = main(["verify", str(file)])
    return (code, *capsys.readouterr())


def test_verify_prints_one_line_for_each_round(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = proven_match("keypad").record
    code, out, error = verify(tmp_path, record.as_text(), capsys)
    lines = out.splitlines()
    assert (code, error, len(lines)) == (0, "", len(record.rounds))
    n = next(verify_record(record)).n_decisions
    assert lines[0] == (
        "round 0  commitment ok  cut ok  deal ok  decks ok  "
        f"computer {n} of {n} decisions recomputed"
    )


def test_a_record_may_begin_with_a_byte_order_mark_and_blanks(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = played_match(rules_for("keypad", {"target": 1}), 1).record
    code, out, error = verify(tmp_path, f"\ufeff\n {record.as_text()}", capsys)
    assert (code, out) == (2, "round 0  no proof\n")
    assert error == "error: this match was played without proofs\n"


def test_verify_reports_a_false_deal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = changed_record(proven_match("keypad").record, CHEATS["a stacked deck"][0])
    code, _out, error = verify(tmp_path, record.as_text(), capsys)
    assert (code, error) == (2, "error: round 0: the deal is not that of secret and cut\n")


def test_verify_refuses_a_match_without_proofs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    match = Match.begin_with_rng(
        PRESETS["keypad"], [SeatInfo("a", "x"), SeatInfo("b", "y")], Random(1)
    )
    code, out, error = verify(tmp_path, match.record.as_text(), capsys)
    assert (code, out) == (2, "round 0  no proof\n") and "without proofs" in error


def test_verify_mentions_an_unchosen_cut_and_other_weights(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = proven_match("keypad", cut=None).record
    record.extra["weights"] = "other"
    code, out, _error = verify(tmp_path, record.as_text(), capsys)
    assert code == 0
    assert "cut unproved (nobody chose it)" in out and "not recomputed here" in out


def test_verify_refuses_long_work_unless_it_is_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    record = proven_match("keypad").record
    n = sum(check.n_decisions for check in verify_record(record))
    seconds_each = slot_seconds(1, record.rules) / DECISIONS_PER_SLOT
    assert verification_seconds(record) == pytest.approx(n * seconds_each)
    monkeypatch.setattr(verify_command, "verification_seconds", lambda _record: 1801.0)
    code, out, error = verify(tmp_path, record.as_text(), capsys)
    sentence = "error: this would take about 31 minutes; add --long to do it anyway\n"
    assert (code, out, error) == (2, "", sentence)
    assert main(["verify", "--long", str(tmp_path / "match.hacktrick.json")]) == 0


def test_the_time_to_verify_counts_decisions_that_can_be_repeated() -> None:
    record = proven_match("keypad").record
    whole = verification_seconds(record)
    patient = replace(record, seats=tuple(replace(one, patient=True) for one in record.seats))
    assert verification_seconds(patient) > 10 * whole
    broken = replace(record, rounds=[replace(record.rounds[0], actions=["draw"] * 9)])
    assert verification_seconds(broken) < whole
    other = replace(record, extra=record.extra | {"weights": "other"})
    assert verification_seconds(other) == 0
