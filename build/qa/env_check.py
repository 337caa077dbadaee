#!/usr/bin/env python3
"""Checks the research environments with the test suites of PettingZoo and OpenSpiel.

python build/qa/env_check.py [--cycles 2000] [--sims 20]

Every edition goes through PettingZoo's tests of the interface, seeds and rendering; every
two-player edition goes through OpenSpiel's random simulation test, including serialisation. Stops
with an error at the first fault. Needs the dependency groups ``env`` and ``openspiel``.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import pyspiel
from open_spiel.python.observation import make_observation
from pettingzoo.test import api_test, render_test, seed_test

from hacktrick.env import openspiel, pettingzoo_aec
from hacktrick.game.editions import PRESETS


def run_pettingzoo_tests(preset: str, n_cycles: int) -> None:
    """Run PettingZoo's tests of the AEC interface, seeds and rendering."""
    api_test(pettingzoo_aec.env(preset), num_cycles=n_cycles)
    seed_test(partial(pettingzoo_aec.env, preset), num_cycles=max(10, n_cycles // 10))
    render_test(partial(pettingzoo_aec.raw_env, preset))


def run_openspiel_tests(preset: str, n_sims: int) -> None:
    """Run OpenSpiel's random simulation test, and check an observer and a clone of a state."""
    game = pyspiel.load_game(f"{openspiel.NAME}(preset={preset})")
    pyspiel.random_sim_test(game, num_sims=n_sims, serialize=True, verbose=False)
    observer = make_observation(game)
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[-1])
        for player in (0, 1):
            observer.set_from(state, player)
            assert abs(observer.tensor).max() <= 1
    assert state.clone().history() == state.history()


def run_and_time(label: str, work: Callable[[], None]) -> None:
    """Run a test, and print that it passed and how long it took."""
    began = time.monotonic()
    work()
    print(f"{label}: passed ({time.monotonic() - began:.0f} s)", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument(
        "--cycles", type=int, default=2000, help="PettingZoo cycles for each edition"
    )
    parser.add_argument("--sims", type=int, default=20, help="OpenSpiel rounds for each edition")
    options = parser.parse_args()
    for preset in PRESETS:
        run_and_time(f"PettingZoo, {preset}", partial(run_pettingzoo_tests, preset, options.cycles))
    for preset in openspiel.TWO_PLAYERS:
        run_and_time(f"OpenSpiel, {preset}", partial(run_openspiel_tests, preset, options.sims))
    return 0


if __name__ == "__main__":
    sys.exit(main())
