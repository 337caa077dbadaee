"""A match at the terminal: prints events, asks for actions, runs commands, consults the coach.

The module prints only what the session may show to the player at the screen, and clears the screen
between players.
"""

from __future__ import annotations

from collections.abc import Callable

from hacktrick.app.live_coach import HINT_STEPS, tutor_threshold
from hacktrick.app.match_session import MatchSession
from hacktrick.app.program_services import ProgramServices
from hacktrick.app.settings import Settings, SettingsHolder
from hacktrick.app.snapshot import HistoryEntry, entries_since_last_action
from hacktrick.game.actions import Action, NotationError, parse
from hacktrick.game.legality import legal_actions, refusal_reason
from hacktrick.game.state import Observation, Seat
from hacktrick.i18n import table_report, terminal_text
from hacktrick.i18n.coach_text import (
    CoachSentences,
    no_better_turn_sentence,
    no_hint_sentence,
    no_odds_sentence,
    no_take_back_sentence,
    only_legal_turn_sentence,
    please_wait_sentence,
    turn_taken_back_sentence,
)
from hacktrick.i18n.computer_players import level_name
from hacktrick.i18n.file_problem_text import (
    engine_fault_sentence,
    engine_replacement_sentence,
    problem_sentence,
)
from hacktrick.i18n.match_summaries import (
    drawn_codes_sentence,
    match_copy_saved_sentence,
    result_sentence,
    swapped_seats_result_sentence,
    winning_condition_sentences,
)
from hacktrick.i18n.match_text import MatchSentences
from hacktrick.i18n.table_remarks import pin_score_sentence
from hacktrick.i18n.table_report import Lines
from hacktrick.i18n.table_view_model import TableViewModel, make_table_view_model
from hacktrick.i18n.terminal_text import (
    CommandName,
    command_words,
    help_lines,
    read_command,
)
from hacktrick.i18n.translator import _
from hacktrick.i18n.turn_instructions import action_sentence, refusal_sentence, turn_status_sentence
from hacktrick.match.player_kinds import LEVEL_NUMBERS
from hacktrick.terminal.play.console import (
    InputClosed,
    Terminal,
    answer_index,
    ask_choice,
    numbered_lines,
)
from hacktrick.terminal.play.replay import TextReplay
from hacktrick.terminal.play.review import TextReview
from hacktrick.terminal.play.rules_reader import browse_rules


class Narrator:
    """Prints the events at the table.

    Args:
        aids: the memory aids of the table, a value of the setting ``aids``.
        amount: how much is printed at every turn, a value of the setting ``announcements``: "off"
            leaves out the list of actions, and "full" adds the keys and the markers.
    """

    def __init__(
        self, terminal: Terminal, session: MatchSession, aids: str, amount: str = "short"
    ) -> None:
        self.wording = MatchSentences(session.rules, session.seats, session.sole_player)
        self._terminal, self._session = terminal, session
        self._aids, self._amount = aids, amount
        self._n_described = 0  # the number of this round's actions that have been described

    def make_view_model(self) -> TableViewModel:
        """Return the table as the player at the screen may see it now, as a view model."""
        session = self._session
        bottom = 0 if session.viewer is None else session.viewer
        return make_table_view_model(
            session.snapshot(), self.wording, bottom, aids=self._aids, pins=session.shown_pins
        )

    def say(self, *lines: str) -> None:
        self._terminal.say(*lines)

    # Methods that print the course of a match.

    def print_round_start(self) -> None:
        """Print the known facts at the start of a round that was just dealt."""
        self._n_described = 0
        self._print_table_at_round_start()

    def print_goal(self) -> None:
        """Print the conditions to win a round and the match."""
        self.say("", *winning_condition_sentences(self.wording))

    def print_resumed_match(self) -> None:
        """Print the state of a resumed match, and the events since the player last acted."""
        local_seats = self._session.local_seats
        entries = self._session.round_history_for(None)
        recent = entries_since_last_action(entries, local_seats[0]) if len(local_seats) == 1 else ()
        self._n_described = len(entries) - len(recent)
        self._print_table_at_round_start()

    def _print_table_at_round_start(self) -> None:
        session, model = self._session, self.make_view_model()
        self.say("", *table_report.round_start_lines(model, session.round_number))

    def print_new_events(self, seat: Seat | None) -> None:
        """Print the events since the last call.

        Args:
            seat: the seat of the reader; None for a spectator.
        """
        entries = self._session.round_history_for(seat)
        fresh = entries[self._n_described :]
        self._n_described = len(entries)
        self.say(*(line for entry in fresh for line in self._event_lines(entry)))

    def mark_events_described(self) -> None:
        """Mark everything so far as already described."""
        self._n_described = len(self._session.round_history_for(None))

    def print_recap(self, seat: Seat) -> None:
        """Print the public facts about the actions since ``seat`` last acted."""
        entries = self._session.round_history_for(None)
        self._n_described = len(entries)
        recent = entries_since_last_action(entries, seat)
        self.say("", *(line for entry in recent for line in self._event_lines(entry)))

    def print_received_cards(self, seat: Seat) -> None:
        """Print the cards that others have given to ``seat`` since it last acted."""
        recent = entries_since_last_action(self._session.round_history_for(seat), seat)
        self.say(*(line for entry in recent for line in self._private_event_lines(entry)))

    def has_just_seen_hidden_card(self, seat: Seat) -> bool:
        """Return whether the last action showed ``seat`` a card that others may not know."""
        return bool(self._private_event_lines(self._session.round_history_for(seat)[-1]))

    def print_table_for_turn(self, seen: Observation, lists_actions: bool = False) -> None:
        """Print whose turn it is, as much of the table as the settings ask for, and legal actions.

        Args:
            seen: the observation of the player on turn.
            lists_actions: whether to list the legal actions even if the settings omit them.
        """
        public, model = seen.public, self.make_view_model()
        self.say(
            "",
            turn_status_sentence(self.wording, public, seen),
            *table_report.command_in_force_lines(model),
            *table_report.last_card_lines(model),
            *table_report.shown_threat_lines(model),
        )
        if self._amount == "full":
            self.say(*table_report.board_lines(model), *table_report.marker_lines(model))
        self.say(*table_report.own_hand_lines(model))
        if self._amount != "off" or lists_actions:
            actions = (action_sentence(self.wording, seen, one) for one in legal_actions(seen))
            self.say(*numbered_lines(list(actions)))

    def print_round_end(self) -> None:
        """Print the winner of the round, all cards and the score."""
        self.print_new_events(self._session.viewer)
        model = self.make_view_model()
        head = result_sentence(self._session, self.wording)
        more = [
            drawn_codes_sentence(self._session, self.wording),
            swapped_seats_result_sentence(self._session, self.wording),
        ]
        if score := self._session.sole_player_pin_score:
            more.append(pin_score_sentence(score))
        self.say(
            "",
            head,
            *filter(None, more),
            *table_report.hand_lines(model),
            *table_report.score_lines(model),
        )

    def _event_lines(self, entry: HistoryEntry) -> Lines:
        return [*self.wording.event_lines(entry), *self._private_event_lines(entry)]

    def _private_event_lines(self, entry: HistoryEntry) -> Lines:
        return self.wording.private_event_lines(entry.event)


POLL_SECONDS = 0.02  # seconds between two checks for an answer
OPTIONAL_TASKS = {"try"}  # tasks of the worker process for which no answer has to wait
ODDS_PAGES = ("hands", "mine", "keys")


class TextCoach:
    """Hints, odds, the tutor and taking back, printed for the player of a match.

    Args:
        aids: the memory aids of the table, a value of the setting ``aids``.
    """

    def __init__(
        self, terminal: Terminal, session: MatchSession, context: SettingsHolder, aids: str
    ) -> None:
        self._terminal, self._session, self._context = terminal, session, context
        self._aids = aids
        self._step, self._hinted_version = 0, -1

    @property
    def _settings(self) -> Settings:
        return self._context.settings

    def request_tutor_judgement(self) -> None:
        """Let the tutor, unless it is off or silenced, judge the current decision."""
        if self._settings.tutor != "off" and not self._session.coach.silent:
            self._session.coach.request_judgement()
            self._session.coach.request_deeper_judgement()

    # Methods for hints and explanations.

    def show_hint(self) -> None:
        """Print the next step of the hint for the current decision."""
        if self._print_refusal_if_any(no_hint_sentence(self._session, self._settings)):
            return
        session, words = self._session, self._sentences()
        if self._hinted_version != session.version:
            self._step, self._hinted_version = 0, session.version
        self._step = min(HINT_STEPS, self._step + 1)
        session.record_hint(self._step)
        look = session.coach.hint_focus
        lines = (
            [words.hint_focus_question(look)]
            if self._step == 1 and look
            else self._hint_lines_after_judgement()
        )
        self._terminal.say(terminal_text.hint_line(self._step, HINT_STEPS, lines[0]), *lines[1:])

    def _hint_lines_after_judgement(self) -> list[str]:
        """Wait for the judgement, then return the lines of the hint's second or third step."""
        coach, words = self._session.coach, self._sentences()
        coach.request_judgement()
        if self._step == HINT_STEPS:
            coach.request_explanation()
        self._wait_for_judge()
        known = coach.findings
        if known.level_choices is not None:
            return list(words.level_choice_lines(known.level_choices))
        if coach.hint_idea is None or coach.hint_turns is None:
            return [only_legal_turn_sentence()]
        if self._step < HINT_STEPS:
            return [words.hint_idea_sentence(coach.hint_idea)]
        reasons = words.reason_sentences(known.explanation) if known.explanation is not None else ()
        return [*words.hint_turn_lines(coach.hint_turns), *reasons]

    def explain_best_turn(self, compared_action: Action | None) -> None:
        """Print the reasons why the best turn is better than another.

        Args:
            compared_action: the first action of the other turn; None for the best turn of another
                kind.
        """
        if self._print_refusal_if_any(no_hint_sentence(self._session, self._settings)):
            return
        coach, words = self._session.coach, self._sentences()
        self._session.record_hint(HINT_STEPS)
        coach.request_judgement()
        coach.request_explanation(() if compared_action is None else (compared_action,))
        self._wait_for_judge()
        why = coach.findings.explanation
        if why is None:
            judgement = coach.findings.judgement
            self._terminal.say(
                words.gain_sentence_without_reasons(judgement)
                if judgement is not None and compared_action is None
                else no_better_turn_sentence()
            )
            return
        heading = terminal_text.better_turn_heading(
            words.turn_text(why.best), words.turn_text(why.played)
        )
        self._terminal.say(heading, *words.reason_sentences(why))

    def _wait_for_judge(self) -> None:
        coach = self._session.coach
        coach.update()
        if coach.findings.pending - OPTIONAL_TASKS:
            self._terminal.say(please_wait_sentence())
        while coach.findings.pending - OPTIONAL_TASKS:
            self._terminal.wait(POLL_SECONDS)
            coach.update()

    def _print_refusal_if_any(self, why_not: str) -> bool:
        """Print the reason why help is refused; return whether there is one.

        Args:
            why_not: the reason; "" if help is not refused.
        """
        if why_not:
            self._terminal.say(why_not)
        return bool(why_not)

    # Methods for the odds of the opponent's hands.

    def show_odds(self) -> None:
        """Print the hands that the opponent can hold, what they can deduce, and their threats."""
        if not self._print_refusal_if_any(
            no_odds_sentence(self._session, self._settings, self._aids)
        ):
            self._session.coach.request_hand_odds()
            self._wait_for_judge()
            self._print_odds()

    def _print_odds(self) -> None:
        odds = self._session.coach.findings.odds
        if odds is None:
            return
        name = self._session.seats[odds.seat].name
        words = CoachSentences(self._session.rules, name)
        for page in ODDS_PAGES:
            odds_page = words.odds_page(odds, page, self._settings.odds == "habits")
            lines = [words.odds_line_text(line) for line in odds_page.lines]
            head = words.odds_title(page)
            self._terminal.say("", head, *lines, *([odds_page.note] if odds_page.note else []))

    # Methods for the tutor's warnings.

    def warn_about_turn(self, action: Action) -> bool:
        """Let the tutor warn about a costly turn; return whether the player reconsiders it."""
        coach = self._session.coach
        coach.update()
        least = tutor_threshold(self._settings.tutor)
        loss = None if least is None else coach.tutor_warning((action,), least)
        if loss is None:
            return False
        question = self._sentences().cost_sentence(loss)
        answers = (_("Reconsider"), _("Do it anyway"), _("Hint"), _("Not again this match"))
        chosen = ask_choice(self._terminal, question, answers, 0)
        if chosen == 2:
            self.show_hint()
        if chosen == 3:
            coach.silent = True
        return chosen in (0, 2)

    # Methods for taking back turns.

    def take_back_turn(self) -> bool:
        """Take back the last turn if that is allowed; return whether the turn was taken back."""
        if self._print_refusal_if_any(no_take_back_sentence(self._session, self._settings)):
            return False
        self._session.take_back_turn()
        self._terminal.say(turn_taken_back_sentence())
        return True

    def _sentences(self) -> CoachSentences:
        public, viewer = self._session.public, self._session.viewer
        seat = max(0, public.seat if viewer is None else viewer)
        other = next(iter(public.seating.opponents_of(seat)))
        return CoachSentences(self._session.rules, self._session.seats[other].name)


CARD_SIGNS = tuple("012345")
MAX_CUT = 17  # the deepest possible cut of the deck, in cards from the top

REPORTS: dict[CommandName, Callable[[TableViewModel], Lines]] = {
    "state": table_report.whole_window_lines,
    "hand": table_report.own_hand_lines,
    "row": table_report.row_lines,
    "board": table_report.board_and_layout_lines,
    "markers": table_report.marker_lines,
    "sums": table_report.sum_and_hand_lines,
    "unseen": table_report.unseen_card_lines,
    "threats": table_report.threat_lines,
    "codes": table_report.code_lines,
    "log": table_report.history_lines,
}
_AIDS: dict[CommandName, tuple[str, ...]] = {
    "sums": ("standard", "learning"),
    "unseen": ("standard", "learning"),
    "threats": ("standard", "learning"),
}
"""The values of ``aids`` that allow a report; a report without an entry is always allowed."""


class TableLeft(Exception):
    """Raised if the player goes back to the menu; the match stays saved."""


class TerminalMatch:
    """The match of the program's session, played at the terminal.

    Args:
        aids: the memory aids of the table, a value of the setting ``aids``.
        curtain: whether to clear the screen between two people.
        learn: runs the lessons, after which the match goes on; None if lessons are not offered.
    """

    def __init__(
        self,
        terminal: Terminal,
        services: ProgramServices,
        aids: str,
        curtain: bool,
        learn: Callable[[], None] | None = None,
    ) -> None:
        assert services.session is not None
        self._terminal, self._services, self._session = terminal, services, services.session
        self._session.pace = "instant"  # printed lines stay visible, so no delay is needed
        self._aids, self._curtain, self._lessons = aids, curtain, learn
        amount = services.preferences.settings.announcements
        self._narrator = Narrator(terminal, self._session, aids, amount)
        self._review: TextReview | None = None  # the reviews of the finished rounds
        self._coach = TextCoach(terminal, self._session, services.preferences, aids)
        # Whether the screen shows text that only one of several people may see.
        self._is_private = False

    def run(self) -> None:
        """Play until the match is over.

        Raises:
            TableLeft: the player goes back to the menu.
            InputClosed: the player quits, or the input has ended.
        """
        self._narrator.print_goal()
        self._narrator.print_resumed_match()
        self._terminal.say("", terminal_text.action_or_help_prompt())
        try:
            self._play()
        except (TableLeft, InputClosed, KeyboardInterrupt):
            self._clear_private_lines()
            raise

    def _play(self) -> None:
        session = self._session
        while True:
            self._print_problems()
            if self._services.preferences.settings.think_ahead:
                session.solve_ahead_for_review()
            if session.is_round_over:
                self._narrator.print_round_end()
                self._services.lessons.record_round_and_match_result(session)
                self._is_private = False  # all hands are face up at the end of a round
                if session.is_over:
                    return
                self._begin_next_round()
            elif session.is_thinking:
                self._wait_for_others()
            elif session.awaited_human is not None:
                self._show_cards_when_alone(session.awaited_human)
            elif session.may_act:
                self._ask_for_action()
            else:
                self._wait_for_others()

    def _print_problems(self) -> None:
        for problem in self._services.pop_problems():
            self._terminal.say(problem_sentence(problem))

    def _begin_next_round(self) -> None:
        seal = self._session.next_deal_fingerprint
        if seal is not None:
            self._terminal.say(*terminal_text.fixed_deal_sentences(seal[:16]))
        self._session.request_next_round(self._ask_for_cut())
        self._narrator.print_round_start()

    def _ask_for_cut(self) -> str | None:
        """Ask for the player's cut of the deck; return None for an empty line."""
        while text := self._terminal.ask(terminal_text.next_round_prompt()):
            if self._session.next_deal_fingerprint and answer_index(text, MAX_CUT) is not None:
                return text
            self._run_command(text)
        return None

    def _wait_for_others(self) -> None:
        passed = 0.0
        while not self._session.update(passed, is_screen_at_rest=True):
            self._ask_about_failed_engine()
            self._terminal.wait(POLL_SECONDS)
            passed = POLL_SECONDS
        if not self._has_several_people:
            self._narrator.print_new_events(self._session.viewer)

    def _ask_about_failed_engine(self) -> None:
        """If the foreign program at the table has failed, print the reason and ask what to do.

        Raises:
            TableLeft: the player leaves the match unfinished.
        """
        engine = self._session.engine
        if engine is None or engine.fault is None:
            return
        name, level = self._session.seats[self._session.public.seat].name, LEVEL_NUMBERS[-1]
        fault = engine_fault_sentence(name, engine.fault)
        self._terminal.say(fault, engine_replacement_sentence())
        answers = [_("Ask again"), level_name(level), _("Leave")]
        place = ask_choice(self._terminal, terminal_text.next_step_question(), answers, 0)
        if place == 0:
            engine.restart_and_ask_again()
        elif place == 1:
            engine.replace_by_level(level)
        else:
            raise TableLeft

    # Methods for the input of the player at the screen.

    @property
    def _observation(self) -> Observation:
        seen = self._session.snapshot().observation
        assert seen is not None
        return seen

    def _ask_for_action(self) -> None:
        """Ask for input until the player has acted."""
        self._print_time_left()
        self._narrator.print_new_events(self._session.viewer)
        self._narrator.print_table_for_turn(self._observation)
        version = self._session.version
        self._coach.request_tutor_judgement()
        while self._session.version == version:
            text = self._terminal.ask(terminal_text.command_prompt())
            if not self._wait_out_interruption():
                self._run_action_or_command(text)

    def _wait_out_interruption(self) -> bool:
        """Return whether something has happened at the table, so that the typed line is dropped."""
        return False

    def _print_time_left(self) -> None:
        """Print the time that is left for the decision, if it is limited."""

    def _run_action_or_command(self, text: str) -> None:
        """Make the typed action or run the typed command; report a line that is neither."""
        legal = legal_actions(self._observation)
        number = answer_index(text, len(legal))
        action = parse_action(text) if number is None else legal[number]
        if action in legal:
            if not self._coach.warn_about_turn(action):
                self._submit(action)
        elif action is not None:
            self._terminal.say(
                refusal_sentence(self._narrator.wording, refusal_reason(self._observation, action))
            )
        elif text.isdecimal():
            self._terminal.say(terminal_text.number_range_sentence(len(legal)))
        else:
            self._run_command(text or "actions")

    def _submit(self, action: Action) -> None:
        session = self._session
        seat = session.viewer
        assert seat is not None
        session.submit(action)
        self._narrator.print_new_events(seat)
        if session.viewer is None and not session.is_round_over:
            self._clear_after_turn(seat)

    # Methods that hide cards from others at the same screen.

    @property
    def _has_several_people(self) -> bool:
        return len(self._session.local_seats) > 1

    def _clear_after_turn(self, seat: Seat) -> None:
        """Clear the screen after a turn, once the player has read the drawn cards."""
        if not self._curtain:
            return
        name = self._narrator.wording.name(seat)
        if not self._terminal.can_clear_scrollback:
            self._wait_for_enter(terminal_text.scrollback_warning(name))
        elif self._narrator.has_just_seen_hidden_card(seat):
            self._wait_for_enter(terminal_text.clear_screen_prompt(name))
        self._terminal.clear()
        self._is_private = False

    def _clear_private_lines(self) -> None:
        """Clear the screen of private lines when the player leaves in the middle of a turn."""
        if self._is_private:
            self._terminal.clear()

    def _show_cards_when_alone(self, seat: Seat) -> None:
        """Show the cards of ``seat`` only after its player confirms that they are alone."""
        if self._curtain:
            self._narrator.print_recap(seat)
            name = self._narrator.wording.name(seat)
            self._wait_for_enter(terminal_text.ready_alone_prompt(name))
            self._is_private = True
        self._session.show_hand(seat)
        self._narrator.print_received_cards(seat)

    def _wait_for_enter(self, request: str) -> None:
        """Wait for an empty line, and run commands that are typed meanwhile.

        Args:
            request: the text that asks for the empty line.
        """
        while text := self._terminal.ask(request):
            self._run_command(text)

    def _run_command(self, text: str) -> None:
        if self._run_online_input(text):
            return
        command = read_command(text)
        if command is None:
            self._terminal.say(terminal_text.unknown_command_sentence(text))
            return
        name, rest = command
        if name in REPORTS:
            self._print_report(name)
        elif name == "rules":
            browse_rules(self._terminal, self._session.rules, rest)
        elif name in ("review", "next", "retry"):
            self._review_rounds(name, rest)
        elif name == "pin":
            self._pin_cards(rest)
        elif name == "why":
            self._coach.explain_best_turn(parse_action(rest))
        else:
            self._command_handlers[name]()

    def _run_online_input(self, text: str) -> bool:
        """Handle a typed line that concerns a network table; return whether it was handled.

        Always return False here; the class for online play overrides this method.
        """
        return False

    @property
    def _command_handlers(self) -> dict[CommandName, Callable[[], None]]:
        return {
            "actions": self._print_turn_again,
            "hint": self._coach.show_hint,
            "odds": self._coach.show_odds,
            "takeback": self._take_back_turn,
            "replay": self._replay_match_if_allowed,
            "save": self._save_match_copy,
            "learn": self._run_lessons,
            "menu": _leave_table,
            "quit": _quit_program,
            "help": self._print_help,
        }

    def _print_report(self, name: CommandName) -> None:
        if not self._is_report_allowed(name):
            self._terminal.say(terminal_text.withheld_by_memory_aids_sentence())
            return
        lines = REPORTS[name](self._narrator.make_view_model())
        self._terminal.say(*(lines or [terminal_text.nothing_to_report_sentence()]))

    def _pin_cards(self, rest: str) -> None:
        """Pin the named cards on the next opponent's hand, and print what is known about it."""
        viewer = self._session.viewer
        if viewer is None or not self._services.preferences.settings.pins:
            self._terminal.say(terminal_text.nothing_to_report_sentence())
            return
        model = self._narrator.make_view_model()
        after = self._session.public.seating.opponents_of(viewer)
        following = [seat for seat in self._session.public.seating.order if seat in after]
        cards = [int(sign) for sign in rest.split() if sign in CARD_SIGNS]
        pins = self._session.pins
        pins.marks_certain = model.has_memory_aids
        pins.replace_pins(viewer, following[0], cards)
        lines = table_report.deduced_card_lines(self._narrator.make_view_model())
        self._terminal.say(*(lines or [terminal_text.nothing_to_report_sentence()]))

    def _is_report_allowed(self, name: CommandName) -> bool:
        return name not in _AIDS or self._aids in _AIDS[name]

    def _review_rounds(self, name: CommandName, rest: str) -> None:
        """Show the review of a finished round, or continue in it.

        Args:
            name: the command that was typed.
            rest: the words after the command.
        """
        reviews = self._services.local_table.reviews
        if reviews is None or not len(reviews):
            self._terminal.say(terminal_text.no_round_to_review_sentence())
            return
        if self._review is None:
            self._review = TextReview(self._terminal, reviews, self._session.viewer)
        if name == "review":
            self._review.print_round(rest or str(len(reviews)))
        elif name == "next":
            self._review.print_next_mistake()
        else:
            self._review.retry_last_shown_turn()

    def _take_back_turn(self) -> None:
        if self._coach.take_back_turn():
            self._narrator.mark_events_described()

    def _replay_match_if_allowed(self) -> None:
        """Replay the match so far, if the memory aids allow it."""
        if not self._is_report_allowed("sums"):
            self._terminal.say(terminal_text.withheld_by_memory_aids_sentence())
            return
        replayed = self._services.local_table.replay_of_running_match()
        if replayed is None:
            self._terminal.say(terminal_text.nothing_to_replay_sentence())
        else:
            TextReplay(self._terminal, self._services, replayed).run()

    def _print_turn_again(self) -> None:
        if self._session.may_act:
            self._narrator.print_table_for_turn(self._observation, lists_actions=True)
            return
        public = self._session.public
        self._terminal.say(turn_status_sentence(self._narrator.wording, public, None))

    def _run_lessons(self) -> None:
        if self._lessons is None:
            self._terminal.say(terminal_text.unknown_command_sentence("learn"))
            return
        self._clear_private_lines()
        self._lessons()
        self._print_turn_again()

    def _save_match_copy(self) -> None:
        path, problems = self._services.save_match_copy()
        if path:
            sentence = match_copy_saved_sentence(path, self._session)
        elif problems:
            sentence = problem_sentence(problems[0])
        else:
            sentence = terminal_text.data_folder_unusable_sentence()
        self._terminal.say(sentence)

    def _print_help(self) -> None:
        codes = self._session.rules.has_codes
        words = [
            one
            for one in command_words()
            if self._is_report_allowed(one.name) and (codes or one.name != "codes")
            if self._lessons is not None or one.name != "learn"
        ]
        self._terminal.say(*help_lines(words, with_notation=True), *self._additional_help_lines())

    def _additional_help_lines(self) -> Lines:
        """Return additional lines of help for this kind of table."""
        return []


def parse_action(text: str) -> Action | None:
    """Return the action that ``text`` names in the notation of match records, if any."""
    try:
        return parse(" ".join(text.lower().split()))
    except NotationError:
        return None


def _leave_table() -> None:
    raise TableLeft


def _quit_program() -> None:
    raise InputClosed
