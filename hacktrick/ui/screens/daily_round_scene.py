"""The daily round: an introduction before the round, a comparison with all levels after it."""

from __future__ import annotations

import pygame

from hacktrick.app.program_services import ProgramServices
from hacktrick.coach.daily_round import OPPONENT_LEVEL
from hacktrick.i18n import screen_text
from hacktrick.i18n.lesson_text import lesson_player_names
from hacktrick.i18n.match_options_and_player_names import options_from_setting
from hacktrick.i18n.puzzle_text import (
    DailyResultRow,
    daily_result_rows,
    daily_round_intro,
    daily_round_player_names,
    daily_share_line,
    recent_days_sentence,
    surpassed_levels_sentence,
)
from hacktrick.i18n.translator import _, date_text
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.paint.player_faces import PlayerFaceLook
from hacktrick.ui.scene.scenes_and_context import Context
from hacktrick.ui.widgets import game_drawing
from hacktrick.ui.widgets.basic_widgets import Button
from hacktrick.ui.widgets.menu_base import Menu

# Limits of the height of a result's row, in layout units.
MAX_ROW_HEIGHT, MIN_ROW_HEIGHT = 40.0, 22.0
INTRO_HEIGHT = 236.0  # height of the panel before the round is played, in layout units
FACE_SIZE = 170.0  # width and height of the opponent's face, in layout units
# Size of a day's sign and distance between signs, in layout units.
DAY_SIGN_SIZE, DAY_SIGN_STEP = 17.0, 27.0
MAX_NAME_WIDTH = 360.0  # maximum width of the names in the results, in layout units
BUTTON_HEIGHT, GAP = 46.0, 12.0
GAP_ABOVE_BUTTONS = 50.0 - BUTTON_HEIGHT  # gap between the content and the buttons, in layout units


class DailyRoundScene(Menu):
    """The screen that starts the daily round, and shows the results once it has been played."""

    def __init__(self, context: Context, services: ProgramServices) -> None:
        super().__init__(context)
        self.services, self.daily_round = services, services.daily_round
        if services.session is None:
            # With a session, the screen shows the round that is at the table.
            self.daily_round.select_day()
        self._panel = pygame.Rect(0, 0, 0, 0)

    def create_widgets(self) -> None:
        context = self.context
        is_played = self.daily_round.own_result is not None
        self.minimum_height_in_units = (
            Menu.minimum_height_in_units if is_played else INTRO_HEIGHT + GAP - GAP_ABOVE_BUTTONS
        )
        self.add_widget("back", Button(context, _("Back"), self.go_back, icon="left", hint="back"))
        if self.daily_round.own_result is None:
            is_unfinished = self.services.local_table.is_daily_round_saved
            label = _("Continue") if is_unfinished else _("Start")
            action = self.resume_round if is_unfinished else self.play_round
            self.add_widget("play", Button(context, label, action, primary=True))
        else:
            copy = Button(context, _("Copy to share"), self.copy_results, primary=True)
            self.add_widget("share", copy)
            self.add_widget("play", Button(context, _("Rematch"), self.play_round))

    def first_focus_name(self) -> str:
        return "play" if self.daily_round.own_result is None else "share"

    def resume_round(self) -> None:
        """Resume the unfinished round of the day."""
        self.daily_round.pause_levels()
        self.context.navigator.resume_match("today")

    def play_round(self) -> None:
        """Start the round of the day, or a rematch; an unfinished match stays saved."""
        own = lesson_player_names(options_from_setting(self.context.settings.last_match))[0]
        self.daily_round.pause_levels()
        self.services.leave_table()
        self.services.local_table.begin_daily_round(daily_round_player_names(own))
        self.context.navigator.show_table()

    def copy_results(self) -> None:
        daily_round = self.daily_round
        line = daily_share_line(daily_round.day, daily_round.own_result, daily_round.level_results)
        copied = self.context.clipboard.put_text(line)
        self.show_message(_(screen_text.COPIED) if copied else line)

    def update(self, dt: float) -> None:
        super().update(dt)
        session = self.services.session
        if (session is None or session.is_round_over) and self.daily_round.let_levels_play():
            self.needs_redraw = True

    def on_removed(self) -> None:
        super().on_removed()
        self.daily_round.pause_levels()

    def place_widgets(self) -> None:
        rect, (left, width), (top, height) = (
            self.context.px_rect,
            self.content_left_and_width,
            self.content_top_and_height,
        )
        bottom = top + height + GAP_ABOVE_BUTTONS
        if self.daily_round.own_result is None:
            bottom = min(bottom, top + INTRO_HEIGHT + GAP)
        self._panel = rect(left, top, width, bottom - GAP - top)
        each = (width - GAP * (len(self.widgets) - 1)) / len(self.widgets)
        for n, widget in enumerate(self.widgets.values()):
            widget.rect = rect(left + n * (each + GAP), bottom, each, BUTTON_HEIGHT)

    def draw_content(self, surface: pygame.Surface) -> None:
        context, daily_round = self.context, self.daily_round
        self.draw_title(surface, _("Today's round"))
        inner = game_drawing.draw_titled_panel(
            surface, context, self._panel, date_text(daily_round.day)
        )
        inner = inner.move(0, context.px(GAP / 2))
        week = recent_days_sentence(daily_round.recent_own_results, daily_round.days_in_a_row)
        if week:
            self._paint_recent_days(surface)
        if daily_round.own_result is None:
            self._paint_intro(surface, inner, week)
            return
        sentence = surpassed_levels_sentence(daily_round.own_result, daily_round.level_results)
        sentence = f"{sentence or _(screen_text.LEVELS_ARE_PLAYING)} {week}".strip()
        ink = context.theme.colours.muted
        used = context.fonts.draw_paragraph(surface, sentence, inner, styles.BODY, ink)
        used += context.px(GAP)
        self._paint_results(surface, inner.move(0, used), inner.height - used - context.px(GAP))

    def _paint_intro(self, surface: pygame.Surface, area: pygame.Rect, week: str) -> None:
        """Draw the opponent's face, and beside it an explanation and the last days' results.

        Args:
            area: the rectangle for both, in pixels.
            week: the sentence about the last days.
        """
        context = self.context
        edge = min(context.px(FACE_SIZE), area.height - context.px(GAP), area.width // 3)
        context.sprites.player_face(PlayerFaceLook(OPPONENT_LEVEL), edge).draw(
            surface, area.topleft
        )
        left = area.x + edge + context.px(2 * GAP)
        text = pygame.Rect(left, area.y, area.right - left, area.height)
        for sentence, style, ink in (
            (daily_round_intro(), styles.BODY, context.theme.colours.text),
            (week, styles.BODY, context.theme.colours.muted),
        ):
            used = context.fonts.draw_paragraph(surface, sentence, text, style, ink)
            text = text.move(0, used + context.px(GAP))

    def _paint_recent_days(self, surface: pygame.Surface) -> None:
        """Draw a sign for each of the last days at the upper right, today's sign at the right end.

        The sign is a padlock, open after a victory, or a dot for a day without a round.
        """
        px, colours, daily_round = self.context.px, self.context.theme.colours, self.daily_round
        recent = daily_round.recent_own_results
        right, middle = self._panel.right - px(14 + DAY_SIGN_SIZE), self._panel.top + px(22)
        for n, outcome in enumerate(reversed(recent)):
            x = right - n * px(DAY_SIGN_STEP)
            if outcome is None:
                pygame.draw.aacircle(
                    surface, colours.muted, (x + px(DAY_SIGN_SIZE / 2), middle), px(2.5)
                )
                continue
            ink = colours.good if outcome.is_won else colours.muted
            lock = self.context.sprites.padlock(
                px(DAY_SIGN_SIZE), ink, 1.0 if outcome.is_won else 0.0
            )
            lock.draw(surface, (x, middle - lock.size[1] // 2))

    def _paint_results(self, surface: pygame.Surface, area: pygame.Rect, height: int) -> None:
        """Draw the results as rows: the player first, then the levels."""
        daily_round, px = self.daily_round, self.context.px
        rows = daily_result_rows(
            daily_round.own_result, daily_round.level_results, daily_round.playing_level
        )
        if not rows:
            return
        step = max(px(MIN_ROW_HEIGHT), min(px(MAX_ROW_HEIGHT), height // len(rows)))
        for n, row in enumerate(rows):
            line = pygame.Rect(area.x, area.y + n * step, area.width, step)
            edge = step - px(6)
            if n:  # row n belongs to level n
                self.context.sprites.player_face(PlayerFaceLook(n), edge).draw(
                    surface, (line.x, line.y + px(3))
                )
            self._paint_result(surface, line, row, edge + px(GAP) if n else 0)

    def _paint_result(
        self,
        surface: pygame.Surface,
        line: pygame.Rect,
        row: DailyResultRow,
        indent: int,
    ) -> None:
        """Draw the name and the result of a row.

        Args:
            line: the rectangle of the row.
            row: the name and the result.
            indent: the width in pixels of the face at the left, with its gap; 0 for the player's
                own row, which is bold.
        """
        style = styles.BODY if indent else styles.STRONG
        fonts, colours = self.context.fonts, self.context.theme.colours
        middle = line.x + min(round(line.width * 0.46), self.context.px(MAX_NAME_WIDTH))
        left = line.x + indent
        room = middle - left - self.context.px(GAP)
        place = left, line.centery
        fonts.draw_text(surface, row.name, place, style, colours.text, "midleft", room)
        ink = colours.good if row.won else colours.muted
        place = middle, line.centery
        fonts.draw_text(surface, row.outcome, place, style, ink, "midleft", line.right - middle)
