"""The daily round: what it is, and after it how the player and the levels did."""

from __future__ import annotations

import pygame

from hacktrick.app.workspace import Workspace
from hacktrick.i18n.lesson_text import lesson_players
from hacktrick.i18n.new_match_options import options_from_setting
from hacktrick.i18n.puzzle_text import (
    DailyResultRow,
    comparison_sentence,
    daily_names,
    daily_result_rows,
    daily_round_intro,
    daily_share_line,
)
from hacktrick.i18n.translator import _
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.scene.context import Context
from hacktrick.ui.widgets import game_drawing
from hacktrick.ui.widgets.basic_widgets import Button
from hacktrick.ui.widgets.dialogs import ask_to_replace
from hacktrick.ui.widgets.menu import Menu

MOST_ROW, LEAST_ROW = 40.0, 22.0  # units
UNPLAYED = 150.0  # units of height of what is told before the round
COLUMN = 360.0  # units that a name takes at most
LOW, GAP = 46.0, 12.0


class DailyRoundScene(Menu):
    def __init__(self, context: Context, workspace: Workspace) -> None:
        super().__init__(context)
        self.workspace, self.today = workspace, workspace.daily_round
        if workspace.session is None:  # else the round at the table is the one that is told of
            self.today.look()
        self._panel = pygame.Rect(0, 0, 0, 0)

    # --- Widgets ---

    def build(self) -> None:
        context = self.context
        if self.today.own is None:
            goes_on = self.workspace.local_table.is_daily_round_saved
            label = _("Continue") if goes_on else _("Play")
            act = context.navigator.resume_match if goes_on else self.play
            self.put("play", Button(context, label, act, primary=True))
        else:
            copy = Button(context, _("Copy a line to share"), self.share, primary=True)
            self.put("share", copy)
            self.put("play", Button(context, _("Play again"), self.play))
        self.put("back", Button(context, _("Back"), self.back, icon="left", hint="back"))

    def first_focus(self) -> str:
        return "play" if self.today.own is None else "share"

    def play(self) -> None:
        ask_to_replace(self.context, self.workspace, self._begin)

    def _begin(self) -> None:
        own = lesson_players(options_from_setting(self.context.settings.last_match))[0]
        self.today.pause()
        self.workspace.leave()
        self.workspace.local_table.begin_daily_round(daily_names(own))
        self.context.navigator.show_table()

    def share(self) -> None:
        today = self.today
        line = daily_share_line(today.day, today.own, today.levels)
        copied = self.context.clipboard.put(line)
        self.say(_("The line is in the clipboard.") if copied else line)

    def update(self, dt: float) -> None:
        super().update(dt)
        session = self.workspace.session
        if (session is None or session.is_round_over) and self.today.update():
            self.dirty = True

    def leave(self) -> None:
        super().leave()
        self.today.pause()

    # --- Places ---

    def place(self) -> None:
        rect, (left, width), (top, height) = self.context.rect, self.page, self.body
        bottom = top + height + 50 - LOW
        tall = bottom - GAP - top
        self._panel = rect(left, top, width, tall if self.today.own else min(tall, UNPLAYED))
        each = (width - GAP * (len(self.named) - 1)) / len(self.named)
        for n, widget in enumerate(self.named.values()):
            widget.rect = rect(left + n * (each + GAP), bottom, each, LOW)

    # --- Picture ---

    def paint(self, surface: pygame.Surface) -> None:
        context, today = self.context, self.today
        self.draw_title(surface, _("Today's round"))
        inner = game_drawing.draw_panel(surface, context, self._panel, today.day.isoformat())
        told = (
            daily_round_intro()
            if today.own is None
            else comparison_sentence(today.own, today.levels)
        )
        told = told or _("Each level plays the same round in your place now.")
        ink = context.theme.colours.muted
        inner = inner.move(0, context.px(GAP / 2))
        used = context.fonts.paragraph(surface, told, inner, styles.BODY, ink)
        used += context.px(GAP)
        self._paint_rows(surface, inner.move(0, used), inner.height - used - context.px(GAP))

    def _paint_rows(self, surface: pygame.Surface, room: pygame.Rect, height: int) -> None:
        """One below the other, the player first."""
        today, px = self.today, self.context.px
        told = daily_result_rows(today.own, today.levels, today.playing)
        if not told:
            return
        step = max(px(LEAST_ROW), min(px(MOST_ROW), height // len(told)))
        for n, row in enumerate(told):
            line = pygame.Rect(room.x, room.y + n * step, room.width, step)
            self._paint_row(surface, line, row, styles.BODY if n else styles.STRONG)

    def _paint_row(
        self,
        surface: pygame.Surface,
        line: pygame.Rect,
        row: DailyResultRow,
        style: styles.TextStyle,
    ) -> None:
        fonts, colours = self.context.fonts, self.context.theme.colours
        middle = line.x + min(round(line.width * 0.46), self.context.px(COLUMN))
        room = middle - line.x - self.context.px(GAP)
        fonts.text(surface, row.name, line.midleft, style, colours.text, "midleft", room)
        ink = colours.good if row.won else colours.muted
        place = middle, line.centery
        fonts.text(surface, row.outcome, place, style, ink, "midleft", line.right - middle)
