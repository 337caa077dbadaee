"""Complete matches at the real window by keys alone, by a gamepad alone and by touch alone; every
menu by gamepad; nothing too small for a finger."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from hacktrick.game.actions import PASS, Play
from hacktrick.play.record import read_record
from hacktrick.play.replay import replay
from tests.ui.hands import FingerHands, Hands, KeyHands, PadHands, Player

HANDS: dict[str, type[Hands] | None] = {"keys": KeyHands, "pad": PadHands, "touch": None}


@pytest.fixture(autouse=True)
def _pygame_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    """A window that closes ends pygame, which all the tests of a run share."""
    monkeypatch.setattr(pygame, "quit", lambda: None)


@pytest.mark.parametrize("kind", HANDS)
def test_a_whole_match_with_one_device_alone(kind: str, tmp_path: Path) -> None:
    made = HANDS[kind]
    player = Player(tmp_path, made() if made is not None else None)
    player.play()
    session = player.desk.session
    assert player.over and session is not None and session.match.is_over
    assert player.n_asked and max(session.match.match.score) >= 5
    assert player.app.context.device == kind
    states = list(replay(read_record(session.match.record.as_text())))
    assert states[-1][0].is_over


@pytest.mark.parametrize("hands", [KeyHands(), None], ids=["keys", "touch"])
def test_an_ordinary_turn_takes_two_presses(hands: Hands | None, tmp_path: Path) -> None:
    player = Player(tmp_path, hands, seed=8)
    player.play()
    ordinary = [presses for action, presses in player.turns if isinstance(action, Play)]
    assert len(ordinary) > 10 and set(ordinary) == {2}
