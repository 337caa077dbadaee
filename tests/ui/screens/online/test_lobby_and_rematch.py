"""Before and after an online match in the window: name, lobby, result, review and rematch."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from hacktrick.online.protocol.process_messages import HostTable, SetReady
from hacktrick.ui.screens.online.host_and_join import HostAndJoinScene
from hacktrick.ui.screens.online.online_table import OnlineResultScene
from hacktrick.ui.screens.online.table_lobby import OnlineLobbyScene
from hacktrick.ui.screens.review.review_scene import ReviewScene
from hacktrick.ui.widgets.dialogs import NoticeScene
from tests.support.local_online_table import LocalNetworkClient
from tests.support.rig import WHOLE, Rig
from tests.ui.screens.online.test_decision_clock import sit_down

INVITATIONS = (("direct", "1G00-081A-7Z82-XBQ8-Z3K0"),)


def finish_match(rig: Rig, network: LocalNetworkClient) -> None:
    """Play random actions for everyone until the result of the match is shown."""
    for _n in range(2000):
        if rig.top.session.is_over:
            break
        for seat, peer in enumerate(network.table.peers):
            if peer.waits_for == "action":
                network.act(seat)
            elif peer.waits_for == "next":
                peer.request_next_round()
                network.publish()
        rig.tick(0.1)
    network.publish(stage="over")
    rig.wait(2.0)
    assert isinstance(rig.top, OnlineResultScene) and rig.top.session.is_over


def result_of_match(folder: Path, size: tuple[int, int] = WHOLE) -> tuple[Rig, LocalNetworkClient]:
    rig, network, _hand = sit_down(
        folder, 0, preset="servers", size=size, proof_path="/proofs/match.hacktrick-proof"
    )
    finish_match(rig, network)
    return rig, network


def press_button(rig: Rig, label: str) -> None:
    buttons = {one.label: one for one in rig.top.group.widgets if hasattr(one, "label")}
    rig.press(buttons[label].rect.center)
    rig.tick(0.1)


def test_a_rematch_is_the_main_button_and_shows_who_wants_one(tmp_path: Path) -> None:
    rig, network = result_of_match(tmp_path)
    first = rig.top.group.focused_widget
    assert first.label == "Rematch" and not first.effect
    players = network.state.players
    network.publish(players=(players[0], players[1]._replace(is_ready=True)))
    rig.tick(0.1)
    assert first.effect == "Ready for a rematch: Ben."
    network.publish(players=(players[0], players[1]._replace(presence="left")))
    rig.tick(0.1)
    assert first.effect == "Ben left the table."
    press_button(rig, "Rematch")
    assert isinstance(rig.top, OnlineLobbyScene) and network.sent[-1] == SetReady(True)


def test_the_finished_match_can_be_reviewed_from_its_result(tmp_path: Path) -> None:
    rig, _network = result_of_match(tmp_path)
    press_button(rig, "Review the match")
    assert isinstance(rig.top, ReviewScene)


def test_the_result_shows_the_checked_proofs(tmp_path: Path) -> None:
    rig, _network = result_of_match(tmp_path)
    press_button(rig, "Fair play")
    notice = rig.top
    assert isinstance(notice, NoticeScene) and "no card was exchanged" in notice.text
    rig.click("0")
    assert rig.file_manager.opened == [Path("/proofs")]


def test_the_lobby_after_a_match_shows_proofs_or_else_invitations(tmp_path: Path) -> None:
    rig, network = result_of_match(tmp_path)
    network.publish(is_host=True, invitations=INVITATIONS)
    press_button(rig, "Rematch")
    assert "copy direct" not in rig.top.widgets
    network.publish(players=(network.state.players[0], None))
    rig.tick(0.1)
    assert "copy direct" in rig.top.widgets and rig.picture()


def test_more_choices_are_shown_and_hidden_again(tmp_path: Path) -> None:
    rig = Rig(tmp_path)
    rig.services.online.make = lambda folder: LocalNetworkClient("keypad", 0)
    rig.show(HostAndJoinScene(rig.context, rig.services))
    seen = []
    for _press in range(3):
        seen.append((rig.top.widgets["more"].label, "broker" in rig.top.widgets))
        rig.click("more")
    assert seen == [("More", False), ("Less", True), ("More", False)]


@pytest.mark.parametrize("size", [(900, 1400), (1280, 720)])
def test_the_chat_of_a_waiting_guest_leaves_no_gap(tmp_path: Path, size: tuple[int, int]) -> None:
    rig, network, _hand = sit_down(tmp_path, 0, size=size)
    network.publish(stage="lobby", match_state=None)
    rig.context.navigator.show_lobby()
    rig.tick(0.1)
    assert isinstance(rig.top, OnlineLobbyScene)
    assert rig.top.widgets["lines"].rect.height > 0.45 * size[1]


def test_the_name_at_the_last_table_is_suggested_again(tmp_path: Path) -> None:
    """A signing key belongs to a name, so others recognise the player only by name and key."""
    rig = Rig(tmp_path)
    network = LocalNetworkClient("keypad", 0)
    rig.services.online.make = lambda folder: network
    rig.show(HostAndJoinScene(rig.context, rig.services))
    rig.click("name")
    rig.key(pygame.K_a, pygame.KMOD_CTRL)
    rig.type("Anna")
    rig.click("host")
    assert [one.profile for one in network.sent if isinstance(one, HostTable)] == ["Anna"]
    assert rig.kept[-1].online_name == "Anna"
    again = HostAndJoinScene(rig.context, rig.services)
    rig.show(again)
    assert again.choices.name == "Anna"
