"""The editions have the options of the rules, and options that no rulebook knows are refused."""

from __future__ import annotations

from typing import Any

import pytest

from hacktrick.game.editions import OPTIONS, PRESETS, Rules, RulesError, custom_options, rules_for
from hacktrick.game.state import seating_for

GOLDEN = """
preset          seats target leader     markers      draw   second codes scores words
keypad          2     5      winner     immediate    ends   guard  no    side   keypad
servers         2     3      winner     immediate    ends   guard  no    side   servers
arena           2     5      alternates when_obliged ends   guard  no    side   arena
club            2     5      alternates when_obliged speaks draw   no    side   club
wits            2     6      winner     immediate    ends   guard  yes   side   keypad
trio            3     5      solo       immediate    ends   guard  no    side   keypad
trio-individual 3     4      rotates    immediate    ends   guard  no    seat   keypad
quartet         4     5      winner     immediate    ends   guard  no    side   keypad
"""


def edition_table_row(rules: Rules) -> list[str]:
    return [
        rules.preset,
        str(rules.n_seats),
        str(rules.target),
        rules.next_leader,
        rules.out_of_markers,
        "speaks" if rules.command_after_draw else "ends",
        rules.second_command,
        "yes" if rules.has_codes else "no",
        "seat" if rules.is_individual else "side",
        rules.words,
    ]


def test_the_editions_are_those_of_the_table_in_the_rules() -> None:
    header, *golden = [line.split() for line in GOLDEN.strip().splitlines()]
    assert len(header) == len(golden[0])
    assert [edition_table_row(rules) for rules in PRESETS.values()] == golden


def test_every_edition_has_the_same_cards_and_markers() -> None:
    for rules in PRESETS.values():
        assert (rules.values, rules.copies, rules.markers, rules.aside) == (6, 3, 10, 2)


@pytest.mark.parametrize("preset", list(PRESETS))
def test_a_preset_without_options_stays_unchanged(preset: str) -> None:
    assert rules_for(preset) == rules_for(preset, {}) == PRESETS[preset]
    assert custom_options(PRESETS[preset]) == {}


@pytest.mark.parametrize("preset", ["keypad", "servers", "arena", "club", "wits", "quartet"])
@pytest.mark.parametrize("name", list(OPTIONS))
def test_an_option_changes_that_field_and_nothing_else(preset: str, name: str) -> None:
    for value in OPTIONS[name]:
        rules = rules_for(preset, {name: value})
        assert getattr(rules, name) == value
        differing = {
            field
            for field in Rules.__slots__
            if getattr(rules, field) != getattr(PRESETS[preset], field)
        }
        assert differing <= {name}
        assert custom_options(rules) == dict.fromkeys(differing, value)


def test_options_can_be_combined() -> None:
    options = {"target": 7, "next_leader": "alternates", "second_command": "draw"}
    assert custom_options(rules_for("keypad", options)) == options


@pytest.mark.parametrize(
    ("preset", "options"),
    [
        ("chess", {}),
        ("", {}),
        ("keypad", {"codes": True}),
        ("keypad", {"table": "pairs"}),
        ("keypad", {"colour": "red"}),
        ("keypad", {"target": 0}),
        ("keypad", {"target": -1}),
        ("keypad", {"target": True}),
        ("keypad", {"target": 5.0}),
        ("keypad", {"target": "5"}),
        ("keypad", {"target": None}),
        ("keypad", {"command_after_draw": 1}),
        ("keypad", {"command_after_draw": "yes"}),
        ("keypad", {"out_of_markers": "never"}),
        ("keypad", {"second_command": "block"}),
        ("keypad", {"next_leader": "solo"}),
        ("keypad", {"next_leader": "rotates"}),
        ("keypad", {"next_leader": ["winner"]}),
        ("trio", {"codes": True}),
        ("quartet", {"codes": True}),
        ("trio", {"next_leader": "winner"}),
        ("trio-individual", {"next_leader": "alternates"}),
        ("trio-individual", {"next_leader": "solo"}),
    ],
)
def test_options_that_no_rulebook_knows_are_refused(preset: str, options: dict[str, Any]) -> None:
    with pytest.raises(RulesError):
        rules_for(preset, options)


@pytest.mark.parametrize(
    ("preset", "leader", "starter"),
    [
        ("keypad", 0, 0),
        ("keypad", 2, 0),
        ("trio", 0, 0),
        ("trio", 0, 3),
        ("quartet", 0, 1),
        ("quartet", -1, 2),
    ],
)
def test_impossible_leaders_and_starters_are_refused(
    preset: str, leader: int, starter: int
) -> None:
    with pytest.raises(RulesError):
        seating_for(PRESETS[preset], leader, starter)


def test_a_tie_break_is_between_two_players() -> None:
    for pair in ((0, 0), (0, 3), (-1, 1)):
        with pytest.raises(RulesError):
            seating_for(PRESETS["trio-individual"], *pair, duel=True)
