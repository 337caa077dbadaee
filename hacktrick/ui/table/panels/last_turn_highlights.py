"""Highlights of the other players' last turns: on keys, on the row and on their hands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import pygame

from hacktrick.app.profiles import StyledMarker
from hacktrick.app.themes import Colour
from hacktrick.game.cards import Card
from hacktrick.game.keypad import Key
from hacktrick.game.state import Seat
from hacktrick.i18n.computer_players import face_distinguishing_letter, face_initial
from hacktrick.i18n.table_view_model import TableViewModel
from hacktrick.match.player_kinds import level_of
from hacktrick.ui.paint.canvas import Sprite
from hacktrick.ui.paint.card_faces import card_back_thickness
from hacktrick.ui.paint.fonts import TextStyle
from hacktrick.ui.paint.keys_and_panels import PanelLook
from hacktrick.ui.paint.player_faces import PlayerFaceLook
from hacktrick.ui.scene.scenes_and_context import Context
from hacktrick.ui.table.draw_context import DrawContext

CARD_DIGIT_STYLE = TextStyle("mono_strong", 14)
# Size of a card in a line of text, in layout units.
SMALL_CARD_WIDTH, SMALL_CARD_HEIGHT = 17.0, 21.0


def draw_card_tile_in_text(
    surface: pygame.Surface,
    context: Context,
    midleft: tuple[int, int],
    card: Card | None,
    zoom: float,
) -> pygame.Rect:
    """Draw a card as a tile that fits into a line of text.

    Args:
        midleft: the middle of the tile's left edge, in pixels.
        card: the value of the card; None for an unknown card.
        zoom: the size of the tile, as a multiple of the usual size.

    Returns:
        The rectangle of the tile.
    """
    colours = context.theme.colours
    tint = colours.muted if card is None else colours.cards[card]
    rect = pygame.Rect(
        0, 0, context.px(SMALL_CARD_WIDTH * zoom), context.px(SMALL_CARD_HEIGHT * zoom)
    )
    rect.midleft = midleft
    look = PanelLook(edge=tint, edge_width=1.4)
    context.sprites.small_tile(look, rect.size, filled=False).draw(surface, rect.topleft)
    digit, style = (
        "?" if card is None else str(card),
        replace(CARD_DIGIT_STYLE, size=CARD_DIGIT_STYLE.size * zoom),
    )
    context.fonts.draw_text(surface, digit, rect.center, style, tint, "center")
    return rect


def seat_colour(drawing: DrawContext, seat: Seat) -> Colour:
    """Return the colour of a player's markers."""
    return drawing.colours.players[drawing.model.marker_style(drawing.model.side_of(seat)).colour]


def player_face_painter(
    drawing: DrawContext,
    seat: Seat,
    *,
    glowing: bool = False,
    is_named: bool = False,
    has_initial: bool = True,
) -> Callable[[int], Sprite]:
    """Return a function that paints a player's face in the player's colour at a size in pixels.

    Args:
        glowing: whether light surrounds the face, as it does during the player's turn.
        is_named: whether the player's name is drawn on the face, so that no letter is needed to
            tell the face from equal ones.
        has_initial: whether the emblem of a person bears the initial of the name.
    """
    model = drawing.model
    look = PlayerFaceLook(
        level_of(model.snapshot.seats[seat].player) or None,  # foreign programs have no face
        model.marker_style(model.side_of(seat)).marker(),
        face_initial(model.snapshot.seats, seat) if has_initial else "",
        seat_colour(drawing, seat),
        glowing=glowing,
        mark="" if is_named else face_distinguishing_letter(model.snapshot.seats, seat),
    )
    return lambda edge: drawing.sprites.player_face(look, edge)


def newly_placed_marker(model: TableViewModel, key: Key) -> StyledMarker | None:
    """Return the marker that another player has just placed on a key; None if there is none."""
    for seat, move in model.last_turns.items():
        side = model.side_of(seat)
        if model.public.markers_on(key, side) and key in move.keys:
            return model.marker_style(side).marker(move.double_key == key)
    return None


def other_player_of_last_card(model: TableViewModel) -> Seat | None:
    """Return the other player who has just played the row's last card; None if there is none."""
    move, row = model.last_turn_of_other, model.public.row
    if move is None or not move.turn.plays or not row or move.turn.plays[-1][0] != row[-1]:
        return None
    return move.seat


def card_back_light_rect(context: Context, rect: pygame.Rect) -> pygame.Rect:
    """Return the rectangle of the light around the back of a card, without the edge below it."""
    thickness = round(card_back_thickness(context.theme, context.scale))
    back = pygame.Rect(rect.topleft, (rect.width, rect.height - thickness))
    return back.inflate(context.px(4), context.px(4))


def draw_drawn_card_highlights(
    drawing: DrawContext, seat: Seat, spots: list[pygame.Rect], tilts: Sequence[float]
) -> None:
    """Draw light around the cards that another player has just drawn.

    These are the last unknown cards of the hand; cards that the player has pinned come after them.

    Args:
        seat: the seat of the player.
        spots: the rectangles of all cards of the hand.
        tilts: the angles of the cards, in degrees counter-clockwise.
    """
    move = drawing.model.last_turns.get(seat)
    if move is None or not move.drawn or drawing.model.public.result is not None:
        return
    readings = drawing.model.card_knowledge_by_seat.get(seat, ())
    unknown = [n for n, reading in enumerate(readings) if reading.kind == "unknown"]
    if len(unknown) < move.drawn:
        return
    for n in unknown[-move.drawn :]:
        around = card_back_light_rect(drawing.context, spots[n])
        colour = seat_colour(drawing, seat)
        ring = drawing.sprites.glowing_outline(around.size, colour, tilt=tilts[n])
        ring.draw_centred(drawing.surface, around.center)
