"""Traces of the other players' last turns: in their panels, on keys and at their hands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import pygame

from hacktrick.app.round_history import LastTurn
from hacktrick.app.themes import Colour
from hacktrick.game.cards import Card
from hacktrick.game.keypad import Key
from hacktrick.game.rules import Seat, Side
from hacktrick.i18n.table_frame import TableFrame
from hacktrick.i18n.translator import ngettext
from hacktrick.i18n.turn_text import command_word
from hacktrick.match.players import level_of
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.paint.canvas import Sprite
from hacktrick.ui.paint.faces import FaceLook
from hacktrick.ui.paint.fonts import TextStyle
from hacktrick.ui.paint.keys_and_panels import PanelLook
from hacktrick.ui.scene.context import Context
from hacktrick.ui.table.draw_context import DrawContext

DIGIT = TextStyle("mono_strong", 14)
WORD = TextStyle("strong", 14)
SMALL_CARD_WIDTH, SMALL_CARD_HEIGHT = 17.0, 21.0  # units
ARROW, PAD = 12.0, 7.0


def draw_small_card(
    surface: pygame.Surface,
    context: Context,
    midleft: tuple[int, int],
    card: Card | None,
    zoom: float = 1.0,
) -> pygame.Rect:
    """Draw a card as a tile that fits into a line of text; None is an unknown card."""
    colours = context.theme.colours
    tint = colours.muted if card is None else colours.cards[card]
    rect = pygame.Rect(
        0, 0, context.px(SMALL_CARD_WIDTH * zoom), context.px(SMALL_CARD_HEIGHT * zoom)
    )
    rect.midleft = midleft
    look = PanelLook(edge=tint, edge_width=1.4)
    context.sprites.pip(look, rect.size, False).draw(surface, rect.topleft)
    digit, style = "?" if card is None else str(card), replace(DIGIT, size=DIGIT.size * zoom)
    context.fonts.draw_text(surface, digit, rect.center, style, tint, "center")
    return rect


def seat_colour(pen: DrawContext, seat: Seat) -> Colour:
    """The colour of a player's markers."""
    return pen.colours.players[pen.frame.marker_style(pen.frame.side(seat)).colour]


def face_of_seat(pen: DrawContext, seat: Seat) -> Callable[[int], Sprite]:
    """What gives a player's face of so many pixels, framed in the colour of their side."""
    frame = pen.frame
    look = FaceLook(
        level_of(frame.snapshot.seats[seat].player),
        frame.marker_style(frame.side(seat)).piece(),
        frame.wording.name(seat)[:1],
        seat_colour(pen, seat),
    )
    return lambda edge: pen.sprites.face(look, edge)


def draw_last_move(
    pen: DrawContext, first: pygame.Rect, second: pygame.Rect | None, seat: Seat
) -> None:
    """Draw the last turn of a player: card, key and final command.

    Args:
        second: a line for the command; None to put both on one line as far as they fit.
    """
    move = pen.frame.last_turns.get(seat)
    if move is None:
        return
    if second is not None:
        _what(pen, first, move, _fitting(pen, move, first.width))
        _word(pen, second, move, "midleft")
        return
    word = _word_width(pen, move)
    text = _fitting(pen, move, first.width - word - pen.px(6))
    room = first
    if word and _cards_width(pen, move) + word <= first.width:
        _word(pen, first, move, "midright")
        room = pygame.Rect(first.topleft, (first.width - word - pen.px(6), first.height))
    _what(pen, room, move, text)


def _what(pen: DrawContext, line: pygame.Rect, move: LastTurn, text: str) -> None:
    x, middle = line.x, line.centery
    for card, _key in move.plays:
        x = draw_small_card(pen.surface, pen.context, (x, middle), card).right + pen.px(4)
    if not text:
        return
    if move.plays:
        icon = pen.px(ARROW)
        arrow = pen.sprites.icon("right", icon, pen.colours.muted)
        arrow.draw_centred(pen.surface, (x + icon / 2, middle))
        x += icon + pen.px(4)
    ink, room = pen.colours.text, line.right - x
    pen.fonts.draw_text(pen.surface, text, (x, middle), styles.SMALL, ink, "midleft", room)


def _fitting(pen: DrawContext, move: LastTurn, room: int) -> str:
    """The longest words beside the cards that fit."""
    left = room - _cards_width(pen, move) - (pen.px(ARROW) + pen.px(4) if move.plays else 0)
    brief = ", ".join(map(str, move.keys))
    return pen.fonts.first_fitting((draw_move_text(pen, move), brief, ""), styles.SMALL, left)


def _cards_width(pen: DrawContext, move: LastTurn) -> int:
    return len(move.plays) * (pen.px(SMALL_CARD_WIDTH) + pen.px(4))


def draw_move_text(pen: DrawContext, move: LastTurn) -> str:
    """The words for a last turn: where the card led and what it captured, or that cards
    were drawn."""
    if not move.plays:
        n = move.drawn
        return ngettext("drew a card", "drew {n} cards", n).format(n=n) if n else ""
    wording = pen.frame.wording
    keys = [wording.effect_on_key(key, 0) for key in move.keys[:-1]]
    return ", ".join([*keys, wording.effect_on_key(move.keys[-1], move.taken)])


def _word_width(pen: DrawContext, move: LastTurn) -> int:
    """Pixels of the framed command; 0 without one."""
    if not move.word:
        return 0
    return pen.fonts.size(command_word(pen.frame.wording, move.word), WORD)[0] + 2 * pen.px(PAD)


def _word(pen: DrawContext, line: pygame.Rect, move: LastTurn, anchor: str) -> None:
    if not move.word:
        return
    colour = pen.colours.muted if move.word == "pass" else pen.colours.warning
    rect = pygame.Rect(0, 0, min(line.width, _word_width(pen, move)), pen.px(22))
    setattr(rect, anchor, getattr(line, anchor))
    look = PanelLook(edge=colour, edge_width=1.2)
    pen.sprites.pip(look, rect.size, False).draw(pen.surface, rect.topleft)
    told, room = command_word(pen.frame.wording, move.word), rect.width - pen.px(PAD)
    pen.fonts.draw_text(pen.surface, told, rect.center, WORD, colour, "center", room)


def fresh_marker(frame: TableFrame, key: Key) -> Side | None:
    """The side whose marker another player has just placed on a key."""
    for seat, move in frame.last_turns.items():
        side = frame.side(seat)
        if frame.public.markers_on(key, side) and any(there == key for _, there in move.plays):
            return side
    return None


def last_player(frame: TableFrame) -> Seat | None:
    """Another player who has just played the last card of the row."""
    move, row = frame.last_move, frame.public.row
    if move is None or not move.turn.plays or not row or move.turn.plays[-1][0] != row[-1]:
        return None
    return move.seat


def card_trace_rect(context: Context, rect: pygame.Rect) -> pygame.Rect:
    """The rectangle that the light around a card takes."""
    return rect.inflate(context.px(6), context.px(6))


def draw_hand_trace(
    pen: DrawContext, seat: Seat, spots: list[pygame.Rect], tilts: Sequence[float]
) -> None:
    """Draw light around the cards that another player has just drawn, as far as nothing is known
    of them; those lie last."""
    move = pen.frame.last_turns.get(seat)
    if move is None or not move.drawn or pen.frame.public.result is not None:
        return
    readings = pen.frame.back_readings.get(seat, ())
    unknown = sum(reading.kind == "unknown" for reading in readings)
    if unknown < move.drawn:
        return
    for rect, tilt in list(zip(spots, tilts, strict=True))[-move.drawn :]:
        around = card_trace_rect(pen.context, rect)
        ring = pen.sprites.ring(around.size, seat_colour(pen, seat), tilt=tilt)
        ring.draw_centred(pen.surface, around.center)
