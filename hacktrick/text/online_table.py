"""A match over a network in plain lines: the news of the others, what is said to all, the turns."""

from __future__ import annotations

import math

from hacktrick.game.actions import Action
from hacktrick.play.told import Claim, Line, Presence, Say, Sitter, Told
from hacktrick.seat.desk import Desk
from hacktrick.seat.online import OnlineSession
from hacktrick.text.choosing import choose, number_in, numbered
from hacktrick.text.online_pause import PAUSE, Pausing
from hacktrick.text.reports import Lines
from hacktrick.text.table import Left, TextTable
from hacktrick.text.terminal import Terminal
from hacktrick.words.online import (
    PHRASES,
    cut_off_sentence,
    friend_line,
    line_text,
    paused_sentence,
    presence_line,
    sitter_line,
    trouble_sentence,
    watcher_news,
)
from hacktrick.words.translator import _, ngettext

POLL = 0.02  # seconds between two looks at the network
ABSENT = 120.0  # seconds after which a lost line is asked about
SAYING = ":"  # what begins a line that is said to all


class News:
    """What has changed among the others since it was told last."""

    def __init__(self, terminal: Terminal) -> None:
        self._terminal = terminal
        self._here: dict[str, Presence] = {}
        self._watchers: dict[str, str] = {}
        self._n_lines = 0
        self._cut_off = self._rests = False

    def tell(self, told: Told) -> None:
        people = {one.key: one for one in told.sitters if one and not one.own}
        for key, one in people.items():
            if self._here.get(key) != one.presence:
                self._terminal.say(self._line(one, key))
        for _key in self._here.keys() - people.keys():
            self._terminal.say(_("Somebody has left the table."))
        self._here = {key: one.presence for key, one in people.items()}
        if told.cut_off and not self._cut_off:
            self._terminal.say(cut_off_sentence())
        self._cut_off = told.cut_off
        self._tell_of_a_pause(told)
        self._tell_of_watchers({one.key: one.name for one in told.watchers if not one.own})
        fresh: tuple[Line, ...] = told.lines[self._n_lines :]
        self._terminal.say(*(line_text(line, told) for line in fresh))
        self._n_lines = len(told.lines)

    def _tell_of_a_pause(self, told: Told) -> None:
        rests = told.resting is not None and told.resting.stands
        if told.resting is not None and rests and not self._rests:
            self._terminal.say(paused_sentence(told.resting, told))
        self._rests = rests

    def _tell_of_watchers(self, watchers: dict[str, str]) -> None:
        before, self._watchers = self._watchers, watchers
        for key in watchers.keys() - before.keys():
            self._terminal.say(watcher_news(watchers[key], comes=True))
        for key in before.keys() - watchers.keys():
            self._terminal.say(watcher_news(before[key], comes=False))

    def _line(self, one: Sitter, key: str) -> str:
        if key in self._here:
            return presence_line(one.name, one.presence)
        told = _("{name} sits down. {sentence}")
        return told.format(name=sitter_line(one), sentence=friend_line(one))


def say(terminal: Terminal, desk: Desk, text: str) -> None:
    """Say what follows the colon to all: a phrase by its number, or one's own words."""
    words, names = text[len(SAYING) :].strip(), list(PHRASES)
    number = number_in(words, len(names)) if words else None
    if number is not None:
        desk.network.send(Say(phrase=names[number]))
    elif words:
        desk.network.send(Say(text=words[:200]))
    else:
        terminal.say(*numbered([PHRASES[name]() for name in names]))


class OnlineTextTable(TextTable):
    """A match over the network."""

    def __init__(
        self, terminal: Terminal, desk: Desk, session: OnlineSession, news: News, aids: str
    ) -> None:
        super().__init__(terminal, desk, aids, curtain=False)
        self._online, self._news = session, news
        self._absent = self._late_for = 0.0
        self._pausing = Pausing(terminal, session, self._look)

    def run(self) -> None:
        if not self._online.is_watching:
            super().run()
            return
        self._telling.goal()
        self._telling.beginning()
        self._telling.news(None)
        self._play()

    def _tell_the_clock(self) -> None:
        clock = self._online.clock
        if clock.seconds:
            n = math.ceil(clock.left)
            told = ngettext("You have {n} second.", "You have {n} seconds.", n)
            self._terminal.say(told.format(n=n))

    def _let_the_computer_act(self) -> None:
        """Wait for whoever has the turn."""
        self._wait_for_change()
        self._telling.news(self._session.viewer)

    def _wait_for_change(self) -> None:
        while not self._session.update(POLL, at_rest=True):
            self._check()
            self._news.tell(self._online.told)
            self._follow_pause()
            self._terminal.wait(POLL)

    # A pause

    def _look(self) -> float:
        """Let some time pass, and tell what is new of the others; the seconds."""
        self._session.update(POLL, at_rest=False)
        self._check()
        self._news.tell(self._online.told)
        self._terminal.wait(POLL)
        return POLL

    def _follow_pause(self) -> bool:
        """Nothing else is asked before a pause is over; whether the match has rested."""
        if self._online.is_watching or not self._pausing.follow():
            return False
        self._session.update(0.0, at_rest=True)
        return True

    def _is_overtaken(self) -> bool:
        """Somebody's wish for a pause comes before what was typed meanwhile."""
        self._look()
        return self._follow_pause()

    def _check(self) -> None:
        """That the table is still there, and that nobody has been missed for too long."""
        told = self._online.told
        if told.stage not in ("playing", "over") or told.trouble is not None:
            if told.trouble is not None:
                self._terminal.say(trouble_sentence(told.trouble, told))
            raise Left
        if self._online.is_watching:
            return
        missing = self._online.missing
        self._absent = self._absent + POLL if missing else 0.0
        has_left = any(one.presence == "left" for one in missing)
        if missing and (has_left or self._absent > ABSENT):
            self._news.tell(told)
            self._ask_what_to_do(_("Somebody is missing. What next?"))
        elif self._is_somebody_late():
            self._ask_what_to_do(_("The time for this decision is up. What next?"))

    def _is_somebody_late(self) -> bool:
        """Whether to ask about it: at once, and again after a while."""
        late = self._online.late is not None
        is_due = late and (self._late_for == 0 or self._late_for > ABSENT)
        self._late_for = POLL if is_due else self._late_for + POLL if late else 0.0
        return is_due

    def _ask_what_to_do(self, question: str) -> None:
        self._absent = 0.0
        answers = (_("Wait"), _("Leave; the match is kept"), _("Give the match up"))
        chosen = choose(self._terminal, question, answers, 0)
        if chosen == 2:
            self._desk.network.send(Claim())
        if chosen:
            raise Left
        while any(one.presence == "left" for one in self._online.missing):
            self._session.update(POLL, at_rest=False)
            self._terminal.wait(POLL)

    def _next_round(self) -> None:
        number = self._session.round_number
        if self._online.is_watching:
            self._terminal.say(_("Waiting until all want the next round."))
        else:
            self._pause(_("Press Enter for the next round."))
        self._session.next_round()
        while self._session.round_number == number:
            self._wait_for_change()
        self._telling.beginning()

    def _do(self, action: Action) -> None:
        """It counts when it has come back."""
        self._session.submit(action)
        while self._online.is_sent:
            self._wait_for_change()
        self._telling.news(self._session.viewer)

    def _is_for_others(self, text: str) -> bool:
        if text.startswith(SAYING):
            say(self._terminal, self._desk, text)
            return True
        if text.casefold() != PAUSE:
            return False
        if self._pausing.ask():
            self._session.update(0.0, at_rest=True)
        return True

    def _more_help(self) -> Lines:
        return [
            _("A line that begins with a colon is said to all; a colon alone lists phrases."),
            _("“pause” asks all for a pause."),
        ]
