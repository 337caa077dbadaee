"""A replay in words: the eye, the place, what has just happened."""

from __future__ import annotations

from hacktrick.seat.replaying import OPEN, Eye, ReplaySession
from hacktrick.words.translator import _
from hacktrick.words.wording import Wording


def eye_name(replayed: ReplaySession, eye: Eye) -> str:
    """Whose eye it is, in a word or two."""
    if isinstance(eye, int):
        return replayed.seats[eye].name
    return _("all cards open") if eye == OPEN else _("an onlooker")


def eye_told(replayed: ReplaySession) -> str:
    """Whose knowledge is shown, as a sentence."""
    eye = replayed.eye
    if isinstance(eye, int):
        return _("As {name} knew it").format(name=replayed.seats[eye].name)
    return _("All cards open") if eye == OPEN else _("As an onlooker saw it")


def place_told(replayed: ReplaySession) -> str:
    """Where in the match this is."""
    return _("Round {number} of {count}, action {n} of {all}").format_map(_place(replayed))


def place_in_short(replayed: ReplaySession) -> str:
    """The same where there is little room."""
    return _("Round {number}/{count}, action {n}/{all}").format_map(_place(replayed))


def _place(replayed: ReplaySession) -> dict[str, int]:
    number, action = replayed.place
    n_actions = replayed.n_actions(number)
    return {"number": number + 1, "count": replayed.n_rounds, "n": action, "all": n_actions}


def just_happened(replayed: ReplaySession, wording: Wording) -> str:
    """The action that led here, as the eye knows it, in a few words."""
    entries, public = replayed.entries, replayed.public
    if not entries:
        return _("The cards are dealt.")
    if public.result is None:
        return (*wording.lines(entries[-1]), wording.told_in_a_line(entries[-1]))[0]
    side = wording.side_name(public, public.result.side)
    if len(public.seating.seats_of(public.result.side)) == 2:
        return _("{names} win the round").format(names=side)
    return _("{name} wins the round").format(name=side)
