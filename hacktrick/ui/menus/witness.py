"""What the computer saw: each of its decisions of the round that is over, with the view it had.

While one reads, the thinking process decides each of them again from that view alone.
"""

from __future__ import annotations

import pygame

from hacktrick.seat.desk import Desk
from hacktrick.seat.witness import State
from hacktrick.themes import Colour
from hacktrick.ui.controls.fields import ScrollArea
from hacktrick.ui.controls.menu import Menu
from hacktrick.ui.controls.widgets import Button
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.stage.context import Context
from hacktrick.words.translator import _
from hacktrick.words.witness import deed, sight_lines, state_sentence, thought_lines
from hacktrick.words.wording import Wording

GAP = 16.0
INSET = 24.0
EDGE = 24.0  # left and right of the text, together


class WitnessScene(Menu):
    """Of the round of ``desk.session``, which is over."""

    def __init__(self, context: Context, desk: Desk) -> None:
        super().__init__(context)
        assert desk.session is not None
        self._session = desk.session
        self.witness = desk.session.witness()
        self._panel = pygame.Rect(0, 0, 0, 0)

    def build(self) -> None:
        context = self.context
        self.put("list", ScrollArea(context, self._entries, self._height))
        self.put("back", Button(context, _("Back"), self.back, icon="left", hint="back"))

    def first_focus(self) -> str:
        return "list"

    def place(self) -> None:
        context = self.context
        (left, width), (top, height) = self.page, self.body
        self._panel = context.rect(left, top, width, height)
        inset = context.px(INSET)
        self.named["list"].rect = self._panel.inflate(-2 * inset, -2 * inset)
        foot = context.units[1] - 68
        self.named["back"].rect = context.rect(left, foot, 180, 52)

    def update(self, dt: float) -> None:
        super().update(dt)
        self.dirty = self.witness.update() or self.dirty

    def leave(self) -> None:
        super().leave()
        self.witness.close()

    def paint(self, surface: pygame.Surface) -> None:
        told = _("Round {n}").format(n=self._session.round_number)
        self.draw_title(surface, _("What the computer saw"), told)
        self.draw_panel(surface, self._panel, "")

    # The entries

    def _lines(self) -> list[list[tuple[str, styles.TextStyle, Colour]]]:
        """Of each decision: what was done, whether it is repeated, what was known."""
        colours = self.context.theme.colours
        wording = Wording(self._session.rules, self._session.seats)
        told = self._session.told_to_all
        found = []
        witness = self.witness
        for n, (sight, state) in enumerate(zip(witness.sights, witness.states, strict=True)):
            head = deed(wording, told[sight.n_actions])
            entry = [(head, styles.STRONG, colours.text)]
            entry += [(line, styles.BODY, colours.muted) for line in sight_lines(wording, sight)]
            thought = thought_lines(wording, witness.thoughts[n])
            entry += [(line, styles.BODY, colours.text) for line in thought]
            entry.append((state_sentence(state), styles.SMALL, self._ink(state)))
            found.append(entry)
        nothing = _("The computer decided nothing in this round.")
        return found or [[(nothing, styles.BODY, colours.muted)]]

    def _ink(self, state: State) -> Colour:
        colours = self.context.theme.colours
        return {"same": colours.accent, "other": colours.warning}.get(state, colours.muted)

    def _height(self, width: int) -> int:
        fonts, gap = self.context.fonts, self.context.px(GAP)
        width -= self.context.px(EDGE)
        return sum(
            gap + sum(fonts.paragraph_height(text, style, width) for text, style, _ink in entry)
            for entry in self._lines()
        )

    def _entries(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        fonts, rest = self.context.fonts, rect.inflate(-self.context.px(EDGE), 0)
        for entry in self._lines():
            for text, style, ink in entry:
                rest.y += fonts.paragraph(surface, text, rest, style, ink)
            rest.y += self.context.px(GAP)
