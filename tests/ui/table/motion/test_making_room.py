"""When a card or marker joins or leaves, the rest move aside smoothly and do not jump."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pygame
import pytest

from hacktrick.game.actions import Action, Draw, Play
from hacktrick.game.cards import cards_of
from hacktrick.game.editions import PRESETS
from hacktrick.game.legality import legal_actions
from hacktrick.game.state import PublicState
from hacktrick.ui.paint.markers import marker_positions_on_key
from hacktrick.ui.table.motion.motion_state import ROW_KEY
from tests.support.rig import TableRig

STEP = 1 / 60
SMALL = 12  # pixels in one frame, at the fastest moment of a move of half a card's width


def joins_own_double(public: PublicState, action: Action) -> bool:
    if not isinstance(action, Play) or action.double:
        return False
    key = public.row[-1] + action.card
    return public.double[public.side] == key and public.markers_on(key, public.side) == 1


def table_before_action(
    folder: Path, wanted: Callable[[PublicState, Action], bool], **settings: Any
) -> tuple[TableRig, Action]:
    """Return a table with a legal action of the wanted kind, and the action."""
    for seed in range(1, 200):
        bench = TableRig(folder / str(seed), seed=seed, animation_speed="normal", **settings)
        dice = Random(seed)
        while not bench.match.is_round_over:
            public = bench.match.public
            legal = legal_actions(bench.match.observe(public.seat))
            hit = next((action for action in legal if wanted(public, action)), None)
            if hit is not None and len(public.row) > 1:
                bench.table.playback.skip_animations_silently()
                bench.table.refresh()
                return bench, hit
            bench.do(dice.choice(legal))
    raise AssertionError("no such situation")


def row_of(bench: TableRig) -> list[int]:
    stage = bench.table.playback
    lying = bench.table.places.row_rects(len(stage.shown.public.row))
    return [rect.x + stage.motion.card_shift_pixels(ROW_KEY, n) for n, rect in enumerate(lying)]


def hand_of(bench: TableRig, seat: int) -> list[int]:
    stage = bench.table.playback
    held = bench.table.places.hand_rects(seat, stage.shown.public.hand_sizes[seat])
    return [rect.x + stage.motion.card_shift_pixels(seat, n) for n, rect in enumerate(held)]


def frames_of_action(
    bench: TableRig, action: Action, look: Callable[[], list[int]]
) -> list[list[int]]:
    """Return what ``look`` sees before an action, in every frame of its motion, and at rest."""
    frames = [look()]
    bench.do(action)
    while bench.table.playback.is_running:
        frames.append(look())
        bench.table.playback.update(STEP)
        bench.table.refresh()
    frames.append(look())
    return frames


def largest_jump(frames: list[list[int]]) -> int:
    """Return the largest move of a card between two successive frames, counted from the left."""
    return max(
        abs(a - b) for now, then in pairwise(frames) for a, b in zip(now, then, strict=False)
    )


def test_the_row_makes_room_for_a_card(tmp_path: Path) -> None:
    bench, action = table_before_action(tmp_path, lambda _public, action: isinstance(action, Play))
    frames = frames_of_action(bench, action, lambda: row_of(bench))
    assert len(frames[-1]) == len(frames[0]) + 1
    assert 0 < largest_jump(frames) <= SMALL


@pytest.mark.parametrize("seat", [0, 1])
def test_a_hand_makes_room_for_a_drawn_card(tmp_path: Path, seat: int) -> None:
    def draws(public: PublicState, action: Action) -> bool:
        held = public.seat == seat and public.hand_sizes[seat] == 2
        return held and isinstance(action, Draw) and public.deck_size > 1

    bench, action = table_before_action(tmp_path, draws)
    before = cards_of(bench.match.observe(seat).hand)
    frames = frames_of_action(bench, action, lambda: hand_of(bench, seat))
    assert len(frames[-1]) == 3
    place = 2  # a hidden card joins at the end, which reveals nothing
    if seat == bench.session.viewer:
        drawn = list(cards_of(bench.match.observe(seat).hand))
        for card in before:
            drawn.remove(card)
        place = sum(card <= drawn[0] for card in before)
    others = [[x for n, x in enumerate(one) if len(one) < 3 or n != place] for one in frames]
    assert {len(one) for one in others} == {2}
    assert 0 < largest_jump(others) <= SMALL


def test_a_hand_closes_up_behind_a_played_card(tmp_path: Path) -> None:
    def plays(public: PublicState, action: Action) -> bool:
        return public.seat == 1 and public.hand_sizes[1] == 3 and isinstance(action, Play)

    bench, action = table_before_action(tmp_path, plays)
    places = bench.table.places.hand_rects(1, 3)
    frames = frames_of_action(bench, action, lambda: hand_of(bench, 1))
    # The gap must not show which card left: the middle card leaves and the outer two close up.
    assert frames[1] == [places[0].x, places[2].x]
    assert largest_jump(frames[1:]) <= SMALL


def test_a_row_that_flies_to_the_deck_is_no_longer_drawn_in_its_place(tmp_path: Path) -> None:
    def shuffles(public: PublicState, action: Action) -> bool:
        return public.seat == 0 and isinstance(action, Draw) and public.deck_size == 1

    bench, action = table_before_action(tmp_path, shuffles)
    last = bench.match.public.row[-1]
    held = bench.match.public.hand_sizes[0]
    start = row_of(bench)[-1]
    bench.do(action)
    seen = []
    while bench.table.playback.is_running:
        bench.table.playback.update(STEP)
        bench.table.refresh()
        flying = [f for f in bench.table.playback.motion.flyers if 0 <= f.t < 1]
        if len(flying) > 1:
            assert bench.table.model.public.row == (last,)
            assert len(bench.table.model.shown_hand(0)) == held + 1  # the drawn card has arrived
            seen.append(row_of(bench))
    assert len(seen) > 5
    assert {one[0] for one in seen} == {start}, "the last card stays at the display"


def test_the_double_moves_over_for_a_single_that_comes_before_it(tmp_path: Path) -> None:
    bench, action = table_before_action(tmp_path, joins_own_double)
    assert isinstance(action, Play)
    public = bench.match.public
    key = public.row[-1] + action.card
    then = marker_positions_on_key(bench.table.places.key_rect(key), 2)
    bench.do(action)
    rooms, landed = [], None
    while bench.table.playback.is_running:
        bench.table.playback.update(STEP)
        room = bench.table.playback.motion.marker_shift
        if room is not None:
            rooms.append(room)
            landed = bench.table.playback.motion.flyers[-1].make().end
    assert {(room.key, room.free) for room in rooms} == {(key, 0)}
    assert [room.progress for room in rooms] == sorted(room.progress for room in rooms)
    assert landed is not None and landed[0] == then[0][0][0]
    assert bench.table.playback.motion.marker_shift is None


def test_the_key_of_the_sum_is_lit_while_the_marker_is_on_its_way(tmp_path: Path) -> None:
    bench, action = table_before_action(
        tmp_path, lambda public, action: public.seat == 1 and isinstance(action, Play)
    )
    assert isinstance(action, Play)
    key = bench.match.public.row[-1] + action.card
    rect = bench.table.places.key_rect(key)
    edge = pygame.Rect(rect.right - 12, rect.y, 10, 6)
    bench.picture()
    dark = pygame.image.tobytes(bench.surface.subsurface(edge), "RGB")
    bench.do(action)
    lit = False
    while bench.table.playback.is_running:
        bench.table.playback.update(STEP)
        bench.table.refresh()
        if bench.table.playback.motion.display_sum is not None:
            bench.picture()
            lit = lit or pygame.image.tobytes(bench.surface.subsurface(edge), "RGB") != dark
    assert lit


def is_the_third_marker(public: PublicState, action: Action) -> bool:
    if not isinstance(action, Play):
        return False
    return public.markers_on(public.row[-1] + action.card, public.side) == 2


def test_a_third_marker_stands_with_the_others_once_it_has_landed(tmp_path: Path) -> None:
    """The marker wins, so light bursts from the key while all three stand there."""
    bench, action = table_before_action(tmp_path, is_the_third_marker)
    bench.do(action)
    lit = 0
    while bench.table.playback.is_running:
        bench.table.playback.update(STEP)
        motion = bench.table.playback.motion
        bench.picture()
        if any(pulse.rings for pulse in motion.pulses):
            lit += 1
            assert motion.marker_shift is None
    assert lit > 3


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS)
def test_a_whole_round_is_drawn_while_it_moves(tmp_path: Path, preset: str) -> None:
    players = ("human", *("level:1",) * (PRESETS[preset].n_seats - 1))
    bench = TableRig(tmp_path, preset, players, size=(720, 600), animation_speed="normal")
    dice = Random(1)
    while not bench.match.is_round_over:
        bench.do(dice.choice(bench.legal()))
        while bench.table.playback.is_running:
            bench.table.playback.update(0.1)
            bench.table.refresh()
            bench.picture()
