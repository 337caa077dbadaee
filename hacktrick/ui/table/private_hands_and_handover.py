"""Hides private cards on a screen that several people share.

Between the turns of two players, a curtain hides the private cards; only a deliberate press opens
the curtain. Cards are also hidden after some time without input.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from hacktrick.app.match_session import MatchSession
from hacktrick.app.snapshot import Snapshot
from hacktrick.app.turn_draft import PlayerTurnDraft
from hacktrick.game.state import Seat
from hacktrick.i18n import screen_text
from hacktrick.i18n.match_text import MatchSentences
from hacktrick.i18n.table_view_model import make_table_view_model
from hacktrick.i18n.translator import _
from hacktrick.ui.accessibility.accessibility_tree import (
    PRESSABLE,
    Node,
    bounds_of_rect,
    label_nodes,
)
from hacktrick.ui.input.intents import INTENT, INTENT_END, REQUEST
from hacktrick.ui.input.key_bindings import parse_chord
from hacktrick.ui.layout.geometry import TableGeometry
from hacktrick.ui.layout.table_layout import TableLayout, lay_out_table
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.paint.card_faces import CardLook
from hacktrick.ui.paint.table_pieces import ButtonPlateLook, button_text_colour
from hacktrick.ui.scene.scenes_and_context import Context, Scene
from hacktrick.ui.table.draw_context import TableDrawState
from hacktrick.ui.table.match_playback import DRAWN_CARD_INPUT_DELAY, MatchPresenter
from hacktrick.ui.table.motion.motion_state import MotionState
from hacktrick.ui.table.panels.board import draw_key
from hacktrick.ui.table.panels.player_panels import draw_other_players_and_turn_order
from hacktrick.ui.table.table_layers import (
    draw_background_and_top_bar,
    draw_housing_and_ground,
    draw_markers_scores_and_deck,
    draw_moving_parts_below_widgets,
)
from hacktrick.ui.widgets import game_drawing
from hacktrick.ui.widgets.game_drawing import DockButtonContent, draw_dock_button
from hacktrick.ui.widgets.input_hints import intent_hint
from hacktrick.ui.widgets.menu_base import KEY_EVENTS, MOUSE_EVENTS


class PrivateHandVisibility:
    """Shows and hides the private cards of the players at the screen.

    Args:
        turn: the turn that the player at the screen is composing.
        refresh: redraws the table, without any cached picture.

    Attributes:
        input_at: when the last input at the table came, as in ``SceneStack.seconds``.
    """

    def __init__(
        self,
        context: Context,
        presenter: MatchPresenter,
        turn: PlayerTurnDraft,
        refresh: Callable[[], None],
    ) -> None:
        self.context, self.presenter, self.turn, self.refresh = context, presenter, turn, refresh
        self.session = presenter.session
        self.input_at = context.stack.seconds

    # Methods for the time without input.

    @property
    def idle_seconds(self) -> float:
        """The seconds since the last input at the table; input elsewhere does not count."""
        return self.context.stack.seconds - self.input_at

    def hide_cards_if_idle(self) -> None:
        """Hide the cards after too much time without input."""
        limit = self.context.settings.conceal_after
        if limit and self.idle_seconds >= limit:
            self.hide_cards_if_shared()

    # Methods for showing and hiding cards.

    def hand_screen_to(self, seat: Seat) -> None:
        """Pass the screen to the player at ``seat``, with a curtain if the settings require it."""
        if not self.context.settings.curtain:
            self.show_cards_of(seat)
            return
        recap = self.presenter.wording.recap_lines(self.session.public_history, seat)
        curtain = HandoverScene(
            self.context, self.session, seat, recap, lambda: self.show_cards_of(seat)
        )
        self.context.stack.push(curtain)

    def show_cards_of(self, seat: Seat) -> None:
        """Show the cards of the player at ``seat``, who is now alone at the screen."""
        self.session.show_hand(seat)
        self.context.announcements.clear()
        self.presenter.bottom, self.turn.veiled = seat, False
        self.input_at = self.context.stack.seconds
        self.turn.clear_choice()
        self.presenter.show_newest_snapshot()
        self.refresh()

    def hide_cards_if_shared(self) -> None:
        """Hide all private cards, if several people share the screen."""
        if len(self.session.local_seats) < 2 or self.session.viewer is None:
            return
        self.turn.clear_choice()
        self.presenter.drawn.forget_drawn_cards()
        self.session.hide_hand()
        self.context.announcements.clear()
        self.presenter.skip_to_newest_snapshot()
        self.refresh()

    def hide_cards_after_draw(self) -> None:
        """Hide the cards of the player, who has seen the drawn card.

        Do nothing too soon after the draw, when the player's input may be meant for the draw.
        """
        if self.presenter.drawn.age >= DRAWN_CARD_INPUT_DELAY:
            self.session.hide_drawn_card()
            self.context.announcements.clear()
            self.presenter.drawn.forget_drawn_cards()
            self.presenter.show_newest_snapshot()
            self.refresh()

    def toggle_card_visibility(self) -> None:
        """Hide or show the player's cards; in a watched match, the cards of all players."""
        if self.session.may_show_open_hands:
            self.session.set_open_hands(not self.session.shows_open_hands)
            self.presenter.skip_to_newest_snapshot()
        self.turn.veiled = not self.turn.veiled
        self.turn.clear_choice()
        self.refresh()


# Seconds for which input is ignored, since it may be the previous player's.
HANDOVER_INPUT_DELAY = 0.4
HANDOVER_HOLD = 0.6  # seconds for which the button must be held
HANDOVER_PRESS_GAP = 0.3  # minimum seconds between the two presses
BUTTON_HEIGHT = 0.139  # height of the button that opens the curtain, in table units
PLAYER_NAME_STYLE = styles.TextStyle("heading", 30)
INSTRUCTION_STYLE = styles.TextStyle("body", 15.5)


class HandoverScene(Scene):
    """The curtain that hides private cards until the next player opens it.

    Args:
        seat: the seat of the next player.
        recap: public sentences about the turns since the next player's last turn.
        opened: called once, after the curtain has been removed from the stack.
    """

    def __init__(
        self,
        context: Context,
        session: MatchSession,
        seat: Seat,
        recap: tuple[str, ...],
        opened: Callable[[], None],
    ) -> None:
        super().__init__(context)
        self.session, self.seat, self.recap, self._opened = session, seat, recap, opened
        self.name = session.seats[seat].name
        side = max(0, session.public.seating.side_of[seat])
        self._marker_style = session.side_marker_styles[side]  # the markers look as at the table
        self._age = 0.0  # seconds since the curtain appeared
        self._pressed_at: float | None = None  # the curtain's age at the first of two presses
        self._held_source: object = None  # the held key or mouse button
        self._held_seconds = 0.0
        self._is_hovered = False  # whether the mouse is above the button
        self._is_open = False
        # The keys that were already held when the curtain appeared.
        self._ignored_keys: set[object] = set()
        self._button_rect = pygame.Rect(0, 0, 0, 0)

    @property
    def must_hold_button(self) -> bool:
        """Whether the button must be held. Players with switches press it twice instead."""
        settings = self.context.settings
        return settings.curtain_style == "hold" and settings.scan == "off"

    @property
    def opening_progress(self) -> float:
        """The progress of opening the curtain, from 0 to 1."""
        if self.must_hold_button:
            return min(1.0, self._held_seconds / HANDOVER_HOLD)
        return 0.5 if self._pressed_at is not None else 0.0

    minimum_size = (0.0, 0.0)  # the curtain fits wherever the table does

    def on_pushed(self) -> None:
        self.context.play("curtain", 0)
        held = pygame.key.get_pressed()
        chords = map(parse_chord, self.context.bindings.keys_of_intent("confirm"))
        self._ignored_keys = {chord.key for chord in chords if chord and held[chord.key]}

    def on_removed(self) -> None:
        if self._is_open:
            self._opened()

    def lay_out(self) -> None:
        """Place the table, with public facts only, and the button over the dock."""
        context, session = self.context, self.session
        user, n = context.settings.ui_scale / 100, len(session.seats)
        board, codes = context.theme.board, session.rules.has_codes
        table = lay_out_table(context.size, user, n, board, codes)
        wording = MatchSentences(session.rules, session.seats)
        model = make_table_view_model(
            self._public_snapshot(),
            wording,
            self.seat,
            aids="tournament",
            round_number=self.session.round_number,
        )
        self._picture = TableDrawState(context, model, MotionState())
        self._picture.places = TableGeometry(table, context.px, n)
        self._button_rect = table.dock.copy()
        if not table.is_tall:
            self._button_rect.height = max(context.px(64), round(table.unit * BUTTON_HEIGHT))
            self._button_rect.bottom = table.dock.bottom
        self.needs_redraw = True

    def _public_snapshot(self) -> Snapshot:
        """Return the current snapshot with public facts only."""
        session = self.session
        return Snapshot(
            None,
            session.public,
            None,
            session.public_history,
            session.seats,
            session.marker_styles,
            session.version,
        )

    def handle(self, event: pygame.Event) -> bool:
        if event.type == pygame.MOUSEMOTION:
            over = self._button_rect.collidepoint(event.pos)
            self.needs_redraw = self.needs_redraw or over != self._is_hovered
            self._is_hovered = over
            if not over and self._held_source == "mouse":
                self._handle_release("mouse")
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            if self._button_rect.collidepoint(event.pos):
                self._count_press("mouse")
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            self._handle_release("mouse")
        elif event.type in (pygame.KEYDOWN, INTENT):
            self._handle_pressed_intent(
                self.intent_of_event(event), event.dict.get("key", event.dict.get("button"))
            )
        elif event.type == REQUEST:
            self._press_by_screen_reader(event)
        elif event.type == INTENT_END:
            self._ignored_keys.discard(event.button)
            self._handle_release(event.button)
        elif event.type == pygame.KEYUP:
            self._ignored_keys.discard(event.key)
            self._handle_release(event.key)
        elif event.type == pygame.WINDOWFOCUSLOST:
            self._handle_release(self._held_source)
        return event.type in MOUSE_EVENTS + KEY_EVENTS

    def accessibility_nodes(self) -> Sequence[Node]:
        """Return the nodes of the question, the recap and the button."""
        question = _(screen_text.ARE_YOU_THERE).format(name=self.name)
        bounds = bounds_of_rect(self._button_rect)
        button = Node("open", "button", _("Show my cards"), bounds=bounds, actions=PRESSABLE)
        hint = _(screen_text.PRESS_AGAIN) if self._pressed_at is not None else ""
        labels = label_nodes("recap", (*self.recap, hint or _(screen_text.PRESS_BUTTON_TWICE)))
        return [Node("question", "heading", question), *labels, button]

    def focused_node_key(self) -> str:
        return "open"

    def update(self, dt: float) -> None:
        self._age += dt
        if self.must_hold_button and self._held_source is not None:
            self._held_seconds += dt
            self.needs_redraw = True
            if self._held_seconds >= HANDOVER_HOLD:
                self._open_curtain()

    def draw(self, surface: pygame.Surface) -> None:
        drawing = self._picture.draw_context_for(surface)
        # In a tall window, the text takes the place of the player's rack and hand.
        is_tall = drawing.places.table.is_tall
        draw_background_and_top_bar(drawing)
        draw_housing_and_ground(drawing)
        draw_markers_scores_and_deck(drawing, includes_own_side=not is_tall)
        draw_other_players_and_turn_order(drawing)
        draw_moving_parts_below_widgets(drawing)
        for number in drawing.places.table.keys:
            draw_key(drawing, drawing.places.key_rect(number), number)
        style = CardLook(None, owner=self._marker_style.colour)
        n_cards = 0 if is_tall else drawing.model.public.hand_sizes[self.seat]
        for rect in drawing.places.own_hand_rects(n_cards):
            drawing.sprites.card(style, rect.size).draw(surface, rect.topleft)
        self._draw_question_and_recap(surface, drawing.places.table)
        self._draw_button(surface)

    def _draw_question_and_recap(self, surface: pygame.Surface, table: TableLayout) -> None:
        """Draw the question and, if there is room, a recap since the player's last turn."""
        context, fonts, px = self.context, self.context.fonts, self.context.px
        colours = context.theme.colours
        zone = table.coach.copy()
        if table.is_tall:
            zone = table.prompt.unionall([table.hand, table.small_buttons, table.double])
        # The column beside the board also has other players.
        elif table.racks[1].x > table.housing.right:
            zone.height = zone.bottom - table.racks[1].bottom
            zone.bottom = table.coach.bottom
        whole = _(screen_text.ARE_YOU_THERE).format(name=self.name)
        ways = (whole, self.name)
        question = next(
            (one for one in ways if fonts.can_fit(one, PLAYER_NAME_STYLE, zone.width)), self.name
        )
        high = fonts.line_height(PLAYER_NAME_STYLE)
        bottom = (zone.bottom if table.is_tall else self._button_rect.y) - px(6)
        hint, muted = self._button_hint_text(), colours.muted
        below = fonts.paragraph_height(hint, styles.SMALL, zone.width) + px(8)
        foot = pygame.Rect(zone.x, bottom - below + px(4), zone.width, below)
        fonts.draw_paragraph(surface, hint, foot, styles.SMALL, muted)
        if table.is_tall or (question == whole and bottom - below - high >= zone.y):
            place = (zone.x, bottom - below - high // 2)
            fonts.draw_text(
                surface, question, place, PLAYER_NAME_STYLE, colours.text, "midleft", zone.width
            )
        else:
            self._draw_question_beside_hand(surface, table, whole)
            high = 0
        room = bottom - below - high - zone.y
        lines = [
            line for text in self.recap for line in fonts.wrap(text, INSTRUCTION_STYLE, zone.width)
        ]
        step = fonts.line_height(INSTRUCTION_STYLE)
        lines = lines[-max(0, room // step) :] if room >= step else []
        top = bottom - below - high - step * len(lines)
        for n, line in enumerate(lines):
            where = (zone.x, top + step * n)
            fonts.draw_text(surface, line, where, INSTRUCTION_STYLE, muted, "topleft", zone.width)

    def _draw_question_beside_hand(
        self, surface: pygame.Surface, table: TableLayout, question: str
    ) -> None:
        """Draw the question to the left of the hand, where large text has more room."""
        fonts, colour = self.context.fonts, self.context.theme.colours.text
        room = table.prompt.union(table.double)
        if fonts.can_fit(question, PLAYER_NAME_STYLE, room.width):
            fonts.draw_text(
                surface, question, room.midleft, PLAYER_NAME_STYLE, colour, "midleft", room.width
            )
        else:
            fonts.draw_paragraph(surface, question, room, PLAYER_NAME_STYLE, colour)

    def _draw_button(self, surface: pygame.Surface) -> None:
        context, rect, px = self.context, self._button_rect, self.context.px
        plate = ButtonPlateLook(
            "first", hovered=self._is_hovered, pressed=self._held_source is not None
        )
        face = DockButtonContent(_("Show my cards"), "eye", intents=("confirm",))
        draw_dock_button(surface, context, rect, face, plate)
        if self.opening_progress:
            bar = pygame.Rect(rect.x + px(14), 0, rect.width - px(28), px(8))
            bar.bottom = rect.bottom - px(8)
            colour = button_text_colour(context.theme, plate)
            game_drawing.draw_gauge(surface, context, bar, self.opening_progress, colour)

    def _button_hint_text(self) -> str:
        key = intent_hint(self.context, "confirm")
        if self._pressed_at is not None and not self.must_hold_button:
            return _(screen_text.PRESS_AGAIN)
        if not key:
            text = _(screen_text.HOLD_BUTTON)
            return text if self.must_hold_button else _(screen_text.PRESS_BUTTON_TWICE)
        if self.must_hold_button:
            return _(screen_text.HOLD_BUTTON_OR_KEY).format(key=key)
        return _(screen_text.PRESS_BUTTON_OR_KEY_TWICE).format(key=key)

    def _handle_pressed_intent(self, name: str, key: object) -> None:
        if name in ("back", "menu"):
            self.context.navigator.show_pause_menu()
        elif name in ("confirm", "scan_choose") and key not in self._ignored_keys:
            if self._age < HANDOVER_INPUT_DELAY:
                self._ignored_keys.add(key)  # repetitions of a held key must not count
            else:
                self._count_press(key)

    def _press_by_screen_reader(self, event: pygame.Event) -> None:
        """Perform two presses for a screen reader, which cannot hold the button."""
        if event.action != "press" or self._age < HANDOVER_INPUT_DELAY:
            return
        if self._pressed_at is None:
            self._pressed_at, self.needs_redraw = self._age, True
            self.context.announce(_(screen_text.PRESS_AGAIN), "answer")
        elif self._age - self._pressed_at >= HANDOVER_PRESS_GAP:
            self._open_curtain()

    def _count_press(self, source: object) -> None:
        """Count a press; a key that repeats while it is held counts once.

        The second press, if it does not come too soon, opens the curtain.

        Args:
            source: the key or mouse button.
        """
        if self._age < HANDOVER_INPUT_DELAY or self._held_source is not None:
            return
        self._held_source, self._held_seconds, self.needs_redraw = source, 0.0, True
        self.is_animating = self.must_hold_button
        if self.must_hold_button:
            return
        if self._pressed_at is None:
            self._pressed_at = self._age
        elif self._age - self._pressed_at >= HANDOVER_PRESS_GAP:
            self._open_curtain()

    def _handle_release(self, source: object) -> None:
        if source is not None and source == self._held_source:
            self._held_source, self._held_seconds, self.needs_redraw = None, 0.0, True
            self.is_animating = False

    def _open_curtain(self) -> None:
        if not self._is_open:
            self._is_open = True
            self._held_source, self.is_animating = None, False
            self.context.stack.pop()
