"""The right column: the log, and what helps: threats, keys, a sentence."""

from __future__ import annotations

import pygame

from hacktrick.game.state import PublicState
from hacktrick.seat.draft import after_draft
from hacktrick.seat.threats import Threat, gone_cards, threats
from hacktrick.themes import Colour
from hacktrick.ui.controls.intent_words import hint_words
from hacktrick.ui.controls.widgets import Widget
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.paint.fonts import TextStyle
from hacktrick.ui.paint.keys import PanelLook
from hacktrick.ui.paint.tools import mix
from hacktrick.ui.stage import draw
from hacktrick.ui.stage.context import Context
from hacktrick.ui.table.controls import STEP, controls_panel, controls_title, lines_of, put_lines
from hacktrick.ui.table.pen import Pen
from hacktrick.words.frame import Frame, LogLine
from hacktrick.words.translator import _, ngettext

LOG = TextStyle("body", 14.5)
LOG_STRONG = TextStyle("strong", 14.5)
NUMBER = TextStyle("mono", 14)


class LogPart(Widget):
    """The log: the newest line at the bottom, scrolled by wheel or keys."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.lines: tuple[LogLine, ...] = ()
        self.back = 0  # lines scrolled up from the newest
        self.wide = False  # over the right of the table, to read
        self._grip = (0, 0)  # where it was taken hold of: y and `back`

    def tell(self, lines: tuple[LogLine, ...]) -> None:
        if lines != self.lines:
            self.lines, self.back = lines, 0

    def wheel(self, steps: int) -> bool:
        return self._scroll(steps * 3)

    def key(self, event: pygame.Event) -> bool:
        steps = {"page_up": 8, "page_down": -8, "first": 999, "last": -999}
        by = steps.get(self.context.intent(event), 0)
        return bool(by) and self._scroll(by)

    def press(self, pos: tuple[int, int]) -> None:
        self._grip = pos[1], self.back

    def drag(self, pos: tuple[int, int]) -> None:
        """By its lines, as on paper."""
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
        """Lines of the panel: (line of the log, its part, whether it is the first part)."""
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
        aside = hint_words(context, "log") if not self.back else _("scrolled")
        draw.panel(surface, context, self.rect, _("Log"), aside)
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
        """Every other line of printer paper is tinted."""
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
            context.fonts.text(surface, number, place, NUMBER, colours.muted, "midright")
        style = LOG_STRONG if line.kind == "end" else LOG
        context.fonts.text(
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
        """A scroll bar, where there is more than fits."""
        if n <= rows:
            return
        px = self.context.px
        track = pygame.Rect(self.rect.right - px(8), room.y, px(4), room.height)
        height = max(px(20), round(track.height * rows / n))
        top = track.y + round((track.height - height) * (n - rows - self.back) / (n - rows))
        look = PanelLook(edge=self.context.theme.colours.outline)
        sprite = self.context.sprites.pill(look, (track.width, height), True)
        sprite.draw(surface, (track.x, top))


def helper(pen: Pen, zone: pygame.Rect, sentence: str) -> None:
    """The panel below the log: threats for learners, else the keys; below it a sentence about the
    control in use."""
    learning = pen.frame.aids == "learning"
    title = _("Threats") if learning else controls_title(pen.context)
    room = draw.panel(pen.surface, pen.context, zone, title)
    wrapped = pen.fonts.paragraph_height(sentence, styles.SMALL, room.width) if sentence else 0
    wrapped = min(wrapped, room.height // 2)
    upper = pygame.Rect(room.x, room.y, room.width, room.height - wrapped - pen.px(8))
    if learning:
        _threats(pen, upper)
    else:
        controls_panel(pen, upper)
    if sentence:
        lower = pygame.Rect(room.x, room.bottom - wrapped, room.width, wrapped)
        colours = pen.colours
        line = mix(colours.outline, colours.panel, 0.4)
        y = lower.y - pen.px(5)
        pygame.draw.line(pen.surface, line, (room.x, y), (room.right, y), max(1, pen.px(1)))
        pen.fonts.paragraph(pen.surface, sentence, lower, styles.SMALL, colours.text)


def _threats(pen: Pen, room: pygame.Rect) -> None:
    """Both sides: which keys win at once, and after which last card which card leads there."""
    public = _after_the_choice(pen.frame)
    gone = gone_cards(public)
    lines: list[tuple[int, str]] = []
    own = pen.frame.side(pen.frame.bottom) if pen.frame.side(pen.frame.bottom) in (0, 1) else 0
    for side in (1 - own, own):
        for threat in threats(public, side, gone):
            lines.append((side, _threat_words(pen.frame, threat)))
    fonts, colours = pen.fonts, pen.colours
    if not lines:
        text = _("No marker could win the round at once.")
        fonts.paragraph(pen.surface, text, room, styles.SMALL, colours.muted)
        return
    step, sign = pen.px(STEP), pen.px(13)
    left = room.x + sign + pen.px(8)
    top = room.y
    texts = [text for _side, text in lines]
    parts = _threat_lines(pen.context, texts, room.right - left, room.height // step)
    for (side, _text), wrapped in zip(lines, parts, strict=True):
        if top + step * len(wrapped) > room.bottom:
            break
        picture = pen.sprites.sign(pen.frame.look(side).piece(), sign)
        picture.draw_centred(pen.surface, (room.x + sign / 2, top + step // 2))
        ink = colours.text if side != own else colours.good
        top = put_lines(pen, wrapped, (left, top), room.right - left, ink)


def _threat_lines(context: Context, texts: list[str], width: int, most: int) -> list[list[str]]:
    """Every text on as many lines as it needs at its size, while there are at most so many;
    smaller where there are more."""
    fonts = context.fonts
    roomy = [
        [text]
        if fonts.size(text, styles.SMALL)[0] <= width
        else fonts.wrap(text, styles.SMALL, width)
        for text in texts
    ]
    if sum(map(len, roomy)) <= most:
        return roomy
    return [lines_of(context, text, width) for text in texts]


def urgent(pen: Pen, warning: str) -> None:
    """Beside the board: a warning about what is chosen; for learners what the next player could
    win with."""
    zone = pen.places.table.threats
    if not zone.width:
        return
    colours = pen.colours
    text, colour = warning, colours.warning
    if not text and pen.frame.aids == "learning":
        text, colour = _answers(pen.frame), colours.bad
    if text:
        pen.fonts.paragraph(pen.surface, text, zone, styles.SMALL, colour)


def _after_the_choice(frame: Frame) -> PublicState:
    """The public state as it would be after the chosen card."""
    after = after_draft(frame.seen, frame.draft) if frame.seen is not None else None
    return frame.public if after is None else after.public


def _answers(frame: Frame) -> str:
    """The cards with which the next player could win after the chosen card."""
    public = _after_the_choice(frame)
    if not frame.acting or not public.row:
        return ""
    last = frame.preview.card if frame.preview is not None else public.row[-1]
    side = public.seating.side_of[public.next_seat]
    if side == public.side or (frame.preview is not None and frame.preview.result is not None):
        return ""
    cards = sorted(
        {
            card
            for threat in threats(public, side, gone_cards(public))
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


def _threat_words(frame: Frame, threat: Threat) -> str:
    pairs = ", ".join(f"{last}+{card}" for last, card in threat.pairs)
    key, _ = frame.wording.terms.key, frame.wording.translate
    points = frame.wording.points(threat.points)
    return _("{key} {number} wins {points}: {pairs}").format(
        key=key, number=threat.key, points=points, pairs=pairs
    )
