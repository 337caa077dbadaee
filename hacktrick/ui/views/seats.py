"""The panels of the players: name, markers, captured markers, announced sum, cards, orders."""

from __future__ import annotations

import pygame

from hacktrick.game.rules import NOBODY, Seat, Side
from hacktrick.game.state import IN_SUPPLY
from hacktrick.ui import draw
from hacktrick.ui import fonts as styles
from hacktrick.ui.context import Context
from hacktrick.ui.fonts import TextStyle
from hacktrick.ui.paint_keys import PanelLook
from hacktrick.ui.paint_tools import mix
from hacktrick.ui.prompts import order_tag
from hacktrick.ui.theme import Colour
from hacktrick.ui.views.frame import Frame
from hacktrick.ui.views.places import SIGN, SMALL_SIGN, Places
from hacktrick.ui.words import _, ngettext

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


def _plate(
    surface: pygame.Surface, context: Context, rect: pygame.Rect, colour: Colour, active: bool
) -> None:
    dull = mix(colour, context.theme.colours.panel, 0.55)
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
    fonts.text(surface, text, lines[2].midleft, styles.BODY, colours.muted, "midleft")
    _captured(surface, context, frame, lines[3], side, SIGN)
    _sum(surface, context, frame, lines[4], lines[5], seat)
    _foot(surface, context, frame, lines[6], seat)


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
        right = _tag(surface, context, tag, lines[0].midright).left - context.px(6)
    line = pygame.Rect(lines[0].x, lines[0].y, right - lines[0].x, lines[0].height)
    _name(surface, context, frame, line, seat, colours.players[frame.look(side).colour])
    cards = _n_cards(frame, seat)
    box = fonts.text(surface, cards, lines[1].midright, styles.SMALL, colours.muted, "midright")
    room = pygame.Rect(lines[1].x, lines[1].y, box.x - lines[1].x - context.px(8), lines[1].height)
    told = frame.told.get(seat)
    if told and frame.helps:
        text = frame.wording.total(told)
        if not narrow:
            text = f"{text} {frame.wording.since(told)}".strip()
        fonts.text(
            surface, text, room.midleft, styles.SMALL, colours.warning, "midleft", room.width
        )
    if narrow:
        n = frame.public.supply[side]
        text = ngettext("{n} marker", "{n} markers", n).format(n=n)
        place = lines[2].midleft
        box = fonts.text(surface, text, place, styles.SMALL, colours.muted, "midleft")
    else:
        box = supply_signs(surface, context, frame, lines[2], side, SMALL_SIGN)
    rest = pygame.Rect(box.right, lines[2].y, lines[2].right - box.right, lines[2].height)
    n = frame.public.captured[side]
    if n:
        sign = context.px(SMALL_SIGN)
        rect = fonts.text(surface, f"{n}", rest.midright, styles.SMALL, colours.text, "midright")
        enemy = context.sprites.sign(frame.look(1 - side).piece(), sign)
        enemy.draw_centred(surface, (rect.left - sign * 0.8, rest.centery))


def _narrow(
    surface: pygame.Surface, context: Context, frame: Frame, places: Places, seat: Seat
) -> None:
    """A narrow panel beside the board: no room for signs, so numbers."""
    slot, side = frame.slot(seat), frame.side(seat)
    lines = places.lines(slot)
    colours, fonts = context.theme.colours, context.fonts
    _name(surface, context, frame, lines[0], seat, colours.players[frame.look(side).colour])
    kind = frame.wording.player(frame.glance.seats[seat])
    fonts.text(surface, kind, lines[1].midleft, styles.KEY_HINT, colours.muted, "midleft")
    fonts.text(
        surface, _n_cards(frame, seat), lines[2].midleft, styles.SMALL, colours.text, "midleft"
    )
    n = frame.public.supply[side]
    text = ngettext("{n} marker", "{n} markers", n).format(n=n)
    fonts.text(surface, text, lines[3].midleft, styles.SMALL, colours.muted, "midleft")
    _sum(surface, context, frame, lines[4], lines[5], seat)
    tag = _tag_of(frame, seat)
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
    fonts.text(surface, since, below.midleft, styles.SMALL, colours.muted, "midleft", below.width)


def _foot(
    surface: pygame.Surface, context: Context, frame: Frame, line: pygame.Rect, seat: Seat
) -> None:
    colours, fonts = context.theme.colours, context.fonts
    cards = _n_cards(frame, seat)
    box = fonts.text(surface, cards, line.midleft, styles.BODY, colours.text, "midleft")
    tag = _tag_of(frame, seat)
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
    shown = context.fonts.fit(text, style, room - 2 * pad) if room else text
    width, _height = context.fonts.size(shown, style)
    rect = pygame.Rect(0, 0, width + 2 * pad, context.px(22))
    rect.midright = midright
    look = PanelLook(edge=warning, edge_width=1.4)
    context.sprites.pip(look, rect.size, False).draw(surface, rect.topleft)
    context.fonts.text(surface, shown, rect.center, style, warning, "center")
    return rect
