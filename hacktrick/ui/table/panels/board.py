"""Draws the middle of the table: display, board, row, and the hands of the other players."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import pygame

from hacktrick.app.profiles import StyledMarker
from hacktrick.app.themes import Colour
from hacktrick.app.threats_and_decisive_turn import NEXT_TURN_KINDS, KeyThreat
from hacktrick.game.cards import Card
from hacktrick.game.keypad import Key, lines
from hacktrick.game.state import NOBODY, Seat, Side
from hacktrick.i18n import table_remarks
from hacktrick.i18n.table_view_model import TableViewModel
from hacktrick.i18n.translator import _
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.paint.background_and_light import draw_key_links, draw_line_of_light
from hacktrick.ui.paint.canvas import Point
from hacktrick.ui.paint.card_faces import CardLook
from hacktrick.ui.paint.keys_and_panels import KeyLook
from hacktrick.ui.paint.markers import marker_positions_on_key
from hacktrick.ui.scene.scenes_and_context import Context
from hacktrick.ui.table.draw_context import DrawContext
from hacktrick.ui.table.motion.motion_state import (
    PLATE_HEIGHT,
    PLATE_LINE_HEIGHT,
    PLATE_TITLE_STYLE,
    ROW_KEY,
    MotionState,
    announcement_plate_look,
    announcement_plate_width,
    flipped_card_sprite,
    hand_card_sprite,
)
from hacktrick.ui.table.panels.last_turn_highlights import (
    draw_drawn_card_highlights,
    newly_placed_marker,
    other_player_of_last_card,
    player_face_painter,
)
from hacktrick.ui.widgets import game_drawing

# The centre of a marker's body, as fractions of a key's width and height.
MARKER_CENTRE = 0.58, 0.64
ROUND_KEY_MARKER_CENTRE = (0.5, 0.7)
# Height of the words about a threat above the markers of a key, as a fraction of the key's height.
THREAT_WORDS_HEIGHT = 0.33
MAX_DOT_WIDTH = 0.032  # maximum width of a dot, as a fraction of the width of a key
SECOND_RIM_INSET = 6.0  # distance of a second rim inside the first, in layout units
# Minimum and maximum width of the circuit traces beside the housing, in layout units.
MIN_TRACES_WIDTH, MAX_TRACES_WIDTH = 160.0, 420.0
FAN_DEGREES = 2.6  # degrees between neighbouring cards of a hand

PLATE_MARGINS = 60.0  # sum of the left and right margins of a plate's text, in layout units
# Widths to try for two lines of similar length, as fractions of the plate's width.
LINE_WIDTH_SHARES = 0.6, 0.75, 1.0


def draw_housing_and_row_tray(drawing: DrawContext) -> None:
    """Draw the housing of the keypad with its circuit traces, and the tray of the row."""
    table = drawing.places.table
    _draw_circuit_traces(drawing)
    drawing.sprites.card_or_marker_tray(table.row.size).draw(drawing.surface, table.row.topleft)
    drawing.sprites.keypad_housing(table.housing.size).draw(drawing.surface, table.housing.topleft)


def _draw_circuit_traces(drawing: DrawContext) -> None:
    """Draw circuit traces on both sides of the housing if the theme has them."""
    if drawing.theme.material != "glass":
        return
    housing, width = drawing.places.table.housing, drawing.surface.get_width()
    sides = ((True, housing.left, 0.12), (False, width - housing.right, 0.35))
    for is_left, room, down in sides:
        # The result covers the traces at the right.
        is_covered = not is_left and drawing.model.public.result is not None
        if room >= drawing.px(MIN_TRACES_WIDTH) and not is_covered:
            size = min(room, drawing.px(MAX_TRACES_WIDTH)), round(housing.height * 0.5)
            x = housing.left - size[0] if is_left else housing.right
            sprite = drawing.sprites.circuit_traces(size, is_left=is_left)
            sprite.draw(drawing.surface, (x, housing.y + round(housing.height * down)))


def draw_sum_display(drawing: DrawContext) -> None:
    """Draw the display below the keys: a sum of two cards at the left, words at the right.

    The sum is that of the row's last card and the chosen card, which names the key for the marker.
    Without a chosen card, the sum lacks its second card, except after a round and while the next
    player is thinking, when it is the sum of the row's last two cards.
    The words say what the chosen card does or, while none is chosen, what happens at the table.
    """
    shown, row = drawing.model.preview, drawing.model.public.row
    text = f"{row[-1]}+" if row else ""
    if drawing.motion.display_sum is not None:
        last, played = drawing.motion.display_sum
        text = f"{last}+{played}={last + played}"
    elif shown is not None:
        text = f"{shown.last}+{shown.card}={shown.key}"
    elif len(row) > 1 and (
        drawing.model.public.phase == "over" or _keeps_sum_on_display(drawing.model)
    ):
        text = f"{row[-2]}+{row[-1]}={row[-2] + row[-1]}"
    words, colour = display_words_and_colour(drawing.context, drawing.model, drawing.motion)
    rect = drawing.places.table.lcd
    if is_remark_below_prompt(drawing):
        words = ""
    elif not words and drawing.places.table.fold:
        line = drawing.model.prompt_line
        words = line if drawing.fonts.can_fit(line, styles.STRONG, rect.width) else ""
    note = (
        ""
        if can_show_sentences_above_dock(drawing)
        else last_turn_sentence_off_display(drawing.model)
    )
    game_drawing.draw_lcd_display(drawing.surface, drawing.context, rect, text, words, colour, note)


def can_show_sentences_above_dock(drawing: DrawContext) -> bool:
    """Return whether the zone above the dock is free for sentences while no panel covers it."""
    table = drawing.places.table
    return drawing.model.n_seats == 2 and not table.is_tall and table.fold < 2


def is_remark_below_prompt(drawing: DrawContext) -> bool:
    """Return whether the remark is drawn below the prompt because the display is too small."""
    table, model = drawing.places.table, drawing.model
    is_over = model.public.result is not None and not model.is_open_computer_match
    return table.fold == 2 and not table.is_tall and not is_over


def display_words_and_colour(
    context: Context, model: TableViewModel, motion: MotionState
) -> tuple[str, Colour]:
    """Return the words for the display, and their colour."""
    colours = context.theme.colours
    shown, wording = model.preview, model.wording
    if motion.display_sum is not None:
        return wording.card_effect_text(sum(motion.display_sum), 0), colours.text
    if model.is_showing_new_cards and model.new_cards:
        return wording.private_drawn_cards_sentence(model.bottom, model.new_cards), colours.text
    if shown is None:
        return model.caption or _last_turn_sentence(model) or model.display_remark, colours.text
    if shown.result is not None:
        is_won = shown.result.side == model.public.side
        return model.display_remark, colours.good if is_won else colours.bad
    threats = (threat for found in model.key_threats.values() for threat in found)
    is_danger = any(
        threat.kind == "wins_next" and threat.side != model.public.side for threat in threats
    )
    return model.display_remark or _last_turn_sentence(
        model
    ), colours.bad if is_danger else colours.text


def _last_turn_sentence(model: TableViewModel) -> str:
    """Return a sentence about another player's last turn; "" if there is none or the round is over.

    In a watched match, the sentence is about the last turn of any player, and so it is among more
    than two players while the next one thinks.
    """
    move = model.last_turn_of_other
    if move is None and model.is_thinking and model.n_seats > 2:
        move = table_remarks.last_turn_of_other(model.wording, model.entries, None)
    return move.sentence if move is not None and model.public.result is None else ""


def _keeps_sum_on_display(model: TableViewModel) -> bool:
    """Return whether the last sum stays on the display, since the next player is still thinking."""
    turn = model.entries[-1].turn if model.entries else 0
    return model.is_thinking and any(
        entry.turn == turn and entry.event.action.verb == "play" for entry in model.entries
    )


def last_turn_sentence_off_display(model: TableViewModel) -> str:
    """Return the sentence about the last turn while the display describes the chosen card instead.

    Return "" while the display has room for the last turn.
    """
    return _last_turn_sentence(model) if model.preview is not None and model.display_remark else ""


def draw_server_map_and_links(drawing: DrawContext) -> None:
    """Draw the ground below the keys: on the server board, the map and the connections."""
    if drawing.theme.board != "servers":
        return
    table = drawing.places.table
    world = drawing.sprites.world_map(table.keypad.size)
    world.draw(drawing.surface, table.keypad.topleft)
    draw_key_links(drawing.surface, drawing.theme, table.keys, lines(), drawing.context.scale)


def draw_threat_and_winning_lines(drawing: DrawContext) -> None:
    """Draw the lines below the keys.

    These are the lines that threaten to be completed and, on the server board, the light of a
    completed line.
    """
    _draw_threat_lines(drawing)
    if drawing.theme.board == "servers" and _is_winning_line_lit(drawing):
        _draw_light_along_line(
            drawing, {key: rect.center for key, rect in drawing.places.table.keys.items()}
        )


def key_look(
    model: TableViewModel, motion: MotionState, key: Key, *, hovered: bool, pressed: bool
) -> KeyLook:
    """Return the look of a key with its owner's colour and its state."""
    owner = next((s for s in (0, 1) if model.public.markers_on(key, s)), None)
    shown = model.preview
    chosen = shown is not None and shown.key == key
    chosen = chosen or (motion.display_sum is not None and sum(motion.display_sum) == key)
    won = bool(motion.completed_line and key in motion.completed_line[0])
    if shown is not None and shown.result is not None and shown.result.side == model.public.side:
        won = won or key in shown.keys
    return KeyLook(
        owner=None if owner is None else model.marker_style(owner).colour,
        is_reachable=key in model.reachable_keys.values(),
        chosen=chosen,
        hovered=hovered,
        pressed=pressed,
        won=won,
    )


def draw_key(
    drawing: DrawContext,
    rect: pygame.Rect,
    key: Key,
    *,
    hovered: bool = False,
    pressed: bool = False,
) -> None:
    """Draw a key with its markers.

    The marker that the chosen card would place is translucent; markers that it would capture are
    struck through.

    Args:
        rect: the rectangle of the key.
        key: the number of the key.
        hovered: whether the pointer is over the key.
        pressed: whether the key is pressed.
    """
    look = key_look(drawing.model, drawing.motion, key, hovered=hovered, pressed=pressed)
    shown = drawing.model.preview
    ghost = None
    if shown is not None and shown.key == key:
        ghost = drawing.model.marker_style(drawing.model.public.side).marker(shown.double)
    struck = ghost is not None and bool(shown and shown.captures)
    pieces = markers_on_key(drawing.model, key)
    drawing.sprites.keycap(look, rect.size).draw(drawing.surface, rect.topleft)
    if not look.won:
        _draw_threatened_key_rims(drawing, rect, key)
    words = 0  # height of words above the markers, through which no line runs
    if (pieces or ghost) and _threats_on_key(drawing, key) and drawing.theme.board != "servers":
        words = round(rect.height * THREAT_WORDS_HEIGHT)
    below_words = pygame.Rect(rect.x, rect.y + words, rect.width, rect.height - words)
    _draw_threat_lines(drawing, below_words)
    if drawing.motion.marker_shift is not None and drawing.motion.marker_shift.key == key:
        room = drawing.motion.marker_shift
        game_drawing.draw_key_contents(drawing.surface, drawing.context, rect, key, look)
        game_drawing.draw_markers_making_room(
            drawing.surface, drawing.context, rect, pieces, room.free, room.progress
        )
        return
    _draw_ring_of_new_marker(drawing, rect, key, pieces, ghost)
    rise = round(drawing.motion.jump_heights.get(key, 0.0))
    game_drawing.draw_key_contents(
        drawing.surface, drawing.context, rect, key, look, pieces, ghost, struck, rise=rise
    )
    _draw_threat_tags(drawing, rect, key, is_occupied=bool(pieces or ghost))


def new_marker_ring_width(width: float) -> int:
    """Return the width in pixels of the ring around a marker ``width`` pixels wide."""
    return round(width * 1.5)


def _draw_ring_of_new_marker(
    drawing: DrawContext,
    rect: pygame.Rect,
    key: Key,
    markers: Sequence[StyledMarker],
    ghost: StyledMarker | None,
) -> None:
    """Draw a ring on the ground around a marker that another player has just placed.

    Args:
        markers: the markers on the key.
        ghost: the translucent marker on the key; None for none.
    """
    fresh = newly_placed_marker(drawing.model, key)
    if fresh is None or fresh not in markers or drawing.model.public.result is not None:
        return
    n = min(3, len(markers) + (ghost is not None))
    spots = marker_positions_on_key(rect, n, drawing.theme.board == "servers")
    places = [spot for spot, piece in zip(spots, markers, strict=False) if piece == fresh]
    if places:
        (x, foot), width = places[-1]
        ring = drawing.sprites.ring_around_marker(
            new_marker_ring_width(width), drawing.colours.players[fresh.colour]
        )
        ring.draw_centred(drawing.surface, (x, foot - width * 0.3))


def _draw_threatened_key_rims(drawing: DrawContext, rect: pygame.Rect, key: Key) -> None:
    """Draw a rim on a key for each side that would win with a marker on the key.

    The key of the chosen card has a rim already and gets only the most urgent one, since a third
    rim would run through the words.
    """
    seen: set[Side] = set()
    is_chosen = drawing.model.preview is not None and drawing.model.preview.key == key
    threats = _threats_on_key(drawing, key)
    for threat in sorted(threats, key=lambda one: one.kind not in NEXT_TURN_KINDS):
        if threat.side in seen or len(seen) + is_chosen > 1:
            continue
        game_drawing.draw_threatened_key_rim(
            drawing.surface,
            drawing.context,
            rect,
            _side_colour(drawing, threat.side),
            is_next=threat.kind in NEXT_TURN_KINDS,
            pulse=drawing.motion.pulse_strength,
            shrink=drawing.px(SECOND_RIM_INSET) * (len(seen) + is_chosen),
        )
        seen.add(threat.side)


def _threats_on_key(drawing: DrawContext, key: Key) -> tuple[KeyThreat, ...]:
    """Return the threats to draw on a key.

    The result is empty while the display adds up a card: the card then lies in the row, but its
    marker is still on the way.
    """
    return () if drawing.motion.display_sum is not None else drawing.model.key_threats.get(key, ())


def has_pulsing_key(model: TableViewModel) -> bool:
    """Return whether any key pulses because a marker on it could end the round in the next turn."""
    return any(one.kind in NEXT_TURN_KINDS for found in model.key_threats.values() for one in found)


def _draw_threat_tags(
    drawing: DrawContext, rect: pygame.Rect, key: Key, *, is_occupied: bool
) -> None:
    """Draw on a key the sides that could win with a marker on it.

    The side of the player at the screen gets words on a pill, the other side a face. A key with
    markers has room for only one side: the side that can win next.
    """
    model = drawing.model
    own = None if model.is_spectator or model.observation is None else model.side_of(model.bottom)
    threats = _threats_on_key(drawing, key)
    mine = next((one for one in threats if one.side == own), None)
    theirs = next((one for one in threats if one.side != own), None)
    if is_occupied and mine and theirs and theirs.kind in NEXT_TURN_KINDS:
        mine = mine if mine.kind in NEXT_TURN_KINDS else None
    if mine is not None:
        piece = model.marker_style(mine.side).marker()
        words = table_remarks.threat_tag(mine)
        game_drawing.draw_badge_on_key(
            drawing.surface, drawing.context, rect, piece, words, mine.card
        )
    if theirs is None or (mine is not None and is_occupied):
        return
    game_drawing.draw_threat_tag(
        drawing.surface,
        drawing.context,
        rect,
        player_face_painter(drawing, theirs.seat),
        model.wording.name(theirs.seat),
        table_remarks.threat_tag(theirs),
        is_occupied=is_occupied,
        is_next=theirs.kind in NEXT_TURN_KINDS,
        card=theirs.card,
        colour=_side_colour(drawing, theirs.side),
    )


def _draw_threat_lines(drawing: DrawContext, within: pygame.Rect | None = None) -> None:
    """Draw a dotted line to the missing key of each line of which a side has two keys.

    Args:
        within: the rectangle of a key, to draw only the parts of lines on this key; None to draw
            whole lines below the keys.
    """
    if drawing.motion.display_sum is not None:
        return
    clip = drawing.surface.get_clip()
    if within is not None:
        drawing.surface.set_clip(within.clip(clip))
    most = min(4.0 * drawing.context.scale, drawing.places.key_rect(5).width * MAX_DOT_WIDTH)
    for threat in drawing.model.key_threats_drawn_as_lines:
        colour, is_next = _side_colour(drawing, threat.side), threat.kind in NEXT_TURN_KINDS
        for points in _dotted_line_parts(drawing, threat.keys, threat.key):
            if within is not None and not within.inflate(8, 8).clipline(*points):
                continue
            game_drawing.draw_threat_line(
                drawing.surface,
                drawing.context,
                points,
                colour,
                is_next=is_next,
                most=most,
                pulse=drawing.motion.pulse_strength,
            )
    drawing.surface.set_clip(clip)


def _dotted_line_parts(
    drawing: DrawContext, keys: tuple[Key, ...], missing: Key
) -> Iterator[list[Point]]:
    """Yield the parts of a dotted line, each as two points.

    The parts lead from marker to marker, and on to the edge of the missing key. The line does not
    cross the missing key, which has words on it.
    """
    share = ROUND_KEY_MARKER_CENTRE if drawing.theme.board == "servers" else MARKER_CENTRE
    rects = [drawing.places.key_rect(key) for key in (*keys, missing)]
    bodies = [(rect.x + rect.width * share[0], rect.y + rect.height * share[1]) for rect in rects]
    (x0, y0), (x1, y1), (x2, y2) = bodies
    if (x0 - x2) * (x1 - x2) + (y0 - y2) * (y1 - y2) < 0:
        # The missing key lies between the other two.
        starts = bodies[:2]
    else:
        far = (x0 - x2) ** 2 + (y0 - y2) ** 2 > (x1 - x2) ** 2 + (y1 - y2) ** 2
        starts = [bodies[not far]]
    for start in starts:
        edge = rects[2].clipline(start, bodies[2])
        yield [start, edge[0] if edge else bodies[2]]


def _side_colour(drawing: DrawContext, side: Side) -> Colour:
    return drawing.colours.players[drawing.model.marker_style(side).colour]


def markers_on_key(model: TableViewModel, key: Key) -> list[StyledMarker]:
    """Return the markers on a key; the double is last."""
    public = model.public
    pieces = []
    for side in (0, 1):
        n = public.markers_on(key, side)
        double = public.double[side] == key
        pieces += [model.marker_style(side).marker()] * (n - double) + [
            model.marker_style(side).marker(True)
        ] * double
    return pieces


def draw_light_along_completed_line(drawing: DrawContext) -> None:
    """Draw light along the completed line, below its markers and numbers.

    On the server board, ``draw_threat_and_winning_lines`` draws this light.
    """
    if (
        drawing.motion.completed_line is None
        or not _is_winning_line_lit(drawing)
        or drawing.theme.board == "servers"
    ):
        return
    keys = drawing.motion.completed_line[0]
    standing = {key: markers_on_key(drawing.model, key) for key in keys}
    _draw_light_along_line(
        drawing,
        {
            key: game_drawing.markers_centre_on_key(
                drawing.places.key_rect(key), len(standing[key])
            )
            for key in keys
        },
    )
    for key in keys:
        rect = drawing.places.key_rect(key)
        won = key_look(drawing.model, drawing.motion, key, hovered=False, pressed=False)
        game_drawing.draw_key_contents(
            drawing.surface, drawing.context, rect, key, won, standing[key], is_lit=True
        )


def _is_winning_line_lit(drawing: DrawContext) -> bool:
    """Return whether a line has won the round, so that light runs along it.

    Three markers on one key, or the markers of a code, get no light.
    """
    line = drawing.motion.completed_line
    return line is not None and line[0] in lines(drawing.model.public.rules.values) and line[2] > 0


def _draw_light_along_line(drawing: DrawContext, points: Mapping[Key, tuple[float, float]]) -> None:
    assert drawing.motion.completed_line is not None
    keys, side, progress = drawing.motion.completed_line
    colour = drawing.colours.players[drawing.model.marker_style(side).colour]
    trace = sorted(points[key] for key in keys)
    draw_line_of_light(
        drawing.surface, drawing.theme, trace, progress, colour, drawing.context.scale
    )


def draw_row(drawing: DrawContext) -> None:
    """Draw the cards of the row.

    The last card shows the face of the player who has just played it, except for the player at the
    screen.
    """
    row = drawing.model.public.row
    lying = enumerate(drawing.places.row_rects(len(row)))
    spots = [rect.move(drawing.motion.card_shift_pixels(ROW_KEY, n), 0) for n, rect in lying]
    seat = other_player_of_last_card(drawing.model)
    for n, (value, rect) in enumerate(zip(row, spots, strict=True)):
        is_last = n == len(row) - 1
        face = player_face_painter(drawing, seat) if is_last and seat is not None else None
        game_drawing.draw_row_card(
            drawing.surface, drawing.context, rect, value, is_last=is_last, face=face
        )
    zone, first = drawing.places.table.row, (spots or drawing.places.row_rects(1))[0]
    if not row:  # an empty row shows the place of the first card
        drawing.sprites.deck(0, first.size).draw(drawing.surface, first.topleft)
    label = _("Row")
    width = drawing.fonts.text_size(label, styles.SMALL)[0]
    left = zone.x + drawing.px(14)
    if first.x - drawing.px(12) - left >= width:
        colour = drawing.sprites.tray_text_colour
        place = (left, first.centery)
        drawing.fonts.draw_text(drawing.surface, label, place, styles.SMALL, colour, "midleft")


def draw_other_player_hand(drawing: DrawContext, seat: Seat) -> None:
    """Draw the hand of another player face down, with the known values of its cards.

    An empty hand is a dashed outline. At the end of the round, the hand turns over.
    """
    slot = drawing.model.screen_place(seat)
    cards = drawing.model.shown_hand(seat)
    if not cards and drawing.motion.n_dealt is None:
        (place,) = drawing.places.card_back_rects(slot, 1)
        colour = drawing.context.theme.colours.muted
        drawing.context.sprites.key_rim(place.size, colour, True).draw(
            drawing.surface, place.topleft
        )
    spots = drawing.places.card_back_rects(slot, len(cards))
    n = len(cards) if drawing.motion.n_dealt is None else drawing.motion.n_dealt.get(seat, 0)
    for k, rect in enumerate(spots[:n]):
        tilt = card_angle_in_fan(k, len(cards))
        look = _other_player_card_look(drawing.model, seat, k, tilt)
        sprite = hand_card_sprite(drawing.context, drawing.motion, seat, look, rect.size)
        sprite.draw_centred(
            drawing.surface, rect.move(drawing.motion.card_shift_pixels(seat, k), 0).center
        )
    tilts = [card_angle_in_fan(k, len(cards)) for k in range(len(cards))]
    draw_drawn_card_highlights(drawing, seat, spots, tilts)


def _other_player_card_look(
    model: TableViewModel, seat: Seat, card_index: int, tilt: float
) -> CardLook:
    value = model.shown_hand(seat)[card_index]
    if value is not None:
        return CardLook(value, tilt=tilt)
    side = model.side_of(seat)
    colour = model.marker_style(side).colour if side != NOBODY else None
    readings = model.card_knowledge_by_seat.get(seat, ())
    if card_index >= len(readings):
        return CardLook(None, owner=colour, tilt=tilt)
    reading = readings[card_index]
    return game_drawing.card_back_look(reading.kind, reading.values, colour, tilt=tilt)


def card_angle_in_fan(card_index: int, n_cards: int) -> float:
    """Return the angle of a card in a fan, in degrees counter-clockwise.

    Args:
        card_index: the index of the card, from 0 at the left.
        n_cards: the number of cards.
    """
    return FAN_DEGREES * ((n_cards - 1) / 2 - card_index) if n_cards > 1 else 0.0


def draw_announcement_plate(drawing: DrawContext) -> None:
    """Draw the plate with an announcement in the middle of the board, if there is one."""
    plate = drawing.motion.plate
    if plate is None:
        return
    px, fonts = drawing.px, drawing.fonts
    card = px(58), px(77)
    wide = fonts.text_size(plate.title, PLATE_TITLE_STYLE)[0] if plate.title else 0
    lines = _wrapped_plate_lines(drawing, plate.text)
    text = max((fonts.text_size(line, styles.STRONG)[0] for line in lines), default=0)
    step = px(PLATE_LINE_HEIGHT)
    more = step * max(0, len(lines) - 1)
    cards = len(plate.cards) * (card[0] + px(8)) - px(8) if plate.cards else 0
    width = min(
        announcement_plate_width(drawing.context, max(wide, text, cards)),
        drawing.context.size[0] - px(40),
    )
    height = px(PLATE_HEIGHT) + more + (card[1] + px(10) if plate.cards else 0)
    rect = pygame.Rect(0, 0, width, height)
    rect.center = drawing.places.table.keypad.center
    look = announcement_plate_look(drawing.colours.players[plate.colour])
    drawing.sprites.panel(look, rect.size).draw(drawing.surface, rect.topleft)
    room, ink = width - px(28), drawing.colours
    if plate.title:
        place = (rect.centerx, rect.y + px(40))
        fonts.draw_text(
            drawing.surface, plate.title, place, PLATE_TITLE_STYLE, ink.text, "center", room
        )
    for n, line in enumerate(lines):
        place = (rect.centerx, rect.y + px(80) + step * n)
        fonts.draw_text(drawing.surface, line, place, styles.STRONG, ink.muted, "center", room)
    _draw_cards_on_plate(
        drawing, plate.cards, rect.centerx - cards / 2, rect.y + px(100) + more, card
    )


def _wrapped_plate_lines(drawing: DrawContext, text: str) -> list[str]:
    """Return the text of a plate as one line, or as two lines if it is wider than the board."""
    room = drawing.places.table.keypad.width - drawing.px(PLATE_MARGINS)
    if not text or drawing.fonts.text_size(text, styles.STRONG)[0] <= room:
        return [text] if text else []
    tried = [drawing.fonts.wrap(text, styles.STRONG, room * share) for share in LINE_WIDTH_SHARES]
    lines = next((lines for lines in tried if len(lines) <= 2), tried[-1])
    return [lines[0], " ".join(lines[1:])]


def _draw_cards_on_plate(
    drawing: DrawContext, cards: tuple[Card, ...], left: float, top: int, size: tuple[int, int]
) -> None:
    """Draw the cards on a plate, each turned over to the progress of the animation."""
    for n, value in enumerate(cards):
        back, face = (drawing.sprites.card(CardLook(card), size) for card in (None, value))
        x = left + n * (size[0] + drawing.px(8)) + size[0] / 2
        flipped_card_sprite(back, face, drawing.motion.plate_card_reveal).draw_centred(
            drawing.surface, (x, top + size[1] / 2)
        )
