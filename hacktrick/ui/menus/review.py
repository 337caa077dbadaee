"""A round looked back on: the curve of the match chance, the worst moments, what was known then.

What is judged comes from ``desk.reviews`` while the scene is open; figures are shown when they are
asked for. On small windows the columns become pages.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pygame

from hacktrick.game.rules import Seat
from hacktrick.play.reviewing import RoundReview, Turn
from hacktrick.seat.desk import Desk
from hacktrick.seat.looks import Look, Looks
from hacktrick.seat.quiz import Again, Quiz
from hacktrick.seat.reviews import Reviews
from hacktrick.ui.controls.fields import ListView
from hacktrick.ui.controls.menu import Menu
from hacktrick.ui.controls.notice import Answer, NoticeScene
from hacktrick.ui.controls.position import draw_position
from hacktrick.ui.controls.widgets import Button, Choice
from hacktrick.ui.menus.replacing import ask_to_replace
from hacktrick.ui.menus.review_pages import Pages
from hacktrick.ui.menus.review_parts import Curve
from hacktrick.ui.menus.review_places import Places, is_paged, places_for
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.stage import draw
from hacktrick.ui.stage.context import Context
from hacktrick.words.reviews import SIGNS, ReviewWords, percent
from hacktrick.words.translator import _

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
        desk: Desk,
        reviews: Reviews,
        number: int | None = None,
        action: int | None = None,
    ) -> None:
        super().__init__(context)
        self.desk, self.reviews = desk, reviews
        self.looks: Looks = desk.looks_for(reviews.seats)
        self.number = len(reviews) - 1 if number is None else number
        self.seat: Seat = reviews.viewers[0]
        self.at = 0  # the place of the turn that is shown
        self.page_name = PAGES[0]
        self.with_figures = False
        self._solved: set[tuple[int, int]] = set()  # found again: round and turn
        self._action = action
        self._placed = False  # the first moment has been shown
        self._places = Places({}, False)
        self._paged = False

    @property
    def review(self) -> RoundReview | None:
        return self.reviews.of(self.number, self.seat)

    @property
    def turn(self) -> Turn | None:
        """The turn that is shown."""
        review = self.review
        return review.turns[self.at] if review and self.at < len(review.turns) else None

    @property
    def worst(self) -> tuple[Turn, ...]:
        found = self.review.worst() if self.review else ()
        return tuple(turn for turn in found if (self.number, turn.number) not in self._solved)

    @property
    def words(self) -> ReviewWords:
        return ReviewWords(self.reviews.rules, self.reviews.seats, self.seat)

    # --- Widgets ---

    def build(self) -> None:
        context, reviews = self.context, self.reviews
        told = _("Round {n} of {total}")
        rounds = [(n, told.format(n=n + 1, total=len(reviews))) for n in range(len(reviews))]
        self._paged = is_paged(context)
        self.put("round", Choice(context, "", rounds, self.number, self.show_round))
        if len(reviews.viewers) > 1:
            eyes = [(seat, self.words.name(seat)) for seat in reviews.viewers]
            self.put("eye", Choice(context, _("Seen by"), eyes, self.seat, self.show_seat))
        self.put("curve", Curve(context, self.show_turn))
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
        assert isinstance(curve, Curve)
        if isinstance(moments, ListView):
            moments.n_rows = len(self.worst)
            chosen = [n for n, turn in enumerate(self.worst) if turn.number == self.at + 1]
            moments.chosen = chosen[0] if chosen else -1
        if review is None:
            curve.values, curve.signs, curve.own = (), (), ()
            return
        curve.values, curve.chosen = review.curve(), self.at
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
            numbers = [turn.number for turn in review.turns if turn.action <= action]
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
            self.say(self.words.nothing() if self.review else self.words.state(None))
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
            self.context.ways.question(Again(quiz, turn.number, partial(self._settled, here)))

    def _settled(self, here: tuple[int, int], quiz: Quiz) -> None:
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
            ask_to_replace(self.context, self.desk, lambda: self._play_on(turn))

    def _play_on(self, turn: Turn) -> None:
        if self.desk.branch(self.reviews, self.number, turn, self.seat):
            self.context.ways.table()

    def swap(self) -> None:
        """The deal of the round from the other seat."""
        if not self.reviews.may_swap:
            self.say(_("This needs one person and one computer player."))
            return
        title = _("The same deal from the other seat")
        yes = Answer(_("Swap seats"), self._ask_to_swap, primary=True)
        answers = yes, Answer(_("Cancel"))
        text = self.words.swapping()
        self.context.stack.push(NoticeScene(self.context, title, text, answers))

    def _ask_to_swap(self) -> None:
        ask_to_replace(self.context, self.desk, self._swap)

    def _swap(self) -> None:
        if self.desk.swap(self.reviews, self.number):
            self.context.ways.table()

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
        self._places = places_for(self.context, self.page_name)
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
        pages = Pages(surface, context, self.words)
        self._paint_head(surface)
        keys = _("solid: known then, dashed: all cards open")
        chance = _("Match chance of {name}").format(name=self.words.name(self.seat))
        draw.panel(surface, context, places["curve"], chance, keys)
        if "moments" in places:
            draw.panel(surface, context, places["moments"], _("Worth a look"))
            if not self.worst:
                self._paint_nothing(surface, places["moments"])
        review, turn = self.review, self.turn
        if review is None or turn is None:
            draw.panel(surface, context, places["board"], _("The table"))
            return
        shown = pages.shown(review, turn, self._side_looks())
        title = _("Before turn {n}").format(n=turn.number)
        inner = draw.panel(surface, context, places["board"], title)
        draw_position(surface, context, inner.move(0, context.px(4)), shown)
        if "sum" in places or ("turn" in places and self.with_figures):
            pages.ledger(places.get("sum") or places["turn"], review)
        elif "turn" in places:
            pages.turn(places["turn"], turn, self._state())
        if "hands" in places:
            pages.hands(places["hands"], review, turn)

    def _state(self) -> str:
        return self.words.state(self.review)

    def _side_looks(self) -> tuple[Look, Look]:
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
        text = self.words.nothing() if review and review.is_checked else self._state()
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
        made, better = self.words.moment(turn)
        top, low, left = rect.top + px(18), rect.top + px(43), rect.left + px(34)
        sign, place = SIGNS[turn.verdict], (rect.left + px(8), top)
        fonts.text(surface, sign, place, styles.MONO_STRONG, colours.bad, "midleft")
        room = rect.right - left - px(8)
        fonts.text(surface, made, (left, top), styles.STRONG, colours.text, "midleft", room)
        cost, right = percent(-turn.lost, signed=True), (rect.right - px(8), low)
        shown = fonts.text(surface, cost, right, styles.MONO, colours.muted, "midright")
        room, ink = shown.left - left - px(6), colours.muted
        fonts.in_lines(surface, better, (left, low), styles.SMALL, ink, "midleft", room)
