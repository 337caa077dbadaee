"""The title screen: the ladder of computer players, and the menu that leads to other screens."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import TYPE_CHECKING

import pygame

from hacktrick.game.notation.position_parser import is_position_line
from hacktrick.i18n import screen_text
from hacktrick.i18n.computer_players import (
    level_ability_sentence,
    level_motto,
    level_name,
    level_summary,
)
from hacktrick.i18n.match_options_and_player_names import (
    NewMatchOptions,
    SeatOptions,
    options_from_setting,
    options_to_setting,
)
from hacktrick.i18n.match_summaries import new_match_line_variants, saved_match_line_variants
from hacktrick.i18n.rulebook.edition_text import preset_name
from hacktrick.i18n.translator import _
from hacktrick.match.player_kinds import HUMAN, LEVEL_NUMBERS, level_of, player_for_level
from hacktrick.ui.accessibility.accessibility_tree import Node, PaintedText
from hacktrick.ui.layout.geometry import split_into_columns
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.paint.canvas import mix_colours
from hacktrick.ui.paint.keys_and_panels import PanelLook
from hacktrick.ui.paint.player_faces import PlayerFaceLook
from hacktrick.ui.paint.table_pieces import ButtonPlateLook, button_text_colour
from hacktrick.ui.scene import animation
from hacktrick.ui.scene.animation import AnimationPause, TimedCall, Timeline, Tween, animation_speed
from hacktrick.ui.screens.title.title_art import (
    WINNING_KEY,
    TitleArt,
    draw_game_name,
    game_name_style,
)
from hacktrick.ui.widgets.basic_widgets import Button, Widget
from hacktrick.ui.widgets.deck_cut import CutAndDealButton, FingerprintButton
from hacktrick.ui.widgets.dialogs import show_new_file_problems
from hacktrick.ui.widgets.focus_and_scanning import FocusGroup
from hacktrick.ui.widgets.input_hints import draw_input_hint
from hacktrick.ui.widgets.menu_base import Menu

if TYPE_CHECKING:
    from hacktrick.app.learning_progress import LevelResult
    from hacktrick.app.match_session import MatchSession
    from hacktrick.app.profiles import MarkerStyle
    from hacktrick.app.program_services import ProgramServices
    from hacktrick.ui.scene.scenes_and_context import Context

PRERENDER_DONE = object()  # the value that marks the end of prerendering
KEY_HOLD_SECONDS = 0.16  # seconds for which a key pressed with a digit stays down
CHOSEN_FACE = 1.2  # size of the chosen face, as a multiple of the other faces' size
# Minimum window size for the keypad and a diagonal ladder, in layout units.
ROOMY_WINDOW = (1150.0, 640.0)
BOTTOM_MENU = (
    "learn",
    "puzzles",
    "study",
    "friends",
    "online",
    "matches",
    "rules",
    "settings",
    "quit",
)
"""The buttons along the lower edge."""
LOGO_MENU = ("continue", "learn", "again")
"""The buttons under the logo; Learn is among them only at the first start."""
MENU_STYLE = styles.TextStyle("heading", 17)
NAME_STYLE = styles.TextStyle("heading", 26)
VOICE_STYLE = styles.TextStyle("strong", 17)
START_STYLE = styles.TextStyle("heading", 22)


class FirstLessonCardWidget(Widget):
    """The playable card in the title picture, which opens the first lesson.

    ``TitleArt`` draws the card, not this widget.
    """

    def __init__(self, context: Context, art: TitleArt, play: Callable[[], None]) -> None:
        super().__init__(context)
        self.art, self.play = art, play

    def handle_focus_change(self) -> None:
        self.art.is_card_lifted = self.focused

    def accessibility_node(self, key: str, texts: Sequence[PaintedText]) -> Node | None:
        return self.pressable_node(key, _("The first lesson"))

    def activate(self) -> None:
        self.play()


class LevelFaceButton(Widget):
    """A computer player on the ladder.

    The focus or a press chooses the player, and Enter starts the match.

    Attributes:
        result: the numbers of matches won and played against this player.
        text_rect: the rectangle for text beside the face in a list; empty on a ladder.
    """

    def __init__(
        self,
        context: Context,
        level: int,
        result: LevelResult,
        choose: Callable[[int], None],
        start: Callable[[], None],
    ) -> None:
        super().__init__(context)
        self.level, self.result = level, result
        self.choose, self.start = choose, start
        self.is_chosen = False
        self.text_rect = pygame.Rect(0, 0, 0, 0)

    @property
    def label(self) -> str:
        return _("{n} {name}").format(n=self.level, name=level_name(self.level))

    @property
    def is_tab_stop(self) -> bool:
        return self.is_chosen

    def handle_focus_change(self) -> None:
        if self.focused:
            self.choose(self.level)

    def activate(self) -> None:
        self.context.play("select", 0)

    def handle_key(self, event: pygame.Event) -> bool:
        if self.context.intent_of_event(event) != "confirm":
            return False
        self.start()
        return True

    def accessibility_node(self, key: str, texts: Sequence[PaintedText]) -> Node | None:
        parts = (level_summary(self.level), level_result_text(self.result))
        return self.pressable_node(key, self.label)._replace(
            description=", ".join(part for part in parts if part),
            is_selected=self.is_chosen,
            place=(self.level, len(LEVEL_NUMBERS)),
        )

    @property
    def portrait_size(self) -> int:
        """The width and height of the portrait in pixels."""
        return min(self.rect.size)

    def draw(self, surface: pygame.Surface) -> None:
        context, colours = self.context, self.context.theme.colours
        if self.text_rect.width:
            self._draw_as_list_row(surface)
        edge = None
        if self.is_chosen:
            edge = colours.accent
        elif self.hovered:
            edge = mix_colours(colours.accent, colours.text, 0.5)
        elif self.result.won:
            edge = mix_colours(colours.accent, colours.panel, 0.45)
        look = PlayerFaceLook(self.level, edge=edge, glowing=self.is_chosen)
        context.sprites.player_face(look, self.portrait_size).draw(surface, self.rect.topleft)

    def _draw_as_list_row(self, surface: pygame.Surface) -> None:
        """Draw the face in a list: a row with the name, a phrase, and the padlock."""
        context, colours, px = self.context, self.context.theme.colours, self.context.px
        row = self.text_rect
        look = PanelLook(
            edge=colours.accent if self.is_chosen else None, raised=True, hovered=self.hovered
        )
        context.sprites.panel(look, row.size).draw(surface, row.topleft)
        left, lock = self.rect.left + self.portrait_size + px(14), px(20)
        ink = colours.text if self.is_chosen else mix_colours(colours.text, colours.muted, 0.3)
        draw_padlock(surface, context, (row.right - px(26), row.centery), lock, self.result.won > 0)
        score = level_result_text(self.result) if row.width > px(420) else ""
        width = context.fonts.text_size(score, styles.SMALL)[0] if score else 0
        right = row.right - px(48)
        if score:
            place = (right, row.centery)
            context.fonts.draw_text(surface, score, place, styles.SMALL, colours.muted, "midright")
        room = right - width - px(12) - left
        style = styles.TextStyle("heading", 19)
        tall = context.fonts.line_height(style) + context.fonts.line_height(styles.SMALL)
        if tall > row.height - px(4):
            place = (left, row.centery)
            context.fonts.draw_text(surface, self.label, place, style, ink, "midleft", room)
            return
        y = row.centery - tall // 2
        context.fonts.draw_text(surface, self.label, (left, y), style, ink, width=room)
        y += context.fonts.line_height(style)
        texts = [
            text for text in (level_summary(self.level), level_result_text(self.result)) if text
        ]
        text = next((one for one in texts if context.fonts.can_fit(one, styles.SMALL, room)), "")
        context.fonts.draw_text(surface, text, (left, y), styles.SMALL, colours.muted, width=room)


def level_result_text(result: LevelResult) -> str:
    """Return the numbers of matches won and played, as text; "" before the first match."""
    if not result.played:
        return ""
    return _(screen_text.MATCHES_WON).format(won=result.won, played=result.played)


def draw_padlock(
    surface: pygame.Surface,
    context: Context,
    centre: tuple[int, int],
    width: int,
    is_open: bool,
) -> None:
    """Draw a padlock, open or closed, in the accent colour.

    Args:
        centre: the middle of the padlock.
        width: its width in pixels.
    """
    lock = context.sprites.padlock(width, context.theme.colours.accent, float(is_open))
    lock.draw_centred(surface, centre)


class LevelLadderFocusGroup(FocusGroup):
    """A focus group whose arrow keys climb the ladder of faces.

    Attributes:
        climb: returns the next widget in a direction; None to take the nearest widget.
    """

    climb: Callable[[Widget, tuple[int, int]], Widget | None]

    def nearest_widget(self, start: Widget, direction: tuple[int, int]) -> Widget | None:
        return self.climb(start, direction) or super().nearest_widget(start, direction)


class StartButton(CutAndDealButton):
    """The button that starts the match against the chosen player.

    Attributes:
        is_bright: whether the button stands out; at the first start, *Learn* stands out instead.
    """

    is_bright = True

    def draw(self, surface: pygame.Surface) -> None:
        context, px = self.context, self.context.px
        plate = ButtonPlateLook(
            "first" if self.is_bright else "possible", self.hovered, self.pressed
        )
        context.sprites.button_plate(plate, self.rect.size).draw(surface, self.rect.topleft)
        ink = button_text_colour(context.theme, plate)
        size = min(px(24), self.rect.height // 2)
        left = self.rect.left + px(20)
        icon = context.sprites.icon("right", size, ink)
        icon.draw_centred(surface, (left + size / 2, self.rect.centery))
        room = self.rect.width - size - px(52)
        place = (left + size + px(12), self.rect.centery)
        words = context.fonts.draw_text(
            surface, self.label, place, START_STYLE, ink, "midleft", room
        )
        if self.focused and self.rect.right - words.right > px(96):
            right = (self.rect.right - px(16), self.rect.centery)
            draw_input_hint(surface, context, ("confirm",), right, "midright", ink)


@dataclass(slots=True)
class TitleLayout:
    """The rectangles of everything on the title screen, in pixels.

    Attributes:
        logo: the name of the game and the tagline below it.
        picture: the playable keypad; empty in a small window.
        upper: the buttons under the logo, from top to bottom.
        faces: the faces of the computer players by level, in their normal size.
        card: the card of the chosen player.
        menu: the lines of buttons along the lower edge.
        rows: the row of each level if the faces form a list; empty if they form a ladder.
    """

    logo: pygame.Rect
    picture: pygame.Rect
    upper: list[pygame.Rect]
    faces: dict[int, pygame.Rect]
    card: pygame.Rect
    menu: list[pygame.Rect]
    rows: dict[int, pygame.Rect] = field(default_factory=dict)


def title_layout(context: Context, n_upper: int, is_menu_wide: bool) -> TitleLayout:
    """Return the layout of the title screen for the current window.

    Args:
        n_upper: the number of buttons under the logo.
        is_menu_wide: whether the buttons of the menu need two lines.
    """
    width, height = context.size_in_units
    if height > width:
        return _tall_title_layout(context, n_upper)
    if width >= ROOMY_WINDOW[0] and height >= ROOMY_WINDOW[1]:
        return _wide_title_layout(context, n_upper, is_menu_wide)
    return _compact_title_layout(context, n_upper, is_menu_wide)


def _wide_title_layout(context: Context, n_upper: int, is_menu_wide: bool) -> TitleLayout:
    rect, (width, height) = context.px_rect, context.size_in_units
    edge = 56.0
    lines = 2 if is_menu_wide else 1
    foot = height - 12 - 48 * lines - 4 * (lines - 1)
    face = 102.0 * min(width / 1280, height / 720)
    first, last = foot - 214, 78.0  # the tops of the lowest and the highest face
    step_x, step_y = (width - 2 * edge - face) / 9, (first - last) / 9
    faces = {
        level: rect(edge + n * step_x, first - n * step_y, face, face)
        for n, level in enumerate(LEVEL_NUMBERS)
    }
    card_width = min(470.0, width * 0.37)
    card = rect(width - edge - card_width, foot - 208, card_width, 196)
    wide = 330.0
    # The width between the logo and the fifth face.
    room = edge + 4 * step_x - 24 - (edge + wide) - 30
    picture = rect(edge + wide + 30, 24, room + step_x * 0.75, first - 4 * step_y - face * 0.2 - 34)
    return TitleLayout(
        logo=rect(edge, 22, wide, 166),
        picture=picture,
        upper=[
            rect(edge, 212 + 64 * n, wide if n == 0 else min(wide, 2 * step_x - 28), 56)
            for n in range(n_upper)
        ],
        faces=faces,
        card=card,
        menu=[rect(edge, foot + 52 * n, width - 2 * edge, 46) for n in range(lines)],
    )


def _compact_title_layout(context: Context, n_upper: int, is_menu_wide: bool) -> TitleLayout:
    rect, (width, height) = context.px_rect, context.size_in_units
    edge, gap = 24.0, 9.0
    lines = 2 if is_menu_wide else 1
    foot = height - 12 - 44 * lines - 6 * (lines - 1)
    card_height = 116.0
    card_top = foot - 10 - card_height
    top = 100.0
    face = min((width - 2 * edge - 9 * gap) / 10, card_top - top - 58)
    step = (width - 2 * edge - face) / 9
    rise = max(0.0, min(150.0, card_top - top - face - 58))
    faces = {
        level: rect(edge + n * step, top + rise * (1 - n / 9), face, face)
        for n, level in enumerate(LEVEL_NUMBERS)
    }
    upper = rect(width * 0.36, 18, width * 0.64 - edge - 52, 54)
    return TitleLayout(
        logo=rect(edge, 10, width * 0.34 - edge, 84 + rise * 0.4),
        picture=pygame.Rect(0, 0, 0, 0),
        upper=split_into_columns(upper, (1.0,) * n_upper, context.px(10)) if n_upper else [],
        faces=faces,
        card=rect(edge, card_top, width - 2 * edge, card_height),
        menu=[rect(edge, foot + 50 * n, width - 2 * edge, 44) for n in range(lines)],
    )


def _tall_title_layout(context: Context, n_upper: int) -> TitleLayout:
    rect, (width, height) = context.px_rect, context.size_in_units
    edge = max(20.0, min(56.0, width * 0.05))
    is_roomy = height >= 1150 and width >= 760
    logo_height = 186.0 if is_roomy else 104.0
    logo_width = width * 0.5 if is_roomy else width - 2 * edge - 50
    upper_top = 30 + logo_height + (40 if is_roomy else 4)
    upper_height = 58.0 if is_roomy else 50.0
    wide = logo_width if is_roomy else width - 2 * edge
    upper = [
        rect(edge, upper_top + n * (upper_height + 8), wide, upper_height) for n in range(n_upper)
    ]
    foot = height - 16 - 2 * 46 - 6
    card_height = 190.0 if is_roomy else 176.0
    card_top = foot - 12 - card_height
    top = upper_top + max(n_upper, 1 if is_roomy else 0) * (upper_height + 8) + 8
    n_columns = 1 if is_roomy else 2
    step = (card_top - 8 - top) / (10 / n_columns)
    step_x = (width - 2 * edge + 8) / n_columns
    rows = {
        level: rect(
            edge + n % n_columns * step_x,
            top + (9 - n) // n_columns * step,
            step_x - 8,
            step - 6,
        )
        for n, level in enumerate(LEVEL_NUMBERS)
    }
    px = context.px
    faces = {
        level: pygame.Rect(row.left + px(3), row.top + px(3), *(row.height - px(6),) * 2)
        for level, row in rows.items()
    }
    right = edge + logo_width + 36
    picture = rect(right, 28, width - edge - right, top - 44) if is_roomy else rect(0, 0, 0, 0)
    return TitleLayout(
        logo=rect(edge, 28, logo_width, logo_height),
        picture=picture,
        upper=upper,
        faces=faces,
        card=rect(edge, card_top, width - 2 * edge, card_height),
        menu=[rect(edge, foot + 52 * n, width - 2 * edge, 46) for n in (0, 1)],
        rows=rows,
    )


class IconOnlyButton(Button):
    """A button that shows only its icon; its label is for screen readers."""

    def draw(self, surface: pygame.Surface) -> None:
        self._draw_panel(surface, self._panel_look())
        icon = self.context.sprites.icon(self.icon, self.context.px(20), self._text_colour())
        icon.draw_centred(surface, self.rect.center)


def is_person_against_one_level(choices: NewMatchOptions) -> bool:
    """Return whether a match with these options is a person in the first seat against one level."""
    first, second = choices.seats[:2]
    is_pair = choices.rules.n_seats == 2 and first.player == HUMAN
    return is_pair and level_of(second.player) in LEVEL_NUMBERS


class TitleScene(Menu):
    """The first screen: the ladder, the playable picture and the menu."""

    minimum_height_in_units = 0.0

    def __init__(self, context: Context, services: ProgramServices) -> None:
        super().__init__(context)
        self.services = services
        self.group = LevelLadderFocusGroup(context, self.request_redraw, self.show_message)
        self.group.climb = self._neighbour_along_ladder
        self.art = TitleArt(context)
        self.level = 0  # the chosen level; 0 until the first layout
        self.places: TitleLayout
        self._is_card_wide = False  # whether the card's buttons stand beside its text
        self._timeline = Timeline(animation_speed(context.settings))
        self._has_adopted = False
        self._key_seconds_left = 0.0
        self._left_session: MatchSession | None = (
            None  # the session that the player left for this screen
        )

    @property
    def minimum_size(self) -> tuple[float, float]:  # type: ignore[override]
        """The minimum width and height in layout units, because this screen cannot be scrolled."""
        width, height = self.context.size
        return (470.0, 850.0) if height > width else (800.0, 470.0)

    # Methods for the match against the chosen player.

    @property
    def ladder_match_options(self) -> NewMatchOptions:
        """The options of a match against the chosen level, based on the last ladder match."""
        choices = options_from_setting(self.context.settings.last_match)
        if not is_person_against_one_level(choices):
            usual = NewMatchOptions()
            first = choices.seats[0]
            usual.seats[0].name = first.name if first.player == HUMAN else ""
            choices = usual
        if level_of(choices.seats[1].player) != self.level:
            choices.seats[1] = SeatOptions(player_for_level(self.level))
        return choices

    def _suggested_level(self) -> int:
        """Return the level to suggest next.

        This is the level played last if it was never beaten, otherwise the level above the highest
        beaten level.
        """
        choices = options_from_setting(self.context.settings.last_match)
        beaten = [level for level in LEVEL_NUMBERS if self._results_against_level(level).won]
        last = level_of(choices.seats[1].player) if is_person_against_one_level(choices) else None
        if last is not None and self.context.settings.last_match and last not in beaten:
            return last
        return min(max(beaten, default=0) + 1, LEVEL_NUMBERS[-1])

    def _results_against_level(self, level: int) -> LevelResult:
        lessons = self.services.lessons
        choices = options_from_setting(self.context.settings.last_match)
        return lessons.progress.result_against(
            lessons.profile_name_or_empty(choices.names[0]), level
        )

    def choose_level(self, level: int) -> None:
        """Choose the computer level for the next match."""
        if level != self.level:
            self.level = level
            self.place_widgets()
            self.needs_redraw = True

    def create_widgets(self) -> None:
        context, saved = self.context, self.services.local_table.saved_match
        self.level = self.level or self._suggested_level()
        is_first = self.services.is_first_start
        if saved:
            resume = Button(
                context, _("Continue"), self.resume_saved_match, icon="play", primary=True
            )
            self.add_widget("continue", resume)
        if is_first:
            learn = Button(
                context, _("Learn"), self.show_lessons_or_first_lesson, icon="learn", primary=True
            )
            self.add_widget("learn", learn)
        last = options_from_setting(context.settings.last_match)
        if not is_person_against_one_level(last):
            again = Button(context, _("New match"), self.repeat_last_match, icon="plus")
            self.add_widget("again", again)
        # The button is added before the faces: the first widget gets the focus for a moment, and a
        # face would then be chosen.
        play = StartButton(context, _("Start"), self.play_chosen_level, self._fingerprint)
        play.is_bright = not is_first
        self.add_widget("play", play)
        self.add_widget("new", Button(context, _("Options"), self.show_new_match, icon="gear"))
        self.add_widget(
            "seal", FingerprintButton(context, self.play_chosen_level, self._fingerprint)
        )
        for level in LEVEL_NUMBERS:
            result = self._results_against_level(level)
            face = LevelFaceButton(
                context, level, result, self.choose_level, self.play_chosen_level
            )
            self.add_widget(f"level {level}", face)
        if self.art.is_waiting:
            self.add_widget(
                "door", FirstLessonCardWidget(context, self.art, self.complete_line_and_open_lesson)
            )
        entries: dict[str, tuple[str, str, Callable[[], None]]] = {
            "learn": (_("Learn"), "learn", self.show_lessons_or_first_lesson),
            "puzzles": (_("Puzzles"), "puzzle", self.show_puzzles),
            "study": (_("Study"), "branch", self.study_position_or_show_fault),
            "friends": (_("Friends"), "people", self.show_match_between_people),
            "online": (_("Online"), "globe", self.show_online),
            "matches": (_("Matches"), "film", self.show_matches),
            "rules": (_("Rules"), "help", self.show_rules),
            "settings": (_("Settings"), "gear", self.show_settings),
            "quit": (_("Quit"), "cross", context.stack.clear),
        }
        for name, (label, icon, action) in entries.items():
            if name not in self.widgets:
                button = Button(context, label, action, icon=icon)
                button.style = MENU_STYLE
                self.add_widget(name, button)
        self.add_widget("about", IconOnlyButton(context, _("About"), self.show_about, icon="info"))

    def place_widgets(self) -> None:
        choices = self.ladder_match_options
        looks = choices.side_marker_styles(self.services.profiles.profiles)
        self._prerendering = self._prerender_table_in_steps(looks)
        context, px = self.context, self.context.px
        upper = self._buttons_below_logo
        menu = [name for name in BOTTOM_MENU if name not in upper]
        needs = [self._needed_menu_button_width(name) for name in menu]
        width = context.size[0] - 2 * px(56 if context.size_in_units[0] >= ROOMY_WINDOW[0] else 24)
        is_wide = sum(needs) + px(8) * (len(menu) - 1) > width
        self.places = places = title_layout(context, len(upper), is_wide)
        for name, place in zip(upper, places.upper, strict=True):
            self.widgets[name].rect = place
        self._update_button_descriptions(upper)
        self._place_menu_buttons(menu, needs)
        self._place_faces()
        self._place_first_lesson_card()
        corner = px(44)
        self.widgets["about"].rect = pygame.Rect(
            context.size[0] - corner - px(8), px(8), *(corner,) * 2
        )
        self.art.place_picture(places.picture)
        self.art.text_area = self._logo_text_area()
        if "door" in self.widgets:
            door, card = self.widgets["door"], self.art.completing_card_rect.move(0, -px(6))
            door.rect = card.clip(context.px_rect(0, 0, *context.size_in_units))
            door.visible = bool(card.width)

    @property
    def _buttons_below_logo(self) -> list[str]:
        """The names of the buttons below the logo."""
        is_first = self.services.is_first_start
        return [
            name for name in LOGO_MENU if name in self.widgets and (name != "learn" or is_first)
        ]

    def _update_button_descriptions(self, upper: Sequence[str]) -> None:
        """Show on the buttons under the logo which match they start, if there is room."""
        last = options_from_setting(self.context.settings.last_match)
        saved = self.services.local_table.saved_match
        lines = {
            "again": new_match_line_variants(last),
            "continue": saved_match_line_variants(saved) if saved else ("",),
        }
        for name in set(upper) & set(lines):
            button = self.widgets[name]
            assert isinstance(button, Button)
            room = button.rect.width - self.context.px(54)
            button.effect = self.context.fonts.first_fitting_variant(
                lines[name], styles.SMALL, room
            )

    def _needed_menu_button_width(self, name: str) -> int:
        """Return the width in pixels that a button of the menu needs for its icon and label."""
        button = self.widgets[name]
        assert isinstance(button, Button)
        return self.context.fonts.text_size(button.label, button.style)[0] + self.context.px(60)

    def _place_menu_buttons(self, names: list[str], needs: list[int]) -> None:
        lines = self.places.menu
        each = -(-len(names) // len(lines))
        for n, line in enumerate(lines):
            some, shares = names[n * each :][:each], needs[n * each :][:each]
            gap = self.context.px(8)
            spare = max(0, line.width - sum(shares)) / len(some)
            if len(lines) > 1 and max(shares) <= (line.width - gap * (len(some) - 1)) / len(some):
                # The columns have equal widths.
                parts = split_into_columns(line, (1.0,) * len(some), gap)
            else:
                parts = split_into_columns(line, tuple(need + spare for need in shares), gap)
            for name, part in zip(some, parts, strict=True):
                self.widgets[name].rect = part

    def _place_faces(self) -> None:
        faces = self.places.faces
        gap = faces[LEVEL_NUMBERS[1]].left - faces[LEVEL_NUMBERS[0]].right - self.context.px(2)
        for level, place in self.places.faces.items():
            face = self.widgets[f"level {level}"]
            assert isinstance(face, LevelFaceButton)
            face.is_chosen = level == self.level
            row = self.places.rows.get(level)
            face.text_rect = row or pygame.Rect(0, 0, 0, 0)
            face.rect = row.copy() if row else place.copy()
            if row:
                face.rect = place.union(row)
                face.rect.topleft = place.topleft
                face.rect.height = place.height
            elif face.is_chosen:
                edge = min(round(place.width * CHOSEN_FACE), place.width + 2 * gap)
                face.rect = pygame.Rect(0, 0, edge, edge)
                face.rect.midbottom = place.midbottom
                face.rect.clamp_ip(pygame.Rect((0, 0), self.context.size))

    def _place_first_lesson_card(self) -> None:
        """Place the buttons of the card: in its last line or, on a low card, at the right."""
        px, card = self.context.px, self.places.card
        inner = card.inflate(-px(40), -px(32))
        seal = px(54)
        self._is_card_wide = card.height < px(150)
        if self._is_card_wide:
            line = pygame.Rect(0, 0, min(px(400), inner.width // 2), px(56))
            line.midright = inner.midright
        else:
            line = pygame.Rect(inner.left, inner.bottom - px(56), inner.width, px(56))
        gap = px(10)
        room = line.width - seal - 2 * gap
        wide = min(room // 2, max(round(room * 0.37), self._needed_menu_button_width("new")))
        start = pygame.Rect(line.left, line.top, room - wide, line.height)
        options = pygame.Rect(start.right + gap, line.top, wide, line.height)
        self.widgets["play"].rect, self.widgets["new"].rect = start, options
        self.widgets["seal"].rect = pygame.Rect(line.right - seal, line.top, seal, line.height)

    def first_focus_name(self) -> str:
        if self.services.is_first_start:
            return "learn"
        return "continue" if self.services.local_table.saved_match else "play"

    def go_back(self) -> None:
        """Move the focus to *Quit*, since Escape never ends the program."""
        self.group.ring = True
        self.group.set_focus(self.widgets["quit"])

    def resume_saved_match(self) -> None:
        if self.services.local_table.saved_match:
            self.context.navigator.resume_match()

    def _fingerprint(self) -> str:
        """Return the fingerprint of the first deal."""
        return self.services.local_table.next_match_fingerprint

    def play_chosen_level(self, cut: str | None = None) -> None:
        """Start the match against the chosen level.

        Args:
            cut: the player's cut of the deck; None if they have not chosen one.
        """
        choices = self.ladder_match_options
        self.context.change_settings_without_redraw(last_match=options_to_setting(choices))
        self.context.navigator.start_match(replace(choices.match_setup(), cut=cut))

    def repeat_last_match(self) -> None:
        """Start another match with the options of the last match, which was not a ladder match."""
        choices = options_from_setting(self.context.settings.last_match)
        self.context.navigator.start_match(choices.match_setup())

    def show_lessons_or_first_lesson(self) -> None:
        """Open the list of lessons or, at the first start, the first lesson."""
        if self.services.is_first_start:
            self.context.navigator.show_lesson(self.services.lessons.lessons[0].name)
        else:
            self.context.navigator.show_lessons()

    def show_new_match(self) -> None:
        """Show the options of a match against the chosen level."""
        self.context.navigator.show_new_match(self.ladder_match_options)

    def show_match_between_people(self) -> None:
        """Show the options of a match between several people at this screen."""
        choices = options_from_setting(self.context.settings.last_match)
        if sum(seat.player == HUMAN for seat in choices.seats[: choices.rules.n_seats]) < 2:
            choices.seats[1] = SeatOptions()
            self.context.change_settings_without_redraw(last_match=options_to_setting(choices))
        self.context.navigator.show_new_match()

    # The navigator is set only after the first frame, so each press looks it up.

    def show_puzzles(self) -> None:
        self.context.navigator.show_puzzles()

    def study_position_or_show_fault(self, line: str = "") -> None:
        """Open the study board at a position; if it cannot be studied, show why.

        Args:
            line: the position in position notation; "" for ``FIRST_STUDY``.
        """
        fault = self.context.navigator.show_position_or_return_fault(line)
        if fault:
            self.show_message(fault)

    def study_or_import_clipboard(self) -> None:
        """Study the position or import the match that is on the clipboard."""
        text = self.context.clipboard.get_text().strip()
        if is_position_line(text):
            self.study_position_or_show_fault(text)
        else:
            self.show_matches(text)

    def show_matches(self, match_to_import: str = "") -> None:
        self.context.navigator.show_match_list(match_to_import)

    def show_rules(self, topic: str | None = None) -> None:
        rules = options_from_setting(self.context.settings.last_match).rules
        self.context.navigator.show_rules(rules, topic)

    def show_online(self) -> None:
        self.context.navigator.show_host_and_join()

    def show_settings(self) -> None:
        self.context.navigator.show_settings()

    def show_about(self) -> None:
        self.context.navigator.show_about()

    def on_pushed(self) -> None:
        if self._timeline.speed > 0:
            self.art.progress = 0.0
            self._timeline.add(AnimationPause(0.35))
            self._timeline.add(Tween(0.8, self._set_line_light_progress, animation.ease_in_out))
            self.is_animating = True
        if self.services.is_first_start:
            self._animate_return_of_winning_card()

    def _animate_return_of_winning_card(self) -> None:
        """Take back the winning card after a moment, so that the player can play it."""
        self._timeline.add(AnimationPause(0.9))
        self._timeline.add(
            Tween(0.5, lambda t: self._set_line_light_progress(1 - t), animation.ease_in_out)
        )
        self._timeline.add(TimedCall(self._offer_card_to_player))

    def _offer_card_to_player(self) -> None:
        self.art.progress, self.art.is_waiting = 0.0, True
        self.rebuild_widgets()

    def complete_line_and_open_lesson(self) -> None:
        """Complete the line again, and then open the first lesson."""
        if not self.art.is_waiting:
            return
        self.context.play("key", WINNING_KEY)
        self.art.is_waiting = False
        self.rebuild_widgets()
        self._timeline.add(Tween(0.6, self._set_line_light_progress, animation.ease_in_out))
        self._timeline.add(AnimationPause(0.35))
        self._timeline.add(TimedCall(self.show_lessons_or_first_lesson))
        self.is_animating = self._timeline.is_running

    def on_uncovered(self) -> None:
        """Show the current choices; the next ``update`` closes the match that the player left."""
        self._left_session = self.services.session
        if not self.services.is_first_start:
            self._timeline = Timeline(animation_speed(self.context.settings))
            self.art.is_waiting, self.art.progress = False, 1.0
        self.rebuild_widgets()

    def handle_intent(self, name: str) -> bool:
        actions: dict[str, Callable[[], None]] = {
            "rules": self.show_rules,
            "key_sheet": lambda: self.show_rules("keys"),
            "settings": self.show_settings,
            "study": self.study_position_or_show_fault,
            "paste": self.study_or_import_clipboard,
        }
        if name in actions:
            actions[name]()
        return name in actions or super().handle_intent(name)

    def _neighbour_along_ladder(self, start: Widget, direction: tuple[int, int]) -> Widget | None:
        """Return the next widget along the ladder, or on the way to and from the ladder.

        Return None if the nearest widget on the screen is the right choice.
        """
        if self.places.rows:
            return None
        across, down = direction
        chosen, play = self.widgets[f"level {self.level}"], self.widgets["play"]
        upper = [self.widgets[one] for one in self._buttons_below_logo]
        if isinstance(start, LevelFaceButton):
            if across:
                return self.widgets.get(f"level {start.level + across}")
            return play if down > 0 else (upper or [self.widgets["about"]])[-1]
        is_below = start in [self.widgets[one] for one in ("play", "new", "seal")] and down < 0
        is_above = start in upper[-1:] and down > 0
        return chosen if is_below or is_above else None

    def handle(self, event: pygame.Event) -> bool:
        if event.type == pygame.DROPFILE:
            self.show_matches(event.file)
            return True
        sign = event.unicode if event.type == pygame.KEYDOWN else ""
        if len(sign) == 1 and sign in "123456789":
            if not self.group.handle_event(event):  # the start button takes a digit to cut the deck
                self._press_key_of_picture(int(sign), KEY_HOLD_SECONDS)
            return True
        used = super().handle(event)
        if event.type == pygame.MOUSEMOTION:
            self._lift_hovered_lesson_card()
            self._set_hovered_key_of_picture(self.art.key_at(event.pos))
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self._press_key_of_picture(self.art.key_at(event.pos), 60.0)
            if self.art.is_waiting and self.art.key_at(event.pos) == WINNING_KEY:
                self.complete_line_and_open_lesson()
        elif event.type == pygame.MOUSEBUTTONUP:
            self._release_key_of_picture()
        return used

    def update(self, dt: float) -> None:
        super().update(dt)
        if self.is_animating:
            self._timeline.update(dt)
            self.needs_redraw = True
            self.is_animating = self._timeline.is_running
        if self._key_seconds_left > 0:
            self._key_seconds_left -= dt
            if self._key_seconds_left <= 0:
                self._release_key_of_picture()
        if self.context.stack.top is self:
            if not self.is_animating:
                self._count_old_results_once()
                self.is_prerendering = (
                    next(self._prerendering, PRERENDER_DONE) is not PRERENDER_DONE
                )
            self._close_match_left_behind()
            show_new_file_problems(self.context, self.services)

    def _count_old_results_once(self) -> None:
        """Count the results of matches from older versions, once, after the screen has appeared."""
        if not self._has_adopted:
            self._has_adopted = True
            if self.services.count_library_results():
                self.level = 0
                self.rebuild_widgets()

    def draw_content(self, surface: pygame.Surface) -> None:
        context, colours = self.context, self.context.theme.colours
        with self.context.fonts.without_recording():  # the tagline is enough for screen readers
            self.art.draw(surface)
        logo = self.places.logo
        used = draw_game_name(surface, context, logo)
        if not self.places.faces or context.size_in_units[0] >= ROOMY_WINDOW[0] or self.places.rows:
            text = _(screen_text.TAGLINE)
            room = pygame.Rect(logo.left, logo.top + used, logo.width, context.px(44))
            if used + context.px(20) <= logo.height + context.px(20):
                context.fonts.draw_paragraph(surface, text, room, styles.BODY, colours.muted)
        if not self.places.rows:
            self._paint_level_ladder(surface)
        self._paint_chosen_level_card(surface)

    def accessibility_nodes(self) -> list[Node]:
        """Return the nodes of the screen after a heading for the painted logo."""
        return [Node("logo", "heading", _("Hack Trick")), *super().accessibility_nodes()]

    def _logo_text_area(self) -> pygame.Rect:
        """Return the part of the logo's rectangle that the words of the logo fill."""
        area, fonts = self.places.logo.copy(), self.context.fonts
        name = fonts.text_size("TRICK", game_name_style(self.context, area))[0]
        sentence = fonts.text_size(_(screen_text.TAGLINE), styles.BODY)[0]
        area.width = min(area.width, max(name, sentence))
        return area

    def _paint_level_ladder(self, surface: pygame.Surface) -> None:
        """Draw names and padlocks, with their line lit up to the level above the highest beaten."""
        context, colours, px = self.context, self.context.theme.colours, self.context.px
        places = self.places.faces
        is_small = not self.places.picture.width
        size = px(13 if is_small else 17)
        locks = [(place.centerx, place.bottom + size + px(3)) for place in places.values()]
        won = [self._results_against_level(level).won > 0 for level in LEVEL_NUMBERS]
        highest = max((n for n, one in enumerate(won) if one), default=-1)
        shut = mix_colours(colours.outline, colours.background, 0.35)
        for start, end in pairwise(locks):
            pygame.draw.aaline(surface, shut, start, end, max(1, px(2)))
        if highest >= 0:
            lit = locks[: min(highest + 2, len(locks))]
            self._draw_glowing_line(surface, lit)
        self._draw_line_to_level_card(surface, locks[self.level - 1])
        for level, centre, is_open in zip(LEVEL_NUMBERS, locks, won, strict=True):
            ring = colours.accent if is_open or level == self.level else shut
            pygame.draw.aacircle(surface, colours.background, centre, size)
            pygame.draw.aacircle(surface, ring, centre, size, max(1, px(1.6)))
            draw_padlock(surface, context, centre, round(size * 0.86), is_open)
            face = self.widgets[f"level {level}"]
            assert isinstance(face, LevelFaceButton)
            ink = colours.text if face.is_chosen or is_open else colours.muted
            style = styles.LABEL if face.is_chosen else styles.BODY
            place = (centre[0], centre[1] + size + px(4))
            room = abs(locks[1][0] - locks[0][0]) - px(4)
            is_named = face.is_chosen or face.hovered or is_open
            text = face.label if is_named else str(level)
            # A number alone says nothing to a screen reader, which also reads the face's name.
            with nullcontext() if is_named else context.fonts.without_recording():
                context.fonts.draw_text(surface, text, place, style, ink, "midtop", room)

    def _draw_glowing_line(self, surface: pygame.Surface, points: list[tuple[int, int]]) -> None:
        if len(points) < 2:
            return
        colours, px = self.context.theme.colours, self.context.px
        if self.context.theme.surface.glow:
            soft = pygame.Surface(surface.get_size())
            for width, share in ((11, 0.12), (6, 0.2)):
                tone = mix_colours((0, 0, 0), colours.accent, share)
                pygame.draw.lines(soft, tone, False, points, px(width))
            surface.blit(soft, (0, 0), special_flags=pygame.BLEND_RGB_ADD)
        for start, end in pairwise(points):
            pygame.draw.aaline(surface, colours.accent, start, end, max(2, px(3)))

    def _draw_line_to_level_card(self, surface: pygame.Surface, lock: tuple[int, int]) -> None:
        """Draw the line from the chosen computer player to the card about that player."""
        colours, px, card = self.context.theme.colours, self.context.px, self.places.card
        name_low = lock[1] + px(44)
        if lock[0] >= card.left or not self.places.picture.width:
            ends = [(lock[0], name_low), (lock[0], card.top)]
        else:
            y = min(card.bottom - px(24), max(card.centery, name_low + px(8)))
            ends = [(lock[0], name_low), (lock[0], y), (card.left, y)]
        line = mix_colours(colours.accent, colours.background, 0.3)
        if ends[-1][1] - ends[0][1] > px(12) or len(ends) > 2:
            pygame.draw.lines(surface, line, False, ends, max(1, px(1.6)))
            pygame.draw.aacircle(surface, colours.accent, ends[-1], px(5))

    def _paint_chosen_level_card(self, surface: pygame.Surface) -> None:
        """Draw the card of the chosen player with name, result, motto and strength."""
        context, colours, px = self.context, self.context.theme.colours, self.context.px
        card, fonts = self.places.card, self.context.fonts
        look = PanelLook(edge=colours.accent, edge_width=1.6, raised=True)
        context.sprites.panel(look, card.size).draw(surface, card.topleft)
        inner = card.inflate(-px(44), -px(28))
        start = self.widgets["play"].rect
        right, low = inner.right, start.top - px(6)
        if self._is_card_wide:
            right, low = start.left - px(20), inner.bottom
        face = self.widgets[f"level {self.level}"]
        assert isinstance(face, LevelFaceButton)
        choices = self.ladder_match_options
        aside = [level_result_text(face.result)]
        if choices.preset != NewMatchOptions().preset:
            aside.insert(0, preset_name(choices.preset, _))
        tail = " · ".join(filter(None, aside))
        room = right - inner.left
        wide = fonts.text_size(face.label, NAME_STYLE)[0]
        name = fonts.draw_text(
            surface, face.label, inner.topleft, NAME_STYLE, colours.text, width=room
        )
        if tail and wide + px(20) < room:
            place = (right, name.centery + px(2))
            left = room - wide - px(16)
            fonts.draw_text(surface, tail, place, styles.SMALL, colours.muted, "midright", left)
        y = name.bottom + px(2)
        voice = _("“{words}”").format(words=level_motto(self.level))
        text_rect = fonts.draw_text(
            surface, voice, (inner.left, y), VOICE_STYLE, colours.text, width=room
        )
        y = text_rect.bottom + px(2)
        rest = pygame.Rect(inner.left, y, room, low - y)
        texts = [level_ability_sentence(self.level, choices.rules), level_summary(self.level)]
        fits = [
            text for text in texts if fonts.paragraph_height(text, styles.BODY, room) <= rest.height
        ]
        if rest.height >= fonts.line_height(styles.BODY):
            text = (fits or texts[-1:])[0]
            fonts.draw_paragraph(surface, text, rest, styles.BODY, colours.muted)

    def _prerender_table_in_steps(self, marker_styles: tuple[MarkerStyle, ...]) -> Iterator[None]:
        """Start the judge's worker, then prerender a table, one sprite at each step.

        A generator, since the navigator can be looked up only after the first frame.
        """
        self.services.thinker.start()
        yield from self.context.navigator.prerender_table_in_steps(marker_styles)

    def _set_line_light_progress(self, progress: float) -> None:
        self.art.progress = progress

    def _lift_hovered_lesson_card(self) -> None:
        card = self.widgets.get("door")
        lifted = card is not None and (card.hovered or card.focused)
        if lifted != self.art.is_card_lifted:
            self.art.is_card_lifted, self.needs_redraw = lifted, True

    def _set_hovered_key_of_picture(self, key: int | None) -> None:
        if key != self.art.hovered:
            self.art.hovered, self.needs_redraw = key, True

    def _press_key_of_picture(self, key: int | None, seconds: float) -> None:
        if key is not None:
            self.art.pressed, self._key_seconds_left, self.needs_redraw = key, seconds, True
            self.context.play("key", key)

    def _release_key_of_picture(self) -> None:
        if self.art.pressed is not None:
            self.art.pressed, self._key_seconds_left, self.needs_redraw = None, 0.0, True

    def _close_match_left_behind(self) -> None:
        """Close the match from which the player has returned.

        ``on_uncovered`` cannot do this: the title is also uncovered for a moment between a notice
        and a new table, and the match of the new table must go on.
        """
        left, self._left_session = self._left_session, None
        if left is not None and left is self.services.session:
            self.services.leave_table()
            self.rebuild_widgets()
