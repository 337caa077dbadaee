"""The right column: log, threats for learners, a help sentence, and the controls of the device in
use."""

from __future__ import annotations

import pygame

from hacktrick.app.public_threats import PublicThreat, exhausted_cards, public_threats
from hacktrick.app.themes import Colour
from hacktrick.app.turn_draft import observation_after_draft
from hacktrick.game.state import PublicState
from hacktrick.i18n.table_frame import LogLine, TableFrame
from hacktrick.i18n.translator import _, ngettext
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.paint.canvas import mix
from hacktrick.ui.paint.fonts import TextStyle
from hacktrick.ui.paint.keys_and_panels import PanelLook
from hacktrick.ui.scene.context import Context
from hacktrick.ui.table.draw_context import DrawContext
from hacktrick.ui.widgets import game_drawing
from hacktrick.ui.widgets.basic_widgets import Widget
from hacktrick.ui.widgets.input_hints import (
    card_keys,
    draw_input_hint,
    input_hint_width,
    intent_hint,
)

STEP = 21.0  # units from line to line
Entry = tuple[tuple[str, ...], str]  # intents, and what they do


def controls_title(context: Context) -> str:
    titles = {"keys": _("Keys"), "pad": _("Gamepad"), "touch": _("Touch")}
    return titles[context.device]


def draw_controls_panel(pen: DrawContext, room: pygame.Rect) -> None:
    """Draw as many lines of the controls as fit."""
    fonts, colours = pen.fonts, pen.colours
    if pen.context.device == "touch":
        told = _("The log moves with the finger.") if pen.frame.is_onlooker else _gestures()
        fonts.draw_paragraph(pen.surface, told, room, styles.SMALL, colours.muted)
        return
    lines = [one for one in _entries(pen.context, pen.frame) if _width(pen.context, one)]
    step = pen.px(STEP)
    shown = lines[: max(1, room.height // step)]
    column = min(max(_width(pen.context, one) for one in shown), round(room.width * 0.45))
    left = room.x + max(pen.px(36), column + pen.px(10))
    top = room.y
    for names, text in shown:
        wrapped = fitted_lines(pen.context, text, room.right - left)
        if top + step * len(wrapped) > room.bottom:
            break
        y = top + step // 2
        if names:
            draw_input_hint(pen.surface, pen.context, names, (room.x, y), "midleft", colours.accent)
        else:
            _draw_card_keys(pen, (room.x, y), left - room.x)
        top = draw_lines(pen, wrapped, (left, top), room.right - left, colours.muted)


def fitted_lines(context: Context, text: str, width: int) -> list[str]:
    """A text on one line, if necessary in smaller type, else on as many lines as it needs."""
    fonts = context.fonts
    if fonts.fits(text, styles.SMALL, width):
        return [text]
    return fonts.wrap(text, styles.SMALL, width)


def draw_lines(
    pen: DrawContext, lines: list[str], topleft: tuple[int, int], width: int, colour: Colour
) -> int:
    """Draw lines of text; returns the top of the next one."""
    step, (left, top) = pen.px(STEP), topleft
    for line in lines:
        place = (left, top + step // 2)
        pen.fonts.draw_text(pen.surface, line, place, styles.SMALL, colour, "midleft", width)
        top += step
    return top


def _draw_card_keys(pen: DrawContext, place: tuple[int, int], width: int) -> None:
    text, colour = card_keys(pen.context), pen.colours.accent
    pen.fonts.draw_text(pen.surface, text, place, styles.KEY_HINT, colour, "midleft", width)


def _width(context: Context, entry: Entry) -> int:
    if entry[0]:
        return input_hint_width(context, entry[0])
    return context.fonts.size(card_keys(context), styles.KEY_HINT)[0]


def _entries(context: Context, frame: TableFrame) -> list[Entry]:
    """What can be done at this table; an entry without intents is that of the cards."""
    if frame.is_onlooker:
        return [
            (("log",), _("make the log wide")),
            (("rules",), _("read the rules")),
            (("back",), _("open the menu")),
        ]
    pad = context.device == "pad"
    more: list[Entry] = []
    hurry: list[Entry] = [(("confirm",), _("hurry the computer"))]
    if frame.public.rules.has_codes:
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


def _with_computer(frame: TableFrame) -> bool:
    """Whether a computer that can be hurried sits at the table."""
    return any(seat.player != "human" for seat in frame.snapshot.seats)


def _gestures() -> str:
    return _(
        "Touch a card, or the key that it leads to. Then touch the button that ends the turn. "
        "The log moves with the finger."
    )


LOG = TextStyle("body", 14.5)
LOG_STRONG = TextStyle("strong", 14.5)
NUMBER = TextStyle("mono", 14)


class LogPanel(Widget):
    """The log: the newest line at the bottom, scrolled by wheel or keys."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.lines: tuple[LogLine, ...] = ()
        self._back = 0
        self._back_lines: tuple[LogLine, ...] = ()  # the lines that were scrolled
        self.wide = False  # opened over the right of the table
        self._grip = (0, 0)  # where a drag began: y and ``back``

    @property
    def back(self) -> int:
        """How many lines the log is scrolled up from the newest; new lines scroll it down."""
        return self._back if self._back_lines == self.lines else 0

    @back.setter
    def back(self, n_lines: int) -> None:
        self._back, self._back_lines = n_lines, self.lines

    def wheel(self, steps: int) -> bool:
        return self._scroll(steps * 3)

    def key(self, event: pygame.Event) -> bool:
        steps = {"page_up": 8, "page_down": -8, "first": 999, "last": -999}
        by = steps.get(self.context.intent(event), 0)
        return bool(by) and self._scroll(by)

    def press(self, pos: tuple[int, int]) -> None:
        self._grip = pos[1], self.back

    def drag(self, pos: tuple[int, int]) -> None:
        """Scroll with the pointer, as paper is moved."""
        y, back = self._grip
        self._scroll(back + (pos[1] - y) // self.context.px(STEP) - self.back)

    def _scroll(self, steps: int) -> bool:
        wrapped, room = self._wrapped(), self._rows()
        self.back = max(0, min(len(wrapped) - room, self.back + steps))
        self.changed()
        return True

    def _room(self) -> pygame.Rect:
        px = self.context.px
        room = self.rect.inflate(-2 * px(14), -2 * px(10))
        return pygame.Rect(room.x, room.y + px(26), room.width, room.height - px(26))

    def _rows(self) -> int:
        return max(1, self._room().height // self.context.px(STEP))

    def _wrapped(self) -> list[tuple[LogLine, str, bool]]:
        """The lines as they are shown: log line, its part, and whether it is the first part."""
        width = self._room().width - self.context.px(26)
        parts = []
        for line in self.lines:
            style = LOG_STRONG if line.kind == "end" else LOG
            wrapped = self.context.fonts.wrap(line.text, style, width)
            parts += [(line, text, n == 0) for n, text in enumerate(wrapped)]
        return parts

    def draw(self, surface: pygame.Surface) -> None:
        context = self.context
        radius = round(context.theme.surface.corner * context.scale)
        ground = context.theme.colours.panel
        pygame.draw.rect(surface, ground, self.rect, border_radius=radius)
        aside = intent_hint(context, "log") if not self.back else _("scrolled")
        game_drawing.draw_panel(surface, context, self.rect, _("Log"), aside)
        wrapped, rows, room = self._wrapped(), self._rows(), self._room()
        end = len(wrapped) - self.back
        shown = wrapped[max(0, end - rows) : end]
        step = context.px(STEP)
        for n, (line, text, first) in enumerate(shown):
            if context.theme.surface.paper and n % 2 == 0:
                self._green_bar(surface, room, room.y + n * step, step)
            self._line(surface, room, room.y + n * step + step // 2, line, text, first)
        self._bar(surface, room, len(wrapped), rows)

    def _green_bar(self, surface: pygame.Surface, room: pygame.Rect, top: int, step: int) -> None:
        """Tint every other line, as on printer paper."""
        colours = self.context.theme.colours
        tint = mix(colours.panel, colours.accent, 0.06 * self.context.theme.surface.paper)
        surface.fill(
            tint, (room.x - self.context.px(4), top, room.width + self.context.px(4), step)
        )

    def _line(
        self,
        surface: pygame.Surface,
        room: pygame.Rect,
        y: int,
        line: LogLine,
        text: str,
        first: bool,
    ) -> None:
        context, colours, ink = self.context, self.context.theme.colours, self._ink(line)
        if first and line.kind == "move" and line.turn:
            place = (room.x + context.px(18), y)
            number = str(line.turn)
            context.fonts.draw_text(surface, number, place, NUMBER, colours.muted, "midright")
        style = LOG_STRONG if line.kind == "end" else LOG
        context.fonts.draw_text(
            surface,
            text,
            (room.x + context.px(26), y),
            style,
            ink,
            "midleft",
            room.right - room.x - context.px(26),
        )

    def _ink(self, line: LogLine) -> Colour:
        colours = self.context.theme.colours
        latest = line.turn == self.lines[-1].turn
        return {
            "move": colours.text if latest else mix(colours.text, colours.muted, 0.6),
            "more": colours.muted,
            "say": colours.warning,
            "end": colours.good,
        }[line.kind]

    def _bar(self, surface: pygame.Surface, room: pygame.Rect, n: int, rows: int) -> None:
        """Draw a scroll bar where not everything fits."""
        if n <= rows:
            return
        px = self.context.px
        track = pygame.Rect(self.rect.right - px(8), room.y, px(4), room.height)
        height = max(px(20), round(track.height * rows / n))
        top = track.y + round((track.height - height) * (n - rows - self.back) / (n - rows))
        look = PanelLook(edge=self.context.theme.colours.outline)
        sprite = self.context.sprites.pill(look, (track.width, height), True)
        sprite.draw(surface, (track.x, top))


def draw_help_panel(pen: DrawContext, zone: pygame.Rect, sentence: str) -> None:
    """Draw the panel below the log: threats for learners, else the controls; below them help about
    the control in use."""
    learning = pen.frame.aids == "learning"
    title = _("Threats") if learning else controls_title(pen.context)
    room = game_drawing.draw_panel(pen.surface, pen.context, zone, title)
    wrapped = pen.fonts.paragraph_height(sentence, styles.SMALL, room.width) if sentence else 0
    wrapped = min(wrapped, room.height // 2)
    upper = pygame.Rect(room.x, room.y, room.width, room.height - wrapped - pen.px(8))
    if learning:
        _threats(pen, upper)
    else:
        draw_controls_panel(pen, upper)
    if sentence:
        lower = pygame.Rect(room.x, room.bottom - wrapped, room.width, wrapped)
        colours = pen.colours
        line = mix(colours.outline, colours.panel, 0.4)
        y = lower.y - pen.px(5)
        pygame.draw.line(pen.surface, line, (room.x, y), (room.right, y), max(1, pen.px(1)))
        pen.fonts.draw_paragraph(pen.surface, sentence, lower, styles.SMALL, colours.text)


def _threats(pen: DrawContext, room: pygame.Rect) -> None:
    """Draw which keys would win at once for both sides, and the cards that lead there."""
    public = _after_the_choice(pen.frame)
    gone = exhausted_cards(public)
    lines: list[tuple[int, str]] = []
    own = pen.frame.side(pen.frame.bottom) if pen.frame.side(pen.frame.bottom) in (0, 1) else 0
    for side in (1 - own, own):
        for threat in public_threats(public, side, gone):
            lines.append((side, _threat_words(pen.frame, threat)))
    fonts, colours = pen.fonts, pen.colours
    if not lines:
        text = _("No marker could win the round at once.")
        fonts.draw_paragraph(pen.surface, text, room, styles.SMALL, colours.muted)
        return
    step, sign = pen.px(STEP), pen.px(13)
    left = room.x + sign + pen.px(8)
    top = room.y
    texts = [text for _side, text in lines]
    parts = _threat_lines(pen.context, texts, room.right - left, room.height // step)
    for (side, _text), wrapped in zip(lines, parts, strict=True):
        if top + step * len(wrapped) > room.bottom:
            break
        picture = pen.sprites.sign(pen.frame.marker_style(side).piece(), sign)
        picture.draw_centred(pen.surface, (room.x + sign / 2, top + step // 2))
        ink = colours.text if side != own else colours.good
        top = draw_lines(pen, wrapped, (left, top), room.right - left, ink)


def _threat_lines(context: Context, texts: list[str], width: int, most: int) -> list[list[str]]:
    """The texts on up to so many lines, in smaller type where they need more."""
    fonts = context.fonts
    roomy = [
        [text]
        if fonts.size(text, styles.SMALL)[0] <= width
        else fonts.wrap(text, styles.SMALL, width)
        for text in texts
    ]
    if sum(map(len, roomy)) <= most:
        return roomy
    return [fitted_lines(context, text, width) for text in texts]


def draw_urgent_warning(pen: DrawContext, warning: str) -> None:
    """Draw a warning beside the board: about the chosen card, or for learners how the next player
    could win."""
    zone = pen.places.table.threats
    if not zone.width:
        return
    colours = pen.colours
    text, colour = warning, colours.warning
    if not text and pen.frame.aids == "learning":
        text, colour = _answers(pen.frame), colours.bad
    if text:
        pen.fonts.draw_paragraph(pen.surface, text, zone, styles.SMALL, colour)


def _after_the_choice(frame: TableFrame) -> PublicState:
    """The public state after the chosen card."""
    after = observation_after_draft(frame.seen, frame.draft) if frame.seen is not None else None
    return frame.public if after is None else after.public


def _answers(frame: TableFrame) -> str:
    """The cards with which the next player could win after the chosen card."""
    public = _after_the_choice(frame)
    if not frame.can_act or not public.row:
        return ""
    last = frame.preview.card if frame.preview is not None else public.row[-1]
    side = public.seating.side_of[public.next_seat]
    if side == public.side or (frame.preview is not None and frame.preview.result is not None):
        return ""
    cards = sorted(
        {
            card
            for threat in public_threats(public, side, exhausted_cards(public))
            for first, card in threat.pairs
            if first == last and card != last
        }
    )
    if not cards:
        return ""
    name = frame.wording.name(public.next_seat)
    told = ngettext(
        "{name} could win with the card {cards}",
        "{name} could win with the cards {cards}",
        len(cards),
    )
    return told.format(name=name, cards=", ".join(map(str, cards)))


def _threat_words(frame: TableFrame, threat: PublicThreat) -> str:
    pairs = ", ".join(f"{last}+{card}" for last, card in threat.pairs)
    key, _ = frame.wording.terms.key, frame.wording.translate
    points = frame.wording.points(threat.points)
    return _("{key} {number} wins {points}: {pairs}").format(
        key=key, number=threat.key, points=points, pairs=pairs
    )
