"""Today's round in words."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import NamedTuple

from hacktrick.play.players import LEVEL_NUMBERS
from hacktrick.play.today import OPPONENT, Outcome
from hacktrick.words.levels import level_name, level_title
from hacktrick.words.translator import _, ngettext


class Row(NamedTuple):
    """Somebody, and what came of it; ``won`` is None while it is not known."""

    name: str
    told: str
    won: bool | None = None


def todays_names(player: str) -> tuple[str, str]:
    """Who sits at the table: the player, and the level opposite."""
    other = level_name(OPPONENT)
    name = player.strip() or _("Player {n}").format(n=1)
    return (name if name != other else f"{name} 1"), other


def about_today() -> str:
    """What it is, before it is played."""
    told = _(
        "The same cards, the same seat and {name} opposite for everybody on this day. One round, "
        "and the first one counts. Afterwards you see what each level did in your place."
    )
    return told.format(name=level_title(OPPONENT))


def outcome(of: Outcome) -> str:
    """How somebody has come off."""
    if of.won:
        told = ngettext("won by {points} in {n} turn", "won by {points} in {n} turns", of.turns)
    else:
        told = ngettext("lost by {points} in {n} turn", "lost by {points} in {n} turns", of.turns)
    return told.format(points=of.points, n=of.turns)


def rows(
    own: Outcome | None, levels: Mapping[int, Outcome], playing: int | None
) -> tuple[Row, ...]:
    """The player, then the levels; nobody before the round was played."""
    if own is None:
        return ()
    found = [Row(_("You"), outcome(own), own.won)]
    for level in LEVEL_NUMBERS:
        known, name = levels.get(level), level_title(level)
        if known is None:
            found.append(Row(name, _("is playing") if level == playing else "–"))
        else:
            found.append(Row(name, outcome(known), known.won))
    return tuple(found)


def levels_told(levels: Mapping[int, Outcome]) -> tuple[str, ...]:
    """In two lines, which levels won and which lost in the player's place."""
    told = []
    for won in (True, False):
        numbers = [level for level in sorted(levels) if levels[level].won is won]
        if won:
            line = ngettext("Won by level {levels}.", "Won by the levels {levels}.", len(numbers))
        else:
            line = ngettext("Lost by level {levels}.", "Lost by the levels {levels}.", len(numbers))
        if numbers:
            told.append(line.format(levels=", ".join(map(str, numbers))))
    return tuple(told)


def compared(own: Outcome, levels: Mapping[int, Outcome]) -> str:
    """Than how many levels the player has come off better, once all have played."""
    if len(levels) < len(LEVEL_NUMBERS):
        return ""
    better = sum(own.worth > one.worth for one in levels.values())
    alike = sum(own.worth == one.worth for one in levels.values())
    told = _("Better than {n} of {all} levels, as good as {m}.")
    if not alike:
        told = _("Better than {n} of {all} levels.")
    return told.format(n=better, m=alike, all=len(levels))


def shared_round(day: date, own: Outcome | None, levels: Mapping[int, Outcome]) -> str:
    """A line for others that tells nothing of the cards; "" before the round was played."""
    if own is None:
        return ""
    told = _("Hack Trick round {day}: {outcome}")
    line = told.format(day=day.isoformat(), outcome=outcome(own))
    better = sum(own.worth > one.worth for one in levels.values())
    if len(levels) < len(LEVEL_NUMBERS):
        return line
    told = _("{line}, better than {n} of {all} levels")
    return told.format(line=line, n=better, all=len(levels))
