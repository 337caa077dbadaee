"""Everything that can be set: applied at once, remembered, and reset page by page.

The widgets come from the rules of the settings; which settings stand on which page is said here
once. A setting that nothing obeys yet has no place here.
"""

from __future__ import annotations

import pygame

from hacktrick.settings import Between, OneOf, YesNo, default_of, rule_of
from hacktrick.ui import fonts as styles
from hacktrick.ui import theme as themes
from hacktrick.ui import words
from hacktrick.ui.context import SCALE_STEPS, Context
from hacktrick.ui.desk import Desk
from hacktrick.ui.scenes.keys import KeysScene
from hacktrick.ui.scenes.menu import Menu
from hacktrick.ui.setting_words import aids_sentence, setting_help, setting_name, value_name
from hacktrick.ui.widgets import ROW_INSET, Button, Choice, Slider, Toggle, Widget
from hacktrick.ui.words import N_, _

PAGES: dict[str, tuple[str, ...]] = {
    N_("Play"): ("pace", "aids", "confirm"),
    N_("Display"): ("theme", "ui_scale", "animation_speed", "reduced_motion", "fullscreen"),
    N_("Sound"): ("master_volume", "effects_volume", "muted", "mute_unfocused"),
    N_("Privacy"): ("curtain", "curtain_style", "conceal_after"),
    N_("Language"): ("language",),
}
VOLUME_STEP = 5
SIDE = 232.0  # units: width of the column of pages
ROW, STEP = 42.0, 70.0
HELP = styles.SMALL


class SettingsScene(Menu):
    def __init__(self, context: Context, desk: Desk) -> None:
        super().__init__(context)
        self.desk = desk
        self.page_name = "Play"
        self._panel = pygame.Rect(0, 0, 0, 0)

    # --- Widgets ---

    def build(self) -> None:
        context = self.context
        for name in PAGES:
            button = Button(context, _(name), lambda name=name: self.turn_to(name))  # type: ignore[misc]
            button.primary = name == self.page_name
            self.put(f"page {name}", button)
        self.put("keys", Button(context, _("Keys and gamepad"), self.show_keys))
        for key in PAGES[self.page_name]:
            self.put(key, self._widget(key))
        if self.page_name == "Privacy":
            self.put("folder", Button(context, _("Copy the path"), self.copy_folder, centred=True))
        self.put("back", Button(context, _("Back"), self.back, icon="left"))
        self.put("reset", Button(context, _("Reset this page"), self.reset, icon="undo"))

    def first_focus(self) -> str:
        return f"page {self.page_name}"

    def turn_to(self, name: str) -> None:
        self.page_name = name
        self.remake()

    def show_keys(self) -> None:
        self.context.stack.push(KeysScene(self.context))

    def reset(self) -> None:
        """The usual values of this page."""
        keys = PAGES[self.page_name]
        self.context.change(**{key: default_of(key) for key in keys})
        self.remake()
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
        options = [(one, value_name(key, one)) for one in self._values(key)]
        return Choice(self.context, label, options, value, lambda one: self._set(key, one))

    def _values(self, key: str) -> tuple[object, ...]:
        """What can be chosen; the open lists are known only here."""
        rule = rule_of(key)
        if isinstance(rule, OneOf):
            return rule.choices
        if key == "theme":
            return themes.available()
        if key == "language":
            return ("auto", *words.languages())
        assert key == "ui_scale"
        now = self.context.settings.ui_scale
        return tuple(sorted({*SCALE_STEPS, now}))

    def _set(self, key: str, value: object) -> None:
        self.context.change(**{key: value})
        if key == "aids":
            self.dirty = True

    def _set_volume(self, key: str, number: float) -> None:
        self.context.change(**{key: round(number)})
        self.context.play("key", 5)

    def _refresh(self) -> None:
        """A setting may also be changed by a key of the window."""
        for key in PAGES[self.page_name]:
            value, widget = getattr(self.context.settings, key), self.named[key]
            if isinstance(widget, Toggle):
                widget.on = value
            elif isinstance(widget, Slider):
                widget.value = value
            elif isinstance(widget, Choice) and widget.value != value:
                widget.options = [(one, value_name(key, one)) for one in self._values(key)]
                values = [one for one, _name in widget.options]
                widget.index = values.index(value) if value in values else 0

    # --- Places ---

    def place(self) -> None:
        context = self.context
        rect = context.rect
        (left, width), (top, height) = self.page, self.body
        self._refresh()
        y = top + 8
        for name in PAGES:
            self.named[f"page {name}"].rect = rect(left, y, SIDE, 50)
            y += 60
        self.named["keys"].rect = rect(left, y, SIDE, 50)
        right = left + SIDE + 24
        self._panel = rect(right, top + 8, width - SIDE - 24, height - 8)
        inner, y = width - SIDE - 24 - 48, top + 62
        for key in PAGES[self.page_name]:
            self.named[key].rect = rect(right + 18, y, inner + 12, ROW)
            y += STEP
        if "folder" in self.named:
            self.named["folder"].rect = rect(right + 24, y + 74, 200, 44)
        foot = top + height + 18
        self.named["back"].rect = rect(left, foot, 180, 52)
        self.named["reset"].rect = rect(left + width - 260, foot, 260, 52)

    # --- Picture ---

    def paint(self, surface: pygame.Surface) -> None:
        context, colours = self.context, self.context.theme.colours
        self.draw_title(surface, _("Settings"), _("Everything applies at once and is remembered."))
        self.draw_panel(surface, self._panel, _(self.page_name))
        for key in PAGES[self.page_name]:
            rect = self.named[key].rect
            place = (rect.left + context.px(ROW_INSET), rect.bottom + context.px(9))
            context.fonts.text(
                surface, self._help(key), place, HELP, colours.muted, "midleft", rect.width
            )
        if "folder" in self.named:
            self._paint_folder(surface)

    def _paint_folder(self, surface: pygame.Surface) -> None:
        context, colours = self.context, self.context.theme.colours
        button = self.named["folder"].rect
        width = self._panel.width - context.px(48)
        fonts, step = context.fonts, context.fonts.line_height(styles.BODY)
        top = button.top - context.px(62)
        text = _("Matches and settings are kept in this folder. Nothing leaves this computer.")
        fonts.text(surface, text, (button.left, top), styles.BODY, colours.text, width=width)
        place = (button.left, top + step + context.px(4))
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
        return str(self.desk.storage.folders.data)
