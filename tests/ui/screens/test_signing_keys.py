"""The signing key of a profile: what the buttons ask for, and what came of it in a sentence."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from assets.shots.online import StillNetwork, given

from hacktrick.app.profiles import Profile
from hacktrick.online.protocol.process_messages import (
    NetworkState,
    NetworkTrouble,
    ReplaceKey,
    TransferKey,
)
from hacktrick.ui.screens.profiles_scene import SigningKeyScene
from tests.support.rig import Rig


def opened(folder: Path) -> tuple[Rig, StillNetwork, SigningKeyScene]:
    stage = Rig(folder)
    network = given(stage, NetworkState(1))
    scene = SigningKeyScene(stage.context, stage.workspace, Profile("Ada"))
    stage.show(scene)
    return stage, network, scene


def test_a_key_is_exported_imported_and_replaced(tmp_path: Path) -> None:
    stage, network, scene = opened(tmp_path)
    path = str(tmp_path / "Ada.hacktrick-key")
    for name in ("0", "1", "2"):
        stage.click(name)
    assert network.said == [
        TransferKey("Ada", path, True),
        TransferKey("Ada", path, False),
        ReplaceKey("Ada"),
    ]
    network.show(replace(network.told, done="replaced"))
    stage.wait(0.1)
    assert scene.said == "There is a new key; others have to get to know it."
    stage.click("3")
    assert stage.top is None


def test_a_file_without_a_key_is_told(tmp_path: Path) -> None:
    stage, network, scene = opened(tmp_path)
    stage.click("1")
    network.show(replace(network.told, trouble=NetworkTrouble("KEY_BROKEN")))
    stage.wait(0.1)
    assert scene.said == "That file holds no signing key; the old key stays."
