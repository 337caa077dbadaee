"""The lobby of an online table: seats with identicons, invitations, spectators and chat."""

from __future__ import annotations

from functools import partial
from hashlib import sha256
from pathlib import Path

import pygame

from hacktrick.app.online_session import OnlineSession
from hacktrick.app.program_services import ProgramServices
from hacktrick.app.themes import Colour
from hacktrick.i18n import screen_text
from hacktrick.i18n.computer_players import level_name, level_title
from hacktrick.i18n.online_text import (
    CHAT_PHRASES,
    acquaintance_line,
    broker_lost_sentence,
    chat_line,
    invitation_way_name,
    lobby_seat_line,
    match_terms_line,
    presence_line,
    proof_lines,
    short_lobby_seat_line,
    spectators_line,
)
from hacktrick.i18n.translator import _, label_with_value
from hacktrick.match.player_kinds import LEVEL_NUMBERS
from hacktrick.online.protocol.process_messages import (
    EndAbandonedMatch,
    NetworkState,
    RemovePlayer,
    RemoveSpectator,
    SendChat,
    SetReady,
    SwapSeats,
    TablePlayer,
)
from hacktrick.ui.layout.geometry import split_into_columns
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.scene.scenes_and_context import Context
from hacktrick.ui.widgets.basic_widgets import (
    Button,
    ScrollArea,
    Stepper,
    TextField,
    Toggle,
    Widget,
)
from hacktrick.ui.widgets.dialogs import NoticeAnswer, NoticeScene, open_folder
from hacktrick.ui.widgets.menu_base import Menu

# Height of a row of controls and of the gap below it, in layout units.
SPECTATOR_LINE, SPECTATOR_GAP = 44.0, 8.0


class SpectatorPanel:
    """The list of spectators in the lobby, with controls for the host to remove a spectator."""

    def __init__(self, context: Context, services: ProgramServices) -> None:
        self.context, self.services = context, services
        self._chosen = ""  # the key of the spectator whom the button *Remove* removes
        self._rect = pygame.Rect(0, 0, 0, 0)

    def create_widgets(self) -> dict[str, Widget]:
        """Return new widgets by name; none unless this player is a host with spectators."""
        network = self.services.online.network.state
        if not (network.is_host and network.spectators):
            return {}
        people = [(one.key, one.name) for one in network.spectators]
        if self._chosen not in dict(people):
            self._chosen = people[0][0]
        choice = Stepper(self.context, "", people, self._chosen, self._choose_spectator)
        choice.box_share = 1.0
        away = Button(self.context, _("Remove"), self._remove_spectator, centred=True)
        away.style = styles.LABEL
        return {"watcher": choice, "shut out": away}

    def _choose_spectator(self, key: object) -> None:
        self._chosen = str(key)

    def _remove_spectator(self) -> None:
        self.services.online.network.send(RemoveSpectator(self._chosen))

    def height_in_units(self, width: int) -> float:
        """Return the height of the panel in layout units; 0 without spectators.

        Args:
            width: the width of the panel in pixels.
        """
        text = spectators_line(self.services.online.network.state)
        if not text:
            return 0.0
        text_height = self.context.fonts.paragraph_height(text, styles.SMALL, width)
        controls = (
            SPECTATOR_LINE + SPECTATOR_GAP if self.services.online.network.state.is_host else 0.0
        )
        return text_height / self.context.scale + SPECTATOR_GAP + controls

    def place_widgets(self, widgets: dict[str, Widget], area: pygame.Rect) -> None:
        """Place the widgets and the text from the top of ``area``, whose height is ignored."""
        px = self.context.px
        if "watcher" in widgets:
            line = pygame.Rect(area.left, area.top, area.width, px(SPECTATOR_LINE))
            both = split_into_columns(line, (1.2, 1.0), px(SPECTATOR_GAP))
            widgets["watcher"].rect, widgets["shut out"].rect = both
            area = area.move(0, px(SPECTATOR_LINE + SPECTATOR_GAP))
        self._rect = area

    def draw(self, surface: pygame.Surface) -> None:
        text, ink = (
            spectators_line(self.services.online.network.state),
            self.context.theme.colours.muted,
        )
        self.context.fonts.draw_paragraph(surface, text, self._rect, styles.SMALL, ink)


IDENTICON_CELLS = 5


def draw_identicon(surface: pygame.Surface, context: Context, key: str, rect: pygame.Rect) -> None:
    """Draw the symmetric picture by which players recognise a public key.

    Args:
        key: the public key in hexadecimal.
        rect: a square in pixels.
    """
    colours = context.theme.colours
    pygame.draw.rect(surface, colours.background, rect, border_radius=context.px(6))
    data = sha256(bytes.fromhex(key)).digest()
    ink: Colour = colours.players[data[-1] % len(colours.players)]
    step = (rect.width - 2 * context.px(4)) / IDENTICON_CELLS
    for column in range(IDENTICON_CELLS):
        source = min(column, IDENTICON_CELLS - 1 - column)
        for row in range(IDENTICON_CELLS):
            if data[source * IDENTICON_CELLS + row] & 1:
                left = rect.left + context.px(4) + column * step
                top = rect.top + context.px(4) + row * step
                square = pygame.Rect(round(left), round(top), round(step) + 1, round(step) + 1)
                surface.fill(ink, square)
    pygame.draw.rect(surface, colours.outline, rect, max(1, context.px(1)), context.px(6))


IDENTICON_SIZE = 46.0


def draw_seat_row(
    surface: pygame.Surface,
    context: Context,
    player: TablePlayer | None,
    row: pygame.Rect,
    is_playing: bool,
) -> None:
    """Draw a seat: identicon, name and status.

    Args:
        player: the player at the seat; None for a free seat.
        is_playing: whether a match is going on; readiness is then not shown.
    """
    colours, fonts, px = context.theme.colours, context.fonts, context.px
    size = px(IDENTICON_SIZE)
    picture = pygame.Rect(row.left, row.centery - size // 2, size, size)
    left = picture.right + px(14)
    room = row.right - left
    if player is None:
        pygame.draw.rect(surface, colours.outline, picture, max(1, px(1)), px(6))
        ink, place = colours.muted, (left, row.centery)
        fonts.draw_text(surface, _("Free seat"), place, styles.BODY, ink, "midleft", room)
        return
    draw_identicon(surface, context, player.key, picture)
    if player.first_met:
        tick = context.sprites.icon("check", px(16), colours.accent)
        tick.draw_centred(surface, (picture.right - px(2), picture.bottom - px(4)))
    status, ink = _player_status_and_colour(player, is_playing, context)
    lines = min(2, len(fonts.wrap(status, styles.SMALL, room)))
    top = row.centery - px(22 if lines == 1 else 30)
    names = (lobby_seat_line(player), short_lobby_seat_line(player))
    name = fonts.first_fitting_variant(names, styles.STRONG, room)
    fonts.draw_text(surface, name, (left, top), styles.STRONG, colours.text, "topleft", room)
    below = pygame.Rect(left, top + px(23), room, lines * fonts.line_height(styles.SMALL))
    fonts.draw_paragraph(surface, status, below, styles.SMALL, ink)


def _player_status_and_colour(
    player: TablePlayer, is_playing: bool, context: Context
) -> tuple[str, Colour]:
    colours = context.theme.colours
    if player.presence != "here":
        return presence_line(player.name, player.presence), colours.warning
    if player.is_ready and not is_playing:
        return _(screen_text.PLAYER_READY).format(sentence=acquaintance_line(player)), colours.good
    return acquaintance_line(player), colours.muted


MAX_CHAT_LENGTH = 200
CHAT_LINE = 44.0  # height of a row of controls, in layout units
CHAT_GAP = 8.0
CHAT_INSET = 20.0


class ChatPanel:
    """The chat, with its lines and controls, in the lobby and in the chat dialog."""

    def __init__(self, context: Context, services: ProgramServices) -> None:
        self.context, self.services = context, services
        self.is_phrases_only = False
        self._text = ""
        self._phrase = next(iter(CHAT_PHRASES))
        self._n_lines = 0
        self._list: ScrollArea
        self._field: TextField

    def create_widgets(self) -> dict[str, Widget]:
        """Return new widgets by name, in Tab order."""
        context = self.context
        phrases = [(name, phrase()) for name, phrase in CHAT_PHRASES.items()]
        self._list = ScrollArea(context, self._paint_chat_lines, self._lines_height)
        choice = Stepper(context, "", phrases, self._phrase, self._choose_phrase)
        choice.box_share = 1.0
        self._field = TextField(
            context, "", self._text, self._set_text, MAX_CHAT_LENGTH, self.send_text
        )
        self._list.name, choice.name, self._field.name = _("Talk"), _("Phrase"), _("Message")
        toggle = Toggle(context, _("Phrases only"), self.is_phrases_only, self._set_phrases_only)
        widgets: dict[str, Widget] = {
            "lines": self._list,
            "phrase": choice,
            "say phrase": Button(context, _("Say"), self._send_chosen_phrase, centred=True),
        }
        if not self.services.online.network.state.is_spectator:  # spectators may send only phrases
            widgets["text"] = self._field
            widgets["say text"] = say = Button(context, _("Say"), self.send_text, centred=True)
            say.name = label_with_value(_("Say"), _("Message"))
        return {**widgets, "mute": toggle}

    def place_widgets(self, widgets: dict[str, Widget], area: pygame.Rect) -> None:
        """Place the widgets in the panel ``area``, below its title."""
        px = self.context.px
        height, gap, button = px(CHAT_LINE), px(CHAT_GAP), px(96)
        toggle = pygame.Rect(area.centerx - px(20), area.top + px(6), area.width // 2, px(44))
        widgets["mute"].rect = toggle
        area = area.inflate(-2 * px(CHAT_INSET), -2 * px(CHAT_INSET))
        bottom = area.bottom
        area.top = toggle.bottom + px(4)
        area.height = bottom - area.top
        y = area.bottom + gap
        for what, name in (("say text", "text"), ("say phrase", "phrase")):
            if name not in widgets:
                continue
            y -= height + gap
            left = area.left + button + gap
            widgets[name].rect = pygame.Rect(left, y, area.right - left, height)
            widgets[what].rect = pygame.Rect(area.left, y, button, height)
        widgets["lines"].rect = pygame.Rect(area.left, area.top, area.width, y - gap - area.top)

    def scroll_to_newest_if_new(self) -> bool:
        """Scroll to the newest line if there are new lines; return whether there are any."""
        n = len(self.services.online.network.state.chat)
        new, self._n_lines = n != self._n_lines, n
        if new and hasattr(self, "_list"):
            self._list.offset = self._list.overflow_pixels
        return new

    def send_text(self) -> None:
        text = self._field.text.strip()
        if text:
            self.services.online.network.send(SendChat(text=text))
            self._text = self._field.text = ""
            self._field.cursor = 0
            self._field.request_redraw()

    def _send_chosen_phrase(self) -> None:
        self.services.online.network.send(SendChat(phrase=self._phrase))

    def _choose_phrase(self, name: object) -> None:
        self._phrase = str(name)

    def _set_text(self, text: str) -> None:
        self._text = text

    def _set_phrases_only(self, on: bool) -> None:
        self.is_phrases_only = on

    def _visible_chat_lines(self) -> list[str]:
        network = self.services.online.network.state
        return [
            chat_line(line, network)
            for line in network.chat
            if line.phrase or not self.is_phrases_only
        ]

    def _lines_height(self, width: int) -> int:
        fonts = self.context.fonts
        return sum(
            fonts.paragraph_height(line, styles.BODY, width) for line in self._visible_chat_lines()
        )

    def _paint_chat_lines(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        fonts, rest = self.context.fonts, rect.copy()
        ink = self.context.theme.colours.text
        for line in self._visible_chat_lines():
            rest.y += fonts.draw_paragraph(surface, line, rest, styles.BODY, ink)


PANEL_TOP, INSET, SEAT_HEIGHT, SMALL_HEIGHT, INVITATION_HEIGHT = 54.0, 20.0, 66.0, 44.0, 50.0
GAP, REMOVE_WIDTH = 14.0, 126.0
ADDRESS_LINE_HEIGHT = 21.0  # height of the second line of an invitation, in layout units
# Height of the proofs and minimum height of the chat, in layout units.
PROOFS_HEIGHT, MIN_CHAT_HEIGHT = 250.0, 260.0
CODE_STYLE = styles.TextStyle("mono", 21)
ADDRESS_STYLE = styles.TextStyle("mono", 16)
MAX_LARGE_LENGTH = 24  # maximum number of characters in a line of large type
DEFAULT_LEVEL = 3


class OnlineLobbyScene(Menu):
    """The lobby of the table to which the program is connected, before and during a match."""

    updates_hidden = True
    takes_positions = False  # the online table would go on while its player studies a position

    def __init__(self, context: Context, services: ProgramServices) -> None:
        super().__init__(context)
        self.services = services
        self.chat, self.spectators = (
            ChatPanel(context, services),
            SpectatorPanel(context, services),
        )
        self._level = DEFAULT_LEVEL
        self._widget_state: tuple[object, ...] = ()
        # Network states up to this number belong to another table.
        self._first_version = services.online.network.state.number
        self._has_left = False
        self._seats_panel = self._facts_panel = self._chat_panel = pygame.Rect(0, 0, 0, 0)

    @property
    def state(self) -> NetworkState:
        return self.services.online.network.state

    @property
    def is_playing(self) -> bool:
        return self.state.stage == "playing"

    @property
    def own_player(self) -> TablePlayer | None:
        return next((one for one in self.state.players if one and one.is_own), None)

    @property
    def _can_end_match_of_absent_player(self) -> bool:
        """Whether this player may end the match because another player is gone or out of time."""
        if self.state.is_spectator:
            return False
        session = self.services.session
        is_late = isinstance(session, OnlineSession) and session.late_player is not None
        return is_late or any(one and one.presence != "here" for one in self.state.players)

    def _are_all_seats_taken(self) -> bool:
        return bool(self.state.players) and None not in self.state.players

    def create_widgets(self) -> None:
        context, state = self.context, self.state
        self._widget_state = self._state_shown_by_widgets()
        if state.is_host and not self.is_playing:
            self._build_host_controls()
        for name, widget in self.spectators.create_widgets().items():
            self.add_widget(name, widget)
        if self._shows_invitations:
            self._build_copy_buttons(state.invitations)
        for name, widget in self.chat.create_widgets().items():
            self.add_widget(name, widget)
        self.add_widget(
            "leave", Button(context, _("Leave the table"), self.confirm_leaving, icon="left")
        )
        if self.is_playing:
            self._build_match_buttons()
        elif not state.is_spectator:
            self.add_widget("ready", self._ready_button())

    def _build_host_controls(self) -> None:
        for seat, one in enumerate(self.state.players):
            if one is not None and not one.is_own:
                away = Button(self.context, _("Remove"), partial(self._remove_player, seat))
                away.style, away.centred = styles.LABEL, True
                away.name = label_with_value(_("Remove"), one.name)
                self.add_widget(f"away {seat}", away)
            if seat:
                move = partial(self._swap_with_seat_above, seat)
                move_up = Button(self.context, "", move, icon="up")
                move_up.name = label_with_value(_("Move up"), one.name if one else _("Free seat"))
                self.add_widget(f"up {seat}", move_up)
        if None in self.state.players:
            levels = [(level, level_title(level)) for level in LEVEL_NUMBERS]
            choice = Stepper(self.context, "", levels, self._level, self._choose_level)
            choice.box_share, choice.name = 1.0, _("Level")
            self.add_widget("level", choice)
            add = Button(self.context, _("Add a computer"), self.add_computer, centred=True)
            add.style = styles.LABEL
            self.add_widget("add", add)

    def _build_copy_buttons(self, invitations: tuple[tuple[str, str], ...]) -> None:
        for way, text in invitations:
            copy = Button(
                self.context, _("Copy"), partial(self._copy_invitation, text), centred=True
            )
            copy.style = styles.LABEL
            copy.name = label_with_value(_("Copy"), invitation_way_name(way))
            self.add_widget(f"copy {way}", copy)

    def _ready_button(self) -> Button:
        own = self.own_player
        ready = own is not None and own.is_ready
        label = _("Not ready") if ready else _("Ready")
        button = Button(self.context, label, self.toggle_ready, icon="check", primary=not ready)
        if not self._are_all_seats_taken():
            button.reason = _(screen_text.SEATS_NOT_TAKEN)
        return button

    def _build_match_buttons(self) -> None:
        back = Button(self.context, _("Back to the match"), self.go_back, icon="play", primary=True)
        if self.services.session is None:
            back.reason = _(screen_text.DECK_IS_SHUFFLED)
        self.add_widget("ready", back)
        if self.state.proof_path:
            opener = Button(self.context, _("Open folder"), self.open_proof_folder, centred=True)
            opener.style = styles.LABEL
            self.add_widget("proofs", opener)
        if self._can_end_match_of_absent_player:
            self.add_widget(
                "claim",
                Button(self.context, _("Give up the match"), self.end_abandoned_match_and_leave),
            )

    def first_focus_name(self) -> str:
        return "leave" if self.state.is_spectator and not self.is_playing else "ready"

    def toggle_ready(self) -> None:
        own = self.own_player
        self.services.online.network.send(SetReady(own is None or not own.is_ready))

    def add_computer(self) -> None:
        self.services.online.add_computer(self._level, level_name(self._level))

    def _choose_level(self, level: object) -> None:
        self._level = int(str(level))

    def _remove_player(self, seat: int) -> None:
        self.services.online.network.send(RemovePlayer(seat))

    def _swap_with_seat_above(self, seat: int) -> None:
        self.services.online.network.send(SwapSeats(seat - 1, seat))

    def _copy_invitation(self, text: str) -> None:
        copied = self.context.clipboard.put_text(text)
        self.show_message(_(screen_text.INVITATION_COPIED) if copied else text)

    def leave_table(self) -> None:
        """Leave the table and show the screen to host or join; an unfinished match stays saved."""
        self._has_left = True
        self.services.online.tried_invitation = ""
        self.services.leave_table()
        self.context.navigator.show_host_and_join()

    def open_proof_folder(self) -> None:
        open_folder(self.context, Path(self.state.proof_path).parent)

    def end_abandoned_match_and_leave(self) -> None:
        """End a match in which another player is gone or out of time."""
        self._has_left = True
        self.services.online.network.send(EndAbandonedMatch())
        self.context.navigator.show_title()

    def go_back(self) -> None:
        if self.is_playing and self.services.session is not None:
            self.context.stack.pop()
            return
        self.confirm_leaving()

    def confirm_leaving(self) -> None:
        """Ask the player to confirm leaving the table."""
        text = _(screen_text.LEAVING_IS_SEEN)
        answers = (
            NoticeAnswer(_("Leave the table"), self.leave_table),
            NoticeAnswer(_("Stay"), primary=True),
        )
        title = _(screen_text.LEAVE_TABLE_QUESTION)
        self.context.stack.push(NoticeScene(self.context, title, text, answers))

    def update_while_hidden(self, dt: float) -> None:
        """Keep the network running while another screen hides the lobby."""
        self.services.online.update(dt)

    def update(self, dt: float) -> None:
        super().update(dt)
        if self.services.online.update(dt) or self._widget_state != self._state_shown_by_widgets():
            self._rebuild_widgets_if_changed()
        if self.context.stack.top is self:
            self._leave_if_closed_or_match_begun()

    def _rebuild_widgets_if_changed(self) -> None:
        """Rebuild the widgets if the state that they show has changed, and update the chat."""
        if self._widget_state != self._state_shown_by_widgets():
            self.rebuild_widgets()
        if self.chat.scroll_to_newest_if_new():
            self.context.play("select", 0)
        self.needs_redraw = True

    def _state_shown_by_widgets(self) -> tuple[object, ...]:
        """Return the state on which the widgets depend.

        The widgets are rebuilt only when this state changes, so that no press on a widget gets
        lost.
        """
        state, own = self.state, self.own_player
        people = tuple(one and (one.key, one.presence) for one in state.players)
        ready = own and own.is_ready
        table = (
            state.invitations,
            state.stage,
            state.is_host,
            state.is_spectator,
            state.spectators,
        )
        return people, table, ready, self._can_end_match_of_absent_player, bool(state.proof_path)

    def _leave_if_closed_or_match_begun(self) -> None:
        state = self.state
        if self._has_left or state.number <= self._first_version:
            return
        if state.stage in ("idle", "closed") and state.trouble is not None:
            self.context.navigator.show_host_and_join()
        elif (
            state.stage == "playing"
            and state.match_state is not None
            and self.services.session is None
        ):
            self.context.navigator.show_online_table()

    def place_widgets(self) -> None:
        context = self.context
        self.maximum_height = 10_000.0 if self.is_narrow else Menu.maximum_height
        gaps = 2 * GAP + MIN_CHAT_HEIGHT
        stacked = self._seats_height() + self._invitations_or_proofs_height() + gaps
        self.minimum_height_in_units = stacked if self.is_narrow else Menu.minimum_height_in_units
        (left, width), (top, height) = self.content_left_and_width, self.content_top_and_height
        whole = context.px_rect(left, top, width, height)
        if self.is_narrow:
            self._stack_panels(whole)
        else:
            self._place_panels_side_by_side(whole)
        self._place_seats()
        self._place_invitations()
        if "proofs" in self.widgets:
            panel, px = self._facts_panel, context.px
            opener = pygame.Rect(0, 0, px(180), px(SMALL_HEIGHT))
            opener.topright = panel.right - px(INSET), panel.top + px(8)
            self.widgets["proofs"].rect = opener
        self.chat.place_widgets(self.widgets, self._chat_panel)
        foot = self.footer_top
        button = min(256.0, (width - 2 * GAP) / 3)
        right = left + width - button
        self.widgets["leave"].rect = context.px_rect(left, foot, button, 52)
        if "ready" in self.widgets:
            self.widgets["ready"].rect = context.px_rect(right, foot, button, 52)
        if "claim" in self.widgets:
            self.widgets["claim"].rect = context.px_rect(right - button - GAP, foot, button, 52)

    def _place_panels_side_by_side(self, whole: pygame.Rect) -> None:
        """Place the chat at the left and the seats at the right.

        Invitations stand above the chat. Proofs stand below the seats or, if there is no room,
        above the chat.
        """
        px = self.context.px
        self._chat_panel, first = split_into_columns(whole, (1.0, 1.0), px(18))
        height = self._seats_height() + GAP + self._invitations_or_proofs_height()
        if self._shows_proofs and height <= self.content_top_and_height[1]:
            self._seats_panel, self._facts_panel = self._panel_and_rest_below(
                first, px(self._seats_height())
            )
        else:
            self._seats_panel = first
            self._facts_panel, self._chat_panel = self._panel_and_rest_below(
                self._chat_panel, px(self._invitations_or_proofs_height())
            )

    def _stack_panels(self, whole: pygame.Rect) -> None:
        """Stack all panels, for a narrow window."""
        px = self.context.px
        self._seats_panel, rest = self._panel_and_rest_below(whole, px(self._seats_height()))
        self._facts_panel, self._chat_panel = self._panel_and_rest_below(
            rest, px(self._invitations_or_proofs_height())
        )

    def _panel_and_rest_below(
        self, area: pygame.Rect, height: int
    ) -> tuple[pygame.Rect, pygame.Rect]:
        """Split ``area`` into a panel of ``height`` at the top and the rest below a gap.

        A panel of height 0 leaves no gap.
        """
        top = pygame.Rect(area.topleft, (area.width, height))
        below = top.bottom + (self.context.px(GAP) if height else 0)
        return top, pygame.Rect(area.left, below, area.width, area.bottom - below)

    @property
    def _shows_invitations(self) -> bool:
        return bool(self.state.invitations) and not self._shows_proofs

    @property
    def _shows_proofs(self) -> bool:
        """Whether proofs are shown: in a match, and after the match if no seat is free."""
        return self.is_playing or (self.state.stage == "over" and self._are_all_seats_taken())

    def _seats_height(self) -> float:
        more = SMALL_HEIGHT + 8 if "add" in self.widgets else 0.0
        width = (
            self.content_left_and_width[1] if self.is_narrow else self.content_left_and_width[1] / 2
        )
        more += self.spectators.height_in_units(self.context.px(width - 2 * INSET - GAP))
        return PANEL_TOP + SEAT_HEIGHT * max(2, len(self.state.players)) + 8 + more

    def _invitations_or_proofs_height(self) -> float:
        if self._shows_proofs:
            return PROOFS_HEIGHT
        if not self._shows_invitations:
            return 0.0
        return (
            PANEL_TOP + sum(_invitation_height(text) for _way, text in self.state.invitations) + 4
        )

    def _seat_row_rect(self, seat: int) -> pygame.Rect:
        px = self.context.px
        area = self._seats_panel.inflate(-2 * px(INSET), 0)
        return pygame.Rect(
            area.left,
            area.top + px(PANEL_TOP + SEAT_HEIGHT * seat - 6),
            area.width,
            px(SEAT_HEIGHT),
        )

    def _place_seats(self) -> None:
        px = self.context.px
        for seat in range(len(self.state.players)):
            row = self._seat_row_rect(seat)
            away, up = self.widgets.get(f"away {seat}"), self.widgets.get(f"up {seat}")
            edge = row.right
            if up is not None:
                up.rect = pygame.Rect(
                    edge - px(SMALL_HEIGHT),
                    row.centery - px(SMALL_HEIGHT / 2),
                    px(SMALL_HEIGHT),
                    px(SMALL_HEIGHT),
                )
            if away is not None:
                right = edge - px(SMALL_HEIGHT + 8)
                away.rect = pygame.Rect(
                    right - px(REMOVE_WIDTH),
                    row.centery - px(SMALL_HEIGHT / 2),
                    px(REMOVE_WIDTH),
                    px(SMALL_HEIGHT),
                )
        row = self._seat_row_rect(len(self.state.players))
        line = pygame.Rect(row.left, row.top, row.width, px(SMALL_HEIGHT))
        if "add" in self.widgets:
            both = split_into_columns(line, (1.2, 1.0), px(8))
            self.widgets["level"].rect, self.widgets["add"].rect = both
            line.y += px(SMALL_HEIGHT + 8)
        self.spectators.place_widgets(self.widgets, line)

    def _place_invitations(self) -> None:
        px = self.context.px
        for n, (way, _text) in enumerate(self.state.invitations):
            copy = self.widgets.get(f"copy {way}")
            if copy is not None:
                line = self._invitation_rect(n)
                copy.rect = pygame.Rect(line.right - px(96), line.centery - px(22), px(96), px(44))

    def _invitation_rect(self, invitation_index: int) -> pygame.Rect:
        px, ways = self.context.px, self.state.invitations
        area = self._facts_panel.inflate(-2 * px(INSET), 0)
        above = sum(_invitation_height(text) for _way, text in ways[:invitation_index])
        top = area.top + px(PANEL_TOP - 10 + above)
        return pygame.Rect(
            area.left, top, area.width, px(_invitation_height(ways[invitation_index][1]))
        )

    def draw_content(self, surface: pygame.Surface) -> None:
        state = self.state
        about = broker_lost_sentence() if state.is_broker_lost else match_terms_line(state)
        self.draw_title(surface, _("The table"), about or _(screen_text.OPENING_TABLE))
        self.draw_titled_panel(surface, self._seats_panel, _("Seats"))
        for seat, one in enumerate(state.players):
            row = self._seat_row_rect(seat)
            taken = [name for name in (f"away {seat}", f"up {seat}") if name in self.widgets]
            row.width -= self.context.px(REMOVE_WIDTH + SMALL_HEIGHT + 20) if taken else 0
            draw_seat_row(surface, self.context, one, row, self.is_playing)
        self.spectators.draw(surface)
        self.draw_titled_panel(surface, self._chat_panel, _("Talk"))
        if self._shows_proofs:
            self._paint_proofs(surface)
        elif self._shows_invitations:
            self._paint_invitations(surface)

    def _paint_invitations(self, surface: pygame.Surface) -> None:
        context, colours = self.context, self.context.theme.colours
        self.draw_titled_panel(surface, self._facts_panel, _("Invite"))
        for n, (way, text) in enumerate(self.state.invitations):
            line = self._invitation_rect(n)
            room = line.width - context.px(110)
            place = (line.left, line.top + context.px(11))
            name = invitation_way_name(way)
            context.fonts.draw_text(
                surface, name, place, styles.SMALL, colours.muted, "midleft", room
            )
            style = CODE_STYLE if len(text) <= MAX_LARGE_LENGTH else ADDRESS_STYLE
            for k, piece in enumerate(_invitation_lines(text)):
                place = (line.left, line.top + context.px(33 + k * ADDRESS_LINE_HEIGHT))
                context.fonts.draw_text(surface, piece, place, style, colours.text, "midleft", room)

    def _paint_proofs(self, surface: pygame.Surface) -> None:
        """Draw the list of proofs that this computer has verified in this round."""
        context, colours = self.context, self.context.theme.colours
        self.draw_titled_panel(surface, self._facts_panel, _("Proved in this round"))
        area = self._facts_panel.inflate(-2 * context.px(INSET), 0)
        area.y += context.px(PANEL_TOP)
        area.height -= context.px(PANEL_TOP)
        for line in proof_lines(self.state):
            area.y += context.fonts.draw_paragraph(surface, line, area, styles.BODY, colours.muted)
            area.y += context.px(6)


def _invitation_lines(invitation: str) -> list[str]:
    """Return the lines of an invitation; a long invitation has its address in a second line."""
    word, at, address = invitation.partition("@")
    return [invitation] if len(invitation) <= MAX_LARGE_LENGTH or not at else [word + at, address]


def _invitation_height(invitation: str) -> float:
    return INVITATION_HEIGHT + ADDRESS_LINE_HEIGHT * (len(_invitation_lines(invitation)) - 1)
