"""What other players say fits into the room beside their faces, the most important first."""

from __future__ import annotations

from pathlib import Path

import pytest

from hacktrick.ui.accessibility.accessibility_tree import TextRecorder
from hacktrick.ui.table.panels import player_panels
from tests.support.rig import TableRig

# The bubbles are only drawn.
bubbles = player_panels._speech_bubble_places


def said(rig: TableRig, seat: int) -> list[tuple[str, str]]:
    """Return the kind and text of each bubble of a player."""
    drawing = rig.table.picture.draw_context_for(rig.surface)
    return [(one.kind, one.text) for one, _rect, _tip in bubbles(drawing, seat)]


def three_players(folder: Path, size: tuple[int, int]) -> TableRig:
    """Return a match at its first turn, against two computer players of the same level."""
    rig = TableRig(folder, "trio", ("human", "level:1", "level:1"), size=size, voices=True)
    rig.do(rig.legal()[0])
    rig.settle()
    return rig


@pytest.mark.parametrize("size", [(960, 600), (1280, 720), (1920, 1080)])
def test_a_remark_never_takes_the_place_of_a_sum(tmp_path: Path, size: tuple[int, int]) -> None:
    rig = three_players(tmp_path, size)
    speech = rig.table.model.utterances_by_seat
    for seat in (1, 2):
        assert any(one.kind == "sum" for one in speech[seat])
        assert "sum" in [kind for kind, _text in said(rig, seat)]


def test_two_players_of_one_level_do_not_make_the_same_remark(tmp_path: Path) -> None:
    rig = three_players(tmp_path, (1920, 1080))
    remarks = [text for seat in (1, 2) for kind, text in said(rig, seat) if kind == "voice"]
    assert len(remarks) == len(set(remarks))


@pytest.mark.parametrize(
    ("name", "is_level_shown"), [("Pixel", False), ("PIXEL", False), ("Ben", True)]
)
def test_a_face_shows_the_level_unless_the_name_is_its_own(
    tmp_path: Path, name: str, is_level_shown: bool
) -> None:
    rig = TableRig(tmp_path, names=("Anna", name))
    rig.context.set_text_recorder(recorder := TextRecorder())
    rig.table.draw(rig.surface)
    assert ("level 1" in [one.text for one in recorder.collect_painted_texts()]) is is_level_shown
