"""The new-match screen: edition, house rules, players and first leader, with a preview of the
edition.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import product

import pygame

from hacktrick.app.profiles import LONGEST_NAME, is_same_name
from hacktrick.app.settings import OneOfRule, rule_of
from hacktrick.app.workspace import Workspace
from hacktrick.game.actions import CODES
from hacktrick.game.match_rules import possible_first_leaders
from hacktrick.game.rules import OPTIONS, PRESETS, Rules
from hacktrick.i18n.computer_players import (
    level_phrase,
    level_sentence,
    manner_name,
    manner_sentence,
    player_title,
    rated_sentence,
)
from hacktrick.i18n.new_match_options import (
    NewMatchOptions,
    SeatOptions,
    is_you,
    options_from_setting,
    options_to_setting,
    reserved_name_refusal,
)
from hacktrick.i18n.rulebook.editions import (
    differences,
    house_rule,
    option_value,
    preset_name,
    preset_summary,
)
from hacktrick.i18n.setting_text import aids_sentence, setting_label, value_name
from hacktrick.i18n.terms import edition_terms
from hacktrick.i18n.translator import _
from hacktrick.match.players import HUMAN, LEVEL_NUMBERS, level_of
from hacktrick.match.players import player_for_level as player_text
from hacktrick.ui.layout.boxes import columns, rows
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.paint.code_cards import CodeLook
from hacktrick.ui.paint.fonts import TextStyle
from hacktrick.ui.paint.keys_and_panels import PanelLook
from hacktrick.ui.scene.context import Context
from hacktrick.ui.screens.profiles_scene import MarkerButton, ProfilesScene
from hacktrick.ui.table.thumbnails import ThumbnailCache, fitted_rect, thumbnail_request
from hacktrick.ui.widgets.basic_widgets import ROW_INSET, Button, Stepper, TextField, Widget
from hacktrick.ui.widgets.deck_cut import CutButton, FingerprintButton, place_deal_row
from hacktrick.ui.widgets.dialogs import ask_to_replace, is_unfinished
from hacktrick.ui.widgets.menu import Menu

EDITION_BOX = 0.56  # of the width
FOLDED = tuple(option for option in OPTIONS if option != "target")  # the target stands above


def edition_stepper(
    context: Context, choices: NewMatchOptions, changed_to: Callable[[str], None]
) -> Stepper:
    """Which edition is played; the choice itself changes nothing."""
    presets = [(preset, preset_name(preset, _)) for preset in PRESETS]
    choice = Stepper(context, _("Edition"), presets, choices.preset, changed_to)
    choice.box_share = EDITION_BOX
    return choice


def option_stepper(
    context: Context, choices: NewMatchOptions, option: str, changed: Callable[[], None]
) -> Stepper:
    """The values of one option."""

    def choose(value: object) -> None:
        choices.set_option(option, value)
        changed()

    rules = choices.rules
    say, label = (option_value, _("Target")) if option == "target" else (house_rule, "")
    options = [(value, say(option, value, rules, _)) for value in OPTIONS[option]]
    choice = Stepper(context, label, options, getattr(rules, option), choose)
    choice.box_share = EDITION_BOX
    return choice


def house_rules(choices: NewMatchOptions) -> list[str]:
    """The options that this edition leaves open, without the target."""
    fixed = PRESETS[choices.preset].next_leader not in OPTIONS["next_leader"]
    return [option for option in FOLDED if not (fixed and option == "next_leader")]


def n_changed_house_rules(choices: NewMatchOptions) -> int:
    """How many house rules are not as published."""
    return len(set(choices.options) & set(FOLDED))


def house_rules_label(choices: NewMatchOptions) -> str:
    """What the house rules are folded away under."""
    n = n_changed_house_rules(choices)
    return _("House rules ({n} changed)").format(n=n) if n else _("House rules")


SEAT_BOX = 0.62  # of the width


def player_stepper(context: Context, seat: SeatOptions, changed: Callable[[bool], None]) -> Stepper:
    """A human or a computer player.

    Args:
        changed: told whether there is something to choose now that such a player can be like, and
            was not before, or the other way round.
    """

    def choose(player: str) -> None:
        before = len(seat.manners) > 1
        seat.player = player
        changed((len(seat.manners) > 1) != before)

    options = [(one, player_title(one)) for one in (HUMAN, *map(player_text, LEVEL_NUMBERS))]
    choice = Stepper(context, "", options, seat.player, choose)
    choice.box_share = SEAT_BOX
    return choice


def style_button(context: Context, seat: SeatOptions, changed: Callable[[], None]) -> Button:
    """What a computer player is like: the next one with every press."""

    def change() -> None:
        seat.choose_next_manner()
        button.label = manner_name(*seat.manner)
        changed()

    button = Button(context, manner_name(*seat.manner), change)
    button.style = styles.LABEL
    return button


def leader_stepper(
    context: Context, choices: NewMatchOptions, changed: Callable[[], None]
) -> Stepper:
    """Who leads the first round; by lot unless somebody is named."""

    def choose(leader: int | None) -> None:
        choices.leader = leader
        changed()

    choice = Stepper(context, _("First leader"), _leaders(choices), choices.leader, choose)
    choice.box_share = SEAT_BOX
    return choice


def _leaders(choices: NewMatchOptions) -> list[tuple[int | None, str]]:
    """Who can lead the first round, by the names that everybody has now; None: by lot."""
    names = choices.names
    return [
        (None, _("random")),
        *((seat, names[seat]) for seat in possible_first_leaders(choices.rules)),
    ]


def seat_descriptions(seat: SeatOptions, rules: Rules) -> list[str]:
    """What can be said of who sits there, the longest text first."""
    level = level_of(seat.player)
    if level is None:
        full = _("Plays at this screen. The marker opens the profiles.")
        return [full, _("Plays at this screen.")]
    liked = manner_sentence(*seat.manner)
    says = (rated_sentence, level_sentence, level_phrase)
    return [liked] if liked else [say(level, rules) for say in says]


CARD_ROW = 42.0  # units: height of a field or a choice
CARD_GAP = 8.0
SIGN = 92.0  # the largest plate of a marker
BUTTON = 150.0, 36.0
LOWEST = 26.0
MARGIN = 16.0  # of a card
ROOMY = 150.0  # units a seat needs to have a card
CARD = 164.0  # units: no seat needs more
LINE = 108.0  # ... without a card


class SeatCards:
    """Places for the sign, name and player of every seat.

    Args:
        area: all the room there is for seats, in pixels.
    """

    def __init__(self, context: Context, area: pygame.Rect, n_seats: int) -> None:
        self.context = context
        px = context.px
        each = area.height // n_seats
        self.roomy = each >= px(ROOMY)
        step = min(each, px(CARD if self.roomy else LINE))
        spare = (area.height - step * n_seats) // max(1, n_seats)
        step += min(spare, px(14))
        self.cards = [
            pygame.Rect(area.left, area.top + n * step, area.width, step - px(CARD_GAP))
            for n in range(n_seats)
        ]

    def place(self, seat: int, sign: Widget, name: Widget, player: Widget) -> None:
        """Give the widgets of a seat their rectangles."""
        px, card = self.context.px, self.cards[seat]
        row = px(CARD_ROW)
        if self.roomy:
            inner = card.inflate(-2 * px(MARGIN), -2 * px(MARGIN - 2))
            sign.rect = pygame.Rect(
                inner.left, inner.top, 2 * row + px(CARD_GAP), 2 * row + px(CARD_GAP)
            )
            left = sign.rect.right + px(14)
            name.rect = pygame.Rect(left, inner.top, inner.right - left, row)
            player.rect = name.rect.move(0, row + px(CARD_GAP))
            return
        size = min(card.height, px(SIGN))
        sign.rect = pygame.Rect(card.left, card.top, size, size)
        left = sign.rect.right + px(10)
        line = pygame.Rect(left, card.top, card.right - left, row)
        name.rect, player.rect = columns(line, (0.42, 0.58), px(8))

    def text_room(
        self, seat: int, sign: Widget, player: Widget, beside: bool = False
    ) -> pygame.Rect:
        """Where the sentence about a seat's player stands.

        Args:
            beside: a button stands there too.
        """
        room = self._below(seat, sign, player)
        if beside:
            room.width -= self.context.px(BUTTON[0] + 10)
        return room

    def button_room(self, seat: int, sign: Widget, player: Widget) -> pygame.Rect:
        """Where a button beside that sentence stands; nowhere, if it would be too low to press."""
        px, room = self.context.px, self._below(seat, sign, player)
        high = min(px(BUTTON[1]), room.height)
        if high < px(LOWEST):
            return pygame.Rect(room.right, room.top, 0, 0)
        return pygame.Rect(room.right - px(BUTTON[0]), room.top, px(BUTTON[0]), high)

    def _below(self, seat: int, sign: Widget, player: Widget) -> pygame.Rect:
        px, card = self.context.px, self.cards[seat]
        if self.roomy:
            top, left = sign.rect.bottom + px(7), sign.rect.left + px(4)
            return pygame.Rect(left, top, card.right - px(MARGIN) - left, card.bottom - top)
        top, left = player.rect.bottom + px(4), sign.rect.right + px(12)
        return pygame.Rect(left, top, card.right - left, card.bottom + px(CARD_GAP) - top)

    def paint(self, surface: pygame.Surface) -> None:
        """The plates under the widgets."""
        if self.roomy:
            for card in self.cards:
                picture = self.context.sprites.panel(PanelLook(), card.size)
                picture.draw(surface, card.topleft)

    def paint_text(self, surface: pygame.Surface, room: pygame.Rect, text: str) -> None:
        colour = self.context.theme.colours.muted
        self.context.fonts.paragraph(surface, text, room, styles.SMALL, colour)


TEXT = 80.0  # units: room for what an edition is
MORE_TEXT = 130.0  # at most, where the house rules are folded
LEAST = 96.0  # units: no lower picture
PREVIEW_GAP = 18.0
WORDS = TextStyle("heading", 18)
COLUMNS = 3  # of the faces
ROWS = -(-len(CODES) // COLUMNS)
BETWEEN = 5.0


class EditionPreview:
    """The lower part of the panel of the rules."""

    def __init__(self, context: Context, workspace: Workspace) -> None:
        self.context = context
        self.pictures = ThumbnailCache(context, workspace)
        self._picture = self._beside = pygame.Rect(0, 0, 0, 0)

    # In words

    def text_height(self, rules: Rules, width: int, unfolded: bool) -> int:
        """Room for them in pixels: more only where it is needed and nothing else needs it."""
        px, needed = self.context.px, sum(self._height(text, width) for text in _about(rules))
        usual = px(TEXT)
        return usual if unfolded else max(usual, min(needed + px(6), px(MORE_TEXT)))

    def paint_text(
        self, surface: pygame.Surface, rules: Rules, room: pygame.Rect, unfolded: bool
    ) -> None:
        """What it is; and in which rules it differs, unless they stand below."""
        fonts, colours = self.context.fonts, self.context.theme.colours
        summary, rest = _about(rules)
        used = fonts.paragraph(surface, summary, room, styles.SMALL, colours.text)
        room.update(room.left, room.top + used, room.width, room.height - used)
        if not unfolded or self._height(rest, room.width) <= room.height:
            fonts.paragraph(surface, rest, room, styles.SMALL, colours.muted)

    def _height(self, text: str, width: int) -> int:
        return self.context.fonts.paragraph_height(text, styles.SMALL, width)

    # As a table

    def place(self, area: pygame.Rect, choices: NewMatchOptions) -> None:
        """A table at the left of an area, if that is high enough."""
        context, px = self.context, self.context.px
        self._picture, self._beside = pygame.Rect(area.topleft, (0, 0)), area
        if area.height >= px(LEAST):
            most = pygame.Rect(area.topleft, (round(area.width * 0.72), area.height))
            self._picture = fitted_rect(most, context.size)
            left = self._picture.right + px(PREVIEW_GAP)
            self._beside = pygame.Rect(left, area.top, area.right - left, area.height)
        self.want(choices)

    def want(self, choices: NewMatchOptions) -> None:
        """The choices have changed."""
        size = self._picture.size
        theme = self.context.settings.theme
        self.pictures.want(
            [thumbnail_request(self.context, choices, theme, size)] if size[0] else []
        )

    def paint(self, surface: pygame.Surface, choices: NewMatchOptions) -> None:
        if self._picture.width:
            wish = thumbnail_request(
                self.context, choices, self.context.settings.theme, self._picture.size
            )
            self.pictures.draw(surface, self._picture, wish, "table")
        if choices.rules.has_codes and self._picture.width:
            self._paint_faces(surface)
        else:
            self._paint_words(surface, choices.rules)

    def _paint_faces(self, surface: pygame.Surface) -> None:
        """The people of the twelve codes."""
        gap, room = self.context.px(BETWEEN), self._beside
        edge = min(
            (room.width - (COLUMNS - 1) * gap) // COLUMNS, (room.height - (ROWS - 1) * gap) // ROWS
        )
        for code, (row, column) in zip(CODES, product(range(ROWS), range(COLUMNS)), strict=False):
            face = self.context.sprites.face(CodeLook(code), edge)
            face.draw(surface, (room.left + column * (edge + gap), room.top + row * (edge + gap)))

    def _paint_words(self, surface: pygame.Surface, rules: Rules) -> None:
        """What one says and what one plays for, one below the other where there is a picture."""
        say, px = edition_terms(rules, _), self.context.px
        words = [say.pass_, say.play, say.guard]
        if not self._picture.width:
            words = [" · ".join(words)]
        target = option_value("target", rules.target, rules, _)
        blocks = ((_("You say"), words), (_("You play for"), [target]))
        fonts, colours = self.context.fonts, self.context.theme.colours
        step, small = fonts.line_height(WORDS), fonts.line_height(styles.SMALL)
        lines = sum(len(texts) for _head, texts in blocks)
        tall = lines * step + 2 * small + px(10)
        y, left = self._beside.top + max(0, self._beside.height - tall) // 2, self._beside.left
        for head, texts in blocks:
            fonts.text(surface, head, (left, y), styles.SMALL, colours.muted)
            y += small
            for text in texts:
                width = self._beside.width
                fonts.text(surface, text, (left, y), WORDS, colours.text, width=width)
                y += step
            y += px(10)


def _about(rules: Rules) -> tuple[str, str]:
    """What the edition is, and in which rules it differs."""
    return preset_summary(rules.preset, _), " ".join(differences(rules, _))


ROW = 42.0  # units: height of a choice
STEP = 49.0  # from one choice to the next
TOP = 54.0  # from the upper edge of a panel to its first row
INSET = 18.0
AIDS = 0.62  # of the width: the box of what the table remembers


class NewMatchScene(Menu):
    def __init__(self, context: Context, workspace: Workspace) -> None:
        super().__init__(context)
        self.workspace = workspace
        self.choices = options_from_setting(context.settings.last_match)
        self.unfolded = n_changed_house_rules(self.choices) > 0
        self.preview = EditionPreview(context, workspace)
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
                button = style_button(context, choices.seats[seat], self._keep)
                self.put(f"manner {seat}", button)
        if len(possible_first_leaders(choices.rules)) > 1:
            self.put("leader", leader_stepper(context, choices, self._keep))
        self.put("aids", self._aids_choice())
        self.put("preset", edition_stepper(context, choices, self._preset))
        self.put("target", self._option_choice("target"))
        icon = "minus" if self.unfolded else "plus"
        fold = Button(context, house_rules_label(choices), self._fold, icon=icon)
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
        self.put("seal", FingerprintButton(context, self.start, self._fingerprint))
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

    def _player_choice(self, seat: int) -> Stepper:
        def changed(otherwise: bool) -> None:
            if otherwise:
                self.remake()
            self._keep()
            self._rename_fields()
            self._dress()

        return player_stepper(self.context, self.choices.seats[seat], changed)

    def _has_manner(self, seat: int) -> bool:
        button = self.named.get(f"manner {seat}")
        return button is not None and button.visible

    def _aids_choice(self) -> Stepper:
        def choose(aids: object) -> None:
            self.context.change_settings(aids=aids)

        rule = rule_of("aids")
        assert isinstance(rule, OneOfRule)
        options: list[tuple[object, str]] = [(one, value_name("aids", one)) for one in rule.choices]
        now = self.context.settings.aids
        choice = Stepper(self.context, setting_label("aids"), options, now, choose)
        choice.box_share = AIDS
        return choice

    def _preset(self, preset: str) -> None:
        self.choices.choose_preset(preset)
        self.remake()
        self._keep()
        if self.workspace.session is None:  # else the table below keeps its dress
            self.context.use_edition(self.choices.preset)

    def _option_choice(self, option: str) -> Stepper:
        def changed() -> None:
            self._keep()
            fold = self.named["fold"]
            assert isinstance(fold, Button)
            fold.label = house_rules_label(self.choices)

        return option_stepper(self.context, self.choices, option, changed)

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
        self.context.change_settings(last_match=options_to_setting(self.choices))
        leader = self.named.get("leader")
        if isinstance(leader, Stepper):
            fresh = leader_stepper(self.context, self.choices, self._keep)
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
        start.reason = None if you is None else reserved_name_refusal(you)
        if len({name.casefold() for name in names}) < len(names):
            start.reason = _("Two players cannot have the same name.")

    def _dress(self) -> None:
        """The signs show the markers that the seats will play with."""
        for seat, look in enumerate(self.choices.marker_styles(self.workspace.profiles.all)):
            sign = self.named[f"sign {seat}"]
            assert isinstance(sign, MarkerButton)
            sign.piece = look.piece()
        self._place_start()

    def _place_start(self) -> None:
        place_deal_row(self.context, self.named["start"], self.named["seal"], self._line)

    # --- Deeds ---

    def show_profiles(self, seat: int) -> None:
        """Choose who sits there."""
        name = self.choices.names[seat]
        sit = partial(self._sit_down, seat)
        scene = ProfilesScene(self.context, self.workspace, name, sit, self._rename_seats)
        self.context.stack.push(scene)

    def _sit_down(self, seat: int, name: str) -> None:
        """The human of this profile takes the seat; without a name it goes by the usual one."""
        choice = self.choices.seats[seat]
        choice.name, choice.player = name, HUMAN if name else choice.player
        self.group.set_focus(self.named[f"sign {seat}"])

    def _rename_seats(self, old: str, new: str) -> None:
        """A profile has another name now, or (new is "") is gone."""
        for seat in self.choices.seats:
            if is_same_name(seat.name, old):
                seat.name = new

    def uncovered(self) -> None:
        """The profiles may have changed."""
        self.remake()
        self._keep()

    def _fingerprint(self) -> str | None:
        """Of the first deal, where somebody plays alone."""
        return self.workspace.local_table.commitment if self.choices.match_setup().is_solo else None

    def start(self, cut: str | None = None) -> None:
        new = replace(self.choices.match_setup(), cut=cut)
        ask_to_replace(
            self.context, self.workspace, lambda: self.context.navigator.start_match(new)
        )

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
        aside = _("The saved match will be replaced.") if is_unfinished(self.workspace) else ""
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
        texts = seat_descriptions(self.choices.seats[seat], self.choices.rules)
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
