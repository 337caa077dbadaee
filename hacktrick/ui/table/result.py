"""The end of a round or of the match: what happened, the score, and how it goes on.

It lies over the right column, so that the table with all hands turned up stays in sight.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pygame

from hacktrick.game.rules import seating_for
from hacktrick.play.record import RoundRecord
from hacktrick.seat.desk import Desk
from hacktrick.seat.looks import Look
from hacktrick.ui.controls.cut import CutButton, SealButton, side_by_side
from hacktrick.ui.controls.focus import FocusGroup
from hacktrick.ui.controls.widgets import Button, Widget
from hacktrick.ui.keys.intents import INTENT
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.paint.fonts import TextStyle
from hacktrick.ui.paint.keys import PanelLook
from hacktrick.ui.stage.context import Context
from hacktrick.ui.stage.scene import Scene
from hacktrick.words.reviews import ReviewWords
from hacktrick.words.summaries import ending, round_by, same_again, score_names
from hacktrick.words.translator import _
from hacktrick.words.wording import Wording

DEAF = 0.8  # seconds in which a press that was meant for the table is not heard
HEAD = TextStyle("heading", 26)
SENTENCE = TextStyle("strong", 17)
SCORE = TextStyle("numeral", 30)
CELL = TextStyle("mono", 15)


class ResultScene(Scene):
    """Lies over the table after a round.

    Args:
        place: the right column of the table, in pixels, asked for at every layout.
        done: called when the next round has been dealt.
    """

    opaque = False

    def __init__(
        self,
        context: Context,
        desk: Desk,
        place: Callable[[], pygame.Rect],
        done: Callable[[], None],
    ) -> None:
        super().__init__(context)
        assert desk.session is not None
        self.desk, self.session, self._place, self._done = desk, desk.session, place, done
        self.group = FocusGroup(context, self._touch)
        self._age = 0.0
        self._reviews = desk.reviews
        self._review: Button | None = None
        if self._reviews:
            self._reviews.want(len(self._reviews) - 1)
        self._rect = pygame.Rect(0, 0, 0, 0)
        self._build()

    def layout(self) -> None:
        self._build()
        px = self.context.px
        self._rect = self._place()
        seals = [one for one in self.group.widgets if isinstance(one, SealButton)]
        widgets = [one for one in self.group.widgets if one not in seals]
        height, gap = px(58 if self._reviews else 52), px(10)
        inner = self._rect.inflate(-2 * px(20), -2 * px(20))
        top = inner.bottom - len(widgets) * height - (len(widgets) - 1) * gap
        for n, widget in enumerate(widgets):
            widget.rect = pygame.Rect(inner.x, top + n * (height + gap), inner.width, height)
        for widget in widgets:
            if isinstance(widget, CutButton):
                side_by_side(self.context, widget, seals[0], widget.rect)
        self.dirty = True

    def update(self, dt: float) -> None:
        self._age += dt
        if self.context.stack.top is self and self._reviews and self._reviews.update():
            self._tell_of_review()

    def uncovered(self) -> None:
        """A review that was looked at may have been of another round."""
        if self._reviews:
            self._reviews.want(len(self._reviews) - 1)

    def handle(self, event: pygame.Event) -> bool:
        if event.type in (pygame.KEYDOWN, INTENT) and self._age < DEAF:
            return self.intent(event) != "back"
        if event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP) and self._age < DEAF:
            return True
        if self._reviews and self.intent(event) == "retry":
            self._to_review()
            return True
        return self.group.handle(event)

    def _touch(self) -> None:
        self.dirty = True

    def _build(self) -> None:
        self.group.replace(self._answers())
        self._tell_of_review()

    def _tell_of_review(self) -> None:
        """Below the word on its button: how many moments are worth a look, and no other figure."""
        if self._reviews is None or self._review is None:
            return
        viewer = self.session.viewer
        seat = self._reviews.viewers[0] if viewer is None else viewer
        words = ReviewWords(self.session.rules, self.session.seats, seat)
        self._review.effect = words.summary(self._reviews.of(len(self._reviews) - 1, seat))
        self.dirty = True

    def _answers(self) -> list[Widget]:
        first, *ways = self._ways_on()
        return [first, *self._reviewing(), *ways, *self._looks_back()]

    def _reviewing(self) -> list[Widget]:
        self._review = None
        if self._reviews:
            self._review = Button(self.context, _("Review"), self._to_review, hint="retry")
        return [self._review] if self._review else []

    def _to_review(self) -> None:
        if self._reviews:
            self.context.ways.review(self._reviews)

    def _looks_back(self) -> list[Widget]:
        """What the computer saw, where one has played."""
        if not self.session.has_computer:
            return []
        return [Button(self.context, _("What the computer saw"), self.context.ways.witness)]

    def _ways_on(self) -> list[Widget]:
        context = self.context
        if not self.session.is_over:
            deal, seal = self._next_round, lambda: self.session.commitment
            label = _("Next round")
            first: Widget = CutButton(context, label, deal, seal, hint="confirm", primary=True)
            return [first, SealButton(context, deal, seal)]
        deal, seal = self._play_again, self._fingerprint
        label = _("Back to the start")
        return [
            Button(context, label, self._to_title, hint="confirm", primary=True),
            CutButton(context, _("Play again"), deal, seal),
            SealButton(context, deal, seal),
        ]

    def _fingerprint(self) -> str | None:
        """Of the first deal of another match, where somebody plays alone."""
        return self.desk.commitment if same_again(self.session).is_solo else None

    def _next_round(self, cut: str | None = None) -> None:
        self.session.next_round(cut)
        self.context.stack.pop()
        self._done()

    def _play_again(self, cut: str | None = None) -> None:
        """The same players and rules once more."""
        self.context.ways.begin(replace(same_again(self.session), cut=cut))

    def _to_title(self) -> None:
        self.context.ways.title()

    def _wording(self) -> Wording:
        return Wording(self.session.rules, self.session.seats)

    def _look_in(self, played: RoundRecord) -> Look:
        """Of the side that won a round; at some tables the sides change from round to round."""
        assert played.result is not None
        rules = self.session.rules
        seating = seating_for(rules, played.leader, played.starter, played.duel)
        return self.session.looks.of(seating.seats_of(played.result.side))

    # The picture

    def draw(self, surface: pygame.Surface) -> None:
        context, px = self.context, self.context.px
        session, wording = self.session, self._wording()
        colours, fonts = context.theme.colours, context.fonts
        public = session.public
        assert public.result is not None
        colour = colours.players[session.look(public.result.side).colour]
        radius = round(context.theme.surface.corner * context.scale)
        pygame.draw.rect(surface, colours.panel, self._rect, border_radius=radius)
        look = PanelLook(edge=colour, edge_width=2.2, glow=colour)
        context.sprites.panel(look, self._rect.size).draw(surface, self._rect.topleft)
        inner = self._rect.inflate(-2 * px(20), -2 * px(20))
        y = inner.y
        head = ending(session, wording)
        y += fonts.paragraph(surface, head, inner.move(0, y - inner.y), HEAD, colours.text)
        y += px(8)
        sentence = wording.result(session.told_to_all[-1])
        y += fonts.paragraph(surface, sentence, inner.move(0, y - inner.y), SENTENCE, colours.muted)
        y += px(14)
        y = self._score(surface, inner, y, wording)
        y = self._rounds(surface, inner, y + px(12), wording)
        self._trophy(surface, inner, y + px(14))
        self.group.draw(surface)

    def _score(self, surface: pygame.Surface, inner: pygame.Rect, y: int, wording: Wording) -> int:
        """One line for each score: sign, name, points."""
        context, px = self.context, self.context.px
        colours, fonts = context.theme.colours, context.fonts
        public = self.session.public
        for place, name in enumerate(score_names(public, wording)):
            side = public.seating.side_of[place] if len(public.score) > 2 else place
            middle = y + px(17)
            if side >= 0:
                sign = context.sprites.sign(self.session.look(side).piece(), px(20))
                sign.draw_centred(surface, (inner.x + px(10), middle))
            points = fonts.text(
                surface,
                str(public.score[place]),
                (inner.right, middle),
                SCORE,
                colours.text,
                "midright",
            )
            left = inner.x + px(30)
            room = points.left - left - px(8)
            fonts.text(surface, name, (left, middle), styles.LABEL, colours.text, "midleft", room)
            y += px(36)
        return y

    def _rounds(self, surface: pygame.Surface, inner: pygame.Rect, y: int, wording: Wording) -> int:
        """The points of every round; the latest ones where there is no room for all. Returns where
        they end."""
        context, px = self.context, self.context.px
        colours, fonts = context.theme.colours, context.fonts
        rounds = self.session.finished_rounds
        bottom = self.group.widgets[0].rect.y - px(14)
        room = (bottom - y) // px(22) - 1
        if room < 1:
            return bottom
        title = _("Points by round")
        fonts.text(surface, title, (inner.x, y), styles.SMALL, colours.muted)
        first = max(0, len(rounds) - room)
        for n, one in enumerate(rounds[first:], start=first):
            assert one.result is not None
            middle = y + px(22) * (n - first + 1) + px(11)
            fonts.text(
                surface, str(n + 1), (inner.x + px(18), middle), CELL, colours.muted, "midright"
            )
            sign = context.sprites.sign(self._look_in(one).piece(), px(14))
            sign.draw_centred(surface, (inner.x + px(36), middle))
            why = round_by(one.result.by)
            fonts.text(
                surface,
                why,
                (inner.x + px(52), middle),
                styles.SMALL,
                colours.muted,
                "midleft",
                inner.width - px(90),
            )
            points = f"+{one.result.points}"
            fonts.text(surface, points, (inner.right, middle), CELL, colours.text, "midright")
        return y + px(22) * (len(rounds) - first + 1)

    def _trophy(self, surface: pygame.Surface, inner: pygame.Rect, top: int) -> None:
        """The winner's marker, large, where there is room: the double for more than one point and
        for the match."""
        context, session = self.context, self.session
        result = session.public.result
        assert result is not None
        free = self.group.widgets[0].rect.y - top
        width = min(context.px(132), round(free * 0.5))
        if width < context.px(56):
            return
        double = session.is_over or result.points > 1
        foot = (inner.centerx, top + free // 2 + width // 2)
        piece = session.look(result.side).piece(double)
        context.sprites.draw_marker(surface, piece, foot, width)
