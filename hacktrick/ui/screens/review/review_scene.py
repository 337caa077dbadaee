"""The review of a round: the curve of the match chance, the worst moments, and what was known
then.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

import pygame

from hacktrick.app.marker_styles import MarkerStyle, MarkerStyles
from hacktrick.app.match_reviews import MatchReviews
from hacktrick.app.puzzle_practice import QuestionAttempt, RetriedTurn
from hacktrick.app.themes import Colour
from hacktrick.app.workspace import Workspace
from hacktrick.coach.review.round_review import ReviewedTurn, RoundReview
from hacktrick.coach.review.story import ValuedTurn
from hacktrick.game.actions import Action
from hacktrick.game.cards import cards_of
from hacktrick.game.rules import Seat
from hacktrick.i18n.review_text import SIGHT, SIGNS, ReviewSentences, percent_text
from hacktrick.i18n.translator import _
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.paint.canvas import mix
from hacktrick.ui.scene.context import Context
from hacktrick.ui.widgets import game_drawing
from hacktrick.ui.widgets.basic_widgets import SIDEWAYS, Button, ListView, Stepper, Widget
from hacktrick.ui.widgets.dialogs import NoticeAnswer, NoticeScene, ask_to_replace
from hacktrick.ui.widgets.menu import Menu
from hacktrick.ui.widgets.position_board import CardLine, DrawnPosition, draw_position

OPTION = 40.0  # units of a turn among others
MOST_OPTIONS = 6
LINE = 26.0
MOST_HANDS = 9


class ReviewColumns:
    """Draws on a surface; changes nothing."""

    def __init__(self, surface: pygame.Surface, context: Context, words: ReviewSentences) -> None:
        self._surface, self._context, self._words = surface, context, words
        self._colours, self._fonts, self._px = context.theme.colours, context.fonts, context.px

    def shown(
        self, review: RoundReview, turn: ReviewedTurn, looks: tuple[MarkerStyle, MarkerStyle]
    ) -> DrawnPosition:
        """The table as the turn began, all cards open: the round is over."""
        public, hands = review.position_at(turn)
        name = self._words.name
        held = [CardLine(name(seat), tuple(cards_of(hand))) for seat, hand in enumerate(hands)]
        first = review.seat
        cards = (
            CardLine(_("Row"), tuple(public.row), is_row=True),
            held[1 - first],
            held[first],
            CardLine(_("Set aside"), tuple(public.aside), is_dim=True),
        )
        board = tuple((first, second) for first, second in public.board)
        return DrawnPosition(board, (public.double[0], public.double[1]), looks, cards)

    # The turn

    def turn(self, rect: pygame.Rect, turn: ReviewedTurn, state: str) -> None:
        """Whole turns with their chances, the made one marked, and why another is better."""
        words = self._words
        title = words.numbered_turn(turn) if turn.seat == words.seat else self._of_other(turn)
        aside = words.mistake_class_name(turn) if turn.is_marked else ""
        inner = game_drawing.draw_panel(self._surface, self._context, rect, title, aside)
        y = inner.top + self._px(8)
        room = inner.bottom - self._px(110)
        for actions, where, _share in _told(turn):
            if y + self._px(OPTION) > room:
                break
            made = _is_made(turn, actions)
            self._option(inner, y, words.turn_text(actions), where.match, made)
            y += self._px(OPTION)
        self._reasons(
            pygame.Rect(inner.left, y + self._px(6), inner.width, inner.bottom - y), turn, state
        )

    def _of_other(self, turn: ReviewedTurn) -> str:
        told = _("Turn {n}, {name}: {turn}")
        words = self._words
        return told.format(
            n=turn.number, name=words.name(turn.seat), turn=words.turn_text(turn.made)
        )

    def _option(self, inner: pygame.Rect, y: int, text: str, chance: float, made: bool) -> None:
        px, colours = self._px, self._colours
        ink = colours.accent if made else colours.text
        told = _("{turn} (played)").format(turn=text) if made else text
        number = percent_text(chance)
        right = self._fonts.text(
            self._surface, number, (inner.right, y + px(10)), styles.MONO, ink, "midright"
        )
        style = styles.STRONG if made else styles.BODY
        room = right.left - inner.left - px(8)
        self._fonts.text(self._surface, told, (inner.left, y + px(10)), style, ink, "midleft", room)
        bar = pygame.Rect(inner.left, y + px(23), inner.width, px(7))
        self._bar(bar, chance, colours.accent if made else colours.muted)

    def _reasons(self, rect: pygame.Rect, turn: ReviewedTurn, state: str) -> None:
        lines = self._words.reason_sentences(turn) if turn.is_marked else ()
        reply = self._words.likeliest_reply_sentence(turn) if turn.is_marked else ""
        text = " ".join((*lines, reply)).strip()
        if not text and turn.is_marked:
            text = state
        if text and rect.height > self._px(24):
            self._fonts.paragraph(self._surface, text, rect, styles.BODY, self._colours.muted)

    # The hands

    def hands(self, rect: pygame.Rect, review: RoundReview, turn: ReviewedTurn) -> None:
        """What the mover could know of the other's hand, and what it was."""
        words, px = self._words, self._px
        title = _("As {name} knew it").format(name=words.name(turn.seat))
        inner = game_drawing.draw_panel(self._surface, self._context, rect, title)
        chips, truth = review.opponent_hands_at(turn)
        y, fits = inner.top + px(8), max(1, (inner.height - px(72)) // px(LINE))
        shown = chips[: min(MOST_HANDS, fits)]
        for chip in shown:
            ink = self._colours.text if chip.hand == truth else self._colours.muted
            self._hand(
                pygame.Rect(inner.left, y, inner.width, px(LINE)), chip.hand, chip.chance, ink
            )
            y += px(LINE)
        rest = chips[len(shown) :]
        if rest:
            told = words.further_hands(len(rest), sum(chip.chance for chip in rest))
            self._plain(inner, y, told, styles.SMALL)
            y += px(LINE)
        told = _("Truth: {cards}").format(cards=words.hand_text(truth))
        self._plain(inner, y + px(6), told, styles.STRONG)

    def _hand(self, rect: pygame.Rect, hand: tuple[int, ...], chance: float, ink: Colour) -> None:
        px, middle = self._px, rect.centery
        cards = self._words.hand_text(hand)
        self._fonts.text(self._surface, cards, (rect.left, middle), styles.MONO, ink, "midleft")
        number = percent_text(chance)
        self._fonts.text(self._surface, number, (rect.right, middle), styles.MONO, ink, "midright")
        bar = pygame.Rect(rect.left + px(78), middle - px(4), rect.width - px(78 + 52), px(8))
        if bar.width > px(20):
            self._bar(bar, chance, ink)

    # The sum

    def ledger(self, rect: pygame.Rect, review: RoundReview) -> None:
        """The parts of the sum, and the error rate with how sure it is."""
        words, px = self._words, self._px
        inner = game_drawing.draw_panel(
            self._surface, self._context, rect, _("Figures"), _("match chance")
        )
        lines = words.ledger_lines(review)
        step = min(px(LINE), max(px(16), (inner.height - px(90)) // max(1, len(lines))))
        y = inner.top + px(6)
        for n, (label, value) in enumerate(lines):
            whole = n in (0, len(lines) - 1)
            style = styles.STRONG if whole else styles.BODY
            ink = self._colours.text if whole else self._colours.muted
            middle = y + step // 2
            right = (inner.right, middle)
            shown = self._fonts.text(self._surface, value, right, styles.MONO, ink, "midright")
            room = shown.left - inner.left - px(8)
            self._fonts.text(
                self._surface, label, (inner.left, middle), style, ink, "midleft", room
            )
            y += step
        text = f"{words.error_rate_sentence(review)}. {_(SIGHT)}"
        foot = pygame.Rect(inner.left, y + px(6), inner.width, inner.bottom - y - px(6))
        self._fonts.paragraph(self._surface, text, foot, styles.SMALL, self._colours.muted)

    # Small parts

    def _plain(self, inner: pygame.Rect, y: int, text: str, style: styles.TextStyle) -> None:
        ink = self._colours.text
        middle = (inner.left, y + self._px(LINE) // 2)
        self._fonts.text(self._surface, text, middle, style, ink, "midleft", inner.width)

    def _bar(self, rect: pygame.Rect, share: float, colour: Colour) -> None:
        game_drawing.draw_gauge(
            self._surface, self._context, rect, min(1.0, max(0.0, share)), colour
        )


def _told(turn: ReviewedTurn) -> list[ValuedTurn]:
    """The best turns, and the one that was made if it is not among them."""
    best = list(turn.options[:MOST_OPTIONS])
    made = [option for option in turn.options[MOST_OPTIONS:] if _is_made(turn, option[0])]
    return [*best[: MOST_OPTIONS - len(made)], *made]


def _is_made(turn: ReviewedTurn, actions: tuple[Action, ...]) -> bool:
    return tuple(actions) == turn.made or (len(actions) == 1 and turn.made[:1] == tuple(actions))


AXIS = 34.0  # units on the left, for the per cents
FOOT = 22.0  # ... and below, for the numbers of the turns
DASH = 6.0
RADIUS = 5.0
SIGN = 10.0
MARK = styles.TextStyle("mono_strong", 14)

ChanceValues = Sequence[tuple[float, float | None]]


class WinChanceCurve(Widget):
    """The chance of a seat before every turn and at the end; a turn can be chosen in it.

    Attributes:
        values: known then, and with all cards open (None: not known yet).
        signs: by turn, "" or how bad it was; ``own``: by turn, whether the seat had it.
    """

    def __init__(self, context: Context, pick: Callable[[int], None]) -> None:
        super().__init__(context)
        self.values: ChanceValues = ()
        self.signs: Sequence[str] = ()
        self.own: Sequence[bool] = ()
        self.chosen = 0
        self._pick = pick
        self._at = 0

    def activate(self) -> None:
        """A click chooses the turn under it; Enter goes on to the next one."""
        self._pick(self._at)

    def press(self, pos: tuple[int, int]) -> None:
        room = self._room()
        n = max(1, len(self.values) - 1)
        place = round((pos[0] - room.left) / max(1, room.width) * n)
        self._at = min(max(0, place), max(0, len(self.own) - 1))

    def key(self, event: pygame.Event) -> bool:
        by = SIDEWAYS.get(self.context.intent(event), 0)
        self._at = self.chosen
        goal = self.chosen + by
        if not by or not 0 <= goal < len(self.own):
            return False
        self._at = goal
        self._pick(goal)
        return True

    def draw(self, surface: pygame.Surface) -> None:
        if len(self.values) < 2:
            return
        room = self._room()
        self._grid(surface, room)
        opened = [opened for _, opened in self.values]
        colours = self.context.theme.colours
        muted = mix(colours.muted, colours.panel, 0.3)
        self._line(surface, room, opened, muted, dashed=True)
        self._line(surface, room, [known for known, _ in self.values], colours.accent)
        self._dots(surface, room)

    def _room(self) -> pygame.Rect:
        px = self.context.px
        rect = self.rect
        return pygame.Rect(
            rect.left + px(AXIS),
            rect.top + px(10),
            rect.width - px(AXIS + 14),
            rect.height - px(FOOT + 10),
        )

    def _grid(self, surface: pygame.Surface, room: pygame.Rect) -> None:
        context, colours = self.context, self.context.theme.colours
        thin = max(1, context.px(1))
        for percent in (0, 50, 100):
            y = room.bottom - round(room.height * percent / 100)
            surface.fill(colours.outline, pygame.Rect(room.left, y, room.width, thin))
            place = (room.left - context.px(8), y)
            text = str(percent)
            context.fonts.text(surface, text, place, styles.MONO, colours.muted, "midright")
        step = max(1, round(len(self.own) / 8))
        for turn in range(0, len(self.own), step):
            place = (self._x(room, turn), room.bottom + context.px(6))
            number = str(turn + 1)
            context.fonts.text(surface, number, place, styles.MONO, colours.muted, "midtop")

    def _line(
        self,
        surface: pygame.Surface,
        room: pygame.Rect,
        values: Sequence[float | None],
        colour: Colour,
        dashed: bool = False,
    ) -> None:
        places = enumerate(values)
        points = [(self._x(room, n), self._y(room, one)) for n, one in places if one is not None]
        width = max(1, self.context.px(1.2 if dashed else 2.4))
        for start, end in pairwise(points):
            if dashed:
                _dashes(surface, start, end, colour, width, self.context.px(DASH))
            else:
                pygame.draw.line(surface, colour, start, end, width)

    def _dots(self, surface: pygame.Surface, room: pygame.Rect) -> None:
        """Full where the seat decided, hollow where the other did; a sign on the mistakes."""
        context, colours = self.context, self.context.theme.colours
        for turn, own in enumerate(self.own):
            place = self._x(room, turn), self._y(room, self.values[turn][0])
            if turn == self.chosen:
                line = pygame.Rect(place[0], room.top, max(1, context.px(1.5)), room.height)
                surface.fill(colours.text, line)
            sign = self.signs[turn]
            radius = context.px(SIGN if sign else RADIUS * 0.7)
            edge = colours.bad if sign else colours.accent
            pygame.draw.circle(surface, edge if own and not sign else colours.panel, place, radius)
            pygame.draw.circle(surface, edge, place, radius, max(1, context.px(1.5)))
            if sign:
                context.fonts.text(surface, sign, place, MARK, colours.bad, "center")

    def _x(self, room: pygame.Rect, turn: int) -> int:
        return room.left + round(room.width * turn / max(1, len(self.values) - 1))

    def _y(self, room: pygame.Rect, value: float) -> int:
        return room.bottom - round(room.height * min(1.0, max(0.0, value)))


def _dashes(
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


EDGE, GAP = 16.0, 8.0
TOP = 64.0  # units of the line with the title
WIDE = 1200.0  # from this width on all columns fit beside each other
TALL = 1000.0  # from this height on they fit below each other
BUTTON = 46.0
TAB = 44.0


BUTTONS = ("next", "retry", "branch", "swap", "figures", "back")
FEW = tuple(name for name in BUTTONS if name != "figures")  # where figures are a page


@dataclass(frozen=True, slots=True)
class ReviewLayout:
    """Rectangles in pixels by name; ``paged``: only one of the columns is there at a time."""

    rects: dict[str, pygame.Rect]
    paged: bool


def is_paged(context: Context) -> bool:
    """Whether there is room for one of the columns only."""
    width, height = context.units
    return width < WIDE and height < TALL


def review_layout(context: Context, page: str) -> ReviewLayout:
    """The places for this window.

    Args:
        page: the column that is shown where there is room for one only.
    """
    width, height = context.units
    rects = _head(context, width)
    if width >= WIDE:
        rects |= _wide(context, width, height)
    elif height >= TALL:
        rects |= _tall(context, width, height)
    else:
        return _with_inner(context, rects | _small(context, width, height, page), True)
    return _with_inner(context, rects, False)


def _with_inner(context: Context, rects: dict[str, pygame.Rect], paged: bool) -> ReviewLayout:
    """The curve without the title of its panel."""
    px, rect = context.px, rects["curve"]
    inner = pygame.Rect(rect.left, rect.top + px(32), rect.width, rect.height - px(38))
    return ReviewLayout({**rects, "curve inner": inner}, paged)


def _head(context: Context, width: float) -> dict[str, pygame.Rect]:
    """The line with the title: which round, and seen by whom."""
    rect = context.rect
    return {
        "eye": rect(width - EDGE - 300, 14, 300, 42),
        "round": rect(width - EDGE - 300 - 12 - 260, 14, 260, 42),
    }


def _buttons(
    context: Context, left: float, width: float, top: float, bottom: float, names: tuple[str, ...]
) -> dict[str, pygame.Rect]:
    """One below the other, at the lower end."""
    step = min(BUTTON + GAP, (bottom - top + GAP) / len(names))
    first = bottom - step * len(names) + GAP
    return {
        name: context.rect(left, first + n * step, width, step - GAP)
        for n, name in enumerate(names)
    }


def _wide(context: Context, width: float, height: float) -> dict[str, pygame.Rect]:
    rect, bottom = context.rect, height - EDGE
    side = min(420.0, max(340.0, width * 0.28))
    room = width - 2 * EDGE - GAP - side
    curve = min(320.0, (bottom - TOP) * 0.38)
    low = TOP + curve + GAP
    shares = (0.33, 0.39, 0.28)
    widths = [(room - 2 * GAP) * share for share in shares]
    lefts = [EDGE, EDGE + widths[0] + GAP, EDGE + widths[0] + widths[1] + 2 * GAP]
    names = zip(("moments", "turn", "hands"), lefts, widths, strict=True)
    columns = {name: rect(left, low, wide, bottom - low) for name, left, wide in names}
    left = width - EDGE - side
    board = min(320.0, (bottom - TOP) * 0.5)
    below = _buttons(context, left, side, TOP + board + GAP, bottom, BUTTONS)
    return {
        "curve": rect(EDGE, TOP, room, curve),
        "board": rect(left, TOP, side, board),
        **columns,
        **below,
    }


def _tall(context: Context, width: float, height: float) -> dict[str, pygame.Rect]:
    rect, room = context.rect, width - 2 * EDGE
    half = (room - GAP) / 2
    second = EDGE + half + GAP
    curve = min(380.0, height * 0.22)
    middle = TOP + curve + GAP
    board = min(400.0, height * 0.27)
    low = middle + board + GAP
    buttons = 2 * (BUTTON + GAP)
    columns = height - EDGE - buttons - low
    top = height - EDGE - buttons + GAP
    third = (room - 2 * GAP) / 3
    below = {
        name: rect(EDGE + n % 3 * (third + GAP), top + n // 3 * (BUTTON + GAP), third, BUTTON)
        for n, name in enumerate(BUTTONS)
    }
    return {
        "curve": rect(EDGE, TOP, room, curve),
        "moments": rect(EDGE, middle, half, board),
        "board": rect(second, middle, half, board),
        "turn": rect(EDGE, low, half, columns),
        "hands": rect(second, low, half, columns),
        **below,
    }


def _small(context: Context, width: float, height: float, page: str) -> dict[str, pygame.Rect]:
    rect, bottom = context.rect, height - EDGE
    side = 330.0
    room = width - 2 * EDGE - GAP - side
    curve = (bottom - TOP) * 0.34
    tabs = TOP + curve + GAP
    names = ("moments", "turn", "hands", "sum")
    wide = (room - GAP * (len(names) - 1)) / len(names)
    marks = {
        f"page {name}": rect(EDGE + n * (wide + GAP), tabs, wide, TAB)
        for n, name in enumerate(names)
    }
    low = tabs + TAB + GAP
    left = width - EDGE - side
    board = (bottom - TOP) * 0.56
    return {
        "curve": rect(EDGE, TOP, room, curve),
        page: rect(EDGE, low, room, bottom - low),
        "board": rect(left, TOP, side, board),
        **marks,
        **_buttons(context, left, side, TOP + board + GAP, bottom, FEW),
    }


ROW = 72.0  # units of a moment in the list
PAGES = ("moments", "turn", "hands", "sum")


class ReviewScene(Menu):
    """
    Args:
        reviews: of the rounds that are over.
        number: the round that is shown first; None: the last one.
        action: in the turn that is shown first; None: the worst one.
    """

    def __init__(
        self,
        context: Context,
        workspace: Workspace,
        reviews: MatchReviews,
        number: int | None = None,
        action: int | None = None,
    ) -> None:
        super().__init__(context)
        self.workspace, self.reviews = workspace, reviews
        self.looks: MarkerStyles = workspace.profiles.styles_for(reviews.seats)
        self.number = len(reviews) - 1 if number is None else number
        self.seat: Seat = reviews.viewers[0]
        self.at = 0  # the place of the turn that is shown
        self.page_name = PAGES[0]
        self.with_figures = False
        self._solved: set[tuple[int, int]] = set()  # found again: round and turn
        self._action = action
        self._placed = False  # the first moment has been shown
        self._places = ReviewLayout({}, False)
        self._paged = False

    @property
    def review(self) -> RoundReview | None:
        return self.reviews.of(self.number, self.seat)

    @property
    def turn(self) -> ReviewedTurn | None:
        """The turn that is shown."""
        review = self.review
        return review.turns[self.at] if review and self.at < len(review.turns) else None

    @property
    def worst(self) -> tuple[ReviewedTurn, ...]:
        found = self.review.worst_turns() if self.review else ()
        return tuple(turn for turn in found if (self.number, turn.number) not in self._solved)

    @property
    def words(self) -> ReviewSentences:
        return ReviewSentences(self.reviews.rules, self.reviews.seats, self.seat)

    # --- Widgets ---

    def build(self) -> None:
        context, reviews = self.context, self.reviews
        told = _("Round {n} of {total}")
        rounds = [(n, told.format(n=n + 1, total=len(reviews))) for n in range(len(reviews))]
        self._paged = is_paged(context)
        self.put("round", Stepper(context, "", rounds, self.number, self.show_round))
        if len(reviews.viewers) > 1:
            eyes = [(seat, self.words.name(seat)) for seat in reviews.viewers]
            self.put("eye", Stepper(context, _("Seen by"), eyes, self.seat, self.show_seat))
        self.put("curve", WinChanceCurve(context, self.show_turn))
        if self._paged:
            self._build_pages()
        if not self._paged or self.page_name == "moments":
            moments = ListView(context, 0, ROW, self._paint_row, self._pick, self._pick)
            self.put("moments", moments)
        self.put("next", Button(context, _("Next mistake"), self.next_mistake, hint="next_mistake"))
        self.put("retry", Button(context, _("Try it again"), self.retry, hint="retry"))
        self.put("branch", Button(context, _("Play on from here"), self.branch, hint="branch"))
        self.put("swap", Button(context, _("Swap seats"), self.swap))
        if not self._paged:
            self.put("figures", Button(context, _("Figures"), self.show_figures))
        self.put("back", Button(context, _("Back"), self.back, icon="left", hint="back"))
        self._fill()

    def _build_pages(self) -> None:
        """What shows one of the columns where there is room for one only."""
        names = (_("Worth a look"), _("The turn"), _("Hands"), _("Figures"))
        for name, label in zip(PAGES, names, strict=True):
            button = Button(self.context, label, self._shower(name), centred=True)
            button.primary = name == self.page_name
            self.put(f"page {name}", button)

    def first_focus(self) -> str:
        return "moments" if "moments" in self.named else "curve"

    def layout(self) -> None:
        """A window of another shape has other widgets."""
        if self.named and is_paged(self.context) != self._paged:
            self.remake()
        super().layout()

    def _shower(self, name: str) -> Callable[[], None]:
        return lambda: self.show_page(name)

    def _fill(self) -> None:
        """What is known now, into the widgets."""
        review, curve, moments = self.review, self.named["curve"], self.named.get("moments")
        assert isinstance(curve, WinChanceCurve)
        if isinstance(moments, ListView):
            moments.n_rows = len(self.worst)
            chosen = [n for n, turn in enumerate(self.worst) if turn.number == self.at + 1]
            moments.chosen = chosen[0] if chosen else -1
        if review is None:
            curve.values, curve.signs, curve.own = (), (), ()
            return
        curve.values, curve.chosen = review.chance_curve(), self.at
        curve.own = [turn.seat == self.seat for turn in review.turns]
        curve.signs = [
            SIGNS[turn.verdict] if turn.seat == self.seat else "" for turn in review.turns
        ]

    # --- What is done ---

    def enter(self) -> None:
        self.reviews.want(self.number)
        self._show_first()

    def update(self, dt: float) -> None:
        super().update(dt)
        if self.reviews.update():
            self._show_first()
            self._fill()
            self.dirty = True

    def _show_first(self) -> None:
        """The worst moment, as soon as it is known, unless another turn was chosen meanwhile."""
        review, action = self.review, self._action
        if review is None or self._placed:
            return
        if action is not None:
            numbers = [turn.number for turn in review.turns if turn.first_action <= action]
            self.at, self._action, self._placed = numbers[-1] - 1, None, True
        elif self.worst:
            self._placed, self.at = True, self.worst[0].number - 1

    def show_turn(self, place: int) -> None:
        self.at, self._placed, self.dirty = place, True, True
        self._fill()

    def _pick(self, row: int) -> None:
        if 0 <= row < len(self.worst):
            self.show_turn(self.worst[row].number - 1)

    def next_mistake(self) -> None:
        """The next of the worst moments, round and round."""
        if not self.worst:
            self.say(
                self.words.no_mistakes_sentence()
                if self.review
                else self.words.progress_sentence(None)
            )
            return
        numbers = [turn.number for turn in self.worst]
        here = numbers.index(self.at + 1) if self.at + 1 in numbers else -1
        self.show_turn(numbers[(here + 1) % len(numbers)] - 1)

    def show_round(self, number: int) -> None:
        self.number, self.at, self._placed = number, 0, False
        self.reviews.want(number)
        self._show_first()
        self._fill()

    def show_seat(self, seat: Seat) -> None:
        self.seat, self.at, self._placed = seat, 0, False
        self._show_first()
        self.remake()

    def show_figures(self) -> None:
        self.with_figures = not self.with_figures
        self.dirty = True

    def retry(self) -> None:
        """The turn that is shown once more: something better is looked for."""
        turn = self.turn
        if turn is None or turn.seat != self.seat or len(turn.options) < 2:
            self.say(_("Choose a turn of your own in which there was a choice."))
            return
        quiz = self.reviews.question(self.number, turn, self.seat)
        if quiz is not None:
            here = self.number, turn.number
            self.context.navigator.show_puzzle(
                RetriedTurn(quiz, turn.number, partial(self._settled, here))
            )

    def _settled(self, here: tuple[int, int], quiz: QuestionAttempt) -> None:
        """What was found again leaves the list."""
        if quiz.state == "solved":
            self._solved.add(here)
            self._fill()

    def branch(self) -> None:
        """Play on from the turn that is shown, what was hidden drawn anew."""
        turn = self.turn
        if not self.reviews.is_over:
            self.say(_("One can play on from here once the match is over."))
        elif turn is None or turn.seat != self.seat:
            self.say(_("Choose a turn of your own in which there was a choice."))
        else:
            ask_to_replace(self.context, self.workspace, lambda: self._play_on(turn))

    def _play_on(self, turn: ReviewedTurn) -> None:
        if self.workspace.play_branch(self.reviews, self.number, turn, self.seat):
            self.context.navigator.show_table()

    def swap(self) -> None:
        """The deal of the round from the other seat."""
        if not self.reviews.may_swap:
            self.say(_("This needs one person and one computer player."))
            return
        title = _("The same deal from the other seat")
        yes = NoticeAnswer(_("Swap seats"), self._ask_to_swap, primary=True)
        answers = yes, NoticeAnswer(_("Cancel"))
        text = self.words.swap_explanation()
        self.context.stack.push(NoticeScene(self.context, title, text, answers))

    def _ask_to_swap(self) -> None:
        ask_to_replace(self.context, self.workspace, self._swap)

    def _swap(self) -> None:
        if self.workspace.play_swapped(self.reviews, self.number):
            self.context.navigator.show_table()

    def show_page(self, name: str) -> None:
        self.page_name = name
        self.remake()

    def obey(self, name: str) -> bool:
        doings = {
            "next_mistake": self.next_mistake,
            "retry": self.retry,
            "branch": self.branch,
        }
        if name in doings:
            doings[name]()
        return name in doings or super().obey(name)

    # --- Places ---

    def place(self) -> None:
        self._places = review_layout(self.context, self.page_name)
        places = self._places.rects
        self.named["curve"].rect = places["curve inner"]
        for name, widget in self.named.items():
            if name not in ("curve", "moments"):
                widget.rect = places[name]
        if "eye" not in self.named:
            self.named["round"].rect.right = places["eye"].right
        if "moments" in self.named:
            px, rect = self.context.px, places["moments"]
            room = pygame.Rect(rect.left + px(6), rect.top + px(40), rect.width - px(12), 0)
            room.height = rect.height - px(48)
            self.named["moments"].rect = room

    # --- Picture ---

    def paint(self, surface: pygame.Surface) -> None:
        context, places = self.context, self._places.rects
        pages = ReviewColumns(surface, context, self.words)
        self._paint_head(surface)
        keys = _("solid: known then, dashed: all cards open")
        chance = _("Match chance of {name}").format(name=self.words.name(self.seat))
        game_drawing.draw_panel(surface, context, places["curve"], chance, keys)
        if "moments" in places:
            game_drawing.draw_panel(surface, context, places["moments"], _("Worth a look"))
            if not self.worst:
                self._paint_nothing(surface, places["moments"])
        review, turn = self.review, self.turn
        if review is None or turn is None:
            game_drawing.draw_panel(surface, context, places["board"], _("The table"))
            return
        shown = pages.shown(review, turn, self._side_looks())
        title = _("Before turn {n}").format(n=turn.number)
        inner = game_drawing.draw_panel(surface, context, places["board"], title)
        draw_position(surface, context, inner.move(0, context.px(4)), shown)
        if "sum" in places or ("turn" in places and self.with_figures):
            pages.ledger(places.get("sum") or places["turn"], review)
        elif "turn" in places:
            pages.turn(places["turn"], turn, self._state())
        if "hands" in places:
            pages.hands(places["hands"], review, turn)

    def _state(self) -> str:
        return self.words.progress_sentence(self.review)

    def _side_looks(self) -> tuple[MarkerStyle, MarkerStyle]:
        return self.looks.of((0,)), self.looks.of((1,))

    def _paint_head(self, surface: pygame.Surface) -> None:
        context = self.context
        place = (self._places.rects["curve"].left, context.px(36))
        style = styles.TextStyle("heading", 28)
        room = self._places.rects["round"].left - place[0] - context.px(16)
        ink = context.theme.colours.text
        context.fonts.text(surface, _("Review"), place, style, ink, "midleft", room)

    def _paint_nothing(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        review = self.review
        text = self.words.no_mistakes_sentence() if review and review.is_checked else self._state()
        px = self.context.px
        room = pygame.Rect(rect.left + px(14), rect.top + px(44), rect.width - px(28), rect.height)
        room.height = rect.height - px(54)
        ink = self.context.theme.colours.muted
        self.context.fonts.paragraph(surface, text, room, styles.BODY, ink)

    def _paint_row(
        self, surface: pygame.Surface, rect: pygame.Rect, row: int, chosen: bool
    ) -> None:
        if row >= len(self.worst):
            return
        context, colours, turn = self.context, self.context.theme.colours, self.worst[row]
        fonts, px = context.fonts, context.px
        made, better = self.words.turn_and_better(turn)
        top, low, left = rect.top + px(18), rect.top + px(43), rect.left + px(34)
        sign, place = SIGNS[turn.verdict], (rect.left + px(8), top)
        fonts.text(surface, sign, place, styles.MONO_STRONG, colours.bad, "midleft")
        room = rect.right - left - px(8)
        fonts.text(surface, made, (left, top), styles.STRONG, colours.text, "midleft", room)
        cost, right = percent_text(-turn.match_loss, signed=True), (rect.right - px(8), low)
        shown = fonts.text(surface, cost, right, styles.MONO, colours.muted, "midright")
        room, ink = shown.left - left - px(6), colours.muted
        fonts.in_lines(surface, better, (left, low), styles.SMALL, ink, "midleft", room)
