"""The screen to host, join or watch an online table, or to resume a saved online match."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from hacktrick.app.profiles import MAX_NAME_LENGTH, name_fault, normalized_name
from hacktrick.app.program_services import ProgramServices
from hacktrick.game.editions import PRESETS
from hacktrick.i18n import screen_text
from hacktrick.i18n.match_options_and_player_names import options_from_setting
from hacktrick.i18n.online_text import (
    default_player_name,
    network_trouble_sentence,
    saved_match_choice,
    time_limit_line,
)
from hacktrick.i18n.rulebook.edition_text import preset_name
from hacktrick.i18n.translator import _, ngettext
from hacktrick.online.protocol.invitations import without_password
from hacktrick.online.protocol.process_messages import (
    CLOCK_CHOICES,
    BrowseTables,
    FoundTable,
    HostTable,
    JoinTable,
    ResumableTable,
    ResumeTable,
)
from hacktrick.ui.layout.geometry import split_into_columns
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.scene.scenes_and_context import Context
from hacktrick.ui.widgets.basic_widgets import (
    ROW_INSET,
    Button,
    ListView,
    Stepper,
    TextField,
    Toggle,
)
from hacktrick.ui.widgets.menu_base import Menu

ROW_HEIGHT, ROW_STEP, PANEL_TOP, INSET = 44.0, 50.0, 58.0, 20.0
GAP, TEXT_MARGIN = 18.0, 12.0  # gaps between panels, and around the help text, in layout units
LIST_ROW_HEIGHT = 44.0  # height of a row in the list of tables, in layout units
FIRST_ROWS, MORE_ROWS = ("edition", "clock"), ("watched", "listed", "broker")
NAME_HEIGHT = ROW_HEIGHT + GAP  # height of the row with the name above the panels
# Minimum height of the panel with the list of tables, in layout units.
MIN_LIST_PANEL_HEIGHT = PANEL_TOP + 3 * ROW_STEP + 5 * LIST_ROW_HEIGHT
MAX_INVITATION_LENGTH = 160  # maximum length in characters, enough for the address of a broker
MAX_ADDRESS_LENGTH = 120


@dataclass(slots=True)
class HostAndJoinChoices:
    """The choices on the screen, kept when its widgets are rebuilt.

    Attributes:
        listed: whether other players on this network can find the table.
        clock: the number of seconds for a decision; 0 for no limit.
        watched: whether spectators are allowed.
        code: the invitation as typed.
        is_open: whether the rarer choices are shown.
    """

    name: str
    preset: str
    broker: str
    listed: bool = True
    clock: int = 0
    watched: bool = True
    code: str = ""
    is_open: bool = False


class HostAndJoinScene(Menu):
    """The screen to host, find and join online tables.

    No connection is made until the player presses a button.
    """

    updates_hidden = True

    def __init__(self, context: Context, services: ProgramServices) -> None:
        super().__init__(context)
        self.services = services
        settings = context.settings
        preset = options_from_setting(settings.last_match).preset
        name = settings.online_name or default_player_name(services.profiles.profiles)
        code = services.online.tried_invitation
        self.choices = HostAndJoinChoices(name, preset, settings.broker, code=code)
        self._host_panel = self._join_panel = pygame.Rect(0, 0, 0, 0)

    def on_pushed(self) -> None:
        # The client now lists resumable matches; it does not connect yet.
        self.services.online.network.start()

    def create_widgets(self) -> None:
        context, choices = self.context, self.choices
        name = TextField(context, _("Your name"), choices.name, self._set_name, MAX_NAME_LENGTH)
        self.add_widget("name", name)
        editions: list[tuple[object, str]] = [(one, preset_name(one, _)) for one in PRESETS]
        edition = Stepper(context, _("Edition"), editions, choices.preset, self._set_preset)
        edition.box_share = 0.62
        self.add_widget("edition", edition)
        clocks: list[tuple[object, str]] = [(one, time_limit_line(one)) for one in CLOCK_CHOICES]
        clock = Stepper(context, _("Clock"), clocks, choices.clock, self._set_seconds_per_decision)
        clock.box_share = 0.62
        self.add_widget("clock", clock)
        if choices.is_open:
            self._create_rare_choice_widgets()
        label, icon = (_("Less"), "minus") if choices.is_open else (_("More"), "plus")
        self.add_widget("more", Button(context, label, self.toggle_rare_choices, icon=icon))
        host = Button(context, _("Host a table"), self.host_table, icon="plus", primary=True)
        self.add_widget("host", host)
        code = TextField(
            context,
            _("Invitation"),
            choices.code,
            self._set_invitation_text,
            MAX_INVITATION_LENGTH,
            self.join_by_typed_invitation,
        )
        self.add_widget("code", code)
        self.add_widget(
            "join", Button(context, _("Join"), self.join_by_typed_invitation, icon="right")
        )
        self.add_widget(
            "watch", Button(context, _("Only watch"), self.watch_by_typed_invitation, icon="eye")
        )
        look = Button(
            context, self._search_button_label(), self.toggle_network_search, icon="search"
        )
        look.style = styles.LABEL
        self.add_widget("look", look)
        listing = ListView(context, 0, LIST_ROW_HEIGHT, self._paint_row, self._choose_row)
        listing.name = _("Tables")
        self.add_widget("list", listing)
        self.add_widget("back", Button(context, _("Back"), self.go_back, icon="left", hint="back"))
        self._update_table_list()

    def _create_rare_choice_widgets(self) -> None:
        """Add the widgets for the rarer choices."""
        context, choices = self.context, self.choices
        watched = Toggle(
            context, _("Others may watch"), choices.watched, self._set_spectators_allowed
        )
        self.add_widget("watched", watched)
        listed = _("Found on this network")
        self.add_widget(
            "listed", Toggle(context, listed, choices.listed, self._set_announced_nearby)
        )
        broker = TextField(
            context, _("Broker"), choices.broker, self._set_broker, MAX_ADDRESS_LENGTH
        )
        self.add_widget("broker", broker)

    def toggle_rare_choices(self) -> None:
        """Show or hide the rarer choices."""
        self.choices.is_open = not self.choices.is_open
        self.rebuild_widgets()

    def _search_button_label(self) -> str:
        looking = self.services.online.network.state.is_browsing
        return _("Stop searching") if looking else _("Search this network")

    def first_focus_name(self) -> str:
        return "host"

    def _set_name(self, text: str) -> None:
        self.choices.name = text

    def _set_preset(self, preset: object) -> None:
        self.choices.preset = str(preset)

    def _set_seconds_per_decision(self, seconds: object) -> None:
        self.choices.clock = int(str(seconds))

    def _set_announced_nearby(self, on: bool) -> None:
        self.choices.listed = on

    def _set_spectators_allowed(self, on: bool) -> None:
        self.choices.watched = on

    def _set_broker(self, text: str) -> None:
        self.choices.broker = text.strip()

    def _set_invitation_text(self, text: str) -> None:
        self.choices.code = text.strip()

    @property
    def listed_tables(self) -> list[ResumableTable | FoundTable]:
        """The rows of the list: saved matches to resume, then the tables found on this network."""
        network = self.services.online.network.state
        return [*network.resumable_tables, *network.found_tables]

    def _update_table_list(self) -> None:
        rows = self.widgets["list"]
        assert isinstance(rows, ListView)
        rows.n_rows = len(self.listed_tables)
        rows.chosen = min(rows.chosen, max(0, rows.n_rows - 1))

    def _choose_row(self, row: int) -> None:
        chosen = self.listed_tables[row]
        if isinstance(chosen, ResumableTable):
            self.services.online.network.send(ResumeTable(chosen.match, self.choices.broker))
            self.context.navigator.show_lobby()
        elif not self.choices.code:
            self.show_message(_(screen_text.ENTER_WORD_OF_HOST))
            self.group.set_focus(self.widgets["code"])
        else:
            self._join_table(chosen.key)

    def _paint_row(
        self, surface: pygame.Surface, rect: pygame.Rect, row: int, chosen: bool
    ) -> None:
        context, colours = self.context, self.context.theme.colours
        table = self.listed_tables[row]
        size = context.px(18)
        icon = "play" if isinstance(table, ResumableTable) else "directions"
        sprite = context.sprites.icon(icon, size, colours.accent)
        sprite.draw_centred(surface, (rect.left + context.px(20), rect.centery))
        place = (rect.left + context.px(40), rect.centery)
        room = rect.width - context.px(50)
        style = styles.STRONG if chosen else styles.BODY
        context.fonts.draw_text(
            surface, table_row_text(table), place, style, colours.text, "midleft", room
        )

    def host_table(self) -> None:
        name = self._remember_name_or_show_fault()
        if name is None:
            return
        choices = self.choices
        self.context.change_settings(broker=without_password(choices.broker))
        table = HostTable(
            choices.preset,
            {},
            name,
            choices.broker,
            choices.listed,
            clock=choices.clock,
            allows_spectators=choices.watched,
        )
        self.services.online.network.send(table)
        self.context.navigator.show_lobby()

    def join_by_typed_invitation(self) -> None:
        self._join_by_invitation(watch=False)

    def watch_by_typed_invitation(self) -> None:
        self._join_by_invitation(watch=True)

    def _join_by_invitation(self, watch: bool) -> None:
        if self.choices.code:
            self._join_table("", watch)
        else:
            self.show_message(_(screen_text.ENTER_INVITATION))

    def _join_table(self, key: str, watch: bool = False) -> None:
        name = self._remember_name_or_show_fault()
        if name is not None:
            join = JoinTable(self.choices.code, name, key, self.choices.broker, as_spectator=watch)
            self.services.online.tried_invitation = self.choices.code
            self.services.online.network.send(join)
            self.context.navigator.show_lobby()

    def toggle_network_search(self) -> None:
        self.services.online.network.send(
            BrowseTables(not self.services.online.network.state.is_browsing)
        )

    def go_back(self) -> None:
        if self.services.online.network.state.is_browsing:
            self.services.online.network.send(BrowseTables(False))
        super().go_back()

    def _remember_name_or_show_fault(self) -> str | None:
        """Return and remember the player's name; if it is invalid, show why and return None."""
        name = normalized_name(self.choices.name)
        if name_fault(name) is None:
            self.context.change_settings(online_name=name)
            return name
        self.show_message(_(screen_text.ENTER_NAME).format(n=MAX_NAME_LENGTH))
        self.group.set_focus(self.widgets["name"])
        return None

    def update_while_hidden(self, dt: float) -> None:
        """Keep the network running while another screen covers this screen."""
        self.services.online.update(dt)

    def update(self, dt: float) -> None:
        super().update(dt)
        if self.services.online.update(dt):
            look = self.widgets["look"]
            assert isinstance(look, Button)
            look.label = self._search_button_label()
            self._update_table_list()
            self.needs_redraw = True
        if self.context.stack.top is self:
            self._show_new_network_trouble()

    def _show_new_network_trouble(self) -> None:
        online = self.services.online
        network = online.network.state
        if network.trouble is not None and network.number != online.reported_number:
            online.reported_number = network.number
            self.show_message(network_trouble_sentence(network.trouble, network))

    @property
    def page_height(self) -> float:
        """The height of the page in layout units; the panels of a narrow window are stacked."""
        usual = super().page_height
        return (
            max(usual, NAME_HEIGHT + self._host_height + GAP + MIN_LIST_PANEL_HEIGHT)
            if self.is_narrow
            else usual
        )

    @property
    def _host_height(self) -> float:
        """The height of the panel *Your own table* at full page width, in layout units."""
        context = self.context
        # Subtract two pixels for rounding.
        room = context.px(self.content_left_and_width[1] - 2 * INSET) - 2
        text_height = context.fonts.paragraph_height(self._hosting_help_text(), styles.SMALL, room)
        n_rows = len(self._visible_choice_names()) + 1
        return PANEL_TOP + n_rows * ROW_STEP + text_height / context.scale + 2 * TEXT_MARGIN

    def _visible_choice_names(self) -> tuple[str, ...]:
        """Return the names of the visible choices, from top to bottom."""
        return (*FIRST_ROWS, *MORE_ROWS) if self.choices.is_open else FIRST_ROWS

    def _hosting_help_text(self) -> str:
        """Return the help text below the visible choices."""
        network = _(screen_text.NETWORK_ACCESS_HELP)
        if not self.choices.is_open:
            return network
        login = _("With a login: name:password@broker.example")
        return f"{network}\n{_(screen_text.BROKER_HELP)} {login}"

    def place_widgets(self) -> None:
        context = self.context
        (left, width), (top, height) = self.content_left_and_width, self.content_top_and_height
        bottom, upper = top + height, top + NAME_HEIGHT
        whole = context.px_rect(left, upper, width, bottom - upper)
        if self.is_narrow:
            middle = upper + self._host_height
            self._host_panel = context.px_rect(left, upper, width, middle - upper)
            self._join_panel = context.px_rect(left, middle + GAP, width, bottom - middle - GAP)
        else:
            self._host_panel, self._join_panel = split_into_columns(
                whole, (1.0, 1.0), context.px(GAP)
            )
        # The row of the name is aligned with the rows of the panel below it.
        self.widgets["name"].rect = self._choice_row_rect(self._host_panel, 0)
        self.widgets["name"].rect.top = context.px_rect(left, top, width, ROW_HEIGHT).top
        rows = self._visible_choice_names()
        for n, name in enumerate(rows):
            self.widgets[name].rect = self._choice_row_rect(self._host_panel, n)
        last = split_into_columns(
            self._choice_row_rect(self._host_panel, len(rows)), (1.0, 1.8), context.px(8)
        )
        self.widgets["more"].rect, self.widgets["host"].rect = last
        self.widgets["code"].rect = self._choice_row_rect(self._join_panel, 0)
        both = split_into_columns(
            self._choice_row_rect(self._join_panel, 1), (1.0, 1.0), context.px(8)
        )
        self.widgets["join"].rect, self.widgets["watch"].rect = both
        self.widgets["look"].rect = look = self._choice_row_rect(self._join_panel, 2)
        area = pygame.Rect(look.left, look.bottom + context.px(8), look.width, 0)
        area.height = self._join_panel.bottom - context.px(16) - area.top
        self.widgets["list"].rect = area
        self.widgets["back"].rect = context.px_rect(left, bottom + 18, 180, 52)

    def _choice_row_rect(self, panel: pygame.Rect, row_index: int) -> pygame.Rect:
        px = self.context.px
        top = panel.top + px(PANEL_TOP) + row_index * px(ROW_STEP)
        inset = px(INSET - ROW_INSET)
        return pygame.Rect(panel.left + inset, top, panel.width - 2 * inset, px(ROW_HEIGHT))

    def draw_content(self, surface: pygame.Surface) -> None:
        self.draw_title(surface, _("Play online"), _(screen_text.TRUST_NOBODY))
        self.draw_titled_panel(surface, self._host_panel, _("Your own table"))
        self.draw_titled_panel(surface, self._join_panel, _("Join a table"))
        button = self.widgets["host"].rect
        left = self.widgets["more"].rect.left
        area = pygame.Rect(left, button.bottom, button.right - left, 0)
        area.inflate_ip(-2 * self.context.px(6), 0)
        area.y += self.context.px(TEXT_MARGIN)
        area.height = self._host_panel.bottom - area.y
        ink = self.context.theme.colours.muted
        self.context.fonts.draw_paragraph(
            surface, self._hosting_help_text(), area, styles.SMALL, ink
        )


def table_row_text(table: ResumableTable | FoundTable) -> str:
    """Return the text for a table in the list."""
    if isinstance(table, ResumableTable):
        return _("{name}: {value}").format(name=_("Continue"), value=saved_match_choice(table))
    if not table.is_compatible:
        return _(screen_text.OTHER_GAME_VERSION).format(name=table.name)
    template = ngettext(
        "{name}: {edition}, {n} free seat", "{name}: {edition}, {n} free seats", table.free_seats
    )
    edition = preset_name(table.preset, _) if table.preset in PRESETS else table.preset
    return template.format(name=table.name, edition=edition, n=table.free_seats)
