"""Every reader gets each announcement once, in the detail that the setting asks for."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from hacktrick.game.actions import Command, Draw, Play
from hacktrick.ui.accessibility.announcements import MAX_BACKLOG, Announcements
from tests.support.rig import TableRig


def test_every_reader_gets_each_announcement_once() -> None:
    announcements = Announcements()
    early, late = announcements.new_reader(), None
    announcements.add("one")
    late = announcements.new_reader()
    announcements.add("")
    announcements.add("two", "answer")
    assert [(one.text, one.kind) for one in early.pop_unread()] == [
        ("one", "event"),
        ("two", "answer"),
    ]
    assert [one.text for one in late.pop_unread()] == ["two"]
    assert early.pop_unread() == late.pop_unread() == ()


def test_a_slow_reader_gets_the_latest() -> None:
    announcements = Announcements()
    slow = announcements.new_reader()
    for n in range(MAX_BACKLOG + 3):
        announcements.add(str(n))
    assert [one.text for one in slow.pop_unread()] == [str(n) for n in range(3, MAX_BACKLOG + 3)]


@pytest.mark.parametrize(
    ("amount", "expected"),
    [
        ("off", []),
        ("short", ["event", "event", "turn"]),
        ("full", ["event", "event", "turn", "detail"]),
    ],
)
def test_the_setting_decides_how_much_of_a_turn_is_announced(
    tmp_path: Path, amount: str, expected: list[str]
) -> None:
    bench = TableRig(tmp_path, announcements=amount)
    bench.play_randomly_until(1, turn=2)
    reader = bench.context.announcements.new_reader()
    bench.do(bench.legal()[0])
    bench.play_randomly_until(0)
    bench.tick()
    kinds = [one.kind for one in reader.pop_unread()]
    assert kinds[-1:] == expected[-1:]
    assert set(kinds) == set(expected)


def test_the_drawn_card_is_announced_to_its_player_alone(tmp_path: Path) -> None:
    bench = TableRig(tmp_path)
    bench.play_randomly_until(0, turn=2)
    while Draw() not in bench.legal():
        bench.do(bench.legal()[0])
        bench.play_randomly_until(0)
    reader = bench.context.announcements.new_reader()
    bench.table.turn.veiled = True
    bench.do(Draw())
    assert not [one for one in reader.pop_unread() if "You drew" in one.text]


def test_a_drawn_card_is_announced_in_one_sentence(tmp_path: Path) -> None:
    bench = TableRig(tmp_path, thinks=True)
    bench.play_randomly_until(0, turn=2)
    while bench.match.public.turn < 30 and not plain_draw_is_legal(bench):
        bench.do(bench.legal()[0])
        bench.play_randomly_until(0)
    reader = bench.context.announcements.new_reader()
    bench.do(Draw())
    (announced, *_rest) = reader.pop_unread()
    assert announced.text.startswith("You drew a ")


def plain_draw_is_legal(bench: TableRig) -> bool:
    """Return whether the player may draw without having to show their hand."""
    return Draw() in bench.legal() and any(isinstance(one, Play) for one in bench.legal())


def test_a_refusal_is_announced(tmp_path: Path) -> None:
    bench = TableRig(tmp_path)
    reader = bench.context.announcements.new_reader()
    bench.table.show_refusal("NOT_YOUR_TURN")
    (announced,) = reader.pop_unread()
    assert (announced.kind, announced.text) == ("answer", bench.table.message)


def test_a_turn_of_two_actions_calls_its_player_once(tmp_path: Path) -> None:
    bench = TableRig(tmp_path, thinks=True)
    bench.play_randomly_until(0, turn=1)
    bench.tick()
    reader = bench.context.announcements.new_reader()
    bench.table.play_turn(bench.legal()[0], Command("guard"))
    bench.tick()
    assert [one.kind for one in reader.pop_unread()] == ["event", "event"]
    bench.play_randomly_until(0)
    bench.tick()
    assert [one.kind for one in reader.pop_unread()][-1:] == ["turn"]


def test_a_card_chosen_by_its_digit_is_announced_with_its_key(tmp_path: Path) -> None:
    bench = TableRig(tmp_path)
    bench.play_randomly_until(0, turn=1)
    bench.table.group.set_focus(None)
    reader = bench.context.announcements.new_reader()
    play = next(action for action in bench.legal() if isinstance(action, Play))
    key = bench.table.model.reachable_keys[play.card]
    bench.key(pygame.K_0 + play.card)
    (announced,) = reader.pop_unread()
    assert announced.text.startswith(f"key {key}")
    bench.table.controller.clear_turn_choices()
    bench.table.group.set_focus(next(w for w in bench.table.widgets.cards if w.value == play.card))
    bench.key(pygame.K_0 + play.card)
    assert not reader.pop_unread(), "the screen reader has read the key at the card"


def test_a_card_chosen_before_another_player_is_not_announced(tmp_path: Path) -> None:
    bench = TableRig(tmp_path, players=("human", "human"))
    bench.settle()
    bench.key(pygame.K_RETURN)
    bench.play_randomly_until(0, turn=1)
    reader = bench.context.announcements.new_reader()
    play = next(action for action in bench.legal() if isinstance(action, Play))
    bench.table.turn.toggle_card(play.card)
    bench.table.refresh_and_focus_turn_end()
    assert not reader.pop_unread()


def test_a_due_start_card_is_announced_even_briefly(tmp_path: Path) -> None:
    bench = TableRig(tmp_path, leader=1)
    reader = bench.context.announcements.new_reader()
    bench.tick()
    assert bench.match.public.phase == "start"
    texts = [one.text for one in reader.pop_unread()]
    assert texts == ["Your turn", bench.table.model.prompt_line]
