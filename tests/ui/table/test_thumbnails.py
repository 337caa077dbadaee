"""Thumbnails in Settings and New match are real tables, painted small and piece by piece."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pygame
import pytest

from hacktrick.app import themes
from hacktrick.app.profiles import default_marker_styles
from hacktrick.app.sample_position import sample_session
from hacktrick.app.settings import Settings, settings_from_data, settings_to_data
from hacktrick.app.themes import EDITION_THEMES, THEME_OF_EDITION
from hacktrick.game.editions import OPTIONS, PRESETS, rules_for
from hacktrick.game.view import SeatInfo
from hacktrick.i18n.match_options_and_player_names import NewMatchOptions, options_to_setting
from hacktrick.ui.paint import keys_and_panels
from hacktrick.ui.paint.sprite_cache import BudgetedSpriteCache, SpriteBudgetSpent
from hacktrick.ui.screens.new_match_scene import NewMatchScene
from hacktrick.ui.screens.settings.settings_scene import SettingsScene
from hacktrick.ui.table import thumbnails
from hacktrick.ui.table.thumbnails import ThumbnailCache, thumbnail_request
from tests.support.rig import Rig

STEPS = 400
SMALL = (240, 135)


@pytest.fixture
def rig(tmp_path: Path) -> Rig:
    return Rig(tmp_path)


def thumbnail_pixels(rig: Rig, choices: NewMatchOptions, theme: str = THEME_OF_EDITION) -> bytes:
    """Return the picture of a table as the menus show it."""
    pictures = ThumbnailCache(rig.context, rig.services)
    wish = thumbnail_request(rig.context, choices, theme, SMALL)
    pictures.set_wanted_pictures([wish])
    for _n in range(STEPS):
        if pictures.paint_step_completes_picture():
            surface = pygame.Surface(SMALL)
            pictures.draw(surface, surface.get_rect(), wish, "here")
            assert pictures.are_all_painted
            return pygame.image.tobytes(surface, "RGB")
    raise AssertionError("the picture is never whole")


def seats(n: int) -> tuple[SeatInfo, ...]:
    return tuple(SeatInfo(f"P{k}", "level:2") for k in range(n))


@pytest.mark.parametrize("preset", PRESETS)
def test_every_edition_has_a_position_to_show(preset: str) -> None:
    rules = PRESETS[preset]
    session = sample_session(rules, seats(rules.n_seats), default_marker_styles(rules.n_seats))
    public = session.public
    assert public.seat == session.viewer == 0 and public.phase == "turn"
    assert all(public.codes) if rules.has_codes else not any(public.codes)
    assert len(public.row) > 1 or public.turn > 6


@pytest.mark.parametrize("option", OPTIONS)
@pytest.mark.parametrize("preset", ["keypad", "wits"])
def test_house_rules_have_a_position_to_show(preset: str, option: str) -> None:
    """The rules include a match to one point, in which no player ever lays a code."""
    for value in OPTIONS[option]:
        rules = rules_for(preset, {option: value})
        assert sample_session(rules, seats(2), default_marker_styles(2)).public.seat == 0


def test_the_previous_picture_stays_until_that_of_another_edition_is_complete(rig: Rig) -> None:
    pictures, surface = ThumbnailCache(rig.context, rig.services), pygame.Surface(SMALL)
    shown: list[bytes] = []
    for preset in ("keypad", "servers"):
        wish = thumbnail_request(rig.context, NewMatchOptions(preset), THEME_OF_EDITION, SMALL)
        pictures.set_wanted_pictures([wish])
        while not pictures.are_all_painted:
            pictures.draw(surface, surface.get_rect(), wish, "here")
            shown.append(pygame.image.tobytes(surface, "RGB"))
            pictures.paint_step_completes_picture()
        pictures.draw(surface, surface.get_rect(), wish, "here")
        shown.append(pygame.image.tobytes(surface, "RGB"))
    assert len(dict.fromkeys(shown)) == 3, "an empty frame, and one picture after the other"


def test_the_previous_picture_fills_a_frame_of_another_size_meanwhile(rig: Rig) -> None:
    pictures, size = ThumbnailCache(rig.context, rig.services), (320, 180)
    wish = thumbnail_request(rig.context, NewMatchOptions("keypad"), THEME_OF_EDITION, SMALL)
    pictures.set_wanted_pictures([wish])
    while not pictures.are_all_painted:
        pictures.paint_step_completes_picture()
    before, after = pygame.Surface(SMALL), pygame.Surface(size)
    pictures.draw(before, before.get_rect(), wish, "here")
    other = thumbnail_request(rig.context, NewMatchOptions("arena"), THEME_OF_EDITION, size)
    pictures.set_wanted_pictures([other])
    pictures.draw(after, after.get_rect(), other, "here")
    inside = after.get_rect().inflate(-8, -8)
    wanted = pygame.transform.smoothscale(before, size).subsurface(inside)
    differences = pygame.surfarray.array3d(after.subsurface(inside)).astype(int)
    differences -= pygame.surfarray.array3d(wanted)
    assert not pictures.are_all_painted and abs(differences).mean() < 1


def test_the_same_choices_give_the_same_picture(rig: Rig) -> None:
    assert thumbnail_pixels(rig, NewMatchOptions("wits")) == thumbnail_pixels(
        rig, NewMatchOptions("wits")
    )


def test_theme_edition_and_size_of_text_change_the_picture(rig: Rig) -> None:
    usual = thumbnail_pixels(rig, NewMatchOptions("keypad"))
    seen = {
        usual,
        thumbnail_pixels(rig, NewMatchOptions("servers")),
        thumbnail_pixels(rig, NewMatchOptions("wits")),
    }
    seen |= {
        thumbnail_pixels(rig, NewMatchOptions("keypad"), theme) for theme in ("fanfold", "contrast")
    }
    rig.context.change_settings(ui_scale=175)
    seen.add(thumbnail_pixels(rig, NewMatchOptions("keypad")))
    assert len(seen) == 6


def test_a_picture_is_painted_a_piece_at_a_time() -> None:
    sprites = BudgetedSpriteCache(themes.load_theme("keypad"), 1.0)
    with pytest.raises(SpriteBudgetSpent):
        sprites.lcd_plate((100, 20))
    sprites.budget = 1
    first = sprites.lcd_plate((100, 20))
    with pytest.raises(SpriteBudgetSpent):
        sprites.background((64, 36))
    assert sprites.lcd_plate((100, 20)) is first


def test_nothing_is_painted_again_once_it_is_there(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    pictures = ThumbnailCache(rig.context, rig.services)
    wish = thumbnail_request(rig.context, NewMatchOptions(), THEME_OF_EDITION, SMALL)
    pictures.set_wanted_pictures([wish])
    while not pictures.paint_step_completes_picture():
        pass
    asked = []
    monkeypatch.setattr(
        thumbnails, "render_thumbnail_in_steps", lambda *request: asked.append(request)
    )
    pictures.set_wanted_pictures([wish])
    assert not pictures.paint_step_completes_picture() and asked == []


def settled_pixels(rig: Rig, scene: Any) -> bytes:
    rig.show(scene)
    for _n in range(5 * STEPS):
        if scene.preview.pictures.are_all_painted:
            break
        rig.tick()
    assert scene.preview.pictures.are_all_painted
    return rig.picture()


def test_the_display_page_shows_every_theme_and_then_stops_painting(rig: Rig) -> None:
    scene = SettingsScene(rig.context, rig.services)
    scene.page_name = "Display"
    settled_pixels(rig, scene)
    keys = (THEME_OF_EDITION, *themes.theme_keys())
    assert [name for name in scene.widgets if name.startswith("look ")] == [
        f"look {k}" for k in keys
    ]
    scene.needs_redraw = False
    rig.tick(n=30)
    assert not scene.needs_redraw


@pytest.mark.parametrize("theme", [*themes.theme_keys(), THEME_OF_EDITION])
def test_a_theme_is_chosen_by_its_picture(rig: Rig, theme: str) -> None:
    rig.context.change_settings(theme="contrast" if theme != "contrast" else "keypad")
    scene = SettingsScene(rig.context, rig.services)
    scene.page_name = "Display"
    rig.show(scene)
    rig.click(f"look {theme}")
    assert rig.settings.theme == theme
    assert scene.widgets["theme"].value == theme  # type: ignore[attr-defined]


def test_new_match_shows_the_edition_that_is_chosen(rig: Rig) -> None:
    scene = NewMatchScene(rig.context, rig.services)
    before = settled_pixels(rig, scene)
    rig.click_right("preset")
    while not scene.preview.pictures.are_all_painted:
        rig.tick()
    assert scene.choices.preset == "servers" and rig.picture() != before
    assert rig.context.theme.key == "servers"


@pytest.mark.parametrize("is_next", [True, False])
def test_the_picture_of_an_edition_beside_the_chosen_one_is_there_at_once(
    tmp_path: Path, is_next: bool
) -> None:
    rig = Rig(tmp_path)
    scene = NewMatchScene(rig.context, rig.services)
    settled_pixels(rig, scene)
    stepper = scene.widgets["preset"].rect
    rig.press(((stepper.right if is_next else stepper.centerx) - 12, stepper.centery))
    assert scene.choices.preset == ("servers" if is_next else "quartet")
    size = (160, 90)
    surface, room = pygame.Surface(size), pygame.Rect(0, 0, *size)
    wish = thumbnail_request(rig.context, scene.choices, rig.settings.theme, size)
    scene.preview.pictures.draw(surface, room, wish, "a place where nothing was shown")
    colours = {tuple(surface.get_at((x, y))) for x in range(160) for y in range(90)}
    assert len(colours) > 100


def test_the_large_sprites_of_nearby_editions_are_painted_while_nothing_happens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig = Rig(tmp_path)
    scene = NewMatchScene(rig.context, rig.services)
    settled_pixels(rig, scene)
    rig.tick(n=20)
    painted: list[tuple[int, int]] = []
    panel = keys_and_panels.panel

    def note(theme: Any, look: Any, size: tuple[int, int], scale: float) -> Any:
        painted.append(size)
        return panel(theme, look, size, scale)

    rig.click_right("preset")
    monkeypatch.setattr(keys_and_panels, "panel", note)
    rig.picture()
    assert rig.context.theme.key == "servers"
    assert not [size for size in painted if size[1] > rig.context.px(200)]


# Tests of a theme that follows the edition.


def test_every_edition_names_its_theme() -> None:
    assert set(EDITION_THEMES) == set(PRESETS)
    assert set(EDITION_THEMES.values()) <= set(themes.theme_keys())


def test_new_players_see_the_theme_of_the_edition_and_others_what_they_chose() -> None:
    assert Settings().theme == THEME_OF_EDITION
    kept, bad = settings_from_data({**settings_to_data(Settings()), "theme": "keypad"})
    assert kept.theme == "keypad" and not bad


@pytest.mark.parametrize("preset", PRESETS)
def test_a_table_uses_the_theme_of_its_edition(rig: Rig, preset: str) -> None:
    rules = PRESETS[preset]
    rig.begin(preset, tuple(SeatInfo(f"P{n}", "human") for n in range(rules.n_seats)))
    rig.navigator.show_table()
    rig.stack.apply_changes()
    assert rig.context.theme.key == EDITION_THEMES[preset]


def test_a_chosen_theme_stays_whatever_is_played(tmp_path: Path) -> None:
    rig = Rig(tmp_path, settings=Settings(theme="contrast"))
    rig.begin("servers")
    rig.navigator.show_table()
    assert rig.context.theme.key == "contrast"


def test_the_program_opens_in_the_theme_of_the_last_match(tmp_path: Path) -> None:
    last = options_to_setting(NewMatchOptions("servers"))
    rig = Rig(tmp_path, settings=Settings(last_match=last))
    assert rig.context.theme.key == "servers"


def test_the_theme_stays_while_a_menu_lies_over_a_table(rig: Rig) -> None:
    rig.begin("keypad")
    rig.navigator.show_table()
    rig.stack.apply_changes()
    rig.show(NewMatchScene(rig.context, rig.services))
    rig.click_right("preset")
    assert rig.top.choices.preset == "servers" and rig.context.theme.key == "keypad"
