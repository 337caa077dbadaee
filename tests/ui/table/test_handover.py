"""The curtain between players opens only by a deliberate act and reveals nothing hidden."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from hacktrick.app.local_table import MatchSetup
from hacktrick.app.settings import Settings
from hacktrick.game.editions import rules_for
from hacktrick.game.view import SeatInfo
from hacktrick.ui.accessibility.accessibility_tree import TextRecorder
from hacktrick.ui.input.intents import INTENT, INTENT_END
from hacktrick.ui.screens.pause_scene import PauseScene
from hacktrick.ui.table.private_hands_and_handover import HandoverScene
from tests.support.rig import BareTable, Rig, TableRig
from tests.support.scripted_matches import random_match
from tests.support.twin_matches import twin_rounds

RECAP = ("ANNA played 4 on 5 and marked 9: 1 captured.", "Play! stands over this turn.")


class CurtainRig(Rig):
    def __init__(self, folder: Path, style: str, seed: int = 1) -> None:
        super().__init__(folder, settings=Settings(curtain_style=style))
        # The dice, for the same deal each time.
        self.services._rng.seed(seed)
        self.opened = 0
        people = (SeatInfo("ANNA", "human"), SeatInfo("BELA", "human"))
        self.services.local_table.begin_match(MatchSetup("keypad", people))
        self.table = BareTable(self.context, self.services)
        assert self.services.session is not None
        self.curtain = HandoverScene(self.context, self.services.session, 1, RECAP, self.open)
        self.show(self.table, self.curtain)

    def open(self) -> None:
        assert self.top is self.table or self.context.stack.top is self.table
        self.opened += 1

    def key_down(self, key: int = pygame.K_RETURN) -> None:
        self.post(pygame.Event(pygame.KEYDOWN, key=key, mod=0, unicode=""))

    def key_up(self, key: int = pygame.K_RETURN) -> None:
        self.post(pygame.Event(pygame.KEYUP, key=key, mod=0, unicode=""))

    def tap(self, key: int = pygame.K_RETURN) -> None:
        self.key_down(key)
        self.key_up(key)

    @property
    def place(self) -> tuple[int, int]:
        # The place of the button, which has no name.
        return self.curtain._button_rect.center


@pytest.fixture
def curtain_pressed_twice(tmp_path: Path) -> CurtainRig:
    return CurtainRig(tmp_path, "press")


@pytest.fixture
def curtain_held_down(tmp_path: Path) -> CurtainRig:
    return CurtainRig(tmp_path, "hold")


@pytest.mark.parametrize("style", ["hold", "press"])
def test_stray_keys_at_the_start_are_ignored(tmp_path: Path, style: str) -> None:
    stage = CurtainRig(tmp_path, style)
    for _n in range(6):
        stage.tap()
        stage.tap(pygame.K_SPACE)
        stage.wait(0.05)
    stage.wait(1)
    assert stage.opened == 0 and stage.curtain.opening_progress == 0


@pytest.mark.parametrize("style", ["hold", "press"])
def test_a_key_held_since_before_does_not_open_the_curtain(tmp_path: Path, style: str) -> None:
    stage = CurtainRig(tmp_path, style)
    for _n in range(60):  # the system repeats a held key
        stage.key_down()
        stage.wait(0.05)
    assert stage.opened == 0


@pytest.mark.parametrize("style", ["hold", "press"])
def test_other_keys_and_places_do_not_open_the_curtain(tmp_path: Path, style: str) -> None:
    stage = CurtainRig(tmp_path, style)
    stage.wait(0.5)
    for key in (pygame.K_a, pygame.K_5, pygame.K_p, pygame.K_d, pygame.K_TAB):
        stage.key_down(key)
        stage.wait(0.7)
        stage.key_up(key)
    stage.press_button((5, 5))
    stage.wait(0.7)
    stage.release_button((5, 5))
    assert stage.opened == 0


def test_two_separate_presses_open_the_curtain(curtain_pressed_twice: CurtainRig) -> None:
    curtain_pressed_twice.wait(0.5)
    curtain_pressed_twice.tap()
    assert curtain_pressed_twice.curtain.opening_progress == 0.5
    curtain_pressed_twice.wait(0.4)
    curtain_pressed_twice.tap(pygame.K_SPACE)
    assert (
        curtain_pressed_twice.opened == 1
        and curtain_pressed_twice.top is curtain_pressed_twice.table
    )


def test_two_presses_at_once_do_not_open_the_curtain(curtain_pressed_twice: CurtainRig) -> None:
    curtain_pressed_twice.wait(0.5)
    curtain_pressed_twice.tap()
    curtain_pressed_twice.wait(0.1)
    curtain_pressed_twice.tap()
    assert curtain_pressed_twice.opened == 0
    curtain_pressed_twice.wait(0.3)
    curtain_pressed_twice.tap()
    assert curtain_pressed_twice.opened == 1


def test_a_long_press_is_one_press(curtain_pressed_twice: CurtainRig) -> None:
    curtain_pressed_twice.wait(0.5)
    for _n in range(30):
        curtain_pressed_twice.key_down()
        curtain_pressed_twice.wait(0.05)
    assert curtain_pressed_twice.opened == 0


def test_two_clicks_open_the_curtain(curtain_pressed_twice: CurtainRig) -> None:
    curtain_pressed_twice.wait(0.5)
    for _n in range(2):
        curtain_pressed_twice.press_button(curtain_pressed_twice.place)
        curtain_pressed_twice.release_button(curtain_pressed_twice.place)
        curtain_pressed_twice.wait(0.4)
    assert curtain_pressed_twice.opened == 1


@pytest.mark.parametrize("style", ["hold", "press"])
def test_a_gamepad_opens_the_curtain_after_a_stray_press(tmp_path: Path, style: str) -> None:
    stage = CurtainRig(tmp_path, style)

    def press(seconds: float) -> None:
        stage.post(pygame.Event(INTENT, name="confirm", button="a"))
        stage.wait(seconds)
        stage.post(pygame.Event(INTENT_END, name="confirm", button="a"))

    press(0.1)
    stage.wait(0.5)
    assert stage.opened == 0 and stage.curtain.opening_progress == 0
    for _n in range(1 if style == "hold" else 2):
        assert stage.opened == 0
        press(0.7)
    assert stage.opened == 1


def test_holding_a_key_opens_the_curtain(curtain_held_down: CurtainRig) -> None:
    curtain_held_down.wait(0.5)
    curtain_held_down.key_down()
    curtain_held_down.wait(0.4)
    assert curtain_held_down.opened == 0 and 0.5 < curtain_held_down.curtain.opening_progress < 1
    curtain_held_down.wait(0.3)
    assert curtain_held_down.opened == 1 and curtain_held_down.top is curtain_held_down.table


def test_letting_go_too_soon_restarts_the_hold(curtain_held_down: CurtainRig) -> None:
    curtain_held_down.wait(0.5)
    curtain_held_down.key_down()
    curtain_held_down.wait(0.4)
    curtain_held_down.key_up()
    assert curtain_held_down.curtain.opening_progress == 0
    curtain_held_down.key_down()
    curtain_held_down.wait(0.4)
    assert curtain_held_down.opened == 0


def test_holding_the_mouse_opens_the_curtain_unless_it_leaves_the_button(
    curtain_held_down: CurtainRig,
) -> None:
    curtain_held_down.wait(0.5)
    curtain_held_down.press_button(curtain_held_down.place)
    curtain_held_down.wait(0.3)
    curtain_held_down.post(
        pygame.Event(pygame.MOUSEMOTION, pos=(3, 3), rel=(0, 0), buttons=(1, 0, 0))
    )
    curtain_held_down.wait(0.6)
    assert curtain_held_down.opened == 0
    curtain_held_down.press_button(curtain_held_down.place)
    curtain_held_down.wait(0.7)
    assert curtain_held_down.opened == 1


@pytest.mark.parametrize("seat", [0, 1])
def test_the_curtain_shows_only_what_everybody_knows(tmp_path: Path, seat: int) -> None:
    """Twin matches differ in the opponent's hand but not in the public table behind the curtain."""
    pictures, sounds = set(), set()
    pairs = (
        twin_rounds(rules_for("keypad"), n, seat).matches(("human", "human")) for n in range(40)
    )
    pair = next(
        (one, other)
        for one, other in pairs
        if one.observe(1 - seat).hand != other.observe(1 - seat).hand
    )
    for n, match in enumerate(pair):
        bench = TableRig(tmp_path / str(n), "keypad", ("human", "human"), match=match)
        bench.tick(0.1, 3)
        assert isinstance(bench.top, HandoverScene) and bench.session.viewer is None
        pictures.add(bench.picture())
        bench.tick(0.5)
        bench.key(pygame.K_RETURN)
        pictures.add(bench.picture())
        sounds.add(tuple(bench.sounds))
    assert len(pictures) == 2, "before and after the first press"
    assert len(sounds) == 1


def test_the_curtain_hides_the_table(curtain_pressed_twice: CurtainRig) -> None:
    assert curtain_pressed_twice.curtain.is_opaque


def test_escape_at_the_curtain_opens_the_menu_and_not_the_cards(tmp_path: Path) -> None:
    stage = CurtainRig(tmp_path, "press")
    stage.key(pygame.K_ESCAPE)
    assert isinstance(stage.top, PauseScene)
    stage.key(pygame.K_ESCAPE)
    assert stage.top is stage.curtain and stage.opened == 0


def test_partners_have_the_colour_of_their_side(tmp_path: Path) -> None:
    stage = Rig(tmp_path, bare_table=True)
    people = tuple(SeatInfo(name, "human") for name in ("ANNA", "BELA", "CILI", "DORA"))
    stage.services.local_table.begin_match(MatchSetup("quartet", people))
    session = stage.services.session
    assert session is not None
    curtains = [HandoverScene(stage.context, session, n, (), lambda: None) for n in (0, 2, 1)]
    # The markers on the curtain have no public names, since they are only drawn.
    looks = [curtain._marker_style for curtain in curtains]
    assert looks[0] == looks[1] != looks[2]


def test_leaving_the_program_does_not_open_the_curtain(curtain_pressed_twice: CurtainRig) -> None:
    curtain_pressed_twice.context.stack.clear()
    curtain_pressed_twice.context.stack.apply_changes()
    assert curtain_pressed_twice.opened == 0


@pytest.mark.parametrize("preset", ["keypad", "trio", "quartet"])
@pytest.mark.parametrize("ui_scale", [100, 150, 200])
def test_the_question_is_read_whole_and_covers_no_rack(
    tmp_path: Path, preset: str, ui_scale: int
) -> None:
    players = ("human",) * rules_for(preset).n_seats
    rig = TableRig(tmp_path, preset, players, ui_scale=ui_scale)
    rig.tick(0.1, 3)
    assert isinstance(rig.top, HandoverScene)
    rig.context.set_text_recorder(recorder := TextRecorder())
    rig.top.draw(rig.surface)
    question = f"{rig.top.name}, are you there?"
    (place,) = [one.rect for one in recorder.collect_painted_texts() if one.text == question]
    left, top, right, bottom = place
    words = pygame.Rect(left, top, right - left, bottom - top)
    assert words.collidelist(list(rig.table.places.table.racks)) < 0


def test_the_curtain_shows_the_number_of_the_round(tmp_path: Path) -> None:
    match = next(one for one in random_match(rules_for("keypad"), 1) if one.round_number == 2)
    rig = TableRig(tmp_path, match=match)
    rig.tick(0.1, 3)
    assert isinstance(rig.top, HandoverScene)
    rig.context.set_text_recorder(recorder := TextRecorder())
    rig.top.draw(rig.surface)
    assert "Round 2, first to 5" in {one.text for one in recorder.collect_painted_texts()}
