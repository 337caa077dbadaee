"""A match at the terminal: asks for actions, obeys typed commands, consults the coach.

Prints only what the session may show to the player at the screen, and clears the screen between
players.
"""

from __future__ import annotations

from collections.abc import Callable

from hacktrick.app.coach_session import HINT_STEPS, tutor_threshold
from hacktrick.app.session import Session
from hacktrick.app.settings import Settings, SettingsHolder
from hacktrick.app.workspace import Workspace
from hacktrick.game.actions import Action, NotationError, parse
from hacktrick.game.legality import legal_actions, refusal_reason
from hacktrick.game.rules import Seat
from hacktrick.game.state import Observation
from hacktrick.i18n import table_report, terminal_text
from hacktrick.i18n.coach_text import (
    CoachSentences,
    no_hint_sentence,
    no_odds_sentence,
    no_take_back_sentence,
)
from hacktrick.i18n.match_summaries import copy_saved_sentence
from hacktrick.i18n.problem_text import problem_sentence
from hacktrick.i18n.table_frame import TableFrame
from hacktrick.i18n.table_report import Lines
from hacktrick.i18n.terminal_commands import (
    CommandName,
    command_words,
    help_lines,
    read_command,
)
from hacktrick.i18n.translator import _
from hacktrick.i18n.turn_text import refusal_sentence, status_sentence
from hacktrick.terminal.play.console import InputClosed, Terminal, choose_answer, number_in
from hacktrick.terminal.play.narration import Narrator
from hacktrick.terminal.play.replay import TextReplay
from hacktrick.terminal.play.review import TextReview
from hacktrick.terminal.play.rules_reader import read_rules

POLL = 0.02  # seconds between two looks whether an answer has come
LATER = {"try"}  # what nobody waits for
PAGES = ("hands", "mine", "keys")


class TextCoach:
    """The coach of the table.

    Args:
        aids: what the table remembers for the players, as the setting.
    """

    def __init__(
        self, terminal: Terminal, session: Session, context: SettingsHolder, aids: str
    ) -> None:
        self._terminal, self._session, self._context = terminal, session, context
        self._aids = aids
        self._step, self._told_of = 0, -1

    @property
    def _settings(self) -> Settings:
        return self._context.settings

    def begin(self) -> None:
        """The player at the screen has a decision to make: the tutor looks at it."""
        if self._settings.tutor != "off" and not self._session.coach.silent:
            self._session.coach.judge()
            self._session.coach.check()

    # Hints

    def hint(self) -> None:
        """One step more."""
        if self._refuses(no_hint_sentence(self._session, self._settings)):
            return
        session, words = self._session, self._words()
        if self._told_of != session.version:
            self._step, self._told_of = 0, session.version
        self._step = min(HINT_STEPS, self._step + 1)
        session.note_hint(self._step)
        look = session.coach.look
        lines = [words.look(look)] if self._step == 1 and look else self._further()
        self._terminal.say(terminal_text.hint_line(self._step, HINT_STEPS, lines[0]), *lines[1:])

    def _further(self) -> list[str]:
        """Steps 2 and 3, once they are there."""
        coach, words = self._session.coach, self._words()
        coach.judge()
        if self._step == HINT_STEPS:
            coach.explain()
        self._wait()
        known = coach.known
        if known.chosen is not None:
            return list(words.chosen(known.chosen))
        if coach.idea is None or coach.turns is None:
            return [terminal_text.only_one_way()]
        if self._step < HINT_STEPS:
            return [words.idea(coach.idea)]
        reasons = words.why(known.why) if known.why is not None else ()
        return [*words.turns(coach.turns), *reasons]

    def why(self, made: Action | None) -> None:
        """Why the best turn is better than one that begins so, or than another."""
        if self._refuses(no_hint_sentence(self._session, self._settings)):
            return
        coach, words = self._session.coach, self._words()
        self._session.note_hint(HINT_STEPS)
        coach.judge()
        coach.explain(() if made is None else (made,))
        self._wait()
        why = coach.known.why
        if why is None:
            self._terminal.say(terminal_text.nothing_better())
            return
        heading = terminal_text.better_turn(words.turn(why.best), words.turn(why.played))
        self._terminal.say(heading, *words.why(why))

    def _wait(self) -> None:
        coach = self._session.coach
        coach.update()
        if coach.known.open - LATER:
            self._terminal.say(terminal_text.one_moment())
        while coach.known.open - LATER:
            self._terminal.wait(POLL)
            coach.update()

    def _refuses(self, why_not: str) -> bool:
        """Whether there is no help, which is then told."""
        if why_not:
            self._terminal.say(why_not)
        return bool(why_not)

    # Odds

    def odds(self) -> None:
        """One hand a line, then what others must think, then the keys."""
        if not self._refuses(no_odds_sentence(self._session, self._settings, self._aids)):
            self._session.coach.count()
            self._wait()
            self._say_odds()

    def _say_odds(self) -> None:
        odds = self._session.coach.known.odds
        if odds is None:
            return
        name = self._session.seats[odds.seat].name
        words = CoachSentences(self._session.rules, name)
        for page in PAGES:
            told = words.odds_lines(odds, page, self._settings.odds == "habits")
            lines = [words.odds_line(line) for line in told.lines]
            head = words.odds_title(page)
            self._terminal.say("", head, *lines, *([told.note] if told.note else []))

    # The tutor

    def stops(self, action: Action) -> bool:
        """Whether the player thinks again, once the tutor has asked."""
        coach = self._session.coach
        coach.update()
        least = tutor_threshold(self._settings.tutor)
        verdict = None if least is None else coach.verdict((action,), least)
        if verdict is None:
            return False
        question = self._words().size(verdict.size)
        answers = (_("Think again"), _("Play it"), _("Hint"), _("No more this match"))
        chosen = choose_answer(self._terminal, question, answers, 0)
        if chosen == 2:
            self.hint()
        if chosen == 3:
            coach.silent = True
        return chosen in (0, 2)

    # Taking back

    def take_back(self) -> bool:
        """The last finished turn, against computers alone; True if it is taken back."""
        if self._refuses(no_take_back_sentence(self._session, self._settings)):
            return False
        self._session.take_back()
        self._terminal.say(terminal_text.turn_taken_back())
        return True

    def _words(self) -> CoachSentences:
        public, viewer = self._session.public, self._session.viewer
        seat = max(0, public.seat if viewer is None else viewer)
        other = public.seating.opponents_of(seat)[0]
        return CoachSentences(self._session.rules, self._session.seats[other].name)


MOST_CUT = 17  # cards above the cut

REPORTS: dict[CommandName, Callable[[TableFrame], Lines]] = {
    "state": table_report.table_lines,
    "hand": table_report.own_hand_lines,
    "row": table_report.row_lines,
    "board": table_report.board_and_layout_lines,
    "markers": table_report.marker_lines,
    "sums": table_report.sum_lines,
    "unseen": table_report.unseen_card_lines,
    "threats": table_report.threat_lines,
    "codes": table_report.code_lines,
    "log": table_report.history_lines,
}
_AIDS: dict[CommandName, tuple[str, ...]] = {
    "sums": ("standard", "learning"),
    "unseen": ("standard", "learning"),
    "threats": ("learning",),
}
"""The memory aids with which a report is given; without a line, with all of them."""


class TableLeft(Exception):
    """The player goes back to the start; the match is kept."""


class TerminalMatch:
    """The match of the workspace's session.

    Args:
        aids: what the table remembers for the players, as the setting.
        curtain: whether the screen is cleared between two people.
        learn: the lessons, after which the match goes on; None: not from this table.
    """

    def __init__(
        self,
        terminal: Terminal,
        workspace: Workspace,
        aids: str,
        curtain: bool,
        learn: Callable[[], None] | None = None,
    ) -> None:
        assert workspace.session is not None
        self._terminal, self._workspace, self._session = terminal, workspace, workspace.session
        self._session.pace = "instant"  # lines wait for their reader
        self._aids, self._curtain, self._lessons = aids, curtain, learn
        self._telling = Narrator(terminal, self._session, aids)
        self._review: TextReview | None = None  # of the rounds that are over
        self._coach = TextCoach(terminal, self._session, workspace.context, aids)
        self._is_private = False  # what is on the screen is for one of several people

    def run(self) -> None:
        """Play until the match is over.

        Raises:
            TableLeft: the player goes back to the start.
            Closed: the player quits, or the input has come to its end.
        """
        self._telling.goal()
        self._telling.return_to_the_table()
        self._terminal.say("", terminal_text.action_or_help())
        try:
            self._play()
        except (TableLeft, InputClosed, KeyboardInterrupt):
            self._leave_nothing_private()
            raise

    def _play(self) -> None:
        session = self._session
        while True:
            self._tell_problems()
            if self._workspace.context.settings.think_ahead:
                session.prepare_review()
            if session.is_round_over:
                self._telling.end_of_round()
                self._is_private = False  # all hands are turned up
                if session.is_over:
                    return
                self._next_round()
            elif session.is_thinking:
                self._let_the_computer_act()
            elif session.awaited is not None:
                self._hand_over(session.awaited)
            elif session.may_act:
                self._take_action()
            else:
                self._let_the_computer_act()

    def _tell_problems(self) -> None:
        for problem in self._workspace.take_problems():
            self._terminal.say(problem_sentence(problem))

    def _next_round(self) -> None:
        seal = self._session.commitment
        if seal is not None:
            self._terminal.say(*terminal_text.fixed_deal(seal[:16]))
        self._session.next_round(self._ask_for_cut())
        self._telling.beginning()

    def _ask_for_cut(self) -> str | None:
        """Where the player cuts; None for an empty line."""
        while text := self._terminal.ask(terminal_text.next_round_prompt()):
            if self._session.commitment and number_in(text, MOST_CUT) is not None:
                return text
            self._command(text)
        return None

    def _let_the_computer_act(self) -> None:
        passed = 0.0
        while not self._session.update(passed, at_rest=True):
            self._terminal.wait(POLL)
            passed = POLL
        if not self._several:
            self._telling.news(self._session.viewer)

    # The player at the screen

    @property
    def _seen(self) -> Observation:
        seen = self._session.glance().seen
        assert seen is not None
        return seen

    def _take_action(self) -> None:
        """Ask until something has been done."""
        self._tell_the_clock()
        self._telling.news(self._session.viewer)
        self._telling.turn(self._seen)
        version = self._session.version
        self._coach.begin()
        while self._session.version == version:
            text = self._terminal.ask(terminal_text.command_prompt())
            if not self._is_overtaken():
                self._obey(text)

    def _is_overtaken(self) -> bool:
        """Whether what somebody else wants comes before what was typed."""
        return False

    def _tell_the_clock(self) -> None:
        """How long one may think, where that is not for ever."""

    def _obey(self, text: str) -> None:
        """An action, a command, or one sentence that it was neither."""
        legal = legal_actions(self._seen)
        number = number_in(text, len(legal))
        action = typed_action(text) if number is None else legal[number]
        if action in legal:
            if not self._coach.stops(action):
                self._do(action)
        elif action is not None:
            self._terminal.say(
                refusal_sentence(self._telling.wording, refusal_reason(self._seen, action))
            )
        elif text.isdecimal():
            self._terminal.say(terminal_text.number_range(len(legal)))
        else:
            self._command(text or "actions")

    def _do(self, action: Action) -> None:
        session = self._session
        seat = session.viewer
        assert seat is not None
        session.submit(action)
        self._telling.news(seat)
        if session.viewer is None and not session.is_round_over:
            self._cover(seat)

    # Several people at one screen

    @property
    def _several(self) -> bool:
        return len(self._session.humans) > 1

    def _cover(self, seat: Seat) -> None:
        """Clear the screen after a turn, once a card that has come to the hand has been read."""
        if not self._curtain:
            return
        name = self._telling.wording.name(seat)
        if not self._terminal.forgets:
            self._pause(terminal_text.scrollback_warning(name))
        elif self._telling.has_private_news(seat):
            self._pause(terminal_text.clear_screen_prompt(name))
        self._terminal.clear()
        self._is_private = False

    def _leave_nothing_private(self) -> None:
        """Somebody goes away in the middle of a turn, and others may come to the screen."""
        if self._is_private:
            self._terminal.clear()

    def _hand_over(self, seat: Seat) -> None:
        """Nothing private is on the screen until ``seat`` says that nobody else looks."""
        if self._curtain:
            self._telling.recap(seat)
            name = self._telling.wording.name(seat)
            self._pause(terminal_text.ready_alone_prompt(name))
            self._is_private = True
        self._session.open(seat)
        self._telling.private_recap(seat)

    def _pause(self, request: str) -> None:
        """Wait for an empty line; commands are obeyed meanwhile."""
        while text := self._terminal.ask(request):
            self._command(text)

    # Commands

    def _command(self, text: str) -> None:
        if self._is_for_others(text):
            return
        command = read_command(text)
        if command is None:
            self._terminal.say(terminal_text.unknown_command(text))
            return
        name, rest = command
        if name in REPORTS:
            self._report(name)
        elif name == "rules":
            read_rules(self._terminal, self._session.rules, rest)
        elif name in ("review", "next", "retry"):
            self._look_back(name, rest)
        elif name == "why":
            self._coach.why(typed_action(rest))
        else:
            self._services[name]()

    def _is_for_others(self, text: str) -> bool:
        """Whether a line was said to people who are not here."""
        return False

    @property
    def _services(self) -> dict[CommandName, Callable[[], None]]:
        return {
            "actions": self._again,
            "hint": self._coach.hint,
            "odds": self._coach.odds,
            "takeback": self._take_back,
            "replay": self._replay,
            "save": self._save_copy,
            "learn": self._learn,
            "menu": _leave,
            "quit": _quit,
            "help": self._help,
        }

    def _report(self, name: CommandName) -> None:
        if not self._is_given(name):
            self._terminal.say(terminal_text.withheld_by_memory_aids())
            return
        lines = REPORTS[name](self._telling.frame())
        self._terminal.say(*(lines or [terminal_text.nothing_to_report()]))

    def _is_given(self, name: CommandName) -> bool:
        return name not in _AIDS or self._aids in _AIDS[name]

    def _look_back(self, name: CommandName, rest: str) -> None:
        """At the rounds that are over."""
        reviews = self._workspace.reviews
        if reviews is None or not len(reviews):
            self._terminal.say(terminal_text.no_round_to_review())
            return
        if self._review is None:
            self._review = TextReview(self._terminal, reviews, self._session.viewer)
        if name == "review":
            self._review.show(rest or str(len(reviews)))
        elif name == "next":
            self._review.next()
        else:
            self._review.retry()

    def _take_back(self) -> None:
        if self._coach.take_back():
            self._telling.rewound()

    def _replay(self) -> None:
        """The match so far, for whoever may see the table's memory."""
        if not self._is_given("sums"):
            self._terminal.say(terminal_text.withheld_by_memory_aids())
            return
        replayed = self._workspace.replay_running()
        if replayed is None:
            self._terminal.say(terminal_text.nothing_to_replay())
        else:
            TextReplay(self._terminal, self._workspace, replayed).run()

    def _again(self) -> None:
        if self._session.may_act:
            self._telling.turn(self._seen)
            return
        public = self._session.public
        self._terminal.say(status_sentence(self._telling.wording, public, None))

    def _learn(self) -> None:
        if self._lessons is None:
            self._terminal.say(terminal_text.unknown_command("learn"))
            return
        self._leave_nothing_private()
        self._lessons()
        self._again()

    def _save_copy(self) -> None:
        path, problems = self._workspace.save_copy()
        if path:
            told = copy_saved_sentence(path, self._session)
        elif problems:
            told = problem_sentence(problems[0])
        else:
            told = terminal_text.data_folder_unusable()
        self._terminal.say(told)

    def _help(self) -> None:
        codes = self._session.rules.has_codes
        words = [
            one
            for one in command_words()
            if self._is_given(one.name) and (codes or one.name != "codes")
            if self._lessons is not None or one.name != "learn"
        ]
        self._terminal.say(*help_lines(words, with_notation=True), *self._more_help())

    def _more_help(self) -> Lines:
        """What else may be typed at this table."""
        return []


def typed_action(text: str) -> Action | None:
    """The action that ``text`` names as match records do."""
    try:
        return parse(" ".join(text.lower().split()))
    except NotationError:
        return None


def _leave() -> None:
    raise TableLeft


def _quit() -> None:
    raise InputClosed
