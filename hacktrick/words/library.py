"""Kept matches in words: a line of the list, what came of an import."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from hacktrick.library.entries import PASTED, Entry, Outcome, Player, Sort, Source, Taken
from hacktrick.words.rulebook.editions import preset_name
from hacktrick.words.translator import _, ngettext


def day_of(moment: str) -> str:
    """A moment in ISO 8601 as day and hour where the player is; as it is if it is none."""
    try:
        return datetime.fromisoformat(moment).astimezone().strftime("%Y-%m-%d %H:%M")
    except ValueError:
        return moment


def score_of(entry: Entry) -> str:
    return ":".join(map(str, entry.score))


def names_of(entry: Entry) -> str:
    """Who played."""
    return " – ".join(player.name for player in entry.players)


def winners_told(entry: Entry) -> str:
    """Who won the match."""
    names = [player.name for player in entry.players if player.won]
    if len(names) == 2:
        return _("{a} and {b} win the match").format(a=names[0], b=names[1])
    return _("{name} wins the match").format(name=names[0] if names else "–")


def about(entry: Entry) -> str:
    """When and what, in one line."""
    parts = [day_of(entry.ended), preset_name(entry.preset, _), *source_word(entry.source)]
    return " · ".join(parts)


def source_word(source: Source) -> tuple[str, ...]:
    """How it came here, where that is not by being played."""
    if source == "imported":
        return (_("imported"),)
    if source == "today":
        return (_("today's round"),)
    if source == "watched":
        return (_("watched"),)
    return (_("branch"),) if source == "branch" else ()


def rounds_told(entry: Entry) -> str:
    n = entry.rounds
    return ngettext("{n} round", "{n} rounds", n).format(n=n)


def outcome_name(outcome: Outcome | None) -> str:
    """For choosing what a list shows."""
    if outcome is None:
        return _("won or lost")
    return _("won") if outcome == "won" else _("lost")


def sort_name(sort: Sort) -> str:
    names = {
        "latest": _("latest first"),
        "earliest": _("earliest first"),
        "longest": _("longest first"),
    }
    return names[sort]


def level_of_player(player: Player) -> str:
    """What kind of player that was."""
    if player.level is None:
        return _("human")
    return _("level {n}").format(n=player.level)


def taken_told(taken: Sequence[Taken]) -> str:
    """What came of an import, in a sentence or two."""
    new = sum(one.number is not None for one in taken)
    bad = [one for one in taken if one.reason]
    there = len(taken) - new - len(bad)
    parts = []
    if new or not taken:
        parts.append(
            ngettext("{n} match was imported.", "{n} matches were imported.", new).format(n=new)
        )
    if there:
        parts.append(
            ngettext("{n} was there already.", "{n} were there already.", there).format(n=there)
        )
    if bad:
        parts.append(ngettext("{n} was refused.", "{n} were refused.", len(bad)).format(n=len(bad)))
        parts.append(fault_told(bad[0]))
    return " ".join(parts)


def fault_told(taken: Taken) -> str:
    """Why a match was refused, and where its first fault is."""
    what = _("The pasted text") if taken.path == PASTED else str(taken.path)
    if taken.place is None:
        return _("{what} is no match: {reason}.").format(what=what, reason=taken.reason)
    round_, action = taken.place
    fields = {"what": what, "number": round_ + 1, "reason": taken.reason}
    if action is None:
        return _("{what} does not follow the rules in round {number} ({reason}).").format(**fields)
    return _("{what} does not follow the rules in round {number}, action {n} ({reason}).").format(
        n=action + 1, **fields
    )
