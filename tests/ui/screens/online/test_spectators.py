"""Spectators of an online match: their table, and what players see of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pygame
import pytest

from hacktrick.app.profiles import Profile
from hacktrick.app.settings import Settings
from hacktrick.i18n.library_and_statistics_text import match_date_and_source_line
from hacktrick.library.statistics_queries import player_names_by_match_count
from hacktrick.online.protocol.match_replica import record_of_replica
from hacktrick.online.protocol.process_messages import (
    SPECTATOR_INTERFERED,
    ChatLine,
    HostTable,
    JoinTable,
    NetworkState,
    RemoveSpectator,
    SendChat,
    Spectator,
)
from hacktrick.ui.paint.fonts import Fonts
from hacktrick.ui.screens.online.host_and_join import HostAndJoinScene
from hacktrick.ui.screens.online.online_table import OnlineResultScene, OnlineTableScene
from hacktrick.ui.screens.online.table_lobby import OnlineLobbyScene
from hacktrick.ui.screens.pause_scene import PauseScene
from hacktrick.ui.screens.rules.rules_scene import RulesScene
from tests.support.local_online_table import LocalNetworkClient
from tests.support.parameter_sampling import product_mostly_slow
from tests.support.rig import Rig

CLEO = Spectator("Cleo", "aa" * 32, is_own=False)
EVE = Spectator("Eve", "bb" * 32, is_own=False)


def sit_down(
    folder: Path, seat: int | None, preset: str = "keypad", **facts: Any
) -> tuple[Rig, LocalNetworkClient]:
    """Return a window at an online table after the first deal."""
    rig = Rig(folder, settings=Settings(animation_speed="off", pace="instant"))
    network = LocalNetworkClient(preset, seat, **facts)
    rig.services.online.make = lambda folder: network
    rig.services.profiles.save_profiles((Profile("Cleo"),))
    rig.services.online.update(0.0)
    rig.context.navigator.show_online_table()
    rig.tick(0.1)
    assert isinstance(rig.top, OnlineTableScene)
    return rig, network


def watch_table(folder: Path, preset: str = "keypad") -> tuple[Rig, LocalNetworkClient]:
    own = CLEO._replace(is_own=True)
    return sit_down(folder, None, preset, is_spectator=True, spectators=(own, EVE))


def open_lobby(rig: Rig) -> OnlineLobbyScene:
    rig.press(rig.top.lobby_button.rect.center)
    lobby = rig.top
    assert isinstance(lobby, OnlineLobbyScene)
    return lobby


def watch_a_round(folder: Path) -> tuple[Rig, LocalNetworkClient]:
    rig, network = watch_table(folder)
    while not network.replica.is_round_over:
        network.act(network.replica.deciding_seat or 0)
        rig.tick(0.1)
    rig.wait(1.0)
    return rig, network


@pytest.mark.parametrize(
    "preset",
    [
        "keypad",
        "wits",
        *(pytest.param(name, marks=pytest.mark.slow) for name in ("trio", "quartet")),
    ],
)
def test_a_spectator_sees_no_hand_and_cannot_act(tmp_path: Path, preset: str) -> None:
    rig, network = watch_table(tmp_path, preset)
    assert rig.picture()
    while not network.replica.is_round_over:
        table = rig.top
        assert isinstance(table, OnlineTableScene)
        session = table.session
        assert (session.viewer, session.observation, session.may_act) == (None, None, False)
        assert not session.may_show_open_hands and table.model.snapshot.hands is None
        assert not any(
            part.visible for part in (*table.widgets.end_buttons, table.widgets.draw_button)
        )
        for key in (pygame.K_d, pygame.K_RETURN, pygame.K_1, pygame.K_q):
            rig.key(key)
        seat = network.replica.deciding_seat
        assert seat is not None
        network.act(seat)
        rig.tick(0.1, 3)
    assert network.sent == []
    rig.wait(1.0)
    assert isinstance(rig.top, OnlineResultScene)


def test_spectators_enter_the_next_round_automatically(tmp_path: Path) -> None:
    rig, network = watch_a_round(tmp_path)
    result = rig.top
    assert isinstance(result, OnlineResultScene)
    for peer in network.table.peers:
        peer.request_next_round()
    network.publish()
    rig.wait(0.5)
    table = rig.top
    assert isinstance(table, OnlineTableScene)
    assert table.session.round_number == 2
    assert network.sent == []


def test_a_spectator_can_return_to_the_table_after_a_round(tmp_path: Path) -> None:
    rig, network = watch_a_round(tmp_path)
    rig.key(pygame.K_RETURN)
    rig.wait(0.5)
    assert isinstance(rig.top, OnlineTableScene)
    assert network.sent == []


def test_a_spectator_can_send_phrases_but_no_text(tmp_path: Path) -> None:
    rig, network = watch_table(tmp_path)
    lobby = open_lobby(rig)
    assert {"phrase", "say phrase"} <= lobby.widgets.keys()
    assert not {"text", "say text", "claim", "shut out"} & lobby.widgets.keys()
    rig.click("say phrase")
    assert network.sent == [SendChat(phrase="hello")]
    assert rig.picture()
    rig.click("ready")
    assert isinstance(rig.top, OnlineTableScene)


def test_players_see_who_starts_and_stops_watching(tmp_path: Path) -> None:
    rig, network = sit_down(tmp_path, 0)
    without = rig.picture()
    network.publish(spectators=(CLEO,))
    rig.tick(0.1)
    table: OnlineTableScene = rig.top
    assert table.most_important_status_sentence() == "Cleo is watching."
    rig.wait(7.0)
    assert table.most_important_status_sentence() == ""
    assert rig.picture() != without  # the symbol of an eye remains
    network.publish(spectators=())
    rig.tick(0.1)
    assert table.most_important_status_sentence() == "Cleo stopped watching."
    rig.wait(7.0)
    assert rig.picture() == without


def test_a_spectator_who_interferes_is_named_to_all(tmp_path: Path) -> None:
    rig, network = sit_down(tmp_path, 0, spectators=(EVE,))
    network.publish(chat=(ChatLine(None, SPECTATOR_INTERFERED, "", "Eve"),), spectators=())
    rig.tick(0.1)
    sentence = rig.top.most_important_status_sentence()
    assert sentence == "Eve was only watching, tried to play, and was removed."


def test_the_host_can_remove_a_spectator_during_a_match(tmp_path: Path) -> None:
    rig, network = sit_down(tmp_path, 0, is_host=True, spectators=(CLEO, EVE))
    open_lobby(rig)
    rig.click_right("watcher")
    rig.click("shut out")
    assert network.sent == [RemoveSpectator(EVE.key)]
    network.publish(spectators=(CLEO,))
    rig.tick(0.1)
    rig.click("shut out")
    assert network.sent[-1] == RemoveSpectator(CLEO.key)
    network.publish(spectators=())
    rig.tick(0.1)
    assert "shut out" not in rig.top.widgets


def test_a_guest_cannot_remove_spectators(tmp_path: Path) -> None:
    rig, _network = sit_down(tmp_path, 1, spectators=(CLEO,))
    assert "shut out" not in open_lobby(rig).widgets


def open_host_and_join(folder: Path) -> tuple[Rig, LocalNetworkClient]:
    rig, network = Rig(folder), LocalNetworkClient("keypad", 0)
    network.state = NetworkState(2)
    rig.services.online.make = lambda folder: network
    rig.services.profiles.save_profiles((Profile("Cleo"),))
    rig.show(HostAndJoinScene(rig.context, rig.services))
    return rig, network


def test_the_host_decides_whether_others_may_watch(tmp_path: Path) -> None:
    for presses, wanted in ((0, True), (1, False)):
        rig, network = open_host_and_join(tmp_path / str(presses))
        for _ in range(presses):
            rig.click("more")
            rig.click("watched")
        rig.click("host")
        (table,) = [one for one in network.sent if isinstance(one, HostTable)]
        assert table.allows_spectators is wanted


def test_only_watch_joins_as_a_spectator(tmp_path: Path) -> None:
    rig, network = open_host_and_join(tmp_path)
    rig.click("watch")
    assert network.sent == [] and rig.top.message
    rig.click("code")
    rig.type("HT4K-9QMX-72DL-ZP5A-7B3C")
    rig.click("watch")
    (join,) = [one for one in network.sent if isinstance(one, JoinTable)]
    assert join.as_spectator
    lobby = rig.top
    assert isinstance(lobby, OnlineLobbyScene)
    network.publish(
        stage="lobby", is_spectator=True, match_id="", spectators=(CLEO._replace(is_own=True),)
    )
    network.state = network.state.__class__(
        **{**slots_as_dict(network.state), "match_state": None, "number": network.state.number + 1}
    )
    rig.tick(0.1)
    assert "ready" not in lobby.widgets and "leave" in lobby.widgets
    assert rig.picture()


def slots_as_dict(state: NetworkState) -> dict[str, Any]:
    return {name: getattr(state, name) for name in state.__slots__}


def test_a_spectator_is_shown_only_keys_that_work(tmp_path: Path) -> None:
    rig, network = watch_table(tmp_path)
    rig.context.device = "keys"
    rig.tick(0.1)
    for key, scene in ((pygame.K_F1, RulesScene), (pygame.K_ESCAPE, PauseScene)):
        rig.key(key)
        assert isinstance(rig.top, scene)
        rig.key(pygame.K_ESCAPE)
    table: OnlineTableScene = rig.top
    wide = table.widgets.log.is_opened
    rig.key(pygame.K_l)
    assert table.widgets.log.is_opened is not wide
    assert network.sent == []


@pytest.mark.parametrize(
    ("size", "preset"),
    product_mostly_slow([(900, 1400), (960, 600), (1280, 720)], ["keypad", "trio-individual"]),
)
def test_the_round_number_stays_clear_of_the_lobby_button(
    tmp_path: Path, size: tuple[int, int], preset: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "tests.support.network_tables.NAMES",
        ("Wilhelmina Wagner", "Maximiliane Mohr", "Cleopatra W."),
    )
    rig = Rig(tmp_path, size=size, settings=Settings(animation_speed="off", pace="instant"))
    network = LocalNetworkClient(preset, 0, spectators=(CLEO, EVE))
    rig.services.online.make = lambda folder: network
    rig.services.online.update(0.0)
    rig.context.navigator.show_online_table()
    rig.tick(0.1)
    drawn: dict[str, pygame.Rect] = {}
    text = Fonts.draw_text

    def record_text(fonts: Fonts, surface: pygame.Surface, string: str, *more: Any) -> pygame.Rect:
        drawn[string] = text(fonts, surface, string, *more)
        return drawn[string]

    monkeypatch.setattr(Fonts, "draw_text", record_text)
    assert rig.picture()
    button = rig.top.lobby_button.rect
    headings = [rect for text, rect in drawn.items() if text.startswith("Round 1")]
    assert all(rect.right < button.left for rect in headings)
    assert headings or size == (960, 600), "a small window has no room for both"


def test_a_watched_match_is_kept_but_counts_for_nobody(tmp_path: Path) -> None:
    """This holds even if a player has the name of a profile on this computer."""
    rig, network = watch_table(tmp_path)
    rig.services.profiles.save_profiles((Profile("Ada"),))
    network.table.play()
    network.publish()
    rig.tick(0.1)
    assert rig.top.session.is_over
    library = rig.services.library.opened_library
    assert library is not None
    (entry,) = library.find_matches()
    assert (entry.source, entry.rated, entry.aids) == ("watched", False, None)
    assert [one.profile for one in entry.players] == [None, None]
    assert "watched" in match_date_and_source_line(entry)
    assert library.load_record(entry.id).rounds == record_of_replica(network.replica).rounds
    assert "Ada" not in player_names_by_match_count(library)
    rig.wait(1.0)
    library = rig.services.library.opened_library
    assert library is not None and len(library) == 1
