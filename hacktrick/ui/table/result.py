"""The end of a round or of the match: what happened, the score, and how it goes on.

It lies beside or below the board, so that the table with all hands turned up stays in sight; the
log of the round can be read in its place.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import pygame

from hacktrick.seat.desk import Desk
from hacktrick.ui.controls.cut import CutButton, SealButton, side_by_side
from hacktrick.ui.controls.focus import FocusGroup
from hacktrick.ui.controls.widgets import Button, Widget
from hacktrick.ui.keys.intents import INTENT
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.paint.boxes import columns
from hacktrick.ui.paint.keys import PanelLook
from hacktrick.ui.stage.context import Context
from hacktrick.ui.stage.scene import Scene
from hacktrick.ui.table.ended import Ended
from hacktrick.ui.table.side import LogPart
from hacktrick.words.frame import log_lines
from hacktrick.words.reviews import ReviewWords
from hacktrick.words.summaries import same_again
from hacktrick.words.translator import _
from hacktrick.words.wording import Wording

DEAF = 0.8  # seconds in which a press that was meant for the table is not heard
HEIGHT, TOLD, LOW, GAP = 52.0, 58.0, 40.0, 10.0  # units of the buttons; told: with a second line
SECOND = styles.TextStyle("heading", 16)  # on buttons that look back
WIDE = 560.0  # units of width from which the story can stand beside the buttons
HIGH = 480.0  # units of height in which that of a round has room above them
COLUMN = 440.0  # units of width, at most, where it stands there


class ResultScene(Scene):
    """Lies over the table after a round.

    Args:
        place: beside or below the board, in pixels, asked for at every layout.
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
        self.log = LogPart(context)
        self.reading = False  # the log instead of the story
        self._moment = self.session.moment
        self._age = 0.0
        self._reviews = desk.reviews
        self._review: Button | None = None
        if self._reviews:
            self._reviews.want(len(self._reviews) - 1)
        self._rect = self._room = pygame.Rect(0, 0, 0, 0)
        self._build()

    def layout(self) -> None:
        self._build()
        px = self.context.px
        self._rect = self._place()
        inner = self._rect.inflate(-2 * px(20), -2 * px(20))
        is_long = self.session.is_over or inner.height < px(HIGH)
        if inner.width >= px(WIDE) and is_long:
            self._room, buttons = columns(inner, (1.0, 1.0), px(24))
            self._place_buttons(buttons)
        else:
            inner.inflate_ip(min(0, px(COLUMN) - inner.width), 0)
            bottom = self._place_buttons(inner)
            self._room = pygame.Rect(inner.x, inner.y, inner.width, bottom - px(14) - inner.y)
        self.log.rect = self._room.inflate(2 * px(8), 2 * px(8))
        self.dirty = True

    def _place_buttons(self, inner: pygame.Rect) -> int:
        """Up from the bottom; returns where they begin."""
        px = self.context.px
        seals = [one for one in self._main if isinstance(one, SealButton)]
        main = [one for one in self._main if one not in seals]
        bottom = self._place_low(inner)
        top = self._stack(inner, bottom, main, px(TOLD if self._reviews else HEIGHT))
        for widget in main:
            if isinstance(widget, CutButton):
                side_by_side(self.context, widget, seals[0], widget.rect)
        return top

    def _place_low(self, inner: pygame.Rect) -> int:
        """The ways to look back, beside each other where their words have room; returns where the
        next button above them ends."""
        height, gap = self.context.px(LOW), self.context.px(GAP)
        widths = [one.needed for one in self._below]
        spare = inner.width - sum(widths) - gap * (len(widths) - 1)
        if spare < 0:
            height = self.context.px(HEIGHT) if max(widths) > inner.width else height
            return self._stack(inner, inner.bottom, self._below, height) - gap
        left, top = inner.x, inner.bottom - height
        for widget, width in zip(self._below, [widths[0] + spare, *widths[1:]], strict=True):
            widget.rect = pygame.Rect(left, top, width, height)
            left += width + gap
        return top - gap

    def update(self, dt: float) -> None:
        self._age += dt
        if self.context.stack.top is not self:
            return
        if self._reviews and self._reviews.update():
            self._tell_of_review()
        if self.desk.is_todays_round:
            self.desk.today.update()

    def covered(self) -> None:
        """What lies above may need the thinker."""
        self.desk.today.pause()

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
        if self.intent(event) == "log":
            self.read()
            return True
        return self.group.handle(event)

    def read(self) -> None:
        """The log, or the story again."""
        self.reading = not self.reading
        self.log.visible = self.reading
        self.layout()

    def draw(self, surface: pygame.Surface) -> None:
        context, colours = self.context, self.context.theme.colours
        result = self.session.public.result
        assert result is not None
        colour = colours.players[self.session.look(result.side).colour]
        radius = round(context.theme.surface.corner * context.scale)
        pygame.draw.rect(surface, colours.panel, self._rect, border_radius=radius)
        look = PanelLook(edge=colour, edge_width=2.2, glow=colour)
        context.sprites.panel(look, self._rect.size).draw(surface, self._rect.topleft)
        if not self.reading:
            Ended(context, self.session, self._moment).draw(surface, self._room)
        self.group.draw(surface)

    # Buttons

    def _touch(self) -> None:
        self.dirty = True

    def _build(self) -> None:
        self._main = self._answers()
        label = _("Result") if self.reading else _("Log")
        self._below: list[Button] = [
            *self._looks_back(),
            Button(self.context, label, self.read, hint="log"),
        ]
        for button in self._below:
            button.style = SECOND
        self.log.visible = self.reading
        self.log.tell(log_lines(self.session.told_to_all, self._wording(), "standard"))
        self.group.replace([*self._main, *self._below, self.log])
        self._tell_of_review()

    def _stack(
        self, inner: pygame.Rect, bottom: int, buttons: Sequence[Widget], height: int
    ) -> int:
        """Buttons above each other down to ``bottom``; returns where they begin."""
        step = height + self.context.px(GAP)
        top = bottom - len(buttons) * step + self.context.px(GAP)
        for n, widget in enumerate(buttons):
            widget.rect = pygame.Rect(inner.x, top + n * step, inner.width, height)
        return top

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
        return [first, *self._reviewing(), *ways]

    def _reviewing(self) -> list[Widget]:
        self._review = None
        if self._reviews:
            self._review = Button(self.context, _("Review"), self._to_review, hint="retry")
        return [self._review] if self._review else []

    def _to_review(self) -> None:
        if self._reviews:
            self.context.ways.review(self._reviews)

    def _looks_back(self) -> list[Button]:
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
        if self.desk.is_todays_round:
            label, told = _("What the levels did"), context.ways.today
            return [
                Button(context, label, told, hint="confirm", primary=True),
                Button(context, _("Back to the start"), self._to_title),
            ]
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
