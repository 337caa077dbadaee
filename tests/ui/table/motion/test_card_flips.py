"""Cards that are revealed flip together, and only after the event that reveals them."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pygame
import pytest

from hacktrick.app.turn_draft import TurnDraft, preview_draft
from hacktrick.game.actions import Action, LayCode, Play
from hacktrick.game.legality import legal_actions
from hacktrick.ui.paint.canvas import Sprite
from hacktrick.ui.table.motion.motion_state import flipped_card_sprite, render_code_card_face
from tests.support.rig import TableRig


def before_the_reveal(folder: Path, seed: int, **settings: Any) -> TableRig:
    """Return a round of Battle of Wits in which the second player is about to lay a code."""
    bench = TableRig(folder, preset="wits", seed=seed, **settings)
    dice = Random(seed)
    for _n in range(400):
        public = bench.match.public
        if public.phase == "codes" and any(public.sealed):
            bench.table.playback.skip_animations_silently()
            bench.table.refresh()
            return bench
        if bench.match.is_over:
            break
        if bench.match.is_round_over:
            bench.match.deal_next_round()
            bench.table.animate_and_announce_changes()
            continue
        legal = legal_actions(bench.match.observe(public.seat))
        codes = [a for a in legal if isinstance(a, LayCode) and a.code is not None]
        bench.do(dice.choice(codes or legal))
    return before_the_reveal(folder, seed + 1, **settings)


def lay_codes(bench: TableRig) -> None:
    legal = legal_actions(bench.match.observe(bench.match.public.seat))
    bench.do(next((a for a in legal if isinstance(a, LayCode) and a.code is not None), legal[0]))


def last_play(folder: Path, **settings: Any) -> tuple[TableRig, Play]:
    """Return a round that one more card wins while the opponent holds cards."""
    for seed in range(1, 60):
        bench = TableRig(folder / str(seed), seed=seed, **settings)
        dice = Random(seed)
        while not bench.match.is_round_over:
            public = bench.match.public
            legal = legal_actions(bench.match.observe(public.seat))
            winning = next((action for action in legal if wins(bench, action)), None)
            if isinstance(winning, Play) and public.seat == 0 and public.hand_sizes[1]:
                bench.table.playback.skip_animations_silently()
                return bench, winning
            bench.do(dice.choice(legal))
    raise AssertionError("no such round")


def wins(bench: TableRig, action: Action) -> bool:
    if not isinstance(action, Play):
        return False
    seen = bench.match.observe(bench.match.public.seat)
    shown = preview_draft(seen, TurnDraft(action.card, action.double))
    return shown is not None and shown.result is not None and len(shown.keys) == 3


def opening_of_codes(bench: TableRig) -> list[float]:
    """Return how far the shown codes are open, frame by frame, until nothing moves."""
    seen = []
    while bench.table.playback.is_running:
        bench.table.playback.update(1 / 60)
        bench.table.refresh()
        codes = bench.table.playback.motion.flipping_codes
        if codes:
            assert len({code.open for code in codes}) == 1
            seen.append(codes[0].open)
        bench.picture()
    return seen


def test_both_codes_turn_up_together(tmp_path: Path) -> None:
    bench = before_the_reveal(tmp_path, 3, animation_speed="normal")
    assert any(bench.table.model.public.sealed)
    lay_codes(bench)
    seen = opening_of_codes(bench)
    assert seen[0] == 0 and seen[-1] == 1 and seen == sorted(seen) and len(set(seen)) > 5
    assert bench.table.playback.motion.flipping_codes == ()
    assert not any(bench.table.model.public.sealed)
    assert "reveal" in bench.sounds


def test_a_revealed_code_names_the_only_person_at_the_screen_you(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    owners = []

    def keep(*args: Any, **more: Any) -> Sprite:
        owners.append(args[3])
        return render_code_card_face(*args, **more)

    monkeypatch.setattr("hacktrick.ui.table.match_playback.render_code_card_face", keep)
    lay_codes(before_the_reveal(tmp_path, 3, animation_speed="normal"))
    assert set(owners) == {"You", "Cipher"}


def test_nobody_is_asked_for_a_code_while_both_are_revealed(tmp_path: Path) -> None:
    bench = before_the_reveal(tmp_path, 3, animation_speed="normal")
    lay_codes(bench)
    bench.tick(0.4)
    model = bench.table.model
    assert bench.table.playback.motion.flipping_codes
    assert model.public.phase != "codes" and not any(model.public.codes)


def test_the_reveal_of_codes_can_be_cut(tmp_path: Path) -> None:
    bench = before_the_reveal(tmp_path, 3, animation_speed="normal")
    lay_codes(bench)
    bench.tick(0.4)
    assert bench.table.playback.motion.flipping_codes
    bench.press((5, 5))
    assert not bench.table.playback.is_running and bench.table.playback.motion.flipping_codes == ()
    assert bench.table.model.public == bench.match.public


@pytest.mark.parametrize("still", [{"animation_speed": "off"}, {"reduced_motion": True}])
def test_no_card_flips_where_animations_are_off(tmp_path: Path, still: dict[str, object]) -> None:
    bench = before_the_reveal(tmp_path, 3, **{"animation_speed": "normal", **still})
    lay_codes(bench)
    assert not bench.table.playback.is_running and bench.table.playback.motion.flipping_codes == ()


def test_the_hidden_hand_turns_up_after_the_light_on_the_line(tmp_path: Path) -> None:
    bench, action = last_play(tmp_path, animation_speed="normal")
    bench.do(action)
    turns = []
    while bench.table.playback.is_running:
        bench.table.playback.update(1 / 60)
        motion = bench.table.playback.motion
        if bench.table.playback.shown.hands is not None:
            turns.append(motion.hand_reveal_progress(1))
            if motion.completed_line is not None and motion.completed_line[2] < 1:
                assert motion.hand_reveal_progress(1) == 0
            assert motion.hand_reveal_progress(0) == 1
    assert turns[0] == 0 and turns[-1] == 1 and len(set(turns)) > 5


def test_a_card_shows_its_back_then_its_face_and_its_edge_between() -> None:
    def plain(colour: str) -> Sprite:
        surface = pygame.Surface((40, 60), pygame.SRCALPHA)
        surface.fill(colour)
        return Sprite(surface)

    back, face = plain("black"), plain("white")
    assert (
        flipped_card_sprite(back, face, 0.0) is back
        and flipped_card_sprite(back, face, 1.0) is face
    )
    widths = [flipped_card_sprite(back, face, n / 10).size[0] for n in range(11)]
    assert widths[5] <= 2 and widths[:6] == sorted(widths[:6], reverse=True)
    assert flipped_card_sprite(back, face, 0.4).surface.get_at((1, 30))[0] < 20
    assert flipped_card_sprite(back, face, 0.6).surface.get_at((1, 30))[0] > 200
