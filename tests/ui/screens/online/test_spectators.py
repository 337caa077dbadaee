"""Those who watch a match over the network, by presses: their table, and what the players see."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pygame
import pytest

from hacktrick.app.profiles import Profile
from hacktrick.app.settings import Settings
from hacktrick.i18n.library_text import match_line
from hacktrick.library.player_statistics import players_by_matches
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
from hacktrick.online.protocol.proof_file import record_of_replica
from hacktrick.ui.paint.fonts import Fonts
from hacktrick.ui.screens.online.host_and_join import HostAndJoinScene
from hacktrick.ui.screens.online.online_lobby import OnlineLobbyScene
from hacktrick.ui.screens.online.online_table import OnlineResultScene, OnlineTableScene
from hacktrick.ui.screens.pause_scene import PauseScene
from hacktrick.ui.screens.rules.rules_scene import RulesScene
from hacktrick.ui.table.panels.right_column import _entries
from tests.support.local_network import NearNetwork
from tests.support.rig import Rig

CLEO = Spectator("Cleo", "aa" * 32, own=False)
EVE = Spectator("Eve", "bb" * 32, own=False)


def sit_down(
    folder: Path, seat: int | None, preset: str = "keypad", **facts: Any
) -> tuple[Rig, NearNetwork]:
    """A window at a table whose first round has been dealt."""
    stage = Rig(folder, settings=Settings(animation_speed="off", pace="instant"))
    network = NearNetwork(preset, seat, **facts)
    stage.workspace.online.make = lambda folder: network
    stage.workspace.profiles.save((Profile("Cleo"),))
    stage.workspace.online.update(0.0)
    stage.context.navigator.show_online_table()
    stage.tick(0.1)
    assert isinstance(stage.top, OnlineTableScene)
    return stage, network


def watching(folder: Path, preset: str = "keypad") -> tuple[Rig, NearNetwork]:
    own = CLEO._replace(own=True)
    return sit_down(folder, None, preset, watching=True, watchers=(own, EVE))


def open_lobby(stage: Rig) -> OnlineLobbyScene:
    stage.press(stage.top.seal.rect.center)
    lobby = stage.top
    assert isinstance(lobby, OnlineLobbyScene)
    return lobby


def after_a_round(folder: Path) -> tuple[Rig, NearNetwork]:
    stage, network = watching(folder)
    while not network.replica.is_round_over:
        network.act(network.replica.decides or 0)
        stage.tick(0.1)
    stage.wait(1.0)
    return stage, network


@pytest.mark.parametrize(
    "preset",
    [
        "keypad",
        "wits",
        *(pytest.param(name, marks=pytest.mark.slow) for name in ("trio", "quartet")),
    ],
)
def test_a_spectator_sees_a_round_without_a_hand_and_does_nothing_in_it(
    tmp_path: Path, preset: str
) -> None:
    stage, network = watching(tmp_path, preset)
    assert stage.picture()
    while not network.replica.is_round_over:
        table = stage.top
        assert isinstance(table, OnlineTableScene)
        session = table.session
        assert (session.viewer, session.observation, session.may_act) == (None, None, False)
        assert not session.may_watch and table.frame.snapshot.hands is None
        assert not any(part.visible for part in (*table.parts.end_buttons, table.parts.draw_button))
        for key in (pygame.K_d, pygame.K_RETURN, pygame.K_1, pygame.K_q):
            stage.key(key)
        seat = network.replica.decides
        assert seat is not None
        network.act(seat)
        stage.tick(0.1, 3)
    assert network.said == []
    stage.wait(1.0)
    assert isinstance(stage.top, OnlineResultScene)


def test_the_next_round_comes_by_itself_where_one_watches(tmp_path: Path) -> None:
    stage, network = after_a_round(tmp_path)
    result = stage.top
    assert isinstance(result, OnlineResultScene)
    for peer in network.table.peers:
        peer.next_round()
    network.tell()
    stage.wait(0.5)
    table = stage.top
    assert isinstance(table, OnlineTableScene)
    assert table.session.round_number == 2
    assert network.said == []


def test_a_spectator_may_leave_after_a_round_or_go_back_to_the_table(tmp_path: Path) -> None:
    stage, network = after_a_round(tmp_path)
    stage.key(pygame.K_RETURN)
    stage.wait(0.5)
    assert isinstance(stage.top, OnlineTableScene)
    assert network.said == []


def test_a_spectator_has_phrases_and_no_words_of_his_own(tmp_path: Path) -> None:
    stage, network = watching(tmp_path)
    lobby = open_lobby(stage)
    assert {"phrase", "say phrase"} <= lobby.named.keys()
    assert not {"text", "say text", "claim", "shut out"} & lobby.named.keys()
    stage.click("say phrase")
    assert network.said == [SendChat(phrase="hello")]
    assert stage.picture()
    stage.click("ready")
    assert isinstance(stage.top, OnlineTableScene)


def test_players_are_told_who_comes_and_who_goes(tmp_path: Path) -> None:
    stage, network = sit_down(tmp_path, 0)
    without = stage.picture()
    network.tell(watchers=(CLEO,))
    stage.tick(0.1)
    table: OnlineTableScene = stage.top
    assert table.plate_sentence() == "Cleo watches from now on."
    stage.wait(7.0)
    assert table.plate_sentence() == ""
    assert stage.picture() != without  # an eye stays
    network.tell(watchers=())
    stage.tick(0.1)
    assert table.plate_sentence() == "Cleo watches no longer."
    stage.wait(7.0)
    assert stage.picture() == without


def test_whoever_meddles_is_named_to_all(tmp_path: Path) -> None:
    stage, network = sit_down(tmp_path, 0, watchers=(EVE,))
    network.tell(lines=(ChatLine(None, SPECTATOR_INTERFERED, "", "Eve"),), watchers=())
    stage.tick(0.1)
    assert "Eve only watched" in stage.top.plate_sentence()


def test_the_host_sends_a_spectator_away_in_the_middle_of_a_match(tmp_path: Path) -> None:
    stage, network = sit_down(tmp_path, 0, is_host=True, watchers=(CLEO, EVE))
    open_lobby(stage)
    stage.click_right("watcher")
    stage.click("shut out")
    assert network.said == [RemoveSpectator(EVE.key)]
    network.tell(watchers=(CLEO,))
    stage.tick(0.1)
    stage.click("shut out")
    assert network.said[-1] == RemoveSpectator(CLEO.key)
    network.tell(watchers=())
    stage.tick(0.1)
    assert "shut out" not in stage.top.named


def test_a_guest_sends_nobody_away(tmp_path: Path) -> None:
    stage, _network = sit_down(tmp_path, 1, watchers=(CLEO,))
    assert "shut out" not in open_lobby(stage).named


def meeting(folder: Path) -> tuple[Rig, NearNetwork]:
    stage, network = Rig(folder), NearNetwork("keypad", 0)
    network.told = NetworkState(2)
    stage.workspace.online.make = lambda folder: network
    stage.workspace.profiles.save((Profile("Cleo"),))
    stage.show(HostAndJoinScene(stage.context, stage.workspace))
    return stage, network


def test_the_host_says_whether_others_may_watch(tmp_path: Path) -> None:
    for presses, wanted in ((0, True), (1, False)):
        stage, network = meeting(tmp_path / str(presses))
        for _ in range(presses):
            stage.click("watched")
        stage.click("host")
        (table,) = [one for one in network.said if isinstance(one, HostTable)]
        assert table.watched is wanted


def test_only_to_watch_is_a_press_of_its_own(tmp_path: Path) -> None:
    stage, network = meeting(tmp_path)
    stage.click("watch")
    assert network.said == [] and stage.top.said
    stage.click("code")
    stage.type("HT4K-9QMX-72DL-ZP5A-7B3C")
    stage.click("watch")
    (join,) = [one for one in network.said if isinstance(one, JoinTable)]
    assert join.watch
    lobby = stage.top
    assert isinstance(lobby, OnlineLobbyScene)
    network.tell(stage="lobby", watching=True, match="", watchers=(CLEO._replace(own=True),))
    network.told = network.told.__class__(
        **{**vars_of(network.told), "seen": None, "number": network.told.number + 1}
    )
    stage.tick(0.1)
    assert "ready" not in lobby.named and "leave" in lobby.named
    assert stage.picture()


def vars_of(told: NetworkState) -> dict[str, Any]:
    return {name: getattr(told, name) for name in told.__slots__}


def test_a_spectator_is_told_only_of_keys_that_do_something(tmp_path: Path) -> None:
    stage, network = watching(tmp_path)
    stage.context.device = "keys"
    stage.tick(0.1)
    names = [names for names, _text in _entries(stage.context, stage.top.frame)]
    assert names == [("log",), ("rules",), ("back",)]
    for key, scene in ((pygame.K_F1, RulesScene), (pygame.K_ESCAPE, PauseScene)):
        stage.key(key)
        assert isinstance(stage.top, scene)
        stage.key(pygame.K_ESCAPE)
    table: OnlineTableScene = stage.top
    wide = table.parts.log.wide
    stage.key(pygame.K_l)
    assert table.parts.log.wide is not wide
    assert network.said == []


@pytest.mark.parametrize("preset", ["keypad", "trio-individual"])
@pytest.mark.parametrize("size", [(900, 1400), (960, 600), (1280, 720)])
def test_the_round_is_told_beside_the_seal_however_long_the_names_are(
    tmp_path: Path, size: tuple[int, int], preset: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "tests.support.network_tables.NAMES",
        ("Wilhelmina Wagner", "Maximiliane Mohr", "Cleopatra W."),
    )
    stage = Rig(tmp_path, size=size, settings=Settings(animation_speed="off", pace="instant"))
    network = NearNetwork(preset, 0, watchers=(CLEO, EVE))
    stage.workspace.online.make = lambda folder: network
    stage.workspace.online.update(0.0)
    stage.context.navigator.show_online_table()
    stage.tick(0.1)
    drawn: dict[str, pygame.Rect] = {}
    text = Fonts.text

    def noted(fonts: Fonts, surface: pygame.Surface, told: str, *more: Any) -> pygame.Rect:
        drawn[told] = text(fonts, surface, told, *more)
        return drawn[told]

    monkeypatch.setattr(Fonts, "text", noted)
    assert stage.picture()
    seal = stage.top.seal.rect
    assert drawn["Round 1"].left > seal.right


def test_a_watched_match_is_kept_as_such_and_counts_for_nobody(tmp_path: Path) -> None:
    """Though a player has the name of a profile of this computer."""
    stage, network = watching(tmp_path)
    stage.workspace.profiles.save((Profile("Ada"),))
    network.table.play()
    network.tell()
    stage.tick(0.1)
    assert stage.top.session.is_over
    library = stage.workspace.library.database
    assert library is not None
    (entry,) = library.find()
    assert (entry.source, entry.rated, entry.aids) == ("watched", False, None)
    assert [one.profile for one in entry.players] == [None, None]
    assert "watched" in match_line(entry)
    assert library.record(entry.id).rounds == record_of_replica(network.replica).rounds
    assert "Ada" not in players_by_matches(library)
    stage.wait(1.0)
    library = stage.workspace.library.database
    assert library is not None and len(library) == 1
