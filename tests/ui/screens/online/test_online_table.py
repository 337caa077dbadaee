"""Two windows on the loopback: hosting, joining, playing, leaving and resuming, by real input."""

from __future__ import annotations

import pygame
import pytest

from hacktrick.ui.screens.online.host_and_join import HostAndJoinScene
from hacktrick.ui.screens.online.online_table import ChatScene, OnlineTableScene, PauseRequestScene
from hacktrick.ui.screens.online.table_lobby import OnlineLobbyScene
from hacktrick.ui.widgets.dialogs import NoticeScene
from tests.support.online_windows import play_a_round, sit_down, wait_for_windows
from tests.support.rig import Rig

pytestmark = pytest.mark.slow  # starts real network processes


def test_two_windows_play_a_round_and_start_the_next_when_both_want_it(
    two: tuple[Rig, Rig],
) -> None:
    sit_down(two)
    host, guest = two
    play_a_round(two)
    for rig in two:
        rig.wait(1.0)
        assert rig.picture()
        rig.key(pygame.K_RETURN)
        assert isinstance(rig.top, OnlineTableScene)
    wait_for_windows(
        two, lambda: all(s.top.session.round_number == 2 for s in two), "the next round"
    )
    assert host.top.session.observation != guest.top.session.observation


def test_players_talk_at_the_table_of_the_game(two: tuple[Rig, Rig]) -> None:
    sit_down(two)
    host, guest = two
    wait_for_windows(two, lambda: not host.top.shuffle_animation.is_running, "the deal")
    host.key(pygame.K_y)
    assert isinstance(host.top, ChatScene) and host.top.widgets["text"].focused
    host.type("good luck, y")
    host.key(pygame.K_RETURN)
    wait_for_windows(two, lambda: bool(guest.services.online.network.state.chat), "the line")
    wait_for_windows(
        two,
        lambda: "good luck, y" in guest.top.most_important_status_sentence(),
        "the line on the plate",
    )
    unread = guest.picture()
    guest.press(guest.top.chat_button.rect.center)
    assert isinstance(guest.top, ChatScene)
    guest.click("say phrase")
    wait_for_windows(two, lambda: len(host.services.online.network.state.chat) == 2, "the answer")
    guest.press((5, 5))
    assert isinstance(guest.top, OnlineTableScene) and guest.picture() != unread
    host.key(pygame.K_ESCAPE)
    assert isinstance(host.top, OnlineTableScene) and not host.top.most_important_status_sentence()


def test_the_chat_makes_way_for_the_table(two: tuple[Rig, Rig]) -> None:
    sit_down(two)
    host, guest = two
    host.key(pygame.K_y)
    assert isinstance(host.top, ChatScene)
    guest.services.session.set_pause_wish(True)
    wait_for_windows(two, lambda: isinstance(host.top, PauseRequestScene), "the request")


def test_the_lobby_shows_players_proofs_and_chat_during_a_match(two: tuple[Rig, Rig]) -> None:
    sit_down(two)
    host, guest = two
    host.press(host.top.lobby_button.rect.center)
    assert isinstance(host.top, OnlineLobbyScene) and host.top.is_playing
    assert host.picture()
    wait_for_windows(
        two,
        lambda: host.services.online.network.state.proof_counts.get("shuffle", 0) > 0,
        "a proof of a shuffle",
    )
    host.click("say phrase")
    wait_for_windows(two, lambda: bool(guest.services.online.network.state.chat), "the phrase")
    wait_for_windows(
        two,
        lambda: "Hello!" in guest.top.most_important_status_sentence(),
        "the phrase on the plate",
    )
    host.click("ready")
    assert isinstance(host.top, OnlineTableScene)


def test_a_player_who_left_resumes_the_match_from_the_list(two: tuple[Rig, Rig]) -> None:
    sit_down(two)
    host, guest = two
    guest.press(guest.top.lobby_button.rect.center)
    guest.click("leave")
    assert isinstance(guest.top, NoticeScene), "leaving is asked about"
    guest.click("0")
    assert isinstance(guest.top, HostAndJoinScene)
    wait_for_windows(
        two, lambda: host.top.most_important_status_sentence() == "Ben left the table.", "the plate"
    )
    assert host.picture()
    wait_for_windows(two, lambda: len(guest.top.listed_tables) == 1, "the kept match")
    guest.tick(0.1)
    guest.press(guest.top.widgets["list"].rect.move(0, 4).midtop)
    wait_for_windows(two, lambda: isinstance(guest.top, OnlineTableScene), "the table again")
    wait_for_windows(
        two, lambda: host.top.most_important_status_sentence() == "", "nobody is missing"
    )


def test_a_wrong_invitation_is_reported_where_it_was_typed(two: tuple[Rig, Rig]) -> None:
    _host, guest = two
    guest.click("join")
    assert guest.top.message
    guest.click("code")
    guest.type("abcd")
    guest.click("join")
    wait_for_windows(
        two,
        lambda: isinstance(guest.top, HostAndJoinScene) and bool(guest.top.message),
        "the answer",
    )
    assert guest.top.message == "That is not an invitation. Check for typos."
    assert guest.top.widgets["code"].text == "abcd", "the typo can be mended"
    guest.navigator.show_host_and_join()
    guest.tick(0.1, 3)
    assert not guest.top.message, "what was read is not said again"
