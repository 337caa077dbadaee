"""The dialog for signing keys sends the right commands and reports their results."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from assets.shots.online import StubNetwork, use_stub_network

from hacktrick.app.profiles import Profile
from hacktrick.online.protocol.process_messages import (
    NetworkState,
    NetworkTrouble,
    ReplaceSigningKey,
    TransferSigningKey,
)
from hacktrick.ui.screens.profiles_scene import SigningKeyScene
from hacktrick.ui.widgets.dialogs import NoticeScene
from tests.support.rig import Rig


def open_dialog(folder: Path, name: str = "Ada") -> tuple[Rig, StubNetwork, SigningKeyScene]:
    rig = Rig(folder)
    network = use_stub_network(rig, NetworkState(1))
    scene = SigningKeyScene(rig.context, rig.services, Profile(name))
    rig.show(scene)
    return rig, network, scene


def test_a_key_is_exported_imported_and_replaced(tmp_path: Path) -> None:
    rig, network, scene = open_dialog(tmp_path)
    path = str(tmp_path / "Ada.hacktrick-key")
    for name in ("0", "1", "2"):
        rig.click(name)
    assert network.sent == [
        TransferSigningKey("Ada", path, True),
        TransferSigningKey("Ada", path, False),
        ReplaceSigningKey("Ada"),
    ]
    network.report_state(replace(network.state, key_change="replaced"))
    rig.wait(0.1)
    assert scene.message == "You have a new key. Others will not recognise it yet."
    rig.click("3")
    assert rig.top is None


@pytest.mark.parametrize("name", ["A/B", "../A", "/A", "A\\B", "A:B", "A?", ".."])
def test_a_key_file_stays_in_the_data_folder_whatever_the_name(tmp_path: Path, name: str) -> None:
    _rig, _network, scene = open_dialog(tmp_path, name)
    assert scene.path.parent == tmp_path
    assert not set(scene.path.name) & set('<>:"/\\|?*')


def test_the_folder_of_an_exported_key_can_be_opened(tmp_path: Path) -> None:
    rig, network, scene = open_dialog(tmp_path)
    rig.click("0")
    network.report_state(replace(network.state, key_change="exported"))
    rig.wait(0.1)
    notice = rig.top
    assert isinstance(notice, NoticeScene) and str(scene.path) in notice.text
    rig.click("0")
    assert rig.top is scene and rig.file_manager.opened == [tmp_path]


def test_a_file_without_a_key_is_reported(tmp_path: Path) -> None:
    rig, network, scene = open_dialog(tmp_path)
    rig.click("1")
    network.report_state(replace(network.state, trouble=NetworkTrouble("KEY_BROKEN")))
    rig.wait(0.1)
    assert scene.message == "That file contains no signing key. The old key stays."
