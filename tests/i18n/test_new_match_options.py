"""The options of a new match: names, levels of added seats, and what the settings may hold."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from hacktrick.ai.levels.styles import DAILY_STYLE, style_of_the_day
from hacktrick.app.profiles import MAX_NAME_LENGTH
from hacktrick.game.editions import PRESETS
from hacktrick.game.match_rules import possible_first_leaders
from hacktrick.game.view import STEADY_STYLE
from hacktrick.i18n.computer_players import level_name
from hacktrick.i18n.match_options_and_player_names import (
    NewMatchOptions,
    SeatOptions,
    is_word_for_you,
    name_refusal,
    options_from_setting,
    options_to_setting,
)
from hacktrick.match.player_kinds import ENGINE, HUMAN, level_of


def test_the_usual_match_is_a_person_against_the_first_level() -> None:
    choices = NewMatchOptions()
    assert choices.preset == "keypad" and choices.leader is None and not choices.options
    assert [seat.player for seat in choices.seats] == [HUMAN, "level:1", "level:1", "level:1"]
    assert choices.names == ("Player 1", level_name(1))


def test_default_names_avoid_each_other_and_chosen_names() -> None:
    choices = NewMatchOptions("quartet", [SeatOptions("level:3") for _ in range(4)])
    assert len(set(choices.names)) == 4
    default = choices.names[1]
    choices.seats[0].name = default
    assert choices.names[0] == default and len(set(choices.names)) == 4
    mixed = NewMatchOptions("quartet", [SeatOptions(f"level:{n}") for n in (3, 4, 5, 6)])
    assert mixed.names == tuple(level_name(n) for n in (3, 4, 5, 6))
    mixed.seats[0].name = level_name(6)
    assert mixed.names[0] == level_name(6) != mixed.names[3]
    two = NewMatchOptions("keypad", [SeatOptions(name=level_name(2)), SeatOptions("level:2")])
    assert two.names == (level_name(2), level_name(2))
    named = NewMatchOptions("keypad", [SeatOptions(name="  Ada "), SeatOptions(ENGINE)])
    assert named.names == ("Ada", "Your engine")


def test_seats_that_an_edition_adds_get_levels_near_that_of_the_second_seat() -> None:
    choices = NewMatchOptions()
    choices.seats[1].player = "level:5"
    choices.choose_preset("quartet")
    assert [seat.player for seat in choices.seats] == [HUMAN, "level:5", "level:6", "level:4"]
    choices.seats[2].player = HUMAN
    choices.choose_preset("keypad")
    choices.choose_preset("quartet")
    assert choices.seats[2].player == HUMAN, "a chosen player stays"
    people = NewMatchOptions(seats=[SeatOptions(), SeatOptions(), *NewMatchOptions().seats[2:]])
    people.choose_preset("trio")
    assert people.seats[2].player == "level:1" == people.seats[3].player


def test_an_edition_drops_changed_options_and_an_impossible_leader() -> None:
    choices = NewMatchOptions("quartet", leader=3)
    choices.set_option("target", 9)
    assert choices.rules.target == 9
    choices.choose_preset("keypad")
    assert choices.options == {} and choices.leader is None
    choices.leader = 1
    choices.choose_preset("servers")
    assert choices.leader == 1


def test_an_option_like_that_of_the_edition_is_not_stored() -> None:
    choices = NewMatchOptions()
    usual = choices.rules.target
    choices.set_option("target", usual)
    assert choices.options == {}
    choices.set_option("target", usual + 1)
    assert choices.options == {"target": usual + 1}
    choices.set_option("target", usual)
    assert choices.options == {}


def test_an_engine_brings_its_name_and_takes_it_along() -> None:
    seat = SeatOptions()
    seat.choose_player(ENGINE, "Deep")
    assert (seat.player, seat.name) == (ENGINE, "Deep")
    seat.choose_player("level:2", "Deep")
    assert (seat.player, seat.name) == ("level:2", "")
    seat.name = "Ada"
    seat.choose_player(HUMAN, "Deep")
    assert seat.name == "Ada"


def test_manners_are_chosen_in_turn_and_only_for_computers() -> None:
    person = SeatOptions(style="bold", patient=True)
    assert person.manners == [] and person.manner == (STEADY_STYLE, False)
    seat = SeatOptions("level:10")
    seen = []
    for _ in range(len(seat.manners) + 1):
        seen.append(seat.manner)
        seat.choose_next_manner()
    assert seen[0] == seen[-1] == (STEADY_STYLE, False)
    assert seen[:-1] == seat.manners


def test_a_daily_style_is_played_as_that_of_today() -> None:
    seat = next(
        one
        for n in range(1, 11)
        if (one := SeatOptions(f"level:{n}", style=DAILY_STYLE)).manner[0] == DAILY_STYLE
    )
    before, found, after = date.today(), seat.todays_manner, date.today()
    assert found in ((style_of_the_day(before), False), (style_of_the_day(after), False))
    assert SeatOptions("level:1").todays_manner == (STEADY_STYLE, False)


def test_the_members_of_a_side_share_their_markers() -> None:
    team = NewMatchOptions("quartet")
    styles, sides = team.marker_styles(()), team.side_marker_styles(())
    assert styles == (sides[0], sides[1], sides[0], sides[1]) and sides[0] != sides[1]
    alone = NewMatchOptions("trio-individual").marker_styles(())
    assert len(set(alone)) == 3, "everybody is solo in turn"


@pytest.mark.parametrize("preset", list(PRESETS))
def test_options_survive_the_settings(preset: str) -> None:
    choices = NewMatchOptions(preset, leader=possible_first_leaders(PRESETS[preset])[-1])
    choices.set_option("target", 3)
    choices.seats[0].name = "Ada"
    choices.seats[1] = SeatOptions("level:10", "", STEADY_STYLE, True)
    again = options_from_setting(options_to_setting(choices))
    assert options_to_setting(again) == options_to_setting(choices)
    assert again.match_setup() == choices.match_setup()


@pytest.mark.parametrize(
    ("kept", "expected"),
    [
        ({}, NewMatchOptions()),
        ({"preset": "chess"}, NewMatchOptions()),
        ({"leader": True}, NewMatchOptions()),
        ({"leader": 2}, NewMatchOptions()),
        ({"leader": 1}, NewMatchOptions(leader=1)),
        ({"options": {"target": 99, "speed": 1, "next_leader": []}}, NewMatchOptions()),
        ({"options": {"target": 7}}, NewMatchOptions(options={"target": 7})),
    ],
)
def test_invalid_settings_are_replaced_by_the_usual_ones(
    kept: dict[str, Any], expected: NewMatchOptions
) -> None:
    assert options_from_setting(kept) == expected


def test_seats_in_the_settings_are_tidied() -> None:
    seats = [
        {"name": " Ada" + "x" * MAX_NAME_LENGTH, "player": "alien"},
        {"player": "level:999", "time": "more"},
        {"player": ENGINE},
        {},
        {"name": "fifth"},
    ]
    first, second, third, fourth = options_from_setting({"seats": seats}).seats
    assert first.player == HUMAN
    assert first.name == ("Ada" + "x" * MAX_NAME_LENGTH)[: MAX_NAME_LENGTH - 1]
    assert level_of(second.player) == 10 and not second.name
    assert (third.player, fourth) == (ENGINE, SeatOptions())


def test_names_that_mean_you_are_refused() -> None:
    assert all(map(is_word_for_you, ("you", "Yourself", " YOURS!")))
    assert not any(map(is_word_for_you, ("", "Yolanda", "you two")))
    refusals = [name_refusal(name, ["Ada"]) for name in ("You", "", "x" * 99, "a\0", "Ada", "Ben")]
    assert refusals[-1] is None
    assert len(set(refusals)) == len(refusals)
