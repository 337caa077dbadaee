"""Why the coach does not help now, in a sentence; an empty one where it does."""

from __future__ import annotations

from hacktrick.seat.coaching import COUNTED
from hacktrick.seat.session import Session
from hacktrick.settings import Settings
from hacktrick.words.translator import _


def no_hint(session: Session, settings: Settings) -> str:
    """Why there is no hint, nor a reason for a turn."""
    if not session.is_coached:
        return _("Against people who are not here nobody is coached.")
    if not settings.hints:
        return _("Hints are off; the settings have a page for learning.")
    if not session.coach.may_hint:
        return _("There is nothing to decide now.")
    return ""


def no_odds(session: Session, settings: Settings, aids: str) -> str:
    """Why nobody tells what others can hold; ``aids``: what this table remembers for players."""
    if not session.is_coached:
        return _("Against people who are not here nobody is coached.")
    if settings.odds == "off":
        return _("This is off; the settings have a page for learning.")
    if aids not in COUNTED:
        return _("The memory aids of this table leave that to the players.")
    if not session.coach.may_count:
        return _("There is nothing to count yet.")
    return ""


def no_take_back(session: Session, settings: Settings) -> str:
    """Why the last turn stands."""
    if not settings.takeback:
        return _("Nothing is taken back; the settings have a page for learning.")
    if not session.may_take_back:
        return _("There is no turn to take back.")
    return ""
