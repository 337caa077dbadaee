"""The audit of the computer's decisions in a finished round.

For each decision, the screen shows the view from which the computer decided, and whether a new
decision from this view gives the same result.
"""

from __future__ import annotations

import pygame

from hacktrick.app.match_reviews import AuditState
from hacktrick.app.program_services import ProgramServices
from hacktrick.app.themes import Colour
from hacktrick.i18n import screen_text
from hacktrick.i18n.match_text import MatchSentences
from hacktrick.i18n.review_text import (
    decision_text,
    knowledge_lines,
    possible_hand_lines,
    repeated_decision_sentence,
)
from hacktrick.i18n.translator import _
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.scene.scenes_and_context import Context
from hacktrick.ui.widgets.basic_widgets import Button, ScrollArea
from hacktrick.ui.widgets.menu_base import Menu

GAP = 16.0
INSET = 24.0
TEXT_MARGIN = 24.0  # sum of the margins left and right of the text, in layout units


class DecisionAuditScene(Menu):
    """The screen that audits the round of ``services.session``, which must be over."""

    def __init__(self, context: Context, services: ProgramServices) -> None:
        super().__init__(context)
        assert services.session is not None
        self._session = services.session
        self.audit = services.session.start_decision_audit()
        self._panel = pygame.Rect(0, 0, 0, 0)

    def create_widgets(self) -> None:
        context = self.context
        self.add_widget("list", ScrollArea(context, self._draw_decisions, self._decisions_height))
        self.add_widget("back", Button(context, _("Back"), self.go_back, icon="left", hint="back"))

    def first_focus_name(self) -> str:
        return "list"

    def place_widgets(self) -> None:
        context = self.context
        (left, width), (top, height) = self.content_left_and_width, self.content_top_and_height
        self._panel = context.px_rect(left, top, width, height)
        inset = context.px(INSET)
        self.widgets["list"].rect = self._panel.inflate(-2 * inset, -2 * inset)
        self.widgets["back"].rect = context.px_rect(left, self.footer_top, 180, 52)

    def update(self, dt: float) -> None:
        super().update(dt)
        self.needs_redraw = self.audit.update() or self.needs_redraw

    def on_removed(self) -> None:
        super().on_removed()
        self.audit.close()

    def draw_content(self, surface: pygame.Surface) -> None:
        aside = _(screen_text.ROUND).format(n=self._session.round_number)
        self.draw_title(surface, _("What the computer saw"), aside)
        self.draw_titled_panel(surface, self._panel, "")

    def _lines_by_decision(self) -> list[list[tuple[str, styles.TextStyle, Colour]]]:
        """Return lines for each decision: the action, the known facts, the recheck's result."""
        colours = self.context.theme.colours
        session = self._session
        wording = MatchSentences(session.rules, session.seats, session.sole_player)
        outcomes, audit, entries = session.public_history, self.audit, []
        for n, (sight, state) in enumerate(zip(audit.decisions, audit.states, strict=True)):
            head = decision_text(wording, outcomes[sight.n_actions])
            entry = [(head, styles.STRONG, colours.text)]
            entry += [
                (line, styles.BODY, colours.muted) for line in knowledge_lines(wording, sight)
            ]
            inferences = possible_hand_lines(wording, audit.hand_odds[n])
            entry += [(line, styles.BODY, colours.text) for line in inferences]
            entry.append(
                (repeated_decision_sentence(state), styles.SMALL, self._state_colour(state))
            )
            entries.append(entry)
        empty = _(screen_text.NO_DECISIONS)
        return entries or [[(empty, styles.BODY, colours.muted)]]

    def _state_colour(self, state: AuditState) -> Colour:
        colours = self.context.theme.colours
        return {"same": colours.accent, "other": colours.warning}.get(state, colours.muted)

    def _decisions_height(self, width: int) -> int:
        fonts, gap = self.context.fonts, self.context.px(GAP)
        width -= self.context.px(TEXT_MARGIN)
        return sum(
            gap + sum(fonts.paragraph_height(text, style, width) for text, style, _ink in entry)
            for entry in self._lines_by_decision()
        )

    def _draw_decisions(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        fonts, area = self.context.fonts, rect.inflate(-self.context.px(TEXT_MARGIN), 0)
        for entry in self._lines_by_decision():
            for text, style, ink in entry:
                area.y += fonts.draw_paragraph(surface, text, area, style, ink)
            area.y += self.context.px(GAP)
