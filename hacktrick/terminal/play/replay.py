"""A match replayed in lines, action by action, from a chosen perspective."""

from __future__ import annotations

from collections.abc import Callable

from hacktrick.app.replay_session import ReplayPosition, ReplaySession
from hacktrick.app.workspace import Workspace
from hacktrick.i18n.computer_players import level_title
from hacktrick.i18n.match_text import Wording
from hacktrick.i18n.review_text import branch_choices, eye_sentence, replay_place
from hacktrick.i18n.table_frame import make_table_frame
from hacktrick.i18n.translator import _, pgettext
from hacktrick.match.players import LEVEL_NUMBERS
from hacktrick.terminal.play import table_report
from hacktrick.terminal.play.console import Terminal, choose_answer
from hacktrick.terminal.play.new_match import may_replace_saved_match


class TextReplay:
    def __init__(self, terminal: Terminal, workspace: Workspace, replayed: ReplaySession) -> None:
        self._terminal, self._workspace, self._replayed = terminal, workspace, replayed
        self._wording = Wording(replayed.rules, replayed.seats)
        self._begun = False  # a match that goes on from here

    def run(self) -> bool:
        """Until the player goes back; True if a match has been begun from a place of it."""
        self._terminal.say("", eye_sentence(self._replayed), _help())
        self._tell()
        while not self._begun:
            text = self._terminal.ask(_("Enter for the next action, or a word:")).casefold()
            if text in _words("back"):
                break
            self._obey(text)
        return self._begun

    def _obey(self, text: str) -> None:
        doings: dict[str, Callable[[], None]] = {
            "previous": lambda: self._go(lambda: self._replayed.step(-1)),
            "turn": lambda: self._go(lambda: self._replayed.turn(1)),
            "round": lambda: self._go(lambda: self._replayed.round(1)),
            "start": lambda: self._go(lambda: self._replayed.go(ReplayPosition(0, 0))),
            "end": lambda: self._go(lambda: self._replayed.go(self._replayed.end)),
            "eye": self._next_eye,
            "state": self._state,
            "branch": self._branch,
        }
        if not text:
            self._go(lambda: self._replayed.step(1))
            return
        found = next((name for name in doings if text in _words(name)), None)
        if found is None:
            self._terminal.say(_help())
        else:
            doings[found]()

    def _go(self, go: Callable[[], bool]) -> None:
        if go():
            self._tell()
        else:
            self._terminal.say(_("Nothing comes there any more."))

    def _tell(self) -> None:
        """Where it is, and what has just happened, as the eye knows it."""
        entries = self._replayed.entries
        happened = self._wording.lines(entries[-1]) if entries else (_("The cards are dealt."),)
        passed = () if happened else (self._wording.told_in_a_line(entries[-1]),)
        self._terminal.say(replay_place(self._replayed), *happened, *passed)

    def _next_eye(self) -> None:
        self._replayed.next_eye()
        self._terminal.say(eye_sentence(self._replayed))

    def _state(self) -> None:
        glance = self._replayed.glance()
        bottom = self._replayed.eye if isinstance(self._replayed.eye, int) else 0
        frame = make_table_frame(
            glance, self._wording, bottom, round_number=self._replayed.round_number
        )
        self._terminal.say(*table_report.state(frame))
        if glance.hands is not None:
            told = _("{name}: {value}")
            for seat, cards in zip(self._replayed.seats, glance.hands, strict=True):
                self._terminal.say(told.format(name=seat.name, value=self._wording.cards(cards)))

    def _branch(self) -> None:
        """Play on from here, by four questions."""
        if self._replayed.is_running:
            self._terminal.say(_("A match that is not over is played on at its own table."))
            return
        if self._replayed.public.result is not None:
            told = _("The round is over here: go back to where it can be played on.")
            self._terminal.say(told)
            return
        chosen, ask = branch_choices(self._replayed), self._terminal
        chosen.seat = choose_answer(ask, _("Your seat"), chosen.names, chosen.seat)
        levels = list(LEVEL_NUMBERS)
        titles = [level_title(level) for level in levels]
        usual = levels.index(chosen.level)
        chosen.level = levels[choose_answer(ask, _("The others"), titles, usual)]
        cards = (_("drawn anew"), _("as they were"))
        chosen.anew = choose_answer(ask, _("Hidden cards"), cards, 0) == 0
        begins = (_("this position"), _("the deal of this round"))
        chosen.from_the_deal = choose_answer(ask, _("From"), begins, 0) == 1
        if not may_replace_saved_match(ask, self._workspace):
            return
        self._begun = self._workspace.play_on(self._replayed, chosen.plan()) is not None
        if not self._begun:
            told = _(
                "Cards were put under the deck here that only one player saw, so the others "
                "cannot be drawn anew. They can be left as they were."
            )
            self._terminal.say(told)


def _words(name: str) -> tuple[str, str]:
    """In English and in the language that is spoken."""
    return name, _WORDS[name]().casefold()


def _help() -> str:
    words = ", ".join(word() for word in _WORDS.values())
    return _("Words: {list}").format(list=words)


_WORDS: dict[str, Callable[[], str]] = {
    "previous": lambda: pgettext("command", "previous"),
    "turn": lambda: pgettext("command", "turn"),
    "round": lambda: pgettext("command", "round"),
    "start": lambda: pgettext("command", "start"),
    "end": lambda: pgettext("command", "end"),
    "eye": lambda: pgettext("command", "eye"),
    "state": lambda: pgettext("command", "state"),
    "branch": lambda: pgettext("command", "branch"),
    "back": lambda: pgettext("command", "back"),
}
