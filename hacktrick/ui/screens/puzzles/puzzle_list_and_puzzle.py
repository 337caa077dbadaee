"""The list of puzzle kinds, and a puzzle that the player answers at the real table.

A puzzle can also be a turn of a review that the player retries.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence

import pygame

from hacktrick.app.program_services import ProgramServices
from hacktrick.app.puzzle_practice import QuestionAttempt, QuestionSeries, QuestionSource
from hacktrick.app.question_and_study_sessions import QuestionSession, open_question
from hacktrick.coach.puzzles import PUZZLE_KINDS
from hacktrick.game.actions import Action
from hacktrick.i18n import screen_text
from hacktrick.i18n.lesson_text import lesson_player_names
from hacktrick.i18n.match_options_and_player_names import options_from_setting
from hacktrick.i18n.puzzle_text import (
    PuzzleSentences,
    answer_headline,
    chances_heading,
    daily_outcome_text,
    daily_puzzle_line,
    name_puzzle_players,
    nothing_to_save_sentence,
    player_name_or_someone,
    puzzle_heading,
    puzzle_kind_name,
    puzzle_share_line,
    puzzle_short_heading,
    solved_count_line,
    solved_count_text,
)
from hacktrick.i18n.translator import _
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.scene.scenes_and_context import Context
from hacktrick.ui.table.exercise_scene import ExerciseScene
from hacktrick.ui.table.panels.coach_panel import (
    CoachButtonContent,
    CoachPanelContent,
    CoachPanelLine,
    Ink,
    TableCoach,
)
from hacktrick.ui.widgets.basic_widgets import Button, Stepper, Widget
from hacktrick.ui.widgets.menu_base import Menu

MAX_OPTIONS = 3  # maximum number of turns that the solution lists


class PuzzleCoach(TableCoach):
    """The coach panel of a puzzle: shows the question and the judgement of the answer."""

    def __init__(
        self, context: Context, session: QuestionSession, scene: PositionPuzzleScene
    ) -> None:
        super().__init__(context, session, scene)
        self.practised, self.scene = session, scene
        self._seen: Hashable = None

    # Methods that the table calls.

    def handlers_by_intent(self) -> dict[str, Callable[[], None]]:
        return dict.fromkeys(("hint", "why", "odds"), self.show_next_puzzle_hint)

    def update(self) -> bool:
        seen = self.practised.attempt.state, self.practised.attempt.explanation
        before, self._seen = self._seen, seen
        return seen != before

    def withhold_turn_for_tutor(self, actions: tuple[Action, ...]) -> bool:
        """Never warn, since the puzzle judges every answer itself."""
        return False

    def show_next_puzzle_hint(self) -> None:
        """Show where to look; on the next call, show the first action of the solution."""
        if self.practised.attempt.state == "open":
            self.practised.show_next_hint()
            self.table.refresh()

    def panel_content(self) -> CoachPanelContent:
        attempt, source, words = self.practised.attempt, self.practised.source, self._sentences()
        lines = (
            self._question_lines(words) if attempt.state == "open" else self._answer_lines(words)
        )
        title = _("Second chance") if source.origin == "retry" else words.kind_name()
        return CoachPanelContent(
            title, "", tuple(lines), "", tuple(self._buttons()), is_highlighted=True
        )

    def _sentences(self) -> PuzzleSentences:
        return PuzzleSentences(self.practised.question)

    def _question_lines(self, sentences: PuzzleSentences) -> list[CoachPanelLine]:
        lines = [CoachPanelLine(sentences.question_sentence(), is_main=True)]
        if made := sentences.original_choice_sentence():
            lines.append(CoachPanelLine(made, "muted"))
        hint = self.practised.hint
        if hint is not None:
            lines.append(CoachPanelLine(sentences.hint_sentence(hint), "accent"))
        return lines

    def _answer_lines(self, sentences: PuzzleSentences) -> list[CoachPanelLine]:
        attempt = self.practised.attempt
        ink: Ink = "good" if attempt.state == "solved" else "warning"
        lines = [CoachPanelLine(sentences.last_try_sentence(attempt), ink, is_main=True)]
        if attempt.state == "wrong":
            lines += [
                CoachPanelLine(text)
                for text in (sentences.opponent_reply_sentence(attempt),)
                if text
            ]
            return [*lines, CoachPanelLine(sentences.tries_left_sentence(attempt), "muted")]
        if explanation := sentences.explanation_text(attempt):
            lines.append(CoachPanelLine(explanation))
        lines.append(CoachPanelLine(chances_heading(), "muted"))
        lines += [
            CoachPanelLine(sentences.coach.turn_text(actions), chance=forecast.match)
            for actions, forecast, _share in attempt.question.options[:MAX_OPTIONS]
        ]
        return lines

    def _buttons(self) -> list[CoachButtonContent]:
        scene, attempt = self.scene, self.practised.attempt
        if attempt.state == "open":
            return [
                CoachButtonContent(_("Hint"), self.show_next_puzzle_hint, "hint"),
                CoachButtonContent(_("Show"), scene.give_up_and_show_answer),
                CoachButtonContent(_("Leave"), scene.show_menu, "back"),
            ]
        if attempt.state == "wrong":
            return [
                CoachButtonContent(_("Try again"), scene.try_again, "confirm", is_default=True),
                CoachButtonContent(_("Show"), scene.give_up_and_show_answer),
                CoachButtonContent(_("Leave"), scene.show_menu, "back"),
            ]
        source = self.practised.source
        buttons = []
        if source.has_next:
            buttons.append(
                CoachButtonContent(_("Next"), scene.ask_next_question, "confirm", is_default=True)
            )
        if puzzle_share_line(source):
            buttons.append(CoachButtonContent(_("Copy to share"), scene.copy_share_line))
        is_last = not source.has_next
        return [
            *buttons,
            CoachButtonContent(
                _("Leave"), scene.show_menu, "confirm" if is_last else "back", is_last
            ),
        ]


class PositionPuzzleScene(ExerciseScene):
    """A table that asks for the best turn in a position, and then shows the answer on the board.

    Args:
        source: provides the current question and the questions after it.
    """

    session: QuestionSession

    def __init__(self, context: Context, services: ProgramServices, source: QuestionSource) -> None:
        own = lesson_player_names(options_from_setting(context.settings.last_match))[0]
        name_puzzle_players(source.attempt, own)
        session = open_question(services, source)
        self._is_outcome_reported = source.attempt.is_over
        super().__init__(context, services, session)
        self.widgets.menu_label = lambda: _("Leave")

    def make_coach(self) -> TableCoach:
        return PuzzleCoach(self.context, self.session, self)

    @property
    def attempt(self) -> QuestionAttempt:
        return self.session.attempt

    def on_pushed(self) -> None:
        super().on_pushed()
        self._choose_prescribed_first_action()

    def state_that_delays_enter(self) -> Hashable:
        return self.attempt.state

    def exercise_title(self) -> str:
        return puzzle_heading(self.session.source)

    def exercise_short_title(self) -> str:
        return puzzle_short_heading(self.session.source)

    def exercise_headline(self) -> str:
        return answer_headline(self.attempt)

    @property
    def hides_hands(self) -> bool:
        return self.attempt.state in ("open", "wrong")

    def save_refusal_sentence(self) -> str:
        return nothing_to_save_sentence()

    def first_focus_widget(self) -> Widget | None:
        return None if self.attempt.state == "open" else super().first_focus_widget()

    def highlighted_place_names(self) -> list[str]:
        """Return the places that the hint names, or the places of the answer on the board."""
        hint = self.session.hint
        if hint is not None:
            if hint.first is None:
                return [f"key {key}" for key in hint.focus.keys]
            return self._place_names_of_action(hint.first)
        if self.attempt.state == "open":
            return []
        if self.attempt.is_over and self.session.best_turn[0].row_card is None:
            return self._place_names_of_action(self.session.best_turn[0])
        key = self.session.last_reached_key
        return [] if key is None else [f"key {key}"]

    def _place_names_of_action(self, action: Action) -> list[str]:
        """Return the places on the table that belong to an action."""
        if action.verb == "play":
            key = self.session.public.row[-1] + action.card
            places = [f"card {action.card}", f"key {key}"]
            return [*places, "double"] if action.double else places
        return ["deck" if action.verb == "draw" else action.verb]

    def go_back_one_step(self) -> None:
        """Undo the player's choice; if nothing is chosen, leave the puzzle."""
        if self.turn.clear_choice():
            self._choose_prescribed_first_action()
            self.refresh()
        else:
            super().go_back_one_step()

    def on_removed(self) -> None:
        super().on_removed()
        self.session.attempt.cancel_explanation()

    def submit_unless_tutor_warns(self, *actions: Action) -> None:
        self.play_turn(*actions)

    def play_turn(self, *actions: Action) -> None:
        """Submit a whole turn as the answer and show it on the board; if it is refused, show why.

        After the last wrong try, show the solution instead.
        """
        session = self.session
        problem = session.answer_refusal(actions)
        if problem:
            self.context.play("invalid", 0)
            self.show_message(PuzzleSentences(session.question).refusal_sentence(problem))
            return
        session.answer_with_turn(actions)
        if self.attempt.state == "missed":  # no tries are left, so show the solution
            session.reset_position()
            self.show_position_without_animation()
            actions = session.best_turn
        self._apply_and_animate(actions)
        self.context.play("won" if self.attempt.state == "solved" else "invalid", 0)
        self._report_outcome_and_focus()

    def _apply_and_animate(self, actions: Sequence[Action]) -> None:
        for action in actions:
            if not self.session.try_apply(action):
                break
            self.animate_and_announce_changes()

    def _report_outcome_and_focus(self) -> None:
        self.turn.clear_choice()  # the turn has been played, so the next Escape leaves
        if self.attempt.is_over and not self._is_outcome_reported:
            self._is_outcome_reported = True
            self.session.source.report_outcome()
        self.group.set_focus(self.widgets.end_turn_button)
        self.refresh()

    # Methods that the coach panel calls.

    def try_again(self) -> None:
        """Return to the question after a wrong turn."""
        self.session.try_again()
        self.show_position_without_animation()
        self._choose_prescribed_first_action()

    def give_up_and_show_answer(self) -> None:
        """Give up, and show the answer on the board."""
        self.attempt.give_up()
        self.session.reset_position()
        self.show_position_without_animation()
        self._apply_and_animate(self.session.best_turn)
        self._report_outcome_and_focus()

    def ask_next_question(self) -> None:
        """Ask the next question."""
        source = self.session.source
        source.advance_to_next_question()
        self.context.stack.replace(PositionPuzzleScene(self.context, self.services, source))

    def copy_share_line(self) -> None:
        line = puzzle_share_line(self.session.source)
        copied = self.context.clipboard.put_text(line)
        self.show_message(_(screen_text.COPIED) if copied else line)

    def _choose_prescribed_first_action(self) -> None:
        """Choose the card for the player if the question is only how to end the turn."""
        given = self.session.prescribed_first_action
        if given is None or self.attempt.state != "open" or given.verb != "play":
            return
        if given.double:
            self.turn.toggle_double()
        self.turn.toggle_card(given.card)
        self.refresh()


# The following classes and functions show the choice of puzzles.


# Heights of the tiles and of the kinds of puzzles, and the gap between them, in layout units.
TILE_HEIGHT, KIND_HEIGHT, GAP = 70.0, 62.0, 12.0
# The rows of tiles at the top, in a wide window and in a narrow window.
TILE_ROWS: tuple[tuple[tuple[str, ...], ...], ...] = (
    (("today", "round", "mixed", "own"),),
    (("today", "round"), ("mixed", "own")),
)
WIDE_PAGE = 1000.0  # the minimum width of a wide page, in layout units


class PuzzleListScene(Menu):
    """The screen that lists the kinds of puzzles with the player's progress."""

    def __init__(self, context: Context, services: ProgramServices) -> None:
        super().__init__(context)
        self.group.by_rows = True
        self.services, self.training = services, services.puzzle_practice
        self.training.select_player()
        if services.session is None:
            services.daily_round.select_day()

    def create_widgets(self) -> None:
        context, training = self.context, self.training
        counts = training.solved_and_total_by_kind()
        line = daily_puzzle_line(training.n_tries_at_daily_puzzle)
        self._add_series_button("today", _("Today's puzzle"), training.daily_puzzle_series, line)
        own = self.services.daily_round.own_result
        line = _("Same cards for everyone") if own is None else daily_outcome_text(own)
        self.add_widget(
            "round",
            Button(context, _("Today's round"), context.navigator.show_daily_round, effect=line),
        )
        totals = [sum(pair) for pair in zip(*counts.values(), strict=True)]
        line = solved_count_line(*totals)
        self._add_series_button("mixed", _("Mixed"), training.mixed_puzzle_series, line)
        due = _(screen_text.DUE_TODAY).format(n=training.n_due_questions())
        self._add_series_button("own", _("Your own"), training.due_question_series, due)
        for kind in PUZZLE_KINDS:
            solved, total = counts[kind]
            if total:
                line = solved_count_text(solved, total)
                self._add_series_button(
                    f"kind {kind}", puzzle_kind_name(kind), self._source_of_puzzle_kind(kind), line
                )
        self.add_widget("back", Button(context, _("Back"), self.go_back, icon="left", hint="back"))
        players = [(name, player_name_or_someone(name)) for name in training.player_names()]
        if len(players) > 1:
            who = Stepper(context, _("Player"), players, training.player, self._set_player)
            self.add_widget("who", who)
        self.add_widget(
            "figures", Button(context, _("Your statistics"), context.navigator.show_statistics)
        )

    def _add_series_button(
        self, name: str, label: str, source: Callable[[], QuestionSeries | None], line: str
    ) -> None:
        def start_series() -> None:
            questions = source()
            if questions is None:
                self.show_message(_(screen_text.NOTHING_HERE))
            else:
                self.context.navigator.show_puzzle(questions)

        self.add_widget(
            name, Button(self.context, label, start_series, effect=line, primary=name == "today")
        )

    def _source_of_puzzle_kind(self, kind: str) -> Callable[[], QuestionSeries | None]:
        return lambda: self.training.series_of_kind(kind)

    def _set_player(self, player: str) -> None:
        self.training.select_player(player)
        self.rebuild_widgets()

    def on_uncovered(self) -> None:
        """Update the progress after a puzzle."""
        self.rebuild_widgets()

    def first_focus_name(self) -> str:
        return "today"

    def place_widgets(self) -> None:
        rect, (left, width), (top, height) = (
            self.context.px_rect,
            self.content_left_and_width,
            self.content_top_and_height,
        )
        third = (width - 2 * GAP) / 3
        y = top + 8
        for names in TILE_ROWS[width < WIDE_PAGE]:
            share = (width - (len(names) - 1) * GAP) / len(names)
            for n, name in enumerate(names):
                self.widgets[name].rect = rect(left + n * (share + GAP), y, share, TILE_HEIGHT)
            y += TILE_HEIGHT + GAP
        y += GAP
        kinds = [name for name in self.widgets if name.startswith("kind ")]
        half = (width - GAP) / 2
        for n, name in enumerate(kinds):
            column, line = n % 2, n // 2
            place = left + column * (half + GAP)
            self.widgets[name].rect = rect(place, y + line * (KIND_HEIGHT + GAP), half, KIND_HEIGHT)
        bottom = top + height + 50 - 46
        self.widgets["back"].rect = rect(left, bottom, third, 46)
        if "who" in self.widgets:
            self.widgets["who"].rect = rect(left + third + GAP, bottom, third, 46)
        self.widgets["figures"].rect = rect(left + 2 * (third + GAP), bottom, third, 46)

    def draw_content(self, surface: pygame.Surface) -> None:
        self.draw_title(surface, _("Puzzles"))
        if not any(name.startswith("kind ") for name in self.widgets):
            px, ink = self.context.px, self.context.theme.colours.muted
            room = self.widgets["own"].rect.move(0, px(TILE_HEIGHT + 30))
            room.left = self.widgets["today"].rect.left
            room.width = self.context.size[0] - 2 * room.left
            text = _(screen_text.NO_PUZZLES)
            self.context.fonts.draw_paragraph(surface, text, room, styles.BODY, ink)
