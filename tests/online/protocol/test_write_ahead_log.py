"""After a crash the write-ahead log makes a process repeat its frames, never change them."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from hacktrick.game.editions import PRESETS, Rules
from hacktrick.match.record import Record
from hacktrick.online.faults import Cheat
from hacktrick.online.protocol.frame_exchange import SeatIdentity
from hacktrick.online.protocol.match_replica import MatchReplica, SeatlessReplica, record_of_replica
from hacktrick.online.protocol.match_terms import MatchTerms
from hacktrick.online.protocol.proof_file import (
    check_proof_file,
    decode_proof_file,
)
from hacktrick.online.protocol.write_ahead_log import MAGIC, LogError, LogHeader, MatchLog
from tests.support.network_tables import (
    Choose,
    ReplicaGroup,
    identity_of,
    random_legal_choice,
    terms_of,
)
from tests.support.scripted_tables import RecordScript, scripted_chance

RULES = PRESETS["keypad"]
TERMS = terms_of(RULES)
HEADER = LogHeader(TERMS, 1, bytes(range(32)))
FRAMES = [b"first frame", b"second", b"x" * 16_000]


def written_log(path: Path) -> Path:
    log = MatchLog.create(path, HEADER)
    for number, frame in enumerate(FRAMES):
        log.append_frame(frame, is_own=number == 1)
    log.close()
    return path


def test_a_log_is_read_back_as_written(tmp_path: Path) -> None:
    path = written_log(tmp_path / "log")
    log, header, found = MatchLog.reopen(path)
    log.close()
    assert (header, found) == (HEADER, FRAMES)
    # Windows has no other permissions than 0o666.
    assert path.stat().st_mode & 0o077 == 0 or path.stat().st_mode & 0o777 == 0o666


def test_a_reopened_log_continues_at_its_end(tmp_path: Path) -> None:
    path = written_log(tmp_path / "log")
    log, *_ = MatchLog.reopen(path)
    log.append_frame(b"third", is_own=True)
    log.close()
    assert MatchLog.reopen(path)[2] == [*FRAMES, b"third"]


def test_a_log_is_never_created_twice_for_a_match(tmp_path: Path) -> None:
    path = written_log(tmp_path / "log")
    with pytest.raises(FileExistsError):
        MatchLog.create(path, HEADER)


def log_bytes(path: Path, frames: list[bytes]) -> bytes:
    """Return the content of a log that was never cut off."""
    log = MatchLog.create(path, HEADER)
    for frame in frames:
        log.append_frame(frame, is_own=True)
    log.close()
    return path.read_bytes()


@pytest.mark.parametrize("cut", [1, 7, 9, 100, 15_999])
def test_a_block_cut_off_by_a_crash_is_dropped(tmp_path: Path, cut: int) -> None:
    path = written_log(tmp_path / "log")
    path.write_bytes(path.read_bytes()[:-cut])
    log, _, found = MatchLog.reopen(path)
    log.append_frame(b"after", is_own=True)
    log.close()
    assert found == FRAMES[:2]
    whole = log_bytes(tmp_path / "whole", [*FRAMES[:2], b"after"])
    assert path.read_bytes() == whole, "nothing of what was cut off is left behind the last frame"
    assert MatchLog.reopen(path)[2] == [*FRAMES[:2], b"after"]


@pytest.mark.parametrize("end", [b"\0" * 4096, b"\xff" * 50, b"\5\0\0\0rubbish"])
def test_garbage_at_the_end_of_a_log_is_dropped(tmp_path: Path, end: bytes) -> None:
    path = written_log(tmp_path / "log")
    whole = path.read_bytes()
    path.write_bytes(whole + end)
    log, _, found = MatchLog.reopen(path)
    log.close()
    assert found == FRAMES and path.read_bytes() == whole


def test_a_file_that_is_no_log_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "log"
    header = {"terms": TERMS.as_text(), "seat": 5, "secret": "AAAA"}
    block = json.dumps(header).encode()
    for content in (b"", b"rubbish", MAGIC, MAGIC + len(block).to_bytes(4, "little") + block):
        path.write_bytes(content)
        with pytest.raises(LogError):
            MatchLog.reopen(path)


def test_a_replicas_own_frame_is_on_the_disk_before_it_is_sent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[int] = []
    monkeypatch.setattr("os.fsync", lambda number: synced.append(number))
    path = tmp_path / "log"
    log = MatchLog.create(path, HEADER)
    replica = MatchReplica(TERMS, identity_of(TERMS, 1), log)
    n_before = len(synced)
    replica.advance()
    (frame,) = replica.pop_outgoing_frames()
    assert len(synced) == n_before + 1
    assert path.read_bytes().endswith(frame)


# Tests of restarts.


class MemoryLog:
    """A write-ahead log in memory."""

    def __init__(self) -> None:
        self.frames: list[bytes] = []
        self.own: list[bytes] = []

    def append_frame(self, frame: bytes, is_own: bool) -> None:
        self.frames.append(frame)
        if is_own:
            self.own.append(frame)


class TableWithDyingProcess(ReplicaGroup):
    """A table where one seat's process dies after a fixed number of frames, again and again."""

    def __init__(self, rules: Rules, choose: Choose, number: int, every: int) -> None:
        self.memory = MemoryLog()
        self.every = every
        self.deaths = 0
        super().__init__(rules, choose, number, {1: self._begin})

    def _begin(self, terms: MatchTerms, identity: SeatIdentity) -> MatchReplica:
        return MatchReplica(terms, identity, self.memory)

    def deliver_frames(self) -> None:
        super().deliver_frames()
        if len(self.memory.frames) >= (self.deaths + 1) * self.every:
            self._die()
            super().deliver_frames()

    def _die(self) -> None:
        """Restarts the process from its log; frames not yet sent are lost."""
        self.deaths += 1
        identity = identity_of(self.terms, 1)
        self.peers[1] = MatchReplica.resume(
            self.terms, identity, self.memory, list(self.memory.frames)
        )
        for other in self.peers:
            for frame in other.exchange.chain.frames_from(self.peers[1].step):
                self.peers[1].receive_frame(frame)
        for frame in self.peers[1].exchange.chain.frames_from(0):
            for other in self.peers:
                other.receive_frame(frame)


def continues_after_crash(table: TableWithDyingProcess) -> None:
    assert table.deaths > 2
    steps = [json.loads(frame[64:])["n"] for frame in table.memory.own]
    assert len(set(steps)) == len(steps), "two frames for a step"
    assert len({peer.exchange.chain.head for peer in table.peers}) == 1
    assert len({record_of_replica(peer).as_text() for peer in table.peers}) == 1


@pytest.mark.parametrize("preset", ["arena", "trio"])
def test_a_process_that_dies_again_and_again_finishes_the_match(preset: str) -> None:
    table = TableWithDyingProcess(PRESETS[preset], random_legal_choice(Random(5)), 5, every=11)
    for n_rounds in range(1, 5):  # no player chooses the deal, so a round may be short
        if table.deaths <= 2:
            table.play(n_rounds)
    continues_after_crash(table)


@pytest.mark.slow
def test_codes_and_cards_that_changed_hands_are_remembered() -> None:
    proof = Path(__file__).with_name("matches") / "wits.hacktrick-proof"
    observer_record = _record_in(proof.read_bytes())
    with scripted_chance(observer_record) as (script, watch):
        assert isinstance(script, RecordScript)
        table = TableWithDyingProcess(
            observer_record.rules, script.next_action, script.table_number(), every=30
        )
        watch(table).play()
    continues_after_crash(table)
    assert record_of_replica(table.peers[1]).rounds == observer_record.rounds


def _record_in(content: bytes) -> Record:
    proof = decode_proof_file(content)
    observer = SeatlessReplica(proof.terms)
    observer.receive_frames(proof.frames)
    return record_of_replica(observer)


def test_a_frame_that_was_written_and_not_sent_is_sent_after_the_restart() -> None:
    memory = MemoryLog()
    identity = identity_of(TERMS, 0)
    first = MatchReplica(TERMS, identity, memory)
    first.advance()  # the process dies before ``pop_outgoing_frames``
    second = MatchReplica.resume(TERMS, identity, memory, list(memory.frames))
    assert second.pop_outgoing_frames() == first.exchange.outgoing == memory.own
    assert len(memory.frames) == 1, "nothing was written twice"


def test_frames_sent_before_a_crash_are_repeated_unchanged() -> None:
    """Without the log, the replica would sign different frames for the same step: a fork."""
    identity = identity_of(TERMS, 0)
    other = MatchReplica(TERMS, identity_of(TERMS, 1))
    other.advance()
    table = ReplicaGroup(RULES, random_legal_choice(Random(1)), 0)
    for peer in table.peers:
        peer.advance()
    table.deliver_frames()
    forgetful = MatchReplica(TERMS, identity)
    forgetful.advance()
    for _, frame in table.sent:
        if forgetful.step < 3 and json.loads(frame[64:])["s"] == 1:
            forgetful.receive_frame(frame)
    anew = [
        frame for frame in forgetful.pop_outgoing_frames() if json.loads(frame[64:])["k"] == "key"
    ]
    with pytest.raises(Cheat, match="TWO_TONGUES"):
        table.peers[1].receive_frame(anew[0])


def test_the_stored_proof_files_are_accepted() -> None:
    """An earlier version made the files, so the protocol has not changed since."""
    for path in sorted(Path(__file__).with_name("matches").glob("*.hacktrick-proof")):
        assert [round_ for round_ in check_proof_file(path.read_bytes()) if round_.result]


def test_a_log_of_a_seat_that_the_edition_lacks_is_refused(tmp_path: Path) -> None:
    for seat in (-1, RULES.n_seats):
        MatchLog.create(tmp_path / f"{seat}", HEADER._replace(seat=seat)).close()
        with pytest.raises(LogError):
            MatchLog.reopen(tmp_path / f"{seat}")
