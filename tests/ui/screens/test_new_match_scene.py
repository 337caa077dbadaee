"""The new-match screen: its choices are played, and all of them are remembered."""

from __future__ import annotations

import itertools
import re
from itertools import product
from pathlib import Path
from typing import Any

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st
from qa.text_overlaps import with_pseudo_language_available

from hacktrick.app.settings import Settings, with_changes
from hacktrick.game.actions import CODES
from hacktrick.game.editions import OPTIONS, PRESETS, rules_for
from hacktrick.game.view import SeatInfo
from hacktrick.i18n.computer_players import (
    CHARACTERS,
    distinct_computer_name,
    face_distinguishing_letter,
    level_ability_phrase,
    level_ability_sentence,
    level_name,
    level_title,
    nearest_existing_level,
)
from hacktrick.i18n.match_options_and_player_names import (
    USUAL_LEVEL,
    NewMatchOptions,
    SeatOptions,
    options_from_setting,
    options_to_setting,
)
from hacktrick.i18n.rulebook.code_pages import code_name
from hacktrick.i18n.translator import available_languages
from hacktrick.match.player_kinds import LEVEL_NUMBERS
from hacktrick.ui.accessibility.accessibility_tree import TextRecorder
from hacktrick.ui.paint.fonts import SMALL
from hacktrick.ui.screens.new_match_scene import NewMatchScene
from hacktrick.ui.widgets.basic_widgets import Button, Stepper, TextField
from tests.support.rig import BareTable, Rig, match_of_session

PRESET_NAMES = list(PRESETS)
AGAINST_TEN = {
    "preset": "keypad",
    "seats": [{"player": "human", "name": "Ada"}, {"player": "level:10", "name": ""}],
}


@pytest.fixture
def rig(tmp_path: Path) -> Rig:
    return Rig(tmp_path, bare_table=True)


def open_screen(rig: Rig) -> NewMatchScene:
    scene = NewMatchScene(rig.context, rig.services)
    rig.show(scene)
    return scene


def choose_preset(rig: Rig, preset: str) -> None:
    for _n in range(PRESET_NAMES.index(preset)):
        rig.click_right("preset")


@pytest.mark.parametrize("preset", PRESETS)
def test_every_edition_is_played_as_chosen(rig: Rig, preset: str) -> None:
    scene = open_screen(rig)
    choose_preset(rig, preset)
    rig.click("start")
    assert isinstance(rig.top, BareTable)
    match = match_of_session(rig.services.session)
    assert match.rules == PRESETS[preset]
    assert len(match.seats) == PRESETS[preset].n_seats
    assert len({seat.name for seat in match.seats}) == len(match.seats)
    assert [seat.player for seat in match.seats] == [
        seat.player for seat in scene.choices.seats[: len(match.seats)]
    ]


@pytest.mark.parametrize("option", [option for option in OPTIONS if option != "target"])
def test_every_rule_option_can_be_set_on_its_own(rig: Rig, option: str) -> None:
    open_screen(rig)
    rig.click("fold")
    rig.click_right(option)
    rig.click("start")
    first, second = OPTIONS[option]
    assert rig.services.session.rules == rules_for("keypad", {option: second})
    assert getattr(PRESETS["keypad"], option) == first


def test_the_target_is_set_and_remembered(rig: Rig) -> None:
    open_screen(rig)
    rig.click_right("target")
    assert rig.settings.last_match["options"] == {"target": 6}
    again = NewMatchScene(rig.context, rig.services)
    assert again.choices.rules.target == 6


def test_the_first_leader_can_be_chosen(rig: Rig) -> None:
    open_screen(rig)
    rig.click_right("leader")
    rig.click_right("leader")
    rig.click("start")
    assert match_of_session(rig.services.session).record.rounds[0].leader == 1


def test_there_is_no_choice_of_a_leader_where_the_solo_player_leads(rig: Rig) -> None:
    scene = open_screen(rig)
    choose_preset(rig, "trio")
    assert "leader" not in scene.widgets and "next_leader" not in scene.widgets


def test_names_are_typed_and_remembered(rig: Rig) -> None:
    open_screen(rig)
    rig.click("name 0")
    rig.key(pygame.K_END)
    for _n in range(20):
        rig.key(pygame.K_BACKSPACE)
    rig.type("Zoë")
    rig.click("start")
    assert rig.services.session.seats[0].name == "Zoë"
    assert NewMatchScene(rig.context, rig.services).choices.names[0] == "Zoë"


def test_an_empty_name_becomes_the_default_name(rig: Rig) -> None:
    open_screen(rig)
    rig.click("name 1")
    for _n in range(20):
        rig.key(pygame.K_BACKSPACE)
    rig.click("start")
    assert rig.services.session.seats[1].name == level_name(USUAL_LEVEL)


def test_the_default_name_follows_the_level(rig: Rig) -> None:
    scene = open_screen(rig)
    rig.click_right("player 1")
    field: Any = scene.widgets["name 1"]
    assert scene.choices.names[1] == field.text == level_name(USUAL_LEVEL + 1)


def test_the_name_of_an_engine_stands_in_its_field_until_another_player_is_chosen(
    tmp_path: Path,
) -> None:
    rig = Rig(tmp_path, settings=Settings(engine_name="Chancer", engine_command="python3 bot.py"))
    scene = open_screen(rig)
    while scene.choices.seats[1].player != "human":
        rig.click_right("player 1")
    field, choice = scene.widgets["name 1"], scene.widgets["player 1"]
    assert isinstance(field, TextField) and isinstance(choice, Stepper)
    choice.step_value(-1)
    assert scene.choices.names[1] == field.text == "Chancer"
    choice.step_value(1)
    assert scene.choices.names[1] == field.text == "Player 2"


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("levels", [(3, 3, 3, 3), (1, 2, 3, 4), (10, 10, 1, 1)])
def test_computer_players_at_one_table_have_different_names(
    preset: str, levels: tuple[int, ...]
) -> None:
    seats = [SeatOptions(f"level:{level}") for level in levels]
    choices = NewMatchOptions(preset, seats)
    names = choices.names
    assert len(set(names)) == len(names) == choices.rules.n_seats
    assert not any(re.search(r"\d", name) for name in names)
    used = [level_name(n) for n in LEVEL_NUMBERS] + [code_name(code, str) for code in CODES]
    for name, level in zip(names, levels, strict=False):
        if levels[: len(names)].count(level) == 1:
            assert name == level_name(level)
        else:
            assert name in CHARACTERS and name not in used


@pytest.mark.parametrize(
    ("level", "others"), [(1, (2, 3)), (7, (8, 6)), (10, (9, 8)), (None, (1, 2))]
)
def test_seats_that_come_into_play_get_other_hackers_of_nearby_levels(
    level: int | None, others: tuple[int, int]
) -> None:
    choices = NewMatchOptions()
    choices.seats[1].player = "human" if level is None else f"level:{level}"
    choices.choose_preset("quartet")
    assert [seat.player for seat in choices.seats[2:]] == [f"level:{n}" for n in others]
    assert choices.names[2:] == tuple(map(level_name, others))


def test_chosen_players_stay_when_the_edition_changes() -> None:
    choices = NewMatchOptions("trio", [SeatOptions(f"level:{n}") for n in (5, 5, 1, 4)])
    choices.choose_preset("quartet")
    assert [seat.player for seat in choices.seats] == [f"level:{n}" for n in (5, 5, 1, 4)]


def test_faces_of_one_level_carry_a_mark() -> None:
    def marks(*seats: SeatInfo) -> list[str]:
        return [face_distinguishing_letter(seats, n) for n in range(len(seats))]

    assert marks(SeatInfo("Pixel", "human"), SeatInfo("Pixel", "level:1")) == ["", ""]
    echo, ember, onyx = (SeatInfo(name, "level:1") for name in ("Echo", "Ember", "Onyx"))
    assert marks(echo, onyx, SeatInfo("Zero", "level:10")) == ["E", "O", ""]
    assert marks(echo, ember, onyx) == ["1", "2", "O"]


@pytest.mark.parametrize("preset", PRESETS)
def test_an_edition_is_not_described_twice(preset: str, rig: Rig) -> None:
    scene = open_screen(rig)
    choose_preset(rig, preset)
    rig.context.set_text_recorder(recorder := TextRecorder())
    scene.preview.draw_description(
        rig.surface, PRESETS[preset], pygame.Rect(0, 0, 600, 200), is_unfolded=False
    )
    text = " ".join(one.text for one in recorder.collect_painted_texts()).casefold()
    for words in ("solo player leads", "lead alternates", "twelve codes", "against two"):
        assert text.count(words) <= 1


def test_the_record_contains_names_and_levels(rig: Rig) -> None:
    seats = [SeatOptions("human", "Anna"), *(SeatOptions("level:3") for _n in range(3))]
    new = NewMatchOptions("quartet", seats).match_setup()
    match = match_of_session(rig.services.local_table.begin_match(new))
    assert [seat.player for seat in match.record.seats] == ["human", *["level:3"] * 3]
    assert [seat.name for seat in match.record.seats] == [seat.name for seat in new.seats]
    assert len({seat.name for seat in match.record.seats}) == 4


def test_a_computer_player_never_takes_the_name_of_another_player() -> None:
    """A human player may also be called Nova."""
    for seat, level in product(range(4), LEVEL_NUMBERS):
        first = distinct_computer_name(seat, level, ())
        assert distinct_computer_name(seat, level, (first.upper(),)) not in (first, first.upper())


def test_house_rules_are_shown_as_sentences(rig: Rig) -> None:
    scene = open_screen(rig)
    rig.click("fold")
    for option in ("next_leader", "out_of_markers", "command_after_draw", "second_command"):
        choice: Any = scene.widgets[option]
        assert choice.label == ""
        assert all(text.endswith(".") and " " in text for _value, text in choice.options)


def test_equal_names_are_refused_with_a_reason(rig: Rig) -> None:
    scene = open_screen(rig)
    rig.click("name 0")
    for _n in range(20):
        rig.key(pygame.K_BACKSPACE)
    rig.type(level_name(USUAL_LEVEL).upper())
    start = scene.widgets["start"]
    assert isinstance(start, Button) and start.reason
    rig.click("start")
    assert rig.top is scene and scene.message == start.reason


def test_the_memory_aids_are_saved_as_a_setting(rig: Rig) -> None:
    open_screen(rig)
    rig.click_right("aids")
    assert rig.settings.aids == "learning" and rig.kept[-1].aids == "learning"


def test_a_new_match_keeps_the_saved_one_among_the_matches(rig: Rig) -> None:
    rig.save_a_match()
    open_screen(rig)
    rig.click("start")
    assert isinstance(rig.top, BareTable)
    assert [entry.preset for entry in rig.services.local_table.find_unfinished_matches()] == [
        "keypad"
    ]


def test_a_new_match_keeps_the_one_at_the_table(rig: Rig) -> None:
    rig.begin()
    table = BareTable(rig.context, rig.services)
    rig.show(table)
    open_screen(rig)
    rig.click("start")
    assert isinstance(rig.top, BareTable) and rig.top is not table
    assert len(rig.services.local_table.find_unfinished_matches()) == 1


def test_choices_survive_saving_and_loading(rig: Rig) -> None:
    choices = NewMatchOptions("quartet")
    choices.seats[2].player, choices.seats[2].name = "level:1", "Ida"
    choices.set_option("target", 9)
    choices.leader = 3
    settings = with_changes(Settings(), last_match=options_to_setting(choices))
    assert options_from_setting(settings.last_match) == choices


def test_an_unknown_level_becomes_the_nearest_one() -> None:
    kept = {"seats": [{"name": "", "player": "level:99"}, {"name": "", "player": "robot"}]}
    choices = options_from_setting(kept)
    assert choices.seats[0].player == f"level:{LEVEL_NUMBERS[-1]}"
    assert choices.seats[1].player == "human"


SCALARS = st.none() | st.booleans() | st.integers() | st.text(max_size=5)
KEPT = st.fixed_dictionaries(
    {},
    optional={
        "preset": st.text(max_size=9) | st.sampled_from(PRESET_NAMES),
        "leader": SCALARS,
        "options": st.dictionaries(st.sampled_from([*OPTIONS, "x"]), SCALARS, max_size=4),
        "seats": st.lists(
            st.fixed_dictionaries({"name": st.text(max_size=30), "player": st.text(max_size=9)}),
            max_size=4,
        ),
    },
)


@given(KEPT)
def test_any_saved_data_becomes_playable_choices(kept: dict[str, Any]) -> None:
    choices = options_from_setting(kept)
    assert len(choices.seats) == 4 and choices.match_setup().rules == choices.rules
    assert options_from_setting(options_to_setting(choices)) == choices


@pytest.mark.parametrize("preset", PRESETS)
def test_every_level_has_its_own_title_and_description(preset: str) -> None:
    sentences = {level_ability_sentence(level, PRESETS[preset]) for level in LEVEL_NUMBERS}
    assert len(sentences) == len(LEVEL_NUMBERS)
    assert len({level_title(level) for level in LEVEL_NUMBERS}) == len(LEVEL_NUMBERS)
    assert nearest_existing_level(1000) == LEVEL_NUMBERS[-1] and level_name(77) == "Level 77"


@pytest.mark.parametrize("language", available_languages())
def test_descriptions_of_four_players_fit_into_the_smallest_window(
    tmp_path: Path, language: str
) -> None:
    with with_pseudo_language_available(language):
        scene = open_screen(Rig(tmp_path, (960, 600)))
        scene.choices.choose_preset("quartet")
        scene.rebuild_widgets()
        fonts, rules = scene.context.fonts, scene.choices.rules
        # The room of a text has no public name, since it is only drawn.
        room = scene._seat_panels.description_rect(
            1, scene.widgets["sign 1"], scene.widgets["player 1"]
        )
        for level in LEVEL_NUMBERS:
            words = level_ability_phrase(level, rules)
            assert fonts.paragraph_height(words, SMALL, room.width) <= room.height, words


def test_the_style_button_cycles_through_all_styles(tmp_path: Path) -> None:
    rig = Rig(tmp_path, settings=Settings(language="en", last_match=AGAINST_TEN))
    scene = rig.show(NewMatchScene(rig.context, rig.services))
    found = []
    for _press in range(7):
        found.append((scene.widgets["manner 1"].label, scene.choices.match_setup().seats[1]))
        rig.click("manner 1")
    words = [label for label, _ in found]
    styles, daily = ["Steady", "Bold", "Thrifty", "Talkative"], "Changes"
    assert words == [*styles, "Takes its time", daily, "Steady"]
    assert [seat.style for _, seat in found][1:4] == ["bold", "thrifty", "talkative"]
    assert [seat.patient for _, seat in found] == [False] * 4 + [True, False, False]
    again = options_from_setting(rig.settings.last_match)
    assert again.seats[1].manner == ("bold", False)


def test_the_style_button_keeps_clear_of_the_edge_of_its_panel(tmp_path: Path) -> None:
    rig = Rig(tmp_path, settings=Settings(language="en", last_match=AGAINST_TEN))
    scene = rig.show(NewMatchScene(rig.context, rig.services))
    # Read from the layout, since a panel is drawn and is no widget.
    panel, button = scene._seat_panels.panels[1], scene.widgets["manner 1"].rect
    assert panel.inflate(-rig.context.px(12), -rig.context.px(12)).contains(button)
    assert not button.colliderect(scene.widgets["player 1"].rect)


def test_weak_levels_and_humans_have_no_style_button(tmp_path: Path) -> None:
    seats = [{"player": "human", "name": ""}, {"player": "level:4", "name": ""}]
    settings = Settings(language="en", last_match={"preset": "keypad", "seats": seats})
    rig = Rig(tmp_path, settings=settings)
    shown = rig.show(NewMatchScene(rig.context, rig.services))
    assert "manner 0" not in shown.widgets and "manner 1" not in shown.widgets
    shown.widgets["player 1"].step_value(1)
    rig.wait(0)
    assert "manner 1" in shown.widgets


@pytest.mark.parametrize(("preset", "least"), [("trio", 84), ("quartet", 84)])
def test_seats_of_three_and_four_are_not_cramped_in_a_tall_window(
    tmp_path: Path, preset: str, least: int
) -> None:
    rig = Rig(tmp_path, (900, 1400))
    scene = rig.show(NewMatchScene(rig.context, rig.services, NewMatchOptions(preset)))
    n = PRESETS[preset].n_seats
    tops = [scene.widgets[f"sign {seat}"].rect.top for seat in range(n)]
    assert all(b - a >= rig.context.px(least) for a, b in itertools.pairwise(tops))
    window = pygame.Rect(0, 0, 900, 1400)
    assert all(window.contains(one.rect) for one in scene.widgets.values() if one.rect.width)
    assert scene.widgets["fold"].rect.bottom < scene.widgets["start"].rect.top


def test_the_last_choices_are_kept_as_far_as_they_exist() -> None:
    options = {"target": 99, "nothing": 1, "next_leader": [], "second_command": "draw"}
    kept = options_from_setting({"preset": "keypad", "options": options, "leader": 2})
    assert (kept.options, kept.leader) == ({"second_command": "draw"}, None)
    assert options_from_setting({"preset": "keypad", "leader": 1}).leader == 1
