"""The middle of the table: display, keypad or map, the row of cards, and the hands of the
others."""

from __future__ import annotations

from collections.abc import Mapping

import pygame

from hacktrick.app.marker_styles import StyledMarker
from hacktrick.app.themes import Colour
from hacktrick.game.cards import Card
from hacktrick.game.keypad import Key, lines
from hacktrick.game.rules import Seat
from hacktrick.i18n.table_frame import TableFrame
from hacktrick.i18n.translator import _
from hacktrick.i18n.turn_text import status_sentence
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.paint.card_faces import CardLook
from hacktrick.ui.paint.keys_and_panels import KeyLook
from hacktrick.ui.paint.table_surface import draw_lcd_text, draw_line_of_light, draw_links
from hacktrick.ui.scene.context import Context
from hacktrick.ui.table.draw_context import DrawContext
from hacktrick.ui.table.motion.motion_state import (
    PLATE_HEIGHT,
    PLATE_LINE,
    PLATE_TITLE,
    ROW,
    MotionState,
    card_of_hand,
    flipped,
    plate_look,
    plate_width,
)
from hacktrick.ui.table.panels.card_knowledge import NUMBER, draw_sum, sum_width
from hacktrick.ui.table.panels.move_traces import draw_hand_trace, draw_key_trace
from hacktrick.ui.widgets import game_drawing

FULL_CELLS = 5  # the text of the display: 4+1=5
SHORT_CELLS = 2
PLATE_MARGINS = 60.0  # units beside the words of a plate
EVENLY = (0.6, 0.75, 1.0)  # of the room: two lines about equally long, where that can be


def draw_display(pen: DrawContext) -> None:
    """Draw the display: the sum that leads to the key, and in words what it does or whose turn it
    is."""
    rect = pen.places.table.lcd
    pen.sprites.lcd(rect.size).draw(pen.surface, rect.topleft)
    shown, row = pen.frame.preview, pen.frame.public.row
    text = f"{row[-1]}+" if row else ""
    if pen.motion.sum is not None:
        text = f"{pen.motion.sum[0]}+{pen.motion.sum[1]}={sum(pen.motion.sum)}"
    elif shown is not None:
        text = f"{shown.last}+{shown.card}={shown.key}"
    elif pen.frame.public.phase == "over" and len(row) > 1:
        text = f"{row[-2]}+{row[-1]}={row[-2] + row[-1]}"
    cells = FULL_CELLS if len(text) > SHORT_CELLS else SHORT_CELLS
    left = (rect.x + pen.px(12), rect.centery)
    box = draw_lcd_text(pen.surface, pen.theme, pen.fonts, text, left, cells)
    words, colour = display_text(pen.context, pen.frame, pen.motion)
    right, gap = rect.right - pen.px(12), pen.px(12)
    room = right - box.right - gap
    style = styles.BODY if pen.fonts.size(words, styles.BODY)[0] <= room else styles.SMALL
    place = (right, rect.centery)
    pen.fonts.draw_two_lines(pen.surface, words, place, style, colour, "midright", room)


def display_text(context: Context, frame: TableFrame, motion: MotionState) -> tuple[str, Colour]:
    colours = context.theme.colours
    shown, wording = frame.preview, frame.wording
    if motion.sum is not None:
        return wording.effect_on_key(sum(motion.sum), 0), colours.text
    if frame.is_showing_new_cards:
        return wording.drawn_cards_sentence(frame.bottom, frame.new_cards), colours.text
    if shown is None:
        if frame.draft.drawing:
            return _("draw a card, the turn ends"), colours.text
        if frame.draft.card is not None:
            return _("the row starts with {card}").format(card=frame.draft.card), colours.text
        if frame.caption:
            return frame.caption, colours.text
        return status_sentence(wording, frame.public, frame.seen), colours.text
    if shown.result is None:
        return wording.effect_on_key(shown.key, shown.captures), colours.text
    if shown.result.side == frame.public.side:
        return wording.win_text(shown.result.points), colours.good
    return _("last marker: loses the round"), colours.bad


def draw_board_ground(pen: DrawContext) -> None:
    """Draw what lies under the keys: on the map, the land and the connections."""
    if pen.theme.board != "servers":
        return
    table = pen.places.table
    pen.sprites.world_map(table.keypad.size).draw(pen.surface, table.keypad.topleft)
    draw_links(pen.surface, pen.theme, table.keys, lines(), pen.context.scale)


def draw_line_under_keys(pen: DrawContext) -> None:
    """Light up the connections of a completed line on the map."""
    if pen.theme.board == "servers" and _is_line(pen.motion):
        _light(pen, {key: rect.center for key, rect in pen.places.table.keys.items()})


def key_look(
    frame: TableFrame, motion: MotionState, key: Key, *, hover: bool, pressed: bool
) -> KeyLook:
    owner = next((s for s in (0, 1) if frame.public.markers_on(key, s)), None)
    shown = frame.preview
    chosen = shown is not None and shown.key == key
    chosen = chosen or (motion.sum is not None and sum(motion.sum) == key)
    won = bool(motion.line and key in motion.line[0])
    if shown is not None and shown.result is not None and shown.result.side == frame.public.side:
        won = won or key in shown.keys
    return KeyLook(
        owner=None if owner is None else frame.marker_style(owner).colour,
        is_reachable=key in frame.reachable_keys.values(),
        chosen=chosen,
        hover=hover,
        pressed=pressed,
        won=won,
    )


def draw_key(
    pen: DrawContext, rect: pygame.Rect, key: Key, *, hover: bool = False, pressed: bool = False
) -> None:
    """Draw a key with its markers, the chosen card's marker as a ghost, and captured markers struck
    through."""
    look = key_look(pen.frame, pen.motion, key, hover=hover, pressed=pressed)
    shown = pen.frame.preview
    ghost = None
    if shown is not None and shown.key == key:
        ghost = pen.frame.marker_style(pen.frame.public.side).piece(shown.double)
    struck = ghost is not None and bool(shown and shown.captures)
    pieces = markers_on_key(pen.frame, key)
    if pen.motion.room is not None and pen.motion.room.key == key:
        game_drawing.draw_numbered_key(pen.surface, pen.context, rect, key, look)
        room = pen.motion.room
        game_drawing.draw_shifting_markers(
            pen.surface, pen.context, rect, pieces, room.free, room.share
        )
        return
    game_drawing.draw_numbered_key(pen.surface, pen.context, rect, key, look, pieces, ghost, struck)
    draw_key_trace(pen, rect, key)


def markers_on_key(frame: TableFrame, key: Key) -> list[StyledMarker]:
    """The markers on a key, the double last."""
    public = frame.public
    pieces = []
    for side in (0, 1):
        n = public.markers_on(key, side)
        double = public.double[side] == key
        pieces += [frame.marker_style(side).piece()] * (n - double) + [
            frame.marker_style(side).piece(True)
        ] * double
    return pieces


def draw_won_line(pen: DrawContext) -> None:
    """Draw light from marker to marker of the completed line, under markers and numbers.

    The servers of the map hide theirs; see ``draw_line_under_keys``.
    """
    if pen.motion.line is None or not _is_line(pen.motion) or pen.theme.board == "servers":
        return
    keys = pen.motion.line[0]
    standing = {key: markers_on_key(pen.frame, key) for key in keys}
    _light(
        pen,
        {
            key: game_drawing.marker_bodies_middle(pen.places.key(key), len(standing[key]))
            for key in keys
        },
    )
    for key in keys:
        rect = pen.places.key(key)
        won = key_look(pen.frame, pen.motion, key, hover=False, pressed=False)
        game_drawing.draw_key_contents(
            pen.surface, pen.context, rect, key, won, standing[key], is_lit=True
        )


def _is_line(motion: MotionState) -> bool:
    """Whether to draw light: a triple stands on one key and needs none."""
    return motion.line is not None and len(motion.line[0]) > 1 and motion.line[2] > 0


def _light(pen: DrawContext, points: Mapping[Key, tuple[float, float]]) -> None:
    assert pen.motion.line is not None
    keys, side, progress = pen.motion.line
    colour = pen.colours.players[pen.frame.marker_style(side).colour]
    trace = sorted(points[key] for key in keys)
    draw_line_of_light(pen.surface, pen.theme, trace, progress, colour, pen.context.scale)


def draw_row(pen: DrawContext) -> None:
    row = pen.frame.public.row
    lying = enumerate(pen.places.row(len(row)))
    spots = [rect.move(pen.motion.offset_of(ROW, n), 0) for n, rect in lying]
    for n, (value, rect) in enumerate(zip(row, spots, strict=True)):
        look = CardLook(value, last=n == len(row) - 1)
        pen.sprites.card(look, rect.size).draw(pen.surface, rect.topleft)
    zone, first = pen.places.table.row, (spots or pen.places.row(1))[0]
    if not row:  # the place of the first card
        pen.sprites.deck(0, first.size).draw(pen.surface, first.topleft)
    label = _("Row")
    width = pen.fonts.size(label, styles.SMALL)[0]
    right = first.x - pen.px(12)
    if right - zone.x >= width:
        place, colour = (right, first.centery), pen.colours.muted
        pen.fonts.draw_text(pen.surface, label, place, styles.SMALL, colour, "midright")


def draw_other_hand(pen: DrawContext, seat: Seat) -> None:
    """Draw the cards of another player: backs, until they turn up at the end of the round."""
    slot = pen.frame.screen_place(seat)
    cards = pen.frame.hand(seat)
    spots = pen.places.backs(slot, len(cards))
    n = len(cards) if pen.motion.dealt is None else pen.motion.dealt.get(seat, 0)
    for k, (value, rect) in enumerate(zip(cards[:n], spots, strict=False)):
        sprite = card_of_hand(pen.context, pen.motion, seat, CardLook(value), rect.size)
        sprite.draw_centred(pen.surface, rect.move(pen.motion.offset_of(seat, k), 0).center)
    draw_hand_trace(pen, seat, spots)


def draw_announcement(pen: DrawContext) -> None:
    """Draw an announcement over the middle of the board."""
    plate = pen.motion.plate
    if plate is None:
        return
    px, fonts = pen.px, pen.fonts
    card = px(58), px(77)
    zoom = PLATE_TITLE.size / NUMBER.size
    titled = fonts.size(plate.title, PLATE_TITLE)[0] if plate.title else 0
    wide = max(titled, sum_width(pen, plate.sum, zoom) if plate.sum else 0)
    lines = _lines_of_plate(pen, plate.text)
    text = max((fonts.size(line, styles.STRONG)[0] for line in lines), default=0)
    step = px(PLATE_LINE)
    more = step * max(0, len(lines) - 1)
    cards = len(plate.cards) * (card[0] + px(8)) - px(8) if plate.cards else 0
    width = min(plate_width(pen.context, max(wide, text, cards)), pen.context.size[0] - px(40))
    height = px(PLATE_HEIGHT) + more + (card[1] + px(10) if plate.cards else 0)
    rect = pygame.Rect(0, 0, width, height)
    rect.center = pen.places.table.keypad.center
    look = plate_look(pen.colours.players[plate.colour])
    pen.sprites.panel(look, rect.size).draw(pen.surface, rect.topleft)
    if plate.sum:
        draw_sum(pen, plate.sum, (rect.centerx - wide // 2, rect.y + px(40)), zoom)
    room, ink = width - px(28), pen.colours
    if plate.title:
        place = (rect.centerx, rect.y + px(40))
        fonts.draw_text(pen.surface, plate.title, place, PLATE_TITLE, ink.text, "center", room)
    for n, line in enumerate(lines):
        place = (rect.centerx, rect.y + px(80) + step * n)
        fonts.draw_text(pen.surface, line, place, styles.STRONG, ink.muted, "center", room)
    _cards_on_plate(pen, plate.cards, rect.centerx - cards / 2, rect.y + px(100) + more, card)


def _lines_of_plate(pen: DrawContext, text: str) -> list[str]:
    """The text of a plate, on two lines where one would be wider than the board."""
    room = pen.places.table.keypad.width - pen.px(PLATE_MARGINS)
    if not text or pen.fonts.size(text, styles.STRONG)[0] <= room:
        return [text] if text else []
    tried = [pen.fonts.wrap(text, styles.STRONG, room * share) for share in EVENLY]
    lines = next((lines for lines in tried if len(lines) <= 2), tried[-1])
    return [lines[0], " ".join(lines[1:])]


def _cards_on_plate(
    pen: DrawContext, cards: tuple[Card, ...], left: float, top: int, size: tuple[int, int]
) -> None:
    """Draw the cards of a plate, which turn up in their places."""
    for n, value in enumerate(cards):
        back, face = (pen.sprites.card(CardLook(card), size) for card in (None, value))
        x = left + n * (size[0] + pen.px(8)) + size[0] / 2
        flipped(back, face, pen.motion.shown).draw_centred(pen.surface, (x, top + size[1] / 2))
