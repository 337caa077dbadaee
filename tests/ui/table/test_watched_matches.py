"""Watched matches of computers show open hands and thoughts; matches with a person never do."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pygame
import pytest

from hacktrick.game.cards import cards_of
from hacktrick.game.editions import rules_for
from hacktrick.ui.screens.pause_scene import PauseScene
from tests.support.rig import TableRig

COMPUTERS = ("level:3", "level:2")


def play_turns(bench: TableRig, turns: int = 4) -> None:
    while bench.match.public.turn < turns and not bench.match.is_round_over:
        bench.tick(0.4)


def test_watched_computers_show_open_hands_and_thoughts(tmp_path: Path) -> None:
    bench = TableRig(tmp_path, players=COMPUTERS, thinks=True, seed=6)
    play_turns(bench)
    model = bench.table.model
    for seat in (0, 1):
        assert model.shown_hand(seat) == cards_of(bench.match.observe(seat).hand)
    thought = model.snapshot.forecasts[1 - bench.match.public.side]
    assert thought.alternatives and 0 < sum(share for _way, share in thought.alternatives) <= 1.001
    assert thought.action in [way for way, _share in thought.alternatives]
    assert not bench.table.widgets.end_turn_button.visible, "there is nothing to press"
    assert not bench.table.widgets.coach_panel.visible_buttons, "there is nobody to be given a hint"
    opened = bench.picture()
    bench.press(bench.table.widgets.hint.rect.center)
    assert (
        set(bench.table.model.shown_hand(0)) <= {None} and not bench.table.model.snapshot.forecasts
    )
    assert bench.picture() != opened
    bench.key(pygame.K_BACKSLASH)
    assert None not in bench.table.model.shown_hand(0)


def test_hands_stay_open_in_the_next_round(tmp_path: Path) -> None:
    bench = TableRig(tmp_path, players=COMPUTERS)
    while not bench.match.is_round_over:
        bench.do(bench.rng.choice(bench.legal()))
    bench.tick(0.1, 3)
    bench.tick(1.0)
    bench.key(pygame.K_RETURN)
    bench.tick(0.1, 3)
    assert bench.top is bench.table and not bench.match.is_round_over
    assert bench.session.shows_open_hands and None not in bench.table.model.shown_hand(0)


def test_escape_opens_the_menu_at_the_first_press(tmp_path: Path) -> None:
    bench = TableRig(tmp_path, players=COMPUTERS, thinks=True, animation_speed="normal")
    bench.tick(0.05, 12)
    bench.key(pygame.K_ESCAPE)
    assert isinstance(bench.top, PauseScene)


def test_open_hands_can_be_closed_from_the_menu_too(tmp_path: Path) -> None:
    bench = TableRig(tmp_path, players=COMPUTERS)
    bench.key(pygame.K_ESCAPE)
    assert isinstance(bench.top, PauseScene)
    bench.click("watch")
    bench.tick()
    assert bench.top is bench.table and not bench.session.shows_open_hands
    assert set(bench.table.model.shown_hand(0)) == {None}


def test_open_cards_stay_open_while_they_move(tmp_path: Path) -> None:
    bench = TableRig(tmp_path, players=COMPUTERS, thinks=True, seed=6)
    bench.context.change_settings(animation_speed="normal")
    bench.tick()
    for _n in range(200):
        bench.tick(0.05)
        if bench.match.is_round_over:
            break
        for seat in (0, 1):
            assert None not in bench.table.model.shown_hand(seat)


@pytest.mark.parametrize("preset", ["keypad", "trio", "quartet"])
def test_hands_never_open_where_a_person_sits(tmp_path: Path, preset: str) -> None:
    n = rules_for(preset).n_seats
    for k, players in enumerate(product(("human", "level:1"), repeat=n)):
        if "human" not in players:
            continue
        bench = TableRig(tmp_path / str(k), preset, players)
        with pytest.raises(ValueError, match="private"):
            bench.session.set_open_hands(True)
        bench.session._open_hands = True  # even if the option is set directly
        assert not bench.session.shows_open_hands
        glance = bench.session.snapshot()
        assert glance.hands is None and not glance.forecasts
        assert bench.session.match_chances is None
        assert bench.table.watch is None and not bench.table.widgets.pause.visible
        bench.table.privacy.toggle_card_visibility()
        bench.table.privacy.toggle_card_visibility()
        bench.context.navigator.show_pause_menu()
        bench.stack.apply_changes()
        assert isinstance(bench.top, PauseScene) and "watch" not in bench.top.widgets


def test_no_thought_is_kept_where_a_person_plays(tmp_path: Path) -> None:
    bench = TableRig(tmp_path, players=("human", "level:2"), thinks=True)
    bench.play_randomly_until(1)
    bench.tick(0.5, 10)
    assert bench.match.public.seat == 0 or bench.match.is_round_over
    # No public name shows that nothing was computed.
    assert bench.session._forecasts == {}
    assert "estimate" not in bench.session.coach.findings.requested


def test_beside_a_computers_face_it_never_says_that_another_one_thinks(tmp_path: Path) -> None:
    bench = TableRig(tmp_path, players=COMPUTERS, thinks=True, seed=6)
    thinking = set()
    for turn in (1, 2, 3):
        play_turns(bench, turn)
        model = bench.table.model
        seat, own = model.public.seat, model.wording.name(model.bottom)
        thinking.add(seat == model.bottom)
        assert model.headline_beside_face == (f"{own} is thinking" if seat == model.bottom else own)
    assert thinking == {True, False}


def test_watched_computers_wait_go_on_and_take_single_turns(tmp_path: Path) -> None:
    bench = TableRig(tmp_path, players=COMPUTERS, thinks=True, seed=6)
    play_turns(bench, 2)
    widgets = bench.table.widgets
    assert widgets.pause.visible and widgets.step.visible and widgets.speed.visible
    bench.key(pygame.K_RETURN)
    assert bench.table.watch is not None and bench.table.watch.is_paused
    bench.tick(0.4, 20)
    turn = bench.match.public.turn
    bench.tick(0.4, 20)
    assert bench.match.public.turn == turn and bench.table.model.headline == "Paused"
    assert bench.table.model.headline_beside_face == "Paused"
    bench.press(widgets.step.rect.center)
    bench.tick(0.4, 30)
    assert bench.match.public.turn == turn + 1 and bench.table.watch.is_paused
    bench.press(widgets.pause.rect.center)
    play_turns(bench, turn + 3)
    assert bench.match.public.turn >= turn + 3
    for speed in (2, 4, 1):
        bench.press(widgets.speed.rect.center)
        assert bench.table.watch.speed == speed


def test_watchers_see_a_chance_that_closed_hands_hide(tmp_path: Path) -> None:
    bench = TableRig(tmp_path, players=COMPUTERS, thinks=True, seed=6)
    play_turns(bench)
    chances = bench.table.model.match_chances
    assert chances is not None and sum(chances) == pytest.approx(1.0)
    bench.key(pygame.K_BACKSLASH)
    assert bench.table.model.match_chances is None and bench.table.widgets.pause.visible
