"""Playing on from a place of a replay: who plays, against whom, with which cards, from where."""

from __future__ import annotations

import pygame

from hacktrick.play.players import LEVEL_NUMBERS
from hacktrick.seat.desk import Desk
from hacktrick.seat.replaying import ReplaySession
from hacktrick.ui.controls.dialogue import Dialogue
from hacktrick.ui.controls.notice import NoticeScene
from hacktrick.ui.controls.widgets import Button, Choice
from hacktrick.ui.menus.replacing import ask_to_replace
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.stage.context import Context
from hacktrick.words.branching import branch_choices
from hacktrick.words.levels import level_title
from hacktrick.words.replaying import place_told
from hacktrick.words.translator import _

WIDTH, HEIGHT = 760.0, 470.0
STEP = 52.0
CHOICES = ("seat", "level", "cards", "from")


class BranchScene(Dialogue):
    def __init__(self, context: Context, desk: Desk, replayed: ReplaySession) -> None:
        super().__init__(context)
        self.group.by_rows = True
        self.desk, self.replayed = desk, replayed
        self.choices = branch_choices(replayed)

    def build(self) -> None:
        context, chosen = self.context, self.choices
        seats = list(enumerate(chosen.names))
        levels = [(n, level_title(n)) for n in LEVEL_NUMBERS]
        cards = [(True, _("drawn anew")), (False, _("as they were"))]
        begins = [(False, _("this position")), (True, _("the deal of this round"))]
        self.put("seat", Choice(context, _("Your seat"), seats, chosen.seat, self._sit))
        self.put("level", Choice(context, _("The others"), levels, chosen.level, self._face))
        self.put("cards", Choice(context, _("Hidden cards"), cards, chosen.anew, self._draw))
        self.put("from", Choice(context, _("From"), begins, chosen.from_the_deal, self._begin))
        self.put("cancel", Button(context, _("Cancel"), self.back, centred=True))
        go = Button(context, _("Play on"), self.go, icon="branch", primary=True)
        self.put("go", go)

    def first_focus(self) -> str:
        return "go"

    def _sit(self, seat: int) -> None:
        self.choices.seat = seat

    def _face(self, level: int) -> None:
        self.choices.level = level

    def _draw(self, anew: bool) -> None:
        self.choices.anew = anew

    def _begin(self, from_the_deal: bool) -> None:
        self.choices.from_the_deal = from_the_deal

    def go(self) -> None:
        ask_to_replace(self.context, self.desk, self._play_on)

    def _play_on(self) -> None:
        if self.desk.play_on(self.replayed, self.choices.plan()) is not None:
            self.context.ways.table()
            return
        text = _(
            "Cards were put under the deck here that only one player saw, so the others cannot be "
            "drawn anew. They can be left as they were."
        )
        self.context.stack.push(NoticeScene(self.context, _("Play on"), text))

    def place(self) -> None:
        px = self.context.px
        height = min(px(HEIGHT), self.context.size[1] - px(30))
        inner = self.lay_box(self.width(WIDTH), height)
        y = inner.y + px(112)
        for name in CHOICES:
            self.named[name].rect = pygame.Rect(inner.x, y, inner.width, px(44))
            y += px(STEP)
        self.lay_foot(self.named["cancel"], self.named["go"])

    def draw(self, surface: pygame.Surface) -> None:
        context, colours = self.context, self.context.theme.colours
        inner = self.draw_box(surface, _("Play on from here"), gap=6)
        told = _("{place}. This match is kept apart: it counts for no rating.")
        text = told.format(place=place_told(self.replayed))
        inner.height = self.named["seat"].rect.top - context.px(6) - inner.y
        context.fonts.paragraph(surface, text, inner, styles.BODY, colours.muted)
        self.group.draw(surface)
        self.draw_said(surface)
