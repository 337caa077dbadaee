"""Pictures painted ahead, one at a time while nothing moves, so that motion never waits for one.

What is painted here is what the views will ask for soon; a picture that is there costs nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pygame

from hacktrick.ui import layout
from hacktrick.ui.context import Context
from hacktrick.ui.paint_cards import CardLook
from hacktrick.ui.paint_keys import KeyLook, PanelLook
from hacktrick.ui.paint_markers import Piece, spots
from hacktrick.ui.paint_tools import mix
from hacktrick.ui.views.motion import PLATE_HEIGHT, PLATE_STEP, plate_look, plate_width
from hacktrick.ui.views.places import Places

VALUES = range(6)


def table_ahead(context: Context, n_seats: int = 2) -> Iterator[None]:
    """Paints one picture at every step for a table that may be opened soon."""
    user = context.settings.ui_scale / 100
    table = layout.table(context.size, user, n_seats, context.theme.board)
    yield from warm(context, Places(table, context.px, n_seats), [])


def warm(context: Context, places: Places, buttons: list[pygame.Rect]) -> Iterator[None]:
    """Paints one picture at every step: first what the first turns will need."""
    yield from _panels(context, places)
    yield from _plates(context)
    yield from _buttons(context, buttons)
    yield from _markers(context, places)
    yield from _cards(context, places)
    yield from _keys(context, places)
    for colour in context.theme.colours.players[:2]:
        look = PanelLook(edge=colour, edge_width=2.2, glow=colour)
        context.sprites.panel(look, places.result().size)
        yield


def _plates(context: Context) -> Iterator[None]:
    for colour, steps in product(context.theme.colours.players[:2], (0, 1, 2, 3)):
        width = plate_width(context, 0) + steps * context.px(PLATE_STEP)
        context.sprites.panel(plate_look(colour), (width, context.px(PLATE_HEIGHT)))
        yield


def _cards(context: Context, places: Places) -> Iterator[None]:
    hand, row = places.own_hand(1)[0].size, places.row(1)[0].size
    for value in VALUES:
        for look in (CardLook(value), CardLook(value, last=True)):
            context.sprites.card(look, row)
            yield
        for look in (
            CardLook(value),
            CardLook(value, dim=True),
            CardLook(value, selected=True),
            CardLook(value, hover=True),
            CardLook(value, selected=True, hover=True),
        ):
            context.sprites.card(look, hand)
            yield
    context.sprites.card(CardLook(None), hand)
    yield
    for n_cards in reversed(range(1, 10)):
        context.sprites.deck(n_cards, places.deck().size)
        yield


def _keys(context: Context, places: Places) -> Iterator[None]:
    sizes = sorted({places.key(number).size for number in places.table.keys})
    looks = [
        KeyLook(owner, reach=reach, chosen=chosen)
        for owner, (reach, chosen) in product(
            (None, 0, 1), ((False, False), (True, False), (True, True))
        )
    ]
    looks += [KeyLook(owner, reach=True, hover=True) for owner in (None, 0, 1)]
    looks += [KeyLook(owner, won=True) for owner in (0, 1)]
    for look, size in product(looks, sizes):
        context.sprites.key(look, size)
        yield


def _markers(context: Context, places: Places) -> Iterator[None]:
    servers = context.theme.board == "servers"
    for n, side, double in product((1, 2, 3), (0, 1), (False, True)):
        _foot, width = spots(places.key(5), n, servers)[0]
        context.sprites.marker(Piece(side, double), width)
        context.sprites.ghost(Piece(side, double), width)
        context.sprites.marker(Piece(side, double), width * 0.6)
        yield


def _panels(context: Context, places: Places) -> Iterator[None]:
    panel = context.theme.colours.panel
    for slot, side in product(range(places.n_seats), (0, 1)):
        colour = context.theme.colours.players[side]
        size = places.panel(slot).size
        context.sprites.panel(PanelLook(edge=mix(colour, panel, 0.55), edge_width=1.2), size)
        yield
        context.sprites.panel(PanelLook(edge=colour, edge_width=2.4, glow=colour), size)
        yield


def _buttons(context: Context, buttons: list[pygame.Rect]) -> Iterator[None]:
    accent = context.theme.colours.accent
    looks = (
        PanelLook(raised=True),
        PanelLook(raised=True, dim=True),
        PanelLook(raised=True, hover=True),
        PanelLook(raised=True, edge=accent, edge_width=2.0, glow=accent),
        PanelLook(raised=True, edge=accent, edge_width=2.0, glow=accent, hover=True),
    )
    for look, size in product(looks, sorted({rect.size for rect in buttons})):
        context.sprites.panel(look, size)
        yield
