"""The end of a round or match: who won and how, all hands, the score, and what to do next."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

import pygame

from hacktrick.app.marker_styles import MarkerStyle
from hacktrick.app.public_threats import DecisiveTurn
from hacktrick.app.session import Session
from hacktrick.app.themes import Colours
from hacktrick.app.workspace import Workspace
from hacktrick.game.cards import Card
from hacktrick.game.rules import NOBODY, Seat, Side, seating_for
from hacktrick.i18n.match_summaries import (
    deciding_turn_sentence,
    rematch,
    result_sentence,
    score_names,
    swapped_result_sentence,
    win_kind,
)
from hacktrick.i18n.match_text import Wording
from hacktrick.i18n.review_text import ReviewSentences
from hacktrick.i18n.table_frame import log_lines
from hacktrick.i18n.translator import _
from hacktrick.match.record import RoundRecord
from hacktrick.ui.input.intents import INTENT
from hacktrick.ui.layout.boxes import columns
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.paint.fonts import Fonts, TextStyle
from hacktrick.ui.paint.keys_and_panels import PanelLook
from hacktrick.ui.scene.context import Context
from hacktrick.ui.scene.scene import Scene
from hacktrick.ui.table.panels.move_traces import SMALL_CARD_WIDTH, draw_small_card
from hacktrick.ui.table.panels.right_column import LogPanel
from hacktrick.ui.widgets.basic_widgets import Button, Widget
from hacktrick.ui.widgets.deck_cut import CutButton, FingerprintButton, place_deal_row
from hacktrick.ui.widgets.focus import FocusGroup

HEAD = TextStyle("heading", 26)
SENTENCE = TextStyle("strong", 17)
SCORE = TextStyle("numeral", 30)
CELL = TextStyle("mono", 15)
TITLE, LINE, SCORE_LINE, ROUND_LINE = 24.0, 27.0, 36.0, 22.0  # units of height
BETWEEN = 12.0
LEAST_TROPHY, MOST_TROPHY = 56.0, 104.0

Draw = Callable[[pygame.Rect], None]


@dataclass(frozen=True, slots=True)
class StorySection:
    """A section of the result: its height in pixels and how it is drawn.

    Attributes:
        rank: sections with a low rank stay where there is no room for all.
    """

    rank: int
    height: int
    draw: Draw


class ResultStory:
    """Draws how the round that is over was won.

    Args:
        moment: the turn that decided it, if any.
    """

    def __init__(self, context: Context, session: Session, moment: DecisiveTurn | None) -> None:
        self.context, self.session, self.moment = context, session, moment
        self.wording = Wording(session.rules, session.seats, session.sole_player)
        self._surface = pygame.Surface((1, 1))

    def draw(self, surface: pygame.Surface, room: pygame.Rect) -> None:
        """Draw the sections that fit into ``room``."""
        self._surface = surface
        top = room.y
        for section in self._told(room):
            section.draw(pygame.Rect(room.x, top, room.width, section.height))
            top += section.height + self.context.px(BETWEEN)
        if self.session.is_over:
            self._trophy(pygame.Rect(room.x, top, room.width, room.bottom - top))

    def _told(self, room: pygame.Rect) -> list[StorySection]:
        sections, left = self._sections(room), room.height
        told = set()
        for n in sorted(range(len(sections)), key=lambda n: sections[n].rank):
            height = sections[n].height
            if height <= left:
                told.add(n)
                left -= height + self.context.px(BETWEEN)
        return [section for n, section in enumerate(sections) if n in told]

    def _sections(self, room: pygame.Rect) -> list[StorySection]:
        px, session, colours = self.context.px, self.session, self._colours
        why = self.wording.round_result(session.public_history[-1])
        names, rounds = score_names(session.public, self.wording), session.finished_rounds
        seats = [n for n, side in enumerate(session.public.seating.side_of) if side != NOBODY]
        found = [
            self._words(0, result_sentence(session, self.wording), HEAD, colours.text, room),
            self._words(1, why, SENTENCE, colours.muted, room),
            StorySection(4, px(TITLE + LINE * len(seats)), partial(self._held, seats)),
        ]
        if self.moment is not None:
            text = deciding_turn_sentence(self.moment, self.wording)
            found.append(self._words(2, text, styles.STRONG, colours.warning, room))
        if before := swapped_result_sentence(session, self.wording):
            found.append(self._words(2, before, styles.STRONG, colours.muted, room))
        found.append(StorySection(3, px(SCORE_LINE * len(names)), partial(self._score, names)))
        if len(rounds) > 1:
            n = max(1, min(len(rounds), 8))
            found.append(
                StorySection(5, px(TITLE + ROUND_LINE * n), partial(self._rounds, rounds[-n:]))
            )
        return found

    @property
    def _colours(self) -> Colours:
        return self.context.theme.colours

    @property
    def _fonts(self) -> Fonts:
        return self.context.fonts

    def _words(
        self, rank: int, text: str, style: TextStyle, ink: tuple[int, int, int], room: pygame.Rect
    ) -> StorySection:
        height = self._fonts.paragraph_height(text, style, room.width)

        def draw(rect: pygame.Rect) -> None:
            self._fonts.draw_paragraph(self._surface, text, rect, style, ink)

        return StorySection(rank, height, draw)

    def _title(self, rect: pygame.Rect, text: str) -> int:
        """Draw a heading; returns where the lines below begin."""
        self._fonts.draw_text(self._surface, text, rect.topleft, styles.SMALL, self._colours.muted)
        return rect.y + self.context.px(TITLE)

    def _sign(self, side: Side, centre: tuple[int, int], size: float) -> None:
        if side != NOBODY:
            sign = self.context.sprites.sign(
                self.session.side_styles[side].piece(), self.context.px(size)
            )
            sign.draw_centred(self._surface, centre)

    def _held(self, seats: Sequence[Seat], rect: pygame.Rect) -> None:
        """Draw all hands with their sums."""
        hands, px = self.session.snapshot().hands or (), self.context.px
        top = self._title(rect, _("Held at the end"))
        for n, seat in enumerate(seats):
            middle = top + px(LINE) * n + px(LINE) // 2
            line = pygame.Rect(rect.x, middle, rect.width, 0)
            left = self._hand(line, hands[seat] if hands else ())
            self._sign(self.session.public.seating.side_of[seat], (rect.x + px(8), middle), 15)
            name, place = self.wording.name(seat), (rect.x + px(24), middle)
            room, ink = left - place[0] - px(8), self._colours.text
            self._fonts.draw_text(self._surface, name, place, styles.BODY, ink, "midleft", room)

    def _hand(self, line: pygame.Rect, cards: Sequence[Card]) -> int:
        """Draw small cards at the right end of a line; returns where they begin."""
        px = self.context.px
        if not cards:
            text, ink = _("no card"), self._colours.muted
            place = line.midright
            return self._fonts.draw_text(
                self._surface, text, place, styles.SMALL, ink, "midright"
            ).x
        left = line.right - len(cards) * px(SMALL_CARD_WIDTH + 4) + px(4)
        for n, card in enumerate(cards):
            draw_small_card(
                self._surface,
                self.context,
                (left + n * px(SMALL_CARD_WIDTH + 4), line.centery),
                card,
            )
        return left

    def _score(self, names: Sequence[str], rect: pygame.Rect) -> None:
        """Draw one line for each score: sign, name, points."""
        public, px, ink = self.session.public, self.context.px, self._colours.text
        for place, name in enumerate(names):
            side = public.seating.side_of[place] if len(public.score) > 2 else place
            middle = rect.y + px(SCORE_LINE) * place + px(SCORE_LINE) // 2
            self._sign(side, (rect.x + px(10), middle), 20)
            at, told = (rect.right, middle), str(public.score[place])
            points = self._fonts.draw_text(self._surface, told, at, SCORE, ink, "midright")
            left = rect.x + px(30)
            room = points.left - left - px(8)
            self._fonts.draw_text(
                self._surface, name, (left, middle), styles.LABEL, ink, "midleft", room
            )

    def _rounds(self, rounds: Sequence[RoundRecord], rect: pygame.Rect) -> None:
        """Draw the points of the latest rounds."""
        px, fonts, muted = self.context.px, self._fonts, self._colours.muted
        top = self._title(rect, _("Points by round"))
        first = len(self.session.finished_rounds) - len(rounds)
        for n, one in enumerate(rounds):
            assert one.result is not None
            middle = top + px(ROUND_LINE) * n + px(ROUND_LINE) // 2
            number = str(first + n + 1)
            fonts.draw_text(
                self._surface, number, (rect.x + px(18), middle), CELL, muted, "midright"
            )
            sign = self.context.sprites.sign(self._look_in(one).piece(), px(14))
            sign.draw_centred(self._surface, (rect.x + px(36), middle))
            why, place, room = win_kind(one.result.by), (rect.x + px(52), middle), rect.width
            fonts.draw_text(
                self._surface, why, place, styles.SMALL, muted, "midleft", room - px(90)
            )
            points = f"+{one.result.points}"
            ink = self._colours.text
            fonts.draw_text(self._surface, points, (rect.right, middle), CELL, ink, "midright")

    def _look_in(self, played: RoundRecord) -> MarkerStyle:
        """The marker style of the side that won a round; with some seatings sides change between
        rounds."""
        assert played.result is not None
        rules = self.session.rules
        seating = seating_for(rules, played.leader, played.starter, played.duel)
        return self.session.marker_styles.of(seating.seats_of(played.result.side))

    def _trophy(self, room: pygame.Rect) -> None:
        """Draw the double of the winner of the match, where there is room."""
        context, result = self.context, self.session.public.result
        assert result is not None
        width = min(context.px(MOST_TROPHY), round(room.height * 0.5))
        if width < context.px(LEAST_TROPHY):
            return
        foot = (room.centerx, room.centery + width // 2)
        piece = self.session.side_styles[result.side].piece(True)
        context.sprites.draw_marker(self._surface, piece, foot, width)


RESULT_INPUT_DELAY = 0.8  # seconds in which input meant for the table is ignored
HEIGHT, TOLD, LOW, GAP = (
    52.0,
    58.0,
    40.0,
    10.0,
)  # units: heights of the buttons, the last with a second line
SECOND = styles.TextStyle("heading", 16)  # for the buttons that look back
WIDE = 560.0  # units: from this width the result stands beside the buttons
HIGH = 480.0  # units: in this height the result fits above the buttons
COLUMN = 440.0  # units: its greatest width beside the buttons


class ResultScene(Scene):
    """Shows the result of a round over the table.

    Args:
        place: gives the area beside or below the board, in pixels, at every layout.
        done: called when the next round has been dealt.
    """

    opaque = False

    def __init__(
        self,
        context: Context,
        workspace: Workspace,
        place: Callable[[], pygame.Rect],
        done: Callable[[], None],
    ) -> None:
        super().__init__(context)
        assert workspace.session is not None
        self.workspace, self.session, self._place, self._done = (
            workspace,
            workspace.session,
            place,
            done,
        )
        self.group = FocusGroup(context, self._touch)
        self.log = LogPanel(context)
        self.reading = False  # the log instead of the story
        self._moment = self.session.decisive_turn
        self._age = 0.0
        self._reviews = workspace.local_table.reviews
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
        """Place the buttons upwards from the bottom; returns where they begin."""
        px = self.context.px
        seals = [one for one in self._main if isinstance(one, FingerprintButton)]
        main = [one for one in self._main if one not in seals]
        bottom = self._place_low(inner)
        top = self._stack(inner, bottom, main, px(TOLD if self._reviews else HEIGHT))
        for widget in main:
            if isinstance(widget, CutButton):
                place_deal_row(self.context, widget, seals[0], widget.rect)
        return top

    def _place_low(self, inner: pygame.Rect) -> int:
        """Place the buttons that look back beside each other where they fit; returns the bottom for
        the next one."""
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
        if self.workspace.local_table.is_daily_round:
            self.workspace.daily_round.update()

    def covered(self) -> None:
        """Pause the work at the round of the day: the scene above may need the thinker."""
        self.workspace.daily_round.pause()

    def uncovered(self) -> None:
        """Ask for the review again: the scene above may have shown another round."""
        if self._reviews:
            self._reviews.want(len(self._reviews) - 1)

    def handle(self, event: pygame.Event) -> bool:
        if event.type in (pygame.KEYDOWN, INTENT) and self._age < RESULT_INPUT_DELAY:
            return self.intent(event) != "back"
        if (
            event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)
            and self._age < RESULT_INPUT_DELAY
        ):
            return True
        if self._reviews and self.intent(event) == "retry":
            self._to_review()
            return True
        if self.intent(event) == "log":
            self.read()
            return True
        return self.group.handle(event)

    def read(self) -> None:
        """Show the log, or the result again."""
        self.reading = not self.reading
        self.log.visible = self.reading
        self.layout()

    def draw(self, surface: pygame.Surface) -> None:
        context, colours = self.context, self.context.theme.colours
        result = self.session.public.result
        assert result is not None
        colour = colours.players[self.session.side_styles[result.side].colour]
        radius = round(context.theme.surface.corner * context.scale)
        pygame.draw.rect(surface, colours.panel, self._rect, border_radius=radius)
        look = PanelLook(edge=colour, edge_width=2.2, glow=colour)
        context.sprites.panel(look, self._rect.size).draw(surface, self._rect.topleft)
        if not self.reading:
            ResultStory(context, self.session, self._moment).draw(surface, self._room)
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
        self.log.lines = log_lines(self.session.public_history, self._wording(), "standard")
        self.group.replace([*self._main, *self._below, self.log])
        self._tell_of_review()

    def _stack(
        self, inner: pygame.Rect, bottom: int, buttons: Sequence[Widget], height: int
    ) -> int:
        """Place buttons above each other down to ``bottom``; returns where they begin."""
        step = height + self.context.px(GAP)
        top = bottom - len(buttons) * step + self.context.px(GAP)
        for n, widget in enumerate(buttons):
            widget.rect = pygame.Rect(inner.x, top + n * step, inner.width, height)
        return top

    def _tell_of_review(self) -> None:
        """Show on the button of the review how many moments are worth a look, and no other
        figure."""
        if self._reviews is None or self._review is None:
            return
        viewer = self.session.viewer
        seat = self._reviews.viewers[0] if viewer is None else viewer
        words = ReviewSentences(self.session.rules, self.session.seats, seat)
        self._review.effect = words.summary_line(self._reviews.of(len(self._reviews) - 1, seat))
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
            self.context.navigator.show_review(self._reviews)

    def _looks_back(self) -> list[Button]:
        """The button for what the computer saw, where a computer has played."""
        if not self.session.has_computer:
            return []
        return [
            Button(
                self.context, _("What the computer saw"), self.context.navigator.show_decision_audit
            )
        ]

    def _ways_on(self) -> list[Widget]:
        context = self.context
        if not self.session.is_over:
            deal, seal = self._next_round, lambda: self.session.commitment
            label = _("Next round")
            first: Widget = CutButton(context, label, deal, seal, hint="confirm", primary=True)
            return [first, FingerprintButton(context, deal, seal)]
        if self.workspace.local_table.is_daily_round:
            label, told = _("What the levels did"), context.navigator.show_daily_round
            return [
                Button(context, label, told, hint="confirm", primary=True),
                Button(context, _("Back to the start"), self._to_title),
            ]
        deal, seal = self._play_again, self._fingerprint
        label = _("Back to the start")
        return [
            Button(context, label, self._to_title, hint="confirm", primary=True),
            CutButton(context, _("Play again"), deal, seal),
            FingerprintButton(context, deal, seal),
        ]

    def _fingerprint(self) -> str | None:
        """The fingerprint of the first deal of another match, where a person plays alone."""
        return self.workspace.local_table.commitment if rematch(self.session).is_solo else None

    def _next_round(self, cut: str | None = None) -> None:
        self.session.next_round(cut)
        self.context.stack.pop()
        self._done()

    def _play_again(self, cut: str | None = None) -> None:
        """Start another match with the same players and rules."""
        self.context.navigator.start_match(replace(rematch(self.session), cut=cut))

    def _to_title(self) -> None:
        self.context.navigator.show_title()

    def _wording(self) -> Wording:
        return Wording(self.session.rules, self.session.seats, self.session.sole_player)
