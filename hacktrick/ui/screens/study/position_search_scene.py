"""Position search: the rounds of the library that reached a position, and their openings.

Each round leads to its replay.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from hacktrick.app.program_services import ProgramServices
from hacktrick.app.replay_session import ReplayPosition
from hacktrick.app.study_session import FoundStudyPosition, Study, StudyFileError
from hacktrick.game.cards import Card
from hacktrick.game.notation.diagram import Diagram
from hacktrick.i18n import library_and_statistics_text as sentences
from hacktrick.i18n import screen_text, study_text
from hacktrick.i18n.library_and_statistics_text import OpeningRow, PositionFindingSentences
from hacktrick.i18n.translator import _
from hacktrick.library.match_entries import FoundTurn
from hacktrick.match.record import RecordError
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.scene.scenes_and_context import Context
from hacktrick.ui.widgets import game_drawing
from hacktrick.ui.widgets.basic_widgets import Button, ListView
from hacktrick.ui.widgets.menu_base import Menu

# Heights of a row with a found round and of a row with an opening, in layout units.
ROW_HEIGHT, OPENING_HEIGHT = 58.0, 46.0
LINE_HEIGHT = 30.0
LEGEND_HEIGHT = 30.0
PLAYED_SHARE = 0.36  # fraction of the page's width for the played turns
CELL_SHARE = 0.3  # width of each of an opening's two numbers, as a fraction of the row
STACKED_SHARE = 0.34  # fraction of the page's height for the played turns, in a narrow window


class PositionSearchScene(Menu):
    """The screen that shows the rounds that reached a position, or the openings of rounds.

    Args:
        diagram: the position to search for.
        open_study: opens a saved study.
    """

    maximum_height = 4000.0  # in layout units; the list may use the whole height

    def __init__(
        self,
        context: Context,
        services: ProgramServices,
        diagram: Diagram,
        open_study: Callable[[Study], None],
    ) -> None:
        super().__init__(context)
        self.services, self.diagram = services, diagram
        self.search = services.library_browser.start_position_search(diagram, services.study_files)
        self.words = PositionFindingSentences(diagram.public.rules)
        self.shows_openings = False
        self.start: Card | None = None  # the start card whose replies are listed
        self._open_study = open_study
        self._played = self._listed = pygame.Rect(0, 0, 0, 0)

    def create_widgets(self) -> None:
        context = self.context
        height = OPENING_HEIGHT if self.shows_openings else ROW_HEIGHT
        rows = ListView(context, 0, height, self._paint_row, self._open_opening_replay_or_study)
        rows.n_rows, rows.name = len(self._listed_rows), self._list_title
        self.add_widget("rows", rows)
        if self.start is not None:
            self.add_widget(
                "starts", Button(context, _("All start cards"), self.return_to_start_cards)
            )
        label = _("This position") if self.shows_openings else _("Openings")
        self.add_widget(
            "openings", Button(context, label, self.switch_between_position_and_openings)
        )
        self.add_widget("back", Button(context, _("Back"), self.go_back, icon="left", hint="back"))

    @property
    def list_view(self) -> ListView:
        rows = self.widgets["rows"]
        assert isinstance(rows, ListView)
        return rows

    def first_focus_name(self) -> str:
        return "rows"

    def update(self, dt: float) -> None:
        super().update(dt)
        if self.search.update():
            row = self.list_view.chosen
            self.rebuild_widgets()
            self.list_view.choose_row(row)

    def on_removed(self) -> None:
        super().on_removed()
        self.search.close()

    @property
    def found_rounds_and_studies(self) -> Sequence[FoundTurn | FoundStudyPosition]:
        """The rounds and then the studies that reached the position; empty until they are known."""
        answer = self.search.answer
        return () if answer is None else (*answer.found.rounds, *answer.studies)

    @property
    def opening_rows(self) -> list[OpeningRow]:
        answer = self.search.answer
        return [] if answer is None else self.words.opening_rows(answer, self.start)

    @property
    def _listed_rows(self) -> Sequence[FoundTurn | FoundStudyPosition] | list[OpeningRow]:
        return self.opening_rows if self.shows_openings else self.found_rounds_and_studies

    @property
    def _list_title(self) -> str:
        if not self.shows_openings:
            return _("Rounds")
        if self.start is None:
            return _("Start cards")
        return self.words.replies_title(self.start)

    @property
    def results_sentence(self) -> str:
        """A sentence that sums up the results of the search so far."""
        if self.search.has_failed:
            return _(sentences.LIBRARY_UNUSABLE)
        answer = self.search.answer
        return (
            _(study_text.ONE_MOMENT)
            if answer is None
            else self.words.occurrence_count_sentence(answer)
        )

    @property
    def openings_legend(self) -> str:
        """A sentence below the openings: the meaning of the numbers, or that counting goes on."""
        answer = self.search.answer
        if answer is None or answer.openings is None:
            return _(study_text.ONE_MOMENT)
        return self.words.wins_legend(self.start)

    def switch_between_position_and_openings(self) -> None:
        """Switch between the position and the openings.

        If the row has only the start card, the openings are the replies to this card.
        """
        self.shows_openings = not self.shows_openings
        row = self.diagram.public.row
        self.start = row[0] if self.shows_openings and len(row) == 1 else None
        self.rebuild_widgets()

    def return_to_start_cards(self) -> None:
        self.start = None
        self.rebuild_widgets()

    def go_back(self) -> None:
        if self.start is not None:
            self.return_to_start_cards()
        elif self.shows_openings:
            self.switch_between_position_and_openings()
        else:
            super().go_back()

    def handle_intent(self, name: str) -> bool:
        if name == "search":
            self.switch_between_position_and_openings()
        return name == "search" or super().handle_intent(name)

    def _open_opening_replay_or_study(self, row: int) -> None:
        if self.shows_openings:
            card = self.opening_rows[row].start
            if card is not None:
                self.start = card
                self.rebuild_widgets()
            return
        found = self.found_rounds_and_studies[row]
        if isinstance(found, FoundTurn):
            self._show_replay(found)
        else:
            self._show_study(found)

    def _show_replay(self, turn: FoundTurn) -> None:
        """Open the replay of a match at the moment when it reached the position."""
        answer = self.search.answer
        entry = None if answer is None else answer.matches.get(turn.match)
        replayed = None if entry is None else self.services.library_browser.open_replay(entry)
        if replayed is None:
            self.show_message(_(screen_text.MATCH_UNREADABLE))
            return
        replayed.go_to(ReplayPosition(turn.round, turn.action))
        self.context.navigator.show_replay(replayed)

    def _show_study(self, found: FoundStudyPosition) -> None:
        try:
            study = self.services.study_files.load_study(found.name)
        except (OSError, RecordError, StudyFileError):
            self.show_message(_(study_text.NO_STUDY_IN_FILE))
            return
        self.context.stack.pop()
        self._open_study(study.with_current_node(found.number))

    def place_widgets(self) -> None:
        rect, (left, width), (top, height) = (
            self.context.px_rect,
            self.content_left_and_width,
            self.content_top_and_height,
        )
        if self.shows_openings:
            self._listed = rect(left, top, width, height)
        elif self.is_narrow:
            upper = height * STACKED_SHARE
            self._played = rect(left, top, width, upper - 8)
            self._listed = rect(left, top + upper + 8, width, height - upper - 8)
        else:
            share = width * PLAYED_SHARE
            self._played = rect(left, top, share - 8, height)
            self._listed = rect(left + share + 8, top, width - share - 8, height)
        px, room = self.context.px, self._listed
        inner = pygame.Rect(room.left + px(6), room.top + px(42), room.width - px(12), 0)
        inner.height = room.height - px(50 + LEGEND_HEIGHT * self.shows_openings)
        self.widgets["rows"].rect = inner
        names = [name for name in ("back", "openings", "starts") if name in self.widgets]
        each = min(260.0, (width - 12 * (len(names) - 1)) / len(names))
        for n, name in enumerate(names):
            self.widgets[name].rect = rect(left + n * (each + 12), self.footer_top, each, 52)

    def draw_content(self, surface: pygame.Surface) -> None:
        context = self.context
        title = sentences.HOW_ROUNDS_OPEN if self.shows_openings else sentences.POSITION_SEARCH
        self.draw_title(surface, _(title))
        inner = game_drawing.draw_titled_panel(surface, context, self._listed, self._list_title)
        if self.shows_openings:
            head = self.list_view.viewport.copy()
            head.centery = inner.top - context.px(12)
            self._paint_right_aligned_cells(
                surface, head, _("The solver’s rounds"), _("Your rounds")
            )
            muted = context.theme.colours.muted
            place = (
                head.left + context.px(12),
                self._listed.bottom - context.px(LEGEND_HEIGHT / 2),
            )
            text, room = self.openings_legend, inner.width - context.px(24)
            context.fonts.draw_text(surface, text, place, styles.SMALL, muted, "midleft", room)
        else:
            inner = game_drawing.draw_titled_panel(surface, context, self._played, _("Played here"))
            self._paint_turn_frequencies(surface, inner)

    def _paint_turn_frequencies(self, surface: pygame.Surface, inner: pygame.Rect) -> None:
        context, colours = self.context, self.context.theme.colours
        fonts, px, answer = context.fonts, context.px, self.search.answer
        room = pygame.Rect(inner.left, inner.top + px(8), inner.width, px(56))
        used = fonts.draw_paragraph(
            surface, self.results_sentence, room, styles.BODY, colours.muted
        )
        y, step = room.top + used + px(12), px(LINE_HEIGHT)
        for turn, counts in () if answer is None else self.words.turn_frequency_lines(answer):
            if y + step > inner.bottom:
                break
            place = (inner.right, y + step // 2)
            shown = fonts.draw_text(
                surface, counts, place, styles.SMALL, colours.muted, "midright", inner.width * 0.55
            )
            place, wide = (inner.left, y + step // 2), shown.left - inner.left - px(10)
            fonts.draw_text(surface, turn, place, styles.STRONG, colours.text, "midleft", wide)
            y += step

    def _paint_row(
        self, surface: pygame.Surface, rect: pygame.Rect, row: int, chosen: bool
    ) -> None:
        answer = self.search.answer
        assert answer is not None
        if self.shows_openings:
            self._paint_opening_row(surface, rect, self.opening_rows[row])
            return
        found = self.found_rounds_and_studies[row]
        if isinstance(found, FoundTurn):
            lines = self.words.found_round_lines(answer, found)
        else:
            lines = self.words.found_study_lines(found)
        px, colours, fonts = self.context.px, self.context.theme.colours, self.context.fonts
        left, room = rect.left + px(12), rect.width - px(24)
        place = (left, rect.top + px(18))
        fonts.draw_text(surface, lines[0], place, styles.STRONG, colours.text, "midleft", room)
        place = (left, rect.top + px(40))
        fonts.draw_text(surface, lines[1], place, styles.SMALL, colours.muted, "midleft", room)

    def _paint_opening_row(
        self, surface: pygame.Surface, rect: pygame.Rect, row: OpeningRow
    ) -> None:
        px, colours, fonts = self.context.px, self.context.theme.colours, self.context.fonts
        room = rect.inflate(-px(24), -px(4))
        room.width = round(rect.width * (1 - 2 * CELL_SHARE)) - px(24)
        if fonts.can_fit(row.label, styles.STRONG, room.width):
            place = room.midleft
            fonts.draw_text(surface, row.label, place, styles.STRONG, colours.text, "midleft")
        else:
            fonts.draw_paragraph(surface, row.label, room, styles.SMALL, colours.text)
        self._paint_right_aligned_cells(surface, rect, row.solver, row.kept)

    def _paint_right_aligned_cells(
        self, surface: pygame.Surface, rect: pygame.Rect, *texts: str
    ) -> None:
        """Draw the texts in the cells of a table row, from right to left."""
        px, fonts, muted = self.context.px, self.context.fonts, self.context.theme.colours.muted
        cell = rect.width * CELL_SHARE
        for n, text in enumerate(texts):
            place = (rect.right - px(12) - n * cell, rect.centery)
            fonts.draw_text(surface, text, place, styles.BODY, muted, "midright", cell - px(16))
