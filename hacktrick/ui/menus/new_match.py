"""Who plays what against whom: the choices of a new match, all remembered."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pygame

from hacktrick.game.match import first_leaders
from hacktrick.play.players import HUMAN
from hacktrick.profiles import LONGEST_NAME, same_name
from hacktrick.seat.desk import Desk
from hacktrick.settings import OneOf, rule_of
from hacktrick.ui.controls.cut import CutButton, SealButton, side_by_side
from hacktrick.ui.controls.fields import TextField
from hacktrick.ui.controls.menu import Menu
from hacktrick.ui.controls.widgets import ROW_INSET, Button, Choice
from hacktrick.ui.menus.edition_choices import (
    edition_choice,
    fold_label,
    house_rules,
    n_changed,
    option_choice,
)
from hacktrick.ui.menus.edition_preview import EditionPreview
from hacktrick.ui.menus.profile_parts import MarkerButton
from hacktrick.ui.menus.profiles import ProfilesScene
from hacktrick.ui.menus.replacing import ask_to_replace, is_unfinished
from hacktrick.ui.menus.seat_cards import SeatCards
from hacktrick.ui.menus.seat_choices import leader_choice, manner_button, player_choice, told_of
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.paint.boxes import columns, rows
from hacktrick.ui.stage.context import Context
from hacktrick.words.choices import from_setting, is_you, to_setting, you_refused
from hacktrick.words.settings import aids_sentence, setting_name, value_name
from hacktrick.words.translator import _

ROW = 42.0  # units: height of a choice
STEP = 49.0  # from one choice to the next
TOP = 54.0  # from the upper edge of a panel to its first row
INSET = 18.0
AIDS = 0.62  # of the width: the box of what the table remembers


class NewMatchScene(Menu):
    def __init__(self, context: Context, desk: Desk) -> None:
        super().__init__(context)
        self.desk = desk
        self.choices = from_setting(context.settings.last_match)
        self.unfolded = n_changed(self.choices) > 0
        self.preview = EditionPreview(context)
        self._players = self._edition = self._line = pygame.Rect(0, 0, 0, 0)
        self._cards: SeatCards

    # --- Widgets ---

    def build(self) -> None:
        choices, context = self.choices, self.context
        for seat in range(choices.rules.n_seats):
            self.put(f"sign {seat}", self._sign(seat))
            self.put(f"name {seat}", self._name_field(seat))
            self.put(f"player {seat}", self._player_choice(seat))
            if len(choices.seats[seat].manners) > 1:
                button = manner_button(context, choices.seats[seat], self._keep)
                self.put(f"manner {seat}", button)
        if len(first_leaders(choices.rules)) > 1:
            self.put("leader", leader_choice(context, choices, self._keep))
        self.put("aids", self._aids_choice())
        self.put("preset", edition_choice(context, choices, self._preset))
        self.put("target", self._option_choice("target"))
        icon = "minus" if self.unfolded else "plus"
        fold = Button(context, fold_label(choices), self._fold, icon=icon)
        fold.style = styles.LABEL
        self.put("fold", fold)
        if self.unfolded:
            for option in house_rules(choices):
                self.put(option, self._option_choice(option))
        self.put("back", Button(context, _("Back"), self.back, icon="left", hint="back"))
        start = CutButton(
            context, _("Start"), self.start, self._fingerprint, icon="play", primary=True
        )
        self.put("start", start)
        self.put("seal", SealButton(context, self.start, self._fingerprint))
        self._check()
        self._dress()

    def first_focus(self) -> str:
        return "start"

    def _sign(self, seat: int) -> MarkerButton:
        return MarkerButton(self.context, _("Profiles"), lambda: self.show_profiles(seat))

    def _name_field(self, seat: int) -> TextField:
        def rename(text: str) -> None:
            usual = text.strip() == self.choices.usual_name(seat)
            self.choices.seats[seat].name = "" if usual else text
            self._keep()
            self._dress()

        return TextField(self.context, "", self.choices.names[seat], rename, LONGEST_NAME)

    def _player_choice(self, seat: int) -> Choice:
        def changed(otherwise: bool) -> None:
            if otherwise:
                self.remake()
            self._keep()
            self._rename_fields()
            self._dress()

        return player_choice(self.context, self.choices.seats[seat], changed)

    def _has_manner(self, seat: int) -> bool:
        button = self.named.get(f"manner {seat}")
        return button is not None and button.visible

    def _aids_choice(self) -> Choice:
        def choose(aids: object) -> None:
            self.context.change(aids=aids)

        rule = rule_of("aids")
        assert isinstance(rule, OneOf)
        options: list[tuple[object, str]] = [(one, value_name("aids", one)) for one in rule.choices]
        now = self.context.settings.aids
        choice = Choice(self.context, setting_name("aids"), options, now, choose)
        choice.box_share = AIDS
        return choice

    def _preset(self, preset: str) -> None:
        self.choices.choose_preset(preset)
        self.remake()
        self._keep()
        if self.desk.session is None:  # else the table below keeps its dress
            self.context.dress(self.choices.preset)

    def _option_choice(self, option: str) -> Choice:
        def changed() -> None:
            self._keep()
            fold = self.named["fold"]
            assert isinstance(fold, Button)
            fold.label = fold_label(self.choices)

        return option_choice(self.context, self.choices, option, changed)

    def _fold(self) -> None:
        self.unfolded = not self.unfolded
        self.remake()

    def _rename_fields(self) -> None:
        """The usual names follow the players."""
        for seat, name in enumerate(self.choices.names):
            field = self.named[f"name {seat}"]
            assert isinstance(field, TextField)
            if not self.choices.seats[seat].name.strip():
                field.text, field.cursor = name, len(name)

    def _keep(self) -> None:
        """Remember everything at once, and see whether it can be played."""
        self.context.change(last_match=to_setting(self.choices))
        leader = self.named.get("leader")
        if isinstance(leader, Choice):
            fresh = leader_choice(self.context, self.choices, self._keep)
            leader.options, leader.index = fresh.options, fresh.index
        if "start" in self.named:
            self._check()
        self.preview.want(self.choices)
        self.dirty = True

    def update(self, dt: float) -> None:
        super().update(dt)
        if not self.unfolded and self.preview.pictures.step():
            self.dirty = True

    def _check(self) -> None:
        names = self.choices.names
        start = self.named["start"]
        assert isinstance(start, Button)
        you = next((name for name in names if is_you(name)), None)
        start.reason = None if you is None else you_refused(you)
        if len({name.casefold() for name in names}) < len(names):
            start.reason = _("Two players cannot have the same name.")

    def _dress(self) -> None:
        """The signs show the markers that the seats will play with."""
        for seat, look in enumerate(self.choices.looks(self.desk.profiles)):
            sign = self.named[f"sign {seat}"]
            assert isinstance(sign, MarkerButton)
            sign.piece = look.piece()
        self._place_start()

    def _place_start(self) -> None:
        side_by_side(self.context, self.named["start"], self.named["seal"], self._line)

    # --- Deeds ---

    def show_profiles(self, seat: int) -> None:
        """Choose who sits there."""
        name = self.choices.names[seat]
        sit = partial(self._sit_down, seat)
        scene = ProfilesScene(self.context, self.desk, name, sit, self._rename_seats)
        self.context.stack.push(scene)

    def _sit_down(self, seat: int, name: str) -> None:
        """The human of this profile takes the seat; without a name it goes by the usual one."""
        choice = self.choices.seats[seat]
        choice.name, choice.player = name, HUMAN if name else choice.player
        self.group.set_focus(self.named[f"sign {seat}"])

    def _rename_seats(self, old: str, new: str) -> None:
        """A profile has another name now, or (new is "") is gone."""
        for seat in self.choices.seats:
            if same_name(seat.name, old):
                seat.name = new

    def uncovered(self) -> None:
        """The profiles may have changed."""
        self.remake()
        self._keep()

    def _fingerprint(self) -> str | None:
        """Of the first deal, where somebody plays alone."""
        return self.desk.commitment if self.choices.new_match().is_solo else None

    def start(self, cut: str | None = None) -> None:
        new = replace(self.choices.new_match(), cut=cut)
        ask_to_replace(self.context, self.desk, lambda: self.context.ways.begin(new))

    # --- Places ---

    @property
    def page_height(self) -> float:
        """The panels stand below each other where it is narrow, as high as beside each other."""
        height = super().page_height
        return 2 * max(self.shortest, min(self.tallest, height / 2)) if self.narrow else height

    def place(self) -> None:
        context = self.context
        rect, px = context.rect, context.px
        (left, width), (top, height) = self.page, self.body
        whole = rect(left, top + 8, width, height - 8)
        if self.narrow:
            gap, half = px(16), (whole.height - px(16)) // 2
            self._players, self._edition = rows(whole, half, gap, 2)
        else:
            self._players, self._edition = columns(whole, (0.49, 0.51), px(20))
        self._place_players()
        self._place_edition()
        foot = top + height + 18
        self.named["back"].rect = rect(left, foot, 180, 52)
        self._line = rect(left + width - 320, foot, 320, 52)
        self._place_start()

    def _place_players(self) -> None:
        px, panel = self.context.px, self._players
        inner = panel.inflate(-2 * px(INSET), 0)
        low = panel.bottom - px(14 + 40) - px(ROW)
        self.named["aids"].rect = pygame.Rect(inner.left, low, inner.width, px(ROW))
        if "leader" in self.named:
            low -= px(STEP)
            self.named["leader"].rect = self.named["aids"].rect.move(0, -px(STEP))
        top = panel.top + px(TOP)
        area = pygame.Rect(inner.left, top, inner.width, low - px(4) - top)
        self._cards = SeatCards(self.context, area, self.choices.rules.n_seats)
        for seat in range(self.choices.rules.n_seats):
            widgets = [self.named[f"{part} {seat}"] for part in ("sign", "name", "player")]
            self._cards.place(seat, *widgets)
            if f"manner {seat}" in self.named:
                button = self.named[f"manner {seat}"]
                button.rect = self._cards.button_room(seat, widgets[0], widgets[2])
                button.visible = button.rect.width > 0

    def _place_edition(self) -> None:
        px, panel = self.context.px, self._edition
        inner = panel.inflate(-2 * px(INSET), 0)
        line = pygame.Rect(inner.left, panel.top + px(TOP), inner.width, px(ROW))
        self.named["preset"].rect = line
        width = line.width - 2 * px(ROW_INSET)
        self._text = self.preview.text_height(self.choices.rules, width, self.unfolded)
        line = line.move(0, px(ROW + 8) + self._text)
        names = ["target", "fold", *(house_rules(self.choices) if self.unfolded else [])]
        for name in names:
            self.named[name].rect = line.copy()
            line = line.move(0, px(STEP))
        top, left = self.named["fold"].rect.bottom + px(18), panel.left + px(INSET + 4)
        area = pygame.Rect(left, top, panel.right - px(INSET) - left, panel.bottom - px(18) - top)
        self.preview.place(area, self.choices)

    # --- Picture ---

    def paint(self, surface: pygame.Surface) -> None:
        context = self.context
        aside = _("The saved match will be replaced.") if is_unfinished(self.desk) else ""
        self.draw_title(surface, _("New match"), aside)
        self.draw_panel(surface, self._players, self._partners() or _("Players"))
        self.draw_panel(surface, self._edition, _("Rules"))
        if not self.unfolded:
            self.preview.paint(surface, self.choices)
        self._cards.paint(surface)
        for seat in range(self.choices.rules.n_seats):
            self._paint_seat(surface, seat)
        ink = context.theme.colours.muted
        aids, room = aids_sentence(context.settings.aids), self._room_below("aids", context.px(40))
        context.fonts.paragraph(surface, aids, room, styles.SMALL, ink)
        room = self._room_below("preset", self._text)
        self.preview.paint_text(surface, self.choices.rules, room, self.unfolded)

    def _paint_seat(self, surface: pygame.Surface, seat: int) -> None:
        sign, player = self.named[f"sign {seat}"], self.named[f"player {seat}"]
        room = self._cards.text_room(seat, sign, player, beside=self._has_manner(seat))
        texts = told_of(self.choices.seats[seat], self.choices.rules)
        fits = [text for text in texts if self._height(text, room.width) <= room.height]
        self._cards.paint_text(surface, room, (fits or texts[-1:])[0])

    def _height(self, text: str, width: int) -> int:
        return self.context.fonts.paragraph_height(text, styles.SMALL, width)

    def _room_below(self, name: str, height: int) -> pygame.Rect:
        """For the text about a choice, so many pixels high."""
        px, rect = self.context.px, self.named[name].rect
        left = rect.left + px(ROW_INSET)
        return pygame.Rect(left, rect.bottom + px(5), rect.right - left, height)

    def _partners(self) -> str:
        rules, names = self.choices.rules, self.choices.names
        if rules.table == "pairs":
            return _("{a} and {c} against {b} and {d}").format(
                a=names[0], b=names[1], c=names[2], d=names[3]
            )
        if rules.table == "solo":
            return _("{name} begins as the solo player").format(name=names[0])
        return ""
