"""While the screen is handed over, pixels, log and sounds do not depend on hidden cards."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from hacktrick.game.actions import Draw, LayStartCard, Pass, Play
from hacktrick.game.legality import legal_actions
from hacktrick.ui.table.input.turn_questions import TurnQuestionScene
from hacktrick.ui.table.private_hands_and_handover import HandoverScene
from tests.support.rig import TableRig
from tests.support.scripted_matches import DEALS, match_with_deal


def benches(tmp_path: Path, players: tuple[str, str], **settings: object) -> list[TableRig]:
    return [
        TableRig(tmp_path / str(n), match=match_with_deal(deal, players), **settings)  # type: ignore[arg-type]
        for n, deal in enumerate(DEALS)
    ]


def log_of(bench: TableRig) -> list[str]:
    return [line.text for line in bench.table.model.log]


def test_frames_for_one_player_do_not_depend_on_the_other_hand(tmp_path: Path) -> None:
    first, second = benches(tmp_path, ("human", "level:1"))
    for action in (LayStartCard(1), Play(2), Pass()):
        first.do(action)
        second.do(action)
        assert first.picture() == second.picture()
        assert log_of(first) == log_of(second)
        assert first.sounds == second.sounds


def test_frames_of_motion_do_not_depend_on_the_other_hand(tmp_path: Path) -> None:
    first, second = benches(tmp_path, ("human", "level:1"), animation_speed="normal")
    for bench in (first, second):
        bench.table.playback.skip_animations_silently()
    for action in (LayStartCard(1), Draw(), Draw()):
        for bench in (first, second):
            bench.do(action)
        if action == Draw() and first.match.public.turn == 1:
            # Anna has drawn and sees her own card, so only the motion is compared.
            while first.table.playback.is_running:
                for bench in (first, second):
                    bench.table.playback.update(0.05)
                if first.table.playback.is_running:
                    for bench in (first, second):
                        bench.table.refresh()
                    assert first.picture() == second.picture()
            second.table.playback.skip_animations_silently()
            first.table.playback.skip_animations_silently()
            continue
        while first.table.playback.is_running:
            assert second.table.playback.is_running
            for bench in (first, second):
                bench.table.playback.update(0.05)
                bench.table.refresh()
            assert (
                first.table.playback.timeline.is_running
                == second.table.playback.timeline.is_running
            )
    assert log_of(first) == log_of(second)
    assert first.sounds == second.sounds


def test_nothing_private_is_shown_between_the_turns_of_two_humans(tmp_path: Path) -> None:
    first, second = benches(tmp_path, ("human", "human"))
    for bench in (first, second):
        bench.tick()
        assert isinstance(bench.top, HandoverScene)
        assert bench.session.viewer is None
        bench.picture()
    assert first.picture() == second.picture()
    # Under the curtain the table itself shows only backs.
    for bench in (first, second):
        bench.table.refresh()
    assert pixels(first) == pixels(second)
    for bench in (first, second):
        bench.session.show_hand(1)
        bench.session.submit(LayStartCard(1))
        bench.table.animate_and_announce_changes()
        assert bench.session.viewer is None
    assert pixels(first) == pixels(second)
    assert log_of(first) == log_of(second)


def pixels(bench: TableRig) -> bytes:
    bench.table.draw(bench.surface)
    return pygame.image.tobytes(bench.surface, "RGB")


def test_cards_are_hidden_when_the_window_loses_the_focus(tmp_path: Path) -> None:
    first, second = benches(tmp_path, ("human", "human"), curtain=False)
    for bench in (first, second):
        bench.tick()
        assert bench.session.viewer == 1
    assert pixels(first) != pixels(second)
    for bench in (first, second):
        bench.stack.handle(pygame.Event(pygame.WINDOWFOCUSLOST))
        assert bench.session.viewer is None
    assert pixels(first) == pixels(second)


def test_cards_are_hidden_after_a_while_without_a_touch(tmp_path: Path) -> None:
    bench = benches(tmp_path, ("human", "human"), conceal_after=15)[0]
    bench.tick()
    bench.stack.pop()
    bench.stack.apply_changes()
    bench.table.privacy.show_cards_of(1)
    bench.tick(1.0, 14)
    assert bench.session.viewer == 1
    bench.tick(1.0, 3)
    assert bench.session.viewer is None
    bench.tick()
    assert isinstance(bench.top, HandoverScene)


@pytest.mark.parametrize("uses_question", [True, False])
def test_the_cards_stay_while_the_player_uses_a_question_over_the_table(
    tmp_path: Path, uses_question: bool
) -> None:
    bench = TableRig(tmp_path, "wits", players=("human", "human"), conceal_after=15)
    bench.tick()
    bench.stack.pop()
    bench.stack.apply_changes()
    seat = bench.session.public.seat
    bench.table.privacy.show_cards_of(seat)
    bench.table.controller.show_code_cards()
    bench.tick()
    assert isinstance(bench.top, TurnQuestionScene)
    for _ in range(4):
        bench.tick(1.0, 5)
        if uses_question:
            bench.stack.handle(pygame.Event(pygame.MOUSEMOTION, pos=(5, 5), rel=(1, 0)))
    assert (bench.session.viewer == seat) == uses_question


@pytest.mark.parametrize(("seconds", "viewer"), [(10, 1), (16, None)])
def test_time_in_the_menu_counts_once_as_time_without_a_touch(
    tmp_path: Path, seconds: int, viewer: int | None
) -> None:
    bench = benches(tmp_path, ("human", "human"), conceal_after=15)[0]
    bench.tick()
    bench.stack.pop()
    bench.stack.apply_changes()
    bench.table.privacy.show_cards_of(1)
    bench.table.show_menu()
    bench.tick(1.0, seconds)
    bench.stack.pop()
    bench.stack.apply_changes()
    assert bench.top is bench.table and bench.session.viewer == viewer


def test_a_single_human_is_never_asked_to_come_to_the_screen(tmp_path: Path) -> None:
    bench = benches(tmp_path, ("human", "level:1"))[0]
    bench.tick(1.0, 100)
    bench.stack.handle(pygame.Event(pygame.WINDOWFOCUSLOST))
    assert bench.session.viewer == 0
    assert bench.top is bench.table


@pytest.mark.parametrize("n", range(4))
def test_a_watched_match_shows_backs_only_once_its_hands_are_closed(tmp_path: Path, n: int) -> None:
    bench = TableRig(tmp_path, players=("level:1", "level:1"), seed=n)
    bench.table.privacy.toggle_card_visibility()
    bench.play_randomly_until(0, 4)
    assert (
        all(card is None for seat in (0, 1) for card in bench.table.model.shown_hand(seat))
        or bench.match.is_round_over
    )
    assert legal_actions(bench.match.observe(bench.match.public.seat)) or bench.match.is_round_over


def test_frames_of_a_watched_match_with_closed_hands_do_not_depend_on_them(tmp_path: Path) -> None:
    first, second = benches(tmp_path, ("level:1", "level:1"))
    assert pixels(first) != pixels(second), "hands are open at first"
    for bench in (first, second):
        bench.table.privacy.toggle_card_visibility()
    for action in (None, LayStartCard(1), Play(2), Pass()):
        for bench in (first, second):
            if action is not None:
                bench.do(action)
            assert {card for seat in (0, 1) for card in bench.table.model.shown_hand(seat)} == {
                None
            }
        assert pixels(first) == pixels(second)
        assert log_of(first) == log_of(second)
    assert first.sounds == second.sounds


def test_the_recap_before_a_turn_contains_only_public_facts(tmp_path: Path) -> None:
    first, second = benches(tmp_path, ("human", "human"))
    recaps = []
    for bench in (first, second):
        bench.tick()
        bench.session.show_hand(1)
        bench.session.submit(LayStartCard(1))
        bench.table.animate_and_announce_changes()
        bench.stack.pop()
        bench.stack.apply_changes()
        bench.tick()
        curtain = bench.top
        assert isinstance(curtain, HandoverScene)
        assert curtain.seat == 0
        recaps.append(curtain.recap)
    assert recaps[0] == recaps[1]
    assert recaps[0]
