"""The settings screen: every change applies at once and is kept; pages can be reset."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate

import pygame

from hacktrick.app import themes
from hacktrick.app.settings import KEYS, BoolRule, OneOfRule, RangeRule, default_of, rule_of
from hacktrick.app.workspace import Workspace
from hacktrick.i18n import translator as words
from hacktrick.i18n.setting_text import aids_sentence, setting_help, setting_label, value_name
from hacktrick.i18n.translator import N_, _, folded_words, ngettext
from hacktrick.ui.input.intents import GROUPS, INTENTS
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.scene.context import SCALE_STEPS, Context, system_languages
from hacktrick.ui.screens.settings.display_preview import DisplayPreview
from hacktrick.ui.screens.settings.key_bindings_scene import KeyBindingsScene
from hacktrick.ui.widgets.basic_widgets import (
    ROW_INSET,
    Button,
    SearchField,
    Slider,
    Stepper,
    Toggle,
    Widget,
)
from hacktrick.ui.widgets.input_hints import group_name, intent_name
from hacktrick.ui.widgets.menu import Menu, intent_while_searching, type_into_search

ROW, STEP = 42.0, 70.0  # units: a widget, and from one to the next
BELOW, AIR = 1.0, 14.0  # around an explanation of several lines
MIDDLE = 9.0  # from a widget to the middle of an explanation of one line
HELP = styles.SMALL


@dataclass(frozen=True, slots=True)
class SettingRow:
    """
    Attributes:
        key: the name of its widget.
        is_list: the explanation is a list, of which there may be only room for the first ones.
    """

    key: str
    text: str
    is_list: bool = False


def row_height(context: Context, row: SettingRow, room: int) -> float:
    """Units of a row with its whole explanation, ``room`` pixels wide."""
    return ROW + BELOW + _told_height(context, row, room) / context.scale + AIR


def _told_height(context: Context, row: SettingRow, room: int) -> int:
    if row.is_list:
        return context.fonts.line_height(HELP)
    return context.fonts.paragraph_height(row.text, HELP, room)


def draw_help_lines(
    surface: pygame.Surface, context: Context, row: SettingRow, widget: pygame.Rect, room: int
) -> None:
    """The explanation below a widget, in as many lines as it needs."""
    left, top = widget.left + context.px(ROW_INSET), widget.bottom + context.px(BELOW)
    place = pygame.Rect(left, top, room, _told_height(context, row, room))
    context.fonts.paragraph(surface, row.text, place, HELP, context.theme.colours.muted)


def draw_help_line(
    surface: pygame.Surface, context: Context, row: SettingRow, widget: pygame.Rect, room: int
) -> None:
    """The explanation below a widget, in one line."""
    text = context.fonts.fit(row.text, HELP, room) if row.is_list else row.text
    place = (widget.left + context.px(ROW_INSET), widget.bottom + context.px(MIDDLE))
    ink = context.theme.colours.muted
    context.fonts.text(surface, text, place, HELP, ink, "midleft", widget.width)


# --- The folder ---

BUTTON, GAP = 44.0, 12.0  # units: the button that copies the path, and what is above it
PATH = 38.0  # from the sentence to the button


def folder_sentence() -> str:
    return _("Matches and settings are kept in this folder. Nothing leaves this computer.")


def folder_height(context: Context, room: int) -> float:
    """Units from the last row to the upper edge of the button, with the sentence above it."""
    told = context.fonts.paragraph_height(folder_sentence(), styles.BODY, room)
    return GAP + told / context.scale + PATH + 4


def draw_folder(
    surface: pygame.Surface, context: Context, button: pygame.Rect, room: int, folder: str
) -> None:
    """The sentence and the path, above the button."""
    fonts, colours, px = context.fonts, context.theme.colours, context.px
    tall = fonts.paragraph_height(folder_sentence(), styles.BODY, room)
    place = pygame.Rect(button.left, button.top - px(PATH + 4) - tall, room, tall)
    fonts.paragraph(surface, folder_sentence(), place, styles.BODY, colours.text)
    below = (button.left, place.bottom + px(4))
    fonts.text(surface, folder, below, styles.MONO, colours.muted, width=room)


VOLUME_STEP = 5


def make_setting_widget(
    context: Context, key: str, change: Callable[[str, object], None]
) -> Widget:
    """
    Args:
        change: told a setting and its new value.
    """
    rule, value, label = rule_of(key), getattr(context.settings, key), setting_label(key)
    changed = partial(change, key)
    if isinstance(rule, BoolRule):
        return Toggle(context, label, value, changed)
    if isinstance(rule, RangeRule) and key != "ui_scale":
        return Slider(
            context,
            label,
            value,
            lambda number: changed(round(number)),
            low=rule.lowest,
            high=rule.highest,
            step=VOLUME_STEP,
            show=lambda number: _("{n} %").format(n=round(number)),
        )
    return Stepper(context, label, _options(context, key), value, changed)


def setting_values(context: Context, key: str) -> tuple[object, ...]:
    """What can be chosen, () for what is not a choice; the open lists are known only here."""
    rule = rule_of(key)
    if isinstance(rule, OneOfRule):
        return rule.choices
    if key == "theme":
        return (themes.THEME_OF_EDITION, *themes.theme_keys())
    if key == "language":
        return ("auto", *words.languages())
    if key != "ui_scale":
        return ()
    return tuple(sorted({*SCALE_STEPS, context.settings.ui_scale}))


def refresh_setting_widgets(context: Context, widgets: Mapping[str, Widget]) -> None:
    """Show the settings as they are; a setting may also be changed by a key of the window.

    Args:
        widgets: by their settings.
    """
    for key, widget in widgets.items():
        value = getattr(context.settings, key)
        if isinstance(widget, Toggle):
            widget.on = value
        elif isinstance(widget, Slider):
            widget.value = value
        elif isinstance(widget, Stepper) and widget.value != value:
            widget.options = _options(context, key)
            values = [one for one, _name in widget.options]
            widget.index = values.index(value) if value in values else 0


def _options(context: Context, key: str) -> list[tuple[object, str]]:
    wishes = system_languages()
    return [(one, value_name(key, one, wishes)) for one in setting_values(context, key)]


MIN_INSIDE = 3  # letters from which on a word may also stand inside another


@dataclass(frozen=True, slots=True)
class SearchableSetting:
    """Something that can be set. ``key`` is for the finder; the rest is searched, in the current
    language.

    Attributes:
        parts: what the explanation consists of where it is a list.
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
    """The entries that have all words of ``query``, those found by their name first; nothing for
    a query without words."""
    wanted = folded_words(query)
    if not wanted:
        return ()
    found = [(_rank(wanted, entry), n, entry) for n, entry in enumerate(entries)]
    hits = [(rank, n, entry) for rank, n, entry in found if rank is not None]
    return tuple(entry for _best, _n, entry in sorted(hits, key=lambda hit: hit[:2]))


def shortened_help(query: str, entry: SearchableSetting) -> str:
    """The explanation; of a list what was looked for first, for there may be room for a few."""
    if not entry.parts:
        return entry.explanation
    wanted = folded_words(query)

    def is_other(part: str) -> bool:
        return not any(_fits(word, known) for word in wanted for known in folded_words(part))

    return ", ".join(sorted(entry.parts, key=is_other))


def _rank(wanted: list[str], entry: SearchableSetting) -> int | None:
    """The worst place in which a wanted word had to be looked for, 0 for the name; None if one is
    missing."""
    texts = (entry.name, " ".join(entry.values), entry.explanation, entry.page_title)
    places = [folded_words(text) for text in texts]
    ranks = [_place_of(word, places) for word in wanted]
    return None if None in ranks else max(rank for rank in ranks if rank is not None)


def _place_of(word: str, places: list[list[str]]) -> int | None:
    for place, known in enumerate(places):
        if any(_fits(word, other) for other in known):
            return place
    return None


def _fits(word: str, known: str) -> bool:
    # Inside a word for languages that write words together, or without spaces.
    inside = len(word) >= MIN_INSIDE or not word.isascii()
    return known.startswith(word) or (inside and word in known)


FOLDER = "to folder"
KEYS_PREFIX = "to keys "  # and the group


def searchable_settings(
    pages: Mapping[str, tuple[str, ...]], values_of: Callable[[str], tuple[object, ...]]
) -> Iterator[SearchableSetting]:
    """In the current language, page by page.

    Args:
        values_of: what can be chosen for a setting, () where it is not a choice.
    """
    for page, keys in pages.items():
        for key in keys:
            values = tuple(value_name(key, value, system_languages()) for value in values_of(key))
            if key == "aids":
                values += tuple(aids_sentence(str(value)) for value in values_of(key))
            yield SearchableSetting(key, setting_label(key), setting_help(key), _(page), values)
        if page == "Privacy":
            yield _folder(page)
    yield from map(_keys, GROUPS)


def _folder(page: str) -> SearchableSetting:
    name = _("Folder of the matches and settings")
    text = _("Matches and settings are kept in this folder. Nothing leaves this computer.")
    return SearchableSetting(FOLDER, name, text, _(page))


def _keys(group: str) -> SearchableSetting:
    """A page of keys, with the names of what they do."""
    names = tuple(intent_name(intent.name) for intent in INTENTS if intent.group == group)
    title, page = group_name(group), _("Keys and gamepad")
    return SearchableSetting(KEYS_PREFIX + group, title, ", ".join(names), page, parts=names)


SETTING_PAGES: dict[str, tuple[str, ...]] = {
    N_("Playing"): ("pace", "aids", "confirm"),
    N_("Learning"): (*("hints", "odds", "counting", "tutor", "takeback", "think_ahead", "rated"),),
    N_("Display"): ("theme", "ui_scale", "animation_speed", "reduced_motion", "fullscreen"),
    N_("Sound"): ("master_volume", "effects_volume", "music_volume", "muted", "mute_unfocused"),
    N_("Privacy"): ("curtain", "curtain_style", "conceal_after"),
    N_("Language"): ("language",),
}
VOLUMES = ("master_volume", "effects_volume", "music_volume")
SIDE = 232.0  # units: width of the column of pages
CLOSE = 62.0  # the step on a page with pictures
PICTURES = 270.0  # units: what the pictures need below the rows where it is narrow
MORE = 44.0  # the button that shows more hits, where it is below them
FIELD = 42.0  # height of the search field
FIRST = 54.0  # from the upper edge of a page to its first row


class SettingsScene(Menu):
    def __init__(self, context: Context, workspace: Workspace) -> None:
        super().__init__(context)
        self.workspace = workspace
        self.page_name = "Playing"
        self.hits: tuple[SearchableSetting, ...] = ()
        self._first = 0  # the number of the hit at the top
        self._n_rows = 0  # hits that the panel had room for when they were made
        self.field = SearchField(context, _("Search"), "", self.search_for)
        self._panel = pygame.Rect(0, 0, 0, 0)
        self.preview = DisplayPreview(context, workspace)

    @property
    def searching(self) -> bool:
        return bool(self.field.text.strip())

    @property
    def shown(self) -> tuple[str, ...]:
        """The keys of the settings in the panel."""
        if self.searching:
            return tuple(hit.key for hit in self._hits_here() if hit.key in KEYS)
        return SETTING_PAGES[self.page_name]

    # --- Widgets ---

    def build(self) -> None:
        context = self.context
        self.field.hint = _("Search")
        self.put("search", self.field)
        for name in SETTING_PAGES:
            button = Button(context, _(name), lambda name=name: self.turn_to(name))  # type: ignore[misc]
            button.primary = name == self.page_name and not self.searching
            self.put(f"page {name}", button)
        self.put("keys", Button(context, _("Keys and gamepad"), self.show_keys))
        if self.searching:
            self._put_hits()
        else:
            self._put_page()
        self.put("back", Button(context, _("Back"), self.back, icon="left", hint="back"))
        self.put("reset", self._reset_button())

    def _put_page(self) -> None:
        self.hits = ()
        for key in self.shown:
            self.put(key, make_setting_widget(self.context, key, self._set))
        if self._is_shown:
            for name, picture in self.preview.build(partial(self._set, "theme")).items():
                self.put(name, picture)
        if self.page_name == "Privacy":
            button = Button(self.context, _("Copy the path"), self.copy_folder, centred=True)
            self.put("folder", button)

    def _put_hits(self) -> None:
        self.hits = find_settings(
            self.field.text,
            searchable_settings(SETTING_PAGES, partial(setting_values, self.context)),
        )
        self._n_rows = self._room()
        for hit in self._hits_here():
            self.put(hit.key, self._widget_of(hit))
        if len(self.hits) > self._n_rows:
            more = Button(self.context, self._more_label(), self.show_more, centred=True)
            more.style = styles.LABEL
            self.put("more", more)

    def _widget_of(self, hit: SearchableSetting) -> Widget:
        """Its own, or a link to what cannot be set from here."""
        if hit.key in KEYS:
            return make_setting_widget(self.context, hit.key, self._set)
        return Button(self.context, hit.name, partial(self.lead_to, hit.key), icon="right")

    def _reset_button(self) -> Button:
        label = _("Reset these settings") if self.searching else _("Reset this page")
        button = Button(self.context, label, self.reset, icon="undo")
        button.reason = None if self.shown else _("There is nothing here to reset.")
        return button

    def first_focus(self) -> str:
        return f"page {self.page_name}"

    def turn_to(self, name: str) -> None:
        self.page_name = name
        self.field.text = ""
        self.remake()

    def show_keys(self, group: str = GROUPS[0]) -> None:
        scene = KeyBindingsScene(self.context)
        scene.group_shown = group
        self.context.stack.push(scene)

    @property
    def _is_shown(self) -> bool:
        """Whether the page shows what it does."""
        return self.page_name == "Display" and not self.searching

    # --- Search ---

    def search_for(self, query: str) -> None:
        """At every sign; the field keeps the focus, and an input method its half-made word."""
        self._first = 0
        self.named = {}
        self.build()
        self.group.widgets.clear()
        self.group.add(*self.named.values())
        self.place()

    def lead_to(self, key: str) -> None:
        """Where a link among the hits goes."""
        if key == FOLDER:
            self.turn_to("Privacy")
            self.group.set_focus(self.named["folder"])
        else:
            self.show_keys(key.removeprefix(KEYS_PREFIX))

    def show_more(self) -> None:
        """The next hits; after the last ones the first again."""
        self._first += self._n_rows
        if self._first >= len(self.hits):
            self._first = 0
        self.remake()

    def _more_label(self) -> str:
        left = len(self.hits) - self._first - self._n_rows
        if left <= 0:
            return _("Back to the first results")
        return ngettext("{n} more result", "{n} more results", left).format(n=left)

    def _hits_here(self) -> tuple[SearchableSetting, ...]:
        return self.hits[self._first : self._first + self._n_rows]

    def _room(self) -> int:
        """How many hits, from the first one shown, the panel has room for."""
        room = self.body[1] - 8 - FIRST - 8
        ends = list(accumulate(self._wishes([self._row_of(hit) for hit in self._hits_from_here])))
        if self.narrow and (self._first or (ends and ends[-1] > room)):
            room -= MORE
        return max(1, sum(end <= room for end in ends))

    @property
    def _hits_from_here(self) -> tuple[SearchableSetting, ...]:
        return self.hits[self._first :]

    def layout(self) -> None:
        """A window of another height has room for more hits, or for fewer."""
        if self.searching and self._n_rows != self._room():
            self._first = 0
            self.remake()
        super().layout()

    def intent(self, event: pygame.Event) -> str:
        """A letter begins a search here, even the one that stands for silence elsewhere."""
        return intent_while_searching(super().intent(event), event)

    def update(self, dt: float) -> None:
        super().update(dt)
        if self._is_shown and self.preview.pictures.step():
            self.dirty = True

    def handle(self, event: pygame.Event) -> bool:
        return type_into_search(self, self.field, event) or super().handle(event)

    def obey(self, name: str) -> bool:
        """The way back ends a search before it leaves the page; confirming goes on to the hits."""
        in_field = self.group.focus is self.field
        if name == "search":
            self.group.set_focus(self.field)
        elif name == "back" and self.searching:
            self.field.clear()
            self.group.set_focus(self.field)
        elif in_field and name in ("confirm", "down") and self.hits:
            self.group.ring = True
            self.group.set_focus(self.named[self.hits[self._first].key])
        else:
            return super().obey(name)
        return True

    def reset(self) -> None:
        """The usual values of what is shown."""
        self.context.change_settings(**{key: default_of(key) for key in self.shown})
        self.remake()
        if self.searching:
            self.say(_("These settings are as at the beginning."))
        else:
            self.say(_("This page is as at the beginning."))

    def copy_folder(self) -> None:
        if self.context.clipboard.put(self._folder()):
            self.say(_("The path is in the clipboard."))
        else:
            self.say(_("The clipboard cannot be used here."))

    def _set(self, key: str, value: object) -> None:
        self.context.change_settings(**{key: value})
        if key in VOLUMES:
            self.context.play("music" if key == "music_volume" else "key", 5)
        if key == "aids":
            self.dirty = True

    # --- Places ---

    @property
    def page_height(self) -> float:
        """Where it is narrow a page is as high as its rows need; hits come as far as they fit."""
        usual = super().page_height
        if not self.narrow or self.searching:
            return usual
        return max(usual, 8 + FIRST + sum(self._wishes(self._rows())) + self._below_rows())

    def _below_rows(self) -> float:
        if self._is_shown:
            return PICTURES
        if self.page_name == "Privacy":
            return folder_height(self.context, self._text_room) + BUTTON + GAP
        return GAP

    @property
    def _row_place(self) -> tuple[float, float]:
        """Left edge and width of the rows, in units."""
        (left, width), side = self.page, self.side(SIDE)
        inner = width - side - 24 - 48
        if self._is_shown:
            inner = self.preview.rows_width(inner)
        return left + side + 24 + 18, inner + 12

    @property
    def _text_room(self) -> int:
        """Pixels of width that an explanation has."""
        left, width = self._row_place
        return self.context.rect(left, 0, width, 0).width - 2 * self.context.px(ROW_INSET)

    def _rows(self) -> list[SettingRow]:
        """The rows in the panel."""
        if self.searching:
            return [self._row_of(hit) for hit in self._hits_here()]
        return [SettingRow(key, self._help(key)) for key in self.shown]

    def _row_of(self, hit: SearchableSetting) -> SettingRow:
        text = self._help(hit.key) if hit.key in KEYS else shortened_help(self.field.text, hit)
        told = _("{page}: {explanation}").format(page=hit.page_title, explanation=text)
        return SettingRow(hit.key, told, bool(hit.parts))

    def _wishes(self, rows: Sequence[SettingRow]) -> list[float]:
        """Units that each row would like to have."""
        if self.narrow:
            return [row_height(self.context, row, self._text_room) for row in rows]
        return [CLOSE if self._is_shown else STEP] * len(rows)

    def _steps(self, rows: Sequence[SettingRow]) -> list[float]:
        """Units that each row has: in a low wide window the rows come closer to each other."""
        if self.narrow:
            return self._wishes(rows)
        most = (self.body[1] - 8 - FIRST - 12) / max(1, len(rows))
        return [min(wish, most) for wish in self._wishes(rows)]

    def place(self) -> None:
        rect = self.context.rect
        (left, width), (top, height) = self.page, self.body
        side = self.side(SIDE)
        refresh_setting_widgets(self.context, {key: self.named[key] for key in self.shown})
        self.field.rect = rect(left, top + 8, side, FIELD)
        y = top + 8 + FIELD + 12
        for name in SETTING_PAGES:
            self.named[f"page {name}"].rect = rect(left, y, side, 50)
            y += 58
        self.named["keys"].rect = rect(left, y, side, 50)
        right = left + side + 24
        self._panel = rect(right, top + 8, width - side - 24, height - 8)
        self._place_below(self._place_rows(top + FIRST))
        foot, wide = top + height + 18, min(300.0, width - 200)
        self.named["back"].rect = rect(left, foot, 180, 52)
        self.named["reset"].rect = rect(left + width - wide, foot, wide, 52)

    def _place_rows(self, top: float) -> float:
        """Returns where they end, in units."""
        rows, (left, width) = self._rows(), self._row_place
        for row, step in zip(rows, self._steps(rows), strict=True):
            self.named[row.key].rect = self.context.rect(left, top, width, min(ROW, step - 24))
            top += step
        return top

    def _place_below(self, y: float) -> None:
        """What is below the rows, or beside them."""
        rect, px, (left, width) = self.context.rect, self.context.px, self._row_place
        top, height = self.body
        if self._is_shown:
            self.preview.place(self._panel, px(top + FIRST), px(y + 6))
        if "folder" in self.named and not self.searching:
            y += folder_height(self.context, self._text_room)
            self.named["folder"].rect = rect(left + ROW_INSET, y, 200, BUTTON)
        if "more" in self.named:
            more = rect(left + width - 260, top + 14, 260, 34)
            low = rect(left, top + height - 44, width, 34)
            self.named["more"].rect = low if self.narrow else more

    # --- Picture ---

    def paint(self, surface: pygame.Surface) -> None:
        self.draw_title(surface, _("Settings"), _("Everything applies at once and is remembered."))
        if self.searching:
            self._paint_hits(surface)
            return
        self.draw_panel(surface, self._panel, _(self.page_name))
        self._paint_explanations(surface)
        if self._is_shown:
            self.preview.paint(surface)
        if "folder" in self.named:
            button, room = self.named["folder"].rect, self._text_room
            draw_folder(surface, self.context, button, room, self._folder())

    def _paint_hits(self, surface: pygame.Surface) -> None:
        context, px, panel = self.context, self.context.px, self._panel
        self.draw_panel(surface, panel, _("Found in all pages"))
        self._paint_explanations(surface)
        if not self.hits:
            room = pygame.Rect(panel.left + px(24), panel.top + px(FIRST), 0, px(80))
            room.width = panel.width - px(48)
            text = _("No setting has this word. Try another one, or only its beginning.")
            context.fonts.paragraph(surface, text, room, styles.BODY, context.theme.colours.muted)

    def _paint_explanations(self, surface: pygame.Surface) -> None:
        paint = draw_help_lines if self.narrow else draw_help_line
        for row in self._rows():
            paint(surface, self.context, row, self.named[row.key].rect, self._text_room)

    def _help(self, key: str) -> str:
        if key == "aids":
            return aids_sentence(self.context.settings.aids)
        if key == "master_volume" and not self._sounds():
            return _("There is no sound device, so the game is silent.")
        return setting_help(key)

    def _sounds(self) -> bool:
        return self.context.has_sound()

    def _folder(self) -> str:
        return str(self.workspace.folders.data)
