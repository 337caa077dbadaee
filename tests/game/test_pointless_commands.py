"""Commands that change nothing are named with their reason, and really change nothing."""

from __future__ import annotations

from typing import Any

import pytest

from hacktrick.game.actions import COMMAND_GUARD, PASS, Action, parse
from hacktrick.game.editions import PRESETS, rules_for
from hacktrick.game.engine import apply, chance_outcomes, observe
from hacktrick.game.legality import is_pointless_command, legal_actions, pointless_reason
from hacktrick.game.state import OUT_OF_ROUND, State
from tests.support.positions import ALL_PRESETS, state_from_line, turn_of
from tests.support.scripted_matches import random_match

EMPTY = {"supply": (10, 0), "double": (0, OUT_OF_ROUND)}
FULL = ("0124", "1234")  # a player with four cards cannot draw
MIXED = rules_for("keypad", {"command_after_draw": True})


def pointless_reason_of(command: str, play: str = "play 0", **named: Any) -> str | None:
    table = turn_of(**named).do(play)
    assert command in table.legal
    return pointless_reason(table.public, parse(command))


@pytest.mark.parametrize(
    ("command", "named", "expected"),
    [
        ("command play", {}, None),
        ("command play", {"hands": ("0124", "3345")}, "OPPONENT_MUST_PLAY_ANYWAY"),
        ("command play", {"hands": ("0124", "")}, "OPPONENT_HAS_NO_CARD"),
        ("command guard", {}, None),
        ("command guard", {"hands": ("0124", "")}, "OPPONENT_HAS_NO_CARD"),
        ("command guard", {"supply": (10, 3)}, None),
        ("command guard", {"supply": (10, 2)}, "OPPONENT_CANNOT_COMMAND"),
        ("command guard", {"supply": (10, 2), "preset": "arena"}, None),
        ("command guard", {"supply": (10, 1), "preset": "arena"}, "OPPONENT_CANNOT_COMMAND"),
        ("command guard", {**EMPTY, "preset": "arena"}, "OPPONENT_CANNOT_COMMAND"),
        ("command guard", {"hands": ("0", "345")}, "OPPONENT_COULD_COMMAND_NOTHING"),
        ("command guard", {"preset": "club"}, None),
        ("command guard", {"preset": "club", "hands": ("0124", "")}, "OPPONENT_HAS_NO_CARD"),
        ("command guard", {**EMPTY, "preset": "club"}, "OPPONENT_HAS_NO_MARKER"),
        # A player who may command after a draw needs neither a card nor a marker for a key.
        ("command guard", {"preset": MIXED, "hands": ("0124", "")}, None),
        ("command guard", {"preset": MIXED, "supply": (10, 2)}, None),
        (
            "command guard",
            {"preset": MIXED, "supply": (10, 2), "hands": FULL},
            "OPPONENT_CANNOT_COMMAND",
        ),
        ("command guard", {"preset": MIXED, "supply": (10, 1)}, "OPPONENT_CANNOT_COMMAND"),
    ],
)
def test_a_pointless_command_has_its_reason(
    command: str, named: dict[str, Any], expected: str | None
) -> None:
    assert pointless_reason_of(command, **named) == expected


@pytest.mark.parametrize(
    ("partner", "expected"),
    [
        ("055", "OPPONENT_COULD_COMMAND_NOTHING"),
        ("05", None),
        ("-", "OPPONENT_COULD_COMMAND_NOTHING"),
    ],
)
def test_a_partner_who_must_or_cannot_play_needs_no_guard(
    partner: str, expected: str | None
) -> None:
    table = state_from_line(
        f"quartet phase=command row=30 aside=22 hands=12/34/{partner}/11 board=3a"
    )
    assert pointless_reason(table.public, COMMAND_GUARD) == expected


def test_to_pass_is_not_pointless() -> None:
    assert pointless_reason(turn_of().do("play 0").public, PASS) is None


@pytest.mark.parametrize("preset", ALL_PRESETS)
def test_a_pointless_command_changes_nothing(preset: str) -> None:
    """With or without the command, the next player has the same actions.

    Commands that are pointless themselves are an exception.
    """
    found = 0
    for seed in range(6):
        for match in random_match(PRESETS[preset], seed, n_rounds=2):
            state = match.full_state()
            if state.public.phase == "command":
                found += sum(
                    changes_nothing(state, action) for action in legal_for_acting_seat(state)
                )
    assert found > 20


def changes_nothing(state: State, command: Action) -> bool:
    if not is_pointless_command(state.public, command):
        return False
    commanded = apply(state, command).state
    free = commanded._replace(public=commanded.public._replace(command_in_force=""))
    assert legal_for_acting_seat(commanded) == legal_for_acting_seat(free)
    for action in legal_for_acting_seat(commanded):
        chance, _ = chance_outcomes(commanded, action)[0]
        after, other = (apply(one, action, chance).state for one in (commanded, free))
        if other.public.phase == "command":
            assert useful_commands(after) == useful_commands(other)
    return True


def legal_for_acting_seat(state: State) -> tuple[Action, ...]:
    return legal_actions(observe(state, state.public.seat))


def useful_commands(state: State) -> list[Action]:
    return [
        action
        for action in legal_for_acting_seat(state)
        if not is_pointless_command(state.public, action)
    ]
