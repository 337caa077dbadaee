"""Profiles are created, renamed, coloured, deleted and chosen for a seat, by clicks and keys."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pygame
import pytest

from hacktrick.app.profiles import MAX_NAME_LENGTH, MAX_PROFILES, MarkerStyle, Profile
from hacktrick.app.storage import PROFILES_FILE
from hacktrick.i18n import translator as words
from hacktrick.i18n.file_problem_text import problem_sentence, problem_title
from hacktrick.i18n.match_options_and_player_names import is_word_for_you
from hacktrick.ui.input.intents import INTENT
from hacktrick.ui.screens.new_match_scene import NewMatchScene
from hacktrick.ui.screens.profiles_scene import MarkerOrFaceButton, MarkerSignPicker, ProfilesScene
from hacktrick.ui.widgets.basic_widgets import Button
from hacktrick.ui.widgets.dialogs import NoticeScene
from tests.support.rig import BareTable, Rig

ANNA, BELA = Profile("Anna", 2, 1), Profile("Béla", 0, 3)


@pytest.fixture
def rig(tmp_path: Path) -> Rig:
    return Rig(tmp_path, bare_table=True)


def open_new_match(rig: Rig, *profiles: Profile) -> NewMatchScene:
    rig.services.profiles.save_profiles(profiles)
    scene = NewMatchScene(rig.context, rig.services)
    rig.show(scene)
    return scene


def open_profiles(rig: Rig, *profiles: Profile, seat: int = 0) -> ProfilesScene:
    open_new_match(rig, *profiles)
    rig.click(f"sign {seat}")
    assert isinstance(rig.top, ProfilesScene)
    return rig.top


def click_row(rig: Rig, row: int) -> None:
    listing = rig.top.widgets["list"]
    # No public name says where a row lies.
    pos = listing.rect.left + 60, listing.rect.top + round((row + 0.5) * listing._row_height())
    rig.press_button(pos)
    rig.release_button(pos)


def click_cell(rig: Rig, name: str, n: int) -> None:
    choice = rig.top.widgets[name]
    assert isinstance(choice, MarkerSignPicker)
    pos = choice.sign_rects()[n].center
    rig.press_button(pos)
    rig.release_button(pos)


def saved_profiles(rig: Rig) -> tuple[Profile, ...]:
    """Return the profiles as the next start of the program would load them."""
    profiles, problems = rig.storage.load_profiles()
    assert problems == ()
    return profiles


# Tests of creating and changing profiles.


def test_the_mouse_creates_and_seats_the_first_profile(rig: Rig) -> None:
    open_profiles(rig)
    rig.click("new")
    rig.type("Zoë")
    click_cell(rig, "shape", 3)
    click_cell(rig, "colour", 2)
    rig.click("sit")
    assert isinstance(rig.top, NewMatchScene)
    assert saved_profiles(rig) == (Profile("Zoë", 3, 2),)
    rig.click("start")
    assert isinstance(rig.top, BareTable)
    session = rig.services.session
    assert session.seats[0].name == "Zoë" and session.side_marker_styles[0] == MarkerStyle(3, 2)


def test_a_new_profile_shows_no_complaint_before_anything_is_typed(rig: Rig) -> None:
    scene = open_profiles(rig)
    rig.click("new")
    field: Any = scene.widgets["name"]
    assert field.text == "" and scene.typed_name_refusal() is None and not scene.message
    rig.type("You")
    assert scene.typed_name_refusal()


def test_keys_alone_create_and_seat_the_first_profile(rig: Rig) -> None:
    scene = open_new_match(rig)
    scene.group.set_focus(scene.widgets["sign 0"])
    rig.key(pygame.K_RETURN)
    rig.key(pygame.K_TAB)
    rig.key(pygame.K_SPACE)  # creates a new profile
    rig.type("Ida")
    rig.key(pygame.K_TAB)
    rig.key(pygame.K_LEFT)  # the choice wraps around from the first shape to the last
    rig.key(pygame.K_TAB)
    rig.key(pygame.K_RIGHT)
    for _n in range(4):  # moves the focus past Delete, Back and the statistics
        rig.key(pygame.K_TAB)
    rig.key(pygame.K_RETURN)
    assert isinstance(rig.top, NewMatchScene)
    assert saved_profiles(rig) == (Profile("Ida", 3, 1),) and scene.choices.names[0] == "Ida"
    assert scene.group.focused_widget is scene.widgets["sign 0"]


def test_a_gamepad_creates_and_seats_a_profile(rig: Rig) -> None:
    """Until a name is typed, the profile has an unused placeholder name."""
    scene = open_new_match(rig)
    scene.group.set_focus(scene.widgets["sign 0"])
    names = ("confirm", "next", "confirm", "next", "right", "next", "left")
    for name in (*names, *["next"] * 4, "confirm"):
        rig.post(pygame.Event(INTENT, name=name, button="", again=False))
    assert isinstance(rig.top, NewMatchScene)
    assert (
        saved_profiles(rig) == (Profile("Guest 1", 1, 3),) and scene.choices.names[0] == "Guest 1"
    )


def test_enter_after_the_name_moves_to_sit_down(rig: Rig) -> None:
    open_profiles(rig)
    rig.click("new")
    rig.type("Ida")
    rig.key(pygame.K_RETURN)
    rig.key(pygame.K_RETURN)
    assert isinstance(rig.top, NewMatchScene) and rig.top.choices.names[0] == "Ida"


def test_arrow_keys_move_through_the_list(rig: Rig) -> None:
    scene = open_profiles(rig, ANNA, BELA)
    rig.key(pygame.K_TAB)
    scene.group.set_focus(scene.widgets["list"])
    rig.key(pygame.K_DOWN)
    rig.key(pygame.K_DOWN)
    assert scene.profile == BELA and scene.group.focused_widget is scene.widgets["list"]
    rig.key(pygame.K_RETURN)
    assert scene.group.focused_widget is scene.widgets["sit"]
    rig.key(pygame.K_RETURN)
    assert rig.top.choices.names[0] == "Béla"


def test_a_new_profile_has_the_least_used_look_and_a_free_name(rig: Rig) -> None:
    open_profiles(rig, Profile("Guest 1", 0, 0), Profile("A", 1, 1), Profile("B", 0, 2))
    rig.click("new")
    rig.key(pygame.K_ESCAPE)
    assert saved_profiles(rig)[-1] == Profile("Guest 2", 2, 3)


def test_the_number_of_profiles_is_limited(rig: Rig) -> None:
    scene = open_profiles(rig, *(Profile(f"P{n}") for n in range(MAX_PROFILES)))
    new = scene.widgets["new"]
    assert isinstance(new, Button) and new.reason
    rig.click("new")
    assert len(saved_profiles(rig)) == MAX_PROFILES and scene.message == new.reason


@pytest.mark.parametrize("typed", ["", "   ", "béla", "You", " YOU "])
def test_an_invalid_name_is_refused_with_a_reason(rig: Rig, typed: str) -> None:
    scene = open_profiles(rig, ANNA, BELA)
    click_row(rig, 1)
    rig.click("name")
    for _n in range(MAX_NAME_LENGTH):
        rig.key(pygame.K_BACKSPACE)
    rig.type(typed)
    field: Any = scene.widgets["name"]
    assert scene.typed_name_refusal() and field.text == typed
    rig.picture()
    rig.key(pygame.K_ESCAPE)
    assert saved_profiles(rig) == (ANNA, BELA)


def test_a_name_is_limited_to_the_length_of_its_field(rig: Rig) -> None:
    scene = open_profiles(rig)
    rig.click("new")
    rig.type("x" * (MAX_NAME_LENGTH + 5))
    assert scene.profile.name == "x" * MAX_NAME_LENGTH


def test_a_seat_refuses_the_name_you(rig: Rig) -> None:
    scene = open_new_match(rig)
    rig.click("name 0")
    for _n in range(MAX_NAME_LENGTH):
        rig.key(pygame.K_BACKSPACE)
    rig.type("you")
    rig.click("start")
    assert rig.top is scene and "you" in scene.message


def test_the_word_for_you_is_refused_in_the_current_language() -> None:
    assert (
        is_word_for_you("You")
        and is_word_for_you(" yourself ")
        and not is_word_for_you("Youssef")
        and not is_word_for_you("You 2")
    )
    assert words.current_language() == "en"


def test_deleting_a_profile_asks_first(rig: Rig) -> None:
    open_profiles(rig, ANNA, BELA)
    click_row(rig, 1)
    rig.click("delete")
    assert isinstance(rig.top, NoticeScene)
    rig.key(pygame.K_ESCAPE)
    assert saved_profiles(rig) == (ANNA, BELA)
    rig.click("delete")
    rig.click("0")
    assert saved_profiles(rig) == (BELA,) and isinstance(rig.top, ProfilesScene)


# Tests of profiles at the seats.


def test_a_seat_takes_a_profile_and_can_release_it(rig: Rig) -> None:
    open_profiles(rig, ANNA, BELA, seat=1)
    click_row(rig, 1)
    rig.click("sit")
    scene = rig.top
    assert isinstance(scene, NewMatchScene) and scene.choices.names[1] == "Anna"
    assert scene.choices.seats[1].player == "human"  # the profile replaces a computer player
    assert rig.settings.last_match["seats"][1]["name"] == "Anna"
    rig.click("sign 1")
    assert rig.top.profile == ANNA
    click_row(rig, 0)
    rig.click("sit")
    assert rig.top.choices.seats[1].name == ""


def seat_marker(scene: NewMatchScene, seat: int) -> object:
    button = scene.widgets[f"sign {seat}"]
    assert isinstance(button, MarkerOrFaceButton)
    return button.piece


def test_typing_the_name_of_a_profile_uses_it(rig: Rig) -> None:
    scene = open_new_match(rig, BELA)
    rig.click("name 0")
    for _n in range(MAX_NAME_LENGTH):
        rig.key(pygame.K_BACKSPACE)
    rig.type("béla")
    assert seat_marker(scene, 0) == MarkerStyle(0, 3).marker()


def test_equal_looks_are_resolved_on_the_screen(rig: Rig) -> None:
    twin = Profile("Twin", ANNA.shape, ANNA.colour)
    open_profiles(rig, ANNA, twin, seat=1)
    click_row(rig, 1)
    rig.click("sit")
    rig.click("sign 0")
    click_row(rig, 2)
    rig.click("sit")
    scene = rig.top
    assert seat_marker(scene, 0) == MarkerStyle(2, 1).marker()  # the earlier seat keeps the look
    # The later seat gets the shape with its own number, and the first free colour.
    assert seat_marker(scene, 1) == MarkerStyle(1, 0).marker()
    rig.click("start")
    session = rig.services.session
    assert session.side_marker_styles == (MarkerStyle(2, 1), MarkerStyle(1, 0))


def test_the_seats_get_a_new_name_once_it_is_complete(rig: Rig) -> None:
    """While typing from Anna to Annabel, the name of another player may appear."""
    rig.context.change_settings(
        last_match={"seats": [{"name": "Anna", "player": "human"}, {"name": "Annab"}]}
    )
    scene = open_profiles(rig, ANNA)
    assert scene.profile == ANNA
    rig.click("name")
    rig.type("bel")
    rig.key(pygame.K_ESCAPE)
    assert rig.top.choices.names[:2] == ("Annabel", "Annab")


def test_the_seat_of_a_deleted_profile_gets_its_default_name(rig: Rig) -> None:
    rig.context.change_settings(last_match={"seats": [{"name": "Anna", "player": "human"}]})
    open_profiles(rig, ANNA)
    rig.click("delete")
    rig.click("0")
    rig.key(pygame.K_ESCAPE)
    assert rig.top.choices.names[0] == "Player 1" and rig.top.choices.seats[0].name == ""


@pytest.mark.parametrize("size", [(960, 600), (1280, 720), (1920, 1080)])
@pytest.mark.parametrize("preset", ["keypad", "trio", "trio-individual", "quartet", "wits"])
def test_widgets_of_the_seats_do_not_overlap(
    tmp_path: Path, size: tuple[int, int], preset: str
) -> None:
    rig = Rig(tmp_path, size)
    rig.context.change_settings(last_match={"preset": preset})
    scene = open_new_match(rig, ANNA)
    names = [name for name in scene.widgets if name.split(" ")[0] in ("sign", "name", "player")]
    rects = [scene.widgets[name].rect for name in (*names, "aids", "preset", "back")]
    for n, rect in enumerate(rects):
        assert rect.collidelist(rects[n + 1 :]) == -1
        assert pygame.Rect((0, 0), size).contains(rect)
    # The room of a text has no public name, since it is only drawn.
    for seat, card in enumerate(scene._seat_panels.panels):
        room = scene._seat_panels.description_rect(
            seat, scene.widgets[f"sign {seat}"], scene.widgets[f"player {seat}"]
        )
        assert room.height >= rig.context.px(17) and room.bottom <= scene.widgets["aids"].rect.top
        assert card.contains(scene.widgets[f"player {seat}"].rect)
    rig.picture()


@pytest.mark.parametrize("size", [(960, 600), (1280, 720), (1920, 1080)])
def test_widgets_of_the_profiles_do_not_overlap(tmp_path: Path, size: tuple[int, int]) -> None:
    rig = Rig(tmp_path, size)
    scene = open_profiles(rig, ANNA, BELA)
    click_row(rig, 1)
    rects = [widget.rect for widget in scene.widgets.values()]
    for n, rect in enumerate(rects):
        assert rect.collidelist(rects[n + 1 :]) == -1
        assert pygame.Rect((0, 0), size).contains(rect)
    rig.picture()


# Tests of damaged files of profiles.


def test_damaged_profiles_are_reported_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / PROFILES_FILE).write_text("{")
    rig = Rig(tmp_path)
    (problem,) = rig.services.pop_problems()
    assert rig.services.profiles.profiles == ()
    sentence = problem_sentence(problem)
    assert PROFILES_FILE in sentence and problem.backup_path in sentence
    assert problem_title(problem) == "The profiles"
    assert Path(problem.backup_path).read_text() == "{"


def test_profiles_that_cannot_be_saved_are_reported_and_used(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_args: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("hacktrick.app.storage.write_atomically", full)
    open_profiles(rig, ANNA)
    assert rig.services.profiles.profiles == (ANNA,)
    assert [problem.code for problem in rig.services.pop_problems()] == ["disk_full"]
