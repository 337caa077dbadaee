"""The panel of each player: name, markers, last turn, cards and standing command.

Where computers are watched with open hands it also shows what each of them expects.
"""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from hacktrick.app.computer_turn import DecisionForecast
from hacktrick.app.themes import Colour, Theme
from hacktrick.game.rules import NOBODY, Seat, Side
from hacktrick.game.state import IN_SUPPLY
from hacktrick.i18n.coach_text import CoachSentences
from hacktrick.i18n.table_frame import TableFrame
from hacktrick.i18n.translator import _, ngettext
from hacktrick.i18n.turn_text import standing_command_tag
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.paint.canvas import mix
from hacktrick.ui.paint.fonts import TextStyle
from hacktrick.ui.paint.keys_and_panels import PanelLook
from hacktrick.ui.scene.context import Context
from hacktrick.ui.table.draw_context import DrawContext
from hacktrick.ui.table.geometry import SIGN, SMALL_SIGN, TableGeometry
from hacktrick.ui.table.panels.move_traces import draw_last_move, draw_small_card
from hacktrick.ui.widgets import game_drawing

NAME = TextStyle("heading", 19)
KIND = 0.62  # share of the name's line for words beside it
LEAST_NAME = 15.0  # units of the name where something stands beside it


def draw_player_panel(pen: DrawContext, seat: Seat) -> None:
    """Draw a player's panel; a lit frame and a mark show whose turn it is."""
    slot = pen.frame.screen_place(seat)
    side = pen.frame.side(seat)
    colour = pen.colours.players[pen.frame.marker_style(side).colour]
    _plate(pen, pen.places.panel(slot), colour, pen.frame.public.seat == seat)
    if side == NOBODY:
        _title(pen, pen.places.lines(slot)[0], seat, colour)
        return
    if pen.places.is_line(slot):
        _one_line(pen, seat)
    elif pen.places.is_half(slot):
        _half(pen, seat)
    elif pen.places.is_narrow(slot):
        _narrow(pen, seat)
    else:
        _whole(pen, seat)


def waiting_player_edge(theme: Theme, colour: Colour) -> Colour:
    """The colour of a waiting player's frame: quiet, but no quieter than the theme's other
    frames."""
    return mix(colour, theme.colours.panel, 0.55 if theme.surface.shadow else 0.15)


def _plate(pen: DrawContext, rect: pygame.Rect, colour: Colour, active: bool) -> None:
    dull = waiting_player_edge(pen.theme, colour)
    look = PanelLook(
        edge=colour if active else dull,
        edge_width=2.4 if active else 1.2,
        glow=colour if active else None,
    )
    pen.sprites.panel(look, rect.size).draw(pen.surface, rect.topleft)


def _whole(pen: DrawContext, seat: Seat) -> None:
    slot, side = pen.frame.screen_place(seat), pen.frame.side(seat)
    lines = pen.places.lines(slot)
    colours, fonts = pen.colours, pen.fonts
    _title(pen, lines[0], seat, colours.players[pen.frame.marker_style(side).colour])
    draw_supply(pen, slot, side)
    n = pen.frame.public.supply[side]
    text = ngettext("{n} marker", "{n} markers", n).format(n=n)
    room = _beside(pen.context, pen.frame, pen.places, seat) - lines[2].x - pen.px(8)
    if not fonts.fits(text, styles.BODY, room):
        text = str(n)
    fonts.draw_text(
        pen.surface, text, lines[2].midleft, styles.BODY, colours.muted, "midleft", room
    )
    _captured(pen, lines[3], side, SIGN)
    draw_last_move(pen, lines[4], lines[5], seat)
    _foot(pen, lines[6], seat)


def _beside(context: Context, frame: TableFrame, places: TableGeometry, seat: Seat) -> int:
    """Where the line of the markers ends: at the button of the double, or at a code."""
    slot = frame.screen_place(seat)
    if slot == 0:
        return places.double().x
    right = places.lines(slot)[2].right
    return places.code(slot).x if frame.public.rules.has_codes else right + context.px(8)


def _half(pen: DrawContext, seat: Seat) -> None:
    slot, side = pen.frame.screen_place(seat), pen.frame.side(seat)
    lines = pen.places.lines(slot)
    colours = pen.colours
    right = lines[0].right
    narrow = pen.places.is_narrow(slot)
    tag = None if narrow else _tag_of(pen.frame, seat)
    if tag is not None:
        room = lines[0].width - _least_name(pen, seat) - pen.px(6)
        right = _tag(pen, tag, lines[0].midright, room).left - pen.px(6)
    line = pygame.Rect(lines[0].x, lines[0].y, right - lines[0].x, lines[0].height)
    _name(pen, line, seat, colours.players[pen.frame.marker_style(side).colour])
    if slot == 0:
        _own_half(pen, lines, seat)
        return
    if narrow:
        _half_narrow(pen, lines, seat)
        return
    room = _end_of_the_cards(pen, seat, lines[1]) - lines[1].x - pen.px(8)
    draw_last_move(pen, pygame.Rect(lines[1].topleft, (room, lines[1].height)), None, seat)
    draw_supply(pen, slot, side)
    _captured_number(pen, lines[2], side)


def _end_of_the_cards(pen: DrawContext, seat: Seat, line: pygame.Rect) -> int:
    """Draw cards or code at the right end of a line; returns where they begin."""
    if pen.frame.public.rules.has_codes:
        return pen.places.code(pen.frame.screen_place(seat)).x
    cards, ink = _n_cards(pen.frame, seat), pen.colours.muted
    return pen.fonts.draw_text(pen.surface, cards, line.midright, styles.SMALL, ink, "midright").x


def _own_half(pen: DrawContext, lines: list[pygame.Rect], seat: Seat) -> None:
    """Draw supply and captured markers; the button of the double stands below."""
    draw_supply(pen, 0, pen.frame.side(seat))
    _captured_number(pen, lines[1], pen.frame.side(seat))


def _one_line(pen: DrawContext, seat: Seat) -> None:
    """Draw a panel of one line: name, cards or command, and captured markers."""
    slot, side = pen.frame.screen_place(seat), pen.frame.side(seat)
    (line,) = pen.places.lines(slot)
    tag = _tag_of(pen.frame, seat)
    right = _captured_number(pen, line, side).x - pen.px(8)
    if tag is not None:
        right = _tag(pen, tag, (right, line.centery), line.width // 3).x - pen.px(6)
    elif pen.frame.n_seats == 2 and pen.frame.public.rules.has_codes:
        right = pen.places.code(slot).x - pen.px(6)
    room = pygame.Rect(line.x, line.y, right - line.x, line.height)
    _name(pen, room, seat, pen.colours.players[pen.frame.marker_style(side).colour])


def _half_narrow(pen: DrawContext, lines: list[pygame.Rect], seat: Seat) -> None:
    """Draw two short lines, with numbers beside signs."""
    colours, fonts = pen.colours, pen.fonts
    side = pen.frame.side(seat)
    cards, middle = _n_cards(pen.frame, seat), lines[1].midleft
    captured = _captured_number(pen, lines[1], side)
    room = captured.x - lines[1].x - pen.px(6)
    fonts.draw_text(pen.surface, cards, middle, styles.SMALL, colours.text, "midleft", room)
    sign = pen.px(SMALL_SIGN)
    own = pen.sprites.sign(pen.frame.marker_style(side).piece(), sign)
    own.draw_centred(pen.surface, (lines[2].x + sign / 2, lines[2].centery))
    place = (lines[2].x + sign + pen.px(5), lines[2].centery)
    n = pen.frame.public.supply[side]
    box = fonts.draw_text(pen.surface, str(n), place, styles.SMALL, colours.muted, "midleft")
    room = lines[2].right - box.right - pen.px(8)
    line = pygame.Rect(0, lines[2].y, room, lines[2].height)
    line.right = lines[2].right
    draw_last_move(pen, line, None, seat)


def _captured_number(pen: DrawContext, line: pygame.Rect, side: Side) -> pygame.Rect:
    """Draw the number of captured markers at the right end of a line; nothing for none."""
    n = pen.frame.public.captured[side]
    if not n:
        return pygame.Rect(line.midright, (0, 0))
    sign, ink = pen.px(SMALL_SIGN), pen.colours.text
    number = pen.fonts.draw_text(pen.surface, str(n), line.midright, styles.SMALL, ink, "midright")
    enemy = pen.sprites.sign(pen.frame.marker_style(1 - side).piece(), sign)
    centre = (number.left - sign * 0.8, line.centery)
    enemy.draw_centred(pen.surface, centre)
    return number.union(pygame.Rect(number.left - round(sign * 1.3), number.y, sign, sign))


def _narrow(pen: DrawContext, seat: Seat) -> None:
    """Draw a narrow panel beside the board, with numbers instead of signs."""
    slot, side = pen.frame.screen_place(seat), pen.frame.side(seat)
    lines = pen.places.lines(slot)
    colours, fonts = pen.colours, pen.fonts
    _name(pen, lines[0], seat, colours.players[pen.frame.marker_style(side).colour])
    kind = _kind(pen, seat, lines[1].width)
    n = pen.frame.public.supply[side]
    markers = ngettext("{n} marker", "{n} markers", n).format(n=n)
    told = (
        (kind, styles.KEY_HINT, colours.muted),
        (_n_cards(pen.frame, seat), styles.SMALL, colours.text),
        (markers, styles.SMALL, colours.muted),
    )
    for line, (text, style, ink) in zip(lines[1:4], told, strict=True):
        fonts.draw_text(pen.surface, text, line.midleft, style, ink, "midleft", line.width)
    tag = _tag_of(pen.frame, seat)
    draw_last_move(pen, lines[4], lines[5], seat)
    if tag is not None:
        _tag(pen, tag, lines[6].midright, lines[6].width)


def _kind(pen: DrawContext, seat: Seat, room: int) -> str:
    """Draw what kind of player sits there, and the playing style where there is room."""
    wording, info = pen.frame.wording, pen.frame.snapshot.seats[seat]
    told = wording.player_kind(info)
    fits = pen.fonts.size(told, styles.KEY_HINT)[0] <= room
    return told if fits else wording.short_player_kind(info)


def _title(pen: DrawContext, line: pygame.Rect, seat: Seat, colour: Colour) -> None:
    kind = _kind(pen, seat, round(line.width * KIND))
    if pen.frame.side(seat) == NOBODY:
        kind = _("sits out")
    elif pen.frame.n_seats > 2 and pen.frame.public.seating.partner_of(pen.frame.bottom) == seat:
        kind = _("partner")
    muted = pen.colours.muted
    box = pen.fonts.draw_text(pen.surface, kind, line.midright, styles.KEY_HINT, muted, "midright")
    room = pygame.Rect(line.x, line.y, box.x - line.x - pen.px(6), line.height)
    _name(pen, room, seat, colour)


def _name(pen: DrawContext, line: pygame.Rect, seat: Seat, colour: Colour) -> None:
    side = pen.frame.side(seat)
    sign = pen.px(20)
    if side != NOBODY:
        pen.sprites.sign(pen.frame.marker_style(side).piece(), sign).draw_centred(
            pen.surface, (line.x + sign / 2, line.centery)
        )
    left = line.x + sign + pen.px(8)
    pen.fonts.draw_text(
        pen.surface,
        pen.frame.wording.name(seat),
        (left, line.centery),
        NAME,
        pen.colours.text,
        "midleft",
        line.right - left,
    )


def _least_name(pen: DrawContext, seat: Seat) -> int:
    """The least width for sign and name of a player, in pixels."""
    style = TextStyle(NAME.face, LEAST_NAME)
    return pen.fonts.size(pen.frame.wording.name(seat), style)[0] + pen.px(20 + 8)


def draw_supply(pen: DrawContext, slot: int, side: Side) -> pygame.Rect:
    """Draw the supply: filled signs for markers that are left, outlines for those gone, the double
    last."""
    public, look = pen.frame.public, pen.frame.marker_style(side)
    total = max(public.rules.markers, public.supply[side])
    singles = public.singles(side)
    pieces = [(look.piece(), n < singles) for n in range(total - 1)]
    pieces.append((look.piece(True), public.double[side] == IN_SUPPLY))
    line, size = pen.places.supply(slot), pen.places.sign(slot)
    return game_drawing.draw_signs(pen.surface, pen.context, line.midleft, pieces, size, line.width)


def _captured(pen: DrawContext, line: pygame.Rect, side: Side, size: float) -> None:
    n = pen.frame.public.captured[side]
    colours = pen.colours
    text = _("Captured {n}").format(n=n) if n else _("None captured")
    box = pen.fonts.draw_text(
        pen.surface, text, line.midleft, styles.BODY, colours.muted, "midleft"
    )
    left = box.right + pen.px(8)
    pieces = [(pen.frame.marker_style(1 - side).piece(), True)] * n
    game_drawing.draw_signs(
        pen.surface, pen.context, (left, line.centery), pieces, size, line.right - left
    )


def _foot(pen: DrawContext, line: pygame.Rect, seat: Seat) -> None:
    colours, fonts = pen.colours, pen.fonts
    cards = _n_cards(pen.frame, seat)
    tag = _tag_of(pen.frame, seat)
    room = line.width // 2 if tag else line.width
    box = fonts.draw_text(
        pen.surface, cards, line.midleft, styles.BODY, colours.text, "midleft", room
    )
    if tag is not None:
        room = line.right - box.right - pen.px(8)
        _tag(pen, tag, line.midright, room)


@dataclass(frozen=True, slots=True)
class PlayerTag:
    """A few framed words about a player.

    Attributes:
        brief: the words where the whole does not fit, "" for none.
        warns: the words are a command that binds the player.
    """

    text: str
    warns: bool = False
    brief: str = ""


def _tag_of(frame: TableFrame, seat: Seat) -> PlayerTag | None:
    """The command that binds this player now; with more than two players also who comes next."""
    public = frame.public
    if public.seat == seat:
        order = standing_command_tag(frame.wording, public)
        if not order:
            return None
        word = frame.wording.command_name(public.standing or "play").upper()
        return PlayerTag(order, warns=True, brief=word)
    follows = frame.n_seats > 2 and public.phase in ("turn", "command")
    return PlayerTag(_("next")) if follows and public.next_seat == seat else None


def _n_cards(frame: TableFrame, seat: Seat) -> str:
    n = frame.public.hand_sizes[seat]
    cards = ngettext("{n} card", "{n} cards", n).format(n=n)
    held = frame.public.held_counts[seat]
    if not held:
        return cards
    codes = ngettext("{n} code", "{n} codes", held).format(n=held)
    return _("{cards}, {codes}").format(cards=cards, codes=codes)


def _tag(
    pen: DrawContext, tag: PlayerTag, midright: tuple[int, int], room: int | None = None
) -> pygame.Rect:
    """Draw a framed tag, such as a command that binds this turn."""
    colours = pen.colours
    colour = colours.warning if tag.warns else colours.muted
    pad = pen.px(7)
    style = TextStyle("strong", 14)
    shown = tag.text
    if room:
        fits = pen.fonts.fits(tag.text, style, room - 2 * pad)
        shown, style = pen.fonts.shrink_to_fit(
            tag.text if fits else tag.brief, style, room - 2 * pad
        )
    if not shown:
        return pygame.Rect(midright, (0, 0))
    width, _height = pen.fonts.size(shown, style)
    rect = pygame.Rect(0, 0, width + 2 * pad, pen.px(22))
    rect.midright = midright
    look = PanelLook(edge=colour, edge_width=1.4)
    pen.sprites.pip(look, rect.size, False).draw(pen.surface, rect.topleft)
    pen.fonts.draw_text(pen.surface, shown, rect.center, style, colour, "center")
    return rect


STEP = 22.0  # units from line to line
LEAST = 60.0  # a smaller box is not drawn


def draw_forecasts(pen: DrawContext) -> None:
    """Draw what either side expected at its last decision."""
    told = pen.frame.snapshot.forecasts
    bottom = max(0, pen.frame.side(pen.frame.bottom))
    table = pen.places.table
    for side, zone in ((1 - bottom, table.left_commands), (bottom, table.right_commands)):
        if side in told and zone.height >= pen.px(LEAST):
            _box(pen, zone, side, told[side])


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
