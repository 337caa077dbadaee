"""Logins for a broker are used but never stored or passed on to others."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from hacktrick.online.protocol.invitations import (
    BrokerInvitation,
    BrokerLogins,
    InvitationError,
    read_broker_address,
    read_invitation,
    with_password,
    without_password,
)
from hacktrick.online.protocol.process_messages import HostTable, JoinTable, ResumeTable, SetReady
from hacktrick.online.protocol.write_ahead_log import LogHeader
from hacktrick.online.table.saved_tables import RejoinInfo, SavedTables
from tests.online.protocol.test_match_clock import PLAIN
from tests.support import network_processes as crowd
from tests.support.mosquitto import MEMBERS, NAME, PASSWORD, Mosquitto, running_mosquitto
from tests.support.network_processes import NetworkPlayer

# Tests of brokers' addresses.


@pytest.mark.parametrize(
    ("text", "user", "password"),
    [
        ("mqtts://ann:secret@broker.example", "ann", "secret"),
        ("ann:secret@broker.example", "ann", "secret"),
        ("mqtt://ann@192.168.1.5:1883", "ann", ""),
        ("wss://ann:s%40e%2Fc@broker.example/mqtt", "ann", "s@e/c"),
        ("mqtt://ann:p@ss:word@[::1]:1883", "ann", "p@ss:word"),
        ("mqtt://broker.example", "", ""),
    ],
)
def test_a_login_is_written_before_the_host(text: str, user: str, password: str) -> None:
    broker = read_broker_address(text)
    assert (broker.user, broker.password) == (user, password)
    assert read_broker_address(broker.text_with_login) == broker


def test_an_address_that_is_shown_has_no_login() -> None:
    broker = read_broker_address("mqtts://ann:secret@broker.example")
    for shown in (str(broker), repr(broker), str(BrokerInvitation(47, bytes(5), broker))):
        assert "secret" not in shown
    assert "ann" not in str(BrokerInvitation(47, bytes(5), broker))
    assert without_password("mqtts://ann:secret@broker.example") == "mqtts://ann@broker.example"
    assert without_password("ann:p@ss@broker.example") == "ann@broker.example"
    assert without_password("what is this") == "what is this"
    whole = with_password("mqtts://ann@broker.example", "p@ss/w:rd%")
    assert read_broker_address(whole).password == "p@ss/w:rd%"


@pytest.mark.parametrize("text", ["mqtts://:secret@broker.example", "mqtts://@broker.example"])
def test_a_password_without_a_name_is_no_address(text: str) -> None:
    with pytest.raises(InvitationError):
        read_broker_address(text)


def test_a_guest_may_write_their_login_into_the_invitation() -> None:
    invitation = read_invitation("47-kita-rolu-mapo@mqtts://ben:secret@broker.example")
    assert isinstance(invitation, BrokerInvitation) and invitation.broker is not None
    assert (invitation.broker.user, invitation.broker.password) == ("ben", "secret")


def test_a_typed_login_is_used_for_its_broker_only() -> None:
    logins = BrokerLogins()
    logins.remember_login("mqtts://ann:secret@broker.example")
    logins.remember_login("nothing")
    assert (
        logins.with_known_login(read_broker_address("mqtts://broker.example")).password == "secret"
    )
    assert (
        logins.with_known_login(read_broker_address("mqtts://ann@broker.example")).password
        == "secret"
    )
    for other in ("mqtts://ben@broker.example", "mqtts://b.example", "mqtt://broker.example"):
        assert logins.with_known_login(read_broker_address(other)).password == ""


def test_a_kept_match_holds_the_name_and_no_password(tmp_path: Path) -> None:
    shelf = SavedTables(tmp_path)
    way = RejoinInfo(True, "Ada", bytes(32), broker="mqtts://ann:hush@broker.example:8883", topic=4)
    shelf.create_with_log(LogHeader(PLAIN, 0, bytes(32)), way).close()
    (kept,) = shelf.list_resumable()
    assert kept.broker == "mqtts://ann@broker.example:8883"
    assert not any_file_contains(tmp_path, "hush")


def any_file_contains(folder: Path, text: str) -> bool:
    files = (one for one in folder.rglob("*") if one.is_file())
    return any(text.encode() in one.read_bytes() for one in files)


# Tests with a real broker.


@pytest.fixture
def people(tmp_path: Path) -> Iterator[list[NetworkPlayer]]:
    both = crowd.make_players(tmp_path / "players", 2, seed=2)
    yield both
    crowd.close_players(both)


@pytest.fixture
def running_broker(tmp_path: Path) -> Iterator[Mosquitto]:
    folder = tmp_path / "broker"
    folder.mkdir()
    with running_mosquitto(folder, MEMBERS) as one:
        yield one


def host_at_broker(broker: str) -> HostTable:
    table = HostTable("keypad", {}, "Ada", broker, is_announced=False)
    return table._replace(address=crowd.LOOPBACK)


def trouble(one: NetworkPlayer) -> str:
    return one.state.trouble.code if one.state.trouble else ""


@pytest.mark.slow
def test_members_play_and_no_file_holds_the_password(
    people: list[NetworkPlayer], running_broker: Mosquitto, tmp_path: Path
) -> None:
    ada, ben = people
    ada.send_command(host_at_broker(running_broker.members_address.text_with_login))
    crowd.wait_until(people, lambda: "broker" in dict(ada.state.invitations), "an invitation")
    code = dict(ada.state.invitations)["broker"]
    assert NAME not in code and PASSWORD not in code and code.endswith(f"@{running_broker.broker}")
    ben.send_command(JoinTable(code, "Ben", broker=running_broker.members_address.text_with_login))
    crowd.wait_until(people, lambda: crowd.is_full(ada.state, 2), "both at the table")
    for one in people:
        one.send_command(SetReady(True))
    crowd.play_match(people, lambda: all(one.n_acts >= 1 for one in people))
    match = ada.state.match_id
    for one in people:
        one.restart(match)
    crowd.wait_until(
        people, lambda: trouble(ada) == "BROKER_LOGIN", "that the password is needed again"
    )
    for one in people:
        one.send_command(ResumeTable(match, running_broker.members_address.text_with_login))
    crowd.play_match(people, lambda: all(one.n_acts >= 2 for one in people))
    for secret in (
        PASSWORD,
        running_broker.members_address.text_with_login.rpartition("@")[0].rpartition(":")[2],
    ):
        assert not any_file_contains(tmp_path / "players", secret)


@pytest.mark.slow
def test_a_wrong_or_missing_password_is_reported(
    people: list[NetworkPlayer], running_broker: Mosquitto
) -> None:
    ada, ben = people
    ada.send_command(
        host_at_broker(running_broker.members_address.text_with_login.replace(NAME, "eve", 1))
    )
    crowd.wait_until(people, lambda: trouble(ada) == "BROKER_LOGIN", "a refusal")
    ben.send_command(JoinTable(f"47-kita-rolu-mapo@{running_broker.broker}", "Ben"))
    crowd.wait_until(people, lambda: trouble(ben) == "BROKER_REFUSES", "another refusal")
    assert all(PASSWORD not in str(one.state) for one in people)
