"""A match whose log cannot be written stops and tells its player, instead of ending the process."""

from __future__ import annotations

import errno
import io
from pathlib import Path

import pytest

from hacktrick.game.editions import PRESETS
from hacktrick.online.protocol.match_replica import MatchReplica
from hacktrick.online.protocol.write_ahead_log import MatchLog
from hacktrick.online.table.guest import TableGuest
from hacktrick.online.table.participant_base import ActiveMatch, NetworkStore
from tests.support.network_tables import identity_of, terms_of


class FullDisk(io.RawIOBase):
    """A file on a disk without any space left."""

    def writable(self) -> bool:
        return True

    def write(self, data: object) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")


def log_on_full_disk() -> MatchLog:
    return MatchLog(io.BufferedWriter(FullDisk()))


def guest_at_full_disk(folder: Path, sent: list[bytes]) -> TableGuest:
    """Return a guest in a match before its first frame, whose log is on a full disk."""
    guest = TableGuest(NetworkStore.in_folder(folder), "Ben", "human", [], b"", lambda: None)
    terms, log = terms_of(PRESETS["keypad"]), log_on_full_disk()
    replica = MatchReplica(terms, identity_of(terms, 1), log)
    guest.match = ActiveMatch(replica, log, lambda frame, but: sent.append(frame), folder)
    return guest


def test_a_full_disk_is_reported_and_no_unlogged_frame_is_sent(tmp_path: Path) -> None:
    sent: list[bytes] = []
    guest = guest_at_full_disk(tmp_path, sent)
    assert guest.match is not None
    guest.match.advance()
    guest.report_cheats_and_pauses()
    assert guest.trouble is not None and guest.trouble.code == "DISK"
    assert sent == [] and not guest.match.is_over


def test_a_frame_that_leads_to_an_unlogged_answer_is_no_fault_of_its_sender(tmp_path: Path) -> None:
    sent: list[bytes] = []
    guest = guest_at_full_disk(tmp_path, sent)
    assert guest.match is not None
    terms = guest.match.replica.terms
    other = MatchReplica(terms, identity_of(terms, 0))
    other.advance()
    (frame,) = other.pop_outgoing_frames()
    guest.match.receive_frame(frame, None)
    guest.report_cheats_and_pauses()
    assert guest.trouble is not None and guest.trouble.code == "DISK"
    assert sent == [] and guest.match.replica.verdict is None


def test_a_log_on_a_full_disk_can_be_closed() -> None:
    log = log_on_full_disk()
    with pytest.raises(OSError, match="No space"):
        log.append_frame(b"frame", is_own=True)
    log.close()
    assert log._file.closed  # only the file shows whether the log is closed
