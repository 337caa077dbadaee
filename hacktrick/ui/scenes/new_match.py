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
from hacktrick.ui.boxes import columns, key_place
from hacktrick.ui.context import Context
from hacktrick.ui.desk import Desk
from hacktrick.ui.fields import TextField
from hacktrick.ui.layout import KEY_ORDER
from hacktrick.ui.level_names import level_sentence, player_title
from hacktrick.ui.match_choices import LONGEST_NAME, from_setting, to_setting
from hacktrick.ui.paint_keys import KeyLook
from hacktrick.ui.paint_markers import Piece
from hacktrick.ui.rulebook.editions import (
    differences,
    option_name,
    option_value,
    preset_name,
    preset_summary,
)
from hacktrick.ui.scenes import doors
from hacktrick.ui.scenes.menu import PANEL, Menu
from hacktrick.ui.scenes.notice import confirm
from hacktrick.ui.setting_words import aids_sentence, setting_name, value_name
from hacktrick.ui.terms import terms
from hacktrick.ui.widgets import ROW_INSET, Button, Choice, Widget
from hacktrick.ui.words import _

ROW = 42.0  # units: height of a choice
STEP = 49.0  # from one choice to the next
SEAT = 108.0  # from one seat to the next, where there is room
SIGN = 48.0  # units left of a seat's name
TEXT = 80.0  # room for what an edition is
TOP = 54.0  # from the upper edge of a panel to its first row
INSET = 18.0
SAMPLE = {6: 0, 5: 0, 8: 1, 7: 1}  # keys of the drawn board, and whose they are
REACHED = 4
FOLDED = tuple(option for option in OPTIONS if option != "target")  # the target stands above


class NewMatchScene(Menu):
    def __init__(self, context: Context, desk: Desk) -> None:
        super().__init__(context)
        self.desk = desk
        self.choices = from_setting(context.settings.last_match)
        self.unfolded = bool(set(self.choices.options) & set(FOLDED))
        self._players = self._edition = pygame.Rect(0, 0, 0, 0)
        self._seat_step = 0  # pixels

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
        self.remake()
        self._keep()

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
        return self._choice(label, options, getattr(rules, option), choose, 0.56)

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
        self._players, self._edition = columns(whole, (0.49, 0.51), px(20))
        self._place_players()
        self._place_edition()
        foot = top + height + 18
        self.named["back"].rect = rect(left, foot, 180, 52)
        self.named["start"].rect = rect(left + width - 280, foot, 280, 52)

    def _place_players(self) -> None:
        px, panel = self.context.px, self._players
        inner = panel.inflate(-2 * px(INSET), 0)
        top, low = panel.top + px(TOP), panel.bottom - px(14 + 40) - px(ROW)
        n_seats = self.choices.rules.n_seats
        self._seat_step = min(px(SEAT), (low - px(STEP + 12) - top) // n_seats)
        for seat in range(n_seats):
            line = pygame.Rect(inner.left + px(SIGN), top, inner.width - px(SIGN), px(ROW))
            name, player = columns(line, (0.42, 0.58), px(10))
            self.named[f"name {seat}"].rect = name
            self.named[f"player {seat}"].rect = player
            top += self._seat_step
        self.named["aids"].rect = pygame.Rect(inner.left, low, inner.width, px(ROW))
        if "leader" in self.named:
            self.named["leader"].rect = self.named["aids"].rect.move(0, -px(STEP))

    def _place_edition(self) -> None:
        px, panel = self.context.px, self._edition
        inner = panel.inflate(-2 * px(INSET), 0)
        line = pygame.Rect(inner.left, panel.top + px(TOP), inner.width, px(ROW))
        self.named["preset"].rect = line
        line = line.move(0, px(ROW + TEXT + 8))
        names = ["target", "fold", *(self._offered() if self.unfolded else [])]
        for name in names:
            self.named[name].rect = line.copy()
            line = line.move(0, px(STEP))

    # --- Picture ---

    def paint(self, surface: pygame.Surface) -> None:
        context = self.context
        aside = _("The saved match will be replaced.") if _unfinished(self.desk) else ""
        self.draw_title(surface, _("New match"), aside)
        self.draw_panel(surface, self._players, self._partners() or _("Players"))
        self.draw_panel(surface, self._edition, _("Rules"))
        if not self.unfolded:
            self._paint_sample(surface)
        for seat in range(self.choices.rules.n_seats):
            self._paint_seat(surface, seat)
        self._paint_text(
            surface, self.named["aids"], aids_sentence(context.settings.aids), context.px(40)
        )
        rules = self.choices.rules
        lines = [preset_summary(rules.preset, _), " ".join(differences(rules, _))]
        self._paint_text(surface, self.named["preset"], "\n".join(lines), context.px(TEXT))

    def _paint_seat(self, surface: pygame.Surface, seat: int) -> None:
        context, colours, px = self.context, self.context.theme.colours, self.context.px
        field, chooser = self.named[f"name {seat}"].rect, self.named[f"player {seat}"].rect
        foot = (field.left - px(SIGN) / 2 - px(2), field.centery + px(20))
        context.sprites.draw_marker(surface, Piece(seat), foot, px(36))
        level = level_of(self.choices.seats[seat].player)
        left, top = self._players.left + px(24), field.bottom + px(5)
        text = _("Plays at this screen.") if level is None else level_sentence(level)
        height = self._seat_step - field.height - px(6)
        room = pygame.Rect(left, top, chooser.right - left, height)
        context.fonts.paragraph(surface, text, room, styles.SMALL, colours.muted)

    def _paint_sample(self, surface: pygame.Surface) -> None:
        """The board of this edition and the words one says at it, where the options would be."""
        context, px = self.context, self.context.px
        top = self.named["fold"].rect.bottom + px(22)
        area = pygame.Rect(self._edition.left, top, self._edition.width, 0)
        area.height = self._edition.bottom - px(22) - top
        rules, say = self.choices.rules, terms(self.choices.rules, _)
        tall = min(px(72), (area.height - 2 * px(6)) // 3)
        wide, left = round(tall * 1.08), area.left + px(INSET + 4)
        for n, key in enumerate(KEY_ORDER):
            place = pygame.Rect(
                left + n % 3 * (wide + px(6)), top + n // 3 * (tall + px(6)), wide, tall
            )
            look = KeyLook(owner=SAMPLE.get(key), reach=key == REACHED)
            roomy = key in SAMPLE and tall >= px(56)
            pieces = [Piece(SAMPLE[key])] if roomy else []
            place = key_place(place, context.theme.board)
            draw.key(surface, context, place, key, look, pieces)
        left += 3 * wide + 2 * px(6) + px(26)
        middle = top + (3 * tall + 2 * px(6)) // 2
        lines = (
            (_("You say"), f"{say.pass_} · {say.play} · {say.guard}"),
            (_("You play for"), option_value("target", rules.target, rules, _)),
        )
        for n, (head, text) in enumerate(lines):
            y = middle + px(58) * n - px(50)
            room = area.right - px(INSET) - left
            fonts, colours = context.fonts, context.theme.colours
            fonts.text(surface, head, (left, y), styles.SMALL, colours.muted, width=room)
            fonts.text(surface, text, (left, y + px(20)), PANEL, colours.text, width=room)

    def _paint_text(self, surface: pygame.Surface, above: Widget, text: str, height: int) -> None:
        context, rect = self.context, above.rect
        left = rect.left + context.px(ROW_INSET)
        room = pygame.Rect(left, rect.bottom + context.px(5), rect.right - left, height)
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
