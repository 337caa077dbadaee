"""Statistics in words: how strong, at what, from how much; nothing on thin evidence."""

from __future__ import annotations

from collections.abc import Iterator

from hacktrick.play.points import Worth
from hacktrick.play.rating import FEWEST, Estimate, neighbours
from hacktrick.play.statistics import Statistics, ThemeOf
from hacktrick.words.levels import level_name
from hacktrick.words.reviews import percent
from hacktrick.words.translator import N_, _

THEMES: dict[str, str] = {
    "finishing": N_("Finishing"),
    "defending": N_("Defending"),
    "counting": N_("Counting"),
    "commands": N_("Commands"),
    "asking": N_("Asking"),
    "double": N_("The double"),
    "tempo": N_("Draw or play"),
    "reading": N_("Reading habits"),
}


def theme_name(theme: str) -> str:
    return _(THEMES[theme])


def between(estimate: Estimate) -> str:
    """A rating as the levels it lies between, with its interval."""
    low, high = neighbours(estimate)
    fields = {
        "low": level_name(low),
        "high": level_name(high),
        "a": round(estimate.low / 10) * 10,
        "b": round(estimate.high / 10) * 10,
        "n": estimate.rounds,
    }
    if estimate.high < 1070 or low == high:
        return _("About {low} ({a} to {b}), from {n} rounds").format(**fields)
    return _("Between {low} and {high} ({a} to {b}), from {n} rounds").format(**fields)


def strength_lines(found: Statistics) -> Iterator[str]:
    """How strong, in one line, or in three where decisions and results contradict each other."""
    strength = found.strength
    if strength.both is not None:
        yield between(strength.both)
        return
    if strength.play is None or strength.result is None:
        told = _("{n} of {least} rounds that count: too few to say anything.")
        yield told.format(n=len(found.rated), least=FEWEST)
        return
    yield _("By your choices: {told}").format(told=between(strength.play))
    yield _("By your results: {told}").format(told=between(strength.result))
    if strength.result.rating > strength.play.rating:
        yield _("You win more than your choices explain.")
    else:
        yield _("You win less than your choices deserve.")


def other_lines(found: Statistics) -> Iterator[str]:
    """Results by level, the error rate, luck that should look boring, what is counted apart."""
    told = _("Against {level}: {won} rounds won, {lost} lost")
    for level, won, lost in found.against():
        yield told.format(level=level_name(level), won=won, lost=lost)
    if found.rate is not None:
        yield _("Error rate {rate}").format(rate=round(found.rate))
    if found.luck is not None:
        mean, error = found.luck
        luck = percent(mean, signed=True)
        told = _("Luck a round: {luck} of the match, give or take {error}")
        yield told.format(luck=luck, error=percent(2 * error))
    if found.apart:
        told = _("Counted apart, with help, as branches or against people: {n} rounds")
        yield told.format(n=found.apart)


def claim(theme: ThemeOf) -> str:
    """What is said of a theme."""
    if not theme.is_told:
        return _("{n} decisions: nothing to say").format(n=theme.n)
    if theme.is_weak:
        return _("weaker than the rest of your play, {n} decisions").format(n=theme.n)
    return _("stronger than the rest of your play, {n} decisions").format(n=theme.n)


def theme_lines(found: Statistics) -> Iterator[str]:
    told = _("{name}: {value}")
    for theme in found.themes:
        yield told.format(name=theme_name(theme.theme), value=claim(theme))


def point_words() -> str:
    """What the table of scores means."""
    return _(
        "One point, as a share of two: wait for two only if they come more often than that. "
        "Below it your chance to win the match."
    )


def cell(worth: Worth) -> tuple[str, str]:
    return percent(worth.share), percent(worth.chance)
