"""The levels value actions as they did when their ratings were measured.

The players' knowledge of the game consists of numbers that were set by hand and of a net. No rule
says what these must be, but the ratings in docs/strength.md hold only for players who decide with
them. After a change on purpose, measure the ratings again and write the values anew:

    python -m tests.ai.levels.test_decision_values
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from hacktrick.ai.agent import Budget
from hacktrick.ai.levels.catalogue import level_decision
from hacktrick.ai.levels.styles import STYLE_NAMES
from hacktrick.game.actions import CODES
from hacktrick.game.editions import PRESETS
from hacktrick.game.legality import legal_actions
from hacktrick.game.view import SeatInfo, View
from hacktrick.match.live_match import Match, RandomChance
from hacktrick.match.player_kinds import player_for_level

FILE = Path(__file__).with_name("decision_values.json")
BUDGET = Budget(3600.0, 300)
SOLVING_LEVEL = 8  # the quickest level with a net
LEVELS = range(1, SOLVING_LEVEL + 1)
LEVELS_A_POSITION = 3
N_ROUNDS = 2
STEP = 3  # the test looks at every third decision of a round
# Sums in single precision depend a little on the processor.
ROUNDING, SINGLE_PRECISION = 2e-6, 2e-3


def sample_views(preset: str, seed: int) -> list[View]:
    """Return positions of a random round in which there is something to choose.

    Every seat plays in one of the styles.
    """
    rules, rng = PRESETS[preset], Random(seed)
    player, style = player_for_level(SOLVING_LEVEL), STYLE_NAMES[seed % len(STYLE_NAMES)]
    seats = [SeatInfo(str(n), player, style) for n in range(rules.n_seats)]
    match = Match(rules, seats, RandomChance(rng), 0, CODES if rules.has_codes else ())
    match.deal_next_round()
    found = []
    while not match.is_round_over:
        seat = match.public.seat
        legal = legal_actions(match.observe(seat))
        if len(legal) > 1:
            found.append(match.view(seat))
        match.submit(seat, rng.choice(legal))
    return found[seed % STEP :: STEP]


def decisions_in(preset: str) -> list[dict[str, Any]]:
    """Return what some levels choose in some positions, and how they value the actions."""
    seeds = range(len(preset), len(preset) + N_ROUNDS)
    views = [view for seed in seeds for view in sample_views(preset, seed)]
    found = []
    for number, view in enumerate(views):
        for place in range(LEVELS_A_POSITION):
            level = LEVELS[(LEVELS_A_POSITION * number + place) % len(LEVELS)]
            decision = level_decision(level, view, BUDGET, seed=number)
            values = {str(action): round(value, 6) for action, value in decision.values}
            found.append(
                {
                    "level": level,
                    "action": str(decision.action),
                    "value": round(decision.value, 6),
                    "values": values,
                }
            )
    return found


@pytest.mark.parametrize("preset", PRESETS)
def test_the_levels_value_actions_as_when_they_were_measured(preset: str) -> None:
    expected = json.loads(FILE.read_text(encoding="utf-8"))[preset]
    for found, known in zip(decisions_in(preset), expected, strict=True):
        is_solved = found["level"] == SOLVING_LEVEL
        error = SINGLE_PRECISION if is_solved else ROUNDING
        assert found["level"] == known["level"]
        assert found["values"] == pytest.approx(known["values"], abs=error), found["level"]
        # A solution may mix actions of about equal value.
        assert is_solved or found["action"] == known["action"]
        assert is_solved or found["value"] == pytest.approx(known["value"], abs=error)


def write_file() -> None:
    found = {preset: decisions_in(preset) for preset in PRESETS}
    lines = (
        f"{json.dumps(preset)}: [\n" + ",\n".join(map(json.dumps, decisions)) + "\n]"
        for preset, decisions in found.items()
    )
    FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    write_file()
