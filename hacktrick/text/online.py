"""Tables over a network in plain lines: host or join, the lobby, and the match.

While others are waited for, nothing is asked; Ctrl-C leaves the table, which keeps the match.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from hacktrick.play.told import (
    CLOCKS,
    HostTable,
    JoinTable,
    KeptTable,
    Ready,
    ResumeTable,
    Told,
    with_password,
)
from hacktrick.seat.desk import Desk
from hacktrick.text.choosing import choose
from hacktrick.text.online_table import POLL, SAYING, News, OnlineTextTable, say
from hacktrick.text.table import Left
from hacktrick.text.terminal import Terminal
from hacktrick.words.levels import level_name
from hacktrick.words.online import (
    clock_line,
    kept_line,
    proved_lines,
    table_line,
    trouble_sentence,
    way_name,
)
from hacktrick.words.translator import _


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


def run_online(terminal: Terminal, desk: Desk, wanted: Wanted, aids: str) -> bool:
    """Sit at a table until it is closed or left; whether there was one.

    Raises:
        Closed: the input has come to its end.
    """
    table = _Online(terminal, desk, aids)
    try:
        return table.run(wanted)
    except (KeyboardInterrupt, Left):
        if desk.network.told.watching:
            terminal.say(_("You leave the table."))
        else:
            terminal.say(_("You leave the table. An unfinished match is kept."))
        return True
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
        entries.append((label, lambda kept=kept: _ask_to_resume(terminal, kept)))  # type: ignore[misc]
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


def _ask_to_resume(terminal: Terminal, kept: KeptTable) -> Wanted:
    """A password is never kept: where the broker wants one, it is asked for."""
    if "@" not in kept.broker:
        return Wanted(ResumeTable(kept.match))
    password = terminal.ask(_("The password at {broker}:").format(broker=kept.broker))
    return Wanted(ResumeTable(kept.match, with_password(kept.broker, password)))


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


class _Online:
    """A table over the network, from its lobby to the last match."""

    def __init__(self, terminal: Terminal, desk: Desk, aids: str) -> None:
        self._terminal, self._desk, self._aids = terminal, desk, aids
        self._news = News(terminal)
        self._shown = ""  # the invitations, as they were told

    @property
    def _told(self) -> Told:
        return self._desk.network.told

    def run(self, wanted: Wanted) -> bool:
        """Until the table is closed; False if there was none."""
        self._desk.network.send(wanted.command)
        number = self._told.number
        self._wait(lambda told: told.number > number and _is_decided(told))
        computers = list(wanted.computers)
        if self._told.watching:
            self._terminal.say(_("You watch at this table. Ctrl-C leaves it."))
        sat = False
        while self._is_open():
            sat = True
            while computers:
                level = computers.pop()
                self._desk.add_computer(level, level_name(level))
            if self._told.stage == "playing" or self._gather():
                self._play()
        return sat

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
                self._wait_for_match(match, _people(self._told))
        return self._told.stage == "playing"

    def _wait_for_match(self, match: str, people: tuple[str | None, ...]) -> None:
        """Until there is another match, or others sit there: one is ready for these alone."""
        self._wait(lambda told: told.match != match or _people(told) != people)

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


def _people(told: Told) -> tuple[str | None, ...]:
    """Who sits where: whoever is ready is so for these alone."""
    return tuple(one.key if one else None for one in told.sitters)


def _is_full(told: Told) -> bool:
    return bool(told.sitters) and None not in told.sitters
