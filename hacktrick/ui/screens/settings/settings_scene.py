"""The settings screen with its pages, search and preview; changes apply and are saved at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate

import pygame

from hacktrick import resources
from hacktrick.app import themes
from hacktrick.app.program_services import ProgramServices
from hacktrick.app.settings import (
    SETTING_KEYS,
    BoolRule,
    OneOfRule,
    RangeRule,
    TextRule,
    default_of,
    rule_of,
)
from hacktrick.i18n import screen_text, setting_text
from hacktrick.i18n import translator as words
from hacktrick.i18n.match_options_and_player_names import NewMatchOptions, options_from_setting
from hacktrick.i18n.setting_text import (
    memory_aids_sentence,
    setting_help,
    setting_label,
    setting_value_name,
)
from hacktrick.i18n.translator import N_, _, capitalized, folded_words, ngettext
from hacktrick.ui.accessibility.accessibility_tree import Node, PaintedText
from hacktrick.ui.input.intents import INTENT_GROUPS, INTENTS
from hacktrick.ui.layout.geometry import split_into_columns
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.paint.keys_and_panels import PanelLook
from hacktrick.ui.scene.scenes_and_context import SCALE_STEPS, Context, system_languages
from hacktrick.ui.screens.settings.key_bindings_scene import KeyBindingsScene
from hacktrick.ui.table.thumbnails import (
    ThumbnailCache,
    ThumbnailRequest,
    rect_with_window_proportions,
    thumbnail_request,
)
from hacktrick.ui.widgets.basic_widgets import (
    ROW_INSET,
    Button,
    SearchField,
    Slider,
    Stepper,
    TextField,
    Toggle,
    Widget,
)
from hacktrick.ui.widgets.dialogs import open_folder
from hacktrick.ui.widgets.input_hints import intent_group_name, intent_name
from hacktrick.ui.widgets.menu_base import Menu, intent_while_searching, start_search_by_typing

ROW_HEIGHT, ROW_STEP = 44.0, 70.0  # height of a widget and distance between rows, in layout units
HELP_GAP, ROW_GAP = 1.0, 14.0  # gaps above and below a help text of several lines, in layout units
# Distance from a widget to the middle of a help text of one line, in layout units.
HELP_MIDDLE = 9.0
HELP_STYLE = styles.SMALL


@dataclass(frozen=True, slots=True)
class SettingHelpRow:
    """A row of the settings: a widget with a help text below it.

    Attributes:
        key: the name of the widget.
        text: the help text below the widget.
        is_list: whether the help text is a list, whose end may be cut off.
    """

    key: str
    text: str
    is_list: bool = False


def setting_row_height(context: Context, row: SettingHelpRow, room: int) -> float:
    """Return the height of a row in layout units.

    Args:
        room: the width of the help text in pixels.
    """
    return ROW_HEIGHT + HELP_GAP + _help_height(context, row, room) / context.scale + ROW_GAP


def _help_height(context: Context, row: SettingHelpRow, room: int) -> int:
    if row.is_list:
        return context.fonts.line_height(HELP_STYLE)
    return context.fonts.paragraph_height(row.text, HELP_STYLE, room)


def draw_wrapped_help(
    surface: pygame.Surface, context: Context, row: SettingHelpRow, widget: pygame.Rect, room: int
) -> None:
    """Draw the help text below a widget, wrapped into as many lines as necessary.

    Args:
        row: the row with the text.
        widget: the rectangle of the widget.
        room: the width of the text in pixels.
    """
    left, top = widget.left + context.px(ROW_INSET), widget.bottom + context.px(HELP_GAP)
    place = pygame.Rect(left, top, room, _help_height(context, row, room))
    context.fonts.draw_paragraph(surface, row.text, place, HELP_STYLE, context.theme.colours.muted)


def draw_single_line_help(
    surface: pygame.Surface, context: Context, row: SettingHelpRow, widget: pygame.Rect, room: int
) -> None:
    """Draw the help text below a widget in one line.

    Args:
        widget: the rectangle of the widget.
        room: the width in pixels at which a list is cut off.
    """
    text = context.fonts.cut_with_ellipsis(row.text, HELP_STYLE, room) if row.is_list else row.text
    place = (widget.left + context.px(ROW_INSET), widget.bottom + context.px(HELP_MIDDLE))
    ink = context.theme.colours.muted
    context.fonts.draw_text(surface, text, place, HELP_STYLE, ink, "midleft", widget.width)


# Height of the button and gap above the sentence, in layout units.
COPY_BUTTON_HEIGHT, FOLDER_GAP = 44.0, 12.0
# Distance from the sentence about the data folder to the button, in layout units.
PATH_HEIGHT = 38.0


def data_folder_sentence() -> str:
    return _(screen_text.FOLDER_HELP)


def data_folder_height(context: Context, room: int) -> float:
    """Return the height of the text above the data folder's buttons, in layout units.

    The text consists of ``data_folder_sentence`` and a line with the path.

    Args:
        room: the width available for the text, in pixels.
    """
    sentence_height = context.fonts.paragraph_height(data_folder_sentence(), styles.BODY, room)
    return FOLDER_GAP + sentence_height / context.scale + PATH_HEIGHT + 4


def draw_data_folder(
    surface: pygame.Surface, context: Context, button: pygame.Rect, room: int, folder: str
) -> None:
    """Draw the sentence about the data folder and the folder's path above the button.

    Args:
        button: the rectangle of the button.
        room: the width of the sentence in pixels.
        folder: the path.
    """
    fonts, colours, px = context.fonts, context.theme.colours, context.px
    tall = fonts.paragraph_height(data_folder_sentence(), styles.BODY, room)
    place = pygame.Rect(button.left, button.top - px(PATH_HEIGHT + 4) - tall, room, tall)
    fonts.draw_paragraph(surface, data_folder_sentence(), place, styles.BODY, colours.text)
    below = (button.left, place.bottom + px(4))
    fonts.draw_text(surface, folder, below, styles.MONO, colours.muted, width=room)


VOLUME_STEP = 5


def make_setting_widget(
    context: Context, key: str, change: Callable[[str, object], None]
) -> Widget:
    """Return the widget for a setting: a toggle, slider, stepper or text field.

    Args:
        change: called with the key of the setting and its new value.
    """
    rule, value, label = rule_of(key), getattr(context.settings, key), setting_label(key)
    changed = partial(change, key)
    if isinstance(rule, BoolRule):
        return Toggle(context, label, value, changed)
    if isinstance(rule, TextRule):
        return TextField(context, label, value, changed, rule.longest)
    if isinstance(rule, RangeRule) and key != "ui_scale":
        return Slider(
            context,
            label,
            value,
            lambda number: changed(round(number)),
            lowest=rule.lowest,
            highest=rule.highest,
            step=VOLUME_STEP,
            show=lambda number: _("{n} %").format(n=round(number)),
        )
    return Stepper(context, label, _stepper_options(context, key), value, changed)


def setting_choices(context: Context, key: str) -> tuple[object, ...]:
    """Return the values from which a setting is chosen; empty for a setting without choices."""
    rule = rule_of(key)
    if isinstance(rule, OneOfRule):
        return rule.choices
    if key == "theme":
        return (themes.THEME_OF_EDITION, *themes.theme_keys())
    if key == "language":
        return ("auto", *words.available_languages())
    if key != "ui_scale":
        return ()
    return tuple(sorted({*SCALE_STEPS, context.settings.ui_scale}))


def show_current_setting_values(context: Context, widgets: Mapping[str, Widget]) -> None:
    """Show the current values in the widgets, since keyboard shortcuts may have changed settings.

    Args:
        widgets: the widgets by the key of their setting.
    """
    for key, widget in widgets.items():
        value = getattr(context.settings, key)
        if isinstance(widget, Toggle):
            widget.on = value
        elif isinstance(widget, TextField) and widget.text != value:
            widget.text, widget.cursor = value, len(value)
        elif isinstance(widget, Slider):
            widget.value = value
        elif isinstance(widget, Stepper) and widget.value != value:
            widget.options = _stepper_options(context, key)
            values = [one for one, _name in widget.options]
            widget.index = values.index(value) if value in values else 0


def _stepper_options(context: Context, key: str) -> list[tuple[object, str]]:
    wishes = system_languages()
    return [
        (one, capitalized(setting_value_name(key, one, wishes)))
        for one in setting_choices(context, key)
    ]


MIN_INFIX_LENGTH = 3  # minimum number of letters of a query word that matches inside a longer word


@dataclass(frozen=True, slots=True)
class SearchableSetting:
    """An entry of the settings search, with its texts in the current language.

    Attributes:
        key: a setting, ``FOLDER``, or ``KEYS_PREFIX`` and a group of intents; not searched.
        values: the names of the values to choose from.
        parts: the items of an explanation that is a list; empty for any other explanation.
    """

    key: str
    name: str
    explanation: str
    page_title: str
    values: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()


def find_settings(
    query: str, entries: Iterable[SearchableSetting]
) -> tuple[SearchableSetting, ...]:
    """Return the entries that contain all words of a query, entries with matching names first.

    The result is empty for a query without words.
    """
    wanted = folded_words(query)
    if not wanted:
        return ()
    found = [(_rank_of_matching_field(wanted, entry), n, entry) for n, entry in enumerate(entries)]
    hits = [(rank, n, entry) for rank, n, entry in found if rank is not None]
    return tuple(entry for _best, _n, entry in sorted(hits, key=lambda hit: hit[:2]))


def help_with_matches_first(query: str, entry: SearchableSetting) -> str:
    """Return the explanation of an entry.

    In a list, the items that match the query come first, since the end of a list may be cut off.
    """
    if not entry.parts:
        return entry.explanation
    wanted = folded_words(query)

    def has_no_search_word(part: str) -> bool:
        return not any(
            _does_word_match(word, known) for word in wanted for known in folded_words(part)
        )

    return ", ".join(sorted(entry.parts, key=has_no_search_word))


def _rank_of_matching_field(wanted: list[str], entry: SearchableSetting) -> int | None:
    """Return the highest index of the fields in which the wanted words are found.

    The fields of an entry are the name (0), the values, the explanation and the title of the page.
    Return None if a word is in no field.
    """
    texts = (entry.name, " ".join(entry.values), entry.explanation, entry.page_title)
    fields = [folded_words(text) for text in texts]
    ranks = [_index_of_field_with_word(word, fields) for word in wanted]
    return None if None in ranks else max(rank for rank in ranks if rank is not None)


def _index_of_field_with_word(word: str, fields: list[list[str]]) -> int | None:
    for place, known in enumerate(fields):
        if any(_does_word_match(word, other) for other in known):
            return place
    return None


def _does_word_match(word: str, known: str) -> bool:
    # Languages with compound words, or without spaces, need matches inside a word.
    inside = len(word) >= MIN_INFIX_LENGTH or not word.isascii()
    return known.startswith(word) or (inside and word in known)


FOLDER = "to folder"
KEYS_PREFIX = "to keys "  # prefix of a key, followed by a group of intents


def searchable_settings(
    pages: Mapping[str, tuple[str, ...]], values_of: Callable[[str], tuple[object, ...]]
) -> Iterator[SearchableSetting]:
    """Yield all entries of the search, page by page.

    Args:
        pages: the keys of the settings, by the title of their page.
        values_of: returns the values of a setting that is a choice; empty for another setting.
    """
    for page, keys in pages.items():
        for key in keys:
            values = tuple(
                setting_value_name(key, value, system_languages()) for value in values_of(key)
            )
            if key == "aids":
                values += tuple(memory_aids_sentence(str(value)) for value in values_of(key))
            yield SearchableSetting(key, setting_label(key), setting_help(key), _(page), values)
        if page == "Privacy":
            yield _data_folder_search_entry(page)
    yield from map(_key_bindings_search_entry, INTENT_GROUPS)


def _data_folder_search_entry(page: str) -> SearchableSetting:
    name = _("Folder for matches and settings")
    text = _(screen_text.FOLDER_HELP)
    return SearchableSetting(FOLDER, name, text, _(page))


def _key_bindings_search_entry(group: str) -> SearchableSetting:
    """Return the entry for a group of key bindings, which lists the names of its intents."""
    names = tuple(intent_name(intent.name) for intent in INTENTS if intent.group == group)
    title, page = intent_group_name(group), _("Keys and gamepad")
    return SearchableSetting(KEYS_PREFIX + group, title, ", ".join(names), page, parts=names)


SETTING_PAGES: dict[str, tuple[str, ...]] = {
    N_("Playing"): (
        *("pace", "aids", "confirm", "voices", "pins"),
        *("engine_name", "engine_command"),
    ),
    N_("Learning"): (*("hints", "odds", "counting", "tutor", "takeback", "think_ahead", "rated"),),
    N_("Display"): ("theme", "ui_scale", "animation_speed", "fullscreen"),
    N_("Accessibility"): (
        "voice",
        "announcements",
        "scan",
        "scan_time",
        "press_gap",
        "typeface",
        "motion",
    ),
    N_("Sound"): ("master_volume", "effects_volume", "music_volume", "muted", "mute_unfocused"),
    N_("Privacy"): ("curtain", "curtain_style", "conceal_after"),
    N_("Language"): ("language",),
}
VOLUMES = ("master_volume", "effects_volume", "music_volume")
PAGES_WIDTH = 232.0  # width of the list of pages, in layout units
PREVIEW_ROW_STEP = 68.0  # distance between rows beside the preview, in layout units
PREVIEW_HEIGHT = 270.0  # height of the preview below the rows, in a narrow window, in layout units
MORE_BUTTON_HEIGHT = 52.0  # room for the More button below the search results, in layout units
PAGE_BUTTON_GAP = 8.0
FIELD_HEIGHT = 44.0  # height of the search field, in layout units
FIRST_ROW_TOP = 54.0  # distance from the upper edge of a page to its first row, in layout units


class SettingsScene(Menu):
    """The screen with a page of settings, or the results of a search."""

    def __init__(self, context: Context, services: ProgramServices) -> None:
        super().__init__(context)
        self.services = services
        self.page_name = "Playing"
        self.hits: tuple[SearchableSetting, ...] = ()
        self._first_hit = 0  # the index of the topmost visible search result
        self._n_visible = 0  # the number of visible search results
        self.search_field = SearchField(context, _("Search"), "", self.search_for)
        self._panel = pygame.Rect(0, 0, 0, 0)
        self.preview = DisplayPreview(context, services)

    @property
    def is_searching(self) -> bool:
        return bool(self.search_field.text.strip())

    @property
    def visible_setting_keys(self) -> tuple[str, ...]:
        """The keys of the settings shown, on the page or among the search results."""
        if self.is_searching:
            return tuple(hit.key for hit in self._visible_hits() if hit.key in SETTING_KEYS)
        return SETTING_PAGES[self.page_name]

    def create_widgets(self) -> None:
        context = self.context
        self.search_field.hint = _("Search")
        self.add_widget("search", self.search_field)
        for name in SETTING_PAGES:
            button = Button(context, _(name), lambda name=name: self.show_page(name))  # type: ignore[misc]
            button.primary = name == self.page_name and not self.is_searching
            self.add_widget(f"page {name}", button)
        self.add_widget("keys", Button(context, _("Keys and gamepad"), self.show_key_bindings))
        if self.is_searching:
            self._search_and_add_hit_widgets()
        else:
            self._add_page_widgets()
        self.add_widget("back", Button(context, _("Back"), self.go_back, icon="left", hint="back"))
        self.add_widget("reset", self._reset_button())

    def _add_page_widgets(self) -> None:
        self.hits = ()
        for key in self.visible_setting_keys:
            self.add_widget(key, make_setting_widget(self.context, key, self._change_setting))
        if self._has_display_preview:
            for name, picture in self.preview.create_widgets(
                partial(self._change_setting, "theme")
            ).items():
                self.add_widget(name, picture)
        if self.page_name == "Privacy":
            button = Button(
                self.context, _("Copy the path"), self.copy_data_folder_path, centred=True
            )
            self.add_widget("folder", button)
            opener = Button(self.context, _("Open folder"), self.open_data_folder, centred=True)
            self.add_widget("open", opener)

    def _search_and_add_hit_widgets(self) -> None:
        self.hits = find_settings(
            self.search_field.text,
            searchable_settings(SETTING_PAGES, partial(setting_choices, self.context)),
        )
        self._n_visible = self._count_fitting_hits()
        for hit in self._visible_hits():
            self.add_widget(hit.key, self._widget_of_search_hit(hit))
        if len(self.hits) > self._n_visible:
            more = Button(
                self.context, self._more_hits_label(), self.show_next_search_hits, centred=True
            )
            more.style = styles.LABEL
            self.add_widget("more", more)

    def _widget_of_search_hit(self, hit: SearchableSetting) -> Widget:
        """Return the widget of a search result: the widget of a setting, or a link to a screen."""
        if hit.key in SETTING_KEYS:
            return make_setting_widget(self.context, hit.key, self._change_setting)
        return Button(
            self.context, hit.name, partial(self.open_page_of_search_link, hit.key), icon="right"
        )

    def _reset_button(self) -> Button:
        label = _("Reset these settings") if self.is_searching else _("Reset this page")
        button = Button(self.context, label, self.reset_visible_settings, icon="undo")
        button.reason = None if self.visible_setting_keys else _(screen_text.NOTHING_TO_RESET)
        return button

    def first_focus_name(self) -> str:
        return f"page {self.page_name}"

    def show_page(self, name: str) -> None:
        self.page_name = name
        self.search_field.text = ""
        self.rebuild_widgets()

    def show_key_bindings(self, group: str = INTENT_GROUPS[0]) -> None:
        scene = KeyBindingsScene(self.context)
        scene.current_group = group
        self.context.stack.push(scene)

    @property
    def _has_display_preview(self) -> bool:
        """Whether the page shows the preview of the display."""
        return self.page_name == "Display" and not self.is_searching

    def search_for(self, query: str) -> None:
        """Show the results for a query; the search field keeps its focus and unfinished input."""
        self._first_hit = 0
        self.widgets = {}
        self.create_widgets()
        self.group.widgets.clear()
        self.group.add_widgets(*self.widgets.values())
        self.place_widgets()

    def open_page_of_search_link(self, key: str) -> None:
        """Open the page or screen to which a link among the search results leads.

        Args:
            key: the key of the link's ``SearchableSetting``.
        """
        if key == FOLDER:
            self.show_page("Privacy")
            self.group.set_focus(self.widgets["folder"])
        else:
            self.show_key_bindings(key.removeprefix(KEYS_PREFIX))

    def show_next_search_hits(self) -> None:
        """Show the next search results, or the first results after the last."""
        self._first_hit += self._n_visible
        if self._first_hit >= len(self.hits):
            self._first_hit = 0
        self.rebuild_widgets()

    def _more_hits_label(self) -> str:
        left = len(self.hits) - self._first_hit - self._n_visible
        if left <= 0:
            return _("Back to the first results")
        return ngettext("{n} more result", "{n} more results", left).format(n=left)

    def _visible_hits(self) -> tuple[SearchableSetting, ...]:
        return self.hits[self._first_hit : self._first_hit + self._n_visible]

    def _count_fitting_hits(self) -> int:
        """Return how many search results, from the first visible one on, fit into the panel."""
        room = self.content_top_and_height[1] - 8 - FIRST_ROW_TOP - 8
        ends = list(
            accumulate(
                self._preferred_row_heights(
                    [self._row_of_search_hit(hit) for hit in self._hits_from_first_shown]
                )
            )
        )
        if self._first_hit or (ends and ends[-1] > room):
            room -= MORE_BUTTON_HEIGHT
        return max(1, sum(end <= room for end in ends))

    @property
    def _hits_from_first_shown(self) -> tuple[SearchableSetting, ...]:
        return self.hits[self._first_hit :]

    def lay_out(self) -> None:
        """Place everything; if another number of search results fits, rebuild the widgets first."""
        if self.is_searching and self._n_visible != self._count_fitting_hits():
            self._first_hit = 0
            self.rebuild_widgets()
        super().lay_out()

    def intent_of_event(self, event: pygame.Event) -> str:
        """Return the intent of an event; "" for the mute key's letter, which starts a search."""
        return intent_while_searching(super().intent_of_event(event), event)

    def update(self, dt: float) -> None:
        super().update(dt)
        if self._has_display_preview and self.preview.pictures.paint_step_completes_picture():
            self.needs_redraw = True

    def handle(self, event: pygame.Event) -> bool:
        return start_search_by_typing(self, self.search_field, event) or super().handle(event)

    def handle_intent(self, name: str) -> bool:
        """Carry out an intent.

        "back" ends a search or, without a search, leaves the screen. "confirm" in the search field
        moves the focus to the results.
        """
        in_field = self.group.focused_widget is self.search_field
        if name == "search":
            self.group.set_focus(self.search_field)
        elif name == "back" and self.is_searching:
            self.search_field.clear()
            self.group.set_focus(self.search_field)
        elif in_field and name in ("confirm", "down") and self.hits:
            self.group.ring = True
            self.group.set_focus(self.widgets[self.hits[self._first_hit].key])
        else:
            return super().handle_intent(name)
        return True

    def reset_visible_settings(self) -> None:
        """Reset the visible settings to their defaults, except switch input that is in use."""
        kept = ("scan", "scan_time") if self.context.settings.scan != "off" else ()
        keys = [key for key in self.visible_setting_keys if key not in kept]
        self.context.change_settings(**{key: default_of(key) for key in keys})
        self.rebuild_widgets()
        if self.is_searching:
            self.show_message(_(screen_text.RESULTS_RESET))
        else:
            self.show_message(_(screen_text.PAGE_RESET))

    def open_data_folder(self) -> None:
        open_folder(self.context, self.services.folders.data)

    def copy_data_folder_path(self) -> None:
        if self.context.clipboard.put_text(self._data_folder_path()):
            self.show_message(_(screen_text.PATH_COPIED))
        else:
            self.show_message(_(screen_text.NO_CLIPBOARD))

    def _change_setting(self, key: str, value: object) -> None:
        self.context.change_settings(**{key: value})
        if key in VOLUMES:
            self.context.play("music" if key == "music_volume" else "key", 5)
        if key == "aids":
            self.needs_redraw = True

    @property
    def page_height(self) -> float:
        """The height of the page in layout units; a narrow window scrolls, so that all rows fit."""
        usual = super().page_height
        if not self.is_narrow or self.is_searching:
            return usual
        return max(
            usual,
            8
            + FIRST_ROW_TOP
            + sum(self._preferred_row_heights(self._visible_rows()))
            + self._height_below_rows(),
        )

    def _height_below_rows(self) -> float:
        if self._has_display_preview:
            return PREVIEW_HEIGHT
        if self.page_name == "Privacy":
            return (
                data_folder_height(self.context, self._help_text_width)
                + COPY_BUTTON_HEIGHT
                + FOLDER_GAP
            )
        return FOLDER_GAP

    @property
    def _rows_left_and_width(self) -> tuple[float, float]:
        """The left edge and the width of the rows, in layout units."""
        (left, width), side = self.content_left_and_width, self.left_column_units(PAGES_WIDTH)
        inner = width - side - 24 - 48
        if self._has_display_preview:
            inner = self.preview.setting_rows_width(inner)
        return left + side + 24 + 18, inner + 12

    @property
    def _help_text_width(self) -> int:
        """The width of a help text in pixels."""
        left, width = self._rows_left_and_width
        return self.context.px_rect(left, 0, width, 0).width - 2 * self.context.px(ROW_INSET)

    def _visible_rows(self) -> list[SettingHelpRow]:
        """Return the visible rows: the settings of the page, or the search results."""
        if self.is_searching:
            return [self._row_of_search_hit(hit) for hit in self._visible_hits()]
        return [SettingHelpRow(key, self._help_text_of(key)) for key in self.visible_setting_keys]

    def _row_of_search_hit(self, hit: SearchableSetting) -> SettingHelpRow:
        text = (
            self._help_text_of(hit.key)
            if hit.key in SETTING_KEYS
            else help_with_matches_first(self.search_field.text, hit)
        )
        text = _("{page}: {explanation}").format(page=hit.page_title, explanation=text)
        return SettingHelpRow(hit.key, text, bool(hit.parts))

    def _preferred_row_heights(self, rows: Sequence[SettingHelpRow]) -> list[float]:
        """Return the preferred height of each row in layout units."""
        if self.is_narrow:
            return [setting_row_height(self.context, row, self._help_text_width) for row in rows]
        return [PREVIEW_ROW_STEP if self._has_display_preview else ROW_STEP] * len(rows)

    def _fitted_row_heights(self, rows: Sequence[SettingHelpRow]) -> list[float]:
        """Return the height of each row in layout units, reduced in a low window."""
        if self.is_narrow:
            return self._preferred_row_heights(rows)
        below = (
            self._height_below_rows() if "folder" in self.widgets and not self.is_searching else 0.0
        )
        most = (self.content_top_and_height[1] - 8 - FIRST_ROW_TOP - 12 - below) / max(1, len(rows))
        return [min(step, most) for step in self._preferred_row_heights(rows)]

    def place_widgets(self) -> None:
        rect = self.context.px_rect
        (left, width), (top, height) = self.content_left_and_width, self.content_top_and_height
        side = self.left_column_units(PAGES_WIDTH)
        show_current_setting_values(
            self.context, {key: self.widgets[key] for key in self.visible_setting_keys}
        )
        self.search_field.rect = rect(left, top + 8, side, FIELD_HEIGHT)
        y = top + 8 + FIELD_HEIGHT + 12
        step = min(58.0, (top + height + PAGE_BUTTON_GAP - y) / (len(SETTING_PAGES) + 1))
        for name in (*(f"page {page}" for page in SETTING_PAGES), "keys"):
            self.widgets[name].rect = rect(left, y, side, step - PAGE_BUTTON_GAP)
            y += step
        right = left + side + 24
        self._panel = rect(right, top + 8, width - side - 24, height - 8)
        self._place_widgets_below_rows(self._place_rows(top + FIRST_ROW_TOP))
        foot, wide = top + height + 18, min(300.0, width - 200)
        self.widgets["back"].rect = rect(left, foot, 180, 52)
        self.widgets["reset"].rect = rect(left + width - wide, foot, wide, 52)

    def _place_rows(self, top: float) -> float:
        """Place the rows from ``top`` on; return the lower edge of the last row.

        Both edges are in layout units.
        """
        rows, (left, width) = self._visible_rows(), self._rows_left_and_width
        for row, step in zip(rows, self._fitted_row_heights(rows), strict=True):
            self.widgets[row.key].rect = self.context.px_rect(
                left, top, width, min(ROW_HEIGHT, step - 22)
            )
            top += step
        return top

    def _place_widgets_below_rows(self, y: float) -> None:
        """Place the preview, the folder buttons or the button for more results below the rows.

        Args:
            y: the lower edge of the rows in layout units.
        """
        rect, px, (left, width) = self.context.px_rect, self.context.px, self._rows_left_and_width
        top, height = self.content_top_and_height
        if self._has_display_preview:
            self.preview.place_pictures(self._panel, px(top + FIRST_ROW_TOP), px(y + 6))
        if "folder" in self.widgets and not self.is_searching:
            y += data_folder_height(self.context, self._help_text_width)
            line = rect(left + ROW_INSET, y, min(410, width - 2 * ROW_INSET), COPY_BUTTON_HEIGHT)
            self.widgets["folder"].rect, self.widgets["open"].rect = split_into_columns(
                line, (1, 1), px(10)
            )
        if "more" in self.widgets:
            self.widgets["more"].rect = rect(left, top + height - 48, width, 44)

    def draw_content(self, surface: pygame.Surface) -> None:
        self.draw_title(surface, _("Settings"), _(screen_text.CHANGES_APPLY_AT_ONCE))
        if self.is_searching:
            self._paint_hits(surface)
            return
        self.draw_titled_panel(surface, self._panel, _(self.page_name))
        self._paint_help_texts(surface)
        if self._has_display_preview:
            self.preview.draw(surface)
        if "folder" in self.widgets:
            button, room = self.widgets["folder"].rect, self._help_text_width
            draw_data_folder(surface, self.context, button, room, self._data_folder_path())

    def _paint_hits(self, surface: pygame.Surface) -> None:
        context, px, panel = self.context, self.context.px, self._panel
        self.draw_titled_panel(surface, panel, _("Found on all pages"))
        self._paint_help_texts(surface)
        if not self.hits:
            room = pygame.Rect(panel.left + px(24), panel.top + px(FIRST_ROW_TOP), 0, px(80))
            room.width = panel.width - px(48)
            text = _(screen_text.NO_SETTING_FOUND)
            context.fonts.draw_paragraph(
                surface, text, room, styles.BODY, context.theme.colours.muted
            )

    def _paint_help_texts(self, surface: pygame.Surface) -> None:
        paint = draw_wrapped_help if self.is_narrow else draw_single_line_help
        for row in self._visible_rows():
            paint(surface, self.context, row, self.widgets[row.key].rect, self._help_text_width)

    def _help_text_of(self, key: str) -> str:
        if key == "aids":
            return memory_aids_sentence(self.context.settings.aids)
        if key == "master_volume" and not self.context.has_sound():
            return _(screen_text.NO_SOUND_DEVICE)
        if key == "voice" and not self.context.has_voice():
            return _(setting_text.NO_VOICE)
        return setting_help(key)

    def _data_folder_path(self) -> str:
        return str(self.services.folders.data)


# Minimum page width for the picture of the table beside the rows, in layout units.
WIDE_FROM = 780.0
ROWS_SHARE = 0.54  # fraction of the page's width for the rows of settings
PREVIEW_GAP, PICTURE_NAME_HEIGHT = 12.0, 30.0
# Gap between lines of pictures and its maximum enlargement, in layout units.
PICTURE_LINE_GAP, MAX_EXTRA_GAP = 6.0, 10.0
MIN_PICTURE_WIDTH = 84.0  # pictures narrower than this, in layout units, are left out
PICTURE_NAME_STYLE = styles.SMALL

PICTURE_PROPORTIONS = (16, 9)  # width and height of a theme's picture, as proportions


class ThemePicture(Widget):
    """A button that chooses a theme, with a picture of the theme's table.

    Args:
        theme: the theme to choose; ``THEME_OF_EDITION`` depends on the edition.
        shown_theme: the theme in the picture, which `build/assets/theme_pictures.py` renders.
        choose: called with ``theme``.
    """

    def __init__(
        self, context: Context, theme: str, shown_theme: str, choose: Callable[[str], None]
    ) -> None:
        super().__init__(context)
        self.theme, self.choose = theme, choose
        with resources.required_asset("themes", f"{shown_theme}.png") as path:
            picture = pygame.image.load(path)
        # A surface of true colours, which scaling needs.
        self._picture = pygame.Surface(picture.get_size())
        self._picture.blit(picture, (0, 0))

    def activate(self) -> None:
        self.context.play("select", 0)
        self.choose(self.theme)

    def accessibility_node(self, key: str, texts: Sequence[PaintedText]) -> Node | None:
        node = self.pressable_node(key, setting_value_name("theme", self.theme))
        return node._replace(is_selected=self.context.settings.theme == self.theme)

    def draw(self, surface: pygame.Surface) -> None:
        context, colours, px = self.context, self.context.theme.colours, self.context.px
        is_chosen = context.settings.theme == self.theme
        place = rect_with_window_proportions(self.rect, PICTURE_PROPORTIONS)
        surface.blit(pygame.transform.smoothscale(self._picture, place.size), place)
        pygame.draw.rect(surface, colours.outline, place, 1)
        if is_chosen or self.hovered:
            edge = colours.accent if is_chosen else colours.focus
            look = PanelLook(edge=edge, edge_width=2.2, glow_colour=edge if is_chosen else None)
            frame = place.inflate(px(6), px(6))
            pygame.draw.rect(surface, edge, frame, max(2, px(look.edge_width)), px(5))
        ink = colours.text if is_chosen else colours.muted
        below = pygame.Rect(
            self.rect.left, place.bottom + px(4), self.rect.width, px(PICTURE_NAME_HEIGHT)
        )
        name = setting_value_name("theme", self.theme)
        middle = (place.centerx, below.centery)
        context.fonts.draw_one_or_two_lines(
            surface, name, middle, PICTURE_NAME_STYLE, ink, "center", below.width
        )


class DisplayPreview:
    """Lays out and draws the pictures of the display page."""

    def __init__(self, context: Context, services: ProgramServices) -> None:
        self.context = context
        self.pictures = ThumbnailCache(context, services)
        self.widgets: dict[str, ThemePicture] = {}
        self._current = pygame.Rect(0, 0, 0, 0)
        self._choices = NewMatchOptions()

    def create_widgets(self, choose: Callable[[str], None]) -> dict[str, ThemePicture]:
        """Return a new widget for every theme, by name.

        Args:
            choose: called with the theme whose widget was pressed.
        """
        self._choices = options_from_setting(self.context.settings.last_match)
        keys = (themes.THEME_OF_EDITION, *themes.theme_keys())
        self.widgets = {
            f"look {key}": ThemePicture(
                self.context, key, themes.resolve_theme(key, self._choices.preset), choose
            )
            for key in keys
        }
        return self.widgets

    def setting_rows_width(self, width: float) -> float:
        """Return the width of the rows of settings, in layout units.

        Args:
            width: the width of the page in layout units.
        """
        return width * ROWS_SHARE if width >= WIDE_FROM else width

    def place_pictures(self, panel: pygame.Rect, rows_top: int, rows_bottom: int) -> None:
        """Place the pictures in the space that the rows of settings leave, and request them.

        Args:
            panel: the rectangle of the page.
            rows_top, rows_bottom: the upper and lower edge of the rows in pixels.
        """
        px = self.context.px
        inner = panel.inflate(-px(48), 0)
        below = pygame.Rect(
            inner.left, rows_bottom, inner.width, panel.bottom - px(12) - rows_bottom
        )
        if inner.width >= px(WIDE_FROM - 48):
            left = inner.left + round(inner.width * ROWS_SHARE) + px(28)
            beside = pygame.Rect(
                left, rows_top, inner.right - left, rows_bottom - rows_top - px(14)
            )
            self._current = rect_with_window_proportions(beside, self.context.size)
            self._current.centerx = beside.centerx
            themes_room = below
        else:
            self._current = rect_with_window_proportions(
                below.inflate(-round(below.width * 0.52), 0), self.context.size
            )
            self._current.topleft = below.topleft
            left = self._current.right + px(PREVIEW_GAP * 1.5)
            themes_room = pygame.Rect(left, below.top, below.right - left, below.height)
        if self._current.width < px(MIN_PICTURE_WIDTH):
            self._current = pygame.Rect(0, 0, 0, 0)
        self._place_theme_pictures(themes_room)
        self._request_current_picture()

    def _place_theme_pictures(self, area: pygame.Rect) -> None:
        px, n = self.context.px, len(self.widgets)
        gap, name = px(PREVIEW_GAP), px(PICTURE_NAME_HEIGHT)
        columns = max(range(1, n + 1), key=lambda count: self._picture_width(area, count))
        wide = self._picture_width(area, columns)
        tall = round(wide * PICTURE_PROPORTIONS[1] / PICTURE_PROPORTIONS[0]) + name
        spare = area.width - columns * wide - (columns - 1) * gap
        step = wide + gap + (spare // max(1, columns - 1) if spare < wide and columns > 2 else 0)
        lines = -(-n // columns)
        down = tall + px(PICTURE_LINE_GAP)
        down += max(0, min(px(MAX_EXTRA_GAP), (area.height - lines * down) // lines))
        for number, widget in enumerate(self.widgets.values()):
            x = area.left + number % columns * step
            y = area.top + number // columns * down
            widget.rect = pygame.Rect(x, y, wide, tall)
            widget.visible = wide >= px(MIN_PICTURE_WIDTH)

    def _picture_width(self, area: pygame.Rect, columns: int) -> int:
        """Return the width of a theme's picture in pixels.

        Args:
            area: the rectangle for all pictures.
            columns: the number of pictures in a row.
        """
        px, n = self.context.px, len(self.widgets)
        lines = -(-n // columns)
        wide = (area.width - (columns - 1) * px(PREVIEW_GAP)) // columns
        tall = (area.height - (lines - 1) * px(PICTURE_LINE_GAP)) // lines - px(PICTURE_NAME_HEIGHT)
        return max(0, min(wide, round(tall * PICTURE_PROPORTIONS[0] / PICTURE_PROPORTIONS[1])))

    # Methods for the picture of the table with the current settings.

    def _request_current_picture(self) -> None:
        self.pictures.set_wanted_pictures([self._current_request()] if self._current.width else [])

    def _current_request(self) -> ThumbnailRequest:
        return thumbnail_request(
            self.context, self._choices, self.context.settings.theme, self._current.size
        )

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the picture of the table with the current settings."""
        if self._current.width:
            self.pictures.draw(surface, self._current, self._current_request(), "now")
