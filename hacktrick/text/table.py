"""A match at the terminal: who is asked, what an answer does, and when the screen is cleared.

It must not know the truth: everything that it prints comes from what the session may show to the
player at the screen.
"""

from __future__ import annotations

from collections.abc import Callable

from hacktrick.game.actions import Action, NotationError, parse
from hacktrick.game.legal import legal_actions
from hacktrick.game.refusals import why_not
from hacktrick.game.rules import Seat
from hacktrick.game.state import Observation
from hacktrick.seat.desk import Desk
from hacktrick.text import reports
from hacktrick.text.choosing import number_in
from hacktrick.text.coach import TextCoach
from hacktrick.text.commands import Name, command_words, read_command
from hacktrick.text.replay import TextReplay
from hacktrick.text.reports import Lines
from hacktrick.text.review import TextReview
from hacktrick.text.rules import read_rules
from hacktrick.text.telling import Telling
from hacktrick.text.terminal import Closed, Terminal
from hacktrick.words.frame import Frame
from hacktrick.words.problems import problem_sentence
from hacktrick.words.prompts import reason, status
from hacktrick.words.summaries import copy_saved
from hacktrick.words.translator import _

POLL = 0.02  # seconds between two looks whether the computer has decided
MOST_CUT = 17  # cards above the cut
LONGEST_QUOTE = 40  # characters of wrong input that are said again

REPORTS: dict[Name, Callable[[Frame], Lines]] = {
    "state": reports.state,
    "hand": reports.own_hand,
    "row": reports.row,
    "board": reports.whole_board,
    "markers": reports.markers,
    "sums": reports.sums,
    "unseen": reports.unseen,
    "threats": reports.dangers,
    "codes": reports.codes,
    "log": reports.log,
}
_AIDS: dict[Name, tuple[str, ...]] = {
    "sums": ("standard", "learning"),
    "unseen": ("standard", "learning"),
    "threats": ("learning",),
}
"""The memory aids with which a report is given; without a line, with all of them."""


class Left(Exception):
    """The player goes back to the start; the match is kept."""


class TextTable:
    """The match of the desk's session.

    Args:
        aids: what the table remembers for the players, as the setting.
        curtain: whether the screen is cleared between two people.
        learn: the lessons, after which the match goes on; None: not from this table.
    """

    def __init__(
        self,
        terminal: Terminal,
        desk: Desk,
        aids: str,
        curtain: bool,
        learn: Callable[[], None] | None = None,
    ) -> None:
        assert desk.session is not None
        self._terminal, self._desk, self._session = terminal, desk, desk.session
        self._session.pace = "instant"  # lines wait for their reader
        self._aids, self._curtain, self._lessons = aids, curtain, learn
        self._telling = Telling(terminal, self._session, aids)
        self._review: TextReview | None = None  # of the rounds that are over
        self._coach = TextCoach(terminal, self._session, desk.context, aids)
        self._is_private = False  # what is on the screen is for one of several people

    def run(self) -> None:
        """Play until the match is over.

        Raises:
            Left: the player goes back to the start.
            Closed: the player quits, or the input has come to its end.
        """
        self._telling.goal()
        self._telling.return_to_the_table()
        self._terminal.say("", _("Type the number of an action, or help."))
        try:
            self._play()
        except (Left, Closed, KeyboardInterrupt):
            self._leave_nothing_private()
            raise

    def _play(self) -> None:
        session = self._session
        while True:
            self._tell_problems()
            if self._desk.context.settings.think_ahead:
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
        for problem in self._desk.take_problems():
            self._terminal.say(problem_sentence(problem))

    def _next_round(self) -> None:
        seal = self._session.commitment
        if seal is not None:
            told = _("The next deal is fixed; its fingerprint is {value}.")
            self._terminal.say(told.format(value=seal[:16]))
            self._terminal.say(_("A number from 1 to 17 cuts the deck there."))
        self._session.next_round(self._ask_for_cut())
        self._telling.beginning()

    def _ask_for_cut(self) -> str | None:
        """Where the player cuts; None for an empty line."""
        while text := self._terminal.ask(_("Press Enter for the next round.")):
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
            text = self._terminal.ask(_("Number or command:"))
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
        action = action_in(text) if number is None else legal[number]
        if action in legal:
            if not self._coach.stops(action):
                self._do(action)
        elif action is not None:
            self._terminal.say(reason(self._telling.wording, why_not(self._seen, action)))
        elif text.isdecimal():
            self._terminal.say(_("Type a number from 1 to {n}.").format(n=len(legal)))
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
            self._pause(_scrolls_back().format(name=name))
        elif self._telling.has_private_news(seat):
            self._pause(_("{name}, press Enter to clear the screen.").format(name=name))
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
            self._pause(_("{name}, press Enter when you are alone.").format(name=name))
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
            self._terminal.say(no_command(text))
            return
        name, rest = command
        if name in REPORTS:
            self._report(name)
        elif name == "rules":
            read_rules(self._terminal, self._session.rules, rest)
        elif name in ("review", "next", "retry"):
            self._look_back(name, rest)
        elif name == "why":
            self._coach.why(action_in(rest))
        else:
            self._services[name]()

    def _is_for_others(self, text: str) -> bool:
        """Whether a line was said to people who are not here."""
        return False

    @property
    def _services(self) -> dict[Name, Callable[[], None]]:
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

    def _report(self, name: Name) -> None:
        if not self._is_given(name):
            self._terminal.say(_("The memory aids of this table leave that to the players."))
            return
        lines = REPORTS[name](self._telling.frame())
        self._terminal.say(*(lines or [_("There is nothing to tell.")]))

    def _is_given(self, name: Name) -> bool:
        return name not in _AIDS or self._aids in _AIDS[name]

    def _look_back(self, name: Name, rest: str) -> None:
        """At the rounds that are over."""
        reviews = self._desk.reviews
        if reviews is None or not len(reviews):
            self._terminal.say(_("There is no round to look back on yet."))
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
            self._terminal.say(_("The memory aids of this table leave that to the players."))
            return
        replayed = self._desk.replay_running()
        if replayed is None:
            self._terminal.say(_("There is nothing to show yet."))
        else:
            TextReplay(self._terminal, self._desk, replayed).run()

    def _again(self) -> None:
        if self._session.may_act:
            self._telling.turn(self._seen)
            return
        public = self._session.public
        self._terminal.say(status(self._telling.wording, public, None))

    def _learn(self) -> None:
        if self._lessons is None:
            self._terminal.say(no_command("learn"))
            return
        self._leave_nothing_private()
        self._lessons()
        self._again()

    def _save_copy(self) -> None:
        path, problems = self._desk.save_copy()
        if path:
            told = copy_saved(path, self._session)
        elif problems:
            told = problem_sentence(problems[0])
        else:
            told = _("The data folder cannot be used now.")
        self._terminal.say(told)

    def _help(self) -> None:
        codes = self._session.rules.codes
        words = [
            one
            for one in command_words()
            if self._is_given(one.name) and (codes or one.name != "codes")
            if self._lessons is not None or one.name != "learn"
        ]
        told = _("{name}: {value}")
        self._terminal.say(
            _("Type the number of an action to do it."),
            _("Or type it as match records have it: play 3, play 3 double, draw, ask, pass."),
            _("Commands, of which the beginning is enough:"),
            *(told.format(name=one.word, value=one.sentence) for one in words),
            *self._more_help(),
        )

    def _more_help(self) -> Lines:
        """What else may be typed at this table."""
        return []


def no_command(text: str) -> str:
    """What is said to a line that means nothing."""
    told = _("“{text}” is neither an action nor a command; help tells them.")
    return told.format(text=text[:LONGEST_QUOTE])


def action_in(text: str) -> Action | None:
    """The action that ``text`` names as match records do."""
    try:
        return parse(" ".join(text.lower().split()))
    except NotationError:
        return None


def _scrolls_back() -> str:
    return _(
        "{name}, this terminal cannot be cleared: whoever scrolls back sees your cards. Clear it "
        "by its own menu or close it, or press Enter to push them out of sight."
    )


def _leave() -> None:
    raise Left


def _quit() -> None:
    raise Closed
