"""Names of players: which ones cannot be, and why, in words.

It must not know where names are typed. Everybody at a table is told of by name, so a name that is a
word for "you" would make every sentence about its owner a wrong one.
"""

from __future__ import annotations

from collections.abc import Iterable

from hacktrick.profiles import name_fault, tidy
from hacktrick.words.rulebook.searching import words_of
from hacktrick.words.translator import N_, _

YOU = N_("you yourself yours")  # a translator lists the words of the language for "you"


def is_you(name: str) -> bool:
    """Whether a name means "you", in English or in the language of the window."""
    found = words_of(name)
    return len(found) == 1 and found[0] in (*words_of(YOU), *words_of(_(YOU)))


def you_refused(name: str) -> str:
    """Why nobody goes by such a name."""
    return _("Nobody can be called “{name}”: everybody is spoken of by name.").format(name=name)


def name_refused(name: str, others: Iterable[str]) -> str | None:
    """Why a profile cannot have this name beside the others; None if it can."""
    name = tidy(name)
    if is_you(name):
        return you_refused(name)
    sentences = {
        "empty": _("A profile needs a name."),
        "too_long": _("This name is too long."),
        "unprintable": _("This name has signs that cannot be shown."),
        "taken": _("There is a profile of this name already."),
    }
    fault = name_fault(name, others)
    return None if fault is None else sentences[fault]
