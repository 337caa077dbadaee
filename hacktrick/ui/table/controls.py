"""How to play with what the player holds: the panel of keys, of gamepad buttons, or of gestures."""

from __future__ import annotations

import pygame

from hacktrick.themes import Colour
from hacktrick.ui.controls.hints import draw_hint, hint_width
from hacktrick.ui.controls.intent_words import card_keys
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.stage.context import Context
from hacktrick.ui.table.pen import Pen
from hacktrick.words.frame import Frame
from hacktrick.words.translator import _

STEP = 21.0  # units from line to line
Entry = tuple[tuple[str, ...], str]  # intents, and what they do


def controls_title(context: Context) -> str:
    titles = {"keys": _("Keys"), "pad": _("Gamepad"), "touch": _("Touch")}
    return titles[context.device]


def controls_panel(pen: Pen, room: pygame.Rect) -> None:
    """As many lines as there is room for."""
    fonts, colours = pen.fonts, pen.colours
    if pen.context.device == "touch":
        told = _("The log moves with the finger.") if pen.frame.onlooking else _gestures()
        fonts.paragraph(pen.surface, told, room, styles.SMALL, colours.muted)
        return
    lines = [one for one in _entries(pen.context, pen.frame) if _width(pen.context, one)]
    step = pen.px(STEP)
    shown = lines[: max(1, room.height // step)]
    column = min(max(_width(pen.context, one) for one in shown), round(room.width * 0.45))
    left = room.x + max(pen.px(36), column + pen.px(10))
    top = room.y
    for names, text in shown:
        wrapped = lines_of(pen.context, text, room.right - left)
        if top + step * len(wrapped) > room.bottom:
            break
        y = top + step // 2
        if names:
            draw_hint(pen.surface, pen.context, names, (room.x, y), "midleft", colours.accent)
        else:
            _draw_card_keys(pen, (room.x, y), left - room.x)
        top = put_lines(pen, wrapped, (left, top), room.right - left, colours.muted)


def lines_of(context: Context, text: str, width: int) -> list[str]:
    """One line, if only smaller, else as many as needed."""
    fonts = context.fonts
    if fonts.fits(text, styles.SMALL, width):
        return [text]
    return fonts.wrap(text, styles.SMALL, width)


def put_lines(
    pen: Pen, lines: list[str], topleft: tuple[int, int], width: int, colour: Colour
) -> int:
    """Draws lines; returns the top of the next one."""
    step, (left, top) = pen.px(STEP), topleft
    for line in lines:
        place = (left, top + step // 2)
        pen.fonts.text(pen.surface, line, place, styles.SMALL, colour, "midleft", width)
        top += step
    return top


def _draw_card_keys(pen: Pen, place: tuple[int, int], width: int) -> None:
    text, colour = card_keys(pen.context), pen.colours.accent
    pen.fonts.text(pen.surface, text, place, styles.KEY_HINT, colour, "midleft", width)


def _width(context: Context, entry: Entry) -> int:
    if entry[0]:
        return hint_width(context, entry[0])
    return context.fonts.size(card_keys(context), styles.KEY_HINT)[0]


def _entries(context: Context, frame: Frame) -> list[Entry]:
    """What can be done at this table; an entry without intents is that of the cards."""
    if frame.onlooking:
        return [
            (("log",), _("make the log wide")),
            (("rules",), _("read the rules")),
            (("back",), _("open the menu")),
        ]
    pad = context.device == "pad"
    more: list[Entry] = []
    hurry: list[Entry] = [(("confirm",), _("hurry the computer"))]
    if frame.public.rules.codes:
        more = [(("power",), _("use the code")), (("codes",), _("read the codes"))]
    elif frame.public.seating.partner_of(frame.bottom) is not None:
        more = [(("ask_partner",), _("ask the partner"))]
    first: list[Entry] = [((), _("choose a card")), (("confirm",), _("end the turn"))]
    if pad:
        first = [(("left",), _("move")), (("confirm",), _("choose it"))]
    return [
        *first,
        (("play", "guard"), _("commands") if pad else _("end with a command")),
        (("draw",), _("draw")),
        (("ask",), _("ask for a sum")),
        (("double",), _("place the double")),
        *more,
        (("back" if pad else "undo",), _("take the choice back")),
        (("hide",), _("hide the own cards")),
        *(hurry if _with_computer(frame) else []),
    ]


def _with_computer(frame: Frame) -> bool:
    """Whether a computer sits at the table that can be hurried."""
    return any(seat.player != "human" for seat in frame.glance.seats)


def _gestures() -> str:
    return _(
        "Touch a card, or the key that it leads to. Then touch the button that ends the turn. "
        "The log moves with the finger."
    )
