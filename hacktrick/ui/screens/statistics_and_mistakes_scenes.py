"""A player's statistics, and their mistakes in many matches.

The statistics show results, a rating compared with the levels, strengths by theme with positions,
achievements, and a table of the worth of a point.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain, product

import pygame

from hacktrick.app.library_service import ReviewQueue
from hacktrick.app.program_services import ProgramServices
from hacktrick.app.study_session import study_of_question
from hacktrick.coach.puzzles import PositionQuestion
from hacktrick.coach.rating import level_for_even_match, level_ratings
from hacktrick.coach.statistics import (
    Achievement,
    Career,
    PlayerDecision,
    PlayerMistake,
    PlayerStatistics,
    ThemeMistakes,
    ThemeStatistics,
    achievements,
    mistakes_by_theme,
)
from hacktrick.i18n import screen_text
from hacktrick.i18n.library_and_statistics_text import (
    achievement_lines,
    achievements_title,
    career_lines,
    decision_theme_name,
    further_statistics_lines,
    joined_player_names,
    judging_progress_sentence,
    make_puzzles_label,
    match_date_and_source_line,
    mistake_column_headings,
    mistake_line,
    mistake_row_cells,
    mistakes_title,
    point_table_cell_sentence,
    point_table_note,
    point_worth_and_match_chance_texts,
    puzzles_made_sentence,
    strength_lines,
    theme_comparison_phrase,
    turn_place_text,
)
from hacktrick.i18n.match_options_and_player_names import options_from_setting
from hacktrick.i18n.puzzle_text import player_name_or_someone
from hacktrick.i18n.study_text import ONE_MOMENT
from hacktrick.i18n.translator import _
from hacktrick.library.match_entries import MatchEntry, QueuedReviews
from hacktrick.ui.accessibility.accessibility_tree import Node
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.scene.scenes_and_context import Context
from hacktrick.ui.widgets import game_drawing
from hacktrick.ui.widgets.basic_widgets import Button, ListView, Stepper
from hacktrick.ui.widgets.dialogs import show_new_file_problems
from hacktrick.ui.widgets.menu_base import Menu

ROW_HEIGHT = 58.0  # height of a row in a list of the statistics, in layout units
LINE_HEIGHT = 26.0
N_SCORES = 5  # number of scores of each side, from 0, in the table of point values
CELL_STYLE = styles.TextStyle("mono_strong", 15)


class StatisticsScene(Menu):
    """The screen with a player's results and rating, beside themes or achievements.

    The screen can also show the table of the worth of a point.
    """

    def __init__(self, context: Context, services: ProgramServices) -> None:
        super().__init__(context)
        self.services, self.training = services, services.puzzle_practice
        self.training.select_player()
        self._start_loading_statistics()
        self.shows_achievements = False
        self.theme: ThemeStatistics | None = None  # the theme whose positions are listed
        self.shows_points = False
        self._left = self._right = pygame.Rect(0, 0, 0, 0)

    def _start_loading_statistics(self) -> None:
        """Begin to load the player's statistics from the library, which takes several frames."""
        lessons, training = self.services.lessons, self.training
        self.reading = lessons.progress.pin_totals(lessons.profile_name_or_empty(training.player))
        self.statistics: PlayerStatistics | None = None
        self._set_career_and_achievements(Career())
        self._to_add = chain(training.career_in_steps(), training.statistics_in_steps())
        self.is_adding = True
        self._continue_loading_statistics()

    def _set_career_and_achievements(self, career: Career) -> None:
        self.career = career
        self.achievements = achievements(career, self.reading.right, self.reading.perfect)

    def _continue_loading_statistics(self) -> bool:
        """Load statistics for the time budget of a frame; return whether loading is complete."""
        end = time.monotonic() + SECONDS_A_FRAME
        for found in self._to_add:
            if isinstance(found, Career):
                self._set_career_and_achievements(found)
            elif found is not None:
                self.statistics = found
            if time.monotonic() > end:
                return False
        self.is_adding = False
        return True

    def update(self, dt: float) -> None:
        super().update(dt)
        if self.is_adding and self._continue_loading_statistics():
            self.rebuild_widgets()

    def create_widgets(self) -> None:
        context = self.context
        if not self.shows_points:
            rows = ListView(
                context, 0, ROW_HEIGHT, self._paint_row, self._open_theme_review_or_explanation
            )
            rows.n_rows, rows.name = self._n_rows, _("Your statistics")
            self.add_widget("rows", rows)
        self.add_widget("back", Button(context, _("Back"), self.go_back, icon="left", hint="back"))
        if self.theme:
            self.add_widget("themes", Button(context, _("All themes"), self.return_to_theme_list))
        elif not self.shows_points:
            label = _("Themes") if self.shows_achievements else _("Achievements")
            self.add_widget("achievements", Button(context, label, self.toggle_achievements))
        players = [(name, player_name_or_someone(name)) for name in self.training.player_names()]
        if len(players) > 1:
            who = Stepper(context, _("Player"), players, self.training.player, self._set_player)
            self.add_widget("who", who)
        self.add_widget(
            "even", Button(context, _("An even match"), self.start_match_against_equal_level)
        )
        label = _("Your statistics") if self.shows_points else _("Point values")
        self.add_widget("points", Button(context, label, self.toggle_point_value_table))

    @property
    def _n_rows(self) -> int:
        if self.theme is not None:
            return len(self.decisions_of_chosen_theme)
        return len(self.achievements if self.shows_achievements else self.theme_statistics)

    @property
    def theme_statistics(self) -> tuple[ThemeStatistics, ...]:
        return self.statistics.themes if self.statistics else ()

    @property
    def decisions_of_chosen_theme(self) -> tuple[PlayerDecision, ...]:
        return self.theme.positions if self.theme else ()

    def first_focus_name(self) -> str:
        return "points" if self.shows_points else "rows"

    def _set_player(self, player: str) -> None:
        self.training.select_player(player)
        self._start_loading_statistics()
        self.theme = None
        self.rebuild_widgets()

    def _open_theme_review_or_explanation(self, row: int) -> None:
        """Open the positions of a theme or the review of a position, or explain an achievement."""
        if self.shows_achievements:
            self.show_message(
                _(screen_text.ACHIEVED)
                if self.achievements[row].is_reached
                else _(screen_text.NOT_YET)
            )
        elif self.theme is None:
            if row < len(self.theme_statistics) and self.theme_statistics[row].positions:
                self.theme = self.theme_statistics[row]
                self.rebuild_widgets()
            else:
                self.show_message(_(screen_text.NO_POSITIONS))
        elif row < len(self.decisions_of_chosen_theme):
            self._open_review_of_decision(self.decisions_of_chosen_theme[row])

    def _open_review_of_decision(self, position: PlayerDecision) -> None:
        reviews = self.services.library_reviews.reviews_of_match(position.match)
        if reviews is not None:
            self.context.navigator.show_review_or_ask_whose(
                reviews, position.round, position.action
            )

    def return_to_theme_list(self) -> None:
        self.theme = None
        self.rebuild_widgets()

    def toggle_achievements(self) -> None:
        self.shows_achievements, self.theme = not self.shows_achievements, None
        self.rebuild_widgets()

    def toggle_point_value_table(self) -> None:
        self.shows_points, self.theme = not self.shows_points, None
        self.rebuild_widgets()

    def start_match_against_equal_level(self) -> None:
        """Start a match against the level closest to the player's strength.

        Show a message instead while the strength is not known.
        """
        if self.is_adding:
            self.show_message(_(ONE_MOMENT))
            return
        level = level_for_even_match(self.statistics.strength) if self.statistics else None
        if level is None:
            self.show_message(_(screen_text.TOO_FEW_ROUNDS))
            return
        choices = options_from_setting(self.context.settings.last_match)
        choices.choose_preset("keypad")
        choices.seats[0].player, choices.seats[1].player = "human", f"level:{level}"
        new = choices.match_setup()
        self.context.navigator.start_match(new)

    def go_back(self) -> None:
        if self.theme is not None:
            self.return_to_theme_list()
        elif self.shows_achievements:
            self.toggle_achievements()
        else:
            super().go_back()

    def place_widgets(self) -> None:
        rect, (left, width), (top, height) = (
            self.context.px_rect,
            self.content_left_and_width,
            self.content_top_and_height,
        )
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
        names = [name for name in self.widgets if name != "rows"]
        each = (width - 12 * (len(names) - 1)) / len(names)
        for n, name in enumerate(names):
            self.widgets[name].rect = rect(left + n * (each + 12), low + 12, each, 46)
        if "rows" in self.widgets:
            px, room = self.context.px, self._right
            inner = pygame.Rect(room.left + px(6), room.top + px(40), room.width - px(12), 0)
            inner.height = room.height - px(48)
            self.widgets["rows"].rect = inner

    def draw_content(self, surface: pygame.Surface) -> None:
        context = self.context
        self.draw_title(surface, _("Your statistics"), player_name_or_someone(self.training.player))
        if self.shows_points:
            whole = self._left.union(self._right)
            inner = game_drawing.draw_titled_panel(
                surface, context, whole, _("What a point is worth")
            )
            self._paint_point_value_table(surface, inner)
            return
        inner = game_drawing.draw_titled_panel(surface, context, self._left, _("Results"))
        self._paint_playing_strength(surface, inner)
        if self.shows_achievements:
            reached = sum(one.is_reached for one in self.achievements)
            title = achievements_title(reached, len(self.achievements))
        else:
            title = _("Themes") if self.theme is None else decision_theme_name(self.theme.theme)
        game_drawing.draw_titled_panel(surface, context, self._right, title)

    def _paint_playing_strength(self, surface: pygame.Surface, inner: pygame.Rect) -> None:
        context, statistics = self.context, self.statistics
        fonts, colours, px = context.fonts, context.theme.colours, context.px
        y = inner.top + px(8)
        if self.is_adding:
            place = (inner.left, y)
            fonts.draw_text(surface, _(ONE_MOMENT), place, styles.STRONG, colours.muted)
            return
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
            self._paint_rating_scale(surface, pygame.Rect(inner.left, y, inner.width, px(30)))
            y += px(42)
        for line in further_statistics_lines(statistics):
            if y + px(LINE_HEIGHT) <= inner.bottom:
                room = pygame.Rect(inner.left, y, inner.width, inner.bottom - y)
                y += fonts.draw_paragraph(surface, line, room, styles.BODY, colours.muted) + px(4)

    def _paint_rating_scale(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        """Draw the rating scale with all levels, and a band for the player's likely rating."""
        context, colours = self.context, self.context.theme.colours
        assert self.statistics is not None
        best = self.statistics.strength.best_estimate
        assert best is not None
        low, high = min(level_ratings().values()) - 40, max(level_ratings().values()) + 40

        def x_of_rating(rating: float) -> int:
            share = (min(high, max(low, rating)) - low) / (high - low)
            return rect.left + round(rect.width * share)

        middle = rect.top + context.px(8)
        surface.fill(colours.outline, pygame.Rect(rect.left, middle, rect.width, context.px(2)))
        left, right = x_of_rating(best.lower_bound), x_of_rating(best.upper_bound)
        band = pygame.Rect(left, middle - context.px(5), max(4, right - left), context.px(12))
        surface.fill(colours.accent, band)
        for level, rating in level_ratings().items():
            place = (x_of_rating(rating), middle + context.px(10))
            with context.fonts.without_recording():  # the lines above name the nearest levels
                context.fonts.draw_text(
                    surface, str(level), place, styles.MONO, colours.muted, "midtop"
                )

    def _paint_point_value_table(self, surface: pygame.Surface, inner: pygame.Rect) -> None:
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
            with fonts.without_recording():
                self._paint_point_value_cell(surface, place, own, other)
        if context.stack.recorder is not None:
            context.stack.recorder.record_drawing(_point_value_table_node(), grid)

    def _paint_point_value_cell(
        self, surface: pygame.Surface, place: pygame.Rect, own_points: int, opponent_points: int
    ) -> None:
        """Draw a cell of the table of point values.

        Args:
            own_points, opponent_points: the scores of player and opponent; -1 for a heading.
        """
        fonts, colours = self.context.fonts, self.context.theme.colours
        middle = place.center
        if own_points < 0 and opponent_points < 0:
            text, room = _("you : other"), place.width
            fonts.draw_text(surface, text, middle, styles.SMALL, colours.muted, "center", room)
        elif own_points < 0 or opponent_points < 0:
            number = str(max(own_points, opponent_points))
            fonts.draw_text(surface, number, middle, styles.STRONG, colours.muted, "center")
        else:
            above, below = point_worth_and_match_chance_texts(own_points, opponent_points)
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
            self._paint_theme_statistics(surface, rect, self.theme_statistics[row])
        else:
            self._paint_decision_row(surface, rect, self.decisions_of_chosen_theme[row])

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

    def _paint_theme_statistics(
        self, surface: pygame.Surface, rect: pygame.Rect, theme: ThemeStatistics
    ) -> None:
        context, colours, px = self.context, self.context.theme.colours, self.context.px
        left, room = rect.left + px(10), rect.width - px(20)
        place = (left, rect.top + px(16))
        name = decision_theme_name(theme.theme)
        context.fonts.draw_text(surface, name, place, styles.STRONG, colours.text, "midleft", room)
        ink = colours.muted
        if theme.is_significant:
            ink = colours.warning if theme.is_weakness else colours.good
        place = (left, rect.top + px(38))
        context.fonts.draw_text(
            surface, theme_comparison_phrase(theme), place, styles.SMALL, ink, "midleft", room
        )

    def _paint_decision_row(
        self, surface: pygame.Surface, rect: pygame.Rect, one: PlayerDecision
    ) -> None:
        context, colours, px = self.context, self.context.theme.colours, self.context.px
        text = _(screen_text.COSTLY_POSITION).format(
            place=turn_place_text(one.round, one.turn), loss=f"{one.loss:.1f}"
        )
        place, room = (rect.left + px(10), rect.centery), rect.width - px(20)
        context.fonts.draw_text(surface, text, place, styles.BODY, colours.text, "midleft", room)


def _point_value_table_node() -> Node:
    """Return the screen-reader node of the table of point values, with a sentence per cell."""
    scores = product(range(N_SCORES), repeat=2)
    sentences = [point_table_cell_sentence(own, other) for own, other in scores]
    cells = (
        Node(str(n), "list_item", sentence, place=(n + 1, len(sentences)))
        for n, sentence in enumerate(sentences)
    )
    return Node("", "list", _("What a point is worth"), children=tuple(cells))


PROGRESS_HEIGHT = 44.0  # height of the lines of controls and of judging progress, in layout units
NARROW_MISTAKES_HEIGHT = 900.0
MISTAKE_BUTTONS: tuple[tuple[tuple[str, ...], ...], ...] = (
    (("back", "review", "study", "puzzle", "puzzles"),),
    (("back", "review", "study"), ("puzzle", "puzzles")),
)
THEME_ROW_HEIGHT, MISTAKE_ROW_HEIGHT = 44.0, 52.0
GAP = 12.0
# Right edges of the columns of numbers, as fractions of the row's width.
FIGURE_RIGHT_EDGES = 0.56, 0.76, 0.97
SECONDS_A_FRAME = 0.02  # seconds of a frame for loading, and for making puzzles


def draw_judging_progress(
    surface: pygame.Surface, context: Context, rect: pygame.Rect, queue: QueuedReviews
) -> None:
    """Draw a sentence and a bar that show how many of the queued matches are judged."""
    px, colours = context.px, context.theme.colours
    line = rect.inflate(-px(16), 0)
    place = (line.left, line.centery - px(6))
    context.fonts.draw_text(
        surface,
        judging_progress_sentence(queue),
        place,
        styles.BODY,
        colours.text,
        "midleft",
        line.width,
    )
    if queue.keys:
        bar = pygame.Rect(line.left, line.bottom - px(15), line.width, px(8))
        pygame.draw.rect(surface, colours.outline, bar, max(1, px(1)))
        bar.width = round(bar.width * queue.n_judged / len(queue.keys))
        surface.fill(colours.accent, bar)


def make_judging_button(
    context: Context, queue: ReviewQueue, changed: Callable[[], None]
) -> Button:
    """Return the button that stops or resumes the judging of matches.

    Args:
        changed: called after each press.
    """

    def stop_or_resume() -> None:
        (queue.resume if queue.queued_reviews.is_stopped else queue.stop)()
        changed()

    label = _("Go on") if queue.queued_reviews.is_stopped else _("Stop")
    button = Button(context, label, stop_or_resume, centred=True)
    button.reason = _(screen_text.NOTHING_TO_JUDGE) if queue.queued_reviews.is_done else None
    return button


class MistakesScene(Menu):
    """The screen with a player's mistakes by theme, which can be made into puzzles.

    Attributes:
        only_chosen: whether to show only mistakes in the matches that the player last chose to have
            judged, instead of those in all judged matches.
    """

    maximum_height = 2000.0

    def __init__(self, context: Context, services: ProgramServices) -> None:
        super().__init__(context)
        self.group.by_rows = True
        self.services, self.training = services, services.puzzle_practice
        self.queue = services.review_queue
        self.only_chosen = bool(self.queue.queued_reviews.keys)
        self.theme_row = self.row = 0
        self.groups: tuple[ThemeMistakes, ...] = ()
        self._entries: dict[int, MatchEntry | None] = {}  # the matches by number, as a cache
        self._to_read: Iterator[tuple[PlayerMistake, ...]] = iter(())
        self._read: list[PlayerMistake] = []  # the mistakes loaded so far
        self._own_keys: frozenset[str] = frozenset()
        self._to_make: Iterator[PositionQuestion] | None = (
            None  # None unless puzzles are being made
        )
        self._n_made = 0
        self._choice = self.queue.queued_reviews
        self._left = self._right = self._progress_bar_rect = pygame.Rect(0, 0, 0, 0)
        self.training.select_player()
        self._start_loading_mistakes()

    def _start_loading_mistakes(self) -> None:
        """Begin to reload the mistakes; the mistakes shown stay until loading is complete."""
        self._choice = self.queue.queued_reviews
        matches = self.queue.match_numbers() if self.only_chosen else None
        self._to_read, self._read = self.training.mistakes_in_steps(matches), []
        self._entries.clear()
        self._own_keys = self.training.mistake_question_keys()
        self._is_reading = True
        self._continue_loading_mistakes()

    def _continue_loading_mistakes(self) -> bool:
        """Load mistakes for the time budget of a frame; return whether the list has changed."""
        end = time.monotonic() + SECONDS_A_FRAME
        while time.monotonic() < end:
            step = next(self._to_read, None)
            if step is None:
                self._is_reading = False
                break
            self._read += step
        if self._is_reading and self.groups:
            return False
        self._group_mistakes_by_theme()
        return True

    def _group_mistakes_by_theme(self) -> None:
        """Group the mistakes by theme; the chosen theme stays chosen."""
        theme = self.chosen_theme_mistakes.theme if self.chosen_theme_mistakes is not None else None
        by_loss = tuple(sorted(self._read, key=lambda one: -one.loss))
        themes = mistakes_by_theme(by_loss)
        self.groups = (ThemeMistakes(None, by_loss), *themes) if by_loss else ()
        names = [group.theme for group in self.groups]
        self.theme_row = names.index(theme) if theme in names else 0

    @property
    def chosen_theme_mistakes(self) -> ThemeMistakes | None:
        """The chosen group: all mistakes, or the mistakes of one theme; None if there are none."""
        return self.groups[self.theme_row] if self.theme_row < len(self.groups) else None

    @property
    def mistakes_of_chosen_theme(self) -> tuple[PlayerMistake, ...]:
        return self.chosen_theme_mistakes.mistakes if self.chosen_theme_mistakes else ()

    @property
    def chosen_mistake(self) -> PlayerMistake | None:
        """The chosen mistake; None if the list is empty."""
        return (
            self.mistakes_of_chosen_theme[self.row]
            if self.row < len(self.mistakes_of_chosen_theme)
            else None
        )

    def create_widgets(self) -> None:
        context = self.context
        self.add_widget("stop", make_judging_button(context, self.queue, self.rebuild_widgets))
        scopes = [(True, _("Judged together")), (False, _("All judged matches"))]
        scope = Stepper(context, _("Matches"), scopes, self.only_chosen, self.set_scope_and_reload)
        self.add_widget("scope", scope)
        players = [(name, player_name_or_someone(name)) for name in self.training.player_names()]
        if len(players) > 1:
            who = Stepper(context, _("Player"), players, self.training.player, self.set_player)
            self.add_widget("who", who)
        themes = ListView(context, len(self.groups), THEME_ROW_HEIGHT, self._paint_theme_row)
        themes.on_choose, themes.name = self._choose_theme, _("Themes")
        themes.chosen = self.theme_row
        self.add_widget("themes", themes)
        rows = ListView(
            context, len(self.mistakes_of_chosen_theme), MISTAKE_ROW_HEIGHT, self._paint_mistake_row
        )
        rows.on_confirm, rows.on_choose = self._open_review_if_by_keyboard, self._choose_mistake_row
        rows.name, rows.chosen = _("Your mistakes"), self.row
        self.add_widget("rows", rows)
        self.add_widget("back", Button(context, _("Back"), self.go_back, icon="left", hint="back"))
        self._add_mistake_buttons()

    def _add_mistake_buttons(self) -> None:
        """Add the buttons for the chosen mistake and for all listed mistakes."""
        context, one = self.context, self.chosen_mistake
        chosen = () if one is None else (one,)
        is_own = one is not None and one.key in self._own_keys
        are_own = bool(self.mistakes_of_chosen_theme) and all(
            own.key in self._own_keys for own in self.mistakes_of_chosen_theme
        )
        single = _("Solve it") if is_own else _("Make it a puzzle")
        several = (
            _("Solve them") if are_own else make_puzzles_label(self._n_mistakes_without_puzzle)
        )
        for name, label, action in (
            ("review", _("Review"), self.open_review_of_mistake),
            ("study", _("Study"), self.study_position_of_mistake),
            (
                "puzzle",
                single,
                partial(
                    self._solve_puzzles_of_mistakes if is_own else self._start_making_puzzles,
                    chosen,
                ),
            ),
            (
                "puzzles",
                several,
                partial(
                    self._solve_puzzles_of_mistakes if are_own else self._start_making_puzzles,
                    self.mistakes_of_chosen_theme,
                ),
            ),
        ):
            button = Button(context, label, action, centred=True, primary=name == "puzzles")
            button.reason = None if one is not None else _(screen_text.NO_MISTAKES_LISTED)
            self.add_widget(name, button)

    @property
    def _n_mistakes_without_puzzle(self) -> int:
        """The number of listed mistakes that are not puzzles yet."""
        return sum(one.key not in self._own_keys for one in self.mistakes_of_chosen_theme)

    def first_focus_name(self) -> str:
        return "themes" if self.groups else "back"

    def set_scope_and_reload(self, only_chosen: bool) -> None:
        """Show the mistakes of all matches or, if ``only_chosen``, of matches judged together."""
        self.only_chosen, self.row, self.groups = only_chosen, 0, ()
        self._start_loading_mistakes()
        self.rebuild_widgets()

    def set_player(self, player: str) -> None:
        """Show the mistakes of another player."""
        self.training.select_player(player)
        self.theme_row, self.row, self.groups = 0, 0, ()
        self._start_loading_mistakes()
        self.rebuild_widgets()

    def _choose_theme(self, row: int) -> None:
        self.theme_row, self.row = row, 0
        self.rebuild_widgets()

    def _choose_mistake_row(self, row: int) -> None:
        self.row = row
        listing = self.widgets["rows"]
        assert isinstance(listing, ListView)
        offset = listing.offset
        self.rebuild_widgets()
        again = self.widgets["rows"]
        assert isinstance(again, ListView)
        again.offset = offset

    def _open_review_if_by_keyboard(self, row: int) -> None:
        """Open the review if Enter was pressed; a click only chooses a row."""
        if self.group.ring:
            self.open_review_of_mistake()

    def open_review_of_mistake(self) -> None:
        """Open the review at the chosen turn."""
        one = self.chosen_mistake
        reviews = None if one is None else self.services.library_reviews.reviews_of_match(one.match)
        if one is not None and reviews is not None:
            self.context.navigator.show_review_or_ask_whose(
                reviews, one.round, one.action, one.seat
            )

    def study_position_of_mistake(self) -> None:
        """Open the study board at the position before the chosen mistake, as its player knew it."""
        one = self.chosen_mistake
        question = None if one is None else self._question_of_mistake(one)
        if question is not None:
            self.context.navigator.show_study(study_of_question(question))

    def _question_of_mistake(self, one: PlayerMistake) -> PositionQuestion | None:
        return next(self.services.library_reviews.questions_from_mistakes((one,)), None)

    def _start_making_puzzles(self, mistakes: Sequence[PlayerMistake]) -> None:
        """Begin to make puzzles of the mistakes that are not puzzles yet."""
        new = [one for one in mistakes if one.key not in self._own_keys]
        self._to_make, self._n_made = self.services.library_reviews.questions_from_mistakes(new), 0

    def _continue_making_puzzles(self) -> None:
        """Make puzzles for the time budget of a frame; at the end, show how many were made."""
        assert self._to_make is not None
        end = time.monotonic() + SECONDS_A_FRAME
        while time.monotonic() < end:
            question = next(self._to_make, None)
            if question is None:
                self._to_make = None
                self._own_keys = self.training.mistake_question_keys()
                self.rebuild_widgets()
                self.show_message(puzzles_made_sentence(self._n_made))
                return
            self.training.add_mistake(self.training.player, question)
            self._n_made += 1

    def _solve_puzzles_of_mistakes(self, mistakes: Sequence[PlayerMistake]) -> None:
        series = self.training.series_of_mistakes([one.key for one in mistakes])
        if series is not None:
            self.context.navigator.show_puzzle(series)

    def on_uncovered(self) -> None:
        self._start_loading_mistakes()
        self.rebuild_widgets()

    def update(self, dt: float) -> None:
        super().update(dt)
        if self._is_reading and self._continue_loading_mistakes():
            self.rebuild_widgets()
        if self._to_make is not None:
            self._continue_making_puzzles()
        if self.queue.queued_reviews is not self._choice:
            self._start_loading_mistakes()
            self.rebuild_widgets()
        if self.context.stack.top is self:
            show_new_file_problems(self.context, self.services)

    @property
    def page_height(self) -> float:
        return max(super().page_height, NARROW_MISTAKES_HEIGHT if self.is_narrow else 0.0)

    def place_widgets(self) -> None:
        rect, (left, width), (top, height) = (
            self.context.px_rect,
            self.content_left_and_width,
            self.content_top_and_height,
        )
        choices = [self.widgets[name] for name in ("scope", "who") if name in self.widgets]
        stop_width = min(170.0, width * 0.3)
        self._progress_bar_rect = rect(left, top, width - stop_width - GAP, PROGRESS_HEIGHT)
        stop = rect(left + width - stop_width, top, stop_width, PROGRESS_HEIGHT)
        self.widgets["stop"].rect = stop
        top, height = top + PROGRESS_HEIGHT + GAP, height - PROGRESS_HEIGHT - GAP
        for n, widget in enumerate(choices):
            each = (width - GAP * (len(choices) - 1)) / len(choices)
            widget.rect = rect(left + n * (each + GAP), top, each, PROGRESS_HEIGHT)
        top, height = top + PROGRESS_HEIGHT + GAP, height - PROGRESS_HEIGHT - GAP
        lines = MISTAKE_BUTTONS[self.is_narrow]
        foot = len(lines) * (46 + GAP) - GAP - 46
        for line, names in enumerate(lines):
            each = (width - GAP * (len(names) - 1)) / len(names)
            y = top + height + 12 - foot + line * (46 + GAP)
            for n, name in enumerate(names):
                self.widgets[name].rect = rect(left + n * (each + GAP), y, each, 46)
        height -= foot
        if self.is_narrow:
            tall = height * 0.44
            self._left = rect(left, top, width, tall - GAP / 2)
            self._right = rect(left, top + tall + GAP / 2, width, height - tall - GAP / 2)
        else:
            wide = width * 0.44
            self._left = rect(left, top, wide - GAP / 2, height)
            self._right = rect(left + wide + GAP / 2, top, width - wide - GAP / 2, height)
        px = self.context.px
        for name, panel in (("themes", self._left), ("rows", self._right)):
            inner = pygame.Rect(panel.left + px(6), panel.top + px(40), panel.width - px(12), 0)
            inner.height = panel.height - px(48)
            self.widgets[name].rect = inner

    def draw_content(self, surface: pygame.Surface) -> None:
        context = self.context
        is_waiting = self._is_reading and not self.groups
        player = _(ONE_MOMENT) if self._is_reading else player_name_or_someone(self.training.player)
        self.draw_title(surface, _("Your mistakes"), player)
        draw_judging_progress(surface, context, self._progress_bar_rect, self.queue.queued_reviews)
        shown = self.chosen_theme_mistakes
        inner = game_drawing.draw_titled_panel(surface, context, self._left, _("Themes"))
        if shown is None:
            room = inner.move(0, context.px(24))
            ink = context.theme.colours.muted
            text = "" if is_waiting else _(screen_text.NO_MISTAKES_FOUND)
            context.fonts.draw_paragraph(surface, text, room, styles.BODY, ink)
        else:
            self._paint_number_columns(
                surface,
                self._theme_table_heading_rect(),
                mistake_column_headings(),
                styles.SMALL,
                muted=True,
            )
        title = "" if shown is None else mistakes_title(len(shown.mistakes))
        game_drawing.draw_titled_panel(surface, context, self._right, title)

    def _theme_table_heading_rect(self) -> pygame.Rect:
        """Return the rectangle of the headings above the table, as wide as the table's rows."""
        rows, px = self.widgets["themes"], self.context.px
        assert isinstance(rows, ListView)
        return pygame.Rect(rows.viewport.left, rows.rect.top - px(30), rows.viewport.width, px(24))

    def _paint_number_columns(
        self,
        surface: pygame.Surface,
        rect: pygame.Rect,
        figures: Sequence[str],
        style: styles.TextStyle,
        muted: bool = False,
    ) -> None:
        """Draw the numbers of a row of the table, aligned at the right edges of their columns.

        Args:
            figures: the numbers as texts.
            muted: whether to draw them in the muted colour.
        """
        colours = self.context.theme.colours
        ink = colours.muted if muted else colours.text
        for edge, figure in zip(FIGURE_RIGHT_EDGES, figures, strict=True):
            place = (rect.left + round(rect.width * edge), rect.centery)
            self.context.fonts.draw_text(surface, figure, place, style, ink, "midright")

    def _paint_theme_row(
        self, surface: pygame.Surface, rect: pygame.Rect, row: int, chosen: bool
    ) -> None:
        context, group = self.context, self.groups[row]
        name = _("All themes") if row == 0 else decision_theme_name(group.theme)
        place = (rect.left + context.px(10), rect.centery)
        room = round(rect.width * 0.42)
        style = styles.STRONG if row == 0 else styles.BODY
        ink = context.theme.colours.text
        context.fonts.draw_text(surface, name, place, style, ink, "midleft", room)
        self._paint_number_columns(surface, rect, mistake_row_cells(group), styles.MONO_STRONG)

    def _paint_mistake_row(
        self, surface: pygame.Surface, rect: pygame.Rect, row: int, chosen: bool
    ) -> None:
        context, colours, px = self.context, self.context.theme.colours, self.context.px
        one = self.mistakes_of_chosen_theme[row]
        left, room = rect.left + px(10), rect.width - px(48)
        place = (left, rect.top + px(15))
        line = mistake_line(one)
        context.fonts.draw_text(surface, line, place, styles.BODY, colours.text, "midleft", room)
        if one.match not in self._entries:
            self._entries[one.match] = self.services.library_browser.match_entry(one.match)
        entry = self._entries[one.match]
        if entry is not None:
            line = f"{joined_player_names(entry)} · {match_date_and_source_line(entry)}"
            place = (left, rect.top + px(36))
            context.fonts.draw_text(
                surface, line, place, styles.SMALL, colours.muted, "midleft", room
            )
        if one.key in self._own_keys:
            icon = context.sprites.icon("check", px(20), colours.good)
            icon.draw_centred(surface, (rect.right - px(20), rect.centery))
