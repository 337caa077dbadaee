"""The title screen: its entries, and what they do."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pygame
import pytest

from hacktrick.app.settings import Settings
from hacktrick.app.storage import StorageProblem
from hacktrick.game.editions import PRESETS
from hacktrick.game.view import SeatInfo
from hacktrick.i18n.match_options_and_player_names import (
    NewMatchOptions,
    SeatOptions,
    options_from_setting,
    options_to_setting,
)
from hacktrick.i18n.match_summaries import saved_match_line
from hacktrick.match.player_kinds import LEVEL_NUMBERS
from hacktrick.ui.accessibility.accessibility_tree import TextRecorder
from hacktrick.ui.scene.scenes_and_context import Scene
from hacktrick.ui.screens.about_scene import AboutScene
from hacktrick.ui.screens.new_match_scene import NewMatchScene
from hacktrick.ui.screens.rules.rules_scene import RulesScene
from hacktrick.ui.screens.settings.settings_scene import SettingsScene
from hacktrick.ui.screens.title import title_art
from hacktrick.ui.screens.title.title_scene import LevelFaceButton, TitleScene
from hacktrick.ui.widgets.basic_widgets import Button
from hacktrick.ui.widgets.dialogs import NoticeScene
from tests.support.rig import BareTable, Rig, match_of_session, saved_text


@pytest.fixture
def rig(tmp_path: Path) -> Rig:
    """A rig in which a match has been set up before."""
    settings = Settings(last_match=options_to_setting(NewMatchOptions()))
    return Rig(tmp_path, settings=settings, bare_table=True)


def open_title(rig: Rig) -> TitleScene:
    scene = TitleScene(rig.context, rig.services)
    rig.show(scene)
    return scene


def test_the_worker_starts_while_the_title_is_idle(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    starts: list[str] = []
    monkeypatch.setattr(rig.services.thinker, "start", lambda: starts.append("worker"))
    scene = open_title(rig)
    while not starts:
        rig.tick()
        assert scene.is_animating or starts


def test_play_comes_first_without_a_saved_match(rig: Rig) -> None:
    scene = open_title(rig)
    assert "continue" not in scene.widgets and scene.group.focused_widget is scene.widgets["play"]


def test_continue_comes_first_and_describes_the_saved_match(rig: Rig) -> None:
    rig.save_a_match()
    scene = open_title(rig)
    assert scene.group.focused_widget is scene.widgets["continue"]
    go_on: Any = scene.widgets["continue"]
    assert go_on.effect == "ANNA against BELA, round 1, 0:0"


def test_continue_resumes_with_one_press(rig: Rig) -> None:
    rig.save_a_match()
    saved = saved_text(rig.services)
    open_title(rig)
    rig.key(pygame.K_RETURN)
    assert isinstance(rig.top, BareTable)
    assert match_of_session(rig.services.session).record.as_text() == saved


def test_play_starts_a_match_with_one_press(rig: Rig) -> None:
    open_title(rig)
    rig.key(pygame.K_RETURN)
    assert isinstance(rig.top, BareTable)
    players = [seat.player for seat in rig.services.session.seats]
    assert players == ["human", "level:1"]


def test_again_uses_the_last_choices_where_the_ladder_does_not(rig: Rig) -> None:
    assert "again" not in open_title(rig).widgets
    last = NewMatchOptions("quartet", [SeatOptions("human", "EVA"), *[SeatOptions("level:1")] * 3])
    rig.context.change_settings(last_match=options_to_setting(last))
    again = open_title(rig).widgets["again"]
    assert isinstance(again, Button) and again.icon != "undo", "nothing is taken back"
    rig.click("again")
    match = match_of_session(rig.services.session)
    assert match.rules.preset == "quartet" and match.seats[0].name == "EVA"


@pytest.mark.parametrize(
    ("entry", "scene"),
    [
        ("new", NewMatchScene),
        ("rules", RulesScene),
        ("settings", SettingsScene),
        ("about", AboutScene),
    ],
)
def test_every_entry_leads_to_its_screen_and_back(rig: Rig, entry: str, scene: type[Scene]) -> None:
    open_title(rig)
    rig.click(entry)
    assert isinstance(rig.top, scene)
    rig.key(pygame.K_ESCAPE)
    assert isinstance(rig.top, TitleScene)


def test_quit_ends_the_program(rig: Rig) -> None:
    open_title(rig)
    rig.click("quit")
    assert rig.top is None


def test_escape_moves_the_focus_to_quit_but_does_not_quit(rig: Rig) -> None:
    scene = open_title(rig)
    rig.key(pygame.K_ESCAPE)
    assert rig.top is scene and scene.group.focused_widget is scene.widgets["quit"]


def test_problems_are_reported_once_and_one_at_a_time(tmp_path: Path) -> None:
    problems = (StorageProblem("other_instance", "/x"), StorageProblem("disk_full", "/x/y"))
    rig = Rig(tmp_path, problems=problems)
    open_title(rig)
    texts = []
    while isinstance(rig.top, NoticeScene):
        texts.append(rig.top.text)
        rig.key(pygame.K_ESCAPE)
        rig.wait(0.1)
    assert len(texts) == 2 and "/x" in texts[0] and "/x/y" in texts[1]
    assert isinstance(rig.top, TitleScene)


def test_returning_from_a_match_offers_to_continue_it(rig: Rig) -> None:
    scene = open_title(rig)
    rig.key(pygame.K_RETURN)
    rig.context.stack.pop()
    rig.context.stack.apply_changes()
    rig.wait(0)
    assert isinstance(rig.top, TitleScene) and rig.top is not scene
    assert "continue" in rig.top.widgets and rig.services.session is None


def test_the_keys_in_the_picture_make_sounds(rig: Rig) -> None:
    scene = open_title(rig)
    scene.group.set_focus(scene.widgets["rules"])
    rig.key(pygame.K_5, text="5")
    assert scene.art.pressed == 5 and rig.sounds[-1] == "key"
    rig.wait(0.3)
    assert scene.art.pressed is None
    pos = scene.art.keys[8].center
    rig.press_button(pos)
    assert scene.art.pressed == 8
    rig.release_button(pos)
    assert scene.art.pressed is None


def test_nothing_moves_once_the_row_is_lit(rig: Rig) -> None:
    scene = open_title(rig)
    assert scene.is_animating
    rig.wait(2)
    assert not scene.is_animating and scene.art.progress == 1
    rig.picture()
    rig.wait(1)
    assert not rig.context.stack.needs_redraw


def test_reduced_motion_starts_with_the_final_picture(rig: Rig) -> None:
    rig.context.change_settings(reduced_motion=True)
    scene = open_title(rig)
    assert not scene.is_animating and scene.art.progress == 1


def test_the_description_of_a_saved_match_contains_its_score(rig: Rig) -> None:
    rig.save_a_match()
    record = rig.services.local_table.saved_match
    assert record is not None and saved_match_line(record).endswith("0:0, Keypad (2015)")
    computer = replace(record.seats[1], player="level:1")
    alone = replace(record, seats=(record.seats[0], computer))
    assert saved_match_line(alone).startswith("You against BELA, ")


# Tests of the ladder of computer players.


def level_played(rig: Rig) -> str:
    return str(rig.services.session.seats[1].player)


def note_win(rig: Rig, level: int, *, is_won: bool = True) -> None:
    """Note a match against a level, as the table does at its end."""
    seats = SeatInfo("Player 1", "human"), SeatInfo("Level", f"level:{level}")
    seating, result = SimpleNamespace(side_of=(0, 1)), SimpleNamespace(side=0 if is_won else 1)
    public = SimpleNamespace(seating=seating, result=result)
    ended: Any = SimpleNamespace(
        local_seats=(0,),
        seats=seats,
        public=public,
        rules=PRESETS["keypad"],
        is_over=True,
        winners=(0,) if is_won else (1,),
        sole_player_pin_score=None,
    )
    rig.services.lessons.record_round_and_match_result(ended)


def test_start_stands_at_the_next_level_to_beat(rig: Rig) -> None:
    note_win(rig, 1)
    note_win(rig, 4)
    assert open_title(rig).level == 5
    for level in LEVEL_NUMBERS:
        note_win(rig, level)
    assert open_title(rig).level == LEVEL_NUMBERS[-1]


def test_start_stays_at_the_level_played_last_until_it_is_beaten(rig: Rig) -> None:
    last = NewMatchOptions(seats=[SeatOptions(), *[SeatOptions("level:7")] * 3])
    rig.context.change_settings(last_match=options_to_setting(last))
    note_win(rig, 7, is_won=False)
    assert open_title(rig).level == 7
    note_win(rig, 7)
    assert open_title(rig).level == 8


@pytest.mark.parametrize("level", LEVEL_NUMBERS)
def test_any_level_is_chosen_with_one_press_and_started_with_another(rig: Rig, level: int) -> None:
    scene = open_title(rig)
    rig.click(f"level {level}")
    assert rig.top is scene and scene.level == level
    rig.click("play")
    assert level_played(rig) == f"level:{level}"


def test_enter_on_a_face_starts_the_match(rig: Rig) -> None:
    scene = open_title(rig)
    scene.group.set_focus(scene.widgets["level 9"])
    rig.key(pygame.K_RETURN)
    assert level_played(rig) == "level:9"


def test_arrow_keys_climb_the_ladder(rig: Rig) -> None:
    scene = open_title(rig)
    rig.key(pygame.K_UP)
    for _n in range(3):
        rig.key(pygame.K_RIGHT)
    assert scene.level == 4
    rig.key(pygame.K_DOWN)
    assert scene.group.focused_widget is scene.widgets["play"] and scene.level == 4


def test_the_ladder_keeps_the_edition_and_name_of_the_last_match_against_a_level(rig: Rig) -> None:
    last = NewMatchOptions("arena", [SeatOptions("human", "EVA"), *[SeatOptions("level:2")] * 3])
    rig.context.change_settings(last_match=options_to_setting(last))
    open_title(rig)
    rig.click("level 3")
    rig.click("play")
    match = match_of_session(rig.services.session)
    assert match.rules.preset == "arena" and match.seats[0].name == "EVA"
    assert options_from_setting(rig.context.settings.last_match).seats[1].player == "level:3"


def test_options_are_about_the_chosen_level(rig: Rig) -> None:
    open_title(rig)
    rig.click("level 6")
    rig.click("new")
    assert isinstance(rig.top, NewMatchScene)
    assert rig.top.choices.seats[1].player == "level:6"


def test_looking_at_options_keeps_the_last_match_of_several(rig: Rig) -> None:
    four = NewMatchOptions("quartet", [SeatOptions("human", name) for name in ("A", "B", "C", "D")])
    rig.context.change_settings(last_match=options_to_setting(four))
    open_title(rig)
    rig.click("new")
    assert rig.top.choices.preset != "quartet"
    assert rig.context.settings.last_match == options_to_setting(four)


def test_friends_sit_at_one_screen(rig: Rig) -> None:
    open_title(rig)
    rig.click("friends")
    assert isinstance(rig.top, NewMatchScene)
    assert [seat.player for seat in rig.top.choices.seats[:2]] == ["human", "human"]


def test_below_the_faces_only_the_chosen_and_the_beaten_players_are_named(rig: Rig) -> None:
    note_win(rig, 4)
    scene = open_title(rig)
    rig.click("level 2")
    rig.context.set_text_recorder(recorder := TextRecorder())
    scene.draw(rig.surface)
    drawn = [one.text for one in recorder.collect_painted_texts()]
    faces = [one for one in scene.widgets.values() if isinstance(one, LevelFaceButton)]
    assert {one.label for one in faces if one.label in drawn} == {"2 Buffer", "4 Kernel"}
    assert "10" not in drawn, "a number alone says nothing to a screen reader"


@pytest.mark.parametrize("size", [(1280, 720), (900, 1400), (960, 600)])
@pytest.mark.parametrize("scale", [100, 200])
def test_the_whole_title_is_in_the_window(
    tmp_path: Path, size: tuple[int, int], scale: int
) -> None:
    settings = Settings(last_match=options_to_setting(NewMatchOptions()), ui_scale=scale)
    rig = Rig(tmp_path, size=size, settings=settings, bare_table=True)
    rig.save_a_match()
    scene = open_title(rig)
    window = pygame.Rect((0, 0), size)
    assert all(window.contains(one.rect) for one in scene.widgets.values())
    assert scene.places.logo.width >= 0.2 * size[0]


def test_a_first_start_survives_a_smaller_window(tmp_path: Path) -> None:
    rig = Rig(tmp_path, bare_table=True)
    scene = open_title(rig)
    rig.wait(3)
    door = scene.widgets["door"]
    assert scene.art.is_waiting and door.visible
    for size, has_picture in (((960, 540), False), ((1280, 720), True)):
        rig.context.rebuild_and_lay_out(size)
        rig.surface = pygame.Surface(size)
        rig.draw()
        assert door.visible is has_picture


@pytest.mark.parametrize("size", [(1280, 720), (900, 1400)])
def test_no_conductor_runs_into_the_name_and_its_sentence(
    tmp_path: Path, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    rig, paths = Rig(tmp_path, size, bare_table=True), []
    monkeypatch.setattr(
        title_art, "_draw_conductor", lambda _surface, path, *_more: paths.append(path)
    )
    scene = open_title(rig)
    rig.draw()
    area = scene.art.text_area
    assert paths and area.width
    for path in paths:
        assert not any(area.clipline(start, end) for start, end in pairwise(path))
