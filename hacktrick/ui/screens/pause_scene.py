"""The pause menu, shown over the table."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from hacktrick.app.online_session import OnlineSession
from hacktrick.app.program_services import ProgramServices
from hacktrick.i18n import screen_text
from hacktrick.i18n.translator import _
from hacktrick.ui.layout.geometry import centred_rect, split_into_columns, stacked_row_rects
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.scene.scenes_and_context import Context
from hacktrick.ui.widgets.basic_widgets import Button
from hacktrick.ui.widgets.dialogs import save_match_copy_and_show_path
from hacktrick.ui.widgets.menu_base import Menu, darken_surface, draw_dialog_box

MENU_WIDTH = 420.0
ROW_HEIGHT, GAP = 50.0, 10.0
FIRST_BUTTON_TOP = 92.0


class PauseScene(Menu):
    """The menu over a paused match."""

    is_opaque = False

    def __init__(self, context: Context, services: ProgramServices) -> None:
        super().__init__(context)
        self.services = services
        self._box = pygame.Rect(0, 0, 0, 0)

    def create_widgets(self) -> None:
        context = self.context
        entries = (
            ("resume", _("Resume"), self.go_back, "play", "back"),
            ("replay", _("Replay"), self.show_replay_of_running_match, "previous-turn", ""),
            *self._take_back_menu_entry(),
            *self._pause_request_menu_entry(),
            ("rules", _("Rules"), self.show_rules, "help", "rules"),
            ("settings", _("Settings"), context.navigator.show_settings, "gear", ""),
            ("new", _("New match"), context.navigator.show_new_match, "plus", ""),
            *self._open_hands_menu_entry(),
            ("copy", _("Save a copy"), self.save_copy_of_match, "draw", "save_copy"),
            ("leave", _("Back to the start"), context.navigator.show_title, "left", ""),
            ("quit", _("Quit"), self.quit_program, "cross", ""),
        )
        for name, label, action, icon, hint in entries:
            button = Button(context, label, action, icon=icon, hint=hint, primary=name == "resume")
            self.add_widget(name, button)

    def _take_back_menu_entry(self) -> tuple[tuple[str, str, Callable[[], None], str, str], ...]:
        session = self.services.session
        wanted = (
            self.context.settings.takeback and session is not None and session.may_take_back_turn
        )
        entry = (
            "take_back",
            _("Take back the last turn"),
            self.take_back_turn,
            "undo",
            "take_back",
        )
        return (entry,) if wanted else ()

    def _pause_request_menu_entry(
        self,
    ) -> tuple[tuple[str, str, Callable[[], None], str, str], ...]:
        """Return the entry that requests a pause of an online match or cancels the request.

        The result is empty in a local match, and while the player cannot request a pause.
        """
        session = self.services.session
        if not isinstance(session, OnlineSession):
            return ()
        if session.has_pending_pause_request:
            return (
                (
                    "rest",
                    _("Cancel the pause"),
                    lambda: self.set_pause_request_and_close(False),
                    "pause",
                    "",
                ),
            )
        if not session.network_state.can_ask_for_pause:
            return ()
        return (
            (
                "rest",
                _("Ask for a pause"),
                lambda: self.set_pause_request_and_close(True),
                "pause",
                "",
            ),
        )

    def set_pause_request_and_close(self, is_wanted: bool) -> None:
        session = self.services.session
        assert isinstance(session, OnlineSession)
        session.set_pause_wish(is_wanted)
        self.go_back()

    def place_widgets(self) -> None:
        context = self.context
        px = context.px
        n, room = len(self.widgets), context.size_in_units[1]
        n_columns = 1 if room >= FIRST_BUTTON_TOP + n * (ROW_HEIGHT + GAP) + 22 else 2
        n_lines = -(-n // n_columns)
        line = min(ROW_HEIGHT, (room - FIRST_BUTTON_TOP - 22) / n_lines - GAP)
        height = px(FIRST_BUTTON_TOP + n_lines * (line + GAP) + 22)
        self._box = centred_rect(context.size, px(MENU_WIDTH * n_columns), height)
        inner = self._box.inflate(-2 * px(32), 0)
        inner.top = self._box.top + px(FIRST_BUTTON_TOP)
        for n_th, column in enumerate(split_into_columns(inner, (1.0,) * n_columns, px(GAP))):
            widgets = list(self.widgets.values())[n_th * n_lines : (n_th + 1) * n_lines]
            places = stacked_row_rects(column, px(line), px(GAP), n_lines)
            for widget, rect in zip(widgets, places, strict=False):
                widget.rect = rect

    def handle_intent(self, name: str) -> bool:
        actions = {
            "menu": self.go_back,
            **({"take_back": self.take_back_turn} if "take_back" in self.widgets else {}),
            "rules": self.show_rules,
            "key_sheet": lambda: self.show_rules("keys"),
            "settings": self.context.navigator.show_settings,
            "save_copy": self.save_copy_of_match,
        }
        if name in actions:
            actions[name]()
        return name in actions or super().handle_intent(name)

    def draw(self, surface: pygame.Surface) -> None:
        darken_surface(surface)
        context, colours = self.context, self.context.theme.colours
        px = context.px
        draw_dialog_box(surface, context, self._box)
        place = (self._box.left + px(32), self._box.top + px(34))
        style = styles.TextStyle("heading", 28)
        context.fonts.draw_text(surface, _("Pause"), place, style, colours.text, "midleft")
        place = (self._box.left + px(32), self._box.top + px(66))
        room = self._box.width - px(64)
        context.fonts.draw_text(
            surface,
            self._saving_or_pausing_sentence(),
            place,
            styles.SMALL,
            colours.muted,
            "midleft",
            room,
        )
        self.group.draw_widgets_and_ring(surface)
        self.draw_message(surface)

    def show_replay_of_running_match(self) -> None:
        """Replay the running match so far, showing only cards that this player knows.

        If the memory aids are off or there is nothing to replay, show a message instead.
        """
        if self.context.settings.aids not in ("standard", "learning"):
            self.show_message(_(screen_text.NO_MEMORY_AIDS))
            return
        replayed = self.services.local_table.replay_of_running_match()
        if replayed is None:
            self.show_message(_(screen_text.NOTHING_TO_SHOW_YET))
        else:
            replayed.go_to(replayed.end_position)
            self.context.navigator.show_replay(replayed)

    def _open_hands_menu_entry(self) -> tuple[tuple[str, str, Callable[[], None], str, str], ...]:
        """Return the entry that shows or hides all hands; empty if the match forbids this."""
        session = self.services.session
        if session is None or not session.may_show_open_hands:
            return ()
        label = (
            _("Hide hands and thoughts")
            if session.shows_open_hands
            else _("Open hands and thoughts")
        )
        return (("watch", label, self.toggle_open_hands, "eye", ""),)

    def toggle_open_hands(self) -> None:
        session = self.services.session
        assert session is not None
        session.set_open_hands(not session.shows_open_hands)
        self.go_back()

    def show_rules(self, topic: str | None = None) -> None:
        session = self.services.session
        assert session is not None
        self.context.navigator.show_rules(session.rules, topic)

    def take_back_turn(self) -> None:
        """Take back the last turn and return to the table."""
        assert self.services.session is not None
        self.services.session.take_back_turn()
        self.go_back()

    def save_copy_of_match(self) -> None:
        save_match_copy_and_show_path(self.context, self.services)

    def quit_program(self) -> None:
        """End the program; an unfinished match stays saved."""
        self.services.leave_table()
        self.context.stack.clear()

    def _saving_or_pausing_sentence(self) -> str:
        if isinstance(self.services.session, OnlineSession):
            return _(screen_text.PAUSE_NEEDS_ALL)
        if not self.services.is_saving:
            return _(screen_text.WINDOW_SAVES_NOTHING)
        return _(screen_text.MATCH_SAVES_ITSELF)
