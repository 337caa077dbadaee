"""The choice of puzzles: of the day, mixed, by kind, from the player's own matches; and the daily
round.
"""

from __future__ import annotations

from collections.abc import Callable

import pygame

from hacktrick.app.puzzle_practice import QuestionSeries
from hacktrick.app.workspace import Workspace
from hacktrick.coach.puzzles import PUZZLE_KINDS
from hacktrick.i18n import screen_text
from hacktrick.i18n.puzzle_text import daily_outcome, player_or_someone, puzzle_kind_name
from hacktrick.i18n.translator import _
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.scene.context import Context
from hacktrick.ui.widgets.basic_widgets import Button, Stepper
from hacktrick.ui.widgets.menu import Menu

TILE_HEIGHT, KIND_HEIGHT, GAP = 70.0, 62.0, 12.0  # units
# The rows of tiles at the top: in a wide window, and in a narrow one.
TILE_ROWS: tuple[tuple[tuple[str, ...], ...], ...] = (
    (("today", "round", "mixed", "own"),),
    (("today", "round"), ("mixed", "own")),
)
WIDE_PAGE = 1000.0  # units of width from which a page counts as wide


class PuzzleListScene(Menu):
    """Lists the kinds of puzzles with the player's progress."""

    def __init__(self, context: Context, workspace: Workspace) -> None:
        super().__init__(context)
        self.group.by_rows = True
        self.workspace, self.training = workspace, workspace.practice
        self.training.select_player()
        if workspace.session is None:
            workspace.daily_round.select_day()

    # --- Widgets ---

    def build(self) -> None:
        context, training = self.context, self.training
        solved_count = _(screen_text.SOLVED_AT_ONCE)
        counts = training.solved_counts()
        self._put_tile(
            "today", _("Today's puzzle"), training.daily_series, _("Same puzzle for everyone")
        )
        own = self.workspace.daily_round.own_result
        line = _("Same cards for everyone") if own is None else daily_outcome(own)
        self.put(
            "round",
            Button(context, _("Today's round"), context.navigator.show_daily_round, effect=line),
        )
        totals = [sum(pair) for pair in zip(*counts.values(), strict=True)]
        line = solved_count.format(n=totals[0], total=totals[1])
        self._put_tile("mixed", _("Mixed"), training.mixed_series, line)
        due = _(screen_text.DUE_TODAY).format(n=training.n_due_questions())
        self._put_tile("own", _("Your own"), training.due_series, due)
        for kind in PUZZLE_KINDS:
            solved, total = counts[kind]
            if total:
                line = solved_count.format(n=solved, total=total)
                self._put_tile(
                    f"kind {kind}", puzzle_kind_name(kind), self._series_of_kind(kind), line
                )
        players = [(name, player_or_someone(name)) for name in training.players()]
        if len(players) > 1:
            who = Stepper(context, _("Player"), players, training.player, self._set_player)
            self.put("who", who)
        self.put(
            "figures", Button(context, _("Your statistics"), context.navigator.show_statistics)
        )
        self.put("back", Button(context, _("Back"), self.back, icon="left", hint="back"))

    def _put_tile(
        self, name: str, label: str, source: Callable[[], QuestionSeries | None], line: str
    ) -> None:
        def go() -> None:
            questions = source()
            if questions is None:
                self.say(_(screen_text.NOTHING_HERE))
            else:
                self.context.navigator.show_puzzle(questions)

        self.put(name, Button(self.context, label, go, effect=line, primary=name == "today"))

    def _series_of_kind(self, kind: str) -> Callable[[], QuestionSeries | None]:
        return lambda: self.training.series_of_kind(kind)

    def _set_player(self, player: str) -> None:
        self.training.select_player(player)
        self.remake()

    def uncovered(self) -> None:
        """Show the progress made in a puzzle."""
        self.remake()

    def first_focus(self) -> str:
        return "today"

    # --- Places ---

    def place(self) -> None:
        rect, (left, width), (top, height) = self.context.rect, self.page, self.body
        third = (width - 2 * GAP) / 3
        y = top + 8
        for names in TILE_ROWS[width < WIDE_PAGE]:
            share = (width - (len(names) - 1) * GAP) / len(names)
            for n, name in enumerate(names):
                self.named[name].rect = rect(left + n * (share + GAP), y, share, TILE_HEIGHT)
            y += TILE_HEIGHT + GAP
        y += GAP
        kinds = [name for name in self.named if name.startswith("kind ")]
        half = (width - GAP) / 2
        for n, name in enumerate(kinds):
            column, line = n % 2, n // 2
            place = left + column * (half + GAP)
            self.named[name].rect = rect(place, y + line * (KIND_HEIGHT + GAP), half, KIND_HEIGHT)
        bottom = top + height + 50 - 46
        if "who" in self.named:
            self.named["who"].rect = rect(left, bottom, third, 46)
        self.named["figures"].rect = rect(left + third + GAP, bottom, third, 46)
        self.named["back"].rect = rect(left + 2 * (third + GAP), bottom, third, 46)

    def paint(self, surface: pygame.Surface) -> None:
        self.draw_title(surface, _("Puzzles"))
        if not any(name.startswith("kind ") for name in self.named):
            px, ink = self.context.px, self.context.theme.colours.muted
            room = self.named["own"].rect.move(0, px(TILE_HEIGHT + 30))
            room.left = self.named["today"].rect.left
            room.width = self.context.size[0] - 2 * room.left
            text = _(screen_text.NO_PUZZLES)
            self.context.fonts.draw_paragraph(surface, text, room, styles.BODY, ink)
