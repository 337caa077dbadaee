"""Tables over a network in plain lines: host or join, the lobby, and the match.

While others are waited for, nothing is asked; Ctrl-C leaves the table, which keeps the match.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

from hacktrick.game.actions import Action
from hacktrick.play.told import (
    CLOCKS,
    Claim,
    HostTable,
    JoinTable,
    Line,
    Presence,
    Ready,
    ResumeTable,
    Say,
    Sitter,
    Told,
)
from hacktrick.seat.desk import Desk
from hacktrick.seat.online import OnlineSession
from hacktrick.text.choosing import choose, number_in, numbered
from hacktrick.text.reports import Lines
from hacktrick.text.table import Left, TextTable
from hacktrick.text.terminal import Terminal
from hacktrick.words.levels import level_name
from hacktrick.words.online import (
    PHRASES,
    clock_line,
    cut_off_sentence,
    friend_line,
    kept_line,
    line_text,
    presence_line,
    proved_lines,
    sitter_line,
    table_line,
    trouble_sentence,
    watcher_news,
    way_name,
)
from hacktrick.words.translator import _, ngettext

POLL = 0.02  # seconds between two looks at the network
ABSENT = 120.0  # seconds after which a lost line is asked about
SAYING = ":"  # what begins a line that is said to all


class Wanted(NamedTuple):
    """What the player wants of the network.

    Attributes:
        computers: levels of computer players that the host brings along.
    """

    command: HostTable | JoinTable | ResumeTable
    computers: tuple[int, ...] = ()

    def named(self, name: str) -> Wanted:
        """With a name for the player, where none was given."""
        command = self.command
        if isinstance(command, ResumeTable) or command.profile:
            return self
        return self._replace(command=command._replace(profile=name))


def run_online(terminal: Terminal, desk: Desk, wanted: Wanted, aids: str) -> None:
    """Sit at a table until it is closed or left.

    Raises:
        Closed: the input has come to its end.
    """
    table = _Online(terminal, desk, aids)
    try:
        table.run(wanted)
    except (KeyboardInterrupt, Left):
        if desk.network.told.watching:
            terminal.say(_("You leave the table."))
        else:
            terminal.say(_("You leave the table. An unfinished match is kept."))
    finally:
        desk.leave()


def arrange_online(terminal: Terminal, desk: Desk, profile: str, preset: str) -> Wanted | None:
    """The menu of network play; None to go back.

    Raises:
        Closed: the input has come to its end.
    """
    desk.network.start()
    _wait(terminal, desk, lambda told: told.number > 0)
    entries: list[tuple[str, Callable[[], Wanted | None]]] = [
        (_("Host a table"), lambda: _ask_to_host(terminal, preset, profile)),
        (_("Host a table at a broker"), lambda: _ask_broker(terminal, desk, preset, profile)),
        (_("Join a table"), lambda: _ask_to_join(terminal, desk, profile)),
        (_("Watch at a table"), lambda: _ask_to_join(terminal, desk, profile, watch=True)),
    ]
    for kept in desk.network.told.kept:
        label = _("{name}: {value}").format(name=_("Continue"), value=kept_line(kept))
        entries.append((label, lambda match=kept.match: Wanted(ResumeTable(match))))  # type: ignore[misc]
    answers = [*(label for label, _do in entries), _("Back")]
    chosen = choose(terminal, _("Play online"), answers)
    return entries[chosen][1]() if chosen < len(entries) else None


def _ask_to_host(terminal: Terminal, preset: str, profile: str, broker: str = "") -> Wanted:
    clocks = [clock_line(seconds) for seconds in CLOCKS]
    clock = CLOCKS[choose(terminal, _("Clock"), clocks, 0)]
    return Wanted(HostTable(preset, {}, profile, broker, clock=clock, watched=True))


def _ask_broker(terminal: Terminal, desk: Desk, preset: str, profile: str) -> Wanted | None:
    """A table at the broker that was used in the window last, or at another one."""
    usual = desk.context.settings.broker
    if usual:
        terminal.say(_("Enter alone takes {value}.").format(value=usual))
    broker = terminal.ask(_("The address of the broker:")) or usual
    return _ask_to_host(terminal, preset, profile, broker) if broker else None


def _ask_to_join(
    terminal: Terminal, desk: Desk, profile: str, watch: bool = False
) -> Wanted | None:
    text = terminal.ask(_("The invitation, or the word on the host's screen:"))
    broker = desk.context.settings.broker
    return Wanted(JoinTable(text, profile, broker=broker, watch=watch)) if text else None


def _wait(terminal: Terminal, desk: Desk, until: Callable[[Told], bool]) -> None:
    while not until(desk.network.told):
        desk.update_network(POLL)
        terminal.wait(POLL)


class _News:
    """What has changed among the others since it was told last."""

    def __init__(self, terminal: Terminal) -> None:
        self._terminal = terminal
        self._here: dict[str, Presence] = {}
        self._watchers: dict[str, str] = {}
        self._n_lines = 0
        self._cut_off = False

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
        self._tell_of_watchers({one.key: one.name for one in told.watchers if not one.own})
        fresh: tuple[Line, ...] = told.lines[self._n_lines :]
        self._terminal.say(*(line_text(line, told) for line in fresh))
        self._n_lines = len(told.lines)

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


class _Online:
    """A table over the network, from its lobby to the last match."""

    def __init__(self, terminal: Terminal, desk: Desk, aids: str) -> None:
        self._terminal, self._desk, self._aids = terminal, desk, aids
        self._news = _News(terminal)
        self._shown = ""  # the invitations, as they were told

    @property
    def _told(self) -> Told:
        return self._desk.network.told

    def run(self, wanted: Wanted) -> None:
        self._desk.network.send(wanted.command)
        number = self._told.number
        self._wait(lambda told: told.number > number and _is_decided(told))
        computers = list(wanted.computers)
        if self._told.watching:
            self._terminal.say(_("You watch at this table. Ctrl-C leaves it."))
        while self._is_open():
            while computers:
                level = computers.pop()
                self._desk.add_computer(level, level_name(level))
            if self._told.stage == "playing" or self._gather():
                self._play()

    def _is_open(self) -> bool:
        """Whether one sits at the table; if not, why."""
        if self._told.stage in ("lobby", "playing", "over"):
            return True
        if self._told.trouble is not None:
            self._terminal.say(trouble_sentence(self._told.trouble, self._told))
        return False

    def _wait(self, until: Callable[[Told], bool]) -> None:
        while not until(self._told) and self._told.stage != "closed":
            self._look()

    def _look(self) -> None:
        """Let time pass, and tell what is new of the others."""
        if self._desk.update_network(POLL):
            self._invite()
            self._news.tell(self._told)
        self._terminal.wait(POLL)

    def _invite(self) -> None:
        told = self._told
        line = _("{name}: {value}")
        ways = [line.format(name=way_name(way), value=text) for way, text in told.invitations]
        if told.stage != "lobby" or "\n".join(ways) == self._shown:
            return
        self._shown = "\n".join(ways)
        if ways:
            self._terminal.say("", _("Others can come to this table:"), *ways)

    # The lobby

    def _gather(self) -> bool:
        """Until a match begins; False if the table is closed first."""
        self._terminal.say(table_line(self._told))
        if self._told.watching:
            self._wait(lambda told: told.stage == "playing")
            return self._told.stage == "playing"
        self._terminal.say(_("Waiting until every seat is taken. Ctrl-C leaves the table."))
        match = self._told.match
        while self._told.stage in ("lobby", "over"):
            if not _is_full(self._told):
                self._look()
            elif self._ask_ready():
                self._desk.network.send(Ready(True))
                self._terminal.say(_("Waiting until all are ready."))
                self._wait(lambda told: told.match != match or not _is_full(told))
        return self._told.stage == "playing"

    def _ask_ready(self) -> bool:
        text = self._terminal.ask(_("Press Enter when you are ready."))
        if text.startswith(SAYING):
            say(self._terminal, self._desk, text)
        self._look()
        return not text and _is_full(self._told)

    # The match

    def _play(self) -> None:
        match = self._told.match
        self._wait(lambda told: told.seen is not None or told.match != match)
        if self._told.seen is None or self._told.stage == "closed":
            return
        session = self._desk.sit_down_online()
        OnlineTextTable(self._terminal, self._desk, session, self._news, self._aids).run()
        proved = proved_lines(self._told.proved)
        self._terminal.say(_("Proved in the last round:"), *proved)
        if self._told.proof_path:
            told = _("The proof file of this match is\n{file}")
            self._terminal.say(told.format(file=self._told.proof_path))
        if self._told.trouble is not None:
            self._terminal.say(trouble_sentence(self._told.trouble, self._told))
        if self._told.watching:
            self._terminal.say(_("Waiting for another match. Ctrl-C leaves the table."))
            self._wait(lambda told: told.match != match)
        elif choose(self._terminal, _("What next?"), (_("Another match"), _("Leave the table")), 0):
            raise Left


def _is_decided(told: Told) -> bool:
    """Whether one sits at the table, or will not."""
    return told.stage not in ("idle", "opening") or told.trouble is not None


def _is_full(told: Told) -> bool:
    return bool(told.sitters) and None not in told.sitters


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
        self, terminal: Terminal, desk: Desk, session: OnlineSession, news: _News, aids: str
    ) -> None:
        super().__init__(terminal, desk, aids, curtain=False)
        self._online, self._news = session, news
        self._absent = self._late_for = 0.0

    def run(self) -> None:
        if not self._online.is_watching:
            super().run()
            return
        self._telling.goal()
        self._telling.beginning()
        self._telling.news(None)
        self._play()

    def _take_action(self) -> None:
        clock = self._online.clock
        if clock.seconds:
            n = math.ceil(clock.left)
            told = ngettext("You have {n} second.", "You have {n} seconds.", n)
            self._terminal.say(told.format(n=n))
        super()._take_action()

    def _let_the_computer_act(self) -> None:
        """Wait for whoever has the turn."""
        self._wait_for_change()
        self._telling.news(self._session.viewer)

    def _wait_for_change(self) -> None:
        while not self._session.update(POLL, at_rest=True):
            self._check()
            self._news.tell(self._online.told)
            self._terminal.wait(POLL)

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
        return text.startswith(SAYING)

    def _more_help(self) -> Lines:
        return [_("A line that begins with a colon is said to all; a colon alone lists phrases.")]
