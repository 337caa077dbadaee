"""The table of an exercise, such as a lesson or a puzzle, which belongs to no match."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable

import pygame

from hacktrick.app.study_session import study_of_views
from hacktrick.i18n import screen_text, study_text
from hacktrick.i18n.notebook_pages import NotebookTab
from hacktrick.i18n.translator import _
from hacktrick.ui.table.draw_context import DrawContext
from hacktrick.ui.table.panels import player_panels
from hacktrick.ui.table.panels.coach_panel import draw_hint_rings_and_arrows
from hacktrick.ui.table.table_scene import TableScene
from hacktrick.ui.widgets.basic_widgets import Widget
from hacktrick.ui.widgets.dialogs import show_new_file_problems

# With less height than this, in layout units, the notebook is not shown.
MIN_NOTEBOOK_HEIGHT = 150.0
# Seconds after a change in which Enter is ignored, since it may be meant for the old state.
INPUT_DELAY = 0.6
ORDER_OF_USE = ("row", "card", "double", "key")
CONTROL_OF_PLACE = {"deck": "draw", "partner": "ask_partner"}
"""The controls whose name differs from the name of their place, by the name of the place."""


class ExerciseScene(TableScene, ABC):
    """A table on which the coach sets a task.

    Leaving the exercise returns to the scene below. The exercise is not saved as a match, and the
    player's own match stays untouched. Subclasses define the places to highlight and the events for
    which the coach waits.
    """

    is_coached = True
    _seconds_in_state = 0.0  # seconds since the exercise reached its current state
    _last_state: Hashable = None

    @abstractmethod
    def state_that_delays_enter(self) -> Hashable:
        """Return the state of the exercise.

        For a moment after the state changes, Enter does not answer the coach.
        """

    @abstractmethod
    def exercise_title(self) -> str:
        """Return the title in the bar at the top."""

    def exercise_short_title(self) -> str:
        """Return the title for a bar without room for the whole title; "" for none."""
        return ""

    def exercise_headline(self) -> str:
        """Return the headline that replaces the headline about the turn; "" for none."""
        return ""

    @property
    def hides_hands(self) -> bool:
        """Whether the exercise asks about hidden hands, so that odds are hidden."""
        return False

    def highlighted_place_names(self) -> Iterable[str]:
        """Return the names of places to highlight, such as "key 8", "card 5", "deck" or "ask"."""
        return ()

    def accessible_title(self) -> str:
        return self.exercise_title()

    def study_position_or_refuse(self) -> None:
        """Open the study board at the position of the exercise, or show why that is impossible."""
        view, playing = self.session.view_to_study, self.services.session
        if playing is not None and not playing.is_over:
            self.show_message(_(study_text.RUNNING_MATCH))
        elif view is None:
            self.show_message(_(study_text.ROUND_OVER))
        else:
            self.context.navigator.show_study(study_of_views((view,)))

    def save_refusal_sentence(self) -> str:
        """Return the sentence that explains why an exercise cannot be saved."""
        return _(screen_text.LESSON_SAVES_ITSELF)

    @property
    def memory_aids(self) -> str:
        return "learning"

    @property
    def can_pin_cards(self) -> bool:
        return False

    @property
    def has_computer_remarks(self) -> bool:
        return False

    def handle(self, event: pygame.Event) -> bool:
        is_early = self._seconds_in_state < INPUT_DELAY and not self.playback.is_running
        if (
            is_early
            and self.widgets.coach_panel.main_button is not None
            and self.intent_of_event(event) == "confirm"
        ):
            return True
        return super().handle(event)

    def update(self, dt: float) -> None:
        super().update(dt)
        state = self.state_that_delays_enter()
        if state != self._last_state:
            self._last_state, self._seconds_in_state = state, 0.0
        elif not self.playback.is_running:
            self._seconds_in_state += dt

    def refresh(self) -> None:
        super().refresh()
        if not hasattr(self, "places"):
            return
        self._apply_exercise_to_model()
        self.fit_notebook_above_coach()
        first = self.first_focus_widget()
        if first is not None and self.group.focused_widget in (None, self.widgets.end_turn_button):
            self.group.set_focus(first)

    def _apply_exercise_to_model(self) -> None:
        """Show the headline of the exercise, and hide the facts about which the exercise asks."""
        model, headline = self.picture.model, self.exercise_headline()
        if headline:
            model = model.with_fixed_values(headline=headline, prompt_line="")
        if self.hides_hands:
            model = model.with_fixed_values(card_knowledge_by_seat={})
            self.widgets.log.show_match(model.with_fixed_values(hand_chances={}))
        self.picture.model = model

    def fit_notebook_above_coach(self) -> None:
        """Let an open notebook end above the coach's panel, or hide it if it gets too low."""
        notebook, panel, table = self.widgets.log, self.widgets.coach_panel, self.places.table
        notebook.rect = table.notebook.copy()
        if (
            not notebook.is_opened
            or notebook.is_docked
            or not notebook.rect.colliderect(table.coach)
        ):
            return
        zone = pygame.Rect(0, 0, table.coach.width, panel.rect.height)
        zone.bottomleft = panel.rect.x, max(table.coach.bottom, panel.rect.bottom)
        height = zone.top - self.context.px(8) - notebook.rect.top
        if height < self.context.px(MIN_NOTEBOOK_HEIGHT):
            notebook.visible = False
            return
        panel.show_content(panel.content, zone, table.ceiling)
        notebook.rect.height = height

    def open_notebook(self, tab: NotebookTab) -> None:
        """Open the notebook at a page; in a tall window, only turn to the page.

        An open notebook would cover the board in a tall window.
        """
        if self.places.table.is_tall:
            self.widgets.log.turn_to_page(tab)
        else:
            super().open_notebook(tab)

    def first_focus_widget(self) -> Widget | None:
        """Return the widget to focus instead of the main button; None to keep the focus there."""
        return self.widgets.coach_panel.main_button

    def go_back_one_step(self) -> None:
        if self.widgets.log.is_opened:
            self.toggle_notebook()
        elif not self.coach.close_page():
            self.show_menu()

    def show_menu(self) -> None:
        """Leave the exercise without asking."""
        self.context.stack.pop()

    def handlers_by_intent(self) -> dict[str, Callable[[], None]]:
        return {**super().handlers_by_intent(), "save_copy": self._explain_why_not_saved}

    def _explain_why_not_saved(self) -> None:
        self.show_message(self.save_refusal_sentence())

    def show_position_without_animation(self) -> None:
        """Show a new position of the exercise without an animation."""
        self.turn.clear_choice()
        self.playback.latest = self.session.snapshot()
        self.playback.skip_animations_silently()
        self.group.set_focus(self.widgets.end_turn_button)
        self.refresh()

    def _open_next_scene_if_due(self) -> None:
        show_new_file_problems(self.context, self.services)

    def _draw_status_bar(self, drawing: DrawContext) -> None:
        player_panels.draw_status_bar(drawing, self.exercise_title(), self.exercise_short_title())

    def draw_rings_around_hinted(self, surface: pygame.Surface) -> None:
        """Draw rings around the highlighted places, with arrows in the order of use."""
        super().draw_rings_around_hinted(surface)
        if self.playback.is_running:
            return
        spared, lcd = [self.widgets.coach_panel.rect], self.places.table.lcd
        names = sorted(self.highlighted_place_names(), key=_rank_in_order_of_use)
        found = [
            (name, rect)
            for name in names
            if (rect := self._rect_of_highlighted_place(name)) is not None
        ]
        kinds = [name.partition(" ")[0] for name, _rect in found]
        rects = [rect for _name, rect in found]
        if len(set(kinds)) == len(kinds):
            draw_hint_rings_and_arrows(
                surface, self.context, rects, is_lettered=False, spared=spared, display=lcd
            )
        else:  # places of one kind have no order of use
            for rect in rects:
                draw_hint_rings_and_arrows(surface, self.context, [rect])

    def _rect_of_highlighted_place(self, name: str) -> pygame.Rect | None:
        """Return the rectangle of a place to highlight; None if it is not visible."""
        kind, _blank, number = name.partition(" ")
        if kind in ("row", "sum"):
            table = self.places.table
            return table.row if kind == "row" else table.speech[0]
        if kind == "code":
            # The prompt is not highlighted, since it would hide the text of the step.
            widget: Widget = (
                self.widgets.power if self.widgets.power.visible else self.widgets.end_turn_button
            )
        elif kind == "end":
            widget = self.widgets.confirm_choice_button
        else:
            control = f"{kind}_{number}" if number else CONTROL_OF_PLACE.get(kind, kind)
            rect = self.widgets.control_rect(control)
            return self.places.deck_rect() if rect is None and kind == "deck" else rect
        return widget.rect if widget.visible else None


def _rank_in_order_of_use(name: str) -> int:
    """Return the rank of a place in the order of use: row, card, double, key, any other place."""
    kind = name.partition(" ")[0]
    return ORDER_OF_USE.index(kind) if kind in ORDER_OF_USE else len(ORDER_OF_USE)
