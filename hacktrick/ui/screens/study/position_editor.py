"""The editor of a study's position: a keypad, a palette of markers and cards, and steppers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import pygame

from hacktrick.app.profiles import MarkerStyle, StyledMarker
from hacktrick.app.study_positions import (
    Piece,
    PositionDraft,
    StudyRefusedError,
    draft_of_text,
)
from hacktrick.app.study_session import Study, study_of_text
from hacktrick.game.actions import CODES
from hacktrick.game.cards import Card
from hacktrick.game.editions import PRESETS
from hacktrick.game.keypad import KEY_ORDER, Key
from hacktrick.game.notation.position_parser import PositionError
from hacktrick.game.state import Side
from hacktrick.game.view import KnownSum
from hacktrick.i18n import study_text as words
from hacktrick.i18n.rulebook.code_pages import code_name
from hacktrick.i18n.rulebook.edition_text import preset_name
from hacktrick.i18n.translator import _, capitalized
from hacktrick.ui.accessibility.accessibility_tree import Node, PaintedText
from hacktrick.ui.layout.geometry import small_board_key_rect
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.paint.card_faces import CardLook
from hacktrick.ui.paint.keys_and_panels import KeyLook, PanelLook
from hacktrick.ui.scene.scenes_and_context import Context
from hacktrick.ui.widgets import game_drawing
from hacktrick.ui.widgets.basic_widgets import Button, Stepper, Widget
from hacktrick.ui.widgets.menu_base import Menu

# Height of a control and gap between two controls, in layout units.
CONTROL_HEIGHT, CONTROL_GAP = 44.0, 5.0
CARD_SIZE = (33.0, 43.0)  # width and height of a card, in layout units
LABEL_WIDTH = 120.0  # width of the label before a line of cards, in layout units
KEYPAD_SIZE = 350.0  # width and height of the keypad, in layout units
MAX_ROW, MAX_HAND = 18, 5
MIN_STEPPER_WIDTH = 206.0  # minimum width of a stepper, in layout units
MAX_SUM, MAX_DRAWN, MAX_POINTS, MAX_MARKERS = 25, 20, 12, 11

PIECES: tuple[tuple[str, Side, Piece], ...] = (
    ("own single", 0, "single"),
    ("own double", 0, "double"),
    ("other single", 1, "single"),
    ("other double", 1, "double"),
    ("no piece", 0, "nothing"),
)


class EditableKey(Widget):
    """A key of the keypad; a press places the chosen piece on the key."""

    def __init__(self, context: Context, key: Key, editor: PositionEditor) -> None:
        super().__init__(context)
        self.key_number, self.editor = key, editor

    def activate(self) -> None:
        self.editor.put_chosen_piece_on_key(self.key_number)

    def accessibility_node(self, key: str, texts: Sequence[PaintedText]) -> Node | None:
        draft = self.editor.draft
        name = words.key_markers_text(
            self.key_number, draft.board[self.key_number - 1], draft.double
        )
        return self.pressable_node(key, name)

    def draw(self, surface: pygame.Surface) -> None:
        draft, looks = self.editor.draft, self.editor.looks
        pieces: list[StyledMarker] = []
        owner = None
        for side, n in enumerate(draft.board[self.key_number - 1]):
            is_double = draft.double[side] == self.key_number
            pieces += [looks[side].marker(is_double and k == n - 1) for k in range(n)]
            owner = looks[side].colour if n else owner
        look = KeyLook(owner=owner, hovered=self.hovered, pressed=self.pressed)
        context = self.context
        rect = small_board_key_rect(self.rect, context.theme.board)
        game_drawing.draw_numbered_key(surface, context, rect, self.key_number, look, pieces)


class PaletteChoice(Widget):
    """A piece or card in the palette; a press on a key or card line places the chosen item."""

    def __init__(self, context: Context, name: str, choose: Callable[[], None]) -> None:
        super().__init__(context)
        self.name, self._choose = name, choose
        self.is_chosen = False

    def activate(self) -> None:
        self.context.play("select", 0)
        self._choose()

    def accessibility_node(self, key: str, texts: Sequence[PaintedText]) -> Node | None:
        return self.pressable_node(key, self.name, "toggle")._replace(is_on=self.is_chosen)

    def draw(self, surface: pygame.Surface) -> None:
        edge = self.context.theme.colours.accent if self.is_chosen else None
        self._draw_panel(surface, PanelLook(edge=edge, raised=True, hovered=self.hovered))
        self.draw_item(surface, self.rect.center)
        if edge is not None:  # a bar, so that the choice is not marked by colour alone
            px, rect = self.context.px, self.rect
            bar = pygame.Rect(rect.x + px(8), rect.bottom - px(6), rect.width - px(16), px(4))
            surface.fill(edge, bar)

    def draw_item(self, surface: pygame.Surface, centre: tuple[int, int]) -> None:
        """Draw the piece or card around a point: on its button, or at the dragging pointer."""


class MarkerOrRemoverChoice(PaletteChoice):
    """A marker in the palette, or the tool that removes markers and cards.

    Args:
        piece: the marker; None for the removing tool.
    """

    def __init__(
        self,
        context: Context,
        name: str,
        choose: Callable[[], None],
        piece: StyledMarker | None,
    ) -> None:
        super().__init__(context, name, choose)
        self.piece = piece

    def draw_item(self, surface: pygame.Surface, centre: tuple[int, int]) -> None:
        context = self.context
        if self.piece is None:
            icon = context.sprites.icon("cross", context.px(20), context.theme.colours.muted)
            icon.draw_centred(surface, centre)
        else:
            width = min(self.rect.size) * 0.58
            context.sprites.marker(self.piece, width).draw_centred(surface, centre)


class CardChoice(PaletteChoice):
    """A card in the palette.

    Args:
        card: the value of the card; None for an unknown card.
    """

    def __init__(
        self, context: Context, name: str, choose: Callable[[], None], card: Card | None
    ) -> None:
        super().__init__(context, name, choose)
        self.card = card

    def draw_item(self, surface: pygame.Surface, centre: tuple[int, int]) -> None:
        px = self.context.px
        size = px(CARD_SIZE[0] * 0.9), px(CARD_SIZE[1] * 0.9)
        place = pygame.Rect((0, 0), size)
        place.center = centre
        self.context.sprites.card(CardLook(self.card), size).draw(surface, place.topleft)


class EditableCardLine(Widget):
    """A line of cards in the editor.

    Pressing a card removes it. Pressing beside the cards adds the card chosen in the palette or,
    with the removing tool, removes the last card.

    Args:
        field: the field of the draft that holds the cards.
        seat_or_side: the index of the line in a field with several lines; -1 if the field is the
            line.
    """

    def __init__(
        self, context: Context, name: str, field: str, seat_or_side: int, editor: PositionEditor
    ) -> None:
        super().__init__(context)
        self.name, self.field, self.place_in_field, self.editor = name, field, seat_or_side, editor
        self._pressed_at: int | None = None

    @property
    def cards_of_line(self) -> tuple[int | None, ...]:
        """The cards of the line; None for an unknown card."""
        value = getattr(self.editor.draft, self.field)
        found: tuple[int | None, ...]
        found = value[self.place_in_field] if self.place_in_field >= 0 else value
        return found

    def replace_cards(self, cards: tuple[int | None, ...]) -> None:
        """Replace the cards of the line."""
        draft = self.editor.draft
        if self.place_in_field >= 0:
            self.editor.apply_undoable_change(
                draft.with_field_value(self.field, self.place_in_field, cards)
            )
        else:
            changes: dict[str, Any] = {self.field: cards}
            self.editor.apply_undoable_change(replace(draft, **changes))

    def add_card_if_allowed(self, card: int | None) -> None:
        """Add a card if there is room; an unknown card (None) is refused outside hands."""
        if self.place_in_field < 0 and card is None:
            self.context.play("invalid", 0)
            self.editor.show_message(_(words.ROW_IS_KNOWN))
            return
        most = MAX_HAND if self.place_in_field >= 0 else MAX_ROW
        if len(self.cards_of_line) < most:
            self.replace_cards((*self.cards_of_line, card))

    def handle_press(self, pos: tuple[int, int]) -> None:
        spots = self._card_places()
        self._pressed_at = next((n for n, spot in enumerate(spots) if spot.collidepoint(pos)), None)

    def activate(self) -> None:
        n, self._pressed_at = self._pressed_at, None
        self.context.play("select", 0)
        if n is not None and n < len(self.cards_of_line):
            self.replace_cards((*self.cards_of_line[:n], *self.cards_of_line[n + 1 :]))
        elif self.editor.is_remover_chosen:
            self.replace_cards(self.cards_of_line[:-1])
        else:
            self.add_card_if_allowed(self.editor.card)

    def handle_key(self, event: pygame.Event) -> bool:
        """Handle a key.

        A digit adds a card, "?" an unknown card, and Backspace removes the last card.
        """
        if event.type != pygame.KEYDOWN:
            return False
        sign = event.dict.get("unicode", "")
        if sign and sign in "012345":
            self.add_card_if_allowed(int(sign))
        elif sign == "?":
            self.add_card_if_allowed(None)
        elif event.key in (pygame.K_BACKSPACE, pygame.K_DELETE) and self.cards_of_line:
            self.replace_cards(self.cards_of_line[:-1])
        else:
            return False
        return True

    def accessibility_node(self, key: str, texts: Sequence[PaintedText]) -> Node | None:
        name = words.labelled_cards_text(self.name, self.cards_of_line)
        return self.pressable_node(key, name)

    def _card_places(self) -> list[pygame.Rect]:
        px = self.context.px
        left, room = self.rect.x + px(LABEL_WIDTH), self.rect.width - px(LABEL_WIDTH + 8)
        size = px(CARD_SIZE[0]), px(CARD_SIZE[1] * 0.88)
        n = len(self.cards_of_line)
        pitch = size[0] + px(4)
        if n > 1:
            pitch = min(pitch, (room - size[0]) // (n - 1))
        top = self.rect.centery - size[1] // 2
        return [pygame.Rect(left + k * pitch, top, *size) for k in range(n)]

    def draw(self, surface: pygame.Surface) -> None:
        context, px = self.context, self.context.px
        self._draw_panel(surface, PanelLook(hovered=self.hovered))
        place = (self.rect.x + px(12), self.rect.centery)
        ink = context.theme.colours.muted
        room = px(LABEL_WIDTH - 20)
        context.fonts.draw_text(surface, self.name, place, styles.SMALL, ink, "midleft", room)
        for card, spot in zip(self.cards_of_line, self._card_places(), strict=True):
            context.sprites.card(CardLook(card), spot.size).draw(surface, spot.topleft)


class PositionEditor(Menu):
    """The screen that edits a position, valid or not; every change can be undone and redone.

    Args:
        line: the initial position in position notation.
        marker_styles: the marker styles of both sides.
        done: called with the study that begins at the finished position.
    """

    def __init__(
        self,
        context: Context,
        line: str,
        marker_styles: tuple[MarkerStyle, MarkerStyle],
        done: Callable[[Study], None],
    ) -> None:
        super().__init__(context)
        self.group.by_rows = True
        self.draft, self.looks, self._done = draft_of_text(line), marker_styles, done
        self.piece = 0  # the index in ``PIECES`` of the piece chosen in the palette
        self.card: Card | None = None
        self._past: list[PositionDraft] = []
        self._future: list[PositionDraft] = []
        self._dragged: PaletteChoice | None = None
        self._drag_place = (0, 0)  # the position of the dragging pointer

    @property
    def fault_sentence(self) -> str:
        """The reason why the position cannot be studied, as a sentence; "" if it can."""
        try:
            study_of_text(self.draft.text)
        except (PositionError, StudyRefusedError) as error:
            return words.study_error_sentence(error)
        return ""

    @property
    def is_remover_chosen(self) -> bool:
        """Whether the removing tool is chosen."""
        return PIECES[self.piece][2] == "nothing"

    def apply_undoable_change(self, draft: PositionDraft) -> None:
        """Apply a change, which ``undo`` can revert."""
        if draft == self.draft:
            return
        self._past.append(self.draft)
        self._future.clear()
        self._set_draft_and_rebuild(draft)

    def _set_draft_and_rebuild(self, draft: PositionDraft) -> None:
        self.draft = draft
        self.rebuild_widgets()

    def undo(self) -> None:
        """Undo the last change."""
        if not self._past:
            self.show_message(_(words.NOTHING_TO_UNDO))
            return
        self._future.append(self.draft)
        self._set_draft_and_rebuild(self._past.pop())

    def redo(self) -> None:
        """Redo the change that was undone last."""
        if not self._future:
            self.show_message(_(words.NOTHING_TO_REDO))
            return
        self._past.append(self.draft)
        self._set_draft_and_rebuild(self._future.pop())

    def put_chosen_piece_on_key(self, key: Key) -> None:
        """Place the chosen piece on a key."""
        _name, side, piece = PIECES[self.piece]
        self.context.play("key", key)
        self.apply_undoable_change(self.draft.with_marker_added_or_removed(key, side, piece))

    def replace_by_pasted_position(self) -> None:
        """Replace the position by the position on the clipboard; if that is invalid, show why."""
        try:
            self.apply_undoable_change(draft_of_text(self.context.clipboard.get_text().strip()))
        except PositionError as error:
            self.show_message(words.position_error_sentence(error))

    def close_and_start_study(self) -> None:
        """Close the editor and begin the study; if the position is not valid, show why."""
        fault = self.fault_sentence
        if fault:
            self.context.play("invalid", 0)
            self.show_message(fault)
            return
        study = study_of_text(self.draft.text)
        self.context.stack.pop()
        self._done(study)

    def handle_intent(self, name: str) -> bool:
        actions: dict[str, Callable[[], None]] = {
            "undo": self.undo,
            "redo": self.redo,
            "paste": self.replace_by_pasted_position,
        }
        if name in actions:
            actions[name]()
        return name in actions or super().handle_intent(name)

    def handle(self, event: pygame.Event) -> bool:
        """Handle an event; the mouse can drag pieces and cards from the palette."""
        dragged = None
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            taken = (one for one in self._palette_choices() if one.rect.collidepoint(event.pos))
            self._dragged, self._drag_place = next(taken, None), event.pos
        elif event.type == pygame.MOUSEMOTION and self._dragged is not None:
            self._drag_place, self.needs_redraw = event.pos, True
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            dragged, self._dragged = self._dragged, None
            self.needs_redraw = self.needs_redraw or dragged is not None
        used = super().handle(event)
        if dragged is not None and not dragged.rect.collidepoint(event.pos):
            goals = [one for one in self.widgets.values() if one.rect.collidepoint(event.pos)]
            self._drop_piece_or_card(dragged, goals)
        return used

    def draw(self, surface: pygame.Surface) -> None:
        super().draw(surface)
        if self._dragged is not None and not self._dragged.rect.collidepoint(self._drag_place):
            self._dragged.draw_item(surface, self._drag_place)

    def _palette_choices(self) -> list[PaletteChoice]:
        return [one for one in self.widgets.values() if isinstance(one, PaletteChoice)]

    def _drop_piece_or_card(self, dragged: PaletteChoice, goals: Sequence[Widget]) -> None:
        for goal in goals:
            if isinstance(goal, EditableKey) and isinstance(dragged, MarkerOrRemoverChoice):
                dragged.activate()
                self.put_chosen_piece_on_key(goal.key_number)
            elif isinstance(goal, EditableCardLine) and isinstance(dragged, CardChoice):
                goal.add_card_if_allowed(dragged.card)

    def create_widgets(self) -> None:
        context, rules = self.context, PRESETS[self.draft.preset_name]
        for key in KEY_ORDER:
            self.add_widget(f"key {key}", EditableKey(context, key, self))
        for n, (name, side, piece) in enumerate(PIECES):
            look = None if piece == "nothing" else self.looks[side].marker(piece == "double")
            choice = MarkerOrRemoverChoice(
                context, words.editor_piece_name(name), self._piece_choosing_action(n), look
            )
            choice.is_chosen = n == self.piece
            self.add_widget(name, choice)
        palette: tuple[Card | None, ...] = (*range(rules.values), None)
        for card in palette:
            label = words.card_choice_name(card)
            chosen = CardChoice(context, label, self._card_choosing_action(card), card)
            chosen.is_chosen = card == self.card and not self.is_remover_chosen
            self.add_widget(f"card {card}", chosen)
        self.add_widget("row", EditableCardLine(context, _("Row"), "row", -1, self))
        self.add_widget("aside", EditableCardLine(context, _("Set aside"), "aside", -1, self))
        for seat in range(rules.n_seats):
            name = words.editor_hand_name(seat)
            self.add_widget(f"hand {seat}", EditableCardLine(context, name, "hands", seat, self))
        for name, stepper in self._make_steppers_by_name():
            self.add_widget(name, stepper)
        # In a narrow window, five buttons in the footer leave no room for key hints.
        for name, label, action in (
            ("back", _("Back"), self.go_back),
            ("undo", _("Undo"), self.undo),
            ("redo", _("Redo"), self.redo),
            ("paste", _("Paste"), self.replace_by_pasted_position),
        ):
            hint, icon = ("", "") if self.is_narrow else (name, "left" if name == "back" else "")
            self.add_widget(name, Button(context, label, action, icon=icon, hint=hint))
        self.add_widget(
            "done", Button(context, _("Study"), self.close_and_start_study, primary=True)
        )
        self.widgets["done"].reason = self.fault_sentence or None  # type: ignore[attr-defined]

    def _piece_choosing_action(self, piece_index: int) -> Callable[[], None]:
        def choose_piece() -> None:
            self.piece = piece_index
            self.rebuild_widgets()

        return choose_piece

    def _card_choosing_action(self, card: Card | None) -> Callable[[], None]:
        def choose_card() -> None:
            self.card = card
            if self.is_remover_chosen:
                self.piece = 0
            self.rebuild_widgets()

        return choose_card

    def _make_steppers_by_name(self) -> list[tuple[str, Stepper]]:
        draft = self.draft
        rules = PRESETS[draft.preset_name]
        found: list[tuple[str, Stepper]] = []

        def add_stepper(
            name: str,
            label: str,
            options: Sequence[tuple[Any, str]],
            value: Any,
            change: Callable[[Any], PositionDraft],
        ) -> None:
            if value not in (option for option, _text in options):
                options = [*options, (value, str(value))]
            stepper = Stepper(
                self.context,
                label,
                options,
                value,
                lambda new: self.apply_undoable_change(change(new)),
            )
            found.append((name, stepper))

        presets = [(one, preset_name(one, _)) for one in PRESETS]
        add_stepper("edition", _("Edition"), presets, draft.preset_name, draft.in_edition)
        seats = [(seat, words.editor_player_name(seat)) for seat in range(rules.n_seats)]
        add_stepper("turn", _("To act"), seats, draft.seat_to_act, draft.with_turn_of)
        orders = [("", "–"), ("play", words.editor_command_name(rules, "play"))]
        orders.append(("guard", words.editor_command_name(rules, "guard")))
        add_stepper(
            "order",
            _("Order"),
            orders,
            draft.command_in_force,
            lambda new: replace(draft, command_in_force=new),
        )
        asked = [(False, _("No")), (True, _("Yes"))]
        add_stepper(
            "asked", _("Has asked"), asked, draft.has_asked, lambda x: replace(draft, has_asked=x)
        )
        points = [(n, str(n)) for n in range(MAX_POINTS + 1)]
        markers = [(n, str(n)) for n in range(MAX_MARKERS + 1)]
        supplies: list[tuple[Any, str]] = [(None, capitalized(_("the rest"))), *markers]

        for seat, known in enumerate(draft.sums):
            change_sum = partial(draft.with_field_value, "sums", seat)
            n_drawn = 0 if known is None else known.drawn
            # The lowest sum, which results if all drawn cards have the top value.
            lowest = -n_drawn * (rules.values - 1)
            totals: list[tuple[Any, str]] = [(None, "–")]
            totals += [(KnownSum(n, n_drawn), str(n)) for n in range(lowest, MAX_SUM + 1)]
            label = words.position_setting_label("sum", seat)
            add_stepper(f"sum {seat}", label, totals, known, change_sum)
            drawn: list[tuple[Any, str]] = [(None, "–")]
            if known is not None:
                drawn = [(KnownSum(known.total, n), str(n)) for n in range(MAX_DRAWN + 1)]
            label = words.position_setting_label("drawn", seat)
            add_stepper(f"drawn {seat}", label, drawn, known, change_sum)
        codes: list[tuple[Any, str]] = [(None, "–"), *((c, code_name(c, _)) for c in CODES)]
        fields: list[tuple[str, str, Sequence[tuple[Any, str]], Sequence[Any]]] = [
            ("score", "score", points, draft.score),
            ("captured", "captured", markers, draft.captured),
            ("supply", "supply", supplies, draft.supply),
            ("code", "codes", codes, draft.codes if rules.has_codes else ()),
        ]
        for name, field, options, values in fields:
            for n, value in enumerate(values):
                label = words.position_setting_label(name, n)
                add_stepper(
                    f"{name} {n}", label, options, value, partial(draft.with_field_value, field, n)
                )
        return found

    @property
    def minimum_height_in_units(self) -> float:  # type: ignore[override]
        """The height that the widgets need in layout units; a narrow window has one column."""
        if not self.widgets:
            return 490.0
        lists = (len(self._card_line_rows()) + self._n_stepper_rows()) * (
            CONTROL_HEIGHT + CONTROL_GAP
        )
        board = KEYPAD_SIZE + 2 * (CONTROL_HEIGHT + 3 * CONTROL_GAP)
        return board + lists if self.is_narrow else max(board, lists)

    def _card_line_rows(self) -> list[list[EditableCardLine]]:
        """Return the lines of cards by rows; two hands share a row if there is room."""
        lines = [one for one in self.widgets.values() if isinstance(one, EditableCardLine)]
        hands = [one for one in lines if one.place_in_field >= 0]
        n_columns = 1 if self.is_narrow else 2
        rows = [hands[n : n + n_columns] for n in range(0, len(hands), n_columns)]
        return [[one] for one in lines if one.place_in_field < 0] + rows

    def _n_stepper_rows(self) -> int:
        n = sum(isinstance(one, Stepper) for one in self.widgets.values())
        return -(-n // self._n_stepper_columns())

    def _n_stepper_columns(self) -> int:
        width = (
            self.content_left_and_width[1]
            if self.is_narrow
            else self.content_left_and_width[1] - KEYPAD_SIZE - 20
        )
        return max(1, int(width // (MIN_STEPPER_WIDTH + CONTROL_GAP)))

    def place_widgets(self) -> None:
        rect, (left, width), (top, height) = (
            self.context.px_rect,
            self.content_left_and_width,
            self.content_top_and_height,
        )
        edge = (KEYPAD_SIZE - 2 * CONTROL_GAP) / 3
        begin = left + (width - KEYPAD_SIZE) / 2 if self.is_narrow else left
        for n, key in enumerate(KEY_ORDER):
            x, y = n % 3 * (edge + CONTROL_GAP), n // 3 * (edge + CONTROL_GAP)
            self.widgets[f"key {key}"].rect = rect(begin + x, top + y, edge, edge)
        y = top + KEYPAD_SIZE + 2 * CONTROL_GAP
        pieces = [self.widgets[name] for name, _side, _piece in PIECES]
        cards = [one for one in self.widgets.values() if isinstance(one, CardChoice)]
        for parts in (pieces, cards):
            each = (KEYPAD_SIZE - CONTROL_GAP * (len(parts) - 1)) / len(parts)
            for n, part in enumerate(parts):
                part.rect = rect(begin + n * (each + CONTROL_GAP), y, each, CONTROL_HEIGHT + 4)
            y += CONTROL_HEIGHT + 2 * CONTROL_GAP
        x, room = (
            (left, width) if self.is_narrow else (left + KEYPAD_SIZE + 20, width - KEYPAD_SIZE - 20)
        )
        if not self.is_narrow:
            y = top
        for lines in self._card_line_rows():
            each = (room - CONTROL_GAP * 2 * (len(lines) - 1)) / len(lines)
            for n, line_of_cards in enumerate(lines):
                line_of_cards.rect = rect(x + n * (each + 2 * CONTROL_GAP), y, each, CONTROL_HEIGHT)
            y += CONTROL_HEIGHT + CONTROL_GAP
        n_columns = self._n_stepper_columns()
        each = (room - CONTROL_GAP * 2 * (n_columns - 1)) / n_columns
        steppers = [one for one in self.widgets.values() if isinstance(one, Stepper)]
        for n, part in enumerate(steppers):
            column, line = n % n_columns, n // n_columns
            part.box_share = 0.6
            at = x + column * (each + 2 * CONTROL_GAP), y + line * (CONTROL_HEIGHT + CONTROL_GAP)
            part.rect = rect(*at, each, CONTROL_HEIGHT)
        foot = top + height + 24
        names = ("back", "undo", "redo", "paste", "done")
        each = (width - CONTROL_GAP * 2 * (len(names) - 1)) / len(names)
        for n, name in enumerate(names):
            self.widgets[name].rect = rect(left + n * (each + 2 * CONTROL_GAP), foot, each, 48)

    def _is_typing_cards(self) -> bool:
        """Return whether the player uses the keyboard and a line of cards has the focus."""
        has_keyboard = self.context.device == "keys" and self.context.settings.scan == "off"
        is_on_line = isinstance(self.group.focused_widget, EditableCardLine)
        return has_keyboard and is_on_line and self.group.ring

    def draw_content(self, surface: pygame.Surface) -> None:
        fault = self.fault_sentence
        self.draw_title(surface, _("Set up"))
        px, (left, width), (top, height) = (
            self.context.px,
            self.content_left_and_width,
            self.content_top_and_height,
        )
        colours = self.context.theme.colours
        text = _(words.TYPE_CARDS) if self._is_typing_cards() else self.draft.text
        text, ink = (fault, colours.warning) if fault else (text, colours.muted)
        place = (px(left), px(top + height + 6))
        room = px(width)
        self.context.fonts.draw_text(surface, text, place, styles.SMALL, ink, "midleft", room)
