"""The rulebook screen finds and draws every page and ruling of every edition."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pygame
import pytest

from hacktrick.game.editions import PRESETS, rules_for
from hacktrick.i18n.rulebook.edition_text import differences_from_default
from hacktrick.i18n.rulebook.rulebook_search import rulebook_pages
from hacktrick.i18n.translator import _
from hacktrick.ui.screens.rules.rules_page import RulesPageLayout
from hacktrick.ui.screens.rules.rules_scene import ROW_HEIGHT, RulesScene
from hacktrick.ui.widgets.input_hints import controls_table_rows
from tests.support.rig import Rig


@pytest.fixture
def rig(tmp_path: Path) -> Rig:
    return Rig(tmp_path)


def open_rules(rig: Rig, preset: str = "keypad", topic: str | None = None) -> RulesScene:
    scene = RulesScene(rig.context, PRESETS[preset], topic)
    rig.show(scene)
    return scene


DIFFERENT = ("keypad", "quartet", "wits")
"""The editions whose pages differ most."""


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
    rig = Rig(tmp_path, size)
    scene = open_rules(rig, preset)
    for page in scene.pages:
        scene.show_ruling_or_page(page.key)
        area: Any = scene.widgets["text"]
        rig.picture()
        while area.offset < area.overflow_pixels:
            area.scroll(area.rect.height)
            rig.picture()
        assert scene.current_page == page


def test_blocks_neither_overlap_nor_leave_the_column(rig: Rig) -> None:
    rules = PRESETS["wits"]
    for page in rulebook_pages(rules, _, controls_table_rows(rig.context)):
        layout = RulesPageLayout(rig.context, rules, page, 500)
        bottom = 0
        for laid in layout.blocks:
            assert laid.top >= bottom and laid.height > 0
            bottom = laid.top + laid.height
        assert bottom <= layout.height


@pytest.mark.slow
@pytest.mark.parametrize("preset", ["keypad", "wits"])
def test_every_ruling_can_be_opened_by_its_key(rig: Rig, preset: str) -> None:
    scene = open_rules(rig, preset)
    for page in scene.pages:
        for ruling in page.rulings:
            scene.show_ruling_or_page(ruling.key)
            assert (scene.page_key, scene.marked_ruling) == (page.key, ruling.key)
            area: Any = scene.widgets["text"]
            # No public name says where a ruling stands on the page.
            top = scene._cached_page_layout(area.viewport.width).top_of_ruling(ruling.key)
            rig.picture()
            assert top is not None and area.offset <= top < area.offset + area.rect.height


def test_the_rulebook_opens_at_the_given_topic(rig: Rig) -> None:
    assert open_rules(rig, topic="commands").page_key == "commands"
    assert open_rules(rig, topic="winning.double").marked_ruling == "winning.double"
    assert open_rules(rig, topic="no such thing").page_key == "game"
    assert open_rules(rig).page_key == "game"


def test_typing_finds_a_ruling_and_shows_it(rig: Rig) -> None:
    scene = open_rules(rig)
    rig.click("search")
    rig.type("cannot play")
    assert scene.hits and scene.marked_ruling == scene.hits[0].ruling.key
    rig.key(pygame.K_RETURN)
    assert scene.group.focused_widget is scene.widgets["list"]
    rig.key(pygame.K_DOWN)
    assert scene.marked_ruling == (scene.hits[1].ruling.key if scene.hits[1].ruling else "")


@pytest.mark.parametrize("letter", ["d", "m", "z"])
def test_any_letter_starts_the_search(rig: Rig, letter: str) -> None:
    """This holds even for letters that are shortcuts elsewhere, without focusing the field."""
    scene = open_rules(rig)
    key = pygame.key.key_code(letter)
    rig.post(pygame.Event(pygame.KEYDOWN, key=key, mod=0, unicode=letter))
    rig.type(letter)
    assert scene.group.focused_widget is scene.widgets["search"] and scene.query.startswith(letter)


def test_escape_ends_the_search_before_it_closes_the_rules(rig: Rig) -> None:
    scene = open_rules(rig)
    rig.click("search")
    rig.type("double")
    rig.key(pygame.K_ESCAPE)
    assert rig.top is scene and not scene.query and not scene.hits
    rig.key(pygame.K_ESCAPE)
    assert rig.top is None


def test_a_search_without_results_says_so(rig: Rig) -> None:
    scene = open_rules(rig)
    rig.click("search")
    rig.type("zzzqqq")
    listed: Any = scene.widgets["list"]
    assert not scene.hits and listed.n_rows == 0
    rig.picture()
    rig.key(pygame.K_RETURN)
    rig.key(pygame.K_RETURN)
    rig.key(pygame.K_DOWN)


def test_keys_and_clicks_move_through_the_list(rig: Rig) -> None:
    scene = open_rules(rig)
    rig.key(pygame.K_DOWN)
    assert scene.page_key == scene.pages[1].key
    rect = scene.widgets["list"].rect
    place = rect.centerx, rect.top + rig.context.px(ROW_HEIGHT * 4 + 5)
    rig.press_button(place)
    rig.release_button(place)
    assert scene.page_key == scene.pages[4].key


def test_wheel_and_keys_scroll_the_page(rig: Rig) -> None:
    scene = open_rules(rig, topic="winning")
    area: Any = scene.widgets["text"]
    rig.post(pygame.Event(pygame.MOUSEMOTION, pos=area.rect.center, rel=(0, 0), buttons=(0, 0, 0)))
    rig.post(pygame.Event(pygame.MOUSEWHEEL, x=0, y=-2))
    assert area.offset > 0
    rig.key(pygame.K_PAGEUP)
    assert area.offset == 0
    rig.key(pygame.K_PAGEDOWN)
    assert area.offset > 0


def test_another_edition_shows_its_differences_and_its_words(rig: Rig) -> None:
    scene = open_rules(rig)
    # The text as it is drawn.
    assert "unchanged" in scene._edition_difference_text()
    rig.click_right("edition")
    assert scene.rules == PRESETS["servers"]
    for sentence in differences_from_default(scene.rules, _):
        assert sentence in scene._edition_difference_text()
    rig.picture()


def test_a_match_with_house_rules_is_listed_as_an_edition(rig: Rig) -> None:
    own = rules_for("keypad", {"target": 9})
    scene = RulesScene(rig.context, own)
    rig.show(scene)
    assert scene.rules == own and "9" in scene._edition_difference_text()
    rig.click_right("edition")
    assert scene.rules == PRESETS["keypad"]


def test_f1_closes_what_f1_opens(rig: Rig) -> None:
    open_rules(rig)
    rig.key(pygame.K_F1)
    assert rig.top is None
