"""Everything that can be set: applied at once, remembered, and reset page by page.

The widgets come from the rules of the settings; which settings stand on which page is said here
once. A setting that nothing obeys yet has no place here.
"""

from __future__ import annotations

from functools import partial

import pygame

from hacktrick import themes
from hacktrick.seat.desk import Desk
from hacktrick.settings import KEYS, Between, OneOf, YesNo, default_of, rule_of
from hacktrick.ui.controls.fields import SearchField
from hacktrick.ui.controls.menu import Menu
from hacktrick.ui.controls.searching import begins_search, without_mute
from hacktrick.ui.controls.widgets import ROW_INSET, Button, Choice, Slider, Toggle, Widget
from hacktrick.ui.keys.intents import GROUPS
from hacktrick.ui.menus.display_preview import DisplayPreview
from hacktrick.ui.menus.keys import KeysScene
from hacktrick.ui.menus.setting_entries import FOLDER, entries
from hacktrick.ui.menus.setting_entries import KEYS as KEYS_OF
from hacktrick.ui.menus.setting_search import Entry, explained, find
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.stage.context import SCALE_STEPS, Context, system_languages
from hacktrick.words import translator as words
from hacktrick.words.settings import aids_sentence, setting_help, setting_name, value_name
from hacktrick.words.translator import N_, _, ngettext

PAGES: dict[str, tuple[str, ...]] = {
    N_("Playing"): ("pace", "aids", "confirm"),
    N_("Learning"): (*("hints", "odds", "counting", "tutor", "takeback", "think_ahead", "rated"),),
    N_("Display"): ("theme", "ui_scale", "animation_speed", "reduced_motion", "fullscreen"),
    N_("Sound"): ("master_volume", "effects_volume", "music_volume", "muted", "mute_unfocused"),
    N_("Privacy"): ("curtain", "curtain_style", "conceal_after"),
    N_("Language"): ("language",),
}
VOLUME_STEP = 5
SIDE = 232.0  # units: width of the column of pages
ROW, STEP = 42.0, 70.0
CLOSE = 62.0  # the step on a page with pictures
FIELD = 42.0  # height of the search field
FIRST = 54.0  # from the upper edge of a page to its first row
HELP = styles.SMALL


class SettingsScene(Menu):
    def __init__(self, context: Context, desk: Desk) -> None:
        super().__init__(context)
        self.desk = desk
        self.page_name = "Playing"
        self.hits: tuple[Entry, ...] = ()
        self._first = 0  # the number of the hit at the top
        self._n_rows = 0  # hits that the panel had room for when they were made
        self.field = SearchField(context, _("Search"), "", self.search_for)
        self._panel = pygame.Rect(0, 0, 0, 0)
        self.preview = DisplayPreview(context)

    @property
    def searching(self) -> bool:
        return bool(self.field.text.strip())

    @property
    def shown(self) -> tuple[str, ...]:
        """The keys of the settings in the panel."""
        if self.searching:
            return tuple(hit.key for hit in self._hits_here() if hit.key in KEYS)
        return PAGES[self.page_name]

    # --- Widgets ---

    def build(self) -> None:
        context = self.context
        self.field.hint = _("Search")
        self.put("search", self.field)
        for name in PAGES:
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
            self.put(key, self._widget(key))
        if self._is_shown:
            for name, picture in self.preview.build(partial(self._set, "theme")).items():
                self.put(name, picture)
        if self.page_name == "Privacy":
            button = Button(self.context, _("Copy the path"), self.copy_folder, centred=True)
            self.put("folder", button)

    def _put_hits(self) -> None:
        self.hits = find(self.field.text, entries(PAGES, self._values))
        self._n_rows = self._room()
        for hit in self._hits_here():
            self.put(hit.key, self._widget(hit.key) if hit.key in KEYS else self._link(hit))
        if len(self.hits) > self._n_rows:
            more = Button(self.context, self._more_label(), self.show_more, centred=True)
            more.style = styles.LABEL
            self.put("more", more)

    def _link(self, hit: Entry) -> Button:
        """To what cannot be set from here."""
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
        scene = KeysScene(self.context)
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
            self.show_keys(key.removeprefix(KEYS_OF))

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

    def _hits_here(self) -> tuple[Entry, ...]:
        return self.hits[self._first : self._first + self._n_rows]

    def _room(self) -> int:
        """How many hits the panel has room for, above the button that shows more."""
        return max(1, int((self.body[1] - 8 - FIRST - 8) // self.step))

    @property
    def step(self) -> float:
        """Units from one setting to the next: where it is narrow its sentence takes two lines."""
        return STEP + 24 if self.narrow else STEP

    def layout(self) -> None:
        """A window of another height has room for more hits, or for fewer."""
        if self.searching and self._n_rows != self._room():
            self._first = 0
            self.remake()
        super().layout()

    def intent(self, event: pygame.Event) -> str:
        """A letter begins a search here, even the one that stands for silence elsewhere."""
        return without_mute(super().intent(event), event)

    def update(self, dt: float) -> None:
        super().update(dt)
        if self._is_shown and self.preview.pictures.step():
            self.dirty = True

    def handle(self, event: pygame.Event) -> bool:
        return begins_search(self, self.field, event) or super().handle(event)

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
        self.context.change(**{key: default_of(key) for key in self.shown})
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

    def _widget(self, key: str) -> Widget:
        rule, value = rule_of(key), getattr(self.context.settings, key)
        label = setting_name(key)
        if isinstance(rule, YesNo):
            return Toggle(self.context, label, value, lambda on: self._set(key, on))
        if isinstance(rule, Between) and key != "ui_scale":
            return Slider(
                self.context,
                label,
                value,
                lambda number: self._set_volume(key, number),
                low=rule.lowest,
                high=rule.highest,
                step=VOLUME_STEP,
                show=lambda number: _("{n} %").format(n=round(number)),
            )
        options = self._options(key)
        return Choice(self.context, label, options, value, lambda one: self._set(key, one))

    def _options(self, key: str) -> list[tuple[object, str]]:
        wishes = system_languages()
        return [(one, value_name(key, one, wishes)) for one in self._values(key)]

    def _values(self, key: str) -> tuple[object, ...]:
        """What can be chosen, () for what is not a choice; the open lists are known only here."""
        rule = rule_of(key)
        if isinstance(rule, OneOf):
            return rule.choices
        if key == "theme":
            return (themes.AS_EDITION, *themes.available())
        if key == "language":
            return ("auto", *words.languages())
        if key != "ui_scale":
            return ()
        now = self.context.settings.ui_scale
        return tuple(sorted({*SCALE_STEPS, now}))

    def _set(self, key: str, value: object) -> None:
        self.context.change(**{key: value})
        if key == "aids":
            self.dirty = True

    def _set_volume(self, key: str, number: float) -> None:
        self.context.change(**{key: round(number)})
        self.context.play("music" if key == "music_volume" else "key", 5)

    def _refresh(self) -> None:
        """A setting may also be changed by a key of the window."""
        for key in self.shown:
            value, widget = getattr(self.context.settings, key), self.named[key]
            if isinstance(widget, Toggle):
                widget.on = value
            elif isinstance(widget, Slider):
                widget.value = value
            elif isinstance(widget, Choice) and widget.value != value:
                widget.options = self._options(key)
                values = [one for one, _name in widget.options]
                widget.index = values.index(value) if value in values else 0

    # --- Places ---

    def place(self) -> None:
        context = self.context
        rect = context.rect
        (left, width), (top, height) = self.page, self.body
        side = self.side(SIDE)
        self._refresh()
        self.field.rect = rect(left, top + 8, side, FIELD)
        y = top + 8 + FIELD + 12
        for name in PAGES:
            self.named[f"page {name}"].rect = rect(left, y, side, 50)
            y += 58
        self.named["keys"].rect = rect(left, y, side, 50)
        right = left + side + 24
        self._panel = rect(right, top + 8, width - side - 24, height - 8)
        inner, y = width - side - 24 - 48, top + FIRST
        rows = [hit.key for hit in self._hits_here()] if self.searching else self.shown
        step = min(STEP, (height - 8 - FIRST - 12) / max(1, len(rows)))
        if self._is_shown:
            step, inner = min(step, CLOSE), self.preview.rows_width(inner)
        for key in rows:
            self.named[key].rect = rect(right + 18, y, inner + 12, min(ROW, step - 24))
            y += step
        if self._is_shown:
            px = context.px
            self.preview.place(self._panel, px(top + FIRST), px(y + 6))
        if "folder" in self.named and not self.searching:
            self.named["folder"].rect = rect(right + 24, y + (100 if self.narrow else 74), 200, 44)
        if "more" in self.named:
            more = rect(left + width - 18 - 260, top + 14, 260, 34)
            low = rect(right + 18, top + height - 44, inner + 12, 34)
            self.named["more"].rect = low if self.narrow else more
        foot, wide = top + height + 18, min(300.0, width - 200)
        self.named["back"].rect = rect(left, foot, 180, 52)
        self.named["reset"].rect = rect(left + width - wide, foot, wide, 52)

    # --- Picture ---

    def paint(self, surface: pygame.Surface) -> None:
        self.draw_title(surface, _("Settings"), _("Everything applies at once and is remembered."))
        if self.searching:
            self._paint_hits(surface)
            return
        self.draw_panel(surface, self._panel, _(self.page_name))
        for key in self.shown:
            self._paint_help(surface, key, self._help(key))
        if self._is_shown:
            self.preview.paint(surface)
        if "folder" in self.named:
            self._paint_folder(surface)

    def _paint_hits(self, surface: pygame.Surface) -> None:
        context, px, panel = self.context, self.context.px, self._panel
        self.draw_panel(surface, panel, _("Found in all pages"))
        for hit in self._hits_here():
            is_set = hit.key in KEYS
            text = self._help(hit.key) if is_set else explained(self.field.text, hit)
            told = _("{page}: {explanation}").format(page=hit.page_title, explanation=text)
            self._paint_help(surface, hit.key, told)
        if not self.hits:
            room = pygame.Rect(panel.left + px(24), panel.top + px(FIRST), 0, px(80))
            room.width = panel.width - px(48)
            text = _("No setting has this word. Try another one, or only its beginning.")
            context.fonts.paragraph(surface, text, room, styles.BODY, context.theme.colours.muted)

    def _paint_help(self, surface: pygame.Surface, key: str, text: str) -> None:
        context, rect = self.context, self.named[key].rect
        if key not in KEYS:
            text = context.fonts.fit(text, HELP, rect.width - context.px(2 * ROW_INSET))
        middle = rect.bottom + context.px(9 + (self.step - STEP) / 2)
        place = (rect.left + context.px(ROW_INSET), middle)
        colour, room = context.theme.colours.muted, rect.width - context.px(2 * ROW_INSET)
        if self.narrow:
            context.fonts.in_lines(surface, text, place, HELP, colour, "midleft", room)
        else:
            context.fonts.text(surface, text, place, HELP, colour, "midleft", rect.width)

    def _paint_folder(self, surface: pygame.Surface) -> None:
        context, colours = self.context, self.context.theme.colours
        button = self.named["folder"].rect
        width = self._panel.width - context.px(48)
        fonts, step = context.fonts, context.fonts.line_height(styles.BODY)
        text = _("Matches and settings are kept in this folder. Nothing leaves this computer.")
        tall = fonts.paragraph_height(text, styles.BODY, width)
        top = button.top - context.px(62) - (tall - step)
        room = pygame.Rect(button.left, top, width, tall)
        fonts.paragraph(surface, text, room, styles.BODY, colours.text)
        place = (button.left, top + tall + context.px(4))
        fonts.text(surface, self._folder(), place, styles.MONO, colours.muted, width=width)

    def _help(self, key: str) -> str:
        if key == "aids":
            return aids_sentence(self.context.settings.aids)
        if key == "master_volume" and not self._sounds():
            return _("There is no sound device, so the game is silent.")
        return setting_help(key)

    def _sounds(self) -> bool:
        return self.context.has_sound()

    def _folder(self) -> str:
        return str(self.desk.folders.data)
