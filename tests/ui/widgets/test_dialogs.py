"""Dialogs over any screen: what an engine at the table has failed at, and what can be done."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from hacktrick.app.engine_player import EngineFault, EnginePlayer
from hacktrick.game.view import SeatInfo
from hacktrick.ui.widgets.basic_widgets import Button
from hacktrick.ui.widgets.dialogs import NoticeScene, show_engine_fault_and_choices
from tests.support.rig import WHOLE, Rig


@pytest.mark.parametrize("size", [WHOLE, (900, 1400)])
def test_a_failed_engine_can_be_replaced_by_a_level_with_its_number(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    rig = Rig(tmp_path, size)
    engine = EnginePlayer("bot")
    engine.fault = EngineFault("illegal", "play 9")
    session: Any = SimpleNamespace(
        engine=engine, seats=(SeatInfo("Zoe", "engine"),), public=SimpleNamespace(seat=0)
    )
    show_engine_fault_and_choices(rig.context, session)
    rig.wait(0.05)
    notice = rig.top
    assert isinstance(notice, NoticeScene)
    assert notice.text.startswith("Zoe answered “play 9”, which is not legal here.")
    buttons = [one for one in notice.group.widgets if isinstance(one, Button)]
    assert [one.label for one in buttons] == ["Leave", "Level 10: Zero", "Ask again"]
    buttons[1].activate()
    assert engine.substitute == 10
