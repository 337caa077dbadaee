"""The table survives whole matches and random clicks and keys."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pygame
import pytest

from hacktrick.game.actions import Draw, Play
from hacktrick.game.cards import cards_of
from hacktrick.game.editions import PRESETS
from hacktrick.game.legality import legal_actions
from hacktrick.ui.table.round_result import ResultScene
from tests.support.rig import TableRig


def test_a_whole_match_against_level_1_is_played_by_keyboard(tmp_path: Path) -> None:
    bench = TableRig(tmp_path, thinks=True, seed=4, players=("human", "level:1"))
    for _n in range(4000):
        bench.tick(0.5)
        if isinstance(bench.top, ResultScene):
            if bench.match.is_over:
                break
            bench.tick(0.5)
            bench.key(pygame.K_RETURN)
        elif bench.session.may_act and not bench.table.playback.is_running:
            play_by_keys(bench)
    assert bench.match.is_over and isinstance(bench.top, ResultScene)
    bench.picture()


def play_by_keys(bench: TableRig) -> None:
    """Play the first legal action with the keyboard."""
    seen = bench.match.observe(0)
    legal = legal_actions(seen)
    card = next((a.card for a in legal if isinstance(a, Play)), None)
    if seen.public.phase == "start":
        bench.key(pygame.K_0 + cards_of(seen.hand)[0])
    elif card is not None:
        bench.key(pygame.K_0 + card)
    elif any(isinstance(action, Draw) for action in legal):
        bench.key(pygame.K_d)
    bench.key(pygame.K_RETURN)


LONG = {n: [] if n == "wits" else [pytest.mark.slow] for n in PRESETS}


@pytest.mark.parametrize("preset", [pytest.param(n, marks=LONG[n]) for n in sorted(PRESETS)])
def test_the_table_survives_a_thousand_random_clicks_and_keys(tmp_path: Path, preset: str) -> None:
    rules = PRESETS[preset]
    players = ("human", *("level:1",) * (rules.n_seats - 1))
    bench = TableRig(tmp_path, preset=preset, players=players, thinks=True, leader=0)
    dice = Random(preset)
    keys = [
        *range(pygame.K_0, pygame.K_6),
        *(getattr(pygame, f"K_KP{n}") for n in range(1, 10)),
        *(pygame.K_RETURN, pygame.K_SPACE, pygame.K_TAB, pygame.K_LEFT, pygame.K_UP),
        *(pygame.K_p, pygame.K_g, pygame.K_d, pygame.K_q, pygame.K_x, pygame.K_u, pygame.K_a),
        *(pygame.K_e, pygame.K_c, pygame.K_l, pygame.K_BACKSLASH, pygame.K_PAGEUP),
    ]
    for n in range(1000):
        if dice.random() < 0.5:
            bench.key(dice.choice(keys))
        else:
            bench.press((dice.randrange(1280), dice.randrange(44, 720)))
        if n % 3 == 0:
            bench.tick(0.4)
        if n % 50 == 0:
            bench.picture()
        # The stack has a public name only for the scene on top.
        if bench.table not in bench.stack._scenes:
            break  # a click has left the table
