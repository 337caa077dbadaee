"""A table over a network and those at it: before a match, and beside one.

Before a match: seats, invitation, who is ready. During one it lies over the table: who is here,
what was proved in the round, and what to do when somebody has gone.
"""

from __future__ import annotations

import pygame

from hacktrick.play.players import LEVEL_NUMBERS
from hacktrick.play.told import Claim, Exchange, Ready, SendAway, Sitter, Told
from hacktrick.seat.desk import Desk
from hacktrick.seat.online import OnlineSession
from hacktrick.ui.controls.menu import Menu
from hacktrick.ui.controls.notice import Answer, NoticeScene
from hacktrick.ui.controls.widgets import Button, Choice
from hacktrick.ui.online.gallery import Gallery
from hacktrick.ui.online.seats import draw_seat
from hacktrick.ui.online.talk import Talk
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.paint.boxes import columns
from hacktrick.ui.stage.context import Context
from hacktrick.words.levels import level_name, level_title
from hacktrick.words.online import (
    cut_off_sentence,
    proved_lines,
    table_line,
    way_name,
)
from hacktrick.words.translator import _

TOP, INSET, SEAT, SMALL, WAY = 54.0, 20.0, 66.0, 40.0, 50.0
GAP, AWAY = 14.0, 126.0
LINE = 21.0  # more of an invitation
PROOFS, LEAST_TALK = 250.0, 260.0  # where all panels stand below each other
CODE = styles.TextStyle("mono", 21)
ADDRESS = styles.TextStyle("mono", 16)
LONG = 24  # letters that fit into a line in large type
USUAL_LEVEL = 3


class LobbyScene(Menu):
    """The table that the desk's network tells of."""

    hears = True

    def __init__(self, context: Context, desk: Desk) -> None:
        super().__init__(context)
        self.desk = desk
        self.talk, self.gallery = Talk(context, desk), Gallery(context, desk)
        self._level = USUAL_LEVEL
        self._shape: tuple[object, ...] = ()
        self._opened_at = desk.network.told.number  # older pictures are of another table
        self._has_left = False
        self._seats = self._facts = self._talk = pygame.Rect(0, 0, 0, 0)

    # --- What is there ---

    @property
    def told(self) -> Told:
        return self.desk.network.told

    @property
    def playing(self) -> bool:
        return self.told.stage == "playing"

    @property
    def own(self) -> Sitter | None:
        return next((one for one in self.told.sitters if one and one.own), None)

    @property
    def _may_end(self) -> bool:
        """Whether others have gone, or have used up their time."""
        if self.told.watching:
            return False
        session = self.desk.session
        is_late = isinstance(session, OnlineSession) and session.late is not None
        return is_late or any(one and one.presence != "here" for one in self.told.sitters)

    def _is_full(self) -> bool:
        return bool(self.told.sitters) and None not in self.told.sitters

    # --- Widgets ---

    def build(self) -> None:
        context, told = self.context, self.told
        self._shape = self._wanted_shape()
        if told.is_host and not self.playing:
            self._build_host()
        for name, widget in self.gallery.widgets().items():
            self.put(name, widget)
        if not self.playing:
            self._build_ways(told.invitations)
        for name, widget in self.talk.widgets().items():
            self.put(name, widget)
        self.put("leave", Button(context, _("Leave the table"), self.leave_table, icon="left"))
        if self.playing:
            self._build_playing()
        elif not told.watching:
            self.put("ready", self._ready_button())

    def _build_host(self) -> None:
        for seat, one in enumerate(self.told.sitters):
            if one is not None and not one.own:
                away = Button(self.context, _("Send away"), lambda n=seat: self._send_away(n))  # type: ignore[misc]
                away.style, away.centred = styles.LABEL, True
                self.put(f"away {seat}", away)
            if seat:
                up = Button(self.context, "", lambda n=seat: self._up(n), icon="up")  # type: ignore[misc]
                self.put(f"up {seat}", up)
        if None in self.told.sitters:
            levels = [(level, level_title(level)) for level in LEVEL_NUMBERS]
            choice = Choice(self.context, "", levels, self._level, self._choose_level)
            choice.box_share = 1.0
            self.put("level", choice)
            add = Button(self.context, _("Add a computer"), self.add_computer, centred=True)
            add.style = styles.LABEL
            self.put("add", add)

    def _build_ways(self, invitations: tuple[tuple[str, str], ...]) -> None:
        for way, text in invitations:
            copy = Button(self.context, _("Copy"), lambda one=text: self._copy(one), centred=True)  # type: ignore[misc]
            copy.style = styles.LABEL
            self.put(f"copy {way}", copy)

    def _ready_button(self) -> Button:
        own = self.own
        ready = own is not None and own.ready
        label = _("Not ready after all") if ready else _("Ready")
        button = Button(self.context, label, self.set_ready, icon="check", primary=not ready)
        if not self._is_full():
            button.reason = _("Every seat has to be taken first.")
        return button

    def _build_playing(self) -> None:
        back = Button(self.context, _("Back to the match"), self.back, icon="play", primary=True)
        if self.desk.session is None:
            back.reason = _("The deck goes round the table.")
        self.put("ready", back)
        if self._may_end:
            self.put("claim", Button(self.context, _("Give the match up"), self.claim))

    def first_focus(self) -> str:
        return "leave" if self.told.watching and not self.playing else "ready"

    # --- Deeds ---

    def set_ready(self) -> None:
        own = self.own
        self.desk.network.send(Ready(own is None or not own.ready))

    def add_computer(self) -> None:
        self.desk.add_computer(self._level, level_name(self._level))

    def _choose_level(self, level: object) -> None:
        self._level = int(str(level))

    def _send_away(self, seat: int) -> None:
        self.desk.network.send(SendAway(seat))

    def _up(self, seat: int) -> None:
        self.desk.network.send(Exchange(seat - 1, seat))

    def _copy(self, text: str) -> None:
        copied = self.context.clipboard.put(text)
        self.say(_("The invitation is in the clipboard.") if copied else text)

    def leave_table(self) -> None:
        """With a good-bye; an unfinished match is kept."""
        self._has_left = True
        self.desk.leave()
        self.context.ways.meeting()

    def claim(self) -> None:
        self._has_left = True
        self.desk.network.send(Claim())
        self.context.ways.title()

    def back(self) -> None:
        if self.playing and self.desk.session is not None:
            self.context.stack.pop()
            return
        sure = _("The others see that you leave, and the table ends for you.")
        answers = (Answer(_("Leave the table"), self.leave_table), Answer(_("Stay"), primary=True))
        title = _("Leave the table?")
        self.context.stack.push(NoticeScene(self.context, title, sure, answers))

    def obey(self, name: str) -> bool:
        focus = self.group.focus
        if name == "confirm" and focus is not None and self.named.get("text") is focus:
            self.talk.say_text()
            return True
        return super().obey(name)

    # --- The scene ---

    def beneath(self, dt: float) -> None:
        """Rules or settings hide it: the others go on."""
        self.desk.update_network(dt)

    def update(self, dt: float) -> None:
        super().update(dt)
        if self.desk.update_network(dt) or self._shape != self._wanted_shape():
            self._follow()
        if self.context.stack.top is self:
            self._go_on()

    def _follow(self) -> None:
        """Other people or ways want other widgets."""
        if self._shape != self._wanted_shape():
            self.remake()
        if self.talk.follow():
            self.context.play("select", 0)
        self.dirty = True

    def _wanted_shape(self) -> tuple[object, ...]:
        """What the widgets depend on: while it stays, so do they, and no press is lost."""
        told, own = self.told, self.own
        people = tuple(one and (one.key, one.presence) for one in told.sitters)
        ready = own and own.ready
        table = (told.invitations, told.stage, told.is_host, told.watching, told.watchers)
        return people, table, ready, self._may_end

    def _go_on(self) -> None:
        told = self.told
        if self._has_left or told.number <= self._opened_at:
            return
        if told.stage in ("idle", "closed") and told.trouble is not None:
            self.context.ways.meeting()
        elif told.stage == "playing" and told.seen is not None and self.desk.session is None:
            self.context.ways.online_table()

    def place(self) -> None:
        context = self.context
        self.tallest = 10_000.0 if self.narrow else Menu.tallest
        gaps = 2 * GAP + LEAST_TALK
        stacked = self._seats_height() + self._facts_height() + gaps
        self.shortest = stacked if self.narrow else Menu.shortest
        (left, width), (top, height) = self.page, self.body
        whole = context.rect(left, top, width, height)
        if self.narrow:
            self._stack(whole)
        else:
            self._place_beside(whole)
        self._place_seats()
        self._place_ways()
        self.talk.place(self.named, self._talk)
        foot, button = context.units[1] - 68, min(256.0, (width - 2 * GAP) / 3)
        right = left + width - button
        self.named["leave"].rect = context.rect(left, foot, button, 52)
        if "ready" in self.named:
            self.named["ready"].rect = context.rect(right, foot, button, 52)
        if "claim" in self.named:
            self.named["claim"].rect = context.rect(right - button - GAP, foot, button, 52)

    def _place_beside(self, whole: pygame.Rect) -> None:
        """Talk at the left; the invitations above it, or what was proved below the seats, where
        there is room for it."""
        px = self.context.px
        self._talk, first = columns(whole, (1.0, 1.0), px(18))
        height = self._seats_height() + GAP + self._facts_height()
        if self._invites or height > self.body[1]:
            self._seats = first
            self._facts, self._talk = self._cut_off(self._talk, px(self._facts_height()))
        else:
            self._seats, self._facts = self._cut_off(first, px(self._seats_height()))

    def _stack(self, whole: pygame.Rect) -> None:
        """Everything below each other, where panels have no room beside each other."""
        px = self.context.px
        self._seats, rest = self._cut_off(whole, px(self._seats_height()))
        self._facts, self._talk = self._cut_off(rest, px(self._facts_height()))

    def _cut_off(self, area: pygame.Rect, height: int) -> tuple[pygame.Rect, pygame.Rect]:
        top = pygame.Rect(area.topleft, (area.width, height))
        below = top.bottom + self.context.px(GAP)
        return top, pygame.Rect(area.left, below, area.width, area.bottom - below)

    @property
    def _invites(self) -> bool:
        return bool(self.told.invitations) and not self.playing

    def _seats_height(self) -> float:
        more = SMALL + 8 if "add" in self.named else 0.0
        width = self.page[1] if self.narrow else self.page[1] / 2
        more += self.gallery.height(self.context.px(width - 2 * INSET - GAP))
        return TOP + SEAT * max(2, len(self.told.sitters)) + 8 + more

    def _facts_height(self) -> float:
        if not self._invites:
            return PROOFS
        return TOP + sum(_way_height(text) for _way, text in self.told.invitations) + 4

    def _row(self, seat: int) -> pygame.Rect:
        px = self.context.px
        area = self._seats.inflate(-2 * px(INSET), 0)
        return pygame.Rect(area.left, area.top + px(TOP + SEAT * seat - 6), area.width, px(SEAT))

    def _place_seats(self) -> None:
        px = self.context.px
        for seat in range(len(self.told.sitters)):
            row = self._row(seat)
            away, up = self.named.get(f"away {seat}"), self.named.get(f"up {seat}")
            edge = row.right
            if up is not None:
                up.rect = pygame.Rect(edge - px(SMALL), row.centery - px(20), px(SMALL), px(SMALL))
            if away is not None:
                right = edge - px(SMALL + 8)
                away.rect = pygame.Rect(right - px(AWAY), row.centery - px(20), px(AWAY), px(SMALL))
        row = self._row(len(self.told.sitters))
        line = pygame.Rect(row.left, row.top, row.width, px(SMALL))
        if "add" in self.named:
            both = columns(line, (1.2, 1.0), px(8))
            self.named["level"].rect, self.named["add"].rect = both
            line.y += px(SMALL + 8)
        self.gallery.place(self.named, line)

    def _place_ways(self) -> None:
        px = self.context.px
        for n, (way, _text) in enumerate(self.told.invitations):
            copy = self.named.get(f"copy {way}")
            if copy is not None:
                line = self._way_line(n)
                copy.rect = pygame.Rect(line.right - px(96), line.centery - px(19), px(96), px(38))

    def _way_line(self, n: int) -> pygame.Rect:
        px, ways = self.context.px, self.told.invitations
        area = self._facts.inflate(-2 * px(INSET), 0)
        above = sum(_way_height(text) for _way, text in ways[:n])
        top = area.top + px(TOP - 10 + above)
        return pygame.Rect(area.left, top, area.width, px(_way_height(ways[n][1])))

    # --- The picture ---

    def paint(self, surface: pygame.Surface) -> None:
        told = self.told
        about = cut_off_sentence() if told.cut_off else table_line(told)
        self.draw_title(surface, _("The table"), about or _("Opening …"))
        self.draw_panel(surface, self._seats, _("Seats"))
        for seat, one in enumerate(told.sitters):
            row = self._row(seat)
            taken = [name for name in (f"away {seat}", f"up {seat}") if name in self.named]
            row.width -= self.context.px(AWAY + SMALL + 20) if taken else 0
            draw_seat(surface, self.context, one, row, self.playing)
        self.gallery.paint(surface)
        self.draw_panel(surface, self._talk, _("Talk"))
        if self.playing or told.stage == "over":
            self._paint_proofs(surface)
        elif told.invitations:
            self._paint_ways(surface)

    def _paint_ways(self, surface: pygame.Surface) -> None:
        context, colours = self.context, self.context.theme.colours
        self.draw_panel(surface, self._facts, _("How others come here"))
        for n, (way, text) in enumerate(self.told.invitations):
            line = self._way_line(n)
            room = line.width - context.px(110)
            place = (line.left, line.top + context.px(11))
            name = way_name(way)
            context.fonts.text(surface, name, place, styles.SMALL, colours.muted, "midleft", room)
            style = CODE if len(text) <= LONG else ADDRESS
            for k, piece in enumerate(_pieces(text)):
                place = (line.left, line.top + context.px(33 + k * LINE))
                context.fonts.text(surface, piece, place, style, colours.text, "midleft", room)

    def _paint_proofs(self, surface: pygame.Surface) -> None:
        """What this computer has checked, in a player's words."""
        context, colours = self.context, self.context.theme.colours
        self.draw_panel(surface, self._facts, _("Proved in this round"))
        area = self._facts.inflate(-2 * context.px(INSET), 0)
        area.y += context.px(TOP)
        area.height -= context.px(TOP)
        told = (
            _("All of you have shuffled the deck; no computer knows it."),
            *proved_lines(self.told.proved),
            _("A proof file lies beside the match: anybody can check it."),
        )
        for line in told:
            area.y += context.fonts.paragraph(surface, line, area, styles.BODY, colours.muted)
            area.y += context.px(6)


def _pieces(invitation: str) -> list[str]:
    """An invitation in lines: an address stands below the word before it."""
    word, at, address = invitation.partition("@")
    return [invitation] if len(invitation) <= LONG or not at else [word + at, address]


def _way_height(invitation: str) -> float:
    return WAY + LINE * (len(_pieces(invitation)) - 1)
