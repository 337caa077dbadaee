"""Sprites have clean edges and the requested sizes, and every state looks different."""

import itertools
from dataclasses import replace

import pygame
import pytest

from hacktrick.app import themes
from hacktrick.app.profiles import StyledMarker
from hacktrick.app.settings import Settings
from hacktrick.app.themes import Colour
from hacktrick.ui.layout import table_layout
from hacktrick.ui.paint import icons as paint_icons
from hacktrick.ui.paint import keys_and_panels as paint_keys
from hacktrick.ui.paint.background_and_light import draw_key_links, draw_line_of_light
from hacktrick.ui.paint.canvas import Canvas, Sprite, with_alpha
from hacktrick.ui.paint.card_faces import CardLook
from hacktrick.ui.paint.keys_and_panels import KeyLook, PanelLook
from hacktrick.ui.paint.markers import marker_positions_on_key
from hacktrick.ui.paint.sprite_cache import SpriteCache
from hacktrick.ui.scene.scenes_and_context import Context
from hacktrick.ui.widgets import game_drawing


@pytest.fixture(params=themes.theme_keys())
def sprites(request: pytest.FixtureRequest) -> SpriteCache:
    return SpriteCache(themes.load_theme(request.param), 1.0)


def shown(sprite: Sprite, ground: Colour = (90, 90, 90)) -> bytes:
    surface = pygame.Surface((180, 180))
    surface.fill(ground)
    sprite.draw(surface, (30, 30))
    return pygame.image.tobytes(surface, "RGB")


def test_antialiased_edges_have_no_dark_fringe() -> None:
    canvas = Canvas(40, 40)
    canvas.rounded_rect((5.3, 5.3, 29.4, 29.4), 8, with_alpha((255, 255, 255), 1))
    assert set(shown(canvas.to_sprite(), (255, 255, 255))) <= {253, 254, 255}


def test_states_of_keys_look_different(sprites: SpriteCache) -> None:
    looks = [KeyLook(), KeyLook(is_reachable=True), KeyLook(chosen=True), KeyLook(pressed=True)]
    looks += [KeyLook(owner=n) for n in range(4)] + [
        KeyLook(owner=0, won=True),
        KeyLook(hovered=True),
    ]
    assert len({shown(sprites.keycap(look, (104, 100))) for look in looks}) == len(looks)


def test_states_of_cards_look_different(sprites: SpriteCache) -> None:
    looks = [CardLook(n) for n in range(6)] + [CardLook(None), CardLook(1, selected=True)]
    looks += [CardLook(1, dimmed=True), CardLook(1, hovered=True)]
    assert len({shown(sprites.card(look, (84, 112))) for look in looks}) == len(looks)


def test_states_of_buttons_look_different(sprites: SpriteCache) -> None:
    raised = PanelLook(raised=True)
    looks = [
        replace(raised, hovered=True),
        replace(raised, pressed=True),
        replace(raised, dimmed=True),
    ]
    looks += [PanelLook(raised=True), PanelLook(), PanelLook(edge=(250, 10, 10))]
    assert len({shown(sprites.panel(look, (124, 60))) for look in looks}) == len(looks)


def test_sprites_have_the_requested_size(sprites: SpriteCache) -> None:
    assert sprites.keycap(KeyLook(owner=1), (104, 100)).size == (104, 100)
    assert sprites.card(CardLook(3, selected=True), (84, 112)).size == (84, 112)
    assert sprites.flat_marker(StyledMarker(2), 18).size == (18, 18)
    assert sprites.focus_ring((50, 30)).size == (50, 30)


def test_a_double_is_taller_than_a_single(sprites: SpriteCache) -> None:
    for player in range(4):
        single, double = (
            sprites.marker(StyledMarker(player, kind), 40).size for kind in (False, True)
        )
        assert double[0] > single[0] and double[1] > single[1] * 1.25


@pytest.mark.parametrize("n", [1, 2, 3])
def test_markers_stay_on_their_key_and_clear_of_its_number(sprites: SpriteCache, n: int) -> None:
    key = pygame.Rect(200, 100, 104, 100)
    number = pygame.Rect(key.x + 12, key.y + 8, 22, 26)
    surface = pygame.Surface((500, 300))
    for pieces in itertools.product((StyledMarker(0), StyledMarker(3, True)), repeat=n):
        if sum(piece.double for piece in pieces) > 1:
            continue
        for piece, (foot, width) in zip(pieces, marker_positions_on_key(key, n), strict=True):
            place = sprites.draw_marker(surface, piece, foot, width)
            assert key.contains(place)
            assert not place.colliderect(number), (piece, place)


def test_every_icon_is_visible(sprites: SpriteCache) -> None:
    for name in paint_icons.ICONS:
        assert sprites.icon(name, 20, (255, 255, 255)).surface.get_bounding_rect().width > 4


def test_a_line_of_light_grows(sprites: SpriteCache) -> None:
    surface = pygame.Surface((300, 100))
    pictures = []
    for progress in (0.0, 0.5, 1.0):
        draw_line_of_light(
            surface, sprites.theme, [(30, 50), (150, 50), (270, 50)], progress, (255, 0, 0), 1.0
        )
        pictures.append(pygame.image.tobytes(surface, "RGB"))
    assert len(set(pictures)) == 3


@pytest.mark.parametrize("n", [1, 2, 3])
def test_markers_stay_in_a_round_key_and_clear_of_its_number(sprites: SpriteCache, n: int) -> None:
    key = pygame.Rect(200, 100, 100, 100)
    number = pygame.Rect(key.x + 40, key.y + 14, 20, 20)
    surface = pygame.Surface((500, 300))
    for foot, width in marker_positions_on_key(key, n, is_round=True):
        for piece in (StyledMarker(0), StyledMarker(3, True)):
            place = sprites.draw_marker(surface, piece, foot, width)
            assert key.contains(place) and not place.colliderect(number), (piece, place)


@pytest.mark.parametrize("theme", themes.theme_keys())
def test_board_and_panels_draw_in_every_theme(theme: str) -> None:
    context = Context(Settings(theme=theme))
    table = table_layout.lay_out_table(context.size, board=context.theme.board)
    surface = pygame.Surface(context.size)
    context.sprites.world_map(table.keypad.size).draw(surface, table.keypad.topleft)
    draw_key_links(surface, context.theme, table.keys, [(8, 1, 6), (8, 5, 2)], context.scale)
    pieces = [StyledMarker(1), StyledMarker(1, True)]
    places = game_drawing.draw_numbered_key(
        surface,
        context,
        table.keys[5],
        5,
        KeyLook(owner=1, chosen=True),
        pieces,
        StyledMarker(0),
        True,
    )
    assert len(places) == 3 and all(table.keys[5].contains(place) for place in places)
    room = game_drawing.draw_titled_panel(
        surface, context, table.coach, "ANNA", "AI 7", edge=(9, 9, 9)
    )
    assert table.coach.contains(room)
    game_drawing.draw_gauge(
        surface, context, pygame.Rect(room.x, room.y, 100, 10), 0.5, (0, 200, 0)
    )
    game_drawing.draw_seen_copy_tile(
        surface, context, pygame.Rect(room.x, room.bottom - 20, 22, 17), (0, 200, 0), True
    )


@pytest.mark.parametrize("width", [300, 351])
def test_a_widened_panel_shows_what_a_panel_painted_at_once_shows(
    sprites: SpriteCache, width: int
) -> None:
    size = width, 320  # so high that the narrow panel has the same oversampling
    for look in (PanelLook(), PanelLook(edge=(200, 120, 40), edge_width=1.6, raised=True)):
        widened = sprites.panel(look, size).surface
        whole = paint_keys.panel(sprites.theme, look, size, 1.0).surface
        assert widened.get_size() == whole.get_size()
        pixels = (pygame.image.tobytes(one, "RGBA") for one in (widened, whole))
        assert max(abs(a - b) for a, b in zip(*pixels, strict=True)) <= 3
