"""The panel of the coach: its buttons, and its pages with hints, reasons and odds."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, Protocol

import pygame

from hacktrick.app.live_coach import HINT_STEPS, tutor_threshold
from hacktrick.app.match_session import MatchSession
from hacktrick.app.themes import Colour
from hacktrick.app.turn_draft import PlayerTurnDraft
from hacktrick.coach.hand_odds import HandOdds
from hacktrick.coach.judgement import LossSize
from hacktrick.game.actions import Action, Draw, Play
from hacktrick.game.legality import legal_actions
from hacktrick.i18n.coach_text import (
    CoachSentences,
    chances_note,
    no_better_turn_sentence,
    no_hint_sentence,
    no_odds_sentence,
    no_take_back_sentence,
    only_legal_turn_sentence,
    please_wait_sentence,
    turn_taken_back_sentence,
)
from hacktrick.i18n.match_text import MatchSentences
from hacktrick.i18n.translator import _
from hacktrick.ui.accessibility.accessibility_tree import (
    Node,
    PaintedText,
    bounds_of_rect,
    label_nodes,
)
from hacktrick.ui.layout.table_layout import MIN_TARGET_PIXELS
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.scene.scenes_and_context import Context
from hacktrick.ui.table.panels.notebook_and_log import Notebook, draw_scroll_bar
from hacktrick.ui.widgets import game_drawing
from hacktrick.ui.widgets.basic_widgets import Button, Widget
from hacktrick.ui.widgets.input_hints import draw_input_hint, input_hint_width

Ink = Literal["text", "muted", "accent", "good", "warning"]

MAX_BUTTONS = 6
LARGE_STYLE = styles.TextStyle("strong", 17)
# Height of a button and gap between two buttons, in layout units.
BUTTON_HEIGHT, BUTTON_GAP = 44.0, 6.0
COMPACT_BUTTON_HEIGHT = 30.0  # the height of a button in a compact panel, in layout units
# Margins at the sides and top, and height of the title, in layout units.
SIDE_MARGIN, TOP_MARGIN, TITLE_HEIGHT = 14.0, 10.0, 26.0
TITLE_GAP = 8.0  # gap between the title and the words beside it, in layout units
# Heights of a line with a chance, in a usual and in a narrow panel, and of its bar, in layout
# units.
CHANCE_LINE_HEIGHT, NARROW_CHANCE_LINE_HEIGHT, BAR_HEIGHT = 23.0, 36.0, 8.0
WORDS_SHARE = 0.4  # share of a line's width for its words
# In a line with details, the share of its width for its words, and for all that precedes the
# details.
WORDS_BEFORE_DETAILS_SHARE, BEFORE_DETAILS_SHARE = 0.35, 0.57
DETAILS_GAP = 14.0  # units between the bar of a chance and the details
# In a panel narrower than this, in layout units, the bar of a chance is below its line.
NARROW_PANEL_WIDTH = 270.0
# In a panel wider than this, in layout units, chances are to the right of the words.
WIDE_PANEL_WIDTH = 600.0
# If all buttons can be this wide, in layout units, the number of columns of buttons doubles.
MIN_WIDE_BUTTON_WIDTH = 90.0
PARAGRAPH_GAP = 5.0  # gap below a paragraph, in layout units
# Distance scrolled by one press of a key or one notch of the wheel, in layout units.
SCROLL_STEP = 34.0


@dataclass(frozen=True, slots=True)
class CoachPanelLine:
    """A line of text in the panel; a line that compares turns or cards has one or two chances.

    Attributes:
        ink: the name of the colour of the text.
        chance: a probability, 0 to 1, shown in whole per cent and as a bar; None if there is none.
        other: a second probability, shown as a bar below the first bar; None if there is none.
        details: words to the right of the bar, for a wide panel; "" for none.
        is_provisional: whether the chance may still change.
        is_main: whether the line is the most important line.
        is_small: whether the line is drawn in small type, to save room.
    """

    text: str
    ink: Ink = "text"
    chance: float | None = None
    other: float | None = None
    details: str = ""
    is_provisional: bool = False
    is_main: bool = False
    is_small: bool = False

    @property
    def style(self) -> styles.TextStyle:
        if self.is_small:
            return styles.SMALL
        return LARGE_STYLE if self.is_main else styles.BODY


@dataclass(frozen=True, slots=True)
class CoachButtonContent:
    """A button of the panel.

    Attributes:
        action: called when the button is pressed.
        hint: the intent with the same effect, whose key the button shows; "" for none.
        is_default: whether Enter presses the button.
        is_active: whether the page that the button opens is shown now.
        is_optional: whether the button may be left out if there is no room for all buttons.
    """

    label: str
    action: Callable[[], None] = field(compare=False)
    hint: str = ""
    is_default: bool = False
    is_active: bool = False
    is_optional: bool = False


@dataclass(frozen=True, slots=True)
class CoachPanelContent:
    """The content of the panel.

    Without a title, there are only buttons, and the space above them is free for other panels.

    Attributes:
        aside: muted words to the right of the title.
        note: a muted sentence below the lines.
        columns: the number of columns of buttons; 0 for as many as fit.
        is_highlighted: whether a bright outline draws attention to the panel.
        may_be_compact: whether the panel may save height by leaving out the title, which another
            part of the screen repeats, and showing ``aside`` before the first line.
        is_compact: whether the panel saves height in this way.
        has_low_buttons: whether the panel saves height by low buttons.
    """

    title: str = ""
    aside: str = ""
    lines: tuple[CoachPanelLine, ...] = ()
    note: str = ""
    buttons: tuple[CoachButtonContent, ...] = ()
    columns: int = 0
    is_highlighted: bool = False
    may_be_compact: bool = False
    is_compact: bool = False
    has_low_buttons: bool = False

    def compact_form(self) -> CoachPanelContent:
        """Return the same content in the form that saves height; see ``may_be_compact``."""
        first, *rest = self.lines
        text = f"{self.aside} \N{MIDDLE DOT} {first.text}" if self.aside else first.text
        lines = (replace(first, text=text), *rest)
        return replace(self, lines=lines, aside="", is_compact=True, has_low_buttons=True)

    @property
    def has_chances(self) -> bool:
        """Whether any line has a chance."""
        return any(line.chance is not None for line in self.lines)


def line_text_for_screen_readers(line: CoachPanelLine) -> str:
    """Return a line as text for screen readers, with its chances in whole per cent."""
    chances = [one for one in (line.chance, line.other) if one is not None]
    numbers = ", ".join(f"{round(100 * one)} %" for one in chances)
    spoken = f"{line.text}: {numbers}" if numbers else line.text
    return f"{spoken}. {line.details}" if line.details else spoken


# Line width of a ring and its distance from the control inside, in layout units.
RING_WIDTH, RING_GAP = 3.0, 4.0
BADGE_RADIUS = 11.0  # radius of the disc with a ring's letter, in layout units
BADGE_STYLE = styles.TextStyle("strong", 13)
# Radius and distance of the dots of an arrow, in layout units.
ARROW_DOT_RADIUS, ARROW_DOT_STEP = 2.2, 9.0
ARROW_HEAD_LENGTH = 9.0  # length of the head of an arrow, in layout units


def draw_hint_rings_and_arrows(
    surface: pygame.Surface,
    context: Context,
    stops: Sequence[pygame.Rect],
    *,
    is_lettered: bool = True,
    spared: Sequence[pygame.Rect] = (),
    display: pygame.Rect | None = None,
) -> None:
    """Draw rings around the controls to which a hint points, with dotted arrows between them.

    Args:
        stops: the rectangles of the controls, in the order of use.
        is_lettered: whether several rings are labelled A, B, C and so on.
        spared: rectangles that the arrows avoid if possible.
        display: the rectangle of the display, on which no arrow is drawn; None if there is none.
    """
    colour, px = context.theme.colours.warning, context.px
    grown = [rect.inflate(2 * px(RING_GAP), 2 * px(RING_GAP)) for rect in stops]
    for rect in grown:
        shade = pygame.Rect(rect).inflate(2, 2)
        radius = px(10)
        ground = context.theme.colours.background
        pygame.draw.rect(surface, ground, shade, px(RING_WIDTH) + 2, border_radius=radius)
        pygame.draw.rect(surface, colour, rect, px(RING_WIDTH), border_radius=radius)
    for start, end in itertools.pairwise(grown):
        _draw_dotted_arrow(surface, context, start, end, colour, spared, display)
    for n, rect in enumerate(grown):
        if is_lettered and len(stops) > 1:
            _draw_ring_letter(surface, context, rect, "ABCDEF"[n], colour)


def _draw_ring_letter(
    surface: pygame.Surface, context: Context, ring: pygame.Rect, letter: str, colour: Colour
) -> None:
    """Draw the letter of a ring at its upper left corner, kept inside the window."""
    px = context.px
    room = surface.get_rect().inflate(-2 * px(BADGE_RADIUS), -2 * px(BADGE_RADIUS))
    x = min(max(ring.x, room.left), room.right)
    y = min(max(ring.y, room.top), room.bottom)
    pygame.draw.aacircle(surface, context.theme.colours.background, (x, y), px(BADGE_RADIUS) + 2)
    pygame.draw.aacircle(surface, colour, (x, y), px(BADGE_RADIUS))
    ink = context.theme.colours.background if _is_light_colour(colour) else (255, 255, 255)
    context.fonts.draw_text(surface, letter, (x, y), BADGE_STYLE, ink, "center")


def _is_light_colour(colour: Colour) -> bool:
    return 0.3 * colour[0] + 0.59 * colour[1] + 0.11 * colour[2] > 128


def _draw_dotted_arrow(
    surface: pygame.Surface,
    context: Context,
    start: pygame.Rect,
    end: pygame.Rect,
    colour: Colour,
    spared: Sequence[pygame.Rect],
    display: pygame.Rect | None,
) -> None:
    """Draw a dotted curve from the edge of one ring to the edge of another.

    Args:
        spared: rectangles that the curve covers as little as possible.
        display: a rectangle in which no dots are drawn; None for none.
    """
    px = context.px
    if start.colliderect(end):
        return
    free = min(
        _curves_between_rects(start, end, px(6)), key=lambda curve: _n_covered_points(curve, spared)
    )
    since_dot = float(px(ARROW_DOT_STEP))
    for before, point in itertools.pairwise(free):
        since_dot += (point - before).length()
        if display is not None and display.collidepoint(point):
            continue
        if since_dot >= px(ARROW_DOT_STEP) and (point - free[-1]).length() > px(ARROW_HEAD_LENGTH):
            since_dot = 0.0
            pygame.draw.aacircle(
                surface, context.theme.colours.background, point, px(ARROW_DOT_RADIUS) + 1.5
            )
            pygame.draw.aacircle(surface, colour, point, px(ARROW_DOT_RADIUS))
    if len(free) > 4:
        tip = free[-1]
        along = (tip - free[-5]).normalize() * px(ARROW_HEAD_LENGTH)
        aside = pygame.Vector2(-along.y, along.x) * 0.6
        pygame.draw.polygon(surface, colour, [tip, tip - along + aside, tip - along - aside])


def _curves_between_rects(
    start: pygame.Rect, end: pygame.Rect, gap: int
) -> Iterator[list[pygame.Vector2]]:
    """Yield curves between the edges of two rectangles, as points, the straightest curve first.

    Args:
        gap: the pixels between an edge and the end of a curve.
    """
    a, b = pygame.Vector2(start.center), pygame.Vector2(end.center)
    way = b - a
    aside = pygame.Vector2(-way.y, way.x)
    bends = [(a + b) / 2 + aside * share for share in (0.16, -0.16, 0.34, -0.34)]
    side = start.right + 3 * gap if b.x > a.x else start.left - 3 * gap
    bends += [pygame.Vector2(side, b.y), pygame.Vector2(a.x, b.y), pygame.Vector2(b.x, a.y)]
    goal = end.inflate(gap, gap)
    for bend in bends:
        points = [
            (1 - t) ** 2 * a + 2 * t * (1 - t) * bend + t * t * b
            for t in (n / 200 for n in range(201))
        ]
        yield [
            point
            for point in points
            if not start.collidepoint(point) and not goal.collidepoint(point)
        ]


def _n_covered_points(curve: Sequence[pygame.Vector2], spared: Sequence[pygame.Rect]) -> int:
    return sum(any(rect.collidepoint(point) for rect in spared) for point in curve)


class CoachButtonWidget(Button):
    """A button of the panel, with its label and, if there is room, its key hint."""

    def __init__(self, context: Context) -> None:
        super().__init__(context, "", _do_nothing)
        self.visible = False

    @property
    def scan_rank(self) -> int | None:
        """The rank for switch scanning, which puts the buttons before the hand.

        The buttons come first because the player has asked the coach, or the coach has asked the
        player.
        """
        return -1 if self.reason is None else None

    def show_button(self, button: CoachButtonContent, rect: pygame.Rect) -> None:
        """Show a button of the content in the rectangle ``rect``."""
        self.label, self.action, self.hint = button.label, button.action, button.hint
        self.primary, self.rect, self.visible = button.is_default or button.is_active, rect, True

    def draw(self, surface: pygame.Surface) -> None:
        context, px = self.context, self.context.px
        self._draw_panel(surface, self._panel_look())
        lip = px(3 * context.theme.surface.relief)
        inner = self.rect.inflate(-2 * px(8), 0).move(0, lip if self.pressed else 0)
        inner.height -= lip
        room = inner.width
        less = input_hint_width(context, (self.hint,)) if self.hint else 0
        wide = context.fonts.text_size(self.label, styles.STRONG)[0] + px(6) + less <= room
        if less and wide:
            muted = context.theme.colours.muted
            draw_input_hint(surface, context, (self.hint,), inner.midright, "midright", muted)
            place = (inner.left, inner.centery)
            context.fonts.draw_text(
                surface, self.label, place, styles.STRONG, self._text_colour(), "midleft"
            )
            return
        fits = context.fonts.can_fit(self.label, styles.STRONG, room)
        style = styles.STRONG if fits else styles.SMALL
        middle = inner.center
        context.fonts.draw_one_or_two_lines(
            surface, self.label, middle, style, self._text_colour(), "center", room
        )


PlacedLine = tuple[CoachPanelLine, pygame.Rect]


class CoachPanel(Widget):
    """The coach's panel, with a fixed number of button widgets that are shown as needed.

    If the lines and the note are too long for the panel, the player can scroll them with the wheel,
    by dragging or with keys.
    """

    scan_intents = ("down", "up")

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.buttons = [CoachButtonWidget(context) for _ in range(MAX_BUTTONS)]
        self.content = CoachPanelContent()
        self.focusable = False  # True while the panel scrolls
        self._note = self._room = pygame.Rect(0, 0, 0, 0)
        # The columns, each with its lines placed as if nothing were scrolled.
        self._line_columns: list[tuple[pygame.Rect, list[PlacedLine]]] = []
        self._note_below = 0  # height in pixels of a note that scrolls with the first column
        # How far the panel is scrolled, and where its content has been grabbed, in pixels.
        self._offset = self._grip = 0
        self._title = ""  # the title of the page that was scrolled

    @property
    def widgets(self) -> list[Widget]:
        """The panel and its buttons, in Tab order."""
        return [self, *self.buttons]

    @property
    def visible_buttons(self) -> list[CoachButtonWidget]:
        """The buttons that are shown now."""
        return [part for part in self.buttons if part.visible]

    @property
    def main_button(self) -> CoachButtonWidget | None:
        """The button that Enter presses; None if there is none."""
        for part, press in zip(self.buttons, self.content.buttons, strict=False):
            if press.is_default:
                return part
        return None

    def set_content_and_measure(self, content: CoachPanelContent, zone: pygame.Rect) -> int:
        """Remember the content and return the height in pixels that it needs in a zone."""
        self.content = content
        px, foot = self.context.px, self._button_rows_height(zone)
        below = foot + px(BUTTON_GAP) if foot else 0
        above = 2 * px(TOP_MARGIN) + self._title_height(zone.width - 2 * px(SIDE_MARGIN))
        return above + self._panel_height(zone.width) + below if content.title else below

    def show_content(
        self, content: CoachPanelContent, zone: pygame.Rect, ceiling: int, least: int = 0
    ) -> None:
        """Show the content at the foot of ``zone``.

        If there is not enough room, optional buttons are left out, and the panel grows upwards as
        far as ``ceiling``.

        Args:
            content: the lines, note and buttons to show.
            zone: the rectangle for the panel.
            ceiling: the highest upper edge in pixels.
            least: the minimum height of the panel in pixels.
        """
        wanted = self.set_content_and_measure(content, zone)
        if content.title and wanted > zone.bottom - ceiling:
            needed = tuple(one for one in content.buttons if not one.is_optional)
            content = replace(content, buttons=needed)
            wanted = self.set_content_and_measure(content, zone)
        self.visible = bool(content.title)
        if self._title != content.title:
            self._title, self._offset = content.title, 0
        px, foot = self.context.px, self._button_rows_height(zone)
        if not content.title:
            self.focusable, self._line_columns = False, []
            self.rect = pygame.Rect(zone.x, zone.bottom - foot, zone.width, foot)
            self._place_buttons(self.rect)
            return
        height = min(max(wanted, least), zone.bottom - ceiling)
        top = max(ceiling, min(zone.y, zone.bottom - height))
        self.rect = pygame.Rect(zone.x, top, zone.width, height)
        inner = self.rect.inflate(-2 * px(SIDE_MARGIN), -2 * px(TOP_MARGIN))
        self._place_buttons(pygame.Rect(inner.x, inner.bottom - foot, inner.width, foot))
        top = inner.y + self._title_height(inner.width)
        bottom = inner.bottom - foot - (px(BUTTON_GAP) if foot else 0)
        note = self._note_height(inner.width)
        self._room = pygame.Rect(inner.x, top, inner.width, max(0, bottom - top))
        self._note = pygame.Rect(inner.x, bottom - note, self._note_width(inner.width), note)
        if self._is_note_beside_title(inner.width):
            self._note = self._note_rect_beside_title(inner)
        self._place_lines_above_note(note)

    def _place_lines_above_note(self, note: int) -> None:
        """Place the lines above the note; if there is too little room, let both scroll.

        Args:
            note: the height of the note in pixels.
        """
        room = self._room.copy()
        room.height = max(0, room.height - note)
        small = tuple(replace(line, is_small=True) for line in self.content.lines)
        self._line_columns, self._note_below = [], 0
        for lines, column in self._columns_of_lines(self.content.lines, room, note):
            if self._lines_height(lines, column.width) > column.height:
                lines = tuple(replace(line, is_small=True) for line in lines)
            self._line_columns.append((column, list(self._lines_placed_in_column(lines, column))))
        self.focusable = self._largest_overflow_pixels > self.context.px(PARAGRAPH_GAP)
        if not self.focusable:
            return
        if self._has_words_and_chances_columns(self._room.width) and self._place_lines_compactly(
            small
        ):
            self.focusable = self._largest_overflow_pixels > self.context.px(PARAGRAPH_GAP)
            return
        self._line_columns = [
            (column, list(self._lines_placed_in_column(lines, column)))
            for lines, column in self._columns_of_lines(small, self._room, 0)
        ]
        if note:
            column, placed = self._line_columns[0]
            end = placed[-1][1].bottom if placed else column.top
            fonts, words = self.context.fonts, self.content.note
            self._note_below = fonts.paragraph_height(words, styles.SMALL, column.width)
            self._note = pygame.Rect(column.x, end, column.width, self._note_below)

    def _place_lines_compactly(self, lines: tuple[CoachPanelLine, ...]) -> bool:
        """Save height in two columns: the note beside the title, the last words below the chances.

        Returns:
            False if there is no room for the note beside the title; nothing is placed in that case.
        """
        (words, left), (chances, right) = self._columns_of_lines(lines, self._room, 0)
        head = pygame.Rect(left.x, right.y, left.width, left.y - right.y)
        if self.content.note and not self._can_note_fit_beside_title(head.width):
            return False
        while words and self._lines_height(words, left.width) > left.height + self.context.px(
            PARAGRAPH_GAP
        ):
            more = (*chances, words[-1])
            if self._lines_height(more, right.width) > right.height + self.context.px(
                PARAGRAPH_GAP
            ):
                break
            words, chances = words[:-1], more
        self._note = self._note_rect_beside_title(head)
        self._line_columns = [
            (left, list(self._lines_placed_in_column(words, left))),
            (right, list(self._lines_placed_in_column(chances, right))),
        ]
        return True

    @property
    def _overflow_pixels_by_column(self) -> list[int]:
        """The pixels by which the content of each column is higher than the column."""
        found = []
        for n, (column, placed) in enumerate(self._line_columns):
            end = max((rect.bottom for _line, rect in placed), default=column.top)
            found.append(max(0, end + (0 if n else self._note_below) - column.bottom))
        return found

    @property
    def _largest_overflow_pixels(self) -> int:
        """The pixels by which lines and note can scroll."""
        return max(self._overflow_pixels_by_column, default=0)

    @property
    def _scrolled_pixels(self) -> int:
        """The pixels by which the lines are scrolled."""
        return min(self._offset, self._largest_overflow_pixels)

    @property
    def scan_rank(self) -> int | None:
        return -1 if self.focusable else None

    def handle_wheel(self, steps: int) -> bool:
        return self._scroll_to(self._scrolled_pixels - steps * self.context.px(SCROLL_STEP))

    def handle_key(self, event: pygame.Event) -> bool:
        """Scroll on the keys up and down; at the ends, return False so that the focus moves."""
        steps = {"up": -1, "down": 1}
        by = steps.get(self.context.intent_of_event(event), 0)
        return bool(by) and self._scroll_to(
            self._scrolled_pixels + by * self.context.px(SCROLL_STEP)
        )

    def handle_press(self, pos: tuple[int, int]) -> None:
        self._grip = pos[1] + self._scrolled_pixels

    def handle_drag(self, pos: tuple[int, int]) -> None:
        """Scroll by dragging, so that the content follows the pointer."""
        self._scroll_to(self._grip - pos[1])

    def _scroll_to(self, offset: int) -> bool:
        """Scroll to an offset in pixels; return whether anything moved."""
        before, self._offset = (
            self._scrolled_pixels,
            max(0, min(self._largest_overflow_pixels, offset)),
        )
        self.request_redraw()
        return self._scrolled_pixels != before

    def accessibility_node(self, key: str, texts: Sequence[PaintedText]) -> Node | None:
        """Return a group node with the title and the lines, without the buttons."""
        content = self.content
        words = [line_text_for_screen_readers(line) for line in content.lines]
        heads = [text for text in (content.aside, *words, content.note) if text]
        labels = tuple(label_nodes("line", heads, bounds_of_rect(self.rect)))
        title = Node("title", "heading", content.title, bounds=bounds_of_rect(self.rect))
        return Node(
            key,
            "group",
            content.title,
            bounds=bounds_of_rect(self.rect),
            actions=("focus",) if self.focusable else (),
            children=(title, *labels),
        )

    def _title_height(self, width: int) -> int:
        """Return the height of the title in pixels; a long title takes several lines."""
        if self.content.is_compact:
            return 0
        fonts, px = self.context.fonts, self.context.px
        more = 0
        if self._must_wrap_title(width):
            lines = fonts.wrap(self.content.title, styles.LABEL, width)
            more = (len(lines) - 1) * fonts.line_height(styles.LABEL)
        return px(TITLE_HEIGHT) + more

    def _must_wrap_title(self, width: int) -> bool:
        """Return whether the title is too long for one line of ``width`` pixels."""
        title, room = self.content.title, width - self.context.px(TITLE_GAP)
        if not title or self.content.aside:
            return False
        return not self.context.fonts.can_fit(title, styles.LABEL, room)

    @property
    def _button_height(self) -> int:
        """The height of a button in pixels."""
        px = self.context.px
        return (
            max(MIN_TARGET_PIXELS, px(COMPACT_BUTTON_HEIGHT))
            if self.content.has_low_buttons
            else px(BUTTON_HEIGHT)
        )

    def _n_button_columns(self, width: int) -> int:
        n = len(self.content.buttons)
        if self.content.columns:
            doubled = 2 * self.content.columns
            is_wide = n > doubled and width / self.context.scale >= doubled * MIN_WIDE_BUTTON_WIDTH
            return doubled if is_wide else self.content.columns
        while n > 1 and not self._has_room_for_labels(
            (width - self.context.px(BUTTON_GAP) * (n - 1)) / n
        ):
            n = -(-n // 2)
        return max(1, n)

    def _has_room_for_labels(self, width: float) -> bool:
        """Return whether no label is cut if each button has a width of ``width`` pixels."""
        px, fonts = self.context.px, self.context.fonts
        words = (word for press in self.content.buttons for word in press.label.split())
        return width >= px(72) and all(
            fonts.can_fit(word, styles.SMALL, width - 2 * px(8)) for word in words
        )

    def _button_rows_height(self, zone: pygame.Rect) -> int:
        n = len(self.content.buttons)
        if not n:
            return 0
        px, inset = self.context.px, 2 * SIDE_MARGIN if self.content.title else 0.0
        rows = -(-n // self._n_button_columns(zone.width - px(inset)))
        return rows * self._button_height + (rows - 1) * px(BUTTON_GAP)

    def _place_buttons(self, foot: pygame.Rect) -> None:
        px, columns = self.context.px, self._n_button_columns(foot.width)
        gap, height = px(BUTTON_GAP), self._button_height
        held = next((part for part in self.buttons if part.pressed), None)
        if held is not None:  # a held button must not change its label
            labels = [press.label for press in self.content.buttons]
            self.buttons.remove(held)
            place = labels.index(held.label) if held.label in labels else len(self.buttons)
            self.buttons.insert(place, held)
        for part in self.buttons:
            part.visible = False
        for n, press in enumerate(self.content.buttons):
            row, place = divmod(n, columns)
            among = min(columns, len(self.content.buttons) - row * columns)
            width = (foot.width - gap * (among - 1)) / among
            left = foot.x + round(place * (width + gap))
            top = foot.y + row * (height + gap)
            right = foot.x + round(place * (width + gap) + width)
            self.buttons[n].show_button(press, pygame.Rect(left, top, right - left, height))

    def _is_narrow_width(self, width: int) -> bool:
        return width / self.context.scale < NARROW_PANEL_WIDTH

    def _line_height(self, line: CoachPanelLine, width: int) -> int:
        px, fonts = self.context.px, self.context.fonts
        if line.chance is None:
            return fonts.paragraph_height(line.text, line.style, width) + px(PARAGRAPH_GAP)
        if not self._is_narrow_width(width):  # the row has room for two bars
            return px(CHANCE_LINE_HEIGHT) + self._height_of_wrapped_words(line, width)
        height = px(NARROW_CHANCE_LINE_HEIGHT) + self._height_of_wrapped_words(line, width)
        return height + (px(BAR_HEIGHT) if line.other is not None else 0)

    def _words_width_beside_chance(self, line: CoachPanelLine, width: int) -> int:
        """Return the width in pixels for the words of a line with a chance."""
        if self._is_narrow_width(width):
            return width - self.context.px(52)
        return round(width * (WORDS_BEFORE_DETAILS_SHARE if line.details else WORDS_SHARE))

    def _height_of_wrapped_words(self, line: CoachPanelLine, width: int) -> int:
        """Return the pixels by which wrapped words make a line with a chance higher."""
        fonts, room = self.context.fonts, self._words_width_beside_chance(line, width)
        if fonts.can_fit(line.text, styles.BODY, room):
            return 0
        one = fonts.paragraph_height("8", styles.BODY, room)
        return fonts.paragraph_height(line.text, styles.BODY, room) - one

    def _note_height(self, width: int) -> int:
        note, px = self.content.note, self.context.px
        if not note or self._is_note_beside_title(width):
            return 0
        room = self._note_width(width)
        return self.context.fonts.paragraph_height(note, styles.SMALL, room) + px(PARAGRAPH_GAP)

    def _note_width(self, width: int) -> int:
        """Return the width of the note, which does not reach below the chances at the right."""
        return self._column_width(width) if self._has_words_and_chances_columns(width) else width

    def _column_width(self, width: int) -> int:
        """Return the width of one of two columns."""
        return (width - 2 * self.context.px(SIDE_MARGIN)) // 2

    def _has_words_and_chances_columns(self, width: int) -> bool:
        """Return whether there are two columns: words at the left, chances at the right."""
        content = self.content
        is_wide = width / self.context.scale >= WIDE_PANEL_WIDTH and not content.aside
        if not is_wide or any(line.details for line in content.lines):
            return False
        return content.has_chances and any(line.chance is None for line in content.lines)

    def _is_note_beside_title(self, width: int) -> bool:
        """Return whether the note stands to the right of the title, which saves a row.

        This needs a wide panel in which all lines have chances.
        """
        content = self.content
        is_wide = width / self.context.scale >= WIDE_PANEL_WIDTH and not content.aside
        if not is_wide or not content.note or any(line.chance is None for line in content.lines):
            return False
        return self._can_note_fit_beside_title(width)

    def _can_note_fit_beside_title(self, width: int) -> bool:
        """Return whether title and note fit side by side in ``width`` pixels."""
        fonts, title = self.context.fonts, self.content.title
        taken = fonts.text_size(title, styles.STRONG)[0] + self.context.px(2 * SIDE_MARGIN)
        return fonts.can_fit(self.content.note, styles.SMALL, width - taken)

    def _note_rect_beside_title(self, inner: pygame.Rect) -> pygame.Rect:
        """Return the rectangle of the note at the right of the title."""
        size = self.context.fonts.text_size(self.content.note, styles.SMALL)
        rect = pygame.Rect(0, 0, size[0] + 1, size[1])
        rect.midright = inner.right, inner.top + self.context.px(TITLE_HEIGHT) // 2
        return rect

    def _panel_height(self, zone_width: int) -> int:
        width = zone_width - 2 * self.context.px(SIDE_MARGIN)
        below_title = pygame.Rect(0, 0, width, 0)
        note, heights = self._note_height(width), []
        for lines, room in self._columns_of_lines(self.content.lines, below_title, note):
            is_beside_note = room.x > 0 and self._has_words_and_chances_columns(width)
            height = sum(self._line_height(line, room.width) for line in lines) + room.y
            heights.append(height if is_beside_note else height + note)
        return max(heights)

    def _columns_of_lines(
        self, lines: tuple[CoachPanelLine, ...], area: pygame.Rect, note: int
    ) -> list[tuple[tuple[CoachPanelLine, ...], pygame.Rect]]:
        """Return the columns of lines, each with its rectangle.

        Usually there is one column, below the title. A wide panel has two columns: words at the
        left and, beginning beside the title, chances at the right. If all lines have chances, they
        are read row by row. Lines with details need the whole width.

        Args:
            note: the height of the note below the room.
        """
        words = tuple(line for line in lines if line.chance is None)
        chances = tuple(line for line in lines if line.chance is not None)
        is_wide = area.width / self.context.scale >= WIDE_PANEL_WIDTH and not self.content.aside
        has_details = any(line.details for line in lines)
        if not is_wide or not chances or has_details or len(lines) == 1:
            return [(lines, area)]
        half = self._column_width(area.width)
        left = pygame.Rect(area.x, area.y, half, area.height)
        right = pygame.Rect(area.right - half, area.y, half, area.height)
        if not words:
            return [(chances[::2], left), (chances[1::2], right)]
        more = self._title_height(area.width), note
        right.update(right.x, area.y - more[0], half, area.height + sum(more))
        return [(words, left), (chances, right)]

    def draw(self, surface: pygame.Surface) -> None:
        context, content = self.context, self.content
        radius = round(context.theme.surface.corner * context.scale)
        pygame.draw.rect(surface, context.theme.colours.panel, self.rect, border_radius=radius)
        edge = context.theme.colours.warning if content.is_highlighted else None
        inner = self.rect.inflate(-2 * context.px(SIDE_MARGIN), -2 * context.px(TOP_MARGIN))
        wraps = self._must_wrap_title(inner.width)
        title = "" if content.is_compact or wraps else content.title
        game_drawing.draw_titled_panel(surface, context, self.rect, title, content.aside, edge, 1.6)
        if wraps and not content.is_compact:
            ink = context.theme.colours.text
            context.fonts.draw_paragraph(surface, content.title, inner, styles.LABEL, ink)
        clip = surface.get_clip()
        for n, ((column, placed), overflow) in enumerate(
            zip(self._line_columns, self._overflow_pixels_by_column, strict=True)
        ):
            if self.focusable:
                surface.set_clip(column.clip(clip))
            self._draw_column(surface, column, placed, min(self._offset, overflow))
            if n == 0 and self._note_below:
                self._draw_note(surface, self._note.move(0, -min(self._offset, overflow)))
            surface.set_clip(clip)
        if not self._note_below:
            self._draw_note(surface, self._note)
        if self.focusable:
            draw_scroll_bar(
                surface,
                context,
                self.rect,
                self._room,
                self._scrolled_pixels,
                self._largest_overflow_pixels,
            )

    def _draw_note(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        if self.content.note:
            note, ink = self.content.note, self.context.theme.colours.muted
            self.context.fonts.draw_paragraph(surface, note, rect, styles.SMALL, ink)

    def _draw_column(
        self,
        surface: pygame.Surface,
        column: pygame.Rect,
        placed: Sequence[PlacedLine],
        scrolled: int,
    ) -> None:
        """Draw the visible lines of a column.

        Args:
            placed: the lines with their rectangles, as if nothing were scrolled.
            scrolled: the pixels by which the column is scrolled.
        """
        for line, place in placed:
            rect = place.move(0, -scrolled)
            if self.focusable and not rect.colliderect(column):
                continue
            if line.chance is None:
                ink = self._colour(line.ink)
                self.context.fonts.draw_paragraph(surface, line.text, rect, line.style, ink)
            else:
                self._draw_chance_line(surface, line, line.chance, rect)

    def visible_placed_lines(self) -> Iterator[PlacedLine]:
        """Yield the fully visible lines, each with its rectangle."""
        gap = self.context.px(PARAGRAPH_GAP)
        for (column, placed), overflow in zip(
            self._line_columns, self._overflow_pixels_by_column, strict=True
        ):
            for line, place in placed:
                rect = place.move(0, -min(self._offset, overflow))
                is_in_view = column.top <= rect.top and rect.bottom - gap <= column.bottom
                if is_in_view or not self.focusable:
                    yield line, rect

    def _lines_height(self, lines: Sequence[CoachPanelLine], width: int) -> int:
        return sum(self._line_height(line, width) for line in lines)

    def _lines_placed_in_column(
        self, lines: Sequence[CoachPanelLine], area: pygame.Rect
    ) -> Iterator[PlacedLine]:
        """Yield lines one below the other, each with its rectangle."""
        top = area.y
        for line in lines:
            height = self._line_height(line, area.width)
            yield line, pygame.Rect(area.x, top, area.width, height)
            top += height

    def _draw_chance_line(
        self, surface: pygame.Surface, line: CoachPanelLine, chance: float, rect: pygame.Rect
    ) -> None:
        """Draw a line with a chance: its words, the chance in whole per cent, and a bar."""
        context, px, fonts = self.context, self.context.px, self.context.fonts
        narrow = self._is_narrow_width(rect.width)
        middle = rect.y + px(CHANCE_LINE_HEIGHT / 2)
        number = f"{round(100 * chance)} %"
        ink = self._colour("muted" if line.is_provisional else line.ink)
        words, wrapped = (
            self._words_width_beside_chance(line, rect.width),
            self._height_of_wrapped_words(line, rect.width),
        )
        colour = self._colour(line.ink)
        if wrapped:
            room = pygame.Rect(rect.x, rect.y + px(2), words, rect.height)
            fonts.draw_paragraph(surface, line.text, room, styles.BODY, colour)
        else:
            fonts.draw_text(
                surface, line.text, (rect.x, middle), styles.BODY, colour, "midleft", words
            )
        right = rect.right if narrow else rect.x + words + px(50)
        fonts.draw_text(surface, number, (right, middle), styles.MONO_STRONG, ink, "midright")
        left = rect.x if narrow else right + px(10)
        bars = px(BAR_HEIGHT) if line.other is None else px(2 * BAR_HEIGHT + 2)
        top = middle + px(11) + wrapped if narrow else middle - bars // 2
        end = rect.x + round(rect.width * BEFORE_DETAILS_SHARE) if line.details else rect.right
        bar = pygame.Rect(left, top, end - left, px(BAR_HEIGHT))
        colours = context.theme.colours
        game_drawing.draw_gauge(
            surface, context, bar, chance, colours.muted if line.is_provisional else colours.accent
        )
        if line.other is not None:
            below = bar.move(0, px(BAR_HEIGHT + 2))
            game_drawing.draw_gauge(surface, context, below, line.other, colours.warning)
        if line.details:
            place, muted = (end + px(DETAILS_GAP), middle), self._colour("muted")
            room_at_right = rect.right - place[0]
            fonts.draw_text(
                surface, line.details, place, styles.SMALL, muted, "midleft", room_at_right
            )

    def _colour(self, ink: Ink) -> Colour:
        colour: Colour = getattr(self.context.theme.colours, ink)
        return colour


def _do_nothing() -> None:
    """Do nothing; this is the action of a hidden button."""


NEARLY_CERTAIN, NEARLY_IMPOSSIBLE = 1.0 - 1e-9, 1e-9


class CardCountingExercise:
    """A card-counting exercise: does the other player surely, perhaps or never hold a value?

    Args:
        odds: the hands that the other player can hold.
        number: the number of the position, which determines the value in question.
        changed: called after an answer.
    """

    def __init__(self, odds: HandOdds, number: int, changed: Callable[[], None]) -> None:
        self.odds, self._changed = odds, changed
        self.value = number % len(odds.card_chances)
        self.given: str | None = None
        self.is_done = False

    @property
    def right_answer(self) -> str:
        """The right answer: ``sure``, ``perhaps`` or ``never``."""
        chance = self.odds.card_chances[self.value]
        return (
            "sure"
            if chance >= NEARLY_CERTAIN
            else "never"
            if chance <= NEARLY_IMPOSSIBLE
            else "perhaps"
        )

    @property
    def n_hands_with_card_and_in_all(self) -> tuple[int, int]:
        """The number of possible hands that hold the card, and the number of all possible hands."""
        hands = [possible.hand for possible in self.odds.counted_hands]
        return sum(bool(hand[self.value]) for hand in hands), len(hands)

    def store_answer(self, given: str) -> None:
        """Note the player's answer: ``sure``, ``perhaps`` or ``never``."""
        self.given = given
        self._changed()

    def show_odds_of_hands(self) -> None:
        """End the practice and show the odds."""
        self.is_done = True
        self._changed()

    def panel_content(
        self, sentences: CoachSentences, close: CoachButtonContent
    ) -> CoachPanelContent:
        """Return the question or, after the answer, whether the answer was right.

        Args:
            sentences: the coach's sentences.
            close: the button that closes the panel.
        """
        if self.given is None:
            question = sentences.counting_question(self.value)
            presses = tuple(
                CoachButtonContent(label, self._answer_button_action(given))
                for given, label in (
                    ("sure", _("Surely")),
                    ("perhaps", _("Perhaps")),
                    ("never", _("Never")),
                )
            )
            return CoachPanelContent(
                _("Counting"), "", (CoachPanelLine(question),), "", (*presses, close)
            )
        right = self.given == self.right_answer
        head = CoachPanelLine(sentences.counting_verdict(right), "good" if right else "warning")
        content = CoachPanelLine(
            sentences.counting_answer(self.value, *self.n_hands_with_card_and_in_all)
        )
        show_all = CoachButtonContent(_("Show all"), self.show_odds_of_hands, is_default=True)
        return CoachPanelContent(_("Counting"), "", (head, content), "", (show_all, close))

    def _answer_button_action(self, given: str) -> Callable[[], None]:
        return lambda: self.store_answer(given)


CoachPage = Literal["", "hint", "why", "choices", "hands", "mine", "keys", "tutor"]
HINT_PAGES: tuple[CoachPage, ...] = ("hint", "why", "choices")
ODDS_PAGES: tuple[CoachPage, ...] = ("hands", "mine", "keys")


class CoachedTable(Protocol):
    """The part of the table scene that the coach uses."""

    @property
    def wording(self) -> MatchSentences: ...

    @property
    def turn(self) -> PlayerTurnDraft:
        """The turn that the player is composing."""

    def play_turn(self, *actions: Action) -> None:
        """Carry out actions at once, without asking the tutor."""

    def refresh(self) -> None:
        """Update the picture after a change."""

    def animate_and_announce_changes(self) -> None:
        """Show the changes in the match."""

    def submit_unless_tutor_warns(self, *actions: Action) -> None:
        """Carry out actions for the player, unless the tutor has a question first."""

    def show_message(self, sentence: str) -> None:
        """Show a sentence as a toast."""


class TableCoach:
    """The coach at the table, with several pages, at most one of which is open.

    A hint closes when the position changes, while odds stay open.
    """

    def __init__(self, context: Context, session: MatchSession, table: CoachedTable) -> None:
        self.context, self.session, self.table = context, session, table
        self.page: CoachPage = ""
        self.hinted: tuple[Action, ...] = ()  # the turn that the hint has chosen for the player
        self.practice: CardCountingExercise | None = None
        self._notes = False  # whether the notebook shows the hands that an opponent can hold
        self._withheld_turn: tuple[Action, ...] = ()  # the turn about which the tutor asks
        self._withheld_loss: LossSize = "something"
        # The version of the match, and the viewer, for which the open page was made.
        self._page_key: tuple[int, int | None] = (-1, None)

    # Methods for requests of the player.

    def handlers_by_intent(self) -> dict[str, Callable[[], None]]:
        """Return the function for each intent of the coach, by the name of the intent."""
        return {
            "hint": self.show_hint_or_explain_it,
            "why": self.explain_hinted_turn,
            "odds": self.show_next_odds_page,
            "take_back": self.take_back_turn,
        }

    def show_hint_or_explain_it(self) -> None:
        """Choose the player's best turn and point at its controls; if shown already, explain it."""
        if self.page == "hint":
            self.explain_hinted_turn()
        elif not self._show_refusal_of_help(self._hint_refusal_sentence()):
            self._open_judged_page("hint")

    def explain_hinted_turn(self) -> None:
        """Show why the best turn is better than the chosen turn.

        If no turn is chosen, compare with the next best kind of turn; if the turns are about equal,
        show the choices.
        """
        if self._are_turns_about_equal:
            self.show_best_turns()
        elif not self._show_refusal_of_help(self._hint_refusal_sentence()):
            made = self.chosen_first_action()
            self._open_judged_page("why")
            self.session.coach.request_explanation(() if made == self.hinted[:1] else made)

    def show_best_turns(self) -> None:
        """Show the best turns with their chances."""
        if not self._show_refusal_of_help(self._hint_refusal_sentence()):
            self._open_judged_page("choices")

    def play_hinted_turn(self) -> None:
        """Play the turn that the hint has chosen."""
        turn, seen = self.hinted, self.session.snapshot().observation
        self.close_page()
        # An illegal turn belongs to a hint for an earlier position.
        if turn and seen is not None and turn[0] in legal_actions(seen):
            self.table.submit_unless_tutor_warns(*turn)

    def _open_judged_page(self, page: CoachPage) -> None:
        """Open a page that names the best turn, and request a judgement of the position."""
        self._open_page(page)
        self.session.record_hint(HINT_STEPS)
        self.session.coach.request_judgement()
        self.session.coach.request_explanation()
        self._choose_hinted_turn()

    def show_next_odds_page(self) -> None:
        """Show the hands that the other player may hold; each further call shows the next page."""
        settings = self.context.settings
        if self._show_refusal_of_help(no_odds_sentence(self.session, settings, settings.aids)):
            return
        again = self.page in ODDS_PAGES
        page = (
            ODDS_PAGES[(ODDS_PAGES.index(self.page) + 1) % len(ODDS_PAGES)]
            if again
            else ODDS_PAGES[0]
        )
        self._open_page(page)
        self.session.coach.request_hand_odds()

    def hand_odds_for_notebook(self, notebook: Notebook) -> HandOdds | None:
        """Return the hands that an opponent may hold, for the notebook's page of hands.

        Return None if this page is not visible, if the player practises counting or may not see
        odds, and while the odds are being computed.
        """
        settings = self.context.settings
        self._notes = notebook.needs_hand_odds and not settings.counting
        if not self._notes or no_odds_sentence(self.session, settings, settings.aids):
            return None
        self.session.coach.request_hand_odds()
        return self.session.coach.findings.odds

    def take_back_turn(self) -> None:
        """Take back the last finished turn, or show why that is refused."""
        if not self._show_refusal_of_help(
            no_take_back_sentence(self.session, self.context.settings)
        ):
            self.session.take_back_turn()
            self.table.animate_and_announce_changes()
            self.table.show_message(turn_taken_back_sentence())

    def close_page(self) -> bool:
        """Close the page; return False if no page was open.

        Closing the tutor's page discards the turn that the tutor was holding back.
        """
        was = self.page
        self._clear_page_and_hint()
        if was:
            self.table.refresh()
        return bool(was)

    def _open_page(self, page: CoachPage) -> None:
        if page not in ODDS_PAGES or self.page not in ODDS_PAGES:
            self.practice = None
        self.page, self._page_key = page, self._version_and_viewer()
        self.table.refresh()

    def _clear_page_and_hint(self) -> None:
        self.page, self.practice, self.hinted = "", None, ()
        self._withheld_turn = ()

    @property
    def hinted_control_names(self) -> tuple[str, ...]:
        """The controls to which the hint points, in the order of use.

        Empty if the player has chosen another turn.
        """
        if self.page not in HINT_PAGES or not self.is_choice_open_or_hinted:
            return ()
        first, last = self.hinted[0], self.hinted[-1]
        controls: list[str] = []
        if first.verb == "play":
            key = self.session.public.row[-1] + first.card
            controls += [f"card_{first.card}", f"key_{key}"]
        elif first.verb == "start":
            controls.append(f"card_{first.card}")
        elif first.verb in ("draw", "ask", "pass"):
            controls.append(first.verb)
        if last.verb == "command":
            controls.append("play" if last.kind == "play" else "guard")
        elif first.row_card is not None and "pass" not in controls:
            controls.append("pass")
        return tuple(controls)

    @property
    def is_choice_open_or_hinted(self) -> bool:
        """Whether the player has not chosen a turn other than the hint's."""
        return bool(self.hinted) and self.chosen_first_action() in (self.hinted[:1], ())

    @property
    def _are_turns_about_equal(self) -> bool:
        """Whether the best turns are about equal and the player has not chosen a turn."""
        look = self.session.coach.hint_focus
        return look is not None and look.code == "free" and not self.chosen_first_action()

    def _clearly_best_turn(self) -> tuple[Action, ...]:
        """Return the best known turn; empty during the analysis, or if turns are about equal."""
        coach = self.session.coach
        look, hint = coach.hint_focus, coach.hint_turns
        if hint is None or not hint.turns or (look is not None and look.code == "free"):
            return ()
        return hint.turns[0].actions

    def _choose_hinted_turn(self) -> None:
        """Choose the best turn at the table, unless the player has chosen another turn."""
        best = self._clearly_best_turn()
        if best == self.hinted or self.chosen_first_action() not in (self.hinted[:1], ()):
            return
        self.hinted = best
        turn = self.table.turn
        turn.clear_choice()
        if not best:
            return
        first = best[0]
        if first.verb == "play":
            turn.toggle_card(first.card)
            if turn.draft.double != first.double:
                turn.toggle_double()
        elif first.verb == "start":
            turn.toggle_card(first.card)
        elif first.verb == "draw":
            turn.choose_to_draw()
        self.table.refresh()

    def withhold_turn_for_tutor(self, actions: tuple[Action, ...]) -> bool:
        """Withhold a turn on which the tutor comments, and show the comment.

        Returns:
            Whether the turn was withheld; otherwise, the table plays the turn at once.
        """
        if self.context.settings.tutor == "off" or self.page == "tutor":
            return False
        least = tutor_threshold(self.context.settings.tutor)
        if least is None:
            return False
        loss = self.session.coach.tutor_warning(actions, least)
        if loss is None:
            return False
        self._withheld_turn, self._withheld_loss = actions, loss
        self._open_page("tutor")
        return True

    def _play_withheld_turn(self) -> None:
        held = self._withheld_turn
        self._clear_page_and_hint()
        self.table.play_turn(*held)

    def _silence_tutor_and_play(self) -> None:
        self.session.coach.silent = True
        self._play_withheld_turn()

    def update(self) -> bool:
        """Follow coach and match, once a frame; return whether there is anything new to show."""
        if not self.session.is_coached:
            return False
        coach, before = self.session.coach, self.page
        changed = coach.update()
        if self._page_key != self._version_and_viewer():
            self._close_old_pages()
        if changed and self.page in HINT_PAGES:
            self._choose_hinted_turn()
        if self.page == "why" and self.chosen_first_action() not in (self.hinted[:1], ()):
            coach.request_explanation(self.chosen_first_action())
        elif self.page in ODDS_PAGES or self._notes:
            coach.request_hand_odds()
        self._request_analysis_ahead()
        return changed or self.page != before

    def _close_old_pages(self) -> None:
        """Close the pages of the previous position."""
        self._page_key = self._version_and_viewer()
        if self.page not in ODDS_PAGES:
            self._clear_page_and_hint()
        self.practice = None

    def _request_analysis_ahead(self) -> None:
        """Request the analyses that the player may ask for next, unless on battery."""
        settings, coach = self.context.settings, self.session.coach
        if self.context.runs_on_battery() or not settings.think_ahead:
            return
        self.session.solve_ahead_for_review()
        if settings.tutor != "off" and not coach.silent:
            coach.request_judgement()
            coach.request_deeper_judgement()
        elif settings.hints:
            coach.request_judgement()

    def _version_and_viewer(self) -> tuple[int, int | None]:
        return self.session.version, self.session.viewer

    def _show_refusal_of_help(self, why_not: str) -> bool:
        """Show the reason why help is refused; return whether there is one.

        Args:
            why_not: the reason; "" if help is not refused.
        """
        if why_not:
            self.table.show_message(why_not)
        return bool(why_not)

    def _hint_refusal_sentence(self) -> str:
        return no_hint_sentence(self.session, self.context.settings)

    def chosen_first_action(self) -> tuple[Action, ...]:
        """Return the action that the player has chosen, as a tuple; empty if there is none."""
        draft = self.table.turn.draft
        if draft.is_drawing:
            return (Draw(),)
        if draft.card is None or self.session.public.phase != "turn":
            return ()
        return (Play(draft.card, draft.double),)

    # Methods that make the content of the panel.

    def panel_content(self) -> CoachPanelContent:
        """Return the current content of the panel."""
        if self.page == "hint":
            return self._hint_page()
        if self.page == "why":
            return self._explanation_page()
        if self.page == "choices":
            return self._best_turns_page()
        if self.page == "tutor":
            return self._tutor_page()
        if self.page in ODDS_PAGES:
            return self._counting_exercise_page() or self._odds_page()
        return self._content_without_page()

    def _content_without_page(self) -> CoachPanelContent:
        """Return the content while no page is open: at most one button, for hints or odds."""
        settings = self.context.settings
        if not (self.session.is_coached and self.session.local_seats):
            return CoachPanelContent()
        if settings.hints:
            return CoachPanelContent(
                buttons=(CoachButtonContent(_("Hint"), self.show_hint_or_explain_it, "hint"),)
            )
        if settings.odds != "off":
            return CoachPanelContent(
                buttons=(CoachButtonContent(_("Odds"), self.show_next_odds_page, "odds"),)
            )
        return CoachPanelContent()

    def _page_buttons(self, *first: CoachButtonContent) -> tuple[CoachButtonContent, ...]:
        """Return the buttons ``first``, then buttons that open other pages and close this page."""
        settings = self.context.settings
        ways = []
        if self.page in HINT_PAGES and self.is_choice_open_or_hinted:
            ways.append(
                CoachButtonContent(_("Take it"), self.play_hinted_turn, "confirm", is_default=True)
            )
        if settings.hints and self.page not in HINT_PAGES:
            ways.append(
                CoachButtonContent(
                    _("Hint"), self.show_hint_or_explain_it, "hint", is_optional=True
                )
            )
        if settings.odds != "off" and self.page not in (*ODDS_PAGES, *HINT_PAGES):
            ways.append(
                CoachButtonContent(_("Odds"), self.show_next_odds_page, "odds", is_optional=True)
            )
        if self.page in ("hint", "choices") and not self._are_turns_about_equal:
            ways.append(
                CoachButtonContent(_("Why"), self.explain_hinted_turn, "why", is_optional=True)
            )
        if self.page in ("hint", "why"):
            ways.append(CoachButtonContent(_("Compare"), self.show_best_turns, is_optional=True))
        return (*first, *ways, CoachButtonContent(_("Close"), self._close, "back"))

    def _close(self) -> None:
        self.close_page()

    def _hint_page(self) -> CoachPanelContent:
        """Return the page with the best turn in a sentence, its value and the main reason."""
        coach, words = self.session.coach, self._coach_sentences()
        hint, look = coach.hint_turns, coach.hint_focus
        if hint is None:
            return CoachPanelContent(
                _("Hint"), "", tuple(self._lines_without_judgement()), "", self._page_buttons()
            )
        if look is not None and look.code == "free":
            line = CoachPanelLine(words.hint_focus_question(look), is_main=True)
            return CoachPanelContent(_("Hint"), "", (line,), "", self._page_buttons())
        best = hint.turns[0]
        title = words.match_chance_title(best.forecast.match)
        lines = [
            CoachPanelLine(
                words.turn_advice_sentence(best.actions, self.session.public.row), is_main=True
            )
        ]
        why = coach.findings.explanation
        is_defended = (
            why is not None and why.best == best.actions and not why.is_contradicted_by_playouts
        )
        if why is not None and is_defended and not coach.findings.explained_turn:
            lines.append(CoachPanelLine(words.reason_sentences(why)[0], "muted"))
        return CoachPanelContent(
            title, "", tuple(lines), "", self._page_buttons(), is_highlighted=True
        )

    def _best_turns_page(self) -> CoachPanelContent:
        """Return the best turns with their chances."""
        hint, words = self.session.coach.hint_turns, self._coach_sentences()
        if hint is None:
            return CoachPanelContent(
                _("Compare"), "", tuple(self._lines_without_judgement()), "", self._page_buttons()
            )
        faint = hint.state == "provisional"
        lines = tuple(
            CoachPanelLine(
                words.turn_text(line.actions), chance=line.forecast.match, is_provisional=faint
            )
            for line in hint.turns
        )
        note = chances_note()
        return CoachPanelContent(_("Compare"), "", lines, note, self._page_buttons())

    def _lines_without_judgement(self) -> list[CoachPanelLine]:
        """Return the lines to show while there is no judgement.

        For rules without a judge, the lines give the choices of some computer levels.
        """
        known, words = self.session.coach.findings, self._coach_sentences()
        if known.level_choices is not None:
            return [CoachPanelLine(text) for text in words.level_choice_lines(known.level_choices)]
        if known.pending & {"judge", "levels", "check", "explain"}:
            return [CoachPanelLine(please_wait_sentence(), "muted")]
        return [CoachPanelLine(only_legal_turn_sentence(), "muted")]

    def _explanation_page(self) -> CoachPanelContent:
        known, words = self.session.coach.findings, self._coach_sentences()
        why = known.explanation
        note = ""
        if why is not None:
            shown = self._turn_comparison_lines(why.best, why.played)
            lines = [*shown, *(CoachPanelLine(text) for text in words.reason_sentences(why))]
        elif "explain" in known.pending or known.judgement is None:
            lines = self._lines_without_judgement()
            note = words.certainty_sentence("provisional") if known.judgement is not None else ""
        elif known.explained_turn:
            lines = [CoachPanelLine(no_better_turn_sentence(), "muted")]
        else:
            lines = [CoachPanelLine(words.gain_sentence_without_reasons(known.judgement))]
        return CoachPanelContent(_("Why"), "", tuple(lines), note, self._page_buttons())

    def _turn_comparison_lines(self, *turns: tuple[Action, ...]) -> list[CoachPanelLine]:
        """Return lines that compare turns by their chances in the newest analysis."""
        judgement = self.session.coach.findings.judgement
        assert judgement is not None
        advice = judgement.second or judgement.first
        found = {line.actions: line.forecast.match for line in advice.turns}
        return [
            CoachPanelLine(self._coach_sentences().turn_text(turn), chance=found[turn])
            for turn in turns
            if turn in found
        ]

    def _tutor_page(self) -> CoachPanelContent:
        presses = (
            CoachButtonContent(_("Reconsider"), self._close, "confirm", is_default=True),
            CoachButtonContent(_("Do it anyway"), self._play_withheld_turn),
            CoachButtonContent(_("Hint"), self.show_hint_or_explain_it, "hint"),
            CoachButtonContent(_("Not again this match"), self._silence_tutor_and_play),
        )
        words = self._coach_sentences()
        line = CoachPanelLine(words.cost_sentence(self._withheld_loss), "warning")
        turn = words.chosen_turn_sentence(self._withheld_turn)
        return CoachPanelContent(_("Tutor"), "", (line,), turn, presses)

    def _counting_exercise_page(self) -> CoachPanelContent | None:
        """Return the counting question that comes before the odds; None if it is off or done."""
        odds = self.session.coach.findings.odds
        if not self.context.settings.counting or odds is None:
            return None
        if self.practice is None:
            self.practice = CardCountingExercise(odds, self.session.version, self.table.refresh)
        if self.practice.is_done:
            return None
        return self.practice.panel_content(self._coach_sentences(), self._page_buttons()[-1])

    def _odds_page(self) -> CoachPanelContent:
        known, words = self.session.coach.findings, self._coach_sentences()
        tabs = tuple(
            CoachButtonContent(
                label,
                self._page_opener(page),
                "odds" if page == self._next_odds_page() else "",
                is_active=shown,
            )
            for page, label in zip(
                ODDS_PAGES, (_("Hands"), _("Mine"), words.terms.keys.capitalize()), strict=True
            )
            for shown in (page == self.page,)
        )
        presses = (*tabs, self._page_buttons()[-1])
        odds = known.odds
        if odds is None:
            title = words.odds_title(self.page)
            return CoachPanelContent(title, "", tuple(self._lines_without_judgement()), "", presses)
        words = CoachSentences(self.session.rules, self.table.wording.name(odds.seat))
        content = words.odds_page(odds, self.page, self.context.settings.odds == "habits")
        lines = tuple(
            CoachPanelLine(one.text, chance=one.chance, other=one.chance_by_habits)
            for one in content.lines
        )
        return CoachPanelContent(words.odds_title(self.page), "", lines, content.note, presses)

    def _next_odds_page(self) -> CoachPage:
        return ODDS_PAGES[(ODDS_PAGES.index(self.page) + 1) % len(ODDS_PAGES)]

    def _page_opener(self, page: CoachPage) -> Callable[[], None]:
        return lambda: self._open_page(page)

    def _coach_sentences(self) -> CoachSentences:
        public, viewer = self.session.public, self.session.viewer
        seat = public.seat if viewer is None else viewer
        others = public.seating.opponents_of(max(0, seat))
        name = self.table.wording.name(others[0])
        return CoachSentences(self.session.rules, name)
