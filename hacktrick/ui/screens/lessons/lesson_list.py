"""The list of lessons with the player's progress, and a summary of the chosen lesson."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import pygame

from hacktrick.app.learning_progress import LessonStatus
from hacktrick.app.profiles import StyledMarker
from hacktrick.app.program_services import ProgramServices
from hacktrick.app.snapshot import Snapshot
from hacktrick.coach.lessons.lesson import Lesson
from hacktrick.game.cards import cards_of
from hacktrick.game.keypad import KEY_ORDER, Key
from hacktrick.i18n import lesson_text as words
from hacktrick.i18n.match_options_and_player_names import options_from_setting
from hacktrick.i18n.match_text import MatchSentences
from hacktrick.i18n.translator import _
from hacktrick.ui.accessibility.accessibility_tree import Node, NodeAction, PaintedText
from hacktrick.ui.layout.geometry import row_card_rects, small_board_key_rect
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.paint.card_faces import CardLook
from hacktrick.ui.paint.keys_and_panels import KeyLook, PanelLook
from hacktrick.ui.scene.scenes_and_context import Context
from hacktrick.ui.widgets import game_drawing
from hacktrick.ui.widgets.basic_widgets import Button, Widget
from hacktrick.ui.widgets.menu_base import Menu
from hacktrick.ui.widgets.position_board import (
    make_key_describer,
    record_cards_for_screen_reader,
    record_keys_for_screen_reader,
)

KEY_GAP = 6.0  # gap between keys, in layout units
BOARD_SHARE = 0.6  # maximum fraction of the width for the board
CARDS_MARGIN = 20.0  # gap between the board and the cards, in layout units


def draw_lesson_position(
    surface: pygame.Surface, context: Context, rect: pygame.Rect, snapshot: Snapshot
) -> None:
    """Draw the position of a lesson: the board at the left, the row and the hand beside it."""
    gap = context.px(KEY_GAP)
    wide = min(
        round((rect.height - 2 * gap) / 3 * 1.08), round((rect.width * BOARD_SHARE - 2 * gap) / 3)
    )
    tall = min(round(wide / 1.08), (rect.height - 2 * gap) // 3)
    top = rect.y + (rect.height - 3 * tall - 2 * gap) // 2
    for n, key in enumerate(KEY_ORDER):
        corner = rect.x + n % 3 * (wide + gap), top + n // 3 * (tall + gap)
        place = small_board_key_rect(pygame.Rect(corner, (wide, tall)), context.theme.board)
        pieces = _markers_on_key(snapshot, key)
        owner = pieces[0].colour if pieces else None
        game_drawing.draw_numbered_key(surface, context, place, key, KeyLook(owner=owner), pieces)
    public, viewer = snapshot.public, snapshot.viewer
    drawn = pygame.Rect(rect.x, top, 3 * wide + 2 * gap, 3 * tall + 2 * gap)
    wording = partial(MatchSentences, public.rules, snapshot.seats, viewer)
    record_keys_for_screen_reader(context, drawn, make_key_describer(public, wording))
    left = rect.x + 3 * wide + 2 * gap + context.px(CARDS_MARGIN)
    beside = pygame.Rect(left, top, rect.right - left, 3 * tall + 2 * gap)
    _draw_row_and_hand(surface, context, beside, snapshot)


def _markers_on_key(snapshot: Snapshot, key: Key) -> list[StyledMarker]:
    """Return the markers on a key; the double is last."""
    public, found = snapshot.public, []
    for side in (0, 1):
        double = public.double[side] == key
        single = public.markers_on(key, side) - double
        found += [snapshot.marker_style_of(side).marker()] * single + [
            snapshot.marker_style_of(side).marker(True)
        ] * double
    return found


def _draw_row_and_hand(
    surface: pygame.Surface, context: Context, rect: pygame.Rect, snapshot: Snapshot
) -> None:
    """Draw the row, and below it the player's hand, each with a label."""
    half = rect.height // 2
    row, last = snapshot.public.row, len(snapshot.public.row) - 1
    looks = [CardLook(card, last=n == last) for n, card in enumerate(row)]
    upper = pygame.Rect(rect.x, rect.y, rect.width, half)
    _draw_labelled_card_line(surface, context, upper, _("Row"), looks, 0.62)
    hand = cards_of(snapshot.observation.hand) if snapshot.observation is not None else ()
    lower = pygame.Rect(rect.x, rect.y + half, rect.width, half)
    _draw_labelled_card_line(
        surface, context, lower, _("Your cards"), [CardLook(card) for card in hand], 0.78
    )


def _draw_labelled_card_line(
    surface: pygame.Surface,
    context: Context,
    rect: pygame.Rect,
    label: str,
    looks: list[CardLook],
    share: float,
) -> None:
    """Draw a label with a line of cards below it.

    Args:
        rect: the rectangle of label and cards.
        label: the name of the line, such as "Row".
        looks: the cards.
        share: the height of a card, as a fraction of the space below the label.
    """
    colour, step = context.theme.colours.muted, context.fonts.line_height(styles.SMALL)
    with context.fonts.without_recording():
        corner = rect.topleft
        context.fonts.draw_text(surface, label, corner, styles.SMALL, colour, width=rect.width)
    record_cards_for_screen_reader(context, rect, label, [look.value for look in looks])
    tall = round((rect.height - step) * share)
    card = (round(tall * 0.75), tall)
    gap = context.px(5)
    lying = len(looks) * (card[0] + gap) - gap
    zone = pygame.Rect(rect.x, rect.y + step + context.px(3), min(rect.width, lying), tall)
    for look, place in zip(
        looks, row_card_rects(zone, len(looks), card, card[0] + gap), strict=True
    ):
        context.sprites.card(look, place.size).draw(surface, place.topleft)


N_COLUMNS = 2
TILES_SHARE = 0.58  # fraction of the page's width for the tiles
GAP, LABEL_HEIGHT, BUTTON_HEIGHT, FOOT_HEIGHT = 8.0, 26.0, 46.0, 46.0
MAX_TILE_HEIGHT = 52.0
NARROW_CARD_HEIGHT = 330.0  # height of the summary card below the tiles, in layout units
CARD_PADDING = 20.0
TITLE_STYLE = styles.TextStyle("heading", 24)
NUMBER_STYLE = styles.TextStyle("numeral", 18)


class LessonTile(Widget):
    """A lesson in the list.

    The focus chooses the lesson, and Enter starts it. The first click or touch only chooses the
    lesson; the second one starts it.
    """

    def __init__(self, scene: LessonListScene, lesson: Lesson, number: str) -> None:
        super().__init__(scene.context)
        self.scene, self.lesson, self.number = scene, lesson, number
        self._just_chosen = False

    @property
    def is_chosen(self) -> bool:
        return self.scene.chosen is self.lesson

    @property
    def is_tab_stop(self) -> bool:
        """Whether this tile is the chosen tile; arrow keys reach the other tiles."""
        return self.is_chosen

    @property
    def scan_rank(self) -> int | None:
        """The rank in the scanning order of switch users: after the buttons.

        One of the buttons starts the next lesson, which most players want.
        """
        return 1

    def handle_focus_change(self) -> None:
        if self.focused:
            self._just_chosen = not self.is_chosen
            self.scene.choose_lesson(self.lesson)

    def handle_press(self, pos: tuple[int, int]) -> None:
        """Choose the lesson; the press has already moved the focus to its tile."""
        self._just_chosen = self._just_chosen or not self.is_chosen
        self.scene.choose_lesson(self.lesson)

    def handle_key(self, event: pygame.Event) -> bool:
        self._just_chosen = False
        return False

    def accessibility_node(self, key: str, texts: Sequence[PaintedText]) -> Node | None:
        done = self.scene.lesson_status(self.lesson) == "done"
        name = f"{self.number}, {words.lesson_title(self.lesson.name, self.scene.rules)}"
        return self.pressable_node(key, name)._replace(
            description=_("done") if done else self.scene.progress_label(self.lesson),
            is_selected=self.is_chosen,
        )

    def perform_screen_reader_request(
        self, action: NodeAction, part: str = "", value: float | str | None = None
    ) -> None:
        """Start the lesson at once, because a screen reader's focus has already chosen it."""
        self._just_chosen = False
        super().perform_screen_reader_request(action, part, value)

    def activate(self) -> None:
        if self._just_chosen:
            self._just_chosen = False
            self.context.play("select", 0)
            return
        self.scene.start_chosen_lesson()

    def draw(self, surface: pygame.Surface) -> None:
        context, colours, px = self.context, self.context.theme.colours, self.context.px
        edge = colours.accent if self.is_chosen else None
        look = PanelLook(
            edge=edge,
            edge_width=2.0 if edge else 1.0,
            raised=True,
            hovered=self.hovered,
            pressed=self.pressed,
        )
        self._draw_panel(surface, look)
        middle = self.rect.centery - px(1.5)
        left, right = self.rect.x + px(12), self.rect.right - px(12)
        place = (left + px(11), middle)
        context.fonts.draw_text(surface, self.number, place, NUMBER_STYLE, colours.muted, "center")
        left += px(32)
        right = self._draw_progress_mark(surface, right, middle) - px(8)
        title = words.lesson_title(self.lesson.name, self.scene.rules)
        room = right - left
        place = (left, middle)
        context.fonts.draw_one_or_two_lines(
            surface, title, place, styles.STRONG, colours.text, "midleft", room
        )

    def _draw_progress_mark(self, surface: pygame.Surface, right: int, middle: float) -> int:
        """Draw the progress mark at the right; return its left edge in pixels."""
        context, colours, px = self.context, self.context.theme.colours, self.context.px
        status = self.scene.lesson_status(self.lesson)
        if status == "done":
            sprite = context.sprites.icon("check", px(18), colours.good)
            sprite.draw_centred(surface, (right - px(9), middle))
            return right - px(18)
        text = self.scene.progress_label(self.lesson)
        ink = colours.warning if status == "begun" else colours.muted
        return context.fonts.draw_text(
            surface, text, (right, middle), styles.SMALL, ink, "midright"
        ).x


class LessonListScene(Menu):
    """The list of lessons with the progress of the player who played last."""

    def __init__(self, context: Context, services: ProgramServices) -> None:
        super().__init__(context)
        self.services = services
        self._load_learner_and_rules()
        self.chosen = services.lessons.next_lesson(self.learner)
        self._snapshot: tuple[tuple[str, int], Snapshot] | None = None
        self._labels: list[tuple[str, pygame.Rect]] = []
        self._card = pygame.Rect(0, 0, 0, 0)

    def _load_learner_and_rules(self) -> None:
        choices = options_from_setting(self.context.settings.last_match)
        self.rules, self.players = choices.rules, words.lesson_player_names(choices)
        self.learner = self.services.lessons.profile_name_or_empty(self.players[0])

    def lesson_status(self, lesson: Lesson) -> LessonStatus | None:
        return self.services.lessons.lesson_status(self.learner, lesson.name)

    def progress_label(self, lesson: Lesson) -> str:
        """Return the player's progress in a lesson, in one or two words."""
        lessons, name = self.services.lessons, lesson.name
        return words.lesson_progress_label(
            self.lesson_status(lesson),
            lessons.resume_step_index(self.learner, name),
            len(lesson.steps),
        )

    def choose_lesson(self, lesson: Lesson) -> None:
        self.chosen = lesson
        start: Widget | None = self.widgets.get("go")
        if isinstance(start, Button):
            start.label = self._start_label()
            self.widgets["again"].visible = self._is_chosen_lesson_begun
        self.request_redraw()

    def create_widgets(self) -> None:
        self._load_learner_and_rules()
        numbers = {"game": 0, "more": 0}
        for lesson in self.services.lessons.lessons:
            group = "game" if lesson.group == "game" else "more"
            numbers[group] += 1
            number = str(numbers[group]) if group == "game" else "+"
            self.add_widget(lesson.name, LessonTile(self, lesson, number))
        start = Button(
            self.context,
            self._start_label(),
            self.start_chosen_lesson,
            icon="play",
            hint="confirm",
            primary=True,
        )
        self.add_widget("go", start)
        again = Button(self.context, _("From the start"), self.restart_chosen_lesson, centred=True)
        again.visible = self._is_chosen_lesson_begun
        self.add_widget("again", again)
        self.add_widget(
            "back", Button(self.context, _("Back"), self.go_back, hint="back", centred=False)
        )

    @property
    def _is_chosen_lesson_begun(self) -> bool:
        """Whether the player left the chosen lesson before its end."""
        return self.services.lessons.resume_step_index(self.learner, self.chosen.name) > 0

    def _start_label(self) -> str:
        return _("Continue") if self._is_chosen_lesson_begun else _("Start")

    @property
    def page_height(self) -> float:
        return super().page_height + (NARROW_CARD_HEIGHT if self.is_narrow else 0.0)

    def place_widgets(self) -> None:
        left, width = self.content_left_and_width
        top, height = self.content_top_and_height
        lessons = self.services.lessons.lessons
        game = [one for one in lessons if one.group == "game"]
        more = [one for one in lessons if one.group != "game"]
        tiles = width if self.is_narrow else width * TILES_SHARE - CARD_PADDING / 2
        height -= NARROW_CARD_HEIGHT + GAP if self.is_narrow else 0.0
        n_rows = -(-len(game) // N_COLUMNS) + -(-len(more) // N_COLUMNS)
        tall = min(MAX_TILE_HEIGHT, (height - 2 * LABEL_HEIGHT - GAP) / n_rows - GAP)
        self._labels = []
        y = self._place_lesson_tiles(_("The game"), game, left, top, tiles, tall)
        self._place_lesson_tiles(_("Going further"), more, left, y + GAP, tiles, tall)
        card = left if self.is_narrow else left + width * TILES_SHARE + CARD_PADDING / 2
        bottom = y + GAP + LABEL_HEIGHT + -(-len(more) // N_COLUMNS) * (tall + GAP) - GAP
        if self.is_narrow:  # the summary stands below the tiles
            top, bottom = bottom + GAP, bottom + GAP + NARROW_CARD_HEIGHT
        self._card = self.context.px_rect(card, top, left + width - card, bottom - top)
        self._place_buttons(card, left + width - card, bottom)
        foot = sum(self.content_top_and_height) + (84.0 - FOOT_HEIGHT) / 2
        self.widgets["back"].rect = self.context.px_rect(left, foot, 200, FOOT_HEIGHT)

    def _place_lesson_tiles(
        self,
        label: str,
        lessons: Sequence[Lesson],
        left: float,
        top: float,
        width: float,
        tile_height: float,
    ) -> float:
        """Place the tiles of a group in columns; all measures are in layout units.

        Args:
            label: the heading above the tiles.
            lessons: the lessons of the group.
            left, top: the upper left corner.
            width: the width of all columns together.
            tile_height: the height of a tile.

        Returns:
            The lower edge of the tiles, with a gap.
        """
        context = self.context
        self._labels.append((label, context.px_rect(left, top, width, LABEL_HEIGHT)))
        tile_width = (width - GAP * (N_COLUMNS - 1)) / N_COLUMNS
        n_rows = -(-len(lessons) // N_COLUMNS)
        for n, lesson in enumerate(lessons):
            column, row = divmod(n, n_rows)
            x, y = (
                left + column * (tile_width + GAP),
                top + LABEL_HEIGHT + row * (tile_height + GAP),
            )
            self.widgets[lesson.name].rect = context.px_rect(x, y, tile_width, tile_height)
        return top + LABEL_HEIGHT + n_rows * (tile_height + GAP)

    def _place_buttons(self, left: float, width: float, bottom: float) -> None:
        rect, inner = self.context.px_rect, width - 2 * CARD_PADDING
        y, half = bottom - CARD_PADDING - BUTTON_HEIGHT, (inner - GAP) / 2
        self.widgets["go"].rect = rect(left + CARD_PADDING, y, half, BUTTON_HEIGHT)
        self.widgets["again"].rect = rect(left + CARD_PADDING + half + GAP, y, half, BUTTON_HEIGHT)

    def first_focus_name(self) -> str:
        return self.chosen.name

    def on_uncovered(self) -> None:
        """Show the progress made in a lesson; after a finished lesson, choose the next lesson."""
        lessons, chosen = self.services.lessons, self.chosen
        if lessons.lesson_status(self.learner, chosen.name) in ("done", "skipped"):
            chosen = lessons.next_lesson(self.learner)
        self._snapshot = None
        self.rebuild_widgets()
        self.choose_lesson(chosen)
        self.group.set_focus(self.widgets[chosen.name])

    def start_chosen_lesson(self) -> None:
        self.context.navigator.show_lesson(self.chosen.name)

    def restart_chosen_lesson(self) -> None:
        self.context.navigator.show_lesson(self.chosen.name, from_start=True)

    def draw_content(self, surface: pygame.Surface) -> None:
        self.draw_title(surface, _("Learn"))
        colour = self.context.theme.colours.muted
        for label, rect in self._labels:
            place = (rect.x, rect.centery - self.context.px(3))
            self.context.fonts.draw_text(surface, label, place, styles.LABEL, colour, "midleft")
        self._paint_chosen_lesson(surface)

    def _paint_chosen_lesson(self, surface: pygame.Surface) -> None:
        context, colours, px = self.context, self.context.theme.colours, self.context.px
        fonts = context.fonts
        context.sprites.panel(PanelLook(), self._card.size).draw(surface, self._card.topleft)
        inner = self._card.inflate(-2 * px(CARD_PADDING), -2 * px(CARD_PADDING))
        title = words.lesson_title(self.chosen.name, self.rules)
        y = inner.y + fonts.draw_paragraph(surface, title, inner, TITLE_STYLE, colours.text) + px(6)
        about = words.lesson_summary(self.chosen.name, self.rules)
        room = pygame.Rect(inner.x, y, inner.width, px(66))
        y += fonts.draw_paragraph(surface, about, room, styles.BODY, colours.text) + px(4)
        duration = words.lesson_duration(self.chosen)
        y = fonts.draw_text(
            surface, duration, (inner.x, y), styles.SMALL, colours.muted
        ).bottom + px(14)
        bottom = self.widgets["go"].rect.y - px(16)
        picture = pygame.Rect(inner.x, y, inner.width, max(0, bottom - y))
        draw_lesson_position(surface, context, picture, self._position_of_chosen_lesson())

    def _position_of_chosen_lesson(self) -> Snapshot:
        """Return the cached position at the player's current step of the chosen lesson."""
        name = self.chosen.name
        key = (name, self.services.lessons.resume_step_index(self.learner, name))
        if self._snapshot is None or self._snapshot[0] != key:
            self._snapshot = (
                key,
                self.services.lessons.snapshot_at_saved_place(name, self.players, self.rules.words),
            )
        return self._snapshot[1]
