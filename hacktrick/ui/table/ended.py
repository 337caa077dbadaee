"""What is told at the end of a round: who won and how, what all held, the turn that decided it,
the score. As much of it as there is room for, the most important first.

Everything lies open by then; it is drawn from what the session gives to anybody.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import pygame

from hacktrick.game.cards import Card
from hacktrick.game.rules import NOBODY, Seat, Side, seating_for
from hacktrick.play.record import RoundRecord
from hacktrick.seat.looks import Look
from hacktrick.seat.moment import Moment
from hacktrick.seat.session import Session
from hacktrick.themes import Colours
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.paint.fonts import Fonts, TextStyle
from hacktrick.ui.stage.context import Context
from hacktrick.ui.table.traces import WIDE, small_card
from hacktrick.words.summaries import deciding, ending, round_by, score_names, the_other_way
from hacktrick.words.translator import _
from hacktrick.words.wording import Wording

HEAD = TextStyle("heading", 26)
SENTENCE = TextStyle("strong", 17)
SCORE = TextStyle("numeral", 30)
CELL = TextStyle("mono", 15)
TITLE, LINE, SCORE_LINE, ROUND_LINE = 24.0, 27.0, 36.0, 22.0  # units of height
BETWEEN = 12.0
LEAST_TROPHY, MOST_TROPHY = 56.0, 104.0

Draw = Callable[[pygame.Rect], None]


@dataclass(frozen=True, slots=True)
class Section:
    """A piece of the story: its height in pixels, and how it is drawn in its place. The sections of
    the lowest ``rank`` are told where there is no room for all."""

    rank: int
    height: int
    draw: Draw


class Ended:
    """The story of the round that is over.

    Args:
        moment: the turn that decided it, worked out once.
    """

    def __init__(self, context: Context, session: Session, moment: Moment | None) -> None:
        self.context, self.session, self.moment = context, session, moment
        self.wording = Wording(session.rules, session.seats)
        self._surface = pygame.Surface((1, 1))

    def draw(self, surface: pygame.Surface, room: pygame.Rect) -> None:
        """As much as fits into ``room``, in the order in which it is read."""
        self._surface = surface
        top = room.y
        for section in self._told(room):
            section.draw(pygame.Rect(room.x, top, room.width, section.height))
            top += section.height + self.context.px(BETWEEN)
        if self.session.is_over:
            self._trophy(pygame.Rect(room.x, top, room.width, room.bottom - top))

    def _told(self, room: pygame.Rect) -> list[Section]:
        sections, left = self._sections(room), room.height
        told = set()
        for n in sorted(range(len(sections)), key=lambda n: sections[n].rank):
            height = sections[n].height
            if height <= left:
                told.add(n)
                left -= height + self.context.px(BETWEEN)
        return [section for n, section in enumerate(sections) if n in told]

    def _sections(self, room: pygame.Rect) -> list[Section]:
        px, session, colours = self.context.px, self.session, self._colours
        why = self.wording.result(session.told_to_all[-1])
        names, rounds = score_names(session.public, self.wording), session.finished_rounds
        seats = [n for n, side in enumerate(session.public.seating.side_of) if side != NOBODY]
        found = [
            self._words(0, ending(session, self.wording), HEAD, colours.text, room),
            self._words(1, why, SENTENCE, colours.muted, room),
            Section(4, px(TITLE + LINE * len(seats)), partial(self._held, seats)),
        ]
        if self.moment is not None:
            text = deciding(self.moment, self.wording)
            found.append(self._words(2, text, styles.STRONG, colours.warning, room))
        if before := the_other_way(session, self.wording):
            found.append(self._words(2, before, styles.STRONG, colours.muted, room))
        found.append(Section(3, px(SCORE_LINE * len(names)), partial(self._score, names)))
        if len(rounds) > 1:
            n = max(1, min(len(rounds), 8))
            found.append(Section(5, px(TITLE + ROUND_LINE * n), partial(self._rounds, rounds[-n:])))
        return found

    @property
    def _colours(self) -> Colours:
        return self.context.theme.colours

    @property
    def _fonts(self) -> Fonts:
        return self.context.fonts

    def _words(
        self, rank: int, text: str, style: TextStyle, ink: tuple[int, int, int], room: pygame.Rect
    ) -> Section:
        height = self._fonts.paragraph_height(text, style, room.width)

        def draw(rect: pygame.Rect) -> None:
            self._fonts.paragraph(self._surface, text, rect, style, ink)

        return Section(rank, height, draw)

    def _title(self, rect: pygame.Rect, text: str) -> int:
        """Returns where the lines below begin."""
        self._fonts.text(self._surface, text, rect.topleft, styles.SMALL, self._colours.muted)
        return rect.y + self.context.px(TITLE)

    def _sign(self, side: Side, centre: tuple[int, int], size: float) -> None:
        if side != NOBODY:
            sign = self.context.sprites.sign(self.session.look(side).piece(), self.context.px(size))
            sign.draw_centred(self._surface, centre)

    def _held(self, seats: Sequence[Seat], rect: pygame.Rect) -> None:
        """The cards of every hand, with their sum."""
        hands, px = self.session.glance().hands or (), self.context.px
        top = self._title(rect, _("Held at the end"))
        for n, seat in enumerate(seats):
            middle = top + px(LINE) * n + px(LINE) // 2
            line = pygame.Rect(rect.x, middle, rect.width, 0)
            left = self._hand(line, hands[seat] if hands else ())
            self._sign(self.session.public.seating.side_of[seat], (rect.x + px(8), middle), 15)
            name, place = self.wording.name(seat), (rect.x + px(24), middle)
            room, ink = left - place[0] - px(8), self._colours.text
            self._fonts.text(self._surface, name, place, styles.BODY, ink, "midleft", room)

    def _hand(self, line: pygame.Rect, cards: Sequence[Card]) -> int:
        """Small cards at the right end of a line; returns where they begin."""
        px = self.context.px
        if not cards:
            text, ink = _("no card"), self._colours.muted
            place = line.midright
            return self._fonts.text(self._surface, text, place, styles.SMALL, ink, "midright").x
        left = line.right - len(cards) * px(WIDE + 4) + px(4)
        for n, card in enumerate(cards):
            small_card(self._surface, self.context, (left + n * px(WIDE + 4), line.centery), card)
        return left

    def _score(self, names: Sequence[str], rect: pygame.Rect) -> None:
        """One line for each score: sign, name, points."""
        public, px, ink = self.session.public, self.context.px, self._colours.text
        for place, name in enumerate(names):
            side = public.seating.side_of[place] if len(public.score) > 2 else place
            middle = rect.y + px(SCORE_LINE) * place + px(SCORE_LINE) // 2
            self._sign(side, (rect.x + px(10), middle), 20)
            at, told = (rect.right, middle), str(public.score[place])
            points = self._fonts.text(self._surface, told, at, SCORE, ink, "midright")
            left = rect.x + px(30)
            room = points.left - left - px(8)
            self._fonts.text(
                self._surface, name, (left, middle), styles.LABEL, ink, "midleft", room
            )

    def _rounds(self, rounds: Sequence[RoundRecord], rect: pygame.Rect) -> None:
        """The points of the latest rounds."""
        px, fonts, muted = self.context.px, self._fonts, self._colours.muted
        top = self._title(rect, _("Points by round"))
        first = len(self.session.finished_rounds) - len(rounds)
        for n, one in enumerate(rounds):
            assert one.result is not None
            middle = top + px(ROUND_LINE) * n + px(ROUND_LINE) // 2
            number = str(first + n + 1)
            fonts.text(self._surface, number, (rect.x + px(18), middle), CELL, muted, "midright")
            sign = self.context.sprites.sign(self._look_in(one).piece(), px(14))
            sign.draw_centred(self._surface, (rect.x + px(36), middle))
            why, place, room = round_by(one.result.by), (rect.x + px(52), middle), rect.width
            fonts.text(self._surface, why, place, styles.SMALL, muted, "midleft", room - px(90))
            points = f"+{one.result.points}"
            ink = self._colours.text
            fonts.text(self._surface, points, (rect.right, middle), CELL, ink, "midright")

    def _look_in(self, played: RoundRecord) -> Look:
        """Of the side that won a round; at some tables the sides change from round to round."""
        assert played.result is not None
        rules = self.session.rules
        seating = seating_for(rules, played.leader, played.starter, played.duel)
        return self.session.looks.of(seating.seats_of(played.result.side))

    def _trophy(self, room: pygame.Rect) -> None:
        """The double of who has won the match, where there is room."""
        context, result = self.context, self.session.public.result
        assert result is not None
        width = min(context.px(MOST_TROPHY), round(room.height * 0.5))
        if width < context.px(LEAST_TROPHY):
            return
        foot = (room.centerx, room.centery + width // 2)
        piece = self.session.look(result.side).piece(True)
        context.sprites.draw_marker(self._surface, piece, foot, width)
