"""The things on a table are readable in every theme, stay in place, and show every state."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, pairwise
from typing import Any
from unittest import mock

import pygame
import pytest

from hacktrick.app import themes
from hacktrick.app.profiles import MarkerStyle, StyledMarker
from hacktrick.app.settings import Settings
from hacktrick.app.themes import Colour
from hacktrick.ui.layout.geometry import captured_marker_places, rack_marker_places
from hacktrick.ui.paint import table_pieces
from hacktrick.ui.paint.canvas import contrast_ratio, dashes_along_path, mix_colours
from hacktrick.ui.paint.card_faces import CardLook
from hacktrick.ui.paint.markers import marker_positions_on_key
from hacktrick.ui.paint.table_pieces import ButtonPlateLook, ButtonRank
from hacktrick.ui.scene.scenes_and_context import Context
from hacktrick.ui.widgets import game_drawing as drawing
from hacktrick.ui.widgets.game_drawing import DockButtonContent

RANKS: tuple[ButtonRank, ...] = ("first", "possible", "rare", "impossible", "risky")
GROUND = (90, 91, 92)
SIZE = (400, 300)
RECT = pygame.Rect(100, 80, 130, 132)


@pytest.fixture(params=themes.theme_keys())
def context(request: pytest.FixtureRequest) -> Iterator[Context]:
    yield Context(Settings(theme=request.param, language="en"), size=(1280, 720))


def surface_after(draw: Callable[[pygame.Surface], object]) -> pygame.Surface:
    surface = pygame.Surface(SIZE)
    surface.fill(GROUND)
    draw(surface)
    return surface


def drawn_area(surface: pygame.Surface, ground: Colour = GROUND) -> pygame.Rect:
    """Return the smallest rectangle around everything drawn."""
    mask = pygame.mask.from_threshold(surface, ground, (1, 1, 1, 255))
    mask.invert()
    first, *others = mask.get_bounding_rects()
    return first.unionall(others)


def all_differ(pictures: list[pygame.Surface]) -> bool:
    return all(
        one.get_buffer().raw != other.get_buffer().raw for one, other in combinations(pictures, 2)
    )


@pytest.mark.parametrize("rank", RANKS)
def test_the_words_of_a_button_are_readable(context: Context, rank: ButtonRank) -> None:
    size = (200, 60)
    plate = ButtonPlateLook(rank)
    surface = pygame.Surface((size[0] + 80, size[1] + 80))
    surface.fill(context.theme.colours.background)
    context.sprites.button_plate(plate, size).draw(surface, (40, 40))
    ink = table_pieces.button_text_colour(context.theme, plate)
    for y in (52, 70, 88):
        ground = surface.get_at((140, y))
        assert contrast_ratio(ink, (ground.r, ground.g, ground.b)) >= 4.5


@pytest.mark.parametrize("is_fresh", [True, False])
def test_text_in_bubbles_is_readable_and_their_rim_stands_out(
    context: Context, is_fresh: bool
) -> None:
    ground, ink = table_pieces.speech_bubble_and_text_colours(context.theme, is_fresh)
    assert contrast_ratio(ink, ground) >= 4.5
    assert contrast_ratio(context.theme.colours.muted, ground) >= 4.5 or is_fresh


def test_the_ranks_of_buttons_differ_in_shape(context: Context) -> None:
    def draw(rank: ButtonRank) -> pygame.Surface:
        face = DockButtonContent("Ask", "ask")
        return surface_after(
            lambda surface: drawing.draw_dock_button(
                surface, context, RECT, face, ButtonPlateLook(rank)
            )
        )

    assert all_differ([draw(rank) for rank in RANKS])


def test_a_low_button_says_at_the_right_why_it_cannot_be_used(context: Context) -> None:
    low = pygame.Rect(20, 20, 340, 44)

    def draw(detail: str) -> pygame.Surface:
        face = DockButtonContent("Ask", "ask", detail)
        return surface_after(
            lambda surface: drawing.draw_dock_button(
                surface, context, low, face, ButtonPlateLook("impossible")
            )
        )

    silent, spoken = draw(""), draw("none captured")
    left, right = low.copy(), low.copy()
    left.width = right.width = low.width // 2
    right.left = left.right
    same = [
        pygame.image.tobytes(silent.subsurface(half), "RGB")
        == pygame.image.tobytes(spoken.subsurface(half), "RGB")
        for half in (left, right)
    ]
    assert same == [True, False]


def test_every_back_shows_what_is_known_of_it(context: Context) -> None:
    looks = [
        drawing.card_back_look("unknown", (), 1),
        drawing.card_back_look("certain", (3,), 1),
        drawing.card_back_look("certain", (4,), 1),
        drawing.card_back_look("either", (3, 4), 1),
        drawing.card_back_look("pinned", (3,), 1),
        drawing.card_back_look("shown", (3,), 1),
    ]
    sprites = [context.sprites.card(look, (60, 80)).surface for look in looks]
    assert all_differ(sprites)


def test_a_card_of_the_hand_shows_the_key_that_it_leads_to(context: Context) -> None:
    looks = [CardLook(4), CardLook(4, key=7), CardLook(4, key=8), CardLook(4, key=7, selected=True)]
    assert all_differ([context.sprites.card(look, (104, 146)).surface for look in looks])


@pytest.mark.parametrize("total", [6, 10, 14])
def test_a_rack_has_a_place_for_every_marker(total: int) -> None:
    rack = pygame.Rect(20, 30, 248, 98)
    spots = rack_marker_places(rack, total)
    assert len(spots) == total
    for (x, foot), width in spots:
        assert rack.left <= x - width / 2 and x + width / 2 <= rack.right
        assert rack.top <= foot - width and foot <= rack.bottom
    rows: dict[float, list[float]] = {}
    for (x, foot), _width in spots:
        rows.setdefault(foot, []).append(x)
    width = spots[0][1]
    assert all(right - left > width for row in rows.values() for left, right in pairwise(row))


def test_a_rack_shows_how_many_markers_are_left(context: Context) -> None:
    def draw(singles: int, has_double: bool) -> pygame.Surface:
        rack, style = pygame.Rect(20, 30, 248, 98), MarkerStyle(0, 0)
        return surface_after(
            lambda surface: drawing.draw_marker_supply(
                surface, context, rack, style, singles, has_double
            )
        )

    assert all_differ([draw(n, there) for n in (0, 1, 9) for there in (True, False)])


@pytest.mark.parametrize("n", [1, 3, 10])
def test_captured_markers_stay_on_their_shelf(n: int) -> None:
    shelf = pygame.Rect(30, 40, 110, 98)
    for (x, foot), width in captured_marker_places(shelf, n):
        assert shelf.left - 1 <= x - width / 2 and x + width / 2 <= shelf.right + 1
        assert shelf.top <= foot - width and foot <= shelf.bottom


@pytest.mark.parametrize("text", ["Block!", "You see numbers. I see you.", "x" * 12])
def test_a_bubble_fits_its_text(context: Context, text: str) -> None:
    width, height = drawing.speech_bubble_size(context, text, 210)
    assert width <= 210
    lines = context.fonts.wrap(text, drawing.BUBBLE_STYLE, 210 - 2 * context.px(20))
    step = context.fonts.line_height(drawing.BUBBLE_STYLE)
    assert len(lines) <= 2 and height >= step * len(lines)


def test_earlier_bubbles_look_different_from_fresh_ones(context: Context) -> None:
    def draw(**how: bool) -> pygame.Surface:
        rect, colour = pygame.Rect(60, 60, 200, 46), context.theme.colours.players[1]
        return surface_after(
            lambda surface: drawing.draw_speech_bubble(
                surface, context, rect, "My cards make 7.", colour, (20, 80), **how
            )
        )

    assert all_differ([draw(), draw(is_fresh=False), draw(is_outdated=True)])


@pytest.mark.parametrize("is_occupied", [True, False])
def test_the_words_on_a_key_stay_inside_it(context: Context, is_occupied: bool) -> None:
    """No tag leaves its key; German words are the longest."""
    surface = surface_after(
        lambda surface: drawing.draw_threat_tag(
            surface,
            context,
            RECT,
            lambda edge: context.sprites.card(CardLook(1), (edge, edge)),
            "Vector",
            "gewinnt mit einer 0",
            is_occupied=is_occupied,
            card=0,
        )
    )
    shadow = context.px(16)
    assert RECT.inflate(2 * shadow, 2 * shadow).contains(drawn_area(surface))


@pytest.mark.parametrize("height", [146, 82])
@pytest.mark.parametrize("text", ["= last card", "= ostatnia karta"])
def test_the_note_on_a_card_is_clear_of_its_number(
    context: Context, text: str, height: int
) -> None:
    """The note lies between the number and the lower edge of the window, which cuts the card."""
    card = pygame.Rect(140, SIZE[1] - round(0.7 * height), round(height * 0.71), height)
    if height < 90:
        card.bottom = SIZE[1] - 8  # small cards are shown whole

    def face(value: int) -> pygame.Surface:
        sprite = context.sprites.card(CardLook(value, dimmed=True, has_note=True), card.size)
        surface = surface_after(lambda surface: sprite.draw(surface, card.topleft))
        middle = pygame.Rect(card.centerx - card.width // 4, card.y, card.width // 2, height)
        return surface.subsurface(middle.clip(surface.get_rect())).copy()

    alike = pygame.mask.from_threshold(face(3), GROUND, (30, 30, 30, 255), face(1))
    alike.invert()
    number = max(rect.bottom for rect in alike.get_bounding_rects())
    note = drawn_area(
        surface_after(lambda surface: drawing.draw_note_across_card(surface, context, card, text))
    )
    assert card.y + number <= note.top + 1 and note.bottom < SIZE[1]


def test_the_words_on_an_occupied_server_are_below_its_markers() -> None:
    context = Context(Settings(theme="servers", language="en"), size=(1280, 720))
    rect = pygame.Rect(100, 80, 116, 116)
    surface = surface_after(
        lambda surface: drawing.draw_threat_tag(
            surface, context, rect, None, "Vector", "wins with a 4", is_occupied=True, card=4
        )
    )
    feet = [foot for (_x, foot), _width in marker_positions_on_key(rect, 2, True)]
    assert drawn_area(surface).top >= max(feet)


@pytest.mark.parametrize("scale", [100, 150, 200])
def test_the_words_in_a_server_are_clear_of_its_number(scale: int) -> None:
    """Without room for words, a tag shows the face and the winning card instead."""
    context = Context(Settings(theme="servers", ui_scale=scale), size=(1280, 720))
    rect = pygame.Rect(100, 80, 116, 116)

    def draw(surface: pygame.Surface) -> None:
        face = context.sprites.card(CardLook(1), (10, 10))
        drawing.draw_threat_tag(
            surface, context, rect, lambda _edge: face, "Vector", "gewinnt mit 4", card=4
        )

    assert drawn_area(surface_after(draw)).top >= rect.y + round(0.38 * rect.height)


def test_a_pill_shows_the_card_if_there_is_no_room_for_words(context: Context) -> None:
    surface, piece = pygame.Surface(SIZE), StyledMarker(0)
    small = pygame.Rect(10, 10, 70, 70)
    wide = drawing.draw_badge_on_key(surface, context, RECT, piece, "needs a 4", 4)
    pill = drawing.draw_badge_on_key(surface, context, small, piece, "needs a 4", 4)
    without = drawing.draw_badge_on_key(surface, context, small, piece, "one more")
    assert without.width < pill.width < wide.width
    assert small.left <= pill.left and pill.right <= small.right


def test_the_text_of_a_low_speech_bubble_stays_inside(context: Context) -> None:
    rect, colour = pygame.Rect(20, 40, 170, 38), context.theme.colours.players[0]

    def area_with(text: str) -> pygame.Rect:
        return drawn_area(
            surface_after(
                lambda surface: drawing.draw_speech_bubble(
                    surface, context, rect, text, colour, rect.midright
                )
            )
        )

    assert area_with("Meine Karten ergeben 11.") == area_with("")


@pytest.mark.parametrize("points", [0, 2, 5, 12])
@pytest.mark.parametrize("goal", [3, 5, 15])
def test_a_score_stays_inside_its_rectangle(context: Context, points: int, goal: int) -> None:
    place, colour = pygame.Rect(40, 40, 150, 26), context.theme.colours.players[0]
    surface = pygame.Surface(SIZE)
    for align in ("left", "right"):
        box = drawing.draw_score_padlocks(
            surface, context, place, colour, points, goal, align=align
        )
        assert place.left <= box.left and box.right <= place.right


def test_the_light_of_a_key_pulses_once_in_its_period() -> None:
    levels = [drawing.threat_pulse_strength(drawing.PULSE_SECONDS * n / 40) for n in range(41)]
    assert levels[0] == pytest.approx(levels[-1])
    assert min(levels) == pytest.approx(0.7) and max(levels) == pytest.approx(1.0)


def test_dashes_are_as_long_as_their_gaps() -> None:
    path = [(0.0, 0.0), (60.0, 0.0), (60.0, 40.0)]
    pieces = dashes_along_path(path, 5)
    length = sum(
        abs(x1 - x0) + abs(y1 - y0) for piece in pieces for (x0, y0), (x1, y1) in pairwise(piece)
    )
    assert length == pytest.approx(50, abs=0.01)


@pytest.mark.parametrize("ground", [(0, 0, 0), (250, 250, 250), (120, 130, 140)])
def test_a_colour_is_made_readable(ground: Colour) -> None:
    toward = (255, 255, 255) if sum(ground) < 380 else (0, 0, 0)
    colour = table_pieces.readable_colour(mix_colours((76, 201, 240), ground, 0.8), ground, toward)
    assert contrast_ratio(colour, ground) >= 4.5 or colour == toward


def test_a_long_label_is_whole_above_its_price(context: Context) -> None:
    """The French order has no room beside the marker in a small window."""
    label, rect = "« Défense ! »", pygame.Rect(0, 0, 125, 44)
    shown: list[str] = []
    draw = context.fonts.draw_text

    def keep(*args: Any, **more: Any) -> pygame.Rect:
        shown.append(
            context.fonts.shrink_to_fit(args[1], args[3], args[6])[0] if len(args) > 6 else args[1]
        )
        return draw(*args, **more)

    content = DockButtonContent(label, price=StyledMarker(0))
    with mock.patch.object(context.fonts, "draw_text", keep):
        drawing.draw_dock_button(
            pygame.Surface(SIZE), context, rect, content, ButtonPlateLook("possible")
        )
    assert label in shown and "−1" in shown
