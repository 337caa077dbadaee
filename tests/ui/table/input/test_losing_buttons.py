"""A button after which the opponent surely wins does not look like the safe choice."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hacktrick.app.turn_draft import EMPTY_DRAFT, TURN_ENDS, ControlName
from hacktrick.game.actions import Action
from hacktrick.game.legality import legal_actions
from hacktrick.game.state import Observation, PublicState, RevealedFacts
from hacktrick.game.transitions import apply_public_part
from hacktrick.ui.table.input.table_widgets import DockButton
from tests.support.rig import TableRig


def positions(folder: Path, preset: str = "keypad", **settings: Any) -> Iterator[TableRig]:
    """Yield tables at turns of the player at the screen, with and without a chosen card."""
    for seed in range(1, 60):
        bench = TableRig(folder, preset, seed=seed, **settings)
        for turn in range(4, 24, 2):
            bench.play_randomly_until(0, turn)
            if bench.match.is_round_over:
                break
            bench.table.playback.skip_animations_silently()
            bench.draw()
            yield bench
            for card in bench.table.model.reachable_keys:
                bench.table.turn.clear_choice()
                bench.table.controller.choose_card_or_end_turn(card)
                bench.draw()
                if bench.table.model.draft != EMPTY_DRAFT:
                    yield bench


def wins_at_once(public: PublicState, hand: tuple[int, ...]) -> bool:
    for action in legal_actions(Observation(public.seat, public, hand, ())):
        if action.verb == "play":
            result = apply_public_part(public, action, RevealedFacts()).result
            if result is not None and result.side == public.side:
                return True
    return False


def is_lost_after(bench: TableRig, actions: tuple[Action, ...]) -> bool:
    model = bench.table.model
    public = model.public
    for action in actions:
        reshuffled = action.verb == "draw" and public.deck_size == 1
        public = apply_public_part(public, action, RevealedFacts(reshuffled=reshuffled))
    if public.result is not None or public.seat == 0:
        return False
    return all(wins_at_once(public, hand) for hand in model.hand_chances[public.seat])


def buttons(bench: TableRig) -> dict[ControlName, DockButton]:
    widgets = bench.table.widgets
    names: tuple[ControlName, ...] = (*TURN_ENDS, "draw")
    return dict(zip(names, (*widgets.end_buttons, widgets.draw_button), strict=True))


@pytest.mark.parametrize("preset", ["keypad", "servers"])
def test_exactly_the_buttons_that_lose_for_certain_say_so(tmp_path: Path, preset: str) -> None:
    seen = set()
    for bench in positions(tmp_path, preset):
        for name, button in buttons(bench).items():
            offer = bench.table.model.offers[name]
            if offer.refusal is not None or not button.visible:
                continue
            lost = is_lost_after(bench, offer.actions)
            says_so = "surely wins" in button.warning
            assert says_so == lost, (name, bench.texts())
            assert lost <= (button.visual_rank != "first")
            if lost and button.primary:
                assert button.visual_rank == "risky"
            seen.add((name, lost))
        if {("pass", True), ("pass", False), ("draw", True), ("play", True)} <= seen:
            return
    raise AssertionError(f"only {seen}")


def test_without_memory_aids_nothing_is_counted_for_the_player(tmp_path: Path) -> None:
    for n, bench in enumerate(positions(tmp_path, aids="memory")):
        assert not any("surely" in button.warning for button in buttons(bench).values())
        if n > 100:
            break
