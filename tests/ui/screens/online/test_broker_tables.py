"""Tables at a broker (Mosquitto on the loopback), and the messages when something fails."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from hacktrick.online.protocol.process_messages import HostTable
from hacktrick.ui.screens.online.host_and_join import HostAndJoinScene
from hacktrick.ui.screens.online.online_table import OnlineTableScene
from hacktrick.ui.screens.online.table_lobby import OnlineLobbyScene
from tests.support.local_online_table import LocalNetworkClient
from tests.support.mosquitto import NOBODY, Mosquitto, free_port, running_mosquitto
from tests.support.online_windows import (
    play_a_round,
    shown_invitation,
    shown_names,
    start_when_ready,
    wait_for_windows,
)
from tests.support.rig import Rig

pytestmark = pytest.mark.slow  # starts real network processes and a broker

LOST = "Lost the connection to the broker. Reconnecting …"


def host_at(host: Rig, address: str) -> None:
    """Replace the address of the broker and host a table."""
    host.click("more")
    host.click("broker")
    for _sign in host.top.choices.broker:
        host.key(pygame.K_BACKSPACE)
    host.type(address)
    host.click("host")


def meet_at(broker: Mosquitto, two: tuple[Rig, Rig]) -> None:
    host, guest = two
    host_at(host, str(broker.broker))
    code = shown_invitation(two, "broker")
    assert code.endswith(f"@{broker.broker}")
    guest.click("code")
    guest.type(code)
    guest.click("join")
    wait_for_windows(
        two, lambda: all(len(shown_names(rig)) == 2 for rig in two), "two at the table"
    )


def is_whole(rig: Rig) -> bool:
    state = rig.services.online.network.state
    return not state.is_broker_lost and all(one and one.presence == "here" for one in state.players)


def test_an_invitation_with_the_address_of_a_broker_leads_to_a_round(
    two: tuple[Rig, Rig], tmp_path: Path
) -> None:
    with running_mosquitto(tmp_path) as broker:
        meet_at(broker, two)
        start_when_ready(two)
        play_a_round(two)
    assert two[0].settings.broker == str(broker.broker)
    assert two[1].settings.broker == ""


def test_a_lost_broker_is_reported_in_the_lobby_and_at_the_table(
    two: tuple[Rig, Rig], tmp_path: Path
) -> None:
    with running_mosquitto(tmp_path) as broker:
        meet_at(broker, two)
        broker.stop()
        wait_for_windows(
            two,
            lambda: all(s.services.online.network.state.is_broker_lost for s in two),
            "the loss",
        )
        assert all(isinstance(rig.top, OnlineLobbyScene) and rig.picture() for rig in two)
        broker.start()
        wait_for_windows(two, lambda: all(map(is_whole, two)), "two at the table again")
        start_when_ready(two)
        broker.stop()
        wait_for_windows(
            two,
            lambda: all(s.top.most_important_status_sentence() == LOST for s in two),
            "the plates",
        )
        broker.start()
        wait_for_windows(
            two,
            lambda: all(s.top.most_important_status_sentence() == "" for s in two),
            "nobody is missing",
        )
        play_a_round(two)


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("mqtt://127.0.0.1:{port}", "No broker answers at mqtt://127.0.0.1:{port}."),
        ("what is this", "That is not a broker address."),
        ("http://127.0.0.1:{port}", "That is not a broker address."),
    ],
)
def test_an_address_without_a_broker_leads_back_with_a_message(
    two: tuple[Rig, Rig], address: str, sentence: str
) -> None:
    host, _guest = two
    port = free_port()
    host_at(host, address.format(port=port))
    wait_for_windows(
        two, lambda: isinstance(host.top, HostAndJoinScene) and bool(host.top.message), "the answer"
    )
    assert host.top.message.startswith(sentence.format(port=port))
    host_at(host, "")
    assert shown_invitation(two, "direct")
    assert isinstance(host.top, OnlineLobbyScene)


def test_a_broker_that_refuses_access_is_reported_to_host_and_guest(
    two: tuple[Rig, Rig], tmp_path: Path
) -> None:
    host, guest = two
    with running_mosquitto(tmp_path, NOBODY) as broker:
        host_at(host, str(broker.broker))
        guest.click("code")
        guest.type(f"47-kita-rolu-mapo@{broker.broker}")
        guest.click("join")
        wait_for_windows(
            two, lambda: all(getattr(s.top, "message", "") for s in two), "the answers"
        )
    for rig in two:
        message = f"The broker {broker.broker} refused the connection."
        assert (type(rig.top), rig.top.message) == (HostAndJoinScene, message)


def test_an_invitation_without_a_broker_asks_for_its_address(two: tuple[Rig, Rig]) -> None:
    _host, guest = two
    guest.click("code")
    guest.type("47-kita-rolu-mapo")
    guest.key(pygame.K_RETURN)
    wait_for_windows(
        two,
        lambda: isinstance(guest.top, HostAndJoinScene) and bool(guest.top.message),
        "the answer",
    )
    assert guest.top.message.startswith("This table is at a broker. Please enter")


def test_an_unknown_table_at_the_broker_is_reported(two: tuple[Rig, Rig], tmp_path: Path) -> None:
    _host, guest = two
    with running_mosquitto(tmp_path) as broker:
        guest.click("code")
        guest.type(f"47-kita-rolu-mapo@{broker.broker}")
        guest.click("join")
        wait_for_windows(
            two, lambda: isinstance(guest.top, HostAndJoinScene) and bool(guest.top.message), "it"
        )
    assert guest.top.message.startswith("No answer.")
    assert not isinstance(guest.top, OnlineTableScene)


def test_the_settings_keep_the_address_and_the_login_but_not_the_password(tmp_path: Path) -> None:
    rig, network = Rig(tmp_path), LocalNetworkClient("keypad", 0)
    rig.services.online.make = lambda folder: network
    rig.show(HostAndJoinScene(rig.context, rig.services))
    host_at(rig, "mqtts://ada:hush@broker.example")
    (table,) = [one for one in network.sent if isinstance(one, HostTable)]
    assert table.broker == "mqtts://ada:hush@broker.example"
    assert rig.settings.broker == "mqtts://ada@broker.example"
