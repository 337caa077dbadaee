"""Today's round in lines: what it is, how the player has come off, and the levels after him."""

from __future__ import annotations

from hacktrick.seat.desk import Desk
from hacktrick.seat.today import Today
from hacktrick.text.choosing import choose
from hacktrick.text.terminal import Terminal
from hacktrick.words.choices import from_setting
from hacktrick.words.lessons import people
from hacktrick.words.today import (
    about_today,
    compared,
    levels_told,
    rows,
    shared_round,
    todays_names,
)
from hacktrick.words.translator import _

POLL = 0.02  # seconds between two looks whether a level has come further


def is_wanted(terminal: Terminal, desk: Desk) -> bool:
    """Tell of the round of the day; whether it is to be played now."""
    today = desk.today
    today.look()
    terminal.say("", _("Today's round"), about_today())
    if today.own is None:
        play = _("Continue") if today.is_left(desk.saved) else _("Play")
    else:
        play = _("Play again")
        tell(terminal, today)
    usual = 0 if today.own is None else 1
    return choose(terminal, _("What next?"), [play, _("Back")], usual) == 0


def begin(desk: Desk) -> None:
    """The round of the day at the table."""
    own = people(from_setting(desk.context.settings.last_match))[0]
    desk.begin_today(todays_names(own))


def tell(terminal: Terminal, today: Today) -> None:
    """How the player has come off, then which levels won and which lost in his place; a line to
    share."""
    if today.own is None:
        return
    own = rows(today.own, {}, None)[0]
    terminal.say(_("{name}: {value}").format(name=own.name, value=own.told))
    today.update()
    if today.playing is not None:
        terminal.say(_("The levels play it now, each in your place …"))
    while today.playing is not None:
        terminal.wait(POLL)
        today.update()
    terminal.say(*levels_told(today.levels), compared(today.own, today.levels))
    terminal.say(shared_round(today.day, today.own, today.levels))
