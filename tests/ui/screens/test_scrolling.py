"""Pages higher than the window scroll, and menus fit into windows of every shape."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from hacktrick.app.settings import Settings
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.screens.library.match_list import MatchListScene
from hacktrick.ui.screens.new_match_scene import NewMatchScene
from hacktrick.ui.screens.online.host_and_join import HostAndJoinScene
from hacktrick.ui.screens.puzzles.puzzle_list_and_puzzle import PuzzleListScene
from hacktrick.ui.screens.settings.settings_scene import SettingsScene
from tests.support.rig import Rig

LARGE = Settings(ui_scale=200)


@pytest.fixture
def rig(tmp_path: Path) -> Rig:
    return Rig(tmp_path, (960, 600), LARGE)


def test_large_text_enlarges_menus(rig: Rig) -> None:
    rig.show(SettingsScene(rig.context, rig.services))
    assert rig.context.scale >= 1.6 * Rig(rig.storage, (960, 600)).context.scale


def test_the_wheel_scrolls_a_page_that_is_higher_than_the_window(rig: Rig) -> None:
    menu = rig.show(SettingsScene(rig.context, rig.services))
    back = menu.widgets["back"]
    assert menu.overflow_units > 0 and back.rect.top > 600
    rig.move((500, 300))
    for _notch in range(30):
        rig.post(pygame.Event(pygame.MOUSEWHEEL, y=-1, x=0))
    assert back.rect.bottom <= 600
    for _notch in range(30):
        rig.post(pygame.Event(pygame.MOUSEWHEEL, y=1, x=0))
    assert back.rect.top > 600


def test_the_page_scrolls_to_the_focus(rig: Rig) -> None:
    menu = rig.show(SettingsScene(rig.context, rig.services))
    window = pygame.Rect(0, 0, 960, 600)
    for _n in range(2 * len(menu.widgets)):
        rig.key(pygame.K_TAB)
        assert menu.group.focused_widget is not None and window.contains(
            menu.group.focused_widget.rect
        )


def test_the_page_can_be_dragged_with_finger_or_mouse(rig: Rig) -> None:
    menu = rig.show(SettingsScene(rig.context, rig.services))
    top = menu.widgets["back"].rect.top
    rig.press_button((955, 500))
    rig.move((955, 300))
    rig.release_button((955, 300))
    assert menu.widgets["back"].rect.top == pytest.approx(top - 200, abs=2)
    rig.move((955, 100))
    assert menu.widgets["back"].rect.top == pytest.approx(top - 200, abs=2)


def test_a_page_that_fits_does_not_scroll(tmp_path: Path) -> None:
    rig = Rig(tmp_path)
    menu = rig.show(SettingsScene(rig.context, rig.services))
    top = menu.widgets["back"].rect.top
    rig.post(pygame.Event(pygame.MOUSEWHEEL, y=-1, x=0))
    assert menu.overflow_units == 0 and menu.widgets["back"].rect.top == top


def test_smaller_text_scrolls_the_page_back(rig: Rig) -> None:
    menu = rig.show(SettingsScene(rig.context, rig.services))
    menu.scroll(1000)
    assert menu.content_top_and_height[0] < 0
    rig.context.change_settings(ui_scale=100)
    assert menu.content_top_and_height[0] > 0


@pytest.mark.parametrize(("size", "percent"), [((720, 1280), 100), ((1280, 720), 200)])
def test_widgets_do_not_overlap_in_a_narrow_window(
    tmp_path: Path, size: tuple[int, int], percent: int
) -> None:
    rig = Rig(tmp_path, size, Settings(ui_scale=percent))
    for kind in (MatchListScene, HostAndJoinScene, PuzzleListScene, SettingsScene):
        menu = rig.show(kind(rig.context, rig.services))
        assert menu.is_narrow and (menu.overflow_units == 0 or percent > 100)
        rects = [widget.rect for widget in menu.widgets.values()]
        for n, rect in enumerate(rects):
            assert rect.collidelist(rects[n + 1 :]) == -1
            assert rect.left >= 0 and rect.right <= size[0]
        lowest = max(rect.bottom for rect in rects)
        assert lowest <= size[1] + rig.context.px(menu.overflow_units)
        rig.picture()


def test_a_row_of_settings_is_as_high_as_its_explanation_needs(tmp_path: Path) -> None:
    rig = Rig(tmp_path, (720, 1280), Settings(language="de"))
    menu = rig.show(SettingsScene(rig.context, rig.services))
    menu.search_field.insert_text("a")
    # The heights of rows have no public names, since they are only drawn.
    rows, fonts, width = menu._visible_rows(), rig.context.fonts, menu._help_text_width
    text_heights = [fonts.paragraph_height(row.text, styles.SMALL, width) for row in rows]
    places = [menu.widgets[row.key].rect for row in rows]
    assert len(set(text_heights)) > 1  # some need a second line
    for tall, place, next_place in zip(text_heights, places, places[1:], strict=False):
        assert next_place.top >= place.bottom + tall


@pytest.mark.parametrize("size", [(720, 1280), (900, 1400)])
def test_panels_of_a_new_match_stand_below_each_other_in_a_high_window(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    rig = Rig(tmp_path, size)
    menu = rig.show(NewMatchScene(rig.context, rig.services))
    assert menu.widgets["preset"].rect.top > menu.widgets["aids"].rect.bottom
    assert menu.overflow_units == 0 and menu.widgets["start"].rect.bottom < size[1]
