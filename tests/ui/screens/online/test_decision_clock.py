"""The decision clock of an online table: chosen by the host, shown at the seat that has to act."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hacktrick.app.profiles import Profile
from hacktrick.app.settings import Settings
from hacktrick.i18n.online_text import match_terms_line
from hacktrick.online.protocol.process_messages import EndAbandonedMatch, HostTable
from hacktrick.ui.screens.online.host_and_join import HostAndJoinScene
from hacktrick.ui.screens.online.online_table import OnlineTableScene
from hacktrick.ui.screens.online.table_lobby import OnlineLobbyScene
from tests.support.local_online_table import LocalNetworkClient
from tests.support.rig import WHOLE, Rig


class ManualClock:
    """A clock whose time the test sets."""

    seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


def sit_down(
    folder: Path,
    seat: int | None,
    clock: int = 60,
    preset: str = "keypad",
    size: tuple[int, int] = WHOLE,
    **facts: Any,
) -> tuple[Rig, LocalNetworkClient, ManualClock]:
    """Return a window at an online table after the first deal."""
    rig = Rig(folder, size, settings=Settings(animation_speed="off", pace="instant"))
    network, hand = LocalNetworkClient(preset, seat, clock=clock, **facts), ManualClock()
    rig.services.online.make = lambda folder: network
    # A clock that the test moves.
    rig.services.online.clock._now = hand
    rig.services.profiles.save_profiles((Profile("Ada"),))
    rig.services.online.update(0.0)
    rig.context.navigator.show_online_table()
    rig.tick(0.1)
    assert isinstance(rig.top, OnlineTableScene)
    return rig, network, hand


def acting_seat(network: LocalNetworkClient) -> int:
    seat = network.replica.deciding_seat
    assert seat is not None
    return seat


def waiting_table(folder: Path, clock: int = 60) -> tuple[Rig, LocalNetworkClient, ManualClock]:
    """Return a window at a table where the other player has the turn."""
    for seat in (0, 1):
        rig, network, hand = sit_down(folder / str(seat), seat, clock)
        if acting_seat(network) != seat:
            return rig, network, hand
    raise AssertionError("both have the turn")


def table_with_own_turn(folder: Path) -> tuple[Rig, ManualClock]:
    rig, network, hand = sit_down(folder, 0)
    if acting_seat(network) != 0:
        network.play_others()
    rig.tick(0.1)
    return rig, hand


def test_the_others_may_end_the_match_only_once_time_is_up(tmp_path: Path) -> None:
    rig, network, hand = waiting_table(tmp_path)
    late = network.state.players[acting_seat(network)].name
    hand.seconds = 59
    rig.tick(0.1)
    assert rig.top.most_important_status_sentence() == ""
    rig.press(rig.top.lobby_button.rect.center)
    lobby = rig.top
    assert isinstance(lobby, OnlineLobbyScene) and "claim" not in lobby.widgets
    hand.seconds = 61
    rig.tick(0.1)
    assert "claim" in lobby.widgets
    rig.click("ready")
    table: OnlineTableScene = rig.top
    assert late in table.most_important_status_sentence()
    rig.press(table.lobby_button.rect.center)
    rig.click("claim")
    assert EndAbandonedMatch() in network.sent


def test_a_late_player_can_still_act_and_the_match_goes_on(tmp_path: Path) -> None:
    rig, network, hand = waiting_table(tmp_path)
    hand.seconds = 200
    rig.tick(0.1)
    assert rig.top.most_important_status_sentence()
    network.play_others()
    rig.tick(0.1)
    assert rig.top.most_important_status_sentence() == ""
    assert rig.top.session.may_act


def test_a_late_player_is_told_that_they_can_still_act(tmp_path: Path) -> None:
    rig, hand = table_with_own_turn(tmp_path)
    hand.seconds = 61
    rig.tick(0.1)
    assert rig.top.most_important_status_sentence().startswith("Your time is up.")
    assert rig.top.session.may_act


def test_a_sound_plays_once_when_time_runs_short(tmp_path: Path) -> None:
    rig, hand = table_with_own_turn(tmp_path)
    before = rig.picture()
    rig.sounds.clear()
    hand.seconds += 51
    for _ in range(5):
        rig.tick(0.1)
        hand.seconds += 1
    assert rig.sounds.count("ask") == 1
    assert rig.picture() != before


@pytest.mark.parametrize("seat", [0, 1])
def test_without_a_clock_no_time_passes(tmp_path: Path, seat: int) -> None:
    rig, _network, hand = sit_down(tmp_path, seat, clock=0)
    before = rig.picture()
    hand.seconds = 1e6
    rig.tick(0.1)
    assert rig.top.most_important_status_sentence() == ""
    assert rig.picture() == before


def test_a_lost_connection_stops_the_clock(tmp_path: Path) -> None:
    rig, network, hand = waiting_table(tmp_path)
    hand.seconds = 30
    sitters = network.state.players
    gone = tuple(one if one.is_own else one._replace(presence="lost") for one in sitters)
    network.publish(players=gone)
    rig.tick(0.1)
    hand.seconds = 500
    network.publish(players=sitters)
    rig.tick(0.1)
    assert rig.top.most_important_status_sentence() == ""
    assert rig.top.online.clock.seconds_left == 30


def test_the_host_chooses_the_clock_and_the_lobby_shows_it(tmp_path: Path) -> None:
    rig = Rig(tmp_path)
    network = LocalNetworkClient("keypad", 0)
    rig.services.online.make = lambda folder: network
    rig.services.profiles.save_profiles((Profile("Ada"),))
    rig.show(HostAndJoinScene(rig.context, rig.services))
    rig.click("clock")
    rig.click("host")
    (table,) = [one for one in network.sent if isinstance(one, HostTable)]
    assert table.clock == 60
    network.publish(clock=120)
    assert "120 seconds" in match_terms_line(network.state)
