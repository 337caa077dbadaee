"""Profiles by clicks and keys: made, renamed, coloured, deleted, chosen for a seat, and played."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pygame
import pytest

from hacktrick.app.marker_styles import MarkerStyle
from hacktrick.app.profiles import LONGEST_NAME, MOST_PROFILES, Profile
from hacktrick.app.storage import PROFILES_FILE
from hacktrick.i18n import translator as words
from hacktrick.i18n.new_match_options import is_you
from hacktrick.i18n.problem_text import problem_sentence, problem_title
from hacktrick.ui.input.intents import INTENT
from hacktrick.ui.screens.new_match_scene import NewMatchScene
from hacktrick.ui.screens.profiles_scene import MarkerButton, MarkerPicker, ProfilesScene
from hacktrick.ui.widgets.basic_widgets import Button
from hacktrick.ui.widgets.dialogs import NoticeScene
from tests.support.rig import BareTable, Rig

ANNA, BELA = Profile("Anna", 2, 1), Profile("Béla", 0, 3)


@pytest.fixture
def stage(tmp_path: Path) -> Rig:
    return Rig(tmp_path, bare_table=True)


def new_match(stage: Rig, *profiles: Profile) -> NewMatchScene:
    stage.workspace.profiles.save(profiles)
    scene = NewMatchScene(stage.context, stage.workspace)
    stage.show(scene)
    return scene


def profiles_of(stage: Rig, *profiles: Profile, seat: int = 0) -> ProfilesScene:
    new_match(stage, *profiles)
    stage.click(f"sign {seat}")
    assert isinstance(stage.top, ProfilesScene)
    return stage.top


def click_row(stage: Rig, row: int) -> None:
    listing = stage.top.named["list"]
    pos = listing.rect.left + 60, listing.rect.top + round((row + 0.5) * listing._step())
    stage.down(pos)
    stage.up(pos)


def click_cell(stage: Rig, name: str, n: int) -> None:
    choice = stage.top.named[name]
    assert isinstance(choice, MarkerPicker)
    pos = choice.cells()[n].center
    stage.down(pos)
    stage.up(pos)


def kept(stage: Rig) -> tuple[Profile, ...]:
    """As another start of the program would find them."""
    profiles, problems = stage.storage.load_profiles()
    assert problems == ()
    return profiles


# --- Making and changing


def test_the_first_profile_is_made_typed_and_seated_with_the_mouse(stage: Rig) -> None:
    profiles_of(stage)
    stage.click("new")
    stage.type("Zoë")
    click_cell(stage, "shape", 3)
    click_cell(stage, "colour", 2)
    stage.click("sit")
    assert isinstance(stage.top, NewMatchScene)
    assert kept(stage) == (Profile("Zoë", 3, 2),)
    stage.click("start")
    assert isinstance(stage.top, BareTable)
    session = stage.workspace.session
    assert session.seats[0].name == "Zoë" and session.look(0) == MarkerStyle(3, 2)


def test_a_new_profile_complains_about_nothing_before_somebody_types(stage: Rig) -> None:
    scene = profiles_of(stage)
    stage.click("new")
    field: Any = scene.named["name"]
    assert field.text == "" and scene.refusal() is None and not scene.said
    stage.type("You")
    assert scene.refusal()


def test_the_first_profile_is_made_and_seated_with_keys_alone(stage: Rig) -> None:
    scene = new_match(stage)
    scene.group.set_focus(scene.named["sign 0"])
    stage.key(pygame.K_RETURN)
    stage.key(pygame.K_TAB)
    stage.key(pygame.K_SPACE)  # a new profile
    stage.type("Ida")
    stage.key(pygame.K_TAB)
    stage.key(pygame.K_LEFT)  # before the first shape comes the last
    stage.key(pygame.K_TAB)
    stage.key(pygame.K_RIGHT)
    for _n in range(3):
        stage.key(pygame.K_TAB)
    stage.key(pygame.K_RETURN)
    assert isinstance(stage.top, NewMatchScene)
    assert kept(stage) == (Profile("Ida", 3, 1),) and scene.choices.names[0] == "Ida"
    assert scene.group.focus is scene.named["sign 0"]


def test_a_gamepad_makes_a_profile_and_seats_it(stage: Rig) -> None:
    """Its name can be typed later; until then it has one that is free."""
    scene = new_match(stage)
    scene.group.set_focus(scene.named["sign 0"])
    names = ("confirm", "next", "confirm", "next", "right", "next", "left", "next", "next", "next")
    for name in (*names, "confirm"):
        stage.post(pygame.Event(INTENT, name=name, button="", again=False))
    assert isinstance(stage.top, NewMatchScene)
    assert kept(stage) == (Profile("Guest 1", 1, 3),) and scene.choices.names[0] == "Guest 1"


def test_enter_after_the_name_leads_to_sitting_down(stage: Rig) -> None:
    profiles_of(stage)
    stage.click("new")
    stage.type("Ida")
    stage.key(pygame.K_RETURN)
    stage.key(pygame.K_RETURN)
    assert isinstance(stage.top, NewMatchScene) and stage.top.choices.names[0] == "Ida"


def test_the_list_is_walked_with_the_arrows(stage: Rig) -> None:
    scene = profiles_of(stage, ANNA, BELA)
    stage.key(pygame.K_TAB)
    scene.group.set_focus(scene.named["list"])
    stage.key(pygame.K_DOWN)
    stage.key(pygame.K_DOWN)
    assert scene.profile == BELA and scene.group.focus is scene.named["list"]
    stage.key(pygame.K_RETURN)
    assert scene.group.focus is scene.named["sit"]
    stage.key(pygame.K_RETURN)
    assert stage.top.choices.names[0] == "Béla"


def test_a_new_profile_has_the_rarest_look_and_a_free_name(stage: Rig) -> None:
    profiles_of(stage, Profile("Guest 1", 0, 0), Profile("A", 1, 1), Profile("B", 0, 2))
    stage.click("new")
    stage.key(pygame.K_ESCAPE)
    assert kept(stage)[-1] == Profile("Guest 2", 2, 3)


def test_no_more_than_there_is_room_for(stage: Rig) -> None:
    scene = profiles_of(stage, *(Profile(f"P{n}") for n in range(MOST_PROFILES)))
    new = scene.named["new"]
    assert isinstance(new, Button) and new.reason
    stage.click("new")
    assert len(kept(stage)) == MOST_PROFILES and scene.said == new.reason


@pytest.mark.parametrize("typed", ["", "   ", "béla", "You", " YOU "])
def test_a_name_that_cannot_be_is_told_and_not_taken(stage: Rig, typed: str) -> None:
    scene = profiles_of(stage, ANNA, BELA)
    click_row(stage, 1)
    stage.click("name")
    for _n in range(LONGEST_NAME):
        stage.key(pygame.K_BACKSPACE)
    stage.type(typed)
    field: Any = scene.named["name"]
    assert scene.refusal() and field.text == typed
    stage.picture()
    stage.key(pygame.K_ESCAPE)
    assert kept(stage) == (ANNA, BELA)


def test_a_name_is_no_longer_than_the_field_takes(stage: Rig) -> None:
    scene = profiles_of(stage)
    stage.click("new")
    stage.type("x" * (LONGEST_NAME + 5))
    assert scene.profile.name == "x" * LONGEST_NAME


def test_no_player_is_called_you_at_a_seat_either(stage: Rig) -> None:
    scene = new_match(stage)
    stage.click("name 0")
    for _n in range(LONGEST_NAME):
        stage.key(pygame.K_BACKSPACE)
    stage.type("you")
    stage.click("start")
    assert stage.top is scene and "you" in scene.said


def test_you_is_refused_in_the_language_of_the_window() -> None:
    assert is_you("You") and is_you(" yourself ") and not is_you("Youssef") and not is_you("You 2")
    assert words.language() == "en"


def test_deleting_asks_first(stage: Rig) -> None:
    profiles_of(stage, ANNA, BELA)
    click_row(stage, 1)
    stage.click("delete")
    assert isinstance(stage.top, NoticeScene)
    stage.key(pygame.K_ESCAPE)
    assert kept(stage) == (ANNA, BELA)
    stage.click("delete")
    stage.click("0")
    assert kept(stage) == (BELA,) and isinstance(stage.top, ProfilesScene)


# --- At the seats


def test_a_seat_takes_a_profile_and_gives_it_back(stage: Rig) -> None:
    profiles_of(stage, ANNA, BELA, seat=1)
    click_row(stage, 1)
    stage.click("sit")
    scene = stage.top
    assert isinstance(scene, NewMatchScene) and scene.choices.names[1] == "Anna"
    assert scene.choices.seats[1].player == "human"  # a computer player made room
    assert stage.settings.last_match["seats"][1]["name"] == "Anna"
    stage.click("sign 1")
    assert stage.top.profile == ANNA
    click_row(stage, 0)
    stage.click("sit")
    assert stage.top.choices.seats[1].name == ""


def sign(scene: NewMatchScene, seat: int) -> object:
    button = scene.named[f"sign {seat}"]
    assert isinstance(button, MarkerButton)
    return button.piece


def test_a_typed_name_finds_its_profile(stage: Rig) -> None:
    scene = new_match(stage, BELA)
    stage.click("name 0")
    for _n in range(LONGEST_NAME):
        stage.key(pygame.K_BACKSPACE)
    stage.type("béla")
    assert sign(scene, 0) == MarkerStyle(0, 3).piece()


def test_a_clash_is_settled_where_it_can_be_seen(stage: Rig) -> None:
    twin = Profile("Twin", ANNA.shape, ANNA.colour)
    profiles_of(stage, ANNA, twin, seat=1)
    click_row(stage, 1)
    stage.click("sit")
    stage.click("sign 0")
    click_row(stage, 2)
    stage.click("sit")
    scene = stage.top
    assert sign(scene, 0) == MarkerStyle(2, 1).piece()  # the earlier seat has it
    assert (
        sign(scene, 1) == MarkerStyle(1, 0).piece()
    )  # its own shape, the first colour that is free
    stage.click("start")
    session = stage.workspace.session
    assert session.side_looks == (MarkerStyle(2, 1), MarkerStyle(1, 0))


def test_a_new_name_goes_to_the_seats_once_it_is_whole(stage: Rig) -> None:
    """On the way from Anna to Annabel the name of another player may come by."""
    stage.context.change_settings(
        last_match={"seats": [{"name": "Anna", "player": "human"}, {"name": "Annab"}]}
    )
    scene = profiles_of(stage, ANNA)
    assert scene.profile == ANNA
    stage.click("name")
    stage.type("bel")
    stage.key(pygame.K_ESCAPE)
    assert stage.top.choices.names[:2] == ("Annabel", "Annab")


def test_the_seat_of_a_deleted_profile_has_its_usual_name(stage: Rig) -> None:
    stage.context.change_settings(last_match={"seats": [{"name": "Anna", "player": "human"}]})
    profiles_of(stage, ANNA)
    stage.click("delete")
    stage.click("0")
    stage.key(pygame.K_ESCAPE)
    assert stage.top.choices.names[0] == "Player 1" and stage.top.choices.seats[0].name == ""


@pytest.mark.parametrize("size", [(960, 600), (1280, 720), (1920, 1080)])
@pytest.mark.parametrize("preset", ["keypad", "trio", "trio-individual", "quartet", "wits"])
def test_nothing_of_the_seats_lies_on_anything_else(
    tmp_path: Path, size: tuple[int, int], preset: str
) -> None:
    stage = Rig(tmp_path, size)
    stage.context.change_settings(last_match={"preset": preset})
    scene = new_match(stage, ANNA)
    names = [name for name in scene.named if name.split(" ")[0] in ("sign", "name", "player")]
    rects = [scene.named[name].rect for name in (*names, "aids", "preset", "back")]
    for n, rect in enumerate(rects):
        assert rect.collidelist(rects[n + 1 :]) == -1
        assert pygame.Rect((0, 0), size).contains(rect)
    for seat, card in enumerate(scene._cards.cards):
        room = scene._cards.text_room(
            seat, scene.named[f"sign {seat}"], scene.named[f"player {seat}"]
        )
        assert room.height >= stage.context.px(17) and room.bottom <= scene.named["aids"].rect.top
        assert card.contains(scene.named[f"player {seat}"].rect)
    stage.picture()


@pytest.mark.parametrize("size", [(960, 600), (1280, 720), (1920, 1080)])
def test_nothing_of_the_profiles_lies_on_anything_else(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    stage = Rig(tmp_path, size)
    scene = profiles_of(stage, ANNA, BELA)
    click_row(stage, 1)
    rects = [widget.rect for widget in scene.named.values()]
    for n, rect in enumerate(rects):
        assert rect.collidelist(rects[n + 1 :]) == -1
        assert pygame.Rect((0, 0), size).contains(rect)
    stage.picture()


# --- Trouble


def test_damaged_profiles_are_told_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / PROFILES_FILE).write_text("{")
    stage = Rig(tmp_path)
    (problem,) = stage.workspace.take_problems()
    assert stage.workspace.profiles.all == ()
    sentence = problem_sentence(problem)
    assert PROFILES_FILE in sentence and problem.kept_as in sentence
    assert problem_title(problem) == "The profiles"
    assert Path(problem.kept_as).read_text() == "{"


def test_profiles_that_cannot_be_kept_are_told_and_used(
    stage: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_args: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("hacktrick.app.storage.write_atomically", full)
    profiles_of(stage, ANNA)
    assert stage.workspace.profiles.all == (ANNA,)
    assert [problem.code for problem in stage.workspace.take_problems()] == ["disk_full"]
