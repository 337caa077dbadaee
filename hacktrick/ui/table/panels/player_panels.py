"""What belongs to the players: faces, speech, racks with captures, locks and the prompt; and the
round at the top.

Where computers are watched with open hands it also shows what each of them expects.
"""

from __future__ import annotations

from collections.abc import Iterator

import pygame

from hacktrick.app.computer_turn import DecisionForecast
from hacktrick.app.themes import Colour
from hacktrick.game.rules import NOBODY, Seat, Side
from hacktrick.game.state import IN_SUPPLY, PublicState
from hacktrick.i18n import table_remarks
from hacktrick.i18n.coach_text import CoachSentences
from hacktrick.i18n.table_frame import TableFrame
from hacktrick.i18n.table_remarks import Utterance
from hacktrick.i18n.translator import _
from hacktrick.match.players import level_of
from hacktrick.ui.layout.geometry import TableGeometry
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.paint.canvas import with_alpha
from hacktrick.ui.paint.fonts import TextStyle
from hacktrick.ui.table.draw_context import DrawContext
from hacktrick.ui.table.panels.move_traces import draw_small_card, face_of_seat, seat_colour
from hacktrick.ui.widgets import game_drawing
from hacktrick.ui.widgets.game_drawing import (
    PROMPT_LINE,
    bubble_size,
    draw_bubble,
    draw_captured,
    draw_locks,
    draw_prompt,
    draw_rack,
)

QUOTES = "“”„‟«»‹›\u00a0\u202f "  # around a spoken order
NAME = TextStyle("heading", 17)
TURN_FACE = 0.085  # of the table's unit: the most of a face in the order of turns
ARROW = 0.42  # of its width: from one to the next
MOST_LOCKS = 7  # points of a target that locks can show


def lower_side(frame: TableFrame) -> Side:
    """The side whose rack lies at the lower edge; the first where the seat there sits out."""
    return max(0, frame.side(frame.bottom))


def place_of_side(frame: TableFrame, side: Side) -> int:
    """0 for the side at the lower edge, 1 for the other one."""
    return 0 if side == lower_side(frame) else 1


def side_colour(pen: DrawContext, side: Side) -> Colour:
    """The colour of a side's markers."""
    return pen.colours.players[pen.frame.marker_style(side).colour]


def draw_others(pen: DrawContext) -> None:
    """Draw faces, names and speech of the other players, and in which order all of them play."""
    for seat in pen.frame.others:
        _draw_face(pen, seat)
        _draw_speech(pen, seat)
    if pen.frame.n_seats > 2:
        _draw_turn_order(pen)


def _plays_next(frame: TableFrame, seat: Seat) -> bool:
    """Whether a player has the turn after this one."""
    public = frame.public
    return public.phase in ("turn", "command") and public.next_seat == seat != public.seat


def _draw_turn_order(pen: DrawContext) -> None:
    """Draw the faces of the coming turns from left to right, the present one lit."""
    zone, seats = pen.places.table.turn_order, coming_turns(pen.frame)
    label, line = _("Turn order"), pen.fonts.line_height(styles.SMALL)
    n = max(1, len(seats))
    high = zone.height - line if zone.height >= 2 * line + pen.px(20) else zone.height
    edge = min(high, pen.places.of(TURN_FACE), round(zone.width / (n + ARROW * (n - 1))))
    if not seats or edge < pen.px(18):
        return
    top = zone.y + (zone.height - edge) // 2
    if high < zone.height:
        top += line // 2
        place = (zone.x, top - line)
        pen.fonts.draw_text(pen.surface, label, place, styles.SMALL, pen.colours.muted)
    left, step = zone.x, round(edge * ARROW)
    for k, seat in enumerate(seats):
        if k:
            arrow = pen.sprites.icon("right", round(step * 0.62), pen.colours.muted)
            arrow.draw_centred(pen.surface, (left + step / 2, top + edge / 2))
            left += step
        face_of_seat(pen, seat, glow=k == 0)(edge).draw(pen.surface, (left, top))
        left += edge


def coming_turns(frame: TableFrame) -> tuple[Seat, ...]:
    """The players of this turn and the coming ones; nobody once the round is over."""
    public, order = frame.public, frame.public.seating.order
    if public.result is not None or public.phase == "over":
        return ()
    if public.phase in ("turn", "command"):
        return tuple(order[(public.turn + k) % len(order)] for k in range(len(order)))
    return (public.seat, *order[:-1])


def _draw_face(pen: DrawContext, seat: Seat) -> None:
    frame, rect = pen.frame, pen.places.face(pen.frame.screen_place(seat))
    face_of_seat(pen, seat, glow=frame.public.seat == seat)(rect.width).draw(
        pen.surface, rect.topleft
    )
    _draw_name(pen, seat, rect)
    if frame.n_seats > 2:
        _draw_face_tag(pen, seat, rect)
    if is_scored_by_player(frame.public):
        _draw_own_score(pen, seat)


def _draw_face_tag(pen: DrawContext, seat: Seat, face: pygame.Rect) -> None:
    """Draw at the top of a face that its player plays next, is the partner, or sits out."""
    frame, text, colour = pen.frame, "", pen.colours.accent
    if _plays_next(frame, seat):
        text = _("next")
    elif frame.side(seat) == NOBODY or frame.public.seating.partner_of(frame.bottom) == seat:
        text, colour = _kind(frame, seat), seat_colour(pen, seat)
    if text:
        game_drawing.draw_card_tag(pen.surface, pen.context, face, text, colour)


def is_scored_by_player(public: PublicState) -> bool:
    """Whether points belong to players instead of sides."""
    return len(public.score) > 2


def score_owners(public: PublicState, side: Side) -> tuple[int, ...]:
    """The places in the score that grow if a side wins: its own, or those of its players."""
    return public.seating.seats_of(side) if is_scored_by_player(public) else (side,)


def own_score_zone(places: TableGeometry, slot: int) -> pygame.Rect:
    """The rectangle for the points of a player without partners: under the face, or on it if the
    name is beside it; at the lower edge that of the locks."""
    if slot == 0:
        return locks_zone(places, 0)[0]
    face, inset = places.face(slot), places.of(0.007)
    zone = pygame.Rect(face.x, face.bottom + inset // 2, face.width, places.of(0.03))
    if places.table.names[slot - 1].width:
        zone.inflate_ip(-2 * inset, 0)
        zone.bottom = face.bottom - inset
    return zone


def _draw_own_score(pen: DrawContext, seat: Seat) -> None:
    """Draw the points of a player who plays for themselves on their face."""
    slot = pen.frame.screen_place(seat)
    zone = own_score_zone(pen.places, slot)
    if pen.places.table.names[slot - 1].width:
        _draw_dark_plate(pen, zone.inflate(zone.height // 2, zone.height // 3), zone.height // 4)
    points = pen.frame.public.score[seat] - pen.motion.held_points.get(seat, 0)
    colour, target = seat_colour(pen, seat), pen.frame.public.rules.target
    draw_locks(pen.surface, pen.context, zone, colour, points, locks_goal(target))


def _draw_dark_plate(pen: DrawContext, rect: pygame.Rect, radius: int) -> None:
    """Darken a part of a face, so that words stand out on it."""
    ground = pygame.Surface(rect.size, pygame.SRCALPHA)
    box, ink = ground.get_rect(), with_alpha(pen.colours.panel, 0.86)
    pygame.draw.rect(ground, ink, box, border_radius=radius)
    pen.surface.blit(ground, rect)


def _draw_name(pen: DrawContext, seat: Seat, face: pygame.Rect) -> None:
    """Draw the name on a plate at the foot of the face, or beside it."""
    frame, fonts = pen.frame, pen.fonts
    name, beside = frame.wording.name(seat), pen.places.table.names[frame.screen_place(seat) - 1]
    if beside.width:
        is_right = beside.centerx < face.centerx or beside.right == face.right
        place = beside.midright if is_right else beside.midleft
        anchor = "midright" if is_right else "midleft"
        shown, style = fonts.shrink_to_fit(name, NAME, beside.width)
        fonts.draw_text(pen.surface, shown, place, style, pen.colours.text, anchor, beside.width)
        return
    inset = pen.places.of(0.007)
    plate = pygame.Rect(0, 0, face.width - 2 * inset, pen.px(NAME.size * 1.55))
    plate.midbottom = face.centerx, face.bottom - inset
    _draw_dark_plate(pen, plate, inset)
    room = plate.width - 2 * pen.px(8)
    kind = "" if frame.n_seats > 2 else _kind(frame, seat)
    left = plate.x + pen.px(8)
    shown, style = fonts.shrink_to_fit(name, NAME, room)
    wide = fonts.size(shown, style)[0]
    if kind and wide + pen.px(8) + fonts.size(kind, styles.KEY_HINT)[0] <= room:
        place = (plate.right - pen.px(8), plate.centery)
        ink = pen.colours.muted
        fonts.draw_text(pen.surface, kind, place, styles.KEY_HINT, ink, "midright")
    fonts.draw_text(pen.surface, shown, (left, plate.centery), style, pen.colours.text, "midleft")


def _kind(frame: TableFrame, seat: Seat) -> str:
    """The kind of player at a seat, or that they are the partner."""
    if frame.side(seat) == NOBODY:
        return _("sits out")
    if frame.public.seating.partner_of(frame.bottom) == seat:
        return _("partner")
    info = frame.snapshot.seats[seat]
    return frame.wording.short_player_kind(info) if level_of(info.player) is not None else ""


def _draw_speech(pen: DrawContext, seat: Seat) -> None:
    """Draw what a player says in bubbles beside their face, the newest lowest."""
    colour = seat_colour(pen, seat)
    for one, rect, tip in _bubbles(pen, seat):
        draw_bubble(
            *(pen.surface, pen.context, rect, one.text, colour, tip),
            is_fresh=one.is_fresh,
            is_outdated=one.is_outdated,
        )


def draw_thinking(pen: DrawContext) -> None:
    """Draw the moving dots in the bubble of a player who thinks."""
    seat = pen.frame.public.seat
    if pen.frame.is_thinking and seat in pen.frame.others:
        for one, rect, _tip in _bubbles(pen, seat):
            if not one.text:
                share = pen.motion.thinking
                game_drawing.draw_thinking_dots(pen.surface, pen.context, rect, share)


def _bubbles(
    pen: DrawContext, seat: Seat
) -> Iterator[tuple[Utterance, pygame.Rect, tuple[int, int]]]:
    """The utterances of a player with the rectangles of their bubbles and the tips; without room
    for both the older one is left out. The bubble of a player who thinks has no text."""
    frame, slot = pen.frame, pen.frame.screen_place(seat)
    zone, face = pen.places.speech(slot), pen.places.face(slot)
    said = list(frame.speech.get(seat, ()))
    if pen.places.table.fold == 2:
        said = [one for one in said if one.kind != "voice"]
    if frame.is_thinking and frame.public.seat == seat:
        said = [*said[-1:], Utterance("voice", "")]
    gap, tail = pen.places.of(0.012), pen.places.of(0.02)
    most = zone.width - tail

    def size_of(one: Utterance) -> tuple[int, int]:
        return bubble_size(pen.context, one.text or "·····", most, is_fresh=one.is_fresh)

    said = [one for one in said if not one.is_outdated or size_of(one)[1] <= zone.height]
    sizes = [size_of(one) for one in said]
    while len(sizes) > 1 and sum(high + gap for _wide, high in sizes) - gap > zone.height:
        del sizes[0], said[0]
    height = sum(high + gap for _wide, high in sizes) - gap
    top = zone.y + max(0, (zone.height - height) // 2)
    is_left = zone.centerx < face.centerx and zone.bottom > face.y
    for one, (wide, high) in zip(said, sizes, strict=True):
        rect = pygame.Rect(zone.x + (0 if is_left else tail), top, wide, min(high, zone.height))
        if is_left:
            rect.right = zone.right - tail
        tip = (zone.right, rect.centery) if is_left else (zone.x, rect.centery)
        if rect.top >= face.bottom:
            tip = min(max(face.centerx, rect.x), rect.right), face.bottom + gap // 2
        yield one, rect, tip
        top += high + gap


def draw_sides(pen: DrawContext, own: bool = True) -> None:
    """Draw racks, captured markers and locks of both sides, or of the other one alone."""
    for side in (0, 1):
        place = place_of_side(pen.frame, side)
        if place == 0 and not own:
            continue
        _draw_rack(pen, side, place)
        _draw_rack_name(pen, side, place)
        _draw_captures(pen, side, place)
        _draw_locks(pen, side, place)


def _draw_rack(pen: DrawContext, side: Side, place: int) -> None:
    """Draw the markers that are left; the double lies last."""
    public, rack = pen.frame.public, pen.places.table.racks[place]
    has_double = public.double[side] == IN_SUPPLY
    total = max(10, public.rules.markers)
    style, singles = pen.frame.marker_style(side), public.singles(side)
    draw_rack(pen.surface, pen.context, rack, style, singles, has_double, total)


def _draw_captures(pen: DrawContext, side: Side, place: int) -> None:
    """Draw the shelf with captured markers, and nothing where there are none."""
    n, zone = pen.frame.public.captured[side], pen.places.captured(place)
    if not n or not zone.width:
        return
    piece = pen.frame.marker_style(1 - side).piece()
    is_low = zone.height < pen.px(70)
    label = "" if is_low or pen.places.table.fold else _("captured")
    draw_captured(pen.surface, pen.context, zone, [piece] * n, label)


def locks_zone(places: TableGeometry, place: int) -> tuple[pygame.Rect, str]:
    """The rectangle for the locks of a side, and the end at which they begin."""
    zone = places.table.locks[place]
    is_under_face = bool(places.table.names[0].width) and place == 1 and places.n_seats == 2
    align = "right" if place == 0 or is_under_face else "left"
    return zone.inflate(0, -round(zone.height * 0.2)), align


def locks_goal(target: int) -> int:
    """The number of locks for a target; 0 if there are too many to draw."""
    return target if target <= MOST_LOCKS else 0


def _draw_locks(pen: DrawContext, side: Side, place: int) -> None:
    """Draw the points of a side as locks, open up to the score; those on their way are shut."""
    frame, owner = pen.frame, side
    if is_scored_by_player(frame.public):
        if place:
            return  # each player's locks are drawn on their face
        owner = frame.bottom
    points = frame.public.score[owner] - pen.motion.held_points.get(owner, 0)
    room, align = locks_zone(pen.places, place)
    goal = locks_goal(frame.public.rules.target)
    colour = side_colour(pen, side)
    draw_locks(pen.surface, pen.context, room, colour, points, goal, align=align)


def _draw_rack_name(pen: DrawContext, side: Side, place: int) -> None:
    """Draw whose markers a rack holds, where several players share it."""
    zone = pen.places.table.rack_names[place]
    if pen.frame.n_seats == 2 or not zone.width:
        return
    if is_scored_by_player(pen.frame.public) and place:  # no locks stand before it
        zone = zone.union(pen.places.table.locks[place])
    name = pen.frame.wording.side_label(pen.frame.public, side)
    if pen.fonts.fits(name, styles.SMALL, zone.width):
        left = (zone.x, zone.centery)
        pen.fonts.draw_text(pen.surface, name, left, styles.SMALL, pen.colours.text, "midleft")


def draw_own_prompt(pen: DrawContext) -> None:
    """Draw whose turn it is and what to do, with the marker of the player's side."""
    table, frame = pen.places.table, pen.frame
    if frame.public.result is not None and not frame.is_watched:
        return
    side, public = frame.side(frame.bottom), frame.public
    zone, locks = table.prompt, table.locks[0]
    right = locks.x - pen.px(8) if locks.colliderect(zone) else zone.right
    piece = frame.marker_style(side).piece() if side != NOBODY else None
    is_computer = level_of(frame.snapshot.seats[frame.bottom].player) is not None
    must = frame.can_act and public.standing == "play" and public.phase == "turn"
    colour = pen.colours.warning if must else None
    line = frame.prompt_line if table.fold == 0 else ""
    if not pen.fonts.fits(line, PROMPT_LINE, zone.right - zone.x - pen.px(50)):
        line = ""  # the display says it
    draw_prompt(
        pen.surface,
        pen.context,
        zone,
        piece,
        frame.headline,
        line,
        colour=colour,
        right=right,
        stamp=frame.wording.order("play").strip(QUOTES) if must else "",
        stamp_colour=side_colour(pen, 1 - side) if side != NOBODY else None,
        face=face_of_seat(pen, frame.bottom, glow=public.seat == frame.bottom)
        if is_computer
        else None,
    )


def draw_status(pen: DrawContext, title: str = "", right: int = 0) -> None:
    """Draw the round and its target, or a title.

    Args:
        right: where something lies at the right end of the line, in pixels; 0 for nothing.
    """
    zone = pen.places.table.status.copy()
    if right:
        zone.width = right - pen.px(8) - zone.x
    if zone.width <= pen.px(40):
        return
    stakes = sum(pen.frame.public.stakes)
    ink = pen.colours.warning if stakes and not title else pen.colours.muted
    number, rules = pen.frame.round_number, pen.frame.public.rules
    text = title or table_remarks.round_words(number, rules.target, stakes)
    if not title and not fits_two_lines(pen, text, zone.width):
        text = table_remarks.round_number(number)
    pen.fonts.draw_two_lines(
        pen.surface, text, (zone.x, zone.centery), styles.SMALL, ink, "midleft", zone.width
    )


def fits_two_lines(pen: DrawContext, text: str, width: int) -> bool:
    """Whether a small text fits on two lines of this width, in pixels."""
    lines = pen.fonts.wrap(text, styles.SMALL, width)
    return len(lines) <= 2 and all(pen.fonts.fits(line, styles.SMALL, width) for line in lines)


STEP = 22.0  # units from line to line
LEAST, ROOMY = 62.0, 96.0  # units of height: a lower panel is not drawn, or has no title
BAR = 14.0  # units: the height of the bar of chances


def draw_forecasts(pen: DrawContext) -> None:
    """Draw the chances of both sides to win the match, and what each considered last."""
    told, chances, table = pen.frame.snapshot.forecasts, pen.frame.match_chances, pen.places.table
    zone = table.double.union(table.small_buttons) if table.is_tall else table.coach
    has_room = zone.height >= pen.px(LEAST) and pen.frame.n_seats == 2
    if not has_room or pen.frame.public.result is not None or not (told or chances):
        return
    title = _("Who wins the match") if chances else _("What they considered")
    if zone.height < pen.px(ROOMY) or not pen.fonts.fits(title, styles.LABEL, zone.width - 30):
        title = ""
    room = game_drawing.draw_panel(pen.surface, pen.context, zone, title)
    top = room.y + pen.px(4)
    if chances:
        top = _draw_chances(pen, room, top, chances)
    for one in sorted(told.values(), key=lambda one: -one.turn):
        top = _draw_considered(pen, room, top, one)


def _draw_chances(
    pen: DrawContext, room: pygame.Rect, top: int, chances: tuple[float, float]
) -> int:
    """Draw a bar in the colours of both sides with names and per cents; returns where it ends."""
    first = lower_side(pen.frame)
    share = round(100 * chances[first])
    bar = pygame.Rect(room.x, top, room.width, pen.px(BAR))
    parts = ((first, share, "midleft", room.x), (1 - first, 100 - share, "midright", room.right))
    game_drawing.draw_split_bar(
        pen.surface,
        pen.context,
        bar,
        share / 100,
        [side_colour(pen, side) for side in (first, 1 - first)],
    )
    middle = bar.bottom + pen.px(STEP * 0.7)
    for side, percent, anchor, x in parts:
        name = pen.frame.wording.side_name(pen.frame.public, side)
        text = _("{name} {chance} %").format(name=name, chance=percent)
        ink, half = pen.colours.text, room.width // 2 - pen.px(6)
        if not pen.fonts.fits(text, styles.STRONG, half):
            text = f"{percent} %"
        pen.fonts.draw_text(pen.surface, text, (x, middle), styles.STRONG, ink, anchor, half)
    return bar.bottom + pen.px(STEP * 1.5)


def _draw_considered(
    pen: DrawContext, room: pygame.Rect, top: int, thought: DecisionForecast
) -> int:
    """Draw what a player considered at the last decision, with shares; returns where it ends."""
    step, name = pen.px(STEP), pen.frame.wording.name(thought.seat)
    if top + 2 * step > room.bottom:
        return top
    words = CoachSentences(pen.frame.public.rules, name)
    head = _("{name} considered:").format(name=name)
    top = _line(pen, room, top, head, pen.colours.muted)
    for action, share in thought.ways:
        if top + step > room.bottom:
            break
        ink = pen.colours.text if action == thought.action else pen.colours.muted
        place, percent = (room.right, top + step // 2), f"{round(100 * share)} %"
        pen.fonts.draw_text(pen.surface, percent, place, styles.SMALL, ink, "midright")
        left, text = room.x, words.turn_text((action,))
        if action.verb == "play":
            middle = top + step // 2
            card = draw_small_card(pen.surface, pen.context, (left, middle), action.card, 0.9)
            left = card.right + pen.px(6)
            text = pen.frame.wording.effect_on_key(thought.last + action.card, 0)
        line = pygame.Rect(left, room.y, room.right - left - pen.px(60), room.height)
        top = _line(pen, line, top, text, ink)
    return top + pen.px(6)


def _line(
    pen: DrawContext, room: pygame.Rect, top: int, text: str, ink: tuple[int, int, int]
) -> int:
    step = pen.px(STEP)
    place = (room.x, top + step // 2)
    pen.fonts.draw_text(pen.surface, text, place, styles.SMALL, ink, "midleft", room.width)
    return top + step
