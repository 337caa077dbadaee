"""The list of saved matches and studies, with filters, search, stars, notes and a preview.

The module also contains the dialog to play on from a position of a match.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pygame

from hacktrick.app.profiles import MarkerStyle, StyledMarker, default_marker_styles
from hacktrick.app.program_services import ProgramServices
from hacktrick.app.replay_session import ReplayPosition, ReplaySession
from hacktrick.app.snapshot import Snapshot
from hacktrick.app.study_session import ROOT, Study, StudyFileError
from hacktrick.app.themes import Colour
from hacktrick.coach.possible_moves import public_state_of
from hacktrick.game.editions import PRESETS
from hacktrick.game.keypad import KEY_ORDER, Key
from hacktrick.game.notation.position_parser import is_position_line
from hacktrick.game.state import PublicState, Side
from hacktrick.game.view import SeatInfo
from hacktrick.i18n import screen_text, study_text
from hacktrick.i18n.computer_players import level_title
from hacktrick.i18n.library_and_statistics_text import (
    import_result_sentence,
    joined_player_names,
    judge_button_label,
    judging_started_sentence,
    match_date_and_source_line,
    match_not_over_sentence,
    match_score,
    matching_or_all_notes,
    outcome_name,
    player_kind,
    round_count_text,
    sort_order_name,
    turn_note_line,
    winners_sentence,
)
from hacktrick.i18n.match_text import MatchSentences
from hacktrick.i18n.review_text import default_branch_choices, replay_place_text
from hacktrick.i18n.rulebook.edition_text import preset_name
from hacktrick.i18n.translator import _, capitalized
from hacktrick.library.match_entries import (
    MAX_NOTE_LENGTH,
    MatchEntry,
    MatchOutcome,
    MatchQuery,
    SingleImportResult,
    SortOrder,
    TurnNote,
)
from hacktrick.match.player_kinds import LEVEL_NUMBERS
from hacktrick.match.record import RecordError
from hacktrick.ui.layout.geometry import small_board_key_rect, split_into_columns
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.paint.keys_and_panels import KeyLook, PanelLook
from hacktrick.ui.scene.scenes_and_context import Context
from hacktrick.ui.screens.library.match_import import MatchImporter, MatchImportScene
from hacktrick.ui.screens.statistics_and_mistakes_scenes import (
    draw_judging_progress,
    make_judging_button,
)
from hacktrick.ui.screens.study.study_scene import save_study_page_or_return_fault
from hacktrick.ui.widgets import game_drawing
from hacktrick.ui.widgets.basic_widgets import (
    Button,
    ListView,
    SearchField,
    Stepper,
    TextField,
    Toggle,
)
from hacktrick.ui.widgets.dialogs import Dialog, NoticeScene, show_new_file_problems
from hacktrick.ui.widgets.menu_base import Menu, intent_while_searching, start_search_by_typing
from hacktrick.ui.widgets.position_board import make_key_describer, record_keys_for_screen_reader

ROW_HEIGHT = 44.0  # height of a row of the list, in layout units


def draw_match_row(
    surface: pygame.Surface,
    context: Context,
    rect: pygame.Rect,
    entry: MatchEntry,
    chosen: bool,
    marked: bool,
) -> None:
    """Draw a match in the list: star, mark, players, score, date, source and note.

    Args:
        chosen: whether the match is chosen in the list.
        marked: whether the match is marked for judging.
    """
    px, colours, fonts = context.px, context.theme.colours, context.fonts
    upper, lower = rect.y + px(14), rect.y + px(32)
    left, right = rect.left + px(34), rect.right - px(10)
    icons = [("star", colours.warning)] * entry.starred + [("check", colours.accent)] * marked
    for n, (name, colour) in enumerate(icons):
        icon = context.sprites.icon(name, px(16), colour)
        middle = rect.centery if len(icons) == 1 else (upper, lower)[n]
        icon.draw_centred(surface, (rect.left + px(18), middle))
    ink = colours.text if chosen else colours.muted
    place, style = (right, upper), styles.MONO_STRONG
    score = fonts.draw_text(surface, match_score(entry), place, style, colours.text, "midright")
    _paint_player_names(surface, context, entry, (left, upper), score.left - px(12), ink)
    line = (
        match_date_and_source_line(entry)
        if not entry.note
        else f"{match_date_and_source_line(entry)} · {entry.note}"
    )
    place, room = (left, lower), right - left
    fonts.draw_text(surface, line, place, styles.SMALL, colours.muted, "midleft", room)


def draw_study_row(surface: pygame.Surface, context: Context, rect: pygame.Rect, name: str) -> None:
    """Draw a saved study in the list: its name above the word "Study"."""
    px, colours, fonts = context.px, context.theme.colours, context.fonts
    left, room = rect.left + px(34), rect.width - px(44)
    place = (left, rect.y + px(14))
    fonts.draw_text(surface, name, place, styles.STRONG, colours.text, "midleft", room)
    place = (left, rect.y + px(32))
    fonts.draw_text(surface, _("Study"), place, styles.SMALL, colours.muted, "midleft", room)


def _paint_player_names(
    surface: pygame.Surface,
    context: Context,
    entry: MatchEntry,
    place: tuple[int, int],
    right: int,
    colour: Colour,
) -> None:
    """Draw the names of the players from ``place`` up to ``right``, the winners in bold."""
    px, fonts, (x, y) = context.px, context.fonts, place
    for n, player in enumerate(entry.players):
        style = styles.STRONG if player.won else styles.BODY
        shade = context.theme.colours.text if player.won else colour
        if n and x < right:
            with fonts.without_recording():  # screen readers read a list of names
                box = fonts.draw_text(surface, "–", (x, y), styles.BODY, colour, "midleft")
            x = box.right + px(6)
        if x < right:
            box = fonts.draw_text(surface, player.name, (x, y), style, shade, "midleft", right - x)
            x = box.right + px(6)


OUTCOMES: tuple[MatchOutcome | None, ...] = (None, "won", "lost")
SORTS: tuple[SortOrder, ...] = ("latest", "earliest", "longest")
STUDIES = "studies"  # value of the "stars" filter that lists only studies
FILTERS = ("edition", "outcome", "stars", "sort")


class FilterCycleButton(Button):
    """A button that cycles through the values of a filter; an active filter has a frame."""

    def __init__(
        self,
        context: Context,
        options: Sequence[tuple[Any, str]],
        value: object,
        on_change: Callable[[Any], None],
    ) -> None:
        super().__init__(context, "", self._select_next, centred=True)
        self.options, self.on_change = options, on_change
        self.index = [one for one, _text in options].index(value)
        self.label, self.style = options[self.index][1], styles.STRONG
        self.edge = context.theme.colours.accent if self.index else None

    def _select_next(self) -> None:
        self._select_neighbour(1)

    def _select_neighbour(self, by: int) -> None:
        self.on_change(self.options[(self.index + by) % len(self.options)][0])

    def handle_wheel(self, steps: int) -> bool:
        self._select_neighbour(-1 if steps > 0 else 1)
        return True


def make_match_filters(
    context: Context,
    query: MatchQuery,
    change: Callable[[str, object], None],
    only_studies: bool,
) -> Iterator[tuple[str, FilterCycleButton]]:
    """Yield the names and buttons of the filters, in the order of ``FILTERS``.

    Args:
        change: called with the name of a field of ``MatchQuery`` and the field's new value; to list
            only studies, with "starred" and ``STUDIES``.
    """
    editions = [
        (None, capitalized(_("all editions"))),
        *((one, preset_name(one, _)) for one in PRESETS),
    ]
    outcomes = [(one, capitalized(outcome_name(one))) for one in OUTCOMES]
    stars = [
        (None, capitalized(_("all matches"))),
        (True, capitalized(_("starred"))),
        (STUDIES, capitalized(_("studies"))),
    ]
    sorts = [(one, capitalized(sort_order_name(one))) for one in SORTS]
    for name, options, value, field in (
        ("edition", editions, query.preset, "preset"),
        ("outcome", outcomes, query.outcome, "outcome"),
        ("stars", stars, STUDIES if only_studies else query.starred, "starred"),
        ("sort", sorts, query.sort, "sort"),
    ):
        yield name, FilterCycleButton(context, options, value, partial(change, field))


KEY_GAP = 5.0  # gap between keys, in layout units
TITLE_STYLE = styles.TextStyle("heading", 22)
SCORE_STYLE = styles.TextStyle("numeral", 26)
MIN_KEY_SIZE = 26.0  # minimum height of a key in the preview's board, in layout units


def draw_match_preview(
    surface: pygame.Surface,
    context: Context,
    area: pygame.Rect,
    entry: MatchEntry,
    snapshot: Snapshot | None,
) -> None:
    """Draw the summary of a match and its final position.

    Args:
        snapshot: the final position; None until it is loaded.
    """
    bottom = _paint_match_summary(surface, context, area, entry)
    room = pygame.Rect(area.x, bottom, area.width, area.bottom - bottom)
    if snapshot is not None:
        _paint_final_board(
            surface, context, room, snapshot.public, snapshot.seats, snapshot.marker_style_of
        )


def draw_study_preview(
    surface: pygame.Surface, context: Context, area: pygame.Rect, name: str, study: Study | None
) -> None:
    """Draw the summary of a saved study and its first position.

    Args:
        study: the study; None if its file cannot be read.
    """
    px, fonts, colours = context.px, context.fonts, context.theme.colours
    place = (area.x, area.y + px(14))
    fonts.draw_text(surface, name, place, TITLE_STYLE, colours.accent, "midleft", area.width)
    unreadable = (_(study_text.NO_STUDY_IN_FILE),)
    y = area.y + px(32)
    for line in unreadable if study is None else study_text.saved_study_lines(study):
        box = pygame.Rect(area.x, y, area.width, area.bottom - y)
        y += max(px(20), fonts.draw_paragraph(surface, line, box, styles.SMALL, colours.muted))
    if study is None:
        return
    view = study.node_at(ROOT).views[0]
    public, looks = (
        public_state_of(study.node_at(ROOT).views),
        default_marker_styles(len(view.seats)),
    )
    room = pygame.Rect(area.x, y + px(6), area.width, area.bottom - y - px(6))

    def style_of(side: Side) -> MarkerStyle:
        return looks.marker_style_for_seats(public.seating.seats_of(side))

    _paint_final_board(surface, context, room, public, view.seats, style_of)


def _paint_match_summary(
    surface: pygame.Surface, context: Context, area: pygame.Rect, entry: MatchEntry
) -> int:
    """Draw winners, score, edition and players; return the lower edge of the text in pixels."""
    px, fonts, colours = context.px, context.fonts, context.theme.colours
    score = fonts.draw_text(
        surface,
        match_score(entry),
        (area.right, area.y + px(14)),
        SCORE_STYLE,
        colours.text,
        "midright",
    )
    room = score.left - px(12) - area.x
    place = (area.x, area.y + px(14))
    fonts.draw_text(
        surface, winners_sentence(entry), place, TITLE_STYLE, colours.accent, "midleft", room
    )
    y = area.y + px(32)
    # The sentence above names the round of an unfinished match.
    line = match_date_and_source_line(entry)
    lines = [line if entry.is_unfinished else f"{line} · {round_count_text(entry)}"]
    lines += [f"{one.name} ({player_kind(one)})" for one in entry.players]
    for n, line in enumerate(lines):
        ink = colours.muted if n == 0 else colours.text
        box = pygame.Rect(area.x, y, area.width, area.bottom - y)
        y += max(px(20), fonts.draw_paragraph(surface, line, box, styles.SMALL, ink))
    return y + px(6)


def _paint_final_board(
    surface: pygame.Surface,
    context: Context,
    area: pygame.Rect,
    public: PublicState,
    seats: tuple[SeatInfo, ...],
    style_of: Callable[[Side], MarkerStyle],
) -> None:
    """Draw the board of a position, unless there is too little room.

    Args:
        area: the rectangle for the board.
        style_of: returns the style of a side's markers.
    """
    px, gap = context.px, context.px(KEY_GAP)
    if area.height < 3 * px(MIN_KEY_SIZE):
        return
    tall = min(px(84), (area.height - 2 * gap) // 3, round((area.width - 2 * gap) / 3 / 1.08))
    wide = round(tall * 1.08)
    left = area.centerx - (3 * wide + 2 * gap) // 2
    for n, key in enumerate(KEY_ORDER):
        spot = (left + n % 3 * (wide + gap), area.y + n // 3 * (tall + gap))
        place = small_board_key_rect(pygame.Rect(*spot, wide, tall), context.theme.board)
        pieces, owner = _markers_and_colour_on_key(public, style_of, key)
        look = KeyLook(owner=owner)
        game_drawing.draw_numbered_key(
            surface, context, place, key, look, pieces if tall >= px(44) else []
        )
    drawn = pygame.Rect(left, area.y, 3 * wide + 2 * gap, 3 * tall + 2 * gap)
    wording = partial(MatchSentences, public.rules, seats)
    record_keys_for_screen_reader(context, drawn, make_key_describer(public, wording))


def _markers_and_colour_on_key(
    public: PublicState, style_of: Callable[[Side], MarkerStyle], key: Key
) -> tuple[list[StyledMarker], int | None]:
    """Return the markers on a key, and the colour number of their owner (None for an empty key)."""
    for side in (0, 1):
        n = public.markers_on(key, side)
        if n:
            look, doubled = style_of(side), public.double[side] == key
            pieces = [look.marker(doubled and k == n - 1) for k in range(n)]
            return pieces, look.colour
    return [], None


PREVIEW_DELAY = 0.12  # seconds for which a row must stay chosen before its match is loaded


def draw_turn_notes(
    surface: pygame.Surface, context: Context, area: pygame.Rect, notes: Sequence[TurnNote]
) -> int:
    """Draw notes on turns, one per line; return the lower edge of the notes in pixels."""
    y, colours, fonts = area.y, context.theme.colours, context.fonts
    for note in notes:
        place, line = (area.x, y + context.px(10)), turn_note_line(note)
        fonts.draw_text(surface, line, place, styles.SMALL, colours.accent, "midleft", area.width)
        y += context.px(20)
    return y


class FinalPositionCache:
    """A cache of final positions; each is loaded after its row has stayed chosen for a moment."""

    def __init__(self, services: ProgramServices) -> None:
        self._library, self._local_table = services.library_browser, services.local_table
        self._snapshots: dict[int, Snapshot | None] = {}
        self._seconds_on_row = PREVIEW_DELAY

    def position_if_loaded(self, entry: MatchEntry) -> Snapshot | None:
        """Return the final position of a match; None if it is not loaded yet or cannot be read."""
        return self._snapshots.get(entry.id)

    def restart_delay_before_loading(self) -> None:
        """Restart the delay because another match has been chosen."""
        self._seconds_on_row = 0.0

    def load_position_after_delay(self, dt: float, entry: MatchEntry | None) -> bool:
        """Count ``dt`` seconds for the chosen match, and load its final position after the delay.

        Args:
            entry: the chosen match; None if there is none.

        Returns:
            Whether this call has loaded the position.
        """
        if entry is None or entry.id in self._snapshots:
            return False
        self._seconds_on_row += dt
        if self._seconds_on_row < PREVIEW_DELAY:
            return False
        self._snapshots[entry.id] = self._load_position(entry)
        return True

    def _load_position(self, entry: MatchEntry) -> Snapshot | None:
        if entry.is_unfinished:
            return self._local_table.snapshot_of_unfinished_match(entry.key)
        replayed = self._library.open_replay(entry)
        if replayed is None:
            return None
        replayed.go_to(replayed.end_position)
        return replayed.snapshot()


FILTER_HEIGHT = 44.0  # height of the filters and of the widgets for judging, in layout units
# The line of widgets for judging, below the filters; "bar" is the place of the progress bar.
JUDGING_LINES: tuple[tuple[dict[str, float], ...], ...] = (
    ({"judge": 1.0, "bar": 1.6, "stop": 0.7, "mistakes": 1.0},),
    ({"judge": 1.0, "mistakes": 1.0}, {"bar": 1.6, "stop": 0.8}),
)
BUTTON_HEIGHT = 50.0
LIST_SHARE = 0.56  # fraction of the width for the list
# Height of the page in layout units if the preview stands below the list.
NARROW_PAGE_HEIGHT = 940.0
# Lines of widgets with their shares of the width: for a wide window, then for a narrow window.
FILTER_LINES: tuple[tuple[dict[str, float], ...], ...] = (
    (dict(zip(("search", *FILTERS), (1.5, 1.2, 1.0, 1.25, 1.0), strict=True)),),
    ({"search": 1.0}, dict.fromkeys(FILTERS, 1.0)),
)
BUTTONS = ("back", "delete", "import", "share", "review", "replay")
# By button, its share of a line's width.
BUTTON_SHARES = {**dict.fromkeys(BUTTONS, 1.0), "back": 0.9, "replay": 1.15}
BUTTON_LINES: tuple[tuple[dict[str, float], ...], ...] = (
    (BUTTON_SHARES,),
    (
        {name: BUTTON_SHARES[name] for name in BUTTONS[:3]},
        {name: BUTTON_SHARES[name] for name in BUTTONS[3:]},
    ),
)
MARGIN = 18.0
MAX_SHOWN_NOTES = 3  # number of notes on turns below the preview


class MatchListScene(Menu):
    """The screen with the list of saved matches, followed by saved studies.

    Args:
        to_import: a match as text or a path, which is imported at once; "" for none.
    """

    maximum_height = 2000.0

    def __init__(self, context: Context, services: ProgramServices, to_import: str = "") -> None:
        super().__init__(context)
        self.group.by_rows = True
        self.services, self.library = services, services.library_browser
        self.query = MatchQuery()
        self.only_studies = False
        # The opened studies by name; None for an unreadable one.
        self._opened_studies: dict[str, Study | None] = {}
        self.entries: tuple[MatchEntry, ...] = ()
        self.studies: tuple[str, ...] = ()
        self._query_rows()
        self.row = self._offset = 0
        self.final_positions = FinalPositionCache(services)
        self._turn_notes: tuple[TurnNote, ...] = ()  # the notes of the chosen match
        self.queue = services.review_queue
        # Functions that restore the rows deleted on this screen, the latest last.
        self._restores: list[Callable[[], bool]] = []
        self._offers_restore = False  # True from a deletion until another row is chosen
        self._is_delete_held = False  # a held Delete key repeats, but deletes only one row
        self.marked: set[int] = set()  # the numbers of the matches marked for judging
        self._shown_choice = self.queue.queued_reviews
        self._bar = pygame.Rect(0, 0, 0, 0)
        self._panel = pygame.Rect(0, 0, 0, 0)
        self.importer = MatchImporter(
            self.library, to_import, self._show_import_progress, self._finish_import
        )

    def _query_rows(self) -> None:
        """Find the rows that fit the query: unfinished matches, finished matches, then studies.

        Studies have neither result nor star, so a filter by result or star excludes all studies.
        """
        query, self.entries, self.studies = self.query, (), ()
        if not self.only_studies:
            unfinished = self.services.local_table.find_unfinished_matches(query)
            self.entries = (*unfinished, *self.library.find_matches(query))
        if query.outcome is None and query.starred is None:
            names = self.services.study_files.find_names(query.text)
            if query.preset is not None:
                names = tuple(
                    name for name in names if self._edition_of_study(name) == query.preset
                )
            self.studies = names[::-1] if query.sort == "earliest" else names

    def _edition_of_study(self, name: str) -> str | None:
        study = self._load_study_if_readable(name)
        return None if study is None else study.node_at(ROOT).views[0].rules.preset

    def _load_study_if_readable(self, name: str) -> Study | None:
        """Return a saved study; None if its file cannot be read."""
        if name not in self._opened_studies:
            study = None
            with suppress(OSError, RecordError, StudyFileError):
                study = self.services.study_files.load_study(name)
            self._opened_studies[name] = study
        return self._opened_studies[name]

    @property
    def _n_rows(self) -> int:
        return len(self.entries) + len(self.studies)

    @property
    def _is_chosen_match_unfinished(self) -> bool:
        """Whether the chosen match is unfinished."""
        return self.chosen_entry is not None and self.chosen_entry.is_unfinished

    @property
    def _n_matches(self) -> int:
        return len(self.library) + len(self.services.local_table.find_unfinished_matches())

    @property
    def chosen_entry(self) -> MatchEntry | None:
        """The chosen match; None if a study or nothing is chosen."""
        return self.entries[self.row] if self.row < len(self.entries) else None

    @property
    def chosen_study_name(self) -> str:
        """The name of the chosen study; "" if a match or nothing is chosen."""
        number = self.row - len(self.entries)
        return self.studies[number] if 0 <= number < len(self.studies) else ""

    def create_widgets(self) -> None:
        self._add_filters()
        self._add_judging_widgets()
        context = self.context
        listing = ListView(
            context,
            self._n_rows,
            ROW_HEIGHT,
            self._paint_row,
            self._open_row_if_entered,
            self._choose_row,
        )
        listing.name = _("Matches")
        listing.chosen, listing.offset = self.row, self._offset
        self.add_widget("list", listing)
        entry = self.chosen_entry
        self._turn_notes = ()
        if entry is not None and not entry.is_unfinished:
            self._turn_notes = self.library.turn_notes(entry.id)
            is_marked = entry.id in self.marked
            self.add_widget(
                "marked",
                Toggle(
                    context,
                    _("Mark for judging"),
                    is_marked,
                    lambda _on: self._toggle_judging_mark(),
                ),
            )
            self.add_widget(
                "starred",
                Toggle(context, _("Starred"), entry.starred, self._set_star_on_chosen_match),
            )
            self.add_widget(
                "note",
                TextField(
                    context, _("Note"), entry.note, self._set_note_on_chosen_match, MAX_NOTE_LENGTH
                ),
            )
        self._add_buttons()

    def _add_filters(self) -> None:
        context, query = self.context, self.query
        search = SearchField(context, _("Search: names, notes"), query.text, self._search_text)
        self.add_widget("search", search)
        for name, button in make_match_filters(
            context, query, self._set_filter_and_reload, self.only_studies
        ):
            self.add_widget(name, button)

    def _add_judging_widgets(self) -> None:
        context, chosen = self.context, self._matches_to_judge
        label = judge_button_label(len(chosen), bool(self.marked))
        judge = Button(context, label, self.start_judging, icon="search")
        judge.reason = None if chosen else _(screen_text.NO_MATCHES_FOUND)
        if not self.library.may_write:
            judge.reason = _(screen_text.MATCHES_READ_ONLY)
        self.add_widget("judge", judge)
        self.add_widget("stop", make_judging_button(context, self.queue, self.rebuild_widgets))
        mistakes = Button(
            context, _("Your mistakes"), context.navigator.show_mistakes, centred=True
        )
        self.add_widget("mistakes", mistakes)

    @property
    def _matches_to_judge(self) -> tuple[MatchEntry, ...]:
        """The marked matches; if none is marked, all finished matches of the list."""
        finished = [entry for entry in self.entries if not entry.is_unfinished]
        if not self.marked:
            return tuple(finished)
        everywhere = self.library.find_matches()
        return tuple(entry for entry in everywhere if entry.id in self.marked)

    def start_judging(self) -> None:
        """Judge the marked matches in the background, or all finished matches if none is marked."""
        n = self.queue.add_matches(self._matches_to_judge)
        self.marked.clear()
        self.rebuild_widgets()
        self.show_message(judging_started_sentence(n))

    def _toggle_judging_mark(self) -> None:
        """Mark the chosen finished match for judging, or remove its mark."""
        entry = self.chosen_entry
        if entry is not None and not entry.is_unfinished:
            self.marked ^= {entry.id}
            self._offset = self.list_view.offset
            self.rebuild_widgets()

    def _add_buttons(self) -> None:
        if self.chosen_study_name:
            self._add_saved_study_buttons()
            return
        context, some = self.context, self.chosen_entry is not None
        none = None if some else _(screen_text.NO_MATCH_SELECTED)
        reading = None if self.library.may_write else _(screen_text.MATCHES_READ_ONLY)
        is_unfinished = self._is_chosen_match_unfinished
        delete = self._delete_button(_("Delete match"))
        delete.reason = reading or (None if self._offers_restore else none)
        take = Button(context, _(screen_text.IMPORT_MATCHES), self.show_import_dialog, centred=True)
        take.reason = reading
        share = Button(context, _("Share"), self.share_match_or_export_study, icon="share")
        replay = Button(context, _("Replay"), self.open_study_or_replay, icon="play", primary=some)
        if is_unfinished:
            replay = Button(
                context, _("Continue"), self.continue_unfinished_match, icon="play", primary=True
            )
        review = Button(context, _("Review"), self.open_review_of_chosen_match, icon="search")
        replay.reason = none
        share.reason = review.reason = match_not_over_sentence() if is_unfinished else none
        self._add_back_and_buttons(delete, take, share, review, replay)

    def _add_saved_study_buttons(self) -> None:
        """Add the buttons that open, export and delete a study."""
        context = self.context
        delete = self._delete_button(_("Delete study"))
        take = Button(context, _(screen_text.IMPORT_MATCHES), self.show_import_dialog, centred=True)
        take.reason = None if self.library.may_write else _(screen_text.MATCHES_READ_ONLY)
        page = Button(
            context,
            study_text.study_menu_entry_label("page"),
            self.share_match_or_export_study,
            icon="share",
        )
        review = Button(context, _("Review"), self.open_review_of_chosen_match, icon="search")
        review.reason = _(study_text.JUDGED_ON_ITS_BOARD)
        opener = Button(
            context, _("Open study"), self.open_study_or_replay, icon="play", primary=True
        )
        if self._load_study_if_readable(self.chosen_study_name) is None:
            page.reason = opener.reason = _(study_text.NO_STUDY_IN_FILE)
        self._add_back_and_buttons(delete, take, page, review, opener)

    def _delete_button(self, label: str) -> Button:
        """Return the button that deletes the chosen row or, after a deletion, restores the row."""
        if self._offers_restore:
            return Button(self.context, _("Restore"), self.undo_deletion, centred=True)
        return Button(self.context, label, self.delete_chosen_row, centred=True)

    def _add_back_and_buttons(self, *buttons: Button) -> None:
        """Add the button *Back* and then the given buttons, in the order of ``BUTTONS``."""
        self.add_widget("back", Button(self.context, _("Back"), self.go_back, icon="left"))
        for name, button in zip(BUTTONS[1:], buttons, strict=True):
            self.add_widget(name, button)

    def first_focus_name(self) -> str:
        return "list" if self._n_rows else "import"

    @property
    def list_view(self) -> ListView:
        listing = self.widgets["list"]
        assert isinstance(listing, ListView)
        return listing

    @property
    def search_field(self) -> SearchField:
        field = self.widgets["search"]
        assert isinstance(field, SearchField)
        return field

    def reload_list(self, chosen: int | str | None = None) -> None:
        """Query the list again.

        Args:
            chosen: the number of the match or the name of the study to choose; None to keep the
                chosen row.
        """
        if chosen is None:
            chosen = self.chosen_entry.id if self.chosen_entry else self.chosen_study_name
        self._query_rows()
        rows = [*(entry.id for entry in self.entries), *self.studies]
        last = max(0, len(rows) - 1)
        self.row = rows.index(chosen) if chosen in rows else min(self.row, last)
        self._offset = min(self.list_view.offset, self.row * self.context.px(ROW_HEIGHT))
        self.rebuild_widgets()
        self.list_view.choose_row(self.row)

    def _set_filter_and_reload(self, field: str, value: object) -> None:
        if field == "starred":
            self.only_studies = value == STUDIES
            value = None if self.only_studies else value
        self.query = replace(self.query, **{field: value})  # type: ignore[arg-type]
        self.reload_list()

    def _search_text(self, text: str) -> None:
        """Filter the list by a text; the search field keeps the focus and its cursor position."""
        self.query = replace(self.query, text=text)
        self._query_rows()
        self.row = self._offset = 0
        field, cursor = self.search_field, self.search_field.cursor
        self.rebuild_widgets()
        if field.focused or self.group.focused_widget is self.widgets["search"]:
            self.group.set_focus(self.search_field)
            self.search_field.cursor = cursor

    def _choose_row(self, row: int) -> None:
        self.row, self._offers_restore = row, False
        self.final_positions.restart_delay_before_loading()
        self._offset = self.list_view.offset
        self.rebuild_widgets()

    def _open_row_if_entered(self, row: int) -> None:
        """Resume or open the chosen row after Enter; a click only chooses a row."""
        if self.group.ring:
            (
                self.continue_unfinished_match
                if self._is_chosen_match_unfinished
                else self.open_study_or_replay
            )()

    def continue_unfinished_match(self) -> None:
        """Continue the chosen unfinished match."""
        entry = self.chosen_entry
        if entry is not None and not self.context.navigator.resume_unfinished_match(entry.key):
            self.reload_list()

    def open_study_or_replay(self) -> None:
        """Open the chosen study, or the replay of the chosen match.

        If a search has found a note on a turn, the replay opens at that turn.
        """
        if self.chosen_study_name:
            self._show_chosen_study()
            return
        replayed = self._open_replay_of_chosen_match()
        if replayed is not None:
            notes = (
                matching_or_all_notes(self._turn_notes, self.query.text) if self.query.text else ()
            )
            if notes:
                replayed.go_to(ReplayPosition(notes[0].round, notes[0].action))
            self.context.navigator.show_replay(replayed)

    def _load_chosen_study_or_report(self) -> Study | None:
        """Return the chosen study; if its file cannot be read, show a message and return None."""
        study = self._load_study_if_readable(self.chosen_study_name)
        if study is None:
            self.show_message(_(study_text.NO_STUDY_IN_FILE))
        return study

    def _show_chosen_study(self) -> None:
        study = self._load_chosen_study_or_report()
        if study is not None:
            self.context.navigator.show_study(study)

    def _export_chosen_study(self) -> None:
        """Export the chosen study as a page for a web browser."""
        study = self._load_chosen_study_or_report()
        if study is not None:
            problem = save_study_page_or_return_fault(
                self.context, self.services, study, study.saved_assessment
            )
            if problem:
                self.show_message(problem)

    def open_review_of_chosen_match(self) -> None:
        """Open the review of the chosen match; if it cannot be judged, show the reason."""
        entry = self.chosen_entry
        reviews = (
            None if entry is None else self.services.library_reviews.reviews_of_match(entry.id)
        )
        if reviews is not None:
            self.context.navigator.show_review_or_ask_whose(reviews, 0)
        elif not show_new_file_problems(self.context, self.services):
            self.show_message(_(screen_text.NO_JUDGE_FOR_EDITION))

    def share_match_or_export_study(self) -> None:
        """Show the ways to share the chosen match, or export the chosen study."""
        if self.chosen_study_name:
            self._export_chosen_study()
            return
        replayed = self._open_replay_of_chosen_match()
        if replayed is not None:
            replayed.go_to(replayed.end_position)
            self.context.navigator.show_share_options(replayed)

    def _open_replay_of_chosen_match(self) -> ReplaySession | None:
        entry = self.chosen_entry
        if entry is None:
            return None
        replayed = self.library.open_replay(entry)
        if replayed is None and not show_new_file_problems(self.context, self.services):
            self.show_message(_(screen_text.MATCH_UNREADABLE))
        return replayed

    def _set_star_on_chosen_match(self, on: bool) -> None:
        entry = self.chosen_entry
        if entry is not None and self.library.set_star(entry.id, on):
            self._replace_entry(replace(entry, starred=on))

    def _set_note_on_chosen_match(self, text: str) -> None:
        entry = self.chosen_entry
        if entry is not None and self.library.set_note(entry.id, text):
            self._replace_entry(replace(entry, note=text))

    def _replace_entry(self, entry: MatchEntry) -> None:
        self.entries = (*self.entries[: self.row], entry, *self.entries[self.row + 1 :])
        self.needs_redraw = True

    def delete_chosen_row(self) -> None:
        """Delete the chosen row; the same button restores it until another row is chosen."""
        entry = self.chosen_entry
        if self.chosen_study_name:
            self._delete_study(self.chosen_study_name)
        elif entry is not None:
            names = joined_player_names(entry)
            if not entry.is_unfinished and self.library.delete(entry.id):
                self._reload_and_offer_restore(names, self._restore_match)
            elif entry.is_unfinished and self.services.local_table.delete_unfinished_match(
                entry.key
            ):
                self._reload_and_offer_restore(names, self._restore_unfinished)

    def _delete_study(self, name: str) -> None:
        try:
            self.services.study_files.delete_study(name)
        except OSError as error:
            self.show_message(error.strerror or str(error))
        else:
            self._reload_and_offer_restore(name, self._restore_study)

    def _reload_and_offer_restore(self, names: str, restore: Callable[[], bool]) -> None:
        self._restores.append(restore)
        self._offers_restore = True
        self.reload_list()
        self.show_message(_(screen_text.DELETED).format(names=names))

    def undo_deletion(self) -> None:
        """Restore the row that was deleted last, on this screen or before it was opened."""
        self._offers_restore = False
        last = [self._restores.pop()] if self._restores else []
        earlier = self._restore_unfinished, self._restore_match, self._restore_study
        any(restore() for restore in (*last, *earlier))

    def _restore_match(self) -> bool:
        number = self.library.undo_delete()
        if number is not None:
            self.reload_list(number)
        return number is not None

    def _restore_unfinished(self) -> bool:
        table = self.services.local_table
        can_restore = table.can_undo_delete_unfinished_match
        if can_restore:
            table.undo_delete_unfinished_match()
            self.reload_list()
        return can_restore

    def _restore_study(self) -> bool:
        try:
            name = self.services.study_files.undo_delete()
        except OSError as error:
            self.show_message(error.strerror or str(error))
            return False
        if name:
            self._opened_studies.pop(name, None)
            self.reload_list(name)
        return bool(name)

    def show_import_dialog(self) -> None:
        self.context.stack.push(MatchImportScene(self.context, self.import_text))

    def import_text(self, text: str) -> None:
        """Import a match given as text or as a path, or study a position in position notation."""
        if not is_position_line(text):
            self.importer.import_text_or_path(text)
            return
        fault = self.context.navigator.show_position_or_return_fault(text.strip())
        if fault:
            self.show_message(fault)

    def _show_import_progress(self, results: Sequence[SingleImportResult]) -> None:
        self.show_message(import_result_sentence(results))

    def _finish_import(self, results: Sequence[SingleImportResult]) -> None:
        new = [one.number for one in results if one.number is not None]
        wanted = results[0] if len(results) == 1 and results[0].opens_at is not None else None
        self.query = MatchQuery() if new or wanted else self.query
        self.reload_list(new[-1] if new else None)
        if wanted is not None and self._open_at_imported_position(wanted):
            return
        if any(one.reason for one in results):
            notice = NoticeScene(
                self.context, _("Importing matches"), import_result_sentence(results)
            )
            self.context.stack.push(notice)
        else:
            self.show_message(import_result_sentence(results))

    def _open_at_imported_position(self, imported: SingleImportResult) -> bool:
        """Open an imported match at the position that its file names.

        Args:
            imported: the result of the import.

        Returns:
            False if the match is not in the list or cannot be read.
        """
        keys = [entry.key for entry in self.entries]
        if imported.key not in keys:
            return False
        self.row = keys.index(imported.key)
        replayed = self._open_replay_of_chosen_match()
        if replayed is None:
            return False
        replayed.go_to_index(imported.opens_at or 0)
        self.context.navigator.show_replay(replayed)
        if replayed.public.result is None:
            self.context.navigator.show_branch_choices(replayed)
        return True

    def on_uncovered(self) -> None:
        self._opened_studies.clear()
        self.reload_list()

    def handle_intent(self, name: str) -> bool:
        actions = {
            "share": self.share_match_or_export_study,
            "paste": lambda: self.import_text(self.context.clipboard.get_text()),
            "undo": self.undo_deletion,
            "search": lambda: self.group.set_focus(self.search_field),
            "settings": self.context.navigator.show_settings,
        }
        if name == "paste" and self.group.focused_widget is self.widgets.get("note"):
            return False
        if name in actions:
            actions[name]()
        return name in actions or super().handle_intent(name)

    def go_back(self) -> None:
        """Clear the search or, if it is empty, leave the screen."""
        if self.search_field.text:
            self.search_field.clear()
        else:
            super().go_back()

    def intent_of_event(self, event: pygame.Event) -> str:
        return intent_while_searching(super().intent_of_event(event), event)

    def handle(self, event: pygame.Event) -> bool:
        if event.type == pygame.DROPFILE:
            self.importer.add_dropped_path(Path(event.file))
            return True
        if event.type == pygame.DROPTEXT:
            self.import_text(event.text)
            return True
        on_note = self.group.focused_widget is self.widgets.get("note")
        if not on_note and start_search_by_typing(self, self.search_field, event):
            return True
        if event.type == pygame.KEYUP and event.key == pygame.K_DELETE:
            self._is_delete_held = False
        if event.type == pygame.KEYDOWN and self._is_list_focused():
            if event.key == pygame.K_DELETE:
                if not self._is_delete_held:
                    self._is_delete_held = True
                    self.delete_chosen_row()
                return True
            if event.key == pygame.K_INSERT:  # Insert also marks files in two-pane file managers
                self._toggle_judging_mark()
                self.list_view.choose_row(self.row + 1)
                return True
        return super().handle(event)

    def _is_list_focused(self) -> bool:
        return self.group.focused_widget is self.list_view

    def update(self, dt: float) -> None:
        super().update(dt)
        self.importer.start_or_continue_import()
        self.needs_redraw = (
            self.final_positions.load_position_after_delay(dt, self.chosen_entry)
            or self.needs_redraw
        )
        if self.queue.queued_reviews is not self._shown_choice:
            self._shown_choice = self.queue.queued_reviews
            self._offset = self.list_view.offset
            self.rebuild_widgets()
        if self.context.stack.top is self:
            show_new_file_problems(self.context, self.services)

    @property
    def page_height(self) -> float:
        return max(super().page_height, NARROW_PAGE_HEIGHT if self.is_narrow else 0.0)

    @property
    def is_preview_below_list(self) -> bool:
        """Whether the preview stands below the list, not beside it."""
        return self.is_narrow or self.context.size_in_units[1] > self.context.size_in_units[0]

    def place_widgets(self) -> None:
        rect = self.context.px_rect
        (left, width), (top, height) = self.content_left_and_width, self.content_top_and_height
        filters = self._place_widget_lines(FILTER_LINES[self.is_narrow], top, FILTER_HEIGHT, 8)
        judging = JUDGING_LINES[self.is_narrow]
        filters += self._place_widget_lines(judging, top + filters + 4, FILTER_HEIGHT, 8) + 4
        actions = BUTTON_LINES[self.is_narrow]
        foot = (len(actions) - 1) * (BUTTON_HEIGHT + 10)
        self._place_widget_lines(actions, top + height - foot + 16, BUTTON_HEIGHT, 10)
        top, height = top + filters, height - filters - foot
        if self.is_preview_below_list:
            tall = height * 0.56
            self.widgets["list"].rect = rect(left + 4, top + 4, width - 8, tall - 8)
            self._panel = rect(left, top + tall + 12, width, height - tall - 12)
        else:
            wide = width * LIST_SHARE
            self.widgets["list"].rect = rect(left + 4, top + 4, wide - 8, height - 8)
            self._panel = rect(left + wide + 16, top, width - wide - 16, height)
        self._place_star_mark_and_note()

    def _place_widget_lines(
        self, lines: tuple[dict[str, float], ...], top: float, tall: float, gap: float
    ) -> float:
        """Place widgets line by line; all measures are in layout units.

        Args:
            lines: for each line, the share of the width of each widget, by the widget's name.
            top: the upper edge of the first line.
            tall: the height of a line.
            gap: the distance between two lines and between two widgets.

        Returns:
            The height of all lines.
        """
        left, width = self.content_left_and_width
        for n, shares in enumerate(lines):
            line = self.context.px_rect(left, top + n * (tall + gap), width, tall)
            places = split_into_columns(line, tuple(shares.values()), self.context.px(gap))
            for name, place in zip(shares, places, strict=True):
                if name == "bar":
                    self._bar = place
                else:
                    self.widgets[name].rect = place
        return len(lines) * (tall + gap) + 4

    def _place_star_mark_and_note(self) -> None:
        """Place the mark, the star and the note at the foot of the preview."""
        px = self.context.px
        inner = self._panel.inflate(-2 * px(MARGIN), -2 * px(14))
        y = inner.bottom
        for name in ("note", "starred", "marked"):
            if name in self.widgets:
                y -= px(44)
                self.widgets[name].rect = pygame.Rect(inner.x, y, inner.width, px(44))
                y -= px(6)

    def draw_content(self, surface: pygame.Surface) -> None:
        context, px = self.context, self.context.px
        draw_judging_progress(surface, context, self._bar, self.queue.queued_reviews)
        aside = _(screen_text.MATCH_COUNT).format(n=len(self.entries), all=self._n_matches)
        if self.only_studies:
            aside = ""
        self.draw_title(surface, _("Matches"), aside)
        listing = self.widgets["list"].rect.inflate(px(8), px(8))
        context.sprites.panel(PanelLook(), listing.size).draw(surface, listing.topleft)
        context.sprites.panel(PanelLook(), self._panel.size).draw(surface, self._panel.topleft)
        entry = self.chosen_entry
        area = self._panel.inflate(-2 * px(MARGIN), -2 * px(14))
        if self.chosen_study_name:
            draw_study_preview(
                surface,
                context,
                area,
                self.chosen_study_name,
                self._load_study_if_readable(self.chosen_study_name),
            )
            return
        if entry is None:
            self._paint_empty_list(surface)
            return
        if "marked" in self.widgets:
            notes = matching_or_all_notes(self._turn_notes, self.query.text)[:MAX_SHOWN_NOTES]
            area.height = self.widgets["marked"].rect.top - px(10 + 20 * len(notes)) - area.y
            below = pygame.Rect(area.x, area.bottom + px(4), area.width, 0)
            draw_turn_notes(surface, context, below, notes)
        draw_match_preview(
            surface, context, area, entry, self.final_positions.position_if_loaded(entry)
        )

    def _paint_empty_list(self, surface: pygame.Surface) -> None:
        context, px = self.context, self.context.px
        text = _(screen_text.NO_MATCHES_FOUND) if self._n_matches else _(screen_text.NO_MATCHES_YET)
        if self.only_studies and not self.services.study_files.names:
            text = _(study_text.NO_KEPT_STUDIES)
        room = self._panel.inflate(-2 * px(28), -2 * px(28))
        context.fonts.draw_paragraph(surface, text, room, styles.BODY, context.theme.colours.muted)

    def _paint_row(
        self, surface: pygame.Surface, rect: pygame.Rect, row: int, chosen: bool
    ) -> None:
        if row >= len(self.entries):
            draw_study_row(surface, self.context, rect, self.studies[row - len(self.entries)])
            return
        entry = self.entries[row]
        marked = entry.id in self.marked
        draw_match_row(surface, self.context, rect, entry, chosen, marked)


BRANCH_DIALOG_WIDTH, BRANCH_DIALOG_HEIGHT = 760.0, 470.0
CHOICE_STEP = 52.0
BRANCH_CHOICES = ("seat", "level", "cards", "from")


class PlayOnDialog(Dialog):
    """The dialog to play on from a position of a replayed match.

    The dialog asks for the player's seat, the level of the other players, the hidden cards, and the
    point from which to start.
    """

    def __init__(self, context: Context, services: ProgramServices, replay: ReplaySession) -> None:
        super().__init__(context)
        self.group.by_rows = True
        self.services, self.replayed = services, replay
        self.choices = default_branch_choices(replay)

    def create_widgets(self) -> None:
        context, chosen = self.context, self.choices
        seats = list(enumerate(chosen.names))
        levels = [(n, level_title(n)) for n in LEVEL_NUMBERS]
        cards = [(True, capitalized(_("drawn anew"))), (False, capitalized(_("as they were")))]
        begins = [
            (False, capitalized(_("this position"))),
            (True, capitalized(_("the deal of this round"))),
        ]
        self.add_widget(
            "seat", Stepper(context, _("Your seat"), seats, chosen.seat, self._set_seat)
        )
        self.add_widget(
            "level", Stepper(context, _("The others"), levels, chosen.level, self._set_level)
        )
        self.add_widget(
            "cards",
            Stepper(
                context,
                _("Hidden cards"),
                cards,
                chosen.is_dealt_anew,
                self._set_redeal_of_hidden_cards,
            ),
        )
        self.add_widget(
            "from",
            Stepper(context, _("From"), begins, chosen.is_from_deal, self._set_start_from_deal),
        )
        self.add_widget("cancel", Button(context, _("Cancel"), self.go_back, centred=True))
        go = Button(
            context, _("Play on"), self.start_match_from_position, icon="branch", primary=True
        )
        self.add_widget("go", go)

    def first_focus_name(self) -> str:
        return "go"

    def _set_seat(self, seat: int) -> None:
        self.choices.seat = seat

    def _set_level(self, level: int) -> None:
        self.choices.level = level

    def _set_redeal_of_hidden_cards(self, anew: bool) -> None:
        self.choices.is_dealt_anew = anew

    def _set_start_from_deal(self, from_the_deal: bool) -> None:
        self.choices.is_from_deal = from_the_deal

    def start_match_from_position(self) -> None:
        if (
            self.services.local_table.continue_from_replay(
                self.replayed, self.choices.branch_plan()
            )
            is not None
        ):
            self.context.navigator.show_table()
            return
        text = _(screen_text.UNKNOWN_DECK)
        self.context.stack.push(NoticeScene(self.context, _("Play on"), text))

    def place_widgets(self) -> None:
        px = self.context.px
        height = min(px(BRANCH_DIALOG_HEIGHT), self.context.size[1] - px(30))
        inner = self.centre_box(self.fitting_box_width(BRANCH_DIALOG_WIDTH), height)
        y = inner.y + px(112)
        for name in BRANCH_CHOICES:
            self.widgets[name].rect = pygame.Rect(inner.x, y, inner.width, px(44))
            y += px(CHOICE_STEP)
        self.place_buttons_at_foot(self.widgets["cancel"], self.widgets["go"])

    def draw(self, surface: pygame.Surface) -> None:
        context, colours = self.context, self.context.theme.colours
        inner = self.draw_box_and_title(surface, _("Play on from here"), gap=6)
        template = _(screen_text.UNRATED_BRANCH)
        text = template.format(place=replay_place_text(self.replayed))
        inner.height = self.widgets["seat"].rect.top - context.px(6) - inner.y
        context.fonts.draw_paragraph(surface, text, inner, styles.BODY, colours.muted)
        self.group.draw_widgets_and_ring(surface)
        self.draw_message(surface)
