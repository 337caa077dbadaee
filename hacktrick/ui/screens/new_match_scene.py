"""The screen to set up a new match: edition, house rules, players and first leader."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from functools import partial
from itertools import product

import pygame

from hacktrick.app.profiles import MAX_NAME_LENGTH, is_same_name
from hacktrick.app.program_services import ProgramServices
from hacktrick.app.settings import OneOfRule, rule_of
from hacktrick.game.actions import CODES
from hacktrick.game.editions import OPTIONS, PRESETS, Rules
from hacktrick.game.match_rules import possible_first_leaders
from hacktrick.i18n import screen_text
from hacktrick.i18n.computer_players import (
    face_distinguishing_letter,
    level_ability_phrase,
    level_ability_sentence,
    level_and_rating_sentence,
    manner_name,
    manner_sentence,
    player_kind_title,
)
from hacktrick.i18n.file_problem_text import FOREIGN_PROGRAM
from hacktrick.i18n.match_options_and_player_names import (
    NewMatchOptions,
    SeatOptions,
    is_word_for_you,
    options_from_setting,
    options_to_setting,
    reserved_name_refusal,
)
from hacktrick.i18n.rulebook.edition_text import (
    differences_from_default,
    house_rule_sentence,
    option_value_name,
    preset_name,
    preset_summary,
)
from hacktrick.i18n.setting_text import memory_aids_sentence, setting_label, setting_value_name
from hacktrick.i18n.terms import edition_terms
from hacktrick.i18n.translator import _, capitalized, label_with_value
from hacktrick.match.player_kinds import ENGINE, ENGINE_LEVEL, HUMAN, LEVEL_NUMBERS, level_of
from hacktrick.match.player_kinds import player_for_level as player_text
from hacktrick.ui.layout.geometry import split_into_columns
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.paint.code_cards import CodeCardLook
from hacktrick.ui.paint.fonts import TextStyle
from hacktrick.ui.paint.keys_and_panels import PanelLook
from hacktrick.ui.scene.scenes_and_context import Context
from hacktrick.ui.screens.profiles_scene import MarkerOrFaceButton, ProfilesScene
from hacktrick.ui.table.thumbnails import (
    ThumbnailCache,
    rect_with_window_proportions,
    thumbnail_request,
)
from hacktrick.ui.widgets.basic_widgets import ROW_INSET, Button, Stepper, TextField, Widget
from hacktrick.ui.widgets.deck_cut import (
    CutAndDealButton,
    FingerprintButton,
    place_deal_and_fingerprint_buttons,
)
from hacktrick.ui.widgets.menu_base import FOOTER_HEIGHT, HEADER_HEIGHT, Menu

EDITION_BOX = 0.56  # width of a stepper's value, as a fraction of the stepper
# The house rules, which do not include the target, since it is always visible.
FOLDED_OPTIONS = tuple(option for option in OPTIONS if option != "target")


def edition_stepper(
    context: Context, choices: NewMatchOptions, on_change: Callable[[str], None]
) -> Stepper:
    """Return a stepper for the edition, which calls ``on_change`` with the new edition."""
    presets = [(preset, preset_name(preset, _)) for preset in PRESETS]
    choice = Stepper(context, _("Edition"), presets, choices.preset, on_change)
    choice.box_share = EDITION_BOX
    return choice


def option_stepper(
    context: Context, choices: NewMatchOptions, option: str, on_change: Callable[[], None]
) -> Stepper:
    """Return a stepper for a rule option, which sets the option and then calls ``on_change``."""

    def set_option_value(value: object) -> None:
        choices.set_option(option, value)
        on_change()

    rules = choices.rules
    name, label = (
        (option_value_name, _("Target")) if option == "target" else (house_rule_sentence, "")
    )
    options = [(value, name(option, value, rules, _)) for value in OPTIONS[option]]
    choice = Stepper(context, label, options, getattr(rules, option), set_option_value)
    choice.box_share = EDITION_BOX
    return choice


def changeable_house_rules(choices: NewMatchOptions) -> list[str]:
    """Return the options, other than the target, that players can change in this edition."""
    fixed = PRESETS[choices.preset].next_leader not in OPTIONS["next_leader"]
    return [option for option in FOLDED_OPTIONS if not (fixed and option == "next_leader")]


def count_changed_house_rules(choices: NewMatchOptions) -> int:
    """Return how many house rules differ from the published rules."""
    return len(set(choices.options) & set(FOLDED_OPTIONS))


def house_rules_label(choices: NewMatchOptions) -> str:
    """Return the label of the button that shows and hides the house rules."""
    n = count_changed_house_rules(choices)
    return _(screen_text.HOUSE_RULES_CHANGED).format(n=n) if n else _("House rules")


SEAT_BOX = 0.62  # width of the value between a stepper's arrows, as a fraction of the whole width


def human_level_or_engine_stepper(
    context: Context, seat: SeatOptions, on_change: Callable[[bool], None]
) -> Stepper:
    """Return a stepper for the player of a seat: a human, a computer level or an external engine.

    Args:
        on_change: called with True if the seat has gained or lost a choice of playing styles.
    """

    def set_player(player: str) -> None:
        before = len(seat.manners) > 1
        seat.choose_player(player, context.settings.engine_name)
        on_change((len(seat.manners) > 1) != before)

    options = [(one, player_kind_title(one)) for one in (HUMAN, *map(player_text, LEVEL_NUMBERS))]
    if context.settings.engine_command or seat.player == ENGINE:
        options.append((ENGINE, context.settings.engine_name or player_kind_title(ENGINE)))
    choice = Stepper(context, "", options, seat.player, set_player)
    choice.box_share = SEAT_BOX
    return choice


def playing_style_button(
    context: Context, seat: SeatOptions, on_change: Callable[[], None]
) -> Button:
    """Return a button that cycles through the playing styles of a computer player."""

    def choose_next_style() -> None:
        seat.choose_next_manner()
        button.label = capitalized(manner_name(*seat.manner))
        on_change()

    button = Button(context, capitalized(manner_name(*seat.manner)), choose_next_style)
    button.style = styles.LABEL
    return button


def first_leader_stepper(
    context: Context, choices: NewMatchOptions, on_change: Callable[[], None]
) -> Stepper:
    """Return a stepper for the leader of the first round: a player or, by default, random."""

    def set_leader(leader: int | None) -> None:
        choices.leader = leader
        on_change()

    choice = Stepper(
        context, _("Who starts"), _first_leader_options(choices), choices.leader, set_leader
    )
    choice.box_share = SEAT_BOX
    return choice


def _first_leader_options(choices: NewMatchOptions) -> list[tuple[int | None, str]]:
    """Return the options for the first leader: None for random, and seats, each with a name."""
    names = choices.names
    return [
        (None, capitalized(_("random"))),
        *((seat, names[seat]) for seat in possible_first_leaders(choices.rules)),
    ]


def player_description_variants(seat: SeatOptions, rules: Rules) -> list[str]:
    """Return alternative descriptions of the player at a seat, the longest first."""
    level = level_of(seat.player)
    if level is None:
        full = _(screen_text.PLAYS_HERE_WITH_PROFILES)
        return [full, _(screen_text.PLAYS_HERE)]
    if level == ENGINE_LEVEL:
        return [_(FOREIGN_PROGRAM)]
    liked = manner_sentence(*seat.manner)
    describers = (level_and_rating_sentence, level_ability_sentence, level_ability_phrase)
    return [liked] if liked else [describe(level, rules) for describe in describers]


PANEL_ROW_HEIGHT = 44.0  # height of a field or a choice, in layout units
PANEL_GAP = 8.0
MAX_SIGN = 92.0  # maximum width and height of a seat's plate with its marker, in layout units
STYLE_BUTTON = 150.0, 44.0  # width and height of the button for a playing style, in layout units
MIN_STYLE_BUTTON_HEIGHT = 26.0
MARGIN = 16.0  # gap between the edge of a panel and its content, in layout units
MIN_PANEL_HEIGHT = 150.0  # a seat with less height than this, in layout units, has no panel
MAX_PANEL_HEIGHT = 178.0  # maximum height of a seat's panel, in layout units
MAX_LINE_HEIGHT = 108.0  # maximum height of a seat without a panel, in layout units


class SeatPanelLayout:
    """Lays out the seats with marker, name, player and description, on panels if there is room.

    Args:
        area: the rectangle for all seats, in pixels.
    """

    def __init__(self, context: Context, area: pygame.Rect, n_seats: int) -> None:
        self.context = context
        px = context.px
        each = area.height // n_seats
        self.has_panels = each >= px(MIN_PANEL_HEIGHT)
        step = min(each, px(MAX_PANEL_HEIGHT if self.has_panels else MAX_LINE_HEIGHT))
        spare = (area.height - step * n_seats) // max(1, n_seats)
        step += min(spare, px(14))
        self.panels = [
            pygame.Rect(area.left, area.top + n * step, area.width, step - px(PANEL_GAP))
            for n in range(n_seats)
        ]

    def place_seat(self, seat: int, marker_button: Widget, name: Widget, player: Widget) -> None:
        """Place the widgets of a seat: marker button, name field and choice of the player."""
        px, panel = self.context.px, self.panels[seat]
        row = px(PANEL_ROW_HEIGHT)
        if self.has_panels:
            inner = panel.inflate(-2 * px(MARGIN), -2 * px(MARGIN - 2))
            marker_button.rect = pygame.Rect(
                inner.left, inner.top, 2 * row + px(PANEL_GAP), 2 * row + px(PANEL_GAP)
            )
            left = marker_button.rect.right + px(14)
            name.rect = pygame.Rect(left, inner.top, inner.right - left, row)
            player.rect = name.rect.move(0, row + px(PANEL_GAP))
            return
        size = min(panel.height, px(MAX_SIGN))
        marker_button.rect = pygame.Rect(panel.left, panel.top, size, size)
        left = marker_button.rect.right + px(10)
        line = pygame.Rect(left, panel.top, panel.right - left, row)
        name.rect, player.rect = split_into_columns(line, (0.42, 0.58), px(8))

    def description_rect(
        self, seat: int, marker_button: Widget, player: Widget, with_button: bool = False
    ) -> pygame.Rect:
        """Return the rectangle for the description of a seat's player.

        Args:
            with_button: whether to leave room for the button that changes the playing style.
        """
        room = self._room_below_player(seat, marker_button, player)
        if with_button:
            room.width -= self.context.px(STYLE_BUTTON[0] + 10)
        return room

    def style_button_rect(self, seat: int, marker_button: Widget, player: Widget) -> pygame.Rect:
        """Return the rectangle of the style button beside the description; empty without room."""
        px, room = self.context.px, self._room_below_player(seat, marker_button, player)
        if self.has_panels:  # clear of the edge of the panel
            room = pygame.Rect(room.left, room.top - px(3), room.width, room.height - px(4))
        high = min(px(STYLE_BUTTON[1]), room.height)
        if high < px(MIN_STYLE_BUTTON_HEIGHT):
            return pygame.Rect(room.right, room.top, 0, 0)
        return pygame.Rect(room.right - px(STYLE_BUTTON[0]), room.top, px(STYLE_BUTTON[0]), high)

    def _room_below_player(self, seat: int, marker_button: Widget, player: Widget) -> pygame.Rect:
        px, panel = self.context.px, self.panels[seat]
        if self.has_panels:
            top, left = marker_button.rect.bottom + px(7), marker_button.rect.left + px(4)
            return pygame.Rect(left, top, panel.right - px(MARGIN) - left, panel.bottom - top)
        top, left = player.rect.bottom + px(4), marker_button.rect.right + px(12)
        return pygame.Rect(left, top, panel.right - left, panel.bottom + px(PANEL_GAP) - top)

    def draw_panels(self, surface: pygame.Surface) -> None:
        """Draw the panels behind the widgets, if there is room for panels."""
        if self.has_panels:
            for panel in self.panels:
                picture = self.context.sprites.panel(PanelLook(), panel.size)
                picture.draw(surface, panel.topleft)

    def draw_description(self, surface: pygame.Surface, area: pygame.Rect, text: str) -> None:
        colour = self.context.theme.colours.muted
        self.context.fonts.draw_paragraph(surface, text, area, styles.SMALL, colour)


TEXT_HEIGHT = 80.0  # the usual height of the description of an edition, in layout units
MAX_TEXT_HEIGHT = 130.0  # maximum height while the house rules are hidden, in layout units
MIN_PICTURE_HEIGHT = 96.0  # minimum height of the picture of an edition, in layout units
PREVIEW_GAP = 18.0
WORD_STYLE = TextStyle("heading", 18)
PORTRAIT_COLUMNS = 3
PORTRAIT_ROWS = -(-len(CODES) // PORTRAIT_COLUMNS)
PORTRAIT_GAP = 5.0


def next_and_previous_edition(preset: str) -> tuple[str, ...]:
    """Return the next and the previous edition in the list of editions, which wraps around."""
    presets = tuple(PRESETS)
    n = presets.index(preset)
    return presets[(n + 1) % len(presets)], presets[n - 1]


def options_after_switching_edition(choices: NewMatchOptions, preset: str) -> NewMatchOptions:
    """Return the choices that would result from switching to an edition."""
    found = deepcopy(choices)
    found.choose_preset(preset)
    return found


class EditionPreview:
    """Describes an edition in words, and shows a picture of its table and, if any, its codes."""

    def __init__(self, context: Context, services: ProgramServices) -> None:
        self.context = context
        self.pictures = ThumbnailCache(context, services)
        self._picture = self._beside_picture = pygame.Rect(0, 0, 0, 0)

    def description_height(self, rules: Rules, width: int, is_unfolded: bool) -> int:
        """Return the height of the description in pixels.

        The height grows with the text while the house rules are hidden, and is constant while they
        are shown.

        Args:
            rules: the rules of the edition.
            width: the width of the description in pixels.
            is_unfolded: whether the house rules are shown.
        """
        px, needed = (
            self.context.px,
            sum(self._text_height(text, width) for text in _edition_summary_and_differences(rules)),
        )
        usual = px(TEXT_HEIGHT)
        return usual if is_unfolded else max(usual, min(needed + px(6), px(MAX_TEXT_HEIGHT)))

    def draw_description(
        self, surface: pygame.Surface, rules: Rules, area: pygame.Rect, is_unfolded: bool
    ) -> None:
        """Draw the summary of an edition and, if there is room, the differences of its rules."""
        fonts, colours = self.context.fonts, self.context.theme.colours
        summary, rest = _edition_summary_and_differences(rules)
        used = fonts.draw_paragraph(surface, summary, area, styles.SMALL, colours.text)
        area.update(area.left, area.top + used, area.width, area.height - used)
        if not is_unfolded or self._text_height(rest, area.width) <= area.height:
            fonts.draw_paragraph(surface, rest, area, styles.SMALL, colours.muted)

    def _text_height(self, text: str, width: int) -> int:
        return self.context.fonts.paragraph_height(text, styles.SMALL, width)

    def place_and_request_picture(self, area: pygame.Rect, choices: NewMatchOptions) -> None:
        """Place the picture at the left of the area, if the area is high enough, and request it."""
        context, px = self.context, self.context.px
        self._picture, self._beside_picture = pygame.Rect(area.topleft, (0, 0)), area
        if area.height >= px(MIN_PICTURE_HEIGHT):
            most = pygame.Rect(area.topleft, (round(area.width * 0.72), area.height))
            self._picture = rect_with_window_proportions(most, context.size)
            left = self._picture.right + px(PREVIEW_GAP)
            self._beside_picture = pygame.Rect(left, area.top, area.right - left, area.height)
        self.request_picture(choices)

    def request_picture(self, choices: NewMatchOptions) -> None:
        """Request the preview of a table with these choices, which is painted over several frames.

        Also request the previews of the previous and the next edition, so that they are ready when
        chosen.
        """
        size, theme = self._picture.size, self.context.settings.theme
        nearby = [
            options_after_switching_edition(choices, preset)
            for preset in next_and_previous_edition(choices.preset)
        ]
        self.pictures.set_wanted_pictures(
            [thumbnail_request(self.context, one, theme, size) for one in (choices, *nearby)]
            if size[0]
            else []
        )

    def draw(self, surface: pygame.Surface, choices: NewMatchOptions) -> None:
        if self._picture.width:
            request = thumbnail_request(
                self.context, choices, self.context.settings.theme, self._picture.size
            )
            self.pictures.draw(surface, self._picture, request, "table")
        if choices.rules.has_codes and self._picture.width:
            self._paint_code_portraits(surface)
        else:
            self._paint_command_names_and_target(surface, choices.rules)

    def _paint_code_portraits(self, surface: pygame.Surface) -> None:
        """Draw the portraits of the twelve codes."""
        gap, room = self.context.px(PORTRAIT_GAP), self._beside_picture
        edge = min(
            (room.width - (PORTRAIT_COLUMNS - 1) * gap) // PORTRAIT_COLUMNS,
            (room.height - (PORTRAIT_ROWS - 1) * gap) // PORTRAIT_ROWS,
        )
        for code, (row, column) in zip(
            CODES, product(range(PORTRAIT_ROWS), range(PORTRAIT_COLUMNS)), strict=False
        ):
            face = self.context.sprites.code_portrait(CodeCardLook(code), edge)
            face.draw(surface, (room.left + column * (edge + gap), room.top + row * (edge + gap)))

    def _paint_command_names_and_target(self, surface: pygame.Surface, rules: Rules) -> None:
        """Draw the edition's command names and its target, one per line beside a picture."""
        terms, px = edition_terms(rules, _), self.context.px
        words = [terms.pass_, terms.play, terms.guard]
        if not self._picture.width:
            words = [" · ".join(words)]
        target = option_value_name("target", rules.target, rules, _)
        blocks = ((_("You say"), words), (_("You play for"), [target]))
        fonts, colours = self.context.fonts, self.context.theme.colours
        step, small = fonts.line_height(WORD_STYLE), fonts.line_height(styles.SMALL)
        lines = sum(len(texts) for _head, texts in blocks)
        tall = lines * step + 2 * small + px(10)
        y, left = (
            self._beside_picture.top + max(0, self._beside_picture.height - tall) // 2,
            self._beside_picture.left,
        )
        for head, texts in blocks:
            fonts.draw_text(surface, head, (left, y), styles.SMALL, colours.muted)
            y += small
            for text in texts:
                width = self._beside_picture.width
                fonts.draw_text(surface, text, (left, y), WORD_STYLE, colours.text, width=width)
                y += step
            y += px(10)


def _edition_summary_and_differences(rules: Rules) -> tuple[str, str]:
    """Return a summary of the edition, and a text about its differences from the default.

    Everything that the summary names after a colon is left out, since the text says it in full.
    """
    differences = differences_from_default(rules, _)
    if rules.table != "two":
        return differences[0], " ".join(differences[1:])
    summary, colon, _details = preset_summary(rules.preset, _).partition(":")
    return summary.rstrip() + "." if colon else summary, " ".join(differences)


CHOICE_HEIGHT = 44.0  # height of a choice, in layout units
CHOICE_STEP = 49.0  # distance between choices, in layout units
FIRST_ROW_TOP = 54.0  # distance from the upper edge of a panel to its first row, in layout units
INSET = 18.0
# Additional height in layout units for each seat beyond two, where panels are stacked.
MORE_SEAT_HEIGHT = 54.0
AIDS_BOX = 0.62  # width of the value of the memory aids, as a fraction of the stepper


class NewMatchScene(Menu):
    """The screen that sets up and starts a match; every choice is remembered for the next match.

    Args:
        choices: the initial choices; None for the choices of the last match.
    """

    def __init__(
        self, context: Context, services: ProgramServices, choices: NewMatchOptions | None = None
    ) -> None:
        super().__init__(context)
        self.services = services
        self.choices = choices or options_from_setting(context.settings.last_match)
        self.is_unfolded = count_changed_house_rules(self.choices) > 0
        self.preview = EditionPreview(context, services)
        # Functions that each paint one sprite that may soon be needed. The last is called next.
        # None until these sprites are known.
        self._sprites_ahead: list[Callable[[], object]] | None = None
        self._players_panel = self._edition_panel = self._deal_row = pygame.Rect(0, 0, 0, 0)
        self._seat_panels: SeatPanelLayout

    def create_widgets(self) -> None:
        choices, context = self.choices, self.context
        for seat in range(choices.rules.n_seats):
            self.add_widget(f"sign {seat}", self._profile_button_of_seat(seat))
            self.add_widget(f"name {seat}", self._name_field(seat))
            self.add_widget(f"player {seat}", self._player_stepper(seat))
            if len(choices.seats[seat].manners) > 1:
                button = playing_style_button(
                    context, choices.seats[seat], self._save_options_and_refresh
                )
                self.add_widget(f"manner {seat}", button)
        if len(possible_first_leaders(choices.rules)) > 1:
            self.add_widget(
                "leader", first_leader_stepper(context, choices, self._save_options_and_refresh)
            )
        self.add_widget("aids", self._memory_aids_stepper())
        self.add_widget("preset", edition_stepper(context, choices, self._choose_preset))
        self.add_widget("target", self._option_stepper("target"))
        icon = "minus" if self.is_unfolded else "plus"
        fold = Button(context, house_rules_label(choices), self._toggle_house_rules, icon=icon)
        fold.style = styles.LABEL
        self.add_widget("fold", fold)
        if self.is_unfolded:
            for option in changeable_house_rules(choices):
                self.add_widget(option, self._option_stepper(option))
        self.add_widget("back", Button(context, _("Back"), self.go_back, icon="left", hint="back"))
        start = CutAndDealButton(
            context,
            _("Start"),
            self.start_match_with_cut,
            self._fingerprint_if_one_person_plays,
            icon="play",
            primary=True,
        )
        self.add_widget("start", start)
        self.add_widget(
            "seal",
            FingerprintButton(
                context, self.start_match_with_cut, self._fingerprint_if_one_person_plays
            ),
        )
        self._refuse_invalid_names()
        self._update_marker_buttons()

    def first_focus_name(self) -> str:
        return "start"

    def _profile_button_of_seat(self, seat: int) -> MarkerOrFaceButton:
        button = MarkerOrFaceButton(self.context, _("Profiles"), lambda: self.show_profiles(seat))
        button.name = label_with_value(_("Profiles"), _("Player {n}").format(n=seat + 1))
        return button

    def _name_field(self, seat: int) -> TextField:
        def rename_seat(text: str) -> None:
            usual = text.strip() == self.choices.default_name(seat)
            self.choices.seats[seat].name = "" if usual else text
            self._save_options_and_refresh()
            self._update_marker_buttons()

        field = TextField(self.context, "", self.choices.names[seat], rename_seat, MAX_NAME_LENGTH)
        field.name = _(screen_text.NAME_OF_PLAYER).format(n=seat + 1)
        return field

    def _player_stepper(self, seat: int) -> Stepper:
        def update_after_player_change(styles_changed: bool) -> None:
            if styles_changed:
                self.rebuild_widgets()
            self._save_options_and_refresh()
            self._update_name_fields()
            self._update_marker_buttons()

        choice = human_level_or_engine_stepper(
            self.context, self.choices.seats[seat], update_after_player_change
        )
        choice.name = _("Player {n}").format(n=seat + 1)
        return choice

    def _has_playing_style(self, seat: int) -> bool:
        button = self.widgets.get(f"manner {seat}")
        return button is not None and button.visible

    def _memory_aids_stepper(self) -> Stepper:
        def set_aids(aids: object) -> None:
            self.context.change_settings(aids=aids)

        rule = rule_of("aids")
        assert isinstance(rule, OneOfRule)
        options: list[tuple[object, str]] = [
            (one, setting_value_name("aids", one)) for one in rule.choices
        ]
        now = self.context.settings.aids
        choice = Stepper(self.context, setting_label("aids"), options, now, set_aids)
        choice.box_share = AIDS_BOX
        return choice

    def _choose_preset(self, preset: str) -> None:
        self.choices.choose_preset(preset)
        self.rebuild_widgets()
        self._save_options_and_refresh()
        if self.services.session is None:  # a table below this screen keeps its theme
            self.context.use_edition_theme_if_chosen(self.choices.preset)

    def _option_stepper(self, option: str) -> Stepper:
        def update_after_option_change() -> None:
            self._save_options_and_refresh()
            fold = self.widgets["fold"]
            assert isinstance(fold, Button)
            fold.label = house_rules_label(self.choices)

        return option_stepper(self.context, self.choices, option, update_after_option_change)

    def _toggle_house_rules(self) -> None:
        self.is_unfolded = not self.is_unfolded
        self.rebuild_widgets()

    def _update_name_fields(self) -> None:
        """Show the current names in the name fields, since default names depend on the players."""
        for seat, name in enumerate(self.choices.names):
            field = self.widgets[f"name {seat}"]
            assert isinstance(field, TextField)
            if field.text.strip() != name:
                field.text, field.cursor = name, len(name)

    def _save_options_and_refresh(self) -> None:
        """Save all choices in the settings, and update the widgets that depend on them."""
        self.context.change_settings(last_match=options_to_setting(self.choices))
        leader = self.widgets.get("leader")
        if isinstance(leader, Stepper):
            fresh = first_leader_stepper(self.context, self.choices, self._save_options_and_refresh)
            leader.options, leader.index = fresh.options, fresh.index
        if "start" in self.widgets:
            self._refuse_invalid_names()
        self.preview.request_picture(self.choices)
        self.needs_redraw = True

    def update(self, dt: float) -> None:
        super().update(dt)
        if self.is_unfolded:
            return
        if self.preview.pictures.paint_step_completes_picture():
            self.needs_redraw = True
        elif self.preview.pictures.are_all_painted and not self.needs_redraw:
            self._paint_next_sprite_ahead()

    def _paint_next_sprite_ahead(self) -> None:
        """Paint one of the large sprites that this screen needs in the theme of a nearby edition.

        Without these sprites, changing to this theme would take longer than painting the preview.
        """
        if self.services.session is not None:  # a match is open and keeps its theme
            return
        todo = self._sprites_ahead
        if todo is None:
            sizes = {panel.size for panel in (self._players_panel, self._edition_panel)}
            all_sprites = [
                self.context.sprites_of_edition(one)
                for one in next_and_previous_edition(self.choices.preset)
            ]
            todo = self._sprites_ahead = [
                partial(painted.panel, PanelLook(), size)
                for painted in all_sprites
                for size in sizes
            ]
            todo += [partial(painted.background, self.context.size) for painted in all_sprites]
            # The sprites of the current edition are used last, so that they stay in the cache.
            self.context.sprites_of_edition(self.context.edition)
        if todo:
            todo.pop()()

    def _refuse_invalid_names(self) -> None:
        names = self.choices.names
        start = self.widgets["start"]
        assert isinstance(start, Button)
        you = next((name for name in names if is_word_for_you(name)), None)
        start.reason = None if you is None else reserved_name_refusal(you)
        if len({name.casefold() for name in names}) < len(names):
            start.reason = _(screen_text.NAMES_ARE_EQUAL)

    def _update_marker_buttons(self) -> None:
        """Show the markers with which the seats will play."""
        seats = self.choices.match_setup().seats
        for seat, look in enumerate(self.choices.marker_styles(self.services.profiles.profiles)):
            sign = self.widgets[f"sign {seat}"]
            assert isinstance(sign, MarkerOrFaceButton)
            sign.piece = look.marker()
            sign.level = level_of(self.choices.seats[seat].player) or None
            sign.mark = face_distinguishing_letter(seats, seat)
        self._place_start_button()

    def _place_start_button(self) -> None:
        place_deal_and_fingerprint_buttons(
            self.context, self.widgets["start"], self.widgets["seal"], self._deal_row
        )

    def show_profiles(self, seat: int) -> None:
        """Open the profiles screen to choose a profile for a seat."""
        name = self.choices.names[seat]
        sit = partial(self._give_seat_to_profile, seat)
        scene = ProfilesScene(self.context, self.services, name, sit, self._rename_seats_of_profile)
        self.context.stack.push(scene)

    def _give_seat_to_profile(self, seat: int, name: str) -> None:
        """Give a seat to the person with a profile.

        Args:
            seat: the seat to give.
            name: the name of the profile; "" keeps the seat's player, under the default name.
        """
        choice = self.choices.seats[seat]
        choice.name, choice.player = name, HUMAN if name else choice.player
        self.group.set_focus(self.widgets[f"sign {seat}"])

    def _rename_seats_of_profile(self, old: str, new: str) -> None:
        """Rename the seats of a renamed profile.

        Args:
            old: the name before the change.
            new: the new name; "" if the profile was deleted.
        """
        for seat in self.choices.seats:
            if is_same_name(seat.name, old):
                seat.name = new

    def on_uncovered(self) -> None:
        """Update the seats after the profiles screen, where profiles may have changed."""
        self.rebuild_widgets()
        self._save_options_and_refresh()

    def _fingerprint_if_one_person_plays(self) -> str | None:
        """Return the fingerprint of the first deal; None unless exactly one person plays."""
        return (
            self.services.local_table.next_match_fingerprint
            if self.choices.match_setup().is_solo
            else None
        )

    def start_match_with_cut(self, cut: str | None = None) -> None:
        new = replace(self.choices.match_setup(), cut=cut)
        self.context.navigator.start_match(new)

    @property
    def page_height(self) -> float:
        """The height of the page in layout units; the panels of a narrow window are stacked."""
        height, more = super().page_height, self._extra_height_for_more_seats
        if not self.is_narrow:
            return height
        return (
            2 * max(self.minimum_height_in_units, min(self.maximum_height, (height - more) / 2))
            + more
        )

    @property
    def _extra_height_for_more_seats(self) -> float:
        """The extra height of the players' panel for more than two players, in layout units.

        The height is smaller in a window with less room, so that the page need not scroll.
        """
        spare = (
            self.context.size_in_units[1]
            - HEADER_HEIGHT
            - FOOTER_HEIGHT
            - 2 * self.minimum_height_in_units
        )
        return max(0.0, min(spare, MORE_SEAT_HEIGHT * (self.choices.rules.n_seats - 2)))

    def place_widgets(self) -> None:
        context = self.context
        rect, px = context.px_rect, context.px
        (left, width), (top, height) = self.content_left_and_width, self.content_top_and_height
        whole = rect(left, top + 8, width, height - 8)
        if self.is_narrow:
            more = px(self._extra_height_for_more_seats)
            half = (whole.height - px(16) - more) // 2
            self._players_panel = pygame.Rect(*whole.topleft, whole.width, half + more)
            self._edition_panel = pygame.Rect(whole.x, whole.bottom - half, whole.width, half)
        else:
            self._players_panel, self._edition_panel = split_into_columns(
                whole, (0.49, 0.51), px(20)
            )
        self._place_players()
        self._place_edition()
        foot = top + height + 18
        self.widgets["back"].rect = rect(left, foot, 180, 52)
        self._deal_row = rect(left + width - 320, foot, 320, 52)
        self._place_start_button()

    def _place_players(self) -> None:
        px, panel = self.context.px, self._players_panel
        inner = panel.inflate(-2 * px(INSET), 0)
        low = panel.bottom - px(14 + 40) - px(CHOICE_HEIGHT)
        self.widgets["aids"].rect = pygame.Rect(inner.left, low, inner.width, px(CHOICE_HEIGHT))
        if "leader" in self.widgets:
            low -= px(CHOICE_STEP)
            self.widgets["leader"].rect = self.widgets["aids"].rect.move(0, -px(CHOICE_STEP))
        top = panel.top + px(FIRST_ROW_TOP)
        area = pygame.Rect(inner.left, top, inner.width, low - px(4) - top)
        self._seat_panels = SeatPanelLayout(self.context, area, self.choices.rules.n_seats)
        for seat in range(self.choices.rules.n_seats):
            widgets = [self.widgets[f"{part} {seat}"] for part in ("sign", "name", "player")]
            self._seat_panels.place_seat(seat, *widgets)
            if f"manner {seat}" in self.widgets:
                button = self.widgets[f"manner {seat}"]
                button.rect = self._seat_panels.style_button_rect(seat, widgets[0], widgets[2])
                button.visible = button.rect.width > 0

    def _place_edition(self) -> None:
        px, panel = self.context.px, self._edition_panel
        inner = panel.inflate(-2 * px(INSET), 0)
        line = pygame.Rect(
            inner.left, panel.top + px(FIRST_ROW_TOP), inner.width, px(CHOICE_HEIGHT)
        )
        self.widgets["preset"].rect = line
        width = line.width - 2 * px(ROW_INSET)
        self._description_height = self.preview.description_height(
            self.choices.rules, width, self.is_unfolded
        )
        line = line.move(0, px(CHOICE_HEIGHT + 8) + self._description_height)
        names = [
            "target",
            "fold",
            *(changeable_house_rules(self.choices) if self.is_unfolded else []),
        ]
        for name in names:
            self.widgets[name].rect = line.copy()
            line = line.move(0, px(CHOICE_STEP))
        top, left = self.widgets["fold"].rect.bottom + px(18), panel.left + px(INSET + 4)
        area = pygame.Rect(left, top, panel.right - px(INSET) - left, panel.bottom - px(18) - top)
        self.preview.place_and_request_picture(area, self.choices)
        self._sprites_ahead = None

    def draw_content(self, surface: pygame.Surface) -> None:
        context = self.context
        session, saved = self.services.session, self.services.local_table.saved_match
        is_unfinished = saved is not None or (session is not None and not session.is_over)
        aside = _(screen_text.UNFINISHED_MATCH_STAYS) if is_unfinished else ""
        self.draw_title(surface, _("New match"), aside)
        self.draw_titled_panel(
            surface, self._players_panel, self._teams_or_solo_title() or _("Players")
        )
        self.draw_titled_panel(surface, self._edition_panel, _("Rules"))
        if not self.is_unfolded:
            self.preview.draw(surface, self.choices)
        self._seat_panels.draw_panels(surface)
        for seat in range(self.choices.rules.n_seats):
            self._paint_seat(surface, seat)
        ink = context.theme.colours.muted
        aids, room = (
            memory_aids_sentence(context.settings.aids),
            self._text_rect_below_widget("aids", context.px(40)),
        )
        context.fonts.draw_paragraph(surface, aids, room, styles.SMALL, ink)
        room = self._text_rect_below_widget("preset", self._description_height)
        self.preview.draw_description(surface, self.choices.rules, room, self.is_unfolded)

    def _paint_seat(self, surface: pygame.Surface, seat: int) -> None:
        sign, player = self.widgets[f"sign {seat}"], self.widgets[f"player {seat}"]
        room = self._seat_panels.description_rect(
            seat, sign, player, with_button=self._has_playing_style(seat)
        )
        texts = player_description_variants(self.choices.seats[seat], self.choices.rules)
        fits = [text for text in texts if self._text_height(text, room.width) <= room.height]
        self._seat_panels.draw_description(surface, room, (fits or texts[-1:])[0])

    def _text_height(self, text: str, width: int) -> int:
        return self.context.fonts.paragraph_height(text, styles.SMALL, width)

    def _text_rect_below_widget(self, name: str, height: int) -> pygame.Rect:
        """Return the room below a widget for a text of ``height`` pixels."""
        px, rect = self.context.px, self.widgets[name].rect
        left = rect.left + px(ROW_INSET)
        return pygame.Rect(left, rect.bottom + px(5), rect.right - left, height)

    def _teams_or_solo_title(self) -> str:
        rules, names = self.choices.rules, self.choices.names
        if rules.table == "pairs":
            return _(screen_text.TEAMS).format(a=names[0], b=names[1], c=names[2], d=names[3])
        if rules.table == "solo":
            return _(screen_text.FIRST_SOLO_PLAYER).format(name=names[0])
        return ""
