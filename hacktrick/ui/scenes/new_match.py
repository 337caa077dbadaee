"""Who plays what against whom: the choices of a new match, all remembered."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from hacktrick.game.match import first_leaders
from hacktrick.game.rules import OPTIONS, PRESETS
from hacktrick.play.players import HUMAN, LEVEL_NUMBERS, level_of
from hacktrick.play.players import level_name as player_text
from hacktrick.settings import OneOf, rule_of
from hacktrick.ui import draw
from hacktrick.ui import fonts as styles
from hacktrick.ui.boxes import columns
from hacktrick.ui.context import Context
from hacktrick.ui.desk import Desk
from hacktrick.ui.fields import TextField
from hacktrick.ui.level_names import level_sentence, player_title
from hacktrick.ui.match_choices import LONGEST_NAME, from_setting, to_setting
from hacktrick.ui.paint_markers import Piece
from hacktrick.ui.rulebook.editions import (
    differences,
    option_name,
    option_value,
    preset_name,
    preset_summary,
)
from hacktrick.ui.scenes import doors
from hacktrick.ui.scenes.menu import Menu
from hacktrick.ui.scenes.notice import confirm
from hacktrick.ui.setting_words import aids_sentence, setting_name, value_name
from hacktrick.ui.widgets import Button, Choice, Widget
from hacktrick.ui.words import _

ROW = 42.0  # units: height of a choice
STEP = 49.0  # from one choice to the next
SEAT = 72.0  # from one seat to the next
TEXT = 62.0  # room for what an edition is
FOLDED = tuple(option for option in OPTIONS if option != "target")  # the target stands above


class NewMatchScene(Menu):
    def __init__(self, context: Context, desk: Desk) -> None:
        super().__init__(context)
        self.desk = desk
        self.choices = from_setting(context.settings.last_match)
        self.unfolded = bool(set(self.choices.options) & set(FOLDED))
        self._players = self._edition = pygame.Rect(0, 0, 0, 0)

    # --- Widgets ---

    def build(self) -> None:
        choices, context = self.choices, self.context
        for seat in range(choices.rules.n_seats):
            self.put(f"name {seat}", self._name_field(seat))
            self.put(f"player {seat}", self._player_choice(seat))
        if len(first_leaders(choices.rules)) > 1:
            self.put("leader", self._leader_choice())
        self.put("aids", self._aids_choice())
        self.put(
            "preset", self._choice(_("Edition"), self._presets(), choices.preset, self._preset)
        )
        self.put("target", self._option_choice("target"))
        icon = "minus" if self.unfolded else "plus"
        fold = Button(context, self._fold_label(), self._fold, icon=icon)
        fold.style = styles.LABEL
        self.put("fold", fold)
        if self.unfolded:
            for option in self._offered():
                self.put(option, self._option_choice(option))
        self.put("back", Button(context, _("Back"), self.back, icon="left"))
        self.put("start", Button(context, _("Start"), self.start, icon="play", primary=True))
        self._check()

    def first_focus(self) -> str:
        return "start"

    def _choice(
        self,
        label: str,
        options: list[tuple[object, str]],
        value: object,
        changed_to: Callable[[object], None],
        share: float = 0.62,
    ) -> Choice:
        choice = Choice(self.context, label, options, value, changed_to)
        choice.box_share = share
        return choice

    def _name_field(self, seat: int) -> TextField:
        def rename(text: str) -> None:
            usual = text.strip() == self.choices.usual_name(seat)
            self.choices.seats[seat].name = "" if usual else text
            self._keep()

        return TextField(self.context, "", self.choices.names[seat], rename, LONGEST_NAME)

    def _player_choice(self, seat: int) -> Choice:
        players = [HUMAN, *map(player_text, LEVEL_NUMBERS)]
        options: list[tuple[object, str]] = [(one, player_title(one)) for one in players]

        def choose(player: object) -> None:
            self.choices.seats[seat].player = str(player)
            self._keep()
            self._rename_fields()

        return self._choice("", options, self.choices.seats[seat].player, choose)

    def _leader_choice(self) -> Choice:
        def choose(leader: object) -> None:
            self.choices.leader = leader if isinstance(leader, int) else None
            self._keep()

        names = self.choices.names
        options: list[tuple[object, str]] = [(None, _("by lot"))]
        options += [(seat, names[seat]) for seat in first_leaders(self.choices.rules)]
        return self._choice(_("First leader"), options, self.choices.leader, choose)

    def _aids_choice(self) -> Choice:
        def choose(aids: object) -> None:
            self.context.change(aids=aids)

        rule = rule_of("aids")
        assert isinstance(rule, OneOf)
        options: list[tuple[object, str]] = [(one, value_name("aids", one)) for one in rule.choices]
        now = self.context.settings.aids
        return self._choice(setting_name("aids"), options, now, choose)

    def _presets(self) -> list[tuple[object, str]]:
        return [(preset, preset_name(preset, _)) for preset in PRESETS]

    def _preset(self, preset: object) -> None:
        self.choices.choose_preset(str(preset))
        self._keep()
        self.remake()

    def _option_choice(self, option: str) -> Choice:
        rules = self.choices.rules

        def choose(value: object) -> None:
            self.choices.set_option(option, value)
            self._keep()
            fold = self.named["fold"]
            assert isinstance(fold, Button)
            fold.label = self._fold_label()

        options: list[tuple[object, str]] = [
            (value, option_value(option, value, rules, _)) for value in OPTIONS[option]
        ]
        label = _("Target") if option == "target" else option_name(option, _)
        return self._choice(label, options, getattr(rules, option), choose, 0.54)

    def _offered(self) -> list[str]:
        """The options that this edition leaves open."""
        fixed = PRESETS[self.choices.preset].next_leader not in OPTIONS["next_leader"]
        return [option for option in FOLDED if not (fixed and option == "next_leader")]

    def _fold_label(self) -> str:
        n = len(set(self.choices.options) & set(FOLDED))
        if n:
            return _("Single options ({n} changed)").format(n=n)
        return _("Single options")

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
            fresh = self._leader_choice()
            leader.options, leader.index = fresh.options, fresh.index
        if "start" in self.named:
            self._check()
        self.dirty = True

    def _check(self) -> None:
        names = [name.casefold() for name in self.choices.names]
        start = self.named["start"]
        assert isinstance(start, Button)
        double = len(set(names)) < len(names)
        start.reason = _("Two players cannot have the same name.") if double else None

    # --- Deeds ---

    def start(self) -> None:
        new = self.choices.new_match()
        ask_to_replace(self.context, self.desk, lambda: doors.begin(self.context, self.desk, new))

    # --- Places ---

    def place(self) -> None:
        context = self.context
        rect, px = context.rect, context.px
        (left, width), (top, height) = self.page, self.body
        whole = rect(left, top + 8, width, height - 8)
        self._players, self._edition = columns(whole, (1, 1), px(20))
        self._place_players()
        self._place_edition()
        foot = top + height + 18
        self.named["back"].rect = rect(left, foot, 180, 52)
        self.named["start"].rect = rect(left + width - 280, foot, 280, 52)

    def _place_players(self) -> None:
        px, panel = self.context.px, self._players
        inner = panel.inflate(-2 * px(18), 0)
        top = panel.top + px(48)
        for seat in range(self.choices.rules.n_seats):
            line = pygame.Rect(inner.left + px(42), top, inner.width - px(42), px(ROW))
            name, player = columns(line, (0.44, 0.56), px(10))
            self.named[f"name {seat}"].rect = name
            self.named[f"player {seat}"].rect = player
            top += px(SEAT)
        low = panel.bottom - px(18 + 22) - px(ROW)
        self.named["aids"].rect = pygame.Rect(inner.left, low, inner.width, px(ROW))
        if "leader" in self.named:
            self.named["leader"].rect = self.named["aids"].rect.move(0, -px(STEP))

    def _place_edition(self) -> None:
        px, panel = self.context.px, self._edition
        inner = panel.inflate(-2 * px(18), 0)
        line = pygame.Rect(inner.left, panel.top + px(48), inner.width, px(ROW))
        self.named["preset"].rect = line
        line = line.move(0, px(ROW + TEXT + 10))
        names = ["target", "fold", *(self._offered() if self.unfolded else [])]
        for name in names:
            self.named[name].rect = line.copy()
            line = line.move(0, px(STEP))

    # --- Picture ---

    def paint(self, surface: pygame.Surface) -> None:
        context = self.context
        aside = _("The saved match will be replaced.") if _unfinished(self.desk) else ""
        self.draw_title(surface, _("New match"), aside)
        draw.panel(surface, context, self._players, _("Players"), self._partners())
        draw.panel(surface, context, self._edition, _("Rules"))
        for seat in range(self.choices.rules.n_seats):
            self._paint_seat(surface, seat)
        self._paint_text(
            surface, self.named["aids"], aids_sentence(context.settings.aids), context.px(22)
        )
        rules = self.choices.rules
        lines = [preset_summary(rules.preset, _), *differences(rules, _)[:2]]
        self._paint_text(surface, self.named["preset"], "\n".join(lines), context.px(TEXT))

    def _paint_seat(self, surface: pygame.Surface, seat: int) -> None:
        context, colours = self.context, self.context.theme.colours
        field, px = self.named[f"name {seat}"].rect, context.px
        context.sprites.sign(Piece(seat), px(26)).draw(
            surface, (field.left - px(40), field.centery - px(13))
        )
        level = level_of(self.choices.seats[seat].player)
        if level is not None:
            right = self.named[f"player {seat}"].rect.right
            place = (field.left, field.bottom + px(12))
            context.fonts.text(
                surface,
                level_sentence(level),
                place,
                styles.SMALL,
                colours.muted,
                "midleft",
                right - field.left,
            )

    def _paint_text(self, surface: pygame.Surface, above: Widget, text: str, height: int) -> None:
        context, rect = self.context, above.rect
        room = pygame.Rect(rect.left, rect.bottom + context.px(5), rect.width, height)
        context.fonts.paragraph(surface, text, room, styles.SMALL, context.theme.colours.muted)

    def _partners(self) -> str:
        rules, names = self.choices.rules, self.choices.names
        if rules.table == "pairs":
            return _("{a} and {c} against {b} and {d}").format(
                a=names[0], b=names[1], c=names[2], d=names[3]
            )
        if rules.table == "solo":
            return _("{name} begins as the solo player").format(name=names[0])
        return ""


def _unfinished(desk: Desk) -> bool:
    return desk.saved is not None or (desk.session is not None and not desk.session.match.is_over)


def ask_to_replace(context: Context, desk: Desk, action: Callable[[], None]) -> None:
    """Do it, but ask first if an unfinished match would be lost by it."""
    if not _unfinished(desk):
        action()
        return
    confirm(
        context,
        _("Give up the unfinished match?"),
        _("Only one match is kept. Starting a new one replaces the unfinished one."),
        _("Start the new match"),
        action,
        _("Keep the old one"),
    )
