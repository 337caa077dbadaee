"""Draws the panels of the players: faces, speech, racks, captured markers, scores and prompt.

The module also draws the line about the round at the top and, in a watched match with open hands,
the forecasts of the computer players.
"""

from __future__ import annotations

from collections.abc import Iterator

import pygame

from hacktrick.app.computer_turn import DecisionForecast
from hacktrick.app.themes import Colour
from hacktrick.game.state import IN_SUPPLY, NOBODY, Seat, Side
from hacktrick.i18n import table_remarks
from hacktrick.i18n.coach_text import CoachSentences
from hacktrick.i18n.computer_players import level_name
from hacktrick.i18n.table_remarks import Utterance
from hacktrick.i18n.table_view_model import TableViewModel
from hacktrick.i18n.translator import _
from hacktrick.match.player_kinds import level_of
from hacktrick.ui.layout.geometry import TableGeometry, is_captured_label_beside_markers
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.paint.canvas import with_alpha
from hacktrick.ui.paint.fonts import TextStyle
from hacktrick.ui.table.draw_context import DrawContext
from hacktrick.ui.table.motion.motion_state import MotionState
from hacktrick.ui.table.panels.board import display_words_and_colour, is_remark_below_prompt
from hacktrick.ui.table.panels.last_turn_highlights import (
    draw_card_tile_in_text,
    player_face_painter,
    seat_colour,
)
from hacktrick.ui.widgets import game_drawing
from hacktrick.ui.widgets.game_drawing import (
    PROMPT_LINE_STYLE,
    draw_captured_markers,
    draw_marker_supply,
    draw_score_padlocks,
    draw_speech_bubble,
    draw_turn_prompt,
    speech_bubble_size,
)

# Characters around a spoken command, which are stripped for its stamp.
QUOTE_CHARACTERS = "“”„‟«»‹›\u00a0\u202f "
NAME_STYLE = TextStyle("heading", 17)
MAX_TURN_ORDER_FACE = 0.085  # maximum size of a face in the turn order, in table units
TURN_ORDER_GAP = 0.42  # gap between two faces in the turn order, as a fraction of a face's width
# Maximum target that is shown as padlocks; a higher target is shown as a number.
MAX_DRAWN_LOCKS = 7


def side_at_lower_edge(model: TableViewModel) -> Side:
    """Return the side whose rack is at the lower edge.

    This is the side of the seat at the lower edge, or side 0 if that seat sits out.
    """
    return max(0, model.side_of(model.bottom))


def screen_place_of_side(model: TableViewModel, side: Side) -> int:
    """Return 0 for the side at the lower edge of the screen, and 1 for the opposing side."""
    return 0 if side == side_at_lower_edge(model) else 1


def side_colour(drawing: DrawContext, side: Side) -> Colour:
    """Return the colour of a side's markers."""
    return drawing.colours.players[drawing.model.marker_style(side).colour]


def draw_other_players_and_turn_order(drawing: DrawContext) -> None:
    """Draw faces, names and speech of the players above the lower edge, and the turn order."""
    for seat in drawing.model.other_seats:
        _draw_player_face(drawing, seat)
        _draw_speech_bubbles(drawing, seat)
    if drawing.model.n_seats > 2:
        _draw_turn_order(drawing)


def _is_next_to_play(model: TableViewModel, seat: Seat) -> bool:
    """Return whether a player has the next turn, but not the current turn."""
    public = model.public
    return public.phase in ("turn", "command") and public.next_seat == seat != public.seat


def _draw_turn_order(drawing: DrawContext) -> None:
    """Draw the faces of the players in the order of their turns, from left to right.

    Their names are below, if there is room. The face of the player whose turn it is glows.
    """
    zone, seats = drawing.places.table.turn_order, players_in_turn_order(drawing.model)
    fonts, muted = drawing.fonts, drawing.colours.muted
    label, line = _("Turn order"), fonts.line_height(styles.SMALL)
    n = max(1, len(seats))
    high = zone.height - line if zone.height >= 2 * line + drawing.px(20) else zone.height
    names = [drawing.model.wording.player_label(seat) for seat in seats]
    widest = max((fonts.text_size(name, styles.SMALL)[0] for name in names), default=0)
    has_names = high >= 3 * line and widest + drawing.px(6) <= zone.width // n
    below = line + drawing.px(2) if has_names else 0
    edge = min(
        high - below,
        drawing.places.table_px(MAX_TURN_ORDER_FACE),
        round(zone.width / (n + TURN_ORDER_GAP * (n - 1))),
    )
    if not seats or edge < drawing.px(18):
        return
    top = zone.y + (zone.height - edge - below) // 2
    if high < zone.height:
        top += line // 2
        fonts.draw_text(drawing.surface, label, (zone.x, top - line), styles.SMALL, muted)
    people = [one for one in drawing.model.snapshot.seats if level_of(one.player) is None]
    step = gap = round(edge * TURN_ORDER_GAP)  # from the end of a face to the next face
    if has_names:
        step = max(gap, widest + drawing.px(6) - edge)
    left = zone.x + (step - gap) // 2
    for k, (seat, name) in enumerate(zip(seats, names, strict=True)):
        if k:
            size = round(min(edge * TURN_ORDER_GAP, step) * 0.62)
            arrow = drawing.sprites.icon("right", size, muted)
            arrow.draw_centred(drawing.surface, (left + step / 2, top + edge / 2))
            left += step
        paint = player_face_painter(
            drawing,
            seat,
            glowing=k == 0,
            is_named=has_names,
            has_initial=not has_names and len(people) > 1,
        )
        paint(edge).draw(drawing.surface, (left, top))
        if has_names:
            place = (left + edge // 2, top + edge + drawing.px(2))
            fonts.draw_text(drawing.surface, name, place, styles.SMALL, muted, "midtop")
        left += edge


def players_in_turn_order(model: TableViewModel) -> tuple[Seat, ...]:
    """Return the players in turn order, from the current turn on; empty after the round."""
    public, order = model.public, model.public.seating.order
    if public.result is not None or public.phase == "over":
        return ()
    if public.phase in ("turn", "command"):
        return tuple(order[(public.turn + k) % len(order)] for k in range(len(order)))
    return (public.seat, *order)


def _draw_player_face(drawing: DrawContext, seat: Seat) -> None:
    model, rect = drawing.model, drawing.places.face_rect(drawing.model.screen_place(seat))
    is_named = not drawing.places.table.names[model.screen_place(seat) - 1].width
    look = player_face_painter(drawing, seat, glowing=model.public.seat == seat, is_named=is_named)
    look(rect.width).draw(drawing.surface, rect.topleft)
    _draw_player_name(drawing, seat, rect)
    if model.n_seats > 2:
        _draw_role_tag_on_face(drawing, seat, rect)
    if model.public.rules.is_individual:
        _draw_score_on_portrait(drawing, seat)


def _draw_role_tag_on_face(drawing: DrawContext, seat: Seat, face: pygame.Rect) -> None:
    """Draw a tag on the face of a player who has the next turn, is the partner, or sits out."""
    model, text, colour = drawing.model, "", drawing.colours.accent
    if _is_next_to_play(model, seat):
        text = _("next")
    elif model.side_of(seat) == NOBODY or model.public.seating.partner_of(model.bottom) == seat:
        text, colour = _level_or_role_of_player(model, seat), seat_colour(drawing, seat)
    if text:
        above = face.move(0, -min(drawing.px(13), face.y))  # clear of the eyes
        game_drawing.draw_card_tag(drawing.surface, drawing.context, above, text, colour)


def player_score_rect(geometry: TableGeometry, slot: int) -> pygame.Rect:
    """Return the rectangle for the score of a player who scores for themselves.

    It lies below the face, or on the face if the name is beside the face. For the player at the
    lower edge, it is the rectangle of a side's score.

    Args:
        slot: the player's place on the screen; 0 is at the lower edge.
    """
    if slot == 0:
        return side_score_rect_and_alignment(geometry, 0)[0]
    face, inset = geometry.face_rect(slot), geometry.table_px(0.007)
    zone = pygame.Rect(face.x, face.bottom + inset // 2, face.width, geometry.table_px(0.03))
    if geometry.table.names[slot - 1].width:
        zone.inflate_ip(-2 * inset, 0)
        zone.bottom = face.bottom - inset
    return zone


def _draw_score_on_portrait(drawing: DrawContext, seat: Seat) -> None:
    """Draw the score of a player who scores for themselves, beside or on the player's face."""
    slot = drawing.model.screen_place(seat)
    zone = player_score_rect(drawing.places, slot)
    if drawing.places.table.names[slot - 1].width:
        _draw_plate_behind_score(
            drawing, zone.inflate(zone.height // 2, zone.height // 3), zone.height // 4
        )
    points = drawing.model.public.score[seat] - drawing.motion.held_points.get(seat, 0)
    colour, target = seat_colour(drawing, seat), drawing.model.public.rules.target
    draw_score_padlocks(
        drawing.surface, drawing.context, zone, colour, points, n_score_padlocks(target)
    )


def _draw_plate_behind_score(drawing: DrawContext, rect: pygame.Rect, radius: int) -> None:
    """Darken a part of a face, so that text drawn on it is readable."""
    ground = pygame.Surface(rect.size, pygame.SRCALPHA)
    box, ink = ground.get_rect(), with_alpha(drawing.colours.panel, 0.86)
    pygame.draw.rect(ground, ink, box, border_radius=radius)
    drawing.surface.blit(ground, rect)


def _draw_player_name(drawing: DrawContext, seat: Seat, face: pygame.Rect) -> None:
    """Draw the name on a plate at the foot of the face, or beside the face."""
    model, fonts = drawing.model, drawing.fonts
    name, beside = (
        model.wording.name(seat),
        drawing.places.table.names[model.screen_place(seat) - 1],
    )
    if beside.width:
        is_right = beside.centerx < face.centerx or beside.right == face.right
        place = beside.midright if is_right else beside.midleft
        anchor = "midright" if is_right else "midleft"
        shown, style = fonts.shrink_to_fit(name, NAME_STYLE, beside.width)
        fonts.draw_text(
            drawing.surface, shown, place, style, drawing.colours.text, anchor, beside.width
        )
        return
    inset = drawing.places.table_px(0.007)
    plate = pygame.Rect(0, 0, face.width - 2 * inset, drawing.px(NAME_STYLE.size * 1.55))
    plate.midbottom = face.centerx, face.bottom - inset
    _draw_plate_behind_score(drawing, plate, inset)
    room = plate.width - 2 * drawing.px(8)
    kind = "" if model.n_seats > 2 else _level_or_role_of_player(model, seat)
    left = plate.x + drawing.px(8)
    shown, style = fonts.shrink_to_fit(name, NAME_STYLE, room)
    wide = fonts.text_size(shown, style)[0]
    if kind and wide + drawing.px(12) + fonts.text_size(kind, styles.KEY_HINT)[0] <= room:
        place = (plate.right - drawing.px(12), plate.centery)
        ink = drawing.colours.muted
        fonts.draw_text(drawing.surface, kind, place, styles.KEY_HINT, ink, "midright")
    fonts.draw_text(
        drawing.surface, shown, (left, plate.centery), style, drawing.colours.text, "midleft"
    )


def _level_or_role_of_player(model: TableViewModel, seat: Seat) -> str:
    """Return a word for the player at a seat: a level, "partner" or "sits out".

    The result is "" for a person, and for a computer player with the name of their level.
    """
    if model.side_of(seat) == NOBODY:
        return _("sits out")
    if model.public.seating.partner_of(model.bottom) == seat:
        return _("partner")
    info = model.snapshot.seats[seat]
    level = level_of(info.player)
    if level is None or info.name.casefold() == level_name(level).casefold():
        return ""
    return model.wording.short_player_kind(info)


def _draw_speech_bubbles(drawing: DrawContext, seat: Seat) -> None:
    """Draw a player's utterances in bubbles beside the player's face, newest last."""
    colour = seat_colour(drawing, seat)
    for one, rect, tip in _speech_bubble_places(drawing, seat):
        draw_speech_bubble(
            *(drawing.surface, drawing.context, rect, one.text, colour, tip),
            is_fresh=one.is_fresh,
            is_outdated=one.is_outdated,
        )


def draw_thinking_player_dots(drawing: DrawContext) -> None:
    """Draw the dots in the bubble of a player who is thinking, if there is one."""
    seat = drawing.model.public.seat
    if drawing.model.is_thinking and seat in drawing.model.other_seats:
        for one, rect, _tip in _speech_bubble_places(drawing, seat):
            if not one.text:
                share = drawing.motion.thinking_wave
                game_drawing.draw_thinking_dots(drawing.surface, drawing.context, rect, share)


def _speech_bubble_places(
    drawing: DrawContext, seat: Seat
) -> Iterator[tuple[Utterance, pygame.Rect, tuple[int, int]]]:
    """Yield the speech bubbles of a player.

    Each bubble is an utterance, the rectangle of the bubble, and the tip of its tail. If there is
    too little room, remarks are left out first, then the oldest utterances. A player who is
    thinking has a bubble without text. A remark that several players would make has one bubble.
    """
    model, slot = drawing.model, drawing.model.screen_place(seat)
    zone, face = drawing.places.speech_bubbles_rect(slot), drawing.places.face_rect(slot)
    utterances = list(model.utterances_by_seat.get(seat, ()))
    if drawing.places.table.fold == 2:
        utterances = [one for one in utterances if one.kind != "voice"]
    remarks = {
        one.text
        for other in range(seat)
        for one in model.utterances_by_seat.get(other, ())
        if one.kind == "voice"
    }
    utterances = [one for one in utterances if one.kind != "voice" or one.text not in remarks]
    if model.is_thinking and model.public.seat == seat:
        utterances = [*utterances[-1:], Utterance("voice", "")]
    gap, tail = drawing.places.table_px(0.012), drawing.places.table_px(0.02)
    most = zone.width - tail

    def bubble_size(one: Utterance) -> tuple[int, int]:
        return speech_bubble_size(drawing.context, one.text or "·····", most, is_fresh=one.is_fresh)

    utterances = [
        one for one in utterances if not one.is_outdated or bubble_size(one)[1] <= zone.height
    ]
    sizes = [bubble_size(one) for one in utterances]
    while len(sizes) > 1 and sum(high + gap for _wide, high in sizes) - gap > zone.height:
        kinds = [one.kind if one.text else "" for one in utterances]
        least = kinds.index("voice") if "voice" in kinds else 0
        del sizes[least], utterances[least]
    height = sum(high + gap for _wide, high in sizes) - gap
    top = zone.y + max(0, (zone.height - height) // 2)
    is_left = zone.centerx < face.centerx and zone.bottom > face.y
    for one, (wide, high) in zip(utterances, sizes, strict=True):
        rect = pygame.Rect(zone.x + (0 if is_left else tail), top, wide, min(high, zone.height))
        if is_left:
            rect.right = zone.right - tail
        tip = (zone.right, rect.centery) if is_left else (zone.x, rect.centery)
        if rect.top >= face.bottom:
            tip = min(max(face.centerx, rect.x), rect.right), face.bottom + gap // 2
        yield one, rect, tip
        top += high + gap


def draw_marker_racks_and_scores(drawing: DrawContext, includes_own_side: bool) -> None:
    """Draw the racks, the captured markers and the scores of the sides.

    Args:
        includes_own_side: whether to include the side at the lower edge.
    """
    for side in (0, 1):
        place = screen_place_of_side(drawing.model, side)
        if place == 0 and not includes_own_side:
            continue
        _draw_marker_rack(drawing, side, place)
        _draw_side_name_beside_rack(drawing, side, place)
        _draw_captured_markers(drawing, side, place)
        _draw_score_padlocks(drawing, side, place)


def _draw_marker_rack(drawing: DrawContext, side: Side, screen_place: int) -> None:
    """Draw the supply of a side in its rack: the markers not placed or paid yet, the double last.

    Args:
        screen_place: the side's place, as in ``screen_place_of_side``.
    """
    public, rack = drawing.model.public, drawing.places.table.racks[screen_place]
    has_double = public.double[side] == IN_SUPPLY
    total = max(10, public.rules.markers)
    style, singles = drawing.model.marker_style(side), public.n_singles_in_supply(side)
    draw_marker_supply(drawing.surface, drawing.context, rack, style, singles, has_double, total)


def _draw_captured_markers(drawing: DrawContext, side: Side, screen_place: int) -> None:
    """Draw a side's captured markers on the side's shelf.

    Args:
        screen_place: the side's place, as in ``screen_place_of_side``.
    """
    n, zone = drawing.model.public.captured[side], drawing.places.captured_shelf_rect(screen_place)
    if not n or not zone.width:
        return
    piece = drawing.model.marker_style(1 - side).marker()
    has_room = is_captured_label_beside_markers(zone) or zone.height >= drawing.px(70)
    label = _("captured") if has_room and not drawing.places.table.fold else ""
    draw_captured_markers(drawing.surface, drawing.context, zone, [piece] * n, label)


def side_score_rect_and_alignment(
    geometry: TableGeometry, screen_place: int
) -> tuple[pygame.Rect, str]:
    """Return the rectangle for the score of a side, and the end at which its padlocks begin.

    Args:
        screen_place: the side's place, as in ``screen_place_of_side``.
    """
    zone = geometry.table.locks[screen_place]
    is_under_face = (
        bool(geometry.table.names[0].width) and screen_place == 1 and geometry.n_seats == 2
    )
    align = "right" if screen_place == 0 or is_under_face else "left"
    return zone.inflate(0, -round(zone.height * 0.2)), align


def n_score_padlocks(target: int) -> int:
    """Return the number of padlocks for a target; 0 if there would be too many."""
    return target if target <= MAX_DRAWN_LOCKS else 0


def _draw_score_padlocks(drawing: DrawContext, side: Side, screen_place: int) -> None:
    """Draw the score of a side as padlocks, one of them open for each point.

    Points whose padlocks are still flying to the score do not count yet.
    """
    model, owner = drawing.model, side
    if model.public.rules.is_individual:
        if screen_place:
            return  # each player's padlocks are drawn beside their face
        owner = model.bottom
    points = model.public.score[owner] - drawing.motion.held_points.get(owner, 0)
    room, align = side_score_rect_and_alignment(drawing.places, screen_place)
    goal = n_score_padlocks(model.public.rules.target)
    colour = side_colour(drawing, side)
    draw_score_padlocks(drawing.surface, drawing.context, room, colour, points, goal, align=align)


def _draw_side_name_beside_rack(drawing: DrawContext, side: Side, screen_place: int) -> None:
    """Draw the name of a rack's owner, in a match with more than two players."""
    zone = drawing.places.table.rack_names[screen_place]
    if drawing.model.n_seats == 2 or not zone.width:
        return
    if drawing.model.public.rules.is_individual and screen_place:  # the padlocks' zone is not used
        zone = zone.union(drawing.places.table.locks[screen_place])
    name = drawing.model.wording.side_label(drawing.model.public, side)
    if drawing.fonts.can_fit(name, styles.SMALL, zone.width):
        left = (zone.x, zone.centery)
        drawing.fonts.draw_text(
            drawing.surface, name, left, styles.SMALL, drawing.colours.text, "midleft"
        )


def draw_turn_prompt_at_lower_edge(drawing: DrawContext) -> None:
    """Draw the prompt at the lower edge: the player on turn, and the possible actions."""
    table, model = drawing.places.table, drawing.model
    if model.public.result is not None and not model.is_open_computer_match:
        return
    side, public = model.side_of(model.bottom), model.public
    zone, locks = table.prompt, table.locks[0]
    right = locks.x - drawing.px(8) if locks.colliderect(zone) else zone.right
    acting = model.side_of(model.headline_seat)
    piece = model.marker_style(acting).marker() if acting != NOBODY else None
    is_computer = level_of(model.snapshot.seats[model.bottom].player) is not None
    must = model.can_act and public.command_in_force == "play" and public.phase == "turn"
    colour = drawing.colours.warning if must else None
    line = model.prompt_line if table.fold == 0 else ""
    if not drawing.fonts.can_fit(line, PROMPT_LINE_STYLE, zone.right - zone.x - drawing.px(50)):
        line = ""  # the display already shows this line
    holds_codes = public.rules.has_codes and table.kept.width and not table.is_tall
    draw_turn_prompt(
        drawing.surface,
        drawing.context,
        zone,
        piece,
        model.headline_beside_face if is_computer else model.headline,
        line,
        colour=colour,
        right=right,
        line_right=table.kept.x - drawing.px(8) if holds_codes else None,
        remark=_remark_colour_and_lowest_edge(drawing),
        stamp=model.wording.spoken_command("play").strip(QUOTE_CHARACTERS) if must else "",
        stamp_colour=side_colour(drawing, 1 - side) if side != NOBODY else None,
        face=player_face_painter(drawing, model.bottom, glowing=public.seat == model.bottom)
        if is_computer
        else None,
    )


def _remark_colour_and_lowest_edge(drawing: DrawContext) -> tuple[str, Colour, int] | None:
    """Return the remark to draw below the prompt, its colour, and its lowest edge in pixels.

    Return None if there is no remark, or if the remark is on the display.
    """
    if not is_remark_below_prompt(drawing):
        return None
    words, colour = display_words_and_colour(drawing.context, drawing.model, MotionState())
    if not words:
        return None
    model, table = drawing.model, drawing.places.table
    side = model.side_of(model.bottom)
    has_double = side != NOBODY and model.public.double[side] == IN_SUPPLY
    return words, colour, table.prompt.bottom if has_double else table.double.bottom


def draw_status_bar(
    drawing: DrawContext, title: str = "", short_title: str = "", right: int = 0
) -> None:
    """Draw the line at the top: the number of the round and the target, or a title.

    Args:
        title: the title to draw; "" for the round.
        short_title: the title to draw if the whole title does not fit; "" for none.
        right: the left edge, in pixels, of the controls at the right; 0 if there are none.
    """
    zone = drawing.places.table.status.copy()
    if right:
        zone.width = right - drawing.px(8) - zone.x
    if zone.width <= drawing.px(40):
        return
    stakes = sum(drawing.model.public.stakes)
    ink = drawing.colours.warning if stakes and not title else drawing.colours.muted
    number, rules = drawing.model.round_number, drawing.model.public.rules
    text = title or table_remarks.round_and_target_text(number, rules.target, stakes)
    if not can_fit_two_lines(drawing, text, zone.width):
        text = (short_title or title) if title else table_remarks.round_heading(number)
    style = styles.SMALL
    if not can_fit_two_lines(drawing, text, zone.width):
        style = game_drawing.style_reduced_to_fit(drawing.context, text, style, zone.width)
        if drawing.fonts.text_size(text, style)[0] > zone.width:
            style = styles.SMALL
    drawing.fonts.draw_one_or_two_lines(
        drawing.surface, text, (zone.x, zone.centery), style, ink, "midleft", zone.width
    )


def can_fit_two_lines(drawing: DrawContext, text: str, width: int) -> bool:
    """Return whether a text in the small style fits on two lines of ``width`` pixels."""
    lines = drawing.fonts.wrap(text, styles.SMALL, width)
    return len(lines) <= 2 and all(
        drawing.fonts.can_fit(line, styles.SMALL, width) for line in lines
    )


LINE_STEP = 22.0  # distance between lines, in layout units
# Minimum heights of the panel without and with a title, in layout units.
MIN_PANEL_HEIGHT, MIN_TITLED_PANEL_HEIGHT = 62.0, 96.0
CHANCE_BAR_HEIGHT = 14.0  # height of the bar with match chances, in layout units


def draw_chances_and_considered_actions(drawing: DrawContext) -> None:
    """Draw both match chances, and for each computer player the options of its last decision."""
    forecasts, chances, table = (
        drawing.model.snapshot.forecasts,
        drawing.model.match_chances,
        drawing.places.table,
    )
    zone = table.double.union(table.small_buttons) if table.is_tall else table.coach
    has_room = zone.height >= drawing.px(MIN_PANEL_HEIGHT) and drawing.model.n_seats == 2
    if not has_room or drawing.model.public.result is not None or not (forecasts or chances):
        return
    title = _("Who wins the match") if chances else _("What they considered")
    if zone.height < drawing.px(MIN_TITLED_PANEL_HEIGHT) or not drawing.fonts.can_fit(
        title, styles.LABEL, zone.width - 30
    ):
        title = ""
    room = game_drawing.draw_titled_panel(drawing.surface, drawing.context, zone, title)
    top = room.y + drawing.px(4)
    if chances:
        top = _draw_match_chances(drawing, room, top, chances)
    for one in sorted(forecasts.values(), key=lambda one: -one.turn):
        top = _draw_considered_actions(drawing, room, top, one)


def _draw_match_chances(
    drawing: DrawContext, area: pygame.Rect, top: int, chances: tuple[float, float]
) -> int:
    """Draw both match chances as a bar with names and percentages; return the lower edge.

    Args:
        area: the rectangle of the panel.
        top: the upper edge of the bar.
        chances: the chance of each side.
    """
    first = side_at_lower_edge(drawing.model)
    share = round(100 * chances[first])
    bar = pygame.Rect(area.x, top, area.width, drawing.px(CHANCE_BAR_HEIGHT))
    parts = ((first, share, "midleft", area.x), (1 - first, 100 - share, "midright", area.right))
    game_drawing.draw_split_bar(
        drawing.surface,
        drawing.context,
        bar,
        share / 100,
        [side_colour(drawing, side) for side in (first, 1 - first)],
    )
    middle = bar.bottom + drawing.px(LINE_STEP * 0.7)
    for side, percent, anchor, x in parts:
        name = drawing.model.wording.side_name(drawing.model.public, side)
        text = _("{name} {chance} %").format(name=name, chance=percent)
        ink, half = drawing.colours.text, area.width // 2 - drawing.px(6)
        if not drawing.fonts.can_fit(text, styles.STRONG, half):
            text = f"{percent} %"
        drawing.fonts.draw_text(
            drawing.surface, text, (x, middle), styles.STRONG, ink, anchor, half
        )
    return bar.bottom + drawing.px(LINE_STEP * 1.5)


def _draw_considered_actions(
    drawing: DrawContext, area: pygame.Rect, top: int, thought: DecisionForecast
) -> int:
    """Draw the options of a computer player's last decision, each with its probability.

    Args:
        area: the rectangle of the panel.
        top: the upper edge of the first line, in pixels.
        thought: the forecast of the decision.

    Returns:
        The lower edge.
    """
    step, name = drawing.px(LINE_STEP), drawing.model.wording.name(thought.seat)
    if top + 2 * step > area.bottom:
        return top
    words = CoachSentences(drawing.model.public.rules, name)
    top = _draw_forecast_line(drawing, area, top, words.considered_heading(), drawing.colours.muted)
    for action, share in thought.alternatives:
        if top + step > area.bottom:
            break
        ink = drawing.colours.text if action == thought.action else drawing.colours.muted
        place, percent = (area.right, top + step // 2), f"{round(100 * share)} %"
        drawing.fonts.draw_text(drawing.surface, percent, place, styles.SMALL, ink, "midright")
        left, text = area.x, words.turn_text((action,))
        if action.verb == "play":
            middle = top + step // 2
            card = draw_card_tile_in_text(
                drawing.surface, drawing.context, (left, middle), action.card, 0.9
            )
            left = card.right + drawing.px(6)
            text = drawing.model.wording.card_effect_text(thought.last + action.card, 0)
        line = pygame.Rect(left, area.y, area.right - left - drawing.px(60), area.height)
        top = _draw_forecast_line(drawing, line, top, text, ink)
    return top + drawing.px(6)


def _draw_forecast_line(
    drawing: DrawContext, area: pygame.Rect, top: int, text: str, ink: tuple[int, int, int]
) -> int:
    step = drawing.px(LINE_STEP)
    place = (area.x, top + step // 2)
    drawing.fonts.draw_text(drawing.surface, text, place, styles.SMALL, ink, "midleft", area.width)
    return top + step
