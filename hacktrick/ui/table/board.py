"""The middle of the table: display, keypad or map, the row of cards, the other hands."""

from __future__ import annotations

from collections.abc import Mapping

import pygame

from hacktrick.game.keypad import Key, lines
from hacktrick.game.rules import Seat
from hacktrick.seat.looks import Piece
from hacktrick.themes import Colour
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.paint.cards import CardLook
from hacktrick.ui.paint.keys import KeyLook
from hacktrick.ui.paint.map import links
from hacktrick.ui.paint.table import lcd_text, line_of_light
from hacktrick.ui.stage import draw
from hacktrick.ui.stage.context import Context
from hacktrick.ui.table.motion import ROW, Motion, card_of_hand
from hacktrick.ui.table.places import Places
from hacktrick.words.frame import Frame
from hacktrick.words.prompts import status
from hacktrick.words.translator import _

FULL_CELLS = 5  # of the display: 4+1=5
SHORT_CELLS = 2


def display(
    surface: pygame.Surface, context: Context, frame: Frame, places: Places, motion: Motion
) -> None:
    """The LCD: the sum that leads to the key, and in words what it does or whose turn it is."""
    rect = places.table.lcd
    context.sprites.lcd(rect.size).draw(surface, rect.topleft)
    shown, row = frame.preview, frame.public.row
    text = f"{row[-1]}+" if row else ""
    if motion.sum is not None:
        text = f"{motion.sum[0]}+{motion.sum[1]}={sum(motion.sum)}"
    elif shown is not None:
        text = f"{shown.last}+{shown.card}={shown.key}"
    elif frame.public.phase == "over" and len(row) > 1:
        text = f"{row[-2]}+{row[-1]}={row[-2] + row[-1]}"
    cells = FULL_CELLS if len(text) > SHORT_CELLS else SHORT_CELLS
    left = (rect.x + context.px(12), rect.centery)
    box = lcd_text(surface, context.theme, context.fonts, text, left, cells)
    words, colour = display_words(context, frame, motion)
    right, gap = rect.right - context.px(12), context.px(12)
    context.fonts.text(
        surface,
        words,
        (right, rect.centery),
        styles.BODY,
        colour,
        "midright",
        right - box.right - gap,
    )


def display_words(context: Context, frame: Frame, motion: Motion) -> tuple[str, Colour]:
    colours = context.theme.colours
    shown, wording = frame.preview, frame.wording
    if motion.sum is not None:
        return wording.effect_on_key(sum(motion.sum), 0), colours.text
    if shown is None:
        if frame.draft.drawing:
            return _("draw a card, the turn ends"), colours.text
        if frame.draft.card is not None:
            return _("the row starts with {card}").format(card=frame.draft.card), colours.text
        return status(wording, frame.public, frame.seen), colours.text
    if shown.result is None:
        return wording.effect_on_key(shown.key, shown.captures), colours.text
    if shown.result.side == frame.public.side:
        return wording.wins(shown.result.points), colours.good
    return _("last marker: loses the round"), colours.bad


def ground(
    surface: pygame.Surface, context: Context, frame: Frame, places: Places, motion: Motion
) -> None:
    """What lies under the keys: on the map the land and the connections, and the light that runs
    along them when a line is complete."""
    if context.theme.board != "servers":
        return
    table = places.table
    context.sprites.world(table.keypad.size).draw(surface, table.keypad.topleft)
    links(surface, context.theme, table.keys, lines(), context.scale)
    if _is_line(motion):
        _light(surface, context, frame, motion, {key: table.keys[key].center for key in table.keys})


def key_look(frame: Frame, motion: Motion, key: Key, *, hover: bool, pressed: bool) -> KeyLook:
    owner = next((s for s in (0, 1) if frame.public.markers_on(key, s)), None)
    shown = frame.preview
    chosen = shown is not None and shown.key == key
    chosen = chosen or (motion.sum is not None and sum(motion.sum) == key)
    won = bool(motion.line and key in motion.line[0])
    if shown is not None and shown.result is not None and shown.result.side == frame.public.side:
        won = won or key in shown.keys
    return KeyLook(
        owner=None if owner is None else frame.look(owner).colour,
        reach=key in frame.reach.values(),
        chosen=chosen,
        hover=hover,
        pressed=pressed,
        won=won,
    )


def draw_key(
    surface: pygame.Surface,
    context: Context,
    frame: Frame,
    motion: Motion,
    rect: pygame.Rect,
    key: Key,
    *,
    hover: bool = False,
    pressed: bool = False,
) -> None:
    """A key with its markers; the chosen card's marker as a ghost, what it takes struck through."""
    look = key_look(frame, motion, key, hover=hover, pressed=pressed)
    shown = frame.preview
    ghost = None
    if shown is not None and shown.key == key:
        ghost = frame.look(frame.public.side).piece(shown.double)
    struck = ghost is not None and bool(shown and shown.captures)
    pieces = pieces_on(frame, key)
    if motion.room is not None and motion.room.key == key:
        draw.key(surface, context, rect, key, look)
        draw.making_room(surface, context, rect, pieces, motion.room.free, motion.room.share)
        return
    draw.key(surface, context, rect, key, look, pieces, ghost, struck)


def pieces_on(frame: Frame, key: Key) -> list[Piece]:
    """The markers on a key, the double last."""
    public = frame.public
    pieces = []
    for side in (0, 1):
        n = public.markers_on(key, side)
        double = public.double[side] == key
        pieces += [frame.look(side).piece()] * (n - double) + [
            frame.look(side).piece(True)
        ] * double
    return pieces


def won_line(
    surface: pygame.Surface, context: Context, frame: Frame, places: Places, motion: Motion
) -> None:
    """Light from marker to marker of the completed line, under them and under the numbers. The
    servers of the map cover theirs themselves (`ground`)."""
    if motion.line is None or not _is_line(motion) or context.theme.board == "servers":
        return
    keys = motion.line[0]
    standing = {key: pieces_on(frame, key) for key in keys}
    _light(
        surface,
        context,
        frame,
        motion,
        {key: draw.middle_of(places.key(key), len(standing[key])) for key in keys},
    )
    for key in keys:
        won = key_look(frame, motion, key, hover=False, pressed=False)
        draw.on_key(surface, context, places.key(key), key, won, standing[key], is_lit=True)


def _is_line(motion: Motion) -> bool:
    """Whether light is to be seen: a triple stands on one key and needs none."""
    return motion.line is not None and len(motion.line[0]) > 1 and motion.line[2] > 0


def _light(
    surface: pygame.Surface,
    context: Context,
    frame: Frame,
    motion: Motion,
    points: Mapping[Key, tuple[float, float]],
) -> None:
    assert motion.line is not None
    keys, side, progress = motion.line
    colour = context.theme.colours.players[frame.look(side).colour]
    trace = sorted(points[key] for key in keys)
    line_of_light(surface, context.theme, trace, progress, colour, context.scale)


def row_of_cards(
    surface: pygame.Surface, context: Context, frame: Frame, places: Places, motion: Motion
) -> None:
    row = frame.public.row
    lying = enumerate(places.row(len(row)))
    spots = [rect.move(motion.way_of(ROW, n), 0) for n, rect in lying]
    for n, (value, rect) in enumerate(zip(row, spots, strict=True)):
        look = CardLook(value, last=n == len(row) - 1)
        context.sprites.card(look, rect.size).draw(surface, rect.topleft)
    zone, first = places.table.row, (spots or places.row(1))[0]
    if not row:  # where the first card will lie
        context.sprites.deck(0, first.size).draw(surface, first.topleft)
    label = _("Row")
    width = context.fonts.size(label, styles.SMALL)[0]
    right = first.x - context.px(12)
    if right - zone.x >= width:
        place, colour = (right, first.centery), context.theme.colours.muted
        context.fonts.text(surface, label, place, styles.SMALL, colour, "midright")


def other_hand(
    surface: pygame.Surface,
    context: Context,
    frame: Frame,
    places: Places,
    motion: Motion,
    seat: Seat,
) -> None:
    """The cards of another player: backs, until the round is over and they turn up."""
    slot = frame.slot(seat)
    cards = frame.hand(seat)
    spots = places.backs(slot, len(cards))
    n = len(cards) if motion.dealt is None else motion.dealt.get(seat, 0)
    for k, (value, rect) in enumerate(zip(cards[:n], spots, strict=False)):
        sprite = card_of_hand(context, motion, seat, CardLook(value), rect.size)
        sprite.draw_centred(surface, rect.move(motion.way_of(seat, k), 0).center)
    if frame.n_seats == 4 and slot != 2:
        return  # the panel above says all
    _beside_the_hand(surface, context, frame, places, seat, spots)


def _beside_the_hand(
    surface: pygame.Surface,
    context: Context,
    frame: Frame,
    places: Places,
    seat: Seat,
    spots: list[pygame.Rect],
) -> None:
    zone = places.table.hands[frame.slot(seat) - 1]
    colours, fonts = context.theme.colours, context.fonts
    left = spots[-1].right + context.px(16) if spots else places.backs(frame.slot(seat), 1)[0].x
    room = zone.right - left
    if room < context.px(60):
        return
    n = frame.public.hand_sizes[seat]
    name = frame.wording.name(seat)
    holds = _("{name} holds {n}").format(name=name, n=n)
    thinking = frame.thinking and frame.public.seat == seat
    upper = zone.centery - (context.px(10) if thinking else 0)
    fonts.text(surface, holds, (left, upper), styles.BODY, colours.muted, "midleft", room)
    if thinking:
        place = (left, zone.centery + context.px(11))
        fonts.text(surface, _("thinking …"), place, styles.SMALL, colours.accent, "midleft", room)
