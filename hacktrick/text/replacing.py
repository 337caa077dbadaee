"""A new match takes the place of the unfinished one, which is asked first."""

from __future__ import annotations

from hacktrick.seat.desk import Desk
from hacktrick.text.choosing import choose
from hacktrick.text.terminal import Terminal
from hacktrick.words.translator import _


def may_replace(terminal: Terminal, desk: Desk) -> bool:
    """Whether a new match may begin: there is none to be lost, or it may go."""
    if desk.saved is None:
        return True
    terminal.say("", _("Only one match is kept. Starting a new one replaces the unfinished one."))
    answers = (_("Start the new match"), _("Keep the old one"))
    return choose(terminal, _("Give up the unfinished match?"), answers) == 0
