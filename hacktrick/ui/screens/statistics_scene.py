"""Statistics of a player: results, a rating in comparison to the levels, strengths by theme with
positions, achievements, and a table of what a point is worth.
"""

from __future__ import annotations

from itertools import chain, product

import pygame

from hacktrick.app.workspace import Workspace
from hacktrick.coach.rating import even_level, level_ratings
from hacktrick.coach.statistics import (
    Achievement,
    Career,
    PlayerDecision,
    PlayerStatistics,
    ThemeStatistics,
    achievements,
)
from hacktrick.i18n import screen_text
from hacktrick.i18n.library_text import (
    achievement_lines,
    achievements_title,
    career_lines,
    further_lines,
    point_cell,
    point_cell_sentence,
    point_table_note,
    strength_lines,
    theme_claim,
    theme_name,
)
from hacktrick.i18n.new_match_options import options_from_setting
from hacktrick.i18n.puzzle_text import player_or_someone
from hacktrick.i18n.translator import _
from hacktrick.ui.accessibility.tree import Node
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.scene.context import Context
from hacktrick.ui.widgets import game_drawing
from hacktrick.ui.widgets.basic_widgets import Button, ListView, Stepper
from hacktrick.ui.widgets.menu import Menu

ROW_HEIGHT = 58.0  # units
LINE_HEIGHT = 26.0
N_SCORES = 5  # scores of each side in the table, from 0
CELL_STYLE = styles.TextStyle("mono_strong", 15)


class StatisticsScene(Menu):
    """Shows results and rating of a player beside their themes or achievements, or the table of
    what a point is worth."""

    def __init__(self, context: Context, workspace: Workspace) -> None:
        super().__init__(context)
        self.workspace, self.training = workspace, workspace.practice
        self.training.select_player()
        self._look_up()
        self.shows_achievements = False
        self.theme: ThemeStatistics | None = None  # the theme whose positions are listed
        self.shows_points = False
        self._left = self._right = pygame.Rect(0, 0, 0, 0)

    def _look_up(self) -> None:
        """Look up the figures of the player."""
        lessons, player = self.workspace.lessons, self.training.player
        self.statistics: PlayerStatistics | None = self.training.statistics()
        self.career = self.training.career() or Career()
        self.reading = lessons.progress.mind_reading(lessons.learner_named(player))
        reading = self.reading
        self.achievements = achievements(self.career, reading.right, reading.perfect)

    # --- Widgets ---

    def build(self) -> None:
        context = self.context
        if not self.shows_points:
            rows = ListView(context, 0, ROW_HEIGHT, self._paint_row, self._open_row)
            rows.n_rows, rows.name = self._n_rows, _("Your statistics")
            self.put("rows", rows)
        if self.theme:
            self.put("themes", Button(context, _("All themes"), self.show_themes))
        elif not self.shows_points:
            label = _("Themes") if self.shows_achievements else _("Achievements")
            self.put("achievements", Button(context, label, self.toggle_achievements))
        players = [(name, player_or_someone(name)) for name in self.training.players()]
        if len(players) > 1:
            who = Stepper(context, _("Player"), players, self.training.player, self._set_player)
            self.put("who", who)
        self.put("even", Button(context, _("An even match"), self.start_even_match))
        label = _("Your statistics") if self.shows_points else _("What a point is worth")
        self.put("points", Button(context, label, self.toggle_points))
        self.put("back", Button(context, _("Back"), self.back, icon="left", hint="back"))

    @property
    def _n_rows(self) -> int:
        if self.theme is not None:
            return len(self.positions)
        return len(self.achievements if self.shows_achievements else self.themes)

    @property
    def themes(self) -> tuple[ThemeStatistics, ...]:
        return self.statistics.themes if self.statistics else ()

    @property
    def positions(self) -> tuple[PlayerDecision, ...]:
        return self.theme.positions if self.theme else ()

    def first_focus(self) -> str:
        return "points" if self.shows_points else "rows"

    def _set_player(self, player: str) -> None:
        self.training.select_player(player)
        self._look_up()
        self.theme = None
        self.remake()

    def _open_row(self, row: int) -> None:
        """Open the positions of a theme, or the review of a position."""
        if self.shows_achievements:
            self.say(
                _(screen_text.ACHIEVED)
                if self.achievements[row].is_reached
                else _(screen_text.NOT_YET)
            )
        elif self.theme is None:
            if row < len(self.themes) and self.themes[row].positions:
                self.theme = self.themes[row]
                self.remake()
            else:
                self.say(_(screen_text.NO_POSITIONS))
        elif row < len(self.positions):
            self._open_review(self.positions[row])

    def _open_review(self, position: PlayerDecision) -> None:
        reviews = self.workspace.library_reviews.of_match(position.match)
        if reviews is not None:
            self.context.navigator.show_review(reviews, position.round, position.action)

    def show_themes(self) -> None:
        self.theme = None
        self.remake()

    def toggle_achievements(self) -> None:
        self.shows_achievements, self.theme = not self.shows_achievements, None
        self.remake()

    def toggle_points(self) -> None:
        self.shows_points, self.theme = not self.shows_points, None
        self.remake()

    def start_even_match(self) -> None:
        """Start a match against the level closest to the player's strength."""
        level = even_level(self.statistics.strength) if self.statistics else None
        if level is None:
            self.say(_(screen_text.TOO_FEW_ROUNDS))
            return
        choices = options_from_setting(self.context.settings.last_match)
        choices.choose_preset("keypad")
        choices.seats[0].player, choices.seats[1].player = "human", f"level:{level}"
        new = choices.match_setup()
        self.context.navigator.start_match(new)

    def back(self) -> None:
        if self.theme is not None:
            self.show_themes()
        elif self.shows_achievements:
            self.toggle_achievements()
        else:
            super().back()

    # --- Places ---

    def place(self) -> None:
        rect, (left, width), (top, height) = self.context.rect, self.page, self.body
        low = top + height - 8
        wide = width > 1000
        share = width * 0.46 if wide else width
        if wide:
            self._left = rect(left, top, share - 8, low - top)
            self._right = rect(left + share + 8, top, width - share - 8, low - top)
        else:
            half = (low - top) * 0.5
            self._left = rect(left, top, width, half - 6)
            self._right = rect(left, top + half + 6, width, low - top - half - 6)
        names = [name for name in self.named if name != "rows"]
        each = (width - 12 * (len(names) - 1)) / len(names)
        for n, name in enumerate(names):
            self.named[name].rect = rect(left + n * (each + 12), low + 12, each, 46)
        if "rows" in self.named:
            px, room = self.context.px, self._right
            inner = pygame.Rect(room.left + px(6), room.top + px(40), room.width - px(12), 0)
            inner.height = room.height - px(48)
            self.named["rows"].rect = inner

    # --- Picture ---

    def paint(self, surface: pygame.Surface) -> None:
        context = self.context
        self.draw_title(surface, _("Your statistics"), player_or_someone(self.training.player))
        if self.shows_points:
            whole = self._left.union(self._right)
            inner = game_drawing.draw_panel(surface, context, whole, _("What a point is worth"))
            self._paint_points(surface, inner)
            return
        inner = game_drawing.draw_panel(surface, context, self._left, _("Results"))
        self._paint_strength(surface, inner)
        if self.shows_achievements:
            reached = sum(one.is_reached for one in self.achievements)
            title = achievements_title(reached, len(self.achievements))
        else:
            title = _("Themes") if self.theme is None else theme_name(self.theme.theme)
        game_drawing.draw_panel(surface, context, self._right, title)

    def _paint_strength(self, surface: pygame.Surface, inner: pygame.Rect) -> None:
        context, statistics = self.context, self.statistics
        fonts, colours, px = context.fonts, context.theme.colours, context.px
        y = inner.top + px(8)
        for line in career_lines(self.career, self.reading):
            room = pygame.Rect(inner.left, y, inner.width, px(48))
            y += fonts.draw_paragraph(surface, line, room, styles.BODY, colours.text) + px(4)
        y += px(10)
        if statistics is None:
            return
        for line in strength_lines(statistics):
            room = pygame.Rect(inner.left, y, inner.width, px(48))
            y += fonts.draw_paragraph(surface, line, room, styles.STRONG, colours.text)
        y += px(10)
        if statistics.strength.best_estimate is not None:
            self._paint_band(surface, pygame.Rect(inner.left, y, inner.width, px(30)))
            y += px(42)
        for line in further_lines(statistics):
            if y + px(LINE_HEIGHT) <= inner.bottom:
                room = pygame.Rect(inner.left, y, inner.width, inner.bottom - y)
                y += fonts.draw_paragraph(surface, line, room, styles.BODY, colours.muted) + px(4)

    def _paint_band(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        """Draw the scale of the levels, with a band for the player's likely rating."""
        context, colours = self.context, self.context.theme.colours
        assert self.statistics is not None
        best = self.statistics.strength.best_estimate
        assert best is not None
        low, high = min(level_ratings().values()) - 40, max(level_ratings().values()) + 40

        def x(rating: float) -> int:
            share = (min(high, max(low, rating)) - low) / (high - low)
            return rect.left + round(rect.width * share)

        middle = rect.top + context.px(8)
        surface.fill(colours.outline, pygame.Rect(rect.left, middle, rect.width, context.px(2)))
        left, right = x(best.low), x(best.high)
        band = pygame.Rect(left, middle - context.px(5), max(4, right - left), context.px(12))
        surface.fill(colours.accent, band)
        for level, rating in level_ratings().items():
            place = (x(rating), middle + context.px(10))
            context.fonts.draw_text(
                surface, str(level), place, styles.MONO, colours.muted, "midtop"
            )

    def _paint_points(self, surface: pygame.Surface, inner: pygame.Rect) -> None:
        context = self.context
        fonts, colours, px = context.fonts, context.theme.colours, context.px
        words = pygame.Rect(inner.left, inner.top + px(6), inner.width, px(90))
        used = fonts.draw_paragraph(surface, point_table_note(), words, styles.BODY, colours.muted)
        grid = pygame.Rect(inner.left, words.top + used + px(10), inner.width, 0)
        grid.height = inner.bottom - grid.top
        wide, tall = grid.width // (N_SCORES + 1), grid.height // (N_SCORES + 1)
        for own, other in chain.from_iterable(
            ((own, other) for other in range(-1, N_SCORES)) for own in range(-1, N_SCORES)
        ):
            place = pygame.Rect(
                grid.left + (other + 1) * wide, grid.top + (own + 1) * tall, wide, tall
            )
            with fonts.unnoted():
                self._paint_cell(surface, place, own, other)
        if context.stack.recorder is not None:
            context.stack.recorder.note_drawing(_point_table(), grid)

    def _paint_cell(
        self, surface: pygame.Surface, place: pygame.Rect, own: int, other: int
    ) -> None:
        """Draw a cell of the table: a score at the edges (index -1), a value inside."""
        fonts, colours = self.context.fonts, self.context.theme.colours
        middle = place.center
        if own < 0 and other < 0:
            text, room = _("you : other"), place.width
            fonts.draw_text(surface, text, middle, styles.SMALL, colours.muted, "center", room)
        elif own < 0 or other < 0:
            number = str(max(own, other))
            fonts.draw_text(surface, number, middle, styles.STRONG, colours.muted, "center")
        else:
            above, below = point_cell(own, other)
            step = self.context.px(10)
            top, low = (middle[0], middle[1] - step), (middle[0], middle[1] + step)
            fonts.draw_text(surface, above, top, CELL_STYLE, colours.text, "center")
            fonts.draw_text(surface, below, low, styles.MONO, colours.muted, "center")

    def _paint_row(
        self, surface: pygame.Surface, rect: pygame.Rect, row: int, chosen: bool
    ) -> None:
        if self.shows_achievements:
            self._paint_achievement(surface, rect, self.achievements[row])
        elif self.theme is None:
            self._paint_theme(surface, rect, self.themes[row])
        else:
            self._paint_position(surface, rect, self.positions[row])

    def _paint_achievement(
        self, surface: pygame.Surface, rect: pygame.Rect, one: Achievement
    ) -> None:
        context, colours, px = self.context, self.context.theme.colours, self.context.px
        name, goal = achievement_lines(one)
        size = px(26)
        ink = colours.good if one.is_reached else colours.muted
        icon = context.sprites.icon("check" if one.is_reached else "lock", size, ink)
        icon.draw_centred(surface, (rect.left + px(10) + size // 2, rect.centery))
        left, room = rect.left + px(22) + size, rect.width - px(32) - size
        heading = colours.text if one.is_reached else colours.muted
        place = (left, rect.top + px(16))
        context.fonts.draw_text(surface, name, place, styles.STRONG, heading, "midleft", room)
        place = (left, rect.top + px(38))
        context.fonts.draw_text(surface, goal, place, styles.SMALL, colours.muted, "midleft", room)

    def _paint_theme(
        self, surface: pygame.Surface, rect: pygame.Rect, theme: ThemeStatistics
    ) -> None:
        context, colours, px = self.context, self.context.theme.colours, self.context.px
        left, room = rect.left + px(10), rect.width - px(20)
        place = (left, rect.top + px(16))
        name = theme_name(theme.theme)
        context.fonts.draw_text(surface, name, place, styles.STRONG, colours.text, "midleft", room)
        ink = colours.muted
        if theme.is_significant:
            ink = colours.warning if theme.is_weak else colours.good
        place = (left, rect.top + px(38))
        context.fonts.draw_text(
            surface, theme_claim(theme), place, styles.SMALL, ink, "midleft", room
        )

    def _paint_position(
        self, surface: pygame.Surface, rect: pygame.Rect, one: PlayerDecision
    ) -> None:
        context, colours, px = self.context, self.context.theme.colours, self.context.px
        text = _(screen_text.COSTLY_POSITION).format(
            n=one.round + 1, action=one.action + 1, loss=f"{one.loss:.1f}"
        )
        place, room = (rect.left + px(10), rect.centery), rect.width - px(20)
        context.fonts.draw_text(surface, text, place, styles.BODY, colours.text, "midleft", room)


def _point_table() -> Node:
    """The table of what a point is worth, a sentence for each cell."""
    scores = product(range(N_SCORES), repeat=2)
    sentences = [point_cell_sentence(own, other) for own, other in scores]
    cells = (
        Node(str(n), "list_item", sentence, place=(n + 1, len(sentences)))
        for n, sentence in enumerate(sentences)
    )
    return Node("", "list", _("What a point is worth"), children=tuple(cells))
