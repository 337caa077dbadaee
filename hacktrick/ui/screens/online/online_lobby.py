"""The lobby of a network table: seats with key pictures, invitation, spectators, chat."""

from __future__ import annotations

from hashlib import sha256

import pygame

from hacktrick.app.online_session import OnlineSession
from hacktrick.app.themes import Colour
from hacktrick.app.workspace import Workspace
from hacktrick.i18n.computer_players import level_name, level_title
from hacktrick.i18n.online_text import (
    PHRASES,
    acquaintance_line,
    chat_line,
    cut_off_sentence,
    invitation_way_name,
    match_terms_line,
    presence_line,
    proof_lines,
    seat_line,
    short_seat_line,
    watching_line,
)
from hacktrick.i18n.translator import _
from hacktrick.match.players import LEVEL_NUMBERS
from hacktrick.online.protocol.process_messages import (
    ClaimMatch,
    NetworkState,
    RemovePlayer,
    RemoveSpectator,
    SendChat,
    SetReady,
    SwapSeats,
    TablePlayer,
)
from hacktrick.ui.layout.boxes import columns
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.scene.context import Context
from hacktrick.ui.widgets.basic_widgets import (
    Button,
    ScrollArea,
    Stepper,
    TextField,
    Toggle,
    Widget,
)
from hacktrick.ui.widgets.dialogs import NoticeAnswer, NoticeScene
from hacktrick.ui.widgets.menu import Menu

SPECTATOR_LINE, SPECTATOR_GAP = (
    40.0,
    8.0,
)  # units: a row of controls, and what is left free below it


class SpectatorPanel:
    """Their names, and the host's row of controls. A menu puts its widgets among its own."""

    def __init__(self, context: Context, workspace: Workspace) -> None:
        self.context, self.workspace = context, workspace
        self._chosen = ""  # the key of one who may be sent away
        self._rect = pygame.Rect(0, 0, 0, 0)

    def widgets(self) -> dict[str, Widget]:
        """New ones, by name; none but for the host of somebody who watches."""
        told = self.workspace.online.network.told
        if not (told.is_host and told.watchers):
            return {}
        people = [(one.key, one.name) for one in told.watchers]
        if self._chosen not in dict(people):
            self._chosen = people[0][0]
        choice = Stepper(self.context, "", people, self._chosen, self._choose)
        choice.box_share = 1.0
        away = Button(self.context, _("Send away"), self._shut_out, centred=True)
        away.style = styles.LABEL
        return {"watcher": choice, "shut out": away}

    def _choose(self, key: object) -> None:
        self._chosen = str(key)

    def _shut_out(self) -> None:
        self.workspace.online.network.send(RemoveSpectator(self._chosen))

    def height(self, width: int) -> float:
        """Units that it needs in a panel of ``width`` pixels; none where nobody watches."""
        told = watching_line(self.workspace.online.network.told)
        if not told:
            return 0.0
        text = self.context.fonts.paragraph_height(told, styles.SMALL, width)
        controls = (
            SPECTATOR_LINE + SPECTATOR_GAP if self.workspace.online.network.told.is_host else 0.0
        )
        return text / self.context.scale + SPECTATOR_GAP + controls

    def place(self, named: dict[str, Widget], area: pygame.Rect) -> None:
        """``area``: from where it begins; its height is its own."""
        px = self.context.px
        if "watcher" in named:
            line = pygame.Rect(area.left, area.top, area.width, px(SPECTATOR_LINE))
            both = columns(line, (1.2, 1.0), px(SPECTATOR_GAP))
            named["watcher"].rect, named["shut out"].rect = both
            area = area.move(0, px(SPECTATOR_LINE + SPECTATOR_GAP))
        self._rect = area

    def paint(self, surface: pygame.Surface) -> None:
        told, ink = (
            watching_line(self.workspace.online.network.told),
            self.context.theme.colours.muted,
        )
        self.context.fonts.paragraph(surface, told, self._rect, styles.SMALL, ink)


SIDE = 5
HALF = 3  # columns; the others are their mirror


def draw_identicon(surface: pygame.Surface, context: Context, key: str, rect: pygame.Rect) -> None:
    """Into a square.

    Args:
        key: hexadecimal.
    """
    colours = context.theme.colours
    pygame.draw.rect(surface, colours.background, rect, border_radius=context.px(6))
    data = sha256(bytes.fromhex(key)).digest()
    ink: Colour = colours.players[data[-1] % len(colours.players)]
    step = (rect.width - 2 * context.px(4)) / SIDE
    for column in range(SIDE):
        source = min(column, SIDE - 1 - column)
        for row in range(SIDE):
            if data[source * SIDE + row] & 1:
                left = rect.left + context.px(4) + column * step
                top = rect.top + context.px(4) + row * step
                square = pygame.Rect(round(left), round(top), round(step) + 1, round(step) + 1)
                surface.fill(ink, square)
    pygame.draw.rect(surface, colours.outline, rect, max(1, context.px(1)), context.px(6))


PICTURE = 46.0


def draw_seat_row(
    surface: pygame.Surface,
    context: Context,
    one: TablePlayer | None,
    row: pygame.Rect,
    playing: bool,
) -> None:
    """One row.

    Args:
        playing: a match is on: who is here counts, and not who is ready.
    """
    colours, fonts, px = context.theme.colours, context.fonts, context.px
    size = px(PICTURE)
    picture = pygame.Rect(row.left, row.centery - size // 2, size, size)
    left = picture.right + px(14)
    room = row.right - left
    if one is None:
        pygame.draw.rect(surface, colours.outline, picture, max(1, px(1)), px(6))
        ink, place = colours.muted, (left, row.centery)
        fonts.text(surface, _("A free seat"), place, styles.BODY, ink, "midleft", room)
        return
    draw_identicon(surface, context, one.key, picture)
    if one.met:
        tick = context.sprites.icon("check", px(16), colours.accent)
        tick.draw_centred(surface, (picture.right - px(2), picture.bottom - px(4)))
    told, ink = _state(one, playing, context)
    lines = min(2, len(fonts.wrap(told, styles.SMALL, room)))
    top = row.centery - px(22 if lines == 1 else 30)
    ways = (seat_line(one), short_seat_line(one))
    name = fonts.first_fitting(ways, styles.STRONG, room)
    fonts.text(surface, name, (left, top), styles.STRONG, colours.text, "topleft", room)
    below = pygame.Rect(left, top + px(23), room, lines * fonts.line_height(styles.SMALL))
    fonts.paragraph(surface, told, below, styles.SMALL, ink)


def _state(one: TablePlayer, playing: bool, context: Context) -> tuple[str, Colour]:
    colours = context.theme.colours
    if one.presence != "here":
        return presence_line(one.name, one.presence), colours.warning
    if one.ready and not playing:
        return _("Ready. {sentence}").format(sentence=acquaintance_line(one)), colours.good
    return acquaintance_line(one), colours.muted


LONGEST = 200
CHAT_LINE = 44.0  # units: height of a row of controls
CHAT_GAP = 8.0
CHAT_INSET = 20.0


class ChatPanel:
    """The lines, and what one says. A menu puts its widgets among its own and places them."""

    def __init__(self, context: Context, workspace: Workspace) -> None:
        self.context, self.workspace = context, workspace
        self.only_phrases = False
        self._text = ""
        self._phrase = next(iter(PHRASES))
        self._n_seen = 0
        self._list: ScrollArea
        self._field: TextField

    def widgets(self) -> dict[str, Widget]:
        """New ones, by name, in the order of Tab."""
        context = self.context
        phrases = [(name, phrase()) for name, phrase in PHRASES.items()]
        self._list = ScrollArea(context, self._paint, self._height)
        choice = Stepper(context, "", phrases, self._phrase, self._choose)
        choice.box_share = 1.0
        self._field = TextField(context, "", self._text, self._write, LONGEST)
        muted = Toggle(context, _("Phrases only"), self.only_phrases, self._mute)
        said: dict[str, Widget] = {
            "lines": self._list,
            "phrase": choice,
            "say phrase": Button(context, _("Say"), self._say_phrase, centred=True),
        }
        if (
            not self.workspace.online.network.told.watching
        ):  # who watches has phrases, and no words of his own
            said["text"] = self._field
            said["say text"] = Button(context, _("Say"), self.say_text, centred=True)
        return {**said, "mute": muted}

    def place(self, named: dict[str, Widget], area: pygame.Rect) -> None:
        """``area``: the panel, with its title."""
        px = self.context.px
        height, gap, button = px(CHAT_LINE), px(CHAT_GAP), px(96)
        muted = pygame.Rect(area.centerx - px(20), area.top + px(8), area.width // 2, px(40))
        named["mute"].rect = muted
        area = area.inflate(-2 * px(CHAT_INSET), -px(CHAT_INSET))
        bottom = area.bottom
        area.top = muted.bottom + px(4)
        area.height = bottom - area.top
        y = area.bottom + gap
        for what, name in (("say text", "text"), ("say phrase", "phrase")):
            if name not in named:
                continue
            y -= height + gap
            left = area.left + button + gap
            named[name].rect = pygame.Rect(left, y, area.right - left, height)
            named[what].rect = pygame.Rect(area.left, y, button, height)
        named["lines"].rect = pygame.Rect(area.left, area.top, area.width, y - gap - area.top)

    def follow(self) -> bool:
        """Show the newest line; whether there is a new one."""
        n = len(self.workspace.online.network.told.lines)
        new, self._n_seen = n != self._n_seen, n
        if new and hasattr(self, "_list"):
            self._list.offset = self._list.overflow
        return new

    def say_text(self) -> None:
        text = self._field.text.strip()
        if text:
            self.workspace.online.network.send(SendChat(text=text))
            self._text = self._field.text = ""
            self._field.cursor = 0
            self._field.changed()

    def _say_phrase(self) -> None:
        self.workspace.online.network.send(SendChat(phrase=self._phrase))

    def _choose(self, name: object) -> None:
        self._phrase = str(name)

    def _write(self, text: str) -> None:
        self._text = text

    def _mute(self, on: bool) -> None:
        self.only_phrases = on

    # The lines

    def _lines(self) -> list[str]:
        told = self.workspace.online.network.told
        return [
            chat_line(line, told) for line in told.lines if line.phrase or not self.only_phrases
        ]

    def _height(self, width: int) -> int:
        fonts = self.context.fonts
        return sum(fonts.paragraph_height(line, styles.BODY, width) for line in self._lines())

    def _paint(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        fonts, rest = self.context.fonts, rect.copy()
        ink = self.context.theme.colours.text
        for line in self._lines():
            rest.y += fonts.paragraph(surface, line, rest, styles.BODY, ink)


TOP, INSET, SEAT, SMALL, WAY = 54.0, 20.0, 66.0, 40.0, 50.0
GAP, AWAY = 14.0, 126.0
LINE = 21.0  # more of an invitation
PROOFS, LEAST_TALK = 250.0, 260.0  # where all panels stand below each other
CODE = styles.TextStyle("mono", 21)
ADDRESS = styles.TextStyle("mono", 16)
LONG = 24  # letters that fit into a line in large type
USUAL_LEVEL = 3


class OnlineLobbyScene(Menu):
    """The table that the workspace's network tells of."""

    updates_hidden = True

    def __init__(self, context: Context, workspace: Workspace) -> None:
        super().__init__(context)
        self.workspace = workspace
        self.talk, self.gallery = ChatPanel(context, workspace), SpectatorPanel(context, workspace)
        self._level = USUAL_LEVEL
        self._shape: tuple[object, ...] = ()
        self._opened_at = (
            workspace.online.network.told.number
        )  # older pictures are of another table
        self._has_left = False
        self._seats = self._facts = self._talk = pygame.Rect(0, 0, 0, 0)

    # --- What is there ---

    @property
    def told(self) -> NetworkState:
        return self.workspace.online.network.told

    @property
    def playing(self) -> bool:
        return self.told.stage == "playing"

    @property
    def own(self) -> TablePlayer | None:
        return next((one for one in self.told.sitters if one and one.own), None)

    @property
    def _may_end(self) -> bool:
        """Whether others have gone, or have used up their time."""
        if self.told.watching:
            return False
        session = self.workspace.session
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
            choice = Stepper(self.context, "", levels, self._level, self._choose_level)
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
        if self.workspace.session is None:
            back.reason = _("The deck goes round the table.")
        self.put("ready", back)
        if self._may_end:
            self.put("claim", Button(self.context, _("Give the match up"), self.claim))

    def first_focus(self) -> str:
        return "leave" if self.told.watching and not self.playing else "ready"

    # --- Deeds ---

    def set_ready(self) -> None:
        own = self.own
        self.workspace.online.network.send(SetReady(own is None or not own.ready))

    def add_computer(self) -> None:
        self.workspace.online.add_computer(self._level, level_name(self._level))

    def _choose_level(self, level: object) -> None:
        self._level = int(str(level))

    def _send_away(self, seat: int) -> None:
        self.workspace.online.network.send(RemovePlayer(seat))

    def _up(self, seat: int) -> None:
        self.workspace.online.network.send(SwapSeats(seat - 1, seat))

    def _copy(self, text: str) -> None:
        copied = self.context.clipboard.put(text)
        self.say(_("The invitation is in the clipboard.") if copied else text)

    def leave_table(self) -> None:
        """With a good-bye; an unfinished match is kept."""
        self._has_left = True
        self.workspace.leave()
        self.context.navigator.show_host_and_join()

    def claim(self) -> None:
        self._has_left = True
        self.workspace.online.network.send(ClaimMatch())
        self.context.navigator.show_title()

    def back(self) -> None:
        if self.playing and self.workspace.session is not None:
            self.context.stack.pop()
            return
        sure = _("The others see that you leave, and the table ends for you.")
        answers = (
            NoticeAnswer(_("Leave the table"), self.leave_table),
            NoticeAnswer(_("Stay"), primary=True),
        )
        title = _("Leave the table?")
        self.context.stack.push(NoticeScene(self.context, title, sure, answers))

    def obey(self, name: str) -> bool:
        focus = self.group.focus
        if name == "confirm" and focus is not None and self.named.get("text") is focus:
            self.talk.say_text()
            return True
        return super().obey(name)

    # --- The scene ---

    def update_hidden(self, dt: float) -> None:
        """Rules or settings hide it: the others go on."""
        self.workspace.online.update(dt)

    def update(self, dt: float) -> None:
        super().update(dt)
        if self.workspace.online.update(dt) or self._shape != self._wanted_shape():
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
            self.context.navigator.show_host_and_join()
        elif told.stage == "playing" and told.seen is not None and self.workspace.session is None:
            self.context.navigator.show_online_table()

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
        about = cut_off_sentence() if told.cut_off else match_terms_line(told)
        self.draw_title(surface, _("The table"), about or _("Opening …"))
        self.draw_panel(surface, self._seats, _("Seats"))
        for seat, one in enumerate(told.sitters):
            row = self._row(seat)
            taken = [name for name in (f"away {seat}", f"up {seat}") if name in self.named]
            row.width -= self.context.px(AWAY + SMALL + 20) if taken else 0
            draw_seat_row(surface, self.context, one, row, self.playing)
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
            name = invitation_way_name(way)
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
            *proof_lines(self.told.proved),
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
