"""The lessons in lines: their list, and one of them step by step."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from hacktrick.app.lesson_session import LessonSession, LessonStatus
from hacktrick.app.workspace import Workspace
from hacktrick.coach.lessons.lesson import Lesson
from hacktrick.game.legality import legal_actions, refusal_reason
from hacktrick.i18n import lesson_text as words
from hacktrick.i18n import table_report, terminal_text
from hacktrick.i18n.new_match_options import options_from_setting
from hacktrick.i18n.terminal_commands import (
    LESSON_WORDS,
    CommandName,
    CommandWord,
    command_words,
    help_lines,
    read_command,
)
from hacktrick.i18n.translator import _
from hacktrick.i18n.turn_text import refusal_sentence
from hacktrick.terminal.play.console import (
    InputClosed,
    Terminal,
    choose_answer,
    number_in,
    numbered,
)
from hacktrick.terminal.play.narration import Narrator
from hacktrick.terminal.play.rules_reader import read_rules
from hacktrick.terminal.play.text_match import POLL, REPORTS, typed_action

AIDS = "learning"
_OF_A_TABLE = (*REPORTS, "actions", "rules", "menu", "quit", "help")


class LessonLeft(Exception):
    """The pupil leaves the lesson, which goes on at its step another time."""


class TextLessons:
    """The list of lessons, again and again."""

    def __init__(self, terminal: Terminal, workspace: Workspace) -> None:
        self._terminal, self._workspace = terminal, workspace

    def run(self) -> None:
        """Until the pupil has enough.

        Raises:
            Closed: the input has come to its end.
        """
        while (lesson := self._chosen()) is not None:
            self.do(lesson)

    def do(self, lesson: Lesson) -> None:
        """A lesson, and those after it as long as they are wanted."""
        following: Lesson | None = lesson
        while following is not None:
            following = self._one(following)

    def _chosen(self) -> Lesson | None:
        choices = options_from_setting(self._workspace.context.settings.last_match)
        pupil = self._workspace.school.pupil(words.lesson_players(choices)[0])
        school = self._workspace.school
        lines = []
        for lesson in school.lessons:
            title, mark = words.lesson_title(lesson.name, choices.rules), self._mark(pupil, lesson)
            lines.append(terminal_text.labelled(title, mark) if mark else title)
        usual = school.lessons.index(school.next_for(pupil))
        chosen = choose_answer(self._terminal, _("Learn"), [*lines, _("Back")], usual)
        return school.lessons[chosen] if chosen < len(lines) else None

    def _mark(self, pupil: str, lesson: Lesson) -> str:
        school = self._workspace.school
        return words.lesson_progress_label(
            school.mark(pupil, lesson.name), school.step(pupil, lesson.name), len(lesson.steps)
        )

    def _one(self, lesson: Lesson, from_start: bool = False) -> Lesson | None:
        """Another lesson to go on with; None: back to the list."""
        choices = options_from_setting(self._workspace.context.settings.last_match)
        session = self._workspace.school.learn(
            lesson.name, words.lesson_players(choices), choices.rules.words, from_start
        )
        session.pace = "instant"
        try:
            TextLesson(self._terminal, session).run()
        except LessonLeft:
            return None
        following = self._workspace.school.after(lesson.name)
        answers = [_("Next lesson")] if following is not None else []
        chosen = choose_answer(
            self._terminal, terminal_text.what_next(), [*answers, _("Again"), _("Lessons")], 0
        )
        if chosen == len(answers):
            return self._one(lesson, from_start=True)
        return following if chosen < len(answers) else None


class TextLesson:
    """One lesson at the terminal."""

    def __init__(self, terminal: Terminal, session: LessonSession) -> None:
        self._terminal, self._session = terminal, session
        self._telling = Narrator(terminal, session, AIDS)
        self._heard = ""

    def run(self) -> None:
        """Until it is over.

        Raises:
            LessonLeft: the pupil leaves it.
            Closed: the pupil quits, or the input has come to its end.
        """
        stand = self._session.stand
        self._terminal.say("", words.lesson_title(stand.lesson, self._session.rules))
        self._lay_anew()
        self._terminal.say("", terminal_text.action_or_help())
        while (stand := self._session.stand).state != "over":
            self._do[stand.state](self, stand)
        self._telling.news(self._session.viewer)
        self._tell_heard(stand)
        if self._session.is_round_over:
            self._telling.end_of_round()

    # What is waited for

    def _let_go_on(self, stand: LessonStatus) -> None:
        """Something follows by itself."""
        self._tell_heard(stand)
        passed = 0.0
        while not self._session.update(passed, at_rest=True):
            self._terminal.wait(POLL)
            passed = POLL
        self._telling.news(self._session.viewer)

    def _take_back(self, stand: LessonStatus) -> None:
        self._tell_heard(stand)
        self._wait(terminal_text.try_again_prompt())

    def _next_deal(self, stand: LessonStatus) -> None:
        self._tell_heard(stand)
        self._wait(terminal_text.go_on_prompt())

    def _wait(self, request: str) -> None:
        """For an empty line; commands are obeyed meanwhile."""
        version = self._session.version
        while text := self._terminal.ask(request):
            self._command(text)
            if self._session.version != version:
                return
        self._session.go_on()
        self._lay_anew()

    def _take_answer(self, stand: LessonStatus) -> None:
        wording, options = self._telling.wording, stand.options
        self._tell_step(stand)
        self._terminal.say(*numbered([words.answer_option(one, wording) for one in options]))
        while self._session.stand == stand:
            text = self._terminal.ask(terminal_text.command_prompt())
            number = number_in(text, len(options))
            if number is not None:
                self._session.choose(options[number])
            elif text:
                self._command(text)

    def _take_action(self, stand: LessonStatus) -> None:
        self._telling.news(self._session.viewer)
        self._tell_step(stand)
        self._again()
        version = self._session.version
        while self._session.version == version:
            self._obey(self._terminal.ask(terminal_text.command_prompt()))

    _do: ClassVar[dict[str, Callable[[TextLesson, LessonStatus], None]]] = {
        "moving": _let_go_on,
        "astray": _take_back,
        "done_here": _next_deal,
        "choose": _take_answer,
        "act": _take_action,
    }

    def _obey(self, text: str) -> None:
        """An action, a command, or one sentence that it was neither."""
        seen = self._session.glance().seen
        assert seen is not None
        legal = legal_actions(seen)
        number = number_in(text, len(legal))
        action = typed_action(text) if number is None else legal[number]
        if action in legal:
            self._session.submit(action)
            self._telling.news(self._session.viewer)
        elif action is not None:
            self._terminal.say(
                refusal_sentence(self._telling.wording, refusal_reason(seen, action))
            )
        elif text.isdecimal():
            self._terminal.say(terminal_text.number_range(len(legal)))
        else:
            self._command(text or "actions")

    # What is told

    def _tell_heard(self, stand: LessonStatus) -> None:
        """The answer to the last try, or the reply to the last step; once."""
        if stand.heard and stand.heard != self._heard:
            self._terminal.say("", words.step_sentence(stand, stand.heard, self._telling.wording))
        self._heard = stand.heard

    def _tell_step(self, stand: LessonStatus) -> None:
        self._tell_heard(stand)
        self._heard = ""
        if stand.n_steps:
            self._terminal.say("", terminal_text.lesson_step(stand.number, stand.n_steps))
        self._terminal.say(words.step_sentence(stand, stand.say, self._telling.wording))
        more = words.current_shown_sentence(
            stand, self._session.shown_action, self._telling.wording
        )
        if more:
            self._terminal.say(more)

    def _lay_anew(self) -> None:
        """The table is another one; nothing of the way to it is news."""
        self._telling.catch_up()
        self._terminal.say("", *table_report.table_lines(self._telling.frame()))

    def _again(self) -> None:
        seen = self._session.glance().seen
        if self._session.may_act and seen is not None:
            self._telling.turn(seen)
        else:
            self._terminal.say(*words.answer_options(self._session.stand, self._telling.wording))

    # Commands

    def _command(self, text: str) -> None:
        command = read_command(text, self._words)
        if command is None:
            self._terminal.say(terminal_text.unknown_command(text))
            return
        name, rest = command
        if name in REPORTS:
            lines = REPORTS[name](self._telling.frame())
            self._terminal.say(*(lines or [terminal_text.nothing_to_report()]))
        elif name == "rules":
            read_rules(self._terminal, self._session.rules, rest)
        else:
            self._services[name]()

    @property
    def _words(self) -> tuple[CommandWord, ...]:
        codes = self._session.rules.has_codes
        table = [one for one in command_words() if one.name in _OF_A_TABLE]
        return (*command_words(LESSON_WORDS), *(o for o in table if codes or o.name != "codes"))

    @property
    def _services(self) -> dict[CommandName, Callable[[], None]]:
        return {
            "actions": self._again,
            "back": self._back,
            "skip": self._skip,
            "show": lambda: self._session.show_more(at_once=True),
            "menu": _leave,
            "quit": _quit,
            "help": self._help,
        }

    def _back(self) -> None:
        self._session.back()
        self._lay_anew()

    def _skip(self) -> None:
        if self._session.is_free:
            _leave()
        self._session.skip()
        self._lay_anew()

    def _help(self) -> None:
        self._terminal.say(*help_lines(self._words, with_notation=False))


def _leave() -> None:
    raise LessonLeft


def _quit() -> None:
    raise InputClosed
