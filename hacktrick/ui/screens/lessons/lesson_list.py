"""The list of lessons: which are done, where each goes on, and what the chosen one is about."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from hacktrick.app.learning_progress import LessonMark
from hacktrick.app.marker_styles import StyledMarker
from hacktrick.app.snapshot import Snapshot
from hacktrick.app.workspace import Workspace
from hacktrick.coach.lessons.lesson import Lesson
from hacktrick.game.cards import cards_of
from hacktrick.game.keypad import Key
from hacktrick.i18n import lesson_text as words
from hacktrick.i18n.new_match_options import options_from_setting
from hacktrick.i18n.translator import _
from hacktrick.ui.layout.boxes import small_key_rect
from hacktrick.ui.layout.table_areas import KEY_ORDER
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.paint.card_faces import CardLook
from hacktrick.ui.paint.keys_and_panels import KeyLook, PanelLook
from hacktrick.ui.scene.context import Context
from hacktrick.ui.table.geometry import row_card_rects
from hacktrick.ui.widgets import game_drawing
from hacktrick.ui.widgets.basic_widgets import Button, Widget
from hacktrick.ui.widgets.menu import Menu

KEY_GAP = 6.0  # units between keys
SHARE = 0.6  # of the width that the keys may take
BESIDE = 20.0


def draw_lesson_position(
    surface: pygame.Surface, context: Context, rect: pygame.Rect, glance: Snapshot
) -> None:
    """Within a rectangle given in pixels."""
    gap = context.px(KEY_GAP)
    wide = min(round((rect.height - 2 * gap) / 3 * 1.08), round((rect.width * SHARE - 2 * gap) / 3))
    tall = min(round(wide / 1.08), (rect.height - 2 * gap) // 3)
    top = rect.y + (rect.height - 3 * tall - 2 * gap) // 2
    for n, key in enumerate(KEY_ORDER):
        corner = rect.x + n % 3 * (wide + gap), top + n // 3 * (tall + gap)
        place = small_key_rect(pygame.Rect(corner, (wide, tall)), context.theme.board)
        pieces = _pieces(glance, key)
        owner = pieces[0].colour if pieces else None
        game_drawing.draw_numbered_key(surface, context, place, key, KeyLook(owner=owner), pieces)
    left = rect.x + 3 * wide + 2 * gap + context.px(BESIDE)
    beside = pygame.Rect(left, top, rect.right - left, 3 * tall + 2 * gap)
    _cards(surface, context, beside, glance)


def _pieces(glance: Snapshot, key: Key) -> list[StyledMarker]:
    """The markers on a key, the double last."""
    public, found = glance.public, []
    for side in (0, 1):
        double = public.double[side] == key
        single = public.markers_on(key, side) - double
        found += [glance.look(side).piece()] * single + [glance.look(side).piece(True)] * double
    return found


def _cards(surface: pygame.Surface, context: Context, rect: pygame.Rect, glance: Snapshot) -> None:
    """The row above, the own hand below; each with its name."""
    half = rect.height // 2
    row, last = glance.public.row, len(glance.public.row) - 1
    looks = [CardLook(card, last=n == last) for n, card in enumerate(row)]
    upper = pygame.Rect(rect.x, rect.y, rect.width, half)
    _line(surface, context, upper, _("Row"), looks, 0.62)
    hand = cards_of(glance.seen.hand) if glance.seen is not None else ()
    lower = pygame.Rect(rect.x, rect.y + half, rect.width, half)
    _line(surface, context, lower, _("Your cards"), [CardLook(card) for card in hand], 0.78)


def _line(
    surface: pygame.Surface,
    context: Context,
    rect: pygame.Rect,
    label: str,
    looks: list[CardLook],
    share: float,
) -> None:
    """``share``: of the height below the label that the cards take."""
    colour, step = context.theme.colours.muted, context.fonts.line_height(styles.SMALL)
    context.fonts.text(surface, label, rect.topleft, styles.SMALL, colour, width=rect.width)
    tall = round((rect.height - step) * share)
    card = (round(tall * 0.75), tall)
    gap = context.px(5)
    lying = len(looks) * (card[0] + gap) - gap
    zone = pygame.Rect(rect.x, rect.y + step + context.px(3), min(rect.width, lying), tall)
    for look, place in zip(looks, row_card_rects(zone, len(looks), card, gap), strict=True):
        context.sprites.card(look, place.size).draw(surface, place.topleft)


N_COLUMNS = 2
TILES = 0.58  # of the width
GAP, LABEL, BUTTON, FOOT = 8.0, 26.0, 46.0, 46.0
TALLEST = 52.0
CARD = 330.0  # height of the card of a lesson below the tiles
PAD = 20.0
TITLE = styles.TextStyle("heading", 24)
NUMBER = styles.TextStyle("numeral", 18)


class LessonTile(Widget):
    """A lesson of the list. To point at it with keys chooses it; a press starts it, the first
    press of a mouse or a finger only chooses it."""

    def __init__(self, scene: LessonListScene, lesson: Lesson, number: str) -> None:
        super().__init__(scene.context)
        self.scene, self.lesson, self.number = scene, lesson, number
        self._just_chosen = False

    @property
    def is_chosen(self) -> bool:
        return self.scene.chosen is self.lesson

    @property
    def is_stop(self) -> bool:
        """Arrows go through the list; Tab leads from the chosen one to what can be done with it."""
        return self.is_chosen

    def focus_changed(self) -> None:
        if self.focused:
            self._just_chosen = not self.is_chosen
            self.scene.choose(self.lesson)

    def press(self, pos: tuple[int, int]) -> None:
        """Of a mouse or a finger; the focus has just come here."""
        self._just_chosen = self._just_chosen or not self.is_chosen
        self.scene.choose(self.lesson)

    def key(self, event: pygame.Event) -> bool:
        self._just_chosen = False
        return False

    def activate(self) -> None:
        if self._just_chosen:
            self._just_chosen = False
            self.context.play("select", 0)
            return
        self.scene.go_on()

    def draw(self, surface: pygame.Surface) -> None:
        context, colours, px = self.context, self.context.theme.colours, self.context.px
        edge = colours.accent if self.is_chosen else None
        look = PanelLook(
            edge=edge,
            edge_width=2.0 if edge else 1.0,
            raised=True,
            hover=self.hovered,
            pressed=self.pressed,
        )
        self._panel(surface, look)
        middle = self.rect.centery - px(1.5)
        left, right = self.rect.x + px(12), self.rect.right - px(12)
        place = (left + px(11), middle)
        context.fonts.text(surface, self.number, place, NUMBER, colours.muted, "center")
        left += px(32)
        right = self._mark(surface, right, middle) - px(8)
        title = words.lesson_title(self.lesson.name, self.scene.rules)
        room = right - left
        place = (left, middle)
        context.fonts.in_lines(surface, title, place, styles.STRONG, colours.text, "midleft", room)

    def _mark(self, surface: pygame.Surface, right: int, middle: float) -> int:
        """Done, begun or passed over, at the right; returns where it begins."""
        context, colours, px = self.context, self.context.theme.colours, self.context.px
        mark = self.scene.mark_of(self.lesson)
        if mark == "done":
            sprite = context.sprites.icon("check", px(18), colours.good)
            sprite.draw_centred(surface, (right - px(9), middle))
            return right - px(18)
        text = self.scene.standing(self.lesson)
        ink = colours.warning if mark == "begun" else colours.muted
        return context.fonts.text(surface, text, (right, middle), styles.SMALL, ink, "midright").x


class LessonListScene(Menu):
    """The lessons of whoever played last."""

    def __init__(self, context: Context, workspace: Workspace) -> None:
        super().__init__(context)
        self.workspace = workspace
        self._turn_to_the_player()
        self.chosen = workspace.lessons.next_for(self.pupil)
        self._glance: tuple[tuple[str, int], Snapshot] | None = None
        self._labels: list[tuple[str, pygame.Rect]] = []
        self._card = pygame.Rect(0, 0, 0, 0)

    # What is there

    def _turn_to_the_player(self) -> None:
        choices = options_from_setting(self.context.settings.last_match)
        self.rules, self.people = choices.rules, words.lesson_players(choices)
        self.pupil = self.workspace.lessons.pupil(self.people[0])

    def mark_of(self, lesson: Lesson) -> LessonMark | None:
        return self.workspace.lessons.mark(self.pupil, lesson.name)

    def standing(self, lesson: Lesson) -> str:
        """Where a lesson stands, in a word or two."""
        school, name = self.workspace.lessons, lesson.name
        return words.lesson_progress_label(
            self.mark_of(lesson), school.step(self.pupil, name), len(lesson.steps)
        )

    def choose(self, lesson: Lesson) -> None:
        self.chosen = lesson
        go: Widget | None = self.named.get("go")
        if isinstance(go, Button):
            go.label = self._go_label()
        self.touch()

    # The menu

    def build(self) -> None:
        self._turn_to_the_player()
        numbers = {"game": 0, "more": 0}
        for lesson in self.workspace.lessons.lessons:
            group = "game" if lesson.group == "game" else "more"
            numbers[group] += 1
            number = str(numbers[group]) if group == "game" else "+"
            self.put(lesson.name, LessonTile(self, lesson, number))
        go = Button(
            self.context, self._go_label(), self.go_on, icon="play", hint="confirm", primary=True
        )
        self.put("go", go)
        self.put("again", Button(self.context, _("From the start"), self.from_start, centred=True))
        self.put("back", Button(self.context, _("Back"), self.back, hint="back", centred=False))

    def _go_label(self) -> str:
        return _("Continue") if self.mark_of(self.chosen) == "begun" else _("Start")

    @property
    def page_height(self) -> float:
        return super().page_height + (CARD if self.narrow else 0.0)

    def place(self) -> None:
        left, width = self.page
        top, height = self.body
        lessons = self.workspace.lessons.lessons
        game = [one for one in lessons if one.group == "game"]
        more = [one for one in lessons if one.group != "game"]
        tiles = width if self.narrow else width * TILES - PAD / 2
        height -= CARD + GAP if self.narrow else 0.0
        n_rows = -(-len(game) // N_COLUMNS) + -(-len(more) // N_COLUMNS)
        tall = min(TALLEST, (height - 2 * LABEL - GAP) / n_rows - GAP)
        self._labels = []
        y = self._tiles(_("The game"), game, left, top, tiles, tall)
        self._tiles(_("Going further"), more, left, y + GAP, tiles, tall)
        card = left if self.narrow else left + width * TILES + PAD / 2
        bottom = y + GAP + LABEL + -(-len(more) // N_COLUMNS) * (tall + GAP) - GAP
        if self.narrow:  # the card stands below the tiles
            top, bottom = bottom + GAP, bottom + GAP + CARD
        self._card = self.context.rect(card, top, left + width - card, bottom - top)
        self._place_buttons(card, left + width - card, bottom)
        foot = sum(self.body) + (84.0 - FOOT) / 2
        self.named["back"].rect = self.context.rect(left, foot, 200, FOOT)

    def _tiles(
        self,
        label: str,
        lessons: Sequence[Lesson],
        left: float,
        top: float,
        width: float,
        tall: float,
    ) -> float:
        """Down the columns, as one reads a list; returns where they end, in units."""
        context = self.context
        self._labels.append((label, context.rect(left, top, width, LABEL)))
        wide = (width - GAP * (N_COLUMNS - 1)) / N_COLUMNS
        n_rows = -(-len(lessons) // N_COLUMNS)
        for n, lesson in enumerate(lessons):
            column, row = divmod(n, n_rows)
            x, y = left + column * (wide + GAP), top + LABEL + row * (tall + GAP)
            self.named[lesson.name].rect = context.rect(x, y, wide, tall)
        return top + LABEL + n_rows * (tall + GAP)

    def _place_buttons(self, left: float, width: float, bottom: float) -> None:
        rect, inner = self.context.rect, width - 2 * PAD
        y, half = bottom - PAD - BUTTON, (inner - GAP) / 2
        self.named["go"].rect = rect(left + PAD, y, half, BUTTON)
        self.named["again"].rect = rect(left + PAD + half + GAP, y, half, BUTTON)

    def first_focus(self) -> str:
        return self.chosen.name

    def uncovered(self) -> None:
        """A lesson may have gone on."""
        school, chosen = self.workspace.lessons, self.chosen
        if school.mark(self.pupil, chosen.name) in ("done", "skipped"):
            chosen = school.next_for(self.pupil)
        self._glance = None
        self.remake()
        self.choose(chosen)
        self.group.set_focus(self.named[chosen.name])

    # What the entries do

    def go_on(self) -> None:
        self.context.navigator.start_lesson(self.chosen.name)

    def from_start(self) -> None:
        self.context.navigator.start_lesson(self.chosen.name, from_start=True)

    # The picture

    def paint(self, surface: pygame.Surface) -> None:
        self.draw_title(surface, _("Learn"))
        colour = self.context.theme.colours.muted
        for label, rect in self._labels:
            place = (rect.x, rect.centery - self.context.px(3))
            self.context.fonts.text(surface, label, place, styles.LABEL, colour, "midleft")
        self._paint_card(surface)

    def _paint_card(self, surface: pygame.Surface) -> None:
        context, colours, px = self.context, self.context.theme.colours, self.context.px
        fonts = context.fonts
        context.sprites.panel(PanelLook(), self._card.size).draw(surface, self._card.topleft)
        inner = self._card.inflate(-2 * px(PAD), -2 * px(PAD))
        title = words.lesson_title(self.chosen.name, self.rules)
        y = inner.y + fonts.paragraph(surface, title, inner, TITLE, colours.text) + px(6)
        about = words.lesson_summary(self.chosen.name, self.rules)
        room = pygame.Rect(inner.x, y, inner.width, px(66))
        y += fonts.paragraph(surface, about, room, styles.BODY, colours.text) + px(4)
        told = words.lesson_duration(self.chosen)
        y = fonts.text(surface, told, (inner.x, y), styles.SMALL, colours.muted).bottom + px(14)
        bottom = self.named["go"].rect.y - px(16)
        picture = pygame.Rect(inner.x, y, inner.width, max(0, bottom - y))
        draw_lesson_position(surface, context, picture, self._position())

    def _position(self) -> Snapshot:
        """Of the chosen lesson; made once."""
        name = self.chosen.name
        key = (name, self.workspace.lessons.step(self.pupil, name))
        if self._glance is None or self._glance[0] != key:
            self._glance = (
                key,
                self.workspace.lessons.look_at(name, self.people, self.rules.words),
            )
        return self._glance[1]
