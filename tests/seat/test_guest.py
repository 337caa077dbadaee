"""A computer player at a table over the network: it sits down, is ready, plays, and never holds a
pause up."""

from __future__ import annotations

import subprocess
import sys
from random import Random

import pytest

from hacktrick.game.legal import legal_actions
from hacktrick.play.thinker import InlineThinker
from hacktrick.play.told import (
    JoinTable,
    NextRound,
    Pause,
    Ready,
    Resting,
    Sitter,
    Stage,
    Told,
)
from hacktrick.seat.guests import ComputerGuest
from tests.play.support import match_of
from tests.seat.line import Line

GUEST, LEVEL = 1, 1
LONG = 100.0  # seconds: more than any turn of a computer takes


def sitters(ready: bool) -> tuple[Sitter, ...]:
    return Sitter("Ada", "human", "00", False, True), Sitter("Bot", "level:1", "01", True, ready)


def a_guest(leader: int) -> tuple[ComputerGuest, Line]:
    line = Line(match_of("keypad", leader=leader, seed=3), GUEST)
    return ComputerGuest(line, InlineThinker(), LEVEL, "Bot", "abc", Random(1)), line


def test_it_asks_for_a_seat_under_its_name_as_the_computer_that_it_is() -> None:
    guest, line = a_guest(0)
    assert line.sent == [JoinTable("abc", "Bot", player="level:1")]
    assert not guest.is_there
    for stage, there in (("opening", True), ("lobby", True), ("playing", True), ("closed", False)):
        line.tell(Told(stage=stage))  # type: ignore[arg-type]
        assert guest.is_there == there


@pytest.mark.parametrize("stage", ["lobby", "over"])
def test_it_is_ready_before_every_match_and_says_so_once(stage: Stage) -> None:
    guest, line = a_guest(0)
    for ready in (False, True, True):
        line.tell(Told(stage=stage, sitters=sitters(ready)))
        guest.update(LONG)
    assert line.sent[1:] == [Ready(True)]


@pytest.mark.parametrize("leader", [0, 1])
def test_it_plays_a_round_to_its_end_and_asks_for_the_next_one(leader: int) -> None:
    guest, line = a_guest(leader)
    match, dice = line.match, Random(5)
    line.show()
    for _ in range(200):
        if match.is_round_over:
            break
        if match.public.seat == GUEST:
            before = len(line.acts)
            guest.update(LONG)
            guest.update(LONG)
            line.carry()
            assert len(line.acts) > before, "it never has to be asked twice"
        else:
            match.submit(0, dice.choice(legal_actions(match.observe(0))))
            line.show()
    assert match.is_round_over and NextRound() not in line.sent
    line.show()
    guest.update(LONG)
    guest.update(LONG)
    assert line.sent.count(NextRound()) == 1


def test_it_says_nothing_while_another_has_the_turn() -> None:
    guest, line = a_guest(0)
    match = line.match
    while match.public.seat == GUEST:
        match.submit(GUEST, legal_actions(match.observe(GUEST))[0])
    line.show()
    guest.update(LONG)
    assert not line.acts


def test_it_agrees_to_a_pause_and_ends_none() -> None:
    guest, line = a_guest(0)
    line.show(may_pause=True, resting=Resting(False, 0, (0,)))
    guest.update(0.0)
    assert line.sent[1:] == [Pause(True)]
    line.show(may_pause=False, resting=Resting(True, 0, (0, 1)))
    guest.update(0.0)
    line.show(may_pause=True)
    guest.update(0.0)
    assert line.sent[1:] == [Pause(True)]


def test_nothing_of_a_network_or_its_guests_is_loaded_before_somebody_wants_to_play_there() -> None:
    unwanted = "{'hacktrick.play.remote', 'hacktrick.seat.guests'}"
    code = f"import sys, hacktrick.seat.connection; sys.exit(bool({unwanted} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
