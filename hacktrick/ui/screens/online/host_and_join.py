"""Play online: host a table, join one, or go on with a saved match."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from hacktrick.app.profiles import LONGEST_NAME, name_fault, tidy_name
from hacktrick.app.workspace import Workspace
from hacktrick.game.rules import PRESETS
from hacktrick.i18n.new_match_options import options_from_setting
from hacktrick.i18n.online_text import (
    own_name,
    saved_match_choice,
    time_limit_line,
    trouble_sentence,
)
from hacktrick.i18n.rulebook.editions import preset_name
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
from hacktrick.ui.layout.boxes import columns
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.scene.context import Context
from hacktrick.ui.widgets.basic_widgets import (
    ROW_INSET,
    Button,
    ListView,
    Stepper,
    TextField,
    Toggle,
)
from hacktrick.ui.widgets.menu import Menu

ROW, STEP, TOP, INSET = 44.0, 50.0, 58.0, 20.0
GAP, BELOW = 18.0, 12.0  # units between the panels, and around the sentence below the rows
ENTRY = 40.0  # units: a row of the list
HOST_ROWS = 7
LIST_PANEL = TOP + 3 * STEP + 5 * ENTRY  # units: the least height of the panel with the list
LONGEST_CODE = 160  # an invitation carries the address of its broker
LONGEST_ADDRESS = 120


@dataclass(slots=True)
class HostAndJoinChoices:
    """What was chosen, kept while the screen lasts."""

    name: str
    preset: str
    broker: str
    listed: bool = True
    clock: int = 0
    watched: bool = True
    code: str = ""


class HostAndJoinScene(Menu):
    """Nothing is connected before *Host*, *Join* or *Look* is pressed."""

    updates_hidden = True

    def __init__(self, context: Context, workspace: Workspace) -> None:
        super().__init__(context)
        self.workspace = workspace
        settings = context.settings
        preset = options_from_setting(settings.last_match).preset
        self.wishes = HostAndJoinChoices(own_name(workspace.profiles.all), preset, settings.broker)
        self._host = self._join = pygame.Rect(0, 0, 0, 0)
        self._told = -1  # the trouble that was told last, by the number of its picture

    def enter(self) -> None:
        # The client lists the matches that can be resumed; it does not connect yet.
        self.workspace.online.network.start()

    # --- Widgets ---

    def build(self) -> None:
        context, wishes = self.context, self.wishes
        name = TextField(context, _("Name"), wishes.name, self._set_name, LONGEST_NAME)
        self.put("name", name)
        editions: list[tuple[object, str]] = [(one, preset_name(one, _)) for one in PRESETS]
        edition = Stepper(context, _("Edition"), editions, wishes.preset, self._set_preset)
        edition.box_share = 0.62
        self.put("edition", edition)
        clocks: list[tuple[object, str]] = [(one, time_limit_line(one)) for one in CLOCK_CHOICES]
        clock = Stepper(context, _("Clock"), clocks, wishes.clock, self._set_clock)
        clock.box_share = 0.62
        self.put("clock", clock)
        listed = _("Found on this network")
        self.put("listed", Toggle(context, listed, wishes.listed, self._set_listed))
        watched = Toggle(context, _("Others may watch"), wishes.watched, self._set_watched)
        self.put("watched", watched)
        broker = TextField(context, _("Broker"), wishes.broker, self._set_broker, LONGEST_ADDRESS)
        self.put("broker", broker)
        host = Button(context, _("Host a table"), self.host, icon="plus", primary=True)
        self.put("host", host)
        code = TextField(context, _("Invitation"), wishes.code, self._set_code, LONGEST_CODE)
        self.put("code", code)
        self.put("join", Button(context, _("Join"), self.join, icon="right"))
        self.put("watch", Button(context, _("Only watch"), self.watch, icon="eye"))
        look = Button(context, self._look_label(), self.look, icon="search")
        look.style = styles.LABEL
        self.put("look", look)
        self.put("list", ListView(context, 0, ENTRY, self._paint_row, self._pick))
        self.put("back", Button(context, _("Back"), self.back, icon="left", hint="back"))
        self._fill()

    def _look_label(self) -> str:
        looking = self.workspace.online.network.told.looking
        return _("Do not look any longer") if looking else _("Look for tables on this network")

    def first_focus(self) -> str:
        return "host"

    def _set_name(self, text: str) -> None:
        self.wishes.name = text

    def _set_preset(self, preset: object) -> None:
        self.wishes.preset = str(preset)

    def _set_clock(self, seconds: object) -> None:
        self.wishes.clock = int(str(seconds))

    def _set_listed(self, on: bool) -> None:
        self.wishes.listed = on

    def _set_watched(self, on: bool) -> None:
        self.wishes.watched = on

    def _set_broker(self, text: str) -> None:
        self.wishes.broker = text.strip()

    def _set_code(self, text: str) -> None:
        self.wishes.code = text.strip()

    # --- What is in the list ---

    @property
    def rows(self) -> list[ResumableTable | FoundTable]:
        """Matches that go on, then tables of this network."""
        told = self.workspace.online.network.told
        return [*told.kept, *told.found]

    def _fill(self) -> None:
        rows = self.named["list"]
        assert isinstance(rows, ListView)
        rows.n_rows = len(self.rows)
        rows.chosen = min(rows.chosen, max(0, rows.n_rows - 1))

    def _pick(self, row: int) -> None:
        chosen = self.rows[row]
        if isinstance(chosen, ResumableTable):
            self.workspace.online.network.send(ResumeTable(chosen.match, self.wishes.broker))
            self.context.navigator.show_lobby()
        elif not self.wishes.code:
            self.say(_("Type the word that stands on the host's screen, then choose the table."))
            self.group.set_focus(self.named["code"])
        else:
            self._sit_down(chosen.key)

    def _paint_row(
        self, surface: pygame.Surface, rect: pygame.Rect, row: int, chosen: bool
    ) -> None:
        context, colours = self.context, self.context.theme.colours
        one = self.rows[row]
        size = context.px(18)
        icon = "play" if isinstance(one, ResumableTable) else "directions"
        sprite = context.sprites.icon(icon, size, colours.accent)
        sprite.draw_centred(surface, (rect.left + context.px(20), rect.centery))
        place = (rect.left + context.px(40), rect.centery)
        room = rect.width - context.px(50)
        style = styles.STRONG if chosen else styles.BODY
        context.fonts.text(
            surface, table_row_text(one), place, style, colours.text, "midleft", room
        )

    # --- Deeds ---

    def host(self) -> None:
        name = self._good_name()
        if name is None:
            return
        wishes = self.wishes
        self.context.change_settings(broker=without_password(wishes.broker))
        table = HostTable(
            wishes.preset,
            {},
            name,
            wishes.broker,
            wishes.listed,
            clock=wishes.clock,
            watched=wishes.watched,
        )
        self.workspace.online.network.send(table)
        self.context.navigator.show_lobby()

    def join(self) -> None:
        self._come(watch=False)

    def watch(self) -> None:
        self._come(watch=True)

    def _come(self, watch: bool) -> None:
        if self.wishes.code:
            self._sit_down("", watch)
        else:
            self.say(_("Type the invitation first, or the word that stands on the host's screen."))

    def _sit_down(self, key: str, watch: bool = False) -> None:
        name = self._good_name()
        if name is not None:
            join = JoinTable(self.wishes.code, name, key, self.wishes.broker, watch=watch)
            self.workspace.online.network.send(join)
            self.context.navigator.show_lobby()

    def look(self) -> None:
        self.workspace.online.network.send(
            BrowseTables(not self.workspace.online.network.told.looking)
        )

    def back(self) -> None:
        if self.workspace.online.network.told.looking:
            self.workspace.online.network.send(BrowseTables(False))
        super().back()

    def _good_name(self) -> str | None:
        name = tidy_name(self.wishes.name)
        if name_fault(name) is None:
            return name
        self.say(_("A name is needed, of at most {n} letters.").format(n=LONGEST_NAME))
        self.group.set_focus(self.named["name"])
        return None

    # --- The scene ---

    def update_hidden(self, dt: float) -> None:
        """Rules or settings hide it: the others go on."""
        self.workspace.online.update(dt)

    def update(self, dt: float) -> None:
        super().update(dt)
        if self.workspace.online.update(dt):
            look = self.named["look"]
            assert isinstance(look, Button)
            look.label = self._look_label()
            self._fill()
            self.dirty = True
        if self.context.stack.top is self:
            self._tell_trouble()

    def _tell_trouble(self) -> None:
        told = self.workspace.online.network.told
        if told.trouble is not None and told.number != self._told:
            self._told = told.number
            self.say(trouble_sentence(told.trouble, told))

    @property
    def page_height(self) -> float:
        """Where it is narrow both panels stand below each other."""
        usual = super().page_height
        return max(usual, self._host_height + GAP + LIST_PANEL) if self.narrow else usual

    @property
    def _host_height(self) -> float:
        """Units of the panel *Your own table* over the whole width of the page."""
        context = self.context
        room = context.px(self.page[1] - 2 * INSET) - 2  # edges are rounded
        told = context.fonts.paragraph_height(_network_told(), styles.SMALL, room)
        return TOP + HOST_ROWS * STEP + told / context.scale + 2 * BELOW

    def place(self) -> None:
        context = self.context
        (left, width), (top, height) = self.page, self.body
        whole = context.rect(left, top, width, height)
        if self.narrow:
            upper = self._host_height
            self._host = context.rect(left, top, width, upper)
            self._join = context.rect(left, top + upper + GAP, width, height - upper - GAP)
        else:
            self._host, self._join = columns(whole, (1.0, 1.0), context.px(GAP))
        names = ("name", "edition", "clock", "watched", "listed", "broker")
        for n, name in enumerate(names):
            self.named[name].rect = self._row(self._host, n)
        self.named["host"].rect = self._row(self._host, len(names))
        self.named["code"].rect = self._row(self._join, 0)
        both = columns(self._row(self._join, 1), (1.0, 1.0), context.px(8))
        self.named["join"].rect, self.named["watch"].rect = both
        self.named["look"].rect = look = self._row(self._join, 2)
        rest = pygame.Rect(look.left, look.bottom + context.px(8), look.width, 0)
        rest.height = self._join.bottom - context.px(16) - rest.top
        self.named["list"].rect = rest
        self.named["back"].rect = context.rect(left, top + height + 18, 180, 52)

    def _row(self, panel: pygame.Rect, n: int) -> pygame.Rect:
        px = self.context.px
        top = panel.top + px(TOP) + n * px(STEP)
        inset = px(INSET - ROW_INSET)
        return pygame.Rect(panel.left + inset, top, panel.width - 2 * inset, px(ROW))

    def paint(self, surface: pygame.Surface) -> None:
        self.draw_title(
            surface, _("Play online"), _("Nobody has to be trusted, not even the host.")
        )
        self.draw_panel(surface, self._host, _("Your own table"))
        self.draw_panel(surface, self._join, _("Another table"))
        button = self.named["host"].rect
        area = pygame.Rect(button.left, button.bottom, button.width, 0)
        area.inflate_ip(-2 * self.context.px(6), 0)
        area.y += self.context.px(BELOW)
        area.height = self._host.bottom - area.y
        ink = self.context.theme.colours.muted
        self.context.fonts.paragraph(surface, _network_told(), area, styles.SMALL, ink)


def _network_told() -> str:
    told = _(
        "Your system may ask whether this program may use the network: private networks are "
        "enough. A broker is needed only where the others cannot reach your computer."
    )
    login = _("With a login: name:password@broker.example")
    return f"{told} {login}"


def table_row_text(one: ResumableTable | FoundTable) -> str:
    """A row of the list."""
    if isinstance(one, ResumableTable):
        return _("{name}: {value}").format(name=_("Continue"), value=saved_match_choice(one))
    if not one.fits:
        return _("{name}: another version of the game").format(name=one.name)
    told = ngettext(
        "{name}: {edition}, {n} free seat", "{name}: {edition}, {n} free seats", one.free
    )
    edition = preset_name(one.preset, _) if one.preset in PRESETS else one.preset
    return told.format(name=one.name, edition=edition, n=one.free)
