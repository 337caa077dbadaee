"""Turns the player's intents at the table into choices, actions and questions.

Choices go into the draft of the turn, and actions to the table. Questions ask for missing details.
This module does not decide whether actions are legal.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

import pygame

from hacktrick.app.turn_draft import ControlName, PlayerTurnDraft, Refusal, TurnEnd
from hacktrick.game.actions import Action, Verb
from hacktrick.game.cards import Card
from hacktrick.game.keypad import Key
from hacktrick.game.state import Seat
from hacktrick.i18n.table_view_model import TableViewModel
from hacktrick.ui.scene.scenes_and_context import Context
from hacktrick.ui.table.input.turn_questions import (
    TurnQuestion,
    TurnQuestionScene,
    question_maker_of_control,
    visible_code_cards_overview,
)

ACTION_SOUNDS: dict[Verb, str] = {
    "lay": "select",
    "discard": "ask",
    "stake": "ask",
    "pass": "pass",
}
"""The sounds of actions without an animation, for which the table plays no sound."""


class ControlledTable(Protocol):
    """The part of the table scene that the controller and the widgets use."""

    @property
    def model(self) -> TableViewModel:
        """The view model that is drawn now."""

    def submit_unless_tutor_warns(self, *actions: Action) -> None:
        """Carry out actions for the player, unless the tutor has a question first."""

    def show_refusal(self, refusal: Refusal, control: str = "") -> None:
        """Show why something cannot be done, near the control that was pressed.

        Args:
            refusal: the reason why it cannot be done.
            control: the name of the control; "" for none.
        """

    def refresh(self) -> None:
        """Update the picture after any change."""

    def restart_idle_time(self) -> None:
        """Count the time without input, after which the cards are hidden, from now on."""

    def refresh_and_focus_turn_end(self) -> None:
        """Refresh, and move the focus to the button that ends the turn."""

    def hide_cards_after_draw(self) -> None:
        """Pass the screen on to the next player, since the player has seen the drawn card."""

    def possible_question_areas(self) -> tuple[pygame.Rect, ...]:
        """Return the rectangles in which a question can be shown, the best rectangle first."""

    def cycle_pinned_value(self, seat: Seat, index_from_right: int) -> None:
        """Pin the next possible value on a hidden card; after the last value, remove the pin.

        Args:
            seat: the seat of the hand.
            index_from_right: the index of the card in the hand, from the right.
        """

    def show_rules(self) -> None:
        """Open the rules."""

    def show_menu(self) -> None:
        """Open the pause menu over the table."""

    def show_hint_or_toggle_hands(self) -> None:
        """Show a hint or, if a hint is shown already, its next step."""

    def toggle_notebook(self) -> None:
        """Open or close the notebook."""

    def pause_or_resume_watched_match(self) -> None:
        """Pause a watched match between computer players, or resume it."""

    def pause_after_watched_turn(self) -> None:
        """Let the computer players of a watched match finish the current turn, then pause."""

    def change_watch_speed(self) -> None:
        """Change to the next speed of a watched match."""


class TurnController:
    """Carries out the player's intents in a turn: choices, actions, and questions for details.

    Args:
        turn: the turn that the player at the screen is composing.
    """

    def __init__(self, context: Context, turn: PlayerTurnDraft, table: ControlledTable) -> None:
        self.context, self.turn, self.table = context, turn, table
        self._asked_version = -1  # the version of the match when a question last opened by itself

    def handlers_by_intent(self) -> Mapping[str, Callable[[], None]]:
        """Return the function for each intent of a turn, by the name of the intent."""
        return {
            "draw": self.choose_to_draw_or_draw,
            "ask": self.ask_for_opponents_sum,
            "ask_partner": self.ask_for_partners_sum,
            "power": self.use_code_card_power,
            "play": lambda: self.end_turn_or_answer("play"),
            "guard": lambda: self.end_turn_or_answer("guard"),
            "double": self.toggle_double,
            "undo": self.clear_turn_choices,
            "codes": self.show_code_cards,
        }

    def choose_card_or_end_turn(self, card: Card) -> None:
        """Choose a card of the hand.

        If the card is chosen already, end the turn if the settings allow a second press to do so.
        """
        if self.turn.draft.card == card and self._does_second_press_end_turn():
            self.end_turn_or_answer("pass")
            return
        self._show_choice_or_refusal(self.turn.toggle_card(card), f"card_{card}")

    def choose_key_or_end_turn(self, key: Key) -> None:
        """Choose the card that reaches a key.

        If that card is chosen already, end the turn if the settings allow a second press to do so.
        """
        preview = self.table.model.preview
        if preview is not None and preview.key == key and self._does_second_press_end_turn():
            self.end_turn_or_answer("pass")
            return
        self._show_choice_or_refusal(self.turn.choose_key(key), f"key_{key}")

    def _does_second_press_end_turn(self) -> bool:
        return self.context.settings.confirm == "click"

    def choose_dragged_card(self, card: Card) -> None:
        """Choose the card being dragged, so that the table shows where to drop it."""
        if self.turn.draft.card != card:
            self.turn.toggle_card(card)
            self.table.refresh()

    def toggle_double(self) -> None:
        """Switch between placing the double and a single marker."""
        self._show_choice_or_refusal(self.turn.toggle_double(), "double")

    def choose_to_draw_or_draw(self) -> None:
        """Choose to draw; if drawing is chosen already, draw.

        If the rules allow a command after a draw, draw at once.
        """
        if self.turn.draft.is_drawing or self.turn.session.rules.command_after_draw:
            self._use_control_or_show_refusal("draw")
        else:
            self._show_choice_or_refusal(self.turn.choose_to_draw(), "draw")

    def _show_choice_or_refusal(self, refusal: Refusal | None, control: str) -> None:
        """Show the player's choice, or the reason why it is refused.

        Args:
            refusal: the reason; None if the choice is accepted.
            control: the name of the control.
        """
        if refusal is not None:
            self.table.show_refusal(refusal, control)
            return
        self.context.play("select", 0)
        self.table.refresh_and_focus_turn_end()

    def clear_turn_choices(self) -> None:
        """Undo all choices of the turn."""
        if self.turn.clear_choice():
            self.context.play("select", 0)
            self.table.refresh()

    def skip_wait_for_computer(self) -> bool:
        """Stop waiting for a computer player that thinks; return False if none is thinking."""
        session = self.turn.session
        is_waiting = session.is_thinking and not session.is_showing_drawn_card
        if is_waiting:
            session.skip_extra_wait()
        return is_waiting

    def end_turn_or_answer(self, end: TurnEnd) -> None:
        """End the turn in the way ``end``, or give the due answer for a code or a stake.

        If a drawn card is shown, pass the screen on to the next player instead.
        """
        session = self.turn.session
        if session.is_showing_drawn_card and end == "pass":
            self.table.hide_cards_after_draw()
            return
        is_answering = session.public.phase in ("codes", "answer")
        self._use_control_or_show_refusal(
            "pass" if is_answering and self.turn.observation is not None else end
        )

    def ask_for_opponents_sum(self) -> None:
        """Ask an opponent for the sum of their hand."""
        self._use_control_or_show_refusal("ask")

    def ask_player_at_slot(self, slot: int) -> None:
        """Ask the opponent or partner at a place on the screen for the sum of their hand.

        Args:
            slot: the place, counted clockwise from the lower edge.
        """
        model = self.table.model
        seat = (model.bottom + slot) % model.n_seats
        if seat == model.public.seating.partner_of(model.bottom):
            self.ask_for_partners_sum()
            return
        offer = self.turn.action_offers().get("ask")
        opponents = model.public.seating.opponents_of(model.bottom)
        if offer is None or not offer.answers or seat not in opponents:
            self.ask_for_opponents_sum()
            return
        answer = offer.answers[opponents.index(seat)]
        if answer.refusal is not None:
            self.table.show_refusal(answer.refusal, "ask")
        else:
            self.submit_with_sound(*answer.actions)

    def pin_value_on_card_back(self, slot: int, index_from_left: int) -> None:
        """Pin a value on another player's card whose back was pressed.

        Args:
            slot: the player's place on the screen.
            index_from_left: the index of the back in the fan, from the left.
        """
        model = self.table.model
        seat = (model.bottom + slot) % model.n_seats
        self.table.cycle_pinned_value(seat, model.public.hand_sizes[seat] - 1 - index_from_left)

    def ask_for_partners_sum(self) -> None:
        """Ask the partner for the sum of their hand."""
        self._use_control_or_show_refusal("ask_partner", absent="NO_PARTNER")

    def use_code_card_power(self) -> None:
        """Use the power of the code in force, if it is used during turns."""
        if "power" in self.turn.action_offers():
            self._use_control_or_show_refusal("power")

    def _use_control_or_show_refusal(
        self, control: ControlName, absent: Refusal = "NOT_YOUR_TURN"
    ) -> None:
        """Carry out the action of a control, open its question, or show why it is refused.

        Args:
            control: the name of the control.
            absent: the refusal if the control has no offer.
        """
        offer = self.turn.action_offers().get(control)
        refusal = absent if offer is None else offer.refusal
        if offer is None or refusal is not None:
            self.table.show_refusal(refusal or absent, control)
        elif offer.answers:
            self.open_control_question(control)
        else:
            self.submit_with_sound(*offer.actions)

    def submit_with_sound(self, *actions: Action) -> None:
        """Submit actions of the player, with the sound of the last action."""
        sound = ACTION_SOUNDS.get(actions[-1].verb)
        if sound is not None:
            self.context.play(sound, 0)
        self.table.submit_unless_tutor_warns(*actions)

    # Methods for questions, which close when their player leaves the screen or the match moves on.

    def open_due_question_once(self) -> None:
        """Open the question for a due code or stake, but only once for each action."""
        session = self.turn.session
        is_answering = session.public.phase in ("codes", "answer")
        if not is_answering or self._asked_version == session.version:
            return
        if self.turn.action_offers()["pass"].answers:
            self.open_control_question("pass")

    def open_control_question(self, control: ControlName) -> None:
        """Open the question of a control that offers a choice."""
        session = self.turn.session
        version = self._asked_version = session.version
        make = question_maker_of_control(session.public, control)

        def current_question() -> TurnQuestion | None:
            seen, offer = self.turn.observation, self.turn.action_offers().get(control)
            if seen is None or offer is None or session.version != version:
                return None
            return make(self.table.model.wording, seen, offer.answers, self.submit_with_sound)

        self._push_question(current_question)

    def show_code_cards(self) -> None:
        """Show the codes in force, and the player's own code cards unless they are hidden."""
        session = self.turn.session
        if not session.rules.has_codes:
            return
        shown_for = session.version, session.viewer

        def current_question() -> TurnQuestion | None:
            is_same = (session.version, session.viewer) == shown_for
            return visible_code_cards_overview(self.table.model) if is_same else None

        self._push_question(current_question)

    def _push_question(self, make: Callable[[], TurnQuestion | None]) -> None:
        self.context.stack.push(
            TurnQuestionScene(
                self.context,
                make,
                self.table.possible_question_areas,
                self.table.restart_idle_time,
            )
        )
