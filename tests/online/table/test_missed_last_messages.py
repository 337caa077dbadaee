"""A match also ends for a player whose process crashed before it received the last messages."""

from __future__ import annotations

from pathlib import Path

import pytest

from hacktrick.online.protocol.signed_frame_chain import FrameChain
from hacktrick.online.protocol.write_ahead_log import MatchLog
from tests.support import network_processes as crowd

BLOCK = 8  # bytes that a log adds to each frame


def forget_the_end(log: Path, seat: int) -> None:
    """Remove the opponent's last frame from the log of ``seat``, as an early crash would.

    The seat's own last frame stays, because it is logged before it is sent.
    """
    opened, header, frames = MatchLog.reopen(log)
    opened.close()
    read = [FrameChain(header.terms).read_and_check_signature(raw) for raw in frames]
    last = max(frame.step for frame in read)
    content, sizes = log.read_bytes(), [len(raw) + BLOCK for raw in frames]
    at = len(content) - sum(sizes)
    kept = content[:at]
    for frame, size in zip(read, sizes, strict=True):
        if frame.step < last or frame.seat == seat:
            kept += content[at : at + size]
        at += size
    assert {frame.kind for frame in read if frame.step == last} == {"open"}
    log.write_bytes(kept)


@pytest.mark.slow
def test_a_restarted_player_gets_the_last_messages_of_a_finished_match(tmp_path: Path) -> None:
    people = crowd.make_players(tmp_path, 2, seed=3)
    try:
        crowd.sit_down(people, "keypad")
        match = people[0].state.match_id
        crowd.play_match(people)
        host, guest = people
        guest.network.kill()
        crowd.wait_until([host], lambda: host.state.number > 0, "the host")
        forget_the_end(guest.folder / "tables" / match / "log", 1)
        guest.restart(match)
        crowd.wait_until(people, lambda: guest.is_over, "the end")
        assert guest.table is not None and host.table is not None
        assert guest.table.record.as_text() == host.table.record.as_text()
    finally:
        crowd.close_players(people)
