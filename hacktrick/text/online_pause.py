"""A pause by agreement in plain lines: asked for, answered, and ended.

Somebody who reads a question cannot be told of another one: it comes with his next line.
"""

from __future__ import annotations

from collections.abc import Callable

from hacktrick.seat.online import OnlineSession
from hacktrick.text.choosing import choose
from hacktrick.text.terminal import Terminal
from hacktrick.words.online import asked_sentence
from hacktrick.words.translator import _

PAUSE = "pause"  # the word that asks for one, in every language
ANSWERING = 60.0  # seconds in which the others answer


class Pausing:
    """
    Args:
        look: lets some time pass, tells what is new, and gives the seconds.
    """

    def __init__(
        self, terminal: Terminal, online: OnlineSession, look: Callable[[], float]
    ) -> None:
        self._terminal, self._online, self._look = terminal, online, look

    def follow(self) -> bool:
        """Whatever is asked or stands now, until it is over; whether the match has rested."""
        if self._online.is_asked:
            self._answer()
        return self._rest()

    def ask(self) -> bool:
        """The own player asks for a pause; whether the match has rested."""
        self._look()
        if not self._online.told.may_pause:
            self._terminal.say(_("There can be no pause now."))
            return False
        self._online.want_pause(True)
        self._wait(lambda: self._online.told.may_pause)
        self._wait_for_the_others()
        return self._rest()

    def _answer(self) -> None:
        told = self._online.told
        assert told.resting is not None
        answers = (_("Agree to the pause"), _("Play on"))
        agrees = choose(self._terminal, asked_sentence(told.resting, told), answers, 0) == 0
        self._online.want_pause(agrees)
        self._wait(lambda: self._online.is_asked)
        if agrees:
            self._wait_for_the_others()

    def _wait_for_the_others(self) -> None:
        resting = self._online.told.resting
        if resting is not None and self._online.has_asked:
            self._terminal.say(asked_sentence(resting, self._online.told))
        self._wait(lambda: self._online.has_asked)
        if self._online.has_asked:  # nobody is waited for for ever
            self._online.want_pause(False)
            self._terminal.say(_("Not all have answered: there is no pause."))

    def _rest(self) -> bool:
        rested = self._online.is_resting
        if rested:
            self._look()  # which tells of it
        while self._online.is_resting:
            if not self._terminal.ask(_("Press Enter to go on with the match.")):
                self._online.want_pause(False)
                self._wait(lambda: self._online.is_resting)
        return rested

    def _wait(self, goes_on: Callable[[], bool]) -> None:
        waited = 0.0
        while goes_on() and waited < ANSWERING:
            waited += self._look()
