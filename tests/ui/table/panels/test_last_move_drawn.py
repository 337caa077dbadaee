"""What another player did stays readable while a card is chosen."""

from __future__ import annotations

from pathlib import Path

import pytest

from hacktrick.game.actions import parse
from hacktrick.ui.accessibility.accessibility_tree import Bounds, TextRecorder
from tests.support.rig import TableRig

SEATS = {"keypad": 2, "trio": 3, "quartet": 4}


def table_with_remark(folder: Path, preset: str, size: tuple[int, int], ui_scale: int) -> TableRig:
    """Return a table at which a chosen card has an effect that the display tells."""
    for seed in range(1, 30):
        players = ("human", "level:1", "level:1", "level:1")[: SEATS[preset]]
        rig = TableRig(folder, preset, players, seed, size=size, ui_scale=ui_scale)
        for turn in range(4, 24):
            rig.play_randomly_until(0, turn)
            if rig.match.is_round_over:
                break
            rig.table.playback.skip_animations_silently()
            rig.draw()
            for card in rig.table.model.reachable_keys:
                rig.table.turn.clear_choice()
                rig.table.controller.choose_card_or_end_turn(card)
                rig.draw()
                if rig.table.model.preview and rig.table.model.display_remark:
                    return rig
    raise AssertionError("no card has an effect")


def drawn_texts(rig: TableRig) -> dict[str, Bounds]:
    """Return the drawn texts and where they are."""
    rig.context.set_text_recorder(recorder := TextRecorder())
    rig.table.draw(rig.surface)
    return {one.text: one.rect for one in recorder.collect_painted_texts()}


@pytest.mark.parametrize(
    ("preset", "size", "ui_scale"),
    [
        ("keypad", (1280, 720), 100),
        ("keypad", (1280, 720), 150),
        ("keypad", (900, 1400), 100),
        ("trio", (1920, 1080), 100),
        ("quartet", (1920, 1080), 100),
    ],
)
def test_the_last_move_stays_beside_the_effect_of_the_chosen_card(
    tmp_path: Path, preset: str, size: tuple[int, int], ui_scale: int
) -> None:
    rig = table_with_remark(tmp_path, preset, size, ui_scale)
    model = rig.table.model
    assert model.last_turn_of_other is not None
    texts = drawn_texts(rig)
    assert model.display_remark in texts
    assert model.last_turn_of_other.sentence in texts


def test_the_last_move_and_the_help_of_a_button_do_not_overlap(tmp_path: Path) -> None:
    rig = table_with_remark(tmp_path, "keypad", (1280, 720), 100)
    assert rig.table.model.last_turn_of_other is not None
    button = next(one for one in rig.table.widgets.end_buttons if one.visible and one.help)
    rig.move(button.rect.center)
    places = drawn_texts(rig)
    _left, _top, _right, end_of_help = places[button.help]
    _left, top, _right, bottom = places[rig.table.model.last_turn_of_other.sentence]
    assert end_of_help <= top < bottom <= rig.table.widgets.end_turn_button.rect.top


def test_the_last_move_is_told_while_the_next_player_thinks(tmp_path: Path) -> None:
    rig = TableRig(tmp_path, "trio", ("human", "level:1", "level:1"), size=(1920, 1080))
    rig.play_randomly_until(0, 4)
    while rig.match.public.seat == 0 or rig.table.model.last_turn_of_other is None:
        rig.do(rig.legal()[0])
        rig.table.playback.skip_animations_silently()
        rig.draw()
        assert not rig.match.is_round_over
    assert rig.table.model.last_turn_of_other.sentence in drawn_texts(rig)


def test_the_sum_of_the_last_play_stays_while_the_next_player_thinks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig = TableRig(tmp_path)
    rig.play_randomly_until(0)
    rig.settle()
    card = next(iter(rig.table.model.reachable_keys))
    last = rig.match.public.row[-1]
    sums: list[str] = []
    monkeypatch.setattr(
        "hacktrick.ui.widgets.game_drawing.draw_lcd_display", lambda *args: sums.append(args[3])
    )
    rig.do(*map(parse, (f"play {card}", "pass")))
    rig.settle()
    rig.draw()
    assert rig.table.model.is_thinking and sums[-1] == f"{last}+{card}={last + card}"


def test_among_three_the_own_turn_is_told_while_the_next_player_thinks(tmp_path: Path) -> None:
    rig = TableRig(tmp_path, "trio", ("human", "level:1", "level:1"), size=(1920, 1080))
    rig.play_randomly_until(0)
    rig.do(parse("draw"))
    rig.settle()
    assert rig.table.model.is_thinking and rig.table.model.last_turn_of_other is None
    assert "You drew a card" in drawn_texts(rig)
