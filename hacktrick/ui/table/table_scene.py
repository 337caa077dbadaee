"""The table scene: a match on the screen, from the deal to the result.

Input changes the draft of a turn, the draft becomes actions, and actions are animated. After the
animation, the next player acts. The scene draws only what the session's snapshots contain.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

import pygame

from hacktrick.app.match_session import MatchSession
from hacktrick.app.program_services import ProgramServices
from hacktrick.app.snapshot import Snapshot
from hacktrick.app.threats_and_decisive_turn import round_tension
from hacktrick.app.turn_draft import PlayerTurnDraft, Refusal
from hacktrick.game.actions import Action
from hacktrick.game.state import PublicState, Seat
from hacktrick.i18n import study_text, table_report
from hacktrick.i18n import translator as words
from hacktrick.i18n.match_text import MatchSentences
from hacktrick.i18n.notebook_pages import NotebookTab
from hacktrick.i18n.rulebook.rulebook_search import ruling_key_for_refusal
from hacktrick.i18n.table_view_model import TableViewModel
from hacktrick.i18n.translator import _
from hacktrick.i18n.turn_instructions import refusal_sentence
from hacktrick.ui.accessibility.accessibility_tree import Node, ReadableWidget
from hacktrick.ui.accessibility.announcements import AnnouncementKind
from hacktrick.ui.layout import table_layout
from hacktrick.ui.layout.geometry import TableGeometry
from hacktrick.ui.scene.scenes_and_context import FOCUS_LOST_EVENTS, Context, Scene, is_player_input
from hacktrick.ui.table import table_layers
from hacktrick.ui.table.accessibility_nodes import (
    status_bar_text,
    table_nodes,
    table_widgets_by_node_key,
)
from hacktrick.ui.table.draw_context import DrawContext, TableDrawState
from hacktrick.ui.table.input.table_widgets import TableInput, TableWidgets
from hacktrick.ui.table.input.turn_controller import TurnController
from hacktrick.ui.table.input.turn_questions import TurnQuestionScene
from hacktrick.ui.table.match_playback import (
    DRAWN_CARD_VIEW_SECONDS,
    MatchPresenter,
    WatchControls,
    seconds_to_pause_after,
)
from hacktrick.ui.table.motion.motion_state import CrossFade
from hacktrick.ui.table.motion.prerender import prerender_sprites_in_steps
from hacktrick.ui.table.panels import player_panels
from hacktrick.ui.table.panels.board import draw_announcement_plate, has_pulsing_key
from hacktrick.ui.table.panels.coach_panel import TableCoach, draw_hint_rings_and_arrows
from hacktrick.ui.table.panels.toast import NO_PANEL, Toast
from hacktrick.ui.table.private_hands_and_handover import PrivateHandVisibility
from hacktrick.ui.table.round_result import ResultScene, winner_with_shown_face
from hacktrick.ui.widgets.basic_widgets import Widget
from hacktrick.ui.widgets.dialogs import (
    push_problem_notices,
    save_match_copy_and_show_path,
    show_engine_fault_and_choices,
)
from hacktrick.ui.widgets.focus_and_scanning import FocusGroup
from hacktrick.ui.widgets.game_drawing import PULSE_SECONDS, threat_pulse_strength
from hacktrick.ui.widgets.menu_base import study_position_on_clipboard

# Period in seconds of the wave through the thinking dots, and its number of frames.
THINKING_WAVE_SECONDS, THINKING_WAVE_FRAMES = 1.2, 12
ITERATOR_DONE = object()  # returned by ``next`` at the end of an iterator


LayerPainter = Callable[[pygame.Surface], None]


class StaticLayerCache:
    """Caches a picture made by several painters until its content changes.

    During an animation, only one painter runs in each frame, so that no frame takes too long.

    Attributes:
        number: the number of completed pictures, which identifies the cached picture.
    """

    def __init__(self) -> None:
        self._cached: pygame.Surface | None = None
        self._next: pygame.Surface | None = None
        self._n_painted = 0  # number of painters that have run for the next picture
        self._is_unchanged = True  # whether nothing has changed since the newest picture was begun
        self._begins_next_frame = False  # whether painting begins only in the next frame
        self.number = 0  # number of pictures completed so far

    @property
    def is_current(self) -> bool:
        """Whether the cached picture is up to date."""
        return self._is_unchanged and self._n_painted == 0 and self._cached is not None

    def drop_picture(self) -> None:
        """Drop the cached picture, so that it is never shown again."""
        self._cached = None

    def mark_for_repaint(self) -> None:
        """Mark the cached picture as out of date.

        The picture is shown until the next picture is complete. A next picture that has already
        been begun is completed first, since it is newer than the cached picture.
        """
        self._begins_next_frame = self.is_current
        self._is_unchanged = False

    def draw_static_parts(
        self, surface: pygame.Surface, parts: Sequence[LayerPainter], moving: bool
    ) -> None:
        """Draw the cached picture on the whole ``surface``, after painting it if necessary.

        Args:
            parts: the painters, in the order in which they paint over each other.
            moving: whether an animation is running. In this case, only one painter runs in each
                frame, and none in the frame of a change, which is slow anyway.
        """
        if self._cached is None or self._cached.get_size() != surface.get_size():
            self._next = pygame.Surface(surface.get_size(), 0, surface)
            self._run_next_painters(parts, len(parts))
        elif not self.is_current:
            self._run_next_painters(
                parts, len(parts) if not moving else 0 if self._begins_next_frame else 1
            )
        self._begins_next_frame = False
        assert self._cached is not None
        surface.blit(self._cached, (0, 0))

    def _run_next_painters(self, parts: Sequence[LayerPainter], n_painters: int) -> None:
        """Run the next ``n_painters`` painters; after the last one, replace the cached picture."""
        if n_painters == len(parts):
            self._n_painted = 0
        if self._n_painted == 0 and n_painters:
            self._is_unchanged = True
        if self._next is None:
            assert self._cached is not None
            self._next = self._cached.copy()
        for paint in parts[self._n_painted : self._n_painted + n_painters]:
            paint(self._next)
        self._n_painted += n_painters
        if self._n_painted == len(parts):
            self._cached, self._next, self._n_painted = self._next, self._cached, 0
            self.number += 1


class MatchAnnouncer:
    """Announces, for screen readers, each action of a match once, and when the player may act.

    Args:
        announce: announces a sentence of a kind; see ``Context.announce``.
        is_shared: whether several people share the screen, so that nothing private may be
            announced.
    """

    def __init__(
        self,
        announce: Callable[[str, AnnouncementKind], None],
        snapshot: Snapshot,
        *,
        is_shared: bool,
    ) -> None:
        self._announce, self._is_shared = announce, is_shared
        self._n_entries = len(snapshot.entries)

    def announce_actions(
        self, wording: MatchSentences, snapshot: Snapshot, round_number: int, is_veiled: bool
    ) -> None:
        """Announce the actions in a snapshot that have not been announced yet.

        Args:
            round_number: the number of the round, from 1, which is announced when the round begins.
            is_veiled: whether the player hides their cards, so that nothing private may be
                announced.
        """
        if len(snapshot.entries) < self._n_entries:
            self._n_entries = 0
            if not snapshot.entries:
                self._announce(table_report.round_title(round_number), "event")
        for entry in snapshot.entries[self._n_entries :]:
            is_open = not (is_veiled or self._is_shared)
            private = wording.private_event_lines(entry.event) if is_open else []
            lines = wording.event_lines(entry)
            if private and entry.event.action.verb == "draw" and not entry.event.facts.shown:
                lines = lines[1:]  # "You drew a 4" also says that a card was drawn
            for text in (*lines, *private):
                self._announce(text, "event")
        self._n_entries = len(snapshot.entries)

    def announce_choice_unless_shared(self, model: TableViewModel) -> None:
        """Announce where the chosen card leads, unless several people share the screen."""
        preview = model.preview
        if preview is not None and not self._is_shared:
            text = model.wording.card_effect_text(
                preview.key, preview.captures, is_double=preview.double
            )
            self._announce(text, "answer")

    def announce_turn(self, model: TableViewModel) -> None:
        """Announce that the player at the screen may act now, and what they may do.

        That a start card is due is part of the short announcement, since a round begins rarely.
        """
        self._announce(model.headline, "turn")
        if not self._is_shared:
            is_start = model.public.phase == "start"
            self._announce(model.prompt_line, "turn" if is_start else "detail")


class TableScene(Scene):
    """The table with the match of a session, played by the people at this computer.

    Args:
        session: the session of the match; None for ``services.session``.
    """

    # The table fits into every window, since its panels can be folded away.
    minimum_size = (0.0, 0.0)
    result_scene: type[ResultScene] = ResultScene
    is_coached = False  # whether the coach's panel always shows text

    def __init__(
        self, context: Context, services: ProgramServices, session: MatchSession | None = None
    ) -> None:
        # The state for which the tension was computed last.
        self._tense_state: PublicState | None = None
        super().__init__(context)
        playing = session or services.session
        assert playing is not None
        self.services, self.session = services, playing
        self.turn = PlayerTurnDraft(self.session)
        self.presenter = MatchPresenter(context, playing)
        self.playback, self.drawn = self.presenter.playback, self.presenter.drawn
        self.playback.choreography.is_hand_hidden = lambda: self.turn.veiled
        self.playback.choreography.pressed_place = lambda: self.picture.pressed_place
        self.playback.result_sound_name = lambda: table_layers.result_sound_name(self.session)
        self.privacy = PrivateHandVisibility(
            context, self.presenter, self.turn, self.refresh_and_drop_pictures
        )
        self.toast = Toast(context)
        self.picture = TableDrawState(
            context,
            self.presenter.make_view_model(self.turn, self.memory_aids),
            self.playback.motion,
        )
        self.controller = TurnController(context, self.turn, self)
        self.coach = self.make_coach()
        self.watch = WatchControls() if playing.may_show_open_hands else None
        self.widgets = TableWidgets(context, self.picture, self.controller)
        self.widgets.watch = self.watch
        self._readable: Mapping[str, Widget] = {}  # the widgets for screen readers, by key
        # The coach's buttons among them; None until the widgets are collected.
        self._readable_buttons: tuple[Widget, ...] | None = None
        self.group = FocusGroup(context, self.request_redraw, self.show_message)
        self.group.replace_widgets(self.widgets.all_widgets(), self.widgets.end_turn_button)
        self.group.ring = False
        self.input = TableInput(
            self.widgets, self.group, self.controller, self.handlers_by_intent()
        )
        self.announcer = MatchAnnouncer(
            context.announce, playing.snapshot(), is_shared=len(playing.local_seats) > 1
        )
        # Match version and viewer of the last announced turn.
        self._announced_turn: tuple[int, int | None] = (-1, None)
        self._made_for: tuple[object, ...] = ()
        self._static_layer = StaticLayerCache()
        self._ground, self._keys = table_layers.BackgroundCache(), table_layers.KeyPictureCache()
        self._fade = CrossFade()
        # The last picture drawn, used only with reduced motion.
        self._last_picture: pygame.Surface | None = None
        self._static_parts = (
            self._draw_background_and_bar,
            lambda surface: table_layers.draw_markers_scores_and_deck(
                self.picture.draw_context_for(surface)
            ),
            lambda surface: player_panels.draw_other_players_and_turn_order(
                self.picture.draw_context_for(surface)
            ),
            lambda surface: table_layers.draw_turn_prompt_and_chances(
                self.picture.draw_context_for(surface)
            ),
            self._draw_unmoving_widgets,
        )
        self._prerendered_sprites: Iterator[None] = iter(())
        self._hold = 0.0
        self._covered_area = pygame.Rect(0, 0, 0, 0)  # the area of a question at the last check
        self._pulse_clock = self._wave_clock = 0.0
        self._result_version = -1  # version of the match whose result has been shown
        self.places: TableGeometry

    def make_coach(self) -> TableCoach:
        """Return the coach of this table."""
        return TableCoach(self.context, self.session, self)

    def on_pushed(self) -> None:
        self.playback.adopt_speed_setting()

    def lay_out(self) -> None:
        """Place everything to suit the window.

        Running animations are skipped if the window's size, the language or the look of the markers
        has changed.
        """
        context = self.context
        made_for = (
            context.sprites,
            context.fonts,
            words.current_language(),
            self.session.marker_styles,
        )
        if made_for != self._made_for:
            self._made_for = made_for
            self.presenter.rebuild_wording()
        n = len(self.session.seats)
        user = self.context.settings.ui_scale / 100
        codes = self.session.rules.has_codes
        board, coached = context.theme.board, self.is_coached
        table = table_layout.lay_out_table(
            context.size, user, n, board, codes, coached, context.reduction
        )
        fresh = not hasattr(self, "places")
        self.places = self.picture.places = TableGeometry(table, self.context.px, n)
        self.presenter.set_animation_places(self.places)
        self.widgets.place_widgets(self.places)
        self.playback.adopt_speed_setting()
        self.session.pace = self.context.settings.pace
        buttons = [widget.rect for widget in self.widgets.dock_buttons if widget.visible]
        looks, has_codes = self.session.side_marker_styles, self.session.rules.has_codes
        self._prerendered_sprites = prerender_sprites_in_steps(
            self.context, self.places, buttons, looks, has_codes
        )
        if fresh and not self.session.snapshot().events:
            self.playback.animate_deal(self.session.snapshot())
        self.refresh()

    def on_covered(self) -> None:
        self.group.unmark_hovered_widgets()

    def on_uncovered(self) -> None:
        if self.session.version != self.playback.latest.version:  # a turn has been taken back
            self.animate_and_announce_changes()
        self.privacy.hide_cards_if_idle()
        self.restart_idle_time()
        if self.session.may_show_open_hands and not self.playback.is_running:
            # The pause menu may have shown or hidden the hands.
            self.presenter.show_newest_snapshot()
            self.refresh()

    @property
    def tension(self) -> float:
        """The tension of the match, from 0 to 1, computed on demand; see ``round_tension``."""
        if self._tense_state is not None:
            self._tension, self._tense_state = round_tension(self._tense_state), None
        return self._tension

    @tension.setter
    def tension(self, value: float) -> None:
        self._tension, self._tense_state = value, None

    def handle(self, event: pygame.Event) -> bool:
        if event.type in FOCUS_LOST_EVENTS:
            self._fade.stop()
            self.privacy.hide_cards_if_shared()
            return False
        if is_player_input(event):
            self.restart_idle_time()
        if self.widgets.log.is_opened and self.input.is_board_intent_event(event):
            self.toggle_notebook()
        if self.input.is_press_skipping_animation(event):
            self._hold = 0.0
        if self.playback.is_running and self.input.is_press_skipping_animation(event):
            self.playback.skip_animations_silently()
            self.refresh()
            hurries = self.context.intent_of_event(event) in ("confirm", "scan_choose")
            if self.session.is_round_over or hurries:
                return True  # during an animation, Enter and switches only skip the animation
        used = self.input.handle(event, self.places)
        if used:
            self.needs_redraw = True
        return used

    def update(self, dt: float) -> None:
        if self.toast.seconds_left > 0 and self.toast.update(dt):
            self.needs_redraw = True
        if self._fade.is_running:
            self._fade.update(dt)
            self.needs_redraw = True
        if self.watch is not None:
            dt *= self.watch.speed
        if self.playback.is_running:
            self._advance_animation(dt)
        else:
            self.is_prerendering = (
                next(self._prerendered_sprites, ITERATOR_DONE) is not ITERATOR_DONE
            )
            self._advance_pause_and_drawn_cards(dt)
        self.needs_motion_redraw = self.needs_motion_redraw or not self._static_layer.is_current
        lags = self.is_animating and (self.needs_redraw or self.needs_motion_redraw)
        self.is_animating = (
            self.playback.is_running or self.drawn.are_turning_over or lags or self._fade.is_running
        )
        self.privacy.hide_cards_if_idle()
        if self.coach.update():
            self.refresh()
        if self._area_of_question_beside_hand != self._covered_area:
            self._covered_area, self.needs_redraw = self._area_of_question_beside_hand.copy(), True
        if self.context.stack.top is not self:
            return
        still = not self.playback.is_running and self._hold <= 0
        if self.watch is not None:
            still = still and self.watch.may_computers_act_in_turn(self.session.public.turn)
        if self.session.update(dt, still):
            self.animate_and_announce_changes()
        if self.session.engine is not None and self.session.engine.fault is not None:
            show_engine_fault_and_choices(self.context, self.session)
        self._announce_turn()
        if not self.playback.is_running and self._hold <= 0:
            self._open_next_scene_if_due()

    def _announce_turn(self) -> None:
        """Announce that the player at the screen may act, once the actions of a turn are over."""
        moment = self.model.snapshot.version, self.model.snapshot.viewer
        if self.model.can_act and moment != self._announced_turn:
            self._announced_turn = moment
            self.announcer.announce_turn(self.model)

    def _advance_animation(self, dt: float) -> None:
        """Advance the animation by ``dt`` seconds.

        As long as the same snapshot is shown, only the moving parts are drawn again.
        """
        shown = self.playback.shown
        self.playback.update(dt)
        if self.playback.shown is not shown or not self.playback.is_running:
            self.refresh()
        self.needs_motion_redraw = True

    def draw(self, surface: pygame.Surface) -> None:
        self.widgets.mark_losing_buttons(self.model)
        drawing = self.picture.draw_context_for(surface)
        if self.context.stack.has_changed:
            self._static_layer.drop_picture()
        elif self.needs_redraw:
            self._static_layer.mark_for_repaint()
        moving = self.is_animating or self.playback.is_running
        self._static_layer.draw_static_parts(surface, self._static_parts, moving)
        self._keys.draw(drawing, self.widgets.keys, self._static_layer.number)
        hidden = self._widgets_covered_by_question()
        lifted = [one for one in self.input.widgets_drawn_on_top() if one not in hidden]
        table_layers.draw_moving_parts_and_widgets(drawing, self.widgets, self.group, lifted)
        self.draw_rings_around_hinted(surface)
        if self.context.stack.top is self:
            self.group.draw_focus_ring_or_scan_bar(surface)
        drawing.motion.draw(surface)
        draw_announcement_plate(drawing)
        panel = self.widgets.coach_panel.rect if self.widgets.coach_panel.visible else NO_PANEL
        self.toast.draw(surface, drawing.model, drawing.places, panel)
        if self._fade.is_running:
            self._fade.draw(surface)
        elif self.context.settings.reduced_motion:
            self._last_picture = surface.copy()

    def draw_rings_around_hinted(self, surface: pygame.Surface) -> None:
        """Draw rings around the controls that the coach's hint points at."""
        panel = self.widgets.coach_panel.rect
        found = [self.widgets.control_rect(control) for control in self.coach.hinted_control_names]
        stops = [rect for rect in found if rect is not None and not panel.collidepoint(rect.center)]
        if stops and not self.playback.is_running:
            draw_hint_rings_and_arrows(
                surface,
                self.context,
                stops,
                spared=[panel],
                display=self.places.table.lcd,
            )

    def _draw_background_and_bar(self, surface: pygame.Surface) -> None:
        drawing = self.picture.draw_context_for(surface)
        self._ground.draw(drawing)
        self._draw_status_bar(drawing)

    def _draw_unmoving_widgets(self, surface: pygame.Surface) -> None:
        left_out = (*self.input.widgets_drawn_on_top(), *self._widgets_covered_by_question())
        drawing = self.picture.draw_context_for(surface)
        table_layers.draw_unmoving_widgets_and_help(drawing, self.widgets, self.group, left_out)

    def _widgets_covered_by_question(self) -> list[Widget]:
        """Return the buttons, and the coach's panel, that a question partly covers."""
        area = self._area_of_question_beside_hand
        if not area:
            return []
        panel = self.widgets.coach_panel.widgets if self.widgets.coach_panel.visible else []
        cut = [button for button in self.widgets.dock_buttons if button.rect.colliderect(area)]
        return [*cut, *(panel if panel and panel[0].rect.colliderect(area) else [])]

    @property
    def _area_of_question_beside_hand(self) -> pygame.Rect:
        """The rectangle of a question beside the hand; empty if there is none."""
        question = self.context.stack.top
        if isinstance(question, TurnQuestionScene) and question.is_beside:
            return question.question_rect
        return pygame.Rect(0, 0, 0, 0)

    # Methods for widgets, the controller and the coach.

    @property
    def model(self) -> TableViewModel:
        return self.picture.model

    @property
    def wording(self) -> MatchSentences:
        return self.presenter.wording

    @property
    def message(self) -> str:
        """The sentence of the visible toast, or "" if there is none."""
        return self.toast.visible_sentence

    def request_redraw(self) -> None:
        """Mark the table as changed, so that it is drawn again in the next frame."""
        self.needs_redraw = True

    def show_refusal(self, refusal: Refusal, control: str = "") -> None:
        """Show why something cannot be done, as a toast near the control that was used.

        Args:
            control: the name of the control; "" if none was used.
        """
        self.context.play("invalid", 0)
        widget = self.widgets.widget_of_control(control)
        sentence = refusal_sentence(self.wording, refusal)
        self.show_message(
            sentence, widget.rect if widget is not None and widget.visible else None, refusal
        )

    def show_message(
        self, sentence: str, control_rect: pygame.Rect | None = None, refusal: Refusal | None = None
    ) -> None:
        """Show and announce a sentence as a toast.

        Args:
            control_rect: the rectangle near which the toast is shown; None for the focused widget
                or else the display.
            refusal: the refusal that the sentence explains, if any.
        """
        focus = self.group.focused_widget
        if control_rect is None and focus is not None and focus.visible:
            control_rect = focus.rect
        self.toast.show_near(sentence, control_rect or self.places.table.lcd, refusal)
        self.context.announce(sentence, "answer")
        self.needs_redraw = True

    def refresh(self) -> None:
        """Update the view model, the widgets and the coach after any change."""
        if not hasattr(self, "places"):
            return
        self.picture.model = self.presenter.make_view_model(
            self.turn,
            self.memory_aids,
            self.picture.model,
            has_computer_remarks=self.has_computer_remarks,
            can_pin_cards=self.can_pin_cards,
        )
        if self.watch is not None and self.watch.is_paused:
            paused = _("Paused")
            self.picture.model = self.model.with_fixed_values(
                headline=paused, headline_beside_face=paused, prompt_line=""
            )
        self.widgets.hinted = self.coach.hinted_control_names
        self.widgets.update_for_match(self.model, self.places)
        self.widgets.update_coach_panel(self.coach.panel_content(), self.places)
        self.group.reorder_widgets(self.widgets.coach_panel.widgets)
        self.widgets.log.show_match(self.model, self.coach.hand_odds_for_notebook(self.widgets.log))
        focus = self.group.focused_widget
        if focus is not None and not (focus.visible and focus.focusable):
            self.group.set_focus(self.widgets.end_turn_button)
        self.needs_redraw = True

    def refresh_and_drop_pictures(self) -> None:
        """Refresh the table and drop all cached pictures, so that they are never shown again."""
        self._static_layer.drop_picture()
        self._fade.stop()
        self._last_picture = None
        self.refresh()

    def animate_and_announce_changes(self) -> None:
        """Animate and announce what has changed in the match."""
        if self.context.settings.reduced_motion and self._last_picture is not None:
            self._fade.begin(self._last_picture)
            self._last_picture = None
        snapshot = self.presenter.animate_session_changes()
        session = self.session
        self.announcer.announce_actions(
            self.wording, snapshot, session.round_number, self.turn.veiled
        )
        self._hold = seconds_to_pause_after(snapshot, self.session.local_seats, self.session.pace)
        self._tense_state = self.session.public
        self.refresh()

    def refresh_and_focus_turn_end(self) -> None:
        """Refresh the table and move the focus to the button that ends the turn.

        Announce what the turn would do, unless a screen reader has just read that at the focus.
        """
        focus = self.group.focused_widget
        self.refresh()
        if focus not in self.widgets.key_and_card_widgets:
            self.announcer.announce_choice_unless_shared(self.model)
        self.group.set_focus(self.widgets.confirm_choice_button)

    def submit_unless_tutor_warns(self, *actions: Action) -> None:
        """Carry out actions for the player at the screen, unless the tutor has a question first."""
        if not self.coach.withhold_turn_for_tutor(actions):
            self.play_turn(*actions)

    def play_turn(self, *actions: Action) -> None:
        """Carry out actions for the player at the screen, and queue those that must wait."""
        for n, action in enumerate(actions):
            if not self.session.may_act:
                self.session.queue_rest_of_turn(actions[n:])
                break
            self.session.submit(action, keeps_cards_open=True)
            self.animate_and_announce_changes()
        self.group.set_focus(self.widgets.end_turn_button)

    def hide_cards_after_draw(self) -> None:
        """Pass the screen to the next player, since the player has seen the drawn card."""
        self.privacy.hide_cards_after_draw()

    def restart_idle_time(self) -> None:
        self.privacy.input_at = self.context.stack.seconds

    def possible_question_areas(self) -> tuple[pygame.Rect, ...]:
        """Return the rectangles in which a question can be shown, the best rectangle first.

        Rectangles that leave board and cards visible come first. In a tall window, the best
        rectangle is beside the hand, over rack and buttons.
        """
        table = self.places.table
        if not table.is_tall:
            return table.result, table.keypad
        margin, bottom = (
            table.row.left,
            max(widget.rect.bottom for widget in self.widgets.dock_buttons),
        )
        cards = self.places.own_hand_rects(len(self.model.shown_hand(self.model.bottom)))
        left = max((card.right for card in cards), default=0) + margin
        top = table.locks[0].bottom
        beside = pygame.Rect(left, top, table.row.right - left, bottom - top)
        return beside, table.coach, table.keypad

    def show_menu(self) -> None:
        """Open the pause menu over the table."""
        self.context.navigator.show_pause_menu()

    def show_rules(self, topic: str | None = None) -> None:
        """Open the rules at a topic.

        Args:
            topic: the topic; None for the topic of the refusal that is shown now.
        """
        rules = self.session.rules
        topic = topic or ruling_key_for_refusal(rules, self.toast.explained_refusal, words._)
        self.context.navigator.show_rules(rules, topic)

    def study_position_or_refuse(self) -> None:
        """Show a message that the position of a running match cannot be studied."""
        self.show_message(_(study_text.RUNNING_MATCH))

    def study_pasted_position(self) -> None:
        """Study the position on the clipboard, or show why that is impossible."""
        study_position_on_clipboard(self.context, self.show_message)

    def show_hint_or_toggle_hands(self) -> None:
        """Show a hint or, in a watched match, show or hide the hands."""
        if self.session.may_show_open_hands:
            self.privacy.toggle_card_visibility()
        else:
            self.coach.show_hint_or_explain_it()

    def toggle_notebook(self) -> None:
        """Open or close the notebook; a notebook that is docked beside the table stays open."""
        notebook = self.widgets.log
        notebook.is_opened = not notebook.is_opened and not notebook.is_docked
        self.refresh()
        if notebook.is_open:
            self.group.set_focus(notebook)

    def open_notebook(self, tab: NotebookTab) -> None:
        """Open the notebook at a page.

        Args:
            tab: the page to open.
        """
        self.widgets.log.open_notebook(tab)
        self.refresh()

    def pause_or_resume_watched_match(self) -> None:
        """Pause a watched match between computer players, or resume it."""
        if self.watch is not None:
            self.watch.toggle_pause()
            self.refresh()

    def pause_after_watched_turn(self) -> None:
        """Let the computer players of a watched match finish this turn, then pause."""
        if self.watch is not None:
            self.watch.finish_turn_and_pause(self.session.public.turn)
            self.refresh()

    def change_watch_speed(self) -> None:
        """Change to the next speed of a watched match; see ``WATCH_SPEEDS``."""
        if self.watch is not None:
            self.watch.switch_to_next_speed()
            self.refresh()

    def go_back_one_step(self) -> None:
        """Go back one step: close a page or panel, undo a choice, or otherwise open the menu."""
        if self.coach.page == "tutor" or self.coach.is_choice_open_or_hinted:
            self.coach.close_page()
        elif self.turn.clear_choice():
            self.refresh()
        elif self.coach.close_page():
            pass
        elif self.widgets.log.is_opened:
            self.toggle_notebook()
        else:
            self.show_menu()

    def handlers_by_intent(self) -> dict[str, Callable[[], None]]:
        """Return the function for each intent at the table, keyed by the name of the intent."""
        return {
            **self.controller.handlers_by_intent(),
            **self.coach.handlers_by_intent(),
            "log": self.toggle_notebook,
            "hide": self.privacy.toggle_card_visibility,
            "rules": self.show_rules,
            "key_sheet": lambda: self.show_rules("keys"),
            "settings": self.context.navigator.show_settings,
            "menu": self.show_menu,
            "save_copy": lambda: save_match_copy_and_show_path(self.context, self.services),
            "study": self.study_position_or_refuse,
            "paste": self.study_pasted_position,
            "back": self.go_back_one_step,
        }

    # Methods for screen readers.

    def readable_widgets(self) -> Mapping[str, ReadableWidget]:
        buttons = tuple(self.widgets.coach_panel.buttons)  # their order changes
        if buttons != self._readable_buttons:
            self._readable_buttons = buttons
            self._readable = table_widgets_by_node_key(self.widgets)
        return self._readable

    def accessibility_nodes(self) -> Sequence[Node]:
        title, remarks = self.accessible_title(), self.visible_remarks()
        return table_nodes(self.readable_widgets(), self.model, title, remarks)

    def visible_remarks(self) -> list[str]:
        """Return the sentences that are visible for a short time, for screen readers."""
        return [self.message]

    def accessible_title(self) -> str:
        """Return the title that screen readers read, which is the text of the bar at the top."""
        return status_bar_text(self.model)

    # Methods for the time when nothing moves.

    def show_result(self) -> None:
        """Show the result of the round over the table."""
        scene = self.result_scene(
            self.context,
            self.services,
            lambda: self.places.result_rect(),
            self.animate_and_announce_changes,
            self._face_rect_of_winner,
        )
        self.context.stack.push(scene)

    def _face_rect_of_winner(self) -> pygame.Rect | None:
        """Return the rectangle of the face of the player who has won the match.

        Return None if there is no winner, or if the winner sits at the lower edge and has no face.
        """
        winners = self.session.winners
        slot = self.model.screen_place(winner_with_shown_face(self.session)) if winners else 0
        return self.places.face_rect(slot) if slot else None

    def _open_next_scene_if_due(self) -> None:
        """Take the next step that is due when nothing moves.

        That is: report problems, show the result, pass the screen to the next player, or open a
        question.
        """
        if self.services.problems:
            push_problem_notices(self.context, self.services.pop_problems())
            return
        session = self.session
        if session.is_showing_drawn_card:
            if self.drawn.age >= DRAWN_CARD_VIEW_SECONDS:
                self.hide_cards_after_draw()
            return
        if session.is_round_over:
            if self._result_version != session.version:
                self._result_version = session.version
                if self.watch is not None:
                    self.watch.last_turn = -1
                # The sound is still due if the animation was skipped, or if there was none.
                if not self.playback.has_played_result_sound:
                    self.context.play(table_layers.result_sound_name(session), 0)
                self.services.lessons.record_round_and_match_result(session)
                self.show_result()
            return
        seat = self.session.awaited_human
        if seat is not None:
            self.privacy.hand_screen_to(seat)
            return
        self.controller.open_due_question_once()

    def _advance_pause_and_drawn_cards(self, dt: float) -> None:
        """Advance by ``dt`` seconds without an animation.

        The last action of a computer player stays in view, and drawn cards turn over.
        """
        self._hold = max(0.0, self._hold - dt)
        self._animate_key_pulses_and_dots(dt)
        if not self.drawn.update(
            dt, self.playback.timeline.speed, self.session.is_showing_drawn_card
        ):
            return
        if self.drawn.are_turning_over:
            self.needs_motion_redraw = True
        else:
            self.refresh()

    def _animate_key_pulses_and_dots(self, dt: float) -> None:
        """Animate the pulsing light on keys that can end the round next, and the thinking dots."""
        settings, motion = self.context.settings, self.picture.motion
        is_still = settings.reduced_motion or settings.animation_speed == "off"
        is_still = is_still or self.context.runs_on_battery()
        glows = not is_still and self.context.theme.surface.glow
        thinks = self.model.is_thinking and (self.watch is None or not self.watch.is_paused)
        hum, thinking = 1.0, 0.0
        if glows and has_pulsing_key(self.model):
            self._pulse_clock = (self._pulse_clock + dt) % PULSE_SECONDS
            hum = round(16 * threat_pulse_strength(self._pulse_clock)) / 16
        if thinks and not is_still:
            self._wave_clock = (self._wave_clock + dt) % THINKING_WAVE_SECONDS
            thinking = (
                int(THINKING_WAVE_FRAMES * self._wave_clock / THINKING_WAVE_SECONDS)
                / THINKING_WAVE_FRAMES
            )
        if (hum, thinking) != (motion.pulse_strength, motion.thinking_wave):
            motion.pulse_strength, motion.thinking_wave = hum, thinking
            self.needs_motion_redraw = True

    # Methods for settings and drawing.

    @property
    def has_computer_remarks(self) -> bool:
        """Whether computer players make remarks at this table."""
        return self.context.settings.voices

    @property
    def memory_aids(self) -> str:
        """The memory aids at this table, as a value of the setting of that name."""
        return self.context.settings.aids

    @property
    def can_pin_cards(self) -> bool:
        """Whether the player may pin guessed values on hidden cards."""
        return self.context.settings.pins

    def cycle_pinned_value(self, seat: Seat, index_from_right: int) -> None:
        """Pin the next possible value on another player's card, or remove the pin after the last.

        Args:
            seat: the seat of that player.
            index_from_right: the index of the card in the hand, counted from the right.
        """
        model, viewer = self.model, self.session.viewer
        choices = model.values_possible_for_pin(seat, index_from_right)
        if not choices or viewer is None:
            self.context.play("invalid", 0)
            return
        self.session.pins.marks_certain = model.has_memory_aids
        self.session.pins.cycle_pin(viewer, seat, index_from_right, choices)
        self.context.play("select", 0)
        self.refresh()

    def _draw_status_bar(self, drawing: DrawContext) -> None:
        """Draw the bar at the top of the table."""
        player_panels.draw_status_bar(drawing)
