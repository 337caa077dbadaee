"""Paints sprites in advance, one at a time while nothing moves, so that no animation waits."""

from __future__ import annotations

import string
from collections.abc import Iterator
from itertools import product
from typing import get_args

import pygame

from hacktrick.app.profiles import MarkerStyle, default_marker_styles
from hacktrick.app.themes import Colour
from hacktrick.game.actions import CODES
from hacktrick.ui.layout import table_layout
from hacktrick.ui.layout.geometry import TableGeometry
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.paint.card_faces import CardLook
from hacktrick.ui.paint.keys_and_panels import KeyLook
from hacktrick.ui.paint.markers import marker_positions_on_key
from hacktrick.ui.paint.portraits import cached_code_portrait
from hacktrick.ui.paint.table_pieces import ButtonPlateLook, ButtonRank
from hacktrick.ui.scene.scenes_and_context import Context
from hacktrick.ui.table.motion.motion_state import (
    PLATE_HEIGHT,
    PLATE_LINE_HEIGHT,
    PLATE_TITLE_STYLE,
    PLATE_WIDTH_STEP,
    announcement_plate_look,
    announcement_plate_width,
)
from hacktrick.ui.table.panels.board import card_angle_in_fan, new_marker_ring_width
from hacktrick.ui.table.panels.last_turn_highlights import card_back_light_rect
from hacktrick.ui.table.table_layers import ASIDE_TILTS
from hacktrick.ui.widgets.game_drawing import card_back_look

CARD_VALUES = range(6)
USUAL_HAND = 4  # number of cards in a hand of usual size; larger hands are rare
MIN_GLOW = 11  # weakest glow of a key that pulses, in sixteenths
MAX_COPIES = 3  # maximum number of unseen cards of one value
PRERENDERED_LETTERS = string.digits + string.ascii_letters


def prerender_table_in_steps(
    context: Context,
    n_seats: int = 2,
    marker_styles: tuple[MarkerStyle, ...] = default_marker_styles(2).seats,
) -> Iterator[None]:
    """Paint one sprite at each step, for a table that may be opened soon.

    Args:
        n_seats: the number of seats at the table.
        marker_styles: the marker styles of the two sides.
    """
    user = context.settings.ui_scale / 100
    table = table_layout.lay_out_table(context.size, user, n_seats, context.theme.board)
    yield from prerender_sprites_in_steps(
        context, TableGeometry(table, context.px, n_seats), [], marker_styles
    )


def prerender_sprites_in_steps(
    context: Context,
    geometry: TableGeometry,
    buttons: list[pygame.Rect],
    marker_styles: tuple[MarkerStyle, ...],
    has_codes: bool = False,
) -> Iterator[None]:
    """Paint one sprite at each step, beginning with the sprites that the first turns need.

    Args:
        geometry: the rectangles of everything on the table.
        buttons: the rectangles of the buttons in the dock.
        marker_styles: the marker styles of the two sides.
        has_codes: whether the table has code cards.
    """
    if has_codes:
        yield from _render_code_portraits_in_steps(context)
    colours = [context.theme.colours.players[look.colour] for look in marker_styles]
    yield from _render_letters_in_steps(context)
    yield from _render_permanent_parts_in_steps(context, geometry)
    yield from _render_plates_in_steps(context, colours)
    yield from _render_buttons_in_steps(context, buttons)
    yield from _render_markers_in_steps(context, geometry, marker_styles)
    yield from _render_cards_in_steps(context, geometry)
    yield from _render_parts_beside_board_in_steps(context, geometry, marker_styles)
    yield from _render_keys_in_steps(context, geometry, marker_styles)
    yield from _render_key_rims_and_light_in_steps(context, geometry, colours)
    yield from _render_tilted_cards_in_steps(context, geometry, marker_styles)


def _render_letters_in_steps(context: Context) -> Iterator[None]:
    """Render letters in several styles, since a font is slow when it first draws a letter."""
    for style in (PLATE_TITLE_STYLE, styles.STRONG, styles.BODY, styles.MONO):
        context.fonts.render(PRERENDERED_LETTERS, style, context.theme.colours.text)
        yield


def _render_permanent_parts_in_steps(context: Context, geometry: TableGeometry) -> Iterator[None]:
    """Paint the permanent parts of the table: display, housing and tray."""
    table = geometry.table
    context.sprites.lcd_plate(table.lcd.size)
    yield
    context.sprites.keypad_housing(table.housing.size)
    yield
    context.sprites.card_or_marker_tray(table.row.size)
    yield


def _render_key_rims_and_light_in_steps(
    context: Context, geometry: TableGeometry, colours: list[Colour]
) -> Iterator[None]:
    """Paint the rims of threatened keys, and the light around newly drawn cards."""
    keys = {geometry.key_rect(number).size for number in geometry.table.keys}
    backs = {
        card_back_light_rect(context, geometry.card_back_rects(slot, 1)[0]).size
        for slot in range(1, geometry.n_seats)
    }
    for colour in colours:
        for size, is_dashed in product(sorted(keys), (False, True)):
            context.sprites.key_rim(size, colour, is_dashed)
            yield
        for size, step in product(sorted(keys), range(MIN_GLOW, 17)):
            context.sprites.pulsing_key_glow(size, colour, step / 16)
            yield
        for size in sorted(backs):
            context.sprites.glowing_outline(size, colour)
            yield


def _render_code_portraits_in_steps(context: Context) -> Iterator[None]:
    """Paint the portraits of all twelve codes, since a selection would reveal the held codes."""
    for code in CODES:
        cached_code_portrait(context.theme, code)
        yield


def _render_plates_in_steps(context: Context, colours: list[Colour]) -> Iterator[None]:
    heights = context.px(PLATE_HEIGHT), context.px(PLATE_HEIGHT) + context.px(PLATE_LINE_HEIGHT)
    for colour, steps, height in product(colours, (0, 1, 2, 3), heights):
        width = announcement_plate_width(context, 0) + steps * context.px(PLATE_WIDTH_STEP)
        context.sprites.panel(announcement_plate_look(colour), (width, height))
        yield


def _render_cards_in_steps(context: Context, geometry: TableGeometry) -> Iterator[None]:
    hand, row = geometry.own_hand_rects(1)[0].size, geometry.row_rects(1)[0].size
    for value in CARD_VALUES:
        for look in (CardLook(value), CardLook(value, last=True)):
            context.sprites.card(look, row)
            yield
        for look in (
            CardLook(value),
            CardLook(value, dimmed=True, has_note=True),
            CardLook(value, selected=True),
            CardLook(value, hovered=True),
            CardLook(value, selected=True, hovered=True),
        ):
            context.sprites.card(look, hand)
            yield
    context.sprites.card(CardLook(None), hand)
    yield
    for n_cards in reversed(range(14)):
        context.sprites.deck(n_cards, geometry.deck_rect().size)
        yield
    for value, is_dimmed in product(CARD_VALUES, (False, True)):
        context.sprites.card(CardLook(value, dimmed=is_dimmed), geometry.deck_rect().size)
        yield
    context.sprites.deck(0, row)
    yield


def _render_tilted_cards_in_steps(
    context: Context, geometry: TableGeometry, marker_styles: tuple[MarkerStyle, ...]
) -> Iterator[None]:
    """Paint the tilted cards: cards set aside, and cards in hands of usual size.

    Cards in the other players' hands are face down.
    """
    aside = geometry.set_aside_rects(2)[0].size
    for value, tilt in product(CARD_VALUES, ASIDE_TILTS[:2]):
        context.sprites.card(CardLook(value, tilt=tilt), aside)
        yield
    hand = geometry.own_hand_rects(1)[0].size
    tilts = {card_angle_in_fan(k, n) / 2 for n in range(1, USUAL_HAND + 1) for k in range(n)}
    for value, tilt in product(CARD_VALUES, sorted(tilts)):
        context.sprites.card(CardLook(value, tilt=tilt), hand)
        yield
    for slot, n in product(range(1, geometry.n_seats), range(1, USUAL_HAND + 1)):
        size = geometry.card_back_rects(slot, n)[0].size
        for look, k in product(marker_styles, range(n)):
            tilt = card_angle_in_fan(k, n)
            context.sprites.card(card_back_look("unknown", (), look.colour, tilt=tilt), size)
            yield


def _render_parts_beside_board_in_steps(
    context: Context, geometry: TableGeometry, marker_styles: tuple[MarkerStyle, ...]
) -> Iterator[None]:
    """Paint the parts beside the board.

    These are open hands, stacks of unseen cards, and markers in racks and on shelves.
    """
    sizes = {geometry.card_back_rects(slot, 1)[0].size for slot in range(1, geometry.n_seats)}
    for value, size in product((None, *CARD_VALUES), sorted(sizes)):
        context.sprites.card(CardLook(value), size)
        yield
    for value, rect in enumerate(geometry.unseen_stack_rects()):
        for n in range(MAX_COPIES + 1):
            context.sprites.unseen_card_stack(value, n, rect.size)
            yield
    widths = {geometry.rack_place_rect(side, 0).width for side in (0, 1)}
    widths |= {geometry.captured_marker_rects(side, 1)[0].width for side in (0, 1)}
    for look, width in product(marker_styles, sorted(widths)):
        context.sprites.marker(look.marker(), width)
        yield


def _render_keys_in_steps(
    context: Context, geometry: TableGeometry, marker_styles: tuple[MarkerStyle, ...]
) -> Iterator[None]:
    owners = [look.colour for look in marker_styles]
    sizes = sorted({geometry.key_rect(number).size for number in geometry.table.keys})
    caps = [
        KeyLook(owner, is_reachable=reach, chosen=chosen)
        for owner, (reach, chosen) in product(
            (None, *owners), ((False, False), (True, False), (True, True), (False, True))
        )
    ]
    caps += [KeyLook(owner, is_reachable=True, hovered=True) for owner in (None, *owners)]
    caps += [KeyLook(owner, won=True) for owner in owners]
    for look, size in product(caps, sizes):
        context.sprites.keycap(look, size)
        yield


def _render_markers_in_steps(
    context: Context, geometry: TableGeometry, marker_styles: tuple[MarkerStyle, ...]
) -> Iterator[None]:
    servers = context.theme.board == "servers"
    for n, own, double in product((1, 2, 3), marker_styles, (False, True)):
        _foot, width = marker_positions_on_key(geometry.key_rect(5), n, servers)[0]
        context.sprites.marker(own.marker(double), width)
        context.sprites.translucent_marker(own.marker(double), width)
        context.sprites.marker(own.marker(double), width * 0.6)
        colour = context.theme.colours.players[own.colour]
        context.sprites.ring_around_marker(new_marker_ring_width(width), colour)
        yield


def _render_buttons_in_steps(context: Context, buttons: list[pygame.Rect]) -> Iterator[None]:
    ranks = get_args(ButtonRank)
    for rank, size in product(ranks, sorted({rect.size for rect in buttons})):
        context.sprites.button_plate(ButtonPlateLook(rank), size)
        yield
