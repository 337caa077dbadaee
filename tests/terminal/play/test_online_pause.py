"""A pause by agreement, by typing: asked for with a word, answered by a number, ended by Enter."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hacktrick.online.protocol.process_messages import SetPause
from hacktrick.terminal.play.console import InputClosed, Terminal
from hacktrick.terminal.play.online_play import OnlineTerminalMatch, TableNews
from hacktrick.terminal.play.text_match import TableLeft
from tests.support.local_network import NearNetwork
from tests.support.rig import Rig
from tests.support.terminal_player import ACTION

ENTER = "Press Enter to go on with the match."
Deed = Callable[[NearNetwork], object]


class Typing(io.StringIO):
    """Types line after line; whatever else happens at the table happens before it."""

    network: NearNetwork

    def __init__(self, *lines: str | tuple[Deed, str]) -> None:
        super().__init__()
        self.lines = list(lines)

    def readline(self, size: int = -1, /) -> str:  # type: ignore[override]
        if not self.lines:
            return ""
        line = self.lines.pop(0)
        if isinstance(line, tuple):
            line[0](self.network)
            line = line[1]
        return f"{line}\n"


def play(
    folder: Path, seat: int | None, typing: Typing, meanwhile: list[Deed], **facts: Any
) -> tuple[str, NearNetwork]:
    """What a match in lines shows until nothing is typed any more, or ``meanwhile`` is at its end:
    what others do whenever some time has passed."""
    network = NearNetwork("keypad", seat, **facts)
    typing.network = network
    shown = io.StringIO()

    def wait(seconds: float) -> None:
        if not meanwhile:
            raise TableLeft
        meanwhile.pop(0)(network)

    terminal = Terminal(typing, shown, sleep=wait)
    workspace = Rig(folder).workspace
    workspace.online.make = lambda folder: network
    workspace.online.update(0.0)
    session = workspace.sit_down_online()
    table = OnlineTerminalMatch(terminal, workspace, session, TableNews(terminal), "standard")
    with pytest.raises((TableLeft, InputClosed)):
        table.run()
    return " ".join(shown.getvalue().split()), network


def nothing(network: NearNetwork) -> None:
    """Time passes."""


def wants(seat: int, on: bool) -> Deed:
    return lambda network: network.want_pause(seat, on)


def seat_to_act(acts: bool) -> int:
    """A seat that has the turn in the first round, or has not."""
    acting = NearNetwork("keypad", 0).replica.deciding_seat
    assert acting is not None
    return acting if acts else 1 - acting


def test_the_word_asks_all_and_enter_goes_on(tmp_path: Path) -> None:
    own = seat_to_act(True)
    others = [nothing, nothing, wants(1 - own, True), nothing, nothing, nothing, nothing]
    shown, network = play(tmp_path, own, Typing("pause", "", ""), others, clock=60)
    assert [one for one in network.said if isinstance(one, SetPause)] == [
        SetPause(True),
        SetPause(False),
    ]
    name = "Ben" if own == 0 else "Ada"
    assert f"You have asked for a pause. Waiting for {name}." in shown
    assert "The match is paused, as you have wished. No clock runs, and nobody can act." in shown
    assert shown.index(ENTER) < shown.index("has ended the pause.") < shown.rindex(ACTION)


def test_a_refusal_is_told_and_the_turn_goes_on(tmp_path: Path) -> None:
    own = seat_to_act(True)
    others = [nothing, nothing, wants(1 - own, False), nothing, nothing]
    shown, _network = play(tmp_path, own, Typing("pause", ""), others)
    assert "would rather play on." in shown and ENTER not in shown


def test_who_waits_is_asked_by_whoever_has_the_turn(tmp_path: Path) -> None:
    own = seat_to_act(False)
    others = [wants(1 - own, True), *[nothing] * 8]
    shown, network = play(tmp_path, own, Typing("1", ""), others)
    name = "Ben" if own == 0 else "Ada"
    assert f"{name} asks for a pause. The match stands still once everybody has agreed." in shown
    assert f"The match is paused, as {name} has wished. Nobody can act." in shown
    assert network.said == [SetPause(True), SetPause(False)]
    assert network.replica.pauses.current is None


def test_a_wish_comes_before_what_was_typed_meanwhile(tmp_path: Path) -> None:
    """And where it is refused, what was typed is done."""
    own = seat_to_act(True)
    typing = Typing((wants(1 - own, True), "1"), "2")
    shown, network = play(tmp_path, own, typing, [nothing] * 9)
    assert "asks for a pause." in shown
    assert network.said[0] == SetPause(False) and len(network.said) == 2


def test_the_end_by_another_is_told_to_who_is_asked_in_vain(tmp_path: Path) -> None:
    own = seat_to_act(True)
    others = [nothing, nothing, wants(1 - own, True), *[nothing] * 6]
    typing = Typing("pause", (wants(1 - own, False), ""), "")
    shown, network = play(tmp_path, own, typing, others)
    assert "has ended the pause." in shown
    assert network.replica.pauses.current is None and network.replica.waits_for == "action"


def test_a_spectator_is_told_and_asked_nothing(tmp_path: Path) -> None:
    others = [wants(0, True), wants(1, True), nothing, wants(1, False), nothing, nothing]
    shown, network = play(tmp_path, None, Typing(), others, is_spectator=True)
    assert "The match is paused, as Ada has wished." in shown
    assert "Ben has ended the pause." in shown and ENTER not in shown
    assert network.said == []
