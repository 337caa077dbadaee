"""The lessons at the terminal: their list, and one lesson step by step."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from hacktrick.app.lesson_session import LessonSession, ShownLessonStep
from hacktrick.app.program_services import ProgramServices
from hacktrick.coach.lessons.lesson import Lesson
from hacktrick.game.legality import legal_actions, refusal_reason
from hacktrick.i18n import lesson_text as words
from hacktrick.i18n import table_report, terminal_text
from hacktrick.i18n.match_options_and_player_names import options_from_setting
from hacktrick.i18n.terminal_text import (
    LESSON_WORDS,
    CommandName,
    CommandWord,
    command_words,
    help_lines,
    read_command,
)
from hacktrick.i18n.translator import _, label_with_value
from hacktrick.i18n.turn_instructions import refusal_sentence
from hacktrick.terminal.play.console import (
    InputClosed,
    Terminal,
    answer_index,
    ask_choice,
    numbered_lines,
)
from hacktrick.terminal.play.rules_reader import browse_rules
from hacktrick.terminal.play.text_match import POLL_SECONDS, REPORTS, Narrator, parse_action

AIDS = "learning"
_MATCH_COMMANDS = (*REPORTS, "actions", "rules", "menu", "quit", "help")


class LessonLeft(Exception):
    """Raised if the learner leaves the lesson, which will be resumed at the same step."""


class TextLessons:
    """Shows the list of lessons and runs the lessons that the learner chooses."""

    def __init__(self, terminal: Terminal, services: ProgramServices) -> None:
        self._terminal, self._services = terminal, services

    def run(self) -> None:
        """Offer lessons until the learner goes back.

        Raises:
            InputClosed: the input has ended.
        """
        while (lesson := self._choose_lesson()) is not None:
            self.run_lesson_and_following(lesson)

    def run_lesson_and_following(self, lesson: Lesson) -> None:
        """Run a lesson, and then the following lessons as long as the learner wants to continue."""
        following: Lesson | None = lesson
        while following is not None:
            following = self._run_lesson(following)

    def _choose_lesson(self) -> Lesson | None:
        choices = options_from_setting(self._services.preferences.settings.last_match)
        learner = self._services.lessons.profile_name_or_empty(
            words.lesson_player_names(choices)[0]
        )
        progress = self._services.lessons
        lines = []
        for lesson in progress.lessons:
            title, mark = (
                words.lesson_title(lesson.name, choices.rules),
                self._progress_label(learner, lesson),
            )
            lines.append(label_with_value(title, mark) if mark else title)
        usual = progress.lessons.index(progress.next_lesson(learner))
        chosen = ask_choice(self._terminal, _("Learn"), [*lines, _("Back")], usual)
        return progress.lessons[chosen] if chosen < len(lines) else None

    def _progress_label(self, learner: str, lesson: Lesson) -> str:
        progress = self._services.lessons
        return words.lesson_progress_label(
            progress.lesson_status(learner, lesson.name),
            progress.resume_step_index(learner, lesson.name),
            len(lesson.steps),
        )

    def _run_lesson(self, lesson: Lesson, from_start: bool = False) -> Lesson | None:
        """Run a lesson; return the next lesson, or None to return to the list.

        Args:
            from_start: whether to restart the lesson at its first step.
        """
        choices = options_from_setting(self._services.preferences.settings.last_match)
        session = self._services.lessons.start_lesson(
            lesson.name, words.lesson_player_names(choices), choices.rules.words, from_start
        )
        session.pace = "instant"
        try:
            TextLesson(self._terminal, session).run()
        except LessonLeft:
            return None
        following = self._services.lessons.lesson_after(lesson.name)
        answers = [_("Next lesson")] if following is not None else []
        chosen = ask_choice(
            self._terminal,
            terminal_text.next_step_question(),
            [*answers, _("Again"), _("Lessons")],
            0,
        )
        if chosen == len(answers):
            return self._run_lesson(lesson, from_start=True)
        return following if chosen < len(answers) else None


class TextLesson:
    """One lesson at the terminal."""

    def __init__(self, terminal: Terminal, session: LessonSession) -> None:
        self._terminal, self._session = terminal, session
        self._narrator = Narrator(terminal, session, AIDS)
        self._printed_reply = ""

    def run(self) -> None:
        """Run the lesson until it is over.

        Raises:
            LessonLeft: the learner leaves the lesson.
            InputClosed: the learner quits, or the input has ended.
        """
        status = self._session.shown_step
        self._terminal.say("", words.lesson_title(status.lesson, self._session.rules))
        self._print_whole_table()
        self._terminal.say("", terminal_text.action_or_help_prompt())
        while (status := self._session.shown_step).state != "over":
            self._do[status.state](self, status)
        self._narrator.print_new_events(self._session.viewer)
        self._print_reply(status)
        if self._session.is_round_over:
            self._narrator.print_round_end()

    # Each of the following methods handles a state of the lesson.

    def _run_automatic_steps(self, status: ShownLessonStep) -> None:
        """Let the lesson play its automatic actions."""
        self._print_reply(status)
        passed = 0.0
        while not self._session.update(passed, is_screen_at_rest=True):
            self._terminal.wait(POLL_SECONDS)
            passed = POLL_SECONDS
        self._narrator.print_new_events(self._session.viewer)

    def _take_back_wrong_action(self, status: ShownLessonStep) -> None:
        self._print_reply(status)
        self._wait_for_enter(terminal_text.try_again_prompt())

    def _continue_with_next_deal(self, status: ShownLessonStep) -> None:
        self._print_reply(status)
        self._wait_for_enter(terminal_text.go_on_prompt())

    def _wait_for_enter(self, request: str) -> None:
        """Run typed commands until an empty line, then continue the lesson.

        The lesson does not continue if a command has changed the session.

        Args:
            request: the text that asks for the empty line.
        """
        version = self._session.version
        while text := self._terminal.ask(request):
            self._run_command(text)
            if self._session.version != version:
                return
        self._session.continue_lesson()
        self._print_whole_table()

    def _ask_for_answer(self, status: ShownLessonStep) -> None:
        wording, options = self._narrator.wording, status.options
        self._print_step(status)
        self._terminal.say(
            *numbered_lines([words.answer_option_text(one, wording) for one in options])
        )
        while self._session.shown_step == status:
            text = self._terminal.ask(terminal_text.command_prompt())
            number = answer_index(text, len(options))
            if number is not None:
                self._session.answer_question(options[number])
            elif text:
                self._run_command(text)

    def _ask_for_action(self, status: ShownLessonStep) -> None:
        self._narrator.print_new_events(self._session.viewer)
        self._print_step(status)
        self._print_turn_again()
        version = self._session.version
        while self._session.version == version:
            self._run_action_or_command(self._terminal.ask(terminal_text.command_prompt()))

    _do: ClassVar[dict[str, Callable[[TextLesson, ShownLessonStep], None]]] = {
        "moving": _run_automatic_steps,
        "astray": _take_back_wrong_action,
        "done_here": _continue_with_next_deal,
        "choose": _ask_for_answer,
        "act": _ask_for_action,
    }

    def _run_action_or_command(self, text: str) -> None:
        """Make the typed action or run the typed command; report a line that is neither."""
        seen = self._session.snapshot().observation
        assert seen is not None
        legal = legal_actions(seen)
        number = answer_index(text, len(legal))
        action = parse_action(text) if number is None else legal[number]
        if action in legal:
            self._session.submit(action)
            self._narrator.print_new_events(self._session.viewer)
        elif action is not None:
            self._terminal.say(
                refusal_sentence(self._narrator.wording, refusal_reason(seen, action))
            )
        elif text.isdecimal():
            self._terminal.say(terminal_text.number_range_sentence(len(legal)))
        else:
            self._run_command(text or "actions")

    # Methods that print the lesson.

    def _print_reply(self, status: ShownLessonStep) -> None:
        """Print the reply to the last attempt or step, once."""
        if status.answer_key and status.answer_key != self._printed_reply:
            self._terminal.say(
                "", words.step_sentence(status, status.answer_key, self._narrator.wording)
            )
        self._printed_reply = status.answer_key

    def _print_step(self, status: ShownLessonStep) -> None:
        self._print_reply(status)
        self._printed_reply = ""
        if status.n_steps:
            self._terminal.say("", terminal_text.lesson_step_line(status.number, status.n_steps))
        self._terminal.say(words.step_sentence(status, status.prompt_key, self._narrator.wording))
        more = words.current_demonstration_sentence(
            status, self._session.shown_action, self._narrator.wording
        )
        if more:
            self._terminal.say(more)

    def _print_whole_table(self) -> None:
        """Print the whole table, since it has changed by more than an action."""
        self._narrator.mark_events_described()
        self._terminal.say("", *table_report.table_lines(self._narrator.make_view_model()))

    def _print_turn_again(self) -> None:
        seen = self._session.snapshot().observation
        if self._session.may_act and seen is not None:
            self._narrator.print_table_for_turn(seen)
        else:
            self._terminal.say(
                *words.answer_option_texts(self._session.shown_step, self._narrator.wording)
            )

    # Methods that run typed commands.

    def _run_command(self, text: str) -> None:
        command = read_command(text, self._command_words)
        if command is None:
            self._terminal.say(terminal_text.unknown_command_sentence(text))
            return
        name, rest = command
        if name in REPORTS:
            lines = REPORTS[name](self._narrator.make_view_model())
            self._terminal.say(*(lines or [terminal_text.nothing_to_report_sentence()]))
        elif name == "rules":
            browse_rules(self._terminal, self._session.rules, rest)
        else:
            self._command_handlers[name]()

    @property
    def _command_words(self) -> tuple[CommandWord, ...]:
        codes = self._session.rules.has_codes
        table = [one for one in command_words() if one.name in _MATCH_COMMANDS]
        return (*command_words(LESSON_WORDS), *(o for o in table if codes or o.name != "codes"))

    @property
    def _command_handlers(self) -> dict[CommandName, Callable[[], None]]:
        return {
            "actions": self._print_turn_again,
            "back": self._step_back,
            "skip": self._skip_step,
            "show": lambda: self._session.show_more_help(at_once=True),
            "menu": _leave_lesson,
            "quit": _quit_program,
            "help": self._print_help,
        }

    def _step_back(self) -> None:
        self._session.go_back_to_step_start()
        self._print_whole_table()

    def _skip_step(self) -> None:
        if self._session.is_whole_round:
            _leave_lesson()
        self._session.skip_step()
        self._print_whole_table()

    def _print_help(self) -> None:
        self._terminal.say(*help_lines(self._command_words, with_notation=False))


def _leave_lesson() -> None:
    raise LessonLeft


def _quit_program() -> None:
    raise InputClosed
