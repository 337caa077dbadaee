"""What belongs to the players: faces, speech, racks with captures, locks, the own prompt, and the
round at the top.

Where computers are watched with open hands it also shows what each of them expects.
"""

from __future__ import annotations

import pygame

from hacktrick.app.computer_turn import DecisionForecast
from hacktrick.app.themes import Colour
from hacktrick.game.rules import NOBODY, Seat, Side
from hacktrick.game.state import IN_SUPPLY
from hacktrick.i18n.coach_text import CoachSentences
from hacktrick.i18n.table_frame import TableFrame
from hacktrick.i18n.translator import _
from hacktrick.i18n.turn_text import status_sentence
from hacktrick.match.players import level_of
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.paint.canvas import mix, with_alpha
from hacktrick.ui.paint.faces import FaceLook
from hacktrick.ui.paint.fonts import TextStyle
from hacktrick.ui.paint.keys_and_panels import PanelLook
from hacktrick.ui.table.draw_context import DrawContext
from hacktrick.ui.table.panels.move_traces import draw_small_card
from hacktrick.ui.widgets import game_drawing

NAME = TextStyle("heading", 17)
HEADLINE = TextStyle("heading", 27)
SPEECH = TextStyle("strong", 17)
SCORE = TextStyle("strong", 15)
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
    """Draw faces, names and speech of the other players."""
    for seat in pen.frame.others:
        _draw_face(pen, seat)
        _draw_speech(pen, seat)


def _draw_face(pen: DrawContext, seat: Seat) -> None:
    frame, slot = pen.frame, pen.frame.screen_place(seat)
    rect, colour = pen.places.face(slot), side_colour(pen, frame.side(seat))
    has_turn = frame.public.seat == seat
    name = frame.wording.name(seat)
    look = FaceLook(
        level=level_of(frame.snapshot.seats[seat].player),
        piece=frame.marker_style(frame.side(seat)).piece(),
        initial=name[:1].upper(),
        edge=colour,
        glow=has_turn,
    )
    pen.sprites.face(look, rect.width).draw(pen.surface, rect.topleft)
    _draw_name(pen, seat, rect)


def _draw_name(pen: DrawContext, seat: Seat, face: pygame.Rect) -> None:
    """Draw the name on a plate at the foot of the face, or beside it."""
    frame, fonts = pen.frame, pen.fonts
    name, beside = frame.wording.name(seat), pen.places.table.names[frame.screen_place(seat) - 1]
    if beside.width:
        is_right = beside.centerx < face.centerx
        place = beside.midright if is_right else beside.midleft
        anchor = "midright" if is_right else "midleft"
        shown, style = fonts.shrink_to_fit(name, NAME, beside.width)
        fonts.draw_text(pen.surface, shown, place, style, pen.colours.text, anchor, beside.width)
        return
    inset = pen.places.of(0.007)
    plate = pygame.Rect(0, 0, face.width - 2 * inset, pen.px(NAME.size * 1.55))
    plate.midbottom = face.centerx, face.bottom - inset
    ground = pygame.Surface(plate.size, pygame.SRCALPHA)
    box = ground.get_rect()
    pygame.draw.rect(ground, with_alpha(pen.colours.panel, 0.86), box, border_radius=inset)
    pen.surface.blit(ground, plate)
    room = plate.width - 2 * pen.px(8)
    kind = _kind(frame, seat)
    left = plate.x + pen.px(8)
    shown, style = fonts.shrink_to_fit(name, NAME, room)
    wide = fonts.size(shown, style)[0]
    if kind and wide + pen.px(8) + fonts.size(kind, styles.KEY_HINT)[0] <= room:
        place = (plate.right - pen.px(8), plate.centery)
        ink = pen.colours.muted
        fonts.draw_text(pen.surface, kind, place, styles.KEY_HINT, ink, "midright")
    fonts.draw_text(pen.surface, shown, (left, plate.centery), style, pen.colours.text, "midleft")


def _kind(frame: TableFrame, seat: Seat) -> str:
    """What kind of player sits there, or that they are the partner."""
    if frame.side(seat) == NOBODY:
        return _("sits out")
    if frame.public.seating.partner_of(frame.bottom) == seat:
        return _("partner")
    info = frame.snapshot.seats[seat]
    return frame.wording.short_player_kind(info) if level_of(info.player) is not None else ""


def utterances(frame: TableFrame, seat: Seat) -> list[tuple[str, bool]]:
    """What a player said last, the newest last, each with whether it is fresh."""
    if frame.is_thinking and frame.public.seat == seat:
        return [("…", True)]
    said: list[tuple[int, str]] = []
    told = frame.announced_sums.get(seat)
    if told is not None and frame.has_memory_aids:
        text = _("My cards make {sum}.").format(sum=told.total) if told.size else ""
        said.append((told.turn, text or _("I have no cards.")))
    turn = frame.last_turns.get(seat)
    if turn is not None and turn.word in ("play", "guard"):
        name = frame.wording.command_name(turn.word).rstrip("!")
        said.append((frame.public.turn, _("{command}!").format(command=name)))
    newest = max((when for when, _text in said), default=0)
    return [(text, when == newest) for when, text in sorted(said)]


def _draw_speech(pen: DrawContext, seat: Seat) -> None:
    slot = pen.frame.screen_place(seat)
    zone, face = pen.places.speech(slot), pen.places.face(slot)
    height = pen.px(SPEECH.size * 2.3)
    gap = pen.places.of(0.012)
    most = max(1, (zone.height + gap) // (height + gap))
    bottom = zone.bottom if zone.height < 2 * height + gap else zone.centery + height + gap // 2
    is_right = zone.centerx < face.centerx  # the face stands at the right of the speech
    for text, fresh in reversed(utterances(pen.frame, seat)[-most:]):
        shown, style = pen.fonts.shrink_to_fit(text, SPEECH, zone.width - pen.px(28))
        width = min(zone.width, pen.fonts.size(shown, style)[0] + pen.px(32))
        rect = pygame.Rect(zone.x, bottom - height, width, height)
        if is_right:
            rect.right = zone.right - pen.places.of(0.008)
        _bubble(pen, rect, shown, style, seat, fresh)
        bottom -= height + gap


def _bubble(
    pen: DrawContext, rect: pygame.Rect, text: str, style: TextStyle, seat: Seat, fresh: bool
) -> None:
    colour = side_colour(pen, pen.frame.side(seat))
    light = mix(pen.colours.text, (255, 255, 255), 0.5) if not pen.theme.light else (255, 255, 255)
    ground = light if fresh else pen.colours.panel
    ink = (16, 20, 24) if fresh else pen.colours.text
    radius = round(rect.height * 0.32)
    pygame.draw.rect(pen.surface, ground, rect, border_radius=radius)
    pygame.draw.rect(pen.surface, colour, rect, max(1, pen.px(1.6)), border_radius=radius)
    pen.fonts.draw_text(pen.surface, text, rect.center, style, ink, "center")


def draw_sides(pen: DrawContext) -> None:
    """Draw racks, captured markers and locks of both sides."""
    for side in (0, 1):
        place = place_of_side(pen.frame, side)
        _draw_rack(pen, side, place)
        _draw_captures(pen, side, place)
        draw_locks(pen, side, place)


def _draw_rack(pen: DrawContext, side: Side, place: int) -> None:
    """Draw the rack: markers that are left, and empty slots; the double lies last."""
    public, look = pen.frame.public, pen.frame.marker_style(side)
    rack = pen.places.table.racks[place]
    pen.sprites.panel(PanelLook(dim=True), rect_size(rack)).draw(pen.surface, rack.topleft)
    total = min(10, public.rules.markers)
    singles = public.singles(side)
    for n in range(total):
        is_double = n == total - 1
        there = public.double[side] == IN_SUPPLY if is_double else n < singles
        slot = pen.places.rack_slot(place, 9 if is_double else n)
        width = min(slot.width * 0.66, slot.height * 0.8)
        if there:
            sprite = pen.sprites.marker(look.piece(is_double), width * (0.82 if is_double else 1))
            sprite.draw_centred(pen.surface, slot.center)
        else:
            hole = pygame.Rect(0, 0, round(width * 0.9), round(width * 0.56))
            hole.center = slot.center
            ink = mix(pen.colours.panel, pen.colours.shadow, 0.6)
            pygame.draw.ellipse(pen.surface, ink, hole)


def rect_size(rect: pygame.Rect) -> tuple[int, int]:
    """The size of a rectangle."""
    return rect.width, rect.height


def _draw_captures(pen: DrawContext, side: Side, place: int) -> None:
    """Draw the shelf with captured markers, and nothing where there are none."""
    n = pen.frame.public.captured[side]
    zone = pen.places.captured(place)
    if not n or not zone.width:
        return
    piece = pen.frame.marker_style(1 - side).piece()
    slots = pen.places.captured_slots(place, n)
    for slot in slots:
        pen.sprites.marker(piece, slot.width * 0.72).draw_centred(pen.surface, slot.center)
    shelf = pygame.Rect(slots[0].x, slots[0].bottom, slots[-1].right - slots[0].x, 1)
    ink, width = pen.colours.muted, max(2, pen.px(2.4))
    pygame.draw.line(pen.surface, ink, shelf.midleft, (shelf.right, shelf.y), width)
    told = _("captured")
    room = zone.bottom - shelf.bottom - pen.px(2)
    if pen.places.table.fold == 0 and room >= pen.px(16):
        where = (shelf.centerx, shelf.bottom + pen.px(6))
        left = max(zone.x, where[0] - pen.fonts.size(told, styles.SMALL)[0] // 2)
        pen.fonts.draw_text(
            pen.surface, told, (left, where[1]), styles.SMALL, pen.colours.muted, "topleft"
        )


def points_of(frame: TableFrame, side: Side) -> int:
    """The points of a side; where points belong to players, those of its first player."""
    score = frame.public.score
    if len(score) == 2:
        return score[side]
    seats = frame.public.seating.seats_of(side)
    return max((score[seat] for seat in seats), default=0)


def draw_locks(pen: DrawContext, side: Side, place: int) -> None:
    """Draw the points of a side as locks, open up to the score, with the number beside them."""
    target, points = pen.frame.public.rules.target, points_of(pen.frame, side)
    colour = side_colour(pen, side)
    zone = pen.places.table.locks[place]
    if not zone.width:
        return
    number = str(points)
    wide = pen.fonts.size(number, SCORE)[0] + pen.px(8)
    if target > MOST_LOCKS:
        text = f"{points} / {target}"
        anchor, where = ("midright", zone.midright) if place == 0 else ("midleft", zone.midleft)
        pen.fonts.draw_text(pen.surface, text, where, SCORE, colour, anchor)
        return
    room = pygame.Rect(zone.x, zone.y, zone.width - wide, zone.height)
    edge = min(room.height * 0.86, room.width / target * 0.84)
    step = min(room.width / target, edge * 1.3)
    left = room.right - step * target if place == 0 else room.x
    for n in range(target):
        is_open = n < points
        ink = colour if is_open else mix(pen.colours.muted, pen.colours.panel, 0.2)
        sprite = pen.sprites.icon("lock", edge, ink)
        sprite.draw_centred(pen.surface, (left + n * step + step / 2, room.centery))
    where = (round(left + step * target) + pen.px(6), room.centery)
    ink = colour if points else pen.colours.muted
    pen.fonts.draw_text(pen.surface, number, where, SCORE, ink, "midleft")


def headline(frame: TableFrame) -> str:
    """Whose turn it is, in large letters."""
    public = frame.public
    if public.result is not None or public.seat < 0:
        return ""
    if public.seat != frame.bottom or not frame.can_act:
        name = frame.wording.name(public.seat)
        return _("{name} is thinking").format(name=name) if frame.is_thinking else name
    return _("You must play") if public.standing == "play" else _("Your turn")


def prompt_line(frame: TableFrame) -> str:
    """What to do next."""
    if not frame.can_act:
        return ""
    public = frame.public
    if public.phase == "turn" and frame.draft.card is not None:
        return _("End the turn, or pay a marker to give an order.")
    return status_sentence(frame.wording, public, frame.seen)


def draw_prompt(pen: DrawContext) -> None:
    """Draw whose turn it is and what to do, with the marker of the own side."""
    zone, frame, fonts = pen.places.table.prompt, pen.frame, pen.fonts
    side = frame.side(frame.bottom)
    mark = pen.places.of(0.05)
    line_y = zone.y + pen.px(HEADLINE.size * 0.66)
    if side != NOBODY:
        sprite = pen.sprites.marker(frame.marker_style(side).piece(), mark)
        sprite.draw_centred(pen.surface, (zone.x + mark / 2, line_y))
    left = zone.x + mark + pen.px(12)
    locks = pen.places.table.locks[0]
    right = locks.x - pen.px(8) if locks.top <= line_y <= locks.bottom else zone.right
    shown, style = fonts.shrink_to_fit(headline(frame), HEADLINE, right - left)
    ink = pen.colours.warning if frame.can_act and frame.public.standing else pen.colours.text
    fonts.draw_text(pen.surface, shown, (left, line_y), style, ink, "midleft", right - left)
    if pen.places.table.fold:
        return
    top = zone.y + pen.px(HEADLINE.size * 1.32)
    place = (left, top + pen.px(styles.SMALL.size * 0.7))
    ink = pen.colours.muted
    told, small = fonts.shrink_to_fit(prompt_line(frame), styles.SMALL, zone.right - left)
    fonts.draw_text(pen.surface, told, place, small, ink, "midleft", zone.right - left)


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
    text = title or _round_words(pen, stakes)
    pen.fonts.draw_two_lines(
        pen.surface, text, (zone.x, zone.centery), styles.SMALL, ink, "midleft", zone.width
    )


def _round_words(pen: DrawContext, stakes: int) -> str:
    n, target = pen.frame.round_number, pen.frame.public.rules.target
    if stakes:
        return _("Round {n}, stake {points}").format(n=n, points=stakes)
    return _("Round {n}, first to {target}").format(n=n, target=target)


STEP = 22.0  # units from line to line
LEAST = 60.0  # a smaller box is not drawn


def draw_forecasts(pen: DrawContext) -> None:
    """Draw what either side expected at its last decision."""
    told = pen.frame.snapshot.forecasts
    zone = pen.places.table.coach
    gap = pen.px(8)
    half = (zone.height - gap) // 2
    bottom = lower_side(pen.frame)
    for n, side in enumerate((1 - bottom, bottom)):
        box = pygame.Rect(zone.x, zone.y + n * (half + gap), zone.width, half)
        if side in told and box.height >= pen.px(LEAST):
            _box(pen, box, side, told[side])


def _box(pen: DrawContext, zone: pygame.Rect, side: Side, thought: DecisionForecast) -> None:
    """Draw who decided, what was expected, and the alternatives with their shares."""
    colour = pen.colours.players[pen.frame.marker_style(side).colour]
    name = pen.frame.wording.name(thought.seat)
    room = game_drawing.draw_panel(pen.surface, pen.context, zone, name, edge=colour)
    words = CoachSentences(pen.frame.public.rules, name)
    top, step = room.y, pen.px(STEP)
    if thought.value is not None:
        told = _("expects {value}").format(value=f"{thought.value:+.1f}".replace("-", "−"))
        top = _line(pen, room, top, told, pen.colours.muted)
    for action, share in thought.ways:
        if top + 2 * step > room.bottom:
            break
        ink = pen.colours.text if action == thought.action else pen.colours.muted
        left = room.x
        text = words.turn_text((action,))
        if action.verb == "play":
            middle = top + step // 2
            card = draw_small_card(pen.surface, pen.context, (left, middle), action.card)
            left = card.right + pen.px(6)
            text = pen.frame.wording.effect_on_key(thought.last + action.card, 0)
        line = pygame.Rect(left, room.y, room.right - left, room.height)
        top = _line(pen, line, top, text, ink)
        rect = pygame.Rect(room.x, top + pen.px(4), room.width - pen.px(44), pen.px(6))
        game_drawing.draw_gauge(pen.surface, pen.context, rect, share, colour)
        place, percent = (room.right, rect.centery), f"{round(100 * share)} %"
        pen.fonts.draw_text(pen.surface, percent, place, styles.SMALL, ink, "midright")
        top += step * 2 // 3


def _line(
    pen: DrawContext, room: pygame.Rect, top: int, text: str, ink: tuple[int, int, int]
) -> int:
    step = pen.px(STEP)
    place = (room.x, top + step // 2)
    pen.fonts.draw_text(pen.surface, text, place, styles.SMALL, ink, "midleft", room.width)
    return top + step
