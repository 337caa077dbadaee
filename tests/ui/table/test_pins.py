"""Pins at the table: pressing a hidden card goes through its possible values."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from hacktrick.game.actions import parse
from hacktrick.ui.table.round_result import RoundResultText
from tests.support.rig import TableRig


def rig_in_play(folder: Path, **settings: Any) -> TableRig:
    """Return a table where the row has begun and the person is on turn."""
    rig = TableRig(folder, aids="learning", **settings)
    while rig.match.public.phase == "start":
        rig.do(rig.legal()[0])
    rig.table.refresh()
    return rig


def pin_kinds(rig: TableRig) -> list[str]:
    return [one.kind for one in rig.table.model.card_knowledge_by_seat[1]]


def test_pressing_a_back_cycles_through_its_pins_and_ends_without_one(tmp_path: Path) -> None:
    rig = rig_in_play(tmp_path)
    n = rig.match.public.hand_sizes[1]
    back = rig.table.widgets.backs[0][n - 1]
    assert back.visible and back.help
    choices = rig.table.model.values_possible_for_pin(1, 0)
    seen: list[int] = []
    for _press in choices:
        back.activate()
        reading = rig.table.model.card_knowledge_by_seat[1][n - 1]
        assert reading.kind == "pinned"
        seen += reading.values
    assert tuple(seen) == choices
    back.activate()
    assert pin_kinds(rig)[-1] != "pinned"


def test_pins_of_the_last_turn_are_scored_and_counted_for_the_player(tmp_path: Path) -> None:
    rig = rig_in_play(tmp_path, seed=2)
    rig.play_randomly_until(seat=9)
    assert rig.match.is_round_over and rig.session.sole_player_pin_score is None
    rig.session.pins.replace_pins(0, 1, (2,))
    score = rig.session.sole_player_pin_score
    assert score is not None and score.pins == 1
    story = RoundResultText(rig.context, rig.session, None)
    assert f"You pinned {score.right} of 1 right." in [one.text for one in story.story_paragraphs()]
    rig.settle()
    reading = rig.services.lessons.progress.pin_totals("")
    assert (reading.rounds, reading.pins, reading.right) == (1, 1, score.right)
    rig.session.request_next_round()
    assert rig.session.shown_pins == {}


def test_pins_stay_while_their_owner_plays_other_cards(tmp_path: Path) -> None:
    rig = rig_in_play(tmp_path)
    rig.table.cycle_pinned_value(1, 0)
    (pin,) = rig.session.shown_pins[1]
    rig.do(parse("draw"))
    assert rig.session.shown_pins == {1: (pin,)} and "pinned" in pin_kinds(rig)


def test_the_light_on_a_drawn_card_lies_beside_pinned_cards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig = rig_in_play(tmp_path)
    rig.do(parse("draw"), parse("draw"))
    rig.settle()
    rig.table.cycle_pinned_value(1, 0)
    assert rig.table.model.last_turns[1].drawn == 1 and pin_kinds(rig)[-1] == "pinned"
    lit: list[tuple[int, int]] = []
    sprite = SimpleNamespace(draw_centred=lambda _surface, centre: lit.append(centre))
    sprites = type(rig.context.sprites)
    monkeypatch.setattr(sprites, "glowing_outline", lambda *_args, **_more: sprite)
    rig.table.request_redraw()
    rig.draw()
    backs = [back.rect for back in rig.table.widgets.backs[0] if back.visible]
    assert [sum(rect.collidepoint(centre) for centre in lit) for rect in backs[-2:]] == [1, 0]


@pytest.mark.parametrize("setting", [True, False])
def test_the_setting_turns_pins_off(tmp_path: Path, setting: bool) -> None:
    rig = rig_in_play(tmp_path, pins=setting)
    assert any(part.visible for part in rig.table.widgets.backs[0]) == setting
    rig.table.cycle_pinned_value(1, 0)
    assert ("pinned" in pin_kinds(rig)) == setting


def test_people_who_share_the_screen_see_only_their_own_pins(tmp_path: Path) -> None:
    rig = TableRig(tmp_path, players=("human", "human"), aids="learning")
    rig.session.show_hand(0)
    while rig.match.public.phase == "start":
        rig.do(rig.legal()[0])
    rig.session.show_hand(0)
    rig.table.animate_and_announce_changes()
    rig.table.cycle_pinned_value(1, 0)
    assert "pinned" in pin_kinds(rig)
    rig.session.hide_hand()
    rig.table.animate_and_announce_changes()
    assert set(pin_kinds(rig)) == {"unknown"}
    rig.session.show_hand(1)
    rig.table.animate_and_announce_changes()
    assert "pinned" not in [one.kind for one in rig.table.model.card_knowledge_by_seat[0]]
