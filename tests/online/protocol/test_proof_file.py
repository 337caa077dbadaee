"""A proof file lets anyone check a whole match, and any change to it is refused."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from qa import attacks, proof_file_changes
from qa.adversary import ATTACKS, PlannedAttack

from hacktrick import cli
from hacktrick.match.record import Record, RecordError
from hacktrick.online.protocol import proof_file
from hacktrick.online.protocol.proof_file import (
    MAGIC,
    ProofFile,
    ProofFileError,
    ProofViolation,
    check_proof_file,
    decode_proof_file,
    encode_proof_file,
    proof_file_content,
)
from hacktrick.online.table.participant_base import ActiveMatch
from tests.support.parameter_sampling import mark_others_slow

MATCHES = Path(__file__).with_name("matches")
KEYPAD = MATCHES / "keypad.hacktrick-proof"
DIGEST_SIZE = 32
GOOD = decode_proof_file(KEYPAD.read_bytes())


def verify_file(
    content: bytes, folder: Path, capsys: pytest.CaptureFixture[str]
) -> tuple[int, str]:
    """Return the exit code and output of the command (errors from standard error)."""
    path = folder / "match.hacktrick-proof"
    path.write_bytes(content)
    code = cli.main(["verify", str(path)])
    out, err = capsys.readouterr()
    return code, err if code else out


@pytest.mark.parametrize("preset", ["keypad", "quartet", "wits"])
def test_the_proof_of_an_honest_match_is_accepted(
    preset: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["verify", str(MATCHES / f"{preset}.hacktrick-proof")]) == 0
    out, err = capsys.readouterr()
    lines = out.splitlines()
    assert err == ""
    for number, line in enumerate(lines):
        assert line.startswith(f"round {number}  signatures ok  keys ")
        assert " wins " in line
    assert len(lines) == (3 if preset == "wits" else 1)


def test_a_file_that_ends_early_is_an_unfinished_match(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    proof = GOOD._replace(frames=GOOD.frames[:30])
    code, output = verify_file(encode_proof_file(proof), tmp_path, capsys)
    assert code == 0
    assert output.endswith("unfinished\n")
    code, output = verify_file(encode_proof_file(GOOD._replace(frames=[])), tmp_path, capsys)
    assert (code, output) == (0, "")


@pytest.mark.slow
def test_a_round_is_listed_once_part_of_it_is_proved() -> None:
    n_listed = 0
    for n in range(40):
        for one in check_proof_file(encode_proof_file(GOOD._replace(frames=GOOD.frames[:n]))):
            assert one.proved.total() > 0
            n_listed += 1
    assert 0 < n_listed < 40


@pytest.mark.parametrize("seed", mark_others_slow(range(60), *range(20)))
def test_any_changed_proof_file_is_refused(seed: int) -> None:
    with pytest.raises(ProofViolation):
        for _ in check_proof_file(
            proof_file_changes.randomly_altered_proof_file(KEYPAD.read_bytes(), Random(seed))
        ):
            pass


@pytest.mark.parametrize("preset", ["keypad", "wits"])
def test_the_rules_are_checked_again_by_an_independent_replay(
    preset: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(record: Record) -> Iterator[None]:
        raise RecordError(f"{len(record.rounds)} rounds are against the rules")
        yield

    monkeypatch.setattr(proof_file, "replay_record", refuse)
    content = (MATCHES / f"{preset}.hacktrick-proof").read_bytes()
    rounds = 3 if preset == "wits" else 1
    with pytest.raises(ProofViolation, match=f"{rounds} rounds are against the rules"):
        for _ in check_proof_file(content):
            pass


def test_the_command_reports_a_bad_proof_in_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for seed in range(12):
        content = proof_file_changes.randomly_altered_proof_file(KEYPAD.read_bytes(), Random(seed))
        code, output = verify_file(content, tmp_path, capsys)
        assert code == 2
        assert output.startswith("error: ") and output.count("\n") == 1


def test_the_command_names_the_cheat_and_its_seat(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert attacks.ALL
    trial = proof_file_changes.trial_with_adversary(
        PlannedAttack(ATTACKS["sum that is one too high"]), KEYPAD
    )
    trial.play_until_cheat_is_found(1)
    code, output = verify_file(proof_file_content(trial.honest_players[0]), tmp_path, capsys)
    adversary = trial.planned.adversary
    assert code == 2
    assert adversary is not None
    name = GOOD.terms.seats[adversary].name
    place = f"round 0, step {trial.planned.step}"
    assert output == f"error: {place}: seat {adversary} ({name}) announced a wrong sum\n"


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "contains no proofs"),
        (b"rubbish", "contains no proofs"),
        (MAGIC, "damaged"),
        (KEYPAD.read_bytes()[:-1], "damaged"),
        (KEYPAD.read_bytes() + b"x", "damaged"),
        (KEYPAD.read_bytes().replace(MAGIC, b"hacktrick-proof-2\n"), "contains no proofs"),
    ],
)
def test_a_file_that_is_no_proof_is_reported(
    content: bytes, reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, output = verify_file(content, tmp_path, capsys)
    assert code == 2
    assert reason in output


def test_a_missing_proof_file_is_reported(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["verify", "no-such-file"]) == 2
    assert capsys.readouterr().err.startswith("error: cannot read no-such-file")


def test_a_file_that_unpacks_to_gigabytes_is_refused() -> None:
    content = MAGIC + zlib.compress(bytes(80 * 1024 * 1024), 9)
    with pytest.raises(ProofFileError, match="too large"):
        decode_proof_file(proof_file_changes.with_digest_appended(content))


@pytest.mark.parametrize("extra", [b"x", b"\0" * 40, zlib.compress(b"more")])
def test_bytes_after_the_packed_frames_are_refused(extra: bytes) -> None:
    content = KEYPAD.read_bytes()[:-DIGEST_SIZE]
    assert decode_proof_file(proof_file_changes.with_digest_appended(content)) == GOOD
    with pytest.raises(ProofFileError, match="not all of it is packed"):
        decode_proof_file(proof_file_changes.with_digest_appended(content + extra))


@pytest.mark.parametrize(
    "unpacked", [b"", b"\5\0\0\0ab", b"\1\0\0", b"\2\0\0\0{}", b"\1\0\0\0\xff"]
)
def test_a_content_that_is_no_match_is_refused(unpacked: bytes) -> None:
    with pytest.raises(ProofFileError):
        decode_proof_file(proof_file_changes.with_digest_appended(MAGIC + zlib.compress(unpacked)))


def test_a_proof_file_is_read_back_as_written() -> None:
    assert decode_proof_file(encode_proof_file(GOOD)) == GOOD


def test_a_proof_is_written_after_each_round_and_after_the_match(tmp_path: Path) -> None:
    played = decode_proof_file((MATCHES / "wits.hacktrick-proof").read_bytes())
    watched = ActiveMatch.for_spectator(played.terms, tmp_path)
    written: dict[bytes, tuple[int, bool]] = {}
    for frame in played.frames:
        watched.receive_frame(frame, None)
        if watched.proof_path:
            content = Path(watched.proof_path).read_bytes()
            written.setdefault(content, (len(watched.replica.rounds), watched.is_over))
    assert list(written.values()) == [(1, False), (2, False), (3, False), (3, True)]
    assert decode_proof_file(list(written)[-1]) == played


@pytest.mark.parametrize("name", ["keys", "nonces", "seats", "preset", "rules", "protocol"])
def test_changing_any_agreed_term_changes_the_match_id(name: str) -> None:
    terms = json.loads(GOOD.terms.as_text())
    changes = {"preset": "servers", "rules": "0" * 32, "protocol": 2}
    value = terms[name]
    terms[name] = changes.get(name) or [value[1], value[0]]
    text = json.dumps(terms, separators=(",", ":"), sort_keys=True)
    content = proof_file_changes.proof_file_of_blocks([text.encode(), *GOOD.frames])
    with pytest.raises(ProofViolation):
        for _ in check_proof_file(content):
            pass


def test_frames_of_another_match_have_no_place() -> None:
    other = decode_proof_file((MATCHES / "quartet.hacktrick-proof").read_bytes())
    with pytest.raises(ProofViolation, match="not of this match"):
        for _ in check_proof_file(encode_proof_file(ProofFile(GOOD.terms, other.frames))):
            pass
