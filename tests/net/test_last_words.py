"""A match ends for all, also for somebody who died before he had heard the last word of it."""

from __future__ import annotations

from pathlib import Path

import net_players as crowd
import pytest

from hacktrick.net.frames import Chain
from hacktrick.net.log import Log

BLOCK = 8  # bytes of a log beside each frame


def forget_the_end(log: Path, seat: int) -> None:
    """The log of ``seat`` as a crash leaves it before it has the last frame of the other."""
    opened, header, frames = Log.reopen(log)
    opened.close()
    size = log.stat().st_size
    while True:
        last = frames.pop()
        size -= len(last) + BLOCK
        if Chain(header.terms).read(last).seat != seat:
            break
    with log.open("r+b") as file:
        file.truncate(size)


@pytest.mark.slow
def test_who_died_before_the_last_word_hears_it_from_a_table_that_is_over(tmp_path: Path) -> None:
    people = crowd.players(tmp_path, 2, seed=3)
    try:
        crowd.sit_down(people, "keypad")
        match = people[0].told.match
        crowd.play(people)
        host, guest = people
        guest.network.kill()
        crowd.wait([host], lambda: host.told.number > 0, "the host")
        forget_the_end(guest.folder / "tables" / match / "log", 1)
        guest.restart(match)
        crowd.wait(people, lambda: guest.is_over, "the end")
        assert guest.table is not None and host.table is not None
        assert guest.table.record.as_text() == host.table.record.as_text()
    finally:
        crowd.close(people)
