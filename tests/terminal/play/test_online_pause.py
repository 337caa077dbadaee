"""Pauses and rounds of a match over the network at the terminal."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hacktrick.online.protocol.process_messages import SetPause
from hacktrick.terminal.play.console import InputClosed, Terminal
from hacktrick.terminal.play.online_play import OnlineTerminalMatch, TableNews
from hacktrick.terminal.play.text_match import TableLeft
from tests.support.local_online_table import LocalNetworkClient
from tests.support.rig import Rig
from tests.support.terminal_player import ACTION

ENTER = "Press Enter to continue the match."
Deed = Callable[[LocalNetworkClient], object]


class TypedLines(io.StringIO):
    """Standard input that makes something happen at the table before it types certain lines."""

    network: LocalNetworkClient

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
    folder: Path, seat: int | None, typing: TypedLines, meanwhile: list[Deed], **facts: Any
) -> tuple[str, LocalNetworkClient]:
    """Return the screen of a match, and its network client.

    The match ends when the typed lines or the steps in ``meanwhile`` are used up.

    Args:
        meanwhile: what others do, one step after each wait.
    """
    network = LocalNetworkClient("keypad", seat, **facts)
    typing.network = network
    shown = io.StringIO()

    def wait(seconds: float) -> None:
        if not meanwhile:
            raise TableLeft
        meanwhile.pop(0)(network)

    terminal = Terminal(typing, shown, sleep=wait)
    services = Rig(folder).services
    services.online.make = lambda folder: network
    services.online.update(0.0)
    session = services.open_online_match()
    table = OnlineTerminalMatch(terminal, services, session, TableNews(terminal), "standard")
    with pytest.raises((TableLeft, InputClosed)):
        table.run()
    return " ".join(shown.getvalue().split()), network


def do_nothing(network: LocalNetworkClient) -> None:
    """Let time pass."""


def pause_request(seat: int, on: bool) -> Deed:
    return lambda network: network.request_pause(seat, on)


def seat_to_act(acts: bool) -> int:
    """Return a seat that has, or does not have, the first turn."""
    acting = LocalNetworkClient("keypad", 0).replica.deciding_seat
    assert acting is not None
    return acting if acts else 1 - acting


def test_the_word_pause_asks_everybody_and_enter_ends_the_pause(tmp_path: Path) -> None:
    own = seat_to_act(True)
    others = [
        do_nothing,
        do_nothing,
        pause_request(1 - own, True),
        do_nothing,
        do_nothing,
        do_nothing,
        do_nothing,
    ]
    shown, network = play(tmp_path, own, TypedLines("pause", "", ""), others, clock=60)
    assert [one for one in network.sent if isinstance(one, SetPause)] == [
        SetPause(True),
        SetPause(False),
    ]
    name = "Ben" if own == 0 else "Ada"
    assert f"You asked for a pause. Waiting for {name}." in shown
    assert "Paused by you. Clocks are stopped; nobody can move." in shown
    assert shown.index(ENTER) < shown.index("ended the pause.") < shown.rindex(ACTION)


def test_after_a_refusal_the_turn_goes_on(tmp_path: Path) -> None:
    own = seat_to_act(True)
    others = [do_nothing, do_nothing, pause_request(1 - own, False), do_nothing, do_nothing]
    shown, _network = play(tmp_path, own, TypedLines("pause", ""), others)
    assert "wants to play on." in shown and ENTER not in shown


def test_the_player_to_act_can_ask_a_waiting_player(tmp_path: Path) -> None:
    own = seat_to_act(False)
    others = [pause_request(1 - own, True), *[do_nothing] * 8]
    shown, network = play(tmp_path, own, TypedLines("1", ""), others)
    name = "Ben" if own == 0 else "Ada"
    assert f"{name} asks for a pause. It starts once everyone agrees." in shown
    assert f"Paused by {name}. Nobody can move." in shown
    assert network.sent == [SetPause(True), SetPause(False)]
    assert network.replica.pauses.current is None


def test_a_request_takes_precedence_over_a_line_typed_meanwhile(tmp_path: Path) -> None:
    """After a refusal the typed line takes effect."""
    own = seat_to_act(True)
    typing = TypedLines((pause_request(1 - own, True), "1"), "2")
    shown, network = play(tmp_path, own, typing, [do_nothing] * 9)
    assert "asks for a pause." in shown
    assert network.sent[0] == SetPause(False) and len(network.sent) == 2


def test_a_player_learns_that_another_one_has_ended_the_pause(tmp_path: Path) -> None:
    own = seat_to_act(True)
    others = [do_nothing, do_nothing, pause_request(1 - own, True), *[do_nothing] * 6]
    typing = TypedLines("pause", (pause_request(1 - own, False), ""), "")
    shown, network = play(tmp_path, own, typing, others)
    assert "ended the pause." in shown
    assert network.replica.pauses.current is None and network.replica.waits_for == "action"


def test_a_spectator_sees_the_pause_and_is_asked_nothing(tmp_path: Path) -> None:
    others = [
        pause_request(0, True),
        pause_request(1, True),
        do_nothing,
        pause_request(1, False),
        do_nothing,
        do_nothing,
    ]
    shown, network = play(tmp_path, None, TypedLines(), others, is_spectator=True)
    assert "Paused by Ada." in shown
    assert "Ben ended the pause." in shown and ENTER not in shown
    assert network.sent == []


def others_act(network: LocalNetworkClient) -> None:
    """Play a random action for the seat to act, or agree to the next round."""
    for peer in network.table.peers:
        if peer.waits_for in ("action", "next"):
            # The table acts by itself only while time passes.
            network.table._act(peer)
    network.publish()


def test_a_spectator_sees_the_next_round_once_it_is_dealt(tmp_path: Path) -> None:
    shown, _network = play(tmp_path, None, TypedLines(), [others_act] * 40)
    seen = re.findall(r"Round \d|Waiting for everyone|starts the row", shown)
    first = ["Round 1", "starts the row", "Waiting for everyone"]
    assert seen[:5] == [*first, "Round 2", "starts the row"]
