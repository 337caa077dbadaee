"""The panels of the players: name, markers, captured markers, announced sum, cards, orders."""

from __future__ import annotations

import pygame

from hacktrick.game.rules import NOBODY, Seat, Side
from hacktrick.game.state import IN_SUPPLY
from hacktrick.themes import Colour, Theme
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.paint.fonts import TextStyle
from hacktrick.ui.paint.keys import PanelLook
from hacktrick.ui.paint.tools import mix
from hacktrick.ui.stage import draw
from hacktrick.ui.stage.context import Context
from hacktrick.ui.table.places import SIGN, SMALL_SIGN, Places
from hacktrick.words.frame import Frame
from hacktrick.words.prompts import order_tag
from hacktrick.words.translator import _, ngettext

NAME = TextStyle("heading", 19)
SUM = TextStyle("strong", 15)


def seat_panel(
    surface: pygame.Surface, context: Context, frame: Frame, places: Places, seat: Seat
) -> None:
    """One player. The panel of whose turn it is stands out by its lit frame and a mark."""
    slot = frame.slot(seat)
    side = frame.side(seat)
    colour = context.theme.colours.players[frame.look(side).colour]
    _plate(surface, context, places.panel(slot), colour, frame.public.seat == seat)
    if side == NOBODY:
        _title(surface, context, frame, places.lines(slot)[0], seat, colour)
        return
    if places.is_half(slot):
        _half(surface, context, frame, places, seat)
    elif places.is_narrow(slot):
        _narrow(surface, context, frame, places, seat)
    else:
        _whole(surface, context, frame, places, seat)


def waiting_edge(theme: Theme, colour: Colour) -> Colour:
    """The frame of a player who waits: quiet, but no quieter than the theme's other frames, which
    are strong where they are all there is of a panel."""
    return mix(colour, theme.colours.panel, 0.55 if theme.surface.shadow else 0.15)


def _plate(
    surface: pygame.Surface, context: Context, rect: pygame.Rect, colour: Colour, active: bool
) -> None:
    dull = waiting_edge(context.theme, colour)
    look = PanelLook(
        edge=colour if active else dull,
        edge_width=2.4 if active else 1.2,
        glow=colour if active else None,
    )
    context.sprites.panel(look, rect.size).draw(surface, rect.topleft)


def _whole(
    surface: pygame.Surface, context: Context, frame: Frame, places: Places, seat: Seat
) -> None:
    slot, side = frame.slot(seat), frame.side(seat)
    lines = places.lines(slot)
    colours, fonts = context.theme.colours, context.fonts
    _title(surface, context, frame, lines[0], seat, colours.players[frame.look(side).colour])
    supply_signs(surface, context, frame, lines[1], side, SIGN)
    n = frame.public.supply[side]
    text = ngettext("{n} marker", "{n} markers", n).format(n=n)
    room = _beside(context, frame, places, seat) - lines[2].x - context.px(8)
    fonts.text(surface, text, lines[2].midleft, styles.BODY, colours.muted, "midleft", room)
    _captured(surface, context, frame, lines[3], side, SIGN)
    _sum(surface, context, frame, lines[4], lines[5], seat)
    _foot(surface, context, frame, lines[6], seat)


def _beside(context: Context, frame: Frame, places: Places, seat: Seat) -> int:
    """Where the line of the markers ends: at the button of the double, or at a code."""
    slot = frame.slot(seat)
    if slot == 0:
        return places.double().x
    right = places.lines(slot)[2].right
    return places.code(slot).x if frame.public.rules.codes else right + context.px(8)


def _half(
    surface: pygame.Surface, context: Context, frame: Frame, places: Places, seat: Seat
) -> None:
    slot, side = frame.slot(seat), frame.side(seat)
    lines = places.lines(slot)
    colours, fonts = context.theme.colours, context.fonts
    right = lines[0].right
    narrow = places.is_narrow(slot)
    tag = "" if narrow else _tag_of(frame, seat)
    if tag:
        room = round(lines[0].width * 0.45)
        right = _tag(surface, context, tag, lines[0].midright, room).left - context.px(6)
    line = pygame.Rect(lines[0].x, lines[0].y, right - lines[0].x, lines[0].height)
    _name(surface, context, frame, line, seat, colours.players[frame.look(side).colour])
    if narrow:
        _half_narrow(surface, context, frame, lines, seat)
        return
    cards = _n_cards(frame, seat)
    box = fonts.text(surface, cards, lines[1].midright, styles.SMALL, colours.muted, "midright")
    room = box.x - lines[1].x - context.px(8)
    told = frame.told.get(seat)
    if told and frame.helps:
        total, since = frame.wording.total(told), frame.wording.since(told)
        text = f"{total} {since}".strip()
        if not fonts.fits(text, styles.SMALL, room):
            text = total
        place = lines[1].midleft
        fonts.text(surface, text, place, styles.SMALL, colours.warning, "midleft", room)
    supply_signs(surface, context, frame, lines[2], side, SMALL_SIGN)
    _captured_number(surface, context, frame, lines[2], side)


def _half_narrow(
    surface: pygame.Surface, context: Context, frame: Frame, lines: list[pygame.Rect], seat: Seat
) -> None:
    """Two lines with little room: numbers beside signs."""
    colours, fonts = context.theme.colours, context.fonts
    side, told = frame.side(seat), frame.told.get(seat)
    cards, middle = _n_cards(frame, seat), lines[1].midleft
    captured = _captured_number(surface, context, frame, lines[1], side)
    room = captured.x - lines[1].x - context.px(6)
    fonts.text(surface, cards, middle, styles.SMALL, colours.text, "midleft", room)
    sign = context.px(SMALL_SIGN)
    own = context.sprites.sign(frame.look(side).piece(), sign)
    own.draw_centred(surface, (lines[2].x + sign / 2, lines[2].centery))
    place = (lines[2].x + sign + context.px(5), lines[2].centery)
    n = frame.public.supply[side]
    box = fonts.text(surface, str(n), place, styles.SMALL, colours.muted, "midleft")
    if told and frame.helps:
        total, room = frame.wording.total(told), lines[2].right - box.right - context.px(8)
        if not fonts.fits(total, styles.SMALL, room):
            total = str(told.total)
        place = lines[2].midright
        fonts.text(surface, total, place, styles.SMALL, colours.warning, "midright", room)


def _captured_number(
    surface: pygame.Surface, context: Context, frame: Frame, line: pygame.Rect, side: Side
) -> pygame.Rect:
    """How many markers a side has captured, at the right end of a line; nothing for none."""
    n = frame.public.captured[side]
    if not n:
        return pygame.Rect(line.midright, (0, 0))
    sign, ink = context.px(SMALL_SIGN), context.theme.colours.text
    number = context.fonts.text(surface, str(n), line.midright, styles.SMALL, ink, "midright")
    enemy = context.sprites.sign(frame.look(1 - side).piece(), sign)
    centre = (number.left - sign * 0.8, line.centery)
    enemy.draw_centred(surface, centre)
    return number.union(pygame.Rect(number.left - round(sign * 1.3), number.y, sign, sign))


def _narrow(
    surface: pygame.Surface, context: Context, frame: Frame, places: Places, seat: Seat
) -> None:
    """A narrow panel beside the board: no room for signs, so numbers."""
    slot, side = frame.slot(seat), frame.side(seat)
    lines = places.lines(slot)
    colours, fonts = context.theme.colours, context.fonts
    _name(surface, context, frame, lines[0], seat, colours.players[frame.look(side).colour])
    kind = frame.wording.player(frame.glance.seats[seat])
    n = frame.public.supply[side]
    markers = ngettext("{n} marker", "{n} markers", n).format(n=n)
    told = (
        (kind, styles.KEY_HINT, colours.muted),
        (_n_cards(frame, seat), styles.SMALL, colours.text),
        (markers, styles.SMALL, colours.muted),
    )
    for line, (text, style, ink) in zip(lines[1:4], told, strict=True):
        fonts.text(surface, text, line.midleft, style, ink, "midleft", line.width)
    tag = _tag_of(frame, seat)
    below = lines[5] if tag else lines[5].union(lines[6])
    _sum(surface, context, frame, lines[4], below, seat)
    if tag:
        _tag(surface, context, tag, lines[6].midright, lines[6].width)


def _title(
    surface: pygame.Surface,
    context: Context,
    frame: Frame,
    line: pygame.Rect,
    seat: Seat,
    colour: Colour,
) -> None:
    kind = frame.wording.player(frame.glance.seats[seat])
    if frame.side(seat) == NOBODY:
        kind = _("sits out")
    elif frame.n_seats > 2 and frame.public.seating.partner_of(frame.bottom) == seat:
        kind = _("partner")
    muted = context.theme.colours.muted
    box = context.fonts.text(surface, kind, line.midright, styles.KEY_HINT, muted, "midright")
    room = pygame.Rect(line.x, line.y, box.x - line.x - context.px(6), line.height)
    _name(surface, context, frame, room, seat, colour)


def _name(
    surface: pygame.Surface,
    context: Context,
    frame: Frame,
    line: pygame.Rect,
    seat: Seat,
    colour: Colour,
) -> None:
    side = frame.side(seat)
    sign = context.px(20)
    if side != NOBODY:
        context.sprites.sign(frame.look(side).piece(), sign).draw_centred(
            surface, (line.x + sign / 2, line.centery)
        )
    left = line.x + sign + context.px(8)
    context.fonts.text(
        surface,
        frame.wording.name(seat),
        (left, line.centery),
        NAME,
        context.theme.colours.text,
        "midleft",
        line.right - left,
    )


def supply_signs(
    surface: pygame.Surface,
    context: Context,
    frame: Frame,
    line: pygame.Rect,
    side: Side,
    size: float,
) -> pygame.Rect:
    """The supply: filled signs for what is there, outlines for what is gone, the double last."""
    public, look = frame.public, frame.look(side)
    total = max(public.rules.markers, public.supply[side])
    singles = public.singles(side)
    pieces = [(look.piece(), n < singles) for n in range(total - 1)]
    pieces.append((look.piece(True), public.double[side] == IN_SUPPLY))
    width = line.width if size == SIGN else round(line.width * 0.78)
    return draw.signs(surface, context, line.midleft, pieces, size, width)


def _captured(
    surface: pygame.Surface,
    context: Context,
    frame: Frame,
    line: pygame.Rect,
    side: Side,
    size: float,
) -> None:
    n = frame.public.captured[side]
    colours = context.theme.colours
    text = _("Captured {n}").format(n=n) if n else _("None captured")
    box = context.fonts.text(surface, text, line.midleft, styles.BODY, colours.muted, "midleft")
    left = box.right + context.px(8)
    pieces = [(frame.look(1 - side).piece(), True)] * n
    draw.signs(surface, context, (left, line.centery), pieces, size, line.right - left)


def _sum(
    surface: pygame.Surface,
    context: Context,
    frame: Frame,
    line: pygame.Rect,
    below: pygame.Rect,
    seat: Seat,
) -> None:
    """The last announced sum and what has happened to the hand since."""
    told = frame.told.get(seat)
    colours, fonts = context.theme.colours, context.fonts
    if told is None or not frame.helps:
        return
    colour = colours.warning if told.is_current else mix(colours.warning, colours.muted, 0.45)
    said, since = frame.wording.told(told), frame.wording.since(told)
    if fonts.size(said, SUM)[0] > line.width:
        said = frame.wording.total(told)
    fonts.text(surface, said, line.midleft, SUM, colour, "midleft", line.width)
    if fonts.size(since, styles.SMALL)[0] > below.width:
        since = frame.wording.changes_brief(told)
    if below.height >= 2 * fonts.line_height(styles.SMALL):
        fonts.paragraph(surface, since, below, styles.SMALL, colours.muted)
        return
    fonts.text(surface, since, below.midleft, styles.SMALL, colours.muted, "midleft", below.width)


def _foot(
    surface: pygame.Surface, context: Context, frame: Frame, line: pygame.Rect, seat: Seat
) -> None:
    colours, fonts = context.theme.colours, context.fonts
    cards = _n_cards(frame, seat)
    tag = _tag_of(frame, seat)
    room = line.width // 2 if tag else line.width
    box = fonts.text(surface, cards, line.midleft, styles.BODY, colours.text, "midleft", room)
    if tag:
        room = line.right - box.right - context.px(8)
        _tag(surface, context, tag, line.midright, room)


def _tag_of(frame: Frame, seat: Seat) -> str:
    """The order that binds this player now; with more than two players also who comes next."""
    public = frame.public
    if public.seat == seat:
        return order_tag(frame.wording, public)
    follows = frame.n_seats > 2 and public.phase in ("turn", "command")
    return _("next") if follows and public.next_seat == seat else ""


def _n_cards(frame: Frame, seat: Seat) -> str:
    n = frame.public.hand_sizes[seat]
    cards = ngettext("{n} card", "{n} cards", n).format(n=n)
    held = frame.public.held_counts[seat]
    if not held:
        return cards
    codes = ngettext("{n} code", "{n} codes", held).format(n=held)
    return _("{cards}, {codes}").format(cards=cards, codes=codes)


def _tag(
    surface: pygame.Surface,
    context: Context,
    text: str,
    midright: tuple[int, int],
    room: int | None = None,
) -> pygame.Rect:
    """A framed tag, such as an order that stands over this turn."""
    colours = context.theme.colours
    warning = colours.muted if text == _("next") else colours.warning
    pad = context.px(7)
    style = TextStyle("strong", 14)
    shown = text
    if room:
        shown, style = context.fonts.fitted(text, style, room - 2 * pad)
    width, _height = context.fonts.size(shown, style)
    rect = pygame.Rect(0, 0, width + 2 * pad, context.px(22))
    rect.midright = midright
    look = PanelLook(edge=warning, edge_width=1.4)
    context.sprites.pip(look, rect.size, False).draw(surface, rect.topleft)
    context.fonts.text(surface, shown, rect.center, style, warning, "center")
    return rect
