"""The screen that creates, edits and deletes profiles, and chooses a profile for a seat.

A dialog manages the signing key by which online tables recognise a player.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import pygame

from hacktrick.app.profiles import (
    MAX_NAME_LENGTH,
    MAX_PROFILES,
    N_COLOURS,
    N_SHAPES,
    MarkerStyle,
    Profile,
    StyledMarker,
    default_marker_styles,
    normalized_name,
    profile_named,
)
from hacktrick.app.program_services import ProgramServices
from hacktrick.i18n import screen_text
from hacktrick.i18n.match_options_and_player_names import name_refusal
from hacktrick.i18n.online_text import network_trouble_sentence, signing_key_news
from hacktrick.i18n.translator import _
from hacktrick.online.protocol.process_messages import ReplaceSigningKey, TransferSigningKey
from hacktrick.ui.accessibility.accessibility_tree import (
    PRESSABLE,
    STEPPABLE,
    Node,
    NodeAction,
    PaintedText,
    ValueAndRange,
    bounds_of_rect,
)
from hacktrick.ui.layout.geometry import split_into_columns
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.paint.keys_and_panels import PanelLook
from hacktrick.ui.paint.player_faces import PlayerFaceLook
from hacktrick.ui.scene.scenes_and_context import Context
from hacktrick.ui.widgets.basic_widgets import (
    ROW_INSET,
    Button,
    ListView,
    TextField,
    Widget,
    draw_widget_label,
)
from hacktrick.ui.widgets.dialogs import (
    NoticeAnswer,
    NoticeScene,
    ask_confirmation,
    show_saved_file,
)
from hacktrick.ui.widgets.menu_base import Menu

MARKER_WIDTH = 0.56  # width of a marker, as a fraction of the height of its plate
MARKER_ON_FACE = 0.34  # width of a marker in the corner of a face, as a fraction of the face
MARKER_FOOT = 0.84  # distance of a marker's foot from the plate's top, in plate heights
SIGN_WIDTH = 0.52  # width of a sign, as a fraction of the height of its cell


# Minimum width of the button in the middle of the foot, in layout units.
MIN_MIDDLE_BUTTON_WIDTH = 150.0


class MarkerOrFaceButton(Button):
    """A button that shows a marker on a plate, or a computer player's face with their marker.

    The label is only for screen readers.

    Attributes:
        piece: the marker to show.
        level: the level of the computer player; None for a person.
        mark: the letter that distinguishes the face from equal faces; "" for none.
    """

    piece = StyledMarker(0)
    level: int | None = None
    mark = ""

    def draw(self, surface: pygame.Surface) -> None:
        rect = self.rect
        if self.level is not None:
            self._draw_face(surface, self.level)
            return
        self._draw_panel(surface, self._panel_look())
        foot = rect.centerx, rect.top + round(rect.height * MARKER_FOOT)
        self.context.sprites.draw_marker(surface, self.piece, foot, rect.height * MARKER_WIDTH)

    def _draw_face(self, surface: pygame.Surface, level: int) -> None:
        context, rect = self.context, self.rect
        edge = context.theme.colours.accent if self.hovered else None
        look = PlayerFaceLook(level, edge=edge, mark=self.mark)
        context.sprites.player_face(look, min(rect.size)).draw(surface, rect.topleft)
        width = rect.height * MARKER_ON_FACE
        foot = rect.right - width * 0.62, rect.bottom - context.px(3)
        context.sprites.draw_marker(surface, self.piece, foot, width)


class MarkerSignPicker(Widget):
    """A labelled row of marker signs, one of which is chosen.

    Args:
        on_change: called with the index of the newly chosen sign.
    """

    scan_intents = ("right", "left")

    def __init__(
        self,
        context: Context,
        label: str,
        markers: Sequence[StyledMarker],
        index: int,
        on_change: Callable[[int], None],
    ) -> None:
        super().__init__(context)
        self.label, self.pieces, self.index = label, list(markers), index
        self.on_change = on_change

    def choose_sign(self, index: int) -> None:
        if index != self.index:
            self.index = index
            self.context.play("select", 0)
            self.on_change(index)
            self.request_redraw()

    def handle_key(self, event: pygame.Event) -> bool:
        by = {"left": -1, "right": 1}.get(self.context.intent_of_event(event), 0)
        if by:
            self.choose_sign((self.index + by) % len(self.pieces))
        return bool(by)

    def accessibility_node(self, key: str, texts: Sequence[PaintedText]) -> Node | None:
        return Node(
            key,
            "stepper",
            self.label,
            value=str(self.index + 1),
            bounds=bounds_of_rect(self.rect),
            actions=(*PRESSABLE, *STEPPABLE),
            number=ValueAndRange(self.index + 1, 1, len(self.pieces), 1),
        )

    def perform_screen_reader_request(
        self, action: NodeAction, part: str = "", value: float | str | None = None
    ) -> None:
        if action in ("press", "increase", "decrease"):
            by = -1 if action == "decrease" else 1
            self.choose_sign((self.index + by) % len(self.pieces))
        elif action == "set" and isinstance(value, int | float):
            self.choose_sign(min(len(self.pieces), max(1, round(value))) - 1)

    def handle_press(self, pos: tuple[int, int]) -> None:
        at = next((n for n, cell in enumerate(self.sign_rects()) if cell.collidepoint(pos)), None)
        if at is not None:
            self.choose_sign(at)

    def sign_rects(self) -> list[pygame.Rect]:
        """Return the rectangles of the signs in pixels, from left to right."""
        gap, size = self.context.px(10), self.rect.height
        left = self.rect.right - len(self.pieces) * (size + gap) + gap
        return [
            pygame.Rect(left + n * (size + gap), self.rect.y, size, size)
            for n in range(len(self.pieces))
        ]

    def draw(self, surface: pygame.Surface) -> None:
        context, cells = self.context, self.sign_rects()
        draw_widget_label(surface, self, self.label, cells[0].left - context.px(12))
        accent = context.theme.colours.accent
        for n, (cell, piece) in enumerate(zip(cells, self.pieces, strict=True)):
            chosen = n == self.index
            look = PanelLook(
                edge=accent if chosen else None,
                edge_width=2.0 if chosen else 1.0,
                raised=True,
                hovered=self.hovered,
                glow_colour=accent if chosen else None,
            )
            self._draw_panel(surface, look, cell)
            sign = context.sprites.flat_marker(piece, round(cell.height * SIGN_WIDTH))
            sign.draw_centred(surface, (cell.centerx, cell.centery - context.px(1)))


# Characters that some systems forbid in file names, and "%", which replaces them.
FORBIDDEN_IN_FILE_NAMES = '<>:"/\\|?*%'


def key_file_name(name: str) -> str:
    """Return the name of the key file of a profile, which is different for each profile.

    >>> key_file_name("Ada"), key_file_name("A/D")
    ('Ada.hacktrick-key', 'A%2fD.hacktrick-key')
    """
    signs = (f"%{ord(sign):02x}" if sign in FORBIDDEN_IN_FILE_NAMES else sign for sign in name)
    return f"{''.join(signs)}.hacktrick-key"


class SigningKeyScene(NoticeScene):
    """The dialog that exports, imports or replaces the signing key of a profile.

    The key file, for export and import, is in the data folder.
    """

    def __init__(self, context: Context, services: ProgramServices, profile: Profile) -> None:
        self.services, self.profile = services, profile
        self.path = services.folders.data / key_file_name(profile.name)
        # The number of the network state when the last command was sent; None after its result.
        self._sent_at: int | None = None
        text = _(screen_text.SIGNING_KEY_HELP)
        answers = (
            NoticeAnswer(_("Export"), self.export_key),
            NoticeAnswer(_("Import"), self.import_key),
            NoticeAnswer(_("Replace"), self.replace_key),
            NoticeAnswer(_("Back"), primary=True),
        )
        text = text.format(name=profile.name, file=self.path)
        super().__init__(context, _("Signing key"), text, answers)

    def export_key(self) -> None:
        """Write the signing key to the key file."""
        self._send_key_command(TransferSigningKey(self.profile.name, str(self.path), True))

    def import_key(self) -> None:
        """Read the signing key from the key file; the previous key is kept as a backup."""
        self._send_key_command(TransferSigningKey(self.profile.name, str(self.path), False))

    def replace_key(self) -> None:
        """Create a new signing key; the previous key is kept as a backup."""
        self._send_key_command(ReplaceSigningKey(self.profile.name))

    def _send_key_command(self, command: TransferSigningKey | ReplaceSigningKey) -> None:
        self._sent_at = self.services.online.network.state.number
        self.services.online.network.send(command)

    def _choose_answer(self, answer: NoticeAnswer) -> None:
        """Carry out an answer.

        Only *Back* closes the dialog; the other answers leave it open to show their result.
        """
        if answer.primary:
            self.context.stack.pop()
        else:
            answer.action()

    def update(self, dt: float) -> None:
        """Poll the network, and report the result of the last command."""
        super().update(dt)
        network = self.services.online.network
        network.poll()
        state = network.state
        if self._sent_at is None or state.number <= self._sent_at:
            return
        if state.key_change or state.trouble is not None:
            self._sent_at = None
            self._show_report(
                network_trouble_sentence(state.trouble, state)
                if state.trouble
                else signing_key_news(state.key_change),
                is_exported=state.trouble is None and state.key_change == "exported",
            )

    def _show_report(self, sentence: str, is_exported: bool) -> None:
        if is_exported:
            text = f"{sentence}\n{self.path}"
            show_saved_file(self.context, self.title, text, self.path)
        else:
            self.show_message(sentence)

    def draw(self, surface: pygame.Surface) -> None:
        super().draw(surface)
        self.draw_message(surface)


LIST_WIDTH = 330.0  # width of the list of profiles, in layout units
ROW_HEIGHT = 46.0
ROW_STEP = 66.0  # distance between choices, in layout units
BUTTON_HEIGHT = 46.0
PREVIEW_WIDTH = 62.0  # width of a single marker in the large preview, in layout units
MAX_TEXT_WIDTH = 600.0  # in layout units; longer lines are hard to read
EDITOR_FIELDS = ("name", "shape", "colour", "delete")


class ProfilesScene(Menu):
    """The screen that edits the profiles and chooses a profile for a seat.

    Args:
        seat_name: the current name at the seat.
        take_seat: called with the name of the chosen profile; "" for no profile.
        on_rename: called with the old and the new name of a profile; the new name is "" if the
            profile was deleted.
    """

    def __init__(
        self,
        context: Context,
        services: ProgramServices,
        seat_name: str,
        take_seat: Callable[[str], None],
        on_rename: Callable[[str, str], None],
    ) -> None:
        super().__init__(context)
        self.services, self._take_seat, self._on_rename = services, take_seat, on_rename
        sitting = profile_named(services.profiles.profiles, seat_name)
        self.row = services.profiles.profiles.index(sitting) + 1 if sitting else 0
        self._has_typed = False  # whether the name field has been edited
        self._typed: str | None = None  # the typed name while it differs from the profile's name
        self._original_name = sitting.name if sitting else ""  # the name that seats use
        self._offset = 0  # pixels by which the list is scrolled
        self._panel = pygame.Rect(0, 0, 0, 0)

    @property
    def profile(self) -> Profile | None:
        """The profile shown; None in the row *No profile*."""
        return self.services.profiles.profiles[self.row - 1] if self.row else None

    def create_widgets(self) -> None:
        context, profile = self.context, self.profile
        n_rows = len(self.services.profiles.profiles) + 1
        listing = ListView(
            context,
            n_rows,
            ROW_HEIGHT,
            self._paint_row,
            self._focus_seat_button_if_entered,
            self._show_profile_of_row,
        )
        listing.chosen, listing.offset, listing.name = self.row, self._offset, _("Profiles")
        self.add_widget("list", listing)
        new = Button(context, _("New profile"), self.create_profile, icon="plus")
        if len(self.services.profiles.profiles) >= MAX_PROFILES:
            new.reason = _(screen_text.PROFILE_LIMIT).format(n=MAX_PROFILES)
        self.add_widget("new", new)
        if profile:
            self._add_editor(profile)
        self.add_widget("back", Button(context, _("Back"), self.go_back, icon="left", hint="back"))
        show = context.navigator.show_statistics
        self.add_widget("figures", Button(context, _("Your statistics"), show, icon="star"))
        self.add_widget(
            "sit",
            Button(
                context,
                self._sit_down_label(),
                self.seat_profile_and_close,
                icon="check",
                primary=True,
            ),
        )
        if profile:
            self.add_widget(
                "key", Button(context, _("Signing key"), self.show_signing_key, icon="lock")
            )

    def first_focus_name(self) -> str:
        return "list"

    def _add_editor(self, profile: Profile) -> None:
        context, look = self.context, MarkerStyle(profile.shape, profile.colour)
        name = profile.name if self._typed is None else self._typed
        to_seat = self._focus_seat_button
        field = TextField(context, _("Name"), name, self.rename_profile, MAX_NAME_LENGTH, to_seat)
        self.add_widget("name", field)
        shapes = [MarkerStyle(n, look.colour).marker() for n in range(N_SHAPES)]
        colours = [MarkerStyle(look.shape, n).marker() for n in range(N_COLOURS)]
        self.add_widget(
            "shape", MarkerSignPicker(context, _("Shape"), shapes, look.shape, self._set_shape)
        )
        self.add_widget(
            "colour", MarkerSignPicker(context, _("Colour"), colours, look.colour, self._set_colour)
        )
        self.add_widget(
            "delete", Button(context, _("Delete profile"), self.ask_to_delete_profile, icon="cross")
        )

    def _sit_down_label(self) -> str:
        if self.profile is None:
            return _("Sit down without a profile")
        return _(screen_text.SIT_DOWN_AS).format(name=self.profile.name)

    def _show_profile_of_row(self, row: int, typed: str | None = None) -> None:
        self._call_on_rename_if_changed()
        self.row, self._typed, self._has_typed = row, typed, False
        self._original_name = self.profile.name if self.profile else ""
        listing = self.widgets["list"]
        assert isinstance(listing, ListView)
        self._offset = listing.offset
        self.rebuild_widgets()

    def _focus_seat_button_if_entered(self, row: int) -> None:
        """Move the focus to the button that takes the seat if Enter was pressed on a row."""
        if self.group.ring:
            self.group.set_focus(self.widgets["sit"])

    def _call_on_rename_if_changed(self) -> None:
        """Call ``on_rename`` if the name of the profile has changed.

        The call is made only for a complete name, because its first letters may be another player's
        name.
        """
        if self.profile and self.profile.name != self._original_name:
            self._on_rename(self._original_name, self.profile.name)
            self._original_name = self.profile.name

    def on_removed(self) -> None:
        self._call_on_rename_if_changed()
        super().on_removed()

    def show_signing_key(self) -> None:
        """Open the dialog for the signing key of the profile shown."""
        assert self.profile is not None
        self.context.stack.push(SigningKeyScene(self.context, self.services, self.profile))

    def seat_profile_and_close(self) -> None:
        self._call_on_rename_if_changed()
        self._take_seat(self.profile.name if self.profile else "")
        self.context.stack.pop()

    def create_profile(self) -> None:
        """Create a profile with a placeholder name and the least used shape and colour."""
        profiles = self.services.profiles.profiles
        shape = min(range(N_SHAPES), key=[one.shape for one in profiles].count)
        colour = min(range(N_COLOURS), key=[one.colour for one in profiles].count)
        self._call_on_rename_if_changed()
        self.services.profiles.save_profiles(
            (*profiles, Profile(self._unused_profile_name(), shape, colour))
        )
        self._show_profile_of_row(len(self.services.profiles.profiles), typed="")
        listing = self.widgets["list"]
        assert isinstance(listing, ListView)
        listing.scroll_to_end()
        self.group.set_focus(self.widgets["name"])

    def _unused_profile_name(self) -> str:
        """Return a placeholder name that no profile has."""
        numbers = range(1, MAX_PROFILES + 2)
        usual = [_(screen_text.GUEST).format(n=n) for n in numbers] + [str(n) for n in numbers]
        others = [one.name for one in self.services.profiles.profiles]
        return next(name for name in usual if name_refusal(name, others) is None)

    def rename_profile(self, text: str) -> None:
        """Give the profile the typed name, or its original name if the typed name is refused."""
        profile = self.profile
        assert profile is not None
        self._typed, self._has_typed = text, True
        name = normalized_name(text) if self.typed_name_refusal() is None else self._original_name
        self._save_changed_profile(replace(profile, name=name))
        sit = self.widgets["sit"]
        assert isinstance(sit, Button)
        sit.label = self._sit_down_label()

    def typed_name_refusal(self) -> str | None:
        """Return the reason why the typed name is refused; None if it is not."""
        if self._typed is None or self.profile is None or not self._has_typed:
            return None
        others = [one.name for one in self.services.profiles.profiles if one is not self.profile]
        return name_refusal(self._typed, others)

    def ask_to_delete_profile(self) -> None:
        profile = self.profile
        assert profile is not None
        ask_confirmation(
            self.context,
            _(screen_text.DELETE_PROFILE_QUESTION).format(name=profile.name),
            _(screen_text.PAST_MATCHES_KEEP_NAME),
            _("Delete"),
            lambda: self._delete_profile(profile),
        )

    def _delete_profile(self, profile: Profile) -> None:
        self.services.profiles.save_profiles(
            tuple(one for one in self.services.profiles.profiles if one != profile)
        )
        self._on_rename(self._original_name, "")
        self.row, self._original_name = 0, ""
        self._show_profile_of_row(0)

    def _set_shape(self, shape: int) -> None:
        assert self.profile is not None
        self._save_changed_profile(replace(self.profile, shape=shape))
        self.rebuild_widgets()

    def _set_colour(self, colour: int) -> None:
        assert self.profile is not None
        self._save_changed_profile(replace(self.profile, colour=colour))
        self.rebuild_widgets()

    def _save_changed_profile(self, profile: Profile) -> None:
        profiles = list(self.services.profiles.profiles)
        profiles[self.row - 1] = profile
        self.services.profiles.save_profiles(tuple(profiles))

    def _focus_seat_button(self) -> None:
        self.group.ring = True
        self.group.set_focus(self.widgets["sit"])

    def place_widgets(self) -> None:
        rect = self.context.px_rect
        (left, width), (top, height) = self.content_left_and_width, self.content_top_and_height
        side = self.left_column_units(LIST_WIDTH)
        bottom = top + height
        self.widgets["list"].rect = rect(left + 4, top + 12, side - 8, height - BUTTON_HEIGHT - 28)
        self.widgets["new"].rect = rect(left, bottom - BUTTON_HEIGHT, side, BUTTON_HEIGHT)
        right, wide = left + side + 24, width - side - 24
        self._panel = rect(right, top + 8, wide, height - 8)
        inner, y = wide - 40, top + 156
        for name in EDITOR_FIELDS[:3]:
            if name in self.widgets:
                self.widgets[name].rect = rect(right + 18, y, inner, ROW_HEIGHT)
                y += ROW_STEP + (14 if name == "name" else 0)
        if "delete" in self.widgets:
            line = rect(right + 18, bottom - 18 - 44, wide - 40, 44)
            key, delete = split_into_columns(line, (1.0, 1.3), self.context.px(12))
            self.widgets["key"].rect, self.widgets["delete"].rect = key, delete
        foot = bottom + 18
        self.widgets["back"].rect = rect(left, foot, 180, 52)
        wide = min(430.0, width - 200)
        self.widgets["sit"].rect = rect(left + width - wide, foot, wide, 52)
        between = width - wide - 180 - 32
        self.widgets["figures"].visible = between >= MIN_MIDDLE_BUTTON_WIDTH
        self.widgets["figures"].rect = rect(left + 196, foot, min(300.0, between), 52)

    def draw_content(self, surface: pygame.Surface) -> None:
        context, px = self.context, self.context.px
        self.draw_title(surface, _("Profiles"), _(screen_text.PROFILE_IS_NO_ACCOUNT))
        listing = self.widgets["list"].rect.inflate(px(8), px(8))
        context.sprites.panel(PanelLook(), listing.size).draw(surface, listing.topleft)
        context.sprites.panel(PanelLook(), self._panel.size).draw(surface, self._panel.topleft)
        if self.profile is None:
            self._paint_no_profile(surface)
        else:
            self._paint_profile(surface, self.profile)

    def _paint_no_profile(self, surface: pygame.Surface) -> None:
        """Draw the default markers, and explain what playing without a profile means."""
        context, px, panel = self.context, self.context.px, self._panel
        middle = panel.centery - px(30)
        for n, look in enumerate(default_marker_styles(N_SHAPES).seats):
            foot = (panel.centerx + px(96) * (n - (N_SHAPES - 1) / 2), middle)
            context.sprites.draw_marker(surface, look.marker(), foot, px(PREVIEW_WIDTH))
        room = pygame.Rect(0, middle + px(34), min(px(480), panel.width - px(60)), px(120))
        room.centerx = panel.centerx
        colour = context.theme.colours.muted
        context.fonts.draw_paragraph(
            surface, self._no_profile_text(), room, styles.BODY, colour, "center"
        )

    def _no_profile_text(self) -> str:
        if self.services.profiles.profiles:
            return _(screen_text.SEAT_WITHOUT_PROFILE)
        return _(screen_text.NO_PROFILES_YET)

    def _paint_profile(self, surface: pygame.Surface, profile: Profile) -> None:
        context, px, colours = self.context, self.context.px, self.context.theme.colours
        panel, look = self._panel, MarkerStyle(profile.shape, profile.colour)
        for n, double in enumerate((False, True)):
            foot = (panel.left + px(68 + 86 * n), panel.top + px(114))
            context.sprites.draw_marker(surface, look.marker(double), foot, px(PREVIEW_WIDTH))
        style = styles.TextStyle("heading", 30)
        left = panel.left + px(216)
        place, room = (left, panel.top + px(78)), panel.right - left - px(20)
        context.fonts.draw_text(surface, profile.name, place, style, colours.text, "midleft", room)
        refusal, field = self.typed_name_refusal(), self.widgets["name"].rect
        if refusal:
            box = pygame.Rect(panel.left + px(18 + ROW_INSET), field.bottom + px(4), 0, px(40))
            box.width = panel.right - px(24) - box.left
            context.fonts.draw_paragraph(
                surface, refusal, box, styles.SMALL, colours.warning, "right"
            )
        top = self.widgets["colour"].rect.bottom + px(14) - panel.top
        self._paint_text(surface, self._markers_differ_text(), top)

    def _markers_differ_text(self) -> str:
        return _(screen_text.MARKERS_DIFFER)

    def _paint_text(self, surface: pygame.Surface, text: str, top: int) -> None:
        context, px, panel = self.context, self.context.px, self._panel
        width = min(panel.width - px(48), px(MAX_TEXT_WIDTH))
        room = pygame.Rect(panel.left + px(24), panel.top + top, width, px(90))
        context.fonts.draw_paragraph(surface, text, room, styles.BODY, context.theme.colours.muted)

    def _paint_row(
        self, surface: pygame.Surface, rect: pygame.Rect, row: int, chosen: bool
    ) -> None:
        context, px, colours = self.context, self.context.px, self.context.theme.colours
        style, ink = (styles.STRONG, colours.text) if chosen else (styles.BODY, colours.muted)
        left, name = rect.left + px(52), _("No profile")
        if row:
            profile = self.services.profiles.profiles[row - 1]
            sign = context.sprites.flat_marker(
                MarkerStyle(profile.shape, profile.colour).marker(), px(24)
            )
            sign.draw_centred(surface, (rect.left + px(28), rect.centery))
            name = profile.name
        place, room = (left, rect.centery), rect.right - left - px(8)
        context.fonts.draw_text(surface, name, place, style, ink, "midleft", room)
