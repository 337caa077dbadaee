"""The replay of a match on the table, with playback controls instead of the commands."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Protocol

import pygame

from hacktrick.app.replay_session import (
    ReplayPosition,
    ReplaySession,
    marker_entry_indices,
    placement_indices_of_row_cards,
)
from hacktrick.app.study_session import study_of_replay
from hacktrick.app.themes import Colour
from hacktrick.game.cards import Card
from hacktrick.game.keypad import KEY_ORDER, Key, keys
from hacktrick.game.state import Seat
from hacktrick.i18n import screen_text, study_text
from hacktrick.i18n import translator as words
from hacktrick.i18n.match_text import MatchSentences
from hacktrick.i18n.review_text import (
    last_action_text,
    note_line,
    perspective_name,
    perspective_sentence,
    replay_place_text,
    short_replay_place_text,
)
from hacktrick.i18n.table_report import card_name
from hacktrick.i18n.table_view_model import (
    LogLine,
    TableViewModel,
    log_lines,
    make_table_view_model,
)
from hacktrick.i18n.translator import _
from hacktrick.library.match_entries import TurnNote
from hacktrick.ui.accessibility.accessibility_tree import Node, PaintedText, ReadableWidget
from hacktrick.ui.input.intents import INTENT
from hacktrick.ui.layout import table_layout
from hacktrick.ui.layout.geometry import TableGeometry, split_into_columns, stacked_row_rects
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.paint.canvas import mix_colours
from hacktrick.ui.scene.animation import animation_speed
from hacktrick.ui.scene.scenes_and_context import FOCUS_LOST_EVENTS, Context, Scene, is_player_input
from hacktrick.ui.table.accessibility_nodes import table_nodes
from hacktrick.ui.table.draw_context import TableDrawState
from hacktrick.ui.table.input.table_widgets import place_own_cards
from hacktrick.ui.table.input.turn_questions import TurnQuestionScene, visible_code_cards_overview
from hacktrick.ui.table.match_playback import Playback
from hacktrick.ui.table.panels import board
from hacktrick.ui.table.panels.board import draw_key
from hacktrick.ui.table.panels.board_widgets import (
    MAX_HAND_CARDS,
    CodeCardWidget,
    HandCardWidget,
    KeyWidget,
)
from hacktrick.ui.table.panels.notebook_and_log import LOG_LINE_STEP, LogPanel
from hacktrick.ui.table.panels.toast import Toast
from hacktrick.ui.table.table_layers import (
    draw_background_and_top_bar,
    draw_everything_below_widgets,
)
from hacktrick.ui.widgets import game_drawing
from hacktrick.ui.widgets.basic_widgets import Button, IconButton, Widget
from hacktrick.ui.widgets.dialogs import TurnNoteScene
from hacktrick.ui.widgets.focus_and_scanning import FocusGroup
from hacktrick.ui.widgets.input_hints import draw_input_hint, input_hint_width
from hacktrick.ui.widgets.menu_base import study_position_on_clipboard

MAX_ROW_CARDS = 18  # number of cards in the game
LABEL_MARGIN = 5.0  # margins left and right of a button's label, in layout units
# In buttons at least this high, in layout units, the label is below the icon.
MIN_ICON_ABOVE_LABEL_HEIGHT = 46.0
REPLAY_SPEEDS = (1, 2, 4)


class ReplayActions(Protocol):
    """The actions of a replay that its widgets call."""

    def step_by_actions(self, by: int) -> None: ...

    def step_by_turns(self, by: int) -> None: ...

    def step_by_rounds(self, by: int) -> None: ...

    def toggle_playing(self) -> None: ...

    def switch_to_next_speed(self) -> None: ...

    def switch_to_next_perspective(self) -> None: ...

    def show_branch_choices_or_refusal(self) -> None: ...

    def study_current_position(self) -> None: ...

    def find_position_in_library(self) -> None: ...

    def show_share_options(self) -> None: ...

    def edit_note_on_turn(self) -> None: ...

    def jump_after_action(self, entry_index: int) -> None: ...

    def jump_to_play_of_row_card(self, card_index: int) -> None: ...

    def jump_back_to_marker_on_key(self, key: Key) -> None: ...

    def show_rules(self) -> None: ...

    def show_code_cards(self) -> None: ...

    def toggle_log(self) -> None: ...

    def close_log_or_leave(self) -> None: ...


class ReplayButton(Button):
    """A playback button with an icon, and a word below or beside the icon.

    Attributes:
        brief: a shorter label, used if the full label does not fit.
    """

    brief = ""

    def draw(self, surface: pygame.Surface) -> None:
        self._draw_panel(surface, self._panel_look())
        context, px = self.context, self.context.px
        lip = px(3 * context.theme.surface.relief)
        inner = self.rect.inflate(-2 * px(LABEL_MARGIN), 0)
        inner.height -= lip
        inner.y += lip if self.pressed else 0
        size = px(18)
        sprite = context.sprites.icon(self.icon, size, self._text_colour()) if self.icon else None
        if sprite is not None and inner.height >= px(MIN_ICON_ABOVE_LABEL_HEIGHT):
            if not context.fonts.can_fit(self.brief or self.label, styles.SMALL, inner.width):
                sprite.draw_centred(surface, inner.center)
                return
            sprite.draw_centred(surface, (inner.centerx, inner.centery - px(9)))
            place = (inner.centerx, inner.centery + px(12))
            self._draw_label(surface, place, "center", inner.width)
            return
        if sprite is None and inner.height >= px(MIN_ICON_ABOVE_LABEL_HEIGHT):
            self._draw_label(surface, inner.center, "center", inner.width)
            return
        left, word = inner.x, context.fonts.text_size(self.label, styles.SMALL)[0]
        if sprite is not None and not context.fonts.can_fit(
            self.brief or self.label, styles.SMALL, inner.width
        ):
            sprite.draw_centred(surface, inner.center)
            return
        if sprite is not None and word <= inner.width - size - px(7):
            sprite.draw_centred(surface, (left + size / 2, inner.centery))
            left += size + px(7)
        right = inner.right
        hint = input_hint_width(context, (self.hint,)) if self.hint else 0
        if hint and word + hint + px(8) <= right - left:
            muted = context.theme.colours.muted
            place = (right, inner.centery)
            draw_input_hint(surface, context, (self.hint,), place, "midright", muted)
            right -= hint + px(6)
        self._draw_label(surface, (left, inner.centery), "midleft", right - left)

    def _draw_label(
        self, surface: pygame.Surface, place: tuple[int, int], anchor: str, room: int
    ) -> None:
        fonts = self.context.fonts
        word = fonts.first_fitting_variant(
            (self.label, self.brief or self.label), styles.SMALL, room
        )
        fonts.draw_text(surface, word, place, styles.SMALL, self._text_colour(), anchor, room)


def step_button_names() -> tuple[str, ...]:
    """Return the names of the buttons that step by round, turn and action: back, then forward."""
    return (
        *(_("Previous round"), _("Previous turn"), _("Previous action")),
        *(_("Next round"), _("Next turn"), _("Next action")),
    )


def replay_widgets_by_node_key(widgets: ReplayWidgets) -> dict[str, Widget]:
    """Return the widgets of a replay by the key of their node, in reading order."""
    back, on = widgets.back_buttons, widgets.forward_buttons
    watching = [widgets.play, widgets.speed, widgets.eye]
    buttons = [*watching, widgets.branch, widgets.study, widgets.share, *back, *on, widgets.search]
    if widgets.note.visible:
        buttons.append(widgets.note)
    return {
        **{f"keypad/{n // 3}/{n % 3}": widgets.keys[key - 1] for n, key in enumerate(KEY_ORDER)},
        **{f"row/{widget.number}": widget for widget in widgets.row},
        **{f"hand/{widget.n}": widget for widget in widgets.cards},
        **{f"button {n}": widget for n, widget in enumerate(buttons)},
        **{f"code {n}": widget for n, widget in enumerate(widgets.codes)},
        "icon log": widgets.notebook,
        "icon rules": widgets.rules,
        "icon back": widgets.back,
        "log": widgets.log,
    }


class ReplayKeyWidget(KeyWidget):
    """A key of the board; a press jumps to the action that placed its last marker."""

    def draw(self, surface: pygame.Surface) -> None:
        drawing = self.picture.draw_context_for(surface)
        draw_key(drawing, self.rect, self.key_number, hovered=self.hovered, pressed=self.pressed)


class ReplayCardWidget(Widget):
    """A card of the row; a press jumps to the action that played the card."""

    def __init__(
        self,
        context: Context,
        number: int,
        jump: Callable[[int], None],
        value: Callable[[], Card | None],
    ) -> None:
        super().__init__(context)
        self.number, self.jump, self.value = number, jump, value

    @property
    def scan_rank(self) -> int | None:
        return 1

    def activate(self) -> None:
        self.jump(self.number)

    def accessibility_node(self, key: str, texts: Sequence[PaintedText]) -> Node | None:
        return self.pressable_node(key, card_name(self.value()), "list_item")


class ReplayLog(LogPanel):
    """The log of the whole round, later actions dimmed; a press on a line jumps to its action."""

    def __init__(self, context: Context, jump: Callable[[int], None]) -> None:
        super().__init__(context)
        self.jump = jump
        self.now = 0  # the number of actions of the round shown so far
        self._pressed_at: tuple[int, int] | None = None
        self._moved = False

    def show_lines_at(self, lines: tuple[LogLine, ...], current_entry: int) -> None:
        """Show the lines of the round, scrolled to the current action.

        Args:
            lines: the lines of the log for the whole round.
            current_entry: the number of actions of the round that the replay has shown so far.
        """
        changed, self.now = current_entry != self.now or lines != self.lines, current_entry
        self.lines = lines
        if changed:
            self._scroll_to_current_action()

    def _scroll_to_current_action(self) -> None:
        wrapped, rows = self._wrapped_lines(), self._n_visible_lines()
        done = [n for n, (line, _text, _first) in enumerate(wrapped) if line.entry < self.now]
        last = done[-1] if done else 0
        end = len(wrapped) - self.lines_scrolled_back
        if not end - rows <= last < end:
            wanted = len(wrapped) - last - 1 - rows // 3
            self.lines_scrolled_back = max(0, min(max(0, len(wrapped) - rows), wanted))

    def handle_press(self, pos: tuple[int, int]) -> None:
        super().handle_press(pos)
        self._pressed_at, self._moved = pos, False

    def handle_drag(self, pos: tuple[int, int]) -> None:
        start = self._pressed_at
        if start is not None and abs(pos[1] - start[1]) > self.context.px(8):
            self._moved = True
            super().handle_drag(pos)

    def activate(self) -> None:
        """Jump to the action of the line that was pressed."""
        pos, self._pressed_at = self._pressed_at, None
        if self._moved or pos is None:
            return
        wrapped, rows, room = self._wrapped_lines(), self._n_visible_lines(), self._content_rect()
        first = max(0, len(wrapped) - self.lines_scrolled_back - rows)
        n = first + (pos[1] - room.y) // self.context.px(LOG_LINE_STEP)
        if 0 <= n < len(wrapped) and pos[1] >= room.y:
            self.jump(wrapped[n][0].entry)

    def _line_colour(self, line: LogLine) -> Colour:
        colours = self.context.theme.colours
        if line.entry >= self.now:
            return mix_colours(colours.muted, colours.panel, 0.3)
        return colours.accent if line.entry == self.now - 1 else colours.text


@dataclass(frozen=True, slots=True)
class ReplayStatus:
    """The facts that the widgets of a replay show about its position and its controls."""

    perspective_name: str
    perspective_sentence: str
    places: tuple[str, ...]  # wordings of the position in the match, the longest first
    playing: bool
    speed: int
    # The reason why the player cannot play on from here; None if they can.
    branch_refusal: str | None


class TurnNotes(Protocol):
    """Reads and writes the notes on the turns of saved matches."""

    def turn_notes(self, match_number: int) -> tuple[TurnNote, ...]: ...

    def write_turn_note(self, note: TurnNote) -> bool: ...


class ReplayWidgets:
    """The widgets of a replay."""

    def __init__(self, context: Context, picture: TableDrawState, doing: ReplayActions) -> None:
        self.context, self.picture = context, picture
        make = partial(ReplayButton, context)
        self.back_buttons = [
            make("", lambda: doing.step_by_rounds(-1), icon="previous-round", hint="page_up"),
            make("", lambda: doing.step_by_turns(-1), icon="previous-turn", hint="up"),
            make("", lambda: doing.step_by_actions(-1), icon="previous", hint="left"),
        ]
        self.forward_buttons = [
            make("", lambda: doing.step_by_rounds(1), icon="next-round", hint="page_down"),
            make("", lambda: doing.step_by_turns(1), icon="next-turn", hint="down"),
            make("", lambda: doing.step_by_actions(1), icon="next", hint="right"),
        ]
        self.play = make("", doing.toggle_playing, icon="play", hint="confirm", primary=True)
        self.speed = make("", doing.switch_to_next_speed)
        self.eye = make("", doing.switch_to_next_perspective, icon="eye", hint="eye")
        self.branch = make("", doing.show_branch_choices_or_refusal, icon="branch", hint="branch")
        self.study = make("", doing.study_current_position, icon="hint", hint="study")
        self.search = make("", doing.find_position_in_library, icon="search", hint="search")
        self.share = make("", doing.show_share_options, icon="share", hint="share")
        self.note = make("", doing.edit_note_on_turn, icon="notebook")
        self.log = ReplayLog(context, doing.jump_after_action)
        self.keys = [
            ReplayKeyWidget(context, picture, key, doing.jump_back_to_marker_on_key)
            for key in keys()
        ]
        self.row = [
            ReplayCardWidget(
                context, n, doing.jump_to_play_of_row_card, partial(self._card_in_row, n)
            )
            for n in range(MAX_ROW_CARDS)
        ]
        self.cards = [
            HandCardWidget(context, picture, n, lambda card: None) for n in range(MAX_HAND_CARDS)
        ]
        for card in self.cards:
            card.focusable = False
        self.codes = [
            CodeCardWidget(context, picture, slot, doing.show_code_cards) for slot in (0, 1)
        ]
        self.notebook = IconButton(context, "", doing.toggle_log, icon="notebook", hint="log")
        self.rules = IconButton(context, "", doing.show_rules, icon="help", hint="rules")
        self.back = IconButton(context, "", doing.close_log_or_leave, icon="return", hint="back")
        self._title = ""
        self._lines: tuple[tuple[str, ...], ...] = (("",), ("",))
        self._text = pygame.Rect(0, 0, 0, 0)
        self._box = pygame.Rect(0, 0, 0, 0)

    def _card_in_row(self, card_index: int) -> Card | None:
        row = self.picture.model.public.row
        return row[card_index] if card_index < len(row) else None

    @property
    def status_texts(self) -> tuple[str, ...]:
        """The texts above the buttons: the perspective, and the position in the match."""
        return tuple(ways[0] for ways in self._lines if ways[0])

    def all_widgets(self) -> list[Widget]:
        """Return all widgets, in Tab order and drawing order."""
        return list(replay_widgets_by_node_key(self).values())

    def place_widgets(self, geometry: TableGeometry) -> None:
        """Place the widgets that depend only on the window."""
        table = geometry.table
        for widget in self.keys:
            widget.rect = table.keys[widget.key_number]
        self._box = table.coach
        px = self.context.px
        self._text = pygame.Rect(self._box.x + px(12), self._box.y + px(36), 0, px(42))
        self._text.width = self._box.width - 2 * px(12)
        if table.is_tall:  # the texts take the place of the prompt, where they cover no player
            self._box = pygame.Rect(0, 0, 0, 0)
            left, right = table.prompt.x + px(56), table.locks[0].x - px(8)
            self._text = pygame.Rect(left, table.prompt.y, right - left, px(42))
        self._place_dock_buttons(geometry)
        icons = (self.notebook, self.rules, self.back)
        labels = (_("Log"), _("Rules"), _("Back"))
        for n, (icon, label) in enumerate(zip(icons, labels, strict=True), 1):
            icon.rect, icon.label = geometry.icon_rect(n), label

    def _place_dock_buttons(self, geometry: TableGeometry) -> None:
        """Place the rows of buttons in the dock: for watching, for stepping, for other actions."""
        dock, gap = geometry.table.dock, geometry.table_px(0.0115)
        more = [self.branch, self.study, self.search, self.share, *self._library_buttons]
        lines: tuple[list[ReplayButton], ...] = (
            [self.play, self.speed],
            [*self.back_buttons, *reversed(self.forward_buttons)],
            [self.eye, *more],
        )
        if geometry.table.is_tall:
            lines = (
                [*self.back_buttons, self.play, *reversed(self.forward_buttons)],
                [self.speed, self.eye, *more],
            )
        height = (dock.height - gap * (len(lines) - 1)) // len(lines)
        for line, widgets in zip(
            stacked_row_rects(dock, height, gap, len(lines)), lines, strict=True
        ):
            for widget, rect in zip(
                widgets, split_into_columns(line, (1.0,) * len(widgets), gap), strict=True
            ):
                widget.rect = rect

    @property
    def _library_buttons(self) -> list[ReplayButton]:
        """The buttons that only a replay from the library has."""
        return [self.note] if self.note.visible else []

    def show_status_and_place_widgets(self, shown: ReplayStatus, geometry: TableGeometry) -> None:
        """Update the texts and widgets for ``shown``, and lay them out in ``geometry``."""
        self._title, self._lines = _("Replay"), ((shown.perspective_sentence,), shown.places)
        words = (_("Round"), _("Turn"), _("Action"))
        for widget, word in zip(
            (*self.back_buttons, *self.forward_buttons), words * 2, strict=True
        ):
            widget.label = word
        for widget, name in zip(
            (*self.back_buttons, *self.forward_buttons), step_button_names(), strict=True
        ):
            widget.name = name
        self.play.icon = "pause" if shown.playing else "play"
        self.play.label = _("Pause") if shown.playing else _("Watch")
        self.speed.label = _(screen_text.SPEED).format(n=shown.speed)
        self.speed.brief = f"{shown.speed}×"
        self.eye.label = shown.perspective_name
        self.branch.label, self.study.label = _("Branch"), _("Study")
        self.search.label, self.share.label = _("Search"), _("Share")
        self.note.label = _("Note")
        self.branch.reason = shown.branch_refusal
        self._place_codes_and_row_cards(geometry)
        self.log.rect = geometry.table.notebook
        self.log.visible = self.log.is_opened or geometry.table.is_notebook_beside
        self.notebook.is_lit = self.log.visible

    def _place_codes_and_row_cards(self, geometry: TableGeometry) -> None:
        model = self.picture.model
        for code in self.codes:
            code.visible = model.public.rules.has_codes and code.has_code_card
            code.rect = geometry.code_card_rect(code.slot)
        row = model.public.row
        for card, rect in zip(self.row, geometry.row_rects(len(row)), strict=False):
            card.rect = rect
        for card in self.row:
            card.visible = card.number < len(row)
        place_own_cards(self.cards, model, geometry)

    def draw_status_panel(self, surface: pygame.Surface) -> None:
        """Draw the panel above the buttons; in a tall window, only its texts.

        The texts always say whose perspective is shown.
        """
        context, colours = self.context, self.context.theme.colours
        if self._box.width:
            game_drawing.draw_titled_panel(surface, context, self._box, self._title)
        step = self._text.height // 2
        inks = (colours.accent, colours.muted)
        for n, (ways, ink) in enumerate(zip(self._lines, inks, strict=True)):
            place = (self._text.x, self._text.y + step * n + step // 2 - context.px(2))
            style = styles.STRONG if n == 0 else styles.SMALL
            room = self._text.width
            line = context.fonts.first_fitting_variant(ways, style, room)
            context.fonts.draw_text(surface, line, place, style, ink, "midleft", room)


ACTION_SECONDS = 1.1  # seconds between two actions at speed 1


class ReplayScene(Scene):
    """Shows a replay of a match on the table.

    Args:
        replayed: the replay, with its position and perspective.
        library: keeps the notes on turns; None if the match cannot have notes.
    """

    minimum_size = (0.0, 0.0)  # in small windows, panels fold away instead

    def __init__(
        self, context: Context, replay: ReplaySession, library: TurnNotes | None = None
    ) -> None:
        super().__init__(context)
        self.replayed = replay
        self._library = library if replay.origin.number is not None else None
        self._notes: tuple[TurnNote, ...] = ()
        self.playing = False
        self.speed = REPLAY_SPEEDS[0]
        self.bottom: Seat = 0
        self._move_perspective_seat_to_bottom()
        self.wording = MatchSentences(replay.rules, replay.seats, replay.sole_player)
        self.playback = Playback(context, self.wording, replay.snapshot())
        self.toast = Toast(context)
        self.picture = TableDrawState(context, self._make_view_model(), self.playback.motion)
        self.widgets = ReplayWidgets(context, self.picture, self)
        self.widgets.note.visible = self._library is not None
        self._load_turn_notes()
        self.group = FocusGroup(context, self.request_redraw, self.show_message)
        self.group.replace_widgets(self.widgets.all_widgets(), self.widgets.play)
        self.group.ring = False
        self._waited = 0.0
        self._input_at = context.stack.seconds  # the time of the last input
        self._made_for: tuple[object, ...] = ()
        self._handlers_by_intent = self._make_handlers_by_intent()
        self.places: TableGeometry

    def lay_out(self) -> None:
        context = self.context
        made_for = (context.sprites, context.fonts, words.current_language())
        if made_for != self._made_for:
            self._made_for = made_for
            replayed = self.replayed
            self.wording = MatchSentences(replayed.rules, replayed.seats, replayed.sole_player)
            self._show_position_at_once()
        n = len(self.replayed.seats)
        user = context.settings.ui_scale / 100
        board_, codes = context.theme.board, self.replayed.rules.has_codes
        table = table_layout.lay_out_table(context.size, user, n, board_, codes, dock_rows=2)
        self.places = self.picture.places = TableGeometry(table, context.px, n)
        self.playback.set_wording_and_places(self.wording, self.places, self._screen_slot_of)
        self.widgets.place_widgets(self.places)
        self.refresh()

    def handle(self, event: pygame.Event) -> bool:
        if event.type in FOCUS_LOST_EVENTS:
            return self._close_own_view_of_running_match()
        if is_player_input(event):
            self._input_at = self.context.stack.seconds
        if event.type in (pygame.KEYDOWN, INTENT) and self._handle_intent_event(event):
            return True
        return self.group.handle_event(event)

    def _handle_intent_event(self, event: pygame.Event) -> bool:
        name = self.group.intent_of_event(event)
        if name == "confirm" and self.group.ring and event.type == INTENT:
            return False  # on a gamepad, this button presses the focused widget
        if (
            name == "confirm"
            and self.group.ring
            and self.group.focused_widget is not self.widgets.play
        ):
            return False
        if name not in self._handlers_by_intent:
            return False
        self._handlers_by_intent[name]()
        return True

    def update(self, dt: float) -> None:
        self.needs_redraw = self.toast.update(dt) or self.needs_redraw
        if self.playback.is_running:
            self.playback.update(dt)
            self.refresh()
        elif self.playing and self.context.stack.top is self:
            self._advance_automatic_play(dt)
        self.is_animating = self.playback.is_running
        limit, stack = self.context.settings.conceal_after, self.context.stack
        if limit and stack.seconds - self._input_at >= limit and stack.top is self:
            self._close_own_view_of_running_match()

    def draw(self, surface: pygame.Surface) -> None:
        drawing = self.picture.draw_context_for(surface)
        draw_background_and_top_bar(drawing)
        draw_everything_below_widgets(drawing)
        self.widgets.draw_status_panel(surface)
        above = self.widgets.log if self.widgets.log.is_opened else None
        for widget in self.group.widgets:
            if widget.visible and widget is not above:
                widget.draw(surface)
        board.draw_light_along_completed_line(drawing)
        drawing.motion.draw(surface)
        board.draw_announcement_plate(drawing)
        if above is not None:
            above.draw(surface)
        self.group.draw_focus_ring_or_scan_bar(surface)
        self.toast.draw(surface, drawing.model, self.places)

    # Methods for screen readers.

    def readable_widgets(self) -> Mapping[str, ReadableWidget]:
        return replay_widgets_by_node_key(self.widgets)

    def accessibility_nodes(self) -> Sequence[Node]:
        model = self.picture.model
        remarks = [*self.widgets.status_texts, model.caption, self.toast.visible_sentence]
        return table_nodes(self.readable_widgets(), model, _("Replay"), remarks)

    # Methods for the actions of the widgets.

    def step_by_actions(self, by: int) -> None:
        """Step by a number of actions; only a single step forward is animated.

        Args:
            by: the number of actions; negative to step back.
        """
        self._stop_playing()
        self._step_and_show(by)

    def step_by_turns(self, by: int) -> None:
        """Go to the start of a neighbouring turn.

        Args:
            by: 1 for the next turn, -1 for the previous turn.
        """
        self._jump_and_announce(lambda: self.replayed.step_by_turns(by))

    def step_by_rounds(self, by: int) -> None:
        """Go to the start of a neighbouring round.

        Args:
            by: 1 for the next round, -1 for the current or previous round.
        """
        self._jump_and_announce(lambda: self.replayed.step_by_rounds(by))

    def go_to(self, place: ReplayPosition) -> None:
        """Go to a position of the match, without an animation."""
        self._jump_and_announce(lambda: self.replayed.go_to(place))

    def _announce_last_action(self) -> None:
        """Announce, for screen readers, the last action of the position shown."""
        self.context.announce(last_action_text(self.replayed, self.wording))

    def toggle_playing(self) -> None:
        """Start or stop automatic play; at the end of the match, start from the beginning."""
        self.playing = not self.playing
        if self.playing and self.replayed.position == self.replayed.end_position:
            self.replayed.go_to(ReplayPosition(0, 0))
            self._show_position_at_once()
        self._waited = ACTION_SECONDS
        self.refresh()

    def switch_to_next_speed(self) -> None:
        """Change to the next speed of automatic play; the lowest one follows the highest."""
        self.speed = REPLAY_SPEEDS[(REPLAY_SPEEDS.index(self.speed) + 1) % len(REPLAY_SPEEDS)]
        self.refresh()

    def switch_to_next_perspective(self) -> None:
        """Change to the next perspective on offer."""
        self.replayed.switch_to_next_perspective()
        self._move_perspective_seat_to_bottom()
        self._show_position_at_once()
        self.show_message(perspective_sentence(self.replayed))

    def show_branch_choices_or_refusal(self) -> None:
        """Open the dialog to play on from the current position, or show why that is impossible."""
        reason = self._branch_refusal_sentence()
        if reason is None:
            self._stop_playing()
            self.context.navigator.show_branch_choices(self.replayed)
        else:
            self.show_message(reason)

    def study_current_position(self) -> None:
        """Open the study board at the current position, with the perspective's knowledge.

        If a study is impossible, show why instead.
        """
        self._stop_playing()
        if self.replayed.is_running:
            self.show_message(_(study_text.RUNNING_MATCH))
            return
        study = study_of_replay(self.replayed)
        if study is not None:
            self.context.navigator.show_study(study)
            return
        is_over = self.replayed.public.result is not None
        self.show_message(_(study_text.ROUND_OVER if is_over else study_text.NO_HAND))

    def study_pasted_position(self) -> None:
        """Study the position on the clipboard; while the match is running, show a refusal."""
        self._stop_playing()
        if self.replayed.is_running:
            self.show_message(_(study_text.RUNNING_MATCH))
        else:
            study_position_on_clipboard(self.context, self.show_message)

    def find_position_in_library(self) -> None:
        """Search the library for the position at the beginning of the current turn."""
        self._stop_playing()
        diagram = self.replayed.diagram_at_turn_start
        if self.replayed.is_running:
            self.show_message(_(study_text.RUNNING_MATCH))
        elif diagram is None:
            self.show_message(_(study_text.ROUND_OVER))
        else:
            self.context.navigator.find_position_in_library(diagram)

    def show_share_options(self) -> None:
        self._stop_playing()
        self.context.navigator.show_share_options(self.replayed)

    def edit_note_on_turn(self) -> None:
        """Open the dialog for the note on the current turn, if the match can have notes."""
        number = self.replayed.origin.number
        if self._library is None or number is None:
            return
        self._stop_playing()
        start = self.replayed.position_at_turn_start
        note = self._note_on_current_turn() or TurnNote(number, start.round, start.action, "")
        title, keep = replay_place_text(self.replayed), self._library.write_turn_note
        self.context.stack.push(TurnNoteScene(self.context, title, note, keep))

    def _load_turn_notes(self) -> None:
        number = self.replayed.origin.number
        if self._library is not None and number is not None:
            self._notes = self._library.turn_notes(number)

    def _note_on_current_turn(self) -> TurnNote | None:
        start = self.replayed.position_at_turn_start
        return next((one for one in self._notes if (one.round, one.action) == start), None)

    def on_uncovered(self) -> None:
        self._load_turn_notes()
        self.refresh()

    def jump_after_action(self, entry_index: int) -> None:
        """Go to the position right after the action with this index in the current round."""
        self.go_to(ReplayPosition(self.replayed.position.round, entry_index + 1))

    def jump_to_play_of_row_card(self, card_index: int) -> None:
        """Go to the position right after the action that played the row's card with this index."""
        lying = placement_indices_of_row_cards(self.replayed.entries)
        if card_index < len(lying):
            self.jump_after_action(lying[card_index])

    def jump_back_to_marker_on_key(self, key: Key) -> None:
        """Go to the action that placed the last marker on a key, or to the one before it."""
        done = self.replayed.position.action
        placed = marker_entry_indices(self.replayed.whole_round_entries, key)
        before = [n for n in placed if n + 1 < done] or list(placed)
        if before:
            self.jump_after_action(before[-1])
        else:
            self.show_message(_(screen_text.NO_MARKER_PLACED))

    def show_rules(self) -> None:
        self.context.navigator.show_rules(self.replayed.rules)

    def close_log_or_leave(self) -> None:
        """Close a log that lies over the table; without such a log, leave the replay."""
        if self.widgets.log.is_opened:
            self.toggle_log()
        else:
            self.context.stack.pop()

    def show_code_cards(self) -> None:
        """Show the codes in force, and the codes that the perspective's player still holds."""
        model, zone = self.picture.model, self.places.table.keypad
        self.context.stack.push(
            TurnQuestionScene(
                self.context, lambda: visible_code_cards_overview(model), lambda: (zone,)
            )
        )

    def toggle_log(self) -> None:
        """Open or close the log over the table; a log beside the table stays open."""
        beside = self.places.table.is_notebook_beside
        self.widgets.log.is_opened = not self.widgets.log.is_opened and not beside
        self.refresh()

    def _make_handlers_by_intent(self) -> dict[str, Callable[[], None]]:
        return {
            "left": lambda: self.step_by_actions(-1),
            "right": lambda: self.step_by_actions(1),
            "up": lambda: self.step_by_turns(-1),
            "down": lambda: self.step_by_turns(1),
            "page_up": lambda: self.step_by_rounds(-1),
            "page_down": lambda: self.step_by_rounds(1),
            "first": lambda: self.go_to(ReplayPosition(0, 0)),
            "last": lambda: self.go_to(self.replayed.end_position),
            "confirm": self.toggle_playing,
            "eye": self.switch_to_next_perspective,
            "branch": self.show_branch_choices_or_refusal,
            "study": self.study_current_position,
            "search": self.find_position_in_library,
            "paste": self.study_pasted_position,
            "share": self.show_share_options,
            "log": self.toggle_log,
            "rules": self.show_rules,
            "settings": self.context.navigator.show_settings,
            "menu": self.context.stack.pop,
            "back": self.close_log_or_leave,
        }

    def request_redraw(self) -> None:
        self.needs_redraw = True

    def show_message(self, sentence: str) -> None:
        """Show a toast near the focused button."""
        focus = self.group.focused_widget
        where = focus.rect if focus is not None else self.places.table.lcd
        self.toast.show_near(sentence, where)
        self.context.announce(sentence, "answer")
        self.needs_redraw = True

    def refresh(self) -> None:
        """Update the picture after any change."""
        if not hasattr(self, "places"):
            return
        self.picture.model = self._make_view_model()
        replayed, aids = self.replayed, "standard"
        lines = log_lines(replayed.whole_round_entries, self.wording, aids)
        self.widgets.show_status_and_place_widgets(self._current_status(), self.places)
        self.widgets.log.show_lines_at(lines, replayed.position.action)
        focus = self.group.focused_widget
        if focus is not None and not focus.visible:
            self.group.set_focus(self.widgets.play)
        self.needs_redraw = True

    def _current_status(self) -> ReplayStatus:
        replayed, note = self.replayed, self._note_on_current_turn()
        places = replay_place_text(replayed), short_replay_place_text(replayed)
        return ReplayStatus(
            perspective_name(replayed, replayed.perspective),
            perspective_sentence(replayed),
            places if note is None else (note_line(note.text),),
            self.playing,
            self.speed,
            self._branch_refusal_sentence(),
        )

    def _make_view_model(self) -> TableViewModel:
        return make_table_view_model(
            self.playback.shown,
            self.wording,
            self.bottom,
            round_number=self.replayed.round_number,
            caption=last_action_text(self.replayed, self.wording),
        )

    def _branch_refusal_sentence(self) -> str | None:
        if self.replayed.is_running:
            return _(screen_text.MATCH_STILL_RUNS)
        if self.replayed.public.result is not None:
            return _(screen_text.ROUND_IS_OVER_HERE)
        return None

    def _advance_automatic_play(self, dt: float) -> None:
        self._waited += dt * self.speed
        if self._waited < ACTION_SECONDS:
            return
        self._waited = 0.0
        if not self._step_and_show(1):
            self._stop_playing()

    def _step_and_show(self, by: int) -> bool:
        self.playback.skip_animations_silently()
        moved = self.replayed.step_by_actions(by)
        if not moved:
            return False
        if by == 1 and self.replayed.position.action:
            self.playback.animate_to(self.replayed.snapshot())
            self.playback.timeline.speed = animation_speed(self.context.settings) * self.speed
        else:
            self._show_position_at_once()
        self.refresh()
        self._announce_last_action()
        return True

    def _jump_and_announce(self, go: Callable[[], bool]) -> None:
        self._stop_playing()
        self.playback.skip_animations_silently()
        if go():
            self._show_position_at_once()
            self._announce_last_action()
        self.refresh()

    def _stop_playing(self) -> None:
        """Stop automatic play."""
        self.playing = False
        self.refresh()

    def _show_position_at_once(self) -> None:
        self.playback.show_without_animation(self.replayed.snapshot())
        self.refresh()

    def _move_perspective_seat_to_bottom(self) -> None:
        """Put the seat of the perspective at the lower edge."""
        if isinstance(self.replayed.perspective, int):
            self.bottom = self.replayed.perspective

    def _screen_slot_of(self, seat: Seat) -> int:
        return (seat - self.bottom) % len(self.replayed.seats)

    def _close_own_view_of_running_match(self) -> bool:
        """Close the view of one hand in a running match when the player leaves the screen.

        The table below hides its own cards. Always return False, as the result of ``handle``.
        """
        if self.replayed.is_running and isinstance(self.replayed.perspective, int):
            self.context.stack.pop()
        return False
