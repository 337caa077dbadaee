"""The review of a round: the curve of the match chance, the worst mistakes and each turn.

A turn is shown with its alternatives and the player's knowledge about the opponent's hand.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise

import pygame

from hacktrick.app.match_reviews import GuessFirstReview, MatchReviews
from hacktrick.app.profiles import MarkerStyle, SeatMarkerStyles
from hacktrick.app.program_services import ProgramServices
from hacktrick.app.puzzle_practice import QuestionAttempt, RetriedTurnSource
from hacktrick.app.study_session import diagram_of_views, study_of_views
from hacktrick.app.themes import Colour
from hacktrick.coach.possible_moves import Views
from hacktrick.coach.review.judged_round import ValuedTurn
from hacktrick.coach.review.round_review import ReviewedTurn, RoundReview
from hacktrick.game.actions import Action
from hacktrick.game.cards import cards_of
from hacktrick.game.state import Seat
from hacktrick.i18n import screen_text, study_text
from hacktrick.i18n.puzzle_text import known_fact_lines
from hacktrick.i18n.review_text import (
    MISTAKE_SIGNS,
    UNEXPLAINED_NOTE,
    ReviewSentences,
    curve_point_text,
    must_guess_first_sentence,
    note_line,
    note_needs_saved_match_sentence,
    percent_text,
    position_before_turn_label,
    turn_heading,
)
from hacktrick.i18n.translator import _
from hacktrick.library.match_entries import TurnNote
from hacktrick.ui.accessibility.accessibility_tree import (
    PRESSABLE,
    Node,
    NodeAction,
    PaintedText,
    bounds_of_rect,
)
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.paint.canvas import mix_colours
from hacktrick.ui.scene.scenes_and_context import Context
from hacktrick.ui.widgets import game_drawing
from hacktrick.ui.widgets.basic_widgets import (
    SIDEWAYS_STEPS,
    Button,
    ListView,
    Stepper,
    Toggle,
    Widget,
)
from hacktrick.ui.widgets.dialogs import (
    NoticeAnswer,
    NoticeScene,
    TurnNoteScene,
)
from hacktrick.ui.widgets.menu_base import Menu
from hacktrick.ui.widgets.position_board import (
    DrawnPosition,
    LabelledCardLine,
    draw_position,
    make_key_describer,
)

OPTION_HEIGHT = 40.0  # height of a turn with its chance, in layout units
MAX_OPTIONS = 6
LINE_HEIGHT = 26.0
MAX_HANDS = 9


class ReviewPainter:
    """Draws the panels of a review."""

    def __init__(
        self, surface: pygame.Surface, context: Context, sentences: ReviewSentences
    ) -> None:
        self._surface, self._context, self._sentences = surface, context, sentences
        self._colours, self._fonts, self._px = context.theme.colours, context.fonts, context.px

    def position_before_turn(
        self,
        review: RoundReview,
        turn: ReviewedTurn,
        marker_styles: tuple[MarkerStyle, MarkerStyle],
        hides_other: bool,
    ) -> DrawnPosition:
        """Return the position before a turn, for ``draw_position``.

        Args:
            review: the review of the round.
            turn: the turn before which the position is drawn.
            marker_styles: the marker styles of both sides.
            hides_other: whether the opponent's cards lie face down, for a player who still guesses.
        """
        public, hands = review.position_at(turn)
        name, first = self._sentences.wording.player_label, review.seat
        shown: list[tuple[int | None, ...]] = [tuple(cards_of(hand)) for hand in hands]
        if hides_other:
            shown[1 - first] = (None,) * len(shown[1 - first])
        held = [LabelledCardLine(name(seat), cards) for seat, cards in enumerate(shown)]
        cards = (
            LabelledCardLine(_("Row"), tuple(public.row), is_row=True),
            held[1 - first],
            held[first],
            LabelledCardLine(_("Set aside"), tuple(public.aside), is_dimmed=True),
        )
        board = tuple((first, second) for first, second in public.board)
        doubles = public.double[0], public.double[1]
        key_line = make_key_describer(public, lambda: self._sentences.wording)
        return DrawnPosition(board, doubles, marker_styles, cards, key_line=key_line)

    def draw_turn_options_and_reasons(
        self, rect: pygame.Rect, turn: ReviewedTurn, state: str, before: Sequence[str]
    ) -> None:
        """Draw the possible turns with their chances, the played turn marked, and the reasons.

        Args:
            rect: the rectangle of the panel.
            turn: the turn that was played, with its alternatives.
            state: the progress of the judge, shown until the reasons are known.
            before: sentences to show before the reasons.
        """
        words = self._sentences
        title = (
            words.numbered_turn_text(turn)
            if turn.seat == words.seat
            else words.turn_with_player_text(turn)
        )
        aside = words.mistake_class_name(turn) if turn.is_mistake else ""
        inner = game_drawing.draw_titled_panel(self._surface, self._context, rect, title, aside)
        y = inner.top + self._px(8)
        n_fitting = int((inner.bottom - self._px(110) - y) // self._px(OPTION_HEIGHT))
        for actions, forecast, _share in _options_that_fit(turn, max(1, n_fitting)):
            made = _is_played_turn(turn, actions)
            self._draw_turn_option(inner, y, words.coach.turn_text(actions), forecast.match, made)
            y += self._px(OPTION_HEIGHT)
        self._draw_mistake_reasons(
            pygame.Rect(inner.left, y + self._px(6), inner.width, inner.bottom - y),
            turn,
            state,
            before,
        )

    def _draw_turn_option(
        self, inner: pygame.Rect, y: int, text: str, chance: float, made: bool
    ) -> None:
        px, colours = self._px, self._colours
        ink = colours.accent if made else colours.text
        label = _(screen_text.PLAYED_TURN).format(turn=text) if made else text
        number = percent_text(chance)
        right = self._fonts.draw_text(
            self._surface, number, (inner.right, y + px(10)), styles.MONO, ink, "midright"
        )
        style = styles.STRONG if made else styles.BODY
        room = right.left - inner.left - px(8)
        self._fonts.draw_text(
            self._surface, label, (inner.left, y + px(10)), style, ink, "midleft", room
        )
        bar = pygame.Rect(inner.left, y + px(23), inner.width, px(7))
        self._draw_share_bar(bar, chance, colours.accent if made else colours.muted)

    def _draw_mistake_reasons(
        self, rect: pygame.Rect, turn: ReviewedTurn, state: str, before: Sequence[str]
    ) -> None:
        lines = self._sentences.reason_sentences(turn) if turn.is_mistake else ()
        reply = self._sentences.likeliest_reply_sentence(turn) if turn.is_mistake else ""
        text = " ".join((*lines, reply)).strip()
        if not text and turn.is_mistake:
            text = state
        cost = self._sentences.lower_checked_cost_sentence(turn)
        text = " ".join(filter(None, (*before, cost, text)))
        if text and rect.height > self._px(24):
            self._fonts.draw_paragraph(self._surface, text, rect, styles.BODY, self._colours.muted)

    def draw_turn_sentences(
        self, rect: pygame.Rect, turn: ReviewedTurn, lines: Sequence[str]
    ) -> None:
        """Draw sentences about a turn in place of its values, for a player who still guesses."""
        title = turn_heading(turn.log_turn)
        inner = game_drawing.draw_titled_panel(self._surface, self._context, rect, title)
        self._draw_wrapped_sentences(inner, lines)

    def draw_facts_known_to_player(
        self, rect: pygame.Rect, turn: ReviewedTurn, facts: Sequence[str]
    ) -> None:
        """Draw the facts that a turn's player knew, apart from the cards and the keys."""
        title = self._sentences.knowledge_heading(turn)
        inner = game_drawing.draw_titled_panel(self._surface, self._context, rect, title)
        self._draw_wrapped_sentences(inner, facts)

    def _draw_wrapped_sentences(self, inner: pygame.Rect, lines: Sequence[str]) -> None:
        """Draw sentences one below the other, wrapped to the width of ``inner``."""
        room = inner.move(0, self._px(8))
        for line in lines:
            room.height = inner.bottom - room.top
            ink = self._colours.text
            used = self._fonts.draw_paragraph(self._surface, line, room, styles.BODY, ink)
            room.y += used + self._px(6)

    def draw_possible_hands(
        self, rect: pygame.Rect, review: RoundReview, turn: ReviewedTurn, hides_truth: bool
    ) -> None:
        """Draw the opponent's possible hands with their chances, as the turn's player knew them.

        Args:
            hides_truth: whether to leave out the actual hand, for a player who still guesses.
        """
        words, px = self._sentences, self._px
        title = words.knowledge_heading(turn)
        inner = game_drawing.draw_titled_panel(self._surface, self._context, rect, title)
        possible_hands, truth = review.opponent_hands_at(turn)
        y, fits = inner.top + px(8), max(1, (inner.height - px(72)) // px(LINE_HEIGHT))
        shown = possible_hands[: min(MAX_HANDS, fits)]
        for possible in shown:
            is_true = possible.hand == truth and not hides_truth
            ink = self._colours.text if is_true else self._colours.muted
            self._draw_possible_hand(
                pygame.Rect(inner.left, y, inner.width, px(LINE_HEIGHT)),
                possible.hand,
                possible.chance,
                ink,
            )
            y += px(LINE_HEIGHT)
        rest = possible_hands[len(shown) :]
        if rest:
            summary = words.coach.further_hands_sentence(
                len(rest), sum(possible.chance for possible in rest)
            )
            self._draw_text_line(inner, y, summary, styles.SMALL)
            y += px(LINE_HEIGHT)
        if hides_truth:
            return
        truth_line = _(screen_text.ACTUAL_HAND).format(cards=words.hand_text(truth))
        self._draw_text_line(inner, y + px(6), truth_line, styles.STRONG)

    def _draw_possible_hand(
        self, rect: pygame.Rect, hand: tuple[int, ...], chance: float, colour: Colour
    ) -> None:
        px, middle = self._px, rect.centery
        cards = self._sentences.hand_text(hand)
        self._fonts.draw_text(
            self._surface, cards, (rect.left, middle), styles.MONO, colour, "midleft"
        )
        number = percent_text(chance)
        self._fonts.draw_text(
            self._surface, number, (rect.right, middle), styles.MONO, colour, "midright"
        )
        bar = pygame.Rect(rect.left + px(78), middle - px(4), rect.width - px(78 + 52), px(8))
        if bar.width > px(20):
            self._draw_share_bar(bar, chance, colour)

    def draw_chance_change_by_cause(self, rect: pygame.Rect, review: RoundReview) -> None:
        """Draw the round's change of the match chance, divided into parts, and the error rate."""
        words, px = self._sentences, self._px
        inner = game_drawing.draw_titled_panel(
            self._surface, self._context, rect, _("Figures"), _("match chance")
        )
        lines = words.chance_change_lines(review)
        step = min(px(LINE_HEIGHT), max(px(16), (inner.height - px(90)) // max(1, len(lines))))
        y = inner.top + px(6)
        for n, (label, value) in enumerate(lines):
            whole = n in (0, len(lines) - 1)
            style = styles.STRONG if whole else styles.BODY
            ink = self._colours.text if whole else self._colours.muted
            middle = y + step // 2
            right = (inner.right, middle)
            shown = self._fonts.draw_text(self._surface, value, right, styles.MONO, ink, "midright")
            room = shown.left - inner.left - px(8)
            self._fonts.draw_text(
                self._surface, label, (inner.left, middle), style, ink, "midleft", room
            )
            y += step
        text = f"{words.error_rate_sentence(review)}. {_(UNEXPLAINED_NOTE)}"
        foot = pygame.Rect(inner.left, y + px(6), inner.width, inner.bottom - y - px(6))
        self._fonts.draw_paragraph(self._surface, text, foot, styles.SMALL, self._colours.muted)

    def _draw_text_line(
        self, inner: pygame.Rect, y: int, text: str, style: styles.TextStyle
    ) -> None:
        ink = self._colours.text
        middle = (inner.left, y + self._px(LINE_HEIGHT) // 2)
        self._fonts.draw_text(self._surface, text, middle, style, ink, "midleft", inner.width)

    def _draw_share_bar(self, rect: pygame.Rect, share: float, colour: Colour) -> None:
        game_drawing.draw_gauge(
            self._surface, self._context, rect, min(1.0, max(0.0, share)), colour
        )


def _options_that_fit(turn: ReviewedTurn, n_fitting: int) -> list[ValuedTurn]:
    """Return the best turns that fit into the list; the played turn is always among them."""
    n = min(n_fitting, MAX_OPTIONS)
    made = [option for option in turn.options[n:] if _is_played_turn(turn, option[0])]
    return [*turn.options[: n - len(made)], *made]


def _is_played_turn(turn: ReviewedTurn, actions: tuple[Action, ...]) -> bool:
    return tuple(actions) == turn.made or (len(actions) == 1 and turn.made[:1] == tuple(actions))


AXIS_WIDTH = 34.0  # width of the percentages at the left, in layout units
AXIS_HEIGHT = 22.0  # height of the turn numbers at the bottom, in layout units
DASH_LENGTH = 6.0
DOT_RADIUS = 5.0
SIGN_RADIUS = 10.0
SIGN_STYLE = styles.TextStyle("mono_strong", 14)

ChanceValues = Sequence[tuple[float, float | None]]


class MatchChanceCurve(Widget):
    """The curve of a seat's match chance before each turn and at the end; a press chooses a turn.

    Args:
        pick: called with the index of the chosen turn.

    Attributes:
        values: pairs of chances, from 0 to 1: the chance by what was known then, and the chance
            with open cards, which is None until it is computed.
        numbers: for each turn, its number in the log; an ask has the number of the turn it begins.
        signs: for each turn, the sign of its mistake; "" for none.
        mistakes: for each turn, the kind of its mistake in words; "" for none.
        own: for each turn, whether the seat itself made it.
        chosen: the index of the turn shown.
    """

    scan_intents = ("right", "left")

    def __init__(self, context: Context, pick: Callable[[int], None]) -> None:
        super().__init__(context)
        self.values: ChanceValues = ()
        self.numbers: Sequence[int] = ()
        self.signs: Sequence[str] = ()
        self.mistakes: Sequence[str] = ()
        self.own: Sequence[bool] = ()
        self.chosen = 0
        self._choose_row = pick
        self._pointed_turn = 0

    def activate(self) -> None:
        """Choose the turn that was pressed or reached with the arrow keys."""
        self._choose_row(self._pointed_turn)

    def handle_press(self, pos: tuple[int, int]) -> None:
        room = self._plot_area()
        n = max(1, len(self.values) - 1)
        place = round((pos[0] - room.left) / max(1, room.width) * n)
        self._pointed_turn = min(max(0, place), max(0, len(self.own) - 1))

    def handle_key(self, event: pygame.Event) -> bool:
        by = SIDEWAYS_STEPS.get(self.context.intent_of_event(event), 0)
        self._pointed_turn = self.chosen
        goal = self.chosen + by
        if not by or not 0 <= goal < len(self.own):
            return False
        self._pointed_turn = goal
        self._choose_row(goal)
        return True

    def accessibility_node(self, key: str, texts: Sequence[PaintedText]) -> Node | None:
        """Return a list node for screen readers, with the chance before each turn.

        Pressing an item chooses the item's turn.
        """
        points = tuple(
            Node(
                f"turn {turn}",
                "list_item",
                curve_point_text(self.numbers[turn], *self.values[turn], self.mistakes[turn]),
                actions=PRESSABLE,
                is_selected=turn == self.chosen,
                place=(turn + 1, len(self.own)),
            )
            for turn in range(len(self.own))
        )
        bounds = bounds_of_rect(self.rect)
        return Node(key, "list", _("Curve"), bounds=bounds, actions=("focus",), children=points)

    def perform_screen_reader_request(
        self, action: NodeAction, part: str = "", value: float | str | None = None
    ) -> None:
        turn = part.removeprefix("turn ")
        if turn.isdecimal():
            self._choose_row(min(int(turn), len(self.own) - 1))

    @property
    def focused_part(self) -> str:
        return f"turn {self.chosen}" if self.chosen < len(self.own) else ""

    def draw(self, surface: pygame.Surface) -> None:
        if len(self.values) < 2:
            return
        room = self._plot_area()
        self._draw_grid(surface, room)
        opened = [opened for _, opened in self.values]
        colours = self.context.theme.colours
        muted = mix_colours(colours.muted, colours.panel, 0.3)
        self._draw_curve(surface, room, opened, muted, dashed=True)
        self._draw_curve(surface, room, [known for known, _ in self.values], colours.accent)
        self._draw_turn_dots(surface, room)

    def _plot_area(self) -> pygame.Rect:
        px = self.context.px
        rect = self.rect
        return pygame.Rect(
            rect.left + px(AXIS_WIDTH),
            rect.top + px(10),
            rect.width - px(AXIS_WIDTH + 14),
            rect.height - px(AXIS_HEIGHT + 10),
        )

    def _draw_grid(self, surface: pygame.Surface, area: pygame.Rect) -> None:
        context, colours = self.context, self.context.theme.colours
        thin = max(1, context.px(1))
        for percent in (0, 50, 100):
            y = area.bottom - round(area.height * percent / 100)
            surface.fill(colours.outline, pygame.Rect(area.left, y, area.width, thin))
            place = (area.left - context.px(8), y)
            text = str(percent)
            context.fonts.draw_text(surface, text, place, styles.MONO, colours.muted, "midright")
        # An ask and the turn that it begins have the same number, which is shown once.
        numbered = [
            turn for turn in range(len(self.own)) if turn == self.numbers.index(self.numbers[turn])
        ]
        for turn in numbered[:: max(1, round(len(numbered) / 8))]:
            place = (self._x_of_turn(area, turn), area.bottom + context.px(6))
            number = str(self.numbers[turn])
            context.fonts.draw_text(surface, number, place, styles.MONO, colours.muted, "midtop")

    def _draw_curve(
        self,
        surface: pygame.Surface,
        area: pygame.Rect,
        values: Sequence[float | None],
        colour: Colour,
        dashed: bool = False,
    ) -> None:
        places = enumerate(values)
        points = [
            (self._x_of_turn(area, n), self._y_of_value(area, one))
            for n, one in places
            if one is not None
        ]
        width = max(1, self.context.px(1.2 if dashed else 2.4))
        for start, end in pairwise(points):
            if dashed:
                _draw_dashed_line(surface, start, end, colour, width, self.context.px(DASH_LENGTH))
            else:
                pygame.draw.line(surface, colour, start, end, width)

    def _draw_turn_dots(self, surface: pygame.Surface, area: pygame.Rect) -> None:
        """Draw a dot for each turn, filled for the reviewed seat and hollow for the other seats.

        A mistake is drawn as a sign instead of a dot.
        """
        context, colours = self.context, self.context.theme.colours
        for turn, own in enumerate(self.own):
            place = self._x_of_turn(area, turn), self._y_of_value(area, self.values[turn][0])
            if turn == self.chosen:
                line = pygame.Rect(place[0], area.top, max(1, context.px(1.5)), area.height)
                surface.fill(colours.text, line)
            sign = self.signs[turn]
            radius = context.px(SIGN_RADIUS if sign else DOT_RADIUS * 0.7)
            edge = colours.bad if sign else colours.accent
            pygame.draw.circle(surface, edge if own and not sign else colours.panel, place, radius)
            pygame.draw.circle(surface, edge, place, radius, max(1, context.px(1.5)))
            if sign:
                context.fonts.draw_text(surface, sign, place, SIGN_STYLE, colours.bad, "center")

    def _x_of_turn(self, area: pygame.Rect, turn: int) -> int:
        return area.left + round(area.width * turn / max(1, len(self.values) - 1))

    def _y_of_value(self, area: pygame.Rect, value: float) -> int:
        return area.bottom - round(area.height * min(1.0, max(0.0, value)))


def _draw_dashed_line(
    surface: pygame.Surface,
    start: tuple[int, int],
    end: tuple[int, int],
    colour: Colour,
    width: int,
    dash: int,
) -> None:
    begin, goal = pygame.Vector2(start), pygame.Vector2(end)
    length = (goal - begin).length()
    n = max(1, round(length / max(1, dash)))
    for k in range(0, n, 2):
        first, last = begin.lerp(goal, k / n), begin.lerp(goal, min(1.0, (k + 1) / n))
        pygame.draw.line(surface, colour, first, last, width)


PANEL_INSET, PANEL_GAP = 16.0, 8.0
TITLE_LINE_HEIGHT = 64.0  # height of the title line, in layout units
WIDE_FROM = 1200.0  # minimum window width for all columns side by side, in layout units
PAGED_FROM = 800.0  # minimum window width for one column beside the board, in layout units
TALL_FROM = 1000.0  # minimum window height for all columns one below the other, in layout units
BUTTON_HEIGHT = 46.0
TAB_HEIGHT = 44.0
TITLE_WIDTH = 130.0
# Widths in layout units, with gaps, from right to left.
HEADER_WIDTHS = {"eye": 312.0, "round": 272.0, "guess": 232.0}
HEADER_WIDTH = sum(HEADER_WIDTHS.values())
# Minimum heights of the page with columns side by side and with stacked columns, in layout units.
MINIMUM_HEIGHT, MINIMUM_HEIGHT_TALL = 424.0, 780.0
MIN_BOARD_HEIGHT = 262.0  # minimum height of the board with the cards beside it, in layout units


BUTTONS = ("next", "retry", "branch", "study", "search", "swap", "note", "back", "figures")
ButtonRows = tuple[tuple[str, ...], ...]
_FIRST_ROWS: ButtonRows = (("next",), ("retry",), ("branch",), ("study", "search"))
BUTTON_ROWS: ButtonRows = (*_FIRST_ROWS, ("swap", "note"), ("back", "figures"))
PAGED_BUTTON_ROWS: ButtonRows = (*_FIRST_ROWS, ("swap", "note"), ("back",))
"""The rows of buttons in a paged layout, in which the figures are a page, not a button."""


def has_room_for_one_column(context: Context) -> bool:
    """Return whether the window shows only one column at a time, beside the board."""
    width, height = context.size_in_units
    return width < WIDE_FROM and height < TALL_FROM and width >= max(height, PAGED_FROM)


def review_rects_by_name(context: Context, page: str, height: float) -> dict[str, pygame.Rect]:
    """Return the layout of the review for the current window: rectangles in pixels, by name.

    Args:
        page: the name of the visible column if the window shows only one.
        height: the height of the page in layout units.
    """
    px, width = context.px, context.size_in_units[0]
    rects = _header_widget_rects(context, width)
    if width >= WIDE_FROM:
        rects |= _wide_window_rects(context, width, height)
    elif has_room_for_one_column(context):
        rects |= _one_column_rects(context, width, height, page)
    else:
        rects |= _tall_window_rects(context, width, height)
    panel = rects["curve"]
    inner = pygame.Rect(panel.left, panel.top + px(38), panel.width, panel.height - px(44))
    return rects | {"curve inner": inner}


def _header_widget_rects(context: Context, width: float) -> dict[str, pygame.Rect]:
    """Return the rectangles of the widgets beside the title, narrower in a narrow window.

    Args:
        width: the width of the page in layout units.
    """
    rect, share = context.px_rect, min(1.0, (width - 2 * PANEL_INSET - TITLE_WIDTH) / HEADER_WIDTH)
    left, found = width - PANEL_INSET, {}
    for name, wide in HEADER_WIDTHS.items():
        left -= wide * share
        found[name] = rect(left, 13, wide * share - 12, 44)
    return found


def _button_row_rects(
    context: Context, left: float, width: float, top: float, bottom: float, rows: ButtonRows
) -> dict[str, pygame.Rect]:
    """Return the rectangles, in pixels, of rows of buttons that end at ``bottom``.

    The buttons of a row share ``width`` equally. All arguments are in layout units.
    """
    step = min(BUTTON_HEIGHT + PANEL_GAP, (bottom - top + PANEL_GAP) / len(rows))
    first = bottom - step * len(rows) + PANEL_GAP
    found = {}
    for n, names in enumerate(rows):
        each = (width - PANEL_GAP * (len(names) - 1)) / len(names)
        for k, name in enumerate(names):
            place = left + k * (each + PANEL_GAP), first + n * step
            found[name] = context.px_rect(*place, each, step - PANEL_GAP)
    return found


def _wide_window_rects(context: Context, width: float, height: float) -> dict[str, pygame.Rect]:
    rect, bottom = context.px_rect, height - PANEL_INSET
    side = min(420.0, max(340.0, width * 0.28))
    room = width - 2 * PANEL_INSET - PANEL_GAP - side
    curve = min(320.0, (bottom - TITLE_LINE_HEIGHT) * 0.38)
    low = TITLE_LINE_HEIGHT + curve + PANEL_GAP
    shares = (0.33, 0.39, 0.28)
    widths = [(room - 2 * PANEL_GAP) * share for share in shares]
    lefts = [
        PANEL_INSET,
        PANEL_INSET + widths[0] + PANEL_GAP,
        PANEL_INSET + widths[0] + widths[1] + 2 * PANEL_GAP,
    ]
    names = zip(("moments", "turn", "hands"), lefts, widths, strict=True)
    columns = {name: rect(left, low, wide, bottom - low) for name, left, wide in names}
    left = width - PANEL_INSET - side
    board = min(320.0, (bottom - TITLE_LINE_HEIGHT) * 0.5)
    below = _button_row_rects(
        context, left, side, TITLE_LINE_HEIGHT + board + PANEL_GAP, bottom, BUTTON_ROWS
    )
    return {
        "curve": rect(PANEL_INSET, TITLE_LINE_HEIGHT, room, curve),
        "board": rect(left, TITLE_LINE_HEIGHT, side, board),
        **columns,
        **below,
    }


def _tall_window_rects(context: Context, width: float, height: float) -> dict[str, pygame.Rect]:
    rect, room = context.px_rect, width - 2 * PANEL_INSET
    half = (room - PANEL_GAP) / 2
    second = PANEL_INSET + half + PANEL_GAP
    curve = min(380.0, height * 0.22)
    middle = TITLE_LINE_HEIGHT + curve + PANEL_GAP
    board = min(400.0, height * 0.27)
    low = middle + board + PANEL_GAP
    buttons = 3 * (BUTTON_HEIGHT + PANEL_GAP)
    columns = height - PANEL_INSET - buttons - low
    top = height - PANEL_INSET - buttons + PANEL_GAP
    each = (room - 2 * PANEL_GAP) / 3
    below = {
        name: rect(
            PANEL_INSET + n % 3 * (each + PANEL_GAP),
            top + n // 3 * (BUTTON_HEIGHT + PANEL_GAP),
            each,
            BUTTON_HEIGHT,
        )
        for n, name in enumerate(BUTTONS)
    }
    return {
        "curve": rect(PANEL_INSET, TITLE_LINE_HEIGHT, room, curve),
        "moments": rect(PANEL_INSET, middle, half, board),
        "board": rect(second, middle, half, board),
        "turn": rect(PANEL_INSET, low, half, columns),
        "hands": rect(second, low, half, columns),
        **below,
    }


def _one_column_rects(
    context: Context, width: float, height: float, page: str
) -> dict[str, pygame.Rect]:
    rect, bottom = context.px_rect, height - PANEL_INSET
    side = 330.0
    room = width - 2 * PANEL_INSET - PANEL_GAP - side
    curve = (bottom - TITLE_LINE_HEIGHT) * 0.34
    tabs = TITLE_LINE_HEIGHT + curve + PANEL_GAP
    names = ("moments", "turn", "hands", "sum")
    wide = (room - PANEL_GAP * (len(names) - 1)) / len(names)
    marks = {
        f"page {name}": rect(PANEL_INSET + n * (wide + PANEL_GAP), tabs, wide, TAB_HEIGHT)
        for n, name in enumerate(names)
    }
    low = tabs + TAB_HEIGHT + PANEL_GAP
    left = width - PANEL_INSET - side
    buttons = len(PAGED_BUTTON_ROWS) * (BUTTON_HEIGHT + PANEL_GAP)
    board = min(
        (bottom - TITLE_LINE_HEIGHT) * 0.56,
        max(MIN_BOARD_HEIGHT, bottom - TITLE_LINE_HEIGHT - buttons),
    )
    return {
        "curve": rect(PANEL_INSET, TITLE_LINE_HEIGHT, room, curve),
        page: rect(PANEL_INSET, low, room, bottom - low),
        "board": rect(left, TITLE_LINE_HEIGHT, side, board),
        **marks,
        **_button_row_rects(
            context, left, side, TITLE_LINE_HEIGHT + board + PANEL_GAP, bottom, PAGED_BUTTON_ROWS
        ),
    }


ROW_HEIGHT = 72.0  # height of a mistake in the list, in layout units
CHOICE_HEIGHT = 46.0  # height of a turn to choose from, in layout units
PAGES = ("moments", "turn", "hands", "sum")


class ReviewScene(Menu):
    """The screen that shows the review of a finished round.

    Args:
        reviews: the reviews of all finished rounds of a match.
        round_index: the index of the round shown first; None for the last round.
        action: the index of an action in the turn shown first; None for the worst mistake.
        seat: the seat whose decisions are shown first; None for the first seat with a review.
    """

    @property
    def minimum_height_in_units(self) -> float:  # type: ignore[override]
        is_tall = self.context.size_in_units[0] < WIDE_FROM and not has_room_for_one_column(
            self.context
        )
        return MINIMUM_HEIGHT_TALL if is_tall else MINIMUM_HEIGHT

    def __init__(
        self,
        context: Context,
        services: ProgramServices,
        reviews: MatchReviews,
        round_index: int | None = None,
        action: int | None = None,
        seat: Seat | None = None,
    ) -> None:
        super().__init__(context)
        self.services, self.reviews = services, reviews
        self.looks: SeatMarkerStyles = services.profiles.marker_styles_for(reviews.seats)
        self.round_index = len(reviews) - 1 if round_index is None else round_index
        self.seat: Seat = seat if seat in reviews.reviewed_seats else reviews.reviewed_seats[0]
        self.turn_index = 0  # the index of the turn shown
        self.page_name = PAGES[0]
        self.shows_chance_change = False
        # Mistakes that a retry has solved, each as the index of the round and the number of the
        # turn.
        self._solved_again: set[tuple[int, int]] = set()
        self._first_action = action
        self._has_chosen_turn = False  # whether a turn has already been chosen or shown
        self._places: dict[str, pygame.Rect] = {}
        self._has_one_column = False
        self.is_guessing = False
        self._guessed: dict[tuple[int, Seat], GuessFirstReview] = {}
        self._attempt: QuestionAttempt | None = None  # a guess that is being made at the table
        self._notes: tuple[TurnNote, ...] = ()

    @property
    def guess_first_review(self) -> GuessFirstReview | None:
        """The player's guesses so far; None in an open review, or until mistakes are checked."""
        review = self.shown_review
        if not self.is_guessing or review is None or not review.is_checked:
            return None
        found = self._guessed.setdefault((self.round_index, self.seat), GuessFirstReview(review))
        found.review = review
        return found

    @property
    def must_guess_first(self) -> bool:
        """Whether the player must first guess the best turn in the position shown."""
        guess_first_review = self.guess_first_review
        return (
            guess_first_review is not None
            and guess_first_review.awaits_guess
            and self.turn_index == guess_first_review.index
        )

    @property
    def shown_review(self) -> RoundReview | None:
        return self.reviews.review_of(self.round_index, self.seat)

    @property
    def shown_turn(self) -> ReviewedTurn | None:
        """The turn shown; None until the review is ready."""
        review = self.shown_review
        return (
            review.turns[self.turn_index]
            if review and self.turn_index < len(review.turns)
            else None
        )

    @property
    def listed_worst_mistakes(self) -> tuple[ReviewedTurn, ...]:
        found = self.shown_review.mistakes_worst_first() if self.shown_review else ()
        if self.is_guessing:
            revealed = self.guess_first_review.revealed_turns if self.guess_first_review else ()
            found = tuple(turn for turn in found if turn in revealed)
        return tuple(
            turn for turn in found if (self.round_index, turn.number) not in self._solved_again
        )

    @property
    def review_sentences(self) -> ReviewSentences:
        return ReviewSentences(self.reviews.rules, self.reviews.seats, self.seat)

    def create_widgets(self) -> None:
        context, reviews = self.context, self.reviews
        # The number of rounds would reveal how a round ended to a player who still guesses.
        template = _(screen_text.ROUND if self.is_guessing else screen_text.ROUND_OF_TOTAL)
        rounds = [(n, template.format(n=n + 1, total=len(reviews))) for n in range(len(reviews))]
        self._has_one_column = has_room_for_one_column(context)
        self.add_widget("round", Stepper(context, "", rounds, self.round_index, self.show_round))
        if len(reviews.reviewed_seats) > 1:
            eyes = [
                (seat, self.review_sentences.wording.name(seat)) for seat in reviews.reviewed_seats
            ]
            self.add_widget("eye", Stepper(context, _("Seen by"), eyes, self.seat, self.show_seat))
        self.add_widget(
            "guess",
            Toggle(context, _("Guess first"), self.is_guessing, self.set_guessing_before_review),
        )
        self.add_widget("curve", MatchChanceCurve(context, self.show_turn_at_index))
        if self._has_one_column:
            self._add_page_tabs()
        if not self._has_one_column or self.page_name == "moments":
            self.add_widget("moments", self._make_mistake_or_guess_list())
        label = _("Next turn") if self.is_guessing else _("Next mistake")
        self.add_widget("next", Button(context, label, self.show_next_mistake, hint="next_mistake"))
        label = _("At the table") if self.must_guess_first else _("Try it again")
        self.add_widget("retry", Button(context, label, self.retry_turn, hint="retry"))
        self.add_widget(
            "branch", Button(context, _("Play on from here"), self.play_on_from_turn, hint="branch")
        )
        self.add_widget("swap", Button(context, _("Swap seats"), self.offer_swapped_deal))
        self.add_widget(
            "study", Button(context, _("Study"), self.study_position_before_turn, hint="study")
        )
        self.add_widget("search", Button(context, _("Search"), self.search_library_for_position))
        note = Button(context, _("Note"), self.edit_note_on_turn)
        note.reason = note_needs_saved_match_sentence() if reviews.match_number is None else None
        self.add_widget("note", note)
        self.add_widget("back", Button(context, _("Back"), self.go_back, icon="left", hint="back"))
        if not self._has_one_column:
            figures = Button(context, _("Figures"), self.toggle_match_chance_ledger)
            figures.reason = must_guess_first_sentence() if self.is_guessing else None
            self.add_widget("figures", figures)
        self._update_list_and_curve()

    def _make_mistake_or_guess_list(self) -> ListView:
        """Return the list of mistakes or, while the player guesses, of turns to choose from."""
        if self.must_guess_first:
            paint, answer = self._paint_guess_choice, self._guess_turn_in_row
            turns = ListView(self.context, 0, CHOICE_HEIGHT, paint, answer)
            turns.name = _("The turn")
        else:
            choose = self._choose_row
            turns = ListView(self.context, 0, ROW_HEIGHT, self._paint_turn_row, choose, choose)
            turns.name = _("Worth a look")
        return turns

    def _add_page_tabs(self) -> None:
        """Add the tabs that switch between columns, for a window that shows only one column."""
        names = (_("Worth a look"), _("The turn"), _("Hands"), _("Figures"))
        for name, label in zip(PAGES, names, strict=True):
            button = Button(self.context, label, self._page_opener(name), centred=True)
            button.primary = name == self.page_name
            self.add_widget(f"page {name}", button)

    def first_focus_name(self) -> str:
        return "moments" if "moments" in self.widgets else "curve"

    def lay_out(self) -> None:
        """Place everything; if another number of columns fits, rebuild the widgets first."""
        if self.widgets and has_room_for_one_column(self.context) != self._has_one_column:
            self.rebuild_widgets()
        super().lay_out()

    def _page_opener(self, name: str) -> Callable[[], None]:
        return lambda: self.show_page(name)

    def _update_list_and_curve(self) -> None:
        """Update the list and the curve from the current results of the judge."""
        review, curve, moments = (
            self.shown_review,
            self.widgets["curve"],
            self.widgets.get("moments"),
        )
        assert isinstance(curve, MatchChanceCurve)
        if (
            isinstance(moments, ListView)
            and self.guess_first_review is not None
            and self.must_guess_first
        ):
            moments.n_rows = len(self.guess_first_review.turns_to_guess_from)
        elif isinstance(moments, ListView):
            moments.n_rows = len(self.listed_worst_mistakes)
            chosen = [
                n
                for n, turn in enumerate(self.listed_worst_mistakes)
                if turn.number == self.turn_index + 1
            ]
            moments.chosen = chosen[0] if chosen else -1
        if review is None or (self.is_guessing and self.guess_first_review is None):
            curve.values, curve.signs, curve.own = (), (), ()
            return
        curve.values, curve.chosen = review.chance_curve(), self.turn_index
        curve.own = [turn.seat == self.seat for turn in review.turns]
        curve.numbers = [turn.log_turn for turn in review.turns]
        mistakes = [turn if turn.seat == self.seat else None for turn in review.turns]
        curve.signs = [MISTAKE_SIGNS[turn.mistake_class] if turn else "" for turn in mistakes]
        curve.mistakes = [
            self.review_sentences.mistake_class_name(turn) if turn and sign else ""
            for turn, sign in zip(mistakes, curve.signs, strict=True)
        ]
        if self.guess_first_review is not None:
            n = len(self.guess_first_review.revealed_turns)
            curve.values = [(known, None) for known, _opened in curve.values[:n]]
            curve.own, curve.signs = curve.own[:n], curve.signs[:n]

    def on_pushed(self) -> None:
        self.reviews.request_review_unless_complete(self.round_index)
        self._load_turn_notes()
        self._show_worst_mistake_once_known()

    def on_uncovered(self) -> None:
        self._load_turn_notes()
        self.rebuild_widgets()
        self._use_first_try_as_guess()

    def update(self, dt: float) -> None:
        super().update(dt)
        if self.reviews.update():
            self._show_worst_mistake_once_known()
            if self.is_guessing:
                self.rebuild_widgets()
            self._update_list_and_curve()
            self.needs_redraw = True

    def _show_worst_mistake_once_known(self) -> None:
        """Show the worst mistake as soon as it is known, unless a turn has been chosen already.

        The turn to guess, or else the turn of the ``action`` given at the start, has precedence.
        """
        review, action = self.shown_review, self._first_action
        if review is None or self._has_chosen_turn:
            return
        if self.is_guessing:
            self.turn_index = self.guess_first_review.index if self.guess_first_review else 0
            return
        if action is not None:
            numbers = [turn.number for turn in review.turns if turn.first_action <= action]
            self.turn_index, self._first_action, self._has_chosen_turn = numbers[-1] - 1, None, True
        elif self.listed_worst_mistakes:
            self._has_chosen_turn, self.turn_index = True, self.listed_worst_mistakes[0].number - 1

    def show_turn_at_index(self, turn_index: int) -> None:
        was_asking = self.must_guess_first
        if self.guess_first_review is not None:
            turn_index = min(turn_index, self.guess_first_review.index)
        self.turn_index, self._has_chosen_turn, self.needs_redraw = turn_index, True, True
        if was_asking or self.must_guess_first:
            self.rebuild_widgets()
        self._update_list_and_curve()

    def set_guessing_before_review(self, on: bool) -> None:
        """Switch between the open review and the review without spoilers."""
        self.is_guessing, self.shows_chance_change, self._has_chosen_turn = on, False, False
        self.page_name = PAGES[0]
        self._show_worst_mistake_once_known()
        self.rebuild_widgets()

    def _guess_turn_in_row(self, row: int) -> None:
        """Guess the turn in a row of the list, and show the judge's answer."""
        guess_first_review = self.guess_first_review
        if (
            guess_first_review is not None
            and self.must_guess_first
            and 0 <= row < len(guess_first_review.turns_to_guess_from)
        ):
            guess_first_review.guess(guess_first_review.turns_to_guess_from[row])
            self._show_judgement_of_guess()

    def _show_judgement_of_guess(self) -> None:
        self.page_name = "turn" if self._has_one_column else self.page_name
        self.rebuild_widgets()
        self.group.set_focus(self.widgets["next"])

    def _go_to_next_turn_to_guess(self, guess_first_review: GuessFirstReview) -> None:
        """Show the next turn of a review without spoilers, if the current turn is answered."""
        if self.turn_index < guess_first_review.index:
            self.show_turn_at_index(self.turn_index + 1)
        elif guess_first_review.awaits_guess:
            self.show_message(self.review_sentences.guess_question())
        elif guess_first_review.advance_to_next_turn():
            self.page_name = PAGES[0]
            self.show_turn_at_index(guess_first_review.index)
            self.rebuild_widgets()
            self.group.set_focus(self.widgets["moments" if self.must_guess_first else "next"])
        else:
            self.show_message(self.review_sentences.guess_summary(guess_first_review))

    def _choose_row(self, row: int) -> None:
        if 0 <= row < len(self.listed_worst_mistakes):
            self.show_turn_at_index(self.listed_worst_mistakes[row].number - 1)

    def show_next_mistake(self) -> None:
        """Show the next of the worst mistakes; the first one follows the last.

        While the player guesses, show the next turn instead.
        """
        if self.guess_first_review is not None:
            self._go_to_next_turn_to_guess(self.guess_first_review)
            return
        if self.is_guessing or not self.listed_worst_mistakes:
            self.show_message(
                self.review_sentences.no_mistakes_sentence()
                if self.shown_review and not self.is_guessing
                else self.review_sentences.progress_sentence(None)
            )
            return
        numbers = [turn.number for turn in self.listed_worst_mistakes]
        here = numbers.index(self.turn_index + 1) if self.turn_index + 1 in numbers else -1
        self.show_turn_at_index(numbers[(here + 1) % len(numbers)] - 1)

    def show_round(self, round_index: int) -> None:
        self.round_index, self.turn_index, self._has_chosen_turn = round_index, 0, False
        self.reviews.request_review_unless_complete(round_index)
        self._show_worst_mistake_once_known()
        self.rebuild_widgets()

    def show_seat(self, seat: Seat) -> None:
        self.seat, self.turn_index, self._has_chosen_turn = seat, 0, False
        self._show_worst_mistake_once_known()
        self.rebuild_widgets()

    def toggle_match_chance_ledger(self) -> None:
        if self.is_guessing:
            self.show_message(must_guess_first_sentence())
            return
        self.shows_chance_change = not self.shows_chance_change
        self.needs_redraw = True

    def retry_turn(self) -> None:
        """Open the turn shown as a puzzle, in which the player looks for a better turn."""
        turn = self.shown_turn
        if turn is None or turn.seat != self.seat or len(turn.options) < 2:
            self.show_message(_(screen_text.CHOOSE_OWN_TURN))
            return
        attempt = self.reviews.attempt_at_turn(self.round_index, turn, self.seat)
        if attempt is not None and self.guess_first_review is not None:
            attempt.question = self.guess_first_review.as_question(turn)
            self._attempt = attempt if self.must_guess_first else None
        if attempt is not None:
            here = self.round_index, turn.number
            self.context.navigator.show_puzzle(
                RetriedTurnSource(
                    attempt, turn.log_turn, partial(self._remove_mistake_if_solved, here)
                )
            )

    def _remove_mistake_if_solved(self, here: tuple[int, int], attempt: QuestionAttempt) -> None:
        """Remove a mistake from the list if a retry has solved it.

        Args:
            here: the index of the round and the number of the turn.
            attempt: the finished retry.
        """
        if attempt.state == "solved":
            self._solved_again.add(here)
            self._update_list_and_curve()

    def _use_first_try_as_guess(self) -> None:
        """Use the player's first try at the table as their guess."""
        attempt, self._attempt = self._attempt, None
        guess_first_review = self.guess_first_review
        if (
            guess_first_review is not None
            and self.must_guess_first
            and attempt is not None
            and attempt.tried
        ):
            guess_first_review.guess(attempt.tried[0])
            self._show_judgement_of_guess()

    def edit_note_on_turn(self) -> None:
        """Open the dialog for the note on the turn shown; if notes cannot be saved, show why."""
        number, turn = self.reviews.match_number, self.shown_turn
        if number is None or turn is None:
            self.show_message(note_needs_saved_match_sentence())
            return
        start = self.reviews.n_actions_before_turn(self.round_index, turn)
        note = self._note_on_turn(turn) or TurnNote(number, self.round_index, start, "")
        title = turn_heading(turn.log_turn)
        keep = self.services.library_browser.write_turn_note
        self.context.stack.push(TurnNoteScene(self.context, title, note, keep))

    def _load_turn_notes(self) -> None:
        number = self.reviews.match_number
        library = self.services.library_browser
        self._notes = () if number is None else library.turn_notes(number)

    def _note_on_turn(self, turn: ReviewedTurn) -> TurnNote | None:
        start = self.round_index, self.reviews.n_actions_before_turn(self.round_index, turn)
        return next((one for one in self._notes if (one.round, one.action) == start), None)

    def play_on_from_turn(self) -> None:
        """Play on from the turn shown, with hidden cards drawn anew; if refused, show why."""
        turn = self.shown_turn
        if self.must_guess_first:
            self.show_message(self.review_sentences.guess_question())
        elif not self.reviews.is_match_over:
            self.show_message(_(screen_text.PLAY_ON_LATER))
        elif turn is None or turn.seat != self.seat:
            self.show_message(_(screen_text.CHOOSE_OWN_TURN))
        else:
            if self.services.play_from_turn(self.reviews, self.round_index, turn, self.seat):
                self.context.navigator.show_table()

    def study_position_before_turn(self) -> None:
        """Study the position before the turn shown, with the knowledge of the turn's player."""
        views = self._views_before_turn()
        if views:
            self.context.navigator.show_study(study_of_views(views))

    def search_library_for_position(self) -> None:
        """Search the library for rounds that reached the position before the turn shown."""
        views = self._views_before_turn()
        if views:
            self.context.navigator.find_position_in_library(diagram_of_views(views))

    def study_pasted_position(self) -> None:
        """Study the position on the clipboard; while the match is running, show a refusal."""
        if self.reviews.is_match_over:
            super().study_pasted_position()
        else:
            self.show_message(_(study_text.RUNNING_MATCH))

    def _views_before_turn(self) -> Views:
        """Return, as a tuple, the view that the player of the turn shown had before the turn.

        If the position must not be opened now, show why and return an empty tuple.
        """
        turn, review = self.shown_turn, self.reviews.review_of(self.round_index, self.seat)
        if self.must_guess_first:
            self.show_message(self.review_sentences.guess_question())
        elif not self.reviews.is_match_over:
            self.show_message(_(study_text.RUNNING_MATCH))
        elif turn is None or review is None or turn.seat != self.seat:
            self.show_message(_(screen_text.CHOOSE_OWN_TURN))
        else:
            return (review.view_at(turn),)
        return ()

    def offer_swapped_deal(self) -> None:
        """Offer to play the deal of this round again from the other seat."""
        if not self.reviews.can_swap_seats:
            self.show_message(_(screen_text.NEEDS_ONE_COMPUTER))
            return
        title = _("The same deal from the other seat")
        yes = NoticeAnswer(_("Swap seats"), self._play_swapped_deal, primary=True)
        answers = yes, NoticeAnswer(_("Cancel"))
        text = self.review_sentences.seat_swap_explanation()
        self.context.stack.push(NoticeScene(self.context, title, text, answers))

    def _play_swapped_deal(self) -> None:
        if self.services.play_with_swapped_seats(self.reviews, self.round_index):
            self.context.navigator.show_table()

    def show_page(self, name: str) -> None:
        self.page_name = name
        self.rebuild_widgets()

    def handle_intent(self, name: str) -> bool:
        actions = {
            "next_mistake": self.show_next_mistake,
            "retry": self.retry_turn,
            "branch": self.play_on_from_turn,
            "study": self.study_position_before_turn,
            "search": self.search_library_for_position,
        }
        if name in actions:
            actions[name]()
        return name in actions or super().handle_intent(name)

    def place_widgets(self) -> None:
        height = self.context.size_in_units[1] + self.overflow_units
        self._places = places = review_rects_by_name(self.context, self.page_name, height)
        for rect in places.values():
            rect.y -= self.context.px(self._scrolled)
        self.widgets["curve"].rect = places["curve inner"]
        for name, widget in self.widgets.items():
            if name not in ("curve", "moments"):
                widget.rect = places[name]
        if "eye" not in self.widgets:
            self.widgets["round"].rect.right = places["eye"].right
            self.widgets["guess"].rect.right = self.widgets["round"].rect.left - self.context.px(12)
        if "moments" in self.widgets:
            px, rect = self.context.px, places["moments"]
            room = pygame.Rect(rect.left + px(6), rect.top + px(40), rect.width - px(12), 0)
            room.height = rect.height - px(48)
            self.widgets["moments"].rect = room

    def draw_content(self, surface: pygame.Surface) -> None:
        context, places = self.context, self._places
        painter = ReviewPainter(surface, context, self.review_sentences)
        self._paint_review_title(surface)
        chance = self.review_sentences.chance_heading()
        keys = self._fitting_curve_legend(chance, places["curve"].width)
        game_drawing.draw_titled_panel(surface, context, places["curve"], chance, keys)
        if "moments" in places:
            asks = self.must_guess_first
            title = self.review_sentences.guess_question() if asks else _("Worth a look")
            game_drawing.draw_titled_panel(surface, context, places["moments"], title)
            if not self.listed_worst_mistakes and not asks:
                self._paint_reason_for_empty_list(surface, places["moments"])
        review, turn = self.shown_review, self.shown_turn
        if review is None or turn is None or (self.is_guessing and self.guess_first_review is None):
            game_drawing.draw_titled_panel(surface, context, places["board"], _("The table"))
            return
        shown = painter.position_before_turn(
            review, turn, self._marker_styles_of_sides(), self.is_guessing
        )
        title = position_before_turn_label(turn.log_turn)
        inner = game_drawing.draw_titled_panel(surface, context, places["board"], title)
        draw_position(surface, context, inner.move(0, context.px(4)), shown)
        if self.guess_first_review is not None:
            self._paint_without_spoilers(painter, self.guess_first_review, turn)
            return
        if "sum" in places or ("turn" in places and self.shows_chance_change):
            painter.draw_chance_change_by_cause(places.get("sum") or places["turn"], review)
        elif "turn" in places:
            painter.draw_turn_options_and_reasons(
                places["turn"], turn, self._review_progress_sentence(), self._note_lines(turn)
            )
        if "hands" in places:
            painter.draw_possible_hands(places["hands"], review, turn, hides_truth=False)

    def _paint_without_spoilers(
        self, painter: ReviewPainter, guess_first_review: GuessFirstReview, turn: ReviewedTurn
    ) -> None:
        """Draw the parts of the turn and the hands that a review without spoilers may show."""
        places, sentences, review = self._places, self.review_sentences, guess_first_review.review
        lines = (*sentences.guess_lines(guess_first_review, turn), *self._note_lines(turn))
        if "sum" in places:
            painter.draw_turn_sentences(places["sum"], turn, (must_guess_first_sentence(),))
        if self.must_guess_first:
            question = () if "moments" in places else (sentences.guess_question(),)
            lines = *question, sentences.guess_rule_sentence()
        shows_values = turn.seat == self.seat and not self.must_guess_first
        if "turn" in places and shows_values:
            painter.draw_turn_options_and_reasons(
                places["turn"], turn, self._review_progress_sentence(), lines
            )
        elif "turn" in places:
            painter.draw_turn_sentences(places["turn"], turn, lines)
        if "hands" not in places:
            return
        if shows_values:
            painter.draw_possible_hands(places["hands"], review, turn, hides_truth=True)
        elif turn.seat == self.seat:
            facts = known_fact_lines(guess_first_review.as_question(turn))
            painter.draw_facts_known_to_player(places["hands"], turn, facts)
        else:
            painter.draw_turn_sentences(places["hands"], turn, ())

    def _fitting_curve_legend(self, title: str, width: int) -> str:
        """Return the longest legend of the curve that fits beside its title; "" if none fits.

        Args:
            title: the title of the curve.
            width: the width for both in pixels.
        """
        fonts, room = self.context.fonts, width - self.context.px(44)
        room -= fonts.text_size(title, styles.LABEL)[0]
        legends = _("solid: known then, dashed: all cards open"), _("dashed: all cards open")
        fitting = (one for one in legends if fonts.text_size(one, styles.KEY_HINT)[0] <= room)
        return "" if self.is_guessing else next(fitting, "")

    def _note_lines(self, turn: ReviewedTurn) -> tuple[str, ...]:
        note = self._note_on_turn(turn)
        return (note_line(note.text),) if note else ()

    def _review_progress_sentence(self) -> str:
        return self.review_sentences.progress_sentence(self.shown_review)

    def _marker_styles_of_sides(self) -> tuple[MarkerStyle, MarkerStyle]:
        return self.looks.marker_style_for_seats((0,)), self.looks.marker_style_for_seats((1,))

    def _paint_review_title(self, surface: pygame.Surface) -> None:
        context = self.context
        place = (self._places["curve"].left, self._places["round"].centery)
        style = styles.TextStyle("heading", 28)
        room = self._places["round"].left - place[0] - context.px(16)
        ink = context.theme.colours.text
        context.fonts.draw_text(surface, _("Review"), place, style, ink, "midleft", room)

    def _paint_reason_for_empty_list(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        review = self.shown_review
        text = (
            self.review_sentences.no_mistakes_sentence()
            if review and review.is_checked
            else self._review_progress_sentence()
        )
        if self.guess_first_review is not None:
            text = self.review_sentences.no_mistakes_yet_sentence()
        elif self.is_guessing:
            text = self.review_sentences.guess_wait_sentence()
        px = self.context.px
        room = pygame.Rect(rect.left + px(14), rect.top + px(44), rect.width - px(28), rect.height)
        room.height = rect.height - px(54)
        ink = self.context.theme.colours.muted
        self.context.fonts.draw_paragraph(surface, text, room, styles.BODY, ink)

    def _paint_guess_choice(
        self, surface: pygame.Surface, rect: pygame.Rect, row: int, chosen: bool
    ) -> None:
        choices = self.guess_first_review.turns_to_guess_from if self.guess_first_review else ()
        if row < len(choices):
            text = self.review_sentences.coach.turn_text(choices[row])
            ink, place = self.context.theme.colours.text, (rect.left + self.context.px(14), 0)
            place = (place[0], rect.centery)
            style = styles.STRONG if chosen else styles.BODY
            room = rect.right - place[0] - self.context.px(8)
            self.context.fonts.draw_text(surface, text, place, style, ink, "midleft", room)

    def _paint_turn_row(
        self, surface: pygame.Surface, rect: pygame.Rect, row: int, chosen: bool
    ) -> None:
        if row >= len(self.listed_worst_mistakes):
            return
        context, colours, turn = (
            self.context,
            self.context.theme.colours,
            self.listed_worst_mistakes[row],
        )
        fonts, px = context.fonts, context.px
        made, better = self.review_sentences.played_and_better_turn(turn)
        top, low, left = rect.top + px(18), rect.top + px(43), rect.left + px(34)
        sign, place = MISTAKE_SIGNS[turn.mistake_class], (rect.left + px(8), top)
        with fonts.without_recording():
            drawn = fonts.draw_text(
                surface, sign, place, styles.MONO_STRONG, colours.bad, "midleft"
            )
        fonts.record_text(self.review_sentences.mistake_class_name(turn), drawn, styles.MONO_STRONG)
        room = rect.right - left - px(8)
        ways = (made, self.review_sentences.coach.turn_text(turn.made))
        made = fonts.first_fitting_variant(ways, styles.STRONG, room)
        made, style = fonts.shrink_to_fit(made, styles.STRONG, room)
        fonts.draw_text(surface, made, (left, top), style, colours.text, "midleft", room)
        cost, right = percent_text(-turn.match_loss, signed=True), (rect.right - px(8), low)
        shown = fonts.draw_text(surface, cost, right, styles.MONO, colours.muted, "midright")
        room, ink = shown.left - left - px(6), colours.muted
        fonts.draw_one_or_two_lines(
            surface, better, (left, low), styles.SMALL, ink, "midleft", room
        )
