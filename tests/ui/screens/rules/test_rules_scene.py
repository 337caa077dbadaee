"""The rules reference: everything is found, everything is drawn."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pygame
import pytest

from hacktrick.game.rules import PRESETS, rules_for
from hacktrick.i18n.rulebook.editions import differences
from hacktrick.i18n.rulebook.rulebook_search import rulebook_pages
from hacktrick.i18n.translator import _
from hacktrick.ui.screens.rules.rules_page import PageLayout
from hacktrick.ui.screens.rules.rules_scene import RulesScene
from hacktrick.ui.widgets.input_hints import controls_table
from tests.support.rig import Rig


@pytest.fixture
def stage(tmp_path: Path) -> Rig:
    return Rig(tmp_path)


def show(stage: Rig, preset: str = "keypad", topic: str | None = None) -> RulesScene:
    scene = RulesScene(stage.context, PRESETS[preset], topic)
    stage.show(scene)
    return scene


DIFFERENT = ("keypad", "quartet", "wits")
"""Editions whose pages differ most."""


@pytest.mark.parametrize(
    ("preset", "size"),
    [
        *(
            pytest.param(name, (960, 600), marks=() if name in DIFFERENT else pytest.mark.slow)
            for name in PRESETS
        ),
        pytest.param("wits", (1920, 1080), marks=pytest.mark.slow),
    ],
)
def test_every_page_of_every_edition_is_drawn(
    tmp_path: Path, preset: str, size: tuple[int, int]
) -> None:
    stage = Rig(tmp_path, size)
    scene = show(stage, preset)
    for page in scene.book:
        scene.open_topic(page.key)
        area: Any = scene.named["text"]
        stage.picture()
        while area.offset < area.overflow:
            area.scroll(area.rect.height)
            stage.picture()
        assert scene.shown == page


def test_blocks_neither_overlap_nor_leave_the_column(stage: Rig) -> None:
    for page in rulebook_pages(PRESETS["wits"], _, controls_table(stage.context)):
        layout = PageLayout(stage.context, page, 500)
        bottom = 0
        for laid in layout.blocks:
            assert laid.top >= bottom and laid.height > 0
            bottom = laid.top + laid.height
        assert bottom <= layout.height


@pytest.mark.parametrize("preset", ["keypad", "wits"])
def test_every_ruling_can_be_opened_by_its_key(stage: Rig, preset: str) -> None:
    scene = show(stage, preset)
    for page in scene.book:
        for ruling in page.rulings:
            scene.open_topic(ruling.key)
            assert (scene.page_key, scene.marked) == (page.key, ruling.key)
            area: Any = scene.named["text"]
            top = scene._layout_for(area.inner.width).top_of(ruling.key)
            stage.picture()
            assert top is not None and area.offset <= top < area.offset + area.rect.height


def test_the_topic_is_open_at_once(stage: Rig) -> None:
    assert show(stage, topic="commands").page_key == "commands"
    assert show(stage, topic="winning.double").marked == "winning.double"
    assert show(stage, topic="no such thing").page_key == "game"
    assert show(stage).page_key == "game"


def test_typing_finds_a_ruling_and_shows_it(stage: Rig) -> None:
    scene = show(stage)
    stage.click("search")
    stage.type("cannot play")
    assert scene.hits and scene.marked == scene.hits[0].ruling.key
    stage.key(pygame.K_RETURN)
    assert scene.group.focus is scene.named["list"]
    stage.key(pygame.K_DOWN)
    assert scene.marked == (scene.hits[1].ruling.key if scene.hits[1].ruling else "")


@pytest.mark.parametrize("letter", ["d", "m", "z"])
def test_any_letter_begins_the_search(stage: Rig, letter: str) -> None:
    """Also one that means something else elsewhere, and without going to the field first."""
    scene = show(stage)
    key = pygame.key.key_code(letter)
    stage.post(pygame.Event(pygame.KEYDOWN, key=key, mod=0, unicode=letter))
    stage.type(letter)
    assert scene.group.focus is scene.named["search"] and scene.query.startswith(letter)


def test_escape_first_ends_the_search(stage: Rig) -> None:
    scene = show(stage)
    stage.click("search")
    stage.type("double")
    stage.key(pygame.K_ESCAPE)
    assert stage.top is scene and not scene.query and not scene.hits
    stage.key(pygame.K_ESCAPE)
    assert stage.top is None


def test_nothing_found_is_said(stage: Rig) -> None:
    scene = show(stage)
    stage.click("search")
    stage.type("zzzqqq")
    listed: Any = scene.named["list"]
    assert not scene.hits and listed.n_rows == 0
    stage.picture()
    stage.key(pygame.K_RETURN)
    stage.key(pygame.K_RETURN)
    stage.key(pygame.K_DOWN)


def test_the_list_is_walked_by_keys_and_by_clicks(stage: Rig) -> None:
    scene = show(stage)
    stage.key(pygame.K_DOWN)
    assert scene.page_key == scene.book[1].key
    rect = scene.named["list"].rect
    place = rect.centerx, rect.top + stage.context.px(32 * 4 + 5)
    stage.down(place)
    stage.up(place)
    assert scene.page_key == scene.book[4].key


def test_wheel_and_keys_scroll_the_page(stage: Rig) -> None:
    scene = show(stage, topic="winning")
    area: Any = scene.named["text"]
    stage.post(
        pygame.Event(pygame.MOUSEMOTION, pos=area.rect.center, rel=(0, 0), buttons=(0, 0, 0))
    )
    stage.post(pygame.Event(pygame.MOUSEWHEEL, x=0, y=-2))
    assert area.offset > 0
    stage.key(pygame.K_PAGEUP)
    assert area.offset == 0
    stage.key(pygame.K_PAGEDOWN)
    assert area.offset > 0


def test_another_edition_tells_its_difference_and_its_words(stage: Rig) -> None:
    scene = show(stage)
    assert "nothing changed" in scene._difference()
    stage.click_right("edition")
    assert scene.rules == PRESETS["servers"]
    for sentence in differences(scene.rules, _):
        assert sentence in scene._difference()
    stage.picture()


def test_a_match_with_options_of_its_own_is_an_edition(stage: Rig) -> None:
    own = rules_for("keypad", {"target": 9})
    scene = RulesScene(stage.context, own)
    stage.show(scene)
    assert scene.rules == own and "9" in scene._difference()
    stage.click_right("edition")
    assert scene.rules == PRESETS["keypad"]


def test_f1_closes_what_f1_opens(stage: Rig) -> None:
    show(stage)
    stage.key(pygame.K_F1)
    assert stage.top is None
