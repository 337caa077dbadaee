"""What the columns of a review show: a turn with what else there was, hands, the ledger."""

from __future__ import annotations

import pygame

from hacktrick.game.actions import Action
from hacktrick.game.cards import cards_of
from hacktrick.play.reviewing import Option, RoundReview, Turn
from hacktrick.seat.looks import Look
from hacktrick.themes import Colour
from hacktrick.ui.controls.position import Cards, Shown
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.stage import draw
from hacktrick.ui.stage.context import Context
from hacktrick.words.reviews import SIGHT, ReviewWords, percent
from hacktrick.words.translator import _

OPTION = 40.0  # units of a turn among others
MOST_OPTIONS = 6
LINE = 26.0
MOST_HANDS = 9


class Pages:
    """Draws on a surface; changes nothing."""

    def __init__(self, surface: pygame.Surface, context: Context, words: ReviewWords) -> None:
        self._surface, self._context, self._words = surface, context, words
        self._colours, self._fonts, self._px = context.theme.colours, context.fonts, context.px

    def shown(self, review: RoundReview, turn: Turn, looks: tuple[Look, Look]) -> Shown:
        """The table as the turn began, all cards open: the round is over."""
        public, hands = review.position(turn)
        name = self._words.name
        held = [Cards(name(seat), tuple(cards_of(hand))) for seat, hand in enumerate(hands)]
        first = review.seat
        cards = (
            Cards(_("Row"), tuple(public.row), is_row=True),
            held[1 - first],
            held[first],
            Cards(_("Set aside"), tuple(public.aside), is_dim=True),
        )
        board = tuple((first, second) for first, second in public.board)
        return Shown(board, (public.double[0], public.double[1]), looks, cards)

    # The turn

    def turn(self, rect: pygame.Rect, turn: Turn, state: str) -> None:
        """Whole turns with their chances, the made one marked, and why another is better."""
        words = self._words
        title = words.headline(turn) if turn.seat == words.seat else self._of_other(turn)
        aside = words.verdict(turn) if turn.is_marked else ""
        inner = draw.panel(self._surface, self._context, rect, title, aside)
        y = inner.top + self._px(8)
        room = inner.bottom - self._px(110)
        for actions, where, _share in _told(turn):
            if y + self._px(OPTION) > room:
                break
            made = _is_made(turn, actions)
            self._option(inner, y, words.turn(actions), where.match, made)
            y += self._px(OPTION)
        self._reasons(
            pygame.Rect(inner.left, y + self._px(6), inner.width, inner.bottom - y), turn, state
        )

    def _of_other(self, turn: Turn) -> str:
        told = _("Turn {n}, {name}: {turn}")
        words = self._words
        return told.format(n=turn.number, name=words.name(turn.seat), turn=words.turn(turn.made))

    def _option(self, inner: pygame.Rect, y: int, text: str, chance: float, made: bool) -> None:
        px, colours = self._px, self._colours
        ink = colours.accent if made else colours.text
        told = _("{turn} (played)").format(turn=text) if made else text
        number = percent(chance)
        right = self._fonts.text(
            self._surface, number, (inner.right, y + px(10)), styles.MONO, ink, "midright"
        )
        style = styles.STRONG if made else styles.BODY
        room = right.left - inner.left - px(8)
        self._fonts.text(self._surface, told, (inner.left, y + px(10)), style, ink, "midleft", room)
        bar = pygame.Rect(inner.left, y + px(23), inner.width, px(7))
        self._bar(bar, chance, colours.accent if made else colours.muted)

    def _reasons(self, rect: pygame.Rect, turn: Turn, state: str) -> None:
        lines = self._words.why(turn) if turn.is_marked else ()
        reply = self._words.reply(turn) if turn.is_marked else ""
        text = " ".join((*lines, reply)).strip()
        if not text and turn.is_marked:
            text = state
        if text and rect.height > self._px(24):
            self._fonts.paragraph(self._surface, text, rect, styles.BODY, self._colours.muted)

    # The hands

    def hands(self, rect: pygame.Rect, review: RoundReview, turn: Turn) -> None:
        """What the mover could know of the other's hand, and what it was."""
        words, px = self._words, self._px
        title = _("As {name} knew it").format(name=words.name(turn.seat))
        inner = draw.panel(self._surface, self._context, rect, title)
        chips, truth = review.known_then(turn)
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
            told = words.hands_left_out(len(rest), sum(chip.chance for chip in rest))
            self._plain(inner, y, told, styles.SMALL)
            y += px(LINE)
        told = _("Truth: {cards}").format(cards=words.hand(truth))
        self._plain(inner, y + px(6), told, styles.STRONG)

    def _hand(self, rect: pygame.Rect, hand: tuple[int, ...], chance: float, ink: Colour) -> None:
        px, middle = self._px, rect.centery
        cards = self._words.hand(hand)
        self._fonts.text(self._surface, cards, (rect.left, middle), styles.MONO, ink, "midleft")
        number = percent(chance)
        self._fonts.text(self._surface, number, (rect.right, middle), styles.MONO, ink, "midright")
        bar = pygame.Rect(rect.left + px(78), middle - px(4), rect.width - px(78 + 52), px(8))
        if bar.width > px(20):
            self._bar(bar, chance, ink)

    # The sum

    def ledger(self, rect: pygame.Rect, review: RoundReview) -> None:
        """The parts of the sum, and the error rate with how sure it is."""
        words, px = self._words, self._px
        inner = draw.panel(self._surface, self._context, rect, _("Figures"), _("match chance"))
        lines = words.ledger(review)
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
        text = f"{words.rate(review)}. {_(SIGHT)}"
        foot = pygame.Rect(inner.left, y + px(6), inner.width, inner.bottom - y - px(6))
        self._fonts.paragraph(self._surface, text, foot, styles.SMALL, self._colours.muted)

    # Small parts

    def _plain(self, inner: pygame.Rect, y: int, text: str, style: styles.TextStyle) -> None:
        ink = self._colours.text
        middle = (inner.left, y + self._px(LINE) // 2)
        self._fonts.text(self._surface, text, middle, style, ink, "midleft", inner.width)

    def _bar(self, rect: pygame.Rect, share: float, colour: Colour) -> None:
        draw.gauge(self._surface, self._context, rect, min(1.0, max(0.0, share)), colour)


def _told(turn: Turn) -> list[Option]:
    """The best turns, and the one that was made if it is not among them."""
    best = list(turn.options[:MOST_OPTIONS])
    made = [option for option in turn.options[MOST_OPTIONS:] if _is_made(turn, option[0])]
    return [*best[: MOST_OPTIONS - len(made)], *made]


def _is_made(turn: Turn, actions: tuple[Action, ...]) -> bool:
    return tuple(actions) == turn.made or (len(actions) == 1 and turn.made[:1] == tuple(actions))
